//! Finds the puzzle of an object, and the members that the output repeats.
//!
//! ```text
//! {"id": 7, "puzzle": "53..7....", "n": [[5, 3, ...]]}    the member with a puzzle's name
//! {"id": 7, "task": "53..7....", "solution": "534..."}    the only grid that is not a solution
//! {"id": 7, "meta": {"puzzle": "53..7...."}}              members of nested objects count, too
//! {"name": "easy", "list": ["53..7....", "6..195..."]}    no puzzle: the grids in the arrays
//! ```

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::value::RawValue;

use super::MAX_DEPTH;
use super::grid::{Shape, UnreadGrid};
use super::object::{Member, Object};
use crate::input::header::distinct_name;
use crate::input::words::{is_puzzle_name, is_solution_name};

/// The puzzle of an object, and its other members.
pub(super) struct Contents<'a> {
    pub(super) puzzles: Puzzles<'a>,
    /// The members that the output may repeat, of the object itself and of the one that has the
    /// puzzle: scalars, grids, and those with a solution's name. Their keys are distinct if those
    /// of the object are.
    pub(super) members: Vec<KeptMember<'a>>,
}

/// The puzzles of an object.
pub(super) enum Puzzles<'a> {
    One(GridMember<'a>),
    /// No member is one, but the elements of these arrays may be.
    InArrays(Vec<Vec<&'a RawValue>>),
    None,
    /// It is not clear which member is the puzzle.
    Several,
}

/// A member that is a grid or should be one.
pub(super) struct GridMember<'a> {
    pub(super) value: &'a RawValue,
    pub(super) grid: UnreadGrid<'a>,
    /// The index of the object that it is a member of: 0 is the outermost.
    object_index: usize,
}

impl<'a> GridMember<'a> {
    fn new(value: &'a RawValue, grid: UnreadGrid<'a>, object_index: usize) -> GridMember<'a> {
        GridMember {
            value,
            grid,
            object_index,
        }
    }
}

/// A member that the output may repeat.
pub(super) struct KeptMember<'a> {
    pub(super) key: Cow<'a, str>,
    pub(super) value: &'a RawValue,
    pub(super) is_puzzle: bool,
    /// The index of the object that it is a member of.
    object_index: usize,
}

impl<'a> KeptMember<'a> {
    /// Stands in for a member when a bare grid is the record.
    pub(super) fn of_grid(value: &'a RawValue) -> KeptMember<'a> {
        KeptMember {
            key: "puzzle".into(),
            value,
            is_puzzle: true,
            object_index: 0,
        }
    }
}

/// Looks for the puzzle of an object, in the member with this key; `None` stands for the usual
/// names.
pub(super) fn search<'a>(object: Object<'a>, puzzle_key: Option<&str>) -> Contents<'a> {
    let mut search = Search {
        puzzle_key,
        object_count: 0,
        grids: GridMembers::default(),
        members: Vec::with_capacity(object.members.len()),
    };
    search.add_object(object, 0);
    search.into_contents()
}

/// The members of an object and of those in it.
struct Search<'a, 'k> {
    /// The key of the puzzle, ignoring case; `None` stands for the usual names.
    puzzle_key: Option<&'k str>,
    object_count: usize,
    grids: GridMembers<'a>,
    members: Vec<KeptMember<'a>>,
}

/// The members that may be or have the puzzle. None has a solution's name.
#[derive(Default)]
struct GridMembers<'a> {
    /// The grids with a puzzle's name. They may be malformed, as may all grids.
    named: Vec<GridMember<'a>>,
    /// The grids with other names.
    others: Vec<GridMember<'a>>,
    /// The members with a puzzle's name that are not grids, but should be.
    named_non_grids: Vec<GridMember<'a>>,
    /// The elements of each array that is not a grid.
    arrays: Vec<Vec<&'a RawValue>>,
}

impl<'a> Search<'a, '_> {
    fn add_object(&mut self, object: Object<'a>, depth: usize) {
        let object_index = self.object_count;
        self.object_count += 1;
        for member in object.members {
            self.add_member(member, object_index, depth);
        }
    }

    /// Adds a member of the object with this index, which is nested this deep.
    fn add_member(&mut self, member: Member<'a>, object_index: usize, depth: usize) {
        let Member { key, value } = member;
        let has_puzzle_name = is_puzzle_name(key.as_bytes(), self.puzzle_key);
        if is_solution_name(key.as_bytes()) && !has_puzzle_name {
            return self.keep(key, value, object_index);
        }
        match Shape::of(value) {
            Shape::Object if depth == MAX_DEPTH => {}
            Shape::Object => self.add_object(Object::of_value(value), depth + 1),
            Shape::Grid(grid) => {
                let grids = if has_puzzle_name {
                    &mut self.grids.named
                } else {
                    &mut self.grids.others
                };
                grids.push(GridMember::new(value, grid, object_index));
                self.keep(key, value, object_index);
            }
            Shape::Array(elements) => {
                if has_puzzle_name {
                    let grid = UnreadGrid::malformed_array(value.get(), elements.len());
                    let grid = GridMember::new(value, grid, object_index);
                    self.grids.named_non_grids.push(grid);
                }
                self.grids.arrays.push(elements);
            }
            Shape::Scalar => {
                if has_puzzle_name {
                    let grid = GridMember::new(value, UnreadGrid::of_scalar(value), object_index);
                    self.grids.named_non_grids.push(grid);
                }
                self.keep(key, value, object_index);
            }
        }
    }

    fn keep(&mut self, key: Cow<'a, str>, value: &'a RawValue, object_index: usize) {
        self.members.push(KeptMember {
            key,
            value,
            is_puzzle: false,
            object_index,
        });
    }

    /// Chooses the puzzle, and the members of the objects that the output may repeat.
    fn into_contents(self) -> Contents<'a> {
        let puzzles = self.grids.into_puzzles();
        let mut members = self.members;
        let Puzzles::One(puzzle) = &puzzles else {
            members.retain(|member| member.object_index == 0);
            return Contents { puzzles, members };
        };
        members.retain(|member| {
            member.object_index == 0 || member.object_index == puzzle.object_index
        });
        for member in &mut members {
            member.is_puzzle = std::ptr::eq(member.value, puzzle.value);
        }
        if puzzle.object_index > 0 {
            make_distinct(&mut members);
        }
        Contents { puzzles, members }
    }
}

/// Adds the number of its position to each key that the puzzle or a member above has.
fn make_distinct(members: &mut [KeptMember<'_>]) {
    let puzzles = members.iter().filter(|member| member.is_puzzle);
    let mut taken: HashSet<String> = puzzles.map(|puzzle| puzzle.key.to_string()).collect();
    for (position, member) in members.iter_mut().enumerate() {
        if member.is_puzzle {
            continue;
        }
        let is_taken = |key: &str| taken.contains(key);
        let key = distinct_name(&member.key, position + 1, is_taken).into_owned();
        taken.insert(key.clone());
        member.key = key.into();
    }
}

impl<'a> GridMembers<'a> {
    /// The puzzle: the only member of the first of these kinds that there is.
    ///
    /// 1. a grid with a puzzle's name, also a malformed one
    /// 2. another grid that is whole
    /// 3. no member, but arrays that have grids or objects
    /// 4. a member with a puzzle's name that is not a grid
    /// 5. another grid, which is malformed
    fn into_puzzles(mut self) -> Puzzles<'a> {
        if !self.named.is_empty() {
            return only_puzzle(self.named);
        }
        let is_whole = |member: &GridMember| member.grid.is_whole();
        let (whole, malformed): (Vec<_>, Vec<_>) = self.others.into_iter().partition(is_whole);
        if !whole.is_empty() {
            return only_puzzle(whole);
        }
        self.arrays.retain(|elements| has_records(elements, 0));
        if !self.arrays.is_empty() {
            return Puzzles::InArrays(self.arrays);
        }
        if !self.named_non_grids.is_empty() {
            return only_puzzle(self.named_non_grids);
        }
        only_puzzle(malformed)
    }
}

/// The puzzle among these grids.
fn only_puzzle(mut grids: Vec<GridMember<'_>>) -> Puzzles<'_> {
    match grids.pop() {
        None => Puzzles::None,
        Some(only) if grids.is_empty() => Puzzles::One(only),
        Some(_) => Puzzles::Several,
    }
}

/// Whether some elements of an array are or have grids or objects.
pub(super) fn has_records(elements: &[&RawValue], depth: usize) -> bool {
    elements.iter().any(|element| match Shape::of(element) {
        Shape::Object | Shape::Grid(_) => true,
        Shape::Array(elements) => depth < MAX_DEPTH && has_records(&elements, depth + 1),
        Shape::Scalar => false,
    })
}
