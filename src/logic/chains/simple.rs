//! Simple chains: an assumption that leads to its opposite, and cycles.
//!
//! ```text
//! links      cycle  chain
//! X          6.5    6.6     one digit
//! Y          6.5            from cell to cell with two candidates each
//! X and Y    7.0    7.0
//! ```
//!
//! What a cycle of n candidates eliminates, a chain of n + 2 candidates eliminates that runs once
//! around it. So there is no cycle where there is no chain, and the shortest chain bounds the
//! cycles.

use super::super::board::{Board, ROW};
use super::super::proof::{Chain, ChainKind, Node};
use super::super::{Detail, Look, Step};
use super::cost::{Cost, Effect, Preference};
use super::cycle::{Cycle, CycleSearch, Limits, Tie};
use super::graph::Linked;
use super::levels::{Levels, LevelsOfWidth, Opposite, Width};
use super::literal::{Candidate, Literal, State};
use super::path::{nodes, shortest_path};
use super::position::{Links, Position, plane};
use super::remembered::Remembered;
use crate::grid::CELLS;

/// The easiest cycle or chain.
pub(in crate::logic) fn simple(look: &mut Look<'_>) -> Option<Step> {
    let (board, detail) = (look.board, look.detail);
    let search = &mut look.chains.workspace().simple;
    let easiest = search.easiest(board)?;
    let chain = match detail {
        Detail::Effect => None,
        Detail::Proof => Some(search.explain(board, &easiest)),
    };
    look.proven(easiest.cost, &easiest.effect, chain)
}

/// A cycle, or a chain from an assumption to its opposite.
#[derive(Clone, Debug)]
struct Simple {
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
    preference: Preference,
    /// The lowest ratings.
    cycle: f64,
    chain: f64,
}

impl Family {
    fn cycle_cost(self, length: u32) -> Cost {
        Cost::new(self.cycle, length, self.preference)
    }

    fn chain_cost(self, length: u32) -> Cost {
        Cost::new(self.chain, length, self.preference)
    }

    /// Whether a bound leaves room for a chain of this length, or for the shortest cycle that is
    /// possible if no chain is shorter.
    fn is_welcome(self, length: u32, bound: Option<Cost>) -> bool {
        let shortest_cycle = length.saturating_sub(2).max(4);
        is_easier(self.chain_cost(length), bound)
            || is_easier(self.cycle_cost(shortest_cycle), bound)
    }

    /// The cycles that are easier than a bound and than a shortest chain. Of a chain and a cycle
    /// that cost the same, that of the first source comes first.
    fn limits(self, chain: Opposite, bound: Option<Cost>) -> Limits {
        let limit = cheaper(self.chain_cost(chain.length), bound);
        let is_tie = limit == self.cycle_cost(chain.length);
        Limits {
            longest: longest(self.cycle, self.preference, limit),
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

/// The lesser of a cost and a bound, if there is one.
fn cheaper(cost: Cost, bound: Option<Cost>) -> Cost {
    match bound {
        Some(bound) if bound < cost => bound,
        _ => cost,
    }
}

const X_FAMILY: Family = Family {
    links: Links::X,
    preference: Preference::X,
    cycle: 6.5,
    chain: 6.6,
};
const XY_FAMILY: Family = Family {
    links: Links::XY,
    preference: Preference::XY,
    cycle: 7.0,
    chain: 7.0,
};
/// The lowest rating of a Y cycle.
const Y_CYCLE: f64 = 6.5;

/// The search for simple chains, with what it keeps from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct SimpleSearch {
    /// All candidates, with their links.
    all: Linked,
    /// What they lead to, in the levels of their width.
    levels: LevelsOfWidth,
    /// The candidates of one digit, or of the cells with two.
    part: Linked,
    /// What those of one digit lead to, at most 81.
    digit_levels: Levels<2>,
    /// What those of the cells with two lead to, at most 162.
    pair_levels: Levels<3>,
    /// The easiest proof with X links for each digit.
    of_digits: [Remembered<Simple>; 9],
}

/// What is known of a board without a simple chain.
pub(super) struct Finished<'a> {
    /// All its candidates.
    pub(super) position: &'a Position,
    /// All that each of them leads to, dead ends included: the search has gone on until nothing new
    /// was found.
    pub(super) levels: &'a LevelsOfWidth,
}

impl SimpleSearch {
    /// What the search has found out about a board in which it has just found no chain.
    pub(super) fn finished(&self, board: &Board) -> Finished<'_> {
        let Linked { position, .. } = &self.all;
        debug_assert!(
            position.is_of(&board.candidates),
            "simple chains come first"
        );
        Finished {
            position,
            levels: &self.levels,
        }
    }

    fn easiest(&mut self, board: &Board) -> Option<Simple> {
        let of_digits = self.easiest_of_digits(board);
        let bound = of_digits.as_ref().map(|simple| simple.cost);
        let of_all = self.easiest_of_all(&board.candidates, bound);
        let best = of_all.or(of_digits)?;
        let y_cycle = self.easiest_y_cycle(&board.candidates, best.cost);
        Some(y_cycle.unwrap_or(best))
    }

    /// The easiest with X links. Only digits whose places have changed are looked at.
    fn easiest_of_digits(&mut self, board: &Board) -> Option<Simple> {
        let mut best: Option<&Simple> = None;
        for (i, remembered) in self.of_digits.iter_mut().enumerate() {
            let places = board.places_in(ROW, i);
            if !remembered.is_for(places) {
                let candidates = plane(&board.candidates, i);
                self.part.fill(&candidates, Links::X);
                let levels = &mut self.digit_levels;
                let easiest = easiest_of_family(X_FAMILY, &candidates, &self.part, levels, None);
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

    /// The easiest with X and Y links, if it is easier than `bound`.
    fn easiest_of_all(&mut self, candidates: &[u16; CELLS], bound: Option<Cost>) -> Option<Simple> {
        let family = XY_FAMILY;
        if !is_easier(family.cycle_cost(4), bound) {
            return None;
        }
        self.all.fill(candidates, family.links);
        let (all, levels) = (&self.all, &mut self.levels);
        match Width::of(&all.position) {
            Width::Two => easiest_of_family(family, candidates, all, &mut levels.two, bound),
            Width::Three => easiest_of_family(family, candidates, all, &mut levels.three, bound),
            Width::Four => easiest_of_family(family, candidates, all, &mut levels.four, bound),
            Width::Twelve => easiest_of_family(family, candidates, all, &mut levels.twelve, bound),
        }
    }

    /// The easiest cycle with Y links, if it is easier than `bound`. It only has cells with two
    /// candidates: others turn nothing on.
    fn easiest_y_cycle(&mut self, candidates: &[u16; CELLS], bound: Cost) -> Option<Simple> {
        let in_pairs = candidates.map(|digits| if digits.count_ones() == 2 { digits } else { 0 });
        self.part.fill(&in_pairs, Links::Y);
        let Linked { position, graph } = &self.part;
        let limits = Limits {
            longest: longest(Y_CYCLE, Preference::Y, bound),
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
        let cost = Cost::new(Y_CYCLE, cycle.length, Preference::Y);
        Some(Simple::of_cycle(position, cycle, cost))
    }

    fn explain(&mut self, board: &Board, simple: &Simple) -> Chain {
        match &simple.form {
            Form::Cycle(nodes) => Chain {
                kind: ChainKind::Cycle,
                branches: vec![nodes.clone()],
            },
            Form::Chain(state) => Chain {
                kind: ChainKind::Opposite,
                branches: vec![self.explain_chain(board, simple, *state)],
            },
        }
    }

    /// The nodes of a chain from its source in this state.
    fn explain_chain(&mut self, board: &Board, simple: &Simple, state: State) -> Vec<Node> {
        let Linked { position, graph } = match simple.cost.preference {
            Preference::X => {
                // `part` was refilled since.
                let candidates = plane(&board.candidates, simple.source.i);
                self.part.fill(&candidates, Links::X);
                &self.part
            }
            _ => &self.all,
        };
        let x = position.number(simple.source);
        let path = shortest_path(graph, Literal { x, state });
        nodes(position, &path)
    }
}

/// The easiest cycle or chain of a family, if it is easier than `bound`.
fn easiest_of_family<const W: usize>(
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
fn longest(base: f64, preference: Preference, limit: Cost) -> u32 {
    let mut longest = 2;
    while Cost::new(base, longest + 2, preference) < limit {
        longest += 2;
    }
    longest
}
