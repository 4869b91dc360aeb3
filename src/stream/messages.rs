//! The messages of an input: the first few on each topic are written, and a line at the end counts the rest.

use std::fmt::{self, Write};

/// This many messages on a topic are written for each input.
const MOST: u64 = 10;

/// The messages of a chunk, a line each: of each topic, as many as may be written.
#[derive(Default)]
pub(super) struct Messages {
    text: String,
    entries: Vec<Entry>,
    topics: Topics,
}

struct Entry {
    /// What it is about, without details; `None` if it is written in any case.
    topic: Option<&'static str>,
    /// The line of the input.
    line: u64,
    /// Where it ends in the text.
    end: usize,
}

impl Messages {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.entries.clear();
        self.topics.0.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a message about a line of the input.
    pub(super) fn push(&mut self, line: u64, topic: Option<&'static str>, message: fmt::Arguments<'_>) {
        if topic.is_some_and(|topic| self.topics.add(topic, line, 1) > MOST) {
            return;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{message}");
        self.entries.push(Entry { topic, line, end: self.text.len() });
    }
}

/// How many messages there are on each topic. There are as many topics as the source code has.
#[derive(Default)]
struct Topics(Vec<Topic>);

struct Topic {
    name: &'static str,
    /// The line of the first message.
    line: u64,
    count: u64,
}

impl Topics {
    /// Counts messages on a topic, the first of them about this line, and returns how many there are now.
    fn add(&mut self, name: &'static str, line: u64, count: u64) -> u64 {
        let index = self.0.iter().position(|topic| topic.name == name).unwrap_or_else(|| {
            self.0.push(Topic { name, line, count: 0 });
            self.0.len() - 1
        });
        self.0[index].count += count;
        self.0[index].count
    }
}

/// Counts the messages of one input.
#[derive(Default)]
pub(super) struct Flood(Topics);

impl Flood {
    /// The text of those messages of a chunk that are written.
    pub(super) fn select(&mut self, messages: &Messages) -> String {
        let mut text = String::new();
        let mut start = 0;
        for entry in &messages.entries {
            if entry.topic.is_none_or(|topic| self.0.add(topic, entry.line, 1) <= MOST) {
                text.push_str(&messages.text[start..entry.end]);
            }
            start = entry.end;
        }
        for topic in messages.topics.0.iter().filter(|topic| topic.count > MOST) {
            self.0.add(topic.name, topic.line, topic.count - MOST);
        }
        text
    }

    /// The lines at the end of the input `name`, after which the next input begins.
    pub(super) fn end(&mut self, name: &str) -> String {
        let mut text = String::new();
        for topic in self.0.0.drain(..).filter(|topic| topic.count > MOST) {
            let _ = writeln!(text, "{name}: {} more like line {}: {}", topic.count - MOST, topic.line, topic.name);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_beyond_the_first_few_on_a_topic_are_counted() {
        let mut flood = Flood::default();
        let mut written = String::new();
        let mut messages = Messages::default();
        for line in 1..=60 {
            messages.push(line, Some("odd"), format_args!("in:{line}: odd {line}"));
            messages.push(line, None, format_args!("always"));
            if line % 3 == 0 {
                messages.push(line, Some("third"), format_args!("in:{line}: third"));
            }
            // The second chunk has more than may be written.
            if line == 4 || line == 60 {
                written += &flood.select(&messages);
                messages.clear();
            }
        }
        let count = |text: &str| written.lines().filter(|line| line.contains(text)).count();
        assert_eq!([count("odd"), count("always"), count("third")], [10, 60, 10]);
        assert_eq!(written.lines().next(), Some("in:1: odd 1"));
        assert_eq!(flood.end("in"), "in: 50 more like line 1: odd\nin: 10 more like line 3: third\n");
        assert_eq!(flood.end("in"), "");
    }
}
