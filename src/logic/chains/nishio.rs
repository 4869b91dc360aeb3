//! Nishio chains: an assumption that leads to a contradiction within one digit. Candidates that are
//! off are removed from their groups, as in dynamic chains.

use super::super::board::Board;
use super::super::proof::Chain;
use super::super::units::ROW;
use super::super::{Step, View};
use super::closure::{Closure, Contradiction, Mode, NO_LIMIT};
use super::cost::{Cost, Preference};
use super::effect::Effect;
use super::explain::explain_contradiction;
use super::literal::{Candidate, Literal, State};
use super::position::{Links, Position, candidates_of_digit};
use super::remembered::Remembered;

const BASE_RATING: f64 = 7.5;

/// The words of a set of the literals of one digit: two bits for each of 81 candidates.
const LITERAL_WORDS: usize = 3;

/// The search for Nishio chains, with what it keeps from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct NishioSearch {
    remembered: [Remembered<DigitContradiction>; 9],
}

impl NishioSearch {
    /// The step of the easiest contradiction within one digit.
    pub(super) fn easiest_step(&mut self, view: &View<'_>) -> Option<Step> {
        let easiest = self.easiest(view.board)?;
        let cost = Cost::new(
            BASE_RATING,
            easiest.length.into(),
            Preference::Contradiction,
        );
        let effect = Effect::of(easiest.source, easiest.state.opposite());
        Some(effect.to_step(view, cost, || explain(view.board, easiest)))
    }

    /// The easiest contradiction of all digits.
    fn easiest(&mut self, board: &Board) -> Option<DigitContradiction> {
        (0..9).filter_map(|i| self.easiest_of_digit(board, i)).min()
    }

    /// The easiest contradiction of digit `i + 1`.
    fn easiest_of_digit(&mut self, board: &Board, i: usize) -> Option<DigitContradiction> {
        let places = board.places_in(ROW, i);
        let easiest = self.remembered[i].easiest_for(places, || search_digit(board, i));
        easiest.copied()
    }
}

/// A contradiction within one digit. The least one in this order is the easiest: the shortest, and
/// of several that of the first assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DigitContradiction {
    length: u16,
    /// What is assumed.
    source: Candidate,
    state: State,
}

/// Looks for the easiest contradiction of digit `i + 1`.
fn search_digit(board: &Board, i: usize) -> Option<DigitContradiction> {
    let position = Position::new(&candidates_of_digit(&board.candidates, i));
    let mut closure = Closure::<LITERAL_WORDS>::new(&position, Links::X, Mode::Dynamic);
    let mut best: Option<DigitContradiction> = None;
    for x in 0..position.len() {
        for state in [State::On, State::Off] {
            let limit = best.map_or(NO_LIMIT, |best| best.length);
            closure.follow(Literal { x, state }, limit);
            let Some(Contradiction { length, .. }) = closure.contradiction() else {
                continue;
            };
            if length < limit {
                best = Some(DigitContradiction {
                    length,
                    source: position.candidate(x),
                    state,
                });
            }
        }
    }
    best
}

/// The chain of a contradiction.
fn explain(board: &Board, easiest: DigitContradiction) -> Chain {
    let DigitContradiction { source, state, .. } = easiest;
    let position = Position::new(&candidates_of_digit(&board.candidates, source.i));
    let x = position.number(source);
    explain_contradiction(&position, Links::X, Literal { x, state })
}
