//! The plan for the next grid, predicted from recent searches.

use super::plan::{Plan, SearchOutcome};
use crate::solver::Goal;

/// Predicts which plan is best for a grid about which nothing is known. It learns from searches
/// that had a branch point.
///
/// It is kept from call to call: starting afresh with every 2048 grids costs 5 to 15 % on grids
/// with multiple solutions, because it has to learn first.
#[derive(Default)]
pub(super) struct Predictor {
    /// The average share of grids with multiple solutions, in fixed point.
    multiple_share: i32,
    /// How many branch points a hopeful search saves on average, in fixed point.
    savings: i32,
}

/// Each new search weighs `1 / MEMORY` in an average.
const MEMORY: i32 = 32;

/// The most branch points that count for a search: one long search must not decide for many others.
const MAX_LEARNED_BRANCH_POINTS: u32 = 48;

impl Predictor {
    /// The fixed-point value of one.
    const ONE: i32 = 1 << 16;

    /// Learns from a search: what it has found, and after how many branch points. It must be one
    /// that only two solutions would have ended, or a hopeful one that was given up. So for
    /// [`Goal::Smallest`], all hopeful searches that were given up count, but few of those that
    /// found two solutions; see [`Plan::sufficient_outcome`]. Failures weigh more, and the
    /// predictor leans towards the other plans.
    pub fn learn(&mut self, outcome: SearchOutcome, branch_points: u32) {
        let branch_points = branch_points.min(MAX_LEARNED_BRANCH_POINTS) as i32;
        let saved = match outcome {
            // Careful branching is wasted on this grid.
            SearchOutcome::TwoSolutions => branch_points,
            // A hopeful search takes about 1.5 times as long as a careful one.
            SearchOutcome::NoSolution | SearchOutcome::OneSolution => -branch_points / 2,
            // The hopeful search was wasted.
            SearchOutcome::GivenUp => -branch_points,
        };
        // A search that was given up counts as not multiple: if there are multiple solutions, two
        // are mostly found sooner. The grid is then searched again, and that may count, too.
        let is_multiple = i32::from(outcome == SearchOutcome::TwoSolutions);
        self.savings += (saved * Predictor::ONE - self.savings) / MEMORY;
        self.multiple_share += (is_multiple * Predictor::ONE - self.multiple_share) / MEMORY;
    }

    /// The plan for a grid about which nothing is known.
    pub fn plan(&self, goal: Goal) -> Plan {
        // If any solution will do, few decisions are wrong.
        if goal == Goal::Existence || self.savings > 0 {
            return Plan::Hopeful;
        }
        self.proving_plan()
    }

    /// The plan to prove that a grid has at most one solution, such as one whose hopeful search was
    /// given up.
    pub fn proving_plan(&self) -> Plan {
        // Hardly any grid has multiple solutions.
        if self.multiple_share < Predictor::ONE / 24 {
            Plan::Wide
        } else {
            Plan::Careful
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan_after(searches: impl Iterator<Item = (SearchOutcome, u32)>) -> Plan {
        let mut predictor = Predictor::default();
        for (outcome, branch_points) in searches {
            predictor.learn(outcome, branch_points);
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
