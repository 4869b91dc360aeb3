//! Tests of the ways in which people and programs write a grid: each is read, and as the same grid.

use super::fixtures::{self, OTHER, PUZZLE, SOLUTION, lines, puzzle};
use crate::grid::Grid;
use crate::input::InputOptions;
use crate::input::error::UNKNOWN_START;
use crate::input::reader::Reader;
use crate::input::records::Records;

/// The rows of [`PUZZLE`], each cell written by `cell`, with this between the cells of a row.
fn cells(cell: impl Fn(char) -> String, between: &str) -> Vec<String> {
    let row = |row: &[u8]| {
        row.iter()
            .map(|&byte| cell(char::from(byte)))
            .collect::<Vec<_>>()
            .join(between)
    };
    PUZZLE.as_bytes().chunks(9).map(row).collect()
}

/// A cell with this for a blank.
fn blank(symbol: &str) -> impl Fn(char) -> String {
    move |cell| {
        if cell == '.' {
            symbol.to_string()
        } else {
            cell.to_string()
        }
    }
}

fn rows_of(cells: &str) -> Vec<String> {
    cells
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect()
}

/// Each row with this before and after it, ended by `end`.
fn wrap(rows: &[String], before: &str, after: &str, end: &str) -> String {
    rows.iter()
        .map(|row| format!("{before}{row}{after}"))
        .collect::<Vec<_>>()
        .join(end)
}

/// Each row with a label that is made from its number.
fn label(rows: &[String], label: impl Fn(usize) -> String) -> String {
    rows.iter()
        .zip(1..)
        .map(|(row, number)| format!("{}{row}\n", label(number)))
        .collect()
}

/// The grids that are read from a text, which has nothing else that is a record.
fn grids(text: &str) -> Vec<Grid> {
    let records = fixtures::read(None, text.as_bytes());
    // With CR the fast path reads nothing, so it cannot read anything else than the other.
    let with_cr = fixtures::read(None, text.replace('\n', "\r").as_bytes());
    assert_eq!(
        (&records.grids, lines(&records)),
        (&with_cr.grids, lines(&with_cr)),
        "{text}"
    );
    let errors: Vec<String> = records
        .iter()
        .filter_map(|record| record.puzzle.err().map(ToString::to_string))
        .collect();
    assert!(
        errors.is_empty() && records.input_error.is_none(),
        "{errors:?} {:?} in\n{text}",
        records.input_error
    );
    records.grids
}

fn assert_read(texts: impl IntoIterator<Item = String>) {
    for text in texts {
        assert_eq!(grids(&text), [puzzle()], "{text}");
    }
}

#[test]
fn arrays_of_many_languages() {
    let comma = cells(blank("0"), ", ");
    let tight = cells(blank("0"), ",");
    let one_line = |open: &str, close: &str| {
        format!("{open}{}{close}", tight.join(&format!("{close},{open}")))
    };
    assert_read([
        format!("[{}]", one_line("[", "]")),
        format!("grid = [{}]", one_line("[", "]")),
        format!("int g[9][9]={{{}}};", one_line("{", "}")),
        format!("int[][] board = new int[][] {{{}}};", one_line("{", "}")),
        format!("let g = vec![{}];", one_line("vec![", "]")),
        format!("vector<vector<int>> g = {{{}}};", one_line("{", "}")),
        format!(
            "int[,] g = new int[9, 9] {{\n{}\n}};\n",
            wrap(&comma, "{ ", " }", ",\n")
        ),
        format!(
            "let g: [[u8; 9]; 9] = [\n{}\n];\n",
            wrap(&comma, "    [", "],", "\n")
        ),
        format!("vec![\n{}\n]", wrap(&comma, "vec![", "],", "\n")),
        format!(
            "int g[9][9] = {{\n{}}};\n",
            wrap(&comma, "{", "}, // a row\n", "")
        ),
        format!("g = [\n{}]\n", wrap(&comma, "[", "], # a row\n", "")),
        wrap(&comma, "g.append([", "])\n", ""),
        format!(
            "problem(1, [{}]).",
            wrap(&cells(blank("_"), ","), "[", "]", ",\n")
        ),
        format!("'({})", wrap(&cells(blank("0"), " "), "(", ")", "\n  ")),
        format!("A = [{}];", cells(blank("0"), " ").join("; ")),
        format!("A = [{}];", cells(blank("0"), " ").join(";\n")),
        format!("puzzle=[|{}|];", tight.join("|\n")),
        format!("c({})", tight.join(",")),
    ]);
}

#[test]
fn fields_of_a_whole_grid_may_be_empty() {
    assert_read([cells(
        |cell| {
            if cell == '.' {
                String::new()
            } else {
                cell.into()
            }
        },
        ",",
    )
    .join(",")]);
}

#[test]
fn squares_and_circles_for_blanks() {
    let symbols = [
        "\u{25a0}",
        "\u{25a1}",
        "\u{25aa}",
        "\u{25cb}",
        "\u{25cf}",
        "\u{26aa}",
        "\u{2b1c}",
        "\u{1f7e6}",
    ];
    assert_read(
        symbols
            .iter()
            .flat_map(|symbol| ["", " "].map(|between| cells(blank(symbol), between).join("\n"))),
    );
}

#[test]
fn arrays_of_numpy_and_pandas() {
    let plain = cells(blank("0"), " ");
    let float = |cell: char| format!("{}.", blank("0")(cell));
    let decimal = |cell: char| format!("{}.0", blank("0")(cell));
    let hundredths = |cell: char| format!("{}.00", blank("0")(cell));
    let micro = |cell: char| {
        if cell == '.' {
            "nan".to_string()
        } else {
            format!("{cell}.000000")
        }
    };
    let named = |cell: char| {
        if cell == '.' {
            "nan".to_string()
        } else {
            format!(" {cell}.")
        }
    };
    let scientific = |cell: char| format!("{}.000000000000000000e+00", blank("0")(cell));
    let empty = |cell: char| {
        if cell == '.' {
            String::new()
        } else {
            format!("{cell}.0")
        }
    };
    let numbered = |rows: &[String], between: &str| -> String {
        rows.iter()
            .zip(0..)
            .map(|(row, number)| format!("{number}{between}{row}\n"))
            .collect()
    };
    assert_read([
        format!("[{}]", wrap(&plain, "[", "]", "\n ")),
        format!("[{}]", wrap(&cells(float, " "), "[", "]", "\n ")),
        format!("[{}]", wrap(&cells(named, " "), "[", "]", "\n ")),
        format!(
            "array([{}], dtype=int64)",
            wrap(&cells(blank("0"), ", "), "[", "]", ",\n       ")
        ),
        format!(
            "array([{}])",
            wrap(&cells(decimal, ", "), "[", "]", ",\n       ")
        ),
        cells(scientific, " ").join("\n"),
        cells(hundredths, ",").join("\n"),
        cells(micro, " ").join("\n"),
        cells(empty, ",").join("\n"),
        format!(
            "   0  1  2  3  4  5  6  7  8\n{}",
            numbered(&cells(blank("0"), "  "), "  ")
        ),
        format!(
            ",0,1,2,3,4,5,6,7,8\n{}",
            numbered(&cells(blank("0"), ","), ",")
        ),
        format!(",0,1,2,3,4,5,6,7,8\n{}", numbered(&cells(empty, ","), ",")),
        format!("0,1,2,3,4,5,6,7,8\n{}", cells(blank("0"), ",").join("\n")),
        format!("1,2,3,4,5,6,7,8,9\n{}", cells(blank("0"), ",").join("\n")),
        format!(
            "c1,c2,c3,c4,c5,c6,c7,c8,c9\n{}",
            cells(blank(""), ",").join("\n")
        ),
    ]);
}

#[test]
fn json_on_one_line_or_many() {
    let null = cells(blank("null"), ", ");
    let solved = wrap(&rows_of(SOLUTION), "\"", "\"", ",\n");
    let one_a_line = cells(blank("0"), ",\n      ");
    let eight_spaces = cells(blank("0"), ",\n        ");
    assert_read([
        format!("{{\n  \"puzzle\": \"{PUZZLE}\",\n  \"solution\": \"{SOLUTION}\"\n}}\n"),
        format!(
            "{{\n\"puzzle\": [\n{}\n],\n\"solution\": [\n{solved}\n]\n}}\n",
            wrap(&null, "  [", "]", ",\n")
        ),
        format!(
            "{{\n\"board\": [{}],\n\"level\": \"easy\"\n}}\n",
            wrap(&null, "[", "]", ",\n")
        ),
        format!(
            "[\n  [\n      {}\n  ]\n]\n",
            one_a_line.join("\n  ],\n  [\n      ")
        ),
        format!(
            "[\n    [\n        {}\n    ]\n]\n",
            eight_spaces.join("\n    ],\n    [\n        ")
        ),
        format!("[\n{}\n]\n", wrap(&rows_of(PUZZLE), "  \"", "\"", ",\n")),
        format!("[[\"{}\"]]", cells(blank("."), "\",\"").join("\"],[\"")),
        format!("[[\"{}\"]]", cells(blank("."), "\",\"").join("\"]\n,[\"")),
        format!("[{{\"puzzle\": \"{PUZZLE}\", \"solution\": \"{SOLUTION}\"}}]"),
        format!("[\"{PUZZLE}\"]"),
    ]);
    let both = [puzzle(), OTHER.parse().unwrap()];
    let array = |cells: &str| {
        format!("[[{}]]", rows_of(&cells.replace('.', "0")).join("],[")).replace("],[", "\"],[\"")
    };
    let array = |cells: &str| array(cells).replace("[[", "[[\"").replace("]]", "\"]]");
    for text in [
        format!("[\"{PUZZLE}\", \"{OTHER}\"]"),
        format!("[\n\"{PUZZLE}\",\n\"{OTHER}\"\n]\n"),
        format!("[{}, {}]", array(PUZZLE), array(OTHER)),
        format!(
            "[\n  {{\n    \"puzzle\": \"{PUZZLE}\"\n  }},\n  {{\n    \"puzzle\": \"{OTHER}\"\n  }}\n]\n"
        ),
    ] {
        assert_eq!(grids(&text), both, "{text}");
    }
}

#[test]
fn tables_and_frames() {
    let bars = cells(blank(" "), " | ");
    let rule = format!("|{}\n", "---|".repeat(9));
    let table = wrap(&bars, "| ", " |\n", "");
    let boxes = |row: &String| format!("{} | {} | {}", &row[..5], &row[6..11], &row[12..]);
    let spaced: Vec<String> = cells(blank(" "), " ").iter().map(boxes).collect();
    let lettered: String = spaced
        .iter()
        .zip('A'..)
        .map(|(row, letter)| format!("{letter} | {row} |\n"))
        .collect();
    assert_read([
        table.replacen('\n', &format!("\n{rule}"), 1),
        format!("| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n{rule}{table}"),
        format!("|   |   |   |   |   |   |   |   |   |\n{rule}{table}"),
        format!("| a | b | c | d | e | f | g | h | i |\n{rule}{table}"),
        bars.join("\n"),
        bars.iter()
            .map(|row| format!("{}\n", row.trim_end()))
            .collect(),
        wrap(&bars, " ", " ", "\n---+---+---+---+---+---+---+---+---\n"),
        format!("    1 2 3   4 5 6   7 8 9\n  +-------+-------+-------+\n{lettered}"),
        spaced.join("\n"),
        format!(
            "{}\n------+-------+------\n{}\n------+-------+------\n{}",
            spaced[..3].join("\n"),
            spaced[3..6].join("\n"),
            spaced[6..].join("\n")
        ),
        cells(blank(" "), "").join("\n"),
        format!(
            "\\begin{{tabular}}{{|c|c|}}\n\\hline\n{}\\end{{tabular}}",
            wrap(&cells(blank(" "), " & "), "", " \\\\ \\hline\n", "")
        ),
        format!(
            "\\begin{{tabular}}{{|c|c|}}\n\\hline\n{}\n\\midrule\n\\end{{tabular}}",
            wrap(&cells(blank("0"), " & "), "", " \\\\", "\n\\hline\n")
        ),
        wrap(&cells(blank(""), " & "), "\\hline ", " \\\\", "\n"),
        format!(
            "  123456789\n{}",
            label(&rows_of(PUZZLE), |number| format!("{number} "))
        ),
        format!(
            "  012345678\n\n{}",
            label(&rows_of(&PUZZLE.replace('.', "0")), |number| format!(
                "{} ",
                number - 1
            ))
        ),
        format!("\t\t\t\t\t\t\t\tint n = 0;\n{}", spaced.join("\n")),
    ]);
}

#[test]
fn labels_before_rows_and_grids() {
    let spaced = cells(blank("."), " ");
    for rows in [
        rows_of(PUZZLE),
        rows_of(&PUZZLE.replace('.', "0")),
        spaced.clone(),
    ] {
        assert_read([
            label(&rows, |number| format!("{number}) ")),
            label(&rows, |number| format!("{number}. ")),
            label(&rows, |number| format!("{number}: ")),
            label(&rows, |number| format!("Row {number}: ")),
            label(&rows, |number| format!("row{number}=")),
            label(&rows, |number| format!("     {number}\t")),
            label(&rows, |number| format!("a.txt:{number}:")),
            label(&rows, |number| format!("[{number}] ")),
            label(&rows, |number| {
                format!("{} ", char::from(b'@' + number as u8))
            }),
            label(&rows, |_| "> ".to_string()),
        ]);
    }
    assert_read(["- ", "* ", "+ "].map(|bullet| label(&rows_of(PUZZLE), |_| bullet.to_string())));
    assert_read(
        [
            "puzzle = \"P\";",
            "Grid number one: P",
            "'P'",
            "`P`",
            "1. P",
            "- P",
        ]
        .map(|line| line.replace('P', PUZZLE)),
    );
}

#[test]
fn what_stands_around_a_grid_is_nothing() {
    let rows = rows_of(PUZZLE).join("\n");
    let solved = rows_of(SOLUTION).join("\n");
    assert_read(
        [
            "0",
            "-1",
            ".",
            "...",
            "!!",
            "Y",
            "]) :- x.",
            "end",
            "Total: 1",
            "id: 1",
            "\"id\": 2",
            "Solved in 0.02 s",
        ]
        .map(|end| format!("{rows}\n{end}\n")),
    );
    assert_read(["0", "7", "end"].map(|end| format!("{rows}\n\n{end}\n")));
    assert_read([
        format!("\"\"\"\n{rows}\n\"\"\"\n"),
        format!("grid = \"\"\"{rows}\"\"\"\n"),
        format!("# Sudoku\n\n```\n{rows}\n```\n\nA text.\n"),
        format!(";; Two words\n{rows}\n\n;; end\n"),
        format!(
            "board([\n{}\n]).\n",
            wrap(&cells(blank("0"), ","), "[", "]", ",\n")
        ),
        format!("Puzzle:\n{rows}\n\nSolution:\n{solved}\n"),
        format!("int puzzle[] = {{\n{rows}\n}};\nint solution[] = {{\n{solved}\n}};\n"),
        format!("sep=;\n{}", cells(blank(""), ";").join("\n")),
    ]);
}

#[test]
fn what_has_two_readings_or_none_is_refused() {
    let is_refused = |text: String| {
        let records = fixtures::read(None, text.as_bytes());
        records.grids.is_empty() && (records.len() > 0 || records.input_error.is_some())
    };
    let last_blank: Vec<String> = cells(blank("0"), ",")
        .iter()
        .map(|row| format!("{},", &row[..16]))
        .collect();
    let numbered: String = last_blank
        .iter()
        .zip(0..)
        .map(|(row, number)| format!("{number},{row}\n"))
        .collect();
    for text in [
        // The numbers of rows and an empty last cell, or cells and a comma at the end.
        numbered,
        // A rule or an empty grid.
        "-".repeat(81),
        format!("{PUZZLE} {}", &OTHER[..40]).replacen('5', "", 1),
        "1 2 3 4 5 6 7 8 9\n".to_string(),
    ] {
        assert!(is_refused(text.clone()), "{text}");
    }
}

#[test]
fn a_first_row_of_too_many_or_too_few_cells_is_damaged() {
    let rows = rows_of(PUZZLE)[1..].join("\n");
    // Eight dots are not separators, six cells no label, and what begins like a date may be a row.
    for first in [
        "........534678912",
        "534678912........",
        "530....070....000",
        "..5.6. 53..7....",
        "1.3..6..",
    ] {
        let records = fixtures::read(
            None,
            format!("{first}\n{rows}\n{}\n", rows_of(OTHER).join("\n")).as_bytes(),
        );
        assert_eq!(
            (records.grids, records.errors.len()),
            (vec![OTHER.parse().unwrap()], 1),
            "{first}"
        );
    }
    assert_read([format!("2024-05-12\n53..7....\n{rows}\n")]);
}

#[test]
fn rules_and_headers_do_not_shift_grids() {
    let other: Grid = OTHER.parse().unwrap();
    let dashes = |cells: &str| rows_of(&cells.replace('.', "-")).join("\n");
    let rule = "---------";
    let apart = [PUZZLE, OTHER, PUZZLE, OTHER]
        .map(dashes)
        .join(&format!("\n\n{rule}\n"));
    assert_eq!(grids(&apart), [puzzle(), other, puzzle(), other], "{apart}");
    let solved = rows_of(SOLUTION).join(&format!("\n{rule}\n"));
    assert_eq!(grids(&solved), [SOLUTION.parse().unwrap()], "{solved}");
    let header = "1 2 3 4 5 6 7 8 9\n";
    let spaced = |cells: &str| {
        cells
            .as_bytes()
            .chunks(9)
            .map(|row| with_spaces(row) + "\n")
            .collect::<String>()
    };
    let sparse = format!("4{}", ".".repeat(80));
    for between in ["", "\n"] {
        let all = [PUZZLE, OTHER, &sparse]
            .map(|cells| format!("{header}{}", spaced(cells)))
            .join(between);
        assert_eq!(
            grids(&all),
            [puzzle(), other, sparse.parse().unwrap()],
            "{all}"
        );
    }
    let typo = SOLUTION.replacen("345286179", "345286171", 1);
    let records = fixtures::read(
        None,
        [rows_of(&typo).join("\n"), rows_of(SOLUTION).join("\n")]
            .join("\n")
            .as_bytes(),
    );
    assert_eq!((records.len(), records.grids.len()), (2, 1));
}

#[test]
fn after_a_row_too_many_no_grid_is_made_of_two() {
    let (first, second) = (rows_of(PUZZLE), rows_of(OTHER).join("\n"));
    for extra in [first[3].as_str(), "12"] {
        let mut rows = first.clone();
        rows.insert(4, extra.to_string());
        let text = format!("{}\n{second}\n", rows.join("\n"));
        let records = fixtures::read(None, text.as_bytes());
        let errors: Vec<_> = records
            .iter()
            .filter_map(|record| record.puzzle.err())
            .collect();
        assert!(
            records.grids.is_empty() && errors[1].fault == UNKNOWN_START,
            "{text}"
        );
        let apart = fixtures::read(
            None,
            text.replace(&second, &format!("\n{second}\n\n{second}"))
                .as_bytes(),
        );
        assert_eq!(
            apart.grids.last().map(ToString::to_string),
            Some(OTHER.replace('.', "0")),
            "{text}"
        );
    }
}

/// A row with a space between its cells.
fn with_spaces(row: &[u8]) -> String {
    row.iter()
        .map(|&byte| char::from(byte).to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn cells_are_never_taken_for_a_label_or_a_comment() {
    for line in [
        "53..7....;1.3...5.9",
        "53..7.... # 1.3...5.9",
        "53..7.... // 1.3...5.9",
        "5 3 . . 7 . . . .; 1 2 3",
        "1. 2. 5. 3. 0. 0. 7. 0. 0. 0. 0.",
        "1:2:5:3:.:.:7:.:.:.:.",
        "530070000 = 103000509",
        "53..7.... -> 1.3...5.9",
        "1. 5 3 . . 7 . . .",
    ] {
        let records = fixtures::read(None, format!("{line}\n").repeat(9).as_bytes());
        assert!(
            records.grids.is_empty() && (records.len() > 0 || records.input_error.is_some()),
            "{line}"
        );
    }
    let damaged = "[[5,3,a,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0]]";
    assert!(
        fixtures::read(None, format!("{damaged}\n").repeat(9).as_bytes())
            .grids
            .is_empty()
    );
}

#[test]
fn long_lines_of_anything_take_linear_time() {
    // Each of these would take minutes if it took quadratic time.
    let parts = [
        "[",
        "]",
        "[]",
        "x[5]",
        "<a",
        "<td>",
        "<",
        "=",
        "(5,",
        "5.",
        "5-",
        "a=",
        ",",
        "|",
        "a: ",
        "1 ",
        "# ",
        "n/a",
        "\"",
        "1. ",
        "{\"a\":1},",
        "{\"grid\":[",
        "{\"grid\":'",
        "\",",
        "5:",
    ];
    let lines = parts.map(|part| part.repeat(65_000 / part.len()));
    for line in lines
        .into_iter()
        .chain(["|".repeat(10) + &" .".repeat(32_000)])
    {
        let records = fixtures::read(
            None,
            format!("{}\n{line}\n", rows_of(PUZZLE).join("\n"))
                .repeat(20)
                .as_bytes(),
        );
        assert!(!records.grids.is_empty(), "{}", &line[..20]);
    }
}

/// The rows of [`PUZZLE`] as a table with bars, with this width for each cell.
fn table(width: usize) -> Vec<String> {
    let cell = |cell: char| format!("{:^width$}", if cell == '.' { ' ' } else { cell });
    cells(cell, "|")
        .into_iter()
        .map(|row| format!("|{row}|"))
        .collect()
}

#[test]
fn lines_of_bars_between_rows_are_no_rows() {
    for spacer in ["|   |   |   |   |   |   |   |   |   |", "|   |   |   |"] {
        let bands = table(3)
            .chunks(3)
            .map(|band| band.join("\n"))
            .collect::<Vec<_>>();
        assert_read([bands.join(&format!("\n{spacer}\n"))]);
    }
    // A row of blanks is one.
    let mut blank = table(3);
    blank[4] = "|   |   |   |   |   |   |   |   |   |".into();
    let expected = PUZZLE
        .replacen("4..8.3..1", ".........", 1)
        .parse()
        .unwrap();
    assert_eq!(grids(&blank.join("\n")), [expected]);
}

#[test]
fn a_row_of_a_table_with_four_cells_has_no_label() {
    let mut rows = table(3);
    rows[0].truncate(17);
    let records = fixtures::read(None, rows.join("\n").as_bytes());
    assert!(records.grids.is_empty() && records.len() == 1);
}

#[test]
fn an_array_with_a_cell_on_each_line_takes_no_cells_of_the_next() {
    let array = |grid: &str, missing: Option<usize>| {
        let row = |(r, row): (usize, &[u8])| {
            let cells = if missing == Some(r) { &row[1..] } else { row };
            let cells: Vec<String> = cells
                .iter()
                .map(|&cell| char::from(cell).to_string().replace('.', "0"))
                .collect();
            format!("[\n{}\n]", cells.join(",\n"))
        };
        let rows: Vec<String> = grid.as_bytes().chunks(9).enumerate().map(row).collect();
        format!("[\n{}\n]", rows.join(",\n"))
    };
    let other: Grid = OTHER.parse().unwrap();
    for missing in 0..9 {
        let text = format!(
            "[\n{},\n{}\n]\n",
            array(PUZZLE, Some(missing)),
            array(OTHER, None)
        );
        let records = fixtures::read(None, text.as_bytes());
        assert_eq!(
            (&records.grids[..], records.len()),
            (&[other][..], 2),
            "{text}"
        );
    }
    assert_eq!(
        grids(&format!(
            "[\n{},\n{}\n]\n",
            array(PUZZLE, None),
            array(OTHER, None)
        )),
        [puzzle(), other]
    );
}

#[test]
fn names_of_columns_dates_and_counts_are_headings() {
    let rows = rows_of(PUZZLE).join("\n");
    // Right below a grid, names with digits could be a damaged row.
    for heading in [
        "A B C D E F G H I",
        "2nd",
        "\nc1,c2,c3,c4,c5,c6,c7,c8,c9",
        "2024-05-12",
        "1.5.2024",
    ] {
        let text = format!("{heading}\n{rows}\n{heading}\n{rows}\n(9 rows)\n");
        assert_eq!(grids(&text), [puzzle(); 2], "{text}");
    }
    for heading in ["## Solution", "Puzzle 1 solution", "Solution for puzzle 1:"] {
        let text = format!("{rows}\n\n{heading}\n{}\n", rows_of(SOLUTION).join("\n"));
        assert_eq!(grids(&text), [puzzle()], "{text}");
    }
}

#[test]
fn a_row_of_a_spreadsheet_can_be_empty() {
    let rows = cells(blank(""), "\t").join("\n");
    let empty = rows.replace(&cells(blank(""), "\t")[4], &"\t".repeat(8));
    let expected = PUZZLE
        .replacen("4..8.3..1", ".........", 1)
        .parse()
        .unwrap();
    assert_eq!(grids(&format!("{empty}\n")), [expected]);
}

#[test]
fn a_finished_grid_below_its_puzzle_is_its_solution_however_it_is_named() {
    let rows = |cells: &str| rows_of(cells).join("\n");
    for between in [
        "",
        "\n",
        "\nExpected:\n",
        "```\n\nSample Output:-\n",
        "\n# the answer\n",
    ] {
        let pair = format!("{}\n{between}{}\n\n", rows(PUZZLE), rows(SOLUTION));
        let other = OTHER.parse().unwrap();
        assert_eq!(
            grids(&format!("{pair}{}\n\n{pair}", rows(OTHER))),
            [puzzle(), other, puzzle()],
            "{pair}"
        );
        let options = InputOptions {
            every_grid: true,
            ..InputOptions::default()
        };
        let mut records = Records::default();
        Reader::new(pair.as_bytes(), &options)
            .fill(&mut records, usize::MAX, true)
            .unwrap();
        assert_eq!(
            records.grids,
            [puzzle(), SOLUTION.parse().unwrap()],
            "{pair}"
        );
    }
    // It belongs to another puzzle, or stands on a line of its own.
    assert_eq!(
        grids(&format!("{}\n\n{}\n", rows(OTHER), rows(SOLUTION))).len(),
        2
    );
    assert_eq!(grids(&format!("{PUZZLE}\n{SOLUTION}\n")).len(), 2);
}

#[test]
fn rows_in_comments_are_comments_and_frames_of_hashes_are_frames() {
    let solved = label(&cells_of(SOLUTION), |number| format!("# {number}: "));
    assert_read([format!("{}\n\n{solved}", rows_of(PUZZLE).join("\n"))]);
    let spaces = rows_of(&PUZZLE.replace('.', " "));
    let rule = format!("{}\n", "#".repeat(13));
    let boxed = |row: &String| format!("#{}#{}#{}#\n", &row[..3], &row[3..6], &row[6..]);
    let bands: Vec<String> = spaces
        .chunks(3)
        .map(|band| band.iter().map(boxed).collect())
        .collect();
    let cells = wrap(&cells(blank(" "), "#"), "#", "#\n", "");
    assert_read([
        format!("{rule}{}{rule}", bands.join(&rule)),
        bands.concat(),
        cells,
    ]);
}

/// The rows with a space between their cells.
fn cells_of(cells: &str) -> Vec<String> {
    cells.as_bytes().chunks(9).map(with_spaces).collect()
}

#[test]
fn words_of_81_cells_stand_anywhere_in_code() {
    let other: Grid = OTHER.parse().unwrap();
    for text in [
        format!(
            "puzzles = [\n    (\"{PUZZLE}\",\n     \"{SOLUTION}\"),\n    (\"{OTHER}\", 3),\n]\n"
        ),
        format!(
            "const games = [\n  {{ level: 'easy', puzzle: '{PUZZLE}' }},\n  {{ level: 'hard', puzzle: '{OTHER}' }},\n];\n"
        ),
        format!("INSERT INTO g VALUES (1, '{PUZZLE}');\nINSERT INTO g VALUES (2, '{OTHER}');\n"),
        format!("<games>\n<game data=\"{PUZZLE}\" />\n<game data=\"{OTHER}\" />\n</games>\n"),
        format!(
            "def test():\n    assert solve(\"{PUZZLE}\") == \"{SOLUTION}\"\n    assert solve(\"{OTHER}\")\n"
        ),
    ] {
        assert_eq!(grids(&text), [puzzle(), other], "{text}");
    }
}

#[test]
fn a_word_in_code_that_should_be_a_grid_is_refused() {
    for (word, wrong) in [
        (&PUZZLE[..80], ":16: expected 81 cells, found 80"),
        (&PUZZLE.replacen('5', "q", 1), ":16: "),
    ] {
        let text = format!("puzzles = {{\n  'easy': '{PUZZLE}',\n  'hard one': '{word}',\n}}\n");
        let records = fixtures::read(None, text.as_bytes());
        let errors: Vec<String> = records.errors.iter().map(ToString::to_string).collect();
        assert!(
            records.grids == [puzzle()] && errors.len() == 1,
            "{text}{errors:?}"
        );
        assert!(errors[0].starts_with(&format!("3{wrong}")), "{errors:?}");
    }
}

#[test]
fn lines_of_one_symbol_and_words_behind_lines() {
    assert_read([
        format!("{PUZZLE}e\n"),
        format!("{}e@02/17/23\n", PUZZLE.replace('.', "_")),
    ]);
    // 81 symbols that draw rules are refused, whatever stands around them.
    let dashes = PUZZLE.replace('.', "-");
    let text = format!("{dashes}\n{}\n{dashes}\n", "-".repeat(81));
    let records = fixtures::read(None, text.as_bytes());
    assert_eq!((records.grids.len(), records.errors.len()), (2, 1));
}

#[test]
fn calls_in_code_are_no_header() {
    let array = cells(blank("0"), ", ");
    // Arguments of functions are not a header of csv, and what has only symbols is a rule.
    let calls = "fix(r, c, sudoku, n);\nfix(r, c, sudoku, n + 1);\n\"   \",\n";
    assert_read([format!(
        "{calls}\nboard = [\n{}\n]\n",
        wrap(&array, "    [", "],", "\n")
    )]);
}

#[test]
fn a_row_with_a_cell_too_few_or_too_many_spoils_only_its_own_grid() {
    let rows = rows_of(PUZZLE).join("\n") + "\n";
    for damaged in [
        rows.replacen("6..195", "6..19", 1),
        rows.replacen("6..195", "6..1955", 1),
    ] {
        // The last grid is cut off.
        let cut = rows.split_inclusive('\n').take(8).collect::<String>();
        let records = fixtures::read(None, format!("{rows}{damaged}{rows}{cut}").as_bytes());
        assert_eq!(
            (records.grids.len(), records.errors.len()),
            (2, 2),
            "{damaged}"
        );
    }
}

#[test]
fn a_damaged_first_row_without_a_digit_is_a_row_if_it_has_bars() {
    let framed = |row: &str| {
        format!(
            "|{}\n",
            row.chars()
                .map(|cell| format!(" {cell} |"))
                .collect::<String>()
        )
    };
    // Eight rows below it belong to its grid, and the ninth to the next.
    let rows =
        "+++6++4++ ++2+7++++ 5+3+2+++1 ++1++++++ ++6++++++ ++++6+++4 +++3+++1+ ++49+++++ 79+48++++";
    let rows: Vec<String> = rows.split(' ').map(framed).collect();
    let text = format!(
        "{}{}{}",
        framed("+++++++++").replace("+ | + | + |\n", "+q| + | + |\n"),
        rows.concat(),
        rows[1..].concat()
    );
    assert!(
        fixtures::read(None, text.as_bytes()).grids.is_empty(),
        "{text}"
    );
}

#[test]
fn signs_between_cells_and_holes() {
    assert_read([
        format!("[\n{}\n]\n", wrap(&cells(blank(""), ","), "[", "]", ",\n")),
        rows_of(PUZZLE).join("\\n"),
        format!("{}\n", cells(blank("0"), ",").join(".")),
    ]);
}

/// An input that gives a text, and then fails.
struct Open<'a>(&'a [u8]);

impl std::io::Read for Open<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        assert!(!self.0.is_empty(), "nothing more may be read");
        self.0.read(buffer)
    }
}

#[test]
fn a_grid_is_complete_with_its_ninth_row() {
    for separator in ["", " ", ",", "|"] {
        let text = cells(blank("."), separator).join("\n") + "\n";
        let mut records = Records::default();
        assert!(
            Reader::new(Open(text.as_bytes()), &InputOptions::default())
                .fill(&mut records, 10, false)
                .unwrap()
        );
        assert_eq!(records.grids, [puzzle()], "{separator:?}");
    }
}

#[test]
fn long_rules_and_headings_are_no_puzzles() {
    let rows = rows_of(PUZZLE).join("\n");
    for rule in [
        "-".repeat(60),
        "*".repeat(80),
        ".-------------------".repeat(3) + ".",
        "+-------------------".repeat(3),
    ] {
        assert_read([format!("{rule}\n{rows}\n{rule}\n")]);
    }
    for length in [9, 81] {
        for label in ["1. ", "a: ", "> ", "1,"] {
            let text = format!("{label}{}\n\n{rows}\n", "-".repeat(length));
            assert!(
                !fixtures::read(None, text.as_bytes())
                    .grids
                    .contains(&Grid::EMPTY),
                "{text}"
            );
        }
    }
    let solved = rows_of(SOLUTION).join("\n");
    let above = rows_of(OTHER).join("\n");
    let count = |heading: &str| grids(&format!("{above}\n\n{heading}\n{solved}\n")).len();
    for heading in [
        "[Solution]",
        "Answer sheet 3",
        "Sample Output",
        "[State]",
        "Unique solution",
        "Grid 1",
    ] {
        assert_eq!(count(heading), 2, "{heading}");
    }
}

#[test]
fn nine_cells_are_a_row_whatever_stands_around_them() {
    let rest = rows_of(PUZZLE)[1..].join("\n");
    for line in [
        "530 070 000",
        "53. | .7. | ...",
        "5 3 0 0 7 0 0 0 0",
        "|5 3 .|. 7 .|. . .|",
        "[[5, 3, 0, 0, 7, 0, 0, 0, 0],",
        "int grid[9][9] = {{5, 3, 0, 0, 7, 0, 0, 0, 0},",
        "new int[9, 9] { { 5, 3, 0, 0, 7, 0, 0, 0, 0 },",
        "[5, 3, null, null, 7, None, NaN, nil, -1],",
        "file.txt:12:53..7....",
        "53..7.... // the first",
    ] {
        assert_eq!(grids(&format!("{line}\n{rest}\n")), [puzzle()], "{line}");
    }
}

#[test]
fn rules_with_the_bars_of_the_rows_are_rules() {
    let boxes = |row: &str, cell: &str, bar: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells
            .chunks(3)
            .map(|cells| cells.join(cell))
            .collect::<Vec<_>>()
            .join(bar)
    };
    for (symbol, cell, bar) in [
        ("0", "", "|"),
        (".", "", "|"),
        ("_", "", "|"),
        ("0", " ", " | "),
        (".", " ", " | "),
    ] {
        let rows: Vec<String> = cells(blank(symbol), "")
            .iter()
            .map(|row| boxes(row, cell, bar))
            .collect();
        for rule in ["-", "*", "=", "_"]
            .into_iter()
            .filter(|rule| *rule != symbol)
        {
            let rule = format!("\n{}\n", boxes(&rule.repeat(9), cell, bar));
            let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
            assert_read([bands.join(&rule) + "\n"]);
        }
    }
}

#[test]
fn spaces_are_blanks_between_bars_and_beside_a_margin() {
    for (bar, edge) in [(" | ", " "), (" | ", "")] {
        let row = |row: &str| {
            let boxes: Vec<String> = row
                .as_bytes()
                .chunks(3)
                .map(|cells| {
                    cells
                        .iter()
                        .map(|&d| char::from(d).to_string())
                        .collect::<Vec<_>>()
                        .join(" ")
                })
                .collect();
            format!("{edge}{}{edge}\n", boxes.join(bar))
        };
        assert_read([cells(blank(" "), "")
            .iter()
            .map(|cells| row(cells))
            .collect::<String>()]);
    }
}

#[test]
fn spaces_are_blanks_in_rows_of_nine_places() {
    let rows = rows_of(&PUZZLE.replace('.', " "));
    let boxes = |bar: &str| {
        let row = |row: &String| format!("{}{bar}{}{bar}{}\n", &row[..3], &row[3..6], &row[6..]);
        rows.iter().map(row).collect::<String>()
    };
    let apart = |end: &str| {
        cells(blank(" "), " ")
            .iter()
            .map(|row| format!("{row}{end}\n"))
            .collect()
    };
    assert_read([
        rows.join("\n"),
        rows.concat(),
        boxes("|"),
        boxes(" | "),
        apart(""),
        apart(" "),
    ]);
    // Five of the nine columns, with spaces between them.
    let columns: Vec<String> = rows_of(SOLUTION)
        .iter()
        .map(|row| row[..5].replace("", " ").trim().into())
        .collect();
    assert_eq!(
        fixtures::read(None, columns.join("\n").as_bytes()).grids,
        []
    );
    // A row without any symbol is an empty line.
    let text = rows.join("\n").replacen(&rows[4], "", 1);
    let records = fixtures::read(None, text.as_bytes());
    assert!(records.grids.is_empty() && records.len() > 0, "{text}");
}

#[test]
fn titles_with_times_and_rules_in_code_are_no_rows() {
    let rows = cells(blank("0"), "").join("\n") + "\n";
    let array = format!("[\n{}\n]\n", wrap(&cells(blank("0"), ","), "[", "],", "\n"));
    assert_read([
        format!("2022-07-11 20:16:57.310365527 +0200 CEST m=+0.000181752\n{rows}"),
        format!("2022-07-11T20:16:57.310365\n{rows}"),
        format!("10 sudokus solved in 6.739161968231201\n{rows}"),
        format!("{rows}\nprint(\"- - - - - - - - - - - - - -\")\n"),
        format!("x = {array}"),
        format!("var easy1 string = \"{PUZZLE}\"\nfunc main() {{\n}}\n"),
        format!("```\n{PUZZLE}\n```\n\nThis is text.\n"),
    ]);
}

#[test]
fn a_solution_may_have_any_name_and_a_puzzle_below_a_heading_of_solutions_is_one() {
    assert_read([
        format!("puzzle = \"{PUZZLE}\"\nsolvedBoard = \"{SOLUTION}\"\n"),
        format!("Output\n{}\n", rows_of(PUZZLE).join("\n")),
    ]);
    let two = format!(
        "{}\n\n2 solutions:\n{}\n",
        rows_of(PUZZLE).join("\n"),
        rows_of(OTHER).join("\n")
    );
    assert_eq!(grids(&two), [puzzle(), OTHER.parse().unwrap()]);
}

#[test]
fn grids_with_numbered_titles_are_read_alike() {
    let titled = |number: usize| format!("Grid {number}\n{}\n", rows_of(PUZZLE).join("\n"));
    assert_eq!(
        grids(&(8..13).map(titled).collect::<String>()),
        [puzzle(); 5]
    );
}

#[test]
fn a_rule_a_comment_or_a_number_is_enough_between_grids_with_empty_lines_between_bands() {
    let bands = rows_of(PUZZLE)
        .chunks(3)
        .map(|band| band.join("\n"))
        .collect::<Vec<_>>()
        .join("\n\n");
    for between in ["-----", "# 2", "// puzzle 2", "2", "2.", "(2)", "-"] {
        assert_eq!(
            grids(&format!(
                "{bands}\n{between}\n{bands}\n{between}\n{bands}\n"
            )),
            [puzzle(); 3],
            "{between}"
        );
    }
}

#[test]
fn among_rows_81_equal_signs_are_a_rule() {
    let rows = rows_of(PUZZLE).join("\n");
    for symbol in ["-", "_", "*", "="] {
        let rule = symbol.repeat(81);
        assert_eq!(
            grids(&format!("{rows}\n{rule}\n{rows}\n{rule}\n")),
            [puzzle(); 2],
            "{rule}"
        );
    }
}

#[test]
fn a_short_line_below_more_than_nine_uncertain_rows_is_a_damaged_row() {
    let rows = ";;;;;;;; 4;;2;;7;;;; ;;6;4;9;2;;; ;;3;;;;;1;5 ;1;;8;6;;;;4 ;;4;;;;8;;3 \
        ;;;2;4;;;; 2;;9;3;;;;; 5!q5!q5!q5!q \
        #comment ;;;;;9;;; ;;;;;;;; ;;;;;;;;1 ;;;;;;;; ;;;;;;;; ;;;1;;;;; ;;;;;;;; ;q;;;;;;; \
        ;;;;;5;;; \
        #comment 3;4;7;;;9;;; 1;;;;4;7;;; ;5;;;8;;;4; ;;2;;;3;;; ;;;;9;2;;; ;;;;7;4;;;2 \
        9;;5;;;;;; 4;;1;;3;;;;5 ;;;q;;5;;;1";
    assert_eq!(
        fixtures::read(None, rows.replace(' ', "\n").as_bytes()).grids,
        []
    );
}

#[test]
fn a_semicolon_between_fields_starts_no_comment() {
    let rows = fixtures::rows(";").join("\n").replace('.', "");
    let records = fixtures::read(
        None,
        format!(
            "q;8;7;;;3;;4;\n{}\n{rows}\n",
            &rows[rows.find('\n').unwrap() + 1..]
        )
        .as_bytes(),
    );
    assert_eq!(
        (lines(&records), &records.grids[..]),
        (vec![1, 10], &[puzzle()][..])
    );
}

#[test]
fn a_colon_before_nine_cells_is_one_more_if_colons_are_blanks() {
    let mut rows: Vec<String> = fixtures::rows("")
        .iter()
        .map(|row| row.replace('.', ":"))
        .collect();
    assert_read([rows.join("\n")]);
    rows[4] = ":426853791".into();
    assert_eq!(fixtures::read(None, rows.join("\n").as_bytes()).grids, []);
}

#[test]
fn rows_of_a_larger_grid_say_so() {
    let rows = "1 0 0 0 5 0 0 0 9 0 0 0 13 0 0 16\n".repeat(16);
    let records = fixtures::read(None, rows.as_bytes());
    let first = records.iter().next().unwrap().puzzle.unwrap_err().what();
    assert_eq!(
        first,
        "expected 9 cells, found 16: only grids of 9 by 9 can be read"
    );
}

#[test]
fn titles_are_words_of_any_script() {
    let rows = rows_of(PUZZLE).join("\n");
    for title in [
        "Судоку 1",
        "数独 1",
        "문제 1",
        "λύση",
        "個解",
        "Решение:",
        "Grid ü",
    ] {
        assert_eq!(
            grids(&format!("{title}\n{rows}\n{title}\n{rows}\n{title}\n")),
            [puzzle(); 2],
            "{title}"
        );
        if title.contains([' ', ':']) {
            assert_eq!(
                grids(&format!("{PUZZLE}\n{title}\n{PUZZLE}\n")),
                [puzzle(); 2],
                "{title}"
            );
        }
    }
    assert_read(["解", "ü"].map(|mark| format!("{rows}\n{mark}\n")));
}

#[test]
fn rules_numbers_and_indents_are_no_grids() {
    let rules = [
        "--------- ".repeat(9),
        "- ".repeat(81),
        "___ ".repeat(27),
        ";".repeat(80),
        "&".repeat(80),
        "~".repeat(81),
        "| --------- ".repeat(9) + "|",
        " \n".repeat(81),
        "\tA = 0x0020000,\n".repeat(9),
        format!("{}}}\n", "\t".repeat(8)).repeat(9),
    ];
    for rule in rules {
        assert_eq!(
            fixtures::read(None, format!("{rule}\n").as_bytes()).grids,
            [],
            "{rule}"
        );
    }
    let array = wrap(&cells(blank("0"), ", "), "\t\t\t\t\t\t\t\t[", "],", "\n");
    assert_read([format!("g = [\n{array}\n]\n")]);
    // The second field is no puzzle below its name.
    let union = ["X11"; 14].join(" | ");
    assert_read([format!(
        "F<X11, X12>\nF<X11, {union}>\n{}\n",
        cells(blank("0"), "").join("\n")
    )]);
}

#[test]
fn frames_with_wide_boxes_or_a_bar_at_the_right_have_spaces_for_blanks() {
    let rows = rows_of(&PUZZLE.replace('.', " "));
    let boxes = |row: &String, before: &str, between: &str, after: &str| -> Vec<String> {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells
            .chunks(3)
            .map(|cells| format!("{before}{}{after}", cells.join(between)))
            .collect()
    };
    let frame = |row: &dyn Fn(&String) -> String, rule: &str| -> String {
        let rows: Vec<String> = rows.iter().map(row).collect();
        rows.chunks(3)
            .map(|band| format!("{}\n{rule}\n", band.join("\n")))
            .collect()
    };
    assert_read([
        frame(
            &|row| boxes(row, "", "", "").join("|") + "|",
            "---+---+---|",
        ),
        frame(
            &|row| boxes(row, " ", " ", " ").join("|") + "|",
            "-------+-------+-------|",
        ),
        frame(
            &|row| boxes(row, " ", "  ", " ").join("|"),
            "-----------------------------",
        ),
        frame(
            &|row| format!("|{}|", boxes(row, " ", "  ", " ").join("|")),
            "+---------+---------+---------+",
        ),
    ]);
    // Nine spaces below such a row are a row, too.
    let text = "     8 6 \n1      2 \n     1   \n    9485 \n         \n 2917    \n   9     \n 4      6\n 9 5     \n";
    assert_eq!(grids(text).len(), 1);
    // So are digits that are aligned to the right.
    let text = "5    7  3\n  9  31  \n 3 51   9\n        8\n     6   \n 72  15  \n 4     7 \n3  9 2  6\n  6     2\n";
    assert_eq!(grids(text).len(), 1);
}

#[test]
fn grids_in_notebooks_and_in_rust_prolog_and_latex() {
    let rows: Vec<String> = cells(blank("0"), " ")
        .iter()
        .map(|row| format!("{} | {} | {}", &row[..5], &row[6..11], &row[12..]))
        .collect();
    let bands = |rule: &str| -> String {
        rows.chunks(3)
            .map(|band| format!("\"{rule}\\n\",\n{}\n", wrap(band, "\"", "\\n\",", "\n")))
            .collect()
    };
    let some = |cell: char| {
        if cell == '.' {
            "None".to_string()
        } else {
            format!("Some({cell})")
        }
    };
    let names = rows_of(&PUZZLE.replace('.', "_"));
    assert_read([
        wrap(&cells(some, ", "), "[", "],", "\n"),
        bands("---------------------"),
        bands("- - - - - - - - - - - -"),
        bands("------+-------+------"),
        bands(""),
        format!(
            "problem(1, [{}]).",
            wrap(&cells(blank("_"), ","), "[", "]", ",\n")
        ),
        format!(
            "\\begin{{sudoku}}\n{}\n\\end{{sudoku}}\n",
            wrap(&cells(blank(" "), "|"), "|", "|.", "\n")
        ),
        format!("a = f({})\n", wrap(&names, "\"", "\"", "\n      ")),
    ]);
    // The first row has no digit.
    let text = names.join("\n").replacen(&names[0], "_________", 1);
    assert_eq!(
        grids(&format!(
            "a = f({})\n",
            wrap(
                &text.lines().map(String::from).collect::<Vec<_>>(),
                "\"",
                "\"",
                "\n"
            )
        ))
        .len(),
        1
    );
}

#[test]
fn single_cells_are_grids_if_81_or_several_times_as_many_stand_together() {
    let each = |puzzle: &str, end: &str| {
        puzzle
            .chars()
            .map(|cell| format!("{cell}{end}\n"))
            .collect::<String>()
    };
    let (cells, wide, other) = (each(PUZZLE, ""), each(PUZZLE, ","), each(OTHER, ""));
    for (text, expected) in [
        (cells.clone(), 1),
        (format!("     {cells}"), 1),
        (format!("{cells}\n"), 1),
        (format!("{wide}\n{other}"), 2),
        (format!("{cells}{other}{cells}"), 3),
        (format!("{wide}\n{other}\n{wide}\n\nend\n"), 3),
        (each(&PUZZLE.replace('.', " "), ""), 1),
        (format!("x\n{cells}"), 0),
        (format!("{cells}0\n"), 0),
        (format!("5.\n{cells}\n{other}"), 1),
        (format!("{cells}{other}5\n3\n"), 0),
        (format!("2\n{cells}{other}"), 0),
        (format!("2\n\n{cells}{other}"), 2),
        (format!("{cells}---\n{wide}];\n[\n{other}"), 3),
        (format!("2\n{}", cells.repeat(25)), 0),
        (format!("{}{other}\n{other}5\n", cells.repeat(25)), 26),
        (" \n".repeat(250), 0),
        (format!("[\n{}]\n", "  0,\n".repeat(121)), 0),
    ] {
        let records = fixtures::read(None, text.as_bytes());
        assert_eq!(records.grids.len(), expected, "{text}");
        for size in [1, 100, 163, 200, 400, 3000] {
            let pieces = fixtures::read_pieces(text.as_bytes(), size);
            assert_eq!(
                (&pieces.grids, lines(&pieces)),
                (&records.grids, lines(&records)),
                "{size}: {text}"
            );
        }
    }
}

#[test]
fn a_row_that_lost_one_of_ten_fields_is_not_read_shifted() {
    let rows = wrap(&cells(blank(""), ","), "", ",", "\n");
    assert_read([rows.clone()]);
    let row = rows.lines().nth(1).expect("nine rows");
    for at in row.match_indices(',').map(|(at, _)| at) {
        let text = rows.replacen(row, &format!("{}{}", &row[..at], &row[at + 1..]), 1);
        assert_eq!(fixtures::read(None, text.as_bytes()).grids, [], "{text}");
    }
}

#[test]
fn numbers_and_empty_tables_are_no_rows() {
    let table = format!("Name,B,C,D,E,F,G,H,I\n{}", ",,,,,,,,\n".repeat(9));
    assert_eq!(fixtures::read(None, table.as_bytes()).grids, []);
    let rows = rows_of(PUZZLE).join("\n");
    for time in [
        "Time: 0.0010000 s",
        "Time: 8.35236183889",
        "Elapsed: 12.040506",
        "walltime: 0.00297399",
    ] {
        assert_eq!(
            grids(&format!("{time}\n{rows}\n{time}\n{rows}\n{time}\n")),
            [puzzle(); 2],
            "{time}"
        );
    }
    assert_read(["10000", "49151", "123456"].map(|count| format!("{count}\n{PUZZLE}\n")));
    assert_eq!(
        grids(&format!("10000\n{rows}\n{rows}\n\n{rows}\n")),
        [puzzle(); 3]
    );
    let cut = format!("53007\n{}\n\n{rows}\n", &rows[10..]);
    assert_eq!(lines(&fixtures::read(None, cut.as_bytes())), [2, 11]);
    assert_read([format!(
        "{{\"id\":1,\"difficulty\":16.46,\"givens\":\"{PUZZLE}\"}}\n"
    )]);
}

#[test]
fn rows_with_spaces_for_blanks_can_be_quoted_and_are_never_shifted() {
    let rows = rows_of(&PUZZLE.replace('.', " "));
    assert_read([
        wrap(&rows, "  \"", "\",", "\n"),
        wrap(&cells(blank(" "), " "), "\"", "\"", "\n"),
        wrap(&cells(blank(" "), " | "), "> | ", " |", "\n"),
    ]);
    // The second row lacks two fields of its frame, or a space between its cells.
    let frame =
        wrap(&cells(blank(" "), " | "), "| ", " |", "\n").replace("| 6 |   |   | 1", "|   | 1");
    assert_eq!(fixtures::read(None, frame.as_bytes()).grids, [], "{frame}");
    for (from, to) in [
        ("6  195   ", "6 195   "),
        ("6  195   ", "6   195   "),
        (" 98    6 ", " 98   6 "),
    ] {
        let text = rows.join("\n").replace(from, to);
        assert_eq!(fixtures::read(None, text.as_bytes()).grids, [], "{text}");
    }
}

#[test]
fn the_digits_of_a_program_and_lines_of_dots_are_no_rows() {
    let array = wrap(&cells(blank("0"), " "), "(", ")", "\n");
    let rows = rows_of(PUZZLE).join("\n");
    assert_read([
        format!("#2A({array})\n"),
        format!("digits = '123456789'\nrows = 'ABCDEFGHI'\ngrid = '''\n{rows}\n'''\n"),
    ]);
    let text = format!("1 Introduction {} 3\n\n{rows}\n", ".".repeat(56));
    assert_eq!(fixtures::read(None, text.as_bytes()).grids, [puzzle()]);
}

#[test]
fn a_number_below_rows_of_places_is_no_row_and_one_beside_a_word_no_cells() {
    let rows = rows_of(&PUZZLE.replace('.', " "));
    for number in ["2", "12", "1 2"] {
        let text = format!("{}\n{number}\n", rows[..8].join("\n"));
        assert_eq!(fixtures::read(None, text.as_bytes()).grids, [], "{text}");
    }
    let rows = rows_of(PUZZLE).join("\n");
    for title in ["Seed: 12345678", "Generated 2024-05-12", "Puzzle 12345678"] {
        assert_eq!(
            grids(&format!("{title}\n{rows}\n{title}\n{rows}\n")),
            [puzzle(); 2],
            "{title}"
        );
    }
}

#[test]
fn a_comment_of_nine_signs_is_no_row_and_a_candidate_grid_may_have_blanks() {
    let rows = rows_of(PUZZLE);
    let text = format!(
        "{}\n// 1 2 3 4 5 6 7\n{}\n",
        rows[..4].join("\n"),
        rows[4..].join("\n")
    );
    assert_eq!(fixtures::read(None, text.as_bytes()).grids, []);
    let candidates =
        wrap(&cells(blank("."), " "), "", "", "\n").replacen("5 3 . .", "5 3 12 124", 1);
    let candidates = candidates.replacen("6 . .", "6 47 247", 1);
    let records = fixtures::read(None, candidates.as_bytes());
    let masks = records.marks[0].1.masks();
    assert_eq!((records.grids.len(), masks[2], masks[4]), (1, 0b11, 1 << 6));
    // All others can hold any digit.
    assert_eq!(masks.iter().filter(|mask| **mask == 0x1ff).count(), 47);
}

#[test]
fn a_row_beside_a_grid_on_a_line_and_rows_beside_a_long_line_are_refused() {
    let row = "5,3,0,0,7,0,0,0,0";
    let grid = wrap(&cells(blank("0"), ","), "", "", ",");
    let records = fixtures::read(None, format!("x = [[{row}], [{grid}]]\n").as_bytes());
    assert_eq!((records.grids.len(), records.errors.len()), (0, 1));
    let (rows, other) = (rows_of(PUZZLE), rows_of(OTHER).join("\n"));
    let (start, end) = (rows[..4].join("\n"), rows[4..].join("\n"));
    let long = "5 ".repeat(40_000);
    let records = fixtures::read(
        None,
        format!("{start}\n{long}\n{end}\n{other}\n{other}\n").as_bytes(),
    );
    assert_eq!(records.grids, []);
    let records = fixtures::read(
        None,
        format!("{start}\n{long}\n{end}\n\n{other}\n{other}\n").as_bytes(),
    );
    assert_eq!(records.grids.len(), 2);
    // Between two grids it interrupts none, so an error below it spoils only its own grid.
    let conflict = other.replacen('8', "88", 1).replacen("88.", "88", 1);
    let text = format!("{other}\n\n{long}\n{other}\n{conflict}\n");
    let records = fixtures::read(None, text.as_bytes());
    assert_eq!((records.grids.len(), records.errors.len()), (2, 2));
}

#[test]
fn errors_in_framed_rows_have_their_column_in_characters() {
    let frame = wrap(&cells(blank(" "), " │ "), "│ ", " │", "\n").replacen("│ 9 │", "│ 9q │", 1);
    let records = fixtures::read(None, frame.as_bytes());
    assert_eq!(
        records.errors[0].to_string(),
        "2:20: expected a digit or a blank, found 'q'"
    );
    let conflict = frame.replacen("9q", "6", 1);
    let records = fixtures::read(None, conflict.as_bytes());
    assert_eq!(
        records.errors[0].to_string(),
        "2:19: r2c1 and r2c5 are both 6"
    );
}
