//! Multiple chains: all candidates of a cell, or all places for a digit in a unit, lead to the same
//! literal, their *target*.
//!
//! Groups of two need not be tried. If both candidates lead to a target, its opposite leads to one
//! of them being off, so to the other one being on, and so to the target: a simple chain.

use super::super::proof::Chain;
use super::super::{Step, View};
use super::bit_set::{BitSet, contains, full, intersection, numbers_in};
use super::closure::{Closure, Mode};
use super::cost::{Cost, Preference};
use super::effect::Effect;
use super::explain::explain_group;
use super::group::Group;
use super::levels::Levels;
use super::literal::{Literal, State};
use super::position::{Links, Position};
use super::simple::FullLevels;
use super::width::{MAX_LITERAL_WORDS, Width};

const BASE_RATING: f64 = 8.0;

/// The step of the easiest chain.
pub(super) fn easiest_step(view: &View<'_>, full_levels: FullLevels<'_>) -> Option<Step> {
    let FullLevels { position, levels } = full_levels;
    let easiest = match Width::of(position) {
        Width::Bits128 => easiest_targets(position, &levels.bits128)?,
        Width::Bits192 => easiest_targets(position, &levels.bits192)?,
        Width::Bits256 => easiest_targets(position, &levels.bits256)?,
        Width::Bits768 => easiest_targets(position, &levels.bits768)?,
    };
    let target = first_target(position, &easiest);
    let SharedTargets { group, length, .. } = easiest;
    let cost = Cost::new(BASE_RATING, length, Preference::of_group(group));
    let effect = Effect::of(position.candidate(target.x), target.state);
    Some(effect.to_step(view, cost, || explain(position, group, target)))
}

/// What all candidates of a group lead to, in proofs of the same length.
struct SharedTargets {
    group: Group,
    length: u32,
    targets: Vec<Literal>,
}

/// The targets of the first group with the shortest proofs. Of equally long ones, those of cells
/// come before those of units.
fn easiest_targets<const W: usize>(
    position: &Position,
    levels: &Levels<W>,
) -> Option<SharedTargets> {
    let mut best: Option<SharedTargets> = None;
    for group in position.groups_to_try(3) {
        let max_length = match &best {
            None => u32::MAX,
            Some(best) if Preference::of_group(group) < Preference::of_group(best.group) => {
                best.length
            }
            Some(best) => best.length - 1,
        };
        let search = GroupSearch {
            position,
            levels,
            group,
        };
        best = search.shortest(max_length).or(best);
    }
    best
}

/// The search for what all candidates of a group lead to.
struct GroupSearch<'a, const W: usize> {
    position: &'a Position,
    levels: &'a Levels<W>,
    group: Group,
}

impl<const W: usize> GroupSearch<'_, W> {
    /// The targets with the shortest proofs, if these have at most `max_length` nodes.
    fn shortest(&self, max_length: u32) -> Option<SharedTargets> {
        let mut shortest = SharedTargets {
            group: self.group,
            length: max_length,
            targets: Vec::new(),
        };
        // The last two levels have everything.
        let last_level = self.levels.last_level();
        for level in [last_level - 1, last_level] {
            let state = state_at(level);
            for x in numbers_in(self.reached_by_all(level)) {
                let target = Literal { x, state };
                shortest.consider(target, self.length(target));
            }
        }
        if shortest.targets.is_empty() {
            return None;
        }
        Some(shortest)
    }

    /// What all candidates of the group lead to in at most `level` links if they are on.
    fn reached_by_all(&self, level: usize) -> BitSet<W> {
        let mut reached = full();
        for y in self.position.all_members(self.group) {
            reached = intersection(reached, *self.levels.reached_from_on(y, level));
        }
        reached
    }

    /// The number of nodes on the shortest paths from all candidates of the group to a target.
    fn length(&self, target: Literal) -> u32 {
        let sources = self.position.all_members(self.group);
        sources.map(|y| nodes_on_path(self.levels, y, target)).sum()
    }
}

impl SharedTargets {
    /// Adds a target whose proof is as short as those so far, or starts again with a shorter one.
    fn consider(&mut self, target: Literal, length: u32) {
        if length < self.length {
            self.length = length;
            self.targets.clear();
        }
        if length == self.length {
            self.targets.push(target);
        }
    }
}

/// The state of what a candidate that is on leads to in a level.
fn state_at(level: usize) -> State {
    if level.is_multiple_of(2) {
        State::On
    } else {
        State::Off
    }
}

/// The number of nodes on the shortest path from a candidate that is on to a node that it leads to.
fn nodes_on_path<const W: usize>(levels: &Levels<W>, source: usize, target: Literal) -> u32 {
    let mut level = match target.state {
        State::On => 0,
        State::Off => 1,
    };
    while !contains(levels.reached_from_on(source, level), target.x) {
        level += 2;
    }
    level as u32 + 1
}

/// The first of several targets: those that are on come before those that are off, in the order in
/// which the first candidate of the group leads to them.
///
/// A static closure is breadth first in each state, so it agrees with the levels: an off node turns
/// on its others before the next off node, and what these turn off queues behind all nearer off
/// nodes. No contradiction ends it early: that would have been a simple chain.
fn first_target(position: &Position, easiest: &SharedTargets) -> Literal {
    if let [target] = easiest.targets[..] {
        return target;
    }
    let first = position.all_members(easiest.group).next();
    let first = first.expect("no group to try is empty");
    let mut closure = Closure::<MAX_LITERAL_WORDS>::new(position, Links::All, Mode::Static);
    closure.follow_all(Literal::on(first));
    for state in [State::On, State::Off] {
        for x in closure.candidates(state) {
            let target = Literal { x, state };
            if easiest.targets.contains(&target) {
                return target;
            }
        }
    }
    unreachable!("the first candidate leads to all targets");
}

/// The chain of a proof from all candidates of a group.
fn explain(position: &Position, group: Group, target: Literal) -> Chain {
    explain_group(position, Mode::Static, group, target)
}
