//! Lines to records: decides what each line of an input is, and passes the lines of records to the parser of their format.
//!
//! What is the same in all formats is here: comments, blank lines, headings, frames, box-drawing characters, the section
//! `[State]`, the detection of the format, the refusal of inputs that could be read in two ways, and the end of the input.

use std::io::{self, Read};

use super::error::{ParseError, ParseErrorKind};
use super::lines::{Line, Lines, Next};
use super::records::Records;
use super::row::{self, Spacing};
use super::{FORMATS, InputFormat, RecordParser, csv, is_puzzle};
use crate::grid::{CELLS, cell_from_byte};

/// The most text of csv records in a chunk, give or take a line: their lines may be long.
const TEXT_LIMIT: usize = 1 << 20;

/// Reads the records of one input.
#[derive(Debug)]
pub(crate) struct Reader<R> {
    lines: Lines<R>,
    classifier: Classifier,
}

impl<R: Read> Reader<R> {
    /// A reader of an input in this format, or in the one that its first meaningful line has.
    pub(crate) fn new(input: R, format: Option<InputFormat>) -> Reader<R> {
        Reader { lines: Lines::new(input), classifier: Classifier::new(format) }
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
            if records.len() >= limit || records.text_len() > TEXT_LIMIT {
                return Ok(true);
            }
            if self.fast_lines(records, limit) {
                continue;
            }
            match self.lines.advance() {
                Next::Line(line) => self.classifier.line(&line, records),
                Next::TooLong(number) => self.classifier.too_long_line(number, records),
                Next::NeedsRead if !may_wait && !records.is_empty() => return Ok(true),
                Next::NeedsRead => self.lines.read()?,
                Next::End => {
                    self.classifier.end(self.lines.count(), records);
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }

    /// Takes as many lines as the parser can read without further checks. Returns whether there were any.
    fn fast_lines(&mut self, records: &mut Records, limit: usize) -> bool {
        let Some(parser) = &mut self.classifier.parser else { return false };
        let before = records.len();
        let length = parser.fast_lines(self.lines.unread(), self.lines.count() + 1, limit - before, records);
        let count = records.len() - before;
        self.lines.skip(length, count);
        if count > 0 {
            self.classifier.expected_since = None;
        }
        count > 0
    }
}

/// Decides what the lines of one input are.
#[derive(Debug)]
struct Classifier {
    format: Option<InputFormat>,
    /// The parser of the format.
    parser: Option<Box<dyn RecordParser>>,
    /// The line since which a grid is expected: the first line of the input, or the first heading after the last record.
    expected_since: Option<u64>,
    /// The last line with text was taken for a csv header, but it may have been a heading.
    after_likely_header: bool,
    /// After the heading `[State]`: what follows is a player's progress on the grid before it.
    in_state_section: bool,
    /// The input cannot be read.
    is_refused: bool,
    /// Memory for a line with its box-drawing characters replaced.
    ascii: Vec<u8>,
}

impl Classifier {
    fn new(format: Option<InputFormat>) -> Classifier {
        Classifier {
            format,
            parser: format.map(|format| (format.entry().parser)()),
            expected_since: Some(1),
            after_likely_header: false,
            in_state_section: false,
            is_refused: false,
            ascii: Vec::new(),
        }
    }

    fn allows_headings(&self) -> bool {
        self.parser.as_ref().is_none_or(|parser| parser.allows_headings())
    }

    /// Takes a line as it is in the input.
    fn line(&mut self, line: &Line<'_>, records: &mut Records) {
        let may_be_row = |byte: &u8| *byte == 0xe2 || cell_from_byte(*byte).is_some();
        if self.allows_headings() && line.text.first().is_some_and(may_be_row) && !line.bytes.is_ascii() {
            let mut ascii = std::mem::take(&mut self.ascii);
            replace_box_drawing(line.bytes, &mut ascii);
            self.ascii_line(&Line::new(line.number, &ascii), records);
            self.ascii = ascii;
        } else {
            self.ascii_line(line, records);
        }
    }

    /// Takes a line without box-drawing characters, at least where they could be frames.
    fn ascii_line(&mut self, line: &Line<'_>, records: &mut Records) {
        let text = line.text;
        if is_comment(text) {
            return;
        }
        let is_header = self.format.is_none() && csv::detect(text);
        if self.allows_headings() && !is_header {
            if is_heading(text) {
                return self.heading(line, records);
            }
            if self.in_state_section {
                return;
            }
            let spacing = self.parser.as_ref().and_then(|parser| parser.spacing());
            if is_frame(text, spacing) {
                self.parser.iter_mut().for_each(|parser| parser.frame());
                return;
            }
        }
        if text.is_empty() {
            return self.pass(records, |parser, records| parser.gap(line.number, records));
        }
        if std::mem::take(&mut self.after_likely_header) && (is_frame(text, None) || is_row(text, None)) {
            // It was a heading.
            (self.format, self.parser, records.csv_header) = (None, None, None);
            return self.ascii_line(line, records);
        }
        if self.format.is_none() {
            match detect(text) {
                Ok(format) => {
                    self.set_format(format);
                    self.after_likely_header = format == InputFormat::Csv;
                }
                Err((offset, kind)) => {
                    return self.refuse(line.error_at(line.indent + offset, kind), records);
                }
            }
        }
        self.try_pass(records, |parser, records| parser.line(line, records));
    }

    fn heading(&mut self, line: &Line<'_>, records: &mut Records) {
        self.pass(records, |parser, records| parser.gap(line.number, records));
        // In the format `line` this is a heading like any other: the fast path does not know about sections.
        self.in_state_section = self.format != Some(InputFormat::Line) && line.text.eq_ignore_ascii_case(b"[State]");
        if !self.in_state_section {
            self.expected_since.get_or_insert(line.number);
        }
    }

    fn too_long_line(&mut self, number: u64, records: &mut Records) {
        if self.in_state_section {
            return;
        }
        if self.format.is_none() {
            self.set_format(InputFormat::Line);
        }
        self.after_likely_header = false;
        self.try_pass(records, |parser, records| parser.too_long_line(number, records));
    }

    /// Takes the end of the input after this number of lines.
    fn end(&mut self, lines: u64, records: &mut Records) {
        self.pass(records, |parser, records| parser.end(lines + 1, records));
        if let Some(line) = self.expected_since.take() {
            records.input_error = Some(ParseError::new(line, Some(1), ParseErrorKind::NoGrid));
        }
    }

    fn set_format(&mut self, format: InputFormat) {
        (self.format, self.parser) = (Some(format), Some((format.entry().parser)()));
    }

    fn refuse(&mut self, error: ParseError, records: &mut Records) {
        self.is_refused = true;
        records.input_error = Some(error);
    }

    /// Passes something to the parser.
    fn pass(&mut self, records: &mut Records, take: impl FnOnce(&mut dyn RecordParser, &mut Records)) {
        self.try_pass(records, |parser, records| {
            take(parser, records);
            Ok(())
        });
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
        if records.len() > before {
            self.expected_since = None;
        }
        if let Err(error) = result {
            self.refuse(error, records);
        }
    }
}

/// The format of an input whose first meaningful line has this text; or where and why that cannot be decided.
fn detect(text: &[u8]) -> Result<InputFormat, (usize, ParseErrorKind)> {
    if !csv::detect(text)
        && let Some(error) = csv::missing_header(text)
    {
        return Err(error);
    }
    Ok(FORMATS.iter().find(|entry| (entry.detect)(text)).map_or(InputFormat::Packed, |entry| entry.format))
}

/// Replaces each vertical box-drawing character of a line by `|` and the others by `+`. Each is still one character, so columns
/// stay the same.
fn replace_box_drawing(line: &[u8], ascii: &mut Vec<u8>) {
    ascii.clear();
    let mut rest = line;
    while let Some(&byte) = rest.first() {
        let (replacement, length) = match rest {
            // U+2502 and U+2503, U+2551.
            [0xe2, 0x94, 0x82 | 0x83, ..] | [0xe2, 0x95, 0x91, ..] => (b'|', 3),
            // U+2500 to U+257F.
            [0xe2, 0x94..=0x95, 0x80..=0xbf, ..] => (b'+', 3),
            _ => (byte, 1),
        };
        ascii.push(replacement);
        rest = &rest[length..];
    }
}

/// Whether a line is a comment, or one of the lines that Simple Sudoku adds to a grid on the clipboard.
fn is_comment(text: &[u8]) -> bool {
    match text.first() {
        Some(b'#' | b'%') => true,
        Some(b'S') => text.starts_with(b"Simple Sudoku"),
        Some(b'V') => text.starts_with(b"Version "),
        _ => false,
    }
}

/// Whether a line is a heading, such as `Grid 01` or `[Puzzle]`: the first word consists of two or more letters that are not all
/// x. A line with a puzzle on it is never one.
fn is_heading(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").unwrap_or(text);
    let word = &text[..text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
    let ends = text.get(word.len()).is_none_or(|byte| b" \t:;,.]".contains(byte));
    word.len() >= 2
        && ends
        && !word.iter().all(|byte| b"xX".contains(byte))
        && !text.split(|byte| b" \t:;,|".contains(byte)).any(is_puzzle)
}

/// Whether a line is the frame of rows or boxes, such as `---+---+---`: it consists of frame characters and white space, and is
/// neither a row nor a grid. Dots alone are not a frame but a row or grid of the wrong length.
fn is_frame(text: &[u8], spacing: Option<Spacing>) -> bool {
    text.iter().all(|byte| b"-+=|*.:' \t".contains(byte))
        && text.iter().any(|byte| !b". \t".contains(byte))
        && text.len() != CELLS
        && !is_row(text, spacing)
}

/// Whether a line is a row of nine cells, with this spacing or with the one it seems to have.
fn is_row(text: &[u8], spacing: Option<Spacing>) -> bool {
    row::read(text, spacing.unwrap_or(Spacing::of(text))).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::fixtures::{self, PUZZLE, puzzle, rows};
    use crate::input::lines::LONGEST_LINE;

    /// The format of a text, and its records: for the example its line, for others the error.
    fn read(text: &str) -> (Option<InputFormat>, Vec<String>) {
        let records = fixtures::read(None, text.as_bytes());
        let show = |record: crate::input::Record<'_>| match record.puzzle {
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
        let blanks = ["---------", ".........", "*********", "...|...|...", "- - - - - - - - -"];
        assert!(blanks.iter().all(|row| !is_frame(row.as_bytes(), None)));
        assert!(!is_frame(&[b'-'; CELLS], None));
        assert!(
            ["-----------", "---+---+---", "====", "'---'---'", "*---*", "::"]
                .iter()
                .all(|row| is_frame(row.as_bytes(), None))
        );
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
        assert_eq!(read(&format!("{packed}\n53q\n\n")).1, ["1", "10:3: expected a digit or a blank, found 'q'"]);
        let conflict = packed.replacen("6..195...", "6..195..6", 1);
        assert_eq!(read(&format!("\n{conflict}\n{packed}")).1, ["3:9: r2c1 and r2c9 are both 6", "11"]);
        assert_eq!(read(&format!("{}\n{PUZZLE}", &PUZZLE[1..])).1, ["1: expected 81 cells, found 80", "2"]);
    }

    #[test]
    fn an_input_without_a_grid_or_with_a_heading_at_its_end_is_an_error() {
        assert_eq!(read("").1, ["1:1: expected a grid, found the end of the input"]);
        assert_eq!(read("\n# nothing\n").1, ["1:1: expected a grid, found the end of the input"]);
        assert_eq!(read("id,puzzle\n").1, ["1:1: expected a grid, found the end of the input"]);
        assert_eq!(
            read(&format!("{PUZZLE}\n\n[Puzzle]\n")).1,
            ["1", "3:1: expected a grid, found the end of the input"]
        );
        let short = format!("{}\n[Puzzle]\n", rows("")[..8].join("\n"));
        assert_eq!(read(&short).1[1..], ["9:1: expected a grid, found the end of the input"]);
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
            assert!(records.is_empty());
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
        let records = fixtures::read(Some(InputFormat::Csv), format!("Puzzle\n{packed}").as_bytes());
        assert_eq!((records.len(), records.csv_header.is_some()), (9, true));
    }

    #[test]
    fn the_state_section_is_skipped_up_to_the_next_heading_but_not_among_lines() {
        let packed = rows("").join("\n");
        let long = "5".repeat(LONGEST_LINE + 1);
        let state = format!("[Puzzle]\n{packed}\n[State]\n{packed}\n53q\n{long}\n[puzzle]\n{packed}");
        assert_eq!(read(&state).1, ["2", "24"]);
        assert_eq!(read(&format!("{packed}\n[state]\n")).1, ["1"]);
        assert_eq!(read(&format!("{PUZZLE}\n[State]\n{PUZZLE}\n")).1, ["1", "3"]);
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
        assert!(records.csv_header.is_none() && records.iter().all(|record| record.csv.is_some()));
    }
}
