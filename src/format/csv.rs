//! Comma-separated values: a header that names the puzzle's column, then a record a line. Fields may be quoted (`"`, doubled
//! within), but not go over a line's end: one record is one line. Semicolons or tabs separate where the header has them.
//!
//! The columns of a record are kept as they came, and the answer is appended; a record that is not whole is made so first,
//! so that its answer stays in its column.

use std::ops::Range;

use super::fault::{FaultKind, Found};
use super::{LINE_FROM, line};
use crate::grid::Grid;

/// What the puzzle's column may be called, in any case.
const PUZZLE_NAMES: [&str; 5] = ["puzzle", "quizzes", "question", "quiz", "sudoku"];
/// What a column may be called that states the solution.
const SOLUTION_NAMES: [&str; 4] = ["solution", "solutions", "answer", "answers"];

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A field: where its content is in the line, without quotes and outer spaces.
struct Field {
    content: Range<usize>,
    /// Where something stands that should not, after a closing quote; or where the quote is that is never closed.
    wrong: Option<usize>,
    /// Where it ends: at a delimiter or at the end of the line.
    end: usize,
}

impl Field {
    /// The field that starts at `start`.
    fn at(line: &[u8], start: usize, delimiter: u8) -> Field {
        let ends =
            |from: usize| line[from..].iter().position(|&byte| byte == delimiter).map_or(line.len(), |n| from + n);
        let first = start + line[start..].iter().take_while(|&&byte| is_space(byte, delimiter)).count();
        if line.get(first) != Some(&b'"') {
            let end = ends(first);
            let spaces = line[first..end].iter().rev().take_while(|&&byte| is_space(byte, delimiter)).count();
            return Field { content: first..end - spaces, wrong: None, end };
        }
        let mut close = first + 1;
        loop {
            match line[close..].iter().position(|&byte| byte == b'"') {
                None => return Field { content: first + 1..line.len(), wrong: Some(first), end: line.len() },
                Some(n) if line.get(close + n + 1) == Some(&b'"') => close += n + 2,
                Some(n) => {
                    close += n;
                    break;
                }
            }
        }
        let end = ends(close);
        let after = close + 1 + line[close + 1..end].iter().take_while(|&&byte| is_space(byte, delimiter)).count();
        Field { content: first + 1..close, wrong: (after < end).then_some(after), end }
    }
}

fn is_space(byte: u8, delimiter: u8) -> bool {
    byte == b' ' || byte == b'\t' && delimiter != b'\t'
}

fn fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = Field> {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let field = Field::at(line, start?, delimiter);
        start = (field.end < line.len()).then_some(field.end + 1);
        Some(field)
    })
}

fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// Whether a line is a header with a column for the puzzle.
pub(super) fn looks_like(text: &[u8]) -> bool {
    delimiter_of(text).is_some()
}

/// What separates the columns of such a header. A puzzle is no name: its line is a record, whatever it says after it.
fn delimiter_of(text: &[u8]) -> Option<u8> {
    DELIMITERS.into_iter().find(|&delimiter| {
        let any = |test: &dyn Fn(&[u8]) -> bool| fields(text, delimiter).any(|field| test(&text[field.content]));
        any(&|name| is_one_of(name, &PUZZLE_NAMES)) && !any(&|name| line::cells_in(name) >= LINE_FROM)
    })
}

/// What is wrong with a first line that has a puzzle in one of its fields but not in the first, and so should have been a header.
pub(super) fn lacks_header(text: &[u8]) -> Option<(usize, FaultKind)> {
    // Tabs are white space: what they set apart may be a label and its puzzle.
    [b',', b';'].into_iter().find_map(|delimiter| {
        let is_puzzle = |field: &Field| line::cells_in(&text[field.content.clone()]) >= LINE_FROM;
        let (column, field) = fields(text, delimiter).enumerate().find(|(_, field)| is_puzzle(field))?;
        if column == 0 && !text.starts_with(b"\"") {
            return None;
        }
        Some((field.content.start, FaultKind::NoHeader { column: column + 1, delimiter: char::from(delimiter) }))
    })
}

/// What a header says, and what was found in the record read last.
#[derive(Debug)]
pub(super) struct Csv {
    delimiter: u8,
    columns: usize,
    puzzle: usize,
    solution: Option<usize>,
    /// The header, and its names in small letters.
    header: Vec<u8>,
    names: Vec<Vec<u8>>,
    /// Where the solution stated by the record read last is; empty if there is none.
    stated: Range<usize>,
    /// What must be appended to make it whole: a quote, and delimiters.
    unclosed: bool,
    missing: usize,
}

impl Csv {
    /// Takes the header.
    pub(super) fn new(text: &[u8]) -> Result<Csv, (usize, FaultKind)> {
        let delimiter = delimiter_of(text).ok_or((0, FaultKind::NoPuzzleColumn(PUZZLE_NAMES.join(", "))))?;
        let names: Vec<Range<usize>> = fields(text, delimiter).map(|field| field.content).collect();
        let with_name = |known: &'static [&str]| {
            let matches = |&i: &usize| is_one_of(&text[names[i].clone()], known);
            (0..names.len()).filter(matches).collect::<Vec<_>>()
        };
        let (puzzles, solutions) = (with_name(&PUZZLE_NAMES), with_name(&SOLUTION_NAMES));
        if let [first, second, ..] = puzzles[..] {
            let column = |i: usize| format!("{} ({:?})", i + 1, String::from_utf8_lossy(&text[names[i].clone()]));
            let kind = FaultKind::TwoPuzzleColumns(format!("{} and {}", column(first), column(second)));
            return Err((names[second].start, kind));
        }
        Ok(Csv {
            delimiter,
            columns: names.len(),
            puzzle: puzzles.first().copied().unwrap_or_default(),
            solution: solutions.first().copied(),
            names: names.into_iter().map(|name| text[name].to_ascii_lowercase()).collect(),
            header: text.to_vec(),
            stated: 0..0,
            unclosed: false,
            missing: 0,
        })
    }

    /// The header of the output, with the end of its line: one column more, with the first of these names that is not taken.
    pub(super) fn header(&self, wanted: &[&str]) -> Vec<u8> {
        let has = |name: &str| self.names.iter().any(|taken| taken == name.as_bytes());
        let is_taken = |name: &str| has(name) || name == "solution" && has("solutions");
        let last = wanted.last().copied().unwrap_or_default();
        let more = (2..).map(|n| format!("{last}{n}"));
        let name = wanted.iter().map(ToString::to_string).chain(more).find(|name| !is_taken(name)).unwrap_or_default();
        [&self.header, &[self.delimiter][..], name.as_bytes(), b"\n"].concat()
    }

    /// Reads a record; a fault comes with its offset in the line where one can be named.
    pub(super) fn read(&mut self, line: &[u8]) -> Result<Grid, (Option<usize>, FaultKind)> {
        let mut puzzle = None;
        let mut wrong = None;
        (self.stated, self.unclosed) = (0..0, false);
        let mut columns = 0;
        for field in fields(line, self.delimiter) {
            wrong = wrong.or(field.wrong);
            self.unclosed = field.wrong.is_some_and(|at| line[at] == b'"' && at < field.content.start);
            if columns == self.puzzle {
                puzzle = Some(field.content);
            } else if Some(columns) == self.solution {
                self.stated = field.content;
            }
            columns += 1;
        }
        self.missing = self.columns.saturating_sub(columns);
        if let Some(at) = wrong {
            let kind =
                if self.unclosed { FaultKind::NoQuote } else { FaultKind::NoFieldEnd(Found::first_of(&line[at..])) };
            return Err((Some(at), kind));
        }
        let puzzle = puzzle.filter(|_| columns == self.columns);
        let puzzle = puzzle.ok_or((None, FaultKind::Columns { expected: self.columns, found: columns }))?;
        let text = &line[puzzle.clone()];
        match line::read_field(text) {
            Ok(grid) => Ok(grid),
            Err((offset, kind)) => Err((Some(puzzle.start + offset.unwrap_or(0)), kind)),
        }
    }

    /// Takes a record that is too long to be read.
    pub(super) fn pass_over(&mut self) {
        (self.stated, self.unclosed, self.missing) = (0..0, false, self.columns - 1);
    }

    /// Appends the columns of the record read last, `line`, and a delimiter: the answer is what comes next. Tells where in
    /// the line a solution is stated; `None` if there is no column for it.
    pub(super) fn keep(&self, line: &[u8], out: &mut Vec<u8>) -> Option<Range<usize>> {
        out.extend_from_slice(line);
        out.extend(self.unclosed.then_some(b'"'));
        out.extend(std::iter::repeat_n(self.delimiter, self.missing + 1));
        self.solution.map(|_| self.stated.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn headers_are_told_by_a_column_for_the_puzzle() {
        for header in
            ["puzzle", "Quizzes,solutions", "id,puzzle,solution", "id;\"SUDOKU\"", "a\tquestion", "\"a,b\" , quiz"]
        {
            assert!(looks_like(header.as_bytes()), "{header}");
        }
        assert!(!looks_like(format!("{PUZZLE},sudoku,easy").as_bytes()));
        for header in ["[Puzzle]", "Grid 01", "id,board", "puzzles", PUZZLE, "5 3 0 0 7 0 0 0 0", "Puzzle 1"] {
            assert!(!looks_like(header.as_bytes()), "{header}");
        }
        let column = |text: &str| match lacks_header(text.as_bytes()) {
            Some((offset, FaultKind::NoHeader { column, delimiter })) => Some((offset, column, delimiter)),
            _ => None,
        };
        assert_eq!(column(&format!("1,{PUZZLE},2")), Some((2, 2, ',')));
        assert_eq!(column(&format!("\"{PUZZLE}\";2")), Some((1, 1, ',')));
        assert_eq!(column(&format!("1; \"{PUZZLE}\"")), Some((4, 2, ';')));
        assert_eq!(column("5,3,0,0,7,0,0,0,0"), None);
    }

    #[test]
    fn the_answer_has_a_column_of_its_own() {
        for (header, expected) in [
            ("puzzle", "puzzle,solution\n"),
            ("quizzes,solutions", "quizzes,solutions,answer\n"),
            ("id;puzzle;Solution;clues", "id;puzzle;Solution;clues;answer\n"),
            ("puzzle,answer", "puzzle,answer,solution\n"),
            ("puzzle,solution,answer", "puzzle,solution,answer,answer2\n"),
        ] {
            let csv = Csv::new(header.as_bytes()).unwrap();
            assert_eq!(String::from_utf8_lossy(&csv.header(&["solution", "answer"])), expected);
        }
        let counts = Csv::new(b"Count,puzzle").unwrap().header(&["count"]);
        assert_eq!(String::from_utf8_lossy(&counts), "Count,puzzle,count2\n");
        let fault = Csv::new(b"id,Puzzle,quiz").map_err(|(offset, kind)| (offset, kind.to_string())).unwrap_err();
        assert_eq!(
            fault,
            (10, "columns 2 (\"Puzzle\") and 3 (\"quiz\") may both be the puzzle: rename one, or cut it out".into())
        );
    }

    #[test]
    fn fields_may_be_quoted_and_their_number_is_that_of_the_header() {
        let mut csv = Csv::new(b"id,puzzle,solution,note").unwrap();
        let mut kept = |record: &str| {
            let record = record.replace("PUZZLE", PUZZLE);
            let read = csv.read(record.as_bytes()).map_err(|(offset, kind)| (offset, kind.to_string()));
            assert!(read.as_ref().map_or(true, |grid| *grid == PUZZLE.parse().unwrap()));
            let mut out = Vec::new();
            let stated = csv.keep(record.as_bytes(), &mut out).expect("there is a column");
            let text = String::from_utf8(out).unwrap().replace(PUZZLE, "PUZZLE");
            (read.err(), text, record[stated].to_string())
        };
        for record in [
            "1,PUZZLE,534,",
            "1,\t PUZZLE\t, 534 ,x",
            "\"1,\"\"a\"\"\",\"PUZZLE\",\"534\",\"\"",
            "é,\"PUZZLE\" ,534,a\"b",
        ] {
            assert_eq!(kept(record), (None, format!("{record},"), "534".into()), "{record}");
        }
        for (record, fault, whole) in [
            ("1,PUZZLE", (None, "expected 4 columns, found 2"), "1,PUZZLE,,,"),
            ("1,PUZZLE,,,,", (None, "expected 4 columns, found 6"), "1,PUZZLE,,,,,"),
            ("1,\"PUZZLE,,", (Some(2), "expected a closing quote on the line, found none"), "1,\"PUZZLE,,\",,,"),
            ("1,\"PUZZLE\" \"x,,", (Some(86), "expected the end of the field, found '\"'"), "1,\"PUZZLE\" \"x,,,"),
            ("1,\"PUZZLE\"q,,", (Some(85), "expected the end of the field, found 'q'"), "1,\"PUZZLE\"q,,,"),
            ("1,\"\"\"PUZZLE\",,", (Some(3), "expected a digit or a blank, found '\"'"), "1,\"\"\"PUZZLE\",,,"),
            ("1,PUZZLE.,,", (Some(2), "82 cells, expected 81"), "1,PUZZLE.,,,"),
            ("1,,,", (Some(2), "0 cells, expected 81"), "1,,,,"),
            ("1,PUZZLE 5,,", (Some(83), "expected the end of the field, found ' '"), "1,PUZZLE 5,,,"),
        ] {
            let (found, text, _) = kept(record);
            assert_eq!((found, text), (Some((fault.0, fault.1.to_string())), whole.to_string()), "{record}");
        }
    }

    #[test]
    fn a_tab_is_white_space_unless_it_separates() {
        let mut csv = Csv::new(b"id\tpuzzle\tnote").unwrap();
        for record in ["\tPUZZLE\t", "1\t PUZZLE \tx"] {
            let record = record.replace("PUZZLE", PUZZLE);
            assert_eq!(csv.read(record.as_bytes()).ok(), PUZZLE.parse().ok(), "{record:?}");
        }
    }
}
