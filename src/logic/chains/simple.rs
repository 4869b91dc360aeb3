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
use super::cycle::{Cycle, CycleSearch, Limits, MIN_LENGTH, Tie};
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
        Detail::Proof => Some(easiest.explain(board)),
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
    /// A chain along these links from the source in this state.
    Chain {
        links: Links,
        state: State,
    },
}

impl Simple {
    /// Of equally easy proofs, the first source decides.
    fn comes_before(&self, other: &Simple) -> bool {
        (self.cost, self.source) < (other.cost, other.source)
    }

    fn of_chain(position: &Position, source: Literal, links: Links, cost: Cost) -> Simple {
        let candidate = position.candidate(source.x);
        let state = source.state;
        Simple {
            cost,
            effect: Effect::of(candidate, state.opposite()),
            source: candidate,
            form: Form::Chain { links, state },
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

    fn explain(&self, board: &Board) -> Chain {
        match &self.form {
            Form::Cycle(nodes) => Chain {
                kind: ChainKind::Cycle,
                branches: vec![nodes.clone()],
            },
            Form::Chain { links, state } => Chain {
                kind: ChainKind::Opposite,
                branches: vec![chain_nodes(board, *links, self.source, *state)],
            },
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

    /// Whether a chain of this length is easier than `bound`, or else the shortest cycle that is
    /// possible if no chain is shorter.
    fn can_beat(self, bound: Cost, length: u32) -> bool {
        let min_cycle = length.saturating_sub(2).max(MIN_LENGTH);
        self.chain_cost(length) < bound || self.cycle_cost(min_cycle) < bound
    }

    /// The lengths of the cycles that are easier than `bound` and than a shortest chain. Of a chain
    /// and a cycle that cost the same, the one with the first source comes first.
    fn limits(self, chain: Opposite, bound: Cost) -> Limits {
        let bound = bound.min(self.chain_cost(chain.length));
        let is_tie = bound == self.cycle_cost(chain.length);
        Limits {
            max_length: max_length(self.cycle, self.preference, bound),
            tie: is_tie.then_some(Tie {
                length: chain.length,
                last: chain.source.x,
            }),
        }
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
    /// The candidates of one digit, at most 81.
    digit: Linked,
    digit_levels: Levels<2>,
    /// The candidates of the cells with two, at most 162.
    pairs: Linked,
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
        let bound = of_digits.as_ref().map_or(Cost::MAX, |simple| simple.cost);
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
                self.digit.fill(&candidates, Links::X);
                let (digit, levels) = (&self.digit, &mut self.digit_levels);
                let easiest = easiest_of_family(X_FAMILY, &candidates, digit, levels, Cost::MAX);
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
    fn easiest_of_all(&mut self, candidates: &[u16; CELLS], bound: Cost) -> Option<Simple> {
        let family = XY_FAMILY;
        if family.cycle_cost(MIN_LENGTH) >= bound {
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
        let max_length = max_length(Y_CYCLE, Preference::Y, bound);
        if max_length < MIN_LENGTH {
            return None;
        }
        let in_pairs = candidates.map(|digits| if digits.count_ones() == 2 { digits } else { 0 });
        self.pairs.fill(&in_pairs, Links::Y);
        let Linked { position, graph } = &self.pairs;
        let limits = Limits {
            max_length,
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
}

/// The nodes of the shortest chain from a source in this state.
fn chain_nodes(board: &Board, links: Links, source: Candidate, state: State) -> Vec<Node> {
    let mut linked = Linked::default();
    match links {
        Links::X => linked.fill(&plane(&board.candidates, source.i), links),
        Links::Y | Links::XY => linked.fill(&board.candidates, links),
    }
    let Linked { position, graph } = &linked;
    let x = position.number(source);
    let path = shortest_path(graph, Literal { x, state });
    nodes(position, &path)
}

/// The easiest cycle or chain of a family, if it is easier than `bound`.
fn easiest_of_family<const W: usize>(
    family: Family,
    candidates: &[u16; CELLS],
    Linked { position, graph }: &Linked,
    levels: &mut Levels<W>,
    bound: Cost,
) -> Option<Simple> {
    let can_beat = |length| family.can_beat(bound, length);
    let chain = levels.find_opposite(position, graph, family.links, can_beat)?;
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
    if cost >= bound {
        return None;
    }
    Some(Simple::of_chain(position, chain.source, family.links, cost))
}

/// The greatest length of a cycle that is easier than `bound`, which is even; less than
/// [`MIN_LENGTH`] if there is none.
fn max_length(base: f64, preference: Preference, bound: Cost) -> u32 {
    let mut length = MIN_LENGTH - 2;
    while Cost::new(base, length + 2, preference) < bound {
        length += 2;
    }
    length
}
