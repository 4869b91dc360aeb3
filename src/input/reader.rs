//! Lines to records: finds out what the lines of an input are, and passes each to the reader of its format.
//!
//! Every line before the first row or record is tried in this order:
//!
//! | the line | the input |
//! |---|---|
//! | has a field with a name such as `puzzle`, and no puzzle | is csv, unless the next line is no record: then it was a title |
//! | has its first puzzle after a `,` or `;` | is refused: only a header can name the column |
//! | shows by itself what it is, see [`line_formats::detect`] | has a record on each line |
//! | has a puzzle for its second word | has a label and a record on each line |
//! | has nine cells, or nearly, or one, or several grids | has rows |
//!
//! Here a puzzle is a word or field with 41 cells or more: half a grid, so that a malformed puzzle counts too. File names do not
//! matter.

use std::io::{self, Read};

use super::cells::bit;
use super::csv::{self, Columns, UnknownHeader};
use super::error::{Fault, Found, ParseError};
use super::field::FieldReader;
use super::kinds::LineKind;
use super::line_formats::{self, detect, fast_line, is_bank, is_rule};
use super::lines::{Line, Lines, Next};
use super::names::{is_puzzle, is_title};
use super::records::Records;
use super::rows::Rows;
use super::signs::replace_signs;
use super::{InputFormat, InputOptions};
use crate::grid::{CELLS, Grid, cell_from_byte};

/// The most text of csv records in a chunk, give or take a line: their lines may be long.
pub(super) const TEXT_LIMIT: usize = 1 << 20;

/// Advice for JSON without a grid.
const IN_JSON: &str = "in JSON the puzzle is under a name such as \"puzzle\", as 81 cells on a line or as rows";

/// What the lines of an input are.
#[derive(Debug)]
enum Mode {
    /// Nothing that has cells has been seen. If a format of rows was chosen, it stays so.
    Unknown,
    /// The input is csv, but its header has not been read.
    BeforeHeader,
    /// The last line with text was taken for a csv header, but it may have been a title.
    AfterHeader(Columns),
    Csv(Columns),
    Lines(InputFormat),
    Rows,
    /// The input cannot be read.
    Refused,
}

/// Reads the records of one input.
#[derive(Debug)]
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
    /// that could block as soon as there is a record. Returns whether the input may have more.
    ///
    /// # Errors
    /// Those of the input. The records before it have been appended.
    pub(crate) fn fill(&mut self, records: &mut Records, limit: usize, may_wait: bool) -> io::Result<bool> {
        let more = self.fill_until(records, limit, may_wait);
        records.format = self.input.format();
        more
    }

    fn fill_until(&mut self, records: &mut Records, limit: usize, may_wait: bool) -> io::Result<bool> {
        while !matches!(self.input.mode, Mode::Refused) {
            if records.lines_of_output() >= limit || records.text_len() > TEXT_LIMIT {
                return Ok(true);
            }
            if self.fast_lines(records, limit) {
                continue;
            }
            let before = records.len();
            match self.lines.advance() {
                Next::Line(line) => self.input.line(&line, records),
                Next::TooLong(number) => self.input.too_long_line(number, records),
                Next::NotText(what, remedy) => {
                    self.input.refuse(ParseError::new(1, Some(1), Fault::NotText(what, remedy)), records);
                }
                Next::NeedsRead if !may_wait && records.lines_of_output() > 0 => return Ok(true),
                Next::NeedsRead => self.lines.read()?,
                Next::End => {
                    self.input.end(self.lines.count(), self.lines.advice(), records);
                    return Ok(false);
                }
            }
            self.input.any_record |= records.len() > before;
        }
        Ok(false)
    }

    /// Takes as many lines as can be read without further checks. Returns whether there were any.
    fn fast_lines(&mut self, records: &mut Records, limit: usize) -> bool {
        if !self.input.fields.blanks.is_empty() {
            return false;
        }
        let left = limit.saturating_sub(records.lines_of_output());
        let number = self.lines.count() + 1;
        let (mut length, mut lines) = (0, 0);
        match self.input.mode {
            Mode::Lines(InputFormat::Line) => {
                let text = self.lines.unread();
                let mut grid = Grid::EMPTY;
                for number in (number..).take(left) {
                    let Some(line) = fast_line(&text[length..], &mut grid) else { break };
                    records.push_grid(number, grid);
                    (length, lines) = (length + line, lines + 1);
                }
            }
            Mode::Rows => (length, lines) = self.input.rows.fast(self.lines.unread(), number, left, records),
            _ => (),
        }
        self.lines.skip(length, lines);
        self.input.any_record |= lines > 0;
        lines > 0
    }
}

/// Decides what the lines of one input are.
#[derive(Debug)]
struct Input {
    mode: Mode,
    /// What was chosen, other than what the readers below know.
    chosen: Option<InputFormat>,
    column: Option<String>,
    rows: Rows,
    fields: FieldReader,
    any_record: bool,
    /// The last line with text, if it could be a csv header that names no puzzle column.
    unknown_header: Option<UnknownHeader>,
    /// The first character of a line that may be cells in an unknown script or encoding.
    unknown_cell: Option<ParseError>,
    /// The signs that were blanks in lines.
    signs: u128,
    comments: u64,
    /// The first line with text is one of JSON.
    is_json: bool,
    /// Memory for a line in ASCII.
    ascii: Vec<u8>,
}

impl Input {
    fn new(options: &InputOptions) -> Input {
        let chosen = options.column.as_ref().map(|_| InputFormat::Csv).or(options.format);
        Input {
            mode: match chosen {
                None => Mode::Unknown,
                Some(InputFormat::Csv) => Mode::BeforeHeader,
                Some(InputFormat::Spaced | InputFormat::Packed) => Mode::Rows,
                Some(format) => Mode::Lines(format),
            },
            chosen,
            column: options.column.clone(),
            rows: Rows::new(options.every_grid),
            fields: FieldReader::new(options.blanks.clone()),
            any_record: false,
            unknown_header: None,
            unknown_cell: None,
            signs: 0,
            comments: 0,
            is_json: false,
            ascii: Vec::new(),
        }
    }

    /// The format, once it is known.
    fn format(&self) -> Option<InputFormat> {
        let rows = || {
            let is_spaced = self.rows.is_spaced.or(self.any_record.then_some(false))?;
            Some(if is_spaced { InputFormat::Spaced } else { InputFormat::Packed })
        };
        self.chosen.or(match self.mode {
            Mode::Lines(format) => Some(format),
            Mode::BeforeHeader | Mode::AfterHeader(_) | Mode::Csv(_) => Some(InputFormat::Csv),
            Mode::Unknown | Mode::Rows | Mode::Refused => rows(),
        })
    }

    /// Takes a line as it is in the input.
    fn line(&mut self, line: &Line<'_>, records: &mut Records) {
        let is_text = matches!(self.mode, Mode::Csv(_) | Mode::BeforeHeader | Mode::Lines(InputFormat::JsonLines));
        let is_frame = !is_text && has_frame_of_hashes(line.text);
        let has_color = || memchr::memchr(0x1b, line.bytes).is_some();
        let is_plain = || line.bytes.is_ascii() && self.fields.blanks.is_empty() && !is_frame && !has_color();
        if is_text || is_plain() {
            return self.ascii_line(line, line, records);
        }
        let mut ascii = std::mem::take(&mut self.ascii);
        replace_signs(line.bytes, &self.fields.blanks, &mut ascii);
        if is_frame {
            ascii.iter_mut().filter(|byte| **byte == b'#').for_each(|byte| *byte = b'|');
        }
        self.ascii_line(&Line::new(line.number, &ascii), line, records);
        self.ascii = ascii;
    }

    /// Takes a line in which everything that has a meaning is ASCII, and the same line as it is in the input: csv keeps that.
    fn ascii_line(&mut self, line: &Line<'_>, original: &Line<'_>, records: &mut Records) {
        let text = line.text;
        self.comments += u64::from(is_comment(text));
        if matches!(self.mode, Mode::AfterHeader(_)) {
            if text.is_empty() || is_comment(text) && text.len() < CELLS && !csv::is_numbered(text) {
                return;
            }
            self.mode = match std::mem::replace(&mut self.mode, Mode::Unknown) {
                Mode::AfterHeader(columns) if !self.is_below_title(&columns, line) => Mode::Csv(columns),
                _ => {
                    records.csv_header = None;
                    Mode::Unknown
                }
            };
        }
        if matches!(self.mode, Mode::Unknown) && !text.is_empty() && !is_comment(text) {
            self.is_json |= matches!(text, [b'{' | b'[', .., b'{' | b'[' | b'}' | b']'] | [b'{' | b'[']);
            let detected = self.detect(line, original);
            detected.unwrap_or_else(|error| self.refuse(error, records));
        }
        match &self.mode {
            Mode::Refused => (),
            Mode::BeforeHeader if text.is_empty() => (),
            Mode::BeforeHeader => match Columns::of_header(original, self.column.as_deref()) {
                Ok(columns) => {
                    columns.push_header(records);
                    self.mode = Mode::Csv(columns);
                }
                Err(error) => self.refuse(error, records),
            },
            Mode::AfterHeader(columns) => columns.push_header(records),
            Mode::Lines(_) | Mode::Csv(_) if text.is_empty() => {
                if self.any_record {
                    records.push_blank_line();
                }
            }
            Mode::Csv(columns) => columns.read(original, &mut self.fields, records),
            Mode::Lines(InputFormat::JsonLines) => self.record(InputFormat::JsonLines, original, records),
            Mode::Lines(format) => self.record(*format, line, records),
            Mode::Unknown | Mode::Rows => {
                self.rows.line(line, records);
                if self.rows.is_spaced.is_some() || records.len() > 0 {
                    self.mode = Mode::Rows;
                } else if self.unknown_cell.is_none() && !text.is_ascii() && !is_comment(text) {
                    self.unknown_cell = unknown_cell(line);
                }
            }
        }
    }

    /// Takes a line that is a record, from the first one on. Other formats that are unmistakable may stand between those of the
    /// one that was detected.
    fn record(&mut self, format: InputFormat, line: &Line<'_>, records: &mut Records) {
        let text = line.text;
        if is_comment(text) && format != InputFormat::JsonLines {
            return;
        }
        let is_title = !self.any_record
            && match self.fields.cells.read(line.bytes) {
                LineKind::Rule | LineKind::Comment => true,
                LineKind::Grid | LineKind::GridsInText | LineKind::Malformed => false,
                _ => is_title(text),
            };
        if is_title {
            return;
        }
        let other = if self.chosen.is_none() && format != InputFormat::Bank { detect(text) } else { None };
        let format = other.unwrap_or(format);
        match line_formats::read(format, line, &mut self.fields) {
            Ok((grid, None)) if format == InputFormat::Line => {
                let is_sign = |byte: &u8| !byte.is_ascii_digit() && *byte != b'.';
                let sign = text.iter().take(CELLS).copied().find(is_sign).filter(|sign| is_rule(&[*sign]));
                // 81 signs that draw rules are a grid if the same sign was a blank in a grid before.
                match sign {
                    Some(sign) if grid == Grid::EMPTY && self.signs & bit(sign) == 0 && is_rule(text) => {
                        records.push_error(line.error_at(line.indent, Fault::RuleOrGrid(char::from(sign))));
                    }
                    sign => {
                        self.signs |= sign.map_or(0, bit);
                        records.push_grid(line.number, grid);
                    }
                }
            }
            record => records.push(line.number, record),
        }
    }

    /// Decides what the input is, if this line shows it. Names of csv and JSON are not changed by signs for blanks.
    fn detect(&mut self, line: &Line<'_>, original: &Line<'_>) -> Result<(), ParseError> {
        let text = line.text;
        if csv::detect(original.text) && !text.starts_with(b"{") {
            self.mode = Mode::AfterHeader(Columns::of_header(original, None)?);
            return Ok(());
        }
        let is_object = detect(original.text) == Some(InputFormat::JsonLines);
        let is_code = text.iter().any(|byte| b"([{=".contains(byte));
        if let Some((offset, fault)) = csv::missing_header(text).filter(|_| !is_code) {
            let header = self.unknown_header.as_ref().and_then(|header| header.of_record(text));
            return Err(header.unwrap_or_else(|| line.error_at(line.indent + offset, fault)));
        }
        let format = if is_object { Some(InputFormat::JsonLines) } else { detect(text) };
        let format = match format {
            Some(InputFormat::JsonLines | InputFormat::PencilMarks | InputFormat::Hodoku) => format,
            None if text.len() < CELLS && !is_bank(text) => None,
            // An array of grids, or a grid with a name, is for the reader of rows: the next one may be a solution.
            _ => match self.fields.cells.read(line.bytes) {
                LineKind::GridsInText if is_code || is_array(text) => None,
                LineKind::Row | LineKind::Grids => None,
                LineKind::Grid if self.fields.cells.layout.named.is_some() || is_array(text) => None,
                LineKind::Grid if is_bank(text) && format.is_none() => Some(InputFormat::Bank),
                LineKind::Grid => Some(InputFormat::Line),
                LineKind::Malformed if text.len() == CELLS => Some(InputFormat::Line),
                _ => format.or(is_bank(text).then_some(InputFormat::Bank)),
            },
        };
        match format {
            None => self.unknown_header = UnknownHeader::of(original),
            Some(format) => {
                if let Some(error) = self.unknown_header.as_ref().and_then(|header| header.of_record(text)) {
                    return Err(error);
                }
                self.mode = Mode::Lines(format);
            }
        }
        Ok(())
    }

    /// Whether a line that may be a csv header is a title: the line below it is no record of these columns.
    fn is_below_title(&mut self, columns: &Columns, line: &Line<'_>) -> bool {
        let (fits, is_named) = columns.fit(line.text);
        let is_quoted = line.text.starts_with(b"\"") && !line.text.ends_with(b"\"");
        !is_puzzle(line.text)
            && match self.fields.cells.read(line.bytes) {
                // A title as a spreadsheet exports it has as many fields as the rows below it.
                LineKind::Row => !fits || !is_named,
                LineKind::Text => !is_named || !fits && columns.is_single(),
                LineKind::Grids | LineKind::GridsInText | LineKind::Rule => !fits,
                LineKind::Cell | LineKind::Short => !fits && !is_quoted,
                LineKind::Malformed => !fits && line.text.len() < CELLS / 2,
                LineKind::Grid | LineKind::Comment => false,
            }
    }

    fn too_long_line(&mut self, number: u64, records: &mut Records) {
        let error = ParseError::new(number, None, Fault::LineTooLong);
        match std::mem::replace(&mut self.mode, Mode::Unknown) {
            Mode::Rows => {
                self.rows.too_long_line(number, records);
                self.mode = Mode::Rows;
            }
            Mode::AfterHeader(columns) | Mode::Csv(columns) => {
                columns.too_long_line(number, records);
                self.mode = Mode::Csv(columns);
            }
            Mode::BeforeHeader => self.refuse(error, records),
            mode => {
                records.push_error(error);
                self.mode = if matches!(mode, Mode::Unknown) { Mode::Lines(InputFormat::Line) } else { mode };
            }
        }
    }

    /// Takes the end of the input after this number of lines.
    fn end(&mut self, lines: u64, advice: Option<&'static str>, records: &mut Records) {
        let before = records.len();
        if matches!(self.mode, Mode::Unknown | Mode::Rows) {
            self.rows.end(lines + 1, records);
        }
        self.any_record |= records.len() > before;
        if !self.any_record {
            let mut error = ParseError::new(1, Some(1), Fault::NoGrid(lines, self.comments));
            let unknown_cell = self.unknown_cell.take().filter(|_| advice.is_none());
            let cells = |(line, cells)| format!("line {line} has most cells, {cells}, but a row has 9");
            let advice = advice.map(String::from).or_else(|| self.rows.nearest.map(cells));
            error.suggestion = advice.or_else(|| self.is_json.then(|| IN_JSON.into()));
            records.input_error = Some(unknown_cell.unwrap_or(error));
        }
    }

    fn refuse(&mut self, error: ParseError, records: &mut Records) {
        self.mode = Mode::Refused;
        records.input_error = Some(error);
    }
}

/// The error of the first character that is neither a letter nor known, in a line without ASCII letters.
fn unknown_cell(line: &Line<'_>) -> Option<ParseError> {
    if line.text.iter().any(u8::is_ascii_alphabetic) {
        return None;
    }
    let chunk = line.text.utf8_chunks().next()?;
    let is_unknown = |character: char| !character.is_ascii() && !character.is_alphabetic();
    let at = chunk.valid().find(is_unknown).or((!chunk.invalid().is_empty()).then(|| chunk.valid().len()))?;
    let found = Found::first_of(&line.text[at..]);
    Some(line.error_at(line.indent + at, Fault::Cell(found)))
}

/// Whether a line is part of an array of strings or objects.
fn is_array(text: &[u8]) -> bool {
    text.starts_with(b"{")
        || text.starts_with(b"[") && !text.ends_with(b"]")
        || text.starts_with(b"(") && !text.ends_with(b")")
        || b"\"'".contains(&text[0]) && text.ends_with(b",")
}

/// Whether a line has three boxes, or nine cells, of equal width between `#`. As comments or blanks these signs never stand so.
fn has_frame_of_hashes(text: &[u8]) -> bool {
    let Some(inner) = text.strip_prefix(b"#").and_then(|text| text.strip_suffix(b"#")) else { return false };
    let mut parts = inner.split(|&byte| byte == b'#');
    let width = parts.next().map_or(0, <[u8]>::len);
    let others = parts.clone().count();
    let is_box = |part: &[u8]| part.len() == width && part.iter().all(|&b| b == b' ' || cell_from_byte(b).is_some());
    (others == 2 && width >= 3 || others == 8 && width >= 1) && is_box(&inner[..width]) && parts.all(is_box)
}

/// Whether a line is a comment in every format but csv.
fn is_comment(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'#' | b'%'))
}
