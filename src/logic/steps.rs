//! The solving loop of a person: look for the easiest step, take it, look again.

use super::board::{Board, Changes};
use super::chains::Memory;
use super::{Detail, Find, Rating, Step, TECHNIQUES, Technique, View};
use crate::grid::Candidates;

/// The steps of a solution without guessing: each is the easiest at that point. They end with the
/// solution, or where no technique applies, or before the first technique that assumes one solution
/// if there is not exactly one.
///
/// ```
/// use sudokat::{Grid, Puzzle};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut steps = Puzzle::new(&grid)?.steps();
/// let hint = steps.next().expect("it is not solved");
/// assert_eq!(hint.to_string(), "1.2 r1c6=8");
/// assert_eq!(format!("{hint:#}"), "r1c6 is 8: the only place for 8 in box 2 (hidden single, 1.2)");
/// assert_eq!(steps.count(), 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steps {
    board: Board,
    one_solution: OneSolution,
    /// The changes at an index are new to the technique at this index in [`TECHNIQUES`] and to all
    /// after it. Those before it have looked at them without success.
    pending: [Changes; TECHNIQUES.len()],
    chains: Memory,
}

impl Steps {
    /// The steps for a puzzle with these candidates. A cell with one candidate is a clue.
    pub(crate) fn new(puzzle: &Candidates, one_solution: OneSolution) -> Steps {
        Steps {
            board: Board::new(puzzle),
            one_solution,
            pending: [Changes::NONE; TECHNIQUES.len()],
            chains: Memory::default(),
        }
    }

    /// What remains of the puzzle after the steps so far: a digit in each filled cell, and the
    /// candidates of each blank.
    pub fn candidates(&self) -> Candidates {
        self.board.remaining()
    }

    pub(super) fn is_solved(&self) -> bool {
        self.board.blank_count() == 0
    }

    /// Takes the easiest step, if a technique that is not above the limit finds one.
    pub(super) fn advance(&mut self, limit: Rating, detail: Detail) -> Option<TakenStep> {
        if self.is_solved() {
            return None;
        }
        let mut changes = self.board.take_changes();
        for (index, technique) in TECHNIQUES.iter().enumerate() {
            // What is new to this technique. It stays pending until the technique finds no step.
            changes = changes | self.pending[index];
            self.pending[index] = changes;
            if technique.rating > limit {
                return None;
            }
            if technique.assumes_one_solution && !self.one_solution.holds() {
                // Harder techniques would still be valid. But their ratings are only defined where
                // no easier technique applies.
                return None;
            }
            if let Some(step) = self.find_step(technique, changes, detail) {
                self.board.apply(&step);
                return Some(TakenStep {
                    step,
                    technique_index: index,
                });
            }
            self.pending[index] = Changes::NONE;
        }
        None
    }

    /// The first step of a technique, which has looked at all but these changes before.
    fn find_step(
        &mut self,
        technique: &'static Technique,
        changes: Changes,
        detail: Detail,
    ) -> Option<Step> {
        let view = View {
            technique,
            board: &self.board,
            changes,
            detail,
        };
        match technique.find {
            Find::Pattern(find) => find(&view),
            Find::Chain(find) => find(&view, &mut self.chains),
        }
    }
}

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let taken = self.advance(Rating::BEYOND, Detail::Proof)?;
        Some(taken.step)
    }
}

/// A step that has been taken.
pub(super) struct TakenStep {
    pub(super) step: Step,
    /// The index of its technique in [`TECHNIQUES`].
    pub(super) technique_index: usize,
}

/// Whether a puzzle has exactly one solution. Some techniques assume that.
#[derive(Clone, Debug)]
pub(crate) enum OneSolution {
    /// It has exactly one.
    Known,
    /// A search will tell, when it matters.
    Unknown {
        puzzle: Candidates,
        is_unique: fn(&Candidates) -> bool,
    },
    /// It has none or several.
    Refuted,
}

impl OneSolution {
    /// Whether there is exactly one solution. Searches at most once.
    fn holds(&mut self) -> bool {
        if let OneSolution::Unknown { puzzle, is_unique } = self {
            *self = if is_unique(puzzle) {
                OneSolution::Known
            } else {
                OneSolution::Refuted
            };
        }
        matches!(self, OneSolution::Known)
    }
}
