//! Search for one grid, without known slow cases: it learns where to branch from branches that
//! failed.
//!
//! Like [`super::backtracking`], it finds the lexicographically smallest solution, but they share no
//! code. Trying cells in row-major order can take hours. So the search branches where there are two
//! possibilities, and among these, where contradictions have been most frequent. This is the
//! dom/wdeg rule (Boussemart, Hemery, Lecoutre and Sais, 2004), with a weight for each digit in
//! each box. A stack holds the states that are left to search. A long search starts over with what
//! it has learned, and compares several candidates for each of its first branches.
//!
//! To find the smallest of several solutions, the search asks for each blank, in row-major order,
//! whether a solution has a smaller digit there. Each smaller solution answers many of the
//! questions that follow.
//!
//! [`state`] has the rules that eliminate candidates, and chooses the branches.

mod state;

use std::{iter, slice};

use fearless_simd::Level;

use self::state::{Contradiction, State, WIDTH, Weights};
use crate::grid::{CELLS, Candidates, Grid};
use crate::solver::{Answer, Goal};

/// A search is long after this many contradictions.
///
/// It uses the best vector instructions, and propagates several states at once. Detecting the
/// instructions takes as long as about fifty contradictions.
///
/// It starts over once, and looks ahead for its first branches, where a bad choice costs most. For
/// looking ahead, only the contradictions of the current run count.
///
/// It looks for smaller solutions in the states that are left on its stack, so that it does not
/// meet the same contradictions again. A short search starts over from one state, which takes less
/// time than propagating all that are left.
const LONG_SEARCH: u64 = 300;

/// How many branches a search that looks ahead compares. With 8, some grids take twice as long;
/// with 32, the slow grids take about as long in total.
const BRANCHES: usize = 16;

/// A search for the solutions of one puzzle.
#[derive(Clone, Debug)]
pub struct Search {
    puzzle: State,
    weights: Weights,
    /// The vector instructions in use.
    level: Level,
    /// How many contradictions the searches so far have found: a measure of their time that is the
    /// same on every machine.
    pub contradictions: u64,
    /// The number of contradictions at which the search gives up.
    max_contradictions: u64,
}

impl Search {
    /// A search for the solutions with these candidates.
    pub fn new(candidates: &Candidates) -> Search {
        let (puzzle, weights, level) = (State::new(candidates), Weights::new(), Level::baseline());
        Search {
            puzzle,
            weights,
            level,
            contradictions: 0,
            max_contradictions: u64::MAX,
        }
    }

    /// Continues with other candidates of the puzzle, and with what it has learned so far.
    pub(crate) fn with(&mut self, candidates: &Candidates) -> &mut Search {
        self.puzzle = State::new(candidates);
        self
    }

    /// The lexicographically smallest solution, and whether it is the only one; `None` if there is
    /// none.
    pub fn answer(&mut self) -> Option<(Grid, bool)> {
        self.smallest_of(self.puzzle)
    }

    /// The lexicographically smallest solution, if there is one.
    pub fn smallest(&mut self) -> Option<Grid> {
        self.answer().map(|(smallest, _)| smallest)
    }

    /// The answer for a goal.
    pub fn solve(&mut self, goal: Goal) -> Answer {
        match goal {
            Goal::Smallest => self.smallest().map_or(Answer::Unsolvable, Answer::Solvable),
            Goal::Existence => self.any().map_or(Answer::Unsolvable, Answer::Solvable),
            Goal::Uniqueness => match self.run(&mut vec![self.puzzle], 2) {
                (_, None) => Answer::Unsolvable,
                (1, Some(only)) => Answer::Unique(only),
                _ => Answer::Several(None),
            },
        }
    }

    /// The first solution that the search finds, if there is one.
    pub fn any(&mut self) -> Option<Grid> {
        self.run(&mut vec![self.puzzle], 1).1
    }

    /// The answer to a question, or `None` if it takes this many contradictions.
    pub(crate) fn within<T>(mut self, limit: u64, ask: impl FnOnce(&mut Search) -> T) -> Option<T> {
        self.max_contradictions = limit;
        let answer = ask(&mut self);
        (self.contradictions < limit).then_some(answer)
    }

    /// The digits of each cell in all solutions, or `None` if that takes too long. The limits leave
    /// room for the slowest puzzles known, which have up to 606 solutions and take up to 95,000
    /// contradictions.
    pub(crate) fn digits_of_solutions(&mut self) -> Option<[u16; CELLS]> {
        let (mut digits, mut count, mut open) = ([0; CELLS], 0, vec![self.puzzle]);
        while !open.is_empty() {
            if count > 1000 || self.contradictions > 100_000 {
                return None;
            }
            count += self.for_each_solution(&mut open, 50, |solution| {
                digits
                    .iter_mut()
                    .zip(solution.cells())
                    .for_each(|(mask, d)| *mask |= 1 << (d - 1));
            });
        }
        Some(digits)
    }

    /// The number of solutions, or `limit` if there are more.
    #[cfg(any(test, feature = "internals"))]
    pub fn count(&mut self, limit: u64) -> u64 {
        self.run(&mut vec![self.puzzle], limit).0.min(limit)
    }

    /// All solutions in lexicographic order, computed lazily. The smallest may be known already.
    pub fn solutions(mut self, mut known: Option<Grid>) -> impl Iterator<Item = Grid> {
        // Together these states have all solutions that are left; the last has the smallest.
        let mut parts = vec![self.puzzle];
        iter::from_fn(move || {
            while let Some(part) = parts.pop() {
                let smallest = known.take().or_else(|| Some(self.smallest_of(part)?.0));
                if let Some(smallest) = smallest {
                    self.push_larger(part, &smallest, &mut parts);
                    return Some(smallest);
                }
            }
            None
        })
    }

    /// Searches these states until there are `limit` solutions. Returns their number, which may be
    /// a few more, and the smallest of them. States that are not searched stay in `open`.
    fn run(&mut self, open: &mut Vec<State>, limit: u64) -> (u64, Option<Grid>) {
        let mut smallest: Option<Grid> = None;
        let count = self.for_each_solution(open, limit, |solution| {
            smallest = Some(smallest.map_or(solution, |known| known.min(solution)));
        });
        (count, smallest)
    }

    /// Searches these states until there are `limit` solutions or a few more, and returns their
    /// number. Solutions can come twice, because a long search starts over.
    fn for_each_solution(
        &mut self,
        open: &mut Vec<State>,
        limit: u64,
        mut each: impl FnMut(Grid),
    ) -> u64 {
        let mut count = 0;
        let (mut states, start) = ([self.puzzle; WIDTH], open.first().copied());
        let (contradictions_before, mut may_restart) = (
            self.contradictions,
            self.contradictions < LONG_SEARCH && open.len() == 1,
        );
        while count < limit && !open.is_empty() && self.contradictions < self.max_contradictions {
            if may_restart && self.contradictions >= LONG_SEARCH {
                // The weights know more than when the first branches were chosen.
                (count, may_restart) = (0, false);
                open.clear();
                open.extend(start);
            }
            let is_long = self.contradictions - contradictions_before >= LONG_SEARCH;
            let width = if self.contradictions < LONG_SEARCH {
                1
            } else {
                WIDTH
            };
            let from = open.len().saturating_sub(width);
            let taken = open.len() - from;
            let outcomes = State::propagate(&mut open[from..], self.level);
            states[..taken].copy_from_slice(&open[from..]);
            open.truncate(from);
            for (state, outcome) in states[..taken].iter().zip(outcomes).rev() {
                match outcome {
                    Err(contradiction) => self.learn(contradiction),
                    Ok(true) => {
                        each(state.solution());
                        count += 1;
                    }
                    Ok(false) if is_long && open.len() < WIDTH => self.look_ahead(state, open),
                    Ok(false) => state.branch(&self.weights, self.level, 1, open),
                }
            }
        }
        count
    }

    /// Counts a contradiction, and gives weight to the digits that took part in it.
    fn learn(&mut self, contradiction: Contradiction) {
        self.weights.bump(contradiction);
        self.contradictions += 1;
        if self.contradictions == LONG_SEARCH {
            self.level = Level::new();
        }
    }

    /// Branches where the two new states together have the fewest candidates after propagation. If
    /// one of them has no solution, the other takes the place of the state.
    fn look_ahead(&mut self, state: &State, open: &mut Vec<State>) {
        let (mut states, mut fewest, mut best) = (Vec::new(), u32::MAX, [*state; 2]);
        state.branch(&self.weights, self.level, BRANCHES, &mut states);
        for branch in states.as_chunks_mut::<2>().0 {
            let outcomes = State::propagate(branch, self.level);
            if outcomes[..2].iter().all(Result::is_ok) {
                let candidates = branch.iter().map(State::count_candidates).sum();
                if candidates < fewest {
                    (fewest, best) = (candidates, *branch);
                }
                continue;
            }
            for (state, outcome) in branch.iter().zip(outcomes) {
                match outcome {
                    Ok(_) => open.push(*state),
                    Err(contradiction) => self.learn(contradiction),
                }
            }
            return;
        }
        open.extend(best);
    }

    /// The smallest solution of a state, and whether it is the only one.
    fn smallest_of(&mut self, state: State) -> Option<(Grid, bool)> {
        let mut open = vec![state];
        let (count, found) = self.run(&mut open, 2);
        if count < 2 {
            return Some((found?, true));
        }
        if self.contradictions < LONG_SEARCH {
            open = vec![state];
        }
        Some((self.lowered_to_smallest(found?, open), false))
    }

    /// The smallest of a solution and all solutions of some states.
    fn lowered_to_smallest(&mut self, mut smallest: Grid, mut open: Vec<State>) -> Grid {
        open.retain_mut(|state| self.propagate(state));
        for cell in 0..CELLS {
            loop {
                let below = mask(&smallest, cell) - 1;
                let mut parts = open
                    .iter()
                    .filter_map(|part| part.restricted(cell, below))
                    .collect();
                let (_, Some(found)) = self.run(&mut parts, 1) else {
                    break;
                };
                smallest = found;
                if self.contradictions >= LONG_SEARCH {
                    open = parts;
                }
            }
            let digit = mask(&smallest, cell);
            open.retain_mut(|state| self.fill(state, cell, digit));
        }
        smallest
    }

    /// Appends disjoint states with all solutions of a state but the smallest. Of any two of them,
    /// the later has the smaller solutions.
    fn push_larger(&self, mut state: State, smallest: &Grid, parts: &mut Vec<State>) {
        self.propagate(&mut state);
        for cell in 0..CELLS {
            let digit = mask(smallest, cell);
            parts.extend(state.restricted(cell, !(2 * digit - 1)));
            self.fill(&mut state, cell, digit);
        }
    }

    /// Reduces a cell to this digit. Returns whether the state, which must be propagated, may have
    /// a solution.
    fn fill(&self, state: &mut State, cell: usize, digit: u16) -> bool {
        state.candidates(cell) == digit || {
            state.restrict(cell, digit);
            self.propagate(state)
        }
    }

    /// Propagates a state. Returns whether it may have a solution.
    fn propagate(&self, state: &mut State) -> bool {
        State::propagate(slice::from_mut(state), self.level)[0].is_ok()
    }
}

/// The digit of a solution in a cell, as a mask.
fn mask(solution: &Grid, cell: usize) -> u16 {
    1 << (solution.cells()[cell] - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    fn search(puzzle: &str) -> Search {
        Search::new(&Candidates::from(&puzzle.parse::<Grid>().unwrap()))
    }

    /// A puzzle with one solution, and the same without five clues.
    const UNIQUE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SEVERAL: &str =
        "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79";

    /// Famous hard puzzles: one by Arto Inkala, Golden Nugget, Easter Monster, Platinum Blonde.
    pub(super) const HARD: [&str; 4] = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    ];

    /// Grids with many solutions whose smallest one is hard to find.
    pub(super) const SLOW: [&str; 4] = [
        "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..",
        "..12...3..8...4.....27...1.17.5............5...5.23.........9....73...2.........6",
        "......7...73.1...28.....1..4.......5........3.31.5.2.......9......6......57.3..2.",
        "......9..4.6.2...1.......5.6.1..2..3.8.3........6..........1...1.32....4.7...4...",
    ];

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
        let mut search = search(SEVERAL);
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
                .is_some_and(|solution| solution.is_solution(&SEVERAL.parse().unwrap()))
        );
    }

    #[test]
    fn a_search_that_takes_too_many_contradictions_ends() {
        for text in HARD {
            assert_eq!(
                search(text).within(10_000, Search::any),
                Some(search(text).any())
            );
        }
        // In this puzzle r1c1 cannot be 1, and the proof takes some contradictions.
        let mut unsolvable = search(&HARD[0].replacen('8', "1", 1));
        assert_eq!(unsolvable.any(), None);
        let taken = unsolvable.contradictions;
        assert!(taken > 1, "{taken}");
        let unsolvable = search(&HARD[0].replacen('8', "1", 1));
        assert_eq!(
            unsolvable.clone().within(taken + 1, Search::any),
            Some(None)
        );
        assert_eq!(unsolvable.within(taken, Search::any), None);
    }

    #[test]
    fn solutions_ascend_from_the_smallest_and_are_as_many_as_counted() {
        let mut search = search(SEVERAL);
        let solutions: Vec<Grid> = search.clone().solutions(None).collect();
        assert_eq!(solutions.first().copied(), search.smallest());
        assert_eq!(search.solve(Goal::Uniqueness), Answer::Several(None));
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
                .all(|solution| solution.is_solution(&SEVERAL.parse().unwrap()))
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
        for text in [UNIQUE, SEVERAL] {
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
