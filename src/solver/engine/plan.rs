//! The plan of a search: how it branches, and what ends it.
//!
//! ```text
//! plan      the grid has                           the search ends with
//! careful   any number of solutions                two solutions
//! wide      one solution or none, very probably    two solutions
//! hopeful   multiple solutions, probably           two solutions; one, mostly, for Goal::Smallest
//! multiple  multiple solutions or none, certainly  one solution
//! ```
//!
//! A careful search becomes wide with its third alternative. For [`Goal::Existence`], every search
//! ends with one solution.
//!
//! A search also ends after too many branch points. If it was hopeful, the grid is searched again,
//! as careful or wide; else the engine gives it up. If a careful or wide search for
//! [`Goal::Smallest`] finds two solutions, the grid is searched again as multiple, because neither
//! may be the smallest.
//!
//! The plan also says how a stuck state branches:
//!
//! ```text
//! branching  plan               decisions                      the sides of a decision
//! careful    careful            one, on a triad                one is opened, one is stored
//! wide       wide               one, on a triad                both are opened
//! eager      hopeful, multiple  two: on a triad and a cell;    one is opened, one is stored
//!                               on cells for Goal::Smallest
//! ```
//!
//! Careful branching takes the fewest branch points to prove that there is one solution or none. If
//! there are multiple solutions, most guesses lead to one. So an eager search makes its second
//! decision without propagating the first, and it branches as soon as a round finds at most one
//! new naked single.
//!
//! An eager search for the smallest solution decides on the first unsolved cell in row-major order,
//! and tries the smallest digit first. So the first solution that it finds is the smallest. This
//! does not hold for decisions on triads.

use fearless_simd::prelude::*;

use super::layout::{Vector, splat};
use crate::solver::Goal;

/// How a state is searched; see the table above. A careful search becomes wide state by state.
///
/// A plan's discriminant is its two bits, already in place in the tag of a state:
///
/// ```text
/// bit  31     30     29 ... 0
///     [eager][wide ][ index of the search ]
/// ```
///
/// So the tags of later plans in this list are greater, whatever the search.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
pub(super) enum Plan {
    Careful = 0,
    Wide = WIDE_BIT,
    Hopeful = EAGER_BIT,
    Multiple = EAGER_BIT | WIDE_BIT,
}

/// The lower bit of the plan in a tag. Without [`EAGER_BIT`] it means wide, with it multiple.
const WIDE_BIT: u32 = 1 << 30;

/// The upper bit of the plan in a tag: the search branches eagerly.
const EAGER_BIT: u32 = 1 << EAGER_SHIFT;

const EAGER_SHIFT: u32 = 31;

/// One in this many hopeful searches for the smallest solution continues to the second, so that the
/// predictor learns whether there is one. It is prime, so that no kind of grid is left out if kinds
/// come in turn.
const SAMPLE_EVERY: usize = 13;

impl Plan {
    /// The tag of a state with this plan, of the search with this index.
    #[inline(always)]
    pub const fn tag(self, search: u32) -> u32 {
        self as u32 | search
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

    /// The outcome that ends the search of the grid with this index, even if states are left.
    pub fn wanted(self, goal: Goal, grid: usize) -> SearchOutcome {
        match (self, goal) {
            (Plan::Multiple, _) | (_, Goal::Existence) => SearchOutcome::OneSolution,
            (Plan::Hopeful, Goal::Smallest) if !grid.is_multiple_of(SAMPLE_EVERY) => {
                SearchOutcome::OneSolution
            }
            (_, Goal::Uniqueness | Goal::Smallest) => SearchOutcome::TwoSolutions,
        }
    }

    /// How many branch points a search may have.
    pub fn max_branch_points(self, goal: Goal) -> u32 {
        match (self, goal) {
            // A careful search of one of the hardest grids known takes a few hundred.
            (Plan::Careful | Plan::Wide, _) => 1000,
            // Two solutions are found within a few branch points, or only much later. Both fewer
            // and more than 24 were slower.
            (Plan::Hopeful, Goal::Uniqueness | Goal::Smallest) => 24,
            // With more, a few long searches run in otherwise empty lanes, and take longer than in
            // the solver for one grid.
            (Plan::Hopeful, Goal::Existence) | (Plan::Multiple, _) => 100,
        }
    }
}

/// What a search has found so far. The order matters: a search is over once it has reached the
/// outcome that it wants.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
pub(super) enum SearchOutcome {
    #[default]
    NoSolution,
    OneSolution,
    TwoSolutions,
    /// The search took too many branch points. The last, so that a search that is given up is over,
    /// whatever it wanted.
    GivenUp,
}

/// How a stuck state branches; see the table above. Stuck states that branch alike wait together.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Branching {
    Careful,
    Wide,
    Eager,
}

/// The kinds of decisions.
#[derive(Clone, Copy)]
pub(super) enum DecisionKind {
    /// Whether a triad holds a digit.
    Triad,
    /// Whether the first unsolved cell holds its smallest candidate.
    Cell,
}

/// The most decisions at a branch point.
pub(super) const MAX_DECISIONS: usize = 2;

impl Branching {
    /// The decisions at a branch point, at most [`MAX_DECISIONS`].
    #[inline(always)]
    pub fn decisions(self, goal: Goal) -> &'static [DecisionKind] {
        match (self, goal) {
            (Branching::Careful | Branching::Wide, _) => &[DecisionKind::Triad],
            (Branching::Eager, Goal::Smallest) => &[DecisionKind::Cell, DecisionKind::Cell],
            (Branching::Eager, Goal::Uniqueness | Goal::Existence) => {
                &[DecisionKind::Triad, DecisionKind::Cell]
            }
        }
    }
}

/// The index of the search that a tag belongs to.
#[inline(always)]
pub(super) fn search_index(tag: u32) -> usize {
    (tag & !(EAGER_BIT | WIDE_BIT)) as usize
}

/// A tag with [`Plan::Wide`] instead of [`Plan::Careful`]; other plans stay.
#[inline(always)]
pub(super) fn widened(tag: u32) -> u32 {
    if tag & EAGER_BIT == 0 {
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

/// By lane: one if the plan branches eagerly, else zero.
#[inline(always)]
pub(super) fn eagerness<S: Simd>(tags: Vector<S>) -> Vector<S> {
    tags >> EAGER_SHIFT
}

/// Divides lanes by how their states branch, in the order of [`Branching`].
#[inline(always)]
pub(super) fn lanes_by_branching<S: Simd>(tags: Vector<S>, lanes: u64) -> [u64; 3] {
    let from_wide = lanes_from::<S>(tags, Plan::Wide);
    let from_hopeful = lanes_from::<S>(tags, Plan::Hopeful);
    [
        lanes & !from_wide,
        lanes & from_wide & !from_hopeful,
        lanes & from_hopeful,
    ]
}

/// The lanes whose tags have this plan or a later one in the list of plans.
#[inline(always)]
fn lanes_from<S: Simd>(tags: Vector<S>, plan: Plan) -> u64 {
    tags.simd_ge(splat(tags.token(), plan.tag(0))).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLANS: [Plan; 4] = [Plan::Careful, Plan::Wide, Plan::Hopeful, Plan::Multiple];

    #[test]
    fn a_tag_has_its_plan_and_its_search() {
        for plan in PLANS {
            let tag = plan.tag(100);
            assert!(Plan::of(tag) == plan);
            assert_eq!(search_index(tag), 100);
        }
    }

    #[test]
    fn only_a_careful_search_becomes_wide() {
        let widened = PLANS.map(|plan| Plan::of(widened(plan.tag(7))) as u32);
        let expected = [Plan::Wide, Plan::Wide, Plan::Hopeful, Plan::Multiple];
        assert_eq!(widened, expected.map(|plan| plan as u32));
    }
}
