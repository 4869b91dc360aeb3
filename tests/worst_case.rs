//! How much work any grid takes: bounds for the slowest grids known, and a search for slower ones.
//! `cargo bench --bench slowest` measures the time.
//!
//! The search is for long runs on a quiet machine:
//!
//! ```text
//! SUDOKAT_SECONDS=600 cargo test --release worst_case -- --ignored --nocapture
//! ```

mod options;

use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use fastrand::Rng;
use sudokat::internals::{Engine, Puzzles, Search};
use sudokat::{Answer, Candidates, Goal, Grid};

use crate::fixtures::agreement::{GOALS, check_engine, expected};
use crate::fixtures::grids::{self, Symmetry, below};
use crate::fixtures::puzzles::{corpus, grid as parsed};
use crate::fixtures::random::{full, grid};

/// The slowest grids that searches have found, for the search.
const SLOWEST: [&str; 6] = [
    "000000001000000020003045600030056700500000000700800000040900000060000000300067400",
    "001200030080004000002700010170500000000000050005023000000000900007300020000000006",
    "003090070007030080010000600000004000008070090000200000380000050005000907000050000",
    "500008070002000600700005090000001000100000807059000010000030000900007080000400000",
    "000001700000006000001200065030000000800000000005020096000500000009002051000900400",
    "000000060063050200700000050800000900035090020000000300096030002000400000000001000",
];

/// Twice the contradictions of the slowest grids known. The search finds one in about half a
/// microsecond.
const MAX_CONTRADICTIONS: u64 = 9_000;

/// The CPU time of this thread, so that other threads do not make a grid look slow; where the
/// system does not tell, the time of day.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The system updates the count when it looks for another thread to run.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds = text
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// The time of the fastest of some runs.
fn time(runs: usize, mut run: impl FnMut()) -> Duration {
    let once = |_| {
        let start = clock();
        run();
        clock().saturating_sub(start)
    };
    (0..runs).map(once).min().unwrap_or_default()
}

fn smallest(puzzle: &Grid, runs: usize) -> Duration {
    let search = Search::new(&Candidates::from(puzzle));
    time(runs, || {
        std::hint::black_box(search.clone().smallest());
    })
}

#[test]
fn the_slowest_grids_known_take_few_contradictions() {
    for text in SLOWEST {
        let mut search = Search::new(&Candidates::from(&parsed(text)));
        search.smallest();
        let taken = search.contradictions();
        assert!(
            (100..MAX_CONTRADICTIONS).contains(&taken),
            "{text}: {taken}"
        );
    }
}

#[test]
fn the_engine_answers_the_slowest_grids_known_as_the_search_does() {
    let puzzles = SLOWEST.map(parsed);
    let candidates = puzzles.each_ref().map(Candidates::from);
    let expected = candidates.each_ref().map(expected);
    for mut engine in Engine::every_level() {
        for goal in GOALS {
            let mut answers = Vec::new();
            engine.solve(goal, Puzzles::of_grids(&puzzles), &mut answers);
            check_engine(&engine, goal, &candidates, &answers, &expected);
        }
    }
}

/// A kind of grids, made of puzzles of the corpus.
struct Kind {
    /// The number of solutions of the original puzzles.
    solutions: RangeInclusive<u64>,
    /// The number of clues that are taken out.
    removed: usize,
    /// Whether a clue is replaced by a wrong digit.
    is_wrong: bool,
    /// How many of a thousand grids the engine may give up: a few more than it does.
    given_up: usize,
}

const KINDS: [Kind; 5] = [
    Kind {
        solutions: 1..=1,
        removed: 0,
        is_wrong: false,
        given_up: 5,
    },
    Kind {
        solutions: 1..=1,
        removed: 3,
        is_wrong: false,
        given_up: 5,
    },
    Kind {
        solutions: 1..=1,
        removed: 0,
        is_wrong: true,
        given_up: 10,
    },
    Kind {
        solutions: 2..=u64::MAX,
        removed: 0,
        is_wrong: false,
        given_up: 5,
    },
    Kind {
        solutions: 0..=0,
        removed: 0,
        is_wrong: false,
        given_up: 250,
    },
];

impl Kind {
    /// A thousand grids, the same in every run.
    fn grids(&self) -> Vec<Grid> {
        let mut random = Rng::with_seed(1);
        let corpus = corpus()
            .into_iter()
            .filter(|known| self.solutions.contains(&known.solutions));
        let originals: Vec<Grid> = corpus.map(|known| parsed(&known.puzzle)).collect();
        let image = |original| {
            let mut image = Symmetry::random(&mut random).image(original);
            for _ in 0..self.removed {
                let clues: Vec<usize> = (0..81).filter(|&cell| image.digits()[cell] > 0).collect();
                let mut cells = *image.digits();
                cells[clues[below(&mut random, clues.len())]] = 0;
                image = grid(cells);
            }
            if !self.is_wrong {
                return image;
            }
            loop {
                let mut cells = *image.digits();
                let (cell, d) = (below(&mut random, 81), random.u8(1..=9));
                let before = std::mem::replace(&mut cells[cell], d);
                if before > 0 && before != d && grid(cells).conflict().is_none() {
                    return grid(cells);
                }
            }
        };
        originals.iter().cycle().take(1000).map(image).collect()
    }
}

#[test]
fn the_engine_gives_up_few_grids_of_each_kind() {
    for (number, kind) in KINDS.iter().enumerate() {
        let puzzles = kind.grids();
        for mut engine in Engine::every_level() {
            for goal in GOALS {
                engine.solve(goal, Puzzles::of_grids(&puzzles), &mut Vec::new());
                let given_up = engine.given_up().len();
                let of = format!("kind {number} with {}, {goal:?}", engine.level());
                assert!(given_up <= kind.given_up, "{of}: {given_up} given up");
            }
        }
    }
}

/// A random grid of a kind that may be slow.
fn suspect(random: &mut Rng) -> Grid {
    match random.u32(..4) {
        0 => {
            let clues = random.usize(5..=24);
            let full = full(random);
            grids::keep(random, &full, clues)
        }
        // Random digits without a conflict.
        1 => {
            let (count, mut cells) = (random.usize(8..=28), [0; 81]);
            for _ in 0..count {
                put_unless_conflict(random, &mut cells);
            }
            grid(cells)
        }
        // All clues have one of a few digits.
        2 => {
            let (full, digits) = (full(random), random.u8(2..=5));
            let mut cells = full.digits().map(|d| if d <= digits { d } else { 0 });
            (0..random.usize(..20)).for_each(|_| cells[random.usize(..81)] = 0);
            grid(cells)
        }
        // Clues of a full grid, and a few wrong ones.
        _ => {
            let (count, full) = (random.usize(15..=26), full(random));
            let mut cells = *grids::keep(random, &full, count).digits();
            for _ in 0..random.usize(1..=4) {
                put_unless_conflict(random, &mut cells);
            }
            grid(cells)
        }
    }
}

/// Puts a random digit in a random cell unless that leads to a conflict.
fn put_unless_conflict(random: &mut Rng, cells: &mut [u8; 81]) {
    let cell = random.usize(..81);
    let before = std::mem::replace(&mut cells[cell], random.u8(1..=9));
    if grid(*cells).conflict().is_some() {
        cells[cell] = before;
    }
}

/// A grid with a clue or two removed, added or moved; or a symmetric image, which is searched in
/// another order.
fn neighbor(random: &mut Rng, puzzle: &Grid) -> Grid {
    if random.u32(..8) == 0 {
        return Symmetry::random(random).image(puzzle);
    }
    let mut cells = *puzzle.digits();
    for _ in 0..random.usize(1..=3) {
        let clues: Vec<usize> = (0..81).filter(|&cell| cells[cell] > 0).collect();
        let any = random.usize(..81);
        match (random.u32(..3), random.choice(&clues)) {
            (0, Some(&clue)) => cells[clue] = 0,
            (1, Some(&clue)) => cells.swap(clue, any),
            _ => cells[any] = random.u8(1..=9),
        }
    }
    grid(cells)
}

/// Climbs from suspects and the slowest grids known to worse neighbors, until `patience` tries have
/// found none. Returns the worst grids and the number of tries.
fn climb(
    random: &mut Rng,
    until: Instant,
    patience: usize,
    mut judge: impl FnMut(&[Grid]) -> Vec<u128>,
) -> (Vec<Grid>, usize) {
    const STARTS: usize = 16_384;
    const STEPS: usize = 64;
    let (mut worst, mut tries): (Vec<(u128, Grid)>, usize) = (vec![], 0);
    let known = || SLOWEST.iter().map(|text| parsed(text));
    while Instant::now() < until {
        let suspects = (0..STARTS)
            .map(|_| suspect(random))
            .filter(|grid| grid.conflict().is_none());
        let starts: Vec<Grid> = known().chain(suspects).collect();
        let mut judged: Vec<(u128, Grid)> = judge(&starts).into_iter().zip(starts).collect();
        tries += judged.len();
        let slowest = judged[random.usize(..SLOWEST.len())];
        judged.sort_by_key(|bad| std::cmp::Reverse(bad.0));
        // One of the slowest known, the worst start, and one of the next, so that the climbs
        // differ.
        for start in [slowest, judged[0], judged[random.usize(1..20)]] {
            let (mut at, mut idle) = (start, 0);
            while idle < patience && Instant::now() < until {
                let near: Vec<Grid> = (0..4 * STEPS)
                    .map(|_| neighbor(random, &at.1))
                    .filter(|grid| grid.conflict().is_none())
                    .take(STEPS)
                    .collect();
                tries += near.len();
                let best = judge(&near)
                    .into_iter()
                    .zip(near)
                    .fold(at, |best, one| if one.0 > best.0 { one } else { best });
                idle = if best.0 > at.0 { 0 } else { idle + STEPS };
                at = best;
            }
            worst.push(at);
        }
        worst.sort_by_key(|bad| std::cmp::Reverse(bad.0));
        worst.dedup_by_key(|bad| bad.1);
        worst.truncate(8);
    }
    (worst.into_iter().map(|(_, grid)| grid).collect(), tries)
}

fn seconds() -> Duration {
    let seconds =
        std::env::var("SUDOKAT_SECONDS").map_or(20, |seconds| seconds.parse().expect("seconds"));
    Duration::from_secs(seconds)
}

fn seed() -> Rng {
    Rng::with_seed(std::env::var("SUDOKAT_SEED").map_or(1, |seed| seed.parse().expect("a number")))
}

/// Prints the worst grids with their times, measured once more.
fn print(worst: &[Grid], tries: usize) {
    println!("{tries} grids");
    let mut engine = Engine::default();
    for grid in worst {
        let mut answers = Vec::new();
        let by_engine = time(9, || {
            engine.solve(Goal::Uniqueness, Puzzles::of_grids(&[*grid]), &mut answers)
        });
        let by_search = smallest(grid, 9);
        let [engine_ms, search_ms] = [by_engine, by_search].map(|time| time.as_secs_f64() * 1e3);
        let answer = match answers[0] {
            _ if !engine.given_up().is_empty() => "given up",
            Answer::Unsolvable => "no solution",
            Answer::Unique(_) => "one solution",
            _ => "several solutions",
        };
        println!("engine {engine_ms:.2} ms, {answer}; search {search_ms:.2} ms: {grid}");
    }
}

/// The time of the search in nanoseconds. A long time is measured again, because a cold cache may
/// be the reason.
fn search_time(grid: &Grid) -> u128 {
    let once = smallest(grid, 1);
    if once < Duration::from_millis(5) {
        once.as_nanos()
    } else {
        smallest(grid, 2).min(once).as_nanos()
    }
}

#[test]
#[ignore = "a long run"]
fn find_the_slowest_grid_of_the_search() {
    // A grid that the engine answers is hardly ever slow for the search, so only some of those are
    // measured.
    let (mut engine, mut answers) = (Engine::default(), Vec::new());
    let judge = |grids: &[Grid]| {
        engine.solve(Goal::Smallest, Puzzles::of_grids(grids), &mut answers);
        let mut judged = vec![0; grids.len()];
        let some = (0..grids.len())
            .step_by(64)
            .chain(engine.given_up().iter().copied());
        some.for_each(|i| judged[i] = search_time(&grids[i]));
        judged
    };
    let (worst, tries) = climb(&mut seed(), Instant::now() + seconds(), 1024, judge);
    print(&worst, tries);
}

/// The engine leaves a grid that takes too many guesses to the search, so the time of both counts.
#[test]
#[ignore = "a long run"]
fn find_the_slowest_grid_of_the_engine() {
    let (mut engine, mut answers, mut given_up) = (Engine::default(), Vec::new(), 0);
    let judge = |grids: &[Grid]| {
        let both = |grid: &Grid| {
            let by_engine = time(1, || {
                engine.solve(Goal::Smallest, Puzzles::of_grids(&[*grid]), &mut answers)
            })
            .as_nanos();
            given_up += engine.given_up().len();
            by_engine
                + if engine.given_up().is_empty() {
                    0
                } else {
                    search_time(grid)
                }
        };
        grids.iter().map(both).collect()
    };
    let (worst, tries) = climb(&mut seed(), Instant::now() + seconds(), 1024, judge);
    println!("{given_up} left to the search");
    print(&worst, tries);
}
