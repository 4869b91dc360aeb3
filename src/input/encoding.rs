//! Bytes to text in UTF-8.

use std::collections::VecDeque;
use std::io::{self, Chain, Cursor, Read};

/// An input in UTF-8, without a byte-order mark: UTF-16 is decoded, anything else is passed on.
pub(super) struct Utf8<R> {
    /// The first bytes, which show the encoding, and the rest.
    input: Chain<Cursor<Vec<u8>>, R>,
    /// UTF-16 that has been read but not decoded.
    bytes: Vec<u8>,
    /// Decoded text that has not been passed on.
    text: VecDeque<u8>,
}

impl<R: Read> Utf8<R> {
    pub(super) fn new(input: R) -> Utf8<R> {
        Utf8 { input: Cursor::default().chain(input), bytes: Vec::new(), text: VecDeque::new() }
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (start, rest) = self.input.get_mut();
        if start.get_ref().is_empty() {
            rest.take(4).read_to_end(start.get_mut())?;
            let has_mark = start.get_ref().starts_with("\u{feff}".as_bytes());
            start.set_position(if has_mark { 3 } else { 0 });
        }
        let unit = match start.get_ref()[..] {
            [0xff, 0xfe, ..] | [1..=255, 0, 1..=255, 0] => u16::from_le_bytes,
            [0xfe, 0xff, ..] | [0, 1..=255, 0, 1..=255] => u16::from_be_bytes,
            _ => return self.input.read(buffer),
        };
        while self.text.is_empty() {
            let length = self.input.read(buffer)?;
            if length == 0 {
                return Ok(0);
            }
            self.bytes.extend_from_slice(&buffer[..length]);
            let mut units: Vec<u16> = self.bytes.as_chunks().0.iter().map(|pair| unit(*pair)).collect();
            // Half a character waits for the rest.
            units.pop_if(|unit| (0xd800..0xdc00).contains(unit));
            self.bytes.drain(..2 * units.len());
            // A mark has no meaning elsewhere, either.
            self.text.extend(String::from_utf16_lossy(&units).replace('\u{feff}', "").as_bytes());
        }
        self.text.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::Pieces;
    use super::*;

    fn utf8(input: &[u8], size: usize) -> Vec<u8> {
        let mut text = Vec::new();
        Utf8::new(Pieces(input, size)).read_to_end(&mut text).unwrap();
        text
    }

    #[test]
    fn however_an_input_arrives_its_text_is_the_same() {
        let text = "5\u{b7}\u{1f600}\n53..7\n";
        let wide = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        let (little, big) = (wide(u16::to_le_bytes), wide(u16::to_be_bytes));
        let inputs: [&[&[u8]]; 6] = [
            &[text.as_bytes()],
            &[b"\xef\xbb\xbf", text.as_bytes()],
            &[b"\xff\xfe", &little],
            &[b"\xfe\xff", &big],
            &[&little],
            &[&big],
        ];
        for input in inputs.map(<[&[u8]]>::concat) {
            for size in 1..=input.len() {
                assert_eq!(String::from_utf8_lossy(&utf8(&input, size)), text, "{input:?} {size}");
            }
        }
        // An input can end with its first bytes.
        assert_eq!(utf8(b"\xff\xfe5\0", 1), b"5");
        assert_eq!(utf8(b"\xfe\xff", 1), b"");
    }

    #[test]
    fn other_bytes_stay_as_they_are() {
        for text in ["", "\0", "5\0.", "5..\0", "\0\0\0\0", "\n5\0.", "5\0\0\0"] {
            assert_eq!(utf8(text.as_bytes(), 2), text.as_bytes(), "{text:?}");
        }
        assert_eq!(utf8(b"\xff", 1), b"\xff");
    }
}
