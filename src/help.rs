//! What the program prints about itself: the end of its help, the manual page and shell completions.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::Cli;

/// The end of -h.
pub const EXAMPLE: &str = "\
Example: sudokat puzzles.txt > solutions.txt
All options, input formats and exit statuses: sudokat --help";

/// The end of --help and of the manual page. That is indented, so no line is longer than 72 characters.
pub const SECTIONS: &str = include_str!("help.txt");

/// The completions or the manual page, if they are asked for.
///
/// # Errors
/// Those of the writers; there are none in memory.
pub fn generated_text(cli: &Cli) -> io::Result<Option<Vec<u8>>> {
    let mut text = Vec::new();
    if let Some(shell) = cli.completions {
        clap_complete::generate(shell, &mut Cli::command(), "sudokat", &mut text);
    } else if cli.man {
        write_manual_page(&mut text)?;
    }
    Ok(Some(text).filter(|text| !text.is_empty()))
}

fn write_manual_page(page: &mut impl Write) -> io::Result<()> {
    // The page leaves out the help of options that are hidden from -h.
    let man = Man::new(Cli::command().mut_args(|option| option.hide_short_help(false)));
    man.render_title(page)?;
    man.render_name_section(page)?;
    let usage = [bold("sudokat"), roman(" [OPTION]... [FILE]...")];
    Roff::new().control("SH", ["SYNOPSIS"]).text(usage).to_writer(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    let mut sections = Roff::new();
    for paragraph in SECTIONS.split("\n\n") {
        // The first paragraph of a section is below its title, which is not indented.
        let (gap, text) = match paragraph.split_once(":\n") {
            Some((title, text)) if !title.starts_with(' ') => {
                sections.control("fi", []).control("SH", [&*title.to_uppercase()]).control("nf", []);
                ("", text)
            }
            _ => ("\n", paragraph),
        };
        let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        sections.text([roman(gap), roman(lines.join("\n"))]);
    }
    sections.control("fi", []).to_writer(page)
}

#[cfg(test)]
mod tests {
    use clap::builder::StyledStr;
    use clap::{Command, Parser};

    use super::*;

    /// The widths of the lines of a help text, on a terminal of 80 columns.
    fn widths(render: impl FnOnce(&mut Command) -> StyledStr) -> Vec<usize> {
        let help = render(&mut Cli::command().term_width(80)).to_string();
        help.trim_end().lines().map(|line| line.chars().count()).collect()
    }

    #[test]
    fn the_short_help_fits_on_one_screen() {
        let widths = widths(Command::render_help);
        assert!(widths.len() <= 24 && widths.iter().all(|&width| width <= 80), "{widths:?}");
    }

    #[test]
    fn the_long_help_is_not_long_and_the_manual_page_fits_into_80_columns() {
        let widths = widths(Command::render_long_help);
        assert!(widths.len() < 200 && widths.iter().all(|&width| width <= 80), "{widths:?}");
        assert!(SECTIONS.lines().all(|line| line.chars().count() <= 72));
    }

    #[test]
    fn the_examples_are_valid_command_lines() {
        let commands = SECTIONS.lines().chain(EXAMPLE.lines()).filter_map(|line| line.split_once("sudokat "));
        let commands: Vec<_> = commands.map(|(_, options)| options.split(" > ").next().unwrap_or_default()).collect();
        assert_eq!(commands.len(), 7);
        for options in commands {
            let arguments = ["sudokat"].into_iter().chain(options.split_whitespace());
            let result = Cli::try_parse_from(arguments);
            assert!(result.as_ref().is_ok_and(|cli| cli.conflict().is_none()) || options == "--help", "{options}");
        }
    }
}
