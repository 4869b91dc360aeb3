//! The engine at every vector level against the reference solver: neither knows the other.

mod common;

use common::{grids, shared};
use fastrand::Rng;
use sudokat::batch::{Answer, Batch, Goal};
use sudokat::{Candidates, Grid, Solver};

/// What the reference solver says of a puzzle.
fn reference(puzzle: &Grid) -> Answer {
    let Ok(mut solver) = Solver::new(puzzle) else { return Answer::Unsolvable };
    match (solver.count(2), solver.smallest()) {
        (1, Some(only)) => Answer::Unique(only),
        (_, Some(smallest)) => Answer::Several(smallest),
        (_, None) => Answer::Unsolvable,
    }
}

/// Asserts that each level answers these puzzles as the reference does, and returns how many each left undecided.
fn compare(levels: &mut [Batch], puzzles: &[Grid], expected: &[Answer]) -> Vec<usize> {
    let mut answers = Vec::new();
    let mut undecided = Vec::new();
    for batch in levels {
        let level = batch.level();
        batch.solve(Goal::Verdict, puzzles, &mut answers);
        assert_eq!(answers.len(), puzzles.len());
        let decided = |i: &usize| answers[*i] != Answer::Undecided;
        for i in (0..puzzles.len()).filter(decided) {
            assert_eq!(answers[i], expected[i], "{level}: {}", puzzles[i]);
        }
        undecided.push(puzzles.len() - (0..puzzles.len()).filter(decided).count());

        batch.solve(Goal::Smallest, puzzles, &mut answers);
        for (i, answer) in answers.iter().enumerate() {
            let right = match (answer, &expected[i]) {
                (Answer::Solved(smallest), Answer::Unique(expected) | Answer::Several(expected)) => {
                    smallest == expected
                }
                (Answer::Undecided, _) => true,
                (answer, expected) => answer == expected,
            };
            assert!(right, "{level}: {answer:?} for {}", puzzles[i]);
        }

        batch.solve(Goal::Any, puzzles, &mut answers);
        for (i, answer) in answers.iter().enumerate() {
            match answer {
                Answer::Solved(solution) => assert!(solution.is_solution(&puzzles[i]), "{level}: {}", puzzles[i]),
                Answer::Unsolvable => assert_eq!(expected[i], Answer::Unsolvable, "{level}: {}", puzzles[i]),
                Answer::Unique(_) | Answer::Several(_) => {
                    panic!("{level}: nobody asked how many solutions {} has", puzzles[i])
                }
                Answer::Undecided => (),
            }
        }
    }
    undecided
}

fn check(puzzles: &[Grid]) -> Vec<usize> {
    let expected: Vec<Answer> = puzzles.iter().map(reference).collect();
    compare(&mut Batch::every_level(), puzzles, &expected)
}

/// 100,000 by default; `SUDOKAT_GRIDS` sets another number for a long run.
fn random_grids() -> usize {
    std::env::var("SUDOKAT_GRIDS").map_or(100_000, |count| count.parse().expect("a number of grids"))
}

#[test]
fn all_levels_agree_with_the_reference_on_random_grids() {
    let mut random = Rng::with_seed(1);
    let mut levels = Batch::every_level();
    let mut undecided = 0;
    let mut left = random_grids();
    while left > 0 {
        // Of every length, so that vectors run full, part empty and dry.
        let count = random.usize(1..=1000).min(left);
        let puzzles: Vec<Grid> = (0..count)
            .map(|_| {
                let clues = random.usize(..=81);
                common::puzzle(&mut random, clues)
            })
            .collect();
        let expected: Vec<Answer> = puzzles.iter().map(reference).collect();
        undecided += compare(&mut levels, &puzzles, &expected).into_iter().max().unwrap_or(0);
        left -= count;
    }
    // Few clues and no plan are what the engine is not for; it must not leave more than those.
    assert!(undecided < random_grids() / 20, "{undecided} undecided");
}

#[test]
fn all_levels_agree_with_the_reference_on_grids_of_each_kind() {
    for kind in [grids::easy, grids::minimal, grids::several, grids::unsolvable, grids::full] {
        let mut random = Rng::with_seed(2);
        let puzzles: Vec<Grid> = (0..1000).map(|_| kind(&mut random)).collect();
        assert!(check(&puzzles).iter().all(|&undecided| undecided == 0));
    }
}

#[test]
fn all_levels_agree_with_the_reference_on_the_corpus() {
    let lines = include_str!("data/corpus.tsv").lines().filter(|line| !line.starts_with('#'));
    check(&lines.map(|line| line[..81].parse().expect("81 cells")).collect::<Vec<Grid>>());
    if let Some(cases) = shared("judge/cases.tsv") {
        let text = std::fs::read_to_string(cases).expect("readable");
        let grid = |line: &str| line.split('\t').nth(1).map(|grid| grid.parse().expect("81 cells"));
        check(&text.lines().filter(|line| !line.starts_with('#')).filter_map(grid).collect::<Vec<Grid>>());
    }
}

#[test]
fn all_levels_decide_the_hardest_grids_known() {
    for name in ["puzzles2_17_clue", "puzzles3_magictour_top1465", "puzzles5_forum_hardest_1905_11+"] {
        let Some(path) = shared(&format!("data/{name}")) else { return };
        let text = std::fs::read_to_string(path).expect("readable");
        let puzzles: Vec<Grid> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .step_by(20)
            .map(|line| line[..81].parse().expect("81 cells"))
            .collect();
        assert!(check(&puzzles).iter().all(|&undecided| undecided == 0), "{name}");
    }
}

#[test]
fn a_call_of_any_length_gives_an_answer_for_each_grid() {
    let puzzles: Vec<Grid> = (0..70).map(|i| grids::minimal(&mut Rng::with_seed(i))).collect();
    for length in [0, 1, 3, 15, 16, 17, 70] {
        check(&puzzles[..length]);
    }
}

/// A level that is silently missing would be tested by nobody.
#[test]
fn the_levels_of_the_machine_have_been_tested() {
    let names: Vec<&str> = Batch::every_level().iter().map(Batch::level).collect();
    assert!(!names.is_empty());
    if cfg!(target_arch = "x86_64") && std::env::var_os("CI").is_some() {
        assert!(names.contains(&"AVX2") && names.contains(&"SSE4.2"), "only {names:?}");
    }
}

#[test]
fn all_levels_count_as_the_reference_does() {
    let mut random = Rng::with_seed(7);
    let mut levels = Batch::every_level();
    for clues in [0, 81].into_iter().chain((0..400).map(|_| random.usize(17..40)).collect::<Vec<_>>()) {
        let puzzle = common::puzzle(&mut random, clues);
        let limit = [1, 2, 10_000][random.usize(..3)];
        let expected = Solver::new(&puzzle).map_or(0, |mut solver| solver.count(limit));
        for batch in &mut levels {
            let level = batch.level();
            assert_eq!(batch.count(&puzzle, limit), expected, "{level}: {puzzle} up to {limit}");
        }
    }
}

#[test]
fn all_levels_solve_candidates_as_the_reference_does() {
    let mut random = Rng::with_seed(11);
    let mut levels = Batch::every_level();
    let puzzles: Vec<Candidates> = (0..3000)
        .map(|_| {
            let clues = random.usize(17..50);
            let mut candidates = Candidates::from(&common::puzzle(&mut random, clues));
            (0..random.usize(..40)).for_each(|_| candidates.rule_out(random.usize(..81), random.u8(1..=9)));
            candidates
        })
        .collect();
    let expected: Vec<Answer> = puzzles
        .iter()
        .map(|candidates| {
            let mut solver = Solver::from_candidates(candidates);
            match (solver.count(2), solver.smallest()) {
                (1, Some(only)) => Answer::Unique(only),
                (_, Some(smallest)) => Answer::Several(smallest),
                (_, None) => Answer::Unsolvable,
            }
        })
        .collect();
    assert!(expected.iter().any(|answer| matches!(answer, Answer::Unique(_))));
    let mut answers = Vec::new();
    for batch in &mut levels {
        batch.solve_candidates(Goal::Verdict, &puzzles, &mut answers);
        for i in (0..puzzles.len()).filter(|&i| answers[i] != Answer::Undecided) {
            assert_eq!(answers[i], expected[i], "{}: {}", batch.level(), puzzles[i]);
        }
        let decided = answers.iter().filter(|answer| **answer != Answer::Undecided).count();
        assert!(decided > 2990, "{}: {decided} of 3000 decided", batch.level());
    }
}
