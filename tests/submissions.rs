//! The program for judges: one file, made of the library's own, compiled by rustc alone, and of one mind with sudokat.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use common::{SUDOKAT, grids, judges_cases, layouts, rows, run, skipped};
use fastrand::Rng;

const COMMITTED: &str = "examples/judge/submission.rs";

/// Judges run Rust 1.61, which lacks some functions that the library uses: what is written for them there, and here.
const NEWER: [(&str, &str); 2] =
    [("std::array::from_fn(", "crate::from_fn("), (".then_some(Grid(cells))", ".then(|| Grid(cells))")];
const FROM_FN: &str = "
/// `std::array::from_fn`, which came with Rust 1.63.
fn from_fn<T: Copy + Default, const N: usize>(f: impl Fn(usize) -> T) -> [T; N] {
    let mut array = [T::default(); N];
    array.iter_mut().enumerate().for_each(|(i, element)| *element = f(i));
    array
}
";

/// `examples/judge/main.rs` with the modules that it names by their path written out, without their tests.
fn assemble() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("readable").replace('\r', "");
    let mut program = read("examples/judge/main.rs");
    for name in ["grid", "solver"] {
        let source = read(&format!("src/{name}.rs"));
        let code = source.split("\n#[cfg(test)]").next().expect("code before the tests");
        let module = format!("mod {name} {{\n{code}}}\n");
        let named = format!("#[path = \"../../src/{name}.rs\"]\nmod {name};\n");
        assert!(program.contains(&named), "main.rs no longer says {named}");
        program = program.replace(&named, &module);
    }
    for (newer, older) in NEWER {
        assert!(program.contains(newer), "{newer} is no longer used: take it out of NEWER");
        program = program.replace(newer, older);
    }
    program + FROM_FN
}

/// The committed file, compiled as a judge does.
static SUBMISSION: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("submission{}", std::env::consts::EXE_SUFFIX));
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(COMMITTED);
    let output = Command::new(rustc).args(["--edition", "2021", "-O", "-o"]).arg(&program).arg(source).output();
    let output = output.expect("rustc starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    program
});

/// Puzzle and answer in every layout that judges use.
fn check(puzzle: &str, answer: &str) {
    for (input, expected) in layouts(puzzle, answer) {
        let begun = Instant::now();
        let output = run(&*SUBMISSION, &[], input.as_str());
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "for {input}");
        assert_eq!(output.status.code(), Some(i32::from(answer.is_empty())), "for {input}");
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?} for {input}", begun.elapsed());
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
    for line in include_str!("data/corpus.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        check(fields[0], fields[2]);
    }
}

#[test]
fn the_judges_cases_are_answered() {
    judges_cases().iter().for_each(|(puzzle, answer)| check(puzzle, answer));
}

#[test]
fn it_prints_what_sudokat_prints() {
    let random = &mut Rng::with_seed(2580);
    let mut input = String::new();
    for _ in 0..1000 {
        let full = grids::full(random);
        let clues = random.usize(..81);
        let few = random.usize(..20);
        let (keep, sparse) = (grids::keep(random, &full, clues), grids::keep(random, &full, few));
        for grid in [keep, sparse, grids::several(random), grids::unsolvable(random), grids::minimal(random)] {
            input += &format!("{grid}\n");
        }
    }
    let (submission, sudokat) = (run(&*SUBMISSION, &[], input.as_str()), run(SUDOKAT, &[], input.as_str()));
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
fn several_grids_in_rows_and_faults_are_answered_as_sudokat_does() {
    let solvable = include_str!("../examples/2239.txt");
    let impossible = rows(&format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)), "");
    let clashing = rows(&format!("5.......5{}", ".".repeat(72)), "");
    let short = &solvable[..80];
    for input in [&format!("{solvable}{impossible}\n{solvable}"), &impossible, &clashing, short, ""] {
        let (submission, sudokat) = (run(&*SUBMISSION, &[], input), run(SUDOKAT, &[], input));
        assert_eq!(submission.stdout, sudokat.stdout, "for {input}");
        assert_eq!(submission.status, sudokat.status, "for {input}");
    }
}

/// The language it is written in is for a job with that compiler to check.
#[test]
fn it_calls_nothing_newer_than_rust_1_61() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-1.61");
    fs::create_dir_all(&folder).expect("a temporary folder");
    fs::write(folder.join("clippy.toml"), "msrv = \"1.61.0\"\n").expect("a temporary file");
    let clippy = Command::new("clippy-driver")
        .args(["--edition", "2021", "--emit", "metadata", "-D", "clippy::incompatible_msrv", "-o"])
        .arg(folder.join("submission.rmeta"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(COMMITTED))
        .env("CLIPPY_CONF_DIR", &folder)
        .output();
    match clippy {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => skipped(COMMITTED, &format!("clippy-driver does not start: {error}")),
    }
}
