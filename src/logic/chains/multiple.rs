//! Multiple chains: each candidate of a cell, or each place for a digit in a unit, leads to the
//! same.
//!
//! As in Sudoku Explainer, a unit is looked at if the cell of the first place has three candidates
//! or more. With two candidates or places, there would be a simple chain.

use super::super::{Detail, Look, Step};
use super::closure::{Closure, Mode};
use super::cost::{Cost, Effect, Preference};
use super::explain::explain_group;
use super::levels::{Levels, Width};
use super::literal::{Literal, State};
use super::position::{Links, Position};
use super::row::{and, contains, numbers_in};
use super::simple::Finished;

/// The lowest rating.
const MULTIPLE: f64 = 8.0;

/// Sets of literals of this width are wide enough for all positions. Here a few closures are worked
/// out for each step, so a width that fits would not save time.
const WIDTH: usize = 24;

/// The easiest multiple chain. The search for simple chains has just worked out what each candidate
/// leads to, in how many links.
pub(in crate::logic) fn multiple(look: &mut Look<'_>) -> Option<Step> {
    let (board, detail) = (look.board, look.detail);
    let Finished { position, levels } = look.chains.workspace().simple.finished(board);
    let easiest = match Width::of(position) {
        Width::Two => easiest(position, &levels.two)?,
        Width::Three => easiest(position, &levels.three)?,
        Width::Four => easiest(position, &levels.four)?,
        Width::Twelve => easiest(position, &levels.twelve)?,
    };
    let Shared { length, group, .. } = easiest;
    let target = first_target(position, &easiest);
    let cost = Cost::new(MULTIPLE, length, Preference::of_group(group));
    let effect = Effect::of(position.candidate(target.x), target.state);
    let chain = match detail {
        Detail::Effect => None,
        Detail::Proof => Some(explain_group::<WIDTH>(
            position,
            Mode::Static,
            group,
            target,
        )),
    };
    look.proven(cost, &effect, chain)
}

/// What the candidates of a group share: that they lead to the same, and with how many nodes.
struct Shared {
    group: usize,
    length: u32,
    /// All that they lead to with this number of nodes.
    targets: Vec<Literal>,
}

/// The first group with the shortest proofs; of equally long ones, cells come before units.
fn easiest<const W: usize>(position: &Position, levels: &Levels<W>) -> Option<Shared> {
    let mut best: Option<Shared> = None;
    for group in position.groups_to_try(3) {
        let limit = match &best {
            Some(best) if Preference::of_group(group) < Preference::of_group(best.group) => {
                best.length + 1
            }
            Some(best) => best.length,
            None => u32::MAX,
        };
        let shorter = shortest(position, levels, group, limit);
        best = shorter.or(best);
    }
    best
}

/// All that the candidates of a group lead to with the fewest nodes, if these are fewer than
/// `limit`.
fn shortest<const W: usize>(
    position: &Position,
    levels: &Levels<W>,
    group: usize,
    limit: u32,
) -> Option<Shared> {
    let members: Vec<usize> = position.all_members(group).collect();
    let mut best = Shared {
        group,
        length: limit,
        targets: Vec::new(),
    };
    let last = levels.last();
    for links in [last - 1, last] {
        let state = state_after(links);
        let mut shared = [u64::MAX; W];
        for &y in &members {
            shared = and(shared, *levels.reached_from_on(y, links));
        }
        for x in numbers_in(shared) {
            let target = Literal { x, state };
            let sizes = members.iter().map(|&y| size(levels, y, target));
            let length = sizes.sum();
            if length < best.length {
                best.length = length;
                best.targets = vec![target];
            } else if length == best.length && !best.targets.is_empty() {
                best.targets.push(target);
            }
        }
    }
    if best.targets.is_empty() {
        return None;
    }
    Some(best)
}

/// The state of what a candidate that is on leads to in a number of links.
fn state_after(links: usize) -> State {
    if links.is_multiple_of(2) {
        State::On
    } else {
        State::Off
    }
}

/// The number of nodes on the shortest path from a candidate that is on to a node that it leads to.
fn size<const W: usize>(levels: &Levels<W>, source: usize, target: Literal) -> u32 {
    let mut links = match target.state {
        State::On => 0,
        State::Off => 1,
    };
    while !contains(levels.reached_from_on(source, links), target.x) {
        links += 2;
    }
    links as u32 + 1
}

/// The target that comes first: those that are on come before those that are off, in the order in
/// which they are found from the first candidate of the group.
fn first_target(position: &Position, easiest: &Shared) -> Literal {
    if let [target] = easiest.targets[..] {
        return target;
    }
    let first = position.all_members(easiest.group).next();
    let first = first.expect("no group to try is empty");
    let mut closure = Closure::<WIDTH>::new(position, Links::XY, Mode::Static);
    closure.follow_all(Literal::on(first));
    for state in [State::On, State::Off] {
        for x in closure.found(state) {
            let target = Literal { x, state };
            if easiest.targets.contains(&target) {
                return target;
            }
        }
    }
    unreachable!("the first candidate leads to all targets");
}
