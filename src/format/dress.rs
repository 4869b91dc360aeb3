//! How answers are written: the dresses, and what is said of a record in each.
//!
//! ```text
//! line      534678912672195348...              csv   puzzle,solution        pretty  ┌───────┬───────┬──...
//! packed    534678912          nine lines            53..7....,534678912            │ 5 3 4 │ 6 7 8 │ 9 ...
//! spaced    5 3 4 6 7 8 9 1 2  nine lines      json  {"file":"<stdin>","line":1,"puzzle":"530070...
//! ```
//!
//! What is told of a record may be a word instead of a grid, such as a number: then it takes the place of the 81 digits, the
//! rows have no way to write it, and the pretty dress puts it in a comment above the grids that it is about.

use super::Joint;
use crate::explain::{Count, differences};
use crate::grid::{CELLS, Candidates, Cell, Grid};

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dress {
    /// 81 digits on a line; an empty line for a record without an answer.
    Line,
    /// Nine lines of nine digits, after an empty line; nothing for a record without an answer.
    Rows(Joint),
    /// The same in a frame; with colour, clues are bold and what was found is green.
    Pretty {
        /// Whether to use the colours of a terminal.
        coloured: bool,
    },
    /// The columns of the record and the answer; of a record that has no columns, the puzzle and the answer.
    Csv,
    /// An object on a line: `file`, `line`, `puzzle`, `verdict`, what is told, `guesses`, and if something is to be said of it
    /// `message`.
    Json,
}

/// What kind of puzzle a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has one solution.
    Unique,
    /// It has several.
    Multiple,
    /// It has none.
    None,
    /// It is malformed, or its clues clash.
    Invalid,
}

impl Verdict {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::Invalid => "invalid",
        }
    }
}

/// What is said of a record; each dress takes of it what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// What messages call the input.
    pub file: &'a str,
    /// The line of the record, from 1.
    pub line: u64,
    /// The grid, if the record is one.
    pub puzzle: Option<&'a Grid>,
    /// What is known beyond the clues.
    pub candidates: Option<&'a Candidates>,
    /// The record's own columns and the delimiter before the answer.
    pub columns: Option<&'a [u8]>,
    /// If it is known: only [`Dress::Json`] asks for it.
    pub verdict: Option<Verdict>,
    /// The guesses that it took, if they were counted: only [`Dress::Json`] asks for them.
    pub guesses: Option<u32>,
    /// What was asked for.
    pub told: Told<'a>,
    /// What messages say of it.
    pub message: Option<&'a str>,
}

/// What is told of a record.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// Its solution, if it has one.
    Solution(Option<&'a Grid>),
    /// One of all its solutions and which, from 1. `None`: it has none, and that is all that is told.
    OneOfAll(Option<(u64, &'a Grid)>),
    /// How many solutions it has; `None` if it is no puzzle.
    Count(Option<Count>),
    /// [`Said::verdict`], and its only solution, or two of its several, where [`Dress::shows_solutions`].
    Verdict(&'a [Grid]),
    /// `ok`, or what keeps it from being a solution.
    Check(&'a str),
    /// The clues that it could do without, or if it has not one solution [`Said::verdict`].
    Redundant(Option<&'a [(Cell, u8)]>),
}

impl Dress {
    /// Whether an answer takes several lines and so is set apart by an empty line before it.
    #[must_use]
    pub fn in_rows(self) -> bool {
        matches!(self, Dress::Rows(_) | Dress::Pretty { .. })
    }

    /// Whether a verdict is told with solutions that prove it.
    #[must_use]
    pub fn shows_solutions(self) -> bool {
        matches!(self, Dress::Pretty { .. } | Dress::Json)
    }

    /// Appends what is said of a record. What sets it apart comes before it, and is to be left out before the first that is
    /// said at all: an empty line in rows; among all solutions one empty line more before those of each record in rows, and
    /// one in lines.
    pub fn write(self, said: &Said<'_>, out: &mut Vec<u8>) {
        if let (Told::OneOfAll(None | Some((1, _))), Dress::Line) | (Told::OneOfAll(Some((1, _))), _) =
            (said.told, self)
            && (self.in_rows() || self == Dress::Line)
        {
            out.push(b'\n');
        }
        match self {
            Dress::Line => {
                if !matches!(said.told, Told::OneOfAll(None)) {
                    write_word(said, out);
                    out.push(b'\n');
                }
            }
            Dress::Rows(joint) => {
                if let Some(solution) = said.solution() {
                    write_rows(joint, &digits(solution), out);
                }
            }
            Dress::Pretty { coloured } => write_pretty(coloured, said, out),
            Dress::Csv => {
                match said.columns {
                    Some(columns) => out.extend_from_slice(columns),
                    None => {
                        write_puzzle(said, out);
                        out.push(b',');
                    }
                }
                let word = out.len();
                write_word(said, out);
                quote(out, word);
                out.push(b'\n');
            }
            Dress::Json => write_json(said, out),
        }
    }
}

impl Said<'_> {
    fn solution(&self) -> Option<&Grid> {
        match self.told {
            Told::Solution(solution) => solution,
            Told::OneOfAll(solution) => solution.map(|(_, solution)| solution),
            _ => None,
        }
    }
}

/// What is told, on a line.
fn write_word(said: &Said<'_>, out: &mut Vec<u8>) {
    let verdict = said.verdict.map_or("", Verdict::name);
    match said.told {
        Told::Solution(_) | Told::OneOfAll(_) => {
            if let Some(solution) = said.solution() {
                out.extend_from_slice(&digits(solution));
            }
        }
        Told::Count(count) => {
            out.extend_from_slice(count.map(|count| count.to_string()).unwrap_or_default().as_bytes())
        }
        Told::Verdict(_) | Told::Redundant(None) => out.extend_from_slice(verdict.as_bytes()),
        Told::Check(text) => out.extend_from_slice(text.as_bytes()),
        Told::Redundant(Some([])) => out.extend_from_slice(b"minimal"),
        Told::Redundant(Some(clues)) => {
            let clue = |(cell, d): &(Cell, u8)| format!("{cell}={d}");
            out.extend_from_slice(clues.iter().map(clue).collect::<Vec<_>>().join(" ").as_bytes());
        }
    }
}

/// Makes a field of csv of what is in `out` from there on.
fn quote(out: &mut Vec<u8>, start: usize) {
    if out[start..].iter().any(|byte| b",;\t\"".contains(byte)) {
        let field = String::from_utf8_lossy(&out[start..]).replace('"', "\"\"");
        out.truncate(start);
        out.extend_from_slice(format!("\"{field}\"").as_bytes());
    }
}

/// Appends what [`Dress::Line`] says of a grid that has this solution.
pub fn write_line(solution: &Grid, out: &mut Vec<u8>) {
    let mut line = [b'\n'; CELLS + 1];
    line[..CELLS].copy_from_slice(&digits(solution));
    out.extend_from_slice(&line);
}

fn digits(grid: &Grid) -> [u8; CELLS] {
    grid.cells().map(|d| b'0' + d)
}

fn write_rows(joint: Joint, digits: &[u8; CELLS], out: &mut Vec<u8>) {
    for row in digits.chunks(9) {
        out.push(b'\n');
        match joint {
            Joint::Packed => out.extend_from_slice(row),
            Joint::Spaced => out.extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17)),
        }
    }
    out.push(b'\n');
}

const CLUE: &[u8] = b"\x1b[1m";
const SOLVED: &[u8] = b"\x1b[32m";
const MARKED: &[u8] = b"\x1b[1;33m";

/// Grids in frames, each after an empty line. A word comes first, in a comment, so that what is written can be read again.
fn write_pretty(coloured: bool, said: &Said<'_>, out: &mut Vec<u8>) {
    let puzzle = said.puzzle.unwrap_or(&Grid::EMPTY);
    if let Some(solution) = said.solution() {
        return write_frame(coloured, puzzle, solution, &[], out);
    }
    if let Told::Solution(_) | Told::OneOfAll(_) = said.told {
        return;
    }
    let file = said.file.replace(['\r', '\n'], " ");
    out.extend_from_slice(format!("\n# {file}:{}: ", said.line).as_bytes());
    write_word(said, out);
    match said.told {
        Told::Verdict([one, other]) => {
            let cells: Vec<Cell> = differences(one, other).collect();
            let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
            let words = format!(", two solutions differ in {} cells: {}\n", cells.len(), names.join(" "));
            out.extend_from_slice(words.as_bytes());
            write_frame(coloured, puzzle, one, &cells, out);
            write_frame(coloured, puzzle, other, &cells, out);
        }
        Told::Verdict([solution, ..]) => {
            out.push(b'\n');
            write_frame(coloured, puzzle, solution, &[], out);
        }
        Told::Redundant(Some(clues)) => {
            out.extend_from_slice(if clues.is_empty() { b"\n" } else { b" could be left out, each alone\n" });
            let cells: Vec<Cell> = clues.iter().map(|&(cell, _)| cell).collect();
            write_frame(coloured, puzzle, puzzle, &cells, out);
        }
        _ => out.push(b'\n'),
    }
}

/// A grid in a frame, in colour what is a clue, what not, and what is marked.
fn write_frame(coloured: bool, puzzle: &Grid, grid: &Grid, marked: &[Cell], out: &mut Vec<u8>) {
    let frame = |r: usize| match r {
        0 => "\n┌───────┬───────┬───────┐\n",
        3 | 6 => "├───────┼───────┼───────┤\n",
        _ => "",
    };
    for (cell, (&clue, &d)) in puzzle.cells().iter().zip(grid.cells()).enumerate() {
        if cell % 9 == 0 {
            out.extend_from_slice(frame(cell / 9).as_bytes());
        }
        out.extend_from_slice(if cell % 3 == 0 { "│ ".as_bytes() } else { b"" });
        let is_marked = marked.iter().any(|marked| marked.index() == cell);
        let colour = if is_marked {
            MARKED
        } else if clue > 0 {
            CLUE
        } else {
            SOLVED
        };
        out.extend_from_slice(if coloured { colour } else { b"" });
        out.push(if d == 0 { b'.' } else { b'0' + d });
        out.extend_from_slice(if coloured { b"\x1b[0m" } else { b"" });
        out.extend_from_slice(if cell % 9 == 8 { " │\n".as_bytes() } else { b" " });
    }
    out.extend_from_slice("└───────┴───────┴───────┘\n".as_bytes());
}

/// The puzzle on one line: 81 characters, 0 for a blank; or 729 pencil marks.
fn write_puzzle(said: &Said<'_>, out: &mut Vec<u8>) {
    match (said.candidates, said.puzzle) {
        (Some(candidates), _) => out.extend_from_slice(candidates.to_string().as_bytes()),
        (None, Some(puzzle)) => out.extend_from_slice(&digits(puzzle)),
        (None, None) => (),
    }
}

fn write_json(said: &Said<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"file\":");
    write_string(said.file, out);
    out.extend_from_slice(format!(",\"line\":{},\"puzzle\":", said.line).as_bytes());
    match said.puzzle {
        Some(_) => {
            out.push(b'"');
            write_puzzle(said, out);
            out.push(b'"');
        }
        None => out.extend_from_slice(b"null"),
    }
    if let Some(verdict) = said.verdict {
        out.extend_from_slice(b",\"verdict\":");
        write_string(verdict.name(), out);
    }
    write_told(&said.told, out);
    match said.guesses {
        Some(guesses) => out.extend_from_slice(format!(",\"guesses\":{guesses}").as_bytes()),
        None => out.extend_from_slice(b",\"guesses\":null"),
    }
    if let Some(message) = said.message {
        out.extend_from_slice(b",\"message\":");
        write_string(message, out);
    }
    out.extend_from_slice(b"}\n");
}

/// What is told, as members of an object.
fn write_told(told: &Told<'_>, out: &mut Vec<u8>) {
    let solution = |grid: Option<&Grid>| grid.map_or("null".into(), |grid| format!("\"{grid}\""));
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let name = |cell: Cell| format!("\"{cell}\"");
    let members = match *told {
        Told::Solution(grid) => format!(",\"solution\":{}", solution(grid)),
        Told::OneOfAll(None) => ",\"index\":0,\"solution\":null".into(),
        Told::OneOfAll(Some((index, grid))) => format!(",\"index\":{index},\"solution\":{}", solution(Some(grid))),
        Told::Count(None) => ",\"count\":null,\"exact\":null".into(),
        Told::Count(Some(count)) => format!(",\"count\":{},\"exact\":{}", count.counted, !count.more),
        Told::Verdict(grids) => {
            let differ = match grids {
                [one, other] => differences(one, other).map(name).collect(),
                _ => Vec::new(),
            };
            let solutions = grids.iter().map(|grid| solution(Some(grid))).collect();
            format!(",\"solutions\":{},\"differ\":{}", list(solutions), list(differ))
        }
        Told::Check(text) => {
            out.extend_from_slice(b",\"check\":");
            return write_string(text, out);
        }
        Told::Redundant(None) => ",\"redundant\":null".into(),
        Told::Redundant(Some(clues)) => {
            let redundant = clues.iter().map(|&(cell, _)| name(cell)).collect();
            format!(",\"redundant\":{}", list(redundant))
        }
    };
    out.extend_from_slice(members.as_bytes());
}

/// A string as JSON has it.
fn write_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', byte]),
            0..0x20 => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// What the dress says of a puzzle with, and without, its answer.
    fn write(dress: Dress) -> [String; 2] {
        let (puzzle, answer) = (PUZZLE.parse().unwrap(), ANSWER.parse().unwrap());
        let with = Said {
            file: "a\"\\\n.txt",
            line: 7,
            puzzle: Some(&puzzle),
            candidates: None,
            columns: None,
            verdict: Some(Verdict::Unique),
            guesses: Some(0),
            told: Told::Solution(Some(&answer)),
            message: None,
        };
        let without = Said {
            puzzle: None,
            verdict: Some(Verdict::Invalid),
            guesses: None,
            told: Told::Solution(None),
            message: Some("7: no"),
            ..with
        };
        [with, without].map(|said| {
            let mut out = Vec::new();
            dress.write(&said, &mut out);
            String::from_utf8(out).unwrap()
        })
    }

    #[test]
    fn lines_of_text_have_one_line_a_record_and_rows_leave_out_what_has_no_answer() {
        assert_eq!(write(Dress::Line), [format!("{ANSWER}\n"), "\n".into()]);
        let mut line = b"before\n".to_vec();
        write_line(&ANSWER.parse().unwrap(), &mut line);
        assert_eq!(line, format!("before\n{ANSWER}\n").as_bytes());
        assert_eq!(write(Dress::Csv), [format!("{PUZZLE},{ANSWER}\n"), ",\n".into()]);
        for joint in [Joint::Packed, Joint::Spaced] {
            let [with, without] = write(Dress::Rows(joint));
            assert_eq!(without, "");
            assert!(with.starts_with('\n') && with.lines().count() == 10);
            assert_eq!(with.replace([' ', '\n'], ""), ANSWER);
        }
    }

    #[test]
    fn json_is_escaped() {
        let start = "{\"file\":\"a\\\"\\\\\\u000a.txt\",\"line\":7,";
        assert_eq!(
            write(Dress::Json),
            [
                format!(
                    "{start}\"puzzle\":\"{PUZZLE}\",\"verdict\":\"unique\",\"solution\":\"{ANSWER}\",\"guesses\":0}}\n"
                ),
                format!(
                    "{start}\"puzzle\":null,\"verdict\":\"invalid\",\"solution\":null,\"guesses\":null,\"message\":\"7: no\"}}\n"
                ),
            ]
        );
    }

    #[test]
    fn the_pretty_dress_tells_clues_from_what_was_found() {
        let [plain, nothing] = write(Dress::Pretty { coloured: false });
        assert_eq!(nothing, "");
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines[1..3], ["┌───────┬───────┬───────┐", "│ 5 3 4 │ 6 7 8 │ 9 1 2 │"]);
        assert_eq!((lines[0], lines[5], lines.len()), ("", "├───────┼───────┼───────┤", 14));
        let coloured = write(Dress::Pretty { coloured: true })[0].clone();
        assert!(coloured.contains("│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m \x1b[32m4\x1b[0m │"));
        assert_eq!(coloured.replace("\x1b[1m", "").replace("\x1b[32m", "").replace("\x1b[0m", ""), plain);
    }
}
