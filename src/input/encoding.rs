//! Bytes to text in UTF-8.

use std::collections::VecDeque;
use std::io::{self, Read};

/// How the bytes of an input are text.
#[derive(Clone, Copy, Debug)]
enum Encoding {
    Utf8,
    /// The function makes a unit from two bytes.
    Utf16(fn([u8; 2]) -> u16),
}

/// An input in UTF-8, without a byte-order mark: UTF-16 is decoded, anything else is passed on.
pub(super) struct Utf8<R> {
    input: R,
    /// The encoding, once the first bytes have been seen.
    encoding: Option<Encoding>,
    /// Bytes that have been read but not decoded.
    bytes: Vec<u8>,
    /// Text that has not been passed on.
    text: VecDeque<u8>,
}

impl<R: Read> Utf8<R> {
    pub(super) fn new(input: R) -> Utf8<R> {
        Utf8 { input, encoding: None, bytes: Vec::new(), text: VecDeque::new() }
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.encoding.is_none() {
            self.input.by_ref().take(4).read_to_end(&mut self.bytes)?;
            let (encoding, mark) = match self.bytes[..] {
                [0xff, 0xfe, ..] => (Encoding::Utf16(u16::from_le_bytes), 2),
                [0xfe, 0xff, ..] => (Encoding::Utf16(u16::from_be_bytes), 2),
                [1..=255, 0, 1..=255, 0] => (Encoding::Utf16(u16::from_le_bytes), 0),
                [0, 1..=255, 0, 1..=255] => (Encoding::Utf16(u16::from_be_bytes), 0),
                [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8, 3),
                _ => (Encoding::Utf8, 0),
            };
            self.encoding = Some(encoding);
            self.bytes.drain(..mark);
        }
        if let Some(Encoding::Utf8) = self.encoding {
            self.text.extend(self.bytes.drain(..))
        }
        while self.text.is_empty() {
            let length = self.input.read(buffer)?;
            let Some(Encoding::Utf16(unit)) = self.encoding.filter(|_| length > 0) else { return Ok(length) };
            self.bytes.extend_from_slice(&buffer[..length]);
            let mut units: Vec<u16> = self.bytes.as_chunks().0.iter().map(|pair| unit(*pair)).collect();
            // Half a character waits for the rest.
            units.pop_if(|unit| (0xd800..0xdc00).contains(unit));
            self.bytes.drain(..2 * units.len());
            self.text.extend(String::from_utf16_lossy(&units).as_bytes());
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
    }

    #[test]
    fn other_bytes_stay_as_they_are() {
        for text in ["", "\0", "5\0.", "5..\0", "\0\0\0\0", "\n5\0.", "5\0\0\0"] {
            assert_eq!(utf8(text.as_bytes(), 2), text.as_bytes(), "{text:?}");
        }
        assert_eq!(utf8(b"\xff", 1), b"\xff");
    }
}
