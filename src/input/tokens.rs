//! A line to tokens: the words that may be cells, and what stands between them.
//!
//! ```text
//! int g[9][9] = {{5, 3, 0,      Word, Word, Open, Cells, Close, ..., Sep, Open, Open, Cells, Sep, Cells, Sep, Cells, Sep
//! | 5 | "" | null | 12 |        Sep, Cells, Sep, Empty, Sep, One, Sep, Cells, Sep
//! ```
//!
//! Spaces, quotes and the escapes of line ends only end words. A tab and a pair of quotes with nothing between them are tokens,
//! because they may mark a field.

/// A cell: the digits it can hold, digit d being bit d - 1; 0 is a blank.
pub(super) type Mask = u16;

/// The words that stand for a blank.
const NULLS: [&[u8]; 7] = [b"null", b"none", b"nan", b"nil", b"na", b"undefined", b"-1"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Characters that are cells, side by side.
    Cells,
    /// Several characters that are one cell: `null`, or `5.0` as a spreadsheet writes it.
    One(Mask),
    /// Quotes with nothing between them.
    Empty,
    /// Anything else that is not white space.
    Word,
    /// A sign that separates fields, or a label from what it names.
    Sep(u8),
    Open,
    Close,
}

/// A token, and where it is in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn text<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        &line[self.start..self.end]
    }

    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }

    pub(super) fn is(&self, separator: u8) -> bool {
        self.kind == Kind::Sep(separator)
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub(super) fn is_cells(&self) -> bool {
        matches!(self.kind, Kind::Cells | Kind::One(_))
    }

    /// Whether it is a cell by itself.
    pub(super) fn is_one(&self) -> bool {
        matches!(self.kind, Kind::One(_)) || self.kind == Kind::Cells && self.len() == 1
    }

    pub(super) fn is_bracket(&self) -> bool {
        matches!(self.kind, Kind::Open | Kind::Close)
    }

    pub(super) fn is_separator(&self) -> bool {
        matches!(self.kind, Kind::Sep(_))
    }

    /// Whether it is a number of at most six digits.
    pub(super) fn is_number(&self, line: &[u8]) -> bool {
        self.is_cells() && self.len() <= 6 && self.text(line).iter().all(u8::is_ascii_digit)
    }
}

/// What a byte is in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Cell,
    Other,
    Space,
    Quote,
    Sep,
    Open,
    Close,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let of: [(Class, &[u8]); 6] = [
        (Class::Cell, b"0123456789._-*?xX"),
        (Class::Space, b" "),
        (Class::Quote, b"\"'`"),
        (Class::Sep, b"\t,;|:=&/\\<>"),
        (Class::Open, b"[({"),
        (Class::Close, b"])}"),
    ];
    let mut i = 0;
    while i < of.len() {
        let mut j = 0;
        while j < of[i].1.len() {
            classes[of[i].1[j] as usize] = of[i].0;
            j += 1;
        }
        i += 1;
    }
    classes
};

/// Replaces the tokens by those of a line. `sign` is one more character that is a blank.
pub(super) fn tokenize(line: &[u8], sign: Option<u8>, tokens: &mut Vec<Token>) {
    tokens.clear();
    let class_at = |at: usize| match line.get(at) {
        None => Class::Space,
        Some(byte) if Some(*byte) == sign => Class::Cell,
        Some(byte) => CLASSES[usize::from(*byte)],
    };
    let mut at = 0;
    while at < line.len() {
        let (kind, length) = match class_at(at) {
            Class::Space => {
                at += 1;
                continue;
            }
            Class::Quote => {
                let quotes = line[at..].iter().take_while(|byte| **byte == line[at]).count();
                // Three quotes are one long one.
                if quotes != 2 {
                    at += quotes;
                    continue;
                }
                (Kind::Empty, 2)
            }
            // The escape of a line end.
            Class::Sep if line[at] == b'\\' && matches!(line.get(at + 1), Some(b'n' | b'r' | b't')) => {
                at += 2;
                continue;
            }
            // In these the sign is no separator.
            _ if b"nN<".contains(&line[at]) && null_with_sign(&line[at..]).is_some() => {
                (Kind::One(0), null_with_sign(&line[at..]).unwrap_or(1))
            }
            Class::Sep => (Kind::Sep(line[at]), 1),
            Class::Open => (Kind::Open, 1),
            Class::Close => (Kind::Close, 1),
            Class::Cell | Class::Other => {
                let mut end = at;
                let mut all_cells = true;
                while matches!(class_at(end), Class::Cell | Class::Other) {
                    all_cells &= class_at(end) == Class::Cell;
                    end += 1;
                }
                (kind_of(&line[at..end], all_cells), end - at)
            }
        };
        tokens.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    // Languages without multi-line strings join them.
    while let Some(last) = tokens.last()
        && (last.is(b'\\')
            || last.text(line) == b"+" && matches!(line[..last.start].trim_ascii_end(), [.., b'"' | b'\'']))
    {
        tokens.pop();
    }
}

/// The length of a word for a blank with a sign in it, if a text starts with one.
fn null_with_sign(text: &[u8]) -> Option<usize> {
    let null = [&b"n/a"[..], b"<na>"]
        .into_iter()
        .find(|null| text.get(..null.len()).is_some_and(|start| start.eq_ignore_ascii_case(null)))?;
    text.get(null.len()).is_none_or(|&byte| !byte.is_ascii_alphanumeric()).then_some(null.len())
}

fn kind_of(word: &[u8], all_cells: bool) -> Kind {
    if word.len() == 1 && all_cells {
        return Kind::Cells;
    }
    // Seven zeros could be cells.
    let is_zeros = |decimals: &[u8]| {
        let zeros = decimals.iter().take_while(|byte| **byte == b'0').count();
        matches!(zeros, 1..=6) && zeros == decimals.len()
            || matches!(&decimals[zeros..], [b'e' | b'E', b'+', b'0', b'0'])
    };
    match word {
        [d @ b'0'..=b'9', b'.', decimals @ ..] if is_zeros(decimals) => Kind::One(mask_of(*d)),
        [b'n' | b'N' | b'u' | b'U' | b'-', ..] if NULLS.iter().any(|null| word.eq_ignore_ascii_case(null)) => {
            Kind::One(0)
        }
        _ if all_cells => Kind::Cells,
        _ => Kind::Word,
    }
}

/// The cell that a character is: the mask of a digit, or 0 for a blank.
pub(super) fn mask_of(byte: u8) -> Mask {
    if matches!(byte, b'1'..=b'9') { 1 << (byte - b'1') } else { 0 }
}
