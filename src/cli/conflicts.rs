//! Arguments that do not fit together, as far as clap does not detect it.

use std::path::Path;

use clap::error::ErrorKind;
use clap::{CommandFactory, ValueEnum};
use sudokat::{InputFormat, OutputFormat, Question, Symmetry};

use super::Cli;
use super::questions::Asked;
use super::values::name_of;

/// A usage error with this message.
pub fn error(message: String) -> clap::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, message)
}

impl Cli {
    /// A message about arguments that do not fit together, and what to type instead.
    pub fn mismatch(&self) -> Option<String> {
        self.limit_among_files()
            .or_else(|| self.column_of_another_format())
            .or_else(|| self.limit_without_all())
            .or_else(|| self.random_option_without_generate())
            .or_else(|| self.clues_without_quarter_turn())
            .or_else(|| self.unsupported_output_format())
    }

    /// In `--count 5`, clap takes the 5 for a file.
    fn limit_among_files(&self) -> Option<String> {
        self.questions.count?;
        let is_limit = |name: &&str| name.parse::<u64>().is_ok() && !Path::new(name).exists();
        let mut names = self.files.iter().filter_map(|file| file.to_str());
        let name = names.find(is_limit)?;
        Some(format!(
            "there is no file {name}: use --count={name} to count up to {name}"
        ))
    }

    fn column_of_another_format(&self) -> Option<String> {
        self.formats.column.as_ref()?;
        if self.formats.input_format? == InputFormat::Csv {
            return None;
        }
        Some("--column names a column of csv: leave out --input-format".into())
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

    fn random_option_without_generate(&self) -> Option<String> {
        if self.random.generate.is_some() {
            return None;
        }
        let option = self.random.any_given()?;
        Some(format!("{option} needs --generate N"))
    }

    /// A quarter turn moves all clues but the one in the center in fours.
    fn clues_without_quarter_turn(&self) -> Option<String> {
        let clues = self.random.clues?;
        if self.random.symmetry != Symmetry::Quarter || clues % 4 <= 1 {
            return None;
        }
        let fewer = clues / 4 * 4 + 1;
        Some(format!(
            "with --symmetry quarter, the number of clues is a multiple of 4, or one more: \
             use --clues {fewer} or --clues {}",
            fewer + 3
        ))
    }

    fn unsupported_output_format(&self) -> Option<String> {
        let format = self.formats.output_format?;
        let Asked { option, question } = self.questions.asked()?;
        if question.supports(format) {
            return None;
        }
        let supported: Vec<String> = OutputFormat::value_variants()
            .iter()
            .filter(|&&other| question.supports(other))
            .map(name_of)
            .collect();
        Some(format!(
            "--{option} prints {}, which -o {} cannot show: use -o {}",
            what_it_prints(question),
            name_of(&format),
            supported.join("|")
        ))
    }
}

/// What the answers to a question consist of.
fn what_it_prints(question: Question) -> &'static str {
    match question {
        Question::Count { .. } | Question::Rate => "numbers",
        Question::Candidates => "pencil marks",
        Question::Verdict | Question::Check | Question::Redundant | Question::Steps => "words",
        // Any format shows these; `Question` may get more variants.
        _ => "grids",
    }
}
