//! The options that -h lists, the end of the help, and the manual page. The help of an option is
//! the comment on its field, as in `questions`.

use std::io;

use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

/// The options that -h lists. Only --help and the manual page have the others.
const SUMMARY_OPTIONS: [&str; 11] = [
    "all",
    "count",
    "verdict",
    "check",
    "rate",
    "steps",
    "generate",
    "output_format",
    "explain",
    "stats",
    "threads",
];

/// Hides an option from -h, unless it is one of [`SUMMARY_OPTIONS`].
pub fn set_summary_visibility(option: Arg) -> Arg {
    let is_in_summary = SUMMARY_OPTIONS.contains(&option.get_id().as_str());
    option.hide_short_help(!is_in_summary)
}

/// The end of -h.
pub const EXAMPLE: &str = "\
Example: sudokat puzzles.txt > solutions.txt
All options, input formats and exit statuses: sudokat --help";

/// The end of --help and of the manual page. The manual page indents it, so no line is longer than
/// 72 characters.
pub const SECTIONS: &str = include_str!("help.txt");

/// The manual page.
///
/// # Errors
/// Errors of the writer; writing to memory has none.
pub fn manual_page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    // The page leaves out the help of options that are hidden from -h.
    let man = Man::new(command.mut_args(|option| option.hide_short_help(false)));
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    Roff::new()
        .control("SH", ["SYNOPSIS"])
        .text([bold("sudokat"), roman(" [OPTION]... [FILE]...")])
        .to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    sections().to_writer(&mut page)?;
    Ok(page)
}

/// [`SECTIONS`] as roff, the language of manual pages.
fn sections() -> Roff {
    let mut sections = Roff::new();
    let mut lines = SECTIONS.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(title) = section_title(line) {
            sections.control("SH", [title.to_uppercase().as_str()]);
            // Keeps the lines below as they are.
            sections.control("nf", []);
            continue;
        }
        // `SH` inserts a blank line above a title.
        let is_above_title = lines.peek().copied().and_then(section_title).is_some();
        if !(line.is_empty() && is_above_title) {
            sections.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
    }
    sections
}

/// The title in a line such as `Input formats:`, if it is one.
fn section_title(line: &str) -> Option<&str> {
    line.strip_suffix(':')
        .filter(|title| !title.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use clap::builder::StyledStr;
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::Cli;

    /// The widths of the lines of a help text, on a terminal of 80 columns.
    fn widths(render: impl FnOnce(&mut Command) -> StyledStr) -> Vec<usize> {
        let help = render(&mut Cli::command().term_width(80)).to_string();
        help.trim_end()
            .lines()
            .map(|line| line.chars().count())
            .collect()
    }

    #[test]
    fn the_summary_lists_options_that_exist() {
        let command = Cli::command();
        for name in SUMMARY_OPTIONS {
            assert!(
                command
                    .get_arguments()
                    .any(|option| option.get_id() == name),
                "{name}"
            );
        }
    }

    #[test]
    fn the_short_help_fits_on_one_screen() {
        let widths = widths(Command::render_help);
        assert!(
            widths.len() <= 24 && widths.iter().all(|&width| width <= 80),
            "{widths:?}"
        );
    }

    #[test]
    fn the_long_help_is_not_long_and_the_manual_page_fits_into_80_columns() {
        let widths = widths(Command::render_long_help);
        assert!(
            widths.len() <= 210 && widths.iter().all(|&width| width <= 80),
            "{widths:?}"
        );
        assert!(SECTIONS.lines().all(|line| line.chars().count() <= 72));
    }

    #[test]
    fn the_examples_are_valid_command_lines() {
        let commands = SECTIONS
            .lines()
            .chain(EXAMPLE.lines())
            .filter_map(|line| line.split_once("sudokat "));
        let commands: Vec<_> = commands
            .map(|(_, options)| options.split(" > ").next().unwrap_or_default())
            .collect();
        assert_eq!(commands.len(), 9, "{commands:?}");
        for options in commands {
            let arguments = ["sudokat"].into_iter().chain(options.split_whitespace());
            let result = Cli::try_parse_from(arguments);
            assert!(
                result.as_ref().is_ok_and(|cli| cli.conflict().is_none()) || options == "--help",
                "{options}"
            );
        }
    }
}
