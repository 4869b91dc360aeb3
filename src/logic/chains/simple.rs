//! Simple chains: an assumption that leads to its opposite, and cycles.
//!
//! ```text
//! links      cycle  chain
//! X          6.5    6.6     one digit
//! Y          6.5            from cell to cell with two candidates each
//! both       7.0    7.0
//! ```
//!
//! What a cycle of n candidates eliminates, a chain of n + 2 candidates eliminates that runs once
//! around it. So there is no cycle where there is no chain, and the shortest chain bounds the
//! cycles.

use super::super::board::{Board, ROW};
use super::super::{Detail, Look, Step};
use super::cycle::{Cycle, CycleSearch, Limits, Tie};
use super::graph::Graph;
use super::levels::{Levels, Opposite, Width};
use super::memory::{Linked, Workspace};
use super::position::{Candidate, Links, Position, plane};
use super::proof::{Cost, Effect, Literal, ProofKind, State};
use super::{Chain, ChainKind, Node};
use crate::grid::CELLS;

/// The easiest cycle or chain.
pub(in crate::logic) fn simple(look: &mut Look<'_>) -> Option<Step> {
    let (board, detail) = (look.board, look.detail);
    let workspace = look.chains.workspace();
    let easiest = workspace.easiest_simple(board)?;
    let chain = match detail {
        Detail::Effect => None,
        Detail::Proof => Some(workspace.explain_simple(board, &easiest)),
    };
    look.proven(easiest.cost, &easiest.effect, chain)
}

/// A cycle, or a chain from an assumption to its opposite.
#[derive(Clone, Debug)]
pub(super) struct Simple {
    cost: Cost,
    effect: Effect,
    /// Where it starts.
    source: Candidate,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Cycle(Vec<Node>),
    /// A chain from the source in this state.
    Chain(State),
}

impl Simple {
    /// Of equally easy proofs, the first source decides.
    fn comes_before(&self, other: &Simple) -> bool {
        (self.cost, self.source) < (other.cost, other.source)
    }

    fn of_chain(position: &Position, source: Literal, cost: Cost) -> Simple {
        let candidate = position.candidate(source.x);
        Simple {
            cost,
            effect: Effect::of(candidate, source.state.opposite()),
            source: candidate,
            form: Form::Chain(source.state),
        }
    }

    fn of_cycle(position: &Position, cycle: Cycle, cost: Cost) -> Simple {
        Simple {
            cost,
            effect: Effect::Eliminates(cycle.eliminates),
            source: position.candidate(cycle.source),
            form: Form::Cycle(nodes(position, &cycle.path)),
        }
    }
}

/// Simple chains that follow the same links.
#[derive(Clone, Copy)]
struct Family {
    links: Links,
    kind: ProofKind,
    /// The lowest ratings.
    cycle: f64,
    chain: f64,
}

impl Family {
    fn cycle_cost(self, length: u32) -> Cost {
        Cost::new(self.cycle, length, self.kind)
    }

    fn chain_cost(self, length: u32) -> Cost {
        Cost::new(self.chain, length, self.kind)
    }

    /// Whether a chain of this length, or the shortest cycle that may be where there is no shorter
    /// chain, is easier than a bound.
    fn is_welcome(self, length: u32, bound: Option<Cost>) -> bool {
        let shortest_cycle = length.saturating_sub(2).max(4);
        is_easier(self.chain_cost(length), bound)
            || is_easier(self.cycle_cost(shortest_cycle), bound)
    }

    /// The cycles that are easier than a bound and than a shortest chain. Of a chain and a cycle
    /// that cost the same, that of the first source comes first.
    fn limits(self, chain: Opposite, bound: Option<Cost>) -> Limits {
        let cost = self.chain_cost(chain.length);
        let limit = bound.filter(|bound| *bound < cost).unwrap_or(cost);
        let is_tie = limit == self.cycle_cost(chain.length);
        Limits {
            longest: longest(self.cycle, self.kind, limit),
            tie: is_tie.then_some(Tie {
                length: chain.length,
                last: chain.source.x,
            }),
        }
    }
}

/// Whether a proof is easier than a bound, if there is one.
fn is_easier(cost: Cost, bound: Option<Cost>) -> bool {
    bound.is_none_or(|bound| cost < bound)
}

const X: Family = Family {
    links: Links::X,
    kind: ProofKind::X,
    cycle: 6.5,
    chain: 6.6,
};
const BOTH: Family = Family {
    links: Links::Both,
    kind: ProofKind::XY,
    cycle: 7.0,
    chain: 7.0,
};
/// The lowest rating of a Y cycle.
const Y_CYCLE: f64 = 6.5;

impl Workspace {
    fn easiest_simple(&mut self, board: &Board) -> Option<Simple> {
        let x = self.easiest_of_digits(board);
        let bound = x.as_ref().map(|x| x.cost);
        let best = self.easiest_of_all(&board.candidates, bound).or(x)?;
        let y = self.easiest_y_cycle(&board.candidates, best.cost);
        Some(y.unwrap_or(best))
    }

    /// The easiest with X links. Only digits whose places have changed are looked at.
    fn easiest_of_digits(&mut self, board: &Board) -> Option<Simple> {
        let mut best: Option<&Simple> = None;
        for (i, remembered) in self.simple.iter_mut().enumerate() {
            let places = board.places_in(ROW, i);
            if !remembered.is_for(places) {
                let candidates = plane(&board.candidates, i);
                self.part.fill(&candidates, Links::X);
                let levels = &mut self.digit_levels;
                let easiest = easiest(X, &candidates, &self.part, levels, None);
                remembered.set(places, easiest);
            }
            if let Some(easiest) = remembered.easiest()
                && best.is_none_or(|best| easiest.comes_before(best))
            {
                best = Some(easiest);
            }
        }
        best.cloned()
    }

    /// The easiest with both links, if it is easier than `bound`.
    fn easiest_of_all(&mut self, candidates: &[u16; CELLS], bound: Option<Cost>) -> Option<Simple> {
        if bound.is_some_and(|bound| bound < Cost::new(BOTH.cycle, 4, BOTH.kind)) {
            return None;
        }
        self.all.fill(candidates, Links::Both);
        let (all, levels) = (&self.all, &mut self.levels);
        match Width::of(&all.position) {
            Width::Two => easiest(BOTH, candidates, all, &mut levels.two, bound),
            Width::Three => easiest(BOTH, candidates, all, &mut levels.three, bound),
            Width::Four => easiest(BOTH, candidates, all, &mut levels.four, bound),
            Width::Twelve => easiest(BOTH, candidates, all, &mut levels.twelve, bound),
        }
    }

    /// The easiest cycle with Y links, if it is easier than `bound`. It only has cells with two
    /// candidates: others turn nothing on.
    fn easiest_y_cycle(&mut self, candidates: &[u16; CELLS], bound: Cost) -> Option<Simple> {
        let in_pairs = candidates.map(|digits| if digits.count_ones() == 2 { digits } else { 0 });
        self.part.fill(&in_pairs, Links::Y);
        let Linked { position, graph } = &self.part;
        let limits = Limits {
            longest: longest(Y_CYCLE, ProofKind::Y, bound),
            tie: None,
        };
        let levels = &mut self.pair_levels;
        levels.fill(position, graph, Links::Y, limits.levels());
        let search = CycleSearch {
            candidates,
            position,
            graph,
            levels,
            limits,
        };
        let cycle = search.first()?;
        let cost = Cost::new(Y_CYCLE, cycle.length, ProofKind::Y);
        Some(Simple::of_cycle(position, cycle, cost))
    }

    fn explain_simple(&mut self, board: &Board, simple: &Simple) -> Chain {
        let state = match &simple.form {
            Form::Cycle(nodes) => {
                return Chain {
                    kind: ChainKind::Cycle,
                    branches: vec![nodes.clone()],
                };
            }
            Form::Chain(state) => *state,
        };
        // The part has had other candidates since.
        if simple.cost.kind == ProofKind::X {
            let candidates = plane(&board.candidates, simple.source.i);
            self.part.fill(&candidates, Links::X);
        } else {
            self.part.fill(&board.candidates, Links::Both);
        }
        let position = &self.part.position;
        let x = position.number(simple.source);
        let path = shortest_path(&self.part.graph, Literal { x, state });
        Chain {
            kind: ChainKind::Opposite,
            branches: vec![nodes(position, &path)],
        }
    }
}

impl Linked {
    fn fill(&mut self, candidates: &[u16; CELLS], links: Links) {
        self.position.fill(candidates);
        self.graph.fill(&self.position, links);
    }
}

/// The easiest cycle or chain of a family, if it is easier than `bound`.
fn easiest<const W: usize>(
    family: Family,
    candidates: &[u16; CELLS],
    Linked { position, graph }: &Linked,
    levels: &mut Levels<W>,
    bound: Option<Cost>,
) -> Option<Simple> {
    let is_welcome = |length| family.is_welcome(length, bound);
    let chain = levels.find_opposite(position, graph, family.links, is_welcome)?;
    let limits = family.limits(chain, bound);
    levels.extend(graph, limits.levels());
    let search = CycleSearch {
        candidates,
        position,
        graph,
        levels,
        limits,
    };
    if let Some(cycle) = search.first() {
        let cost = family.cycle_cost(cycle.length);
        return Some(Simple::of_cycle(position, cycle, cost));
    }
    let cost = family.chain_cost(chain.length);
    is_easier(cost, bound).then(|| Simple::of_chain(position, chain.source, cost))
}

/// The greatest length, which is even, of a proof that is easier than a limit; less than 4 if
/// there is none.
fn longest(base: f64, kind: ProofKind, limit: Cost) -> u32 {
    let mut longest = 2;
    while Cost::new(base, longest + 2, kind) < limit {
        longest += 2;
    }
    longest
}

/// A shortest way from a literal to its opposite. There must be one.
fn shortest_path(graph: &Graph, source: Literal) -> Vec<Literal> {
    let mut found = vec![(source, usize::MAX)];
    let mut next = 0;
    while let Some(&(from, _)) = found.get(next) {
        if leads_to(graph, from, source.opposite()) {
            found.push((source.opposite(), next));
            break;
        }
        for &x in links_from(graph, from) {
            let literal = Literal::new(x, from.state.opposite());
            if !found.iter().any(|(known, _)| *known == literal) {
                found.push((literal, next));
            }
        }
        next += 1;
    }
    way_to_last(&found)
}

/// What a literal turns off or on.
fn links_from(graph: &Graph, from: Literal) -> &[u16] {
    match from.state {
        State::On => graph.turned_off(from.x),
        State::Off => graph.turned_on(from.x),
    }
}

/// Whether a link leads from one literal to another. What turns off a dead end is not in the graph,
/// but what a dead end turns off is, and it turns off the dead end, too.
fn leads_to(graph: &Graph, from: Literal, to: Literal) -> bool {
    from.state != to.state
        && (links_from(graph, from).contains(&(to.x as u16))
            || to.state == State::Off && graph.turned_off(to.x).contains(&(from.x as u16)))
}

/// The way to the last of some literals, each with the index of the one before it.
fn way_to_last(found: &[(Literal, usize)]) -> Vec<Literal> {
    let mut path = Vec::new();
    let mut next = found.len() - 1;
    while let Some(&(literal, before)) = found.get(next) {
        path.push(literal);
        next = before;
    }
    path.reverse();
    path
}

/// Nodes that follow from each other in this order.
fn nodes(position: &Position, path: &[Literal]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (index, &literal) in path.iter().enumerate() {
        let from = index.checked_sub(1).into_iter().collect();
        nodes.push(position.node(literal, from));
    }
    nodes
}
