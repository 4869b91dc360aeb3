//! Files and standard streams: how they are opened, read and written, and what messages call them.

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
#[cfg(unix)]
use std::os::fd::AsFd as AsDescriptor;
#[cfg(windows)]
use std::os::windows::io::AsHandle as AsDescriptor;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use encoding_rs_io::DecodeReaderBytesBuilder;
use same_file::Handle;

use super::{advice, progress};

/// How long to wait before retrying a call that would block.
const RETRY_PAUSE: Duration = Duration::from_millis(1);

/// The keys that end an input on a terminal.
const END_OF_INPUT: &str = if cfg!(windows) {
    "Ctrl-Z and Enter"
} else {
    "Ctrl-D"
};

/// Opens a file; `-` is standard input.
///
/// # Errors
/// The file cannot be opened, or it is also the output: the answers would be read as puzzles until
/// the disk is full.
pub fn open_input(path: &Path, messages: &Messages) -> anyhow::Result<Input> {
    let file = open(path).with_context(|| format!("{}cannot open", advice::for_file(path)))?;
    if is_standard_input(path) && file.is_terminal() {
        messages.report(&terminal_hint());
    }
    let is_on_disk = file.metadata().is_ok_and(|metadata| metadata.is_file());
    if is_on_disk && is_standard_output(&file) {
        bail!("this file is also the output; write the answers to another file");
    }
    Ok(Input { file, is_on_disk })
}

/// Instructions for someone who starts the program on a terminal without an input.
fn terminal_hint() -> String {
    format!(
        "sudokat: type or paste a grid: nine lines of nine digits, 0 for a blank\n\
         sudokat: to end, press {END_OF_INPUT}; to read a file, type sudokat FILE; for help, sudokat -h"
    )
}

fn open(path: &Path) -> io::Result<File> {
    if is_standard_input(path) {
        as_file(&io::stdin())
    } else {
        File::open(path)
    }
}

/// An input as UTF-8: UTF-16 is decoded if it starts with a byte-order mark. It is not
/// read again after its end: a terminal would wait for more.
pub fn decode(input: Input) -> impl Read + Send {
    DecodeReaderBytesBuilder::new()
        .utf8_passthru(true)
        .strip_bom(true)
        .build(input.chain(io::empty()))
}

/// The number of bytes in a file on disk; `None` for anything else.
pub fn size_on_disk(path: &Path) -> Option<u64> {
    let metadata = if is_standard_input(path) {
        as_file(&io::stdin()).ok()?.metadata().ok()?
    } else {
        path.metadata().ok()?
    };
    metadata.is_file().then_some(metadata.len())
}

/// The name of an input in messages.
pub fn name_in_messages(path: &Path) -> String {
    if is_standard_input(path) {
        "<stdin>".into()
    } else {
        escape(&path.to_string_lossy())
    }
}

/// Escapes a text so that it stays on one line and can neither control a terminal nor change the
/// direction of the text around it.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_direction_or_line_mark(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Whether an invisible character changes the direction of text, or separates lines.
fn is_direction_or_line_mark(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Standard input or output as a file. Unlike the stream, a file copies no bytes through a buffer
/// and knows whether it is on disk.
fn as_file(stream: &impl AsDescriptor) -> io::Result<File> {
    #[cfg(unix)]
    let descriptor = stream.as_fd();
    #[cfg(windows)]
    let descriptor = stream.as_handle();
    descriptor.try_clone_to_owned().map(File::from)
}

/// Whether answers are written to this file on disk.
fn is_standard_output(file: &File) -> bool {
    let file = file.try_clone().and_then(Handle::from_file);
    // `Handle::stdout` would close standard output if that has no metadata.
    let output = as_file(&io::stdout()).and_then(Handle::from_file);
    matches!((file, output), (Ok(file), Ok(output)) if file == output)
}

/// An input whose reads wait until there is something to read.
pub struct Input {
    file: File,
    /// Reading it never has to wait for someone to write.
    pub is_on_disk: bool,
}

impl Read for Input {
    /// # Errors
    /// `BrokenPipe` if there is nothing to read, and nobody reads the answers any more.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_on_disk && output_closes_before(Some(&self.file)) {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let bytes = retry(|| self.file.read(buffer))?;
        progress::update(|bar| bar.bytes_read += bytes as u64);
        Ok(bytes)
    }
}

/// Standard output.
pub struct Answers;

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = io::stdout();
        let is_terminal = output.is_terminal();
        let mut write = || retry(|| write_once(&mut output, bytes));
        if is_terminal {
            progress::suspend(write)
        } else {
            write()
        }
    }

    /// Only standard output on Windows has a buffer.
    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Standard error.
#[derive(Clone, Default)]
pub struct Messages {
    /// A message could not be written, and not because of a closed pipe.
    has_lost_messages: Arc<AtomicBool>,
}

impl Messages {
    /// Writes a message on a line, in one piece: other programs may write to the same terminal.
    pub fn report(&self, message: &str) {
        let _ = self.clone().write_all(format!("{message}\n").as_bytes());
    }

    pub fn has_lost_messages(&self) -> bool {
        self.has_lost_messages.load(Ordering::Relaxed)
    }
}

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = progress::suspend(|| retry(|| write_once(&mut io::stderr(), bytes)));
        let is_lost = written.as_ref().is_err_and(|error| !is_broken_pipe(error));
        self.has_lost_messages.fetch_or(is_lost, Ordering::Relaxed);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes some of these bytes. Unlike the standard library, this reports that a stream is not open
/// for writing. On Windows, the standard library does the writing, because it converts text for the
/// console.
pub fn write_once(stream: &mut (impl Write + AsDescriptor), bytes: &[u8]) -> io::Result<usize> {
    #[cfg(unix)]
    return Ok(rustix::io::write(stream, bytes)?);
    #[cfg(windows)]
    return stream.write(bytes);
}

/// Repeats a read or a write until it is possible. A signal can interrupt the call, and another
/// program that shares a pipe or a terminal can make it non-blocking. Neither may lose an answer.
fn retry<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(RETRY_PAUSE),
            result => return result,
        }
    }
}

/// Whether the reader has closed the pipe. Windows has several errors for that; the standard
/// library does not know this one.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
    let is_disconnected = cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
    is_disconnected || error.kind() == ErrorKind::BrokenPipe
}

/// Waits until `input` can be read or has ended, or until standard output has no reader any more.
/// Returns whether the latter came first. Without an input, this waits only for the latter.
#[cfg(unix)]
pub fn output_closes_before(input: Option<&File>) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let output = io::stdout();
    // `poll` always reports errors, and a pipe without a reader is an error.
    let mut polled = vec![PollFd::new(&output, PollFlags::empty())];
    if let Some(input) = input {
        polled.push(PollFd::new(input, PollFlags::IN));
    }
    while poll(&mut polled, None) == Err(rustix::io::Errno::INTR) {}
    let is_ready = polled[1..].iter().any(|input| !input.revents().is_empty());
    let closed = PollFlags::ERR | PollFlags::HUP;
    !is_ready && polled[0].revents().intersects(closed)
}

/// On this system, only a write notices that the reader is gone, and a read waits by itself.
#[cfg(not(unix))]
pub fn output_closes_before(_: Option<&File>) -> bool {
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

    #[test]
    fn text_in_messages_cannot_control_a_terminal() {
        assert_eq!(
            escape("a\n\u{1b}[31m\u{202e}txt.\u{2066}é\\"),
            "a\\n\\u{1b}[31m\\u{202e}txt.\\u{2066}é\\"
        );
    }
}
