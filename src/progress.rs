//! How far it is, on standard error: a bar on the last line, which makes room for messages and answers.
//!
//! ```text
//!  43 % [=================>                      ] 1234567 grids, 2345678/s, 0:12 left
//! ```
//!
//! All that is shown is kept behind one lock, which is taken once for each piece that is read or written.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::When;

/// How often the bar is drawn, and when first where nobody has asked for it.
const INTERVAL: Duration = Duration::from_millis(100);
const AUTO_AFTER: Duration = Duration::from_secs(1);

/// Between two tries to read or write what is not ready.
const PAUSE: Duration = Duration::from_millis(1);

/// Columns between the brackets.
const WIDTH: u64 = 30;

/// The bar, if there is one.
pub type Shared = Option<Arc<Mutex<Bar>>>;

/// What is shown.
pub struct Bar {
    started: Instant,
    /// When to draw next.
    due: Instant,
    /// Bytes read so far, and how many there are, if that is known.
    read: u64,
    size: Option<u64>,
    /// It is on the screen.
    is_shown: bool,
}

/// A bar for these files, if one is wanted.
pub fn bar(when: When, files: &[PathBuf]) -> Shared {
    let delay = match when {
        When::Auto if io::stderr().is_terminal() && !io::stdout().is_terminal() => AUTO_AFTER,
        When::Always => Duration::ZERO,
        When::Auto | When::Never => return None,
    };
    let started = Instant::now();
    let is_standard = files.is_empty() || files.iter().any(|file| file.as_os_str() == "-");
    let length = |metadata: fs::Metadata| Some(metadata.len()).filter(|_| metadata.is_file());
    let size_of = |file: &PathBuf| fs::metadata(file).ok().and_then(length);
    let standard = || crate::standard_input().ok()?.metadata().ok().and_then(length);
    let named = || files.iter().filter(|file| file.as_os_str() != "-").map(size_of).sum::<Option<u64>>();
    let size = if is_standard { standard().and_then(|size| Some(size + named()?)) } else { named() };
    Some(Arc::new(Mutex::new(Bar { started, due: started + delay, read: 0, size, is_shown: false })))
}

/// Draws the bar if it is due, with the number of grids so far.
pub fn show(bar: &Arc<Mutex<Bar>>, grids: u64) {
    if let Ok(mut bar) = bar.lock() {
        let now = Instant::now();
        if now >= bar.due {
            bar.due = now + INTERVAL;
            bar.is_shown = true;
            let line = bar.line(grids, now.duration_since(bar.started).as_secs_f64());
            let _ = io::stderr().write_all(format!("\r{line}\x1b[K").as_bytes());
        }
    }
}

/// Takes the bar off the screen, for good.
pub fn end(bar: &Shared) {
    if let Some(Ok(mut bar)) = bar.as_ref().map(|bar| bar.lock()) {
        bar.hide();
    }
}

impl Bar {
    fn line(&self, grids: u64, seconds: f64) -> String {
        let rate = grids as f64 / seconds.max(1e-3);
        let Some(size) = self.size.filter(|&size| size > 0) else {
            return format!("{grids} grids, {rate:.0}/s, {}", minutes(seconds));
        };
        let read = self.read.min(size);
        let done = (WIDTH * read / size) as usize;
        let left = seconds * (size - read) as f64 / read.max(1) as f64;
        let bar = format!("{}>", "=".repeat(done));
        let width = WIDTH as usize;
        format!("{:3} % [{bar:width$.width$}] {grids} grids, {rate:.0}/s, {} left", 100 * read / size, minutes(left))
    }

    /// Takes the bar off the screen until what is being written is there.
    fn hide(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            self.due = Instant::now();
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

fn minutes(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// An input or output beside the bar: what is read is counted, what is written hides it. It waits also where the system would
/// not: others who hold the same pipe may have asked for that, and an answer more or less must not depend on them.
pub struct Beside<T> {
    inner: T,
    bar: Shared,
}

impl<T> Beside<T> {
    pub fn new(inner: T, bar: &Shared) -> Beside<T> {
        Beside { inner, bar: bar.clone() }
    }
}

impl<T: Read> Read for Beside<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = patiently(|| self.inner.read(buffer))?;
        if let Some(Ok(mut bar)) = self.bar.as_ref().map(|bar| bar.lock()) {
            bar.read += count as u64;
        }
        Ok(count)
    }
}

impl<T: Write> Write for Beside<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // One thread at a time writes and draws, so nothing comes between.
        if let Some(Ok(mut bar)) = self.bar.as_ref().filter(|_| !bytes.is_empty()).map(|bar| bar.lock()) {
            bar.hide();
        }
        patiently(|| self.inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Tries until it is done or fails for another reason than that it would have to wait.
fn patiently<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
            done => return done,
        }
    }
}
