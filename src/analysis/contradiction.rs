//! Why a puzzle has no solution.

use std::fmt;

use super::conflicting_cells::conflicting_cells;
use crate::answer::{Answer, Goal};
use crate::batch::{Batch, answer_one};
use crate::grid::{Candidates, Cell, Clue, Conflict, Grid, UNITS, Unit, digits_of, join};
use crate::puzzle::Puzzle;

/// Why a puzzle has no solution. Displayed as `r9c9 has no candidate left`, `5 has no place in row
/// 3`, `these 7 clues conflict: r1c1=5 r1c4=3 ...`, and the like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contradiction {
    /// Two equal clues, or equal cells with one candidate, in one unit.
    Conflict(Conflict),
    /// A cell whose row, column and box together have all its candidates.
    NoCandidate(Cell),
    /// A digit has no place left in a unit.
    NoPlace {
        /// The digit, 1..=9.
        digit: u8,
        /// The unit.
        unit: Unit,
    },
    /// A minimal set of clues without a solution: without any one of them there is a solution.
    Clues(Vec<Clue>),
    /// The clues have only one solution, and these of its digits are eliminated.
    Eliminated(Vec<Clue>),
    /// Cells whose candidates have no solution, with the masks of these candidates: digit d is bit
    /// d - 1. If one of the cells could hold any digit, there would be a solution. For very hard
    /// puzzles, where that takes long to find out, there may be more cells.
    Candidates(Vec<(Cell, u16)>),
}

impl Puzzle {
    /// Why there is no solution, in the simplest way that applies; `None` if there is one. Cells
    /// with one candidate are clues.
    ///
    /// ```
    /// use sudokat::{Candidates, Contradiction, Grid, Puzzle};
    /// let grid: Grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".parse()?;
    /// let Some(Contradiction::Clues(clues)) = Puzzle::new(&grid)?.contradiction() else { panic!("it has no solution") };
    /// assert!(clues.len() < 17);
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut candidates = Candidates::from(&grid);
    /// candidates.eliminate("r1c3".parse()?, 4);
    /// let contradiction = Puzzle::from(&candidates).contradiction().expect("it has no solution");
    /// assert_eq!(contradiction.to_string(), "the only solution of the clues has r1c3=4, which is eliminated");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contradiction(&self) -> Option<Contradiction> {
        let candidates = *self.candidates();
        match answer_one(Goal::Existence, &candidates) {
            Answer::Unsolvable => contradictions(&[(candidates.to_grid(), candidates)], &mut Batch::new()).pop(),
            _ => None,
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Conflict(conflict) => write!(f, "{conflict}"),
            Contradiction::NoCandidate(cell) => write!(f, "{cell} has no candidate left"),
            Contradiction::NoPlace { digit, unit } => write!(f, "{digit} has no place in {unit}"),
            Contradiction::Clues(clues) => write!(f, "these {} clues conflict: {}", clues.len(), join(clues, " ")),
            Contradiction::Eliminated(digits) => {
                let are = if digits.len() == 1 { "is" } else { "are" };
                write!(f, "the only solution of the clues has {}, which {are} eliminated", join(digits, " "))
            }
            Contradiction::Candidates(cells) => {
                let texts = cells.iter().map(|(cell, mask)| format!("{cell}={}", join(digits_of(*mask), "")));
                write!(f, "the candidates of these {} cells conflict: {}", cells.len(), join(texts, " "))
            }
        }
    }
}

/// Why each of these puzzles has no solution. A puzzle is its clues, and what they and pencil marks
/// leave of each cell.
pub(crate) fn contradictions(puzzles: &[(Grid, Candidates)], batch: &mut Batch) -> Vec<Contradiction> {
    let relevant = puzzles.iter().map(|(clues, candidates)| relevant_candidates(clues, candidates));
    let relevant: Vec<_> = relevant.collect();
    let unclear: Vec<Candidates> = relevant.iter().flatten().copied().collect();
    let mut conflicting = conflicting_cells(&unclear, batch).into_iter();
    let contradictions = relevant.into_iter().zip(puzzles).map(|(relevant, (clues, _))| match relevant {
        Err(simple) => simple,
        Ok(relevant) => {
            let cells = conflicting.next().into_iter().flatten();
            if relevant == Candidates::from(clues) {
                Contradiction::Clues(cells.map(|cell| Clue { cell, digit: clues[cell] }).collect())
            } else {
                Contradiction::Candidates(cells.map(|cell| (cell, relevant[cell])).collect())
            }
        }
    });
    contradictions.collect()
}

/// The candidates in which to look for conflicting cells: only those of the clues, if these have no
/// solution. Or a contradiction that can be found without.
fn relevant_candidates(clues: &Grid, candidates: &Candidates) -> Result<Candidates, Contradiction> {
    let of_clues = Candidates::from(clues);
    let answer_of_clues = (of_clues != *candidates).then(|| answer_one(Goal::Uniqueness, &of_clues));
    let relevant = match answer_of_clues {
        Some(Answer::Unique(solution)) => {
            return Err(Contradiction::Eliminated(candidates.eliminated(&solution).collect()));
        }
        Some(Answer::Unsolvable) => of_clues,
        _ => *candidates,
    };
    immediate_contradiction(&relevant).map_or(Ok(relevant), Err)
}

/// The contradictions that can be seen without trying anything: between cells with one candidate,
/// in a cell, or in a unit.
fn immediate_contradiction(candidates: &Candidates) -> Option<Contradiction> {
    let singles = candidates.to_grid();
    if let Some(conflict) = singles.conflict() {
        return Some(Contradiction::Conflict(conflict));
    }
    // The digits that single candidates take in each unit, and those that have a place.
    let (mut used, mut placed) = ([0; 27], [0; 27]);
    for clue in singles.clues() {
        UNITS[clue.cell.index()].iter().for_each(|&unit| used[unit] |= candidates[clue.cell]);
    }
    for cell in Cell::all() {
        let units = UNITS[cell.index()];
        let taken = if singles[cell] > 0 { 0 } else { units.iter().fold(0, |taken, &unit| taken | used[unit]) };
        let left = candidates[cell] & !taken;
        if left == 0 {
            return Some(Contradiction::NoCandidate(cell));
        }
        units.iter().for_each(|&unit| placed[unit] |= left);
    }
    let (unit, placed) = Unit::all().zip(placed).find(|&(_, placed)| placed != 0x1ff)?;
    Some(Contradiction::NoPlace { digit: placed.trailing_ones() as u8 + 1, unit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Search;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::from(&Candidates::from(&grid(text)))
    }

    #[test]
    fn the_simplest_contradiction_is_given_with_few_clues() {
        let contradiction = |text: &str| puzzle(text).contradiction().map(|contradiction| contradiction.to_string());
        let blank = |start: &str| format!("{start}{}", ".".repeat(81 - start.len()));
        assert_eq!(contradiction(PUZZLE), None);
        assert_eq!(contradiction(&blank("5.......5")).unwrap(), "r1c1 and r1c9 are both 5");
        let no_candidate = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
        assert_eq!(contradiction(&no_candidate).unwrap(), "r1c9 has no candidate left");
        assert_eq!(contradiction(&blank("234567.........1")).unwrap(), "1 has no place in row 1");
        // Trying the first clue first leaves 23 of them; in the reversed grid, trying the last
        // first does.
        let few = ".4....8..8..3..4.....2.6.9..5...3...3728...............1.6...7.....9816.4.37...2.";
        assert_eq!(contradiction(few).unwrap(), "these 6 clues conflict: r1c2=4 r1c7=8 r2c1=8 r2c7=4 r3c4=2 r3c6=6");
        assert!(contradiction(&few.chars().rev().collect::<String>()).unwrap().starts_with("these 6 clues conflict:"));
    }

    #[test]
    fn every_clue_of_a_contradiction_is_needed() {
        let puzzle = puzzle(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
        let Some(Contradiction::Clues(clues)) = puzzle.contradiction() else { panic!("clues") };
        let mut cells = [0; 81];
        clues.iter().for_each(|clue| cells[clue.cell.index()] = clue.digit);
        let these = Grid::from_cells(cells).unwrap();
        assert_eq!(Search::new(&Candidates::from(&these)).any(), None);
        for clue in clues {
            let mut fewer = these;
            fewer.cells_mut()[clue.cell.index()] = 0;
            assert!(Search::new(&Candidates::from(&fewer)).any().is_some(), "{clue}");
        }
    }

    /// The contradiction in a grid without these candidates.
    fn without(clues: &Grid, eliminated: &[(&str, u8)]) -> Option<String> {
        let mut candidates = Candidates::from(clues);
        eliminated.iter().for_each(|&(cell, digit)| candidates.eliminate(cell.parse().unwrap(), digit));
        Puzzle::from(&candidates).contradiction().map(|contradiction| contradiction.to_string())
    }

    #[test]
    fn eliminated_digits_of_the_only_solution_are_named() {
        let puzzle = grid(PUZZLE);
        assert_eq!(without(&puzzle, &[("r1c3", 1), ("r1c3", 2)]), None);
        let eliminated = |digits: &[(&str, u8)]| without(&puzzle, digits).expect("no solution");
        let one = "the only solution of the clues has r1c3=4, which is eliminated";
        assert_eq!(eliminated(&[("r1c3", 1), ("r1c3", 4)]), one);
        let two = "the only solution of the clues has r1c1=5 r9c7=1, which are eliminated";
        assert_eq!(eliminated(&[("r9c7", 1), ("r1c1", 5)]), two);
    }

    #[test]
    fn clues_without_a_solution_are_the_reason_whatever_is_eliminated() {
        let no_place = grid(&format!("234567.........1{}", ".".repeat(65)));
        assert_eq!(without(&no_place, &[("r9c9", 1)]).unwrap(), "1 has no place in row 1");
        let conflict = grid(&format!("55{}", ".".repeat(79)));
        assert_eq!(without(&conflict, &[("r9c9", 1)]).unwrap(), "r1c1 and r1c2 are both 5");
    }

    #[test]
    fn few_candidates_are_named_if_the_clues_have_several_solutions() {
        let all_but = |cell: &str, kept: &[u8]| -> Vec<(&'static str, u8)> {
            let cell: &'static str = String::from(cell).leak();
            (1..=9).filter(|d| !kept.contains(d)).map(|d| (cell, d)).collect()
        };
        let without = |lists: &[Vec<(&'static str, u8)>]| without(&Grid::EMPTY, &lists.concat());
        assert_eq!(without(&[all_but("r5c5", &[])]).unwrap(), "r5c5 has no candidate left");
        let singles = [all_but("r1c1", &[5]), all_but("r1c9", &[5])];
        assert_eq!(without(&singles).unwrap(), "r1c1 and r1c9 are both 5");
        let row = (1..=9).map(|c| (&*format!("r2c{c}").leak(), 4)).collect();
        assert_eq!(without(&[row]).unwrap(), "4 has no place in row 2");
        // Three cells of a box with two digits; the rest of the pencil marks has nothing to do with
        // it.
        let pairs = ["r4c4", "r5c5", "r6c6"].map(|cell| all_but(cell, &[1, 2]));
        let others = [all_but("r1c1", &[1, 2, 3, 4, 5]), all_but("r9c9", &[7, 8])];
        assert_eq!(
            without(&[&pairs[..], &others].concat()).unwrap(),
            "the candidates of these 3 cells conflict: r4c4=12 r5c5=12 r6c6=12"
        );
        assert_eq!(without(&[&pairs[..2], &others].concat()), None);
    }
}
