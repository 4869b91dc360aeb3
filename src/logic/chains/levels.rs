//! What every candidate leads to in how many links, if every group has all its candidates.

use super::graph::Graph;
use super::literal::Literal;
use super::position::{GROUPS, Links, Position};
use super::row::{Row, insert, meets, or, remove, single};

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
///
/// level[0] = the candidate itself
/// level[n] = level[n - 2] and the rows in level[n - 1] of all that one link leads to
/// ```
///
/// Level 1 has no level -1 to start from. It starts from `direct`, since the graph has no links to
/// dead ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels<const W: usize> {
    /// The number of candidates.
    len: usize,
    levels: Vec<Level<W>>,
    /// How many levels are in use; the others are kept for their memory.
    count: usize,
    /// What each candidate turns off at once if it is on, dead ends included. The rows of
    /// candidates that are off are empty.
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

    /// The rows of a candidate in the level after `last`, if this level is the one before `last`.
    #[inline]
    fn extended(&self, last: &Level<W>, graph: &Graph, x: usize) -> Rows<W> {
        Rows {
            on: with_rows(self.on[x], &last.off, graph.turned_off(x)),
            off: with_rows(self.off[x], &last.on, graph.turned_on(x)),
        }
    }

    #[inline]
    fn of(&self, x: usize) -> Rows<W> {
        Rows {
            on: self.on[x],
            off: self.off[x],
        }
    }

    #[inline]
    fn set(&mut self, x: usize, rows: Rows<W>) {
        self.on[x] = rows.on;
        self.off[x] = rows.off;
    }
}

/// The rows of a candidate in one level.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rows<const W: usize> {
    on: Row<W>,
    off: Row<W>,
}

impl<const W: usize> Rows<W> {
    /// The assumption about candidate x that leads to another candidate both on and off. These are
    /// the rows of x in one level and in the next one.
    #[inline]
    fn refuted(&self, next: &Rows<W>, x: usize) -> Option<Literal> {
        if meets(&self.on, &next.on) {
            return Some(Literal::on(x));
        }
        meets(&self.off, &next.off).then(|| Literal::off(x))
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
    /// Adds levels until a candidate leads to its opposite, as long as `can_beat` accepts the
    /// length of such a chain, or until nothing new is found. Then the last two levels have all
    /// that each candidate leads to, one in each state.
    ///
    /// Every link can be followed backwards: if a on turns b off, b on turns a off. So the second
    /// half of a chain from a on to a off is a path from a on to the opposite of what the first
    /// half leads to. It is enough to find what a turns both on and off, in n and n + 1 links.
    pub(super) fn find_opposite(
        &mut self,
        position: &Position,
        graph: &Graph,
        links: Links,
        can_beat: impl Fn(u32) -> bool,
    ) -> Option<Opposite> {
        self.start(position, links);
        let mut length = 2;
        while can_beat(length) {
            let outcome = self.add_level(graph, Sources::All);
            if outcome.adds_nothing {
                return None;
            }
            if let Some(source) = outcome.refuted {
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

    /// Adds levels up to level `last`, or until nothing new is found, for the candidates that are
    /// not dead ends.
    pub(super) fn extend(&mut self, graph: &Graph, last: u32) {
        while self.last() < last as usize {
            if self.add_level(graph, Sources::NoDeadEnds).adds_nothing {
                return;
            }
        }
    }

    /// Level 0: each candidate leads to itself.
    fn start(&mut self, position: &Position, links: Links) {
        self.len = position.len();
        self.fill_direct(position, links);
        self.count = 0;
        let level = self.push();
        for x in 0..position.len() {
            level.on[x] = single(x);
            level.off[x] = single(x);
        }
    }

    fn fill_direct(&mut self, position: &Position, links: Links) {
        self.fill_groups(position, links);
        self.direct.resize(self.len);
        self.direct.off.fill([0; W]);
        for x in 0..self.len {
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

    /// Makes room for a level, with unspecified contents.
    fn push(&mut self) -> &mut Level<W> {
        if self.count == self.levels.len() {
            self.levels.push(Level::default());
        }
        self.count += 1;
        let level = &mut self.levels[self.count - 1];
        level.resize(self.len);
        level
    }

    fn add_level(&mut self, graph: &Graph, sources: Sources) -> Outcome {
        let n = self.count;
        self.push();
        let (earlier, added) = self.levels.split_at_mut(n);
        let (last, level) = (&earlier[n - 1], &mut added[0]);
        let two_before = match n {
            1 => &self.direct,
            _ => &earlier[n - 2],
        };
        let mut outcome = Outcome {
            adds_nothing: true,
            refuted: None,
        };
        for x in 0..self.len {
            // The row of a dead end keeps what it had. It is never read: the graph has no links to
            // dead ends, and only other candidates are sources.
            if sources == Sources::NoDeadEnds && graph.turned_on(x).is_empty() {
                continue;
            }
            let rows = two_before.extended(last, graph, x);
            outcome.adds_nothing &= rows == two_before.of(x);
            if outcome.refuted.is_none() {
                outcome.refuted = last.of(x).refuted(&rows, x);
            }
            level.set(x, rows);
        }
        outcome
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
        debug_assert!(links < self.count, "level {links} is not in use");
        &self.levels[links].on[x]
    }

    /// What a candidate that is off leads to in at most `links` links.
    #[inline]
    pub(super) fn reached_from_off(&self, x: usize, links: usize) -> &Row<W> {
        debug_assert!(links < self.count, "level {links} is not in use");
        &self.levels[links].off[x]
    }
}

/// For which candidates a level is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sources {
    All,
    /// Those that turn something on if they are off. No path leads through the others.
    NoDeadEnds,
}

/// What adding a level has shown.
struct Outcome {
    /// Whether no row has more than two levels before.
    adds_nothing: bool,
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
