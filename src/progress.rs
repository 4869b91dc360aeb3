//! The progress bar on standard error.
//!
//! ```text
//!  43% [========>           ] 1234567 grids, 2345678/s, 0:02 left
//! 3456789 grids, 2345678/s, 0:01
//! ```
//!
//! A thread redraws it regularly, so the time advances even while nothing is read or written.
//! Everything else on the same terminal must be written through [`suspend`].

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use terminal_size::{Width, terminal_size_of};

/// How long to wait before the bar is drawn again.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// The width of the bar between its brackets.
const BAR_COLUMNS: usize = 20;

/// The bar, from its start to the end of the program.
static BAR: Mutex<Option<Bar>> = Mutex::new(None);

/// The figures in the bar.
pub struct Bar {
    started: Instant,
    /// The number of bytes in all inputs, if these are files.
    total_bytes: Option<u64>,
    pub bytes_read: u64,
    pub grids: u64,
    /// The columns that the bar takes up on the terminal: 0 if it is hidden.
    shown_columns: usize,
}

impl Bar {
    fn draw(&mut self) {
        let width = terminal_size_of(io::stderr()).map_or(80, |(Width(width), _)| width);
        let mut text = self.text(self.started.elapsed().as_secs_f64());
        // A terminal goes to the next line after its last column.
        text.truncate(usize::from(width).saturating_sub(1));
        // The spaces erase a longer text. Unlike escape sequences, they work on all terminals.
        let _ = io::stderr().write_all(format!("\r{text:0$}", self.shown_columns).as_bytes());
        self.shown_columns = text.len();
    }

    fn erase(&mut self) {
        if self.shown_columns > 0 {
            let _ = io::stderr().write_all(format!("\r{:1$}\r", "", self.shown_columns).as_bytes());
            self.shown_columns = 0;
        }
    }

    fn text(&self, seconds: f64) -> String {
        let s = if self.grids == 1 { "" } else { "s" };
        let rate = self.grids as f64 / seconds.max(1e-3);
        let grids = format!("{} grid{s}, {rate:.0}/s", self.grids);
        let time = |seconds: f64| format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60);
        let done = self.total_bytes.map_or(1.0, |total| self.bytes_read as f64 / total as f64);
        // Once everything has been read, the remaining time is unknown.
        if done >= 1.0 {
            return format!("{grids}, {}", time(seconds));
        }
        let (percent, bar) = ((100.0 * done) as u32, "=".repeat((done * BAR_COLUMNS as f64) as usize) + ">");
        let left = if done > 0.0 { format!(", {} left", time(seconds / done - seconds)) } else { String::new() };
        format!("{percent:3}% [{bar:BAR_COLUMNS$}] {grids}{left}")
    }
}

/// Starts a bar that appears after the delay; `None` means no bar. `total_bytes` counts the bytes
/// in all inputs, if they are files.
pub fn start(delay: Option<Duration>, total_bytes: impl FnOnce() -> Option<u64>) {
    let Some(delay) = delay else { return };
    let total_bytes = total_bytes().filter(|&total| total > 0);
    *lock() = Some(Bar { started: Instant::now(), total_bytes, bytes_read: 0, grids: 0, shown_columns: 0 });
    let draw = move || {
        thread::sleep(delay);
        while lock().as_mut().map(Bar::draw).is_some() {
            thread::sleep(REDRAW_INTERVAL);
        }
    };
    // Without the thread, there is no bar.
    let _ = thread::Builder::new().spawn(draw);
}

/// Changes what the bar shows.
pub fn update(change: impl FnOnce(&mut Bar)) {
    if let Some(bar) = &mut *lock() {
        change(bar);
    }
}

/// Hides the bar while something is written to its terminal.
pub fn suspend<T>(write: impl FnOnce() -> T) -> T {
    let mut bar = lock();
    let Some(shown) = bar.as_mut().filter(|bar| bar.shown_columns > 0) else {
        // Other threads may continue while this one waits for a pipe.
        drop(bar);
        return write();
    };
    shown.erase();
    let written = write();
    shown.draw();
    written
}

/// Removes the bar.
pub fn end() {
    if let Some(mut bar) = lock().take() {
        bar.erase();
    }
}

fn lock() -> MutexGuard<'static, Option<Bar>> {
    BAR.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_shows_how_much_has_been_read_and_how_long_the_rest_takes() {
        let text = |seconds, total_bytes, bytes_read, grids| {
            Bar { started: Instant::now(), total_bytes, bytes_read, grids, shown_columns: 0 }.text(seconds)
        };
        assert_eq!(text(0.0, None, 0, 1), "1 grid, 1000/s, 0:00");
        assert_eq!(text(10.0, Some(1000), 0, 0), "  0% [>                   ] 0 grids, 0/s");
        let half = " 49% [=========>          ] 1234567 grids, 123457/s, 0:10 left";
        assert_eq!(text(10.0, Some(1000), 499, 1_234_567), half);
        // Input that has been read may not have been answered.
        assert_eq!(text(3661.0, Some(1000), 1000, 1000), "1000 grids, 0/s, 61:01");
    }
}
