//! What an input is if it is not text in UTF-8: UTF-16, which is decoded, or compressed or binary data, which are refused.

use std::ops::Range;

/// The first bytes of inputs that are not text, what such an input is, and how to turn it into text.
const SIGNATURES: [(&[u8], &str, &str); 13] = [
    (b"\x1f\x8b", "gzip data", "pipe it through zcat"),
    (b"\xfd7zXZ\0", "xz data", "pipe it through xzcat"),
    (b"BZh", "bzip2 data", "pipe it through bzcat"),
    (b"\x28\xb5\x2f\xfd", "zstd data", "pipe it through zstdcat"),
    (b"7z\xbc\xaf\x27\x1c", "an archive", "extract it"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet", "extract it, or save the sheet as csv"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet or document", "save it as csv or text"),
    (b"%PDF-", "a PDF document", "save it as text"),
    (b"\x89PNG", "an image", "type the grid as text"),
    (b"\xff\xd8\xff", "an image", "type the grid as text"),
    (b"SQLite format 3", "an SQLite database", "export the table as csv"),
    (b"PAR1", "a Parquet file", "convert it to csv"),
    (b"\x93NUMPY", "a NumPy array", "write it with numpy.savetxt"),
];

/// Where a tar archive has its signature, after the name of its first file.
const TAR: Range<usize> = 257..262;

/// What the first bytes of an input say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Text, as far as can be seen.
    Utf8,
    Utf16LittleEndian,
    Utf16BigEndian,
    /// Something else: its name, and how to turn it into text.
    NotText(&'static str, &'static str),
}

impl Encoding {
    /// The encoding of an input that starts with these bytes; `None` if more are needed. However many there are, only the first
    /// line counts, but at least four bytes, and no more than tell what is a tar archive.
    pub(super) fn of(bytes: &[u8], at_end: bool) -> Option<Encoding> {
        let length = memchr::memchr2(b'\n', b'\r', bytes).map_or(TAR.end, |end| end + 1).clamp(4, TAR.end);
        if bytes.len() < length && !at_end {
            return None;
        }
        let start = &bytes[..bytes.len().min(length)];
        if let Some((_, what, remedy)) = SIGNATURES.into_iter().find(|(signature, ..)| start.starts_with(signature)) {
            return Some(Encoding::NotText(what, remedy));
        }
        Some(match start {
            _ if start.get(TAR) == Some(b"ustar") => Encoding::NotText("a tar archive", "extract it"),
            [0xff, 0xfe, ..] | [1..=255, 0, 1..=255, 0, ..] => Encoding::Utf16LittleEndian,
            [0xfe, 0xff, ..] | [0, 1..=255, 0, 1..=255, ..] => Encoding::Utf16BigEndian,
            _ => Encoding::Utf8,
        })
    }

    /// Moves what is complete of some bytes in UTF-16 to a text in UTF-8. Other encodings are left as they are.
    pub(super) fn decode(self, bytes: &mut Vec<u8>, text: &mut Vec<u8>) {
        let unit = |pair: &[u8; 2]| match self {
            Encoding::Utf16BigEndian => u16::from_be_bytes(*pair),
            _ => u16::from_le_bytes(*pair),
        };
        let mut units: Vec<u16> = bytes.as_chunks().0.iter().map(unit).collect();
        // Half a character waits for the rest.
        units.pop_if(|&mut unit| (0xd800..0xdc00).contains(&unit));
        text.extend_from_slice(String::from_utf16_lossy(&units).as_bytes());
        bytes.drain(..2 * units.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_text_unless_its_first_bytes_say_otherwise() {
        assert_eq!(Encoding::of(b"53..7....\n", false), Some(Encoding::Utf8));
        assert_eq!(Encoding::of(b"\xff", false), None);
        assert_eq!(Encoding::of(b"\xff", true), Some(Encoding::Utf8));
        assert_eq!(Encoding::of(b"\xfe\xff\x005", true), Some(Encoding::Utf16BigEndian));
        assert_eq!(Encoding::of(b"\xff\xfe5", true), Some(Encoding::Utf16LittleEndian));
        assert!(matches!(Encoding::of(b"\x1f\x8b\x08", true), Some(Encoding::NotText(..))));
    }

    #[test]
    fn however_few_bytes_arrive_at_first_the_encoding_is_the_same() {
        let starts = SIGNATURES.iter().map(|(signature, ..)| *signature);
        for bytes in starts.chain([&b"5\x003\0"[..], b"\x005\x003", b"\xff\xfe5\0", b"\xfe\xff\x005"]) {
            let input = [bytes, b"\n5 3\0 0\n".as_slice()].concat();
            let found = (0..=input.len()).find_map(|length| Encoding::of(&input[..length], false));
            assert!(found.is_some_and(|found| found != Encoding::Utf8), "{bytes:?} is {found:?}");
            assert_eq!(Encoding::of(&input, true), found, "{bytes:?}");
        }
        for text in ["5\0.", "5..\0", "\0\0\0\0", "Puzzle", "{\"puzzle\"", "% comment", "\0", "\n5\0.", "5\0\0\0"] {
            assert_eq!(Encoding::of(text.as_bytes(), true), Some(Encoding::Utf8), "{text:?}");
        }
    }

    #[test]
    fn a_tar_archive_has_its_signature_after_the_name_of_a_file() {
        let mut archive = [0; 512];
        archive[..8].copy_from_slice(b"easy.txt");
        archive[TAR].copy_from_slice(b"ustar");
        assert_eq!(Encoding::of(&archive[..200], false), None);
        assert!(matches!(Encoding::of(&archive, false), Some(Encoding::NotText(..))));
        assert_eq!(Encoding::of(&[0; 512], false), Some(Encoding::Utf8));
    }

    #[test]
    fn half_a_character_waits_for_the_rest() {
        let mut text = Vec::new();
        let mut bytes = b"5\0\xb7\0\x3d\xd8".to_vec();
        Encoding::Utf16LittleEndian.decode(&mut bytes, &mut text);
        assert_eq!(bytes, b"\x3d\xd8");
        bytes.extend_from_slice(b"\0\xde1");
        Encoding::Utf16LittleEndian.decode(&mut bytes, &mut text);
        assert_eq!((text, bytes), ("5\u{b7}\u{1f600}".as_bytes().to_vec(), b"1".to_vec()));
    }
}
