//! Predicts from recent searches how the next one will go.

use super::plan::{Plan, SearchOutcome};
use crate::solver::Goal;

/// Predicts which kind of search is best, from recent searches that made a stop.
///
/// It is kept from call to call: starting anew with every 2048 grids costs 5 to 15 % on grids with
/// multiple solutions, because it has to learn first.
#[derive(Default)]
pub(super) struct Predictor {
    /// The share of grids with multiple solutions, in fixed point.
    multiple: i32,
    /// How many stops a hopeful search saves, in fixed point.
    saved: i32,
}

/// The number of searches that an average remembers.
const MEMORY: i32 = 32;

/// The most stops that count for a search: one long search must not decide for many others.
const MAX_STOPS: u32 = 48;

impl Predictor {
    /// The fixed-point value of one.
    const ONE: i32 = 1 << 16;

    /// Takes in how a search ended, and after how many stops. It might have found two solutions,
    /// or was a hopeful search that was given up.
    pub fn observe(&mut self, outcome: SearchOutcome, stops: u32) {
        let stops = stops.min(MAX_STOPS) as i32;
        let saved = match outcome {
            // A careful search is in vain.
            SearchOutcome::TwoSolutions => stops,
            // A hopeful search takes about half as long again.
            SearchOutcome::NoSolution | SearchOutcome::OneSolution => -stops / 2,
            // A hopeful search was in vain.
            SearchOutcome::GivenUp => -stops,
        };
        let multiple = i32::from(outcome == SearchOutcome::TwoSolutions);
        self.saved += (saved * Predictor::ONE - self.saved) / MEMORY;
        self.multiple += (multiple * Predictor::ONE - self.multiple) / MEMORY;
    }

    /// The plan for a grid of which nothing is known.
    pub fn plan(&self, goal: Goal) -> Plan {
        // For any solution, few decisions are wrong.
        if goal == Goal::Existence || self.saved > 0 {
            return Plan::Hopeful;
        }
        self.proving_plan()
    }

    /// The plan to prove that a grid has at most one solution, such as one whose hopeful search was
    /// given up.
    pub fn proving_plan(&self) -> Plan {
        // Hardly any grid has multiple solutions.
        if self.multiple < Predictor::ONE / 24 {
            Plan::Wide
        } else {
            Plan::Careful
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan_after(observations: impl Iterator<Item = (SearchOutcome, u32)>) -> Plan {
        let mut predictor = Predictor::default();
        for (outcome, stops) in observations {
            predictor.observe(outcome, stops);
        }
        predictor.plan(Goal::Uniqueness)
    }

    #[test]
    fn the_plan_follows_recent_searches() {
        let one = |count| (0..count).map(|_| (SearchOutcome::OneSolution, 40));
        let multiple = |count| (0..count).map(|_| (SearchOutcome::TwoSolutions, 4));
        assert!(plan_after(one(0)) == Plan::Wide);
        assert!(plan_after(one(50)) == Plan::Wide);
        assert!(plan_after(multiple(50)) == Plan::Hopeful);
        assert!(plan_after(multiple(50).chain(one(5))) == Plan::Careful);
        assert!(plan_after(multiple(50).chain(one(200))) == Plan::Wide);
    }

    #[test]
    fn one_long_search_does_not_decide_for_many_others() {
        let short = (0..50).map(|_| (SearchOutcome::TwoSolutions, 20));
        let long = [(SearchOutcome::OneSolution, 1000)];
        assert!(plan_after(short.chain(long)) == Plan::Hopeful);
    }
}
