//! Files and standard streams: how they are opened, read and written, and what messages call them.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
#[cfg(unix)]
use std::os::fd::{AsFd as AsDescriptor, AsRawFd};
#[cfg(windows)]
use std::os::windows::io::AsHandle as AsDescriptor;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{process, thread};

use anyhow::{Context, bail};
use same_file::Handle;

use crate::progress;

/// The pause between two attempts to read or write what is not ready.
const PAUSE: Duration = Duration::from_millis(1);

/// Shown to a person who starts the program in a terminal without an input.
const HINT: &str = "sudokat: type nine lines of nine digits, 0 for a blank (more: sudokat --help)";

/// Opens a file, and finds out whether reading it never has to wait for someone to write; `-` is standard input.
///
/// # Errors
/// The file cannot be opened, or answers are written to it: they would be read as puzzles, until the disk is full.
pub fn open(path: &Path) -> anyhow::Result<(Input, bool)> {
    let file = if is_standard_input(path) { as_file(&io::stdin()) } else { File::open(path) }.context("cannot open")?;
    if is_standard_input(path) && file.is_terminal() {
        report(HINT);
    }
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    if is_file && is_standard_output(&file) {
        bail!("this file is also the output; write the answers to another file");
    }
    Ok((Input(file), is_file))
}

/// The number of bytes in a file, if it is one on disk.
pub fn size(path: &Path) -> Option<u64> {
    let metadata = if is_standard_input(path) { as_file(&io::stdin()).ok()?.metadata() } else { path.metadata() };
    metadata.ok().filter(Metadata::is_file).map(|metadata| metadata.len())
}

/// The name of an input in messages. It fits on one line and cannot control a terminal.
pub fn escape_name(path: &Path) -> String {
    if is_standard_input(path) {
        return "<stdin>".into();
    }
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    path.to_string_lossy().chars().map(escape).collect()
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Standard input or output as a file, which has no buffer that bytes would have to be copied through, and can tell whether it is on
/// disk.
#[cfg(unix)]
fn as_file(stream: &impl AsDescriptor) -> io::Result<File> {
    check_open(stream)?;
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn as_file(stream: &impl AsDescriptor) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}

/// Whether answers are written to this file.
fn is_standard_output(file: &File) -> bool {
    // Not `Handle::stdout`, which closes standard output if that has no metadata.
    let handle = |file: io::Result<File>| file.and_then(Handle::from_file).ok();
    handle(file.try_clone()).is_some_and(|file| handle(as_file(&io::stdout())) == Some(file))
}

/// Whether a message could not be written, although someone could still have read it.
static IS_MESSAGE_LOST: AtomicBool = AtomicBool::new(false);

/// Whether the program ends with status 0 whatever happens.
pub static EXIT_ZERO: AtomicBool = AtomicBool::new(false);

/// Writes a line to standard error in one piece: other programs may write to the same terminal.
pub fn report(message: &str) {
    let _ = Output::Messages.write_all(format!("{message}\n").as_bytes());
}

/// Standard output for answers, or standard error for messages.
#[derive(Clone, Copy, PartialEq)]
pub enum Output {
    Answers,
    Messages,
}

impl Output {
    /// Writes some of these bytes. Unlike the standard library, this reports that a stream is not open for writing.
    #[cfg(unix)]
    pub fn write_some(self, bytes: &[u8]) -> io::Result<usize> {
        let stream = if self == Output::Answers { rustix::stdio::stdout() } else { rustix::stdio::stderr() };
        check_open(&stream)?;
        Ok(rustix::io::write(stream, bytes)?)
    }

    /// A Windows console must be written to by the standard library, which converts the text for it.
    #[cfg(windows)]
    pub fn write_some(self, bytes: &[u8]) -> io::Result<usize> {
        if self == Output::Answers { io::stdout().write(bytes) } else { io::stderr().write(bytes) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let write = || retry_would_block(|| self.write_some(bytes));
        let is_on_terminal = *self == Output::Messages || io::stdout().is_terminal();
        let written = if is_on_terminal { progress::suspend(write) } else { write() };
        match (&written, self) {
            (Err(error), Output::Answers) if is_broken_pipe(error) => end_quietly(),
            (Err(error), Output::Messages) if !is_broken_pipe(error) => IS_MESSAGE_LOST.store(true, Ordering::Relaxed),
            _ => (),
        }
        written
    }

    /// Only standard output on Windows has a buffer.
    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// The exit status of a program that would end with this one if all its messages have been written.
pub fn exit_status(status: u8) -> u8 {
    match IS_MESSAGE_LOST.load(Ordering::Relaxed) {
        _ if EXIT_ZERO.load(Ordering::Relaxed) => 0,
        true => 2,
        false => status,
    }
}

/// Ends the program because the reader of the answers is gone. It has read enough, as `head` does, and another thread may wait for an
/// input that says nothing.
pub fn end_quietly() -> ! {
    progress::end();
    process::exit(exit_status(0).into());
}

/// The reader of a pipe is gone. Windows has several errors for that, of which the standard library does not know this one.
fn is_broken_pipe(error: &io::Error) -> bool {
    const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
    let is_disconnected = cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
    is_disconnected || error.kind() == ErrorKind::BrokenPipe
}

/// Which of the descriptors 0, 1 and 2 were closed when the program started.
#[cfg(unix)]
static IS_CLOSED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

/// Looks for closed descriptors. It runs before the standard library opens them as the null device, where answers and messages would
/// vanish.
#[cfg(unix)]
#[ctor::ctor]
fn note_closed() {
    let descriptors = [rustix::stdio::stdin(), rustix::stdio::stdout(), rustix::stdio::stderr()];
    for (is_closed, fd) in IS_CLOSED.iter().zip(descriptors) {
        is_closed.store(rustix::io::fcntl_getfd(fd) == Err(rustix::io::Errno::BADF), Ordering::Relaxed);
    }
}

/// An error if a descriptor was closed when the program started.
#[cfg(unix)]
fn check_open(stream: &impl AsDescriptor) -> io::Result<()> {
    match IS_CLOSED.get(stream.as_fd().as_raw_fd() as usize) {
        Some(is_closed) if is_closed.load(Ordering::Relaxed) => Err(rustix::io::Errno::BADF.into()),
        _ => Ok(()),
    }
}

/// An input that waits until it is ready.
pub struct Input(File);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        retry_would_block(|| self.0.read(buffer)).inspect(|&bytes| progress::advance(bytes))
    }
}

/// Reads or writes once that is possible. Another program that shares a pipe or a terminal can have made it non-blocking for everyone;
/// that must not lose an answer.
fn retry_would_block<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            result => return result,
        }
    }
}
