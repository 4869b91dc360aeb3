//! Closures: all that follows from an assumption, and how much each part of it rests on.
//!
//! An on node turns off the others of its groups. An off node may turn on the last candidate of a
//! group. [`Agenda`] says which node is followed next. What is found first stays: later paths to
//! the same node are not looked at.
//!
//! The *size* of a node is the number of different nodes it follows from, with itself. Its parents
//! decide: an off node follows from one on node, and an on node from *all* others of its group.
//!
//! A closure ends with the first contradiction. What it has found up to there still counts.

use super::super::proof::Node;
use super::agenda::Agenda;
use super::literal::{Literal, State};
use super::position::{GROUPS, Links, Position};
use super::row::{Row, insert, or, single};

/// The size of what does not follow.
pub(super) const ABSENT: u16 = u16::MAX;

/// The size of what follows from too much.
const TOO_LARGE: u16 = 1 << 14;

/// Whether groups lose what is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// They do not: an off node turns on the only other candidate of a group.
    Static,
    /// They do: an off node turns on the last candidate of a group.
    Dynamic,
}

/// What follows from an assumption about one of up to `32 * W` candidates.
pub(super) struct Closure<'a, const W: usize> {
    position: &'a Position,
    links: Links,
    mode: Mode,
    agenda: Agenda,
    remaining: Remaining,
    /// The size of each node, by the index of its literal.
    sizes: Vec<u16>,
    /// For each candidate that is off, the one that is on and turned it off.
    cause: Vec<u16>,
    /// For each candidate that is on, the group of which all others are off. The assumption has no
    /// group.
    group: Vec<u16>,
    /// What each candidate that is on follows from, with itself: the indices of these literals. The
    /// last one is empty, for the assumption that a candidate is off.
    ancestors: Vec<Row<W>>,
    /// The contradiction, if there is one.
    contradiction: Option<Contradiction>,
    /// Nodes of this size and more are too large for any proof that is still accepted.
    limit: u16,
    /// The number of nodes that are not too large and have not been followed.
    waiting: usize,
}

/// What the groups have left: a mask of the candidates of each.
struct Remaining {
    /// Those that are not off.
    not_off: [u16; GROUPS],
    /// Those, and the ones that are off but have not been followed.
    not_followed: [u16; GROUPS],
}

impl Remaining {
    fn all(position: &Position) -> Remaining {
        Remaining {
            not_off: position.masks,
            not_followed: position.masks,
        }
    }
}

/// A candidate that is both on and off, and the sizes of both nodes together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction {
    pub(super) x: usize,
    pub(super) length: u16,
}

impl<'a, const W: usize> Closure<'a, W> {
    pub(super) fn new(position: &'a Position, links: Links, mode: Mode) -> Self {
        let n = position.len();
        Closure {
            position,
            links,
            mode,
            agenda: Agenda::with_capacity(n),
            remaining: Remaining::all(position),
            sizes: vec![ABSENT; 2 * n],
            cause: vec![0; n],
            group: vec![0; n],
            ancestors: vec![[0; W]; n + 1],
            contradiction: None,
            limit: TOO_LARGE,
            waiting: 0,
        }
    }

    /// Follows an assumption. Only proofs of less than `limit` nodes are accepted, and each node in
    /// such a proof is smaller than that. So the closure ends when all that wait are too large, for
    /// all that follows from these is larger.
    pub(super) fn follow(&mut self, source: Literal, limit: u16) {
        self.start(source, limit);
        while let Some(Literal { x, state }) = self.next() {
            match state {
                State::On => self.follow_on(x),
                State::Off => self.follow_off(x),
            }
        }
    }

    /// The next node to follow. There is none after a contradiction, or if all are too large.
    #[inline]
    fn next(&mut self) -> Option<Literal> {
        if self.contradiction.is_some() || self.waiting == 0 {
            return None;
        }
        let literal = self.agenda.next()?;
        self.waiting -= usize::from(self.size_of(literal) < self.limit);
        Some(literal)
    }

    /// Follows an assumption to the end, to explain what it leads to.
    pub(super) fn follow_all(&mut self, source: Literal) {
        self.follow(source, TOO_LARGE);
    }

    fn start(&mut self, source: Literal, limit: u16) {
        self.agenda.clear();
        self.remaining = Remaining::all(self.position);
        self.sizes.fill(ABSENT);
        self.contradiction = None;
        self.limit = limit.min(TOO_LARGE);
        self.waiting = 0;
        let x = source.x;
        match source.state {
            State::On => self.ancestors[x] = single(source.index()),
            State::Off => {
                self.cause[x] = self.position.len() as u16;
                self.mark_off(x);
            }
        }
        self.add(source, 1);
    }

    /// If a candidate is on, the others of its groups are off.
    fn follow_on(&mut self, x: usize) {
        let position = self.position;
        let size = self.size_of(Literal::on(x)).saturating_add(1);
        for member in position.groups_of(x, self.links) {
            let others = self.remaining.not_off[member.group()] & !member.bit;
            for y in position.members(member.group(), others) {
                self.turn_off(y, x, size);
                if self.contradiction.is_some() {
                    return;
                }
            }
        }
    }

    /// A candidate that is off may leave a group one candidate.
    fn follow_off(&mut self, x: usize) {
        let position = self.position;
        for member in position.groups_of(x, self.links) {
            let rest = self.remaining.not_followed[member.group()] & !member.bit;
            if self.mode == Mode::Dynamic {
                self.remaining.not_followed[member.group()] = rest;
            }
            if rest.is_power_of_two() {
                let y = position.member(member.group(), rest);
                self.turn_on(y, member.group(), rest);
                if self.contradiction.is_some() {
                    return;
                }
            }
        }
    }

    /// A candidate is off because of one that is on. It is not off yet.
    fn turn_off(&mut self, x: usize, cause: usize, size: u16) {
        // Also for a contradiction, which `explain` follows back.
        self.cause[x] = cause as u16;
        if self.size_of(Literal::on(x)) != ABSENT {
            self.contradict(Literal::off(x), size);
            return;
        }
        self.mark_off(x);
        self.add(Literal::off(x), size);
    }

    /// A candidate is on because all others of its group are off.
    fn turn_on(&mut self, x: usize, group: usize, rest: u16) {
        if self.size_of(Literal::on(x)) != ABSENT {
            return;
        }
        // Also for a contradiction, which `explain` follows back.
        self.group[x] = group as u16;
        let size = self.trace(x, group, rest);
        if self.size_of(Literal::off(x)) != ABSENT {
            self.contradict(Literal::on(x), size);
            return;
        }
        self.add(Literal::on(x), size);
    }

    /// Collects what a candidate that is on follows from, and returns its size.
    fn trace(&mut self, x: usize, group: usize, rest: u16) -> u16 {
        let mut all = single(Literal::on(x).index());
        let others = self.position.masks[group] & !rest;
        for y in self.position.members(group, others) {
            let off = Literal::off(y);
            if self.size_of(off) >= self.limit {
                return TOO_LARGE;
            }
            all = or(all, self.ancestors[usize::from(self.cause[y])]);
            insert(&mut all, off.index());
        }
        self.ancestors[x] = all;
        all.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// Takes a candidate that is off out of its groups.
    fn mark_off(&mut self, x: usize) {
        for member in self.position.groups_of(x, Links::XY) {
            self.remaining.not_off[member.group()] &= !member.bit;
        }
    }

    fn add(&mut self, literal: Literal, size: u16) {
        let is_small = size < self.limit;
        self.sizes[literal.index()] = if is_small { size } else { TOO_LARGE };
        self.waiting += usize::from(is_small);
        self.agenda.push(literal);
    }

    /// A node of this size is found whose opposite was found before.
    fn contradict(&mut self, literal: Literal, size: u16) {
        let length = size.saturating_add(self.size_of(literal.opposite()));
        let x = literal.x;
        self.contradiction = Some(Contradiction { x, length });
    }

    #[inline]
    fn size_of(&self, literal: Literal) -> u16 {
        self.sizes[literal.index()]
    }

    /// The contradiction, if there is one. If it reaches the limit, its length may be wrong, but it
    /// is not below the limit.
    pub(super) fn contradiction(&self) -> Option<Contradiction> {
        self.contradiction
    }

    /// The size of each node, by the index of its literal.
    pub(super) fn sizes(&self) -> &[u16] {
        &self.sizes
    }

    /// The candidates in a state, in the order in which they were found.
    pub(super) fn found(&self, state: State) -> impl Iterator<Item = usize> {
        self.agenda.found(state)
    }

    /// The nodes that a literal follows from, and this node itself: each after those that it
    /// follows from.
    pub(super) fn explain(&self, source: Literal, target: Literal) -> Vec<Node> {
        let mut listed = Vec::new();
        let mut nodes = Vec::new();
        self.list(source, target, &mut listed, &mut nodes);
        nodes
    }

    /// Lists a literal, after what it follows from, if it is not listed yet. Returns its index.
    fn list(
        &self,
        source: Literal,
        target: Literal,
        listed: &mut Vec<Literal>,
        nodes: &mut Vec<Node>,
    ) -> usize {
        if let Some(index) = listed.iter().position(|known| *known == target) {
            return index;
        }
        let parents = if target == source {
            Vec::new()
        } else {
            self.parents(target)
        };
        let mut from = Vec::new();
        for parent in parents {
            from.push(self.list(source, parent, listed, nodes));
        }
        listed.push(target);
        nodes.push(self.position.node(target, from));
        listed.len() - 1
    }

    /// What a node follows from.
    fn parents(&self, Literal { x, state }: Literal) -> Vec<Literal> {
        if state == State::Off {
            let x = usize::from(self.cause[x]);
            return vec![Literal::on(x)];
        }
        let others = self.position.all_members(usize::from(self.group[x]));
        others
            .filter(|&other| other != x)
            .map(Literal::off)
            .collect()
    }
}
