//! Ratings and steps: those of Sudoku Explainer, right whatever the puzzle, and the same for all
//! its images.

use fastrand::Rng;
use sudokat::{Candidates, Cell, Grid, Puzzle, TECHNIQUES};

use crate::fixtures::files::{data_lines, read, shared, text};
use crate::fixtures::grids::{self, Symmetry};
use crate::fixtures::program::sudokat;
use crate::fixtures::puzzles::{ANSWER, MINIMAL, PUZZLE, TWO, UNSOLVABLE, grid, in_every_format};
use crate::fixtures::random;

fn puzzle(text: &str) -> Puzzle {
    Puzzle::new(&grid(text)).expect("no conflict")
}

/// Checks lines of a puzzle, its rating, perhaps other fields, and its steps.
fn check_ratings(table: &str, count: usize) {
    let mut checked = 0;
    for line in data_lines(table) {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = puzzle(fields[0]);
        let rating = puzzle.rating().map(|rating| rating.to_string());
        assert_eq!(rating.as_deref(), Some(fields[1]), "{line}");
        let steps: Vec<String> = puzzle.steps().map(|step| step.to_string()).collect();
        assert_eq!(
            steps.join("; "),
            *fields.last().expect("steps"),
            "{}",
            fields[0]
        );
        checked += 1;
    }
    assert_eq!(checked, count);
}

#[test]
fn ratings_and_steps_are_those_of_sudoku_explainer() {
    check_ratings(&text("tests/data/ratings.tsv"), 12);
}

#[test]
#[ignore = "needs the folder ../shared"]
fn shared_ratings_and_steps_are_those_of_sudoku_explainer() {
    check_ratings(&read(&shared("oracles/ratings.tsv")), 240);
}

#[test]
fn the_rating_is_that_of_the_hardest_step() {
    let random = &mut Rng::with_seed(1);
    let mut used = vec![0; TECHNIQUES.len()];
    for _ in 0..3000 {
        let puzzle = Puzzle::new(&random::minimal(random)).expect("no conflict");
        let rating = puzzle.rating().expect("one solution");
        let mut steps = puzzle.steps();
        let ratings: Vec<u8> = steps.by_ref().map(|step| step.technique.rating).collect();
        let is_solved = steps
            .candidates()
            .masks()
            .iter()
            .all(|mask| mask.is_power_of_two());
        assert_eq!(
            rating.tenths(),
            ratings.iter().max().copied().filter(|_| is_solved)
        );
        assert_eq!(rating.to_string() == ">4.4", !is_solved);
        for (technique, count) in rating.uses() {
            assert_eq!(
                ratings
                    .iter()
                    .filter(|&&rating| rating == technique.rating)
                    .count(),
                usize::from(count)
            );
            used[TECHNIQUES
                .iter()
                .position(|other| other.rating == technique.rating)
                .expect("listed")] += 1;
        }
    }
    assert!(used.iter().all(|&count| count > 0), "{used:?}");
    assert!(TECHNIQUES.is_sorted_by_key(|technique| technique.rating));
}

#[test]
fn ratings_are_the_same_for_all_images() {
    let random = &mut Rng::with_seed(2);
    for _ in 0..100 {
        let puzzle = random::minimal(random);
        let rating = |grid: &Grid| {
            Puzzle::new(grid)
                .expect("no conflict")
                .rating()
                .expect("one solution")
                .tenths()
        };
        let expected = rating(&puzzle);
        for _ in 0..20 {
            let image = Symmetry::random(random).image(&puzzle);
            assert_eq!(rating(&image), expected, "{puzzle} and {image}");
        }
    }
}

/// Steps follow from the candidates alone, so they keep every solution, whether there is one,
/// several or none.
#[test]
fn no_step_removes_a_digit_of_a_solution() {
    let random = &mut Rng::with_seed(3);
    for i in 0..2000 {
        let grid = if i % 2 == 0 {
            grids::several(random)
        } else {
            random::puzzle(random, i % 82)
        };
        let Ok(puzzle) = Puzzle::new(&grid) else {
            continue;
        };
        let mut steps = puzzle.steps();
        let (mut count, mut left) = (0, steps.candidates());
        while let Some(step) = steps.next() {
            let fewer = steps.candidates();
            let lost = |cell: Cell| left[cell] & !fewer[cell];
            assert!(
                Cell::all().all(|cell| fewer[cell] & !left[cell] == 0),
                "{grid} {step}"
            );
            assert_eq!(
                step.sets.is_some(),
                step.eliminates.is_empty(),
                "{grid} {step}"
            );
            assert!(
                step.eliminates
                    .iter()
                    .all(|&(cell, digits)| lost(cell) == digits),
                "{grid} {step}"
            );
            assert!(
                step.sets
                    .is_none_or(|set| fewer[set.cell] == 1 << (set.digit - 1)),
                "{grid} {step}"
            );
            (count, left) = (count + 1, fewer);
        }
        assert!(count <= 729);
        if let Some(rating) = puzzle.rating() {
            assert_eq!(
                rating.tenths().is_some(),
                left.to_grid().is_solution(&grid),
                "{grid}"
            );
        }
        let is_kept = |solution: &Grid| left.eliminated(solution).next().is_none();
        assert!(
            puzzle
                .solutions()
                .take(50)
                .all(|solution| is_kept(&solution)),
            "{grid}"
        );
    }
}

#[test]
fn only_puzzles_with_one_solution_are_rated() {
    assert_eq!(puzzle(TWO).rating(), None);
    assert_eq!(puzzle(UNSOLVABLE).rating(), None);
    let conflict = Candidates::from(&grid(&format!("55{}", "0".repeat(79))));
    assert_eq!(Puzzle::from(&conflict).rating(), None);
    assert!(
        Puzzle::from(&Candidates::from_masks([0; 81]))
            .steps()
            .next()
            .is_none()
    );
    let finished = puzzle(ANSWER);
    let rating = finished.rating().expect("one solution");
    assert_eq!(
        (
            rating.to_string().as_str(),
            rating.tenths(),
            finished.steps().count()
        ),
        ("0.0", Some(0), 0)
    );
}

#[test]
fn pencil_marks_make_a_puzzle_easier_and_never_panic() {
    let random = &mut Rng::with_seed(4);
    let mut easier = 0;
    for i in 0..1000 {
        let mut candidates = Candidates::from(&random::minimal(random));
        let before = Puzzle::from(&candidates)
            .rating()
            .expect("one solution")
            .tenths()
            .unwrap_or(45);
        // Every second time also digits of the solution.
        let solution = Puzzle::from(&candidates)
            .smallest()
            .filter(|_| i % 2 == 0)
            .unwrap_or(Grid::EMPTY);
        for (cell, &digit) in solution.cells().iter().enumerate() {
            let other = random.u8(1..=36);
            if other <= 9 && other != digit {
                random::eliminate(&mut candidates, cell, other);
            }
        }
        let puzzle = Puzzle::from(&candidates);
        assert!(puzzle.steps().count() <= 729);
        let after = puzzle.rating().map(|rating| rating.tenths().unwrap_or(45));
        easier += usize::from(after.is_some_and(|after| after < before));
    }
    assert!(easier > 20, "{easier}");
}

#[test]
fn every_technique_has_its_words() {
    let hidden_triplet =
        "6..91....1.368..4..5........8...9.....9.74.6.7..2....8.........936...2.5......7..";
    let known = text("tests/data/ratings.tsv");
    let puzzles = data_lines(&known)
        .map(|line| &line[..81])
        .chain([hidden_triplet]);
    let steps: Vec<_> = puzzles
        .flat_map(|puzzle| self::puzzle(puzzle).steps())
        .collect();
    let words = TECHNIQUES.iter().map(|technique| {
        let step = steps
            .iter()
            .find(|step| step.technique.rating == technique.rating);
        format!("{:#}\n", step.expect("a step of every technique"))
    });
    assert_eq!(words.collect::<String>(), WORDS);
}

const WORDS: &str = "\
r8c9 is 9: the last blank of box 9 (hidden single, 1.0)
r6c3 is 1: the only place for 1 in box 4 (hidden single, 1.2)
r1c7 is 2: the only place for 2 in row 1 (hidden single, 1.5)
r7c5 is 9: 9 fits only in r8c7, r8c8 and r8c9 of their box, which leaves one place in box 8 (direct pointing, 1.7)
r3c5 is 1: 8 and 9 fit only in r2c5 and r7c5 of column 5, which leaves one place for 1 (direct hidden pair, 2.0)
r2c9 is 6: the only digit left there (naked single, 2.3)
r2c6 is 7: 1, 5 and 8 fit only in r1c4, r1c5 and r2c5 of box 2, which leaves one place for 7 (direct hidden triplet, 2.5)
r9c4 cannot be 1: box 5 has places for 1 only in column 4 (pointing, 2.6)
r1c1 and r3c1 cannot be 1: row 2 has places for 1 only in box 1 (claiming, 2.8)
r4c9 cannot be 8; r7c9 cannot be 9: r2c9 and r6c9 of column 9 have only 8 and 9 left (naked pair, 3.0)
r4c7, r4c9 and r9c7 cannot be 5: columns 2 and 4 have places for 5 only in rows 4 and 9 (X-wing, 3.2)
r2c7 cannot be 7 or 8: 5 and 6 fit only in r2c7 and r4c7 of column 7 (hidden pair, 3.4)
r1c6, r2c6, r3c6 and r9c6 cannot be 8: r4c6, r5c6 and r7c6 of column 6 have only 3, 7 and 8 left (naked triplet, 3.6)
r1c5, r2c8, r4c5, r4c8, r9c5 and r9c6 cannot be 7: rows 3, 5 and 8 have places for 7 only in columns 5, 6 and 8 (swordfish, 3.8)
r3c7 cannot be 8; r3c8 cannot be 2, 7 or 8; r3c9 cannot be 2 or 7: 1, 6 and 9 fit only in r3c7, r3c8 and r3c9 of box 3 (hidden triplet, 4.0)
r8c7 cannot be 9: one of r5c7 and r8c9 is 9, whichever digit r4c9 has (XY-wing, 4.2)
r3c7 and r3c8 cannot be 8: one of r3c9, r1c9 and r3c1 is 8, whichever digit r3c9 has (XYZ-wing, 4.4)
";

/// A puzzle rated 3.0.
const NAKED_PAIR: &str =
    "594813762130260540260450003006902400400635007005104600600348270003726004742591386";

#[test]
fn steps_are_printed_in_every_format() {
    let steps: Vec<String> = puzzle(NAKED_PAIR)
        .steps()
        .map(|step| step.to_string())
        .collect();
    let expected = format!(
        "{}\n0.0 solved\n>4.4 60 open\nmultiple\nnone\n",
        steps.join("; ")
    );
    assert!(expected.starts_with("2.6 r5c3<>8; 3.0 r4c9<>8 r7c9<>9; 1.5 r7c3=9; "));
    let grids = [NAKED_PAIR, ANSWER, MINIMAL, TWO, UNSOLVABLE];
    for (format, input) in in_every_format(&grids) {
        let (stdout, stderr, status) = sudokat(&["--steps", "-oline"], input);
        assert_eq!(
            (stdout.as_str(), stderr.as_str(), status),
            (expected.as_str(), "", 1),
            "{format}"
        );
    }
    let csv = format!("puzzle,steps\n{NAKED_PAIR},{}\n", steps.join("; "));
    assert_eq!(
        sudokat(&["--steps", "-ocsv"], NAKED_PAIR)
            .0
            .replace('"', ""),
        csv
    );
    let (json, ..) = sudokat(&["--steps", "-ojson"], format!("{NAKED_PAIR}\n{MINIMAL}\n"));
    let first = "\"steps\":[{\"rating\":2.6,\"technique\":\"pointing\",\"eliminates\":[\"r5c3<>8\"],\"unit\":\"box 1\",\
                 \"cells\":[\"r2c3\",\"r3c3\"],\"digits\":[8]},{\"rating\":3.0,";
    let third = "{\"rating\":1.5,\"technique\":\"hidden single\",\"sets\":\"r7c3=9\",\"unit\":\"row 7\",\"cells\":[],\"digits\":[9]}";
    assert!(json.contains(first) && json.contains(third), "{json}");
    assert!(
        json.ends_with("\"verdict\":\"unique\",\"steps\":[],\"rating_above\":4.4,\"open\":60}\n"),
        "{json}"
    );
}

#[test]
fn pretty_steps_are_a_numbered_list_below_what_they_leave_of_the_grid() {
    let (pretty, stderr, _) = sudokat(
        &["--steps", "-opretty"],
        format!("{NAKED_PAIR}\n{MINIMAL}\n"),
    );
    let solution = puzzle(NAKED_PAIR).smallest().expect("a solution");
    let words: String = puzzle(NAKED_PAIR)
        .steps()
        .zip(1..)
        .map(|(step, i)| format!("{i}. {step:#}\n"))
        .collect();
    assert!(words.starts_with(
        "1. r5c3 cannot be 8: box 1 has places for 8 only in column 3 (pointing, 2.6)\n"
    ));
    let end = "The techniques up to XYZ-wing (4.4) end here; 60 cells are open.\n";
    assert!(
        pretty.starts_with("# 1\n┌") && pretty.contains(&format!("┘\n{words}\n# 2\n┌")),
        "{pretty}"
    );
    assert!(
        pretty.ends_with(&format!("┘\n{end}")) && stderr.is_empty(),
        "{pretty}{stderr}"
    );
    // The candidates that are left are read again, and the words are not.
    let left = puzzle(MINIMAL).steps().candidates();
    assert_eq!(
        sudokat(&["--convert", "-oline"], pretty),
        (format!("{solution}\n{left}\n"), String::new(), 0)
    );
}

#[test]
fn json_has_the_rating_and_how_often_each_technique_was_used() {
    let (json, ..) = sudokat(
        &["--rate", "-ojson"],
        format!("{NAKED_PAIR}\n{ANSWER}\n{MINIMAL}\n{TWO}\n"),
    );
    let ends: Vec<&str> = json
        .lines()
        .filter_map(|object| object.split_once("\"verdict\":"))
        .map(|(_, end)| end)
        .collect();
    let expected = [
        "\"unique\",\"rating\":3.0,\"technique\":\"naked pair\",\
         \"techniques\":{\"hidden single\":28,\"pointing\":1,\"naked pair\":1}}",
        "\"unique\",\"rating\":0.0,\"techniques\":{}}",
        "\"unique\",\"rating_above\":4.4,\"techniques\":{}}",
        "\"multiple\"}",
    ];
    assert_eq!(ends, expected);
    let (pretty, ..) = sudokat(&["--rate", "-opretty"], NAKED_PAIR);
    assert!(pretty.starts_with("# 1: 3.0, naked pair\n┌"), "{pretty}");
}

#[test]
fn statistics_of_ratings_have_a_bar_for_each() {
    let input = [
        vec![PUZZLE; 90],
        vec![NAKED_PAIR; 9],
        vec![MINIMAL],
        vec![TWO; 400],
    ]
    .concat()
    .join("\n");
    for threads in ["-j1", "-j3"] {
        let (_, stderr, status) = sudokat(&["--rate", "--stats", threads], input.as_str());
        let (line, bars) = stderr.split_once('\n').expect("two lines");
        assert!(
            line.starts_with("sudokat: 500 grids in ")
                && line.contains(": 100 unique, 400 multiple, "),
            "{line}"
        );
        assert_eq!(
            bars,
            format!(
                " 1.2 90 {}\n 3.0  9 {}\n>4.4  1 █\n",
                "█".repeat(60),
                "█".repeat(6)
            )
        );
        assert_eq!(status, 0);
    }
}

#[test]
fn ratings_and_steps_do_not_depend_on_the_number_of_threads() {
    let random = &mut Rng::with_seed(6);
    let input: String = (0..3000)
        .map(|_| format!("{}\n", random::minimal(random)))
        .collect();
    for question in ["--rate", "--steps"] {
        let expected = sudokat(&[question, "-j1"], input.as_str());
        assert_eq!(expected.0.lines().count(), 3000);
        assert!(
            sudokat(&[question, "-j3"], input.as_str()) == expected,
            "{question}"
        );
    }
}
