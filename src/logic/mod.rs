//! How people solve a Sudoku: the techniques, from the easiest to the hardest, and the steps that
//! they lead to.
//!
//! A person takes the easiest step in sight and looks again. A puzzle is as hard as its hardest
//! step. [`TECHNIQUES`] is the whole method: each row has a rating, a name, a function that says
//! why its steps are valid, and one that looks for its first step.
//!
//! The techniques, their ratings and the order in which they are tried are those of Sudoku
//! Explainer 1.2.1 (Nicolas Juillerat, 2007), up to its dynamic forcing chains. What comes after
//! them is left out: dynamic chains that use other techniques, or other chains, on the way. That
//! program tries these in no fixed order.
//!
//! ```text
//! singles  locked  sets  fish  wings    1.0 to 5.4    valid for any number of solutions
//! uniqueness                            4.5 to 6.2    valid if there is exactly one solution
//! exclusion                             6.2 and 7.5   valid for any number of solutions
//! chains                                6.5 and more  valid for any number of solutions
//!
//! units, board      the grid, and what a person can see of a puzzle
//! step, proof       what a technique finds, and what it rests on
//! steps, rating     the steps of a puzzle, and how hard they make it
//! words, reasons    steps as text
//! ```

mod board;
mod chains;
mod exclusion;
mod fish;
mod locked;
mod proof;
mod rating;
mod reasons;
mod sets;
mod singles;
mod step;
mod steps;
mod uniqueness;
mod units;
mod wings;
mod words;

use std::fmt;
use std::hash::{Hash, Hasher};

use board::{Board, Changes};
use exclusion::{aligned_pair_exclusion, aligned_triplet_exclusion};
use fish::fish;
use locked::{CLAIMING, POINTING, direct_pointing, locked_candidates};
use sets::{direct_hidden_set, hidden_set, naked_set};
use singles::{hidden_single, last_blank, naked_single};
use uniqueness::{grave, unique_loop};
use units::{BOXES, LINES};
use wings::wing;

pub use proof::{Chain, ChainKind, GuardianKind, Guardians, Node, Proof};
pub use rating::{Rating, RatingError, RatingReport};
pub use step::Step;
pub(crate) use steps::OneSolution;
pub use steps::Steps;

/// The techniques in the order in which they are tried: by their lowest ratings.
///
/// Sudoku Explainer also rates direct claiming (1.9), which is never the easiest step. Suppose that
/// the places for a digit in one line of a band all lie in one box, so that a second line has one
/// place left, in a second box. Then the third box has places for the digit only in the third line.
/// So direct pointing (1.7) from the third box leaves the second box this one place, unless it is a
/// hidden single there anyway.
#[rustfmt::skip] // A row per line: rating in tenths, name, reason, function that finds the first step.
pub static TECHNIQUES: [Technique; 28] = [
    technique(10, "hidden single", reasons::last_blank, last_blank),
    technique(12, "hidden single", reasons::hidden_single, |view| hidden_single(view, BOXES)),
    technique(15, "hidden single", reasons::hidden_single, |view| hidden_single(view, LINES)),
    technique(17, "direct pointing", reasons::direct_pointing, direct_pointing),
    technique(20, "direct hidden pair", reasons::direct_hidden_set, direct_hidden_set::<2>),
    technique(23, "naked single", reasons::naked_single, naked_single),
    technique(25, "direct hidden triplet", reasons::direct_hidden_set, direct_hidden_set::<3>),
    technique(26, "pointing", reasons::locked, |view| locked_candidates(view, POINTING)),
    technique(28, "claiming", reasons::locked, |view| locked_candidates(view, CLAIMING)),
    technique(30, "naked pair", reasons::naked_set, naked_set::<2>),
    technique(32, "X-wing", reasons::fish, fish::<2>),
    technique(34, "hidden pair", reasons::hidden_set, hidden_set::<2>),
    technique(36, "naked triplet", reasons::naked_set, naked_set::<3>),
    technique(38, "swordfish", reasons::fish, fish::<3>),
    technique(40, "hidden triplet", reasons::hidden_set, hidden_set::<3>),
    technique(42, "XY-wing", reasons::xy_wing, wing::<2>),
    technique(44, "XYZ-wing", reasons::xyz_wing, wing::<3>),
    technique(45, "unique loop", reasons::unique_loop, unique_loop).assuming_one_solution(),
    technique(50, "naked quad", reasons::naked_set, naked_set::<4>),
    technique(52, "jellyfish", reasons::fish, fish::<4>),
    technique(54, "hidden quad", reasons::hidden_set, hidden_set::<4>),
    technique(56, "bivalue universal grave", reasons::grave, grave).assuming_one_solution(),
    technique(62, "aligned pair exclusion", reasons::exclusion, aligned_pair_exclusion),
    chain(65, "forcing chain", chains::simple),
    technique(75, "aligned triplet exclusion", reasons::exclusion, aligned_triplet_exclusion),
    chain(75, "Nishio forcing chain", chains::nishio),
    chain(80, "multiple forcing chain", chains::multiple),
    chain(85, "dynamic forcing chain", chains::dynamic),
];

/// A technique that a person solves puzzles with. Two are equal if their names and ratings are.
pub struct Technique {
    /// The lowest rating of its steps. Those of unique loops, graves and chains can have higher
    /// ones.
    pub rating: Rating,
    /// Its name, such as `pointing`. Hidden singles have three ratings and one name.
    pub name: &'static str,
    /// Whether its steps are valid only if the puzzle has exactly one solution.
    pub assumes_one_solution: bool,
    /// Says why a step is valid: see [`reasons`].
    reason: fn(&Step) -> String,
    find: Find,
}

/// The function that looks for the first step of a technique.
enum Find {
    /// It only looks at the board.
    Pattern(fn(&View<'_>) -> Option<Step>),
    /// It also gets a memory, which lasts from step to step.
    Chain(fn(&View<'_>, &mut chains::Memory) -> Option<Step>),
}

const fn technique(
    tenths: u8,
    name: &'static str,
    reason: fn(&Step) -> String,
    find: fn(&View<'_>) -> Option<Step>,
) -> Technique {
    Technique::new(tenths, name, reason, Find::Pattern(find))
}

const fn chain(
    tenths: u8,
    name: &'static str,
    find: fn(&View<'_>, &mut chains::Memory) -> Option<Step>,
) -> Technique {
    Technique::new(tenths, name, reasons::chain, Find::Chain(find))
}

impl Technique {
    const fn new(
        tenths: u8,
        name: &'static str,
        reason: fn(&Step) -> String,
        find: Find,
    ) -> Technique {
        Technique {
            rating: Rating::Exactly(tenths),
            name,
            assumes_one_solution: false,
            reason,
            find,
        }
    }

    const fn assuming_one_solution(self) -> Technique {
        Technique {
            assumes_one_solution: true,
            ..self
        }
    }
}

impl PartialEq for Technique {
    fn eq(&self, other: &Technique) -> bool {
        (self.rating, self.name) == (other.rating, other.name)
    }
}

impl Eq for Technique {}

impl Hash for Technique {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rating, self.name).hash(state);
    }
}

impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Technique")
            .field("rating", &self.rating)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What a technique is given: the board, and where to look for a step. Its methods, in [`step`],
/// make the steps.
struct View<'a> {
    technique: &'static Technique,
    board: &'a Board,
    /// What has changed since the technique last found no step. Nothing else can give it one.
    changes: Changes,
    detail: Detail,
}

/// How much a technique works out about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// What the step does, and its rating. That is enough to rate a puzzle, and chains need not
    /// list their nodes.
    Effect,
    /// The proof as well.
    Proof,
}
