//! Lines to records: finds out what the lines of an input are, and passes each to the reader of its format.
//!
//! Every line up to the first row or record is tried in this order:
//!
//! | the line | the input |
//! |---|---|
//! | is a record below a line that has a field with a name such as `puzzle` | is csv |
//! | has its first puzzle after a `,` or `;` | is refused: only a header can name the column |
//! | is an object, pencil marks, or a line of HoDoKu's library | has a record on each line |
//! | has several grids, or one with a name, in an array or in Markdown | has rows |
//! | starts with 81 cells, or has them after a label, or in any other way | has a record on each line |
//! | has nine cells, about nine, or a single one | has rows |
//!
//! Here a puzzle is a word or field with 41 cells or more: half a grid, so that a malformed puzzle counts too. File names do not
//! matter.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use super::ascii::to_ascii;
use super::cells::Cells;
use super::csv;
use super::error::{Fault, LONGEST_LINE, ParseError};
use super::field::FieldReader;
use super::hint;
use super::kinds::LineKind;
use super::line_formats;
use super::lines::{Line, Lines};
use super::plain;
use super::records::{CsvHeader, Records};
use super::rows::Rows;
use super::tokens::Token;
use super::words::{has_puzzle, is_code_comment, is_comment, is_line_title, is_rule, is_title};
use super::{InputFormat, InputOptions};
use crate::grid::{CELLS, leading_cells};

/// The most text of csv records in a chunk, give or take a line: their lines may be long.
pub(super) const TEXT_LIMIT: usize = 1 << 20;

/// What the lines of an input are.
#[derive(Default)]
enum Mode {
    /// No record or row has been seen.
    #[default]
    Unknown,
    /// That of csv comes next.
    Header,
    Csv(Arc<CsvHeader>),
    Lines(InputFormat),
    Rows,
}

/// Reads the records of one input.
pub(crate) struct Reader<R> {
    lines: Lines<R>,
    input: Input,
}

impl<R: Read> Reader<R> {
    /// A reader of an input; what is not chosen is detected.
    pub(crate) fn new(input: R, options: &InputOptions) -> Reader<R> {
        Reader { lines: Lines::new(input), input: Input::new(options) }
    }

    /// Appends records until there are `limit` of them, or about a megabyte of text. Without `may_wait` it stops before a read
    /// that could block as soon as there is a record. Returns whether the input may have more; if not, this must not be called again.
    ///
    /// # Errors
    /// Those of the input. The records before it have been appended.
    pub(crate) fn fill(&mut self, records: &mut Records, limit: usize, may_wait: bool) -> io::Result<bool> {
        let Reader { lines, input } = self;
        let more = loop {
            let count = records.lines_of_output();
            if records.input_error.is_some() {
                break Ok(false);
            } else if count >= limit || records.csv_text.len() > TEXT_LIMIT {
                break Ok(true);
            }
            let (length, plain) = input.plain(lines.unread(), lines.count + 1, limit - count, records);
            lines.skip(length, plain);
            if plain > 0 {
                continue;
            } else if let Some(line) = lines.advance() {
                input.line(&line, records);
            } else if lines.at_end {
                input.end(lines.count, records);
                break Ok(false);
            } else if !may_wait && count > 0 && !matches!(input.mode, Mode::Unknown | Mode::Header) {
                break Ok(true);
            } else if let Err(error) = lines.read() {
                break Err(error);
            }
        };
        input.any_record |= records.len() > 0;
        records.format = input.format();
        if let Mode::Csv(header) = &input.mode {
            records.csv_header = Some(Arc::clone(header));
        }
        more
    }
}

/// Decides what the lines of one input are.
#[derive(Default)]
struct Input {
    mode: Mode,
    /// The format that the caller chose.
    chosen: Option<InputFormat>,
    column: Option<String>,
    rows: Rows,
    fields: FieldReader,
    /// A line in which signs are replaced by those in ASCII.
    ascii: Vec<u8>,
    any_record: bool,
    /// The last line with text, and its number: it may be a csv header.
    above: (u64, Vec<u8>),
    /// Advice based on the last line that shows what the input is, if it has no grid.
    advice: Option<&'static str>,
}

impl Input {
    fn new(options: &InputOptions) -> Input {
        let chosen = options.column.as_ref().map(|_| InputFormat::Csv).or(options.format);
        let mode = match chosen {
            None => Mode::Unknown,
            Some(InputFormat::Csv) => Mode::Header,
            Some(InputFormat::Spaced | InputFormat::Packed) => Mode::Rows,
            Some(format) => Mode::Lines(format),
        };
        let fields = FieldReader { blanks: options.blanks.clone(), ..FieldReader::default() };
        let (column, rows) = (options.column.clone(), Rows::new(options.every_grid));
        Input { mode, chosen, column, rows, fields, ..Input::default() }
    }

    /// The format, once it is known.
    fn format(&self) -> Option<InputFormat> {
        self.chosen.or(match self.mode {
            Mode::Lines(format) => Some(format),
            Mode::Csv(_) => Some(InputFormat::Csv),
            _ => self.rows.format.or(self.any_record.then_some(InputFormat::Packed)),
        })
    }

    /// Takes up to `limit` grids from lines that can be read without further checks, from the start of a text that begins with the line
    /// `number`. Returns how many bytes and lines they take.
    fn plain(&mut self, text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
        match self.mode {
            _ if !self.fields.blanks.is_empty() => (0, 0),
            Mode::Lines(InputFormat::Line) => plain::lines(text, number, limit, records),
            Mode::Rows => self.rows.plain(text, number, limit, records),
            _ => (0, 0),
        }
    }

    /// Takes the next line.
    fn line(&mut self, raw: &Line<'_>, records: &mut Records) {
        if let Some(error) = hint::not_text(raw) {
            if matches!(self.mode, Mode::Unknown | Mode::Rows) {
                // Nothing more is said about a grid that it cuts.
                self.rows.end_of_text(error.line, records);
            }
            return records.input_error = Some(error);
        }
        if raw.bytes.len() > LONGEST_LINE {
            return self.long_line(raw, records);
        }
        let is_first = !self.any_record && records.len() == 0;
        if let Mode::Csv(_) | Mode::Lines(_) = self.mode
            && raw.text.is_empty()
        {
            return records.empty_lines.extend((!is_first).then_some(records.len()));
        }
        // A line of csv stays as it is.
        let mut ascii = mem::take(&mut self.ascii);
        let is_other = !matches!(self.mode, Mode::Csv(_)) && to_ascii(raw.bytes, &self.fields.blanks, &mut ascii);
        let line = &if is_other { Line::new(raw.number, &ascii) } else { *raw };
        if is_first {
            self.advice = hint::advice(line).or(self.advice);
        }
        if let Mode::Unknown = self.mode {
            match self.detect(raw, line) {
                Ok(Mode::Csv(header)) => self.begin_csv(header, records),
                Ok(mode) => self.mode = mode,
                Err(error) => return records.input_error = Some(error),
            }
        }
        match &self.mode {
            Mode::Header if line.text.is_empty() || is_comment(line.text) => (),
            Mode::Header => match CsvHeader::of(raw, self.column.as_deref(), None) {
                Ok(Some(header)) => self.begin_csv(header, records),
                Ok(None) => records.input_error = Some(csv::no_column(raw, 0, self.column.as_deref())),
                Err(error) => records.input_error = Some(error),
            },
            Mode::Csv(header) => header.read(raw, &mut self.fields, records),
            Mode::Lines(format) => self.record(*format, raw, line, is_first, records),
            Mode::Unknown | Mode::Rows => self.rows.line(line, records),
        }
        // The names of a header may look like a row.
        if let Mode::Unknown = self.mode
            && self.rows.format.is_some()
            && self.header().is_none()
        {
            self.mode = Mode::Rows;
        }
        self.ascii = ascii;
    }

    /// Takes a line that is too long: one record, whatever it is.
    fn long_line(&mut self, line: &Line<'_>, records: &mut Records) {
        if let Mode::Rows = self.mode {
            return self.rows.long_line(line, records);
        }
        records.push_error(ParseError::new(line.number, None, Fault::LongLine));
        if let Mode::Csv(header) = &self.mode {
            header.end_columns(1, 0..0, records);
        }
    }

    /// Takes a line of a format whose records are lines. If it does not have the format that was detected, it may have another one that
    /// is unmistakable.
    fn record(&mut self, format: InputFormat, raw: &Line<'_>, line: &Line<'_>, is_first: bool, records: &mut Records) {
        // An array of objects ends with a bracket.
        let is_end = format == InputFormat::JsonLines && line.text.iter().all(|byte| b"]}); ".contains(byte));
        if is_end || is_code_comment(line.text) {
            return;
        }
        let mut read = |format| line_formats::read(format, raw, line, &mut self.fields);
        let reading = read(format).or_else(|error| match line_formats::detect(raw, line) {
            Some(other) if self.chosen.is_none() => read(other),
            _ => Err(error),
        });
        // A title is not a record; above the first, a single word may be one.
        let is_between = format != InputFormat::JsonLines && is_line_title(line.text);
        let is_title = is_between || is_first && is_title(line.text) && !has_puzzle(line.text);
        if reading.is_ok() || !is_title {
            records.push(line.number, reading);
        }
    }

    /// Finds out what the input is, if this line is its first record; otherwise it is for the reader of rows.
    fn detect(&mut self, raw: &Line<'_>, line: &Line<'_>) -> Result<Mode, ParseError> {
        let text = line.text;
        let above = Line::new(self.above.0, &self.above.1);
        if let Some(header) = csv::header_above(&above, raw)? {
            return Ok(Mode::Csv(header));
        } else if text.is_empty() || is_comment(text) {
            return Ok(Mode::Unknown);
        }
        let kind = self.fields.cells.read(line.bytes);
        let Cells { cells, layout, tokens, .. } = &self.fields.cells;
        let is_item = b"\"'[({".contains(&text[0]) && text.ends_with(b",");
        let before = &line.bytes[..cells.first().map_or(0, |cell| cell.at as usize)];
        let is_markdown = above.text.starts_with(b"```") || before.contains(&b'`');
        let is_named = layout.is_named || before.contains(&b'=');
        let are_several = cells.len() > CELLS && tokens.iter().any(Token::is_bracket);
        let format = match (line_formats::detect(raw, line), kind) {
            (format @ Some(InputFormat::JsonLines | InputFormat::PencilMarks | InputFormat::Hodoku), _) => format,
            (format @ Some(InputFormat::Line), _) if leading_cells(text).1 == CELLS && !is_markdown => format,
            // An item of an array, a grid with a name, several grids, or one in Markdown: other lines may follow in any form.
            (_, LineKind::Grid) if is_item || is_named || is_markdown || are_several || is_rule(text) => None,
            (format, LineKind::Grid) => format.or(Some(InputFormat::Line)),
            (format, _) => format,
        };
        self.above = (raw.number, raw.bytes.to_vec());
        Ok(format.map_or(Mode::Unknown, Mode::Lines))
    }

    /// The csv header that the last line of text may be.
    fn header(&self) -> Option<Arc<CsvHeader>> {
        CsvHeader::of(&Line::new(self.above.0, &self.above.1), None, None).unwrap_or_default()
    }

    /// Knows that the input is csv. The lines before were too long.
    fn begin_csv(&mut self, header: Arc<CsvHeader>, records: &mut Records) {
        (0..records.len()).for_each(|_| header.end_columns(1, 0..0, records));
        self.mode = Mode::Csv(header);
    }

    /// Takes the end of the input after this number of lines.
    fn end(&mut self, lines: u64, records: &mut Records) {
        if matches!(self.mode, Mode::Unknown | Mode::Rows) {
            self.rows.end(lines + 1, records);
        }
        let is_empty = !self.any_record && records.len() == 0;
        if let (Mode::Unknown, Some(header), false) = (&self.mode, self.header(), self.any_record) {
            // A csv may have no record.
            self.begin_csv(header, records);
        } else if is_empty && !matches!(self.mode, Mode::Csv(_)) {
            records.input_error = Some(hint::no_grid(lines, self.advice, self.rows.nearest));
        }
        records.solutions = self.rows.solutions;
    }
}
