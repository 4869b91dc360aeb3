//! Why a grid is not a solution of a puzzle.

use super::Reason;
use crate::grid::{CELLS, Candidates, Cell, Grid, MarkedGridRef, Placement, all_conflicts};

impl Grid {
    /// Why this grid is not a solution of a puzzle: changed clues, then conflicts between its other
    /// digits; blanks only if there are neither. Every digit in a conflict is named. The list is
    /// empty if the grid is a solution.
    ///
    /// ```
    /// use sudokat::Grid;
    /// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solved: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// assert_eq!(solved.violations(&puzzle), []);
    /// assert_eq!(puzzle.violations(&puzzle)[0].to_string(), "r1c3 and 50 more cells are blank");
    /// # Ok::<(), sudokat::ParseGridError>(())
    /// ```
    #[must_use]
    pub fn violations(&self, puzzle: &Grid) -> Vec<Reason> {
        violations(self, MarkedGridRef::from(puzzle), None)
    }
}

/// Like [`Grid::violations`], for a puzzle that may have pencil marks. `solution` is the puzzle's
/// only solution, if it is known: then exactly the digits that differ from it are wrong.
pub(crate) fn violations(
    grid: &Grid,
    puzzle: MarkedGridRef<'_>,
    solution: Option<&Grid>,
) -> Vec<Reason> {
    let (changed, kept): (Vec<Placement>, Vec<Placement>) = grid
        .placements()
        .partition(|&placement| is_changed_clue(placement, puzzle.grid));
    let mut reasons: Vec<Reason> = changed_clue_reasons(&changed, puzzle.grid).collect();
    match solution {
        Some(solution) => reasons.extend(differing_digit_reasons(&kept, solution)),
        None => {
            reasons.extend(conflict_reasons(&kept));
            if let Some(marks) = puzzle.marks {
                reasons.extend(excluded_digit_reasons(&kept, marks));
            }
        }
    }
    if reasons.is_empty() {
        reasons.extend(blank_reason(grid));
    }
    reasons
}

/// Whether the puzzle has another digit in this cell.
fn is_changed_clue(Placement { cell, digit }: Placement, puzzle: &Grid) -> bool {
    let clue = puzzle[cell];
    clue > 0 && clue != digit
}

/// Names the digits that replace clues.
fn changed_clue_reasons(changed: &[Placement], puzzle: &Grid) -> impl Iterator<Item = Reason> {
    changed.iter().map(|&placement| {
        let clue = puzzle[placement.cell];
        wrong_digit_reason(placement, &format!("the clue is {clue}"))
    })
}

fn wrong_digit_reason(Placement { cell, digit }: Placement, explanation: &str) -> Reason {
    Reason::new([cell], format!("{cell} is {digit}, but {explanation}"))
}

/// Names the digits that differ from the only solution.
fn differing_digit_reasons(
    placements: &[Placement],
    solution: &Grid,
) -> impl Iterator<Item = Reason> {
    placements
        .iter()
        .map(|&placement| (placement, solution[placement.cell]))
        .filter(|(placement, expected)| placement.digit != *expected)
        .map(|(placement, expected)| {
            wrong_digit_reason(placement, &format!("should be {expected}"))
        })
}

/// Names every cell in a conflict. Skips conflicts whose two cells are both named already.
fn conflict_reasons(placements: &[Placement]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut is_named = [false; CELLS];
    for conflict in all_conflicts(placements) {
        let cells = [conflict.first, conflict.second];
        if cells.iter().any(|cell| !is_named[cell.index()]) {
            reasons.push(Reason::new(cells, conflict.to_string()));
        }
        for cell in cells {
            is_named[cell.index()] = true;
        }
    }
    reasons
}

/// Names the digits that the pencil marks exclude.
fn excluded_digit_reasons(
    placements: &[Placement],
    marks: &Candidates,
) -> impl Iterator<Item = Reason> {
    placements
        .iter()
        .filter(|&&placement| !marks.contains(placement))
        .map(|&placement| wrong_digit_reason(placement, "that candidate is eliminated"))
}

/// Says how many cells are blank, if there are any.
fn blank_reason(grid: &Grid) -> Option<Reason> {
    let mut blanks = Cell::all().filter(|&cell| grid[cell] == 0);
    let first = blanks.next()?;
    let text = match blanks.count() {
        0 => format!("{first} is blank"),
        1 => format!("{first} and 1 more cell are blank"),
        more => format!("{first} and {more} more cells are blank"),
    };
    Some(Reason::new([], text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::join;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn every_cell_that_breaks_a_rule_is_named() {
        let violations = |text: &str| join(grid(text).violations(&grid(PUZZLE)), "; ");
        assert_eq!(violations(SOLVED), "");
        assert_eq!(
            violations(&format!("6{}", &SOLVED[1..])),
            "r1c1 is 6, but the clue is 5"
        );
        let changed = SOLVED.replacen("534678912", "543678912", 1);
        assert_eq!(
            violations(&changed),
            "r1c2 is 4, but the clue is 3; r1c3 and r6c3 are both 3"
        );
        let repeated = SOLVED.replacen("534678912", "534678222", 1);
        assert_eq!(
            violations(&repeated),
            "r1c7 and r1c8 are both 2; r1c7 and r1c9 are both 2; r1c8 and r4c8 are both 2; r1c7 and r7c7 are both 2"
        );
        assert_eq!(
            violations(&SOLVED.replacen("534", "53.", 1)),
            "r1c3 is blank"
        );
        // A missing clue is a blank like any other.
        assert_eq!(violations(&SOLVED.replacen('5', ".", 1)), "r1c1 is blank");
        let two_blanks = SOLVED.replacen("5346", "53..", 1);
        assert_eq!(violations(&two_blanks), "r1c3 and 1 more cell are blank");
        assert_eq!(
            violations(&SOLVED.replacen("5346", "53.3", 1)),
            "r1c2 and r1c4 are both 3; r1c4 and r3c4 are both 3"
        );
    }

    #[test]
    fn if_the_solution_is_known_what_differs_from_it_is_wrong() {
        let solution = grid(SOLVED);
        let of =
            |text: &str| super::violations(&grid(text), (&grid(PUZZLE)).into(), Some(&solution));
        let wrong = of(&SOLVED.replacen("534678", "534687", 1));
        assert_eq!(
            join(&wrong, "; "),
            "r1c5 is 8, but the clue is 7; r1c6 is 7, but should be 8"
        );
        let cells = ["r1c5", "r1c6"].map(|cell| cell.parse().unwrap());
        assert!(wrong.iter().flat_map(Reason::cells).eq(&cells));
        assert_eq!(
            join(of(&SOLVED.replacen("534", "5.4", 1)), "; "),
            "r1c2 is blank"
        );
    }

    #[test]
    fn a_changed_clue_whose_candidate_is_eliminated_is_named_once() {
        let puzzle = grid(PUZZLE);
        let marks = Candidates::pencil_marks(&puzzle);
        let changed = grid(&format!("6{}", &SOLVED[1..]));
        let marked = MarkedGridRef {
            grid: &puzzle,
            marks: Some(&marks),
        };
        let of = |grid: &Grid| join(super::violations(grid, marked, None), "; ");
        assert_eq!(of(&changed), "r1c1 is 6, but the clue is 5");
        let mut wrong = grid(SOLVED);
        wrong.set("r1c3".parse().unwrap(), 9);
        assert!(of(&wrong).ends_with("r1c3 is 9, but that candidate is eliminated"));
    }
}
