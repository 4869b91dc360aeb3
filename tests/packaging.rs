//! Packages: what the program provides for them (the version, the manual page and the completions),
//! and the workflows that build them.

use std::fs;

use crate::fixtures::files::{Folder, project, text};
use crate::fixtures::program::{SUDOKAT, parts, run, sudokat};
use crate::fixtures::puzzles::{ANSWER, PUZZLE};

/// The newest heading of the change log is `Unreleased`, or the version of Cargo.toml with a date.
#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        sudokat(&["--version"], ""),
        (format!("sudokat {version}\n"), String::new(), 0)
    );
    let log = text("CHANGELOG.md");
    let headings: Vec<&str> = log
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    let Some(newest) = headings.iter().find(|&&heading| heading != "Unreleased") else {
        assert_eq!(headings, ["Unreleased"]);
        return;
    };
    let (named, date) = newest.split_once(" - ").unwrap_or((newest, ""));
    let is_date = date.len() == 10
        && date
            .split('-')
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    assert!(
        is_date,
        "the heading of a release is `## {version} - YEAR-MONTH-DAY`, not `## {newest}`"
    );
    let is_current = named == version || headings[0] == "Unreleased";
    assert!(
        is_current,
        "the newest release in the change log is {named}, Cargo.toml has {version}"
    );
}

#[test]
fn the_manual_page_and_the_completions_have_every_option() {
    let (man, stderr, status) = sudokat(&["--man"], "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    assert!(
        [".TH sudokat 1", ".SH EXAMPLES", ".SH \"EXIT STATUS\""]
            .iter()
            .all(|part| man.contains(part)),
        "{man}"
    );
    let help = sudokat(&["--help"], "").0;
    let options: Vec<&str> = help
        .lines()
        .filter_map(|line| line.split_once("--").filter(|(before, _)| before.len() < 8))
        .filter_map(|(_, rest)| {
            rest.split(|c: char| c != '-' && !c.is_ascii_lowercase())
                .next()
        })
        .filter(|name| !name.is_empty())
        .collect();
    assert!(
        ["verdict", "count", "input-format", "completions"]
            .iter()
            .all(|name| options.contains(name)),
        "{options:?}"
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (text, _, status) = sudokat(&["--completions", shell], "");
        assert!(status == 0 && text.contains("sudokat"), "{shell}");
        for option in &options {
            assert!(
                text.contains(option) && man.contains(&option.replace('-', "\\-")),
                "{shell} {option}"
            );
        }
    }
}

/// A template in a script would be replaced before the shell reads it, quotes and all.
#[test]
fn workflows_do_not_overtake_themselves_and_have_no_template_in_a_script() {
    // A published package has no workflows.
    let Ok(folder) = fs::read_dir(project(".github/workflows")) else {
        return;
    };
    for entry in folder {
        let name = entry
            .expect("a readable folder")
            .file_name()
            .into_string()
            .expect("UTF-8");
        let workflow = text(&format!(".github/workflows/{name}"));
        assert!(workflow.contains("\nconcurrency:\n  group: "), "{name}");
        let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
        let (mut script, mut scripts) = (None, 0);
        for line in workflow.lines() {
            script = script.filter(|&start| indentation(line) > start);
            if line.trim_start_matches([' ', '-']).starts_with("run: ") {
                script = Some(indentation(line));
                scripts += 1;
            }
            assert!(script.is_none() || !line.contains("${{"), "{name}: {line}");
        }
        assert!(scripts >= 4, "{name} has {scripts} scripts");
    }
}

/// Git converts line ends there, unless `.gitattributes` says otherwise. Some texts are part of the
/// program, and tests compare others.
#[test]
fn a_checkout_on_windows_has_the_same_bytes() {
    // A published package is no checkout.
    if !project(".git").exists() {
        return;
    }
    let (folder, root) = (Folder::new(), project(""));
    let git = |arguments: &[&str]| {
        let arguments = [
            &[
                "-C",
                root.to_str().expect("UTF-8"),
                "-c",
                "core.autocrlf=true",
            ],
            arguments,
        ]
        .concat();
        let (stdout, stderr, status) = parts(run("git", &arguments, ""));
        assert_eq!((stderr.as_str(), status), ("", 0), "{arguments:?}");
        stdout
    };
    git(&["checkout-index", "--all", "--prefix", &folder.join("")]);
    let files = git(&["ls-files", "--eol"]);
    assert!(files.lines().count() > 100, "{files}");
    for (eol, path) in files.lines().filter_map(|line| line.split_once('\t')) {
        let bytes = fs::read(folder.join(path)).expect("a file");
        let has_crlf = bytes.windows(2).any(|pair| pair == b"\r\n");
        assert!(!has_crlf || eol.contains("attr/-text"), "{path}: {eol}");
    }
}

/// A wheel is how people without Rust get the program.
#[test]
#[ignore = "needs Python 3.11 with venv and pip"]
fn pip_installs_the_wheel() {
    let folder = Folder::new();
    let script = project(".ci/wheel");
    let script = script.to_str().expect("UTF-8");
    let python = |arguments: &[&str]| {
        let (stdout, stderr, status) = parts(run("python3", arguments, ""));
        assert_eq!(status, 0, "{arguments:?}: {stderr}");
        stdout
    };
    let wheel = python(&[script, SUDOKAT, &folder.join("dist")]);
    let environment = folder.join("environment");
    python(&["-m", "venv", &environment]);
    let bin = format!("{environment}/bin");
    let install = ["install", "--quiet", "--no-index", wheel.trim()];
    let (_, stderr, status) = parts(run(&format!("{bin}/pip"), &install, ""));
    assert_eq!(status, 0, "{stderr}");
    let (stdout, stderr, status) = parts(run(&format!("{bin}/sudokat"), &[], PUZZLE));
    assert_eq!(
        (stdout, stderr, status),
        (format!("{ANSWER}\n"), String::new(), 0)
    );
}
