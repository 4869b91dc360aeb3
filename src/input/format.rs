//! The names of the input formats. What belongs to each is registered in the table of [`super`].

/// The format of an input: what a record looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputFormat {
    /// A header that names the puzzle column, then one record per line.
    Csv,
    /// A JSON object with a puzzle per line.
    JsonLines,
    /// 729 pencil marks per line.
    PencilMarks,
    /// One entry of HoDoKu's technique library per line.
    Hodoku,
    /// 81 cells per line.
    Line,
    /// A label and 81 cells per line.
    Bank,
    /// Nine lines of nine cells, with separators between the cells.
    Spaced,
    /// Nine lines of nine cells, without separators.
    Packed,
}
