//! What must hold whatever the bytes: each function takes any and panics if its claim does not hold for them. The fuzz targets
//! look for such bytes; `tests/hostile.rs` tries those that were found, and some at random, in every test run.

#![allow(dead_code, reason = "every fuzz target takes its own claim")]

use std::io::{self, Read};
use std::num::NonZero;

use fastrand::Rng;
use sudokat::batch::{Answer, Batch, Goal};
use sudokat::format::{Dress, Joint, LONGEST_LINE, Layout};
use sudokat::stream::{Ask, Status, Stream};
use sudokat::{Candidates, Grid, Solver};

#[path = "../../examples/generate/grids.rs"]
mod grids;

/// A text that arrives in pieces of `size` bytes.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.1.min(buffer.len());
        self.0.read(&mut buffer[..size])
    }
}

/// How a stream is asked to work.
#[derive(Clone, Copy, Debug)]
struct Asked {
    layout: Option<Layout>,
    dress: Option<Dress>,
    any: bool,
    fail_fast: bool,
    threads: usize,
    /// How many bytes come at once, and whether they are said to come without a wait.
    size: usize,
    from_file: bool,
}

#[derive(Debug, PartialEq, Eq)]
struct Said {
    answers: Vec<u8>,
    messages: String,
    status: Status,
}

impl Asked {
    fn say(self, input: &[u8]) -> Said {
        let (mut answers, mut messages) = (Vec::new(), Vec::new());
        let mut stream =
            Stream::new(&mut answers, &mut messages).threads(NonZero::new(self.threads).expect("a thread"));
        if let Some(layout) = self.layout {
            stream = stream.layout(layout);
        }
        if let Some(dress) = self.dress {
            stream = stream.dress(dress);
        }
        if self.any {
            stream = stream.ask(Ask::Any);
        }
        if self.fail_fast {
            stream = stream.fail_fast();
        }
        let pieces = Pieces(input, self.size);
        let written = if self.from_file { stream.solve_file("in", pieces) } else { stream.solve("in", pieces) };
        written.expect("memory takes everything");
        let status = stream.status();
        Said { answers, messages: String::from_utf8(messages).expect("messages are UTF-8"), status }
    }
}

const DRESSES: [Dress; 7] = [
    Dress::Line,
    Dress::Rows(Joint::Packed),
    Dress::Rows(Joint::Spaced),
    Dress::Pretty { coloured: false },
    Dress::Pretty { coloured: true },
    Dress::Csv,
    Dress::Json,
];

/// Whatever is read: the same is said of it however it arrives, one record has one line in the dresses of lines, every answer
/// is one, and the status is that of the messages. The first three bytes say how to ask, the others are the input.
pub fn stream(bytes: &[u8]) {
    let Some((&[how, dress, size], input)) = bytes.split_first_chunk() else { return };
    let layouts: Vec<Layout> = Layout::all().map(|(layout, ..)| layout).collect();
    let asked = Asked {
        layout: layouts.get(usize::from(how & 15)).copied(),
        dress: DRESSES.get(usize::from(dress & 15)).copied(),
        any: how & 16 > 0,
        fail_fast: how & 32 > 0,
        threads: 1,
        size: usize::MAX,
        from_file: how & 64 > 0,
    };
    let said = asked.say(input);
    let pieces = Asked { size: usize::from(size) + 1, threads: 3, from_file: !asked.from_file, ..asked };
    let mut in_pieces = pieces.say(input);
    if asked.any {
        // Which solution is found first is not promised.
        assert_eq!(said.answers.len(), in_pieces.answers.len());
        in_pieces.answers.clone_from(&said.answers);
    }
    assert_eq!(said, in_pieces, "in pieces of {}", pieces.size);

    check_messages(&said, input);
    if asked.layout == Some(Layout::Line) {
        check_puzzles(asked, input);
    }
    let all = Asked { fail_fast: false, ..asked };
    check_records(all, input);
    if asked.fail_fast {
        let all = all.say(input);
        assert!(all.answers.starts_with(&said.answers) && all.messages.starts_with(&said.messages));
        assert!(said.status == all.status || said.status == Status::Faulty);
    }
}

/// However many threads there are and however the input arrives, the same is said of so much of it that threads are started. The
/// bytes are those of [`stream`], and the input is made longer by itself.
pub fn threads(bytes: &[u8]) {
    let Some((&[how, dress, size], input)) = bytes.split_first_chunk() else { return };
    let input = [input, b"\n"].concat().repeat(200_000 / (input.len() + 1) + 1);
    let asked = Asked {
        layout: Layout::all().map(|(layout, ..)| layout).nth(usize::from(how & 15)),
        dress: DRESSES.get(usize::from(dress & 15)).copied(),
        any: false,
        fail_fast: how & 32 > 0,
        threads: 1,
        size: usize::MAX,
        from_file: true,
    };
    let said = asked.say(&input);
    for (threads, size, from_file) in
        [(2, usize::MAX, true), (7, 1 << 16, false), (3, 64 * (1 + usize::from(size)), size & 1 > 0)]
    {
        let otherwise = Asked { threads, size, from_file, ..asked };
        assert!(said == otherwise.say(&input), "{otherwise:?}");
    }
}

/// Every message has a place that exists, and together they are what the status says.
fn check_messages(said: &Said, input: &[u8]) {
    let lines = input.iter().filter(|byte| b"\n\r".contains(byte)).count() + 2;
    let mut status = Status::Solved;
    let mut last = 0;
    for message in said.messages.lines() {
        let rest = message.strip_prefix("in:").expect("the name of the input");
        let (place, text) = rest.split_once(": ").expect("a place and a text");
        let (line, column) = place.split_once(':').unwrap_or((place, "1"));
        let (line, column): (usize, usize) = (line.parse().expect("a line"), column.parse().expect("a column"));
        assert!((1..=lines).contains(&line) && (1..=LONGEST_LINE + 1).contains(&column), "{message}");
        assert!(!text.chars().any(char::is_control), "{message:?}");
        last = last.max(line);
        status = status.max(match text {
            "no solution" => Status::Unsolvable,
            _ if text.ends_with("the stated solution is not the smallest of several") => Status::Solved,
            _ => Status::Faulty,
        });
    }
    assert_eq!(said.status, status, "{}", said.messages);
    assert!(said.status == Status::Faulty || !said.answers.is_empty() || !said.messages.is_empty());
}

/// No line of 81 cells is left out, in the layout of lines.
fn check_puzzles(asked: Asked, input: &[u8]) {
    let is_cell = |byte: &u8| sudokat::cell_from_byte(*byte).is_some();
    let text = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let lines = text.split(|byte| b"\r\n".contains(byte)).map(<[u8]>::trim_ascii);
    let count = lines.filter(|line| line.len() == 81 && line.iter().all(is_cell)).count();
    let answers = Asked { dress: Some(Dress::Json), fail_fast: false, ..asked }.say(input).answers;
    let found = answers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let found = found.filter(|line| !line.windows(13).any(|part| part == b"\"puzzle\":null")).count();
    assert!(found >= count, "{found} puzzles of {count}");
}

/// One line a record, and each answer the one that the reference solver gives.
fn check_records(asked: Asked, input: &[u8]) {
    let json = Asked { dress: Some(Dress::Json), ..asked }.say(input);
    let json = String::from_utf8(json.answers).expect("JSON is UTF-8");
    let lines = Asked { dress: Some(Dress::Line), ..asked }.say(input).answers;
    let lines: Vec<&str> = std::str::from_utf8(&lines).expect("digits").lines().collect();
    assert_eq!(json.lines().count(), lines.len());
    let mut last = 0;
    for (object, line) in json.lines().zip(lines) {
        let number = object.split_once("\"line\":").and_then(|(_, rest)| rest.split_once(',')).expect("a line").0;
        let number: u64 = number.parse().expect("a number");
        assert!(number > last, "{object}");
        last = number;
        let value = |name: &str| {
            let (_, rest) = object.split_once(&format!("\"{name}\":"))?;
            Some(rest.strip_prefix('"')?.split_once('"')?.0)
        };
        let verdict = value("verdict").expect("a verdict");
        assert_eq!(value("solution").unwrap_or_default(), line, "{object}");
        assert_eq!(verdict == "none" || verdict == "invalid", line.is_empty(), "{object}");
        assert!(!line.is_empty() || object.contains("\"message\":\"in:"), "{object}");
        let Some(puzzle) = value("puzzle") else {
            assert_eq!(verdict, "invalid", "{object}");
            continue;
        };
        let mut solver = match puzzle.len() {
            81 => match Solver::new(&puzzle.parse().expect("a grid")) {
                Ok(solver) => solver,
                Err(_) => {
                    assert_eq!(verdict, "invalid", "{object}");
                    continue;
                }
            },
            // Of a line of HoDoKu's library, whose clues may clash.
            _ if verdict == "invalid" => {
                assert!(object.contains(" are both "), "{object}");
                continue;
            }
            _ => Solver::from_candidates(&sets(puzzle)),
        };
        let count = solver.count(2);
        assert_eq!(verdict, ["none", "unique", "multiple"][count as usize], "{object}");
        let answer = solver.smallest().map(|answer| answer.to_string()).unwrap_or_default();
        if asked.any && count == 2 {
            let found: Grid = line.parse().expect("a grid");
            assert!(found.is_solution(&Grid::EMPTY), "{object}");
        } else {
            assert_eq!(answer, line, "{object}");
        }
    }
}

/// What 729 pencil marks say.
fn sets(marks: &str) -> Candidates {
    let mut sets = [0; 81];
    for (at, mark) in marks.bytes().enumerate() {
        sets[at / 9] |= u16::from(mark != b'.') << (at % 9);
    }
    Candidates::from_sets(sets)
}

/// A grid of 81 bytes, of digits and blanks.
fn grid(bytes: &[u8]) -> Grid {
    let mut cells = [0; 81];
    for (cell, byte) in cells.iter_mut().zip(bytes) {
        *cell = byte % 10;
    }
    Grid::from_cells(cells).expect("digits and blanks")
}

/// Whatever is written in a layout is read as the same grid; and every dress that can be read is read as the answer it shows.
pub fn written(bytes: &[u8]) {
    const BLANKS: &[u8] = b"0._-*?xX";
    let Some((&[blank, style], cells)) = bytes.split_first_chunk() else { return };
    let puzzle = grid(cells);
    let blank = char::from(BLANKS[usize::from(blank) % BLANKS.len()]);
    let text = puzzle.to_string().replace('0', &String::from(blank));
    let joint = [" ", "\t", ",", ", ", "  "][usize::from(style) % 5];
    let row = |joint: &str| -> String {
        let cells: Vec<String> = text.chars().map(String::from).collect();
        cells.chunks(9).map(|row| row.join(joint) + "\n").collect()
    };
    let marks = Candidates::from(&puzzle).to_string();
    let inputs = [
        (text.clone(), false),
        (text.clone() + " tail", false),
        (row(joint), false),
        (row(""), false),
        (format!("puzzle\n{text}"), false),
        (format!("id;Quiz\n1;\"{text}\""), false),
        (format!(":0:x:{text}:::"), false),
        (format!("label {text} 1.2"), false),
        (marks, true),
    ];
    let dressed = usize::from(style) / 5 % inputs.len();
    for (i, (input, marks)) in inputs.into_iter().enumerate() {
        let asked = Asked {
            layout: None,
            dress: Some(Dress::Json),
            any: false,
            fail_fast: false,
            threads: 1,
            size: usize::MAX,
            from_file: false,
        };
        let said = asked.say(input.as_bytes());
        let json = String::from_utf8(said.answers).expect("JSON is UTF-8");
        assert_eq!(json.lines().count(), 1, "{input}{json}");
        if puzzle.clash().is_some() {
            assert!(json.contains("invalid") || marks && json.contains("none"), "{input}{json}");
            continue;
        }
        let shown = if marks { Candidates::from(&puzzle).to_string() } else { puzzle.to_string() };
        assert!(json.contains(&format!("\"puzzle\":\"{shown}\"")), "{input}{json}");
        for dress in DRESSES {
            // Colours and JSON are not read, nor are pencil marks in csv.
            let is_read = match dress {
                Dress::Pretty { coloured: true } | Dress::Json => false,
                Dress::Csv => !marks,
                _ => true,
            };
            if !is_read || i != dressed {
                continue;
            }
            let once = Asked { dress: Some(dress), ..asked }.say(input.as_bytes());
            if once.status != Status::Solved {
                continue;
            }
            let answer = Asked { dress: Some(Dress::Line), ..asked }.say(input.as_bytes()).answers;
            let again = Asked { dress: Some(Dress::Line), ..asked }.say(&once.answers);
            // Of puzzle and answer in csv the puzzle is read, and its answer compared.
            assert_eq!(
                (again.answers, again.messages, again.status),
                (answer, String::new(), Status::Solved),
                "{dress:?}"
            );
        }
    }
}

/// The engine at every vector level against the reference solver, on grids made of the bytes: of each 32, a full grid by the
/// first eight, which of its cells stay by the next eleven, and then cells and digits to change.
pub fn engine(bytes: &[u8]) {
    thread_local! {
        static LEVELS: std::cell::RefCell<Vec<Batch>> = std::cell::RefCell::new(Batch::every_level());
    }
    let puzzles: Vec<Grid> = bytes.chunks(32).map(puzzle).collect();
    let expected: Vec<Answer> = puzzles.iter().map(reference).collect();
    LEVELS.with_borrow_mut(|levels| {
        let mut answers = Vec::new();
        for batch in levels {
            let level = batch.level();
            batch.solve(Goal::Verdict, &puzzles, &mut answers);
            assert_eq!(answers.len(), puzzles.len());
            for ((answer, expected), puzzle) in answers.iter().zip(&expected).zip(&puzzles) {
                assert!(answer == expected || *answer == Answer::Undecided, "{level}: {puzzle}");
            }
            batch.solve(Goal::Any, &puzzles, &mut answers);
            for ((answer, expected), puzzle) in answers.iter().zip(&expected).zip(&puzzles) {
                let right = match answer {
                    Answer::Solved(solution) => solution.is_solution(puzzle),
                    Answer::Unsolvable => *expected == Answer::Unsolvable,
                    Answer::Undecided => true,
                    Answer::Unique(_) | Answer::Several(_) => false,
                };
                assert!(right, "{level}, any: {puzzle}");
            }
        }
    });
}

fn puzzle(bytes: &[u8]) -> Grid {
    let mut seed = [0; 8];
    seed.iter_mut().zip(bytes).for_each(|(seed, byte)| *seed = *byte);
    let mut cells = *grids::full(&mut Rng::with_seed(u64::from_le_bytes(seed))).cells();
    let stays = |cell: usize| bytes.get(8 + cell / 8).is_some_and(|byte| byte >> (cell % 8) & 1 == 1);
    (0..81).filter(|&cell| !stays(cell)).for_each(|cell| cells[cell] = 0);
    for change in bytes.get(19..).unwrap_or_default().chunks_exact(2).filter(|change| change[0] >= 128) {
        cells[usize::from(change[0] - 128) % 81] = change[1] % 10;
    }
    Grid::from_cells(cells).expect("digits and blanks")
}

/// What the reference solver says of a puzzle.
fn reference(puzzle: &Grid) -> Answer {
    let Ok(mut solver) = Solver::new(puzzle) else { return Answer::Unsolvable };
    match (solver.count(2), solver.smallest()) {
        (1, Some(only)) => Answer::Unique(only),
        (_, Some(smallest)) => Answer::Several(smallest),
        (_, None) => Answer::Unsolvable,
    }
}
