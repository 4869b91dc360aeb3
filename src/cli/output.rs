//! Standard output, where the answers go, and standard error, where the messages go. Both hide the
//! progress bar while they write to its terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::descriptor::{is_broken_pipe, retry, write_once};
use super::progress;

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

/// Standard error. Clones write to the same place and know of the same lost messages.
#[derive(Clone, Default)]
pub struct Messages {
    has_lost_messages: Arc<AtomicBool>,
}

impl Messages {
    /// Writes a message on a line, in one piece: other programs may write to the same terminal.
    pub fn print(&self, message: &str) {
        let _ = self.clone().write_all(format!("{message}\n").as_bytes());
    }

    /// Whether a message could not be written, for another reason than a closed pipe.
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
