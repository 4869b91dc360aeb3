//! Finds the puzzle of an object: the member with a puzzle's name whose value is a grid, or else
//! the only member that is one. Members of nested objects count as its own. A grid under a
//! solution's name is never a puzzle. Without a puzzle, the arrays of the object may list others.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::value::{GridText, Member, Object, Shape};
use crate::input::words::{is_puzzle_name, is_solution_name};

/// How deep objects and arrays can be nested.
pub(super) const MAX_DEPTH: usize = 16;

/// What an object has.
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

/// A member that the output may repeat.
pub(super) struct Column<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) value: &'a RawValue,
    object: usize,
}

impl<'a> Column<'a> {
    /// The only column of a grid that is no member.
    pub(super) fn of_grid(value: &'a RawValue) -> Column<'a> {
        Column {
            name: "puzzle".into(),
            value,
            object: 0,
        }
    }
}

/// The members of an object and of those in it.
pub(super) struct Search<'a, 'n> {
    /// The name of the puzzle; `None` stands for the usual names.
    name: Option<&'n str>,
    object_count: usize,
    named: Vec<GridMember<'a>>,
    others: Vec<GridMember<'a>>,
    /// A member with a puzzle's name that is no grid.
    named_scalar: Option<GridMember<'a>>,
    lists: Vec<Vec<&'a RawValue>>,
    columns: Vec<Column<'a>>,
}

impl<'a, 'n> Search<'a, 'n> {
    pub(super) fn new(object: Object<'a>, name: Option<&'n str>) -> Search<'a, 'n> {
        let mut search = Search {
            name,
            object_count: 0,
            named: Vec::new(),
            others: Vec::new(),
            named_scalar: None,
            lists: Vec::new(),
            columns: Vec::with_capacity(object.members.len()),
        };
        search.add_object(object, 0);
        search
    }

    fn add_object(&mut self, object: Object<'a>, depth: usize) {
        let index = self.object_count;
        self.object_count += 1;
        for Member { name, value } in object.members {
            let has_puzzle_name = is_puzzle_name(name.as_bytes(), self.name);
            if is_solution_name(name.as_bytes()) && !has_puzzle_name {
                self.add_column(index, name, value);
                continue;
            }
            match Shape::of(value) {
                Shape::Object if depth < MAX_DEPTH => {
                    let nested = serde_json::from_str(value.get()).unwrap_or_default();
                    self.add_object(nested, depth + 1);
                }
                Shape::Object => {}
                Shape::List(items) => {
                    if has_puzzle_name {
                        let grid = GridText::of_list(value, items.len());
                        self.named_scalar = Some(GridMember::new(value, grid, index));
                    }
                    self.lists.push(items);
                }
                Shape::Grid(grid) => {
                    let grids = match has_puzzle_name {
                        true => &mut self.named,
                        false => &mut self.others,
                    };
                    grids.push(GridMember::new(value, grid, index));
                    self.add_column(index, name, value);
                }
                Shape::Scalar => {
                    if has_puzzle_name {
                        let grid = GridText::of_scalar(value);
                        self.named_scalar = Some(GridMember::new(value, grid, index));
                    }
                    self.add_column(index, name, value);
                }
            }
        }
    }

    fn add_column(&mut self, object: usize, name: Cow<'a, str>, value: &'a RawValue) {
        self.columns.push(Column {
            name,
            value,
            object,
        });
    }

    /// The puzzle, and the columns of its record: the members of the object itself and of the one
    /// that has the puzzle.
    pub(super) fn end(mut self) -> (Found<'a>, Vec<Column<'a>>) {
        let found = self.find();
        let object = match &found {
            Found::Puzzle(member) => member.object,
            _ => 0,
        };
        let mut columns = self.columns;
        columns.retain(|column| column.object == 0 || column.object == object);
        (found, columns)
    }

    fn find(&mut self) -> Found<'a> {
        let is_whole = |member: &GridMember| member.grid.is_whole();
        if self.named.is_empty() && self.others.iter().any(is_whole) {
            self.others.retain(is_whole);
            self.named.append(&mut self.others);
        }
        match self.named.len() {
            0 => self.find_elsewhere(),
            1 => Found::Puzzle(self.named.remove(0)),
            _ => Found::Several,
        }
    }

    /// Without a whole grid, what is in arrays counts, or else what should be a grid.
    fn find_elsewhere(&mut self) -> Found<'a> {
        self.lists.retain(|items| has_records(items, 0));
        if !self.lists.is_empty() {
            return Found::Lists(std::mem::take(&mut self.lists));
        }
        match self.others.pop().or(self.named_scalar.take()) {
            Some(member) => Found::Puzzle(member),
            None => Found::None,
        }
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
