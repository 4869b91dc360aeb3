//! Whether any shape of load is slower than its parts: kinds of grids in turn, in blocks or
//! shuffled, a million grids, many short inputs, and an input that arrives one grid at a time.
//!
//! ```text
//! cargo bench --bench shapes
//! ```
//!
//! Each figure is the CPU time of the parts divided by that of the shape, in one thread, as the
//! median of nine turns. The parts are inputs of 10,000 grids of one kind, and for one grid at a
//! time the calls of [`Puzzle`]. 1.00 means that the shape costs nothing extra; the aim is at least
//! 0.90 for every shape.

#[path = "../fixtures/grids.rs"]
#[allow(dead_code, reason = "the benchmark makes some kinds only")]
mod grids;

mod clock;

use std::hint::black_box;
use std::io::{Read, sink};
use std::num::NonZero;

use clock::cpu_time;
use fastrand::Rng;
use sudokat::{Candidates, Grid, Options, Puzzle, Question, Stream};

const TURNS: usize = 9;

/// Grids of each kind.
const GRIDS: usize = 10_000;

/// The length of short inputs and of blocks.
const SHORT: usize = 300;

type Lines = Vec<String>;

struct Shape {
    name: String,
    inputs: Vec<String>,
    /// How the input arrives, if not at once.
    trickles: bool,
    /// The kinds that it consists of, and how often it has all grids of each.
    parts: Vec<usize>,
    times: f64,
}

fn main() {
    let kinds = kinds();
    let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
    let lines: Vec<&Lines> = kinds.iter().map(|(_, lines)| lines).collect();
    for question in [Question::Smallest, Question::Verdict] {
        let shapes = shapes(&names, &lines);
        let mut ratios = vec![Vec::new(); shapes.len()];
        for _ in 0..TURNS {
            let parts: Vec<f64> = lines
                .iter()
                .map(|lines| solve(question, &[lines.join("\n")], false))
                .collect();
            let singles: Vec<f64> = lines
                .iter()
                .map(|lines| solve_one_by_one(question, lines))
                .collect();
            for (shape, ratios) in shapes.iter().zip(&mut ratios) {
                let parts = if shape.trickles { &singles } else { &parts };
                let alone: f64 = shape.parts.iter().map(|&kind| parts[kind]).sum();
                ratios.push(alone * shape.times / solve(question, &shape.inputs, shape.trickles));
            }
        }
        println!("{question:?}");
        for (shape, ratios) in shapes.iter().zip(&mut ratios) {
            ratios.sort_by(f64::total_cmp);
            println!("  {:5.2}  {}", ratios[TURNS / 2], shape.name);
        }
    }
}

/// Lines of each kind.
fn kinds() -> Vec<(&'static str, Lines)> {
    let mut random = Rng::with_seed(1);
    let hardest: Vec<Grid> = include_str!("../data/corpus.tsv")
        .lines()
        .filter(|line| line.contains("players' forum"))
        .map(|line| line[..81].parse().expect("a grid"))
        .collect();
    let mut make = |kind: &dyn Fn(&mut Rng) -> Grid| -> Vec<Grid> {
        (0..GRIDS).map(|_| kind(&mut random)).collect()
    };
    let image = |random: &mut Rng| {
        grids::Symmetry::random(random).image(&hardest[random.usize(..hardest.len())])
    };
    let kinds = [
        ("easy", make(&grids::easy)),
        ("hardest", make(&image)),
        ("unsolvable", make(&grids::unsolvable)),
        ("several", make(&grids::several)),
        ("pencil marks", make(&grids::minimal)),
    ];
    let text = |grid: &Grid, random: &mut Rng, has_marks: bool| {
        let mut candidates = Candidates::from(grid);
        let solution = Puzzle::new(grid).ok().and_then(|puzzle| puzzle.smallest());
        if let (true, Some(solution)) = (has_marks, solution) {
            for cell in sudokat::Cell::all() {
                let digit = random.u8(1..=9);
                if solution.digits()[cell.index()] != digit && grid.digits()[cell.index()] == 0 {
                    candidates.eliminate(cell, digit);
                }
            }
            return candidates.to_string();
        }
        grid.to_string()
    };
    let lines = |name: &str, grids: &[Grid]| -> Lines {
        let mut random = Rng::with_seed(2);
        grids
            .iter()
            .map(|grid| text(grid, &mut random, name == "pencil marks"))
            .collect()
    };
    kinds
        .iter()
        .map(|(name, grids)| (*name, lines(name, grids)))
        .collect()
}

fn shapes(names: &[&str], lines: &[&Lines]) -> Vec<Shape> {
    let shape = |name: &str, inputs: Vec<String>, parts: Vec<usize>| Shape {
        name: name.to_string(),
        inputs,
        trickles: false,
        parts,
        times: 1.0,
    };
    let mixed = |kinds: &[usize]| {
        let in_turn: Vec<&str> = (0..GRIDS)
            .flat_map(|i| kinds.iter().map(move |&kind| lines[kind][i].as_str()))
            .collect();
        let blocks: Vec<&str> = (0..GRIDS.div_ceil(SHORT))
            .flat_map(|block| kinds.iter().map(move |&kind| (kind, block)))
            .flat_map(|(kind, block)| {
                lines[kind]
                    .iter()
                    .skip(block * SHORT)
                    .take(SHORT)
                    .map(String::as_str)
            })
            .collect();
        let mut shuffled = in_turn.clone();
        Rng::with_seed(3).shuffle(&mut shuffled);
        [
            ("in turn", in_turn),
            ("in blocks of 300", blocks),
            ("shuffled", shuffled),
        ]
        .map(|(how, lines)| (how, lines.join("\n")))
    };
    let all: Vec<usize> = (0..lines.len()).collect();
    let mut shapes = Vec::new();
    for (of, kinds) in [
        ("all kinds", &all[..]),
        ("all but pencil marks", &all[..4]),
        ("easy and several", &[0, 3]),
    ] {
        for (how, input) in mixed(kinds) {
            shapes.push(shape(&format!("{of} {how}"), vec![input], kinds.to_vec()));
        }
    }
    let times = 1_000_000 / (GRIDS * lines.len());
    let [(_, in_turn), ..] = mixed(&all);
    shapes.push(Shape {
        times: times as f64,
        ..shape(
            "a million of all kinds in turn",
            vec![vec![in_turn; times].join("\n")],
            all,
        )
    });
    for (kind, (name, lines)) in names.iter().zip(lines).enumerate() {
        let short: Vec<String> = lines.chunks(SHORT).map(|lines| lines.join("\n")).collect();
        shapes.push(shape(
            &format!("{name} in inputs of 300"),
            short,
            vec![kind],
        ));
        let whole = shape(
            &format!("{name}, one grid at a time"),
            vec![lines.join("\n")],
            vec![kind],
        );
        shapes.push(Shape {
            trickles: true,
            ..whole
        });
    }
    shapes
}

/// The seconds for these inputs, one after the other.
fn solve(question: Question, inputs: &[String], trickles: bool) -> f64 {
    let begun = cpu_time();
    let options = Options {
        question,
        threads: NonZero::new(1),
        ..Options::default()
    };
    let mut stream = Stream::new(options, sink(), sink());
    for input in inputs {
        let solved = match trickles {
            true => stream.solve("", Trickle(input.as_bytes())),
            false => stream.solve_file("", input.as_bytes()),
        };
        solved.expect("a sink takes everything");
    }
    (cpu_time() - begun).as_secs_f64()
}

/// The seconds that these puzzles take without a stream.
fn solve_one_by_one(question: Question, lines: &Lines) -> f64 {
    let begun = cpu_time();
    for line in lines {
        let puzzle = match line.len() {
            81 => Puzzle::from(&Candidates::from(&line.parse::<Grid>().expect("a grid"))),
            _ => Puzzle::from(&line.parse::<Candidates>().expect("pencil marks")),
        };
        match question {
            Question::Verdict => _ = black_box(puzzle.count(2)),
            _ => _ = black_box(puzzle.smallest()),
        }
    }
    (cpu_time() - begun).as_secs_f64()
}

/// An input of which a line arrives at a time.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let line = self
            .0
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(self.0.len(), |end| end + 1);
        let size = line.min(buffer.len());
        self.0.read(&mut buffer[..size])
    }
}
