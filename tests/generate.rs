//! The generator: what it promises of its puzzles, and that a seed gives the same ones everywhere.

use std::io::Read;
use std::num::NonZero;

use sudokat::{
    Answer, Batch, Difficulty, Generator, GeneratorOptions, Goal, Grid, Puzzle, Symmetry,
};

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
        "040000100902001780080400050290000000000760419000040000000007000010850003509000600",
        "173000200400075000000900000060050040000000908009007506040000000200300410000006000",
    ];
    assert_eq!(puzzles, expected);
    let clues: usize = Generator::new(1, MINIMAL)
        .take(3000)
        .map(|puzzle| puzzle.clues().count())
        .sum();
    assert_eq!(clues, 73146);
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
    for clues in [23, 27, 40, 79, 80] {
        for symmetry in [Symmetry::None, Symmetry::Rotation, Symmetry::Mirror] {
            // Few puzzles with few clues are symmetric.
            let clues = if symmetry == Symmetry::None {
                clues
            } else {
                80.min(clues + 1)
            };
            let options = GeneratorOptions {
                clues: Some(clues),
                symmetry,
                ..MINIMAL
            };
            for puzzle in unique(Generator::new(3, options), 50) {
                assert_eq!(puzzle.clues().count(), clues, "{puzzle}");
            }
        }
    }
}

#[test]
#[should_panic = "the number of clues must be in 17..=80"]
fn puzzles_with_16_clues_are_refused() {
    let _ = Generator::new(
        1,
        GeneratorOptions {
            clues: Some(16),
            ..MINIMAL
        },
    );
}

#[test]
fn clues_are_symmetric_and_none_can_be_removed_with_its_image() {
    for symmetry in [Symmetry::Rotation, Symmetry::Mirror] {
        let row = |r: usize| {
            if symmetry == Symmetry::Rotation {
                8 - r
            } else {
                r
            }
        };
        for puzzle in unique(
            Generator::new(
                4,
                GeneratorOptions {
                    symmetry,
                    ..MINIMAL
                },
            ),
            100,
        ) {
            for cell in (0..81).filter(|&cell| puzzle.cells()[cell] > 0) {
                let image = 9 * row(cell / 9) + 8 - cell % 9;
                assert!(puzzle.cells()[image] > 0, "{puzzle}");
                let mut fewer = *puzzle.cells();
                (fewer[cell], fewer[image]) = (0, 0);
                let fewer = Grid::from_cells(fewer).unwrap();
                assert!(!Puzzle::new(&fewer).unwrap().is_unique(), "{puzzle}");
            }
        }
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
    let solutions = lines(&|puzzle| Puzzle::new(puzzle).unwrap().smallest().unwrap().to_string());
    let question = ["--generate=700", "--seed=5", "-oline"];
    assert_eq!(sudokat(&question, ""), (solutions, String::new(), 0));
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
        symmetry: Symmetry::Rotation,
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
    use Difficulty::Exactly;
    for (text, range) in [
        ("1.2", Exactly(12)..=Exactly(12)),
        ("..1.5", Exactly(0)..=Exactly(15)),
        ("2.6..3.0", Exactly(26)..=Exactly(30)),
        ("6.5..7.5", Exactly(65)..=Exactly(75)),
        ("4.5..", Exactly(45)..=Difficulty::BEYOND),
    ] {
        let (puzzles, stderr, status) =
            sudokat(&["--generate=40", "--seed=6", "--rating", text], "");
        assert_eq!(
            (puzzles.lines().count(), stderr.as_str(), status),
            (40, "", 0),
            "{text}"
        );
        for puzzle in puzzles.lines().map(grid) {
            let rating = Puzzle::new(&puzzle)
                .unwrap()
                .rating()
                .expect("it has one solution");
            assert!(range.contains(&rating.difficulty()), "{puzzle}: {rating}");
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
    let message = "<generated>: cannot read: none of a million puzzles has the wanted rating and number of clues\n";
    assert_eq!(sudokat(&options, ""), (String::new(), message.into(), 2));
}
