//! Bytes to numbered lines, in bounded memory and without reading ahead.
//!
//! A line ends with LF, CRLF or CR, and an input may mix them. A CR ends its line at once, so a
//! program that sends CR and waits for the answer gets it.
//!
//! A UTF-8 byte-order mark is skipped. A NUL byte ends the input with an error: text has none. NUL
//! and Ctrl-Z at the very end are ignored, because old systems fill up texts with them.

use std::io::{self, Read};
use std::ops::Range;

use memchr::{memchr, memchr2};

use super::error::{Fault, LONGEST_LINE, ParseError};

/// The most bytes held at a time: the longest line and its end, and the byte before.
const CAPACITY: usize = LONGEST_LINE + 4;

/// Some UTF-8 texts start with it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The first bytes of a compressed file, the kind of file, and how to decompress it.
pub(super) const COMPRESSED: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "gzip data: decompress it first (gzip -dc)"),
    (b"\xfd7zXZ", "xz data: decompress it first (xz -dc)"),
    (b"BZh", "bzip2 data: decompress it first (bzip2 -dc)"),
    (b"\x28\xb5\x2f\xfd", "zstd data: decompress it first (zstd -dc)"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet: extract it, or save the sheet as csv"),
];
pub(super) const NUL: &str =
    "a NUL byte: the input is compressed, packed or binary, or UTF-16 without a byte-order mark";

/// The size of the buffer until a read fills it. Clearing a larger one takes longer than solving a
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
        let text = trimmed_range(bytes, |byte| matches!(byte, b' ' | b'\t'));
        Line { number, bytes, text: &bytes[text.clone()], indent: text.start }
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

/// The range of a text without such bytes at both ends.
pub(super) fn trimmed_range(text: &[u8], is_outer: impl Fn(u8) -> bool) -> Range<usize> {
    let is_inner = |byte: &u8| !is_outer(*byte);
    let start = text.iter().position(is_inner).unwrap_or(text.len());
    start..text.iter().rposition(is_inner).map_or(start, |last| last + 1)
}

/// Cuts an input into lines.
///
/// ```text
///            start       end
/// buffer  ...|2nd line\n3rd|.......
/// ```
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The bytes from here to `end` have been read from the input but not returned. The byte before
    /// them is kept.
    start: usize,
    end: usize,
    /// Where the first NUL byte among them is, or `end`; `None` until it is looked for.
    first_nul: Option<usize>,
    /// The number of lines returned so far.
    pub(super) count: u64,
    /// Whether everything has been read.
    pub(super) is_at_end: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`. Nothing is read yet.
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, buffer: vec![0; FIRST_CAPACITY], start: 0, end: 0, first_nul: None, count: 0, is_at_end: false }
    }

    /// The bytes that have been read but not returned, if they start with a line.
    pub(super) fn unread(&self) -> &[u8] {
        if self.byte_before() == b'\n' { &self.buffer[self.start..self.end] } else { &[] }
    }

    /// The byte before the first that has not been returned: LF; CR, which LF may follow; or a byte
    /// of a line that is too long.
    fn byte_before(&self) -> u8 {
        self.start.checked_sub(1).map_or(b'\n', |at| self.buffer[at])
    }

    /// Skips `lines` whole lines at the start of [`Lines::unread`], together `length` bytes long.
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
        self.is_at_end = length == 0;
        if self.is_at_end {
            let unread = &self.buffer[self.start..self.end];
            self.end -= unread.iter().rev().take_while(|byte| matches!(byte, 0 | 0x1a)).count();
        }
        self.first_nul = None;
        Ok(())
    }

    /// Returns the next line if all of it has been read. A line longer than [`LONGEST_LINE`] is
    /// cut, but stays longer than that. `None` means that there are no more lines if `is_at_end`;
    /// otherwise, [`Lines::read`] must be called, and may block.
    ///
    /// # Errors
    /// The line is not text.
    pub(super) fn next_line(&mut self) -> Option<Result<Line<'_>, ParseError>> {
        loop {
            let (before, rest) = (self.byte_before(), &self.buffer[self.start..self.end]);
            let length = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let end_length = match &rest[length..] {
                // The last line may have no end.
                _ if length > LONGEST_LINE || self.is_at_end && length > 0 && length == rest.len() => 0,
                [] => return None,
                [b'\r', b'\n', ..] => 2,
                _ => 1,
            };
            // The LF of a CRLF may come late, and the rest of a line follows where it was cut.
            let is_line = before == b'\n' || before == b'\r' && !rest.starts_with(b"\n");
            let (start, end) = (self.start, self.start + length);
            // One scan of all that has been read is faster than one of each line.
            let nul = *self.first_nul.get_or_insert_with(|| memchr(0, rest).map_or(self.end, |at| start + at));
            self.start = end + end_length;
            if is_line || nul < end {
                self.count += u64::from(is_line);
                let line = &self.buffer[start..end];
                let text = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.count == 1);
                let line = Line::new(self.count, text.unwrap_or(line));
                let may_be_compressed = self.count == 1 || nul < end;
                return Some(if may_be_compressed { not_text(&line).map_or(Ok(line), Err) } else { Ok(line) });
            }
        }
    }
}

/// The error of a line that is not text: the first line of a compressed file, or one with a NUL.
fn not_text(line: &Line<'_>) -> Option<ParseError> {
    let is_compressed = |(start, _): &&(&[u8], &'static str)| line.number == 1 && line.bytes.starts_with(start);
    let compressed = COMPRESSED.iter().find(is_compressed).map(|(_, what)| (0, *what));
    let (at, found) = compressed.or_else(|| Some((memchr(0, line.bytes)?, NUL)))?;
    Some(line.error_at(at, Fault::Expected("expected text", found.into())))
}
