//! The program as a shell sees it: inputs, exit statuses, usage errors and progress.

use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use fastrand::Rng;

use crate::fixtures::files::{Folder, read};
use crate::fixtures::grids;
use crate::fixtures::messages::{NO_GRID, NO_SOLUTION, TOO_LONG, cell_count};
use crate::fixtures::program::{Running, SUDOKAT, command, parts, run, sudokat};
use crate::fixtures::puzzles::{ANSWER, CONFLICT, PUZZLE, SMALLEST, TWO, UNSOLVABLE, rows};
use crate::fixtures::random::Images;

fn expect(input: &str, stdout: &str, stderr: &str, status: i32) {
    assert_eq!(
        sudokat(&[], input),
        (stdout.to_string(), stderr.to_string(), status),
        "for {input:?}"
    );
}

fn start(arguments: &[&str]) -> Running {
    Running::start(&mut command(SUDOKAT, arguments))
}

#[test]
fn the_answer_to_the_empty_grid_is_the_smallest_of_all() {
    expect(&".".repeat(81), &format!("{SMALLEST}\n"), "", 0);
}

#[test]
fn every_line_has_a_line_of_output() {
    let input = format!(
        "{PUZZLE}\n# why\n{UNSOLVABLE}\n\n{CONFLICT}\n{}\n53q\n{PUZZLE} easy\n",
        &PUZZLE[1..]
    );
    let messages = format!(
        "<stdin>:3: {NO_SOLUTION}\n<stdin>:5: r1c1 and r1c9 are both 5\n<stdin>:6: {}\n\
         <stdin>:7:3: expected a digit or a blank, found 'q'\n",
        cell_count(80)
    );
    // Only the comment has no line.
    expect(
        &input,
        &format!("{ANSWER}\n\n\n\n\n\n{ANSWER}\n"),
        &messages,
        2,
    );
}

#[test]
fn the_status_is_that_of_the_worst_grid() {
    let unsolvable = format!("<stdin>:1: {NO_SOLUTION}\n");
    expect(UNSOLVABLE, "\n", &unsolvable, 1);
    expect(&rows(UNSOLVABLE, ""), "", &unsolvable, 1);
    expect(CONFLICT, "\n", "<stdin>:1: r1c1 and r1c9 are both 5\n", 2);
    expect(
        &rows(CONFLICT, ""),
        "",
        "<stdin>:1:9: r1c1 and r1c9 are both 5\n",
        2,
    );
    expect(
        &rows(CONFLICT, " "),
        "",
        "<stdin>:1:17: r1c1 and r1c9 are both 5\n",
        2,
    );
    let both = format!("<stdin>:1: r1c1 and r1c9 are both 5\n<stdin>:2: {NO_SOLUTION}\n");
    expect(&format!("{CONFLICT}\n{UNSOLVABLE}"), "\n\n", &both, 2);
}

#[test]
fn an_input_without_a_grid_is_an_error() {
    let ignored = "empty lines and those that start with # or % are ignored";
    for (input, message) in [
        ("", NO_GRID),
        (
            "\n\n",
            &format!("expected a grid, found no grid in 2 lines; {ignored}"),
        ),
        (
            "# nothing\n",
            &format!("expected a grid, found no grid in 1 line; {ignored}"),
        ),
        ("\u{feff}", NO_GRID),
    ] {
        expect(input, "", &format!("<stdin>:1:1: {message}\n"), 2);
    }
    // Under the first record every line counts, but for comments.
    let message = "<stdin>:2:1: expected a digit or a blank, found 'n'\n";
    expect(
        &format!("{PUZZLE}\nnothing\nGrid 2\n# 3\n"),
        &format!("{ANSWER}\n\n\n"),
        message,
        2,
    );
}

#[test]
fn long_lines_are_read_in_bounded_memory_or_refused() {
    let tail = "x".repeat(60_000);
    expect(
        &format!("{PUZZLE} {tail}\n{PUZZLE}\n"),
        &format!("{ANSWER}\n{ANSWER}\n"),
        "",
        0,
    );
    let long = "5".repeat(10_000_000);
    let message = format!("<stdin>:2: {TOO_LONG}\n");
    expect(
        &format!("{PUZZLE}\n{long}\n{PUZZLE}\n"),
        &format!("{ANSWER}\n\n{ANSWER}\n"),
        &message,
        2,
    );
    let message = format!("<stdin>:1: {TOO_LONG}\n");
    expect(
        &format!("{long}\n{PUZZLE}\n"),
        &format!("\n{ANSWER}\n"),
        &message,
        2,
    );
    expect(
        &format!("{long}\n{}", rows(PUZZLE, "")),
        &rows(ANSWER, ""),
        &message,
        2,
    );
    let (stdout, stderr, status) = sudokat(&[], "\0".repeat(10_000_000));
    assert!(
        stdout.is_empty() && stderr.contains("found a NUL byte") && status == 2,
        "{stderr}"
    );
}

#[test]
fn an_endless_line_is_refused_before_it_ends() {
    let record = format!("{PUZZLE}\n");
    let lines = format!("{record}:1:x:");
    for (start, endless) in [(&*record, "5"), ("puzzle,n\n1,2\n", "\""), (&*lines, "+")] {
        let mut running = self::start(&[]);
        let stderr = running.stderr.take().expect("a pipe");
        let refused = thread::spawn(move || {
            stderr
                .lines()
                .map_while(Result::ok)
                .any(|line| line.contains(TOO_LONG))
        });
        running.write(start);
        let piece = endless.repeat(1 << 16);
        while !refused.is_finished() {
            running.write(&piece);
        }
        assert!(refused.join().expect("no panic"), "{start:?} {endless:?}");
        assert_eq!(running.finish().status.code(), Some(2));
    }
}

#[test]
fn a_million_rows_are_answered() {
    let (count, solved) = (111_111, rows(ANSWER, ""));
    let (stdout, stderr, status) = sudokat(&[], solved.repeat(count));
    assert!(stdout == vec![solved; count].join("\n") && stderr.is_empty() && status == 0);
}

#[test]
fn each_file_has_its_own_format() {
    let folder = Folder::new();
    let lines = folder.file("lines.txt", format!("{PUZZLE}\n53\n"));
    let packed = folder.file("packed.txt", rows(PUZZLE, ""));
    let missing = folder.join("missing.txt");
    let (stdout, stderr, status) = sudokat(&[&lines, "-", &missing, &packed], rows(PUZZLE, " "));
    assert_eq!(
        stdout,
        format!("{ANSWER}\n\n\n{}\n{}", rows(ANSWER, " "), rows(ANSWER, ""))
    );
    let messages: Vec<&str> = stderr.lines().collect();
    assert_eq!(messages[0], format!("{lines}:2: {}", cell_count(2)));
    assert!(
        messages[1].starts_with(&format!("{missing}: cannot open: ")),
        "{stderr}"
    );
    assert_eq!((messages.len(), status), (2, 2));
}

/// Other shells do that before they start the program.
#[cfg(windows)]
#[test]
fn a_pattern_stands_for_its_files() {
    let folder = Folder::new();
    for name in ["a.txt", "b.txt", "c.csv"] {
        folder.file(name, PUZZLE);
    }
    let mut command = command(SUDOKAT, &["*.txt"]);
    let printed = parts(Running::start(command.current_dir(folder.path())).finish());
    assert_eq!(printed, (format!("{ANSWER}\n{ANSWER}\n"), String::new(), 0));
}

#[test]
fn an_input_that_cannot_be_read_is_named_and_the_others_are_answered() {
    let folder = Folder::new();
    let path = folder.path().to_str().expect("UTF-8");
    let (stdout, stderr, status) = sudokat(&[path, "-"], PUZZLE);
    assert!(stderr.starts_with(&format!("{path}: cannot ")), "{stderr}");
    assert_eq!(
        (stdout, stderr.lines().count(), status),
        (format!("{ANSWER}\n"), 1, 2)
    );
}

#[test]
fn a_file_and_a_pipe_have_the_same_answers_on_any_number_of_threads() {
    let mut random = Rng::with_seed(9);
    let images = Images::of(
        &[
            grids::easy,
            grids::minimal,
            grids::several,
            grids::unsolvable,
        ],
        50,
    );
    let line = |_| match random.u32(..100) {
        0 => "53\n".to_string(),
        _ => format!("{}\n", images.next(&mut random)),
    };
    let lines: String = (0..3000).map(line).collect();
    let folder = Folder::new();
    let path = folder.file("puzzles.txt", &lines);
    for options in [
        &["-oline"][..],
        &["-ospaced"],
        &["-ocsv", "--count=9"],
        &["--all", "--limit=3"],
        &["--verdict"],
    ] {
        let answered = |threads, from_file: bool| {
            let arguments = [
                options,
                &["-j", threads, if from_file { path.as_str() } else { "-" }],
            ]
            .concat();
            let (answers, messages, status) = sudokat(&arguments, lines.as_str());
            (answers, messages.replace(&path, "<stdin>"), status)
        };
        let alone = answered("1", true);
        assert_eq!(alone.2, 2);
        for (threads, from_file) in [
            ("1", false),
            ("2", true),
            ("2", false),
            ("7", true),
            ("7", false),
        ] {
            assert!(
                alone == answered(threads, from_file),
                "{options:?}, {threads} threads, from a file: {from_file}"
            );
        }
    }
}

#[test]
fn each_grid_is_answered_before_the_next_is_read() {
    let mut running = start(&[]);
    for line_end in ["\n", "\r", "\r\n", "\n"] {
        running.write(format!("{PUZZLE}{line_end}"));
        assert_eq!(running.read_line(), format!("{ANSWER}\n"));
    }
    assert!(running.finish().status.success());
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut running = start(&[]);
    drop(running.stdout.take());
    let line = format!("{PUZZLE}\n");
    while running
        .stdin
        .as_mut()
        .expect("a pipe")
        .write_all(line.as_bytes())
        .is_ok()
    {}
    assert_eq!(parts(running.finish()), (String::new(), String::new(), 0));
}

#[test]
fn a_reader_that_leaves_after_the_last_answer_changes_nothing() {
    let folder = Folder::new();
    let file = folder.file("unsolvable.txt", UNSOLVABLE);
    for _ in 0..20 {
        let mut running = start(&["--count", "--stats", &file]);
        assert_eq!(running.read_line(), "0\n");
        drop(running.stdout.take());
        let (_, stderr, status) = parts(running.finish());
        assert!(stderr.contains("1 none"), "{stderr}");
        assert_eq!(status, 1);
    }
}

#[test]
fn fail_fast_ends_at_the_first_error_and_only_there() {
    let input = format!("{PUZZLE}\n{UNSOLVABLE}\n53\n{PUZZLE}\n");
    let messages = format!("<stdin>:2: {NO_SOLUTION}\n<stdin>:3: {}\n", cell_count(2));
    assert_eq!(
        sudokat(&["--fail-fast"], input),
        (format!("{ANSWER}\n\n\n"), messages, 2)
    );
    let conflict = "<stdin>:1: r1c1 and r1c9 are both 5\n".to_string();
    assert_eq!(
        sudokat(&["--fail-fast"], format!("{CONFLICT}\n{PUZZLE}\n")),
        ("\n".into(), conflict, 2)
    );
    // A list ends at an error, too.
    assert_eq!(
        sudokat(&["--fail-fast", "--shuffle=3"], CONFLICT)
            .0
            .lines()
            .count(),
        1
    );
    let given = format!("puzzle,solution\n{TWO},53\n");
    let (stdout, _, status) = sudokat(&["--fail-fast", "--all", "-oline"], given);
    assert_eq!((stdout.lines().count(), status), (1, 2));
    // With several threads, and with another input to come.
    let good = format!("{PUZZLE}\n").repeat(30_000);
    let folder = Folder::new();
    let bad = folder.file("bad.txt", format!("{good}53\n{good}{good}"));
    let other = folder.file("good.txt", &good);
    let (stdout, stderr, status) = sudokat(&["--fail-fast", "-j3", &bad, &other], "");
    assert_eq!((stdout.lines().count(), status), (30_001, 2));
    assert_eq!(stderr, format!("{bad}:30001: {}\n", cell_count(2)));
    let (stdout, _, status) = sudokat(&["--fail-fast", &folder.join("missing.txt"), &other], "");
    assert_eq!((stdout.as_str(), status), ("", 2));
}

#[test]
fn fail_fast_does_not_wait_for_input_after_the_error() {
    let mut running = start(&["--fail-fast", "-j3"]);
    running.write(format!("{PUZZLE}\n").repeat(600) + "53\n");
    let lines = std::iter::from_fn(|| Some(running.read_line()).filter(|line| !line.is_empty()));
    assert_eq!(lines.count(), 601);
    assert_eq!(parts(running.finish()).2, 2);
}

#[test]
fn exit_zero_hides_every_outcome_but_wrong_usage() {
    for input in [PUZZLE, UNSOLVABLE, CONFLICT, "53", ""] {
        let (stdout, stderr, _) = sudokat(&[], input);
        assert_eq!(sudokat(&["--exit-zero"], input), (stdout, stderr, 0));
    }
    assert_eq!(sudokat(&["--exit-zero", "--no-such-option"], "").2, 2);
}

#[cfg(unix)]
#[test]
fn the_help_has_an_example_that_works() {
    let (help, _, status) = sudokat(&["--help"], "");
    assert_eq!(status, 0);
    assert!(
        ["FILE", "Examples:", "Exit status:"]
            .iter()
            .all(|part| help.contains(part)),
        "{help}"
    );
    let (_, example) = help
        .split_once("printf ")
        .expect("an example that needs no file");
    let (example, _) = example
        .split_once("sudokat -o pretty")
        .expect("an example with a frame");
    let printed = crate::fixtures::program::run(
        "sh",
        &["-c", &format!("printf {example} \"$0\" -o pretty"), SUDOKAT],
        "",
    );
    assert_eq!(parts(printed), sudokat(&["-o", "pretty"], PUZZLE));
}

#[test]
fn the_null_device_is_an_input_and_an_output() {
    let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
    assert_eq!(
        sudokat(&[null], ""),
        (String::new(), format!("{null}:1:1: {NO_GRID}\n"), 2)
    );
    let output = OpenOptions::new().write(true).open(null).expect("a device");
    let running = Running::start(command(SUDOKAT, &[]).stdout(output));
    assert_eq!(
        parts(running.finish_with(PUZZLE.into())),
        (String::new(), String::new(), 0)
    );
}

/// Its answers would be read as puzzles.
#[test]
fn a_file_is_not_read_if_answers_are_appended_to_it() {
    let folder = Folder::new();
    let file = folder.file("itself.txt", PUZZLE);
    let output = OpenOptions::new().append(true).open(&file).expect("a file");
    let (_, message, status) =
        parts(Running::start(command(SUDOKAT, &[&file]).stdout(output)).finish());
    assert_eq!(
        message,
        format!("{file}: this file is also the output; write the answers to another file\n")
    );
    assert_eq!((read(Path::new(&file)).as_str(), status), (PUZZLE, 2));
}

#[test]
fn digits_and_separators_cannot_be_made_blanks() {
    for (characters, reason) in [
        (
            "5",
            "'5' is a digit, or separates or surrounds cells, so it cannot be a blank",
        ),
        (
            "a,",
            "',' is a digit, or separates or surrounds cells, so it cannot be a blank",
        ),
        ("", "expected at least one character"),
        (
            "\n",
            "invalid value '\\n' for '--blank <CHARS>': '\\n' is a",
        ),
    ] {
        let output = run(SUDOKAT, &["--blank", characters], PUZZLE);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && message.contains(reason),
            "{message}"
        );
    }
}

#[test]
fn a_repeated_option_overrides_the_earlier_one() {
    let options = [
        "-j1",
        "--count=3",
        "-opretty",
        "--color=always",
        "--count",
        "-o",
        "line",
        "-j2",
    ];
    assert_eq!(sudokat(&options, TWO), ("2\n".into(), String::new(), 0));
}

#[test]
fn wrong_usage_is_refused_with_advice() {
    for (options, advice) in [
        (&["--no-such-option"][..], "--help"),
        (&["--verdct"], "'--verdict'"),
        (&["--json"], "use -o FORMAT"),
        (&["--format=json"], "use -o FORMAT"),
        (&["-o", "solved.txt"], "> solutions.txt"),
        (&["-o", "jsn"], "a similar value exists: 'json'"),
        (&["-o"], "pretty, csv, json, html]\n\nFor more"),
        (
            &["--column=a", "--input-format=line"],
            "leave out --input-format",
        ),
        (&["--output", "solved.txt"], "> solutions.txt"),
        (
            &["--validate"],
            "use --check for finished grids, or --verdict for puzzles",
        ),
        (&["--verify"], "use --check for finished grids"),
        (&["--solve"], "leave it out"),
        (&["--unique"], "use --verdict"),
        (&["--difficulty"], "use --rate"),
        (&["--hint"], "use --steps"),
        (&["-q"], "2> messages.txt"),
        (&["--count", "--verdict"], "cannot be used with '--verdict'"),
        (
            &["--verdict", "--convert"],
            "cannot be used with '--convert'",
        ),
        (
            &["--all", "--check", "--redundant"],
            "cannot be used with:\n  --check\n  --redundant",
        ),
        (&["--limit=3"], "--limit needs --all"),
        (&["--limit=3", "--verdict"], "--limit needs --all"),
        (&["--limit=3", "--count"], "use --count=3"),
        (&["--count", "3"], "use --count=3"),
        (&["--count", "-opacked"], "use -o line|csv|json"),
        (&["--verdict", "-ospaced"], "use -o line|pretty|csv|json"),
        (
            &["--verdict", "-opacked"],
            "--verdict prints text, which -o packed cannot show",
        ),
        (
            &["--count", "-opretty"],
            "--count prints numbers, which -o pretty cannot show",
        ),
        (&["--check", "--explain"], "cannot be used with '--explain'"),
        (
            &["--convert", "--explain"],
            "cannot be used with '--explain'",
        ),
        (
            &["--candidates", "-o", "packed"],
            "use -o line|pretty|csv|json|html",
        ),
        (&["--count=0"], "expected a whole number, 1 or more"),
        (&["--count=1.5"], "expected a whole number, 1 or more"),
        (
            &["--canonical", "--explain"],
            "cannot be used with '--explain'",
        ),
        (&["--explain", "--check"], "cannot be used with '--check'"),
        (&["--generate=3", "-"], "cannot be used with '[FILE]...'"),
        (
            &["--generate=3", "--column=a"],
            "cannot be used with '--column <NAME>'",
        ),
        (
            &["--generate=3", "--blank=a"],
            "cannot be used with '--blank <CHARS>'",
        ),
        (&["--generate=0"], "expected a whole number, 1 or more"),
        (&["--generate", "-1"], "expected a whole number, 1 or more"),
        (&["--clues=16", "--generate=1"], "16 is not in 17..=80"),
        (&["--clues", "-16", "--generate=1"], "'-16'"),
        (&["--clues=30"], "--clues needs --generate N"),
        (&["--seed=1", "-"], "--seed needs --generate N or --shuffle"),
        (&["--shuffle=0"], "expected a whole number, 1 or more"),
        (&["--shuffle", "5"], "use --shuffle=5 for 5 equivalents"),
        (&["--shuffle", "--canonical"], "cannot be used with"),
        (&["--shuffle", "--explain"], "cannot be used with"),
        (&["--limit=3", "--shuffle"], "--limit needs --all"),
        (&["--augment"], "use --shuffle: "),
        (
            &["--rating=2.0", "--column=a"],
            "--rating needs --generate N",
        ),
        (&["--symmetry=mirror"], "--symmetry needs --generate N"),
        (&["--symmetry=none"], "--symmetry needs --generate N"),
        (
            &["--explain", "--generate=1", "-oline"],
            "pipe them into sudokat --explain",
        ),
        (&["--marks"], "--marks needs --convert"),
        (&["--marks", "--candidates"], "--marks needs --convert"),
        (
            &["--marks", "--convert", "-opacked"],
            "--marks prints pencil marks, which -o packed cannot show",
        ),
        (
            &["--seed=abc", "--generate=1"],
            "expected a number from 0 to",
        ),
        (
            &["--seed", "-1", "--generate=1"],
            "expected a number from 0 to",
        ),
        (
            &["--clues=30", "--symmetry=quarter", "--generate=1"],
            "use --clues 29 or --clues 32",
        ),
        (&["--symmetry=round", "--generate=1"], "rotation"),
        (&["--rating=easy", "--generate=1"], "such as 1.5..2.6"),
        (&["--rating=1.3", "--generate=1"], "1.0, 1.2, 1.5, 1.7"),
        (&["--rating=..0.9", "--generate=1"], "and >=9.0"),
        (&["--rating=2.6..1.5", "--generate=1"], "such as 1.5..2.6"),
        (&["--rating", "-1..2", "--generate=1"], "such as 1.5..2.6"),
        (&["--rating=nan..", "--generate=1"], "such as 1.5..2.6"),
        (&["--rating=..inf", "--generate=1"], "such as 1.5..2.6"),
        (&["--rating=2.64", "--generate=1"], "such as 1.5..2.6"),
        (&["--rating=2.", "--generate=1"], "such as 1.5..2.6"),
        (&["--threads=0"], "expected a whole number, 1 or more"),
        (&["--threads", "-1"], "expected a whole number, 1 or more"),
        (
            &["--count=18446744073709551616"],
            "expected a number up to 18446744073709551615",
        ),
        (&["--dedup"], "use --canonical"),
        (&["--pattern"], "--symmetry SYMMETRY"),
        (&["--completions=cmd"], "bash"),
        (&["--output-format", "xml"], "packed"),
        (&["--input-format", "xml"], "packed"),
        (&["--color", "green"], "always"),
    ] {
        let (stdout, stderr, status) = sudokat(options, PUZZLE);
        assert!(stdout.is_empty() && status == 2, "{options:?}: {stdout}");
        let (option, _) = options[0].split_once('=').unwrap_or((options[0], ""));
        assert!(
            stderr.contains(advice) && stderr.contains(option),
            "{options:?}: {stderr}"
        );
    }
    for puzzle in [PUZZLE, &PUZZLE.replace('.', "-").replace("53", "--")] {
        let (_, stderr, status) = sudokat(&[puzzle], "");
        assert!(
            stderr.contains(&format!("echo '{puzzle}' | sudokat")) && status == 2,
            "{stderr}"
        );
    }
    // What is not known cannot control a terminal, nor change the direction of the text.
    let (_, stderr, status) = sudokat(&["--\x1b[31m\u{202e}x"], "");
    assert!(
        stderr.contains("'--\\u{1b}[31m\\u{202e}x'") && status == 2,
        "{stderr}"
    );
    // The highest limit.
    assert_eq!(sudokat(&["--count=18446744073709551615"], TWO).0, "2\n");
}

#[test]
fn a_column_can_be_named_with_either_format_that_has_names() {
    let json = format!("{{\"puzzle\":\"{TWO}\",\"start\":\"{PUZZLE}\"}}\n");
    let csv = format!("puzzle,start\n{TWO},{PUZZLE}\n");
    for (format, input) in [("jsonl", json), ("csv", csv)] {
        let options = ["--column=start", "--verdict", "-oline", "--input-format"];
        let options = [&options[..], &[format]].concat();
        assert_eq!(
            sudokat(&options, input),
            ("unique\n".into(), String::new(), 0),
            "{format}"
        );
    }
}

#[test]
fn who_types_help_gets_a_tip() {
    let (_, stderr, status) = sudokat(&["help"], "");
    assert!(stderr.starts_with("help: cannot open: "), "{stderr}");
    let tip = "; for help, type sudokat --help\n";
    assert!(stderr.ends_with(tip) && status == 2, "{stderr}");
}

/// The text that remains on a terminal: `\r` moves to the start of the line, where later characters
/// overwrite earlier ones.
fn on_terminal(text: &str) -> String {
    let mut shown = String::new();
    for line in text.split_inclusive('\n') {
        let mut cells: Vec<char> = Vec::new();
        for part in line.trim_end_matches('\n').split('\r') {
            let part: Vec<char> = part.chars().collect();
            cells.splice(..part.len().min(cells.len()), part);
        }
        shown += cells.iter().collect::<String>().trim_end();
        shown += if line.ends_with('\n') { "\n" } else { "" };
    }
    shown
}

/// A pause of the input that is long enough for the bar to appear and to be drawn again.
const PAUSE: Duration = Duration::from_millis(300);

#[test]
fn the_progress_bar_leaves_messages_readable() {
    let input = format!("{PUZZLE}\n53\n");
    let (expected, messages, _) = sudokat(&["--progress=never"], input.repeat(3));
    for option in ["--progress=auto", "--progress=always"] {
        let mut running = start(&[option]);
        for _ in 0..3 {
            running.write(&input);
            thread::sleep(PAUSE / 2);
        }
        let (stdout, stderr, status) = parts(running.finish());
        assert!(stdout == expected && status == 2);
        assert_eq!(stderr.contains("/s, "), option.ends_with("always"));
        assert!(on_terminal(&stderr) == messages, "{option}");
    }
}

/// If answers erased the bar even when they do not go to the terminal, nobody would see it.
#[test]
fn answers_that_do_not_go_to_the_terminal_leave_the_bar_there() {
    let mut running = start(&["--progress=always"]);
    running.write(format!("{PUZZLE}\n"));
    thread::sleep(PAUSE);
    running.write(format!("{PUZZLE}\n"));
    let (_, bars, _) = parts(running.finish());
    let drawn = bars.matches("/s, ").count();
    // Only the end erases a bar.
    assert!(
        drawn >= 2 && bars.matches('\r').count() == drawn + 1,
        "{bars:?}"
    );
    assert!(
        bars.contains("\r1 grid, ") && on_terminal(&bars).is_empty(),
        "{bars:?}"
    );
}

/// A bar that is drawn while the program counts the solutions of the empty grid, which takes for
/// ever. Dropping the program ends it.
fn next_bar(running: &mut Running) -> String {
    let mut bar = Vec::new();
    running
        .stderr
        .as_mut()
        .expect("a pipe")
        .read_until(b'\r', &mut bar)
        .expect("a bar");
    assert!(bar.ends_with(b"\r"), "the program has ended");
    String::from_utf8(bar).expect("UTF-8")
}

#[test]
fn the_bar_shows_how_much_has_been_read_and_how_long_the_rest_takes() {
    let folder = Folder::new();
    let path = folder.file(
        "long.txt",
        format!(
            "{}\n{}",
            ".".repeat(81),
            format!("{PUZZLE}\n").repeat(20_000)
        ),
    );
    let mut running = start(&[
        "-j1",
        "--progress=always",
        "--count=18446744073709551615",
        &path,
    ]);
    let mut bars = std::iter::repeat_with(|| next_bar(&mut running)).take(100);
    // The first bars come before the first chunk has been read.
    let bar = bars
        .find(|bar| bar.contains('%') && !bar.starts_with("  0%"))
        .expect("a percentage");
    let (percent, rest) = bar.split_once("% [").expect("a bar");
    assert!(
        (1..50).contains(&percent.trim().parse().expect("a number")),
        "{bar:?}"
    );
    assert!(
        rest.contains(">") && rest.contains("] 0 grids, 0/s, 0:") && rest.ends_with(" left\r"),
        "{bar:?}"
    );
}

#[test]
fn the_bar_shows_the_time_during_one_long_grid() {
    let mut running = start(&["--progress=always", "--count=18446744073709551615"]);
    running.write(format!("{}\n", ".".repeat(81)));
    let first = next_bar(&mut running);
    assert!(first.starts_with("0 grids, 0/s, 0:0"), "{first:?}");
    let other = std::iter::repeat_with(|| next_bar(&mut running))
        .take(100)
        .find(|bar| *bar != first);
    assert!(other.is_some_and(|bar| bar.starts_with("0 grids, 0/s, 0:0")));
}
