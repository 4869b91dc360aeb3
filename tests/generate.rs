//! The generator: what it promises of its puzzles, and that a seed gives the same ones everywhere.

use std::io::Read;
use std::num::NonZero;

use sudokat::{Answer, Batch, Generator, Goal, Grid, Puzzle, Symmetry};

use crate::fixtures::puzzles::grid;

/// These puzzles, each of which has exactly one solution.
fn unique(generator: Generator, count: usize) -> Vec<Grid> {
    let (puzzles, mut answers): (Vec<Grid>, _) = (generator.take(count).collect(), Vec::new());
    Batch::new().solve(Goal::Uniqueness, &puzzles, &mut answers);
    assert!(answers.iter().all(|answer| matches!(answer, Answer::Unique(_))));
    puzzles
}

/// The first puzzles of seed 1. They may only change with a version that says so.
#[test]
fn a_seed_gives_the_same_puzzles_in_every_version() {
    let puzzles: Vec<String> = Generator::new(1).take(2).map(|puzzle| puzzle.to_string()).collect();
    let expected = [
        "080059020006700000009000030520000170000040008000003000000400001000390500071000200",
        "002600000801000005500000720300100000000039060000750080700400000008000007465800100",
    ];
    assert_eq!(puzzles, expected);
    let clues: usize = Generator::new(1).take(3000).map(|puzzle| puzzle.clues().count()).sum();
    assert_eq!(clues, 73313);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let puzzles = |threads: usize| Generator::new(7).threads(NonZero::new(threads).unwrap()).take(2000);
    assert!(puzzles(1).eq(puzzles(3)));
    assert!(puzzles(1).ne(Generator::new(8).take(2000)));
}

#[test]
fn puzzles_are_minimal() {
    for puzzle in unique(Generator::new(2), 100) {
        assert_eq!(Puzzle::new(&puzzle).unwrap().redundant_clues(), Some(Vec::new()), "{puzzle}");
    }
}

#[test]
fn puzzles_have_as_many_clues_as_wanted() {
    for clues in [23, 27, 40, 79, 80] {
        for symmetry in [Symmetry::None, Symmetry::Rotation, Symmetry::Mirror] {
            // Few puzzles with few clues are symmetric.
            let clues = if symmetry == Symmetry::None { clues } else { clues + 1 };
            for puzzle in unique(Generator::new(3).clues(clues.min(80)).symmetry(symmetry), 50) {
                assert_eq!(puzzle.clues().count(), clues.min(80), "{puzzle}");
            }
        }
    }
}

#[test]
#[should_panic = "no puzzle has 16 clues"]
fn puzzles_with_16_clues_are_refused() {
    let _ = Generator::new(1).clues(16);
}

#[test]
fn clues_are_symmetric_and_none_can_be_removed_with_its_image() {
    for symmetry in [Symmetry::Rotation, Symmetry::Mirror] {
        let row = |r: usize| if symmetry == Symmetry::Rotation { 8 - r } else { r };
        for puzzle in unique(Generator::new(4).symmetry(symmetry), 100) {
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
    Generator::new(5).lines(1500).read_to_string(&mut text).unwrap();
    assert!(text.ends_with('\n'));
    assert!(text.lines().map(grid).eq(Generator::new(5).take(1500)));
}
