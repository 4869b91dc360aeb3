//! What several formats say in words: replies that are not grids, and captions.

use std::borrow::Cow;

use crate::grid::{Candidates, join};
use crate::question::case::{Case, Verdict};
use crate::question::reply::{Rating, Reply, Step};

/// The words of a reply: all of it if it is not a grid, or else a remark about the grid; empty if
/// there is nothing to say. If the reply shows messages, they stand in place of the words of a
/// failed check, on a line each.
pub(super) fn reply_words<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Cow<'a, str> {
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
        Reply::Steps { steps, remaining } => step_words(steps, remaining).into(),
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

/// The steps, and what is left after them: open cells, or nothing because the grid was solved.
fn step_words(steps: &[Step], remaining: &Candidates) -> String {
    let open = remaining.count_open_cells();
    let end = if open > 0 {
        Some(format!("{} {open} open", Rating::BEYOND))
    } else if steps.is_empty() {
        Some(format!("{} solved", Rating::Exactly(0)))
    } else {
        None
    };
    join(steps.iter().map(ToString::to_string).chain(end), "; ")
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
