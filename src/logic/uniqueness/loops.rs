//! Unique loops: the steps of the loops that the search finds, and which of them is taken.

use super::super::board::Board;
use super::super::units::{CELLS_OF, cells_in};
use super::super::{Step, View};
use super::guardians::{GuardedPattern, RatedStep};
use super::loop_search::{Cores, LoopSearch};

/// The step with the lowest rating, which is higher for longer loops and larger sets; of several,
/// the one with the lowest type; of several again, the one that is found first.
pub(in crate::logic) fn unique_loop(view: &View<'_>) -> Option<Step> {
    let mut first: Option<LoopStep> = None;
    let mut cores = Cores::new(view.board);
    let mut search = LoopSearch::new(view.board);
    for start in cells_in(view.board.cells_with_count(2)) {
        let pair = view.board.candidates[start];
        let core = cores.of(pair);
        if core >> start & 1 == 0 {
            continue;
        }
        for path in search.find_loops(start, core) {
            for step in loop_steps(view, path) {
                if first.as_ref().is_none_or(|first| step.comes_before(first)) {
                    first = Some(step);
                }
            }
        }
    }
    first.map(|first| first.step)
}

/// A step of a loop, and what decides which one is taken.
struct LoopStep {
    /// A sum of floating-point numbers, as in Sudoku Explainer: 4.6 + 0.1 is less than 4.7.
    rating: f64,
    /// 1 to 4, as players number them.
    guardian_type: u8,
    step: Step,
}

impl LoopStep {
    /// A step of a loop with this path, completed with its pattern.
    fn new(board: &Board, path: &[usize], guardian_type: u8, rated: RatedStep) -> LoopStep {
        let base_rating = match path.len() {
            4 => 4.5,
            6 => 4.6,
            8 => 4.7,
            _ => 5.0,
        };
        let rating = base_rating + f64::from(rated.added_tenths) * 0.1;
        let step = rated.step.rated(rating).with_cells(path.iter().copied());
        LoopStep {
            rating,
            guardian_type,
            step: step.with_digits(board.candidates[path[0]]),
        }
    }

    fn comes_before(&self, other: &LoopStep) -> bool {
        (self.rating, self.guardian_type) < (other.rating, other.guardian_type)
    }
}

/// All steps of a loop, in the order of their types.
fn loop_steps(view: &View<'_>, path: &[usize]) -> Vec<LoopStep> {
    let pair = view.board.candidates[path[0]];
    let extra_digits = path
        .iter()
        .map(|&cell| (cell, view.board.candidates[cell] & !pair));
    let guardians = GuardedPattern::new(view, extra_digits);
    let steps_of_types = [
        at_base_rating(guardians.one_cell()),
        at_base_rating(guardians.one_digit()),
        steps_of_sets(&guardians),
        at_base_rating(guardians.locked()),
    ];
    let mut steps = Vec::new();
    for (guardian_type, steps_of_type) in (1..).zip(steps_of_types) {
        for rated in steps_of_type {
            steps.push(LoopStep::new(view.board, path, guardian_type, rated));
        }
    }
    steps
}

/// The step of a type that adds nothing to the rating, if there is one.
fn at_base_rating(step: Option<Step>) -> Vec<RatedStep> {
    Vec::from_iter(step.map(|step| RatedStep::new(step, 0)))
}

/// Type 3 of a loop, whose two guardians make a naked or a hidden set of up to four digits. As for
/// other sets, the number of blanks decides which sets are looked for.
fn steps_of_sets(guardians: &GuardedPattern<'_>) -> Vec<RatedStep> {
    let min_size = guardians.digits().count_ones();
    let mut steps = Vec::new();
    if guardians.all.len() != 2 || min_size < 2 {
        return steps;
    }
    for size in min_size..=4 {
        for unit in guardians.units() {
            let blanks = guardians.view.board.blanks[unit];
            if blanks >= 2 * size {
                for step in guardians.naked_sets(unit, CELLS_OF[unit], size) {
                    steps.push(RatedStep::new(step, size as u8 - 1));
                }
            }
            if blanks > 2 * size {
                for step in guardians.hidden_sets(unit, size) {
                    steps.push(RatedStep::new(step, size as u8 - 2));
                }
            }
        }
    }
    steps
}
