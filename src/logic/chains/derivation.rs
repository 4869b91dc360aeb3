//! The derivation of each node of a closure: what it follows from, and how many nodes that takes.

use super::super::proof::Node;
use super::bit_set::{BitSet, count, empty, insert, single, union};
use super::group::Group;
use super::literal::{Literal, State};
use super::position::Position;

/// The size of a literal that does not follow from the assumption, and the length of a proof that
/// does not exist.
pub(super) const ABSENT: u16 = u16::MAX;

/// Stored in place of any size that reaches the limit. It is above every size, as there are 1,458
/// literals, and below [`ABSENT`].
const TOO_LARGE: u16 = 1 << 14;

/// How the nodes of a closure follow from each other.
///
/// An off node follows from one on node, and an on node from *all* others of one of its groups,
/// which are off. The *ancestors* of a node are what it follows from, directly or not.
pub(super) struct Derivation<'a, const W: usize> {
    position: &'a Position,
    /// The assumption.
    source: Literal,
    /// The sizes by the index of the literal.
    sizes: Vec<u16>,
    /// Sizes are worked out exactly if they are less than this.
    limit: u16,
    /// For each candidate that is off, its cause: the one that is on and turned it off. If it is
    /// off by assumption, it is [`no_cause`](Derivation::no_cause).
    turned_off_by: Vec<u16>,
    /// For each candidate that is on, the group of which all others are off. It means nothing for
    /// the assumption.
    turned_on_by_group: Vec<Group>,
    /// For each candidate that is on, its ancestors and itself, by the index of the literal. The
    /// last set is that of no cause, and empty.
    ancestors_and_self: Vec<BitSet<W>>,
}

impl<'a, const W: usize> Derivation<'a, W> {
    /// A derivation without an assumption: call [`assume`](Derivation::assume) first.
    pub(super) fn new(position: &'a Position) -> Derivation<'a, W> {
        let candidates = position.len();
        Derivation {
            position,
            // A placeholder.
            source: Literal::on(0),
            sizes: vec![ABSENT; 2 * candidates],
            limit: TOO_LARGE,
            turned_off_by: vec![0; candidates],
            turned_on_by_group: vec![Group::default(); candidates],
            ancestors_and_self: vec![empty(); candidates + 1],
        }
    }

    /// Replaces all nodes with an assumption.
    pub(super) fn assume(&mut self, source: Literal, limit: u16) {
        self.source = source;
        self.sizes.fill(ABSENT);
        self.limit = limit.min(TOO_LARGE);
        match source.state {
            State::On => self.ancestors_and_self[source.x] = single(source.index()),
            State::Off => self.turned_off_by[source.x] = self.no_cause() as u16,
        }
        self.add_node(source, 1);
    }

    /// What stands for the cause of a candidate that is off by assumption.
    fn no_cause(&self) -> usize {
        self.position.len()
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
    pub(super) fn contains(&self, literal: Literal) -> bool {
        self.size(literal) != ABSENT
    }

    /// Whether the size of a node is less than the limit.
    #[inline]
    pub(super) fn is_small(&self, literal: Literal) -> bool {
        self.size(literal) < self.limit
    }

    /// Adds a literal as a node of this size, or of one that is too large.
    pub(super) fn add_node(&mut self, literal: Literal, size: u16) {
        self.sizes[literal.index()] = if size < self.limit { size } else { TOO_LARGE };
    }

    /// Notes that a candidate is off because another one, its cause, is on. Returns the size of
    /// this node.
    pub(super) fn derive_off(&mut self, x: usize, cause: usize) -> u16 {
        self.turned_off_by[x] = cause as u16;
        self.size(Literal::on(cause)) + 1
    }

    /// Notes that a candidate is on because all others of a group are off: `others` is their mask.
    /// Returns the size of this node.
    pub(super) fn derive_on(&mut self, x: usize, group: Group, others: u16) -> u16 {
        self.turned_on_by_group[x] = group;
        let mut ancestors_and_self = single(Literal::on(x).index());
        for y in self.position.members(group, others) {
            let off = Literal::off(y);
            if !self.is_small(off) {
                // Its ancestors stay unset: a node that is too large is never asked for them.
                return TOO_LARGE;
            }
            let cause = usize::from(self.turned_off_by[y]);
            ancestors_and_self = union(ancestors_and_self, self.ancestors_and_self[cause]);
            insert(&mut ancestors_and_self, off.index());
        }
        self.ancestors_and_self[x] = ancestors_and_self;
        count(&ancestors_and_self) as u16
    }

    /// The ancestors of a node and this node itself, each after those that it follows from.
    pub(super) fn explain(&self, target: Literal) -> Vec<Node> {
        let mut list = NodeList {
            derivation: self,
            literals: Vec::new(),
            nodes: Vec::new(),
        };
        list.add(target);
        list.nodes
    }

    /// What a node follows from directly, unless it is the assumption.
    fn parents(&self, Literal { x, state }: Literal) -> Vec<Literal> {
        if state == State::Off {
            let cause = usize::from(self.turned_off_by[x]);
            return vec![Literal::on(cause)];
        }
        let group = self.turned_on_by_group[x];
        let members = self.position.all_members(group);
        let others = members.filter(|&other| other != x);
        others.map(Literal::off).collect()
    }
}

/// The nodes of a proof, listed so that each comes after those that it follows from.
struct NodeList<'a, const W: usize> {
    derivation: &'a Derivation<'a, W>,
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
        if literal != self.derivation.source {
            for parent in self.derivation.parents(literal) {
                from.push(self.add(parent));
            }
        }
        self.literals.push(literal);
        self.nodes
            .push(self.derivation.position.node(literal, from));
        self.literals.len() - 1
    }
}
