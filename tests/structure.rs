//! The modules of the library import each other in one direction only.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::files::{project, read};

/// The modules along the flow of data: each may import those before it.
const MODULES: [&str; 21] = [
    "grid",
    "answer",
    "canonical",
    "solver",
    "search",
    "engine",
    "logic",
    "batch",
    "puzzle",
    "parallel",
    "inquiry",
    "generate",
    "analysis",
    "input",
    "read",
    "reply",
    "check",
    "output",
    "question",
    "options",
    "stream",
];

/// Modules that may import only these, so that solvers can check each other, and formats know
/// neither solvers nor questions.
const ONLY: [(&str, &[&str]); 9] = [
    ("grid", &[]),
    ("answer", &["grid"]),
    ("canonical", &["grid"]),
    ("solver", &["grid"]),
    ("search", &["grid", "answer"]),
    ("engine", &["grid", "answer"]),
    ("logic", &["grid"]),
    ("input", &["grid"]),
    ("output", &["grid", "input", "reply"]),
];

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// The names that follow a `crate::` in the code before the tests.
fn imports(source: &str) -> Vec<String> {
    let code = source.split("\n#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let names = lines.flat_map(|line| {
        line.split("crate::")
            .skip(1)
            .map(str::to_string)
            .collect::<Vec<_>>()
    });
    names
        .map(|rest| {
            rest.chars()
                .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                .collect()
        })
        .collect()
}

#[test]
fn imports_point_one_way() {
    let root = project("src");
    let mut seen = Vec::new();
    for path in sources(&root) {
        let within = path
            .strip_prefix(&root)
            .expect("below the root")
            .to_string_lossy()
            .replace('\\', "/");
        if within.ends_with("tests.rs") {
            continue;
        }
        let module = within
            .split(['/', '.'])
            .next()
            .unwrap_or_default()
            .to_string();
        let Some(position) = MODULES.iter().position(|known| *known == module) else {
            continue;
        };
        seen.push(position);
        for import in imports(&read(&path).replace("\r\n", "\n")) {
            let known = MODULES.iter().position(|known| *known == import);
            assert!(
                known.is_some_and(|known| known <= position),
                "{within} imports {import}"
            );
            if let Some((_, allowed)) = ONLY.iter().find(|(only, _)| *only == module) {
                assert!(
                    import == module || allowed.contains(&import.as_str()),
                    "{within} imports {import}"
                );
            }
        }
    }
    assert!(
        (0..MODULES.len()).all(|position| seen.contains(&position)),
        "a module is missing: {seen:?}"
    );
}
