//! Links the release program statically where the system can: the dynamic loader would take a third of the time that one
//! grid takes. `-C target-feature=+crt-static` does the same, but not for a plain `cargo build`: without `--target` it also
//! reaches the procedural macros, which cannot be static.
//!
//! It takes the static archives of GNU libc, which come with the compiler on most distributions and not on all. Where one is
//! missing, and for any other target or profile, linking stays as it was.

use std::env::{self, var};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the standard library asks the linker for.
const ASKED_FOR: [&str; 7] = ["c", "dl", "gcc_s", "m", "pthread", "rt", "util"];
/// The archives that hold it: `gcc_s` exists as two halves only.
const ARCHIVES: [&str; 8] = ["c", "dl", "gcc", "gcc_eh", "m", "pthread", "rt", "util"];

fn main() {
    println!("cargo:rerun-if-changed=src/build.rs");
    // Unoptimized, the engine needs more stack than threads have by default: see `batch`.
    println!("cargo::rustc-check-cfg=cfg(unoptimized)");
    let setting = |name: &str| var(name).unwrap_or_default();
    if setting("OPT_LEVEL") == "0" {
        println!("cargo::rustc-cfg=unoptimized");
    }
    let target = setting("TARGET");
    let native_gnu_libc = target == setting("HOST") && target.contains("-linux-gnu");
    let static_already = setting("CARGO_CFG_TARGET_FEATURE").contains("crt-static");
    if !native_gnu_libc || setting("PROFILE") != "release" || static_already {
        return;
    }
    let archives: Option<Vec<PathBuf>> = ARCHIVES.iter().map(|name| archive(name)).collect();
    if let (Some(archives), Some(out)) = (archives, env::var_os("OUT_DIR")) {
        link(&archives, &Path::new(&out).join("archives"));
    }
}

/// Where the compiler finds a static library; it echoes the mere name of one that it does not find.
fn archive(name: &str) -> Option<PathBuf> {
    let output = Command::new("cc").arg(format!("-print-file-name=lib{name}.a")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
    path.is_absolute().then_some(path)
}

/// `-static` alone would not do: the libraries are named after a `-Bdynamic`. So a folder that is searched first answers
/// each name with a linker script that stands for the archives.
fn link(archives: &[PathBuf], folder: &Path) {
    let names: Vec<String> = archives.iter().map(|archive| format!("\"{}\"", archive.display())).collect();
    let script = format!("GROUP({})\n", names.join(" "));
    let write = |name| fs::write(folder.join(format!("lib{name}.a")), &script);
    if fs::create_dir_all(folder).and_then(|()| ASKED_FOR.iter().try_for_each(write)).is_ok() {
        println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
        println!("cargo:rustc-link-arg-bins=-no-pie");
        println!("cargo:rustc-link-arg-bins=-static");
    }
}
