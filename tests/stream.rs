//! What a stream says must not depend on how its input arrives, nor on how many threads solve it.

mod common;

use std::io::{self, Read};
use std::num::NonZero;

use common::{grids, rows};
use fastrand::Rng;
use sudokat::stream::{Ask, Status, Stream};
use sudokat::{Candidates, Grid, Search};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A text that arrives in pieces of `size` bytes.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.1.min(buffer.len());
        self.0.read(&mut buffer[..size])
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Said {
    answers: String,
    messages: String,
    status: Status,
}

fn said(input: &str, size: usize, threads: usize, from_file: bool) -> Said {
    let (mut answers, mut messages) = (Vec::new(), Vec::new());
    let mut stream = Stream::new(&mut answers, &mut messages).threads(NonZero::new(threads).expect("a thread"));
    let pieces = Pieces(input.as_bytes(), size);
    let written = if from_file { stream.solve_file("in", pieces) } else { stream.solve("in", pieces) };
    written.expect("memory takes everything");
    let status = stream.status();
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Said { answers: text(answers), messages: text(messages), status }
}

/// Grids of every kind as lines, with faults, comments and other noise between; and what must be said of them.
fn lines(random: &mut Rng, count: usize) -> (String, Said) {
    let mut input = String::new();
    let mut expected = Said { answers: String::new(), messages: String::new(), status: Status::Solved };
    for line in 1..=count {
        match random.u32(..40) {
            0 => input += "# noise\n",
            1 => input += "\n",
            2 => {
                input += "53..7\n";
                expected.answers += "\n";
                expected.messages += &format!("in:{line}: 5 cells, expected 81\n");
                expected.status = Status::Faulty;
            }
            kind => {
                let clues = random.usize(..=81);
                let puzzle = if kind < 30 { grids::minimal(random) } else { common::puzzle(random, clues) };
                input += &format!("{puzzle}{}\n", ["", "", "", "\r", " tail", ","][random.usize(..6)]);
                let (answer, status, message) = match search_of(&puzzle).map(|mut solver| solver.smallest()) {
                    Ok(Some(answer)) => (answer.to_string(), Status::Solved, String::new()),
                    Ok(None) => (String::new(), Status::Unsolvable, format!("in:{line}: no solution\n")),
                    Err(clash) => (String::new(), Status::Faulty, format!("in:{line}: {clash}\n")),
                };
                expected.answers += &(answer + "\n");
                expected.messages += &message;
                expected.status = expected.status.max(status);
            }
        }
    }
    (input, expected)
}

#[test]
fn lines_are_answered_alike_in_pieces_of_any_size_and_on_any_threads() {
    let mut random = Rng::with_seed(1);
    for (count, sizes) in [(10, &[1, 7, 82][..]), (700, &[1, 81, 83, 4096]), (20_000, &[1000, 65_536, usize::MAX])] {
        let (input, expected) = lines(&mut random, count);
        for &size in sizes {
            for threads in [1, 2, 7] {
                for from_file in [false, true] {
                    let said = said(&input, size, threads, from_file);
                    assert!(
                        said == expected,
                        "{count} lines in pieces of {size} on {threads} threads, file: {from_file}"
                    );
                }
            }
        }
    }
}

/// One grid, or a slow pipe, should pay for no thread.
#[test]
fn threads_are_started_where_many_grids_come_at_once() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    for (count, size, threads, started) in
        [(20_000, usize::MAX, 2, 2), (20_000, usize::MAX, 1, 1), (200, usize::MAX, 2, 1), (1000, 82 * 100, 2, 1)]
    {
        let input = line.repeat(count);
        let threads = NonZero::new(threads).expect("a thread");
        let mut stream = Stream::new(io::sink(), io::sink()).threads(threads).stats();
        stream.solve("in", Pieces(input.as_bytes(), size)).expect("a sink takes everything");
        let summary = stream.summary();
        assert_eq!((summary.threads, summary.grids), (started, count as u64), "{count} grids, {size} bytes at once");
        assert!(!summary.elapsed.is_zero());
    }
}

/// Who asks what takes long sees the first answer before the last is found, also where all grids come at once.
#[test]
fn answers_that_take_long_are_not_kept_back() {
    struct Flushes(Vec<usize>, usize);
    impl io::Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 += bytes.iter().filter(|&&byte| byte == b'\n').count();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            self.0.push(self.1);
            Ok(())
        }
    }
    let mut flushes = Flushes(Vec::new(), 0);
    // All of them take several times as long as what is kept back may wait.
    let count = Ask::Count { limit: NonZero::new(1_500_000).expect("some") };
    let mut stream = Stream::new(&mut flushes, io::sink()).ask(count).threads(NonZero::<usize>::MIN);
    stream.solve_file("in", format!("{}\n", ".".repeat(81)).repeat(6).as_bytes()).expect("it takes everything");
    assert!(flushes.0.len() > 1 && flushes.0.is_sorted() && flushes.1 == 6, "lines at each flush: {:?}", flushes.0);
    // What takes no time is written in few pieces.
    let mut flushes = Flushes(Vec::new(), 0);
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let mut stream = Stream::new(&mut flushes, io::sink()).ask(Ask::Verdict).threads(NonZero::<usize>::MIN);
    stream.solve_file("in", puzzle.repeat(4000).as_bytes()).expect("it takes everything");
    assert!(flushes.0.len() < 400 && flushes.1 == 4000, "{} flushes", flushes.0.len());
}

#[test]
fn no_end_of_a_line_is_taken_for_a_plain_one() {
    const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for size in [1000, usize::MAX] {
        // The reader has given up this line when its last 81 bytes come.
        let long = format!("{PUZZLE}\n{}{PUZZLE}\n{PUZZLE}\n53\n", "5".repeat(sudokat::format::LONGEST_LINE + 2));
        let of_long = said(&long, size, 1, true);
        let messages = "in:2: expected at most 65536 bytes on a line, found more\nin:4: 2 cells, expected 81\n";
        assert_eq!((of_long.answers, of_long.messages), (format!("{ANSWER}\n\n{ANSWER}\n\n"), messages.into()));
        let of_cr = said(&format!("{PUZZLE}\r{PUZZLE}\n\n53\n"), size, 1, true);
        let messages = "in:4: 2 cells, expected 81\n";
        assert_eq!((of_cr.answers, of_cr.messages), (format!("{ANSWER}\n{ANSWER}\n\n"), messages.into()));
    }
}

#[test]
fn rows_are_answered_alike_in_pieces_of_any_size_and_on_any_threads() {
    let mut random = Rng::with_seed(2);
    for joint in [" ", ""] {
        let (mut input, mut answers, mut messages) = (String::new(), vec![], String::new());
        let mut line = 1;
        for i in 0..6000 {
            let puzzle = if i % 10 == 3 { grids::unsolvable(&mut random) } else { grids::minimal(&mut random) };
            match search_of(&puzzle).expect("no clash").smallest() {
                Some(answer) => answers.push(rows(&answer.to_string(), joint)),
                None => messages += &format!("in:{line}: no solution\n"),
            }
            input += &rows(&puzzle.to_string(), joint);
            line += 9;
            if i % 500 == 0 {
                input += "\n# more\n";
                line += 2;
            }
        }
        let expected = Said { answers: answers.join("\n"), messages, status: Status::Unsolvable };
        for size in [10, 1000, usize::MAX] {
            for threads in [1, 2, 7] {
                assert!(said(&input, size, threads, true) == expected, "pieces of {size} on {threads} threads");
            }
        }
    }
}

#[test]
fn an_input_that_cannot_be_read_to_its_end_is_answered_as_far_as_it_was_read() {
    struct Breaks<'a>(&'a [u8]);
    impl Read for Breaks<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("unplugged")) } else { self.0.read(buffer) }
        }
    }
    let (input, expected) = lines(&mut Rng::with_seed(3), 3000);
    for threads in [1, 3] {
        let (mut answers, mut messages) = (Vec::new(), Vec::new());
        let mut stream = Stream::new(&mut answers, &mut messages).threads(NonZero::new(threads).expect("a thread"));
        stream.solve("in", Breaks(input.as_bytes())).expect("memory takes everything");
        assert_eq!(stream.status(), Status::Faulty);
        assert!(answers == expected.answers.as_bytes());
        assert_eq!(
            String::from_utf8(messages).expect("UTF-8"),
            expected.messages.clone() + "in: cannot read: unplugged\n"
        );
    }
}

#[test]
fn an_output_that_takes_no_more_ends_the_stream() {
    struct Full(usize);
    impl io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (input, _) = lines(&mut Rng::with_seed(4), 30_000);
    for (room, threads) in [(0, 1), (0, 2), (700_000, 1), (700_000, 3)] {
        let mut stream = Stream::new(Full(room), io::sink()).threads(NonZero::new(threads).expect("a thread"));
        let error = stream.solve_file("in", input.as_bytes()).expect_err("there is no room");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}

/// Grids of one clue take the engine many guesses, and it leaves some to the reference solver, which must hear of what else
/// is known of them, also after grids that it does not see.
#[test]
fn candidates_are_those_of_their_grid_also_where_the_engine_gives_up() {
    let easy: Grid = PUZZLE.parse().expect("81 cells");
    let many = format!("{}\n", Candidates::from(&easy)).repeat(50);
    for cell in 1..81 {
        let mut cells = [0; 81];
        cells[cell] = 1;
        let grid = Grid::from_cells(cells).expect("digits of 0 to 9");
        let mut candidates = Candidates::from(&grid);
        let all = Search::new(&candidates).smallest().expect("many solutions");
        candidates.rule_out(0, all.cells()[0]);
        let expected = Search::new(&candidates).smallest().expect("fewer solutions");
        let input = format!("{many}{candidates}\n");
        let answers = said(&input, input.len(), 1, true).answers;
        assert_eq!(answers.lines().nth(50), Some(expected.to_string().as_str()), "{grid}");
    }
}
