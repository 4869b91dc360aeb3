//! The one-file solver for judges compiles without Cargo, runs in time, and prints what sudokat prints.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use common::{SUDOKAT, grids, judges_cases, layouts, rows, run, skipped};
use fastrand::Rng;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/judge/submission.rs");

/// The program, compiled the way a judge compiles it. It must compile without warnings.
static SUBMISSION: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("submission{}", std::env::consts::EXE_SUFFIX));
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--edition", "2021", "-O", SOURCE, "-o"]).arg(&program).output();
    let output = output.expect("rustc starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    program
});

/// Checks the answer to a puzzle, and the time it takes, in every input format that judges use.
fn check(puzzle: &str, answer: &str) {
    for (input, expected) in layouts(puzzle, answer) {
        let start = Instant::now();
        let output = run(&*SUBMISSION, &[], input.as_str());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?} for {input}", start.elapsed());
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "for {input}");
        assert_eq!(output.status.code(), Some(i32::from(answer.is_empty())), "for {input}");
    }
}

#[test]
fn it_solves_the_corpus() {
    for line in include_str!("data/corpus.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        check(fields[0], fields[2]);
    }
}

#[test]
fn it_solves_the_judge_cases() {
    judges_cases().iter().for_each(|(puzzle, answer)| check(puzzle, answer));
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
    let [ours, theirs] = [&*SUBMISSION, Path::new(SUDOKAT)].map(|program| {
        let output = run(program, &[], input.as_str());
        assert_eq!(output.status.code(), Some(1), "{}", program.display());
        String::from_utf8(output.stdout).expect("digits")
    });
    assert_eq!((ours.lines().count(), theirs.lines().count()), (5000, 5000));
    for ((puzzle, ours), theirs) in input.lines().zip(ours.lines()).zip(theirs.lines()) {
        assert_eq!(ours, theirs, "for {puzzle}");
    }
}

#[test]
fn it_handles_several_grids_in_rows_and_errors_as_sudokat_does() {
    let solvable = include_str!("../examples/2239.txt");
    let unsolvable = rows(&format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)), "");
    let conflicting = rows(&format!("5.......5{}", ".".repeat(72)), "");
    let truncated = &solvable[..80];
    for input in [&format!("{solvable}{unsolvable}\n{solvable}"), &unsolvable, &conflicting, truncated, ""] {
        let (submission, sudokat) = (run(&*SUBMISSION, &[], input), run(SUDOKAT, &[], input));
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
