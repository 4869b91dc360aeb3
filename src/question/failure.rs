//! Why an attempt is not a solution, and the message about it.

use crate::grid::{Cell, Grid, ParseGridError, join};
use crate::question::case::Case;
use crate::question::status::{Message, Status};

/// The most reasons in a message. A reply has all of them, unless it shows the message instead.
const MAX_REASONS: usize = 10;

/// Why a grid, or the solution that a record gives, is not a solution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    /// [`Status::Unsolvable`] for an attempt that is missing or can still be finished,
    /// [`Status::Invalid`] for all others.
    pub(crate) status: Status,
    pub(super) subject: Subject,
    /// The topic of the message about it.
    pub(super) topic: &'static str,
    /// What is wrong, without the place.
    pub(super) reasons: Vec<String>,
    /// The grid that failed, if it could be read.
    pub(crate) grid: Option<Grid>,
    pub(crate) wrong_cells: Vec<WrongCell>,
}

/// What a failure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Record,
    /// The solution that the record gives. A message says so, and where it is in the line.
    GivenSolution,
}

/// A cell that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongCell {
    pub(crate) cell: Cell,
    /// The digit in it; 0 if a clue of the puzzle is left out. Such a cell is also a blank.
    pub(crate) digit: u8,
    /// The digit that it should be, if that is known.
    pub(crate) expected: Option<u8>,
}

impl Failure {
    /// The failure of a record whose attempt or puzzle is missing, cannot be read, or conflicts.
    pub(crate) fn of_record(status: Status, topic: &'static str, reason: String) -> Box<Failure> {
        Box::new(Failure {
            status,
            subject: Subject::Record,
            topic,
            reasons: vec![reason],
            grid: None,
            wrong_cells: Vec::new(),
        })
    }

    /// The failure of a given solution that cannot be read.
    pub(crate) fn of_malformed_solution(error: &ParseGridError) -> Box<Failure> {
        let topic = "the given solution is malformed";
        let mut failure = Failure::of_record(Status::Invalid, topic, error.to_string());
        failure.subject = Subject::GivenSolution;
        failure
    }

    /// All that is wrong, without the place.
    pub(crate) fn all_reasons(&self) -> String {
        join(&self.reasons, "; ")
    }

    /// The number of blanks in the grid.
    pub(crate) fn blanks(&self) -> usize {
        let cells = self.grid.iter().flat_map(|grid| grid.digits());
        cells.filter(|digit| **digit == 0).count()
    }

    /// The message about it, with the first reasons. It names the given solution if that is what
    /// failed.
    pub(crate) fn message(&self, case: &Case<'_>) -> Message {
        let mut reasons = join(self.reasons.iter().take(MAX_REASONS), "; ");
        if self.reasons.len() > MAX_REASONS {
            reasons += &format!("; and {} more", self.reasons.len() - MAX_REASONS);
        }
        let topic = self.topic;
        match self.subject {
            Subject::Record => case.message(topic, reasons),
            Subject::GivenSolution => {
                case.given_solution_message(topic, format_args!("{topic}: {reasons}"))
            }
        }
    }
}
