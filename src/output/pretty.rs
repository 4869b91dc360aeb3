//! Grids in frames of box-drawing characters, each below a caption: the title or the number of the
//! grid, and perhaps words about it. The caption is a comment for every input format, because it
//! starts with `#`. So a reply that is a grid can be read again. A grid below words only
//! illustrates them.
//!
//! ```text
//! # 1: one of several solutions
//! ┌───────┬───────┬───────┐
//! │ 5 3 4 │ 6 7 8 │ 9 1 2 │
//! ...
//! ```

use std::borrow::Cow;

use super::drawing::{Emphasis, draw, why_marks_misread};
use super::words::{caption, reply_words};
use super::{Buffer, Style};
use crate::grid::{Candidates, Cell, Grid, MarkedGridRef, join};
use crate::question::case::Case;
use crate::question::reply::{Rating, Reply, Step};
use crate::question::status::Message;

/// Appends the caption, the grids and the steps of a reply; nothing if it has no grid and no words.
pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let words = caption_words(case, reply);
    let grids = grids_to_draw(case, reply);
    if words.is_empty() && grids.is_empty() {
        return;
    }
    style.start_block(reply, out);
    // All solutions of a puzzle share one caption.
    if !matches!(reply, Reply::Listed { index: 2.., .. }) {
        writeln!(out, "# {}", caption(case, &words));
    }
    let emphasis = choose_emphasis(style, case, reply);
    for (index, grid) in grids.into_iter().enumerate() {
        if index > 0 {
            out.push_empty_lines(1);
        }
        draw(grid, &emphasis, out);
    }
    if let Reply::Steps { steps, remaining } = reply {
        write_steps(steps, remaining, out);
    }
}

/// The words in the caption.
fn caption_words<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Cow<'a, str> {
    let words = reply_words(case, reply);
    match reply {
        Reply::Verdict => with_differing_cells(words, &case.differing_cells()),
        Reply::Redundant([_]) => words + " could be removed",
        Reply::Redundant([_, _, ..]) => words + " could each be removed",
        Reply::Rating(report) => match report.deciding_technique() {
            Some(technique) => words + ", " + technique.name,
            None => words,
        },
        // The steps are listed below the grid.
        Reply::Steps { .. } => "".into(),
        _ => words,
    }
}

/// Appends the cells in which two solutions differ, if they are known.
fn with_differing_cells<'a>(words: Cow<'a, str>, cells: &[Cell]) -> Cow<'a, str> {
    if cells.is_empty() {
        return words;
    }
    let (count, list) = (cells.len(), join(cells, " "));
    format!("{words}, two solutions differ in {count} cells: {list}").into()
}

/// The grids below the caption.
fn grids_to_draw<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Vec<MarkedGridRef<'a>> {
    let grid = match reply {
        Reply::Verdict => return case.evidence().iter().map(MarkedGridRef::from).collect(),
        Reply::Redundant(_) | Reply::Rating(_) => case.record.puzzle.ok(),
        // A drawing of candidates does not need the grid.
        Reply::Steps { remaining, .. } => Some(MarkedGridRef {
            grid: &Grid::EMPTY,
            marks: Some(remaining),
        }),
        Reply::Check(Err(failure)) => failure.grid.as_ref().map(MarkedGridRef::from),
        _ => reply.grid(case.record),
    };
    grid.into_iter().collect()
}

fn write_steps(steps: &[Step], remaining: &Candidates, out: &mut Buffer) {
    for (step, number) in steps.iter().zip(1..) {
        writeln!(out, "{number}. {step:#}");
    }
    let open_cells = match remaining.open_cell_count() {
        0 => return,
        1 => "1 cell is open".to_string(),
        count => format!("{count} cells are open"),
    };
    let rating = Rating::BEYOND;
    writeln!(
        out,
        "The techniques end here, so the rating is {rating}; {open_cells}."
    );
}

/// How to emphasize the cells that a reply is about.
fn choose_emphasis(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>) -> Emphasis {
    if style.color {
        return Emphasis::Colored {
            highlighted: highlighted_cells(case, reply),
            clues: reply.clues(case.record),
            singles_are_solved: !reply.shows_plain_marks(),
        };
    }
    match reply {
        Reply::Check(Err(_)) => Emphasis::Flagged(highlighted_cells(case, reply)),
        _ => Emphasis::Plain,
    }
}

/// The cells that a reply is about.
fn highlighted_cells(case: &Case<'_>, reply: &Reply<'_>) -> Vec<Cell> {
    match reply {
        Reply::Verdict => case.differing_cells(),
        Reply::Redundant(clues) => clues.iter().map(|clue| clue.cell).collect(),
        Reply::Check(Err(failure)) => failure.wrong_cells.iter().map(|wrong| wrong.cell).collect(),
        _ => Vec::new(),
    }
}

/// Why the drawing of a reply would be read back as something else, if the reply is a grid. A grid
/// that is drawn below words only illustrates them, such as the puzzle of a rating or the position
/// after the steps.
pub(super) fn why_misread(case: &Case<'_>, reply: &Reply<'_>) -> Option<Message> {
    let marks = reply.grid(case.record)?.marks?;
    let reason = why_marks_misread(marks)?;
    let topic = "the pencil marks cannot be drawn";
    let text = match reply {
        // The cells that the reason names are not those of the input.
        Reply::Equivalent { index } => format!("equivalent {index}: {reason}: use -o line"),
        _ => format!("{reason}: use -o line"),
    };
    Some(case.message(topic, text))
}
