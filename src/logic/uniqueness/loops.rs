//! Unique loops: the steps of the loops that the search finds, and which of them is taken.

use std::cmp::Ordering;

use super::super::units::CELLS_OF;
use super::super::{Step, View};
use super::guardians::GuardedPattern;
use super::loop_search::find_loops;

/// The easiest step: a longer loop or a larger set makes it harder. Of equally easy steps, the one
/// with the lowest type is taken, and among these the one that is found first.
pub(in crate::logic) fn unique_loop(view: &View<'_>) -> Option<Step> {
    let loops = find_loops(view.board);
    let steps = loops.iter().flat_map(|path| Loop::new(view, path).steps());
    let easiest = steps.min_by(LoopStep::compare)?;
    Some(easiest.step)
}

/// A loop and its guardians.
struct Loop<'a> {
    view: &'a View<'a>,
    path: &'a [usize],
    /// The two digits that could be swapped without the guardians.
    pair: u16,
    pattern: GuardedPattern<'a>,
}

impl<'a> Loop<'a> {
    fn new(view: &'a View<'a>, path: &'a [usize]) -> Loop<'a> {
        let candidates = &view.board.candidates;
        let pair = candidates[path[0]];
        let extra_digits = path.iter().map(|&cell| (cell, candidates[cell] & !pair));
        Loop {
            view,
            path,
            pair,
            pattern: GuardedPattern::new(view, extra_digits),
        }
    }

    /// All steps that eliminate something, in the order of their types.
    fn steps(&self) -> Vec<LoopStep> {
        let pattern = &self.pattern;
        let mut steps = Vec::new();
        steps.extend(pattern.one_cell().map(|step| self.complete(step, 1, 0)));
        steps.extend(pattern.one_digit().map(|step| self.complete(step, 2, 0)));
        steps.extend(self.steps_of_sets());
        steps.extend(pattern.locked().map(|step| self.complete(step, 4, 0)));
        steps
    }

    /// The steps of type 3: two guardians make a naked or a hidden set of up to four digits. As for
    /// other sets, the number of blanks decides which sets are looked for. As in Sudoku Explainer,
    /// a naked set adds a tenth for each digit but one, and a hidden set a tenth less.
    fn steps_of_sets(&self) -> Vec<LoopStep> {
        let mut steps = Vec::new();
        let min_size = self.pattern.extra_digits().count_ones();
        if self.pattern.guardians.len() != 2 || min_size < 2 {
            return steps;
        }
        for size in min_size..=4 {
            for unit in self.pattern.units() {
                let blanks = self.view.board.blanks[unit];
                if blanks >= 2 * size {
                    let sets = self.pattern.steps_of_naked_sets(unit, CELLS_OF[unit], size);
                    steps.extend(sets.map(|step| self.complete(step, 3, size - 1)));
                }
                if blanks > 2 * size {
                    let sets = self.pattern.steps_of_hidden_sets(unit, size);
                    steps.extend(sets.map(|step| self.complete(step, 3, size - 2)));
                }
            }
        }
        steps
    }

    /// Completes a step of this type, which adds some tenths to the rating of the loop.
    fn complete(&self, step: Step, guardian_type: u8, added_tenths: u32) -> LoopStep {
        let rating = self.rating() + f64::from(added_tenths) * 0.1;
        let step = step
            .rated(rating)
            .with_digits(self.pair)
            .with_cells(self.path.iter().copied());
        LoopStep {
            rating,
            guardian_type,
            step,
        }
    }

    /// The rating of the loop without what a set adds.
    fn rating(&self) -> f64 {
        match self.path.len() {
            4 => 4.5,
            6 => 4.6,
            8 => 4.7,
            _ => 5.0, // 10 cells and more.
        }
    }
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
    fn compare(&self, other: &LoopStep) -> Ordering {
        let by_rating = self.rating.total_cmp(&other.rating);
        by_rating.then(self.guardian_type.cmp(&other.guardian_type))
    }
}
