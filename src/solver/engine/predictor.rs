//! Predicts from recent searches how the next one will go.

/// Predicts which kind of search is best, from recent searches that made a stop.
///
/// It is kept from call to call: starting anew with every 2048 grids costs 5 to 15 % on grids with
/// several solutions, because it has to learn first.
#[derive(Default)]
pub(super) struct Predictor {
    /// The share of grids with several solutions.
    several: i32,
    /// How many stops a hopeful search saves.
    saved: i32,
}

/// The number of searches that an average remembers.
const MEMORY: i32 = 32;

/// The most stops that count for a search: one long search must not decide for many others.
const MAX_STOPS: u32 = 48;

impl Predictor {
    /// The fixed-point value of one.
    const ONE: i32 = 1 << 16;

    /// Takes in whether a grid has several solutions, and how many stops its search took.
    pub fn observe(&mut self, several: bool, stops: u32) {
        // If there are several solutions, a careful search is in vain. If not, a hopeful search
        // takes about half as long again.
        let stops = stops.min(MAX_STOPS) as i32;
        let (share, saved) = if several { (1, stops) } else { (0, -stops / 2) };
        self.several += (share * Predictor::ONE - self.several) / MEMORY;
        self.saved += (saved * Predictor::ONE - self.saved) / MEMORY;
    }

    /// Whether a hopeful search probably saves stops.
    pub fn prefers_hopeful(&self) -> bool {
        self.saved > 0
    }

    /// Whether hardly any grid has several solutions.
    pub fn expects_one(&self) -> bool {
        self.several < Predictor::ONE / 24
    }
}
