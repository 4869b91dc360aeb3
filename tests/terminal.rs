//! The program on a terminal: how input ends there, and when it shows colors and a progress bar.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::fixtures::program::{Running, SUDOKAT, command, parts};
use crate::fixtures::puzzles::{ANSWER, PUZZLE};

/// Both sides of a terminal: the one where a person types and looks, and that of a program.
fn terminal() -> (File, File) {
    let person =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&person).expect("our terminal");
    unlockpt(&person).expect("our terminal");
    let name = ptsname(&person, Vec::new()).expect("our terminal");
    let flags = i32::try_from(OFlags::NOCTTY.bits()).expect("a flag");
    let program = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(flags)
        .open(OsStr::from_bytes(name.to_bytes()));
    (File::from(person), program.expect("our terminal"))
}

/// What a program has written to its side of a terminal until it ended.
fn shown(mut person: File) -> String {
    let mut text = Vec::new();
    // The end is an error.
    let _ = person.read_to_end(&mut text);
    String::from_utf8(text).expect("UTF-8")
}

fn start(command: &mut Command) -> Running {
    Running::start_with_limit(command, Duration::from_secs(20))
}

#[test]
fn one_ctrl_d_ends_the_input() {
    for (typed, answer) in [
        (String::new(), String::new()),
        (format!("{PUZZLE}\n"), format!("{ANSWER}\n")),
    ] {
        let (mut person, program) = terminal();
        let running = start(command(SUDOKAT, &[]).stdin(OwnedFd::from(program)));
        person
            .write_all(format!("{typed}\x04").as_bytes())
            .expect("someone types");
        let (answers, messages, status) = parts(running.finish());
        assert_eq!(
            (answers, status),
            (answer, if typed.is_empty() { 2 } else { 0 }),
            "{messages}"
        );
        assert!(
            messages.starts_with("sudokat: type or paste a grid")
                && messages.contains("press Ctrl-D; to read a file, type sudokat FILE;"),
            "{messages}"
        );
    }
}

#[test]
fn colors_are_shown_on_a_terminal_unless_its_user_refuses() {
    for (variable, value, has_colors) in [
        ("TERM", "xterm", true),
        ("NO_COLOR", "", true),
        ("NO_COLOR", "1", false),
        ("TERM", "dumb", false),
    ] {
        let (person, program) = terminal();
        let mut command = command(SUDOKAT, &["-opretty"]);
        command
            .env("TERM", "xterm")
            .env(variable, value)
            .stdout(OwnedFd::from(program));
        let mut running = start(&mut command);
        // It would hold the side of the program open.
        drop(command);
        running.write(PUZZLE);
        assert_eq!(running.finish().status.code(), Some(0));
        let shown = shown(person);
        assert!(
            shown.contains("5") && shown.contains('\x1b') == has_colors,
            "{variable}={value}: {shown:?}"
        );
    }
}

#[test]
fn the_progress_bar_appears_after_a_second_and_disappears() {
    for pause in [0, 1300] {
        let (person, program) = terminal();
        let mut command = command(SUDOKAT, &[]);
        let mut running = start(command.stderr(OwnedFd::from(program)));
        drop(command);
        running.write(format!("{PUZZLE}\n"));
        sleep(Duration::from_millis(pause));
        assert_eq!(running.finish().status.code(), Some(0));
        let shown = shown(person);
        assert_eq!(shown.contains("1 grid, "), pause > 0, "{shown:?}");
        assert!(shown.is_empty() || shown.ends_with(" \r"), "{shown:?}");
    }
}
