//! What is computed for all grids of a chunk together: the engine is fast only if it gets many
//! puzzles at a time. What is computed for one grid is in
//! [`case_completer`](super::case_completer).

use std::collections::BTreeMap;

use crate::analysis::{
    Reason, contradictions_of, minimal_puzzles_of, redundant_clues_of, true_candidates_of,
};
use crate::grid::{Candidates, Grid};
use crate::input::records::Records;
use crate::question::case::{Analysis, AnalysisResult};
use crate::question::chunk_policy::ChunkPolicy;
use crate::solver::batch::{Batch, Puzzles};
use crate::solver::single_grid;
use crate::solver::{Answer, AnswerWithSmallest, Goal};

/// What the policy needs to know about the grids of a chunk, by the index of the grid among
/// [`Records::grids`].
#[derive(Default)]
pub(super) struct Findings {
    /// The answer for every grid; empty if nothing has to be solved.
    pub(super) answers: Vec<Answer>,
    /// The smallest solutions of grids with several.
    pub(super) smallest_of_multiple: BTreeMap<usize, Grid>,
    /// Why grids have no solution.
    pub(super) contradictions: BTreeMap<usize, Reason>,
    /// The results of the analysis that the question needs.
    pub(super) analyses: BTreeMap<usize, AnalysisResult>,
}

/// The puzzles of a chunk that need a closer look because of their answers.
struct Selection {
    /// The indices of their grids.
    indices: Vec<usize>,
    puzzles: Vec<Candidates>,
}

impl Findings {
    /// Replaces the findings with those about the grids of a chunk.
    pub(super) fn compute(
        &mut self,
        policy: ChunkPolicy<'_>,
        records: &Records,
        is_long_input: bool,
        batch: &mut Batch,
    ) {
        self.clear();
        let Some(goal) = policy.goal() else { return };
        let puzzles = Puzzles::Grids {
            grids: &records.grids,
            marks: &records.marks,
        };
        if policy.needs_smallest() && !is_long_input {
            // A batch would search so few grids one at a time, too. But the README promises that a
            // handful of grids is solved by backtracking.
            self.answer_one_by_one(goal, puzzles);
        } else {
            batch.solve_puzzles(goal, puzzles, &mut self.answers);
            let needs_smallest = policy.needs_smallest() || policy.needs_two_smallest();
            // The other goals never have the answer `Multiple`.
            if goal == Goal::Uniqueness && needs_smallest {
                self.compute_smallest_of_multiple(puzzles, batch);
            }
        }
        if policy.needs_contradictions() {
            let unsolvable = self.select(puzzles, |answer| *answer == Answer::Unsolvable);
            let reasons = contradictions_of(&unsolvable.puzzles, batch);
            self.contradictions = unsolvable.by_index(reasons).collect();
        }
        if let Some(analysis) = policy.analysis() {
            self.analyze(analysis, puzzles, batch);
        }
    }

    /// Removes everything, but keeps the memory of the answers.
    fn clear(&mut self) {
        self.answers.clear();
        self.smallest_of_multiple.clear();
        self.contradictions.clear();
        self.analyses.clear();
    }

    /// Solves puzzles that are too few for the engine.
    fn answer_one_by_one(&mut self, goal: Goal, puzzles: Puzzles) {
        for (index, puzzle) in puzzles.iter().enumerate() {
            let AnswerWithSmallest { answer, smallest } = single_grid::solve(goal, &puzzle);
            self.answers.push(answer);
            if let (Answer::Multiple, Some(smallest)) = (answer, smallest) {
                self.smallest_of_multiple.insert(index, smallest);
            }
        }
    }

    fn compute_smallest_of_multiple(&mut self, puzzles: Puzzles, batch: &mut Batch) {
        let multiple = self.select(puzzles, |answer| *answer == Answer::Multiple);
        let mut answers = Vec::new();
        batch.solve_candidates(Goal::Smallest, &multiple.puzzles, &mut answers);
        for (index, answer) in multiple.by_index(answers) {
            if let Some(smallest) = answer.solution() {
                self.smallest_of_multiple.insert(index, *smallest);
            }
        }
    }

    /// Analyzes the puzzles whose answers ask for it.
    fn analyze(&mut self, analysis: Analysis, puzzles: Puzzles, batch: &mut Batch) {
        let selected = self.select(puzzles, |answer| analysis.applies_to(answer));
        let results: Vec<AnalysisResult> = match analysis {
            Analysis::TrueCandidates => true_candidates_of(&selected.puzzles, batch)
                .into_iter()
                .map(AnalysisResult::TrueCandidates)
                .collect(),
            Analysis::RedundantClues => redundant_clues_of(&selected.puzzles, batch)
                .into_iter()
                .map(AnalysisResult::RedundantClues)
                .collect(),
            Analysis::MinimalPuzzle => minimal_puzzles_of(&selected.puzzles, batch)
                .into_iter()
                .map(AnalysisResult::MinimalPuzzle)
                .collect(),
        };
        self.analyses = selected.by_index(results).collect();
    }

    /// The puzzles whose answers are wanted.
    fn select(&self, puzzles: Puzzles, is_wanted: impl Fn(&Answer) -> bool) -> Selection {
        let mut selection = Selection {
            indices: Vec::new(),
            puzzles: Vec::new(),
        };
        for (index, answer) in self.answers.iter().enumerate() {
            if is_wanted(answer) {
                selection.indices.push(index);
                selection.puzzles.push(puzzles.candidates(index));
            }
        }
        selection
    }
}

impl Selection {
    /// Pairs each of these values, one for each selected puzzle, with the index of its grid.
    fn by_index<T>(self, values: impl IntoIterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
        self.indices.into_iter().zip(values)
    }
}
