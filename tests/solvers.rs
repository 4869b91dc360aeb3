//! All solvers agree, on known puzzles and on random ones. `fixtures/agreement.rs` compares them.

use std::thread;

use fastrand::Rng;
use sudokat::internals::{Engine, Frontier, Puzzles, Search};
use sudokat::{Answer, Candidates, Goal, Grid};

use crate::fixtures::agreement::{self, GOALS, Solvers, check_engine, expected};
use crate::fixtures::grids::{self, Symmetry};
use crate::fixtures::puzzles::{corpus, grid};
use crate::fixtures::random;

#[test]
fn known_puzzles() {
    let mut solvers = Solvers::new();
    let known: Vec<Grid> = corpus().iter().map(|known| grid(&known.puzzle)).collect();
    solvers.check_grids(&known);
    for known in corpus() {
        let puzzle = grid(&known.puzzle);
        let search = Search::new(&Candidates::from(&puzzle));
        assert_eq!(search.clone().count(1000), known.solutions, "{puzzle}");
        let all: Vec<Grid> = search.solutions(None).take(1000).collect();
        assert_eq!(all.len() as u64, known.solutions, "{puzzle}");
        assert_eq!(
            all.first().map(Grid::to_string).unwrap_or_default(),
            known.answer,
            "{puzzle}"
        );
        assert!(
            all.is_sorted_by(|a, b| a < b)
                && all.iter().all(|solution| solution.is_solution(&puzzle))
        );
        solvers.check_count(&puzzle, 1000);
    }
}

/// 100,000 by default; `SUDOKAT_GRIDS` sets another number for a long run.
fn random_puzzles() -> usize {
    std::env::var("SUDOKAT_GRIDS")
        .map_or(100_000, |count| count.parse().expect("a number of grids"))
}

#[test]
fn random_puzzles_of_any_number_of_clues() {
    let check = |seed: u64, mut left: usize| {
        let (mut random, mut solvers, mut given_up) =
            (Rng::with_seed(seed), Solvers::for_many(), 0);
        while left > 0 {
            // Calls of any length, so that the engine runs with full, partly filled and empty
            // vectors.
            let count = random.usize(1..=1000).min(left);
            let clues: Vec<usize> = (0..count).map(|_| random.usize(..=81)).collect();
            let puzzles: Vec<Grid> = clues
                .iter()
                .map(|&clues| random::puzzle(&mut random, clues))
                .collect();
            given_up += solvers.check_grids(&puzzles);
            left -= count;
        }
        (given_up, solvers.finished)
    };
    let parts: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (1..=4)
            .map(|seed| scope.spawn(move || check(seed, random_puzzles() / 4)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("all solvers agree"))
            .collect()
    });
    // The engine is not made for few clues in random places, but it must not give up more than
    // those.
    let given_up: usize = parts.iter().map(|(given_up, _)| given_up).sum();
    assert!(given_up < random_puzzles() / 20, "{given_up} given up");
    // Otherwise this compares too little with the definition of the answer.
    let finished = |solutions: usize| {
        parts
            .iter()
            .map(|(_, finished)| finished[solutions])
            .sum::<usize>()
    };
    assert!(
        (0..3).all(|solutions| finished(solutions) > random_puzzles() / 20),
        "{parts:?}"
    );
}

#[test]
fn random_puzzles_of_every_kind() {
    for kind in [
        grids::easy,
        grids::minimal,
        grids::several,
        grids::unsolvable,
        grids::full,
    ] {
        let mut random = Rng::with_seed(2);
        let puzzles: Vec<Grid> = (0..1000).map(|_| kind(&mut random)).collect();
        assert_eq!(Solvers::new().check_grids(&puzzles), 0);
    }
}

#[test]
fn random_puzzles_with_pencil_marks() {
    let mut random = Rng::with_seed(11);
    let puzzles: Vec<Candidates> = (0..3000)
        .map(|_| {
            let clues = random.usize(17..50);
            let mut candidates = Candidates::from(&random::puzzle(&mut random, clues));
            (0..random.usize(..40)).for_each(|_| {
                random::eliminate(&mut candidates, random.usize(..81), random.u8(1..=9))
            });
            candidates
        })
        .collect();
    let unique = puzzles
        .iter()
        .filter(|puzzle| Search::new(puzzle).count(2) == 1)
        .count();
    assert!(unique > 100, "{unique} with one solution");
    let given_up = Solvers::new().check_candidates(&puzzles);
    assert!(given_up < 10, "{given_up} of 3000 given up");
}

#[test]
fn calls_of_any_length_answer_every_puzzle() {
    let puzzles: Vec<Grid> = (0..70)
        .map(|seed| grids::minimal(&mut Rng::with_seed(seed)))
        .collect();
    for length in [0, 1, 3, 15, 16, 17, 70] {
        assert_eq!(Solvers::new().check_grids(&puzzles[..length]), 0);
    }
}

#[test]
fn puzzles_with_few_clues_do_not_keep_others_from_being_decided() {
    let random = &mut Rng::with_seed(3);
    let mut puzzles = vec![Grid::EMPTY; 40];
    puzzles.extend((0..40).map(|_| grids::minimal(random)));
    assert_eq!(Solvers::new().check_grids(&puzzles), 0);
}

/// Puzzles that the engine gives up. They were found by climbing towards many guesses, except for
/// the last, which is one of the slowest in `worst_case`.
const GIVEN_UP: [&str; 5] = [
    "000000000000000000000000000000000000000000000000000000000000000000000000100700000",
    "000000000000000030000000704000000000200000000000006010400800000500000000030015000",
    "000000000000000000000000000000000000000000000000000000000000800100000000000000000",
    "000000001000000000007594000000400900000800700000060000000009000000000500000000400",
    "001200030080004000002700010170500000000000050005023000000000900007300020000000006",
];

/// The same with one solution each, as pencil marks.
const GIVEN_UP_MARKS: [&str; 2] = [
    "\
        ..3....8..234.67.912.456..91.34.6789123.5..89.23.567.....45..89.23.56..91..456.8.\
        .234..78.1234...8.12.456.89123.5...9....5....1234.6.8.1.3..67..1.34..7.......67..\
        .23..67891.3.567.91234567..1234.6...1.3..6..9.2...678..2.4.6.8912...67.91...5...9\
        12.4.67..123.56..9.2.4.67..1.3..678.1.34...8..2.4.6789...45..891..456....2.456.8.\
        123..67.9.23..6.89123.5....123.5.7891.3..678...345..8.12......9..34.6789.23456..9\
        .23456.8912.456789..3....8.1234567891234.6...1.345.7.9.234.6...123.5....123...78.\
        12.4.6.8......6.8..2345.7...2..5678912...67891.3.56.891.3.5.7.9..34......2.456..9\
        .2.45.7.9.2.4.6.8.1.3...7.9.2.4..7.912.45678.123.56..9123..67.912345....1.3456789\
        ..345.7.91.3.5678.1234.6.89..345...91..45..891........12.4567.91.3456789..34....9",
    "\
        123.567....34.....123.56.8.1.345..89.2...67891234.6789..3..6.891.3.56789.23456789\
        ....5678912.456.8.1.34.67891234.678.1.3456..912..56.....3456.8.123..6.8..23.56789\
        1.34567891234.67..123456789..345678912.4567891.345.7.912..5.78.123..67.912345...9\
        12.4.......3456.89........9.2.45678.....567...2345.7.91234..78.12345.7891....67.9\
        12345.7...23.56.8.1..45678....45.7.9..3.567891234.67..1234...89.234.678.1234567.9\
        123.567.91234567.912345.78912..5678.12..5..891...5.78912345..89......7..123456789\
        .234.67891...5.7.9.23..6.8.12345..891234.67.9..34.678912.4.678...34567..1.34.678.\
        .234.6...1234.6789123..67...23...7.91234.67...2.4.....1....67..1234.6.89....5....\
        .2..567.9123456.89...4...8.12.4.678912.4567891.3.56.891.345.7891..45678.1.....78.",
];

fn from_pencil_marks(text: &str) -> Candidates {
    text.parse().expect("729 pencil marks")
}

#[test]
fn puzzles_that_the_engine_gives_up_have_an_answer() {
    let mut random = Rng::with_seed(4);
    let mut images = |text: &str| -> Vec<Candidates> {
        (0..20)
            .map(|_| Candidates::from(&Symmetry::random(&mut random).image(&grid(text))))
            .collect()
    };
    let mut puzzles: Vec<Candidates> = GIVEN_UP.iter().flat_map(|text| images(text)).collect();
    puzzles.extend(GIVEN_UP_MARKS.map(from_pencil_marks));
    let mut solvers = Solvers::new();
    assert!(solvers.check_candidates(&puzzles) > 0);
    // Otherwise this tests something else.
    let expected: Vec<_> = puzzles.iter().map(expected).collect();
    for engine in &mut Engine::every_level() {
        engine.solve(
            Goal::Uniqueness,
            Puzzles::Candidates(&puzzles),
            &mut Vec::new(),
        );
        let gives_up = |is_kind: fn(&Answer) -> bool| {
            engine
                .given_up()
                .iter()
                .any(|&index| is_kind(&expected[index].answer))
        };
        assert!(
            gives_up(|answer| matches!(answer, Answer::Unsolvable)),
            "{}",
            engine.level()
        );
        assert!(
            gives_up(|answer| matches!(answer, Answer::Unique(_))),
            "{}",
            engine.level()
        );
        assert!(
            gives_up(|answer| matches!(answer, Answer::Multiple)),
            "{}",
            engine.level()
        );
    }
}

/// When the engine gives up a puzzle, it may have found one of several solutions.
#[test]
fn one_solution_of_an_unfinished_search_is_not_taken_for_the_only_one() {
    let original = from_pencil_marks(GIVEN_UP_MARKS[0]);
    let puzzles: Vec<Candidates> = (0..18)
        .flat_map(|cell| (0..9).map(move |d| (cell, d)))
        .map(|(cell, d)| {
            let mut masks = *original.masks();
            masks[cell] |= 1 << d;
            Candidates::from_masks(masks)
        })
        .collect();
    assert!(
        puzzles
            .iter()
            .any(|puzzle| expected(puzzle).answer == Answer::Multiple)
    );
    let mut solvers = Solvers::new();
    assert!(
        puzzles
            .chunks(1)
            .map(|puzzle| solvers.check_candidates(puzzle))
            .sum::<usize>()
            > 0
    );
}

#[test]
fn the_engine_gives_up_a_puzzle_that_takes_too_many_guesses_and_goes_on_with_the_next() {
    // They have no solution; the one-grid search needs few steps to find that out.
    let left =
        grid("009400000002000000008952000300000000000085092000000000000000009005000410000030000");
    let other =
        grid("000006000000020000085000009800000000000500000090200000000000090002800000504900000");
    // They have less than 17 clues, which is counted in grids only: a pencil mark that changes
    // nothing makes them candidates.
    let marked = [(left, 9), (other, 6)].map(|(puzzle, seen)| {
        let mut candidates = Candidates::from(&puzzle);
        random::eliminate(&mut candidates, 0, seen);
        candidates
    });
    let puzzles: Vec<Grid> = (0..20)
        .map(|seed| grids::minimal(&mut Rng::with_seed(seed)))
        .collect();
    let uniqueness = |puzzle| Search::new(&Candidates::from(puzzle)).solve(Goal::Uniqueness);
    let expected: Vec<Answer> = puzzles.iter().map(uniqueness).collect();
    for engine in &mut Engine::every_level() {
        let mut answers = Vec::new();
        for puzzle in marked {
            engine.solve(
                Goal::Uniqueness,
                Puzzles::Candidates(&[puzzle; 2]),
                &mut answers,
            );
            assert_eq!(engine.given_up().len(), 2, "{}", engine.level());
        }
        engine.solve(
            Goal::Uniqueness,
            Puzzles::of_grids(&[left; 2]),
            &mut answers,
        );
        assert_eq!(engine.given_up().len(), 2, "{}", engine.level());
        engine.solve(Goal::Uniqueness, Puzzles::of_grids(&puzzles), &mut answers);
        assert!(engine.given_up().is_empty(), "{}", engine.level());
        assert_eq!(answers, expected, "{}", engine.level());
    }
}

/// Neither its neighbors nor the lanes of the machine change what is found for a puzzle.
#[test]
fn answers_depend_on_the_puzzle_alone() {
    let random = &mut Rng::with_seed(5);
    let several: Vec<Candidates> = (0..200)
        .map(|_| Candidates::from(&grids::several(random)))
        .collect();
    let mut puzzles: Vec<Candidates> = several[..50].to_vec();
    for kind in [grids::easy, grids::minimal, grids::unsolvable] {
        puzzles.extend((0..50).map(|_| Candidates::from(&kind(random))));
    }
    puzzles.extend(
        corpus()
            .iter()
            .map(|known| Candidates::from(&grid(&known.puzzle))),
    );
    puzzles.extend(GIVEN_UP.map(|text| Candidates::from(&grid(text))));
    puzzles.extend(GIVEN_UP_MARKS.map(from_pencil_marks));
    for i in 0..100 {
        let mut candidates = puzzles[i];
        (0..20)
            .for_each(|_| random::eliminate(&mut candidates, random.usize(..81), random.u8(1..=9)));
        puzzles.push(candidates);
    }
    let expected: Vec<_> = puzzles.iter().map(expected).collect();
    for mut engine in Engine::every_level() {
        for goal in GOALS {
            let mut answers = Vec::new();
            for (puzzle, expected) in puzzles.iter().zip(&expected) {
                engine.solve(goal, Puzzles::Candidates(&[*puzzle]), &mut answers);
                check_engine(&engine, goal, &[*puzzle], &answers, &[*expected]);
            }
            let mut order: Vec<usize> = (0..puzzles.len()).collect();
            for neighbors in [0, 1, 5, 200] {
                random.shuffle(&mut order);
                let mut company = several[..neighbors].to_vec();
                company.extend(order.iter().map(|&index| puzzles[index]));
                engine.solve(goal, Puzzles::Candidates(&company), &mut answers);
                let first = several[..neighbors].iter().map(agreement::expected);
                let expected: Vec<_> = first
                    .chain(order.iter().map(|&index| expected[index]))
                    .collect();
                check_engine(&engine, goal, &company, &answers, &expected);
            }
        }
    }
}

#[test]
fn the_engine_is_tested_at_every_vector_level_of_the_machine() {
    let names: Vec<&str> = Engine::every_level().iter().map(Engine::level).collect();
    assert_eq!(names.first(), Some(&Engine::default().level()));
    #[cfg(target_arch = "x86_64")]
    {
        // The machines of the continuous integration have AVX2, and every x86-64 processor has
        // SSE2.
        let is_tested = |name| names.contains(&name);
        assert!(
            std::env::var_os("CI").is_none() || is_tested("AVX2") && is_tested("SSE4.2"),
            "only {names:?}"
        );
        assert!(is_tested("SSE2"), "only {names:?}");
    }
}

#[test]
fn counts_of_random_puzzles() {
    let mut random = Rng::with_seed(7);
    let mut solvers = Solvers::new();
    for clues in [0, 81]
        .into_iter()
        .chain((0..400).map(|_| random.usize(17..40)).collect::<Vec<_>>())
    {
        let puzzle = random::puzzle(&mut random, clues);
        solvers.check_count(&puzzle, [1, 2, 10_000][random.usize(..3)]);
    }
}

/// Threads share a count like this: each gets some of the open branches, and leaves half of them to
/// a thread that has none left.
#[test]
fn the_parts_of_a_count_add_up() {
    let puzzle =
        grid(".6......5...3.97..7...6.........7.....1.8....4.8.9.....8.......1......5..5..2..3.");
    for engine in &mut Engine::every_level() {
        let level = engine.level();
        let mut frontier = Frontier::new(&Candidates::from(&puzzle));
        let mut count = engine.count_some(&mut frontier, u64::MAX);
        let mut parts = frontier.deal(3);
        assert_eq!(
            parts.len(),
            3,
            "{level}: there is too little left to share after one call"
        );
        let mut calls = 1;
        while let Some(mut part) = parts.pop() {
            count += engine.count_some(&mut part, u64::MAX);
            parts.extend(part.split());
            if !part.is_empty() {
                parts.push(part);
            }
            calls += 1;
            assert!(calls < 1000, "{level}: the count does not end");
        }
        assert_eq!(count, 1_057_299, "{level}");
        assert!(
            calls > 4,
            "{level}: other threads would have had to wait for the first call"
        );
    }
}
