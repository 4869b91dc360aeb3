//! The transformations that turn a puzzle into an equivalent one.
//!
//! Each has a number, so a random number gives a random transformation. The number is read in mixed
//! radix: one place for the transposition, one each for the permutations of the rows and of the
//! columns, and one for the renaming of the digits.

use std::array;

use fastrand::Rng;

use crate::grid::{CELLS, Candidates, Grid, MarkedGrid, MarkedGridRef, digits_of};

/// The permutations of three elements.
const PERMUTATIONS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The number of permutations of the rows that keep bands together, or of the columns that keep
/// stacks together.
const LINE_PERMUTATIONS: u64 = 6_u64.pow(4);

/// The number of ways to rename the digits: 9!.
const RENAMINGS: u64 = 362_880;

/// A transformation of grids. It may transpose the grid; it permutes bands, stacks, rows in bands
/// and columns in stacks, and renames digits. The solutions of the image of a puzzle are the images
/// of its solutions.
///
/// The transformations form a group of 2 x 6^4 x 6^4 x 9! = 1,218,998,108,160 elements, 1.2
/// trillion (Russell and Jarvis, "There are 5472730538 essentially different Sudoku grids", 2006).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transformation {
    /// For each cell of the image, the cell that it comes from.
    sources: [u8; CELLS],
    /// The new name of each digit. Blanks stay blank.
    new_names: [u8; 10],
}

impl Transformation {
    /// The number of transformations.
    const COUNT: u64 = 2 * LINE_PERMUTATIONS * LINE_PERMUTATIONS * RENAMINGS;

    /// Draws a transformation, each with the same probability. An equally seeded `rng` draws the
    /// same one on every machine.
    pub(crate) fn random(rng: &mut Rng) -> Transformation {
        Transformation::with_number(rng.u64(..Transformation::COUNT))
    }

    /// The transformation with this number, which is less than [`Transformation::COUNT`]. Number 0
    /// changes nothing.
    fn with_number(mut number: u64) -> Transformation {
        let is_transposed = take_place(&mut number, 2) == 1;
        let rows = line_permutation(take_place(&mut number, LINE_PERMUTATIONS));
        let columns = line_permutation(take_place(&mut number, LINE_PERMUTATIONS));
        let [row_step, column_step] = if is_transposed { [1, 9] } else { [9, 1] };
        let mut sources = [0; CELLS];
        for (image_row, row) in sources.as_chunks_mut::<9>().0.iter_mut().zip(rows) {
            *image_row = columns.map(|column| row * row_step + column * column_step);
        }
        Transformation {
            sources,
            new_names: new_names(take_place(&mut number, RENAMINGS)),
        }
    }

    /// The image of a grid.
    pub(crate) fn image(&self, grid: &Grid) -> Grid {
        let mut image = Grid::EMPTY;
        *image.digits_mut() = self.sources.map(|source| {
            let digit = grid.digits()[usize::from(source)];
            self.new_names[usize::from(digit)]
        });
        image
    }

    /// The image of a puzzle, and of its pencil marks if it has any.
    pub(crate) fn image_of_puzzle(&self, puzzle: MarkedGridRef<'_>) -> MarkedGrid {
        MarkedGrid {
            grid: self.image(puzzle.grid),
            marks: puzzle.marks.map(|marks| self.image_of_marks(marks)),
        }
    }

    fn image_of_marks(&self, marks: &Candidates) -> Candidates {
        Candidates::from_masks(self.sources.map(|source| {
            let digits = digits_of(marks.masks()[usize::from(source)]);
            digits.fold(0, |mask, digit| {
                mask | 1 << (self.new_names[usize::from(digit)] - 1)
            })
        }))
    }
}

/// Takes the lowest place, which has this radix, from a mixed-radix number.
fn take_place(number: &mut u64, radix: u64) -> u64 {
    let place = *number % radix;
    *number /= radix;
    place
}

/// The permutation of the rows, or of the columns, with this number, less than
/// [`LINE_PERMUTATIONS`]: that of the bands or stacks, and those of the lines in each of them.
fn line_permutation(mut number: u64) -> [u8; 9] {
    let bands = take_permutation(&mut number);
    let lines: [[u8; 3]; 3] = array::from_fn(|_| take_permutation(&mut number));
    array::from_fn(|i| 3 * bands[i / 3] + lines[i / 3][i % 3])
}

/// Takes the lowest place, which has the radix 6, and returns the permutation with this index.
fn take_permutation(number: &mut u64) -> [u8; 3] {
    PERMUTATIONS[take_place(number, 6) as usize]
}

/// The new names of the digits in the renaming with this number, less than [`RENAMINGS`]: a
/// Fisher-Yates shuffle that takes its random numbers from `number`. Number 0 swaps each digit with
/// itself.
fn new_names(mut number: u64) -> [u8; 10] {
    let mut names = array::from_fn(|d| d as u8);
    for last in (2..=9).rev() {
        let distance = take_place(&mut number, last as u64) as usize;
        names.swap(last, last - distance);
    }
    names
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// All permutations of lines and all renamings are different, so all transformations are.
    #[test]
    fn every_number_is_another_transformation() {
        let permutations: HashSet<_> = (0..LINE_PERMUTATIONS).map(line_permutation).collect();
        assert_eq!(permutations.len() as u64, LINE_PERMUTATIONS);
        let renamings: HashSet<_> = (0..RENAMINGS).map(new_names).collect();
        assert_eq!(renamings.len() as u64, RENAMINGS);
        assert!(renamings.iter().all(|names| {
            let mut sorted = *names;
            sorted.sort_unstable();
            names[0] == 0 && sorted.into_iter().eq(0..=9)
        }));
        assert_eq!(Transformation::COUNT, 1_218_998_108_160);
    }

    #[test]
    fn number_0_changes_nothing_and_number_1_transposes() {
        let rows = Grid::from_digits(array::from_fn(|cell| (cell / 9) as u8)).unwrap();
        let columns = Grid::from_digits(array::from_fn(|cell| (cell % 9) as u8)).unwrap();
        assert_eq!(Transformation::with_number(0).image(&rows), rows);
        assert_eq!(Transformation::with_number(1).image(&rows), columns);
    }

    #[test]
    fn an_image_has_the_same_canonical_form() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut rng = Rng::with_seed(1);
        let images: HashSet<Grid> = (0..100)
            .map(|_| Transformation::random(&mut rng).image(&puzzle))
            .collect();
        assert_eq!(images.len(), 100);
        for image in images {
            assert_eq!(image.canonical(), puzzle.canonical(), "{image}");
        }
    }
}
