//! Standard output, where the answers go, and standard error, where the messages go. Both hide the
//! progress bar while they write to its terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::descriptor::{retry, write_once};
use super::pipe::is_broken_pipe;
use super::progress;

/// Standard output.
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let mut write = || retry(|| write_once(&mut stdout, bytes));
        if is_terminal {
            progress::suspend(write)
        } else {
            write()
        }
    }

    /// On Unix there is nothing to flush: `write_once` bypasses the buffer.
    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Standard error. Clones share the record of lost messages.
#[derive(Clone, Default)]
pub struct Stderr {
    has_lost_messages: Arc<AtomicBool>,
}

impl Stderr {
    /// Writes a message on a line, in one piece: other programs may write to the same terminal.
    /// [`has_lost_messages`](Stderr::has_lost_messages) tells later whether that failed.
    pub fn print(&self, message: &str) {
        // `write_all` needs a mutable value. The clone shares the record.
        let _ = self.clone().write_all(format!("{message}\n").as_bytes());
    }

    /// Whether a message could not be written, for a reason other than a broken pipe.
    pub fn has_lost_messages(&self) -> bool {
        self.has_lost_messages.load(Ordering::Relaxed)
    }
}

impl Write for Stderr {
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
