//! Paths: nodes of which each follows from the one before.

use super::super::proof::Node;
use super::graph::Graph;
use super::literal::{Literal, State};
use super::position::Position;

/// A shortest path from a literal to its opposite.
///
/// # Panics
/// If there is none.
pub(super) fn shortest_path(graph: &Graph, source: Literal) -> Vec<Literal> {
    let target = source.opposite();
    let mut found = vec![Reached {
        literal: source,
        parent: None,
    }];
    let mut next = 0;
    while let Some(&Reached { literal: from, .. }) = found.get(next) {
        if leads_to(graph, from, target) {
            let mut path = path_to(&found, next);
            path.push(target);
            return path;
        }
        for &x in links_from(graph, from) {
            let literal = Literal::new(x, from.state.opposite());
            if !found.iter().any(|known| known.literal == literal) {
                found.push(Reached {
                    literal,
                    parent: Some(next),
                });
            }
        }
        next += 1;
    }
    unreachable!("a chain leads from a literal to its opposite");
}

/// A literal that the search for a path has come to.
struct Reached {
    literal: Literal,
    /// The index of the one before it; the source has none.
    parent: Option<usize>,
}

/// The path to one of the literals that have been found.
fn path_to(found: &[Reached], last: usize) -> Vec<Literal> {
    let mut path = Vec::new();
    let mut next = Some(last);
    while let Some(index) = next {
        path.push(found[index].literal);
        next = found[index].parent;
    }
    path.reverse();
    path
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

/// Nodes that follow from each other in this order.
pub(super) fn nodes(position: &Position, path: &[Literal]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (index, &literal) in path.iter().enumerate() {
        let from = index.checked_sub(1).into_iter().collect();
        nodes.push(position.node(literal, from));
    }
    nodes
}
