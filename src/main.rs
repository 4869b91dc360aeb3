//! The command line program: sends the inputs through a stream and maps its status to an exit
//! status.

mod cli;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use sudokat::{Generator, Status, Stream};

use cli::descriptor::is_broken_pipe;
use cli::exit::{self, Exit};
use cli::output::{Answers, Messages};
use cli::{Cli, files, help, progress};

/// What messages say before the reason if standard output cannot be written.
const CANNOT_WRITE: &str = "cannot write to standard output";

/// The stream of the program.
type ProgramStream = Stream<Answers, Messages>;

fn main() -> ExitCode {
    exit::end_on_panic();
    let cli = Cli::from_arguments();
    let exit = Exit {
        messages: Messages::default(),
        always_zero: cli.as_ref().is_ok_and(|cli| cli.running.exit_zero),
    };
    let outcome = match cli {
        Ok(cli) => run(&cli, &exit),
        // clap also returns --help and --version as errors.
        Err(help) if !help.use_stderr() => print_text(help.to_string().as_bytes()),
        Err(usage) => Err(usage.into()),
    };
    ExitCode::from(exit.finish(outcome))
}

/// Does what the command line asks for.
///
/// # Errors
/// Standard output cannot be written.
fn run(cli: &Cli, exit: &Exit) -> anyhow::Result<Status> {
    if let Some(shell) = cli.packaging.completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "sudokat", &mut text);
        return print_text(&text);
    }
    if cli.packaging.man {
        return print_text(&help::manual_page(Cli::command())?);
    }
    if cli.has_slow_answers() {
        exit.end_when_reader_leaves();
    }
    answer_all(cli, &exit.messages).context(CANNOT_WRITE)
}

/// Writes the program's own text to standard output.
fn print_text(text: &[u8]) -> anyhow::Result<Status> {
    let written = Answers.write_all(text).and_then(|()| Answers.flush());
    written.map(|()| Status::Solved).context(CANNOT_WRITE)
}

/// Answers all grids of the inputs, or random ones.
fn answer_all(cli: &Cli, messages: &Messages) -> io::Result<Status> {
    let paths = input_paths(cli);
    start_progress(cli, &paths);
    if let Some(seed) = cli.random.seed
        && cli.running.stats
    {
        messages.print(&format!("sudokat: --seed {seed}"));
    }
    let mut stream =
        Stream::new(cli.options(), Answers, messages.clone()).on_progress(progress::set_grids);
    let written = match cli.random.generate {
        Some(count) => answer_random(cli, count, &mut stream, messages),
        None => answer_files(cli, &paths, &mut stream, messages),
    };
    let reader_is_gone = written.as_ref().is_err_and(is_broken_pipe);
    if cli.running.stats && !reader_is_gone {
        messages.print(&format!("sudokat: {}", stream.stats()));
    }
    written.map(|()| stream.status())
}

/// The inputs: standard input if no file is named. Random puzzles need none.
fn input_paths(cli: &Cli) -> Vec<PathBuf> {
    if cli.files.is_empty() && cli.random.generate.is_none() {
        vec![PathBuf::from("-")]
    } else {
        cli.files.clone()
    }
}

/// Starts the progress bar, if it is wanted.
fn start_progress(cli: &Cli, paths: &[PathBuf]) {
    if let Some(delay) = cli.running.progress_delay() {
        let total_bytes = paths.iter().map(|path| files::size_on_disk(path)).sum();
        progress::start(delay, total_bytes);
    }
}

/// Generates random puzzles and answers them.
fn answer_random(
    cli: &Cli,
    count: NonZero<u64>,
    stream: &mut ProgramStream,
    messages: &Messages,
) -> io::Result<()> {
    if let Some(rare) = cli.random.rare_puzzles() {
        messages.print(&format!(
            "sudokat: puzzles with {rare} are rare: this may take a while"
        ));
    }
    let seed = cli.random.seed.unwrap_or_default();
    let options = cli.random.options(cli.running.max_threads());
    let count = usize::try_from(count.get()).unwrap_or(usize::MAX);
    stream.solve("<generated>", Generator::new(seed, options).lines(count))
}

/// Answers all grids of these files. With `--fail-fast`, stops at the first error.
fn answer_files(
    cli: &Cli,
    paths: &[PathBuf],
    stream: &mut ProgramStream,
    messages: &Messages,
) -> io::Result<()> {
    for path in paths {
        answer_file(path, stream, messages)?;
        if cli.running.fail_fast && stream.status() == Status::Invalid {
            break;
        }
    }
    Ok(())
}

/// Answers all grids of a file.
fn answer_file(path: &Path, stream: &mut ProgramStream, messages: &Messages) -> io::Result<()> {
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
