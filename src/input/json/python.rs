//! Converts what Python and JavaScript print to JSON.
//!
//! ```text
//! {'puzzle': [5, None, nan,], 'note': 'a "hard" one'}
//! {"puzzle": [5, null, ""  ], "note": "a 'hard' one"}
//! ```

/// Constants, and a JSON value of the same length for each. An empty string is a blank.
const CONSTANTS: [(&str, &str); 5] = [
    ("None", "null"),
    ("NaN", "\"\" "),
    ("nan", "\"\" "),
    ("True", "true"),
    ("False", "false"),
];

/// Converts a text to JSON: with double quotes instead of apostrophes, with JSON values instead of
/// constants, and without commas in front of brackets. Each byte keeps its place. A constant that
/// the text cuts off is left out, so the value around it is not broken but cut off, too.
///
/// Bytes that are not UTF-8 are replaced, too. An escaped apostrophe, for which JSON has no escape,
/// stays broken.
pub(super) fn json_of_python(text: &[u8]) -> Vec<u8> {
    let mut repair = Repair {
        json: with_valid_utf8(text),
        at: 0,
        quote: None,
        comma: None,
    };
    while let Some(&byte) = repair.json.get(repair.at) {
        match repair.quote {
            _ if byte == b'\\' => repair.at += 2,
            Some(quote) => repair.take_in_string(byte, quote),
            None => repair.take_outside(byte),
        }
    }
    repair.json
}

fn with_valid_utf8(text: &[u8]) -> Vec<u8> {
    let mut valid = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        valid.extend_from_slice(chunk.valid().as_bytes());
        valid.resize(valid.len() + chunk.invalid().len(), b'?');
    }
    valid
}

/// A text that becomes JSON in place, byte by byte.
struct Repair {
    json: Vec<u8>,
    /// The next byte.
    at: usize,
    /// The quote that has opened a string.
    quote: Option<u8>,
    /// The place of the comma before, if only white space follows it.
    comma: Option<usize>,
}

impl Repair {
    fn take_in_string(&mut self, byte: u8, quote: u8) {
        if byte == quote {
            self.quote = None;
            self.json[self.at] = b'"';
        } else if byte == b'"' {
            // Within apostrophes, it would end the string.
            self.json[self.at] = b'\'';
        }
        self.at += 1;
    }

    fn take_outside(&mut self, byte: u8) {
        if let (Some(comma), b']' | b'}') = (self.comma, byte) {
            self.json[comma] = b' ';
        }
        if !byte.is_ascii_whitespace() {
            self.comma = (byte == b',').then_some(self.at);
        }
        if matches!(byte, b'"' | b'\'') {
            self.quote = Some(byte);
            self.json[self.at] = b'"';
        }
        if is_cut_constant(&self.json[self.at..]) {
            self.json.truncate(self.at);
            return;
        }
        self.at += match constant_at_start(&self.json[self.at..]) {
            Some(value) => {
                self.json[self.at..][..value.len()].copy_from_slice(value.as_bytes());
                value.len()
            }
            None => 1,
        };
    }
}

/// Whether a text is the start of a constant, and no more.
fn is_cut_constant(text: &[u8]) -> bool {
    CONSTANTS
        .iter()
        .any(|(constant, _)| text.len() < constant.len() && constant.as_bytes().starts_with(text))
}

/// The JSON value for the constant at the start of a text.
fn constant_at_start(text: &[u8]) -> Option<&'static str> {
    let mut constants = CONSTANTS.iter();
    let (_, value) = constants.find(|(constant, _)| text.starts_with(constant.as_bytes()))?;
    Some(value)
}
