//! Finds out what the options ask for about each grid of a chunk.

use std::collections::BTreeMap;

use crate::analysis::{Contradiction, contradictions, redundant_clues_of, true_candidates_of};
use crate::answer::{Answer, Goal};
use crate::batch::{Batch, Puzzles};
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
        let Some(goal) = options.goal() else { return };
        batch.answer(goal, puzzles, &mut self.answers);
        if question == Question::Smallest && goal == Goal::Uniqueness {
            batch.smallest_of_several(puzzles, &mut self.answers);
        }
        // The engine is fast only if it gets many puzzles at a time.
        let those = |wanted: fn(&Answer) -> bool| -> (Vec<usize>, Vec<Candidates>) {
            let indices = (0..grids.len()).filter(|&index| wanted(&self.answers[index]));
            indices.map(|index| (index, puzzles.candidates(index))).unzip()
        };
        if options.explain {
            let (indices, puzzles) = those(|answer| *answer == Answer::Unsolvable);
            let puzzles: Vec<_> = indices.iter().map(|&index| grids[index]).zip(puzzles).collect();
            self.contradictions = indices.into_iter().zip(contradictions(&puzzles, batch)).collect();
        }
        if question == Question::Candidates {
            let (indices, puzzles) = those(|answer| matches!(answer, Answer::Several(_)));
            let found = true_candidates_of(&puzzles, batch).into_iter();
            self.replies = indices.into_iter().zip(found.map(|marks| Reply::Candidates(Box::new(marks)))).collect();
        }
        if question == Question::Redundant {
            let (indices, puzzles) = those(|answer| matches!(answer, Answer::Unique(_)));
            let found = redundant_clues_of(&puzzles, batch).into_iter();
            self.replies = indices.into_iter().zip(found.map(Reply::Redundant)).collect();
        }
    }
}
