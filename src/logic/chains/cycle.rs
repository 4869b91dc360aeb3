//! Bidirectional cycles: chains that come back to where they began.
//!
//! From each source that is on, the search goes to each candidate on one shortest way, so it does
//! not find all cycles. A cycle counts if it eliminates something: a digit from a cell outside of
//! the cycle that sees a cell where it is on and a cell where it is off.

use super::super::board::{SEEN, cells_in};
use super::graph::Graph;
use super::levels::{Levels, Row, and, contains, meets, remove};
use super::position::Position;
use super::proof::{Literal, State};
use crate::grid::CELLS;

/// The search for cycles.
pub(super) struct CycleSearch<'a, const W: usize> {
    pub(super) candidates: &'a [u16; CELLS],
    pub(super) position: &'a Position,
    pub(super) graph: &'a Graph,
    /// What the candidates lead to, in as many links as the longest cycle leaves after two.
    pub(super) levels: &'a Levels<W>,
    /// The greatest length that is welcome.
    pub(super) longest: u32,
    /// A greater length that is welcome up to a source.
    pub(super) tie: Option<Tie>,
}

/// Cycles of this length are welcome from sources up to the last one.
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

/// A candidate that is on, how the search came to it, and the length of the chain so far.
#[derive(Clone, Copy)]
struct Node {
    on: u16,
    /// What turned it on.
    off: u16,
    /// The node before; the source has none.
    parent: Option<usize>,
    length: u32,
}

impl Node {
    fn source(x: usize) -> Node {
        Node {
            on: x as u16,
            off: 0,
            parent: None,
            length: 1,
        }
    }
}

impl<const W: usize> CycleSearch<'_, W> {
    /// The first of the shortest cycles.
    pub(super) fn first(&self) -> Option<Cycle> {
        let mut best: Option<Cycle> = None;
        let mut nodes = Vec::new();
        for source in 0..self.position.len() {
            if self.graph.turned_on(source).is_empty() {
                continue;
            }
            let longest = match (&best, self.tie) {
                (Some(best), _) => best.length - 2,
                (None, Some(tie)) if source <= tie.last => tie.length,
                (None, _) => self.longest,
            };
            if longest < 4 {
                break;
            }
            if let Some(cycle) = self.from(source, longest, &mut nodes) {
                best = Some(cycle);
            }
        }
        best
    }

    /// The first of the shortest cycles from a source.
    fn from(&self, source: usize, mut longest: u32, nodes: &mut Vec<Node>) -> Option<Cycle> {
        let mut best = None;
        let mut new = [u64::MAX; W];
        remove(&mut new, source);
        nodes.clear();
        nodes.push(Node::source(source));
        let mut next = 0;
        while let Some(&Node { on, length, .. }) = nodes.get(next)
            && length < longest
        {
            // Most nodes lead to nothing that is new and can come back in the nodes that are left.
            let goals = and(new, *self.way_back(source, longest - length - 1));
            let from_here = self.levels.reached_from_on(usize::from(on), 2);
            let can_close = length >= 3 && contains(from_here, source);
            if can_close || meets(from_here, &goals) {
                for &off in self.graph.turned_off(usize::from(on)) {
                    for &on in self.graph.turned_on(usize::from(off)) {
                        if contains(&goals, usize::from(on)) && contains(&new, usize::from(on)) {
                            remove(&mut new, usize::from(on));
                            nodes.push(Node {
                                on,
                                off,
                                parent: Some(next),
                                length: length + 2,
                            });
                        } else if can_close && usize::from(on) == source && length < longest {
                            let cycle = self.close(nodes, next, off);
                            if cycle.is_some() {
                                longest = length - 1;
                                best = cycle;
                            }
                        }
                    }
                }
            }
            next += 1;
        }
        best
    }

    /// The candidates that can turn the source on in so many more nodes if they are on. Read
    /// backwards: those that the source turns off if it is off.
    fn way_back(&self, source: usize, nodes: u32) -> &Row<W> {
        let links = self.levels.last_even().min(nodes as usize / 2 * 2);
        self.levels.reached_from_off(source, links)
    }

    /// The cycle from the source to a node, on to a candidate that it turns off, and back; if this
    /// one is not on the way, and the cycle eliminates something.
    fn close(&self, nodes: &[Node], last: usize, off: u16) -> Option<Cycle> {
        let way = || std::iter::successors(Some(last), |&node| nodes[node].parent);
        if way().any(|node| nodes[node].parent.is_some() && nodes[node].off == off) {
            return None;
        }
        let mut seen = Seen::default();
        seen.add(self.position.candidate(off.into()), State::Off);
        for node in way() {
            let Node {
                on, off, parent, ..
            } = nodes[node];
            seen.add(self.position.candidate(on.into()), State::On);
            if parent.is_some() {
                seen.add(self.position.candidate(off.into()), State::Off);
            }
        }
        let eliminates = seen.eliminates(self.candidates);
        if eliminates.is_empty() {
            return None;
        }
        let mut path = vec![Literal::new(off, State::Off)];
        for node in way() {
            path.push(Literal::new(nodes[node].on, State::On));
            if nodes[node].parent.is_some() {
                path.push(Literal::new(nodes[node].off, State::Off));
            }
        }
        path.reverse();
        Some(Cycle {
            source: nodes[0].on.into(),
            length: nodes[last].length + 1,
            eliminates,
            path,
        })
    }
}

/// What the candidates of a cycle see.
#[derive(Default)]
struct Seen {
    /// For each digit, the cells that see a cell where it is on, and where it is off.
    by: [[u128; 9]; 2],
    /// The cells of the cycle.
    own: u128,
}

impl Seen {
    fn add(&mut self, (cell, i): (usize, usize), state: State) {
        self.own |= 1 << cell;
        self.by[state as usize][i] |= SEEN[cell];
    }

    /// What sees both, in row-major order.
    fn eliminates(&self, candidates: &[u16; CELLS]) -> Vec<(usize, u16)> {
        let [on, off] = &self.by;
        let both: [u128; 9] = std::array::from_fn(|i| on[i] & off[i] & !self.own);
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
