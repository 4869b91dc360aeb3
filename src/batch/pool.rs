//! States of search that are in no lane: those to go on with, those that wait for a guess, those solved.
//!
//! ```text
//!          state 0   state 1   state 2
//! word 0   ...       ...       ...       ...      one row a word, one column a state
//! word 1   ...       ...       ...       ...
//! ```
//!
//! States come and go at the right end, as many at once as there are lanes, wherever in the vector they are: one compression
//! and one store a word put away the states of some lanes, one load and one expansion fill some lanes. Nothing is moved
//! element by element, which would cost an operation a word and lane, and stall the vector loads that come after it.

use fearless_simd::prelude::*;

use super::words::{Lanes, MOST_LANES, WORDS, Words};

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
    /// The upper end of it. That its size is known beforehand saves checks of each row, a quarter of the instructions of a round.
    top: Box<Rows<N, PLACES>>,
    /// States in `top`.
    len: usize,
    /// What is below, in halves of what `top` holds.
    below: Vec<Rows<N, HALF>>,
}

/// The most states in `top`.
const MOST: usize = 2 * HALF;

const HALF: usize = 128;

/// So that a vector fits in after the last; and not a power of two, so that the rows do not compete for places in the cache.
const PLACES: usize = MOST + MOST_LANES;

/// Words of states, and tags, which tell whose they are.
struct Rows<const N: usize, const M: usize> {
    words: [[u32; M]; N],
    tags: [u32; M],
}

impl<const N: usize, const M: usize> Rows<N, M> {
    const EMPTY: Rows<N, M> = Rows { words: [[0; M]; N], tags: [0; M] };

    fn rows(&self) -> impl Iterator<Item = &[u32; M]> {
        self.words.iter().chain([&self.tags])
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u32; M]> {
        self.words.iter_mut().chain([&mut self.tags])
    }
}

impl<const N: usize> Pool<N> {
    pub fn new() -> Pool<N> {
        Pool { top: Box::new(Rows::EMPTY), len: 0, below: Vec::new() }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len + HALF * self.below.len()
    }

    pub fn clear(&mut self) {
        self.len = 0;
        self.below.clear();
    }

    /// Makes room for a vector of states more.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.len > MOST - MOST_LANES {
            self.put_below();
        }
    }

    /// Puts the lower half of what `top` can hold on what is below.
    #[cold]
    fn put_below(&mut self) {
        let mut half = Rows::EMPTY;
        for (half, row) in half.rows_mut().zip(self.top.rows_mut()) {
            half.copy_from_slice(&row[..HALF]);
            row.copy_within(HALF..MOST, 0);
        }
        self.below.push(half);
        self.len -= HALF;
    }

    /// Has so many states in `top`, if there are.
    #[inline(always)]
    fn have(&mut self, count: usize) {
        if self.len < count
            && let Some(half) = self.below.pop()
        {
            self.fetch(&half);
        }
    }

    /// Takes that half in under what `top` has.
    #[cold]
    fn fetch(&mut self, half: &Rows<N, HALF>) {
        for (row, half) in self.top.rows_mut().zip(half.rows()) {
            row.copy_within(..HALF, HALF);
            row[..HALF].copy_from_slice(half);
        }
        self.len += HALF;
    }

    /// Adds the states of these lanes.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, simd: S, words: &[Lanes<S>; N], tags: Lanes<S>, lanes: u64) {
        self.push_all(simd, words.iter().copied(), tags, lanes);
    }

    /// The same with words that need not be anywhere yet.
    #[inline(always)]
    pub fn push_all<S: Simd>(&mut self, simd: S, words: impl Iterator<Item = Lanes<S>>, tags: Lanes<S>, lanes: u64) {
        self.make_room();
        let (mask, len) = (S::mask32s::from_bitmask(simd, lanes), self.len);
        // Whole vectors would fill the queue of stores behind those of a round. More than half is rare.
        let half = Lanes::<S>::LEN / 2;
        if lanes.count_ones() as usize <= half {
            for (word, row) in words.zip(&mut self.top.words) {
                row[len..len + half].copy_from_slice(&word.compress(mask).as_slice()[..half]);
            }
        } else {
            for (word, row) in words.zip(&mut self.top.words) {
                word.compress(mask).store_slice(&mut row[len..len + Lanes::<S>::LEN]);
            }
        }
        tags.compress(mask).store_slice(&mut self.top.tags[len..len + Lanes::<S>::LEN]);
        self.len += lanes.count_ones() as usize;
    }

    /// Adds the states of the first lanes.
    #[inline(always)]
    pub fn push_first<S: Simd>(&mut self, words: &[Lanes<S>; N], tags: Lanes<S>, count: usize) {
        self.make_room();
        let len = self.len;
        for (word, row) in words.iter().zip(&mut self.top.words) {
            word.store_slice(&mut row[len..len + Lanes::<S>::LEN]);
        }
        tags.store_slice(&mut self.top.tags[len..len + Lanes::<S>::LEN]);
        self.len += count;
    }

    /// Adds one state.
    #[inline(always)]
    pub fn push_one(&mut self, words: impl IntoIterator<Item = u32>, tag: u32) {
        self.make_room();
        let len = self.len;
        for (word, row) in words.into_iter().zip(&mut self.top.words) {
            row[len] = word;
        }
        self.top.tags[len] = tag;
        self.len += 1;
    }

    /// Takes states out for these lanes, of which there are at most as many as states.
    #[inline(always)]
    pub fn leave<S: Simd>(&mut self, simd: S, lanes: u64) -> Arrivals<'_, S, N> {
        let count = lanes.count_ones() as usize;
        self.have(count);
        self.len -= count;
        Arrivals { rows: &self.top, len: self.len, lanes: S::mask32s::from_bitmask(simd, lanes) }
    }

    /// Takes the last states, as many as there are lanes or all, into the first lanes; the other lanes hold anything then.
    /// Gives their tags, and how many they are.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, words: &mut [Lanes<S>; N]) -> (Lanes<S>, usize) {
        self.have(Lanes::<S>::LEN);
        let count = self.len.min(Lanes::<S>::LEN);
        self.len -= count;
        let len = self.len;
        for (word, row) in words.iter_mut().zip(&self.top.words) {
            *word = Lanes::<S>::from_slice(simd, &row[len..len + Lanes::<S>::LEN]);
        }
        (Lanes::<S>::from_slice(simd, &self.top.tags[len..len + Lanes::<S>::LEN]), count)
    }
}

/// States on their way from a pool into lanes.
pub(super) struct Arrivals<'a, S: Simd, const N: usize = WORDS> {
    rows: &'a Rows<N, PLACES>,
    len: usize,
    lanes: S::mask32s,
}

impl<S: Simd, const N: usize> Arrivals<'_, S, N> {
    /// This word of all lanes, in those of the arrivals replaced by theirs.
    #[inline(always)]
    pub fn word(&self, word: usize, lanes: Lanes<S>) -> Lanes<S> {
        self.row(&self.rows.words[word], lanes)
    }

    /// The same for tags.
    #[inline(always)]
    pub fn tags(&self, tags: Lanes<S>) -> Lanes<S> {
        self.row(&self.rows.tags, tags)
    }

    #[inline(always)]
    fn row(&self, row: &[u32; PLACES], lanes: Lanes<S>) -> Lanes<S> {
        let row = Lanes::<S>::from_slice(lanes.token(), &row[self.len..self.len + Lanes::<S>::LEN]);
        row.expand_merge(self.lanes, lanes)
    }
}

/// Guesses made before the first is propagated. Most are right, where there are several solutions.
pub(super) const GUESSES: usize = 2;

/// Branches put away a vector at a time and fetched one by one, most of them never.
#[derive(Default)]
pub(super) struct Shelf {
    /// By board and guess: the words of a vector of states.
    boards: Vec<u32>,
    /// By board: its lanes that are still wanted.
    wanted: Vec<u32>,
    /// Boards without any.
    empty: Vec<u32>,
}

/// Where vectors of states are on a shelf: one for each guess.
#[derive(Clone, Copy)]
pub(super) struct Board(u32);

impl Board {
    /// Where the states of this lane are.
    #[inline(always)]
    pub fn place<S: Simd>(self, lane: usize) -> Place {
        Place(self.0 * Lanes::<S>::LEN as u32 + lane as u32)
    }
}

/// A lane of a board.
#[derive(Clone, Copy, Default)]
pub(super) struct Place(u32);

impl Shelf {
    /// An empty board. It must be told how many of its lanes are wanted.
    #[inline(always)]
    pub fn board<S: Simd>(&mut self) -> Board {
        Board(self.empty.pop().unwrap_or_else(|| self.grow(GUESSES * WORDS * Lanes::<S>::LEN)))
    }

    /// Makes a board.
    #[cold]
    fn grow(&mut self, size: usize) -> u32 {
        self.boards.resize(self.boards.len() + size, 0);
        self.wanted.push(0);
        self.wanted.len() as u32 - 1
    }

    /// The states of a board that a guess has left, word by word.
    #[inline(always)]
    pub fn states<S: Simd>(&mut self, board: Board, guess: usize) -> &mut [u32] {
        let start = (board.0 as usize * GUESSES + guess) * WORDS * Lanes::<S>::LEN;
        &mut self.boards[start..][..WORDS * Lanes::<S>::LEN]
    }

    /// So many lanes of a board are wanted.
    #[inline(always)]
    pub fn want(&mut self, board: Board, lanes: u32) {
        self.wanted[board.0 as usize] = lanes;
        if lanes == 0 {
            self.empty.push(board.0);
        }
    }

    /// The state of a wanted lane that a guess has left.
    #[inline(always)]
    pub fn state<S: Simd>(&self, place: Place, guess: usize) -> impl Iterator<Item = u32> {
        let (board, lane) = (place.0 as usize / Lanes::<S>::LEN, place.0 as usize % Lanes::<S>::LEN);
        let start = (board * GUESSES + guess) * WORDS * Lanes::<S>::LEN;
        let words = &self.boards[start..][..WORDS * Lanes::<S>::LEN];
        words.chunks_exact(Lanes::<S>::LEN).map(
            #[inline(always)]
            move |word| word[lane],
        )
    }

    /// A wanted lane is wanted no more.
    #[inline(always)]
    pub fn forget<S: Simd>(&mut self, place: Place) {
        let board = place.0 / Lanes::<S>::LEN as u32;
        let wanted = &mut self.wanted[board as usize];
        *wanted -= 1;
        if *wanted == 0 {
            self.empty.push(board);
        }
    }
}
