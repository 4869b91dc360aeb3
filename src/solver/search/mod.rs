//! Search for one grid, without known slow cases: it learns where to branch from branches that
//! failed.
//!
//! Like [`super::backtracking`], it finds the lexicographically smallest solution, but they share
//! no code. Trying cells in row-major order can take hours. So the search branches where there are
//! two possibilities, and among these, where contradictions have been most frequent. This is the
//! dom/wdeg rule (Boussemart, Hemery, Lecoutre and Sais, 2004), with a weight for each digit in
//! each box. A stack holds the states that are left to search. A long search starts over with what
//! it has learned, and compares several candidates for each of its first branches.
//!
//! To find the smallest of multiple solutions, the search asks for each blank, in row-major order,
//! whether a solution has a smaller digit there. Each smaller solution answers many of the
//! questions that follow.
//!
//! ```text
//! state       the candidates of a grid, and their layout
//! propagate   the rules that eliminate some of them
//! branch      where to branch
//! ```
//!
//! A *minirow* is three cells of a row in one box, a *minicolumn* three cells of a column; both are
//! *triads*. A state is *open* as long as it is neither solved nor a contradiction.

mod branch;
mod propagate;
mod state;

use std::{iter, slice};

use fearless_simd::Level;

use self::branch::Weights;
use self::propagate::Propagated;
use self::state::{BoxDigits, State, WIDTH};
use crate::grid::{CELLS, Candidates, Grid};
use crate::solver::{Answer, AnswerWithSmallest, Goal};

/// A search is long after this many contradictions; see [`Search::is_long`].
const LONG_SEARCH: u64 = 300;

/// A run looks ahead after this many contradictions of its own. A bad choice in its first branches
/// costs most if it turns out to be long.
const LOOK_AHEAD_AFTER: u64 = 300;

/// How many branches a run that looks ahead compares. With 8, some grids take twice as long;
/// with 32, the slow grids take about as long in total.
const BRANCHES: usize = 16;

/// The most solutions and contradictions in a search for all solutions. The limits leave room for
/// the slowest puzzles known, which have up to 606 solutions and take up to 95,000 contradictions.
const MAX_SOLUTIONS: u64 = 1000;
const MAX_CONTRADICTIONS: u64 = 100_000;

/// The solutions between two looks at their number: far fewer than [`MAX_SOLUTIONS`], so that a
/// search does not exceed it by much.
const SOLUTIONS_AT_A_TIME: u64 = 50;

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
    /// The number of contradictions at which the search gives up. What it found so far is then
    /// meaningless.
    max_contradictions: u64,
}

/// What a run of the search found.
struct Found {
    /// The number of solutions.
    count: u64,
    /// The smallest of them.
    smallest: Option<Grid>,
}

impl Search {
    /// A search for the solutions with these candidates.
    pub fn new(candidates: &Candidates) -> Search {
        Search {
            puzzle: State::new(candidates),
            weights: Weights::new(),
            level: Level::baseline(),
            contradictions: 0,
            max_contradictions: u64::MAX,
        }
    }

    /// Continues with other candidates of the puzzle, and with what it has learned so far.
    pub(crate) fn with(&mut self, candidates: &Candidates) -> &mut Search {
        self.puzzle = State::new(candidates);
        self
    }

    /// The answer for a goal, and the smallest solution whatever the goal is.
    pub fn solve_with_smallest(&mut self, goal: Goal) -> AnswerWithSmallest {
        let found = self.uniqueness_with_smallest(self.puzzle);
        match (goal, found.smallest) {
            (Goal::Uniqueness, _) | (_, None) => found,
            (Goal::Smallest | Goal::Existence, Some(smallest)) => AnswerWithSmallest {
                answer: Answer::Solvable(smallest),
                ..found
            },
        }
    }

    /// The lexicographically smallest solution, if there is one.
    pub fn smallest(&mut self) -> Option<Grid> {
        self.uniqueness_with_smallest(self.puzzle).smallest
    }

    /// The answer for [`Goal::Uniqueness`] about one state, and its smallest solution.
    fn uniqueness_with_smallest(&mut self, state: State) -> AnswerWithSmallest {
        let mut open = vec![state];
        let found = self.run(&mut open, 2);
        let Some(smallest) = found.smallest else {
            return AnswerWithSmallest::UNSOLVABLE;
        };
        if found.count < 2 {
            return AnswerWithSmallest {
                answer: Answer::Unique(smallest),
                smallest: Some(smallest),
            };
        }
        // Propagating all states that are left takes longer than a short search from one.
        if !self.is_long() {
            open = vec![state];
        }
        AnswerWithSmallest {
            answer: Answer::Multiple,
            smallest: Some(self.lowered_to_smallest(smallest, open)),
        }
    }

    /// The answer for a goal.
    ///
    /// It is not inlined: a batch of many grids rarely comes here, but with the search inside its
    /// loops, batches took a fifth longer for [`Goal::Uniqueness`].
    #[inline(never)]
    pub fn solve(&mut self, goal: Goal) -> Answer {
        match goal {
            Goal::Smallest => self.smallest().map_or(Answer::Unsolvable, Answer::Solvable),
            Goal::Existence => self.any().map_or(Answer::Unsolvable, Answer::Solvable),
            Goal::Uniqueness => {
                let found = self.run(&mut vec![self.puzzle], 2);
                match found.smallest {
                    None => Answer::Unsolvable,
                    Some(only) if found.count == 1 => Answer::Unique(only),
                    Some(_) => Answer::Multiple,
                }
            }
        }
    }

    /// The first solution that the search finds, if there is one.
    pub fn any(&mut self) -> Option<Grid> {
        self.run(&mut vec![self.puzzle], 1).smallest
    }

    /// The answer to a question, or `None` if it takes this many contradictions.
    pub(crate) fn within<T>(mut self, limit: u64, ask: impl FnOnce(&mut Search) -> T) -> Option<T> {
        self.max_contradictions = limit;
        let answer = ask(&mut self);
        (self.contradictions < limit).then_some(answer)
    }

    /// The digits of each cell in all solutions, or `None` if that takes too long.
    pub(crate) fn digits_of_solutions(mut self) -> Option<[u16; CELLS]> {
        self.max_contradictions = self.max_contradictions.min(MAX_CONTRADICTIONS);
        let mut digits = [0; CELLS];
        let mut count = 0;
        let mut open = vec![self.puzzle];
        while !open.is_empty() {
            if count > MAX_SOLUTIONS || self.contradictions >= self.max_contradictions {
                return None;
            }
            count += self.for_each_solution(&mut open, SOLUTIONS_AT_A_TIME, |solution| {
                for (cell, digits) in digits.iter_mut().enumerate() {
                    *digits |= mask(&solution, cell);
                }
            });
        }
        Some(digits)
    }

    /// The number of solutions, or `limit` if there are more.
    #[cfg(any(test, feature = "internals"))]
    pub fn count(&mut self, limit: u64) -> u64 {
        self.run(&mut vec![self.puzzle], limit).count.min(limit)
    }

    /// All solutions in lexicographic order, computed lazily. The smallest may be known already.
    pub fn solutions(mut self, mut known: Option<Grid>) -> impl Iterator<Item = Grid> {
        // Together these states have all solutions that are left; the last has the smallest.
        let mut parts = vec![self.puzzle];
        iter::from_fn(move || {
            while let Some(part) = parts.pop() {
                let smallest = known
                    .take()
                    .or_else(|| self.uniqueness_with_smallest(part).smallest);
                if let Some(smallest) = smallest {
                    self.push_larger(part, &smallest, &mut parts);
                    return Some(smallest);
                }
            }
            None
        })
    }

    /// Whether the search is worth what only a long one repays: detecting the best vector
    /// instructions, which takes as long as about fifty contradictions; propagating several states
    /// at once; and a fresh start.
    fn is_long(&self) -> bool {
        self.contradictions >= LONG_SEARCH
    }

    /// Searches these states until there are `limit` solutions, or a few more. States that are not
    /// searched stay in `open`.
    fn run(&mut self, open: &mut Vec<State>, limit: u64) -> Found {
        let mut smallest: Option<Grid> = None;
        let count = self.for_each_solution(open, limit, |solution| {
            smallest = Some(smallest.map_or(solution, |known| known.min(solution)));
        });
        Found { count, smallest }
    }

    /// Searches these states until there are `limit` solutions or a few more, and returns their
    /// number. Solutions can come twice, because a long search starts over.
    fn for_each_solution(
        &mut self,
        open: &mut Vec<State>,
        limit: u64,
        mut each: impl FnMut(Grid),
    ) -> u64 {
        let contradictions_before = self.contradictions;
        let mut restart_from = match open[..] {
            [state] if !self.is_long() => Some(state),
            _ => None,
        };
        let mut count = 0;
        // Any state will do: those that are taken replace it.
        let mut buffer = [self.puzzle; WIDTH];
        while count < limit && !open.is_empty() && self.contradictions < self.max_contradictions {
            // Start over: the weights now know more than when the first branches were chosen.
            if self.is_long()
                && let Some(state) = restart_from.take()
            {
                *open = vec![state];
                count = 0;
            }
            let looks_ahead = self.contradictions - contradictions_before >= LOOK_AHEAD_AFTER;
            let width = if self.is_long() { WIDTH } else { 1 };
            let states = take_last(open, width, &mut buffer);
            let outcomes = State::propagate(states, self.level);
            // The last state comes first, as if the states were popped one by one. First to last
            // is about as good. The slowest puzzles known take 2 to 9 % fewer contradictions then,
            // but they were selected because they are slow with this order.
            for (state, outcome) in states.iter().zip(outcomes).rev() {
                match outcome {
                    Propagated::Contradiction(digits) => self.learn(&digits),
                    Propagated::Solved => {
                        each(state.solution());
                        count += 1;
                    }
                    // With few open states, this is one of the first branches.
                    Propagated::Open if looks_ahead && open.len() < WIDTH => {
                        self.look_ahead(state, open);
                    }
                    Propagated::Open => state.branch(&self.weights, self.level, 1, open),
                }
            }
        }
        count
    }

    /// Counts a contradiction, and gives weight to the digits that took part in it.
    fn learn(&mut self, contradiction: &BoxDigits) {
        self.weights.add(contradiction);
        self.contradictions += 1;
        if self.contradictions == LONG_SEARCH {
            self.level = Level::new();
        }
    }

    /// Branches where the two new states together have the fewest candidates after propagation. If
    /// one of them has no solution, the other takes the place of the state.
    fn look_ahead(&mut self, state: &State, open: &mut Vec<State>) {
        let mut states = Vec::new();
        state.branch(&self.weights, self.level, BRANCHES, &mut states);
        let (branches, _) = states.as_chunks_mut::<2>();
        for parts in &mut *branches {
            let outcomes = State::propagate(parts, self.level);
            if outcomes[..2].iter().all(Propagated::may_have_solution) {
                continue;
            }
            for (part, outcome) in parts.iter().zip(outcomes) {
                match outcome {
                    Propagated::Contradiction(digits) => self.learn(&digits),
                    Propagated::Solved | Propagated::Open => open.push(*part),
                }
            }
            return;
        }
        let best = branches.iter().min_by_key(|parts| candidates_in(parts));
        open.extend(best.expect("an open state has a branch"));
    }

    /// The smallest of a solution and all solutions of some states.
    fn lowered_to_smallest(&mut self, mut smallest: Grid, mut open: Vec<State>) -> Grid {
        open.retain_mut(|state| self.propagate(state));
        for cell in 0..CELLS {
            while let Some(smaller) = self.search_smaller_digit(cell, &smallest, &mut open) {
                smallest = smaller;
            }
            let digit = mask(&smallest, cell);
            open.retain_mut(|state| self.fill(state, cell, digit));
        }
        smallest
    }

    /// Searches these states for a solution that has a smaller digit in a cell than this one. A long
    /// search that finds one replaces the states by those that it left.
    fn search_smaller_digit(
        &mut self,
        cell: usize,
        solution: &Grid,
        open: &mut Vec<State>,
    ) -> Option<Grid> {
        // The bits of all smaller digits.
        let below = mask(solution, cell) - 1;
        let parts = open
            .iter()
            .filter_map(|state| state.restricted(cell, below));
        let mut parts = parts.collect();
        let found = self.run(&mut parts, 1).smallest;
        // The next search does not meet the same contradictions again.
        if found.is_some() && self.is_long() {
            *open = parts;
        }
        found
    }

    /// Appends disjoint states with all solutions of a state but the smallest. Of any two of them,
    /// the later has the smaller solutions.
    fn push_larger(&self, mut state: State, smallest: &Grid, parts: &mut Vec<State>) {
        self.propagate(&mut state);
        for cell in 0..CELLS {
            let digit = mask(smallest, cell);
            // Below the bit 2 * digit are those of this digit and of all smaller ones.
            let larger = !(2 * digit - 1);
            parts.extend(state.restricted(cell, larger));
            self.fill(&mut state, cell, digit);
        }
    }

    /// Reduces a cell to this digit, and propagates if that eliminates anything. Returns whether the
    /// state may still have a solution.
    fn fill(&self, state: &mut State, cell: usize, digit: u16) -> bool {
        if state.candidates(cell) == digit {
            return true;
        }
        state.restrict(cell, digit);
        self.propagate(state)
    }

    /// Propagates a state. Returns whether it may have a solution.
    fn propagate(&self, state: &mut State) -> bool {
        let [outcome, ..] = State::propagate(slice::from_mut(state), self.level);
        outcome.may_have_solution()
    }
}

/// Moves the last states, at most `width`, from a stack to the buffer.
fn take_last<'a>(
    open: &mut Vec<State>,
    width: usize,
    buffer: &'a mut [State; WIDTH],
) -> &'a mut [State] {
    let from = open.len().saturating_sub(width);
    let taken = &mut buffer[..open.len() - from];
    taken.copy_from_slice(&open[from..]);
    open.truncate(from);
    taken
}

/// The number of candidates in both parts of a branch.
fn candidates_in(parts: &[State; 2]) -> u32 {
    parts.iter().map(State::count_candidates).sum()
}

/// The bit of the digit that a solution has in a cell.
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
    pub(super) fn propagate(state: &mut State, level: Level) -> Propagated {
        State::propagate(slice::from_mut(state), level)[0]
    }

    /// The parts of a branch where all weights are equal.
    pub(super) fn branch(state: &State, level: Level) -> [State; 2] {
        let mut open = Vec::new();
        state.branch(&Weights::new(), level, 1, &mut open);
        open.try_into().expect("two states")
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
                search(text).within(10_000, Search::any),
                Some(search(text).any())
            );
        }
        let mut one_contradiction = search(HARD[0]);
        one_contradiction.max_contradictions = 1;
        assert_eq!(one_contradiction.digits_of_solutions(), None);
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
