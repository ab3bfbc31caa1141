//! The tables of a `.beam` file: atoms, imports, exports, functions, literals, lines.

use super::error::{Error, Problem};
use super::external;
use super::reader::{Reader, Size, Tag};
use super::value::{self, Value};
use super::{Export, Import, Lambda, Lines};

/// The greatest number of arguments.
const MOST_ARGUMENTS: usize = 255;

/// Atoms, from index 1. At index 0 is an empty text, which nothing refers to.
pub(super) fn atoms(chunk: &'static str, bytes: &[u8]) -> Result<Vec<String>, Error> {
    let mut reader = Reader::new(chunk, bytes);
    let count = reader.u32("the number of atoms")?.cast_signed();
    // Since OTP 28, lengths are compact terms if the number is negative.
    let is_compact = count < 0;
    let count = reader.check_count(count.unsigned_abs().into(), "atoms", 1)?;
    let mut atoms = Vec::with_capacity(count + 1);
    atoms.push(String::new());
    for _ in 0..count {
        let offset = reader.offset();
        let len = match is_compact {
            true => reader.compact_number("the length of an atom")?,
            false => reader.u8("the length of an atom")?.into(),
        };
        let len = reader.check_count(len, "bytes of an atom", 1)?;
        let text = reader.bytes(len, "an atom")?;
        let atom = external::atom(text, chunk == "Atom");
        atoms.push(atom.map_err(|problem| reader.error_at(offset, problem))?);
    }
    match count {
        0 => Err(reader.error(Problem::Structure("there is no atom for the module's name"))),
        _ => Ok(atoms),
    }
}

/// The index of an atom, which is not 0.
fn atom(reader: &mut Reader<'_>, atoms: usize) -> Result<u32, Error> {
    let offset = reader.offset();
    match reader.below("atom", atoms)? {
        0 => Err(reader.error_at(offset, Problem::Structure("there is no atom 0"))),
        atom => Ok(atom),
    }
}

pub(super) fn imports(bytes: &[u8], atoms: usize) -> Result<Vec<Import>, Error> {
    let mut reader = Reader::new("ImpT", bytes);
    let count = reader.count("imports", 12)?;
    let mut imports = Vec::with_capacity(count);
    for _ in 0..count {
        let module = atom(&mut reader, atoms)?;
        let function = atom(&mut reader, atoms)?;
        let arity = reader.below("arity", MOST_ARGUMENTS + 1)?;
        imports.push((module, function, arity));
    }
    Ok(imports)
}

/// Exports, or local functions.
pub(super) fn exports(
    chunk: &'static str,
    bytes: &[u8],
    atoms: usize,
) -> Result<Vec<Export>, Error> {
    let mut reader = Reader::new(chunk, bytes);
    let count = reader.count("functions", 12)?;
    let mut exports = Vec::with_capacity(count);
    for _ in 0..count {
        exports.push(Export {
            function: atom(&mut reader, atoms)?,
            arity: reader.below("arity", MOST_ARGUMENTS + 1)?,
            label: reader.u32("a label")?,
        });
    }
    Ok(exports)
}

pub(super) fn lambdas(bytes: &[u8], atoms: usize) -> Result<Vec<Lambda>, Error> {
    let mut reader = Reader::new("FunT", bytes);
    let count = reader.count("functions", 24)?;
    let mut lambdas = Vec::with_capacity(count);
    for _ in 0..count {
        let function = atom(&mut reader, atoms)?;
        let arity = reader.below("arity", MOST_ARGUMENTS + 1)?;
        lambdas.push(Lambda {
            function,
            arity,
            label: reader.u32("a label")?,
            index: reader.u32("an index")?,
            free: reader.below("number of free variables", arity as usize + 1)?,
            old_uniq: reader.u32("a function")?,
        });
    }
    Ok(lambdas)
}

pub(super) fn literals(bytes: &[u8]) -> Result<Vec<Value>, Error> {
    let mut outer = Reader::new("LitT", bytes);
    let size = outer.u32("the size of the literals")? as usize;
    let rest = outer.bytes(outer.left(), "literals")?;
    // Since OTP 28 they are not compressed, and the size is 0.
    let inflated;
    let table = match size {
        0 => rest,
        _ => {
            inflated = external::inflate("LitT", rest, size, value::LARGEST)?.0;
            &inflated[..]
        }
    };
    let mut reader = Reader::new("LitT", table);
    let count = reader.count("literals", 4)?;
    let mut literals = Vec::with_capacity(count);
    for _ in 0..count {
        let size = reader.u32("a literal")? as usize;
        let offset = reader.offset();
        let term = reader.bytes(size, "a literal")?;
        let literal = value::decode_in("LitT", term).map_err(|error| Error {
            offset: error.offset + offset,
            ..error
        });
        literals.push(literal?);
    }
    Ok(literals)
}

/// Lines; none if the table is of a version that is not known, as for OTP.
pub(super) fn lines(bytes: &[u8], module: &str) -> Result<Option<Lines>, Error> {
    let mut reader = Reader::new("Line", bytes);
    if reader.u32("the header")? != 0 {
        return Ok(None);
    }
    let _flags = reader.u32("the header")?;
    let _instructions = reader.u32("the header")?;
    let items = reader.count("lines", 1)?;
    let names = reader.count("names of files", 1)?;
    let items = reader.check_count(items as u64, "lines", 1)?;
    let mut lines = Lines {
        files: Vec::with_capacity(names + 1),
        locations: Vec::with_capacity(items + 1),
    };
    lines.files.push(format!("{module}.erl"));
    lines.locations.push((0, 0));
    let mut file = 0;
    while lines.locations.len() <= items {
        let offset = reader.offset();
        match reader.compact("a line")? {
            // The file of the lines that follow.
            (Tag::Atom, Size::Word(number)) if number <= names as u64 => file = number as u32,
            (Tag::Integer, Size::Word(line)) => lines.locations.push((file, line as u32)),
            (Tag::Integer, Size::Bytes(bytes)) if bytes.len() <= 4 => {
                let line = (bytes.iter()).fold(0, |line, byte| line << 8 | u32::from(*byte));
                lines.locations.push((file, line));
            }
            _ => return Err(reader.error_at(offset, Problem::Structure("this is no line"))),
        }
    }
    for _ in 0..names {
        let len = reader.u16("the name of a file")?;
        let offset = reader.offset();
        let name = reader.bytes(len.into(), "the name of a file")?;
        let name = std::str::from_utf8(name);
        let name = name.map_err(|_| reader.error_at(offset, Problem::Text))?;
        lines.files.push(match name {
            "" => lines.files[0].clone(),
            name => name.to_owned(),
        });
    }
    Ok(Some(lines))
}
