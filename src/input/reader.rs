//! Lines to records: finds out what the lines of an input are, and passes each to the reader of its
//! format.
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
//! Here a puzzle is a word or field with 41 cells or more: half a grid, so that a malformed puzzle
//! counts too. File names do not matter.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use super::ascii::to_ascii;
use super::cells::Cells;
use super::csv;
use super::error::{Fault, LONGEST_LINE, ParseError};
use super::field::FieldReader;
use super::kinds::LineKind;
use super::line_formats;
use super::lines::{Line, Lines};
use super::no_grid;
use super::plain;
use super::records::{CsvHeader, Records};
use super::rows::Rows;
use super::tokens::Token;
use super::words::{is_code_comment, is_comment, is_rule, is_title};
use super::{InputFormat, InputOptions};
use crate::grid::{CELLS, leading_cells};

/// The most text of csv records in a chunk, give or take a line: their lines may be long.
pub(super) const TEXT_LIMIT: usize = 1 << 20;

/// What the lines of an input are.
#[derive(Default)]
enum Mode {
    /// Rows, or what is not known yet: see [`Input::is_open`].
    #[default]
    Rows,
    Lines(InputFormat),
    /// Csv, of which the header comes next.
    Header,
    Csv(Arc<CsvHeader>),
}

/// Reads the records of one input.
pub(crate) struct Reader<R> {
    lines: Lines<R>,
    input: Input,
    /// The number of records so far.
    count: u64,
}

impl<R: Read> Reader<R> {
    /// A reader of an input; what is not chosen is detected.
    pub(crate) fn new(input: R, options: &InputOptions) -> Reader<R> {
        Reader { lines: Lines::new(input), input: Input::new(options), count: 0 }
    }

    /// Appends records until there are `limit` of them, or about a megabyte of text. Without
    /// `may_wait` it stops before a read that could block as soon as there is a record. Returns
    /// whether the input may have more; if not, this must not be called again.
    ///
    /// # Errors
    /// Those of the input. The records before it have been appended.
    pub(crate) fn fill(&mut self, records: &mut Records, limit: usize, may_wait: bool) -> io::Result<bool> {
        let Reader { lines, input, count } = self;
        records.earlier = *count;
        let more = loop {
            let done = records.lines_of_output();
            if done >= limit || records.csv_text.len() > TEXT_LIMIT {
                break Ok(true);
            }
            let (length, plain) = input.plain(lines.unread(), lines.count + 1, limit - done, records);
            lines.skip(length, plain);
            if plain > 0 {
                continue;
            } else if let Some(line) = lines.advance() {
                records.input_error = input.line(&line, records).err();
                if records.input_error.is_some() {
                    break Ok(false);
                }
            } else if lines.at_end {
                input.end(lines.count, records);
                break Ok(false);
            } else if !may_wait && done > 0 && !(input.is_open() && records.are_long_lines()) {
                break Ok(true);
            } else if let Err(error) = lines.read() {
                break Err(error);
            }
        };
        *count += records.len() as u64;
        records.format = match &input.mode {
            Mode::Lines(format) => Some(*format),
            Mode::Header | Mode::Csv(_) => Some(InputFormat::Csv),
            Mode::Rows => input.rows.format.or((*count > 0).then_some(InputFormat::Packed)),
        };
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
    /// The caller's choices.
    options: InputOptions,
    rows: Rows,
    fields: FieldReader,
    /// A line in which signs are replaced by those in ASCII.
    ascii: Vec<u8>,
    /// The last line with text, and its number: it may be a csv header.
    above: (u64, Vec<u8>),
    /// Advice based on the last line that shows what the input is, if it has no grid.
    advice: Option<&'static str>,
}

impl Input {
    fn new(options: &InputOptions) -> Input {
        let mut rows = Rows::new(options.every_grid);
        let mode = match options.format {
            _ if options.column.is_some() => Mode::Header,
            Some(InputFormat::Csv) => Mode::Header,
            None | Some(InputFormat::Spaced | InputFormat::Packed) => Mode::Rows,
            Some(format) => Mode::Lines(format),
        };
        rows.format = options.format;
        let fields = FieldReader { blanks: options.blanks.clone(), ..FieldReader::default() };
        Input { mode, options: options.clone(), rows, fields, ..Input::default() }
    }

    /// Whether no record or row has shown what the lines are.
    fn is_open(&self) -> bool {
        matches!(self.mode, Mode::Header) || matches!(self.mode, Mode::Rows) && self.rows.format.is_none()
    }

    /// Takes up to `limit` grids from lines that can be read without further checks, from the start
    /// of a text that begins with the line `number`. Returns how many bytes and lines they take.
    fn plain(&mut self, text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
        match self.mode {
            _ if self.is_open() || !self.fields.blanks.is_empty() => (0, 0),
            Mode::Lines(InputFormat::Line) => plain::lines(text, number, limit, records),
            Mode::Rows => self.rows.plain(text, number, limit, records),
            _ => (0, 0),
        }
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// The input ends here: it is not text, or its first line is no header.
    fn line(&mut self, raw: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        if let Some(error) = no_grid::not_text(raw) {
            if let Mode::Rows = self.mode {
                // Nothing more is said about a grid that it cuts.
                self.rows.end_of_text(records);
            }
            return Err(error);
        } else if raw.bytes.len() > LONGEST_LINE {
            self.long_line(raw, records);
            return Ok(());
        } else if matches!(self.mode, Mode::Csv(_) | Mode::Lines(_)) && raw.text.is_empty() {
            records.empty_lines.extend(records.any_before().then_some(records.len()));
            return Ok(());
        }
        if let Mode::Csv(header) = &self.mode {
            header.read(raw, &mut self.fields, records);
            return Ok(());
        }
        let mut ascii = mem::take(&mut self.ascii);
        let is_other = to_ascii(raw.bytes, &self.fields.blanks, &mut ascii);
        let line = if is_other { Line::new(raw.number, &ascii) } else { *raw };
        let result = self.text(raw, &line, records);
        self.ascii = ascii;
        result
    }

    /// Takes a line with text, as it is and with signs in ASCII.
    ///
    /// # Errors
    /// It should be a header but is not.
    fn text(&mut self, raw: &Line<'_>, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        if !records.any_before() {
            self.advice = no_grid::advice(line).or(self.advice);
        }
        let may_be_header = matches!(self.mode, Mode::Rows) && self.is_open();
        if may_be_header {
            self.detect(raw, line, records)?;
        }
        match &self.mode {
            Mode::Header if line.text.is_empty() || is_comment(line.text) => (),
            Mode::Header => {
                let column = self.options.column.as_deref();
                let header = csv::header(raw, column, None).ok_or_else(|| csv::no_column(raw, 0, column))?;
                self.begin_csv(header?, records);
            }
            Mode::Csv(header) => header.read(raw, &mut self.fields, records),
            Mode::Lines(format) => self.record(*format, raw, line, records),
            Mode::Rows => self.rows.line(line, records),
        }
        // The names of a header may look like a row.
        if may_be_header && csv::header(raw, None, None).is_some() {
            self.rows.format = self.rows.format.filter(|format| *format == InputFormat::Line);
        }
        Ok(())
    }

    /// Takes a line that is too long: one record, whatever it is.
    fn long_line(&mut self, line: &Line<'_>, records: &mut Records) {
        if matches!(self.mode, Mode::Rows) && !self.is_open() {
            return self.rows.long_line(line, records);
        }
        records.push_error(ParseError::new(line.number, None, Fault::LongLine));
        if let Mode::Csv(header) = &self.mode {
            header.end_columns(1, 0..0, records);
        }
    }

    /// Takes a line of a format whose records are lines. If it does not have the format that was
    /// detected, it may have another one that is unmistakable.
    fn record(&mut self, format: InputFormat, raw: &Line<'_>, line: &Line<'_>, records: &mut Records) {
        // An array of objects ends with a bracket.
        let is_json = format == InputFormat::JsonLines;
        if is_code_comment(line.text) || is_json && line.text.iter().all(|byte| b"]}); ".contains(byte)) {
            return;
        }
        let mut read = |format| line_formats::read(format, raw, line, &mut self.fields);
        let reading = read(format).or_else(|error| match line_formats::detect(raw, line) {
            Some(other) if self.options.format.is_none() => read(other),
            _ => Err(error),
        });
        // A title is not a record; above the first, a single word may be one.
        let is_marked = line.text.contains(&b' ') || line.text.starts_with(b"[") || line.text.ends_with(b":");
        let may_be_title = !records.any_before() || is_marked && !is_json;
        if reading.is_ok() || !(may_be_title && is_title(line.text)) {
            records.push(line.number, reading);
        }
    }

    /// Finds out what the input is, if this line is its first record; otherwise it is for the
    /// reader of rows.
    ///
    /// # Errors
    /// The line above is a header, but not of one column with puzzles.
    fn detect(&mut self, raw: &Line<'_>, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let (text, above) = (line.text, Line::new(self.above.0, &self.above.1));
        if let Some(header) = csv::header(&above, None, Some(line)).transpose()? {
            self.begin_csv(header, records);
            return Ok(());
        } else if text.is_empty() || is_comment(text) {
            return Ok(());
        }
        let kind = self.fields.cells.read(line.bytes);
        let Cells { cells, layout, tokens, .. } = &self.fields.cells;
        // An item of an array, a grid with a name, several grids, or one in Markdown: other lines
        // may follow in any form.
        let is_item = b"\"'[({".contains(&text[0]) && text.ends_with(b",");
        let before = &line.bytes[..cells.first().map_or(0, |cell| cell.at as usize)];
        let is_named = layout.is_named || before.iter().any(|byte| b"=`".contains(byte));
        let are_several = cells.len() > CELLS && tokens.iter().any(Token::is_bracket);
        let format = line_formats::detect(raw, line);
        let starts_with_grid = format == Some(InputFormat::Line) && leading_cells(text).1 == CELLS;
        let is_part = above.text.starts_with(b"```")
            || (is_item || is_named || are_several || is_rule(text)) && !starts_with_grid;
        let format = match (format, kind) {
            (None | Some(InputFormat::Line | InputFormat::Bank), LineKind::Grid) if is_part => None,
            (None, LineKind::Grid) => Some(InputFormat::Line),
            (format, _) => format,
        };
        self.above = (raw.number, raw.bytes.to_vec());
        self.mode = format.map_or(Mode::Rows, Mode::Lines);
        Ok(())
    }

    /// Switches to csv. All records so far are lines that were too long.
    fn begin_csv(&mut self, header: CsvHeader, records: &mut Records) {
        (0..records.len()).for_each(|_| header.end_columns(1, 0..0, records));
        self.mode = Mode::Csv(Arc::new(header));
    }

    /// Takes the end of the input after this number of lines.
    fn end(&mut self, lines: u64, records: &mut Records) {
        if let Mode::Rows = self.mode {
            self.rows.end(lines + 1, records);
        }
        let above = Line::new(self.above.0, &self.above.1);
        let header = csv::header(&above, None, None).filter(|_| matches!(self.mode, Mode::Rows));
        if let (Some(Ok(header)), false) = (header, records.any_before()) {
            // A csv may have no record.
            self.begin_csv(header, records);
        } else if !records.any_before() && !matches!(self.mode, Mode::Csv(_)) {
            records.input_error = Some(no_grid::no_grid(lines, self.advice));
        }
        records.solutions = self.rows.solutions;
    }
}
