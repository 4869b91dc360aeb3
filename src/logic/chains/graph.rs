//! The links between candidates, if every group has all its candidates.

use super::position::{GROUPS, Links, Position};

/// The links between candidates. Dead ends are left out: candidates that turn nothing on if they
/// are off.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    off: Lists,
    on: Lists,
}

impl Graph {
    /// Replaces the links by these of a position.
    pub(super) fn fill(&mut self, position: &Position, links: Links) {
        self.off.clear();
        self.on.clear();
        let mut linked = [0; GROUPS];
        for x in 0..position.len() {
            let groups = position.groups_of(x, links);
            let strong = if links == Links::Y {
                &groups[..1]
            } else {
                groups
            };
            for member in strong {
                let rest = position.masks[member.group()] & !member.bit;
                if rest.is_power_of_two() {
                    self.on.push_new(position.members(member.group(), rest));
                }
            }
            if self.on.end() > 0 {
                for member in position.groups_of(x, Links::Both) {
                    linked[member.group()] |= member.bit;
                }
            }
        }
        for x in 0..position.len() {
            let groups = position.groups_of(x, Links::Both);
            for (kind, member) in groups.iter().enumerate() {
                let mut others = linked[member.group()] & !member.bit;
                // The box comes before the row and the column.
                if kind >= 2 {
                    let in_box = 0o7 << (member.bit.trailing_zeros() / 3 * 3);
                    others &= !in_box;
                }
                if kind > 0 || links != Links::X {
                    self.off.push(position.members(member.group(), others));
                }
            }
            self.off.end();
        }
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

    /// Appends candidates to the last list if it does not have them.
    fn push_new(&mut self, candidates: impl Iterator<Item = usize>) {
        for x in candidates {
            let x = x as u16;
            if !self.all[self.start()..].contains(&x) {
                self.all.push(x);
            }
        }
    }

    /// Ends the last list, and returns its length.
    fn end(&mut self) -> usize {
        let length = self.all.len() - self.start();
        self.ends.push(self.all.len() as u16);
        length
    }

    #[inline]
    fn of(&self, x: usize) -> &[u16] {
        let start = if x == 0 { 0 } else { self.ends[x - 1] };
        &self.all[usize::from(start)..usize::from(self.ends[x])]
    }
}
