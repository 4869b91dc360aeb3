//! Bytes that break things: inputs that fuzzing has found, and in every run some hundreds of
//! damaged samples and random puzzles.

use fastrand::Rng;

use crate::fixtures::files::samples;
use crate::invariants;

/// The inputs to try with each invariant; `SUDOKAT_RUNS` sets another number for a long run.
fn runs() -> usize {
    std::env::var("SUDOKAT_RUNS").map_or(500, |count| count.parse().expect("a number of runs"))
}

/// Prints the bytes for which an invariant does not hold. As a file in
/// `tests/data/fuzz_regressions` they are tried in every run.
fn check(invariant: fn(&[u8]), bytes: &[u8]) {
    if let Err(panic) = std::panic::catch_unwind(|| invariant(bytes)) {
        eprintln!("the input was b\"{}\"", bytes.escape_ascii());
        std::panic::resume_unwind(panic);
    }
}

/// A sample of some input format, damaged as files are and as they are not.
fn damaged(random: &mut Rng, samples: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes: Vec<u8> = random
        .choice(samples)
        .expect("samples")
        .iter()
        .copied()
        .take(3000)
        .collect();
    for _ in 0..random.usize(..6) {
        let (at, length) = (random.usize(..=bytes.len()), random.usize(..100));
        let part = at..bytes.len().min(at + length);
        match random.u32(..6) {
            0 => drop(bytes.drain(part)),
            1 => bytes = [&bytes[..at], &bytes[part.clone()], &bytes[at..]].concat(),
            2 => {
                let other = random.choice(samples).expect("samples");
                let from = random.usize(..=other.len());
                bytes.splice(part, other[from..].iter().copied().take(length));
            }
            3 => bytes[part]
                .iter_mut()
                .take(3)
                .for_each(|byte| *byte = random.u8(..)),
            4 => bytes.insert(
                at,
                random
                    .choice(*b"\n\r \t,;:|\"#%[S.0159x-+\xe2\xef\xff\0")
                    .expect("bytes"),
            ),
            _ => bytes.truncate(at),
        }
    }
    let first = [15, random.u8(..)][random.usize(..2)];
    [&[first, random.u8(..), random.u8(..)], &bytes[..]].concat()
}

#[test]
fn every_invariant_holds_for_what_fuzzing_has_found() {
    for bytes in samples("fuzz_regressions") {
        for invariant in [
            invariants::stream,
            invariants::questions,
            invariants::threads,
            invariants::formats_round_trip,
            invariants::solvers_agree,
        ] {
            check(invariant, &bytes);
        }
    }
}

#[test]
fn damaged_samples_are_answered_record_for_record() {
    let mut random = Rng::with_seed(1);
    let samples = samples("formats");
    for i in 0..runs() {
        let bytes = damaged(&mut random, &samples);
        check(invariants::stream, &bytes);
        check(invariants::questions, &bytes);
        if i % 10 == 0 {
            check(invariants::threads, &bytes);
        }
    }
}

#[test]
fn random_puzzles_are_read_as_written_and_all_solvers_agree_on_them() {
    let mut random = Rng::with_seed(2);
    for _ in 0..runs() {
        let mut bytes: Vec<u8> = (0..random.usize(..1600)).map(|_| random.u8(..)).collect();
        check(invariants::solvers_agree, &bytes);
        // Mostly blanks: random digits conflict.
        let blanks = random.u8(200..=255);
        bytes
            .iter_mut()
            .skip(2)
            .filter(|byte| **byte < blanks)
            .for_each(|byte| *byte = 0);
        bytes.truncate(83);
        check(invariants::formats_round_trip, &bytes);
    }
}
