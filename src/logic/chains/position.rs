//! The candidates of a board, and the groups that they form.

use super::super::board::{BOX, COLUMN, ROW, place_of, unit_name, unit_of};
use super::super::proof::{ChainKind, Node};
use super::literal::{Candidate, Literal, State};
use crate::grid::{CELLS, Cell, set_bits};

/// Exactly one candidate of a group is right: of the digits that fit a cell (groups 0..81), or of
/// the places for a digit in a unit (the others).
pub(super) const GROUPS: usize = CELLS + 27 * 9;

/// The group of the places for digit `i + 1` in a unit.
fn places(unit: usize, i: usize) -> usize {
    CELLS + 9 * unit + i
}

/// Whether a group has the candidates of a cell.
pub(super) fn is_cell(group: usize) -> bool {
    group < CELLS
}

/// Whether a group has the places for a digit in a row or a column.
pub(super) fn is_line(group: usize) -> bool {
    group >= places(9 * COLUMN, 0)
}

/// The links that a chain may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    /// Those in units, so that the chain has one digit.
    X,
    /// From a wrong candidate to the right one only those in cells.
    Y,
    /// All.
    XY,
}

/// A group of a candidate, and the bit of the candidate in the masks of this group.
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

    /// That of digit `i + 1` in a cell, in the unit of this kind.
    fn in_unit(cell: usize, kind: usize, i: usize) -> Membership {
        Membership::new(places(unit_of(cell, kind), i), place_of(cell, kind))
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
    /// For every candidate its groups: its cell, box, row and column, the order in which chains
    /// follow them.
    groups_of: Vec<[Membership; 4]>,
    /// The candidates of each group as a mask of digits or places.
    pub(super) masks: [u16; GROUPS],
    /// The candidate at each bit of the masks.
    members: [[u16; 9]; GROUPS],
}

impl Default for Position {
    fn default() -> Position {
        Position {
            groups_of: Vec::new(),
            masks: [0; GROUPS],
            members: [[0; 9]; GROUPS],
        }
    }
}

impl Position {
    /// Replaces the candidates by these, a mask of digits for each cell.
    pub(super) fn fill(&mut self, candidates: &[u16; CELLS]) {
        self.groups_of.clear();
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
        for member in memberships {
            self.masks[member.group()] |= member.bit;
            self.members[member.group()][member.place()] = x;
        }
        self.groups_of.push(memberships);
    }

    /// Whether these are its candidates.
    pub(super) fn is_of(&self, candidates: &[u16; CELLS]) -> bool {
        self.masks[..CELLS] == candidates[..]
    }

    pub(super) fn len(&self) -> usize {
        self.groups_of.len()
    }

    pub(super) fn candidate(&self, x: usize) -> Candidate {
        let cell = self.groups_of[x][0];
        Candidate {
            cell: cell.group(),
            i: cell.place(),
        }
    }

    /// The number of a candidate that is among these.
    pub(super) fn number(&self, Candidate { cell, i }: Candidate) -> usize {
        usize::from(self.members[cell][i])
    }

    /// The groups of a candidate that chains with these links follow from on to off.
    #[inline]
    pub(super) fn groups_of(&self, x: usize, links: Links) -> &[Membership] {
        match links {
            Links::X => &self.groups_of[x][1..],
            Links::Y | Links::XY => &self.groups_of[x],
        }
    }

    /// The groups of a candidate that chains with these links follow from off to on.
    #[inline]
    pub(super) fn groups_from_off(&self, x: usize, links: Links) -> &[Membership] {
        match links {
            Links::X => &self.groups_of[x][1..],
            Links::Y => &self.groups_of[x][..1],
            Links::XY => &self.groups_of[x],
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

    /// The groups of which all candidates are tried, in the order of Sudoku Explainer: for each
    /// cell with at least `min` candidates, the units in which a digit has its first of several
    /// places in this cell, and then the cell.
    pub(super) fn groups_to_try(&self, min: u32) -> Vec<usize> {
        let mut groups = Vec::new();
        for cell in (0..CELLS).filter(|&cell| self.masks[cell].count_ones() >= min) {
            for x in self.all_members(cell) {
                for unit in self.groups_of(x, Links::X) {
                    let mask = self.masks[unit.group()];
                    let is_first = mask & (unit.bit - 1) == 0;
                    if is_first && mask.count_ones() >= 2 {
                        groups.push(unit.group());
                    }
                }
            }
            groups.push(cell);
        }
        groups
    }

    /// The kind of a chain from all candidates of a group.
    pub(super) fn chain_kind(&self, group: usize) -> ChainKind {
        if is_cell(group) {
            return ChainKind::Cell(Cell(group as u8));
        }
        let (unit, i) = ((group - CELLS) / 9, (group - CELLS) % 9);
        ChainKind::Places(i as u8 + 1, unit_name(unit))
    }

    /// A node of a chain, which follows from others.
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

/// The candidates of a board that have this digit; `i` is its index.
pub(super) fn plane(candidates: &[u16; CELLS], i: usize) -> [u16; CELLS] {
    candidates.map(|digits| digits & 1 << i)
}
