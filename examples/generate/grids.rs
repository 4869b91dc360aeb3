//! Random grids of the kinds that solvers meet; the tests and benchmarks make theirs here too.

use fastrand::Rng;
use sudokat::{Grid, Search};

/// A full grid.
pub fn full(random: &mut Rng) -> Grid {
    let mut cells = [0; 81];
    // The boxes on the diagonal do not see each other, so any digits do.
    for start in [0, 30, 60] {
        let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        random.shuffle(&mut digits);
        (0..9).for_each(|i| cells[start + i / 3 * 9 + i % 3] = digits[i]);
    }
    let full = solver(cells).any().expect("every filling of the diagonal has solutions");
    Symmetry::random(random).image(&full)
}

/// A puzzle with one solution that naked singles alone lead to, of 30 clues or a few more, as in collections for learners.
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

/// A puzzle with one solution that has several without any one of its clues.
pub fn minimal(random: &mut Rng) -> Grid {
    let mut cells = *full(random).cells();
    for cell in order(random) {
        let digit = std::mem::take(&mut cells[cell]);
        if solver(cells).count(2) > 1 {
            cells[cell] = digit;
        }
    }
    grid(cells)
}

/// A puzzle with several solutions, two to thousands: a minimal one without one to three of its clues.
pub fn several(random: &mut Rng) -> Grid {
    let mut cells = *minimal(random).cells();
    let clues: Vec<usize> = order(random).into_iter().filter(|&cell| cells[cell] > 0).collect();
    clues[..random.usize(1..=3)].iter().for_each(|&cell| cells[cell] = 0);
    grid(cells)
}

/// A puzzle without a solution whose clues do not clash: a minimal one with a clue changed.
pub fn unsolvable(random: &mut Rng) -> Grid {
    loop {
        let mut cells = *minimal(random).cells();
        for cell in order(random).into_iter().filter(|&cell| cells[cell] > 0).collect::<Vec<_>>() {
            let digit = std::mem::replace(&mut cells[cell], random.u8(1..=9));
            if search_of(&grid(cells)).is_ok_and(|mut solver| solver.count(1) == 0) {
                return grid(cells);
            }
            cells[cell] = digit;
        }
    }
}

/// A puzzle of so many clues of a full grid, 0 to 81, whatever it has for solutions.
pub fn keep(random: &mut Rng, full: &Grid, clues: usize) -> Grid {
    let mut cells = *full.cells();
    order(random)[clues..].iter().for_each(|&cell| cells[cell] = 0);
    grid(cells)
}

/// A change that turns solutions into solutions: relabelled digits, bands and rows in them permuted, the same for stacks and
/// columns, rows and columns exchanged.
pub struct Symmetry {
    digits: [u8; 10],
    rows: [usize; 9],
    columns: [usize; 9],
    transposed: bool,
}

impl Symmetry {
    pub fn random(random: &mut Rng) -> Symmetry {
        let mut digits: [u8; 10] = std::array::from_fn(|d| d as u8);
        random.shuffle(&mut digits[1..]);
        let mut lines = || {
            let mut order: [[usize; 3]; 3] = std::array::from_fn(|band| std::array::from_fn(|i| 3 * band + i));
            order.iter_mut().for_each(|band| random.shuffle(band));
            random.shuffle(&mut order);
            std::array::from_fn(|line| order[line / 3][line % 3])
        };
        Symmetry { digits, rows: lines(), columns: lines(), transposed: random.bool() }
    }

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

fn order(random: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    order
}

fn grid(cells: [u8; 81]) -> Grid {
    Grid::from_cells(cells).expect("digits and blanks")
}

fn solver(cells: [u8; 81]) -> Search {
    search_of(&grid(cells)).expect("no clash")
}
