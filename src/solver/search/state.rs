//! The candidates of one grid during a search: the rules that eliminate some of them, and where to
//! branch.
//!
//! The rules work on all bands at once, and on as many states as there is room for in a vector.
//! Their results do not depend on the vector instructions.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Select, dispatch, u32x4};

use crate::grid::{Candidates, Grid, set_bits};

/// The candidates of all cells: word `[i][j][band]` has the masks of the cells in row i and column
/// j of the boxes of a band, one for each stack. There is no fourth band: those words are always
/// empty.
///
/// ```text
/// bit  31 30 29 28       20 19 18       10  9 8         0
///     [unused  ][ stack 2  ][-][ stack 1  ][-][ stack 0  ]   bit d - 1 of a mask stands for the digit d
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(test, derive(PartialEq))]
pub(super) struct State([[[u32; 4]; 3]; 3]);

/// Several states while rules are applied to them: each has four elements of a vector, one for each
/// band.
type Vectors<V> = [[V; 3]; 3];

/// The digits that take part in a contradiction, for each band and, in its word, for the box of
/// each stack. An empty cell sets all nine digits of its box.
pub(super) type Contradiction = [u32; 4];

/// The outcome of propagation: whether the state is solved (every cell has one candidate), or a
/// contradiction.
pub(super) type Propagation = Result<bool, Contradiction>;

/// How often each digit of each box took part in a contradiction.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// For each band, a number for each bit of [`Contradiction`].
    of_digits: [[u32; 32]; 4],
    /// The greatest of them.
    greatest: u32,
}

impl Weights {
    pub fn new() -> Weights {
        // Start at 5 so that the first few contradictions do not dominate.
        Weights {
            of_digits: [[5; 32]; 4],
            greatest: 5,
        }
    }

    /// Adds a contradiction.
    pub fn bump(&mut self, contradiction: Contradiction) {
        for (weights, word) in self.of_digits.iter_mut().zip(contradiction) {
            for at in set_bits(word) {
                weights[at] += 1;
                self.greatest = self.greatest.max(weights[at]);
            }
        }
    }

    /// The heaviest digit of a box among these, if it is heavier than `weight`: its weight, whether
    /// its lines are rows, its band, and its bit.
    fn heaviest(
        &self,
        [rows, columns]: [[u32; 4]; 2],
        mut weight: u32,
    ) -> Option<(u32, bool, usize, usize)> {
        let mut heaviest = None;
        if weight >= self.greatest {
            return None;
        }
        for (band, weights) in self.of_digits[..3].iter().enumerate() {
            for at in set_bits(rows[band] | columns[band]) {
                if weights[at] > weight {
                    weight = weights[at];
                    heaviest = Some((weight, rows[band] >> at & 1 == 1, band, at));
                }
            }
        }
        heaviest
    }
}

/// How many states are propagated at a time: their words fill a vector of AVX-512.
pub(super) const WIDTH: usize = 4;

/// A digit with three parallel triads in a box must be this many times as heavy as any other
/// branch. If such a digit never came first, the search would try everything else again and again
/// before it meets the contradictions between such digits. On slow grids, values from 1 to 4 are
/// about as good.
const THREE_TRIADS_MARGIN: u32 = 3;

/// All digits of one mask.
const ALL: u32 = 0x1ff;
/// The distance from one mask to the next.
const STACK_SHIFT: u32 = 10;
/// In each of the three masks: the lowest digit, all digits, and the bit above them.
const LOWEST: u32 = 1 | 1 << STACK_SHIFT | 1 << (2 * STACK_SHIFT);
const FULL: u32 = ALL * LOWEST;
const ABOVE: u32 = LOWEST << 9;
/// All digits in all boxes.
const ALL_BOXES: [u32; 4] = [FULL, FULL, FULL, 0];

impl State {
    /// Every cell with these candidates.
    pub fn new(candidates: &Candidates) -> State {
        let mut state = State([[ALL_BOXES; 3]; 3]);
        candidates
            .masks()
            .iter()
            .enumerate()
            .for_each(|(cell, &mask)| state.restrict(cell, mask));
        state
    }

    pub fn candidates(&self, cell: usize) -> u16 {
        let (word, at) = place(cell);
        (self.words()[word] >> at & ALL) as u16
    }

    /// Eliminates all candidates of a cell but these.
    pub fn restrict(&mut self, cell: usize, digits: u16) {
        let (word, at) = place(cell);
        self.words_mut()[word] &= !(ALL << at) | u32::from(digits) << at;
    }

    /// The state with only those candidates of a cell that are among these digits, if there are
    /// any.
    pub fn restricted(mut self, cell: usize, digits: u16) -> Option<State> {
        self.restrict(cell, digits);
        (self.candidates(cell) != 0).then_some(self)
    }

    /// The grid, if every cell has one candidate.
    pub fn solution(&self) -> Grid {
        Candidates::from_masks(std::array::from_fn(|cell| self.candidates(cell))).to_grid()
    }

    /// All words; the number of a word modulo 4 is its band.
    fn words(&self) -> &[u32] {
        self.0.as_flattened().as_flattened()
    }

    fn words_mut(&mut self) -> &mut [u32] {
        self.0.as_flattened_mut().as_flattened_mut()
    }

    /// Applies the rules to at most [`WIDTH`] states until they eliminate nothing more. In wide
    /// vectors, several take hardly longer than one. A state that is then unsolved has an open
    /// triad.
    pub fn propagate(states: &mut [State], level: Level) -> [Propagation; WIDTH] {
        dispatch!(level, simd => propagate(simd, states))
    }

    /// Branches in a state that is propagated but not solved: the two new states together have all
    /// its solutions. There are three kinds of branches:
    ///
    /// ```text
    /// a cell with two candidates
    /// a digit with two minirows, or two minicolumns, in a box
    /// a digit with three of them: the first, or the two others
    /// ```
    ///
    /// The branch is the heaviest of the first two kinds, or of the third if it is
    /// [`THREE_TRIADS_MARGIN`] times as heavy. Appends both states, the one to search first at the
    /// end. Does the same for the next best branches, up to `count` in all.
    pub fn branch(&self, weights: &Weights, level: Level, count: usize, states: &mut Vec<State>) {
        let (mut pairs, [mut two, mut three]) = dispatch!(level, simd => {
            let words = load::<_, u32x4<_>>(simd, std::slice::from_ref(self));
            let [two_rows, three_rows] = undecided_triads(minirows(&words));
            let [two_columns, three_columns] = undecided_triads(minicolumns(&words));
            (pairs(simd, &words), [[two_rows, two_columns], [three_rows, three_columns]])
        });
        for _ in 0..count {
            let (weight, cell) = self.heaviest_cell(pairs, weights);
            let of_two = weights.heaviest(two, weight);
            let weight = of_two.map_or(weight, |(weight, ..)| weight);
            let lines = weights
                .heaviest(three, THREE_TRIADS_MARGIN * weight)
                .or(of_two);
            if lines.is_none() && cell.is_none() {
                break;
            }
            states.extend([*self; 2]);
            let [.., other, one] = &mut states[..] else {
                break;
            };
            // Each branch is chosen once.
            if let Some((_, are_rows, band, at)) = lines {
                self.divide((are_rows, band, at), one, other);
                two.iter_mut()
                    .chain(&mut three)
                    .for_each(|words| words[band] &= !(1 << at));
            } else if let Some((word, at, [a, b])) = cell {
                one.words_mut()[word] ^= 1 << b;
                other.words_mut()[word] ^= 1 << a;
                pairs[word % 4] &= !(1 << at);
            }
        }
    }

    /// The number of candidates in all cells.
    pub fn count_candidates(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// The heaviest of these cells with two candidates: its weight, its word, its bit in `cells`,
    /// and the bits of both candidates. The cells are as in [`pairs`].
    fn heaviest_cell(
        &self,
        cells: [u32; 4],
        weights: &Weights,
    ) -> (u32, Option<(usize, usize, [usize; 2])>) {
        let mut heaviest = (0, None);
        for (band, weights) in weights.of_digits[..3].iter().enumerate() {
            for at in set_bits(cells[band]) {
                let (k, stack) = (
                    9 - at % STACK_SHIFT as usize,
                    at - at % STACK_SHIFT as usize,
                );
                let word = 4 * k + band;
                let digits = self.words()[word] & ALL << stack;
                let (a, b) = (digits.trailing_zeros() as usize, digits.ilog2() as usize);
                let weight = weights[a] + weights[b];
                if weight > heaviest.0 {
                    heaviest = (weight, Some((word, at, [a, b])));
                }
            }
        }
        heaviest
    }

    /// Keeps a digit of a box only in its first line in `one`, and only in the others in `other`.
    fn divide(
        &self,
        (are_rows, band, at): (bool, usize, usize),
        one: &mut State,
        other: &mut State,
    ) {
        let mut first = None;
        for (line, x) in (0..9).map(|k| (k / 3, k % 3)) {
            let (i, j) = if are_rows { (line, x) } else { (x, line) };
            if self.0[i][j][band] >> at & 1 == 1 {
                let part = if line == *first.get_or_insert(line) {
                    &mut *other
                } else {
                    &mut *one
                };
                part.0[i][j][band] ^= 1 << at;
            }
        }
    }
}

/// The word that has the candidates of a cell, and their place in it.
fn place(cell: usize) -> (usize, usize) {
    let (r, c) = (cell / 9, cell % 9);
    (
        12 * (r % 3) + 4 * (c % 3) + r / 3,
        STACK_SHIFT as usize * (c / 3),
    )
}

/// See [`State::propagate`].
#[inline(always)]
fn propagate<S: Simd>(simd: S, states: &mut [State]) -> [Propagation; WIDTH] {
    let mut outcomes = [Ok(false); WIDTH];
    // As many states at a time as there is room for in a vector.
    let at_a_time = S::u32s::LEN / 4;
    for (states, outcomes) in states
        .chunks_mut(at_a_time)
        .zip(outcomes.chunks_mut(at_a_time))
    {
        let words = &mut load::<S, S::u32s>(simd, states);
        let mut before = sums(words);
        // Bit 4k of these masks stands for state k.
        let (mut open, mut failed, mut solved) = (0x1111 & ((1 << (4 * states.len())) - 1), 0, 0);
        let mut contradictions = S::u32s::splat(simd, 0);
        while open != 0 {
            let (several, first) = eliminate_by_naked_singles(simd, words);
            let second = eliminate_by_triads(simd, words);
            let after = sums(words);
            let failed_first = any_band(first.simd_ne(0));
            let failing = failed_first | any_band(second.simd_ne(0));
            let unsolved = any_band(several.simd_ne(0));
            let changed = any_band(((after[0] ^ before[0]) | (after[1] ^ before[1])).simd_ne(0));
            let ending = (failing | !(unsolved & changed)) & open;
            if ending != 0 {
                // The first contradiction shows best where to branch: later ones follow from it
                // and also involve other boxes.
                let lanes_of =
                    |states: u64| <S::u32s as SimdBase<S>>::Mask::from_bitmask(simd, states * 0xf);
                contradictions = lanes_of(ending)
                    .select(lanes_of(failed_first).select(first, second), contradictions);
                failed |= ending & failing;
                solved |= ending & !unsolved;
                open &= !ending;
            }
            before = after;
        }
        store(words, states);
        for (k, (outcome, digits)) in outcomes
            .iter_mut()
            .zip(contradictions.as_slice().as_chunks().0)
            .enumerate()
        {
            let is = |mask: u64| mask >> (4 * k) & 1 == 1;
            *outcome = if is(failed) {
                Err(*digits)
            } else {
                Ok(is(solved))
            };
        }
    }
    outcomes
}

/// Bit 4k is set if any element of state k is.
#[inline(always)]
fn any_band<S: Simd>(mask: impl SimdMask<S>) -> u64 {
    let mask = mask.to_bitmask();
    let mask = mask | mask >> 1;
    (mask | mask >> 2) & 0x1111
}

// These are loops because the closures of `map` would not be compiled for the vector instructions
// in use.

#[inline(always)]
fn load<S: Simd, V: SimdInt<S, Element = u32>>(simd: S, states: &[State]) -> Vectors<V> {
    let mut words = [[V::splat(simd, 0); 3]; 3];
    for (k, words) in words.as_flattened_mut().iter_mut().enumerate() {
        for (bands, state) in words.as_mut_slice().chunks_exact_mut(4).zip(states) {
            bands.copy_from_slice(&state.0.as_flattened()[k]);
        }
    }
    words
}

#[inline(always)]
fn store<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>, states: &mut [State]) {
    for (k, words) in words.as_flattened().iter().enumerate() {
        for (bands, state) in words.as_slice().chunks_exact(4).zip(&mut *states) {
            state.0.as_flattened_mut()[k].copy_from_slice(bands);
        }
    }
}

/// The cells with two candidates. For each band a word where bit 9 - k of each mask stands for the
/// cell in word k.
#[inline(always)]
fn pairs<S: Simd>(simd: S, words: &Vectors<u32x4<S>>) -> [u32; 4] {
    let mut pairs = u32x4::splat(simd, 0);
    for (word, k) in words.as_flattened().iter().zip(0..) {
        let second = without_lowest(*word);
        pairs |= ((second + FULL) & !(without_lowest(second) + FULL) & ABOVE) >> k;
    }
    pairs.into()
}

/// The digits that have two lines in a box, and those that have three: a word for each band.
#[inline(always)]
fn undecided_triads<S: Simd>([a, b, c]: [u32x4<S>; 3]) -> [[u32; 4]; 2] {
    let three = a & b & c;
    [
        (((a & b) | (b & c) | (c & a)) & !three).into(),
        three.into(),
    ]
}

/// The candidates of the minirows: a vector for each row of the boxes.
#[inline(always)]
fn minirows<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>) -> [V; 3] {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [a | b | c, d | e | f, g | h | i]
}

/// The candidates of the minicolumns: a vector for each column of the boxes.
#[inline(always)]
fn minicolumns<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>) -> [V; 3] {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [a | d | g, b | e | h, c | f | i]
}

/// Changes whenever a word loses bits. The sum of all nine words could overflow.
#[inline(always)]
fn sums<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>) -> [V; 2] {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [(a + b + c) + (d + e + f), g + h + i]
}

/// Eliminates naked singles from the other cells of their boxes; the triads take care of their rows
/// and columns. Returns the boxes that have a cell with several candidates, and the contradictions:
/// boxes with a cell without a candidate, and equal singles in a unit.
#[inline(always)]
fn eliminate_by_naked_singles<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    words: &mut Vectors<V>,
) -> (V, V) {
    let [mut several, mut filled, mut twice] = [V::splat(simd, 0); 3];
    let (mut singles, mut not_empty) = (*words, V::splat(simd, ABOVE));
    for single in singles.as_flattened_mut() {
        let less = *single + FULL;
        not_empty &= less;
        let unsolved = full_if_any(less & *single);
        several |= unsolved;
        *single &= !unsolved;
    }
    for [a, b, c] in singles {
        twice |= (a & b) | (c & (a | b)) | (filled & (a | b | c));
        filled |= a | b | c;
    }
    for (word, single) in words
        .as_flattened_mut()
        .iter_mut()
        .zip(singles.as_flattened())
    {
        *word &= !filled | *single;
    }
    for (row, column) in minirows(&singles).into_iter().zip(minicolumns(&singles)) {
        let (next_row, next_column) = (rotate_stacks(row), rotate_bands(simd, column));
        let row_twice = row & (next_row | rotate_stacks(next_row));
        let column_twice = column & (next_column | rotate_bands(simd, next_column));
        twice |= (row_twice | column_twice) & all_boxes::<S, V>(simd);
    }
    let no_empty = not_empty - (not_empty >> 9);
    (several, twice | (!no_empty & all_boxes::<S, V>(simd)))
}

/// Minirows and minicolumns that are on no permutation of a digit lose it, see
/// [`restrict_to_permutations`]. A cell whose minirow and minicolumn must both hold the same digit
/// is a hidden single and loses the others. Two such digits are a contradiction.
#[inline(always)]
fn eliminate_by_triads<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    words: &mut Vectors<V>,
) -> V {
    let (rows, in_row, no_row) = restrict_to_permutations(simd, minirows(words), rotate_stacks);
    for (cells, row) in words.iter_mut().zip(rows) {
        cells.iter_mut().for_each(|word| *word &= row);
    }
    let (columns, in_column, no_column) =
        restrict_to_permutations(simd, minicolumns(words), |words| rotate_bands(simd, words));
    let mut contradiction = no_row | no_column;
    for (cells, in_row) in words.iter_mut().zip(in_row) {
        for ((word, column), in_column) in cells.iter_mut().zip(columns).zip(in_column) {
            let held = in_row & in_column;
            contradiction |= without_lowest(held);
            *word &= column & (held | !full_if_any(held));
        }
    }
    contradiction
}

/// In a band a digit takes one minirow of each row and one of each box. A minirow that is on no
/// such permutation loses the digit: that covers pointing, claiming and most hidden singles. The
/// same holds for minicolumns of a stack; `rotate` leads to the next box. A triad must hold the
/// digits that no parallel triad of its box can hold. If there are three, it loses the others.
///
/// Returns the triads, what each must hold, and the contradictions: digits that are in no triad of
/// a box, and digits that a triad must hold beyond three.
#[inline(always)]
fn restrict_to_permutations<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    [a, b, c]: [V; 3],
    rotate: impl Fn(V) -> V,
) -> ([V; 3], [V; 3], V) {
    let [a1, b1, c1] = [rotate(a), rotate(b), rotate(c)];
    let a2 = a & rotate((b & c1) | (b1 & c));
    let b2 = b & rotate((c & a1) | (c1 & a));
    let c2 = c & rotate((a & b1) | (a1 & b));
    let musts = [a2 & !(b2 | c2), b2 & !(c2 | a2), c2 & !(a2 | b2)];
    let (mut triads, mut contradiction) = ([a2, b2, c2], all_boxes::<S, V>(simd) & !(a2 | b2 | c2));
    for (triad, must) in triads.iter_mut().zip(musts) {
        let third = without_lowest(without_lowest(must));
        contradiction |= without_lowest(third);
        *triad &= must | !full_if_any(third);
    }
    (triads, musts, contradiction)
}

#[inline(always)]
fn all_boxes<S: Simd, V: SimdInt<S, Element = u32>>(simd: S) -> V {
    V::Mask::from_bitmask(simd, 0x7777).select(V::splat(simd, FULL), V::splat(simd, 0))
}

/// The masks of each word rotated to the previous stack. Leaves stray bits above the masks.
#[inline(always)]
fn rotate_stacks<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    (words >> STACK_SHIFT) | (words << (2 * STACK_SHIFT))
}

/// The words rotated to the previous band. Leaves a stray word in the fourth.
#[inline(always)]
fn rotate_bands<S: Simd, V: SimdInt<S, Element = u32>>(simd: S, words: V) -> V {
    let first_two = V::Mask::from_bitmask(simd, 0x3333_3333);
    first_two.select(
        words.slide_within_blocks::<1>(words),
        words.slide_within_blocks::<2>(words),
    )
}

/// Each mask without its lowest digit. Subtracting from the bit above a mask keeps the borrow out
/// of the next mask.
#[inline(always)]
fn without_lowest<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    (words + FULL) & words
}

/// All nine digits for each mask that is not empty. As in [`without_lowest`], the bit above a mask
/// is set if the mask is not empty.
#[inline(always)]
fn full_if_any<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    let any = (words + FULL) & ABOVE;
    any - (any >> 9)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{HARD, SLOW};
    use super::*;
    use crate::grid::{CELLS, Cell, UNITS, Unit};

    fn propagate(state: &mut State, level: Level) -> Propagation {
        State::propagate(std::slice::from_mut(state), level)[0]
    }

    /// The parts of a branch where all weights are equal.
    fn branch(state: &State, level: Level) -> [State; 2] {
        let mut open = Vec::new();
        state.branch(&Weights::new(), level, 1, &mut open);
        open.try_into().expect("two states")
    }

    /// Puzzles in which nothing has been eliminated.
    fn states() -> impl Iterator<Item = State> {
        HARD.into_iter()
            .chain(SLOW)
            .map(|puzzle| State::new(&Candidates::from(&puzzle.parse::<Grid>().unwrap())))
    }

    #[test]
    fn naked_singles_are_eliminated_from_the_cells_that_see_them() {
        const FIVE: u16 = 1 << 4;
        let sees =
            |cell: usize, other: usize| UNITS[cell].iter().any(|unit| UNITS[other].contains(unit));
        let with = |one: usize, other: usize, digits: u16| {
            let mut state = State::new(&Candidates::ALL);
            state.restrict(one, digits);
            state.restrict(other, digits);
            state
        };
        for (one, other) in (0..CELLS).flat_map(|one| (one..CELLS).map(move |other| (one, other))) {
            let mut state = with(one, other, FIVE);
            let conflict = one != other && sees(one, other);
            assert_eq!(
                propagate(&mut state, Level::new()).is_err(),
                conflict,
                "{one} and {other}"
            );
            for cell in (0..CELLS).filter(|_| !conflict) {
                let left = match cell {
                    _ if cell == one || cell == other => FIVE,
                    _ if sees(cell, one) || sees(cell, other) => 0x1ff - FIVE,
                    _ => 0x1ff,
                };
                assert_eq!(
                    state.candidates(cell),
                    left,
                    "{cell} with {one} and {other}"
                );
            }
            assert!(propagate(&mut with(one, other, 0), Level::new()).is_err());
        }
    }

    #[test]
    fn propagation_leaves_no_single_and_nothing_to_point_at_or_claim() {
        for mut state in states() {
            while propagate(&mut state, Level::new()) == Ok(false) {
                for (unit, digit) in
                    Unit::all().flat_map(|unit| (0..9).map(move |i| (unit, 1 << i)))
                {
                    let has = |cell: &usize| state.candidates(*cell) & digit != 0;
                    let in_unit = |unit: Unit| unit.cells().map(Cell::index);
                    let places: Vec<usize> = in_unit(unit).filter(has).collect();
                    // A naked single has no other place in the unit, a hidden single no other digit
                    // in the cell.
                    let is_decided = places.iter().any(|&cell| state.candidates(cell) == digit);
                    assert_eq!(is_decided, places.len() == 1, "{places:?}");
                    // If all places are in another unit too, that unit has no others.
                    for other in Unit::all().filter(|other| {
                        places
                            .iter()
                            .all(|&cell| in_unit(*other).any(|c| c == cell))
                    }) {
                        assert!(
                            in_unit(other).filter(has).eq(places.iter().copied()),
                            "{places:?}"
                        );
                    }
                }
                state = branch(&state, Level::new())[0];
            }
        }
    }

    #[test]
    fn all_vector_instructions_eliminate_the_same() {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let levels = [
            best.as_avx2().map(|simd| simd.level()),
            best.as_sse4_2().map(|simd| simd.level()),
            Some(best),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let levels = [Some(best)];
        for level in levels.into_iter().flatten() {
            let mut open: Vec<State> = states().collect();
            for _ in 0..2000 {
                let Some(mut state) = open.pop() else { break };
                let mut same = state;
                let outcome = propagate(&mut state, level);
                assert_eq!(
                    propagate(&mut same, Level::baseline()),
                    outcome,
                    "{level:?}"
                );
                if outcome == Ok(false) {
                    assert_eq!(same, state, "{level:?}");
                    let parts = branch(&state, level);
                    assert_eq!(parts, branch(&state, Level::baseline()), "{level:?}");
                    open.extend(parts);
                }
            }
        }
    }

    /// The states of a vector end after different numbers of rounds, and none may depend on the
    /// others.
    #[test]
    fn states_that_are_propagated_together_end_as_each_does_alone() {
        let mut open: Vec<State> = states().collect();
        for count in (1..=WIDTH).cycle().take(2000) {
            let from = open.len().saturating_sub(count);
            let mut together = open.split_off(from);
            let mut alone = together.clone();
            let outcomes = State::propagate(&mut together, Level::new());
            for ((state, outcome), alone) in together.iter().zip(outcomes).zip(&mut alone) {
                assert_eq!(outcome, propagate(alone, Level::new()));
                if outcome != Ok(false) {
                    continue;
                }
                assert_eq!(state, alone);
                open.extend(branch(state, Level::new()));
            }
        }
    }

    #[test]
    fn a_contradiction_counts_once_for_each_digit_of_each_box_involved() {
        let mut weights = Weights::new();
        // The digit 1 in two bands of the first stack, then 2 and 9 in two bands of the second.
        weights.bump([1, 1, 0, 0]);
        weights.bump([0, 1 | 2 << STACK_SHIFT, 1 << (STACK_SHIFT + 8), 0]);
        let above = |band: usize| {
            let above = (0..32).map(move |at| (at, weights.of_digits[band][at] - 5));
            above.filter(|&(_, above)| above > 0).collect::<Vec<_>>()
        };
        assert_eq!(
            [0, 1, 2].map(above),
            [vec![(0, 1)], vec![(0, 2), (11, 1)], vec![(18, 1)]]
        );
        assert_eq!(weights.greatest, 7);
    }

    /// If a part lost nothing, its search would not end.
    #[test]
    fn both_parts_of_a_branch_lose_candidates_but_not_the_same() {
        for mut state in states() {
            while propagate(&mut state, Level::new()) == Ok(false) {
                let parts = branch(&state, Level::new());
                let eliminated = parts.map(|part| -> Vec<(usize, u32)> {
                    let pairs = state.words().iter().zip(part.words()).enumerate();
                    pairs
                        .map(|(k, (&before, &after))| (k, before ^ after))
                        .filter(|&(_, lost)| lost != 0)
                        .collect()
                });
                let [one, other] = &eliminated;
                assert!(!one.is_empty() && !other.is_empty(), "{eliminated:?}");
                assert!(one.iter().all(|(k, lost)| {
                    other
                        .iter()
                        .all(|(l, lost_there)| k != l || lost & lost_there == 0)
                }));
                state = parts[0];
            }
        }
    }
}
