//! Writes the output of the workers in the order of their chunks.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::{mem, thread};

use super::stats::Stats;
use crate::input::records::Header;
use crate::output::{Buffer, HTML_HEAD};
use crate::question::options::{Options, OutputFormat};
use crate::question::reply::{Message, Status};

/// The most messages on one topic that are written for each input.
const MAX_PER_TOPIC: u64 = 10;

/// The output for a chunk, or for a part of one.
#[derive(Default)]
pub(super) struct ChunkOutput {
    /// The columns under which csv is written from now on, if this output decides on them.
    pub(super) header: Option<Arc<Header>>,
    pub(super) replies: Buffer,
    pub(super) messages: Vec<Message>,
    pub(super) stats: Stats,
}

pub(super) struct Writer<O, M> {
    output: O,
    messages: M,
    /// The topics of the messages about this input, each with the line of the first message and
    /// their number. There are only as many topics as in the source code.
    topics: BTreeMap<&'static str, (u64, u64)>,
    /// The number of the chunk that is written next; `None` once the run is over.
    next_chunk: Option<u64>,
    /// The columns of the first csv answers, under which all others are written.
    pub(super) header: Option<Arc<Header>>,
    /// A reply has been written, so the next one must be separated from it.
    has_written: bool,
    pub(super) stats: Stats,
    pub(super) on_progress: Box<dyn FnMut(u64) + Send>,
    /// Why replies could not be written.
    pub(super) error: Option<io::Error>,
}

impl<O: Write, M: Write> Writer<O, M> {
    pub(super) fn new(output: O, messages: M) -> Writer<O, M> {
        let (topics, header, has_written, stats, error) = Default::default();
        let on_progress = Box::new(|_| ());
        Writer {
            output,
            messages,
            topics,
            next_chunk: Some(0),
            header,
            has_written,
            stats,
            on_progress,
            error,
        }
    }

    /// Whether the run is over: replies cannot be written, or `--fail-fast` has met an error.
    pub(super) fn is_over(&self, options: &Options) -> bool {
        self.error.is_some() || options.fail_fast && self.stats.status == Status::Invalid
    }

    /// Writes how many messages about the input `name` were left out, or returns the error if
    /// replies could not be written. The chunks of the next input are numbered from 0 again.
    pub(super) fn end_input(&mut self, name: &str) -> io::Result<()> {
        self.next_chunk = Some(0);
        self.error.take().map_or(Ok(()), Err)?;
        let topics = mem::take(&mut self.topics)
            .into_iter()
            .filter(|(_, (_, count))| *count > MAX_PER_TOPIC);
        let sorted: BTreeSet<_> = topics
            .map(|(topic, (line, count))| (line, topic, count - MAX_PER_TOPIC))
            .collect();
        let lines = sorted
            .iter()
            .map(|(line, topic, more)| format!("{name}: {more} more like line {line}: {topic}\n"));
        self.write_messages(&lines.collect::<String>());
        Ok(())
    }

    /// Writes messages. If that fails, there is nowhere left to report it, but the exit status of
    /// the program shows it.
    pub(super) fn write_messages(&mut self, messages: &str) {
        let _ = self.messages.write_all(messages.as_bytes());
    }

    /// Writes the output for some records, and empties it, but keeps its memory.
    fn write(&mut self, options: &Options, chunk: &mut ChunkOutput) -> io::Result<()> {
        self.stats.add(mem::take(&mut chunk.stats));
        self.header = self.header.take().or(chunk.header.take());
        let is_allowed = |message: &Message| {
            let (_, count) = self
                .topics
                .entry(message.topic)
                .or_insert((message.line, 0));
            *count += 1;
            *count <= MAX_PER_TOPIC
        };
        let allowed = chunk.messages.drain(..).filter(is_allowed);
        let messages: String = allowed.map(|message| message.text + "\n").collect();
        self.write_messages(&messages);
        let Buffer { bytes, leading } = &mut chunk.replies;
        if !bytes.is_empty() {
            if options.format_for(None) == OutputFormat::Html && !self.has_written {
                self.output.write_all(HTML_HEAD.as_bytes())?;
            }
            self.output
                .write_all(&bytes[if self.has_written { 0 } else { *leading }..])?;
            self.has_written = true;
            self.output.flush()?;
            bytes.clear();
        }
        (self.on_progress)(self.stats.grids);
        Ok(())
    }
}

/// The turn of a chunk to use the writer. When it is dropped, the turn passes to the next chunk. If
/// its thread panics, the run is over.
pub(super) struct Turn<'a, 'w, O, M> {
    pub(super) writer: &'a Mutex<&'w mut Writer<O, M>>,
    /// Signals the next turn.
    pub(super) turn_passed: &'a Condvar,
    pub(super) chunk: u64,
}

impl<O: Write, M: Write> Turn<'_, '_, O, M> {
    /// Writes the output of the chunk so far, and empties it. Before its turn, the chunk waits if
    /// `may_wait` is set, and otherwise keeps the output. Breaks if the run is over.
    pub(super) fn write(
        &self,
        options: &Options,
        output: &mut ChunkOutput,
        may_wait: bool,
    ) -> ControlFlow<()> {
        let must_wait = |writer: &mut &mut Writer<O, M>| {
            may_wait && writer.next_chunk.is_some_and(|next| next < self.chunk)
        };
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let mut writer = self
            .turn_passed
            .wait_while(writer, must_wait)
            .unwrap_or_else(PoisonError::into_inner);
        if writer.next_chunk == Some(self.chunk) {
            writer.error = writer.write(options, output).err();
            writer.next_chunk = writer.next_chunk.filter(|_| !writer.is_over(options));
        }
        if writer.next_chunk.is_none() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<O, M> Drop for Turn<'_, '_, O, M> {
    fn drop(&mut self) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.next_chunk = writer
            .next_chunk
            .filter(|_| !thread::panicking())
            .map(|_| self.chunk + 1);
        self.turn_passed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_beyond_the_first_few_on_a_topic_are_counted() {
        let (options, mut writer) = (Options::default(), Writer::new(Vec::new(), Vec::new()));
        let mut chunk = ChunkOutput::default();
        for line in 1..=60 {
            let mut push = |topic, text| chunk.messages.push(Message { topic, line, text });
            push("odd", format!("in:{line}: odd {line}"));
            if line % 3 == 0 {
                push("third", format!("in:{line}: third"));
            }
            // The second chunk has more than may be written.
            if line == 4 || line == 60 {
                writer
                    .write(&options, &mut chunk)
                    .expect("memory can be written");
            }
        }
        writer.end_input("in").expect("no error");
        let written = str::from_utf8(&writer.messages).expect("UTF-8").to_string();
        let count = |text: &str| written.lines().filter(|line| line.contains(text)).count();
        assert_eq!([count(": odd "), count(": third")], [10, 11]);
        assert_eq!(written.lines().next(), Some("in:1: odd 1"));
        let omitted = "\nin: 50 more like line 1: odd\nin: 10 more like line 3: third\n";
        assert!(written.ends_with(omitted), "{written}");
        writer.end_input("in").expect("no error");
        assert_eq!(writer.messages.len(), written.len());
    }

    #[test]
    fn a_thread_that_panics_ends_the_run_for_those_that_wait() {
        let (options, mut writer) = (Options::default(), Writer::new(Vec::new(), Vec::new()));
        let (writer, turn_passed) = (Mutex::new(&mut writer), Condvar::new());
        let [first, second] = [0, 1].map(|chunk| Turn {
            writer: &writer,
            turn_passed: &turn_passed,
            chunk,
        });
        let write = |turn: &Turn<'_, '_, _, _>, may_wait| {
            turn.write(&options, &mut ChunkOutput::default(), may_wait)
        };
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
