//! Arguments that do not fit together, as far as clap does not detect it.

use std::path::Path;

use clap::error::ErrorKind;
use clap::{CommandFactory, ValueEnum};
use sudokat::{InputFormat, OutputFormat};

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

    fn unsupported_output_format(&self) -> Option<String> {
        let format = self.formats.output_format?;
        let Asked { option, question } = self.asked();
        if question.supports(format) {
            return None;
        }
        let supported: Vec<String> = OutputFormat::value_variants()
            .iter()
            .filter(|&&other| question.supports(other))
            .map(name_of)
            .collect();
        Some(format!(
            "--{option} output does not fit -o {}: use -o {}",
            name_of(&format),
            supported.join("|")
        ))
    }
}
