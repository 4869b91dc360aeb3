//! The tally of a chunk, and of all that has been written: its records and cells by kind.
//! [`Stats`](super::Stats) is what users see of a tally.

use std::collections::BTreeMap;

use crate::logic::Rating;
use crate::question::case::{Case, Verdict};
use crate::question::outcome::Outcome;
use crate::question::replies::Replies;
use crate::question::reply::Reply;
use crate::question::status::Status;

/// What has been counted so far, and the threads and the engine that were used.
#[derive(Clone, Default)]
pub(super) struct Tally {
    /// The number of records, including malformed ones. [`Stats`](super::Stats) calls them grids.
    pub(super) records: u64,
    /// The number of records and cells of each kind.
    pub(super) counts: Counts,
    /// The number of records with each rating.
    pub(super) ratings: BTreeMap<Rating, u64>,
    /// The most severe status of a record or an input.
    pub(super) status: Status,
    /// The most threads that solved at the same time.
    pub(super) threads: usize,
    /// The instruction set of the batch engine, if it was used.
    pub(super) level: Option<&'static str>,
}

/// What statistics count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    /// Replies that would be read back as something else. Their records are counted above, too.
    NotWritten,
}

impl Kind {
    const COUNT: usize = Kind::NotWritten as usize + 1;

    pub(super) fn name(self) -> &'static str {
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
            Kind::NotWritten => "not written",
        }
    }

    /// A number of records or cells of this kind, such as `1 unique` or `2 wrong cells`.
    pub(super) fn with_count(self, count: u64) -> String {
        match (self, count) {
            (Kind::WrongCell, 1) => "1 wrong cell".to_string(),
            (Kind::BlankCell, 1) => "1 blank cell".to_string(),
            _ => format!("{count} {}", self.name()),
        }
    }
}

/// How many records or cells there are of each kind, at the position of the kind in [`Kind`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts([u64; Kind::COUNT]);

impl Counts {
    pub(super) fn get(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    pub(super) fn add(&mut self, kind: Kind, more: u64) {
        self.0[kind as usize] += more;
    }

    fn add_all(&mut self, others: &Counts) {
        for (count, more) in self.0.iter_mut().zip(others.0) {
            *count += more;
        }
    }
}

impl Tally {
    /// Counts a record by its verdict, if that is known, or by the result of its check.
    pub(super) fn count_record(
        &mut self,
        case: &Case<'_>,
        replies: &Replies<'_>,
        outcome: &Outcome,
    ) {
        self.records += 1;
        self.status = self.status.max(outcome.status);
        if let Some(kind) = kind_of_record(case, replies, outcome) {
            self.counts.add(kind, 1);
        }
        if let Some(kind) = kind_of_given_solution(outcome) {
            self.counts.add(kind, 1);
        }
        if let Replies::One(Reply::Check(Err(failure))) = replies {
            let wrong_cells = failure.wrong_cells.len() as u64;
            self.counts.add(Kind::WrongCell, wrong_cells);
            self.counts.add(Kind::BlankCell, failure.blanks() as u64);
        }
        if let Replies::One(Reply::Rating(report)) = replies {
            *self.ratings.entry(report.rating()).or_default() += 1;
        }
    }

    /// Counts a reply that must not be written. That is an error, but its record may be fine.
    pub(super) fn count_unwritten_reply(&mut self) {
        self.counts.add(Kind::NotWritten, 1);
        self.mark_invalid();
    }

    /// Adds the tally of a chunk or of a part of one.
    pub(super) fn add(&mut self, chunk: Tally) {
        self.records += chunk.records;
        self.counts.add_all(&chunk.counts);
        for (rating, more) in chunk.ratings {
            *self.ratings.entry(rating).or_default() += more;
        }
        self.status = self.status.max(chunk.status);
        self.threads = self.threads.max(chunk.threads);
        self.level = self.level.or(chunk.level);
    }

    /// Notes that there has been an error.
    pub(super) fn mark_invalid(&mut self) {
        self.status = Status::Invalid;
    }
}

/// The kind of a record; `None` if nothing is known about its solutions.
fn kind_of_record(case: &Case<'_>, replies: &Replies<'_>, outcome: &Outcome) -> Option<Kind> {
    match (case.verdict(), replies) {
        (Some(Verdict::Invalid), _) => Some(Kind::Invalid),
        (Some(Verdict::Unsolvable), _) => Some(Kind::Unsolvable),
        (Some(Verdict::Unique), _) => Some(Kind::Unique),
        (Some(Verdict::Multiple), _) => Some(Kind::Multiple),
        (None, Replies::One(Reply::Check(_))) => Some(match outcome.status {
            Status::Solved => Kind::Right,
            Status::Unsolvable => Kind::Unfinished,
            Status::Invalid => Kind::Wrong,
        }),
        (None, _) if outcome.is_record_invalid() => Some(Kind::Invalid),
        (None, _) => None,
    }
}

/// The kind of a given solution that is not right.
fn kind_of_given_solution(outcome: &Outcome) -> Option<Kind> {
    if !outcome.given_solution_failed {
        return None;
    }
    match outcome.status {
        Status::Solved => None,
        Status::Unsolvable => Some(Kind::GivenUnfinished),
        Status::Invalid => Some(Kind::GivenWrong),
    }
}
