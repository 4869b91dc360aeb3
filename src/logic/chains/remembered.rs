//! Proofs within one digit, which need not be looked for again while its places stay the same.

/// The easiest proof for a digit, which depends on the places of this digit only.
#[derive(Clone, Debug)]
pub(super) struct Remembered<T> {
    /// The places in each row.
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
