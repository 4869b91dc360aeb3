//! What every candidate leads to in how many links, if every group has all its candidates.

use super::graph::Graph;
use super::position::{GROUPS, Links, Position};
use super::proof::{Literal, State};

/// A set of candidates.
pub(super) type Row<const W: usize> = [u64; W];

/// How many words the sets of candidates of a position take.
#[derive(Clone, Copy, Debug)]
pub(super) enum Width {
    Two,
    Three,
    Four,
    Twelve,
}

impl Width {
    pub(super) fn of(position: &Position) -> Width {
        match position.len() {
            ..=128 => Width::Two,
            129..=192 => Width::Three,
            193..=256 => Width::Four,
            _ => Width::Twelve,
        }
    }
}

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
    /// What level 1 has besides what the graph leads to: all that a candidate turns off, dead ends
    /// too. Nothing if the candidate is off.
    direct: Level<W>,
    /// The candidates of each group.
    groups: Vec<Row<W>>,
}

#[derive(Clone, Debug, Default)]
struct Level<const W: usize> {
    on: Vec<Row<W>>,
    off: Vec<Row<W>>,
}

impl<const W: usize> Level<W> {
    /// Makes room for n candidates. What is there stays.
    fn resize(&mut self, n: usize) {
        self.on.resize(n, [0; W]);
        self.off.resize(n, [0; W]);
    }
}

/// Levels for sets of each width.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelsOfWidth {
    pub(super) two: Levels<2>,
    pub(super) three: Levels<3>,
    pub(super) four: Levels<4>,
    pub(super) twelve: Levels<12>,
}

/// The first of the shortest chains from a candidate to its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opposite {
    pub(super) source: Literal,
    /// The number of its nodes, both ends included.
    pub(super) length: u32,
}

impl<const W: usize> Levels<W> {
    /// Adds levels until a candidate leads to its opposite, as long as `is_welcome` agrees with the
    /// length of such a chain, or until nothing new is found.
    ///
    /// Every link can be followed backwards: if a on turns b off, b on turns a off. So the second
    /// half of a chain from a on to a off is a way from a on to the opposite of what the first half
    /// leads to. It is enough to find what a turns both on and off, in n and n + 1 links.
    pub(super) fn find_opposite(
        &mut self,
        position: &Position,
        graph: &Graph,
        links: Links,
        is_welcome: impl Fn(u32) -> bool,
    ) -> Option<Opposite> {
        self.start(position, links);
        let mut length = 2;
        while is_welcome(length) {
            let advance = self.advance(graph, Sources::All);
            if advance.is_done {
                return None;
            }
            if let Some(source) = advance.refuted {
                return Some(Opposite { source, length });
            }
            length += 2;
        }
        None
    }

    /// Starts anew, and adds levels as [`extend`](Levels::extend) does.
    pub(super) fn fill(&mut self, position: &Position, graph: &Graph, links: Links, last: u32) {
        self.start(position, links);
        self.extend(graph, last);
    }

    /// Adds levels up to level `last`, or until nothing new is found, for the candidates that are no
    /// dead ends.
    pub(super) fn extend(&mut self, graph: &Graph, last: u32) {
        while self.last() < last as usize {
            if self.advance(graph, Sources::NoDeadEnds).is_done {
                return;
            }
        }
    }

    /// Level 0: each candidate leads to itself.
    fn start(&mut self, position: &Position, links: Links) {
        self.fill_direct(position, links);
        self.count = 0;
        let level = self.push(position.len());
        for x in 0..position.len() {
            level.on[x] = single(x);
            level.off[x] = single(x);
        }
    }

    fn fill_direct(&mut self, position: &Position, links: Links) {
        self.fill_groups(position, links);
        self.direct.resize(position.len());
        self.direct.off.fill([0; W]);
        for x in 0..position.len() {
            let mut row = [0; W];
            for member in position.groups_of(x, links) {
                row = or(row, self.groups[member.group()]);
            }
            remove(&mut row, x);
            self.direct.on[x] = row;
        }
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
            self.levels.push(Level::default());
        }
        self.count += 1;
        let level = &mut self.levels[self.count - 1];
        level.resize(n);
        level
    }

    /// Adds a level: what was found two levels before, and what one more link leads to.
    fn advance(&mut self, graph: &Graph, sources: Sources) -> Advance {
        let k = self.count;
        self.push(self.direct.on.len());
        let (before, next) = self.levels.split_at_mut(k);
        let (last, next) = (&before[k - 1], &mut next[0]);
        let known = if k == 1 { &self.direct } else { &before[k - 2] };
        let mut advance = Advance {
            is_done: true,
            refuted: None,
        };
        for x in 0..last.on.len() {
            // The row of a dead end keeps any content. It is never read: the graph has no links to
            // dead ends, and only other candidates are sources.
            if sources == Sources::NoDeadEnds && graph.turned_on(x).is_empty() {
                continue;
            }
            let on = with_rows(known.on[x], &last.off, graph.turned_off(x));
            let off = with_rows(known.off[x], &last.on, graph.turned_on(x));
            advance.is_done &= on == known.on[x] && off == known.off[x];
            if advance.refuted.is_none() {
                let state = if meets(&on, &last.on[x]) {
                    Some(State::On)
                } else if meets(&off, &last.off[x]) {
                    Some(State::Off)
                } else {
                    None
                };
                advance.refuted = state.map(|state| Literal { x, state });
            }
            (next.on[x], next.off[x]) = (on, off);
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

    /// What a candidate that is on leads to in at most `links` links.
    #[inline]
    pub(super) fn reached_from_on(&self, x: usize, links: usize) -> &Row<W> {
        &self.levels[links].on[x]
    }

    /// What a candidate that is off leads to in at most `links` links.
    #[inline]
    pub(super) fn reached_from_off(&self, x: usize, links: usize) -> &Row<W> {
        &self.levels[links].off[x]
    }
}

/// For which candidates a level is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sources {
    All,
    /// Those that turn something on if they are off. There are no ways through the others.
    NoDeadEnds,
}

/// What a new level has found.
struct Advance {
    /// Whether nothing new was found.
    is_done: bool,
    /// The first assumption that leads to a candidate both on and off, and so to its opposite.
    refuted: Option<Literal>,
}

/// A row and the rows of these candidates in one.
#[inline]
fn with_rows<const W: usize>(row: Row<W>, rows: &[Row<W>], candidates: &[u16]) -> Row<W> {
    candidates
        .iter()
        .fold(row, |all, &y| or(all, rows[usize::from(y)]))
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
