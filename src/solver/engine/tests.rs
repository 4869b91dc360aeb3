//! Tests of the engine as a whole, and what the tests of its parts share.

use fastrand::Rng;
use fearless_simd::prelude::*;

use super::propagate::{Propagator, RoundOutcome};
use super::stack::{Incoming, StateStack};
use super::tag::Tag;
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
    let diagonal = Candidates::from(&Grid::from_digits(cells).unwrap());
    let mut cells = *Search::new(&diagonal).any().unwrap().digits();
    for cell in random.choose_multiple(0..81, 81 - clues) {
        cells[cell] = 0;
    }
    Grid::from_digits(cells).unwrap()
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
    for (tag, puzzle) in (0..).map(Tag).zip(puzzles) {
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
        let mut excluded = words;
        triad_decision::split_by_triad(simd, &mut assumed, &mut excluded, lanes);
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
        grid.digits_mut()[random.usize(..81)] = random.u8(1..=9);
    }
    grid
}

/// Whether an answer to a grid is as expected. Which solution is found for
/// [`Goal::Existence`] depends on what the predictor has learned.
fn is_expected(goal: Goal, grid: &Grid, answer: Answer, expected: Answer) -> bool {
    match (goal, answer, expected) {
        (Goal::Existence, Answer::Solvable(found), Answer::Solvable(_)) => found.is_solution(grid),
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

/// Weaker propagation or worse decisions change no answer, but lead to more branch points. The
/// bound is half again as many as these grids take.
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
                grid.digits_mut()[random.usize(..81)] = random.u8(1..=9);
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
