//! Dynamic chains: contradictions, and what several assumptions have in common.
//!
//! In a dynamic chain, off candidates are removed from their groups: an off node turns on the last
//! candidate that its group has left. There are three kinds of proof that a literal holds:
//!
//! ```text
//! contradiction   its opposite leads to some candidate both on and off
//! either          a candidate leads to it, whether this candidate is on or off
//! group           each candidate of a group leads to it
//! ```
//!
//! The shortest proof is the easiest. Of equally long ones, `either` is preferred, then a cell,
//! then the places for a digit; contradictions come last.

use super::super::proof::Chain;
use super::super::{Step, View};
use super::closure::{Closure, Mode, NO_LIMIT};
use super::cost::{Cost, Preference};
use super::derivation::ABSENT;
use super::effect::Effect;
use super::explain::{explain_contradiction, explain_either, explain_group};
use super::group::Group;
use super::literal::{Literal, State};
use super::position::{Links, Position};
use super::width::Width;

const BASE_RATING: f64 = 8.5;

/// The step of the easiest chain.
pub(super) fn easiest_step(view: &View<'_>) -> Option<Step> {
    let position = Position::new(&view.board.candidates);
    let easiest = match Width::of(&position) {
        Width::Bits128 => easiest_proof::<{ Width::Bits128.literal_words() }>(&position)?,
        Width::Bits192 => easiest_proof::<{ Width::Bits192.literal_words() }>(&position)?,
        Width::Bits256 => easiest_proof::<{ Width::Bits256.literal_words() }>(&position)?,
        Width::Bits768 => easiest_proof::<{ Width::Bits768.literal_words() }>(&position)?,
    };
    let cost = Cost::new(
        BASE_RATING,
        easiest.length.into(),
        easiest.origin.preference(),
    );
    let Literal { x, state } = easiest.target;
    let effect = Effect::of(position.candidate(x), state);
    Some(effect.to_step(view, cost, || explain(&position, easiest)))
}

/// A dynamic chain without its nodes.
#[derive(Clone, Copy)]
struct DynamicProof {
    length: u16,
    /// The literal that it proves.
    target: Literal,
    origin: Origin,
}

/// What a dynamic chain starts from.
#[derive(Clone, Copy)]
enum Origin {
    /// An assumption that leads to a contradiction.
    Contradiction(Literal),
    /// A candidate that leads to the same literal, whether it is on or off.
    Either(usize),
    /// The candidates of a group, which all lead to the same literal.
    Group(Group),
}

impl Origin {
    fn preference(self) -> Preference {
        match self {
            Origin::Contradiction(_) => Preference::Contradiction,
            Origin::Either(_) => Preference::Either,
            Origin::Group(group) => Preference::of_group(group),
        }
    }
}

/// The easiest dynamic chain. Sets of literals have `W` words.
fn easiest_proof<const W: usize>(position: &Position) -> Option<DynamicProof> {
    let mut search = DynamicSearch::<W>::new(position);
    search.follow_candidates();
    search.consider_groups();
    search.best
}

/// The search for the easiest dynamic chain.
struct DynamicSearch<'a, const W: usize> {
    position: &'a Position,
    /// What the latest candidate leads to if it is on.
    if_on: Closure<'a, W>,
    /// What the latest candidate leads to if it is off.
    if_off: Closure<'a, W>,
    sizes_if_on: SizeTable,
    /// For each literal, by its index, the length of its proof from several assumptions: the sum of
    /// its sizes in their closures.
    sums: Vec<u16>,
    best: Option<DynamicProof>,
}

impl<'a, const W: usize> DynamicSearch<'a, W> {
    fn new(position: &'a Position) -> Self {
        let literals = 2 * position.len();
        DynamicSearch {
            position,
            if_on: Closure::new(position, Links::All, Mode::Dynamic),
            if_off: Closure::new(position, Links::All, Mode::Dynamic),
            sizes_if_on: SizeTable::for_candidates(position.len()),
            sums: vec![0; literals],
            best: None,
        }
    }

    /// The limit of the next closure: the length of the easiest proof so far.
    ///
    /// A proof of exactly this length may still win by preference, if it has several branches. Each
    /// of them is shorter, so the closures have it. Contradictions have the last preference and
    /// cannot win.
    fn limit(&self) -> u16 {
        self.best.map_or(NO_LIMIT, |best| best.length)
    }

    /// Whether a proof is easier than all that have been found. If its length is [`ABSENT`], there
    /// is no such proof.
    fn is_easier(&self, length: u16, origin: Origin) -> bool {
        match self.best {
            None => length < ABSENT,
            Some(best) => (length, origin.preference()) < (best.length, best.origin.preference()),
        }
    }

    /// Follows each candidate, on and off, and looks for contradictions and for what both lead to.
    fn follow_candidates(&mut self) {
        for x in 0..self.position.len() {
            let limit = self.limit();
            self.if_on.follow(Literal::on(x), limit);
            self.sizes_if_on.push(self.if_on.sizes());
            if let Some(contradiction) = self.if_on.contradiction() {
                self.consider_contradiction(Literal::on(x), contradiction.length);
            }
            let limit = self.limit();
            self.if_off.follow(Literal::off(x), limit);
            if let Some(contradiction) = self.if_off.contradiction() {
                self.consider_contradiction(Literal::off(x), contradiction.length);
            }
            let cell = Group::of_cell(self.position.candidate(x).cell);
            // As in Sudoku Explainer. With two candidates, the cell as a group shows the same.
            if self.position.count(cell) > 2 {
                self.consider_either(x);
            }
        }
    }

    /// Takes the proof by a contradiction of this length, if it is the easiest so far.
    fn consider_contradiction(&mut self, source: Literal, length: u16) {
        let origin = Origin::Contradiction(source);
        if self.is_easier(length, origin) {
            self.best = Some(DynamicProof {
                length,
                target: source.opposite(),
                origin,
            });
        }
    }

    /// Takes the shortest proof from a candidate, whether it is on or off, if it is the easiest so
    /// far. Both have just been followed.
    fn consider_either(&mut self, x: usize) {
        self.sums.copy_from_slice(self.if_on.sizes());
        add_sizes(&mut self.sums, self.if_off.sizes());
        let length = shortest(&self.sums);
        let origin = Origin::Either(x);
        if self.is_easier(length, origin) {
            self.best = Some(DynamicProof {
                length,
                target: first_of_length(&self.if_on, &self.sums, length),
                origin,
            });
        }
    }

    fn consider_groups(&mut self) {
        for group in self.position.groups_to_try(2) {
            self.consider_group(group);
        }
    }

    /// Takes the shortest proof from all candidates of a group, if it is the easiest so far. Each
    /// of them has been followed.
    fn consider_group(&mut self, group: Group) {
        let mut members = self.position.all_members(group);
        let first = members.next().expect("no group to try is empty");
        self.sums.copy_from_slice(self.sizes_if_on.of(first));
        for y in members {
            add_sizes(&mut self.sums, self.sizes_if_on.of(y));
        }
        let length = shortest(&self.sums);
        let origin = Origin::Group(group);
        if !self.is_easier(length, origin) {
            return;
        }
        // Several literals may have proofs of this length. The one that the first candidate reaches
        // first is taken.
        self.if_on.follow(Literal::on(first), length);
        self.best = Some(DynamicProof {
            length,
            target: first_of_length(&self.if_on, &self.sums, length),
            origin,
        });
    }
}

/// The sizes of all literals in the closure of each candidate that is on.
struct SizeTable {
    /// One closure after the other; in each, the sizes are in the order of [`Literal::index`].
    sizes: Vec<u16>,
    /// The number of literals.
    literals: usize,
}

impl SizeTable {
    /// An empty table with room for this number of candidates.
    fn for_candidates(n: usize) -> SizeTable {
        let literals = 2 * n;
        SizeTable {
            sizes: Vec::with_capacity(n * literals),
            literals,
        }
    }

    /// Adds the sizes of the next candidate.
    fn push(&mut self, sizes: &[u16]) {
        self.sizes.extend_from_slice(sizes);
    }

    /// The sizes in the closure of candidate x.
    fn of(&self, x: usize) -> &[u16] {
        &self.sizes[x * self.literals..][..self.literals]
    }
}

fn add_sizes(sums: &mut [u16], sizes: &[u16]) {
    for (sum, size) in sums.iter_mut().zip(sizes) {
        *sum = sum.saturating_add(*size);
    }
}

/// The length of the shortest proof; [`ABSENT`] if there is none.
fn shortest(sums: &[u16]) -> u16 {
    sums.iter().fold(ABSENT, |min, &sum| min.min(sum))
}

/// The first literal in a closure whose sum is this length. Those that are on come before those
/// that are off.
///
/// # Panics
/// If there is none.
fn first_of_length<const W: usize>(closure: &Closure<'_, W>, sums: &[u16], length: u16) -> Literal {
    for state in [State::On, State::Off] {
        for x in closure.candidates(state) {
            let literal = Literal { x, state };
            if sums[literal.index()] == length {
                return literal;
            }
        }
    }
    unreachable!("what has a size has been found");
}

/// The chain of a proof.
fn explain(position: &Position, easiest: DynamicProof) -> Chain {
    let target = easiest.target;
    match easiest.origin {
        Origin::Contradiction(source) => explain_contradiction(position, Links::All, source),
        Origin::Either(x) => explain_either(position, x, target),
        Origin::Group(group) => explain_group(position, Mode::Dynamic, group, target),
    }
}
