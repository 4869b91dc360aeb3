//! What `--stats` reports.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::answer::Answer;
use crate::question::Question;
use crate::reply::{Case, Difficulty, Reply, Status};

/// The longest bar that fits on a line of 80 columns with numbers of up to ten digits.
const LONGEST_BAR: u64 = 60;

/// What a stream has answered so far. It is displayed on one line:
///
/// ```text
/// 9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid
/// ```
///
/// With [`Question::Rate`], a line with a bar for each rating follows. With [`Question::Check`] the
/// line ends in `7 right, 1 wrong, 1 unfinished, 0 invalid`, and with [`Question::Convert`] in `0
/// invalid`. If a csv gives solutions that are not right, the line ends in `0 invalid, 2 given
/// wrong, 1 given unfinished`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// All records, including malformed ones.
    pub grids: u64,
    /// The number of records of each kind, in the order of [`Stats::kinds`].
    pub(super) kinds: [u64; 6],
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
    /// and, except in a check, conflicting clues. Wrong and unfinished given solutions follow, if
    /// there are any.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let [first, second, third] = match self.question {
            Question::Check => ["right", "wrong", "unfinished"],
            Question::Convert => [""; 3],
            _ => ["unique", "multiple", "none"],
        };
        let names = [
            first,
            second,
            third,
            "invalid",
            "given wrong",
            "given unfinished",
        ];
        let is_listed = |(name, count): &(&str, u64)| {
            !name.is_empty() && (*count > 0 || !name.starts_with("given"))
        };
        names.into_iter().zip(self.kinds).filter(is_listed)
    }

    /// Counts a record by its verdict, if that is known, or by the result of its check.
    pub(super) fn count(&mut self, case: &Case<'_>, reply: &Reply<'_>, status: Status) {
        self.grids += 1;
        self.status = self.status.max(status);
        let kind = match case.answer {
            _ if case.record.puzzle.is_err() || case.conflict.is_some() => Some(3),
            Some(Answer::Unique(_)) => Some(0),
            Some(Answer::Several(_)) => Some(1),
            Some(Answer::Unsolvable) => Some(2),
            None if matches!(reply, Reply::Check(_)) => Some([0, 2, 1][status as usize]),
            _ => None,
        };
        let is_solved = matches!(case.answer, Some(Answer::Unique(_) | Answer::Several(_)));
        let given = if is_solved {
            [None, Some(5), Some(4)][status as usize]
        } else {
            None
        };
        kind.into_iter()
            .chain(given)
            .for_each(|kind| self.kinds[kind] += 1);
        if let Reply::Rating(rating) = reply {
            *self.ratings.entry(rating.difficulty()).or_default() += 1;
        }
    }

    /// Adds the counts of a chunk.
    pub(super) fn add(&mut self, chunk: Stats) {
        self.grids += chunk.grids;
        self.status = self.status.max(chunk.status);
        self.kinds
            .iter_mut()
            .zip(chunk.kinds)
            .for_each(|(count, more)| *count += more);
        chunk
            .ratings
            .into_iter()
            .for_each(|(rating, more)| *self.ratings.entry(rating).or_default() += more);
        self.threads = self.threads.max(chunk.threads);
        self.level = self.level.or(chunk.level);
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { grids, threads, .. } = *self;
        let [s, threads_s] = [grids, threads as u64].map(|count| if count == 1 { "" } else { "s" });
        let seconds = self.elapsed.as_secs_f64();
        let rate = grids as f64 / seconds.max(1e-9);
        write!(
            f,
            "{grids} grid{s} in {seconds:.3} s, {rate:.0} grids/s, {threads} thread{threads_s}"
        )?;
        self.level
            .iter()
            .try_for_each(|level| write!(f, ", {level}"))?;
        let kinds: Vec<String> = self
            .kinds()
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        write!(f, ": {}", kinds.join(", "))?;
        let most = self.ratings.values().copied().max().unwrap_or_default();
        let width = most.to_string().len();
        // One wider if some are not known exactly, such as `>=9.0`.
        let ratings = self.ratings.keys();
        let rating_width = ratings.map(|rating| rating.to_string().len()).max();
        let rating_width = rating_width.unwrap_or_default().max(4);
        self.ratings.iter().try_for_each(|(rating, count)| {
            let bar = "█".repeat((count * LONGEST_BAR).div_ceil(most) as usize);
            write!(f, "\n{rating:>rating_width$} {count:width$} {bar}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_displayed_on_one_line() {
        let stats = Stats {
            grids: 9,
            kinds: [7, 1, 1, 0, 0, 0],
            threads: 2,
            level: Some("AVX2"),
            elapsed: Duration::from_millis(1),
            ..Stats::default()
        };
        let line = "9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid";
        assert_eq!(stats.to_string(), line);
    }
}
