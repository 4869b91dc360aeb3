//! The work on one input, which threads share.

use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::{Condvar, Mutex, PoisonError};

use super::chunk::{Chunk, InputContext};
use super::chunk_output::ChunkOutput;
use super::findings::Findings;
use super::replier::Replier;
use super::source::{InputKind, Source};
use super::turn::Turn;
use super::writer::Writer;
use crate::input::records::Records;
use crate::question::chunk_policy::ChunkPolicy;
use crate::question::input_policy::SLOW_CHUNK_SIZE;
use crate::question::options::Options;
use crate::solver::batch::Batch;
use crate::solver::parallel::ThreadLimit;

/// A chunk with this many records is worth another thread if more input follows. Chunks of slow
/// questions have as many when they are full. Only a chunk of csv lines with much text can be full
/// with fewer.
const MIN_RECORDS_FOR_THREADS: usize = 256;
const _: () = assert!(SLOW_CHUNK_SIZE >= MIN_RECORDS_FOR_THREADS);

const ONE_THREAD: ThreadLimit = Some(NonZero::<usize>::MIN);

/// The work on one input, which threads share.
pub(super) struct Run<'a, R: Read, O, M> {
    options: &'a Options,
    input: InputContext<'a>,
    source: Mutex<Source<R>>,
    writer: Mutex<&'a mut Writer<O, M>>,
    turn_passed: Condvar,
}

/// A chunk whose records a thread has read, and how the work is shared.
struct ClaimedChunk<'r, 'a, O, M> {
    turn: Turn<'r, 'a, O, M>,
    /// Whether a chunk so far has brought enough grids for the engine.
    is_long_input: bool,
    /// Whether there is enough work left for one more thread.
    leaves_work: bool,
    /// The most threads to count the solutions of a grid with.
    count_threads: ThreadLimit,
}

impl<'a, R: Read, O: Write, M: Write> Run<'a, R, O, M> {
    pub(super) fn new(
        options: &'a Options,
        input: InputContext<'a>,
        source: Source<R>,
        writer: &'a mut Writer<O, M>,
    ) -> Run<'a, R, O, M> {
        Run {
            options,
            input,
            source: Mutex::new(source),
            writer: Mutex::new(writer),
            turn_passed: Condvar::new(),
        }
    }

    /// Reads a chunk, solves its grids and replies to its records, until the input or the run ends.
    /// Many threads do this at the same time.
    pub(super) fn work(&self, batch: &mut Batch, call_helper: &dyn Fn()) {
        let mut records = Records::default();
        let mut findings = Findings::default();
        let mut output = ChunkOutput::default();
        while let Some(claimed) = self.claim_chunk(&mut records) {
            if claimed.leaves_work {
                call_helper();
            }
            let policy = ChunkPolicy::new(self.options, records.format);
            findings.compute(policy, &records, claimed.is_long_input, batch);
            // Solving may just have started the engine.
            output.tally.level = batch.level();
            let chunk = Chunk {
                input: self.input,
                policy,
                records: &records,
                findings: &findings,
            };
            let threads = claimed.count_threads;
            let mut flush = |output: &mut _, out_of_turn| claimed.turn.flush(output, out_of_turn);
            let replier = Replier::new(chunk, batch, threads, &mut output, &mut flush);
            if replier.reply_to_chunk().is_break() {
                return;
            }
        }
    }

    /// Reads the next chunk; `None` at the end.
    fn claim_chunk(&self, records: &mut Records) -> Option<ClaimedChunk<'_, 'a, O, M>> {
        // If a thread panics while it reads, the others end.
        let mut source = self.source.lock().ok()?;
        if !source.has_more {
            return None;
        }
        // From here on, a panic closes the writer for the threads that wait for this chunk.
        let turn = Turn {
            writer: &self.writer,
            turn_passed: &self.turn_passed,
            number: source.chunk_to_read,
        };
        source.fill(records);
        // With `fail_fast`, a thread that waits for a pipe would not notice that another has ended
        // the run.
        let may_share = source.kind == InputKind::File || !self.options.fail_fast;
        let is_long = records.len_with_empty_lines() >= MIN_RECORDS_FOR_THREADS;
        let leaves_work = is_long && source.has_more && may_share;
        source.is_shared |= leaves_work;
        Some(ClaimedChunk {
            turn,
            is_long_input: source.is_long_input,
            leaves_work,
            // If threads share the chunks, each of them would start more threads for a count.
            count_threads: if source.is_shared {
                ONE_THREAD
            } else {
                self.options.threads
            },
        })
    }

    /// What stopped reading, once all threads have ended.
    pub(super) fn into_read_error(self) -> Option<io::Error> {
        let source = self.source.into_inner();
        source.unwrap_or_else(PoisonError::into_inner).error
    }
}
