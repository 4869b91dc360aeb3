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
    pub(super) fn is_for(&self, places: [u16; 9]) -> bool {
        self.places == Some(places)
    }

    pub(super) fn set(&mut self, places: [u16; 9], easiest: Option<T>) {
        *self = Remembered {
            places: Some(places),
            easiest,
        };
    }

    pub(super) fn easiest(&self) -> Option<&T> {
        self.easiest.as_ref()
    }
}
