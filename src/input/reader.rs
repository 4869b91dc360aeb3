//! Lines to records: finds out the format of an input, and passes its lines to the parser of that format.
//!
//! What is the same in all formats is here: the detection of the format, the refusal of inputs that could be read in two ways,
//! signs that are not ASCII, the lines that are no records where each line is one, and the end of the input.

use std::io::{self, Read};

use super::cells::{Cells, Kind};
use super::error::{Found, ParseError, ParseErrorKind};
use super::format::InputFormat;
use super::kinds::has_one_letter;
use super::lines::{Line, Lines, Next};
use super::parser::{RecordParser, is_heading, is_puzzle};
use super::records::{CsvHeader, Records};
use super::signs::replace_signs;
use super::{FORMATS, csv, json_lines};
use crate::grid::{CELLS, cell_from_byte};

/// The most text of csv records in a chunk, give or take a line: their lines may be long.
const TEXT_LIMIT: usize = 1 << 20;

/// Formats of which the lines show by themselves what they are, so that one input can have all of them.
const MIXED: [InputFormat; 4] =
    [InputFormat::JsonLines, InputFormat::PencilMarks, InputFormat::Hodoku, InputFormat::Line];

/// What is known of an input before it is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    pub(crate) format: Option<InputFormat>,
    /// The name of the puzzle column: the input is csv.
    pub(crate) column: Option<String>,
    /// Characters that are blanks too.
    pub(crate) blanks: String,
    /// Grids in rows that are the solutions of puzzles are records, too.
    pub(crate) every_grid: bool,
}

impl From<Option<InputFormat>> for Choices {
    fn from(format: Option<InputFormat>) -> Choices {
        Choices { format, ..Choices::default() }
    }
}

/// Reads the records of one input.
#[derive(Debug)]
pub(crate) struct Reader<R> {
    lines: Lines<R>,
    classifier: Classifier,
}

impl<R: Read> Reader<R> {
    /// A reader of an input; what is not chosen is detected.
    pub(crate) fn new(input: R, choices: impl Into<Choices>) -> Reader<R> {
        Reader { lines: Lines::new(input), classifier: Classifier::new(choices.into()) }
    }

    /// Appends records until there are `limit` of them, or about a megabyte of text. Without `may_wait` it stops before a read
    /// that could block as soon as there is a record. Returns whether the input may have more.
    ///
    /// # Errors
    /// Those of the input. The records before it have been appended.
    pub(crate) fn fill(&mut self, records: &mut Records, limit: usize, may_wait: bool) -> io::Result<bool> {
        let more = self.fill_until(records, limit, may_wait);
        records.format = self.classifier.format;
        more
    }

    fn fill_until(&mut self, records: &mut Records, limit: usize, may_wait: bool) -> io::Result<bool> {
        while !self.classifier.is_refused {
            if records.lines_of_output() >= limit || records.text_len() > TEXT_LIMIT {
                return Ok(true);
            }
            if self.fast_lines(records, limit) {
                continue;
            }
            match self.lines.advance() {
                Next::Line(line) => self.classifier.line(&line, records),
                Next::TooLong(number) => self.classifier.too_long_line(number, records),
                Next::NotText(data) => {
                    let error = ParseError::new(1, Some(1), ParseErrorKind::NotText(data));
                    self.classifier.refuse(error, records);
                }
                Next::NeedsRead if !may_wait && records.lines_of_output() > 0 => return Ok(true),
                Next::NeedsRead => self.lines.read()?,
                Next::End => {
                    self.classifier.end(self.lines.count(), records);
                    if let Some(error) = &mut records.input_error
                        && matches!(error.kind, ParseErrorKind::NoGrid { .. })
                    {
                        match (self.lines.advice(), self.classifier.unknown_cell.take()) {
                            (None, Some(unknown)) => *error = unknown,
                            (advice, _) => error.suggestion = advice.map(String::from),
                        }
                    }
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }

    /// Takes as many lines as the parser can read without further checks. Returns whether there were any.
    fn fast_lines(&mut self, records: &mut Records, limit: usize) -> bool {
        let Some(parser) = self.classifier.parser.as_mut().filter(|_| self.classifier.choices.blanks.is_empty()) else {
            return false;
        };
        let left = limit.saturating_sub(records.lines_of_output());
        let number = self.lines.count() + 1;
        let (length, lines) = parser.fast_lines(self.lines.unread(), number, left, records);
        self.lines.skip(length, lines);
        if lines > 0 {
            (self.classifier.any_record, self.classifier.after_likely_header) = (true, false);
        }
        lines > 0
    }
}

/// Decides what the lines of one input are.
#[derive(Debug)]
struct Classifier {
    format: Option<InputFormat>,
    /// The parser of the format. While that is open, the parser of rows: it has seen no row yet.
    parser: Option<Box<dyn RecordParser>>,
    /// Whether there has been a record.
    any_record: bool,
    /// The last line with text was taken for a csv header, but it may have been a heading.
    after_likely_header: bool,
    /// The last line with text, if it could be a csv header that names no puzzle column: its number, and its fields for each
    /// delimiter.
    unknown_header: Option<csv::UnknownHeader>,
    /// The first character of a line that may be cells in an unknown script or encoding.
    unknown_cell: Option<ParseError>,
    /// What is known of the input besides its format.
    choices: Choices,
    /// The number of comments.
    comments: u64,
    /// The input cannot be read.
    is_refused: bool,
    /// Memory for a line in ASCII, and for its cells.
    ascii: Vec<u8>,
    cells: Cells,
}

impl Classifier {
    fn new(choices: Choices) -> Classifier {
        let format = choices.column.as_ref().map(|_| InputFormat::Csv).or(choices.format);
        Classifier {
            format,
            parser: Some((format.unwrap_or(InputFormat::Packed).entry().parser)(&choices)),
            choices,
            any_record: false,
            after_likely_header: false,
            unknown_header: None,
            unknown_cell: None,
            comments: 0,
            is_refused: false,
            ascii: Vec::new(),
            cells: Cells::default(),
        }
    }

    /// Takes a line as it is in the input.
    fn line(&mut self, line: &Line<'_>, records: &mut Records) {
        let is_text = matches!(self.format, Some(InputFormat::Csv | InputFormat::JsonLines));
        let is_frame = !is_text && has_frame_of_hashes(line.text);
        if is_text && !self.after_likely_header || line.bytes.is_ascii() && self.choices.blanks.is_empty() && !is_frame
        {
            return self.ascii_line(line, line, records);
        }
        let mut ascii = std::mem::take(&mut self.ascii);
        replace_signs(line.bytes, &self.choices.blanks, &mut ascii);
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
        if std::mem::take(&mut self.after_likely_header) {
            if text.is_empty() || is_comment(text) && text.len() < CELLS && !csv::is_numbered(text) {
                self.after_likely_header = true;
                return;
            }
            let header = records.csv_header.as_deref();
            let has_columns = header.is_some_and(|header| header.fits(text));
            let is_heading = !is_puzzle(text)
                && match self.cells.read(line) {
                    // A title as a spreadsheet exports it has as many fields as the rows below it.
                    Kind::Row => !has_columns || header.is_some_and(CsvHeader::has_unnamed_column),
                    Kind::Grids | Kind::Rule => !has_columns,
                    Kind::Cell | Kind::Short => !has_columns && !starts_quoted_field(text),
                    _ => false,
                };
            if is_heading {
                self.set_format(None);
                records.csv_header = None;
            }
        }
        if self.format.is_none()
            && !text.is_empty()
            && !is_comment(text)
            && let Err(error) = self.detect(line, original)
        {
            return self.refuse(error, records);
        }
        match self.format {
            Some(format @ (InputFormat::Csv | InputFormat::JsonLines)) => self.record_line(format, original, records),
            Some(format) if !format.is_rows() => self.record_line(format, line, records),
            _ => self.try_pass(records, |parser, records| parser.line(line, records)),
        }
        if self.format.is_none() {
            self.format = self.parser.as_ref().and_then(|parser| parser.format());
            if self.unknown_cell.is_none() && !text.is_ascii() && !is_comment(text) {
                self.unknown_cell = unknown_cell(line);
            }
        }
    }

    /// Takes a line of a format in which every line is a record: from the first one on.
    fn record_line(&mut self, format: InputFormat, line: &Line<'_>, records: &mut Records) {
        let text = line.text;
        if is_comment(text) && self.parser.as_ref().is_some_and(|parser| parser.allows_comments()) {
            return;
        }
        if text.is_empty() {
            if self.any_record {
                records.push_blank_line();
            }
            return;
        }
        let may_be_title = !self.any_record && format != InputFormat::Csv;
        let is_title = may_be_title
            && match self.cells.read(line) {
                Kind::Rule | Kind::Comment => true,
                Kind::Grid | Kind::Malformed => false,
                _ => is_heading(text),
            };
        if is_title {
            return;
        }
        // Other records that are unmistakable may stand between those of the format that was detected.
        let other = MIXED.into_iter().find(|other| (other.entry().detect)(text)).filter(|other| *other != format);
        if let Some(other) = other.filter(|_| self.choices.format.is_none() && MIXED.contains(&format)) {
            let mut parser = (other.entry().parser)(&self.choices);
            self.any_record = true;
            if let Err(error) = parser.line(line, records) {
                self.refuse(error, records);
            }
            return;
        }
        self.try_pass(records, |parser, records| parser.line(line, records));
    }

    /// Decides the format, if this line shows that it is one in which every line is a record. Names of csv and JSON are not
    /// changed by signs for blanks.
    fn detect(&mut self, line: &Line<'_>, original: &Line<'_>) -> Result<(), ParseError> {
        let text = line.text;
        if csv::detect(original.text) && !text.starts_with(b"{") {
            self.set_format(Some(InputFormat::Csv));
            self.after_likely_header = true;
            return Ok(());
        }
        let is_json = json_lines::detect(original.text);
        if let Some((offset, kind)) = csv::missing_header(text).filter(|_| !is_json) {
            let header = self.unknown_header.as_ref().and_then(|header| header.of_record(text));
            return Err(header.unwrap_or_else(|| line.error_at(line.indent + offset, kind)));
        }
        let mut format = FORMATS.iter().find(|entry| (entry.detect)(text)).map(|entry| entry.format);
        if is_json {
            format = Some(InputFormat::JsonLines);
        } else if format.is_some() || text.len() >= CELLS {
            // An array of grids, or a grid with a name, is for the parser of rows: the next one may be a solution.
            format = match self.cells.read(line) {
                Kind::Row | Kind::Grids => None,
                Kind::Grid if self.cells.is_named || is_array(text) => None,
                Kind::Grid => format.or(Some(InputFormat::Line)),
                Kind::Malformed if text.len() == CELLS && has_one_letter(text) => Some(InputFormat::Line),
                _ => format,
            };
        }
        if format.is_none() {
            self.unknown_header = csv::UnknownHeader::of(original);
        } else if let Some(error) = self.unknown_header.as_ref().and_then(|header| header.of_record(text)) {
            return Err(error);
        }
        if format.is_some() {
            self.set_format(format);
        }
        Ok(())
    }

    fn too_long_line(&mut self, number: u64, records: &mut Records) {
        if self.format.is_none() {
            self.set_format(Some(InputFormat::Line));
        }
        self.after_likely_header = false;
        self.try_pass(records, |parser, records| parser.too_long_line(number, records));
    }

    /// Takes the end of the input after this number of lines.
    fn end(&mut self, lines: u64, records: &mut Records) {
        self.try_pass(records, |parser, records| {
            parser.end(lines + 1, records);
            Ok(())
        });
        if !self.any_record && records.input_error.is_none() {
            records.input_error =
                Some(ParseError::new(1, Some(1), ParseErrorKind::NoGrid { lines, comments: self.comments }));
        }
    }

    fn set_format(&mut self, format: Option<InputFormat>) {
        self.format = format;
        self.parser = Some((format.unwrap_or(InputFormat::Packed).entry().parser)(&self.choices));
    }

    fn refuse(&mut self, error: ParseError, records: &mut Records) {
        self.is_refused = true;
        records.input_error = Some(error);
    }

    /// Passes something to the parser, which may find that the input cannot be read.
    fn try_pass(
        &mut self,
        records: &mut Records,
        take: impl FnOnce(&mut dyn RecordParser, &mut Records) -> Result<(), ParseError>,
    ) {
        let Some(parser) = &mut self.parser else { return };
        let before = records.len();
        let result = take(parser.as_mut(), records);
        self.any_record |= records.len() > before;
        // Without a format the first record would have no answer.
        if self.any_record && self.format.is_none() {
            self.format = parser.format().or(Some(InputFormat::Packed));
        }
        if let Err(error) = result {
            self.refuse(error, records);
        }
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
    Some(line.error_at(line.indent + at, ParseErrorKind::ExpectedCell(found)))
}

/// Whether a line is part of an array of strings or objects.
fn is_array(text: &[u8]) -> bool {
    text.starts_with(b"{")
        || text.starts_with(b"[") && !text.ends_with(b"]")
        || b"\"'".contains(&text[0]) && text.ends_with(b",")
}

/// Whether a line begins a quoted csv field that does not end on the same line.
fn starts_quoted_field(text: &[u8]) -> bool {
    text.starts_with(b"\"") && !text.ends_with(b"\"")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::error::LONGEST_LINE;
    use crate::input::fixtures::{self, PUZZLE, puzzle, rows};

    /// The format of a text, and its records: for the example its line, for others the error.
    fn read(text: &str) -> (Option<InputFormat>, Vec<String>) {
        let records = fixtures::read(None, text.as_bytes());
        let show = |record: crate::input::records::Record<'_>| match record.puzzle {
            Ok((grid, _)) => {
                assert_eq!(*grid, puzzle());
                record.line.to_string()
            }
            Err(error) => error.to_string(),
        };
        let all = records.iter().map(show).chain(records.input_error.as_ref().map(ToString::to_string));
        (records.format, all.collect())
    }

    #[test]
    fn the_first_meaningful_line_decides_the_format() {
        let noise = "\n# 81\n% comment\nGrid 01\n[Puzzle]\n+---+---+---+\n \t\n";
        for (text, format) in [
            (rows(" ").join("\n"), InputFormat::Spaced),
            (rows("\t").join("\n"), InputFormat::Spaced),
            (rows(",").join("\n"), InputFormat::Spaced),
            (rows(", ").join("\n"), InputFormat::Spaced),
            (rows("").join("\n"), InputFormat::Packed),
            (PUZZLE.to_string(), InputFormat::Line),
        ] {
            for text in [&text, &text.replace('.', "0")] {
                assert_eq!(read(text), (Some(format), vec!["1".to_string()]), "{text}");
                assert_eq!(read(&format!("{noise}{text}")), (Some(format), vec!["8".to_string()]), "{text}");
            }
        }
        for (text, format) in [
            ("id,puzzle\n1,PUZZLE", InputFormat::Csv),
            (":0000:x:PUZZLE::", InputFormat::Hodoku),
            ("a1 PUZZLE 1.2", InputFormat::Bank),
        ] {
            assert_eq!(read(&fixtures::fill(text)).0, Some(format), "{text}");
        }
        let marks = crate::grid::Candidates::from(puzzle()).to_string();
        assert_eq!(fixtures::read(None, marks.as_bytes()).format, Some(InputFormat::PencilMarks));
    }

    #[test]
    fn frames_and_bars_are_ignored_and_rows_of_blanks_are_not() {
        let boxed = |row: &String| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
        let mut lines: Vec<String> = rows("").iter().map(boxed).collect();
        [0, 4, 8, 12].iter().for_each(|&at| lines.insert(at, "+---+---+---+".into()));
        let text = lines.join("\n");
        assert_eq!(read(&format!("{text}\n{text}")).1, ["2", "15"]);
        let box_drawing = text.replace('|', "│").replace('+', "┼").replace("---", "───");
        assert_eq!(read(&format!("{box_drawing}\n{box_drawing}")).1, ["2", "15"]);
    }

    #[test]
    fn an_input_with_a_record_has_a_format_even_if_nothing_was_a_row() {
        let cells = "0\n".repeat(21);
        assert_eq!(read(&cells), (Some(InputFormat::Packed), vec!["22: expected 81 cells, found 21".to_string()]));
        let rules = "---------\n".repeat(10);
        let records = fixtures::read(None, rules.as_bytes());
        assert!(records.grids.is_empty() && records.len() == 1);
    }

    #[test]
    fn records_of_several_formats_that_are_lines_may_be_mixed() {
        let marks = crate::grid::Candidates::from(puzzle()).to_string();
        let others =
            [PUZZLE.to_string(), marks, fixtures::fill(":0000:x:PUZZLE::"), fixtures::fill("{\"puzzle\":\"PUZZLE\"}")];
        for first in &others {
            for second in &others {
                let records = fixtures::read(None, format!("{first}\n{second}\n{first}\n").as_bytes());
                let errors = records.iter().filter(|record| record.puzzle.is_err()).count();
                assert_eq!((records.len(), errors), (3, 0), "{first}\n{second}");
            }
        }
    }

    #[test]
    fn several_grids_may_have_blank_lines_between_them() {
        let packed = rows("").join("\n");
        assert_eq!(read(&format!("{packed}\n{packed}\n\n\nGrid 03\n{packed}\n\n")).1, ["1", "10", "22"]);
        assert_eq!(read(&format!("{PUZZLE}\n\n# two\n{PUZZLE} tail\n")).1, ["1", "4"]);
    }

    #[test]
    fn a_malformed_grid_is_one_record_and_the_next_is_read() {
        let packed = rows("").join("\n");
        let wrong = packed.replacen("6..195...", "6.q195", 1).replacen(".98", ".9!", 1);
        assert_eq!(read(&format!("{wrong}\n{packed}")).1, ["2:3: expected a digit or a blank, found 'q'", "10"]);
        let short = rows("")[..8].join("\n");
        let short_at = |place: &str, cut: Option<(&str, u64)>| {
            let message = format!("{place}: expected 9 rows, found 8");
            cut.map_or(message.clone(), |(what, lines)| {
                format!(
                    "{message}: the input {what}; if it was split, split it between grids, \
                     for example with split -l {lines}000 or parallel --pipe -L {lines}"
                )
            })
        };
        let starts = short_at("9", Some(("starts inside a grid, or this line interrupts it", 10)));
        assert_eq!(read(&format!("{short}\n\n{packed}")).1, [&starts, "10"]);
        assert_eq!(read(&format!("{short}\nGrid 2\n{packed}")).1, [&starts, "10"]);
        assert_eq!(read(&format!("Grid 1\n{short}\n\n{packed}")).1, [&short_at("10", None), "11"]);
        let ends = |lines| Some(("ends inside a grid", lines));
        assert_eq!(read(&format!("{packed}\n{short}")).1, ["1", &short_at("10:1", ends(9))]);
        assert_eq!(read(&format!("{packed}\n\n{short}")).1, ["1", &short_at("19", ends(10))]);
        assert_eq!(read(&format!("{packed}\n+---+---+---+\n{short}")).1, ["1", &short_at("19", ends(10))]);
        assert_eq!(read(&short).1, [short_at("9", None)]);
        assert_eq!(read(&format!("{packed}\n53q\n\n")).1, ["1", "10:1: expected 9 rows, found 1"]);
        let conflict = packed.replacen("6..195...", "6..195..6", 1);
        assert_eq!(read(&format!("\n{conflict}\n{packed}")).1, ["3:9: r2c1 and r2c9 are both 6", "11"]);
        assert_eq!(read(&format!("{}\n{PUZZLE}", &PUZZLE[1..])).1, ["1: expected 81 cells, found 80", "2"]);
    }

    #[test]
    fn an_input_without_a_grid_or_with_a_heading_at_its_end_is_an_error() {
        assert_eq!(read("").1, ["1:1: expected a grid, found an empty input"]);
        assert_eq!(read("\n# nothing\n").1, ["1:1: no grid in 2 lines; 1 starts with # or % and is a comment"]);
        assert_eq!(read("# a\n% b").1, ["1:1: no grid in 2 lines; 2 start with # or % and are comments"]);
        assert_eq!(read("id,puzzle\n").1, ["1:1: no grid in 1 line"]);
        assert_eq!(read(&format!("{PUZZLE}\n\n[Puzzle]\n")).1, ["1", "3:1: expected a digit or a blank, found '['"]);
        assert_eq!(read(&format!("{}\n\n[Puzzle]\n", rows("").join("\n"))).1, ["1"]);
    }

    #[test]
    fn cells_in_an_unknown_script_or_encoding_are_the_reason_why_there_is_no_grid() {
        let error = |text: &[u8]| fixtures::read(None, text).input_error.unwrap().to_string();
        let expected = "expected a digit or a blank, found";
        let text = "\u{6570}\u{72ec}\n \u{665}\u{663}..\u{667}....\n";
        assert_eq!(error(text.as_bytes()), format!("2:2: {expected} '\u{665}': use the digits 1 to 9"));
        assert_eq!(
            error("\u{2464}\u{2462}\u{2466}\n".as_bytes()),
            format!("1:1: {expected} '\u{2464}': use the digits 1 to 9")
        );
        assert!(
            error(b"5 3 \xb7 \xb7 7 \xb7 \xb7 \xb7 \xb7\n")
                .starts_with("1:5: expected a digit or a blank, found the byte 0xb7")
        );
        for text in ["# \u{2464}\n", "Grid \u{2464}\u{2462}\n", "\u{6570}\u{72ec}\n"] {
            assert!(error(text.as_bytes()).starts_with("1:1: no grid in 1 line"), "{text}");
        }
    }

    #[test]
    fn an_input_that_may_be_csv_or_not_is_refused() {
        let refused = read(&format!("1,{PUZZLE}\n{PUZZLE}\n{PUZZLE}")).1;
        assert!(refused.len() == 1 && refused[0].starts_with("1:3: the puzzle is in field 2: "), "{refused:?}");
        let text = format!("1,{PUZZLE}\n{PUZZLE}\n");
        let mut reader = Reader::new(text.as_bytes(), None);
        let mut records = Records::default();
        for _ in 0..2 {
            records.clear();
            assert!(!reader.fill(&mut records, 10, true).unwrap());
            assert!((records.len() == 0));
        }
    }

    #[test]
    fn a_column_and_signs_for_blanks_can_be_chosen() {
        let read = |choices: Choices, text: &str| {
            let mut records = Records::default();
            assert!(!Reader::new(text.as_bytes(), choices).fill(&mut records, usize::MAX, true).unwrap());
            records
        };
        let column = |name: &str| Choices { column: Some(name.into()), ..Choices::default() };
        let text = format!("id,Start,puzzle\n1,{PUZZLE},none\n");
        assert_eq!(read(column("start"), &text).grids, [puzzle()]);
        let error = read(column("x"), &text).input_error.unwrap().to_string();
        assert_eq!(error, "1:1: expected a header with a column \"x\", found \"id,Start,puzzle\"");
        let blanks = |signs: &str| Choices { blanks: signs.into(), ..Choices::default() };
        for (sign, text) in [("e", PUZZLE.to_string()), ("é", rows("").join("\n")), ("~n", rows(" ").join("\n"))] {
            let text = text.replace('.', &sign.chars().last().unwrap().to_string());
            assert_eq!(read(blanks(sign), &text).grids, [puzzle()], "{text}");
        }
    }

    #[test]
    fn headings_start_with_a_word_and_rows_do_not() {
        assert!(["Grid 01", "[Puzzle]", "Sudoku:", "end"].iter().all(|text| is_heading(text.as_bytes())));
        assert!(
            !["xx.......", "x x", "a b c", "[[5,3]]", "ab3456789", "9x"].iter().any(|text| is_heading(text.as_bytes()))
        );
    }

    #[test]
    fn a_likely_csv_header_above_a_row_or_a_frame_is_a_heading() {
        let packed = rows("").join("\n");
        for between in ["", "\n# comment\n\n", "+---+---+---+\n"] {
            let (format, records) = read(&format!("Puzzle\n{between}{packed}"));
            let line = 2 + between.lines().count();
            assert_eq!((format, records), (Some(InputFormat::Packed), vec![line.to_string()]), "{between:?}");
        }
        let (format, records) = read(&format!("Puzzle\n{PUZZLE}\n{packed}"));
        assert_eq!((format, &records[0][..], records.len()), (Some(InputFormat::Csv), "2", 10));
        let records = fixtures::read(None, format!("Puzzle\n{packed}").as_bytes());
        assert_eq!(records.csv_header, None);
        let fields = rows(",").join("\n").replace('.', "");
        for title in ["Sudoku,,,,,,,,", ",,,Sudoku,,,,,", "Sudoku,,,,,,,,\n,,,,,,,,"] {
            let line = title.lines().count() + 1;
            let expected = (Some(InputFormat::Spaced), vec![line.to_string()]);
            assert_eq!(read(&format!("{title}\n{fields}\n")), expected, "{title}");
        }
        assert_eq!(read(&format!("n,puzzle\n\"1\n2\",{PUZZLE}")).0, Some(InputFormat::Csv));
        assert_eq!(read(&format!("puzzle,b,c,d,e,f,g,h,i\n{fields}\n")).0, Some(InputFormat::Csv));
        let records = fixtures::read(Some(InputFormat::Csv), format!("Puzzle\n{packed}").as_bytes());
        assert_eq!((records.len(), records.csv_header.is_some()), (9, true));
    }

    #[test]
    fn the_state_section_is_skipped_up_to_the_next_heading_but_not_among_lines() {
        let packed = rows("").join("\n");
        let state = format!("[Puzzle]\n{packed}\n[State]\n{packed}\n[puzzle]\n{packed}");
        assert_eq!(read(&state).1, ["2", "22"]);
        assert_eq!(read(&format!("{packed}\n[state]\n")).1, ["1"]);
        let among_lines = read(&format!("{PUZZLE}\n[State]\n{PUZZLE}\n")).1;
        assert_eq!(among_lines, ["1", "2:1: expected a digit or a blank, found '['", "3"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_a_record() {
        let long = "5".repeat(LONGEST_LINE + 1);
        let message = "expected at most 65536 bytes on a line, found more";
        assert_eq!(read(&format!("{long}\n{PUZZLE}\n")).1, [&format!("1: {message}"), "2"]);
        assert_eq!(read(&format!("id,puzzle\n{long}\n1,{PUZZLE}")).1, [&format!("2: {message}"), "3"]);
    }

    /// An input that gives one of these texts at each read, and counts the reads.
    struct Texts<'a>(std::slice::Iter<'a, String>, usize);

    impl Read for Texts<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            match self.0.next() {
                Some(text) if text.is_empty() => Err(io::ErrorKind::PermissionDenied.into()),
                Some(text) => {
                    buffer[..text.len()].copy_from_slice(text.as_bytes());
                    Ok(text.len())
                }
                None => Ok(0),
            }
        }
    }

    #[test]
    fn the_reader_stops_at_the_limit_and_before_it_would_wait() {
        let texts = [format!("{PUZZLE}\n{PUZZLE}\n53\n{PUZZLE}"), format!("\n{PUZZLE}\n")];
        let fill = |limit: usize, may_wait: bool| {
            let mut reader = Reader::new(Texts(texts.iter(), 0), None);
            let mut chunks = Vec::new();
            loop {
                let mut records = Records::default();
                let more = reader.fill(&mut records, limit, may_wait).unwrap();
                assert_eq!(records.format, Some(InputFormat::Line));
                chunks.push((records.iter().map(|record| record.line).collect::<Vec<_>>(), reader.lines.count()));
                if !more {
                    return chunks;
                }
            }
        };
        assert_eq!(fill(10, true), [(vec![1, 2, 3, 4, 5], 5)]);
        assert_eq!(fill(10, false), [(vec![1, 2, 3], 3), (vec![4, 5], 5), (vec![], 5)]);
        assert_eq!(fill(2, true), [(vec![1, 2], 2), (vec![3, 4], 4), (vec![5], 5)]);
    }

    #[test]
    fn the_records_before_a_failed_read_are_kept() {
        let texts = [format!("puzzle\n{PUZZLE}\n"), String::new()];
        let mut reader = Reader::new(Texts(texts.iter(), 0), None);
        let mut records = Records::default();
        let error = reader.fill(&mut records, 10, true).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!((&records.grids[..], records.format), (&[puzzle()][..], Some(InputFormat::Csv)));
        assert!(records.csv_header.is_some() && records.format == Some(InputFormat::Csv));
    }

    #[test]
    fn a_chunk_of_csv_ends_after_a_megabyte_of_text() {
        let line = format!("{PUZZLE},{}\n", "x".repeat(60_000));
        let text = format!("puzzle,note\n{}", line.repeat(40));
        let mut reader = Reader::new(text.as_bytes(), None);
        let mut records = Records::default();
        assert!(reader.fill(&mut records, 2048, true).unwrap());
        assert_eq!(records.len(), TEXT_LIMIT / line.len() + 1);
        assert!(records.csv_header.is_some());
        records.clear();
        assert!(reader.fill(&mut records, 2048, true).unwrap());
        assert!(records.len() > 0 && records.iter().all(|record| record.csv.is_some()));
    }
}
