//! The order in which several threads write: that of their chunks.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::worker::ChunkOutput;
use super::writer::Writer;
use crate::options::Options;

/// The number of the chunk whose turn it is, `None` once the run is over, and the writer that
/// chunks take turns to use. The condition is that the number changes.
pub(super) type Order<'w, O, M> = (Mutex<(Option<u64>, &'w mut Writer<O, M>)>, Condvar);

/// A chunk in the order. When it is dropped, the turn passes to the next chunk, or the run is over
/// if its thread panics.
pub(super) struct Turn<'a, 'w, O, M> {
    pub(super) order: &'a Order<'w, O, M>,
    pub(super) chunk: u64,
}

impl<O: Write, M: Write> Turn<'_, '_, O, M> {
    /// Writes the output of the chunk so far, and empties it. If it is the turn of another chunk,
    /// waits if it may, and otherwise leaves the output as it is. Breaks if the run is over.
    pub(super) fn write(&self, options: &Options, output: &mut ChunkOutput, may_wait: bool) -> ControlFlow<()> {
        let (current, changed) = self.order;
        let mut guard = current.lock().unwrap_or_else(PoisonError::into_inner);
        while may_wait && guard.0.is_some_and(|current| current < self.chunk) {
            guard = changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
        let (current, writer) = &mut *guard;
        if *current == Some(self.chunk) && writer.write(options, output).is_break() {
            *current = None;
        }
        if current.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<O, M> Drop for Turn<'_, '_, O, M> {
    fn drop(&mut self) {
        let (current, changed) = self.order;
        let mut guard = current.lock().unwrap_or_else(PoisonError::into_inner);
        guard.0 = guard.0.filter(|_| !thread::panicking()).map(|_| self.chunk + 1);
        changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_panics_ends_the_run_for_those_that_wait() {
        let (options, mut writer) = (Options::default(), Writer::new(Vec::new(), Vec::new()));
        let order = (Mutex::new((Some(0), &mut writer)), Condvar::new());
        let [first, second] = [0, 1].map(|chunk| Turn { order: &order, chunk });
        let write = |turn: &Turn<'_, '_, _, _>, may_wait| turn.write(&options, &mut ChunkOutput::default(), may_wait);
        assert!(write(&first, true).is_continue() && write(&second, false).is_continue());
        thread::scope(|scope| {
            let waiting = scope.spawn(|| write(&second, true));
            let panics = scope.spawn(move || {
                let _turn = first;
                panic!("on purpose");
            });
            assert!(panics.join().is_err() && waiting.join().expect("no panic").is_break());
        });
    }
}
