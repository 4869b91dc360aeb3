//! The members of an object that the output repeats: scalars as they are, and grids as strings. A
//! record keeps them as an object on a line.
//!
//! ```text
//! {"puzzle": "53..7....", "id": 7, "tags": []}     {"puzzle":"53..7....","id":7}
//! {"id": 8, "grid": [[8, 0, ...], ...]}            {"id":8,"puzzle":"8........"}
//! ```
//!
//! The puzzle and the given solution have the same keys in all records: those of the first.

use std::borrow::Cow;

use super::grid::grid_of_array;
use super::search::KeptMember;
use crate::input::csv::header_text;
use crate::input::header::{Header, Layout, distinct_name};
use crate::input::words::is_solution_name;

/// The header of an input whose first record has these members. A puzzle that the output does not
/// repeat, because it is malformed, has a column, too.
pub(super) fn header_of(members: &[KeptMember]) -> Header {
    let mut keys = Vec::new();
    let mut puzzle_column = None;
    for member in members {
        if value_on_a_line(member).is_some() {
            if member.is_puzzle {
                puzzle_column = Some(keys.len());
            }
            keys.push(member.key.to_string());
        }
    }
    let puzzle_column = puzzle_column.unwrap_or_else(|| push_puzzle_key(&mut keys));
    Header {
        layout: Layout::Members { keys: keys.clone() },
        ..Header::with_names(header_text(&keys, b','), b',', keys, puzzle_column)
    }
}

/// Adds a key for the puzzle. Returns its column.
fn push_puzzle_key(keys: &mut Vec<String>) -> usize {
    let column = keys.len();
    let is_taken = |key: &str| keys.iter().any(|taken| taken == key);
    let key = distinct_name("puzzle", column + 1, is_taken).into_owned();
    keys.push(key);
    column
}

/// Writes the members of a record as an object. Returns the first key that the header lacks.
pub(super) fn write_members<'m>(
    members: &'m [KeptMember],
    header: Option<&'m Header>,
    out: &mut Vec<u8>,
) -> Option<Cow<'m, str>> {
    out.clear();
    let keys = OutputKeys {
        members,
        header,
        solution: solution_of(members, header),
    };
    let mut new_key = None;
    for (position, member) in members.iter().enumerate() {
        let Some(value) = value_on_a_line(member) else {
            continue;
        };
        let key = keys.key(position);
        out.push(if out.is_empty() { b'{' } else { b',' });
        push_string(&key, out);
        out.push(b':');
        out.extend_from_slice(value.as_bytes());
        if new_key.is_none() && header.is_some_and(|header| !header.has_key(&key)) {
            new_key = Some(key);
        }
    }
    if !out.is_empty() {
        out.push(b'}');
    }
    new_key
}

/// The value of a member on one line, if it is a scalar or a grid: its source, or the grid as a
/// string.
fn value_on_a_line<'a>(member: &KeptMember<'a>) -> Option<Cow<'a, str>> {
    let source = member.value.get();
    match source.as_bytes()[0] {
        b'{' => None,
        b'[' => Some(format!("\"{}\"", grid_of_array(member.value)?).into()),
        _ => Some(source.into()),
    }
}

/// The keys that the members of a record get.
struct OutputKeys<'m> {
    members: &'m [KeptMember<'m>],
    header: Option<&'m Header>,
    /// The position of the given solution.
    solution: Option<usize>,
}

impl<'m> OutputKeys<'m> {
    /// The key of the member at a position. If it is not the puzzle but has the puzzle's key, its
    /// number is added.
    fn key(&self, position: usize) -> Cow<'m, str> {
        let own = &*self.members[position].key;
        let Some(header) = self.header else {
            return own.into();
        };
        if self.solution == Some(position) {
            return header.solution_key().unwrap_or(own).into();
        }
        let puzzle_key = header.puzzle_key();
        if self.members[position].is_puzzle {
            return puzzle_key.unwrap_or(own).into();
        }
        if puzzle_key == Some(own) {
            return distinct_name(own, position + 1, |key| self.is_taken(key));
        }
        own.into()
    }

    fn is_taken(&self, key: &str) -> bool {
        self.members.iter().any(|member| member.key == key)
            || self.header.and_then(Header::puzzle_key) == Some(key)
    }
}

/// The position of the given solution: the member that has its name in the header, or else the
/// first with a solution's name.
fn solution_of(members: &[KeptMember], header: Option<&Header>) -> Option<usize> {
    if let Some(key) = header.and_then(Header::solution_key)
        && let Some(same) = members.iter().position(|member| *member.key == *key)
    {
        return Some(same);
    }
    members
        .iter()
        .position(|member| !member.is_puzzle && is_solution_name(member.key.as_bytes()))
}

fn push_string(text: &str, out: &mut Vec<u8>) {
    // Most keys need no escapes.
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_plain {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else if let Ok(quoted) = serde_json::to_string(text) {
        out.extend_from_slice(quoted.as_bytes());
    }
}
