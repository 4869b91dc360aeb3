//! Text to grids and grids to text: the layouts, how an input's layout is told, and what in an input is no record at all.
//!
//! [`Lines`] cuts bytes into lines, [`Reader`] makes records of lines, [`Layout::write`] writes answers. The first line that is
//! not empty, a comment, a heading or a frame decides the layout of the whole input:
//!
//! | the line has | layout | a record is |
//! |---|---|---|
//! | a first word with 41 cells or more | line | that line: 81 cells, then its end or a tail |
//! | otherwise white space or commas within | spaced rows | nine lines |
//! | otherwise | packed rows | nine lines |

mod fault;
mod line;
mod lines;
mod rows;

pub use fault::{Fault, FaultKind, Found};
pub use lines::{LONGEST_LINE, Lines, Next};
pub use rows::Joint;

use std::io::Read;

use crate::grid::{CELLS, Grid, cell_from_byte};
use rows::Rows;

/// A first word with at least this many cells, half a grid, is a whole grid on one line, if perhaps a faulty one.
const LINE_FROM: usize = 41;

/// How the grids of an input are laid out, and the answers with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Nine lines of nine cells.
    Rows(Joint),
    /// 81 cells on a line.
    Line,
}

impl Layout {
    /// The layout of an input, judged by its first meaningful line; `text` must be trimmed.
    fn of(text: &[u8]) -> Layout {
        let word = text.iter().take_while(|byte| !b" \t,".contains(byte));
        if word.filter(|&&byte| cell_from_byte(byte).is_some()).count() >= LINE_FROM {
            Layout::Line
        } else {
            Layout::Rows(Joint::of(text))
        }
    }

    /// Appends the answer to a record, `None` if it has none. In the row layouts an answer comes after an empty line, to be
    /// left out before the first, and a record without an answer leaves no trace; in the line layout it leaves an empty line.
    pub fn write(self, answer: Option<&Grid>, out: &mut Vec<u8>) {
        match (self, answer.map(|grid| grid.cells().map(|d| b'0' + d))) {
            (Layout::Line, None) => out.push(b'\n'),
            (Layout::Line, Some(digits)) => {
                out.extend_from_slice(&digits);
                out.push(b'\n');
            }
            (Layout::Rows(_), None) => (),
            (Layout::Rows(joint), Some(digits)) => {
                for row in digits.chunks(9) {
                    out.push(b'\n');
                    match joint {
                        Joint::Packed => out.extend_from_slice(row),
                        Joint::Spaced => out.extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17)),
                    }
                }
                out.push(b'\n');
            }
        }
    }
}

/// A record: the grid, or what is wrong with it, and the line it starts at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line, from 1, of the record's first row.
    pub line: u64,
    /// The grid. In the line layout its clues may clash; in the row layouts a clash is a fault already, because only here is
    /// it known where the cells stand.
    pub grid: Result<Grid, Fault>,
}

/// Makes records of the lines of one input.
#[derive(Debug)]
pub struct Reader {
    /// Unknown until the first meaningful line.
    layout: Option<Layout>,
    rows: Rows,
    /// The first line of what promises a grid: the start of the input, or headings after the last record.
    promise: Option<u64>,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { layout: None, rows: Rows::new(), promise: Some(1) }
    }
}

impl Reader {
    /// The layout of the input, once a record or a row has been read.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// Takes the next line if it is one that needs no looking into, in the line layout.
    pub fn plain_line<R: Read>(&mut self, lines: &mut Lines<R>) -> Option<Record> {
        if self.layout != Some(Layout::Line) {
            return None;
        }
        let grid = line::read_plain(lines.unread())?;
        lines.pass_line(CELLS + 1);
        self.promise = None;
        Some(Record { line: lines.count(), grid: Ok(grid) })
    }

    /// Takes a line and its number; gives the record that it completes, or the incomplete one that it ends.
    pub fn line(&mut self, number: u64, line: &[u8]) -> Option<Record> {
        let text = trim_start(line);
        let column = line.len() - text.len() + 1;
        let text = trim_end(text);
        if text.first().is_some_and(|byte| b"#%".contains(byte)) {
            return None;
        }
        let heading = is_heading(text);
        if text.is_empty() || heading {
            if heading {
                self.promise = self.promise.or(Some(number));
            }
            return self.rows.close(number).map(|fault| Record { line: number, grid: Err(fault) });
        }
        if is_frame(text, self.layout) {
            if !self.rows.is_open() {
                self.rows.close(number);
            }
            return None;
        }
        self.promise = None;
        match *self.layout.get_or_insert_with(|| Layout::of(text)) {
            Layout::Line => {
                let fault = |(offset, kind): (Option<usize>, _)| Fault {
                    line: number,
                    column: offset.map(|at| column + at),
                    kind,
                };
                Some(Record { line: number, grid: line::read(text).map_err(fault) })
            }
            Layout::Rows(joint) => {
                let grid = self.rows.push(text, joint, number, column)?;
                Some(Record { line: self.rows.first_line(), grid })
            }
        }
    }

    /// Takes the number of a line that is longer than [`LONGEST_LINE`].
    pub fn too_long_line(&mut self, number: u64) -> Option<Record> {
        self.promise = None;
        match *self.layout.get_or_insert(Layout::Line) {
            Layout::Line => {
                let fault = Fault { line: number, column: None, kind: FaultKind::LineTooLong };
                Some(Record { line: number, grid: Err(fault) })
            }
            Layout::Rows(_) => {
                let grid = self.rows.push_too_long(number)?;
                Some(Record { line: self.rows.first_line(), grid })
            }
        }
    }

    /// Takes the end of the input after so many lines: what is wrong if it ends within a grid, or where one is missing.
    pub fn end(&mut self, lines: u64) -> Option<Fault> {
        let missing = |line| Fault { line, column: Some(1), kind: FaultKind::NoGrid };
        self.rows.close(lines + 1).or(self.promise.take().map(missing))
    }
}

/// Whether a line is a heading, such as `Grid 01` or `[Puzzle]`: its first word is of letters, two or more, and not all x.
fn is_heading(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").unwrap_or(text);
    let word = &text[..text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
    let ends = text.get(word.len()).is_none_or(|byte| b" \t:;,.]".contains(byte));
    word.len() >= 2 && ends && !word.iter().all(|byte| b"xX".contains(byte))
}

/// Whether a line frames rows or boxes, such as `---+---+---`: made of frame characters and spaces only, and no row or grid.
/// Dots alone are no frame but a row or grid of the wrong length, which must not be lost.
fn is_frame(text: &[u8], layout: Option<Layout>) -> bool {
    let framing =
        text.iter().all(|byte| b"-+=|*.:' \t".contains(byte)) && text.iter().any(|byte| !b". \t".contains(byte));
    let joint = match layout {
        Some(Layout::Rows(joint)) => joint,
        _ => Joint::of(text),
    };
    framing && text.len() != CELLS && rows::read_row(text, joint).is_err()
}

/// A line without the spaces and tabs at its start.
fn trim_start(line: &[u8]) -> &[u8] {
    &line[line.iter().take_while(|byte| b" \t".contains(byte)).count()..]
}

/// A line without the spaces and tabs at its end.
fn trim_end(line: &[u8]) -> &[u8] {
    &line[..line.len() - line.iter().rev().take_while(|byte| b" \t".contains(byte)).count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    fn rows(joint: &str) -> Vec<String> {
        PUZZLE
            .as_bytes()
            .chunks(9)
            .map(|row| row.iter().map(|&byte| char::from(byte).to_string()).collect::<Vec<_>>().join(joint))
            .collect()
    }

    /// The layout and the records of a text: the puzzle's as "line", faults as their messages.
    fn read(text: &str) -> (Option<Layout>, Vec<String>) {
        let mut reader = Reader::default();
        let mut records = Vec::new();
        let mut count = 0;
        for line in text.lines() {
            count += 1;
            records.extend(reader.line(count, line.as_bytes()));
        }
        records.extend(reader.end(count).map(|fault| Record { line: fault.line, grid: Err(fault) }));
        let show = |record: Record| match record.grid {
            Ok(grid) => {
                assert_eq!(grid.to_string(), PUZZLE);
                record.line.to_string()
            }
            Err(fault) => fault.to_string(),
        };
        (reader.layout(), records.into_iter().map(show).collect())
    }

    #[test]
    fn the_first_meaningful_line_decides_the_layout() {
        let noise = "\n# 81\n% comment\nGrid 01\n[Puzzle]\n+---+---+---+\n \t\n";
        for (text, layout) in [
            (rows(" ").join("\n"), Layout::Rows(Joint::Spaced)),
            (rows("\t").join("\n"), Layout::Rows(Joint::Spaced)),
            (rows(",").join("\n"), Layout::Rows(Joint::Spaced)),
            (rows(", ").join("\n"), Layout::Rows(Joint::Spaced)),
            (rows("").join("\n"), Layout::Rows(Joint::Packed)),
            (PUZZLE.to_string(), Layout::Line),
        ] {
            assert_eq!(read(&text), (Some(layout), vec!["1".to_string()]), "{text}");
            assert_eq!(read(&format!("{noise}{text}")), (Some(layout), vec!["8".to_string()]), "{text}");
        }
    }

    #[test]
    fn frames_and_bars_are_passed_over_and_rows_of_blanks_are_not() {
        let boxed = |row: &String| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
        let mut lines: Vec<String> = rows("").iter().map(boxed).collect();
        [0, 4, 8, 12].iter().for_each(|&at| lines.insert(at, "+---+---+---+".into()));
        let text = lines.join("\n");
        assert_eq!(read(&format!("{text}\n{text}")).1, ["2", "15"]);
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
    fn several_grids_with_or_without_empty_lines_between() {
        let packed = rows("").join("\n");
        assert_eq!(read(&format!("{packed}\n{packed}\n\n\nGrid 03\n{packed}\n\n")).1, ["1", "10", "22"]);
        assert_eq!(read(&format!("{PUZZLE}\n\n# two\n{PUZZLE} tail\n")).1, ["1", "4"]);
    }

    #[test]
    fn a_faulty_grid_is_one_record_and_the_next_is_read() {
        let packed = rows("").join("\n");
        let wrong = packed.replacen("600195000", "60q195", 1).replacen("098", "09!", 1);
        assert_eq!(read(&format!("{wrong}\n{packed}")).1, ["2:3: expected a digit or a blank, found 'q'", "10"]);
        let short = rows("")[..8].join("\n");
        assert_eq!(read(&format!("{short}\n\n{packed}")).1, ["9: expected 9 rows, found 8", "10"]);
        assert_eq!(read(&format!("{short}\nGrid 2\n{packed}")).1, ["9: expected 9 rows, found 8", "10"]);
        assert_eq!(read(&format!("{packed}\n{short}")).1, ["1", "10:1: expected 9 rows, found 8"]);
        assert_eq!(read(&format!("{packed}\n\n{short}")).1, ["1", "19: expected 9 rows, found 8"]);
        assert_eq!(read(&format!("{packed}\n53q\n\n")).1, ["1", "10:3: expected a digit or a blank, found 'q'"]);
        assert_eq!(read(&format!("{}\n{PUZZLE}", &PUZZLE[1..])).1, ["1: 80 cells, expected 81", "2"]);
    }

    #[test]
    fn rows_say_where_and_what() {
        let message = |row: &str, joint| match rows::read_row(row.as_bytes(), joint) {
            Ok(_) => "fine".to_string(),
            Err((offset, kind)) => format!("{}: {kind}", offset + 1),
        };
        for (row, expected) in [
            ("53.|.7.|...", "fine"),
            ("|53.|.7.|...|", "fine"),
            ("5|3..7....", "2: expected a digit or a blank, found '|'"),
            ("53..7...", "9: expected 9 cells, found 8"),
            ("53..7.....", "10: expected 9 cells, found 10"),
            ("53..7....\0", "10: expected the end of the line, found '\\0'"),
            ("53 .7....", "3: expected a digit or a blank, found ' '"),
        ] {
            assert_eq!(message(row, Joint::Packed), expected, "{row}");
        }
        for (row, expected) in [
            ("5 3 . | . 7 . | . . .", "fine"),
            ("5,3,.,.,7,.,.,.,.,", "fine"),
            ("5\t3  .,. 7 , . . . .", "fine"),
            ("5 3 . . 7 . . .", "16: expected 9 cells, found 8"),
            ("5 3 . . 7 . . . . .", "19: expected 9 cells, found 10"),
            ("5 3 . . 7 . . . . q", "19: expected the end of the line, found 'q'"),
            ("5 3,,. 7 . . . .", "5: expected a digit or a blank, found ','"),
            ("5 30 . . 7 . . . .", "3: expected one cell, found \"30\""),
            ("5 -1 . . 7 . . . .", "3: expected one cell, found \"-1\""),
            ("5\u{b}3 . . 7 . . . .", "2: expected a digit or a blank, found '\\u{b}'"),
        ] {
            assert_eq!(message(row, Joint::Spaced), expected, "{row}");
        }
    }

    #[test]
    fn an_input_without_a_grid_or_with_one_promised_is_a_fault() {
        assert_eq!(read("").1, ["1:1: expected a grid, found the end of the input"]);
        assert_eq!(read("\n# nothing\n").1, ["1:1: expected a grid, found the end of the input"]);
        assert_eq!(
            read(&format!("{PUZZLE}\n\n[Puzzle]\n")).1,
            ["1", "3:1: expected a grid, found the end of the input"]
        );
        assert!(["Grid 01", "[Puzzle]", "Sudoku:", "end"].iter().all(|text| is_heading(text.as_bytes())));
        assert!(
            !["xx.......", "x x", "a b c", "[[5,3]]", "ab3456789", "9x"].iter().any(|text| is_heading(text.as_bytes()))
        );
    }

    #[test]
    fn answers_mirror_the_layout() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let write = |layout: Layout| {
            let mut out = Vec::new();
            layout.write(None, &mut out);
            layout.write(Some(&grid), &mut out);
            layout.write(Some(&grid), &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(write(Layout::Line), format!("\n{PUZZLE}\n{PUZZLE}\n"));
        for (joint, text) in [(Joint::Packed, rows("").join("\n")), (Joint::Spaced, rows(" ").join("\n"))] {
            assert_eq!(write(Layout::Rows(joint)), format!("\n{text}\n\n{text}\n"));
        }
    }
}
