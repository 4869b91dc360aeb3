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

use super::layout::{Vector, splat};
use super::stack::MAX_DECISIONS;
use crate::solver::Goal;

/// How a state is searched; see the table above. A careful search becomes wide state by state.
///
/// Each plan is a tag: the smallest with this plan. The functions at the end of this file rely on
/// the bits and on the order.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
pub(super) enum Plan {
    Careful = 0,
    Wide = WIDE_BIT,
    Hopeful = EAGER_BIT,
    Multiple = EAGER_BIT | WIDE_BIT,
}

/// The lower bit of the plan in a tag. Without [`EAGER_BIT`] it means wide.
const WIDE_BIT: u32 = 1 << 30;

/// Where the upper bit of the plan is in a tag.
const EAGER_SHIFT: u32 = 31;

/// The upper bit of the plan in a tag: a stop is [`StopKind::Eager`].
const EAGER_BIT: u32 = 1 << EAGER_SHIFT;

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
    /// The tag of a state of search 0 with this plan.
    #[inline(always)]
    pub const fn tag(self) -> u32 {
        self as u32
    }

    /// The plan of a tag.
    #[inline(always)]
    pub fn of(tag: u32) -> Plan {
        match (tag & EAGER_BIT != 0, tag & WIDE_BIT != 0) {
            (false, false) => Plan::Careful,
            (false, true) => Plan::Wide,
            (true, false) => Plan::Hopeful,
            (true, true) => Plan::Multiple,
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
            // Two solutions are found within a few stops, or not soon. Both fewer and more than 24
            // were slower.
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
}

/// The kinds of stops. The stuck states of each kind wait together.
#[derive(Clone, Copy)]
pub(super) enum StopKind {
    /// One decision, for [`Plan::Careful`].
    Careful,
    /// One decision whose two sides are open at once, for [`Plan::Wide`].
    Wide,
    /// Two decisions, for [`Plan::Hopeful`] and [`Plan::Multiple`].
    Eager,
}

impl StopKind {
    /// The decisions at a stop.
    #[inline(always)]
    pub fn decisions(self, goal: Goal) -> Decisions {
        match (self, goal) {
            (StopKind::Careful | StopKind::Wide, _) => Decisions::Triad,
            (StopKind::Eager, Goal::Smallest) => Decisions::TwoCells,
            (StopKind::Eager, Goal::Uniqueness | Goal::Existence) => Decisions::TriadAndCell,
        }
    }

    /// How many states a stop adds to those under way.
    #[inline(always)]
    pub fn new_states(self) -> u32 {
        match self {
            StopKind::Careful | StopKind::Eager => 0,
            StopKind::Wide => 1,
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
    (tag & !(EAGER_BIT | WIDE_BIT)) as usize
}

/// A tag with [`Plan::Wide`] instead of [`Plan::Careful`]; other plans stay.
#[inline(always)]
pub(super) fn widened(tag: u32) -> u32 {
    if tag < Plan::Hopeful.tag() {
        tag | WIDE_BIT
    } else {
        tag
    }
}

/// Tags with [`Plan::Multiple`] instead of any other plan.
#[inline(always)]
pub(super) fn marked_multiple<S: Simd>(tags: Vector<S>) -> Vector<S> {
    tags | splat(tags.token(), EAGER_BIT | WIDE_BIT)
}

/// One for tags with [`Plan::Hopeful`] or [`Plan::Multiple`], zero for others.
#[inline(always)]
pub(super) fn eagerness<S: Simd>(tags: Vector<S>) -> Vector<S> {
    tags >> EAGER_SHIFT
}

/// Some lanes, in a set for each kind of stop in the order of [`StopKind`].
#[inline(always)]
pub(super) fn lanes_by_stop_kind<S: Simd>(tags: Vector<S>, lanes: u64) -> [u64; 3] {
    let from_wide = lanes_from::<S>(tags, Plan::Wide);
    let from_hopeful = lanes_from::<S>(tags, Plan::Hopeful);
    [
        lanes & !from_wide,
        lanes & from_wide & !from_hopeful,
        lanes & from_hopeful,
    ]
}

/// The lanes whose tags have this plan or a later one.
#[inline(always)]
fn lanes_from<S: Simd>(tags: Vector<S>, plan: Plan) -> u64 {
    tags.simd_ge(splat(tags.token(), plan.tag())).to_bitmask()
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
