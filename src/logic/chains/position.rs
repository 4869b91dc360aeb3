//! The candidates of a board, and the groups that they belong to.

use super::super::proof::Node;
use super::super::units::{BOX, COLUMN, ROW, place_of, unit_of};
use super::group::{Group, Membership, PerGroup};
use super::literal::{Candidate, Literal, State};
use crate::grid::{CELLS, Cell, set_bits};

/// Some candidates of a board. They are numbered in row-major order, those of a cell by digit.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    /// The groups of each candidate: its cell, box, row and column, the order in which chains
    /// follow them.
    memberships: Vec<[Membership; 4]>,
    /// The candidates of each group, a mask of digits or places.
    pub(super) group_masks: PerGroup<u16>,
    /// The number of the candidate at each bit of the masks; the others mean nothing.
    members: PerGroup<[u16; 9]>,
}

impl Position {
    /// The position with these candidates, a mask of digits for each cell.
    pub(super) fn new(candidates: &[u16; CELLS]) -> Position {
        let mut position = Position::default();
        position.fill(candidates);
        position
    }

    /// Replaces the candidates with these, a mask of digits for each cell.
    pub(super) fn fill(&mut self, candidates: &[u16; CELLS]) {
        self.memberships.clear();
        self.group_masks = PerGroup::default();
        for (cell, &digits) in candidates.iter().enumerate() {
            for i in set_bits(digits) {
                self.push(cell, i);
            }
        }
    }

    fn push(&mut self, cell: usize, i: usize) {
        let in_cell = Membership {
            group: Group::of_cell(cell),
            bit: 1 << i,
        };
        let [in_box, in_row, in_column] = [BOX, ROW, COLUMN].map(|kind| Membership {
            group: Group::of_places(unit_of(cell, kind), i),
            bit: 1 << place_of(cell, kind),
        });
        let memberships = [in_cell, in_box, in_row, in_column];
        let x = self.len() as u16;
        for Membership { group, bit } in memberships {
            self.group_masks[group] |= bit;
            self.members[group][bit.trailing_zeros() as usize] = x;
        }
        self.memberships.push(memberships);
    }

    /// Whether it has these candidates and no others, a mask of digits for each cell.
    pub(super) fn has_candidates(&self, candidates: &[u16; CELLS]) -> bool {
        (0..CELLS).all(|cell| self.group_masks[Group::of_cell(cell)] == candidates[cell])
    }

    pub(super) fn len(&self) -> usize {
        self.memberships.len()
    }

    pub(super) fn candidate(&self, x: usize) -> Candidate {
        let [in_cell, ..] = self.memberships[x];
        Candidate {
            cell: in_cell.group.index(),
            i: in_cell.bit.trailing_zeros() as usize,
        }
    }

    /// The number of a candidate that is among these.
    pub(super) fn number(&self, Candidate { cell, i }: Candidate) -> usize {
        let in_cell = Group::of_cell(cell);
        debug_assert!(
            self.group_masks[in_cell] >> i & 1 == 1,
            "the position does not have this candidate"
        );
        usize::from(self.members[in_cell][i])
    }

    /// All groups of a candidate.
    #[inline]
    pub(super) fn groups_of(&self, x: usize) -> &[Membership] {
        &self.memberships[x]
    }

    /// The groups of a candidate that are units, not its cell.
    #[inline]
    fn units_of(&self, x: usize) -> &[Membership] {
        &self.memberships[x][1..]
    }

    /// The groups in which a candidate has weak links, which lead from on to off.
    #[inline]
    pub(super) fn weak_groups(&self, x: usize, links: Links) -> &[Membership] {
        match links {
            Links::X => self.units_of(x),
            Links::Y | Links::All => self.groups_of(x),
        }
    }

    /// The groups in which a candidate can have strong links, which lead from off to on.
    #[inline]
    pub(super) fn strong_groups(&self, x: usize, links: Links) -> &[Membership] {
        match links {
            Links::X => self.units_of(x),
            Links::Y => &self.memberships[x][..1],
            Links::All => self.groups_of(x),
        }
    }

    /// The candidate of a group at a bit.
    #[inline]
    pub(super) fn member(&self, group: Group, bit: u16) -> usize {
        usize::from(self.members[group][bit.trailing_zeros() as usize])
    }

    /// The candidates of a group at these bits.
    #[inline]
    pub(super) fn members(&self, group: Group, mask: u16) -> impl Iterator<Item = usize> + Clone {
        let members = &self.members[group];
        set_bits(mask).map(move |place| usize::from(members[place]))
    }

    /// All candidates of a group.
    pub(super) fn all_members(&self, group: Group) -> impl Iterator<Item = usize> + Clone {
        self.members(group, self.group_masks[group])
    }

    /// The number of candidates of a group.
    pub(super) fn count(&self, group: Group) -> u32 {
        self.group_masks[group].count_ones()
    }

    /// The groups to try, all of at least `min` candidates, in the order in which Sudoku Explainer
    /// looks for what all their candidates lead to. It goes through the cells with at least `min`
    /// candidates, and before each cell come the units in which it is the first place for a digit.
    /// So it skips a unit if the cell of the first place has fewer candidates.
    pub(super) fn groups_to_try(&self, min: u32) -> Vec<Group> {
        let mut groups = Vec::new();
        for cell in (0..CELLS).map(Group::of_cell) {
            if self.count(cell) < min {
                continue;
            }
            for x in self.all_members(cell) {
                for &in_unit in self.units_of(x) {
                    if self.is_first(in_unit) && self.count(in_unit.group) >= min {
                        groups.push(in_unit.group);
                    }
                }
            }
            groups.push(cell);
        }
        groups
    }

    /// Whether a member of a group comes first in it.
    fn is_first(&self, Membership { group, bit }: Membership) -> bool {
        self.group_masks[group].trailing_zeros() == bit.trailing_zeros()
    }

    /// A literal as a node of a proof that follows from the nodes at these indices.
    pub(super) fn node(&self, literal: Literal, from: Vec<usize>) -> Node {
        let Candidate { cell, i } = self.candidate(literal.x);
        Node {
            cell: Cell(cell as u8),
            digit: i as u8 + 1,
            is_on: literal.state == State::On,
            from,
        }
    }
}

/// The links that a chain may follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Links {
    /// Those in units, so that the chain has one digit.
    X,
    /// Weak links of all kinds, strong links only in cells.
    Y,
    /// Weak and strong links of all kinds.
    #[default]
    All,
}

/// The candidates of one digit, `i + 1`, among those of a board.
pub(super) fn candidates_of_digit(candidates: &[u16; CELLS], i: usize) -> [u16; CELLS] {
    candidates.map(|digits| digits & 1 << i)
}
