//! Nishio and dynamic chains: contradictions, and what several assumptions have in common.
//!
//! In a dynamic chain, what is off is gone: an off node turns on the last candidate that its group
//! has left. Proofs are compared by their length alone, then by their kind: a candidate that leads
//! to the same whether it is on or off, the candidates of a cell, the places of a digit, and last
//! a contradiction.

use super::super::board::{Board, ROW};
use super::super::{Detail, Look, Step};
use super::closure::{ABSENT, Closure, Contradiction, Mode};
use super::levels::Width;
use super::memory::Workspace;
use super::position::{Candidate, Links, Position, is_cell, plane};
use super::proof::{Cost, Effect, Literal, ProofKind, State};
use super::{Chain, ChainKind};

/// The lowest ratings.
const NISHIO: f64 = 7.5;
const DYNAMIC: f64 = 8.5;

/// The easiest contradiction within one digit.
pub(in crate::logic) fn nishio(look: &mut Look<'_>) -> Option<Step> {
    let (board, detail) = (look.board, look.detail);
    let workspace = look.chains.workspace();
    let easiest = workspace.easiest_nishio(board)?;
    let cost = Cost::new(NISHIO, easiest.length, ProofKind::Contradiction);
    let effect = Effect::of(easiest.source, easiest.state.opposite());
    let chain = match detail {
        Detail::Effect => None,
        Detail::Proof => Some(workspace.explain_nishio(board, easiest)),
    };
    look.proven(cost, &effect, chain)
}

/// The first of the shortest contradictions of a digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigitContradiction {
    length: u32,
    /// What is assumed.
    source: Candidate,
    state: State,
}

impl DigitContradiction {
    fn comes_before(&self, other: &DigitContradiction) -> bool {
        (self.length, self.source, self.state) < (other.length, other.source, other.state)
    }
}

impl Workspace {
    /// Only digits whose places have changed are looked at.
    fn easiest_nishio(&mut self, board: &Board) -> Option<DigitContradiction> {
        let mut best: Option<DigitContradiction> = None;
        for (i, remembered) in self.nishio.iter_mut().enumerate() {
            let places = board.places_in(ROW, i);
            if !remembered.is_for(places) {
                let position = &mut self.part.position;
                position.fill(&plane(&board.candidates, i));
                remembered.set(places, shortest_of_digit(position));
            }
            if let Some(&easiest) = remembered.easiest()
                && best.is_none_or(|best| easiest.comes_before(&best))
            {
                best = Some(easiest);
            }
        }
        best
    }

    fn explain_nishio(&mut self, board: &Board, easiest: DigitContradiction) -> Chain {
        let DigitContradiction { source, state, .. } = easiest;
        let position = &mut self.part.position;
        position.fill(&plane(&board.candidates, source.i));
        let x = position.number(source);
        explain_contradiction::<3>(position, Links::X, Literal { x, state })
    }
}

/// The first of the shortest contradictions of the digit of a position.
fn shortest_of_digit(position: &Position) -> Option<DigitContradiction> {
    let mut closure = Closure::<3>::new(position, Links::X, Mode::Dynamic);
    let mut best: Option<DigitContradiction> = None;
    for x in 0..position.len() {
        for state in [State::On, State::Off] {
            let limit = best.map_or(ABSENT, |best| best.length as u16);
            closure.follow(Literal { x, state }, limit);
            let Some(Contradiction { length, .. }) = closure.contradiction() else {
                continue;
            };
            if length < limit {
                best = Some(DigitContradiction {
                    length: length.into(),
                    source: position.candidate(x),
                    state,
                });
            }
        }
    }
    best
}

/// The easiest dynamic chain.
pub(in crate::logic) fn dynamic(look: &mut Look<'_>) -> Option<Step> {
    let (board, detail) = (look.board, look.detail);
    let position = &mut look.chains.workspace().all.position;
    position.fill(&board.candidates);
    // Sets of nodes take twice the words: a candidate can be on or off.
    let (easiest, chain) = match Width::of(position) {
        Width::Two => easiest_dynamic::<4>(position, detail)?,
        Width::Three => easiest_dynamic::<6>(position, detail)?,
        Width::Four => easiest_dynamic::<8>(position, detail)?,
        Width::Twelve => easiest_dynamic::<24>(position, detail)?,
    };
    let cost = Cost::new(DYNAMIC, easiest.length.into(), easiest.kind);
    let Literal { x, state } = easiest.shows;
    let effect = Effect::of(position.candidate(x), state);
    look.proven(cost, &effect, chain)
}

/// A dynamic chain without its nodes.
#[derive(Clone, Copy)]
struct DynamicProof {
    length: u16,
    kind: ProofKind,
    /// What it shows.
    shows: Literal,
    origin: Origin,
}

/// What a dynamic chain starts from.
#[derive(Clone, Copy)]
enum Origin {
    /// An assumption that leads to a contradiction.
    Contradiction(Literal),
    /// A candidate that leads to the same, whether it is on or off.
    Either(usize),
    /// The candidates of a group that lead to the same.
    Group(usize),
}

fn easiest_dynamic<const W: usize>(
    position: &Position,
    detail: Detail,
) -> Option<(DynamicProof, Option<Chain>)> {
    let mut search = DynamicSearch::<W>::new(position);
    search.look_at_candidates();
    search.look_at_groups();
    let easiest = search.best?;
    let chain = match detail {
        Detail::Effect => None,
        Detail::Proof => Some(explain::<W>(position, easiest)),
    };
    Some((easiest, chain))
}

struct DynamicSearch<'a, const W: usize> {
    position: &'a Position,
    if_on: Closure<'a, W>,
    if_off: Closure<'a, W>,
    /// The sizes of all nodes if each candidate is on, one candidate after the other.
    sizes: Vec<u16>,
    sums: Vec<u16>,
    best: Option<DynamicProof>,
}

impl<'a, const W: usize> DynamicSearch<'a, W> {
    fn new(position: &'a Position) -> Self {
        let nodes = 2 * position.len();
        DynamicSearch {
            position,
            if_on: Closure::new(position, Links::Both, Mode::Dynamic),
            if_off: Closure::new(position, Links::Both, Mode::Dynamic),
            sizes: Vec::with_capacity(nodes * position.len()),
            sums: vec![0; nodes],
            best: None,
        }
    }

    /// Proofs of this length and more are not welcome, but for better kinds.
    fn limit(&self) -> u16 {
        self.best.map_or(ABSENT, |best| best.length)
    }

    /// Whether a proof is easier than all that have been offered; absent ones never are.
    fn is_easier(&self, length: u16, kind: ProofKind) -> bool {
        let is_easier = |best: DynamicProof| (length, kind) < (best.length, best.kind);
        length < ABSENT && self.best.is_none_or(is_easier)
    }

    fn offer(&mut self, proof: DynamicProof) {
        if self.is_easier(proof.length, proof.kind) {
            self.best = Some(proof);
        }
    }

    /// What follows if each candidate is on, and if it is off.
    fn look_at_candidates(&mut self) {
        for x in 0..self.position.len() {
            let limit = self.limit();
            self.if_on.follow(Literal::on(x), limit);
            self.sizes.extend_from_slice(self.if_on.sizes());
            self.offer_contradiction(Literal::on(x), self.if_on.contradiction());
            let limit = self.limit();
            self.if_off.follow(Literal::off(x), limit);
            self.offer_contradiction(Literal::off(x), self.if_off.contradiction());
            let cell = self.position.candidate(x).cell;
            if self.position.masks[cell].count_ones() > 2 {
                self.sums.copy_from_slice(self.if_on.sizes());
                add(&mut self.sums, self.if_off.sizes());
                let length = self.least_sum();
                if self.is_easier(length, ProofKind::Either) {
                    self.offer_shared(length, ProofKind::Either, Origin::Either(x));
                }
            }
        }
    }

    fn offer_contradiction(&mut self, source: Literal, contradiction: Option<Contradiction>) {
        if let Some(Contradiction { length, .. }) = contradiction {
            self.offer(DynamicProof {
                length,
                kind: ProofKind::Contradiction,
                shows: source.opposite(),
                origin: Origin::Contradiction(source),
            });
        }
    }

    /// What all candidates of a group lead to.
    fn look_at_groups(&mut self) {
        let nodes = self.sums.len();
        for group in self.position.groups_to_try(2) {
            let mut members = self.position.all_members(group);
            let Some(first) = members.next() else {
                continue;
            };
            self.sums
                .copy_from_slice(&self.sizes[first * nodes..][..nodes]);
            for y in members {
                add(&mut self.sums, &self.sizes[y * nodes..][..nodes]);
            }
            let kind = if is_cell(group) {
                ProofKind::Cell
            } else {
                ProofKind::Places
            };
            let length = self.least_sum();
            if self.is_easier(length, kind) {
                // The order in which the first one leads to the nodes decides.
                self.if_on.follow(Literal::on(first), length);
                self.offer_shared(length, kind, Origin::Group(group));
            }
        }
    }

    /// The length of the shortest proof that the sums of sizes stand for.
    fn least_sum(&self) -> u16 {
        self.sums.iter().fold(ABSENT, |least, &sum| least.min(sum))
    }

    /// Offers the node with this sum of sizes, which is the least. Of several, those that are on come before those
    /// that are off, and then the first one that is found if the first assumption is on.
    fn offer_shared(&mut self, length: u16, kind: ProofKind, origin: Origin) {
        let n = self.position.len();
        for (state, start) in [(State::On, 0), (State::Off, n)] {
            let sums = &self.sums[start..][..n];
            let first = self.if_on.found(state).find(|&x| sums[x] == length);
            if let Some(x) = first {
                self.offer(DynamicProof {
                    length,
                    kind,
                    shows: Literal { x, state },
                    origin,
                });
                return;
            }
        }
    }
}

fn add(sums: &mut [u16], sizes: &[u16]) {
    for (sum, size) in sums.iter_mut().zip(sizes) {
        *sum = sum.saturating_add(*size);
    }
}

/// The chain of a proof.
fn explain<const W: usize>(position: &Position, easiest: DynamicProof) -> Chain {
    match easiest.origin {
        Origin::Contradiction(source) => explain_contradiction::<W>(position, Links::Both, source),
        Origin::Either(x) => Chain {
            kind: ChainKind::Either,
            branches: [State::On, State::Off]
                .map(|state| {
                    explain_branch::<W>(
                        position,
                        Mode::Dynamic,
                        Literal { x, state },
                        easiest.shows,
                    )
                })
                .into(),
        },
        Origin::Group(group) => explain_group::<W>(position, Mode::Dynamic, group, easiest.shows),
    }
}

/// The chain from all candidates of a group.
pub(super) fn explain_group<const W: usize>(
    position: &Position,
    mode: Mode,
    group: usize,
    target: Literal,
) -> Chain {
    let mut branches = Vec::new();
    for x in position.all_members(group) {
        let source = Literal::on(x);
        branches.push(explain_branch::<W>(position, mode, source, target));
    }
    Chain {
        kind: position.chain_kind(group),
        branches,
    }
}

fn explain_branch<const W: usize>(
    position: &Position,
    mode: Mode,
    source: Literal,
    target: Literal,
) -> Vec<super::Node> {
    let mut closure = Closure::<W>::new(position, Links::Both, mode);
    closure.follow_all(source);
    closure.explain(source, target)
}

fn explain_contradiction<const W: usize>(
    position: &Position,
    links: Links,
    source: Literal,
) -> Chain {
    let mut closure = Closure::<W>::new(position, links, Mode::Dynamic);
    closure.follow_all(source);
    let Contradiction { x, .. } = closure.contradiction().expect("a contradiction was found");
    let branches =
        [State::On, State::Off].map(|state| closure.explain(source, Literal { x, state }));
    Chain {
        kind: ChainKind::Contradiction,
        branches: branches.into(),
    }
}
