//! What several formats say in words: replies that are not grids, and captions.

use std::borrow::Cow;

use crate::grid::{Candidates, join};
use crate::question::case::{Case, Verdict};
use crate::question::reply::{Rating, RatingReport, Reply, Step};

/// The words of a reply: all of it if it is not a grid, or else a remark about the grid. Empty if
/// there is nothing to say. If the reply shows messages, they replace the words of a failed check.
pub(super) fn words<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Cow<'a, str> {
    match reply {
        Reply::Count(count) if count.has_more => format!(">={}", count.counted).into(),
        Reply::Count(count) => count.counted.to_string().into(),
        Reply::Verdict | Reply::NotUnique => case.verdict().map_or("", Verdict::word).into(),
        Reply::Check(Ok(())) => "ok".into(),
        Reply::Check(Err(failure)) if case.messages.is_empty() => failure.all_reasons().into(),
        Reply::Check(Err(_)) => case.messages.join("\n").into(),
        Reply::Redundant([]) => "minimal".into(),
        Reply::Redundant(clues) => join(*clues, " ").into(),
        Reply::Rating(report) => report.to_string().into(),
        Reply::Steps { steps, remaining } => words_of_steps(steps, remaining).into(),
        // The first equivalent needs no number, and those of a malformed record show no grid.
        Reply::Equivalent { index: index @ 2.. } if case.record.puzzle.is_ok() => {
            format!("equivalent {index}").into()
        }
        Reply::Solution(_) if case.has_multiple_solutions() => "one of several solutions".into(),
        Reply::Nothing
        | Reply::NoneListed
        | Reply::Solution(_)
        | Reply::Listed { .. }
        | Reply::Minimized(_)
        | Reply::Candidates(_)
        | Reply::Canonical(_)
        | Reply::Record
        | Reply::PencilMarks(_)
        | Reply::Equivalent { .. } => "".into(),
    }
}

/// The steps, and how many cells are open after them.
fn words_of_steps(steps: &[Step], remaining: &Candidates) -> String {
    let open = count_open_cells(remaining);
    let end = if open > 0 {
        Some(format!("{} {open} open", Rating::BEYOND))
    } else if steps.is_empty() {
        Some("0.0 solved".to_string())
    } else {
        None
    };
    join(steps.iter().map(ToString::to_string).chain(end), "; ")
}

/// The number of open cells: those with several candidates or none.
pub(super) fn count_open_cells(candidates: &Candidates) -> usize {
    candidates
        .masks()
        .iter()
        .filter(|mask| !mask.is_power_of_two())
        .count()
}

/// The caption of a grid: its title or else its number, and then words about it if there are any,
/// such as `7: one of several solutions`.
pub(super) fn caption(case: &Case<'_>, words: &str) -> String {
    let title = match case.record.title_or_column() {
        Some(title) => title.into_owned(),
        None => case.record.number.to_string(),
    };
    if words.is_empty() {
        title
    } else {
        format!("{title}: {words}")
    }
}

/// The name of the technique that a rating is the rating of; `None` if there was no step, or the
/// rating is only a lower bound.
pub(super) fn deciding_technique(report: &RatingReport) -> Option<&'static str> {
    report.tenths()?;
    Some(report.hardest()?.name)
}
