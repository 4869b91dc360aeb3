//! Puzzle files as people have them: each layout's samples in `tests/data/formats`, all of the same three grids; each layout
//! with each fault, its message and its place; and each dress.

mod common;

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::{SUDOKAT, rows, start};
use sudokat::format::{Dress, Joint, Layout};
use sudokat::stream::{Ask, Status, Stream};

const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A grid of two solutions, the smaller first.
const TWO: &str = "534008912672195348198342567859001423426853791713924856961537284287419635345286179";
const OTHER: &str = "534768912672195348198342567859671423426853791713924856961537284287419635345286179";
const IMPOSSIBLE: &str = "000000001000000002000000003000000004000000005000000006000000000000000000000000780";

fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats").join(name)
}

fn layout(name: &str) -> Option<Layout> {
    Layout::all().find(|(_, known, _)| *known == name).map(|(layout, ..)| layout)
}

/// Answers, messages and status for an input called `in`.
fn solve(layout: Option<Layout>, dress: Option<Dress>, input: &[u8]) -> (String, String, Status) {
    let (mut answers, mut messages) = (Vec::new(), Vec::new());
    let mut stream = Stream::new(&mut answers, &mut messages);
    if let Some(layout) = layout {
        stream = stream.layout(layout);
    }
    if let Some(dress) = dress {
        stream = stream.dress(dress);
    }
    stream.solve("in", input).expect("memory takes everything");
    let status = stream.status();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(answers), text(messages), status)
}

/// The marks of a grid: nine characters a cell.
fn marks(grid: &str) -> String {
    let mark = |cell: char, d: char| if cell == '0' || cell == d { d } else { '.' };
    grid.chars().flat_map(|cell| ('1'..='9').map(move |d| mark(cell, d))).collect()
}

#[test]
fn samples_of_every_layout_are_told_by_themselves_and_read() {
    let answers = fs::read_to_string(sample("answers.txt")).expect("readable");
    let answers: Vec<&str> = answers.lines().collect();
    for (name, told, of) in [
        ("collection.sdm", "line", &answers[..]),
        ("puzzle.sdk", "packed", &answers[..1]),
        ("puzzle.ss", "packed", &answers[..1]),
        ("copied.ss", "packed", &answers[..1]),
        ("plain.ss", "packed", &answers[1..2]),
        ("forum.txt", "spaced", &answers[..]),
        ("spaced.txt", "spaced", &answers[..]),
        ("euler.txt", "packed", &answers[..]),
        ("hodoku.txt", "hodoku", &answers[..]),
        ("bank.txt", "bank", &answers[..]),
        ("marks.txt", "pencilmarks", &answers[..]),
        ("kaggle.csv", "csv", &answers[..]),
        ("rated.csv", "csv", &answers[..]),
        ("export.csv", "csv", &answers[..]),
    ] {
        let text = fs::read(sample(name)).expect("readable");
        let lines: String = of.iter().map(|answer| format!("{answer}\n")).collect();
        let expected = (lines, String::new(), Status::Solved);
        assert_eq!(solve(None, Some(Dress::Line), &text), expected, "{name}");
        assert_eq!(solve(layout(told), Some(Dress::Line), &text), expected, "{name} as {told}");
        let with_cr = String::from_utf8_lossy(&text).replace("\r\n", "\n").replace('\n', "\r");
        assert_eq!(solve(None, Some(Dress::Line), with_cr.as_bytes()), expected, "{name} with CR");
        // By itself: the same as told.
        assert_eq!(solve(None, None, &text), solve(layout(told), None, &text), "{name}");
        let by_itself = solve(None, None, &text).0;
        match layout(told).expect("a layout") {
            Layout::Rows(joint) => {
                let joint = if joint == Joint::Spaced { " " } else { "" };
                let grids: Vec<String> = of.iter().map(|answer| rows(answer, joint)).collect();
                assert_eq!(by_itself, grids.join("\n"), "{name}");
            }
            Layout::Csv => {
                let text = String::from_utf8_lossy(&text).replace('\r', "");
                for ((line, record), answer) in by_itself.lines().zip(text.lines()).skip(1).zip(of) {
                    let columns = line.strip_suffix(answer).expect("the answer last");
                    assert!(columns.len() == record.len() + 1 && columns.starts_with(record), "{line}");
                }
            }
            _ => assert_eq!(by_itself, expected.0, "{name}"),
        }
    }
}

/// What is said of an input: `<P>` stands for the puzzle, `<A>` for its answer, `<M>` for its pencil marks, `<S>` and `<L>` for
/// the puzzle with a cell too few and too many, `<W>` for one with a wrong character, `<R>` and `<T>` for its rows.
fn check(input: &str, answers: &str, messages: &str, status: Status) {
    let filled = |text: &str| {
        let wrong = format!("{}q{}", &PUZZLE[..40], &PUZZLE[41..]);
        [
            ("<P>", PUZZLE.to_string()),
            ("<A>", ANSWER.to_string()),
            ("<M>", marks(PUZZLE)),
            ("<S>", PUZZLE[1..].to_string()),
            ("<L>", format!("{PUZZLE}5")),
            ("<W>", wrong),
            ("<R>", rows(PUZZLE, "").trim_end().to_string()),
            ("<RA>", rows(ANSWER, "").trim_end().to_string()),
            ("<T>", rows(PUZZLE, " ").trim_end().to_string()),
            ("<TA>", rows(ANSWER, " ").trim_end().to_string()),
        ]
        .iter()
        .fold(text.to_string(), |text, (name, value)| text.replace(name, value))
    };
    let found = solve(None, None, filled(input).as_bytes());
    assert_eq!(found, (filled(answers), filled(messages), status), "for {input:?}");
}

#[test]
fn every_fault_of_every_layout_has_its_message_and_its_place() {
    let cut = |place: &str, found: usize, lines: usize| {
        format!(
            "in:{place}: expected 9 rows, found {found}: the input ends inside a grid; if it was split, \
             split it between grids, as split -l {lines}000 or parallel --pipe -L {lines} does\n"
        )
    };
    for (input, answers, messages) in [
        // 81-character lines.
        ("<P>\n<S>\n<P>", "<A>\n\n<A>\n", "in:2: 80 cells, expected 81\n"),
        (
            "<P>\n<L>,tail\r\n<P>\r",
            "<A>\n\n<A>\n",
            "in:2: 82 cells, expected 81; without the character at column 82 it has one solution\n",
        ),
        ("<P>\r <W>\n<P>", "<A>\n\n<A>\n", "in:2:42: expected a digit or a blank, found 'q'\n"),
        ("<P>\n<P>q", "<A>\n\n", "in:2:82: expected the end of the line, found 'q'\n"),
        ("<P>\nGrid <P>", "<A>\n\n", "in:2:1: expected a digit or a blank, found 'G'\n"),
        ("<P>\n<P>\n530", "<A>\n<A>\n\n", "in:3: 3 cells, expected 81\n"),
        // The exchange bank.
        ("a1 <P> 1\na2 <S> 1\r\na3 <P>", "<A>\n\n<A>\n", "in:2:4: 80 cells, expected 81\n"),
        (
            "a1 <P> 1\rabc  <L> 1\na3 <P>",
            "<A>\n\n<A>\n",
            "in:2:6: 82 cells, expected 81; without the character at column 87 it has one solution\n",
        ),
        ("a1 <P>\n\taé <W> 1", "<A>\n\n", "in:2:45: expected a digit or a blank, found 'q'\n"),
        ("a1 <P>\n<P>", "<A>\n\n", "in:2:82: 0 cells, expected 81\n"),
        ("a1 <P>\na2", "<A>\n\n", "in:2:3: 0 cells, expected 81\n"),
        ("a1 <P>\nabcdefabcdef <P> 1\nGrid 01", "<A>\n<A>\n\n", "in:3:6: 2 cells, expected 81\n"),
        // HoDoKu's library.
        (":1:x:<P>:\n:2:x:<S>:::\n:3:x:<P>", "<A>\n\n<A>\n", "in:2:6: 80 cells, expected 81\n"),
        (
            ":1:x:<P>:\r\n:2:x:<L>:::\r:3:x:<P>",
            "<A>\n\n<A>\n",
            "in:2:6: 82 cells, expected 81; without the character at column 87 it has one solution\n",
        ),
        (":1:x:<P>\n:2:é:<W>", "<A>\n\n", "in:2:46: expected a digit or a blank, found 'q'\n"),
        (":1:x:<P>\n:2:x:+<P>+", "<A>\n\n", "in:2:89: expected a digit after +, found something else\n"),
        (
            ":1:x:<P>\n:2:x:<P>:11:",
            "<A>\n\n",
            "in:2:88: expected digit, row and column of a removed candidate, such as 412, found \"11\"\n",
        ),
        (
            ":1:x:<P>\n:2:x",
            "<A>\n\n",
            "in:2:5: expected a HoDoKu library line, :technique:candidates:puzzle:removed:, found something else\n",
        ),
        // Pencil marks.
        ("<M>\n<M>1\r\n<M>\r", "<A>\n\n<A>\n", "in:2: 730 pencil marks, expected 729\n"),
        ("<M>\n....5....\n<M>", "<A>\n\n<A>\n", "in:2: 9 pencil marks, expected 729\n"),
        ("<M>\n ..4......<M>\n", "<A>\n\n", "in:2:4: expected 3 or a blank, found '4'\n"),
        ("<M>\n..é......<M>\n", "<A>\n\n", "in:2:3: expected a digit or a blank, found 'é'\n"),
        // Csv.
        (
            "puzzle,n\n<P>,1\n<S>,2\r\n<P>,3\r",
            "puzzle,n,solution\n<P>,1,<A>\n<S>,2,\n<P>,3,<A>\n",
            "in:3:1: 80 cells, expected 81\n",
        ),
        (
            "n;quiz\né;<P>\né;<L>",
            "n;quiz;solution\né;<P>;<A>\né;<L>;\n",
            "in:3:3: 82 cells, expected 81; without the character at column 84 it has one solution\n",
        ),
        (
            "é,quiz\n\"é,\",\"<W>\"",
            "é,quiz,solution\n\"é,\",\"<W>\",\n",
            "in:2:47: expected a digit or a blank, found 'q'\n",
        ),
        ("quiz,n\n<P>", "quiz,n,solution\n<P>,,\n", "in:2: expected 2 columns, found 1\n"),
        ("quiz\n<P>,<A>", "quiz,solution\n<P>,<A>,\n", "in:2: expected 1 columns, found 2\n"),
        (
            "n,quiz\n\"1,<P>",
            "n,quiz,solution\n\"1,<P>\",,\n",
            "in:2:1: expected a closing quote on the line, found none\n",
        ),
        ("n,quiz\n\"1\"2,<P>", "n,quiz,solution\n\"1\"2,<P>,\n", "in:2:4: expected the end of the field, found '2'\n"),
        ("puzzle,solution\n", "puzzle,solution,answer\n", "in:1:1: expected a grid, found the end of the input\n"),
        // Rows, side by side and apart.
        ("<R>\n530070000\n600195000\n", "<RA>\n", &cut("10:1", 2, 9)),
        ("<R>\n\n53q\n", "<RA>\n", "in:11:3: expected a digit or a blank, found 'q'\n"),
        ("<R>\r\n\r\n<R>\r\n\r\n53007000\r\n", "<RA>\n\n<RA>\n", "in:21:9: expected 9 cells, found 8\n"),
        ("<T>\n\n5 3 0 0 7 0 0 0 0\n", "<TA>\n", &cut("12", 1, 10)),
        ("<T>\n5 3 0 0 7 0 0 0 0\r", "<TA>\n", &cut("10:1", 1, 9)),
        ("<T>\r\r5 3 0 0 7 0 0 0 0 0\r", "<TA>\n", "in:11:19: expected 9 cells, found 10\n"),
    ] {
        check(input, answers, messages, Status::Faulty);
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_refused_with_both_named() {
    for (input, message) in [
        (
            "1,<P>,<A>\n2,<P>,<A>\n",
            "in:1:3: a puzzle in field 2: to be csv it needs a header above it that names the column puzzle, \
             to be lines the puzzle must come first (cut -d',' -f2)\n",
        ),
        (
            "# no header\n\"<P>\";x\n",
            "in:2:2: a puzzle in field 1: to be csv it needs a header above it that names the column puzzle, \
             to be lines the puzzle must come first (cut -d',' -f1)\n",
        ),
        (
            "id,Puzzle,quiz\n1,<P>,<P>\n",
            "in:1:11: columns 2 (\"Puzzle\") and 3 (\"quiz\") may both be the puzzle: rename one, or cut it out\n",
        ),
        (
            "id,board\n1,<P>\n",
            "in:2:3: a puzzle in field 2: to be csv it needs a header above it that names the column puzzle, \
             to be lines the puzzle must come first (cut -d',' -f2)\n",
        ),
    ] {
        check(input, "", message, Status::Faulty);
    }
    let told = solve(layout("csv"), None, format!("id,board\n1,{PUZZLE}\n").as_bytes());
    let message =
        "in:1:1: expected a header with one of the columns puzzle, quizzes, question, quiz, sudoku, found none\n";
    assert_eq!(told, (String::new(), message.into(), Status::Faulty));
}

#[test]
fn a_record_of_csv_that_is_too_long_keeps_the_answers_in_their_column() {
    let input = format!("id,puzzle\n1,{PUZZLE}\n{},{PUZZLE}\n", "2".repeat(70_000));
    let (answers, messages, status) = solve(None, None, input.as_bytes());
    assert_eq!((answers, status), (format!("id,puzzle,solution\n1,{PUZZLE},{ANSWER}\n,,\n"), Status::Faulty));
    assert_eq!(messages, "in:3: expected at most 65536 bytes on a line, found more\n");
}

#[test]
fn a_row_that_is_too_long_is_one_of_the_nine_of_its_grid() {
    let packed = rows(PUZZLE, "");
    let input = packed.replacen("098000060", &"5".repeat(70_000), 1) + &packed;
    let message = "in:3:1: expected at most 65536 bytes on a line, found more\n";
    assert_eq!(solve(None, None, input.as_bytes()), (rows(ANSWER, ""), message.into(), Status::Faulty));
}

#[test]
fn what_is_refused_is_not_read_to_its_end() {
    let refused = format!("1,{PUZZLE}\n");
    let endless = refused.as_bytes().chain(io::repeat(b'\n'));
    let mut messages = Vec::new();
    let mut stream = Stream::new(std::io::sink(), &mut messages);
    stream.solve("in", endless).expect("a sink takes everything");
    assert_eq!((stream.status(), messages.starts_with(b"in:1:3: a puzzle in field 2")), (Status::Faulty, true));
}

#[test]
fn a_name_alone_is_a_header_above_lines_and_a_heading_above_rows() {
    check("Puzzle\n<P>\n", "Puzzle,solution\n<P>,<A>\n", "", Status::Solved);
    check("Puzzle\n\n<R>\n\nPuzzle\n<R>\n", "<RA>\n\n<RA>\n", "", Status::Solved);
    check("Sudoku, easy\n# one\n<T>\n", "<TA>\n", "", Status::Solved);
    check("sudoku\n+-----+\n<R>\n", "<RA>\n", "", Status::Solved);
}

#[test]
fn a_told_layout_is_not_doubted() {
    let lines = format!("{PUZZLE}\n");
    let (answers, messages, status) = solve(layout("packed"), None, lines.as_bytes());
    assert_eq!((answers.as_str(), status), ("", Status::Faulty));
    assert_eq!(messages, "in:1:10: expected 9 cells, found 81\n");
    let (_, messages, _) = solve(layout("bank"), None, lines.as_bytes());
    assert_eq!(messages, "in:1:82: 0 cells, expected 81\n");
    let labelled = format!("1 {PUZZLE}\n");
    assert_eq!(solve(layout("line"), None, labelled.as_bytes()).1, "in:1: 1 cell, expected 81\n");
    let marked = format!("\u{feff}{PUZZLE}\n");
    let answered = (format!("{ANSWER}\n"), String::new(), Status::Solved);
    assert_eq!(solve(layout("line"), None, marked.as_bytes()), answered);
}

#[test]
fn a_cell_too_few_or_too_many_is_mended_by_word_for_the_first_lines_only() {
    let puzzle = "........2487..1..9.3.89.......2...7......86..6...7..585..6..9.739..175..2....5.14";
    let (short, long) = (&puzzle[1..], format!("{puzzle}5"));
    let input = format!("{short}\n  {long}\n{short}\n{short}\n");
    let mended = ["with a blank inserted at column 1", "without the character at column 84"];
    let expected = [
        format!("in:1: 80 cells, expected 81; {} it has one solution\n", mended[0]),
        format!("in:2: 82 cells, expected 81; {} it has one solution\n", mended[1]),
        format!("in:3: 80 cells, expected 81; {} it has one solution\n", mended[0]),
        "in:4: 80 cells, expected 81\n".to_string(),
    ];
    assert_eq!(solve(None, None, input.as_bytes()).1, expected.concat());
    let csv = format!("n,puzzle\né,\"{short}\"\n");
    let message = "in:2:4: 80 cells, expected 81; with a blank inserted at column 4 it has one solution\n";
    assert_eq!(solve(None, None, csv.as_bytes()).1, message);
}

#[test]
fn a_stated_solution_is_compared_with_the_puzzle_and_the_answer() {
    let answer: sudokat::Grid = TWO.parse().expect("81 cells");
    let solutions: Vec<String> =
        sudokat::search_of(&answer).expect("no clash").solutions().map(|s| s.to_string()).collect();
    let [smaller, larger] = &solutions[..] else { panic!("{solutions:?}") };
    let swapped = format!("4{}", &ANSWER[1..]);
    let clashing = ANSWER.replacen("678", "687", 1);
    for (puzzle, stated, message, status) in [
        (PUZZLE, ANSWER, "", Status::Solved),
        (PUZZLE, "", "", Status::Solved),
        (TWO, smaller, "", Status::Solved),
        (TWO, larger, "the stated solution is not the smallest of several", Status::Solved),
        (PUZZLE, &swapped, "the stated solution is wrong: r1c1 is 4, the clue is 5", Status::Faulty),
        (PUZZLE, &clashing, "the stated solution is wrong: r1c5 is 8, the clue is 7", Status::Faulty),
        (
            &TWO.replace('7', "0"),
            &ANSWER.replace('7', "8"),
            "the stated solution is wrong: r1c5 and r1c6 are both 8",
            Status::Faulty,
        ),
        (PUZZLE, PUZZLE, "the stated solution is wrong: r1c3 and 50 more cells are blank", Status::Faulty),
        (PUZZLE, &ANSWER[1..], "the stated solution is wrong: 80 cells, expected 81", Status::Faulty),
    ] {
        // Of box-drawing characters frames are made, but not in csv.
        let input = format!("id,puzzle,solution\n5│é,{puzzle},\"{stated}\"\n");
        let answer = sudokat::search_of(&puzzle.parse().expect("81 cells")).expect("no clash").smallest().expect("one");
        let expected = format!("id,puzzle,solution,answer\n5│é,{puzzle},\"{stated}\",{answer}\n");
        let said = |lines: usize| -> String {
            (2..2 + lines).filter(|_| !message.is_empty()).map(|line| format!("in:{line}:88: {message}\n")).collect()
        };
        assert_eq!(solve(None, None, input.as_bytes()), (expected, said(1), status));
        // No less of many that are solved at once, and where lines are written.
        let (header, record) = input.split_once('\n').expect("two lines");
        let many = format!("{header}\n{}", record.repeat(20));
        let expected = format!("{answer}\n").repeat(20);
        assert_eq!(solve(None, Some(Dress::Line), many.as_bytes()), (expected, said(20), status));
    }
}

#[test]
fn removed_candidates_are_honoured() {
    let digits = TWO.parse::<sudokat::Grid>().expect("81 cells");
    let both: Vec<String> = sudokat::search_of(&digits).expect("no clash").solutions().map(|s| s.to_string()).collect();
    let cell = TWO.find('0').expect("a blank");
    let removed = format!("{}{}{}", &both[0][cell..=cell], cell / 9 + 1, cell % 9 + 1);
    let input = format!(":0000:x:{TWO}:{removed}::\n:0000:x:{TWO}:::{removed}:\n");
    assert_eq!(solve(None, None, input.as_bytes()).0, format!("{}\n{}\n", both[1], both[0]));
    let neither = format!(":0000:x:{PUZZLE}:511::\n");
    assert_eq!(solve(None, None, neither.as_bytes()), ("\n".into(), "in:1: no solution\n".into(), Status::Unsolvable));
}

#[test]
fn json_says_of_every_record_what_it_is() {
    let input = format!("{PUZZLE}\n{TWO}\n{IMPOSSIBLE}\n55{}\n53q\n", &PUZZLE[2..]);
    let (answers, _, status) = solve(None, Some(Dress::Json), input.as_bytes());
    let verdicts = ["unique", "multiple", "none", "invalid", "invalid"];
    assert_eq!((answers.lines().count(), status), (5, Status::Faulty));
    for (i, (line, verdict)) in answers.lines().zip(verdicts).enumerate() {
        assert!(line.starts_with(&format!("{{\"file\":\"in\",\"line\":{},\"puzzle\":", i + 1)), "{line}");
        assert!(line.contains(&format!(",\"verdict\":\"{verdict}\",\"solution\":")), "{line}");
        let guesses = if i < 4 { "0" } else { "null" };
        let nothing = format!(",\"solution\":null,\"guesses\":{guesses},\"message\":\"in:");
        assert_eq!(line.contains(&nothing), i > 1, "{line}");
    }
    // As many as the engine takes are told apart alike.
    let (many, ..) = solve(None, Some(Dress::Json), input.repeat(100).as_bytes());
    for verdict in ["unique", "multiple", "none"] {
        assert_eq!(many.matches(&format!("\"{verdict}\"")).count(), 100);
    }
    assert_eq!(many.matches("\"invalid\"").count(), 200);
}

#[test]
fn inputs_of_several_layouts_share_a_dress_and_headers_are_kept() {
    let mut answers = Vec::new();
    let mut stream = Stream::new(&mut answers, std::io::sink()).dress(Dress::Csv);
    let csv = format!("puzzle,id\n{PUZZLE},1\n");
    for input in [&csv, PUZZLE, &rows(PUZZLE, " "), &csv, &csv] {
        stream.solve("in", input.as_bytes()).expect("memory takes everything");
    }
    let (own, theirs) = (format!("{PUZZLE},{ANSWER}\n"), format!("puzzle,id,solution\n{PUZZLE},1,{ANSWER}\n"));
    assert_eq!(
        String::from_utf8(answers).expect("UTF-8"),
        format!("{theirs}puzzle,solution\n{own}{own}{theirs}{theirs}")
    );
}

#[test]
fn csv_is_answered_alike_on_any_threads_and_however_long_its_records_are() {
    let note = "x".repeat(3000);
    let (mut input, header) = ("note,puzzle\n".to_string(), "note,puzzle,solution\n".to_string());
    let (mut smallest, mut all) = (header.clone(), header);
    for i in 0..3000 {
        let record = format!("{i}{note},{TWO}");
        input += &format!("{record}\n");
        smallest += &format!("{record},{ANSWER}\n");
        all += &format!("{record},{ANSWER}\n{record},{OTHER}\n");
    }
    for (ask, expected) in [(Ask::Smallest, smallest), (Ask::All { limit: None }, all)] {
        for threads in 1..=3 {
            let mut answers = Vec::new();
            let threads = std::num::NonZero::new(threads).expect("some");
            let mut stream = Stream::new(&mut answers, io::sink()).threads(threads).ask(ask).dress(Dress::Csv);
            stream.solve_file("in", input.as_bytes()).expect("memory takes everything");
            assert!(answers == expected.as_bytes(), "{ask:?} on {threads} threads");
        }
    }
}

#[test]
fn a_csv_record_is_answered_before_the_next_is_asked_for() {
    let mut child = start(SUDOKAT, &[]);
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdin.write_all(b"puzzle\n").expect("the program reads");
    for first in [true, false, false] {
        writeln!(stdin, "{PUZZLE}").expect("the program reads");
        for expected in
            ["puzzle,solution\n".to_string(), format!("{PUZZLE},{ANSWER}\n")].iter().skip(usize::from(!first))
        {
            let mut line = String::new();
            stdout.read_line(&mut line).expect("the program writes");
            assert_eq!(line, *expected);
        }
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

/// Bytes that mean something to some layout.
const TELLING: &[u8] = b"0159.,;:+-|*#%\"\n\r\t x[Pq\xc3\xa9\0\xff";

#[test]
fn damaged_samples_are_answered_record_for_record_and_alike_however_they_arrive() {
    let mut random = fastrand::Rng::with_seed(5);
    let samples: Vec<Vec<u8>> = fs::read_dir(sample(""))
        .expect("a folder")
        .map(|entry| fs::read(entry.expect("readable").path()).expect("readable"))
        .collect();
    for round in 0..6000 {
        let mut text = samples[random.usize(..samples.len())].clone();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..text.len());
            let byte = TELLING[random.usize(..TELLING.len())];
            match random.u32(..4) {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                2 => drop(text.drain(at..(at + random.usize(..100)).min(text.len()))),
                _ => text.truncate(at + 1),
            }
            text.push(b'\n');
        }
        let told = Layout::all().nth(random.usize(..14)).map(|(layout, ..)| layout);
        let by_itself = solve(told, None, &text);
        let (answers, messages, status) = &by_itself;
        let show = || format!("round {round}: {}", String::from_utf8_lossy(&text));
        assert!(messages.lines().all(|line| line.starts_with("in:")), "{}", show());
        assert!(
            messages.is_empty() || *status != Status::Solved || messages.contains("not the smallest"),
            "{}",
            show()
        );
        let json = solve(told, Some(Dress::Json), &text).0;
        assert!(json.lines().all(|line| line.starts_with("{\"file\":\"in\",") && line.ends_with('}')), "{}", show());
        // Where a record is a line, json and line have as many lines as there are records.
        assert_eq!(solve(told, Some(Dress::Line), &text).0.lines().count(), json.lines().count(), "{}", show());
        let solved = json.matches("\"solution\":\"").count();
        let pretty = solve(told, Some(Dress::Pretty { coloured: false }), &text).0;
        assert_eq!(pretty.matches('┌').count(), solved, "{}", show());
        let (mut pieces, mut said) = (Vec::new(), Vec::new());
        let mut stream = Stream::new(&mut pieces, &mut said);
        if let Some(told) = told {
            stream = stream.layout(told);
        }
        stream.solve("in", Pieces(&text, random.usize(1..20))).expect("memory takes everything");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!((&text(pieces), &text(said)), (answers, messages), "{}", show());
    }
}

/// A text that arrives in pieces of some bytes.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.1.min(buffer.len());
        self.0.read(&mut buffer[..size])
    }
}

#[test]
fn a_pretty_answer_can_be_read_again() {
    let framed = solve(None, Some(Dress::Pretty { coloured: false }), format!("{PUZZLE}\n{TWO}\n").as_bytes()).0;
    let (answers, messages, status) = solve(None, None, framed.as_bytes());
    assert_eq!((answers.lines().count(), messages.as_str(), status), (19, "", Status::Solved));
    let wrong = framed.replacen("│ 6 7", "│ 6 q", 1);
    assert_eq!(solve(None, None, wrong.as_bytes()).1, "in:2:13: expected a digit or a blank, found 'q'\n");
}

#[test]
fn options_choose_layouts_and_dresses() {
    let run = |arguments: &[&str]| {
        let output = Command::new(SUDOKAT).args(arguments).stdin(Stdio::null()).output().expect("the program runs");
        (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
    };
    let file = sample("collection.sdm");
    let file = file.to_str().expect("UTF-8");
    let answers = fs::read_to_string(sample("answers.txt")).expect("readable");
    assert_eq!(run(&[file]), (answers.clone(), Some(0)));
    assert_eq!(run(&["--input-format", "line", "-o", "line", file]), (answers.clone(), Some(0)));
    let packed: Vec<String> = answers.lines().map(|answer| rows(answer, "")).collect();
    assert_eq!(run(&["--output=packed", file]), (packed.join("\n"), Some(0)));
    assert_eq!(run(&["-o", "csv", file]).0.lines().next(), Some("puzzle,solution"));
    for (color, coloured) in [("auto", false), ("never", false), ("always", true)] {
        let pretty = run(&["-o", "pretty", "--color", color, file]).0;
        assert_eq!((pretty.contains('\x1b'), pretty.matches('┌').count()), (coloured, 3));
    }
    for wrong in [["-o", "xml"], ["--input-format", "xml"], ["--color", "green"]] {
        assert_eq!(run(&wrong), (String::new(), Some(2)));
    }
}

#[test]
fn a_players_work_is_passed_over_among_rows_and_no_line_is_taken_for_it() {
    let lines = format!("{PUZZLE}\n[State]\n{PUZZLE}\n{PUZZLE} tail\n{PUZZLE}\r\n");
    let answers = format!("{ANSWER}\n").repeat(4);
    assert_eq!(solve(None, None, lines.as_bytes()), (answers, String::new(), Status::Solved));
    let sdk = format!("[Puzzle]\n{}[State]\n{}", rows(PUZZLE, ""), rows(ANSWER, ""));
    assert_eq!(solve(None, None, sdk.as_bytes()), (rows(ANSWER, ""), String::new(), Status::Solved));
}
