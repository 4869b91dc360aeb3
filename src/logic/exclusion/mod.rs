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
//! An excluder of a pair has two candidates, and one of a triplet has two or three. Each base cell
//! is seen by a cell that is small enough to be an excluder. The third cell of a triplet is itself
//! as small, and sees the first or the second.

mod base;

use super::board::{BOX, CELLS_OF, COLUMN, PEERS, ROW, before, cells_in, is_several, unit_of};
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
/// first those that the first cell sees, each in the order of its box, row and column.
///
/// That order has many triplets several times, and few pairs have a triplet that eliminates
/// something. So the triplets of each pair are first tried in any order, each triplet once. Only a
/// pair that has one is searched in the order of Sudoku Explainer.
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
    /// For each blank, the cells that see it and have few enough candidates.
    excluders: [u128; CELLS],
    /// The blanks with an excluder.
    base_cells: u128,
}

impl<'a> ExclusionSearch<'a> {
    /// Excluders have at most `max_candidates`.
    fn new(view: &'a View<'a>, max_candidates: u32) -> ExclusionSearch<'a> {
        let counts = 2..=max_candidates;
        let small = counts.fold(0, |all, count| all | view.board.cells_with(count));
        let (mut excluders, mut base_cells) = ([0; CELLS], 0);
        for cell in 0..CELLS {
            if view.board.candidates[cell] != 0 {
                excluders[cell] = PEERS[cell] & small;
                base_cells |= u128::from(excluders[cell] != 0) << cell;
            }
        }
        ExclusionSearch {
            view,
            excluders,
            base_cells,
        }
    }

    /// The excluders that see all of these cells.
    fn common_excluders(&self, base: &[usize]) -> u128 {
        base.iter()
            .fold(u128::MAX, |all, &cell| all & self.excluders[cell])
    }

    /// Whether one of these cells or of their common excluders has changed.
    fn has_changed(&self, base: &[usize], excluders: u128) -> bool {
        let all = base.iter().fold(excluders, |all, cell| all | 1 << cell);
        all & self.view.changes.cells != 0
    }

    /// The cells that make a pair with this one that has changed.
    fn changed_pairs_with(&self, cell: usize) -> u128 {
        let changes = self.view.changes.cells;
        if changes >> cell & 1 == 1 {
            return self.base_cells;
        }
        // The other cell has changed, or sees a common excluder that has.
        let changed_excluders = cells_in(self.excluders[cell] & changes);
        self.base_cells & changed_excluders.fold(changes, |all, excluder| all | PEERS[excluder])
    }

    fn pair_step(&self, pair: [usize; 2]) -> Option<Step> {
        let base = Base::new(self.view.board, pair, self.common_excluders(&pair))?;
        self.step(&base, base.possible())
    }

    /// The step of a triplet; `None` if nothing has changed since it had none.
    fn triplet_step(&self, triplet: [usize; 3]) -> Option<Step> {
        let excluders = self.common_excluders(&triplet);
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
        let excluders = self.common_excluders(&[first, second]);
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

    /// The third cells for a pair.
    fn third_cells(&self, first: usize, second: usize) -> u128 {
        let small = self.excluders[first] | self.excluders[second];
        small & self.base_cells & !(1 << first | 1 << second)
    }

    /// Those of the third cells of a pair that make a triplet that an earlier pair has, too.
    fn thirds_of_earlier_pairs(&self, [first, second]: [usize; 2], thirds: u128) -> u128 {
        let mut earlier = 0;
        for third in cells_in(thirds & before(second)) {
            // Pairs come in the order of their second cells, then of the first. So the other two
            // pairs of the triplet are earlier as follows, if the cell that is left is a third cell
            // of theirs:
            //
            //     the first and the third    always, as both come before the second
            //     the third and the second   if the third comes before the first
            let was_with_first = self.third_cells(first, third) >> second & 1 == 1;
            let was_with_second =
                third < first && self.third_cells(third, second) >> first & 1 == 1;
            if was_with_first || was_with_second {
                earlier |= 1 << third;
            }
        }
        earlier
    }

    /// The step of the first triplet of a pair that eliminates something.
    fn first_triplet_in_order(&self, [first, second]: [usize; 2]) -> Option<Step> {
        let others = self.base_cells & !(1 << first | 1 << second);
        for cell in [first, second] {
            let thirds = self.excluders[cell] & others;
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
