//! Bytes to lines: numbered, without their ends, in bounded memory, and without reading ahead of what is asked.
//!
//! A line ends with LF, CRLF or CR, mixed as they come. CR CR LF, which writing CRLF in text mode makes of it, is one line
//! end too. A CR ends its line at once: whoever sends CR and waits for the answer does not wait for ever.

use std::io::{self, Read};

/// The longest line that is read, in bytes. Puzzles need a few hundred; a file of another kind may have no line ends at all.
pub const LONGEST_LINE: usize = 1 << 16;

/// Bytes held at a time: the longest line, its end, and the first byte of the next line to tell CR from CRLF.
const CAPACITY: usize = LONGEST_LINE + 2;

/// So many at first: memory that is cleared for a single grid costs more than the grid.
const FIRST: usize = 1 << 12;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of an input.
pub struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The part of the buffer that has been read and not yet given: a line begins at its start.
    start: usize,
    end: usize,
    /// The number of the line given last, from 1.
    number: u64,
    at_end: bool,
    /// The last line ended with CR, so an LF that follows belongs to it.
    after_cr: bool,
    /// The line at `start` has been given as too long; the rest of it is passed over.
    within_too_long: bool,
}

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next<'a> {
    /// A line without its end, and its number from 1.
    Line(u64, &'a [u8]),
    /// A line longer than [`LONGEST_LINE`], and its number.
    TooLong(u64),
    /// No whole line has been read: do what must be done before waiting, then [`Lines::read`].
    Wait,
    /// There are no more lines.
    End,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`, of which nothing is read yet.
    pub fn new(input: R) -> Lines<R> {
        Lines {
            input,
            buffer: vec![0; FIRST],
            start: 0,
            end: 0,
            number: 0,
            at_end: false,
            after_cr: false,
            within_too_long: false,
        }
    }

    /// What has been read and not given, if it starts with a line: at first perhaps with a byte order mark before it.
    pub(super) fn unread(&self) -> &[u8] {
        if self.after_cr || self.within_too_long { &[] } else { &self.buffer[self.start..self.end] }
    }

    /// Passes over a line at the start of [`Lines::unread`] that ends with LF or CRLF and has this length with its end.
    pub(super) fn pass_line(&mut self, length: usize) {
        self.start += length;
        self.number += 1;
    }

    /// The lines given so far.
    pub fn count(&self) -> u64 {
        self.number
    }

    /// Reads once more. It may block.
    ///
    /// # Errors
    /// Those of the input; an interrupted read is tried again.
    pub fn read(&mut self) -> io::Result<()> {
        if self.end == FIRST {
            self.buffer.resize(CAPACITY, 0);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let count = loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                result => break result?,
            }
        };
        self.end += count;
        self.at_end = count == 0;
        Ok(())
    }

    /// The next line, from what has been read.
    pub fn advance(&mut self) -> Next<'_> {
        loop {
            if !self.pass_line_end() {
                return Next::Wait;
            }
            let rest = &self.buffer[self.start..self.end];
            let length = match find_end(rest) {
                Some(length) => length,
                None if self.at_end && rest.is_empty() => return Next::End,
                None if self.at_end => rest.len(),
                None if rest.len() < CAPACITY => return Next::Wait,
                None => {
                    self.start = self.end;
                    if std::mem::replace(&mut self.within_too_long, true) {
                        return Next::Wait;
                    }
                    self.number += 1;
                    return Next::TooLong(self.number);
                }
            };
            let mut line = self.start..self.start + length;
            self.after_cr = self.buffer[..self.end].get(line.end) == Some(&b'\r');
            self.start = self.end.min(line.end + 1);
            if std::mem::take(&mut self.within_too_long) {
                continue;
            }
            self.number += 1;
            if length > LONGEST_LINE {
                return Next::TooLong(self.number);
            }
            if self.number == 1 && self.buffer[line.clone()].starts_with(BYTE_ORDER_MARK) {
                line.start += BYTE_ORDER_MARK.len();
            }
            return Next::Line(self.number, &self.buffer[line]);
        }
    }

    /// Passes over what still belongs to the end of a line that ended with CR: LF or CR LF. False: it takes more to tell.
    fn pass_line_end(&mut self) -> bool {
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

/// Where the first line in a text ends, looked for in many bytes at a time.
pub(super) fn find_end(text: &[u8]) -> Option<usize> {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let (blocks, _) = text.as_chunks::<16>();
    let has_none = |block: &&[u8; 16]| !block.iter().fold(false, |found, byte| found | is_end(byte));
    let passed = 16 * blocks.iter().take_while(has_none).count();
    text[passed..].iter().position(is_end).map(|at| passed + at)
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
                Next::Line(_, line) => found.push(String::from_utf8_lossy(line).into_owned()),
                Next::TooLong(_) => found.push("too long".into()),
                Next::Wait => lines.read().unwrap(),
                Next::End => break,
            }
        }
        assert_eq!(lines.count(), found.len() as u64);
        found
    }

    #[test]
    fn every_line_end_ends_one_line_however_it_arrives() {
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
    fn a_line_ended_by_cr_is_given_without_waiting_for_more() {
        let mut lines = Lines::new(&b"a\rb"[..]);
        lines.input = &lines.input[..2];
        assert_eq!(lines.advance(), Next::Wait);
        lines.read().unwrap();
        assert_eq!(lines.advance(), Next::Line(1, b"a"));
        assert_eq!(lines.advance(), Next::Wait);
    }

    /// Fails in these ways, the last first, and then ends.
    struct Failing(Vec<io::ErrorKind>);

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.pop().map_or(Ok(0), |kind| Err(kind.into()))
        }
    }

    #[test]
    fn an_interrupted_read_is_tried_again_and_no_other() {
        let read = |kinds: &[io::ErrorKind]| Lines::new(Failing(kinds.to_vec())).read().map_err(|error| error.kind());
        assert_eq!(read(&[io::ErrorKind::Interrupted; 2]), Ok(()));
        assert_eq!(read(&[io::ErrorKind::BrokenPipe]), Err(io::ErrorKind::BrokenPipe));
    }

    #[test]
    fn a_line_without_end_is_too_long_once() {
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
}
