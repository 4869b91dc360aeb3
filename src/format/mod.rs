//! Text to grids and grids to text: the layouts, how an input's layout is told, and what in an input is no record at all.
//!
//! [`Lines`] cuts bytes into lines, [`Reader`] makes records of lines, [`Dress::write`] writes answers. The first line that is
//! not empty, a comment, a heading or a frame decides the layout of the whole input; the first row of this table that fits:
//!
//! | the line | layout | a record is | answers, if not told otherwise |
//! |---|---|---|---|
//! | has a column `puzzle`, `quizzes`, `question`, `quiz` or `sudoku`, in any case | `csv` | a line with as many columns | csv |
//! | has a puzzle in a field after `,` or `;`, or in quotes | none: refused | | |
//! | starts with 365 cells or more before white space or one of `,;#:\|` | `pencilmarks` | a line: 729 marks, a tail | line |
//! | starts with `:` and has a puzzle in its fourth field | `hodoku` | a line | line |
//! | has 41 cells or more in its first word | `line` | a line: 81 cells, a tail | line |
//! | has 41 cells or more in its second word | `bank` | a line: a label, 81 cells, a tail | line |
//! | has white space or commas within | `spaced` | nine lines | rows, spaced |
//! | is anything else | `packed` | nine lines | rows, packed |
//!
//! Words end at white space, the first also at a comma; 41 and 365 are half of what a grid or its pencil marks have, so that
//! a faulty puzzle is one too. Nothing but that line is looked at, with one exception: a line such as `Puzzle` that could be
//! a header or a heading is a heading if a row of nine cells or a frame comes next. File names do not count. Frames may be of
//! ASCII or of box-drawing characters.
//!
//! `LAYOUTS` is this table in code. A layout more is a file more with `looks_like` and `read`, a row there, a variant of
//! [`Layout`] and its arm in `Reader::record`.

mod bank;
mod csv;
mod dress;
mod fault;
mod hodoku;
mod line;
mod lines;
mod marks;
mod rows;

pub use dress::{Dress, Said, Told, Verdict, write_line};
pub use fault::{Cut, Fault, FaultKind, Found};
pub use lines::{LONGEST_LINE, Lines, Next};
pub use rows::Joint;

use std::io::Read;
use std::ops::Range;

use crate::grid::{CELLS, Candidates, Grid, cell_from_byte};
use csv::Csv;
use rows::Rows;

/// A word with at least this many cells, half a grid, is a whole grid on one line, if perhaps a faulty one.
const LINE_FROM: usize = CELLS.div_ceil(2);

/// How the grids of an input are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A header that names the puzzle's column, then a record a line.
    Csv,
    /// 729 pencil marks on a line.
    Marks,
    /// A line of HoDoKu's library.
    Hodoku,
    /// 81 cells on a line.
    Line,
    /// A label, then 81 cells on a line.
    Bank,
    /// Nine lines of nine cells.
    Rows(Joint),
}

/// A layout, its name and what to say of it, and whether an input whose first meaningful line this is may have it.
struct Known(Layout, &'static str, &'static str, fn(&[u8]) -> bool);

/// All layouts, in the order in which they are thought of.
const LAYOUTS: [Known; 7] = [
    Known(Layout::Csv, "csv", "a header that names the column puzzle, then a record a line", csv::looks_like),
    Known(Layout::Marks, "pencilmarks", "729 pencil marks on a line, nine for each cell", marks::looks_like),
    Known(
        Layout::Hodoku,
        "hodoku",
        "a line of HoDoKu's library, :technique:candidates:puzzle:removed:",
        hodoku::looks_like,
    ),
    Known(Layout::Line, "line", "81 cells on a line (.sdm)", line::looks_like),
    Known(Layout::Bank, "bank", "a label, then 81 cells on a line (the exchange puzzle bank)", bank::looks_like),
    Known(Layout::Rows(Joint::Spaced), "spaced", "nine lines of nine cells, apart", rows::look_spaced),
    Known(Layout::Rows(Joint::Packed), "packed", "nine lines of nine cells, side by side (.sdk, .ss)", |_| true),
];

impl Layout {
    /// The layout of an input, judged by its first meaningful line, which must be trimmed; or what is wrong with the line, and
    /// where, if it may not be judged.
    fn of(text: &[u8]) -> Result<Layout, (usize, FaultKind)> {
        if !csv::looks_like(text)
            && let Some(fault) = csv::lacks_header(text)
        {
            return Err(fault);
        }
        let known = LAYOUTS.iter().find(|known| known.3(text)).unwrap_or(&LAYOUTS[6]);
        Ok(known.0)
    }

    /// Every layout, with its name and what to say of it.
    pub fn all() -> impl Iterator<Item = (Layout, &'static str, &'static str)> {
        LAYOUTS.iter().map(|known| (known.0, known.1, known.2))
    }

    /// How answers are written if nothing else is asked for.
    #[must_use]
    pub fn dress(self) -> Dress {
        match self {
            Layout::Rows(joint) => Dress::Rows(joint),
            Layout::Csv => Dress::Csv,
            Layout::Marks | Layout::Hodoku | Layout::Line | Layout::Bank => Dress::Line,
        }
    }

    /// Whether there may be headings and frames between the records.
    fn has_headings(self) -> bool {
        matches!(self, Layout::Line | Layout::Rows(_))
    }
}

/// A record: the grid, or what is wrong with it, and the line it starts at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line, from 1, of the record's first row.
    pub line: u64,
    /// The grid. Where it is on one line its clues may clash; in the row layouts a clash is a fault already, because only here
    /// is it known where the cells stand.
    pub grid: Result<Grid, Fault>,
}

/// Makes records of the lines of one input.
#[derive(Debug)]
pub struct Reader {
    /// Unknown until the first meaningful line, if it is not told.
    layout: Option<Layout>,
    told: bool,
    rows: Rows,
    /// The header of csv, and whether a record has followed it.
    csv: Option<Csv>,
    csv_tried: bool,
    /// What is known of the grid given last beyond its clues.
    candidates: Option<Candidates>,
    /// Where the cells are, in its line, of the last record that has too few or too many.
    miscounted: Range<usize>,
    /// The first line of what promises a grid: the start of the input, or headings after the last record.
    promise: Option<u64>,
    /// What follows is a player's work on the grid before it.
    within_state: bool,
    refused: bool,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new(None)
    }
}

impl Reader {
    /// A reader of an input with this layout, or with whichever its first meaningful line has.
    #[must_use]
    pub fn new(layout: Option<Layout>) -> Reader {
        Reader {
            layout,
            told: layout.is_some(),
            rows: Rows::new(),
            csv: None,
            csv_tried: false,
            candidates: None,
            miscounted: 0..0,
            promise: Some(1),
            within_state: false,
            refused: false,
        }
    }

    /// The layout of the input, once a record or a row has been read.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// What is known of the grid given last beyond its clues.
    #[must_use]
    pub fn candidates(&self) -> Option<&Candidates> {
        self.candidates.as_ref()
    }

    /// Where in its line the last [`FaultKind::LineLength`] was found: all its cells.
    #[must_use]
    pub fn miscounted(&self) -> Range<usize> {
        self.miscounted.clone()
    }

    /// Whether the input may mean this or that, or nothing: its records are not read.
    #[must_use]
    pub fn refuses(&self) -> bool {
        self.refused
    }

    /// The header of the answers to csv, whose column has the first of these names that is not taken.
    #[must_use]
    pub fn csv_header(&self, names: &[&str]) -> Option<Vec<u8>> {
        self.csv.as_ref().map(|csv| csv.header(names))
    }

    /// Appends the columns of the record given last, of csv, whose line this is, and a delimiter; tells where in the line a
    /// solution is stated, an empty range if it is not, or `None` if no column is for that.
    pub fn keep_columns(&self, line: &[u8], out: &mut Vec<u8>) -> Option<Range<usize>> {
        self.csv.as_ref().and_then(|csv| csv.keep(line, out))
    }

    /// Takes the next line if it is one that needs no looking into, in the line layout; puts its grid into `grid` and gives its
    /// number.
    pub fn plain_line<R: Read>(&mut self, lines: &mut Lines<R>, grid: &mut Grid) -> Option<u64> {
        if self.layout != Some(Layout::Line) {
            return None;
        }
        let length = line::read_plain(lines.unread(), grid)?;
        lines.pass_line(length);
        self.promise = None;
        Some(lines.count())
    }

    /// Takes a line and its number; gives the record that it completes, or the incomplete one that it ends.
    pub fn line(&mut self, number: u64, line: &[u8]) -> Option<Record> {
        let may_be_row =
            || trim_start(line).first().is_some_and(|&byte| byte == 0xe2 || cell_from_byte(byte).is_some());
        if !line.is_ascii() && self.layout.is_none_or(Layout::has_headings) && may_be_row() {
            return self.plain_text(number, &without_box_drawing(line));
        }
        self.plain_text(number, line)
    }

    /// The same for a line without box-drawing characters, where they could be frames.
    fn plain_text(&mut self, number: u64, line: &[u8]) -> Option<Record> {
        let text = trim_start(line);
        let indent = line.len() - text.len();
        let text = trim_end(text);
        if self.refused || is_comment(text) {
            return None;
        }
        let header = self.layout.is_none() && csv::looks_like(text);
        if self.layout.is_none_or(Layout::has_headings) && !header {
            if is_heading(text) {
                // Among lines, which need no looking into, it is a heading as any other.
                self.within_state = self.layout != Some(Layout::Line) && text.eq_ignore_ascii_case(b"[State]");
                self.promise = self.promise.or((!self.within_state).then_some(number));
                return self.close(number);
            }
            if self.within_state {
                return None;
            }
            if is_frame(text, self.layout) {
                if !self.rows.is_open() {
                    self.rows.close(number, false);
                }
                return None;
            }
        }
        if text.is_empty() {
            return self.close(number);
        }
        if self.layout == Some(Layout::Csv) && !self.told && self.csv.is_some() && !self.csv_tried {
            self.csv_tried = true;
            if is_frame(text, None) || rows::read_row(text, Joint::of(text)).is_ok() {
                // What looked like a header was a heading.
                (self.layout, self.csv) = (None, None);
                return self.plain_text(number, line);
            }
        }
        let result = match self.layout.map_or_else(|| Layout::of(text), Ok) {
            Ok(layout) => {
                self.layout = Some(layout);
                self.record(layout, number, line, indent, text)?
            }
            Err((offset, kind)) => Err(Fault::new(number, Some(column_of(line, indent + offset)), kind)),
        };
        let line = match self.layout {
            Some(Layout::Rows(_)) => self.rows.first_line(),
            _ => number,
        };
        if let Err(fault) = &result {
            self.refused = fault.kind.refuses_input();
        }
        self.promise = None;
        Some(Record { line, grid: result })
    }

    /// What a line is in this layout, or completes; `text` is what is left of it without outer white space.
    fn record(
        &mut self,
        layout: Layout,
        number: u64,
        line: &[u8],
        indent: usize,
        text: &[u8],
    ) -> Option<Result<Grid, Fault>> {
        let somewhere = |(offset, kind)| (Some(offset), kind);
        // In csv white space may be a column.
        let (indent, text) = if layout == Layout::Csv { (0, line) } else { (indent, text) };
        let read = match layout {
            Layout::Rows(joint) => {
                self.promise = None;
                return self.rows.push(text, joint, number, indent + 1);
            }
            Layout::Csv => match &mut self.csv {
                Some(csv) => csv.read(text),
                None => match Csv::new(text) {
                    Ok(csv) => {
                        self.csv = Some(csv);
                        return None;
                    }
                    Err(fault) => Err(somewhere(fault)),
                },
            },
            Layout::Marks => marks::read(text).map(|candidates| {
                self.candidates = Some(candidates);
                Grid::EMPTY
            }),
            Layout::Hodoku => hodoku::read(text).map_err(somewhere).map(|(grid, candidates)| {
                self.candidates = candidates;
                grid
            }),
            Layout::Line => line::read(text),
            Layout::Bank => bank::read(text).map_err(somewhere),
        };
        Some(read.map_err(|(offset, kind)| {
            if let FaultKind::LineLength(count) = kind {
                let start = indent + offset.unwrap_or_default();
                self.miscounted = start..start + count;
            }
            Fault::new(number, offset.map(|offset| column_of(line, indent + offset)), kind)
        }))
    }

    fn close(&mut self, number: u64) -> Option<Record> {
        self.rows.close(number, false).map(|fault| Record { line: number, grid: Err(fault) })
    }

    /// Takes the number of a line that is longer than [`LONGEST_LINE`].
    pub fn too_long_line(&mut self, number: u64) -> Option<Record> {
        if self.refused || self.within_state {
            return None;
        }
        self.promise = None;
        let layout = *self.layout.get_or_insert(Layout::Line);
        if let Layout::Rows(_) = layout {
            let grid = self.rows.push_too_long(number)?;
            return Some(Record { line: self.rows.first_line(), grid });
        }
        match &mut self.csv {
            Some(csv) => csv.pass_over(),
            None => self.refused = layout == Layout::Csv,
        }
        self.miscounted = 0..0;
        Some(Record { line: number, grid: Err(Fault::new(number, None, FaultKind::LineTooLong)) })
    }

    /// Takes the end of the input after so many lines: what is wrong if it ends within a grid, or where one is missing.
    pub fn end(&mut self, lines: u64) -> Option<Fault> {
        let missing = |line| Fault::new(line, Some(1), FaultKind::NoGrid);
        self.rows.close(lines + 1, true).or(self.promise.take().map(missing))
    }
}

/// A line with `|` for each upright box-drawing character and `+` for the others: as many characters, so columns stay.
fn without_box_drawing(line: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(&byte) = rest.first() {
        let (plain, length) = match rest {
            [0xe2, 0x94, 0x82 | 0x83, ..] | [0xe2, 0x95, 0x91, ..] => (b'|', 3),
            [0xe2, 0x94..=0x95, 0x80..=0xbf, ..] => (b'+', 3),
            _ => (byte, 1),
        };
        text.push(plain);
        rest = &rest[length..];
    }
    text
}

/// The column, in characters from 1, of what is at an offset.
fn column_of(line: &[u8], offset: usize) -> usize {
    1 + line[..offset].iter().filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count()
}

/// Whether a line is a comment, or the line or two that Simple Sudoku leaves below a grid it has copied.
fn is_comment(text: &[u8]) -> bool {
    match text.first() {
        Some(b'#' | b'%') => true,
        Some(b'S') => text.starts_with(b"Simple Sudoku"),
        Some(b'V') => text.starts_with(b"Version "),
        _ => false,
    }
}

/// Whether a line is a heading, such as `Grid 01` or `[Puzzle]`: its first word is of letters, two or more, and not all x,
/// and no other is a puzzle, which must not be lost.
fn is_heading(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").unwrap_or(text);
    let word = &text[..text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
    let ends = text.get(word.len()).is_none_or(|byte| b" \t:;,.]".contains(byte));
    let is_puzzle = |word: &[u8]| line::cells_in(word) >= LINE_FROM;
    word.len() >= 2
        && ends
        && !word.iter().all(|byte| b"xX".contains(byte))
        && !text.split(|byte| b" \t:;,|".contains(byte)).any(is_puzzle)
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
        let short_of = |place: &str, cut| format!("{place}: {}", FaultKind::RowCount(8, cut));
        let started = short_of("9", Some(Cut::Start(10)));
        assert_eq!(read(&format!("{short}\n\n{packed}")).1, [&started, "10"]);
        assert_eq!(read(&format!("{short}\nGrid 2\n{packed}")).1, [&started, "10"]);
        assert_eq!(read(&format!("Grid 1\n{short}\n\n{packed}")).1, [&short_of("10", None), "11"]);
        assert_eq!(read(&format!("{packed}\n{short}")).1, ["1", &short_of("10:1", Some(Cut::End(9)))]);
        assert_eq!(read(&format!("{packed}\n\n{short}")).1, ["1", &short_of("19", Some(Cut::End(10)))]);
        assert_eq!(read(&format!("{packed}\n+---+---+---+\n{short}")).1, ["1", &short_of("19", Some(Cut::End(10)))]);
        assert_eq!(read(&short).1, [short_of("9", None)]);
        assert_eq!(read(&format!("{packed}\n53q\n\n")).1, ["1", "10:3: expected a digit or a blank, found 'q'"]);
        let clash = packed.replacen("600195000", "600195006", 1);
        assert_eq!(read(&format!("\n{clash}\n{packed}")).1, ["3:9: r2c1 and r2c9 are both 6", "11"]);
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
            ("|5 3 .|. 7 .|. . .|", "fine"),
            ("5 3 . . 7 . . .", "16: expected 9 cells, found 8"),
            ("5 3 . . 7 . . . . .", "19: expected 9 cells, found 10"),
            ("5 3 . . 7 . . . . q", "19: expected the end of the line, found 'q'"),
            ("5 3,,. 7 . . . .", "5: expected a digit or a blank, found ','"),
            (",5,3,.,.,7,.,.,.,.", "1: expected a digit or a blank, found ','"),
            ("5 30 . . 7 . . . .", "3: expected one cell, found \"30\""),
            ("5 -1 . . 7 . . . .", "3: expected one cell, found \"-1\""),
            ("5 3 . 10 7 . . . .", "7: expected one cell, found \"10\""),
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
        // What may be csv or not is refused, and nothing of it read.
        let refused = read(&format!("1,{PUZZLE}\n{PUZZLE}\n{PUZZLE}")).1;
        assert!(refused.len() == 1 && refused[0].starts_with("1:3: a puzzle in field 2: "), "{refused:?}");
        assert!(["Grid 01", "[Puzzle]", "Sudoku:", "end"].iter().all(|text| is_heading(text.as_bytes())));
        assert!(
            !["xx.......", "x x", "a b c", "[[5,3]]", "ab3456789", "9x"].iter().any(|text| is_heading(text.as_bytes()))
        );
    }
}
