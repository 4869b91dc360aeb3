//! The command line: inputs to the stream, its status to the exit status.

mod cli;
mod progress;

use std::fs::{File, Metadata};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{self, ExitCode};
use std::{io, panic};

use anyhow::Context;
use sudokat::format::{Dress, Joint};
use sudokat::stream::{Status, Stream};

use cli::{Cli, InputFormat, Output, When};
use progress::{Beside, Shared};

/// What could not be done when an error comes from there.
const TO_STANDARD_OUTPUT: &str = "cannot write to standard output";

fn main() -> ExitCode {
    end_on_panic();
    // Judges and shell loops give no arguments, and would wait for clap to find that out.
    let parsed = if std::env::args_os().len() > 1 { Cli::parse_sound() } else { Ok(Cli::default()) };
    let cli = match parsed {
        Ok(cli) => cli,
        Err(told) if told.use_stderr() => {
            let _ = told.print();
            return ExitCode::from(2);
        }
        // Help can be lost like any answer.
        Err(told) => {
            return ExitCode::from(print(told.to_string().as_bytes()).map_or_else(|error| end(&error), |()| 0));
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

/// From now on a panic, in whatever thread, ends the program with a word and a status that a script knows. A signal would be
/// none.
fn end_on_panic() {
    panic::set_hook(Box::new(|panicked| {
        let _ = writeln!(io::stderr(), "sudokat: a bug in sudokat itself, please report it: {panicked}");
        process::exit(2);
    }));
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

/// Writes something that is no answer to standard output.
fn print(text: &[u8]) -> anyhow::Result<()> {
    standard_output().and_then(|output| Beside::new(output, &None).write_all(text)).context(TO_STANDARD_OUTPUT)
}

fn run(cli: &Cli) -> anyhow::Result<Status> {
    if let Some(text) = cli.about_itself() {
        print(&text)?;
        return Ok(Status::Solved);
    }
    let output = standard_output().context(TO_STANDARD_OUTPUT)?;
    let bar = progress::bar(cli.progress, &cli.files);
    // Answers that go elsewhere leave the bar where it is.
    let answers = Beside::new(output, &bar.clone().filter(|_| io::stdout().is_terminal()));
    let mut stream = Stream::new(answers, Beside::new(io::stderr(), &bar)).ask(cli.ask());
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
    let metadata = input.metadata().ok().filter(Metadata::is_file);
    if metadata.as_ref().is_some_and(is_standard_output) {
        stream.fail(&name, " expected another file, found the one that the answers go to");
        return Ok(());
    }
    let input = Beside::new(input, bar);
    let written = if metadata.is_some() { stream.solve_file(&name, input) } else { stream.solve(&name, input) };
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

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;

    /// Nothing in the program panics on purpose, so this test does, in a process of its own.
    #[test]
    fn a_panic_in_a_worker_is_told_and_ends_with_status_2() {
        const PANICS: &str = "SUDOKAT_TEST_PANICS";
        if std::env::var_os(PANICS).is_some() {
            super::end_on_panic();
            let _ = thread::spawn(|| panic!("on purpose")).join();
            return;
        }
        let name = "tests::a_panic_in_a_worker_is_told_and_ends_with_status_2";
        let itself = std::env::current_exe().expect("a program");
        let output = Command::new(itself).args(["--exact", name]).env(PANICS, "").output().expect("it starts again");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("sudokat: a bug in sudokat itself, please report it: "), "{message}");
        assert!(message.contains("on purpose"), "{message}");
    }
}
