//! Why a reader cannot go on with what it has: more of the input is needed, or the input ends.

use super::error::ParseError;

/// More of the input is needed to decide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Incomplete;

/// Why nothing can be consumed.
pub(super) enum Stop {
    /// More of the input must be read first.
    Incomplete,
    /// The input ends here, perhaps because of an error.
    End(Option<ParseError>),
}

impl From<Incomplete> for Stop {
    fn from(_: Incomplete) -> Stop {
        Stop::Incomplete
    }
}

impl From<ParseError> for Stop {
    fn from(error: ParseError) -> Stop {
        Stop::End(Some(error))
    }
}
