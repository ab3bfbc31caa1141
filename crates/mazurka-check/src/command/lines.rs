//! Messages between processes: one line of JSON each.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, Write};

/// Writes a message, at once.
pub(super) fn write(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// Reads a message; none at the end. Half of one is an error.
pub(super) fn read<T: DeserializeOwned>(input: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    input.read_until(b'\n', &mut line)?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(serde_json::from_slice(&line)?)),
        Some(_) => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut bytes = Vec::new();
        write(&mut bytes, &("one\nline", 1)).unwrap();
        write(&mut bytes, &("another", 2)).unwrap();
        let mut input = &bytes[..];
        assert_eq!(
            read(&mut input).unwrap(),
            Some((String::from("one\nline"), 1))
        );
        assert_eq!(
            read(&mut input).unwrap(),
            Some((String::from("another"), 2))
        );
        assert_eq!(read::<(String, i32)>(&mut input).unwrap(), None);
        let mut half = &bytes[..bytes.len() - 1];
        assert!(read::<(String, i32)>(&mut half).is_ok());
        assert!(read::<(String, i32)>(&mut half).is_err());
    }
}
