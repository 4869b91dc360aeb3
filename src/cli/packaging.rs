//! The options that print something about the program itself.

use clap::{ArgAction, Args};
use clap_complete::Shell;

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Help and packaging")]
pub struct PackagingArgs {
    /// Print completions for a shell
    #[arg(long, value_name = "SHELL")]
    pub completions: Option<Shell>,

    /// Print the manual page; to read it: sudokat --man | man -l -
    #[arg(long)]
    pub man: bool,

    /// Print this help (-h prints a summary)
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,

    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}
