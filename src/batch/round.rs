//! One round of propagation: what the rules strike from the candidates of all lanes at once, without a branch.

use fearless_simd::prelude::*;

use super::words::{ALL, Lanes, WORDS, Words, add, exactly_one, turn_bands, turn_stacks, word};

/// The grids of all lanes, and what the last round saw in them.
pub(super) struct State<S: Simd> {
    pub words: Words<S>,
    /// By cell of the box: the boxes and digits whose naked single is there. Meaningful only where `placed` is set.
    naked: [Lanes<S>; 9],
    /// By digit group: the boxes that have a naked single of the digit.
    placed: [Lanes<S>; 3],
    /// The sum of all words after the last round: a round that leaves it as it was has struck nothing.
    sum: Lanes<S>,
}

/// What a round found out, a bit a lane.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    /// Some cell or digit has no place.
    pub dead: u64,
    /// Every cell has one candidate, and they obey the rules.
    pub solved: u64,
    /// Neither, and nothing was struck.
    pub stuck: u64,
}

impl<S: Simd> State<S> {
    pub fn new(simd: S) -> Self {
        let zero = Lanes::<S>::splat(simd, 0);
        State { words: [zero; WORDS], naked: [zero; 9], placed: [zero; 3], sum: zero }
    }

    /// Must be told of the lanes whose words have been replaced, not only reduced.
    #[inline(always)]
    pub fn forget(&mut self, simd: S, lanes: u64) {
        let zero = Lanes::<S>::splat(simd, 0);
        let replaced = S::mask32s::from_bitmask(simd, lanes);
        for placed in &mut self.placed {
            *placed = replaced.select(zero, *placed);
        }
        self.sum = replaced.select(zero, self.sum);
    }

    /// The cells of the boxes without the digits that are naked singles elsewhere in their box.
    #[inline(always)]
    fn without_placed(&self, g: usize) -> [Lanes<S>; 9] {
        let elsewhere = !self.placed[g];
        core::array::from_fn(
            #[inline(always)]
            |x| self.words[9 * g + x] & (self.naked[x] | elsewhere),
        )
    }

    /// Strikes, in this order:
    ///
    /// 1. from the other cells of its box, the digit of a naked single that the last round saw;
    /// 2. from minirows, then from minicolumns, the digits whose minirows in the band (minicolumns in the stack) cannot be one
    ///    in each row and one in each box: that is hidden singles, pointing and claiming at once;
    /// 3. from a triad that has three digits which are nowhere else in its box, the others;
    /// 4. from a cell, the other digits if the box has no other minirow and no other minicolumn for one of its digits.
    #[inline(always)]
    pub fn round(&mut self, simd: S) -> Outcome {
        let all = Lanes::<S>::splat(simd, ALL);
        let zero = Lanes::<S>::splat(simd, 0);
        let was_filled = self.placed[0] & self.placed[1] & self.placed[2];
        let mut rows = [Triads::<S>::none(simd); 3];
        let mut columns = rows;
        // Every digit has a place in every box.
        let mut complete = all;
        for g in 0..3 {
            let mut cells = self.without_placed(g);
            rows[g] = Triads::possible(
                core::array::from_fn(
                    #[inline(always)]
                    |i| cells[3 * i] | cells[3 * i + 1] | cells[3 * i + 2],
                ),
                turn_stacks::<S>,
            );
            for (x, cell) in cells.iter_mut().enumerate() {
                *cell &= rows[g].places[x / 3];
            }
            columns[g] = Triads::possible(
                core::array::from_fn(
                    #[inline(always)]
                    |j| cells[j] | cells[3 + j] | cells[6 + j],
                ),
                turn_bands::<S>,
            );
            complete = complete & rows[g].any() & columns[g].any();
        }
        let mut crowded = zero;
        for x in 0..3 {
            crowded |= fill(&mut rows, x) | fill(&mut columns, x);
        }
        let mut sum = zero;
        // Every cell has a candidate.
        let mut filled = all;
        let mut placed = [zero; 3];
        let mut singles = zero;
        for i in 0..3 {
            for j in 0..3 {
                let held: [Lanes<S>; 3] = core::array::from_fn(
                    #[inline(always)]
                    |g| rows[g].asserted[i] & columns[g].asserted[j],
                );
                let any = held[0] | held[1] | held[2];
                let taken = any | other_digits::<S>(any);
                let cell: [Lanes<S>; 3] = core::array::from_fn(
                    #[inline(always)]
                    |g| {
                        let cell = self.words[word(g, i, j)] & (self.naked[3 * i + j] | !self.placed[g]);
                        cell & rows[g].places[i] & columns[g].places[j] & (held[g] | !taken)
                    },
                );
                let [a, b, c] = cell;
                let any = a | b | c;
                let others = other_digits::<S>(any);
                filled &= any | others;
                let naked = exactly_one::<S>(a, b, c) & !others;
                self.naked[3 * i + j] = naked;
                singles += naked;
                sum += a + b + c;
                for g in 0..3 {
                    self.words[word(g, i, j)] = cell[g];
                    placed[g] |= cell[g] & naked;
                }
            }
        }
        self.placed = placed;
        let struck_nothing = sum.simd_eq(self.sum).to_bitmask();
        self.sum = sum;
        let broken = complete.simd_ne(all).to_bitmask();
        let empty = (filled & !crowded).simd_ne(all).to_bitmask();
        // Two naked singles of one digit in one box count twice here and once there.
        let repeated = singles.simd_ne(placed[0] + placed[1] + placed[2]).to_bitmask();
        let solved = was_filled.simd_eq(all).to_bitmask() & !broken;
        let dead = (broken | empty | repeated) & !solved;
        Outcome { dead, solved, stuck: struck_nothing & !dead & !solved }
    }
}

/// The minirows, or minicolumns, of a digit group, by line of the box.
#[derive(Clone, Copy)]
struct Triads<S: Simd> {
    /// Where the digit can be.
    places: [Lanes<S>; 3],
    /// Where it must be: the box has no other.
    asserted: [Lanes<S>; 3],
}

impl<S: Simd> Triads<S> {
    fn none(simd: S) -> Self {
        let zero = Lanes::<S>::splat(simd, 0);
        Triads { places: [zero; 3], asserted: [zero; 3] }
    }

    /// Of these places, those that lie on a permutation: one in each line, and one in each box along `turn`.
    #[inline(always)]
    fn possible([a, b, c]: [Lanes<S>; 3], turn: impl Fn(Lanes<S>) -> Lanes<S>) -> Self {
        let [a1, b1, c1] = [turn(a), turn(b), turn(c)];
        let a2 = a & turn((b & c1) | (b1 & c));
        let b2 = b & turn((c & a1) | (c1 & a));
        let c2 = c & turn((a & b1) | (a1 & b));
        Triads { places: [a2, b2, c2], asserted: [a2 & !(b2 | c2), b2 & !(c2 | a2), c2 & !(a2 | b2)] }
    }

    #[inline(always)]
    fn any(&self) -> Lanes<S> {
        self.places[0] | self.places[1] | self.places[2]
    }
}

/// A triad holds three digits: one with three asserted loses the others. Returns those with more than three.
#[inline(always)]
fn fill<S: Simd>(groups: &mut [Triads<S>; 3], line: usize) -> Lanes<S> {
    let [a, b, c] = [groups[0].asserted[line], groups[1].asserted[line], groups[2].asserted[line]];
    // Count over the groups, then over the three digits of a group, which are three turns of nine bits.
    let (one, two) = add::<S>(a, b, c);
    let [one1, one2] = [(one << 9) | (one >> 18), (one << 18) | (one >> 9)];
    let [two1, two2] = [(two << 9) | (two >> 18), (two << 18) | (two >> 9)];
    let (odd, carry) = add::<S>(one, one1, one2);
    let (_, more) = add::<S>(two, two1, two2);
    let pair = two | two1 | two2;
    let full = (pair | carry) & odd;
    groups[0].places[line] &= a | !full;
    groups[1].places[line] &= b | !full;
    groups[2].places[line] &= c | !full;
    more | (carry & pair)
}

/// The cells of any of the two other digits of a group. Leaves bits above those in use.
#[inline(always)]
fn other_digits<S: Simd>(cells: Lanes<S>) -> Lanes<S> {
    (cells << 9) | (cells >> 18) | (cells << 18) | (cells >> 9)
}
