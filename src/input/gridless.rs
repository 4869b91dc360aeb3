//! The error of an input without a grid: what the input is instead, and what to do.

use super::error::{Fault, ParseError};

/// What an input without a grid is.
pub(super) enum GridlessInput<'a> {
    /// A csv header without records.
    CsvHeader,
    Json,
    /// Something else. This is its last line that is not a comment.
    Text(&'a [u8]),
}

/// The error of an input with this many lines but no grid.
pub(super) fn no_grid_error(line_count: u64, input: &GridlessInput<'_>) -> ParseError {
    let advice = match *input {
        GridlessInput::CsvHeader => "; there are no records below the csv header",
        GridlessInput::Text([]) => "; empty lines and those that start with # or % are ignored",
        GridlessInput::Text([b'<', ..]) => {
            "; this is HTML or XML: copy the cells of a table as text"
        }
        GridlessInput::Json | GridlessInput::Text([b'{' | b'[' | b'}' | b']', ..]) => {
            "; in JSON the puzzle is the value of a name such as \"puzzle\""
        }
        GridlessInput::Text(last) if are_triples(last) => {
            "; if these are rows, columns and digits, write 81 cells instead"
        }
        GridlessInput::Text(last) if std::str::from_utf8(last).is_err() => {
            "; if it is text, convert it with iconv -f LATIN1 -t UTF-8"
        }
        GridlessInput::Text(_) => "",
    };
    let found = match line_count {
        0 => "an empty input".into(),
        1 => format!("no grid in 1 line{advice}"),
        _ => format!("no grid in {line_count} lines{advice}"),
    };
    ParseError::new(1, Some(1), Fault::expected("expected a grid", found))
}

/// Whether a line may give a row, a column and a digit, or several such triples: `2 6 3` or
/// `263 288`.
fn are_triples(line: &[u8]) -> bool {
    let is_separator = |byte: &u8| b" ,;:\t".contains(byte);
    let words = line.split(is_separator).filter(|word| !word.is_empty());
    let words: Vec<&[u8]> = words.collect();
    let are_digits = words
        .concat()
        .iter()
        .all(|byte| matches!(byte, b'1'..=b'9'));
    let lengths: Vec<usize> = words.iter().map(|word| word.len()).collect();
    let is_spaced_triple = lengths == [1; 3];
    let are_packed_triples = !words.is_empty() && lengths.iter().all(|length| *length == 3);
    are_digits && (is_spaced_triple || are_packed_triples)
}
