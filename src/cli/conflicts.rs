//! Conflicts between arguments that clap does not detect.

use std::num::NonZero;
use std::path::Path;

use clap::ValueEnum;
use sudokat::{InputFormat, OutputFormat, Question, Symmetry};

use super::Cli;
use super::questions::{ANY_SEED, ExplicitQuestion};
use super::values::name_of;

impl Cli {
    /// A message about the first conflict, if there is one, and what to type instead.
    pub fn conflict(&self) -> Option<String> {
        self.number_as_file()
            .or_else(|| self.column_with_other_format())
            .or_else(|| self.limit_without_all())
            .or_else(|| self.marks_without_convert())
            .or_else(|| self.random_option_without_generate())
            .or_else(|| self.seed_without_use())
            .or_else(|| self.clues_unfit_for_quarter_turn())
            .or_else(|| self.explain_with_unsolved_puzzles())
            .or_else(|| self.unsupported_output_format())
    }

    /// In `--count 5` and `--shuffle 5`, clap takes the 5 for a file.
    fn number_as_file(&self) -> Option<String> {
        let mut names = self.files.iter().filter_map(|file| file.to_str());
        let name = names.find(|name| is_number_not_file(name))?;
        let tip = if self.questions.count.is_some() {
            format!("use --count={name} to count up to {name}")
        } else if self.questions.shuffle.is_some() {
            format!("use --shuffle={name} for {name} equivalents of each grid")
        } else {
            return None;
        };
        Some(format!("there is no file {name}: {tip}"))
    }

    /// With `--column`, every input is read as csv or JSON, so another format would be ignored.
    /// `--solution-column` needs no check: each input without that column gets a message.
    fn column_with_other_format(&self) -> Option<String> {
        let format = self.formats.input_format?;
        let has_columns = matches!(format, InputFormat::Csv | InputFormat::JsonLines);
        if self.formats.column.is_none() || has_columns {
            return None;
        }
        let message = "--column names a column of csv or a member of JSON: \
                       leave out --input-format";
        Some(message.into())
    }

    fn limit_without_all(&self) -> Option<String> {
        let limit = self.questions.limit?;
        if self.questions.all {
            return None;
        }
        Some(format!(
            "--limit needs --all; to count up to {limit} solutions, use --count={limit}"
        ))
    }

    fn marks_without_convert(&self) -> Option<String> {
        if !self.questions.marks || self.questions.convert {
            return None;
        }
        Some("--marks needs --convert; for the digits of all solutions, use --candidates".into())
    }

    /// clap's `requires` would print four lines to say that `--generate` is missing.
    fn random_option_without_generate(&self) -> Option<String> {
        if self.random.generate.is_some() {
            return None;
        }
        let option = self.random.first_option_needing_generate()?;
        Some(format!("{option} needs --generate N"))
    }

    fn seed_without_use(&self) -> Option<String> {
        if self.random.seed.is_none() || self.is_random() {
            return None;
        }
        Some("--seed needs --generate N or --shuffle".into())
    }

    /// A quarter turn moves clues in fours, except for a clue in the center.
    fn clues_unfit_for_quarter_turn(&self) -> Option<String> {
        let clues = self.random.clues?;
        if self.random.symmetry != Some(Symmetry::QuarterTurn) || clues % 4 <= 1 {
            return None;
        }
        let multiple = clues / 4 * 4;
        Some(format!(
            "with --symmetry quarter, the number of clues is a multiple of 4, or one more: \
             use --clues {} or --clues {}",
            multiple + 1,
            multiple + 4
        ))
    }

    /// `--generate` alone means `--convert`, which clap does not accept together with `--explain`.
    fn explain_with_unsolved_puzzles(&self) -> Option<String> {
        if !self.prints_unsolved_puzzles() || !self.running.explain {
            return None;
        }
        let message = "--explain is about solutions, and --generate prints puzzles: \
                       pipe them into sudokat --explain";
        Some(message.into())
    }

    /// Without a question, grids are printed, and every format can show them.
    fn unsupported_output_format(&self) -> Option<String> {
        let format = self.formats.output_format?;
        let ExplicitQuestion { option, question } = self.questions.explicit(ANY_SEED)?;
        if question.supports(format) {
            return None;
        }
        let supported: Vec<String> = OutputFormat::value_variants()
            .iter()
            .filter(|&&other| question.supports(other))
            .map(name_of)
            .collect();
        Some(format!(
            "{option} prints {}, which -o {} cannot show: use -o {}",
            what_it_prints(question),
            name_of(&format),
            supported.join("|")
        ))
    }
}

/// Whether an argument is a number above 0, and no file has this name.
fn is_number_not_file(argument: &str) -> bool {
    argument.parse::<NonZero<u64>>().is_ok() && !Path::new(argument).exists()
}

/// The word that a message uses for the answers to a question.
fn what_it_prints(question: Question) -> &'static str {
    match question {
        Question::Count { .. } | Question::Rate => "numbers",
        Question::Candidates | Question::PencilMarks => "pencil marks",
        Question::Verdict | Question::Check | Question::Redundant | Question::Steps => "text",
        // `Question` is non-exhaustive. Every format can show the other answers.
        _ => "grids",
    }
}
