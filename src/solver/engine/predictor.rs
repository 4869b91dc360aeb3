//! Predicts from recent searches how the next one will go.

use super::plan::Plan;
use crate::solver::Goal;

/// Predicts which kind of search is best, from recent searches that made a stop.
///
/// It is kept from call to call: starting anew with every 2048 grids costs 5 to 15 % on grids with
/// several solutions, because it has to learn first.
#[derive(Default)]
pub(super) struct Predictor {
    /// The share of grids with several solutions.
    several: i32,
    /// How many stops a hopeful search saves.
    saved: i32,
}

/// The number of searches that an average remembers.
const MEMORY: i32 = 32;

/// The most stops that count for a search: one long search must not decide for many others.
const MAX_STOPS: u32 = 48;

impl Predictor {
    /// The fixed-point value of one.
    const ONE: i32 = 1 << 16;

    /// Takes in whether a grid has several solutions, and how many stops its search took.
    pub fn observe(&mut self, several: bool, stops: u32) {
        // If there are several solutions, a careful search is in vain. If not, a hopeful search
        // takes about half as long again.
        let stops = stops.min(MAX_STOPS) as i32;
        let saved = if several { stops } else { -stops / 2 };
        self.saved += (saved * Predictor::ONE - self.saved) / MEMORY;
        self.several += (i32::from(several) * Predictor::ONE - self.several) / MEMORY;
    }

    /// The plan for a grid of which nothing is known.
    pub fn plan(&self, goal: Goal) -> Plan {
        // For any solution, few decisions are wrong.
        if goal == Goal::Existence || self.saved > 0 {
            return Plan::Hopeful;
        }
        self.careful_plan()
    }

    /// The plan for a grid whose hopeful search was given up.
    pub fn careful_plan(&self) -> Plan {
        // Hardly any grid has several solutions.
        if self.several < Predictor::ONE / 24 {
            Plan::Wide
        } else {
            Plan::Careful
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan_after(observations: impl Iterator<Item = (bool, u32)>) -> Plan {
        let mut predictor = Predictor::default();
        for (several, stops) in observations {
            predictor.observe(several, stops);
        }
        predictor.plan(Goal::Uniqueness)
    }

    #[test]
    fn the_plan_follows_recent_searches() {
        let one = |count| (0..count).map(|_| (false, 40));
        let several = |count| (0..count).map(|_| (true, 4));
        assert!(plan_after(one(0)) == Plan::Wide);
        assert!(plan_after(one(50)) == Plan::Wide);
        assert!(plan_after(several(50)) == Plan::Hopeful);
        assert!(plan_after(several(50).chain(one(5))) == Plan::Careful);
        assert!(plan_after(several(50).chain(one(200))) == Plan::Wide);
    }

    #[test]
    fn one_long_search_does_not_decide_for_many_others() {
        let long = || [(false, 1000)].into_iter();
        assert!(plan_after((0..50).map(|_| (true, 20)).chain(long())) == Plan::Hopeful);
    }
}
