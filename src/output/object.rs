//! Objects and arrays of JSON while they are written. They put the commas between their parts, and
//! the closing bracket at the end, when they are dropped.

use std::fmt::Display;

use super::Buffer;
use crate::grid::MarkedRef;

/// An object that is being written, member by member.
pub(super) struct Object<'a>(List<'a>);

impl<'a> Object<'a> {
    pub(super) fn start(out: &'a mut Buffer) -> Object<'a> {
        Object(List::start(out, "{", "}"))
    }

    /// Starts a member whose key needs no escapes. Its value comes next.
    pub(super) fn member(&mut self, key: &str) -> &mut Buffer {
        let out = self.0.next_part();
        out.push_str("\"");
        out.push_str(key);
        out.push_str("\":");
        out
    }

    /// Starts a member with any key. Its value comes next.
    pub(super) fn escaped_member(&mut self, key: &str) -> &mut Buffer {
        let out = self.0.next_part();
        push_string(key, out);
        out.push_str(":");
        out
    }

    pub(super) fn object(&mut self, key: &str) -> Object<'_> {
        Object::start(self.member(key))
    }

    pub(super) fn array(&mut self, key: &str) -> Array<'_> {
        Array::start(self.member(key))
    }

    pub(super) fn string(&mut self, key: &str, value: &str) {
        push_string(value, self.member(key));
    }

    /// Adds a value that needs neither quotes nor escapes.
    pub(super) fn value(&mut self, key: &str, value: impl Display) {
        write!(self.member(key), "{value}");
    }

    pub(super) fn grid(&mut self, key: &str, grid: MarkedRef<'_>) {
        let out = self.member(key);
        out.push_str("\"");
        grid.push_to(&mut out.bytes);
        out.push_str("\"");
    }

    /// Adds an array of values that need neither quotes nor escapes.
    pub(super) fn values(&mut self, key: &str, values: impl IntoIterator<Item: Display>) {
        let mut array = self.array(key);
        for value in values {
            write!(array.item(), "{value}");
        }
    }

    /// Adds an array of strings that need no escapes.
    pub(super) fn plain_strings(&mut self, key: &str, strings: impl IntoIterator<Item: Display>) {
        let mut array = self.array(key);
        for string in strings {
            write!(array.item(), "\"{string}\"");
        }
    }
}

/// An array that is being written, item by item.
pub(super) struct Array<'a>(List<'a>);

impl<'a> Array<'a> {
    fn start(out: &'a mut Buffer) -> Array<'a> {
        Array(List::start(out, "[", "]"))
    }

    /// Starts an item. Its value comes next.
    pub(super) fn item(&mut self) -> &mut Buffer {
        self.0.next_part()
    }

    pub(super) fn object(&mut self) -> Object<'_> {
        Object::start(self.item())
    }

    pub(super) fn array(&mut self) -> Array<'_> {
        Array::start(self.item())
    }
}

/// What objects and arrays have in common: brackets, and commas between the parts.
struct List<'a> {
    out: &'a mut Buffer,
    closing: &'static str,
    is_empty: bool,
}

impl<'a> List<'a> {
    fn start(out: &'a mut Buffer, opening: &str, closing: &'static str) -> List<'a> {
        out.push_str(opening);
        List {
            out,
            closing,
            is_empty: true,
        }
    }

    /// Starts the next part.
    fn next_part(&mut self) -> &mut Buffer {
        if !self.is_empty {
            self.out.push_str(",");
        }
        self.is_empty = false;
        self.out
    }
}

impl Drop for List<'_> {
    fn drop(&mut self) {
        self.out.push_str(self.closing);
    }
}

/// Appends a string in quotes, with the escapes that JSON requires.
pub(super) fn push_string(string: &str, out: &mut Buffer) {
    out.push_str("\"");
    let mut rest = string.as_bytes();
    while let Some(length) = rest.iter().position(|&byte| needs_escape(byte)) {
        out.bytes.extend_from_slice(&rest[..length]);
        match rest[length] {
            byte @ (b'"' | b'\\') => out.bytes.extend([b'\\', byte]),
            byte => write!(out, "\\u{byte:04x}"),
        }
        rest = &rest[length + 1..];
    }
    out.bytes.extend_from_slice(rest);
    out.push_str("\"");
}

fn needs_escape(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}
