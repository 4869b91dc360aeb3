//! Tags: every state carries the index and the plan of its search, in one word.
//!
//! ```text
//! bit  31 30 29 ... 0
//!     [plan ][ index of the search ]
//! ```
//!
//! The plan belongs to the state and not to the search, because a careful search becomes wide state
//! by state. In a vector of tags, each lane has the tag of its state.

use fearless_simd::prelude::*;

use super::layout::{Vector, splat};
use super::plan::Plan;

/// The tag of a state, as it stands in a vector of tags. Only code that moves tags into vectors or
/// out of them uses the number; the functions of this module say what it means.
#[derive(Clone, Copy)]
pub(super) struct Tag(pub u32);

const PLAN_SHIFT: u32 = 30;

impl Tag {
    #[inline(always)]
    pub const fn new(plan: Plan, search_index: u32) -> Tag {
        Tag((plan as u32) << PLAN_SHIFT | search_index)
    }

    #[inline(always)]
    pub fn plan(self) -> Plan {
        match self.0 >> PLAN_SHIFT {
            0 => Plan::Careful,
            1 => Plan::Wide,
            2 => Plan::Hopeful,
            _ => Plan::Multiple,
        }
    }

    #[inline(always)]
    pub fn search_index(self) -> usize {
        (self.0 & !(3 << PLAN_SHIFT)) as usize
    }

    /// This tag with [`Plan::Wide`] instead of [`Plan::Careful`]; other plans stay.
    #[inline(always)]
    pub fn widened(self) -> Tag {
        if self.0 < FIRST_EAGER_TAG {
            Tag(self.0 | FIRST_WIDE_TAG)
        } else {
            self
        }
    }
}

/// The lowest tag with [`Plan::Wide`]. Lower tags are careful.
const FIRST_WIDE_TAG: u32 = Tag::new(Plan::Wide, 0).0;

/// The lowest tag with a plan that branches eagerly: [`Plan::Hopeful`] or [`Plan::Multiple`].
const FIRST_EAGER_TAG: u32 = Tag::new(Plan::Hopeful, 0).0;

/// The tags with [`Plan::Multiple`] in these lanes, whatever plan they had.
#[inline(always)]
pub(super) fn marked_multiple<S: Simd>(tags: Vector<S>, lanes: S::mask32s) -> Vector<S> {
    let multiple = splat(tags.token(), Tag::new(Plan::Multiple, 0).0);
    lanes.select(tags | multiple, tags)
}

/// By lane: one if the plan branches eagerly, else zero. It is the upper bit of the plan.
#[inline(always)]
pub(super) fn eagerness<S: Simd>(tags: Vector<S>) -> Vector<S> {
    tags >> (PLAN_SHIFT + 1)
}

/// Divides lanes by how their states branch, in the order of [`Branching`].
///
/// [`Branching`]: super::plan::Branching
#[inline(always)]
pub(super) fn lanes_by_branching<S: Simd>(tags: Vector<S>, lanes: u64) -> [u64; 3] {
    let simd = tags.token();
    let wide_or_eager = tags.simd_ge(splat(simd, FIRST_WIDE_TAG)).to_bitmask();
    let eager = tags.simd_ge(splat(simd, FIRST_EAGER_TAG)).to_bitmask();
    [
        lanes & !wide_or_eager,
        lanes & wide_or_eager & !eager,
        lanes & eager,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::engine::plan::Branching;
    use crate::solver::engine::tests::for_each_level;

    const PLANS: [Plan; 4] = [Plan::Careful, Plan::Wide, Plan::Hopeful, Plan::Multiple];

    #[test]
    fn a_tag_has_its_plan_and_its_search() {
        for plan in PLANS {
            let tag = Tag::new(plan, 100);
            assert!(tag.plan() == plan);
            assert_eq!(tag.search_index(), 100);
        }
    }

    #[test]
    fn only_a_careful_search_becomes_wide() {
        let expected = [Plan::Wide, Plan::Wide, Plan::Hopeful, Plan::Multiple];
        for (plan, expected) in PLANS.into_iter().zip(expected) {
            let tag = Tag::new(plan, 7).widened();
            assert!(tag.plan() == expected);
            assert_eq!(tag.search_index(), 7);
        }
    }

    #[test]
    fn each_plan_branches_in_its_own_way() {
        const EXPECTED: [(Plan, Branching, u32); 4] = [
            (Plan::Careful, Branching::Careful, 0),
            (Plan::Wide, Branching::Wide, 0),
            (Plan::Hopeful, Branching::Eager, 1),
            (Plan::Multiple, Branching::Eager, 1),
        ];
        for_each_level!(|simd, S| {
            for (plan, branching, eager) in EXPECTED {
                let tags = splat(simd, Tag::new(plan, 5).0);
                let mut lanes = [0; 3];
                lanes[branching as usize] = 0b1010;
                assert_eq!(lanes_by_branching::<S>(tags, 0b1010), lanes);
                assert_eq!(eagerness::<S>(tags)[0], eager);
            }
        });
    }

    #[test]
    fn only_tags_in_the_given_lanes_become_multiple() {
        for_each_level!(|simd, S| {
            for plan in PLANS {
                let tags = splat(simd, Tag::new(plan, 5).0);
                let marked = marked_multiple::<S>(tags, S::mask32s::from_bitmask(simd, 0b10));
                assert!(Tag(marked[0]).plan() == plan);
                assert!(Tag(marked[1]).plan() == Plan::Multiple);
                assert_eq!(Tag(marked[1]).search_index(), 5);
            }
        });
    }
}
