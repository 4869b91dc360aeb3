//! The command line program: sends the inputs through a stream and maps its status to an exit status.

mod cli;
mod exit;
mod files;
mod help;
mod progress;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use sudokat::{Status, Stream};

use cli::Cli;
use files::Output;

fn main() -> ExitCode {
    exit::on_fault();
    // Online judges and most scripts give no arguments; they need not wait for clap.
    let cli = if std::env::args_os().len() > 1 { Cli::parse_checked() } else { Ok(Cli::default()) };
    let result = match &cli {
        Ok(cli) => run(cli),
        Err(error) if error.use_stderr() => {
            files::report(error.to_string().trim_end());
            Ok(Status::Invalid)
        }
        // clap also returns --help and --version as errors.
        Err(help) => print_text(help.to_string().as_bytes()),
    };
    ExitCode::from(exit::status(result))
}

/// Writes the program's own text to standard output.
fn print_text(text: &[u8]) -> io::Result<Status> {
    Output::Answers.write_all(text)?;
    Output::Answers.flush()?;
    Ok(Status::Solved)
}

/// Does what the command line asks for. An error is one of standard output.
fn run(cli: &Cli) -> io::Result<Status> {
    files::EXIT_ZERO.store(cli.exit_zero, Ordering::Relaxed);
    if let Some(text) = help::generated_text(cli)? {
        return print_text(&text);
    }
    if cli.count.is_some() {
        // A count can take hours in which no write fails.
        exit::when_reader_is_gone();
    }
    let standard_input = [PathBuf::from("-")];
    let paths = if cli.files.is_empty() { &standard_input } else { &cli.files[..] };
    progress::start(cli.progress, || paths.iter().map(|path| files::size(path)).sum());
    let mut stream = Stream::new(cli.options(), Output::Answers, Output::Messages).on_progress(progress::update);
    let written = answer(paths, cli.fail_fast, &mut stream);
    if cli.stats {
        files::report(&format!("sudokat: {}", stream.stats()));
    }
    written.map(|()| stream.status())
}

/// Answers all inputs.
fn answer(paths: &[PathBuf], fail_fast: bool, stream: &mut Stream<Output, Output>) -> io::Result<()> {
    for path in paths {
        let name = files::escape_name(path);
        match files::open(path) {
            Ok((input, true)) => stream.solve_file(&name, input)?,
            Ok((input, false)) => stream.solve(&name, input)?,
            Err(error) => stream.fail(&name, format_args!("{error:#}")),
        }
        if fail_fast && stream.status() == Status::Invalid {
            break;
        }
    }
    Ok(())
}
