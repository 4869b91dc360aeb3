//! The links between candidates, if every group has all its candidates.

use super::position::{GROUPS, Links, Position, is_line};
use crate::grid::CELLS;

/// Candidates and their links.
#[derive(Clone, Debug, Default)]
pub(super) struct Linked {
    pub(super) position: Position,
    pub(super) graph: Graph,
}

impl Linked {
    pub(super) fn fill(&mut self, candidates: &[u16; CELLS], links: Links) {
        self.position.fill(candidates);
        self.graph.fill(&self.position, links);
    }
}

/// The links between candidates. Dead ends are left out: candidates that turn nothing on if they
/// are off.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    off: Lists,
    on: Lists,
}

impl Graph {
    /// Replaces the links by those of a position.
    pub(super) fn fill(&mut self, position: &Position, links: Links) {
        self.fill_on(position, links);
        let linked = self.linked(position);
        self.off.clear();
        for x in 0..position.len() {
            for member in position.groups_of(x, links) {
                let mut others = linked[member.group()] & !member.bit;
                if is_line(member.group()) {
                    // Those in the same box have been listed with the box.
                    others &= !same_box(member.bit);
                }
                self.off.push(position.members(member.group(), others));
            }
            self.off.finish_list();
        }
    }

    fn fill_on(&mut self, position: &Position, links: Links) {
        self.on.clear();
        for x in 0..position.len() {
            for member in position.groups_from_off(x, links) {
                let rest = position.masks[member.group()] & !member.bit;
                if rest.is_power_of_two() {
                    self.on.push_new(position.member(member.group(), rest));
                }
            }
            self.on.finish_list();
        }
    }

    /// The candidates of each group that turn something on if they are off.
    fn linked(&self, position: &Position) -> [u16; GROUPS] {
        let mut linked = [0; GROUPS];
        for x in 0..position.len() {
            if self.turned_on(x).is_empty() {
                continue;
            }
            for member in position.groups_of(x, Links::XY) {
                linked[member.group()] |= member.bit;
            }
        }
        linked
    }

    /// What is off if a candidate is on: the others of its groups.
    #[inline]
    pub(super) fn turned_off(&self, x: usize) -> &[u16] {
        self.off.of(x)
    }

    /// What is on if a candidate is off: the only others of its groups.
    #[inline]
    pub(super) fn turned_on(&self, x: usize) -> &[u16] {
        self.on.of(x)
    }
}

/// The places of a line that lie in the box of this one.
fn same_box(place: u16) -> u16 {
    0o7 << (place.trailing_zeros() / 3 * 3)
}

/// A list of candidates for each candidate.
#[derive(Clone, Debug, Default)]
struct Lists {
    all: Vec<u16>,
    ends: Vec<u16>,
}

impl Lists {
    fn clear(&mut self) {
        self.all.clear();
        self.ends.clear();
    }

    /// Where the last list starts, which has no end yet.
    fn start(&self) -> usize {
        self.ends.last().map_or(0, |&end| usize::from(end))
    }

    /// Appends candidates to the last list.
    fn push(&mut self, candidates: impl Iterator<Item = usize>) {
        self.all.extend(candidates.map(|x| x as u16));
    }

    /// Appends a candidate to the last list if it does not have it.
    fn push_new(&mut self, x: usize) {
        let x = x as u16;
        if !self.all[self.start()..].contains(&x) {
            self.all.push(x);
        }
    }

    /// Ends the last list. What is pushed next is in a new one.
    fn finish_list(&mut self) {
        self.ends.push(self.all.len() as u16);
    }

    #[inline]
    fn of(&self, x: usize) -> &[u16] {
        let start = if x == 0 { 0 } else { self.ends[x - 1] };
        &self.all[usize::from(start)..usize::from(self.ends[x])]
    }
}
