//! The line layout: 81 characters are a grid, and what follows them on the line, if anything, is not part of it.

use super::LINE_FROM;
use super::fault::{FaultKind, Found};
use super::lines::{LONGEST_LINE, find_end};
use crate::grid::{CELLS, Grid, cell_from_byte};

/// What a tail may start with.
pub(super) const TAIL_STARTS: &[u8] = b" \t,;#:|";

/// Whether the first word of a line is a puzzle, if perhaps a faulty one.
pub(super) fn looks_like(text: &[u8]) -> bool {
    cells_in(&text[..text.iter().take_while(|byte| !b" \t,".contains(byte)).count()]) >= LINE_FROM
}

/// How many of the characters are cells.
pub(super) fn cells_in(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| cell_from_byte(byte).is_some()).count()
}

/// Reads the grid that a line starts with; a fault comes with its offset in the line where one can be named.
pub(super) fn read(text: &[u8]) -> Result<Grid, (Option<usize>, FaultKind)> {
    let mut cells = [0; CELLS];
    let count = text.iter().take_while(|&&byte| cell_from_byte(byte).is_some()).count();
    let ends = text.get(count).is_none_or(|byte| count > 0 && TAIL_STARTS.contains(byte));
    if count < CELLS && !ends {
        return Err((Some(count), FaultKind::NoCell(Found::first_of(&text[count..]))));
    }
    if count != CELLS {
        return Err((None, FaultKind::LineLength(count)));
    }
    if !ends {
        return Err((Some(count), FaultKind::NoEnd(Found::first_of(&text[count..]))));
    }
    for (cell, &byte) in cells.iter_mut().zip(text) {
        *cell = cell_from_byte(byte).unwrap_or_default();
    }
    Grid::from_cells(cells).ok_or((None, FaultKind::LineLength(count)))
}

/// Reads the grid that a field is.
pub(super) fn read_field(text: &[u8]) -> Result<Grid, (Option<usize>, FaultKind)> {
    match read(text)? {
        _ if text.len() > CELLS => Err((Some(CELLS), FaultKind::NoFieldEnd(Found::first_of(&text[CELLS..])))),
        grid => Ok(grid),
    }
}

/// Reads the line at the start of `text` if it ends with LF or CRLF there, starts with its grid, and has dots or zeros for
/// blanks, as lines of most files; written so that the compiler makes vector instructions of it, and without a grid passed on in
/// an option, which takes half as long again. Gives the length with the end of the line. `None` says nothing but that [`read`]
/// must look.
pub(super) fn read_plain(text: &[u8], grid: &mut Grid) -> Option<usize> {
    let text = &text[..text.len().min(LONGEST_LINE + 1)];
    let (line, rest) = text.split_first_chunk::<CELLS>()?;
    let mut cells = [0; CELLS];
    for (cell, &byte) in cells.iter_mut().zip(line) {
        // Of a byte that is no digit this makes more than 9.
        *cell = if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    }
    *grid = Grid::from_cells(cells)?;
    let tail = match rest.first()? {
        b'\n' | b'\r' => 0,
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

    #[test]
    fn a_plain_line_is_read_as_any_other_or_left_to_it() {
        let line = |byte: u8, at: usize| {
            let mut line = [PUZZLE.as_bytes(), b"\n"].concat();
            line[at] = byte;
            line
        };
        for byte in 0..=u8::MAX {
            for at in [0, 40, 80] {
                let line = line(byte, at);
                let expected = (byte.is_ascii_digit() || byte == b'.').then(|| read(&line[..81]).unwrap());
                let mut grid = Grid::EMPTY;
                let length = read_plain(&line, &mut grid);
                assert_eq!(length.map(|length| (grid, length)), expected.map(|grid| (grid, 82)), "{byte:#x} at {at}");
            }
            assert_eq!(read_plain(&line(byte, 81), &mut { Grid::EMPTY }).is_some(), byte == b'\n');
        }
        assert_eq!(read_plain(PUZZLE.as_bytes(), &mut { Grid::EMPTY }), None);
    }

    #[test]
    fn a_plain_line_may_have_a_tail_and_ends_where_others_do() {
        let length = |text: &str| read_plain(text.as_bytes(), &mut { Grid::EMPTY });
        let tails = [
            "",
            " 123",
            "\t",
            ",534678912",
            ";x",
            "#1",
            ": hard",
            "| a tail of more bytes than are looked at at a time",
        ];
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

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_tail_is_not_part_of_the_grid() {
        let grid = PUZZLE.parse().unwrap();
        for tail in ["", " 123", "\t", ",534678912", ";x", "#1", ": hard", "|81"] {
            assert_eq!(read(format!("{PUZZLE}{tail}").as_bytes()), Ok(grid), "{tail:?}");
        }
    }

    #[test]
    fn faults_say_what_was_found() {
        let fault = |text: &str| match read(text.as_bytes()) {
            Err((offset, kind)) => (offset, kind.to_string()),
            Ok(grid) => panic!("{text:?} was read as {grid}"),
        };
        assert_eq!(fault(&PUZZLE[1..]), (None, "80 cells, expected 81".into()));
        assert_eq!(fault(&format!("{} rated 3", &PUZZLE[5..])), (None, "76 cells, expected 81".into()));
        assert_eq!(fault(&format!("{PUZZLE}.")), (None, "82 cells, expected 81".into()));
        assert_eq!(fault(&format!("{PUZZLE}.q")), (None, "82 cells, expected 81".into()));
        assert_eq!(fault(&format!("{PUZZLE}q")), (Some(81), "expected the end of the line, found 'q'".into()));
        assert_eq!(fault("53.q"), (Some(3), "expected a digit or a blank, found 'q'".into()));
        assert_eq!(fault(":53"), (Some(0), "expected a digit or a blank, found ':'".into()));
    }
}
