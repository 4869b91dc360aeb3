//! The plan of a search: the decisions that it makes, and what ends it.
//!
//! ```text
//! plan      what is known about the grid         decisions at a stop
//! careful   nothing                              one, on a triad
//! wide      nothing; but hardly any grid has     one, on a triad; both sides are open at once
//!           several solutions, or the search
//!           has fetched alternatives
//! hopeful   probably several solutions           for Goal::Smallest two, each on the first unsolved
//! several   several solutions, or none           cell in row-major order, smallest digit first;
//!                                                else one on a triad and one on such a cell
//!
//! plan            ends with            Goal::Smallest, two solutions   too many stops
//! careful, wide   the second solution  searched again, as several      the engine gives up
//! hopeful         the first or second                                  searched again, as careful
//! several         the first                                            the engine gives up
//! ```
//!
//! A careful search is the best order to prove that there is one solution or none. If there are
//! several, most decisions are right, so a hopeful search makes the second without propagating the
//! first.
//!
//! The tag of a state has the plan and the number of its search:
//!
//! ```text
//! bit  31  30    29 ... 0
//!     [ plan ][ number of the search ]
//! ```

use std::ops::Range;

use fearless_simd::prelude::*;

use super::layout::Vector;
use super::stack::DECISIONS;
use crate::solver::Goal;

/// How a state is searched; see the table above. A careful search becomes wide state by state.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
pub(super) enum Plan {
    Careful = 0,
    Wide = 1,
    Hopeful = 2,
    Several = 3,
}

/// Where the plan is in a tag.
const PLAN_SHIFT: u32 = 30;

/// One in this many hopeful searches for the smallest solution continues to the second, for the
/// predictor. It is prime, so that no kind of grid is left out if kinds come in turn.
const SAMPLE_EVERY: usize = 13;

/// What ends a search.
pub(super) struct Limits {
    /// The number of solutions: one or two.
    pub solutions: u32,
    /// The number of stops.
    pub stops: u32,
}

impl Plan {
    /// The tag of a state of search 0 with this plan, and the smallest tag with it.
    #[inline(always)]
    pub const fn tag(self) -> u32 {
        (self as u32) << PLAN_SHIFT
    }

    /// The plan of a tag.
    #[inline(always)]
    pub fn of(tag: u32) -> Plan {
        match tag >> PLAN_SHIFT {
            0 => Plan::Careful,
            1 => Plan::Wide,
            2 => Plan::Hopeful,
            _ => Plan::Several,
        }
    }

    /// What ends the search of the grid with this index.
    pub fn limits(self, goal: Goal, grid: usize) -> Limits {
        match (self, goal) {
            // A careful search of one of the hardest grids known takes a few hundred stops.
            (Plan::Careful | Plan::Wide, Goal::Existence) => Limits {
                solutions: 1,
                stops: 1000,
            },
            (Plan::Careful | Plan::Wide, Goal::Uniqueness | Goal::Smallest) => Limits {
                solutions: 2,
                stops: 1000,
            },
            // Several solutions are found within a few stops, or not soon. Fewer and more than 24
            // were slower.
            (Plan::Hopeful, Goal::Uniqueness) => Limits {
                solutions: 2,
                stops: 24,
            },
            (Plan::Hopeful, Goal::Smallest) => Limits {
                solutions: 1 + u32::from(grid.is_multiple_of(SAMPLE_EVERY)),
                stops: 24,
            },
            // With more stops, single long searches are left alone in the lanes, and take longer
            // than in a search for one grid.
            (Plan::Hopeful, Goal::Existence) | (Plan::Several, _) => Limits {
                solutions: 1,
                stops: 100,
            },
        }
    }

    /// The decisions at a stop.
    #[inline(always)]
    pub fn decisions(self, goal: Goal) -> Decisions {
        match (self, goal) {
            (Plan::Careful | Plan::Wide, _) => Decisions::Triad,
            (Plan::Hopeful | Plan::Several, Goal::Smallest) => Decisions::TwoCells,
            (Plan::Hopeful | Plan::Several, Goal::Uniqueness | Goal::Existence) => {
                Decisions::TriadAndCell
            }
        }
    }
}

/// What the decisions at a stop are on.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Decisions {
    Triad,
    TriadAndCell,
    TwoCells,
}

impl Decisions {
    /// The numbers of the decisions that are on cells. If the first is on a triad, that is number 0.
    #[inline(always)]
    pub fn on_cells(self) -> Range<usize> {
        match self {
            Decisions::Triad => 1..1,
            Decisions::TriadAndCell => 1..DECISIONS,
            Decisions::TwoCells => 0..DECISIONS,
        }
    }
}

/// The number of the search that a tag belongs to.
#[inline(always)]
pub(super) fn search_of(tag: u32) -> usize {
    (tag & ((1 << PLAN_SHIFT) - 1)) as usize
}

/// A tag with the plan wide instead of careful; other plans stay.
#[inline(always)]
pub(super) fn widened(tag: u32) -> u32 {
    if tag < Plan::Hopeful.tag() {
        tag | Plan::Wide.tag()
    } else {
        tag
    }
}

/// One for tags with the plan hopeful or several, zero for others.
#[inline(always)]
pub(super) fn eagerness<S: Simd>(tags: Vector<S>) -> Vector<S> {
    tags >> Plan::Hopeful.tag().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLANS: [Plan; 4] = [Plan::Careful, Plan::Wide, Plan::Hopeful, Plan::Several];

    #[test]
    fn a_tag_has_its_plan_and_its_search() {
        for plan in PLANS {
            let tag = plan.tag() | 100;
            assert!(Plan::of(tag) == plan);
            assert_eq!(search_of(tag), 100);
        }
    }

    #[test]
    fn only_a_careful_search_becomes_wide() {
        let widened = PLANS.map(|plan| Plan::of(widened(plan.tag() | 7)) as u32);
        let expected = [Plan::Wide, Plan::Wide, Plan::Hopeful, Plan::Several];
        assert_eq!(widened, expected.map(|plan| plan as u32));
    }
}
