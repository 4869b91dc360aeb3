//! Many grids at once: each lane of a vector holds a grid of its own.
//!
//! The candidates of a grid take 27 words. So 27 vectors with 16 lanes, as with AVX-512, hold 16
//! grids, and one instruction works on all of them. Each grid is searched as usual: propagate,
//! branch, backtrack. But some grids take many more rounds than others, so lanes are not tied to
//! grids. A state that is decided or has to branch leaves its lane, and another state takes it.
//!
//! ```text
//! state         the candidates of one grid after some decisions, in 27 words; `layout` draws them
//! lane          one position in 27 vectors, for one state; there are 16 lanes with AVX-512, 8 with
//!               AVX2, 4 with SSE and NEON
//! round         the rules eliminate candidates in all lanes at once
//! triad         three cells of a row (a minirow) or of a column (a minicolumn) in one box
//! decision      whether a triad or a cell holds a digit; it splits a state in two
//! branch point  one or two decisions in a state, because rounds alone eliminate too little
//! alternative   the side of a decision that is stored, to be searched if the other has no solution,
//!               or not enough of them
//! search        all that is done for one grid; some of its states are in lanes, others wait
//! plan          how a search branches, and what ends it; `plan` has a table
//! tag           the plan and the number of the search that a state belongs to
//! ```
//!
//! The way of states:
//!
//! ```text
//! grids -> intake -> open -> lanes -> round -+-> dead ----------------------> ended
//!                    ^ ^     ^               |                                  ^
//!                    | |     |               +-> solved -> digits -> answer ----'
//!                    | |     '- continues ---+
//!                    | |                     '-> stuck -> branch
//!                    | |                                  |  |
//!                    | '------ assumed side --------------'  '-- excluded side
//!                    |                                               v
//!                    '-------- once a state has ended -------- alternatives
//!
//! intake   grids on their way into words
//! open     states that wait for a lane
//! dead     without a solution
//! solved   a solution
//! stuck    without a new naked single, or with only one if the plan branches eagerly
//! branch   each of many stuck states makes its decisions; after too many branch points, a grid is
//!          searched by another plan, or given up
//! ended    the search backtracks to its last alternative; without one, it is finished
//! ```
//!
//! To count the solutions of a grid, the same loop opens both sides of each decision, and does not
//! convert solutions to digits. The solver for one grid, outside the engine, takes the grids that
//! are given up.
//!
//! The answer for a grid depends on the grid alone: not on the lanes, the other grids of a call, or
//! earlier calls. So every rule looks at one lane only, and a state that changes lanes takes only
//! its words and its tag along. Other grids can change the plan for a grid, but each plan leads to
//! the same answer. Two things may vary: which grids are given up, and the solution that is found
//! for [`Goal::Existence`].
//!
//! ```text
//! call          the calls: to solve puzzles, or to count solutions
//! search        the loop: from grids to answers
//! grid_search   the search of one grid
//! plan          the plans of a search, and the tags of states
//! predictor     which plan is probably best
//! lanes         the lanes, and the states that wait for one, to branch, or to be converted
//! propagate     the round
//! triad_decision, cell_decision
//!               where to decide, and the two sides of a decision
//! stack         states outside of lanes
//! alternatives  the sides of decisions that are stored
//! convert       grids to words and back
//! planes        bytes of grids to binary digits of many cells, and back
//! layout        the words of a state and the operations on them
//! ```
//!
//! All of this is safe code, generic over the vector. This file chooses the vector instructions
//! once, outside all loops.

mod alternatives;
mod call;
mod cell_decision;
mod convert;
mod grid_search;
mod lanes;
mod layout;
mod plan;
mod planes;
mod predictor;
mod propagate;
mod search;
mod stack;
mod triad_decision;

use fearless_simd::{Level, Simd, dispatch};

use crate::grid::Candidates;
use crate::solver::{Answer, Goal};
pub use call::Puzzles;
use call::{Call, Solve};
use search::Searches;
use stack::OneState;

/// Solves many grids at once, and leaves a few of them unanswered. Its memory is reused from call
/// to call.
pub struct Engine {
    /// Runs a call with the vector instructions of this engine, and returns the number of solutions
    /// if it counts them; see [`Searches::run`].
    run: Box<dyn FnMut(&mut Call) -> u64 + Send>,
    level_name: &'static str,
    /// The indices of the puzzles that the last call gave up.
    given_up: Vec<usize>,
}

impl Engine {
    fn new(NamedLevel { name, level }: NamedLevel) -> Engine {
        let run: Box<dyn FnMut(&mut Call) -> u64 + Send> = dispatch!(level, simd => {
            let mut searches = Searches::new(simd);
            Box::new(move |call: &mut Call| simd.vectorize(#[inline(always)] || searches.run(call)))
        });
        Engine {
            run,
            level_name: name,
            given_up: Vec::new(),
        }
    }

    /// An engine for each level of vector instructions that this machine has, to test and measure
    /// them.
    #[cfg(any(test, feature = "internals"))]
    pub fn every_level() -> Vec<Engine> {
        named_levels().map(Engine::new).collect()
    }

    /// The name of the vector instructions: `AVX-512`, `AVX2`, `SSE4.2`, `SSE2`, `NEON` or
    /// `portable`.
    pub fn level(&self) -> &'static str {
        self.level_name
    }

    /// Replaces `answers` by the answer to each puzzle, in order. The answers to those in
    /// [`Engine::given_up`] mean nothing.
    pub fn solve(&mut self, goal: Goal, puzzles: Puzzles, answers: &mut Vec<Answer>) {
        // Old answers stay in place, because every puzzle that is not given up gets a new one.
        answers.resize(puzzles.len(), Answer::Unsolvable);
        self.given_up.clear();
        (self.run)(&mut Call::Solve(Solve {
            goal,
            puzzles,
            waiting: 0..puzzles.len(),
            answers,
            given_up: &mut self.given_up,
        }));
    }

    /// The indices of the puzzles of the last call that take too many branch points here, in no
    /// particular order.
    pub fn given_up(&self) -> &[usize] {
        &self.given_up
    }

    /// The number of solutions, or `limit` if there are more.
    #[cfg(any(test, feature = "internals"))]
    pub fn count(&mut self, candidates: &Candidates, limit: u64) -> u64 {
        let mut frontier = Frontier::new(candidates);
        let mut count = 0;
        while !frontier.is_empty() && count < limit {
            count += self.count_some(&mut frontier, limit - count);
        }
        count
    }

    /// Searches a part of the frontier and returns the number of solutions in it, at most `limit`.
    /// If the frontier is then empty, all solutions have been counted. A call ends after some
    /// rounds, so that threads can share what is left.
    pub fn count_some(&mut self, frontier: &mut Frontier, limit: u64) -> u64 {
        let count = (self.run)(&mut Call::Count {
            states: &mut frontier.0,
            limit,
        });
        // A call takes states from the end, and leaves those that it would take next at the front.
        // If they were not reversed, the next call would begin with the largest trees and leave
        // twice as many states.
        frontier.0.reverse();
        count
    }
}

impl Default for Engine {
    /// An engine for the best vector instructions of this machine.
    fn default() -> Engine {
        Engine::new(named_levels().next().unwrap_or(NamedLevel {
            name: "portable",
            level: Level::new(),
        }))
    }
}

/// A level of vector instructions, and its name.
struct NamedLevel {
    name: &'static str,
    level: Level,
}

/// The levels of vector instructions that this machine has, the best first.
fn named_levels() -> impl Iterator<Item = NamedLevel> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let levels = [
        ("AVX-512", best.as_avx512().map(|simd| simd.level())),
        ("AVX2", best.as_avx2().map(|simd| simd.level())),
        ("SSE4.2", best.as_sse4_2().map(|simd| simd.level())),
        ("SSE2", best.as_sse2().map(|simd| simd.level())),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let levels = [(
        if cfg!(target_arch = "aarch64") {
            "NEON"
        } else {
            "portable"
        },
        Some(best),
    )];
    levels.into_iter().filter_map(|(name, level)| {
        Some(NamedLevel {
            name,
            level: level?,
        })
    })
}

/// The states that are left in a search for all solutions.
#[derive(Clone, Debug, Default)]
pub struct Frontier(Vec<OneState>);

impl Frontier {
    /// The frontier before the search.
    pub fn new(candidates: &Candidates) -> Frontier {
        Frontier(vec![convert::words_of(candidates)])
    }

    /// Whether the search is done.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Deals the states out to at most `most` frontiers. If there are several, each gets at least a
    /// vector of states. The first states are near the root and have large trees, so each frontier
    /// gets some of them.
    pub fn deal(&self, most: usize) -> Vec<Frontier> {
        let count = most.min(self.0.len() / layout::MAX_LANES).max(1);
        (0..count)
            .map(|k| Frontier(self.0.iter().skip(k).step_by(count).copied().collect()))
            .collect()
    }

    /// Takes out every other state. So both frontiers have states near the root, and both keep the
    /// order of a depth-first search. `None` if one of them would have less than a vector of
    /// states.
    pub fn split(&mut self) -> Option<Frontier> {
        let [kept, taken] = self.deal(2).try_into().ok()?;
        *self = kept;
        Some(taken)
    }

    /// How many states there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use fastrand::Rng;
    use fearless_simd::prelude::*;

    use super::propagate::{Propagator, RoundOutcome};
    use super::stack::{Incoming, StateStack};
    use super::*;
    use crate::grid::Grid;
    use crate::solver::search::Search;

    /// Runs a block for each level of vector instructions that this machine has.
    macro_rules! for_each_level {
        (|$simd:ident, $S:ident| $block:block) => {
            fn check<$S: fearless_simd::Simd>($simd: $S) $block
            for named in $crate::solver::engine::named_levels() {
                fearless_simd::dispatch!(named.level, simd => check(simd));
            }
        };
    }
    pub(in crate::solver::engine) use for_each_level;

    /// A grid with this many clues of a random solution.
    pub(in crate::solver::engine) fn random_puzzle(random: &mut Rng, clues: usize) -> Grid {
        let mut cells = [0; 81];
        // The boxes on the diagonal share no unit, so they can hold any digits.
        for corner in [0, 30, 60] {
            let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
            random.shuffle(&mut digits);
            (0..9).for_each(|i| cells[corner + i / 3 * 9 + i % 3] = digits[i]);
        }
        let diagonal = Candidates::from(&Grid::from_cells(cells).unwrap());
        let mut cells = *Search::new(&diagonal).any().unwrap().cells();
        for cell in random.choose_multiple(0..81, 81 - clues) {
            cells[cell] = 0;
        }
        Grid::from_cells(cells).unwrap()
    }

    /// A round, compiled once for all tests, because compiling it takes seconds.
    #[inline(never)]
    pub(in crate::solver::engine) fn round<S: Simd>(
        propagator: &mut Propagator<S>,
        incoming: &Incoming<S>,
        eagerness: u32,
    ) -> RoundOutcome {
        let simd = propagator.words[0].token();
        propagator.round(simd, incoming, layout::splat(simd, eagerness))
    }

    /// A stack of puzzles in which nothing is eliminated, with the tags 0, 1, ...
    pub(in crate::solver::engine) fn stack_of(puzzles: &[Grid]) -> StateStack {
        let mut stack = StateStack::new();
        for (tag, puzzle) in (0..).zip(puzzles) {
            stack.push_one(convert::words_of(&Candidates::from(puzzle)), tag);
        }
        stack
    }

    /// Vectors of states that propagation does not solve, each with the lanes that are stuck. They
    /// follow one side of each decision, chosen at random.
    pub(in crate::solver::engine) fn stuck_states<S: Simd>(
        simd: S,
        random: &mut Rng,
    ) -> Vec<(layout::Words<S>, u64)> {
        let len = layout::Vector::<S>::LEN;
        let puzzles: Vec<Grid> = (0..len)
            .map(|_| {
                let clues = random.usize(17..=27);
                random_puzzle(random, clues)
            })
            .collect();
        let mut stack = stack_of(&puzzles);
        let mut propagator = Propagator::new(simd);
        let mut lanes = (1 << len) - 1;
        let mut vectors = Vec::new();
        for _ in 0..20 {
            lanes = round(&mut propagator, &stack.pop_into(simd, lanes), 0).stuck;
            let words = propagator.words;
            vectors.push((words, lanes));
            let mut assumed = words;
            let excluded = triad_decision::split_by_triad(simd, &mut assumed, lanes);
            let side = if random.bool() { excluded } else { assumed };
            stack.push(simd, side.into_iter(), layout::splat(simd, 0), lanes);
        }
        vectors
    }

    /// A grid with 15 to 40 clues. If it is changed, it mostly has no solution.
    fn random_grid(random: &mut Rng, is_changed: bool) -> Grid {
        let clues = random.usize(15..=40);
        let mut grid = random_puzzle(random, clues);
        if is_changed {
            grid.cells_mut()[random.usize(..81)] = random.u8(1..=9);
        }
        grid
    }

    /// Whether an answer to a grid is as expected. Which solution is found for
    /// [`Goal::Existence`] depends on what the predictor has learned.
    fn is_expected(goal: Goal, grid: &Grid, answer: Answer, expected: Answer) -> bool {
        match (goal, answer, expected) {
            (Goal::Existence, Answer::Solvable(found), Answer::Solvable(_)) => {
                found.is_solution(grid)
            }
            _ => answer == expected,
        }
    }

    #[test]
    fn no_answer_of_the_last_call_survives() {
        let mut random = Rng::with_seed(1);
        let grids: Vec<Grid> = (0..1000)
            .map(|i| random_grid(&mut random, i % 4 == 0))
            .collect();
        let poisons = [
            Answer::Unsolvable,
            Answer::Unique(Grid::EMPTY),
            Answer::Multiple,
            Answer::Solvable(Grid::EMPTY),
        ];
        for mut engine in Engine::every_level() {
            for goal in [Goal::Uniqueness, Goal::Smallest, Goal::Existence] {
                let mut expected = Vec::new();
                engine.solve(goal, Puzzles::of_grids(&grids), &mut expected);
                let given_up = engine.given_up().to_vec();
                for poison in poisons {
                    let mut answers = vec![poison; 1500];
                    engine.solve(goal, Puzzles::of_grids(&grids), &mut answers);
                    assert_eq!(answers.len(), grids.len());
                    for index in (0..grids.len()).filter(|index| !given_up.contains(index)) {
                        let (grid, answer) = (&grids[index], answers[index]);
                        assert!(
                            is_expected(goal, grid, answer, expected[index]),
                            "{}: {answer:?} to {grid}",
                            engine.level()
                        );
                    }
                }
            }
        }
    }

    /// Dead states are handled many at a time. Grids that die in the first round can occupy all
    /// searches until then, while other grids wait for one.
    #[test]
    fn grids_that_die_in_the_first_round_do_not_end_the_search() {
        let mut random = Rng::with_seed(3);
        // Most of these have to wait.
        let mut grids: Vec<Grid> = (0..200).map(|_| random_puzzle(&mut random, 21)).collect();
        let conflict: Grid = format!("55{:.<79}", "").parse().unwrap();
        grids.extend([conflict; 200]);
        grids.push(Grid::EMPTY);
        let search = |grid: &Grid| Search::new(&grid.into());
        let uniqueness: Vec<Answer> = grids
            .iter()
            .map(|grid| search(grid).solve(Goal::Uniqueness))
            .collect();
        let smallest = |grid: &Grid| {
            search(grid)
                .smallest()
                .map_or(Answer::Unsolvable, Answer::Solvable)
        };
        let smallest: Vec<Answer> = grids.iter().map(smallest).collect();
        for mut engine in Engine::every_level() {
            for (goal, expected) in [(Goal::Uniqueness, &uniqueness), (Goal::Smallest, &smallest)] {
                for poison in [Answer::Unsolvable, Answer::Solvable(conflict)] {
                    for first in [0, 200] {
                        let mut answers = vec![poison; grids.len()];
                        engine.solve(goal, Puzzles::of_grids(&grids[first..]), &mut answers);
                        assert!(engine.given_up().is_empty());
                        assert!(
                            answers == expected[first..],
                            "{}, {goal:?}, from {first}",
                            engine.level()
                        );
                    }
                }
            }
        }
    }

    /// A call continues with the states that the last one would have taken next. If it began with
    /// others, it would leave those as well.
    #[test]
    fn a_part_of_a_count_leaves_about_as_many_states_as_it_finds() {
        for mut engine in Engine::every_level() {
            let mut frontier = Frontier::new(&Candidates::from(&Grid::EMPTY));
            engine.count_some(&mut frontier, 1000);
            let first = frontier.0.len();
            for _ in 0..10 {
                engine.count_some(&mut frontier, 1000);
                let left = frontier.0.len();
                assert!(
                    2 * left < 3 * first,
                    "{}: {left} states left, and {first} by the first call",
                    engine.level()
                );
            }
        }
    }

    /// Grids with one solution that take many decisions: by Arto Inkala, tarek, JPF and coloin.
    const HARD: [&str; 4] = [
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
        "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
        "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
        "000000012000000003002300400001800005060070800000009000008500000900040500470006000",
    ];

    /// Weaker propagation or worse decisions change no answer, but lead to more branch points. The bound is
    /// half again as many as they take.
    #[test]
    fn hard_grids_take_few_branch_points() {
        for mut engine in Engine::every_level() {
            let mut branch_points = 0;
            for text in HARD {
                let grid = text.parse().unwrap();
                let mut answers = Vec::new();
                engine.solve(Goal::Uniqueness, Puzzles::of_grids(&[grid]), &mut answers);
                assert!(matches!(answers[0], Answer::Unique(_)));
                branch_points += search::BRANCH_POINTS.take();
            }
            assert!(branch_points < 650, "{}: {branch_points}", engine.level());
        }
    }

    /// The engine gives up hardly any random grid.
    #[test]
    fn few_grids_are_given_up() {
        let mut random = Rng::with_seed(2);
        let grids: Vec<Grid> = (0..4000)
            .map(|i| {
                let mut grid = random_puzzle(&mut random, 20 + i % 8);
                if i % 2 == 0 {
                    grid.cells_mut()[random.usize(..81)] = random.u8(1..=9);
                }
                grid
            })
            .collect();
        for mut engine in Engine::every_level() {
            for goal in [Goal::Uniqueness, Goal::Smallest, Goal::Existence] {
                engine.solve(goal, Puzzles::of_grids(&grids), &mut Vec::new());
                assert!(
                    engine.given_up().len() <= 2,
                    "{}, {goal:?}: {:?}",
                    engine.level(),
                    engine.given_up()
                );
            }
        }
    }
}
