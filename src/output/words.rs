//! What several formats say in words: replies that are not grids, and captions.

use std::borrow::Cow;

use crate::grid::{Candidates, join};
use crate::question::case::{Case, Verdict};
use crate::question::reply::{Rating, Reply, Step};

/// The reply in words; for a grid, a remark such as `one of several solutions`. Never more than one
/// line, and empty if there is nothing to say.
pub(super) fn reply_words<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Cow<'a, str> {
    if words_are_messages(case, reply) {
        return case.messages.join("; ").into();
    }
    match reply {
        Reply::Count(count) if count.has_more => format!(">={}", count.counted).into(),
        Reply::Count(count) => count.counted.to_string().into(),
        Reply::Verdict | Reply::NotUnique => case.verdict().map_or("", Verdict::word).into(),
        Reply::Check(Ok(())) => "ok".into(),
        Reply::Check(Err(failure)) => failure.all_reasons().into(),
        Reply::Redundant([]) => "minimal".into(),
        Reply::Redundant(clues) => join(*clues, " ").into(),
        Reply::Rating(report) => report.to_string().into(),
        Reply::Steps { steps, remaining } => step_words(steps, remaining).into(),
        // The first equivalent needs no number, and a malformed record has no grid to number.
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
        | Reply::OwnGrid
        | Reply::PencilMarks(_)
        | Reply::Equivalent { .. } => "".into(),
    }
}

/// Whether the words of a reply are the messages about its record: those that say why a check
/// failed.
pub(super) fn words_are_messages(case: &Case<'_>, reply: &Reply<'_>) -> bool {
    matches!(reply, Reply::Check(Err(_))) && !case.messages.is_empty()
}

/// The steps, and how many cells are open after them. If there are no steps because the grid is
/// solved already, the words say that.
fn step_words(steps: &[Step], remaining: &Candidates) -> String {
    let open_cells = remaining.open_cell_count();
    let end = if open_cells > 0 {
        Some(format!("{} {open_cells} open", Rating::BEYOND))
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
