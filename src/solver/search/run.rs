//! A run of the search: it searches the states on a stack, depth first, until it has found enough
//! solutions.
//!
//! A search makes a run for each question, and many to find the smallest of several solutions.
//! They share the weights, and their contradictions add up. Most runs meet only a few
//! contradictions. Where there are hundreds, it pays to choose the branches with more care: see
//! [`Run::start_over_if_long`] and [`Run::look_ahead`].

use fearless_simd::Level;

use super::Search;
use super::propagate::Outcome;
use super::state::{BoxDigits, State};
use super::vectors::WIDTH;
use crate::grid::Grid;

/// A search is *long* after this many contradictions. Only then do these pay off:
///
/// - detecting the best vector instructions, which takes as long as about fifty contradictions;
/// - propagating several states at once;
/// - starting over;
/// - going on with the stack of the run before, in the search for the smallest solution.
const LONG_SEARCH: u64 = 300;

/// A run looks ahead after this many contradictions of its own: if a run is long, a bad choice in
/// its first branches costs most. At most [`LONG_SEARCH`], so that a first run looks ahead as soon
/// as it starts over.
const LOOK_AHEAD_AFTER: u64 = LONG_SEARCH;

/// How many branches at most a run that looks ahead compares. With 8, some grids take twice as
/// long; with 32, the slow grids take about as long in total.
const MAX_BRANCHES: usize = 16;

/// The solutions that a run found.
pub(super) struct FoundSolutions {
    pub count: u64,
    /// The smallest of these, not necessarily of all that there are.
    pub smallest_found: Option<Grid>,
}

impl Search {
    /// Searches the states on a stack until there are `wanted` solutions, or a few more, or until
    /// the search gives up. States that are not searched stay on the stack.
    pub(super) fn run(&mut self, stack: &mut Vec<State>, wanted: u64) -> FoundSolutions {
        let mut smallest_found: Option<Grid> = None;
        let count = self.for_each_solution(stack, wanted, |solution| {
            smallest_found = Some(smallest_found.map_or(solution, |known| known.min(solution)));
        });
        FoundSolutions {
            count,
            smallest_found,
        }
    }

    /// Like [`Search::run`], but passes each solution to a function, and returns their number. The
    /// function can get a solution twice, because a long search starts over. The number counts it
    /// once.
    pub(super) fn for_each_solution(
        &mut self,
        stack: &mut Vec<State>,
        wanted: u64,
        mut on_solution: impl FnMut(Grid),
    ) -> u64 {
        // Avoids setting up a run: most of those for the smallest solution have nothing to search.
        if stack.is_empty() {
            return 0;
        }
        let mut run = Run::new(self, stack);
        while run.count < wanted && !run.stack.is_empty() && !run.search.gives_up() {
            run.start_over_if_long();
            run.search_top(&mut on_solution);
        }
        run.count
    }

    /// Whether the search is long; see [`LONG_SEARCH`].
    pub(super) fn is_long(&self) -> bool {
        self.contradictions >= LONG_SEARCH
    }

    /// Counts a contradiction, and gives weight to the digits that took part in it. If that makes
    /// the search long, it changes to the best vector instructions.
    fn learn(&mut self, contradiction: &BoxDigits) {
        self.weights.add(contradiction);
        self.contradictions += 1;
        if self.contradictions == LONG_SEARCH {
            self.level = Level::new();
        }
    }
}

/// The stack of a run, and how far the run has come.
struct Run<'a> {
    search: &'a mut Search,
    stack: &'a mut Vec<State>,
    /// The number of solutions since the run began, or started over.
    count: u64,
    /// The state to start over from once the search is long. `None` if the run began when the
    /// search was long already, or with several states, which an earlier run has left. It may have
    /// left a single state, too: that is as good a start as any.
    restart_from: Option<State>,
    /// The run looks ahead once the search has found this many contradictions.
    look_ahead_from: u64,
}

impl Run<'_> {
    fn new<'a>(search: &'a mut Search, stack: &'a mut Vec<State>) -> Run<'a> {
        let restart_from = match stack[..] {
            [state] if !search.is_long() => Some(state),
            _ => None,
        };
        Run {
            count: 0,
            restart_from,
            look_ahead_from: search.contradictions + LOOK_AHEAD_AFTER,
            search,
            stack,
        }
    }

    /// Starts over, once, if the search has become long in this run: with the weights that it has
    /// learned, it chooses better first branches.
    fn start_over_if_long(&mut self) {
        if self.search.is_long()
            && let Some(state) = self.restart_from.take()
        {
            self.stack.clear();
            self.stack.push(state);
            self.count = 0;
        }
    }

    /// Takes one state from the top of the stack or, in a long search, several. Propagates them,
    /// passes the solutions to `on_solution`, and pushes the states of the branches.
    fn search_top(&mut self, mut on_solution: impl FnMut(Grid)) {
        let looks_ahead = self.search.contradictions >= self.look_ahead_from;
        let width = if self.search.is_long() { WIDTH } else { 1 };
        let mut buffer = [self.search.puzzle; WIDTH];
        let states = self.take_top(width, &mut buffer);
        let outcomes = &State::propagate(states, self.search.level)[..states.len()];
        // The last state comes first, as if the states were popped one by one. The opposite order
        // is about as good.
        for (state, outcome) in states.iter().zip(outcomes).rev() {
            match outcome {
                Outcome::Contradiction(digits) => self.search.learn(digits),
                Outcome::Solved => {
                    on_solution(state.solution());
                    self.count += 1;
                }
                // With few states on the stack, this is one of the first branches.
                Outcome::Open if looks_ahead && self.stack.len() < WIDTH => self.look_ahead(state),
                Outcome::Open => self.push_split(state),
            }
        }
    }

    /// Moves at most `width` states from the top of the stack to the buffer.
    fn take_top<'b>(&mut self, width: usize, buffer: &'b mut [State; WIDTH]) -> &'b mut [State] {
        let start = self.stack.len().saturating_sub(width);
        let taken = &mut buffer[..self.stack.len() - start];
        taken.copy_from_slice(&self.stack[start..]);
        self.stack.truncate(start);
        taken
    }

    /// Pushes the two states of the best branch of an open state.
    fn push_split(&mut self, state: &State) {
        let states = state.split_on_best(&self.search.weights, self.search.level);
        self.stack.extend_from_slice(&states);
    }

    /// Like [`Run::push_split`], but propagates the states of several branches and compares them.
    /// Takes the first branch with a contradiction, which leaves one state at most. If there is
    /// none, takes the branch whose two states have the fewest candidates.
    fn look_ahead(&mut self, state: &State) {
        let (weights, level) = (&self.search.weights, self.search.level);
        let mut splits = state.splits_on_best(weights, level, MAX_BRANCHES);
        for states in &mut splits {
            let outcomes = &State::propagate(states, level)[..states.len()];
            if outcomes.iter().any(Outcome::is_contradiction) {
                return self.push_possible(states, outcomes);
            }
        }
        let narrowest = splits
            .iter()
            .min_by_key(|states| candidates_of_both(states));
        let states = narrowest.expect("an open state has a branch, see `split_on_best`");
        self.stack.extend_from_slice(states);
    }

    /// Pushes the states that may have a solution, and learns from the contradictions of the
    /// others. A solved state counts when it is taken from the stack.
    fn push_possible(&mut self, states: &[State], outcomes: &[Outcome]) {
        for (state, outcome) in states.iter().zip(outcomes) {
            match outcome {
                Outcome::Contradiction(digits) => self.search.learn(digits),
                Outcome::Solved | Outcome::Open => self.stack.push(*state),
            }
        }
    }
}

/// The number of candidates in both states of a branch.
fn candidates_of_both(states: &[State; 2]) -> u32 {
    states.iter().map(State::count_candidates).sum()
}
