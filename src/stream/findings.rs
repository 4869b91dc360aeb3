//! Finds out what the options ask for about each grid of a chunk.

use std::collections::BTreeMap;

use crate::analysis::{Contradiction, contradictions, minimal_puzzles_of, redundant_clues_of, true_candidates_of};
use crate::answer::{Answer, Goal};
use crate::batch::{Batch, Puzzles};
use crate::check::check;
use crate::grid::Candidates;
use crate::input::records::Records;
use crate::options::Options;
use crate::question::Question;
use crate::reply::Reply;

/// The findings about the grids of a chunk that the options ask for.
#[derive(Default)]
pub(super) struct Findings {
    /// The answer to each grid. The memory is used again for the next chunk.
    pub(super) answers: Vec<Answer>,
    /// Why grids have no solution, by their index.
    pub(super) contradictions: BTreeMap<usize, Contradiction>,
    /// Replies that take more than an answer, by the index of their grid.
    pub(super) replies: BTreeMap<usize, Reply<'static>>,
}

impl Findings {
    /// Finds out about the grids of a chunk.
    pub(super) fn find(&mut self, options: &Options, records: &Records, batch: &mut Batch) {
        let (question, grids) = (options.question, &records.grids);
        let puzzles = Puzzles::Grids(grids, &records.candidates);
        self.answers.clear();
        if question == Question::Check {
            self.replies = check(records, batch);
        }
        let Some(goal) = options.goal() else { return };
        batch.answer(goal, puzzles, &mut self.answers);
        if question == Question::Smallest && goal == Goal::Uniqueness {
            batch.smallest_of_several(puzzles, &mut self.answers);
        }
        if options.explain {
            let (indices, candidates) = self.those(puzzles, |answer| *answer == Answer::Unsolvable);
            let unsolvable: Vec<_> = indices.iter().map(|&index| grids[index]).zip(candidates).collect();
            self.contradictions = indices.into_iter().zip(contradictions(&unsolvable, batch)).collect();
        }
        if !question.needs_many_searches() {
            return;
        }
        // All together: the engine is fast only if it gets many puzzles at a time.
        let (indices, candidates) = self.those(puzzles, |answer| match question {
            Question::Candidates => matches!(answer, Answer::Several(_)),
            _ => matches!(answer, Answer::Unique(_)),
        });
        let replies: Vec<Reply<'static>> = match question {
            Question::Candidates => {
                let marks = true_candidates_of(&candidates, batch).into_iter();
                marks.map(|marks| Reply::Candidates(Box::new(marks))).collect()
            }
            Question::Minimize => {
                let minimal = minimal_puzzles_of(&candidates, batch).into_iter();
                minimal.map(|puzzle| Reply::Minimized(Box::new((puzzle.to_grid(), puzzle)))).collect()
            }
            _ => redundant_clues_of(&candidates, batch).into_iter().map(Reply::Redundant).collect(),
        };
        self.replies = indices.into_iter().zip(replies).collect();
    }

    /// The puzzles with such answers, and their indices.
    fn those(&self, puzzles: Puzzles, is_wanted: impl Fn(&Answer) -> bool) -> (Vec<usize>, Vec<Candidates>) {
        let indices = (0..self.answers.len()).filter(|&index| is_wanted(&self.answers[index]));
        indices.map(|index| (index, puzzles.candidates(index))).unzip()
    }
}
