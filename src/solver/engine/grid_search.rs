//! The search of one grid: what it has found, and where it can go back to.
//!
//! A state *ends* when it is dead, solved or no longer needed. A search is *over* when it has found
//! enough or is given up. It is *finished* when all its states have ended, and can then
//! begin with another grid. If it is over before that, its alternatives are dropped, and its other
//! states end at the latest when they would branch.

use super::alternatives::{Alternative, BranchPoint};
use super::plan::{Branching, Plan, SearchOutcome};
use super::tag::Tag;
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

/// The search of one grid. Its plan is in the tags of its states.
#[derive(Default)]
pub(super) struct GridSearch {
    /// The index of the grid in the call.
    pub grid: usize,
    outcome: SearchOutcome,
    /// The first outcome that ends the search.
    sufficient_outcome: SearchOutcome,
    /// How many of its states are in lanes and on stacks.
    state_count: u32,
    /// How many branch points it has had.
    branch_point_count: u32,
    max_branch_points: u32,
    /// The branch points that have alternatives left. The search goes back to the last.
    backtrack_stack: Vec<BranchPoint>,
    /// How often it has backtracked: the alternatives that it has gone back to.
    backtracks: u32,
}

impl GridSearch {
    /// Begins the search of another grid, with one state.
    pub fn begin(&mut self, task: Task, goal: Goal) {
        self.grid = task.grid;
        self.outcome = SearchOutcome::NoSolution;
        self.state_count = 1;
        self.branch_point_count = 0;
        self.backtracks = 0;
        self.set_limits(task.plan, goal);
    }

    /// Sets when a search that begins with this plan is over or given up.
    pub fn set_limits(&mut self, plan: Plan, goal: Goal) {
        self.sufficient_outcome = plan.sufficient_outcome(goal, self.grid);
        self.max_branch_points = plan.max_branch_points(goal);
    }

    /// What the search has found so far.
    #[inline(always)]
    pub fn outcome(&self) -> SearchOutcome {
        self.outcome
    }

    /// Sets what the search has found so far.
    #[inline(always)]
    pub fn set_outcome(&mut self, outcome: SearchOutcome) {
        self.outcome = outcome;
    }

    /// Removes all branch points that have alternatives left.
    #[inline(always)]
    pub fn drain_branch_points(&mut self) -> impl Iterator<Item = BranchPoint> {
        self.backtrack_stack.drain(..)
    }

    /// Whether the search has found enough, or was given up. States of it may be left.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.outcome >= self.sufficient_outcome
    }

    /// Whether the search must be given up rather than branch again.
    #[inline(always)]
    pub fn has_used_all_branch_points(&self) -> bool {
        self.branch_point_count == self.max_branch_points
    }

    /// Begins a branch point. Wide branching opens both sides, so the search has one state more.
    #[inline(always)]
    pub fn begin_branch_point(&mut self, branching: Branching) {
        self.branch_point_count += 1;
        self.state_count += u32::from(branching == Branching::Wide);
    }

    /// How many branch points the search has had.
    #[inline(always)]
    pub fn branch_point_count(&self) -> u32 {
        self.branch_point_count
    }

    /// Adds a branch point that has alternatives.
    #[inline(always)]
    pub fn push_branch_point(&mut self, branch_point: BranchPoint) {
        self.backtrack_stack.push(branch_point);
    }

    /// Takes the alternative to go back to: the last at the last branch point.
    #[inline(always)]
    pub fn backtrack(&mut self) -> Option<Alternative> {
        let alternative = self.backtrack_stack.last_mut()?.take_alternative();
        if alternative.is_last {
            self.backtrack_stack.pop();
        }
        self.backtracks += 1;
        Some(alternative)
    }

    /// The tag of the alternative that the search has gone back to, from the tag of the state that
    /// has ended.
    #[inline(always)]
    pub fn tag_after_backtracking(&self, tag: Tag) -> Tag {
        if self.backtracks < FIRST_WIDE_ALTERNATIVE {
            tag
        } else {
            tag.widened()
        }
    }

    /// Whether the search is finished when its current state ends: there are no other states and no
    /// alternatives.
    #[inline(always)]
    pub fn is_at_last_state(&self) -> bool {
        self.state_count == 1 && self.backtrack_stack.is_empty()
    }

    /// Removes a state that has ended.
    #[inline(always)]
    pub fn remove_state(&mut self) {
        self.state_count -= 1;
    }

    /// Whether all states have ended.
    #[inline(always)]
    pub fn has_no_states(&self) -> bool {
        self.state_count == 0
    }

    /// Whether the predictor learns from this search, which is finished.
    #[inline(always)]
    pub fn predictor_learns(&self, plan: Plan, goal: Goal) -> bool {
        if self.outcome == SearchOutcome::GivenUp {
            // A hopeful search has failed, even if one solution would have sufficed. For
            // Goal::Existence there is nothing to learn: the predicted plan is always hopeful.
            return plan == Plan::Hopeful && goal != Goal::Existence;
        }
        self.sufficient_outcome == SearchOutcome::TwoSolutions && self.branch_point_count > 0
    }
}
