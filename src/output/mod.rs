//! Writes replies to records, in one of these formats:
//!
//! ```text
//! line     534678912672195348198342567...    a line of 81 digits, or of 729 pencil marks; an
//!                                            empty line if there is no grid
//!
//! packed   534678912                         nine lines, nothing if there is no grid;
//!          672195348                         an empty line separates two grids
//!          ...
//! spaced   5 3 4 6 7 8 9 1 2                 the same with spaces
//!          6 7 2 1 9 5 3 4 8
//!          ...
//! pretty   # 1                               a caption: the title of the grid, or its number
//!          ┌───────┬───────┬───────┐
//!          │ 5 3 4 │ 6 7 8 │ 9 1 2 │
//!          ...
//! csv      id,puzzle,solution                the header of the input, and mostly one more column
//!          7,53..7....6..195...,534678912...
//!
//! html     <table><caption>1</caption>       one page, with a table for each grid
//!          <tr><td><b>5</b><td>3<td>...
//!
//! json     {"file":"puzzles.txt","line":1,"puzzle":"530070000...","verdict":"unique",...}
//! ```
//!
//! Some replies are words, such as a number or a verdict. `line` and `csv` write them in place of
//! the digits, `pretty` in the caption, and `json` as members of its object. Other formats have no
//! room for them; see [`Question::supports`](crate::Question::supports). The captions of `pretty`
//! and `html` can also have words about their grid: `1: one of several solutions`.

mod buffer;
mod csv;
mod drawing;
mod html;
mod json;
mod line;
mod object;
mod pretty;
mod rows;
mod words;

use crate::question::case::Case;
use crate::question::options::OutputFormat;
use crate::question::reply::Reply;
use crate::question::status::Message;
pub(crate) use buffer::Buffer;
pub(crate) use csv::CsvColumns;
pub(crate) use line::push_solution;

/// The text that starts the output, whatever the inputs are: the head of an HTML page. A csv header
/// depends on the first input, so [`Style::write_csv_header`] appends it when that is known.
pub(crate) fn page_head(format: OutputFormat) -> &'static str {
    match format {
        OutputFormat::Html => html::HEAD,
        OutputFormat::Line
        | OutputFormat::Packed
        | OutputFormat::Spaced
        | OutputFormat::Pretty
        | OutputFormat::Csv
        | OutputFormat::Json => "",
    }
}

/// How replies are written.
#[derive(Clone, Debug)]
pub(crate) struct Style<'a> {
    pub(crate) format: OutputFormat,
    /// Whether drawings have the colors of a terminal.
    pub(crate) color: bool,
    /// The name of the input, if each reply shows it. JSON ignores this: it always has the name.
    pub(crate) shown_input_name: Option<&'a str>,
    /// Whether a line of words starts with the caption of its grid. Without words, the caption is
    /// all of the line. Only for `Line`.
    pub(crate) with_captions: bool,
    /// The columns of the output. Only for `Csv`.
    pub(crate) csv_columns: CsvColumns,
}

impl Style<'_> {
    /// Appends the first line of csv output.
    pub(crate) fn write_csv_header(&self, out: &mut Buffer) {
        let with_input_name = self.shown_input_name.is_some();
        self.csv_columns.write_header(with_input_name, out);
    }

    /// Appends the reply to a record, and a separator before it if the format has one.
    pub(crate) fn write(&self, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
        match self.format {
            OutputFormat::Line => line::write(self, case, reply, out),
            OutputFormat::Packed | OutputFormat::Spaced => rows::write(self, case, reply, out),
            OutputFormat::Pretty => pretty::write(self, case, reply, out),
            OutputFormat::Csv => csv::write(self, case, reply, out),
            OutputFormat::Json => json::write(case, reply, out),
            OutputFormat::Html => html::write(self, case, reply, out),
        }
    }

    /// Why a reply would be read back as something else. Such a reply must not be written.
    pub(crate) fn why_misread(&self, case: &Case<'_>, reply: &Reply<'_>) -> Option<Message> {
        match self.format {
            OutputFormat::Pretty => pretty::why_misread(case, reply),
            // Lines, csv and JSON keep all pencil marks, rows leave them out, and HTML is never
            // read back.
            OutputFormat::Line
            | OutputFormat::Packed
            | OutputFormat::Spaced
            | OutputFormat::Csv
            | OutputFormat::Json
            | OutputFormat::Html => None,
        }
    }

    /// Separates a reply of several lines from the one before: by an empty line, and by two where
    /// the list of a record's solutions starts. The name of the input becomes a comment above it,
    /// also above each solution of a list.
    fn start_block(&self, reply: &Reply<'_>, out: &mut Buffer) {
        match reply {
            Reply::Listed { index: 1, .. } => out.separate("\n\n"),
            _ => out.separate("\n"),
        }
        if let Some(name) = self.shown_input_name {
            writeln!(out, "# {name}");
        }
    }
}

#[cfg(test)]
mod tests;
