//! What becomes of a search: its grid is answered, searched again or given up, and the predictor
//! learns from it.
//!
//! ```text
//! first solution    answers the grid
//! second solution   corrects the answer: there are multiple solutions, or the smallest must be
//!                   searched for with another plan
//! too many branch   the grid is searched again if the search was hopeful; otherwise the engine
//! points            gives up the grid
//! no states left    without a solution the grid is unsolvable; the search can take another grid
//! ```

use fearless_simd::prelude::*;

use super::Searches;
use crate::solver::engine::call::Solve;
use crate::solver::engine::grid_search::Task;
use crate::solver::engine::plan::{Plan, SearchOutcome};
use crate::solver::engine::stack::Popped;
use crate::solver::engine::tag::Tag;
use crate::solver::{Answer, Goal};

impl<S: Simd> Searches<S> {
    /// Handles the solutions that the lanes have popped. Their digits are in `lanes.solutions`.
    #[inline(always)]
    pub(super) fn handle_solutions(&mut self, popped: &Popped<S>, solve: &mut Solve) {
        for lane in 0..popped.count {
            let tag = popped.tag(lane);
            if !self.grid_searches[tag.search_index()].is_over() {
                self.handle_solution(tag, lane, solve);
            }
            if self.grid_searches[tag.search_index()].is_at_last_state() {
                self.finish(tag, solve);
            } else {
                self.ended.push_one([], tag);
            }
        }
    }

    /// Handles the solution in a lane: the first or second of a search that is not over.
    #[inline(always)]
    fn handle_solution(&mut self, tag: Tag, lane: usize, solve: &mut Solve) {
        let search = &self.grid_searches[tag.search_index()];
        let (grid, plan) = (search.grid, tag.plan());
        if search.outcome() == SearchOutcome::NoSolution {
            self.record_outcome(tag, SearchOutcome::OneSolution);
            self.answer_with_solution(grid, plan, lane, solve);
        } else {
            self.record_outcome(tag, SearchOutcome::TwoSolutions);
            self.correct_answer(grid, plan, solve);
        }
    }

    /// Answers a grid when its search has found a solution, which is in this lane.
    #[inline(always)]
    fn answer_with_solution(&self, grid: usize, plan: Plan, lane: usize, solve: &mut Solve) {
        if solve.goal == Goal::Uniqueness && plan == Plan::Multiple {
            // The grid has too few clues to have only one.
            solve.answers[grid] = Answer::Multiple;
        } else {
            // It is what the goal asks for, unless the search finds a second one.
            solve.record_solution(grid, &self.lanes.solutions, lane);
        }
    }

    /// Corrects the answer to a grid when its search has found a second solution, or has the grid
    /// searched again.
    #[inline(always)]
    fn correct_answer(&mut self, grid: usize, plan: Plan, solve: &mut Solve) {
        match (solve.goal, plan) {
            (Goal::Uniqueness, _) => solve.answers[grid] = Answer::Multiple,
            // A hopeful search finds the smallest first.
            (Goal::Smallest, Plan::Hopeful) => {}
            // The smallest may be a third one.
            (Goal::Smallest, Plan::Careful | Plan::Wide) => self.retries.push(Task {
                grid,
                plan: Plan::Multiple,
            }),
            (Goal::Smallest, Plan::Multiple) | (Goal::Existence, _) => {
                unreachable!("the search was over with one solution")
            }
        }
    }

    /// Gives up a search that takes too many branch points.
    #[cold]
    pub(super) fn give_up(&mut self, tag: Tag, solve: &mut Solve) {
        self.record_outcome(tag, SearchOutcome::GivenUp);
        let grid = self.grid_searches[tag.search_index()].grid;
        if tag.plan() == Plan::Hopeful {
            let plan = self.predictor.proving_plan();
            self.retries.push(Task { grid, plan });
        } else {
            solve.given_up.push(grid);
        }
        self.ended.push_one([], tag);
    }

    /// Records what a search has found. If it is then over, its alternatives are not needed any
    /// more.
    #[inline(always)]
    fn record_outcome(&mut self, tag: Tag, outcome: SearchOutcome) {
        let search = &mut self.grid_searches[tag.search_index()];
        search.set_outcome(outcome);
        if search.is_over() {
            for branch_point in search.drain_branch_points() {
                self.alternatives.release_lane(branch_point.block);
            }
        }
    }

    /// Finishes a search whose last state has ended. The state had this tag.
    #[inline(always)]
    pub(super) fn finish(&mut self, tag: Tag, solve: &mut Solve) {
        let index = tag.search_index();
        let search = &self.grid_searches[index];
        if search.outcome() == SearchOutcome::NoSolution {
            solve.answers[search.grid] = Answer::Unsolvable;
        }
        if search.predictor_learns(tag.plan(), solve.goal) {
            self.predictor
                .learn(search.outcome(), search.branch_point_count());
        }
        self.free.push(index as u32);
    }
}
