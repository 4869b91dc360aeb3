//! How hard the proofs are to find, and the steps that they lead to.

use super::super::proof::{Chain, Proof};
use super::super::{Look, Step};
use super::literal::{Candidate, State};
use super::position::is_cell;

/// What decides which proof is taken: the lowest rating, then the shortest one, then the
/// preference.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Cost {
    /// A sum of floating-point numbers, as in Sudoku Explainer: 6.6 + 0.1 is less than
    /// 6.5 + 0.1 + 0.1, although both are displayed as 6.7.
    rating: f64,
    /// The number of nodes in the proof. If it has branches, the nodes of each are counted.
    pub(super) length: u32,
    pub(super) preference: Preference,
}

/// Which of equally long proofs is preferred: the first of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Preference {
    Either,
    X,
    Y,
    XY,
    Cell,
    Places,
    Contradiction,
}

impl Preference {
    /// That of a proof from all candidates of a group.
    pub(super) fn of_group(group: usize) -> Preference {
        if is_cell(group) {
            Preference::Cell
        } else {
            Preference::Places
        }
    }
}

impl Cost {
    /// More than any proof costs.
    pub(super) const MAX: Cost = Cost {
        rating: f64::INFINITY,
        length: u32::MAX,
        preference: Preference::Contradiction,
    };

    /// The cost of a proof of a technique whose ratings start at `base`. Each of the numbers 4, 6,
    /// 8, 12, 16, 24, 32, ... that is less than `length - 2` adds 0.1.
    pub(super) fn new(base: f64, length: u32, preference: Preference) -> Cost {
        let mut added = 0.0;
        let [mut step, mut next] = [4, 6];
        while length > step + 2 {
            added += 0.1;
            [step, next] = [next, 2 * step];
        }
        Cost {
            rating: base + added,
            length,
            preference,
        }
    }

    /// The lesser of two costs.
    pub(super) fn min(self, other: Cost) -> Cost {
        if other < self { other } else { self }
    }
}

/// What a proof shows.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// This cell has digit `i + 1`.
    Fills { cell: usize, i: usize },
    /// These cells lose these digits.
    Eliminates(Vec<(usize, u16)>),
}

impl Effect {
    /// A candidate is on or off.
    pub(super) fn of(Candidate { cell, i }: Candidate, state: State) -> Effect {
        match state {
            State::On => Effect::Fills { cell, i },
            State::Off => Effect::Eliminates(vec![(cell, 1 << i)]),
        }
    }
}

impl Look<'_> {
    /// The step of a proof, with its chain if it is known.
    pub(super) fn proven(&self, cost: Cost, effect: &Effect, chain: Option<Chain>) -> Option<Step> {
        let step = match effect {
            Effect::Fills { cell, i } => self.fill_step(*cell, *i),
            Effect::Eliminates(lost) => {
                let digits = lost.iter().fold(0, |all, (_, digits)| all | digits);
                let step = self.elimination_by_cell(lost.iter().copied())?;
                step.with_digits(digits)
            }
        };
        let proof = match chain {
            None => Proof::Omitted,
            Some(chain) => Proof::Chain(Box::new(chain)),
        };
        Some(Step {
            proof,
            ..step.rated(cost.rating)
        })
    }
}
