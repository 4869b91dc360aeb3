//! What the searches for chains keep from step to step.

use super::nishio::NishioSearch;
use super::simple::SimpleSearch;

/// What the searches keep. It is allocated when it is first needed: most puzzles need no chains.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct Memory(Option<Box<Searches>>);

impl Memory {
    pub(super) fn searches(&mut self) -> &mut Searches {
        self.0.get_or_insert_default()
    }
}

/// The searches that keep something.
#[derive(Clone, Debug, Default)]
pub(super) struct Searches {
    pub(super) simple: SimpleSearch,
    pub(super) nishio: NishioSearch,
}
