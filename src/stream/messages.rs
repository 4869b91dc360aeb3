//! The messages of an input: the first few on each topic are written, and a line at the end counts
//! the rest.

use std::fmt::Write;

use crate::reply::Message;

/// This many messages on a topic are written for each input.
const MOST: u64 = 10;

/// The topics of the messages of one input, of which there are as many as the source code has: for
/// each the line of the first message, and how many there are.
#[derive(Default)]
pub(super) struct MessageLimit(Vec<(&'static str, u64, u64)>);

impl MessageLimit {
    /// Takes the messages of a chunk, and returns the text of those that are written.
    pub(super) fn select(&mut self, messages: &mut Vec<Message>) -> String {
        let is_written = |message: &Message| {
            let Some((topic, line)) = message.topic else { return true };
            let index = self.0.iter().position(|(known, ..)| *known == topic).unwrap_or(self.0.len());
            if index == self.0.len() {
                self.0.push((topic, line, 0));
            }
            self.0[index].2 += 1;
            self.0[index].2 <= MOST
        };
        messages.drain(..).filter(is_written).map(|message| message.text + "\n").collect()
    }

    /// The lines at the end of the input `name`, after which the next input begins.
    pub(super) fn end(&mut self, name: &str) -> String {
        let mut text = String::new();
        for (topic, first_line, count) in self.0.drain(..).filter(|(.., count)| *count > MOST) {
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
            let mut push = |topic: Option<_>, text| {
                let topic = topic.map(|topic| (topic, line));
                messages.push(Message { topic, text })
            };
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
