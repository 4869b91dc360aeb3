//! The plan of a search: how it branches, and when it is over.
//!
//! ```text
//! plan      the grid has                           the search is over with
//! careful   any number of solutions                two solutions
//! wide      very probably one solution or none     two solutions
//! hopeful   probably multiple solutions            two solutions; mostly one for Goal::Smallest
//! multiple  certainly multiple solutions or none   one solution
//! ```
//!
//! A careful search becomes wide with its third alternative. For [`Goal::Existence`], every search
//! is over with one solution.
//!
//! A search is given up after too many branch points. If it was hopeful, the grid is searched
//! again, as careful or wide; otherwise the engine gives up the grid. If a careful or wide search
//! for [`Goal::Smallest`] finds two solutions, the grid is searched again as multiple, because the
//! smallest may be a third one.
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

use crate::solver::Goal;

/// How a state is searched; see the first table above. A [`Tag`] holds the number of the plan, and
/// relies on the order.
///
/// [`Tag`]: super::tag::Tag
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
pub(super) enum Plan {
    Careful = 0,
    Wide = 1,
    Hopeful = 2,
    Multiple = 3,
}

/// One in this many hopeful searches for the smallest solution continues to the second, so that the
/// predictor learns whether there is one. It is prime, so that no kind of grid is left out if kinds
/// come in turn.
const SAMPLE_EVERY: usize = 13;

impl Plan {
    /// The first outcome that ends the search of the grid with this index, even if states are left.
    pub fn sufficient_outcome(self, goal: Goal, grid: usize) -> SearchOutcome {
        match (self, goal) {
            (Plan::Multiple, _) | (_, Goal::Existence) => SearchOutcome::OneSolution,
            (Plan::Hopeful, Goal::Smallest) if !grid.is_multiple_of(SAMPLE_EVERY) => {
                SearchOutcome::OneSolution
            }
            (_, Goal::Uniqueness | Goal::Smallest) => SearchOutcome::TwoSolutions,
        }
    }

    /// How many branch points a search can have before it is given up.
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

/// What a search has found so far. The order matters: a search is over from its sufficient outcome
/// on.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
pub(super) enum SearchOutcome {
    #[default]
    NoSolution,
    OneSolution,
    TwoSolutions,
    /// The search took too many branch points. The last, so that a search that is given up is over,
    /// whatever would have sufficed.
    GivenUp,
}

/// How a stuck state branches; see the second table above. Stuck states that branch alike wait
/// together: [`lanes_by_branching`] sorts them by the plans in their tags.
///
/// [`lanes_by_branching`]: super::tag::lanes_by_branching
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Branching {
    /// Of [`Plan::Careful`].
    Careful,
    /// Of [`Plan::Wide`].
    Wide,
    /// Of [`Plan::Hopeful`] and [`Plan::Multiple`].
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
