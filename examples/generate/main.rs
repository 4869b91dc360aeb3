//! Prints random grids, one per line. The same arguments give the same grids.
//!
//! ```text
//! cargo run --release --example generate -- minimal 1000 7 > minimal.txt
//! ```

#[allow(dead_code, reason = "the tests make some kinds one at a time")]
mod grids;

use std::io::{self, BufWriter, Write};
use std::iter;

use anyhow::{Context, bail};
use fastrand::Rng;
use sudokat::Grid;

const USAGE: &str =
    "usage: generate KIND COUNT SEED; KIND is easy, minimal, several, unsolvable, full or a number of clues";

/// About this many grids are made at a time, because the solver is faster with many.
const CHUNK: usize = 1024;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, count, seed] = &arguments[..] else { bail!(USAGE) };
    let (count, seed): (u32, u64) = (count.parse().context(USAGE)?, seed.parse().context(USAGE)?);
    let mut random = Rng::with_seed(seed);
    let mut chunks = iter::from_fn(|| make(kind, &mut random)).peekable();
    if chunks.peek().is_none() {
        bail!(USAGE);
    }
    let mut output = BufWriter::new(io::stdout().lock());
    for grid in chunks.flatten().take(count as usize) {
        writeln!(output, "{}", grid.to_string().replace('0', "."))?;
    }
    Ok(output.flush()?)
}

/// Some grids of a kind, if there is such a kind.
fn make(kind: &str, random: &mut Rng) -> Option<Vec<Grid>> {
    let mut minimal = || grids::minimal_puzzles(random, CHUNK);
    Some(match kind {
        "minimal" => minimal(),
        "several" => minimal().iter().map(|minimal| grids::without_clues(random, minimal)).collect(),
        "unsolvable" => minimal().iter().filter_map(|minimal| grids::with_wrong_clue(random, minimal)).collect(),
        "easy" => iter::repeat_with(|| grids::easy(random)).take(CHUNK).collect(),
        "full" => iter::repeat_with(|| grids::full(random)).take(CHUNK).collect(),
        _ => {
            let clues = kind.parse().ok().filter(|&clues| clues <= 81)?;
            let full = iter::repeat_with(|| grids::full(random)).take(CHUNK).collect::<Vec<_>>();
            full.iter().map(|full| grids::keep(random, full, clues)).collect()
        }
    })
}
