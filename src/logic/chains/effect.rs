//! What proofs show, and the steps that they lead to.

use super::super::proof::{Chain, Proof};
use super::super::{Detail, Step, View};
use super::cost::Cost;
use super::literal::{Candidate, State};

/// What a proof shows.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// This cell has digit `i + 1`.
    Fills { cell: usize, i: usize },
    /// These cells lose these digits.
    Eliminates(Vec<(usize, u16)>),
}

impl Effect {
    /// That a candidate is on or off.
    pub(super) fn of(Candidate { cell, i }: Candidate, state: State) -> Effect {
        match state {
            State::On => Effect::Fills { cell, i },
            State::Off => Effect::Eliminates(vec![(cell, 1 << i)]),
        }
    }
}

impl View<'_> {
    /// The step of a proof; `explain` lists its nodes if the view wants them. `None` if nothing is
    /// eliminated, which no proof shows.
    pub(super) fn step_of_proof(
        &self,
        cost: Cost,
        effect: &Effect,
        explain: impl FnOnce() -> Chain,
    ) -> Option<Step> {
        let step = match effect {
            Effect::Fills { cell, i } => self.fill_step(*cell, *i),
            Effect::Eliminates(lost) => {
                let digits = lost.iter().fold(0, |all, (_, digits)| all | digits);
                let step = self.elimination_by_cell(lost.iter().copied())?;
                step.with_digits(digits)
            }
        };
        let proof = match self.detail {
            Detail::Effect => Proof::Omitted,
            Detail::Proof => Proof::Chain(Box::new(explain())),
        };
        Some(Step {
            proof,
            ..step.rated(cost.rating)
        })
    }
}
