//! The order in which chunks are written.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::chunk_output::ChunkOutput;
use super::writer::Writer;

/// What happens to output whose turn has not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutOfTurn {
    /// It waits for its turn.
    Wait,
    /// The chunk keeps it.
    Keep,
}

/// The turn of a chunk to use the writer. When it is dropped, the turn passes to the next chunk: a
/// thread ends each chunk with a flush that waits, so by then the turn has come, unless the writer
/// is closed or the thread panics. If it panics, the writer is closed.
pub(super) struct Turn<'a, 'w, O, M> {
    pub(super) writer: &'a Mutex<&'w mut Writer<O, M>>,
    /// Signals the next turn.
    pub(super) turn_passed: &'a Condvar,
    /// The number of the chunk.
    pub(super) number: u64,
}

impl<O: Write, M: Write> Turn<'_, '_, O, M> {
    /// Writes the output of the chunk so far and empties it, if its turn has come. If not, waits
    /// for the turn or keeps the output, as `out_of_turn` says. Breaks if the writer is closed.
    pub(super) fn flush(
        &self,
        output: &mut ChunkOutput,
        out_of_turn: OutOfTurn,
    ) -> ControlFlow<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if out_of_turn == OutOfTurn::Wait {
            writer = self
                .turn_passed
                .wait_while(writer, |writer| self.is_early(writer))
                .unwrap_or_else(PoisonError::into_inner);
        }
        if writer.chunk_to_write() == Some(self.number) {
            writer.write(output);
        }
        match writer.chunk_to_write() {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    }

    /// Whether the turn has not come yet, but will.
    fn is_early(&self, writer: &Writer<O, M>) -> bool {
        let next = writer.chunk_to_write();
        next.is_some_and(|next| next < self.number)
    }
}

impl<O, M> Drop for Turn<'_, '_, O, M> {
    fn drop(&mut self) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if thread::panicking() {
            writer.close();
        } else {
            writer.pass_turn_after(self.number);
        }
        self.turn_passed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::options::Options;

    #[test]
    fn a_thread_that_panics_closes_the_writer_for_those_that_wait() {
        let mut writer = Writer::new(&Options::default(), Vec::new(), Vec::new());
        let (writer, turn_passed) = (Mutex::new(&mut writer), Condvar::new());
        let [first, second] = [0, 1].map(|number| Turn {
            writer: &writer,
            turn_passed: &turn_passed,
            number,
        });
        let flush = |turn: &Turn<'_, '_, _, _>, out_of_turn| {
            turn.flush(&mut ChunkOutput::default(), out_of_turn)
        };
        assert!(flush(&first, OutOfTurn::Wait).is_continue());
        assert!(flush(&second, OutOfTurn::Keep).is_continue());
        thread::scope(|scope| {
            let waiting = scope.spawn(|| flush(&second, OutOfTurn::Wait));
            let panics = scope.spawn(move || {
                let _turn = first;
                panic!("on purpose");
            });
            assert!(panics.join().is_err() && waiting.join().expect("no panic").is_break());
        });
    }
}
