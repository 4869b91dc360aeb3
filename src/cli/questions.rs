//! The options that say what to print: one question about every grid.

use std::num::NonZero;

use clap::Args;
use sudokat::Question;

use super::values::positive;

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "What to print (default: the smallest solution)")]
pub struct QuestionOptions {
    /// Print all solutions in ascending order
    #[arg(long)]
    pub all: bool,

    /// With --all: print at most N solutions; a grid can have billions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = positive)]
    pub limit: Option<NonZero<u64>>,

    /// Count solutions, up to LIMIT (default: 1000000)
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, default_missing_value = "1000000")]
    #[arg(value_parser = positive)]
    pub count: Option<NonZero<u64>>,

    /// Print unique, multiple, none or invalid
    ///
    /// -o pretty and -o json also show the solution, or two that differ.
    #[arg(long)]
    pub verdict: bool,

    /// Print ok for a correct solution, or each wrong cell
    ///
    /// Solution columns and, in rows, answers right below their puzzle are compared with the
    /// only solution of that puzzle.
    #[arg(long)]
    pub check: bool,

    /// Print each clue that can be removed on its own, or minimal
    #[arg(long)]
    pub redundant: bool,

    /// Remove redundant clues, last cell first, and print the minimal puzzle
    #[arg(long)]
    pub minimize: bool,

    /// Print how hard a grid is for a person: 1.0 to 9.x
    ///
    /// The rating of this grid as Sudoku Explainer 1.2.1 gives it, up to dynamic chains; >=9.0 if
    /// they do not solve it, 0.0 if it is solved. --stats adds how many grids have each rating.
    #[arg(long)]
    pub rate: bool,

    /// Print the steps of a solution without guessing
    ///
    /// Example: 1.2 r1c5=4; 2.6 r1c5<>7 r9c5<>7. Chains add their path. If the techniques leave 51
    /// cells blank, the line ends with >=9.0 51 open. -o pretty gives the reason for each step.
    #[arg(long)]
    pub steps: bool,

    /// Print the digits that each cell has in some solution, as 729 pencil marks; -o pretty draws
    /// them
    #[arg(long)]
    pub candidates: bool,

    /// Print the canonical form of the grid; renaming digits, permuting rows and columns, and
    /// transposing do not change it
    #[arg(long)]
    pub canonical: bool,

    /// Print the grid itself in the output format; nothing is solved
    #[arg(long)]
    pub convert: bool,

    /// Print N random puzzles with one solution
    ///
    /// They are minimal, unless --clues or --symmetry asks for more clues. Rows, columns and digits
    /// of each solution are shuffled, so all its images are equally likely; different solutions are
    /// not. After a million puzzles without a wanted one, sudokat gives up. Other options apply as
    /// to puzzles from a file: -o html prints solutions, and --convert -o html the puzzles.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = positive)]
    #[arg(conflicts_with_all = ["files", "input_format", "column", "solution_column", "blank"])]
    pub generate: Option<NonZero<u64>>,
}

/// The question of an option, if it is given.
type QuestionIn = fn(&QuestionOptions) -> Option<Question>;

/// The options that ask a question. A command line has at most one.
const QUESTIONS: [(&str, QuestionIn); 11] = [
    ("all", |given| {
        let limit = given.limit;
        given.all.then_some(Question::All { limit })
    }),
    ("count", |given| {
        let limit = given.count?;
        Some(Question::Count { limit })
    }),
    ("verdict", |given| {
        given.verdict.then_some(Question::Verdict)
    }),
    ("check", |given| given.check.then_some(Question::Check)),
    ("redundant", |given| {
        given.redundant.then_some(Question::Redundant)
    }),
    ("minimize", |given| {
        given.minimize.then_some(Question::Minimize)
    }),
    ("rate", |given| given.rate.then_some(Question::Rate)),
    ("steps", |given| given.steps.then_some(Question::Steps)),
    ("candidates", |given| {
        given.candidates.then_some(Question::Candidates)
    }),
    ("canonical", |given| {
        given.canonical.then_some(Question::Canonical)
    }),
    ("convert", |given| {
        given.convert.then_some(Question::Convert)
    }),
];

/// The names of the options that ask a question.
pub fn names() -> impl Iterator<Item = &'static str> {
    QUESTIONS.iter().map(|&(name, _)| name)
}

/// The names of those that do not print solutions.
pub fn names_without_solutions() -> impl Iterator<Item = &'static str> {
    names().filter(|&name| name != "all")
}

/// A question, and the name of the option that asks it.
pub struct Asked {
    pub option: &'static str,
    pub question: Question,
}

impl QuestionOptions {
    /// The question that an option asks, if there is one.
    pub fn asked(&self) -> Option<Asked> {
        QUESTIONS.iter().find_map(|&(option, question_in)| {
            let question = question_in(self)?;
            Some(Asked { option, question })
        })
    }
}
