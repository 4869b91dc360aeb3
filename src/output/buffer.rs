//! Replies that a worker has written and the stream has not yet passed on.

use std::fmt;
use std::io::Write;

/// Replies as bytes.
///
/// A separator stands between two replies, never before the first or after the last. A worker that
/// starts a new buffer does not know whether it holds the first reply of the output. So it
/// separates that one, too, and the stream leaves the separator out if nothing has been written.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    pub(crate) bytes: Vec<u8>,
    /// The length of a separator before the first reply.
    leading: usize,
}

impl Buffer {
    /// Separates what has been written from the next reply.
    pub(crate) fn separate(&mut self, separator: &str) {
        if self.bytes.is_empty() {
            self.leading = separator.len();
        }
        self.push_str(separator);
    }

    /// All bytes but a separator at the start: what to write if nothing has been written before.
    pub(crate) fn without_separator(&self) -> &[u8] {
        &self.bytes[self.leading..]
    }

    /// Empties it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.leading = 0;
    }

    /// Appends a text.
    pub(super) fn push_str(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends a value as it is displayed.
    pub(super) fn push_display(&mut self, value: impl fmt::Display) {
        // Writing to memory does not fail.
        let _ = write!(self.bytes, "{value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_stand_between_answers_and_the_first_can_be_left_out() {
        let mut buffer = Buffer::default();
        for (answer, separator) in [("a", "\n\n"), ("b", "\n"), ("c", "\n\n")] {
            buffer.separate(separator);
            buffer.push_str(answer);
        }
        assert_eq!((&buffer.bytes[..], buffer.without_separator()), (&b"\n\na\nb\n\nc"[..], &b"a\nb\n\nc"[..]));
        buffer.clear();
        assert!(buffer.without_separator().is_empty() && buffer.bytes.capacity() > 0);
        // The first answer needs none.
        buffer.push_str("a");
        buffer.separate("\n");
        assert_eq!(buffer.without_separator(), b"a\n");
    }
}
