//! The question that is asked about every grid, and its replies.
//!
//! ```text
//! Options --> policies: what to compute
//!                 |
//!                 v
//!               Case: what is known --> Replies: one or many --> output
//!                 |                        |
//!                 `------------------------+--> Outcome: status and message
//!
//! options        what the user asks for
//! formats        the format of the replies
//! input_policy   what follows from the options for an input
//! chunk_policy   what follows from them for a chunk of records
//! case           a record, and what is known about it
//! replies        which replies a record gets
//! reply          what a reply can be
//! check          whether a grid is a solution, and which cells are wrong
//! failure        why a grid is not one
//! shuffle        random equivalents of a record
//! outcome        the result of a record: its status, and the message that says so
//! status         the status of a record or a run, and messages
//! ```
//!
//! For example, `--candidates` needs the answer of a solver and an analysis. The case of a grid
//! with two solutions has the answer `Multiple` and its true candidates, so its only reply is
//! the candidates. The outcome is `Solved`, without a message.
//!
//! A solver gives an answer, and a record gets a reply to the question. A grid to check is an
//! attempt. A given solution is an attempt beside its puzzle, in another column of the record. The
//! pages and messages for users call all of these answers. A grid with several solutions is called
//! multiple, like its verdict.

pub(crate) mod case;
pub(crate) mod check;
pub(crate) mod chunk_policy;
pub(crate) mod failure;
pub(crate) mod formats;
pub(crate) mod input_policy;
pub(crate) mod options;
pub(crate) mod outcome;
pub(crate) mod replies;
pub(crate) mod reply;
pub(crate) mod shuffle;
pub(crate) mod status;

use std::num::NonZero;

use crate::question::case::Analysis;
use crate::question::options::OutputFormat;

/// The question about every grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Its lexicographically smallest solution.
    #[default]
    Smallest,
    /// All its solutions in lexicographic order.
    All {
        /// The most solutions to list for each grid; `None` lists all.
        limit: Option<NonZero<u64>>,
    },
    /// How many solutions it has. That takes a long time only if there are many and the limit is
    /// high.
    Count {
        /// Where to stop counting.
        limit: NonZero<u64>,
    },
    /// Whether it has one solution, several or none.
    Verdict,
    /// Whether it is a solution, or which cells are wrong. A solution that its record gives in csv,
    /// in JSON or behind it on its line is checked against its puzzle instead. In
    /// [`Packed`](crate::InputFormat::Packed) and [`Spaced`](crate::InputFormat::Spaced) input, a
    /// grid right below an unsolved puzzle is checked against that if it is finished, or if it has
    /// more digits and keeps nine tenths of the clues. The puzzle itself gets no answer then.
    Check,
    /// Which clues could be removed from a grid with one solution.
    Redundant,
    /// The grid without redundant clues. They are removed one at a time, starting from the last, as
    /// long as there are any, so the result is minimal.
    Minimize,
    /// How hard a grid with one solution is for a person; see
    /// [`Puzzle::rate`](crate::Puzzle::rate).
    Rate,
    /// The steps of a solution without guessing; see [`Puzzle::steps`](crate::Puzzle::steps).
    Steps,
    /// Which digits each cell has in some solution: the true candidates.
    Candidates,
    /// The smallest grid that is the same puzzle up to symmetry, see
    /// [`Grid::canonical`](crate::Grid::canonical). Nothing is solved.
    Canonical,
    /// Random equivalents: the grid with its bands, stacks, rows and columns permuted, its digits
    /// renamed, and perhaps transposed. Each of the 1.2 trillion ways is equally likely. Pencil
    /// marks, and given solutions in csv and JSON, go through the same transformation. Nothing is
    /// solved.
    Shuffle {
        /// The number of equivalents of each grid.
        count: NonZero<u64>,
        /// The equivalents of a record are determined by this seed and the number of the record,
        /// counted over all inputs.
        seed: u64,
    },
    /// The grid itself, in the output format. Nothing is solved.
    Convert,
    /// Plain pencil marks: which digits of each cell no clue in its row, column or box excludes.
    /// What the pencil marks of the grid itself leave out stays out. Nothing is solved.
    PencilMarks,
}

/// What a reply needs to know about the solutions of a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Requirement {
    Nothing,
    SmallestSolution,
    /// Whether there is exactly one solution.
    Uniqueness,
    /// Whether there is exactly one solution, and an analysis of the puzzles that it applies to.
    Analysis(Analysis),
}

/// What a reply shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Grid,
    /// A grid with pencil marks.
    Marks,
    /// Words, perhaps about a grid.
    Words,
    Number,
}

impl Question {
    fn requirement(self) -> Requirement {
        match self {
            Question::Smallest => Requirement::SmallestSolution,
            Question::All { .. }
            | Question::Count { .. }
            | Question::Verdict
            | Question::Rate
            | Question::Steps => Requirement::Uniqueness,
            Question::Candidates => Requirement::Analysis(Analysis::TrueCandidates),
            Question::Redundant => Requirement::Analysis(Analysis::RedundantClues),
            Question::Minimize => Requirement::Analysis(Analysis::MinimalPuzzle),
            // A check solves only the few puzzles for which it must.
            Question::Check
            | Question::Canonical
            | Question::Shuffle { .. }
            | Question::Convert
            | Question::PencilMarks => Requirement::Nothing,
        }
    }

    fn content(self) -> Content {
        match self {
            Question::Smallest
            | Question::All { .. }
            | Question::Minimize
            | Question::Canonical
            | Question::Shuffle { .. }
            | Question::Convert => Content::Grid,
            Question::Candidates | Question::PencilMarks => Content::Marks,
            Question::Verdict
            | Question::Check
            | Question::Redundant
            | Question::Rate
            | Question::Steps => Content::Words,
            Question::Count { .. } => Content::Number,
        }
    }

    /// Names for a csv column of replies, in order of preference; empty for equivalents, which are
    /// written in the columns of their records.
    pub(crate) fn column_names(self) -> &'static [&'static str] {
        match self {
            Question::Smallest | Question::All { .. } => &["solution", "answer"],
            Question::Count { .. } => &["count"],
            Question::Verdict => &["verdict"],
            Question::Check => &["check"],
            Question::Redundant => &["redundant"],
            Question::Minimize => &["minimized"],
            Question::Rate => &["rating"],
            Question::Steps => &["steps"],
            Question::Candidates => &["candidates"],
            Question::Canonical => &["canonical"],
            Question::Shuffle { .. } => &[],
            Question::Convert => &["converted"],
            Question::PencilMarks => &["marks"],
        }
    }

    /// Whether answers to this question can be written in this format. `Packed` and `Spaced` have
    /// room for grids only, `Html` also for pencil marks, and `Pretty` also for words about a grid.
    ///
    /// ```
    /// use sudokat::{OutputFormat, Question};
    /// assert!(Question::Verdict.supports(OutputFormat::Line));
    /// assert!(!Question::Verdict.supports(OutputFormat::Packed));
    /// ```
    #[must_use]
    pub fn supports(self, format: OutputFormat) -> bool {
        let content = self.content();
        match format {
            OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json => true,
            OutputFormat::Packed | OutputFormat::Spaced => content == Content::Grid,
            OutputFormat::Html => matches!(content, Content::Grid | Content::Marks),
            OutputFormat::Pretty => content != Content::Number,
        }
    }

    /// Whether each grid has to be solved.
    pub(crate) fn needs_solving(self) -> bool {
        self.requirement() != Requirement::Nothing
    }
}
