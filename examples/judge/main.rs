//! A program for the judges that take one source file and run it with a grid on standard input: Baekjoon problems 2580
//! (rows of spaced digits) and 2239 (rows of packed digits), and a grid a line as well. It prints what sudokat prints, the
//! smallest solution in the layout of the input; status 1 where there is none, 2 where the input is no grid.
//!
//! This file and the two of the library that it takes in, put into one, are `examples/judge/submission.rs`, which the test
//! `tests/submissions.rs` makes, compiles and runs:
//!
//! ```text
//! rustc --edition 2021 -O examples/judge/submission.rs && ./submission < examples/2580.txt
//! ```

// Judges have old compilers and count no warnings, but readers do.
#![allow(dead_code)]

#[path = "../../src/grid.rs"]
mod grid;
#[path = "../../src/solver.rs"]
mod solver;

use std::io::{self, Read, Write};
use std::process::ExitCode;

use grid::Grid;
use solver::Search;

fn main() -> ExitCode {
    match solve() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every grid of standard input has a solution.
fn solve() -> Result<bool, Box<dyn std::error::Error>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let first = input.lines().next().unwrap_or("").trim();
    let joint = if first.contains(' ') { " " } else { "" };
    let width = if first.len() < 81 { 9 } else { 81 };

    let cells: Vec<char> = input.split_whitespace().flat_map(str::chars).collect();
    if cells.is_empty() {
        return Err("no grid".into());
    }
    let (mut output, mut all) = (String::new(), true);
    for puzzle in cells.chunks(81) {
        let puzzle: Grid = String::from_iter(puzzle).parse()?;
        let answer = search_of(&puzzle)?.smallest();
        all &= answer.is_some();
        if width == 81 && answer.is_none() || width == 9 && answer.is_some() && !output.is_empty() {
            output.push('\n');
        }
        let digits: Vec<String> = answer.iter().flat_map(Grid::cells).map(u8::to_string).collect();
        digits.chunks(width).for_each(|row| output += &(row.join(joint) + "\n"));
    }
    io::stdout().write_all(output.as_bytes())?;
    Ok(all)
}
