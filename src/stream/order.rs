//! The order in which several threads write: that of their chunks.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::worker::ChunkOutput;
use super::writer::Writer;
use crate::options::Options;

/// A writer that chunks take turns to use.
pub(super) struct Order<'w, O, M> {
    state: Mutex<State<'w, O, M>>,
    changed: Condvar,
}

struct State<'w, O, M> {
    /// The number of the chunk whose turn it is; `None` once the run is over.
    chunk: Option<u64>,
    writer: &'w mut Writer<O, M>,
}

impl<'w, O, M> Order<'w, O, M> {
    /// The first turn is that of chunk 0.
    pub(super) fn new(writer: &'w mut Writer<O, M>) -> Order<'w, O, M> {
        Order { state: Mutex::new(State { chunk: Some(0), writer }), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<'w, O, M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A chunk in the order. When it is dropped, the turn passes to the next chunk, or the run is over if its thread panics.
pub(super) struct Turn<'a, 'w, O, M> {
    pub(super) order: &'a Order<'w, O, M>,
    pub(super) chunk: u64,
}

impl<O: Write, M: Write> Turn<'_, '_, O, M> {
    /// Writes the output of the chunk so far, and empties it. If it is the turn of another chunk, waits if it may, and otherwise leaves
    /// the output as it is. Breaks if the run is over.
    pub(super) fn write(&self, options: &Options, output: &mut ChunkOutput, may_wait: bool) -> ControlFlow<()> {
        let Turn { order, chunk } = *self;
        let is_early = |state: &mut State<'_, O, M>| state.chunk.is_some_and(|current| current < chunk);
        let mut state = order.lock();
        if may_wait {
            state = order.changed.wait_while(state, is_early).unwrap_or_else(PoisonError::into_inner);
        }
        match state.chunk {
            Some(current) if current == chunk => {
                let flow = state.writer.write(options, output);
                state.chunk = state.chunk.filter(|_| flow.is_continue());
                flow
            }
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    }
}

impl<O, M> Drop for Turn<'_, '_, O, M> {
    fn drop(&mut self) {
        let mut state = self.order.lock();
        state.chunk = state.chunk.filter(|_| !thread::panicking()).map(|_| self.chunk + 1);
        self.order.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_panics_ends_the_run_for_those_that_wait() {
        let (options, mut writer) = (Options::default(), Writer::new(Vec::new(), Vec::new()));
        let order = Order::new(&mut writer);
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
