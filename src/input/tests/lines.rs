//! Tests of the lines of an input, however it arrives.

use std::io::{self, Read};

use super::fixtures::Pieces;
use crate::input::error::LONGEST_LINE;
use crate::input::lines::{COMPRESSED, Line, Lines, NUL_FOUND};

fn lines(text: &[u8], size: usize) -> Vec<String> {
    let mut lines = Lines::new(Pieces(text, size));
    let mut found = Vec::new();
    loop {
        if let Some(line) = lines.next_line() {
            match line {
                Ok(line) if line.bytes.len() > LONGEST_LINE => found.push("too long".to_string()),
                Ok(line) => found.push(String::from_utf8_lossy(line.bytes).into()),
                Err(error) => {
                    found.push(error.to_string());
                    break;
                }
            }
        } else if lines.is_at_end {
            break;
        } else {
            lines.read().unwrap();
        }
    }
    assert_eq!(lines.count, found.len() as u64);
    found
}

#[test]
fn every_kind_of_line_end_ends_one_line_however_it_arrives() {
    let text = b"\xef\xbb\xbfone\ntwo\r\nthree\rfour\n\nsix\r\n\r\neight";
    for size in 1..=text.len() {
        assert_eq!(
            lines(text, size),
            ["one", "two", "three", "four", "", "six", "", "eight"],
            "{size}"
        );
    }
    assert_eq!(lines(b"", 1), [""; 0]);
    assert_eq!(lines(b"\n", 1), [""]);
    assert_eq!(lines(b"a\r", 1), ["a"]);
    assert_eq!(lines(b"a\r\rb", 1), ["a", "", "b"]);
}

#[test]
fn a_line_is_returned_as_soon_as_its_end_is_certain() {
    for (text, expected) in [
        ("abc", false),
        ("abc\r", true),
        ("abc\n", true),
        ("abc\r\n", true),
        ("abc\rd", true),
    ] {
        let mut lines = Lines::new(Pieces(text.as_bytes(), 9));
        assert_eq!(lines.next_line(), None);
        lines.read().unwrap();
        assert_eq!(lines.unread(), text.as_bytes());
        assert_eq!(lines.next_line().is_some(), expected, "{text:?}");
    }
}

#[test]
fn a_nul_byte_ends_the_input_unless_it_fills_up_the_end() {
    for size in 1..=12 {
        for filled in [
            "one\ntwo",
            "one\ntwo\0",
            "one\ntwo\0\x1a\0\0",
            "\u{feff}one\ntwo\n",
        ] {
            assert_eq!(
                lines(filled.as_bytes(), size),
                ["one", "two"],
                "{filled:?} {size}"
            );
        }
        let not_text = |place: &str| format!("{place}: expected text, found {NUL_FOUND}");
        assert_eq!(
            lines(b"one\ntw\0o\nthree", size),
            ["one", &not_text("2:3")],
            "{size}"
        );
        assert_eq!(
            lines(b"one\n\0\0\x1a\n", size),
            ["one", &not_text("2:1")],
            "{size}"
        );
    }
    let zeros = vec![0; 3 * LONGEST_LINE];
    assert_eq!(lines(&zeros[..LONGEST_LINE], LONGEST_LINE), [""; 0]);
    assert_eq!(lines(&zeros, LONGEST_LINE).len(), 1);
}

/// An input that fails with these errors, the last first, and then ends.
struct Failing(Vec<io::ErrorKind>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.pop().map_or(Ok(0), |kind| Err(kind.into()))
    }
}

#[test]
fn only_an_interrupted_read_is_tried_again() {
    let read = |kinds: &[io::ErrorKind]| {
        Lines::new(Failing(kinds.to_vec()))
            .read()
            .map_err(|error| error.kind())
    };
    assert_eq!(read(&[io::ErrorKind::Interrupted; 2]), Ok(()));
    assert_eq!(
        read(&[io::ErrorKind::BrokenPipe]),
        Err(io::ErrorKind::BrokenPipe)
    );
}

#[test]
fn a_line_that_is_too_long_is_reported_once_and_the_next_is_read() {
    let longest = "x".repeat(LONGEST_LINE);
    for size in [1000, LONGEST_LINE, 5 * LONGEST_LINE] {
        for ending in ["\n", "\r\n"] {
            let text =
                format!("{longest}{ending}{longest}{longest}x{ending}last{ending}{longest}x");
            let found = lines(text.as_bytes(), size);
            assert_eq!(found[0].len(), LONGEST_LINE);
            assert!(found[1..] == ["too long", "last", "too long"]);
        }
    }
}

#[test]
fn the_text_of_a_line_has_no_outer_white_space_and_columns_count_characters() {
    let line = Line::new(7, " \té 5\t ".as_bytes());
    assert_eq!(line.text, "é 5".as_bytes());
    assert_eq!([0, 2, 4, 5].map(|offset| line.column(offset)), [1, 3, 4, 5]);
    assert_eq!(Line::new(1, b" \t").text, b"");
}

#[test]
fn a_part_of_a_line_has_no_outer_quotes_and_keeps_its_columns() {
    let line = Line::new(7, "é, \"5é5\" ,''".as_bytes());
    let part = line.part(3..11);
    assert_eq!(
        (part.text, [0, 1, 3].map(|offset| part.column(offset))),
        ("5é5".as_bytes(), [5, 6, 7])
    );
    assert_eq!(line.part(12..14).text, b"");
}

#[test]
fn packed_files_are_known_by_their_first_line() {
    for &(start, what) in COMPRESSED {
        let first = [start, b"5"].concat();
        assert_eq!(
            lines(&first, 9),
            [format!("1:1: expected text, found {what}")]
        );
        let second = [b"5\n", &first[..]].concat();
        assert_eq!(lines(&second, 9), ["5", &String::from_utf8_lossy(&first)]);
    }
    for text in ["Puzzle", "{\"puzzle\"", "% comment"] {
        assert_eq!(lines(text.as_bytes(), 9), [text]);
    }
}
