//! The result of a record: its status, and the message that says so.

use crate::grid::join;
use crate::input::error::CONFLICT;
use crate::question::Question;
use crate::question::case::{Case, Verdict};
use crate::question::check::check;
use crate::question::failure::Failure;
use crate::question::replies::Replies;
use crate::question::reply::Reply;
use crate::question::status::{Message, NO_SOLUTION, Status};

const MULTIPLE: &str = "several solutions";
const NOT_CANONICAL: &str = "pencil marks have no canonical form";
const NOT_SMALLEST: &str = "the given solution is not the smallest of several";

/// The result of a record.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) status: Status,
    /// Why it did not go well, or a warning if the status is [`Status::Solved`].
    pub(crate) message: Option<Message>,
    /// Whether the given solution is malformed, wrong or unfinished, but the puzzle is fine.
    pub(crate) given_solution_failed: bool,
}

impl Outcome {
    /// The outcome of a record that gets these replies.
    pub(crate) fn of(question: Question, case: &Case<'_>, replies: &Replies<'_>) -> Outcome {
        if let Err(error) = case.record.puzzle {
            return Outcome::invalid(case.error_message(error));
        }
        if let Replies::One(Reply::Check(Err(failure))) = replies {
            return Outcome::new(failure.status, failure.message(case));
        }
        if let Some(conflict) = &case.conflict {
            return Outcome::invalid(case.message(CONFLICT, conflict));
        }
        if case.verdict() == Some(Verdict::Unsolvable) {
            return Outcome::unsolvable(case, replies);
        }
        if question == Question::Canonical && matches!(replies, Replies::One(Reply::Nothing)) {
            return Outcome::invalid(case.message(NOT_CANONICAL, NOT_CANONICAL));
        }
        match (case.record.given_solution(), question) {
            (Some(_), Question::Shuffle { .. }) => Outcome::of_shuffled_given(case),
            (Some(given), _) if question.needs_solving() => {
                Outcome::of_compared_given(given, question, case)
            }
            // There is no given solution, or the question solves nothing and ignores it.
            _ => Outcome::default(),
        }
    }

    /// Whether the record itself is at fault, not only its given solution. A record without a
    /// canonical form is, too.
    pub(crate) fn is_record_invalid(&self) -> bool {
        self.status == Status::Invalid && !self.given_solution_failed
    }

    fn new(status: Status, message: Message) -> Outcome {
        Outcome {
            status,
            message: Some(message),
            ..Outcome::default()
        }
    }

    fn invalid(message: Message) -> Outcome {
        Outcome::new(Status::Invalid, message)
    }

    fn unsolvable(case: &Case<'_>, replies: &Replies<'_>) -> Outcome {
        let text = match (case.contradiction, replies) {
            (Some(reason), _) => Some(format!("{NO_SOLUTION}: {reason}")),
            (None, Replies::One(Reply::Nothing | Reply::NoneListed)) => {
                Some(NO_SOLUTION.to_string())
            }
            // All other replies say so themselves.
            (None, _) => None,
        };
        Outcome {
            status: Status::Unsolvable,
            message: text.map(|text| case.message(NO_SOLUTION, text)),
            ..Outcome::default()
        }
    }

    /// The outcome of a record whose given solution goes through the transformation of its puzzle.
    /// A malformed one cannot.
    fn of_shuffled_given(case: &Case<'_>) -> Outcome {
        match case.record.parse_given_solution() {
            Some(Err(error)) => {
                Outcome::of_failed_given(&Failure::of_malformed_solution(&error), case)
            }
            Some(Ok(_)) | None => Outcome::default(),
        }
    }

    /// The outcome of a record with a given solution, which may be wrong. That it is not the
    /// smallest is only a warning.
    fn of_compared_given(given: &[u8], question: Question, case: &Case<'_>) -> Outcome {
        let smallest = case.smallest_solution();
        // A comparison is much faster than a check.
        if smallest.is_some_and(|smallest| given == smallest.to_ascii_digits()) {
            return Outcome::default();
        }
        let grid = match check(case) {
            Ok(grid) => grid,
            Err(failure) => return Outcome::of_failed_given(&failure, case),
        };
        if question != Question::Smallest || smallest == Some(&grid) {
            return Outcome::default();
        }
        let message = case.given_solution_message(NOT_SMALLEST, NOT_SMALLEST);
        Outcome::new(Status::Solved, message)
    }

    fn of_failed_given(failure: &Failure, case: &Case<'_>) -> Outcome {
        Outcome {
            given_solution_failed: true,
            ..Outcome::new(failure.status, failure.message(case))
        }
    }
}

/// The message that there are several solutions, and where two of them differ if they are known.
pub(crate) fn message_about_multiple(case: &Case<'_>) -> Message {
    let cells = case.differing_cells();
    if cells.is_empty() {
        return case.message(MULTIPLE, MULTIPLE);
    }
    let (count, list) = (cells.len(), join(&cells, " "));
    let text = format!("{MULTIPLE}: two of them differ in {count} cells: {list}");
    case.message(MULTIPLE, text)
}
