//! What every candidate leads to in how many links, if every group has all its candidates.

use super::graph::Graph;
use super::position::{GROUPS, Links, Position};
use super::proof::{Literal, State};

/// A set of candidates.
pub(super) type Row<const W: usize> = [u64; W];

/// What every candidate leads to, level by level.
///
/// ```text
/// level n, on[x]    what x leads to in at most n links if it is on
///          off[x]                                      if it is off
///                   (the state of what it leads to is x's state if n is even)
/// ```
#[derive(Clone, Debug, Default)]
pub(super) struct Levels<const W: usize> {
    levels: Vec<Level<W>>,
    /// How many levels are in use; the others are kept for their memory.
    count: usize,
    /// The candidates of each group.
    groups: Vec<Row<W>>,
}

#[derive(Clone, Debug)]
struct Level<const W: usize> {
    on: Vec<Row<W>>,
    off: Vec<Row<W>>,
}

/// The first candidate that leads to a contradiction, and half the number of links of its chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash {
    pub(super) source: Literal,
    pub(super) half: usize,
}

impl<const W: usize> Levels<W> {
    /// Adds levels until a candidate leads to its opposite, as long as `is_welcome` agrees with the
    /// length of such a chain, or until nothing new is found.
    ///
    /// Every link can be followed backwards: if a on turns b off, b on turns a off. So the second
    /// half of a chain from a on to a off is a way from a on to the opposite of what the first half
    /// leads to. It is enough to find what a turns both on and off, in n and n + 1 links.
    pub(super) fn find_clash(
        &mut self,
        position: &Position,
        graph: &Graph,
        links: Links,
        is_welcome: impl Fn(u32) -> bool,
    ) -> Option<Clash> {
        self.start(position, links);
        for half in 0.. {
            let length = 2 * half as u32 + 2;
            if !is_welcome(length) {
                return None;
            }
            let advance = self.advance(graph, Sources::All);
            if advance.is_done {
                return None;
            }
            if let Some(source) = advance.clash {
                return Some(Clash { source, half });
            }
        }
        None
    }

    /// Starts again, and adds levels as [`extend`](Levels::extend) does.
    pub(super) fn fill(&mut self, position: &Position, graph: &Graph, links: Links, last: u32) {
        self.start(position, links);
        self.extend(graph, last);
    }

    /// Adds levels up to so many links, or until nothing new is found, for the candidates that are
    /// no dead ends.
    pub(super) fn extend(&mut self, graph: &Graph, last: u32) {
        while self.last() < last as usize {
            if self.advance(graph, Sources::Linked).is_done {
                return;
            }
        }
    }

    /// Level 0 has each candidate alone. Level 1 starts with all that it turns off, dead ends too.
    fn start(&mut self, position: &Position, links: Links) {
        let n = position.len();
        self.count = 0;
        let base = self.push(n);
        for x in 0..n {
            base.on[x] = single(x);
            base.off[x] = single(x);
        }
        self.fill_groups(position, links);
        self.push(n);
        for x in 0..n {
            let mut row = [0; W];
            for member in position.groups_of(x, links) {
                row = or(row, self.groups[member.group()]);
            }
            remove(&mut row, x);
            let first = &mut self.levels[1];
            first.on[x] = row;
            first.off[x] = [0; W];
        }
        self.count = 1;
    }

    /// Collects the candidates of each group that has any.
    fn fill_groups(&mut self, position: &Position, links: Links) {
        self.groups.resize(GROUPS, [0; W]);
        for x in 0..position.len() {
            for member in position.groups_of(x, links) {
                self.groups[member.group()] = [0; W];
            }
        }
        for x in 0..position.len() {
            for member in position.groups_of(x, links) {
                insert(&mut self.groups[member.group()], x);
            }
        }
    }

    /// A level for n candidates, with any content.
    fn push(&mut self, n: usize) -> &mut Level<W> {
        if self.count == self.levels.len() {
            self.levels.push(Level {
                on: Vec::new(),
                off: Vec::new(),
            });
        }
        self.count += 1;
        let level = &mut self.levels[self.count - 1];
        level.on.resize(n, [0; W]);
        level.off.resize(n, [0; W]);
        level
    }

    /// Adds a level.
    fn advance(&mut self, graph: &Graph, sources: Sources) -> Advance {
        let k = self.count;
        if k > 1 {
            let n = self.levels[0].on.len();
            self.push(n);
        } else {
            self.count = 2;
        }
        let (before, next) = self.levels.split_at_mut(k);
        let (next, last) = (&mut next[0], &before[k - 1]);
        let mut advance = Advance {
            is_done: k > 1,
            clash: None,
        };
        for x in 0..last.on.len() {
            if sources == Sources::Linked && graph.turned_on(x).is_empty() {
                continue;
            }
            // What is known already: level 1 starts with its own.
            let (on, off) = match k {
                1 => (next.on[x], next.off[x]),
                _ => (before[k - 2].on[x], before[k - 2].off[x]),
            };
            let all = graph.turned_off(x).iter();
            next.on[x] = all.fold(on, |all, &y| or(all, last.off[usize::from(y)]));
            let all = graph.turned_on(x).iter();
            next.off[x] = all.fold(off, |all, &y| or(all, last.on[usize::from(y)]));
            advance.is_done &= next.on[x] == on && next.off[x] == off;
            if advance.clash.is_none() {
                let state = if meets(&next.on[x], &last.on[x]) {
                    Some(State::On)
                } else if meets(&next.off[x], &last.off[x]) {
                    Some(State::Off)
                } else {
                    None
                };
                advance.clash = state.map(|state| Literal { x, state });
            }
        }
        advance
    }

    /// The number of the last level.
    pub(super) fn last(&self) -> usize {
        self.count - 1
    }

    /// The number of the last even level.
    pub(super) fn last_even(&self) -> usize {
        self.last() / 2 * 2
    }

    /// What a candidate that is on leads to in at most so many links.
    #[inline]
    pub(super) fn reached_from_on(&self, x: usize, links: usize) -> &Row<W> {
        &self.levels[links].on[x]
    }

    /// What a candidate that is off leads to in at most so many links.
    #[inline]
    pub(super) fn reached_from_off(&self, x: usize, links: usize) -> &Row<W> {
        &self.levels[links].off[x]
    }
}

/// For which candidates a level is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sources {
    All,
    /// Those that turn something on if they are off. Ways through others do not exist.
    Linked,
}

/// What a new level has found.
struct Advance {
    /// Nothing new.
    is_done: bool,
    /// The first candidate that leads to something and its opposite.
    clash: Option<Literal>,
}

fn single<const W: usize>(x: usize) -> Row<W> {
    let mut row = [0; W];
    insert(&mut row, x);
    row
}

pub(super) fn insert<const W: usize>(row: &mut Row<W>, x: usize) {
    row[x / 64] |= 1 << (x % 64);
}

pub(super) fn remove<const W: usize>(row: &mut Row<W>, x: usize) {
    row[x / 64] &= !(1 << (x % 64));
}

#[inline]
pub(super) fn contains<const W: usize>(row: &Row<W>, x: usize) -> bool {
    row[x / 64] >> (x % 64) & 1 == 1
}

#[inline]
pub(super) fn or<const W: usize>(a: Row<W>, b: Row<W>) -> Row<W> {
    std::array::from_fn(|word| a[word] | b[word])
}

#[inline]
pub(super) fn and<const W: usize>(a: Row<W>, b: Row<W>) -> Row<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

pub(super) fn meets<const W: usize>(a: &Row<W>, b: &Row<W>) -> bool {
    (0..W).any(|word| a[word] & b[word] != 0)
}

/// The candidates of a set, in ascending order.
pub(super) fn candidates_in<const W: usize>(row: Row<W>) -> impl Iterator<Item = usize> {
    row.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (bit < 64).then_some(64 * word + bit)
        })
    })
}
