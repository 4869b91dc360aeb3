//! What `--stats` reports.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::histogram::Histogram;
use crate::grid::join;
use crate::question::Question;
use crate::question::case::{Case, Verdict};
use crate::question::outcome::Outcome;
use crate::question::reply::{Plan, Rating, Reply};
use crate::question::status::Status;

/// What a stream has answered so far. It is displayed on one line:
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

/// What statistics count, in the order in which they are displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    // Verdicts.
    Unique,
    Multiple,
    Unsolvable,
    // Results of a check.
    Right,
    Wrong,
    Unfinished,
    /// Malformed records, those without a canonical form and, except in a check, those with
    /// conflicting clues.
    Invalid,
    // Cells of the grids of a check.
    WrongCell,
    BlankCell,
    // Given solutions, if they are not the question.
    GivenWrong,
    GivenUnfinished,
}

impl Kind {
    const COUNT: usize = Kind::GivenUnfinished as usize + 1;

    fn name(self) -> &'static str {
        match self {
            Kind::Unique => "unique",
            Kind::Multiple => "multiple",
            Kind::Unsolvable => "none",
            Kind::Right => "right",
            Kind::Wrong => "wrong",
            Kind::Unfinished => "unfinished",
            Kind::Invalid => "invalid",
            Kind::WrongCell => "wrong cells",
            Kind::BlankCell => "blank cells",
            Kind::GivenWrong => "given wrong",
            Kind::GivenUnfinished => "given unfinished",
        }
    }
}

/// How many records or cells there are of each kind, at the position of the kind in [`Kind`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counts([u64; Kind::COUNT]);

impl Counts {
    fn get(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    fn add(&mut self, kind: Kind, more: u64) {
        self.0[kind as usize] += more;
    }

    fn add_all(&mut self, others: &Counts) {
        for (count, more) in self.0.iter_mut().zip(others.0) {
            *count += more;
        }
    }
}

impl Stats {
    /// The kinds of records that the question tells apart, and the number of each: `unique`,
    /// `multiple` and `none`, or `right`, `wrong` and `unfinished`. Then `invalid`: malformed
    /// records, those without a canonical form and, except in a check, those with conflicting
    /// clues. If there are any, the wrong and the blank cells of a check follow, or wrong and
    /// unfinished given solutions.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64)> {
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
        ];
        rare_kinds.retain(|kind| self.counts.get(*kind) > 0);
        let kinds = main_kinds.iter().copied().chain(rare_kinds);
        kinds.map(|kind| (kind.name(), self.counts.get(kind)))
    }

    /// Counts a record by its verdict, if that is known, or by the result of its check.
    pub(super) fn count_record(&mut self, case: &Case<'_>, plan: &Plan<'_>, outcome: &Outcome) {
        self.grids += 1;
        self.status = self.status.max(outcome.status);
        if let Some(kind) = kind_of_record(case, plan, outcome.status) {
            self.counts.add(kind, 1);
        }
        if let Some(kind) = kind_of_given_solution(outcome) {
            self.counts.add(kind, 1);
        }
        if let Plan::Reply(Reply::Check(Err(failure))) = plan {
            let wrong_cells = failure.wrong_cells.len() as u64;
            self.counts.add(Kind::WrongCell, wrong_cells);
            self.counts.add(Kind::BlankCell, failure.blanks() as u64);
        }
        if let Plan::Reply(Reply::Rating(report)) = plan {
            *self.ratings.entry(report.rating()).or_default() += 1;
        }
    }

    /// Adds the statistics of a chunk.
    pub(super) fn add_chunk(&mut self, chunk: Stats) {
        self.grids += chunk.grids;
        self.counts.add_all(&chunk.counts);
        for (rating, more) in chunk.ratings {
            *self.ratings.entry(rating).or_default() += more;
        }
        self.status = self.status.max(chunk.status);
        self.threads = self.threads.max(chunk.threads);
        self.level = self.level.or(chunk.level);
    }
}

/// The kind of a record; `None` if nothing is known about its solutions.
fn kind_of_record(case: &Case<'_>, plan: &Plan<'_>, status: Status) -> Option<Kind> {
    match (case.verdict(), plan) {
        (Some(Verdict::Invalid), _) => Some(Kind::Invalid),
        (Some(Verdict::Unsolvable), _) => Some(Kind::Unsolvable),
        (Some(Verdict::Unique), _) => Some(Kind::Unique),
        (Some(Verdict::Multiple), _) => Some(Kind::Multiple),
        (None, Plan::Reply(Reply::Check(_))) => Some(match status {
            Status::Solved => Kind::Right,
            Status::Unsolvable => Kind::Unfinished,
            Status::Invalid => Kind::Wrong,
        }),
        // The record has no canonical form.
        (None, Plan::Reply(Reply::Nothing)) if status == Status::Invalid => Some(Kind::Invalid),
        (None, _) => None,
    }
}

/// The kind of a given solution that is not right.
fn kind_of_given_solution(outcome: &Outcome) -> Option<Kind> {
    if !outcome.is_about_given_solution {
        return None;
    }
    match outcome.status {
        Status::Solved => None,
        Status::Unsolvable => Some(Kind::GivenUnfinished),
        Status::Invalid => Some(Kind::GivenWrong),
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
        write!(
            f,
            "{}",
            Histogram {
                ratings: &self.ratings
            }
        )
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
}
