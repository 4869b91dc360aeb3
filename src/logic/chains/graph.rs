//! The links between the candidates of a position.

use super::group::{Membership, PerGroup};
use super::position::{Links, Position};
use crate::grid::CELLS;

/// Candidates and the links between them, while each group keeps all its candidates. (In Nishio and
/// dynamic chains, what is off is removed from its groups; they do not use a graph.)
///
/// A *dead end* is a candidate that turns nothing on when it is off. Nor does anything turn it on:
/// a strong link leads back, too. So no path leads through it, and it is not listed among what
/// other candidates turn off.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) position: Position,
    pub(super) links: Links,
    turned_off: Lists,
    turned_on: Lists,
}

impl Graph {
    /// The graph of these candidates, a mask of digits for each cell, with links of these kinds.
    pub(super) fn new(candidates: &[u16; CELLS], links: Links) -> Graph {
        let mut graph = Graph::default();
        graph.fill(candidates, links);
        graph
    }

    /// Replaces the graph with that of these candidates, a mask of digits for each cell, with links
    /// of these kinds.
    pub(super) fn fill(&mut self, candidates: &[u16; CELLS], links: Links) {
        self.position.fill(candidates);
        self.links = links;
        // This comes first: only then are the dead ends known, which `turned_off` leaves out.
        self.list_turned_on();
        self.list_turned_off();
    }

    fn list_turned_on(&mut self) {
        let position = &self.position;
        self.turned_on.clear();
        for x in 0..position.len() {
            for &Membership { group, bit } in position.strong_groups(x, self.links) {
                let others = position.group_masks[group] & !bit;
                if others.is_power_of_two() {
                    self.turned_on.push_new(position.member(group, others));
                }
            }
            self.turned_on.finish_list();
        }
    }

    fn list_turned_off(&mut self) {
        let position = &self.position;
        let live_members = self.live_members();
        self.turned_off.clear();
        for x in 0..position.len() {
            for &Membership { group, bit } in position.weak_groups(x, self.links) {
                let mut others = live_members[group] & !bit;
                if group.is_line() {
                    // Those in the same box have been listed with the box.
                    others &= !same_box(bit);
                }
                self.turned_off.push_all(position.members(group, others));
            }
            self.turned_off.finish_list();
        }
    }

    /// The candidates of each group without the dead ends, as a mask of digits or places.
    fn live_members(&self) -> PerGroup<u16> {
        let mut live_members = PerGroup::default();
        for x in 0..self.position.len() {
            if self.is_dead_end(x) {
                continue;
            }
            for &Membership { group, bit } in self.position.groups_of(x) {
                live_members[group] |= bit;
            }
        }
        live_members
    }

    /// Whether a candidate turns nothing on when it is off.
    #[inline]
    pub(super) fn is_dead_end(&self, x: usize) -> bool {
        self.turned_on(x).is_empty()
    }

    /// What is off if a candidate is on: the others of its groups, except dead ends.
    #[inline]
    pub(super) fn turned_off(&self, x: usize) -> &[u16] {
        self.turned_off.of(x)
    }

    /// What is on if a candidate is off: the only others of its groups.
    #[inline]
    pub(super) fn turned_on(&self, x: usize) -> &[u16] {
        self.turned_on.of(x)
    }
}

/// The places of a line that lie in the same box as the place at this bit, as a mask.
fn same_box(bit: u16) -> u16 {
    0o7 << (bit.trailing_zeros() / 3 * 3)
}

/// A list of candidates for each candidate, one list after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    listed: Vec<u16>,
    /// Where each list ends in `listed`, which has at most 729 x 28 entries.
    ends: Vec<u16>,
}

impl Lists {
    fn clear(&mut self) {
        self.listed.clear();
        self.ends.clear();
    }

    /// Appends candidates to the last list.
    fn push_all(&mut self, candidates: impl Iterator<Item = usize>) {
        self.listed.extend(candidates.map(|x| x as u16));
    }

    /// Appends a candidate to the last list if it does not have it.
    fn push_new(&mut self, x: usize) {
        let x = x as u16;
        let start = self.ends.last().map_or(0, |&end| usize::from(end));
        if !self.listed[start..].contains(&x) {
            self.listed.push(x);
        }
    }

    /// Ends the last list. What is pushed next starts a new one.
    fn finish_list(&mut self) {
        self.ends.push(self.listed.len() as u16);
    }

    /// The list of a candidate.
    #[inline]
    fn of(&self, x: usize) -> &[u16] {
        let start = if x == 0 { 0 } else { self.ends[x - 1] };
        &self.listed[usize::from(start)..usize::from(self.ends[x])]
    }
}
