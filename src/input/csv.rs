//! The format `csv`: a header that names the puzzle column, then one record per line. Fields may be quoted (`"`, doubled inside
//! a field) but end with their line. The delimiter is a semicolon or a tab if the header has it instead of a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. If some are missing, delimiters are added, which
//! keeps the new field in its own column.

use std::ops::Range;
use std::sync::Arc;

use memchr::memchr;

use super::error::{Found, ParseError, ParseErrorKind, quotable};
use super::field::FieldReader;
use super::line::scientific;
use super::lines::Line;
use super::parser::{RecordParser, is_puzzle};
use super::records::{CsvHeader, CsvRecord, Records};
use crate::grid::Grid;

/// The names that the puzzle column may have, in any case.
pub(super) const PUZZLE_NAMES: &[&str] = &[
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "board",
    "boards",
    "grid",
    "grids",
    "unsolved",
    "problem",
    "problems",
    "initial_board",
    "unsolved_sudoku",
    "puzzle_string",
];
/// The names that the column of given solutions may have.
pub(super) const SOLUTION_NAMES: &[&str] = &[
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "solved_board",
    "solution_board",
    "final_board",
    "solved_sudoku",
];

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Whether a line is a header with a puzzle column.
pub(super) fn detect(text: &[u8]) -> bool {
    delimiter_of(text, None).is_some()
}

/// The delimiter of a header with a puzzle column. A line that has a puzzle is a record, not a header.
fn delimiter_of(text: &[u8], column: Option<&str>) -> Option<u8> {
    DELIMITERS.into_iter().find(|&delimiter| {
        let mut names = column_names(text, delimiter);
        let is_whole = || fields(text, delimiter).all(|field| field.error.is_none());
        names.any(|name| names_puzzle(name, column)) && !column_names(text, delimiter).any(is_puzzle) && is_whole()
    })
}

/// If a first line has a puzzle in a field that only a header could name: the offset of the field, and the error.
pub(super) fn missing_header(text: &[u8]) -> Option<(usize, ParseErrorKind)> {
    // Tabs are white space here: they may separate a label and its puzzle.
    [b',', b';'].into_iter().find_map(|delimiter| {
        let (index, field) = puzzle_field(text, delimiter)?;
        if index == 0 {
            return None;
        }
        let kind = match scientific(&text[field.content.clone()]) {
            Some(number) => ParseErrorKind::DigitsLost(quotable(number)),
            None => ParseErrorKind::MissingHeader { field: index + 1, delimiter: char::from(delimiter) },
        };
        Some((field.content.start, kind))
    })
}

/// The first field with a puzzle, or with what a spreadsheet has made of one, and its index.
fn puzzle_field(text: &[u8], delimiter: u8) -> Option<(usize, Field)> {
    fields(text, delimiter).enumerate().find(|(_, field)| {
        let content = &text[field.content.clone()];
        is_puzzle(content) || scientific(content).is_some()
    })
}

/// Whether a line starts with a field such as `#1`. A comment can start so, but among records it has a number.
pub(super) fn is_numbered(text: &[u8]) -> bool {
    let number = text.strip_prefix(b"#").unwrap_or_default();
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && number.get(digits).is_some_and(|byte| DELIMITERS.contains(byte))
}

/// A line that could be a header of unknown names.
#[derive(Debug)]
pub(super) struct UnknownHeader {
    number: u64,
    line: Vec<u8>,
}

impl UnknownHeader {
    /// The header that a line is, if it has several fields that are names.
    pub(super) fn of(line: &Line<'_>) -> Option<UnknownHeader> {
        let has_several = DELIMITERS.into_iter().any(|delimiter| memchr(delimiter, line.text).is_some());
        let is_name = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
        // An object of JSON is no header.
        (has_several && line.text.iter().any(is_name) && !line.text.starts_with(b"{"))
            .then(|| UnknownHeader { number: line.number, line: line.bytes.to_vec() })
    }

    /// The error of an input with this line before its first record, if the record has as many fields.
    pub(super) fn of_record(&self, record: &[u8]) -> Option<ParseError> {
        let header = Line::new(self.number, &self.line);
        let columns = |delimiter: u8| fields(header.text, delimiter);
        let has_as_many = |delimiter: &u8| {
            let count = columns(*delimiter).count();
            count > 1 && fields(record, *delimiter).count() == count
        };
        let delimiter = DELIMITERS.into_iter().find(has_as_many)?;
        let puzzle = puzzle_field(record, delimiter);
        if puzzle.as_ref().is_some_and(|(_, field)| scientific(&record[field.content.clone()]).is_some()) {
            return None;
        }
        let column = puzzle.and_then(|(index, _)| Some((index, columns(delimiter).nth(index)?)));
        let found = start_of(header.text);
        let offset = header.indent + column.as_ref().map_or(0, |(_, column)| column.content.start);
        let puzzle = column
            .map(|(index, column)| (index + 1, String::from_utf8_lossy(&header.text[column.content]).into_owned()));
        Some(header.error_at(
            offset,
            ParseErrorKind::UnknownColumns { names: PUZZLE_NAMES, found, puzzle: puzzle.map(Box::new) },
        ))
    }
}

/// As much of a header as a message quotes.
fn start_of(header: &[u8]) -> String {
    let start = String::from_utf8_lossy(&header[..header.len().min(60)]).into_owned();
    if header.len() > 60 { start + "..." } else { start }
}

/// The columns of a header.
pub(super) fn column_names(text: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    fields(text, delimiter).map(|field| &text[field.content])
}

/// Whether a column with this name has the puzzle: the one that was chosen, or else one of the usual names.
fn names_puzzle(name: &[u8], column: Option<&str>) -> bool {
    match column {
        Some(column) => name.eq_ignore_ascii_case(column.as_bytes()),
        None => is_one_of(name, PUZZLE_NAMES),
    }
}

fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

#[derive(Debug)]
pub(super) struct CsvParser {
    /// The name of the puzzle column, if it is not one of [`PUZZLE_NAMES`].
    column: Option<String>,
    columns: Option<(Columns, Arc<CsvHeader>)>,
    puzzles: FieldReader,
}

impl CsvParser {
    /// A parser of records whose puzzle is in the column with this name, or with one of the usual names. Each character of
    /// `blanks` is a blank, too.
    pub(super) fn new(column: Option<String>, blanks: String) -> CsvParser {
        CsvParser { column, columns: None, puzzles: FieldReader::new(blanks) }
    }
}

impl RecordParser for CsvParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let Some((columns, header)) = &self.columns else {
            let columns = Columns::of_header(line, self.column.as_deref())?;
            let names = column_names(line.bytes, columns.delimiter).map(<[u8]>::to_vec).collect();
            let Columns { delimiter, puzzle, .. } = columns;
            let header = Arc::new(CsvHeader { text: line.bytes.to_vec(), delimiter, names, puzzle });
            records.csv_header = Some(Arc::clone(&header));
            self.columns = Some((columns, header));
            return Ok(());
        };
        records.csv_header.get_or_insert_with(|| Arc::clone(header));
        let fields = columns.split(line.bytes);
        records.push(line.number, columns.read_puzzle(line, &fields, &mut self.puzzles));
        columns.push_csv(&fields, line.bytes, records);
        Ok(())
    }

    fn allows_comments(&self) -> bool {
        false
    }

    fn too_long_line(&mut self, number: u64, records: &mut Records) -> Result<(), ParseError> {
        let error = ParseError::new(number, None, ParseErrorKind::LineTooLong);
        let Some((columns, header)) = &self.columns else { return Err(error) };
        records.csv_header.get_or_insert_with(|| Arc::clone(header));
        records.push_error(error);
        columns.push_csv(&Fields { count: 1, ..Fields::default() }, b"", records);
        Ok(())
    }
}

impl CsvRecord<'_> {
    /// The names and values of all columns but that of the puzzle.
    pub(crate) fn other_columns(&self) -> impl Iterator<Item = (String, String)> {
        let names = self.header.names.iter();
        let values = fields(self.columns, self.header.delimiter).map(|field| &self.columns[field.content]);
        let others = names.zip(values).enumerate().filter(|(index, _)| *index != self.header.puzzle);
        // A quote within quotes is doubled.
        let text = |field: &[u8]| String::from_utf8_lossy(field).replace("\"\"", "\"");
        others.map(move |(_, (name, value))| (text(name), text(value)))
    }
}

/// The columns that a header declares.
#[derive(Debug)]
struct Columns {
    delimiter: u8,
    count: usize,
    puzzle: usize,
    solution: Option<usize>,
}

/// What the fields of a record are.
#[derive(Default)]
struct Fields {
    count: usize,
    puzzle: Option<Range<usize>>,
    /// Empty if there is none.
    given: Range<usize>,
    error: Option<FieldError>,
    is_unclosed: bool,
}

impl Columns {
    fn of_header(line: &Line<'_>, column: Option<&str>) -> Result<Columns, ParseError> {
        let text = line.bytes;
        let no_puzzle = || {
            let kind = match column {
                Some(name) => ParseErrorKind::NoSuchColumn { name: name.to_string(), found: start_of(line.text) },
                None => ParseErrorKind::NoPuzzleColumn { names: PUZZLE_NAMES },
            };
            line.error_at(0, kind)
        };
        let delimiter = delimiter_of(text, column).ok_or_else(no_puzzle)?;
        let columns: Vec<Range<usize>> = fields(text, delimiter).map(|field| field.content).collect();
        let mut puzzles = (0..columns.len()).filter(|&i| names_puzzle(&text[columns[i].clone()], column));
        let puzzle = puzzles.next().ok_or_else(no_puzzle)?;
        if let Some(other) = puzzles.next() {
            let column = |i: usize| (i + 1, String::from_utf8_lossy(&text[columns[i].clone()]).into_owned());
            let kind = ParseErrorKind::TwoPuzzleColumns { first: column(puzzle), second: column(other) };
            return Err(line.error_at(columns[other].start, kind));
        }
        let solution = columns.iter().position(|column| is_one_of(&text[column.clone()], SOLUTION_NAMES));
        Ok(Columns { delimiter, count: columns.len(), puzzle, solution })
    }

    fn split(&self, text: &[u8]) -> Fields {
        let mut found = Fields::default();
        for field in fields(text, self.delimiter) {
            found.is_unclosed = matches!(field.error, Some(FieldError::Unclosed(_)));
            found.error = found.error.or(field.error);
            if found.count == self.puzzle {
                found.puzzle = Some(field.content);
            } else if Some(found.count) == self.solution {
                found.given = field.content;
            }
            found.count += 1;
        }
        found
    }

    fn read_puzzle(&self, line: &Line<'_>, fields: &Fields, puzzles: &mut FieldReader) -> Result<Grid, ParseError> {
        match (fields.error, &fields.puzzle) {
            (Some(FieldError::Unclosed(at)), _) => Err(line.error_at(at, ParseErrorKind::UnclosedQuote)),
            (Some(FieldError::Stray(at)), _) => {
                Err(line.error_at(at, ParseErrorKind::ExpectedFieldEnd(Found::first_of(&line.bytes[at..]))))
            }
            (None, Some(puzzle)) if fields.count == self.count => puzzles.read(line, puzzle.clone()),
            _ => Err(line.error(ParseErrorKind::ColumnCount { expected: self.count, found: fields.count })),
        }
    }

    /// Appends the columns of a record: its line, and what it takes to make it whole and to start one more field.
    fn push_csv(&self, fields: &Fields, line: &[u8], records: &mut Records) {
        let missing = self.count.saturating_sub(fields.count);
        let quote = fields.is_unclosed.then_some(b'"');
        let closing = quote.into_iter().chain(std::iter::repeat_n(self.delimiter, missing + 1));
        records.push_csv(line, closing, self.solution.map(|_| fields.given.clone()));
    }
}

/// A field of a line.
struct Field {
    /// Where its content is, without quotes and the spaces around it.
    content: Range<usize>,
    /// Where it ends: at a delimiter or at the end of the line.
    end: usize,
    error: Option<FieldError>,
}

#[derive(Clone, Copy)]
enum FieldError {
    /// Something comes after the closing quote, here.
    Stray(usize),
    /// The quote that is here has no closing quote.
    Unclosed(usize),
}

impl Field {
    /// The field that starts at `start`.
    fn at(line: &[u8], start: usize, delimiter: u8) -> Field {
        let end_from = |from: usize| memchr(delimiter, &line[from..]).map_or(line.len(), |length| from + length);
        let is_space = |byte: u8| byte == b' ' || byte == b'\t' && delimiter != b'\t';
        let skip_spaces = |from: usize| from + line[from..].iter().take_while(|&&byte| is_space(byte)).count();
        let first = skip_spaces(start);
        if line.get(first) != Some(&b'"') {
            let end = end_from(first);
            let spaces = line[first..end].iter().rev().take_while(|&&byte| is_space(byte)).count();
            return Field { content: first..end - spaces, end, error: None };
        }
        let mut close = first + 1;
        loop {
            match memchr(b'"', &line[close..]) {
                None => {
                    let error = Some(FieldError::Unclosed(first));
                    return Field { content: first + 1..line.len(), end: line.len(), error };
                }
                Some(n) if line.get(close + n + 1) == Some(&b'"') => close += n + 2,
                Some(n) => {
                    close += n;
                    break;
                }
            }
        }
        let after = skip_spaces(close + 1);
        let end = end_from(close);
        Field { content: first + 1..close, end, error: (after < end).then_some(FieldError::Stray(after)) }
    }
}

fn fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = Field> {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let field = Field::at(line, start?, delimiter);
        start = (field.end < line.len()).then_some(field.end + 1);
        Some(field)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use crate::input::fixtures::{self, PUZZLE, fill, puzzle};
    use crate::input::reader::{Choices, Reader};

    fn read(text: &str) -> Records {
        fixtures::read(Some(InputFormat::Csv), fill(text).as_bytes())
    }

    #[test]
    fn a_header_is_detected_by_its_puzzle_column() {
        for header in [
            "puzzle",
            "Quizzes,solutions",
            "id,puzzle,solution",
            "id;\"SUDOKU\"",
            "a\tquestion",
            "\"a,b\" , quiz",
            "id,board",
        ] {
            assert!(detect(header.as_bytes()), "{header}");
        }
        assert!(!detect(format!("{PUZZLE},sudoku,easy").as_bytes()));
        for header in
            ["[Puzzle]", "Grid 01", "id,name", "my puzzles", "\"my\" puzzle", PUZZLE, "5 3 0 0 7 0 0 0 0", "Puzzle 1"]
        {
            assert!(!detect(header.as_bytes()), "{header}");
        }
    }

    #[test]
    fn a_puzzle_that_only_a_header_could_name_is_found() {
        let field = |text: &str| match missing_header(fill(text).as_bytes()) {
            Some((offset, ParseErrorKind::MissingHeader { field, delimiter })) => Some((offset, field, delimiter)),
            _ => None,
        };
        assert_eq!(field("1,PUZZLE,2"), Some((2, 2, ',')));
        assert_eq!(field("\"PUZZLE\";2"), None);
        assert_eq!(field("1; \"PUZZLE\""), Some((4, 2, ';')));
        assert_eq!(field("5,3,0,0,7,0,0,0,0"), None);
        assert_eq!(field("PUZZLE,1"), None);
    }

    #[test]
    fn a_header_of_unknown_names_is_refused_by_name() {
        for (header, record, column, advice) in [
            ("id,start", "1,PUZZLE", 4, "column 2 has it, so use --column start"),
            ("start;id", "PUZZLE;1", 1, "column 1 has it, so use --column start"),
            ("  id,\"my start\"", "1,PUZZLE", 7, "column 2 has it, so use --column 'my start'"),
            ("id,", "x,PUZZLE", 4, "column 2 has it, so name it puzzle"),
            ("a,b", "x,\"PUZZLE\"", 3, "column 2 has it, so use --column b"),
        ] {
            let records = fixtures::read(None, fill(&format!("{header}\n{record}\n")).as_bytes());
            let expected = format!(
                "1:{column}: expected a header with a column for the puzzle (puzzle, puzzles, quizzes, ...), \
                 found {:?}: {advice}, or remove the line if it is a title",
                header.trim()
            );
            assert_eq!(records.input_error.map(|error| error.to_string()), Some(expected), "{header}");
        }
        let records =
            fixtures::read(None, fill("{\"version\": 1, \"by\": 2}\n{\"id\": 1, \"puzzle\": \"PUZZLE\"}\n").as_bytes());
        assert_eq!(records.grids, [puzzle()]);
        let records = fixtures::read(None, b"id,start\n1,4.3E+78\n");
        assert!(
            records.input_error.is_some_and(|error| error.to_string().starts_with("2:3: expected 81 cells, found 4.3"))
        );
    }

    #[test]
    fn there_are_no_comments_among_records() {
        let records = fixtures::read(None, fill("# comment\nid,puzzle\n# comment\n#1,53\n#2,PUZZLE\n").as_bytes());
        assert_eq!((records.len(), records.grids), (2, vec![puzzle()]));
        assert!(
            is_numbered(b"#12;x") && !["#12", "#,x", "# 1,x", "1,x"].iter().any(|text| is_numbered(text.as_bytes()))
        );
    }

    #[test]
    fn signs_that_are_not_ascii_and_those_that_are_chosen_are_blanks() {
        let read = |blanks: &str, sign: &str| {
            let mut records = Records::default();
            let text = format!("É,puzzle\né,{}\n", PUZZLE.replace('.', sign));
            let choices = Choices { blanks: blanks.into(), ..Choices::default() };
            assert!(!Reader::new(text.as_bytes(), choices).fill(&mut records, usize::MAX, true).unwrap());
            let csv = records.iter().next().unwrap().csv.unwrap();
            assert_eq!(String::from_utf8_lossy(csv.columns), format!("{},", text.lines().nth(1).unwrap()));
            records.iter().next().unwrap().puzzle.map(|(grid, _)| *grid).map_err(ToString::to_string)
        };
        for (blanks, sign) in [("", "\u{b7}"), ("", "\u{ff10}"), ("e", "e"), ("~é", "é"), ("e", ".")] {
            assert_eq!(read(blanks, sign), Ok(puzzle()), "{blanks:?} {sign}");
        }
        assert_eq!(read("", "é"), Err("2:5: expected a digit or a blank, found 'é'".into()));
    }

    #[test]
    fn a_number_that_lacks_digits_may_have_lost_its_zeros() {
        let suggestion = |field: &str| fixtures::error(InputFormat::Csv, &format!("puzzle\n{field}\n")).suggestion;
        let digits = PUZZLE.replace('.', "0");
        let expected = "if a spreadsheet has cut zeros at its start, import this column as text";
        assert_eq!(suggestion(&digits[4..]).as_deref(), Some(expected));
        for field in [
            &digits[2..],
            &PUZZLE[4..],
            &digits[40..],
            "1234567891234567891234567891234567891234567891234567891234567891",
        ] {
            assert_eq!(suggestion(field), None, "{field}");
        }
    }

    #[test]
    fn a_header_has_one_puzzle_column_and_knows_which_names_are_taken() {
        for (header, taken, free) in [
            ("puzzle", &["puzzle"][..], &["solution"][..]),
            ("quizzes,solutions", &["solutions"], &["answer", "solution"]),
            ("id;puzzle;Solution;clues", &["id", "solution", "clues"], &["answer"]),
            ("puzzle,answer", &["answer"], &["solution"]),
            ("puzzle,solution,answer", &["solution", "answer"], &["answer2"]),
            ("Count,puzzle", &["count"], &["count2"]),
        ] {
            let records = read(header);
            let header_read = records.csv_header.unwrap();
            assert_eq!(header_read.text(), header.as_bytes());
            assert_eq!(header_read.delimiter(), if header.contains(';') { b';' } else { b',' });
            assert!(taken.iter().all(|name| header_read.has_column(name)), "{header}");
            assert!(!free.iter().any(|name| header_read.has_column(name)), "{header}");
        }
        let expected = "expected one puzzle column, found columns 2 (\"Puzzle\") and 3 (\"quiz\"): choose one with --column Puzzle";
        assert_eq!(fixtures::message(InputFormat::Csv, "id,Puzzle,quiz"), (Some(11), expected.into()));
        let expected = "expected a header with a column for the puzzle (puzzle, puzzles, quizzes, quiz, question, questions, ...), found none";
        assert_eq!(fixtures::message(InputFormat::Csv, "id,name"), (Some(1), expected.into()));
    }

    #[test]
    fn fields_may_be_quoted_and_there_are_as_many_as_in_the_header() {
        let read_record = |record: &str| {
            let records = read(&format!("id,puzzle,solution,note\n{record}"));
            let record = records.iter().next().unwrap();
            assert!(record.puzzle.is_err() || record.puzzle == Ok((&puzzle(), None)));
            let csv = record.csv.unwrap();
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(PUZZLE, "PUZZLE");
            let error = record.puzzle.err().map(|error| (error.column, error.kind.to_string()));
            (error, text(csv.columns), text(&csv.columns[csv.given.expect("there is a column")]))
        };
        for record in [
            "1,PUZZLE,534,",
            "1,\t PUZZLE\t, 534 ,x",
            "\"1,\"\"a\"\"\",\"PUZZLE\",\"534\",\"\"",
            "é,\"PUZZLE\" ,534,a\"b",
        ] {
            assert_eq!(read_record(record), (None, format!("{record},"), "534".into()), "{record}");
        }
        for (record, column, message, whole) in [
            ("1,PUZZLE", None, "expected 4 columns, found 2", "1,PUZZLE,,,"),
            ("1,PUZZLE,,,,", None, "expected 4 columns, found 6", "1,PUZZLE,,,,,"),
            (
                "1,\"PUZZLE,,",
                Some(3),
                "expected a closing quote, found the end of the line: a field cannot contain a line break",
                "1,\"PUZZLE,,\",,,",
            ),
            ("1,\"PUZZLE\" \"x,,", Some(87), "expected the end of the field, found '\"'", "1,\"PUZZLE\" \"x,,,"),
            ("1,\"PUZZLE\"q,,", Some(86), "expected the end of the field, found 'q'", "1,\"PUZZLE\"q,,,"),
            ("1,PUZZLE.,,", Some(3), "expected 81 cells, found 82", "1,PUZZLE.,,,"),
            ("1,,,", Some(3), "expected 81 cells, found 0", "1,,,,"),
            ("1,PUZZLE 5,,", Some(84), "expected the end of the field, found ' '", "1,PUZZLE 5,,,"),
        ] {
            let (error, text, _) = read_record(record);
            assert_eq!((error, text), (Some((column, message.to_string())), whole.to_string()), "{record}");
        }
    }

    #[test]
    fn a_tab_is_white_space_unless_it_is_the_delimiter() {
        for record in ["\tPUZZLE\t", "1\t PUZZLE \tx"] {
            assert_eq!(read(&format!("id\tpuzzle\tnote\n{record}")).grids, [puzzle()], "{record:?}");
        }
    }

    #[test]
    fn a_record_that_is_too_long_keeps_its_place_and_a_header_that_is_too_long_ends_the_input() {
        let long = "x".repeat(crate::input::error::LONGEST_LINE + 1);
        let records = read(&format!("id,puzzle,solution\n{long}\n1,PUZZLE,\n"));
        let csv: Vec<String> =
            records.iter().map(|record| String::from_utf8_lossy(record.csv.unwrap().columns).into_owned()).collect();
        assert_eq!(csv, [",,,".to_string(), fill("1,PUZZLE,,")]);
        let records = read(&format!("{long}\nid,puzzle,solution\n1,PUZZLE,\n"));
        assert!(records.len() == 0);
        let message = "1: expected at most 65536 bytes on a line, found more";
        assert_eq!(records.input_error.map(|error| error.to_string()).as_deref(), Some(message));
    }
}
