//! How the program ends: with status 0 if every grid has a solution or the reader closed the pipe,
//! 1 if a grid has none, 2 if something is wrong.

use std::{io, panic, process, thread};

use sudokat::Status;

use super::files::{self, Messages, escape, is_broken_pipe, write_once};
use super::progress;

/// The exit status of a wrong command line, of a failed read or write, and of invalid input.
const INVALID: u8 = 2;

/// What the end of the program depends on, apart from its outcome.
#[derive(Clone)]
pub struct Exit {
    pub messages: Messages,
    /// Exit with status 0 whatever happens.
    pub always_zero: bool,
}

impl Exit {
    /// Removes the progress bar, prints the error if the outcome is one, and returns the exit status.
    /// It is not an error that the reader of the answers has closed the pipe, as `head` does.
    pub fn finish(&self, outcome: anyhow::Result<Status>) -> u8 {
        progress::end();
        let status = match outcome {
            Ok(status) => status_code(status),
            Err(error) => self.report(&error),
        };
        if self.always_zero {
            0
        } else if self.messages.has_lost_messages() {
            INVALID
        } else {
            status
        }
    }

    /// Prints an error and returns its exit status.
    fn report(&self, error: &anyhow::Error) -> u8 {
        if error.downcast_ref().is_some_and(is_broken_pipe) {
            return 0;
        }
        // The errors of clap are whole messages.
        let message = match error.downcast_ref() {
            Some(usage) => clap::Error::to_string(usage),
            None => format!("sudokat: {error:#}"),
        };
        let lines: Vec<String> = message.trim_end().lines().map(escape).collect();
        self.messages.report(&lines.join("\n"));
        INVALID
    }

    /// Ends the program as soon as the reader of the answers has closed the pipe. An answer can take
    /// hours, and a write would notice the closed pipe only then.
    pub fn end_when_reader_is_gone(&self) {
        let exit = self.clone();
        // Without the thread, the program ends later.
        let _ = thread::Builder::new().spawn(move || exit.wait_for_reader_to_go());
    }

    fn wait_for_reader_to_go(&self) {
        if files::output_closes_before(None) {
            process::exit(self.finish(Ok(Status::Solved)).into());
        }
    }
}

fn status_code(status: Status) -> u8 {
    match status {
        Status::Solved => 0,
        Status::Unsolvable => 1,
        Status::Invalid => INVALID,
    }
}

/// Makes a panic in any thread end the program with a message on one line and status 2.
pub fn end_on_panic() {
    panic::set_hook(Box::new(|panic| {
        let message = panic.to_string().replace('\n', " ");
        // This bypasses the progress bar, which may have panicked.
        let text = format!("sudokat: internal error, please report it: {message}\n");
        let _ = write_once(&mut io::stderr(), text.as_bytes());
        process::exit(INVALID.into());
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
