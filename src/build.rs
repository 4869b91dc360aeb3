//! Sets `cfg(unoptimized)` in unoptimized builds: there the engine needs more stack than threads
//! have by default (see `with_enough_stack` in `solver/batch.rs`).

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimized)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
    }
}
