//! What each node of a closure follows from, and on how many nodes it rests.

use super::super::proof::Node;
use super::bit_set::{BitSet, insert, single, union};
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
/// which are off. The *ancestors* of a node are what it follows from, directly or not. Its *size*
/// is the number of its ancestors with itself.
pub(super) struct Reasons<'a, const W: usize> {
    position: &'a Position,
    /// The assumption.
    source: Literal,
    /// The sizes by the index of the literal.
    sizes: Vec<u16>,
    /// Sizes are worked out exactly if they are less than this.
    limit: u16,
    /// For each candidate that is off, its cause: the one that is on and turned it off. If it is
    /// off by assumption, it is [`no_cause`](Reasons::no_cause).
    turned_off_by: Vec<u16>,
    /// For each candidate that is on, the group of which all others are off. It means nothing for
    /// the assumption.
    turned_on_by_group: Vec<Group>,
    /// For each candidate that is on, its ancestors and itself, by the index of the literal. The
    /// last set is that of no cause, and empty.
    ancestors_and_self: Vec<BitSet<W>>,
}

impl<'a, const W: usize> Reasons<'a, W> {
    /// Reasons without an assumption: call [`assume`](Reasons::assume) first.
    pub(super) fn new(position: &'a Position) -> Reasons<'a, W> {
        let candidates = position.len();
        Reasons {
            position,
            source: Literal::on(0),
            sizes: vec![ABSENT; 2 * candidates],
            limit: TOO_LARGE,
            turned_off_by: vec![0; candidates],
            turned_on_by_group: vec![Group::default(); candidates],
            ancestors_and_self: vec![[0; W]; candidates + 1],
        }
    }

    /// Replaces all nodes with an assumption.
    pub(super) fn assume(&mut self, source: Literal, limit: u16) {
        self.source = source;
        self.sizes.fill(ABSENT);
        self.limit = limit.min(TOO_LARGE);
        match source.state {
            State::On => self.ancestors_and_self[source.x] = single(source.index()),
            State::Off => self.note_cause(source.x, self.no_cause()),
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
    pub(super) fn has(&self, literal: Literal) -> bool {
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

    /// Notes that a candidate is off because another one, its cause, is on.
    pub(super) fn note_cause(&mut self, x: usize, cause: usize) {
        self.turned_off_by[x] = cause as u16;
    }

    /// Notes that a candidate is on because all others of a group are off: `others` is their mask.
    /// Works out the ancestors of this node, and returns its size.
    pub(super) fn note_group(&mut self, x: usize, group: Group, others: u16) -> u16 {
        self.turned_on_by_group[x] = group;
        let mut nodes = single(Literal::on(x).index());
        for y in self.position.members(group, others) {
            let off = Literal::off(y);
            if !self.is_small(off) {
                // Its ancestors stay unset: a node that is too large is never asked for them.
                return TOO_LARGE;
            }
            let cause = usize::from(self.turned_off_by[y]);
            nodes = union(nodes, self.ancestors_and_self[cause]);
            insert(&mut nodes, off.index());
        }
        self.ancestors_and_self[x] = nodes;
        nodes.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// The ancestors of a node and this node itself, each after those that it follows from.
    pub(super) fn explain(&self, target: Literal) -> Vec<Node> {
        let mut list = NodeList {
            reasons: self,
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
    reasons: &'a Reasons<'a, W>,
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
        if literal != self.reasons.source {
            for parent in self.reasons.parents(literal) {
                from.push(self.add(parent));
            }
        }
        self.literals.push(literal);
        self.nodes.push(self.reasons.position.node(literal, from));
        self.literals.len() - 1
    }
}
