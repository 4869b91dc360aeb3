//! The command line program: sends the inputs through a stream and maps its status to an exit status.

mod cli;
mod exit;
mod help;
mod inputs;
mod progress;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use sudokat::{Status, Stream};

use cli::Cli;
use inputs::{Blocking, Messages};
use progress::WithProgress;

/// The context of errors on standard output.
const CANNOT_WRITE: &str = "cannot write to standard output";

fn main() -> ExitCode {
    exit::on_fault();
    // Online judges and most scripts give no arguments; they need not wait for clap.
    let cli = if std::env::args_os().len() > 1 { Cli::parse_checked() } else { Ok(Cli::default()) };
    let result = match &cli {
        Ok(cli) => run(cli),
        Err(error) if error.use_stderr() => {
            inputs::report(error.to_string().trim_end());
            Ok(Status::Invalid)
        }
        // clap also returns --help and --version as errors.
        Err(help) => print_text(help.to_string().as_bytes()),
    };
    let status = exit::status(result);
    ExitCode::from(if cli.is_ok_and(|cli| cli.exit_zero) { 0 } else { status })
}

/// Writes the program's own text to standard output.
fn print_text(text: &[u8]) -> anyhow::Result<Status> {
    let mut output = Blocking(io::stdout());
    output.write_all(text).and_then(|()| output.flush()).context(CANNOT_WRITE)?;
    Ok(Status::Solved)
}

/// Answers all inputs.
fn run(cli: &Cli) -> anyhow::Result<Status> {
    if let Some(text) = help::generated_text(cli)? {
        return print_text(&text);
    }
    if cli.count.is_some() {
        exit::when_reader_is_gone();
    }
    let standard_input = [PathBuf::from("-")];
    let files = if cli.files.is_empty() { &standard_input } else { &cli.files[..] };
    let bar = progress::bar(cli.progress, files);
    // On a terminal, answers could be written over the bar.
    let bar_beside_answers = bar.clone().filter(|_| io::stdout().is_terminal());
    let answers = WithProgress(Blocking(io::stdout()), bar_beside_answers);
    let mut stream = Stream::new(cli.options(), answers, WithProgress(Messages, bar.clone()));
    if let Some(bar) = bar.clone() {
        stream = stream.on_progress(progress::updater(bar, cli.progress));
    }
    for path in files {
        let name = inputs::escape_name(path);
        match inputs::open(path) {
            Ok((reader, is_file)) => {
                let input = WithProgress(reader, bar.clone());
                if is_file { stream.solve_file(&name, input) } else { stream.solve(&name, input) }
                    .context(CANNOT_WRITE)?;
            }
            Err(error) => stream.fail(&name, format_args!("{error:#}")),
        }
        if cli.fail_fast && stream.status() == Status::Invalid {
            break;
        }
    }
    if cli.stats {
        let _ = writeln!(WithProgress(Messages, bar), "sudokat: {}", stream.stats());
    }
    Ok(stream.status())
}
