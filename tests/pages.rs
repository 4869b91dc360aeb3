//! The README and the pages in `examples` tell the truth: every command of their console blocks is run, and must print what
//! the page shows; what they link to is there.
//!
//! A block is fenced as `console`; in it `$ ` begins a command, `> ` goes on with it, and all else is its output, errors
//! included. The commands of a page run one after another in a folder of its own, which begins with `examples/*.txt`.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{SUDOKAT, skipped};

struct Example {
    line: usize,
    command: String,
    output: String,
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (i, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            match (line.strip_prefix("$ "), line.strip_prefix("> "), examples.last_mut()) {
                (Some(command), ..) => {
                    examples.push(Example { line: i + 1, command: format!("{command}\n"), output: String::new() });
                }
                (None, Some(more), Some(example)) => example.command += &format!("{more}\n"),
                (None, None, Some(example)) => example.output += &format!("{line}\n"),
                _ => panic!("line {}: output before any command", i + 1),
            }
        }
    }
    examples
}

/// A folder for the commands of a page, which has the puzzles where they are as seen from the page's own.
fn folder(page: &str) -> PathBuf {
    let name = Path::new(page).file_name().expect("a page");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let puzzles = if page.starts_with("examples/") { folder.clone() } else { folder.join("examples") };
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&puzzles).expect("a temporary folder");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).expect("readable") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            fs::copy(&path, puzzles.join(path.file_name().expect("a name"))).expect("copied");
        }
    }
    folder
}

/// Bash, for a minute at most, in this folder, with the program under test first on the path.
fn bash(folder: &Path, command: &str) -> (String, Option<i32>) {
    let program = Path::new(SUDOKAT).parent().expect("a folder").to_str().expect("UTF-8");
    let output = Command::new("timeout")
        .args(["60", "bash", "-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", format!("{program}:{}", std::env::var("PATH").expect("a path")))
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .expect("bash starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn check(page: &str, at_least: usize) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("a page");
    let examples = examples(&text);
    assert!(examples.len() >= at_least, "{page} has {} commands", examples.len());
    let folder = folder(page);
    for Example { line, command, output } in examples {
        let (printed, _) = bash(&folder, &command);
        assert_eq!(printed, output, "{page}:{line}: {command}");
    }
}

#[test]
fn the_readme_prints_what_it_shows() {
    check("README.md", 7);
}

#[test]
fn the_recipes_print_what_the_page_shows() {
    check("examples/recipes.md", 15);
}

#[test]
fn the_formats_print_what_the_page_shows() {
    check("examples/formats.md", 3);
}

#[test]
fn the_cluster_page_prints_what_it_shows() {
    if bash(Path::new("."), "command -v parallel").1 == Some(0) {
        check("examples/cluster.md", 8);
    } else {
        skipped("examples/cluster.md", "no GNU parallel (Debian: apt install parallel)");
    }
}

/// Pictures are links too: `](tests/screens/terminal.svg)`.
#[test]
fn what_the_pages_link_to_is_there() {
    let mut pictures = 0;
    for page in
        ["README.md", "examples/recipes.md", "examples/formats.md", "examples/cluster.md", "tests/bench/README.md"]
    {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_elsewhere = link.starts_with("https://") || link.starts_with('#');
            let target = page.parent().expect("a folder").join(link);
            assert!(is_elsewhere || target.exists(), "{}: {link}", page.display());
            pictures += usize::from(link.ends_with(".svg"));
        }
    }
    assert!(pictures >= 3, "{pictures} pictures");
}
