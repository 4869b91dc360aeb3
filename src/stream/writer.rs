//! Writes the output of the chunks: all replies, and the first few messages on each topic.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem;

use super::chunk_output::ChunkOutput;
use super::tally::Tally;
use crate::output::{Buffer, CsvColumns, page_head};
use crate::question::formats::fixed_output_format;
use crate::question::options::Options;
use crate::question::status::{Message, Status};

/// The most messages on one topic that are written for each input.
const MAX_PER_TOPIC: u64 = 10;

/// Writes replies and messages, and keeps what must be known about all inputs of a stream.
pub(super) struct Writer<O, M> {
    output: O,
    messages: M,
    /// What comes before the first reply, whatever the input is.
    head: &'static str,
    /// Whether the first error ends the run.
    fail_fast: bool,
    /// The topics of the messages about this input. The source code has a fixed set, so this stays
    /// small.
    topics: BTreeMap<&'static str, TopicCount>,
    /// The number of the chunk that is written next; `None` once the writer is closed for this
    /// input, because the run [is over](Writer::is_over) or a thread has panicked.
    chunk_to_write: Option<u64>,
    /// The csv columns of the output, once there are some.
    pub(super) csv_columns: Option<CsvColumns>,
    /// Whether replies have been written. The next reply must then be separated from them.
    has_written: bool,
    /// The tally of what has been written.
    pub(super) tally: Tally,
    /// Called after each write with the number of records so far.
    pub(super) on_progress: Box<dyn FnMut(u64) + Send>,
    /// Why replies could not be written.
    error: Option<io::Error>,
}

/// The messages on one topic about an input.
struct TopicCount {
    /// The line of the first message.
    first_line: u64,
    /// The number of messages, with those that were left out.
    count: u64,
}

impl<O, M> Writer<O, M> {
    /// The number of the chunk whose turn it is; `None` if the writer is closed.
    pub(super) fn chunk_to_write(&self) -> Option<u64> {
        self.chunk_to_write
    }

    /// Ends the turn of the chunk of this number.
    pub(super) fn pass_turn_after(&mut self, number: u64) {
        if self.chunk_to_write.is_some() {
            self.chunk_to_write = Some(number + 1);
        }
    }

    /// Lets no chunk of this input be written any more.
    pub(super) fn close(&mut self) {
        self.chunk_to_write = None;
    }
}

impl<O: Write, M: Write> Writer<O, M> {
    pub(super) fn new(options: &Options, output: O, messages: M) -> Writer<O, M> {
        Writer {
            output,
            messages,
            head: fixed_output_format(options).map_or("", page_head),
            fail_fast: options.fail_fast,
            topics: BTreeMap::new(),
            chunk_to_write: Some(0),
            csv_columns: None,
            has_written: false,
            tally: Tally::default(),
            on_progress: Box::new(|_| ()),
            error: None,
        }
    }

    /// Whether the run is over: replies cannot be written, or `--fail-fast` has met an error.
    pub(super) fn is_over(&self) -> bool {
        self.error.is_some() || self.fail_fast && self.tally.status == Status::Invalid
    }

    /// Writes the output of the next chunk or of a part of it, and empties it, but keeps its
    /// memory.
    pub(super) fn write(&mut self, chunk: &mut ChunkOutput) {
        self.tally.add(mem::take(&mut chunk.tally));
        if self.csv_columns.is_none() {
            self.csv_columns = chunk.csv_columns.take();
        }
        self.write_first_messages(&mut chunk.messages);
        match self.write_replies(&mut chunk.replies) {
            Ok(()) => (self.on_progress)(self.tally.records),
            Err(error) => self.error = Some(error),
        }
        if self.is_over() {
            self.close();
        }
    }

    /// Writes the messages that are among the first on their topic.
    fn write_first_messages(&mut self, messages: &mut Vec<Message>) {
        let mut text = String::new();
        for message in messages.drain(..) {
            let new = TopicCount {
                first_line: message.line,
                count: 0,
            };
            let topic = self.topics.entry(message.topic).or_insert(new);
            topic.count += 1;
            if topic.count <= MAX_PER_TOPIC {
                text += &message.text;
                text.push('\n');
            }
        }
        self.write_messages(&text);
    }

    /// Writes messages. If that fails, there is nowhere left to report it, but the exit status of
    /// the program shows it.
    pub(super) fn write_messages(&mut self, messages: &str) {
        let _ = self.messages.write_all(messages.as_bytes());
    }

    fn write_replies(&mut self, replies: &mut Buffer) -> io::Result<()> {
        if replies.as_bytes().is_empty() {
            return Ok(());
        }
        if self.has_written {
            self.output.write_all(replies.as_bytes())?;
        } else {
            self.output.write_all(self.head.as_bytes())?;
            self.output.write_all(replies.without_leading_separator())?;
            self.has_written = true;
        }
        self.output.flush()?;
        replies.clear();
        Ok(())
    }

    /// Writes how many messages about the input `name` were left out. The next input starts afresh,
    /// also after an error: with chunk 0 and without topics.
    ///
    /// # Errors
    /// Replies could not be written.
    pub(super) fn end_input(&mut self, name: &str) -> io::Result<()> {
        self.chunk_to_write = Some(0);
        let mut topics: Vec<_> = mem::take(&mut self.topics).into_iter().collect();
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        topics.sort_by_key(|(_, topic)| topic.first_line);
        let mut messages = String::new();
        for (topic, TopicCount { first_line, count }) in topics {
            if count > MAX_PER_TOPIC {
                let more = count - MAX_PER_TOPIC;
                messages += &format!("{name}: {more} more like line {first_line}: {topic}\n");
            }
        }
        self.write_messages(&messages);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_beyond_the_first_few_on_a_topic_are_counted() {
        let mut writer = Writer::new(&Options::default(), Vec::new(), Vec::new());
        let mut chunk = ChunkOutput::default();
        for line in 1..=60 {
            let mut push = |topic, text| chunk.messages.push(Message { topic, line, text });
            push("odd", format!("in:{line}: odd {line}"));
            if line % 3 == 0 {
                push("third", format!("in:{line}: third"));
            }
            // The second chunk has more than may be written.
            if line == 4 || line == 60 {
                writer.write(&mut chunk);
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
}
