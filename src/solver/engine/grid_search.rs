//! The search of one grid: what it has found, and where it can go back to.

use super::alternatives::BranchPoint;
use super::plan::{Plan, SearchOutcome, widened};
use crate::solver::Goal;

/// From this alternative on, a careful search becomes wide: if there are multiple solutions, it
/// seldom takes that many to find two.
const FIRST_WIDE_ALTERNATIVE: u32 = 3;

/// A grid to search, and how.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub grid: usize,
    pub plan: Plan,
}

/// The search of one grid.
#[derive(Default)]
pub(super) struct GridSearch {
    /// The index of the grid in the call.
    pub grid: usize,
    pub outcome: SearchOutcome,
    /// The outcome that ends the search even if states are left.
    wanted: SearchOutcome,
    /// How many of its states are in lanes and on stacks.
    pub states: u32,
    /// How many branch points it has had.
    pub branch_point_count: u32,
    max_branch_points: u32,
    /// The branch points that have alternatives left. The search goes back to the last.
    pub branch_points: Vec<BranchPoint>,
    /// How many alternatives it has gone back to.
    backtracks: u32,
}

impl GridSearch {
    /// Begins the search of another grid, with one state.
    pub fn begin(&mut self, task: Task, goal: Goal) {
        self.grid = task.grid;
        self.outcome = SearchOutcome::NoSolution;
        self.states = 1;
        self.branch_point_count = 0;
        self.backtracks = 0;
        self.set_limits(task.plan, goal);
    }

    /// Sets what ends a search that begins with this plan.
    pub fn set_limits(&mut self, plan: Plan, goal: Goal) {
        self.wanted = plan.wanted(goal, self.grid);
        self.max_branch_points = plan.max_branch_points(goal);
    }

    /// Whether the search has found what it wants, or was given up. States of it may be left.
    pub fn is_over(&self) -> bool {
        self.outcome >= self.wanted
    }

    /// Whether it may not branch any more.
    #[inline(always)]
    pub fn is_at_limit(&self) -> bool {
        self.branch_point_count == self.max_branch_points
    }

    /// Takes the alternative to go back to. Returns its branch point, where [`BranchPoint::left`] is
    /// now the number of its decision.
    #[inline(always)]
    pub fn backtrack(&mut self) -> Option<BranchPoint> {
        let last = self.branch_points.last_mut()?;
        last.left -= 1;
        let branch_point = *last;
        if branch_point.left == 0 {
            self.branch_points.pop();
        }
        self.backtracks += 1;
        Some(branch_point)
    }

    /// The tag of the alternative that the search has gone back to, from the tag of the state that
    /// has ended.
    #[inline(always)]
    pub fn tag_after_backtracking(&self, tag: u32) -> u32 {
        if self.backtracks < FIRST_WIDE_ALTERNATIVE {
            tag
        } else {
            widened(tag)
        }
    }

    /// Whether the predictor can learn from the end of this search.
    #[inline(always)]
    pub fn is_instructive(&self, plan: Plan, goal: Goal) -> bool {
        if self.outcome == SearchOutcome::GivenUp {
            // The hopeful search was a mistake, even if one solution would have been enough. For
            // Goal::Existence all searches are hopeful, so there is nothing to learn.
            return plan == Plan::Hopeful && goal != Goal::Existence;
        }
        self.wanted == SearchOutcome::TwoSolutions && self.branch_point_count > 0
    }
}
