//! The inputs, files and standard input: how they are opened and read, and what messages call them.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read, Seek};
use std::path::Path;

use anyhow::{anyhow, bail};
use encoding_rs_io::DecodeReaderBytesBuilder;
use same_file::Handle;

use super::descriptor::{as_file, retry};
use super::escape::escape;
use super::pipe::wait_for_input;
use super::progress;
use super::stdio::Stderr;
use super::tips::tip_for_file;

/// The keys that end an input on a terminal.
const END_OF_INPUT: &str = if cfg!(windows) {
    "Ctrl-Z and Enter"
} else {
    "Ctrl-D"
};

/// A file or standard input. A read waits until there is something to read.
pub struct Input {
    file: File,
    /// Whether it is a regular file: reading never has to wait for someone to write.
    pub is_on_disk: bool,
}

impl Read for Input {
    /// # Errors
    /// `BrokenPipe` if there is nothing to read yet, and nobody reads the answers any more. A
    /// stream ends the run then, as after a failed write.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_on_disk {
            wait_for_input(&self.file)?;
        }
        let bytes = retry(|| self.file.read(buffer))?;
        progress::add_bytes_read(bytes);
        Ok(bytes)
    }
}

/// Opens a file; `-` is standard input. If that is a terminal, this prints what to type.
///
/// # Errors
/// The file cannot be opened, or it is also the output: the answers would be read as puzzles until
/// the disk is full.
pub fn open_input(path: &Path, stderr: &Stderr) -> anyhow::Result<Input> {
    let file = open(path).map_err(|error| cannot_open(path, &error))?;
    if is_standard_input(path) && file.is_terminal() {
        stderr.print(&terminal_hint());
    }
    let is_on_disk = file.metadata().is_ok_and(|metadata| metadata.is_file());
    if is_on_disk && is_standard_output(&file) {
        bail!("this file is also the output; write the answers to another file");
    }
    Ok(Input { file, is_on_disk })
}

fn open(path: &Path) -> io::Result<File> {
    if is_standard_input(path) {
        as_file(&io::stdin())
    } else {
        File::open(path)
    }
}

fn cannot_open(path: &Path, error: &io::Error) -> anyhow::Error {
    match tip_for_file(path) {
        Some(tip) => anyhow!("cannot open: {error}; {tip}"),
        None => anyhow!("cannot open: {error}"),
    }
}

/// Instructions for someone who starts the program on a terminal without an input.
fn terminal_hint() -> String {
    format!(
        "sudokat: type or paste a grid: nine lines of nine digits, 0 for a blank\n\
         sudokat: to end, press {END_OF_INPUT}; to read a file, type sudokat FILE; for help, sudokat -h"
    )
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a file on disk is the one that the answers are written to.
fn is_standard_output(file: &File) -> bool {
    let file = file.try_clone().and_then(Handle::from_file);
    // `Handle::stdout` would close standard output if that has no metadata.
    let output = as_file(&io::stdout()).and_then(Handle::from_file);
    matches!((file, output), (Ok(file), Ok(output)) if file == output)
}

/// An input as UTF-8: UTF-16 is decoded if it starts with a byte-order mark.
pub fn decode(input: Input) -> impl Read + Send {
    // A chain does not read its first part again after the end. A terminal would wait for more.
    let input = input.chain(io::empty());
    DecodeReaderBytesBuilder::new()
        .utf8_passthru(true)
        .strip_bom(true)
        .build(input)
}

/// The number of bytes to read from an input on disk; `None` for any other input.
pub fn bytes_on_disk(path: &Path) -> Option<u64> {
    if is_standard_input(path) {
        return bytes_left(&as_file(&io::stdin()).ok()?);
    }
    let metadata = path.metadata().ok().filter(Metadata::is_file)?;
    Some(metadata.len())
}

/// The number of bytes from the position of an open file to its end; `None` unless it is on disk.
/// Another program may have read the beginning of standard input.
fn bytes_left(mut file: &File) -> Option<u64> {
    let metadata = file.metadata().ok().filter(Metadata::is_file)?;
    let position = file.stream_position().ok()?;
    Some(metadata.len().saturating_sub(position))
}

/// The name of an input in messages.
pub fn input_name(path: &Path) -> String {
    if is_standard_input(path) {
        "<stdin>".into()
    } else {
        escape(&path.to_string_lossy())
    }
}

#[cfg(test)]
mod tests {
    use std::io::SeekFrom;

    use super::*;

    #[test]
    fn bytes_that_another_program_has_read_are_not_left() {
        let mut file = File::open(std::env::current_exe().expect("this program")).expect("a file");
        let size = file.metadata().expect("a file").len();
        assert_eq!(bytes_left(&file), Some(size));
        file.seek(SeekFrom::Start(100)).expect("a file can seek");
        assert_eq!(bytes_left(&file), Some(size - 100));
        file.seek(SeekFrom::End(1)).expect("a file can seek");
        assert_eq!(bytes_left(&file), Some(0));
    }
}
