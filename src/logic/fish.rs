//! Fish: n parallel lines have places for a digit only in n lines that cross them. So these n lines
//! have the digit where the others cross them, and the crossing lines lose it everywhere else.

use super::sets::tuples;
use super::units::{COLUMN, ROW, unit_of};
use super::{Step, View};
use crate::grid::{CELLS, set_bits};

/// Fish along columns come before those along rows. Then the lowest mask of lines comes first, and
/// of the same lines the lowest digit.
pub(super) fn fish<const N: u32>(view: &View<'_>) -> Option<Step> {
    for [along, across] in [[COLUMN, ROW], [ROW, COLUMN]] {
        let digits = set_bits(view.changes.digits);
        let fishes = digits.filter_map(|i| Fish::find::<N>(view, [along, across], i));
        if let Some(first) = fishes.min_by_key(|fish| fish.lines) {
            return Some(first.step);
        }
    }
    None
}

struct Fish {
    /// A mask of the n parallel lines.
    lines: u16,
    step: Step,
}

impl Fish {
    /// The first fish for digit `i + 1` that eliminates something. Its lines are of the kind
    /// `along`, and those that cross them of the kind `across`.
    fn find<const N: u32>(view: &View<'_>, [along, across]: [usize; 2], i: usize) -> Option<Fish> {
        let places = view.board.places_in(along, i);
        // With fewer lines, the others would be a smaller fish across, which was looked for before.
        let line_count = places.iter().filter(|&&places| places != 0).count();
        if line_count < 2 * N as usize {
            return None;
        }
        for (lines, crossing) in tuples(N, places) {
            let (mut pattern, mut rest) = (Vec::new(), Vec::new());
            for cell in 0..CELLS {
                if view.board.candidates[cell] >> i & 1 == 0 || !is_on(cell, across, crossing) {
                    continue;
                }
                if is_on(cell, along, lines) {
                    pattern.push(cell);
                } else {
                    rest.push(cell);
                }
            }
            if let Some(step) = view.elimination(rest, 1 << i) {
                let unit = 9 * along + lines.trailing_zeros() as usize;
                let step = step.in_unit(unit).with_cells(pattern).with_digits(1 << i);
                return Some(Fish { lines, step });
            }
        }
        None
    }
}

/// Whether a cell lies on one of these lines of a kind.
fn is_on(cell: usize, kind: usize, lines: u16) -> bool {
    let line = unit_of(cell, kind) - 9 * kind;
    lines >> line & 1 == 1
}
