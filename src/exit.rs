//! How the program ends: with status 0 if every grid has a solution or the reader closed the pipe, 1 if one has none, 2 if something
//! was wrong.

use std::io;
use std::{panic, process};

use sudokat::Status;

use crate::files::{Output, exit_status, report};
use crate::progress;

/// The exit status for the outcome of a run, which is at its end. An error is one of standard output, and is printed.
pub fn status(outcome: io::Result<Status>) -> u8 {
    progress::end();
    exit_status(match outcome {
        Ok(Status::Solved) => 0,
        Ok(Status::Unsolvable) => 1,
        Ok(Status::Invalid) => 2,
        Err(error) => {
            report(&format!("sudokat: cannot write to standard output: {error}"));
            2
        }
    })
}

/// Ends the program as soon as the reader of standard output is gone. That is for answers that take long: a write would notice it
/// only then.
#[cfg(unix)]
pub fn when_reader_is_gone() {
    use crate::files::end_quietly;
    use rustix::event::{PollFd, PollFlags, poll};
    use std::thread;

    let wait = || {
        let output = io::stdout();
        // Errors are always polled for, and a pipe that nobody reads is one.
        let mut polled = [PollFd::new(&output, PollFlags::empty())];
        while poll(&mut polled, None) == Err(rustix::io::Errno::INTR) {}
        if polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            end_quietly();
        }
    };
    // Without the thread, the program ends later.
    let _ = thread::Builder::new().spawn(wait);
}

/// Here it is only noticed when an answer is written.
#[cfg(not(unix))]
pub fn when_reader_is_gone() {}

/// Makes a fault in any thread end the program with a message on one line and status 2, instead of the signal SIGABRT: a panic, or
/// that there is no memory, for which the standard library has a message of its own.
pub fn on_fault() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGABRT, flag::register_conditional_shutdown};
        use std::sync::{Arc, atomic::AtomicBool};
        // Without memory for the handler, the signal ends the program.
        let _ = register_conditional_shutdown(SIGABRT, 2, Arc::new(AtomicBool::new(true)));
    }
    panic::set_hook(Box::new(|panic| {
        let message = panic.to_string().replace('\n', " ");
        // Not through the progress bar, where the panic may have been.
        let text = format!("sudokat: internal error, please report it: {message}\n");
        let _ = Output::Messages.write_some(text.as_bytes());
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
            super::on_fault();
            let _ = thread::spawn(|| panic!("on purpose")).join();
            return;
        }
        let name = "exit::tests::a_panic_in_any_thread_is_one_line_and_status_2";
        let program = std::env::current_exe().expect("this program");
        let output = Command::new(program).args(["--exact", name]).env(PANICS, "").output().expect("it starts again");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!((messages.lines().count(), output.status.code()), (1, Some(2)), "{messages}");
        assert!(messages.starts_with("sudokat: internal error, please report it: "), "{messages}");
        assert!(messages.trim_end().ends_with("on purpose"), "{messages}");
    }
}
