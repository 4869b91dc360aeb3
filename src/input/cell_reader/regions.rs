//! Letters beside rows: the cages of Killer Sudoku, or the regions of a jigsaw.
//!
//! ```text
//! 5 3 0 0 7 0 0 0 0   aaabbbccc
//! 5 3 0 0 7 0 0 0 0   a a a b b b c c c
//! ```

use super::tokens::Token;

/// Whether a line has nine letters, in one word or apart, for each of its rows.
pub(super) fn are_beside_rows(tokens: &[Token], row_count: usize) -> bool {
    let mut words = 0;
    let mut letters = 0;
    for word in tokens.iter().filter(|token| token.is_text()) {
        if !word.bytes.iter().all(u8::is_ascii_alphabetic) {
            continue;
        }
        match word.bytes.len() {
            1 => letters += 1,
            // Regions have cells side by side, so letters repeat. In most words they do not.
            9 if word.bytes.windows(2).any(|pair| pair[0] == pair[1]) => words += 1,
            _ => {}
        }
    }
    words + letters / 9 >= row_count
}
