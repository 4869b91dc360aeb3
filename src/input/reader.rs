//! Lines to records: finds out what the lines of an input are, and passes each to the reader of its
//! format.
//!
//! Every line up to the first row or record is tried in this order:
//!
//! | the line | the input |
//! |---|---|
//! | is a JSON object with a puzzle | has a record on each line |
//! | is a record below a header with one name such as `puzzle` | is csv |
//! | is a record below a header with several such names or none | is refused: which column? |
//! | is pencil marks, or a line of HoDoKu's library | has a record on each line |
//! | starts with 81 cells, or has them after a label that is not a name or code | has a record on each line |
//! | has nine cells, about nine, a single one, or grids in an array or code | has rows |
//!
//! Here a puzzle is a word or field with 41 cells or more: half a grid, so that a malformed puzzle
//! counts too. File names do not matter.

use std::io::{self, Read};
use std::sync::Arc;

use super::ascii::to_ascii;
use super::cells::CellReader;
use super::error::{LONGEST_LINE, ParseError, UNKNOWN_START, no_grid};
use super::lines::{Line, Lines};
use super::records::{Header, Records};
use super::rows::Rows;
use super::words::{has_name, is_code_comment, is_comment};
use super::{InputFormat, InputOptions, csv, fast_path, line_formats};

/// A chunk ends once its csv records have more bytes than this: their lines may be long.
pub(super) const TEXT_LIMIT: usize = 1 << 20;

/// Reads the records of one input.
pub(crate) struct Reader<R> {
    lines: Lines<R>,
    input: Input,
    /// The memory of a line with its symbols replaced by ASCII characters.
    ascii: Vec<u8>,
    /// The number of records so far.
    record_count: u64,
}

impl<R: Read> Reader<R> {
    /// A reader of an input. It detects what the options leave open.
    pub(crate) fn new(input: R, options: &InputOptions) -> Reader<R> {
        let format = options
            .column
            .as_ref()
            .map_or(options.format, |_| Some(InputFormat::Csv));
        let line_format =
            format.filter(|format| !matches!(format, InputFormat::Spaced | InputFormat::Packed));
        let rows = Rows::new(options.every_grid, format);
        let state = Input {
            options: options.clone(),
            line_format,
            rows,
            ..Input::default()
        };
        Reader {
            lines: Lines::new(input),
            input: state,
            ascii: Vec::new(),
            record_count: 0,
        }
    }

    /// Appends records until there are `limit` of them, or about a megabyte of text. Without
    /// `may_wait` it stops before a read that could block as soon as there is a record. Returns
    /// whether the input may have more; if not, this must not be called again.
    ///
    /// # Errors
    /// Those of the input. The records before it have been appended.
    pub(crate) fn fill(
        &mut self,
        records: &mut Records,
        limit: usize,
        may_wait: bool,
    ) -> io::Result<bool> {
        let Reader {
            lines,
            input,
            ascii,
            record_count,
        } = self;
        records.offset = *record_count;
        let more = loop {
            let done = records.len_with_empties();
            if done >= limit || records.text_len() > TEXT_LIMIT {
                break Ok(true);
            }
            let (length, line_count) =
                input.read_fast(lines.unread(), lines.count + 1, limit - done, records);
            if line_count > 0 {
                lines.skip(length, line_count);
            } else if let Some(line) = lines.next_line() {
                if let Err(error) = line.and_then(|line| input.read_line(&line, ascii, records)) {
                    // Fewer rows are a grid that is cut off there, which needs no message of its
                    // own.
                    if input.rows.window.len() >= 9 {
                        records.push_error(input.rows.window[0].error_at(0, UNKNOWN_START));
                    }
                    records.input_error = Some(error);
                    break Ok(false);
                }
            } else if lines.is_at_end {
                input.end(lines.count, records);
                break Ok(false);
            } else if !may_wait && done > 0 && input.rows.format.is_some() {
                // The output for a record without a grid depends on the format.
                break Ok(true);
            } else if let Err(error) = lines.read() {
                break Err(error);
            }
        };
        *record_count += records.len() as u64;
        records.format = input
            .rows
            .format
            .or((*record_count > 0).then_some(InputFormat::Packed));
        records.header.clone_from(&input.header);
        more
    }
}

/// Decides what the lines of one input are.
#[derive(Default)]
struct Input {
    /// The caller's choices.
    options: InputOptions,
    /// The format, if its records are lines. [`Rows`] has that of any input, once it is known.
    line_format: Option<InputFormat>,
    /// The header of csv, which is its first line.
    header: Option<Arc<Header>>,
    rows: Rows,
    cell_reader: CellReader,
    /// The last line with text that is not a comment, and its number: it may be a csv header.
    line_above: (u64, Vec<u8>),
}

impl Input {
    /// Takes up to `limit` grids from lines that can be read without further checks, from the start
    /// of a text that begins with the line `number`. Returns how many bytes and lines they take.
    fn read_fast(
        &mut self,
        text: &[u8],
        number: u64,
        limit: usize,
        records: &mut Records,
    ) -> (usize, usize) {
        match self.line_format {
            _ if self.rows.format.is_none() || !self.options.blanks.is_empty() => (0, 0),
            Some(InputFormat::Line) => fast_path::read_lines(text, number, limit, records),
            Some(_) => (0, 0),
            None => self.rows.read_fast(text, number, records),
        }
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// It should be a csv header but is not, and the input ends here.
    fn read_line(
        &mut self,
        raw: &Line<'_>,
        ascii: &mut Vec<u8>,
        records: &mut Records,
    ) -> Result<(), ParseError> {
        if raw.bytes.len() > LONGEST_LINE {
            self.rows.refuse_long_line(raw.number, records);
            // Only its place is kept.
            if let Some(header) = &self.header {
                records.push_columns([&vec![header.delimiter; header.names.len()][..]]);
            }
            return Ok(());
        }
        // Fields of csv are replaced one by one.
        let line = if self.header.is_none() {
            to_ascii(*raw, &self.options.blanks, ascii)
        } else {
            *raw
        };
        if self.rows.format.is_none() {
            self.detect(raw, &line, records)?;
        }
        match (self.line_format, &self.header) {
            (Some(_), _) if raw.text.is_empty() => {
                if records.has_any_record() {
                    records.push_empty_line();
                }
            }
            (_, Some(header)) => {
                header.read_record(raw, &self.options.blanks, &mut self.cell_reader, records)
            }
            (Some(InputFormat::Csv), None) if is_comment(line.text) => (),
            (Some(format @ InputFormat::Csv), None) => {
                let header = csv::parse_header(raw, self.options.column.as_deref())?;
                self.begin(format, Some(header), records);
            }
            (Some(_), None) => self.read_record(&line, records),
            (None, None) => self.rows.read_line(&line, records),
        }
        Ok(())
    }

    /// Takes a line of a format whose records are lines.
    fn read_record(&mut self, line: &Line<'_>, records: &mut Records) {
        // A block of code in Markdown ends with backticks, and an array of objects with a bracket.
        let ends: &[u8] = if self.line_format == Some(InputFormat::JsonLines) {
            b"`]}); "
        } else {
            b"`"
        };
        if is_code_comment(line.text) || line.text.iter().all(|byte| ends.contains(byte)) {
            return;
        }
        // A title, such as `Grid 01`, is not a record. Above the first record it may be a single
        // word.
        let is_marked =
            line.text.contains(&b' ') || line.text.starts_with(b"[") || line.text.ends_with(b":");
        let may_be_title = !records.has_any_record() || is_marked && !line.text.starts_with(b"{");
        let digits = || {
            line.text
                .iter()
                .filter(|byte| byte.is_ascii_digit() || **byte == b'.')
                .count()
        };
        let result = line_formats::read_record(line, &mut self.cell_reader);
        if result.is_ok() || !may_be_title || digits() >= 5 || !has_name(line.text) {
            records.push(line.number, None, result);
        }
    }

    /// Finds out what the input is if this line shows it: it may be the first record of a format,
    /// or the record below a csv header. Otherwise it is left to the reader of rows.
    ///
    /// # Errors
    /// The line above is a header, but not with exactly one column of puzzles.
    fn detect(
        &mut self,
        raw: &Line<'_>,
        line: &Line<'_>,
        records: &mut Records,
    ) -> Result<(), ParseError> {
        let above = Line::new(self.line_above.0, &self.line_above.1);
        let format = line_formats::detect(line, &mut self.cell_reader);
        if format != Some(InputFormat::JsonLines) && csv::is_header_of(above.bytes, line.bytes) {
            let header = csv::parse_header(&above, None)?;
            self.begin(InputFormat::Csv, Some(header), records);
        } else if !line.text.is_empty() && !is_comment(line.text) {
            if let Some(format) = format {
                self.begin(format, None, records);
            }
            self.line_above = (raw.number, raw.bytes.to_vec());
        }
        Ok(())
    }

    /// Begins a format whose records are lines. In csv, records so far have no columns.
    fn begin(&mut self, format: InputFormat, header: Option<Header>, records: &mut Records) {
        self.rows.end(records);
        (self.line_format, self.rows.format) = (Some(format), Some(format));
        self.header = header.map(Arc::new);
    }

    /// Handles the end of an input of this many lines.
    fn end(&mut self, lines: u64, records: &mut Records) {
        self.rows.end(records);
        records.omitted_solutions = self.rows.omitted_solutions;
        let above = Line::new(self.line_above.0, &self.line_above.1);
        match csv::parse_header(&above, None) {
            _ if records.has_any_record() || self.header.is_some() => (),
            // A csv may have no record.
            Ok(header) => self.begin(InputFormat::Csv, Some(header), records),
            Err(_) => records.input_error = Some(no_grid(lines, above.text)),
        }
    }
}
