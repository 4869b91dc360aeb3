//! What an input is, as its first lines show. File names do not matter.
//!
//! Every line up to the first row or record is tried in this order:
//!
//! | the line | the input |
//! |---|---|
//! | starts JSON: `{` with a quoted name, or an array that has an object or a grid | is JSON |
//! | is a record below a header with one name such as `puzzle` | is csv |
//! | is a record below a header with several such names or none | is refused: which column? |
//! | is pencil marks, or a line of HoDoKu's library | has a record on each line |
//! | starts with 81 cells, or has them after a label that is not code | has a record on each line |
//! | has about nine cells or a single one, or is code or an array with grids | has rows |
//!
//! Here a puzzle is a word or field with 41 cells or more, one of them a digit: half a grid, so
//! that a malformed puzzle counts too.

use std::io::Read;

use super::cell_reader::CellReader;
use super::csv;
use super::json::{self, JsonStart};
use super::line_formats;
use super::lines::{Line, Lines, count_line_ends};
use super::notices::Skipped;
use super::stop::Incomplete;
use super::words::{has_name, is_code_comment, is_comment};

/// Looks at the lines above the first record until one of them shows the format.
#[derive(Default)]
pub(super) struct Detection {
    /// The last line with text that is not a comment.
    last_text_line: Option<KeptLine>,
    /// The lines up to this number are known not to start JSON.
    not_json_up_to: u64,
    skipped: Option<Skipped>,
}

/// A line that is kept: the header of csv, or the title of the first record.
pub(super) struct KeptLine {
    number: u64,
    bytes: Vec<u8>,
}

impl KeptLine {
    pub(super) fn line(&self) -> Line<'_> {
        Line::new(self.number, &self.bytes)
    }
}

/// What a line shows.
pub(super) enum Detected {
    /// Nothing, or that the input has rows.
    Nothing,
    /// It is a record of csv, and this is its header.
    Csv(KeptLine),
    /// It is the first record of an input whose records are lines, below this line.
    Lines(Option<KeptLine>),
}

impl Detection {
    /// Whether the next line starts JSON.
    pub(super) fn try_json<R: Read>(&mut self, lines: &Lines<R>) -> Result<bool, Incomplete> {
        let text = lines.unread_lines();
        if lines.count < self.not_json_up_to || !self.may_be_json(text) {
            return Ok(false);
        }
        match json::detect(without_byte_order_mark(text), lines.is_at_end)? {
            JsonStart::Json => Ok(true),
            JsonStart::Other { checked } => {
                let checked_lines = count_line_ends(&text[..checked]).max(1);
                self.not_json_up_to = lines.count + checked_lines;
                Ok(false)
            }
        }
    }

    /// Whether the line at the start of a text has a bracket that JSON can start with.
    fn may_be_json(&self, text: &[u8]) -> bool {
        let text = without_byte_order_mark(text);
        let is_indent = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let indent = text.iter().take_while(is_indent).count();
        match text[indent..] {
            [b'{', ..] => true,
            // Below text, an array may be code.
            [b'[', ref elements @ ..] => {
                self.last_text_line.is_none() || elements.trim_ascii_start().starts_with(b"{")
            }
            _ => false,
        }
    }

    /// Looks at a line in ASCII that does not start JSON.
    pub(super) fn try_line(&mut self, line: &Line<'_>, cell_reader: &mut CellReader) -> Detected {
        if let Some(above) = self
            .last_text_line
            .take_if(|above| csv::is_header_of(&above.bytes, line.bytes))
        {
            return Detected::Csv(above);
        }
        let has_text = !line.text.is_empty() && !is_comment(line.text);
        if has_text && line_formats::shows_line_format(line, cell_reader) {
            return Detected::Lines(self.last_text_line.take());
        }
        Detected::Nothing
    }

    /// Keeps a line without a record, as it is in the input and in ASCII, as the line above the
    /// next one. Empty lines and comments are not kept.
    pub(super) fn keep_line(&mut self, raw: &Line<'_>, ascii: &Line<'_>) {
        if ascii.text.is_empty() || is_comment(ascii.text) {
            return;
        }
        self.last_text_line = Some(KeptLine {
            number: raw.number,
            bytes: raw.bytes.to_vec(),
        });
    }

    /// The last line of an input without a record that is neither empty nor a comment.
    pub(super) fn last_text_line(&self) -> Option<Line<'_>> {
        self.last_text_line.as_ref().map(KeptLine::line)
    }

    /// Notes a line of text above the first record. A title, a comment or numbers need no message.
    pub(super) fn note_skipped(&mut self, line: &Line<'_>) {
        let is_digit_or_space = |byte: &u8| byte.is_ascii_digit() || *byte == b' ';
        let are_numbers = line.text.iter().all(is_digit_or_space);
        if are_numbers || is_code_comment(line.text) || has_name(line.text) {
            return;
        }
        let skipped = self.skipped.get_or_insert(Skipped {
            first_line: line.number,
            count: 0,
        });
        skipped.count += 1;
    }

    /// The lines above the first record that need a message.
    pub(super) fn take_skipped(&mut self) -> Option<Skipped> {
        self.skipped.take()
    }
}

fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}
