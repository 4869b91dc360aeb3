//! What every candidate leads to, in how many links, while each group keeps all its candidates. (In
//! Nishio and dynamic chains, what is off is removed from its groups. That takes a
//! [closure](super::closure).)
//!
//! The states alternate along a chain. So what is an even number of links away has the state of the
//! source, and what is an odd number away has the opposite one. Level n holds what is `n`, `n - 2`,
//! `n - 4`, ... links away, so all of it has one state:
//!
//! ```text
//! the only chain from a    a on → b off → c on → d off
//!
//!                            level 0    level 1    level 2    level 3
//! what a leads to if on      a          b          a c        b d
//! ```
//!
//! So each level follows from the two before it:
//!
//! ```text
//! level[n].if_on[x] = level[n - 2].if_on[x]
//!                   | level[n - 1].if_off[y] for each y that x turns off
//! level[n].if_off[x] = the same with on and off exchanged
//! ```
//!
//! The graph does not list dead ends among these y, as no chain leads on from them. But a chain can
//! end there, so level 1 has them, and all later levels inherit them.

use super::bit_set::{BitSet, empty, insert, intersects, remove, single, union};
use super::graph::Graph;
use super::group::PerGroup;
use super::literal::Literal;
use super::position::Position;

/// The levels of a graph, for all candidates at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels<const W: usize> {
    levels: Vec<Level<W>>,
    /// How many levels are in use; the others are kept for their memory.
    count: usize,
}

/// The first of the shortest chains from a candidate to its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct OppositeChain {
    pub(super) source: Literal,
    /// The number of its nodes, both ends included.
    pub(super) length: u32,
}

impl<const W: usize> Levels<W> {
    /// Replaces the levels with those of a graph, until a candidate leads to its opposite. `None`
    /// if `can_be_easier` refuses the length that such a chain would have, or if there is no such
    /// chain at all: then the last two levels together have all that each candidate leads to.
    pub(super) fn find_opposite_chain(
        &mut self,
        graph: &Graph,
        can_be_easier: impl Fn(u32) -> bool,
    ) -> Option<OppositeChain> {
        self.start(graph);
        loop {
            // What the next level would show.
            let length = 2 * (self.last_level() as u32 + 1);
            if !can_be_easier(length) || self.add_level(graph, Sources::All) == Growth::Complete {
                return None;
            }
            if let Some(source) = self.first_refuted() {
                return Some(OppositeChain { source, length });
            }
        }
    }

    /// Replaces the levels with those of a graph up to a last one, as [`extend`](Levels::extend)
    /// does.
    pub(super) fn fill(&mut self, graph: &Graph, last_level: usize) {
        self.start(graph);
        self.extend(graph, last_level);
    }

    /// Adds levels up to a last one, or until nothing new is found, for the candidates that are not
    /// dead ends.
    pub(super) fn extend(&mut self, graph: &Graph, last_level: usize) {
        while self.last_level() < last_level {
            if self.add_level(graph, Sources::NoDeadEnds) == Growth::Complete {
                return;
            }
        }
    }

    /// The number of the last level.
    pub(super) fn last_level(&self) -> usize {
        self.count - 1
    }

    /// The number of the last even level.
    pub(super) fn last_even_level(&self) -> usize {
        self.last_level() / 2 * 2
    }

    /// What a candidate that is on leads to in at most `level` links: what is on if that is even,
    /// and what is off if it is odd.
    #[inline]
    pub(super) fn reached_from_on(&self, x: usize, level: usize) -> &BitSet<W> {
        debug_assert!(level < self.count, "level {level} is not in use");
        &self.levels[level].if_on[x]
    }

    /// What a candidate that is off leads to in at most `level` links: what is off if that is even,
    /// and what is on if it is odd.
    #[inline]
    pub(super) fn reached_from_off(&self, x: usize, level: usize) -> &BitSet<W> {
        debug_assert!(level < self.count, "level {level} is not in use");
        &self.levels[level].if_off[x]
    }
}

/// What each candidate leads to, in up to some number of links.
#[derive(Clone, Debug, Default)]
struct Level<const W: usize> {
    if_on: Vec<BitSet<W>>,
    if_off: Vec<BitSet<W>>,
}

/// For which sources a level is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sources {
    All,
    /// All but dead ends, whose sets are left unspecified. They are never read: no list of links
    /// has a dead end, and the search for cycles does not start from one.
    NoDeadEnds,
}

/// Whether a level has anything that the level two before it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    Grows,
    /// It has nothing new, so no later level will. The last two levels have everything.
    Complete,
}

impl<const W: usize> Levels<W> {
    /// Works out levels 0 and 1.
    fn start(&mut self, graph: &Graph) {
        let len = graph.position.len();
        self.count = 0;
        let level_0 = self.push(len);
        for x in 0..len {
            level_0.if_on[x] = single(x);
            level_0.if_off[x] = single(x);
        }
        let group_sets = group_sets(&graph.position);
        let level_1 = self.push(len);
        for x in 0..len {
            level_1.if_on[x] = others_of_groups(graph, x, &group_sets);
            level_1.if_off[x] = set_of(graph.turned_on(x));
        }
    }

    /// Makes room for a level of `len` candidates, with unspecified contents.
    fn push(&mut self, len: usize) -> &mut Level<W> {
        if self.count == self.levels.len() {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[self.count];
        level.if_on.resize(len, empty());
        level.if_off.resize(len, empty());
        self.count += 1;
        level
    }

    /// Adds the level after the last two, as described at the top of this file.
    fn add_level(&mut self, graph: &Graph, sources: Sources) -> Growth {
        let n = self.count;
        let len = graph.position.len();
        self.push(len);
        let (earlier, added) = self.levels.split_at_mut(n);
        let (two_before, level_before) = (&earlier[n - 2], &earlier[n - 1]);
        let level = &mut added[0];
        let mut growth = Growth::Complete;
        for x in 0..len {
            if sources == Sources::NoDeadEnds && graph.is_dead_end(x) {
                continue;
            }
            let if_on = with_sets(
                two_before.if_on[x],
                &level_before.if_off,
                graph.turned_off(x),
            );
            let if_off = with_sets(
                two_before.if_off[x],
                &level_before.if_on,
                graph.turned_on(x),
            );
            if if_on != two_before.if_on[x] || if_off != two_before.if_off[x] {
                growth = Growth::Grows;
            }
            level.if_on[x] = if_on;
            level.if_off[x] = if_off;
        }
        growth
    }

    /// The first assumption that leads to its opposite in a chain of 2n nodes, where n is the
    /// number of the last level.
    ///
    /// Every link can be followed backwards: if a on turns b off, b on turns a off, and if a off
    /// turns b on, b off turns a on. So it is enough to find a candidate c that a leads to both on
    /// and off, in n and n - 1 links. The last two levels have it in common:
    ///
    /// ```text
    /// a on → ... → c off             in one of these levels
    /// a on → ... → c on              in the other one, which backwards is
    ///              c off → ... → a off
    /// ```
    fn first_refuted(&self) -> Option<Literal> {
        let last = &self.levels[self.count - 1];
        let before = &self.levels[self.count - 2];
        for x in 0..last.if_on.len() {
            if intersects(&before.if_on[x], &last.if_on[x]) {
                return Some(Literal::on(x));
            }
            if intersects(&before.if_off[x], &last.if_off[x]) {
                return Some(Literal::off(x));
            }
        }
        None
    }
}

/// The candidates of each group.
fn group_sets<const W: usize>(position: &Position) -> PerGroup<BitSet<W>> {
    let mut sets = PerGroup::filled(empty());
    for x in 0..position.len() {
        for membership in position.groups_of(x) {
            insert(&mut sets[membership.group], x);
        }
    }
    sets
}

/// What a candidate turns off if it is on, dead ends included.
fn others_of_groups<const W: usize>(
    graph: &Graph,
    x: usize,
    group_sets: &PerGroup<BitSet<W>>,
) -> BitSet<W> {
    let mut others = empty();
    for membership in graph.position.weak_groups(x, graph.links) {
        others = union(others, group_sets[membership.group]);
    }
    remove(&mut others, x);
    others
}

/// The union of a set with the sets of the candidates with these numbers.
#[inline]
fn with_sets<const W: usize>(set: BitSet<W>, sets: &[BitSet<W>], numbers: &[u16]) -> BitSet<W> {
    numbers
        .iter()
        .fold(set, |all, &y| union(all, sets[usize::from(y)]))
}

/// The set of these numbers.
fn set_of<const W: usize>(numbers: &[u16]) -> BitSet<W> {
    let mut set = empty();
    for &y in numbers {
        insert(&mut set, usize::from(y));
    }
    set
}
