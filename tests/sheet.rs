//! `-o html`: a page to print.

use crate::fixtures::files::Folder;
use crate::fixtures::program::sudokat;
use crate::fixtures::puzzles::{ANSWER, PUZZLE, TWO, rows};

/// The page that is printed for these arguments, and its tables.
fn page(arguments: &[&str], input: &str) -> (String, Vec<String>) {
    let (page, messages, status) = sudokat(&[&["-o", "html"], arguments].concat(), input);
    assert_eq!((messages.as_str(), status), ("", 0));
    let tables = page.split("<table>").skip(1).map(String::from).collect();
    (page, tables)
}

/// The cells of a table.
fn cells(table: &str) -> Vec<String> {
    let cells = table
        .split("<td>")
        .skip(1)
        .map(|cell| cell.split("\n<tr>").next().unwrap_or_default());
    cells
        .map(|cell| cell.trim_end_matches("\n</table>\n").to_string())
        .collect()
}

#[test]
fn clues_are_bold_and_solved_digits_are_not() {
    for (arguments, others) in [(&[][..], ANSWER), (&["--convert"], &" ".repeat(81))] {
        let (page, tables) = page(arguments, PUZZLE);
        assert!(
            page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">")
                && page.ends_with("\n</table>\n"),
            "{page}"
        );
        let expected: Vec<String> = PUZZLE
            .chars()
            .zip(others.chars())
            .map(|(clue, other)| {
                if clue == '0' {
                    other.to_string()
                } else {
                    format!("<b>{clue}</b>")
                }
            })
            .collect();
        let cells: Vec<String> = cells(&tables[0])
            .iter()
            .map(|cell| {
                if cell.is_empty() {
                    " ".into()
                } else {
                    cell.clone()
                }
            })
            .collect();
        assert_eq!(cells, expected);
        assert_eq!((tables.len(), tables[0].matches("<tr>").count()), (1, 9));
    }
}

#[test]
fn candidates_are_small_and_each_has_its_place() {
    let (_, tables) = page(&["--candidates"], TWO);
    let small = cells(&tables[0])
        .iter()
        .filter(|cell| cell.contains("<small>"))
        .cloned()
        .collect::<Vec<_>>();
    assert!(!small.is_empty());
    for cell in small {
        let text = cell
            .trim_start_matches("<small>")
            .trim_end_matches("</small>");
        let symbols: Vec<char> = text.lines().flat_map(str::chars).collect();
        assert_eq!(text.lines().count(), 3, "{cell}");
        let in_place = |(place, symbol): (usize, &char)| {
            *symbol == '\u{2007}' || *symbol as usize == '1' as usize + place
        };
        assert!(
            symbols.len() == 9 && symbols.iter().enumerate().all(in_place),
            "{cell}"
        );
    }
}

#[test]
fn a_caption_is_the_title_or_the_number() {
    let titled = format!("Tom & Jerry\n{}\n{}", rows(PUZZLE, ""), rows(PUZZLE, ""));
    for question in [&[][..], &["--convert"]] {
        let (_, tables) = page(question, &titled);
        assert!(
            tables[0].starts_with("<caption>Tom &amp; Jerry</caption>"),
            "{}",
            tables[0]
        );
        assert!(
            tables[1].starts_with("<caption>2</caption>"),
            "{}",
            tables[1]
        );
    }
}

#[test]
fn a_caption_says_that_there_are_other_solutions() {
    let (_, tables) = page(&[], &format!("{TWO}\n{PUZZLE}\n"));
    assert!(
        tables[0].starts_with("<caption>1: one of several solutions</caption>"),
        "{}",
        tables[0]
    );
    assert!(
        tables[1].starts_with("<caption>2</caption>"),
        "{}",
        tables[1]
    );
}

/// Browsers take what follows a second head for text.
#[test]
fn several_inputs_make_one_page() {
    let folder = Folder::new();
    let files = [
        folder.file("a&<b>.txt", PUZZLE),
        folder.file("rows.txt", rows(PUZZLE, " ")),
    ];
    let (page, tables) = page(&["-H", &files[0], &files[1]], "");
    assert_eq!(
        (
            page.matches("<!DOCTYPE").count(),
            page.matches("</style>").count(),
            tables.len()
        ),
        (1, 1, 2)
    );
    assert!(
        tables[0].contains("a&amp;&lt;b>.txt: 1</caption>"),
        "{}",
        tables[0]
    );
}

#[test]
fn questions_that_are_answered_in_words_have_no_page() {
    for question in ["--verdict", "--count", "--check", "--redundant"] {
        let (page, message, status) = sudokat(&[question, "-o", "html"], PUZZLE);
        assert!(
            page.is_empty() && status == 2 && message.contains("-o html"),
            "{question}: {message}"
        );
    }
}

#[test]
fn the_numbers_go_on_from_one_input_to_the_next_unless_its_name_stands_before_them() {
    let folder = Folder::new();
    let names = ["a.txt", "b.txt"].map(|name| folder.file(name, format!("{PUZZLE}\n{PUZZLE}\n")));
    let captions = |options: &[&str]| -> Vec<String> {
        let (_, tables) = page(
            &[options, &names.each_ref().map(|name| &**name)[..]].concat(),
            "",
        );
        let captions = tables
            .iter()
            .map(|table| table.split(['>', '<']).nth(2).unwrap_or_default());
        captions
            .map(|caption| caption.rsplit('/').next().unwrap_or_default().to_string())
            .collect()
    };
    assert_eq!(captions(&[]), ["1", "2", "3", "4"]);
    assert_eq!(
        captions(&["-H"]),
        ["a.txt: 1", "a.txt: 2", "b.txt: 1", "b.txt: 2"]
    );
}
