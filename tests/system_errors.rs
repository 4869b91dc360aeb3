//! Errors of the system: no disk space, no memory, no threads, files that disappear, readers and
//! writers that disappear. Each has its status and its message, no answer is lost without one, and
//! nothing waits for ever.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod injected;

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use crate::fixtures::files::Folder;
use crate::fixtures::messages::{NO_GRID, cell_count};
use crate::fixtures::program::{Running, SUDOKAT, command, run};
use crate::fixtures::puzzles::{ANSWER, PUZZLE, UNSOLVABLE};

/// The answer as it is written.
static LINE: LazyLock<String> = LazyLock::new(|| format!("{ANSWER}\n"));

/// Enough grids for several threads, and to fill a pipe.
const MANY: usize = 20_000;

/// A file with this many puzzles.
fn file(folder: &Folder, name: &str, count: usize) -> String {
    folder.file(name, format!("{PUZZLE}\n").repeat(count))
}

/// Answers, messages and status, which is `None` after a signal.
type Printed = (String, String, Option<i32>);

/// The answers are counted if they are all [`ANSWER`].
fn printed(output: Output) -> Printed {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let stdout = text(output.stdout);
    let count = stdout.len() / LINE.len();
    let answers = if stdout == LINE.repeat(count) {
        answers(count)
    } else {
        stdout
    };
    (answers, text(output.stderr), output.status.code())
}

fn answers(count: usize) -> String {
    format!("{count} answers")
}

/// Runs a shell command. In it `$0` is sudokat, and `$1` and so on are the arguments.
fn shell_with(line: &str, arguments: &[&str]) -> Printed {
    printed(run("sh", &[&["-c", line, SUDOKAT], arguments].concat(), ""))
}

/// Runs a shell command. In it `$0` is sudokat and `$1` a file with many puzzles.
fn shell(line: &str) -> Printed {
    let folder = Folder::new();
    shell_with(line, &[&file(&folder, "many.txt", MANY)])
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_for_every_kind_of_output() {
    let full = "sudokat: cannot write to standard output: No space left on device (os error 28)\n";
    for arguments in [
        "\"$1\"",
        "-j3 \"$1\"",
        "-o json \"$1\"",
        "-o csv \"$1\"",
        "--help",
        "--version",
    ] {
        let expected = (answers(0), full.into(), Some(2));
        assert_eq!(
            shell(&format!("\"$0\" {arguments} > /dev/full")),
            expected,
            "{arguments}"
        );
    }
    // Only one line of output, which is written at the end.
    assert_eq!(
        shell(&format!("echo {PUZZLE} | \"$0\" > /dev/full")),
        (answers(0), full.into(), Some(2))
    );
}

#[test]
fn a_message_that_cannot_be_written_is_status_2() {
    let redirections: &[&str] = if cfg!(target_os = "linux") {
        &["2< /dev/null", "2> /dev/full"]
    } else {
        &["2< /dev/null"]
    };
    for redirection in redirections {
        let status = |arguments: &str| shell(&format!("\"$0\" {arguments} {redirection}"));
        for arguments in ["--stats \"$1\"", "--stats -j3 --progress always \"$1\""] {
            assert_eq!(
                status(arguments),
                (answers(MANY), String::new(), Some(2)),
                "{arguments} {redirection}"
            );
        }
        // The bar is no message.
        for arguments in ["\"$1\"", "--progress always \"$1\""] {
            assert_eq!(
                status(arguments),
                (answers(MANY), String::new(), Some(0)),
                "{arguments} {redirection}"
            );
        }
        let unsolvable = shell(&format!("echo {UNSOLVABLE} | \"$0\" {redirection}"));
        assert_eq!(
            unsolvable,
            ("\n".into(), String::new(), Some(2)),
            "{redirection}"
        );
    }
    // Its reader has read enough.
    let (_, status, _) = shell(&format!(
        "{{ echo {UNSOLVABLE} | {{ sleep 0.2; \"$0\"; echo $? >&3; }} 2>&1 >/dev/null | true; }} 3>&2"
    ));
    assert_eq!(status, "1\n");
    // It is lost although nobody reads the answers, either.
    let (_, status, _) = shell(&format!(
        "{{ echo {UNSOLVABLE} | {{ sleep 0.2; \"$0\" 2< /dev/null; echo $? >&3; }} | true; }} 3>&2"
    ));
    assert_eq!(status, "2\n");
}

#[test]
fn a_standard_output_that_is_not_open_for_writing_is_reported() {
    for arguments in [
        "\"$1\"",
        "--stats \"$1\"",
        "--help",
        "--version",
        "--man",
        "--completions bash",
    ] {
        let (answers, message, status) = shell(&format!("\"$0\" {arguments} 1< /dev/null"));
        let lines: Vec<&str> = message.lines().collect();
        let is_right = |line: &&str| line.starts_with("sudokat: cannot write to standard output: ");
        assert!(lines.last().is_some_and(is_right), "{arguments}: {message}");
        // Statistics are printed all the same.
        let expected = 1 + usize::from(arguments.contains("--stats"));
        assert_eq!(
            (answers, lines.len(), status),
            (self::answers(0), expected, Some(2)),
            "{arguments}"
        );
    }
}

#[test]
fn a_standard_input_that_is_not_open_for_reading_is_reported() {
    let (answers, message, status) = shell("\"$0\" - \"$1\" 0> /dev/null");
    assert!(message.starts_with("<stdin>: cannot read: "), "{message}");
    assert_eq!(
        (answers, message.lines().count(), status),
        (self::answers(MANY), 1, Some(2))
    );
}

/// The standard library opens the null device in their place.
#[test]
fn closed_standard_streams_are_the_null_device() {
    assert_eq!(
        shell("\"$0\" <&-"),
        (answers(0), format!("<stdin>:1:1: {NO_GRID}\n"), Some(2))
    );
    for arguments in ["\"$1\"", "--help", "-j3 \"$1\" <&-"] {
        assert_eq!(
            shell(&format!("\"$0\" {arguments} >&-")),
            (answers(0), String::new(), Some(0)),
            "{arguments}"
        );
    }
    for (options, status) in [("--progress always", 0), ("--stats -j2", 0), ("-", 2)] {
        let printed = shell(&format!(
            "echo 53 | \"$0\" {options} \"$1\" 2>&- | sed '/^$/d'"
        ));
        assert_eq!(
            printed,
            (answers(MANY), String::new(), Some(0)),
            "{options}"
        );
        assert_eq!(
            shell(&format!("echo 53 | \"$0\" {options} \"$1\" 2>&- >&-")).2,
            Some(status),
            "{options}"
        );
    }
    // Programs that do not care for the answers open the null device for both reading and writing.
    assert_eq!(
        shell("\"$0\" \"$1\" 1<> /dev/null 2<> /dev/null"),
        (answers(0), String::new(), Some(0))
    );
}

/// Another process that holds the same pipe may have made it non-blocking.
#[test]
fn it_waits_for_pipes_that_do_not_block() {
    let socket = || {
        let (ours, its) = UnixStream::pair().expect("sockets");
        its.set_nonblocking(true).expect("a socket");
        (ours, Stdio::from(OwnedFd::from(its)))
    };
    for threads in ["-j1", "-j3"] {
        let ((mut stdin, its_stdin), (mut stdout, its_stdout), (mut stderr, its_stderr)) =
            (socket(), socket(), socket());
        let mut command = command(SUDOKAT, &[threads]);
        let running = Running::start(
            command
                .stdin(its_stdin)
                .stdout(its_stdout)
                .stderr(its_stderr),
        );
        // It would hold the other side of the sockets open.
        drop(command);
        let writer = thread::spawn(move || {
            sleep(Duration::from_millis(50));
            stdin.write_all(format!("{PUZZLE}\n53\n").repeat(MANY).as_bytes())
        });
        let reader = thread::spawn(move || {
            let mut messages = String::new();
            sleep(Duration::from_millis(100));
            stderr.read_to_string(&mut messages).map(|_| messages)
        });
        sleep(Duration::from_millis(150));
        let mut answers = String::new();
        stdout.read_to_string(&mut answers).expect("answers");
        assert!(
            answers == format!("{ANSWER}\n\n").repeat(MANY),
            "{threads}: {} bytes",
            answers.len()
        );
        let messages = reader.join().expect("no panic").expect("messages");
        assert!(
            messages.ends_with(&format!(
                "<stdin>: {} more like line 2: expected 81 cells\n",
                MANY - 10
            )),
            "{threads}"
        );
        assert_eq!(
            (messages.lines().count(), running.finish().status.code()),
            (11, Some(2)),
            "{threads}"
        );
        writer
            .join()
            .expect("no panic")
            .expect("it reads everything");
    }
}

#[test]
fn the_last_messages_wait_for_a_pipe_that_does_not_block() {
    for (arguments, last) in [
        (&["--stats"][..], "sudokat: 1 grid"),
        (&["--no-such-option"], "try '--help'"),
        (&["--count", "--all"], "cannot be used with"),
        (&["missing.txt"], "missing.txt: cannot open"),
    ] {
        let (mut ours, mut its) = UnixStream::pair().expect("sockets");
        its.set_nonblocking(true).expect("a socket");
        while its.write(&[b' '; 1000]).is_ok() {}
        let mut command = command(SUDOKAT, arguments);
        let mut running = Running::start(command.stderr(Stdio::from(OwnedFd::from(its))));
        // It would hold the other side of the socket open.
        drop(command);
        if arguments == ["--stats"] {
            running.write(PUZZLE);
        }
        drop(running.stdin.take());
        sleep(Duration::from_millis(100));
        let mut messages = String::new();
        ours.read_to_string(&mut messages).expect("messages");
        assert!(
            messages.contains(last),
            "{arguments:?}: {}",
            messages.trim_start()
        );
        assert_eq!(
            running.finish().status.code(),
            Some(if arguments == ["--stats"] { 0 } else { 2 }),
            "{arguments:?}"
        );
    }
}

#[test]
fn files_that_cannot_be_opened_or_read_are_named_and_the_others_are_solved() {
    let folder = Folder::new();
    let (good, locked) = (file(&folder, "good.txt", 2), file(&folder, "locked.txt", 1));
    fs::set_permissions(&locked, PermissionsExt::from_mode(0o000)).expect("our own file");
    // The administrator can open it all the same.
    let is_locked = File::open(&locked).is_err();
    let (missing, through) = (folder.join("missing.txt"), folder.join("good.txt/file.txt"));
    let directory = folder.path().to_str().expect("UTF-8");
    let odd = folder.join("\u{1b}[31m\n\u{202e}.txt");
    let arguments = [&good, &missing, directory, &through, &locked, &odd, &good];
    let (answers, messages, status) = printed(run(SUDOKAT, &arguments, ""));
    let messages: Vec<&str> = messages.lines().collect();
    assert_eq!(
        (answers, status),
        (self::answers(if is_locked { 4 } else { 5 }), Some(2))
    );
    assert_eq!(
        messages[0],
        format!("{missing}: cannot open: No such file or directory (os error 2)")
    );
    assert!(
        messages[1].starts_with(&format!("{directory}: cannot ")),
        "{messages:?}"
    );
    assert!(
        messages[2].starts_with(&format!("{through}: cannot open: Not a directory")),
        "{messages:?}"
    );
    assert!(
        !is_locked || messages[3].contains("locked.txt: cannot open: Permission denied"),
        "{messages:?}"
    );
    let odd = messages.last().expect("messages");
    assert!(
        odd.contains("\\u{1b}[31m\\n\\u{202e}.txt: cannot open: No such file"),
        "{messages:?}"
    );
}

#[test]
fn a_thousand_files_need_few_descriptors_and_are_answered_in_order() {
    let folder = Folder::new();
    let (good, empty) = (file(&folder, "good.txt", 1), file(&folder, "empty.txt", 0));
    let files = [good.as_str(), empty.as_str()].repeat(500);
    // Descriptors that this process has inherited would count, too. (The dynamic loader needs one.)
    let alone = "exec 3>&- 4>&- 5>&- 6>&- 7>&-;";
    let (answers, messages, status) =
        shell_with(&format!("{alone} ulimit -n 4; \"$0\" \"$@\""), &files);
    assert_eq!((answers, status), (self::answers(500), Some(2)));
    assert_eq!(messages, format!("{empty}:1:1: {NO_GRID}\n").repeat(500));
}

/// A chunk of a file has thousands of short records, but fewer long ones.
#[cfg(target_os = "linux")]
#[test]
fn long_csv_records_need_little_memory() {
    let folder = Folder::new();
    let record = format!("{PUZZLE},{}\n", "x".repeat(60_000));
    let file = folder.file("long.csv", format!("puzzle,note\n{}", record.repeat(1000)));
    let printed = shell_with("ulimit -v 40000; exec \"$0\" -j 1 -o line \"$1\"", &[&file]);
    assert_eq!(printed, (answers(1000), String::new(), Some(0)));
}

/// Branches that the engine has put aside must not pile up.
#[cfg(target_os = "linux")]
#[test]
fn many_grids_with_several_solutions_need_little_memory() {
    // It has 343 solutions, and the smallest takes a dozen guesses.
    let puzzle =
        "050000001000050360081000000890000000060040120100000084000700400010090070706480000";
    let folder = Folder::new();
    let file = folder.file("several.txt", format!("{puzzle}\n").repeat(100_000));
    let (answers, messages, status) = shell_with(
        "ulimit -v 40000; exec \"$0\" -j 1 \"$1\" | uniq -c",
        &[&file],
    );
    assert!(
        answers.trim_start().starts_with("100000 ") && answers.lines().count() == 1,
        "{answers}"
    );
    assert_eq!((messages, status), (String::new(), Some(0)));
}

/// Under the lowest limits the system cannot start the program. Under the others it solves
/// everything, or the standard library ends it with a message and a signal.
#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_it_uses_fewer_threads_or_ends_with_a_message() {
    let mut solved = 0;
    for kib in (2_000..40_000)
        .step_by(2_000)
        .chain([80_000, 160_000, 640_000])
    {
        let (answers, messages, status) =
            shell(&format!("ulimit -v {kib}; exec \"$0\" -j 7 \"$1\""));
        // The standard library has its own messages for memory, but a thread that cannot be started
        // needs none.
        assert!(
            !messages.contains("failed to spawn thread"),
            "{kib} KiB: {messages}"
        );
        match status {
            Some(0) => (),
            None => {
                assert!(
                    answers == self::answers(0) || messages.contains("memory"),
                    "{kib} KiB: {messages}"
                )
            }
            // The dynamic loader says so.
            _ => assert!(
                status == Some(127) && answers == self::answers(0),
                "{kib} KiB: {status:?}, {messages}"
            ),
        }
        if status == Some(0) {
            assert_eq!(
                (answers, messages),
                (self::answers(MANY), String::new()),
                "{kib} KiB"
            );
            solved += 1;
        } else {
            // The output may end within a line.
            assert!(
                answers.ends_with(" answers") || LINE.repeat(MANY).starts_with(&answers),
                "{kib} KiB: {answers}"
            );
        }
    }
    assert!(solved >= 3, "{solved} limits are enough");
    // Counting the solutions of one grid takes threads of its own.
    for kib in [8_000, 16_000, 32_000] {
        let count = shell(&format!(
            "echo {} | (ulimit -v {kib}; exec \"$0\" -j 700 --count=1000000)",
            ".".repeat(81)
        ));
        assert!(
            !count.1.contains("failed to spawn thread"),
            "{kib} KiB: {count:?}"
        );
    }
}

#[test]
fn a_file_that_shrinks_and_disappears_is_answered_as_far_as_it_was_read() {
    let folder = Folder::new();
    let path = file(&folder, "shrinks.txt", 200_000);
    let running = Running::start(&mut command(SUDOKAT, &["-j2", &path]));
    // The pipe for the answers fills, and the program stops reading, long before the end.
    sleep(Duration::from_millis(300));
    OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("a file")
        .set_len(82 * 150_000 + 40)
        .expect("it shrinks");
    fs::remove_file(&path).expect("a file");
    let output = running.finish();
    assert_eq!(
        (output.stdout.len(), output.status.code()),
        (82 * 150_000 + 1, Some(2))
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!("{path}:150001: {}\n", cell_count(40))
    );
}

/// Its answers would be read as puzzles.
#[test]
fn a_file_that_is_also_the_output_is_not_read() {
    let folder = Folder::new();
    let (itself, many) = (folder.join("itself.txt"), file(&folder, "many.txt", MANY));
    for redirected in [
        "\"$0\" \"$1\" \"$2\" >> \"$1\"",
        "\"$0\" - \"$2\" < \"$1\" >> \"$1\"",
    ] {
        fs::write(&itself, LINE.as_str()).expect("a temporary file");
        let (_, messages, status) =
            shell_with(&format!("ulimit -f 10000; {redirected}"), &[&itself, &many]);
        assert!(
            messages
                .ends_with(": this file is also the output; write the answers to another file\n"),
            "{messages}"
        );
        assert_eq!(
            (fs::read_to_string(&itself).expect("readable"), status),
            (LINE.repeat(MANY + 1), Some(2))
        );
    }
    let printed = shell_with("\"$0\" \"$2\" > \"$1\"", &[&itself, &many]);
    assert_eq!(printed, (answers(0), String::new(), Some(0)));
}

#[test]
fn a_writer_that_stalls_and_disappears_within_a_grid_is_reported() {
    let folder = Folder::new();
    let fifo = folder.join("fifo");
    assert!(run("mkfifo", &[&fifo], "").status.success());
    let mut running = Running::start(&mut command(SUDOKAT, &[&fifo]));
    // Opened for both, because opening it only for writing would wait for the program without a
    // time limit.
    let mut writer = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&fifo)
        .expect("a pipe");
    write!(writer, "{PUZZLE}\n{}", &PUZZLE[..50]).expect("the program reads");
    // The first answer does not wait for the rest.
    assert_eq!(running.read_line(), *LINE);
    sleep(Duration::from_millis(100));
    assert!(running.is_running());
    drop(writer);
    let message = format!("{fifo}:2: {}\n", cell_count(50));
    assert_eq!(printed(running.finish()), ("\n".into(), message, Some(2)));
}

/// The disposition of a signal is inherited: a background job of a shell, for example, ignores
/// SIGINT.
#[test]
fn a_signal_ends_it_unless_its_parent_ignores_that_signal() {
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let is_ignored = is_ignored(name);
        let ignoring = format!("trap '' {name}; exec \"$0\" -j2");
        for (line, is_ignored) in [("exec \"$0\" -j2", is_ignored), (&ignoring, true)] {
            let mut running = Running::start(&mut command("sh", &["-c", line, SUDOKAT]));
            running.write(format!("{PUZZLE}\n"));
            assert_eq!(running.read_line(), *LINE);
            let id = running.id().to_string();
            assert!(
                run("sh", &["-c", &format!("kill -s {name} {id}")], "")
                    .status
                    .success()
            );
            if is_ignored {
                running.write(format!("{PUZZLE}\n"));
                assert_eq!(running.read_line(), *LINE);
            }
            let status = running.finish().status;
            let expected = if is_ignored {
                (Some(0), None)
            } else {
                (None, Some(number))
            };
            assert_eq!((status.code(), status.signal()), expected, "{name}: {line}");
        }
    }
}

/// Whether the shell that started the tests ignores a signal: their programs do so, too.
fn is_ignored(name: &str) -> bool {
    let kill = format!("kill -s {name} $$; echo ignored");
    !run("sh", &["-c", &kill], "").stdout.is_empty()
}

/// Answers that take for ever: they are asked for by a reader that goes away, or by someone who
/// ends the program.
#[test]
fn long_answers_end_soon_after_their_reader_or_a_signal() {
    let empty = format!("{}\n", ".".repeat(81));
    let limit = u64::MAX.to_string();
    for (argument, answers_at_once) in [
        (format!("--count={limit}"), false),
        ("--all".to_string(), true),
    ] {
        for signal in [None, Some(("INT", 2)), Some(("TERM", 15))] {
            if signal.is_some_and(|(name, _)| is_ignored(name)) {
                continue;
            }
            let mut program = Running::start_with_limit(
                &mut command(SUDOKAT, &[&argument]),
                Duration::from_secs(20),
            );
            program.write(&empty);
            if answers_at_once {
                assert_eq!(program.read_line().len(), 82);
            } else {
                // Some of the search.
                sleep(Duration::from_millis(200));
            }
            assert!(program.is_running(), "{argument}");
            let begun = Instant::now();
            match signal {
                None => drop(program.stdout.take()),
                Some((name, _)) => {
                    let id = program.id().to_string();
                    assert!(
                        Command::new("kill")
                            .args(["-s", name, &id])
                            .status()
                            .expect("kill")
                            .success()
                    );
                }
            }
            let output = program.finish();
            let took = begun.elapsed();
            assert_eq!(
                output.status.signal(),
                signal.map(|(_, number)| number),
                "{argument}"
            );
            assert_eq!(
                output.status.code(),
                if signal.is_none() { Some(0) } else { None },
                "{argument}"
            );
            assert!(took < Duration::from_secs(10), "{argument}: {took:?}");
        }
    }
}

#[test]
fn a_reader_that_disappears_ends_it_quietly() {
    for arguments in [
        "\"$1\"",
        "-j3 \"$1\"",
        "- < \"$1\"",
        "-o json \"$1\"",
        "--help",
    ] {
        for reader in ["true", "head -n 1", "head -c 100000", "head -n 20000"] {
            let (_, messages, _) = shell(&format!(
                "{{ \"$0\" {arguments}; echo $? >&2; }} | {reader} > /dev/null"
            ));
            assert_eq!(messages, "0\n", "{arguments} | {reader}");
        }
    }
}

/// The program waits for more input, in one thread or several, and need not write to find out.
#[test]
fn a_reader_that_disappears_ends_it_although_more_input_may_come() {
    for (threads, records) in [("-j1", 1), ("-j2", 600)] {
        let mut program = Running::start(&mut command(SUDOKAT, &[threads, "--stats"]));
        // The last line has no end yet.
        program.write(format!("{PUZZLE}\n").repeat(records) + "53");
        assert!((0..records).all(|_| program.read_line() == *LINE));
        assert!(program.is_running());
        drop(program.stdout.take());
        let begun = Instant::now();
        while program.is_running() {
            assert!(
                begun.elapsed() < Duration::from_secs(10),
                "{threads}: it waits for more input"
            );
            sleep(Duration::from_millis(1));
        }
        assert_eq!(
            printed(program.finish()),
            (answers(0), String::new(), Some(0)),
            "{threads}"
        );
    }
}
