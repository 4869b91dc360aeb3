//! One round of propagation: what the rules strike from the candidates of all lanes at once, without a branch.

use fearless_simd::prelude::*;

use super::words::{ALL, Lanes, WORDS, Words, turn_bands, turn_stacks, word};

/// The grids of all lanes, and what the last round saw in them.
pub(super) struct State<S: Simd> {
    pub words: Words<S>,
    /// By cell of the box: the boxes and digits whose naked single is there. Meaningful only where `placed` is set.
    naked: [Lanes<S>; 9],
    /// By digit group: the boxes that have a naked single of the digit.
    placed: [Lanes<S>; 3],
    /// The sum of all words in the middle of the last round: a round that does not change it has struck nothing.
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

    /// Strikes, in this order:
    ///
    /// 1. from the other cells of its box, the digit of a naked single that the last round saw;
    /// 2. from minirows, then from minicolumns, the digits whose minirows in the band (minicolumns in the stack) cannot be one
    ///    in each row and one in each box: that is hidden singles, pointing and claiming at once;
    /// 3. from a cell, the other digits if the box has no other minirow and no other minicolumn for one of its digits.
    #[inline(always)]
    pub fn round(&mut self, simd: S) -> Outcome {
        let all = Lanes::<S>::splat(simd, ALL);
        let zero = Lanes::<S>::splat(simd, 0);
        let was_filled = self.placed[0] & self.placed[1] & self.placed[2];
        // By group and minirow i (minicolumn j): the digits that have no other in the box.
        let (mut only_row, mut only_column) = ([zero; 9], [zero; 9]);
        let mut sum = zero;
        // Every digit has a place in every box.
        let mut complete = all;
        for g in 0..3 {
            let elsewhere = !self.placed[g];
            let mut cells: [Lanes<S>; 9] = core::array::from_fn(
                #[inline(always)]
                |x| self.words[9 * g + x] & (self.naked[x] | elsewhere),
            );
            let rows = permutations::<S>(
                core::array::from_fn(
                    #[inline(always)]
                    |i| cells[3 * i] | cells[3 * i + 1] | cells[3 * i + 2],
                ),
                turn_stacks::<S>,
            );
            for x in 0..9 {
                cells[x] &= rows[x / 3];
            }
            let columns = permutations::<S>(
                core::array::from_fn(
                    #[inline(always)]
                    |j| cells[j] | cells[3 + j] | cells[6 + j],
                ),
                turn_bands::<S>,
            );
            complete = complete & (rows[0] | rows[1] | rows[2]) & (columns[0] | columns[1] | columns[2]);
            for i in 0..3 {
                only_row[3 * g + i] = rows[i] & !(rows[(i + 1) % 3] | rows[(i + 2) % 3]);
                only_column[3 * g + i] = columns[i] & !(columns[(i + 1) % 3] | columns[(i + 2) % 3]);
            }
            for x in 0..9 {
                let left = cells[x] & columns[x % 3];
                sum += left;
                self.words[9 * g + x] = left;
            }
        }
        // Every cell has a candidate.
        let mut filled = all;
        let mut placed = [zero; 3];
        let mut singles = zero;
        for i in 0..3 {
            for j in 0..3 {
                let held: [Lanes<S>; 3] = core::array::from_fn(
                    #[inline(always)]
                    |g| only_row[3 * g + i] & only_column[3 * g + j],
                );
                let any = held[0] | held[1] | held[2];
                let taken = any | other_digits::<S>(any);
                let cell: [Lanes<S>; 3] = core::array::from_fn(
                    #[inline(always)]
                    |g| self.words[word(g, i, j)] & (held[g] | !taken),
                );
                let [a, b, c] = cell;
                let any = a | b | c;
                let others = other_digits::<S>(any);
                filled &= any | others;
                let naked = (a ^ b ^ c) & !(a & b & c) & !others;
                self.naked[3 * i + j] = naked;
                singles += naked;
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
        let empty = filled.simd_ne(all).to_bitmask();
        // Two naked singles of one digit in one box count twice here and once there.
        let repeated = singles.simd_ne(placed[0] + placed[1] + placed[2]).to_bitmask();
        let solved = was_filled.simd_eq(all).to_bitmask() & !broken;
        let dead = (broken | empty | repeated) & !solved;
        Outcome { dead, solved, stuck: struck_nothing & !dead & !solved }
    }
}

/// Of three lines of triads, those that lie on a permutation: one in each line, and one in each place along `turn`.
#[inline(always)]
fn permutations<S: Simd>(lines: [Lanes<S>; 3], turn: impl Fn(Lanes<S>) -> Lanes<S>) -> [Lanes<S>; 3] {
    let [a, b, c] = lines;
    let [a1, b1, c1] = [turn(a), turn(b), turn(c)];
    [a & turn((b & c1) | (b1 & c)), b & turn((c & a1) | (c1 & a)), c & turn((a & b1) | (a1 & b))]
}

/// The cells of any of the two other digits of a group. Leaves bits above those in use.
#[inline(always)]
fn other_digits<S: Simd>(cells: Lanes<S>) -> Lanes<S> {
    (cells << 9) | (cells >> 18) | (cells << 18) | (cells >> 9)
}
