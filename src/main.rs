//! The command line program: sends the inputs through a stream and maps its status to an exit
//! status.

mod advice;
mod cli;
mod exit;
mod files;
mod help;
mod progress;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use sudokat::{Generator, GeneratorOptions, Status, Stream};

use cli::Cli;
use files::{Answers, Messages};

fn main() -> ExitCode {
    exit::end_on_panic();
    let messages = Messages::default();
    // Online judges and most scripts give no arguments; they need not wait for clap.
    let cli = if std::env::args_os().len() > 1 {
        Cli::parse_checked()
    } else {
        Ok(Cli::default())
    };
    let exit_zero = cli.as_ref().is_ok_and(|cli| cli.exit_zero);
    let outcome = match cli {
        Ok(cli) => run(&cli, &messages),
        // clap also returns --help and --version as errors.
        Err(help) if !help.use_stderr() => print_text(help.to_string().as_bytes()),
        Err(usage) => Err(usage.into()),
    };
    ExitCode::from(exit::report_outcome(outcome, &messages, exit_zero))
}

const CANNOT_WRITE: &str = "cannot write to standard output";

/// Writes the program's own text to standard output.
fn print_text(text: &[u8]) -> anyhow::Result<Status> {
    let written = Answers.write_all(text).and_then(|()| Answers.flush());
    written.map(|()| Status::Solved).context(CANNOT_WRITE)
}

/// Does what the command line asks for.
///
/// # Errors
/// Standard output cannot be written.
fn run(cli: &Cli, messages: &Messages) -> anyhow::Result<Status> {
    if let Some(shell) = cli.completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "sudokat", &mut text);
        return print_text(&text);
    }
    if cli.man {
        return print_text(&help::manual_page(Cli::command())?);
    }
    if cli.count.is_some() || cli.generate.is_some() {
        exit::end_when_reader_is_gone(messages.clone(), cli.exit_zero);
    }
    let reads_standard_input = cli.files.is_empty() && cli.generate.is_none();
    let paths: &[PathBuf] = if reads_standard_input {
        &[PathBuf::from("-")]
    } else {
        &cli.files
    };
    if let Some(delay) = cli.progress_delay() {
        progress::start(
            delay,
            paths.iter().map(|path| files::size_on_disk(path)).sum(),
        );
    }
    let on_progress = |grids| progress::update(|bar| bar.grids = grids);
    let mut stream = Stream::new(cli.options(), Answers, messages.clone()).on_progress(on_progress);
    let mut written = cli.generate.map_or(Ok(()), |count| {
        generate(cli, count.get(), &mut stream, messages)
    });
    for path in paths {
        if written.is_err() || cli.fail_fast && stream.status() == Status::Invalid {
            break;
        }
        written = answer(path, &mut stream, messages);
    }
    if cli.stats && !written.as_ref().is_err_and(files::is_broken_pipe) {
        messages.report(&format!("sudokat: {}", stream.stats()));
    }
    written.map(|()| stream.status()).context(CANNOT_WRITE)
}

/// Generates random puzzles and answers them.
fn generate(
    cli: &Cli,
    count: u64,
    stream: &mut Stream<Answers, Messages>,
    messages: &Messages,
) -> io::Result<()> {
    if cli.clues.is_some_and(|clues| clues < 22) {
        messages
            .report("sudokat: puzzles with fewer than 22 clues are rare: this may take a while");
    }
    let seed = cli.seed.unwrap_or_else(|| fastrand::u64(..));
    if cli.stats {
        messages.report(&format!("sudokat: --seed {seed}"));
    }
    let options = GeneratorOptions {
        clues: cli.clues,
        symmetry: cli.symmetry,
        rating: cli.rating.clone(),
        threads: cli.options().threads,
    };
    stream.solve(
        "<generated>",
        Generator::new(seed, options).lines(count.try_into().unwrap_or(usize::MAX)),
    )
}

/// Answers all grids of an input.
fn answer(
    path: &Path,
    stream: &mut Stream<Answers, Messages>,
    messages: &Messages,
) -> io::Result<()> {
    let name = files::name_in_messages(path);
    match files::open_input(path, messages) {
        Ok(input) if input.is_on_disk => stream.solve_file(&name, files::decode(input)),
        Ok(input) => stream.solve(&name, files::decode(input)),
        Err(error) => {
            stream.fail(&name, format_args!("{error:#}"));
            Ok(())
        }
    }
}
