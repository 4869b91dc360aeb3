//! Tests of the formats through [`Style::write`].

use std::num::NonZero;
use std::sync::{Arc, LazyLock};

use super::*;
use crate::grid::{Candidates, Grid, MarkedGridRef, Placement};
use crate::input::records::{Header, Pairing, Record};
use crate::question::Question;
use crate::question::case::SolutionCount;
use crate::question::failure::Failure;
use crate::question::status::Status;
use crate::solver::Answer;

const PUZZLE: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A grid that differs from `ANSWER` in four cells.
const OTHER: &str =
    "534768912672195348198342567859671423426853791713924856961537284287419635345286179";

const FORMATS: [OutputFormat; 7] = [
    OutputFormat::Line,
    OutputFormat::Packed,
    OutputFormat::Spaced,
    OutputFormat::Pretty,
    OutputFormat::Csv,
    OutputFormat::Json,
    OutputFormat::Html,
];

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// A grid for a reply.
fn borrowed(text: &str) -> &'static Grid {
    Box::leak(Box::new(grid(text)))
}

fn solution(text: &str) -> Reply<'static> {
    Reply::Solution(borrowed(text))
}

fn listed(index: u64, text: &str) -> Reply<'static> {
    Reply::Listed {
        index,
        solution: borrowed(text),
    }
}

static HEADER: LazyLock<Header> = LazyLock::new(|| Header::of_csv(b"puzzle;id;note", None));

const NO_SOLUTION: Reply<'static> = Reply::Nothing;
const NONE_LISTED: Reply<'static> = Reply::NoneListed;

/// The verdict of [`case`].
const VERDICT: Reply<'static> = Reply::Verdict;

fn clues(texts: &[&str]) -> Reply<'static> {
    let clue = |text: &&str| Placement {
        cell: text[..4].parse().unwrap(),
        digit: text.as_bytes()[5] - b'0',
    };
    Reply::Redundant(Vec::leak(texts.iter().map(clue).collect()))
}

/// The smallest two of several solutions.
fn two_smallest() -> Option<[Grid; 2]> {
    Some([grid(ANSWER), grid(OTHER)])
}

/// A format in its usual style.
fn style(format: OutputFormat) -> Style<'static> {
    Style {
        format,
        color: false,
        shown_input_name: None,
        with_captions: false,
        csv_columns: CsvColumns::new(None, Question::Smallest),
    }
}

/// A record that is this puzzle, on this line of csv.
fn record<'a>(
    puzzle: &'a Grid,
    marks: Option<&'a Candidates>,
    columns: Option<&'a [u8]>,
) -> Record<'a> {
    Record {
        number: 1,
        line: 7,
        title: None,
        puzzle: Ok(MarkedGridRef {
            grid: puzzle,
            marks,
        }),
        grid_index: Some(0),
        pairing: Pairing::Alone,
        above: None,
        empty_lines_above: 0,
        kept_text: columns.unwrap_or_default(),
        header: columns.map(|_| &*HEADER),
    }
}

fn case<'a>(record: &'a Record<'a>) -> Case<'a> {
    Case {
        answer: Some(&Answer::Unsolvable),
        ..Case::new(record, "in.txt")
    }
}

fn failed_check(reason: &str) -> Reply<'static> {
    let failure = Failure::of_record(Status::Invalid, "a topic", reason.to_string());
    Reply::Check(Err(failure))
}

fn header_line(columns: &CsvColumns, with_input_name: bool) -> Vec<u8> {
    let mut out = Buffer::default();
    columns.write_header(with_input_name, &mut out);
    out.as_bytes().to_vec()
}

/// The separator before the first reply.
fn separator_of(out: &Buffer) -> &'static str {
    let length = out.as_bytes().len() - out.without_leading_separator().len();
    &"\n\n"[..length]
}

/// The replies without the separator before the first.
fn text_of(out: &Buffer) -> String {
    str::from_utf8(out.without_leading_separator())
        .unwrap()
        .to_string()
}

/// The separator before the first reply, and the replies.
fn written(format: OutputFormat, replies: &[Reply<'_>]) -> (&'static str, String) {
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    let mut out = Buffer::default();
    replies
        .iter()
        .for_each(|reply| style(format).write(&case(&record), reply, &mut out));
    (separator_of(&out), text_of(&out))
}

#[test]
fn what_a_format_writes_does_not_depend_on_how_it_is_cut_into_buffers() {
    let replies = [
        NONE_LISTED,
        listed(1, ANSWER),
        listed(2, OTHER),
        NO_SOLUTION,
        VERDICT,
        NONE_LISTED,
        solution(OTHER),
    ];
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    for format in FORMATS {
        let (_, whole) = written(format, &replies);
        let (mut joined, mut is_first) = (String::new(), true);
        for reply in &replies {
            let mut out = Buffer::default();
            style(format).write(&case(&record), reply, &mut out);
            joined.push_str(
                str::from_utf8(if is_first {
                    out.without_leading_separator()
                } else {
                    out.as_bytes()
                })
                .unwrap(),
            );
            is_first &= out.as_bytes().is_empty();
        }
        assert_eq!(joined, whole, "{format:?}");
    }
}

#[test]
fn every_record_has_one_line() {
    let replies = [
        solution(ANSWER),
        NO_SOLUTION,
        clues(&["r1c1=5", "r9c9=9"]),
        clues(&[]),
        solution(OTHER),
    ];
    let expected = format!("{ANSWER}\n\nr1c1=5 r9c9=9\nminimal\n{OTHER}\n");
    assert_eq!(written(OutputFormat::Line, &replies), ("", expected));
    let count = |counted, has_more| Reply::Count(SolutionCount { counted, has_more });
    let words = [
        count(12, false),
        count(9, true),
        Reply::Nothing,
        Reply::Check(Ok(())),
    ];
    assert_eq!(
        written(OutputFormat::Line, &words),
        ("", "12\n>=9\n\nok\n".to_string())
    );
}

#[test]
fn the_solutions_of_a_record_are_separated_by_an_empty_line_and_there_may_be_none() {
    let replies = [
        NONE_LISTED,
        listed(1, ANSWER),
        listed(2, OTHER),
        listed(1, ANSWER),
        NONE_LISTED,
        listed(1, ANSWER),
        listed(2, OTHER),
    ];
    let expected = format!("\n{ANSWER}\n{OTHER}\n\n{ANSWER}\n\n\n{ANSWER}\n{OTHER}\n");
    assert_eq!(written(OutputFormat::Line, &replies), ("\n", expected));
    assert_eq!(
        written(OutputFormat::Line, &[NONE_LISTED]),
        ("\n", String::new())
    );
    assert_eq!(
        written(OutputFormat::Line, &[listed(2, OTHER)]),
        ("", format!("{OTHER}\n"))
    );
}

#[test]
fn a_solution_in_rows_is_nine_lines_and_words_are_nothing() {
    let (_, packed) = written(OutputFormat::Packed, &[solution(ANSWER)]);
    assert!(
        packed.starts_with("534678912\n672195348\n") && packed.ends_with("\n345286179\n"),
        "{packed}"
    );
    let (_, spaced) = written(OutputFormat::Spaced, &[solution(ANSWER)]);
    assert!(
        spaced.starts_with("5 3 4 6 7 8 9 1 2\n6 7") && spaced.ends_with("\n3 4 5 2 8 6 1 7 9\n"),
        "{spaced}"
    );
    for rows in [packed, spaced] {
        assert_eq!(
            (rows.lines().count(), rows.replace([' ', '\n'], "").as_str()),
            (9, ANSWER)
        );
    }
    for format in [OutputFormat::Packed, OutputFormat::Spaced] {
        assert_eq!(
            written(format, &[NO_SOLUTION, VERDICT, NONE_LISTED]),
            ("", String::new())
        );
    }
}

#[test]
fn one_empty_line_separates_blocks_and_two_separate_the_solutions_of_two_records() {
    for format in [
        OutputFormat::Packed,
        OutputFormat::Spaced,
        OutputFormat::Pretty,
    ] {
        let [answer, other] = [ANSWER, OTHER].map(|text| written(format, &[solution(text)]).1);
        // Only the first solution of a record has a caption.
        let second = other.strip_prefix("# 1\n").unwrap_or(&other);
        let plain = [solution(ANSWER), NO_SOLUTION, solution(OTHER)];
        assert_eq!(
            written(format, &plain),
            ("\n", format!("{answer}\n{other}"))
        );
        let listed = [
            NONE_LISTED,
            listed(1, ANSWER),
            listed(2, OTHER),
            NONE_LISTED,
            listed(1, OTHER),
        ];
        assert_eq!(
            written(format, &listed),
            ("\n\n", format!("{answer}\n{second}\n\n{other}"))
        );
    }
}

#[test]
fn a_grid_is_drawn_in_a_frame_below_what_is_said_about_it() {
    let (_, answer) = written(OutputFormat::Pretty, &[solution(ANSWER)]);
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "# 1",
            "┌───────┬───────┬───────┐",
            "│ 5 3 4 │ 6 7 8 │ 9 1 2 │"
        ]
    );
    assert_eq!([lines[5], lines[9]], ["├───────┼───────┼───────┤"; 2]);
    assert_eq!(
        lines[12..],
        ["│ 3 4 5 │ 2 8 6 │ 1 7 9 │", "└───────┴───────┴───────┘"]
    );

    let (_, other) = written(OutputFormat::Pretty, &[solution(OTHER)]);
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    let mut out = Buffer::default();
    let case = Case {
        answer: Some(&Answer::Multiple),
        two_smallest: two_smallest(),
        ..case(&record)
    };
    style(OutputFormat::Pretty).write(&case, &VERDICT, &mut out);
    let caption = "# 1: multiple, two solutions differ in 4 cells: r1c4 r1c5 r4c4 r4c5";
    let grids = [answer, other].map(|text| text.strip_prefix("# 1\n").unwrap().to_string());
    let expected = format!("{caption}\n{}", grids.join("\n"));
    assert_eq!(text_of(&out), expected);
    assert_eq!(written(OutputFormat::Pretty, &[VERDICT]).1, "# 1: none\n");
    let (_, text) = written(OutputFormat::Pretty, &[clues(&["r1c1=5"])]);
    assert!(
        text.starts_with("# 1: r1c1=5 could be removed\n┌───────┬"),
        "{text}"
    );
    let (_, text) = written(OutputFormat::Pretty, &[clues(&["r1c1=5", "r1c2=3"])]);
    assert!(
        text.starts_with("# 1: r1c1=5 r1c2=3 could each be removed\n┌───────┬"),
        "{text}"
    );
    let (_, text) = written(OutputFormat::Pretty, &[clues(&[])]);
    assert!(text.starts_with("# 1: minimal\n┌───────┬"), "{text}");
}

#[test]
fn the_open_cells_after_the_steps_are_counted_below_the_drawing() {
    for (masks, end) in [
        (&[][..], "└───────┴───────┴───────┘"),
        (&[0b11], "so the rating is >=9.0; 1 cell is open."),
        (&[0b11; 2], "so the rating is >=9.0; 2 cells are open."),
    ] {
        let mut remaining = *Candidates::from(&grid(ANSWER)).masks();
        remaining[..masks.len()].copy_from_slice(masks);
        let steps = Reply::Steps {
            steps: Vec::new(),
            remaining: Candidates::from_masks(remaining),
        };
        let (_, text) = written(OutputFormat::Pretty, &[steps]);
        assert!(text.trim_end().ends_with(end), "{text}");
    }
}

#[test]
fn all_messages_about_a_record_are_on_one_line() {
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    for (format, expected) in [
        (OutputFormat::Line, "in.txt:7: a; in.txt:7: b\n"),
        (OutputFormat::Pretty, "# 1: in.txt:7: a; in.txt:7: b\n"),
    ] {
        let case = Case {
            messages: vec!["in.txt:7: a".to_string(), "in.txt:7: b".to_string()],
            ..case(&record)
        };
        let mut out = Buffer::default();
        style(format).write(&case, &failed_check("a"), &mut out);
        assert_eq!(text_of(&out), expected);
    }
}

#[test]
fn a_caption_stands_before_words_that_are_no_messages() {
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    let with_captions = Style {
        with_captions: true,
        ..style(OutputFormat::Line)
    };
    for (reply, messages, expected) in [
        (failed_check("a"), vec![], "1: a\n"),
        (
            failed_check("a"),
            vec!["in.txt:7: a".to_string()],
            "in.txt:7: a\n",
        ),
        (Reply::Check(Ok(())), vec![], "1: ok\n"),
        (
            Reply::Check(Ok(())),
            vec!["in.txt:7: a".to_string()],
            "1: ok\n",
        ),
    ] {
        let case = Case {
            messages,
            ..case(&record)
        };
        let mut out = Buffer::default();
        with_captions.write(&case, &reply, &mut out);
        assert_eq!(text_of(&out), expected);
    }
}

#[test]
fn the_fast_path_writes_a_solution_as_every_line_is_written() {
    let mut out = Buffer::default();
    push_solution(&grid(ANSWER), &mut out);
    let line = written(OutputFormat::Line, &[solution(ANSWER)]).1;
    assert_eq!(text_of(&out), line);
}

#[test]
fn blanks_are_dots_where_a_drawing_is_read_as_pencil_marks() {
    let blank = (1 << 9) - 1;
    let drawing = |masks: [u16; 81]| {
        let marks = Candidates::from_masks(masks);
        written(OutputFormat::Pretty, &[Reply::PencilMarks(marks)]).1
    };
    // Two equal digits in row 1 are no clues there.
    let mut masks = [blank; 81];
    masks[..6].copy_from_slice(&[1, 1, 0b11, 0b11, 0b11, 0b11]);
    let dots = drawing(masks);
    assert!(dots.contains("│ 1 1 12 │ 12 12 12 │ . . . │"), "{dots}");
    // Dots would leave too few cells with several digits.
    masks[5] = blank;
    let digits = drawing(masks);
    assert!(
        digits.contains("│ 1         1         12        │"),
        "{digits}"
    );
}

#[test]
fn a_block_has_the_name_of_its_input_as_a_comment() {
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    for (format, reply, comment) in [
        (OutputFormat::Pretty, NO_SOLUTION, ""),
        (OutputFormat::Pretty, VERDICT, "# a b"),
        (OutputFormat::Packed, solution(ANSWER), "# a b"),
    ] {
        let mut out = Buffer::default();
        let style = Style {
            shown_input_name: Some("a b"),
            ..style(format)
        };
        style.write(&case(&record), &reply, &mut out);
        let text = text_of(&out);
        assert_eq!(text.lines().next().unwrap_or_default(), comment);
    }
}

#[test]
fn clues_are_bold_found_digits_green_and_highlighted_cells_yellow() {
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    let colored = |reply: &Reply<'_>| {
        let mut out = Buffer::default();
        let style = Style {
            color: true,
            ..style(OutputFormat::Pretty)
        };
        style.write(&case(&record), reply, &mut out);
        text_of(&out)
    };
    let text = colored(&solution(ANSWER));
    assert!(
        text.contains("│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m \x1b[32m4\x1b[0m │"),
        "{text}"
    );
    let plain = ["\x1b[1m", "\x1b[32m", "\x1b[0m"]
        .iter()
        .fold(text, |text, code| text.replace(code, ""));
    assert_eq!(plain, written(OutputFormat::Pretty, &[solution(ANSWER)]).1);
    let text = colored(&clues(&["r1c1=5"]));
    let row = "│ \x1b[1;33m5\x1b[0m \x1b[1m3\x1b[0m . │";
    assert!(text.contains(row), "{text}");
    // A single pencil mark is still to be filled in.
    let marks = Candidates::pencil_marks(&puzzle);
    for (reply, is_found) in [
        (Reply::Candidates(marks), true),
        (Reply::PencilMarks(marks), false),
    ] {
        let text = colored(&reply);
        assert_eq!(text.contains("\x1b[32m5\x1b[0m"), is_found, "{text}");
    }
}

fn csv(record: &Record<'_>, reply: &Reply<'_>) -> String {
    let mut out = Buffer::default();
    let header = record.header.map(|header| Arc::new(header.clone()));
    let style = Style {
        csv_columns: CsvColumns::new(header.as_ref(), Question::Smallest),
        ..style(OutputFormat::Csv)
    };
    style.write(&case(record), reply, &mut out);
    assert_eq!(separator_of(&out), "");
    text_of(&out)
}

#[test]
fn the_csv_reply_comes_after_the_columns_or_the_puzzle() {
    let puzzle = grid(PUZZLE);
    let mut candidates = Candidates::from(&puzzle);
    candidates.eliminate("r1c3".parse().unwrap(), 9);
    assert_eq!(
        csv(&record(&puzzle, None, None), &solution(ANSWER)),
        format!("{PUZZLE},{ANSWER}\n")
    );
    let marks = record(&puzzle, Some(&candidates), None);
    assert_eq!(
        csv(&marks, &solution(ANSWER)),
        format!("{candidates},{ANSWER}\n")
    );
    let columns = record(&puzzle, None, Some(b"7;x;"));
    assert_eq!(csv(&columns, &listed(1, ANSWER)), format!("7;x;{ANSWER}\n"));
    assert_eq!(csv(&columns, &VERDICT), "7;x;none\n");
    assert_eq!(csv(&columns, &NO_SOLUTION), "7;x;\n");
}

#[test]
fn a_csv_reply_is_quoted_if_it_could_be_read_as_more_than_one_field() {
    let puzzle = grid(PUZZLE);
    for (text, field) in [
        ("r1c6=5 r2c4=6", "r1c6=5 r2c4=6"),
        (
            "r1c2 is 4, but the clue is 3",
            "\"r1c2 is 4, but the clue is 3\"",
        ),
        ("a;b", "\"a;b\""),
        ("a\tb", "\"a\tb\""),
        ("found \"é\"", "\"found \"\"é\"\"\""),
        ("found 'q'", "found 'q'"),
    ] {
        let record = record(&puzzle, None, Some(b"1,"));
        assert_eq!(csv(&record, &failed_check(text)), format!("1,{field}\n"));
    }
}

#[test]
fn the_csv_reply_has_a_column_of_its_own() {
    let header = |text: &str, question| {
        let header = Arc::new(Header::of_csv(text.as_bytes(), None));
        let line = header_line(&CsvColumns::new(Some(&header), question), false);
        String::from_utf8(line).unwrap()
    };
    for (text, expected) in [
        ("puzzle", "puzzle,solution\n"),
        ("quizzes,solutions", "quizzes,solutions,answer\n"),
        (
            "id;puzzle;Solution;clues",
            "id;puzzle;Solution;clues;answer\n",
        ),
        ("puzzle,answer", "puzzle,answer,solution\n"),
        ("puzzle,solution,answer", "puzzle,solution,answer,answer2\n"),
        (
            "puzzle\tsolutions\tanswer\tanswer2",
            "puzzle\tsolutions\tanswer\tanswer2\tanswer3\n",
        ),
    ] {
        assert_eq!(header(text, Question::Smallest), expected);
    }
    let count = Question::Count {
        limit: NonZero::<u64>::MIN,
    };
    assert_eq!(header("Count,puzzle", count), "Count,puzzle,count2\n");
    assert_eq!(header("puzzle", Question::Convert), "puzzle,converted\n");
    let with_file = Arc::new(Header::of_csv(b"file,puzzle", None));
    let columns = CsvColumns::new(Some(&with_file), Question::Smallest);
    assert_eq!(
        header_line(&columns, true),
        b"filename,file,puzzle,solution\n"
    );
    for (question, expected) in [
        (Question::Smallest, "puzzle,solution\n"),
        (Question::Convert, "puzzle\n"),
    ] {
        let line = header_line(&CsvColumns::new(None, question), false);
        assert_eq!(line, expected.as_bytes());
    }
}

#[test]
fn a_csv_column_goes_into_one_column_of_the_first_input() {
    let header = |text: &str, puzzle: &str| Arc::new(Header::of_csv(text.as_bytes(), Some(puzzle)));
    let (puzzle, answer) = (grid(PUZZLE), grid(ANSWER));
    for (first, later, line, written, differences) in [
        // Both names are usual for the given solution.
        (
            header("quiz,solution,answer", "quiz"),
            header("quiz,answer", "quiz"),
            format!("{puzzle},{answer},"),
            format!("{puzzle},{answer},,"),
            "\"answer\" is empty",
        ),
        (
            header("quiz,answer", "quiz"),
            header("quiz,solution,answer", "quiz"),
            format!("{puzzle},{answer},x,"),
            format!("{puzzle},{answer},"),
            "\"answer\" is left out",
        ),
        // A column of the first input has the name of the puzzle column of a later one.
        (
            header("a,b", "a"),
            header("b,id", "b"),
            format!("{puzzle},7,"),
            format!("{puzzle},,"),
            "\"b\" is empty, \"id\" is left out",
        ),
    ] {
        let columns = CsvColumns::new(Some(&first), Question::Smallest);
        let record = Record {
            header: Some(&later),
            ..record(&puzzle, None, Some(line.as_bytes()))
        };
        let style = Style {
            csv_columns: columns.for_input(Some(&later)),
            ..style(OutputFormat::Csv)
        };
        let mut out = Buffer::default();
        style.write(&case(&record), &Reply::Nothing, &mut out);
        assert_eq!(text_of(&out), format!("{written}\n"));
        let message = columns.differences(Some(&later)).unwrap();
        assert!(message.ends_with(&format!(": {differences}")), "{message}");
    }
}

fn json(
    answer: Option<&Answer>,
    two_smallest: Option<[Grid; 2]>,
    shown: &[&str],
    reply: &Reply<'_>,
) -> String {
    let puzzle = grid(PUZZLE);
    let record = record(&puzzle, None, None);
    let mut out = Buffer::default();
    let messages = shown.iter().map(ToString::to_string).collect();
    let case = Case {
        answer,
        two_smallest,
        messages,
        ..Case::new(&record, "a\"\\\n.txt")
    };
    style(OutputFormat::Json).write(&case, reply, &mut out);
    assert_eq!(separator_of(&out), "");
    let text = text_of(&out);
    let start = format!("{{\"file\":\"a\\\"\\\\\\u000a.txt\",\"line\":7,\"puzzle\":\"{PUZZLE}\"");
    text.strip_prefix(&start)
        .and_then(|rest| rest.strip_suffix("}\n"))
        .expect(&text)
        .to_string()
}

#[test]
fn an_object_keeps_the_other_columns_of_a_csv_record() {
    let puzzle = grid(PUZZLE);
    let mut out = Buffer::default();
    let record = record(&puzzle, None, Some(b"53..;7;\"a \"\"b\"\";c\";"));
    style(OutputFormat::Json).write(&case(&record), &solution(ANSWER), &mut out);
    let text = text_of(&out);
    let columns = format!(
        "\"solution\":\"{ANSWER}\",\"columns\":{{\"id\":\"7\",\"note\":\"a \\\"b\\\";c\"}}}}\n"
    );
    assert!(text.ends_with(&columns), "{text}");
}

#[test]
fn an_object_has_the_keys_that_mean_something() {
    let json_of = |reply| json(None, None, &[], &reply);
    let unique = Answer::Unique(grid(ANSWER));
    let solved = json(Some(&unique), None, &[], &solution(ANSWER));
    assert_eq!(
        solved,
        format!(",\"verdict\":\"unique\",\"solution\":\"{ANSWER}\"")
    );
    assert_eq!(
        json(Some(&Answer::Unsolvable), None, &["7: é\t\""], &NO_SOLUTION),
        ",\"verdict\":\"none\",\"message\":\"7: é\\u0009\\\"\""
    );
    assert_eq!(
        json_of(listed(2, ANSWER)),
        format!(",\"index\":2,\"solution\":\"{ANSWER}\"")
    );
    assert_eq!(json_of(NONE_LISTED), ",\"index\":0");
    let count = Reply::Count(SolutionCount {
        counted: u64::MAX,
        has_more: true,
    });
    assert_eq!(
        json_of(count),
        format!(",\"count\":{},\"exact\":false", u64::MAX)
    );
    assert_eq!(
        json_of(failed_check("a \"b\"")),
        ",\"check\":\"a \\\"b\\\"\",\"ok\":false"
    );
    assert_eq!(json_of(clues(&[])), ",\"redundant\":[]");
    assert_eq!(
        json_of(clues(&["r1c1=5", "r1c2=3"])),
        ",\"redundant\":[\"r1c1\",\"r1c2\"]"
    );
    let one = json(Some(&unique), None, &[], &VERDICT);
    assert_eq!(
        one,
        format!(",\"verdict\":\"unique\",\"solutions\":[\"{ANSWER}\"]")
    );
    let differ = "\"differ\":[\"r1c4\",\"r1c5\",\"r4c4\",\"r4c5\"]";
    assert_eq!(
        json(None, two_smallest(), &[], &VERDICT),
        format!(",\"solutions\":[\"{ANSWER}\",\"{OTHER}\"],{differ}")
    );
    for nothing in [Reply::Nothing, Reply::NotUnique, VERDICT] {
        assert_eq!(json_of(nothing), "");
    }
}

#[test]
fn a_separator_before_the_first_reply_can_be_left_out() {
    let mut buffer = Buffer::default();
    for (reply, separator) in [("a", "\n\n"), ("b", "\n"), ("c", "\n\n")] {
        buffer.separate(separator);
        buffer.push_str(reply);
    }
    assert_eq!(
        (separator_of(&buffer), text_of(&buffer).as_str()),
        ("\n\n", "a\nb\n\nc")
    );
    // The first reply needs none.
    let mut buffer = Buffer::default();
    buffer.push_str("a");
    buffer.separate("\n");
    assert_eq!(
        (separator_of(&buffer), text_of(&buffer).as_str()),
        ("", "a\n")
    );
}
