//! Wings: the pivot xy (or xyz) sees a cell xz and a cell yz. Whichever digit the pivot has, one of
//! the cells is z, so a cell that sees all of them that can be z is not z.

use super::board::{SEEN, cells_in};
use super::sets::has;
use super::{Look, Step};

/// A wing whose pivot has so many candidates.
pub(super) fn wing<const PIVOT: u32>(look: &mut Look<'_>) -> Option<Step> {
    let pairs = look.board.cells_with(2);
    let pivots = if PIVOT == 2 {
        pairs
    } else {
        look.board.cells_with(PIVOT)
    };
    let news = look.news.cells & (pairs | pivots);
    for pivot in cells_in(pivots) {
        let xyz = look.board.candidates[pivot];
        let wings = cells_in(pairs & SEEN[pivot])
            .filter(|&cell| has(xyz & !look.board.candidates[cell], 1));
        let is_news = |cell: usize| news >> cell & 1 == 1;
        let mut others = wings.clone();
        for first in wings {
            others.next();
            for second in others.clone() {
                if !(is_news(pivot) || is_news(first) || is_news(second)) {
                    continue;
                }
                let step = wing_step::<PIVOT>(look, pivot, [first, second]);
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}

/// The step of a pivot and two cells that it sees, if they are a wing and eliminate something.
fn wing_step<const PIVOT: u32>(
    look: &Look<'_>,
    pivot: usize,
    [first, second]: [usize; 2],
) -> Option<Step> {
    let candidates = &look.board.candidates;
    let xyz = candidates[pivot];
    let shared = candidates[first] & candidates[second];
    let can_pivot_be_z = PIVOT == 3;
    let z = if can_pivot_be_z {
        shared
    } else {
        shared & !xyz
    };
    if !has(shared, 1) || z == 0 {
        return None;
    }
    let sees_wings = SEEN[first] & SEEN[second];
    let sees_all = if can_pivot_be_z {
        sees_wings & SEEN[pivot]
    } else {
        sees_wings
    };
    let step = look.eliminates(cells_in(sees_all), z)?;
    Some(Step {
        digits: xyz | z,
        ..step.with_cells([pivot, first, second])
    })
}
