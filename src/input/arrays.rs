//! Arrays of programming languages, JSON and HTML tables on one line: the cells between brackets or tags.

use super::cells::{Cells, Kind, Signs, candidates, is_ascending};
use super::parser::is_solution_name;
use super::tokens::{Token, TokenKind};
use crate::grid::CELLS;

/// The most tokens in an index: two numbers and a comma.
const LONGEST_INDEX: usize = 3;
/// A leaf with a word and this many cells is a damaged row.
const DAMAGED: usize = 5;
/// The most indexes after a name.
const DIMENSIONS: usize = 3;

impl Cells {
    /// Reads the leaves of a nested array: the cells between an opening bracket and the closing one that follows it. Each leaf
    /// has as many cells as the others. Words outside of the leaves, and brackets after a name, such as `int[9]`, are no cells.
    pub(super) fn read_leaves(&mut self, tokens: &[Token], bytes: &[u8]) -> Option<Kind> {
        let mut all = Cells::default();
        let (mut size, mut names_solution) = (None, false);
        let is_bracket = |token: &Token| matches!(token.kind, TokenKind::Open | TokenKind::Close);
        let mut start = 0;
        let mut before = None;
        loop {
            let length = tokens[start..].iter().position(is_bracket).unwrap_or(tokens.len() - start);
            let (part, end) = (&tokens[start..start + length], tokens.get(start + length));
            let (opens, closes) = (is_kind(before, TokenKind::Open), is_kind(end, TokenKind::Close));
            // The first and the last leaf may be open: the brackets stand on other lines.
            let is_leaf = opens && (closes || end.is_none()) || before.is_none() && closes;
            if is_leaf && !is_index(tokens, start) && (!part.is_empty() || opens && closes) {
                let has_text = part.iter().any(|token| token.kind == TokenKind::Word);
                let has_cells = part.iter().any(|token| is_number(token, bytes));
                let is_cell = |token: &&Token| matches!(token.kind, TokenKind::Cells | TokenKind::One(_));
                let cells = part.iter().filter(is_cell).count();
                if (!part.is_empty() || size == Some(1) || size.is_none()) && self.read_leaf(part, bytes) {
                    let count = self.masks.len();
                    if *size.get_or_insert(count) != count {
                        return None;
                    }
                    all.masks.append(&mut self.masks);
                    all.offsets.append(&mut self.offsets);
                    all.signs.add(self.signs);
                    all.decimals += self.decimals;
                    all.depends_on_digits |= self.is_packed;
                    all.has_candidates |= self.has_candidates;
                    all.shape = self.shape;
                } else if has_cells && (!has_text || cells >= DAMAGED) {
                    return None;
                }
            } else if !is_leaf {
                names_solution |= part.iter().any(|token| is_solution_name(&bytes[token.start..token.end]));
                // Numbers beside the brackets of cells may belong to them.
                let is_outside =
                    before.is_none() && part.iter().all(|token| is_number(token, bytes)) && !part.is_empty();
                if is_outside {
                    return None;
                }
            }
            let Some(bracket) = end else { break };
            before = Some(bracket);
            start += length + 1;
        }
        std::mem::swap(&mut all.tokens, &mut self.tokens);
        *self = all;
        self.is_named_solution = names_solution;
        self.is_table = tokens.iter().any(|token| bytes[token.start..].starts_with(b"<td"));
        let cells = self.masks.len();
        let kind = self.kind()?;
        // Of a puzzle and its solution only the puzzle is left.
        self.is_named_solution &= self.masks.len() == cells;
        // Empty brackets are no cells, but the cells of an HTML table may be empty.
        let any_cell = self.signs != Signs::EMPTY || self.masks.iter().any(|&mask| mask != 0);
        let is_empty = size == Some(1) && !any_cell && !self.is_table;
        let fits = match kind {
            Kind::Cell => size == Some(1) && self.is_table,
            _ => size.is_some_and(|size| matches!(size, 1 | 3 | 9) || size.is_multiple_of(CELLS)),
        };
        (fits && !is_empty).then_some(kind)
    }

    /// Reads the candidates of each cell between brackets of its own, as SadMan writes them: `[5][123456789][24]...`.
    pub(super) fn read_bracketed_candidates(&mut self, tokens: &[Token], bytes: &[u8]) -> Option<Kind> {
        self.clear();
        self.has_candidates = true;
        for cell in tokens.chunks(3) {
            let [open, word, close] = cell else { return None };
            let digits = &bytes[word.start..word.end];
            let is_cell =
                open.kind == TokenKind::Open && word.kind == TokenKind::Cells && close.kind == TokenKind::Close;
            if !is_cell || !is_ascending(digits) {
                return None;
            }
            self.push(candidates(digits), word.start);
        }
        self.kind().filter(|kind| *kind == Kind::Row)
    }

    /// Reads a leaf: words, fields, one word of candidates, or nothing, which is a blank.
    fn read_leaf(&mut self, tokens: &[Token], bytes: &[u8]) -> bool {
        self.clear();
        match tokens {
            [] => {
                self.push_blank(b' ', 0);
                return true;
            }
            [word] if word.kind == TokenKind::Cells && matches!(word.len(), 2..9) => {
                let word = &bytes[word.start..word.end];
                if word.len() != 3 || is_ascending(word) {
                    self.has_candidates = true;
                    self.push(candidates(word), tokens[0].start);
                    return is_ascending(word);
                }
            }
            _ => (),
        }
        if self.read_words(tokens, bytes)
            && (matches!(self.masks.len(), 1 | 3 | 9) || self.masks.len().is_multiple_of(CELLS))
        {
            return true;
        }
        if tokens.iter().any(|token| token.is(b':')) {
            return self.read_members(tokens, bytes);
        }
        // A comma after the last cell of an open array is not an empty cell.
        let tokens = match tokens {
            [inner @ .., last] if last.is(b',') && !inner.last().is_some_and(|token| token.is(b',')) => inner,
            _ => tokens,
        };
        [b',', b';'].into_iter().any(|delimiter| {
            self.clear();
            self.read_fields(tokens, bytes, delimiter)
        })
    }

    /// Reads the puzzles among the members of an object.
    fn read_members(&mut self, tokens: &[Token], bytes: &[u8]) -> bool {
        self.clear();
        for member in tokens.split(|token| token.is(b',')) {
            if let [name, colon, value] = member
                && colon.is(b':')
                && value.kind == TokenKind::Cells
                && value.len() == CELLS
                && !is_solution_name(&bytes[name.start..name.end])
            {
                self.push_each(value, bytes);
            }
        }
        !self.masks.is_empty()
    }
}

fn is_kind(token: Option<&Token>, kind: TokenKind) -> bool {
    token.is_some_and(|token| token.kind == kind)
}

fn is_number(token: &Token, bytes: &[u8]) -> bool {
    matches!(token.kind, TokenKind::Cells | TokenKind::One(_))
        && bytes[token.start..token.end].iter().any(u8::is_ascii_digit)
}

/// Whether the bracket before the token at `start` opens an index, as in `int[9][9]` and `new int[9, 9]`: it follows a name or
/// another index.
pub(super) fn is_index(tokens: &[Token], start: usize) -> bool {
    let kind_at = |at: usize| tokens.get(at).map(|token| token.kind);
    let Some(mut open) = start.checked_sub(1) else { return false };
    if (0..=LONGEST_INDEX).all(|length| kind_at(start + length) != Some(TokenKind::Close)) {
        return false;
    }
    for _ in 0..DIMENSIONS {
        let Some(before) = open.checked_sub(1).filter(|&before| tokens[before].end == tokens[open].start) else {
            return false;
        };
        match tokens[before].kind {
            TokenKind::Word => return true,
            TokenKind::Close => (),
            _ => return false,
        }
        let is_open = |at: &usize| kind_at(*at) == Some(TokenKind::Open);
        let Some(other) = (before.saturating_sub(LONGEST_INDEX + 1)..before).rev().find(is_open) else { return false };
        open = other;
    }
    false
}
