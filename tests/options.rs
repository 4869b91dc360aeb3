//! More than the first solution: every question, in every layout and every dress, and what cannot be asked.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use common::{SUDOKAT, grids, rows, start};
use fastrand::Rng;
use sudokat::{Grid, Search};

const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A grid of two solutions, the smaller the answer above, and the other.
const TWO: &str = "534008912672195348198342567859001423426853791713924856961537284287419635345286179";
const OTHER: &str = "534768912672195348198342567859671423426853791713924856961537284287419635345286179";
/// r9c9 can hold no digit.
const IMPOSSIBLE: &str = "000000001000000002000000003000000004000000005000000006000000000000000000000000780";
const CLASHING: &str = "500000005000000000000000000000000000000000000000000000000000000000000000000000000";
const MINIMAL: &str = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

/// Standard output, standard error and exit status.
fn run(arguments: &[&str], input: &str) -> (String, String, i32) {
    common::parts(&common::run(SUDOKAT, arguments, input))
}

/// These grids in every layout: its name, the text, and the columns of each record if it is csv.
fn in_every_layout(grids: &[&str]) -> Vec<(&'static str, String)> {
    let marks = |grid: &str| -> String {
        let mark = |cell: char, d: char| if cell == '0' || cell == d { d } else { '.' };
        grid.chars().flat_map(|cell| ('1'..='9').map(move |d| mark(cell, d))).collect()
    };
    let each = |form: &dyn Fn(&str) -> String| -> String { grids.iter().map(|grid| form(grid)).collect() };
    vec![
        ("line", each(&|grid| format!("{grid}\n"))),
        ("packed", each(&|grid| rows(grid, ""))),
        ("spaced", each(&|grid| rows(grid, " ") + "\n")),
        ("csv", "id,puzzle\n".to_string() + &each(&|grid| format!("7,{grid}\n"))),
        ("bank", each(&|grid| format!("0000183b305c {grid} 1.2\n"))),
        ("hodoku", each(&|grid| format!(":0300:x:{grid}::\n"))),
        ("pencilmarks", each(&|grid| format!("{}\n", marks(grid)))),
    ]
}

/// What is printed by default for these words, in a layout.
fn by_default(layout: &str, grids: &[&str], column: &str, words: &[&str]) -> String {
    match layout {
        "csv" => {
            let records: Vec<String> =
                grids.iter().zip(words).map(|(grid, word)| format!("7,{grid},{word}\n")).collect();
            format!("id,puzzle,{column}\n{}", records.concat())
        }
        _ => words.iter().map(|word| format!("{word}\n")).collect(),
    }
}

#[test]
fn every_question_is_answered_in_every_layout_by_a_word_a_grid() {
    let grids = [PUZZLE, TWO, IMPOSSIBLE, MINIMAL, ANSWER];
    let all: Vec<String> = (0..81).map(|i| format!("r{}c{}={}", i / 9 + 1, i % 9 + 1, &ANSWER[i..=i])).collect();
    let all = all.join(" ");
    let clues = "r1c1=5 r1c2=3 r1c5=7 r2c1=6 r2c4=1 r2c5=9 r2c6=5 r3c2=9 r4c1=8 r4c9=3 r5c1=4 r5c4=8 r5c6=3 r6c1=7 \
                 r6c9=6 r7c2=6 r8c4=4 r8c5=1 r8c6=9 r8c9=5 r9c5=8 r9c9=9";
    let blank = |cell: &str, more: u32| format!("{cell} and {more} more cells are blank");
    let blanks = [blank("r1c3", 50), blank("r1c4", 3), blank("r1c1", 72), blank("r1c2", 59)];
    let check = [&blanks[0], &blanks[1], &blanks[2], &blanks[3], "ok"];
    for (option, column, words) in [
        ("--count", "count", ["1", "2", "0", "1", "1"]),
        ("--count=1", "count", ["1", ">=1", "0", "1", "1"]),
        ("--verdict", "verdict", ["unique", "multiple", "none", "unique", "unique"]),
        ("--minimal", "redundant", [clues, "multiple", "none", "minimal", &all]),
        ("--check", "check", check),
    ] {
        for (layout, input) in in_every_layout(&grids) {
            let (stdout, stderr, status) = run(&[option], &input);
            assert_eq!(stdout, by_default(layout, &grids, column, &words), "{option} in {layout}");
            assert_eq!((status, stderr.lines().count()), (1, if option == "--check" { 4 } else { 0 }), "{stderr}");
            // Many are asked on several threads, and by the engine.
            let (grids, words) = (grids.repeat(60), words.repeat(60));
            let (_, input) = in_every_layout(&grids).into_iter().find(|(name, _)| *name == layout).expect("a layout");
            let (stdout, _, status) = run(&[option, "-j3"], &input);
            assert!(stdout == by_default(layout, &grids, column, &words), "many {option} in {layout}");
            assert_eq!(status, 1);
        }
    }
}

#[test]
fn records_that_are_no_puzzles_have_a_word_too_and_a_message() {
    let input = format!("{CLASHING}\n{}\n53q\n", &PUZZLE[1..]);
    let messages = "<stdin>:1: r1c1 and r1c9 are both 5\n<stdin>:2: 80 cells, expected 81; with a blank inserted at column \
                    26 it has one solution\n<stdin>:3:3: expected a digit or a blank, found 'q'\n";
    let check = "r1c1 and r1c9 are both 5\n80 cells, expected 81\nexpected a digit or a blank, found 'q'\n";
    for (option, words) in [
        ("--count", "\n\n\n"),
        ("--verdict", "invalid\ninvalid\ninvalid\n"),
        ("--minimal", "invalid\ninvalid\ninvalid\n"),
        ("--check", check),
        ("--all", "\n\n"),
    ] {
        let (stdout, stderr, status) = run(&[option], &input);
        assert_eq!((stdout.as_str(), status), (words, 2), "{option}");
        // How a line might be mended is not what is tested here.
        let plain = |text: &str| {
            text.split_inclusive('\n')
                .map(|line| line.split(';').next().unwrap_or("").trim().to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(plain(&stderr), plain(messages), "{option}");
    }
    let (stdout, ..) = run(&["--check", "-ocsv", "--input-format=line"], "53q\n");
    assert_eq!(stdout, "puzzle,check\n,\"expected a digit or a blank, found 'q'\"\n");
}

#[test]
fn json_tells_all_that_is_known() {
    let input = format!("{TWO}\n");
    let start = format!("{{\"file\":\"<stdin>\",\"line\":1,\"puzzle\":\"{TWO}\",");
    for (option, told) in [
        ("--any", "\"verdict\":\"multiple\",\"solution\":"),
        ("--count", "\"verdict\":\"multiple\",\"count\":2,\"exact\":true,\"guesses\":"),
        ("--count=1", "\"verdict\":\"multiple\",\"count\":1,\"exact\":false,\"guesses\":"),
        ("--minimal", "\"verdict\":\"multiple\",\"redundant\":null,\"guesses\":"),
        ("--check", "\"check\":\"r1c4 and 3 more cells are blank\",\"guesses\":null,\"message\":\"<stdin>:1: r1c4"),
    ] {
        let (stdout, ..) = run(&[option, "-ojson"], &input);
        assert!(stdout.starts_with(&(start.clone() + told)), "{option}: {stdout}");
    }
    let (stdout, ..) = run(&["--verdict", "-ojson"], &input);
    let two = format!("\"solutions\":[\"{ANSWER}\",\"{OTHER}\"],\"differ\":[\"r1c4\",\"r1c5\",\"r4c4\",\"r4c5\"]");
    assert!(stdout.contains(&two), "{stdout}");
    let (stdout, ..) = run(&["--all", "-ojson"], &input);
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].contains(&format!("\"index\":1,\"solution\":\"{ANSWER}\"")), "{stdout}");
    assert!(lines[1].contains(&format!("\"index\":2,\"solution\":\"{OTHER}\"")) && lines.len() == 2, "{stdout}");
    let (stdout, ..) = run(&["--minimal", "-ojson"], MINIMAL);
    assert!(stdout.contains("\"verdict\":\"unique\",\"redundant\":[],"), "{stdout}");
}

#[test]
fn the_pretty_dress_shows_what_it_is_about_and_can_be_read_again() {
    let (stdout, ..) = run(&["--verdict", "-opretty"], &format!("{PUZZLE}\n{TWO}\n{IMPOSSIBLE}\n"));
    let comments: Vec<&str> = stdout.lines().filter(|line| line.starts_with('#')).collect();
    let differ = "# <stdin>:2: multiple, two solutions differ in 4 cells: r1c4 r1c5 r4c4 r4c5";
    assert_eq!(comments, ["# <stdin>:1: unique", differ, "# <stdin>:3: none"]);
    assert_eq!(run(&["-oline"], &stdout), (format!("{ANSWER}\n{ANSWER}\n{OTHER}\n"), String::new(), 0));
    let (coloured, ..) = run(&["--verdict", "-opretty", "--color=always"], TWO);
    assert_eq!(coloured.matches("\x1b[1;33m").count(), 8, "{coloured}");
    let (stdout, ..) = run(&["--minimal", "-opretty"], MINIMAL);
    assert!(stdout.starts_with("# <stdin>:1: minimal\n\n┌"), "{stdout}");
    assert_eq!(run(&["--verdict"], &stdout).0, "unique\n");
    let (stdout, ..) = run(&["--minimal", "-opretty", "--color=always"], ANSWER);
    assert_eq!(stdout.matches("\x1b[1;33m").count(), 81);
}

#[test]
fn all_solutions_are_told_apart_by_record_in_every_dress() {
    let grids = [IMPOSSIBLE, TWO, PUZZLE, IMPOSSIBLE, TWO];
    for (layout, input) in in_every_layout(&grids) {
        let run = |dress: &str| run(&["--all", dress], &input);
        // So many empty lines before a solution, so many records.
        let lines = format!("\n{ANSWER}\n{OTHER}\n\n{ANSWER}\n\n\n{ANSWER}\n{OTHER}\n");
        let (stdout, stderr, status) = run("-oline");
        assert_eq!((stdout, stderr.lines().count(), status), (lines, 2, 1), "{layout}");
        for joint in ["", " "] {
            let [answer, other] = [ANSWER, OTHER].map(|grid| rows(grid, joint));
            let expected = format!("{answer}\n{other}\n\n{answer}\n\n{answer}\n{other}");
            assert_eq!(run(if joint.is_empty() { "-opacked" } else { "-ospaced" }).0, expected, "{layout}");
        }
        let csv = run("-ocsv").0;
        let answers: Vec<&str> = csv.lines().skip(1).map(|line| line.rsplit(',').next().expect("a field")).collect();
        assert_eq!(answers, ["", ANSWER, OTHER, ANSWER, "", ANSWER, OTHER], "{layout}");
        let json = run("-ojson").0;
        let index = |line: &str| line.split("\"index\":").nth(1).and_then(|rest| rest.chars().next());
        assert_eq!(json.lines().filter_map(index).collect::<String>(), "0121012", "{layout}");
        let pretty = run("-opretty").0;
        assert_eq!((pretty.matches('┌').count(), pretty.matches("\n\n\n").count()), (5, 2), "{layout}");
        assert_eq!(self::run(&["-oline"], &pretty).0.lines().count(), 5);
    }
    let (stdout, ..) = run(&["--all", "--limit=1"], &format!("{TWO}\n{PUZZLE}\n"));
    assert_eq!(stdout, format!("{ANSWER}\n\n{ANSWER}\n"));
}

#[test]
fn all_solutions_of_many_grids_are_the_solvers_on_any_threads() {
    let random = &mut Rng::with_seed(7);
    let puzzles: Vec<Grid> = (0..800).map(|_| grids::several(random)).collect();
    let input: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let solutions = |puzzle: &Grid| -> String {
        search_of(puzzle).expect("no clash").solutions().take(50).map(|grid| format!("{grid}\n")).collect()
    };
    let expected: Vec<String> = puzzles.iter().map(solutions).collect();
    let expected = expected.join("\n");
    for threads in ["-j1", "-j3"] {
        let (stdout, stderr, status) = run(&["--all", "--limit=50", "--verify", threads], &input);
        assert!(stdout == expected && stderr.is_empty() && status == 0, "{threads}");
    }
}

#[test]
fn counts_agree_with_the_solutions_on_any_threads() {
    let random = &mut Rng::with_seed(8);
    let puzzles: Vec<Grid> = (0..800).map(|_| grids::several(random)).collect();
    let input: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let count = |puzzle: &Grid| match search_of(puzzle).expect("no clash").count(101) {
        101 => ">=100\n".to_string(),
        count => format!("{count}\n"),
    };
    let expected: String = puzzles.iter().map(count).collect();
    for threads in ["-j1", "-j3"] {
        assert!(run(&["--count=100", threads], &input) == (expected.clone(), String::new(), 0), "{threads}");
    }
}

#[test]
fn the_empty_grid_is_answered_at_once_whatever_is_asked() {
    let empty = "0".repeat(81);
    for (options, answer) in
        [(&["--count"][..], ">=1000000"), (&["--verdict"], "multiple"), (&["--minimal"], "multiple")]
    {
        let begun = Instant::now();
        assert_eq!(run(options, &empty), (format!("{answer}\n"), String::new(), 0));
        assert!(begun.elapsed() < Duration::from_secs(20), "{options:?} {:?}", begun.elapsed());
    }
}

#[test]
fn a_reader_of_all_solutions_who_has_had_enough_ends_it() {
    let begun = Instant::now();
    let mut child = start(SUDOKAT, &["--all"]);
    child.stdin.take().expect("piped").write_all(&[b'.'; 81]).expect("the program reads");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("the program writes");
    let status = child.wait().expect("the program ends");
    let mut stderr = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("readable");
    assert_eq!((&first[..9], status.code(), stderr.as_str()), ("123456789", Some(0), ""));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn a_stated_solution_is_checked_against_the_rules_and_the_clues() {
    let swapped = ANSWER.replacen("34", "43", 1);
    let broken = ANSWER.replacen("53467", "53476", 1);
    let unfinished = ANSWER.replacen('4', "0", 1);
    let input = format!(
        "puzzle,solution\n{PUZZLE},{ANSWER}\n{PUZZLE},{swapped}\n{PUZZLE},{broken}\n{PUZZLE},{unfinished}\n{PUZZLE},\n"
    );
    let words =
        ["ok", "\"r1c2 is 4, the clue is 3\"", "r1c5 is 6, the clue is 7", "r1c3 is blank", "no solution is stated"];
    let (stdout, stderr, status) = run(&["--check"], &input);
    let found: Vec<&str> =
        stdout.lines().skip(1).map(|line| &line[line.match_indices(',').nth(1).expect("two").0 + 1..]).collect();
    assert_eq!((found[0], found[1], found[3], found[4]), (words[0], words[1], words[3], words[4]));
    assert!(stdout.starts_with("puzzle,solution,check\n") && status == 2, "{stdout}");
    assert!(stderr.starts_with("<stdin>:3:83: the stated solution is wrong: r1c2 is 4, the clue is 3\n"), "{stderr}");
    assert!(
        stderr
            .ends_with("<stdin>:5:83: the stated solution is wrong: r1c3 is blank\n<stdin>:6: no solution is stated\n")
    );
    assert_eq!(run(&["--check"], &format!("puzzle,solution\n{PUZZLE},{unfinished}\n")).2, 1);
    assert_eq!(run(&["--check"], ANSWER), ("ok\n".into(), String::new(), 0));
    assert_eq!(run(&["--check"], &swapped).2, 2);
    // Other questions are about the puzzle.
    let stated = format!("puzzle,solution\n{PUZZLE},{swapped}\n");
    for (option, word) in [("--count", "1"), ("--verdict", "unique")] {
        let (stdout, stderr, status) = run(&[option], &stated);
        assert!(stdout.ends_with(&format!(",{word}\n")) && stderr.is_empty() && status == 0, "{stdout}{stderr}");
    }
    // Of several solutions any is as good as the one that --any finds.
    for stated in [ANSWER, OTHER] {
        let (_, stderr, status) = run(&["--any"], &format!("puzzle,solution\n{TWO},{stated}\n"));
        assert_eq!((stderr.as_str(), status), ("", 0));
    }
    // Candidates that are ruled out are rules too.
    let (stdout, _, status) = run(&["--check"], &format!(":0300:x:{ANSWER}:511:\n"));
    assert_eq!((stdout.as_str(), status), ("r1c1 is 5, which is ruled out\n", 2));
}

#[test]
fn reasons_are_given_where_there_is_no_solution_or_there_are_several() {
    let seventeen = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let input = format!("{IMPOSSIBLE}\n{seventeen}\n{TWO}\n{PUZZLE}\n");
    let messages = "<stdin>:1: no solution: 7 has no place in column 9\n\
                    <stdin>:2: no solution: 9 clues are enough for that: r1c6=5 r2c4=6 r2c6=1 r4c4=5 r5c4=1 r5c6=6 r7c1=5 \
                    r7c8=6 r7c9=1\n\
                    <stdin>:3: several solutions: two differ in 4 cells: r1c4 r1c5 r4c4 r4c5\n";
    for (option, stdout) in [
        ("-oline", format!("\n\n{ANSWER}\n{ANSWER}\n")),
        ("--any", format!("\n\n{ANSWER}\n{ANSWER}\n")),
        ("--verdict", "none\nnone\nmultiple\nunique\n".into()),
        ("--count", "0\n0\n2\n1\n".into()),
        ("--all", format!("\n\n{ANSWER}\n{OTHER}\n\n{ANSWER}\n")),
    ] {
        let (found, stderr, status) = run(&["--explain", option], &input);
        assert_eq!((stderr.as_str(), status), (messages, 1), "{option}");
        if option != "--any" {
            assert_eq!(found, stdout, "{option}");
        }
    }
}

#[test]
fn statistics_count_what_was_found_and_name_the_hardest() {
    let input = format!("{PUZZLE}\n{TWO}\n{IMPOSSIBLE}\n{CLASHING}\n53\n{MINIMAL}\n");
    for options in [&["--stats"][..], &["--stats", "--verify"], &["--stats", "--count"], &["--stats", "--any"]] {
        let (_, stderr, status) = run(options, &input);
        let line = stderr.lines().last().expect("a line");
        assert!(line.starts_with("sudokat: 6 grids in 0."), "{line}");
        assert!(
            line.contains(" grids/s, 1 thread, ") && line.contains(": 2 unique, 1 multiple, 1 none, 2 invalid; "),
            "{line}"
        );
        assert!(line.contains(" guesses, most ") && line.ends_with(" at <stdin>:6"), "{line}");
        assert_eq!(status, 2);
    }
    let (_, stderr, _) = run(&["--stats", "-j2"], &format!("{PUZZLE}\n").repeat(30_000));
    assert!(
        stderr.starts_with("sudokat: 30000 grids in ")
            && stderr.contains(" 2 threads, ")
            && stderr.contains(": 30000 unique, 0 "),
        "{stderr}"
    );
}

#[test]
fn progress_is_shown_if_asked_for_and_makes_room_for_messages() {
    let input = format!("{PUZZLE}\n53\n").repeat(20_000);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("progress.txt");
    fs::write(&path, &input).expect("a temporary file");
    let path = path.to_str().expect("UTF-8");
    let (expected, messages, _) = run(&["--progress=never", path], "");
    for option in ["--progress=auto", "--progress=always"] {
        let (stdout, stderr, status) = run(&[option, path], "");
        assert!(stdout == expected && status == 2);
        assert_eq!(stderr.contains(" grids, "), option.ends_with("always"));
        // What is left when each bar has been wiped off by the return and the erasure that follow it.
        let parts = stderr.split('\r');
        let left: String = parts.map(|part| part.rsplit("\x1b[K").next().unwrap_or_default()).collect();
        assert!(left == messages, "{option}");
    }
    let (_, stderr, _) = run(&["--progress=always"], PUZZLE);
    assert!(stderr.starts_with("\r1 grids, ") && stderr.ends_with("\r\x1b[K"), "{stderr:?}");
}

/// Each draws over the last, which nobody would see if answers took it away at once.
#[test]
fn answers_that_go_elsewhere_leave_the_bar_on_the_screen() {
    let mut child = start(SUDOKAT, &["--progress=always"]);
    let mut stdin = child.stdin.take().expect("piped");
    for _ in 0..3 {
        stdin.write_all(format!("{PUZZLE}\n").as_bytes()).expect("it reads on");
        thread::sleep(Duration::from_millis(150));
    }
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let bars = String::from_utf8(output.stderr).expect("UTF-8");
    // How often it is taken away: at the end.
    assert!(bars.matches("/s, ").count() >= 3 && bars.matches("\r\x1b[K").count() == 1, "{bars:?}");
}

#[test]
fn what_cannot_be_meant_is_refused_with_what_to_say_instead() {
    for (options, reason) in [
        (&["--count", "--verdict"][..], "ask one at a time"),
        (&["--all", "--check"], "ask one at a time"),
        (&["--any", "--all"], "--all --limit 1"),
        (&["--any", "--count"], "use --count alone"),
        (&["--limit=3"], "add --all"),
        (&["--count", "--limit=3"], "use --count=N"),
        (&["--count", "-opacked"], "use -o line, csv or json"),
        (&["--verdict", "-ospaced"], "use -o line, csv or json"),
        (&["--check", "-opretty"], "use -o line, csv or json"),
        (&["--verify", "--count"], "leave one of them out"),
        (&["--check", "--explain"], "--verdict"),
        (&["--check", "--stats"], "sort | uniq -c"),
        (&["--count=0"], "'--count[=<LIMIT>]'"),
        (&["--count=18446744073709551616"], "18446744073709551616"),
        (&["--completions=cmd"], "bash"),
    ] {
        let (stdout, stderr, status) = run(options, PUZZLE);
        assert!(stdout.is_empty() && status == 2 && stderr.contains(reason), "{options:?}: {stderr}");
    }
    // As high as a count can go.
    assert_eq!(run(&["--count=18446744073709551615"], TWO).0, "2\n");
}

#[test]
fn packages_get_their_files() {
    let (man, stderr, status) = run(&["--man"], "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    assert!([".TH sudokat 1", ".SH EXAMPLES", ".SH EXIT STATUS"].iter().all(|part| man.contains(part)), "{man}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (text, _, status) = run(&["--completions", shell], "");
        assert!(status == 0 && text.contains("sudokat"), "{shell}");
        for option in ["verdict", "count", "input-format", "completions"] {
            assert!(text.contains(option) && man.contains(&option.replace('-', "\\-")), "{shell} {option}");
        }
    }
}
