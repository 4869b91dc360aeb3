//! What `--stats` reports.

use std::fmt;
use std::time::Duration;

use crate::question::Question;
use crate::reply::{Status, Verdict};

/// What a stream has answered so far. It is displayed on one line:
///
/// ```text
/// 9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid
/// ```
///
/// With [`Question::Check`] it ends in `7 right, 1 wrong, 1 unfinished, 0 invalid`, and with [`Question::Convert`] in `0 invalid`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// All records, including those that are malformed.
    pub grids: u64,
    /// Records with one solution.
    pub unique: u64,
    /// Records with several.
    pub multiple: u64,
    /// Records with none.
    pub none: u64,
    /// Records that are malformed or, unless they are checked, whose clues conflict.
    pub invalid: u64,
    /// Records that were checked and are solutions.
    pub right: u64,
    /// Records that were checked and break a rule or a clue.
    pub wrong: u64,
    /// Records that were checked and break no rule, but are not finished.
    pub unfinished: u64,
    /// What was asked of the records.
    pub question: Question,
    /// The most threads that solved at the same time.
    pub threads: usize,
    /// The instruction set of the batch engine, if it was used.
    pub level: Option<&'static str>,
    /// The time since the stream was made.
    pub elapsed: Duration,
}

impl Stats {
    /// Counts a record that was checked.
    pub(super) fn count_check(&mut self, status: Status) {
        self.grids += 1;
        match status {
            Status::Solved => self.right += 1,
            Status::Unsolvable => self.unfinished += 1,
            Status::Invalid => self.wrong += 1,
        }
    }

    /// Counts a record, and its verdict if that is known.
    pub(super) fn count(&mut self, verdict: Option<Verdict>) {
        self.grids += 1;
        match verdict {
            Some(Verdict::Unique) => self.unique += 1,
            Some(Verdict::Multiple) => self.multiple += 1,
            Some(Verdict::None) => self.none += 1,
            Some(Verdict::Invalid) => self.invalid += 1,
            None => (),
        }
    }

    /// Adds the counts of a chunk.
    pub(super) fn add(&mut self, chunk: &Stats) {
        self.grids += chunk.grids;
        self.unique += chunk.unique;
        self.multiple += chunk.multiple;
        self.none += chunk.none;
        self.invalid += chunk.invalid;
        self.right += chunk.right;
        self.wrong += chunk.wrong;
        self.unfinished += chunk.unfinished;
        self.level = self.level.or(chunk.level);
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let seconds = self.elapsed.as_secs_f64();
        let rate = self.grids as f64 / seconds.max(1e-9);
        let threads = self.threads as u64;
        write!(
            f,
            "{} grid{} in {seconds:.3} s, {rate:.0} grids/s, {threads} thread{}",
            self.grids,
            plural(self.grids),
            plural(threads)
        )?;
        self.level.iter().try_for_each(|level| write!(f, ", {level}"))?;
        f.write_str(": ")?;
        match self.question {
            Question::Check => {
                write!(f, "{} right, {} wrong, {} unfinished, ", self.right, self.wrong, self.unfinished)?
            }
            Question::Convert => (),
            _ => write!(f, "{} unique, {} multiple, {} none, ", self.unique, self.multiple, self.none)?,
        }
        write!(f, "{} invalid", self.invalid)
    }
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
            none: 1,
            threads: 2,
            level: Some("AVX2"),
            elapsed: Duration::from_millis(1),
            ..Stats::default()
        };
        let line = "9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid";
        assert_eq!(stats.to_string(), line);
    }
}
