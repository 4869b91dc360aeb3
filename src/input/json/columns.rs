//! The members of an object that the output repeats: scalars with their source text, and grids as
//! strings. A record stores them as an object on a line.

use std::borrow::Cow;

use super::search::Column;
use super::value::grid_of_text;
use crate::input::csv::header_text;
use crate::input::records::Header;
use crate::input::words::is_solution_name;

/// A member of a record.
pub(super) struct JsonColumn<'a> {
    name: &'a str,
    /// Its source, on one line.
    value: Cow<'a, str>,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Puzzle,
    Solution,
    Other,
}

impl<'a> JsonColumn<'a> {
    /// That of a member, if it is a scalar or a grid. `puzzle` is the source of the puzzle.
    pub(super) fn of(column: &'a Column<'_>, puzzle: Option<&str>) -> Option<JsonColumn<'a>> {
        let name = &*column.name;
        let text = column.value.get();
        let is_puzzle = puzzle.is_some_and(|puzzle| puzzle.as_ptr() == text.as_ptr());
        let value = match text.as_bytes()[0] {
            b'{' => return None,
            b'[' => Cow::Owned(format!("\"{}\"", grid_of_text(column.value)?)),
            _ => Cow::Borrowed(text),
        };
        let role = match is_puzzle {
            true => Role::Puzzle,
            false if is_solution_name(name.as_bytes()) => Role::Solution,
            false => Role::Other,
        };
        Some(JsonColumn { name, value, role })
    }
}

/// The header of records with these columns.
pub(super) fn header_of(columns: &[JsonColumn]) -> Header {
    let mut keys: Vec<String> = columns.iter().map(|column| column.name.into()).collect();
    let position = columns
        .iter()
        .position(|column| column.role == Role::Puzzle);
    let puzzle_column = position.unwrap_or(keys.len());
    if position.is_none() {
        keys.push("puzzle".into());
    }
    Header {
        keys: Some(keys.clone()),
        ..Header::with_names(header_text(&keys, b','), b',', keys, puzzle_column)
    }
}

/// Writes the columns of a record as an object.
pub(super) fn write_columns<'a>(
    columns: impl Iterator<Item = JsonColumn<'a>>,
    header: Option<&Header>,
    out: &mut Vec<u8>,
) {
    out.clear();
    for column in columns {
        out.push(if out.is_empty() { b'{' } else { b',' });
        let named = header.and_then(|header| name_in(header, column.role));
        push_string(named.unwrap_or(column.name), out);
        out.push(b':');
        out.extend_from_slice(column.value.as_bytes());
    }
    if !out.is_empty() {
        out.push(b'}');
    }
}

/// The name in the header of the column with this role.
fn name_in(header: &Header, role: Role) -> Option<&str> {
    let keys = header.keys.as_ref()?;
    match role {
        Role::Puzzle => Some(&keys[header.puzzle_column]),
        Role::Solution => Some(&keys[header.solution_column?]),
        Role::Other => None,
    }
}

fn push_string(text: &str, out: &mut Vec<u8>) {
    // Most names need no escapes.
    if text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else if let Ok(quoted) = serde_json::to_string(text) {
        out.extend_from_slice(quoted.as_bytes());
    }
}
