//! The options that say what to print: one question about every grid.

use std::num::NonZero;

use clap::Args;
use sudokat::Question;

use super::values::parse_positive;

/// The options of which a command line has at most one.
const GROUP: &str = "question";

/// The heading of the help above these options.
pub const HEADING: &str = "What to print (default: the smallest solution)";

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = HEADING)]
pub struct QuestionOptions {
    /// Print all solutions in ascending order
    #[arg(long, group = GROUP)]
    pub all: bool,

    /// With --all: print at most N solutions; a grid can have billions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_positive)]
    pub limit: Option<NonZero<u64>>,

    /// Count solutions, up to LIMIT (default: 1000000)
    #[arg(long, group = GROUP, value_name = "LIMIT", num_args = 0..=1, require_equals = true, default_missing_value = "1000000")]
    #[arg(value_parser = parse_positive)]
    pub count: Option<NonZero<u64>>,

    /// Print unique, multiple, none or invalid
    ///
    /// -o pretty and -o json also show the solution, or two that differ.
    #[arg(long, group = GROUP)]
    pub verdict: bool,

    /// Print ok for a correct solution, or each wrong cell
    ///
    /// Solution columns and, in rows, answers right below their puzzle are compared with the
    /// only solution of that puzzle.
    #[arg(long, group = GROUP)]
    pub check: bool,

    /// Print each clue that can be removed on its own, or minimal
    #[arg(long, group = GROUP)]
    pub redundant: bool,

    /// Remove redundant clues, last cell first, and print the minimal puzzle
    #[arg(long, group = GROUP)]
    pub minimize: bool,

    /// Print how hard a grid is for a person: 1.0 to 9.x
    ///
    /// The rating of Sudoku Explainer 1.2.1, up to dynamic chains; 0.0 if solved. --stats adds how
    /// many grids have each rating.
    #[arg(long, group = GROUP)]
    pub rate: bool,

    /// Print the steps of a solution without guessing
    ///
    /// Such as 1.2 r1c5=4; 2.6 r1c5<>7 r9c5<>7, and at the end >=9.0 51 open if 51 cells stay
    /// blank. -o pretty gives the reasons.
    #[arg(long, group = GROUP)]
    pub steps: bool,

    /// Print the digits that each cell has in some solution, as 729 pencil marks; -o pretty draws
    /// them
    #[arg(long, group = GROUP)]
    pub candidates: bool,

    /// Print the canonical form of the grid; renaming digits, permuting rows and columns, and
    /// transposing do not change it
    #[arg(long, group = GROUP)]
    pub canonical: bool,

    /// Print N random equivalents of the grid (default: 1): rows and columns permuted, perhaps
    /// transposed, and digits renamed
    ///
    /// Solutions in csv and JSON move along, and other columns are copied. --seed S prints the same
    /// equivalents again.
    #[arg(long, group = GROUP, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    #[arg(value_parser = parse_positive)]
    pub shuffle: Option<NonZero<u64>>,

    /// Print the grid itself in the output format; nothing is solved
    #[arg(long, group = GROUP)]
    pub convert: bool,

    /// With --convert: add pencil marks, the digits that no clue excludes
    #[arg(long)]
    pub marks: bool,
}

/// A question, and the option that asks it.
pub struct AskedQuestion {
    /// The name of the option without dashes.
    pub option: &'static str,
    pub question: Question,
}

impl QuestionOptions {
    /// The question that an option asks, if there is one; clap allows one at most. The seed is that of
    /// random answers.
    pub fn asked(&self, seed: u64) -> Option<AskedQuestion> {
        if let Some(limit) = self.count {
            return Some(AskedQuestion {
                option: "count",
                question: Question::Count { limit },
            });
        }
        if let Some(count) = self.shuffle {
            return Some(AskedQuestion {
                option: "shuffle",
                question: Question::Shuffle { count, seed },
            });
        }
        let limit = self.limit;
        let flags = [
            (self.all, "all", Question::All { limit }),
            (self.verdict, "verdict", Question::Verdict),
            (self.check, "check", Question::Check),
            (self.redundant, "redundant", Question::Redundant),
            (self.minimize, "minimize", Question::Minimize),
            (self.rate, "rate", Question::Rate),
            (self.steps, "steps", Question::Steps),
            (self.candidates, "candidates", Question::Candidates),
            (self.canonical, "canonical", Question::Canonical),
            (self.convert && self.marks, "marks", Question::PencilMarks),
            (self.convert, "convert", Question::Convert),
        ];
        let (_, option, question) = flags.into_iter().find(|&(is_given, ..)| is_given)?;
        Some(AskedQuestion { option, question })
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
        let group = command.get_groups().find(|group| group.get_id() == GROUP);
        let options: HashSet<&str> = group
            .expect("it exists")
            .get_args()
            .map(|id| id.as_str())
            .collect();
        for option in options {
            let cli = Cli::try_parse_from(["sudokat", &format!("--{option}")]).expect("valid");
            let asked = cli.questions.asked(0).expect("a question");
            assert_eq!(asked.option, option);
        }
    }
}
