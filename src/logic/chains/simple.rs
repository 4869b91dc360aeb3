//! Simple chains: an assumption that leads to its opposite, and cycles.
//!
//! They follow the links of one digit, the links between cells with two candidates, or all links.
//! [`family`](super::family) says what they cost. Of each digit, the easiest proof is remembered
//! until a place of the digit changes.

use super::super::board::Board;
use super::super::units::ROW;
use super::super::{Step, View};
use super::cost::Cost;
use super::cycle::MIN_LENGTH;
use super::cycle_search::{CycleSearch, Limits};
use super::family::{ALL_FAMILY, Family, X_FAMILY, Y_CYCLE_COST};
use super::graph::Graph;
use super::levels::Levels;
use super::position::{Links, Position, candidates_of_digit};
use super::remembered::Remembered;
use super::simple_proof::SimpleProof;
use super::width::{LevelsByWidth, Width};
use crate::grid::CELLS;

/// The search for simple chains, with what it keeps from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct SimpleSearch {
    /// All candidates with all links.
    all_graph: Graph,
    all_levels: LevelsByWidth,
    /// The candidates of the cells with two, at most 162, with Y links.
    pair_graph: Graph,
    pair_levels: Levels<3>,
    digit_search: DigitSearch,
    /// The easiest proof with X links for each digit.
    remembered: [Remembered<SimpleProof>; 9],
}

impl SimpleSearch {
    /// The step of the easiest proof.
    pub(super) fn easiest_step(&mut self, view: &View<'_>) -> Option<Step> {
        let easiest = self.easiest(view.board)?;
        let SimpleProof { cost, effect, .. } = &easiest;
        Some(effect.to_step(view, *cost, || easiest.explain(view.board)))
    }

    /// The easiest cycle or chain.
    fn easiest(&mut self, board: &Board) -> Option<SimpleProof> {
        let x_proof = self.easiest_with_x_links(board);
        let bound = x_proof.as_ref().map_or(Cost::MAX, |proof| proof.cost);
        let all_links_proof = self.easiest_with_all_links(&board.candidates, bound);
        // If there is a proof with all links, it is the easier one. Without either proof there is
        // no Y cycle: a chain that runs around it would be among those with all links.
        let best = all_links_proof.or(x_proof)?;
        let y_cycle = self.easiest_y_cycle(&board.candidates, best.cost);
        Some(y_cycle.unwrap_or(best))
    }

    /// The easiest proof with X links.
    fn easiest_with_x_links(&mut self, board: &Board) -> Option<SimpleProof> {
        let mut best: Option<&SimpleProof> = None;
        for (i, remembered) in self.remembered.iter_mut().enumerate() {
            let places = board.places_in(ROW, i);
            let easiest = remembered.easiest_for(places, || self.digit_search.easiest(board, i));
            if let Some(easiest) = easiest
                && best.is_none_or(|best| easiest.is_easier_than(best))
            {
                best = Some(easiest);
            }
        }
        best.cloned()
    }

    /// The easiest proof with all links, if it is easier than `bound`.
    fn easiest_with_all_links(
        &mut self,
        candidates: &[u16; CELLS],
        bound: Cost,
    ) -> Option<SimpleProof> {
        // Not even the shortest cycle would be easier. This spares filling the graph.
        if ALL_FAMILY.cycle_cost.at(MIN_LENGTH) >= bound {
            return None;
        }
        self.all_graph.fill(candidates, ALL_FAMILY.links);
        let search = FamilySearch {
            family: ALL_FAMILY,
            candidates,
            graph: &self.all_graph,
            bound,
        };
        match Width::of(&self.all_graph.position) {
            Width::Bits128 => search.easiest(&mut self.all_levels.bits128),
            Width::Bits192 => search.easiest(&mut self.all_levels.bits192),
            Width::Bits256 => search.easiest(&mut self.all_levels.bits256),
            Width::Bits768 => search.easiest(&mut self.all_levels.bits768),
        }
    }

    /// The easiest cycle with Y links, if it is easier than `bound`. Such a cycle only has cells
    /// with two candidates: in other cells nothing is turned on.
    fn easiest_y_cycle(&mut self, candidates: &[u16; CELLS], bound: Cost) -> Option<SimpleProof> {
        let limits = Limits {
            max_length: Y_CYCLE_COST.max_length_below(bound),
            tie: None,
        };
        if limits.max_length < MIN_LENGTH {
            return None;
        }
        let in_pairs = candidates.map(|digits| if digits.count_ones() == 2 { digits } else { 0 });
        self.pair_graph.fill(&in_pairs, Links::Y);
        self.pair_levels
            .fill(&self.pair_graph, limits.last_level_needed());
        let search = CycleSearch {
            candidates,
            graph: &self.pair_graph,
            levels: &self.pair_levels,
            limits,
        };
        let cycle = search.first_of_shortest()?;
        let cost = Y_CYCLE_COST.at(cycle.length());
        let position = &self.pair_graph.position;
        Some(SimpleProof::of_cycle(position, cycle, cost))
    }

    /// The levels of a board on which the search has just found no proof.
    ///
    /// # Panics
    /// If it last searched another board.
    pub(super) fn full_levels(&self, board: &Board) -> FullLevels<'_> {
        let position = &self.all_graph.position;
        assert!(
            position.has_candidates(&board.candidates),
            "simple chains come first"
        );
        FullLevels {
            position,
            levels: &self.all_levels,
        }
    }
}

/// The levels of a board on which no simple chain or cycle is found.
pub(super) struct FullLevels<'a> {
    /// All its candidates.
    pub(super) position: &'a Position,
    /// What each of them leads to, dead ends included. Only the levels for the [`Width`] of the
    /// position are filled. Their last two have everything: the last one adds nothing to the one
    /// two before it.
    pub(super) levels: &'a LevelsByWidth,
}

/// The search within one digit.
#[derive(Clone, Debug, Default)]
struct DigitSearch {
    /// The candidates of one digit, at most 81, with X links.
    graph: Graph,
    levels: Levels<2>,
}

impl DigitSearch {
    /// The easiest proof for digit `i + 1`.
    fn easiest(&mut self, board: &Board, i: usize) -> Option<SimpleProof> {
        let candidates = candidates_of_digit(&board.candidates, i);
        self.graph.fill(&candidates, X_FAMILY.links);
        let search = FamilySearch {
            family: X_FAMILY,
            candidates: &candidates,
            graph: &self.graph,
            bound: Cost::MAX,
        };
        search.easiest(&mut self.levels)
    }
}

/// The search for the easiest cycle or chain of a family.
struct FamilySearch<'a> {
    family: Family,
    /// All candidates that a cycle may eliminate.
    candidates: &'a [u16; CELLS],
    graph: &'a Graph,
    /// A proof is accepted if it is easier than this.
    bound: Cost,
}

impl FamilySearch<'_> {
    /// The easiest proof. Fills `levels` with the levels of the graph: all of them if no proof is
    /// found and there is no bound.
    fn easiest<const W: usize>(&self, levels: &mut Levels<W>) -> Option<SimpleProof> {
        // Without a chain there is no cycle either: see `family`.
        let can_be_easier = |length| self.family.can_be_easier(self.bound, length);
        let chain = levels.find_opposite_chain(self.graph, can_be_easier)?;
        let limits = self.family.limits(chain, self.bound);
        levels.extend(self.graph, limits.last_level_needed());
        let search = CycleSearch {
            candidates: self.candidates,
            graph: self.graph,
            levels,
            limits,
        };
        if let Some(cycle) = search.first_of_shortest() {
            let cost = self.family.cycle_cost.at(cycle.length());
            return Some(SimpleProof::of_cycle(&self.graph.position, cycle, cost));
        }
        let cost = self.family.chain_cost.at(chain.length);
        if cost >= self.bound {
            return None;
        }
        Some(SimpleProof::of_chain(self.graph, chain.source, cost))
    }
}
