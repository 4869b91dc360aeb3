//! The output formats.

use std::array;

use fastrand::Rng;
use sudokat::{Candidates, Grid, InputOptions, Options, OutputFormat, Question, Status, Stream};

use crate::fixtures::files::{Folder, format_sample, read};
use crate::fixtures::messages::NO_SOLUTION;
use crate::fixtures::program::sudokat;
use crate::fixtures::puzzles::{
    ANSWER, MINIMAL, OTHER, PUZZLE, TWO, UNSOLVABLE, in_every_format, rows,
};
use crate::fixtures::random;
use crate::fixtures::streams::{PLAIN, Run};

fn write(output_format: OutputFormat, input: &str) -> String {
    Run {
        output_format: Some(output_format),
        ..PLAIN
    }
    .on(input)
    .text()
    .into()
}

fn expect(input: &str, stdout: &str, stderr: &str, status: i32) {
    assert_eq!(
        sudokat(&[], input),
        (stdout.to_string(), stderr.to_string(), status),
        "for {input:?}"
    );
}

#[test]
fn answers_have_the_format_of_the_input() {
    for separator in [" ", ""] {
        expect(&rows(PUZZLE, separator), &rows(ANSWER, separator), "", 0);
    }
    expect(&rows(PUZZLE, "\t"), &rows(ANSWER, " "), "", 0);
    expect(&format!("{PUZZLE}\n"), &format!("{ANSWER}\n"), "", 0);
}

#[test]
fn answers_in_rows_are_separated_by_one_empty_line() {
    let (puzzle, answer, unsolvable) =
        (rows(PUZZLE, " "), rows(ANSWER, " "), rows(UNSOLVABLE, " "));
    expect(
        &format!("{puzzle}{puzzle}\n\n{puzzle}"),
        &format!("{answer}\n{answer}\n{answer}"),
        "",
        0,
    );
    let messages = format!("<stdin>:1: {NO_SOLUTION}\n<stdin>:19: {NO_SOLUTION}\n");
    expect(
        &format!("{unsolvable}{puzzle}{unsolvable}\n{puzzle}"),
        &format!("{answer}\n{answer}"),
        &messages,
        1,
    );
}

#[test]
fn an_option_chooses_the_format() {
    let file = format_sample("collection.sdm");
    let file = file.to_str().expect("UTF-8");
    let stdout = |options: &[&str]| {
        let (stdout, stderr, status) = sudokat(&[options, &[file]].concat(), "");
        assert_eq!((stderr.as_str(), status), ("", 0));
        stdout
    };
    let answers = read(&format_sample("answers.txt"));
    assert_eq!(stdout(&[]), answers);
    assert_eq!(stdout(&["--input-format", "line", "-o", "line"]), answers);
    let in_rows = |separator| {
        answers
            .lines()
            .map(|answer| rows(answer, separator))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(stdout(&["--output-format=packed"]), in_rows(""));
    assert_eq!(stdout(&["-ospaced"]), in_rows(" "));
    assert_eq!(
        stdout(&["-o", "csv"]).lines().next(),
        Some("puzzle,solution")
    );
    for (color, is_colored) in [("auto", false), ("never", false), ("always", true)] {
        let pretty = stdout(&["-o", "pretty", "--color", color]);
        assert_eq!(
            (pretty.contains('\x1b'), pretty.matches('┌').count()),
            (is_colored, 3)
        );
    }
}

#[test]
fn json_has_a_verdict_for_every_record() {
    let input = format!("{PUZZLE}\n{TWO}\n{UNSOLVABLE}\n55{}\n53q\n", &PUZZLE[2..]);
    let ended = Run {
        output_format: Some(OutputFormat::Json),
        ..PLAIN
    }
    .on(&input);
    let verdicts = ["unique", "multiple", "none", "invalid", "invalid"];
    assert_eq!(
        (ended.text().lines().count(), ended.status),
        (5, Status::Invalid)
    );
    for (i, (object, verdict)) in ended.text().lines().zip(verdicts).enumerate() {
        assert!(
            object.starts_with(&format!(
                "{{\"file\":\"in\",\"line\":{},\"{}\":",
                i + 1,
                if i < 4 { "puzzle" } else { "verdict" }
            )),
            "{object}"
        );
        let next = if i > 1 {
            "message\":\"in:"
        } else {
            "solution\":\""
        };
        assert!(
            object.contains(&format!("\"verdict\":\"{verdict}\",\"{next}")),
            "{object}"
        );
    }
    // Many grids are solved by the engine.
    let many = write(OutputFormat::Json, &input.repeat(100));
    for (verdict, count) in [
        ("unique", 100),
        ("multiple", 100),
        ("none", 100),
        ("invalid", 200),
    ] {
        assert_eq!(
            many.matches(&format!("\"{verdict}\"")).count(),
            count,
            "{verdict}"
        );
    }
}

#[test]
fn json_has_an_empty_line_for_a_blank_line_among_records_that_are_a_line_each() {
    let (stdout, stderr, status) = sudokat(
        &["-ojson"],
        format!("\n{PUZZLE}\n\n# comment\n{PUZZLE}\n \n"),
    );
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!((lines.len(), stderr.as_str(), status), (4, "", 0));
    assert_eq!([lines[1], lines[3]], ["", ""]);
    let (again, ..) = sudokat(&["-ojson"], stdout.as_str());
    assert_eq!(
        again.lines().map(str::is_empty).collect::<Vec<_>>(),
        [false, true, false, true]
    );
    let (stdout, ..) = sudokat(&["-ojson"], format!("{}\n\n{0}", rows(PUZZLE, "")));
    assert_eq!(
        (
            stdout.lines().count(),
            stdout.matches("\"puzzle\":\"").count()
        ),
        (2, 2)
    );
}

#[test]
fn json_has_the_members_of_each_question() {
    let start = format!("{{\"file\":\"<stdin>\",\"line\":1,\"puzzle\":\"{TWO}\",");
    for (option, members) in [
        (
            "--all",
            "\"verdict\":\"multiple\",\"index\":1,\"solution\":",
        ),
        (
            "--count",
            "\"verdict\":\"multiple\",\"count\":2,\"exact\":true}",
        ),
        (
            "--count=1",
            "\"verdict\":\"multiple\",\"count\":1,\"exact\":false}",
        ),
        ("--redundant", "\"verdict\":\"multiple\"}"),
        (
            "--check",
            "\"check\":\"r1c4 and 3 more cells are blank\",\"ok\":false,\"wrong\":[],\"blanks\":4,\"message\":\"<stdin>:1: r1c4",
        ),
    ] {
        let (stdout, ..) = sudokat(&[option, "-ojson"], TWO);
        assert!(
            stdout.starts_with(&format!("{start}{members}")),
            "{option}: {stdout}"
        );
    }
    let (stdout, ..) = sudokat(&["--verdict", "-ojson"], TWO);
    let two = format!(
        "\"solutions\":[\"{ANSWER}\",\"{OTHER}\"],\"differ\":[\"r1c4\",\"r1c5\",\"r4c4\",\"r4c5\"]"
    );
    assert!(stdout.contains(&two), "{stdout}");
    let (stdout, ..) = sudokat(&["--all", "-ojson"], TWO);
    let objects: Vec<&str> = stdout.lines().collect();
    assert!(
        objects[0].contains(&format!("\"index\":1,\"solution\":\"{ANSWER}\"")),
        "{stdout}"
    );
    assert!(
        objects[1].contains(&format!("\"index\":2,\"solution\":\"{OTHER}\"")) && objects.len() == 2,
        "{stdout}"
    );
    let (stdout, ..) = sudokat(&["--redundant", "-ojson"], MINIMAL);
    assert!(
        stdout.contains("\"verdict\":\"unique\",\"redundant\":[]}"),
        "{stdout}"
    );
}

#[test]
fn a_pretty_answer_can_be_read_again() {
    let pretty = write(OutputFormat::Pretty, &format!("{PUZZLE}\n{TWO}\n"));
    let ended = PLAIN.on(&pretty);
    assert_eq!(
        (
            ended.text().lines().count(),
            ended.messages.as_str(),
            ended.status
        ),
        (19, "", Status::Solved)
    );
    let wrong = pretty.replacen("│ 6 7", "│ 6 q", 1);
    assert_eq!(
        PLAIN.on(wrong).messages,
        "in:3:13: expected a digit or a blank, found 'q'\n"
    );
}

/// Pencil marks of every kind: with few or many candidates, and now and then with cells that have
/// none or single ones that clash.
fn random_marks(random: &mut Rng) -> Candidates {
    let (full, kind) = (random::full(random), random.usize(..7));
    if kind == 6 {
        let mut marks = Candidates::ALL;
        for _ in 0..random.usize(1..=20) {
            random::eliminate(&mut marks, random.usize(..81), random.u8(1..=9));
        }
        return marks;
    }
    let masks = array::from_fn(|cell| match (kind, random.u32(..81)) {
        (0, 0) => 0,
        (0 | 1, 1..78) | (2, 1..40) | (3, 0..81) => 1 << (full.digits()[cell] - 1),
        (4, 0..40) => 0x1ff,
        (1, 0) | (3..=4, _) => 1 << random.u32(..9),
        _ => random.u16(..) | 1 << (full.digits()[cell] - 1),
    });
    Candidates::from_masks(masks)
}

#[test]
fn a_title_does_not_turn_around_the_text_beside_it() {
    let inputs = [
        format!("# evil\u{202e}title\n{}", rows(PUZZLE, "")),
        format!("name,puzzle\nevil\u{202e}title,{PUZZLE}\n"),
    ];
    for input in inputs {
        let run = Run {
            output_format: Some(OutputFormat::Html),
            ..PLAIN
        };
        let ended = run.on(input);
        let page = ended.text();
        assert!(page.contains("<caption>eviltitle</caption>"), "{page}");
    }
}

#[test]
fn what_a_format_writes_is_read_as_the_same_grids() {
    let mut random = Rng::with_seed(7);
    let grids: Vec<Candidates> = (0..10_000)
        .map(|index| match index % 2 {
            0 => Candidates::from(&random::puzzle(&mut random, 17 + index % 60)),
            _ => random_marks(&mut random),
        })
        .collect();
    let plain = |marks: &Candidates| Candidates::from(&marks.to_grid()) == *marks;
    let text = |marks: &Candidates| {
        if plain(marks) {
            marks.to_grid().to_string()
        } else {
            marks.to_string()
        }
    };
    let read = |text: &str| {
        sudokat::read(text.as_bytes(), &InputOptions::default())
            .map(|grid| grid.map(|grid| grid.candidates))
            .collect::<Vec<_>>()
    };
    for format in [
        OutputFormat::Line,
        OutputFormat::Csv,
        OutputFormat::Json,
        OutputFormat::Packed,
        OutputFormat::Spaced,
        OutputFormat::Pretty,
    ] {
        let has_rows = matches!(
            format,
            OutputFormat::Packed | OutputFormat::Spaced | OutputFormat::Pretty
        );
        // In rows, clues that clash are an error, because a row may be missing, and only frames
        // have a place for pencil marks.
        let is_written = |marks: &&Candidates| {
            !has_rows
                || plain(marks) && marks.to_grid().conflict().is_none()
                || format == OutputFormat::Pretty && !plain(marks)
        };
        let mut expected: Vec<&Candidates> = grids.iter().filter(is_written).collect();
        let run = Run {
            question: Question::Convert,
            output_format: Some(format),
            ..PLAIN
        };
        if format == OutputFormat::Pretty {
            // What cannot be drawn is refused.
            expected.retain(|marks| {
                plain(marks) || {
                    let ended = run.on(text(marks));
                    let is_refused = ended.answers.is_empty();
                    assert_eq!(
                        (ended.status == Status::Invalid, !ended.messages.is_empty()),
                        (is_refused, is_refused)
                    );
                    !is_refused
                }
            });
            assert!(
                (6_000..9_900).contains(&expected.len()),
                "{}",
                expected.len()
            );
        }
        let found = read(
            run.on(expected
                .iter()
                .map(|marks| text(marks) + "\n")
                .collect::<String>())
                .text(),
        );
        assert_eq!(found.len(), expected.len(), "{format:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.as_ref().ok(), Some(expected), "{format:?} {found:?}");
        }
    }
}

#[test]
fn pretty_verdicts_have_comments_and_can_be_read_again() {
    let (stdout, ..) = sudokat(
        &["--verdict", "-opretty"],
        format!("{PUZZLE}\n{TWO}\n{UNSOLVABLE}\n"),
    );
    let comments: Vec<&str> = stdout
        .lines()
        .filter(|line| line.starts_with('#'))
        .collect();
    let multiple = "# 2: multiple, two solutions differ in 4 cells: r1c4 r1c5 r4c4 r4c5";
    assert_eq!(comments, ["# 1: unique", multiple, "# 3: none"]);
    assert_eq!(
        sudokat(&["-oline"], stdout),
        (format!("{ANSWER}\n{ANSWER}\n{OTHER}\n"), String::new(), 0)
    );
    let (colored, ..) = sudokat(&["--verdict", "-opretty", "--color=always"], TWO);
    assert_eq!(colored.matches("\x1b[1;33m").count(), 8, "{colored}");
    let (stdout, ..) = sudokat(&["--redundant", "-opretty"], MINIMAL);
    assert!(stdout.starts_with("# 1: minimal\n┌"), "{stdout}");
    assert_eq!(sudokat(&["--verdict"], stdout).0, "unique\n");
    let (colored, ..) = sudokat(&["--redundant", "-opretty", "--color=always"], ANSWER);
    assert_eq!(colored.matches("\x1b[1;33m").count(), 81);
}

#[test]
fn every_format_shows_which_record_each_of_all_solutions_belongs_to() {
    let grids = [UNSOLVABLE, TWO, PUZZLE, UNSOLVABLE, TWO];
    for (format, input) in in_every_format(&grids) {
        let run = |output: &str| sudokat(&["--all", output], input.as_str());
        // An empty line for each record without a solution, and one between records.
        let lines = format!("\n{ANSWER}\n{OTHER}\n\n{ANSWER}\n\n\n{ANSWER}\n{OTHER}\n");
        let (stdout, stderr, status) = run("-oline");
        assert_eq!(
            (stdout, stderr.lines().count(), status),
            (lines, 2, 1),
            "{format}"
        );
        for (output, separator) in [("-opacked", ""), ("-ospaced", " ")] {
            let [answer, other] = [ANSWER, OTHER].map(|grid| rows(grid, separator));
            let expected = format!("{answer}\n{other}\n\n{answer}\n\n{answer}\n{other}");
            assert_eq!(run(output).0, expected, "{format}");
        }
        let csv = run("-ocsv").0;
        let answers: Vec<&str> = csv
            .lines()
            .skip(1)
            .map(|line| line.rsplit(',').next().expect("a field"))
            .collect();
        assert_eq!(
            answers,
            ["", ANSWER, OTHER, ANSWER, "", ANSWER, OTHER],
            "{format}"
        );
        let json = run("-ojson").0;
        let index = |object: &str| {
            object
                .split("\"index\":")
                .nth(1)
                .and_then(|rest| rest.chars().next())
        };
        assert_eq!(
            json.lines().filter_map(index).collect::<String>(),
            "0121012",
            "{format}"
        );
        let pretty = run("-opretty").0;
        assert_eq!(
            (
                pretty.matches('┌').count(),
                pretty.matches("\n\n\n").count()
            ),
            (5, 2),
            "{format}"
        );
        assert_eq!(sudokat(&["-oline"], pretty).0.lines().count(), 5);
    }
    let (stdout, ..) = sudokat(&["--all", "--limit=1"], format!("{TWO}\n{PUZZLE}\n"));
    assert_eq!(stdout, format!("{ANSWER}\n\n{ANSWER}\n"));
}

#[test]
fn csv_of_several_inputs_has_as_many_fields_as_the_header() {
    let csv = format!("puzzle\n{}\n", PUZZLE.replace('0', "."));
    let lines = format!("{PUZZLE}\n");
    for (inputs, header, fields) in [
        ([&lines, &csv], "puzzle", 1),
        ([&csv, &lines], "puzzle,converted", 2),
    ] {
        let mut answers = Vec::new();
        let options = Options {
            question: Question::Convert,
            output_format: Some(OutputFormat::Csv),
            ..Options::default()
        };
        let mut stream = Stream::new(options, &mut answers, Vec::new());
        for input in inputs {
            stream.solve("in", input.as_bytes()).expect("no error");
        }
        let text = String::from_utf8(answers).expect("UTF-8");
        let (first, records) = text.split_once('\n').expect("a header");
        assert_eq!(first, header);
        assert_eq!(records.lines().count(), 2);
        for record in records.lines() {
            let fields_of_record: Vec<&str> = record.split(',').collect();
            assert_eq!(fields_of_record.len(), fields, "{record}");
            assert_eq!(fields_of_record.last(), Some(&PUZZLE));
        }
    }
}

#[test]
fn inputs_of_several_formats_share_an_output_format_and_the_first_csv_header() {
    let csv = format!("puzzle,id\n{PUZZLE},1\n");
    let other = format!("name;id;quiz\n\"a,b\";\"2,3\";{PUZZLE}\n");
    let (with_id, without) = (
        format!("{PUZZLE},1,{ANSWER}\n"),
        format!("{PUZZLE},,{ANSWER}\n"),
    );
    let plain = format!("{PUZZLE},{ANSWER}\n");
    let what = "the columns are not those of the first input";
    for (inputs, expected, messages) in [
        (
            vec![&csv, PUZZLE, &rows(PUZZLE, " "), &csv, &other],
            format!(
                "puzzle,id,solution\n{with_id}{without}{without}{with_id}{PUZZLE},\"2,3\",{ANSWER}\n"
            ),
            [
                ("2", "\"id\" is empty"),
                ("3", "\"id\" is empty"),
                ("5", "\"name\" is left out"),
            ]
            .to_vec(),
        ),
        (
            vec![PUZZLE, &csv, &csv],
            format!("puzzle,solution\n{plain}{plain}{plain}"),
            [("2", "\"id\" is left out"), ("3", "\"id\" is left out")].to_vec(),
        ),
    ] {
        let (mut answers, mut stderr) = (Vec::new(), Vec::new());
        let options = Options {
            output_format: Some(OutputFormat::Csv),
            ..Options::default()
        };
        let mut stream = Stream::new(options, &mut answers, &mut stderr);
        for (name, input) in (1..).zip(inputs) {
            stream
                .solve(&name.to_string(), input.as_bytes())
                .expect("memory takes everything");
        }
        assert_eq!(stream.status(), Status::Solved);
        assert_eq!(String::from_utf8(answers).expect("UTF-8"), expected);
        let messages: String = messages
            .iter()
            .map(|(name, how)| format!("{name}: {what}: {how}\n"))
            .collect();
        assert_eq!(String::from_utf8(stderr).expect("UTF-8"), messages);
    }
}

#[test]
fn every_column_has_a_key_of_its_own() {
    let (json, ..) = sudokat(
        &["--column=start", "-ojson"],
        format!("a,start,a,puzzle\n1,{PUZZLE},2,none\n"),
    );
    assert!(
        json.contains("\"columns\":{\"a\":\"1\",\"a_3\":\"2\",\"puzzle_4\":\"none\"}"),
        "{json}"
    );
    assert_eq!(
        sudokat(&[], json),
        (format!("{ANSWER}\n"), String::new(), 0)
    );
}

#[test]
fn csv_output_says_which_member_of_json_it_leaves_out() {
    let input =
        format!("{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"puzzle\":\"{PUZZLE}\",\"id\":2,\"note\":3}}\n");
    let message =
        "<stdin>:2: left out \"id\": csv has only the members of the first record\n".to_string();
    let csv = format!("puzzle,solution\n{PUZZLE},{ANSWER}\n{PUZZLE},{ANSWER}\n");
    assert_eq!(sudokat(&["-ocsv"], input.as_str()), (csv, message, 0));
    let (json, messages, _) = sudokat(&["-ojson"], input.as_str());
    assert!(json.contains("\"id\":2,\"note\":3") && messages.is_empty());
}

#[test]
fn csv_output_of_json_has_no_two_columns_of_one_name() {
    let rows = "[5,3,0,0,7,0,0,0,0],".repeat(4);
    let input = format!(
        "{{\"puzzle\":\"hard\",\"grid\":[{rows}[0]]}}\n\
         {{\"puzzle\":\"easy\",\"grid\":\"{PUZZLE}\"}}\n"
    );
    let (csv, _, status) = sudokat(&["-ocsv", "--column=grid"], input.as_str());
    let expected = format!("puzzle,puzzle_2,solution\nhard,,\neasy,{PUZZLE},{ANSWER}\n");
    assert_eq!((csv, status), (expected, 2));
}

#[test]
fn long_csv_records_have_the_same_answers_on_any_number_of_threads() {
    let note = "x".repeat(3000);
    let (mut input, header) = (
        "note,puzzle\n".to_string(),
        "note,puzzle,solution\n".to_string(),
    );
    let (mut smallest, mut all) = (header.clone(), header);
    for i in 0..3000 {
        let record = format!("{i}{note},{TWO}");
        input += &format!("{record}\n");
        smallest += &format!("{record},{ANSWER}\n");
        all += &format!("{record},{ANSWER}\n{record},{OTHER}\n");
    }
    for (question, expected) in [
        (Question::Smallest, smallest),
        (Question::All { limit: None }, all),
    ] {
        for threads in 1..=3 {
            let output_format = Some(OutputFormat::Csv);
            let ended = Run {
                question,
                output_format,
                threads,
                from_file: true,
                ..PLAIN
            }
            .on(&input);
            assert!(
                ended.text() == expected,
                "{question:?} on {threads} threads"
            );
        }
    }
}

#[test]
fn an_invalid_record_leaves_its_csv_field_empty_and_a_message_is_quoted() {
    let (stdout, ..) = sudokat(&["--check", "-ocsv", "--input-format=line"], "53q\n");
    assert_eq!(
        stdout,
        "puzzle,check\n,\"expected a digit or a blank, found 'q'\"\n"
    );
}

#[test]
fn the_name_of_the_input_stands_before_each_answer() {
    let folder = Folder::new();
    let (one, two) = (
        folder.file("one.txt", format!("{PUZZLE}\n\n{UNSOLVABLE}\n")),
        folder.file("two.txt", TWO),
    );
    let stdout = |options: &[&str]| sudokat(&[options, &["-H", &one, &two]].concat(), "").0;
    assert_eq!(
        stdout(&[]),
        format!("{one}:{ANSWER}\n\n{one}:\n{two}:{ANSWER}\n")
    );
    assert_eq!(
        stdout(&["--verdict"]),
        format!("{one}:unique\n\n{one}:none\n{two}:multiple\n")
    );
    let answer = rows(ANSWER, "");
    assert_eq!(
        stdout(&["-opacked"]),
        format!("# {one}\n{answer}\n# {two}\n{answer}")
    );
    let (first, second) = (
        format!("{one},{PUZZLE},{ANSWER}"),
        format!("{one},{UNSOLVABLE},"),
    );
    assert_eq!(
        stdout(&["-ocsv"]),
        format!("file,puzzle,solution\n{first}\n\n{second}\n{two},{TWO},{ANSWER}\n")
    );
    let pretty = stdout(&["-opretty", "--verdict"]);
    assert_eq!(
        pretty.lines().filter(|line| line.starts_with('#')).count(),
        6,
        "{pretty}"
    );
    let csv = folder.file("three.csv", format!("id;puzzle\n7;{PUZZLE}\n"));
    assert_eq!(
        sudokat(&["-H", &csv], "").0,
        format!("file;id;puzzle;solution\n{csv};7;{PUZZLE};{ANSWER}\n")
    );
}

#[test]
fn titles_above_grids_are_captions_and_other_grids_are_numbered() {
    let puzzle = rows(PUZZLE, "");
    let input = format!(
        "Monday:\n{puzzle}\n# Tuesday (ea\u{7}sy)\n{puzzle}\n\nGrid 03\n{puzzle}\n\nGrid 03\n{puzzle}\n{puzzle}"
    );
    let captions = |options: &[&str], input: &str| -> Vec<String> {
        let (drawn, stderr, status) = sudokat(options, input);
        assert_eq!(
            (drawn.matches('┌').count(), stderr.as_str(), status),
            (5, "", 0)
        );
        drawn
            .lines()
            .filter_map(|line| line.strip_prefix("# "))
            .map(str::to_string)
            .collect()
    };
    let titles = ["Monday", "Tuesday (easy)", "Grid 03", "Grid 03"];
    for question in ["--all", "--convert", "--candidates"] {
        assert_eq!(
            captions(&["-opretty", question], &input),
            [&titles[..], &["5"]].concat()
        );
        assert_eq!(
            captions(&["-opretty", question], &format!("{PUZZLE}\n").repeat(5)),
            ["1", "2", "3", "4", "5"]
        );
        // Code is no title.
        let code = format!("board = [\n{puzzle}]\n").repeat(5);
        assert_eq!(
            captions(&["-opretty", question], &code),
            ["1", "2", "3", "4", "5"]
        );
    }
    let (drawn, ..) = sudokat(&["-opretty"], format!("{PUZZLE}\n{TWO}\n"));
    let captions: Vec<&str> = drawn.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(captions, ["# 1", "# 2: one of several solutions"]);
}

/// The captions of the grids of an input, as a drawing and as a page show them.
fn captions(question: &str, input: &str) -> Vec<String> {
    let (drawing, ..) = sudokat(&[question, "-opretty"], input);
    let drawn = drawing.lines().filter_map(|line| line.strip_prefix("# "));
    let drawn: Vec<&str> = drawn.collect();
    let (page, ..) = sudokat(&[question, "-ohtml"], input);
    let parts = page.split("<caption>").skip(1);
    let printed: Vec<&str> = parts
        .filter_map(|part| part.split("</caption>").next())
        .collect();
    assert_eq!(drawn, printed, "{question} {input}");
    drawn.into_iter().map(str::to_string).collect()
}

#[test]
fn a_grid_on_a_line_has_its_label_comment_or_title_as_a_caption() {
    let input = format!(
        "# A comment is no title.\nMonday\n{PUZZLE}\n{PUZZLE}\n[Tuesday (easy)]\n\n{PUZZLE} 7.1\n\
         Anna: {PUZZLE}  # by Ben\n{PUZZLE}  # Wikipedia, Su\u{7}doku\nGrid 03:\n{PUZZLE}\n\
         12. {PUZZLE};{ANSWER} % é\u{202e}1\n{PUZZLE} easy\n"
    );
    let expected = [
        "Monday",
        "2",
        "Tuesday (easy)",
        "Anna",
        "Wikipedia, Sudoku",
        "Grid 03",
        "é1",
        "8",
    ];
    for question in ["--all", "--convert", "--candidates"] {
        assert_eq!(captions(question, &input), expected);
    }
    // In lines, a title is a line of output, and no part of an answer.
    let (lines, ..) = sudokat(&[], input);
    let answers: Vec<&str> = lines.lines().collect();
    let expected = "aa__aaa_aaa".replace('a', &format!("{ANSWER}\n"));
    assert_eq!(answers.join("\n") + "\n", expected.replace('_', "\n"));
}

#[test]
fn a_caption_is_in_a_column_or_a_member() {
    let csv = format!("id;puzzle;Name\n7;{PUZZLE};Anna\n8;{PUZZLE};\"two\nlines\"\n9;{PUZZLE};\n");
    assert_eq!(captions("--convert", &csv), ["Anna", "two lines", "3"]);
    let json = [
        format!("{{\"puzzle\":\"{PUZZLE}\"}}"),
        format!("{{\"id\":7,\"puzzle\":\"{PUZZLE}\"}}"),
        format!("{{\"id\":7,\"title\":\"A \\u202e1\",\"name\":null,\"puzzle\":\"{PUZZLE}\"}}"),
    ];
    assert_eq!(captions("--convert", &json.join("\n")), ["1", "7", "A 1"]);
}

#[test]
fn plain_pencil_marks_are_drawn_and_can_be_read_again() {
    let (line, stderr, status) = sudokat(&["--convert", "--marks"], rows(PUZZLE, ""));
    let puzzle: Grid = PUZZLE.parse().expect("a grid");
    let marks = Candidates::pencil_marks(&puzzle);
    assert_eq!(
        (line, stderr.as_str(), status),
        (format!("{marks}\n"), "", 0)
    );
    let (drawing, ..) = sudokat(&["--convert", "--marks", "-opretty"], PUZZLE);
    assert!(
        drawing.contains("│ 5   3    124    │ 26   7  2468 │"),
        "{drawing}"
    );
    let again = sudokat(&["--convert", "-oline"], drawing.as_str());
    assert_eq!(again.0, format!("{marks}\n"));
    // Candidates that the input eliminates stay so.
    let mut fewer = marks;
    fewer.eliminate("r1c3".parse().expect("a cell"), 4);
    let (line, ..) = sudokat(
        &["--convert", "--marks"],
        format!(":0300:x:{PUZZLE}:413::\n"),
    );
    assert_eq!(line, format!("{fewer}\n"));
    // Only digits that were found are green, and no mark is.
    let options = ["--convert", "--marks", "-opretty", "--color=always"];
    let (colored, ..) = sudokat(&options, PUZZLE);
    assert!(colored.contains("\x1b[1m5") && !colored.contains("\x1b[32m"));
    let (json, ..) = sudokat(&["--convert", "--marks", "-ojson"], PUZZLE);
    assert!(json.contains("\"marks\":[[5],[3],[1,2,4],"), "{json}");
    let (csv, ..) = sudokat(&["--convert", "--marks", "-ocsv"], PUZZLE);
    assert_eq!(csv, format!("puzzle,marks\n{PUZZLE},{marks}\n"));
    let (page, ..) = sudokat(&["--convert", "--marks", "-ohtml"], PUZZLE);
    // The only candidate of r5c5 is as small as all others.
    assert_eq!(page.matches("<small>").count(), 51);
    let empty = ".".repeat(81);
    let (page, ..) = sudokat(&["--convert", "--marks", "-ohtml"], empty);
    assert_eq!(page.matches("<small>123\n456\n789</small>").count(), 81);
}
