//! Families of simple chains: what their proofs cost, and how long a proof may be and still be
//! easier than a known one.
//!
//! ```text
//! links      cycle  chain
//! X          6.5    6.6     one digit
//! Y          6.5            from cell to cell with two candidates each
//! all        7.0    7.0
//! ```
//!
//! What a cycle of n candidates eliminates, a chain of at most n + 2 nodes eliminates, too: it goes
//! from the eliminated candidate around the cycle and back. So there is no cycle where there is no
//! chain, and if the shortest chain has n nodes, each cycle has at least n - 2 candidates.

use super::cost::{Cost, Preference};
use super::cycle::MIN_LENGTH;
use super::cycle_search::{Limits, Tie};
use super::levels::OppositeChain;
use super::position::Links;

/// What cycles or chains with the same links cost, by their length.
#[derive(Clone, Copy)]
pub(super) struct CostScale {
    /// The rating of the shortest.
    base: f64,
    preference: Preference,
}

impl CostScale {
    pub(super) fn at(self, length: u32) -> Cost {
        Cost::new(self.base, length, self.preference)
    }

    /// The greatest length of cycles that cost less than `bound`, the cost of a proof. It is even,
    /// and less than [`MIN_LENGTH`] if there are none.
    pub(super) fn max_length_below(self, bound: Cost) -> u32 {
        debug_assert!(
            bound < Cost::MAX,
            "without a bound there is no greatest length"
        );
        let mut length = MIN_LENGTH - 2;
        while self.at(length + 2) < bound {
            length += 2;
        }
        length
    }
}

/// The cycles and chains that follow the same links.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub(super) links: Links,
    pub(super) cycle_cost: CostScale,
    pub(super) chain_cost: CostScale,
}

pub(super) const X_FAMILY: Family = Family {
    links: Links::X,
    cycle_cost: CostScale {
        base: 6.5,
        preference: Preference::X,
    },
    chain_cost: CostScale {
        base: 6.6,
        preference: Preference::X,
    },
};
pub(super) const ALL_FAMILY: Family = Family {
    links: Links::All,
    cycle_cost: ALL_COST,
    chain_cost: ALL_COST,
};
const ALL_COST: CostScale = CostScale {
    base: 7.0,
    preference: Preference::All,
};
/// The cost of cycles with Y links. There is no family of them: the chains with Y links are found
/// and rated among those with all links.
pub(super) const Y_CYCLE_COST: CostScale = CostScale {
    base: 6.5,
    preference: Preference::Y,
};

impl Family {
    /// Whether a chain or cycle could be easier than `bound`, if no chain is shorter than this
    /// length.
    pub(super) fn can_be_easier(self, bound: Cost, chain_length: u32) -> bool {
        let min_cycle_length = (chain_length - 2).max(MIN_LENGTH);
        self.chain_cost.at(chain_length) < bound || self.cycle_cost.at(min_cycle_length) < bound
    }

    /// How long a cycle may be that is easier than `bound` and comes before the shortest chain.
    pub(super) fn limits(self, chain: OppositeChain, bound: Cost) -> Limits {
        let bound = bound.min(self.chain_cost.at(chain.length));
        let tie = Tie {
            length: chain.length,
            last_source: chain.source.x,
        };
        // Only with all links can a cycle cost as much as a chain: one of the same length.
        let is_tie = bound == self.cycle_cost.at(chain.length);
        Limits {
            max_length: self.cycle_cost.max_length_below(bound),
            tie: is_tie.then_some(tie),
        }
    }
}
