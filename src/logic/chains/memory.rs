//! What the searches for chains keep from step to step.

use super::nishio::NishioSearch;
use super::simple::SimpleSearch;

/// What the searches keep. It is allocated when it is first needed: most puzzles need no chains.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct Memory(Option<Box<Workspace>>);

impl Memory {
    pub(super) fn workspace(&mut self) -> &mut Workspace {
        self.0.get_or_insert_default()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    pub(super) simple: SimpleSearch,
    pub(super) nishio: NishioSearch,
}
