//! Files that are compressed as a whole (`gzip`).

use super::error::{Error, Problem};
use super::reader::Reader;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

pub(super) fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// What was compressed, if it is at most `most` bytes.
pub(super) fn inflate(bytes: &[u8], most: usize) -> Result<Vec<u8>, Error> {
    let mut reader = Reader::new("", bytes);
    let [_, _, method, flags, ..] = reader.array::<10>("the header")?;
    if method != 8 || flags & 0xe0 != 0 {
        return Err(reader.error(Problem::Compression("the method is not known")));
    }
    if flags & 4 != 0 {
        let len = u16::from_le_bytes(reader.array("the header")?);
        reader.bytes(len.into(), "the header")?;
    }
    // A name and a comment.
    for flag in [8, 16] {
        if flags & flag != 0 {
            while reader.u8("the header")? != 0 {}
        }
    }
    if flags & 2 != 0 {
        reader.u16("the header")?;
    }
    let start = reader.offset();
    let Some(end) = bytes.len().checked_sub(8).filter(|end| *end > start) else {
        return Err(reader.error(Problem::Ends {
            within: "compressed data",
        }));
    };
    let mut trailer = Reader::new("", &bytes[end..]);
    let sum = u32::from_le_bytes(trailer.array("the checksum")?);
    let size = u32::from_le_bytes(trailer.array("the size")?) as usize;
    let most = most.min((end - start).saturating_mul(1032));
    if size > most {
        return Err(reader.error(Problem::TooLarge {
            what: "size",
            size: size as u64,
            most: most as u64,
        }));
    }
    let mut output = vec![0; size];
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = Box::<DecompressorOxide>::default();
    let (status, _, written) = decompress(&mut state, &bytes[start..end], &mut output, 0, flags);
    match status {
        TINFLStatus::Done if written == size && checksum(&output) == sum => Ok(output),
        TINFLStatus::Done if written == size => {
            Err(reader.error(Problem::Compression("the checksum is wrong")))
        }
        TINFLStatus::Done | TINFLStatus::HasMoreOutput => {
            Err(reader.error(Problem::Compression("it has another size than it says")))
        }
        _ => Err(reader.error(Problem::Compression("the data are damaged"))),
    }
}

/// CRC-32, as in gzip.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| sum >> 1 ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    let sum = (bytes.iter()).fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), step)
    });
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_gzip() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
