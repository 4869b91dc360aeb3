//! What a release says of itself: one version everywhere.

use std::process::Command;

/// The newest heading of the change log is the version to come, `Unreleased`, or that of Cargo.toml, which is then dated.
#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    let output = Command::new(env!("CARGO_BIN_EXE_sudokat")).arg("--version").output().expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("sudokat {version}\n"));

    let headings: Vec<&str> =
        include_str!("../CHANGELOG.md").lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let released = headings.iter().find(|&&heading| heading != "Unreleased");
    if let Some(heading) = released {
        let (named, date) = heading.split_once(" - ").unwrap_or((heading, ""));
        let is_date = date.len() == 10 && date.split('-').all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        assert!(is_date, "a release is headed `## {version} - YEAR-MONTH-DAY`, not `## {heading}`");
        assert!(
            named == version || headings[0] == "Unreleased",
            "the change log ends at {named}, Cargo.toml at {version}"
        );
    } else {
        assert_eq!(headings, ["Unreleased"]);
    }
}
