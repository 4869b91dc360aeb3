//! A depth-first search for one grid, without known slow cases.
//!
//! ```text
//! puzzle --> stack --> propagate --+--> solved: a solution
//!              ^                   |
//!              |                   +--> contradiction: its digits gain weight
//!              |                   |
//!              `---- two states ---+--- open: branch
//! ```
//!
//! A *state* is the grid with the candidates that each cell still has. Propagation eliminates
//! candidates. Afterwards, the state is solved, it is a contradiction, or it is *open*. An open
//! state *branches*: it is split into two states, which take its place on the stack. Together they
//! have all its solutions, and none in common. If a cell has the candidates 2 and 5, for example,
//! one state keeps the 2, and the other the 5.
//!
//! Like [`super::backtracking`], the search finds the lexicographically smallest solution, but they
//! share no code. Backtracking tries the cells in row-major order, which can take hours. The search
//! usually branches where there are two possibilities, and among these, where contradictions have
//! been most frequent. This is the dom/wdeg rule (Boussemart, Hemery, Lecoutre and Sais, 2004),
//! with a weight for each digit in each box. A search that becomes long starts over, once, with the
//! weights that it has learned, and compares several branches of each of its first states.
//!
//! ```text
//! run         the loop above
//! smallest    the smallest of several solutions
//! solutions   all solutions, in lexicographic order
//! digits      the digits that each cell has in any solution
//! propagate   the rules that eliminate candidates
//! branch      where to branch
//! cell_set    the cells with two candidates
//! weights     how often digits took part in contradictions
//! state       the candidates of a grid, and their layout in words
//! vectors     several states in vectors
//! ```
//!
//! A *minirow* is three cells of a row in one box, such as r1c1, r1c2 and r1c3; a *minicolumn* is
//! three cells of a column in one box. Both are *triads*.

mod branch;
mod cell_set;
mod digits;
mod propagate;
mod run;
mod smallest;
mod solutions;
mod state;
mod vectors;
mod weights;

use fearless_simd::Level;

use self::smallest::SmallestSolution;
use self::state::State;
use self::weights::Weights;
use crate::grid::{Candidates, Grid};
use crate::solver::{Answer, AnswerWithSmallest, Goal};

/// A search for the solutions of one puzzle. It can be asked several questions, and keeps what it
/// has learned. The feature `internals` exports what is `pub`, for tests and benchmarks.
#[derive(Clone, Debug)]
pub struct Search {
    puzzle: State,
    weights: Weights,
    /// The vector instructions in use: the best ones once the search is long.
    level: Level,
    /// See [`Search::contradictions`].
    contradictions: u64,
    /// The search gives up when `contradictions` reaches this number. What it found so far is then
    /// meaningless.
    give_up_at: u64,
}

impl Search {
    /// A search for the solutions with these candidates.
    pub fn new(candidates: &Candidates) -> Search {
        Search {
            puzzle: State::new(candidates),
            weights: Weights::new(),
            level: Level::baseline(),
            contradictions: 0,
            give_up_at: u64::MAX,
        }
    }

    /// Replaces the candidates with others of the same puzzle. The search keeps what it has
    /// learned.
    pub(crate) fn set_candidates(&mut self, candidates: &Candidates) {
        self.puzzle = State::new(candidates);
    }

    /// How many contradictions the search has found so far: a measure of its time that is the same
    /// on every machine.
    pub fn contradictions(&self) -> u64 {
        self.contradictions
    }

    /// The answer for a goal.
    // A batch of many grids rarely comes here. Inlined into the loops of `Batch::solve_puzzles`,
    // the search made batches a fifth slower for `Goal::Uniqueness`.
    #[inline(never)]
    pub fn solve(&mut self, goal: Goal) -> Answer {
        match goal {
            Goal::Smallest => self.smallest().map_or(Answer::Unsolvable, Answer::Solvable),
            Goal::Existence => self.any().map_or(Answer::Unsolvable, Answer::Solvable),
            Goal::Uniqueness => {
                let found = self.run(&mut vec![self.puzzle], 2);
                match found.smallest_found {
                    None => Answer::Unsolvable,
                    Some(solution) if found.count == 1 => Answer::Unique(solution),
                    Some(_) => Answer::Multiple,
                }
            }
        }
    }

    /// The answer for a goal, and the smallest solution whatever the goal is.
    pub fn solve_with_smallest(&mut self, goal: Goal) -> AnswerWithSmallest {
        let Some(SmallestSolution { solution, is_only }) = self.smallest_of(self.puzzle) else {
            return AnswerWithSmallest::UNSOLVABLE;
        };
        let answer = match goal {
            Goal::Smallest | Goal::Existence => Answer::Solvable(solution),
            Goal::Uniqueness if is_only => Answer::Unique(solution),
            Goal::Uniqueness => Answer::Multiple,
        };
        AnswerWithSmallest {
            answer,
            smallest: Some(solution),
        }
    }

    /// The lexicographically smallest solution, if there is one.
    pub fn smallest(&mut self) -> Option<Grid> {
        let smallest = self.smallest_of(self.puzzle)?;
        Some(smallest.solution)
    }

    /// Some solution, if there is one.
    pub fn any(&mut self) -> Option<Grid> {
        self.run(&mut vec![self.puzzle], 1).smallest_found
    }

    /// The number of solutions, or `wanted` if there are more.
    #[cfg(any(test, feature = "internals"))]
    pub fn count(&mut self, wanted: u64) -> u64 {
        self.run(&mut vec![self.puzzle], wanted).count.min(wanted)
    }

    /// The answer to a question, such as [`Search::any`], or `None` if it takes this many
    /// contradictions.
    pub(crate) fn ask_within<T>(
        mut self,
        max_contradictions: u64,
        question: impl FnOnce(&mut Search) -> T,
    ) -> Option<T> {
        self.give_up_after(max_contradictions);
        let answer = question(&mut self);
        (!self.gives_up()).then_some(answer)
    }

    /// Makes the search give up when it has found this many more contradictions.
    fn give_up_after(&mut self, contradictions: u64) {
        let give_up_at = self.contradictions.saturating_add(contradictions);
        self.give_up_at = self.give_up_at.min(give_up_at);
    }

    /// Whether the search has found as many contradictions as it may.
    fn gives_up(&self) -> bool {
        self.contradictions >= self.give_up_at
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::propagate::Outcome;
    use super::*;
    use crate::grid::{CELLS, Cell};

    fn search(puzzle: &str) -> Search {
        Search::new(&Candidates::from(&puzzle.parse::<Grid>().unwrap()))
    }

    /// A puzzle with one solution, and the same without five clues.
    const UNIQUE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const MULTIPLE: &str =
        "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79";

    /// Famous hard puzzles: one by Arto Inkala, Golden Nugget, Easter Monster, Platinum Blonde.
    const HARD: [&str; 4] = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    ];

    /// Grids with many solutions whose smallest one is hard to find.
    const SLOW: [&str; 4] = [
        "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..",
        "..12...3..8...4.....27...1.17.5............5...5.23.........9....73...2.........6",
        "......7...73.1...28.....1..4.......5........3.31.5.2.......9......6......57.3..2.",
        "......9..4.6.2...1.......5.6.1..2..3.8.3........6..........1...1.32....4.7...4...",
    ];

    /// Puzzles in which nothing has been eliminated.
    pub(super) fn states() -> impl Iterator<Item = State> {
        HARD.into_iter()
            .chain(SLOW)
            .map(|puzzle| State::new(&Candidates::from(&puzzle.parse::<Grid>().unwrap())))
    }

    /// Propagates one state.
    pub(super) fn propagate(state: &mut State, level: Level) -> Outcome {
        State::propagate(slice::from_mut(state), level)[0]
    }

    /// The states of the best branch if all weights are equal.
    pub(super) fn split(state: &State, level: Level) -> [State; 2] {
        state.split_on_best(&Weights::new(), level)
    }

    /// Each grid 18 times, with bands and stacks rotated and with rows and columns exchanged, so
    /// that lucky branches average out.
    fn images(puzzles: [&str; 4]) -> impl Iterator<Item = Search> {
        puzzles.into_iter().flat_map(|puzzle| {
            (0..18).map(move |i| {
                let image = (0..CELLS).map(|cell| {
                    let (r, c) = (
                        (cell / 9 + 3 * (i / 2 % 3)) % 9,
                        (cell % 9 + 3 * (i / 6)) % 9,
                    );
                    char::from(puzzle.as_bytes()[if i % 2 == 0 { 9 * r + c } else { 9 * c + r }])
                });
                search(&image.collect::<String>())
            })
        })
    }

    #[test]
    fn questions_do_not_change_the_puzzle() {
        let mut search = search(MULTIPLE);
        let (count, smallest) = (search.count(u64::MAX), search.smallest());
        assert!(count > 1);
        assert_eq!(
            (search.count(u64::MAX), search.smallest()),
            (count, smallest)
        );
        assert_eq!(
            (search.count(0), search.count(1), search.count(2)),
            (0, 1, 2)
        );
        assert!(
            search
                .any()
                .is_some_and(|solution| solution.is_solution(&MULTIPLE.parse().unwrap()))
        );
    }

    #[test]
    fn a_search_that_takes_too_many_contradictions_ends() {
        for text in HARD {
            assert_eq!(
                search(text).ask_within(10_000, Search::any),
                Some(search(text).any())
            );
        }
        let mut one_contradiction = search(HARD[0]);
        one_contradiction.give_up_at = 1;
        assert_eq!(one_contradiction.digits_of_solutions(), None);
        // In this puzzle r1c1 cannot be 1, and the proof takes some contradictions.
        let new = || search(&HARD[0].replacen('8', "1", 1));
        let mut used = new();
        assert_eq!(used.any(), None);
        let taken = used.contradictions;
        assert!(taken > 1, "{taken}");
        assert_eq!(new().ask_within(taken + 1, Search::any), Some(None));
        assert_eq!(new().ask_within(taken, Search::any), None);
        // Contradictions of earlier questions do not count.
        let mut asked_again = used.clone();
        assert_eq!(asked_again.any(), None);
        let taken_again = asked_again.contradictions - taken;
        assert_eq!(used.ask_within(taken_again + 1, Search::any), Some(None));
    }

    #[test]
    fn solutions_ascend_from_the_smallest_and_are_as_many_as_counted() {
        let mut search = search(MULTIPLE);
        let solutions: Vec<Grid> = search.clone().solutions(None).collect();
        assert_eq!(solutions.first().copied(), search.smallest());
        assert_eq!(search.solve(Goal::Uniqueness), Answer::Multiple);
        assert_eq!(solutions.len() as u64, search.count(u64::MAX));
        assert_eq!(
            search
                .clone()
                .solutions(search.smallest())
                .collect::<Vec<_>>(),
            solutions
        );
        assert!(solutions.is_sorted_by(|a, b| a < b));
        assert!(
            solutions
                .iter()
                .all(|solution| solution.is_solution(&MULTIPLE.parse().unwrap()))
        );
    }

    #[test]
    fn a_full_grid_is_its_own_solution() {
        let full = search(UNIQUE).smallest().unwrap();
        let search = || search(&full.to_string());
        assert_eq!(
            (search().solve(Goal::Uniqueness), search().smallest()),
            (Answer::Unique(full), Some(full))
        );
        assert_eq!(search().solutions(None).collect::<Vec<_>>(), [full]);
    }

    #[test]
    fn a_grid_without_a_solution_never_yields_one() {
        // r1c9 has no candidate: 1 to 8 are in its row, 9 in its column. Then two clues in
        // conflict.
        for text in [
            format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)),
            format!("55{}", ".".repeat(79)),
        ] {
            let mut search = search(&text);
            assert_eq!((search.smallest(), search.count(u64::MAX)), (None, 0));
            let mut solutions = search.solutions(None);
            assert_eq!((solutions.next(), solutions.next()), (None, None));
        }
    }

    #[test]
    fn an_eliminated_candidate_takes_away_the_solutions_that_have_it() {
        for text in [UNIQUE, MULTIPLE] {
            let puzzle: Grid = text.parse().unwrap();
            let mut candidates = Candidates::from(&puzzle);
            let all: Vec<Grid> = search(text).solutions(None).collect();
            let blank = Cell::all().find(|&cell| puzzle[cell] == 0).unwrap();
            let digit = all[0][blank];
            candidates.eliminate(blank, digit);
            let left: Vec<Grid> = all
                .into_iter()
                .filter(|solution| solution[blank] != digit)
                .collect();
            let mut search = Search::new(&candidates);
            assert_eq!(search.count(u64::MAX), left.len() as u64);
            assert_eq!(search.any().is_some(), !left.is_empty());
            assert_eq!(search.solutions(None).collect::<Vec<_>>(), left);
        }
    }

    /// Weaker propagation or worse branches change no answer, but they lead to more contradictions.
    /// If a change leads to fewer, update the numbers.
    #[test]
    fn the_number_of_contradictions_stays_as_it_is() {
        let contradictions = |puzzles: [&str; 4], ask: fn(&mut Search) -> Option<Grid>| {
            let one = |mut search: Search| {
                assert!(ask(&mut search).is_some());
                search.contradictions
            };
            images(puzzles).map(one).sum::<u64>()
        };
        for (found, expected) in [
            (contradictions(HARD, Search::smallest), 5_323),
            (contradictions(HARD, Search::any), 2_419),
            (contradictions(SLOW, Search::smallest), 14_345),
            (contradictions(SLOW, Search::any), 7_491),
        ] {
            assert!(
                found.abs_diff(expected) <= expected / 20,
                "{found} contradictions, expected {expected}"
            );
        }
    }
}
