//! Bytes to numbered lines, in bounded memory and without reading ahead.
//!
//! A line ends with LF, CRLF or CR, and an input may mix them. CR CR LF, which writing CRLF in text mode produces, is one line
//! end too. A CR ends its line at once, so a program that sends CR and waits for the answer gets it.
//!
//! UTF-16 with a byte-order mark is decoded; anything else is passed on.

use std::io::{self, Read};

use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

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
    /// Its end, with LF for CR alone; empty if the line is too long, or the last one without an end.
    pub(super) end: &'static [u8],
}

impl<'a> Line<'a> {
    pub(super) fn new(number: u64, bytes: &'a [u8]) -> Line<'a> {
        let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
        let indent = bytes.iter().position(is_text).unwrap_or(bytes.len());
        let end = bytes.iter().rposition(is_text).map_or(indent, |last| last + 1);
        Line { number, bytes, original: bytes, text: &bytes[indent..end], indent, end: b"\n" }
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
    input: DecodeReaderBytes<R, Vec<u8>>,
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
        let input = DecodeReaderBytesBuilder::new().utf8_passthru(true).strip_bom(true).build(input);
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
        // Old systems end a text with one of these bytes.
        while self.at_end && self.end > self.start && matches!(self.buffer[self.end - 1], b'\0' | 0x1a) {
            self.end -= 1;
        }
        Ok(())
    }

    /// Returns the next line, if the whole of it has been read. A line that is longer than [`LONGEST_LINE`] is cut, but stays longer
    /// than that. `None` means that there are no more lines if `at_end`, and otherwise that [`Lines::read`] must be called, which may
    /// block.
    pub(super) fn advance(&mut self) -> Option<Line<'_>> {
        loop {
            let rest = &self.buffer[self.start..self.end];
            let length = find_end(rest).unwrap_or(rest.len());
            let is_long = length > LONGEST_LINE;
            let end: &[u8] = match &rest[length..] {
                // The last line may have no end.
                _ if is_long || self.at_end && length > 0 && length == rest.len() => b"",
                [] => return None,
                [b'\r'] if self.after_cr && length == 0 && !self.at_end => return None,
                [b'\r', b'\r', b'\n', ..] => b"\r\r\n",
                [b'\r', b'\n', ..] => b"\r\n",
                [b'\r', ..] => b"\r",
                _ => b"\n",
            };
            let is_rest = self.after_cr && length == 0 && matches!(end, b"\n" | b"\r\n");
            let line = self.start..self.start + length;
            self.start = line.end + end.len();
            self.after_cr = end == b"\r";
            if !std::mem::replace(&mut self.in_long_line, is_long) && !is_rest {
                self.count += 1;
                let end = if self.after_cr { b"\n" } else { end };
                return Some(Line { end, ..Line::new(self.count, &self.buffer[line]) });
            }
        }
    }
}

/// The length of the first line of a text, if it ends there.
pub(super) fn find_end(text: &[u8]) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', text)
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
    fn a_text_may_have_a_byte_order_mark_and_be_utf_16() {
        let text = "5\u{b7}\u{1f600}\r\n53..7\n";
        let wide =
            |unit: fn(u16) -> [u8; 2]| format!("\u{feff}{text}").encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        for input in [[b"\xef\xbb\xbf", text.as_bytes()].concat(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
            for size in 1..=input.len() {
                assert_eq!(lines(&input, size), ["5\u{b7}\u{1f600}", "53..7"], "{input:?} {size}");
            }
        }
        // An input can end with its first bytes.
        assert_eq!(lines(b"\xff\xfe5\0", 1), ["5"]);
        assert_eq!(lines(b"\xfe\xff", 1), [""; 0]);
        assert_eq!(lines(b"5\0.", 2), ["5\0."]);
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
