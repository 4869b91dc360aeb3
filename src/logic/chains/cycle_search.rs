//! The search for cycles that eliminate something.
//!
//! It starts from each candidate, the *source*, which is on, and goes on two links at a time: the
//! candidates that are on are its *visits*, and what is off lies between them. It is breadth first,
//! and visits each candidate once, on the path that reaches it first. So it does not find all
//! cycles, but those that Sudoku Explainer finds.
//!
//! ```text
//! source on → b off → c on → d off → e on → f off       c and e are visits; the cycle closes as
//!     ↑________________________________________│        f off turns on the source
//! ```
//!
//! Levels tell in advance where no cycle can be: a visit has to lead back to the source with the
//! nodes that are left.

use super::bit_set::{BitSet, contains, intersection, meets, remove};
use super::cycle::{Cycle, MIN_LENGTH};
use super::graph::Graph;
use super::levels::Levels;
use super::literal::Literal;
use crate::grid::CELLS;

pub(super) struct CycleSearch<'a, const W: usize> {
    /// All candidates that a cycle may eliminate.
    pub(super) candidates: &'a [u16; CELLS],
    pub(super) graph: &'a Graph,
    /// The levels of the graph, as many as the limits ask for.
    pub(super) levels: &'a Levels<W>,
    pub(super) limits: Limits,
}

/// How long a cycle may be.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The greatest length, which is even; less than [`MIN_LENGTH`] if there is none.
    pub(super) max_length: u32,
    /// The source of a chain that costs as much as a cycle of `max_length + 2`. From sources up to
    /// this one, such a cycle comes first and is accepted.
    pub(super) tied_source: Option<usize>,
}

impl Limits {
    /// The greatest length of a cycle from a source.
    fn max_length_from(self, source: usize) -> u32 {
        match self.tied_source {
            Some(last) if source <= last => self.max_length + 2,
            _ => self.max_length,
        }
    }

    /// The last level that the search needs: one for each link of the longest cycle but the first
    /// two, and at least two to look ahead.
    pub(super) fn last_level_needed(self) -> usize {
        // If any source may have a longer cycle, the first one may.
        self.max_length_from(0).saturating_sub(2).max(2) as usize
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
    on: u16,
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
    off: u16,
}

impl Visit {
    fn source(x: usize) -> Visit {
        Visit {
            on: x as u16,
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
        let mut unvisited = [u64::MAX; W];
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
        let on = usize::from(visit.on);
        let in_two_links = self.search.levels.reached_from_on(on, 2);
        // The source leads back to itself along one link there and back, which is no cycle.
        let is_source = visit.arrival.is_none();
        let can_close = !is_source && contains(in_two_links, self.source);
        let mut goals = self.goals(visit);
        // Most visits lead nowhere.
        if !can_close && !meets(in_two_links, &goals) {
            return;
        }
        let graph = self.search.graph;
        for &off in graph.turned_off(on) {
            for &next in graph.turned_on(usize::from(off)) {
                let next = usize::from(next);
                if contains(&goals, next) {
                    remove(&mut goals, next);
                    self.visit(next, Arrival { from: index, off });
                } else if can_close
                    && next == self.source
                    && self.try_close(Arrival { from: index, off })
                {
                    // What else this visit leads to is too long for a shorter cycle.
                    return;
                }
            }
        }
    }

    /// The candidates that may come two links after a visit: they have not been turned on, and lead
    /// back to the source soon enough. Read backwards, they are what is off if the source is off.
    fn goals(&self, visit: Visit) -> BitSet<W> {
        // One link for each node that is still allowed after a goal, and one to the source: an even
        // number.
        let links = (self.max_length - visit.length - 1) as usize;
        let levels = self.search.levels;
        let leading_back =
            levels.reached_from_off(self.source, links.min(levels.last_even_number()));
        intersection(self.unvisited, *leading_back)
    }

    /// Adds a visit to the candidate that an arrival turns on.
    fn visit(&mut self, on: usize, arrival: Arrival) {
        remove(&mut self.unvisited, on);
        self.visits.push(Visit {
            on: on as u16,
            arrival: Some(arrival),
            length: self.visits[arrival.from].length + 2,
        });
    }

    /// Records the cycle that an arrival at the source closes, if it eliminates something. Returns
    /// whether it does.
    fn try_close(&mut self, Arrival { from, off }: Arrival) -> bool {
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

/// The path from the source to a visit, and on to a candidate that it turns off; `None` if this one
/// is off on the path before.
fn path_through(visits: &[Visit], last: usize, off: u16) -> Option<Vec<Literal>> {
    let mut path = Vec::with_capacity(visits[last].length as usize + 1);
    path.push(Literal::off(off.into()));
    let mut next = Some(last);
    while let Some(index) = next {
        let Visit { on, arrival, .. } = visits[index];
        path.push(Literal::on(on.into()));
        if let Some(arrival) = arrival {
            if arrival.off == off {
                return None;
            }
            path.push(Literal::off(arrival.off.into()));
        }
        next = arrival.map(|arrival| arrival.from);
    }
    path.reverse();
    Some(path)
}
