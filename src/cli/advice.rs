//! Advice for command lines that clap does not accept.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use sudokat::{Grid, GridError};

/// Options that people try because other programs have them, and what to type instead.
const UNKNOWN_OPTIONS: [(&str, &str); 20] = [
    (
        "solve solution solver first smallest any",
        "leave it out: sudokat prints the smallest solution",
    ),
    ("solutions enumerate list every", "use --all"),
    (
        "max max-solutions num-solutions number n",
        "use --all --limit N",
    ),
    ("unique uniqueness is-unique ambiguous", "use --verdict"),
    (
        "validate valid verify-solution test c",
        "use --check for finished grids, or --verdict for puzzles",
    ),
    ("minimal minimality", "use --redundant, or --minimize"),
    ("canonicalize canonize normalize minlex", "use --canonical"),
    ("new random create make puzzles", "use --generate N"),
    ("difficulty grade level hardness", "use --rate"),
    ("step hint hints logic human", "use --steps"),
    ("why reason debug verbose v", "use --explain, or --stats"),
    ("time timing benchmark summary", "use --stats"),
    (
        "format print to f json csv html pretty packed spaced line",
        "use -o FORMAT, such as -o json",
    ),
    (
        "jsonl hodoku bank pencilmarks",
        "use --input-format FORMAT, or leave it out: the format is detected",
    ),
    ("output out output-file outfile", TO_A_FILE),
    (
        "input input-file file stdin i",
        "name the files without an option; - is standard input",
    ),
    (
        "jobs cores parallel workers t",
        "use -j N, or leave it out to use every core",
    ),
    (
        "quiet silent no-messages q s",
        "redirect standard error to a file: 2> messages.txt",
    ),
    (
        "colour colors colours no-color no-colour",
        "use --color WHEN: auto, always or never",
    ),
    (
        "header field csv-column delimiter separator",
        "use --column NAME; separators are detected",
    ),
];

const TO_A_FILE: &str = "redirect standard output to a file: > solutions.txt (-o sets the format)";

/// Adds a tip to an error, instead of clap's guess.
pub fn with_tip(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let is_meant = |names: &str| {
        names
            .split(' ')
            .any(|name| name == option.trim_start_matches('-'))
    };
    let has_suggestion = error.get(ContextKind::SuggestedValue).is_some();
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => UNKNOWN_OPTIONS
            .iter()
            .find(|(names, _)| is_meant(names))
            .map(|(_, tip)| *tip),
        // If clap knows no similar format, the value may be a file.
        ErrorKind::InvalidValue if option.starts_with("--output") && !has_suggestion => {
            Some(TO_A_FILE)
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![tip.into()]),
        );
    }
    error
}

/// Explains an argument that is a grid, not a file. The grid may have too many or too few cells.
pub fn for_grid(argument: &str) -> Option<String> {
    let is_grid = matches!(
        argument.parse::<Grid>(),
        Ok(_) | Err(GridError::Count(_, 41..))
    );
    (is_grid && !Path::new(argument).exists())
        .then(|| format!("expected a file, found a grid\n\n  tip: echo '{argument}' | sudokat"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn advice_is_about_options_that_do_not_exist_and_names_options_that_do() {
        let command = Cli::command();
        let long: HashSet<_> = command
            .get_arguments()
            .filter_map(|option| option.get_long())
            .collect();
        let short: HashSet<_> = command
            .get_arguments()
            .filter_map(|option| option.get_short())
            .collect();
        let mut names = HashSet::new();
        for (others, advice) in UNKNOWN_OPTIONS {
            for name in others.split(' ') {
                let is_option = long.contains(name)
                    || name.len() == 1 && name.chars().all(|c| short.contains(&c));
                assert!(names.insert(name) && !is_option, "{name}");
            }
            for word in advice
                .split([' ', ',', ';', ':'])
                .filter(|word| word.starts_with("--"))
            {
                assert!(long.contains(&word[2..]), "{advice}");
            }
        }
    }
}
