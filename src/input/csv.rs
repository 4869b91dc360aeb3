//! The format `csv`: a header that names the puzzle column, then one record per line. Fields may be quoted (`"`, doubled inside
//! a field) but end with their line. The delimiter is a semicolon or a tab if the header has it instead of a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. If some are missing, delimiters are added, which
//! keeps the new field in its own column.

use std::ops::Range;

use memchr::memchr;

use super::error::{Fault, Found, ParseError, quotable};
use super::field::FieldReader;
use super::lines::Line;
use super::names::{has_puzzle, is_code, is_puzzle, names_puzzle, names_solution};
use super::records::{CsvHeader, CsvRecord, Records};
use crate::grid::{CELLS, Grid};

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The error of a first record with a puzzle in a column that nothing names: the line above is a header with other names, or there is none.
pub(super) fn missing_header(line: &Line<'_>, above: Option<&Line<'_>>) -> Option<ParseError> {
    DELIMITERS.into_iter().filter(|_| !is_code(line.text)).find_map(|delimiter| {
        let names = |above: &Line<'_>| fields(above.bytes, delimiter).map(|field| field.content).collect::<Vec<_>>();
        let record = names(line);
        let index = record.iter().position(|content| is_puzzle(&line.bytes[content.clone()]))?;
        if let Some(header) = above.filter(|above| !is_code(above.text))
            && let names = names(header)
            && names.len() > 1
            && names.len() == record.len()
        {
            let name = String::from_utf8_lossy(&header.bytes[names[index].clone()]);
            let advice =
                format!("column {} has it, so use --column {name:?}, or remove the line if it is a title", index + 1);
            let column = Some(header.column(names[index].start));
            return Some(ParseError { column, suggestion: Some(advice), ..no_column(header, None) });
        }
        // A tab may separate a label and its puzzle.
        let message = format!(
            "the puzzle is in field {0}: add a header that names the column (puzzle), or keep only the puzzle \
             with cut -d'{1}' -f{0}",
            index + 1,
            char::from(delimiter)
        );
        (index > 0 && delimiter != b'\t').then(|| line.error_at(record[index].start, Fault::Input(message)))
    })
}

/// The error of a header without the column of this name, or else without one for the puzzle.
pub(super) fn no_column(header: &Line<'_>, column: Option<&str>) -> ParseError {
    let any = || "for the puzzle (puzzle, puzzles, quizzes, ...)".to_string();
    let which = column.map_or_else(any, |name| format!("{name:?}"));
    let found = quotable(header.text);
    header.error_at(0, Fault::Input(format!("expected a header with a column {which}, found {found:?}")))
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

impl CsvHeader {
    /// The header that a line is, with the puzzle in the column of this name, or else of one of the usual names; `None` if it has
    /// no such column. A line with a puzzle is a record, not a header, and one above something else than a `record` is a title.
    ///
    /// # Errors
    /// There are two such columns.
    pub(super) fn of(
        line: &Line<'_>,
        column: Option<&str>,
        record: Option<&Line<'_>>,
    ) -> Result<Option<CsvHeader>, ParseError> {
        let name = |field: &Field| &line.bytes[field.content.clone()];
        let names_it = |field: &Field| match column {
            Some(column) => name(field).eq_ignore_ascii_case(column.as_bytes()),
            None => names_puzzle(name(field)),
        };
        for delimiter in DELIMITERS {
            let columns = || fields(line.bytes, delimiter);
            let mut puzzles = columns().enumerate().filter(|(_, field)| field.fault.is_none() && names_it(field));
            let Some((puzzle, first)) = puzzles.next() else { continue };
            let names: Vec<Vec<u8>> = columns().map(|field| name(&field).to_vec()).collect();
            let solution = names.iter().position(|name| names_solution(name));
            let header = CsvHeader { text: line.bytes.to_vec(), delimiter, names, puzzle, solution };
            if columns().any(|field| has_puzzle(name(&field))) || record.is_some_and(|record| !header.is_above(record))
            {
                return Ok(None);
            }
            if let Some((_, second)) = puzzles.next() {
                let [one, other] = [&first, &second].map(|field| quotable(name(field)));
                let message = format!(
                    "expected one puzzle column, found {one:?} and {other:?}: choose one with --column {one:?}"
                );
                return Err(line.error_at(second.content.start, Fault::Input(message)));
            }
            return Ok(Some(header));
        }
        Ok(None)
    }

    /// Whether a line is a record of this header: it has a puzzle, or as many fields if the names are plain words.
    fn is_above(&self, line: &Line<'_>) -> bool {
        let is_plain = |name: &Vec<u8>| !name.is_empty() && !name.contains(&b' ');
        let (mut count, mut is_open) = (0, false);
        for field in fields(line.bytes, self.delimiter) {
            let content = &line.bytes[field.content.clone()];
            if content.len() == CELLS || is_puzzle(content) {
                return true;
            }
            (count, is_open) = (count + 1, field.is_open(line.bytes));
        }
        self.names.len() > 1 && self.names.iter().all(is_plain) && (count == self.names.len() || is_open)
    }

    /// Appends the record that a line is.
    pub(super) fn read(&self, line: &Line<'_>, puzzles: &mut FieldReader, records: &mut Records) {
        let (mut count, mut puzzle, mut given, mut fault, mut is_open) = (0, None, 0..0, None, false);
        for field in fields(line.bytes, self.delimiter) {
            is_open = field.is_open(line.bytes);
            fault = field.fault.or(fault);
            if count == self.puzzle {
                puzzle = Some(field.content);
            } else if Some(count) == self.solution {
                given = field.content;
            }
            count += 1;
        }
        let mut plain = Grid::EMPTY;
        let grid = match (fault, puzzle) {
            (Some(quote), _) if is_open => {
                let found = "the end of the line: a field cannot contain a line break".into();
                Err(line.error_at(quote, Fault::Expected("expected a closing quote", found)))
            }
            (Some(at), _) => Err(line.error_at(at, Fault::End(Found::first_of(&line.bytes[at..])))),
            (None, Some(puzzle)) if count == self.names.len() => {
                // Passing such a grid on as a result would take longer.
                if puzzles.read_plain(&line.bytes[puzzle.clone()], &mut plain) {
                    records.push_grid(line.number, plain);
                    return self.push_columns(line.bytes, count, given, is_open, records);
                }
                puzzles.read(line, puzzle)
            }
            _ => {
                let found = format!("{count} instead of {}", self.names.len());
                Err(line.error(Fault::Expected("expected as many columns as in the header", found)))
            }
        };
        records.push(line.number, grid);
        self.push_columns(line.bytes, count, given, is_open, records);
    }

    pub(super) fn too_long_line(&self, number: u64, records: &mut Records) {
        records.push_error(ParseError::new(number, None, Fault::LineTooLong));
        self.push_columns(b"", 1, 0..0, false, records);
    }

    /// Appends the columns of a record: its line, and what it takes to make it whole and to start one more field.
    fn push_columns(&self, line: &[u8], count: usize, given: Range<usize>, is_open: bool, records: &mut Records) {
        let missing = self.names.len().saturating_sub(count);
        records.csv_text.extend_from_slice(line);
        records.csv_text.extend(is_open.then_some(b'"'));
        records.csv_text.extend(std::iter::repeat_n(self.delimiter, missing + 1));
        records.csv.push((records.csv_text.len(), self.solution.map(|_| given)));
    }
}

/// A field of a line.
struct Field {
    /// Where its content is, without quotes and the spaces around it.
    content: Range<usize>,
    /// Where it ends: at a delimiter or at the end of the line.
    end: usize,
    /// Where something follows its closing quote, or the quote without a closing one.
    fault: Option<usize>,
}

impl Field {
    /// The field that starts at `start`.
    fn at(line: &[u8], start: usize, delimiter: u8) -> Field {
        let end_from = |from: usize| memchr(delimiter, &line[from..]).map_or(line.len(), |length| from + length);
        let skip_spaces = |from: usize| from + line[from..].iter().take_while(|byte| **byte == b' ').count();
        let first = skip_spaces(start);
        if line.get(first) != Some(&b'"') {
            let end = end_from(first);
            let spaces = line[first..end].iter().rev().take_while(|byte| **byte == b' ').count();
            return Field { content: first..end - spaces, end, fault: None };
        }
        let mut close = first + 1;
        while let Some(length) = memchr(b'"', &line[close..]) {
            close += length;
            if line.get(close + 1) != Some(&b'"') {
                let after = skip_spaces(close + 1);
                let end = end_from(close);
                return Field { content: first + 1..close, end, fault: (after < end).then_some(after) };
            }
            close += 2;
        }
        Field { content: first + 1..line.len(), end: line.len(), fault: Some(first) }
    }

    /// Whether it has no closing quote.
    fn is_open(&self, line: &[u8]) -> bool {
        self.fault.is_some() && self.content.end == line.len()
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
