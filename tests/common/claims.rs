//! What must hold whatever the bytes: each function takes any and panics if its claim does not hold for them. The fuzz targets
//! look for such bytes; `tests/hostile.rs` tries those that were found, and some at random, in every test run.

#![allow(dead_code, reason = "every fuzz target takes its own claim")]

use std::cell::RefCell;
use std::io::{self, Read};
use std::num::NonZero;
use std::sync::LazyLock;

use fastrand::Rng;
use sudokat::batch::{Answer, Batch, Goal};
use sudokat::format::{Dress, Joint, LONGEST_LINE, Layout};
use sudokat::stream::{Ask, Status, Stream};
use sudokat::{Candidates, Grid, Search};

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
    ask: Ask,
    fail_fast: bool,
    explain: bool,
    verify: bool,
    stats: bool,
    threads: usize,
    /// How many bytes come at once, and whether they are said to come without a wait.
    size: usize,
    from_file: bool,
}

const PLAIN: Asked = Asked {
    layout: None,
    dress: None,
    ask: Ask::Smallest,
    fail_fast: false,
    explain: false,
    verify: false,
    stats: false,
    threads: 1,
    size: usize::MAX,
    from_file: false,
};

#[derive(Debug, PartialEq, Eq)]
struct Said {
    answers: Vec<u8>,
    messages: String,
    status: Status,
    /// How many records there are of each kind, where they are counted.
    verdicts: [u64; 4],
}

impl Asked {
    fn say(self, input: &[u8]) -> Said {
        let (mut answers, mut messages) = (Vec::new(), Vec::new());
        let mut stream = Stream::new(&mut answers, &mut messages)
            .ask(self.ask)
            .threads(NonZero::new(self.threads).expect("a thread"));
        if let Some(layout) = self.layout {
            stream = stream.layout(layout);
        }
        if let Some(dress) = self.dress {
            stream = stream.dress(dress);
        }
        if self.fail_fast {
            stream = stream.fail_fast();
        }
        if self.explain {
            stream = stream.explain();
        }
        if self.verify {
            stream = stream.verify();
        }
        if self.stats {
            stream = stream.stats();
        }
        let pieces = Pieces(input, self.size);
        let written = if self.from_file { stream.solve_file("in", pieces) } else { stream.solve("in", pieces) };
        written.expect("memory takes everything");
        let status = stream.status();
        let summary = stream.summary();
        let verdicts = [summary.unique, summary.multiple, summary.none, summary.invalid];
        assert!(!self.stats || verdicts.iter().sum::<u64>() == summary.grids, "{summary}");
        if self.dress == Some(Dress::Json) {
            answers = without_guesses(&answers);
        }
        Said { answers, messages: String::from_utf8(messages).expect("messages are UTF-8"), status, verdicts }
    }
}

/// Objects without their guesses, which depend on the grids beside a grid, and so on how many of them come at once.
fn without_guesses(json: &[u8]) -> Vec<u8> {
    let json = std::str::from_utf8(json).expect("JSON is UTF-8");
    let mut parts = json.split(",\"guesses\":");
    let mut without = parts.next().unwrap_or_default().to_string();
    parts.for_each(|part| without += part.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
    without.into_bytes()
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
    let input = &after_many(input, dress, size);
    let asked = Asked {
        layout: layout(how),
        dress: DRESSES.get(usize::from(dress & 15)).copied(),
        ask: if how & 16 > 0 { Ask::Any } else { Ask::Smallest },
        fail_fast: how & 32 > 0,
        explain: how & 128 > 0,
        verify: dress & 16 > 0,
        stats: dress & 32 > 0,
        from_file: how & 64 > 0,
        ..PLAIN
    };
    let said = asked.say(input);
    check_pieces(asked, size, &said, input);
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

const ASKS: [Ask; 9] = [
    Ask::Smallest,
    Ask::Any,
    Ask::Verdict,
    Ask::Check,
    Ask::Redundant,
    Ask::Count { limit: NonZero::<u64>::MIN },
    Ask::Count { limit: NonZero::new(300).expect("more than none") },
    Ask::All { limit: Some(NonZero::new(3).expect("more than none")) },
    Ask::All { limit: Some(NonZero::new(40).expect("more than none")) },
];

/// Whatever is asked of whatever is read: the same is said of it however it arrives, one record has one line in the dresses of
/// lines, and what is told of it is what the engine or the reference solver finds, whichever has not been asked. The first
/// three bytes say how to ask, the others are the input.
pub fn asked(bytes: &[u8]) {
    let Some((&[how, dress, size], input)) = bytes.split_first_chunk() else { return };
    let input = &after_many(input, dress, size);
    let asked = Asked {
        layout: layout(how),
        dress: DRESSES.get(usize::from(dress & 15)).copied(),
        ask: ASKS[usize::from(how >> 4) % ASKS.len()],
        fail_fast: dress & 16 > 0,
        explain: dress & 32 > 0,
        from_file: dress & 64 > 0,
        ..PLAIN
    };
    let said = asked.say(input);
    check_pieces(asked, size, &said, input);
    for message in said.messages.lines() {
        check_place(message, input);
    }
    let all = Asked { fail_fast: false, ..asked };
    let json = Asked { dress: Some(Dress::Json), ..all }.say(input).answers;
    let json = std::str::from_utf8(&json).expect("JSON is UTF-8");
    if !matches!(asked.ask, Ask::All { .. }) {
        let lines = Asked { dress: Some(Dress::Line), ..all }.say(input).answers;
        assert_eq!(json.lines().count(), std::str::from_utf8(&lines).expect("text").lines().count());
    }
    let mut objects = json.lines().peekable();
    while let Some(object) = objects.next() {
        let of_record = object.split_once(",\"index\":").map(|(start, _)| start);
        let mut others = 0;
        while of_record.is_some_and(|start| objects.next_if(|next| next.starts_with(start)).is_some()) {
            others += 1;
        }
        if let Some(puzzle) = value(object, "puzzle") {
            check_told(asked.ask, &candidates(puzzle), object, 1 + others);
        }
    }
}

/// That what an object tells of its puzzle is true; it is the first of so many of the same puzzle.
fn check_told(ask: Ask, puzzle: &Candidates, object: &str, objects: usize) {
    let invalid = value(object, "verdict") == Some("invalid");
    let count = |limit: NonZero<u64>| Search::new(puzzle).count(limit.get() + 1);
    match ask {
        Ask::Count { .. } | Ask::All { .. } if invalid => {
            assert!(
                objects == 1 && ["\"count\":null", "\"index\":0"].iter().any(|word| object.contains(word)),
                "{object}"
            )
        }
        Ask::Count { limit } => {
            let told = format!("\"count\":{},\"exact\":{}", count(limit).min(limit.get()), count(limit) <= limit.get());
            assert!(object.contains(&told), "{told}: {object}");
        }
        Ask::All { limit: Some(limit) } => {
            assert_eq!(objects as u64, count(limit).clamp(1, limit.get()), "{object}");
            let smallest = Search::new(puzzle).smallest().map(|smallest| smallest.to_string());
            assert_eq!(value(object, "solution"), smallest.as_deref());
        }
        Ask::Verdict if !invalid => {
            let verdict = ["none", "unique", "multiple"][count(NonZero::<u64>::MIN) as usize];
            assert_eq!(value(object, "verdict"), Some(verdict), "{object}");
            let solutions = Search::new(puzzle).solutions().take(2).collect::<Vec<_>>();
            assert!(solutions.iter().all(|solution| object.contains(&solution.to_string())), "{object}");
        }
        Ask::Redundant if value(object, "verdict") == Some("unique") => {
            let mut batch = Batch::new();
            let mut answers = Vec::new();
            for (cell, set) in puzzle.masks().iter().enumerate().filter(|(_, set)| set.is_power_of_two()) {
                let mut sets = *puzzle.masks();
                sets[cell] = 0x1ff;
                batch.solve_candidates(Goal::Verdict, &[Candidates::from_masks(sets)], &mut answers);
                let told = object.contains(&format!("\"r{}c{}\"", cell / 9 + 1, cell % 9 + 1));
                let found = matches!(answers[0], Answer::Unique(_));
                assert!(told == found || answers[0] == Answer::Undecided, "{set}: {object}");
            }
        }
        _ => (),
    }
}

/// The input; or some of its first lines many times before it, so that its records come in a chunk that is worth an engine.
fn after_many(input: &[u8], dress: u8, size: u8) -> Vec<u8> {
    let times = if dress & 128 > 0 { 20 } else { 0 };
    let lines = input.split(|&byte| byte == b'\n').take(1 + usize::from(size % 16));
    let first: Vec<&[u8]> = lines.flat_map(|line| [line, b"\n"]).collect();
    [&first.concat().repeat(times), input].concat()
}

fn layout(how: u8) -> Option<Layout> {
    Layout::all().map(|(layout, ..)| layout).nth(usize::from(how & 15))
}

/// That the same is said of an input that comes in pieces, from another kind of source.
fn check_pieces(asked: Asked, size: u8, said: &Said, input: &[u8]) {
    let pieces = Asked { size: usize::from(size) + 1, threads: 3, from_file: !asked.from_file, ..asked };
    let mut in_pieces = pieces.say(input);
    if asked.ask == Ask::Any {
        // Which solution is found first is not promised.
        assert_eq!(said.answers.len(), in_pieces.answers.len());
        in_pieces.answers.clone_from(&said.answers);
    }
    assert_eq!(*said, in_pieces, "in pieces of {}", pieces.size);
}

/// However many threads there are and however the input arrives, the same is said of so much of it that threads are started. The
/// bytes are those of [`stream`], and the input is made longer by itself.
pub fn threads(bytes: &[u8]) {
    let Some((&[how, dress, size], input)) = bytes.split_first_chunk() else { return };
    let input = [input, b"\n"].concat().repeat(200_000 / (input.len() + 1) + 1);
    let asked = Asked {
        layout: layout(how),
        dress: DRESSES.get(usize::from(dress & 15)).copied(),
        fail_fast: how & 32 > 0,
        from_file: true,
        ..PLAIN
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
    let mut status = Status::Solved;
    for message in said.messages.lines() {
        let text = check_place(message, input);
        status = status.max(match text {
            _ if text == "no solution" || text.starts_with("no solution: ") => Status::Unsolvable,
            _ if text.ends_with("the stated solution is not the smallest of several") => Status::Solved,
            _ if text.starts_with("several solutions: two differ in ") => Status::Solved,
            _ => Status::Faulty,
        });
    }
    assert_eq!(said.status, status, "{}", said.messages);
    assert!(said.status == Status::Faulty || !said.answers.is_empty() || !said.messages.is_empty());
}

/// That a message has a place that exists; and what it says of it.
fn check_place<'a>(message: &'a str, input: &[u8]) -> &'a str {
    let lines = input.iter().filter(|byte| b"\n\r".contains(byte)).count() + 2;
    let rest = message.strip_prefix("in:").expect("the name of the input");
    let (place, text) = rest.split_once(": ").expect("a place and a text");
    let (line, column) = place.split_once(':').unwrap_or((place, "1"));
    let (line, column): (usize, usize) = (line.parse().expect("a line"), column.parse().expect("a column"));
    assert!((1..=lines).contains(&line) && (1..=LONGEST_LINE + 1).contains(&column), "{message}");
    assert!(!text.chars().any(char::is_control), "{message:?}");
    text
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
        let value = |name: &str| value(object, name);
        let verdict = value("verdict").expect("a verdict");
        // Of several solutions the one-grid solver may come to another than the engine.
        let is_any = asked.ask == Ask::Any && verdict == "multiple";
        assert!(value("solution").unwrap_or_default() == line || is_any, "{object}");
        assert_eq!(verdict == "none" || verdict == "invalid", line.is_empty(), "{object}");
        assert!(!line.is_empty() || object.contains("\"message\":\"in:"), "{object}");
        let Some(puzzle) = value("puzzle") else {
            assert_eq!(verdict, "invalid", "{object}");
            continue;
        };
        if verdict == "invalid" {
            assert!(object.contains(" are both "), "{object}");
            continue;
        }
        let puzzle = candidates(puzzle);
        let mut solver = Search::new(&puzzle);
        let count = solver.count(2);
        assert_eq!(verdict, ["none", "unique", "multiple"][count as usize], "{object}");
        if is_any {
            for found in [line, value("solution").unwrap_or_default()] {
                let found: Grid = found.parse().expect("a grid");
                assert!(found.is_solution(&Grid::EMPTY) && puzzle.ruled_out(&found).is_none(), "{object}");
            }
        } else {
            assert_eq!(solver.smallest().map(|answer| answer.to_string()).unwrap_or_default(), line, "{object}");
        }
    }
}

/// The text that an object of JSON has under a name.
fn value<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = object.split_once(&format!("\"{name}\":"))?;
    Some(rest.strip_prefix('"')?.split_once('"')?.0)
}

/// What 81 cells say, or 729 pencil marks.
fn candidates(text: &str) -> Candidates {
    if text.len() == 81 {
        return Candidates::from(&text.parse::<Grid>().expect("a grid"));
    }
    let mut sets = [0; 81];
    for (at, mark) in text.bytes().enumerate() {
        sets[at / 9] |= u16::from(mark != b'.') << (at % 9);
    }
    Candidates::from_masks(sets)
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
/// The first two bytes choose blank and layout, joint and dress.
pub fn written(bytes: &[u8]) {
    const BLANKS: &[u8] = b"0._-*?xX";
    let Some((&[blank, style], cells)) = bytes.split_first_chunk() else { return };
    let puzzle = grid(cells);
    let (blank, layout) = (char::from(BLANKS[usize::from(blank % 8)]), blank / 8 % 9);
    let (joint, dress) = ([" ", "\t", ",", ", ", "  "][usize::from(style % 5)], DRESSES[usize::from(style / 5) % 7]);
    let text = puzzle.to_string().replace('0', &String::from(blank));
    let row = |joint: &str| -> String {
        let cells: Vec<String> = text.chars().map(String::from).collect();
        cells.chunks(9).map(|row| row.join(joint) + "\n").collect()
    };
    let marks = layout == 8;
    let input = match layout {
        0 => text.clone(),
        1 => text.clone() + " tail",
        2 => row(joint),
        3 => row(""),
        4 => format!("puzzle\n{text}"),
        5 => format!("id;Quiz\n1;\"{text}\""),
        6 => format!(":0:x:{text}:::"),
        7 => format!("label {text} 1.2"),
        _ => Candidates::from(&puzzle).to_string(),
    };
    // To check solves nothing, so it is fast.
    let said = Asked { dress: Some(Dress::Json), ask: Ask::Check, ..PLAIN }.say(input.as_bytes());
    let json = String::from_utf8(said.answers).expect("JSON is UTF-8");
    assert_eq!(json.lines().count(), 1, "{input}{json}");
    if puzzle.conflict().is_some() {
        assert!(json.contains(" are both "), "{input}{json}");
        return;
    }
    let shown = if marks { input.clone() } else { puzzle.to_string() };
    assert!(json.contains(&format!("\"puzzle\":\"{shown}\"")), "{input}{json}");
    // Colours and JSON are not read, nor are pencil marks in csv.
    let is_read = match dress {
        Dress::Pretty { coloured: true } | Dress::Json => false,
        Dress::Csv => !marks,
        _ => true,
    };
    let once = Asked { dress: Some(dress), ..PLAIN }.say(input.as_bytes());
    if is_read && once.status == Status::Solved {
        let as_line = |input: &[u8]| Asked { dress: Some(Dress::Line), ..PLAIN }.say(input);
        // Of puzzle and answer in csv the puzzle is read, and its answer compared.
        assert_eq!(as_line(&once.answers), as_line(input.as_bytes()), "{dress:?}");
        assert_eq!(once.messages, "");
    }
}

/// The engine at every vector level against the reference solver, on grids made of the bytes: of each 32, a full grid by the
/// first eight, which of its cells stay by the next eleven, and then cells and digits to change or, in the same grid as
/// candidates, to rule out.
pub fn engine(bytes: &[u8]) {
    thread_local! {
        static LEVELS: RefCell<Vec<Batch>> = RefCell::new(Batch::every_level());
    }
    let (grids, marked): (Vec<Grid>, Vec<Candidates>) = bytes.chunks(32).map(puzzle).unzip();
    let plain: Vec<Candidates> = grids.iter().map(Candidates::from).collect();
    let of_plain = grids.iter().map(|grid| search_of(grid).map_or(Answer::Unsolvable, reference)).collect::<Vec<_>>();
    let of_marked = marked.iter().map(|marked| reference(Search::new(marked))).collect::<Vec<_>>();
    LEVELS.with_borrow_mut(|levels| {
        let mut answers = Vec::new();
        for batch in levels {
            for goal in [Goal::Any, Goal::Smallest, Goal::Verdict] {
                batch.solve_candidates(goal, &marked, &mut answers);
                check_answers(batch.level(), goal, &marked, &answers, &of_marked);
                batch.solve(goal, &grids, &mut answers);
                check_answers(batch.level(), goal, &plain, &answers, &of_plain);
            }
            let expected = match answers.first() {
                None | Some(Answer::Undecided) => continue,
                Some(Answer::Unsolvable) => 0,
                Some(Answer::Unique(_)) => 1,
                Some(_) => 2,
            };
            assert_eq!(batch.count(&grids[0], 2), expected, "{}: {}", batch.level(), grids[0]);
        }
    });
}

fn check_answers(level: &str, goal: Goal, puzzles: &[Candidates], answers: &[Answer], expected: &[Answer]) {
    assert_eq!(answers.len(), expected.len());
    for ((answer, expected), puzzle) in answers.iter().zip(expected).zip(puzzles) {
        let right = match (answer, goal) {
            (Answer::Undecided, _) => true,
            (Answer::Solved(found), Goal::Any) => found.is_solution(&Grid::EMPTY) && puzzle.ruled_out(found).is_none(),
            (Answer::Solved(found), Goal::Smallest) => {
                matches!(expected, Answer::Unique(smallest) | Answer::Several(smallest) if smallest == found)
            }
            (Answer::Solved(_), Goal::Verdict) | (Answer::Unique(_) | Answer::Several(_), Goal::Any) => false,
            _ => answer == expected,
        };
        assert!(right, "{level}, {goal:?}: {answer:?}, not {expected:?}, of {puzzle}");
    }
}

/// A puzzle, and its candidates without some.
fn puzzle(bytes: &[u8]) -> (Grid, Candidates) {
    // To make one takes as long as to solve some; images of these are as good.
    static FULL: LazyLock<Vec<Grid>> =
        LazyLock::new(|| (0..256).map(|seed| grids::full(&mut Rng::with_seed(seed))).collect());
    let mut seed = [0; 8];
    seed.iter_mut().zip(bytes).for_each(|(seed, byte)| *seed = *byte);
    let symmetry = grids::Symmetry::random(&mut Rng::with_seed(u64::from_le_bytes(seed)));
    let mut cells = *symmetry.image(&FULL[usize::from(seed[0])]).cells();
    let stays = |cell: usize| bytes.get(8 + cell / 8).is_some_and(|byte| byte >> (cell % 8) & 1 == 1);
    (0..81).filter(|&cell| !stays(cell)).for_each(|cell| cells[cell] = 0);
    let changes = || bytes.get(19..).unwrap_or_default().chunks_exact(2);
    for change in changes().filter(|change| change[0] >= 128) {
        cells[usize::from(change[0] - 128) % 81] = change[1] % 10;
    }
    let puzzle = Grid::from_cells(cells).expect("digits and blanks");
    let mut candidates = Candidates::from(&puzzle);
    for change in changes().filter(|change| change[0] < 128) {
        candidates.rule_out(usize::from(change[0]) % 81, change[1] % 9 + 1);
    }
    (puzzle, candidates)
}

/// What the reference solver says of a puzzle.
fn reference(mut solver: Search) -> Answer {
    match solver.count(2) {
        0 => Answer::Unsolvable,
        1 => Answer::Unique(solver.any().expect("the one that was counted")),
        _ => Answer::Several(solver.smallest().expect("one of those counted")),
    }
}
