//! The proofs of simple chains: what they show, what they cost, and their nodes.

use super::super::board::Board;
use super::super::proof::{Chain, ChainKind, Node};
use super::cost::Cost;
use super::cycle::Cycle;
use super::effect::Effect;
use super::graph::Graph;
use super::literal::{Candidate, Literal, State};
use super::path::{nodes, shortest_path};
use super::position::{Links, Position, candidates_of_digit};

/// A cycle, or a chain from an assumption to its opposite.
#[derive(Clone, Debug)]
pub(super) struct SimpleProof {
    pub(super) cost: Cost,
    pub(super) effect: Effect,
    /// Where it starts.
    source: Candidate,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Cycle(Vec<Node>),
    /// A chain along these links from the source in this state. Its nodes are only worked out if
    /// they are shown.
    Chain {
        links: Links,
        state: State,
    },
}

impl SimpleProof {
    pub(super) fn of_cycle(position: &Position, cycle: Cycle, cost: Cost) -> SimpleProof {
        SimpleProof {
            cost,
            source: position.candidate(cycle.source()),
            form: Form::Cycle(nodes(position, &cycle.path)),
            effect: Effect::Eliminates(cycle.eliminates),
        }
    }

    pub(super) fn of_chain(graph: &Graph, source: Literal, cost: Cost) -> SimpleProof {
        let candidate = graph.position.candidate(source.x);
        let state = source.state;
        SimpleProof {
            cost,
            effect: Effect::of(candidate, state.opposite()),
            source: candidate,
            form: Form::Chain {
                links: graph.links,
                state,
            },
        }
    }

    /// Whether it is easier than another proof. Ties go to the earlier source. (There is no `Ord`:
    /// ratings are floating-point numbers.)
    pub(super) fn is_easier_than(&self, other: &SimpleProof) -> bool {
        (self.cost, self.source) < (other.cost, other.source)
    }

    /// The chain to be shown.
    pub(super) fn explain(&self, board: &Board) -> Chain {
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

/// The nodes of the shortest chain from a source in this state to its opposite.
fn chain_nodes(board: &Board, links: Links, source: Candidate, state: State) -> Vec<Node> {
    let candidates = match links {
        Links::X => candidates_of_digit(&board.candidates, source.i),
        Links::Y | Links::All => board.candidates,
    };
    let graph = Graph::new(&candidates, links);
    let x = graph.position.number(source);
    let path = shortest_path(&graph, Literal { x, state });
    nodes(&graph.position, &path)
}
