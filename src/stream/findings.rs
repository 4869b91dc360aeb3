//! Finds out about the grids of a chunk what the options ask for, each thing once.
//!
//! The engine solves long chunks. Grids of a short one are solved one by one, so a single grid or a slow pipe does not wait for it.

use crate::analysis::{Contradiction, contradictions, redundant_clues_of};
use crate::answer::Answer;
use crate::batch::{Batch, Goal, solve_one};
use crate::grid::{Candidates, Clue, Grid};
use crate::input::records::{Record, Records};
use crate::options::Options;
use crate::puzzle::Puzzle;
use crate::question::{Case, Question};

/// Chunks with at least this many grids are worth starting the engine for.
const MIN_GRIDS_FOR_ENGINE: usize = 16;

/// What was found out about each grid of a chunk: its answer if something was solved, and besides that only what was asked for. The
/// memory and the engine are used again for the next chunk.
#[derive(Default)]
pub(super) struct Findings {
    batch: Option<Batch>,
    answers: Vec<Answer>,
    listings: Vec<Option<Listing>>,
    contradictions: Vec<Option<Contradiction>>,
    redundant: Vec<Option<Vec<Clue>>>,
}

/// The solutions of a grid in ascending order, of which the first two have been found.
pub(super) struct Listing {
    pub(super) smallest_two: Vec<Grid>,
    pub(super) others: Box<dyn Iterator<Item = Grid> + Send>,
}

impl Listing {
    fn start(puzzle: &Puzzle) -> Listing {
        let mut solutions = puzzle.solutions();
        Listing { smallest_two: solutions.by_ref().take(2).collect(), others: Box::new(solutions) }
    }

    fn answer(&self) -> Answer {
        match self.smallest_two[..] {
            [] => Answer::Unsolvable,
            [only] => Answer::Unique(only),
            [smallest, ..] => Answer::Several(Some(smallest)),
        }
    }
}

impl Findings {
    /// Finds out about the grids of a chunk. With `wants_two`, that includes the two smallest of several solutions.
    pub(super) fn find(&mut self, options: &Options, records: &Records, wants_two: bool) {
        self.answer(options, records, wants_two);
        self.analyze(options, records);
    }

    /// The answers, in the order of the grids; empty if nothing was solved.
    pub(super) fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The instruction set of the engine, if it has solved this chunk.
    pub(super) fn level(&self) -> Option<&'static str> {
        self.batch.as_ref().filter(|_| self.answers.len() >= MIN_GRIDS_FOR_ENGINE).map(Batch::level)
    }

    /// What was found out about the grid with this index, which is that of a record, and its solutions if they are listed.
    pub(super) fn take<'a>(
        &'a mut self,
        index: usize,
        record: &'a Record<'a>,
        (grid, candidates): (&'a Grid, Option<&'a Candidates>),
    ) -> (Case<'a>, Option<Listing>) {
        let case = Case {
            csv: record.csv.as_ref(),
            answer: self.answers.get(index).copied(),
            contradiction: self.contradictions.get(index).and_then(Option::as_ref),
            redundant: self.redundant.get_mut(index).and_then(Option::take),
            ..Case::new(grid, candidates)
        };
        (case, self.listings.get_mut(index).and_then(Option::take))
    }

    /// Finds the answer to each grid that the question needs, and if `wants_two`, the two smallest of several solutions.
    fn answer(&mut self, options: &Options, records: &Records, wants_two: bool) {
        let Findings { batch, answers, listings, .. } = self;
        answers.clear();
        listings.clear();
        let wants_verdict = options.wants_verdict();
        let goal = match options.question.goal() {
            Some(Goal::Smallest) if wants_verdict => Goal::Uniqueness,
            Some(goal) => goal,
            None => return,
        };
        if records.grids.len() < MIN_GRIDS_FOR_ENGINE {
            for puzzle in grids(records).map(|(grid, candidates)| puzzle_of(grid, candidates)) {
                let Some(puzzle) = puzzle else {
                    answers.push(Answer::Unsolvable);
                    listings.push(None);
                    continue;
                };
                let listing = wants_two.then(|| Listing::start(&puzzle));
                answers.push(match (&listing, options.question) {
                    (Some(listing), _) => listing.answer(),
                    (None, Question::Smallest) if wants_verdict => puzzle.answer(),
                    (None, _) => solve_one(goal, &puzzle),
                });
                listings.push(listing);
            }
            return;
        }
        let batch = batch.get_or_insert_with(Batch::new);
        batch.solve_marked(goal, &records.grids, &records.candidates, answers);
        if wants_two {
            let several = grids(records).zip(answers.iter()).map(|((grid, candidates), answer)| {
                let puzzle = (*answer == Answer::Several(None)).then(|| puzzle_of(grid, candidates))??;
                Some(Listing::start(&puzzle))
            });
            listings.extend(several);
        } else if options.question == Question::Smallest && wants_verdict {
            batch.smallest_of_several(&records.grids, &records.candidates, answers);
        }
    }

    /// Finds redundant clues and reasons why there is no solution, if they are asked for.
    fn analyze(&mut self, options: &Options, records: &Records) {
        let Findings { batch, answers, contradictions: reasons, redundant, .. } = self;
        let mut batch = batch.as_mut().filter(|_| answers.len() >= MIN_GRIDS_FOR_ENGINE);
        reasons.clear();
        redundant.clear();
        let cases = || grids(records).zip(&*answers);
        if options.question == Question::Redundant {
            let unique = cases().map(|((grid, candidates), answer)| match answer {
                Answer::Unique(_) => Some(candidates.copied().unwrap_or_else(|| Candidates::from(grid))),
                _ => None,
            });
            fill(redundant, unique, |puzzles| redundant_clues_of(puzzles, batch.as_deref_mut()));
        }
        if options.explain {
            let unsolvable = cases().map(|((grid, candidates), answer)| {
                let is_unsolvable = *answer == Answer::Unsolvable && grid.conflict().is_none();
                let case = Case::new(grid, candidates);
                is_unsolvable.then(|| (case.clues(), case.all_candidates()))
            });
            let mut found = Vec::new();
            fill(&mut found, unsolvable, |puzzles| contradictions(puzzles, batch));
            reasons.extend(found.into_iter().map(Option::flatten));
        }
    }
}

/// The grids of a chunk, with their pencil marks.
fn grids(records: &Records) -> impl Iterator<Item = (&Grid, Option<&Candidates>)> {
    records.iter().filter_map(|record| record.puzzle.ok())
}

/// A grid as a puzzle, or `None` if its clues conflict.
fn puzzle_of(grid: &Grid, candidates: Option<&Candidates>) -> Option<Puzzle> {
    let puzzle = Puzzle::new(grid).ok()?;
    Some(candidates.map_or(puzzle, Puzzle::from))
}

/// Appends to `found` what `find` finds for those puzzles that are wanted, and `None` for the others.
fn fill<P, T>(found: &mut Vec<Option<T>>, puzzles: impl Iterator<Item = Option<P>>, find: impl FnOnce(&[P]) -> Vec<T>) {
    let mut wanted = Vec::new();
    let is_wanted: Vec<bool> = puzzles.map(|puzzle| puzzle.map(|puzzle| wanted.push(puzzle)).is_some()).collect();
    let mut results = find(&wanted).into_iter();
    found.extend(is_wanted.into_iter().map(|is_wanted| is_wanted.then(|| results.next()).flatten()));
}
