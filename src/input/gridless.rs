//! The error of an input without a grid: what the input is instead, and what to do.

use super::error::{Fault, ParseError};

/// What an input without a grid is.
pub(super) enum Gridless<'a> {
    /// A csv header without records.
    CsvHeader,
    Json,
    /// Something else. This is its last line that is not a comment.
    Text(&'a [u8]),
}

/// The error of an input with this many lines but no grid.
pub(super) fn no_grid(lines: u64, input: &Gridless<'_>) -> ParseError {
    let advice = match *input {
        Gridless::CsvHeader => "; there are no records below the csv header",
        Gridless::Text([]) => "; empty lines and those that start with # or % are ignored",
        Gridless::Text([b'<', ..]) => "; this is HTML or XML: copy the cells of a table as text",
        Gridless::Json | Gridless::Text([b'{' | b'[' | b'}' | b']', ..]) => {
            "; in JSON the puzzle is the value of a name such as \"puzzle\""
        }
        Gridless::Text(last) if are_triples(last) => {
            "; if these are rows, columns and digits, write 81 cells instead"
        }
        Gridless::Text(last) if std::str::from_utf8(last).is_err() => {
            "; if it is text, convert it with iconv -f LATIN1 -t UTF-8"
        }
        Gridless::Text(_) => "",
    };
    let plural = if lines == 1 { "" } else { "s" };
    let found = if lines > 0 {
        format!("no grid in {lines} line{plural}{advice}")
    } else {
        "an empty input".into()
    };
    ParseError::new(1, Some(1), Fault::expected("expected a grid", found))
}

/// Whether a line may give a row, a column and a digit, or several such triples: `2 6 3` or `263 288`.
fn are_triples(line: &[u8]) -> bool {
    let is_separator = |byte: &u8| b" ,;:\t".contains(byte);
    let words = line.split(is_separator).filter(|word| !word.is_empty());
    let are_digits = words
        .clone()
        .flatten()
        .all(|byte| matches!(byte, b'1'..=b'9'));
    let is_single_triple = words.clone().map(<[u8]>::len).eq([1; 3]);
    are_digits
        && (is_single_triple || words.clone().all(|word| word.len() == 3) && words.count() > 0)
}
