//! The members of an object that the output repeats: scalars with their source text, and grids as
//! strings. A record stores them as an object on a line.

use std::borrow::Cow;

use super::grid::grid_of_array;
use super::search::KeptMember;
use crate::input::csv::header_text;
use crate::input::header::{Header, Layout, distinct_name};
use crate::input::words::is_solution_name;

/// The source of a member on one line, if it is a scalar or a grid.
fn text_of<'a>(member: &KeptMember<'a>) -> Option<Cow<'a, str>> {
    let text = member.value.get();
    match text.as_bytes()[0] {
        b'{' => None,
        b'[' => Some(format!("\"{}\"", grid_of_array(member.value)?).into()),
        _ => Some(text.into()),
    }
}

/// The header of an input whose first record has these members.
pub(super) fn header_of(members: &[KeptMember]) -> Header {
    let kept = members.iter().filter(|member| text_of(member).is_some());
    let mut keys: Vec<String> = kept.clone().map(|member| member.key.to_string()).collect();
    let position = kept.clone().position(|member| member.is_puzzle);
    let puzzle_column = position.unwrap_or(keys.len());
    if position.is_none() {
        let is_taken = |name: &str| keys.iter().any(|key| key == name);
        let key = distinct_name("puzzle", puzzle_column, is_taken).into_owned();
        keys.push(key);
    }
    Header {
        layout: Layout::Members { keys: keys.clone() },
        ..Header::with_names(header_text(&keys, b','), b',', keys, puzzle_column)
    }
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
        let Some(text) = text_of(member) else {
            continue;
        };
        let key = keys.key(position);
        out.push(if out.is_empty() { b'{' } else { b',' });
        push_string(&key, out);
        out.push(b':');
        out.extend_from_slice(text.as_bytes());
        if new_key.is_none() && header.is_some_and(|header| !header.has_key(&key)) {
            new_key = Some(key);
        }
    }
    if !out.is_empty() {
        out.push(b'}');
    }
    new_key
}

/// The keys that the members of a record get. The puzzle and the given solution have the same in all
/// records: those of the header.
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

/// The position of the given solution: the member that has its name in the header, or else the first
/// with a solution's name.
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
    // Most names need no escapes.
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
