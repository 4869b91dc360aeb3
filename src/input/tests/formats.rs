//! Tests of the formats, each through the door of this module: bytes in, records out.

use std::io::{self, Read};

use super::fixtures::{self, PUZZLE, fill, puzzle, rows};
use crate::grid::{CELLS, Candidates, Grid};
use crate::input::InputFormat;
use crate::input::InputOptions;
use crate::input::error::{LONGEST_LINE, ParseError};
use crate::input::reader::{ENOUGH_TEXT, Reader};
use crate::input::records::{Record, Records};
use crate::input::titles::Titles;

mod csv {
    use super::*;

    fn read(text: &str) -> Records {
        fixtures::read(Some(InputFormat::Csv), fill(text).as_bytes())
    }

    #[test]
    fn a_header_of_unknown_names_is_refused_by_name() {
        for (header, record) in [
            ("id,start", "1,PUZZLE"),
            ("start;id", "PUZZLE;1"),
            ("  id,\"my start\"", "1,PUZZLE"),
            (",id", "PUZZLE,x"),
            ("a,b", "x,\"PUZZLE\""),
        ] {
            let records = fixtures::read(None, fill(&format!("{header}\n{record}\n")).as_bytes());
            let expected = format!(
                "1:1: expected a header with one column for the puzzle (puzzle, quizzes, ..., or that of --column), \
                 found {:?}: choose one with --column, or remove the line if it is a title",
                header.trim()
            );
            assert_eq!(
                records.input_error.map(|error| error.to_string()),
                Some(expected),
                "{header}"
            );
        }
        let records = fixtures::read(
            None,
            fill("{\"version\": 1, \"by\": 2}\n{\"id\": 1, \"puzzle\": \"PUZZLE\"}\n").as_bytes(),
        );
        assert_eq!(records.grids, [puzzle()]);
    }

    #[test]
    fn cells_on_lines_of_their_own_above_a_header_are_a_record() {
        let records = fixtures::read(
            None,
            fill("5\n3\n4\n6\n7\n8\n9\n1\n2\nid,puzzle\n1,PUZZLE\n").as_bytes(),
        );
        let columns: Vec<&[u8]> = records.iter().map(|record| record.kept_text).collect();
        assert_eq!(columns, [b"", fill("1,PUZZLE,").as_bytes()]);
    }

    #[test]
    fn there_are_no_comments_among_records() {
        let records = fixtures::read(
            None,
            fill("# comment\nid,puzzle\n# comment\n#1,53\n#2,PUZZLE\n").as_bytes(),
        );
        assert_eq!((records.len(), records.grids), (2, vec![puzzle()]));
    }

    #[test]
    fn signs_that_are_not_ascii_and_those_that_are_chosen_are_blanks() {
        let read = |blanks: &str, symbol: &str| {
            let mut records = Records::default();
            let text = format!("É,puzzle\né,{}\n", PUZZLE.replace('.', symbol));
            let options = InputOptions {
                blanks: blanks.into(),
                ..InputOptions::default()
            };
            assert!(
                !Reader::new(text.as_bytes(), &options)
                    .fill(&mut records, usize::MAX, true)
                    .unwrap()
            );
            let record = records.iter().next().unwrap();
            assert_eq!(
                String::from_utf8_lossy(record.kept_text),
                format!("{},", text.lines().nth(1).unwrap())
            );
            record
                .puzzle
                .map(|puzzle| *puzzle.grid)
                .map_err(ToString::to_string)
        };
        for (blanks, symbol) in [
            ("", "\u{b7}"),
            ("", "\u{ff10}"),
            ("e", "e"),
            ("~é", "é"),
            ("e", "."),
        ] {
            assert_eq!(read(blanks, symbol), Ok(puzzle()), "{blanks:?} {symbol}");
        }
        assert_eq!(
            read("", "é"),
            Err("2:5: expected a digit or a blank, found 'é'".into())
        );
    }

    #[test]
    fn a_header_has_one_puzzle_column_and_knows_which_names_are_taken() {
        for (header, taken, free) in [
            ("puzzle", &["puzzle"][..], &["solution"][..]),
            ("quizzes,solutions", &["solutions"], &["answer", "solution"]),
            (
                "id;puzzle;Solution;clues",
                &["id", "solution", "clues"],
                &["answer"],
            ),
            ("puzzle,answer", &["answer"], &["solution"]),
            (
                "puzzle,solution,answer",
                &["solution", "answer"],
                &["answer2"],
            ),
            ("Count,puzzle", &["count"], &["count2"]),
        ] {
            let records = read(header);
            let header_read = records.header.unwrap();
            assert_eq!(header_read.text, header.as_bytes());
            assert_eq!(
                header_read.delimiter,
                if header.contains(';') { b';' } else { b',' }
            );
            let has = |name: &&str| {
                header_read
                    .names
                    .iter()
                    .any(|column| column.eq_ignore_ascii_case(name))
            };
            assert!(taken.iter().all(has) && !free.iter().any(has), "{header}");
        }
        for header in ["id,name", "id,Puzzle,quiz"] {
            let expected = "expected a header with one column for the puzzle (puzzle, quizzes, ..., or that of --column), found";
            let (column, message) = fixtures::message(InputFormat::Csv, header);
            assert!(
                column == Some(1) && message.starts_with(&format!("{expected} {header:?}")),
                "{message}"
            );
        }
    }

    /// What a test compares of the records of a text. More blanks exclude the fast path.
    fn describe(text: &str, blanks: &str) -> Vec<String> {
        let options = InputOptions {
            format: Some(InputFormat::Csv),
            blanks: blanks.into(),
            ..InputOptions::default()
        };
        let mut records = Records::default();
        let has_more = Reader::new(text.as_bytes(), &options).fill(&mut records, usize::MAX, true);
        assert!(!has_more.unwrap());
        let describe = |record: Record| {
            let columns = String::from_utf8_lossy(record.kept_text);
            let (line, empty_lines) = (record.line, record.empty_lines_above);
            format!("{line} {empty_lines} {:?} {columns:?}", record.puzzle)
        };
        records.iter().map(describe).collect()
    }

    #[test]
    fn plain_records_are_read_like_all_others() {
        let others = [
            format!("\"1\",{PUZZLE},a"),
            format!("2, {PUZZLE} ,a"),
            format!("2,{PUZZLE}"),
            format!("2,{PUZZLE},a,b"),
            format!("2,{PUZZLE}x,a"),
            format!("2,{},a", &PUZZLE[1..]),
            format!("\"2\n3\",{PUZZLE},a"),
            format!("{},{PUZZLE},a", "3".repeat(LONGEST_LINE)),
            String::new(),
        ];
        for line_end in ["\n", "\r\n", "\r"] {
            let between = format!("\n1,{PUZZLE},a\né,{PUZZLE},\n");
            let text = format!("id,puzzle,note{between}{}{between}", others.join(&between));
            let text = text.replace('\n', line_end);
            let records = describe(&text, "");
            assert_eq!(records.len(), 2 * 10 + 8);
            assert_eq!(records, describe(&text, "~"), "{line_end:?}");
        }
        for length in LONGEST_LINE - 1..=LONGEST_LINE + 1 {
            let id = "1".repeat(length - CELLS - 1);
            let text = format!("id,puzzle\r\n{id},{PUZZLE}\r\n");
            assert_eq!(describe(&text, ""), describe(&text, "~"), "{length}");
        }
    }

    #[test]
    fn other_columns_get_names_that_differ_and_are_no_puzzles() {
        let header =
            crate::input::records::Header::of_csv(b"a,puzzle,a,A,puzzle,a_3,Quiz,a_3", None);
        assert_eq!(
            header.names,
            [
                "a", "puzzle", "a_3", "A", "puzzle_5", "a_3_6", "Quiz_7", "a_3_8"
            ]
        );
    }

    #[test]
    fn a_header_of_as_many_columns_as_a_line_can_have_takes_linear_time() {
        let commas = ",".repeat(LONGEST_LINE - 100);
        let records = read(&format!("puzzle{commas}\nPUZZLE{commas}\n"));
        assert_eq!(records.grids, [puzzle()]);
        let names = &records.header.as_ref().unwrap().names;
        assert_eq!(
            (&names[..4], names.len()),
            (
                &["puzzle", "", "_3", "_4"].map(String::from)[..],
                commas.len() + 1
            )
        );
    }

    #[test]
    fn fields_may_be_quoted_and_there_are_as_many_as_in_the_header() {
        let read_record = |record: &str| {
            let records = read(&format!("id,puzzle,solution,note\n{record}"));
            let record = records.iter().next().unwrap();
            assert!(record.puzzle.is_err() || record.puzzle == Ok((&puzzle()).into()));
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(PUZZLE, "PUZZLE");
            let error = record
                .puzzle
                .err()
                .map(|error| (error.column, error.what()));
            (
                error,
                text(record.kept_text),
                text(record.given_solution().unwrap_or_default()),
            )
        };
        for record in [
            "1,PUZZLE,534,",
            "1,\t PUZZLE\t, 534 ,x",
            "\"1,\"\"a\"\"\",\"PUZZLE\",\"534\",\"\"",
            "é,\"PUZZLE\" ,534,a\"b",
            "1,\"PUZZLE\"q,534,",
        ] {
            assert_eq!(
                read_record(record),
                (None, format!("{record},"), "534".into()),
                "{record}"
            );
        }
        let columns = |found: &str| {
            let expected = "expected as many columns as in the header";
            format!("{expected}, found {found} instead of 4")
        };
        for (record, column, message, whole) in [
            ("1,PUZZLE", None, columns("2"), "1,PUZZLE,,,"),
            ("1,PUZZLE,,,,", None, columns("6"), "1,PUZZLE,,,"),
            ("1,PUZZLE,,x,\"y,", None, columns("5"), "1,PUZZLE,,x,"),
            ("1,\"PUZZLE,,", None, columns("2"), "1,\"PUZZLE,,\",,,"),
            (
                "1,\"PUZZLE\" \"x,,",
                None,
                columns("2"),
                "1,\"PUZZLE\" \"x,,\",,,",
            ),
            (
                "1,PUZZLE.,,",
                Some(3),
                "expected 81 cells, found 82".into(),
                "1,PUZZLE.,,,",
            ),
            (
                "1,,,",
                Some(3),
                "expected 81 cells, found 0".into(),
                "1,,,,",
            ),
        ] {
            let (error, text, _) = read_record(record);
            assert_eq!(
                (error, text),
                (Some((column, message)), whole.to_string()),
                "{record}"
            );
        }
    }

    #[test]
    fn a_tab_is_white_space_unless_it_is_the_delimiter() {
        for record in ["\tPUZZLE\t", "1\t PUZZLE \tx"] {
            assert_eq!(
                read(&format!("id\tpuzzle\tnote\n{record}")).grids,
                [puzzle()],
                "{record:?}"
            );
        }
    }

    /// They are not records, so a chunk of them would look like another start of the input.
    #[test]
    fn empty_lines_below_the_header_are_not_kept() {
        let text = fill("id,puzzle\n\n\n1,PUZZLE\n\n2,PUZZLE\n");
        for column in [None, Some("puzzle".to_string())] {
            let options = InputOptions {
                column,
                ..InputOptions::default()
            };
            let mut reader = Reader::new(text.as_bytes(), &options);
            let mut records = Records::default();
            assert!(reader.fill(&mut records, 1, true).unwrap());
            assert_eq!(
                (fixtures::lines(&records), records.len_with_empty_lines()),
                (vec![4], 1)
            );
            records.clear();
            assert!(reader.fill(&mut records, 2, true).unwrap());
            assert_eq!(
                (fixtures::lines(&records), records.len_with_empty_lines()),
                (vec![6], 2)
            );
        }
    }

    #[test]
    fn a_line_that_is_too_long_keeps_its_place() {
        let long = "x".repeat(crate::input::error::LONGEST_LINE + 1);
        let records = read(&format!("id,puzzle,solution\n1,PUZZLE,\n{long}\n"));
        let csv: Vec<String> = records
            .iter()
            .map(|record| String::from_utf8_lossy(record.kept_text).into_owned())
            .collect();
        assert_eq!(csv, [fill("1,PUZZLE,,"), ",,,".to_string()]);
        let records = read(&format!("{long}\nid,puzzle,solution\n1,PUZZLE,\n"));
        assert_eq!(
            (fixtures::lines(&records), &records.grids[..]),
            (vec![1, 3], &[puzzle()][..])
        );
        let csv: Vec<String> = records
            .iter()
            .map(|record| String::from_utf8_lossy(record.kept_text).into_owned())
            .collect();
        assert_eq!(csv, [String::new(), fill("1,PUZZLE,,")]);
    }
}

mod json_lines {
    use super::*;

    #[test]
    fn the_puzzle_is_a_string_or_an_array() {
        let cells = |null: &str| {
            PUZZLE
                .chars()
                .map(|c| c.to_string().replace('.', null))
                .collect::<Vec<_>>()
        };
        let flat = cells("null").join(", ");
        let nested = cells("0")
            .chunks(9)
            .map(|row| format!("[{}]", row.join(",")))
            .collect::<Vec<_>>()
            .join(",");
        for line in [
            "{\"puzzle\":\"PUZZLE\"}".to_string(),
            "{\"file\":\"a\",\"line\":1,\"puzzle\":\"PUZZLE\",\"verdict\":\"unique\",\"solution\":\"5\"}".to_string(),
            "{ \"id\": 7, \"Board\" : \"PUZZLE\" }".to_string(),
            "{'note': \"it's\", 'puzzle': 'PUZZLE'}".to_string(),
            "{\"puzzle\": {\"id\": 1, \"grid\": \"PUZZLE\"}}".to_string(),
            format!("{{\"puzzle\": {}, \"id\": 1}}", PUZZLE.replace('.', "0")),
            format!("{{\"puzzle\":\"{}\"}}", PUZZLE.replace('.', "\u{b7}")),
            format!("{{\"puzzle\":\"{}\"}}", fixtures::rows("").join("\\n")),
            format!("{{\"puzzle\":[\"{}\"]}}", fixtures::rows("").join("\",\"")),
            format!("{{'puzzle': [{}]}}", cells("None").join(", ")),
            format!("{{\"grid\": [{flat}], \"size\": 9}}"),
            format!("{{\"sudoku\": [{nested}]}}"),
        ] {
            let line = fill(&line);
            let records = fixtures::read(None, format!("{line}\n{line}\n").as_bytes());
            assert_eq!((records.grids, records.format), (vec![puzzle(); 2], Some(InputFormat::JsonLines)), "{line}");
        }
    }

    #[test]
    fn several_puzzles_in_an_object_are_refused() {
        let object = fill("{\"id\":1,\"puzzle\":\"PUZZLE\"}");
        let records = fixtures::read(
            None,
            format!("{{\"a\":{object},\"b\":{object}}}").as_bytes(),
        );
        let error = records
            .iter()
            .next()
            .and_then(|record| record.puzzle.err())
            .expect("no puzzle is left out");
        assert_eq!(
            error.to_string(),
            "1:1: expected a JSON object with one puzzle (\"puzzle\": ...), found several: choose one with --column"
        );
        assert_eq!(records.len(), 1);
        let array = format!("[[{}]]", rows(",").join("],[").replace('.', "0"));
        let records = fixtures::read(
            None,
            format!("{{\"puzzle\":{array},\"board\":{array}}}").as_bytes(),
        );
        assert!(records.grids.is_empty() && records.errors.len() == 1);
    }

    #[test]
    fn the_brackets_of_an_array_of_objects_are_no_records() {
        let object = fill("{\"puzzle\":\"PUZZLE\"}");
        for text in [
            format!("[\n{object},\n{object}\n]\n"),
            format!("[{object},\n{object}]\n"),
            format!("{object}\n]}});\n{object}\n"),
        ] {
            let records = fixtures::read(None, text.as_bytes());
            assert_eq!(
                (&records.grids[..], records.len_with_empty_lines()),
                (&[puzzle(); 2][..], 2),
                "{text}"
            );
        }
    }

    #[test]
    fn a_title_above_is_no_csv_header() {
        let text = fill(
            "Sudoku, easy\n{\"solution\":\"1\",\"puzzle\":\"PUZZLE\"}\nGrid 2\n{\"puzzle\":\"PUZZLE\"}\n",
        );
        let records = fixtures::read(None, text.as_bytes());
        assert_eq!(
            (fixtures::lines(&records), records.format),
            (vec![2, 4], Some(InputFormat::JsonLines))
        );
    }

    #[test]
    fn every_other_line_is_a_record_too() {
        let text = fill(
            "{\"puzzle\":\"PUZZLE\"}\n\n[]\n{\"a\":1}\n{\"puzzle\":null}\n{\"puzzle\":\"53q\"}\n{\"puzzle\":\"PUZZLE\"}\n\
             {\"puzzle\":[5,3,[null,10,3]]}\n{\"puzzle\":[5,3,[null]]}\n",
        );
        let records = fixtures::read(None, text.as_bytes());
        let messages: Vec<String> = records
            .iter()
            .filter_map(|record| record.puzzle.err().map(ToString::to_string))
            .collect();
        let expected = [
            "3:1: expected a grid, or an object with one, found \"[]\"".to_string(),
            "4:1: expected a JSON object with one puzzle (\"puzzle\": ...), found none: --column names the member with the puzzle".into(),
            "5:11: expected 81 cells, found 1".into(),
            "6:14: expected a digit or a blank, found 'q'".into(),
            "8:11: expected 81 cells, found 3".into(),
            "9:11: expected 81 cells, found 3".into(),
        ];
        assert_eq!(
            (messages, records.len_with_empty_lines()),
            (expected.to_vec(), 9)
        );
    }
}

mod hodoku {
    use super::*;

    fn read(text: &str) -> Records {
        fixtures::read(Some(InputFormat::Line), fill(text).as_bytes())
    }

    #[test]
    fn placed_digits_are_digits_and_listed_candidates_are_eliminated() {
        let placed = format!(":0300:x:+5+3{}:413 \t213 ::614:comment", &PUZZLE[2..]);
        let mut candidates = Candidates::from(&puzzle());
        [4, 2]
            .iter()
            .for_each(|&digit| candidates.eliminate("r1c3".parse().unwrap(), digit));
        let records = read(&placed);
        assert_eq!(
            (records.grids, records.marks),
            (vec![puzzle()], vec![(0, candidates)])
        );
        assert_eq!(
            read(&format!(":0:x:{}:::", ".".repeat(81))).grids,
            [Grid::EMPTY]
        );
        for text in [
            ":::PUZZLE",
            ":0000:x:PUZZLE:",
            ":0000:x:PUZZLE::::",
            ":0000:x:PUZZLE: :412:",
        ] {
            let records = read(text);
            assert_eq!(
                (records.grids, records.marks),
                (vec![puzzle()], vec![]),
                "{text}"
            );
        }
        let mut candidates = Candidates::from(&puzzle());
        candidates.eliminate("r1c3".parse().unwrap(), 4);
        assert_eq!(read(":0000:x:PUZZLE:413:").marks, [(0, candidates)]);
        let conflict = read(&format!(":0000:x:55{}:413 414:", &PUZZLE[2..]));
        assert!(conflict.grids[0].conflict().is_some() && conflict.marks.is_empty());
    }

    #[test]
    fn errors_come_with_their_column() {
        let error = |text: &str| fixtures::message(InputFormat::Line, text);
        let start = &PUZZLE[..50];
        assert_eq!(
            error(&format!(":0000:x:{start}")),
            (Some(9), "expected 81 cells, found 50".into())
        );
        assert_eq!(
            error(&format!(":0000:x:{start}q")),
            (Some(59), "expected a digit or a blank, found 'q'".into())
        );
        assert_eq!(
            error(&format!(":0000:x:{start}q+")),
            (None, "expected a digit or a blank, found 'q'".into())
        );
    }
}

mod bank {
    use super::*;

    #[test]
    fn the_second_word_is_the_puzzle() {
        for text in [
            "0000183b305c PUZZLE  1.2",
            "abcdefabcdef  PUZZLE",
            "1\tPUZZLE\t4.5",
        ] {
            let text = fill(text);
            assert_eq!(
                fixtures::read(Some(InputFormat::Line), text.as_bytes()).grids,
                [puzzle()],
                "{text}"
            );
        }
        for blank in ["0", ".", "?", "x"] {
            let text = format!("label {} 1.2\n", blank.repeat(81));
            assert_eq!(
                fixtures::read(None, text.as_bytes()).grids,
                [Grid::EMPTY],
                "{text}"
            );
        }
    }

    #[test]
    fn errors_come_with_their_column_in_the_line() {
        let error = |text: &str| fixtures::message(InputFormat::Line, text);
        assert_eq!(
            error("0000183b305c"),
            (Some(8), "expected a digit or a blank, found 'b'".into())
        );
        assert_eq!(
            error(&format!("ab {}", &PUZZLE[1..])),
            (Some(4), "expected 81 cells, found 80".into())
        );
        assert_eq!(
            error("é PUZZLE!"),
            (
                Some(84),
                "expected the end of the line or field, found '!'".into()
            )
        );
    }
}

mod pencil_marks {
    use super::*;

    #[test]
    fn pencil_marks_are_read_and_a_tail_is_not_part_of_them() {
        let grid: Grid = format!("5.{}", ".".repeat(79)).parse().unwrap();
        let mut candidates = Candidates::from(&grid);
        candidates.eliminate("r9c9".parse().unwrap(), 9);
        let text = candidates.to_string();
        for text in [
            text.clone(),
            text.replace('.', "0"),
            format!("{text} # hard"),
            format!("{text},x"),
        ] {
            let records = fixtures::read(Some(InputFormat::Line), text.as_bytes());
            assert_eq!(
                (records.grids, records.marks),
                (vec![grid], vec![(0, candidates)])
            );
        }
    }

    #[test]
    fn errors_say_what_was_expected_and_found_and_where() {
        let text = Candidates::ALL.to_string();
        let error = |text: &str| fixtures::message(InputFormat::Line, text);
        let malformed = |what: &str| {
            (
                Some(1),
                format!("expected pencil marks, found malformed ones: {what}"),
            )
        };
        assert_eq!(
            error(&text[..728]),
            malformed("expected 729 pencil marks, found 728")
        );
        assert_eq!(
            error(&format!("{text}1")),
            malformed("expected 729 pencil marks, found 730")
        );
        assert_eq!(
            error(&text[1..]),
            malformed("character 1: expected 1 or a blank, found '2'")
        );
        assert_eq!(
            error(&text.replace("89", "8é")),
            malformed("character 9: expected 9 or a blank, found 'é'")
        );
    }
}

mod line {
    use super::*;

    #[test]
    fn a_tail_can_be_a_list_of_eliminated_candidates() {
        let eliminated = |tail: &str| {
            let text = format!("{PUZZLE}{tail}\n{PUZZLE}{tail}\n");
            let records = fixtures::read(None, text.as_bytes());
            assert_eq!(records.grids, [puzzle(); 2], "{tail}");
            records.marks
        };
        let mut candidates = Candidates::from(&puzzle());
        candidates.eliminate("r1c4".parse().unwrap(), 6);
        assert_eq!(eliminated("::614"), [(0, candidates), (1, candidates)]);
        candidates.eliminate("r1c3".parse().unwrap(), 2);
        assert_eq!(eliminated(":614 213"), [(0, candidates), (1, candidates)]);
        assert_eq!(
            eliminated(":614 213::easy"),
            [(0, candidates), (1, candidates)]
        );
        for tail in [
            ":",
            ":61",
            ":614",
            ":614:easy",
            ":6140",
            ":604",
            ":614,213",
            ":614 easy",
            ":1.2",
            " 614",
            ": 614",
            ":::614",
        ] {
            assert_eq!(eliminated(tail), [], "{tail:?}");
        }
    }

    #[test]
    fn colons_for_blanks_are_no_list_of_candidates() {
        let colons = "63::7:::: 4::186::: :89::::4: 9:::4:::3 5::9:3::1 7:::2:::4 :4::::29: \
                      :::518::6 3::294:78\n";
        let records = fixtures::read(None, colons.as_bytes());
        let dots = fixtures::read(None, colons.replace(':', ".").as_bytes());
        assert_eq!(records.grids, dots.grids);
        assert_eq!((records.grids.len(), records.marks), (1, vec![]));
    }

    #[test]
    fn errors_say_what_was_expected_and_found_and_where() {
        let error = |text: &str| fixtures::message(InputFormat::Line, text);
        assert_eq!(
            error(&PUZZLE[1..]),
            (None, "expected 81 cells, found 80".into())
        );
        assert_eq!(
            error(&format!("{} rated 3", &PUZZLE[5..])),
            (None, "expected 81 cells, found 76".into())
        );
        assert_eq!(
            error(&format!("{PUZZLE}.")),
            (None, "expected 81 cells, found 82".into())
        );
        assert_eq!(
            error(&format!("{PUZZLE}!")),
            (
                Some(82),
                "expected the end of the line or field, found '!'".into()
            )
        );
        assert_eq!(
            error(&format!("{PUZZLE}o")),
            (
                Some(82),
                "expected the end of the line or field, found 'o'".into()
            )
        );
        assert_eq!(
            error("53.q"),
            (Some(4), "expected a digit or a blank, found 'q'".into())
        );
        // The column counts the indent.
        let expected = (Some(6), "expected a digit or a blank, found 'q'".into());
        assert_eq!(fixtures::message(InputFormat::Line, "  53.q"), expected);
    }

    #[test]
    fn separated_cells_are_counted() {
        let spaced = |text: &str| text.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let error = |text: &str| fixtures::message(InputFormat::Line, text);
        assert_eq!(
            error(&spaced(&PUZZLE[1..])),
            (None, "expected 81 cells, found 80".into())
        );
        assert_eq!(
            error(&spaced(&format!("{PUZZLE}5"))),
            (None, "expected 81 cells, found 82".into())
        );
        assert_eq!(error("5 3 0"), (None, "expected 81 cells, found 3".into()));
        let ten = format!("{} 10", spaced(&PUZZLE[1..]));
        assert_eq!(
            error(&ten),
            (
                Some(161),
                "expected a digit or a blank, found \"10\"".into()
            )
        );
        assert_eq!(
            error("5 3 0 1 2 a"),
            (Some(11), "expected a digit or a blank, found 'a'".into())
        );
    }
}

mod reader {
    use super::*;

    /// The format of a text, and its records: for the example its line, for others the error.
    fn read(text: &str) -> (Option<InputFormat>, Vec<String>) {
        let records = fixtures::read(None, text.as_bytes());
        let show = |record: crate::input::records::Record<'_>| match record.puzzle {
            Ok(found) => {
                assert_eq!(*found.grid, puzzle());
                record.line.to_string()
            }
            Err(error) => error.to_string(),
        };
        let all = records
            .iter()
            .map(show)
            .chain(records.input_error.as_ref().map(ToString::to_string));
        (records.format, all.collect())
    }

    #[test]
    fn the_first_meaningful_line_decides_the_format() {
        let noise = "\n# 81\n% comment\nGrid 01\n[Puzzle]\n+---+---+---+\n \t\n";
        for (text, format) in [
            (rows(" ").join("\n"), InputFormat::Spaced),
            (rows("\t").join("\n"), InputFormat::Spaced),
            (rows(",").join("\n"), InputFormat::Spaced),
            (rows(", ").join("\n"), InputFormat::Spaced),
            (rows("").join("\n"), InputFormat::Packed),
            (PUZZLE.to_string(), InputFormat::Line),
            (format!("{PUZZLE} tail"), InputFormat::Line),
        ] {
            for text in [&text, &text.replace('.', "0")] {
                assert_eq!(read(text), (Some(format), vec!["1".to_string()]), "{text}");
                assert_eq!(
                    read(&format!("{noise}{text}")),
                    (Some(format), vec!["8".to_string()]),
                    "{text}"
                );
            }
        }
        for (text, format) in [
            ("id,puzzle\n1,PUZZLE", InputFormat::Csv),
            (":0000:x:PUZZLE::", InputFormat::Line),
            (
                "0,1,2,3,4,5,6,7,8,puzzle\n0,1,2,3,4,5,6,7,8,PUZZLE",
                InputFormat::Csv,
            ),
            ("a1 PUZZLE 1.2", InputFormat::Line),
        ] {
            assert_eq!(read(&fixtures::fill(text)).0, Some(format), "{text}");
        }
        let marks = crate::grid::Candidates::from(&puzzle()).to_string();
        assert_eq!(
            fixtures::read(None, marks.as_bytes()).format,
            Some(InputFormat::Line)
        );
        assert_eq!(
            fixtures::read(None, format!("{} tail", ".".repeat(81)).as_bytes()).grids,
            [Grid::EMPTY]
        );
    }

    #[test]
    fn frames_and_bars_are_ignored_and_rows_of_blanks_are_not() {
        let boxed = |row: &String| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
        let mut lines: Vec<String> = rows("").iter().map(boxed).collect();
        [0, 4, 8, 12]
            .iter()
            .for_each(|&at| lines.insert(at, "+---+---+---+".into()));
        let text = lines.join("\n");
        assert_eq!(read(&format!("{text}\n{text}")).1, ["2", "15"]);
        let box_drawing = text
            .replace('|', "│")
            .replace('+', "┼")
            .replace("---", "───");
        assert_eq!(
            read(&format!("{box_drawing}\n{box_drawing}")).1,
            ["2", "15"]
        );
        assert_eq!(read(&text.replace('|', "╎")).1, ["2"]);
        assert_eq!(read(&text.replace('|', "╏")).1, ["2"]);
    }

    #[test]
    fn an_input_with_a_record_has_a_format_even_if_nothing_was_a_row() {
        let cells = "0\n".repeat(21);
        assert_eq!(
            read(&cells),
            (
                Some(InputFormat::Packed),
                vec!["1: expected 81 cells, found 21 on lines of their own: is a cell missing, or is a number above them?".to_string()]
            )
        );
        let rules = "---------\n".repeat(10);
        let records = fixtures::read(None, rules.as_bytes());
        assert!(records.grids.is_empty() && records.len() == 1);
    }

    #[test]
    fn records_of_several_formats_that_are_lines_may_be_mixed() {
        let marks = crate::grid::Candidates::from(&puzzle()).to_string();
        let others = [
            PUZZLE.to_string(),
            marks,
            fixtures::fill(":0000:x:PUZZLE::"),
            fixtures::fill("{\"puzzle\":\"PUZZLE\"}"),
        ];
        for first in &others {
            for second in &others {
                let records =
                    fixtures::read(None, format!("{first}\n{second}\n{first}\n").as_bytes());
                let errors = records
                    .iter()
                    .filter(|record| record.puzzle.is_err())
                    .count();
                assert_eq!((records.len(), errors), (3, 0), "{first}\n{second}");
            }
        }
    }

    #[test]
    fn several_grids_may_have_blank_lines_between_them() {
        let packed = rows("").join("\n");
        assert_eq!(
            read(&format!("{packed}\n{packed}\n\n\nGrid 03\n{packed}\n\n")).1,
            ["1", "10", "22"]
        );
        assert_eq!(
            read(&format!("{PUZZLE}\n\n# two\n{PUZZLE} tail\n")).1,
            ["1", "4"]
        );
    }

    #[test]
    fn a_malformed_grid_is_one_record_and_the_next_is_read() {
        let packed = rows("").join("\n");
        let wrong = packed
            .replacen("6..195...", "6.q195", 1)
            .replacen(".98", ".9!", 1);
        assert_eq!(
            read(&format!("{wrong}\n{packed}")).1,
            ["2:3: expected a digit or a blank, found 'q'", "10"]
        );
        let short = rows("")[..8].join("\n");
        let short_at = |place: &str| {
            let remedy = "the grid is incomplete, or an earlier one has an extra row";
            let advice = "split files only between grids";
            format!("{place}: expected 9 rows, found 8: {remedy}; {advice}")
        };
        let starts = short_at("9");
        assert_eq!(read(&format!("{short}\n\n{packed}")).1, [&starts, "10"]);
        assert_eq!(
            read(&format!("{short}\nGrid 2\n{packed}")).1,
            [&starts, "10"]
        );
        assert_eq!(
            read(&format!("Grid 1\n{short}\n\n{packed}")).1,
            [&short_at("10"), "11"]
        );
        assert_eq!(
            read(&format!("{packed}\n{short}")).1,
            ["1", &short_at("10:1")]
        );
        assert_eq!(
            read(&format!("{packed}\n\n{short}")).1,
            ["1", &short_at("19")]
        );
        assert_eq!(
            read(&format!("{packed}\n+---+---+---+\n{short}")).1,
            ["1", &short_at("19")]
        );
        assert_eq!(read(&short).1, [short_at("9")]);
        let tenth = short_at("10:1").replace("found 8", "found 1");
        assert_eq!(read(&format!("{packed}\n53q\n\n")).1, ["1", &tenth]);
        let conflict = packed.replacen("6..195...", "6..195..6", 1);
        assert_eq!(
            read(&format!("\n{conflict}\n{packed}")).1,
            ["3:9: r2c1 and r2c9 are both 6", "11"]
        );
        assert_eq!(
            read(&format!("{}\n{PUZZLE}", &PUZZLE[1..])).1,
            ["1: expected 81 cells, found 80", "2"]
        );
    }

    #[test]
    fn an_input_without_a_grid_or_with_a_heading_at_its_end_is_an_error() {
        assert_eq!(read("").1, ["1:1: expected a grid, found an empty input"]);
        let ignored = "empty lines and those that start with # or % are ignored";
        assert_eq!(
            read("\n# nothing\n").1,
            [format!(
                "1:1: expected a grid, found no grid in 2 lines; {ignored}"
            )]
        );
        assert_eq!(
            read("# a\n% b").1,
            [format!(
                "1:1: expected a grid, found no grid in 2 lines; {ignored}"
            )]
        );
        for header in ["id,puzzle\n", "puzzle"] {
            let message = "expected a grid, found no grid in 1 line; there are no records below the csv header";
            let expected = (Some(InputFormat::Csv), vec![format!("1:1: {message}")]);
            assert_eq!(read(header), expected);
        }
        assert_eq!(
            read("1 2\n1 2 3\n").1,
            [
                "1:1: expected a grid, found no grid in 2 lines; if these are rows, columns and digits, write 81 cells instead"
            ]
        );
        assert_eq!(
            read("1 2\n1 2\n").1,
            ["1:1: expected a grid, found no grid in 2 lines"]
        );
        let json = "1:1: expected a JSON object with one puzzle (\"puzzle\": ...), found none: --column names the member with the puzzle";
        assert_eq!(read("{\"a\": 1}\n").1, [json]);
        assert_eq!(read(&format!("{PUZZLE}\n\n[Puzzle]\n")).1, ["1"]);
        assert_eq!(
            read(&format!("{}\n\n[Puzzle]\n", rows("").join("\n"))).1,
            ["1"]
        );
    }

    #[test]
    fn cells_in_an_unknown_encoding_are_the_reason_why_there_is_no_grid() {
        let error = |text: &[u8]| fixtures::read(None, text).input_error.unwrap().to_string();
        assert!(
            error(b"5 3 \xb7 \xb7 7 \xb7 \xb7 \xb7 \xb7\n").contains("iconv -f LATIN1 -t UTF-8")
        );
        for text in [
            "# \u{2464}\n",
            "Grid \u{2464}\u{2462}\n",
            "\u{6570}\u{72ec}\n",
        ] {
            assert!(
                error(text.as_bytes()).starts_with("1:1: expected a grid, found no grid in 1 line"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_csv_without_a_header_is_lines_with_labels_and_tails() {
        for record in ["1,P", "1,P,1.2", "1;P;S", "1,P,P", "x,P,S", "P,P,1", "P,S"] {
            let solution =
                "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
            let line = record.replace('P', PUZZLE).replace('S', solution);
            let lines = ["1".to_string(), "2".to_string()];
            assert_eq!(
                read(&format!("{line}\n{line}\n")),
                (Some(InputFormat::Line), lines.to_vec()),
                "{record}"
            );
        }
    }

    fn read_with(options: InputOptions, text: &str) -> Records {
        let mut records = Records::default();
        assert!(
            !Reader::new(text.as_bytes(), &options)
                .fill(&mut records, usize::MAX, true)
                .unwrap()
        );
        records
    }

    #[test]
    fn a_column_and_signs_for_blanks_can_be_chosen() {
        let column = |name: &str| InputOptions {
            column: Some(name.into()),
            ..InputOptions::default()
        };
        let text = format!("id,Start,puzzle\n1,{PUZZLE},none\n");
        assert_eq!(read_with(column("start"), &text).grids, [puzzle()]);
        assert_eq!(
            read_with(column(""), &format!("id,\n1,{PUZZLE}\n")).grids,
            [puzzle()]
        );
        let names_are_digits = format!("1,2,3,4,5,6,7,8,9\n{}{PUZZLE}\n", "x,".repeat(8));
        assert_eq!(read_with(column("9"), &names_are_digits).grids, [puzzle()]);
        let error = read_with(column("x"), &text)
            .input_error
            .unwrap()
            .to_string();
        assert_eq!(
            error,
            "1:1: expected a header with one column of the name in --column, found no \"x\" in \"id,Start,puzzle\""
        );
        let text = format!("start,Start\n1,{PUZZLE}\n");
        let error = read_with(column("start"), &text)
            .input_error
            .unwrap()
            .what();
        let found = "found 2 named \"start\" in \"start,Start\"";
        assert!(error.ends_with(found), "{error}");
        let blanks = |symbols: &str| InputOptions {
            blanks: symbols.into(),
            ..InputOptions::default()
        };
        for (symbol, text) in [
            ("e", PUZZLE.to_string()),
            ("é", rows("").join("\n")),
            ("~n", rows(" ").join("\n")),
        ] {
            let text = text.replace('.', &symbol.chars().last().unwrap().to_string());
            assert_eq!(read_with(blanks(symbol), &text).grids, [puzzle()], "{text}");
        }
    }

    #[test]
    fn what_may_be_a_header_is_a_title_if_another_format_is_chosen() {
        for title in ["Puzzle", "Sudoku, grid", "\n# one\nPuzzle"] {
            let records = fixtures::read(
                Some(InputFormat::Line),
                format!("{title}\n{PUZZLE}\n{PUZZLE},1\n").as_bytes(),
            );
            assert_eq!(
                (records.grids, records.format),
                (vec![puzzle(); 2], Some(InputFormat::Line)),
                "{title}"
            );
            assert!(
                records.errors.is_empty() && records.header.is_none(),
                "{title}"
            );
        }
    }

    #[test]
    fn a_likely_csv_header_above_a_row_or_a_frame_is_a_heading() {
        let packed = rows("").join("\n");
        for between in ["", "\n# comment\n\n", "+---+---+---+\n"] {
            let (format, records) = read(&format!("Puzzle\n{between}{packed}"));
            let line = 2 + between.lines().count();
            assert_eq!(
                (format, records),
                (Some(InputFormat::Packed), vec![line.to_string()]),
                "{between:?}"
            );
        }
        let (format, records) = read(&format!("Puzzle\n{PUZZLE}\n{packed}"));
        assert_eq!(
            (format, &records[0][..], records.len()),
            (Some(InputFormat::Csv), "2", 10)
        );
        let records = fixtures::read(None, format!("Puzzle\n{packed}").as_bytes());
        assert_eq!(records.header, None);
        let fields = rows(",").join("\n").replace('.', "");
        for title in [
            "Sudoku,,,,,,,,",
            ",,,Sudoku,,,,,",
            "Sudoku,,,,,,,,\n,,,,,,,,",
        ] {
            let line = title.lines().count() + 1;
            let expected = (Some(InputFormat::Spaced), vec![line.to_string()]);
            assert_eq!(read(&format!("{title}\n{fields}\n")), expected, "{title}");
        }
        // The first record has a line break in a field.
        assert_eq!(
            read(&format!("n,puzzle\n\"1\n2\",{PUZZLE}")),
            (Some(InputFormat::Csv), vec!["2".to_string()])
        );
        assert_eq!(
            read(&format!("puzzle,b,c,d,e,f,g,h,i\n{fields}\n")).0,
            Some(InputFormat::Csv)
        );
        let records = fixtures::read(
            Some(InputFormat::Csv),
            format!("Puzzle\n{packed}").as_bytes(),
        );
        assert_eq!((records.len(), records.header.is_some()), (9, true));
    }

    #[test]
    fn the_first_record_is_no_title_if_it_can_be_read() {
        let words = PUZZLE
            .chars()
            .map(|c| c.to_string().replace('.', "null"))
            .collect::<Vec<_>>()
            .join(" ");
        for format in [None, Some(InputFormat::Line)] {
            let text = format!("Grid 7: {words}\n{PUZZLE}\n");
            assert_eq!(
                fixtures::lines(&fixtures::read(format, text.as_bytes())),
                [1, 2]
            );
        }
    }

    #[test]
    fn the_state_section_is_skipped_up_to_the_next_heading_but_not_among_lines() {
        let packed = rows("").join("\n");
        let state = format!("[Puzzle]\n{packed}\n[State]\n{packed}\n[puzzle]\n{packed}");
        assert_eq!(read(&state).1, ["2", "22"]);
        assert_eq!(read(&format!("{packed}\n[state]\n")).1, ["1"]);
        let among_lines = read(&format!("{PUZZLE}\n[State]\n{PUZZLE}\n")).1;
        assert_eq!(among_lines, ["1", "3"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_record_wherever_it_stands() {
        let long = "5".repeat(LONGEST_LINE + 1);
        let message = "expected at most 65536 bytes on a line, found more";
        assert_eq!(
            read(&format!("{PUZZLE}\n{long}\n{PUZZLE}\n")).1,
            ["1", &format!("2: {message}"), "3"]
        );
        assert_eq!(
            read(&format!("id,puzzle\n1,{PUZZLE}\n{long}\n")).1,
            ["2", &format!("3: {message}")]
        );
        for start in ["5", "# a comment ", "id,puzzle,"] {
            let long = start.repeat(LONGEST_LINE + 1);
            assert_eq!(
                read(&format!("{long}\n{long}\n{PUZZLE}\n")).1,
                [format!("1: {message}"), format!("2: {message}"), "3".into()]
            );
            assert_eq!(
                read(&format!("{long}\n{}\n", rows("").join("\n"))).1,
                [format!("1: {message}"), "2".into()]
            );
            assert_eq!(
                read(&format!("{long}\nid,puzzle\n1,{PUZZLE}\n")).1,
                [format!("1: {message}"), "3".into()]
            );
            assert_eq!(
                read(&format!("id,puzzle\n{long}\n1,{PUZZLE}\n")).1,
                [format!("2: {message}"), "3".into()]
            );
            assert_eq!(read(&long).1, [format!("1: {message}")]);
        }
    }

    #[test]
    fn the_word_end_above_a_line_that_is_too_long_is_a_record() {
        let long = "5".repeat(LONGEST_LINE + 1);
        for below in ["", PUZZLE] {
            let records = read(&format!("{PUZZLE}\nend\n{long}\n{below}\n")).1;
            assert!(records[1].starts_with("2:1: "), "{records:?}");
            assert!(records[2].starts_with("3: "), "{records:?}");
        }
    }

    #[test]
    fn a_title_above_a_malformed_record_is_not_that_of_the_next_grid() {
        let long = "5".repeat(LONGEST_LINE + 1);
        for between in ["hello", "end", &long] {
            let text = format!("{PUZZLE}\n[Easy]\n{between}\n{PUZZLE}\n");
            let options = InputOptions::default();
            let mut reader = Reader::new(text.as_bytes(), &options).with_titles(Titles::Read);
            let mut records = Records::default();
            assert!(!reader.fill(&mut records, usize::MAX, true).unwrap());
            assert_eq!(fixtures::titles(&records), [None, None, None]);
        }
    }

    #[test]
    fn a_heading_has_no_space_at_its_end_and_a_space_for_a_tab() {
        let text = format!("# Easy :\n{0}\n# Very\teasy\n{0}\n", rows("").join("\n"));
        let records = fixtures::read(None, text.as_bytes());
        let titles = ["Easy", "Very easy"].map(|title| Some(title.to_string()));
        assert_eq!(fixtures::titles(&records), titles);
    }

    #[test]
    fn a_letter_that_is_a_blank_stays_in_words() {
        for (symbol, title) in [("x", "Max, Xylo"), ("e", "Grid one"), ("é", "Été, 2 é")] {
            let cells = rows("").join("\n").replace('.', symbol);
            let options = InputOptions {
                blanks: symbol.into(),
                ..InputOptions::default()
            };
            let records = read_with(options, &format!("# {title}\n{cells}\n"));
            assert_eq!(records.grids, [puzzle()], "{title}");
            let expected = title.replace(" é", " .");
            assert_eq!(fixtures::titles(&records), [Some(expected)], "{title}");
        }
    }

    #[test]
    fn what_waits_above_a_nul_byte_gets_a_message_if_it_may_be_a_grid() {
        let cells: Vec<String> = rows("").concat().chars().map(String::from).collect();
        let clues = puzzle()
            .placements()
            .map(|clue| format!("{}{}{}", clue.cell.row(), clue.cell.column(), clue.digit))
            .collect::<Vec<_>>()
            .join(" ");
        for (text, message) in [
            (
                cells.join("\n"),
                Some("1: cannot tell where the next grid starts"),
            ),
            (cells[..80].join("\n"), None),
            (clues, Some("1: expected a grid, found 30 numbers")),
            ("1 . . 4\n. 2 3 .".to_string(), None),
        ] {
            let records = fixtures::read(None, format!("{text}\n\0\nx\n").as_bytes());
            assert!(
                records.grids.is_empty() && records.input_error.is_some(),
                "{text}"
            );
            let found: Vec<String> = records.errors.iter().map(ToString::to_string).collect();
            let is_right = match message {
                Some(message) => found.len() == 1 && found[0].starts_with(message),
                None => found.is_empty(),
            };
            assert!(is_right, "{text} {found:?}");
        }
    }

    /// An input that gives no more than one of these texts at each read, of which an empty one is
    /// an error; how much of the first is gone.
    struct Texts<'a>(&'a [String], usize);

    impl Read for Texts<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let [text, others @ ..] = self.0 else {
                return Ok(0);
            };
            let length = (&text.as_bytes()[self.1..]).read(buffer)?;
            self.1 += length;
            if self.1 == text.len() {
                (self.0, self.1) = (others, 0);
            }
            if length == 0 {
                Err(io::ErrorKind::PermissionDenied.into())
            } else {
                Ok(length)
            }
        }
    }

    #[test]
    fn a_comment_that_is_too_long_does_not_cost_the_grid_below() {
        let (grid, long) = (rows("").join("\n"), "# ".repeat(LONGEST_LINE));
        let message = "10: expected at most 65536 bytes on a line, found more";
        assert_eq!(
            read(&format!("{grid}\n{long}\n{grid}\n")).1,
            ["1", message, "11"]
        );
    }

    #[test]
    fn a_row_above_the_first_record_of_lines_or_csv_is_not_lost() {
        for (record, line) in [
            (PUZZLE.to_string(), "2"),
            (fill("id,puzzle\n1,PUZZLE"), "3"),
        ] {
            let message = "1:3: expected a digit or a blank, found 'q'".to_string();
            assert_eq!(
                read(&format!("53q.7....\n{record}\n")).1,
                [message, line.to_string()]
            );
        }
    }

    #[test]
    fn a_damaged_grid_on_one_line_shows_lines() {
        let short = &PUZZLE[1..];
        let (format, records) = read(&format!("{{ \"Grid 1 {short}\"\n{PUZZLE}\n"));
        assert_eq!((format, &records[1][..]), (Some(InputFormat::Line), "2"));
    }

    #[test]
    fn the_reader_stops_at_the_limit_and_before_it_would_wait() {
        let texts = [
            format!("{PUZZLE}\n{PUZZLE}\n53\n{PUZZLE}"),
            format!("\n{PUZZLE}\n"),
        ];
        let fill = |limit: usize, may_wait: bool| {
            let mut reader = Reader::new(Texts(&texts, 0), &InputOptions::default());
            let mut chunks = Vec::new();
            loop {
                let mut records = Records::default();
                let more = reader.fill(&mut records, limit, may_wait).unwrap();
                assert_eq!(records.format, Some(InputFormat::Line));
                chunks.push(records.iter().map(|record| record.line).collect::<Vec<_>>());
                if !more {
                    return chunks;
                }
            }
        };
        assert_eq!(fill(10, true), [vec![1, 2, 3, 4, 5]]);
        assert_eq!(fill(10, false), [vec![1, 2, 3], vec![4, 5], vec![]]);
        assert_eq!(fill(2, true), [vec![1, 2], vec![3, 4], vec![5]]);
    }

    #[test]
    fn the_records_before_a_failed_read_are_kept() {
        let texts = [format!("puzzle\n{PUZZLE}\n"), String::new()];
        let mut reader = Reader::new(Texts(&texts, 0), &InputOptions::default());
        let mut records = Records::default();
        let error = reader.fill(&mut records, 10, true).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(
            (&records.grids[..], records.format),
            (&[puzzle()][..], Some(InputFormat::Csv))
        );
        assert!(records.header.is_some() && records.format == Some(InputFormat::Csv));
    }

    #[test]
    fn a_chunk_of_csv_ends_after_a_megabyte_of_text() {
        let line = format!("{PUZZLE},{}\n", "x".repeat(60_000));
        let text = format!("puzzle,note\n{}", line.repeat(40));
        let mut reader = Reader::new(text.as_bytes(), &InputOptions::default());
        let mut records = Records::default();
        assert!(reader.fill(&mut records, 2048, true).unwrap());
        assert_eq!(records.len(), ENOUGH_TEXT / line.len() + 1);
        assert!(records.header.is_some());
        records.clear();
        assert!(reader.fill(&mut records, 2048, true).unwrap());
        assert!(records.len() > 0 && records.iter().all(|record| record.header.is_some()));
    }
}

mod rows {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let message = |error: &ParseError| error.to_string();
        let records = fixtures::read(Some(InputFormat::Packed), text.as_bytes());
        let all = records.iter().map(|record| {
            record
                .puzzle
                .map_or_else(message, |_| record.line.to_string())
        });
        all.chain(records.input_error.as_ref().map(message))
            .collect()
    }

    #[test]
    fn the_conflict_of_a_grid_has_the_line_and_the_column_of_its_second_cell() {
        let grid = rows("")
            .join("\n")
            .replacen("6..195...", "  |6..|195|..6|", 1);
        assert_eq!(messages(&grid), ["2:14: r2c1 and r2c9 are both 6"]);
        let each = |cell: char| format!(" {cell}\n");
        let cells: String = PUZZLE
            .replacen("53..7", "53..5", 1)
            .chars()
            .map(each)
            .collect();
        assert_eq!(messages(&cells), ["5:2: r1c1 and r1c5 are both 5"]);
    }

    #[test]
    fn the_first_sign_that_differs_from_the_blanks_before_is_wrong() {
        let message = |at: &str| {
            vec![format!(
                "{at}: expected one symbol for all blanks of the grid, found two: use 0 or . for each"
            )]
        };
        let fields = rows(",").join("\n").replace('.', "");
        let with = |from: &str, to: &str| messages(&fields.replacen(from, to, 1));
        assert_eq!(with("8,,,,6", "8,,*,,6"), message("4:4"));
        let zeros = rows(",").join("\n").replace('.', "0");
        assert_eq!(
            messages(&zeros.replacen("4,0,0,8", "4,0,,8", 1)),
            message("5:5")
        );
        let (dots, symbols) = (
            rows("")[..3].join("\n"),
            rows("")[3..].join("\n").replace('.', "+"),
        );
        assert_eq!(messages(&format!("{dots}\n{symbols}")), message("4:2"));
    }

    #[test]
    fn a_line_that_is_too_long_ends_a_grid_and_the_next_one_is_read() {
        let mut lines = rows("");
        lines[3] = "5".repeat(crate::input::error::LONGEST_LINE + 1);
        let text = [lines.join("\n"), rows("").join("\n")].join("\n\n");
        let messages = messages(&text);
        let message = "4: expected at most 65536 bytes on a line, found more";
        assert!(
            messages.len() == 4 && messages[1] == message && messages[3] == "11",
            "{messages:?}"
        );
    }

    #[test]
    fn rows_after_a_whole_grid_are_too_many_of_it_unless_they_are_something_else() {
        let grid = rows("").join("\n");
        assert_eq!(
            messages(&format!("{grid}\n53.7.")),
            ["1", "10:6: expected 9 cells, found 5"]
        );
        assert_eq!(
            messages(&format!("{grid}\n53.7.q")),
            ["1", "10:6: expected a digit or a blank, found 'q'"]
        );
    }

    #[test]
    fn nine_equal_signs_are_a_rule_unless_they_are_needed_as_a_row() {
        let grid = rows("");
        let with = |grid: &[String], at: &[usize], rule: &str| {
            let mut lines = grid.to_vec();
            at.iter()
                .rev()
                .for_each(|&at| lines.insert(at, rule.to_string()));
            lines.join("\n")
        };
        for rule in [
            "---------",
            "*********",
            "_________",
            "- - - - - - - - -",
            "--- --- ---",
            "=========",
            ",,,,,,,,",
        ] {
            for at in [
                &[3, 6][..],
                &[0, 3, 6, 9],
                &[0, 9],
                &[1, 2, 3, 4, 5, 6, 7, 8],
            ] {
                assert_eq!(
                    messages(&with(&grid, at, rule)),
                    [if at[0] == 0 { "2" } else { "1" }],
                    "{rule} {at:?}"
                );
            }
        }
        // The same symbol marks the blanks: two rules between bands, or a row.
        let dashes: Vec<String> = grid.iter().map(|row| row.replace('.', "-")).collect();
        assert_eq!(messages(&with(&dashes, &[3, 6], "---------")), ["1"]);
        assert_eq!(messages(&with(&dashes, &[0, 3, 6, 9], "---------")), ["2"]);
        for row in 0..9 {
            let mut blank = dashes.clone();
            blank[row] = "-".repeat(9);
            assert_eq!(messages(&blank.join("\n")), ["1"], "row {row}");
            let two = [blank.join("\n"), blank.join("\n")].join("\n\n");
            assert_eq!(messages(&two), ["1", "11"], "row {row}");
        }
    }

    #[test]
    fn numbers_and_words_around_grids_are_nothing() {
        let grid = rows("").join("\n");
        for before in [
            "2",
            "9 9",
            "3",
            "Grid01",
            "1.",
            "001",
            "very-hard:",
            "A",
            "81",
            "[Puzzle]",
            "```",
            "// a",
            "-- a",
            "1\n2",
        ] {
            let text = format!("{before}\n{grid}\n\n{before}\n{grid}\nend\nSolved in 0.02 s\n");
            let lines = before.lines().count();
            assert_eq!(
                messages(&text),
                [(1 + lines).to_string(), (11 + 2 * lines).to_string()],
                "{before}"
            );
        }
        // Headings decide nothing.
        let solution =
            format!("[Puzzle]\n{grid}\n[Solution]\n{grid}\nPuzzle 2:\n{grid}\nSolution:\n{grid}\n");
        assert_eq!(messages(&solution), ["2", "12", "22", "32"]);
    }

    #[test]
    fn bands_may_have_blank_lines_between_them_and_an_incomplete_grid_never_takes_rows_of_the_next()
    {
        let grid = rows("");
        let bands = |grid: &[String]| {
            grid.chunks(3)
                .map(|band| band.join("\n"))
                .collect::<Vec<_>>()
                .join("\n\n")
        };
        let (whole, banded) = (grid.join("\n"), bands(&grid));
        assert_eq!(messages(&format!("{banded}\n\n{banded}")), ["1", "13"]);
        assert_eq!(messages(&grid.join("\n\n")), ["1"]);
        // Three rows of one grid and then another.
        let short = messages(&format!("{}\n\n{whole}\n\n{whole}", grid[..3].join("\n")));
        assert!(
            short.len() == 3
                && short[0].starts_with("4: expected 9 rows, found 3")
                && short[1..] == ["5", "15"],
            "{short:?}"
        );
        // A row is missing in a grid with gaps that are as wide as those between grids.
        let mut broken = grid.clone();
        broken.remove(4);
        let text = format!(
            "{}\n\n{}\n\n{}\n\n{banded}\n\n{banded}",
            broken[..3].join("\n"),
            broken[3..5].join("\n"),
            broken[5..].join("\n")
        );
        assert!(
            messages(&text)
                .iter()
                .all(|message| message.contains("expected") || message.contains("cannot tell")),
            "{:?}",
            messages(&text)
        );
        // The rest of a grid, and rows of the next one, with nothing between them.
        let text = format!(
            "{}\n\n{}\n{whole}\n{whole}",
            grid[..4].join("\n"),
            grid[4..].join("\n")
        );
        assert!(
            messages(&text)
                .iter()
                .all(|message| message.contains("expected") || message.contains("cannot tell")),
            "{:?}",
            messages(&text)
        );
    }

    #[test]
    fn a_line_of_words_under_a_grid_may_be_a_damaged_row_of_the_next() {
        // Until the next line the row of blanks at the start could be a rule.
        let mut first: Vec<String> = rows(" ").iter().map(|row| row.replace('.', "-")).collect();
        first[0] = "- - - - - - - - -".into();
        let mut second = first.clone();
        second.rotate_left(1);
        second[0] = "5!q5!q5!q5!q".into();
        let text = [first.join("\n"), second.join("\n"), first.join("\n")].join("\n");
        let found = messages(&text);
        // Next to a damaged row nothing tells which it is.
        assert!(
            found.len() == 1
                && found[0].starts_with("1:1: this line could be blanks or a separator"),
            "{found:?}"
        );
    }

    #[test]
    fn an_incomplete_grid_and_the_next_one_are_at_different_lines() {
        let grid = rows("");
        let text = format!(
            "+---+\n{}\n+---+\n{}\n+---+\n{}\n",
            grid[0],
            grid[0],
            grid.join("\n")
        );
        let found = messages(&text);
        let places: Vec<&str> = found
            .iter()
            .filter_map(|message| message.split(':').next())
            .collect();
        assert_eq!(places, ["5", "6"], "{found:?}");
    }

    #[test]
    fn many_ways_to_write_a_grid_are_read() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let write =
            |before: &str, cell: &dyn Fn(char) -> String, between: &str, after: &str| -> String {
                let row = |row: &[u8]| {
                    let cells: Vec<String> =
                        row.iter().map(|&byte| cell(char::from(byte))).collect();
                    format!("{before}{}{after}\n", cells.join(between))
                };
                PUZZLE.as_bytes().chunks(9).map(row).collect()
            };
        let plain = |c: char| c.to_string();
        let zero = |c: char| c.to_string().replace('.', "0");
        let null = |c: char| c.to_string().replace('.', "null");
        let empty = |c: char| c.to_string().replace('.', "");
        let space = |c: char| c.to_string().replace('.', " ");
        let plus = |c: char| c.to_string().replace('.', "+");
        let quoted = |c: char| format!("\"{c}\"");
        for text in [
            format!("[\n{}]\n", write("  [", &zero, ", ", "],")),
            format!("{{\n{}}};\n", write("{", &zero, ",", "},")),
            format!("board = [\n{}]\n", write("  [", &null, ", ", "],")),
            format!(
                "{{\"sudoku\": [\n{}],\n\"size\": 9}}\n",
                write("[", &null, ",", "],")
            ),
            write("[", &quoted, ",", "],"),
            write("", &zero, "\t", ""),
            write("", &empty, ",", ""),
            write("", &empty, ";", ";"),
            write("\"", &plain, "\",\"", "\""),
            write("| ", &space, " | ", " |").replace('\n', "\n+---+---+\n"),
            format!(
                "| | | | | | | | | |\n|---|---|---|---|---|---|---|---|---|\n{}",
                write("| ", &plain, " | ", " |")
            ),
            write("", &space, "", ""),
            write("", &plus, " ", ""),
            write("> ", &plain, "", ""),
            write("\u{ff0c}", &plain, "", "")
                .replace('\u{ff0c}', "")
                .replace('.', "\u{b7}"),
            write("", &plain, "\u{a0}", ""),
            write("", &plain, "", "")
                .chars()
                .map(|c| {
                    if c.is_ascii_digit() {
                        char::from_u32(c as u32 - 0x30 + 0xff10).unwrap()
                    } else {
                        c
                    }
                })
                .collect(),
            write("", &plain, "\n", ""),
            format!("```\n{}```\n", write("", &plain, "", "")),
        ] {
            let records = fixtures::read(None, text.as_bytes());
            let expected = if text.contains("| | |") {
                vec![]
            } else {
                vec![puzzle]
            };
            if !expected.is_empty() {
                assert_eq!(records.grids, expected, "{text}");
                assert_eq!(records.len(), 1, "{text}");
            }
        }
    }
}
