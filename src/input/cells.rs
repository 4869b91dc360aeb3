//! A line to cells, whatever stands around them: separators, bars, brackets, quotes, labels.
//!
//! ```text
//! 53..7....                     packed: one word
//! 530 070 000                   words of one, three or nine cells
//! 5,3,,,7,,,,                   fields, of which an empty one is a blank
//! | 5 | 3 |   |   | 7 |...      fields between bars
//! |53 | 7 |   |                 boxes between bars, in which a space is a blank
//! 53  7                         nine characters, of which a space is a blank
//! [[5, 3, null, ...], [6, ...   leaves between brackets
//! 12 124 5 ...                  words of ascending digits: candidates
//! 2: 53..7....                  a label, and any of these
//! ```
//!
//! This module knows lines only. Whether its lines agree with each other is for [`super::rows`] to decide.

use super::lines::Line;
use crate::grid::{CELLS, Grid, cell_from_byte};

/// A cell: the digits it can hold, digit d being bit d - 1; 0 is a blank.
pub(super) type Mask = u16;

/// The separators of words.
const WORD_ENDS: &[u8] = b" \t,;|\"'`";
/// The separators of fields.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// A line of these alone is a rule, unless it is a row of blanks.
const RULE: &[u8] = b"-+=|*_~:.'`, \t;[](){}<>/\\";
/// What an empty cell is called.
const NULLS: [&[u8]; 8] = [b"null", b"none", b"nan", b"nil", b"na", b"n/a", b"undefined", b"-1"];
/// The longest line that may have 81 cells and their solution.
const LONGEST: usize = 8192;

/// What a line consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nine cells: [`Cells`] has them.
    Row,
    /// 81 cells.
    Grid,
    /// One cell.
    Cell,
    /// At most four characters, with a digit or letter: a row that is far too short, or a number between grids.
    Short,
    /// Nothing but the characters of frames and brackets.
    Rule,
    /// A comment, or a line such as `Version 2`: not part of a grid.
    Comment,
    /// Words.
    Text,
    /// Mostly cells, but not nine.
    Malformed,
}

/// How the cells of a line were counted. All rows of a grid that have empty fields must have the same shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// No field is empty.
    #[default]
    Plain,
    /// There are nine fields, some of them empty.
    WithEmpty,
    /// There are nine fields, some of them empty, and a delimiter after the last.
    Trailing,
    /// There are nine characters, some of them spaces.
    Spaces,
}

/// The signs that stand for blanks in a line: a bit for each ASCII character. A space is an empty field, `n` a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs(u128);

impl Signs {
    pub(super) fn of(sign: u8) -> Signs {
        Signs(1 << (sign & 127))
    }

    pub(super) fn add(&mut self, other: Signs) {
        self.0 |= other.0;
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is no sign but this one.
    pub(super) fn is_at_most(self, other: Signs) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether these signs are blanks wherever they stand.
    pub(super) fn are_native(self) -> bool {
        let native: u128 = b"0._-*?xXn ".iter().fold(0, |signs, &sign| signs | 1 << sign);
        self.0 & !native == 0
    }

    /// Whether the signs contradict each other: an empty field, or a sign that is not always a blank, occurs together
    /// with another sign. Words such as `null` do not count.
    pub(super) fn disagree(self) -> bool {
        let named = Signs::of(b'n').0;
        let has_empty = self.0 & Signs::of(b' ').0 != 0;
        (!self.are_native() || has_empty) && (self.0 & !named).count_ones() > 1
    }
}

/// The cells of one line. The memory is used again for the next.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) masks: Vec<Mask>,
    /// Where in the line each cell is.
    pub(super) offsets: Vec<usize>,
    /// What stands for blanks.
    pub(super) signs: Signs,
    /// Nothing separates the cells of a row, or of a box.
    pub(super) is_packed: bool,
    pub(super) shape: Shape,
    /// The first of ten cells, which may be the number of the row. It is not one of the nine, unless the shape is
    /// [`Shape::Trailing`]: then it may be either.
    pub(super) label: Option<u8>,
    /// All cells are blanks, shown by this sign, and the line could be a rule.
    pub(super) may_be_rule: bool,
    /// The digits of some words are candidates.
    pub(super) has_candidates: bool,
    /// Memory for a line with its blanks replaced.
    scratch: Vec<u8>,
}

impl Cells {
    /// Reads a line, of which `text` starts at `indent`.
    pub(super) fn read(&mut self, bytes: &[u8], text: &[u8], indent: usize) -> Kind {
        self.clear();
        if text.len() <= LONGEST
            && let Some(kind) = self.read_any(bytes, text, indent)
        {
            self.may_be_rule = kind == Kind::Row && is_row_of_blanks(text);
            return kind;
        }
        self.clear();
        if is_comment(text) {
            return Kind::Comment;
        }
        if text.iter().all(|byte| RULE.contains(byte)) {
            let dots_only = text.iter().all(|byte| b". \t".contains(byte));
            return if dots_only && text.contains(&b'.') { Kind::Malformed } else { Kind::Rule };
        }
        let cells = text.iter().filter(|&&byte| cell_from_byte(byte).is_some()).count();
        let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
        let letters = text.iter().filter(|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte)).count();
        let visible = text.iter().filter(|byte| !b" \t,;|[](){}\"'`".contains(byte)).count();
        let is_name =
            text.len() > 2 && b"\"'".contains(&text[0]) && text[1].is_ascii_alphabetic() && text.contains(&b':');
        if is_name {
            return Kind::Text;
        }
        // Seven delimiters make a row, unless they stand between the names of columns.
        let delimiters = |delimiter: u8| memchr::memchr_iter(delimiter, text).count();
        if letters < 7 && DELIMITERS.into_iter().any(|delimiter| (7..=11).contains(&delimiters(delimiter))) {
            return Kind::Malformed;
        }
        if visible <= 4 && (digits > 0 || letters == 1) {
            return Kind::Short;
        }
        if letters == 0 && digits == 0 && visible <= 4 {
            return Kind::Malformed;
        }
        let is_word = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count() >= 2 && letters > 1;
        if cells >= 5 && 2 * cells > visible && digits > 0 && !is_word || cells >= CELLS / 2 && !is_word {
            Kind::Malformed
        } else {
            Kind::Text
        }
    }

    /// The grid in a line, if it has 81 cells in some way.
    pub(super) fn read_grid(&mut self, bytes: &[u8]) -> Option<Grid> {
        let line = Line::new(0, bytes);
        if self.read(bytes, line.text, line.indent) != Kind::Grid || self.has_candidates || self.signs.disagree() {
            return None;
        }
        let mut grid = Grid::EMPTY;
        for (d, mask) in grid.cells_mut().iter_mut().zip(&self.masks) {
            *d = if *mask == 0 { 0 } else { mask.trailing_zeros() as u8 + 1 };
        }
        Some(grid)
    }

    fn clear(&mut self) {
        self.masks.clear();
        self.offsets.clear();
        self.signs = Signs::default();
        (self.is_packed, self.may_be_rule, self.has_candidates) = (false, false, false);
        (self.shape, self.label) = (Shape::Plain, None);
    }

    fn push(&mut self, mask: Mask, offset: usize) {
        self.masks.push(mask);
        self.offsets.push(offset);
    }

    fn push_blank(&mut self, sign: u8, offset: usize) {
        self.signs.add(Signs::of(sign));
        self.push(0, offset);
    }

    /// Adds a character that is a cell.
    fn push_byte(&mut self, byte: u8, offset: usize) -> bool {
        match cell_from_byte(byte) {
            Some(0) => self.push_blank(byte, offset),
            Some(d) => self.push(1 << (d - 1), offset),
            None => return false,
        }
        true
    }

    /// The kind of a line with as many cells as have been read.
    fn kind(&mut self) -> Option<Kind> {
        match self.masks.len() {
            1 => Some(Kind::Cell),
            9 => Some(Kind::Row),
            CELLS => Some(Kind::Grid),
            n if n == 2 * CELLS && self.is_followed_by_solution() => {
                self.masks.truncate(CELLS);
                self.offsets.truncate(CELLS);
                Some(Kind::Grid)
            }
            _ => None,
        }
    }

    /// Whether the second 81 cells are digits and keep the clues of the first.
    fn is_followed_by_solution(&self) -> bool {
        let (puzzle, solution) = self.masks.split_at(CELLS);
        puzzle.iter().zip(solution).all(|(&clue, &digit)| digit.is_power_of_two() && (clue == 0 || clue == digit))
            && puzzle.contains(&0)
    }

    fn read_any(&mut self, bytes: &[u8], text: &[u8], indent: usize) -> Option<Kind> {
        self.read_part(text, indent)
            .or_else(|| self.read_spaces(bytes))
            .or_else(|| self.read_ten(text, indent))
            .or_else(|| self.read_grid_of_parts(text, indent))
            .or_else(|| self.read_other_sign(text, indent))
            .or_else(|| self.read_without_label(text, indent))
            .or_else(|| self.read_without_tail(text, indent))
    }

    /// Reads a text without a label.
    fn read_part(&mut self, text: &[u8], base: usize) -> Option<Kind> {
        let is_bracket = |byte: &u8| b"[](){}".contains(byte);
        if text.iter().any(is_bracket) {
            return self.read_leaves(text, base);
        }
        self.clear();
        let kind = if self.read_words(text, base) { self.kind() } else { None };
        if matches!(kind, Some(Kind::Row | Kind::Grid)) {
            return kind;
        }
        for delimiter in DELIMITERS {
            self.clear();
            if memchr::memchr(delimiter, text).is_some()
                && self.read_fields(text, base, delimiter)
                && matches!(self.masks.len(), 9 | CELLS)
            {
                return self.kind();
            }
        }
        self.clear();
        if self.read_boxes(text, base) {
            return self.kind();
        }
        // One cell among empty fields is a row, as tried above.
        self.clear();
        if kind.is_some() && self.read_words(text, base) { kind } else { None }
    }

    /// Reads words of one, three or nine cells, or of ascending digits that are candidates.
    fn read_words(&mut self, text: &[u8], base: usize) -> bool {
        let (mut words, mut shortest, mut longest) = (0, usize::MAX, 0);
        let mut ascending = true;
        let mut after_delimiter = true;
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            if WORD_ENDS.contains(&byte) {
                let is_delimiter = b",;".contains(&byte);
                if is_delimiter && after_delimiter {
                    return false;
                }
                after_delimiter |= is_delimiter;
                at += 1;
                continue;
            }
            after_delimiter = false;
            let length = text[at..].iter().take_while(|byte| !WORD_ENDS.contains(byte)).count();
            let word = &text[at..at + length];
            if length > 1 && is_null(word) {
                self.push_blank(b'n', base + at);
                (shortest, ascending) = (1, false);
                longest = longest.max(1);
            } else {
                for (i, &byte) in word.iter().enumerate() {
                    if !self.push_byte(byte, base + at + i) {
                        return false;
                    }
                }
                (shortest, longest) = (shortest.min(length), longest.max(length));
                ascending &= word.is_sorted_by(|a, b| a < b) && word[0].is_ascii_digit() && word[0] != b'0';
            }
            words += 1;
            at += length;
        }
        self.is_packed = longest > 1;
        let is_uniform = shortest == longest && (longest == 1 || words == 1);
        let is_grouped = shortest == longest && matches!((words, longest), (3, 3) | (27, 3) | (9, 9) | (2, CELLS));
        let same = words == 9 && ascending && longest == 9 && shortest == 9;
        if is_uniform || is_grouped && !same {
            return words == 1 || !text.ends_with(b",,");
        }
        if matches!(words, 9 | CELLS) && ascending && longest <= 9 {
            self.merge_candidates(text, base);
            return true;
        }
        false
    }

    /// Makes each word of digits one cell.
    fn merge_candidates(&mut self, text: &[u8], base: usize) {
        self.clear();
        self.has_candidates = true;
        let mut at = 0;
        for word in text.split(|byte| WORD_ENDS.contains(byte)) {
            if !word.is_empty() {
                self.push(word.iter().fold(0, |mask, &d| mask | 1 << (d - b'1')), base + at);
            }
            at += word.len() + 1;
        }
    }

    /// Reads fields of which each is a cell or empty.
    fn read_fields(&mut self, text: &[u8], base: usize, delimiter: u8) -> bool {
        let is_bar = delimiter == b'|';
        let mut start = 0;
        let mut end = text.len();
        if is_bar {
            start += text.iter().take_while(|&&byte| byte == b'|').count();
            end -= text[start..].iter().rev().take_while(|&&byte| byte == b'|').count();
        }
        let mut any_empty = false;
        loop {
            let length = memchr::memchr(delimiter, &text[start..end]).unwrap_or(end - start);
            let field = &text[start..start + length];
            let is_space = |byte: &u8| b" \t\"'`".contains(byte);
            let first = field.iter().position(|byte| !is_space(byte));
            match first {
                None => {
                    any_empty = true;
                    self.push_blank(b' ', base + start);
                }
                Some(first) => {
                    let last = field.iter().rposition(|byte| !is_space(byte)).unwrap_or(first);
                    let word = &field[first..=last];
                    let offset = base + start + first;
                    let read = match word {
                        [byte] => self.push_byte(*byte, offset),
                        _ if is_null(word) => {
                            self.push_blank(b'n', offset);
                            true
                        }
                        _ => false,
                    };
                    if !read {
                        // A row may have a letter in front of it.
                        if self.masks.is_empty() && word.len() <= 3 && word[0].is_ascii_alphabetic() && is_bar {
                            start += length + 1;
                            start += text[start.min(end)..end].iter().take_while(|&&byte| byte == b'|').count();
                            if start <= end {
                                continue;
                            }
                        }
                        return false;
                    }
                }
            }
            start += length;
            if start >= end {
                break;
            }
            start += 1;
            if is_bar {
                start += text[start..end].iter().take_while(|&&byte| byte == b'|').count();
            }
            if self.masks.len() > 2 * CELLS {
                return false;
            }
        }
        self.shape = if any_empty { Shape::WithEmpty } else { Shape::Plain };
        if matches!(self.masks.len(), 10 | 82) && text.ends_with(&[delimiter]) && !is_bar {
            self.masks.pop();
            self.offsets.pop();
            self.shape = Shape::Trailing;
            self.label = text.first().filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
        }
        true
    }

    /// Reads three boxes between bars, of the same width, in which spaces are blanks.
    fn read_boxes(&mut self, text: &[u8], base: usize) -> bool {
        let Some(inner) = text.strip_prefix(b"|").and_then(|text| text.strip_suffix(b"|")) else { return false };
        let mut start = 1;
        let mut boxes = 0;
        let mut width = None;
        for part in inner.split(|&byte| byte == b'|') {
            let (first, step) = match part.len() {
                3 => (0, 1),
                5 => (0, 2),
                7 => (1, 2),
                _ => return false,
            };
            if *width.get_or_insert(part.len()) != part.len() {
                return false;
            }
            for (at, &byte) in part.iter().enumerate() {
                let is_place = at >= first && (at - first) % step == 0 && (at - first) / step < 3;
                match byte {
                    b' ' if is_place => self.push_blank(b' ', base + start + at),
                    b' ' => (),
                    b'1'..=b'9' if is_place => {
                        self.push_byte(byte, base + start + at);
                    }
                    _ => return false,
                }
            }
            start += part.len() + 1;
            boxes += 1;
        }
        self.is_packed = width == Some(3);
        boxes == 3
    }

    /// Reads nine, 17 or 81 characters that are digits and spaces, with a space for a blank.
    fn read_spaces(&mut self, bytes: &[u8]) -> Option<Kind> {
        self.clear();
        if memchr::memchr(b'\t', bytes).is_some() {
            // Tabs at the ends of a line may stand between empty fields.
            return (self.read_fields(bytes, 0, b'\t') && self.masks.len() == 9).then_some(Kind::Row);
        }
        let step = match bytes.len() {
            9 | CELLS => 1,
            17 => 2,
            _ => return None,
        };
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b' ' if at % step == 0 => self.push_blank(b' ', at),
                b' ' => (),
                b'1'..=b'9' if at % step == 0 => {
                    self.push_byte(byte, at);
                }
                _ => return None,
            }
        }
        // Digits with a space between each two are too few cells rather than nine.
        let is_spaced = step == 1 && bytes.iter().enumerate().all(|(at, &byte)| (byte == b' ') == (at % 2 == 1));
        let is_blank = self.masks.iter().all(|&mask| mask == 0);
        self.is_packed = step == 1;
        self.shape = if self.signs.is_empty() { Shape::Plain } else { Shape::Spaces };
        let is_too_short = bytes.len() == CELLS && !bytes.trim_ascii().contains(&b' ');
        if is_too_short || is_spaced || is_blank || !self.signs.is_empty() && bytes.len() == 17 && self.masks.len() != 9
        {
            return None;
        }
        self.kind()
    }

    /// Reads ten single cells of which the first may be the number of the row.
    fn read_ten(&mut self, text: &[u8], base: usize) -> Option<Kind> {
        self.clear();
        let is_words = self.read_words(text, base) && !self.is_packed && self.masks.len() == 10;
        if !is_words {
            let fields = DELIMITERS.into_iter().any(|delimiter| {
                self.clear();
                memchr::memchr(delimiter, text).is_some()
                    && self.read_fields(text, base, delimiter)
                    && self.masks.len() == 10
            });
            if !fields {
                return None;
            }
        }
        let label = *text.get(self.offsets[0] - base)?;
        if !label.is_ascii_digit() {
            return None;
        }
        self.label = Some(label - b'0');
        self.masks.remove(0);
        self.offsets.remove(0);
        if label == b'0' && !self.masks.contains(&0) {
            self.signs = Signs::default();
        }
        Some(Kind::Row)
    }

    /// Reads the leaves of a nested array: each has nine cells, or three, or 81. Words outside of the brackets, and brackets
    /// after a name, such as `int[9]`, are no cells.
    fn read_leaves(&mut self, text: &[u8], base: usize) -> Option<Kind> {
        // An assignment has its type and name in front.
        let begin = memchr::memrchr(b'=', text).map_or(0, |at| at + 1);
        let mut all = Cells::default();
        let (mut start, mut after_name) = (begin, false);
        let mut size = None;
        let mut is_open = false;
        let mut brackets = 0;
        for at in begin..=text.len() {
            let is_bracket = text.get(at).is_none_or(|byte| b"[](){}".contains(byte));
            if !is_bracket {
                continue;
            }
            let (part, part_start) = (&text[start..at], start);
            start = at + 1;
            let opens = text.get(at).is_some_and(|byte| b"[({".contains(byte));
            brackets += usize::from(at < text.len());
            let trimmed = part.trim_ascii();
            if trimmed.is_empty() || trimmed.iter().all(|byte| b",; \t:".contains(byte)) && !is_open {
                (after_name, is_open) = (false, opens);
                continue;
            }
            let was_open = std::mem::replace(&mut is_open, opens);
            let was_name = std::mem::take(&mut after_name);
            // Cells before an opening bracket are not inside of any.
            let is_leaf = !opens && !was_name;
            if is_leaf
                && (at < text.len() || was_open || brackets == 0)
                && self.read_leaf(trimmed, base + part_start + leading(part))
            {
                let count = self.masks.len();
                if *size.get_or_insert(count) != count || !matches!(count, 3 | 9 | CELLS) {
                    return None;
                }
                all.masks.extend_from_slice(&self.masks);
                all.offsets.extend_from_slice(&self.offsets);
                all.signs.add(self.signs);
                all.has_candidates |= self.has_candidates;
                all.shape = self.shape;
                continue;
            }
            let is_word = trimmed.iter().any(u8::is_ascii_alphabetic) || trimmed.ends_with(b"!");
            if is_leaf && !is_word && part.iter().any(u8::is_ascii_digit) {
                return None;
            }
            after_name = opens && is_word;
        }
        let scratch = std::mem::take(&mut self.scratch);
        *self = all;
        self.scratch = scratch;
        self.kind().filter(|kind| *kind != Kind::Cell)
    }

    fn read_leaf(&mut self, text: &[u8], base: usize) -> bool {
        self.clear();
        // A comma after the last cell of an open array is not an empty cell.
        let text = text.strip_suffix(b",").filter(|text| !text.ends_with(b",")).unwrap_or(text);
        if self.read_words(text, base) && matches!(self.masks.len(), 3 | 9 | CELLS) {
            return true;
        }
        DELIMITERS.into_iter().take(2).any(|delimiter| {
            self.clear();
            memchr::memchr(delimiter, text).is_some() && self.read_fields(text, base, delimiter)
        })
    }

    /// Reads nine rows on one line, with a sign between them that does not stand between cells.
    fn read_grid_of_parts(&mut self, text: &[u8], base: usize) -> Option<Kind> {
        if text.len() < CELLS {
            return None;
        }
        b"./;|:-\\".iter().find_map(|&separator| {
            let inner = text.strip_suffix(&[separator]).unwrap_or(text);
            if inner.iter().filter(|&&byte| byte == separator).count() != 8 {
                return None;
            }
            let mut all = Cells::default();
            let mut start = 0;
            for part in inner.split(|&byte| byte == separator) {
                let skipped = leading(part);
                if self.read_part(part.trim_ascii(), base + start + skipped) != Some(Kind::Row) {
                    return None;
                }
                all.masks.extend_from_slice(&self.masks);
                all.offsets.extend_from_slice(&self.offsets);
                all.signs.add(self.signs);
                start += part.len() + 1;
            }
            let scratch = std::mem::take(&mut self.scratch);
            *self = all;
            self.scratch = scratch;
            self.kind()
        })
    }

    /// Reads digits and one other sign that fills exactly the blanks.
    fn read_other_sign(&mut self, text: &[u8], base: usize) -> Option<Kind> {
        let is_sign = |byte: u8| !byte.is_ascii_digit() && !WORD_ENDS.contains(&byte) && byte.is_ascii_graphic();
        let sign = *text.iter().find(|&&byte| is_sign(byte))?;
        if cell_from_byte(sign).is_some()
            || b"[](){}".contains(&sign)
            || sign.is_ascii_alphabetic() && !b"oO".contains(&sign)
            || !text.iter().all(|&byte| byte == sign || WORD_ENDS.contains(&byte) || matches!(byte, b'1'..=b'9'))
        {
            return None;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend(text.iter().map(|&byte| if byte == sign { b'.' } else { byte }));
        let kind = self.read_part(&scratch, base).filter(|kind| matches!(kind, Kind::Row | Kind::Grid));
        self.scratch = scratch;
        self.signs = Signs::of(sign);
        kind
    }

    /// Reads a row or grid after a label: a quotation mark, a line number, the name of a row.
    fn read_without_label(&mut self, text: &[u8], base: usize) -> Option<Kind> {
        let quoted = text.iter().take_while(|byte| b"> ".contains(byte)).count();
        if text.starts_with(b">") {
            return self.read_rest(text, quoted, base);
        }
        let word = text.iter().take_while(|byte| !b" \t|:.)=,".contains(byte)).count();
        let is_number = (1..=6).contains(&word) && text[..word].iter().all(u8::is_ascii_digit);
        let is_name = word <= 6
            && text[..word].iter().all(u8::is_ascii_alphanumeric)
            && text.first().is_some_and(|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte));
        if is_number || is_name {
            let ends: &[u8] = if is_name { b" \t|:.)=" } else { b" \t:.)" };
            let end = text[word..].iter().take_while(|byte| ends.contains(byte)).count() + word;
            // A number could be a cell if nothing but spaces follows, or digits as in 5.0.
            let is_sure = is_name
                || text[word..end].iter().any(|byte| b":)".contains(byte))
                || text[word..end].starts_with(b". ");
            let is_packed = text[word..end].iter().all(|byte| b" \t".contains(byte));
            if let Some(kind) = self.read_rest(text, end.min(word + 3), base)
                && end > word
                && (is_sure || is_packed && self.is_packed)
            {
                return Some(kind);
            }
        }
        let colon = memchr::memchr_iter(b':', &text[..text.len().min(200)]).find(|&colon| {
            let name = &text[..colon];
            !name.contains(&b' ') && name.iter().any(u8::is_ascii_alphanumeric) && colon + 1 < text.len()
        })?;
        let rest = &text[colon + 1..];
        let number = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let with_number = (number > 0 && rest.get(number) == Some(&b':')).then_some(colon + number + 2);
        with_number
            .and_then(|start| self.read_rest(text, start, base))
            .or_else(|| self.read_rest(text, colon + 1, base))
    }

    /// Reads a row or grid before a comment or the end of a statement, and 81 cells before anything.
    fn read_without_tail(&mut self, text: &[u8], base: usize) -> Option<Kind> {
        if text.get(CELLS).is_some_and(|byte| b" \t,;#|".contains(byte))
            && let Some(kind) = self.read_other_sign(&text[..CELLS], base)
        {
            return Some(kind);
        }
        let ends: [&[u8]; 5] = [b" #", b"//", b" --", b" \\", b";"];
        let end = ends.iter().filter_map(|end| memchr::memmem::find(text, end)).min().filter(|&end| end >= 9)?;
        let part = text[..end].trim_ascii_end();
        self.read_part(part, base).filter(|kind| matches!(kind, Kind::Row | Kind::Grid))
    }

    fn read_rest(&mut self, text: &[u8], start: usize, base: usize) -> Option<Kind> {
        let rest = text.get(start..)?;
        let skipped = leading(rest);
        let kind = self.read_part(&rest[skipped..], base + start + skipped)?;
        // Lines of other signs may be underlined words.
        let mut plain = Signs::of(b'0');
        plain.add(Signs::of(b'.'));
        let is_sure =
            self.masks.iter().any(|&mask| mask != 0) || text.starts_with(b">") || self.signs.is_at_most(plain);
        (matches!(kind, Kind::Row | Kind::Grid) && is_sure).then_some(kind)
    }
}

/// The number of spaces and tabs at the start of a text.
fn leading(text: &[u8]) -> usize {
    text.iter().take_while(|byte| b" \t".contains(byte)).count()
}

fn is_null(word: &[u8]) -> bool {
    word[0].is_ascii_alphabetic() | (word[0] == b'-') && NULLS.iter().any(|null| word.eq_ignore_ascii_case(null))
}

/// Whether a line is a comment of some language. After `--` or `;` comes a word.
fn is_comment(text: &[u8]) -> bool {
    match text {
        [b'#' | b'%', ..] => true,
        [b'/', b'/' | b'*', ..] | [b'*', b'/', ..] => true,
        [b'-', b'-', rest @ ..] | [b';', rest @ ..] => {
            rest.trim_ascii_start().iter().take(2).filter(|byte| byte.is_ascii_alphabetic()).count() == 2
        }
        _ => text.starts_with(b"Simple Sudoku") || text.starts_with(b"Version "),
    }
}

/// Whether a line has nine identical characters that rules are made of (not only `=`), packed, in words of three or with a
/// space between them; or
/// only delimiters.
fn is_row_of_blanks(text: &[u8]) -> bool {
    let Some(&sign) = text.first() else { return false };
    if !b"-*_=+~:#,;|".contains(&sign) {
        return false;
    }
    let count = text.iter().filter(|&&byte| byte == sign).count();
    let is_alone = text.iter().all(|&byte| byte == sign || byte == b' ');
    is_alone && (count == 9 && matches!(text.len(), 9 | 11 | 17) || count == 8 && text.len() == 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind of a line, and its cells as digits.
    fn read(line: &str) -> (Kind, String) {
        let mut cells = Cells::default();
        let text = line.as_bytes().trim_ascii();
        let kind = cells.read(line.as_bytes(), text, leading(line.as_bytes()));
        let digit = |&mask: &Mask| if mask == 0 { '.' } else { char::from(b'1' + mask.trailing_zeros() as u8) };
        (kind, cells.masks.iter().map(digit).collect())
    }

    #[test]
    fn nine_cells_are_a_row_whatever_stands_around_them() {
        for line in [
            "53..7....",
            "530070000",
            "530 070 000",
            "53. | .7. | ...",
            "|53.|.7.|...|",
            "5 3 0 0 7 0 0 0 0",
            "5 3 . | . 7 . | . . .",
            "|5 3 .|. 7 .|. . .|",
            "5,3,.,.,7,.,.,.,.,",
            "5, 3, 0, 0, 7, 0, 0, 0, 0",
            "[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "[[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            " { 5, 3, 0, 0, 7, 0, 0, 0, 0 }};",
            "int grid[9][9] = {{5, 3, 0, 0, 7, 0, 0, 0, 0},",
            "new int[9, 9] { { 5, 3, 0, 0, 7, 0, 0, 0, 0 },",
            "[5 3 0 0 7 0 0 0 0]",
            "array([[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "[5, 3, null, null, 7, None, NaN, nil, -1],",
            "[\"5\", \"3\", \".\", \".\", \"7\", \".\", \".\", \".\", \".\"],",
            "['5','3','','','7','','','',''],",
            "\"53..7....\",",
            "5,3,,,7,,,,",
            "5;3;;;7;;;;",
            "5\t3\t\t\t7\t\t\t\t",
            "\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\"\"",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "| 5 | 3 |   || 0 | 7 |   ||   |   |   |",
            "A | 5 | 3 |   |   | 7 |   |   |   |   |",
            "|53 | 7 |   |",
            "| 5 3   |   7   |       |",
            "53  7    ",
            "5 3     7        ",
            "53++7++++",
            "5 3 + + 7 + + + +",
            "53::7::::",
            "> 53..7....",
            "12:53..7....",
            "file.txt:12:53..7....",
            "1. 53..7....",
            "A 53..7....",
            "r1: 5 3 . . 7 . . . .",
            "1 53..7....",
            "1,5,3,,,7,,,,.",
            "1 5 3 . . 7 . . . .",
            "53..7.... # the first",
            "53..7.... // the first",
        ] {
            assert_eq!(read(line), (Kind::Row, "53..7....".into()), "{line:?}");
        }
    }

    #[test]
    fn other_lines_are_not_rows() {
        for (line, kind) in [
            ("53..7...", Kind::Malformed),
            ("0,5,3,,,7,,,,0,", Kind::Malformed),
            ("53..7.....", Kind::Malformed),
            ("5 30 . . 7 . . . .", Kind::Malformed),
            ("5 3,,. 7 . . . .", Kind::Malformed),
            ("53q.7....", Kind::Malformed),
            ("[5, 3, 0, 0, 7, 0, 0, 0],", Kind::Malformed),
            ("530070000 600195000", Kind::Malformed),
            ("2", Kind::Cell),
            ("[", Kind::Rule),
            ("9 9", Kind::Short),
            ("001", Kind::Short),
            ("1.", Kind::Short),
            ("Grid01", Kind::Text),
            ("very-hard:", Kind::Text),
            ("---+---+---", Kind::Rule),
            ("|---|---|---|---|---|---|---|---|---|", Kind::Rule),
            ("+-----+", Kind::Rule),
            ("// comment", Kind::Comment),
            ("-- comment", Kind::Comment),
            ("; comment", Kind::Comment),
            ("Solved in 0.02 s", Kind::Text),
            ("];", Kind::Rule),
            ("board = [", Kind::Text),
            ("................", Kind::Malformed),
        ] {
            assert_eq!(read(line).0, kind, "{line:?}");
        }
    }

    #[test]
    fn eighty_one_cells_are_a_grid_with_or_without_their_solution() {
        let row = [5, 3, 0, 0, 7, 0, 0, 0, 0].map(|d| d.to_string());
        let joined = |between: &str, rows: &str| vec![row.join(between); 9].join(rows);
        for line in [
            joined("", ""),
            joined(" ", " "),
            joined(",", ","),
            joined("", " "),
            joined("", "/"),
            joined(",", "."),
            format!("[[{}]]", joined(",", "],[")),
            format!("[[\"{}\"]]", joined("\",\"", "\"],[\"")),
            joined(",", ",").replace('0', ""),
            format!("{} {}", joined(" ", " "), joined(" ", " ").replace('0', "9")),
        ] {
            assert_eq!(read(&line), (Kind::Grid, "53..7....".repeat(9)), "{line:?}");
        }
        assert_eq!(read(&format!("{},9", joined(",", ","))).0, Kind::Malformed);
    }

    #[test]
    fn words_of_ascending_digits_are_candidates() {
        let mut cells = Cells::default();
        let text = b"| 12 5 3 | 123456789 4 6 | 7 8 9 |";
        assert_eq!(cells.read(text, text, 0), Kind::Row);
        assert!(cells.has_candidates && cells.masks[0] == 0b11 && cells.masks[3] == 0x1ff);
        assert_eq!(read("12 5 3 21 4 6 7 8 9").0, Kind::Malformed);
    }
}
