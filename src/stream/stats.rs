//! What `--stats` reports.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::grid::join;
use crate::question::Question;
use crate::question::case::{Case, Verdict};
use crate::question::status::Status;
use crate::question::reply::{Difficulty, Reply};

/// The longest bar that fits on a line of 80 columns with numbers of up to ten digits.
const LONGEST_BAR: u64 = 60;

/// The most ratings that get a bar each.
const MOST_BARS: usize = 25;

/// What a stream has answered so far. It is displayed on one line:
///
/// ```text
/// 9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid
/// ```
///
/// With [`Question::Rate`], a line with a bar for each rating follows, such as ` 7.1 12 ████`. If
/// there are more than 25 ratings, there is one for each whole point instead, such as `7.0..7.9 12
/// ████`. With [`Question::Check`] the line ends in `7 right, 1 wrong, 1 unfinished, 0 invalid, 2
/// wrong cells, 51 blank cells`, and with [`Question::Convert`] in `0 invalid`. If a csv gives
/// solutions that are not right, the line ends in `0 invalid, 2 given wrong, 1 given unfinished`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// All records, including malformed ones.
    pub grids: u64,
    /// The number of grids with each verdict.
    pub(super) unique: u64,
    pub(super) multiple: u64,
    pub(super) unsolvable: u64,
    /// The number of grids with each result of a check.
    pub(super) right: u64,
    pub(super) wrong: u64,
    pub(super) unfinished: u64,
    /// The number of cells that are wrong or blank in the grids of a check.
    pub(super) wrong_cells: u64,
    pub(super) blank_cells: u64,
    /// The number of malformed records and, except in a check, of those with conflicting clues.
    pub(super) invalid: u64,
    /// The number of given solutions that are wrong, or have blanks, if they are not the question.
    pub(super) given_wrong: u64,
    pub(super) given_unfinished: u64,
    /// The number of records with each rating.
    pub(super) ratings: BTreeMap<Difficulty, u64>,
    /// The most severe status of a record.
    pub(super) status: Status,
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
    /// The kinds of records that the question tells apart, and the number of each: `unique`,
    /// `multiple`, `none`, or `right`, `wrong`, `unfinished`; then `invalid`, for malformed records
    /// and, except in a check, conflicting clues. If there are any, the wrong and the blank cells of
    /// a check follow, or wrong and unfinished given solutions.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let mut kinds = if self.question == Question::Check {
            vec![
                ("right", self.right),
                ("wrong", self.wrong),
                ("unfinished", self.unfinished),
            ]
        } else if self.question.solves() {
            vec![
                ("unique", self.unique),
                ("multiple", self.multiple),
                ("none", self.unsolvable),
            ]
        } else {
            Vec::new()
        };
        kinds.push(("invalid", self.invalid));
        let others = [
            ("wrong cells", self.wrong_cells),
            ("blank cells", self.blank_cells),
            ("given wrong", self.given_wrong),
            ("given unfinished", self.given_unfinished),
        ];
        kinds.extend(others.into_iter().filter(|(_, count)| *count > 0));
        kinds.into_iter()
    }

    /// Counts a record by its verdict, if that is known, or by the result of its check.
    pub(super) fn count(&mut self, case: &Case<'_>, reply: &Reply<'_>, status: Status) {
        self.grids += 1;
        self.status = self.status.max(status);
        match case.verdict() {
            Some(Verdict::Invalid) => self.invalid += 1,
            Some(Verdict::Unsolvable) => self.unsolvable += 1,
            Some(Verdict::Unique) => {
                self.unique += 1;
                self.count_given(status);
            }
            Some(Verdict::Multiple) => {
                self.multiple += 1;
                self.count_given(status);
            }
            None if matches!(reply, Reply::Check(_)) => self.count_checked(status),
            None => (),
        }
        if let Reply::Check(Err(failure)) = reply {
            self.wrong_cells += failure.wrong_cells.len() as u64;
            self.blank_cells += failure.blanks() as u64;
        }
        if let Reply::Rating(rating) = reply {
            *self.ratings.entry(rating.difficulty()).or_default() += 1;
        }
    }

    /// Counts the given solution of a grid that has solutions: only that can be wrong.
    fn count_given(&mut self, status: Status) {
        match status {
            Status::Solved => (),
            Status::Unsolvable => self.given_unfinished += 1,
            Status::Invalid => self.given_wrong += 1,
        }
    }

    fn count_checked(&mut self, status: Status) {
        match status {
            Status::Solved => self.right += 1,
            Status::Unsolvable => self.unfinished += 1,
            Status::Invalid => self.wrong += 1,
        }
    }

    /// Adds the counts of a chunk.
    pub(super) fn add(&mut self, chunk: Stats) {
        self.grids += chunk.grids;
        self.unique += chunk.unique;
        self.multiple += chunk.multiple;
        self.unsolvable += chunk.unsolvable;
        self.right += chunk.right;
        self.wrong += chunk.wrong;
        self.unfinished += chunk.unfinished;
        self.wrong_cells += chunk.wrong_cells;
        self.blank_cells += chunk.blank_cells;
        self.invalid += chunk.invalid;
        self.given_wrong += chunk.given_wrong;
        self.given_unfinished += chunk.given_unfinished;
        for (rating, more) in chunk.ratings {
            *self.ratings.entry(rating).or_default() += more;
        }
        self.status = self.status.max(chunk.status);
        self.threads = self.threads.max(chunk.threads);
        self.level = self.level.or(chunk.level);
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
        let kinds = self.kinds().map(|(name, count)| format!("{count} {name}"));
        write!(f, ": {}", join(kinds, ", "))?;
        self.write_ratings(f)
    }
}

impl Stats {
    /// A line with a bar for each rating, or for each range of ratings if there are many.
    fn write_ratings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bars = if self.ratings.len() <= MOST_BARS {
            self.bars_of_ratings()
        } else {
            self.bars_of_points()
        };
        let most = bars.iter().map(|bar| bar.count).max().unwrap_or_default();
        let width = most.to_string().len();
        let longest = bars.iter().map(|bar| bar.name.len()).max();
        let name_width = longest.unwrap_or_default().max(4);
        for Bar { name, count } in &bars {
            let bar = "█".repeat((count * LONGEST_BAR).div_ceil(most) as usize);
            write!(f, "\n{name:>name_width$} {count:width$} {bar}")?;
        }
        Ok(())
    }

    fn bars_of_ratings(&self) -> Vec<Bar> {
        let bar = |(rating, &count): (&Difficulty, &u64)| Bar {
            name: rating.to_string(),
            count,
        };
        self.ratings.iter().map(bar).collect()
    }

    /// A bar for each whole point that occurs, and for each rating that is not known exactly.
    fn bars_of_points(&self) -> Vec<Bar> {
        let mut bars: Vec<Bar> = Vec::new();
        for (rating, &count) in &self.ratings {
            let name = match rating.tenths() {
                Some(tenths) => format!("{0}.0..{0}.9", tenths / 10),
                None => rating.to_string(),
            };
            match bars.last_mut() {
                Some(last) if last.name == name => last.count += count,
                _ => bars.push(Bar { name, count }),
            }
        }
        bars
    }
}

/// A line of the histogram.
struct Bar {
    name: String,
    count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_displayed_on_one_line() {
        let stats = Stats {
            grids: 9,
            unique: 7,
            multiple: 1,
            unsolvable: 1,
            threads: 2,
            level: Some("AVX2"),
            elapsed: Duration::from_millis(1),
            ..Stats::default()
        };
        let line = "9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid";
        assert_eq!(stats.to_string(), line);
    }

    #[test]
    fn many_ratings_are_drawn_by_whole_points() {
        let mut stats = Stats::default();
        let tenths = [10, 12, 15, 17, 20, 23].into_iter().chain(65..=83);
        for tenths in tenths {
            stats.ratings.insert(Difficulty::Exactly(tenths), 1);
        }
        assert_eq!(stats.ratings.len(), 25);
        assert!(stats.to_string().contains("\n 8.3 1 █"));
        stats.ratings.insert(Difficulty::BEYOND, 30);
        let (bar, text) = (|count: usize| "█".repeat(count), stats.to_string());
        let (_, bars) = text.split_once('\n').expect("bars");
        let expected = format!(
            "1.0..1.9  4 {}\n2.0..2.9  2 {}\n6.0..6.9  5 {}\n7.0..7.9 10 {}\n8.0..8.9  4 {}\n   >=9.0 30 {}",
            bar(8),
            bar(4),
            bar(10),
            bar(20),
            bar(8),
            bar(60)
        );
        assert_eq!(bars, expected);
    }
}
