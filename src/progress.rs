//! The progress bar on standard error.
//!
//! ```text
//!  43% [============>                 ] 1,234,567 grids, 2,345,678/s, 2s left
//! 3,456,789 grids, 2,345,678/s, 1s
//! ```
//!
//! It is shown from the first update after its delay, and disappears when its last clone is dropped. What goes to the same
//! terminal must be written through [`WithProgress`].

use std::fmt;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use console::Term;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::When;
use crate::inputs;

/// The delay before a bar appears by itself.
const DELAY: Duration = Duration::from_secs(1);

/// How often the bar is drawn in a second.
const REFRESH_RATE: u8 = 10;

/// The bar while an input of known size is being read, and the bar otherwise. The message is the number of grids and their rate.
const TEMPLATE: &str = "{percent:>3}% [{bar:30}] {msg}, {eta} left";
const TEMPLATE_WITHOUT_SIZE: &str = "{msg}, {elapsed}";

/// A bar for these inputs, if it is wanted.
pub fn bar(when: When, files: &[PathBuf]) -> Option<ProgressBar> {
    // The terminal at standard error must be able to move its cursor.
    let is_useful =
        || io::stderr().is_terminal() && !io::stdout().is_terminal() && !ProgressDrawTarget::stderr().is_hidden();
    when.holds(is_useful).then(|| {
        // The number of bytes in all inputs, if they are files.
        let size: Option<u64> = files.iter().map(|file| inputs::file_size(file)).sum();
        let template = if size.is_some() { TEMPLATE } else { TEMPLATE_WITHOUT_SIZE };
        ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden()).with_style(style(template))
    })
}

/// A function that shows the number of grids so far.
pub fn updater(bar: ProgressBar, when: When) -> impl FnMut(u64) + Send {
    let delay = if when == When::Always { Duration::ZERO } else { DELAY };
    move |grids| {
        let elapsed = bar.elapsed();
        let rate = grids as f64 / elapsed.as_secs_f64().max(1e-3);
        let s = if grids == 1 { "" } else { "s" };
        if bar.length().is_some_and(|length| bar.position() >= length) {
            // Everything has been read, and nobody knows how long the rest of it takes.
            bar.unset_length();
            bar.set_style(style(TEMPLATE_WITHOUT_SIZE));
        }
        bar.set_message(format!("{} grid{s}, {}/s", HumanCount(grids), HumanCount(rate as u64)));
        if elapsed >= delay && bar.is_hidden() {
            // `ProgressDrawTarget::term` hides the bar if standard error is a file; `term_like` does not.
            let terminal = Box::new(Term::buffered_stderr());
            bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(terminal, REFRESH_RATE));
            bar.tick();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

/// An input or output, perhaps beside a progress bar: the bar advances with what is read, and hides while something is written.
pub struct WithProgress<T>(pub T, pub Option<ProgressBar>);

impl<T: Read> Read for WithProgress<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let WithProgress(input, bar) = self;
        let count = input.read(buffer)?;
        bar.iter().for_each(|bar| bar.inc(count as u64));
        Ok(count)
    }
}

impl<T: Write> Write for WithProgress<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let WithProgress(output, bar) = self;
        match bar {
            // Write whole buffers: a bar drawn after half of a line would cut it in two.
            Some(bar) => bar.suspend(|| output.write_all(bytes)).map(|()| bytes.len()),
            None => output.write(bytes),
        }
    }

    /// Writes a message in one piece, whether there is a bar or not: other programs write to the same terminal.
    fn write_fmt(&mut self, message: fmt::Arguments<'_>) -> io::Result<()> {
        self.write_all(message.to_string().as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
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
