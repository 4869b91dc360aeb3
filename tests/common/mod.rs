//! What tests share: a naive solver to compare with, and random grids of every kind.

#![allow(dead_code, reason = "every test program takes what it needs")]

#[path = "../../examples/generate/grids.rs"]
pub mod grids;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use fastrand::Rng;
use sudokat::Grid;

/// The program under test.
pub const SUDOKAT: &str = env!("CARGO_BIN_EXE_sudokat");

/// What the programs do whose answers sudokat promises: the blanks in row-major order, the digits upwards. It can take
/// hours, which is why sudokat exists.
pub struct Naive {
    cells: [u8; 81],
    calls_left: u64,
}

impl Naive {
    /// Up to `limit` solutions in the order they are found; `None` if that takes more than `calls`.
    pub fn solutions(puzzle: &Grid, limit: usize, calls: u64) -> Option<Vec<Grid>> {
        let mut naive = Naive { cells: *puzzle.cells(), calls_left: calls };
        let mut found = Vec::new();
        naive.search(0, limit, &mut found);
        (naive.calls_left > 0).then_some(found)
    }

    fn search(&mut self, from: usize, limit: usize, found: &mut Vec<Grid>) {
        self.calls_left = self.calls_left.saturating_sub(1);
        let Some(cell) = (from..81).find(|&cell| self.cells[cell] == 0) else {
            found.extend(Grid::from_cells(self.cells));
            return;
        };
        for d in 1..=9 {
            if found.len() < limit && self.calls_left > 0 && self.fits(cell, d) {
                self.cells[cell] = d;
                self.search(cell + 1, limit, found);
            }
        }
        self.cells[cell] = 0;
    }

    fn fits(&self, cell: usize, d: u8) -> bool {
        let sees = |other: usize| {
            let (r, c) = (other / 9, other % 9);
            r == cell / 9 || c == cell % 9 || (r / 3, c / 3) == (cell / 27, cell % 9 / 3)
        };
        (0..81).all(|other| self.cells[other] != d || other == cell || !sees(other))
    }
}

/// A puzzle of about `count` clues: of a solvable grid; or with some changed or added without a clash, so that it may have no
/// solution; or of digits without any plan, which mostly clash.
pub fn puzzle(random: &mut Rng, count: usize) -> Grid {
    let full = grids::full(random);
    let mut puzzle = grids::keep(random, &full, count);
    let kind = random.u32(..8);
    for _ in 0..81 {
        let mut cells = *puzzle.cells();
        let cell = random.usize(..81);
        cells[cell] = random.u8(1..=9);
        let changed = Grid::from_cells(cells).expect("digits");
        let planless = kind == 0 && puzzle.cells()[cell] > 0;
        let lawful = kind <= 3 && random.u32(..20) == 0 && changed.conflict().is_none();
        if planless || lawful {
            puzzle = changed;
        }
    }
    puzzle
}

/// The nine rows of a grid, their cells joined by `joint`.
pub fn rows(grid: &str, joint: &str) -> String {
    let cells: Vec<String> = grid.chars().map(String::from).collect();
    cells.chunks(9).map(|row| row.join(joint) + "\n").collect()
}

/// Each layout's text of a puzzle and of its answer.
pub fn layouts(puzzle: &str, answer: &str) -> [(String, String); 3] {
    let in_rows = |joint| (rows(puzzle, joint), if answer.is_empty() { String::new() } else { rows(answer, joint) });
    [in_rows(" "), in_rows(""), (format!("{puzzle}\n"), format!("{answer}\n"))]
}

/// Starts a program with pipes on all sides.
pub fn start(program: impl AsRef<OsStr>, arguments: &[&str]) -> Child {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs a program with an input from a pipe, to its end.
pub fn run(program: impl AsRef<OsStr>, arguments: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut child = start(program, arguments);
    let (mut stdin, input) = (child.stdin.take().expect("piped"), input.into());
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    // It may end before it has read everything.
    let _ = writer.join().expect("no panic");
    output
}

/// Standard output, standard error and exit status.
pub fn parts(output: &Output) -> (String, String, i32) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr), output.status.code().expect("no signal"))
}

/// The judges' cases, if they are there: puzzle and answer, which is empty where there is none.
pub fn judges_cases() -> Vec<(String, String)> {
    let Some(cases) = shared("judge/cases.tsv") else { return Vec::new() };
    let text = fs::read_to_string(cases).expect("readable");
    let fields = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[1].to_string(), fields[2].to_string())
    };
    text.lines().filter(|line| !line.starts_with('#')).map(fields).collect()
}

/// A file or folder that lies beside the project on the machines of its makers, if it is there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    path.exists().then_some(path)
}

/// Says that a test was skipped for want of something, also when tests that pass print nothing.
pub fn skipped(test: &str, want: &str) {
    let _ = writeln!(io::stderr(), "skipped: {test}: {want}");
}
