//! The solving loop of a person: look for the easiest step, take it, look again.

use super::board::{Board, News};
use super::chains::Memory;
use super::{Detail, Find, Look, Step, TECHNIQUES, Technique};
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
    /// What is kept at an index is news to this technique and to all after it: those before it have
    /// looked at these changes without success.
    pending: [News; TECHNIQUES.len()],
    chains: Memory,
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

impl Steps {
    /// The steps for a puzzle with these candidates. Cells with one candidate are clues.
    pub(crate) fn new(puzzle: &Candidates, one_solution: OneSolution) -> Steps {
        Steps {
            board: Board::new(puzzle),
            one_solution,
            pending: [News::NONE; TECHNIQUES.len()],
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

    /// Takes the easiest step, if a technique with at most the rating `limit` finds one.
    pub(super) fn advance(&mut self, limit: u8, detail: Detail) -> Option<Found> {
        if self.is_solved() {
            return None;
        }
        let mut news = self.board.take_news();
        for (index, technique) in TECHNIQUES.iter().enumerate() {
            // What is news to this technique. It stays pending until no step is found in it.
            news = news | self.pending[index];
            self.pending[index] = news;
            if technique.tenths > limit {
                return None;
            }
            if technique.assumes_one_solution && !self.one_solution.holds() {
                // Harder techniques would be right, too. But the ratings of their steps count only
                // where all easier ones have been tried.
                return None;
            }
            if let Some(step) = self.look(technique, news, detail) {
                self.board.apply(&step);
                return Some(Found { index, step });
            }
            self.pending[index] = News::NONE;
        }
        None
    }

    fn look(&mut self, technique: &'static Technique, news: News, detail: Detail) -> Option<Step> {
        let look = Look {
            technique,
            board: &self.board,
            news,
            detail,
        };
        match technique.find {
            Find::Pattern(find) => find(&look),
            Find::Chain(find) => find(&look, &mut self.chains),
        }
    }
}

/// A step, and the index of its technique in [`TECHNIQUES`].
pub(super) struct Found {
    pub(super) index: usize,
    pub(super) step: Step,
}

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let found = self.advance(u8::MAX, Detail::Proof)?;
        Some(found.step)
    }
}
