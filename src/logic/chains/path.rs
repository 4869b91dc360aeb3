//! The path of a simple chain, worked out only for display.

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
    let mut reached = vec![Reached {
        literal: source,
        parent: None,
    }];
    let mut next = 0;
    while let Some(&Reached { literal: from, .. }) = reached.get(next) {
        if leads_to(graph, from, target) {
            let mut path = path_to(&reached, next);
            path.push(target);
            return path;
        }
        for &x in links_from(graph, from) {
            let literal = Literal {
                x: usize::from(x),
                state: from.state.opposite(),
            };
            if !reached.iter().any(|known| known.literal == literal) {
                reached.push(Reached {
                    literal,
                    parent: Some(next),
                });
            }
        }
        next += 1;
    }
    unreachable!("a chain leads from a literal to its opposite");
}

/// A literal that the search for a path has reached.
struct Reached {
    literal: Literal,
    /// The index of the one that leads to it; none for the source.
    parent: Option<usize>,
}

/// The path from the source to the literal at this index.
fn path_to(reached: &[Reached], index: usize) -> Vec<Literal> {
    let mut path = Vec::new();
    let mut next = Some(index);
    while let Some(index) = next {
        path.push(reached[index].literal);
        next = reached[index].parent;
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

/// Whether a link leads from one literal to another. The graph does not say what turns off a dead
/// end. But weak links are symmetric, and it says what the dead end turns off. (`from` is
/// listed there: it has been turned on by another candidate, so it is no dead end.)
fn leads_to(graph: &Graph, from: Literal, to: Literal) -> bool {
    from.state != to.state
        && (links_from(graph, from).contains(&(to.x as u16))
            || to.state == State::Off && graph.turned_off(to.x).contains(&(from.x as u16)))
}

/// The nodes of a path, each of which follows from the one before.
pub(super) fn nodes(position: &Position, path: &[Literal]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (index, &literal) in path.iter().enumerate() {
        let from = index.checked_sub(1).into_iter().collect();
        nodes.push(position.node(literal, from));
    }
    nodes
}
