//! How answers are written: the dresses, and what is said of a record in each.
//!
//! ```text
//! line      534678912672195348...              csv   puzzle,solution        pretty  ┌───────┬───────┬──...
//! packed    534678912          nine lines            53..7....,534678912            │ 5 3 4 │ 6 7 8 │ 9 ...
//! spaced    5 3 4 6 7 8 9 1 2  nine lines      json  {"file":"<stdin>","line":1,"puzzle":"530070...
//! ```

use super::Joint;
use crate::grid::{CELLS, Candidates, Grid};

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
    /// An object on a line: `file`, `line`, `puzzle`, `verdict`, `solution`, and if something is to be said of it `message`.
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
    /// The answer, if there is one.
    pub solution: Option<&'a Grid>,
    /// What messages say of it.
    pub message: Option<&'a str>,
}

/// The header of csv that has no header of its own.
pub(crate) const CSV_HEADER: &[u8] = b"puzzle,solution\n";

impl Dress {
    /// Whether an answer takes several lines and so is set apart by an empty line before it, to be left out before the first.
    #[must_use]
    pub fn in_rows(self) -> bool {
        matches!(self, Dress::Rows(_) | Dress::Pretty { .. })
    }

    /// Appends what is said of a record.
    pub fn write(self, said: &Said<'_>, out: &mut Vec<u8>) {
        match self {
            Dress::Line => {
                if let Some(solution) = said.solution {
                    out.extend_from_slice(&digits(solution));
                }
                out.push(b'\n');
            }
            Dress::Rows(joint) => {
                if let Some(solution) = said.solution {
                    write_rows(joint, &digits(solution), out);
                }
            }
            Dress::Pretty { coloured } => {
                if let Some(solution) = said.solution {
                    write_pretty(coloured, said.puzzle.unwrap_or(&Grid::EMPTY), solution, out);
                }
            }
            Dress::Csv => {
                match said.columns {
                    Some(columns) => out.extend_from_slice(columns),
                    None => {
                        write_puzzle(said, out);
                        out.push(b',');
                    }
                }
                Dress::Line.write(said, out);
            }
            Dress::Json => write_json(said, out),
        }
    }
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

fn write_pretty(coloured: bool, puzzle: &Grid, solution: &Grid, out: &mut Vec<u8>) {
    let frame = |r: usize| match r {
        0 => "\n┌───────┬───────┬───────┐\n",
        3 | 6 => "├───────┼───────┼───────┤\n",
        _ => "",
    };
    for (cell, (&clue, digit)) in puzzle.cells().iter().zip(digits(solution)).enumerate() {
        if cell % 9 == 0 {
            out.extend_from_slice(frame(cell / 9).as_bytes());
        }
        out.extend_from_slice(if cell % 3 == 0 { "│ ".as_bytes() } else { b"" });
        if coloured {
            out.extend_from_slice(if clue > 0 { b"\x1b[1m" } else { b"\x1b[32m" });
        }
        out.push(digit);
        if coloured {
            out.extend_from_slice(b"\x1b[0m");
        }
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
    out.extend_from_slice(b",\"solution\":");
    match said.solution {
        Some(solution) => {
            out.push(b'"');
            out.extend_from_slice(&digits(solution));
            out.push(b'"');
        }
        None => out.extend_from_slice(b"null"),
    }
    if let Some(message) = said.message {
        out.extend_from_slice(b",\"message\":");
        write_string(message, out);
    }
    out.extend_from_slice(b"}\n");
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
            solution: Some(&answer),
            message: None,
        };
        let without =
            Said { puzzle: None, verdict: Some(Verdict::Invalid), solution: None, message: Some("7: no"), ..with };
        [with, without].map(|said| {
            let mut out = Vec::new();
            dress.write(&said, &mut out);
            String::from_utf8(out).unwrap()
        })
    }

    #[test]
    fn lines_of_text_have_one_line_a_record_and_rows_leave_out_what_has_no_answer() {
        assert_eq!(write(Dress::Line), [format!("{ANSWER}\n"), "\n".into()]);
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
                format!("{start}\"puzzle\":\"{PUZZLE}\",\"verdict\":\"unique\",\"solution\":\"{ANSWER}\"}}\n"),
                format!("{start}\"puzzle\":null,\"verdict\":\"invalid\",\"solution\":null,\"message\":\"7: no\"}}\n"),
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
