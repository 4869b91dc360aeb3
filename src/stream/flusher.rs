//! When the output for a chunk is passed on to the writer.
//!
//! Every chunk is flushed at its end, as soon as it is its turn. It is flushed earlier if a list or
//! a count takes a long time: a grid can have more solutions than memory can hold.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::chunk_output::ChunkOutput;
use super::turn::OutOfTurn;

/// Solutions of a list and counts are flushed after this many bytes of replies, or this long.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// Equivalents are flushed after this many bytes of replies, or this many messages that say why an
/// equivalent cannot be written. Equivalents are made so fast that no user has to wait for them.
/// The limits are high because a flush blocks the thread until it is the turn of its chunk.
const FLUSH_BYTES_OF_EQUIVALENTS: usize = 1 << 22;
const FLUSH_MESSAGES_OF_EQUIVALENTS: usize = 1 << 12;

/// [`Turn::flush`](super::turn::Turn::flush) for the chunk, without its type parameters.
pub(super) type Flush<'a> = dyn FnMut(&mut ChunkOutput, OutOfTurn) -> ControlFlow<()> + 'a;

/// Flushes the output for a chunk when that is due. Its methods break if the writer is closed.
pub(super) struct Flusher<'a> {
    flush: &'a mut Flush<'a>,
    /// When a flush was last tried, or the work began.
    tried: Instant,
}

impl<'a> Flusher<'a> {
    pub(super) fn new(flush: &'a mut Flush<'a>) -> Flusher<'a> {
        Flusher {
            flush,
            tried: Instant::now(),
        }
    }

    pub(super) fn flush(
        &mut self,
        output: &mut ChunkOutput,
        out_of_turn: OutOfTurn,
    ) -> ControlFlow<()> {
        (self.flush)(output, out_of_turn)?;
        self.tried = Instant::now();
        ControlFlow::Continue(())
    }

    /// Flushes what a slow list or count has added. Only a full buffer is worth blocking the thread
    /// for.
    pub(super) fn flush_if_due(&mut self, output: &mut ChunkOutput) -> ControlFlow<()> {
        if output.replies.as_bytes().len() >= FLUSH_BYTES {
            self.flush(output, OutOfTurn::Wait)
        } else if self.tried.elapsed() >= FLUSH_AFTER {
            self.flush(output, OutOfTurn::Keep)
        } else {
            ControlFlow::Continue(())
        }
    }

    pub(super) fn flush_if_many_equivalents(
        &mut self,
        output: &mut ChunkOutput,
    ) -> ControlFlow<()> {
        if output.replies.as_bytes().len() < FLUSH_BYTES_OF_EQUIVALENTS
            && output.messages.len() < FLUSH_MESSAGES_OF_EQUIVALENTS
        {
            return ControlFlow::Continue(());
        }
        self.flush(output, OutOfTurn::Wait)
    }
}
