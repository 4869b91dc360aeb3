//! What is found out about all grids of a chunk together: the engine is fast only if it gets many
//! puzzles at a time.

use std::collections::BTreeMap;

use crate::analysis::{
    Reason, contradictions, minimal_puzzles_of, redundant_clues_of, true_candidates_of,
};
use crate::grid::Candidates;
use crate::input::records::Records;
use crate::question::Question;
use crate::question::case::{SearchFor, Searched};
use crate::question::policy::ChunkPolicy;
use crate::solver::Answer;
use crate::solver::batch::{Batch, Puzzles};
use crate::solver::handful::{self, ReadSize};

/// What the policy wants to know about the grids of a chunk, by their index.
#[derive(Default)]
pub(super) struct Findings {
    /// Empty if nothing has to be solved. The memory is used again for the next chunk.
    pub(super) answers: Vec<Answer>,
    pub(super) contradictions: BTreeMap<usize, Reason>,
    pub(super) searched: BTreeMap<usize, Searched>,
}

/// The puzzles with certain answers, and their indices.
struct Selection {
    indices: Vec<usize>,
    puzzles: Vec<Candidates>,
}

impl Findings {
    /// Replaces the findings by those about the grids of a chunk.
    pub(super) fn find(
        &mut self,
        policy: &ChunkPolicy,
        records: &Records,
        read_size: ReadSize,
        batch: &mut Batch,
    ) {
        let Some(goal) = policy.goal else { return };
        let puzzles = Puzzles::Grids(&records.grids, &records.marks);
        let prints_solution = policy.question == Question::Smallest;
        if prints_solution && read_size == ReadSize::Handful {
            self.answers.clear();
            let answers = puzzles.iter().map(|puzzle| handful::answer(goal, &puzzle));
            self.answers.extend(answers);
        } else {
            batch.solve_puzzles(goal, puzzles, &mut self.answers);
            if prints_solution || policy.finds_two_smallest {
                batch.add_smallest(puzzles, &mut self.answers);
            }
        }
        if policy.finds_contradictions {
            let unsolvable = self.select(puzzles, |answer| *answer == Answer::Unsolvable);
            let reasons = contradictions(&unsolvable.puzzles, batch);
            self.contradictions = unsolvable.by_index(reasons).collect();
        }
        if let Some(search_for) = policy.search_for {
            self.search(search_for, puzzles, batch);
        }
    }

    /// Finds what takes many searches.
    fn search(&mut self, search_for: SearchFor, puzzles: Puzzles, batch: &mut Batch) {
        let wanted = match search_for {
            SearchFor::TrueCandidates => {
                self.select(puzzles, |answer| matches!(answer, Answer::Several(_)))
            }
            SearchFor::RedundantClues | SearchFor::MinimalPuzzle => {
                self.select(puzzles, |answer| matches!(answer, Answer::Unique(_)))
            }
        };
        let found: Vec<Searched> = match search_for {
            SearchFor::TrueCandidates => true_candidates_of(&wanted.puzzles, batch)
                .into_iter()
                .map(Searched::TrueCandidates)
                .collect(),
            SearchFor::RedundantClues => redundant_clues_of(&wanted.puzzles, batch)
                .into_iter()
                .map(Searched::RedundantClues)
                .collect(),
            SearchFor::MinimalPuzzle => minimal_puzzles_of(&wanted.puzzles, batch)
                .into_iter()
                .map(Searched::MinimalPuzzle)
                .collect(),
        };
        self.searched = wanted.by_index(found).collect();
    }

    /// The puzzles with the wanted answers.
    fn select(&self, puzzles: Puzzles, is_wanted: fn(&Answer) -> bool) -> Selection {
        let mut indices: Vec<usize> = (0..self.answers.len()).collect();
        indices.retain(|&index| is_wanted(&self.answers[index]));
        Selection {
            puzzles: indices
                .iter()
                .map(|&index| puzzles.candidates(index))
                .collect(),
            indices,
        }
    }
}

impl Selection {
    /// What was found about each puzzle, with its index.
    fn by_index<T>(self, found: impl IntoIterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
        self.indices.into_iter().zip(found)
    }
}
