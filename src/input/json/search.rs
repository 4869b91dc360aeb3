//! Finds the puzzle of an object: the member with a puzzle's name whose value is a grid, or else
//! the only member that is one. Members of nested objects count as its own. A grid under a
//! solution's name is never a puzzle. Without a puzzle, the arrays of the object may list others.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::value::RawValue;

use super::grid::{GridText, Shape};
use super::object::{Member, Object};
use crate::input::words::{is_puzzle_name, is_solution_name};

/// How deep objects and arrays can be nested.
pub(super) const MAX_DEPTH: usize = 16;

/// What an object has.
pub(super) struct Searched<'a> {
    pub(super) found: Found<'a>,
    /// The members that the output may repeat, of the object itself and of the one that has the
    /// puzzle: scalars, grids, and those with a solution's name. Their names differ if there is a
    /// puzzle.
    pub(super) members: Vec<FoundMember<'a>>,
}

pub(super) enum Found<'a> {
    Puzzle(GridMember<'a>),
    /// The arrays that may have puzzles.
    Lists(Vec<Vec<&'a RawValue>>),
    None,
    Several,
}

/// A member that is a grid or should be one.
pub(super) struct GridMember<'a> {
    pub(super) value: &'a RawValue,
    pub(super) grid: GridText<'a>,
    /// The number of the object that it is a member of.
    object: usize,
}

impl<'a> GridMember<'a> {
    fn new(value: &'a RawValue, grid: GridText<'a>, object: usize) -> GridMember<'a> {
        GridMember {
            value,
            grid,
            object,
        }
    }
}

pub(super) struct FoundMember<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) value: &'a RawValue,
    pub(super) is_puzzle: bool,
    object: usize,
}

impl<'a> FoundMember<'a> {
    /// Stands in for a member when a bare grid is the record.
    pub(super) fn of_grid(value: &'a RawValue) -> FoundMember<'a> {
        FoundMember {
            name: "puzzle".into(),
            value,
            is_puzzle: true,
            object: 0,
        }
    }
}

/// Looks for the puzzle of an object, in the member of this name; `None` stands for the usual names.
pub(super) fn search<'a>(object: Object<'a>, name: Option<&str>) -> Searched<'a> {
    let mut search = Search {
        name,
        object_count: 0,
        grids: Grids::default(),
        members: Vec::with_capacity(object.members.len()),
    };
    search.add_object(object, 0);
    search.end()
}

/// The members of an object and of those in it.
struct Search<'a, 'n> {
    /// The name of the puzzle; `None` stands for the usual names.
    name: Option<&'n str>,
    object_count: usize,
    grids: Grids<'a>,
    members: Vec<FoundMember<'a>>,
}

/// What may be or have the puzzle.
#[derive(Default)]
struct Grids<'a> {
    /// The grids with a puzzle's name, and all others but solutions.
    named: Vec<GridMember<'a>>,
    others: Vec<GridMember<'a>>,
    /// The members with a puzzle's name that are not grids.
    malformed: Vec<GridMember<'a>>,
    lists: Vec<Vec<&'a RawValue>>,
}

impl<'a> Search<'a, '_> {
    fn add_object(&mut self, object: Object<'a>, depth: usize) {
        let index = self.object_count;
        self.object_count += 1;
        for member in object.members {
            self.add_member(member, index, depth);
        }
    }

    /// Adds a member of the object with this index.
    fn add_member(&mut self, member: Member<'a>, object: usize, depth: usize) {
        let Member { name, value } = member;
        let has_puzzle_name = is_puzzle_name(name.as_bytes(), self.name);
        if is_solution_name(name.as_bytes()) && !has_puzzle_name {
            return self.keep(name, value, object);
        }
        match Shape::of(value) {
            Shape::Object if depth == MAX_DEPTH => {}
            Shape::Object => self.add_object(Object::of_value(value), depth + 1),
            Shape::List(items) => {
                if has_puzzle_name {
                    let grid = GridText::of_list(value, items.len());
                    self.grids
                        .malformed
                        .push(GridMember::new(value, grid, object));
                }
                self.grids.lists.push(items);
            }
            Shape::Grid(grid) => {
                let grids = if has_puzzle_name {
                    &mut self.grids.named
                } else {
                    &mut self.grids.others
                };
                grids.push(GridMember::new(value, grid, object));
                self.keep(name, value, object);
            }
            Shape::Scalar => {
                if has_puzzle_name {
                    let grid = GridText::of_scalar(value);
                    self.grids
                        .malformed
                        .push(GridMember::new(value, grid, object));
                }
                self.keep(name, value, object);
            }
        }
    }

    fn keep(&mut self, name: Cow<'a, str>, value: &'a RawValue, object: usize) {
        self.members.push(FoundMember {
            name,
            value,
            is_puzzle: false,
            object,
        });
    }

    fn end(self) -> Searched<'a> {
        let found = self.grids.find();
        let mut members = self.members;
        let Found::Puzzle(puzzle) = &found else {
            members.retain(|member| member.object == 0);
            return Searched { found, members };
        };
        members.retain(|member| member.object == 0 || member.object == puzzle.object);
        for member in &mut members {
            member.is_puzzle = std::ptr::eq(member.value, puzzle.value);
        }
        if puzzle.object > 0 {
            make_distinct(&mut members);
        }
        Searched { found, members }
    }
}

/// Adds the number of its position to each name that the puzzle or a member above has.
fn make_distinct(members: &mut [FoundMember<'_>]) {
    let puzzles = members.iter().filter(|member| member.is_puzzle);
    let mut taken: HashSet<String> = puzzles.map(|puzzle| puzzle.name.to_string()).collect();
    for (position, member) in members.iter_mut().enumerate() {
        if member.is_puzzle {
            continue;
        }
        while taken.contains(&*member.name) {
            member.name = format!("{}_{}", member.name, position + 1).into();
        }
        taken.insert(member.name.to_string());
    }
}

impl<'a> Grids<'a> {
    /// Finds the puzzle. Without a whole grid, what is in arrays counts, or else what should be a
    /// grid.
    fn find(mut self) -> Found<'a> {
        if !self.named.is_empty() {
            return only(self.named);
        }
        let is_whole = |member: &GridMember| member.grid.is_whole();
        let (whole, others): (Vec<_>, Vec<_>) = self.others.into_iter().partition(is_whole);
        if !whole.is_empty() {
            return only(whole);
        }
        self.lists.retain(|items| has_records(items, 0));
        if !self.lists.is_empty() {
            return Found::Lists(self.lists);
        }
        if !self.malformed.is_empty() {
            return only(self.malformed);
        }
        only(others)
    }
}

fn only(mut grids: Vec<GridMember<'_>>) -> Found<'_> {
    match grids.pop() {
        None => Found::None,
        Some(only) if grids.is_empty() => Found::Puzzle(only),
        Some(_) => Found::Several,
    }
}

/// Whether some items of an array are or have grids or objects.
pub(super) fn has_records(items: &[&RawValue], depth: usize) -> bool {
    items.iter().any(|item| match Shape::of(item) {
        Shape::Object | Shape::Grid(_) => true,
        Shape::List(items) => depth < MAX_DEPTH && has_records(&items, depth + 1),
        Shape::Scalar => false,
    })
}
