//! A Sudoku solver for one grid or for millions of them. No known grid takes more than a few
//! milliseconds. If there are several solutions, it finds the lexicographically smallest.
//!
//! # Solve one grid
//!
//! A [`Grid`] is parsed from 81 characters or nine lines. A [`Puzzle`] is a grid whose clues do not
//! conflict:
//!
//! ```
//! use sudokat::{Grid, Puzzle};
//! let grid: Grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let puzzle = Puzzle::new(&grid)?; // fails if clues conflict, such as "r1c1 and r1c9 are both 5"
//! let solution = puzzle.smallest().expect("this puzzle has a solution");
//! assert!(solution.is_solution(&grid));
//! assert!(puzzle.is_unique());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve many
//!
//! A [`Batch`] solves slices of grids in vector lanes, millions of easy ones a second, and
//! [`solve_many`] does so on every core. A [`Stream`] reads whole inputs in any [`InputFormat`],
//! solves them on every core, and writes the answers in any [`OutputFormat`]; messages about
//! invalid and unsolvable records go elsewhere:
//!
//! ```
//! use sudokat::{Options, Question, Stream};
//! let (mut answers, messages) = (Vec::new(), std::io::stderr());
//! let options = Options { question: Question::Verdict, ..Options::default() };
//! let mut stream = Stream::new(options, &mut answers, messages);
//! stream.solve("puzzles.txt", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".as_bytes())?;
//! assert_eq!(answers, b"unique\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A batch in memory:
//!
//! ```
//! use sudokat::{Answer, Batch, Goal, Grid};
//! let grids = [Grid::EMPTY, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?];
//! let mut answers = Vec::new();
//! Batch::new().solve(Goal::Uniqueness, &grids, &mut answers);
//! assert!(matches!(answers[0], Answer::Multiple));
//! assert!(matches!(answers[1], Answer::Unique(_)));
//! # Ok::<(), sudokat::ParseGridError>(())
//! ```
//!
//! # Count and list solutions
//!
//! ```
//! use sudokat::{Grid, Puzzle};
//! let grid: Grid = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79".parse()?;
//! let puzzle = Puzzle::new(&grid)?;
//! assert_eq!(puzzle.count(10), 3); // 10 if there were more than 10
//! let solutions: Vec<Grid> = puzzle.solutions().collect(); // use take(n) if there may be many
//! assert!(solutions.len() == 3 && solutions.is_sorted());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rate, and solve step by step
//!
//! ```
//! use sudokat::{Grid, Proof, Puzzle};
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::new(&grid)?;
//! assert_eq!(puzzle.rate().expect("one solution").to_string(), "1.2");
//! for step in puzzle.steps().take(3) {
//!     println!("{step:#}"); // r1c6 is 8: the only place for 8 in box 2 (hidden single, 1.2)
//! }
//!
//! let hard: Grid = "..3..48......6..97...3...6..6...2..332...1.4...1.5....4178....9.9....48.8.......2".parse()?;
//! let hardest = Puzzle::new(&hard)?.steps().max_by_key(|step| step.rating).expect("a step");
//! if let Proof::Chain(chain) = &hardest.proof {
//!     println!("{} has {} branches", hardest.technique.name, chain.branches.len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Explain
//!
//! ```
//! use sudokat::{Grid, Puzzle};
//! let impossible: Grid = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)).parse()?;
//! let puzzle = Puzzle::new(&impossible)?;
//! let contradiction = puzzle.contradiction().expect("it has no solution");
//! assert_eq!(contradiction.to_string(), "r1c9 has no candidate left");
//!
//! let wrong: Grid = "123456789".repeat(9).parse()?;
//! let violations = wrong.violations(&impossible);
//! assert_eq!(violations[0].to_string(), "r1c1 and r2c1 are both 1");
//!
//! assert_eq!(puzzle.redundant_clues(), None); // it does not have exactly one solution
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Make, reduce and compare puzzles
//!
//! ```
//! use sudokat::{Generator, GeneratorOptions, Grid, Puzzle};
//! let options = GeneratorOptions { clues: Some(30), ..GeneratorOptions::default() };
//! let grid = Generator::new(1, options).next().expect("such puzzles are frequent");
//! let minimal = Puzzle::new(&grid)?.minimize().expect("it has one solution");
//! assert_eq!(minimal.redundant_clues(), Some(Vec::new()));
//!
//! let rotated: Grid = grid.to_string().chars().rev().collect::<String>().parse()?;
//! assert_eq!(grid.canonical()?.form, rotated.canonical()?.form); // they are the same puzzle
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `cli` (default) builds the `sudokat` program. A library user switches it off with
//! `default-features = false` and gets neither clap nor anyhow. `internals` is for the project's
//! own tests and benches; nothing in it is stable.

mod analysis;
mod canonical;
mod generate;
mod grid;
mod input;
mod logic;
mod output;
mod puzzle;
mod question;
mod solver;
mod stream;
mod symmetry;
mod transformation;

pub use analysis::{Reason, differences};
pub use canonical::Canonical;
pub use generate::{Generator, GeneratorOptions};
pub use grid::{Candidates, Cell, Conflict, Grid, ParseGridError, Placement, Unit};
pub use input::{InputFormat, InputOptions};
pub use logic::{
    Chain, ChainKind, GuardianKind, Guardians, Node, Proof, Rating, RatingError, RatingReport,
    Step, Steps, TECHNIQUES, Technique,
};
pub use puzzle::Puzzle;
pub use question::Question;
pub use question::options::{Options, OutputFormat};
pub use question::status::Status;
pub use solver::batch::Batch;
pub use solver::parallel::solve_many;
pub use solver::{Answer, Goal};
pub use stream::read::{InputGrid, read};
pub use stream::{Stats, Stream};
pub use symmetry::Symmetry;

/// What the tests and benchmarks of this project need besides the API. It is not part of the API.
#[cfg(feature = "internals")]
pub mod internals {
    pub use crate::solver::AnswerWithSmallest;
    pub use crate::solver::backtracking::first_solution;
    pub use crate::solver::engine::{Engine, Frontier, Puzzles};
    pub use crate::solver::search::Search;
}
