//! Random grids of several kinds. The tests and benchmarks use this module too.

use fastrand::Rng;
use sudokat::{Answer, Batch, Goal, Grid, Puzzle};

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
    let mut reduction = Reduction::new(random, 30);
    while let Some(fewer) = reduction.fewer() {
        reduction.go_on(fewer, naked_singles_fill(fewer));
    }
    grid(reduction.cells)
}

/// A minimal puzzle: it has one solution, and several if any of its clues is removed.
pub fn minimal(random: &mut Rng) -> Grid {
    minimal_puzzles(random, 1)[0]
}

/// Minimal puzzles, in far less time each than one alone.
pub fn minimal_puzzles(random: &mut Rng, count: usize) -> Vec<Grid> {
    let mut reductions: Vec<Reduction> = (0..count).map(|_| Reduction::new(random, 0)).collect();
    let (mut batch, mut answers) = (Batch::new(), Vec::new());
    loop {
        let fewer: Vec<_> = reductions.iter().map(Reduction::fewer).collect();
        let grids: Vec<Grid> = fewer.iter().flatten().map(|&cells| grid(cells)).collect();
        if grids.is_empty() {
            return reductions.iter().map(|reduction| grid(reduction.cells)).collect();
        }
        batch.solve(Goal::Uniqueness, &grids, &mut answers);
        let mut answers = answers.iter();
        for (reduction, fewer) in reductions.iter_mut().zip(fewer) {
            if let (Some(fewer), Some(answer)) = (fewer, fewer.and_then(|_| answers.next())) {
                reduction.go_on(fewer, matches!(answer, Answer::Unique(_)));
            }
        }
    }
}

/// A puzzle that loses its clues in random order.
struct Reduction {
    cells: [u8; 81],
    /// The cells that can still lose their clue; the last is the next.
    order: Vec<usize>,
    /// How many clues are removed together: if the puzzle still has one solution then, it has one after each of them.
    together: usize,
    /// How many clues may still be removed.
    most: usize,
}

impl Reduction {
    /// A full grid, of which at least so many clues remain.
    fn new(random: &mut Rng, least: usize) -> Reduction {
        let cells = *full(random).cells();
        let order = order(random).into_iter().rev().collect();
        Reduction { cells, order, together: 32, most: 81 - least }
    }

    /// The puzzle without the next clues, unless all have been tried.
    fn fewer(&self) -> Option<[u8; 81]> {
        let mut cells = self.cells;
        let next = self.order.iter().rev().take(self.together.min(self.most));
        (next.len() > 0).then(|| {
            next.for_each(|&cell| cells[cell] = 0);
            cells
        })
    }

    /// Removes the next clues if the puzzle is still good without them. If it is not, fewer are tried, or the only one stays.
    fn go_on(&mut self, fewer: [u8; 81], is_good: bool) {
        let tried = self.together.min(self.most).min(self.order.len());
        if is_good {
            self.cells = fewer;
            self.most -= tried;
        }
        if is_good || tried == 1 {
            self.order.truncate(self.order.len() - tried);
        } else {
            self.together = tried / 2;
        }
    }
}

/// A puzzle with two to thousands of solutions.
pub fn several(random: &mut Rng) -> Grid {
    let minimal = minimal(random);
    without_clues(random, &minimal)
}

/// A minimal puzzle without one to three of its clues.
pub fn without_clues(random: &mut Rng, minimal: &Grid) -> Grid {
    let mut cells = *minimal.cells();
    let clues: Vec<usize> = order(random).into_iter().filter(|&cell| cells[cell] > 0).collect();
    clues[..1 + below(random, 3)].iter().for_each(|&cell| cells[cell] = 0);
    grid(cells)
}

/// A puzzle without a solution, although no two clues conflict.
pub fn unsolvable(random: &mut Rng) -> Grid {
    loop {
        let minimal = minimal(random);
        if let Some(unsolvable) = with_wrong_clue(random, &minimal) {
            return unsolvable;
        }
    }
}

/// A minimal puzzle in which one clue is changed so that there is no solution, although no two clues conflict.
pub fn with_wrong_clue(random: &mut Rng, minimal: &Grid) -> Option<Grid> {
    let mut cells = *minimal.cells();
    for cell in order(random).into_iter().filter(|&cell| minimal.cells()[cell] > 0) {
        let digit = std::mem::replace(&mut cells[cell], random.u8(1..=9));
        if Puzzle::new(&grid(cells)).is_ok_and(|puzzle| puzzle.smallest().is_none()) {
            return Some(grid(cells));
        }
        cells[cell] = digit;
    }
    None
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
fn naked_singles_fill(cells: [u8; 81]) -> bool {
    let units = |cell: usize| [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3];
    // The digits in each row, column and box.
    let mut used = [0u16; 27];
    (0..81).for_each(|cell| units(cell).iter().for_each(|&unit| used[unit] |= 1 << cells[cell]));
    let mut blanks: Vec<usize> = (0..81).filter(|&cell| cells[cell] == 0).collect();
    loop {
        let before = blanks.len();
        blanks.retain(|&cell| {
            let candidates = 0b11_1111_1110 & !units(cell).iter().fold(0, |digits, &unit| digits | used[unit]);
            let is_single = candidates.is_power_of_two();
            if is_single {
                units(cell).iter().for_each(|&unit| used[unit] |= candidates);
            }
            !is_single
        });
        if blanks.len() == before {
            return blanks.is_empty();
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
    Grid::from_cells(cells).expect("cells from 0 to 9")
}

fn puzzle(cells: [u8; 81]) -> Puzzle {
    Puzzle::new(&grid(cells)).expect("no conflict")
}
