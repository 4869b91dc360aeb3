//! Where to branch: the branches of a state, and the choice among them by the weights of digits.
//!
//! A branch is a choice between two or three possibilities, of which it *prefers* one:
//!
//! ```text
//! branch on                                      preferred          others
//! a cell with two candidates                     lower candidate    higher candidate
//! a digit with two parallel triads in a box      first triad        second triad
//! a digit with three parallel triads in a box    first triad        second and third triad
//! ```
//!
//! Triads count from the top or from the left. A branch makes two states: one without the preferred
//! possibility, and one with no other.
//!
//! A branch weighs as much as its digit, or as both candidates of its cell together. The *best*
//! branch is the heaviest one; the third kind has a handicap, [`THREE_TRIADS_MARGIN`].

use std::slice;

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u32x4};

use super::cell_set::CellSet;
use super::state::{BoxDigit, BoxDigits, CellLocation, State};
use super::vectors::{load, minicolumns, minirows};
use super::weights::Weights;
use crate::grid::set_bits;

/// A digit with three parallel triads in a box must be more than this many times as heavy as any
/// other branch. If such digits were never chosen, the search would try everything else again and
/// again before it meets the contradictions between such digits. On slow grids, values from 1 to 4
/// are about as good.
const THREE_TRIADS_MARGIN: u32 = 3;

impl State {
    /// The two states of the best branch of a state that is propagated and open. Together they have
    /// all its solutions, and none in common. They are in the order in which to push them: the last
    /// one, which has the preferred possibility, is to be searched first.
    ///
    /// # Panics
    ///
    /// If there is no branch: the caller would lose the state, and with it solutions. That cannot
    /// happen. Without a branch, each digit has one minirow and one minicolumn in each box, and so
    /// one cell. Nine digits in nine cells, none of them empty, are a solved state.
    pub fn split_on_best(&self, weights: &Weights, level: Level) -> [State; 2] {
        let best = Branches::of(self, level).best(self, weights);
        best.expect("an open state has a branch").split(self)
    }

    /// The two states of each of the best branches, at most `count` of them, the best first.
    pub fn splits_on_best(&self, weights: &Weights, level: Level, count: usize) -> Vec<[State; 2]> {
        let mut branches = Branches::of(self, level);
        let mut splits = Vec::with_capacity(count);
        while splits.len() < count
            && let Some(branch) = branches.best(self, weights)
        {
            branches.remove(&branch);
            splits.push(branch.split(self));
        }
        splits
    }
}

/// A choice between two or three possibilities, with its weight.
struct Branch {
    weight: u32,
    choice: Choice,
}

enum Choice {
    /// Which candidate a cell has. The lower one is preferred.
    Candidate {
        cell: CellLocation,
        candidates: [BoxDigit; 2],
    },
    /// Which of these triads holds a digit. Two or three of them can; the first of these is
    /// preferred.
    Triad { digit: BoxDigit, kind: TriadKind },
}

/// Which three parallel triads of a box.
#[derive(Clone, Copy)]
enum TriadKind {
    Minirows,
    Minicolumns,
}

impl Branch {
    /// The state without the preferred possibility, and the state with no other.
    fn split(&self, state: &State) -> [State; 2] {
        let mut without_preferred = *state;
        let mut only_preferred = *state;
        match self.choice {
            Choice::Candidate { cell, candidates } => {
                let [lower, higher] = candidates;
                without_preferred.eliminate(cell.index_in_box, lower);
                only_preferred.eliminate(cell.index_in_box, higher);
            }
            Choice::Triad { digit, kind } => {
                let is_possible = |triad: &[usize; 3]| state.triad_has(triad, digit);
                let mut possible_triads = kind.cells().into_iter().filter(is_possible);
                let preferred = possible_triads.next().expect("several triads are possible");
                without_preferred.eliminate_from_triad(&preferred, digit);
                for other in possible_triads {
                    only_preferred.eliminate_from_triad(&other, digit);
                }
            }
        }
        [without_preferred, only_preferred]
    }
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

    /// The best branch, if there is any. A branch has to be heavier than those of the kinds before,
    /// so of equally good ones, the first kind is the best.
    fn best(&self, state: &State, weights: &Weights) -> Option<Branch> {
        let cell = self.heaviest_cell(state, weights);
        let two_triads = self
            .of_two_triads
            .heaviest_above(weight_or_zero(cell.as_ref()), weights);
        let best = two_triads.or(cell);
        let three_triads = self
            .of_three_triads
            .heaviest_above(THREE_TRIADS_MARGIN * weight_or_zero(best.as_ref()), weights);
        three_triads.or(best)
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
                    choice: Choice::Candidate { cell, candidates },
                });
            }
        }
        heaviest
    }

    /// Removes a branch, so that the next best comes first. Each cell, and each digit of a box, is
    /// branched on at most once.
    fn remove(&mut self, branch: &Branch) {
        match branch.choice {
            Choice::Candidate { cell, .. } => self.cells.remove(cell),
            Choice::Triad { digit, .. } => {
                self.of_two_triads.remove(digit);
                self.of_three_triads.remove(digit);
            }
        }
    }
}

/// The weight of a branch, 0 without one.
fn weight_or_zero(branch: Option<&Branch>) -> u32 {
    branch.map_or(0, |branch| branch.weight)
}

/// See [`Branches::of`].
#[inline(always)]
fn find_branches<S: Simd>(simd: S, state: &State) -> Branches {
    let words = load::<S, u32x4<S>>(simd, slice::from_ref(state));
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

/// Digits of boxes that several parallel triads can hold.
struct UndecidedDigits {
    /// The digits that several minirows can hold.
    by_row: BoxDigits,
    /// The digits that several minicolumns can hold.
    by_column: BoxDigits,
}

impl UndecidedDigits {
    /// The branch on the heaviest digit, if that is heavier than `threshold`.
    fn heaviest_above(&self, threshold: u32, weights: &Weights) -> Option<Branch> {
        // Skip the loop if no digit at all is heavier.
        if weights.greatest() <= threshold {
            return None;
        }
        let mut heaviest = None;
        let mut weight = threshold;
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
            choice: Choice::Triad {
                digit,
                kind: self.triads_of(digit),
            },
        })
    }

    /// The triads among which one of these digits is undecided. A digit that is undecided among the
    /// minirows and among the minicolumns branches on the minirows.
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

#[cfg(test)]
mod tests {
    use super::super::propagate::Outcome;
    use super::super::tests::{propagate, split, states};
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
                let parts = split(&state, Level::new());
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
    fn the_upper_one_of_three_minirows_is_preferred() {
        // Of the first box, the digit 1 is undecided between three minirows and minicolumns; all
        // weights are equal.
        let state = State::new(&Candidates::ALL);
        let [others, preferred] = split(&state, Level::new());
        let cells = |lost: &[(usize, u16)]| -> Vec<usize> {
            assert!(lost.iter().all(|&(_, mask)| mask == 1));
            lost.iter().map(|&(cell, _)| cell).collect()
        };
        let [lost_by_others, lost_by_preferred] = lost(&state, &[others, preferred]);
        assert_eq!(cells(&lost_by_others), [0, 1, 2]);
        assert_eq!(cells(&lost_by_preferred), [9, 10, 11, 18, 19, 20]);
    }

    #[test]
    fn branches_are_distinct() {
        for mut state in states() {
            assert_eq!(propagate(&mut state, Level::new()), Outcome::Open);
            let splits = state.splits_on_best(&Weights::new(), Level::new(), 16);
            assert_eq!(splits.len(), 16);
            let states = splits.as_flattened();
            for (i, one) in states.iter().enumerate() {
                assert!(states[..i].iter().all(|other| other != one));
            }
        }
    }

    #[test]
    #[should_panic = "an open state has a branch"]
    fn a_state_without_a_branch_is_noticed() {
        let empty = State::new(&Candidates::from_masks([0; CELLS]));
        split(&empty, Level::new());
    }
}
