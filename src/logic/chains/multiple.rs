//! Multiple chains: each candidate of a cell, or each place for a digit in a unit, leads to the
//! same.
//!
//! As in Sudoku Explainer, a unit is looked at if the cell of the first place has three candidates
//! or more. With two candidates or places, there would be a simple chain.

use super::super::{Detail, Look, Step};
use super::closure::{Closure, Mode};
use super::forcing::explain_group;
use super::levels::{Levels, Width, and, candidates_in, contains};
use super::position::{Links, Position, is_cell};
use super::proof::{Cost, Effect, Literal, ProofKind, State};

/// The lowest rating.
const MULTIPLE: f64 = 8.0;

/// The easiest multiple chain. Simple chains have just been looked for in vain, which has left in
/// the workspace what each candidate leads to, in how many links.
pub(in crate::logic) fn multiple(look: &mut Look<'_>) -> Option<Step> {
    let (board, detail) = (look.board, look.detail);
    let workspace = look.chains.workspace();
    let (position, levels) = (&workspace.all.position, &workspace.levels);
    debug_assert!(
        position.is_of(&board.candidates),
        "simple chains come first"
    );
    let easiest = match Width::of(position) {
        Width::Two => easiest(position, &levels.two)?,
        Width::Three => easiest(position, &levels.three)?,
        Width::Four => easiest(position, &levels.four)?,
        Width::Twelve => easiest(position, &levels.twelve)?,
    };
    let target = first_target(position, &easiest)?;
    let cost = Cost::new(MULTIPLE, easiest.length, easiest.kind);
    let effect = Effect::of(position.candidate(target.x), target.state);
    let chain = match detail {
        Detail::Effect => None,
        Detail::Proof => Some(explain_group::<24>(
            position,
            Mode::Static,
            easiest.group,
            target,
        )),
    };
    look.proven(cost, &effect, chain)
}

/// What the candidates of a group share: that they lead to the same, and with how many nodes.
struct Shared {
    length: u32,
    kind: ProofKind,
    group: usize,
    /// All that they lead to with this number of nodes.
    targets: Vec<Literal>,
}

/// The first group with the shortest proofs; of equally long ones, cells come before units.
fn easiest<const W: usize>(position: &Position, levels: &Levels<W>) -> Option<Shared> {
    let mut best: Option<Shared> = None;
    for group in position.groups_to_try(3) {
        let kind = if is_cell(group) {
            ProofKind::Cell
        } else {
            ProofKind::Places
        };
        let limit = match &best {
            Some(best) if kind < best.kind => best.length + 1,
            Some(best) => best.length,
            None => u32::MAX,
        };
        if let Some((length, targets)) = shortest(position, levels, group, limit) {
            best = Some(Shared {
                length,
                kind,
                group,
                targets,
            });
        }
    }
    best
}

/// All that the candidates of a group lead to with the fewest nodes, if these are fewer than
/// `limit`.
fn shortest<const W: usize>(
    position: &Position,
    levels: &Levels<W>,
    group: usize,
    mut limit: u32,
) -> Option<(u32, Vec<Literal>)> {
    let members: Vec<usize> = position.all_members(group).collect();
    let mut targets = Vec::new();
    let last = levels.last();
    for links in [last - 1, last] {
        let state = if links % 2 == 0 {
            State::On
        } else {
            State::Off
        };
        let mut shared = [u64::MAX; W];
        for &y in &members {
            shared = and(shared, *levels.reached_from_on(y, links));
        }
        for x in candidates_in(shared) {
            let length = members
                .iter()
                .map(|&y| size(levels, y, Literal { x, state }))
                .sum();
            if length < limit {
                targets.clear();
                limit = length;
                targets.push(Literal { x, state });
            } else if length == limit && !targets.is_empty() {
                targets.push(Literal { x, state });
            }
        }
    }
    (!targets.is_empty()).then_some((limit, targets))
}

/// The number of nodes on the way from a candidate that is on to a node that it leads to.
fn size<const W: usize>(levels: &Levels<W>, source: usize, target: Literal) -> u32 {
    let mut links = target.state as usize;
    while !contains(levels.reached_from_on(source, links), target.x) {
        links += 2;
    }
    links as u32 + 1
}

/// The target that comes first: those that are on come before those that are off, in the order in
/// which they are found from the first candidate of the group.
fn first_target(position: &Position, easiest: &Shared) -> Option<Literal> {
    if let [target] = easiest.targets[..] {
        return Some(target);
    }
    let first = position.all_members(easiest.group).next()?;
    let mut closure = Closure::<24>::new(position, Links::Both, Mode::Static);
    closure.follow_all(Literal::on(first));
    for state in [State::On, State::Off] {
        for x in closure.found(state) {
            if easiest.targets.contains(&Literal { x, state }) {
                return Some(Literal { x, state });
            }
        }
    }
    None
}
