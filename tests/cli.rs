//! The program as a shell sees it: answers, messages and exit statuses.

mod common;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::{SUDOKAT, grids, parts, rows, run, start};
use fastrand::Rng;

const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// r9c9 can hold no digit.
const IMPOSSIBLE: &str = "000000001000000002000000003000000004000000005000000006000000000000000000000000780";
const CLASHING: &str = "500000005000000000000000000000000000000000000000000000000000000000000000000000000";

/// Standard output, standard error and exit status for an input.
fn solve(input: &str) -> (String, String, i32) {
    parts(&run(SUDOKAT, &[], input.as_bytes()))
}

fn expect(input: &str, stdout: &str, stderr: &str, status: i32) {
    assert_eq!(solve(input), (stdout.to_string(), stderr.to_string(), status), "for {input:?}");
}

/// A file of its own for a test, with this content.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("a temporary file");
    path
}

#[test]
fn answers_have_the_layout_of_the_input() {
    for joint in [" ", ""] {
        expect(&rows(PUZZLE, joint), &rows(ANSWER, joint), "", 0);
    }
    expect(&rows(PUZZLE, "\t"), &rows(ANSWER, " "), "", 0);
    expect(&format!("{PUZZLE}\n"), &format!("{ANSWER}\n"), "", 0);
}

#[test]
fn the_answer_of_the_empty_grid_is_the_smallest_of_all() {
    let smallest = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    expect(&".".repeat(81), &format!("{smallest}\n"), "", 0);
}

#[test]
fn several_grids_in_rows_are_set_apart_by_one_empty_line() {
    let (puzzle, answer) = (rows(PUZZLE, " "), rows(ANSWER, " "));
    let impossible = rows(IMPOSSIBLE, " ");
    expect(&format!("{puzzle}{puzzle}\n\n{puzzle}"), &format!("{answer}\n{answer}\n{answer}"), "", 0);
    let input = format!("{impossible}{puzzle}{impossible}\n{puzzle}");
    let messages = "<stdin>:1: no solution\n<stdin>:19: no solution\n";
    expect(&input, &format!("{answer}\n{answer}"), messages, 1);
}

#[test]
fn every_line_is_answered_by_a_line() {
    let input = format!("{PUZZLE}\n# why\n{IMPOSSIBLE}\n\n{CLASHING}\n{}\n53q\n{PUZZLE} easy\n", &PUZZLE[1..]);
    let messages = "<stdin>:3: no solution\n<stdin>:5: r1c1 and r1c9 are both 5\n<stdin>:6: 80 cells, expected 81\n\
                    <stdin>:7:3: expected a digit or a blank, found 'q'\n";
    expect(&input, &format!("{ANSWER}\n\n\n\n\n{ANSWER}\n"), messages, 2);
}

#[test]
fn statuses_tell_solved_unsolvable_and_faulty_apart() {
    expect(IMPOSSIBLE, "\n", "<stdin>:1: no solution\n", 1);
    expect(CLASHING, "\n", "<stdin>:1: r1c1 and r1c9 are both 5\n", 2);
    expect(
        &format!("{CLASHING}\n{IMPOSSIBLE}"),
        "\n\n",
        "<stdin>:1: r1c1 and r1c9 are both 5\n<stdin>:2: no solution\n",
        2,
    );
    expect(&rows(IMPOSSIBLE, ""), "", "<stdin>:1: no solution\n", 1);
    expect(&rows(CLASHING, ""), "", "<stdin>:1:9: r1c1 and r1c9 are both 5\n", 2);
    expect(&rows(CLASHING, " "), "", "<stdin>:1:17: r1c1 and r1c9 are both 5\n", 2);
}

#[test]
fn malformed_rows_are_named_by_line_and_column() {
    let spaced = rows(PUZZLE, " ");
    for (change, by, message) in [
        ("9 8", "9 q", "<stdin>:3:5: expected a digit or a blank, found 'q'\n"),
        ("9 8", "98", "<stdin>:3:3: expected one cell, found \"98\"\n"),
        ("9 8", "9 8 8", "<stdin>:3:19: expected 9 cells, found 10\n"),
        ("9 8 ", "9 ", "<stdin>:3:16: expected 9 cells, found 8\n"),
        ("9 8", "9 é", "<stdin>:3:5: expected a digit or a blank, found 'é'\n"),
        ("0 9 8 0 0 0 0 6 0\n", "", "<stdin>:9: expected 9 rows, found 8\n"),
        (
            "0 9 8 0 0 0 0 6 0\n",
            "\n",
            "<stdin>:3: expected 9 rows, found 2: this line parts a grid, or the input starts inside one; if it was split, split it between grids, \
          as split -l 10000 or parallel --pipe -L 10 does\n<stdin>:10: expected 9 rows, found 6\n",
        ),
    ] {
        expect(&spaced.replacen(change, by, 1), "", message, 2);
    }
    let output = run(SUDOKAT, &[], rows(PUZZLE, "").replace("098", "09\u{1}").as_bytes());
    assert_eq!(parts(&output).1, "<stdin>:3:3: expected a digit or a blank, found '\\u{1}'\n");
    let output = run(SUDOKAT, &[], [b"53\xff", &PUZZLE.as_bytes()[3..]].concat());
    assert_eq!(
        parts(&output),
        ("\n".into(), "<stdin>:1:3: expected a digit or a blank, found the byte 0xff\n".into(), 2)
    );
}

#[test]
fn an_input_without_a_grid_is_faulty() {
    for input in ["", "\n\n", "# nothing\n", "\u{feff}"] {
        expect(input, "", "<stdin>:1:1: expected a grid, found the end of the input\n", 2);
    }
    let input = format!("{PUZZLE}\nGrid 2\n");
    expect(&input, &format!("{ANSWER}\n"), "<stdin>:2:1: expected a grid, found the end of the input\n", 2);
}

#[test]
fn line_ends_of_every_kind_and_a_byte_order_mark_are_accepted() {
    let (puzzle, answer) = (rows(PUZZLE, ""), rows(ANSWER, ""));
    for line_end in ["\n", "\r\n", "\r", " \t\r\n"] {
        expect(&format!("\u{feff}{}", puzzle.replace('\n', line_end)), &answer, "", 0);
    }
    expect(puzzle.trim_end(), &answer, "", 0);
}

#[test]
fn lines_of_any_length_are_read_in_bounded_memory_or_refused() {
    let tail = "x".repeat(60_000);
    expect(&format!("{PUZZLE} {tail}\n{PUZZLE}\n"), &format!("{ANSWER}\n{ANSWER}\n"), "", 0);
    let message = "<stdin>:2: expected at most 65536 bytes on a line, found more\n";
    let endless = "5".repeat(10_000_000);
    expect(&format!("{PUZZLE}\n{endless}\n{PUZZLE}\n"), &format!("{ANSWER}\n\n{ANSWER}\n"), message, 2);
    let message = "<stdin>:1: expected at most 65536 bytes on a line, found more\n";
    expect(&"\0".repeat(10_000_000), "\n", message, 2);
}

#[test]
fn a_million_rows_are_a_hundred_thousand_grids() {
    let count = 111_111;
    let mut solved = rows(ANSWER, "");
    let stdout = vec![solved.clone(); count].join("\n");
    solved = solved.repeat(count);
    let output = run(SUDOKAT, &[], solved.as_bytes());
    assert!(output.stdout == stdout.as_bytes() && output.stderr.is_empty() && output.status.success());
}

#[test]
fn files_are_inputs_of_their_own() {
    let lines = file("lines.txt", &format!("{PUZZLE}\n53\n"));
    let packed = file("packed.txt", &rows(PUZZLE, ""));
    let missing = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("missing.txt");
    let [lines, packed, missing] = [&lines, &packed, &missing].map(|path| path.to_str().expect("UTF-8"));
    let output = run(SUDOKAT, &[lines, "-", missing, packed], rows(PUZZLE, " ").as_bytes());
    let (stdout, stderr, status) = parts(&output);
    assert_eq!(stdout, format!("{ANSWER}\n\n\n{}\n{}", rows(ANSWER, " "), rows(ANSWER, "")));
    let messages: Vec<&str> = stderr.lines().collect();
    assert_eq!(messages[0], format!("{lines}:2: 2 cells, expected 81"));
    assert!(messages[1].starts_with(&format!("{missing}: cannot open: ")), "{stderr}");
    assert_eq!((messages.len(), status), (2, 2));
}

#[test]
fn a_file_and_a_pipe_are_answered_alike_on_any_threads() {
    let mut random = Rng::with_seed(9);
    let kinds = [grids::easy, grids::minimal, grids::several, grids::unsolvable];
    let some: Vec<_> = (0..200).map(|i| kinds[i % kinds.len()](&mut random)).collect();
    let line = |_| match random.u32(..100) {
        0 => "53\n".to_string(),
        _ => format!("{}\n", grids::Symmetry::random(&mut random).image(&some[random.usize(..some.len())])),
    };
    let lines: String = (0..3000).map(line).collect();
    let path = file("alike.txt", &lines);
    let path = path.to_str().expect("UTF-8");
    for options in [&["--verify"][..], &["-ospaced"], &["-ocsv", "--count=9"], &["--all", "--limit=3"], &["--verdict"]]
    {
        let answered = |threads, from_file: bool| {
            let arguments = [options, &["-j", threads, if from_file { path } else { "-" }]].concat();
            let (answers, messages, status) = parts(&run(SUDOKAT, &arguments, lines.as_bytes()));
            (answers, messages.replace(path, "<stdin>"), status)
        };
        let alone = answered("1", true);
        assert_eq!(alone.2, 2);
        for (threads, from_file) in [("1", false), ("2", true), ("2", false), ("7", true), ("7", false)] {
            assert!(alone == answered(threads, from_file), "{options:?}, {threads} threads, from a file: {from_file}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_solved() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let (stdout, stderr, status) = parts(&run(SUDOKAT, &[folder, "-"], PUZZLE.as_bytes()));
    assert!(stderr.starts_with(&format!("{folder}: cannot ")), "{stderr}");
    assert_eq!((stdout, stderr.lines().count(), status), (format!("{ANSWER}\n"), 1, 2));
}

#[test]
fn an_answer_comes_before_the_next_grid_is_asked_for() {
    let mut child = start(SUDOKAT, &[]);
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    for line_end in ["\n", "\r", "\r\n", "\n"] {
        write!(stdin, "{PUZZLE}{line_end}").expect("the program reads");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("the program writes");
        assert_eq!(answer, format!("{ANSWER}\n"));
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = start(SUDOKAT, &[]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("piped");
    let line = format!("{PUZZLE}\n");
    while stdin.write_all(line.as_bytes()).is_ok() {}
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_message_and_status_2() {
    let mut child = Command::new(SUDOKAT)
        .stdin(Stdio::piped())
        .stdout(File::create("/dev/full").expect("/dev/full"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(PUZZLE.as_bytes()).expect("the program reads");
    let (_, stderr, status) = parts(&child.wait_with_output().expect("the program ends"));
    assert!(stderr.starts_with("sudokat: cannot write to standard output: No space left on device"), "{stderr}");
    assert_eq!((stderr.lines().count(), status), (1, 2));
}

#[test]
fn fail_fast_ends_at_the_first_fault_and_only_there() {
    let input = format!("{PUZZLE}\n{IMPOSSIBLE}\n53\n{PUZZLE}\n");
    let messages = "<stdin>:2: no solution\n<stdin>:3: 2 cells, expected 81\n";
    let output = run(SUDOKAT, &["--fail-fast"], input.as_bytes());
    assert_eq!(parts(&output), (format!("{ANSWER}\n\n\n"), messages.into(), 2));
    let output = run(SUDOKAT, &["--fail-fast"], format!("{CLASHING}\n{PUZZLE}\n").as_bytes());
    assert_eq!(parts(&output), ("\n".into(), "<stdin>:1: r1c1 and r1c9 are both 5\n".into(), 2));
    // On several threads, and with more inputs to come.
    let good = format!("{PUZZLE}\n").repeat(30_000);
    let [faulty, other] =
        [("fast.txt", &format!("{good}53\n{good}{good}")), ("slow.txt", &good)].map(|(n, t)| file(n, t));
    let [faulty, other] = [&faulty, &other].map(|path| path.to_str().expect("UTF-8"));
    let output = run(SUDOKAT, &["--fail-fast", "-j3", faulty, other], b"");
    assert_eq!((output.stdout.iter().filter(|&&byte| byte == b'\n').count(), output.status.code()), (30_001, Some(2)));
    assert_eq!(output.stderr, format!("{faulty}:30001: 2 cells, expected 81\n").as_bytes());
    let output = run(SUDOKAT, &["--fail-fast", "/no/such/file", other], b"");
    assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)));
}

#[test]
fn exit_zero_is_for_every_outcome_but_wrong_usage() {
    for input in [PUZZLE, IMPOSSIBLE, CLASHING, "53", ""] {
        let output = run(SUDOKAT, &["--exit-zero"], input.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(output.stderr, run(SUDOKAT, &[], input.as_bytes()).stderr);
    }
    assert_eq!(run(SUDOKAT, &["--exit-zero", "--no-such-option"], b"").status.code(), Some(2));
}

#[test]
fn an_endless_line_is_refused_while_it_goes_on() {
    for (beginning, endless) in [("", "5"), ("", "\0"), ("puzzle,n\n1,2\n", "\""), (":1:x:", "+")] {
        let mut child = start(SUDOKAT, &[]);
        let mut stdin = child.stdin.take().expect("piped");
        let stderr = BufReader::new(child.stderr.take().expect("piped"));
        let said = std::thread::spawn(move || stderr.lines().map_while(Result::ok).any(|line| line.contains("65536")));
        stdin.write_all(beginning.as_bytes()).expect("the program reads");
        let piece = endless.repeat(1 << 16);
        while !said.is_finished() {
            stdin.write_all(piece.as_bytes()).expect("the program reads");
        }
        assert!(said.join().expect("no panic"));
        drop(stdin);
        child.wait().expect("the program ends");
    }
}

#[test]
fn help_shows_what_works() {
    let (help, _, status) = parts(&run(SUDOKAT, &["--help"], b""));
    assert_eq!(status, 0);
    assert!(["FILE", "Examples:", "Exit status:"].iter().all(|part| help.contains(part)), "{help}");
    // The example in the help is the one a new user pastes.
    let example = help.lines().find_map(|line| line.trim().strip_prefix("echo ")?.strip_suffix(" | sudokat"));
    expect(example.expect("an example"), &format!("{ANSWER}\n"), "", 0);
    let version = parts(&run(SUDOKAT, &["--version"], b"")).0;
    assert_eq!(version, format!("sudokat {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_is_status_2_and_says_what_to_do() {
    let (stdout, stderr, status) = parts(&run(SUDOKAT, &["--no-such-option"], b""));
    assert_eq!((stdout.as_str(), status), ("", 2));
    assert!(stderr.contains("--no-such-option") && stderr.contains("--help"), "{stderr}");
}
