//! What a machine can do to a program: no disk, no memory, no threads, files that go, readers and writers that go. Each has its
//! status and its message; no answer is lost without one, and nothing waits for ever.
#![cfg(unix)]

mod common;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{SUDOKAT, start};
use sudokat::stream::Stream;

const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// The answer as it is written.
const LINE: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

/// Grids enough for threads, and for a pipe to run full.
const MANY: usize = 20_000;

fn file(name: &str, count: usize) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{name}"));
    fs::write(&path, format!("{PUZZLE}\n").repeat(count)).expect("writable");
    path
}

/// Answers, messages and status.
type Said = (String, String, Option<i32>);

/// Answers to nothing but the puzzle are counted.
fn said(output: Output) -> Said {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let stdout = text(output.stdout);
    let count = stdout.len() / LINE.len();
    let answers = if stdout == LINE.repeat(count) { answers(count) } else { stdout };
    (answers, text(output.stderr), output.status.code())
}

fn answers(count: usize) -> String {
    format!("{count} answers")
}

/// What a command of the shell says; in it `$0` is the program and `$1` a file of many grids.
fn shell(command: &str) -> Said {
    static FILE: LazyLock<PathBuf> = LazyLock::new(|| file("many.txt", MANY));
    let many = &*FILE;
    said(Command::new("sh").args(["-c", command, SUDOKAT]).arg(many).output().expect("a shell"))
}

/// Waits for the end of a program, which must come.
fn end(mut child: Child) -> Said {
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not end");
        sleep(Duration::from_millis(10));
    }
    said(child.wait_with_output().expect("a child"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_whatever_was_to_be_written() {
    let full = "sudokat: cannot write to standard output: No space left on device (os error 28)\n";
    for asked in ["\"$1\"", "-j3 \"$1\"", "-o json \"$1\"", "-o csv \"$1\"", "--help", "--version"] {
        let expected = (answers(0), full.into(), Some(2));
        assert_eq!(shell(&format!("\"$0\" {asked} > /dev/full")), expected, "{asked}");
    }
    // A message that cannot be written leaves the status.
    let said = shell(&format!("printf '{PUZZLE}\\n53\\n' | \"$0\" 2> /dev/full"));
    assert_eq!(said, (format!("{LINE}\n"), String::new(), Some(2)));
}

#[test]
fn a_standard_output_that_is_not_for_writing_is_told() {
    for asked in ["\"$1\"", "--help", "--version", "--man", "--completions bash"] {
        let (answers, message, status) = shell(&format!("\"$0\" {asked} 1< /dev/null"));
        assert!(message.starts_with("sudokat: cannot write to standard output: "), "{asked}: {message}");
        assert_eq!((answers, message.lines().count(), status), (self::answers(0), 1, Some(2)), "{asked}");
    }
}

#[test]
fn a_standard_input_that_is_closed_or_not_for_reading_is_told() {
    let nothing = "<stdin>:1:1: expected a grid, found the end of the input\n";
    assert_eq!(shell("\"$0\" <&-"), (answers(0), nothing.into(), Some(2)));
    let (answers, message, status) = shell("\"$0\" - \"$1\" 0> /dev/null");
    assert!(message.starts_with("<stdin>: cannot read: "), "{message}");
    assert_eq!((answers, message.lines().count(), status), (self::answers(MANY), 1, Some(2)));
}

#[test]
fn without_standard_error_the_status_still_tells() {
    let closed = |input: &str| shell(&format!("echo {input} | \"$0\" \"$1\" - 2>&- | sed '/^$/d'"));
    let status = |input: &str| shell(&format!("echo {input} | \"$0\" \"$1\" - 2>&- > /dev/null")).2;
    assert_eq!((closed("53").0, status("53")), (answers(MANY), Some(2)));
    assert_eq!((closed(PUZZLE).0, status(PUZZLE)), (answers(MANY + 1), Some(0)));
    let closed = [
        "2>&-",
        "2< /dev/null",
        #[cfg(target_os = "linux")]
        "2> /dev/full",
    ];
    for (asked, to) in ["--stats", "--progress always", "-j2 --stats --progress always"]
        .into_iter()
        .flat_map(|asked| closed.map(|to| (asked, to)))
    {
        assert_eq!(
            shell(&format!("\"$0\" {asked} \"$1\" {to}")),
            (answers(MANY), String::new(), Some(0)),
            "{asked} {to}"
        );
    }
}

/// Others who hold the same pipe may have asked that nobody wait for it.
#[test]
fn it_waits_for_what_would_not_make_it_wait() {
    let socket = || {
        let (ours, its) = UnixStream::pair().expect("sockets");
        its.set_nonblocking(true).expect("a socket");
        (ours, Stdio::from(OwnedFd::from(its)))
    };
    for threads in ["-j1", "-j3"] {
        let ((mut stdin, its_stdin), (mut stdout, its_stdout), (mut stderr, its_stderr)) =
            (socket(), socket(), socket());
        let mut command = Command::new(SUDOKAT);
        let mut child =
            command.arg(threads).stdin(its_stdin).stdout(its_stdout).stderr(its_stderr).spawn().expect("it starts");
        // It would hold its side open.
        drop(command);
        let writer = std::thread::spawn(move || {
            sleep(Duration::from_millis(50));
            stdin.write_all(format!("{PUZZLE}\n53\n").repeat(MANY).as_bytes())
        });
        let reader = std::thread::spawn(move || {
            let mut messages = String::new();
            sleep(Duration::from_millis(100));
            stderr.read_to_string(&mut messages).map(|_| messages)
        });
        sleep(Duration::from_millis(150));
        let mut answers = String::new();
        stdout.read_to_string(&mut answers).expect("answers");
        assert!(answers == format!("{LINE}\n").repeat(MANY), "{threads}: {} bytes", answers.len());
        let messages = reader.join().expect("no panic").expect("messages");
        assert_eq!((messages.lines().count(), child.wait().expect("a child").code()), (MANY, Some(2)), "{threads}");
        writer.join().expect("no panic").expect("it reads everything");
    }
}

#[test]
fn files_that_cannot_be_opened_or_read_are_named_and_the_rest_is_solved() {
    let good = file("good.txt", 2);
    let folder = env!("CARGO_TARGET_TMPDIR");
    let locked = file("locked.txt", 1);
    let mode = |mode| fs::set_permissions(&locked, std::os::unix::fs::PermissionsExt::from_mode(mode)).expect("owned");
    mode(0o000);
    let is_locked = File::open(&locked).is_err();
    let missing = Path::new(folder).join("faults-none").join("missing.txt");
    let through = good.join("under-a-file.txt");
    let odd = Path::new(folder).join("faults-\u{1b}[31m\n.txt");
    let mut command = Command::new(SUDOKAT);
    command.args([&good, &missing, Path::new(folder), &through, &locked, &odd, &good].map(Path::as_os_str));
    let (answers, messages, status) = said(command.output().expect("the program starts"));
    mode(0o600);
    let messages: Vec<&str> = messages.lines().collect();
    assert_eq!((answers, status), (self::answers(if is_locked { 4 } else { 5 }), Some(2)));
    assert_eq!(messages[0], format!("{}: cannot open: No such file or directory (os error 2)", missing.display()));
    assert!(messages[1].starts_with(&format!("{folder}: cannot ")), "{messages:?}");
    assert!(messages[2].starts_with(&format!("{}: cannot open: Not a directory", through.display())), "{messages:?}");
    assert!(!is_locked || messages[3].contains("locked.txt: cannot open: Permission denied"), "{messages:?}");
    let odd = messages.last().expect("messages");
    assert!(odd.contains("faults-\\u{1b}[31m\\n.txt: cannot open: No such file"), "{messages:?}");
}

#[test]
fn a_thousand_files_need_few_descriptors_and_are_answered_in_order() {
    let (good, none) = (file("one.txt", 1), file("empty.txt", 0));
    let files = format!("{} {} ", good.display(), none.display()).repeat(500);
    // What this process has inherited would take places, too.
    let alone = "exec 3>&- 4>&- 5>&- 6>&- 7>&-;";
    let (answers, messages, status) = shell(&format!("{alone} ulimit -n 8; \"$0\" {files}"));
    assert_eq!((answers, status), (self::answers(500), Some(2)));
    let message = format!("{}:1:1: expected a grid, found the end of the input\n", none.display());
    assert_eq!(messages, message.repeat(500));
    // Without one to spare nothing can be opened, and that is what it says. (The dynamic loader needs one.)
    let (answers, messages, status) = shell(&format!("{alone} ulimit -n 4; \"$0\" \"$1\""));
    assert!(messages.contains("many.txt: cannot open: Too many open files"), "{messages}");
    assert_eq!((answers, status), (self::answers(0), Some(2)));
}

/// A chunk of a file may have thousands of records, but not of such.
#[cfg(target_os = "linux")]
#[test]
fn long_records_of_csv_need_little_memory() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-long.csv");
    let record = format!("{PUZZLE},{}\n", "x".repeat(60_000));
    fs::write(&path, format!("puzzle,note\n{}", record.repeat(1000))).expect("writable");
    let command = format!("ulimit -v 40000; exec \"$0\" -j 1 --output line {}", path.display());
    assert_eq!(shell(&command), (answers(1000), String::new(), Some(0)));
}

/// Branches of a search that are not taken are put aside for a time: they must not pile up.
#[cfg(target_os = "linux")]
#[test]
fn many_grids_of_several_solutions_need_little_memory() {
    // 343 solutions, and a dozen guesses to the smallest.
    let puzzle = "050000001000050360081000000890000000060040120100000084000700400010090070706480000";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-several.txt");
    fs::write(&path, format!("{puzzle}\n").repeat(100_000)).expect("writable");
    let (answers, messages, status) = shell(&format!("ulimit -v 40000; exec \"$0\" -j 1 {} | uniq -c", path.display()));
    assert!(answers.trim_start().starts_with("100000 ") && answers.lines().count() == 1, "{answers}");
    assert_eq!((messages, status), (String::new(), Some(0)));
}

/// The smallest limits leave no memory to start in, where the system ends it. From there on it gets by, or says what it wants.
#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_it_does_with_fewer_threads_or_ends_with_a_message() {
    let mut solved = 0;
    for kib in (2_000..40_000).step_by(2_000).chain([80_000, 160_000, 640_000]) {
        let (answers, messages, status) = shell(&format!("ulimit -v {kib}; exec \"$0\" -j 7 \"$1\""));
        // The standard library has its own ways to say that there is no memory left; a thread less is none.
        assert!(!messages.contains("failed to spawn thread"), "{kib} KiB: {messages}");
        assert!(status == Some(0) || !messages.is_empty() || answers == self::answers(0), "{kib} KiB: {status:?}");
        if status == Some(0) {
            assert_eq!((answers, messages), (self::answers(MANY), String::new()), "{kib} KiB");
            solved += 1;
        } else {
            // Where it was cut short, it may have been within a line.
            assert!(answers.ends_with(" answers") || LINE.repeat(MANY).starts_with(&answers), "{kib} KiB: {answers}");
        }
    }
    assert!(solved >= 3, "{solved} limits are enough");
    // One grid whose solutions are counted takes threads of its own.
    for kib in [8_000, 16_000, 32_000] {
        let count = shell(&format!("echo {} | (ulimit -v {kib}; exec \"$0\" -j 700 --count=1000000)", ".".repeat(81)));
        assert!(!count.1.contains("failed to spawn thread"), "{kib} KiB: {count:?}");
    }
}

#[test]
fn a_file_that_shrinks_or_goes_while_it_is_read_is_answered_as_far_as_it_was() {
    let path = file("shrinks.txt", 200_000);
    let mut child = start(SUDOKAT, &["-j2", path.to_str().expect("UTF-8")]);
    drop(child.stdin.take());
    // The pipe for the answers is full, and the reading has stopped, long before the end.
    sleep(Duration::from_millis(300));
    OpenOptions::new().write(true).open(&path).expect("there").set_len(82 * 150_000 + 40).expect("shrinks");
    fs::remove_file(&path).expect("removed");
    let mut answers = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut answers).expect("UTF-8");
    let (_, messages, status) = end(child);
    assert_eq!((answers.len(), status), (82 * 150_000 + 1, Some(2)));
    assert_eq!(messages, format!("{}:150001: 40 cells, expected 81\n", path.display()));
}

/// Its answers would be puzzles too.
#[test]
fn a_file_that_the_answers_go_to_is_not_read() {
    let path = file("itself.txt", MANY);
    let name = path.display();
    for command in [format!("\"$0\" {name} \"$1\" >> {name}"), format!("\"$0\" - \"$1\" < {name} >> {name}")] {
        fs::write(&path, LINE).expect("writable");
        let (_, messages, status) = shell(&format!("ulimit -f 10000; {command}"));
        assert!(messages.ends_with(": expected another file, found the one that the answers go to\n"), "{messages}");
        assert_eq!((fs::read_to_string(&path).expect("readable"), status), (LINE.repeat(MANY + 1), Some(2)));
    }
    let said = shell(&format!("\"$0\" \"$1\" > {name}"));
    assert_eq!(said, (answers(0), String::new(), Some(0)));
}

#[test]
fn a_writer_that_stalls_and_dies_within_a_grid_is_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-fifo");
    let _ = fs::remove_file(&folder);
    assert!(Command::new("mkfifo").arg(&folder).status().expect("mkfifo").success());
    let mut child = start(SUDOKAT, &[folder.to_str().expect("UTF-8")]);
    let mut writer = OpenOptions::new().write(true).open(&folder).expect("a reader");
    write!(writer, "{PUZZLE}\n{}", &PUZZLE[..50]).expect("the program reads");
    // What has come is answered while the rest is waited for.
    let mut answer = [0; 82];
    child.stdout.as_mut().expect("piped").read_exact(&mut answer).expect("the program writes");
    assert_eq!(answer, LINE.as_bytes());
    sleep(Duration::from_millis(100));
    assert!(child.try_wait().expect("a child").is_none());
    drop(writer);
    let message = format!("{}:2: 50 cells, expected 81\n", folder.display());
    assert_eq!(end(child), ("\n".into(), message, Some(2)));
}

#[test]
fn a_signal_ends_it_by_that_signal() {
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let mut child = start(SUDOKAT, &["-j2"]);
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(LINE.as_bytes()).expect("the program reads");
        let mut answer = [0; 82];
        child.stdout.as_mut().expect("piped").read_exact(&mut answer).expect("the program writes");
        let kill = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
        assert!(kill.expect("kill").success());
        let status = child.wait().expect("a child");
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(number), "{name}");
    }
}

#[test]
fn a_reader_that_goes_ends_it_quietly_before_during_and_after() {
    for asked in ["\"$1\"", "-j3 \"$1\"", "- < \"$1\"", "-o json \"$1\"", "--help"] {
        for reader in ["true", "head -n 1", "head -c 100000", "head -n 20000"] {
            let status = "{ \"$0\" ASKED; echo $? >&2; } | READER > /dev/null";
            let (_, messages, _) = shell(&status.replace("ASKED", asked).replace("READER", reader));
            assert_eq!(messages, "0\n", "{asked} | {reader}");
        }
    }
}

/// As a library it may meet a reader or a writer that panics: the panic comes out, and no thread waits for ever.
#[test]
fn a_panic_within_a_stream_comes_out_of_it() {
    struct Panics(usize);
    impl Panics {
        fn take(&mut self, length: usize) -> io::Result<usize> {
            self.0 = self.0.checked_sub(length).expect("as much as was promised");
            Ok(length)
        }
    }
    impl Read for Panics {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.0.min(82 * 50);
            buffer[..length].copy_from_slice(&LINE.repeat(50).as_bytes()[..length]);
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
        for (read, written) in [(PLENTY, PLENTY / 2), (PLENTY / 2, PLENTY), (PLENTY, 0), (0, PLENTY)] {
            let stream = move || {
                let threads = NonZero::new(threads).expect("a thread");
                Stream::new(Panics(written), io::sink()).threads(threads).solve_file("in", Panics(read))
            };
            let running = std::thread::spawn(stream);
            let start = Instant::now();
            while !running.is_finished() {
                assert!(start.elapsed() < Duration::from_secs(60), "{threads} threads do not end");
                sleep(Duration::from_millis(1));
            }
            assert!(running.join().is_err(), "{threads} threads, {read} bytes to read, {written} to write");
        }
    }
}
