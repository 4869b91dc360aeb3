//! Depth-first search of many grids at once.
//!
//! A *stop* is a stuck state in which decisions are made. Each decision splits the state: the side where it is assumed goes on, and
//! the side where it is excluded is an *alternative*, which is kept in case the first side ends without a solution. So a grid has one
//! state under way, and the lanes are kept full by searching many grids. There are three ways to go on at a stop:
//!
//! ```text
//! careful    one decision, on a triad: the best order to prove that there is one solution or none
//! wide       the same, but both sides go on at once
//! hopeful    two decisions, the second before the first is propagated, and after a round that found one naked single or none: the
//!            best order if there are several solutions, because then most decisions are right
//!            Goal::Smallest    both on the first unsolved cell in row-major order, its smallest candidate first, so that the
//!                              first solution found is the smallest
//!            other goals       the first on a triad, the second on a cell
//! ```
//!
//! A careful search ends with the second solution. With [`Goal::Smallest`], a hopeful search follows then. Where recent grids had
//! several solutions, it comes first; a careful one follows if it takes too many stops. So neighbors decide the order of searches,
//! but each order leads to the same answer: how many solutions there are, or which one is the smallest.
//!
//! Going on with both sides saves fetching alternatives one by one. If there are several solutions, most of these states are in
//! vain. So a careful search becomes wide only if hardly any grid has several, or once it has fetched some alternatives.

use fearless_simd::prelude::*;

use super::branch::{CellBranch, TriadBranch};
use super::call::Call;
use super::lanes::{EAGER, HOPEFUL, Lanes, WIDE, Way};
use super::layout::{Vector, Words, empty_words};
use super::predictor::Predictor;
use super::stack::{Alternatives, DECISIONS, StateStack};
use crate::answer::{Answer, Goal};

/// A grid with fewer clues has no solution or several (McGuire, Tugemann and Civario, 2012).
const MIN_UNIQUE_CLUES: u8 = 17;

/// The number of alternatives after which a careful search becomes wide: if there are several solutions, it seldom takes as many to
/// find two.
const PATIENCE: u32 = 3;

/// One in this many hopeful searches for the smallest solution goes on to the second, for the predictor. It is a prime number, so that
/// no kind of grids is left out if kinds come in turn.
const SAMPLING: usize = 13;

/// The rounds of a call that counts: some ten milliseconds with AVX-512, so that sharing states with other threads between calls costs
/// next to nothing.
const ROUNDS: u64 = 1 << 16;

/// The rounds of such a call that begins with less than a vector of states: other threads are waiting for their share.
const FIRST_ROUNDS: u64 = 1 << 9;

/// How a grid is searched, depending on what is known of it.
#[derive(Clone, Copy, Default, PartialEq)]
enum Plan {
    /// Nothing: the search is careful.
    #[default]
    Careful,
    /// There are probably several solutions: the search is hopeful. If it takes too many stops, a careful one follows.
    Hopeful,
    /// There are several solutions or none: the search is hopeful.
    Several,
}

impl Plan {
    /// The number of solutions that ends the search.
    fn limit(self, goal: Goal, grid: usize) -> u32 {
        match (self, goal) {
            (_, Goal::Existence) | (Plan::Several, _) => 1,
            (Plan::Hopeful, Goal::Smallest) if !grid.is_multiple_of(SAMPLING) => 1,
            _ => 2,
        }
    }

    /// The number of stops that ends the search. Of the careful searches of the hardest grids known, each takes a few hundred.
    fn max_stops(self, goal: Goal) -> u32 {
        match (self, goal) {
            (Plan::Careful, _) => 1000,
            // Several solutions are found within a few stops, or not soon. Fewer and more than 24 were slower.
            (Plan::Hopeful, Goal::Uniqueness | Goal::Smallest) => 24,
            // With more, single long searches are left alone in the lanes, where they take longer than in a search for one grid.
            (Plan::Hopeful, Goal::Existence) | (Plan::Several, _) => 100,
        }
    }
}

/// The search of one grid.
#[derive(Default)]
struct GridSearch {
    grid: usize,
    plan: Plan,
    stops: u32,
    /// How many alternatives it has gone on with.
    fetched: u32,
    /// The solutions found so far, and the number that ends the search. It is 0 if the search was given up.
    found: u32,
    limit: u32,
    /// Its states in lanes and on stacks.
    states: u32,
    /// The stops that have alternatives left; those of the last are taken first.
    frames: Vec<Frame>,
}

/// A stop with alternatives.
struct Frame {
    /// The block and the lane where they are.
    block: u32,
    lane: u32,
    /// How many are left. The last decision comes first.
    left: u32,
}

impl GridSearch {
    fn begin(&mut self, grid: usize, plan: Plan, goal: Goal) {
        (self.grid, self.plan, self.limit) = (grid, plan, plan.limit(goal, grid));
        (self.stops, self.fetched, self.found, self.states) = (0, 0, 0, 1);
    }

    fn is_over(&self) -> bool {
        self.found >= self.limit
    }
}

/// The searches on one thread.
pub(super) struct Searches<S: Simd> {
    pub lanes: Lanes<S>,
    /// By tag.
    searches: Vec<GridSearch>,
    /// Tags of searches that are free.
    idle: Vec<u32>,
    alternatives: Alternatives,
    /// Only tags: of states that were dead, or solutions, or of no use any more. They are handled many at a time; otherwise each round
    /// would end in a loop of unpredictable length.
    ended: StateStack<0>,
    /// Grids to search once more.
    again: Vec<(usize, Plan)>,
    predictor: Predictor,
}

impl<S: Simd> Searches<S> {
    pub fn new(simd: S) -> Self {
        // Enough to keep the lanes busy while others wait for a decision or to be handled.
        let count = 8 * Vector::<S>::LEN as u32;
        Searches {
            lanes: Lanes::new(simd),
            searches: (0..count).map(|_| GridSearch::default()).collect(),
            idle: (0..count).collect(),
            alternatives: Alternatives::default(),
            ended: StateStack::new(),
            again: Vec::new(),
            predictor: Predictor::default(),
        }
    }

    /// Answers every grid of a call or gives it up, or counts solutions and returns their number.
    #[inline(always)]
    pub fn run(&mut self, call: &mut Call) -> u64 {
        let mut words = empty_words(self.lanes.simd);
        let (mut rounds, mut count) = (0, 0);
        let max_rounds = match call.goal {
            Some(_) => u64::MAX,
            None if call.frontier.len() < Vector::<S>::LEN => FIRST_ROUNDS,
            None => ROUNDS,
        };
        for state in call.frontier.drain(..) {
            self.lanes.open.push_one(state, WIDE);
        }
        while rounds < max_rounds && count < call.limit {
            self.refill(call);
            if self.lanes.is_idle() {
                // Grids that wait would have begun: only saved solutions can keep searches from being over.
                if self.collect(call, true) {
                    continue;
                }
                break;
            }
            rounds += 1;
            let outcome = self.lanes.round();
            let tags = self.lanes.tags;
            let hopeful = tags.simd_ge(Vector::<S>::splat(self.lanes.simd, HOPEFUL)).to_bitmask();
            let wide = tags.simd_ge(Vector::<S>::splat(self.lanes.simd, WIDE)).to_bitmask() & !hopeful;
            self.lanes.save_stuck(outcome.stuck & !wide & !hopeful, Way::Careful);
            self.lanes.save_stuck(outcome.stuck & wide, Way::Wide);
            self.lanes.save_stuck(outcome.stuck & hopeful, Way::Hopeful);
            if call.goal.is_none() {
                count += u64::from(outcome.solved.count_ones());
            } else {
                self.ended.push(self.lanes.simd, [].into_iter(), tags, outcome.dead);
                if outcome.solved != 0 {
                    self.lanes.save_solved(outcome.solved);
                    self.collect(call, false);
                }
            }
            for way in [Way::Careful, Way::Wide, Way::Hopeful] {
                self.decide(way, call, &mut words);
            }
        }
        self.lanes.take_all(call.frontier);
        count.min(call.limit)
    }

    /// Opens more states if there are few.
    #[inline(always)]
    fn refill(&mut self, call: &mut Call) {
        if self.lanes.open.len() >= Vector::<S>::LEN {
            return;
        }
        self.replace_ended(call);
        let Some(goal) = call.goal else { return };
        if self.lanes.open.len() >= Vector::<S>::LEN {
            return;
        }
        let is_hopeful = goal == Goal::Existence || self.predictor.expects_several();
        let plan = if is_hopeful { Plan::Hopeful } else { Plan::Careful };
        let careful = if self.predictor.expects_one() { WIDE } else { 0 };
        for _ in 0..Vector::<S>::LEN.min(self.idle.len()) {
            let next = self.again.pop().or_else(|| Some((call.waiting.next()?, plan)));
            let Some((grid, plan)) = next else { break };
            let Some(tag) = self.idle.pop() else { break };
            self.searches[tag as usize].begin(grid, plan, goal);
            let is_hopeful = matches!(plan, Plan::Hopeful | Plan::Several);
            call.puzzles.add(grid, &mut self.lanes, tag | if is_hopeful { HOPEFUL } else { careful });
        }
        // With fewer clues, any solution is one of several.
        for &tag in self.lanes.load(MIN_UNIQUE_CLUES, HOPEFUL) {
            let search = &mut self.searches[index(tag)];
            search.begin(search.grid, Plan::Several, goal);
        }
    }

    /// Goes on with an alternative for each state that has ended.
    #[inline(always)]
    fn replace_ended(&mut self, call: &mut Call) {
        while self.ended.len() > 0 {
            let (tags, count) = self.ended.pop_vector(self.lanes.simd, &mut []);
            for &tag in &tags.as_slice()[..count] {
                let search = &mut self.searches[index(tag)];
                let Some(frame) = search.frames.last_mut() else {
                    search.states -= 1;
                    if search.states == 0 {
                        self.finish(tag, call);
                    }
                    continue;
                };
                search.fetched += 1;
                frame.left -= 1;
                let state = self.alternatives.state::<S>(frame.block, frame.left as usize, frame.lane as usize);
                self.lanes.open.push_one(state, if search.fetched < PATIENCE { tag } else { tag | WIDE });
                if frame.left == 0 {
                    self.alternatives.release(frame.block);
                    search.frames.pop();
                }
            }
        }
    }

    /// Makes decisions in the stuck states of one way, if there are enough of them.
    #[inline(always)]
    fn decide(&mut self, way: Way, call: &mut Call, words: &mut Words<S>) {
        let Some((tags, count)) = self.lanes.pop_stuck(words, way) else { return };
        let simd = self.lanes.simd;
        let live = self.begin_stops(way, call, tags, count);
        let block = self.alternatives.block::<S>();
        // By decision: the lanes with an alternative.
        let mut excluded = [0; DECISIONS];
        let mut by_cell = if way == Way::Hopeful { 0..DECISIONS } else { 0..0 };
        if way != Way::Hopeful || call.goal != Some(Goal::Smallest) {
            let branch = TriadBranch::choose(simd, words, live);
            let without = branch.exclude(words);
            if way == Way::Wide {
                self.lanes.open.push(simd, without.into_iter(), tags, live);
            } else {
                let to = self.alternatives.words_mut::<S>(block, 0).chunks_exact_mut(Vector::<S>::LEN);
                without.iter().zip(to).for_each(|(word, to)| word.store_slice(to));
                excluded[0] = live;
            }
            branch.assume(words);
            by_cell.start = 1;
        }
        for decision in by_cell {
            let branch = CellBranch::choose(simd, words);
            // A state without an unsolved cell just goes on.
            excluded[decision] = live & branch.lanes(simd);
            branch.split(words, self.alternatives.words_mut::<S>(block, decision));
        }
        // A lane without a first alternative has no second one: its state has no unsolved cell then. So the alternatives of a lane are
        // those of its first decisions.
        self.alternatives.set_in_use(block, excluded[0].count_ones());
        for lane in (0..count).filter(|lane| excluded[0] >> lane & 1 == 1) {
            let left = excluded.iter().map(|lanes| (lanes >> lane & 1) as u32).sum();
            self.searches[index(tags[lane])].frames.push(Frame { block, lane: lane as u32, left });
        }
        // From the first stop on, a hopeful search is eager.
        let tags = if way == Way::Hopeful { tags | EAGER } else { tags };
        self.lanes.open.push(simd, words.iter().copied(), tags, live);
    }

    /// Counts a stop for each search, and ends searches that take too many. Returns the lanes with stuck states that go on.
    #[inline(always)]
    fn begin_stops(&mut self, way: Way, call: &mut Call, tags: Vector<S>, count: usize) -> u64 {
        let Some(goal) = call.goal else { return (1 << count) - 1 };
        let mut live = 0;
        for lane in 0..count {
            let search = &mut self.searches[index(tags[lane])];
            if search.stops == search.plan.max_stops(goal) && !search.is_over() {
                self.give_up(tags[lane], call);
            }
            let search = &mut self.searches[index(tags[lane])];
            if search.is_over() {
                self.ended.push_one([], tags[lane]);
                continue;
            }
            live |= 1 << lane;
            search.states += u32::from(way == Way::Wide);
            search.stops += 1;
        }
        live
    }

    /// Gives up a search that takes too many stops.
    #[cold]
    fn give_up(&mut self, tag: u32, call: &mut Call) {
        let search = &mut self.searches[index(tag)];
        search.limit = 0;
        if search.plan == Plan::Hopeful {
            self.predictor.observe(false, 2 * search.stops);
            self.again.push((search.grid, Plan::Careful));
        } else {
            call.given_up.push(search.grid);
        }
        self.drop_frames(tag);
    }

    /// Answers grids with saved solutions; see [`Lanes::pop_solutions`]. Returns whether there were any.
    #[inline(always)]
    fn collect(&mut self, call: &mut Call, flush: bool) -> bool {
        let Some((tags, count)) = self.lanes.pop_solutions(flush) else { return false };
        for lane in 0..count {
            let tag = tags[lane];
            let search = &mut self.searches[index(tag)];
            if !search.is_over() {
                search.found += 1;
                if search.found == search.limit && call.goal == Some(Goal::Uniqueness) {
                    call.answers[search.grid] = Answer::Several(None);
                } else if search.found == 1 {
                    call.answer(search.grid, &self.lanes.solutions, lane);
                } else if search.plan != Plan::Hopeful {
                    self.again.push((search.grid, Plan::Several));
                }
                if search.is_over() {
                    self.drop_frames(tag);
                }
            }
            let search = &self.searches[index(tag)];
            if search.states == 1 && search.frames.is_empty() {
                self.finish(tag, call);
            } else {
                self.ended.push_one([], tag);
            }
        }
        true
    }

    /// Drops the alternatives of a search that is over.
    #[inline(always)]
    fn drop_frames(&mut self, tag: u32) {
        for frame in self.searches[index(tag)].frames.drain(..) {
            self.alternatives.release(frame.block);
        }
    }

    /// Ends a search that has no states left.
    #[inline(always)]
    fn finish(&mut self, tag: u32, call: &mut Call) {
        let search = &self.searches[index(tag)];
        if search.found == 0 && search.limit > 0 {
            call.answers[search.grid] = Answer::Unsolvable;
        }
        // Only a search that may find two solutions, and had to decide, tells something about the next ones.
        if search.limit == 2 && search.stops > 0 {
            self.predictor.observe(search.found == 2, search.stops);
        }
        self.idle.push(index(tag) as u32);
    }

    /// The stops of all searches that ran last with their tags.
    #[cfg(test)]
    pub fn stops(&self) -> u32 {
        self.searches.iter().map(|search| search.stops).sum()
    }
}

/// The index of the search of a tag.
#[inline(always)]
fn index(tag: u32) -> usize {
    (tag & (WIDE - 1)) as usize
}
