//! What an input is if it is not text in UTF-8: UTF-16, which is decoded, or another encoding, or compressed or binary data,
//! which are refused.

use std::ops::Range;

/// The first bytes of an input that is no text, what it is, and how to make text of it.
const SIGNATURES: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "gzip data", "pipe it through zcat"),
    (b"\x1f\x9d", "compressed data", "pipe it through zcat"),
    (b"\xfd7zXZ\0", "xz data", "pipe it through xzcat"),
    (b"BZh", "bzip2 data", "pipe it through bzcat"),
    (b"\x28\xb5\x2f\xfd", "zstd data", "pipe it through zstdcat"),
    (b"\x04\x22\x4d\x18", "lz4 data", "pipe it through lz4cat"),
    (b"LZIP\x01", "lzip data", "pipe it through lzip -dc"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "extract it"),
    (b"Rar!\x1a\x07", "a rar archive", "extract it"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet", "extract it, or save the sheet as csv"),
    (b"PK\x05\x06", "an empty zip archive", "add the file with the puzzles"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet or document", "save it as csv or text"),
    (b"%PDF-", "a PDF document", "save it as text"),
    (b"%!PS", "a PostScript document", "save it as text"),
    (b"{\\rtf", "an RTF document", "save it as text"),
    (b"\x89PNG", "a PNG image", "type the grid as text"),
    (b"\xff\xd8\xff", "a JPEG image", "type the grid as text"),
    (b"GIF8", "a GIF image", "type the grid as text"),
    (b"II*\0", "a TIFF image", "type the grid as text"),
    (b"MM\0*", "a TIFF image", "type the grid as text"),
    (b"RIFF", "an image or a recording", "type the grid as text"),
    (b"SQLite format 3", "an SQLite database", "export the table as csv"),
    (b"PAR1", "a Parquet file", "convert it to csv"),
    (b"ARROW1", "an Arrow file", "convert it to csv"),
    (b"\x89HDF", "an HDF5 file", "convert it to csv"),
    (b"\x93NUMPY", "a NumPy array", "write it with numpy.savetxt"),
    (b"\x80\x03", "a Python pickle", "write the grids as text"),
    (b"\x80\x04\x95", "a Python pickle", "write the grids as text"),
    (b"\x80\x05\x95", "a Python pickle", "write the grids as text"),
    (b"\x7fELF", "a program", "name the file with the puzzles"),
    (b"MZ\x90\0", "a program", "name the file with the puzzles"),
    (b"\xca\xfe\xba\xbe", "a program", "name the file with the puzzles"),
    (b"\xff\xfe\0\0", "UTF-32", "pipe it through iconv -f UTF-32 -t UTF-8"),
    (b"\0\0\xfe\xff", "UTF-32", "pipe it through iconv -f UTF-32 -t UTF-8"),
];

/// Where a tar archive has its signature, after the name of its first file.
const TAR: Range<usize> = 257..262;
const TAR_SIGNATURE: &[u8] = b"ustar";

/// The byte-order marks of UTF-16, and whether the higher half of a character comes first.
const UTF_16_MARKS: [(&[u8], bool); 2] = [(b"\xff\xfe", false), (b"\xfe\xff", true)];

/// What the first bytes of an input say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Text, as far as can be seen.
    Utf8,
    /// Two bytes for most characters, the first of them the higher or the lower half.
    Utf16 { is_big_endian: bool },
    /// Something else: its name, and how to turn it into text.
    NotText(&'static str, &'static str),
}

impl Encoding {
    /// The encoding of an input that starts with these bytes; `None` if more are needed.
    pub(super) fn of(start: &[u8], at_end: bool) -> Option<Encoding> {
        if let Some(&(_, what, remedy)) = SIGNATURES.iter().find(|(signature, ..)| start.starts_with(signature)) {
            return Some(Encoding::NotText(what, remedy));
        }
        if start.get(TAR) == Some(TAR_SIGNATURE) {
            return Some(Encoding::NotText("a tar archive", "extract it"));
        }
        if let Some(wide) = wide_text(start) {
            return Some(wide);
        }
        let mut signatures = SIGNATURES.iter().map(|(signature, ..)| *signature);
        let has_mark = UTF_16_MARKS.iter().any(|(mark, _)| start.starts_with(mark));
        let may_be_tar = !has_mark && start.len() < TAR.end && start.iter().skip(1).any(|&byte| byte == 0);
        let needs_more = start.len() < 4 && (start.len() < 2 || start.contains(&0))
            || may_be_tar
            || signatures.any(|signature| signature.starts_with(start))
            || UTF_16_MARKS.iter().any(|(mark, _)| mark.starts_with(start));
        if needs_more && !at_end {
            return None;
        }
        if let Some((_, is_big_endian)) = UTF_16_MARKS.into_iter().find(|(mark, _)| start.starts_with(mark)) {
            return Some(Encoding::Utf16 { is_big_endian });
        }
        Some(Encoding::Utf8)
    }
}

/// The encoding of a text that has NUL bytes around its first characters, which are ASCII, but no byte-order mark.
fn wide_text(start: &[u8]) -> Option<Encoding> {
    let start: &[u8; 4] = start.first_chunk()?;
    let (what, remedy) = match start.map(|byte| if byte < 0x80 { byte.min(1) } else { 2 }) {
        [1, 0, 1, 0] => (
            "UTF-16 without a byte-order mark",
            "pipe it through iconv -f UTF-16LE -t UTF-8 (PowerShell: Get-Content -Encoding unicode FILE | sudokat)",
        ),
        [0, 1, 0, 1] => (
            "UTF-16 without a byte-order mark",
            "pipe it through iconv -f UTF-16BE -t UTF-8 (PowerShell: Get-Content -Encoding bigendianunicode FILE | sudokat)",
        ),
        [1, 0, 0, 0] => ("UTF-32", "pipe it through iconv -f UTF-32LE -t UTF-8"),
        [0, 0, 0, 1] => ("UTF-32", "pipe it through iconv -f UTF-32BE -t UTF-8"),
        _ => return None,
    };
    Some(Encoding::NotText(what, remedy))
}

/// Advice for an input without a grid, judged by its first line.
pub(super) fn advice(line: &[u8]) -> Option<&'static str> {
    let text = line.trim_ascii_start();
    let starts_with = |tag: &[u8]| text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    if starts_with(b"<!doctype html") || starts_with(b"<html") {
        Some("this is an HTML page: save the puzzles as text")
    } else if line.iter().any(|byte| *byte < 0x20 && !b"\t\x0b\x0c\x1a\x1b".contains(byte)) {
        Some("this is not text")
    } else {
        None
    }
}

/// Decodes UTF-16 and returns how many bytes were taken: all but half a character at the end.
pub(super) fn decode_utf16(bytes: &[u8], is_big_endian: bool, text: &mut Vec<u8>) -> usize {
    let unit = |pair: &[u8]| match (pair, is_big_endian) {
        (&[high, low], true) | (&[low, high], false) => u16::from_be_bytes([high, low]),
        _ => 0,
    };
    let mut length = bytes.len() & !1;
    if length >= 2 && (0xd800..0xdc00).contains(&unit(&bytes[length - 2..length])) {
        length -= 2;
    }
    for character in char::decode_utf16(bytes[..length].chunks_exact(2).map(unit)) {
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_text_unless_its_first_bytes_say_otherwise() {
        assert_eq!(Encoding::of(b"53..7....", false), Some(Encoding::Utf8));
        assert_eq!(Encoding::of(b"\xff", false), None);
        assert_eq!(Encoding::of(b"\xff", true), Some(Encoding::Utf8));
        assert_eq!(Encoding::of(b"\xfe\xff\x005", false), Some(Encoding::Utf16 { is_big_endian: true }));
        assert_eq!(Encoding::of(b"\xff\xfe5", false), Some(Encoding::Utf16 { is_big_endian: false }));
        assert!(matches!(Encoding::of(b"\x1f\x8b\x08", false), Some(Encoding::NotText(..))));
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
        let signatures = SIGNATURES.iter().map(|&(signature, what, _)| (signature, what));
        for (bytes, expected) in signatures.chain(wide) {
            let found = (0..=bytes.len()).find_map(|length| Encoding::of(&bytes[..length], false));
            let Some(Encoding::NotText(what, _)) = found else { panic!("{bytes:?} is {found:?}") };
            assert!(what.starts_with(expected), "{bytes:?} is {what}");
        }
        for text in ["5\0.", "5..\0", "\0\0\0\0", "Puzzle", "{\"puzzle\"", "% comment", "\0"] {
            assert_eq!(Encoding::of(text.as_bytes(), true), Some(Encoding::Utf8), "{text:?}");
        }
    }

    #[test]
    fn the_first_line_of_a_web_page_or_of_binary_data_gives_advice() {
        let is_html = |line: &str| advice(line.as_bytes()).is_some_and(|advice| advice.contains("HTML"));
        assert!([" <!DOCTYPE HTML>", "<html lang=\"en\">"].into_iter().all(is_html));
        assert!(!["", "<table>", "html", "\0"].into_iter().any(is_html));
        assert_eq!(advice(b"\x01"), Some("this is not text"));
    }

    #[test]
    fn a_tar_archive_has_its_signature_after_the_name_of_a_file() {
        let mut archive = [0; 512];
        archive[..8].copy_from_slice(b"easy.txt");
        archive[TAR].copy_from_slice(TAR_SIGNATURE);
        assert_eq!(Encoding::of(&archive[..200], false), None);
        assert!(matches!(Encoding::of(&archive, false), Some(Encoding::NotText(..))));
        assert_eq!(Encoding::of(&[0; 512], false), Some(Encoding::Utf8));
    }

    #[test]
    fn half_a_character_waits_for_the_rest() {
        let mut text = Vec::new();
        assert_eq!(decode_utf16(b"5\0\xb7\0\x3d\xd8", false, &mut text), 4);
        assert_eq!(decode_utf16(b"\x3d\xd8\0\xde1", false, &mut text), 4);
        assert_eq!(text, "5\u{b7}\u{1f600}".as_bytes());
    }
}
