//! Random equivalents of grids: what moves, what stays, and what they follow from.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sudokat::{Candidates, Grid, Options, OutputFormat, Question, Status, Stream};

use crate::fixtures::files::Folder;
use crate::fixtures::messages::cell_count;
use crate::fixtures::program::sudokat;
use crate::fixtures::puzzles::{
    ANSWER, CONFLICT, MINIMAL, PUZZLE, TWO, UNSOLVABLE, grid, in_every_format,
};

const SEED: &str = "--seed=5";

/// The output for an input without an error.
fn output(options: &[&str], input: impl Into<Vec<u8>>) -> String {
    let (stdout, stderr, status) = sudokat(options, input);
    assert_eq!((stderr.as_str(), status), ("", 0), "{options:?}");
    stdout
}

fn canonical(text: &str) -> Grid {
    grid(text).canonical().expect("no conflict").form
}

#[test]
fn equivalents_have_the_canonical_form_of_their_grid_and_are_consecutive() {
    let grids = [PUZZLE, TWO, UNSOLVABLE, MINIMAL, ANSWER];
    let input = grids.map(|grid| format!("{grid}\n")).concat();
    let equivalents = output(&["--shuffle=40", SEED], input.as_str());
    let mut lines: Vec<&str> = equivalents.lines().collect();
    assert_eq!(lines.len(), 40 * grids.len());
    for (grid, equivalents) in grids.iter().zip(lines.chunks(40)) {
        for equivalent in equivalents {
            assert_eq!(canonical(equivalent), canonical(grid), "{equivalent}");
        }
    }
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 40 * grids.len());

    assert_eq!(output(&["--shuffle"], PUZZLE).lines().count(), 1);
    let seeds = ["--seed=1", "--seed=2"].map(|seed| output(&["--shuffle", seed], PUZZLE));
    assert_ne!(seeds[0], seeds[1]);
    let unseeded = [(); 2].map(|()| output(&["--shuffle"], PUZZLE));
    assert_ne!(unseeded[0], unseeded[1]);
}

#[test]
fn statistics_name_the_seed_of_equivalents() {
    let (equivalents, stderr, _) = sudokat(&["--shuffle=3", "--stats"], PUZZLE);
    let seed = stderr
        .lines()
        .find_map(|line| line.strip_prefix("sudokat: --seed "))
        .expect("a seed");
    let again = output(&["--shuffle=3", &format!("--seed={seed}")], PUZZLE);
    assert_eq!(again, equivalents);
}

/// The equivalents of a record depend on nothing but the seed and how many records there are before
/// it, whatever these are and wherever they come from.
#[test]
fn equivalents_follow_from_the_seed_and_the_number_of_the_record() {
    let lines = format!("{PUZZLE}\n{TWO}\n\n# comment\n53q\n{MINIMAL}\n").repeat(700);
    let options = ["--shuffle=3", SEED, "--exit-zero"];
    let (all, ..) = sudokat(&options, lines.as_str());
    let folder = Folder::new();
    let (first, second) = lines.split_at(lines.find(MINIMAL).expect("a line"));
    let files = [folder.file("1", first), folder.file("2", second)];
    let of_files = [&options[..], &[&*files[0], &*files[1]]].concat();
    assert!(sudokat(&of_files, "").0 == all);
    for threads in ["-j1", "-j2", "-j7"] {
        let (stdout, ..) = sudokat(&[&options[..], &[threads]].concat(), lines.as_str());
        assert!(stdout == all, "{threads}");
    }
    // Neither the format nor the neighbors of a record count.
    let others = lines.replace(TWO, MINIMAL).replace("53q", UNSOLVABLE);
    let (others, ..) = sudokat(&options, others);
    let of_puzzles = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.is_empty());
        let is_puzzle = |line: &&str| canonical(line) == canonical(PUZZLE);
        lines
            .filter(is_puzzle)
            .map(str::to_string)
            .take(90)
            .collect()
    };
    assert_eq!(of_puzzles(&all), of_puzzles(&others));
    let two = [&options[..], &["-opacked"]].concat();
    let mut in_formats = in_every_format(&[PUZZLE, TWO]).into_iter();
    let (_, input) = in_formats.next().expect("a format");
    let expected = output(&two, input);
    for (format, input) in in_formats {
        assert_eq!(output(&two, input), expected, "{format}");
    }
}

#[test]
fn equivalents_are_written_in_every_format() {
    let input = format!("{PUZZLE}\n{ANSWER}\n");
    let lines = output(&["--shuffle=3", SEED], input.as_str());
    for format in ["packed", "spaced", "pretty", "csv", "json"] {
        let written = output(&["--shuffle=3", SEED, "-o", format], input.as_str());
        let read = output(&["--convert", "-oline"], written);
        assert_eq!(read, lines, "{format}");
    }
    let page = output(&["--shuffle=3", SEED, "-ohtml"], PUZZLE);
    let captions: Vec<&str> = page
        .split("<caption>")
        .skip(1)
        .filter_map(|table| table.split('<').next())
        .collect();
    assert_eq!(captions, ["1", "1: equivalent 2", "1: equivalent 3"]);
    let bold = page.matches("<b>").count();
    assert_eq!(bold, 3 * grid(PUZZLE).placements().count());
}

#[test]
fn given_solutions_in_csv_move_along_and_other_columns_are_copied() {
    let input = format!(
        "id;solution;puzzle;note\n7;{ANSWER};{PUZZLE};\"a;\"\"b\"\n8; \"{ANSWER}\";\"{PUZZLE}\";\n9;;{MINIMAL};c\n"
    );
    let csv = output(&["--shuffle=2", SEED], input.as_str());
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "id;solution;puzzle;note");
    let records = ["7;", "7;", "8;", "8;", "9;;", "9;;"];
    let notes = [";\"a;\"\"b\"", ";\"a;\"\"b\"", ";", ";", ";c", ";c"];
    assert_eq!(rows.len(), 1 + records.len());
    for (row, (record, note)) in rows[1..].iter().zip(records.into_iter().zip(notes)) {
        assert!(row.starts_with(record) && row.ends_with(note), "{row}");
    }
    for row in &rows[1..5] {
        let fields: Vec<&str> = row.splitn(4, ';').collect();
        assert!(grid(fields[1]).is_solution(&grid(fields[2])), "{row}");
        assert_eq!(canonical(fields[2]), canonical(PUZZLE));
    }

    let named = input.replace("solution", "key");
    let moved = output(
        &["--shuffle=2", SEED, "--solution-column=key"],
        named.as_str(),
    );
    assert_eq!(moved, csv.replace("solution", "key"));
    let (kept, ..) = sudokat(&["--shuffle", SEED], named);
    assert_eq!(kept.matches(ANSWER).count(), 2);

    // The options can name the column of the puzzle for the solution, and the other way round.
    for column in ["--solution-column=puzzle", "--column=solution"] {
        let options = ["--shuffle=2", SEED, column, "--exit-zero"];
        let (rows, ..) = sudokat(&options, input.as_str());
        assert_eq!(rows.lines().count(), 7, "{column}");
        let object = format!("{{\"solution\":\"{ANSWER}\",\"a\":1}}");
        let (objects, ..) = sudokat(&[&options[..], &["-ojson"]].concat(), object);
        assert!(
            objects
                .lines()
                .all(|object| object.starts_with("{\"file\""))
        );
    }

    let [line, wrong] = ["id,puzzle\n7,", "puzzle,solution,id\n"];
    let both = format!("{wrong}{PUZZLE},{ANSWER},7\n");
    let folder = Folder::new();
    let files = [
        folder.file("1", format!("{line}{PUZZLE}\n")),
        folder.file("2", both),
    ];
    let (csv, ..) = sudokat(&["--shuffle=2", "-H", &files[0], &files[1]], "");
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!((rows[0], rows.len()), ("file,id,puzzle", 5));
    for (row, file) in rows[1..]
        .iter()
        .zip([&files[0], &files[0], &files[1], &files[1]])
    {
        let puzzle = row.strip_prefix(&format!("{file},7,")).expect("a row");
        assert_eq!(canonical(puzzle), canonical(PUZZLE));
    }
}

#[test]
fn given_solutions_in_json_move_along_and_other_members_are_copied() {
    let cells: Vec<String> = ANSWER.chars().map(String::from).collect();
    let list = format!("[{}]", cells.join(","));
    for solution in [format!("\"{ANSWER}\""), list] {
        let object =
            format!("{{\"id\":[1],\"no\":7,\"puzzle\":\"{PUZZLE}\",\"solution\":{solution}}}\n");
        let json = output(&["--shuffle=2", SEED, "-ojson"], object.as_str());
        assert_eq!(json.lines().count(), 2);
        for (line, index) in json.lines().zip(1..) {
            let member = |name: &str| {
                let (_, rest) = line
                    .split_once(&format!("\"{name}\":\""))
                    .expect("a member");
                grid(rest.split('"').next().expect("a value"))
            };
            assert!(member("solution").is_solution(&member("puzzle")), "{line}");
            assert!(line.contains(&format!(",\"index\":{index},\"columns\":{{\"no\":7,")));
        }
        let csv = output(&["--shuffle=2", SEED, "-ocsv"], object.as_str());
        assert!(csv.starts_with("no,puzzle,solution\n7,"), "{csv}");
        assert_eq!(output(&["--check", "-oline"], csv), "ok\nok\n");
    }
}

/// The text of an equivalent can be shorter or longer than that of its record.
#[test]
fn given_solutions_move_along_whatever_notation_the_record_has() {
    let spaced = |grid: &str| grid.split("").collect::<Vec<_>>().join(" ");
    let rows = |grid: &str| {
        let rows = grid.as_bytes().chunks(9).map(String::from_utf8_lossy);
        rows.collect::<Vec<_>>().join("\n")
    };
    let marks = Candidates::pencil_marks(&grid(PUZZLE)).to_string();
    let puzzles = [PUZZLE.to_string(), spaced(PUZZLE), rows(PUZZLE), marks];
    let solutions = [ANSWER.to_string(), spaced(ANSWER), rows(ANSWER)];
    for (puzzle, solution) in puzzles
        .iter()
        .flat_map(|puzzle| solutions.iter().map(move |solution| (puzzle, solution)))
    {
        let csv = format!("solution,id,puzzle\n\"{solution}\",7,\"{puzzle}\"\n");
        let [puzzle, solution] = [puzzle, solution].map(|grid| grid.replace('\n', "\\n"));
        let json = format!("{{\"solution\":\"{solution}\",\"puzzle\":\"{puzzle}\"}}\n");
        for input in [csv, json] {
            assert_eq!(output(&["--check", "-oline"], input.as_str()), "ok\n");
            let moved = output(&["--shuffle=3", SEED, "-ocsv"], input.as_str());
            assert_eq!(output(&["--check", "-oline"], moved), "ok\n".repeat(3));
        }
    }
}

#[test]
fn a_malformed_record_has_one_message_and_nothing_to_move() {
    let short = &PUZZLE[1..];
    let message = format!("<stdin>:1: {}\n", cell_count(80));
    assert_eq!(
        sudokat(&["--shuffle=3"], short),
        ("\n\n\n".into(), message, 2)
    );
    for format in ["packed", "spaced", "pretty"] {
        let (stdout, ..) = sudokat(&["--shuffle=3", "-o", format], short);
        assert_eq!(stdout, "", "{format}");
    }
    let (json, ..) = sudokat(&["--shuffle=3", "-ojson"], short);
    assert_eq!(json.lines().count(), 1);
    assert!(
        json.contains("\"verdict\":\"invalid\",\"index\":0,"),
        "{json}"
    );

    // Neither of the two may be taken for the other's partner.
    let csv = format!("id,puzzle,solution,note\n7,{short},{ANSWER},a\n8,{PUZZLE},{short},b\n");
    let (stdout, stderr, status) = sudokat(&["--shuffle=2", SEED], csv);
    let rows: Vec<&str> = stdout.lines().collect();
    assert_eq!((rows.len(), &rows[1..3]), (5, &["7,,,a"; 2][..]));
    for row in &rows[3..] {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields[0], &fields[2..]), ("8", &["", "b"][..]));
        assert_eq!(canonical(fields[1]), canonical(PUZZLE));
    }
    let of_solution = format!(":3:85: the given solution is malformed: {}", cell_count(80));
    assert!(stderr.contains(&of_solution), "{stderr}");
    assert_eq!((stderr.lines().count(), status), (2, 2));

    // As with --convert, clues that conflict are a message and a grid.
    let (stdout, stderr, status) = sudokat(&["--shuffle=2"], CONFLICT);
    for line in stdout.lines() {
        assert!(grid(line).conflict().is_some(), "{line}");
    }
    assert_eq!(stdout.lines().count(), 2);
    assert_eq!(
        (stderr.as_str(), status),
        ("<stdin>:1: r1c1 and r1c9 are both 5\n", 2)
    );
    // In JSON, too, the message is about the line of the input.
    let (json, ..) = sudokat(&["--shuffle=2", "-ojson"], CONFLICT);
    let message = "\"message\":\"<stdin>:1: r1c1 and r1c9 are both 5\"}";
    assert_eq!(json.matches("\"verdict\":\"invalid\"").count(), 2);
    assert_eq!(json.matches(message).count(), 2);
}

#[test]
fn pencil_marks_move_along() {
    let marks = Candidates::pencil_marks(&grid(PUZZLE));
    let moved = output(&["--shuffle=20", SEED], marks.to_string());
    assert_eq!(moved.lines().count(), 20);
    for line in moved.lines() {
        let moved: Candidates = line.parse().expect("pencil marks");
        // Some of them are naked singles, which are clues after the move as before.
        let singles = marks.to_grid().canonical().expect("no conflict");
        assert_eq!(moved.to_grid().canonical(), Ok(singles));
        let sizes = |marks: &Candidates| {
            let mut sizes = marks.masks().map(u16::count_ones);
            sizes.sort_unstable();
            sizes
        };
        assert_eq!(sizes(&moved), sizes(&marks));
    }
    let drawn = output(&["--shuffle", SEED, "-opretty"], marks.to_string());
    let lines = output(&["--shuffle", SEED], marks.to_string());
    assert_eq!(output(&["--convert", "-oline"], drawn), lines);
}

/// Many equivalents of few grids are written bit by bit, and in memory that is bounded.
#[test]
fn many_equivalents_of_one_grid_are_written_in_order() {
    let options = ["--shuffle=70000", SEED];
    let all = output(&options, format!("{PUZZLE}\n{TWO}\n"));
    assert_eq!(all.lines().count(), 140_000);
    let first = output(&options, PUZZLE);
    assert!(all.starts_with(&first));

    let question = Question::Shuffle {
        count: NonZero::new(3).expect("positive"),
        seed: 5,
    };
    let options = Options {
        question,
        ..Options::default()
    };
    let mut answers = Vec::new();
    let mut stream = Stream::new(options, &mut answers, Vec::new());
    stream
        .solve("in", PUZZLE.as_bytes())
        .expect("memory can be written");
    assert!(first.as_bytes().starts_with(&answers) && answers.len() == 3 * 82);
}

/// Pencil marks with an empty cell cannot be drawn, so each of many equivalents is a message.
#[test]
fn many_equivalents_that_cannot_be_written_are_reported_bit_by_bit() {
    let marks = Candidates::pencil_marks(&grid(PUZZLE)).to_string();
    let marks = marks.replacen("12.4.....", ".........", 1);
    let write = |count: u64, fail_fast: bool| {
        let options = Options {
            question: Question::Shuffle {
                count: NonZero::new(count).expect("positive"),
                seed: 5,
            },
            output_format: Some(OutputFormat::Pretty),
            fail_fast,
            ..Options::default()
        };
        let (mut answers, mut messages) = (Vec::new(), Vec::new());
        let writes = Arc::new(AtomicU64::new(0));
        let counter = writes.clone();
        let mut stream = Stream::new(options, &mut answers, &mut messages).on_progress(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        stream
            .solve("in", marks.as_bytes())
            .expect("memory can be written");
        assert_eq!(stream.status(), Status::Invalid);
        assert!(answers.is_empty());
        let messages = String::from_utf8(messages).expect("UTF-8");
        (messages, writes.load(Ordering::Relaxed))
    };
    let (messages, writes) = write(20_000, false);
    // The line is that of the original, whose cells are others.
    assert!(messages.starts_with("in:1: equivalent 1: r"), "{messages}");
    let more = "in: 19990 more like line 1: the pencil marks cannot be drawn\n";
    assert!(messages.ends_with(more), "{messages}");
    assert!((4..100).contains(&writes), "{writes}");
    let (messages, _) = write(u64::MAX, true);
    assert_eq!(messages.lines().count(), 1, "{messages}");
}
