//! Comma-separated values: the columns of the input and one more. An input without columns gets two, the puzzle and the
//! answer.

use super::buffer::Buffer;
use super::{Answered, Text, digits, push_puzzle, text};
use crate::input::records::CsvHeader;

pub(super) fn write(answered: &Answered<'_>, out: &mut Buffer) {
    match &answered.record.csv {
        Some(csv) => out.bytes.extend_from_slice(csv.columns),
        None => {
            push_puzzle(answered.record, out);
            out.bytes.push(b',');
        }
    }
    match text(answered) {
        Text::Nothing => (),
        Text::Solution(solution) => out.bytes.extend_from_slice(&digits(solution)),
        Text::Words(words) => push_field(&words, &mut out.bytes),
    }
    out.bytes.push(b'\n');
}

/// The header of the output: that of the input with one more column, or else `puzzle` and the first of `names`.
pub(crate) fn header(input: Option<&CsvHeader>, names: &[&str]) -> Vec<u8> {
    let Some(input) = input else {
        let name = names.first().copied().unwrap_or_default();
        return format!("puzzle,{name}\n").into_bytes();
    };
    let mut header = input.text().to_vec();
    header.push(input.delimiter());
    header.extend_from_slice(column_name(input, names).as_bytes());
    header.push(b'\n');
    header
}

/// The first of these names that the input does not have, or else the last one with the first number from 2 that makes it new.
fn column_name(input: &CsvHeader, names: &[&str]) -> String {
    // `solution` next to `solutions` would be confusing.
    let is_taken = |name: &str| input.has_column(name) || name == "solution" && input.has_column("solutions");
    let last = names.last().copied().unwrap_or_default();
    let numbered = (2..).map(|number| format!("{last}{number}"));
    names.iter().map(ToString::to_string).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// Appends a field, in quotes if it contains a quote or any of the delimiters that inputs use.
fn push_field(text: &str, out: &mut Vec<u8>) {
    if !text.contains([',', ';', '\t', '"']) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    for byte in text.bytes() {
        // A quote within quotes is doubled.
        out.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
    }
    out.push(b'"');
}
