//! The members of an object that the output repeats: scalars with their source text, and grids as
//! strings. A record stores them as an object on a line.

use std::borrow::Cow;

use super::grid::grid_of_array;
use super::search::KeptMember;
use crate::input::csv::header_text;
use crate::input::header::{Header, Layout};
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
    let mut keys: Vec<String> = kept.clone().map(|member| member.name.to_string()).collect();
    let position = kept.clone().position(|member| member.is_puzzle);
    let puzzle_column = position.unwrap_or(keys.len());
    if position.is_none() {
        keys.push("puzzle".into());
    }
    Header {
        layout: Layout::Members { keys: keys.clone() },
        ..Header::with_names(header_text(&keys, b','), b',', keys, puzzle_column)
    }
}

/// Writes the members of a record as an object. Returns the first name that the header lacks.
pub(super) fn write_members<'m>(
    members: &'m [KeptMember],
    header: Option<&'m Header>,
    out: &mut Vec<u8>,
) -> Option<Cow<'m, str>> {
    out.clear();
    let solution = solution_of(members, header);
    let mut new_name = None;
    for (position, member) in members.iter().enumerate() {
        let Some(text) = text_of(member) else {
            continue;
        };
        let name = match header {
            _ if solution == Some(position) => solution_key_of(member, header),
            Some(header) => name_in_record(member, position, header),
            None => Cow::Borrowed(&*member.name),
        };
        out.push(if out.is_empty() { b'{' } else { b',' });
        push_string(&name, out);
        out.push(b':');
        out.extend_from_slice(text.as_bytes());
        if new_name.is_none() && header.is_some_and(|header| !header.has_key(&name)) {
            new_name = Some(name);
        }
    }
    if !out.is_empty() {
        out.push(b'}');
    }
    new_name
}

/// The name of a member that is not the given solution. The puzzle has the same in all records, and
/// if another member has that, the number of its position is added.
fn name_in_record<'m>(member: &'m KeptMember, position: usize, header: &'m Header) -> Cow<'m, str> {
    let puzzle_key = header.puzzle_key();
    if member.is_puzzle {
        return puzzle_key.unwrap_or(&member.name).into();
    }
    if puzzle_key == Some(&*member.name) {
        return format!("{}_{}", member.name, position + 1).into();
    }
    Cow::Borrowed(&member.name)
}

/// The name of the given solution: that of the header, if it has one.
fn solution_key_of<'m>(member: &'m KeptMember, header: Option<&'m Header>) -> Cow<'m, str> {
    let key = header.and_then(Header::solution_key);
    key.unwrap_or(&member.name).into()
}

/// The position of the given solution: the member that has its name in the header, or else the first
/// with a solution's name.
fn solution_of(members: &[KeptMember], header: Option<&Header>) -> Option<usize> {
    if let Some(key) = header.and_then(Header::solution_key)
        && let Some(same) = members.iter().position(|member| *member.name == *key)
    {
        return Some(same);
    }
    members
        .iter()
        .position(|member| !member.is_puzzle && is_solution_name(member.name.as_bytes()))
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
