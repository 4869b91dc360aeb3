//! Text from outside, such as file names and arguments, in messages.

/// Escapes a text so that it stays on one line and can neither control a terminal nor change the
/// direction of the text around it.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_direction_or_line_mark(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Whether an invisible character changes the direction of text, or separates lines.
fn is_direction_or_line_mark(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_messages_cannot_control_a_terminal() {
        assert_eq!(
            escape("a\n\u{1b}[31m\u{202e}txt.\u{2066}é\\"),
            "a\\n\\u{1b}[31m\\u{202e}txt.\\u{2066}é\\"
        );
    }
}
