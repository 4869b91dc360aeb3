//! Streams: the output does not depend on how the input arrives nor on the number of threads, and
//! nothing waits for ever.

use std::io::{self, Read, Write};
use std::num::NonZero;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use fastrand::Rng;
use sudokat::{Candidates, Grid, Options, OutputFormat, Puzzle, Question, Status, Stream};

use crate::fixtures::grids;
use crate::fixtures::messages::{EQUAL_CLUES, NO_SOLUTION, TOO_LONG, cell_count, written};
use crate::fixtures::puzzles::{ANSWER, PUZZLE, corpus, grid, rows};
use crate::fixtures::random::{self, Images};
use crate::fixtures::streams::{Ended, PLAIN, Pieces, Run};

/// Grids of every kind as lines, with errors, comments and empty lines among them; and what a
/// stream must write.
fn lines(random: &mut Rng, count: usize) -> (String, Ended) {
    let (mut input, mut answers, mut messages, mut status) =
        (String::new(), String::new(), vec![], Status::Solved);
    for line in 1..=count {
        // The first line tells the format.
        match random.u32(if line == 1 { 3 } else { 0 }..40) {
            0 => input += "# a comment\n",
            1 => {
                input += "\n";
                answers += "\n";
            }
            2 => {
                input += "53..7\n";
                answers += "\n";
                messages.push((line, cell_count(5), "expected 81 cells"));
                status = Status::Invalid;
            }
            kind => {
                let clues = random.usize(..=81);
                let puzzle = if kind < 30 {
                    random::minimal(random)
                } else {
                    random::puzzle(random, clues)
                };
                input += &format!(
                    "{puzzle}{}\n",
                    ["", "", "", "\r", " tail", ","][random.usize(..6)]
                );
                match Puzzle::new(&puzzle).map(|puzzle| puzzle.smallest()) {
                    Ok(Some(answer)) => answers += &answer.to_string(),
                    Ok(None) => {
                        messages.push((line, NO_SOLUTION.into(), NO_SOLUTION));
                        status = status.max(Status::Unsolvable);
                    }
                    Err(conflict) => {
                        messages.push((line, conflict.to_string(), EQUAL_CLUES));
                        status = Status::Invalid;
                    }
                }
                answers += "\n";
            }
        }
    }
    (
        input,
        Ended {
            answers: answers.into_bytes(),
            messages: written(&messages),
            status,
            verdicts: [0; 4],
        },
    )
}

/// The default options on this many threads.
fn on_threads(threads: usize) -> Options {
    Options {
        threads: NonZero::new(threads),
        ..Options::default()
    }
}

#[test]
fn lines_have_the_same_answers_in_pieces_of_any_size_on_any_number_of_threads() {
    let mut random = Rng::with_seed(1);
    for (count, sizes) in [
        (10, &[1, 7, 82][..]),
        (700, &[1, 81, 83, 4096]),
        (20_000, &[1000, 65_536, usize::MAX]),
    ] {
        let (input, expected) = lines(&mut random, count);
        for &piece in sizes {
            for threads in [1, 2, 7] {
                for from_file in [false, true] {
                    let run = Run {
                        piece,
                        threads,
                        from_file,
                        ..PLAIN
                    };
                    assert!(run.on(&input) == expected, "{count} lines: {run:?}");
                }
            }
        }
    }
}

/// The answer to a grid depends on the grid and the options alone. The numbers of lines stay the
/// same if comments take the place of the other grids.
#[test]
fn answers_do_not_depend_on_threads_pieces_or_the_grids_around() {
    let mut random = Rng::with_seed(6);
    let mut puzzles = Vec::new();
    let hardest: Vec<Grid> = corpus().iter().map(|known| grid(&known.puzzle)).collect();
    for i in 0..5000 {
        let puzzle = match i % 5 {
            0 => grids::easy(&mut random),
            1 => *random.choice(&hardest).expect("a corpus"),
            2 => grids::unsolvable(&mut random),
            _ => grids::several(&mut random),
        };
        let mut candidates = Candidates::from(&puzzle);
        if i % 5 == 4 {
            (0..8).for_each(|_| {
                random::eliminate(&mut candidates, random.usize(..81), random.u8(1..=9))
            });
            puzzles.push(candidates.to_string());
        } else {
            puzzles.push(puzzle.to_string());
        }
    }
    let lines = |mut head: Vec<String>, count: usize| {
        head.extend_from_slice(&puzzles[..count]);
        head.join("\n")
    };
    let comments = |count: usize| vec!["# a comment".to_string(); count];
    for (question, output_format, stats, count) in [
        (Question::Smallest, None, false, 5000),
        (Question::Smallest, Some(OutputFormat::Json), false, 5000),
        (Question::Smallest, Some(OutputFormat::Json), true, 500),
        (Question::Verdict, None, false, 5000),
        (Question::Verdict, Some(OutputFormat::Csv), true, 5000),
        (
            Question::Count {
                limit: NonZero::new(50).expect("positive"),
            },
            None,
            false,
            500,
        ),
    ] {
        // A trickle of pieces takes long, so there are fewer grids in it.
        for (count, pieces) in [(count, [usize::MAX, 65_536]), (300, [82, 2000])] {
            let run = Run {
                question,
                output_format,
                stats,
                from_file: true,
                ..PLAIN
            };
            let expected = run.on(lines(comments(700), count));
            for (piece, threads) in pieces.into_iter().zip([2, 1]) {
                let other = Run {
                    piece,
                    threads,
                    from_file: threads == 2,
                    ..run
                };
                assert!(
                    other.on(lines(comments(700), count)) == expected,
                    "{other:?}"
                );
            }
            for kind in [grids::several, grids::minimal] {
                let head: Vec<String> = (0..700).map(|_| kind(&mut random).to_string()).collect();
                let shifted = run.on(lines(head, count));
                for (answer, expected) in shifted
                    .text()
                    .lines()
                    .rev()
                    .take(count)
                    .zip(expected.text().lines().rev())
                {
                    assert_eq!(answer, expected, "{run:?}");
                }
                assert_eq!(shifted.messages, expected.messages, "{run:?}");
            }
        }
    }
}

#[test]
fn rows_have_the_same_answers_in_pieces_of_any_size_on_any_number_of_threads() {
    let mut random = Rng::with_seed(2);
    let (solvable, unsolvable) = (
        Images::of(&[grids::minimal], 100),
        Images::of(&[grids::unsolvable], 100),
    );
    for separator in [" ", ""] {
        let (mut input, mut answers, mut messages) = (String::new(), vec![], vec![]);
        let mut line = 1;
        for i in 0..6000 {
            let puzzle = if i % 10 == 3 { &unsolvable } else { &solvable }.next(&mut random);
            match Puzzle::new(&puzzle).expect("no conflict").smallest() {
                Some(answer) => answers.push(rows(&answer.to_string(), separator)),
                None => messages.push((line, NO_SOLUTION.into(), NO_SOLUTION)),
            }
            input += &rows(&puzzle.to_string(), separator);
            line += 9;
            if i % 500 == 0 {
                input += "\n# more\n";
                line += 2;
            }
        }
        let answers = answers.join("\n").into_bytes();
        let messages = written(&messages);
        let expected = Ended {
            answers,
            messages,
            status: Status::Unsolvable,
            verdicts: [0; 4],
        };
        for piece in [10, 1000, usize::MAX] {
            for threads in [1, 2, 7] {
                let run = Run {
                    piece,
                    threads,
                    from_file: true,
                    ..PLAIN
                };
                assert!(run.on(&input) == expected, "{run:?}");
            }
        }
    }
}

/// Many grids are studied together, and one grid alone.
#[test]
fn explanations_and_redundant_clues_are_the_same_in_pieces_of_any_size_on_any_number_of_threads() {
    let mut random = Rng::with_seed(3);
    let unsolvable = Images::of(&[grids::unsolvable], 150);
    let unique = Images::of(&[grids::minimal, grids::easy], 100);
    let (mut input, mut words, mut messages) = (String::new(), String::new(), Vec::new());
    for line in 1..=3000 {
        let puzzle = if random.u8(..3) > 0 {
            &unsolvable
        } else {
            &unique
        }
        .next(&mut random);
        let solver = Puzzle::new(&puzzle).unwrap();
        words += &match (solver.contradiction(), solver.redundant_clues().as_deref()) {
            (Some(contradiction), _) => {
                messages.push((line, format!("{NO_SOLUTION}: {contradiction}"), NO_SOLUTION));
                "none\n".into()
            }
            (None, None | Some([])) => "minimal\n".into(),
            (None, Some(clues)) => {
                clues
                    .iter()
                    .map(|clue| clue.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
                    + "\n"
            }
        };
        input += &format!("{puzzle}\n");
    }
    let messages = written(&messages);
    let expected = Ended {
        answers: words.into_bytes(),
        messages,
        status: Status::Unsolvable,
        verdicts: [0; 4],
    };
    for (piece, threads) in [(82, 1), (20 * 82, 1), (usize::MAX, 1), (usize::MAX, 3)] {
        let run = Run {
            question: Question::Redundant,
            explain: true,
            piece,
            threads,
            ..PLAIN
        };
        assert!(run.on(&input) == expected, "{run:?}");
    }
}

/// One grid, or a slow pipe, is not worth a thread.
#[test]
fn threads_are_started_only_when_many_grids_arrive_at_once() {
    for (count, piece, threads, started) in [
        (20_000, usize::MAX, 2, 2),
        (20_000, usize::MAX, 1, 1),
        (200, usize::MAX, 2, 1),
        (1000, 82 * 100, 2, 1),
    ] {
        let input = format!("{PUZZLE}\n").repeat(count);
        let mut stream = Stream::new(
            Options {
                stats: true,
                ..on_threads(threads)
            },
            io::sink(),
            io::sink(),
        );
        stream
            .solve("in", Pieces(input.as_bytes(), piece))
            .expect("a sink takes everything");
        let summary = stream.stats();
        assert_eq!(
            (summary.threads, summary.grids),
            (started, count as u64),
            "{count} grids, {piece} bytes at once"
        );
        assert!(!summary.elapsed.is_zero());
    }
    // No more threads than chunks of 2048 grids.
    let input = format!("{PUZZLE}\n").repeat(20_000);
    let mut stream = Stream::new(on_threads(usize::MAX), io::sink(), io::sink());
    stream
        .solve_file("in", input.as_bytes())
        .expect("a sink takes everything");
    assert!(
        (2..=10).contains(&stream.stats().threads),
        "{:?}",
        stream.stats()
    );
    // Lines without a grid do not keep chunks for slow questions too short.
    let input = format!("{PUZZLE}\n\n").repeat(2000);
    let options = Options {
        question: Question::Redundant,
        ..on_threads(2)
    };
    let mut stream = Stream::new(options, io::sink(), io::sink());
    stream
        .solve("in", input.as_bytes())
        .expect("a sink takes everything");
    assert_eq!(stream.stats().threads, 2);
    // One grid is worth it if it has very many solutions.
    let question = Question::Count {
        limit: NonZero::new(1_500_000).expect("positive"),
    };
    let mut stream = Stream::new(
        Options {
            question,
            ..on_threads(2)
        },
        io::sink(),
        io::sink(),
    );
    stream
        .solve("in", ".".repeat(81).as_bytes())
        .expect("a sink takes everything");
    assert_eq!(stream.stats().threads, 2);
    let mut stream = Stream::new(
        Options {
            question,
            ..on_threads(usize::MAX)
        },
        io::sink(),
        io::sink(),
    );
    stream
        .solve("in", ".".repeat(81).as_bytes())
        .expect("a sink takes everything");
    assert!(
        (2..100).contains(&stream.stats().threads),
        "{:?}",
        stream.stats()
    );
}

/// A count can be the first that needs the engine.
#[test]
fn statistics_name_the_instruction_set_that_a_count_uses() {
    let question = Question::Count {
        limit: NonZero::new(100_000).expect("positive"),
    };
    let options = Options {
        question,
        ..on_threads(1)
    };
    let mut stream = Stream::new(options, io::sink(), io::sink());
    stream
        .solve_file("in", ".".repeat(81).as_bytes())
        .expect("a sink takes everything");
    assert!(stream.stats().level.is_some());
}

/// When a question takes long, the first answer is shown before the last is found, even if all
/// grids arrive at once.
#[test]
fn answers_that_take_long_are_flushed_early() {
    /// The number of lines at each flush, and at the end.
    struct Flushes(Vec<usize>, usize);
    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 += bytes.iter().filter(|&&byte| byte == b'\n').count();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            self.0.push(self.1);
            Ok(())
        }
    }
    let flushes = |question, input: String| {
        let mut flushes = Flushes(Vec::new(), 0);
        let mut stream = Stream::new(
            Options {
                question,
                ..on_threads(1)
            },
            &mut flushes,
            io::sink(),
        );
        stream
            .solve_file("in", input.as_bytes())
            .expect("it takes everything");
        flushes
    };
    // Together these counts take several times as long as answers may be held back.
    let count = Question::Count {
        limit: NonZero::new(1_500_000).expect("positive"),
    };
    let slow = flushes(count, format!("{}\n", ".".repeat(81)).repeat(6));
    assert!(
        slow.0.len() > 1 && slow.0.is_sorted() && slow.1 == 6,
        "lines at each flush: {:?}",
        slow.0
    );
    // Fast answers are written in few pieces.
    let fast = flushes(Question::Verdict, format!("{PUZZLE}\n").repeat(4000));
    assert!(
        fast.0.len() < 400 && fast.1 == 4000,
        "{} flushes",
        fast.0.len()
    );
}

/// Most lines are read by a fast path, which must leave these to the general one.
#[test]
fn lines_that_end_in_81_cells_are_not_always_puzzles() {
    for piece in [1000, usize::MAX] {
        let run = Run {
            piece,
            from_file: true,
            ..PLAIN
        };
        // The reader has refused this line when its last 81 bytes arrive.
        let long = format!(
            "{PUZZLE}\n{}{PUZZLE}\n{PUZZLE}\n53\n",
            "5".repeat(65_536 + 2)
        );
        let ended = run.on(long);
        let messages = format!("in:2: {TOO_LONG}\nin:4: {}\n", cell_count(2));
        assert_eq!(
            (ended.text(), &ended.messages),
            (format!("{ANSWER}\n\n{ANSWER}\n\n").as_str(), &messages)
        );
        let ended = run.on(format!("{PUZZLE}\r{PUZZLE}\n\n53\n"));
        let messages = format!("in:4: {}\n", cell_count(2));
        assert_eq!(
            (ended.text(), &ended.messages),
            (format!("{ANSWER}\n{ANSWER}\n\n\n").as_str(), &messages)
        );
    }
}

#[test]
fn an_input_that_breaks_off_is_answered_as_far_as_it_was_read() {
    struct Breaks<'a>(&'a [u8]);
    impl Read for Breaks<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                Err(io::Error::other("unplugged"))
            } else {
                self.0.read(buffer)
            }
        }
    }
    let (input, expected) = lines(&mut Rng::with_seed(3), 3000);
    for threads in [1, 3] {
        let (mut answers, mut messages) = (Vec::new(), Vec::new());
        let mut stream = Stream::new(on_threads(threads), &mut answers, &mut messages);
        stream
            .solve("in", Breaks(input.as_bytes()))
            .expect("memory takes everything");
        assert_eq!(stream.status(), Status::Invalid);
        assert!(answers == expected.answers);
        let messages = String::from_utf8(messages).expect("UTF-8");
        assert_eq!(
            messages,
            format!("{}in: cannot read: unplugged\n", expected.messages)
        );
    }
}

#[test]
fn an_output_that_is_full_ends_the_stream() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self
                .0
                .checked_sub(bytes.len())
                .ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (input, _) = lines(&mut Rng::with_seed(4), 30_000);
    for (room, threads) in [(0, 1), (0, 2), (700_000, 1), (700_000, 3)] {
        let mut stream = Stream::new(on_threads(threads), Full(room), io::sink());
        let error = stream
            .solve_file("in", input.as_bytes())
            .expect_err("there is no room");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}

#[test]
fn a_panic_of_the_reader_or_the_writer_ends_the_stream() {
    /// Panics after this many bytes.
    struct Panics(usize);
    impl Panics {
        fn take(&mut self, length: usize) -> io::Result<usize> {
            self.0 = self.0.checked_sub(length).expect("fewer bytes than that");
            Ok(length)
        }
    }
    impl Read for Panics {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let line = format!("{ANSWER}\n");
            let length = self.0.min(line.len() * 50);
            buffer[..length].copy_from_slice(&line.repeat(50).as_bytes()[..length]);
            self.take(length.max(1))
        }
    }
    impl Write for Panics {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.take(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    const PLENTY: usize = 82 * 100_000;
    for threads in [1, 2, 7] {
        for (read, written) in [
            (PLENTY, PLENTY / 2),
            (PLENTY / 2, PLENTY),
            (PLENTY, 0),
            (0, PLENTY),
        ] {
            let running = thread::spawn(move || {
                Stream::new(on_threads(threads), Panics(written), io::sink())
                    .solve_file("in", Panics(read))
            });
            let begun = Instant::now();
            while !running.is_finished() {
                assert!(
                    begun.elapsed() < Duration::from_secs(60),
                    "{threads} threads do not end"
                );
                sleep(Duration::from_millis(1));
            }
            assert!(
                running.join().is_err(),
                "{threads} threads, {read} bytes to read, {written} to write"
            );
        }
    }
}

/// The engine leaves some of the grids with one clue to the search, which must know of the pencil
/// marks, also after other grids that it has not seen.
#[test]
fn pencil_marks_belong_to_their_grid_even_when_the_engine_gives_up() {
    let many = format!("{}\n", Candidates::from(&grid(PUZZLE))).repeat(50);
    for cell in 1..81 {
        let mut cells = [0; 81];
        cells[cell] = 1;
        let mut candidates = Candidates::from(&random::grid(cells));
        let all = Puzzle::from(&candidates)
            .smallest()
            .expect("many solutions");
        random::eliminate(&mut candidates, 0, all.digits()[0]);
        let expected = Puzzle::from(&candidates)
            .smallest()
            .expect("fewer solutions");
        let ended = Run {
            from_file: true,
            ..PLAIN
        }
        .on(format!("{many}{candidates}\n"));
        assert_eq!(
            ended.text().lines().nth(50),
            Some(expected.to_string().as_str()),
            "1 in cell {cell}"
        );
    }
}

#[test]
fn an_error_ends_the_stream_although_the_answers_before_it_were_flushed() {
    /// Each line arrives later than answers may be held back.
    struct Slow<'a>(&'a [u8]);
    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            sleep(Duration::from_millis(if self.0.is_empty() {
                0
            } else {
                150
            }));
            let end = self
                .0
                .iter()
                .position(|&byte| byte == b'\n')
                .map_or(self.0.len(), |at| at + 1);
            let end = if self.0.starts_with(b"55") {
                self.0.len()
            } else {
                end
            };
            let (mut line, rest) = self.0.split_at(end.min(buffer.len()));
            self.0 = rest;
            line.read(buffer)
        }
    }
    let input = format!("{PUZZLE}\n55{}\n{PUZZLE}\n{PUZZLE}\n", ".".repeat(79));
    let count = Question::Count {
        limit: NonZero::new(9).expect("positive"),
    };
    let (mut answers, mut messages) = (Vec::new(), Vec::new());
    let options = Options {
        question: count,
        fail_fast: true,
        ..on_threads(1)
    };
    let mut stream = Stream::new(options, &mut answers, &mut messages);
    stream
        .solve("in", Slow(input.as_bytes()))
        .expect("memory takes everything");
    assert_eq!(stream.status(), Status::Invalid);
    assert_eq!(String::from_utf8(answers).expect("UTF-8"), "1\n\n");
}
