//! Bidirectional cycles: chains that come back to where they began.
//!
//! From each source that is on, the search goes to each candidate on one shortest path, so it does
//! not find all cycles. A cycle counts if it eliminates something: a digit from a cell outside of
//! the cycle that sees a cell where it is on and a cell where it is off.

use super::super::board::{SEEN, cells_in};
use super::graph::Graph;
use super::levels::Levels;
use super::literal::{Candidate, Literal, State};
use super::position::Position;
use super::row::{Row, and, contains, meets, remove};
use crate::grid::CELLS;

/// The length of the shortest cycles.
pub(super) const MIN_LENGTH: u32 = 4;

/// The search for cycles.
pub(super) struct CycleSearch<'a, const W: usize> {
    pub(super) candidates: &'a [u16; CELLS],
    pub(super) position: &'a Position,
    pub(super) graph: &'a Graph,
    /// What the candidates lead to, up to the level that the limits ask for.
    pub(super) levels: &'a Levels<W>,
    pub(super) limits: Limits,
}

/// How long a cycle may be.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The greatest length, which is even, from any source; less than [`MIN_LENGTH`] if there is
    /// none.
    pub(super) max_length: u32,
    /// A greater length, up to a source.
    pub(super) tie: Option<Tie>,
}

impl Limits {
    /// The greatest length from a source.
    fn max_length_from(self, source: usize) -> u32 {
        match self.tie {
            Some(tie) if source <= tie.last => tie.length,
            _ => self.max_length,
        }
    }

    /// How many levels the search needs: one for each link of the longest cycle but the first two,
    /// and at least two to look ahead.
    pub(super) fn levels(self) -> u32 {
        let max_length = self.tie.map_or(self.max_length, |tie| tie.length);
        max_length.saturating_sub(2).max(2)
    }
}

/// Cycles of this length cost as much as a chain that has been found. They are accepted from
/// sources up to that of the chain, which is the last one. There are ties only among chains with X
/// and Y links, since only their ratings start where those of their cycles do.
#[derive(Clone, Copy)]
pub(super) struct Tie {
    pub(super) length: u32,
    pub(super) last: usize,
}

pub(super) struct Cycle {
    pub(super) source: usize,
    pub(super) length: u32,
    pub(super) eliminates: Vec<(usize, u16)>,
    /// Its candidates in order, from the source.
    pub(super) path: Vec<Literal>,
}

/// A visit to a candidate that is on.
#[derive(Clone, Copy)]
struct Visit {
    on: u16,
    /// How the search came to it; the source has none.
    from: Option<Arrival>,
    /// The number of nodes up to this one.
    length: u32,
}

/// The two links that lead to a visit.
#[derive(Clone, Copy)]
struct Arrival {
    /// The index of the visit before.
    visit: usize,
    /// What that one turned off, and what turned this one on.
    off: u16,
}

impl Visit {
    fn source(x: usize) -> Visit {
        Visit {
            on: x as u16,
            from: None,
            length: 1,
        }
    }
}

impl<const W: usize> CycleSearch<'_, W> {
    /// The first of the shortest cycles.
    pub(super) fn first(&self) -> Option<Cycle> {
        let mut best: Option<Cycle> = None;
        let mut visits = Vec::new();
        for source in 0..self.position.len() {
            if self.graph.turned_on(source).is_empty() {
                continue;
            }
            let max_length = match &best {
                Some(best) => best.length - 2,
                None => self.limits.max_length_from(source),
            };
            if max_length < MIN_LENGTH {
                break;
            }
            let shortest = self.shortest_from(source, max_length, &mut visits);
            best = shortest.or(best);
        }
        best
    }

    /// The first of the shortest cycles from a source.
    fn shortest_from(
        &self,
        source: usize,
        max_length: u32,
        visits: &mut Vec<Visit>,
    ) -> Option<Cycle> {
        visits.clear();
        visits.push(Visit::source(source));
        let mut unseen = [u64::MAX; W];
        remove(&mut unseen, source);
        let mut walk = Walk {
            search: self,
            source,
            unseen,
            visits,
            max_length,
            best: None,
        };
        let mut next = 0;
        while let Some(visit) = walk.visits.get(next)
            && visit.length < walk.max_length
        {
            walk.expand(next);
            next += 1;
        }
        walk.best
    }

    /// What is on after two links from a visit.
    fn reached_in_two_links(&self, visit: Visit) -> &Row<W> {
        self.levels.reached_from_on(usize::from(visit.on), 2)
    }

    /// The candidates that are on and lead back to the source with at most this many more nodes.
    /// Read backwards, they are what is off if the source is off.
    fn leading_back(&self, source: usize, nodes: u32) -> &Row<W> {
        let links = self.levels.last_even().min(nodes as usize / 2 * 2);
        self.levels.reached_from_off(source, links)
    }

    /// The cycle from the source to a visit, on to a candidate that it turns off, and back; if this
    /// one is not on the path yet, and the cycle eliminates something.
    fn cycle_through(&self, visits: &[Visit], last: usize, off: u16) -> Option<Cycle> {
        let path = path_through(visits, last, off)?;
        let mut seen = Seen::default();
        for literal in &path {
            seen.add(self.position.candidate(literal.x), literal.state);
        }
        let eliminates = seen.eliminates(self.candidates);
        if eliminates.is_empty() {
            return None;
        }
        Some(Cycle {
            source: visits[0].on.into(),
            length: path.len() as u32,
            eliminates,
            path,
        })
    }
}

/// The path from the source to a visit, and on to a candidate that it turns off, if this one is not
/// on the path yet.
fn path_through(visits: &[Visit], last: usize, off: u16) -> Option<Vec<Literal>> {
    let mut path = Vec::with_capacity(visits[last].length as usize + 1);
    path.push(Literal::new(off, State::Off));
    let mut next = Some(last);
    while let Some(index) = next {
        let Visit { on, from, .. } = visits[index];
        path.push(Literal::new(on, State::On));
        if let Some(from) = from {
            if from.off == off {
                return None;
            }
            path.push(Literal::new(from.off, State::Off));
        }
        next = from.map(|from| from.visit);
    }
    path.reverse();
    Some(path)
}

/// The search from one source, breadth first.
struct Walk<'a, const W: usize> {
    search: &'a CycleSearch<'a, W>,
    source: usize,
    /// The candidates that have not been turned on.
    unseen: Row<W>,
    /// The source and the others, in the order in which they were turned on.
    visits: &'a mut Vec<Visit>,
    /// The greatest length that is still accepted.
    max_length: u32,
    best: Option<Cycle>,
}

impl<const W: usize> Walk<'_, W> {
    /// Goes two links on from a visit.
    fn expand(&mut self, index: usize) {
        let visit = self.visits[index];
        let within_reach = self.search.reached_in_two_links(visit);
        let can_close = visit.length >= 3 && contains(within_reach, self.source);
        let mut goals = self.goals(visit);
        // This is so for most visits.
        if !can_close && !meets(within_reach, &goals) {
            return;
        }
        let (graph, on) = (self.search.graph, visit.on);
        for &off in graph.turned_off(usize::from(on)) {
            for &next_on in graph.turned_on(usize::from(off)) {
                if contains(&goals, usize::from(next_on)) {
                    remove(&mut goals, usize::from(next_on));
                    self.add(next_on, off, index);
                } else if can_close && usize::from(next_on) == self.source {
                    self.try_close(index, off);
                }
            }
        }
    }

    /// What has not been turned on and can lead back to the source in the nodes that are left after
    /// a visit and the candidate that it turns off.
    fn goals(&self, visit: Visit) -> Row<W> {
        let nodes_left = self.max_length - visit.length - 1;
        and(
            self.unseen,
            *self.search.leading_back(self.source, nodes_left),
        )
    }

    /// Adds a visit that is two links from another one.
    fn add(&mut self, on: u16, off: u16, parent: usize) {
        remove(&mut self.unseen, usize::from(on));
        let length = self.visits[parent].length + 2;
        let from = Some(Arrival { visit: parent, off });
        self.visits.push(Visit { on, from, length });
    }

    /// Closes the cycle after a visit and a candidate that it turns off, if it is short enough.
    fn try_close(&mut self, last: usize, off: u16) {
        let length = self.visits[last].length + 1;
        if length > self.max_length {
            return;
        }
        if let Some(cycle) = self.search.cycle_through(self.visits, last, off) {
            // Of several cycles of this length, the first one counts.
            self.max_length = length - 2;
            self.best = Some(cycle);
        }
    }
}

/// What the candidates of a cycle see.
#[derive(Default)]
struct Seen {
    /// For each digit, the cells that see a cell where it is on.
    by_on: [u128; 9],
    /// The same where it is off.
    by_off: [u128; 9],
    /// The cells of the cycle.
    own: u128,
}

impl Seen {
    fn add(&mut self, Candidate { cell, i }: Candidate, state: State) {
        self.own |= 1 << cell;
        match state {
            State::On => self.by_on[i] |= SEEN[cell],
            State::Off => self.by_off[i] |= SEEN[cell],
        }
    }

    /// What sees both, in row-major order.
    fn eliminates(&self, candidates: &[u16; CELLS]) -> Vec<(usize, u16)> {
        let both: [u128; 9] = std::array::from_fn(|i| self.by_on[i] & self.by_off[i] & !self.own);
        let all = both.iter().fold(0, |all, cells| all | cells);
        let mut eliminates = Vec::new();
        for cell in cells_in(all) {
            let seen = (0..9).fold(0, |seen, i| seen | ((both[i] >> cell & 1) as u16) << i);
            if seen & candidates[cell] != 0 {
                eliminates.push((cell, seen & candidates[cell]));
            }
        }
        eliminates
    }
}
