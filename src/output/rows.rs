//! Nine lines for each solution, packed or spaced, and nothing for a record without one.

use super::buffer::Buffer;
use super::format::{Format, OutputRecord, digits, separate_blocks};
use crate::response::{Content, Text};

pub(super) enum Rows {
    Packed,
    Spaced,
}

impl Format for Rows {
    fn write(&self, record: &OutputRecord<'_>, _color: bool, out: &mut Buffer) {
        let Text::Solution(solution) = &record.response.text else { return };
        separate_blocks(record.response, out);
        for row in digits(solution).chunks_exact(9) {
            match self {
                Rows::Packed => out.bytes.extend_from_slice(row),
                Rows::Spaced => out.bytes.extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17)),
            }
            out.bytes.push(b'\n');
        }
    }

    fn supports(&self, content: Content) -> bool {
        content == Content::Solutions
    }
}

#[cfg(test)]
mod tests {
    use super::super::OutputFormat;
    use super::super::tests::{ANSWER, OTHER, group, no_answer, solution, words, written};
    use crate::response::Group;

    #[test]
    fn a_solution_is_nine_lines() {
        let (_, packed) = written(OutputFormat::Packed, &[solution(ANSWER)]);
        assert!(packed.starts_with("534678912\n672195348\n") && packed.ends_with("\n345286179\n"), "{packed}");
        let (_, spaced) = written(OutputFormat::Spaced, &[solution(ANSWER)]);
        assert!(spaced.starts_with("5 3 4 6 7 8 9 1 2\n6 7") && spaced.ends_with("\n3 4 5 2 8 6 1 7 9\n"), "{spaced}");
        for rows in [packed, spaced] {
            assert_eq!((rows.lines().count(), rows.replace([' ', '\n'], "").as_str()), (9, ANSWER));
        }
    }

    #[test]
    fn nothing_is_written_for_what_is_no_solution() {
        for format in [OutputFormat::Packed, OutputFormat::Spaced] {
            let nothing = [no_answer(), words("unique"), group(no_answer(), Group::Empty)];
            assert_eq!(written(format, &nothing), ("", String::new()));
        }
    }

    #[test]
    fn one_empty_line_separates_answers_and_two_separate_groups() {
        for format in [OutputFormat::Packed, OutputFormat::Spaced] {
            let [answer, other] = [ANSWER, OTHER].map(|text| written(format, &[solution(text)]).1);
            let plain = [solution(ANSWER), no_answer(), solution(OTHER)];
            assert_eq!(written(format, &plain), ("\n", format!("{answer}\n{other}")));
            let groups = [
                group(no_answer(), Group::Empty),
                group(solution(ANSWER), Group::First),
                group(solution(OTHER), Group::Next),
                group(no_answer(), Group::Empty),
                group(solution(OTHER), Group::First),
            ];
            assert_eq!(written(format, &groups), ("\n\n", format!("{answer}\n{other}\n\n{other}")));
        }
    }
}
