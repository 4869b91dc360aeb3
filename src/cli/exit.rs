//! How the program ends.
//!
//! | status | reason |
//! |---|---|
//! | 0 | every grid has a solution, or standard output is a broken pipe |
//! | 1 | a grid has no solution |
//! | 2 | a grid is invalid, a read or write has failed, a message was lost, or the command line is wrong |
//! | 2 | internal error: a panic, even with `--exit-zero` |
//!
//! A broken pipe outweighs everything but a lost message and a panic: the reader of the answers has
//! all that it wants. `--exit-zero` turns the status of every run that starts into 0, except after
//! a panic.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, panic, process, thread};

use sudokat::Status;

use super::descriptor::write_once;
use super::escape::escape;
use super::pipe::{is_broken_pipe, wait_for_broken_stdout};
use super::progress;
use super::stdio::Stderr;

/// The exit status if something is wrong.
const FAILURE: u8 = 2;

/// How long to wait after the reader of the answers is gone: it may have left because it has read
/// the last one, and the program may be about to notice that this was the last.
const GRACE_PERIOD: Duration = Duration::from_millis(100);

/// Decides how the program ends.
#[derive(Clone)]
pub struct ExitPolicy {
    /// Where the error is printed. It knows whether a message was lost.
    stderr: Stderr,
    /// Whether `--exit-zero` is given.
    exit_zero: bool,
    /// Whether no more answers will be written, so that a broken pipe no longer matters.
    answers_done: Arc<AtomicBool>,
}

impl ExitPolicy {
    pub fn new(stderr: Stderr, exit_zero: bool) -> ExitPolicy {
        ExitPolicy {
            stderr,
            exit_zero,
            answers_done: Arc::default(),
        }
    }

    /// Removes the progress bar, prints the error if the outcome is one, and returns the exit
    /// status.
    pub fn report(&self, outcome: anyhow::Result<Status>) -> u8 {
        progress::end();
        let status = match outcome {
            Ok(status) => status_code(status),
            Err(error) if is_caused_by_broken_pipe(&error) => 0,
            Err(error) => {
                self.stderr.print(&error_message(&error));
                FAILURE
            }
        };
        if self.exit_zero {
            return 0;
        }
        if self.stderr.has_lost_messages() {
            return FAILURE;
        }
        status
    }

    /// Makes the program exit as soon as standard output is a broken pipe, until
    /// [`stop_watching_pipe`](ExitPolicy::stop_watching_pipe). Otherwise the program would only
    /// notice when it writes the next answer.
    pub fn exit_on_broken_pipe(&self) {
        let policy = self.clone();
        // If the thread cannot be started, the program exits later.
        let _ = thread::Builder::new().spawn(move || policy.exit_once_stdout_breaks());
    }

    /// Says that no more answers will be written: a broken pipe no longer ends the program, which
    /// may still have statistics to print.
    pub fn stop_watching_pipe(&self) {
        self.answers_done.store(true, Ordering::Relaxed);
    }

    fn exit_once_stdout_breaks(&self) {
        if !wait_for_broken_stdout() {
            return;
        }
        thread::sleep(GRACE_PERIOD);
        if !self.answers_done.load(Ordering::Relaxed) {
            // A broken pipe counts as success: see the table above.
            process::exit(self.report(Ok(Status::Solved)).into());
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

/// The text of an error, in which control characters of quoted input are escaped.
fn error_message(error: &anyhow::Error) -> String {
    // A clap error is a whole message of several lines.
    let message = match error.downcast_ref::<clap::Error>() {
        Some(usage) => usage.to_string(),
        None => format!("sudokat: {error:#}"),
    };
    let lines: Vec<String> = message.trim_end().lines().map(escape).collect();
    lines.join("\n")
}

/// Makes the program exit on a panic in any thread, with a message on one line and status 2.
pub fn exit_on_panic() {
    panic::set_hook(Box::new(|info| {
        let message = escape(&info.to_string().replace('\n', " "));
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
            super::exit_on_panic();
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
