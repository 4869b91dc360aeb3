//! Depth-first search of many grids at once.
//!
//! For one grid at a time, it would be this:
//!
//! ```text
//! for each puzzle:
//!     open = [candidates of the puzzle], found = 0
//!     while found < limit and open is not empty:
//!         pop state from open
//!         repeat: eliminate candidates from state             a round
//!         until state is dead, solved or stuck
//!         if state is solved:
//!             found += 1
//!         if state is stuck:                                  a branch point
//!             choose a decision, which is true or false
//!             push state without it to open                   the alternative
//!             push state with it to open
//! ```
//!
//! The engine differs from this loop:
//!
//! - Each of these steps works on a vector of states, mostly of different grids. A state that is
//!   dead, solved or stuck leaves its lane at once, and another state takes it.
//! - A search has one state under way. The alternatives are stored apart ([`Alternatives`]), and
//!   most are never needed. A *wide* search instead opens both sides of a decision at once. That
//!   saves loading the alternative, but is wasted if there are multiple solutions.
//! - Each grid has a [`Plan`], based on what is known about it. The plan chooses the decisions at a
//!   branch point and limits the number of branch points.
//!
//! ```text
//! tag 17 -> searches[17] -> branch points: [block 4, lane 9, 2 left], [block 7, lane 2, 1 left]
//!                                                |                          |
//! alternatives    block 4     decision 0         `-- lane 9                 |
//!                             decision 1         `-- lane 9                 |
//!                 block 7     decision 0                                    `-- lane 2, the next
//! ```

use fearless_simd::prelude::*;

use super::alternatives::{Alternatives, BranchPoint};
use super::call::{Call, Solve};
use super::cell_decision::split_by_cell;
use super::grid_search::{GridSearch, Task};
use super::lanes::Lanes;
use super::layout::{Vector, WORDS, Words, splat};
use super::plan::{Branching, Decision, MAX_DECISIONS, Plan, SearchOutcome, search_of};
use super::predictor::Predictor;
use super::propagate::RoundOutcome;
use super::stack::{Popped, StateStack};
use super::triad_decision::split_by_triad;
use crate::solver::{Answer, Goal};

/// A grid with fewer clues has no solution or multiple (McGuire, Tugemann and Civario, 2012).
const MIN_CLUES: u8 = 17;

/// The searches on one thread.
pub(super) struct Searches<S: Simd> {
    lanes: Lanes<S>,
    /// By number in the tag.
    searches: Vec<GridSearch>,
    /// The numbers of those that can begin with another grid.
    free: Vec<u32>,
    alternatives: Alternatives<S>,
    /// The tags of states that are dead, solved or no longer needed, until their searches backtrack.
    /// They do so many at a time; otherwise each round would end in a loop of unpredictable length.
    ended: StateStack<1>,
    /// Grids to search once more.
    retries: Vec<Task>,
    predictor: Predictor,
}

impl<S: Simd> Searches<S> {
    pub fn new(simd: S) -> Self {
        // Enough to keep the lanes busy while other searches wait to branch or to backtrack.
        let count = 8 * Vector::<S>::LEN as u32;
        Searches {
            lanes: Lanes::new(simd),
            searches: (0..count).map(|_| GridSearch::default()).collect(),
            free: (0..count).collect(),
            alternatives: Alternatives::new(),
            ended: StateStack::new(),
            retries: Vec::new(),
            predictor: Predictor::default(),
        }
    }

    /// Runs a call: answers every puzzle or gives it up, or counts solutions and returns their
    /// number.
    #[inline(always)]
    pub fn run(&mut self, call: &mut Call) -> u64 {
        // The states that branch. One buffer for all rounds saves clearing it.
        let mut scratch = [splat(self.lanes.simd, 0); WORDS];
        // The limits depend on the number of states, so they are computed before those are drained.
        let limits = call.limits(Vector::<S>::LEN);
        if let Call::Count { states, .. } = call {
            for state in states.drain(..) {
                self.lanes.open.push_one(state, Plan::Wide.tag());
            }
        }
        let mut rounds = 0;
        let mut count = 0;
        while rounds < limits.rounds && count < limits.solutions && self.refill(call) {
            rounds += 1;
            count += self.step(call, &mut scratch);
        }
        if let Call::Count { states, .. } = call {
            self.lanes.take_all(states);
        }
        count.min(limits.solutions)
    }

    /// Makes sure that the next round has states to propagate. Returns false if there are none: all
    /// puzzles are answered or given up, or all solutions counted.
    #[inline(always)]
    fn refill(&mut self, call: &mut Call) -> bool {
        let Call::Solve(solve) = call else {
            return !self.lanes.is_idle();
        };
        loop {
            self.open_more(solve);
            if !self.lanes.is_idle() {
                return true;
            }
            // Without other states, only saved solutions can be left. The searches that they end
            // make room for other grids.
            let Some(solutions) = self.lanes.pop_last_solutions() else {
                return false;
            };
            self.handle_solutions(&solutions, solve);
        }
    }

    /// Propagates once, handles the states that leave their lanes, and branches. Returns the number
    /// of solutions if the call counts them.
    #[inline(always)]
    fn step(&mut self, call: &mut Call, scratch: &mut Words<S>) -> u64 {
        let mut count = 0;
        let outcome = self.lanes.propagate();
        self.lanes.save_stuck(outcome.stuck);
        match call {
            Call::Count { .. } => count = u64::from(outcome.solved.count_ones()),
            Call::Solve(solve) => {
                self.save_ended(outcome, solve);
                for branching in [Branching::Careful, Branching::Eager] {
                    self.branch(branching, solve, scratch);
                }
            }
        }
        self.branch_wide(call, scratch);
        count
    }

    /// Opens more states if there are few: alternatives, and if they are not enough, grids.
    #[inline(always)]
    fn open_more(&mut self, solve: &mut Solve) {
        if self.lanes.open.len() >= Vector::<S>::LEN {
            return;
        }
        self.backtrack_all(solve);
        if self.lanes.open.len() >= Vector::<S>::LEN {
            return;
        }
        self.begin_searches(solve);
    }

    /// Begins a vector of searches, or as many as there are grids.
    #[inline(always)]
    fn begin_searches(&mut self, solve: &mut Solve) {
        let goal = solve.goal;
        let plan = self.predictor.plan(goal);
        for _ in 0..Vector::<S>::LEN.min(self.free.len()) {
            let Some(number) = self.free.pop() else {
                break;
            };
            let Some(task) = self.next_task(plan, solve) else {
                self.free.push(number);
                break;
            };
            self.searches[number as usize].begin(task, goal);
            let tag = number | task.plan.tag();
            solve.puzzles.add_to_lanes(task.grid, &mut self.lanes, tag);
        }
        self.load_intake(goal);
    }

    /// The next grid to search: once more, or for the first time and with this plan.
    #[inline(always)]
    fn next_task(&mut self, plan: Plan, solve: &mut Solve) -> Option<Task> {
        if let Some(retry) = self.retries.pop() {
            return Some(retry);
        }
        let grid = solve.waiting.next()?;
        Some(Task { grid, plan })
    }

    /// Opens the grids in the intake. Those with few clues get [`Plan::Multiple`].
    #[inline(always)]
    fn load_intake(&mut self, goal: Goal) {
        let lanes = &mut self.lanes;
        let few_clues = lanes.intake.load(lanes.simd, &mut lanes.open, MIN_CLUES);
        for &tag in few_clues {
            self.searches[search_of(tag)].set_limits(Plan::Multiple, goal);
        }
    }

    /// Backtracks from each state that has ended.
    #[inline(always)]
    fn backtrack_all(&mut self, solve: &mut Solve) {
        while self.ended.len() > 0 {
            let ended = self.ended.pop_vector(self.lanes.simd, &mut []);
            for &tag in &ended.tags.as_slice()[..ended.count] {
                self.backtrack(tag, solve);
            }
        }
    }

    /// Opens the last alternative of a search in the place of a state that has ended. Without one,
    /// the search has a state less.
    #[inline(always)]
    fn backtrack(&mut self, tag: u32, solve: &mut Solve) {
        let search = &mut self.searches[search_of(tag)];
        let Some(branch_point) = search.backtrack() else {
            search.states -= 1;
            if search.states == 0 {
                self.finish(tag, solve);
            }
            return;
        };
        let BranchPoint { block, lane, left } = branch_point;
        let state = self.alternatives.state(block, left, lane);
        let tag = search.tag_after_backtracking(tag);
        self.lanes.open.push_one(state, tag);
        if left == 0 {
            self.alternatives.release(&branch_point);
        }
    }

    /// Saves the states that a round has ended. Handles solutions once there is a vector of them.
    #[inline(always)]
    fn save_ended(&mut self, outcome: RoundOutcome, solve: &mut Solve) {
        let no_words = [].into_iter();
        let lanes = &mut self.lanes;
        self.ended
            .push(lanes.simd, no_words, lanes.tags, outcome.dead);
        if outcome.solved == 0 {
            return;
        }
        lanes.save_solved(outcome.solved);
        if let Some(solutions) = lanes.pop_solutions() {
            self.handle_solutions(&solutions, solve);
        }
    }

    /// Branches in a vector of stuck states with [`Plan::Wide`], if there are enough of them, and
    /// opens both sides. One function for this and [`Searches::branch`] would be slower.
    #[inline(always)]
    fn branch_wide(&mut self, call: &mut Call, scratch: &mut Words<S>) {
        let Some(stuck) = self.lanes.pop_stuck(scratch, Branching::Wide) else {
            return;
        };
        let lanes = match call {
            Call::Count { .. } => (1 << stuck.count) - 1,
            Call::Solve(solve) => self.count_branch_points(Branching::Wide, solve, &stuck),
        };
        let simd = self.lanes.simd;
        let excluded = split_by_triad(simd, scratch, lanes).into_iter();
        self.lanes.open.push(simd, excluded, stuck.tags, lanes);
        let assumed = scratch.iter().copied();
        self.lanes.open.push(simd, assumed, stuck.tags, lanes);
    }

    /// Branches in a vector of stuck states with other plans, if there are enough of them, and
    /// stores the alternatives.
    #[inline(always)]
    fn branch(&mut self, branching: Branching, solve: &mut Solve, scratch: &mut Words<S>) {
        let Some(stuck) = self.lanes.pop_stuck(scratch, branching) else {
            return;
        };
        let lanes = self.count_branch_points(branching, solve, &stuck);
        let simd = self.lanes.simd;
        let block = self.alternatives.take_block(simd);
        // By decision: the lanes that have an alternative to it.
        let mut with_alternative = [0; MAX_DECISIONS];
        for (number, decision) in branching.decisions(solve.goal).iter().enumerate() {
            let excluded = self.alternatives.states_mut(block, number);
            with_alternative[number] = match decision {
                Decision::Triad => {
                    *excluded = split_by_triad(simd, scratch, lanes);
                    lanes
                }
                // A state without an unsolved cell just continues.
                Decision::Cell => lanes & split_by_cell(simd, scratch, excluded),
            };
        }
        self.add_branch_points(block, with_alternative, &stuck);
        let assumed = scratch.iter().copied();
        self.lanes.open.push(simd, assumed, stuck.tags, lanes);
    }

    /// Adds branch points to the searches whose states have alternatives in a new block: by
    /// decision, those in these lanes.
    #[inline(always)]
    fn add_branch_points(
        &mut self,
        block: u32,
        with_alternative: [u64; MAX_DECISIONS],
        stuck: &Popped<S>,
    ) {
        // A lane without an alternative to decision 0 has no unsolved cell, so it has none to
        // decision 1 either.
        let first = with_alternative[0];
        self.alternatives.set_in_use(block, first.count_ones());
        for lane in (0..stuck.count).filter(|lane| first >> lane & 1 == 1) {
            let search = &mut self.searches[search_of(stuck.tags[lane])];
            let left = with_alternative.map(|lanes| (lanes >> lane & 1) as u32);
            search.branch_points.push(BranchPoint {
                block,
                lane: lane as u32,
                left: left.iter().sum(),
            });
        }
    }

    /// Counts a branch point for each search, and gives up those that take too many. Returns the
    /// lanes of the states that branch.
    #[inline(always)]
    fn count_branch_points(
        &mut self,
        branching: Branching,
        solve: &mut Solve,
        stuck: &Popped<S>,
    ) -> u64 {
        let mut lanes = 0;
        for lane in 0..stuck.count {
            let tag = stuck.tags[lane];
            let search = &mut self.searches[search_of(tag)];
            if search.is_over() {
                self.ended.push_one([], tag);
            } else if search.is_at_limit() {
                self.give_up(tag, solve);
            } else {
                lanes |= 1 << lane;
                search.branch_point_count += 1;
                // Both sides will be open.
                search.states += u32::from(branching == Branching::Wide);
                #[cfg(test)]
                BRANCH_POINTS.set(BRANCH_POINTS.get() + 1);
            }
        }
        lanes
    }

    /// Gives up a search that takes too many branch points.
    #[cold]
    fn give_up(&mut self, tag: u32, solve: &mut Solve) {
        self.set_outcome(tag, SearchOutcome::GivenUp);
        let grid = self.searches[search_of(tag)].grid;
        if Plan::of(tag) == Plan::Hopeful {
            let plan = self.predictor.proving_plan();
            self.retries.push(Task { grid, plan });
        } else {
            solve.given_up.push(grid);
        }
        self.ended.push_one([], tag);
    }

    /// Handles the solutions that [`Lanes`] has popped.
    #[inline(always)]
    fn handle_solutions(&mut self, popped: &Popped<S>, solve: &mut Solve) {
        for lane in 0..popped.count {
            let tag = popped.tags[lane];
            if !self.searches[search_of(tag)].is_over() {
                self.handle_solution(tag, lane, solve);
            }
            let search = &self.searches[search_of(tag)];
            let is_last_state = search.states == 1 && search.branch_points.is_empty();
            if is_last_state {
                self.finish(tag, solve);
            } else {
                self.ended.push_one([], tag);
            }
        }
    }

    /// Handles the solution in a lane: the first or second of a search that is not over.
    #[inline(always)]
    fn handle_solution(&mut self, tag: u32, lane: usize, solve: &mut Solve) {
        let search = &self.searches[search_of(tag)];
        let task = Task {
            grid: search.grid,
            plan: Plan::of(tag),
        };
        if search.outcome == SearchOutcome::NoSolution {
            self.set_outcome(tag, SearchOutcome::OneSolution);
            self.answer_with_first_solution(task, lane, solve);
        } else {
            self.set_outcome(tag, SearchOutcome::TwoSolutions);
            self.answer_with_second_solution(task, solve);
        }
    }

    /// Answers a grid when its search has found a solution, which is in this lane.
    #[inline(always)]
    fn answer_with_first_solution(&mut self, task: Task, lane: usize, solve: &mut Solve) {
        if solve.goal == Goal::Uniqueness && task.plan == Plan::Multiple {
            // The grid has too few clues to have only one.
            solve.answers[task.grid] = Answer::Multiple;
        } else {
            // It is what the goal asks for, unless the search finds a second one.
            solve.record_solution(task.grid, &self.lanes.solutions, lane);
        }
    }

    /// Corrects the answer to a grid when its search has found a second solution.
    #[inline(always)]
    fn answer_with_second_solution(&mut self, task: Task, solve: &mut Solve) {
        match (solve.goal, task.plan) {
            (Goal::Uniqueness, _) => solve.answers[task.grid] = Answer::Multiple,
            // A hopeful search finds the smallest first.
            (Goal::Smallest, Plan::Hopeful) => {}
            // Neither solution may be the smallest.
            (Goal::Smallest, _) => self.retries.push(Task {
                grid: task.grid,
                plan: Plan::Multiple,
            }),
            (Goal::Existence, _) => unreachable!("one solution is enough"),
        }
    }

    /// Sets what a search has found. If it is over, its alternatives are not needed any more.
    #[inline(always)]
    fn set_outcome(&mut self, tag: u32, outcome: SearchOutcome) {
        let search = &mut self.searches[search_of(tag)];
        search.outcome = outcome;
        if search.is_over() {
            for branch_point in search.branch_points.drain(..) {
                self.alternatives.release(&branch_point);
            }
        }
    }

    /// Ends a search that has no states left.
    #[inline(always)]
    fn finish(&mut self, tag: u32, solve: &mut Solve) {
        let number = search_of(tag);
        let search = &self.searches[number];
        if search.outcome == SearchOutcome::NoSolution {
            solve.answers[search.grid] = Answer::Unsolvable;
        }
        if search.is_instructive(Plan::of(tag), solve.goal) {
            self.predictor
                .observe(search.outcome, search.branch_point_count);
        }
        self.free.push(number as u32);
    }
}

#[cfg(test)]
thread_local! {
    /// The branch points of all searches on this thread.
    pub(super) static BRANCH_POINTS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}
