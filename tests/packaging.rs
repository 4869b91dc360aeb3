//! The parts of a package that the program provides: the version, the manual page and the completions.

use crate::fixtures::files::text;
use crate::fixtures::program::sudokat;

/// The newest heading of the change log is `Unreleased`, or the version of Cargo.toml with a date.
#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(sudokat(&["--version"], ""), (format!("sudokat {version}\n"), String::new(), 0));
    let log = text("CHANGELOG.md");
    let headings: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let Some(newest) = headings.iter().find(|&&heading| heading != "Unreleased") else {
        assert_eq!(headings, ["Unreleased"]);
        return;
    };
    let (named, date) = newest.split_once(" - ").unwrap_or((newest, ""));
    let is_date = date.len() == 10 && date.split('-').all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    assert!(is_date, "the heading of a release is `## {version} - YEAR-MONTH-DAY`, not `## {newest}`");
    let is_current = named == version || headings[0] == "Unreleased";
    assert!(is_current, "the newest release in the change log is {named}, Cargo.toml has {version}");
}

#[test]
fn the_manual_page_and_the_completions_have_every_option() {
    let (man, stderr, status) = sudokat(&["--man"], "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    assert!([".TH sudokat 1", ".SH EXAMPLES", ".SH \"EXIT STATUS\""].iter().all(|part| man.contains(part)), "{man}");
    let help = sudokat(&["--help"], "").0;
    let options: Vec<&str> = help
        .lines()
        .filter_map(|line| line.split_once("--").filter(|(before, _)| before.len() < 8))
        .filter_map(|(_, rest)| rest.split(|c: char| c != '-' && !c.is_ascii_lowercase()).next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(
        ["verdict", "count", "input-format", "completions"].iter().all(|name| options.contains(name)),
        "{options:?}"
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (text, _, status) = sudokat(&["--completions", shell], "");
        assert!(status == 0 && text.contains("sudokat"), "{shell}");
        for option in &options {
            assert!(text.contains(option) && man.contains(&option.replace('-', "\\-")), "{shell} {option}");
        }
    }
}
