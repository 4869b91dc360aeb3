//! The candidates of one grid during a search: the rules that eliminate some of them, and where to branch.
//!
//! The rules work on all bands at once, in vectors of four words. Their results do not depend on the vector instructions.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u64x4};

use crate::grid::CELLS;

/// The candidates of all cells: word `[i][j][band]` has the masks of the cells in row i and column j of the boxes of a band, one
/// for each stack. There is no fourth band: those words are always empty.
///
/// ```text
/// bit    40       32 31       25 24       16 15        9 8         0
///       [  stack 2  ][  unused  ][  stack 1  ][  unused ][  stack 0  ]   bit d - 1 of each mask stands for the digit d
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(test, derive(PartialEq))]
pub(super) struct State([[[u64; 4]; 3]; 3]);

/// The same while rules are applied: element `band` of a vector belongs to the band.
type Words<S> = [[u64x4<S>; 3]; 3];

/// The candidates of minirows or minicolumns: a vector for each line of the box.
type Triads<S> = [u64x4<S>; 3];

/// For each band a word with the digits that have no place, or too many, in the boxes of each stack. It is a contradiction if any
/// bit is set.
pub(super) type ConflictMask = [u64; 4];

/// How often each digit of each box took part in a contradiction: for each band, a number for each bit of a [`ConflictMask`].
pub(super) type Weights = [[u32; 64]; 4];

/// All digits of one mask.
const ALL: u64 = 0x1ff;
/// In each of the three masks: the lowest digit, all digits, and the bit above them.
const LOWEST: u64 = 0x1_0001_0001;
const FULL: u64 = ALL * LOWEST;
const ABOVE: u64 = LOWEST << 9;
/// All digits in all boxes.
const ALL_BOXES: [u64; 4] = [FULL, FULL, FULL, 0];

impl State {
    /// Every cell with every candidate.
    pub fn new() -> State {
        State([[ALL_BOXES; 3]; 3])
    }

    pub fn candidates(&self, cell: usize) -> u16 {
        let (word, at) = place(cell);
        (self.words()[word] >> at & ALL) as u16
    }

    /// Eliminates all candidates of a cell but these.
    pub fn restrict(&mut self, cell: usize, digits: u16) {
        let (word, at) = place(cell);
        self.words_mut()[word] &= !(ALL << at) | u64::from(digits) << at;
    }

    /// The digits, if every cell has one candidate.
    pub fn digits(&self) -> [u8; CELLS] {
        std::array::from_fn(|cell| self.candidates(cell).trailing_zeros() as u8 + 1)
    }

    /// All words; the number of a word modulo 4 is its band.
    fn words(&self) -> &[u64] {
        self.0.as_flattened().as_flattened()
    }

    fn words_mut(&mut self) -> &mut [u64] {
        self.0.as_flattened_mut().as_flattened_mut()
    }

    /// Applies the rules until they eliminate nothing more. Returns whether every cell has one candidate then; if not, some triad
    /// is open.
    pub fn propagate(&mut self, level: Level) -> Result<bool, ConflictMask> {
        dispatch!(level, simd => propagate(simd, self))
    }

    /// Branches in a state that is propagated but not solved: the two states together have its solutions. There are two digits for
    /// a cell, or two lines for a digit of a box, with the greatest weight of all such pairs. If there is no pair, a digit has
    /// three lines, of which it takes the first or another one.
    pub fn branch(&self, weights: &Weights, level: Level) -> [State; 2] {
        let (pairs, rows, columns) = dispatch!(level, simd => {
            let words = load(simd, self);
            (pairs(&words), open_lines(minirows(&words)), open_lines(minicolumns(&words)))
        });
        let [mut one, mut other] = [*self; 2];
        let mut greatest = 0;
        // The word and the two digits.
        let mut cell = None;
        for (k, &pairs) in pairs.words().iter().enumerate() {
            let mut pairs = bits(pairs);
            while let (Some(a), Some(b)) = (pairs.next(), pairs.next()) {
                let weight = weights[k % 4][a] + weights[k % 4][b];
                if weight > greatest {
                    (greatest, cell) = (weight, Some((k, [a, b])));
                }
            }
        }
        // Whether the lines are rows, the band, and the digit of a box.
        let mut triad = None;
        for (band, weights) in weights[..3].iter().enumerate() {
            for at in bits(rows.two[band] | columns.two[band]) {
                if weights[at] > greatest {
                    (greatest, triad) = (weights[at], Some((rows.two[band] >> at & 1 == 1, band, at)));
                }
            }
        }
        // A triad with a greater weight was found after the cell.
        if let (None, Some((k, [a, b]))) = (triad, cell) {
            one.words_mut()[k] ^= 1 << b;
            other.words_mut()[k] ^= 1 << a;
            return [one, other];
        }
        let open = |band: usize| {
            let at = bits(rows.three[band] | columns.three[band]).next()?;
            Some((rows.three[band] >> at & 1 == 1, band, at))
        };
        let (in_rows, band, at) = triad.or_else(|| (0..3).find_map(open)).unwrap_or_default();
        let mut first = None;
        for (line, x) in (0..9).map(|k| (k / 3, k % 3)) {
            let (i, j) = if in_rows { (line, x) } else { (x, line) };
            if self.0[i][j][band] >> at & 1 == 1 {
                let part = if line == *first.get_or_insert(line) { &mut other } else { &mut one };
                part.0[i][j][band] ^= 1 << at;
            }
        }
        [one, other]
    }
}

/// The word that has the candidates of a cell, and their place in it.
fn place(cell: usize) -> (usize, usize) {
    let (r, c) = (cell / 9, cell % 9);
    (12 * (r % 3) + 4 * (c % 3) + r / 3, 16 * (c / 3))
}

/// See [`State::propagate`].
#[inline(always)]
fn propagate<S: Simd>(simd: S, state: &mut State) -> Result<bool, ConflictMask> {
    let mut words = load(simd, state);
    let mut before = sum(&words);
    loop {
        // The first contradiction shows best where to branch: those that follow from it involve other boxes too.
        let (is_full, conflict) = eliminate_by_naked_singles(simd, &mut words);
        if conflict.simd_ne(0).any_true() {
            return Err(conflict.into());
        }
        let conflict = eliminate_by_triads(simd, &mut words);
        if conflict.simd_ne(0).any_true() {
            return Err(conflict.into());
        }
        // Words only ever lose bits, so the sum of those of a band changes if any of them does.
        let after = sum(&words);
        if is_full || after.simd_eq(before).all_true() {
            *state = store(&words);
            return Ok(is_full);
        }
        before = after;
    }
}

// These are loops because the closures of `map` would not be compiled for the vector instructions in use.

#[inline(always)]
fn load<S: Simd>(simd: S, state: &State) -> Words<S> {
    let mut words = [[u64x4::splat(simd, 0); 3]; 3];
    for (words, bands) in words.as_flattened_mut().iter_mut().zip(state.0.as_flattened()) {
        *words = (*bands).simd_into(simd);
    }
    words
}

#[inline(always)]
fn store<S: Simd>(words: &Words<S>) -> State {
    let mut state = State([[[0; 4]; 3]; 3]);
    for (bands, words) in state.0.as_flattened_mut().iter_mut().zip(words.as_flattened()) {
        *bands = (*words).into();
    }
    state
}

/// The cells with two candidates; the others are empty.
#[inline(always)]
fn pairs<S: Simd>(words: &Words<S>) -> State {
    let mut pairs = *words;
    for word in pairs.as_flattened_mut() {
        let second = without_lowest(*word);
        *word &= full_if_any(second) & !full_if_any(without_lowest(second));
    }
    store(&pairs)
}

/// The digits that have two or three lines in a box: a word for each band.
struct OpenLines {
    two: [u64; 4],
    three: [u64; 4],
}

#[inline(always)]
fn open_lines<S: Simd>([a, b, c]: Triads<S>) -> OpenLines {
    let three = a & b & c;
    OpenLines { two: (((a & b) | (b & c) | (c & a)) & !three).into(), three: three.into() }
}

#[inline(always)]
fn minirows<S: Simd>(words: &Words<S>) -> Triads<S> {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [a | b | c, d | e | f, g | h | i]
}

#[inline(always)]
fn minicolumns<S: Simd>(words: &Words<S>) -> Triads<S> {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [a | d | g, b | e | h, c | f | i]
}

#[inline(always)]
fn sum<S: Simd>(words: &Words<S>) -> u64x4<S> {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    (a + b + c) + (d + e + f) + (g + h + i)
}

/// Eliminates naked singles from the other cells of their boxes; those of their rows and columns are left to the triads. Returns
/// whether every cell was a naked single, and the contradictions: cells without a candidate, and equal singles in a unit.
#[inline(always)]
fn eliminate_by_naked_singles<S: Simd>(simd: S, words: &mut Words<S>) -> (bool, u64x4<S>) {
    let [mut several, mut filled, mut twice] = [u64x4::splat(simd, 0); 3];
    let (mut singles, mut not_empty) = (*words, u64x4::splat(simd, ABOVE));
    for single in singles.as_flattened_mut() {
        let less = (*single | ABOVE) - LOWEST;
        not_empty &= less;
        let unsolved = full_if_any(less & *single);
        several |= unsolved;
        *single &= !unsolved;
        twice |= filled & *single;
        filled |= *single;
    }
    for (word, single) in words.as_flattened_mut().iter_mut().zip(singles.as_flattened()) {
        *word &= !filled | *single;
    }
    for (row, column) in minirows(&singles).into_iter().zip(minicolumns(&singles)) {
        twice |= (row & rotate_stacks(row)) | (column & rotate_bands(column) & all_boxes(simd));
    }
    let no_empty = not_empty - (not_empty >> 9);
    (several.simd_eq(0).all_true(), twice | (!no_empty & all_boxes(simd)))
}

/// Minirows and minicolumns that are on no permutation lose digits, see [`restrict_to_permutations`]. So does a cell whose minirow
/// and minicolumn must both hold the same digit: it is a hidden single. It is a contradiction if there are two of them.
#[inline(always)]
fn eliminate_by_triads<S: Simd>(simd: S, words: &mut Words<S>) -> u64x4<S> {
    let (rows, in_row, no_row) = restrict_to_permutations(simd, minirows(words), rotate_stacks);
    for (cells, row) in words.iter_mut().zip(rows) {
        cells.iter_mut().for_each(|word| *word &= row);
    }
    let (columns, in_column, no_column) = restrict_to_permutations(simd, minicolumns(words), rotate_bands);
    let mut conflict = no_row | no_column;
    for (cells, in_row) in words.iter_mut().zip(in_row) {
        for ((word, column), in_column) in cells.iter_mut().zip(columns).zip(in_column) {
            let held = in_row & in_column;
            conflict |= without_lowest(held);
            *word &= column & (held | !full_if_any(held));
        }
    }
    conflict
}

/// In a band a digit takes one minirow of each row and one of each box. A minirow that is on no such permutation loses the digit:
/// that covers pointing, claiming and most hidden singles. Minicolumns of a stack likewise; `rotate` leads to the next box. A triad
/// must hold the digits that no other triad of its box can hold. If these are three, it loses the others.
///
/// Returns the triads, what each must hold, and the contradictions: digits that are in no triad of a box, and those that are too
/// many for a triad.
#[inline(always)]
fn restrict_to_permutations<S: Simd>(
    simd: S,
    [a, b, c]: Triads<S>,
    rotate: impl Fn(u64x4<S>) -> u64x4<S>,
) -> (Triads<S>, Triads<S>, u64x4<S>) {
    let [a1, b1, c1] = [rotate(a), rotate(b), rotate(c)];
    let a2 = a & rotate((b & c1) | (b1 & c));
    let b2 = b & rotate((c & a1) | (c1 & a));
    let c2 = c & rotate((a & b1) | (a1 & b));
    let musts = [a2 & !(b2 | c2), b2 & !(c2 | a2), c2 & !(a2 | b2)];
    let (mut triads, mut conflict) = ([a2, b2, c2], all_boxes(simd) & !(a2 | b2 | c2));
    for (triad, must) in triads.iter_mut().zip(musts) {
        let third = without_lowest(without_lowest(must));
        conflict |= without_lowest(third);
        *triad &= must | !full_if_any(third);
    }
    (triads, musts, conflict)
}

#[inline(always)]
fn all_boxes<S: Simd>(simd: S) -> u64x4<S> {
    ALL_BOXES.simd_into(simd)
}

/// The masks of each word rotated to the previous stack. Leaves stray bits above the masks.
#[inline(always)]
fn rotate_stacks<S: Simd>(words: u64x4<S>) -> u64x4<S> {
    (words >> 16) | (words << 32)
}

/// The words rotated to the previous band. Leaves a word for the fourth.
#[inline(always)]
fn rotate_bands<S: Simd>(words: u64x4<S>) -> u64x4<S> {
    let (low, high) = words.split();
    low.slide::<1>(high).combine(low)
}

/// Each mask without its lowest digit. Subtracting from the bit above a mask keeps the borrow out of the next mask.
#[inline(always)]
fn without_lowest<S: Simd>(words: u64x4<S>) -> u64x4<S> {
    ((words | ABOVE) - LOWEST) & words
}

/// All nine digits for each mask that is not empty. As in [`without_lowest`], the bit above a mask tells whether the mask was.
#[inline(always)]
fn full_if_any<S: Simd>(words: u64x4<S>) -> u64x4<S> {
    let any = ((words | ABOVE) - LOWEST) & ABOVE;
    any - (any >> 9)
}

/// The numbers of the bits that are set, in ascending order.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{HARD, SLOW};
    use super::*;
    use crate::grid::{Candidates, Cell, Grid, UNITS, Unit};

    const WEIGHTS: Weights = [[1; 64]; 4];

    /// Puzzles in which nothing has been eliminated.
    fn states() -> impl Iterator<Item = State> {
        HARD.into_iter().chain(SLOW).map(|puzzle| {
            let mut state = State::new();
            let candidates = Candidates::from(puzzle.parse::<Grid>().unwrap());
            (0..CELLS).for_each(|cell| state.restrict(cell, candidates.masks()[cell]));
            state
        })
    }

    #[test]
    fn naked_singles_are_eliminated_from_the_cells_that_see_them() {
        const FIVE: u16 = 1 << 4;
        let sees = |cell: usize, other: usize| UNITS[cell].iter().any(|unit| UNITS[other].contains(unit));
        let with = |one: usize, other: usize, digits: u16| {
            let mut state = State::new();
            state.restrict(one, digits);
            state.restrict(other, digits);
            state
        };
        for (one, other) in (0..CELLS).flat_map(|one| (one..CELLS).map(move |other| (one, other))) {
            let mut state = with(one, other, FIVE);
            let conflict = one != other && sees(one, other);
            assert_eq!(state.propagate(Level::new()).is_err(), conflict, "{one} and {other}");
            for cell in (0..CELLS).filter(|_| !conflict) {
                let left = match cell {
                    _ if cell == one || cell == other => FIVE,
                    _ if sees(cell, one) || sees(cell, other) => 0x1ff - FIVE,
                    _ => 0x1ff,
                };
                assert_eq!(state.candidates(cell), left, "{cell} with {one} and {other}");
            }
            assert!(with(one, other, 0).propagate(Level::new()).is_err());
        }
    }

    #[test]
    fn propagation_leaves_no_single_and_nothing_to_point_at_or_claim() {
        for mut state in states() {
            while state.propagate(Level::new()) == Ok(false) {
                for (unit, digit) in Unit::all().flat_map(|unit| (0..9).map(move |i| (unit, 1 << i))) {
                    let has = |cell: &usize| state.candidates(*cell) & digit != 0;
                    let in_unit = |unit: Unit| unit.cells().map(Cell::index);
                    let places: Vec<usize> = in_unit(unit).filter(has).collect();
                    // A naked single has no other place in the unit, a hidden single no other digit in the cell.
                    let is_decided = places.iter().any(|&cell| state.candidates(cell) == digit);
                    assert_eq!(is_decided, places.len() == 1, "{places:?}");
                    // If all places are in another unit too, that unit has no others.
                    for other in
                        Unit::all().filter(|other| places.iter().all(|&cell| in_unit(*other).any(|c| c == cell)))
                    {
                        assert!(in_unit(other).filter(has).eq(places.iter().copied()), "{places:?}");
                    }
                }
                state = state.branch(&WEIGHTS, Level::new())[0];
            }
        }
    }

    #[test]
    fn all_vector_instructions_eliminate_the_same() {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let levels = [best.as_avx2().map(|simd| simd.level()), best.as_sse4_2().map(|simd| simd.level()), Some(best)];
        #[cfg(not(target_arch = "x86_64"))]
        let levels = [Some(best)];
        for level in levels.into_iter().flatten() {
            let mut open: Vec<State> = states().collect();
            for _ in 0..2000 {
                let Some(mut state) = open.pop() else { break };
                let mut same = state;
                let outcome = state.propagate(level);
                assert_eq!(same.propagate(Level::baseline()), outcome, "{level:?}");
                if outcome == Ok(false) {
                    assert_eq!(same, state, "{level:?}");
                    let parts = state.branch(&WEIGHTS, level);
                    assert_eq!(parts, state.branch(&WEIGHTS, Level::baseline()), "{level:?}");
                    open.extend(parts);
                }
            }
        }
    }

    /// If a part lost nothing, its search would not end.
    #[test]
    fn both_parts_of_a_branch_lose_candidates_but_not_the_same() {
        for mut state in states() {
            while state.propagate(Level::new()) == Ok(false) {
                let parts = state.branch(&WEIGHTS, Level::new());
                let eliminated = parts.map(|part| -> Vec<(usize, u64)> {
                    let pairs = state.words().iter().zip(part.words()).enumerate();
                    pairs.map(|(k, (&before, &after))| (k, before ^ after)).filter(|&(_, lost)| lost != 0).collect()
                });
                let [one, other] = &eliminated;
                assert!(!one.is_empty() && !other.is_empty(), "{eliminated:?}");
                assert!(
                    one.iter().all(|(k, lost)| other.iter().all(|(l, lost_there)| k != l || lost & lost_there == 0))
                );
                state = parts[0];
            }
        }
    }
}
