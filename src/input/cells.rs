//! A line to cells, whatever stands around them: separators, bars, brackets, quotes, labels.
//!
//! ```text
//! 53..7....                     words of one, three, nine or 81 cells
//! 530 070 000
//! 12 124 5 ...                  words of ascending digits: candidates
//! 5,3,,,7,,,,                   fields, of which an empty one is a blank
//! | 5 | 3 |   |   | 7 |...
//! [[5, 3, null, ...], [6, ...   leaves between brackets: each has as many cells as the others
//! |53 | 7 |   |                 places: a space at the place of a cell is a blank
//! 2: 53..7....                  a label, and any of these
//! 53..7.... # the first         any of these, and a comment
//! 53++7++++                     any of these, with another sign for blanks
//! ```
//!
//! A line is read in the first of these ways that gives nine cells (a row), 81 (a grid) or a multiple of 81. This module knows
//! lines only. Whether its lines agree with each other is for [`super::rows`] to decide.

use super::kinds::{LineKind, kind_without_cells, row_of_blanks};
use super::labels::{self, Label, is_comment, name_of, starts_comment};
use super::lines::Line;
use super::places;
use super::tokens::{Kind, Mask, Token, mask_of, tokenize};
use crate::grid::{CELLS, Grid, cell_from_byte};

/// The separators of fields, in the order in which they are tried.
const SEPARATORS: [u8; 6] = [b',', b';', b'\t', b'|', b'&', b'/'];

/// A cell of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    /// The digits that it can hold; 0 is a blank.
    pub(super) mask: Mask,
    /// How a blank is written: a space is an empty field, [`NAMED`] a word. Of digits only [`DECIMAL`] is a sign.
    pub(super) sign: u8,
    /// Where it is in the line.
    pub(super) at: u32,
}

/// The sign of a word such as `null`, which goes with any other.
pub(super) const NAMED: u8 = b'n';
/// The sign of a digit that is written as `5.0`.
const DECIMAL: u8 = b'd';
/// The sign of an empty field, or of a space at the place of a cell.
pub(super) const EMPTY: u8 = b' ';

/// How the empty cells of a line are found. All rows of a grid that have some must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// None is empty.
    #[default]
    Plain,
    /// There are nine fields, some of them empty.
    Fields,
    /// The same between bars, but there is no bar at the ends.
    Bars,
    /// There are nine fields, some of them empty, and a separator after the last.
    Trailing,
    /// There are nine places, some of them spaces.
    Places,
}

/// How the cells of a line are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    pub(super) shape: Shape,
    /// Nothing separates the cells of a row, or of a box.
    pub(super) is_packed: bool,
    /// All cells are blanks, and the line could be a rule.
    pub(super) may_be_rule: bool,
    /// The first of ten cells, which may be the number of the row. It is not one of the nine, unless the shape is
    /// [`Shape::Trailing`]: then it may be either.
    pub(super) label: Option<u8>,
    /// A name stands in front of the cells, and whether it says that they are a solution.
    pub(super) named: Option<bool>,
}

/// The cells of one line. The memory is used again for the next.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) cells: Vec<Cell>,
    pub(super) layout: Layout,
    pub(super) tokens: Vec<Token>,
}

/// The signs for blanks among some cells, a bit for each ASCII character.
pub(super) fn signs_of(cells: &[Cell]) -> u128 {
    cells.iter().filter(|cell| cell.mask == 0).fold(0, |signs, cell| signs | bit(cell.sign))
}

pub(super) const fn bit(sign: u8) -> u128 {
    1 << (sign & 127)
}

/// Whether signs contradict each other: an empty field, or a sign that is not always a blank, occurs together with another. Words
/// such as `null` do not count.
pub(super) fn disagree(signs: u128) -> bool {
    let native = b"0._-*?xX".iter().fold(bit(NAMED) | bit(EMPTY), |signs, &sign| signs | bit(sign));
    (signs & !native != 0 || signs & bit(EMPTY) != 0) && (signs & !bit(NAMED)).count_ones() > 1
}

impl Cells {
    /// Reads a line, and says what kind it is.
    pub(super) fn read(&mut self, line: &[u8]) -> LineKind {
        let Line { text, indent, .. } = Line::new(0, line);
        if let Some(sign) = row_of_blanks(text) {
            self.clear();
            self.tokens.clear();
            (0..9).for_each(|_| self.push(0, sign, indent));
            (self.layout.may_be_rule, self.layout.is_packed) = (true, text.len() < 12 && sign != EMPTY);
            self.layout.shape = if text[0] == b'|' { Shape::Fields } else { Shape::Plain };
            return LineKind::Row;
        }
        let mut tokens = std::mem::take(&mut self.tokens);
        tokenize(line, None, &mut tokens);
        let mut kind = None;
        // A row has nine cells or eight separators, or places between bars.
        let is_separator = |token: &Token| token.is_separator() || token.kind == Kind::Empty;
        let size = |token: &Token| if token.is_cells() { token.len() } else { usize::from(is_separator(token)) };
        let is_long = text.len() > 17 && !tokens.iter().any(|token| token.is(b'|'));
        let may_have_cells = !is_long || tokens.iter().map(size).sum::<usize>() > 7;
        if may_have_cells && !is_comment(text) {
            kind = self.read_any(&tokens, line).filter(|_| self.are_alike());
        }
        if kind.is_none() && !text.starts_with(b"//") {
            kind = self.read_other_sign(&mut tokens, line);
        }
        if kind.is_none() {
            self.clear();
            tokenize(line, None, &mut tokens);
        }
        self.tokens = tokens;
        kind.unwrap_or_else(|| kind_without_cells(text, &self.tokens, line))
    }

    /// The grid in a text, if it has 81 cells in some way.
    pub(super) fn read_grid(&mut self, text: &[u8]) -> Option<Grid> {
        let is_grid = self.read(text) == LineKind::Grid && !disagree(signs_of(&self.cells));
        let is_digit = |cell: &Cell| cell.mask == 0 || cell.mask.is_power_of_two();
        if !is_grid || !self.cells.iter().all(is_digit) {
            return None;
        }
        let mut grid = Grid::EMPTY;
        for (d, cell) in grid.cells_mut().iter_mut().zip(&self.cells) {
            *d = (u16::BITS - cell.mask.leading_zeros()) as u8;
        }
        Some(grid)
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.layout = Layout::default();
    }

    pub(super) fn push(&mut self, mask: Mask, sign: u8, at: usize) {
        self.cells.push(Cell { mask, sign, at: at as u32 });
    }

    fn push_byte(&mut self, line: &[u8], at: usize) {
        self.push(mask_of(line[at]), line[at], at);
    }

    /// Adds the cells of a token.
    fn push_token(&mut self, token: &Token, line: &[u8]) {
        match token.kind {
            Kind::One(mask) => self.push(mask, if mask == 0 { NAMED } else { DECIMAL }, token.start),
            _ => (token.start..token.end).for_each(|at| self.push_byte(line, at)),
        }
    }

    /// Whether the digits are written alike: all as `5.0`, or none. The first of ten cells may be the number of the row.
    fn are_alike(&self) -> bool {
        let digits = self.cells.iter().filter(|cell| cell.mask != 0);
        let others = digits.clone().filter(|cell| cell.sign != DECIMAL).count();
        others == 0 || others == digits.count() || others == 1 && self.layout.shape == Shape::Trailing
    }

    /// The kind of a line with as many cells as have been read.
    fn kind(&mut self) -> Option<LineKind> {
        match self.cells.len() {
            1 => Some(LineKind::Cell),
            9 => Some(LineKind::Row),
            CELLS => Some(LineKind::Grid),
            n if n == 2 * CELLS && self.is_followed_by_solution() => {
                self.cells.truncate(CELLS);
                Some(LineKind::Grid)
            }
            n if n > CELLS && n.is_multiple_of(CELLS) => Some(LineKind::Grids),
            _ => None,
        }
    }

    /// Whether the second 81 cells are digits and keep the clues of the first.
    fn is_followed_by_solution(&self) -> bool {
        let (puzzle, solution) = self.cells.split_at(CELLS);
        let keeps =
            |(clue, digit): (&Cell, &Cell)| digit.mask.is_power_of_two() && (clue.mask == 0 || clue.mask == digit.mask);
        puzzle.iter().zip(solution).all(keeps) && puzzle.iter().any(|cell| cell.mask == 0)
    }

    fn read_any(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        let kind = self.read_unlabelled(tokens, line).filter(|kind| *kind != LineKind::Cell);
        kind.or_else(|| self.read_places(line, 0))
            .or_else(|| self.read_ten(tokens, line))
            .or_else(|| self.read_after_label(tokens, line))
            .or_else(|| self.read_before_comment(tokens, line))
            .or_else(|| self.read_parts(line))
            .or_else(|| self.read_embedded(tokens, line))
            .or_else(|| self.read_words(tokens, line).then(|| self.kind()).flatten())
    }

    /// Reads tokens without a label.
    fn read_unlabelled(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        if tokens.iter().any(Token::is_bracket) {
            return self.read_leaves(tokens, line);
        }
        let kind = if self.read_words(tokens, line) { self.kind() } else { None };
        // A single cell may stand among empty fields, which make it a row.
        if kind.is_some_and(|kind| kind != LineKind::Cell) {
            return kind;
        }
        SEPARATORS.into_iter().find_map(|separator| {
            let fits = self.read_fields(tokens, line, separator) && matches!(self.cells.len(), 9 | CELLS);
            fits.then(|| self.kind()).flatten()
        })
    }

    /// Reads words of one, three, nine or 81 cells, or of ascending digits that are candidates. Bars and tabs may stand anywhere
    /// between them, other separators only one at a time.
    fn read_words(&mut self, tokens: &[Token], line: &[u8]) -> bool {
        self.clear();
        let (mut words, mut shortest, mut longest, mut after_separator) = (0, usize::MAX, 0, true);
        let (mut are_ascending, mut are_decimals) = (true, true);
        for token in tokens {
            match token.kind {
                Kind::Sep(b'|' | b'\t') => continue,
                Kind::Sep(_) if after_separator => return false,
                Kind::Sep(_) => {
                    after_separator = true;
                    continue;
                }
                Kind::Cells | Kind::One(_) => (),
                _ => return false,
            }
            let word = token.text(line);
            let length = if token.kind == Kind::Cells { word.len() } else { 1 };
            (after_separator, words) = (false, words + 1);
            (shortest, longest) = (shortest.min(length), longest.max(length));
            are_ascending &= token.kind == Kind::Cells && is_ascending(word);
            are_decimals &= token.kind != Kind::Cells || matches!(word, [b'0'..=b'9', b'.']);
            self.push_token(token, line);
        }
        self.layout.is_packed = longest > 1;
        let is_uniform = shortest == longest;
        if is_uniform && longest == 1 {
            return true;
        }
        if are_decimals && matches!(words, 9 | 10 | CELLS) {
            self.read_each(tokens, line, false);
            return true;
        }
        if words == 1 && self.drop_separators(longest) {
            return true;
        }
        if are_ascending && longest <= 9 && matches!(words, 9 | CELLS) && (!is_uniform || longest < 9) {
            self.read_each(tokens, line, true);
            return true;
        }
        is_uniform
            && (words == 1 && longest <= CELLS || matches!((words, longest), (3 | 27, 3) | (9, 9) | (2.., CELLS)))
    }

    /// Removes signs that could be blanks from a word in which they stand after each cell or between boxes: `5.3.0.`, `530-070-000`.
    fn drop_separators(&mut self, length: usize) -> bool {
        let is_between = |at: usize| if length == 11 { at % 4 == 3 } else { at % 2 == 1 };
        let sign = self.cells.get(if length == 11 { 3 } else { 1 }).map_or(0, |cell| cell.sign);
        let fits = |(at, cell): (usize, &Cell)| (cell.sign == sign) == is_between(at);
        let is_word = matches!(length, 11 | 17 | 18) && !sign.is_ascii_digit();
        if !is_word || !self.cells.iter().enumerate().all(fits) {
            return false;
        }
        let mut at = 0;
        self.cells.retain(|_| (!is_between(at), at += 1).0);
        self.layout.is_packed = length == 11;
        true
    }

    /// Reads each word as one cell: all its digits are candidates, or the first character counts, as in `5.` and `nan`, which NumPy
    /// writes for numbers that are not integers.
    fn read_each(&mut self, tokens: &[Token], line: &[u8], are_candidates: bool) {
        self.clear();
        for token in tokens.iter().filter(|token| token.is_cells()) {
            match token.kind {
                Kind::Cells if are_candidates => {
                    let mask = token.text(line).iter().fold(0, |mask, &d| mask | mask_of(d));
                    self.push(mask, line[token.start], token.start);
                }
                Kind::Cells => self.push_byte(line, token.start),
                _ => self.push_token(token, line),
            }
        }
    }

    /// Reads fields of which each is a cell or empty. Beside another separator a tab is a space. Two bars side by side are one, if
    /// they make nine fields so.
    fn read_fields(&mut self, tokens: &[Token], line: &[u8], separator: u8) -> bool {
        let separators = tokens.iter().filter(|token| token.is(separator)).count();
        (8..=2 * CELLS).contains(&separators)
            && (self.try_fields(tokens, line, separator, false)
                && (separator != b'|' || matches!(self.cells.len(), 9 | 10 | CELLS))
                || separator == b'|' && self.try_fields(tokens, line, separator, true))
    }

    fn try_fields(&mut self, tokens: &[Token], line: &[u8], separator: u8, merge_bars: bool) -> bool {
        self.clear();
        let [first, .., last] = tokens else { return false };
        let is_separator = |token: &Token| token.is(separator);
        let separators = tokens.iter().filter(|token| is_separator(token)).count();
        let is_framed = separator == b'|' && separators != 8 && is_separator(first) && is_separator(last);
        let (tokens, mut after, line_end) = match is_framed {
            true => (&tokens[1..tokens.len() - 1], first.end, last.start),
            false => (tokens, first.start, last.end),
        };
        let mut any_empty = false;
        let mut rest = tokens;
        loop {
            let length = rest.iter().position(is_separator).unwrap_or(rest.len());
            let next = rest.get(length);
            let mut inner = rest[..length].iter().filter(|token| !token.is(b'\t'));
            match (inner.next(), inner.next()) {
                (Some(cell), None) if cell.is_one() => self.push_token(cell, line),
                (None, _)
                    if merge_bars
                        && (is_framed || !self.cells.is_empty())
                        && next.map_or(is_framed && line_end == after, |next| next.start == after) => {}
                (None | Some(Token { kind: Kind::Empty, .. }), None) => {
                    any_empty = true;
                    let end = next.map_or(line_end.max(after), |next| next.start);
                    self.push(0, EMPTY, after + (end - after) / 2);
                }
                _ => return false,
            }
            let Some(next) = next else { break };
            after = next.end;
            rest = &rest[length + 1..];
        }
        self.layout.shape = match any_empty {
            false => Shape::Plain,
            true if separator == b'|' && !is_framed => Shape::Bars,
            true => Shape::Fields,
        };
        let is_empty = |at: usize| self.cells[at].mask == 0 && self.cells[at].sign == EMPTY;
        if separator != b'|' && self.cells.len() == 11 && is_empty(3) && is_empty(7) {
            // Empty columns between the boxes of a spreadsheet.
            self.cells.remove(7);
            self.cells.remove(3);
            self.layout.shape = if signs_of(&self.cells) & bit(EMPTY) == 0 { Shape::Plain } else { Shape::Fields };
        }
        let ends = tokens.last().is_some_and(is_separator) && separator != b'|';
        if matches!(self.cells.len(), 10 | 82) && ends {
            self.cells.pop();
            self.layout.shape = Shape::Trailing;
            self.layout.label = line.get(self.cells[0].at as usize).filter(|b| b.is_ascii_digit()).map(|b| b - b'0');
        }
        true
    }

    /// Reads the leaves of a nested array: the cells between an opening bracket and the closing one that follows it. Each leaf has
    /// as many cells as the others. Words outside of the leaves, and indexes such as `int[9]`, are no cells.
    fn read_leaves(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        let (mut all, mut size, mut layout, mut named) = (Vec::new(), 0, Layout::default(), None);
        let (mut start, mut index_end) = (0, 0);
        while start <= tokens.len() {
            let length = tokens[start..].iter().position(Token::is_bracket).unwrap_or(tokens.len() - start);
            let (part, after) = (&tokens[start..start + length], tokens.get(start + length));
            let (before, name) = match &tokens[..start] {
                [.., name, before] => (Some(before), Some(name).filter(|name| name.end == before.start)),
                other => (other.last(), None),
            };
            let opens = before.is_some_and(|token| token.kind == Kind::Open);
            let closes = after.is_some_and(|token| token.kind == Kind::Close);
            // The first and the last leaf may be open: their brackets stand on other lines.
            let is_leaf = opens && (closes || after.is_none()) || before.is_none() && closes;
            let follows_name = name.is_some_and(|name| name.is_word() || name.end == index_end);
            if opens && closes && part.len() <= 3 && follows_name {
                index_end = after.map_or(0, |token| token.end);
            } else if is_leaf && part.iter().any(|token| token.is_cells() || token.kind == Kind::Empty) {
                let cells: usize = part.iter().filter(|token| token.is_cells()).map(Token::len).sum();
                if cells < 5 && part.iter().any(Token::is_word) {
                    start += length + 1;
                    continue;
                }
                let fits = self.read_leaf(part, line) && (size == 0 || size == self.cells.len());
                size = Some(self.cells.len()).filter(|_| fits)?;
                all.append(&mut self.cells);
                layout = self.layout;
            } else if !is_leaf {
                // The other arguments of a function are no cells.
                let is_call = opens && name.is_some_and(Token::is_word);
                let is_digit = |token: &Token| token.is_cells() && token.text(line).iter().any(u8::is_ascii_digit);
                if part.iter().any(is_digit) && !is_call && !part.iter().any(Token::is_word) {
                    return None;
                }
                named = name_of(part, line).or(named);
            }
            start += length + 1;
        }
        let cells = all.len();
        (self.cells, self.layout) = (all, layout);
        let kind = self.kind().filter(|_| matches!(size, 3 | 9) || size != 0 && size.is_multiple_of(CELLS));
        // If a puzzle was followed by its solution, only the puzzle has been kept.
        self.layout.named = named.map(|is_solution| is_solution && self.cells.len() == cells);
        kind
    }

    /// Reads a leaf: words, fields, or the puzzles among the members of an object.
    fn read_leaf(&mut self, tokens: &[Token], line: &[u8]) -> bool {
        if tokens.iter().any(|token| token.is(b':')) {
            self.clear();
            for member in tokens.split(|token| token.is(b',')) {
                if let [name, colon, value] = member
                    && colon.is(b':')
                    && value.kind == Kind::Cells
                    && value.len() == CELLS
                    && name_of(&[*name], line) == Some(false)
                {
                    self.push_token(value, line);
                }
            }
            return !self.cells.is_empty();
        }
        if self.read_words(tokens, line) && (matches!(self.cells.len(), 3 | 9) || self.cells.len() >= CELLS) {
            return true;
        }
        // A comma after the last cell of an open array is not an empty cell, unless there are others.
        let (ends, inner) = match tokens {
            [inner @ .., last] if last.is(b',') => (!inner.last().is_some_and(|token| token.is(b',')), inner),
            _ => (false, tokens),
        };
        let mut fits = |tokens, is_sure: bool| {
            [b',', b';'].into_iter().any(|separator| {
                self.read_fields(tokens, line, separator)
                    && matches!(self.cells.len(), 9 | CELLS)
                    && (is_sure || signs_of(&self.cells[..8]) & bit(EMPTY) != 0)
            })
        };
        fits(tokens, !ends) || ends && fits(inner, true)
    }

    /// Reads a line in which spaces stand where cells can be.
    fn read_places(&mut self, line: &[u8], start: usize) -> Option<LineKind> {
        self.clear();
        let push = |mask, at| self.cells.push(Cell { mask, sign: EMPTY, at: (start + at) as u32 });
        let (step, is_framed) = places::read(&line[start..], push)?;
        self.layout.is_packed = step == 1;
        if !is_framed && signs_of(&self.cells) != 0 {
            self.layout.shape = Shape::Places;
        }
        self.kind()
    }

    /// Reads ten single cells of which the first may be the number of the row.
    fn read_ten(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        if tokens.len() < 10 {
            return None;
        }
        let is_words = self.read_words(tokens, line) && !self.layout.is_packed && self.cells.len() == 10;
        let fields = |separator| self.read_fields(tokens, line, separator) && self.cells.len() == 10;
        if !is_words && !SEPARATORS.into_iter().any(fields) {
            return None;
        }
        let label = self.cells.remove(0);
        let byte = *line.get(label.at as usize)?;
        if !byte.is_ascii_digit() {
            // The numbers of columns, above rows with numbers.
            return (label.mask == 0 && counts(&self.cells)).then_some(LineKind::Text);
        }
        self.layout.label = Some(byte - b'0');
        Some(LineKind::Row)
    }

    /// Reads a row or grid after a label.
    fn read_after_label(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        (1..tokens.len().min(labels::LONGEST)).rev().find_map(|length| {
            let (label, rest) = tokens.split_at(length);
            let sure = Label::of(label, &rest[0], line)? == Label::Sure;
            // A digit before a bar is a cell, not the number of a row in which spaces are blanks.
            let may_be_cell = label.iter().any(Token::is_one) && !label[length - 1].is(b':');
            let kind = match self.read_unlabelled(rest, line) {
                None if rest[0].is(b'|') && !may_be_cell => self.read_places(line, rest[0].start)?,
                kind => kind.filter(|kind| *kind != LineKind::Cell)?,
            };
            // Signs of rules alone may be an underlined title.
            let is_plain = signs_of(&self.cells) & b"-_*=+~:#".iter().fold(0, |signs, &sign| signs | bit(sign)) == 0;
            let any_digit = self.cells.iter().any(|cell| cell.mask != 0);
            self.layout.named = self.layout.named.or(name_of(label, line));
            ((any_digit || is_plain) && (sure || self.layout.is_packed)).then_some(kind)
        })
    }

    /// Reads a row or grid before a comment or the end of a statement.
    fn read_before_comment(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        let near = tokens.len().min(2 * CELLS + labels::LONGEST);
        let end = (1..near).find(|&at| starts_comment(&tokens[at], line))?;
        let tokens = &tokens[..end];
        self.read_unlabelled(tokens, line).or_else(|| self.read_after_label(tokens, line))
    }

    /// Reads words of 81 cells among anything else.
    fn read_embedded(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.clear();
        let is_grid = |token: &&Token| {
            let word = token.text(line);
            token.kind == Kind::Cells && word.len() == CELLS && word.iter().any(|byte| matches!(byte, b'1'..=b'9'))
        };
        tokens.iter().filter(is_grid).for_each(|token| self.push_token(token, line));
        self.kind().map(|_| LineKind::GridsInText)
    }

    /// Reads 81 separated cells with a full stop or the like between rows.
    fn read_parts(&mut self, line: &[u8]) -> Option<LineKind> {
        let is_between_rows = |sign: &u8| memchr::memchr_iter(*sign, line).count() == 8;
        let sign = *b".-/:".iter().find(|sign| is_between_rows(sign))?;
        let plain: Vec<u8> = line.iter().map(|&byte| if byte == sign { b' ' } else { byte }).collect();
        let mut tokens = Vec::new();
        tokenize(&plain, None, &mut tokens);
        let kind = self.read_unlabelled(&tokens, &plain).filter(|kind| *kind == LineKind::Grid)?;
        let before = |at: usize| self.cells.iter().filter(|cell| (cell.at as usize) < at).count();
        let mut ends = memchr::memchr_iter(sign, line);
        ends.all(|at| before(at).is_multiple_of(9)).then_some(kind)
    }

    /// Reads digits and one other sign that fills exactly the blanks. After 81 cells there may be a tail.
    fn read_other_sign(&mut self, tokens: &mut Vec<Token>, line: &[u8]) -> Option<LineKind> {
        let text = line.trim_ascii();
        let has_tail = text.get(CELLS).is_some_and(|byte| b" \t,;#|".contains(byte));
        let indent = line.len() - line.trim_ascii_start().len();
        let parts = [line, if has_tail { &line[..indent + CELLS] } else { b"" }];
        parts.into_iter().find_map(|part| {
            let is_separator = |byte: u8| b" \t,;|\"'`".contains(&byte);
            let sign = *part.iter().find(|&&byte| !is_separator(byte) && !byte.is_ascii_digit())?;
            let may_be_blank = sign.is_ascii_punctuation() && !b"[](){}<>".contains(&sign) || b"oO".contains(&sign);
            let fits = |&byte: &u8| byte == sign || is_separator(byte) || matches!(byte, b'1'..=b'9');
            if cell_from_byte(sign).is_some() || !may_be_blank || !part.iter().all(fits) {
                return None;
            }
            tokenize(part, Some(sign), tokens);
            self.read_unlabelled(tokens, part).filter(|kind| *kind != LineKind::Cell)
        })
    }
}

/// Whether some cells are the numbers from 1, or from 0 if that is written so.
pub(super) fn counts(cells: &[Cell]) -> bool {
    let from_one = cells.iter().zip(0..).all(|(cell, d)| cell.mask == 1 << d);
    let from_zero = || cells[0].sign == b'0' && cells[1..].iter().zip(0..).all(|(cell, d)| cell.mask == 1 << d);
    from_one || cells[0].mask == 0 && from_zero()
}

fn is_ascending(word: &[u8]) -> bool {
    word == b"." || word.is_sorted_by(|a, b| a < b) && matches!(word[0], b'1'..=b'9')
}
