//! What each node of a closure follows from, and on how many nodes it rests.

use super::super::proof::Node;
use super::bit_set::{BitSet, insert, single, union};
use super::literal::{Literal, State};
use super::position::Position;

/// The size of a literal that does not follow from the assumption.
pub(super) const ABSENT: u16 = u16::MAX;

/// What is noted as the size of a node if its size reaches the limit. No node is that large: there
/// are 1,458 literals.
const TOO_LARGE: u16 = 1 << 14;

/// How the nodes of a closure follow from each other.
///
/// An off node follows from one on node, and an on node from *all* others of one of its groups,
/// which are off. The *ancestors* of a node are what it follows from, directly or not. Its *size*
/// is the number of its ancestors with itself.
pub(super) struct Reasons<const W: usize> {
    /// The sizes by the index of the literal.
    sizes: Vec<u16>,
    /// Sizes are worked out exactly if they are less than this.
    limit: u16,
    /// For each candidate that is off, the one that is on and turned it off. If it is off by
    /// assumption, this is the number of candidates.
    turned_off_by: Vec<u16>,
    /// For each candidate that is on, the group of which all others are off. It means nothing for
    /// the assumption.
    last_of_group: Vec<u16>,
    /// Of each candidate that is on, the ancestors and itself, by the index of the literal. The
    /// last set is empty: a candidate that is off by assumption has no ancestors.
    ancestors: Vec<BitSet<W>>,
}

impl<const W: usize> Reasons<W> {
    /// Nothing follows yet.
    pub(super) fn new(position: &Position) -> Reasons<W> {
        let candidates = position.len();
        Reasons {
            sizes: vec![ABSENT; 2 * candidates],
            limit: TOO_LARGE,
            turned_off_by: vec![0; candidates],
            last_of_group: vec![0; candidates],
            ancestors: vec![[0; W]; candidates + 1],
        }
    }

    /// Starts anew, with an assumption from which all will follow.
    pub(super) fn assume(&mut self, source: Literal, limit: u16) {
        self.sizes.fill(ABSENT);
        self.limit = limit.min(TOO_LARGE);
        match source.state {
            State::On => self.ancestors[source.x] = single(source.index()),
            State::Off => self.turned_off_by[source.x] = self.turned_off_by.len() as u16,
        }
        self.set_size(source, 1);
    }

    /// The sizes of all literals, by their index.
    pub(super) fn sizes(&self) -> &[u16] {
        &self.sizes
    }

    #[inline]
    pub(super) fn size(&self, literal: Literal) -> u16 {
        self.sizes[literal.index()]
    }

    #[inline]
    pub(super) fn has(&self, literal: Literal) -> bool {
        self.size(literal) != ABSENT
    }

    /// Whether the size of a node is less than the limit.
    #[inline]
    pub(super) fn is_small(&self, literal: Literal) -> bool {
        self.size(literal) < self.limit
    }

    /// Adds a literal as a node.
    pub(super) fn set_size(&mut self, literal: Literal, size: u16) {
        self.sizes[literal.index()] = if size < self.limit { size } else { TOO_LARGE };
    }

    /// A candidate is off because this one is on.
    pub(super) fn set_turned_off_by(&mut self, x: usize, on: usize) {
        self.turned_off_by[x] = on as u16;
    }

    /// A candidate is on because all others of a group are off: `others` is their mask. Returns the
    /// size.
    pub(super) fn set_last_of_group(
        &mut self,
        position: &Position,
        x: usize,
        group: usize,
        others: u16,
    ) -> u16 {
        self.last_of_group[x] = group as u16;
        let mut ancestors = single(Literal::on(x).index());
        for y in position.members(group, others) {
            let off = Literal::off(y);
            if !self.is_small(off) {
                return TOO_LARGE;
            }
            ancestors = union(
                ancestors,
                self.ancestors[usize::from(self.turned_off_by[y])],
            );
            insert(&mut ancestors, off.index());
        }
        self.ancestors[x] = ancestors;
        ancestors.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// The ancestors of a node and this node itself, each after those that it follows from.
    pub(super) fn explain(
        &self,
        position: &Position,
        source: Literal,
        target: Literal,
    ) -> Vec<Node> {
        let mut list = NodeList {
            reasons: self,
            position,
            source,
            literals: Vec::new(),
            nodes: Vec::new(),
        };
        list.add(target);
        list.nodes
    }

    /// What a node follows from directly, unless it is the assumption.
    fn parents(&self, position: &Position, Literal { x, state }: Literal) -> Vec<Literal> {
        if state == State::Off {
            let on = usize::from(self.turned_off_by[x]);
            return vec![Literal::on(on)];
        }
        let group = usize::from(self.last_of_group[x]);
        let others = position.all_members(group).filter(|&other| other != x);
        others.map(Literal::off).collect()
    }
}

/// The nodes of a proof, listed so that each comes after those that it follows from.
struct NodeList<'a, const W: usize> {
    reasons: &'a Reasons<W>,
    position: &'a Position,
    source: Literal,
    /// The literal of each node.
    literals: Vec<Literal>,
    nodes: Vec<Node>,
}

impl<const W: usize> NodeList<'_, W> {
    /// Lists a literal, after what it follows from, if it is not listed yet. Returns its index.
    fn add(&mut self, literal: Literal) -> usize {
        if let Some(index) = self.literals.iter().position(|listed| *listed == literal) {
            return index;
        }
        let mut from = Vec::new();
        if literal != self.source {
            for parent in self.reasons.parents(self.position, literal) {
                from.push(self.add(parent));
            }
        }
        self.literals.push(literal);
        self.nodes.push(self.position.node(literal, from));
        self.literals.len() - 1
    }
}
