//! System calls that fail, each in its place: what the program then answers, what it says, and its
//! status. `strace` makes them fail.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fastrand::Rng;

use super::{LINE, MANY, Printed};
use crate::fixtures::files::{Folder, read};
use crate::fixtures::grids;
use crate::fixtures::program::{Running, SUDOKAT, command};
use crate::fixtures::random::Images;

/// The file that a system call is about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Input,
    Output,
    Messages,
    Anywhere,
}

/// How many of the answers must be in the output. They are the first ones, complete, and each is
/// there once.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answers {
    All,
    /// Those of the lines that were read.
    Read,
    /// Those before the fault: not all.
    Some,
    None,
}

/// A call that fails: a part of its name, because whole names differ between architectures; the
/// place; the error and which calls of a thread have it, as `strace` writes them. Then the
/// arguments and what must come of it: answers, message, status. `IN` stands for the path of the
/// input, which is also standard input.
type Fault = (
    &'static str,
    Place,
    &'static str,
    &'static str,
    Answers,
    &'static str,
    i32,
);

const FAULTS: [Fault; 42] = {
    use Answers::{All, None, Read, Some};
    use Place::{Anywhere, Input, Messages, Output};
    const TOO_MANY: &str = "IN: cannot open: Too many open files (os error 24)\n";
    const NO_INPUT: &str = "IN: cannot read: Input/output error (os error 5)\n";
    const NO_OUTPUT: &str =
        "sudokat: cannot write to standard output: Input/output error (os error 5)\n";
    const FULL: &str =
        "sudokat: cannot write to standard output: No space left on device (os error 28)\n";
    [
        // An input is opened, or standard input is duplicated.
        (
            "open",
            Input,
            "EACCES:when=1",
            "IN",
            None,
            "IN: cannot open: Permission denied (os error 13)\n",
            2,
        ),
        ("open", Input, "EMFILE:when=1", "IN", None, TOO_MANY, 2),
        ("open", Input, "EMFILE:when=1", "IN IN", Some, TOO_MANY, 2),
        ("open", Input, "EMFILE:when=2", "IN IN", Some, TOO_MANY, 2),
        (
            "open",
            Input,
            "EMFILE:when=1",
            "IN IN --fail-fast",
            None,
            TOO_MANY,
            2,
        ),
        ("open", Input, "EINTR:when=1", "IN", All, "", 0),
        (
            "fcntl",
            Input,
            "EMFILE:when=1",
            "",
            None,
            "<stdin>: cannot open: Too many open files (os error 24)\n",
            2,
        ),
        // The program queries the input and output files to choose a fast way to read, and to
        // report that both are the same file.
        ("stat", Input, "EIO:when=1", "-j1 IN", All, "", 0),
        ("stat", Input, "EIO:when=1", "-j3 IN", All, "", 0),
        ("stat", Output, "EIO:when=1", "IN", All, "", 0),
        (
            "ioctl",
            Anywhere,
            "EIO:when=1+",
            "IN -o pretty --color auto",
            All,
            "",
            0,
        ),
        // An input is read.
        ("read", Input, "EIO:when=1", "-j1 IN", None, NO_INPUT, 2),
        ("read", Input, "EIO:when=1", "-j3 IN", None, NO_INPUT, 2),
        ("read", Input, "EIO:when=2", "-j1 IN", Read, NO_INPUT, 2),
        ("read", Input, "EIO:when=2", "-j3 IN", Read, NO_INPUT, 2),
        ("read", Input, "EIO:when=6", "-j1 IN", Read, NO_INPUT, 2),
        ("read", Input, "EIO:when=6", "-j3 IN", Read, NO_INPUT, 2),
        (
            "read",
            Input,
            "EIO:when=6",
            "-j3 -o json IN",
            Read,
            NO_INPUT,
            2,
        ),
        ("read", Input, "EINTR:when=1..8", "-j1 IN", All, "", 0),
        ("read", Input, "EINTR:when=1..8", "-j3 IN", All, "", 0),
        ("read", Input, "EAGAIN:when=1..8", "-j3 -", All, "", 0),
        ("close", Input, "EIO:when=1", "IN", All, "", 0),
        // Answers are written, with several threads by one of its own.
        ("write", Output, "ENOSPC:when=1", "-j1 IN", None, FULL, 2),
        ("write", Output, "ENOSPC:when=2", "-j1 IN", Some, FULL, 2),
        ("write", Output, "ENOSPC:when=2", "-j3 IN", Some, FULL, 2),
        (
            "write",
            Output,
            "ENOSPC:when=3",
            "-j1 -o csv IN",
            Some,
            FULL,
            2,
        ),
        ("write", Output, "EIO:when=2", "-j1 IN", Some, NO_OUTPUT, 2),
        ("write", Output, "EIO:when=2", "-j3 IN", Some, NO_OUTPUT, 2),
        ("write", Output, "EPIPE:when=1", "-j1 IN", None, "", 0),
        ("write", Output, "EPIPE:when=2", "-j3 IN", Some, "", 0),
        ("write", Output, "EINTR:when=1..3", "-j1 IN", All, "", 0),
        ("write", Output, "EAGAIN:when=1..3", "-j3 IN", All, "", 0),
        ("write", Output, "EIO:when=1", "--help", None, NO_OUTPUT, 2),
        ("write", Output, "EIO:when=1", "--man", None, NO_OUTPUT, 2),
        // The standard library does not report this error. Only some network file systems have it.
        ("close", Output, "EIO:when=1", "IN", All, "", 0),
        // There is nowhere to report that a message cannot be written. The bar is no message.
        (
            "write",
            Messages,
            "EIO:when=1+",
            "missing.txt IN",
            All,
            "",
            2,
        ),
        ("write", Messages, "EIO:when=1+", "IN --stats", All, "", 2),
        (
            "write",
            Messages,
            "EIO:when=1+",
            "IN IN IN IN IN IN --rate --progress always",
            All,
            "",
            0,
        ),
        // Threads are started: fewer do the work, or the first one alone.
        ("clone", Anywhere, "EAGAIN:when=1", "-j3 IN", All, "", 0),
        ("clone", Anywhere, "EAGAIN:when=1+", "-j3 IN", All, "", 0),
        (
            "clone",
            Anywhere,
            "EAGAIN:when=1+",
            "-j3 --count=100 IN",
            All,
            "",
            0,
        ),
        (
            "sched_getaffinity",
            Anywhere,
            "EPERM:when=1+",
            "IN",
            All,
            "",
            0,
        ),
    ]
};

/// Runs sudokat under `strace`.
struct Injector {
    folder: Folder,
    input: String,
}

impl Injector {
    /// Far more than a run takes; a fault must not make the program wait for ever.
    const LIMIT: Duration = Duration::from_secs(20);

    /// Prepares an input of grids that differ, so that a repeated answer would be seen.
    fn new() -> Injector {
        let (images, random) = (Images::of(&[grids::minimal], 100), &mut Rng::with_seed(1));
        let input: String = (0..MANY / 2)
            .map(|_| format!("{}\n", images.next(random)))
            .collect();
        let folder = Folder::new();
        Injector {
            input: folder.file("many.txt", input),
            folder,
        }
    }

    /// Runs a command with the input, the output and the messages in files.
    fn run(&self, mut command: Command) -> Printed {
        let [output, messages] = ["output", "messages"].map(|name| self.folder.file(name, ""));
        let open = |path: &str| {
            OpenOptions::new()
                .write(true)
                .open(path)
                .expect("a temporary file")
        };
        command
            .stdin(File::open(&self.input).expect("a temporary file"))
            .stdout(open(&output))
            .stderr(open(&messages));
        let status = Running::start_with_limit(&mut command, Injector::LIMIT)
            .finish()
            .status;
        let [output, messages] = [output, messages].map(|path| read(Path::new(&path)));
        (output, messages, status.code())
    }

    /// Runs sudokat without a fault and returns all answers.
    fn answers(&self, arguments: &[&str]) -> String {
        self.run(command(SUDOKAT, arguments)).0
    }

    /// Runs sudokat with a fault. Also returns the log of the calls that can have it.
    fn run_with(
        &self,
        call: &str,
        place: Place,
        error: &str,
        arguments: &[&str],
    ) -> (Printed, String) {
        let log = self.folder.join("log");
        let (trace, inject) = (
            format!("trace=/{call}"),
            format!("inject=/{call}:error={error}"),
        );
        let path = match place {
            Place::Input => Some(self.input.clone()),
            Place::Output => Some(self.folder.join("output")),
            Place::Messages => Some(self.folder.join("messages")),
            Place::Anywhere => None,
        };
        let path: Vec<&str> = path.iter().flat_map(|path| ["-P", path]).collect();
        let options = [
            "-f",
            "-qq",
            "-o",
            &log,
            "-e",
            "signal=none",
            "-e",
            &trace,
            "-e",
            &inject,
        ];
        let printed = self.run(command(
            "strace",
            &[&options, &path[..], &[SUDOKAT], arguments].concat(),
        ));
        (printed, read(Path::new(&log)))
    }
}

#[test]
#[ignore = "needs strace, which may not trace in every container"]
fn each_system_call_that_fails_has_its_message_and_its_status() {
    let injector = Injector::new();
    for fault in FAULTS {
        let (call, place, error, arguments, answers, message, status) = fault;
        let with_path = |text: &str| text.replace("IN", &injector.input);
        let arguments = with_path(arguments);
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let all = injector.answers(&arguments);
        let ((output, messages, its_status), log) =
            injector.run_with(call, place, error, &arguments);
        assert!(
            log.contains("(INJECTED)"),
            "{fault:?} does not happen: {log}"
        );
        assert_eq!(
            (messages, its_status),
            (with_path(message), Some(status)),
            "{fault:?}"
        );
        let bytes_read = || {
            log.lines()
                .filter_map(|line| line.rsplit_once(" = ")?.1.parse::<usize>().ok())
                .sum::<usize>()
        };
        let is_right = match answers {
            Answers::All => output == all,
            Answers::Read => {
                all.starts_with(&output) && output.lines().count() == bytes_read() / LINE.len()
            }
            Answers::Some => all.starts_with(&output) && (1..all.len()).contains(&output.len()),
            Answers::None => output.is_empty(),
        };
        assert!(
            is_right,
            "{fault:?}: {} of {} lines",
            output.lines().count(),
            all.lines().count()
        );
    }
}

#[test]
#[ignore = "needs strace, which may not trace in every container"]
fn a_message_that_is_interrupted_is_written_again() {
    let injector = Injector::new();
    let arguments = ["--check", &injector.input];
    let (whole, fault) = (
        injector.run(command(SUDOKAT, &arguments)),
        "EINTR:when=1..3",
    );
    let (interrupted, log) = injector.run_with("write", Place::Messages, fault, &arguments);
    assert!(log.contains("(INJECTED)") && interrupted == whole, "{log}");
    // The puzzles are unfinished. A lost message would be status 2.
    assert_eq!((whole.1.lines().count(), whole.2), (11, Some(1)));
}

/// These calls are made by the standard library and the C library, at many places. Whichever of
/// them fails, everything is answered, or a message says why not. (`brk` is not among them, because
/// it cannot return an error.)
#[test]
#[ignore = "needs strace, which may not trace in every container"]
fn a_call_of_the_libraries_that_fails_loses_no_answer_without_a_message() {
    let injector = Injector::new();
    let arguments = ["-j3", &injector.input];
    let all = injector.answers(&arguments);
    let (mut faults, mut solved) = (0, 0);
    let calls = [
        ("mmap", "ENOMEM", 40),
        ("mprotect", "ENOMEM", 20),
        ("rt_sig", "EINVAL", 20),
        ("sigaltstack", "ENOMEM", 6),
    ];
    for (call, error, count) in calls {
        for number in 1..=count {
            faults += 1;
            let error = format!("{error}:when={number}");
            let ((output, messages, status), _) =
                injector.run_with(call, Place::Anywhere, &error, &arguments);
            // On a busy machine strace sometimes reports that it could not change what a call
            // returned.
            let messages: String = messages
                .lines()
                .filter(|line| !line.starts_with("strace: "))
                .collect();
            let printed = format!(
                "{call} {error}: {} lines, {messages:?}, {status:?}",
                output.lines().count()
            );
            // The standard library panics where it cannot start a thread, which ends the program in
            // the middle of a write.
            let is_panic = messages.contains("stack_overflow.rs");
            let is_whole = output.is_empty() || output.ends_with('\n') || is_panic;
            assert!(all.starts_with(&output) && is_whole, "{printed}");
            if status == Some(0) {
                assert!(output == all && messages.is_empty(), "{printed}");
                solved += 1;
            } else {
                // Before the program starts, the dynamic loader may end it by a signal, without a
                // message.
                assert!(
                    !messages.is_empty() || output.is_empty() && status.is_none(),
                    "{printed}"
                );
            }
        }
    }
    assert!(
        (20..faults).contains(&solved),
        "{solved} of {faults} faults change nothing"
    );
}
