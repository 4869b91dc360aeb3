//! The modules of the library import each other in one direction only.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::files::{project, read, text};

/// The modules along the flow of data: each may import those before it.
const MODULES: [&str; 22] = [
    "grid",
    "symmetry",
    "transformation",
    "solver",
    "canonical",
    "solver::backtracking",
    "solver::search",
    "solver::engine",
    "logic",
    "solver::inquiry",
    "solver::single_grid",
    "solver::batch",
    "solver::parallel",
    "solver::count",
    "puzzle",
    "generate",
    "analysis",
    "input",
    "question",
    "output",
    "stream",
    // Only the program imports these.
    "cli",
];

/// Modules that may import only these, so that solvers can check each other, and formats know no
/// solver. `solver` alone is its goals and answers.
const ONLY: [(&str, &[&str]); 11] = [
    ("grid", &[]),
    ("symmetry", &["grid"]),
    ("transformation", &["grid"]),
    ("solver", &["grid"]),
    ("canonical", &["grid"]),
    ("solver::backtracking", &["grid"]),
    ("solver::search", &["grid", "solver"]),
    ("solver::engine", &["grid", "solver"]),
    ("logic", &["grid"]),
    ("input", &["grid"]),
    ("output", &["grid", "input", "question"]),
];

/// A source file: the path of its module, such as `["solver", "search", "state"]`, and its text.
struct Source {
    path: Vec<String>,
    text: String,
}

impl Source {
    fn new(file: &str, text: &str) -> Source {
        let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
        Source {
            path: path.split('/').map(str::to_string).collect(),
            text: text.replace("\r\n", "\n"),
        }
    }

    /// The code before the tests, without comments and declarations of modules.
    fn code(&self) -> String {
        let code = self.text.split("\n#[cfg(test)]").next().unwrap_or_default();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        code.lines().filter(is_code).collect::<Vec<_>>().join("\n")
    }

    /// The full paths of everything in the crate that the code names.
    fn imports(&self) -> Vec<String> {
        let code = self.code();
        let mut imports = Vec::new();
        for (start, _) in code.match_indices("crate::") {
            read_tree(&code[start + "crate::".len()..], &[], &mut imports);
        }
        for (start, _) in code.match_indices("super::") {
            if code[..start].ends_with("super::") {
                continue;
            }
            let rest = code[start..].trim_start_matches("super::");
            let levels = (code.len() - start - rest.len()) / "super::".len();
            let parent = &self.path[..self.path.len().saturating_sub(levels)];
            read_tree(rest, parent, &mut imports);
        }
        imports
    }
}

/// Reads the path, or the tree of paths in braces, that `code` starts with, and adds each path
/// below `parent`. Returns the code behind it.
fn read_tree<'a>(code: &'a str, parent: &[String], imports: &mut Vec<String>) -> &'a str {
    if let Some(mut rest) = code.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches([' ', '\n', ',']);
            if let Some(behind) = rest.strip_prefix('}') {
                return behind;
            }
            let before = rest.len();
            rest = read_tree(rest, parent, imports);
            assert!(rest.len() < before, "not a tree of paths: {rest}");
        }
    }
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*');
    let (name, rest) = code.split_at(end.unwrap_or(code.len()));
    let path = [parent, &[name.to_string()]].concat();
    match rest.strip_prefix("::") {
        Some(below) => read_tree(below, &path, imports),
        None => {
            imports.push(path.join("::"));
            let is_next = |c| matches!(c, ',' | '}');
            // `use a::{b as c, d}`
            let next = rest
                .strip_prefix(" as ")
                .and_then(|alias| alias.find(is_next));
            next.map_or(rest, |next| &rest[" as ".len() + next..])
        }
    }
}

/// The position in [`MODULES`] of the module that a path leads to: the longest that it starts with.
fn module_of(path: &str) -> Option<usize> {
    let leads_to = |module: &str| path == module || path.starts_with(&format!("{module}::"));
    (0..MODULES.len())
        .filter(|&position| leads_to(MODULES[position]))
        .max_by_key(|&position| MODULES[position].len())
}

/// The imports against the direction, or of modules that only others may import, each as
/// `IMPORTER imports IMPORT`.
fn wrong_imports(source: &Source) -> Vec<String> {
    let file = source.path.join("::");
    let Some(position) = module_of(&file) else {
        return Vec::new();
    };
    let allowed = ONLY
        .iter()
        .find(|(module, _)| *module == MODULES[position])
        .map(|(_, allowed)| *allowed);
    let is_right = |import: &String| {
        let Some(imported) = module_of(import) else {
            return false;
        };
        let is_allowed = allowed.is_none_or(|names| names.contains(&MODULES[imported]));
        imported == position || imported < position && is_allowed
    };
    let mut imports = source.imports();
    imports.retain(|import| !is_right(import));
    imports
        .iter()
        .map(|import| format!("{file} imports {import}"))
        .collect()
}

/// All source files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true if path.ends_with("tests") => (),
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

/// The sources of the library, without tests that are files.
fn library() -> Vec<Source> {
    let root = project("src");
    let mut sources = Vec::new();
    for path in files(&root) {
        let within = path.strip_prefix(&root).expect("below the root");
        let within = within.to_string_lossy().replace('\\', "/");
        let is_module = within.ends_with(".rs") && !within.ends_with("tests.rs");
        if is_module && !within.starts_with("cli/") {
            sources.push(Source::new(&within, &read(&path)));
        }
    }
    sources
}

#[test]
fn imports_point_one_way() {
    let sources = library();
    let wrong: Vec<_> = sources.iter().flat_map(wrong_imports).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");

    let mut imports = sources.iter().flat_map(Source::imports);
    assert!(
        imports.any(|import| import == "solver::Answer"),
        "imports are not found"
    );
    for module in MODULES.iter().filter(|module| **module != "cli") {
        let is_known = |source: &Source| source.path.join("::").starts_with(module);
        assert!(sources.iter().any(is_known), "{module} is not in src");
    }
}

#[test]
fn imports_in_the_wrong_direction_are_found() {
    for (file, text, wrong) in [
        (
            "solver/search/mod.rs",
            "use crate::solver::engine::Engine;",
            "solver::engine::Engine",
        ),
        (
            "solver/search/state.rs",
            "use super::super::backtracking;",
            "solver::backtracking",
        ),
        (
            "solver/backtracking.rs",
            "use super::search::Search;",
            "solver::search::Search",
        ),
        (
            "solver/engine/mod.rs",
            "use crate::{grid::Grid, solver::{search::*, Goal}};",
            "solver::search::*",
        ),
        ("grid.rs", "fn f() { crate::puzzle::f() }", "puzzle::f"),
        (
            "input/rows.rs",
            "use crate::{\n    grid,\n    solver::Answer as A,\n};",
            "solver::Answer",
        ),
        ("stream/mod.rs", "use crate::cli::exit;", "cli::exit"),
        ("logic/mod.rs", "use crate::unknown::Name;", "unknown::Name"),
    ] {
        let importer = Source::new(file, text);
        let expected = format!("{} imports {wrong}", importer.path.join("::"));
        assert_eq!(wrong_imports(&importer), [expected]);
    }
    for (file, text) in [
        (
            "solver/batch.rs",
            "use super::{Answer, backtracking, engine::Engine, search::Search};",
        ),
        (
            "solver/search/state.rs",
            "use super::Search;\nuse crate::grid::{CELLS, Grid};",
        ),
        (
            "grid.rs",
            "// crate::puzzle\n#[cfg(test)]\nmod tests { use crate::puzzle::Puzzle; }",
        ),
    ] {
        assert_eq!(wrong_imports(&Source::new(file, text)), [""; 0], "{file}");
    }
}

/// What a module imports, in the order of [`MODULES`].
fn imports_of(position: usize, sources: &[Source]) -> Vec<&'static str> {
    let is_in = |source: &&Source| module_of(&source.path.join("::")) == Some(position);
    let paths: Vec<String> = sources
        .iter()
        .filter(is_in)
        .flat_map(Source::imports)
        .collect();
    let is_imported = |other: &usize| {
        *other != position && paths.iter().any(|path| module_of(path) == Some(*other))
    };
    let imported = (0..MODULES.len()).filter(is_imported);
    imported.map(|other| MODULES[other]).collect()
}

/// The words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_map_of_the_source_shows_all_imports() {
    let page = text(".github/CONTRIBUTING.md");
    let sources = library();
    let mut wrong = Vec::new();
    for (position, module) in MODULES.iter().enumerate() {
        let imports = imports_of(position, &sources);
        let row = format!("| `{module}` |");
        let row = page
            .lines()
            .find(|line| line.starts_with(&row))
            .unwrap_or_default();
        let last_column = row.trim_end_matches([' ', '|']).rsplit('|').next();
        if *module != "cli"
            && last_column
                .map(quoted)
                .is_none_or(|shown| !shown.eq(imports.iter().copied()))
        {
            wrong.push(format!("`{module}` imports `{}`", imports.join("`, `")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn contributing_names_files_and_items_that_exist() {
    let page = text(".github/CONTRIBUTING.md");
    let mut code = String::new();
    for path in [files(&project("src")), files(&project("tests"))].concat() {
        if path.extension().is_some_and(|extension| extension == "rs") {
            code += &read(&path);
        }
    }
    let is_item = |name: &str| {
        let keywords = [
            "fn", "struct", "enum", "type", "const", "static", "trait", "mod",
        ];
        keywords
            .iter()
            .any(|keyword| code.contains(&format!("{keyword} {name}")))
    };
    let mut checked = 0;
    for name in quoted(&page) {
        let is_name = |part: &str| {
            part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && part.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let is_path = name.contains('/') || name.ends_with(".rs");
        if is_path
            && name
                .split(['/', '.'])
                .filter(|part| !part.is_empty())
                .all(is_name)
        {
            let places = [project(name), project("src").join(name)];
            assert!(
                places.iter().any(|path| path.exists()),
                "there is no {name}"
            );
            checked += 1;
        } else if let Some((owner, member)) = name.split_once("::")
            && is_name(owner)
            && is_name(member)
        {
            // The member may be a variant, which no keyword declares.
            assert!(is_item(owner), "{name}: there is no {owner}");
            assert!(code.contains(member), "{name}: there is no {member}");
            checked += 1;
        } else if name.contains('_') && is_name(name) && name != name.to_uppercase() {
            // It may be a part of the name of a test.
            assert!(code.contains(name), "there is no {name}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} names");
}
