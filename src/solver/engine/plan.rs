//! The plan of a search: the decisions that it makes, and what ends it.
//!
//! ```text
//! plan      what is known about the grid         decisions at a stop
//! careful   nothing                              one, on a triad
//! wide      nothing; but hardly any grid has     one, on a triad; both sides are open at once
//!           multiple solutions, or the search
//!           has fetched alternatives
//! hopeful   probably multiple solutions          for Goal::Smallest two, each on the first
//! multiple  multiple solutions, or none          unsolved cell in row-major order, smallest digit
//!                                                first; else one on a triad and one on such a cell
//!
//! plan            ends with            Goal::Smallest, two solutions   too many stops
//! careful, wide   the second solution  searched again, as multiple     the engine gives up
//! hopeful         the first or second                                  searched again, as careful
//!                                                                      or wide
//! multiple        the first                                            the engine gives up
//! ```
//!
//! A careful search takes the fewest stops to prove that there is one solution or none. If there
//! are multiple solutions, most decisions are right, so a hopeful search makes the second decision
//! of a stop without propagating the first.
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
use super::stack::MAX_DECISIONS;
use crate::solver::Goal;

/// How a state is searched; see the table above. A careful search becomes wide state by state.
///
/// The numbers matter: [`widened`] sets the lower bit, [`eagerness`] reads the upper one, and
/// `Lanes::save_stuck` compares tags.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
pub(super) enum Plan {
    Careful = 0,
    Wide = 1,
    Hopeful = 2,
    Multiple = 3,
}

/// Where the plan is in a tag.
const PLAN_SHIFT: u32 = 30;

/// One in this many hopeful searches for the smallest solution continues to the second, for the
/// predictor. It is prime, so that no kind of grid is left out if kinds come in turn.
const SAMPLE_EVERY: usize = 13;

/// What a search has found so far. Ordered: a search is over once it reaches the outcome that is
/// wanted, or is given up.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
pub(super) enum SearchOutcome {
    #[default]
    NoSolution,
    OneSolution,
    TwoSolutions,
    /// It took too many stops.
    GivenUp,
}

/// What ends a search that still has states.
#[derive(Clone, Copy, Default)]
pub(super) struct SearchLimits {
    /// One solution or two.
    pub wanted: SearchOutcome,
    /// The most stops.
    pub stops: u32,
}

impl Plan {
    /// The tag of a state of search 0 with this plan. No tag with the same plan is smaller.
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
            _ => Plan::Multiple,
        }
    }

    /// What ends the search of the grid with this index.
    pub fn limits(self, goal: Goal, grid: usize) -> SearchLimits {
        match (self, goal) {
            // A careful search of one of the hardest grids known takes a few hundred stops.
            (Plan::Careful | Plan::Wide, Goal::Existence) => SearchLimits {
                wanted: SearchOutcome::OneSolution,
                stops: 1000,
            },
            (Plan::Careful | Plan::Wide, Goal::Uniqueness | Goal::Smallest) => SearchLimits {
                wanted: SearchOutcome::TwoSolutions,
                stops: 1000,
            },
            // Two solutions are found within a few stops, or not soon. Fewer and more than 24 were
            // slower.
            (Plan::Hopeful, Goal::Uniqueness) => SearchLimits {
                wanted: SearchOutcome::TwoSolutions,
                stops: 24,
            },
            (Plan::Hopeful, Goal::Smallest) => SearchLimits {
                wanted: if grid.is_multiple_of(SAMPLE_EVERY) {
                    SearchOutcome::TwoSolutions
                } else {
                    SearchOutcome::OneSolution
                },
                stops: 24,
            },
            // With more stops, single long searches are left alone in the lanes, and take longer
            // than in a search for one grid.
            (Plan::Hopeful, Goal::Existence) | (Plan::Multiple, _) => SearchLimits {
                wanted: SearchOutcome::OneSolution,
                stops: 100,
            },
        }
    }

    /// The decisions at a stop.
    #[inline(always)]
    pub fn decisions(self, goal: Goal) -> Decisions {
        match (self, goal) {
            (Plan::Careful | Plan::Wide, _) => Decisions::Triad,
            (Plan::Hopeful | Plan::Multiple, Goal::Smallest) => Decisions::TwoCells,
            (Plan::Hopeful | Plan::Multiple, Goal::Uniqueness | Goal::Existence) => {
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
    /// Whether decision 0 is on a triad.
    #[inline(always)]
    pub fn begin_with_triad(self) -> bool {
        match self {
            Decisions::Triad | Decisions::TriadAndCell => true,
            Decisions::TwoCells => false,
        }
    }

    /// The numbers of the decisions that are on cells.
    #[inline(always)]
    pub fn on_cells(self) -> Range<usize> {
        match self {
            Decisions::Triad => 0..0,
            Decisions::TriadAndCell => 1..MAX_DECISIONS,
            Decisions::TwoCells => 0..MAX_DECISIONS,
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

/// One for tags with the plan hopeful or multiple, zero for others.
#[inline(always)]
pub(super) fn eagerness<S: Simd>(tags: Vector<S>) -> Vector<S> {
    tags >> Plan::Hopeful.tag().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLANS: [Plan; 4] = [Plan::Careful, Plan::Wide, Plan::Hopeful, Plan::Multiple];

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
        let expected = [Plan::Wide, Plan::Wide, Plan::Hopeful, Plan::Multiple];
        assert_eq!(widened, expected.map(|plan| plan as u32));
    }
}
