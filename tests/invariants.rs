//! Invariants that hold for any bytes: each public function takes bytes and panics if its invariant
//! does not hold for them. The fuzz targets look for such bytes; `fuzz_regressions` tries those
//! that were found, and random ones, in every test run.

use std::cell::RefCell;
use std::num::NonZero;

use fastrand::Rng;
use sudokat::internals::{Engine, Puzzles, Search};
use sudokat::{
    Answer, Candidates, Goal, Grid, InputFormat, OutputFormat, Puzzle, Question, Status,
};

use crate::fixtures::agreement::Solvers;
use crate::fixtures::random;
use crate::fixtures::streams::{Ended, INPUT_FORMATS, PLAIN, Run, line_of};

/// Every output format, and whether it is in color.
const OUTPUT_FORMATS: [(OutputFormat, bool); 8] = [
    (OutputFormat::Line, false),
    (OutputFormat::Packed, false),
    (OutputFormat::Spaced, false),
    (OutputFormat::Pretty, false),
    (OutputFormat::Pretty, true),
    (OutputFormat::Csv, false),
    (OutputFormat::Json, false),
    (OutputFormat::Html, false),
];

/// The most bytes that a line may have.
const LONGEST_LINE: usize = 65_536;

const QUESTIONS: [Question; 16] = [
    Question::Smallest,
    Question::Verdict,
    Question::Check,
    Question::Redundant,
    Question::Rate,
    Question::Steps,
    Question::Count {
        limit: NonZero::<u64>::MIN,
    },
    Question::Count {
        limit: NonZero::new(300).expect("positive"),
    },
    Question::All {
        limit: Some(NonZero::new(3).expect("positive")),
    },
    Question::All {
        limit: Some(NonZero::new(40).expect("positive")),
    },
    Question::Candidates,
    Question::Convert,
    Question::PencilMarks,
    Question::Minimize,
    Question::Canonical,
    Question::Shuffle {
        count: NonZero::<u64>::MIN,
        seed: 7,
    },
];

/// Solutions of any input: they do not depend on how it arrives, each record has one line in
/// formats of lines, no puzzle is left out, every answer is right, and the status is that of the
/// messages. The first three bytes choose the settings.
pub fn stream(bytes: &[u8]) {
    let Some((&[first, second, third], input)) = bytes.split_first_chunk() else {
        return;
    };
    let input = &after_many(input, second, third);
    let run = Run {
        question: Question::Smallest,
        fail_fast: first & 32 > 0,
        explain: first & 128 > 0,
        stats: second & 32 > 0,
        from_file: first & 64 > 0,
        ..formats(first, second)
    };
    let ended = run.on(input);
    check_pieces(run, third, &ended, input);
    check_messages(&ended, input);
    // A csv without a record still has a header.
    let csv = Run {
        output_format: Some(OutputFormat::Csv),
        ..run
    }
    .on(input);
    assert!(csv.status == Status::Invalid || !csv.answers.is_empty() || !csv.messages.is_empty());
    if run.input_format == Some(InputFormat::Line) {
        check_puzzles(run, input);
    }
    let to_the_end = Run {
        fail_fast: false,
        ..run
    };
    check_records(to_the_end, input);
    if run.fail_fast {
        let all = to_the_end.on(input);
        let begins = messages(&all)
            .zip(messages(&ended))
            .all(|(all, ended)| all == ended);
        assert!(all.answers.starts_with(&ended.answers) && begins);
        assert!(ended.status == all.status || ended.status == Status::Invalid);
    }
}

/// Any question about any input: the answers do not depend on how the input arrives, each record
/// has one line in formats of lines, and the answers are those of another solver than the one that
/// found them. The first three bytes choose the settings.
pub fn questions(bytes: &[u8]) {
    let Some((&[first, second, third], input)) = bytes.split_first_chunk() else {
        return;
    };
    let input = &after_many(input, second, third);
    let run = Run {
        question: QUESTIONS[usize::from(first >> 4) % QUESTIONS.len()],
        fail_fast: second & 16 > 0,
        explain: second & 32 > 0,
        from_file: second & 64 > 0,
        ..formats(first, second)
    };
    let ended = run.on(input);
    check_pieces(run, third, &ended, input);
    for message in messages(&ended) {
        check_place(message, input);
    }
    let to_the_end = Run {
        fail_fast: false,
        ..run
    };
    let json = Run {
        output_format: Some(OutputFormat::Json),
        ..to_the_end
    }
    .on(input);
    if !matches!(run.question, Question::All { .. }) {
        let lines = Run {
            output_format: Some(OutputFormat::Line),
            ..to_the_end
        }
        .on(input);
        assert_eq!(json.text().lines().count(), lines.text().lines().count());
    }
    if matches!(run.question, Question::Shuffle { .. }) {
        let originals = Run {
            question: Question::Canonical,
            output_format: Some(OutputFormat::Json),
            ..to_the_end
        };
        return check_equivalents(&json, &originals.on(input));
    }
    let mut objects = json.text().lines().peekable();
    while let Some(object) = objects.next() {
        let record = object.split_once(",\"index\":").map(|(record, _)| record);
        let mut count = 1;
        while record
            .is_some_and(|record| objects.next_if(|next| next.starts_with(record)).is_some())
        {
            count += 1;
        }
        if let Some(puzzle) = value(object, "puzzle") {
            check_answer(run.question, &candidates(puzzle), object, count);
        }
    }
}

/// Checks that each puzzle is equivalent to its original. There is one for each record.
fn check_equivalents(equivalents: &Ended, originals: &Ended) {
    let [equivalents, originals] = [equivalents, originals].map(|ended| {
        let objects = ended.text().lines();
        objects.map(|object| value(object, "puzzle").map(candidates))
    });
    let sizes = |puzzle: &Candidates| {
        let mut sizes = puzzle.masks().map(u16::count_ones);
        sizes.sort_unstable();
        sizes
    };
    assert!(equivalents.clone().count() == originals.clone().count());
    for (equivalent, original) in equivalents.zip(originals) {
        assert_eq!(equivalent.as_ref().map(sizes), original.as_ref().map(sizes));
        let clues = [equivalent, original].map(|puzzle| puzzle.map(|puzzle| puzzle.to_grid()));
        let [form, expected] = clues.map(|clues| clues?.canonical().ok());
        assert_eq!(form, expected);
    }
}

/// Checks the first of the JSON objects about a puzzle; `objects` is how many there are.
fn check_answer(question: Question, puzzle: &Candidates, object: &str, objects: usize) {
    // A column of a csv record can have the name of any key.
    let object = object.split(",\"columns\":").next().unwrap_or(object);
    let is_invalid = value(object, "verdict") == Some("invalid");
    let search = || Search::new(puzzle);
    let count = |limit: NonZero<u64>| search().count(limit.get() + 1);
    match question {
        Question::Count { .. } | Question::All { .. } if is_invalid => {
            assert!(
                objects == 1 && !object.contains("\"count\"") && !object.contains("\"solution\""),
                "{object}"
            );
        }
        Question::Count { limit } => {
            let (counted, exact) = (count(limit).min(limit.get()), count(limit) <= limit.get());
            let expected = format!("\"count\":{counted},\"exact\":{exact}");
            assert!(object.contains(&expected), "{expected}: {object}");
        }
        Question::All { limit: Some(limit) } => {
            assert_eq!(
                objects as u64,
                count(limit).clamp(1, limit.get()),
                "{object}"
            );
            let smallest = search().smallest().map(|smallest| smallest.to_string());
            assert_eq!(value(object, "solution"), smallest.as_deref());
        }
        Question::Verdict if !is_invalid => {
            let verdict = ["none", "unique", "multiple"][count(NonZero::<u64>::MIN) as usize];
            assert_eq!(value(object, "verdict"), Some(verdict), "{object}");
            assert!(
                search()
                    .solutions(None)
                    .take(2)
                    .all(|solution| object.contains(&solution.to_string())),
                "{object}"
            );
        }
        Question::Candidates if !is_invalid => {
            let of_all = Puzzle::from(puzzle).true_candidates();
            assert_eq!(
                object.contains("\"candidates\""),
                count(NonZero::<u64>::MIN) > 0,
                "{object}"
            );
            for solution in search().solutions(None).take(30) {
                assert!(
                    of_all.eliminated(&solution).next().is_none(),
                    "{solution} is a solution of {object}"
                );
            }
            let lists = of_all.masks().map(|mask| {
                format!(
                    "{:?}",
                    (1..=9)
                        .filter(|d| mask >> (d - 1) & 1 == 1)
                        .collect::<Vec<_>>()
                )
            });
            assert!(
                !object.contains("candidates")
                    || object.contains(&lists.join(",").replace(' ', "")),
                "{object}"
            );
        }
        Question::Redundant if value(object, "verdict") == Some("unique") => {
            let (mut engine, mut answers) = (Engine::default(), Vec::new());
            for clue in puzzle.to_grid().placements() {
                let mut masks = *puzzle.masks();
                masks[clue.cell.index()] = 0x1ff;
                engine.solve(
                    Goal::Uniqueness,
                    Puzzles::Candidates(&[Candidates::from_masks(masks)]),
                    &mut answers,
                );
                let is_listed = object.contains(&format!("\"{}\"", clue.cell));
                let is_redundant = matches!(answers[0], Answer::Unique(_));
                assert!(
                    is_listed == is_redundant || !engine.given_up().is_empty(),
                    "{clue}: {object}"
                );
            }
        }
        Question::Minimize if value(object, "verdict") == Some("unique") => {
            let minimized = candidates(value(object, "minimized").expect("a puzzle"));
            assert!(
                minimized
                    .to_grid()
                    .placements()
                    .all(|clue| puzzle[clue.cell].count_ones() == 1),
                "{object}"
            );
            assert_eq!(
                Puzzle::from(&minimized).redundant_clues(),
                Some(Vec::new()),
                "{object}"
            );
        }
        Question::Canonical => {
            let Some(form) =
                value(object, "canonical").map(|form| form.parse::<Grid>().expect("a grid"))
            else {
                assert!(
                    is_invalid || object.contains(": pencil marks have no canonical form"),
                    "{object}"
                );
                return;
            };
            let canonical = puzzle.to_grid().canonical().expect("no conflict");
            assert_eq!(
                (form, form.canonical()),
                (canonical.form, Ok(canonical)),
                "{object}"
            );
        }
        _ => (),
    }
}

/// An input that is long enough for several threads: the answers do not depend on their number nor
/// on how the input arrives. The first three bytes choose the settings, and the rest is repeated.
pub fn threads(bytes: &[u8]) {
    let Some((&[first, second, third], input)) = bytes.split_first_chunk() else {
        return;
    };
    let input = [input, b"\n"]
        .concat()
        .repeat(200_000 / (input.len() + 1) + 1);
    let run = Run {
        fail_fast: first & 32 > 0,
        from_file: true,
        ..formats(first, second)
    };
    let ended = run.on(&input);
    for (threads, piece, from_file) in [
        (2, usize::MAX, true),
        (7, 1 << 16, false),
        (3, 64 * (1 + usize::from(third)), third & 1 > 0),
    ] {
        let other = Run {
            threads,
            piece,
            from_file,
            ..run
        };
        assert!(ended == other.on(&input), "{other:?}");
    }
}

/// The input; or some of its first lines many times before it, so that its records are solved by
/// the engine.
fn after_many(input: &[u8], second: u8, third: u8) -> Vec<u8> {
    let times = if second & 128 > 0 { 20 } else { 0 };
    let lines = input
        .split(|&byte| byte == b'\n')
        .take(1 + usize::from(third % 16));
    let first: Vec<&[u8]> = lines.flat_map(|line| [line, b"\n"]).collect();
    [&first.concat().repeat(times), input].concat()
}

/// The formats that the first two bytes choose.
fn formats(first: u8, second: u8) -> Run {
    let output = OUTPUT_FORMATS.get(usize::from(second & 15));
    Run {
        input_format: INPUT_FORMATS.get(usize::from(first & 15)).copied(),
        output_format: output.map(|(format, _)| *format),
        color: output.is_some_and(|(_, color)| *color),
        ..PLAIN
    }
}

/// An input that arrives in pieces from another kind of source, on several threads, has the same
/// answers.
fn check_pieces(run: Run, size: u8, ended: &Ended, input: &[u8]) {
    let in_pieces = Run {
        piece: usize::from(size) + 1,
        threads: 3,
        from_file: !run.from_file,
        ..run
    };
    assert_eq!(
        *ended,
        in_pieces.on(input),
        "in pieces of {}",
        in_pieces.piece
    );
}

/// The messages, without those that count the rest.
fn messages(ended: &Ended) -> impl Iterator<Item = &str> {
    let is_note = |message: &&str| {
        message.contains(" more like line ") || message.ends_with("take every grid)")
    };
    ended
        .messages
        .lines()
        .filter(move |message| !is_note(message))
}

/// The status is that of the worst message.
fn check_messages(ended: &Ended, input: &[u8]) {
    let mut status = Status::Solved;
    for message in messages(ended) {
        let text = check_place(message, input);
        status = status.max(match text {
            _ if text == "no solution" || text.starts_with("no solution: ") => Status::Unsolvable,
            _ if text.ends_with("the given solution is not the smallest of several") => {
                Status::Solved
            }
            _ if text == "several solutions" || text.starts_with("several solutions: ") => {
                Status::Solved
            }
            _ => Status::Invalid,
        });
    }
    assert_eq!(ended.status, status, "{}", ended.messages);
}

/// A message names a place that the input has. Returns what it says about that place.
fn check_place<'a>(message: &'a str, input: &[u8]) -> &'a str {
    let lines = input.iter().filter(|byte| b"\n\r".contains(byte)).count() + 2;
    let rest = message.strip_prefix("in:").expect("the name of the input");
    let (place, text) = rest.split_once(": ").expect("a place and a text");
    let (line, column) = place.split_once(':').unwrap_or((place, "1"));
    let (line, column): (usize, usize) = (
        line.parse().expect("a line"),
        column.parse().expect("a column"),
    );
    assert!(
        (1..=lines).contains(&line) && (1..=LONGEST_LINE + 1).contains(&column),
        "{message}"
    );
    assert!(!text.chars().any(char::is_control), "{message:?}");
    text
}

/// In the line format every line of 81 cells is a puzzle, up to the line with a NUL byte, if any.
fn check_puzzles(run: Run, input: &[u8]) {
    let is_cell = |byte: &u8| b"1234567890._-*?xX".contains(byte);
    let text = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let lines = text
        .split(|byte| b"\r\n".contains(byte))
        .take_while(|line| !line.contains(&0));
    let expected = lines
        .map(<[u8]>::trim_ascii)
        .filter(|line| line.len() == 81 && line.iter().all(is_cell))
        .count();
    let json = Run {
        output_format: Some(OutputFormat::Json),
        fail_fast: false,
        ..run
    }
    .on(input);
    let found = json
        .text()
        .lines()
        .filter(|object| !object.contains("\"puzzle\":null"))
        .count();
    assert!(found >= expected, "{found} puzzles of {expected}");
}

/// Each record has one line, as a blank line among them, and its answer is that of the search.
fn check_records(run: Run, input: &[u8]) {
    let json = Run {
        output_format: Some(OutputFormat::Json),
        ..run
    }
    .on(input);
    let lines = Run {
        output_format: Some(OutputFormat::Line),
        ..run
    }
    .on(input);
    assert_eq!(json.text().lines().count(), lines.text().lines().count());
    let mut last = 0;
    for (object, line) in json.text().lines().zip(lines.text().lines()) {
        if object.is_empty() {
            assert_eq!(line, "", "a blank line");
            continue;
        }
        let number = line_of(object);
        // A line can have several grids, or interrupt one in rows, which is then incomplete at that
        // line.
        assert!(number >= last, "{object}");
        last = number;
        let verdict = value(object, "verdict").expect("a verdict");
        let solution = value(object, "solution").unwrap_or_default();
        assert_eq!(solution, line, "{object}");
        assert_eq!(
            verdict == "none" || verdict == "invalid",
            line.is_empty(),
            "{object}"
        );
        assert!(
            !line.is_empty() || object.contains("\"message\":\"in:"),
            "{object}"
        );
        let Some(puzzle) = value(object, "puzzle") else {
            assert_eq!(verdict, "invalid", "{object}");
            continue;
        };
        if verdict == "invalid" {
            assert!(object.contains(" are both "), "{object}");
            continue;
        }
        let puzzle = candidates(puzzle);
        let mut search = Search::new(&puzzle);
        assert_eq!(
            verdict,
            ["none", "unique", "multiple"][search.count(2) as usize],
            "{object}"
        );
        assert_eq!(
            search
                .smallest()
                .map(|answer| answer.to_string())
                .unwrap_or_default(),
            line,
            "{object}"
        );
    }
}

/// The text of a member of a JSON object, which is not one of the columns of a csv record.
fn value<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let object = object.split(",\"columns\":{").next()?;
    let (_, rest) = object.split_once(&format!("\"{name}\":"))?;
    Some(rest.strip_prefix('"')?.split_once('"')?.0)
}

/// 81 cells, or 729 pencil marks.
fn candidates(text: &str) -> Candidates {
    match text.parse::<Grid>() {
        Ok(grid) => Candidates::from(&grid),
        Err(_) => text.parse().expect("pencil marks"),
    }
}

/// A grid that is written in any input format is read as the same grid, and every output format
/// that can be read is read as the answer that it shows. The first two bytes choose the formats,
/// the others are the cells.
pub fn formats_round_trip(bytes: &[u8]) {
    const BLANKS: &[u8] = b"0._-*?xX";
    let Some((&[first, second], rest)) = bytes.split_first_chunk() else {
        return;
    };
    let mut cells = [0; 81];
    cells
        .iter_mut()
        .zip(rest)
        .for_each(|(cell, byte)| *cell = byte % 10);
    let puzzle = random::grid(cells);
    let (blank, input_format) = (char::from(BLANKS[usize::from(first % 8)]), first / 8 % 9);
    let separator = [" ", "\t", ",", ", ", "  "][usize::from(second % 5)];
    let (output_format, color) = OUTPUT_FORMATS[usize::from(second / 5) % 8];
    let text = puzzle.to_string().replace('0', &String::from(blank));
    let rows = |separator: &str| -> String {
        let cells: Vec<String> = text.chars().map(String::from).collect();
        cells
            .chunks(9)
            .map(|row| row.join(separator) + "\n")
            .collect()
    };
    let has_pencil_marks = input_format == 8;
    // 81 symbols of a rule are no empty grid.
    if puzzle == Grid::EMPTY && "_-*".contains(blank) && !has_pencil_marks {
        return;
    }
    let input = match input_format {
        0 => text.clone(),
        1 => text.clone() + " tail",
        2 => rows(separator),
        3 => rows(""),
        4 => format!("puzzle\n{text}"),
        5 => format!("id;Quiz\n1;\"{text}\""),
        6 => format!(":0:x:{text}:::"),
        7 => format!("label {text} 1.2"),
        _ => Candidates::from(&puzzle).to_string(),
    };
    // Checking solves nothing, so it is fast.
    let json = Run {
        output_format: Some(OutputFormat::Json),
        question: Question::Check,
        ..PLAIN
    }
    .on(&input);
    let json = json.text();
    assert_eq!(json.lines().count(), 1, "{input}{json}");
    if puzzle.conflict().is_some() {
        assert!(json.contains(" are both "), "{input}{json}");
        return;
    }
    let shown = if has_pencil_marks {
        input.clone()
    } else {
        puzzle.to_string()
    };
    assert!(
        json.contains(&format!("\"puzzle\":\"{shown}\"")),
        "{input}{json}"
    );
    // Colors, JSON and pages are not read, nor are pencil marks in csv.
    let can_be_read = match output_format {
        OutputFormat::Json | OutputFormat::Html => false,
        OutputFormat::Pretty => !color,
        OutputFormat::Csv => !has_pencil_marks,
        _ => true,
    };
    let ended = Run {
        output_format: Some(output_format),
        color,
        ..PLAIN
    }
    .on(&input);
    if can_be_read && ended.status == Status::Solved {
        let as_line = |input: &[u8]| {
            Run {
                output_format: Some(OutputFormat::Line),
                ..PLAIN
            }
            .on(input)
        };
        // Of puzzle and answer in csv the puzzle is read, and its answer compared with the other.
        assert_eq!(
            as_line(&ended.answers),
            as_line(input.as_bytes()),
            "{output_format:?}"
        );
        assert_eq!(ended.messages, "");
    }
}

/// All solvers agree on puzzles that are made of the bytes, 32 for each: a full grid of the first
/// eight, which of its cells stay of the next eleven, and of the others cells and digits to change
/// or, in the same puzzle with pencil marks, to eliminate.
pub fn solvers_agree(bytes: &[u8]) {
    thread_local! {
        static SOLVERS: RefCell<Solvers> = RefCell::new(Solvers::new());
    }
    let (grids, marked): (Vec<Grid>, Vec<Candidates>) = bytes.chunks(32).map(puzzle).unzip();
    SOLVERS.with_borrow_mut(|solvers| {
        solvers.check_candidates(&marked);
        // Nothing bounds the time of a count that the engine would not finish as a puzzle.
        if solvers.check_grids(&grids) == 0 {
            grids
                .first()
                .into_iter()
                .for_each(|grid| solvers.check_count(grid, 2));
        }
    });
}

/// A puzzle, and its candidates without some.
fn puzzle(bytes: &[u8]) -> (Grid, Candidates) {
    let mut seed = [0; 8];
    seed.iter_mut()
        .zip(bytes)
        .for_each(|(seed, byte)| *seed = *byte);
    let mut cells = *random::full(&mut Rng::with_seed(u64::from_le_bytes(seed))).digits();
    let stays = |cell: usize| {
        bytes
            .get(8 + cell / 8)
            .is_some_and(|byte| byte >> (cell % 8) & 1 == 1)
    };
    (0..81)
        .filter(|&cell| !stays(cell))
        .for_each(|cell| cells[cell] = 0);
    let changes = || bytes.get(19..).unwrap_or_default().chunks_exact(2);
    for change in changes().filter(|change| change[0] >= 128) {
        cells[usize::from(change[0] - 128) % 81] = change[1] % 10;
    }
    let puzzle = random::grid(cells);
    let mut candidates = Candidates::from(&puzzle);
    for change in changes().filter(|change| change[0] < 128) {
        random::eliminate(
            &mut candidates,
            usize::from(change[0]) % 81,
            change[1] % 9 + 1,
        );
    }
    (puzzle, candidates)
}
