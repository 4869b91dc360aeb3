//! Random puzzles as lines of text.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::{error, fmt, iter, mem};

use super::{Generator, GeneratorOptions};

/// A reader of puzzles, one on each line; see [`Generator::lines`].
pub(super) struct Lines {
    generator: Generator,
    /// The number of puzzles that have not been added to the text.
    remaining: usize,
    /// The lines that have not been read.
    text: VecDeque<u8>,
}

impl Lines {
    /// The lines of the first `count` puzzles.
    pub(super) fn new(generator: Generator, count: usize) -> Lines {
        Lines {
            generator,
            remaining: count,
            text: VecDeque::new(),
        }
    }

    /// Adds the next puzzle to the text, and with it all others that are ready, up to the number of
    /// lines, so that the next reads do not need the generator.
    fn add_lines(&mut self) -> io::Result<()> {
        let Some(first) = self.generator.next() else {
            let options = &self.generator.plan.options;
            return Err(io::Error::other(GaveUp::on(options)));
        };
        // After the last line, the other puzzles are not needed any more.
        let others = mem::take(&mut self.generator.ready);
        for puzzle in iter::once(first).chain(others).take(self.remaining) {
            self.text.extend(puzzle.to_ascii_digits());
            self.text.push_back(b'\n');
            self.remaining -= 1;
        }
        Ok(())
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() && self.remaining > 0 {
            self.add_lines()?;
        }
        self.text.read(buffer)
    }
}

/// Why the lines end early: the generator gave up.
#[derive(Debug)]
pub(crate) struct GaveUp {
    /// The property that none of the puzzles had.
    property: &'static str,
}

impl GaveUp {
    /// `options` must ask for a rating or a number of clues: without either, every puzzle fits, and
    /// the generator does not give up.
    fn on(options: &GeneratorOptions) -> GaveUp {
        let property = match (&options.rating, options.clues) {
            (Some(_), Some(_)) => "rating and number of clues",
            (Some(_), None) => "rating",
            (None, Some(_)) => "number of clues",
            (None, None) => unreachable!("every puzzle fits these options"),
        };
        GaveUp { property }
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "gave up: none of a million puzzles in a row has this {}",
            self.property
        )
    }
}

impl error::Error for GaveUp {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Rating;

    #[test]
    fn the_message_names_what_no_puzzle_had() {
        let rating = Some(Rating::BEYOND..=Rating::BEYOND);
        for (clues, rating, property) in [
            (Some(17), None, "number of clues"),
            (None, rating.clone(), "rating"),
            (Some(17), rating, "rating and number of clues"),
        ] {
            let options = GeneratorOptions {
                clues,
                rating,
                ..GeneratorOptions::default()
            };
            assert_eq!(
                GaveUp::on(&options).to_string(),
                format!("gave up: none of a million puzzles in a row has this {property}")
            );
        }
    }
}
