//! Proofs within one digit. They only depend on its places, so they need not be looked for again
//! while these stay the same.

/// The easiest proof for a digit, if there is one, and the places for which it was looked for.
#[derive(Clone, Debug)]
pub(super) struct Remembered<T> {
    /// The places for the digit in each row; `None` before the first search.
    places: Option<[u16; 9]>,
    easiest: Option<T>,
}

impl<T> Default for Remembered<T> {
    fn default() -> Remembered<T> {
        Remembered {
            places: None,
            easiest: None,
        }
    }
}

impl<T> Remembered<T> {
    /// The easiest proof for these places. `search` looks for it, unless it is known.
    pub(super) fn easiest_for(
        &mut self,
        places: [u16; 9],
        search: impl FnOnce() -> Option<T>,
    ) -> Option<&T> {
        if self.places != Some(places) {
            self.easiest = search();
            self.places = Some(places);
        }
        self.easiest.as_ref()
    }
}
