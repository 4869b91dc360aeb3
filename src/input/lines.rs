//! Bytes to numbered lines, in bounded memory and without reading ahead.
//!
//! A line ends with LF, CRLF or CR, and an input may mix them. CR CR LF, which writing CRLF in text mode produces, is one line
//! end too. A CR ends its line at once, so a program that sends CR and waits for the answer gets it.

use std::io::{self, Read};

use super::encoding::{Encoding, advice, decode_utf16};
use super::error::{Fault, LONGEST_LINE, ParseError};

/// The most bytes held at a time: the longest line, its end, and the first byte of the next line to tell CR from CRLF.
const CAPACITY: usize = LONGEST_LINE + 2;

/// The bytes held at first: clearing more memory would cost more than solving a single grid.
const FIRST_CAPACITY: usize = 1 << 12;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

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

    /// An error of the line as a whole.
    pub(super) fn error(&self, fault: Fault) -> ParseError {
        ParseError::new(self.number, None, fault)
    }
}

/// Cuts an input into lines.
///
/// ```text
///            start       end
/// buffer  ...|2nd line\n3rd|.......   unread() = buffer[start..end]
/// ```
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The bytes from here to `end` have been read from the input but not returned; a line begins here.
    start: usize,
    end: usize,
    /// The number of lines returned so far.
    count: u64,
    at_end: bool,
    /// The last line ended with CR, so an LF that follows belongs to it.
    after_cr: bool,
    /// The line at `start` has been reported as too long; the rest of it is skipped.
    in_long_line: bool,
    /// The encoding, once the first bytes have been seen.
    encoding: Option<Encoding>,
    /// Bytes of UTF-16 that have been read but not decoded.
    undecoded: Vec<u8>,
    /// Advice in case the input has no grid.
    advice: Option<&'static str>,
}

/// What [`Lines::advance`] finds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next<'a> {
    /// A line.
    Line(Line<'a>),
    /// The number of a line longer than [`LONGEST_LINE`].
    TooLong(u64),
    /// The input is not text; this comes before any line.
    NotText(&'static str, &'static str),
    /// No whole line has been read: call [`Lines::read`], which may block.
    NeedsRead,
    /// There are no more lines.
    End,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`, of which nothing is read yet.
    pub(super) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            buffer: vec![0; FIRST_CAPACITY],
            start: 0,
            end: 0,
            count: 0,
            at_end: false,
            after_cr: false,
            in_long_line: false,
            encoding: None,
            undecoded: Vec::new(),
            advice: None,
        }
    }

    /// The number of lines returned so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Advice for an input without a grid, judged by its first line.
    pub(super) fn advice(&self) -> Option<&'static str> {
        self.advice
    }

    /// The bytes that have been read but not returned, if they are known to start with a line. At the start of the input there
    /// may be a byte-order mark before it.
    pub(super) fn unread(&mut self) -> &[u8] {
        if self.after_cr && self.buffer[self.start..self.end].starts_with(b"\n") {
            (self.start, self.after_cr) = (self.start + 1, false);
        }
        if self.after_cr || self.in_long_line || self.encoding.is_none() {
            &[]
        } else {
            &self.buffer[self.start..self.end]
        }
    }

    /// Skips `lines` whole lines at the start of [`Lines::unread`], each ended by LF or CRLF and together `length` bytes long.
    pub(super) fn skip(&mut self, length: usize, lines: usize) {
        self.start += length;
        self.count += lines as u64;
    }

    /// Reads from the input once. It may block.
    ///
    /// # Errors
    /// Those of the input; an interrupted read is tried again.
    pub(super) fn read(&mut self) -> io::Result<()> {
        if self.end == FIRST_CAPACITY && self.buffer.len() == FIRST_CAPACITY {
            self.buffer.resize(CAPACITY, 0);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if let Some(Encoding::Utf16 { is_big_endian }) = self.encoding {
            return self.read_utf16(is_big_endian);
        }
        let length = read_some(&mut self.input, &mut self.buffer[self.end..])?;
        self.end += length;
        self.at_end = length == 0;
        if self.encoding.is_none() {
            self.encoding = Encoding::of(&self.buffer[..self.end], self.at_end);
            if let Some(Encoding::Utf16 { is_big_endian }) = self.encoding {
                self.undecoded.extend_from_slice(&self.buffer[2..self.end]);
                self.end = 0;
                self.decode(is_big_endian);
            }
        }
        self.drop_end_marks();
        Ok(())
    }

    fn read_utf16(&mut self, is_big_endian: bool) -> io::Result<()> {
        let mut bytes = [0; FIRST_CAPACITY / 2];
        let length = read_some(&mut self.input, &mut bytes)?;
        self.at_end = length == 0;
        self.undecoded.extend_from_slice(&bytes[..length]);
        self.decode(is_big_endian);
        self.drop_end_marks();
        Ok(())
    }

    /// Decodes what has been read. The text can be half as long again, so the buffer grows where that is needed.
    fn decode(&mut self, is_big_endian: bool) {
        self.buffer.truncate(self.end);
        let taken = decode_utf16(&self.undecoded, is_big_endian, &mut self.buffer);
        self.undecoded.drain(..taken);
        self.end = self.buffer.len();
        self.buffer.resize(self.end.max(CAPACITY), 0);
    }

    /// Drops Ctrl-Z and NUL at the very end of the input: old systems mark it so.
    fn drop_end_marks(&mut self) {
        while self.at_end && self.end > self.start && matches!(self.buffer[self.end - 1], b'\0' | 0x1a) {
            self.end -= 1;
        }
    }

    /// Returns the next line, if the whole of it has been read.
    pub(super) fn advance(&mut self) -> Next<'_> {
        match self.encoding {
            None => return Next::NeedsRead,
            Some(Encoding::NotText(what, remedy)) => return Next::NotText(what, remedy),
            Some(_) => (),
        }
        loop {
            if !self.skip_line_end() {
                return Next::NeedsRead;
            }
            let rest = &self.buffer[self.start..self.end];
            let length = match find_end(rest) {
                Some(length) => length,
                None if self.at_end && rest.is_empty() => return Next::End,
                None if self.at_end => rest.len(),
                None if rest.len() < CAPACITY => return Next::NeedsRead,
                None => {
                    self.start = self.end;
                    if std::mem::replace(&mut self.in_long_line, true) {
                        return Next::NeedsRead;
                    }
                    self.count += 1;
                    return Next::TooLong(self.count);
                }
            };
            let mut line = self.start..self.start + length;
            self.after_cr = self.buffer[..self.end].get(line.end) == Some(&b'\r');
            self.start = self.end.min(line.end + 1);
            if std::mem::take(&mut self.in_long_line) {
                continue;
            }
            self.count += 1;
            if length > LONGEST_LINE {
                return Next::TooLong(self.count);
            }
            if self.count == 1 {
                if self.buffer[line.clone()].starts_with(BYTE_ORDER_MARK) {
                    line.start += BYTE_ORDER_MARK.len();
                }
                self.advice = advice(&self.buffer[line.clone()]);
            }
            return Next::Line(Line::new(self.count, &self.buffer[line]));
        }
    }

    /// Skips what still belongs to the end of a line that ended with CR: LF or CR LF. Returns false if that cannot be decided
    /// before more is read.
    fn skip_line_end(&mut self) -> bool {
        if self.after_cr {
            match &self.buffer[self.start..self.end] {
                [b'\n', ..] => self.start += 1,
                [b'\r', b'\n', ..] => self.start += 2,
                [] | [b'\r'] if !self.at_end => return false,
                _ => (),
            }
            self.after_cr = false;
        }
        true
    }
}

/// Reads once; an interrupted read is tried again.
fn read_some(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            result => return result,
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

    /// A text that arrives in pieces of `size` bytes.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let size = self.1.min(buffer.len());
            self.0.read(&mut buffer[..size])
        }
    }

    fn lines(text: &[u8], size: usize) -> Vec<String> {
        let mut lines = Lines::new(Pieces(text, size));
        let mut found = Vec::new();
        loop {
            match lines.advance() {
                Next::Line(line) => found.push(String::from_utf8_lossy(line.bytes).into_owned()),
                Next::NotText(..) => panic!("text"),
                Next::TooLong(_) => found.push("too long".into()),
                Next::NeedsRead => lines.read().unwrap(),
                Next::End => break,
            }
        }
        assert_eq!(lines.count(), found.len() as u64);
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
    fn a_line_that_ends_with_cr_is_returned_without_waiting_for_more() {
        let mut lines = Lines::new(&b"a\rb"[..]);
        lines.input = &lines.input[..2];
        assert_eq!(lines.advance(), Next::NeedsRead);
        lines.read().unwrap();
        assert_eq!(lines.advance(), Next::Line(Line::new(1, b"a")));
        assert_eq!(lines.advance(), Next::NeedsRead);
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
