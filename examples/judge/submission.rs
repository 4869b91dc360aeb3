//! A Sudoku solver in one file, for judges that run it with a grid on standard input (Baekjoon
//! problems 2239 and 2580).
//!
//! ```text
//! rustc --edition 2021 -O examples/judge/submission.rs && ./submission < examples/2580.txt
//! ```
//!
//! It prints the lexicographically smallest solution, which is the one that backtracking finds
//! first if it fills the blanks in row-major order and tries the digits in ascending order. That
//! takes microseconds for many grids, but hours for some. Therefore backtracking stops after
//! `LIMIT` placements. Then `find_any` finds some solution within milliseconds, and `solve` asks
//! cell by cell whether there is also one with a smaller digit.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The number of placements after which backtracking gives up.
const LIMIT: u32 = 2000;

/// The exit status is 0 if every grid has a solution, 1 if one has none, and 2 if the input is
/// wrong.
fn main() -> ExitCode {
    match run() {
        Ok(all_solved) => ExitCode::from(u8::from(!all_solved)),
        Err(error) => {
            eprintln!("{}", error);
            ExitCode::from(2)
        }
    }
}

/// Prints the solution of each grid in the format of the input. Returns whether every grid has one.
fn run() -> Result<bool, Box<dyn Error>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    // Judges may give the number of grids before them, and `end` after them.
    let mut words: Vec<&str> = input
        .split_whitespace()
        .take_while(|&word| word != "end")
        .collect();
    let symbols: usize = words.iter().map(|word| word.len()).sum();
    if symbols % 81 != 0 && symbols % 81 == words[0].len() {
        words.remove(0);
    }
    let longest_line = input
        .lines()
        .max_by_key(|line| line.len())
        .ok_or("there is no grid")?;
    let separator = if longest_line.trim().contains(' ') {
        " "
    } else {
        ""
    };
    let width = if longest_line.len() < 81 { 9 } else { 81 };

    let digit = |symbol: char| {
        if "._-*?xX".contains(symbol) {
            Some(0)
        } else {
            symbol.to_digit(10)
        }
    };
    let cells: Option<Vec<u32>> = words
        .iter()
        .flat_map(|word| word.chars())
        .map(digit)
        .collect();
    let cells = cells.filter(|cells| !cells.is_empty() && cells.len() % 81 == 0);
    let cells = cells.ok_or("expected 81 digits or blanks for each grid")?;

    let (mut output, mut all_solved) = (String::new(), true);
    for puzzle in cells.chunks(81) {
        let mut solver = Solver::new(puzzle)?;
        let solved = solver.solve();
        all_solved &= solved;
        // An empty line separates grids in rows. In a file of one grid a line, it stands for a grid
        // without a solution.
        if width == 9 && solved && !output.is_empty() || width == 81 && !solved {
            output.push('\n');
        }
        for row in solver.grid.chunks(width).filter(|_| solved) {
            let digits: Vec<String> = row.iter().map(u32::to_string).collect();
            output += &(digits.join(separator) + "\n");
        }
    }
    io::stdout().write_all(output.as_bytes())?;
    Ok(all_solved)
}

#[derive(Default)]
struct Solver {
    /// The digits in row-major order; 0 is a blank.
    grid: Vec<u32>,
    /// The cells that the puzzle leaves blank, in row-major order.
    blanks: Vec<usize>,
    /// The digits in each row, column and box: bit d is set for digit d.
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    placements: u32,
    /// The solution that `find_any` found last.
    solution: Vec<u32>,
    /// How often `find_any` failed to meet each constraint, plus one.
    failures: Vec<i32>,
}

impl Solver {
    fn new(puzzle: &[u32]) -> Result<Solver, String> {
        let blanks = (0..81).filter(|&cell| puzzle[cell] == 0).collect();
        let mut solver = Solver {
            grid: vec![0; 81],
            blanks,
            failures: vec![1; 324],
            ..Solver::default()
        };
        for cell in (0..81).filter(|&cell| puzzle[cell] > 0) {
            if !solver.fits(cell, puzzle[cell]) {
                return Err(format!(
                    "r{}c{} conflicts with an earlier clue",
                    cell / 9 + 1,
                    cell % 9 + 1
                ));
            }
            solver.toggle(cell, puzzle[cell]);
        }
        Ok(solver)
    }

    /// Fills the grid with its smallest solution. Returns whether there is one.
    fn solve(&mut self) -> bool {
        if self.backtrack(0) {
            return true;
        }
        if self.placements < LIMIT || !self.find_any() {
            return false;
        }
        // Each time that `find_with` succeeds, `solution` gets a smaller digit in this cell.
        for cell in self.blanks.clone() {
            for d in 1..self.solution[cell] {
                if self.find_with(cell, d) {
                    break;
                }
            }
            self.toggle(cell, self.solution[cell]);
        }
        true
    }

    /// Fills the blanks from number `i` on. Returns `false` if that is impossible or the limit is
    /// reached.
    fn backtrack(&mut self, i: usize) -> bool {
        if i == self.blanks.len() {
            return true;
        }
        let cell = self.blanks[i];
        for d in 1..=9 {
            if self.fits(cell, d) && self.placements < LIMIT {
                self.placements += 1;
                self.toggle(cell, d);
                if self.backtrack(i + 1) {
                    return true;
                }
                self.toggle(cell, d);
            }
        }
        false
    }

    /// Stores any solution in `solution` and leaves the grid as it is. Returns whether there is a
    /// solution.
    ///
    /// A solution meets 324 constraints: each cell has a digit, and each row, column and box has
    /// each digit. The search takes a constraint and tries every way to meet it. A constraint with
    /// one way left is a naked or hidden single.
    fn find_any(&mut self) -> bool {
        let (mut is_met, mut ways) = ([false; 324], [0; 324]);
        for cell in 0..81 {
            for d in 1..=9 {
                if self.grid[cell] == d {
                    constraints(cell, d).iter().for_each(|&k| is_met[k] = true);
                } else if self.fits(cell, d) {
                    constraints(cell, d).iter().for_each(|&k| ways[k] += 1);
                }
            }
        }
        // Take the constraint with the fewest ways to go wrong for each of its failures so far.
        // This is similar to the dom/wdeg rule of Boussemart et al. (2004). Without the failures,
        // some grids take over 30 seconds.
        let compare = |&a: &usize, &b: &usize| {
            let (cost_a, cost_b) = (
                (ways[a] - 1) * self.failures[b],
                (ways[b] - 1) * self.failures[a],
            );
            cost_a.cmp(&cost_b)
        };
        let k = match (0..324).filter(|&k| !is_met[k]).min_by(compare) {
            Some(k) => k,
            None => {
                self.solution = self.grid.clone();
                return true;
            }
        };
        if (0..81).any(|cell| {
            (1..=9).any(|d| constraints(cell, d).contains(&k) && self.find_with(cell, d))
        }) {
            return true;
        }
        self.failures[k] += 1;
        false
    }

    /// Finds any solution with digit `d` in a cell.
    fn find_with(&mut self, cell: usize, d: u32) -> bool {
        if !self.fits(cell, d) {
            return false;
        }
        self.toggle(cell, d);
        let found = self.find_any();
        self.toggle(cell, d);
        found
    }

    /// Whether the cell is blank and none of its units has the digit.
    fn fits(&self, cell: usize, d: u32) -> bool {
        let (r, c, b) = units(cell);
        self.grid[cell] == 0 && (self.rows[r] | self.columns[c] | self.boxes[b]) >> d & 1 == 0
    }

    /// Places a digit in a blank cell, or removes it again.
    fn toggle(&mut self, cell: usize, d: u32) {
        let (r, c, b) = units(cell);
        self.grid[cell] ^= d;
        self.rows[r] ^= 1 << d;
        self.columns[c] ^= 1 << d;
        self.boxes[b] ^= 1 << d;
    }
}

/// The row, column and box of a cell, each 0 to 8.
fn units(cell: usize) -> (usize, usize, usize) {
    (cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3)
}

/// The numbers of the four constraints that a digit meets: its cell has a digit; its row, column
/// and box have it.
fn constraints(cell: usize, d: u32) -> [usize; 4] {
    let ((r, c, b), i) = (units(cell), d as usize - 1);
    [cell, 81 + 9 * r + i, 162 + 9 * c + i, 243 + 9 * b + i]
}
