//! Bytes to numbered lines, in bounded memory and without reading ahead.
//!
//! A line ends with LF, CRLF or CR, and an input may mix them. CR CR LF, which writing CRLF in text
//! mode produces, is one line end too. A CR ends its line at once, so a program that sends CR and
//! waits for the answer gets it.
//!
//! A UTF-8 byte-order mark is skipped. A NUL byte ends the input: no text has one. Only at the very
//! end, old systems fill up a text with NUL or Ctrl-Z.

use std::io::{self, Read};

use memchr::{memchr, memchr2};

use super::error::{Fault, LONGEST_LINE, ParseError};

/// The most bytes held at a time: the longest line and its end, and the byte before.
const CAPACITY: usize = LONGEST_LINE + 4;

/// It stands at the start of some UTF-8 texts.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The size of the buffer until a read fills it. To clear a larger one takes longer than to solve a
/// grid.
const FIRST_CAPACITY: usize = 1 << 12;

/// A line of the input without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: u64,
    /// The whole line.
    pub(super) bytes: &'a [u8],
    /// The line without the spaces and tabs around it.
    pub(super) text: &'a [u8],
    /// Where the text starts in the line.
    pub(super) indent: usize,
}

impl<'a> Line<'a> {
    pub(super) fn new(number: u64, bytes: &'a [u8]) -> Line<'a> {
        let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
        let indent = bytes.iter().position(is_text).unwrap_or(bytes.len());
        let end = bytes.iter().rposition(is_text).map_or(indent, |last| last + 1);
        Line { number, bytes, text: &bytes[indent..end], indent }
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
    /// The bytes from here to `end` have been read from the input but not returned. The byte before
    /// them is kept.
    start: usize,
    end: usize,
    /// The number of lines returned so far.
    pub(super) count: u64,
    /// Whether everything has been read.
    pub(super) at_end: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`, of which nothing is read yet.
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, buffer: vec![0; FIRST_CAPACITY], start: 0, end: 0, count: 0, at_end: false }
    }

    /// The bytes that have been read but not returned, if they start with a line.
    pub(super) fn unread(&self) -> &[u8] {
        if self.before() == b'\n' { &self.buffer[self.start..self.end] } else { &[] }
    }

    /// The byte before those that have not been returned: LF, or CR, whose line end they may
    /// continue, or one of a line that is too long.
    fn before(&self) -> u8 {
        self.start.checked_sub(1).map_or(b'\n', |at| self.buffer[at])
    }

    /// Skips `lines` whole lines at the start of [`Lines::unread`], each ended by LF or CRLF and
    /// together `length` bytes long.
    pub(super) fn skip(&mut self, length: usize, lines: usize) {
        self.start += length;
        self.count += lines as u64;
    }

    /// Reads from the input once. It may block.
    ///
    /// # Errors
    /// Those of the input; an interrupted read is tried again.
    pub(super) fn read(&mut self) -> io::Result<()> {
        if self.end == self.buffer.len() {
            self.buffer.resize(CAPACITY, 0);
        }
        let first = self.start.saturating_sub(1);
        self.buffer.copy_within(first..self.end, 0);
        (self.start, self.end) = (self.start - first, self.end - first);
        let length = loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                length => break length?,
            }
        };
        self.end += length;
        self.at_end = length == 0;
        if self.at_end {
            let unread = &self.buffer[self.start..self.end];
            self.end -= unread.iter().rev().take_while(|byte| matches!(byte, 0 | 0x1a)).count();
        }
        Ok(())
    }

    /// Returns the next line, if the whole of it has been read. A line that is longer than
    /// [`LONGEST_LINE`] is cut, but stays longer than that; a NUL byte in the rest of it is
    /// returned, too. `None` means that there are no more lines if `at_end`, and otherwise that
    /// [`Lines::read`] must be called, which may block.
    pub(super) fn advance(&mut self) -> Option<Line<'_>> {
        loop {
            let (before, rest) = (self.before(), &self.buffer[self.start..self.end]);
            let length = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let end_length = match &rest[length..] {
                // The last line may have no end.
                _ if length > LONGEST_LINE || self.at_end && length > 0 && length == rest.len() => 0,
                [] => return None,
                // After another CR, LF may follow.
                [b'\r'] if before == b'\r' && length == 0 && !self.at_end => return None,
                [b'\r', b'\r', b'\n', ..] => 3,
                [b'\r', b'\n', ..] => 2,
                _ => 1,
            };
            let (start, end) = (self.start, self.start + length);
            self.start = end + end_length;
            let is_start = match before {
                b'\n' => true,
                b'\r' => length > 0 || end_length == 3 || self.before() == b'\r',
                _ => false,
            };
            if is_start || memchr(0, &self.buffer[start..end]).is_some() {
                self.count += u64::from(is_start);
                let line = &self.buffer[start..end];
                let text = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.count == 1);
                return Some(Line::new(self.count, text.unwrap_or(line)));
            }
        }
    }
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
                if let Some(nul) = memchr(0, line.bytes) {
                    found.push(String::from_utf8_lossy(&line.bytes[..nul]).into());
                    break;
                }
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
