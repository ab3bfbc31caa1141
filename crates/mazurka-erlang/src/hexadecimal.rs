//! Bytes as text, where files and replay strings have them.

use std::fmt::Write;

/// Two digits for each byte.
pub(crate) fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(text, "{byte:02x}").expect("strings take all text");
    }
    text
}

/// The inverse.
pub(crate) fn from_text(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    let byte = |two: &[u8]| match two {
        [_, _] => u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok(),
        _ => None,
    };
    pairs.map(byte).collect()
}
