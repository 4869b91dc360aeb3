//! The candidates of a board, and the groups that they form.

use super::super::proof::{ChainKind, Node};
use super::super::units::{BOX, COLUMN, ROW, place_of, public_unit, unit_of};
use super::literal::{Candidate, Literal, State};
use crate::grid::{CELLS, Cell, set_bits};

/// The number of groups. Exactly one candidate of a group is right: of the digits that fit a cell
/// (groups 0..81), or of the places for a digit in a unit (nine groups for each unit).
pub(super) const GROUPS: usize = CELLS + 27 * 9;

/// The group of the places for digit `i + 1` in a unit.
fn group_of_places(unit: usize, i: usize) -> usize {
    CELLS + 9 * unit + i
}

/// The unit and the index of the digit, if a group is not one of a cell.
fn unit_and_digit(group: usize) -> (usize, usize) {
    ((group - CELLS) / 9, (group - CELLS) % 9)
}

/// Whether a group has the candidates of a cell.
pub(super) fn is_cell(group: usize) -> bool {
    group < CELLS
}

/// Whether a group has the places for a digit in a row or a column: units are numbered boxes first.
pub(super) fn is_line(group: usize) -> bool {
    group >= group_of_places(9 * (BOX + 1), 0)
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

/// A group that a candidate belongs to, and the bit of the candidate in the masks of this group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Membership {
    group: u16,
    pub(super) bit: u16,
}

impl Membership {
    fn new(group: usize, place: usize) -> Membership {
        Membership {
            group: group as u16,
            bit: 1 << place,
        }
    }

    /// The membership of digit `i + 1` in a cell, among the places in the unit of this kind.
    fn in_unit(cell: usize, kind: usize, i: usize) -> Membership {
        Membership::new(
            group_of_places(unit_of(cell, kind), i),
            place_of(cell, kind),
        )
    }

    fn place(self) -> usize {
        self.bit.trailing_zeros() as usize
    }

    pub(super) fn group(self) -> usize {
        usize::from(self.group)
    }
}

/// Some candidates of a board. They are numbered in row-major order, those of a cell by digit.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The groups of each candidate: its cell, box, row and column, the order in which chains
    /// follow them.
    memberships: Vec<[Membership; 4]>,
    /// The candidates of each group: bit i is digit `i + 1` of a cell, or place i in a unit.
    pub(super) masks: [u16; GROUPS],
    /// The number of the candidate at each bit of the masks.
    members: [[u16; 9]; GROUPS],
}

impl Default for Position {
    fn default() -> Position {
        Position {
            memberships: Vec::new(),
            masks: [0; GROUPS],
            members: [[0; 9]; GROUPS],
        }
    }
}

impl Position {
    /// Replaces the candidates with these, a mask of digits for each cell.
    pub(super) fn fill(&mut self, candidates: &[u16; CELLS]) {
        self.memberships.clear();
        self.masks.fill(0);
        for (cell, &digits) in candidates.iter().enumerate() {
            for i in set_bits(digits) {
                self.push(cell, i);
            }
        }
    }

    fn push(&mut self, cell: usize, i: usize) {
        let x = self.len() as u16;
        let memberships = [
            Membership::new(cell, i),
            Membership::in_unit(cell, BOX, i),
            Membership::in_unit(cell, ROW, i),
            Membership::in_unit(cell, COLUMN, i),
        ];
        for membership in memberships {
            self.masks[membership.group()] |= membership.bit;
            self.members[membership.group()][membership.place()] = x;
        }
        self.memberships.push(memberships);
    }

    /// Whether these are its candidates, a mask of digits for each cell.
    pub(super) fn is_of(&self, candidates: &[u16; CELLS]) -> bool {
        self.masks[..CELLS] == candidates[..]
    }

    pub(super) fn len(&self) -> usize {
        self.memberships.len()
    }

    pub(super) fn candidate(&self, x: usize) -> Candidate {
        let [in_cell, ..] = self.memberships[x];
        Candidate {
            cell: in_cell.group(),
            i: in_cell.place(),
        }
    }

    /// The number of a candidate that is among these.
    pub(super) fn number(&self, Candidate { cell, i }: Candidate) -> usize {
        usize::from(self.members[cell][i])
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
    pub(super) fn member(&self, group: usize, bit: u16) -> usize {
        usize::from(self.members[group][bit.trailing_zeros() as usize])
    }

    /// The candidates of a group at these bits.
    #[inline]
    pub(super) fn members(&self, group: usize, mask: u16) -> impl Iterator<Item = usize> + Clone {
        let members = &self.members[group];
        set_bits(mask).map(move |place| usize::from(members[place]))
    }

    /// All candidates of a group.
    pub(super) fn all_members(&self, group: usize) -> impl Iterator<Item = usize> + Clone {
        self.members(group, self.masks[group])
    }

    /// The groups whose candidates may all lead to the same literal, in the order in which Sudoku
    /// Explainer tries them. It goes from cell to cell and passes over those with fewer than
    /// `min_candidates`. A cell comes after the units in which it is the first of several places
    /// for a digit.
    pub(super) fn groups_to_try(&self, min_candidates: u32) -> Vec<usize> {
        let mut groups = Vec::new();
        for cell in 0..CELLS {
            if self.masks[cell].count_ones() < min_candidates {
                continue;
            }
            for x in self.all_members(cell) {
                for unit in self.units_of(x) {
                    if self.is_first_of_several(unit) {
                        groups.push(unit.group());
                    }
                }
            }
            groups.push(cell);
        }
        groups
    }

    /// Whether a member of a group comes first in it and is not the only one.
    fn is_first_of_several(&self, membership: &Membership) -> bool {
        let mask = self.masks[membership.group()];
        let first = 1 << mask.trailing_zeros();
        membership.bit == first && mask != first
    }

    /// The kind of a chain from all candidates of a group.
    pub(super) fn chain_kind(&self, group: usize) -> ChainKind {
        if is_cell(group) {
            return ChainKind::Cell(Cell(group as u8));
        }
        let (unit, i) = unit_and_digit(group);
        ChainKind::Places {
            digit: i as u8 + 1,
            unit: public_unit(unit),
        }
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

/// The candidates of one digit, `i + 1`, among those of a board.
pub(super) fn candidates_of_digit(candidates: &[u16; CELLS], i: usize) -> [u16; CELLS] {
    candidates.map(|digits| digits & 1 << i)
}
