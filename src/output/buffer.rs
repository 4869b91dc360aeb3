//! A buffer for replies, which remembers whether it starts with a separator.

use std::fmt;
use std::io::Write;

use crate::grid::MarkedGridRef;

/// Replies that a thread has written and the stream has not yet passed on.
///
/// A separator stands between two replies, never before the first or after the last. In lists of
/// lines, a record without solutions counts as a reply, of which only the separator is written.
///
/// A thread that starts a new buffer does not know whether it holds the first reply of the output.
/// So it puts a separator before that reply, too. The stream leaves it out of the first buffer that
/// is not empty.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    /// The number of bytes at the start that are a separator.
    leading_separator: usize,
}

impl Buffer {
    /// The replies, with the separator before the first.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The replies, without a separator before the first.
    pub(crate) fn without_leading_separator(&self) -> &[u8] {
        &self.bytes[self.leading_separator..]
    }

    /// Removes the replies, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.leading_separator = 0;
    }

    /// Separates the next reply from those before it.
    pub(super) fn separate(&mut self, separator: &str) {
        if self.bytes.is_empty() {
            self.leading_separator = separator.len();
        }
        self.push_str(separator);
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }

    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends bytes, and returns the copy so that it can be changed.
    pub(super) fn push_bytes_mut(&mut self, bytes: &[u8]) -> &mut [u8] {
        let start = self.bytes.len();
        self.push_bytes(bytes);
        &mut self.bytes[start..]
    }

    pub(super) fn push_byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn push_spaces(&mut self, count: usize) {
        self.push_repeated(b' ', count);
    }

    /// Appends the 81 cells of a grid, or its 729 pencil marks if it has some.
    pub(super) fn push_grid(&mut self, grid: MarkedGridRef<'_>) {
        grid.append_to(&mut self.bytes);
    }

    pub(super) fn remove_last_byte(&mut self) {
        self.bytes.pop();
    }

    pub(super) fn end_line(&mut self) {
        self.push_byte(b'\n');
    }

    pub(crate) fn push_empty_lines(&mut self, count: usize) {
        self.push_repeated(b'\n', count);
    }

    fn push_repeated(&mut self, byte: u8, count: usize) {
        self.bytes.resize(self.bytes.len() + count, byte);
    }

    /// Appends a formatted text, for `write!`.
    pub(super) fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        // Writing to memory does not fail.
        let _ = self.bytes.write_fmt(text);
    }
}
