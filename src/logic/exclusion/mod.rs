//! Aligned exclusion: a digit that fits in no choice of digits for two or three cells.
//!
//! Take two blanks, or three, and at least two cells that see all of them and have few candidates,
//! their *excluders*. Go through all choices of digits for the blanks. One is impossible if blanks
//! that see each other are equal, or if it has all candidates of an excluder, which would be left
//! with none. A candidate that is in no possible choice is wrong.
//!
//! An excluder of a pair has two candidates, and one of a triplet two or three. The third blank of
//! a triplet is an excluder of the first or of the second.
//!
//! Few pairs have a triplet that eliminates something. So the search first tries the triplets of
//! each pair in any order, each triplet once. Only a pair that has one is searched in the order of
//! Sudoku Explainer.

use super::board::{
    BOX, Board, CELLS_OF, COLUMN, ROW, SEEN, before, cells_in, is_several, sees, unit_of,
};
use super::{Look, Step};
use crate::grid::{CELLS, set_bits};

/// Pairs come in the order of the second cell, then of the first.
pub(super) fn aligned_pair_exclusion(look: &Look<'_>) -> Option<Step> {
    let blanks = Blanks::new(look, 2);
    for second in cells_in(blanks.bases) {
        for first in cells_in(blanks.with_news(second) & before(second)) {
            let pair = [first, second];
            let excluders = blanks.excluders_of(&pair);
            if let Some(step) = blanks.step(pair, excluders, fitting_in_pair) {
                return Some(step);
            }
        }
    }
    None
}

/// Triplets come in the order of the same pairs, then of the third cell: first those that the first
/// cell sees, each in the order of its boxes, rows and columns.
pub(super) fn aligned_triplet_exclusion(look: &Look<'_>) -> Option<Step> {
    let blanks = Blanks::new(look, 3);
    for second in cells_in(blanks.bases) {
        for first in cells_in(blanks.bases & before(second)) {
            let excluders = blanks.excluders_of(&[first, second]);
            if !is_several(excluders) {
                continue;
            }
            if blanks.any_triplet_eliminates([first, second], excluders) {
                return blanks.first_triplet_in_order([first, second]);
            }
        }
    }
    None
}

/// The blanks of a board with their excluders.
struct Blanks<'a> {
    look: &'a Look<'a>,
    excluders: [u128; CELLS],
    /// The blanks with an excluder.
    bases: u128,
}

impl<'a> Blanks<'a> {
    /// The excluders are cells with at most `max` candidates.
    fn new(look: &'a Look<'a>, max: u32) -> Blanks<'a> {
        let small = (2..=max).fold(0, |all, count| all | look.board.cells_with(count));
        let (mut excluders, mut bases) = ([0; CELLS], 0);
        for cell in 0..CELLS {
            if look.board.candidates[cell] != 0 {
                excluders[cell] = SEEN[cell] & small;
                bases |= u128::from(excluders[cell] != 0) << cell;
            }
        }
        Blanks {
            look,
            excluders,
            bases,
        }
    }

    /// The common excluders of some blanks.
    fn excluders_of(&self, cells: &[usize]) -> u128 {
        cells
            .iter()
            .fold(u128::MAX, |all, &cell| all & self.excluders[cell])
    }

    /// The blanks that make a pair with this one in which something has changed: one of the blanks
    /// or a common excluder.
    fn with_news(&self, cell: usize) -> u128 {
        let news = self.look.news.cells;
        if news >> cell & 1 == 1 {
            return self.bases;
        }
        let excluders = cells_in(self.excluders[cell] & news);
        self.bases & excluders.fold(news, |all, excluder| all | SEEN[excluder])
    }

    /// Whether something has changed in these cells or their excluders.
    fn is_news(&self, cells: &[usize], excluders: u128) -> bool {
        let all = cells.iter().fold(excluders, |all, cell| all | 1 << cell);
        all & self.look.news.cells != 0
    }

    /// The third cells for a pair.
    fn linked(&self, first: usize, second: usize) -> u128 {
        let linked = self.excluders[first] | self.excluders[second];
        linked & self.bases & !(1 << first | 1 << second)
    }

    /// The third cells of a pair without those of triplets that an earlier pair has had.
    fn without_earlier(&self, [first, second]: [usize; 2], mut thirds: u128) -> u128 {
        for third in cells_in(thirds & before(second)) {
            // Pairs come in the order of their second cells, then of the first. So the other two
            // pairs of the triplet are earlier as follows, if the cell that is left is a third cell
            // of theirs:
            //
            //     the first and the third    always, as both come before the second
            //     the third and the second   if the third comes before the first
            let was_with_first = self.linked(first, third) >> second & 1 == 1;
            let was_with_second = third < first && self.linked(third, second) >> first & 1 == 1;
            if was_with_first || was_with_second {
                thirds &= !(1 << third);
            }
        }
        thirds
    }

    /// Whether a triplet of a pair eliminates something. Triplets of earlier pairs are left out:
    /// they eliminate nothing.
    fn any_triplet_eliminates(&self, [first, second]: [usize; 2], excluders: u128) -> bool {
        let mut thirds = self.linked(first, second);
        if !self.is_news(&[first, second], excluders) {
            thirds &= self.look.news.cells;
        }
        cells_in(self.without_earlier([first, second], thirds))
            .any(|third| self.triplet([first, second, third]).is_some())
    }

    fn triplet(&self, cells: [usize; 3]) -> Option<Step> {
        let excluders = self.excluders_of(&cells);
        if !self.is_news(&cells, excluders) {
            return None;
        }
        self.step(cells, excluders, fitting_in_triplet)
    }

    /// The step of the first triplet of a pair that eliminates something.
    fn first_triplet_in_order(&self, [first, second]: [usize; 2]) -> Option<Step> {
        let bases = self.bases & !(1 << first | 1 << second);
        for cell in [first, second] {
            let linked = self.excluders[cell] & bases;
            for unit in [BOX, ROW, COLUMN].map(|kind| unit_of(cell, kind)) {
                for third in CELLS_OF[unit] {
                    if linked >> third & 1 == 0 {
                        continue;
                    }
                    if let Some(step) = self.triplet([first, second, third]) {
                        return Some(step);
                    }
                }
            }
        }
        None
    }

    /// The step of some cells: it eliminates what fits in no choice.
    fn step<const N: usize>(
        &self,
        cells: [usize; N],
        excluders: u128,
        find_fitting: fn(&Cells<N>) -> [u16; N],
    ) -> Option<Step> {
        if !is_several(excluders) {
            return None;
        }
        let candidates = cells.map(|cell| self.look.board.candidates[cell]);
        let union = candidates.iter().fold(0, |union, digits| union | digits);
        let excluders = Excluders::new(self.look.board, excluders, union)?;
        let fitting = find_fitting(&Cells {
            cells,
            candidates,
            excluders,
        });
        if fitting == candidates {
            return None;
        }
        let mut lost: Vec<_> = cells
            .into_iter()
            .zip(fitting.map(|digits| !digits))
            .collect();
        lost.sort_unstable();
        let step = self.look.elimination_by_cell(lost)?;
        Some(step.with_cells(cells).with_digits(union))
    }
}

/// Cells that get a digit each.
struct Cells<const N: usize> {
    cells: [usize; N],
    candidates: [u16; N],
    excluders: Excluders,
}

impl<const N: usize> Cells<N> {
    /// What one cell excludes in another one if it has this digit: the digit, if they see each
    /// other.
    fn excluded_by_sight(&self, digit: u16, one: usize, other: usize) -> u16 {
        if sees(self.cells[one], self.cells[other]) {
            digit
        } else {
            0
        }
    }
}

/// The candidates of two cells that are in a possible choice.
fn fitting_in_pair(cells: &Cells<2>) -> [u16; 2] {
    let mut fitting = [0; 2];
    for first in digit_bits(cells.candidates[0]) {
        let excluded =
            cells.excluded_by_sight(first, 0, 1) | cells.excluders.excluded_by_choice(first);
        let second = cells.candidates[1] & !excluded;
        if second != 0 {
            fitting[0] |= first;
            fitting[1] |= second;
        }
    }
    fitting
}

/// The candidates of three cells that are in a possible choice.
fn fitting_in_triplet(cells: &Cells<3>) -> [u16; 3] {
    let mut fitting = [0; 3];
    for first in digit_bits(cells.candidates[0]) {
        for second in digit_bits(cells.candidates[1] & !cells.excluded_by_sight(first, 0, 1)) {
            let excluded = cells.excluded_by_sight(first, 0, 2)
                | cells.excluded_by_sight(second, 1, 2)
                | cells.excluders.excluded_by_choice(first | second);
            let third = cells.candidates[2] & !excluded;
            if third != 0 {
                fitting[0] |= first;
                fitting[1] |= second;
                fitting[2] |= third;
            }
        }
        if fitting == cells.candidates {
            break;
        }
    }
    fitting
}

/// The digits of a mask, each as a mask of its own.
fn digit_bits(mask: u16) -> impl Iterator<Item = u16> {
    set_bits(mask).map(|i| 1 << i)
}

/// The candidates of the excluders that can be left with none.
struct Excluders {
    candidates: [u16; MAX_EXCLUDERS],
    count: usize,
}

/// Two cells that share a box and a line are seen by 13 cells, and other pairs by fewer.
const MAX_EXCLUDERS: usize = 13;

impl Excluders {
    /// `None` if no excluder has only candidates of the cells. Then only equal digits would be
    /// impossible, which naked sets have used up before.
    fn new(board: &Board, cells: u128, union: u16) -> Option<Excluders> {
        let (mut candidates, mut count) = ([0; MAX_EXCLUDERS], 0);
        for cell in cells_in(cells) {
            if board.candidates[cell] & !union == 0 {
                candidates[count] = board.candidates[cell];
                count += 1;
            }
        }
        (count > 0).then_some(Excluders { candidates, count })
    }

    /// What the last cell cannot be if the others have these digits: the last digit that an
    /// excluder has left, or anything at all if one has none left.
    fn excluded_by_choice(&self, chosen: u16) -> u16 {
        let mut excluded = 0;
        for candidates in &self.candidates[..self.count] {
            let remaining = candidates & !chosen;
            if remaining == 0 {
                return u16::MAX;
            }
            if remaining.is_power_of_two() {
                excluded |= remaining;
            }
        }
        excluded
    }
}
