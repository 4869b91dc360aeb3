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
//!         if state is stuck:                                  a stop
//!             choose a decision, which is true or false
//!             push state without it to open                   the alternative
//!             push state with it to open
//! ```
//!
//! The engine differs from this loop:
//!
//! - Each of these steps works on a vector of states, mostly of different grids. A state that is
//!   dead, solved or stuck leaves its lane at once, and another state takes it.
//! - A search has one state under way. Its alternatives are stored apart, a vector of them at a
//!   time, and fetched one by one; most are never needed. A *wide* search instead opens both sides
//!   of a decision at once, which saves fetching but is wasted if there are multiple solutions.
//! - Each grid has a [`Plan`], based on what is known about it. The plan chooses the decisions at a
//!   stop and limits the number of stops.

use fearless_simd::prelude::*;

use super::call::{Call, Solve};
use super::cell_decision::split_by_cell;
use super::lanes::Lanes;
use super::layout::{Vector, WORDS, Words, splat};
use super::plan::{Plan, SearchLimits, SearchOutcome, StopKind, search_of, widened};
use super::predictor::Predictor;
use super::propagate::RoundOutcome;
use super::stack::{Alternatives, MAX_DECISIONS, Popped, StateStack};
use super::triad_decision::split_by_triad;
use crate::solver::{Answer, Goal};

/// A grid with fewer clues has no solution or multiple (McGuire, Tugemann and Civario, 2012).
const MIN_CLUES: u8 = 17;

/// From this alternative on, a careful search becomes wide: if there are multiple solutions, it
/// seldom takes that many to find two.
const FIRST_WIDE_FETCH: u32 = 3;

/// The search of one grid.
#[derive(Default)]
struct GridSearch {
    grid: usize,
    limits: SearchLimits,
    outcome: SearchOutcome,
    /// The number of stops so far.
    stop_count: u32,
    /// The number of alternatives fetched so far.
    fetched: u32,
    /// The number of its states in lanes and on stacks.
    states: u32,
    /// The stops with alternatives left. Those of the last stop are fetched first.
    pending: Vec<PendingStop>,
}

/// A stop with alternatives.
struct PendingStop {
    /// The block and the lane where they are.
    block: u32,
    lane: u32,
    /// How many are left. The one for the last decision is fetched first.
    left: u32,
}

impl GridSearch {
    fn begin(&mut self, task: Task, goal: Goal) {
        self.grid = task.grid;
        self.limits = task.plan.limits(goal, task.grid);
        self.outcome = SearchOutcome::NoSolution;
        self.stop_count = 0;
        self.fetched = 0;
        self.states = 1;
    }

    fn is_over(&self) -> bool {
        self.outcome >= self.limits.wanted
    }

    /// Whether the end of a search with this plan says something about the next ones.
    #[inline(always)]
    fn teaches(&self, plan: Plan, goal: Goal) -> bool {
        if self.outcome == SearchOutcome::GivenUp {
            // Even a search for one solution shows that hope was in vain. For any solution, every
            // search is hopeful, whatever others showed.
            return plan == Plan::Hopeful && goal != Goal::Existence;
        }
        self.limits.wanted == SearchOutcome::TwoSolutions && self.stop_count > 0
    }

    /// Drops the alternatives of a search that is over.
    #[inline(always)]
    fn drop_alternatives<S: Simd>(&mut self, alternatives: &mut Alternatives<S>) {
        for stop in self.pending.drain(..) {
            alternatives.release_lane(stop.block);
        }
    }
}

/// A grid to search, and how.
#[derive(Clone, Copy)]
struct Task {
    grid: usize,
    plan: Plan,
}

/// The searches on one thread.
///
/// ```text
/// tag 17 -> searches[17] -> pending   [block 4, lane 9, 2 left], [block 7, lane 2, 1 left]
///                                          |                          |
/// alternatives    block 4     decision 0   `-- lane 9                 |
///                             decision 1   `-- lane 9, fetched first  |     a vector of states
///                 block 7     decision 0                              `-- lane 2
/// ```
pub(super) struct Searches<S: Simd> {
    lanes: Lanes<S>,
    /// By number in the tag.
    searches: Vec<GridSearch>,
    /// Numbers of searches that are free.
    idle: Vec<u32>,
    alternatives: Alternatives<S>,
    /// The tags of states that are dead, solved or no longer needed. They are handled many at a
    /// time; otherwise each round would end in a loop of unpredictable length.
    ended: StateStack<1>,
    /// Grids to search once more.
    retries: Vec<Task>,
    predictor: Predictor,
}

impl<S: Simd> Searches<S> {
    pub fn new(simd: S) -> Self {
        // Enough to keep the lanes busy while other searches wait for a decision or for their end.
        let count = 8 * Vector::<S>::LEN as u32;
        Searches {
            lanes: Lanes::new(simd),
            searches: (0..count).map(|_| GridSearch::default()).collect(),
            idle: (0..count).collect(),
            alternatives: Alternatives::new(),
            ended: StateStack::new(),
            retries: Vec::new(),
            predictor: Predictor::default(),
        }
    }

    /// Answers every puzzle of a call or gives it up, or counts solutions and returns their number.
    #[inline(always)]
    pub fn run(&mut self, call: &mut Call) -> u64 {
        // The states in which decisions are made. One buffer for all rounds saves clearing it.
        let mut scratch = [splat(self.lanes.simd, 0); WORDS];
        // The limits depend on the number of states, so they are computed before those are drained.
        let call_limits = call.limits(Vector::<S>::LEN);
        if let Call::Count { states, .. } = call {
            for state in states.drain(..) {
                self.lanes.open.push_one(state, Plan::Wide.tag());
            }
        }
        let mut rounds = 0;
        let mut count = 0;
        while rounds < call_limits.rounds && count < call_limits.solutions {
            if let Call::Solve(solve) = call {
                self.refill(solve);
            }
            if self.lanes.is_idle() {
                // Without other states, only saved solutions can be left to handle.
                if let Call::Solve(solve) = call
                    && let Some(solutions) = self.lanes.pop_last_solutions()
                {
                    self.handle_solutions(&solutions, solve);
                    continue;
                }
                break;
            }
            rounds += 1;
            count += self.round(call, &mut scratch);
        }
        if let Call::Count { states, .. } = call {
            self.lanes.take_all(states);
        }
        count.min(call_limits.solutions)
    }

    /// Propagates once, handles the states that leave their lanes, and makes decisions. Returns the
    /// number of solutions if the call counts them.
    #[inline(always)]
    fn round(&mut self, call: &mut Call, scratch: &mut Words<S>) -> u64 {
        let mut count = 0;
        let outcome = self.lanes.round();
        if outcome.stuck != 0 {
            self.lanes.save_stuck(outcome.stuck);
        }
        match call {
            Call::Count { .. } => count = u64::from(outcome.solved.count_ones()),
            Call::Solve(solve) => {
                self.save_ended(outcome, solve);
                for kind in [StopKind::Careful, StopKind::Eager] {
                    self.decide(kind, solve, scratch);
                }
            }
        }
        self.decide_wide(call, scratch);
        count
    }

    /// Opens more states if there are few.
    #[inline(always)]
    fn refill(&mut self, solve: &mut Solve) {
        if self.lanes.open.len() >= Vector::<S>::LEN {
            return;
        }
        self.replace_ended(solve);
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
        for _ in 0..Vector::<S>::LEN.min(self.idle.len()) {
            let Some(number) = self.idle.pop() else {
                break;
            };
            let Some(task) = self.next_task(plan, solve) else {
                self.idle.push(number);
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

    /// Opens the grids in the intake. Those with few clues get the plan multiple.
    #[inline(always)]
    fn load_intake(&mut self, goal: Goal) {
        let plan = Plan::Multiple;
        let lanes = &mut self.lanes;
        let few_clues = lanes.intake.load(lanes.simd, &mut lanes.open, MIN_CLUES);
        for &tag in few_clues {
            let search = &mut self.searches[search_of(tag)];
            let grid = search.grid;
            search.begin(Task { grid, plan }, goal);
        }
    }

    /// Continues with an alternative for each state that has ended.
    #[inline(always)]
    fn replace_ended(&mut self, solve: &mut Solve) {
        while self.ended.len() > 0 {
            let ended = self.ended.pop_vector(self.lanes.simd, &mut []);
            for &tag in &ended.tags.as_slice()[..ended.count] {
                self.replace_state(tag, solve);
            }
        }
    }

    /// Continues with the next alternative in the place of a state that has ended. Without one, the
    /// search has a state less.
    #[inline(always)]
    fn replace_state(&mut self, tag: u32, solve: &mut Solve) {
        let search = &mut self.searches[search_of(tag)];
        let Some(stop) = search.pending.last_mut() else {
            search.states -= 1;
            if search.states == 0 {
                self.finish(tag, solve);
            }
            return;
        };
        search.fetched += 1;
        stop.left -= 1;
        let state = self.alternatives.state(stop.block, stop.left, stop.lane);
        let tag = if search.fetched < FIRST_WIDE_FETCH {
            tag
        } else {
            widened(tag)
        };
        self.lanes.open.push_one(state, tag);
        if stop.left == 0 {
            self.alternatives.release_lane(stop.block);
            search.pending.pop();
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

    /// Makes decisions in the stuck states with [`Plan::Wide`], if there are enough of them, and
    /// opens both sides. It stores no alternatives. One function for this and [`Searches::decide`]
    /// would be slower.
    #[inline(always)]
    fn decide_wide(&mut self, call: &mut Call, scratch: &mut Words<S>) {
        let Some(stuck) = self.lanes.pop_stuck(scratch, StopKind::Wide) else {
            return;
        };
        let live = match call {
            Call::Count { .. } => (1 << stuck.count) - 1,
            Call::Solve(solve) => self.begin_stops(StopKind::Wide, solve, &stuck),
        };
        let simd = self.lanes.simd;
        let excluded = split_by_triad(simd, scratch, live).into_iter();
        self.lanes.open.push(simd, excluded, stuck.tags, live);
        let assumed = scratch.iter().copied();
        self.lanes.open.push(simd, assumed, stuck.tags, live);
    }

    /// Makes decisions in the stuck states of this kind, which is not wide, if there are enough of
    /// them, and stores the alternatives.
    #[inline(always)]
    fn decide(&mut self, kind: StopKind, solve: &mut Solve, scratch: &mut Words<S>) {
        let Some(stuck) = self.lanes.pop_stuck(scratch, kind) else {
            return;
        };
        let live = self.begin_stops(kind, solve, &stuck);
        let simd = self.lanes.simd;
        let decisions = kind.decisions(solve.goal);
        let block = self.alternatives.take_block(simd);
        let mut lanes_with_alternative = [0; MAX_DECISIONS];
        if decisions.begin_with_triad() {
            *self.alternatives.states_mut(block, 0) = split_by_triad(simd, scratch, live);
            lanes_with_alternative[0] = live;
        }
        for decision in decisions.on_cells() {
            let excluded = self.alternatives.states_mut(block, decision);
            // A state without an unsolved cell just continues.
            lanes_with_alternative[decision] = live & split_by_cell(simd, scratch, excluded);
        }
        self.add_pending_stops(block, lanes_with_alternative, &stuck);
        let assumed = scratch.iter().copied();
        self.lanes.open.push(simd, assumed, stuck.tags, live);
    }

    /// Adds a stop to each search that has alternatives in a new block, in these lanes by decision.
    #[inline(always)]
    fn add_pending_stops(
        &mut self,
        block: u32,
        lanes_with_alternative: [u64; MAX_DECISIONS],
        stuck: &Popped<S>,
    ) {
        // A lane without a first alternative has no unsolved cell, so it has no second alternative.
        // Therefore the alternatives of a lane belong to its first decisions.
        let first = lanes_with_alternative[0];
        self.alternatives.set_in_use(block, first.count_ones());
        for lane in (0..stuck.count).filter(|lane| first >> lane & 1 == 1) {
            let search = &mut self.searches[search_of(stuck.tags[lane])];
            let left = lanes_with_alternative.map(|lanes| (lanes >> lane & 1) as u32);
            search.pending.push(PendingStop {
                block,
                lane: lane as u32,
                left: left.iter().sum(),
            });
        }
    }

    /// Counts a stop for each search, and ends searches that take too many. Returns the lanes with
    /// stuck states that continue.
    #[inline(always)]
    fn begin_stops(&mut self, kind: StopKind, solve: &mut Solve, stuck: &Popped<S>) -> u64 {
        let mut live = 0;
        for lane in 0..stuck.count {
            let tag = stuck.tags[lane];
            let search = &mut self.searches[search_of(tag)];
            if search.is_over() {
                self.ended.push_one([], tag);
            } else if search.stop_count == search.limits.stops {
                self.give_up(tag, solve);
            } else {
                live |= 1 << lane;
                search.states += kind.new_states();
                search.stop_count += 1;
                #[cfg(test)]
                STOPS.set(STOPS.get() + 1);
            }
        }
        live
    }

    /// Gives up a search that takes too many stops.
    #[cold]
    fn give_up(&mut self, tag: u32, solve: &mut Solve) {
        let search = &mut self.searches[search_of(tag)];
        let grid = search.grid;
        search.outcome = SearchOutcome::GivenUp;
        search.drop_alternatives(&mut self.alternatives);
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
            if search.states == 1 && search.pending.is_empty() {
                self.finish(tag, solve);
            } else {
                self.ended.push_one([], tag);
            }
        }
    }

    /// Handles the solution in a lane: the first or second of a search that is not over.
    #[inline(always)]
    fn handle_solution(&mut self, tag: u32, lane: usize, solve: &mut Solve) {
        let search = &mut self.searches[search_of(tag)];
        let grid = search.grid;
        let is_first = search.outcome == SearchOutcome::NoSolution;
        search.outcome = if is_first {
            SearchOutcome::OneSolution
        } else {
            SearchOutcome::TwoSolutions
        };
        if search.is_over() {
            search.drop_alternatives(&mut self.alternatives);
        }
        match (solve.goal, is_first, Plan::of(tag)) {
            // The grid has too few clues to have only one.
            (Goal::Uniqueness, true, Plan::Multiple) => solve.answers[grid] = Answer::Multiple,
            // It is what the goal asks for, unless the search finds a second one.
            (_, true, _) => solve.record_solution(grid, &self.lanes.solutions, lane),
            (Goal::Uniqueness, false, _) => solve.answers[grid] = Answer::Multiple,
            // In a hopeful search for the smallest, the first is the smallest. Otherwise neither
            // may be: search in order.
            (Goal::Smallest, false, Plan::Hopeful) => {}
            (Goal::Smallest, false, _) => self.retries.push(Task {
                grid,
                plan: Plan::Multiple,
            }),
            (Goal::Existence, false, _) => unreachable!("one solution is enough"),
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
        if search.teaches(Plan::of(tag), solve.goal) {
            self.predictor.observe(search.outcome, search.stop_count);
        }
        self.idle.push(number as u32);
    }
}

#[cfg(test)]
thread_local! {
    /// The stops of all searches on this thread.
    pub(super) static STOPS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}
