//! Passes the chunks of an input to workers on several threads, and their output to the writer in input order.

use std::io::{self, Read, Write};
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use super::settings::Settings;
use super::source::Source;
use super::worker::{ChunkOutput, Worker};
use super::writer::Writer;
use crate::input::Records;

/// The buffers of a chunk: the records that a worker gets, and the output that the writer gets from it. They go round together
/// so that their memory is used again.
#[derive(Default)]
struct Chunk {
    records: Records,
    output: ChunkOutput,
}

/// Answers the rest of an input on up to `threads` threads, besides the calling thread, which reads, and another, which writes.
/// Returns when all of it is written. `false`: no thread could be started, and nothing has been read.
///
/// # Errors
/// Those of the output.
pub(super) fn answer_on_threads<O: Write + Send, M: Write + Send>(
    settings: &Settings,
    writer: &mut Writer<O, M>,
    name: &str,
    source: &mut Source<impl Read>,
    threads: usize,
) -> io::Result<bool> {
    let (give_back, used) = channel::<Chunk>();
    thread::scope(|scope| {
        let start_worker = |_| {
            let (inbox, chunks) = sync_channel::<Chunk>(1);
            let (answered, outbox) = sync_channel::<Chunk>(1);
            let work = move || {
                let mut worker = Worker::new(*settings, false);
                let mut flush = |part: &mut ChunkOutput| {
                    let rest = ChunkOutput { input_format: part.input_format, ..ChunkOutput::default() };
                    let part = Chunk { records: Records::default(), output: std::mem::replace(part, rest) };
                    answered.send(part).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
                };
                for mut chunk in chunks {
                    let Chunk { records, output } = &mut chunk;
                    if worker.answer(name, records, output, &mut flush).is_err() || answered.send(chunk).is_err() {
                        break;
                    }
                }
            };
            // If no further thread can be started, fewer do the work.
            thread::Builder::new().spawn_scoped(scope, work).ok().map(|_| (inbox, outbox))
        };
        let (inboxes, outboxes): (Vec<_>, Vec<_>) = (0..threads).map_while(start_worker).unzip();
        writer.stats.threads = writer.stats.threads.max(inboxes.len());
        let write = move || {
            // Chunks go to the workers in turn, so asking them in turn restores the order. The first that has hung up has no chunk
            // left, and neither has any worker after it.
            let mut turns = outboxes.iter().cycle();
            let mut turn = turns.next();
            while let Some(Ok(mut chunk)) = turn.map(|outbox| outbox.recv()) {
                let is_part = chunk.output.is_part;
                writer.write(settings, name, &mut chunk.output)?;
                if writer.has_stopped && !is_part {
                    break;
                }
                if !is_part {
                    chunk.records.clear();
                    let _ = give_back.send(chunk);
                    turn = turns.next();
                }
            }
            Ok(true)
        };
        if inboxes.is_empty() {
            return Ok(false);
        }
        let Ok(writing) = thread::Builder::new().spawn_scoped(scope, write) else { return Ok(false) };
        for inbox in inboxes.iter().cycle() {
            let mut chunk = used.try_recv().unwrap_or_default();
            let more = source.fill(&mut chunk.records);
            if inbox.send(chunk).is_err() || !more {
                break;
            }
        }
        drop(inboxes);
        writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
