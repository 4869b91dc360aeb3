//! Finds out about the grids of a chunk what the options ask for.

use crate::analysis::{contradictions, redundant_clues_of, true_candidates_of};
use crate::answer::Answer;
use crate::batch::{Batch, Goal, Puzzles};
use crate::grid::{Candidates, Grid};
use crate::input::records::Records;
use crate::options::Options;
use crate::puzzle::Puzzle;
use crate::question::{Details, Question};

/// What was found out about each grid of a chunk. The memory and the engine are used again for the next chunk.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) batch: Batch,
    /// Empty if nothing had to be solved.
    pub(super) answers: Vec<Answer>,
    /// Empty if only answers were asked for.
    pub(super) details: Vec<Details>,
}

impl Findings {
    /// Finds out about the grids of a chunk. With `wants_two`, that includes the two smallest of several solutions.
    pub(super) fn find(&mut self, options: &Options, records: &Records, wants_two: bool) {
        let Findings { batch, answers, details } = self;
        let (grids, marks) = (&records.grids, &records.candidates);
        answers.clear();
        details.clear();
        let Some(goal) = options.goal() else { return };
        batch.solve_marked(goal, grids, marks, answers);
        if options.question == Question::Smallest && goal == Goal::Uniqueness && !wants_two {
            batch.smallest_of_several(grids, marks, answers);
        }
        let wants = |question| options.question == question;
        if !(wants_two || wants(Question::Redundant) || wants(Question::Candidates) || options.explain) {
            return;
        }
        details.resize_with(grids.len(), Details::default);
        if wants_two {
            for (index, (answer, details)) in answers.iter_mut().zip(&mut *details).enumerate() {
                if let Answer::Several(smallest) = answer {
                    let mut solutions = Puzzle::from(&Puzzles::Grids(grids, marks).candidates(index)).solutions();
                    details.smallest_two = solutions.next().zip(solutions.next()).map(<[Grid; 2]>::from);
                    *smallest = details.smallest_two.map(|[smallest, _]| smallest);
                }
            }
        }
        // The engine is fast only if it gets many puzzles at a time.
        let those = |wanted: fn(&Answer) -> bool| {
            let indices = (0..grids.len()).filter(|&index| wanted(&answers[index]));
            indices
                .map(|index| (index, Puzzles::Grids(grids, marks).candidates(index)))
                .unzip::<_, Candidates, Vec<_>, Vec<_>>()
        };
        if wants(Question::Candidates) {
            for (answer, details) in answers.iter().zip(&mut *details) {
                details.candidates = answer.solution().map(Candidates::from);
            }
            let (indices, puzzles) = those(|answer| matches!(answer, Answer::Several(_)));
            for (index, candidates) in indices.into_iter().zip(true_candidates_of(&puzzles, batch)) {
                details[index].candidates = Some(candidates);
            }
        }
        if wants(Question::Redundant) {
            let (indices, puzzles) = those(|answer| matches!(answer, Answer::Unique(_)));
            for (index, clues) in indices.into_iter().zip(redundant_clues_of(&puzzles, batch)) {
                details[index].redundant = clues;
            }
        }
        if options.explain {
            let (indices, puzzles) = those(|answer| *answer == Answer::Unsolvable);
            let puzzles: Vec<_> = indices.iter().map(|&index: &usize| grids[index]).zip(puzzles).collect();
            for (index, reason) in indices.into_iter().zip(contradictions(&puzzles, batch)) {
                details[index].contradiction = reason;
            }
        }
    }
}
