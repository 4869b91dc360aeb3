//! Comma-separated values: the columns of the input and one more. An input without columns gets two, the puzzle and the
//! answer.

use super::buffer::Buffer;
use super::format::{Format, InputHeader, OutputRecord, push_puzzle, push_text};
use crate::response::Text;

pub(super) struct Csv;

impl Format for Csv {
    fn write(&self, record: &OutputRecord<'_>, _color: bool, out: &mut Buffer) {
        match record.columns {
            Some(columns) => out.bytes.extend_from_slice(columns),
            None => {
                push_puzzle(record, out);
                out.bytes.push(b',');
            }
        }
        match &record.response.text {
            Text::Words(words) => push_field(words, &mut out.bytes),
            text => push_text(text, &mut out.bytes),
        }
        out.bytes.push(b'\n');
    }

    fn write_blank_line(&self, out: &mut Buffer) {
        out.push_str("\n");
    }

    fn header(&self, input: Option<&InputHeader<'_>>, names: &[&str]) -> Option<Vec<u8>> {
        let Some(input) = input else {
            let name = names.first().copied().unwrap_or_default();
            return Some(format!("puzzle,{name}\n").into_bytes());
        };
        let mut header = input.text.to_vec();
        header.push(input.delimiter);
        header.extend_from_slice(column_name(input, names).as_bytes());
        header.push(b'\n');
        Some(header)
    }
}

/// The first of these names that the input does not have, or else the last one with the first number from 2 that makes
/// it new.
fn column_name(input: &InputHeader<'_>, names: &[&str]) -> String {
    let has = input.has_column;
    // `solution` next to `solutions` would be confusing.
    let is_taken = |name: &str| has(name) || name == "solution" && has("solutions");
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

#[cfg(test)]
mod tests {
    use super::super::OutputFormat;
    use super::super::tests::{ANSWER, PUZZLE, group, no_answer, record, solution, words};
    use super::*;
    use crate::grid::Candidates;
    use crate::response::Group;

    fn csv(record: &OutputRecord<'_>) -> String {
        let mut out = Buffer::default();
        OutputFormat::Csv.write(record, false, &mut out);
        assert_eq!(out.leading(), "");
        String::from_utf8(out.bytes).unwrap()
    }

    #[test]
    fn a_record_without_columns_is_the_puzzle_and_the_answer() {
        let puzzle = PUZZLE.parse().unwrap();
        let mut candidates = Candidates::from(&puzzle);
        candidates.eliminate("r1c3".parse().unwrap(), 9);
        let solved = solution(ANSWER);
        let solved = OutputRecord { puzzle: Some(&puzzle), ..record(&solved) };
        assert_eq!(csv(&solved), format!("{PUZZLE},{ANSWER}\n"));
        let marks = OutputRecord { candidates: Some(&candidates), ..solved };
        assert_eq!(csv(&marks), format!("{candidates},{ANSWER}\n"));
        assert_eq!(csv(&record(&no_answer())), ",\n");
    }

    #[test]
    fn the_answer_comes_after_the_columns_of_the_record() {
        let puzzle = PUZZLE.parse().unwrap();
        let solved = group(solution(ANSWER), Group::First);
        let solved = OutputRecord { puzzle: Some(&puzzle), columns: Some(b"7;\xff;"), ..record(&solved) };
        let mut out = Buffer::default();
        OutputFormat::Csv.write(&solved, false, &mut out);
        OutputFormat::Csv.write(&OutputRecord { response: &words("none"), ..solved }, false, &mut out);
        assert_eq!(out.bytes, [b"7;\xff;", ANSWER.as_bytes(), b"\n7;\xff;none\n"].concat());
        assert_eq!(out.leading(), "");
    }

    #[test]
    fn an_answer_is_quoted_if_it_could_be_read_as_more_than_one_field() {
        for (text, field) in [
            ("r1c6=5 r2c4=6", "r1c6=5 r2c4=6"),
            ("r1c2 is 4, but the clue is 3", "\"r1c2 is 4, but the clue is 3\""),
            ("a;b", "\"a;b\""),
            ("a\tb", "\"a\tb\""),
            ("found \"é\"", "\"found \"\"é\"\"\""),
            ("found 'q'", "found 'q'"),
        ] {
            assert_eq!(csv(&OutputRecord { columns: Some(b"1,"), ..record(&words(text)) }), format!("1,{field}\n"));
        }
    }

    #[test]
    fn the_answer_has_a_column_of_its_own() {
        let header = |text: &str, delimiter: char, names: &[&str]| {
            let has_column = |name: &str| text.to_ascii_lowercase().split(delimiter).any(|column| column == name);
            let input = InputHeader { text: text.as_bytes(), delimiter: delimiter as u8, has_column: &has_column };
            String::from_utf8(OutputFormat::Csv.header(Some(&input), names).unwrap()).unwrap()
        };
        for (text, delimiter, expected) in [
            ("puzzle", ',', "puzzle,solution\n"),
            ("quizzes,solutions", ',', "quizzes,solutions,answer\n"),
            ("id;puzzle;Solution;clues", ';', "id;puzzle;Solution;clues;answer\n"),
            ("puzzle,answer", ',', "puzzle,answer,solution\n"),
            ("puzzle,solution,answer", ',', "puzzle,solution,answer,answer2\n"),
            ("puzzle\tsolutions\tanswer\tanswer2", '\t', "puzzle\tsolutions\tanswer\tanswer2\tanswer3\n"),
        ] {
            assert_eq!(header(text, delimiter, &["solution", "answer"]), expected);
        }
        assert_eq!(header("Count,puzzle", ',', &["count"]), "Count,puzzle,count2\n");
        let own = OutputFormat::Csv.header(None, &["solution", "answer"]);
        assert_eq!(own.as_deref(), Some(&b"puzzle,solution\n"[..]));
    }
}
