//! Families of simple chains: what their proofs cost, and how long those may be that are easier
//! than a proof that is known.
//!
//! ```text
//! links      cycle  chain
//! X          6.5    6.6     one digit
//! Y          6.5            from cell to cell with two candidates each
//! X and Y    7.0    7.0
//! ```
//!
//! What a cycle of n candidates eliminates, a chain of n + 2 candidates eliminates that runs once
//! around it. So there is no cycle where there is no chain, and if the shortest chain has n
//! candidates, each cycle has at least n - 2.

use super::cost::{Cost, Preference};
use super::cycle_search::{Limits, MIN_LENGTH};
use super::levels::Opposite;
use super::position::Links;

/// What cycles or chains with the same links cost, by their length.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    /// The rating of the shortest.
    base: f64,
    preference: Preference,
}

impl Costs {
    pub(super) fn of(self, length: u32) -> Cost {
        Cost::new(self.base, length, self.preference)
    }

    /// The greatest length of cycles that cost less than `bound`, which is even; less than
    /// [`MIN_LENGTH`] if there are none.
    pub(super) fn max_length_below(self, bound: Cost) -> u32 {
        let mut length = MIN_LENGTH - 2;
        while self.of(length + 2) < bound {
            length += 2;
        }
        length
    }
}

/// The cycles and chains that follow the same links.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub(super) links: Links,
    pub(super) cycles: Costs,
    pub(super) chains: Costs,
}

pub(super) const X_FAMILY: Family = Family {
    links: Links::X,
    cycles: Costs {
        base: 6.5,
        preference: Preference::X,
    },
    chains: Costs {
        base: 6.6,
        preference: Preference::X,
    },
};
pub(super) const XY_FAMILY: Family = Family {
    links: Links::XY,
    cycles: XY_COSTS,
    chains: XY_COSTS,
};
const XY_COSTS: Costs = Costs {
    base: 7.0,
    preference: Preference::XY,
};
/// The chains with Y links are among those with X and Y links.
pub(super) const Y_CYCLES: Costs = Costs {
    base: 6.5,
    preference: Preference::Y,
};

impl Family {
    /// Whether a chain or cycle could be easier than `bound`, if no chain is shorter than this
    /// length.
    pub(super) fn can_beat(self, bound: Cost, chain_length: u32) -> bool {
        let min_cycle_length = chain_length.saturating_sub(2).max(MIN_LENGTH);
        self.chains.of(chain_length) < bound || self.cycles.of(min_cycle_length) < bound
    }

    /// How long a cycle may be that is easier than `bound` and comes before the shortest chain. Of
    /// a chain and a cycle with the same cost, the one with the first source comes first.
    pub(super) fn limits(self, chain: Opposite, bound: Cost) -> Limits {
        let bound = bound.min(self.chains.of(chain.length));
        let is_tie = bound == self.cycles.of(chain.length);
        Limits {
            max_length: self.cycles.max_length_below(bound),
            tied_source: is_tie.then_some(chain.source.x),
        }
    }
}
