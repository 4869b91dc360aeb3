//! Tests of the first promise: no grid is answered that is not in the input, and none is lost
//! without a message.

use super::fixtures::{self, OTHER, PUZZLE, SOLUTION, fill, puzzle, rows};
use crate::grid::Grid;
use crate::input::reader::Reader;
use crate::input::records::Records;
use crate::input::{InputFormat, InputOptions};

fn read(text: &str) -> Records {
    fixtures::read(None, fill(text).as_bytes())
}

/// All messages, those about the input as a whole last.
fn messages(records: &Records) -> Vec<String> {
    let errors = records.iter().filter_map(|record| record.puzzle.err());
    let errors = errors.chain(&records.input_error).map(ToString::to_string);
    errors
        .chain(records.skipped.map(|skipped| skipped.to_string()))
        .collect()
}

/// What a text is read as: `+` for the puzzle, `?` for another grid, `-` for an error, and a space
/// for an empty line.
fn outline(text: &str) -> String {
    let records = read(text);
    let mut outline = String::new();
    for record in records.iter() {
        outline.push_str(&" ".repeat(record.empty_lines_above));
        outline.push(match record.puzzle {
            Ok(found) if *found.grid == puzzle() => '+',
            Ok(_) => '?',
            Err(_) => '-',
        });
    }
    outline + &" ".repeat(records.empty_lines_at_end)
}

#[test]
fn digits_from_0_to_8_are_refused() {
    let small: String = SOLUTION
        .bytes()
        .map(|digit| char::from(digit - 1))
        .collect();
    for blank in ["null", "-1", "NaN", "\"\"", "\".\""] {
        for open in ["[", "grid = ["] {
            let rows: Vec<String> = small
                .as_bytes()
                .chunks(9)
                .enumerate()
                .map(|(r, row)| {
                    let mut cells: Vec<String> = row
                        .iter()
                        .map(|&byte| char::from(byte).to_string())
                        .collect();
                    cells[r] = blank.into();
                    format!("[{}]", cells.join(", "))
                })
                .collect();
            let text = format!("{open}\n{}\n]\n", rows.join(",\n"));
            let records = read(&text);
            assert!(
                records.grids.is_empty() && records.errors.len() == 1,
                "{text}"
            );
        }
    }
    let mixed = PUZZLE.replace('9', ".").replacen('.', "0", 3);
    for text in [
        format!("{mixed}\n"),
        format!("puzzle\n{mixed}\n"),
        mixed.clone() + ",x\n",
    ] {
        let records = read(&text);
        assert!(records.grids.is_empty(), "{text}");
        let what = &messages(&records)[0];
        let end = "found 0 and . in one grid without a 9: are its digits 0 to 8?";
        assert!(what.ends_with(end), "{what}");
    }
    // With a 9, blanks can be mixed, and so can other blanks without.
    assert_eq!(outline(&(PUZZLE.replacen('.', "0", 3) + "\n")), "+");
    assert_eq!(
        outline(&(PUZZLE.replace('9', ".").replacen('.', "_", 3) + "\n")),
        "?"
    );
}

#[test]
fn the_board_of_another_game_is_refused() {
    let board = ".*.......\n..*......\n***......\n".to_string() + &".........\n".repeat(6);
    for text in [
        board.clone(),
        board.replace('*', "x"),
        board.replace('\n', "") + "\n",
    ] {
        let records = read(&text);
        assert!(records.grids.is_empty() && records.len() == 1, "{text}");
    }
    assert_eq!(read(&".".repeat(81)).grids, [Grid::EMPTY]);
}

#[test]
fn a_grid_with_a_label_right_in_front_is_read_or_refused() {
    for text in [
        "Input：PUZZLE",
        "Input_PUZZLE",
        "Input→PUZZLE",
        "easy-PUZZLE",
        "n.1:PUZZLE",
        "PUZZLE，easy",
        "PUZZLE→easy",
        "№ 1：PUZZLE",
        "p=PUZZLE",
    ] {
        let other = if text.contains('=') { "p=" } else { "" };
        let all = format!("{text}\n{other}{PUZZLE}\n{text}\n");
        assert_eq!(outline(&all), "+++", "{text}");
    }
    // The separator may be a cell.
    let dashes = PUZZLE.replace('.', "-");
    for text in [format!("easy-{dashes}"), format!("easy1{PUZZLE}")] {
        assert_eq!(outline(&format!("{text}\n{dashes}\n")), "-+", "{text}");
    }
}

#[test]
fn a_long_word_is_never_a_number_a_name_or_text() {
    let short = &PUZZLE[1..];
    let zeros = short.replace('.', "0");
    for (before, after) in [
        ("puzzle = \"", "\";"),
        ("<td>", "</td>"),
        ("INSERT INTO t VALUES (2, \"", "\");"),
        ("x = \"my first puzzle ", " easy one\""),
        ("", " one two three four"),
        ("Number ", ""),
        ("level.add(\"", "\"); // five"),
        ("\\sudoku{", "}"),
    ] {
        for cells in [short, &zeros] {
            let text =
                format!("{before}PUZZLE{after}\n{before}{cells}{after}\n{before}PUZZLE{after}\n");
            assert_eq!(outline(&text), "+-+", "{text}");
            let text = format!("{before}{cells}{after}\n{before}PUZZLE{after}\n");
            assert_eq!(outline(&text), "-+", "{text}");
        }
    }
    // Comments, and what follows a whole grid, are something else.
    let text = format!("# {short}\nPUZZLE {short}\n// {short}\n");
    assert_eq!(outline(&text), "+");
    // A word of an OCR program has letters.
    let text = format!("{}\nPUZZLE\n", PUZZLE.replacen("..", "OO", 1));
    let records = read(&text);
    assert_eq!(
        messages(&records),
        ["1:3: expected a digit or a blank, found 'O'"]
    );
    assert_eq!(outline(&text), "-+");
}

#[test]
fn from_the_first_record_on_every_line_but_comments_gives_one() {
    let text = "PUZZLE\nError 500\nhello world\nGrid 02\n# a\nPUZZLE\n[Easy]\nhello\nN/A\nPUZZLE\n";
    assert_eq!(outline(text), "+   + --+");
    for end in ["end", "END\n", "end\n\n", "end\n# x\n"] {
        let expected = if end == "end\n\n" { "+ " } else { "+" };
        assert_eq!(outline(&format!("PUZZLE\n{end}")), expected, "{end:?}");
    }
    assert_eq!(outline("PUZZLE\nend\nPUZZLE\n"), "+-+");
    // What closes a list or a frame has a line, too.
    for end in [
        "]",
        "};",
        "```",
        "+----+---+",
        "</pre>",
        "\\end{verbatim}",
        "2 rows in set (0.00 sec)",
    ] {
        assert_eq!(outline(&format!("PUZZLE\n{end}\nPUZZLE\n")), "+ +", "{end}");
    }
}

#[test]
fn what_is_skipped_above_the_first_record_gets_one_message() {
    let one = "1: skipped this line above the first grid: it is not a title, comment or number";
    assert_eq!(messages(&read("N/A\nPUZZLE\n")), [one]);
    let more = "1: skipped this line and 1 more above the first grid: they are not titles, comments or numbers";
    assert_eq!(messages(&read("N/A\nEasy ones\nN/B\nPUZZLE\n")), [more]);
    for above in ["Easy", "# N/A", "2", "3 1", "", "[Easy]", "Grid 1"] {
        assert!(
            messages(&read(&format!("{above}\nPUZZLE\n"))).is_empty(),
            "{above}"
        );
    }
}

#[test]
fn cages_and_regions_are_refused() {
    let map = "aabbccdde";
    let beside: String = rows("")
        .iter()
        .map(|row| format!("{row} {map}\n"))
        .collect();
    let apart: String = rows(" ")
        .iter()
        .map(|row| format!("{row}   {}\n", "A A B B C C D D E"))
        .collect();
    for text in [beside, apart] {
        let records = read(&text);
        assert!(records.grids.is_empty() && records.len() == 1, "{text}");
    }
    let below = rows("").join("\n") + "\n\na=17 b=10\nc=5 d=12\n";
    assert!(messages(&read(&below))[0].contains("sums of cages"));
}

#[test]
fn several_rows_of_ten_fields_on_a_line_keep_their_columns() {
    let line = |cells: &str| {
        let rows: Vec<String> = cells
            .as_bytes()
            .chunks(9)
            .map(|row| {
                let fields = row.iter().map(|&byte| char::from(byte).to_string());
                format!(
                    "[{},]",
                    fields.collect::<Vec<_>>().join(",").replace('.', "")
                )
            })
            .collect();
        rows.join(",")
    };
    for rows_on_a_line in [1, 3, 9] {
        let text: Vec<String> = PUZZLE
            .as_bytes()
            .chunks(9 * rows_on_a_line)
            .map(|cells| line(std::str::from_utf8(cells).unwrap()))
            .collect();
        assert_eq!(outline(&(text.join(",\n") + "\n")), "+", "{rows_on_a_line}");
    }
}

#[test]
fn grids_of_another_size_get_one_message() {
    let only = "only grids of 9 by 9 can be read";
    for size in [4, 6, 8, 12, 16, 25] {
        let number = |i: usize| {
            if i.is_multiple_of(3) {
                ".".into()
            } else {
                (i % size + 1).to_string()
            }
        };
        let letter = |i: usize| match i % 3 {
            0 => ".".to_string(),
            _ => char::from(b"123456789ABCDEFGHIJKLMNOP"[i % size]).to_string(),
        };
        let spaced = |row: usize| {
            (0..size)
                .map(|i| number(row + i))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let packed = |row: usize| (0..size).map(|i| letter(row + i)).collect::<String>();
        for rows in [
            (0..size).map(spaced).collect::<Vec<_>>(),
            (0..size).map(packed).collect(),
        ] {
            let text = rows.join("\n") + "\n\n" + &fixtures::rows("").join("\n") + "\n";
            let records = read(&text);
            assert!(
                messages(&records)[0].ends_with(only),
                "{text}{:?}",
                messages(&records)
            );
            assert_eq!(
                (&records.grids[..], records.len()),
                (&[puzzle()][..], 2),
                "{text}"
            );
        }
    }
    let letters = rows(" ")
        .join("\n")
        .replace(['5', '3', '7'], "A")
        .replace(|c| matches!(c, '1'..='9'), "B");
    assert!(messages(&read(&letters))[0].contains("tr A-I 1-9"));
    let stripped = rows("")
        .join("\n")
        .replace('.', " ")
        .replace(" \n", "\n")
        .replace(" \n", "\n");
    assert!(read(&stripped).grids.is_empty());
}

#[test]
fn text_beside_a_rule_and_prose_below_a_grid_are_no_rows() {
    let frame = "+---+---+---+";
    let lines: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| {
            let boxes: Vec<_> = row
                .chunks(3)
                .map(|cells| std::str::from_utf8(cells).unwrap())
                .collect();
            format!("|{}|\n", boxes.join("|"))
        })
        .collect();
    let bands: Vec<String> = lines.chunks(3).map(|band| band.concat()).collect();
    let text = format!(
        "{frame}   [H] hint\n{}{frame} \n{}{frame}\t[Q] quit r1c2\n{}{frame}   bye\n",
        bands[0], bands[1], bands[2]
    );
    assert_eq!(outline(&text), "+", "{text}");
    assert_eq!(outline(&(rows("").join("\n") + "\n(1,2) --> 4,6\n")), "+");
}

#[test]
fn a_command_of_latex_is_a_rule_unless_a_damaged_row_follows_it() {
    let whole = rows(" & ").join(" \\\\\n") + "\n";
    for command in [
        "\\hline",
        "\\cline{1-9}",
        "\\\\[2pt]",
        "\\draw (0,0) -- (9,0);",
    ] {
        assert_eq!(
            outline(&format!("{whole}{command}\n{whole}")),
            "++",
            "{command}"
        );
    }
    for damaged in ["5 & 3 & 4 & 6 & 7 & 8 & 9 & 1", "5 & 3 & & & 7 & & &"] {
        let text = format!("{whole}\\hline {damaged} \\\\\n\n{whole}");
        assert_eq!(outline(&text), "+-+", "{text}");
    }
}

mod json {
    use super::*;

    fn member(name: &str, value: &str) -> String {
        fill(&format!("\"{name}\":{value}"))
    }

    #[test]
    fn the_member_that_is_a_grid_is_the_puzzle() {
        let answer = format!("\"{SOLUTION}\"");
        for members in [
            vec![
                member("question", "\"Solve this\""),
                member("puzzle", "\"PUZZLE\""),
            ],
            vec![member("problem", "12"), member("puzzle", "\"PUZZLE\"")],
            vec![member("meta", "{\"puzzle\":\"PUZZLE\"}")],
            vec![member("input", "\"PUZZLE\""), member("solution", &answer)],
            vec![member("solution", &answer), member("value", "\"PUZZLE\"")],
            vec![
                member("solved", "{\"grid\":\"PUZZLE\"}"),
                member("start", "\"PUZZLE\""),
            ],
            vec![
                member("note", "\"a: {\\\"puzzle\\\":1}\""),
                member("grid", "\"PUZZLE\""),
            ],
        ] {
            let object = format!("{{{}}}", members.join(","));
            for text in [
                format!("{object}\n{object}\n"),
                format!("[{object},{object}]"),
                format!("[\n{object},\n{object}\n]\n"),
                format!("{{\"data\":[{object},{object}]}}"),
                format!("{{\"name\":\"x\",\"puzzles\":[{object},{object}]}}"),
                format!("{object}{object}"),
            ] {
                let records = read(&text);
                assert_eq!(outline(&text), "++", "{text}{:?}", messages(&records));
                assert_eq!(records.format, Some(InputFormat::JsonLines), "{text}");
            }
        }
    }

    #[test]
    fn a_grid_is_an_array_of_cells_of_rows_or_of_strings() {
        let cell = |byte: u8, blank: &str| match byte {
            b'.' => blank.to_string(),
            digit => char::from(digit).to_string(),
        };
        for blank in ["null", "0", "\"\"", "\".\"", "-1", "{\"value\":null}"] {
            let cells: Vec<String> = PUZZLE.bytes().map(|byte| cell(byte, blank)).collect();
            let nested: Vec<String> = cells
                .chunks(9)
                .map(|row| format!("[{}]", row.join(",")))
                .collect();
            let objects: Vec<String> = cells
                .iter()
                .map(|cell| format!("{{\"val\":{cell}}}"))
                .collect();
            let mut grids = vec![
                format!("[{}]", cells.join(",")),
                format!("[{}]", nested.join(",")),
                format!("[\n  {}\n]", nested.join(",\n  ")),
            ];
            if !blank.starts_with('{') {
                grids.push(format!("[{}]", objects.join(",")));
            }
            for grid in grids {
                for text in [
                    format!("{grid}\n"),
                    format!("{{\"id\":1,\"puzzle\":{grid}}}\n"),
                    format!("{{\"puzzles\":[{grid}]}}\n"),
                ] {
                    assert_eq!(outline(&text), "+", "{text}");
                }
            }
        }
        let strings: Vec<String> = rows("").iter().map(|row| format!("\"{row}\"")).collect();
        assert_eq!(
            outline(&format!("{{\"rows\":[{}]}}", strings.join(", "))),
            "+"
        );
        assert_eq!(outline(&format!("[\"{PUZZLE}\",\"{PUZZLE}\"]")), "++");
    }

    #[test]
    fn what_is_no_json_is_one_bad_record() {
        let good = "{\"puzzle\":\"PUZZLE\"}";
        for bad in [
            "{\"a\":\"x\\\",\\\"puzzle\\\":\\\"PUZZLE\\\"}",
            "{\"a\":\"x\\\",\\\"puzzle\\\":\\\"PUZZLE\\\"}\"}",
            "{\"puzzle\":\"PUZZLE}",
            "{\"puzzle\":\"PUZZLE\"",
            "{\"puzzle\":\"PUZZLE\",\"puzzle\":\"PUZZLE\"}",
            "{\"puzzle\":\"PUZZLE\" \"b\":1}",
            "{\"puzzle\":\"PUZZLE\",\"board\":\"PUZZLE\"}",
            "{\"puzzle\":\"53\"}",
            "{\"puzzle\":null}",
            "{\"puzzle\":[[1,2],[3]]}",
            "{\"id\":1}",
            "{\"solution\":\"PUZZLE\"}",
        ] {
            assert_eq!(outline(&format!("{bad}\n{good}\n{good}\n")), "-++", "{bad}");
            assert_eq!(
                outline(&format!("{good}\n{bad}\n\n{good}\n")),
                "+- +",
                "{bad}"
            );
            let records = read(&format!("{good}\n{bad}"));
            assert_eq!((records.grids.len(), records.errors.len()), (1, 1), "{bad}");
        }
    }

    #[test]
    fn columns_keep_their_source_and_the_given_solution() {
        let first = format!(
            "{{\"id\":7,\"x\":1.50,\"ok\":true,\"puzzle\":\"{PUZZLE}\",\"solution\":\"{SOLUTION}\",\"no\":[1]}}"
        );
        let second = format!("{{\"new\":\"\\u00e9\",\"puzzle\":\"{OTHER}\",\"name\":\"Two\"}}");
        let records = read(&format!("{first}\n{second}\n"));
        let header = records.header.clone().expect("columns");
        assert_eq!(header.names, ["id", "x", "ok", "puzzle", "solution"]);
        let all: Vec<_> = records.iter().collect();
        assert_eq!(all[0].values(), ["7", "1.50", "true", PUZZLE, SOLUTION]);
        assert_eq!(all[1].values(), ["", "", "", OTHER, ""]);
        let given = all.iter().map(|record| record.given_solution());
        assert!(given.eq([Some(SOLUTION.as_bytes()), None]));
        assert_eq!(all[0].title_or_column().as_deref(), Some("7"));
        let others: Vec<String> = all[1]
            .other_columns()
            .iter()
            .map(|column| format!("{column:?}"))
            .collect();
        assert_eq!(
            others,
            [
                r#"("new", Json("\"\\u00e9\""))"#,
                r#"("name", Json("\"Two\""))"#
            ]
        );
    }

    #[test]
    fn elements_come_one_by_one_however_they_arrive() {
        let object = fill("{\"id\": 1,\n \"puzzle\": \"PUZZLE\"}");
        let list = vec![object; 3000].join(",\n");
        for text in [
            format!("[{list}]"),
            format!("{{\"puzzles\":\n[{list}]\n}}\n"),
        ] {
            let whole = fixtures::read(None, text.as_bytes());
            assert_eq!(whole.grids, [puzzle(); 3000]);
            let pieces = fixtures::read_pieces(text.as_bytes(), 1000);
            assert_eq!(fixtures::lines(&pieces), fixtures::lines(&whole));
        }
        let long = format!(
            "{{\"puzzle\":\"{PUZZLE}\",\"log\":\"{}\"}}\n",
            "x".repeat(1 << 16)
        );
        assert_eq!(outline(&format!("{long}{{\"puzzle\":\"PUZZLE\"}}\n")), "-+");
        let cut = read(&format!("[{{\"puzzle\":\"{PUZZLE}\"}},\n"));
        assert!(cut.grids.len() == 1 && cut.input_error.is_some());
    }
}

mod csv {
    use super::*;

    #[test]
    fn a_record_may_have_several_lines() {
        let text = "name,puzzle\n\"a\nb\",PUZZLE\n\"c\",PUZZLE\n\"\"\"d\n\ne\"\"\",\"PUZZLE\"\n\n";
        let records = read(text);
        assert_eq!(
            (outline(text), records.format),
            ("+++ ".into(), Some(InputFormat::Csv))
        );
        let names: Vec<_> = records
            .iter()
            .map(|record| record.title_or_column().unwrap().into_owned())
            .collect();
        assert_eq!(names, ["a b", "c", "\"d  e\""]);
        assert_eq!(fixtures::lines(&records), [2, 4, 5]);
        let rows = format!("puzzle,n\n\"{}\",1\n", rows("").join("\n"));
        assert_eq!(outline(&rows), "+");
    }

    #[test]
    fn a_quote_that_is_not_closed_is_one_bad_record() {
        let lines = "b,PUZZLE\n".repeat(1000);
        assert_eq!(
            outline(&format!("name,puzzle\na,PUZZLE\n\"b,PUZZLE\n{lines}")),
            format!("+-{}", "+".repeat(1000))
        );
    }

    #[test]
    fn a_record_with_a_field_too_many_keeps_its_columns() {
        let records = read("name,puzzle\na,PUZZLE,x\nb,PUZZLE\nc\n");
        let columns: Vec<_> = records
            .iter()
            .map(|record| String::from_utf8_lossy(record.kept_text).into_owned())
            .collect();
        assert_eq!(
            columns,
            [fill("a,PUZZLE,"), fill("b,PUZZLE,"), "c,,".into()]
        );
        assert_eq!(records.errors.len(), 2);
    }
}

#[test]
fn everything_takes_linear_time() {
    let log = "a:b ".repeat(13_500);
    let rows = rows("").join("\n") + "\n";
    for text in [
        fill(&format!("{{\"puzzle\":\"PUZZLE\",\"log\":\"{log}\"}}\n")).repeat(200),
        rows.clone() + &"\n".repeat(3_000_000),
        "\n".repeat(3_000_000) + PUZZLE,
        format!(
            "{{\"puzzles\":[{}]}}",
            vec![format!("[\"{PUZZLE}\"]"); 30_000].join(",")
        ),
        rows + &"5 ".repeat(30_000).repeat(20),
        "[\n".repeat(1_000_000),
        "{\"a\":\n".repeat(300_000),
        "{\"a\":1,\n".repeat(300_000),
        "{'a':\n".repeat(300_000),
        "{'a':1,\n".repeat(300_000),
        "{'a':[NaN,\n".repeat(200_000),
        "[[".repeat(1_000_000),
        fill("id,puzzle\n1,PUZZLE\n") + &"\"\n".repeat(1_000_001),
        fill("id,puzzle\n") + &format!("\"{}\",{PUZZLE}\n", "\"\"".repeat(30_000)).repeat(50),
        "4 3 2 1\n".repeat(300_000),
    ] {
        let start = std::time::Instant::now();
        let mut reader = Reader::new(text.as_bytes(), &InputOptions::default());
        let mut records = Records::default();
        while reader.fill(&mut records, 10_000, true).unwrap() {
            records.clear();
        }
        let seconds = start.elapsed().as_secs_f64();
        assert!(seconds < 20.0, "{seconds} s for {:?}", &text[..60]);
    }
}

#[test]
fn a_row_of_spaces_below_a_fixed_width_row_is_a_row_of_blanks() {
    let puzzle = [&PUZZLE[..27], ".........", &PUZZLE[36..]].concat();
    for (separator, end) in [("", ""), (" ", ""), (" ", " ")] {
        let row = |row: &[u8]| {
            let cells: Vec<String> = row.iter().map(|&cell| char::from(cell).into()).collect();
            cells.join(separator).replace('.', " ") + end + "\n"
        };
        let text: String = puzzle.as_bytes().chunks(9).map(row).collect();
        assert_eq!(read(&text).grids, [puzzle.parse().unwrap()], "{text}");
    }
}

#[test]
fn only_codes_of_a_terminal_are_left_out_of_a_line() {
    for (before, after) in [("\x1b[1m", "\x1b[0m"), ("\x1b[38;5;1m", "\x1b(B\x1b[m")] {
        let text = format!("{before}{PUZZLE}{after}\n");
        assert_eq!(read(&text).grids, [PUZZLE.parse().unwrap()], "{text:?}");
    }
    for escape in ["\x1b", "\x1b[", "\x1b]"] {
        let records = read(&format!("{escape}{PUZZLE}\n{PUZZLE}\n"));
        assert_eq!(records.len(), 2, "{escape:?}");
    }
}

#[test]
fn a_shifted_row_of_a_frame_with_spaces_for_blanks_is_refused() {
    // Without the digit before it, the space in the last box of a row is one of its cells.
    let frame = "\
+---+---+---+
|69 |142| 3 |
|14 |83 |6 5|
|   |695|142|
|---+---+---|
|75 |421|  6|
|386|75 |421|
| 21|3 6|  9|
|---+---+---|
|  8|563|21 |
|214|978| 63|
|563|214|9 8|
+---+---+---+
";
    assert_eq!(read(frame).grids.len(), 1);
    for (intact, shifted) in [("| 63|", "| 563|"), ("|142| 3", "|142 | 3")] {
        let records = read(&frame.replace(intact, shifted));
        assert_eq!(records.grids, [], "{shifted}");
        assert!(!records.errors.is_empty(), "{shifted}");
    }
}

#[test]
fn numbers_without_brackets_in_json_are_a_grid_or_one_bad_record() {
    let rows = rows(",").join(",\n").replace('.', "0");
    let grid = format!("[{rows}]");
    assert_eq!(
        outline(&format!("[\n{grid}\n,\n{rows}\n,\n{grid}\n]\n")),
        "+++"
    );
    for loose in ["5", "5, null, 3, 7", &rows[2..], &rows.replace('\n', "")] {
        let text = format!("[\n{grid}\n,\n{loose},\n{grid}\n]\n");
        assert_eq!(outline(&text), "+-+", "{text}");
    }
    let long = PUZZLE.replace('.', "0");
    assert_eq!(outline(&format!("[{grid}, 5, 3, {long}, {grid}]")), "+-++");
}
