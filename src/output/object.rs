//! Writers for JSON objects and arrays. They put commas between members or items, and append the
//! closing bracket when they are dropped.

use std::fmt::Display;

use super::Buffer;
use crate::grid::MarkedGridRef;
use crate::input::columns::ColumnValue;

/// An object that is being written, member by member.
pub(super) struct Object<'a>(Brackets<'a>);

impl<'a> Object<'a> {
    pub(super) fn start(out: &'a mut Buffer) -> Object<'a> {
        Object(Brackets::start(out, "{", "}"))
    }

    /// Starts a member whose key needs no escapes. Its value comes next.
    fn start_member(&mut self, key: &str) -> &mut Buffer {
        let out = self.0.next_part();
        out.push_str("\"");
        out.push_str(key);
        out.push_str("\":");
        out
    }

    /// Starts a member that is an object. It ends when the object is dropped.
    pub(super) fn start_object(&mut self, key: &str) -> Object<'_> {
        Object::start(self.start_member(key))
    }

    /// Starts a member that is an array. It ends when the array is dropped.
    pub(super) fn start_array(&mut self, key: &str) -> Array<'_> {
        Array::start(self.start_member(key))
    }

    /// Adds a string, with the escapes that it needs.
    pub(super) fn add_string(&mut self, key: &str, value: &str) {
        push_string(value, self.start_member(key));
    }

    /// Adds a column of a record. Its name is the key, with the escapes that it needs.
    pub(super) fn add_column(&mut self, name: &str, value: &ColumnValue<'_>) {
        let out = self.0.next_part();
        push_string(name, out);
        out.push_str(":");
        match value {
            ColumnValue::Text(text) => push_string(text, out),
            ColumnValue::Json(source) => out.push_str(source),
        }
    }

    /// Adds a string that needs no escapes.
    pub(super) fn add_plain_string(&mut self, key: &str, value: impl Display) {
        write!(self.start_member(key), "\"{value}\"");
    }

    /// Adds a value that needs neither quotes nor escapes.
    pub(super) fn add_value(&mut self, key: &str, value: impl Display) {
        write!(self.start_member(key), "{value}");
    }

    /// Adds a grid, or its pencil marks, as a string.
    pub(super) fn add_grid<'g>(&mut self, key: &str, grid: impl Into<MarkedGridRef<'g>>) {
        let out = self.start_member(key);
        out.push_str("\"");
        out.push_grid(grid.into());
        out.push_str("\"");
    }

    /// Adds an array of values that need neither quotes nor escapes.
    pub(super) fn add_values(&mut self, key: &str, values: impl IntoIterator<Item: Display>) {
        self.start_array(key).add_values(values);
    }

    /// Adds an array of strings that need no escapes.
    pub(super) fn add_plain_strings(
        &mut self,
        key: &str,
        strings: impl IntoIterator<Item: Display>,
    ) {
        let mut array = self.start_array(key);
        for string in strings {
            write!(array.start_item(), "\"{string}\"");
        }
    }
}

/// An array that is being written, item by item.
pub(super) struct Array<'a>(Brackets<'a>);

impl<'a> Array<'a> {
    fn start(out: &'a mut Buffer) -> Array<'a> {
        Array(Brackets::start(out, "[", "]"))
    }

    /// Starts an item. Its value comes next.
    fn start_item(&mut self) -> &mut Buffer {
        self.0.next_part()
    }

    /// Adds values that need neither quotes nor escapes.
    pub(super) fn add_values(&mut self, values: impl IntoIterator<Item: Display>) {
        for value in values {
            write!(self.start_item(), "{value}");
        }
    }

    /// Starts an item that is an object. It ends when the object is dropped.
    pub(super) fn start_object(&mut self) -> Object<'_> {
        Object::start(self.start_item())
    }

    /// Starts an item that is an array. It ends when the array is dropped.
    pub(super) fn start_array(&mut self) -> Array<'_> {
        Array::start(self.start_item())
    }
}

/// What objects and arrays have in common: brackets around their parts, and commas between these. A
/// part is a member of an object or an item of an array.
struct Brackets<'a> {
    out: &'a mut Buffer,
    closing: &'static str,
    is_empty: bool,
}

impl<'a> Brackets<'a> {
    fn start(out: &'a mut Buffer, opening: &str, closing: &'static str) -> Brackets<'a> {
        out.push_str(opening);
        Brackets {
            out,
            closing,
            is_empty: true,
        }
    }

    /// Starts the next part, after a comma if it is not the first.
    fn next_part(&mut self) -> &mut Buffer {
        if !self.is_empty {
            self.out.push_str(",");
        }
        self.is_empty = false;
        self.out
    }
}

impl Drop for Brackets<'_> {
    fn drop(&mut self) {
        self.out.push_str(self.closing);
    }
}

/// Appends a string in quotes, with the escapes that JSON requires.
fn push_string(string: &str, out: &mut Buffer) {
    out.push_str("\"");
    let mut start = 0;
    for (index, byte) in string.bytes().enumerate() {
        if needs_escape(byte) {
            out.push_str(&string[start..index]);
            push_escape(byte, out);
            start = index + 1;
        }
    }
    out.push_str(&string[start..]);
    out.push_str("\"");
}

fn needs_escape(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn push_escape(byte: u8, out: &mut Buffer) {
    match byte {
        b'"' | b'\\' => write!(out, "\\{}", char::from(byte)),
        _ => write!(out, "\\u{byte:04x}"),
    }
}
