//! The search of all grids.

use std::ops::Range;

use fearless_simd::prelude::*;

use super::branch::{CellBranch, split_by_triad};
use super::lanes::{Lanes, Order, Tags};
use super::layout::{Vector, Words, empty_words};
use super::stack::{Alternatives, DECISIONS, OneState, Slot, state_in};
use super::task::{Answer, Goal, Puzzles, Results};

/// A grid with fewer clues has no solution or several (McGuire, Tugemann and Civario, 2012).
const MIN_UNIQUE_CLUES: u8 = 17;

/// Set in the tags of bold searches.
const BOLD: u32 = 1 << 30;

/// Set in the tags of states of bold searches from the first stop on.
const EAGER: u32 = 1 << 31;

/// How a grid is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// Nothing is known.
    Careful,
    /// There are probably several solutions.
    Presumed,
    /// If there is a solution, there are several.
    Several,
}

impl Plan {
    /// The number of solutions that ends the search.
    fn limit(self, goal: Goal, grid: usize) -> u32 {
        match (self, goal) {
            (_, Goal::Existence) | (Plan::Several, _) => 1,
            (Plan::Presumed, Goal::Smallest) if !grid.is_multiple_of(SAMPLING) => 1,
            _ => 2,
        }
    }

    /// The number of stops that ends it without a result.
    fn max_stops(self, goal: Goal) -> u32 {
        match (self, goal) {
            (Plan::Careful, _) => 1000,
            (Plan::Presumed, Goal::Uniqueness | Goal::Smallest) => 24,
            (Plan::Presumed, Goal::Existence) | (Plan::Several, _) => 100,
        }
    }
}

/// The search of one grid.
struct Search {
    grid: usize,
    plan: Plan,
    /// How often one of its states may be stuck.
    stops_left: u32,
    /// The solutions found so far, and the number that ends the search.
    found: u32,
    limit: u32,
    /// Its states in lanes and on the stacks of the lanes.
    states: u32,
    /// The stops that have alternatives left; those of the last are taken first.
    frames: Vec<Frame>,
}

/// A stop with alternatives.
struct Frame {
    /// Where they are.
    slot: Slot,
    /// How many are left: they are taken from the last decision to the first.
    left: usize,
}

impl Search {
    fn is_over(&self) -> bool {
        self.found >= self.limit
    }
}

/// All searches on one thread.
pub(super) struct Searches<S: Simd> {
    lanes: Lanes<S>,
    /// By tag.
    searches: Vec<Search>,
    /// Tags of searches that are free.
    idle: Vec<u32>,
    /// Tags of states that are no more: they were dead, or solutions, or not needed.
    ended: Tags,
    /// Grids to search again, and how.
    again: Vec<(usize, Plan)>,
    alternatives: Alternatives,
}

/// What is asked for in a call.
struct Call<'a, 'b> {
    /// `None` to count the solutions of one grid, without regard to searches.
    goal: Option<Goal>,
    puzzles: Puzzles<'a>,
    /// The grids that have not begun.
    waiting: Range<usize>,
    results: &'a mut Results<'b>,
}

impl<S: Simd> Searches<S> {
    pub fn new(simd: S) -> Self {
        let count = 8 * Vector::<S>::LEN as u32;
        let search = || Search {
            grid: 0,
            plan: Plan::Careful,
            stops_left: 0,
            found: 0,
            limit: 0,
            states: 0,
            frames: Vec::new(),
        };
        Searches {
            lanes: Lanes::new(simd),
            searches: (0..count).map(|_| search()).collect(),
            idle: (0..count).collect(),
            ended: Tags::new(),
            again: Vec::new(),
            alternatives: Alternatives::default(),
        }
    }

    /// Answers every grid or gives it up. Without a goal, counts the solutions below `frontier` for some rounds, or until there are
    /// `limit`, and leaves there the states that are still to be searched.
    #[inline(always)]
    pub fn run(
        &mut self,
        goal: Option<Goal>,
        puzzles: Puzzles,
        results: &mut Results,
        frontier: &mut Vec<OneState>,
        limit: u64,
    ) -> u64 {
        let simd = self.lanes.simd;
        let mut words = empty_words(simd);
        let mut rounds_left = match goal {
            Some(_) => u64::MAX,
            None if frontier.len() < Vector::<S>::LEN => FIRST_ROUNDS,
            None => ROUNDS,
        };
        let mut count = 0;
        for state in frontier.drain(..) {
            self.lanes.open.push_one(state, 0);
        }
        let mut call = Call { goal, puzzles, waiting: 0..puzzles.len(), results };
        while rounds_left > 0 && count < limit {
            self.refill(&mut call);
            if self.lanes.is_idle() {
                if self.collect(&mut call, true) || !self.ended.is_empty() || self.is_waiting(&call) {
                    continue;
                }
                break;
            }
            rounds_left -= 1;
            let outcome = self.lanes.round(self.lanes.tags >> 31);
            let tags = self.lanes.tags;
            let bold = tags.simd_ge(Vector::<S>::splat(simd, BOLD)).to_bitmask();
            self.lanes.save_stuck(Order::Careful, tags, outcome.stuck & !bold);
            self.lanes.save_stuck(Order::Bold, tags, outcome.stuck & bold);
            if goal.is_none() {
                count += u64::from(outcome.solved.count_ones());
            } else {
                self.ended.push(simd, tags, outcome.dead);
                if outcome.solved != 0 {
                    self.lanes.save_solved(outcome.solved);
                    self.collect(&mut call, false);
                }
            }
            for order in [Order::Careful, Order::Bold] {
                self.branch(order, &mut call, &mut words);
            }
        }
        self.lanes.reopen_all();
        while self.lanes.open.len() > 0 {
            let (_, popped) = self.lanes.open.pop_vector(simd, &mut words);
            frontier.extend((0..popped).map(|lane| state_in::<S>(&words, lane)));
        }
        count.min(limit)
    }

    /// The stops of the only search that has run.
    #[cfg(test)]
    pub fn stops(&self) -> u32 {
        let most = self.searches.iter().filter(|search| search.limit > 0);
        most.map(|search| search.plan.max_stops(Goal::Uniqueness) - search.stops_left).sum()
    }

    /// Whether grids have not begun.
    #[inline(always)]
    fn is_waiting(&self, call: &Call) -> bool {
        !call.waiting.is_empty() || !self.again.is_empty()
    }

    /// Opens more states if there are few.
    #[inline(always)]
    fn refill(&mut self, call: &mut Call) {
        let len = Vector::<S>::LEN;
        if self.lanes.open.len() < len || self.ended.is_full() {
            self.replace_ended(call);
        }
        if self.lanes.open.len() >= len {
            return;
        }
        let Some(goal) = call.goal else { return };
        if !self.again.is_empty() {
            for _ in 0..len.min(self.again.len()).min(self.idle.len()) {
                let Some((grid, plan)) = self.again.pop() else { break };
                self.begin(grid, plan, call);
            }
            self.lanes.load(0);
        } else if !call.waiting.is_empty() {
            let predicts_several = goal == Goal::Existence || call.results.predictor.predicts_several();
            let plan = if predicts_several { Plan::Presumed } else { Plan::Careful };
            for _ in 0..len.min(self.idle.len()) {
                let Some(grid) = call.waiting.next() else { break };
                self.begin(grid, plan, call);
            }
            // With fewer clues, any solution is one of several: nothing is left to prove.
            for &tag in self.lanes.load(MIN_UNIQUE_CLUES) {
                let index = index(tag);
                self.again.push((self.searches[index].grid, Plan::Several));
                self.idle.push(index as u32);
            }
        }
    }

    #[inline(always)]
    fn begin(&mut self, grid: usize, plan: Plan, call: &Call) {
        let (Some(tag), Some(goal)) = (self.idle.pop(), call.goal) else { return };
        let search = &mut self.searches[tag as usize];
        (search.grid, search.plan, search.limit) = (grid, plan, plan.limit(goal, grid));
        (search.stops_left, search.found, search.states) = (plan.max_stops(goal), 0, 1);
        let bold = if plan == Plan::Careful { 0 } else { BOLD };
        call.puzzles.add(grid, &mut self.lanes, (tag | bold) as usize);
    }

    /// Goes on with an alternative for each state that has ended.
    #[inline(always)]
    fn replace_ended(&mut self, call: &mut Call) {
        while let Some(tag) = self.ended.pop() {
            if self.open_alternative(tag) {
                continue;
            }
            let search = &mut self.searches[index(tag)];
            search.states -= 1;
            if search.states == 0 {
                self.finish(tag, call);
            }
        }
    }

    /// Opens the last alternative of a search, if there is any.
    #[inline(always)]
    fn open_alternative(&mut self, tag: u32) -> bool {
        let search = &mut self.searches[index(tag)];
        let Some(frame) = search.frames.last_mut() else { return false };
        frame.left -= 1;
        self.lanes.open.push_one(self.alternatives.state::<S>(frame.slot, frame.left), tag);
        if frame.left == 0 {
            self.alternatives.release::<S>(frame.slot);
            search.frames.pop();
        }
        true
    }

    /// Ends a search without states.
    #[inline(always)]
    fn finish(&mut self, tag: u32, call: &mut Call) {
        let search = &self.searches[index(tag)];
        if search.found == 0 && search.limit > 0 {
            call.results.answers[search.grid] = Answer::Unsolvable;
        }
        let stops = search.plan.max_stops(Goal::Uniqueness) - search.stops_left;
        if search.limit == 2 && stops > 0 {
            call.results.predictor.observe(search.found > 1, stops);
        }
        self.idle.push(index(tag) as u32);
    }

    /// Ends a search that took too many stops.
    #[cold]
    fn give_up(&mut self, tag: u32, call: &mut Call) {
        let search = &mut self.searches[index(tag)];
        if search.plan == Plan::Presumed {
            call.results.predictor.observe(false, u32::MAX);
            self.again.push((search.grid, Plan::Careful));
        } else {
            call.results.given_up.push(search.grid);
        }
        search.limit = 0;
        self.drop_frames(tag);
    }

    #[inline(always)]
    fn drop_frames(&mut self, tag: u32) {
        for frame in self.searches[index(tag)].frames.drain(..) {
            self.alternatives.release::<S>(frame.slot);
        }
    }

    /// Pops stuck states of searches in this order that are to go on. Returns their tags and lanes, and the lanes of searches that
    /// have at most this many stops left.
    #[inline(always)]
    fn pop_stuck(
        &mut self,
        order: Order,
        call: &mut Call,
        words: &mut Words<S>,
        max_left: u32,
    ) -> Option<(Vector<S>, u64, u64)> {
        let (tags, count) = self.lanes.pop_stuck(order, words)?;
        let all = (1 << count) - 1;
        if call.goal.is_none() {
            return Some((tags, all, all));
        }
        let (mut live, mut late) = (0, 0);
        for lane in 0..count {
            let search = &mut self.searches[index(tags[lane])];
            if search.is_over() {
                self.ended.push_one(tags[lane]);
            } else if search.stops_left == 0 {
                self.give_up(tags[lane], call);
                self.ended.push_one(tags[lane]);
            } else {
                late |= u64::from(search.stops_left <= max_left) << lane;
                search.stops_left -= 1;
                live |= 1 << lane;
            }
        }
        Some((tags, live, late))
    }

    /// Makes decisions in states of searches in this order, if enough of them are stuck.
    #[inline(always)]
    fn branch(&mut self, order: Order, call: &mut Call, words: &mut Words<S>) {
        let max_left = match order {
            Order::Bold => 0,
            Order::Careful if self.spreads(call) => u32::MAX,
            Order::Careful => 1000 - PATIENCE,
        };
        let Some((tags, live, spread)) = self.pop_stuck(order, call, words, max_left) else { return };
        let simd = self.lanes.simd;
        let block = self.alternatives.block::<S>();
        let mut decided = [0; DECISIONS];
        let mut by_cell = 0..DECISIONS;
        if order == Order::Careful || call.goal != Some(Goal::Smallest) {
            let Searches { lanes, alternatives, .. } = self;
            split_by_triad(
                simd,
                words,
                live,
                #[inline(always)]
                |excluded| {
                    if spread != 0 {
                        lanes.open.push(simd, excluded, tags, spread);
                    }
                    if spread == live {
                        return;
                    }
                    let words = alternatives.words_mut::<S>(block, 0).chunks_exact_mut(Vector::<S>::LEN);
                    excluded.iter().zip(words).for_each(|(word, to)| word.store_slice(to));
                },
            );
            decided[0] = live & !spread;
            by_cell.start = if order == Order::Careful { DECISIONS } else { 1 };
        }
        for decision in by_cell {
            let branch = CellBranch::choose(simd, words);
            decided[decision] = branch.lanes(simd) & live;
            branch.split(words, self.alternatives.words_mut::<S>(block, decision));
        }
        self.alternatives.set_in_use(block, decided[0].count_ones());
        if call.goal.is_some() {
            for lane in 0..Vector::<S>::LEN {
                let search = &mut self.searches[index(tags[lane])];
                let left = decided.iter().map(|lanes| (lanes >> lane & 1) as usize).sum();
                if left > 0 {
                    search.frames.push(Frame { slot: block.slot::<S>(lane), left });
                } else {
                    search.states += (spread >> lane & 1) as u32;
                }
            }
        }
        let tags = if order == Order::Careful { tags } else { tags | EAGER };
        self.lanes.open.push(simd, words, tags, live);
    }

    /// Whether both sides of a decision are open at once.
    #[inline(always)]
    fn spreads(&self, call: &Call) -> bool {
        match call.goal {
            Some(Goal::Uniqueness | Goal::Smallest) if call.results.predictor.predicts_one() => true,
            _ => !self.is_waiting(call),
        }
    }

    /// Answers grids with saved solutions; see [`Lanes::pop_solutions`]. Returns whether there were any.
    #[inline(always)]
    fn collect(&mut self, call: &mut Call, flush: bool) -> bool {
        let Some((tags, count)) = self.lanes.pop_solutions(flush) else { return false };
        let Some(goal) = call.goal else { return false };
        for lane in 0..count {
            let search = &mut self.searches[index(tags[lane])];
            if !search.is_over() {
                search.found += 1;
                let is_over = search.is_over();
                if goal == Goal::Uniqueness && is_over {
                    call.results.answers[search.grid] = Answer::Several(None);
                } else if search.found == 1 {
                    call.results.answer(search.grid, goal, &self.lanes.solutions, lane);
                } else if search.plan == Plan::Careful {
                    self.again.push((search.grid, Plan::Several));
                }
                if is_over {
                    self.drop_frames(tags[lane]);
                }
            }
            let search = &self.searches[index(tags[lane])];
            if search.states == 1 && search.frames.is_empty() {
                self.finish(tags[lane], call);
            } else {
                self.ended.push_one(tags[lane]);
            }
        }
        true
    }
}

/// The index of the search of a tag.
#[inline(always)]
fn index(tag: u32) -> usize {
    (tag & !(BOLD | EAGER)) as usize
}

/// A careful search that takes more stops opens both sides of its decisions at once.
const PATIENCE: u32 = 16;

/// With [`Goal::Smallest`], one in this many grids is proved in any case.
const SAMPLING: usize = 16;

/// The rounds of a call that counts: about forty milliseconds, so that sharing states with other threads between calls costs next to nothing.
const ROUNDS: u64 = 1 << 16;

/// The rounds of a call that begins with less than a vector of states: other threads are waiting for their share.
const FIRST_ROUNDS: u64 = 1 << 9;
