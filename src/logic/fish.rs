//! Fish: n parallel lines, the *base*, have places for a digit only in n lines that cross them, the
//! *cover*. So the base has the digit where the cover crosses it, and the cover loses it elsewhere.
//!
//! ```text
//! X-wing for 5         column 2   column 7
//! row 1, base             5?         5?       no other place for 5
//! row 4, base             5?         5?       no other place for 5
//! row 9                  not 5      not 5     each column has its 5 in row 1 or 4
//! ```

use super::sets::tuples;
use super::units::{CELL_MASK_OF, COLUMN, ROW, cells_in};
use super::{Step, View};
use crate::grid::set_bits;

/// Base columns come before base rows. Then the lowest mask of base lines comes first, and of the
/// same lines the lowest digit.
pub(super) fn fish<const N: u32>(view: &View<'_>) -> Option<Step> {
    for kinds in [COLUMN_BASE, ROW_BASE] {
        let digits = set_bits(view.changes.digits);
        let fish_by_digit = digits.filter_map(|i| Fish::find::<N>(view, kinds, i));
        if let Some(first) = fish_by_digit.min_by_key(|fish| fish.base) {
            return Some(first.step);
        }
    }
    None
}

/// The kinds of lines of the base and of the cover.
#[derive(Clone, Copy)]
struct Kinds {
    base: usize,
    cover: usize,
}

const COLUMN_BASE: Kinds = Kinds {
    base: COLUMN,
    cover: ROW,
};
const ROW_BASE: Kinds = Kinds {
    base: ROW,
    cover: COLUMN,
};

struct Fish {
    /// A mask of the base lines among those of their kind.
    base: u16,
    step: Step,
}

impl Fish {
    /// The first fish for digit `i + 1` that eliminates something.
    fn find<const N: u32>(view: &View<'_>, kinds: Kinds, i: usize) -> Option<Fish> {
        let places_by_line = view.board.places_in(kinds.base, i);
        // If k < 2N lines are left for the digit, so are k crossing ones. The k - N of them outside
        // of the cover are the base of a smaller fish, or of a single, with the same eliminations.
        // That was tried before.
        let line_count = places_by_line.iter().filter(|&&places| places != 0).count();
        if line_count < 2 * N as usize {
            return None;
        }
        for tuple in tuples(N, places_by_line) {
            let (base, cover) = (tuple.indices, tuple.union);
            let cells = view.board.cells_with_digit(i);
            let in_cover = cells & cells_of_lines(kinds.cover, cover);
            let in_base = in_cover & cells_of_lines(kinds.base, base);
            if let Some(step) = view.elimination(cells_in(in_cover & !in_base), 1 << i) {
                let first_line = 9 * kinds.base + base.trailing_zeros() as usize;
                let step = step.in_unit(first_line).with_cells(cells_in(in_base));
                let step = step.with_digits(1 << i);
                return Some(Fish { base, step });
            }
        }
        None
    }
}

/// A mask of the cells of some of the lines of a kind.
fn cells_of_lines(kind: usize, lines: u16) -> u128 {
    set_bits(lines).fold(0, |cells, line| cells | CELL_MASK_OF[9 * kind + line])
}
