//! A line to tokens: the words that may be cells, and what stands between them.
//!
//! ```text
//! int g[9][9] = {{5, 3, 0,      Word, Word, Open, Cells, Close, ..., Delimiter, Open, Open, Cells, Delimiter, ...
//! | 5 | "" | null | 12 |        Delimiter, Cells, Delimiter, Empty, Delimiter, One, Delimiter, Cells, Delimiter
//! <td>5</td><td></td>           Open, Cells, Close, Open, Close
//! ```
//!
//! Spaces and quotes only end words. A tab and a pair of quotes with nothing between them are tokens, because they may mark a
//! field.

use super::cells::Mask;

/// The words that stand for a blank.
const NULLS: [&[u8]; 7] = [b"null", b"none", b"nan", b"nil", b"na", b"undefined", b"-1"];

/// What HTML writes for a space.
const ENTITIES: [&[u8; 6]; 2] = [b"&nbsp;", b"&#160;"];

/// The longest tag, in bytes.
const LONGEST_TAG: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Characters that are cells, side by side.
    Cells,
    /// Several characters that are one cell: `null`, or `5.0` as a spreadsheet writes it.
    One(Mask),
    /// Quotes with nothing between them.
    Empty,
    /// Anything else that is not white space.
    Word,
    /// A sign that separates fields, or a label from what it names.
    Delimiter(u8),
    /// An opening bracket, or a tag such as `<td>`.
    Open,
    /// A closing bracket or tag.
    Close,
}

/// A token, and where it is in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }

    pub(super) fn is(&self, delimiter: u8) -> bool {
        self.kind == TokenKind::Delimiter(delimiter)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Cell,
    Space,
    Quote,
    Delimiter,
    Open,
    Close,
    /// It may start a tag.
    Less,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let of: [(Class, &[u8]); 7] = [
        (Class::Cell, b"0123456789._-*?xX"),
        (Class::Space, b" "),
        (Class::Quote, b"\"'`"),
        (Class::Delimiter, b"\t,;|:=&/\\>"),
        (Class::Open, b"[({"),
        (Class::Close, b"])}"),
        (Class::Less, b"<"),
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
                (TokenKind::Empty, 2)
            }
            Class::Delimiter if is_entity_of_space(&line[at..]) => {
                at += ENTITIES[0].len();
                continue;
            }
            Class::Delimiter => (TokenKind::Delimiter(line[at]), 1),
            Class::Open => (TokenKind::Open, 1),
            Class::Close => (TokenKind::Close, 1),
            Class::Less if tag_length(&line[at..]).is_some() => {
                let kind = match line[at + 1..] {
                    [b'/', ..] => TokenKind::Close,
                    [b'b' | b'B', b'r' | b'R', ..] => TokenKind::Delimiter(b'\n'),
                    _ => TokenKind::Open,
                };
                (kind, tag_length(&line[at..]).unwrap_or(1))
            }
            Class::Cell | Class::Less | Class::Other => {
                let mut end = at;
                let mut all_cells = true;
                while matches!(class_at(end), Class::Cell | Class::Other | Class::Less) {
                    if class_at(end) == Class::Less && end > at && tag_length(&line[end..]).is_some() {
                        break;
                    }
                    all_cells &= class_at(end) == Class::Cell;
                    end += 1;
                }
                let ends_after_slash =
                    || matches!(class_at(at + 3), Class::Space | Class::Delimiter | Class::Quote | Class::Close);
                if end == at + 1 && is_not_available(&line[at..]) && ends_after_slash() {
                    (TokenKind::One(0), 3)
                } else {
                    (word_kind(&line[at..end], all_cells), end - at)
                }
            }
        };
        tokens.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    // Languages without multi-line strings join them.
    if let Some(last) = tokens.last()
        && last.kind == TokenKind::Word
        && line[last.start..last.end] == *b"+"
        && matches!(line[..last.start].trim_ascii_end(), [.., b'"' | b'\''])
    {
        tokens.pop();
    }
}

/// Whether a text starts with a space as HTML writes it.
fn is_entity_of_space(text: &[u8]) -> bool {
    text[0] == b'&' && ENTITIES.iter().any(|entity| text.starts_with(*entity))
}

/// Whether a text starts with `N/A`, in which the slash is no delimiter.
fn is_not_available(text: &[u8]) -> bool {
    matches!(text, [b'N' | b'n', b'/', b'A' | b'a', ..])
}

fn word_kind(word: &[u8], all_cells: bool) -> TokenKind {
    if word.len() == 1 && all_cells {
        return TokenKind::Cells;
    }
    if let [d @ b'0'..=b'9', b'.', fraction @ ..] = word
        && (is_zero(fraction) || is_zero_with_exponent(fraction))
    {
        return TokenKind::One(mask_of(*d));
    }
    if matches!(word[0], b'n' | b'N' | b'u' | b'U' | b'-') && NULLS.iter().any(|null| word.eq_ignore_ascii_case(null)) {
        return TokenKind::One(0);
    }
    if all_cells { TokenKind::Cells } else { TokenKind::Word }
}

/// Whether the decimals of a number are zeros. With seven of them it could be nine cells.
fn is_zero(decimals: &[u8]) -> bool {
    matches!(decimals.len(), 1..=6) && decimals.iter().all(|&byte| byte == b'0')
}

/// Whether a text is like `000e+00`.
fn is_zero_with_exponent(text: &[u8]) -> bool {
    let zeros = text.iter().take_while(|&&byte| byte == b'0').count();
    matches!(&text[zeros..], [b'e' | b'E', b'+', b'0', b'0'])
}

/// The length of the tag at the start of a text.
fn tag_length(text: &[u8]) -> Option<usize> {
    let name = text.get(1)?;
    if !name.is_ascii_alphabetic() && *name != b'/' {
        return None;
    }
    text.iter().take(LONGEST_TAG).position(|&byte| byte == b'>').map(|end| end + 1)
}

/// The masks of the digits 1 to 9, by character.
const MASKS: [Mask; 256] = {
    let mut masks = [0; 256];
    let mut d = 0;
    while d < 9 {
        masks[b'1' as usize + d] = 1 << d;
        d += 1;
    }
    masks
};

/// The cell that a character is: the mask of a digit, or 0 for a blank.
pub(super) fn mask_of(byte: u8) -> Mask {
    MASKS[usize::from(byte)]
}

#[cfg(test)]
mod tests {
    use super::TokenKind::{Cells, Close, Delimiter, Empty, One, Open, Word};
    use super::*;

    fn kinds(line: &str, sign: Option<u8>) -> Vec<TokenKind> {
        let mut tokens = Vec::new();
        tokenize(line.as_bytes(), sign, &mut tokens);
        tokens.iter().map(|token| token.kind).collect()
    }

    #[test]
    fn a_line_is_words_and_what_stands_between_them() {
        for (line, expected) in [
            ("  53..7.... q", vec![Cells, Word]),
            ("5 N/A", vec![Cells, One(0)]),
            ("5,\t3|", vec![Cells, Delimiter(b','), Delimiter(b'\t'), Cells, Delimiter(b'|')]),
            ("\"5\" '' \"\"\" null None -1 -12", vec![Cells, Empty, One(0), One(0), One(0), Cells]),
            ("5.0 0.0 5.000e+00 5. 5.01", vec![One(16), One(0), One(16), Cells, Cells]),
            ("5.00 5.000000 5.0000000", vec![One(16), One(16), Cells]),
            ("[5](x{", vec![Open, Cells, Close, Open, Cells, Open]),
            ("<td class=a>5</td> < 5", vec![Open, Cells, Close, Word, Cells]),
            ("a<br/>b<tr>", vec![Word, Delimiter(b'\n'), Word, Open]),
            ("\"53..7....\" +", vec![Cells]),
            ("5 +", vec![Cells, Word]),
            ("row1:53+", vec![Word, Delimiter(b':'), Word]),
        ] {
            assert_eq!(kinds(line, None), expected, "{line}");
        }
        assert_eq!(kinds("53+: +", Some(b'+')), [Cells, Delimiter(b':'), Cells]);
        assert_eq!(kinds("53::7", Some(b':')), [Cells]);
    }
}
