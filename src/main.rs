//! The command line: inputs to the stream, its status to the exit status.

mod cli;

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use sudokat::format::{Dress, Joint};
use sudokat::stream::{Status, Stream};

use cli::{Cli, InputFormat, Output, When};

/// What could not be done when an error comes from there.
const TO_STANDARD_OUTPUT: &str = "cannot write to standard output";

fn main() -> ExitCode {
    // Judges and shell loops give no arguments, and would wait for clap to find that out.
    let parsed = if std::env::args_os().len() > 1 { Cli::try_parse() } else { Ok(Cli::default()) };
    let cli = match parsed {
        Ok(cli) => cli,
        // Wrong usage, or help, which can be lost like any answer.
        Err(told) => {
            let printed = told.print().context(TO_STANDARD_OUTPUT);
            return ExitCode::from(printed.map_or_else(|error| end(&error), |()| told.exit_code() as u8));
        }
    };
    let status = match run(&cli) {
        Ok(Status::Solved) => 0,
        Ok(Status::Unsolvable) => 1,
        Ok(Status::Faulty) => 2,
        Err(error) => end(&error),
    };
    ExitCode::from(if cli.exit_zero { 0 } else { status })
}

/// The status to exit with after this error, which is told.
fn end(error: &anyhow::Error) -> u8 {
    // Whoever read the answers has had enough of them.
    if is_broken_pipe(error) {
        return 0;
    }
    let _ = writeln!(io::stderr(), "sudokat: {error:#}");
    2
}

fn run(cli: &Cli) -> anyhow::Result<Status> {
    let mut stream = Stream::new(standard_output().context(TO_STANDARD_OUTPUT)?, io::stderr());
    if cli.any {
        stream = stream.any();
    }
    if cli.fail_fast {
        stream = stream.fail_fast();
    }
    if let Some(InputFormat(Some(layout))) = cli.input_format {
        stream = stream.layout(layout);
    }
    if let Some(dress) = dress(cli.output, cli.color) {
        stream = stream.dress(dress);
    }
    if let Some(threads) = cli.threads {
        stream = stream.threads(threads);
    }
    if cli.files.is_empty() {
        solve(&mut stream, Path::new("-"))?;
    }
    for file in &cli.files {
        solve(&mut stream, file)?;
    }
    Ok(stream.status())
}

/// `None`: as the input is laid out.
fn dress(output: Output, color: When) -> Option<Dress> {
    let asks_for_none = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match output {
        Output::Auto => None,
        Output::Line => Some(Dress::Line),
        Output::Packed => Some(Dress::Rows(Joint::Packed)),
        Output::Spaced => Some(Dress::Rows(Joint::Spaced)),
        Output::Pretty => Some(Dress::Pretty {
            coloured: match color {
                When::Auto => io::stdout().is_terminal() && !asks_for_none(),
                When::Always => true,
                When::Never => false,
            },
        }),
        Output::Csv => Some(Dress::Csv),
        Output::Json => Some(Dress::Json),
    }
}

fn solve(stream: &mut Stream<impl Write + Send, impl Write + Send>, file: &Path) -> anyhow::Result<()> {
    let standard = file.as_os_str() == "-";
    let name = if standard { "<stdin>".into() } else { shown(file) };
    let input = match if standard { standard_input() } else { File::open(file) } {
        Ok(input) => input,
        Err(error) => {
            stream.fail(&name, format_args!(" cannot open: {error}"));
            return Ok(());
        }
    };
    if standard && input.is_terminal() {
        let hint = "sudokat: type a grid, nine rows of nine digits with 0 for a blank (--help tells more)";
        let _ = writeln!(io::stderr(), "{hint}");
    }
    let written = match input.metadata() {
        Ok(metadata) if metadata.is_file() && is_standard_output(&metadata) => {
            stream.fail(&name, " expected another file, found the one that the answers go to");
            return Ok(());
        }
        Ok(metadata) if metadata.is_file() => stream.solve_file(&name, input),
        _ => stream.solve(&name, input),
    };
    written.context(TO_STANDARD_OUTPUT)
}

/// The name of a file as messages have it, which take one line and must not steer a terminal.
fn shown(file: &Path) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    file.to_string_lossy().chars().map(escaped).collect()
}

/// Standard input as a file, which can tell whether it is one on disk, and which has no buffer of its own to go through.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?;
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?;
    Ok(File::from(handle))
}

/// Standard output as a file: [`io::Stdout`] takes one that is not open for writing for a sink.
#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?))
}

/// Standard output, which a console must be written to through.
#[cfg(windows)]
fn standard_output() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Whether a file is the one that answers are written to: it would be read for ever, and fill the disk.
#[cfg(unix)]
fn is_standard_output(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let output = standard_output().and_then(|output| output.metadata());
    output.is_ok_and(|output| (output.dev(), output.ino()) == (file.dev(), file.ino()))
}

/// Files have no identity here that is cheap to tell.
#[cfg(windows)]
fn is_standard_output(_: &Metadata) -> bool {
    false
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
