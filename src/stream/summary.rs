//! What was read and found in all.

use std::fmt;
use std::time::Duration;

use crate::format::Verdict;

/// The records of a reply, counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) grids: u64,
    pub(super) unique: u64,
    pub(super) multiple: u64,
    pub(super) none: u64,
    pub(super) invalid: u64,
    pub(super) guesses: u64,
    /// The line of the first record with the most guesses, and these.
    pub(super) hardest: Option<(u64, u32)>,
    /// The kind of vectors that were solved with.
    pub(super) level: Option<&'static str>,
}

impl Tally {
    pub(super) fn verdict(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Unique => &mut self.unique,
            Verdict::Multiple => &mut self.multiple,
            Verdict::None => &mut self.none,
            Verdict::Invalid => &mut self.invalid,
        } += 1;
    }

    pub(super) fn guesses(&mut self, line: u64, guesses: u32) {
        self.guesses += u64::from(guesses);
        if guesses > self.hardest.map_or(0, |(_, most)| most) {
            self.hardest = Some((line, guesses));
        }
    }
}

/// What a stream has answered so far. It is displayed on one line:
///
/// ```text
/// 9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid; 52 guesses, most 47 at in.txt:6
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Records, faulty ones included: the sum of the four that follow.
    pub grids: u64,
    /// Records with one solution.
    pub unique: u64,
    /// Records with several.
    pub multiple: u64,
    /// Records with none.
    pub none: u64,
    /// Records that are malformed or whose clues clash.
    pub invalid: u64,
    /// The guesses that the engine made.
    pub guesses: u64,
    /// The first record that took the most guesses, if any took one: its input, its line, its guesses.
    pub hardest: Option<(String, u64, u32)>,
    /// The most threads that solved at a time.
    pub threads: usize,
    /// The kind of vectors that the engine solved with, if it was asked.
    pub level: Option<&'static str>,
    /// How long it took so far.
    pub elapsed: Duration,
}

impl Summary {
    pub(super) fn add(&mut self, name: &str, tally: &Tally) {
        self.grids += tally.grids;
        self.unique += tally.unique;
        self.multiple += tally.multiple;
        self.none += tally.none;
        self.invalid += tally.invalid;
        self.guesses += tally.guesses;
        self.level = self.level.or(tally.level);
        let most = self.hardest.as_ref().map_or(0, |(_, _, most)| *most);
        if let Some((line, guesses)) = tally.hardest.filter(|(_, guesses)| *guesses > most) {
            self.hardest = Some((name.into(), line, guesses));
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |count: u64| if count == 1 { "" } else { "s" };
        let seconds = self.elapsed.as_secs_f64();
        let rate = self.grids as f64 / seconds.max(1e-9);
        let threads = self.threads as u64;
        write!(
            f,
            "{} grid{} in {seconds:.3} s, {rate:.0} grids/s, {threads} thread{}",
            self.grids,
            s(self.grids),
            s(threads)
        )?;
        self.level.iter().try_for_each(|level| write!(f, ", {level}"))?;
        write!(
            f,
            ": {} unique, {} multiple, {} none, {} invalid",
            self.unique, self.multiple, self.none, self.invalid
        )?;
        write!(f, "; {} guess{}", self.guesses, if self.guesses == 1 { "" } else { "es" })?;
        self.hardest.iter().try_for_each(|(name, line, guesses)| write!(f, ", most {guesses} at {name}:{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_added_up_and_the_first_of_the_hardest_is_named() {
        let (mut summary, mut tally) = (Summary::default(), Tally::default());
        [(1, 0), (2, 5), (3, 7), (4, 7)].into_iter().for_each(|(line, guesses)| tally.guesses(line, guesses));
        assert_eq!((tally.guesses, tally.hardest), (19, Some((3, 7))));
        summary.add("none.txt", &Tally::default());
        summary.add("a.txt", &tally);
        summary.add("b.txt", &tally);
        assert_eq!((summary.guesses, summary.hardest), (38, Some(("a.txt".into(), 3, 7))));
    }

    #[test]
    fn it_is_a_line() {
        let summary = Summary {
            grids: 9,
            unique: 7,
            multiple: 1,
            none: 1,
            invalid: 0,
            guesses: 52,
            hardest: Some(("in.txt".into(), 6, 47)),
            threads: 2,
            level: Some("AVX2"),
            elapsed: Duration::from_millis(1),
        };
        let line = "9 grids in 0.001 s, 9000 grids/s, 2 threads, AVX2: 7 unique, 1 multiple, 1 none, 0 invalid; \
                    52 guesses, most 47 at in.txt:6";
        assert_eq!(summary.to_string(), line);
    }
}
