//! The exit status: 0 if every grid has a solution or the reader closed the pipe, 1 if one has none, 2 if something was wrong.

use std::sync::Once;
use std::sync::atomic::Ordering;
use std::{io, panic, process};

use sudokat::Status;

use crate::inputs::{IS_MESSAGE_LOST, report};

/// The exit status for the outcome of a run. An error is printed.
pub fn status(outcome: anyhow::Result<Status>) -> u8 {
    let status = match outcome {
        Ok(Status::Solved) => 0,
        Ok(Status::Unsolvable) => 1,
        Ok(Status::Invalid) => 2,
        // Whoever reads the answers has read enough, as `head` does.
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            report(&format!("sudokat: {error:#}"));
            2
        }
    };
    if IS_MESSAGE_LOST.load(Ordering::Relaxed) { 2 } else { status }
}

/// Ends the program as soon as the reader of standard output is gone. That is for answers that take long: a write would notice it
/// only then.
#[cfg(unix)]
pub fn when_reader_is_gone() {
    use rustix::event::{PollFd, PollFlags, poll};
    use std::thread;

    let wait = || {
        let output = io::stdout();
        // Errors are always polled for, and a pipe that nobody reads is one.
        let mut polled = [PollFd::new(&output, PollFlags::empty())];
        while poll(&mut polled, None) == Err(rustix::io::Errno::INTR) {}
        if polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            process::exit(0);
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
    // If several threads panic, the others wait until the first one has ended the program.
    static FIRST: Once = Once::new();
    panic::set_hook(Box::new(|panic| {
        FIRST.call_once(|| {
            let message = panic.to_string().replace('\n', " ");
            report(&format!("sudokat: internal error, please report it: {message}"));
            process::exit(2);
        });
    }));
}

/// The reader of a pipe is gone. Windows has several errors for that, of which the standard library does not know this one.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
    let is_disconnected = |error: &io::Error| cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe || is_disconnected(error))
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
