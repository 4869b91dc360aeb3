//! One round of propagation: what the rules strike from the candidates of all lanes at once, without a branch.
//!
//! In some 1010 instructions a round finds all naked singles, hidden singles, pointing and claiming pairs and triples, and
//! triads whose three digits are known. It is written as straight calls rather than loops: so much code would not be unrolled,
//! and arrays indexed by a loop would lie in memory instead of registers.

use fearless_simd::prelude::*;

use super::pool::Arrivals;
use super::words::{
    ALL, Lanes, WORDS, Words, add, exactly_one, nine, other_digits, three, turn_bands, turn_digits, turn_stacks, word,
};

/// The grids of all lanes, and what the last round saw in them.
pub(super) struct State<S: Simd> {
    pub words: Words<S>,
    /// By cell of the box: the boxes and digits whose naked single is there. Means something only where `placed` is set.
    naked: [Lanes<S>; 9],
    /// By digit group: the boxes that have a naked single of the digit.
    placed: [Lanes<S>; 3],
}

/// What a round found out, one bit a lane.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    /// Some cell or some digit has no place left, or too many a place.
    pub dead: u64,
    /// Every cell has one candidate, and they obey the rules.
    pub solved: u64,
    /// Neither, and no naked single is new; if it was hasty, hardly any. What is still to be struck will be so after a guess as
    /// well; a round that strikes no more would cost as much as any.
    pub stuck: u64,
}

impl<S: Simd> State<S> {
    pub fn new(simd: S) -> Self {
        let zero = Lanes::<S>::splat(simd, 0);
        State { words: [zero; WORDS], naked: [zero; 9], placed: [zero; 3] }
    }

    /// Must be told of the lanes whose words have been replaced, not only reduced.
    #[inline(always)]
    pub fn forget(&mut self, simd: S, lanes: u64) {
        let zero = Lanes::<S>::splat(simd, 0);
        let replaced = S::mask32s::from_bitmask(simd, lanes);
        for placed in &mut self.placed {
            *placed = replaced.select(zero, *placed);
        }
    }

    /// Strikes, in this order:
    ///
    /// 1. from the other cells of its box, the digit of a naked single that the last round saw;
    /// 2. from minirows, the digits that no permutation has there: in a band a digit takes one minirow in each row and one in
    ///    each box, so a minirow that lies on no such choice cannot have it. That is hidden singles, pointing and claiming at
    ///    once; then from a minirow in which three digits must be, all others;
    /// 3. the same from what is left of minicolumns;
    /// 4. from what is left of minirows, once more what no permutation has: a round takes a fifth longer with it, and the rounds
    ///    that it saves are worth more;
    /// 5. from a cell, all others if a digit has no other minirow and no other minicolumn in the box.
    #[inline(always)]
    pub fn round(&mut self, simd: S, arrivals: &Arrivals<S>, is_hasty: bool) -> Outcome {
        let all = Lanes::<S>::splat(simd, ALL);
        let zero = Lanes::<S>::splat(simd, 0);

        let mut rows = three!(|g| self.minirows(g, arrivals));
        fill(&mut rows, 0);
        fill(&mut rows, 1);
        fill(&mut rows, 2);
        let mut columns = three!(|g| self.minicolumns(g, &rows[g]));
        fill(&mut columns, 0);
        fill(&mut columns, 1);
        fill(&mut columns, 2);
        let rows = three!(|g| self.minirows_again(g, &rows[g], &columns[g]));
        // Every digit has a place in every box: in a minirow, and so in a minicolumn.
        let complete = rows[0].any() & rows[1].any() & rows[2].any();

        let mut seen = Seen { filled: complete, placed: [zero; 3], naked: zero };
        self.cell(&rows, &columns, 0, 0, &mut seen);
        self.cell(&rows, &columns, 0, 1, &mut seen);
        self.cell(&rows, &columns, 0, 2, &mut seen);
        self.cell(&rows, &columns, 1, 0, &mut seen);
        self.cell(&rows, &columns, 1, 1, &mut seen);
        self.cell(&rows, &columns, 1, 2, &mut seen);
        self.cell(&rows, &columns, 2, 0, &mut seen);
        self.cell(&rows, &columns, 2, 1, &mut seen);
        self.cell(&rows, &columns, 2, 2, &mut seen);

        let empty = (seen.filled & all).simd_ne(all);
        // Two naked singles of one digit in one box count twice on the left and once on the right.
        let repeated = seen.naked.simd_ne(seen.placed[0] + seen.placed[1] + seen.placed[2]);
        let dead = (empty | repeated).to_bitmask();
        // Every digit has a naked single in every box: nine in nine cells.
        let filled = (seen.placed[0] & seen.placed[1] & seen.placed[2]).simd_eq(all).to_bitmask() & !dead;
        let solved = if filled != 0 { filled & self.lawful(simd) } else { 0 };
        let [a, b, c] = three!(|g| seen.placed[g] ^ self.placed[g]);
        // Without the lowest bit, if hasty: one new naked single in a box does not count.
        let new = a | b | c;
        let stuck =
            (new & (new - Lanes::<S>::splat(simd, is_hasty.into()))).simd_eq(zero).to_bitmask() & !dead & !solved;
        self.placed = seen.placed;
        Outcome { dead, solved, stuck }
    }

    /// The lanes in which each digit is in one minirow of a row at most, and in one minicolumn of a column: all that a filled one
    /// needs to be a solution. Another round would tell too, for the price of a round.
    #[inline(always)]
    fn lawful(&self, simd: S) -> u64 {
        let mut twice = Lanes::<S>::splat(simd, 0);
        for g in 0..3 {
            for x in 0..3 {
                let [a, b, c] = three!(|j| self.words[word(g, x, j)]);
                let row = a | b | c;
                twice |= row & turn_stacks::<S>(row);
                let [a, b, c] = three!(|i| self.words[word(g, i, x)]);
                let column = a | b | c;
                twice |= column & turn_bands::<S>(column);
            }
        }
        twice.simd_eq(0).to_bitmask()
    }

    /// Strikes naked singles from the other cells of their boxes. The minirows of a digit group then.
    #[inline(always)]
    fn minirows(&mut self, g: usize, arrivals: &Arrivals<S>) -> Triads<S> {
        let left =
            nine!(|cell| arrivals.word(9 * g + cell, self.words[9 * g + cell]) & (self.naked[cell] | !self.placed[g]));
        self.words[9 * g..9 * g + 9].copy_from_slice(&left);
        Triads::<S>::minirows(left)
    }

    /// The minicolumns of a digit group without what is not left in minirows.
    #[inline(always)]
    fn minicolumns(&self, g: usize, rows: &Triads<S>) -> Triads<S> {
        Triads::<S>::minicolumns(nine!(|cell| self.words[9 * g + cell] & rows.places[cell / 3]))
    }

    /// Strikes what is not left in minirows and minicolumns. The minirows of a digit group then.
    #[inline(always)]
    fn minirows_again(&mut self, g: usize, rows: &Triads<S>, columns: &Triads<S>) -> Triads<S> {
        let left = nine!(|cell| self.words[9 * g + cell] & rows.places[cell / 3] & columns.places[cell % 3]);
        self.words[9 * g..9 * g + 9].copy_from_slice(&left);
        Triads::<S>::minirows(left)
    }

    /// Strikes from a cell of the box what is not left in minirows, and what cannot be with a digit that must be there; looks for
    /// naked singles.
    #[inline(always)]
    fn cell(&mut self, rows: &[Triads<S>; 3], columns: &[Triads<S>; 3], i: usize, j: usize, seen: &mut Seen<S>) {
        let cell = 3 * i + j;
        let held = three!(|g| rows[g].asserted(i) & columns[g].asserted(j));
        let any = held[0] | held[1] | held[2];
        let taken = any | other_digits::<S>(any);
        let [a, b, c] = three!(|g| self.words[word(g, i, j)] & rows[g].places[i] & (held[g] | !taken));
        let any = a | b | c;
        let others = other_digits::<S>(any);
        let naked = exactly_one::<S>(a, b, c) & !others;
        seen.filled &= any | others;
        seen.naked += naked;
        seen.placed[0] |= a & naked;
        seen.placed[1] |= b & naked;
        seen.placed[2] |= c & naked;
        self.naked[cell] = naked;
        self.words[word(0, i, j)] = a;
        self.words[word(1, i, j)] = b;
        self.words[word(2, i, j)] = c;
    }
}

/// What the cells looked at so far have shown.
struct Seen<S: Simd> {
    /// Each of them has a candidate.
    filled: Lanes<S>,
    /// By digit group: the boxes that have a naked single of the digit.
    placed: [Lanes<S>; 3],
    /// The sum of their naked singles.
    naked: Lanes<S>,
}

/// The minirows, or minicolumns, of a digit group: where the digits can be, by line of the box.
#[derive(Clone, Copy)]
struct Triads<S: Simd> {
    places: [Lanes<S>; 3],
}

impl<S: Simd> Triads<S> {
    /// The minirows of these nine cells of the box.
    #[inline(always)]
    fn minirows([a, b, c, d, e, f, g, h, i]: [Lanes<S>; 9]) -> Self {
        Self::permuted(a | b | c, d | e | f, g | h | i, turn_stacks::<S>)
    }

    /// Their minicolumns.
    #[inline(always)]
    fn minicolumns([a, b, c, d, e, f, g, h, i]: [Lanes<S>; 9]) -> Self {
        Self::permuted(a | d | g, b | e | h, c | f | i, turn_bands::<S>)
    }

    /// Of three lines, the places that lie on a permutation: one in each line, and one in each box along `turn`.
    #[inline(always)]
    fn permuted(a: Lanes<S>, b: Lanes<S>, c: Lanes<S>, turn: impl Fn(Lanes<S>) -> Lanes<S>) -> Self {
        // A place is good if the two other lines have places in the two other boxes, one way or the other.
        let (a1, b1, c1) = (turn(a), turn(b), turn(c));
        let places = [
            a & turn((b & c1) | (b1 & c)),
            b & turn((c & a1) | (c1 & a)),
            c & turn((a & b1) | (a1 & b)), //
        ];
        Triads { places }
    }

    /// Where the digit must be in this line: its box has no other place.
    #[inline(always)]
    fn asserted(&self, line: usize) -> Lanes<S> {
        self.places[line] & !(self.places[(line + 1) % 3] | self.places[(line + 2) % 3])
    }

    #[inline(always)]
    fn any(&self) -> Lanes<S> {
        self.places[0] | self.places[1] | self.places[2]
    }
}

/// A triad holds three digits: one with three asserted loses the others.
#[inline(always)]
fn fill<S: Simd>(groups: &mut [Triads<S>; 3], line: usize) {
    let [a, b, c] = [groups[0].asserted(line), groups[1].asserted(line), groups[2].asserted(line)];
    // Count over the groups, then over the fields of digits.
    let (one, two) = add::<S>(a, b, c);
    let (one1, one2) = turn_digits::<S>(one);
    let (two1, two2) = turn_digits::<S>(two);
    let (odd, carry) = add::<S>(one, one1, one2);
    let pair = two | two1 | two2;
    let full = (pair | carry) & odd;
    groups[0].places[line] &= a | !full;
    groups[1].places[line] &= b | !full;
    groups[2].places[line] &= c | !full;
}
