//! Inputs that nobody writes: what fuzzing has found to be of interest, and in every run some hundreds more at random. The claims
//! are those of the fuzz targets in `tests/fuzz`.

#[path = "common/claims.rs"]
mod claims;

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;

/// Inputs to try with each claim; `SUDOKAT_RUNS` sets another number for a long run.
fn runs() -> usize {
    std::env::var("SUDOKAT_RUNS").map_or(500, |count| count.parse().expect("a number of runs"))
}

fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("readable")).collect()
}

/// Says what the bytes were if the claim does not hold: save them as a file in `tests/data/hostile` and they will be tried again.
fn try_claim(claim: fn(&[u8]), bytes: &[u8]) {
    if let Err(panic) = std::panic::catch_unwind(|| claim(bytes)) {
        eprintln!("the input was b\"{}\"", bytes.escape_ascii());
        std::panic::resume_unwind(panic);
    }
}

/// A sample of some layout, damaged as files are and as they are not.
fn damaged(random: &mut Rng, samples: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes: Vec<u8> = random.choice(samples).expect("samples").iter().copied().take(3000).collect();
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
            3 => bytes[part].iter_mut().take(3).for_each(|byte| *byte = random.u8(..)),
            4 => bytes.insert(at, random.choice(*b"\n\r \t,;:|\"#%[S.0159x-+\xe2\xef\xff\0").expect("bytes")),
            _ => bytes.truncate(at),
        }
    }
    let how = [15, random.u8(..)][random.usize(..2)];
    [&[how, random.u8(..), random.u8(..)], &bytes[..]].concat()
}

#[test]
fn whatever_fuzzing_has_found_is_taken_well() {
    let found = files("hostile");
    assert!(!found.is_empty());
    for bytes in found {
        for claim in [claims::stream, claims::asked, claims::threads, claims::written, claims::engine] {
            try_claim(claim, &bytes);
        }
    }
}

#[test]
fn damaged_samples_are_taken_well() {
    let mut random = Rng::with_seed(1);
    let samples = files("formats");
    for i in 0..runs() {
        let bytes = damaged(&mut random, &samples);
        try_claim(claims::stream, &bytes);
        try_claim(claims::asked, &bytes);
        if i % 10 == 0 {
            try_claim(claims::threads, &bytes);
        }
    }
}

#[test]
fn random_grids_are_read_as_written_and_solved_alike() {
    let mut random = Rng::with_seed(2);
    for _ in 0..runs() {
        let mut bytes: Vec<u8> = (0..random.usize(..1600)).map(|_| random.u8(..)).collect();
        try_claim(claims::engine, &bytes);
        // Mostly blanks: digits without any plan clash.
        let blanks = random.u8(200..=255);
        bytes.iter_mut().skip(2).filter(|byte| **byte < blanks).for_each(|byte| *byte = 0);
        bytes.truncate(83);
        try_claim(claims::written, &bytes);
    }
}
