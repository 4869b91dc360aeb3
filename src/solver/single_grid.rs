//! Solves a single grid, for inputs with few grids: a test case of an online judge, a short list, a
//! grid typed by hand.
//!
//! The smallest solution comes from backtracking or, if that takes too long, from the search. The
//! search alone would be enough, and faster. But the README promises plain backtracking for a
//! handful of grids. Of the two, only the search can tell whether there is another solution.

use crate::grid::Candidates;
use crate::solver::backtracking::{OutOfPlacements, first_solution};
use crate::solver::search::Search;
use crate::solver::{Answer, AnswerWithSmallest, Goal};

/// The most digits that backtracking may place in the blanks of a grid. That takes about 150 µs. It
/// is enough for 99 of 100 easy grids and for half of the minimal ones, but for hardly any with 17
/// clues.
const MAX_PLACEMENTS: u64 = 20_000;

/// The answer to a puzzle, and its smallest solution whatever the goal is.
pub(crate) fn solve(goal: Goal, puzzle: &Candidates) -> AnswerWithSmallest {
    let smallest = match first_solution(puzzle, MAX_PLACEMENTS) {
        Ok(Some(first)) => first,
        Ok(None) => return AnswerWithSmallest::UNSOLVABLE,
        Err(OutOfPlacements) => return Search::new(puzzle).solve_with_smallest(goal),
    };
    let answer = match goal {
        Goal::Uniqueness => Search::new(puzzle).solve(goal),
        Goal::Smallest | Goal::Existence => Answer::Solvable(smallest),
    };
    AnswerWithSmallest {
        answer,
        smallest: Some(smallest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::solver::batch::{Batch, Puzzles};

    const UNIQUE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// Too hard for backtracking, with one solution and with multiple.
    const HARD: [&str; 2] = [
        "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..",
        "................2...3.456...3..567..5........7..8......4.9......6.......3...674..",
    ];

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn hard_puzzles_run_out_of_placements() {
        for text in HARD {
            let puzzle = Candidates::from(&grid(text));
            assert_eq!(
                first_solution(&puzzle, MAX_PLACEMENTS),
                Err(OutOfPlacements)
            );
        }
    }

    #[test]
    fn grids_get_the_same_answers_one_by_one_as_in_a_batch() {
        let texts = [
            UNIQUE,
            &UNIQUE.replace('7', "."),
            &UNIQUE.replacen('3', "2", 1),
        ];
        let mut grids: Vec<Grid> = texts.into_iter().chain(HARD).map(grid).collect();
        grids.push(Grid::EMPTY);
        let many = grids.repeat(4);
        for goal in [Goal::Smallest, Goal::Uniqueness] {
            let puzzles = Puzzles::of_grids(&many);
            let (mut expected, mut smallest) = (Vec::new(), Vec::new());
            let mut batch = Batch::new();
            batch.solve_puzzles(goal, puzzles, &mut expected);
            batch.solve_puzzles(Goal::Smallest, puzzles, &mut smallest);
            for (index, grid) in many.iter().enumerate() {
                let expected = AnswerWithSmallest {
                    answer: expected[index],
                    smallest: smallest[index].solution().copied(),
                };
                assert_eq!(solve(goal, &Candidates::from(grid)), expected);
            }
        }
    }
}
