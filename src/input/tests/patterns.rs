//! Tests of grids beside others: each is read as it would be read alone, on the fast path or not.

use super::fixtures::{self, OTHER, PUZZLE, SOLUTION, lines, puzzle, rows, titles};
use crate::grid::Grid;
use crate::input::InputOptions;
use crate::input::reader::Reader;
use crate::input::records::Records;

/// The records of a text, however it arrives. Small pieces have no whole grid.
fn read(text: &str) -> Records {
    let records = fixtures::read(None, text.as_bytes());
    for size in [1, 20, 1000] {
        let pieces = fixtures::read_pieces(text.as_bytes(), size);
        assert_eq!(
            (&pieces.grids, lines(&pieces)),
            (&records.grids, lines(&records)),
            "{size}: {text}"
        );
        assert_eq!(
            (titles(&pieces), pieces.omitted_solutions),
            (titles(&records), records.omitted_solutions),
            "{size}: {text}"
        );
    }
    records
}

/// All grids of a text, solutions included.
fn all_grids(text: &str) -> Vec<Grid> {
    let options = InputOptions {
        every_grid: true,
        ..InputOptions::default()
    };
    let mut records = Records::default();
    Reader::new(text.as_bytes(), &options)
        .fill(&mut records, usize::MAX, true)
        .unwrap();
    records.grids
}

fn rows_of(cells: &str) -> String {
    cells
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
        .collect()
}

#[test]
fn grids_between_titles_comments_and_gaps_are_read_alike() {
    let (one, other) = (rows_of(PUZZLE), rows_of(OTHER));
    let text =
        format!("Grid 1\n{one}Grid 2\n{other}\n\n{one}# {other}{other}\n{one}Grid 3\r\n{other}");
    let records = read(&text.replacen("# 8", "# a\n8", 1));
    let expected = [PUZZLE, OTHER, PUZZLE, OTHER, OTHER, PUZZLE, OTHER]
        .map(|grid| grid.parse::<Grid>().unwrap());
    assert_eq!(records.grids, expected);
    let titles = titles(&records);
    assert_eq!(
        (titles[1].as_deref(), &titles[2], titles[6].as_deref()),
        (Some("Grid 2"), &None, Some("Grid 3"))
    );
}

#[test]
fn frames_boxes_and_numbered_rows_are_read_alike() {
    let frame = |cells: &str| {
        let row = |row: &[u8]| format!("│{}│{}│{}│\n", cell(row, 0), cell(row, 3), cell(row, 6));
        let rows: Vec<String> = cells.as_bytes().chunks(9).map(row).collect();
        format!(
            "┌───┐\n{}├───┤\n{}├───┤\n{}└───┘\n",
            rows[..3].concat(),
            rows[3..6].concat(),
            rows[6..].concat()
        )
    };
    let numbered = |cells: &str| -> String {
        rows_of(cells)
            .lines()
            .zip(1..)
            .map(|(row, number)| format!("{number}: {row}\n"))
            .collect()
    };
    for write in [&frame as &dyn Fn(&str) -> String, &numbered] {
        let texts = [PUZZLE, OTHER, PUZZLE].map(write);
        assert_eq!(read(&texts.join("\n")).grids.len(), 3, "{}", texts[0]);
        // The label of the second row is damaged, or a cell of it.
        let damaged = texts[1]
            .replacen("2: ..", "2: .", 1)
            .replacen("│..3│", "│.3│", 1);
        assert_ne!(damaged, texts[1]);
        let records = read(
            &[&texts[0], &damaged, &texts[2]]
                .map(String::as_str)
                .join("\n"),
        );
        assert_eq!(
            (records.grids.len(), records.errors.len()),
            (2, 1),
            "{damaged}"
        );
    }
}

/// Three cells of a row.
fn cell(row: &[u8], start: usize) -> String {
    String::from_utf8_lossy(&row[start..start + 3]).into_owned()
}

#[test]
fn a_solution_is_left_out_and_a_conflict_refused() {
    let (puzzle, solution) = (rows_of(PUZZLE), rows_of(SOLUTION));
    let text = format!("{puzzle}\n{puzzle}\n{solution}\n{puzzle}");
    let records = read(&text);
    assert_eq!((records.grids.len(), records.omitted_solutions), (3, 1));
    assert_eq!(all_grids(&text).len(), 4);
    let conflict = puzzle.replacen("53..7", "55..7", 1);
    let records = read(&format!("{puzzle}\n{conflict}\n{puzzle}"));
    let errors: Vec<String> = records.errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        (records.grids.len(), errors),
        (2, vec!["11:2: r1c1 and r1c2 are both 5".to_string()])
    );
}

#[test]
fn a_row_that_may_be_a_rule_or_a_header_is_read_with_its_neighbors() {
    let dashes = rows_of(&PUZZLE.replace('.', "-"));
    let blank = rows_of(&format!(
        "{}{}",
        "-".repeat(9),
        &PUZZLE[9..].replace('.', "-")
    ));
    assert_eq!(read(&format!("{dashes}\n{blank}\n{dashes}")).grids.len(), 3);
    // The line between two grids is a rule: as a row, it would be one too many.
    let records = read(&format!("{dashes}---------\n{dashes}---------\n{dashes}"));
    assert_eq!((records.grids.len(), records.errors.len()), (3, 0));
    let numbered = format!("1 2 3 4 5 6 7 8 9\n{}\n", rows(" ").join("\n")).repeat(3);
    assert_eq!(read(&numbered).grids, [puzzle(); 3]);
    // Rules of asterisks are known by the blanks of the rows beside them. The second grid has none.
    let in_bands = |cells: &str| {
        rows_of(cells)
            .as_bytes()
            .chunks(30)
            .map(|band| String::from_utf8_lossy(band).into_owned())
            .collect::<Vec<_>>()
            .join("*********\n")
    };
    let texts = [PUZZLE, SOLUTION, PUZZLE].map(in_bands);
    let damaged = texts[1].replacen("534678912", "34678912", 1);
    assert_eq!(
        read(
            &[&texts[0], &damaged, &texts[2]]
                .map(String::as_str)
                .join("\n")
        )
        .grids
        .len(),
        2
    );
}

#[test]
fn a_line_of_several_grids_is_read_like_the_others() {
    // The first array of each line is not a grid. It is reported each time.
    let conflict = format!(
        "[[{}]]",
        rows(",")
            .join("],[")
            .replace('.', "0")
            .replacen("5,3", "5,5", 1)
    );
    let array = |cells: &str| {
        format!(
            "[[{}]]",
            cells
                .as_bytes()
                .chunks(9)
                .map(|row| row
                    .iter()
                    .map(|&byte| char::from(byte).to_string())
                    .collect::<Vec<_>>()
                    .join(","))
                .collect::<Vec<_>>()
                .join("],[")
        )
    };
    let line = |cells: &str| format!("a = {conflict}, {}\n", array(&cells.replace('.', "0")));
    let records = read(&[PUZZLE, OTHER, PUZZLE].map(line).concat());
    assert_eq!((records.grids.len(), records.errors.len()), (3, 3));
    assert_eq!(records.grids[2], puzzle());
}

/// A grid of fields with this separator. Each digit is followed by `decimals`.
fn fields(cells: &str, separator: &str, blank: &str, decimals: &str) -> String {
    let field = |cell: char| {
        if cell == '.' {
            blank.to_string()
        } else {
            format!("{cell}{decimals}")
        }
    };
    write(cells, |_, row| {
        row.chars().map(field).collect::<Vec<_>>().join(separator)
    })
}

#[test]
fn fields_that_differ_in_length_are_read_alike() {
    for (separator, blank, decimals) in [
        (",", "", ""),
        ("\t", "", ""),
        (", ", "null", ""),
        (",", "0.0", ".0"),
        (" ", "None", ""),
        (" ", "·", ""),
    ] {
        let texts =
            [PUZZLE, OTHER, PUZZLE, OTHER].map(|cells| fields(cells, separator, blank, decimals));
        let records = read(&texts.join("\n"));
        let expected = [PUZZLE, OTHER, PUZZLE, OTHER].map(|grid| grid.parse::<Grid>().unwrap());
        assert_eq!(records.grids, expected, "{}", texts[0]);
        // The last line has no end.
        assert_eq!(
            read(texts.join("\n").trim_end_matches('\n')).grids,
            expected,
            "{}",
            texts[0]
        );
    }
}

/// A grid of nine rows, each written by `row`, which gets its number and its cells.
fn write(cells: &str, row: impl Fn(usize, &str) -> String) -> String {
    rows_of(cells)
        .lines()
        .zip(1..)
        .map(|(cells, number)| row(number, cells) + "\n")
        .collect()
}

#[test]
fn rows_are_read_alike_above_and_below_others() {
    let named = |number: usize, row: &str| format!("Row {number}: {row}");
    let spaces = |_: usize, row: &str| row.replace('.', " ");
    let with_word = |_: usize, row: &str| format!("A: {row}");
    let measured = |_: usize, row: &str| format!("{row} s");
    let spaces_in_quotes = |_: usize, row: &str| format!("\"{}\"", row.replace('.', " "));
    let bars = |_: usize, row: &str| {
        format!(
            "||{}",
            row.split("")
                .filter(|s| !s.is_empty())
                .collect::<Vec<_>>()
                .join("|")
        )
    };
    let solution_with = |dots: &str| format!("{dots}{}", &SOLUTION[dots.len()..]);
    let second_blank: String = rows_of(SOLUTION)
        .lines()
        .map(|row| format!("{}.{}", &row[..1], &row[2..]))
        .collect();
    let right = format!("........2{}", &PUZZLE[9..]);
    let columns = format!("5.3.4.6.7{}", ".".repeat(72));
    let digits = format!(
        "{}6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "..3.....7"
    );
    for (first, second) in [
        (
            write(PUZZLE, named),
            write(&solution_with("5346.8912"), named),
        ),
        (write(PUZZLE, spaces), write(&right, spaces)),
        (write(PUZZLE, spaces), write(&columns, spaces)),
        (
            write(SOLUTION, with_word),
            write(&digits, |number, row| {
                with_word(number, row).replace('.', "%")
            }),
        ),
        (
            write(PUZZLE, spaces_in_quotes),
            write(&right, spaces_in_quotes),
        ),
        (write(&second_blank, bars), write(PUZZLE, bars)),
        (
            write(PUZZLE, measured),
            write(&solution_with("5346.8912"), measured),
        ),
        // A line that starts with an asterisk and a slash is a comment.
        (
            fields(&second_blank.replace('\n', ""), "/", "*", ""),
            fields(&format!(".{}", &PUZZLE[1..]), "/", "*", ""),
        ),
        // Fields are only cells beside separators that agree.
        (
            fields(SOLUTION, ",", "", "").replace("9,1,2", "9;1;2"),
            fields(PUZZLE, ",", "", "").replace("7,,,,", "7,,;;"),
        ),
        (
            fields(SOLUTION, ",", "", "").replace("3,4,6", "346"),
            fields(PUZZLE, ",", "null", "").replacen(",null,", "null", 1),
        ),
        (
            fields(PUZZLE, ",", "", "").replace(",,,,\n", ",,,,,\n"),
            fields(PUZZLE, ",", "", ""),
        ),
        (
            format!(
                "0   0   0   0 \x1b[0m  0   0   0   0   0\n{}",
                "0   0   0   0   0   0   0   0   0\n".repeat(8)
            ),
            format!(
                "0   0   0   0 \x1b[0m  5   0   0   0   0\n{}",
                "0   0   0   0   0   0   0   0   0\n".repeat(8)
            ),
        ),
    ] {
        let mut grids = Vec::new();
        for text in [&first, &second, &first] {
            grids.extend(all_grids(text));
        }
        assert_eq!(
            all_grids(&format!("{first}\n{second}\n{first}")),
            grids,
            "{second}"
        );
    }
}

#[test]
fn several_rows_on_a_line_and_uncertain_grids_are_read_alike() {
    let array = |cells: &str| {
        format!(
            "[{}]",
            cells
                .chars()
                .map(String::from)
                .collect::<Vec<_>>()
                .join(",")
                .replace('.', "0")
        )
    };
    let grids = [PUZZLE, OTHER, PUZZLE, OTHER, OTHER, PUZZLE].concat();
    for rows_on_a_line in [2, 4] {
        let rows: Vec<String> = rows_of(&grids).lines().map(array).collect();
        let text: String = rows
            .chunks(rows_on_a_line)
            .map(|rows| rows.join(",") + ",\n")
            .collect();
        assert_eq!(read(&text).grids.len(), 6, "{text}");
    }
    let numbered = |first: &str| {
        write(
            &format!("{first}{}", ".".repeat(81 - first.len())),
            |number, row| {
                format!(
                    "{number} {}",
                    row.chars().map(String::from).collect::<Vec<_>>().join(" ")
                )
            },
        )
    };
    let records = read(&format!(
        "{}{}\n{}",
        numbered("55"),
        numbered("5"),
        numbered("7")
    ));
    assert_eq!(
        records.grids.last().map(|grid| grid.digits()[..2].to_vec()),
        Some(vec![7, 0])
    );
    let zeros = "0 0 0 0 0 0 0 0 0\n";
    let below = |first: &str, second: &str| format!("{first}{second}{}", zeros.repeat(7));
    read(
        &[
            below(zeros, zeros),
            below(zeros, "0 1 2 3 4 5 6 7 8\n"),
            below("5 5 0 0 0 0 0 0 0\n", zeros),
        ]
        .concat(),
    );
}
