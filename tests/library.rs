//! The library: what must hold for every grid, tried on random ones.

use std::cell;
use std::io::ErrorKind;

use fastrand::Rng;
use sudokat::{Batch, Candidates, Cell, Goal, Grid, InputOptions, Puzzle, solve_many};

use crate::fixtures::grids::Symmetry;
use crate::fixtures::puzzles::PUZZLE;
use crate::fixtures::random;
use crate::fixtures::streams::Pieces;

/// Calls `check` with `count` puzzles of 0 to 81 clues, the same in every run. If it panics, the
/// puzzle is printed.
fn for_puzzles(seed: u64, count: usize, check: impl Fn(&mut Rng, &Grid)) {
    struct PrintOnPanic(Grid);
    impl Drop for PrintOnPanic {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("the puzzle was {}", self.0);
            }
        }
    }
    let mut random = Rng::with_seed(seed);
    for i in 0..count {
        let puzzle = random::puzzle(&mut random, i % 82);
        let _printed = PrintOnPanic(puzzle);
        check(&mut random, &puzzle);
    }
}

#[test]
fn every_answer_is_a_solution_and_none_is_smaller_than_the_first() {
    for_puzzles(3, 12_000, |_, puzzle| {
        let Ok(solver) = Puzzle::new(puzzle) else {
            assert!(puzzle.conflict().is_some());
            return;
        };
        let smallest = solver.smallest();
        assert_eq!(smallest.is_some(), solver.count(1) == 1);
        assert_eq!(solver.is_unique(), solver.count(2) == 1);
        if let Some(smallest) = smallest {
            assert!(smallest.is_solution(puzzle));
            let first: Vec<Grid> = solver.solutions().take(5).collect();
            assert_eq!(first[0], smallest);
            assert!(
                first.is_sorted_by(|a, b| a < b)
                    && first.iter().all(|solution| solution.is_solution(puzzle))
            );
        }
    });
}

#[test]
fn symmetric_images_have_as_many_solutions() {
    for_puzzles(4, 6_000, |random, puzzle| {
        let symmetry = Symmetry::random(random);
        let image = symmetry.image(puzzle);
        assert_eq!(puzzle.conflict().is_some(), image.conflict().is_some());
        let (Ok(solver), Ok(image_solver)) = (Puzzle::new(puzzle), Puzzle::new(&image)) else {
            return;
        };
        let count = solver.count(100);
        assert_eq!(count, image_solver.count(100));
        if let Some(answer) = solver.smallest() {
            let mapped = symmetry.image(&answer);
            assert!(mapped.is_solution(&image));
            assert!(count > 1 || image_solver.smallest() == Some(mapped));
        }
    });
}

#[test]
fn one_more_clue_of_the_answer_leaves_it_and_a_smaller_digit_there_is_impossible() {
    let tried = cell::Cell::new(0);
    for_puzzles(5, 4_000, |random, puzzle| {
        let smallest = |puzzle: &Grid| {
            Puzzle::new(puzzle)
                .ok()
                .and_then(|puzzle| puzzle.smallest())
        };
        let Some(answer) = smallest(puzzle) else {
            return;
        };
        let blanks: Vec<usize> = (0..81).filter(|&cell| puzzle.digits()[cell] == 0).collect();
        let Some(&cell) = random.choice(&blanks) else {
            return;
        };
        let with = |digit: u8| {
            let mut cells = *puzzle.digits();
            cells[..cell].copy_from_slice(&answer.digits()[..cell]);
            cells[cell] = digit;
            smallest(&random::grid(cells))
        };
        assert_eq!(with(answer.digits()[cell]), Some(answer));
        assert!((1..answer.digits()[cell]).all(|smaller| with(smaller).is_none()));
        tried.set(tried.get() + 1);
    });
    assert!(tried.get() > 2_000, "{tried:?} puzzles tried");
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    let enumerated = cell::Cell::new(0);
    for_puzzles(7, 6_000, |_, puzzle| {
        let Ok(puzzle) = Puzzle::new(puzzle) else {
            return;
        };
        let mut masks = [0; 81];
        for solution in puzzle.solutions().take(200) {
            let shown = Candidates::from(&solution);
            masks
                .iter_mut()
                .zip(shown.masks())
                .for_each(|(mask, shown)| *mask |= shown);
        }
        let found = puzzle.true_candidates();
        if puzzle.count(201) > 200 {
            assert!(
                found
                    .masks()
                    .iter()
                    .zip(masks)
                    .all(|(found, mask)| found & mask == mask)
            );
        } else {
            assert_eq!(found, Candidates::from_masks(masks));
            enumerated.set(enumerated.get() + 1);
        }
    });
    assert!(
        enumerated.get() > 1_000,
        "{enumerated:?} puzzles enumerated"
    );
}

#[test]
fn answers_do_not_depend_on_how_many_grids_are_solved_together() {
    let random = &mut Rng::with_seed(8);
    let grids: Vec<Grid> = (0..5000).map(|i| random::puzzle(random, i % 82)).collect();
    for goal in [Goal::Uniqueness, Goal::Smallest] {
        let mut expected = Vec::new();
        Batch::new().solve(goal, &grids, &mut expected);
        for count in [0, 1, 2048, 2049, 5000] {
            assert!(
                solve_many(goal, &grids[..count]) == expected[..count],
                "{goal:?} {count}"
            );
        }
    }
}

#[test]
fn grids_round_trip_through_text() {
    for_puzzles(6, 2_000, |_, puzzle| {
        let text = puzzle.to_string();
        assert_eq!(text.parse(), Ok(*puzzle));
        assert_eq!(text.replace('0', ".").parse(), Ok(*puzzle));
        let lines = format!("{puzzle:#}");
        assert_eq!((lines.lines().count(), lines.parse()), (9, Ok(*puzzle)));
        assert_eq!(Grid::from_digits(*puzzle.digits()), Some(*puzzle));
    });
}

#[test]
fn inputs_are_read_as_values() {
    let puzzles: Vec<Grid> = (0..5_000)
        .map(|i| random::puzzle(&mut Rng::with_seed(i), 30))
        .collect();
    let input: String = puzzles
        .iter()
        .map(|puzzle| format!("{puzzle}\nq\n"))
        .collect();
    let mut records = sudokat::read(Pieces(input.as_bytes(), 10_000), &InputOptions::default());
    for (puzzle, line) in puzzles.iter().zip((1..).step_by(2)) {
        let read = records.next().expect("a record").expect("it is a grid");
        assert_eq!(
            (read.line, &read.grid, read.candidates),
            (line, puzzle, Candidates::from(puzzle))
        );
        let error = records
            .next()
            .expect("a record")
            .expect_err("it is not a grid");
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        let error = error.to_string();
        assert!(
            error.starts_with(&format!("{}:1: expected ", line + 1)),
            "{error}"
        );
    }
    let mut of_empty = sudokat::read(&b""[..], &InputOptions::default());
    assert!(records.next().is_none() && of_empty.any(|record| record.is_err()));
}

#[test]
fn a_grid_on_a_line_has_its_title() {
    let grid = format!("1{}", ".".repeat(80));
    let input = format!("Anna: {grid}\n[Easy]\n{grid}\n{grid}  # by Ben\n{grid}\n");
    let grids = sudokat::read(input.as_bytes(), &InputOptions::default());
    let titles: Vec<_> = grids.map(|grid| grid.expect("a grid").title).collect();
    let expected = [Some("Anna"), Some("Easy"), Some("by Ben"), None];
    assert_eq!(titles, expected.map(|title| title.map(str::to_string)));
}

#[test]
fn a_label_or_comment_beside_separated_cells_is_a_title() {
    let fields = format!("1{}", ",".repeat(80));
    let cells = format!("1{}", " .".repeat(80));
    let packed_rows = format!("1........{}", " .........".repeat(8));
    // Another grid may be above, in rows.
    let above = format!("1........\n{}\n", ".........\n".repeat(8));
    for grid in [&fields, &cells, &packed_rows] {
        for (line, title) in [
            (format!("Anna: {grid}"), Some("Anna")),
            (format!("Ünal: {grid}"), Some("Ünal")),
            (format!("{grid}  # by Ben"), Some("by Ben")),
            (format!("12: {grid}"), None),
            (grid.to_string(), None),
        ] {
            for above in ["", &above] {
                let input = format!("{above}{line}\n");
                let grids = sudokat::read(input.as_bytes(), &InputOptions::default());
                let last = grids.last().expect("a record").expect("a grid");
                assert_eq!(last.title.as_deref(), title, "{input}");
            }
        }
    }
}

#[test]
fn a_failed_read_ends_the_records() {
    let input = format!("{}\n", Grid::EMPTY).into_bytes();
    let mut records = sudokat::read(
        std::io::Read::chain(&input[..], Failing),
        &InputOptions::default(),
    );
    assert_eq!(
        records.next().expect("a record").expect("a grid").grid,
        Grid::EMPTY
    );
    assert!(
        matches!(records.next(), Some(Err(error)) if error.kind() == ErrorKind::PermissionDenied)
            && records.next().is_none()
    );
}

/// An input that cannot be read.
struct Failing;

impl std::io::Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn pencil_marks_are_the_digits_that_no_cell_of_a_unit_has() {
    let puzzle: Grid = PUZZLE.parse().expect("a grid");
    let marks = Candidates::pencil_marks(&puzzle);
    let solution = Puzzle::new(&puzzle)
        .expect("no conflict")
        .smallest()
        .expect("a solution");
    assert_eq!(marks.eliminated(&solution).next(), None);
    for cell in Cell::all().filter(|&cell| puzzle[cell] == 0) {
        let units = |cell: Cell| {
            [
                cell.row(),
                cell.column(),
                (cell.row() - 1) / 3 * 3 + (cell.column() - 1) / 3,
            ]
        };
        let shares = |other: Cell| {
            units(cell)
                .iter()
                .zip(units(other))
                .any(|(one, other)| *one == other)
        };
        let is_seen = |digit: u8| Cell::all().any(|other| shares(other) && puzzle[other] == digit);
        assert!(
            (1..=9).all(|digit| is_seen(digit) != (marks[cell] >> (digit - 1) & 1 == 1)),
            "{cell}"
        );
    }
}

#[test]
fn values_in_panics_read_as_in_messages() {
    let conflict = Puzzle::new(&format!("55{}", ".".repeat(79)).parse().expect("a grid"))
        .expect_err("a conflict");
    assert_eq!(
        format!("{conflict:?} {:?}", conflict.first),
        "r1c1 and r1c2 are both 5 r1c1"
    );
    assert_eq!(
        format!("{:?}", "12".parse::<Grid>()),
        "Err(expected 81 cells, found 2)"
    );
}
