//! The options for messages, and for how the program runs.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::time::Duration;

use clap::Args;

use super::values::{When, parse_positive};

/// With `--progress auto`, the bar appears after this time: most runs have ended by then.
const AUTO_PROGRESS_DELAY: Duration = Duration::from_secs(1);

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Messages and running")]
pub struct RunningArgs {
    /// Explain why a grid has no solution, or several
    ///
    /// Names the clues or candidates that conflict, or the cells in which two solutions differ.
    #[arg(long, conflicts_with_all = ["check", "canonical", "shuffle", "convert"])]
    pub explain: bool,

    /// Print statistics at the end, on standard error
    #[arg(long)]
    pub stats: bool,

    /// Show a progress bar: always, never, or auto (on a terminal, if answers go elsewhere)
    #[arg(long, default_value_t, hide_default_value = true)]
    #[arg(value_name = "WHEN", hide_possible_values = true)]
    progress: When,

    /// Stop at the first invalid grid, wrong given solution or unreadable file
    #[arg(long)]
    pub fail_fast: bool,

    /// Exit with status 0 whatever happens, unless the command line is wrong or sudokat has a bug
    #[arg(long)]
    pub exit_zero: bool,

    /// Use N threads, at most 1024 (default: one per core)
    #[arg(short = 'j', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = parse_positive)]
    threads: Option<NonZero<u64>>,
}

impl RunningArgs {
    /// The most threads to use; `None` means one per core. The library uses at most 1024.
    pub fn max_threads(&self) -> Option<NonZero<usize>> {
        let threads = self.threads?;
        Some(threads.try_into().unwrap_or(NonZero::<usize>::MAX))
    }

    /// The delay before the progress bar appears, if it is wanted.
    pub fn progress_delay(&self) -> Option<Duration> {
        match self.progress {
            When::Never => None,
            When::Always => Some(Duration::ZERO),
            When::Auto => {
                let is_useful = io::stderr().is_terminal() && !io::stdout().is_terminal();
                is_useful.then_some(AUTO_PROGRESS_DELAY)
            }
        }
    }
}
