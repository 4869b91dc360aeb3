//! The messages of an input: the first few on each topic are written, and a line at the end counts the rest.

use std::fmt::{self, Write};

/// This many messages on a topic are written for each input.
const MOST: u64 = 10;

/// The messages of a chunk, a line each.
#[derive(Default)]
pub(super) struct Messages {
    text: String,
    entries: Vec<Entry>,
}

struct Entry {
    /// The line of the input that it is about.
    line: u64,
    /// What it is about, without details; `None` if it is written in any case.
    topic: Option<&'static str>,
    /// Where it ends in the text.
    end: usize,
}

impl Messages {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.entries.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a message about a line of the input.
    pub(super) fn push(&mut self, line: u64, topic: Option<&'static str>, message: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{message}");
        self.entries.push(Entry { line, topic, end: self.text.len() });
    }
}

/// The messages of one input on one topic. There are as many topics as the source code has.
struct Topic {
    name: &'static str,
    first_line: u64,
    count: u64,
}

/// How many messages of one input there are on each topic.
#[derive(Default)]
pub(super) struct MessageLimit(Vec<Topic>);

impl MessageLimit {
    /// The text of those messages of a chunk that are written.
    pub(super) fn select(&mut self, messages: &Messages) -> String {
        let mut text = String::new();
        let mut start = 0;
        for entry in &messages.entries {
            if entry.topic.is_none_or(|topic| self.count(topic, entry.line) <= MOST) {
                text.push_str(&messages.text[start..entry.end]);
            }
            start = entry.end;
        }
        text
    }

    /// Counts a message. Returns how many there have been on its topic.
    fn count(&mut self, name: &'static str, line: u64) -> u64 {
        let index = self.0.iter().position(|topic| topic.name == name).unwrap_or_else(|| {
            self.0.push(Topic { name, first_line: line, count: 0 });
            self.0.len() - 1
        });
        self.0[index].count += 1;
        self.0[index].count
    }

    /// The lines at the end of the input `name`, after which the next input begins.
    pub(super) fn end(&mut self, name: &str) -> String {
        let mut text = String::new();
        for Topic { name: topic, first_line, count } in self.0.drain(..).filter(|topic| topic.count > MOST) {
            let _ = writeln!(text, "{name}: {} more like line {first_line}: {topic}", count - MOST);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_beyond_the_first_few_on_a_topic_are_counted() {
        let mut limit = MessageLimit::default();
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
                written += &limit.select(&messages);
                messages.clear();
            }
        }
        let count = |text: &str| written.lines().filter(|line| line.contains(text)).count();
        assert_eq!([count("odd"), count("always"), count("third")], [10, 60, 10]);
        assert_eq!(written.lines().next(), Some("in:1: odd 1"));
        assert_eq!(limit.end("in"), "in: 50 more like line 1: odd\nin: 10 more like line 3: third\n");
        assert_eq!(limit.end("in"), "");
    }
}
