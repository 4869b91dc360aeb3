//! Where to branch: the branches of a state, and the choice among them by the weights of digits.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u32x4};

use super::state::{BoxDigit, BoxDigits, CellSet, Place, State, load, minicolumns, minirows};
use crate::grid::set_bits;

/// A digit with three parallel triads in a box must be this many times as heavy as any other
/// branch. If such a digit never came first, the search would try everything else again and again
/// before it meets the contradictions between such digits. On slow grids, values from 1 to 4 are
/// about as good.
const THREE_TRIADS_MARGIN: u32 = 3;

/// What each digit of a box weighs at first. With less, the first few contradictions would
/// dominate.
const FIRST_WEIGHT: u32 = 5;

impl State {
    /// Branches in a state that is propagated and open: the two new states together have all its
    /// solutions, and none in common. The second is to be searched first. There are three kinds of
    /// branches:
    ///
    /// ```text
    /// branch on                                    first state keeps   second state keeps
    /// a cell with two candidates                   the higher          the lower
    /// a digit with two parallel triads in a box    the second triad    the first triad
    /// a digit with three parallel triads in a box  the two others      the first triad
    /// ```
    ///
    /// The heaviest branch is chosen; the third kind has a handicap, [`THREE_TRIADS_MARGIN`].
    ///
    /// # Panics
    ///
    /// If there is no branch: the caller would lose the state, and with it solutions. That cannot
    /// happen. Without a branch, each digit has one minirow and one minicolumn in each box, and so
    /// one cell. Nine digits in nine cells, none of them empty, are a solved state.
    pub fn branch(&self, weights: &Weights, level: Level) -> [State; 2] {
        let branches = Branches::of(self, level);
        let heaviest = branches.heaviest(self, weights);
        heaviest.expect("an open state has a branch").apply(self)
    }

    /// The states that each of the heaviest branches makes, the heaviest first; at most `count`
    /// branches. See [`State::branch`].
    pub fn branches(&self, weights: &Weights, level: Level, count: usize) -> Vec<[State; 2]> {
        let mut branches = Branches::of(self, level);
        let mut states = Vec::with_capacity(count);
        while states.len() < count
            && let Some(branch) = branches.heaviest(self, weights)
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
    fn of(state: &State, level: Level) -> Branches {
        dispatch!(level, simd => find_branches(simd, state))
    }

    /// The branch to choose, if there is one; see [`State::branch`].
    fn heaviest(&self, state: &State, weights: &Weights) -> Option<Branch> {
        let mut heaviest = self.heaviest_cell(state, weights);
        for (digits, margin) in [
            (&self.of_two_triads, 1),
            (&self.of_three_triads, THREE_TRIADS_MARGIN),
        ] {
            let weight = heaviest.as_ref().map_or(0, |branch| branch.weight);
            heaviest = digits.heavier_than(margin * weight, weights).or(heaviest);
        }
        heaviest
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

/// All branches of a state.
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

/// The digits that three triads can hold.
#[inline(always)]
fn all_three<S: Simd>([a, b, c]: [u32x4<S>; 3]) -> BoxDigits {
    BoxDigits((a & b & c).into())
}

/// Digits of boxes that several parallel triads can hold.
struct UndecidedDigits {
    /// Several minirows can.
    by_row: BoxDigits,
    /// Several minicolumns can.
    by_column: BoxDigits,
}

impl UndecidedDigits {
    /// The branch on the heaviest digit, if the digit weighs more than this.
    fn heavier_than(&self, weight: u32, weights: &Weights) -> Option<Branch> {
        if weights.greatest <= weight {
            return None;
        }
        let mut heaviest = None;
        let mut greatest = weight;
        for band in 0..3 {
            for bit in set_bits(self.by_row.0[band] | self.by_column.0[band]) {
                let digit = BoxDigit { band, bit };
                if weights.of(digit) > greatest {
                    greatest = weights.of(digit);
                    heaviest = Some(digit);
                }
            }
        }
        let digit = heaviest?;
        Some(Branch {
            weight: greatest,
            choice: Choice::Triads {
                digit,
                triads: self.triads_of(digit),
            },
        })
    }

    /// The triads between which one of these digits is undecided; minirows if both are.
    fn triads_of(&self, digit: BoxDigit) -> Triads {
        if self.by_row.contains(digit) {
            Triads::Minirows
        } else {
            Triads::Minicolumns
        }
    }

    fn remove(&mut self, digit: BoxDigit) {
        self.by_row.remove(digit);
        self.by_column.remove(digit);
    }
}

/// A choice in a state. It weighs as much as the digits that it is between.
struct Branch {
    weight: u32,
    choice: Choice,
}

/// Two or three possibilities.
enum Choice {
    /// Which candidate a cell has; the lower one comes first.
    Candidates {
        cell: Place,
        candidates: [BoxDigit; 2],
    },
    /// Which of these triads holds a digit.
    Triads { digit: BoxDigit, triads: Triads },
}

impl Branch {
    /// The state without the first possibility, and the state with only the first.
    fn apply(&self, state: &State) -> [State; 2] {
        let mut without_first = *state;
        let mut only_first = *state;
        match self.choice {
            Choice::Candidates { cell, candidates } => {
                let [lower, higher] = candidates;
                without_first.eliminate(cell.number, lower);
                only_first.eliminate(cell.number, higher);
            }
            Choice::Triads { digit, triads } => {
                let possible = |triad: &[usize; 3]| state.triad_has(triad, digit);
                let mut triads = triads.cells().into_iter().filter(possible);
                let first = triads.next().expect("a branch has possibilities");
                without_first.eliminate_from_triad(&first, digit);
                for other in triads {
                    only_first.eliminate_from_triad(&other, digit);
                }
            }
        }
        [without_first, only_first]
    }
}

/// The three parallel triads of a box.
#[derive(Clone, Copy)]
enum Triads {
    Minirows,
    Minicolumns,
}

impl Triads {
    /// The cells of each triad, as numbers within the box.
    fn cells(self) -> [[usize; 3]; 3] {
        match self {
            Triads::Minirows => [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
            Triads::Minicolumns => [[0, 3, 6], [1, 4, 7], [2, 5, 8]],
        }
    }
}

/// How often each digit of each box took part in a contradiction.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// For each band, a number for each bit of [`BoxDigits`].
    of_digits: [[u32; 32]; 4],
    /// The greatest of them.
    greatest: u32,
}

impl Weights {
    pub fn new() -> Weights {
        Weights {
            of_digits: [[FIRST_WEIGHT; 32]; 4],
            greatest: FIRST_WEIGHT,
        }
    }

    /// Adds a contradiction between these digits.
    pub fn add(&mut self, contradiction: &BoxDigits) {
        for (weights, word) in self.of_digits.iter_mut().zip(contradiction.0) {
            for bit in set_bits(word) {
                weights[bit] += 1;
                self.greatest = self.greatest.max(weights[bit]);
            }
        }
    }

    /// The weight of a digit.
    fn of(&self, digit: BoxDigit) -> u32 {
        self.of_digits[digit.band][digit.bit]
    }
}

#[cfg(test)]
mod tests {
    use super::super::propagate::Propagated;
    use super::super::state::STACK_SHIFT;
    use super::super::tests::{branch, propagate, states};
    use super::*;
    use crate::grid::{CELLS, Candidates};

    #[test]
    fn a_contradiction_counts_once_for_each_digit_of_each_box_involved() {
        let mut weights = Weights::new();
        // The digit 1 in two bands of the first stack, then 2 and 9 in two bands of the second.
        weights.add(&BoxDigits([1, 1, 0, 0]));
        weights.add(&BoxDigits([
            0,
            1 | 2 << STACK_SHIFT,
            1 << (STACK_SHIFT + 8),
            0,
        ]));
        let added = |band: usize| -> Vec<(usize, u32)> {
            let weights = weights.of_digits[band].iter().enumerate();
            let heavier = weights.filter(|&(_, &weight)| weight > FIRST_WEIGHT);
            heavier
                .map(|(bit, weight)| (bit, weight - FIRST_WEIGHT))
                .collect()
        };
        assert_eq!(
            [0, 1, 2].map(added),
            [vec![(0, 1)], vec![(0, 2), (11, 1)], vec![(18, 1)]]
        );
        assert_eq!(weights.greatest, FIRST_WEIGHT + 2);
    }

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
            while propagate(&mut state, Level::new()) == Propagated::Open {
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
        let [rest, first] = state.branch(&Weights::new(), Level::new());
        let cells = |lost: &[(usize, u16)]| -> Vec<usize> {
            assert!(lost.iter().all(|&(_, mask)| mask == 1));
            lost.iter().map(|&(cell, _)| cell).collect()
        };
        let [lost_by_first, lost_by_rest] = lost(&state, &[first, rest]);
        assert_eq!(cells(&lost_by_first), [9, 10, 11, 18, 19, 20]);
        assert_eq!(cells(&lost_by_rest), [0, 1, 2]);
    }

    #[test]
    fn branches_are_distinct() {
        for mut state in states() {
            assert_eq!(propagate(&mut state, Level::new()), Propagated::Open);
            let branches = state.branches(&Weights::new(), Level::new(), 16);
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
        empty.branch(&Weights::new(), Level::new());
    }
}
