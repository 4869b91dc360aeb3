//! The nodes of chains with branches, worked out only for display: the assumptions of the easiest
//! proof are followed again, this time without a limit.

use super::super::proof::{Chain, ChainKind, Node};
use super::closure::{Closure, Contradiction, Mode};
use super::group::Group;
use super::literal::{Literal, State};
use super::position::{Links, Position};
use super::width::MAX_LITERAL_WORDS;

/// The chain from all candidates of a group to a literal that each of them leads to.
pub(super) fn explain_group(
    position: &Position,
    mode: Mode,
    group: Group,
    target: Literal,
) -> Chain {
    let mut branches = Vec::new();
    for x in position.all_members(group) {
        let source = Literal::on(x);
        branches.push(explain_branch(position, mode, source, target));
    }
    Chain {
        kind: group.chain_kind(),
        branches,
    }
}

/// The chain to a literal that a candidate leads to, whether it is on or off.
pub(super) fn explain_either(position: &Position, x: usize, target: Literal) -> Chain {
    let sources = [Literal::on(x), Literal::off(x)];
    let branches = sources.map(|source| explain_branch(position, Mode::Dynamic, source, target));
    Chain {
        kind: ChainKind::Either,
        branches: branches.into(),
    }
}

/// What follows from an assumption, up to a literal that it leads to.
fn explain_branch(position: &Position, mode: Mode, source: Literal, target: Literal) -> Vec<Node> {
    let mut closure = Closure::<MAX_LITERAL_WORDS>::new(position, Links::All, mode);
    closure.follow_all(source);
    closure.explain(target)
}

/// The Nishio or dynamic chain from an assumption that leads to a contradiction.
///
/// # Panics
/// If it leads to none.
pub(super) fn explain_contradiction(position: &Position, links: Links, source: Literal) -> Chain {
    let mut closure = Closure::<MAX_LITERAL_WORDS>::new(position, links, Mode::Dynamic);
    closure.follow_all(source);
    let Contradiction { x, .. } = closure.contradiction().expect("a contradiction was found");
    let branches = [State::On, State::Off].map(|state| closure.explain(Literal { x, state }));
    Chain {
        kind: ChainKind::Contradiction,
        branches: branches.into(),
    }
}
