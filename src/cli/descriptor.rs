//! System calls on file descriptors, which Windows calls handles, where those of the standard
//! library do not fit.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
#[cfg(unix)]
use std::os::fd::AsFd as AsDescriptor;
#[cfg(windows)]
use std::os::windows::io::AsHandle as AsDescriptor;
use std::thread;
use std::time::Duration;

/// How long to wait before retrying a call that would block.
const RETRY_PAUSE: Duration = Duration::from_millis(1);

/// Standard input or output as a file. Unlike the stream, a file copies no bytes through a buffer
/// and knows whether it is on disk.
pub fn as_file(stream: &impl AsDescriptor) -> io::Result<File> {
    #[cfg(unix)]
    let descriptor = stream.as_fd();
    #[cfg(windows)]
    let descriptor = stream.as_handle();
    descriptor.try_clone_to_owned().map(File::from)
}

/// Writes some of these bytes, and returns how many. Unlike the standard library,
/// this fails if the stream is not open for writing. On Windows, the standard library does the
/// writing, because it converts text for the console.
pub fn write_once(stream: &mut (impl Write + AsDescriptor), bytes: &[u8]) -> io::Result<usize> {
    #[cfg(unix)]
    return Ok(rustix::io::write(stream, bytes)?);
    #[cfg(windows)]
    return stream.write(bytes);
}

/// Repeats a read or a write until it is possible. A signal can interrupt the call, and another
/// program that shares a pipe or a terminal can make it non-blocking. Neither may lose an answer.
pub fn retry<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(RETRY_PAUSE),
            result => return result,
        }
    }
}

/// Whether a write failed because the reader has closed the pipe. Windows has several errors for
/// that; the standard library does not know this one.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
    let is_disconnected = cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
    is_disconnected || error.kind() == ErrorKind::BrokenPipe
}

/// Waits until `input` can be read or has ended, or until the reader of standard output has closed
/// the pipe. Returns whether only the latter has happened.
#[cfg(unix)]
pub fn reader_leaves_before(input: &File) -> bool {
    use rustix::event::{PollFd, PollFlags};
    let output = io::stdout();
    let mut polled = [
        PollFd::new(&output, PollFlags::empty()),
        PollFd::new(input, PollFlags::IN),
    ];
    wait_for_event(&mut polled);
    let [output, input] = polled;
    is_closed_by_reader(&output) && input.revents().is_empty()
}

/// Waits until the reader of standard output has closed the pipe. Returns false if standard output
/// is no pipe that can be waited for.
#[cfg(unix)]
pub fn wait_for_reader_to_leave() -> bool {
    use rustix::event::{PollFd, PollFlags};
    let output = io::stdout();
    let mut polled = [PollFd::new(&output, PollFlags::empty())];
    wait_for_event(&mut polled);
    is_closed_by_reader(&polled[0])
}

/// Waits until something has happened to one of these descriptors: what it was polled for, or an
/// error, which `poll` always reports.
#[cfg(unix)]
fn wait_for_event(polled: &mut [rustix::event::PollFd<'_>]) {
    while rustix::event::poll(polled, None) == Err(rustix::io::Errno::INTR) {}
}

/// Whether `poll` has reported that a pipe has no reader: this is an error.
#[cfg(unix)]
fn is_closed_by_reader(output: &rustix::event::PollFd<'_>) -> bool {
    use rustix::event::PollFlags;
    output.revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// On this system, only a write notices that the reader is gone, and a read waits by itself.
#[cfg(not(unix))]
pub fn reader_leaves_before(_: &File) -> bool {
    false
}

/// On this system, only a write notices that the reader is gone.
#[cfg(not(unix))]
pub fn wait_for_reader_to_leave() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_call_is_tried_again() {
        let mut attempts = [
            ErrorKind::Interrupted,
            ErrorKind::WouldBlock,
            ErrorKind::Interrupted,
        ]
        .into_iter();
        let result = retry(|| attempts.next().map_or(Ok(7), |kind| Err(kind.into())));
        assert_eq!(result.expect("the fourth attempt"), 7);
    }
}
