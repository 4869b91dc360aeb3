//! Where to branch: the branches of a state, and the choice among them by the weights of digits.
//!
//! There are three kinds of branches. Each makes two states:
//!
//! ```text
//! branch on                                    first state keeps   second state keeps
//! a cell with two candidates                   the higher          the lower
//! a digit with two parallel triads in a box    the second triad    the first triad
//! a digit with three parallel triads in a box  the two others      the first triad
//! ```
//!
//! A branch weighs as much as its digit, or as both candidates of its cell together. The *best*
//! branch is the heaviest one; the third kind has a handicap, [`THREE_TRIADS_MARGIN`].

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u32x4};

use super::state::{ABOVE, BoxDigit, BoxDigits, CellBits, STACK_SHIFT, State};
use super::vectors::{Vectors, load, minicolumns, minirows, minus_one, without_lowest};
use super::weights::Weights;
use crate::grid::set_bits;

/// A digit with three parallel triads in a box must be more than this many times as heavy as any
/// other branch. If such digits were never chosen, the search would try everything else again and
/// again before it meets the contradictions between such digits. On slow grids, values from 1 to 4
/// are about as good.
const THREE_TRIADS_MARGIN: u32 = 3;

impl State {
    /// The two states of the best branch of a state that is propagated and open. Together they have
    /// all its solutions, and none in common. The second is to be searched first.
    ///
    /// # Panics
    ///
    /// If there is no branch: the caller would lose the state, and with it solutions. That cannot
    /// happen. Without a branch, each digit has one minirow and one minicolumn in each box, and so
    /// one cell. Nine digits in nine cells, none of them empty, are a solved state.
    pub fn best_branch(&self, weights: &Weights, level: Level) -> [State; 2] {
        let best = Branches::of(self, level).best(self, weights);
        best.expect("an open state has a branch").apply(self)
    }

    /// The two states of each of the best branches, at most `count` of them, the best first.
    pub fn best_branches(&self, weights: &Weights, level: Level, count: usize) -> Vec<[State; 2]> {
        let mut branches = Branches::of(self, level);
        let mut states = Vec::with_capacity(count);
        while states.len() < count
            && let Some(branch) = branches.best(self, weights)
        {
            branches.remove(&branch);
            states.push(branch.apply(self));
        }
        states
    }
}

/// The branches of a state.
struct Branches {
    /// The cells with two candidates.
    cells: CellSet,
    of_two_triads: UndecidedDigits,
    of_three_triads: UndecidedDigits,
}

impl Branches {
    /// All branches of a state.
    fn of(state: &State, level: Level) -> Branches {
        dispatch!(level, simd => find_branches(simd, state))
    }

    /// The best branch, if there is any.
    fn best(&self, state: &State, weights: &Weights) -> Option<Branch> {
        let mut best = self.heaviest_cell(state, weights);
        let min_weight = weight_of(best.as_ref());
        best = self
            .of_two_triads
            .heaviest_above(min_weight, weights)
            .or(best);
        let min_weight = THREE_TRIADS_MARGIN * weight_of(best.as_ref());
        self.of_three_triads
            .heaviest_above(min_weight, weights)
            .or(best)
    }

    /// The heaviest branch on a cell.
    fn heaviest_cell(&self, state: &State, weights: &Weights) -> Option<Branch> {
        let mut heaviest = None;
        let mut greatest = 0;
        for cell in (0..3).flat_map(|band| self.cells.in_band(band)) {
            let candidates = state.two_candidates(cell);
            let weight = weights.of(candidates[0]) + weights.of(candidates[1]);
            if weight > greatest {
                greatest = weight;
                heaviest = Some(Branch {
                    weight,
                    choice: Choice::Candidates { cell, candidates },
                });
            }
        }
        heaviest
    }

    /// Removes a branch, so that the next best comes first. Each cell, and each digit of a box, is
    /// branched on at most once.
    fn remove(&mut self, branch: &Branch) {
        match branch.choice {
            Choice::Candidates { cell, .. } => self.cells.remove(cell),
            Choice::Triads { digit, .. } => {
                self.of_two_triads.remove(digit);
                self.of_three_triads.remove(digit);
            }
        }
    }
}

/// The weight of a branch, 0 without one.
fn weight_of(branch: Option<&Branch>) -> u32 {
    branch.map_or(0, |branch| branch.weight)
}

/// See [`Branches::of`].
#[inline(always)]
fn find_branches<S: Simd>(simd: S, state: &State) -> Branches {
    let words = load::<S, u32x4<S>>(simd, std::slice::from_ref(state));
    let rows = minirows(&words);
    let columns = minicolumns(&words);
    Branches {
        cells: CellSet::with_two_candidates(simd, &words),
        of_two_triads: UndecidedDigits {
            by_row: exactly_two(rows),
            by_column: exactly_two(columns),
        },
        of_three_triads: UndecidedDigits {
            by_row: all_three(rows),
            by_column: all_three(columns),
        },
    }
}

/// The digits that two of three triads can hold.
#[inline(always)]
fn exactly_two<S: Simd>([a, b, c]: [u32x4<S>; 3]) -> BoxDigits {
    BoxDigits((((a & b) | (b & c) | (c & a)) & !(a & b & c)).into())
}

/// The digits that all three triads can hold.
#[inline(always)]
fn all_three<S: Simd>([a, b, c]: [u32x4<S>; 3]) -> BoxDigits {
    BoxDigits((a & b & c).into())
}

/// Some cells: a word for each band, in which bit 9 - k of each mask stands for the cell with
/// index k in that box.
struct CellSet([u32; 4]);

impl CellSet {
    /// The cells with two candidates.
    #[inline(always)]
    fn with_two_candidates<S: Simd>(simd: S, words: &Vectors<u32x4<S>>) -> CellSet {
        let mut cells = u32x4::splat(simd, 0);
        for (word, index_in_box) in words.as_flattened().iter().zip(0..) {
            let second = without_lowest(*word);
            let third = without_lowest(second);
            // The bit above a mask: there is a second candidate, and no third. It moves to the bit
            // of the cell.
            cells |= (minus_one(second) & !minus_one(third) & ABOVE) >> index_in_box;
        }
        CellSet(cells.into())
    }

    /// The cells in a band.
    fn in_band(&self, band: usize) -> impl Iterator<Item = CellBits> {
        set_bits(self.0[band]).map(move |bit| {
            let bit_of_mask = bit % STACK_SHIFT as usize;
            CellBits {
                index_in_box: 9 - bit_of_mask,
                band,
                shift: bit - bit_of_mask,
            }
        })
    }

    fn remove(&mut self, cell: CellBits) {
        self.0[cell.band] &= !(1 << (cell.shift + 9 - cell.index_in_box));
    }
}

/// Digits of boxes that several parallel triads can hold.
struct UndecidedDigits {
    /// The digits that several minirows can hold.
    by_row: BoxDigits,
    /// The digits that several minicolumns can hold.
    by_column: BoxDigits,
}

impl UndecidedDigits {
    /// The branch on the heaviest digit, if that weighs more than `min_weight`.
    fn heaviest_above(&self, min_weight: u32, weights: &Weights) -> Option<Branch> {
        // Skip the loop if no digit is that heavy.
        if weights.greatest() <= min_weight {
            return None;
        }
        let mut heaviest = None;
        let mut weight = min_weight;
        for band in 0..3 {
            for bit in set_bits(self.by_row.0[band] | self.by_column.0[band]) {
                let digit = BoxDigit { band, bit };
                if weights.of(digit) > weight {
                    weight = weights.of(digit);
                    heaviest = Some(digit);
                }
            }
        }
        let digit = heaviest?;
        Some(Branch {
            weight,
            choice: Choice::Triads {
                digit,
                kind: self.triads_of(digit),
            },
        })
    }

    /// The triads between which one of these digits is undecided; the minirows, if it is undecided
    /// between both kinds.
    fn triads_of(&self, digit: BoxDigit) -> TriadKind {
        if self.by_row.contains(digit) {
            TriadKind::Minirows
        } else {
            TriadKind::Minicolumns
        }
    }

    fn remove(&mut self, digit: BoxDigit) {
        self.by_row.remove(digit);
        self.by_column.remove(digit);
    }
}

/// A choice between two or three possibilities, with its weight.
struct Branch {
    weight: u32,
    choice: Choice,
}

enum Choice {
    /// Which candidate a cell has; the lower one comes first.
    Candidates {
        cell: CellBits,
        candidates: [BoxDigit; 2],
    },
    /// Which of these triads holds a digit. Two or three of them can.
    Triads { digit: BoxDigit, kind: TriadKind },
}

impl Branch {
    /// The state without the first possibility, and the state with only the first.
    fn apply(&self, state: &State) -> [State; 2] {
        let mut without_first = *state;
        let mut only_first = *state;
        match self.choice {
            Choice::Candidates { cell, candidates } => {
                let [lower, higher] = candidates;
                without_first.eliminate(cell.index_in_box, lower);
                only_first.eliminate(cell.index_in_box, higher);
            }
            Choice::Triads { digit, kind } => {
                let possible = |triad: &[usize; 3]| state.triad_has(triad, digit);
                let mut possible_triads = kind.cells().into_iter().filter(possible);
                let first = possible_triads.next().expect("a branch has possibilities");
                without_first.eliminate_from_triad(&first, digit);
                for other in possible_triads {
                    only_first.eliminate_from_triad(&other, digit);
                }
            }
        }
        [without_first, only_first]
    }
}

/// Which three parallel triads of a box.
#[derive(Clone, Copy)]
enum TriadKind {
    Minirows,
    Minicolumns,
}

impl TriadKind {
    /// The cells of each triad, as indices in the box.
    fn cells(self) -> [[usize; 3]; 3] {
        match self {
            TriadKind::Minirows => [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
            TriadKind::Minicolumns => [[0, 3, 6], [1, 4, 7], [2, 5, 8]],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::propagate::Outcome;
    use super::super::tests::{branch, propagate, states};
    use super::*;
    use crate::grid::{CELLS, Candidates};

    /// The candidates that each part has lost, as pairs of a cell and a mask.
    fn lost(state: &State, parts: &[State; 2]) -> [Vec<(usize, u16)>; 2] {
        parts.each_ref().map(|part| {
            let lost =
                (0..CELLS).map(|cell| (cell, state.candidates(cell) ^ part.candidates(cell)));
            lost.filter(|&(_, mask)| mask != 0).collect()
        })
    }

    /// If a part lost nothing, its search would not end.
    #[test]
    fn both_parts_of_a_branch_lose_candidates_but_not_the_same() {
        for mut state in states() {
            while propagate(&mut state, Level::new()) == Outcome::Open {
                let parts = branch(&state, Level::new());
                let [first, second] = lost(&state, &parts);
                assert!(!first.is_empty() && !second.is_empty());
                for (cell, mask) in &first {
                    let is_apart =
                        |(other, there): &(usize, u16)| cell != other || mask & there == 0;
                    assert!(second.iter().all(is_apart), "{first:?} and {second:?}");
                }
                state = parts[0];
            }
        }
    }

    #[test]
    fn the_first_part_keeps_the_first_of_three_triads() {
        // Of the first box, the digit 1 is undecided between three minirows and minicolumns; all
        // weights are equal.
        let state = State::new(&Candidates::ALL);
        let [others, first] = state.best_branch(&Weights::new(), Level::new());
        let cells = |lost: &[(usize, u16)]| -> Vec<usize> {
            assert!(lost.iter().all(|&(_, mask)| mask == 1));
            lost.iter().map(|&(cell, _)| cell).collect()
        };
        let [lost_by_first, lost_by_others] = lost(&state, &[first, others]);
        assert_eq!(cells(&lost_by_first), [9, 10, 11, 18, 19, 20]);
        assert_eq!(cells(&lost_by_others), [0, 1, 2]);
    }

    #[test]
    fn branches_are_distinct() {
        for mut state in states() {
            assert_eq!(propagate(&mut state, Level::new()), Outcome::Open);
            let branches = state.best_branches(&Weights::new(), Level::new(), 16);
            assert_eq!(branches.len(), 16);
            let states = branches.as_flattened();
            for (i, one) in states.iter().enumerate() {
                assert!(states[..i].iter().all(|other| other != one));
            }
        }
    }

    #[test]
    #[should_panic = "an open state has a branch"]
    fn a_state_without_a_branch_is_noticed() {
        let empty = State::new(&Candidates::from_masks([0; CELLS]));
        empty.best_branch(&Weights::new(), Level::new());
    }
}
