//! Unique loops: the steps of the loops that the search finds, and which of them is taken.

use super::super::board::{Board, CELLS_OF, cells_in};
use super::super::{Step, View};
use super::guardians::{Guardian, Guardians, RatedStep};
use super::loop_search::{Cores, LoopSearch};

/// The step with the lowest rating; of several, the one with the lowest type; of several again, the
/// first. Longer loops and larger sets have higher ratings.
pub(in crate::logic) fn unique_loop(view: &View<'_>) -> Option<Step> {
    let mut best: Option<LoopStep> = None;
    let mut cores = Cores::new(view.board);
    let mut search = LoopSearch::new(view.board);
    for start in cells_in(view.board.cells_with(2)) {
        let pair = view.board.candidates[start];
        let core = cores.of(pair);
        if core >> start & 1 == 0 {
            continue;
        }
        search.find_loops(start, core);
        for path in &search.loops {
            for step in loop_steps(view, path) {
                if best.as_ref().is_none_or(|best| step.comes_before(best)) {
                    best = Some(step);
                }
            }
        }
    }
    best.map(|best| best.step)
}

/// A step of a loop, and what decides which one is taken.
struct LoopStep {
    /// Sudoku Explainer compares floating-point numbers: 4.6 + 0.1 is less than 4.7.
    rating: f64,
    /// 1 to 4, as players number them.
    rescue_type: u8,
    step: Step,
}

impl LoopStep {
    fn new(board: &Board, path: &[usize], rescue_type: u8, rated: RatedStep) -> LoopStep {
        let base = match path.len() {
            4 => 4.5,
            6 => 4.6,
            8 => 4.7,
            _ => 5.0,
        };
        let rating = base + f64::from(rated.added_tenths) * 0.1;
        let step = rated.step.rated(rating).with_cells(path.iter().copied());
        LoopStep {
            rating,
            rescue_type,
            step: step.with_digits(board.candidates[path[0]]),
        }
    }

    fn comes_before(&self, other: &LoopStep) -> bool {
        (self.rating, self.rescue_type) < (other.rating, other.rescue_type)
    }
}

/// All steps of a loop, in the order of their types.
fn loop_steps(view: &View<'_>, path: &[usize]) -> Vec<LoopStep> {
    let all = guardians_of_loop(view.board, path);
    let guardians = Guardians { view, all };
    let steps_of_types = [
        unraised(guardians.one_cell()),
        unraised(guardians.one_digit()),
        steps_of_sets(&guardians),
        unraised(guardians.locked()),
    ];
    let mut steps = Vec::new();
    for (rescue_type, steps_of_type) in (1..).zip(steps_of_types) {
        for rated in steps_of_type {
            steps.push(LoopStep::new(view.board, path, rescue_type, rated));
        }
    }
    steps
}

/// A step, if there is one, that adds nothing to the rating.
fn unraised(step: Option<Step>) -> Vec<RatedStep> {
    Vec::from_iter(step.map(|step| RatedStep::new(step, 0)))
}

/// The cells of a loop that have extra digits, in row-major order.
fn guardians_of_loop(board: &Board, path: &[usize]) -> Vec<Guardian> {
    let pair = board.candidates[path[0]];
    let mut guardians = Vec::new();
    for &cell in path {
        let digits = board.candidates[cell] & !pair;
        if digits != 0 {
            guardians.push(Guardian { cell, digits });
        }
    }
    guardians.sort_unstable_by_key(|guardian| guardian.cell);
    guardians
}

/// Type 3 of a loop, whose two guardians make a naked or a hidden set of up to four digits. As for
/// other sets, the number of blanks decides which of both is looked for.
fn steps_of_sets(guardians: &Guardians<'_>) -> Vec<RatedStep> {
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
                    steps.push(RatedStep::new(step, size - 1));
                }
            }
            if blanks > 2 * size {
                for step in guardians.hidden_sets(unit, size) {
                    steps.push(RatedStep::new(step, size - 2));
                }
            }
        }
    }
    steps
}
