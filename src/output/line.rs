//! One line for each record: its answer, or nothing. Groups of answers are separated by an empty line.

use super::buffer::Buffer;
use super::format::{Format, OutputRecord, digits, push_text};
use crate::grid::{CELLS, Grid};
use crate::response::Group;

pub(super) struct Line;

impl Format for Line {
    fn write(&self, record: &OutputRecord<'_>, _color: bool, out: &mut Buffer) {
        let response = record.response;
        if let Some(Group::Empty | Group::First) = response.group {
            out.separate("\n");
        }
        if response.group != Some(Group::Empty) {
            push_text(&response.text, &mut out.bytes);
            out.bytes.push(b'\n');
        }
    }

    fn write_blank_line(&self, out: &mut Buffer) {
        out.push_str("\n");
    }
}

/// Appends the line of a record with this solution, if answers do not come in groups. Most records of most streams take
/// this fast path, which needs no [`OutputRecord`].
pub(crate) fn write_line(solution: &Grid, out: &mut Vec<u8>) {
    let mut line = [b'\n'; CELLS + 1];
    line[..CELLS].copy_from_slice(&digits(solution));
    out.extend_from_slice(&line);
}

#[cfg(test)]
mod tests {
    use super::super::OutputFormat;
    use super::super::tests::{ANSWER, OTHER, group, no_answer, solution, words, written};
    use super::*;

    fn lines(responses: &[crate::response::Response]) -> (&'static str, String) {
        written(OutputFormat::Line, responses)
    }

    #[test]
    fn every_record_has_one_line() {
        let responses = [solution(ANSWER), no_answer(), words("r1c1=5 r9c9=1, and more"), solution(OTHER)];
        assert_eq!(lines(&responses), ("", format!("{ANSWER}\n\nr1c1=5 r9c9=1, and more\n{OTHER}\n")));
    }

    #[test]
    fn write_line_writes_what_the_format_writes() {
        let mut line = b"before\n".to_vec();
        write_line(&ANSWER.parse().unwrap(), &mut line);
        assert_eq!(line, format!("before\n{ANSWER}\n").as_bytes());
        assert_eq!(lines(&[solution(ANSWER)]).1.as_bytes(), &line["before\n".len()..]);
    }

    #[test]
    fn groups_are_separated_by_an_empty_line_and_may_be_empty() {
        let empty = || group(no_answer(), Group::Empty);
        let two = || [group(solution(ANSWER), Group::First), group(solution(OTHER), Group::Next)];
        let [first, next] = two();
        let [third, last] = two();
        let one = group(solution(ANSWER), Group::First);
        let expected = format!("\n{ANSWER}\n{OTHER}\n\n{ANSWER}\n\n\n{ANSWER}\n{OTHER}\n");
        assert_eq!(lines(&[empty(), first, next, one, empty(), third, last]), ("\n", expected));
        assert_eq!(lines(&[empty()]), ("\n", String::new()));
        assert_eq!(lines(&[group(solution(OTHER), Group::Next)]), ("", format!("{OTHER}\n")));
    }
}
