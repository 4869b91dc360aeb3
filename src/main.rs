//! The command line: inputs to the stream, its status to the exit status.

mod cli;
mod progress;

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use sudokat::format::{Dress, Joint};
use sudokat::stream::{Status, Stream};

use cli::{Cli, InputFormat, Output, When};
use progress::{Beside, Shared};

fn main() -> ExitCode {
    // Judges and shell loops give no arguments, and would wait for clap to find that out.
    let cli = if std::env::args_os().len() > 1 { Cli::parse_sound() } else { Cli::default() };
    let status = match run(&cli) {
        Ok(Status::Solved) => 0,
        Ok(Status::Unsolvable) => 1,
        Ok(Status::Faulty) => 2,
        // Whoever read the answers has had enough of them.
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            let _ = writeln!(io::stderr(), "sudokat: {error:#}");
            2
        }
    };
    ExitCode::from(if cli.exit_zero { 0 } else { status })
}

fn run(cli: &Cli) -> anyhow::Result<Status> {
    if let Some(text) = cli.about_itself() {
        io::stdout().write_all(&text).context("cannot write to standard output")?;
        return Ok(Status::Solved);
    }
    let bar = progress::bar(cli.progress, &cli.files);
    let mut stream = Stream::new(Beside::new(io::stdout(), &bar), Beside::new(io::stderr(), &bar)).ask(cli.ask());
    for (is_asked, add) in [
        (cli.explain, Stream::explain as fn(_) -> _),
        (cli.fail_fast, Stream::fail_fast),
        (cli.stats, Stream::stats),
        (cli.verify, Stream::verify),
    ] {
        if is_asked {
            stream = add(stream);
        }
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
    if let Some(bar) = bar.clone() {
        stream = stream.watch(move |grids| progress::show(&bar, grids));
    }
    let solved = solve_all(&mut stream, cli, &bar);
    progress::end(&bar);
    if cli.stats && solved.is_ok() {
        let _ = writeln!(io::stderr(), "sudokat: {}", stream.summary());
    }
    solved?;
    Ok(stream.status())
}

fn solve_all(stream: &mut Stream<impl Write + Send, impl Write + Send>, cli: &Cli, bar: &Shared) -> anyhow::Result<()> {
    if cli.files.is_empty() {
        solve(stream, Path::new("-"), bar)?;
    }
    cli.files.iter().try_for_each(|file| solve(stream, file, bar))
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

fn solve(stream: &mut Stream<impl Write + Send, impl Write + Send>, file: &Path, bar: &Shared) -> anyhow::Result<()> {
    let standard = file.as_os_str() == "-";
    let name = if standard { "<stdin>".into() } else { file.to_string_lossy() };
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
    let is_file = input.metadata().is_ok_and(|metadata| metadata.is_file());
    let input = Beside::new(input, bar);
    let written = if is_file { stream.solve_file(&name, input) } else { stream.solve(&name, input) };
    written.context("cannot write to standard output")
}

/// Standard input as a file, which can tell whether it is one on disk, and which has no buffer of its own to go through.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?;
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?;
    Ok(File::from(handle))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
