//! Wings: a cell, the pivot, sees two others, the wings. Whichever digit the pivot has, one of the
//! three is z.
//!
//! ```text
//!            pivot     wings
//! XY-wing    {x,y}     {x,z} {y,z}    no cell that sees both wings is z
//! XYZ-wing   {x,y,z}   {x,z} {y,z}    no cell that sees both wings and the pivot is z
//! ```

use super::board::Board;
use super::units::{PEERS_OF, cell_mask, cells_after, cells_in};
use super::{Step, View};

/// A wing whose pivot has `PIVOT_SIZE` candidates: 2 for xy, 3 for xyz.
pub(super) fn wing<const PIVOT_SIZE: u32>(view: &View<'_>) -> Option<Step> {
    let pairs = view.board.cells_with_count(2);
    for pivot in cells_in(view.board.cells_with_count(PIVOT_SIZE)) {
        let wings = possible_wings(view.board, pivot, pairs);
        for first in cells_in(wings) {
            for second in cells_in(wings & cells_after(first)) {
                if view.changes.cells & cell_mask([pivot, first, second]) == 0 {
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

/// The cells with two candidates that can be a wing of this pivot: they see it, and lack exactly
/// one of its candidates.
fn possible_wings(board: &Board, pivot: usize, pairs: u128) -> u128 {
    let pivot_digits = board.candidates[pivot];
    let is_wing = |&cell: &usize| (pivot_digits & !board.candidates[cell]).is_power_of_two();
    cell_mask(cells_in(pairs & PEERS_OF[pivot]).filter(is_wing))
}

/// The step of a pivot and two possible wings, if they make a wing and eliminate something.
fn wing_step<const PIVOT_SIZE: u32>(
    view: &View<'_>,
    pivot: usize,
    [first, second]: [usize; 2],
) -> Option<Step> {
    let candidates = &view.board.candidates;
    let z = candidates[first] & candidates[second];
    let can_pivot_be_z = candidates[pivot] & z != 0;
    // The pivot of an XYZ-wing can be z, and that of an XY-wing cannot.
    if !z.is_power_of_two() || can_pivot_be_z != (PIVOT_SIZE == 3) {
        return None;
    }
    let sees_wings = PEERS_OF[first] & PEERS_OF[second];
    let sees_all = if can_pivot_be_z {
        sees_wings & PEERS_OF[pivot]
    } else {
        sees_wings
    };
    let step = view.elimination(cells_in(sees_all), z)?;
    let cells = [pivot, first, second];
    Some(step.with_cells(cells).with_digits(candidates[pivot] | z))
}
