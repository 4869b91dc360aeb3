//! Passes the chunks of an input to workers on several threads, and their output to the writer, in input order.

use std::io::{self, Read, Write};
use std::sync::mpsc::{TrySendError, channel, sync_channel};
use std::{mem, thread};

use super::source::Source;
use super::worker::{ChunkOutput, FLUSH_BYTES, Worker};
use super::writer::Writer;
use crate::input::records::Records;
use crate::options::Options;

/// The buffers of a chunk: the records that a worker gets, and the output that the writer gets from it. They are passed on
/// together so that their memory can be reused.
#[derive(Default)]
struct Chunk {
    records: Records,
    output: ChunkOutput,
}

/// Processes the rest of an input with up to `threads` workers, while the calling thread reads and another thread writes. Returns
/// `true` when everything is written, or `false` if threads could not be started and nothing has been read.
///
/// # Errors
/// Those of the output.
pub(super) fn process_on_threads<O: Write + Send, M: Write + Send>(
    options: &Options,
    writer: &mut Writer<O, M>,
    name: &str,
    source: &mut Source<impl Read>,
    threads: usize,
) -> io::Result<bool> {
    let (recycle_tx, recycle_rx) = channel::<Chunk>();
    thread::scope(|scope| {
        let start_worker = |_| {
            let (chunk_tx, chunk_rx) = sync_channel::<Chunk>(1);
            let (output_tx, output_rx) = sync_channel::<Chunk>(1);
            let work = move || {
                let mut worker = Worker::new(options, false);
                let mut flush = |output: &mut ChunkOutput| {
                    let next = ChunkOutput { input_format: output.input_format, ..ChunkOutput::default() };
                    let part = Chunk { records: Records::default(), output: mem::replace(output, next) };
                    let sent = match output_tx.try_send(part) {
                        // It is the turn of another worker, and there is room for more.
                        Err(TrySendError::Full(part)) if part.output.answers.bytes.len() < FLUSH_BYTES => {
                            *output = part.output;
                            Ok(())
                        }
                        Err(TrySendError::Full(part) | TrySendError::Disconnected(part)) => output_tx.send(part),
                        Ok(()) => Ok(()),
                    };
                    sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
                };
                for mut chunk in chunk_rx {
                    let Chunk { records, output } = &mut chunk;
                    if worker.process(options, name, records, output, &mut flush).is_err()
                        || output_tx.send(chunk).is_err()
                    {
                        break;
                    }
                }
            };
            // If no further thread can be started, fewer do the work.
            thread::Builder::new().spawn_scoped(scope, work).ok().map(|_| (chunk_tx, output_rx))
        };
        let (chunk_txs, output_rxs): (Vec<_>, Vec<_>) = (0..threads).map_while(start_worker).unzip();
        writer.stats.threads = writer.stats.threads.max(chunk_txs.len());
        let write = move || {
            // Each worker gets every n-th chunk, so taking one from each in the same order restores the input order. When a worker has
            // hung up, it has no chunk left, and neither has any worker after it.
            let mut turns = output_rxs.iter().cycle();
            let mut turn = turns.next();
            while let Some(Ok(mut chunk)) = turn.map(|output_rx| output_rx.recv()) {
                let is_part = chunk.output.is_part;
                writer.write(options, &mut chunk.output)?;
                if writer.has_stopped(options) && !is_part {
                    break;
                }
                if !is_part {
                    chunk.records.clear();
                    let _ = recycle_tx.send(chunk);
                    turn = turns.next();
                }
            }
            Ok(true)
        };
        if chunk_txs.is_empty() {
            return Ok(false);
        }
        let Ok(writing) = thread::Builder::new().spawn_scoped(scope, write) else { return Ok(false) };
        for chunk_tx in chunk_txs.iter().cycle() {
            let mut chunk = recycle_rx.try_recv().unwrap_or_default();
            let more = source.fill(&mut chunk.records);
            if chunk_tx.send(chunk).is_err() || !more {
                break;
            }
        }
        drop(chunk_txs);
        writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
