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
//! If a were 1, b could not be 3, which would take all of {1,3}, and not be 4, which would take all
//! of {1,4}. So a is not 1.
//! ```
//!
//! An excluder of a pair has two candidates, and one of a triplet has two or three. The third cell
//! of a triplet has as few candidates, and sees the first or the second cell. Only blanks with a
//! peer that is small enough to be an excluder are tried as base cells.

mod base;

use super::units::{BOX, CELLS_OF, COLUMN, PEERS, ROW, before, cells_in, is_several, unit_of};
use super::{Step, View};
use crate::grid::CELLS;
use base::Base;

/// Pairs come in the order of the second cell, then of the first.
pub(super) fn aligned_pair_exclusion(view: &View<'_>) -> Option<Step> {
    let search = ExclusionSearch::new(view, 2);
    for second in cells_in(search.base_cells) {
        for first in cells_in(search.changed_pairs_with(second) & before(second)) {
            let step = search.pair_step([first, second]);
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
        for first in cells_in(search.base_cells & before(second)) {
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
    /// For each blank, the peers that have few enough candidates to be excluders.
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
                small_peers[cell] = PEERS[cell] & small;
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

    /// Whether a cell of the base or one of its excluders has changed.
    fn has_changed(&self, base: &[usize], excluders: u128) -> bool {
        let all = base.iter().fold(excluders, |all, cell| all | 1 << cell);
        all & self.view.changes.cells != 0
    }

    /// The cells whose pair with this one has changed: one of both cells or of their excluders.
    fn changed_pairs_with(&self, cell: usize) -> u128 {
        let changes = self.view.changes.cells;
        if changes >> cell & 1 == 1 {
            return self.base_cells;
        }
        // The other cell has changed, or sees a changed cell that would be a common excluder.
        let changed_peers = cells_in(self.small_peers[cell] & changes);
        self.base_cells & changed_peers.fold(changes, |all, peer| all | PEERS[peer])
    }

    fn pair_step(&self, pair: [usize; 2]) -> Option<Step> {
        let base = Base::new(self.view.board, pair, self.excluders_of(&pair))?;
        self.step(&base, base.possible())
    }

    /// The step of a triplet; `None` also if neither its cells nor its excluders have changed.
    fn triplet_step(&self, triplet: [usize; 3]) -> Option<Step> {
        let excluders = self.excluders_of(&triplet);
        if !self.has_changed(&triplet, excluders) {
            return None;
        }
        let base = Base::new(self.view.board, triplet, excluders)?;
        self.step(&base, base.possible())
    }

    /// The step that leaves the base cells only the possible candidates.
    fn step<const N: usize>(&self, base: &Base<N>, possible: [u16; N]) -> Option<Step> {
        if possible == base.candidates {
            return None;
        }
        let impossible = possible.map(|digits| !digits);
        let mut lost: Vec<_> = base.cells.into_iter().zip(impossible).collect();
        lost.sort_unstable();
        let step = self.view.elimination_by_cell(lost)?;
        Some(step.with_cells(base.cells).with_digits(base.digits()))
    }

    /// Whether a triplet of a pair eliminates something. Triplets that are also those of an earlier
    /// pair are left out: they eliminate nothing.
    fn any_triplet_eliminates(&self, [first, second]: [usize; 2]) -> bool {
        let excluders = self.excluders_of(&[first, second]);
        if !is_several(excluders) {
            return false;
        }
        let mut thirds = self.third_cells(first, second);
        if !self.has_changed(&[first, second], excluders) {
            thirds &= self.view.changes.cells;
        }
        thirds &= !self.thirds_of_earlier_pairs([first, second], thirds);
        cells_in(thirds).any(|third| self.triplet_step([first, second, third]).is_some())
    }

    /// The third cells of a pair: those that make a triplet with it.
    fn third_cells(&self, first: usize, second: usize) -> u128 {
        let small = self.small_peers[first] | self.small_peers[second];
        small & self.base_cells & !(1 << first | 1 << second)
    }

    fn is_triplet(&self, [first, second]: [usize; 2], third: usize) -> bool {
        self.third_cells(first, second) >> third & 1 == 1
    }

    /// Those of the third cells of a pair whose triplet an earlier pair has as well. Pairs come in
    /// the order of their second cells, then of the first.
    fn thirds_of_earlier_pairs(&self, [first, second]: [usize; 2], thirds: u128) -> u128 {
        let mut earlier = 0;
        for third in cells_in(thirds & before(second)) {
            // The pair of the first and the third cell is earlier: both come before the second.
            let was_tried = self.is_triplet([first, third], second)
                || third < first && self.is_triplet([third, second], first);
            earlier |= u128::from(was_tried) << third;
        }
        earlier
    }

    /// The step of the first triplet of a pair that eliminates something.
    fn first_triplet_in_order(&self, [first, second]: [usize; 2]) -> Option<Step> {
        let others = self.base_cells & !(1 << first | 1 << second);
        for cell in [first, second] {
            let thirds = self.small_peers[cell] & others;
            for unit in [BOX, ROW, COLUMN].map(|kind| unit_of(cell, kind)) {
                for third in CELLS_OF[unit] {
                    if thirds >> third & 1 == 0 {
                        continue;
                    }
                    let step = self.triplet_step([first, second, third]);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
        None
    }
}
