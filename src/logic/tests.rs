use super::board::{BOX, CELLS_OF, UNITS_OF};
use super::*;
use crate::grid::Grid;

/// Whether a claiming leaves its digit one place in a line parallel to its own.
fn has_direct_claiming(board: &Board) -> bool {
    (9..27).any(|line| {
        (0..9).any(|i| {
            let cells = |line: usize| {
                (0..9)
                    .filter(move |place| board.places[line][i] >> place & 1 == 1)
                    .map(move |place| CELLS_OF[line][place])
            };
            let boxes: Vec<usize> = cells(line).map(|cell| UNITS_OF[cell][BOX].0).collect();
            let is_claimed = boxes
                .first()
                .is_some_and(|first| boxes.iter().all(|other| other == first));
            let mut parallels = (line / 9 * 9..).take(9).filter(|&other| other != line);
            is_claimed
                && parallels.any(|other| {
                    let left = cells(other)
                        .filter(|&cell| UNITS_OF[cell][BOX].0 != boxes[0])
                        .count();
                    left == 1 && cells(other).count() > 1
                })
        })
    })
}

#[test]
fn a_direct_claiming_never_comes_first() {
    let puzzles = include_str!("../../tests/data/ratings.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let (mut first, mut later) = (0, 0);
    for puzzle in puzzles {
        let grid: Grid = puzzle[..81].parse().unwrap();
        // Fewer clues leave more to be claimed; the steps are right for any number of solutions.
        for removed in grid.clues() {
            let mut fewer = grid;
            fewer.set(removed.cell, 0);
            let mut steps = Steps::new(&Candidates::from(&fewer));
            loop {
                let is_claimed = has_direct_claiming(&steps.0);
                let Some(step) = steps.next() else { break };
                let is_later = step.technique.rating <= 17;
                first += usize::from(is_claimed && !is_later);
                later += usize::from(is_claimed && is_later);
            }
        }
    }
    assert!(first == 0 && later > 100, "{first} first, {later} later");
}
