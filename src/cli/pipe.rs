//! Broken pipes: the program that reads the answers has closed its end, as `head` does after ten
//! lines. The next write would fail, but it may be hours away, or wait for an input. On Unix, `poll`
//! notices sooner.

use std::io::{self, ErrorKind};

pub use system::{stdout_breaks_before_input, wait_for_broken_stdout};

/// Whether a write failed because the pipe is broken. Windows has several errors for that; the
/// standard library does not know this one.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
    let is_disconnected = cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
    is_disconnected || error.kind() == ErrorKind::BrokenPipe
}

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    /// Waits until `input` can be read or has ended, or until standard output is a broken pipe.
    /// Returns whether only the latter has happened.
    pub fn stdout_breaks_before_input(input: &File) -> bool {
        let stdout = io::stdout();
        let mut polled = [
            PollFd::new(&stdout, PollFlags::empty()),
            PollFd::new(input, PollFlags::IN),
        ];
        wait_for_event(&mut polled);
        let [stdout, input] = polled;
        is_broken(&stdout) && input.revents().is_empty()
    }

    /// Waits until standard output is a broken pipe, and then returns true. If it is a file on disk,
    /// this never returns. If it cannot be polled, this returns false at once.
    pub fn wait_for_broken_stdout() -> bool {
        let stdout = io::stdout();
        let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
        wait_for_event(&mut polled);
        is_broken(&polled[0])
    }

    /// Waits until something has happened to one of these descriptors: what it is polled for, or an
    /// error, which `poll` always reports.
    fn wait_for_event(polled: &mut [PollFd<'_>]) {
        while poll(polled, None) == Err(Errno::INTR) {}
    }

    /// Whether `poll` has reported a pipe without a reader. Which flag says so depends on the
    /// system.
    fn is_broken(stdout: &PollFd<'_>) -> bool {
        stdout.revents().intersects(PollFlags::ERR | PollFlags::HUP)
    }
}

/// Here only a write notices a broken pipe.
#[cfg(not(unix))]
mod system {
    use std::fs::File;

    /// Returns false at once: the read itself waits for the input.
    pub fn stdout_breaks_before_input(_: &File) -> bool {
        false
    }

    /// Returns false at once.
    pub fn wait_for_broken_stdout() -> bool {
        false
    }
}
