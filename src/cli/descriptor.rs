//! Unbuffered standard streams, and retries of interrupted calls.

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

/// Writes some of these bytes, and returns how many. Unlike the standard library, this fails if the
/// stream is not open for writing. On Windows, the standard library does the writing, because it
/// converts text for the console.
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
