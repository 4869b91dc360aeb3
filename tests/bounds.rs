//! How long any grid takes: a search for the slowest, by guesses where they are counted and by the clock where not. It is
//! for long runs and a quiet machine:
//!
//! ```text
//! SUDOKAT_SECONDS=600 cargo test --release --test bounds -- --ignored --nocapture
//! ```

mod common;

use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use common::grids;
use fastrand::Rng;
use sudokat::batch::{Answer, Batch, Goal};
use sudokat::{Grid, Search};

/// The slowest that searches have found, for the reference solver.
const SLOWEST: [&str; 6] = [
    "000000001000000020003045600030056700500000000700800000040900000060000000300067400",
    "001200030080004000002700010170500000000000050005023000000000900007300020000000006",
    "003090070007030080010000600000004000008070090000200000380000050005000907000050000",
    "500008070002000600700005090000001000100000807059000010000030000900007080000400000",
    "000001700000006000001200065030000000800000000005020096000500000009002051000900400",
    "000000060063050200700000050800000900035090020000000300096030002000400000000001000",
];

/// Far more than any grid should take on any machine, and far less than a search that explodes.
const BOUND: Duration = Duration::from_secs(2);

/// The time that this thread has been at work, so that others who are do not pass for a slow grid; where the system does not
/// tell, the time of day will do.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The system counts when it looks for others to let work.
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds = told.ok().and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// How long the best of some runs takes.
fn time(runs: usize, mut run: impl FnMut()) -> Duration {
    let once = |_| {
        let start = clock();
        run();
        clock().saturating_sub(start)
    };
    (0..runs).map(once).min().unwrap_or_default()
}

fn smallest(puzzle: &Grid, runs: usize) -> Duration {
    let Ok(solver) = search_of(puzzle) else { return Duration::ZERO };
    time(runs, || {
        std::hint::black_box(solver.clone().smallest());
    })
}

#[test]
fn the_slowest_grids_known_take_no_longer_than_a_blink() {
    for text in SLOWEST {
        let puzzle = text.parse().expect("81 cells");
        let time = smallest(&puzzle, 1);
        assert!(time < BOUND, "{text}: {time:?}");
    }
}

/// A full grid, in less time than it takes to solve one.
fn full(random: &mut Rng) -> Grid {
    static SOME: LazyLock<Vec<Grid>> =
        LazyLock::new(|| (0..1000).map(|seed| grids::full(&mut Rng::with_seed(seed))).collect());
    grids::Symmetry::random(random).image(&SOME[random.usize(..1000)])
}

/// Guesses of the engine are some hundred nanoseconds each: what decides a grid within these takes less than a millisecond.
const FEW_GUESSES: u32 = 5000;

#[test]
fn the_engine_decides_the_slowest_grids_known_with_few_guesses_each_by_itself() {
    for mut batch in Batch::every_level() {
        for text in SLOWEST {
            let puzzle: Grid = text.parse().expect("81 cells");
            let expected = search_of(&puzzle).ok().and_then(|mut solver| solver.smallest()).expect("several solutions");
            let mut answers = Vec::new();
            batch.solve(Goal::Verdict, &[puzzle], &mut answers);
            assert_eq!(answers, [Answer::Several(expected)], "{}", batch.level());
            assert!(batch.guesses()[0] < FEW_GUESSES, "{}: {} guesses for {text}", batch.level(), batch.guesses()[0]);
            batch.solve(Goal::Any, &[puzzle], &mut answers);
            assert!(matches!(answers[0], Answer::Solved(any) if any.is_solution(&puzzle)), "{}", batch.level());
        }
    }
}

/// What grids of a kind are made of: images of those of the corpus with so many solutions, less some clues, or with a wrong one.
struct Kind {
    solutions: RangeInclusive<u32>,
    /// Clues taken out.
    less: usize,
    is_wrong: bool,
    /// The guesses for a thousand of them, with each goal, give or take a tenth. The fewest with narrow vectors, the most with
    /// wide ones: these try more at once, some of it in vain.
    guesses: [(Goal, RangeInclusive<u32>); 3],
    /// How many of these thousand may stay undecided.
    undecided: usize,
}

const KINDS: [Kind; 5] = [
    Kind {
        solutions: 1..=1,
        less: 0,
        is_wrong: false,
        guesses: [(Goal::Verdict, 24_000..=29_000), (Goal::Smallest, 24_000..=29_000), (Goal::Any, 15_000..=19_000)],
        undecided: 0,
    },
    Kind {
        solutions: 1..=1,
        less: 3,
        is_wrong: false,
        guesses: [(Goal::Verdict, 8_700..=10_800), (Goal::Smallest, 7_200..=8_800), (Goal::Any, 15_000..=27_000)],
        undecided: 0,
    },
    Kind {
        solutions: 1..=1,
        less: 0,
        is_wrong: true,
        guesses: [(Goal::Verdict, 10_000..=12_200), (Goal::Smallest, 7_900..=9_600), (Goal::Any, 6_700..=9_700)],
        undecided: 0,
    },
    Kind {
        solutions: 2..=u32::MAX,
        less: 0,
        is_wrong: false,
        guesses: [(Goal::Verdict, 19_300..=24_100), (Goal::Smallest, 18_000..=22_000), (Goal::Any, 56_000..=121_000)],
        undecided: 0,
    },
    Kind {
        solutions: 0..=0,
        less: 0,
        is_wrong: false,
        guesses: [(Goal::Verdict, 24_000..=29_000), (Goal::Smallest, 24_000..=29_000), (Goal::Any, 105_000..=128_000)],
        undecided: 130,
    },
];

impl Kind {
    /// A thousand, the same in every run and whatever the reference solver does.
    fn grids(&self) -> Vec<Grid> {
        let mut random = Rng::with_seed(1);
        let lines = include_str!("data/corpus.tsv").lines().filter(|line| !line.starts_with('#'));
        let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
        let is_this = |fields: &Vec<&str>| self.solutions.contains(&fields[1].parse().expect("a number"));
        let originals: Vec<Grid> = fields.filter(is_this).map(|fields| fields[0].parse().expect("81 cells")).collect();
        let image = |original| {
            let mut image = grids::Symmetry::random(&mut random).image(original);
            for _ in 0..self.less {
                let clues: Vec<usize> = (0..81).filter(|&cell| image.cells()[cell] > 0).collect();
                let mut cells = *image.cells();
                cells[*random.choice(&clues).expect("a clue")] = 0;
                image = grid(cells);
            }
            if !self.is_wrong {
                return image;
            }
            loop {
                let mut cells = *image.cells();
                let (cell, d) = (random.usize(..81), random.u8(1..=9));
                let before = std::mem::replace(&mut cells[cell], d);
                if before > 0 && before != d && grid(cells).conflict().is_none() {
                    return grid(cells);
                }
            }
        };
        originals.iter().cycle().take(1000).map(image).collect()
    }
}

/// More would be weaker propagation or worse guesses, and so a loss of speed that no answer shows; much fewer, guesses that
/// nobody counts.
#[test]
fn the_engine_takes_the_guesses_that_it_is_known_to_take() {
    for (number, kind) in KINDS.iter().enumerate() {
        let puzzles = kind.grids();
        for mut batch in Batch::every_level() {
            for (goal, expected) in &kind.guesses {
                let mut answers = Vec::new();
                batch.solve(*goal, &puzzles, &mut answers);
                let guesses = batch.guesses().iter().sum::<u32>();
                let undecided = answers.iter().filter(|answer| **answer == Answer::Undecided).count();
                let of = format!("kind {number} with {}, {goal:?}", batch.level());
                assert!(expected.contains(&guesses), "{of}: {guesses} guesses");
                assert!(undecided <= kind.undecided, "{of}: {undecided} undecided");
            }
        }
    }
}

/// A grid with several solutions here and there does not make the engine take all others for such.
#[test]
fn grids_with_several_solutions_among_others_cost_these_few_guesses() {
    let (unique, several) = (KINDS[0].grids(), KINDS[3].grids());
    let mixed: Vec<Grid> = (0..1000).flat_map(|i| [several[i], unique[i]].into_iter().skip((i % 6).min(1))).collect();
    for mut batch in Batch::every_level() {
        for goal in [Goal::Verdict, Goal::Smallest] {
            batch.solve(goal, &mixed, &mut Vec::new());
            let guesses = batch.guesses().iter().sum::<u32>();
            assert!(guesses < 41_000, "{}, {goal:?}: {guesses} guesses", batch.level());
        }
    }
}

/// A grid of some kind that may be slow.
fn suspect(random: &mut Rng) -> Grid {
    match random.u32(..4) {
        0 => {
            let clues = random.usize(5..=24);
            let full = full(random);
            grids::keep(random, &full, clues)
        }
        // Digits that do not clash, of no full grid.
        1 => {
            let (count, mut cells) = (random.usize(8..=28), [0; 81]);
            for _ in 0..count {
                let cell = random.usize(..81);
                let before = std::mem::replace(&mut cells[cell], random.u8(1..=9));
                if grid(cells).conflict().is_some() {
                    cells[cell] = before;
                }
            }
            grid(cells)
        }
        // One digit, or a few, mostly.
        2 => {
            let (full, digits) = (full(random), random.u8(2..=5));
            let mut cells = full.cells().map(|d| if d <= digits { d } else { 0 });
            (0..random.usize(..20)).for_each(|_| cells[random.usize(..81)] = 0);
            grid(cells)
        }
        // Of a full grid, but for some.
        _ => {
            let (count, full) = (random.usize(15..=26), full(random));
            let mut cells = *grids::keep(random, &full, count).cells();
            for _ in 0..random.usize(1..=4) {
                let cell = random.usize(..81);
                let before = std::mem::replace(&mut cells[cell], random.u8(1..=9));
                if grid(cells).conflict().is_some() {
                    cells[cell] = before;
                }
            }
            grid(cells)
        }
    }
}

/// The same with a clue or two taken out, put in or moved; or an image of it, which is searched in another order.
fn neighbour(random: &mut Rng, puzzle: &Grid) -> Grid {
    if random.u32(..8) == 0 {
        return grids::Symmetry::random(random).image(puzzle);
    }
    let mut cells = *puzzle.cells();
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

fn grid(cells: [u8; 81]) -> Grid {
    Grid::from_cells(cells).expect("digits and blanks")
}

/// Climbs from some suspects, and the slowest known, to worse neighbours until none has been found in `patience` tries. Returns
/// the worst and the number of tries.
fn climb(
    random: &mut Rng,
    until: Instant,
    patience: usize,
    mut judge: impl FnMut(&[Grid]) -> Vec<u128>,
) -> (Vec<Grid>, usize) {
    const STARTS: usize = 16_384;
    const STEPS: usize = 64;
    let (mut worst, mut tries): (Vec<(u128, Grid)>, usize) = (vec![], 0);
    let known = || SLOWEST.iter().map(|text| text.parse().expect("81 cells"));
    while Instant::now() < until {
        let suspects = (0..STARTS).map(|_| suspect(random)).filter(|grid| grid.conflict().is_none());
        let starts: Vec<Grid> = known().chain(suspects).collect();
        let mut judged: Vec<(u128, Grid)> = judge(&starts).into_iter().zip(starts).collect();
        tries += judged.len();
        let slowest = judged[random.usize(..SLOWEST.len())];
        judged.sort_by_key(|bad| std::cmp::Reverse(bad.0));
        // One of the slowest known, the worst start, and one of the next, so that the climbs differ.
        for start in [slowest, judged[0], judged[random.usize(1..20)]] {
            let (mut at, mut idle) = (start, 0);
            while idle < patience && Instant::now() < until {
                let near: Vec<Grid> = (0..4 * STEPS)
                    .map(|_| neighbour(random, &at.1))
                    .filter(|grid| grid.conflict().is_none())
                    .take(STEPS)
                    .collect();
                tries += near.len();
                let best =
                    judge(&near).into_iter().zip(near).fold(at, |best, one| if one.0 > best.0 { one } else { best });
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
    let seconds = std::env::var("SUDOKAT_SECONDS").map_or(20, |seconds| seconds.parse().expect("seconds"));
    Duration::from_secs(seconds)
}

fn seed() -> Rng {
    Rng::with_seed(std::env::var("SUDOKAT_SEED").map_or(1, |seed| seed.parse().expect("a number")))
}

/// The slowest of a search, measured again.
fn tell(worst: &[Grid], tries: usize) {
    println!("{tries} grids");
    let mut batch = Batch::new();
    for grid in worst {
        let mut answer = Vec::new();
        let engine = time(9, || batch.solve(Goal::Smallest, &[*grid], &mut answer));
        let reference = smallest(grid, 9);
        let [engine_ms, reference_ms] = [engine, reference].map(|time| time.as_secs_f64() * 1e3);
        println!("engine {engine_ms:.2} ms, {:?}; reference {reference_ms:.2} ms: {grid}", kind(answer[0]));
        assert!(engine + reference < BOUND, "{grid}");
    }
}

fn kind(answer: Answer) -> &'static str {
    match answer {
        Answer::Undecided => "undecided",
        Answer::Unsolvable => "no solution",
        Answer::Unique(_) => "one solution",
        Answer::Several(_) => "several",
        Answer::Solved(_) => "solved",
    }
}

/// The time of the reference solver; a long one is taken again, as a cold cache may be what is slow.
fn judged(grid: &Grid) -> u128 {
    let once = smallest(grid, 1);
    if once < Duration::from_millis(5) { once.as_nanos() } else { smallest(grid, 2).min(once).as_nanos() }
}

#[test]
#[ignore = "a long run"]
fn search_for_the_slowest_grid_of_the_reference_solver() {
    // What the engine decides is hardly ever slow here: of such grids only some are tried.
    let (mut batch, mut answers) = (Batch::new(), Vec::new());
    let judge = |grids: &[Grid]| {
        batch.solve(Goal::Smallest, grids, &mut answers);
        let judge = |i: usize| match answers[i] {
            Answer::Undecided => judged(&grids[i]),
            _ if i.is_multiple_of(64) => judged(&grids[i]),
            _ => u128::from(batch.guesses()[i]),
        };
        (0..grids.len()).map(judge).collect()
    };
    let (worst, tries) = climb(&mut seed(), Instant::now() + seconds(), 1024, judge);
    tell(&worst, tries);
}

/// The engine leaves a grid that takes too many guesses to the reference solver: such a grid is worse the longer that takes, and
/// any other the more guesses it takes.
#[test]
#[ignore = "a long run"]
fn search_for_the_slowest_grid_of_the_engine() {
    let (mut batch, mut answers, mut undecided) = (Batch::new(), Vec::new(), 0);
    let judge = |grids: &[Grid]| {
        batch.solve(Goal::Smallest, grids, &mut answers);
        let judge = |i: usize| match answers[i] {
            Answer::Undecided => 1_000_000 + judged(&grids[i]),
            _ => u128::from(batch.guesses()[i]),
        };
        undecided += answers.iter().filter(|answer| **answer == Answer::Undecided).count();
        (0..grids.len()).map(judge).collect()
    };
    let (worst, tries) = climb(&mut seed(), Instant::now() + seconds(), 1024, judge);
    println!("{undecided} left to the reference solver");
    tell(&worst, tries);
}
