//! What a proof shows, and the step that it leads to.

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

    /// The step of a proof with this effect. `explain` is only called if the view wants the proof
    /// as well.
    ///
    /// # Panics
    /// If the board has none of the candidates that would be eliminated.
    pub(super) fn to_step(
        &self,
        view: &View<'_>,
        cost: Cost,
        explain: impl FnOnce() -> Chain,
    ) -> Step {
        let step = match self {
            Effect::Fills { cell, i } => view.fill_step(*cell, *i),
            Effect::Eliminates(lost) => {
                let digits = lost.iter().fold(0, |all, (_, digits)| all | digits);
                let step = view.elimination_by_cell(lost.iter().copied());
                let step = step.expect("a proof eliminates candidates of the board");
                step.with_digits(digits)
            }
        };
        let proof = match view.detail {
            Detail::Effect => Proof::Omitted,
            Detail::Proof => Proof::Chain(Box::new(explain())),
        };
        Step {
            proof,
            ..step.rated(cost.rating)
        }
    }
}
