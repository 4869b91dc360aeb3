//! The command line: inputs to the stream, its status to the exit status.

mod cli;

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use sudokat::stream::{Status, Stream};

use cli::Cli;

fn main() -> ExitCode {
    let cli = if std::env::args_os().len() > 1 { Cli::parse() } else { Cli::default() };
    let status = match run(cli) {
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
    ExitCode::from(status)
}

fn run(cli: Cli) -> anyhow::Result<Status> {
    let mut stream = Stream::new(io::stdout().lock(), io::stderr());
    if cli.files.is_empty() {
        solve(&mut stream, Path::new("-"))?;
    }
    for file in &cli.files {
        solve(&mut stream, file)?;
    }
    Ok(stream.status())
}

fn solve(stream: &mut Stream<impl Write, impl Write>, file: &Path) -> anyhow::Result<()> {
    let name = file.to_string_lossy();
    let written = if name == "-" {
        let input = io::stdin().lock();
        if input.is_terminal() {
            let _ = writeln!(
                io::stderr(),
                "sudokat: type a grid, nine rows of nine digits with 0 for a blank (--help tells more)"
            );
        }
        stream.solve("<stdin>", input)
    } else {
        match File::open(file) {
            Ok(input) => stream.solve(&name, input),
            Err(error) => {
                stream.fail(&name, format_args!(" cannot open: {error}"));
                Ok(())
            }
        }
    };
    written.context("cannot write to standard output")
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
