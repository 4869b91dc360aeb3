//! Lines to ASCII: replaces other symbols that have a meaning, such as digits, blanks, spaces,
//! dashes, quotes and frames.
//!
//! ```text
//! ┃ ５ │ · │ ７ ┃   becomes   | 5 | . | 7 |
//! ```

use super::lines::Line;

/// Replaces these symbols in a line, and each of `extra_blanks` by a dot. Letters among these are
/// blanks only apart from other letters, so that with `x` the title `Max` keeps its x. The new
/// bytes are stored in `ascii`, which is not used if there is nothing to replace. Columns count
/// what is visible: an emoji takes one, and a color code none.
pub(super) fn to_ascii<'a>(line: Line<'a>, extra_blanks: &str, ascii: &'a mut Vec<u8>) -> Line<'a> {
    if extra_blanks.is_empty() && is_plain_ascii(line.bytes) {
        return line;
    }
    ascii.clear();
    for chunk in line.bytes.utf8_chunks() {
        push_ascii(chunk.valid(), extra_blanks, ascii);
        ascii.extend_from_slice(chunk.invalid());
    }
    if let Some(frame) = frame_symbol(line.text) {
        for byte in ascii.iter_mut().filter(|byte| **byte == frame) {
            *byte = b'|';
        }
    }
    Line {
        first_column: line.first_column,
        ..Line::new(line.number, ascii)
    }
}

/// Appends a text with its symbols replaced, and without the color codes of a terminal.
fn push_ascii(mut text: &str, extra_blanks: &str, ascii: &mut Vec<u8>) {
    while let Some(first) = text.chars().next() {
        if let Some(after_code) = after_terminal_code(text) {
            text = after_code;
            continue;
        }
        let length = match length_of_letters(text) {
            0 => first.len_utf8(),
            length => length,
        };
        let (part, after_part) = text.split_at(length);
        let extra_blanks = if is_word(part, extra_blanks) {
            ""
        } else {
            extra_blanks
        };
        for character in part.chars() {
            push_character(character, extra_blanks, ascii);
        }
        text = after_part;
    }
}

/// The rest of a text that starts with a terminal code: a color such as ESC `[1;31m`, or ESC `(B`,
/// with which `tput sgr0` starts. Any other ESC is kept, because cells may follow it.
fn after_terminal_code(text: &str) -> Option<&str> {
    let code = text.strip_prefix('\u{1b}')?;
    if let Some(after_code) = code.strip_prefix("(B") {
        return Some(after_code);
    }
    let parameters = code.strip_prefix('[')?;
    let last = parameters.trim_start_matches(|c: char| c.is_ascii_digit() || ";:?".contains(c));
    last.strip_prefix(|c: char| c.is_ascii_alphabetic())
}

/// The length of the letters at the start of a text, in bytes.
fn length_of_letters(text: &str) -> usize {
    text.find(|c: char| !c.is_alphabetic())
        .unwrap_or(text.len())
}

/// Whether letters are a word: not all of them are blanks.
fn is_word(letters: &str, extra_blanks: &str) -> bool {
    let is_blank = |c: char| extra_blanks.contains(c) || matches!(c, 'x' | 'X');
    letters.contains(|c: char| c.is_alphabetic() && !is_blank(c))
}

fn push_character(character: char, extra_blanks: &str, ascii: &mut Vec<u8>) {
    if extra_blanks.contains(character) {
        ascii.push(b'.');
    } else if let Some(symbol) = replacement(character) {
        ascii.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Whether a text has nothing to replace. `#` and `*` may be frames, and a field of csv can have
/// line ends. Without branches, because this looks at every line.
fn is_plain_ascii(text: &[u8]) -> bool {
    text.iter().fold(true, |all, byte| {
        let is_special = matches!(byte, 0x1b | b'#' | b'*' | b'\n' | b'\r');
        all & byte.is_ascii() & !is_special
    })
}

/// What to write for a character: the ASCII character with the same meaning, or else the character
/// itself. `None` drops it.
fn replacement(character: char) -> Option<char> {
    let symbol = match character {
        // What turns the digit before it into an emoji.
        '\u{fe0f}' | '\u{20e3}' => return None,
        // A field of csv may have line breaks.
        '\n' | '\r' => ' ',
        // Wide punctuation.
        '\u{ff1a}' => ':',
        '\u{ff0c}' | '\u{3001}' => ',',
        '\u{ff1b}' => ';',
        '\u{ff5c}' => '|',
        '\u{ff0e}' => '.',
        // Dots, squares and circles.
        '\u{b7}' | '\u{2022}' | '\u{2219}' | '\u{22c5}' | '\u{30fb}' | '\u{2024}' | '\u{b0}' => '.',
        '\u{25a0}'..='\u{25ff}'
        | '\u{2610}'
        | '\u{26aa}'
        | '\u{26ab}'
        | '\u{2b1b}'
        | '\u{2b1c}'
        | '\u{2b24}'
        | '\u{1f532}'..='\u{1f535}'
        | '\u{1f7e0}'..='\u{1f7eb}' => '.',
        // Spaces.
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        // Wide digits.
        '\u{ff10}'..='\u{ff19}' => char::from(b'0' + (u32::from(character) - 0xff10) as u8),
        // Dashes, and the minus sign.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        // Quotes.
        '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' => '"',
        // Vertical lines of frames, and all other lines.
        '\u{2502}' | '\u{2503}' | '\u{2551}' | '\u{2506}' | '\u{2507}' | '\u{250a}'
        | '\u{250b}' | '\u{254e}' | '\u{254f}' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        other => other,
    };
    Some(symbol)
}

/// The symbol, `#` or `*`, that frames a line of three boxes or nine cells of equal width. Comments
/// and blanks never look like that.
fn frame_symbol(text: &[u8]) -> Option<u8> {
    let symbol = *text.first().filter(|symbol| b"#*".contains(symbol))?;
    let inside = text[1..].strip_suffix(&[symbol])?;
    let mut widths = inside.split(|byte| *byte == symbol).map(<[u8]>::len);
    let count = widths.clone().count();
    let first = widths.next()?;
    let is_frame = matches!((count, first), (3, 3..) | (9, 1..));
    (is_frame && widths.all(|width| width == first)).then_some(symbol)
}
