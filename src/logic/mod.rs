//! How people solve a Sudoku: the techniques, from the easiest to the hardest, and the steps that
//! they lead to.
//!
//! A person takes the easiest step in sight and looks again. A puzzle is as hard as its hardest
//! step. [`TECHNIQUES`] is the whole method: each row has a rating, a name, the reason why its
//! steps are right, and the function that looks for its first step.
//!
//! The techniques, their ratings and the order in which they are tried are those of Sudoku
//! Explainer 1.2.1 (Nicolas Juillerat, 2007), up to its XYZ-wing. Harder techniques, uniqueness and
//! chains, are left out: versions of that program differ in them.

mod board;
mod techniques;
mod words;

use std::fmt;

use crate::grid::{Candidates, Cell, Clue, Unit};
use board::{BOXES, Board, LINES};
use techniques::{
    CLAIMING, POINTING, direct_hidden_set, direct_pointing, fish, hidden_set, hidden_single,
    locked_candidates, naked_set, naked_single, wing,
};

/// The techniques in ascending order of their ratings, which is the order in which they are tried.
///
/// Sudoku Explainer also rates direct claiming (1.9), which never comes first. Suppose all places
/// of a digit in one line of a band lie in one box, so a second line has one place left, in a
/// second box. In the third box, the digit can then only be in the third line. So the second box
/// has a hidden single there, or direct pointing from the third box leaves it one.
pub static TECHNIQUES: [Technique; 17] = [
    technique(10, "hidden single", "the last blank of {unit}", |t, b| {
        hidden_single(t, b, b.units_with_one_blank())
    }),
    technique(12, "hidden single", ONE_PLACE, |t, b| {
        hidden_single(t, b, BOXES)
    }),
    technique(15, "hidden single", ONE_PLACE, |t, b| {
        hidden_single(t, b, LINES)
    }),
    technique(17, "direct pointing", DIRECT_POINTING, direct_pointing),
    technique(
        20,
        "direct hidden pair",
        DIRECT_HIDDEN,
        direct_hidden_set::<2>,
    ),
    technique(
        23,
        "naked single",
        "the only digit left there",
        naked_single,
    ),
    technique(
        25,
        "direct hidden triplet",
        DIRECT_HIDDEN,
        direct_hidden_set::<3>,
    ),
    technique(26, "pointing", LOCKED, |t, b| {
        locked_candidates(t, b, POINTING)
    }),
    technique(28, "claiming", LOCKED, |t, b| {
        locked_candidates(t, b, CLAIMING)
    }),
    technique(30, "naked pair", NAKED, naked_set::<2>),
    technique(32, "X-wing", FISH, fish::<2>),
    technique(34, "hidden pair", HIDDEN, hidden_set::<2>),
    technique(36, "naked triplet", NAKED, naked_set::<3>),
    technique(38, "swordfish", FISH, fish::<3>),
    technique(40, "hidden triplet", HIDDEN, hidden_set::<3>),
    technique(
        42,
        "XY-wing",
        "one of {wings} is {lost}, whichever digit {pivot} has",
        wing::<2>,
    ),
    technique(
        44,
        "XYZ-wing",
        "one of {cells} is {lost}, whichever digit {pivot} has",
        wing::<3>,
    ),
];

const ONE_PLACE: &str = "the only place for {digits} in {unit}";
const DIRECT_POINTING: &str =
    "{digits} fits only in {cells} of their box, which leaves one place in {unit}";
const DIRECT_HIDDEN: &str =
    "{digits} fit only in {cells} of {unit}, which leaves one place for {digit}";
const LOCKED: &str = "{unit} has places for {digits} only in {line}";
const NAKED: &str = "{cells} of {unit} have only {digits} left";
const HIDDEN: &str = "{digits} fit only in {cells} of {unit}";
const FISH: &str = "{lines} have places for {digits} only in {crossing}";

/// A technique that a person solves puzzles with.
#[derive(Debug)]
pub struct Technique {
    /// Its rating in tenths: 26 is displayed as 2.6.
    pub rating: u8,
    /// Its name, such as `pointing`. Hidden singles have three ratings and one name.
    pub name: &'static str,
    /// Why its steps are right. The words in braces stand for the facts of a step.
    reason: &'static str,
    find: Find,
}

/// Looks for the first step of a technique.
type Find = fn(&'static Technique, &Board) -> Option<Step>;

const fn technique(rating: u8, name: &'static str, reason: &'static str, find: Find) -> Technique {
    Technique {
        rating,
        name,
        reason,
        find,
    }
}

/// One step of a solution: it sets a cell, or it eliminates candidates.
///
/// Displayed as `1.2 r1c5=4` or `3.0 r2c1<>3,5 r2c9<>3`. `{:#}` prints it in words, such as `r4c5
/// is 7: the only place for 7 in row 4 (hidden single, 1.5)`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The technique that finds it.
    pub technique: &'static Technique,
    /// The cell that is set, and its digit.
    pub sets: Option<Clue>,
    /// The cells that lose candidates, in row-major order, with a mask of the lost digits: digit d
    /// is bit d - 1.
    pub eliminates: Vec<(Cell, u16)>,
    /// The unit in which the digit that is set has one place left, or the unit of the pattern of an
    /// elimination. A fish has its first line; a naked single and a wing have none.
    pub unit: Option<Unit>,
    /// The cells of the pattern behind the step; none for a single. The pivot of a wing comes
    /// first.
    pub cells: Vec<Cell>,
    /// The digits of the pattern: digit d is bit d - 1.
    pub digits: u16,
}

/// The steps of a solution without guessing: each is the easiest at that point. They end with the
/// solution, or where no technique applies.
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
pub struct Steps(Board);

impl Steps {
    /// The steps for a puzzle with these candidates. Cells with one candidate are clues.
    pub(crate) fn new(puzzle: &Candidates) -> Steps {
        Steps(Board::new(puzzle))
    }

    /// What the steps so far have left of the puzzle: a digit in each filled cell, and the
    /// candidates of each blank.
    pub fn candidates(&self) -> Candidates {
        self.0.left()
    }

    /// Takes the easiest step, and returns it with its index in [`TECHNIQUES`].
    fn advance(&mut self) -> Option<(usize, Step)> {
        let Steps(board) = self;
        if board.blank_count() == 0 {
            return None;
        }
        let mut techniques = TECHNIQUES.iter().enumerate();
        let found =
            techniques.find_map(|(i, technique)| Some((i, (technique.find)(technique, board)?)))?;
        board.apply(&found.1);
        Some(found)
    }
}

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.advance().map(|(_, step)| step)
    }
}

/// How hard a puzzle is for a person: the rating of its hardest step, displayed as `2.6`; `>4.4` if
/// it needs a harder technique than [`TECHNIQUES`] has, and `0.0` if it is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rating {
    /// How many steps of each technique it takes.
    uses: [u16; TECHNIQUES.len()],
    /// How many cells stay blank.
    open: u32,
}

impl Rating {
    /// Takes all steps. They are right whatever the number of solutions, and if they fill the grid
    /// there is one solution.
    pub(crate) fn of(puzzle: &Candidates) -> Rating {
        let (mut steps, mut uses) = (Steps::new(puzzle), [0; TECHNIQUES.len()]);
        while let Some((i, _)) = steps.advance() {
            uses[i] += 1;
        }
        Rating {
            uses,
            open: steps.0.blank_count(),
        }
    }

    /// The rating in tenths: 26 for 2.6, 0 for a solved grid; `None` above 4.4.
    pub fn tenths(&self) -> Option<u8> {
        (self.open == 0).then(|| self.hardest().map_or(0, |technique| technique.rating))
    }

    /// The hardest technique that was used, if any was.
    pub fn hardest(&self) -> Option<&'static Technique> {
        self.uses().last().map(|(technique, _)| technique)
    }

    /// The techniques that were used, in ascending order, and the number of steps of each.
    pub fn uses(&self) -> impl Iterator<Item = (&'static Technique, u16)> {
        TECHNIQUES
            .iter()
            .zip(self.uses)
            .filter(|&(_, count)| count > 0)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tenths() {
            Some(tenths) => write!(f, "{}.{}", tenths / 10, tenths % 10),
            None => f.write_str(">4.4"),
        }
    }
}

#[cfg(test)]
mod tests;
