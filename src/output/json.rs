//! JSON lines: an object for each answer, with everything that is known of it.

use super::buffer::Buffer;
use super::format::{Format, OutputRecord, push_puzzle};
use crate::response::Value;

pub(super) struct Json;

impl Format for Json {
    fn write(&self, record: &OutputRecord<'_>, _color: bool, out: &mut Buffer) {
        out.push_str("{\"file\":");
        push_string(record.input, out);
        out.push_display(format_args!(",\"line\":{},\"puzzle\":", record.line));
        if record.puzzle.is_some() {
            out.push_str("\"");
            push_puzzle(record, out);
            out.push_str("\"");
        } else {
            out.push_str("null");
        }
        if let Some(verdict) = record.verdict {
            out.push_str(",\"verdict\":");
            push_string(verdict.name(), out);
        }
        for member in &record.response.members {
            out.push_display(format_args!(",\"{}\":", member.name));
            push_value(&member.value, out);
        }
        if let Some(message) = record.message {
            out.push_str(",\"message\":");
            push_string(message, out);
        }
        out.push_str("}\n");
    }

    fn write_blank_line(&self, out: &mut Buffer) {
        out.push_str("\n");
    }

    fn shows_details(&self) -> bool {
        true
    }
}

fn push_value(value: &Value, out: &mut Buffer) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Grid(grid) => out.push_display(format_args!("\"{grid}\"")),
        Value::Number(number) => out.push_display(number),
        Value::Bool(value) => out.push_display(value),
        Value::Text(text) => push_string(text, out),
        Value::List(items) => {
            out.push_str("[");
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { "," });
                push_string(item, out);
            }
            out.push_str("]");
        }
    }
}

/// Appends a string in quotes, with the escapes that JSON requires.
fn push_string(text: &str, out: &mut Buffer) {
    out.bytes.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.bytes.extend([b'\\', byte]),
            0..0x20 => out.push_display(format_args!("\\u{byte:04x}")),
            _ => out.bytes.push(byte),
        }
    }
    out.bytes.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::super::OutputFormat;
    use super::super::tests::{ANSWER, PUZZLE, group, no_answer, record, solution};
    use super::*;
    use crate::grid::Candidates;
    use crate::response::{Group, Member, Response, Verdict};

    fn json(record: &OutputRecord<'_>) -> String {
        let mut out = Buffer::default();
        OutputFormat::Json.write(record, true, &mut out);
        assert_eq!(out.leading(), "");
        String::from_utf8(out.bytes).unwrap()
    }

    fn with_members(members: Vec<Member>) -> Response {
        Response { members, ..Response::default() }
    }

    #[test]
    fn an_object_has_the_record_the_response_and_the_message() {
        let puzzle = PUZZLE.parse().unwrap();
        let answer = Value::Grid(ANSWER.parse().unwrap());
        let response = with_members(vec![Member::new("solution", answer)]);
        let solved = OutputRecord {
            input: "a\"\\\n.txt",
            puzzle: Some(&puzzle),
            verdict: Some(Verdict::Unique),
            ..record(&response)
        };
        let start = "{\"file\":\"a\\\"\\\\\\u000a.txt\",\"line\":7,";
        let members = format!("\"puzzle\":\"{PUZZLE}\",\"verdict\":\"unique\",\"solution\":\"{ANSWER}\"");
        assert_eq!(json(&solved), format!("{start}{members}}}\n"));
        let response = with_members(vec![Member::new("solution", Value::Null)]);
        let invalid = OutputRecord {
            puzzle: None,
            verdict: Some(Verdict::Invalid),
            response: &response,
            message: Some("7: no"),
            ..solved
        };
        let members = "\"puzzle\":null,\"verdict\":\"invalid\",\"solution\":null,\"message\":\"7: no\"";
        assert_eq!(json(&invalid), format!("{start}{members}}}\n"));
    }

    #[test]
    fn what_is_not_known_is_left_out_or_null() {
        let expected = "{\"file\":\"in.txt\",\"line\":7,\"puzzle\":null}\n";
        assert_eq!(json(&record(&no_answer())), expected);
    }

    #[test]
    fn pencil_marks_are_the_puzzle() {
        let puzzle = PUZZLE.parse().unwrap();
        let candidates = Candidates::from(&puzzle);
        let response = no_answer();
        let record = OutputRecord { puzzle: Some(&puzzle), candidates: Some(&candidates), ..record(&response) };
        assert!(json(&record).contains(&format!("\"puzzle\":\"{candidates}\"")));
    }

    #[test]
    fn every_kind_of_value_has_its_notation() {
        let list = |items: &[&str]| Value::List(items.iter().map(ToString::to_string).collect());
        for (value, expected) in [
            (Value::Null, "null".to_string()),
            (Value::Grid(ANSWER.parse().unwrap()), format!("\"{ANSWER}\"")),
            (Value::Number(u64::MAX), u64::MAX.to_string()),
            (Value::Bool(false), "false".to_string()),
            (Value::Text("é\t\u{7f}\"".into()), "\"é\\u0009\u{7f}\\\"\"".to_string()),
            (list(&[]), "[]".to_string()),
            (list(&["r1c1", "\\"]), "[\"r1c1\",\"\\\\\"]".to_string()),
        ] {
            let response = with_members(vec![Member::new("count", Value::Number(1)), Member::new("exact", value)]);
            let text = json(&record(&response));
            assert!(text.contains(&format!(",\"count\":1,\"exact\":{expected}}}")), "{text}");
        }
    }

    #[test]
    fn groups_need_no_separators() {
        for response in [group(no_answer(), Group::Empty), group(solution(ANSWER), Group::First)] {
            let text = json(&record(&response));
            assert!(text.starts_with("{\"file\"") && text.ends_with("}\n"), "{text}");
        }
    }
}
