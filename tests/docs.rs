//! The README and the pages in `examples`: every command of their console blocks is run and must
//! print what the page shows, and every link to a file has a target.
//!
//! A block is fenced as `console`. In it `$ ` begins a command, `> ` continues it, and all other
//! lines are its output, errors included. A block that is fenced as `sh` is a script that prints
//! nothing. The commands of a page run one after the other in a temporary folder with the files
//! `examples/*.txt`.
#![cfg(target_os = "linux")]

use std::fs;

use crate::fixtures::files::{Folder, project, text};
use crate::fixtures::program::{Running, SUDOKAT, command, parts};
use crate::fixtures::puzzles::PUZZLE;

struct Example {
    line: usize,
    command: String,
    output: String,
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut fence = "```";
    for (i, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            fence = line;
            if fence == "```sh" {
                examples.push(Example {
                    line: i + 1,
                    command: String::new(),
                    output: String::new(),
                });
            }
        } else if fence == "```sh" {
            examples.last_mut().expect("the script").command += &format!("{line}\n");
        } else if fence == "```console" {
            match (
                line.strip_prefix("$ "),
                line.strip_prefix("> "),
                examples.last_mut(),
            ) {
                (Some(command), ..) => {
                    examples.push(Example {
                        line: i + 1,
                        command: format!("{command}\n"),
                        output: String::new(),
                    });
                }
                (None, Some(more), Some(example)) => example.command += &format!("{more}\n"),
                (None, None, Some(example)) => example.output += &format!("{line}\n"),
                _ => panic!("line {}: output before any command", i + 1),
            }
        }
    }
    examples
}

/// A temporary folder with the puzzles where the page expects them.
fn folder(page: &str) -> Folder {
    let folder = Folder::new();
    let puzzles = if page.starts_with("examples/") {
        folder.path().into()
    } else {
        folder.path().join("examples")
    };
    fs::create_dir_all(&puzzles).expect("a temporary folder");
    for entry in fs::read_dir(project("examples")).expect("readable") {
        let name = entry
            .expect("readable")
            .file_name()
            .into_string()
            .expect("UTF-8");
        if name.ends_with(".txt") {
            fs::write(puzzles.join(&name), text(&format!("examples/{name}")))
                .expect("a temporary file");
        }
    }
    folder
}

/// Runs a command in Bash, with the program under test first on the path. Returns everything it
/// prints, and its status.
fn bash(folder: &Folder, line: &str) -> (String, i32) {
    let program = std::path::Path::new(SUDOKAT)
        .parent()
        .expect("a folder")
        .to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([program].into_iter().chain(std::env::split_paths(&path)))
        .expect("a path");
    let mut command = command("bash", &["-c", &format!("exec 2>&1\n{line}")]);
    command
        .current_dir(folder.path())
        .env("PATH", path)
        .env("LC_ALL", "C")
        .env_remove("BASH_ENV");
    let (printed, _, status) = parts(Running::start(&mut command).finish());
    (printed, status)
}

fn check(page: &str, at_least: usize) {
    let examples = examples(&text(page));
    assert!(
        examples.len() >= at_least,
        "{page} has {} commands",
        examples.len()
    );
    let folder = folder(page);
    for Example {
        line,
        command,
        output,
    } in examples
    {
        assert_eq!(
            bash(&folder, &command).0,
            output,
            "{page}:{line}: {command}"
        );
    }
}

#[test]
fn the_readme_prints_what_it_shows() {
    check("README.md", 5);
}

/// The table "I want to ... | I type ..." of the README, from top to bottom in one folder: later
/// commands use the files of earlier ones.
#[test]
fn the_commands_in_the_table_of_the_readme_work() {
    let folder = folder("examples/");
    folder.file("sudoku.csv", format!("quizzes\n{PUZZLE}\n"));
    let readme = text("README.md").replace("\\|", "\u{2}");
    let typed = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split('|').nth(1));
    let commands: Vec<String> = typed
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .filter(|code| code.starts_with("sudokat "))
        .map(|code| code.replace('\u{2}', "|"))
        .collect();
    assert!(commands.len() >= 18, "{commands:?}");
    for command in commands {
        let (printed, status) = bash(&folder, &format!("set -o pipefail; {command}"));
        assert_eq!(status, 0, "{command}: {printed}");
    }
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
#[ignore = "needs GNU parallel (Debian: apt install parallel)"]
fn the_cluster_page_prints_what_it_shows() {
    check("examples/cluster.md", 7);
}

/// The numbered rules of a page, word by word.
fn numbered_rules(page: &str) -> Vec<String> {
    let is_rule = |line: &&str| {
        line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(". **")
            || line.starts_with("   ")
    };
    page.lines()
        .skip_while(|line| !is_rule(line))
        .take_while(is_rule)
        .flat_map(str::split_whitespace)
        .map(String::from)
        .collect()
}

#[test]
fn the_rules_for_rows_are_the_same_in_the_source_and_on_the_page() {
    let heads = ["src/input/cell_reader/mod.rs", "src/input/rows/mod.rs"];
    let source = heads.map(|file| numbered_rules(&text(file).replace("//! ", "")));
    let rules = numbered_rules(&text("examples/formats.md"));
    assert!(rules.len() > 400, "{} words", rules.len());
    assert_eq!(source.concat(), rules);
}

/// The Markdown files in a folder of the project and in the folders below it.
fn pages(folder: &str) -> Vec<String> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(project(folder)).expect("readable") {
        let entry = entry.expect("readable");
        let path = format!(
            "{folder}/{}",
            entry.file_name().into_string().expect("UTF-8")
        );
        if path.ends_with(".md") {
            pages.push(path);
        } else if entry.file_type().expect("readable").is_dir() {
            pages.extend(self::pages(&path));
        }
    }
    pages
}

/// Pictures are links too: `](examples/terminal.svg)`.
#[test]
fn links_to_files_have_a_target() {
    let mut links = 0;
    for page in ["README.md".to_string(), "CHANGELOG.md".into()]
        .into_iter()
        .chain(pages("examples"))
        .chain(pages("tests"))
    {
        let folder = project(&page).parent().expect("a folder").to_path_buf();
        for link in text(&page)
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let (file, _) = link.split_once('#').unwrap_or((link, ""));
            if !link.starts_with("https://") {
                assert!(folder.join(file).exists(), "{page}: {link}");
                links += 1;
            }
        }
    }
    assert!(links >= 8, "{links} links to files");
}
