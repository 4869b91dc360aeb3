//! The format `line`: 81 cells per line. A tail may follow them and is ignored, unless it is a list of eliminated candidates:
//! `:614 312`, as in the lines of [`super::hodoku`].

use std::ops::Range;

use super::cells::Cells;
use super::error::{Found, LONGEST_LINE, NearMiss, ParseError, ParseErrorKind, quotable};
use super::hodoku::read_eliminated;
use super::kinds::letter_as_blank;
use super::lines::{Line, find_end};
use super::parser::{RecordParser, is_puzzle};
use super::records::Records;
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte, leading_cells};

/// The characters that a tail may start with.
pub(super) const TAIL_STARTS: &[u8] = b" \t,;#:|";

/// Whether the first word of a line is a puzzle, or was one before a spreadsheet read it.
pub(super) fn detect(text: &[u8]) -> bool {
    if scientific(text).is_some() {
        return true;
    }
    text.split(|byte| b" \t,".contains(byte)).next().is_some_and(|word| is_puzzle(word) && !is_rule(word))
}

/// Whether a word is part of a frame, or of a rule: signs that draw lines.
fn is_rule(word: &[u8]) -> bool {
    let draws = |sign: &u8| b"-*_.+|:='".contains(sign);
    word.iter().all(draws) && word.iter().any(|&sign| sign != b'.')
}

#[derive(Debug, Default)]
pub(super) struct LineParser {
    cells: Cells,
    /// The sign that was last a blank, if it was not a dot or a zero.
    blank: Option<u8>,
}

impl LineParser {
    /// Refuses a line of 81 signs that draw rules, unless the same sign was a blank in a grid before.
    fn check_rule(&mut self, grid: Grid, line: &Line<'_>) -> Result<Grid, ParseError> {
        let sign = line.text.iter().take(CELLS).copied().find(|byte| !byte.is_ascii_digit() && *byte != b'.');
        if grid != Grid::EMPTY {
            self.blank = sign.or(self.blank);
            return Ok(grid);
        }
        match sign {
            Some(sign) if is_rule(line.text) && self.blank != Some(sign) => {
                Err(line.error_at(line.indent, ParseErrorKind::RuleOrGrid(char::from(sign))))
            }
            _ => Ok(grid),
        }
    }
}

impl RecordParser for LineParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let text = line.indent..line.text_end();
        let grid = match read_cells(line, text.clone()) {
            Ok(grid) => Ok(grid),
            Err(error) => match self.cells.read_grid(line.bytes) {
                Some(grid) => Ok(grid),
                None => {
                    let mut error = separated_error(line, text).unwrap_or(error);
                    error.suggestion = letter_as_blank(line.text);
                    Err(error)
                }
            },
        };
        match grid.and_then(|grid| self.check_rule(grid, line)) {
            Ok(grid) => match eliminated(&grid, line.text) {
                Some(candidates) => records.push_candidates(line.number, grid, candidates),
                None => records.push_grid(line.number, grid),
            },
            Err(error) => records.push_error(error),
        }
        Ok(())
    }

    fn fast_lines(&mut self, text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
        let (mut length, mut lines) = (0, 0);
        let mut grid = Grid::EMPTY;
        for number in (number..).take(limit) {
            let Some(line_length) = fast_line(&text[length..], &mut grid) else { break };
            records.push_grid(number, grid);
            length += line_length;
            lines += 1;
        }
        (length, lines)
    }
}

/// The candidates of a grid without those in its tail, if that is a list of some. Any other tail says nothing.
fn eliminated(grid: &Grid, text: &[u8]) -> Option<Candidates> {
    let list = text.get(CELLS..)?.strip_prefix(b":").filter(|list| list.first().is_some_and(u8::is_ascii_digit))?;
    read_eliminated(grid, list.split(|&byte| byte == b':').next()?).ok().flatten()
}

/// Reads the grid in a part of a line: 81 cells and a tail.
pub(super) fn read_cells(line: &Line<'_>, part: Range<usize>) -> Result<Grid, ParseError> {
    let start = part.start;
    let text = &line.bytes[part];
    let (cells, count) = leading_cells(text);
    let rest = &text[count..];
    let ends = rest.first().is_none_or(|byte| count > 0 && TAIL_STARTS.contains(byte));
    if count < CELLS
        && let Some(number) = scientific(text)
    {
        return Err(line.error_at(start, ParseErrorKind::DigitsLost(quotable(number))));
    }
    if count < CELLS && !ends {
        return Err(line.error_at(start + count, ParseErrorKind::ExpectedCell(Found::first_of(rest))));
    }
    if count != CELLS {
        return Err(cell_count(line, start, count));
    }
    if !ends {
        return Err(line.error_at(start + count, ParseErrorKind::ExpectedEnd(Found::first_of(rest))));
    }
    let mut grid = Grid::EMPTY;
    *grid.cells_mut() = cells;
    Ok(grid)
}

/// The number that a text starts with, if a spreadsheet can have made it of 60 to 81 digits, such as `4.30021E+78`.
pub(super) fn scientific(text: &[u8]) -> Option<&[u8]> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = text.get(1..).filter(|_| text[0].is_ascii_digit())?;
    if let [b'.' | b',', fraction @ ..] = rest {
        rest = &fraction[digits(fraction)..];
    }
    rest = rest.strip_prefix(b"E").or_else(|| rest.strip_prefix(b"e"))?;
    rest = rest.strip_prefix(b"+").unwrap_or(rest);
    let ([b'6' | b'7', b'0'..=b'9', tail @ ..] | [b'8', b'0', tail @ ..]) = rest else { return None };
    tail.first().is_none_or(|byte| TAIL_STARTS.contains(byte)).then(|| &text[..text.len() - tail.len()])
}

/// What is wrong with a part of a line that has its cells one by one, with separators or in brackets, but not 81 of them.
pub(super) fn separated_error(line: &Line<'_>, part: Range<usize>) -> Option<ParseError> {
    let is_separator = |byte: &u8| b" \t,;|[](){}\"'".contains(byte);
    let (mut cells, mut wrong) = (0, None);
    let mut start = part.start;
    for word in line.bytes[part.clone()].split(is_separator) {
        match word {
            [] => (),
            [byte] if cell_from_byte(*byte).is_some() => cells += 1,
            _ if [&b"null"[..], b"none", b"nan", b"-1"].iter().any(|null| word.eq_ignore_ascii_case(null)) => {
                cells += 1
            }
            _ => wrong = wrong.or(Some((start, word))),
        }
        start += word.len() + 1;
    }
    match wrong {
        None if cells > 1 && cells != CELLS => {
            let kind = ParseErrorKind::CellCount(cells);
            Some(ParseError::new(line.number, None, kind))
        }
        Some((offset, word)) if cells > CELLS / 2 => Some(line.error_at(
            offset,
            match word {
                [_] => ParseErrorKind::ExpectedCell(Found::first_of(word)),
                _ => ParseErrorKind::ExpectedOneCell(quotable(word)),
            },
        )),
        _ => None,
    }
}

/// The error of a line with `found` cells from `start` on, which is no grid.
pub(super) fn cell_count(line: &Line<'_>, start: usize, found: usize) -> ParseError {
    let cells = line.bytes.get(start..start + found).filter(|_| found.abs_diff(CELLS) == 1);
    let cells = cells.and_then(|cells| cells.iter().map(|&byte| cell_from_byte(byte)).collect::<Option<Vec<u8>>>());
    let near_miss = cells.map(|cells| Box::new(NearMiss { cells, column: line.column(start) }));
    ParseError { near_miss, ..line.error(ParseErrorKind::CellCount(found)) }
}

/// Reads the line at the start of a text if it is like those of most files: it starts with its grid, the blanks are dots or
/// zeros, and it ends with LF or CRLF. Returns its length with its end. `None` only means that [`read_cells`] must look.
///
/// The loop compiles to vector instructions. The grid is not returned because an `Option<Grid>` would make this take half as
/// long again.
#[inline]
fn fast_line(text: &[u8], grid: &mut Grid) -> Option<usize> {
    let text = &text[..text.len().min(LONGEST_LINE + 1)];
    let (line, rest) = text.split_first_chunk::<CELLS>()?;
    let mut cells = [0; CELLS];
    for (cell, &byte) in cells.iter_mut().zip(line) {
        // A byte that is not a digit becomes more than 9.
        *cell = if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    }
    *grid = Grid::from_cells(cells)?;
    let tail = match rest.first()? {
        b'\n' | b'\r' => 0,
        // It may be a list of candidates.
        b':' if rest.get(1).is_none_or(u8::is_ascii_digit) => return None,
        // Without a clue it may be a frame.
        byte if TAIL_STARTS.contains(byte) && *grid != Grid::EMPTY => find_end(rest)?,
        _ => return None,
    };
    match rest[tail..] {
        [b'\n', ..] => Some(CELLS + tail + 1),
        [b'\r', b'\n', ..] => Some(CELLS + tail + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use crate::input::fixtures::{self, PUZZLE, puzzle};

    fn read(text: &str) -> Result<Grid, ParseError> {
        let line = Line::new(1, text.as_bytes());
        read_cells(&line, 0..text.len())
    }

    #[test]
    fn a_long_rule_is_no_puzzle() {
        for rule in [
            "-".repeat(60),
            "*".repeat(80),
            "-".repeat(81),
            ".-------------------".repeat(3) + ".",
            "+-------------------".repeat(3),
        ] {
            assert!(!detect(rule.as_bytes()), "{rule}");
        }
        for puzzle in [".".repeat(80), "x".repeat(81), format!("5{}", "-".repeat(70))] {
            assert!(detect(puzzle.as_bytes()), "{puzzle}");
        }
    }

    #[test]
    fn the_fast_path_reads_a_line_as_the_other_does_or_leaves_it_alone() {
        let line = |byte: u8, at: usize| {
            let mut line = [PUZZLE.as_bytes(), b"\n"].concat();
            line[at] = byte;
            line
        };
        for byte in 0..=u8::MAX {
            for at in [0, 40, 80] {
                let text = line(byte, at);
                let read = || read_cells(&Line::new(1, &text), 0..CELLS).unwrap();
                let expected = (byte.is_ascii_digit() || byte == b'.').then(read);
                let mut grid = Grid::EMPTY;
                let length = fast_line(&text, &mut grid);
                assert_eq!(length.map(|length| (grid, length)), expected.map(|grid| (grid, 82)), "{byte:#x} at {at}");
            }
            assert_eq!(fast_line(&line(byte, 81), &mut { Grid::EMPTY }).is_some(), byte == b'\n');
        }
        assert_eq!(fast_line(PUZZLE.as_bytes(), &mut { Grid::EMPTY }), None);
    }

    #[test]
    fn the_fast_path_takes_lines_with_a_tail_and_a_common_line_end() {
        let length = |text: &str| fast_line(text.as_bytes(), &mut { Grid::EMPTY });
        let tails =
            ["", " 123", "\t", ",534678912", ";x", "#1", ": hard", "| a tail that is longer than one vector register"];
        for tail in tails {
            let line = format!("{PUZZLE}{tail}");
            for end in ["\n", "\r\n"] {
                assert_eq!(length(&format!("{line}{end}1\n")), Some(line.len() + end.len()), "{tail:?}{end:?}");
            }
            for end in ["", "\r", "\r1", "\r\r\n"] {
                assert_eq!(length(&format!("{line}{end}")), None, "{tail:?}{end:?}");
            }
        }
        let long = |tail: usize| length(&format!("{PUZZLE}{:tail$}\n", ""));
        assert_eq!(long(LONGEST_LINE - CELLS), Some(LONGEST_LINE + 1));
        assert_eq!(long(LONGEST_LINE - CELLS + 1), None);
        assert_eq!(length(&format!("{} --\n", ".".repeat(CELLS))), None);
    }

    #[test]
    fn the_fast_path_stops_at_the_limit_and_at_the_first_other_line() {
        let text = format!("{PUZZLE}\n{PUZZLE} 1\r\n{PUZZLE}\nx{}\n", &PUZZLE[1..]);
        let fast = |limit: usize| {
            let mut records = Records::default();
            let length = LineParser::default().fast_lines(text.as_bytes(), 5, limit, &mut records).0;
            assert!(records.grids.iter().all(|grid| *grid == puzzle()));
            (length, records.lines)
        };
        assert_eq!(fast(2), (82 + 85, vec![5, 6]));
        assert_eq!(fast(9), (82 + 85 + 82, vec![5, 6, 7]));
        assert_eq!(fast(0), (0, vec![]));
    }

    #[test]
    fn a_tail_is_not_part_of_the_grid() {
        for tail in ["", " 123", "\t", ",534678912", ";x", "#1", ": hard", "|81"] {
            assert_eq!(read(&format!("{PUZZLE}{tail}")), Ok(puzzle()), "{tail:?}");
        }
    }

    #[test]
    fn a_tail_can_be_a_list_of_eliminated_candidates() {
        let eliminated = |tail: &str| {
            let text = format!("{PUZZLE}{tail}\n{PUZZLE}{tail}\n");
            let records = fixtures::read(None, text.as_bytes());
            assert_eq!(records.grids, [puzzle(); 2], "{tail}");
            records.candidates
        };
        let mut candidates = Candidates::from(&puzzle());
        candidates.eliminate("r1c4".parse().unwrap(), 6);
        assert_eq!(eliminated(":614"), [(0, candidates), (1, candidates)]);
        candidates.eliminate("r1c3".parse().unwrap(), 2);
        assert_eq!(eliminated(":614 213"), [(0, candidates), (1, candidates)]);
        assert_eq!(eliminated(":614 213::easy"), [(0, candidates), (1, candidates)]);
        for tail in [":", ":61", ":6140", ":604", ":614,213", ":614 easy", ":1.2", " 614", ": 614", "::614"] {
            assert_eq!(eliminated(tail), [], "{tail:?}");
        }
    }

    #[test]
    fn errors_say_what_was_expected_and_found_and_where() {
        let error = |text: &str| read(text).map_err(|error| (error.column, error.kind.to_string())).unwrap_err();
        assert_eq!(error(&PUZZLE[1..]), (None, "expected 81 cells, found 80".into()));
        assert_eq!(error(&format!("{} rated 3", &PUZZLE[5..])), (None, "expected 81 cells, found 76".into()));
        assert_eq!(error(&format!("{PUZZLE}.")), (None, "expected 81 cells, found 82".into()));
        assert_eq!(error(&format!("{PUZZLE}.q")), (None, "expected 81 cells, found 82".into()));
        assert_eq!(error(&format!("{PUZZLE}q")), (Some(82), "expected the end of the line, found 'q'".into()));
        assert_eq!(error("53.q"), (Some(4), "expected a digit or a blank, found 'q'".into()));
        assert_eq!(error(":53"), (Some(1), "expected a digit or a blank, found ':'".into()));
        // The column counts the indent.
        let expected = (Some(6), "expected a digit or a blank, found 'q'".into());
        assert_eq!(fixtures::message(InputFormat::Line, "  53.q"), expected);
    }

    #[test]
    fn what_a_spreadsheet_makes_of_a_puzzle_is_recognized() {
        let number = |text: &'static str| scientific(text.as_bytes()).map(|number| String::from_utf8_lossy(number));
        for text in ["4.30021E+78", "4,30021E+78", "4E+80", "4.3e60"] {
            assert_eq!(number(text).as_deref(), Some(text));
            assert!(detect(text.as_bytes()));
        }
        assert_eq!(number("4.3E+78,easy").as_deref(), Some("4.3E+78"));
        for text in ["", "4", "4.3E+81", "4.3E+7", "4.3E+780", "43.0E+78", ".3E+78", "4.3F+78", "4.3E-78"] {
            assert_eq!(number(text), None, "{text}");
        }
        let lost = "expected 81 cells, found 4.3E+78: a spreadsheet took the puzzle for a number, and its digits are lost; \
                    import the original file again, with this column as text";
        assert_eq!(fixtures::message(InputFormat::Line, " 4.3E+78 # x"), (Some(2), lost.into()));
    }

    #[test]
    fn separated_cells_are_counted() {
        let spaced = |text: &str| text.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let error = |text: &str| fixtures::message(InputFormat::Line, text);
        assert_eq!(error(&spaced(&PUZZLE[1..])), (None, "expected 81 cells, found 80".into()));
        assert_eq!(
            error(&spaced(&format!("{PUZZLE}5")).replace('.', "null")),
            (None, "expected 81 cells, found 82".into())
        );
        assert_eq!(error("5 3 0"), (None, "expected 81 cells, found 3".into()));
        let ten = format!("{} 10", spaced(&PUZZLE[1..]));
        assert_eq!(error(&ten), (Some(161), "expected one cell, found \"10\"".into()));
        assert_eq!(error("5 easy"), (None, "expected 81 cells, found 1".into()));
    }

    #[test]
    fn a_line_with_one_cell_too_few_or_too_many_carries_its_cells() {
        let digits = |text: &str| text.bytes().filter_map(cell_from_byte).collect::<Vec<u8>>();
        let near_miss = |text: &str| {
            let error = fixtures::error(InputFormat::Line, text);
            error.near_miss.map(|near_miss| (near_miss.cells, near_miss.column))
        };
        assert_eq!(near_miss(&format!(" {} tail", &PUZZLE[1..])), Some((digits(&PUZZLE[1..]), 2)));
        assert_eq!(near_miss(&format!("{PUZZLE}5")), Some((digits(&format!("{PUZZLE}5")), 1)));
        assert_eq!(near_miss(&PUZZLE[2..]), None);
        assert_eq!(near_miss(&format!("{PUZZLE}55")), None);
        assert_eq!(near_miss(&format!("{PUZZLE}q")), None);
    }
}
