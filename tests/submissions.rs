//! The one-file solver for judges compiles without Cargo, runs in time, and prints what sudokat prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::fixtures::files::skipped;
use crate::fixtures::grids;
use crate::fixtures::program::{SUDOKAT, run};
use crate::fixtures::puzzles::{corpus, in_judge_formats, judge_cases, rows};

const COMMITTED: &str = "examples/judge/submission.rs";

/// The program, compiled the way a judge compiles it. It must compile without warnings.
static SUBMISSION: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("submission{}", std::env::consts::EXE_SUFFIX));
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--edition", "2021", "-O", SOURCE, "-o"]).arg(&program).output();
    let output = output.expect("rustc starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    program
});

fn program() -> &'static str {
    SUBMISSION.to_str().expect("UTF-8")
}

/// Puzzle and answer in every layout that judges use.
fn check(puzzle: &str, answer: &str) {
    for (input, expected) in in_judge_formats(puzzle, answer) {
        let begun = Instant::now();
        let output = run(program(), &[], input.as_str());
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "for {input}");
        assert_eq!(output.status.code(), Some(i32::from(answer.is_empty())), "for {input}");
    }
}

#[test]
fn the_committed_file_is_the_librarys_own_code() {
    let committed = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(COMMITTED)).unwrap_or_default();
    let assembled = assemble();
    if committed.replace('\r', "") != assembled {
        let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("submission.rs");
        fs::write(&fresh, assembled).expect("a temporary file");
        panic!("{COMMITTED} is out of date: cp {} {COMMITTED}", fresh.display());
    }
}

#[test]
fn the_corpus_is_answered() {
    corpus().iter().for_each(|known| check(&known.puzzle, &known.answer));
}

#[test]
fn the_judges_cases_are_answered() {
    judge_cases().iter().for_each(|(puzzle, answer)| check(puzzle, answer));
}

#[test]
fn it_prints_what_sudokat_prints() {
    let random = &mut Rng::with_seed(2580);
    let mut input = String::new();
    for _ in 0..1000 {
        let full = grids::full(random);
        let (clues, few_clues) = (random.usize(..81), random.usize(..20));
        let (keep, sparse) = (grids::keep(random, &full, clues), grids::keep(random, &full, few_clues));
        for grid in [keep, sparse, grids::several(random), grids::unsolvable(random), grids::minimal(random)] {
            input += &format!("{grid}\n");
        }
    }
    let (submission, sudokat) = (run(program(), &[], input.as_str()), run(SUDOKAT, &[], input.as_str()));
    assert_eq!((submission.status.code(), sudokat.status.code()), (Some(1), Some(1)));
    let lines = |output: &Output| -> Vec<String> {
        String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect()
    };
    let (ours, theirs) = (lines(&submission), lines(&sudokat));
    assert_eq!((ours.len(), theirs.len()), (5000, 5000));
    for ((puzzle, ours), theirs) in input.lines().zip(ours).zip(theirs) {
        assert_eq!(ours, theirs, "for {puzzle}");
    }
}

#[test]
fn it_handles_several_grids_in_rows_and_errors_as_sudokat_does() {
    let solvable = include_str!("../examples/2239.txt");
    let impossible = rows(&format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)), "");
    let clashing = rows(&format!("5.......5{}", ".".repeat(72)), "");
    let short = &solvable[..80];
    for input in [&format!("{solvable}{impossible}\n{solvable}"), &impossible, &clashing, short, ""] {
        let (submission, sudokat) = (run(program(), &[], input), run(SUDOKAT, &[], input));
        assert_eq!(submission.stdout, sudokat.stdout, "for {input}");
        assert_eq!(submission.status, sudokat.status, "for {input}");
    }
}

/// Clippy knows when each function of the standard library was added. Only a 1.61 compiler can check the syntax.
#[test]
fn it_calls_nothing_newer_than_rust_1_61() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-1.61");
    fs::create_dir_all(&folder).expect("a temporary folder");
    fs::write(folder.join("clippy.toml"), "msrv = \"1.61.0\"\n").expect("a temporary file");
    let clippy = Command::new("clippy-driver")
        .args(["--edition", "2021", "--emit", "metadata", "-D", "clippy::incompatible_msrv", SOURCE, "-o"])
        .arg(folder.join("submission.rmeta"))
        .env("CLIPPY_CONF_DIR", &folder)
        .output();
    match clippy {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => skipped(SOURCE, &format!("clippy-driver does not start: {error}")),
    }
}
