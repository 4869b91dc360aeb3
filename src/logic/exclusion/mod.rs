//! Aligned exclusion: a candidate that is in no possible combination of digits for two or three
//! cells.
//!
//! These cells, a pair or a triplet, are the *base*. At least two cells that see all of the base,
//! its *excluders*, have few candidates. A combination takes a candidate for each base cell. It is
//! impossible if two base cells that see each other get the same digit, or if it takes all
//! candidates of an excluder:
//!
//! ```text
//! base        a {1,2,5} and b {3,4}
//! excluders   {1,3} and {1,4}
//!
//! If a were 1, b could not be 3, which would take all of {1,3}, nor 4, which would take all of
//! {1,4}. So a is not 1.
//! ```
//!
//! Excluders are *small*: those of a pair have two candidates, and those of a triplet two or three.
//! The third cell of a triplet is small, too, and sees the first or the second cell. Only blanks
//! with a small peer are tried as base cells.

mod base;

use std::array;

use super::units::{
    CELL_MASK_OF, KINDS_IN_ORDER, PEERS_OF, cell_mask, cells_before, cells_in, is_several, unit_of,
};
use super::{Step, View};
use crate::grid::CELLS;
use base::{Base, Combinations};

/// Pairs come in the order of the second cell, then of the first.
pub(super) fn aligned_pair_exclusion(view: &View<'_>) -> Option<Step> {
    let search = ExclusionSearch::new(view, 2);
    for second in cells_in(search.base_cells) {
        // Few pairs have changed.
        for first in cells_in(search.changed_partners(second) & cells_before(second)) {
            let step = search.step_of_base([first, second]);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// Triplets come in the order of the pairs that their first two cells make, then of the third cell:
/// those that the first cell sees in its box, row and column, then those that the second one sees.
///
/// That is the order of Sudoku Explainer, which visits many triplets more than once, while few
/// pairs have a triplet that eliminates something. So the triplets of each pair are first tried in
/// any order, each triplet once. Only a pair that has one is searched in that order.
pub(super) fn aligned_triplet_exclusion(view: &View<'_>) -> Option<Step> {
    let search = ExclusionSearch::new(view, 3);
    for second in cells_in(search.base_cells) {
        for first in cells_in(search.base_cells & cells_before(second)) {
            let pair = [first, second];
            if search.any_triplet_eliminates(pair) {
                return search.first_triplet_in_order(pair);
            }
        }
    }
    None
}

/// The search for a base.
struct ExclusionSearch<'a> {
    view: &'a View<'a>,
    /// For each blank, the peers that are small enough to be excluders.
    small_peers: [u128; CELLS],
    /// The blanks with such a peer.
    base_cells: u128,
}

impl<'a> ExclusionSearch<'a> {
    /// Excluders have at most `max_candidates`.
    fn new(view: &'a View<'a>, max_candidates: u32) -> ExclusionSearch<'a> {
        let counts = 2..=max_candidates;
        let small = counts.fold(0, |all, count| all | view.board.cells_with_count(count));
        let (mut small_peers, mut base_cells) = ([0; CELLS], 0);
        for cell in 0..CELLS {
            if view.board.candidates[cell] != 0 {
                small_peers[cell] = PEERS_OF[cell] & small;
                base_cells |= u128::from(small_peers[cell] != 0) << cell;
            }
        }
        ExclusionSearch {
            view,
            small_peers,
            base_cells,
        }
    }

    /// The excluders of a base: the small peers that its cells have in common.
    fn excluders_of(&self, base: &[usize]) -> u128 {
        base.iter()
            .fold(u128::MAX, |common, &cell| common & self.small_peers[cell])
    }

    /// The cells whose pair with this one has changed.
    fn changed_partners(&self, cell: usize) -> u128 {
        let changes = self.view.changes.cells;
        if changes >> cell & 1 == 1 {
            return self.base_cells;
        }
        // The partner has changed, or sees a changed cell that would be an excluder of the pair.
        let changed_excluders = cells_in(self.small_peers[cell] & changes);
        self.base_cells
            & changed_excluders.fold(changes, |cells, excluder| cells | PEERS_OF[excluder])
    }

    /// Whether a cell of the base or one of its excluders has changed.
    fn has_changed(&self, base: &[usize], excluders: u128) -> bool {
        let cells = cell_mask(base.iter().copied()) | excluders;
        cells & self.view.changes.cells != 0
    }

    /// The step that eliminates the candidates of the base cells that are in no possible
    /// combination. `None` if there are none, or if neither a base cell nor an excluder has
    /// changed.
    fn step_of_base<const N: usize>(&self, cells: [usize; N]) -> Option<Step>
    where
        Base<N>: Combinations<N>,
    {
        let excluders = self.excluders_of(&cells);
        if !self.has_changed(&cells, excluders) {
            return None;
        }
        let base = Base::new(self.view.board, cells, excluders)?;
        let possible = base.possible();
        let mut lost: [_; N] = array::from_fn(|index| (cells[index], !possible[index]));
        lost.sort_unstable();
        let step = self.view.elimination_by_cell(lost)?;
        Some(step.with_cells(cells).with_digits(base.digits()))
    }

    /// Whether a triplet of a pair eliminates something. Triplets that were already tried with an
    /// earlier pair are left out: they eliminate nothing.
    fn any_triplet_eliminates(&self, [first, second]: [usize; 2]) -> bool {
        let excluders = self.excluders_of(&[first, second]);
        if !is_several(excluders) {
            return false;
        }
        let mut thirds = self.third_cells(first, second);
        if !self.has_changed(&[first, second], excluders) {
            // The excluders of a triplet are among those of its pair, so only the third cell of a
            // triplet can have changed.
            thirds &= self.view.changes.cells;
        }
        thirds &= !self.thirds_of_earlier_pairs([first, second], thirds);
        cells_in(thirds).any(|third| self.step_of_base([first, second, third]).is_some())
    }

    /// The third cells of a pair: those that make a triplet with it.
    fn third_cells(&self, first: usize, second: usize) -> u128 {
        let small = self.small_peers[first] | self.small_peers[second];
        small & self.base_cells & !(1 << first | 1 << second)
    }

    fn is_triplet(&self, [first, second]: [usize; 2], third: usize) -> bool {
        self.third_cells(first, second) >> third & 1 == 1
    }

    /// Those of the third cells of a pair whose triplet was already tried with an earlier pair.
    /// Pairs come in the order of their second cells, then of the first.
    fn thirds_of_earlier_pairs(&self, [first, second]: [usize; 2], thirds: u128) -> u128 {
        let mut earlier = 0;
        for third in cells_in(thirds & cells_before(second)) {
            // The pair of the first and the third cell is earlier: both come before the second.
            let tried_with_first = self.is_triplet([first, third], second);
            // That of the third and the second is earlier only if the third comes before the first.
            let tried_with_second = third < first && self.is_triplet([third, second], first);
            earlier |= u128::from(tried_with_first || tried_with_second) << third;
        }
        earlier
    }

    /// The step of the first triplet of a pair that eliminates something.
    fn first_triplet_in_order(&self, [first, second]: [usize; 2]) -> Option<Step> {
        let others = self.base_cells & !(1 << first | 1 << second);
        for cell in [first, second] {
            let thirds = self.small_peers[cell] & others;
            for unit in KINDS_IN_ORDER.map(|kind| unit_of(cell, kind)) {
                for third in cells_in(thirds & CELL_MASK_OF[unit]) {
                    let step = self.step_of_base([first, second, third]);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
        None
    }
}
