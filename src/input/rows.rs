//! The formats `spaced` and `packed`: grids of nine rows. [`super::cells`] reads each line, and [`super::window`] finds out which
//! rows are a grid. Here is what stands between the grids: headings, numbers, solutions, damaged rows.
//!
//! A grid is complete with its ninth row, except where a rule could be a row, and after a grid that was refused. That one may have
//! had a row too few or too many, so the next one waits until it is clear that it starts where it seems to; see [`Window::start`].

use super::cells::{Cells, Kind, Mask, Signs};
use super::error::{ParseError, ParseErrorKind, Truncated};
use super::format::InputFormat;
use super::kinds::{is_column_names, is_date, letter_as_blank};
use super::lines::Line;
use super::malformed;
use super::parser::{RecordParser, is_heading, is_solution_name};
use super::records::Records;
use super::template::{Template, is_solution_below};
use super::tokens::{Token, TokenKind, mask_of};
use super::window::{Gap, Row, Start, Step, Window, grid_of};

use crate::grid::{CELLS, Grid};

/// A line of fewer cells is hardly a row.
const SHORT_ROW: usize = 5;
/// Nine empty fields of a spreadsheet.
const EMPTY_FIELDS: &[u8] = b"\t\t\t\t\t\t\t\t";
/// Lines with one cell are numbers between grids unless this many come in a row.
const CELL_LINES: usize = 3;

/// Collects rows into grids.
#[derive(Debug, Default)]
pub(super) struct RowsParser {
    cells: Cells,
    window: Window,
    template: Template,
    /// Lines with one cell each: the cell, the line and the column.
    single: Vec<(Mask, u64, usize)>,
    /// Whether the last line with text closed an array.
    is_closed: bool,
    /// Blank lines of nine spaces, or of one, just before.
    leading_spaces: Vec<(u64, usize)>,
    /// A line that is too short for a row, before the first one.
    short: Option<u64>,
    /// Whether it is a number after a blank line or a heading.
    is_short_apart: bool,
    /// The next grid stands under a heading such as `[Solution]` and is not a puzzle.
    in_solution: bool,
    /// Solutions are records, too.
    every_grid: bool,
    /// The last record, if it is a grid.
    last_grid: Option<Grid>,
    /// A grid was refused just before the rows of the window: a gap that is wider than this shows where the next one starts.
    refused: Option<Gap>,
    /// Whether the current grid follows another one with nothing between them.
    is_adjacent: bool,

    // The input so far.
    format: Option<InputFormat>,
    /// Whether there was a grid before the current one, and whether one of them had nine rows.
    any_grid: bool,
    any_whole_grid: bool,
    /// Whether a heading stood before one.
    any_heading: bool,
    /// What marked the blanks of the last grid.
    last_signs: Signs,
}

impl RowsParser {
    /// A parser that leaves out solutions, unless it is to take every grid.
    pub(super) fn new(every_grid: bool) -> RowsParser {
        RowsParser { every_grid, ..RowsParser::default() }
    }

    /// Takes a line of one row or more.
    fn cells_line(&mut self, line: &Line<'_>, kind: Kind, records: &mut Records) -> Result<(), ParseError> {
        self.end_of_single_cells(line.number, records);
        self.short = None;
        self.in_solution |= self.cells.is_named_solution && self.window.is_empty() && !self.every_grid;
        let rows = self.cells.masks.len() / 9;
        if rows >= 9 {
            // Whole grids: what came before is not part of them.
            self.close(line.number, false, records);
            self.format.get_or_insert(InputFormat::Spaced);
        }
        let mut columns = line.columns();
        for first in 0..rows {
            let row = Row::of(&self.cells, 9 * first, line.number, &mut columns);
            if !row.may_be_rule && kind == Kind::Row {
                let format = if row.is_packed { InputFormat::Packed } else { InputFormat::Spaced };
                self.format.get_or_insert(format);
            }
            self.push(row, records)?;
        }
        Ok(())
    }

    /// Takes a line that should be a row but is not.
    fn malformed_line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        self.end_of_single_cells(line.number, records);
        self.short = None;
        let fault = malformed::find(&self.cells.tokens, line.bytes);
        let mut error = line.error_at(fault.offset, fault.kind);
        error.suggestion = letter_as_blank(line.text);
        let format = if fault.is_packed { InputFormat::Packed } else { InputFormat::Spaced };
        self.format.get_or_insert(format);
        self.push(Row::of_error(error, line.column(line.indent)), records)
    }

    fn push(&mut self, row: Row, records: &mut Records) -> Result<(), ParseError> {
        if self.window.is_empty() {
            self.push_leading_spaces(&row);
            let gap = self.window.gap;
            self.refused = self.refused.filter(|&inner| gap <= inner);
            self.any_heading |= gap == Gap::Break;
            self.is_adjacent = self.any_grid && gap == Gap::Nothing;
        }
        self.leading_spaces.clear();
        if self.window.push(row) { self.resolve(records) } else { Ok(()) }
    }

    /// Adds the rows of nine spaces before the first row with a digit. They look like blank lines.
    fn push_leading_spaces(&mut self, row: &Row) {
        if row.signs != Signs::EMPTY || row.may_be_rule || !row.is_packed {
            return;
        }
        for (number, _) in std::mem::take(&mut self.leading_spaces).into_iter().filter(|&(_, width)| width == 9) {
            self.window.gap = Gap::Nothing;
            self.window.push(Row::of_spaces(number));
        }
    }

    /// Takes the grids that the rows of the window make, as far as that is clear.
    fn resolve(&mut self, records: &mut Records) -> Result<(), ParseError> {
        while !self.window.is_empty() {
            match self.window.step()? {
                Step::Wait => return Ok(()),
                Step::Complete if self.refused.is_none() => self.emit(records),
                Step::Complete => match self.window.start() {
                    Start::Open => return Ok(()),
                    Start::Clear => self.emit(records),
                    Start::Unclear(Some(rows)) => self.unknown_start(rows, records),
                    Start::Unclear(None) => {
                        let error = self.window.rows[0].error_at(0, ParseErrorKind::UnknownStart);
                        self.window.rows.clear();
                        return Err(error);
                    }
                },
                Step::Incomplete(rows) => {
                    // The error is at the line between the two grids, which are never at the same one.
                    let next = &self.window.rows[rows];
                    let is_after_gap = next.gap_line < next.line;
                    let number = if is_after_gap { next.gap_line } else { self.window.rows[rows - 1].line + 1 };
                    self.incomplete(rows, number, false, records);
                }
            }
        }
        Ok(())
    }

    /// Appends the grid that the first nine rows of the window make.
    fn emit(&mut self, records: &mut Records) {
        (self.any_grid, self.any_whole_grid) = (true, true);
        self.refused = None;
        self.window.any_grid = true;
        let (rows, rest) = self.window.rows.split_at(9);
        self.is_adjacent = rest.first().is_none_or(|row| row.gap == Gap::Nothing);
        self.last_signs = Signs::default();
        rows.iter().for_each(|row| self.last_signs.add(row.signs));
        let is_named = std::mem::take(&mut self.in_solution);
        let puzzle = self.last_grid.take().filter(|_| !self.every_grid);
        let is_solution = |grid: &Grid| puzzle.is_some_and(|puzzle| is_solution_below(grid, &puzzle));
        let grid = if is_named { None } else { Some(grid_of(rows)) };
        let grid = grid.filter(|grid| !matches!(grid, Ok((grid, None)) if is_solution(grid)));
        self.last_grid = grid.as_ref().and_then(|grid| grid.as_ref().ok()).map(|(grid, _)| *grid);
        match &grid {
            Some(Ok((_, None))) => self.template.learn(rows),
            _ => self.template.forget(),
        }
        match grid {
            Some(Ok((grid, None))) => records.push_grid(rows[0].line, grid),
            Some(Ok((grid, Some(candidates)))) => records.push_candidates(rows[0].line, grid, candidates),
            Some(Err(error)) => {
                let inner = self.window.widest_gap();
                let is_end = rest.first().is_some_and(|next| next.gap > inner);
                self.refused = Some(inner).filter(|_| may_have_other_rows(&error.kind) && !is_end);
                records.push_error(error);
            }
            None => (),
        }
        self.window.rows.drain(..9);
    }

    /// Ends the grid in the window, if one has begun: the line `number`, or the end of the input, comes before its ninth row.
    fn close(&mut self, number: u64, at_end: bool, records: &mut Records) {
        self.window.end();
        if self.window.len() != 9 {
            self.window.remove_rules();
        }
        match self.window.len() {
            0 => (),
            10..18 if self.window.may_have_rules() => {
                records.push_error(self.window.unclear());
                self.template.forget();
                self.window.rows.clear();
                (self.any_grid, self.refused) = (true, Some(Gap::Break));
            }
            rows @ 10.. if self.refused.is_some() && !self.window.are_grids(rows) => self.unknown_start(rows, records),
            9.. => {
                self.emit(records);
                self.close(number, at_end, records);
            }
            rows => self.incomplete(rows, number, at_end, records),
        }
    }

    /// Takes the first rows of the window for an incomplete grid, before the line `number`.
    fn incomplete(&mut self, found: usize, number: u64, at_end: bool, records: &mut Records) {
        let rows: Vec<Row> = self.window.rows.drain(..found).collect();
        let is_adjacent = std::mem::take(&mut self.is_adjacent);
        let is_first = !std::mem::replace(&mut self.any_grid, true);
        (self.refused, self.last_grid) = (Some(Gap::Break), None);
        self.template.forget();
        if std::mem::take(&mut self.in_solution) {
            return;
        }
        let truncated = if at_end {
            self.any_whole_grid.then_some(Truncated::AtEnd(if is_adjacent { 9 } else { 10 }))
        } else {
            (is_first && rows[0].line == 1).then_some(Truncated::AtStart(10))
        };
        let kind = ParseErrorKind::RowCount { found, truncated };
        let error = rows.iter().find_map(|row| row.error.as_deref());
        let is_wrong_text = matches!(error, Some(error) if matches!(error.kind, ParseErrorKind::ExpectedCell(_)));
        records.push_error(if is_adjacent && !is_wrong_text {
            // The grid before this one more likely has too many rows than this one too few.
            rows[0].error_at(0, kind)
        } else {
            error.cloned().unwrap_or(ParseError::new(number, None, kind))
        });
    }

    /// Refuses the first rows of the window: where a grid starts among them is not clear.
    fn unknown_start(&mut self, rows: usize, records: &mut Records) {
        records.push_error(self.window.rows[0].error_at(0, ParseErrorKind::UnknownStart));
        self.window.rows.drain(..rows);
        self.template.forget();
        self.refused = Some(Gap::Break);
    }

    /// Takes a line of words.
    fn heading(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let is_close = self.window.is_close();
        let is_title = is_heading(line.text);
        let is_whole = self.window.len() == 9 && self.window.are_grids(9);
        // It cannot be a damaged row.
        let is_clear =
            is_title || has_word(line.text) || is_column_names(&self.cells.tokens, line.bytes) || is_date(line.text);
        // Where grids have no headings, words right below a row are a damaged row.
        let follows_rows = self.any_whole_grid && !self.any_heading && is_close;
        if !self.window.is_empty() && is_close && (follows_rows || !is_title) {
            // One possible rule alone may be the line over a title.
            let any_row = !is_title || self.window.len() > 1 || self.window.rows.iter().any(|row| !row.may_be_rule);
            let may_be_rule = self.window.rows.iter().any(|row| row.may_be_rule);
            let is_undecided = may_be_rule || self.window.may_have_rules();
            let needs_gap =
                self.refused.is_some() && self.window.gap <= self.window.widest_gap() && !(is_clear && is_whole);
            let is_open = self.window.len() < 9 || is_undecided || needs_gap;
            if is_open && any_row {
                return self.malformed_line(line, records);
            }
        }
        self.end_of_single_cells(line.number, records);
        self.close(if is_close { line.number } else { self.window.gap_line }, false, records);
        // It may have been the first row of the next grid.
        if !is_clear || follows_rows {
            self.refused = Some(Gap::Break);
        }
        self.window.gap = Gap::Break;
        self.in_solution = names_solution(line.text) && !self.every_grid;
        Ok(())
    }

    /// Takes a line with one cell, or one that is too short for a row.
    fn short_line(&mut self, line: &Line<'_>, kind: Kind, records: &mut Records) -> Result<(), ParseError> {
        if !self.window.is_empty() {
            return if self.window.is_close() {
                self.malformed_line(line, records)
            } else {
                self.heading(line, records)
            };
        }
        if self.single.is_empty() {
            self.is_short_apart = !self.window.is_close() && line.text.iter().all(u8::is_ascii_digit);
        }
        // Some files end with such a mark.
        let is_end_mark = self.any_whole_grid && matches!(line.text, b"0" | b"-1" | b".");
        if kind == Kind::Cell && !(is_end_mark && self.single.is_empty()) {
            if self.single.is_empty() {
                let spaces = std::mem::take(&mut self.leading_spaces);
                self.single.extend(spaces.into_iter().filter(|&(_, width)| width == 1).map(|(line, _)| (0, line, 1)));
            }
            self.single_cell(line, records);
            return Ok(());
        }
        self.end_of_single_cells(line.number, records);
        self.short = Some(line.number).filter(|_| !is_end_mark);
        self.window.gap = Gap::Break;
        Ok(())
    }

    fn single_cell(&mut self, line: &Line<'_>, records: &mut Records) {
        let mask = self.cells.masks.first().copied().unwrap_or_default();
        let offset = self.cells.offsets.first().copied().unwrap_or_default();
        self.single.push((mask, line.number, line.column(offset)));
        self.is_closed = false;
        if self.single.len() == CELLS {
            self.format.get_or_insert(InputFormat::Packed);
            for cells in std::mem::take(&mut self.single).chunks_exact(9) {
                self.window.gap = Gap::Nothing;
                self.window.push(Row::of_singles(cells));
            }
            self.emit(records);
        }
    }

    /// Takes a line of brackets between lines with one cell each. An array of cells has rows of nine, or the whole grid; two closing
    /// brackets end the grid.
    fn close_array_of_cells(&mut self, number: u64, records: &mut Records) {
        let closes = |token: &Token| token.kind == TokenKind::Close;
        let is_closed = self.cells.tokens.last().is_some_and(closes) || self.cells.tokens.first().is_some_and(closes);
        let is_second = std::mem::replace(&mut self.is_closed, is_closed);
        let is_rest = is_closed && self.any_whole_grid && self.single.len() < CELL_LINES;
        if let (Some(&(_, line, column)), true) = (self.single.first(), is_rest) {
            // The cells of the array before these were a whole grid.
            let kind = ParseErrorKind::CellCount(CELLS + self.single.len());
            records.push_error(ParseError::new(line, Some(column), kind));
            self.single.clear();
        } else if is_closed && (is_second || !self.single.len().is_multiple_of(9)) {
            self.end_of_single_cells(number, records);
        }
    }

    /// Ends a grid with one cell on each line. One or two such lines are numbers.
    fn end_of_single_cells(&mut self, number: u64, records: &mut Records) {
        let found = std::mem::take(&mut self.single).len();
        if found >= CELL_LINES {
            self.any_grid = true;
            self.refused = Some(Gap::Break);
            self.template.forget();
            let kind = ParseErrorKind::CellCount(found);
            records.push_error(ParseError::new(number, None, kind));
        }
        if found > 0 {
            self.window.gap = Gap::Break;
        }
    }

    fn blank_line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let width = line.bytes.len();
        if width == 9 && self.window.is_in_spaces() && self.window.len() < 9 {
            self.window.push(Row::of_spaces(line.number));
            return self.resolve(records);
        }
        if width == 1 && !self.single.is_empty() {
            self.cells.read(line);
            self.single_cell(line, records);
            return Ok(());
        }
        if matches!(width, 1 | 9) && self.leading_spaces.len() < CELLS {
            self.leading_spaces.push((line.number, width));
        } else {
            self.leading_spaces.clear();
        }
        self.window.blank_line(line.number);
        Ok(())
    }

    /// Whether a line that consists of this sign alone may be a damaged row of blanks.
    fn may_be_row_of(&self, sign: u8) -> bool {
        let sign = Signs::of(sign);
        let is_first = self.window.is_empty() && self.window.gap == Gap::Nothing && sign.is_within(self.last_signs);
        is_first || self.window.len() < 9 && self.window.rows.iter().any(|row| sign.is_within(row.signs))
    }
}

/// Whether nine rows with this error may have a row too few or too many. A damaged row is still a row.
fn may_have_other_rows(error: &ParseErrorKind) -> bool {
    match error {
        ParseErrorKind::RowLength(found) => *found < SHORT_ROW,
        error => matches!(error, ParseErrorKind::Conflict(_)),
    }
}

/// Whether a text has a word of three letters.
fn has_word(text: &[u8]) -> bool {
    text.windows(3).any(|letters| letters.iter().all(u8::is_ascii_alphabetic))
}

/// Words of headings that say nothing about what follows.
const NO_NAMES: [&[u8]; 7] = [b"", b"puzzle", b"grid", b"sudoku", b"the", b"of", b"for"];

/// Whether a heading says that no puzzle follows: it is `[State]`, its only word is `Solution`, `Answer` or the like, or it gives
/// an array such a name.
fn names_solution(text: &[u8]) -> bool {
    if text.eq_ignore_ascii_case(b"[state]") {
        return true;
    }
    // A number after a colon says how many there are.
    let mut parts = text.splitn(2, |&byte| byte == b':');
    if parts.nth(1).is_some_and(|part| part.trim_ascii().first().is_some_and(u8::is_ascii_digit)) {
        return false;
    }
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let says_something = |word: &&[u8]| !NO_NAMES.iter().any(|other| word.eq_ignore_ascii_case(other));
    let mut words = text.split(|byte| !is_letter(byte)).filter(says_something);
    let opens_array = [b"[".as_slice(), b"{", b"(", b"="].iter().any(|end| text.ends_with(end));
    match opens_array {
        true => words.any(is_solution_name),
        false => words.next().is_some_and(is_solution_name) && words.next().is_none(),
    }
}

impl RecordParser for RowsParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        self.template.line(line);
        if line.bytes == EMPTY_FIELDS {
            return self.push(Row::of_empty_fields(line.number), records);
        }
        if line.text.is_empty() {
            return self.blank_line(line, records);
        }
        if self.window.is_in_spaces() && self.window.len() < 9 && self.cells.read_row_in_spaces(line) {
            return self.cells_line(line, Kind::Row, records);
        }
        let mut kind = self.cells.read(line);
        if kind == Kind::Row && !self.single.is_empty() && line.text.len() == 1 {
            // An indented cell looks like a row with spaces for blanks.
            self.cells.masks = vec![mask_of(line.text[0])];
            self.cells.offsets = vec![line.indent];
            kind = Kind::Cell;
        }
        match kind {
            Kind::Row | Kind::Grids | Kind::Grid => self.cells_line(line, kind, records),
            Kind::Malformed => self.malformed_line(line, records),
            Kind::Cell | Kind::Short => self.short_line(line, kind, records),
            Kind::Text => self.heading(line, records),
            Kind::Rule => {
                // A sign too few or too many for a row of blanks.
                let sign = line.text[0];
                let is_near = matches!(line.text.len(), 8 | 10) && line.text.iter().all(|byte| *byte == sign);
                if is_near && self.may_be_row_of(sign) {
                    return self.malformed_line(line, records);
                }
                self.close_array_of_cells(line.number, records);
                self.window.rule(line.text);
                Ok(())
            }
            Kind::Comment if self.window.is_close() && self.may_be_row_of(line.text[0]) => {
                self.malformed_line(line, records)
            }
            // A heading of Markdown.
            Kind::Comment if line.text.starts_with(b"#") && names_solution(line.text) => self.heading(line, records),
            Kind::Comment => Ok(()),
        }
    }

    fn too_long_line(&mut self, number: u64, records: &mut Records) -> Result<(), ParseError> {
        self.format.get_or_insert(InputFormat::Packed);
        self.push(Row::of_error(ParseError::new(number, Some(1), ParseErrorKind::LineTooLong), 1), records)
    }

    fn fast_lines(&mut self, text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
        let is_idle = self.window.is_empty() && self.single.is_empty() && !self.in_solution && self.refused.is_none();
        if !is_idle {
            return (0, 0);
        }
        let puzzle = if self.every_grid { None } else { self.last_grid };
        let (length, lines) = self.template.read(text, number, limit, self.window.row_signs, puzzle, records);
        if lines > 0 {
            self.last_grid = records.grids.last().copied();
            (self.short, self.window.gap) = (None, Gap::Nothing);
            self.leading_spaces.clear();
        }
        (length, lines)
    }

    fn end(&mut self, number: u64, records: &mut Records) {
        if let Some(&(_, line, _)) = self.single.first().filter(|_| self.single.len() < CELL_LINES) {
            self.short = Some(line);
        }
        self.end_of_single_cells(number, records);
        // A grid that ends before a blank line lacks its next row there.
        let missing = if self.window.is_close() { number } else { self.window.gap_line };
        self.close(missing, true, records);
        let is_part = self.any_grid && !(self.any_whole_grid && self.is_short_apart);
        if let Some(line) = self.short.take().filter(|_| is_part) {
            let kind = ParseErrorKind::RowCount { found: 1, truncated: None };
            records.push_error(ParseError::new(line, Some(1), kind));
        }
    }

    fn format(&self) -> Option<InputFormat> {
        self.format
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::input::fixtures::{PUZZLE, read, rows};

    fn messages(text: &str) -> Vec<String> {
        let message = |error: &ParseError| error.to_string();
        let records = read(Some(InputFormat::Packed), text.as_bytes());
        let all = records.iter().map(|record| record.puzzle.map_or_else(message, |_| record.line.to_string()));
        all.chain(records.input_error.as_ref().map(message)).collect()
    }

    #[test]
    fn only_a_heading_that_is_nothing_else_names_a_solution() {
        for heading in ["[Solution]", "Solution:", "Solution 1", "ANSWERS", "=== Answer ===", "[State]"] {
            assert!(names_solution(heading.as_bytes()), "{heading}");
        }
        for heading in ["Puzzle with no solution:", "Unique solution", "State 1", "Puzzle", "Solution of what?", "1"] {
            assert!(!names_solution(heading.as_bytes()), "{heading}");
        }
    }

    #[test]
    fn the_conflict_of_a_grid_has_the_line_and_the_column_of_its_second_cell() {
        let grid = rows("").join("\n").replacen("6..195...", "  |6..|195|..6|", 1);
        assert_eq!(messages(&grid), ["2:14: r2c1 and r2c9 are both 6"]);
    }

    #[test]
    fn the_rarest_of_several_signs_for_blanks_is_wrong() {
        let message = |at: &str, found: &str, others: &str| {
            let found = format!("found {found} here and {others} elsewhere: use 0 or . for each");
            vec![format!("{at}: expected one sign for all blanks of the grid, {found}")]
        };
        let fields = rows(",").join("\n").replace('.', "");
        let with = |from: &str, to: &str| messages(&fields.replacen(from, to, 1));
        assert_eq!(with("8,,,,6", "$,,,,6"), message("4:1", "'$'", "empty cells"));
        assert_eq!(with("8,,,,6", "8,,*,,6"), message("4:4", "'*'", "empty cells"));
        let zeros = rows(",").join("\n").replace('.', "0");
        assert_eq!(messages(&zeros.replacen("4,0,0,8", "4,0,,8", 1)), message("5:5", "an empty cell", "'0'"));
        let (dots, signs) = (rows("")[..3].join("\n"), rows("")[3..].join("\n").replace('.', "+"));
        assert_eq!(messages(&format!("{dots}\n{signs}")), message("1:3", "'.'", "'+'"));
    }

    #[test]
    fn a_line_that_is_too_long_is_a_row() {
        let mut lines = rows("");
        lines[3] = "5".repeat(crate::input::error::LONGEST_LINE + 1);
        let text = [lines.join("\n"), rows("").join("\n")].join("\n");
        assert_eq!(messages(&text), ["4:1: expected at most 65536 bytes on a line, found more", "10"]);
    }

    #[test]
    fn rows_after_a_whole_grid_are_too_many_of_it_unless_they_are_something_else() {
        let grid = rows("").join("\n");
        let cut = "the input ends inside a grid; if it was split, split it between grids, for example with \
                   split -l 9000 or parallel --pipe -L 9";
        assert_eq!(messages(&format!("{grid}\n53.7.")), ["1", &format!("10:1: expected 9 rows, found 1: {cut}")]);
        assert_eq!(messages(&format!("{grid}\n53.7.q")), ["1", "10:6: expected a digit or a blank, found 'q'"]);
        assert_eq!(messages(&format!("{grid}\n5")), ["1", "10:1: expected 9 rows, found 1"]);
    }

    #[test]
    fn nine_equal_signs_are_a_rule_unless_they_are_needed_as_a_row() {
        let grid = rows("");
        let with = |grid: &[String], at: &[usize], rule: &str| {
            let mut lines = grid.to_vec();
            at.iter().rev().for_each(|&at| lines.insert(at, rule.to_string()));
            lines.join("\n")
        };
        for rule in ["---------", "*********", "_________", "- - - - - - - - -", "--- --- ---", "=========", ",,,,,,,,"]
        {
            for at in [&[3][..], &[3, 6], &[0, 3, 6, 9], &[0, 9], &[1, 2, 3, 4, 5, 6, 7, 8]] {
                assert_eq!(messages(&with(&grid, at, rule)), [if at[0] == 0 { "2" } else { "1" }], "{rule} {at:?}");
            }
        }
        // The same sign marks the blanks: two rules between bands, or a row.
        let dashes: Vec<String> = grid.iter().map(|row| row.replace('.', "-")).collect();
        assert_eq!(messages(&with(&dashes, &[3, 6], "---------")), ["1"]);
        assert_eq!(messages(&with(&dashes, &[0, 3, 6, 9], "---------")), ["2"]);
        for row in 0..9 {
            let mut blank = dashes.clone();
            blank[row] = "-".repeat(9);
            assert_eq!(messages(&blank.join("\n")), ["1"], "row {row}");
            let two = [blank.join("\n"), blank.join("\n")].join("\n\n");
            assert_eq!(messages(&two), ["1", "11"], "row {row}");
        }
    }

    #[test]
    fn numbers_and_words_around_grids_are_nothing() {
        let grid = rows("").join("\n");
        for before in
            ["2", "9 9", "3", "Grid01", "1.", "001", "very-hard:", "A", "81", "[Puzzle]", "```", "// a", "-- a", "1\n2"]
        {
            let text = format!("{before}\n{grid}\n\n{before}\n{grid}\nend\nSolved in 0.02 s\n");
            let lines = before.lines().count();
            assert_eq!(messages(&text), [(1 + lines).to_string(), (11 + 2 * lines).to_string()], "{before}");
        }
        let solution = format!("[Puzzle]\n{grid}\n[Solution]\n{grid}\nPuzzle 2:\n{grid}\nSolution:\n{grid}\n");
        assert_eq!(messages(&solution), ["2", "22"]);
    }

    #[test]
    fn bands_may_have_blank_lines_between_them_and_an_incomplete_grid_never_takes_rows_of_the_next() {
        let grid = rows("");
        let bands = |grid: &[String]| grid.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
        let (whole, banded) = (grid.join("\n"), bands(&grid));
        assert_eq!(messages(&format!("{banded}\n\n{banded}")), ["1", "13"]);
        assert_eq!(messages(&grid.join("\n\n")), ["1"]);
        // Three rows of one grid and then another.
        let short = messages(&format!("{}\n\n{whole}\n\n{whole}", grid[..3].join("\n")));
        assert!(
            short.len() == 3 && short[0].starts_with("4: expected 9 rows, found 3") && short[1..] == ["5", "15"],
            "{short:?}"
        );
        // A row is missing in a grid with gaps that are as wide as those between grids.
        let mut broken = grid.clone();
        broken.remove(4);
        let text = format!(
            "{}\n\n{}\n\n{}\n\n{banded}\n\n{banded}",
            broken[..3].join("\n"),
            broken[3..5].join("\n"),
            broken[5..].join("\n")
        );
        assert!(messages(&text).iter().all(|message| message.contains("expected")), "{:?}", messages(&text));
        // The rest of a grid, and rows of the next one, with nothing between them.
        let text = format!("{}\n\n{}\n{whole}\n{whole}", grid[..4].join("\n"), grid[4..].join("\n"));
        assert!(messages(&text).iter().all(|message| message.contains("expected")), "{:?}", messages(&text));
    }

    #[test]
    fn a_line_of_words_under_a_grid_may_be_a_damaged_row_of_the_next() {
        // Until the next line the row of blanks at the start could be a rule.
        let mut first: Vec<String> = rows(" ").iter().map(|row| row.replace('.', "-")).collect();
        first[0] = "- - - - - - - - -".into();
        let mut second = first.clone();
        second.rotate_left(1);
        second[0] = "5!q5!q5!q5!q".into();
        let text = [first.join("\n"), second.join("\n"), first.join("\n")].join("\n");
        let found = messages(&text);
        assert_eq!(found, ["1", "10:2: expected a digit or a blank, found '!'", "19"]);
    }

    #[test]
    fn an_incomplete_grid_and_the_next_one_are_at_different_lines() {
        let grid = rows("");
        let text = format!("+---+\n{}\n+---+\n{}\n+---+\n{}\n", grid[0], grid[0], grid.join("\n"));
        let found = messages(&text);
        let places: Vec<&str> = found.iter().filter_map(|message| message.split(':').next()).collect();
        assert_eq!(places, ["3", "5", "6"], "{found:?}");
    }

    #[test]
    fn a_grid_is_complete_with_its_ninth_row() {
        for separator in ["", " ", ",", "|"] {
            let text = rows(separator).join("\n") + "\n";
            let mut parser = RowsParser::default();
            let mut records = Records::default();
            for (line, number) in text.lines().zip(1..) {
                parser.line(&Line::new(number, line.as_bytes()), &mut records).unwrap();
            }
            assert_eq!(records.len(), 1, "{separator:?}");
        }
    }

    #[test]
    fn many_ways_to_write_a_grid_are_read() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let write = |before: &str, cell: &dyn Fn(char) -> String, between: &str, after: &str| -> String {
            let row = |row: &[u8]| {
                let cells: Vec<String> = row.iter().map(|&byte| cell(char::from(byte))).collect();
                format!("{before}{}{after}\n", cells.join(between))
            };
            PUZZLE.as_bytes().chunks(9).map(row).collect()
        };
        let plain = |c: char| c.to_string();
        let zero = |c: char| c.to_string().replace('.', "0");
        let null = |c: char| c.to_string().replace('.', "null");
        let empty = |c: char| c.to_string().replace('.', "");
        let space = |c: char| c.to_string().replace('.', " ");
        let plus = |c: char| c.to_string().replace('.', "+");
        let quoted = |c: char| format!("\"{c}\"");
        for text in [
            format!("[\n{}]\n", write("  [", &zero, ", ", "],")),
            format!("{{\n{}}};\n", write("{", &zero, ",", "},")),
            format!("board = [\n{}]\n", write("  [", &null, ", ", "],")),
            format!("{{\"sudoku\": [\n{}],\n\"size\": 9}}\n", write("[", &null, ",", "],")),
            write("[", &quoted, ",", "],"),
            write("", &zero, "\t", ""),
            write("", &empty, ",", ""),
            write("", &empty, ";", ";"),
            write("\"", &plain, "\",\"", "\""),
            write("| ", &space, " | ", " |").replace('\n', "\n+---+---+\n"),
            format!("| | | | | | | | | |\n|---|---|---|---|---|---|---|---|---|\n{}", write("| ", &plain, " | ", " |")),
            write("", &space, "", ""),
            write("", &plus, " ", ""),
            write("> ", &plain, "", ""),
            write("\u{ff0c}", &plain, "", "").replace('\u{ff0c}', "").replace('.', "\u{b7}"),
            write("", &plain, "\u{a0}", ""),
            write("", &plain, "", "")
                .chars()
                .map(|c| if c.is_ascii_digit() { char::from_u32(c as u32 - 0x30 + 0xff10).unwrap() } else { c })
                .collect(),
            write("", &plain, "\n", ""),
            format!("```\n{}```\n", write("", &plain, "", "")),
        ] {
            let records = read(None, text.as_bytes());
            let expected = if text.contains("| | |") { vec![] } else { vec![puzzle] };
            if !expected.is_empty() {
                assert_eq!(records.grids, expected, "{text}");
                assert_eq!(records.len(), 1, "{text}");
            }
        }
    }
}
