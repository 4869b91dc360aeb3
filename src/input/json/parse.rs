//! Parses one JSON value at a time, with `serde_json`.
//!
//! ```text
//! {"puzzle": "5     cut off
//! {"puzzle": 5 3    broken: '3' in place of `,` or `}`
//! ```

use memchr::memchr;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Error};

use super::object::Object;
use crate::input::error::describe_first_character;

/// The value at the start of a text.
pub(super) enum FirstValue<'a> {
    Object(ParsedObject<'a>),
    Other(&'a RawValue),
}

/// Why a text does not start with a whole value.
pub(super) enum Unparsed {
    /// The text ends inside the value.
    CutOff,
    Broken(Error),
}

/// An object, and its source.
pub(super) struct ParsedObject<'a> {
    pub(super) object: Object<'a>,
    pub(super) text: &'a [u8],
}

impl<'a> ParsedObject<'a> {
    /// The object that a value is.
    pub(super) fn of_value(value: &'a RawValue) -> ParsedObject<'a> {
        ParsedObject {
            object: Object::of_value(value),
            text: value.get().as_bytes(),
        }
    }
}

/// Parses the value at the start of a text.
pub(super) fn first_value(text: &[u8]) -> Result<FirstValue<'_>, Unparsed> {
    if text.starts_with(b"{") {
        first_object(text).map(FirstValue::Object)
    } else {
        first_other(text).map(FirstValue::Other)
    }
}

fn first_object(text: &[u8]) -> Result<ParsedObject<'_>, Unparsed> {
    let mut objects = Deserializer::from_slice(text).into_iter::<Object>();
    let object = objects.next().ok_or(Unparsed::CutOff)??;
    let text = &text[..objects.byte_offset()];
    Ok(ParsedObject { object, text })
}

/// Parses the value at the start of a text that does not start with an object.
pub(super) fn first_other(text: &[u8]) -> Result<&RawValue, Unparsed> {
    let mut values = Deserializer::from_slice(text).into_iter();
    Ok(values.next().ok_or(Unparsed::CutOff)??)
}

impl From<Error> for Unparsed {
    fn from(error: Error) -> Unparsed {
        if error.is_eof() {
            Unparsed::CutOff
        } else {
            Unparsed::Broken(error)
        }
    }
}

/// Says what is at the start of a text, where the parser has found an error, and what should be
/// there. The messages of `serde_json` are matched as they are; a new one is printed.
pub(super) fn what_is_broken(error: &Error, text: &[u8]) -> String {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    match message {
        "expected value" => format!("{} in place of a value", describe_first_character(text)),
        "expected ident" => "a word other than null, true and false".into(),
        "key must be a string" => "a name without double quotes".into(),
        "trailing comma" => "a comma in front of a closing bracket".into(),
        "invalid unicode code point" => "a character that is not UTF-8".into(),
        "invalid number" | "invalid escape" => format!("an {message}"),
        _ if message.starts_with("control character") => {
            "a string without its closing quote".into()
        }
        _ => match message.strip_prefix("expected ") {
            Some(expected) => format!("{} in place of {expected}", describe_first_character(text)),
            None => format!("an error: {message}"),
        },
    }
}

/// The byte of a text that an error names.
pub(super) fn offset_of_error(text: &[u8], error: &Error) -> usize {
    let mut start = 0;
    for _ in 1..error.line() {
        let end = memchr(b'\n', &text[start..]);
        start += end.map_or(0, |length| length + 1);
    }
    // A line break has the column 0 of the line that it begins.
    (start + error.column())
        .saturating_sub(1)
        .min(text.len().saturating_sub(1))
}
