//! What `--stats` reports.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::histogram::Histogram;
use super::tally::{Counts, Kind, Tally};
use crate::grid::join;
use crate::logic::Rating;
use crate::question::Question;

/// What a stream has answered so far. The first line that it displays is:
///
/// ```text
/// 9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid
/// ```
///
/// - With [`Question::Check`] the line ends in
///   `7 right, 1 wrong, 1 unfinished, 0 invalid, 2 wrong cells, 51 blank cells`.
/// - With [`Question::Convert`], and others that solve nothing, it ends in `0 invalid`.
/// - If records give solutions that are not right, it ends in
///   `0 invalid, 2 given wrong, 1 given unfinished`.
/// - If pencil marks cannot be drawn in [`OutputFormat::Pretty`](crate::OutputFormat::Pretty), it
///   ends in `0 invalid, 1 not written`.
/// - With [`Question::Rate`], a line with a bar for each rating follows, such as ` 7.1 12 ████`.
///   If there are more than 25 ratings, there is a bar for each whole point instead, such as
///   `7.0..7.9 12 ████`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// All records, including malformed ones.
    pub grids: u64,
    /// The number of grids and cells of each kind.
    counts: Counts,
    /// The number of records with each rating, which the histogram shows.
    ratings: BTreeMap<Rating, u64>,
    /// The question about the records.
    pub question: Question,
    /// The most threads that solved at the same time.
    pub threads: usize,
    /// The instruction set of the batch engine, if it was used.
    pub level: Option<&'static str>,
    /// The time since the stream was made.
    pub elapsed: Duration,
}

impl Stats {
    /// The statistics of a stream with this question, which has run for this long.
    pub(super) fn new(tally: &Tally, question: Question, elapsed: Duration) -> Stats {
        Stats {
            grids: tally.records,
            counts: tally.counts.clone(),
            ratings: tally.ratings.clone(),
            question,
            threads: tally.threads.max(1),
            level: tally.level,
            elapsed,
        }
    }

    /// The kinds of records that the question tells apart, and the number of each: `unique`,
    /// `multiple` and `none`, or `right`, `wrong` and `unfinished`. Then `invalid`: malformed
    /// records, those without a canonical form and, except in a check, those with conflicting
    /// clues. If there are any, the wrong and the blank cells of a check follow, or wrong and
    /// unfinished given solutions, and the answers that could not be written.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let kinds = self.shown_kinds();
        kinds.map(|kind| (kind.name(), self.counts.get(kind)))
    }

    /// The kinds that the question tells apart, and the rare ones that have been counted.
    fn shown_kinds(&self) -> impl Iterator<Item = Kind> {
        let main_kinds: &[Kind] = if self.question == Question::Check {
            &[Kind::Right, Kind::Wrong, Kind::Unfinished, Kind::Invalid]
        } else if self.question.needs_solving() {
            &[
                Kind::Unique,
                Kind::Multiple,
                Kind::Unsolvable,
                Kind::Invalid,
            ]
        } else {
            &[Kind::Invalid]
        };
        let mut rare_kinds = vec![
            Kind::WrongCell,
            Kind::BlankCell,
            Kind::GivenWrong,
            Kind::GivenUnfinished,
            Kind::NotWritten,
        ];
        rare_kinds.retain(|kind| self.counts.get(*kind) > 0);
        main_kinds.iter().copied().chain(rare_kinds)
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { grids, threads, .. } = *self;
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let seconds = self.elapsed.as_secs_f64();
        let rate = grids as f64 / seconds.max(1e-9);
        write!(f, "{grids} grid{} in {seconds:.3} s, ", plural(grids))?;
        write!(f, "{rate:.0} grids/s, ")?;
        write!(f, "{threads} thread{}", plural(threads as u64))?;
        if let Some(level) = self.level {
            write!(f, ", {level}")?;
        }
        let kinds = self.shown_kinds();
        let counts = kinds.map(|kind| kind.with_count(self.counts.get(kind)));
        write!(f, ": {}", join(counts, ", "))?;
        Histogram::new(&self.ratings).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_displayed_on_one_line() {
        let mut stats = Stats {
            grids: 9,
            threads: 2,
            level: Some("AVX2"),
            elapsed: Duration::from_millis(1),
            ..Stats::default()
        };
        stats.counts.add(Kind::Unique, 7);
        stats.counts.add(Kind::Multiple, 1);
        stats.counts.add(Kind::Unsolvable, 1);
        let line = "9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid";
        assert_eq!(stats.to_string(), line);
    }

    #[test]
    fn a_single_cell_is_displayed_in_the_singular() {
        let mut stats = Stats {
            question: Question::Check,
            ..Stats::default()
        };
        stats.counts.add(Kind::WrongCell, 1);
        stats.counts.add(Kind::BlankCell, 1);
        let line = stats.to_string();
        assert!(
            line.ends_with("0 invalid, 1 wrong cell, 1 blank cell"),
            "{line}"
        );
        stats.counts.add(Kind::WrongCell, 1);
        let line = stats.to_string();
        assert!(
            line.ends_with("0 invalid, 2 wrong cells, 1 blank cell"),
            "{line}"
        );
        assert!(stats.kinds().any(|kind| kind == ("blank cells", 1)));
    }
}
