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
use std::sync::Arc;

use super::ascii::to_ascii;
use super::cells::Cells;
use super::csv;
use super::error::{Fault, LONGEST_LINE, ParseError};
use super::field::FieldReader;
use super::hint;
use super::kinds::LineKind;
use super::line_formats::{self, detect};
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
        let more = loop {
            if records.input_error.is_some() {
                break Ok(false);
            } else if records.lines_of_output() >= limit || records.csv_text.len() > TEXT_LIMIT {
                break Ok(true);
            } else if self.plain(records, limit) {
                continue;
            } else if let Some(line) = self.lines.advance() {
                self.input.line(&line, records);
            } else if self.lines.at_end {
                self.input.end(self.lines.count, records);
                break Ok(false);
            } else if !may_wait && records.lines_of_output() > 0 {
                break Ok(true);
            } else if let Err(error) = self.lines.read() {
                break Err(error);
            }
        };
        self.input.any_record |= records.len() > 0;
        records.format = self.input.format();
        if let Mode::Csv(header) = &self.input.mode {
            records.csv_header = Some(Arc::clone(header));
        }
        more
    }

    /// Takes as many lines as can be read without further checks. Returns whether there were any.
    fn plain(&mut self, records: &mut Records, limit: usize) -> bool {
        let left = limit.saturating_sub(records.lines_of_output());
        let number = self.lines.count + 1;
        let (length, lines) = match self.input.mode {
            _ if !self.input.fields.blanks.is_empty() => (0, 0),
            Mode::Lines(InputFormat::Line) => plain::lines(self.lines.unread(), number, left, records),
            Mode::Rows => self.input.rows.plain(self.lines.unread(), number, left, records),
            _ => (0, 0),
        };
        self.lines.skip(length, lines);
        lines > 0
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
    any_record: bool,
    /// The lines that are too long, until something tells what kind of record they are.
    long_lines: Vec<ParseError>,
    /// The last line with text, and its number: it may be a csv header.
    above: (u64, Vec<u8>),
    /// Whether a comment stands before the first record, and advice based on the first line that shows what the input is instead.
    any_comment: bool,
    advice: Option<&'static str>,
}

impl Input {
    fn new(options: &InputOptions) -> Input {
        let chosen = options.column.as_ref().map(|_| InputFormat::Csv).or(options.format);
        let mode = match chosen {
            Some(InputFormat::Spaced | InputFormat::Packed) => Mode::Rows,
            Some(InputFormat::Csv) | None => Mode::Unknown,
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

    /// Takes a line as it is in the input. A line of csv stays so; in other formats, characters that are not ASCII but have a meaning are
    /// replaced.
    fn line(&mut self, line: &Line<'_>, records: &mut Records) {
        if let Some(error) = hint::not_text(line) {
            return self.end_of_text(error, records);
        }
        if line.bytes.len() > LONGEST_LINE {
            let error = ParseError::new(line.number, None, Fault::LongLine);
            return match &self.mode {
                Mode::Csv(header) => header.push_error(error, records),
                Mode::Lines(_) => records.push_error(error),
                Mode::Rows => self.rows.long_line(line.number, records),
                Mode::Unknown => self.long_lines.push(error),
            };
        }
        let is_first = !self.any_record && records.len() == 0;
        if matches!(self.mode, Mode::Csv(_) | Mode::Lines(_)) && line.text.is_empty() {
            return records.empty_lines.extend((!is_first).then_some(records.len()));
        }
        if let Mode::Csv(header) = &self.mode {
            return header.read(line, &mut self.fields, records);
        }
        let ascii = to_ascii(line.bytes, &self.fields.blanks);
        let ascii = ascii.as_ref().map(|ascii| Line { original: line.bytes, ..Line::new(line.number, ascii) });
        let line = &ascii.unwrap_or(*line);
        if is_first {
            self.any_comment |= is_comment(line.text);
            self.advice = self.advice.or_else(|| hint::advice(line));
        }
        match self.mode {
            Mode::Lines(format) => return self.record(format, line, is_first, records),
            Mode::Unknown => match self.detect(line) {
                Ok(Some(mode)) => {
                    self.begin(mode, records);
                    return self.line(&Line::new(line.number, line.original), records);
                }
                Ok(None) if self.chosen.is_some() => return,
                Ok(None) => (),
                Err(error) => return records.input_error = Some(error),
            },
            _ => (),
        }
        self.rows.line(line, records);
        // The names of a header may look like a row.
        let may_be_csv = matches!(self.mode, Mode::Unknown) && matches!(self.header(None), Ok(Some(_)));
        if matches!(self.mode, Mode::Unknown) && self.rows.format.is_some() && !may_be_csv {
            self.begin(Mode::Rows, records);
        }
    }

    /// Knows what the lines are from now on. Those that were too long come first.
    fn begin(&mut self, mode: Mode, records: &mut Records) {
        for (at, error) in self.long_lines.drain(..).enumerate() {
            match &mode {
                Mode::Csv(header) => header.push_error(error, records),
                _ => records.errors.insert(at, (0, error)),
            }
        }
        self.mode = mode;
    }

    /// Takes a line of a format whose records are lines. If it does not have the format that was detected, it may have another one that
    /// is unmistakable.
    fn record(&mut self, format: InputFormat, line: &Line<'_>, is_first: bool, records: &mut Records) {
        // An array of objects ends with a bracket.
        let is_end = format == InputFormat::JsonLines && line.text.iter().all(|byte| b"]}); ".contains(byte));
        if is_end || is_code_comment(line.text) {
            return;
        }
        let reading = line_formats::read(format, line, &mut self.fields).or_else(|error| match detect(line) {
            Some(other) if self.chosen.is_none() => line_formats::read(other, line, &mut self.fields),
            _ => Err(error),
        });
        // A title is not a record; above the first, a single word may be one.
        let is_between = format != InputFormat::JsonLines && is_line_title(line.text);
        let is_title = is_between || is_first && is_title(line.text) && !has_puzzle(line.text);
        if reading.is_ok() || !is_title {
            records.push(line.number, reading);
        }
    }

    /// Decides what the input is, if this line is its first record; otherwise it is for the reader of rows.
    fn detect(&mut self, line: &Line<'_>) -> Result<Option<Mode>, ParseError> {
        let (original, text) = (&Line::new(line.number, line.original), line.text);
        let header = self.header(Some(original))?;
        if header.is_some() || text.is_empty() || is_comment(text) {
            return Ok(header.map(Mode::Csv));
        }
        let (number, above) = std::mem::replace(&mut self.above, (line.number, line.original.to_vec()));
        if self.chosen.is_some() {
            let error = csv::no_column(original, 0, self.column.as_deref());
            return self.header(None)?.map_or(Err(error), |_| Ok(None));
        }
        let above = Line::new(number, &above);
        if let Some(error) = csv::unknown_header(line, &above) {
            return Err(error);
        }
        let kind = self.fields.cells.read(line.bytes);
        let Cells { cells, layout, tokens, .. } = &self.fields.cells;
        let is_item = b"\"'[({".contains(&text[0]) && text.ends_with(b",");
        let before = &line.bytes[..cells.first().map_or(0, |cell| cell.at as usize)];
        let is_markdown = above.text.starts_with(b"```") || before.contains(&b'`');
        let is_named = layout.is_named || before.contains(&b'=');
        let are_several = cells.len() > CELLS && tokens.iter().any(Token::is_bracket);
        let format = match (detect(line), kind) {
            (format @ Some(InputFormat::JsonLines | InputFormat::PencilMarks | InputFormat::Hodoku), _) => format,
            (format @ Some(InputFormat::Line), _) if leading_cells(text).1 == CELLS && !is_markdown => format,
            // An item of an array, a grid with a name, several grids, or one in Markdown: other lines may follow in any form.
            (_, LineKind::Grid) if is_item || is_named || is_markdown || are_several || is_rule(text) => None,
            (format, LineKind::Grid) => format.or(Some(InputFormat::Line)),
            (format, _) => format,
        };
        Ok(format.map(Mode::Lines))
    }

    /// The csv header that the last line of text is, if it stands above this record.
    fn header(&self, record: Option<&Line<'_>>) -> Result<Option<Arc<CsvHeader>>, ParseError> {
        let above = Line::new(self.above.0, &self.above.1);
        let record = record.filter(|_| self.chosen.is_none());
        if above.number == 0 { Ok(None) } else { CsvHeader::of(&above, self.column.as_deref(), record) }
    }

    /// Takes the end of what is text. Nothing more is said about a grid that it cuts.
    fn end_of_text(&mut self, error: ParseError, records: &mut Records) {
        if matches!(self.mode, Mode::Unknown | Mode::Rows) {
            self.rows.end_of_text(error.line, records);
        }
        records.input_error = Some(error);
    }

    /// Takes the end of the input after this number of lines.
    fn end(&mut self, lines: u64, records: &mut Records) {
        if matches!(self.mode, Mode::Unknown | Mode::Rows) {
            self.rows.end(lines + 1, records);
        }
        if let (Mode::Unknown, Ok(Some(header)), false) = (&self.mode, self.header(None), self.any_record) {
            // A csv may have no record.
            self.begin(Mode::Csv(header), records);
        }
        let mode = std::mem::take(&mut self.mode);
        self.begin(mode, records);
        if !self.any_record && records.len() == 0 && !matches!(self.mode, Mode::Csv(_)) {
            records.input_error = Some(hint::no_grid(lines, self.any_comment, self.advice, self.rows.nearest));
        }
        records.solutions = self.rows.solutions;
    }
}
