//! Bytes to numbered lines, in bounded memory and without reading ahead.
//!
//! A line ends with LF, CRLF or CR, and an input may mix them. CR CR LF, which writing CRLF in text mode produces, is one line
//! end too. A CR ends its line at once, so a program that sends CR and waits for the answer gets it.
//!
//! A UTF-8 byte-order mark is skipped. A NUL byte ends the input: no text has one. Only at the very end, old systems fill up a text with
//! NUL or Ctrl-Z.

use std::io::{self, Read};

use super::error::{Fault, LONGEST_LINE, ParseError};

/// The most bytes held at a time: the longest line and its end.
const CAPACITY: usize = LONGEST_LINE + 3;

/// The size of the buffer until a read fills it. To clear a larger one takes longer than to solve a grid.
const FIRST_CAPACITY: usize = 1 << 12;

/// A line of the input without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: u64,
    /// The whole line.
    pub(super) bytes: &'a [u8],
    /// The same as it is in the input: in `bytes` signs that have a meaning can have been replaced.
    pub(super) original: &'a [u8],
    /// The line without the spaces and tabs around it.
    pub(super) text: &'a [u8],
    /// Where the text starts in the line.
    pub(super) indent: usize,
    /// Whether a NUL byte follows, with which the input ends.
    pub(super) is_before_nul: bool,
}

impl<'a> Line<'a> {
    pub(super) fn new(number: u64, bytes: &'a [u8]) -> Line<'a> {
        let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
        let indent = bytes.iter().position(is_text).unwrap_or(bytes.len());
        let end = bytes.iter().rposition(is_text).map_or(indent, |last| last + 1);
        Line { number, bytes, original: bytes, text: &bytes[indent..end], indent, is_before_nul: false }
    }

    /// Where the text ends in the line.
    pub(super) fn text_end(&self) -> usize {
        self.indent + self.text.len()
    }

    /// The column, in characters from 1, of a byte of the line.
    pub(super) fn column(&self, offset: usize) -> usize {
        let starts_character = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        1 + self.bytes[..offset].iter().filter(starts_character).count()
    }

    /// An error at a byte of the line.
    pub(super) fn error_at(&self, offset: usize, fault: Fault) -> ParseError {
        ParseError::new(self.number, Some(self.column(offset)), fault)
    }
}

/// Cuts an input into lines.
///
/// ```text
///            start       end
/// buffer  ...|2nd line\n3rd|.......   unread() = buffer[start..end]
/// ```
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The bytes from here to `end` have been read from the input but not returned.
    start: usize,
    end: usize,
    /// Whether the unread bytes start with the rest of a line that has been reported as too long.
    in_long_line: bool,
    /// Whether the last line ended with CR, so that LF or CR LF may be the rest of its end.
    after_cr: bool,
    /// The number of lines returned so far.
    pub(super) count: u64,
    /// Whether everything has been read.
    pub(super) at_end: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`, of which nothing is read yet.
    pub(super) fn new(input: R) -> Lines<R> {
        let buffer = vec![0; FIRST_CAPACITY];
        Lines { input, buffer, start: 0, end: 0, in_long_line: false, after_cr: false, count: 0, at_end: false }
    }

    /// The bytes that have been read but not returned, if they start with a line.
    pub(super) fn unread(&self) -> &[u8] {
        let rest = &self.buffer[self.start..self.end];
        if self.in_long_line || self.after_cr && find_end(rest) == Some(0) { &[] } else { rest }
    }

    /// Skips `lines` whole lines at the start of [`Lines::unread`], each ended by LF or CRLF and together `length` bytes long.
    pub(super) fn skip(&mut self, length: usize, lines: usize) {
        self.start += length;
        self.count += lines as u64;
        self.after_cr &= lines == 0;
    }

    /// Reads from the input once. It may block.
    ///
    /// # Errors
    /// Those of the input; an interrupted read is tried again.
    pub(super) fn read(&mut self) -> io::Result<()> {
        if self.end == self.buffer.len() {
            self.buffer.resize(CAPACITY, 0);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        let unread = self.end - self.start;
        self.start = 0;
        self.end = loop {
            match self.input.read(&mut self.buffer[unread..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                length => break unread + length?,
            }
        };
        self.at_end = self.end == unread;
        if self.at_end {
            self.end -= self.unread_bytes().iter().rev().take_while(|byte| is_filler(byte)).count();
        }
        Ok(())
    }

    fn unread_bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns the next line, if the whole of it has been read. A line that is longer than [`LONGEST_LINE`] is cut, but stays longer
    /// than that. `None` means that there are no more lines if `at_end`, and otherwise that [`Lines::read`] must be called, which may
    /// block.
    pub(super) fn advance(&mut self) -> Option<Line<'_>> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        loop {
            let rest = &self.buffer[self.start..self.end];
            if self.count == 0 && !self.in_long_line && MARK.starts_with(&rest[..rest.len().min(3)]) && !self.at_end {
                if rest.len() < MARK.len() {
                    return None;
                }
                self.start += MARK.len();
                continue;
            }
            let length = find_end(rest).unwrap_or(rest.len());
            let is_before_nul = rest.get(length) == Some(&0);
            let is_long = length > LONGEST_LINE;
            let end_length = match &rest[length..] {
                // What follows tells whether this only fills up the end.
                [0, fillers @ ..] if rest.len() <= LONGEST_LINE && fillers.iter().all(is_filler) => return None,
                [0, ..] => {
                    self.at_end = true;
                    rest.len() - length
                }
                // The last line may have no end.
                _ if is_long || self.at_end && length > 0 && length == rest.len() => 0,
                [] => return None,
                [b'\r'] if self.after_cr && length == 0 && !self.at_end => return None,
                [b'\r', b'\r', b'\n', ..] => 3,
                [b'\r', b'\n', ..] => 2,
                _ => 1,
            };
            let end = &rest[length..length + end_length];
            let is_rest = self.after_cr && length == 0 && matches!(end, b"\n" | b"\r\n");
            self.after_cr = end == b"\r";
            let line = self.start..self.start + length;
            self.start = line.end + end_length;
            let was_long = std::mem::replace(&mut self.in_long_line, is_long);
            if is_before_nul || !was_long && !is_rest {
                self.count += u64::from(!was_long);
                return Some(Line { is_before_nul, ..Line::new(self.count, &self.buffer[line]) });
            }
        }
    }
}

/// Whether a byte means nothing at the end of a text.
fn is_filler(byte: &u8) -> bool {
    matches!(byte, 0 | 0x1a)
}

/// The length of the first line of a text, or of what stands before its first NUL byte, if it ends there.
pub(super) fn find_end(text: &[u8]) -> Option<usize> {
    memchr::memchr3(b'\n', b'\r', 0, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tests::fixtures::Pieces;

    fn lines(text: &[u8], size: usize) -> Vec<String> {
        let mut lines = Lines::new(Pieces(text, size));
        let mut found = Vec::new();
        loop {
            if let Some(line) = lines.advance() {
                let is_too_long = line.bytes.len() > LONGEST_LINE;
                found.push(if is_too_long { "too long".into() } else { String::from_utf8_lossy(line.bytes).into() });
            } else if lines.at_end {
                break;
            } else {
                lines.read().unwrap();
            }
        }
        assert_eq!(lines.count, found.len() as u64);
        found
    }

    #[test]
    fn every_kind_of_line_end_ends_one_line_however_it_arrives() {
        let text = b"\xef\xbb\xbfone\ntwo\r\nthree\rfour\r\r\nfive\n\nseven\r\n\r\nnine";
        for size in 1..=text.len() {
            assert_eq!(lines(text, size), ["one", "two", "three", "four", "five", "", "seven", "", "nine"], "{size}");
        }
        assert_eq!(lines(b"", 1), [""; 0]);
        assert_eq!(lines(b"\n", 1), [""]);
        assert_eq!(lines(b"a\r", 1), ["a"]);
        assert_eq!(lines(b"a\r\rb", 1), ["a", "", "b"]);
    }

    #[test]
    fn a_line_is_returned_as_soon_as_its_end_is_certain() {
        for (text, expected) in [("abc", false), ("abc\r", true), ("abc\n", true), ("abc\r\n", true), ("abc\rd", true)]
        {
            let mut lines = Lines::new(Pieces(text.as_bytes(), 9));
            assert_eq!(lines.advance(), None);
            while lines.end < text.len() {
                lines.read().unwrap();
            }
            assert_eq!(lines.advance().is_some(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_nul_byte_ends_the_input_unless_it_fills_up_the_end() {
        for size in 1..=12 {
            for filled in ["one\ntwo", "one\ntwo\0", "one\ntwo\0\x1a\0\0", "\u{feff}one\ntwo\n"] {
                assert_eq!(lines(filled.as_bytes(), size), ["one", "two"], "{filled:?} {size}");
            }
            assert_eq!(lines(b"one\ntw\0o\nthree", size), ["one", "tw"], "{size}");
            assert_eq!(lines(b"one\n\0\0\x1a\n", size), ["one", ""], "{size}");
        }
        let zeros = vec![0; 3 * LONGEST_LINE];
        assert_eq!(lines(&zeros[..LONGEST_LINE], LONGEST_LINE), [""; 0]);
        assert_eq!(lines(&zeros, LONGEST_LINE), [""]);
    }

    /// An input that fails with these errors, the last first, and then ends.
    struct Failing(Vec<io::ErrorKind>);

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.pop().map_or(Ok(0), |kind| Err(kind.into()))
        }
    }

    #[test]
    fn only_an_interrupted_read_is_tried_again() {
        let read = |kinds: &[io::ErrorKind]| Lines::new(Failing(kinds.to_vec())).read().map_err(|error| error.kind());
        assert_eq!(read(&[io::ErrorKind::Interrupted; 2]), Ok(()));
        assert_eq!(read(&[io::ErrorKind::BrokenPipe]), Err(io::ErrorKind::BrokenPipe));
    }

    #[test]
    fn a_line_that_is_too_long_is_reported_once_and_the_next_is_read() {
        let longest = "x".repeat(LONGEST_LINE);
        for size in [1000, LONGEST_LINE, 5 * LONGEST_LINE] {
            for ending in ["\n", "\r\n"] {
                let text = format!("{longest}{ending}{longest}{longest}x{ending}last{ending}{longest}x");
                let found = lines(text.as_bytes(), size);
                assert_eq!(found[0].len(), LONGEST_LINE);
                assert!(found[1..] == ["too long", "last", "too long"]);
            }
        }
    }

    #[test]
    fn the_text_of_a_line_has_no_outer_white_space_and_columns_count_characters() {
        let line = Line::new(7, " \té 5\t ".as_bytes());
        assert_eq!((line.text, line.indent, line.text_end()), ("é 5".as_bytes(), 2, 6));
        assert_eq!([0, 2, 4, 5].map(|offset| line.column(offset)), [1, 3, 4, 5]);
        let blank = Line::new(1, b" \t");
        assert_eq!((blank.text, blank.indent), (&b""[..], 2));
    }
}
