//! Bytes to numbered lines, in bounded memory and without reading ahead.
//!
//! A line ends with LF, CRLF or CR, and an input may mix them. A CR ends its line at once, so a
//! program that sends CR and waits for the answer gets it.
//!
//! A UTF-8 byte-order mark is skipped. A NUL byte ends the input with an error: text has none. NUL
//! and Ctrl-Z at the very end are ignored, because old systems fill up texts with them.

use std::io::{self, Read};

use memchr::memchr3;

use super::error::{Fault, LONGEST_LINE, ParseError};

/// The most bytes held at a time: the longest line, one more that makes it too long, its end, and the byte before.
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
    /// The line without the white space around it.
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
/// buffer  ...\n|2nd line\n3rd|.......
/// ```
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The bytes from here to `end` have been read from the input but not returned. The byte before
    /// them is kept: LF, as if the input began with one; CR, which LF may follow; or a byte of a
    /// line that is too long.
    start: usize,
    end: usize,
    /// The number of lines returned so far.
    pub(super) count: u64,
    /// Whether everything has been read.
    pub(super) is_at_end: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`. Nothing is read yet.
    pub(super) fn new(input: R) -> Lines<R> {
        let mut buffer = vec![0; FIRST_CAPACITY];
        buffer[0] = b'\n';
        Lines { input, buffer, start: 1, end: 1, count: 0, is_at_end: false }
    }

    /// The bytes that have been read but not returned, if they start with a line.
    pub(super) fn unread(&self) -> &[u8] {
        if self.buffer[self.start - 1] == b'\n' { &self.buffer[self.start..self.end] } else { &[] }
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
        let kept = self.start - 1;
        self.buffer.copy_within(kept..self.end, 0);
        (self.start, self.end) = (1, self.end - kept);
        let length = loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                length => break length?,
            }
        };
        self.end += length;
        self.is_at_end = length == 0;
        while self.is_at_end && self.end > self.start && is_filler(&self.buffer[self.end - 1]) {
            self.end -= 1;
        }
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
            let (before, rest) = (self.buffer[self.start - 1], &self.buffer[self.start..self.end]);
            let (bytes, end) = rest.split_at(memchr3(b'\n', b'\r', 0, rest).unwrap_or(rest.len()));
            let end_length = match end {
                // The last line may have no end.
                _ if bytes.len() > LONGEST_LINE || self.is_at_end && end.is_empty() && !bytes.is_empty() => 0,
                _ if rest.len() <= LONGEST_LINE && end.iter().all(is_filler) => return None,
                [b'\r', b'\n', ..] => 2,
                _ => 1,
            };
            self.start += bytes.len() + end_length;
            // The LF of a CRLF may come late, and the rest of a line follows where it was cut.
            let is_line = before == b'\n' || before == b'\r' && !rest.starts_with(b"\n");
            self.count += u64::from(is_line);
            if is_line || end.starts_with(b"\0") {
                let line = Line::new(self.count, bytes);
                let may_be_binary = self.count == 1 || end.starts_with(b"\0");
                return Some(if may_be_binary { as_text(&line, end) } else { Ok(line) });
            }
        }
    }
}

/// The line without a byte-order mark, or an error if it starts like a compressed file or ends at a
/// NUL. `end` is what follows the line.
fn as_text<'a>(line: &Line<'a>, end: &[u8]) -> Result<Line<'a>, ParseError> {
    let is_compressed = |(start, _): &&(&[u8], &'static str)| line.number == 1 && line.bytes.starts_with(start);
    let nul = end.starts_with(b"\0").then_some((line.bytes.len(), NUL));
    match COMPRESSED.iter().find(is_compressed).map(|(_, found)| (0, *found)).or(nul) {
        Some((at, found)) => Err(line.error_at(at, Fault::Expected("expected text", found.into()))),
        None => Ok(Line::new(line.number, line.bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line.bytes))),
    }
}

/// Whether a byte may fill up the end of an input.
fn is_filler(byte: &u8) -> bool {
    matches!(byte, 0 | 0x1a)
}
