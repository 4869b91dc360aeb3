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
//!   dead, solved or stuck leaves its lane at once, and another state takes it. The *tag* of a
//!   state has the number of its search.
//! - A search has one state under way. Its alternatives are stored apart, a vector of them at a
//!   time, and fetched one by one; most are never needed. A *wide* search instead opens both sides
//!   of a decision at once, which saves fetching but is wasted if there are several solutions.
//! - Each grid has a *plan*, based on what is known about it. The plan chooses the decisions at a
//!   stop and limits the number of stops:
//!
//! ```text
//! plan      what is known        flag of the tag            decisions at a stop
//! careful   nothing              none; WIDE if hardly       one, on a triad
//!                                any grid has several
//!                                solutions, or once it
//!                                fetched alternatives
//! hopeful   probably several     HOPEFUL                    for Goal::Smallest two, each on the
//!           solutions                                       first unsolved cell in row-major
//! several   several solutions,   HOPEFUL                    order, smallest digit first; else one
//!           or none                                         on a triad and one on such a cell
//!
//! plan      ends with            Goal::Smallest, two solutions   too many stops
//! careful   the second solution  searched again, as several      the engine gives up
//! hopeful   the first or second                                  searched again, as careful
//! several   the first                                            the engine gives up
//! ```
//!
//! A careful search is the best order to prove that there is one solution or none. If there are
//! several, most decisions are right, so a hopeful search makes the second without propagating the
//! first. Neighbors decide how a grid is searched, but each way leads to the same answer: how many
//! solutions there are, or which one is the smallest.

use fearless_simd::prelude::*;

use super::branch::{split_by_cell, split_by_triad};
use super::call::{Call, Solve};
use super::lanes::{HOPEFUL, Lanes, WIDE, Way};
use super::layout::{Vector, WORDS, Words, splat};
use super::predictor::Predictor;
use super::stack::{Alternatives, DECISIONS, StateStack};
use crate::solver::{Answer, Goal};

/// A grid with fewer clues has no solution or several (McGuire, Tugemann and Civario, 2012).
const MIN_CLUES: u8 = 17;

/// The number of alternatives after which a careful search becomes wide: if there are several
/// solutions, it seldom takes that many to find two.
const FETCHES_BEFORE_WIDE: u32 = 3;

/// One in this many hopeful searches for the smallest solution continues to the second, for the
/// predictor. It is prime, so that no kind of grid is left out if kinds come in turn.
const SAMPLE_EVERY: usize = 13;

/// The rounds of a call that counts: about ten milliseconds with AVX-512. So sharing states with
/// other threads between calls costs next to nothing.
const MAX_COUNT_ROUNDS: u64 = 1 << 16;

/// The rounds of such a call that begins with less than a vector of states: other threads are
/// waiting for their share.
const MAX_FIRST_COUNT_ROUNDS: u64 = 1 << 9;

/// How a grid is searched; see the table above.
#[derive(Clone, Copy, Default, PartialEq)]
enum Plan {
    #[default]
    Careful,
    Hopeful,
    Several,
}

impl Plan {
    /// How many solutions and how many stops end the search.
    fn limits(self, goal: Goal, grid: usize) -> (u32, u32) {
        match (self, goal) {
            // A careful search of one of the hardest grids known takes a few hundred stops.
            (Plan::Careful, Goal::Existence) => (1, 1000),
            (Plan::Careful, _) => (2, 1000),
            // Several solutions are found within a few stops, or not soon. Fewer and more than 24
            // were slower.
            (Plan::Hopeful, Goal::Uniqueness) => (2, 24),
            (Plan::Hopeful, Goal::Smallest) => {
                (1 + u32::from(grid.is_multiple_of(SAMPLE_EVERY)), 24)
            }
            // With more stops, single long searches are left alone in the lanes, and take longer
            // than in a search for one grid.
            (Plan::Hopeful, Goal::Existence) | (Plan::Several, _) => (1, 100),
        }
    }
}

/// The search of one grid.
#[derive(Default)]
struct GridSearch {
    grid: usize,
    plan: Plan,
    /// The stops so far, and how many end the search.
    stops: u32,
    max_stops: u32,
    /// The alternatives fetched so far.
    fetched: u32,
    /// The solutions found so far, and how many end the search: 0 if it was given up.
    found: u32,
    limit: u32,
    /// The number of its states in lanes and on stacks.
    states: u32,
    /// The stops with alternatives left; those of the last are fetched first.
    frames: Vec<Frame>,
}

/// A stop with alternatives.
struct Frame {
    /// The block and the lane where they are.
    block: u32,
    lane: u32,
    /// How many are left. The one for the last decision is fetched first.
    left: u32,
}

impl GridSearch {
    fn begin(&mut self, grid: usize, plan: Plan, goal: Goal) {
        (self.grid, self.plan) = (grid, plan);
        (self.limit, self.max_stops) = plan.limits(goal, grid);
        (self.stops, self.fetched, self.found, self.states) = (0, 0, 0, 1);
    }

    fn is_over(&self) -> bool {
        self.found >= self.limit
    }

    /// Drops the alternatives of a search that is over.
    #[inline(always)]
    fn drop_frames<S: Simd>(&mut self, alternatives: &mut Alternatives<S>) {
        self.frames
            .drain(..)
            .for_each(|frame| alternatives.release_lane(frame.block));
    }
}

/// The searches on one thread.
///
/// ```text
/// tag 17 -> searches[17] -> frames    [block 4, lane 9, 2 left], [block 7, lane 2, 1 left]
///                                          |                          |
/// alternatives    block 4     decision 0   `-- lane 9                 |
///                             decision 1   `-- lane 9, fetched first  |     a vector of states
///                 block 7     decision 0                              `-- lane 2
/// ```
pub(super) struct Searches<S: Simd> {
    pub lanes: Lanes<S>,
    /// By tag.
    searches: Vec<GridSearch>,
    /// Tags of searches that are free.
    idle: Vec<u32>,
    alternatives: Alternatives<S>,
    /// The tags of states that are dead, solved or no longer needed. They are handled many at a
    /// time; otherwise each round would end in a loop of unpredictable length.
    ended: StateStack<1>,
    /// Grids to search once more.
    again: Vec<(usize, Plan)>,
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
            again: Vec::new(),
            predictor: Predictor::default(),
        }
    }

    /// Answers every puzzle of a call or gives it up, or counts solutions and returns their number.
    #[inline(always)]
    pub fn run(&mut self, call: &mut Call) -> u64 {
        let mut words = [splat(self.lanes.simd, 0); WORDS];
        let (mut rounds, mut count) = (0, 0);
        let (max_rounds, limit) = match call {
            Call::Solve(_) => (u64::MAX, u64::MAX),
            Call::Count { frontier, limit } => {
                let is_first = frontier.len() < Vector::<S>::LEN;
                for state in frontier.drain(..) {
                    self.lanes.open.push_one(state, WIDE);
                }
                (
                    if is_first {
                        MAX_FIRST_COUNT_ROUNDS
                    } else {
                        MAX_COUNT_ROUNDS
                    },
                    *limit,
                )
            }
        };
        while rounds < max_rounds && count < limit {
            if let Call::Solve(solve) = call {
                self.refill(solve);
            }
            if self.lanes.is_idle() {
                // Without other states, only saved solutions can be left to handle.
                if let Call::Solve(solve) = call
                    && self.collect(solve, true)
                {
                    continue;
                }
                break;
            }
            rounds += 1;
            let outcome = self.lanes.round();
            if outcome.stuck != 0 {
                self.lanes.save_stuck(outcome.stuck);
            }
            match call {
                Call::Count { .. } => count += u64::from(outcome.solved.count_ones()),
                Call::Solve(solve) => {
                    self.ended.push(
                        self.lanes.simd,
                        [].into_iter(),
                        self.lanes.tags,
                        outcome.dead,
                    );
                    if outcome.solved != 0 {
                        self.lanes.save_solved(outcome.solved);
                        self.collect(solve, false);
                    }
                }
            }
            for way in [Way::Careful, Way::Wide, Way::Hopeful] {
                self.decide(way, call, &mut words);
            }
        }
        if let Call::Count { frontier, .. } = call {
            self.lanes.take_all(frontier);
        }
        count.min(limit)
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
        let goal = solve.goal;
        let is_hopeful = goal == Goal::Existence || self.predictor.prefers_hopeful();
        let plan = if is_hopeful {
            Plan::Hopeful
        } else {
            Plan::Careful
        };
        let careful = if self.predictor.expects_one() {
            WIDE
        } else {
            0
        };
        for _ in 0..Vector::<S>::LEN.min(self.idle.len()) {
            let next = self
                .again
                .pop()
                .or_else(|| Some((solve.waiting.next()?, plan)));
            let Some((grid, plan)) = next else { break };
            let Some(tag) = self.idle.pop() else { break };
            self.searches[tag as usize].begin(grid, plan, goal);
            let flag = if plan == Plan::Careful {
                careful
            } else {
                HOPEFUL
            };
            solve
                .puzzles
                .add_to_lanes(grid, &mut self.lanes, tag | flag);
        }
        // With fewer clues, any solution is one of several.
        let lanes = &mut self.lanes;
        for &tag in lanes
            .intake
            .load(lanes.simd, &mut lanes.open, MIN_CLUES, HOPEFUL)
        {
            let search = &mut self.searches[index(tag)];
            search.begin(search.grid, Plan::Several, goal);
        }
    }

    /// Continues with an alternative for each state that has ended.
    #[inline(always)]
    fn replace_ended(&mut self, solve: &mut Solve) {
        while self.ended.len() > 0 {
            let (tags, count) = self.ended.pop_vector(self.lanes.simd, &mut []);
            for &tag in &tags.as_slice()[..count] {
                let search = &mut self.searches[index(tag)];
                let Some(frame) = search.frames.last_mut() else {
                    search.states -= 1;
                    if search.states == 0 {
                        self.finish(tag, solve);
                    }
                    continue;
                };
                search.fetched += 1;
                frame.left -= 1;
                let state = self.alternatives.state(frame.block, frame.left, frame.lane);
                let wide = if search.fetched < FETCHES_BEFORE_WIDE {
                    0
                } else {
                    WIDE
                };
                self.lanes.open.push_one(state, tag | wide);
                if frame.left == 0 {
                    self.alternatives.release_lane(frame.block);
                    search.frames.pop();
                }
            }
        }
    }

    /// Makes decisions in the stuck states of one way, if there are enough of them.
    #[inline(always)]
    fn decide(&mut self, way: Way, call: &mut Call, words: &mut Words<S>) {
        let Some((tags, count)) = self.lanes.pop_stuck(words, way) else {
            return;
        };
        let simd = self.lanes.simd;
        let (goal, live) = match call {
            Call::Count { .. } => (None, (1 << count) - 1),
            Call::Solve(solve) => (Some(solve.goal), self.begin_stops(way, solve, tags, count)),
        };
        // The index of the first decision on a cell. If it is not 0, decision 0 is on a triad.
        let first_on_cell = match (way, goal) {
            (Way::Careful | Way::Wide, _) => DECISIONS,
            (Way::Hopeful, Some(Goal::Smallest)) => 0,
            (Way::Hopeful, _) => 1,
        };
        let block = self.alternatives.take_block(simd);
        // By decision: the lanes with an alternative.
        let mut excluded = [0; DECISIONS];
        if first_on_cell > 0 {
            let without = split_by_triad(simd, words, live);
            if way == Way::Wide {
                self.lanes.open.push(simd, without.into_iter(), tags, live);
            } else {
                *self.alternatives.states_mut(block, 0) = without;
                excluded[0] = live;
            }
        }
        for (decision, excluded) in excluded.iter_mut().enumerate().skip(first_on_cell) {
            // A state without an unsolved cell just continues.
            *excluded =
                live & split_by_cell(simd, words, self.alternatives.states_mut(block, decision));
        }
        // A lane without a first alternative has no unsolved cell, so it has no second alternative.
        // Therefore the alternatives of a lane belong to its first decisions.
        self.alternatives
            .set_in_use(block, excluded[0].count_ones());
        for lane in (0..count).filter(|lane| excluded[0] >> lane & 1 == 1) {
            let left = excluded
                .iter()
                .map(|lanes| (lanes >> lane & 1) as u32)
                .sum();
            self.searches[index(tags[lane])].frames.push(Frame {
                block,
                lane: lane as u32,
                left,
            });
        }
        self.lanes
            .open
            .push(simd, words.iter().copied(), tags, live);
    }

    /// Counts a stop for each search, and ends searches that take too many. Returns the lanes with
    /// stuck states that continue.
    #[inline(always)]
    fn begin_stops(&mut self, way: Way, solve: &mut Solve, tags: Vector<S>, count: usize) -> u64 {
        let mut live = 0;
        for lane in 0..count {
            let tag = tags[lane];
            let search = &mut self.searches[index(tag)];
            if search.is_over() {
                self.ended.push_one([], tag);
            } else if search.stops == search.max_stops {
                self.give_up(tag, solve);
            } else {
                live |= 1 << lane;
                search.states += u32::from(way == Way::Wide);
                search.stops += 1;
                #[cfg(test)]
                STOPS.set(STOPS.get() + 1);
            }
        }
        live
    }

    /// Gives up a search that takes too many stops.
    #[cold]
    fn give_up(&mut self, tag: u32, solve: &mut Solve) {
        let search = &mut self.searches[index(tag)];
        search.limit = 0;
        if search.plan == Plan::Hopeful {
            self.predictor.observe(false, 2 * search.stops);
            self.again.push((search.grid, Plan::Careful));
        } else {
            solve.given_up.push(search.grid);
        }
        search.drop_frames(&mut self.alternatives);
        self.ended.push_one([], tag);
    }

    /// Answers grids with saved solutions; see [`Lanes::pop_solutions`]. Returns whether there were
    /// any.
    #[inline(always)]
    fn collect(&mut self, solve: &mut Solve, flush: bool) -> bool {
        let Some((tags, count)) = self.lanes.pop_solutions(flush) else {
            return false;
        };
        for lane in 0..count {
            let tag = tags[lane];
            let search = &mut self.searches[index(tag)];
            if !search.is_over() {
                search.found += 1;
                if search.found == search.limit && solve.goal == Goal::Uniqueness {
                    solve.answers[search.grid] = Answer::Several(None);
                } else if search.found == 1 {
                    solve.answer(search.grid, &self.lanes.solutions, lane);
                } else if search.plan != Plan::Hopeful {
                    self.again.push((search.grid, Plan::Several));
                }
                if search.is_over() {
                    search.drop_frames(&mut self.alternatives);
                }
            }
            if search.states == 1 && search.frames.is_empty() {
                self.finish(tag, solve);
            } else {
                self.ended.push_one([], tag);
            }
        }
        true
    }

    /// Ends a search that has no states left.
    #[inline(always)]
    fn finish(&mut self, tag: u32, solve: &mut Solve) {
        let search = &self.searches[index(tag)];
        if search.found == 0 && search.limit > 0 {
            solve.answers[search.grid] = Answer::Unsolvable;
        }
        // Only a search that may find two solutions, and made a stop, says something about the next
        // ones.
        if search.limit == 2 && search.stops > 0 {
            self.predictor.observe(search.found == 2, search.stops);
        }
        self.idle.push(index(tag) as u32);
    }
}

#[cfg(test)]
thread_local! {
    /// The stops of all searches on this thread.
    pub(super) static STOPS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// The index of the search of a tag.
#[inline(always)]
fn index(tag: u32) -> usize {
    (tag & (WIDE - 1)) as usize
}
