//! The generator: what it promises of its puzzles, and that a seed gives the same ones everywhere.

use std::io::Read;
use std::num::NonZero;

use sudokat::{Answer, Batch, Generator, GeneratorOptions, Goal, Grid, Puzzle, Rating, Symmetry};

use crate::fixtures::program::{Running, SUDOKAT, command, parts, sudokat};
use crate::fixtures::puzzles::grid;

const MINIMAL: GeneratorOptions = GeneratorOptions {
    clues: None,
    symmetry: Symmetry::None,
    rating: None,
    threads: None,
};

/// These puzzles, each of which has exactly one solution.
fn unique(generator: Generator, count: usize) -> Vec<Grid> {
    let (puzzles, mut answers): (Vec<Grid>, _) = (generator.take(count).collect(), Vec::new());
    Batch::new().solve(Goal::Uniqueness, &puzzles, &mut answers);
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer, Answer::Unique(_)))
    );
    puzzles
}

/// The first puzzles of seed 1. They may only change with a version that says so.
#[test]
fn a_seed_gives_the_same_puzzles_in_every_version() {
    let puzzles: Vec<String> = Generator::new(1, MINIMAL)
        .take(2)
        .map(|puzzle| puzzle.to_string())
        .collect();
    let expected = [
        "800007004000401060000000120000200403007000500000096000504000009600100000020000810",
        "002040001070005090480060000000000603503000000000910000008070940059000100007000035",
    ];
    assert_eq!(puzzles, expected);
    let clues: usize = Generator::new(1, MINIMAL)
        .take(3000)
        .map(|puzzle| puzzle.placements().count())
        .sum();
    assert_eq!(clues, 73115);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let puzzles = |threads: usize| {
        Generator::new(
            7,
            GeneratorOptions {
                threads: NonZero::new(threads),
                ..MINIMAL
            },
        )
        .take(2000)
    };
    assert!(puzzles(1).eq(puzzles(3)));
    assert!(puzzles(1).ne(Generator::new(8, MINIMAL).take(2000)));
}

#[test]
fn puzzles_are_minimal() {
    for puzzle in unique(Generator::new(2, MINIMAL), 100) {
        assert_eq!(
            Puzzle::new(&puzzle).unwrap().redundant_clues(),
            Some(Vec::new()),
            "{puzzle}"
        );
    }
}

#[test]
fn puzzles_have_as_many_clues_as_wanted() {
    for &symmetry in Symmetry::ALL {
        for clues in [23, 27, 40, 79, 80] {
            let clues = match symmetry {
                Symmetry::None => clues,
                // A quarter turn moves clues in fours.
                Symmetry::QuarterTurn => (clues + 8).min(80) / 4 * 4,
                // Few puzzles with few clues are symmetric.
                _ => 80.min(clues + 1),
            };
            let options = GeneratorOptions {
                clues: Some(clues),
                symmetry,
                ..MINIMAL
            };
            for puzzle in unique(Generator::new(3, options), 50) {
                assert_eq!(puzzle.placements().count(), clues, "{puzzle}");
            }
        }
    }
}

/// Asks for puzzles that do not exist.
fn refused(options: GeneratorOptions) {
    let _ = Generator::new(1, options);
}

#[test]
#[should_panic = "the number of clues must be in 17..=80"]
fn puzzles_with_16_clues_are_refused() {
    refused(GeneratorOptions {
        clues: Some(16),
        ..MINIMAL
    });
}

#[test]
#[should_panic = "the number of clues must be a multiple of 4, or one more"]
fn clues_that_no_quarter_turn_keeps_are_refused() {
    refused(GeneratorOptions {
        clues: Some(30),
        symmetry: Symmetry::QuarterTurn,
        ..MINIMAL
    });
}

#[test]
#[should_panic = "the range of ratings must not be empty"]
fn an_empty_range_of_ratings_is_refused() {
    refused(GeneratorOptions {
        rating: Some(Rating::Exactly(26)..=Rating::Exactly(15)),
        ..MINIMAL
    });
}

/// The cell that has a clue if the one in row r and column c has one.
fn image(symmetry: Symmetry, r: usize, c: usize) -> usize {
    match symmetry {
        Symmetry::HalfTurn => 80 - (9 * r + c),
        Symmetry::QuarterTurn => 9 * c + 8 - r,
        Symmetry::LeftRight => 9 * r + 8 - c,
        Symmetry::TopBottom => 9 * (8 - r) + c,
        Symmetry::Diagonal => 9 * c + r,
        _ => 9 * r + c,
    }
}

#[test]
fn clues_are_symmetric_and_none_can_be_removed_with_its_images() {
    for &symmetry in Symmetry::ALL {
        let options = GeneratorOptions {
            symmetry,
            ..MINIMAL
        };
        for puzzle in unique(Generator::new(4, options), 100) {
            for clue in puzzle.placements() {
                let mut fewer = *puzzle.digits();
                let mut cell = clue.cell.index();
                while fewer[cell] > 0 {
                    fewer[cell] = 0;
                    cell = image(symmetry, cell / 9, cell % 9);
                    assert!(puzzle.digits()[cell] > 0, "{symmetry:?}: {puzzle}");
                }
                let fewer = Grid::from_digits(fewer).unwrap();
                assert!(!Puzzle::new(&fewer).unwrap().is_unique(), "{puzzle}");
            }
        }
    }
}

/// How far a count is from what is expected if each of `tries` succeeds with this probability, in
/// standard deviations.
fn deviation(count: usize, tries: usize, probability: f64) -> f64 {
    let expected = tries as f64 * probability;
    (count as f64 - expected).abs() / (expected * (1.0 - probability)).sqrt()
}

/// All images of a solution are equally likely. So all digits are equally likely in a cell, and a
/// digit is equally likely in all cells of another box that it can be in.
#[test]
fn the_digits_of_solutions_are_random() {
    const TRIES: usize = 20_000;
    let options = GeneratorOptions {
        clues: Some(80),
        ..MINIMAL
    };
    let solutions: Vec<Grid> = Generator::new(9, options)
        .take(TRIES)
        .map(|puzzle| Puzzle::new(&puzzle).unwrap().smallest().unwrap())
        .collect();
    for cell in 0..81 {
        for d in 1..=9 {
            let count = solutions.iter().filter(|grid| grid.digits()[cell] == d);
            let deviation = deviation(count.count(), TRIES, 1.0 / 9.0);
            assert!(deviation < 5.0, "{d} in cell {cell}: {deviation}");
        }
    }
    for first in 0..81 {
        for second in first + 1..81 {
            let is_equal = |grid: &&Grid| grid.digits()[first] == grid.digits()[second];
            let count = solutions.iter().filter(is_equal).count();
            let shares_band = first / 27 == second / 27;
            let shares_stack = first % 9 / 3 == second % 9 / 3;
            let sees = first / 9 == second / 9 || first % 9 == second % 9;
            if sees || shares_band && shares_stack {
                assert_eq!(count, 0);
                continue;
            }
            // The digit can be in six cells of the other box, or in all nine.
            let cells = if shares_band || shares_stack {
                6.0
            } else {
                9.0
            };
            let deviation = deviation(count, TRIES, 1.0 / cells);
            assert!(deviation < 5.0, "cells {first} and {second}: {deviation}");
        }
    }
}

#[test]
fn the_clues_of_minimal_puzzles_are_in_random_cells() {
    const TRIES: usize = 20_000;
    let puzzles: Vec<Grid> = Generator::new(10, MINIMAL).take(TRIES).collect();
    let clues: usize = puzzles
        .iter()
        .map(|puzzle| puzzle.placements().count())
        .sum();
    let probability = clues as f64 / (81 * TRIES) as f64;
    for cell in 0..81 {
        let count = puzzles.iter().filter(|puzzle| puzzle.digits()[cell] > 0);
        let deviation = deviation(count.count(), TRIES, probability);
        assert!(deviation < 5.0, "cell {cell}: {deviation}");
    }
}

#[test]
fn lines_are_the_first_puzzles() {
    let mut text = String::new();
    Generator::new(5, MINIMAL)
        .lines(1500)
        .read_to_string(&mut text)
        .unwrap();
    assert!(text.ends_with('\n'));
    assert!(
        text.lines()
            .map(grid)
            .eq(Generator::new(5, MINIMAL).take(1500))
    );
}

#[test]
fn generated_puzzles_are_printed_or_answered() {
    let puzzles: Vec<Grid> = Generator::new(5, MINIMAL).take(700).collect();
    let lines = |text: &dyn Fn(&Grid) -> String| {
        puzzles
            .iter()
            .map(|puzzle| text(puzzle) + "\n")
            .collect::<String>()
    };
    let printed = lines(&Grid::to_string);
    for threads in ["-j1", "-j3"] {
        assert_eq!(
            sudokat(&["--generate=700", "--seed=5", threads], ""),
            (printed.clone(), String::new(), 0)
        );
    }
    let solution = |puzzle: &Grid| Puzzle::new(puzzle).unwrap().smallest().unwrap();
    let options = ["--generate=700", "--seed=5", "--all", "-oline"];
    let solutions = lines(&|puzzle| solution(puzzle).to_string() + "\n");
    assert_eq!(
        sudokat(&options, ""),
        (solutions.trim_end().to_string() + "\n", String::new(), 0)
    );
    let (json, ..) = sudokat(&["--generate=700", "--seed=5", "--verdict", "-ojson"], "");
    let last = format!(
        "{{\"file\":\"<generated>\",\"line\":700,\"puzzle\":\"{}\"",
        puzzles[699]
    );
    assert!(
        json.lines().last().unwrap().starts_with(&last)
            && json.matches("\"unique\"").count() == 700
    );
    let (rotated, ..) = sudokat(
        &[
            "--generate=2",
            "--seed=5",
            "--clues=30",
            "--symmetry=rotation",
        ],
        "",
    );
    let options = GeneratorOptions {
        clues: Some(30),
        symmetry: Symmetry::HalfTurn,
        ..MINIMAL
    };
    assert!(
        rotated
            .lines()
            .map(grid)
            .eq(Generator::new(5, options).take(2))
    );
}

#[test]
fn puzzles_are_printed_in_every_format() {
    let puzzles: Vec<Grid> = Generator::new(5, MINIMAL).take(3).collect();
    let printed = puzzles.iter().map(|puzzle| format!("{puzzle}\n"));
    let printed: String = printed.collect();
    for format in ["auto", "line", "packed", "spaced", "pretty"] {
        let (puzzles, stderr, status) = sudokat(&["--generate=3", "--seed=5", "-o", format], "");
        assert_eq!((stderr.as_str(), status), ("", 0));
        let read_again = sudokat(&["--convert", "-oline"], puzzles);
        assert_eq!(read_again, (printed.clone(), String::new(), 0), "{format}");
    }
    let (page, ..) = sudokat(&["--generate=3", "--seed=5", "-ohtml"], "");
    let clues: usize = puzzles
        .iter()
        .map(|puzzle| puzzle.placements().count())
        .sum();
    assert_eq!(page.matches("<td>").count(), 3 * 81);
    assert_eq!(page.matches("<td><b>").count(), clues);
    let has_solved_digit = (1..=9).any(|digit| page.contains(&format!("<td>{digit}")));
    assert!(!has_solved_digit, "{page}");
}

#[test]
fn csv_and_json_have_the_solution_beside_the_generated_puzzle() {
    let (csv, ..) = sudokat(&["--generate=3", "--seed=5", "-ocsv"], "");
    let (json, ..) = sudokat(&["--generate=3", "--seed=5", "-ojson"], "");
    let mut expected = String::from("puzzle,solution\n");
    for (puzzle, object) in Generator::new(5, MINIMAL).zip(json.lines()) {
        let solution = Puzzle::new(&puzzle).unwrap().smallest().unwrap();
        expected += &format!("{puzzle},{solution}\n");
        let members =
            format!("\"puzzle\":\"{puzzle}\",\"verdict\":\"unique\",\"solution\":\"{solution}\"");
        assert!(object.contains(&members), "{object}");
    }
    assert_eq!(csv, expected);
}

#[test]
fn statistics_name_the_seed() {
    let (puzzle, stderr, _) = sudokat(&["--generate=1", "--stats"], "");
    let seed = stderr
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("sudokat: "))
        .expect("a seed");
    assert_eq!(
        sudokat(&["--generate=1", &seed.replace(' ', "=")], ""),
        (puzzle, String::new(), 0)
    );
}

#[test]
#[cfg(unix)]
fn a_long_search_for_few_clues_is_announced_and_ends_with_its_reader() {
    let mut running = Running::start(&mut command(SUDOKAT, &["--generate=1", "--clues=17"]));
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(running.is_running());
    drop(running.stdout.take());
    let (_, stderr, status) = parts(running.finish());
    assert!(
        stderr.ends_with("this may take a while\n") && status == 0,
        "{stderr}"
    );
}

#[test]
fn puzzles_have_the_rating_that_is_wanted() {
    use Rating::Exactly;
    for (text, range) in [
        ("1.2", Exactly(12)..=Exactly(12)),
        ("..1.5", Exactly(0)..=Exactly(15)),
        ("2.6..3.0", Exactly(26)..=Exactly(30)),
        ("6.5..7.5", Exactly(65)..=Exactly(75)),
        ("4.5..", Exactly(45)..=Rating::BEYOND),
    ] {
        let (puzzles, stderr, status) =
            sudokat(&["--generate=40", "--seed=6", "--rating", text], "");
        assert_eq!(
            (puzzles.lines().count(), stderr.as_str(), status),
            (40, "", 0),
            "{text}"
        );
        for puzzle in puzzles.lines().map(grid) {
            let report = Puzzle::new(&puzzle)
                .unwrap()
                .rate()
                .expect("it has one solution");
            assert!(range.contains(&report.rating()), "{puzzle}: {report}");
        }
        let options = GeneratorOptions {
            rating: Some(range),
            ..MINIMAL
        };
        assert!(
            puzzles
                .lines()
                .map(grid)
                .eq(unique(Generator::new(6, options), 40))
        );
    }
}

/// With 80 clues, the only blank is the last of its unit.
#[test]
fn a_rating_that_no_puzzle_has_ends_with_a_message() {
    let options = ["--generate=2", "--clues=80", "--rating=1.2.."];
    let message = "<generated>: gave up: none of a million puzzles in a row has this rating and number of clues\n";
    assert_eq!(sudokat(&options, ""), (String::new(), message.into(), 2));
}
