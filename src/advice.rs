//! Advice for command lines that clap does not accept.

use std::ffi::OsStr;
use std::path::Path;

use clap::ValueEnum;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use sudokat::{Grid, GridError, InputFormat, OutputFormat};

/// Options that people try because other programs have them, and what to type instead.
const UNKNOWN_OPTIONS: [(&str, &str); 19] = [
    ("solve solution solver first smallest any", "leave it out: sudokat prints the smallest solution"),
    ("solutions enumerate list every", "use --all"),
    ("max max-solutions num-solutions number n", "use --all --limit N"),
    ("unique uniqueness is-unique ambiguous", "use --verdict"),
    ("validate valid verify-solution test c", "use --check for finished grids, or --verdict for puzzles"),
    ("minimal minimality", "use --redundant, or --minimize"),
    ("canonicalize canonize normalize minlex", "use --canonical"),
    ("new random create make puzzles", "use --generate N"),
    ("difficulty grade level hardness", "use --rate"),
    ("step hint hints logic human", "use --steps"),
    ("why reason debug verbose v", "use --explain, or --stats"),
    ("time timing benchmark summary", "use --stats"),
    ("format print to f", "use -o FORMAT"),
    ("output out output-file outfile", TO_A_FILE),
    ("input input-file file stdin i", "name the files without an option; - is standard input"),
    ("jobs cores parallel workers t", "use -j N, or leave it out to use every core"),
    ("quiet silent no-messages q s", "redirect standard error to a file: 2> messages.txt"),
    ("colour colors colours no-color no-colour", "use --color WHEN: auto, always or never"),
    ("header field csv-column delimiter separator", "use --column NAME; separators are detected"),
];

const TO_A_FILE: &str = "redirect standard output to a file: > solutions.txt (-o sets the format)";

/// Explains a clap error for which clap has no useful advice.
pub fn for_clap_error(error: &clap::Error) -> Option<String> {
    let argument = |kind| match error.get(kind) {
        Some(ContextValue::String(argument)) => argument.as_str(),
        Some(ContextValue::Strings(arguments)) => arguments.first().map_or("", String::as_str),
        _ => "",
    };
    let [argument, prior, value] =
        [ContextKind::InvalidArg, ContextKind::PriorArg, ContextKind::InvalidValue].map(argument);
    let asks = |option: &str| [argument, prior].contains(&option);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            Some(format!("there is no option {argument}: {}", for_unknown_option(argument.trim_start_matches('-'))?))
        }
        ErrorKind::InvalidValue if argument.starts_with("--output-format") && value.contains(['.', '/', '\\']) => {
            Some(format!("there is no output format {value}: {TO_A_FILE}"))
        }
        ErrorKind::ArgumentConflict if asks("--verdict") && !asks("--check") && !asks("--convert") => Some(format!(
            "{argument} and {prior} cannot be combined: leave out --verdict and add -o json, which prints it too"
        )),
        ErrorKind::ArgumentConflict => {
            Some(format!("{argument} and {prior} cannot be combined: run sudokat once with each"))
        }
        _ => None,
    }
}

/// Suggests what to type instead of an option that does not exist.
fn for_unknown_option(name: &str) -> Option<String> {
    if OutputFormat::from_str(name, false).is_ok() {
        return Some(format!("use -o {name}"));
    }
    if InputFormat::from_str(name, false).is_ok() {
        return Some(format!("use --input-format {name}, or leave it out: the format is detected"));
    }
    let (_, advice) = UNKNOWN_OPTIONS.iter().find(|(names, _)| names.split(' ').any(|other| other == name))?;
    Some(advice.to_string())
}

/// Explains an argument that is a grid, not a file. The grid may have too many or too few cells.
pub fn for_grid_argument(argument: &OsStr) -> Option<String> {
    let text = argument.to_str()?;
    let is_grid = matches!(text.parse::<Grid>(), Ok(_) | Err(GridError::Count(_, 41..)));
    let grid: String = text.split_whitespace().collect();
    (is_grid && !Path::new(text).exists())
        .then(|| format!("expected a file, found a grid\n\n  tip: echo '{grid}' | sudokat"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cli::command;

    #[test]
    fn advice_is_about_options_that_do_not_exist_and_names_options_that_do() {
        let command = command();
        let long: HashSet<_> = command.get_arguments().filter_map(|option| option.get_long()).collect();
        let short: HashSet<_> = command.get_arguments().filter_map(|option| option.get_short()).collect();
        let mut names = HashSet::new();
        for (others, advice) in UNKNOWN_OPTIONS {
            for name in others.split(' ') {
                let is_option = long.contains(name) || name.len() == 1 && name.chars().all(|c| short.contains(&c));
                assert!(names.insert(name) && !is_option, "{name}");
            }
            for word in advice.split([' ', ',', ';', ':']).filter(|word| word.starts_with("--")) {
                assert!(long.contains(&word[2..]), "{advice}");
            }
        }
    }
}
