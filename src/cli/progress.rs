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
        let seconds = self.started.elapsed().as_secs_f64();
        let time = |seconds: f64| format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60);
        let s = if self.grids == 1 { "" } else { "s" };
        let grids = format!(
            "{} grid{s}, {:.0}/s",
            self.grids,
            self.grids as f64 / seconds
        );
        let done = self
            .total_bytes
            .map_or(0.0, |total| self.bytes_read as f64 / total as f64);
        let text = if done > 0.0 && done < 1.0 {
            let bar = "=".repeat((done * 20.0) as usize) + ">";
            format!(
                "{:3}% [{bar:20}] {grids}, {} left",
                (100.0 * done) as u32,
                time(seconds / done - seconds)
            )
        } else {
            // Before the first read and after the last, the remaining time is unknown.
            format!("{grids}, {}", time(seconds))
        };
        // A terminal goes to the next line after its last column.
        let width = terminal_size_of(io::stderr())
            .map_or(79, |(Width(width), _)| usize::from(width).saturating_sub(1));
        // Spaces erase a longer text. Unlike escape sequences, they work on all terminals.
        let _ =
            io::stderr().write_all(format!("{text:0$.width$}\r", self.shown_columns).as_bytes());
        self.shown_columns = width.min(text.len());
    }

    fn erase(&mut self) {
        if self.shown_columns > 0 {
            let _ = io::stderr().write_all(format!("{:1$}\r", "", self.shown_columns).as_bytes());
            self.shown_columns = 0;
        }
    }
}

/// Starts a bar that appears after this delay. `total_bytes` counts the bytes in all inputs, if
/// they are files.
pub fn start(delay: Duration, total_bytes: Option<u64>) {
    *lock() = Some(Bar {
        started: Instant::now(),
        total_bytes,
        bytes_read: 0,
        grids: 0,
        shown_columns: 0,
    });
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

/// Hides the bar while something is written to its terminal. The thread draws it again.
pub fn suspend<T>(write: impl FnOnce() -> T) -> T {
    let mut bar = lock();
    match &mut *bar {
        Some(shown) => shown.erase(),
        // Other threads may continue while this one waits for a pipe.
        None => drop(bar),
    }
    write()
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
