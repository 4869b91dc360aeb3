//! Prints random grids, one per line. The same arguments give the same grids.
//!
//! ```text
//! cargo run --release --example generate -- minimal 1000 7 > minimal.txt
//! ```

mod grids;

use std::io::{self, BufWriter, Write};

use anyhow::{Context, bail};
use fastrand::Rng;
use sudokat::Grid;

const USAGE: &str =
    "usage: generate KIND COUNT SEED; KIND is easy, minimal, several, unsolvable, full or a number of clues";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, count, seed] = &arguments[..] else { bail!(USAGE) };
    let (count, seed): (usize, u64) = (count.parse().context(USAGE)?, seed.parse().context(USAGE)?);
    let clues = match kind.parse() {
        Ok(clues @ 0..=81) => clues,
        Ok(_) => bail!(USAGE),
        Err(_) => 81,
    };
    let make: &dyn Fn(&mut Rng) -> Grid = match kind.as_str() {
        "easy" => &grids::easy,
        "minimal" => &grids::minimal,
        "several" => &grids::several,
        "unsolvable" => &grids::unsolvable,
        "full" => &grids::full,
        number if number.parse::<usize>().is_ok() => &|random| {
            let full = grids::full(random);
            grids::keep(random, &full, clues)
        },
        _ => bail!(USAGE),
    };
    let mut random = Rng::with_seed(seed);
    let mut output = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        writeln!(output, "{}", make(&mut random).to_string().replace('0', "."))?;
    }
    Ok(output.flush()?)
}
