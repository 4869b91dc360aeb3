//! Completes the case of each record. Copies the findings about its grid, which were computed for
//! all grids of the chunk together, and computes what would take too much time or memory for all of
//! them, just before the reply is written.

use super::chunk::Chunk;
use super::tally::Tally;
use crate::grid::{Conflict, Grid, MarkedGridRef};
use crate::question::case::{Case, SolutionCount};
use crate::solver::Answer;
use crate::solver::batch::Batch;
use crate::solver::count::count_solutions;
use crate::solver::parallel::ThreadLimit;
use crate::solver::search::Search;

/// Completes the cases of a chunk.
pub(super) struct CaseCompleter<'a> {
    pub(super) chunk: Chunk<'a>,
    pub(super) batch: &'a mut Batch,
    /// The most threads to count solutions with.
    pub(super) count_threads: ThreadLimit,
}

impl<'a> CaseCompleter<'a> {
    /// Fills in what is known about the puzzle. Records in the tally which threads and engine a
    /// count has used. A case is large, so it is completed in place: returning it by value makes
    /// verdicts 4 % slower.
    pub(super) fn complete<'r>(&mut self, case: &mut Case<'r>, tally: &mut Tally)
    where
        'a: 'r,
    {
        let (Ok(puzzle), Some(index)) = (case.record.puzzle, case.record.grid_index) else {
            return;
        };
        let findings = self.chunk.findings;
        let answer = findings.answers.get(index);
        case.conflict = self.find_conflict(puzzle, answer);
        if case.conflict.is_some() {
            return;
        }
        case.answer = answer;
        case.smallest_of_multiple = findings.smallest_of_multiple.get(&index);
        case.contradiction = findings.contradictions.get(&index);
        case.analysis = findings.analyses.get(&index);
        if let Some(limit) = self.chunk.policy.count_limit() {
            case.solution_count = self.count(case, limit, tally);
        }
        if case.has_multiple_solutions() && self.chunk.policy.needs_two_smallest() {
            case.two_smallest = two_smallest(case);
        }
    }

    /// Two clues of a puzzle that conflict. A puzzle with a solution has none.
    fn find_conflict(
        &self,
        puzzle: MarkedGridRef<'_>,
        answer: Option<&Answer>,
    ) -> Option<Conflict> {
        if !self.chunk.policy.looks_for_conflicts() {
            return None;
        }
        match answer {
            None | Some(Answer::Unsolvable) => puzzle.conflict(),
            Some(Answer::Unique(_) | Answer::Multiple | Answer::Solvable(_)) => None,
        }
    }

    /// The number of solutions, up to a limit; `None` if the puzzle has not been solved.
    fn count(&mut self, case: &Case<'_>, limit: u64, tally: &mut Tally) -> Option<SolutionCount> {
        let solutions = match case.answer? {
            Answer::Unsolvable => 0,
            Answer::Unique(_) => 1,
            Answer::Multiple | Answer::Solvable(_) => {
                // One more than the limit tells whether there are more.
                let (puzzle, most) = (case.candidates(), limit.saturating_add(1));
                let count = count_solutions(&puzzle, most, self.batch, self.count_threads);
                tally.threads = tally.threads.max(count.threads);
                tally.level = self.batch.level();
                count.solutions
            }
        };
        Some(SolutionCount {
            counted: solutions.min(limit),
            has_more: solutions > limit,
        })
    }
}

/// The two smallest solutions of a puzzle that has several. The search starts at the smallest, if
/// that is known.
fn two_smallest(case: &Case<'_>) -> Option<[Grid; 2]> {
    let smallest = case.smallest_solution().copied();
    let mut solutions = Search::new(&case.candidates()).solutions(smallest);
    Some([solutions.next()?, solutions.next()?])
}
