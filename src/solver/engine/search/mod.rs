//! Depth-first search of many grids at once.
//!
//! For a single grid it would look like this:
//!
//! ```text
//! open = [candidates of the puzzle], found = 0
//! while found < limit and open is not empty:
//!     pop state from open
//!     repeat: eliminate candidates from state             a round
//!     until state is dead, solved or stuck
//!     if state is solved:
//!         found += 1
//!     if state is stuck:                                  a branch point
//!         choose a decision, which is true or false
//!         push state without it to open                   the excluded side
//!         push state with it to open                      the assumed side
//! ```
//!
//! The engine departs from this in three ways:
//!
//! - Each of these steps works on a vector of states, mostly of different grids. A state that is
//!   dead, solved or stuck leaves its lane at once, and another state takes it.
//! - Excluded sides are not opened but stored apart, as [`Alternatives`], and most are never
//!   needed. So a search has one state under way, unless it is *wide*: then it opens both sides at
//!   once. That saves loading the alternative, but is wasted if there are multiple solutions.
//! - Each grid has a [`Plan`], based on what is known about it. The plan chooses the decisions at a
//!   branch point and limits the number of branch points.
//!
//! To count solutions, all states are wide, and solutions are not converted to digits.

mod ending;

use fearless_simd::prelude::*;

use super::alternatives::{Alternatives, BranchPoint};
use super::call::{Call, Solve};
use super::cell_decision::split_by_cell;
use super::grid_search::{GridSearch, Task};
use super::lanes::Lanes;
use super::layout::{Vector, WORDS, Words, first_lanes, lanes_in, splat};
use super::plan::{Branching, DecisionKind, MAX_DECISIONS, Plan};
use super::predictor::Predictor;
use super::stack::{Popped, TagStack};
use super::tag::{Tag, marked_multiple};
use super::triad_decision::split_by_triad;
use crate::solver::Goal;

/// A grid with fewer clues has either no solution or multiple (McGuire, Tugemann and Civario,
/// 2012).
const MIN_CLUES: u32 = 17;

/// The searches on one thread.
pub(super) struct Searches<S: Simd> {
    lanes: Lanes<S>,
    /// By index in the tag.
    grid_searches: Vec<GridSearch>,
    /// The indices of those that are finished, and can begin with another grid.
    free: Vec<u32>,
    alternatives: Alternatives<S>,
    /// The tags of states that have ended, until their searches backtrack. Backtracking is batched;
    /// otherwise each round would end in a loop of unpredictable length.
    ended: TagStack,
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
            grid_searches: (0..count).map(|_| GridSearch::default()).collect(),
            free: (0..count).collect(),
            alternatives: Alternatives::new(),
            ended: TagStack::new(),
            retries: Vec::new(),
            predictor: Predictor::default(),
        }
    }

    /// Runs a call: answers every puzzle or gives it up, or counts solutions and returns their
    /// number. Both kinds of call share one loop, because the round is inlined into it. A count
    /// differs in four places:
    ///
    /// - here, its states come in before the loop, and those that are left go back afterwards;
    /// - [`Searches::refill`] does nothing, because no search begins or backtracks;
    /// - [`Searches::step`] drops dead states, and only counts solutions;
    /// - [`Searches::branch_and_open_both`] branches in every stuck state, without limits.
    #[inline(always)]
    pub fn run(&mut self, call: &mut Call) -> u64 {
        // The states that branch. If this buffer belonged to a round, every round would clear it.
        // The others are cleared only when they are used: the excluded sides of wide states, and
        // the grids that begin.
        let mut words = [splat(self.lanes.simd, 0); WORDS];
        // The limits depend on the number of states, so they are computed before those are drained.
        let limits = call.limits(Vector::<S>::LEN);
        if let Call::Count { states, .. } = call {
            for state in states.drain(..) {
                // Wide states store no alternatives, so a count needs no searches, and no index.
                self.lanes.open.push_one(state, Tag::new(Plan::Wide, 0));
            }
        }
        let mut rounds = 0;
        let mut count = 0;
        while rounds < limits.rounds && count < limits.solutions && self.refill(call) {
            rounds += 1;
            count += self.step(call, &mut words);
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
            let Some(solutions) = self.lanes.pop_some_solutions() else {
                return false;
            };
            self.handle_solutions(&solutions, solve);
        }
    }

    /// Runs one round, then handles the states that leave their lanes, and branches. Returns the
    /// number of solutions if the call counts them.
    #[inline(always)]
    fn step(&mut self, call: &mut Call, words: &mut Words<S>) -> u64 {
        let outcome = self.lanes.round();
        self.lanes.save_stuck(outcome.stuck);
        let count = match call {
            Call::Count { .. } => u64::from(outcome.solved.count_ones()),
            Call::Solve(solve) => {
                self.save_dead(outcome.dead);
                self.save_solved(outcome.solved, solve);
                for branching in [Branching::Careful, Branching::Eager] {
                    self.branch_and_store(branching, solve, words);
                }
                0
            }
        };
        // Both kinds of call have wide states.
        self.branch_and_open_both(call, words);
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

    /// Backtracks from each state that has ended.
    #[inline(always)]
    fn backtrack_all(&mut self, solve: &mut Solve) {
        while self.ended.len() > 0 {
            let ended = self.ended.pop_vector(self.lanes.simd, &mut []);
            for lane in 0..ended.count {
                self.resume_or_finish(ended.tag(lane), solve);
            }
        }
    }

    /// Opens the last alternative of a search in the place of a state that has ended. Without one,
    /// the search has one state fewer, and is finished if that was the last.
    #[inline(always)]
    fn resume_or_finish(&mut self, tag: Tag, solve: &mut Solve) {
        let search = &mut self.grid_searches[tag.search_index()];
        let Some(alternative) = search.backtrack() else {
            search.remove_state();
            if search.has_no_states() {
                self.finish(tag, solve);
            }
            return;
        };
        let state = self.alternatives.state(alternative);
        let tag = search.tag_after_backtracking(tag);
        self.lanes.open.push_one(state, tag);
        if alternative.is_last {
            self.alternatives.release_lane(alternative.block);
        }
    }

    /// Begins a vector of searches, or as many as there are grids.
    #[inline(always)]
    fn begin_searches(&mut self, solve: &mut Solve) {
        let goal = solve.goal;
        let plan = self.predictor.plan(goal);
        for _ in 0..Vector::<S>::LEN {
            let Some(&index) = self.free.last() else {
                break;
            };
            let Some(task) = self.next_task(plan, solve) else {
                break;
            };
            // Popped only now: without a task, the search stays free.
            self.free.pop();
            self.grid_searches[index as usize].begin(task, goal);
            let tag = Tag::new(task.plan, index);
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

    /// Opens the grids in the intake. Those with few clues have multiple solutions or none, so they
    /// get [`Plan::Multiple`].
    #[inline(always)]
    fn load_intake(&mut self, goal: Goal) {
        let lanes = &mut self.lanes;
        if lanes.intake.is_empty() {
            return;
        }
        let simd = lanes.simd;
        let mut words = [splat(simd, 0); WORDS];
        let loaded = lanes.intake.load(simd, &mut words);
        let has_few_clues = loaded.clue_counts.simd_lt(splat(simd, MIN_CLUES));
        let tags = marked_multiple::<S>(loaded.tags, has_few_clues);
        lanes.open.push_first::<S>(&words, tags, loaded.count);
        // Lanes without a grid may have few clues, too.
        let few_clues = has_few_clues.to_bitmask() & first_lanes(loaded.count);
        for lane in lanes_in(few_clues) {
            self.grid_searches[Tag(tags[lane]).search_index()].set_limits(Plan::Multiple, goal);
        }
    }

    /// Saves the tags of dead states.
    #[inline(always)]
    fn save_dead(&mut self, dead: u64) {
        let no_words = [].into_iter();
        let lanes = &self.lanes;
        self.ended.push(lanes.simd, no_words, lanes.tags, dead);
    }

    /// Saves solutions. Handles them once there is a vector of them.
    #[inline(always)]
    fn save_solved(&mut self, solved: u64, solve: &mut Solve) {
        if solved == 0 {
            return;
        }
        self.lanes.save_solved(solved);
        if let Some(solutions) = self.lanes.pop_full_vector_of_solutions() {
            self.handle_solutions(&solutions, solve);
        }
    }

    /// Branches in a vector of stuck states that are wide, if there are enough of them, and opens
    /// both sides. One function for this and [`Searches::branch_and_store`] would be slower.
    #[inline(always)]
    fn branch_and_open_both(&mut self, call: &mut Call, words: &mut Words<S>) {
        let Some(stuck) = self.lanes.pop_stuck(words, Branching::Wide) else {
            return;
        };
        let lanes = match call {
            Call::Count { .. } => first_lanes(stuck.count),
            Call::Solve(solve) => self.begin_branch_points(Branching::Wide, solve, &stuck),
        };
        let simd = self.lanes.simd;
        let mut excluded = [splat(simd, 0); WORDS];
        split_by_triad(simd, words, &mut excluded, lanes);
        let excluded = excluded.into_iter();
        self.lanes.open.push(simd, excluded, stuck.tags, lanes);
        let assumed = words.iter().copied();
        self.lanes.open.push(simd, assumed, stuck.tags, lanes);
    }

    /// Branches in a vector of stuck states that are not wide, if there are enough of them. Opens
    /// the assumed sides and stores the excluded ones, as alternatives.
    #[inline(always)]
    fn branch_and_store(&mut self, branching: Branching, solve: &mut Solve, words: &mut Words<S>) {
        let Some(stuck) = self.lanes.pop_stuck(words, branching) else {
            return;
        };
        let lanes = self.begin_branch_points(branching, solve, &stuck);
        let simd = self.lanes.simd;
        let block = self.alternatives.take_block(simd);
        // By decision: the lanes that have an alternative to it.
        let mut with_alternative = [0; MAX_DECISIONS];
        for (decision, kind) in branching.decisions(solve.goal).iter().enumerate() {
            let excluded = self.alternatives.states_mut(block, decision);
            with_alternative[decision] = match kind {
                DecisionKind::Triad => {
                    split_by_triad(simd, words, excluded, lanes);
                    lanes
                }
                // A state without an unsolved cell just continues.
                DecisionKind::Cell => lanes & split_by_cell(simd, words, excluded),
            };
        }
        self.add_branch_points(block, with_alternative, &stuck);
        let assumed = words.iter().copied();
        self.lanes.open.push(simd, assumed, stuck.tags, lanes);
    }

    /// Pushes a branch point on each search that has an alternative in this new block.
    /// `with_alternative` has the lanes with an alternative to each decision.
    #[inline(always)]
    fn add_branch_points(
        &mut self,
        block: u32,
        with_alternative: [u64; MAX_DECISIONS],
        stuck: &Popped<S>,
    ) {
        // A triad decision has an alternative in every lane. If a first cell decision has none in a
        // lane, there is no unsolved cell, so the second decision has none there either.
        let first = with_alternative[0];
        self.alternatives
            .set_lanes_in_use(block, first.count_ones());
        for lane in lanes_in(first) {
            let search = &mut self.grid_searches[stuck.tag(lane).search_index()];
            let counts = with_alternative.map(|lanes| (lanes >> lane & 1) as u32);
            search.push_branch_point(BranchPoint {
                block,
                lane: lane as u32,
                alternatives_left: counts.iter().sum(),
            });
        }
    }

    /// Begins a branch point in each lane whose search may still branch, and returns these lanes.
    /// Ends the states of searches that are over, and gives up searches that take too many branch
    /// points.
    #[inline(always)]
    fn begin_branch_points(
        &mut self,
        branching: Branching,
        solve: &mut Solve,
        stuck: &Popped<S>,
    ) -> u64 {
        let mut lanes = 0;
        for lane in 0..stuck.count {
            let tag = stuck.tag(lane);
            let search = &mut self.grid_searches[tag.search_index()];
            if search.is_over() {
                self.ended.push_one([], tag);
            } else if search.has_used_all_branch_points() {
                self.give_up(tag, solve);
            } else {
                lanes |= 1 << lane;
                search.begin_branch_point(branching);
                #[cfg(test)]
                BRANCH_POINTS.set(BRANCH_POINTS.get() + 1);
            }
        }
        lanes
    }
}

#[cfg(test)]
thread_local! {
    /// The branch points of all searches on this thread.
    pub(super) static BRANCH_POINTS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}
