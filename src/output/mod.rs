//! From responses to bytes: how the answer to a record is written in each output format.
//!
//! ```text
//! line      534678912672195348198342567...       81 digits on a line; an empty line for a record without an answer
//!
//! packed    534678912                            nine lines; one empty line between answers;
//!           672195348                            nothing for a record without an answer
//!           ...
//! spaced    5 3 4 6 7 8 9 1 2                    the same with spaces
//!           6 7 2 1 9 5 3 4 8
//!           ...
//! pretty    # puzzles.txt:1: unique              an answer in words is a caption
//!
//!           ┌───────┬───────┬───────┐            grids are framed
//!           │ 5 3 4 │ 6 7 8 │ 9 1 2 │
//!           ...
//! csv       id,puzzle,solution                   the header of the input and one more column
//!           7,53..7....6..195...,534678912...    the columns of the record and one more field
//!
//! json      {"file":"puzzles.txt","line":1,"puzzle":"530070000...","verdict":"unique","solution":"534678912...",...}
//! ```
//!
//! An answer in words, such as a number or a verdict, is written in place of the 81 digits. Not every format can do
//! that, see [`OutputFormat::supports`].
//!
//! To add a format, write a file that implements [`Format`], then add a variant to [`OutputFormat`] and an entry to
//! [`FORMATS`]. A format knows grids and responses, but neither the question nor the input.

mod buffer;
mod csv;
mod format;
mod json;
mod line;
mod pretty;
mod rows;

use std::fmt;
use std::str::FromStr;

use crate::response::Content;
pub(crate) use buffer::Buffer;
use format::Format;
pub(crate) use format::{InputHeader, OutputRecord};
pub(crate) use line::write_line;

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutputFormat {
    /// One line for each record: 81 digits or words, or nothing if there is no answer.
    Line,
    /// Nine lines of nine digits for each solution.
    Packed,
    /// Nine lines of nine digits with spaces between them for each solution.
    Spaced,
    /// A frame of box-drawing characters for each grid, below a caption if the answer is in words.
    Pretty,
    /// The columns of the record and the answer, or the puzzle and the answer if the input has no columns.
    Csv,
    /// A JSON object on a line for each answer, with everything that is known of it.
    Json,
}

/// A format, what the command line calls it, and the code that writes it.
struct Entry {
    format: OutputFormat,
    name: &'static str,
    about: &'static str,
    writer: &'static dyn Format,
}

/// Every format, in the order of the variants.
static FORMATS: [Entry; 6] = [
    Entry {
        format: OutputFormat::Line,
        name: "line",
        about: "81 digits on a line; an empty line for a record without an answer",
        writer: &line::Line,
    },
    Entry {
        format: OutputFormat::Packed,
        name: "packed",
        about: "nine lines of nine digits",
        writer: &rows::Rows::Packed,
    },
    Entry {
        format: OutputFormat::Spaced,
        name: "spaced",
        about: "nine lines of nine digits, separated by spaces",
        writer: &rows::Rows::Spaced,
    },
    Entry {
        format: OutputFormat::Pretty,
        name: "pretty",
        about: "a frame around each grid; in color, clues are bold and solved digits green",
        writer: &pretty::Pretty,
    },
    Entry {
        format: OutputFormat::Csv,
        name: "csv",
        about: "the columns of the record, or the puzzle, and the answer",
        writer: &csv::Csv,
    },
    Entry {
        format: OutputFormat::Json,
        name: "json",
        about: "a JSON object on a line: file, line, puzzle, verdict, solution, message",
        writer: &json::Json,
    },
];

// `OutputFormat::entry` takes the number of a variant as an index.
const _: () = {
    let mut i = 0;
    while i < FORMATS.len() {
        assert!(FORMATS[i].format as usize == i);
        i += 1;
    }
};

impl OutputFormat {
    /// Every format.
    pub fn all() -> impl Iterator<Item = OutputFormat> {
        FORMATS.iter().map(|entry| entry.format)
    }

    /// Its name on the command line, such as `line`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// One line of help about it.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.entry().about
    }

    /// Appends the answer to a record, after the separator that is due, if any.
    pub(crate) fn write(self, record: &OutputRecord<'_>, color: bool, out: &mut Buffer) {
        self.entry().writer.write(record, color, out);
    }

    /// Appends the place of a blank line among records that are a line each, if answers are lines like them.
    pub(crate) fn write_blank_line(self, out: &mut Buffer) {
        self.entry().writer.write_blank_line(out);
    }

    /// Whether it can write such answers. Rows of digits cannot hold words, and a caption needs a grid below it.
    pub(crate) fn supports(self, content: Content) -> bool {
        self.entry().writer.supports(content)
    }

    /// Whether it writes more of a response than its text: its drawings or members. Otherwise a question can leave them
    /// out.
    pub(crate) fn shows_details(self) -> bool {
        self.entry().writer.shows_details()
    }

    /// The header line of the output, if the format has one.
    ///
    /// For a csv input it is the header of the input with one more column, which gets the first of `names` that the input does
    /// not have. If it has all of them, the column gets the last with a number. For any other input the columns are `puzzle`
    /// and the first of `names`.
    pub(crate) fn header(self, input: Option<&InputHeader<'_>>, names: &[&str]) -> Option<Vec<u8>> {
        self.entry().writer.header(input, names)
    }

    fn entry(self) -> &'static Entry {
        &FORMATS[self as usize]
    }
}

/// Its name.
impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for OutputFormat {
    type Err = UnknownOutputFormat;

    fn from_str(name: &str) -> Result<OutputFormat, UnknownOutputFormat> {
        OutputFormat::all().find(|format| format.name() == name).ok_or_else(|| UnknownOutputFormat(name.into()))
    }
}

/// A text that is not the name of an [`OutputFormat`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOutputFormat(String);

impl fmt::Display for UnknownOutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = OutputFormat::all().map(OutputFormat::name).collect();
        write!(f, "expected an output format ({}), found {:?}", names.join(", "), self.0)
    }
}

impl std::error::Error for UnknownOutputFormat {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::{Group, Response, Text};

    pub(super) const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    pub(super) const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    pub(super) const OTHER: &str = "534768912672195348198342567859671423426853791713924856961537284287419635345286179";

    pub(super) fn solution(text: &str) -> Response {
        Response { text: Text::Solution(text.parse().unwrap()), ..Response::default() }
    }

    pub(super) fn words(text: &str) -> Response {
        Response { text: Text::Words(text.to_string().into()), ..Response::default() }
    }

    pub(super) fn no_answer() -> Response {
        Response::default()
    }

    pub(super) fn group(response: Response, group: Group) -> Response {
        Response { group: Some(group), ..response }
    }

    /// A record of which only the location is known.
    pub(super) fn record(response: &Response) -> OutputRecord<'_> {
        OutputRecord {
            input: "in.txt",
            line: 7,
            puzzle: None,
            candidates: None,
            columns: None,
            verdict: None,
            response,
            message: None,
        }
    }

    /// What a format writes for these responses: the separator before it, and the text.
    pub(super) fn written(format: OutputFormat, responses: &[Response]) -> (&'static str, String) {
        let mut out = Buffer::default();
        responses.iter().for_each(|response| format.write(&record(response), false, &mut out));
        (out.leading(), String::from_utf8(out.bytes).unwrap())
    }

    #[test]
    fn formats_have_distinct_names_by_which_they_are_found() {
        let names: Vec<String> = OutputFormat::all().map(|format| format.to_string()).collect();
        assert_eq!(names, ["line", "packed", "spaced", "pretty", "csv", "json"]);
        for format in OutputFormat::all() {
            assert_eq!(format.name().parse(), Ok(format));
            assert!(!format.about().is_empty() && !format.about().contains('\n'));
        }
        let error = "Line".parse::<OutputFormat>().unwrap_err();
        let expected = "expected an output format (line, packed, spaced, pretty, csv, json), found \"Line\"";
        assert_eq!(error.to_string(), expected);
        assert_eq!(format!("{:>6}", OutputFormat::Csv), "   csv");
    }

    #[test]
    fn words_are_supported_by_the_formats_that_have_a_place_for_them() {
        let supported = |content| -> Vec<&str> {
            OutputFormat::all().filter(|format| format.supports(content)).map(OutputFormat::name).collect()
        };
        assert_eq!(supported(Content::Solutions).len(), 6);
        assert_eq!(supported(Content::Captions), ["line", "pretty", "csv", "json"]);
        assert_eq!(supported(Content::Words), ["line", "csv", "json"]);
        let detailed: Vec<&str> =
            OutputFormat::all().filter(|format| format.shows_details()).map(OutputFormat::name).collect();
        assert_eq!(detailed, ["pretty", "json"]);
    }

    #[test]
    fn only_csv_has_a_header() {
        let with_header: Vec<OutputFormat> =
            OutputFormat::all().filter(|format| format.header(None, &["count"]).is_some()).collect();
        assert_eq!(with_header, [OutputFormat::Csv]);
    }

    #[test]
    fn what_a_format_writes_does_not_depend_on_how_it_is_cut_into_buffers() {
        let responses = [
            group(no_answer(), Group::Empty),
            group(solution(ANSWER), Group::First),
            group(solution(OTHER), Group::Next),
            no_answer(),
            words("unique"),
            group(no_answer(), Group::Empty),
            solution(OTHER),
        ];
        for format in OutputFormat::all() {
            let (_, whole) = written(format, &responses);
            let (mut joined, mut is_first) = (String::new(), true);
            for response in &responses {
                let mut out = Buffer::default();
                format.write(&record(response), false, &mut out);
                joined.push_str(if is_first { "" } else { out.leading() });
                is_first &= out.is_empty();
                joined.push_str(str::from_utf8(&out.bytes).unwrap());
            }
            assert_eq!(joined, whole, "{format}");
        }
    }
}
