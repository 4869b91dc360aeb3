//! Nine lines for each solution, packed or spaced, and nothing for a record without one.

use super::buffer::Buffer;
use super::{Text, digits, separate_blocks, text};
use crate::reply::Reply;

pub(super) fn write(reply: &Reply, is_spaced: bool, out: &mut Buffer) {
    let Text::Solution(solution) = text(reply) else { return };
    separate_blocks(reply, out);
    for row in digits(solution).chunks_exact(9) {
        if is_spaced {
            out.bytes.extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17));
        } else {
            out.bytes.extend_from_slice(row);
        }
        out.bytes.push(b'\n');
    }
}
