//! The one-file solver for judges compiles without Cargo, runs in time, and prints what sudokat
//! prints.

use std::path::Path;
use std::sync::LazyLock;

use fastrand::Rng;

use crate::fixtures::files::text;
use crate::fixtures::grids;
use crate::fixtures::program::{SUDOKAT, parts, run};
use crate::fixtures::puzzles::{CONFLICT, SMALLEST, UNSOLVABLE, check_as_a_judge, corpus, rows};
use crate::fixtures::random::{self, Images};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/judge/submission.rs");

/// The program, compiled the way a judge compiles it. It must compile without warnings.
pub static SUBMISSION: LazyLock<String> = LazyLock::new(|| {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("submission{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_str().expect("UTF-8").to_string();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let (_, messages, status) = parts(run(
        &rustc,
        &["--edition", "2021", "-O", SOURCE, "-o", &program],
        "",
    ));
    assert!(status == 0 && messages.is_empty(), "{messages}");
    program
});

#[test]
fn it_solves_the_corpus() {
    corpus()
        .iter()
        .for_each(|known| check_as_a_judge(&SUBMISSION, &known.puzzle, &known.answer));
}

#[test]
fn it_prints_what_sudokat_prints() {
    let random = &mut Rng::with_seed(2580);
    let images = Images::of(&[grids::several, grids::unsolvable, grids::minimal], 100);
    let mut input = String::new();
    for _ in 0..1000 {
        let full = random::full(random);
        for clues in [random.usize(..81), random.usize(..20)] {
            input += &format!("{}\n", grids::keep(random, &full, clues));
        }
        (0..3).for_each(|_| input += &format!("{}\n", images.next(random)));
    }
    let [ours, theirs] = [SUBMISSION.as_str(), SUDOKAT].map(|program| {
        let (stdout, _, status) = parts(run(program, &[], input.as_str()));
        assert_eq!(status, 1, "{program}");
        stdout
    });
    assert_eq!((ours.lines().count(), theirs.lines().count()), (5000, 5000));
    for ((puzzle, ours), theirs) in input.lines().zip(ours.lines()).zip(theirs.lines()) {
        assert_eq!(ours, theirs, "for {puzzle}");
    }
}

#[test]
fn it_handles_several_grids_their_number_and_errors_as_sudokat_does() {
    let (solvable, unsolvable, conflict) = (
        text("examples/2239.txt"),
        rows(UNSOLVABLE, ""),
        rows(CONFLICT, ""),
    );
    let (truncated, spaced, lines) = (
        &solvable[..80],
        text("examples/2580.txt"),
        format!("{SMALLEST}\n").repeat(12),
    );
    for input in [
        &format!("{solvable}{unsolvable}\n{solvable}"),
        &unsolvable,
        &conflict,
        truncated,
        "",
        &format!("2\n{spaced}{spaced}end\n"),
        &format!("2\n\n{solvable}\n{solvable}\nend"),
        &format!("12\n{lines}"),
        "end\n",
        "12\n",
    ] {
        let (submission, sudokat) = (run(&SUBMISSION, &[], input), run(SUDOKAT, &[], input));
        assert_eq!(submission.stdout, sudokat.stdout, "for {input}");
        assert_eq!(submission.status, sudokat.status, "for {input}");
    }
}
