//! Broken pipes: the program that reads the answers has closed its end, as `head` does after ten
//! lines. The next write would fail, but it may be hours away, or may have to wait for input first.
//! On Unix, `poll` notices sooner.

use std::io::{self, ErrorKind};

pub use system::{wait_for_broken_stdout, wait_for_input};

/// Whether an error says that the other end of a pipe is closed. Windows has several errors for
/// that; the standard library does not know this one.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
    let is_disconnected = cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
    is_disconnected || error.kind() == ErrorKind::BrokenPipe
}

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io::{self, ErrorKind};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    /// Waits until `input` can be read or has ended.
    ///
    /// # Errors
    /// `BrokenPipe` if standard output becomes a broken pipe before that.
    pub fn wait_for_input(input: &File) -> io::Result<()> {
        let stdout = io::stdout();
        let mut polled = [
            PollFd::new(&stdout, PollFlags::empty()),
            PollFd::new(input, PollFlags::IN),
        ];
        wait_for_event(&mut polled);
        let [stdout, input] = polled;
        if is_broken(&stdout) && input.revents().is_empty() {
            return Err(ErrorKind::BrokenPipe.into());
        }
        Ok(())
    }

    /// Waits until standard output is a broken pipe, and then returns true. If standard output is a
    /// file on disk, this never returns. If it cannot be polled, this returns false at once.
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
#[cfg(windows)]
mod system {
    use std::fs::File;
    use std::io;

    /// Returns at once: the read itself waits for the input.
    pub fn wait_for_input(_: &File) -> io::Result<()> {
        Ok(())
    }

    /// Returns false at once.
    pub fn wait_for_broken_stdout() -> bool {
        false
    }
}
