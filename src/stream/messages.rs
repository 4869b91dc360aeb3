//! The messages of an input: the first few on each topic are written, and a line at the end counts the rest.

use std::fmt::Write;

use crate::reply::Message;

/// This many messages on a topic are written for each input.
const MOST: u64 = 10;

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
    /// Takes the messages of a chunk, and returns the text of those that are written.
    pub(super) fn select(&mut self, messages: &mut Vec<Message>) -> String {
        let is_written = |message: &Message| message.topic.is_none_or(|topic| self.count(topic, message.line) <= MOST);
        messages.drain(..).filter(is_written).map(|message| message.text + "\n").collect()
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
        let mut messages = Vec::new();
        for line in 1..=60 {
            let mut push = |topic, text| messages.push(Message { line, topic, text });
            push(Some("odd"), format!("in:{line}: odd {line}"));
            push(None, "always".into());
            if line % 3 == 0 {
                push(Some("third"), format!("in:{line}: third"));
            }
            // The second chunk has more than may be written.
            if line == 4 || line == 60 {
                written += &limit.select(&mut messages);
            }
        }
        let count = |text: &str| written.lines().filter(|line| line.contains(text)).count();
        assert_eq!([count("odd"), count("always"), count("third")], [10, 60, 10]);
        assert_eq!(written.lines().next(), Some("in:1: odd 1"));
        assert_eq!(limit.end("in"), "in: 50 more like line 1: odd\nin: 10 more like line 3: third\n");
        assert_eq!(limit.end("in"), "");
    }
}
