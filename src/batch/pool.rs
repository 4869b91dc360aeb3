//! States of search that are in no lane: those to go on with, those that wait for a guess, those solved.
//!
//! ```text
//!              state 0   state 1   state 2
//! row  0       word 0    word 0    word 0    ...     one row a word, one column a state,
//! row  1       word 1    word 1    word 1    ...     the last row for the tags
//! ...
//! row 27       tag       tag       tag       ...
//! ```
//!
//! States come and go at the right end, as many at once as there are lanes, wherever in the vector they are: one compression
//! and one store a word put away the states of some lanes, one load and one expansion fill some lanes. Nothing is moved
//! element by element, which would cost an operation a word and lane, and stall the vector loads that come after it.

use core::slice::ChunksExact;

use fearless_simd::prelude::*;

use super::words::{Lanes, WORDS, Words};

/// A state by itself.
pub(super) type Single = [u32; WORDS];

/// The state in a lane.
#[inline(always)]
pub(super) fn single<S: Simd>(words: &Words<S>, lane: usize) -> Single {
    let mut single = [0; WORDS];
    for (to, from) in single.iter_mut().zip(words) {
        *to = from[lane];
    }
    single
}

/// A stack of states of so many words.
pub(super) struct Pool<const N: usize = WORDS> {
    rows: Vec<u32>,
    /// From row to row. Sixteen more than a power of two, so that the ends of the rows do not compete for places in the cache.
    stride: usize,
    len: usize,
}

impl<const N: usize> Pool<N> {
    pub fn new() -> Pool<N> {
        Pool { rows: vec![0; (N + 1) * Pool::<N>::stride(64)], stride: Pool::<N>::stride(64), len: 0 }
    }

    /// From row to row, for this many states.
    const fn stride(states: usize) -> usize {
        states.next_power_of_two() + 16
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Makes room for some states more, and for a vector after them.
    #[inline(always)]
    fn reserve(&mut self, more: usize) {
        if self.len + more + 16 > self.stride {
            self.grow(more);
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        let stride = Pool::<N>::stride(2 * (self.len + more));
        let mut rows = vec![0; (N + 1) * stride];
        for (to, from) in rows.chunks_exact_mut(stride).zip(self.rows.chunks_exact(self.stride)) {
            to[..self.stride].copy_from_slice(from);
        }
        (self.rows, self.stride) = (rows, stride);
    }

    /// Adds the states of these lanes.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, simd: S, words: &[Lanes<S>; N], tags: Lanes<S>, lanes: u64) {
        self.push_all(simd, words.iter().copied(), tags, lanes);
    }

    /// The same with words that need not be anywhere yet.
    #[inline(always)]
    pub fn push_all<S: Simd>(&mut self, simd: S, words: impl Iterator<Item = Lanes<S>>, tags: Lanes<S>, lanes: u64) {
        self.reserve(Lanes::<S>::LEN);
        let (mask, len) = (S::mask32s::from_bitmask(simd, lanes), self.len);
        let mut rows = self.rows.chunks_exact_mut(self.stride);
        for (word, row) in words.zip(rows.by_ref()) {
            word.compress(mask).store_slice(&mut row[len..len + Lanes::<S>::LEN]);
        }
        if let Some(row) = rows.next() {
            tags.compress(mask).store_slice(&mut row[len..len + Lanes::<S>::LEN]);
        }
        self.len += lanes.count_ones() as usize;
    }

    /// Adds the states of the first lanes.
    #[inline(always)]
    pub fn push_first<S: Simd>(&mut self, words: &[Lanes<S>; N], tags: Lanes<S>, count: usize) {
        self.reserve(Lanes::<S>::LEN);
        let len = self.len;
        let mut rows = self.rows.chunks_exact_mut(self.stride);
        for (word, row) in words.iter().zip(rows.by_ref()) {
            word.store_slice(&mut row[len..len + Lanes::<S>::LEN]);
        }
        if let Some(row) = rows.next() {
            tags.store_slice(&mut row[len..len + Lanes::<S>::LEN]);
        }
        self.len += count;
    }

    /// Adds one state.
    #[inline(always)]
    pub fn push_one(&mut self, words: impl IntoIterator<Item = u32>, tag: u32) {
        self.reserve(1);
        let mut rows = self.rows.chunks_exact_mut(self.stride);
        for (word, row) in words.into_iter().zip(rows.by_ref()) {
            row[self.len] = word;
        }
        if let Some(row) = rows.next() {
            row[self.len] = tag;
        }
        self.len += 1;
    }

    /// Takes states out for these lanes, of which there are at most as many as states.
    #[inline(always)]
    pub fn leave<S: Simd>(&mut self, simd: S, lanes: u64) -> Arrivals<'_, S> {
        self.len -= lanes.count_ones() as usize;
        let rows = self.rows.chunks_exact(self.stride);
        Arrivals { rows, len: self.len, lanes: S::mask32s::from_bitmask(simd, lanes) }
    }

    /// Takes the last states, as many as there are lanes or all, into the first lanes; the other lanes hold anything then.
    /// Gives their tags, and how many they are.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, words: &mut [Lanes<S>; N]) -> (Lanes<S>, usize) {
        let count = self.len.min(Lanes::<S>::LEN);
        self.len -= count;
        let len = self.len;
        let mut tags = Lanes::<S>::splat(simd, 0);
        let mut rows = self.rows.chunks_exact(self.stride);
        for (word, row) in words.iter_mut().zip(rows.by_ref()) {
            *word = Lanes::<S>::from_slice(simd, &row[len..len + Lanes::<S>::LEN]);
        }
        if let Some(row) = rows.next() {
            tags = Lanes::<S>::from_slice(simd, &row[len..len + Lanes::<S>::LEN]);
        }
        (tags, count)
    }
}

/// States on their way from a pool into lanes, word by word.
pub(super) struct Arrivals<'a, S: Simd> {
    rows: ChunksExact<'a, u32>,
    len: usize,
    lanes: S::mask32s,
}

impl<S: Simd> Arrivals<'_, S> {
    /// The next word of all lanes, in those of the arrivals replaced by theirs. After the words come the tags.
    #[inline(always)]
    pub fn next(&mut self, lanes: Lanes<S>) -> Lanes<S> {
        let Some(row) = self.rows.next() else { return lanes };
        Lanes::<S>::from_slice(lanes.token(), &row[self.len..self.len + Lanes::<S>::LEN])
            .expand_merge(self.lanes, lanes)
    }
}

/// States put away a vector at a time and fetched one by one, most of them never.
#[derive(Default)]
pub(super) struct Shelf {
    /// By board: the words of a vector of states.
    boards: Vec<u32>,
    /// By board: its states that are still wanted.
    wanted: Vec<u32>,
    /// Boards without any.
    empty: Vec<usize>,
}

/// Where the states of a vector are on a shelf.
#[derive(Clone, Copy)]
pub(super) struct Board(usize);

impl Board {
    /// Where that of this lane is.
    #[inline(always)]
    pub fn place<S: Simd>(self, lane: usize) -> Place {
        Place(self.0 * Lanes::<S>::LEN + lane)
    }
}

/// Where a state is on a shelf.
#[derive(Clone, Copy)]
pub(super) struct Place(usize);

impl Shelf {
    /// Puts away states, of which so many are wanted.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, words: impl Iterator<Item = Lanes<S>>, wanted: u32) -> Board {
        let board = self.empty.pop().unwrap_or_else(|| self.grow(WORDS * Lanes::<S>::LEN));
        self.wanted[board] = wanted;
        if wanted == 0 {
            self.empty.push(board);
        }
        let to = &mut self.boards[board * WORDS * Lanes::<S>::LEN..][..WORDS * Lanes::<S>::LEN];
        for (to, word) in to.chunks_exact_mut(Lanes::<S>::LEN).zip(words) {
            word.store_slice(to);
        }
        Board(board)
    }

    /// Makes a board.
    #[cold]
    fn grow(&mut self, size: usize) -> usize {
        self.boards.resize(self.boards.len() + size, 0);
        self.wanted.push(0);
        self.wanted.len() - 1
    }

    /// A wanted state.
    #[inline(always)]
    pub fn state<S: Simd>(&self, place: Place) -> impl Iterator<Item = u32> {
        let (board, lane) = (place.0 / Lanes::<S>::LEN, place.0 % Lanes::<S>::LEN);
        let words = &self.boards[board * WORDS * Lanes::<S>::LEN..][..WORDS * Lanes::<S>::LEN];
        words.chunks_exact(Lanes::<S>::LEN).map(
            #[inline(always)]
            move |word| word[lane],
        )
    }

    /// A wanted state is wanted no more.
    #[inline(always)]
    pub fn forget<S: Simd>(&mut self, place: Place) {
        let board = place.0 / Lanes::<S>::LEN;
        self.wanted[board] -= 1;
        if self.wanted[board] == 0 {
            self.empty.push(board);
        }
    }
}
