//! What an input is if it is not text in UTF-8: UTF-16, which is decoded, or compressed or binary data, which is refused.

/// The data that a first line is not text of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotText {
    /// What it is.
    pub(crate) what: &'static str,
    /// How to make text of it.
    pub(crate) remedy: &'static str,
}

/// The first bytes of an input that is no text, what it is, and how to make text of it.
const SIGNATURES: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "gzip data", "pipe it through zcat"),
    (b"\xfd7zXZ\0", "xz data", "pipe it through xzcat"),
    (b"BZh", "bzip2 data", "pipe it through bzcat"),
    (b"\x28\xb5\x2f\xfd", "zstd data", "pipe it through zstdcat"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet", "extract it, or save the sheet as csv"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet or document", "save it as csv or text"),
    (b"%PDF-", "a PDF document", "save it as text"),
    (b"\x89PNG", "a PNG image", "type the grid as text"),
    (b"\xff\xd8\xff", "a JPEG image", "type the grid as text"),
    (b"GIF8", "a GIF image", "type the grid as text"),
    (b"SQLite format 3", "an SQLite database", "export the table as csv"),
    (b"PAR1", "a Parquet file", "convert it to csv"),
];

/// What the first bytes of an input say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Text, as far as can be seen.
    Utf8,
    /// Two bytes for most characters, the first of them the higher or the lower half.
    Utf16 {
        is_big_endian: bool,
    },
    NotText(NotText),
}

impl Encoding {
    /// The encoding of an input that starts with these bytes; `None` if more are needed.
    pub(super) fn of(start: &[u8], at_end: bool) -> Option<Encoding> {
        let marks = [(&b"\xff\xfe"[..], false), (&b"\xfe\xff"[..], true)];
        if let Some((_, is_big_endian)) = marks.into_iter().find(|(mark, _)| start.starts_with(mark)) {
            return Some(Encoding::Utf16 { is_big_endian });
        }
        if let Some(&(_, what, remedy)) = SIGNATURES.iter().find(|(signature, ..)| start.starts_with(signature)) {
            return Some(Encoding::NotText(NotText { what, remedy }));
        }
        let mut signatures =
            marks.iter().map(|(mark, _)| *mark).chain(SIGNATURES.iter().map(|(signature, ..)| *signature));
        let may_be_signature = !start.is_empty() && signatures.any(|signature| signature.starts_with(start));
        (at_end || !may_be_signature && !start.is_empty()).then_some(Encoding::Utf8)
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
        assert_eq!(Encoding::of(b"\xfe\xff\0", false), Some(Encoding::Utf16 { is_big_endian: true }));
        assert!(matches!(Encoding::of(b"\x1f\x8b\x08", false), Some(Encoding::NotText(_))));
    }

    #[test]
    fn half_a_character_waits_for_the_rest() {
        let mut text = Vec::new();
        assert_eq!(decode_utf16(b"5\0\xb7\0\x3d\xd8", false, &mut text), 4);
        assert_eq!(decode_utf16(b"\x3d\xd8\0\xde1", false, &mut text), 4);
        assert_eq!(text, "5\u{b7}\u{1f600}".as_bytes());
    }
}
