//! Closures: all that follows from an assumption.
//!
//! An on node turns off the others of its groups. An off node turns on another candidate if it
//! leaves a group only this one. The agenda says which node is followed next. The first derivation
//! that is found for a node counts: later ones are not looked at.
//!
//! A closure ends with the first contradiction. What it has found before still counts.

use super::super::proof::Node;
use super::agenda::Agenda;
use super::derivation::Derivation;
use super::group::{Group, Membership, PerGroup};
use super::literal::{Literal, State};
use super::position::{Links, Position};

/// The limit of a closure that is wanted in full.
pub(super) const NO_LIMIT: u16 = u16::MAX;

/// What follows from an assumption, in a position with up to `32 * W` candidates: sets of literals
/// have two bits for each.
pub(super) struct Closure<'a, const W: usize> {
    position: &'a Position,
    links: Links,
    mode: Mode,
    agenda: Agenda,
    /// How many nodes on the agenda are below the limit.
    small_waiting: usize,
    remaining: Remaining,
    derivation: Derivation<'a, W>,
    contradiction: Option<Contradiction>,
}

/// Whether a candidate that is off is removed from its groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// It stays: an off node turns on the only other candidate of a group. So in multiple chains.
    Static,
    /// It is removed: an off node turns on the last candidate that a group has left. So in Nishio
    /// and dynamic chains.
    Dynamic,
}

/// A candidate that is both on and off, and the sizes of both nodes together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction {
    pub(super) x: usize,
    pub(super) length: u16,
}

impl<'a, const W: usize> Closure<'a, W> {
    /// A closure without an assumption.
    pub(super) fn new(position: &'a Position, links: Links, mode: Mode) -> Self {
        Closure {
            position,
            links,
            mode,
            agenda: Agenda::with_capacity(position.len()),
            small_waiting: 0,
            remaining: Remaining::all(position),
            derivation: Derivation::new(position),
            contradiction: None,
        }
    }

    /// Replaces the closure with that of another assumption, as far as it matters for proofs of
    /// less than `limit` nodes. The size of each node of such a proof is below the limit, and what
    /// follows from a node is larger. So the closure ends when no node on the agenda is small
    /// enough.
    ///
    /// Until then, large nodes are followed in their turn, too: the first derivation of a node
    /// counts, even if it is from a large one.
    pub(super) fn follow(&mut self, source: Literal, limit: u16) {
        self.start(source, limit);
        while let Some(Literal { x, state }) = self.next() {
            match state {
                State::On => self.follow_on(x),
                State::Off => self.follow_off(x),
            }
        }
    }

    /// Follows an assumption to the end, to explain what it leads to.
    pub(super) fn follow_all(&mut self, source: Literal) {
        self.follow(source, NO_LIMIT);
    }

    /// The contradiction, if there is one. A length at or above the limit may be wrong, but the
    /// true one is not below the limit either.
    pub(super) fn contradiction(&self) -> Option<Contradiction> {
        self.contradiction
    }

    /// The size of each literal, by its index, or [`ABSENT`](super::derivation::ABSENT) if it does
    /// not follow. A size at or above the limit may be wrong, but the true one is not below the
    /// limit either.
    pub(super) fn sizes(&self) -> &[u16] {
        self.derivation.sizes()
    }

    /// The candidates in a state, in the order in which they were found.
    pub(super) fn candidates(&self, state: State) -> impl Iterator<Item = usize> {
        self.agenda.candidates(state)
    }

    /// The nodes that a literal follows from, and this node itself: each after those that it
    /// follows from.
    pub(super) fn explain(&self, target: Literal) -> Vec<Node> {
        self.derivation.explain(target)
    }

    fn start(&mut self, source: Literal, limit: u16) {
        self.agenda.clear();
        self.small_waiting = 0;
        self.remaining = Remaining::all(self.position);
        self.contradiction = None;
        self.derivation.assume(source, limit);
        if source.state == State::Off {
            self.mark_off(source.x);
        }
        self.schedule(source);
    }

    /// The next node to follow. There is none after a contradiction, or if all are too large.
    #[inline]
    fn next(&mut self) -> Option<Literal> {
        if self.contradiction.is_some() || self.small_waiting == 0 {
            return None;
        }
        let literal = self.agenda.next()?;
        self.small_waiting -= usize::from(self.derivation.is_small(literal));
        Some(literal)
    }

    /// If a candidate is on, the others of its groups are off.
    fn follow_on(&mut self, x: usize) {
        let position = self.position;
        for &Membership { group, bit } in position.weak_groups(x, self.links) {
            let others = self.remaining.possible[group] & !bit;
            for y in position.members(group, others) {
                self.turn_off(y, x);
                if self.contradiction.is_some() {
                    return;
                }
            }
        }
    }

    /// A candidate that is off may leave a group one candidate.
    fn follow_off(&mut self, x: usize) {
        let position = self.position;
        for &Membership { group, bit } in position.strong_groups(x, self.links) {
            let others = self.remaining.kept[group] & !bit;
            if self.mode == Mode::Dynamic {
                self.remaining.kept[group] = others;
            }
            if others.is_power_of_two() {
                self.turn_on(group, others);
                if self.contradiction.is_some() {
                    return;
                }
            }
        }
    }

    /// Turns off a candidate that is not off yet, because candidate `cause` is on.
    fn turn_off(&mut self, x: usize, cause: usize) {
        // Derived before the check: `explain` shows both sides of a contradiction.
        let size = self.derivation.derive_off(x, cause);
        let off = Literal::off(x);
        if self.derivation.contains(Literal::on(x)) {
            self.contradict(off, size);
            return;
        }
        self.mark_off(x);
        self.derivation.add_node(off, size);
        self.schedule(off);
    }

    /// Turns on the candidate at a bit of a group, all others of which are off, unless it is on
    /// already.
    fn turn_on(&mut self, group: Group, bit: u16) {
        let x = self.position.member(group, bit);
        let on = Literal::on(x);
        if self.derivation.contains(on) {
            return;
        }
        // Derived before the check: `explain` shows both sides of a contradiction.
        let others = self.position.group_masks[group] & !bit;
        let size = self.derivation.derive_on(x, group, others);
        if self.derivation.contains(Literal::off(x)) {
            self.contradict(on, size);
            return;
        }
        self.derivation.add_node(on, size);
        self.schedule(on);
    }

    /// Notes that a candidate is off. It is removed from its groups later, if at all.
    fn mark_off(&mut self, x: usize) {
        for &Membership { group, bit } in self.position.groups_of(x) {
            self.remaining.possible[group] &= !bit;
        }
    }

    /// Puts a node on the agenda.
    fn schedule(&mut self, literal: Literal) {
        self.small_waiting += usize::from(self.derivation.is_small(literal));
        self.agenda.push(literal);
    }

    /// Records the contradiction between a literal of this size and its opposite, which has been
    /// found before.
    fn contradict(&mut self, literal: Literal, size: u16) {
        let opposite_size = self.derivation.size(literal.opposite());
        self.contradiction = Some(Contradiction {
            x: literal.x,
            length: size + opposite_size,
        });
    }
}

/// What is left of each group, as masks of its candidates.
struct Remaining {
    /// Those that are not off.
    possible: PerGroup<u16>,
    /// Those that have not been removed. In a static closure these are all. In a dynamic one, a
    /// candidate that is off is removed only when this node is followed.
    kept: PerGroup<u16>,
}

impl Remaining {
    fn all(position: &Position) -> Remaining {
        Remaining {
            possible: position.group_masks,
            kept: position.group_masks,
        }
    }
}
