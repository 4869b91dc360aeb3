//! How the program ends.
//!
//! | status | reason |
//! |---|---|
//! | 0 | every grid has a solution, or standard output is a broken pipe |
//! | 1 | a grid has no solution |
//! | 2 | a grid is invalid, a read or write has failed, a message was lost, or the command line is wrong |
//!
//! A broken pipe outweighs everything but a lost message: the reader of the answers has all that it
//! wants. `--exit-zero` outweighs both.

use std::{io, panic, process, thread};

use sudokat::Status;

use super::descriptor::write_once;
use super::escape::escape;
use super::pipe::{is_broken_pipe, wait_for_broken_stdout};
use super::progress;
use super::stdio::Stderr;

/// The exit status if something is wrong.
const FAILURE: u8 = 2;

/// What decides the exit status, besides the outcome of the run.
#[derive(Clone)]
pub struct ExitPolicy {
    pub stderr: Stderr,
    /// Exit with status 0 whatever happens: `--exit-zero`.
    pub always_zero: bool,
}

impl ExitPolicy {
    /// Removes the progress bar, prints the error if the outcome is one, and returns the exit
    /// status.
    pub fn finish(&self, outcome: anyhow::Result<Status>) -> u8 {
        progress::end();
        let status = match outcome {
            Ok(status) => status_code(status),
            Err(error) if is_caused_by_broken_pipe(&error) => 0,
            Err(error) => {
                self.stderr.print(&error_message(&error));
                FAILURE
            }
        };
        if self.always_zero {
            return 0;
        }
        if self.stderr.has_lost_messages() {
            return FAILURE;
        }
        status
    }

    /// Makes the program end as soon as standard output is a broken pipe. Otherwise only the next
    /// answer would notice that.
    pub fn end_on_broken_pipe(&self) {
        let policy = self.clone();
        // Without the thread, the program ends later.
        let _ = thread::Builder::new().spawn(move || policy.exit_after_broken_pipe());
    }

    fn exit_after_broken_pipe(&self) {
        if wait_for_broken_stdout() {
            process::exit(self.finish(Ok(Status::Solved)).into());
        }
    }
}

fn status_code(status: Status) -> u8 {
    match status {
        Status::Solved => 0,
        Status::Unsolvable => 1,
        Status::Invalid => FAILURE,
    }
}

fn is_caused_by_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(is_broken_pipe)
}

/// What to print about an error. Nothing that it quotes can control the terminal.
fn error_message(error: &anyhow::Error) -> String {
    // The errors of clap are whole messages of several lines.
    let message = match error.downcast_ref::<clap::Error>() {
        Some(usage) => usage.to_string(),
        None => format!("sudokat: {error:#}"),
    };
    let lines: Vec<String> = message.trim_end().lines().map(escape).collect();
    lines.join("\n")
}

/// Makes a panic in any thread end the program with a message on one line and status 2.
pub fn end_on_panic() {
    panic::set_hook(Box::new(|panic| {
        let message = escape(&panic.to_string().replace('\n', " "));
        // This bypasses the progress bar, which may have panicked.
        let text = format!("sudokat: internal error, please report it: {message}\n");
        let _ = write_once(&mut io::stderr(), text.as_bytes());
        process::exit(FAILURE.into());
    }));
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
            super::end_on_panic();
            let _ = thread::spawn(|| panic!("on purpose")).join();
            return;
        }
        let name = "cli::exit::tests::a_panic_in_any_thread_is_one_line_and_status_2";
        let program = std::env::current_exe().expect("this program");
        let output = Command::new(program)
            .args(["--exact", name])
            .env(PANICS, "")
            .output()
            .expect("it starts again");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (messages.lines().count(), output.status.code()),
            (1, Some(2)),
            "{messages}"
        );
        assert!(
            messages.starts_with("sudokat: internal error, please report it: "),
            "{messages}"
        );
        assert!(messages.trim_end().ends_with("on purpose"), "{messages}");
    }
}
