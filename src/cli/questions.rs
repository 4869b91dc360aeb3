//! The options that say what to print: one question about every grid.

use std::num::NonZero;

use clap::Args;
use sudokat::Question;

use super::values::parse_positive;

/// The group of options that ask a question. A command line has at most one of them.
const QUESTION_GROUP: &str = "question";

/// The heading above these options in the help. `--generate` is under it, too.
pub const QUESTION_HEADING: &str = "What to print (default: the smallest solution)";

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = QUESTION_HEADING)]
pub struct QuestionArgs {
    /// Print all solutions in ascending order
    #[arg(long, group = QUESTION_GROUP)]
    pub all: bool,

    /// With --all: print at most N solutions; a grid can have billions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_positive)]
    pub limit: Option<NonZero<u64>>,

    /// Count solutions, up to LIMIT (default: 1000000)
    #[arg(long, group = QUESTION_GROUP, value_name = "LIMIT", value_parser = parse_positive)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "1000000")]
    pub count: Option<NonZero<u64>>,

    /// Print unique, multiple, none or invalid
    ///
    /// -o pretty and -o json also show the solution, or two that differ.
    #[arg(long, group = QUESTION_GROUP)]
    pub verdict: bool,

    /// Print ok for a correct solution, or each wrong cell
    ///
    /// The solutions in a column, or in the rows right below their puzzle, are compared with the
    /// only solution of that puzzle.
    #[arg(long, group = QUESTION_GROUP)]
    pub check: bool,

    /// Print each clue that can be removed on its own, or minimal
    #[arg(long, group = QUESTION_GROUP)]
    pub redundant: bool,

    /// Remove redundant clues, last cell first, and print the minimal puzzle
    #[arg(long, group = QUESTION_GROUP)]
    pub minimize: bool,

    /// Print how hard a grid is for a person: 1.0 to 9.x
    ///
    /// The rating of Sudoku Explainer 1.2.1: 0.0 if solved, >=9.0 if dynamic chains are not enough.
    /// --stats adds how many grids have each rating.
    #[arg(long, group = QUESTION_GROUP)]
    pub rate: bool,

    /// Print the steps of a solution without guessing
    ///
    /// Example: 1.2 r1c5=4; 2.6 r1c5<>7 r9c5<>7. If the techniques leave 51 cells blank, the last
    /// step reads >=9.0 51 open. -o pretty gives the reasons.
    #[arg(long, group = QUESTION_GROUP)]
    pub steps: bool,

    /// Print the digits that each cell has in some solution, as 729 pencil marks; -o pretty draws
    /// them
    #[arg(long, group = QUESTION_GROUP)]
    pub candidates: bool,

    /// Print the canonical form of the grid; renaming digits, permuting rows and columns, and
    /// transposing do not change it
    #[arg(long, group = QUESTION_GROUP)]
    pub canonical: bool,

    /// Print N random equivalents of the grid (default: 1): rows and columns permuted, perhaps
    /// transposed, and digits renamed
    ///
    /// Solutions in csv and JSON are transformed with their puzzle; other columns are copied.
    /// --seed S prints the same equivalents again.
    #[arg(long, group = QUESTION_GROUP, value_name = "N", value_parser = parse_positive)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub shuffle: Option<NonZero<u64>>,

    /// Print the grid itself in the output format; nothing is solved
    #[arg(long, group = QUESTION_GROUP)]
    pub convert: bool,

    /// With --convert: add pencil marks, the digits that no clue excludes
    #[arg(long)]
    pub marks: bool,
}

/// The seed for callers that only want to know which question is asked.
pub const ANY_SEED: u64 = 0;

/// A question, and the option that asks it.
pub struct ExplicitQuestion {
    /// The option, with its dashes.
    pub option: &'static str,
    pub question: Question,
}

impl QuestionArgs {
    /// The question that an option asks, if there is one. `--shuffle` uses the seed.
    pub fn explicit(&self, seed: u64) -> Option<ExplicitQuestion> {
        let limit = self.limit;
        let adds_marks = self.convert && self.marks;
        let only_converts = self.convert && !self.marks;
        let questions = [
            ("--all", self.all.then_some(Question::All { limit })),
            ("--count", self.count.map(|limit| Question::Count { limit })),
            ("--verdict", self.verdict.then_some(Question::Verdict)),
            ("--check", self.check.then_some(Question::Check)),
            ("--redundant", self.redundant.then_some(Question::Redundant)),
            ("--minimize", self.minimize.then_some(Question::Minimize)),
            ("--rate", self.rate.then_some(Question::Rate)),
            ("--steps", self.steps.then_some(Question::Steps)),
            (
                "--candidates",
                self.candidates.then_some(Question::Candidates),
            ),
            ("--canonical", self.canonical.then_some(Question::Canonical)),
            (
                "--shuffle",
                self.shuffle.map(|count| Question::Shuffle { count, seed }),
            ),
            ("--convert", only_converts.then_some(Question::Convert)),
            ("--marks", adds_marks.then_some(Question::PencilMarks)),
        ];
        for (option, question) in questions {
            if let Some(question) = question {
                return Some(ExplicitQuestion { option, question });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_option_of_the_group_asks_a_question() {
        let mut command = Cli::command();
        // This makes the group.
        command.build();
        let group = command
            .get_groups()
            .find(|group| group.get_id() == QUESTION_GROUP);
        let options: HashSet<&str> = group
            .expect("it exists")
            .get_args()
            .map(|id| id.as_str())
            .collect();
        for name in options {
            let option = format!("--{name}");
            let cli = Cli::try_parse_from(["sudokat", &option]).expect("valid");
            let explicit = cli.questions.explicit(0).expect("a question");
            assert_eq!(explicit.option, option);
        }
    }
}
