//! The progress bar on standard error.
//!
//! ```text
//!  43% [============>                 ] 1,234,567 grids, 2,345,678/s, 2s left
//! 3,456,789 grids, 2,345,678/s, 1s
//! ```
//!
//! A thread draws it again and again, so that the time passes even while nothing is read or written. What goes to the same terminal
//! must be written through [`suspend`].

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use console::Term;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::{When, is_wanted};

/// The delay before a bar appears by itself.
const DELAY: Duration = Duration::from_secs(1);

/// How often the bar is drawn in a second.
const REFRESH_RATE: u8 = 10;

/// The bar while an input of known size is being read, and the bar otherwise. The message is the number of grids and their rate.
const TEMPLATE: &str = "{percent:>3}% [{bar:30}] {msg}, {eta} left";
const TEMPLATE_WITHOUT_SIZE: &str = "{msg}, {elapsed}";

/// The bar, if it is wanted.
static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// Starts a bar, if it is wanted, for inputs with this many bytes, if they are files.
pub fn start(when: When, size: impl FnOnce() -> Option<u64>) {
    // The target is hidden unless standard error is a terminal that can move its cursor.
    let is_useful = || !io::stdout().is_terminal() && !ProgressDrawTarget::stderr().is_hidden();
    if !is_wanted(when, is_useful) {
        return;
    }
    let size = size();
    let template = if size.is_some() { TEMPLATE } else { TEMPLATE_WITHOUT_SIZE };
    let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden()).with_style(style(template));
    let bar = BAR.get_or_init(|| bar);
    update(0);
    if when == When::Always {
        show(bar);
    }
    // Without the thread, the bar does not appear by itself.
    let _ = thread::Builder::new().spawn(|| {
        thread::sleep(DELAY);
        if bar.is_hidden() {
            show(bar);
        }
        loop {
            thread::sleep(Duration::from_secs(1) / REFRESH_RATE.into());
            bar.tick();
        }
    });
}

fn show(bar: &ProgressBar) {
    // `ProgressDrawTarget::term` hides the bar if standard error is a file; `term_like` does not.
    let terminal = Box::new(Term::buffered_stderr());
    bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(terminal, REFRESH_RATE));
    bar.tick();
}

/// Advances the bar by the bytes that have been read.
pub fn advance(bytes: usize) {
    let Some(bar) = BAR.get() else { return };
    let bytes = bytes as u64;
    if bar.length().is_some_and(|length| bar.position() + bytes >= length) {
        // Everything has been read, and nobody knows how long the rest of it takes.
        bar.set_style(style(TEMPLATE_WITHOUT_SIZE));
        bar.unset_length();
    }
    bar.inc(bytes);
}

/// Shows the number of grids so far.
pub fn update(grids: u64) {
    let Some(bar) = BAR.get() else { return };
    let rate = grids as f64 / bar.elapsed().as_secs_f64().max(1e-3);
    let s = if grids == 1 { "" } else { "s" };
    bar.set_message(format!("{} grid{s}, {}/s", HumanCount(grids), HumanCount(rate as u64)));
}

/// Hides the bar while something is written to its terminal.
pub fn suspend<T>(write: impl FnOnce() -> T) -> T {
    match BAR.get() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes the bar.
pub fn end() {
    BAR.get().into_iter().for_each(ProgressBar::finish_and_clear);
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_well_formed() {
        for template in [TEMPLATE, TEMPLATE_WITHOUT_SIZE] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
