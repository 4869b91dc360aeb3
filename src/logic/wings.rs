//! Wings: the pivot xy (or xyz) sees a cell xz and a cell yz, the wings. Whichever digit the pivot
//! has, one of the three cells is z. So no cell that sees the wings is z; if the pivot can be z,
//! too, no cell that sees all three.

use super::board::Board;
use super::sets::has_bits;
use super::units::{PEERS, after, cells_in};
use super::{Step, View};

/// A wing whose pivot has `PIVOT_SIZE` candidates: 2 for xy, 3 for xyz.
pub(super) fn wing<const PIVOT_SIZE: u32>(view: &View<'_>) -> Option<Step> {
    let pairs = view.board.cells_with(2);
    for pivot in cells_in(view.board.cells_with(PIVOT_SIZE)) {
        let wings = wings_of(view.board, pivot, pairs);
        for first in cells_in(wings) {
            for second in cells_in(wings & after(first)) {
                let cells = 1 << pivot | 1 << first | 1 << second;
                if view.changes.cells & cells == 0 {
                    continue;
                }
                let step = wing_step::<PIVOT_SIZE>(view, pivot, [first, second]);
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}

/// The cells with two candidates that can be the wings of a pivot: they see it, and have all of its
/// candidates but one.
fn wings_of(board: &Board, pivot: usize, pairs: u128) -> u128 {
    let xyz = board.candidates[pivot];
    cells_in(pairs & PEERS[pivot])
        .filter(|&cell| has_bits(xyz & !board.candidates[cell], 1))
        .fold(0, |wings, cell| wings | 1 << cell)
}

/// The step of a pivot and two cells that it sees, if they are a wing and eliminate something.
fn wing_step<const PIVOT_SIZE: u32>(
    view: &View<'_>,
    pivot: usize,
    [first, second]: [usize; 2],
) -> Option<Step> {
    let candidates = &view.board.candidates;
    let xyz = candidates[pivot];
    let shared = candidates[first] & candidates[second];
    let can_pivot_be_z = PIVOT_SIZE == 3;
    let z = if can_pivot_be_z {
        shared
    } else {
        shared & !xyz
    };
    if !has_bits(shared, 1) || z == 0 {
        return None;
    }
    let sees_wings = PEERS[first] & PEERS[second];
    let sees_all = if can_pivot_be_z {
        sees_wings & PEERS[pivot]
    } else {
        sees_wings
    };
    let step = view.elimination(cells_in(sees_all), z)?;
    let cells = [pivot, first, second];
    Some(step.with_cells(cells).with_digits(xyz | z))
}
