//! Random grids of several kinds. The tests and benchmarks use this module too.

use fastrand::Rng;
use sudokat::{Grid, Puzzle};

/// A full grid that obeys the rules.
pub fn full(random: &mut Rng) -> Grid {
    let mut cells = [0; 81];
    // The three boxes on the diagonal share no row and no column, so they can be filled independently.
    for start in [0, 30, 60] {
        let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        shuffle(random, &mut digits);
        (0..9).for_each(|i| cells[start + i / 3 * 9 + i % 3] = digits[i]);
    }
    let full = puzzle(cells).smallest().expect("every filling of the diagonal boxes has a solution");
    Symmetry::random(random).image(&full)
}

/// An easy puzzle of at least 30 clues: a person who only looks for cells with one candidate solves it.
pub fn easy(random: &mut Rng) -> Grid {
    let mut cells = *full(random).cells();
    let mut clues = 81;
    for cell in order(random) {
        let digit = std::mem::take(&mut cells[cell]);
        if naked_singles_fill(cells) {
            clues -= 1;
        } else {
            cells[cell] = digit;
        }
        if clues == 30 {
            break;
        }
    }
    grid(cells)
}

/// A minimal puzzle: it has one solution, and several if any of its clues is removed.
pub fn minimal(random: &mut Rng) -> Grid {
    let mut cells = *full(random).cells();
    for cell in order(random) {
        let digit = std::mem::take(&mut cells[cell]);
        if !puzzle(cells).is_unique() {
            cells[cell] = digit;
        }
    }
    grid(cells)
}

/// A puzzle with two to thousands of solutions: a minimal puzzle from which one to three clues are removed.
pub fn several(random: &mut Rng) -> Grid {
    let mut cells = *minimal(random).cells();
    let clues: Vec<usize> = order(random).into_iter().filter(|&cell| cells[cell] > 0).collect();
    clues[..1 + below(random, 3)].iter().for_each(|&cell| cells[cell] = 0);
    grid(cells)
}

/// A puzzle without a solution, although no two clues conflict: a minimal puzzle in which one clue is changed.
pub fn unsolvable(random: &mut Rng) -> Grid {
    loop {
        let mut cells = *minimal(random).cells();
        for cell in order(random).into_iter().filter(|&cell| cells[cell] > 0).collect::<Vec<_>>() {
            let digit = std::mem::replace(&mut cells[cell], random.u8(1..=9));
            if Puzzle::new(&grid(cells)).is_ok_and(|puzzle| puzzle.smallest().is_none()) {
                return grid(cells);
            }
            cells[cell] = digit;
        }
    }
}

/// A puzzle with this many random clues of a full grid, 0 to 81. It can have one solution or many.
pub fn keep(random: &mut Rng, full: &Grid, clues: usize) -> Grid {
    let mut cells = *full.cells();
    order(random)[clues..].iter().for_each(|&cell| cells[cell] = 0);
    grid(cells)
}

/// A change that turns every solution into a solution: it renames the digits, permutes the bands and the rows in each band, does
/// the same with stacks and columns, and may swap rows and columns.
pub struct Symmetry {
    digits: [u8; 10],
    rows: [usize; 9],
    columns: [usize; 9],
    transposed: bool,
}

impl Symmetry {
    /// A random symmetry.
    pub fn random(random: &mut Rng) -> Symmetry {
        let mut digits: [u8; 10] = std::array::from_fn(|d| d as u8);
        shuffle(random, &mut digits[1..]);
        let mut lines = || {
            let mut order: [[usize; 3]; 3] = std::array::from_fn(|band| std::array::from_fn(|i| 3 * band + i));
            order.iter_mut().for_each(|band| shuffle(random, band));
            shuffle(random, &mut order);
            std::array::from_fn(|line| order[line / 3][line % 3])
        };
        Symmetry { digits, rows: lines(), columns: lines(), transposed: random.bool() }
    }

    /// The grid that this symmetry makes of another one.
    pub fn image(&self, original: &Grid) -> Grid {
        let mut cells = [0; 81];
        for (cell, &d) in original.cells().iter().enumerate() {
            let (r, c) = (self.rows[cell / 9], self.columns[cell % 9]);
            let image = if self.transposed { 9 * c + r } else { 9 * r + c };
            cells[image] = self.digits[usize::from(d)];
        }
        grid(cells)
    }
}

/// Whether setting cells with one candidate is enough to fill the puzzle.
fn naked_singles_fill(mut cells: [u8; 81]) -> bool {
    let sees = |a: usize, b: usize| a / 9 == b / 9 || a % 9 == b % 9 || (a / 27, a % 9 / 3) == (b / 27, b % 9 / 3);
    loop {
        let before = cells;
        for cell in 0..81 {
            let used = (0..81).filter(|&other| sees(cell, other)).fold(0u16, |used, other| used | 1 << cells[other]);
            let candidates = !used & 0b11_1111_1110;
            if cells[cell] == 0 && candidates.is_power_of_two() {
                cells[cell] = candidates.trailing_zeros() as u8;
            }
        }
        if cells == before {
            return !cells.contains(&0);
        }
    }
}

/// The cells in random order.
fn order(random: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..81).collect();
    shuffle(random, &mut order);
    order
}

/// A random number below `end`, the same on every machine: [`Rng::usize`] draws other numbers where `usize` has 32 bits.
pub fn below(random: &mut Rng, end: usize) -> usize {
    random.u64(..end as u64) as usize
}

fn shuffle<T>(random: &mut Rng, items: &mut [T]) {
    (1..items.len()).for_each(|i| items.swap(i, below(random, i + 1)));
}

fn grid(cells: [u8; 81]) -> Grid {
    Grid::try_from(cells).expect("cells from 0 to 9")
}

fn puzzle(cells: [u8; 81]) -> Puzzle {
    Puzzle::new(&grid(cells)).expect("no conflict")
}
