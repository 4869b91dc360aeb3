//! Inputs and standard streams: how they are opened, and what messages call them.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};

/// The pause between two attempts to read or write what is not ready.
const PAUSE: Duration = Duration::from_millis(1);

/// Shown to a person who starts the program in a terminal without an input.
const HINT: &str = "sudokat: type nine lines of nine digits, 0 for a blank (more: sudokat --help)";

/// An input that is ready to be read.
pub struct Input {
    pub reader: Blocking<File>,
    /// Whether reading never has to wait for someone to write.
    pub is_file: bool,
}

impl Input {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be opened, or answers are written to it: they would be read as puzzles, until the disk is full.
    pub fn open(path: &Path) -> anyhow::Result<Input> {
        let file = if is_standard_input(path) { standard_input() } else { File::open(path) };
        let file = file.context("cannot open")?;
        if is_standard_input(path) && file.is_terminal() {
            let _ = writeln!(io::stderr(), "{HINT}");
        }
        let metadata = file.metadata().ok().filter(Metadata::is_file);
        if metadata.as_ref().is_some_and(is_standard_output) {
            bail!("this file is also the output; write the answers to another file");
        }
        Ok(Input { reader: Blocking(file), is_file: metadata.is_some() })
    }
}

/// The number of bytes in a file, if it is one on disk.
pub fn file_size(path: &Path) -> Option<u64> {
    let metadata = if is_standard_input(path) { standard_input().ok()?.metadata() } else { path.metadata() };
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

/// Standard input as a file: it has no buffer that bytes would have to be copied through, and can tell whether it is on disk.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?;
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?;
    Ok(File::from(handle))
}

/// Standard output as a file: [`io::Stdout`] would ignore that it is not open for writing.
#[cfg(unix)]
pub fn standard_output() -> io::Result<Blocking<File>> {
    Ok(Blocking(File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?)))
}

/// Standard output. A Windows console must be written to through [`io::Stdout`], which converts the text for it.
#[cfg(windows)]
pub fn standard_output() -> io::Result<Blocking<io::Stdout>> {
    Ok(Blocking(io::stdout()))
}

/// Whether answers are written to this file.
#[cfg(unix)]
fn is_standard_output(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let output = standard_output().and_then(|output| output.0.metadata());
    output.is_ok_and(|output| (output.dev(), output.ino()) == (file.dev(), file.ino()))
}

/// Whether answers are written to this file. The standard library cannot compare files on Windows, but hardly any two files have
/// been created in the same tenth of a microsecond and have the same size.
#[cfg(windows)]
fn is_standard_output(file: &Metadata) -> bool {
    use std::os::windows::fs::MetadataExt;
    use std::os::windows::io::AsHandle;
    let output = io::stdout().as_handle().try_clone_to_owned().and_then(|output| File::from(output).metadata());
    output.is_ok_and(|output| {
        let is_same = |of: fn(&Metadata) -> u64| of(&output) == of(file);
        output.is_file() && file.creation_time() > 0 && is_same(Metadata::creation_time) && is_same(Metadata::file_size)
    })
}

/// A stream that waits until it is ready. Another program that shares a pipe or a terminal can have made it non-blocking for
/// everyone; that must not lose an answer.
pub struct Blocking<T>(pub T);

impl<T: Read> Read for Blocking<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        retry_would_block(|| self.0.read(buffer))
    }
}

impl<T: Write> Write for Blocking<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        retry_would_block(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        retry_would_block(|| self.0.flush())
    }
}

fn retry_would_block<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
            result => return result,
        }
    }
}
