//! The search for cycles that eliminate something.
//!
//! It starts from each candidate, the *source*, which is on, and goes on two links at a time: the
//! candidates that are on are its *visits*, and what is off lies between them. It is breadth first,
//! and visits each candidate once, on the path that reaches it first. So it does not find all
//! cycles, but those that Sudoku Explainer finds.
//!
//! ```text
//! source on → b off → c on → d off → e on → f off
//!     ↑                                       │
//!     └───────────────────────────────────────┘
//!
//! The source, c and e are visits. The cycle closes as f off turns on the source.
//! ```
//!
//! Levels tell in advance where no cycle can be: a visit has to lead back to the source before the
//! cycle gets too long.

use super::bit_set::{BitSet, contains, full, intersection, is_empty, remove};
use super::cycle::{Cycle, MIN_LENGTH};
use super::graph::Graph;
use super::levels::Levels;
use super::literal::Literal;
use crate::grid::CELLS;

/// A search for the cycles of a graph.
pub(super) struct CycleSearch<'a, const W: usize> {
    /// All candidates that a cycle may eliminate.
    pub(super) candidates: &'a [u16; CELLS],
    pub(super) graph: &'a Graph,
    /// The levels of the graph, as many as the limits ask for.
    pub(super) levels: &'a Levels<W>,
    pub(super) limits: Limits,
}

/// How long a cycle may be if it is to come before a proof that is known.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The greatest length of a cycle that is easier than this proof. It is even, and less than
    /// [`MIN_LENGTH`] if no cycle is easier.
    pub(super) max_length: u32,
    /// The longer cycles that cost as much as this proof, if there can be any.
    pub(super) tie: Option<Tie>,
}

/// Cycles that cost as much as a chain. Of these proofs, the one with the earliest source comes
/// first, and of a cycle and a chain with the same source, the cycle.
#[derive(Clone, Copy)]
pub(super) struct Tie {
    /// The length of the cycles, and of the chain.
    pub(super) length: u32,
    /// The source of the chain: the last one whose cycles come before the chain.
    pub(super) last_source: usize,
}

impl Limits {
    /// The greatest length of a cycle from a source.
    fn max_length_from(self, source: usize) -> u32 {
        match self.tie {
            Some(tie) if source <= tie.last_source => tie.length,
            _ => self.max_length,
        }
    }

    /// The last level that the search needs. Level 2 tells what a visit leads to. The first goals
    /// are two links from the source, and from there the rest of the longest cycle leads back.
    pub(super) fn last_level_needed(self) -> usize {
        let max_length = self.tie.map_or(self.max_length, |tie| tie.length);
        max_length.saturating_sub(2).max(2) as usize
    }
}

impl<const W: usize> CycleSearch<'_, W> {
    /// The first of the shortest cycles.
    pub(super) fn first_of_shortest(&self) -> Option<Cycle> {
        let mut best: Option<Cycle> = None;
        let mut visits = Vec::new();
        for source in 0..self.graph.position.len() {
            if self.graph.is_dead_end(source) {
                continue;
            }
            let max_length = match &best {
                Some(best) => best.length() - 2,
                None => self.limits.max_length_from(source),
            };
            if max_length < MIN_LENGTH {
                break;
            }
            let shorter = Walk::new(self, source, max_length, &mut visits).shortest_cycle();
            best = shorter.or(best);
        }
        best
    }
}

/// A candidate that is on, and the path to it.
#[derive(Clone, Copy)]
struct Visit {
    on: usize,
    /// How the search came to it; the source has no arrival.
    arrival: Option<Arrival>,
    /// The number of nodes from the source to this one, both included.
    length: u32,
}

/// The two links that lead to a visit.
#[derive(Clone, Copy)]
struct Arrival {
    /// The index of the visit before.
    from: usize,
    /// What that one turned off, and what turned this one on.
    off: usize,
}

impl Visit {
    fn source(x: usize) -> Visit {
        Visit {
            on: x,
            arrival: None,
            length: 1,
        }
    }
}

/// The search from one source, breadth first.
struct Walk<'a, const W: usize> {
    search: &'a CycleSearch<'a, W>,
    source: usize,
    /// The candidates that have not been turned on.
    unvisited: BitSet<W>,
    /// The source and the others, in the order in which they were turned on.
    visits: &'a mut Vec<Visit>,
    /// The greatest length that is still accepted.
    max_length: u32,
    best: Option<Cycle>,
}

impl<'a, const W: usize> Walk<'a, W> {
    /// A walk that is at the source. The visits are overwritten: they come from the caller to spare
    /// allocations.
    fn new(
        search: &'a CycleSearch<'a, W>,
        source: usize,
        max_length: u32,
        visits: &'a mut Vec<Visit>,
    ) -> Walk<'a, W> {
        visits.clear();
        visits.push(Visit::source(source));
        let mut unvisited = full();
        remove(&mut unvisited, source);
        Walk {
            search,
            source,
            unvisited,
            visits,
            max_length,
            best: None,
        }
    }

    /// The first of the shortest cycles, if it is short enough.
    fn shortest_cycle(mut self) -> Option<Cycle> {
        let mut next = 0;
        while let Some(visit) = self.visits.get(next)
            && visit.length < self.max_length
        {
            self.expand(next);
            next += 1;
        }
        self.best
    }

    /// Goes two links on from a visit: to new visits, and back to the source.
    fn expand(&mut self, index: usize) {
        let visit = self.visits[index];
        let can_close = self.can_close(visit);
        let mut goals = self.goals(visit);
        // Most visits lead nowhere.
        if !can_close && is_empty(&goals) {
            return;
        }
        let graph = self.search.graph;
        for &off in graph.turned_off(visit.on) {
            let off = usize::from(off);
            let arrival = Arrival { from: index, off };
            for &on in graph.turned_on(off) {
                let on = usize::from(on);
                if contains(&goals, on) {
                    remove(&mut goals, on);
                    self.add_visit(on, arrival);
                } else if can_close && on == self.source && self.record_cycle(arrival) {
                    // No shorter cycle goes through this visit.
                    return;
                }
            }
        }
    }

    /// Whether two links lead from a visit to the source. (They do from the source itself, along
    /// one link there and back, but that is no cycle.)
    fn can_close(&self, visit: Visit) -> bool {
        visit.arrival.is_some() && contains(self.in_two_links(visit), self.source)
    }

    /// What a visit turns on in two links, and itself.
    fn in_two_links(&self, visit: Visit) -> &BitSet<W> {
        self.search.levels.reached_from_on(visit.on, 2)
    }

    /// The candidates that a visit turns on in two links, that have not been turned on before, and
    /// that lead back to the source soon enough. Read backwards, the last are what is off if the
    /// source is off.
    fn goals(&self, visit: Visit) -> BitSet<W> {
        // One link for each node that is still allowed after a goal, and one to the source: an even
        // number.
        let links = (self.max_length - visit.length - 1) as usize;
        let levels = self.search.levels;
        let level = links.min(levels.last_even_level());
        let leading_back = levels.reached_from_off(self.source, level);
        let new = intersection(self.unvisited, *self.in_two_links(visit));
        intersection(new, *leading_back)
    }

    /// Adds a visit to the candidate that an arrival turns on.
    fn add_visit(&mut self, on: usize, arrival: Arrival) {
        remove(&mut self.unvisited, on);
        self.visits.push(Visit {
            on,
            arrival: Some(arrival),
            length: self.visits[arrival.from].length + 2,
        });
    }

    /// Records the cycle that an arrival at the source closes, if it eliminates something. After
    /// that, only shorter ones are accepted. Returns whether there is such a cycle.
    fn record_cycle(&mut self, Arrival { from, off }: Arrival) -> bool {
        let Some(path) = path_through(self.visits, from, off) else {
            return false;
        };
        let position = &self.search.graph.position;
        let Some(cycle) = Cycle::new(position, path, self.search.candidates) else {
            return false;
        };
        // Of several cycles of this length, the first one counts.
        self.max_length = cycle.length() - 2;
        self.best = Some(cycle);
        true
    }
}

/// The path from the source to a visit, and on to a candidate that it turns off; `None` if that
/// candidate is already off on the path.
fn path_through(visits: &[Visit], last: usize, off: usize) -> Option<Vec<Literal>> {
    let mut path = Vec::with_capacity(visits[last].length as usize + 1);
    path.push(Literal::off(off));
    let mut next = Some(last);
    while let Some(index) = next {
        let Visit { on, arrival, .. } = visits[index];
        path.push(Literal::on(on));
        if let Some(arrival) = arrival {
            if arrival.off == off {
                return None;
            }
            path.push(Literal::off(arrival.off));
        }
        next = arrival.map(|arrival| arrival.from);
    }
    path.reverse();
    Some(path)
}
