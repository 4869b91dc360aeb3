//! Tests of JSON: where values are in the input, and which members are which.

use super::fixtures::{self, OTHER, PUZZLE, SOLUTION, fill, puzzle, read_pieces, rows};
use crate::input::InputFormat;
use crate::input::InputOptions;
use crate::input::error::LONGEST_LINE;
use crate::input::reader::Reader;
use crate::input::records::Records;

fn read(text: &str) -> Records {
    fixtures::read(None, fill(text).as_bytes())
}

/// The messages about records, each with its place.
fn messages(records: &Records) -> Vec<String> {
    records.errors.iter().map(ToString::to_string).collect()
}

/// The columns of each record.
fn columns(records: &Records) -> Vec<String> {
    let text = |columns: &[u8]| String::from_utf8_lossy(columns).into_owned();
    records
        .iter()
        .map(|record| text(record.kept_text))
        .collect()
}

#[test]
fn values_in_a_document_have_their_own_places() {
    let records = read(
        "{\"puzzles\": [\"PUZZLE\", {\"é\": 1, \"puzzle\": \"5q\"},\r\n  {\"puzzle\": \"PUZZLE\"},\n\n \
         {\"grid\": \"PUZZLE\", \"board\": \"PUZZLE\"}, {\"puzzle\": \"53q\"}]}",
    );
    assert_eq!(fixtures::lines(&records), [1, 1, 2, 4, 4]);
    assert_eq!(
        messages(&records),
        [
            "1:120: expected a digit or a blank, found 'q'",
            "4:2: expected a JSON object with one puzzle (\"puzzle\": ...), found several: choose one with --column",
            "4:205: expected a digit or a blank, found 'q'",
        ]
    );
}

#[test]
fn a_byte_order_mark_may_precede_an_object_or_an_array() {
    for text in [
        "{\"puzzle\":\"PUZZLE\"}\n{\"puzzle\":\"PUZZLE\"}\n",
        "[\"PUZZLE\",\n\"PUZZLE\"]\n",
    ] {
        let records = read(&format!("\u{feff}{text}"));
        assert_eq!(records.format, Some(InputFormat::JsonLines), "{text}");
        assert_eq!(records.grids, [puzzle(); 2], "{text}");
    }
}

#[test]
fn members_have_different_names_even_with_two_solutions() {
    let records = read(
        "{\"puzzle\":\"PUZZLE\",\"solution\":\"1\",\"answer\":\"2\"}\n\
         {\"answer\":\"3\",\"board\":\"PUZZLE\",\"solution\":\"4\"}\n\
         {\"board\":\"PUZZLE\",\"solved\":\"5\"}\n",
    );
    let expected = [
        "{\"puzzle\":\"PUZZLE\",\"solution\":\"1\",\"answer\":\"2\"}",
        "{\"answer\":\"3\",\"puzzle\":\"PUZZLE\",\"solution\":\"4\"}",
        "{\"puzzle\":\"PUZZLE\",\"solution\":\"5\"}",
    ];
    assert_eq!(columns(&records), expected.map(fill));
    assert_eq!(records.new_member, None);
}

#[test]
fn a_member_with_the_name_of_the_puzzle_in_the_first_record_gets_a_number() {
    let records = read(
        "{\"puzzle\":\"PUZZLE\"}\n{\"puzzle\":12,\"grid\":\"PUZZLE\"}\n{\"a\":1,\"puzzle\":\"5q\"}\n",
    );
    let expected = [
        "{\"puzzle\":\"PUZZLE\"}",
        "{\"puzzle_1\":12,\"puzzle\":\"PUZZLE\"}",
        "{\"a\":1,\"puzzle\":\"5q\"}",
    ];
    assert_eq!(columns(&records), expected.map(fill));
}

#[test]
fn the_given_solution_is_in_the_member_that_is_chosen() {
    let mut records = read(&format!(
        "{{\"puzzle\":\"PUZZLE\",\"solution\":\"{SOLUTION}\",\"guess\":\"12\"}}\n"
    ));
    for (name, solution) in [("Guess", "12"), ("solution", SOLUTION)] {
        records.choose_solution_column(name);
        let record = records.record(0);
        assert_eq!(record.given_solution(), Some(solution.as_bytes()), "{name}");
    }
}

#[test]
fn a_member_that_the_first_record_lacks_is_named_once() {
    let records = read(
        "{\"a\":1}\n{\"puzzle\":\"PUZZLE\",\"id\":1}\n{\"id\":2,\"grid\":\"PUZZLE\",\"list\":[1]}\n\
         {\"puzzle\":\"PUZZLE\",\"note\":3,\"id\":4}\n{\"puzzle\":\"PUZZLE\",\"other\":5}\n",
    );
    let message = "4: left out \"note\": csv has only the members of the first record";
    assert_eq!(records.new_member.unwrap().to_string(), message);
}

#[test]
fn a_malformed_puzzle_is_the_named_member() {
    let hash = "1234567890".repeat(6);
    let records = read(&format!(
        "{{\"puzzle\":\"5q\",\"hash\":\"{hash}\"}}\n{{\"a\":\"{hash}\",\"b\":\"{hash}\"}}\n"
    ));
    assert_eq!(
        messages(&records),
        [
            "1:13: expected a digit or a blank, found 'q'",
            "2:1: expected a JSON object with one puzzle (\"puzzle\": ...), found several: choose one with --column",
        ]
    );
}

#[test]
fn after_a_broken_value_the_next_is_read() {
    let cells = format!("{}q", &PUZZLE[..80]);
    let records = read(&format!(
        "[\n\"PUZZLE\",\n\"{cells},\n\"PUZZLE\",\n\"{cells}\"\n]\n"
    ));
    assert_eq!((records.grids.len(), records.errors.len()), (2, 2));
    let object = "{\"puzzle\":\"PUZZLE\"}";
    let records = read(&format!(
        "  [{object}, {{\"puzzle\": 5 6}},\n  {object},\n  {object}]\n"
    ));
    assert_eq!((records.grids.len(), records.errors.len()), (3, 1));
}

#[test]
fn the_word_end_above_a_value_is_a_bad_record() {
    let object = "{\"puzzle\":\"PUZZLE\"}";
    let text = fill(&format!(
        "{object}\nend\n\n# a comment\n{object}\nfoo\n{object}\nend\n\n"
    ));
    for size in [1, 7, 1 << 20] {
        let records = read_pieces(text.as_bytes(), size);
        assert_eq!(fixtures::lines(&records), [1, 2, 5, 6, 7], "{size}");
        assert_eq!(records.errors.len(), 2, "{size}");
    }
}

#[test]
fn the_members_below_a_broken_value_belong_to_it() {
    for quote in ["\"", "'"] {
        let text = "{\"puzzle\":\"PUZZLE\"}\n{\"id\":7,\n\"note\": two words,\n\"puzzle\":\"PUZZLE\"}\n{\"puzzle\":\"PUZZLE\"}\n";
        let records = read(&text.replace('"', quote));
        assert_eq!(
            (records.grids.len(), records.errors.len()),
            (2, 1),
            "{quote}"
        );
    }
}

#[test]
fn rows_without_commas_between_them_are_a_bad_record() {
    let rows = rows(",").join("\n").replace('.', "0");
    let object = "{\"puzzle\":\"PUZZLE\"}";
    let records = read(&format!("[{object},\n{rows}\n,\n{object}]\n"));
    assert_eq!((records.grids.len(), records.errors.len()), (2, 1));
}

#[test]
fn an_indented_object_among_lines_has_its_own_columns() {
    let records = read("PUZZLE\n \té{\"puzzle\":\"5q\"}\n  {\"puzzle\":\"5q\"}\n");
    assert_eq!(records.grids, [puzzle()]);
    let last = "3:15: expected a digit or a blank, found 'q'";
    assert_eq!(messages(&records).last().unwrap(), last);
}

#[test]
fn with_a_column_only_json_and_csv_are_read() {
    let options = InputOptions {
        column: Some("b".into()),
        format: Some(InputFormat::Line),
        ..InputOptions::default()
    };
    for text in [
        format!("{{\"a\":\"{OTHER}\",\"b\":\"{PUZZLE}\"}}\n"),
        format!("a,b\n{OTHER},{PUZZLE}\n"),
    ] {
        let mut records = Records::default();
        let has_more = Reader::new(text.as_bytes(), &options).fill(&mut records, 9, true);
        assert!(!has_more.unwrap());
        assert_eq!(records.grids, [puzzle()], "{text}");
    }
}

#[test]
fn an_input_without_a_value_says_where_the_puzzle_should_be() {
    let records = fixtures::read(Some(InputFormat::JsonLines), b"# nothing\n");
    let message = "expected a grid, found no grid in 1 line; in JSON the puzzle is the value of a name such as \"puzzle\"";
    assert_eq!(records.input_error.unwrap().what(), message);
}

/// What Python prints for a list of the rows of a grid.
fn python_list(grid: &str) -> String {
    let row = |row: &[u8]| {
        let cells: Vec<_> = row
            .iter()
            .map(|&byte| char::from(byte).to_string())
            .collect();
        format!("[{}]", cells.join(", "))
    };
    let rows: Vec<_> = grid
        .replace('.', "0")
        .as_bytes()
        .chunks(9)
        .map(row)
        .collect();
    format!("[{}]", rows.join(", "))
}

#[test]
fn values_of_python_are_read_however_they_arrive() {
    let (given, solution) = (python_list(PUZZLE), python_list(SOLUTION));
    for text in [
        "{'id': None,\n 'puzzle': 'PUZZLE'}\n".repeat(2),
        "[{'id': 7,\n  'puzzle': 'PUZZLE'},\n {'id': 8, 'puzzle': 'PUZZLE',},]\n".into(),
        format!("{{'puzzle': {given}, 'solution': {solution}, 'is_hard': False}}\n").repeat(2),
        format!("{{\"id\": nan, \"puzzle\": {given},\n \"solution\": {solution}}}\n").repeat(2),
    ] {
        let text = fill(&text);
        for size in [1, 7, 30, 1 << 20] {
            let records = read_pieces(text.as_bytes(), size);
            assert_eq!(records.grids, [puzzle(); 2], "{size} {text}");
            assert_eq!(messages(&records), [""; 0], "{size} {text}");
        }
    }
}

#[test]
fn lines_below_a_value_are_the_same_however_they_arrive() {
    let indent = " ".repeat(600);
    for (text, grids, errors) in [
        (
            format!("{{\"puzzle\":\"PUZZLE\"}}\n{indent}[Easy]\n{indent}PUZZLE\n"),
            2,
            0,
        ),
        (
            "[{\"puzzle\":\"PUZZLE\"},\n{\"a\":x\n\"PUZZLE\"]\n".into(),
            2,
            1,
        ),
    ] {
        let text = fill(&text);
        for size in [1, 50, 700, 1 << 20] {
            let records = read_pieces(text.as_bytes(), size);
            let counts = (records.grids.len(), records.errors.len());
            assert_eq!(counts, (grids, errors), "{size} {text}");
        }
    }
}

#[test]
fn a_line_that_is_only_an_indent_too_long_is_refused() {
    let text = format!(
        "{{\"puzzle\":\"PUZZLE\"}}\n{}\n\"PUZZLE\"\n",
        " ".repeat(70_000)
    );
    let records = read(&text);
    assert_eq!(
        messages(&records)[0],
        "2: expected at most 65536 bytes on a line, found more"
    );
}

#[test]
fn below_a_bad_value_a_solution_is_a_record() {
    for between in ["\"easy\"", "7"] {
        let text = format!("[\"PUZZLE\",\n{between},\n\"{SOLUTION}\"]\n");
        let records = fixtures::read(Some(InputFormat::JsonLines), fill(&text).as_bytes());
        assert_eq!(
            records.grids,
            [puzzle(), SOLUTION.parse().unwrap()],
            "{between}"
        );
        assert_eq!(records.omitted_solutions, 0);
    }
}

#[test]
fn below_another_record_a_solution_is_a_record() {
    let long = "x".repeat(LONGEST_LINE + 1);
    for (between, count) in [
        ("foo", 3),
        (OTHER, 3),
        (&*long, 3),
        ("[Easy]", 1),
        ("# a", 1),
    ] {
        let records = read(&format!("[\"PUZZLE\"]\n{between}\n[\"{SOLUTION}\"]\n"));
        assert_eq!(records.len(), count, "{between}");
        let omitted = u64::from(count == 1);
        assert_eq!(records.omitted_solutions, omitted, "{between}");
    }
}

#[test]
fn a_column_that_no_record_has_gives_no_solution() {
    let mut records = read("{\"puzzle\":\"PUZZLE\",\"solution\":\"PUZZLE\"}\n");
    assert!(records.record(0).has_solution_column());
    records.choose_solution_column("other");
    assert!(!records.record(0).has_solution_column());
}

#[test]
fn a_key_with_a_number_is_not_that_of_another_member() {
    let records =
        read("{\"board\":\"PUZZLE\"}\n{\"board_2\":1,\"board\":\"7\",\"puzzle\":\"PUZZLE\"}\n");
    assert_eq!(
        columns(&records)[1],
        fill("{\"board_2\":1,\"board_2_2\":\"7\",\"board\":\"PUZZLE\"}")
    );
}

#[test]
fn rows_without_brackets_can_end_with_carriage_returns() {
    let rows = rows(", ").join(",\r").replace('.', "0");
    let records = read(&format!("[{{\"puzzle\":\"PUZZLE\"}},\r{rows}]\r"));
    assert_eq!(records.grids, [puzzle(); 2]);
}

#[test]
fn a_word_that_is_cut_is_read_whole() {
    let number = PUZZLE.replace('.', "0");
    let text = format!(
        "[{{\"puzzle\":\"{PUZZLE}\"}},\n{number},-12,1.5e+3,{number}\n// a comment\nnulls\né\n]\n"
    );
    for size in [1, 50, text.len()] {
        let records = read_pieces(text.as_bytes(), size);
        assert_eq!(records.grids, [puzzle(); 3], "{size}");
        assert_eq!(
            messages(&records),
            [
                "2:83: expected a grid, or an object with one, found \"-12\"",
                "2:87: expected a grid, or an object with one, found numbers that are not nine rows of nine: is a bracket missing?",
                "4:5: expected valid JSON, found an error: trailing characters",
                "5:1: expected valid JSON, found 'é' in place of a value",
            ],
            "{size}"
        );
    }
}

#[test]
fn the_error_of_an_object_among_lines_says_where_it_is_broken() {
    let records = read("PUZZLE\n  {\"id\": 5 3}\n{\"id\": 5\n");
    assert_eq!(
        messages(&records),
        [
            "2:12: expected valid JSON, found '3' in place of `,` or `}`",
            "3:1: expected valid JSON, found a value without its end",
        ]
    );
}

#[test]
fn a_value_that_is_cut_does_not_look_broken() {
    let row = "[-1,2,-1,4,-1,6,-1,8,-1]";
    let rows = [row; 9].join(",");
    for text in [
        format!("[[{rows}],\n[{rows}]]\n"),
        fill("[{\"puzzle\":\"PUZZLE\"},\n5[é] {\"puzzle\":\"PUZZLE\"},\n\"# x"),
        fill("{\"puzzle\":\"PUZZLE\"}\n{\"x\n  \"b\": 4\n}\n"),
    ] {
        let [whole, cut] = [text.len(), 1].map(|size| read_pieces(text.as_bytes(), size));
        assert_eq!(whole.grids, cut.grids, "{text}");
        assert_eq!(messages(&whole), messages(&cut), "{text}");
        assert_eq!(whole.format, Some(InputFormat::JsonLines), "{text}");
    }
}
