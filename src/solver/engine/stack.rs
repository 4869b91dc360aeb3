//! Stacks of states, from which lanes are filled and on which their states are saved.
//!
//! ```text
//!          state 0   state 1   state 2
//! word 0   ...       ...       ...       ...      a row for each word, a column for each state
//! word 1   ...       ...       ...       ...
//! ...
//! tags     ...       ...       ...       ...
//! ```
//!
//! States are pushed and popped at the right end, up to a vector of them at once, from and into any
//! lanes. Pushing the states of some lanes takes one compress and one store for each word; popping
//! states into some lanes takes one load and one expand. Moving them lane by lane would take one
//! operation for each word and lane, and would stall the vector loads that follow.

use fearless_simd::prelude::*;

use super::layout::{MAX_LANES, Vector, WORDS, Words};
use super::tag::Tag;

/// A state outside of a vector.
pub(super) type OneState = [u32; WORDS];

/// The state in a lane.
#[inline(always)]
pub(super) fn state_in<S: Simd>(words: &Words<S>, lane: usize) -> OneState {
    words.map(|word| word[lane])
}

/// A stack of tags only.
pub(super) type TagStack = StateStack<1>;

/// A stack of states, each with its tag. The last row holds the tags, the others the words.
pub(super) struct StateStack<const ROWS: usize = { WORDS + 1 }> {
    /// The upper part. Its constant size saves bounds checks, which would be a quarter of the
    /// instructions of a round.
    top: Box<[[u32; COLUMNS]; ROWS]>,
    /// The number of states in `top`.
    top_len: usize,
    /// The lower part, in tables that are half as large as `top`.
    below: Vec<[[u32; HALF]; ROWS]>,
}

/// The number of states that move between `top` and `below` at once.
const HALF: usize = 128;

/// The greatest number of states in `top`.
const CAPACITY: usize = 2 * HALF;

/// The length of a row, with room for a vector after the last state. It is not a power of two, so
/// that rows do not compete for the same cache lines.
const COLUMNS: usize = CAPACITY + MAX_LANES;

impl<const ROWS: usize> StateStack<ROWS> {
    /// The row of the tags.
    const TAGS: usize = ROWS - 1;

    pub fn new() -> StateStack<ROWS> {
        StateStack {
            top: Box::new([[0; COLUMNS]; ROWS]),
            top_len: 0,
            below: Vec::new(),
        }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.top_len + HALF * self.below.len()
    }

    /// Pushes the states of these lanes.
    #[inline(always)]
    pub fn push<S: Simd>(
        &mut self,
        simd: S,
        words: impl Iterator<Item = Vector<S>>,
        tags: Vector<S>,
        lanes: u64,
    ) {
        self.reserve();
        let mask = S::mask32s::from_bitmask(simd, lanes);
        let len = self.top_len;
        // Most pushes are of few states. With AVX-512, storing half of each vector then makes a
        // search 1 to 4 % faster.
        let half_vector = Vector::<S>::LEN / 2;
        if lanes.count_ones() as usize <= half_vector {
            for (word, row) in words.zip(self.top.iter_mut()) {
                row[len..len + half_vector]
                    .copy_from_slice(&word.compress(mask).as_slice()[..half_vector]);
            }
        } else {
            for (word, row) in words.zip(self.top.iter_mut()) {
                store_at::<S>(word.compress(mask), row, len);
            }
        }
        store_at::<S>(tags.compress(mask), &mut self.top[Self::TAGS], len);
        self.top_len += lanes.count_ones() as usize;
    }

    /// Pushes the states of the first lanes.
    #[inline(always)]
    pub fn push_first<S: Simd>(&mut self, words: &[Vector<S>], tags: Vector<S>, count: usize) {
        self.reserve();
        let len = self.top_len;
        for (word, row) in words.iter().zip(self.top.iter_mut()) {
            store_at::<S>(*word, row, len);
        }
        store_at::<S>(tags, &mut self.top[Self::TAGS], len);
        self.top_len += count;
    }

    /// Pushes one state.
    #[inline(always)]
    pub fn push_one(&mut self, words: impl IntoIterator<Item = u32>, tag: Tag) {
        self.reserve();
        let len = self.top_len;
        for (word, row) in words.into_iter().zip(self.top.iter_mut()) {
            row[len] = word;
        }
        self.top[Self::TAGS][len] = tag.0;
        self.top_len += 1;
    }

    /// Pops a vector of states, or all if there are fewer, into the first lanes; the other lanes
    /// get meaningless words.
    #[inline(always)]
    pub fn pop_vector<S: Simd>(&mut self, simd: S, words: &mut [Vector<S>]) -> Popped<S> {
        self.refill_top(Vector::<S>::LEN);
        let count = self.top_len.min(Vector::<S>::LEN);
        self.top_len -= count;
        for (word, row) in words.iter_mut().zip(self.top.iter()) {
            *word = vector_at(simd, row, self.top_len);
        }
        let tags = vector_at(simd, &self.top[Self::TAGS], self.top_len);
        Popped { tags, count }
    }

    /// Makes room in `top` for one vector of states.
    #[inline(always)]
    fn reserve(&mut self) {
        if self.top_len > CAPACITY - MAX_LANES {
            self.move_half_down();
        }
    }

    #[cold]
    fn move_half_down(&mut self) {
        let mut table = [[0; HALF]; ROWS];
        for (lower, row) in table.iter_mut().zip(self.top.iter_mut()) {
            lower.copy_from_slice(&row[..HALF]);
            row.copy_within(HALF..CAPACITY, 0);
        }
        self.below.push(table);
        self.top_len -= HALF;
    }

    /// Makes sure that `count` states are in `top`, or all if there are fewer. `count` is at most a
    /// vector.
    #[inline(always)]
    fn refill_top(&mut self, count: usize) {
        if self.top_len < count
            && let Some(table) = self.below.pop()
        {
            self.move_half_up(&table);
        }
    }

    #[cold]
    fn move_half_up(&mut self, table: &[[u32; HALF]; ROWS]) {
        for (row, lower) in self.top.iter_mut().zip(table) {
            row.copy_within(..HALF, HALF);
            row[..HALF].copy_from_slice(lower);
        }
        self.top_len += HALF;
    }
}

/// Only stacks with all words of a state fill lanes.
impl StateStack {
    /// Pops a state for each of these lanes. The stack must have as many.
    #[inline(always)]
    pub fn pop_into<S: Simd>(&mut self, simd: S, lanes: u64) -> Incoming<'_, S> {
        let count = lanes.count_ones() as usize;
        self.refill_top(count);
        self.top_len -= count;
        Incoming {
            rows: &self.top,
            start: self.top_len,
            lanes: S::mask32s::from_bitmask(simd, lanes),
        }
    }
}

/// The vector that starts at this column of a row.
#[inline(always)]
fn vector_at<S: Simd>(simd: S, row: &[u32; COLUMNS], column: usize) -> Vector<S> {
    Vector::<S>::from_slice(simd, &row[column..column + Vector::<S>::LEN])
}

/// Stores a vector in a row, from this column on.
#[inline(always)]
fn store_at<S: Simd>(word: Vector<S>, row: &mut [u32; COLUMNS], column: usize) {
    word.store_slice(&mut row[column..column + Vector::<S>::LEN]);
}

/// States that were popped into the first lanes.
pub(super) struct Popped<S: Simd> {
    pub tags: Vector<S>,
    /// The number of states.
    pub count: usize,
}

impl<S: Simd> Popped<S> {
    /// The tag of the state in this lane.
    #[inline(always)]
    pub fn tag(&self, lane: usize) -> Tag {
        Tag(self.tags[lane])
    }
}

/// States on their way from a stack into lanes.
pub(super) struct Incoming<'a, S: Simd> {
    rows: &'a [[u32; COLUMNS]; WORDS + 1],
    /// The column of the state for the lowest of the lanes.
    start: usize,
    /// The lanes that they go to.
    pub lanes: S::mask32s,
}

impl<S: Simd> Incoming<'_, S> {
    /// A word of all lanes: `old` in lanes that get no new state.
    #[inline(always)]
    pub fn word(&self, index: usize, old: Vector<S>) -> Vector<S> {
        let row = vector_at::<S>(old.token(), &self.rows[index], self.start);
        row.expand_merge(self.lanes, old)
    }

    /// The tags of all lanes: `old` in lanes that get no new state.
    #[inline(always)]
    pub fn tags(&self, old: Vector<S>) -> Vector<S> {
        // The type has the default number of rows only if it stands in angle brackets.
        self.word(<StateStack>::TAGS, old)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::solver::engine::layout::splat;
    use crate::solver::engine::tests::for_each_level;

    /// The state with this tag, which all its words encode.
    fn state_of(tag: u32) -> OneState {
        std::array::from_fn(|x| tag * 32 + x as u32)
    }

    /// A stack, and the tags of the states that it should have.
    struct Checked<S: Simd> {
        simd: S,
        stack: StateStack,
        expected: Vec<u32>,
        next_tag: u32,
    }

    impl<S: Simd> Checked<S> {
        const LEN: usize = Vector::<S>::LEN;

        /// A vector of new states, and their tags.
        fn new_states(&mut self) -> (Words<S>, Vector<S>) {
            let mut words = [splat(self.simd, 0); WORDS];
            let mut tags = splat(self.simd, 0);
            for lane in 0..Self::LEN {
                tags.as_mut_slice()[lane] = self.next_tag;
                for (word, of_state) in words.iter_mut().zip(state_of(self.next_tag)) {
                    word.as_mut_slice()[lane] = of_state;
                }
                self.next_tag += 1;
            }
            (words, tags)
        }

        fn push(&mut self, lanes: u64) {
            let (words, tags) = self.new_states();
            self.stack.push(self.simd, words.into_iter(), tags, lanes);
            let pushed = (0..Self::LEN).filter(|lane| lanes >> lane & 1 == 1);
            self.expected.extend(pushed.map(|lane| tags[lane]));
        }

        fn push_first(&mut self, count: usize) {
            let (words, tags) = self.new_states();
            self.stack.push_first::<S>(&words, tags, count);
            self.expected.extend(&tags.as_slice()[..count]);
        }

        fn push_one(&mut self) {
            self.stack
                .push_one(state_of(self.next_tag), Tag(self.next_tag));
            self.expected.push(self.next_tag);
            self.next_tag += 1;
        }

        fn pop_into(&mut self, lanes: u64) {
            let (words, tags) = self.new_states();
            let incoming = self.stack.pop_into(self.simd, lanes);
            let new_tags = incoming.tags(tags);
            let new_words: Words<S> = std::array::from_fn(|x| incoming.word(x, words[x]));
            let from = self.expected.len() - lanes.count_ones() as usize;
            let mut popped = self.expected.split_off(from).into_iter();
            for lane in 0..Self::LEN {
                let is_new = lanes >> lane & 1 == 1;
                let expected = if is_new {
                    popped.next().unwrap()
                } else {
                    tags[lane]
                };
                assert_eq!(new_tags[lane], expected);
                assert_eq!(state_in::<S>(&new_words, lane), state_of(expected));
            }
        }

        fn pop_vector(&mut self) {
            let mut words = [splat(self.simd, 0); WORDS];
            let Popped { tags, count } = self.stack.pop_vector(self.simd, &mut words);
            let expected = self.expected.split_off(self.expected.len() - count);
            assert_eq!(tags.as_slice()[..count], expected);
            for (lane, tag) in expected.into_iter().enumerate() {
                assert_eq!(state_in::<S>(&words, lane), state_of(tag));
            }
        }
    }

    #[test]
    fn a_stack_of_states_behaves_like_a_vec() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(1);
            let mut checked = Checked {
                simd,
                stack: StateStack::new(),
                expected: Vec::new(),
                next_tag: 0,
            };
            // More pushes than pops, then more pops than pushes, so that states move down and up.
            for step in 0..3000 {
                let lanes = random.u64(..1 << Checked::<S>::LEN);
                let has_enough = checked.expected.len() >= Checked::<S>::LEN;
                match random.u32(..if step < 1500 { 5 } else { 8 }) {
                    0 | 1 => checked.push(lanes),
                    2 => checked.push_first(random.usize(..=Checked::<S>::LEN)),
                    3 => checked.push_one(),
                    4 | 5 => checked.pop_into(if has_enough { lanes } else { 0 }),
                    _ => checked.pop_vector(),
                }
                assert_eq!(checked.stack.len(), checked.expected.len());
            }
        });
    }
}
