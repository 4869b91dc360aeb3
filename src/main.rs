//! The command line program: sends the inputs through a stream and maps its status to an exit status.

mod cli;
mod help;
mod inputs;
mod progress;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::{env, panic};

use anyhow::Context;
use sudokat::{Status, Stream};

use cli::Cli;
use inputs::{Blocking, Input};
use progress::{Progress, WithProgress};

/// The context of errors on standard output.
const WRITING: &str = "cannot write to standard output";

fn main() -> ExitCode {
    exit_on_panic();
    // Judges and most scripts give no arguments; they need not wait for clap.
    let cli = if env::args_os().len() > 1 { Cli::parse_checked() } else { Ok(Cli::default()) };
    let result = match &cli {
        Ok(cli) => run(cli),
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            Ok(Status::Invalid)
        }
        Err(help) => print(help.to_string().as_bytes()),
    };
    let status = match result {
        Ok(Status::Solved) => 0,
        Ok(Status::Unsolvable) => 1,
        Ok(Status::Invalid) => 2,
        // Whoever reads the answers has read enough, as `head` does.
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            let _ = writeln!(io::stderr(), "sudokat: {error:#}");
            2
        }
    };
    ExitCode::from(if cli.is_ok_and(|cli| cli.exit_zero) { 0 } else { status })
}

/// Makes a panic in any thread end the program with a message on one line and status 2, instead of the signal SIGABRT.
fn exit_on_panic() {
    panic::set_hook(Box::new(|panic| {
        let message = panic.to_string().replace('\n', " ");
        let _ = writeln!(io::stderr(), "sudokat: internal error, please report it: {message}");
        process::exit(2);
    }));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes the program's own text to standard output.
fn print(text: &[u8]) -> anyhow::Result<Status> {
    inputs::standard_output().and_then(|mut output| output.write_all(text)).context(WRITING)?;
    Ok(Status::Solved)
}

/// Answers all inputs.
fn run(cli: &Cli) -> anyhow::Result<Status> {
    if let Some(text) = help::generated_text(cli)? {
        return print(&text);
    }
    let progress = Progress::new(cli.progress, &cli.files);
    let answers = WithProgress::new(inputs::standard_output().context(WRITING)?, progress.beside_answers());
    let messages = WithProgress::new(Blocking(io::stderr()), progress.clone());
    let mut stream = cli.configure(Stream::new(answers, messages));
    if let Some(updater) = progress.updater(cli.progress) {
        stream = stream.on_progress(updater);
    }
    let standard_input = [PathBuf::from("-")];
    for path in if cli.files.is_empty() { &standard_input } else { &cli.files[..] } {
        let name = inputs::escape_name(path);
        match Input::open(path) {
            Ok(Input { bytes, is_file }) => {
                let bytes = WithProgress::new(bytes, progress.clone());
                if is_file { stream.solve_file(&name, bytes) } else { stream.solve(&name, bytes) }.context(WRITING)?;
            }
            Err(error) => stream.fail(&name, format_args!("{error:#}")),
        }
        if cli.fail_fast && stream.status() == Status::Invalid {
            break;
        }
    }
    if cli.stats {
        let _ = writeln!(WithProgress::new(io::stderr(), progress), "sudokat: {}", stream.summary());
    }
    Ok(stream.status())
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;

    /// Nothing in the program panics on purpose, so this test does, in a process of its own.
    #[test]
    fn a_panic_in_any_thread_is_one_line_and_status_2() {
        const PANICS: &str = "SUDOKAT_TEST_PANICS";
        if std::env::var_os(PANICS).is_some() {
            super::exit_on_panic();
            let _ = thread::spawn(|| panic!("on purpose")).join();
            return;
        }
        let name = "tests::a_panic_in_any_thread_is_one_line_and_status_2";
        let program = std::env::current_exe().expect("this program");
        let output = Command::new(program).args(["--exact", name]).env(PANICS, "").output().expect("it starts again");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!((messages.lines().count(), output.status.code()), (1, Some(2)), "{messages}");
        assert!(messages.starts_with("sudokat: internal error, please report it: "), "{messages}");
        assert!(messages.trim_end().ends_with("on purpose"), "{messages}");
    }
}
