//! Answers that a worker has written and the stream has not yet passed on.

use std::fmt;
use std::io::Write;

/// Answers as bytes.
///
/// A separator stands between two answers, never before the first or after the last. A worker that starts a new buffer
/// does not know whether it holds the first answer of the output. So the buffer remembers the separator before its own
/// first answer, and the stream writes it if anything was written before.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    /// The answers, without the separator before the first of them.
    pub(crate) bytes: Vec<u8>,
    /// The separator before the first answer.
    leading: Option<&'static str>,
}

impl Buffer {
    /// Separates what has been written from the next answer. At the start of the buffer the separator is only
    /// remembered.
    pub(crate) fn separate(&mut self, separator: &'static str) {
        if self.is_empty() {
            self.leading = Some(separator);
        } else {
            self.bytes.extend_from_slice(separator.as_bytes());
        }
    }

    /// The separator to write before the bytes, unless this buffer is the first; `""` if its format has none there.
    pub(crate) fn leading(&self) -> &'static str {
        self.leading.unwrap_or_default()
    }

    /// Whether there is no answer in it. A group without answers counts as one, though it has no bytes.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.leading.is_none()
    }

    /// Empties it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.leading = None;
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
    fn separators_stand_between_answers_and_the_first_is_left_to_the_stream() {
        let mut buffer = Buffer::default();
        assert!(buffer.is_empty() && buffer.leading().is_empty());
        for (answer, separator) in [("a", "\n\n"), ("b", "\n"), ("c", "\n\n")] {
            buffer.separate(separator);
            buffer.push_str(answer);
        }
        assert_eq!((buffer.leading(), &buffer.bytes[..]), ("\n\n", &b"a\nb\n\nc"[..]));
        buffer.clear();
        assert!(buffer.is_empty() && buffer.leading().is_empty() && buffer.bytes.capacity() > 0);
    }

    #[test]
    fn answers_without_separators_have_none_before_them() {
        let mut buffer = Buffer::default();
        buffer.bytes.push(b'a');
        buffer.separate("\n");
        assert_eq!((buffer.leading(), &buffer.bytes[..]), ("", &b"a\n"[..]));
    }

    #[test]
    fn a_group_without_answers_counts_though_it_has_no_bytes() {
        let mut buffer = Buffer::default();
        buffer.separate("\n");
        assert!(!buffer.is_empty() && buffer.bytes.is_empty());
        buffer.separate("\n");
        assert_eq!((buffer.leading(), &buffer.bytes[..]), ("\n", &b"\n"[..]));
    }
}
