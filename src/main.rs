//! The command line program: a [`Stream`] reads the inputs, answers their grids and writes the
//! answers; its [`Status`] becomes the exit status.

mod cli;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use sudokat::{Generator, Status, Stream};

use cli::exit::{ExitPolicy, exit_on_panic};
use cli::pipe::is_broken_pipe;
use cli::stdio::{Stderr, Stdout};
use cli::{Cli, files, help, progress};

/// The prefix of write errors.
const CANNOT_WRITE: &str = "cannot write to standard output";

fn main() -> ExitCode {
    exit_on_panic();
    let cli = Cli::from_arguments();
    let stderr = Stderr::default();
    let exit_zero = cli.as_ref().is_ok_and(|cli| cli.running.exit_zero);
    let exit_policy = ExitPolicy::new(stderr.clone(), exit_zero);
    let outcome = match cli {
        Ok(cli) => execute(&cli, &stderr, &exit_policy),
        // clap also returns --help and --version as errors.
        Err(text) if !text.use_stderr() => print_text(text.to_string().as_bytes()),
        Err(usage) => Err(usage.into()),
    };
    ExitCode::from(exit_policy.report(outcome))
}

/// Does what the command line asks for.
///
/// # Errors
/// Standard output cannot be written.
fn execute(cli: &Cli, stderr: &Stderr, exit_policy: &ExitPolicy) -> anyhow::Result<Status> {
    if let Some(shell) = cli.packaging.completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "sudokat", &mut text);
        return print_text(&text);
    }
    if cli.packaging.man {
        return print_text(&help::manual_page(Cli::command())?);
    }
    if cli.has_slow_answers() {
        exit_policy.exit_on_broken_pipe();
    }
    let mut run = Run::new(cli, stderr);
    run.print_seed();
    let written = run.answer_all();
    exit_policy.stop_watching_pipe();
    run.print_stats(&written);
    written.context(CANNOT_WRITE)?;
    Ok(run.stream.status())
}

/// Writes the program's own text to standard output.
fn print_text(text: &[u8]) -> anyhow::Result<Status> {
    Stdout.write_all(text).context(CANNOT_WRITE)?;
    Stdout.flush().context(CANNOT_WRITE)?;
    Ok(Status::Solved)
}

/// A run over the grids of all inputs, or over random puzzles.
struct Run<'a> {
    cli: &'a Cli,
    stderr: &'a Stderr,
    /// For random puzzles and equivalents.
    seed: u64,
    stream: Stream<Stdout, Stderr>,
}

impl<'a> Run<'a> {
    fn new(cli: &'a Cli, stderr: &'a Stderr) -> Run<'a> {
        let seed = cli.choose_seed();
        let stream = Stream::new(cli.stream_options(seed), Stdout, stderr.clone())
            .on_progress(progress::set_grids);
        Run {
            cli,
            stderr,
            seed,
            stream,
        }
    }

    /// Prints the seed if something is random and `--stats` asks for it.
    fn print_seed(&self) {
        if self.cli.running.stats && self.cli.is_random() {
            self.stderr.print(&format!("sudokat: --seed {}", self.seed));
        }
    }

    /// Starts the progress bar and answers all grids.
    ///
    /// # Errors
    /// Standard output cannot be written; so do the methods that this calls.
    fn answer_all(&mut self) -> io::Result<()> {
        let paths = input_paths(self.cli);
        start_progress(self.cli, &paths);
        match self.cli.random.generate {
            Some(count) => self.answer_random(count),
            None => self.answer_files(&paths),
        }
    }

    /// Prints the statistics if `--stats` asks for them, unless the reader of the answers is gone.
    fn print_stats(&self, written: &io::Result<()>) {
        let reader_is_gone = written.as_ref().is_err_and(is_broken_pipe);
        if self.cli.running.stats && !reader_is_gone {
            let stats = self.stream.stats();
            self.stderr.print(&format!("sudokat: {stats}"));
        }
    }

    /// Generates this many random puzzles and answers them.
    fn answer_random(&mut self, count: NonZero<u64>) -> io::Result<()> {
        if let Some(rarity) = self.cli.random.rarity() {
            self.stderr.print(&format!(
                "sudokat: puzzles with {rarity} are rare: this may take a while"
            ));
        }
        let options = self.cli.generator_options();
        let count = usize::try_from(count.get()).unwrap_or(usize::MAX);
        let puzzles = Generator::new(self.seed, options).lines(count);
        self.stream.solve("<generated>", puzzles)
    }

    /// Answers all grids of these files. With `--fail-fast`, stops at the first error.
    fn answer_files(&mut self, paths: &[PathBuf]) -> io::Result<()> {
        for path in paths {
            self.answer_file(path)?;
            if self.cli.running.fail_fast && self.stream.status() == Status::Invalid {
                break;
            }
        }
        Ok(())
    }

    /// Answers all grids of a file. One that cannot be opened gets a message, and the run
    /// continues. `solve_file` writes answers many at a time: reading a file on disk never has to
    /// wait.
    fn answer_file(&mut self, path: &Path) -> io::Result<()> {
        let name = files::input_name(path);
        match files::open_input(path, self.stderr) {
            Ok(input) if input.is_on_disk => self.stream.solve_file(&name, files::decode(input)),
            Ok(input) => self.stream.solve(&name, files::decode(input)),
            Err(error) => {
                self.stream.fail(&name, format_args!("{error:#}"));
                Ok(())
            }
        }
    }
}

/// The inputs: standard input if no file is named. With `--generate` there are none: clap accepts
/// no files then.
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
        // `None` if an input is not on disk.
        let total_bytes: Option<u64> = paths.iter().map(|path| files::bytes_on_disk(path)).sum();
        progress::start(delay, total_bytes);
    }
}
