//! Inputs whose records are lines: what each line adds.
//!
//! | a line | adds |
//! |---|---|
//! | with a grid, also a malformed one, or an object | its record |
//! | that is empty, a title or the end of a block | an empty line, from the first record on |
//! | that is the word `end` | nothing if only empty lines and comments follow, or else a malformed record |
//! | that is a comment | nothing |
//!
//! The same lines can stand between JSON values.

use std::sync::Arc;

use super::InputOptions;
use super::error::{ParseError, TOO_LONG};
use super::fast_path::{self, Tails};
use super::json::Json;
use super::line_formats::{self, LineRole};
use super::lines::{Consumed, Line};
use super::puzzle_in_line::end_of_solution;
use super::records::{ParseContext, Records};
use super::titles::{Titles, title_above, title_beside};
use super::words::is_comment_line;
use crate::grid::MarkedGrid;

/// Reads records that are lines.
pub(super) struct LineRecords {
    pub(super) titles: Titles,
    /// The output repeats a line up to the given solution in its tail.
    solutions_in_tails: bool,
    /// The title below the last record, if titles are wanted.
    pending_title: Option<Arc<str>>,
    /// The word `end` that may be on the last line.
    end_word: Option<EndWord>,
}

/// What a line stands among.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Surroundings {
    Lines,
    JsonValues,
}

/// The word `end`, until the next line shows whether it ends the input.
struct EndWord {
    /// What is wrong with it if another line follows.
    error: ParseError,
    empty_lines_below: usize,
}

impl LineRecords {
    pub(super) fn new(options: &InputOptions) -> LineRecords {
        LineRecords {
            titles: Titles::default(),
            solutions_in_tails: options.solutions_in_tails,
            pending_title: None,
            end_word: None,
        }
    }

    /// Reads up to `limit` lines that start with their grid, from the start of a text that begins
    /// with the line `number`. Returns what it has consumed.
    pub(super) fn read_fast(
        &self,
        text: &[u8],
        number: u64,
        limit: usize,
        records: &mut Records,
    ) -> Consumed {
        if self.end_word.is_some() || self.pending_title.is_some() {
            return Consumed::default();
        }
        let tails = if self.solutions_in_tails || self.titles == Titles::Read {
            Tails::Read
        } else {
            Tails::Ignored
        };
        fast_path::read_lines(text, number, limit, tails, records)
    }

    /// Reads a line among other lines or JSON values.
    pub(super) fn read_line(
        &mut self,
        line: &Line<'_>,
        surroundings: Surroundings,
        json: &mut Json,
        context: &mut ParseContext<'_>,
    ) {
        if line.text.is_empty() {
            return self.push_empty_line(context.records);
        }
        if is_comment_line(line.text) {
            return;
        }
        self.push_end_word(context.records);
        let has_record_above = context.records.has_any_record();
        match line_formats::classify(line, context.cell_reader) {
            // The end of an array that has a broken value.
            LineRole::Closing if surroundings == Surroundings::JsonValues => {}
            LineRole::Closing => self.push_empty_line(context.records),
            LineRole::Title => {
                self.keep_title(line.text);
                self.push_empty_line(context.records);
            }
            LineRole::Word(_) if !has_record_above => self.keep_title(line.text),
            LineRole::End(error) if has_record_above => {
                self.end_word = Some(EndWord {
                    error,
                    empty_lines_below: 0,
                });
            }
            LineRole::Word(error) | LineRole::End(error) => {
                self.push_error(error, context.records);
            }
            LineRole::Json => {
                self.pending_title = None;
                json.read_object(line, context);
            }
            LineRole::Grid(puzzle) => self.push_grid(line, puzzle, surroundings, context),
        }
    }

    /// Refuses a line that is too long.
    pub(super) fn refuse_long_line(&mut self, number: u64, records: &mut Records) {
        self.push_end_word(records);
        self.push_error(ParseError::new(number, None, TOO_LONG), records);
    }

    /// Ends the input.
    pub(super) fn end(&mut self, records: &mut Records) {
        if let Some(end_word) = self.end_word.take() {
            push_empty_lines(end_word.empty_lines_below, records);
        }
    }

    /// Keeps the title on a line above a record, if it is wanted.
    pub(super) fn keep_title(&mut self, text: &[u8]) {
        if self.titles == Titles::Read {
            self.pending_title = title_above(text);
        }
    }

    /// Adds the record of a line with a grid, which may be malformed.
    fn push_grid(
        &mut self,
        line: &Line<'_>,
        puzzle: Result<MarkedGrid, ParseError>,
        surroundings: Surroundings,
        context: &mut ParseContext<'_>,
    ) {
        let title = self.take_title(line, surroundings, context);
        context.records.push(line.number, title, puzzle);
        if self.solutions_in_tails
            && surroundings == Surroundings::Lines
            && let Some(end) = end_of_solution(line)
        {
            context.records.keep_text([&line.bytes[..end]]);
        }
    }

    /// The title of the grid on a line, if it is wanted. The one above belongs to no other grid.
    fn take_title(
        &mut self,
        line: &Line<'_>,
        surroundings: Surroundings,
        context: &mut ParseContext<'_>,
    ) -> Option<Arc<str>> {
        if self.titles == Titles::Ignored {
            return None;
        }
        let above = self.pending_title.take();
        let beside = title_beside(line, context.cell_reader);
        match surroundings {
            Surroundings::Lines => beside.or(above),
            // A title among values may be that of a value.
            Surroundings::JsonValues => beside,
        }
    }

    /// Adds the word `end` as a malformed record if a JSON value starts the unread text.
    pub(super) fn push_end_word_above_value(&mut self, unread: &[u8], records: &mut Records) {
        if self.end_word.is_some() && matches!(unread.trim_ascii_start(), [b'{' | b'[', ..]) {
            self.push_end_word(records);
        }
    }

    /// Adds the word `end` as a malformed record, because it is not on the last line.
    fn push_end_word(&mut self, records: &mut Records) {
        if let Some(end_word) = self.end_word.take() {
            self.push_error(end_word.error, records);
            push_empty_lines(end_word.empty_lines_below, records);
        }
    }

    /// Adds a malformed record. A title above it does not belong to the next grid.
    fn push_error(&mut self, error: ParseError, records: &mut Records) {
        self.pending_title = None;
        records.push_error(error);
    }

    /// Adds an empty line of output, unless it is above the first record.
    fn push_empty_line(&mut self, records: &mut Records) {
        match &mut self.end_word {
            Some(end_word) => end_word.empty_lines_below += 1,
            None if records.has_any_record() => records.push_empty_line(),
            None => {}
        }
    }
}

fn push_empty_lines(count: usize, records: &mut Records) {
    for _ in 0..count {
        records.push_empty_line();
    }
}
