//! Bytes to numbered lines, in bounded memory and without reading ahead.
//!
//! A line ends with LF, CRLF or CR, and an input may mix them. A CR ends its line at once, so a
//! program that sends CR and waits for the answer gets it.
//!
//! A UTF-8 byte-order mark is skipped. A NUL byte ends the input with an error: text has none. NUL
//! and Ctrl-Z at the very end are ignored, because old systems fill up texts with them.

use std::io::{self, Read};
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2};

use super::error::{Fault, LONGEST_LINE, ParseError};

/// The most bytes held at a time, except for a JSON document: the longest line, one more that makes
/// it too long, its end, and the byte before.
const CAPACITY: usize = LONGEST_LINE + 4;

/// The first bytes of a compressed file, the kind of file, and how to decompress it.
pub(super) const COMPRESSED: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "gzip data: decompress it first (gzip -dc)"),
    (b"\xfd7zXZ", "xz data: decompress it first (xz -dc)"),
    (b"BZh", "bzip2 data: decompress it first (bzip2 -dc)"),
    (
        b"\x28\xb5\x2f\xfd",
        "zstd data: decompress it first (zstd -dc)",
    ),
    (
        b"PK\x03\x04",
        "a zip archive or a spreadsheet: extract it, or save the sheet as csv",
    ),
];

/// What a message says that was found if it is a NUL byte.
pub(super) const NUL_FOUND: &str =
    "a NUL byte: the input is compressed, packed or binary, or UTF-16 without a byte-order mark";

/// A line of the input without its end, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: u64,
    /// The column of its first character, from 1.
    pub(super) first_column: usize,
    pub(super) bytes: &'a [u8],
    /// The bytes without the white space around them.
    pub(super) text: &'a [u8],
}

impl<'a> Line<'a> {
    pub(super) fn new(number: u64, bytes: &'a [u8]) -> Line<'a> {
        Line {
            number,
            first_column: 1,
            bytes,
            text: trim(bytes, |byte| matches!(byte, b' ' | b'\t')).1,
        }
    }

    /// The field or value in this range of its bytes, without the white space and quotes around it.
    pub(super) fn part(&self, range: Range<usize>) -> Line<'a> {
        let (start, bytes) = trim(&self.bytes[range.clone()], |byte| {
            matches!(byte, b' ' | b'\t' | b'"' | b'\'')
        });
        Line {
            number: self.number,
            first_column: self.column(range.start + start),
            bytes,
            text: bytes,
        }
    }

    /// The position in its bytes at which a part of it starts, one that [`Line::part`] has
    /// returned.
    pub(super) fn offset_of(&self, part: &Line<'a>) -> usize {
        let offset = part.bytes.as_ptr().addr() - self.bytes.as_ptr().addr();
        debug_assert!(offset + part.bytes.len() <= self.bytes.len());
        offset
    }

    /// The column, in characters from 1, of the byte at an offset.
    pub(super) fn column(&self, offset: usize) -> usize {
        self.first_column + count_characters(&self.bytes[..offset])
    }

    /// An error at the byte at an offset.
    pub(super) fn error_at(&self, offset: usize, fault: Fault) -> ParseError {
        ParseError::new(self.number, Some(self.column(offset)), fault)
    }
}

/// Whole lines that have been read from the start of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Consumed {
    pub(super) bytes: usize,
    pub(super) lines: usize,
}

/// How many characters start in a text.
pub(super) fn count_characters(text: &[u8]) -> usize {
    let starts_character = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    text.iter().filter(starts_character).count()
}

/// How many lines end in a text, whatever their ends are.
pub(super) fn count_line_ends(text: &[u8]) -> u64 {
    let line_feeds = memchr_iter(b'\n', text).count();
    let is_alone = |at: &usize| text.get(at + 1) != Some(&b'\n');
    let returns = memchr_iter(b'\r', text).filter(is_alone).count();
    (line_feeds + returns) as u64
}

/// Where a text starts without the outer bytes at its ends, and what is left of it.
pub(super) fn trim(text: &[u8], is_outer: impl Fn(u8) -> bool) -> (usize, &[u8]) {
    let is_inner = |byte: &u8| !is_outer(*byte);
    let start = text.iter().position(is_inner).unwrap_or(text.len());
    let end = text
        .iter()
        .rposition(is_inner)
        .map_or(start, |last| last + 1);
    (start, &text[start..end])
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
    /// The bytes from here to `end` are unread: they are in the buffer, but have neither been
    /// returned nor skipped. The byte before them is kept. It is one of these:
    ///
    /// - LF. The input begins as if with one.
    /// - CR, which LF may follow.
    /// - A byte inside a line of which the rest is unread, because the line is too long, or because
    ///   [`Lines::skip_bytes`] has ended there.
    start: usize,
    end: usize,
    /// The number of lines returned or skipped so far. [`Lines::next_line`] counts a line when it
    /// returns it; [`Lines::skip_bytes`] counts the line ends that it passes.
    pub(super) count: u64,
    /// Whether everything has been read.
    pub(super) is_at_end: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`. Nothing is read yet.
    pub(super) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            buffer: vec![b'\n'],
            start: 1,
            end: 1,
            count: 0,
            is_at_end: false,
        }
    }

    /// The unread bytes if they start with a line, or else none.
    pub(super) fn unread_lines(&self) -> &[u8] {
        if self.buffer[self.start - 1] == b'\n' {
            &self.buffer[self.start..self.end]
        } else {
            &[]
        }
    }

    /// Skips whole lines at the start of [`Lines::unread_lines`].
    pub(super) fn skip_lines(&mut self, consumed: Consumed) {
        self.start += consumed.bytes;
        self.count += consumed.lines as u64;
    }

    /// The unread bytes, which may start with the rest of a line.
    pub(super) fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Skips this many unread bytes, and counts the lines that end in them. After a skip that ends
    /// inside a line, do not call [`Lines::next_line`]: it would drop the rest of the line and not
    /// count it.
    pub(super) fn skip_bytes(&mut self, length: usize) {
        let end = self.start + length;
        let skipped = &self.buffer[self.start..end];
        self.count += count_line_ends(skipped);
        // This LF belongs to a CR that was counted.
        if self.buffer[self.start - 1] == b'\r' && skipped.first() == Some(&b'\n') {
            self.count -= 1;
        }
        self.start = end;
    }

    /// Skips what belongs to no line: the LF of a CRLF whose CR has been skipped, and a byte-order
    /// mark. Only JSON may call this, in front of a value: [`Lines::next_line`] would take what
    /// follows the mark for the rest of a line.
    pub(super) fn skip_between_lines(&mut self) {
        self.start = after_late_line_feed(&self.buffer[..self.end], self.start);
        if self.count == 0 && self.unread().starts_with(b"\xef\xbb\xbf") {
            self.start += 3;
        }
    }

    /// Reads from the input once. It may block, and if it is interrupted it reads nothing.
    ///
    /// # Errors
    /// Those of the input.
    pub(super) fn read(&mut self) -> io::Result<()> {
        if self.end == self.buffer.len() {
            self.buffer.resize(self.next_length(), 0);
        }
        let kept = self.start - 1;
        self.buffer.copy_within(kept..self.end, 0);
        (self.start, self.end) = (1, self.end - kept);
        match self.input.read(&mut self.buffer[self.end..]) {
            Ok(length) => {
                self.end += length;
                self.is_at_end = length == 0;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
        if self.is_at_end {
            self.drop_padding();
        }
        Ok(())
    }

    /// Drops NUL and Ctrl-Z at the end of the input.
    fn drop_padding(&mut self) {
        while let [.., 0 | 0x1a] = self.unread() {
            self.end -= 1;
        }
    }

    /// How long the buffer must be, now that it is full.
    fn next_length(&self) -> usize {
        match self.buffer.len() {
            // Enough for a grid. Clearing the whole buffer takes longer than solving it.
            1 => 1 << 12,
            ..CAPACITY => CAPACITY,
            // There will be room once the bytes before `start` are gone.
            length if self.start > 1 => length,
            // Only a JSON document is longer than a line.
            length => 2 * length,
        }
    }

    /// Returns the next line if all of it has been read. A line longer than [`LONGEST_LINE`] is
    /// cut, but stays longer than that. `None` means that there are no more lines if `is_at_end`;
    /// otherwise, [`Lines::read`] must be called, and may block.
    ///
    /// # Errors
    /// The line is not text.
    pub(super) fn next_line(&mut self) -> Option<Result<Line<'_>, ParseError>> {
        loop {
            self.start = after_late_line_feed(&self.buffer[..self.end], self.start);
            // Otherwise it is the rest of a line that was cut.
            let is_line = matches!(self.buffer[self.start - 1], b'\n' | b'\r');
            let unread = &self.buffer[self.start..self.end];
            let length = memchr2(b'\n', b'\r', unread).unwrap_or(unread.len());
            let end_length = match unread[length..] {
                [b'\r', b'\n', ..] => 2,
                [_, ..] => 1,
                // The last line may have no end.
                [] if length > LONGEST_LINE || self.is_at_end && length > 0 => 0,
                [] => return None,
            };
            let bytes = self.start..self.start + length;
            self.start = bytes.end + end_length;
            self.count += u64::from(is_line);
            let is_first = is_line && self.count == 1;
            let line = text_line(self.count, is_first, &self.buffer[bytes]);
            if is_line || line.is_err() {
                return Some(line);
            }
        }
    }
}

/// `start`, or one more to skip an LF whose CR has ended the last line.
fn after_late_line_feed(bytes: &[u8], start: usize) -> usize {
    match bytes[start - 1..] {
        [b'\r', b'\n', ..] => start + 1,
        _ => start,
    }
}

/// A line, or the rest of one that was cut.
///
/// # Errors
/// The line is not text.
fn text_line(number: u64, is_first: bool, bytes: &[u8]) -> Result<Line<'_>, ParseError> {
    // Some UTF-8 texts start with a byte-order mark.
    let text = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(text) if is_first => text,
        _ => bytes,
    };
    let line = Line::new(number, text);
    if is_first
        && let Some((_, found)) = COMPRESSED
            .iter()
            .find(|(start, _)| bytes.starts_with(start))
    {
        return Err(not_text_error(&line, 0, found));
    }
    match memchr(0, line.bytes) {
        Some(at) => Err(not_text_error(&line, at, NUL_FOUND)),
        None => Ok(line),
    }
}

fn not_text_error(line: &Line<'_>, at: usize, found: &'static str) -> ParseError {
    line.error_at(at, Fault::expected("expected text", found))
}
