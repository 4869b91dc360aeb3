//! How the program ends: with status 0 if every grid has a solution or the reader closed the pipe,
//! 1 if a grid has none, 2 if something is wrong.

use std::{io, panic, process, thread};

use sudokat::Status;

use crate::cli::files::{
    Messages, escape, is_broken_pipe, wait_for_input_or_closed_output, write_once,
};
use crate::cli::progress;

/// The exit status for the outcome of a run. An error is printed, unless the reader of the answers
/// has closed the pipe, as `head` does.
pub fn report_outcome(outcome: anyhow::Result<Status>, messages: &Messages, exit_zero: bool) -> u8 {
    progress::end();
    let status = match outcome {
        Ok(status) => status as u8,
        Err(error) if error.downcast_ref().is_some_and(is_broken_pipe) => 0,
        Err(error) => {
            // The errors of clap are whole messages.
            let usage = error.downcast_ref().map(clap::Error::to_string);
            let message = usage.unwrap_or_else(|| format!("sudokat: {error:#}"));
            let lines: Vec<String> = message.trim_end().lines().map(escape).collect();
            messages.report(&lines.join("\n"));
            2
        }
    };
    let status = if messages.has_lost_messages() {
        2
    } else {
        status
    };
    if exit_zero { 0 } else { status }
}

/// Ends the program as soon as the reader of the answers has closed the pipe. An answer can take
/// hours, and a write would notice the closed pipe only then.
pub fn end_when_reader_is_gone(messages: Messages, exit_zero: bool) {
    let wait = move || {
        if wait_for_input_or_closed_output(None) {
            process::exit(report_outcome(Ok(Status::Solved), &messages, exit_zero).into());
        }
    };
    // Without the thread, the program ends later.
    let _ = thread::Builder::new().spawn(wait);
}

/// Makes a panic in any thread end the program with a message on one line and status 2.
pub fn end_on_panic() {
    panic::set_hook(Box::new(|panic| {
        let message = panic.to_string().replace('\n', " ");
        // This bypasses the progress bar, which may have panicked.
        let text = format!("sudokat: internal error, please report it: {message}\n");
        let _ = write_once(&mut io::stderr(), text.as_bytes());
        process::exit(2);
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
