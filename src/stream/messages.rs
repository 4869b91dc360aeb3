//! The messages of an input: the first few on each topic are written, and a line at the end counts the rest.

use std::fmt::{self, Write};

/// This many messages on a topic are written for each input.
const MOST: u64 = 10;

/// The messages of a chunk, a line each: of each topic, at most as many as may be written.
#[derive(Default)]
pub(super) struct Messages {
    text: String,
    entries: Vec<Entry>,
    topics: Vec<Topic>,
}

struct Entry {
    /// Its topic and its number within that in the chunk, from 1; `None` if it is written in any case.
    topic: Option<(usize, u64)>,
    /// Where it ends in the text.
    end: usize,
}

/// What messages are about, without details. There are as many topics as the source code has.
struct Topic {
    name: &'static str,
    /// The line of the first message.
    line: u64,
    count: u64,
}

impl Messages {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.entries.clear();
        self.topics.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a message about a line of the input.
    pub(super) fn push(&mut self, line: u64, topic: Option<&'static str>, message: fmt::Arguments<'_>) {
        let topic = topic.map(|name| {
            let index = index_of(&mut self.topics, name, line);
            self.topics[index].count += 1;
            (index, self.topics[index].count)
        });
        if topic.is_none_or(|(_, number)| number <= MOST) {
            // Writing to a string cannot fail.
            let _ = writeln!(self.text, "{message}");
            self.entries.push(Entry { topic, end: self.text.len() });
        }
    }
}

/// The index of the topic with this name, which is added if this line is the first to have it.
fn index_of(topics: &mut Vec<Topic>, name: &'static str, line: u64) -> usize {
    topics.iter().position(|topic| topic.name == name).unwrap_or_else(|| {
        topics.push(Topic { name, line, count: 0 });
        topics.len() - 1
    })
}

/// How many messages of one input there are on each topic.
#[derive(Default)]
pub(super) struct MessageLimit(Vec<Topic>);

impl MessageLimit {
    /// The text of those messages of a chunk that are written.
    pub(super) fn select(&mut self, messages: &Messages) -> String {
        let earlier: Vec<u64> = messages
            .topics
            .iter()
            .map(|topic| {
                let index = index_of(&mut self.0, topic.name, topic.line);
                let earlier = self.0[index].count;
                self.0[index].count += topic.count;
                earlier
            })
            .collect();
        let mut text = String::new();
        let mut start = 0;
        for entry in &messages.entries {
            if entry.topic.is_none_or(|(topic, number)| earlier[topic] + number <= MOST) {
                text.push_str(&messages.text[start..entry.end]);
            }
            start = entry.end;
        }
        text
    }

    /// The lines at the end of the input `name`, after which the next input begins.
    pub(super) fn end(&mut self, name: &str) -> String {
        let mut text = String::new();
        for topic in self.0.drain(..).filter(|topic| topic.count > MOST) {
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
