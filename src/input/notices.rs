//! What is said about an input besides the errors of its records.

use std::fmt;

/// A member of an object that the header lacks, so csv output cannot have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewMember {
    pub(crate) line: u64,
    pub(crate) key: String,
}

impl fmt::Display for NewMember {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let NewMember { line, key } = self;
        write!(
            f,
            "{line}: left out {key:?}: csv has only the members of the first record"
        )
    }
}

/// Lines above the first record that are not titles, comments or numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    pub(crate) first_line: u64,
    pub(crate) count: u64,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: skipped this line ", self.first_line)?;
        match self.count {
            1 => f.write_str("above the first grid: it is not a title, comment or number"),
            count => write!(
                f,
                "and {} more above the first grid: they are not titles, comments or numbers",
                count - 1
            ),
        }
    }
}
