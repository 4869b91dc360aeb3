//! What must hold for every grid, tried on random ones: against the naive solver, between the solver's own answers, and
//! between a grid and its symmetric images.

mod common;

use common::Naive;
use common::grids::Symmetry;
use fastrand::Rng;
use sudokat::{Grid, Search};

/// How long the naive solver may take for a grid to be compared; most take less.
const CALLS: u64 = 20_000;

/// Calls `check` with `count` puzzles of 0 to 81 clues, the same in every run; and names the puzzle if it panics.
fn for_puzzles(seed: u64, count: usize, check: impl Fn(&mut Rng, &Grid)) {
    let mut random = Rng::with_seed(seed);
    for i in 0..count {
        let puzzle = common::puzzle(&mut random, i % 82);
        let named = NameOnPanic(puzzle);
        check(&mut random, &puzzle);
        std::mem::forget(named);
    }
}

struct NameOnPanic(Grid);

impl Drop for NameOnPanic {
    fn drop(&mut self) {
        eprintln!("the puzzle was {}", self.0);
    }
}

#[test]
fn the_answer_is_what_naive_search_finds_first() {
    let (compared, unsolvable) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for_puzzles(1, 12_000, |_, puzzle| {
        let Ok(mut solver) = search_of(puzzle) else { return };
        if let Some(first) = Naive::solutions(puzzle, 1, CALLS) {
            assert_eq!(solver.smallest(), first.first().copied());
            compared.set(compared.get() + 1);
            unsolvable.set(unsolvable.get() + i32::from(first.is_empty()));
        }
    });
    assert!(
        compared.get() > 8_000 && unsolvable.get() > 200,
        "{compared:?} compared, {unsolvable:?} without a solution"
    );
}

#[test]
fn counts_and_enumerations_are_those_of_naive_search() {
    let several = std::cell::Cell::new(0);
    for_puzzles(2, 6_000, |_, puzzle| {
        const LIMIT: usize = 40;
        let Ok(mut solver) = search_of(puzzle) else { return };
        let Some(all) = Naive::solutions(puzzle, LIMIT, CALLS) else { return };
        assert_eq!(solver.count(LIMIT as u64), all.len() as u64);
        assert_eq!(solver.solutions().take(LIMIT).collect::<Vec<_>>(), all);
        several.set(several.get() + i32::from(all.len() > 1));
    });
    assert!(several.get() > 500, "{several:?} with several solutions");
}

#[test]
fn every_answer_is_a_solution_and_none_is_smaller_than_the_first() {
    for_puzzles(3, 12_000, |_, puzzle| {
        let Ok(mut solver) = search_of(puzzle) else {
            assert!(puzzle.conflict().is_some());
            return;
        };
        let smallest = solver.smallest();
        assert_eq!(smallest.is_some(), solver.count(1) == 1);
        if let Some(smallest) = smallest {
            assert!(smallest.is_solution(puzzle));
            let next: Vec<Grid> = solver.solutions().take(5).collect();
            assert_eq!(next[0], smallest);
            assert!(next.is_sorted_by(|a, b| a < b) && next.iter().all(|solution| solution.is_solution(puzzle)));
        }
    });
}

#[test]
fn symmetric_images_have_as_many_solutions() {
    for_puzzles(4, 6_000, |random, puzzle| {
        let symmetry = Symmetry::random(random);
        let image = symmetry.image(puzzle);
        assert_eq!(puzzle.conflict().is_some(), image.conflict().is_some());
        let (Ok(mut solver), Ok(mut image_solver)) = (search_of(puzzle), search_of(&image)) else { return };
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
fn a_clue_of_the_answer_changes_nothing_and_a_smaller_digit_is_impossible() {
    for_puzzles(5, 4_000, |random, puzzle| {
        let Some(answer) = search_of(puzzle).ok().and_then(|mut solver| solver.smallest()) else { return };
        let blanks: Vec<usize> = (0..81).filter(|&cell| puzzle.cells()[cell] == 0).collect();
        let Some(&cell) = random.choice(&blanks) else { return };
        let with = |digit: u8| {
            let mut cells = *puzzle.cells();
            (0..cell).for_each(|before| cells[before] = answer.cells()[before]);
            cells[cell] = digit;
            search_of(&Grid::from_cells(cells).unwrap()).ok().and_then(|mut solver| solver.smallest())
        };
        assert_eq!(with(answer.cells()[cell]), Some(answer));
        assert!((1..answer.cells()[cell]).all(|smaller| with(smaller).is_none()));
    });
}

#[test]
fn text_comes_back_as_it_went() {
    for_puzzles(6, 2_000, |_, puzzle| {
        let text = puzzle.to_string();
        assert_eq!(text.parse(), Ok(*puzzle));
        assert_eq!(text.replace('0', ".").parse(), Ok(*puzzle));
    });
}
