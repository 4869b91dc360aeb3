//! The engine at every vector level against the reference solver: neither knows the other.

mod common;

use common::{grids, shared};
use fastrand::Rng;
use sudokat::batch::{Answer, Batch, Goal, Open};
use sudokat::{Candidates, Grid, Search};

/// What the reference solver says of a puzzle.
fn reference(puzzle: &Grid) -> Answer {
    search_of(puzzle).map_or(Answer::Unsolvable, |mut solver| said(&mut solver))
}

fn said(solver: &mut Search) -> Answer {
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

#[test]
fn many_grids_with_few_clues_keep_no_other_from_its_answer() {
    let random = &mut Rng::with_seed(3);
    let mut puzzles = vec![Grid::EMPTY; 40];
    puzzles.extend((0..40).map(|_| grids::minimal(random)));
    assert!(check(&puzzles).iter().all(|&undecided| undecided == 0));
}

/// Grids of which the first searches despair; nobody looks at them longer if they come as clues, because they are so few, but if
/// they come as candidates. Found by climbing towards many guesses, but the last, which `bounds` has too.
const DESPERATE: [&str; 5] = [
    "000000000000000000000000000000000000000000000000000000000000000000000000100700000",
    "000000000000000030000000704000000000200000000000006010400800000500000000030015000",
    "000000000000000000000000000000000000000000000000000000000000800100000000000000000",
    "000000001000000000007594000000400900000800700000060000000009000000000500000000400",
    "001200030080004000002700010170500000000000050005023000000000900007300020000000006",
];

/// The same with one solution each, of candidates.
const DESPERATE_MARKS: [&str; 2] = [
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

fn marks(text: &str) -> Candidates {
    let set = |marks: &[u8]| (0..9).filter(|&i| marks[i] != b'.').fold(0, |set, i| set | 1 << i);
    Candidates::from_masks(std::array::from_fn(|cell| set(&text.as_bytes()[9 * cell..][..9])))
}

#[test]
fn all_levels_go_on_where_the_first_searches_give_up() {
    let mut random = Rng::with_seed(4);
    let mut images = |text: &str| -> Vec<Candidates> {
        let original: Grid = text.parse().expect("81 cells");
        (0..20).map(|_| Candidates::from(&grids::Symmetry::random(&mut random).image(&original))).collect()
    };
    let mut puzzles: Vec<Candidates> = DESPERATE.iter().flat_map(|text| images(text)).collect();
    puzzles.extend(DESPERATE_MARKS.map(marks));
    let expected: Vec<Answer> = puzzles.iter().map(|puzzle| said(&mut Search::new(puzzle))).collect();
    let mut answers = Vec::new();
    for batch in &mut Batch::every_level() {
        for goal in [Goal::Verdict, Goal::Smallest, Goal::Any] {
            batch.solve_candidates(goal, &puzzles, &mut answers);
            let mut desperate = [0; 3];
            for (i, (answer, expected)) in answers.iter().zip(&expected).enumerate() {
                let right = match (goal, answer, expected) {
                    (Goal::Any, Answer::Solved(any), Answer::Unique(_) | Answer::Several(_)) => {
                        any.is_solution(&Grid::EMPTY) && puzzles[i].ruled_out(any).is_none()
                    }
                    (Goal::Smallest, Answer::Solved(found), Answer::Unique(smallest) | Answer::Several(smallest)) => {
                        found == smallest
                    }
                    (Goal::Any, Answer::Unique(_) | Answer::Several(_), _) => false,
                    (_, answer, expected) => answer == expected,
                };
                assert!(right, "{}, {goal:?}: {answer:?} of {}", batch.level(), puzzles[i]);
                let kind = match expected {
                    Answer::Unsolvable => 0,
                    Answer::Unique(_) => 1,
                    _ => 2,
                };
                desperate[kind] += usize::from(batch.guesses()[i] > 1000);
            }
            // Or it is not them that have been tested. Any solution is often found before.
            let tested = desperate.iter().all(|&count| count > 0) || goal == Goal::Any;
            assert!(tested, "{}, {goal:?}: {desperate:?}", batch.level());
        }
    }
}

/// Of a grid that is given up, one solution may be known by then, and not that there are others.
#[test]
fn a_solution_found_before_the_first_search_gives_up_is_not_taken_for_the_only_one() {
    let (original, mut several) = (marks(DESPERATE_MARKS[0]), 0);
    for (cell, d) in (0..18).flat_map(|cell| (0..9).map(move |d| (cell, d))) {
        let mut sets = *original.masks();
        sets[cell] |= 1 << d;
        let puzzle = Candidates::from_masks(sets);
        let expected = said(&mut Search::new(&puzzle));
        several += usize::from(matches!(expected, Answer::Several(_)));
        for batch in &mut Batch::every_level() {
            let mut answers = Vec::new();
            batch.solve_candidates(Goal::Verdict, &[puzzle], &mut answers);
            assert_eq!(answers, [expected], "{}: {puzzle}", batch.level());
        }
    }
    assert!(several > 0);
}

/// What takes too long is left to others in bounded time, and nothing of it meets the next.
#[test]
fn all_levels_leave_what_takes_too_many_guesses() {
    // No solution, as the reference solver finds out.
    let puzzle = "009400000002000000008952000300000000000085092000000000000000009005000410000030000";
    let one: Grid = puzzle.parse().expect("81 cells");
    let puzzle = "000006000000020000085000009800000000000500000090200000000000090002800000504900000";
    let other = Candidates::from(&puzzle.parse::<Grid>().expect("81 cells"));
    let puzzles: Vec<Grid> = (0..20).map(|seed| grids::minimal(&mut Rng::with_seed(seed))).collect();
    let expected: Vec<Answer> = puzzles.iter().map(reference).collect();
    let mut levels = Batch::every_level();
    for batch in &mut levels {
        let mut answers = Vec::new();
        for candidates in [Candidates::from(&one), other] {
            batch.solve_candidates(Goal::Verdict, &[candidates], &mut answers);
            assert_eq!(answers, [Answer::Undecided], "{}", batch.level());
            assert!(batch.guesses()[0] < 20_100, "{}: {} guesses", batch.level(), batch.guesses()[0]);
        }
        batch.solve(Goal::Verdict, &[one], &mut answers);
        assert_eq!(answers, [Answer::Undecided], "{}", batch.level());
    }
    assert!(compare(&mut levels, &puzzles, &expected).iter().all(|&undecided| undecided == 0));
}

/// A level that is silently missing would be tested by nobody.
#[test]
fn the_levels_of_the_machine_have_been_tested() {
    let names: Vec<&str> = Batch::every_level().iter().map(Batch::level).collect();
    assert_eq!(names.first(), Some(&Batch::new().level()));
    #[cfg(target_arch = "x86_64")]
    {
        if std::env::var_os("CI").is_some() {
            assert!(names.contains(&"AVX2") && names.contains(&"SSE4.2"), "only {names:?}");
        }
        // Each of these machines has that.
        assert!(names.contains(&"SSE2"), "only {names:?}");
    }
}

#[test]
fn all_levels_count_as_the_reference_does() {
    let mut random = Rng::with_seed(7);
    let mut levels = Batch::every_level();
    for clues in [0, 81].into_iter().chain((0..400).map(|_| random.usize(17..40)).collect::<Vec<_>>()) {
        let puzzle = common::puzzle(&mut random, clues);
        let limit = [1, 2, 10_000][random.usize(..3)];
        let expected = search_of(&puzzle).map_or(0, |mut solver| solver.count(limit));
        for batch in &mut levels {
            let level = batch.level();
            assert_eq!(batch.count(&puzzle, limit), expected, "{level}: {puzzle} up to {limit}");
        }
    }
}

/// As threads share it: of what is open half is given away, and both halves are searched.
#[test]
fn the_parts_of_a_count_add_up() {
    // 1,057,299 solutions.
    let puzzle = ".6......5...3.97..7...6.........7.....1.8....4.8.9.....8.......1......5..5..2..3.";
    let puzzle: Grid = puzzle.parse().expect("81 cells");
    for batch in &mut Batch::every_level() {
        let mut open = Open::of(&Candidates::from(&puzzle));
        let all = open.split();
        assert!(open.is_empty() && !all.is_empty(), "what cannot be halved is given as a whole");
        open.append(all);
        let (mut count, mut calls) = (0, 0);
        while !open.is_empty() {
            count += batch.count_some(&mut open, u64::MAX);
            let mut half = open.split();
            assert!(open.is_empty() || !half.is_empty(), "{}", batch.level());
            assert!(calls > 0 || !open.is_empty(), "{}: one thread would have all", batch.level());
            count += batch.count_some(&mut half, u64::MAX);
            open.append(half);
            calls += 1;
            assert!(calls < 1000, "{}: no end", batch.level());
        }
        assert_eq!(count, 1_057_299, "{}", batch.level());
        assert!(calls > 1, "{}: others would have waited for it", batch.level());
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
    let expected: Vec<Answer> = puzzles.iter().map(|puzzle| said(&mut Search::new(puzzle))).collect();
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
