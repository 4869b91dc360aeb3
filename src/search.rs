//! One grid without known slow cases: a search that learns where to branch from the branches that failed.
//!
//! Its answer is the lexicographically smallest solution, as in [`crate::solver`], with which it shares no code. Trying cells in
//! row-major order can take hours, so the search branches where there are two possibilities, and of these where contradictions
//! have been most frequent: as in the dom/wdeg rule (Boussemart, Hemery, Lecoutre and Sais, 2004), with a weight for each digit in
//! each box. The states that are left to search are on a stack.
//!
//! Any solution it finds is then minimized: for each blank in row-major order, what is the smallest digit in any solution? Each new
//! solution answers many of the questions that follow. A long search does not start again for that: only the states that were left
//! on the stack can have smaller solutions.
//!
//! [`state`] has the rules that eliminate candidates, and chooses the branches.

mod state;

use std::sync::OnceLock;

use fearless_simd::Level;

use self::state::{ConflictMask, State, WIDTH, Weights};
use crate::answer::Answer;
use crate::grid::{CELLS, Candidates, Grid};

/// The vector instructions of this machine, once a search has taken long enough to find out what they are.
static DETECTED: OnceLock<Level> = OnceLock::new();

/// A search is long from this many contradictions on. Before, it is not worth the time to find out the vector instructions, which
/// takes as long as some fifty contradictions, nor to search several states at once.
const LONG: u64 = 300;

/// A search for the solutions of one puzzle.
#[derive(Clone, Debug)]
pub struct Search {
    puzzle: State,
    /// The cells with more or fewer than one candidate, in row-major order.
    blanks: [usize; CELLS],
    blank_count: usize,
    weights: Weights,
    /// The vector instructions in use.
    level: Level,
    /// The solution found.
    found: [u8; CELLS],
    /// The contradictions so far.
    contradictions: u64,
    /// The search ends after this many contradictions.
    limit: u64,
}

impl Search {
    /// A search for the solutions with these candidates.
    #[must_use]
    pub fn new(candidates: &Candidates) -> Search {
        let (mut puzzle, mut blanks, mut blank_count) = (State::new(), [0; CELLS], 0);
        for (cell, &mask) in candidates.masks().iter().enumerate() {
            puzzle.restrict(cell, mask);
            if !mask.is_power_of_two() {
                blanks[blank_count] = cell;
                blank_count += 1;
            }
        }
        let level = DETECTED.get().copied().unwrap_or(const { Level::baseline() });
        let found = [0; CELLS];
        Search {
            puzzle,
            blanks,
            blank_count,
            weights: Weights::new(),
            level,
            found,
            contradictions: 0,
            limit: u64::MAX,
        }
    }

    /// The lexicographically smallest solution, if there is one.
    pub fn smallest(&mut self) -> Option<Grid> {
        self.answer().solution().copied()
    }

    /// The lexicographically smallest solution, and whether it is the only one.
    pub fn answer(&mut self) -> Answer {
        let mut open = vec![self.puzzle];
        match self.search(&mut open, 2) {
            0 => Answer::Unsolvable,
            1 => Answer::Unique(self.found()),
            _ => {
                self.minimize(self.puzzle, open, |_| ());
                Answer::Several(Some(self.found()))
            }
        }
    }

    /// Whether there is a solution, and the only one if there is just one.
    pub fn uniqueness(&mut self) -> Answer {
        match self.search(&mut vec![self.puzzle], 2) {
            0 => Answer::Unsolvable,
            1 => Answer::Unique(self.found()),
            _ => Answer::Several(None),
        }
    }

    /// The first solution that the search comes to, if there is one.
    pub fn any(&mut self) -> Option<Grid> {
        (self.search(&mut vec![self.puzzle], 1) > 0).then(|| self.found())
    }

    /// The same as [`Search::any`], or `None` if there are not enough contradictions left for it. Those it takes are subtracted.
    pub(crate) fn any_within(&mut self, contradictions: &mut u64) -> Option<Option<Grid>> {
        self.limit = self.contradictions + *contradictions;
        let solution = self.any();
        *contradictions = std::mem::replace(&mut self.limit, u64::MAX).saturating_sub(self.contradictions);
        (solution.is_some() || *contradictions > 0).then_some(solution)
    }

    /// How many contradictions the searches so far have come to: a measure of their time that is the same on every machine.
    #[cfg(any(test, feature = "internals"))]
    #[must_use]
    pub fn contradictions(&self) -> u64 {
        self.contradictions
    }

    /// The number of solutions, or `limit` if there are more.
    pub fn count(&mut self, limit: u64) -> u64 {
        self.search(&mut vec![self.puzzle], limit).min(limit)
    }

    /// All solutions in lexicographic order, computed lazily.
    #[must_use]
    pub fn solutions(self) -> Solutions {
        Solutions { parts: vec![self.puzzle], search: self }
    }

    /// Searches open states, the last first, until there are `limit` solutions, or one if `limit` is 0. Returns how many there are;
    /// there may be a few more. `found` holds the smallest of them, and `open` the states that are left.
    fn search(&mut self, open: &mut Vec<State>, limit: u64) -> u64 {
        let mut count = 0;
        let mut states = [self.puzzle; WIDTH];
        while count < limit.max(1) && self.contradictions < self.limit && !open.is_empty() {
            let left = open.len().saturating_sub(self.width());
            let states = &mut states[..open.len() - left];
            states.copy_from_slice(&open[left..]);
            open.truncate(left);
            for (state, outcome) in State::propagate_all(states, self.level) {
                match outcome {
                    Err(contradiction) => self.bump(contradiction),
                    Ok(true) => {
                        let found = state.digits();
                        self.found = if count == 0 { found } else { self.found.min(found) };
                        count += 1;
                    }
                    Ok(false) => state.branch(&self.weights, self.level, open),
                }
            }
        }
        count
    }

    /// The solution found, as a grid.
    fn found(&self) -> Grid {
        Grid::from_cells(self.found).unwrap_or_default()
    }

    fn is_long(&self) -> bool {
        self.contradictions >= LONG
    }

    /// How many states to propagate at a time.
    fn width(&self) -> usize {
        if self.is_long() { WIDTH } else { 1 }
    }

    /// Adds a contradiction to the weights.
    fn bump(&mut self, contradiction: ConflictMask) {
        self.contradictions += 1;
        if self.contradictions == LONG {
            self.level = *DETECTED.get_or_init(Level::new);
        }
        self.weights.bump(contradiction);
    }

    /// Replaces the solution in `found` by the smallest solution of `state`. All smaller ones must be in `open`. Passes the other
    /// solutions to `keep`, as disjoint states in descending order.
    fn minimize(&mut self, mut state: State, mut open: Vec<State>, mut keep: impl FnMut(State)) {
        // There is a solution, so there can be no contradiction, here and below.
        let _ = state.propagate(self.level);
        for k in 0..self.blank_count {
            let cell = self.blanks[k];
            if state.candidates(cell) == bit(self.found[cell]) {
                continue;
            }
            // A short search finds solutions soon. Then one state is better than the many that are left of it.
            if !self.is_long() {
                open.clear();
                open.push(state);
            }
            open = self.minimize_cell(cell, open);
            let digit = bit(self.found[cell]);
            if let Some(larger) = state.restricted(cell, !(2 * digit - 1)) {
                keep(larger);
            }
            // With fewer candidates there is less to try.
            state.restrict(cell, digit);
            let _ = state.propagate(self.level);
        }
    }

    /// Replaces the solution in `found` by one of `open` that has the smallest digit possible in a cell, if that is smaller. One
    /// search does it: each solution found leaves fewer digits to the rest of the search. Returns states with all solutions that
    /// have the same digit there and may be smaller.
    fn minimize_cell(&mut self, cell: usize, mut open: Vec<State>) -> Vec<State> {
        let mut equal = Vec::new();
        let mut states = [self.puzzle; WIDTH];
        loop {
            let mut taken = 0;
            while taken < self.width()
                && let Some(state) = open.pop()
            {
                let digit = bit(self.found[cell]);
                equal.extend(state.restricted(cell, digit));
                if let Some(smaller) = state.restricted(cell, digit - 1) {
                    states[taken] = smaller;
                    taken += 1;
                }
            }
            if taken == 0 {
                break;
            }
            for (state, outcome) in State::propagate_all(&mut states[..taken], self.level) {
                match outcome {
                    Err(contradiction) => self.bump(contradiction),
                    Ok(true) => {
                        let found = state.digits();
                        if found[cell] < self.found[cell] {
                            equal.clear();
                        }
                        self.found = self.found.min(found);
                    }
                    Ok(false) => state.branch(&self.weights, self.level, &mut open),
                }
            }
        }
        // In a short search nobody looks at them.
        let kept = if self.is_long() { &mut equal[..] } else { &mut [] };
        for states in kept.chunks_mut(WIDTH) {
            for (state, outcome) in State::propagate_all(states, self.level) {
                match outcome {
                    Err(contradiction) => self.bump(contradiction),
                    Ok(true) => self.found = self.found.min(state.digits()),
                    Ok(false) => open.push(*state),
                }
            }
        }
        open
    }
}

/// The solutions of a puzzle in lexicographic order.
#[derive(Clone, Debug)]
pub struct Solutions {
    search: Search,
    /// States that together have the solutions to come; the last has the smallest.
    parts: Vec<State>,
}

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while let Some(part) = self.parts.pop() {
            let mut open = vec![part];
            if self.search.search(&mut open, 1) > 0 {
                let parts = &mut self.parts;
                self.search.minimize(part, open, |larger| parts.push(larger));
                return Some(self.search.found());
            }
        }
        None
    }
}

impl std::iter::FusedIterator for Solutions {}

/// The mask of one digit.
fn bit(d: u8) -> u16 {
    1 << (d - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    fn search(puzzle: &str) -> Search {
        Search::new(&Candidates::from(puzzle.parse::<Grid>().unwrap()))
    }

    /// One solution, and the same without five clues.
    const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SEVERAL: &str = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79";

    /// Famous hard puzzles: one by Arto Inkala, Golden Nugget, Easter Monster, Platinum Blonde.
    pub(super) const HARD: [&str; 4] = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    ];

    /// Grids with many solutions, of which the smallest is hard to find.
    pub(super) const SLOW: [&str; 4] = [
        "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..",
        "..12...3..8...4.....27...1.17.5............5...5.23.........9....73...2.........6",
        "......7...73.1...28.....1..4.......5........3.31.5.2.......9......6......57.3..2.",
        "......9..4.6.2...1.......5.6.1..2..3.8.3........6..........1...1.32....4.7...4...",
    ];

    /// Each grid 18 times, with bands and stacks rotated and with rows and columns exchanged, so that lucky branches average out.
    fn images(puzzles: [&str; 4]) -> impl Iterator<Item = Search> {
        puzzles.into_iter().flat_map(|puzzle| {
            (0..18).map(move |i| {
                let image = (0..CELLS).map(|cell| {
                    let (r, c) = ((cell / 9 + 3 * (i / 2 % 3)) % 9, (cell % 9 + 3 * (i / 6)) % 9);
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
        assert_eq!((search.count(u64::MAX), search.smallest()), (count, smallest));
        assert_eq!((search.count(0), search.count(1), search.count(2)), (0, 1, 2));
        assert!(search.any().is_some_and(|solution| solution.is_solution(&SEVERAL.parse().unwrap())));
    }

    #[test]
    fn a_search_that_takes_too_many_contradictions_ends() {
        for text in HARD {
            assert_eq!(search(text).any_within(&mut 10_000), Some(search(text).any()));
        }
        // In this puzzle r1c1 cannot be 1, and the proof takes some contradictions.
        let mut unsolvable = search(&HARD[0].replacen('8', "1", 1));
        let (mut left, mut too_few) = (10_000, 1);
        assert_eq!(unsolvable.clone().any_within(&mut left), Some(None));
        assert!(left < 9_999, "{left}");
        assert_eq!(unsolvable.clone().any_within(&mut (10_001 - left)), Some(None));
        assert_eq!(unsolvable.clone().any_within(&mut (10_000 - left)), None);
        assert_eq!((unsolvable.any_within(&mut too_few), too_few), (None, 0));
        assert_eq!(unsolvable.any(), None, "the limit is for one search");
    }

    #[test]
    fn solutions_ascend_from_the_smallest_and_are_as_many_as_counted() {
        let mut search = search(SEVERAL);
        let solutions: Vec<Grid> = search.clone().solutions().collect();
        assert_eq!(solutions.first().copied(), search.smallest());
        assert_eq!(search.answer(), Answer::Several(Some(solutions[0])));
        assert_eq!(solutions.len() as u64, search.count(u64::MAX));
        assert!(solutions.is_sorted_by(|a, b| a < b));
        assert!(solutions.iter().all(|solution| solution.is_solution(&SEVERAL.parse().unwrap())));
    }

    #[test]
    fn a_full_grid_is_its_own_solution() {
        let full = search(UNIQUE).smallest().unwrap();
        let search = || search(&full.to_string());
        assert_eq!(search().answer(), Answer::Unique(full));
        assert_eq!(search().solutions().collect::<Vec<_>>(), [full]);
    }

    #[test]
    fn a_grid_without_a_solution_never_yields_one() {
        // r1c9 has no candidate: 1 to 8 are in its row, 9 in its column. Then two clues in conflict.
        for text in [format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)), format!("55{}", ".".repeat(79))] {
            let mut search = search(&text);
            assert_eq!((search.smallest(), search.count(u64::MAX)), (None, 0));
            let mut solutions = search.solutions();
            assert_eq!((solutions.next(), solutions.next()), (None, None));
        }
    }

    #[test]
    fn an_eliminated_candidate_takes_away_the_solutions_that_have_it() {
        for text in [UNIQUE, SEVERAL] {
            let puzzle: Grid = text.parse().unwrap();
            let mut candidates = Candidates::from(&puzzle);
            let all: Vec<Grid> = search(text).solutions().collect();
            let blank = Cell::all().find(|&cell| puzzle[cell] == 0).unwrap();
            let digit = all[0][blank];
            candidates.eliminate(blank, digit);
            let left: Vec<Grid> = all.into_iter().filter(|solution| solution[blank] != digit).collect();
            let mut search = Search::new(&candidates);
            assert_eq!(search.count(u64::MAX), left.len() as u64);
            assert_eq!(search.any().is_some(), !left.is_empty());
            assert_eq!(search.solutions().collect::<Vec<_>>(), left);
        }
    }

    /// Weaker propagation or worse branches change no answer, but they lead to more contradictions. If a change leads to fewer,
    /// update the numbers.
    #[test]
    fn the_number_of_contradictions_stays_as_it_is() {
        let contradictions = |puzzles: [&str; 4], ask: fn(&mut Search) -> Option<Grid>| {
            let one = |mut search: Search| {
                assert!(ask(&mut search).is_some());
                search.contradictions()
            };
            images(puzzles).map(one).sum::<u64>()
        };
        for (found, expected) in [
            (contradictions(HARD, Search::smallest), 5_169),
            (contradictions(HARD, Search::any), 2_433),
            (contradictions(SLOW, Search::smallest), 15_422),
            (contradictions(SLOW, Search::any), 8_321),
        ] {
            assert!(found.abs_diff(expected) <= expected / 20, "{found} contradictions, expected {expected}");
        }
    }
}
