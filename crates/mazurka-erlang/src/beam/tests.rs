//! Tests of the reader.

mod damaged;
mod fixtures;
mod terms;

use super::*;

/// The same module, as several compilers and options make it.
const FIXTURES: [(&str, &[u8]); 5] = [
    ("25", include_bytes!("../../tests/beam/25/shapes.beam")),
    ("27", include_bytes!("../../tests/beam/27/shapes.beam")),
    ("29", include_bytes!("../../tests/beam/29/shapes.beam")),
    (
        "25-r22",
        include_bytes!("../../tests/beam/25-r22/shapes.beam"),
    ),
    (
        "25-compressed",
        include_bytes!("../../tests/beam/25-compressed/shapes.beam"),
    ),
];

fn fixture(name: &str) -> Module {
    let bytes = FIXTURES.iter().find(|(known, _)| *known == name);
    let (_, bytes) = bytes.expect("a fixture");
    read(bytes).expect("it is as OTP made it")
}

/// The chunks of a file that is not compressed, in order.
fn chunks(bytes: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let mut reader = Reader::new("", bytes);
    reader.bytes(12, "").expect("a header");
    let mut chunks = Vec::new();
    while reader.left() > 0 {
        let name = reader.array("").expect("a name");
        let size = reader.u32("").expect("a size") as usize;
        let data = reader.bytes(size, "").expect("a chunk");
        let padding = size.next_multiple_of(4) - size;
        reader.bytes(padding, "").expect("a chunk");
        chunks.push((name, data.to_vec()));
    }
    chunks
}

/// A file with these chunks.
fn file(chunks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut body = b"BEAM".to_vec();
    for (name, data) in chunks {
        body.extend(name);
        body.extend((data.len() as u32).to_be_bytes());
        body.extend(data);
        body.resize(body.len().next_multiple_of(4), 0);
    }
    let mut file = b"FOR1".to_vec();
    file.extend((body.len() as u32).to_be_bytes());
    file.extend(body);
    file
}
