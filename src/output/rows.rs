//! Nine lines for each solution, packed or spaced, and nothing for a record without one.

use super::buffer::Buffer;
use super::{Answered, Text, digits, separate_blocks, text};

pub(super) fn write(answered: &Answered<'_>, is_spaced: bool, out: &mut Buffer) {
    let Text::Solution(solution) = text(answered) else { return };
    separate_blocks(answered.reply, out);
    for row in digits(solution).chunks_exact(9) {
        if is_spaced {
            out.bytes.extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17));
        } else {
            out.bytes.extend_from_slice(row);
        }
        out.bytes.push(b'\n');
    }
}
