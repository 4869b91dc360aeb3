//! What an input is if it is not text in UTF-8: UTF-16, which is decoded, or another encoding, or compressed or binary data,
//! which are refused.

use std::ops::Range;

/// Inputs that are not text: the name of each kind, how to turn it into text, and the bytes that it can start with.
const SIGNATURES: &[(&str, &str, &[&[u8]])] = &[
    ("gzip data", "pipe it through zcat", &[b"\x1f\x8b"]),
    ("xz data", "pipe it through xzcat", &[b"\xfd7zXZ\0"]),
    ("bzip2 data", "pipe it through bzcat", &[b"BZh"]),
    ("zstd data", "pipe it through zstdcat", &[b"\x28\xb5\x2f\xfd"]),
    (
        "an archive",
        "extract it",
        &[b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"LZIP\x01", b"\x04\x22\x4d\x18", b"\x1f\x9d"],
    ),
    ("a zip archive or a spreadsheet", "extract it, or save the sheet as csv", &[b"PK\x03\x04", b"PK\x05\x06"]),
    ("a spreadsheet or document", "save it as csv or text", &[b"\xd0\xcf\x11\xe0", b"%PDF-", b"%!PS", b"{\\rtf"]),
    ("an image", "type the grid as text", &[b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"RIFF"]),
    ("an SQLite database", "export the table as csv", &[b"SQLite format 3"]),
    ("a table in a binary format", "convert it to csv", &[b"PAR1", b"ARROW1", b"\x89HDF"]),
    ("a NumPy array", "write it with numpy.savetxt", &[b"\x93NUMPY"]),
    ("a Python pickle", "write the grids as text", &[b"\x80\x03", b"\x80\x04\x95", b"\x80\x05\x95"]),
    ("a program", "name the file with the puzzles", &[b"\x7fELF", b"MZ\x90\0", b"\xca\xfe\xba\xbe"]),
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
        let line = memchr::memchr2(b'\n', b'\r', bytes).map_or(TAR.end, |end| end + 1);
        let length = line.clamp(4, TAR.end);
        if bytes.len() < length && !at_end {
            return None;
        }
        let start = &bytes[..bytes.len().min(length)];
        let is_one = |(.., signatures): &&(_, _, &[&[u8]])| signatures.iter().any(|bytes| start.starts_with(bytes));
        if let Some(&(what, remedy, _)) = SIGNATURES.iter().find(is_one) {
            return Some(Encoding::NotText(what, remedy));
        }
        Some(match start {
            _ if start.get(TAR) == Some(b"ustar") => Encoding::NotText("a tar archive", "extract it"),
            [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] | [1..=255, 0, 0, 0, ..] | [0, 0, 0, 1..=255, ..] => {
                Encoding::NotText("UTF-32", "pipe it through iconv -f UTF-32 -t UTF-8")
            }
            [0xff, 0xfe, ..] => Encoding::Utf16LittleEndian,
            [0xfe, 0xff, ..] => Encoding::Utf16BigEndian,
            [1..=255, 0, 1..=255, 0, ..] => {
                Encoding::NotText("UTF-16 without a byte-order mark", "pipe it through iconv -f UTF-16LE -t UTF-8")
            }
            [0, 1..=255, 0, 1..=255, ..] => {
                Encoding::NotText("UTF-16 without a byte-order mark", "pipe it through iconv -f UTF-16BE -t UTF-8")
            }
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
        let wide: [(&[u8], &str); 6] = [
            (b"5\x003\0", "UTF-16"),
            (b"\x005\x003", "UTF-16"),
            (b"5\0\0\0", "UTF-32"),
            (b"\0\0\x005", "UTF-32"),
            (b"\xff\xfe\0\0", "UTF-32"),
            (b"\0\0\xfe\xff", "UTF-32"),
        ];
        let signatures = SIGNATURES.iter().flat_map(|&(what, _, all)| all.iter().map(move |&bytes| (bytes, what)));
        for (bytes, expected) in signatures.chain(wide) {
            let input = [bytes, b"\n5 3\0 0\n".as_slice()].concat();
            let found = (0..=input.len()).find_map(|length| Encoding::of(&input[..length], false));
            let Some(Encoding::NotText(what, _)) = found else { panic!("{bytes:?} is {found:?}") };
            assert!(what.starts_with(expected), "{bytes:?} is {what}");
            assert_eq!(Encoding::of(&input, true), found, "{bytes:?}");
        }
        for text in ["5\0.", "5..\0", "\0\0\0\0", "Puzzle", "{\"puzzle\"", "% comment", "\0", "\n5\0."] {
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
