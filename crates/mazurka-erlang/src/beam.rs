//! The reader of `.beam` files.
//!
//! A [`Module`] is plain data. All that code names is there: later code may index the tables
//! of the module with what instructions hold. (What a literal, an attribute or a number means
//! for an instruction is not checked.)
//!
//! Files of OTP 25 to 29 are read; older ones too where the format is the same. A file may be
//! anything: no panic, no more time or memory than its size asks for.

mod code;
mod error;
pub(crate) mod external;
mod gzip;
mod op;
mod reader;
mod tables;
#[cfg(test)]
mod tests;
pub(crate) mod value;
pub(crate) mod walk;

pub(crate) use code::{Arg, Instruction};
pub(crate) use error::{Error, Problem};
pub(crate) use op::Op;
pub(crate) use value::Value;

use code::Counts;
use reader::Reader;
use std::borrow::Cow;

/// How many bytes a file may have when it is no more compressed.
const LARGEST: usize = 16 << 20;

/// A module.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(Default))]
pub(crate) struct Module {
    pub(crate) name: String,
    /// From index 1; at index 0 is an empty text, which nothing refers to.
    pub(crate) atoms: Vec<String>,
    pub(crate) imports: Vec<Import>,
    pub(crate) exports: Vec<Export>,
    /// Functions that are not exported. Not all need be there: a file may be stripped.
    pub(crate) locals: Vec<Export>,
    pub(crate) lambdas: Vec<Lambda>,
    pub(crate) literals: Vec<Value>,
    /// Bytes that some instructions for binaries refer to.
    pub(crate) strings: Vec<u8>,
    pub(crate) lines: Lines,
    /// A list of pairs; empty if there are none.
    pub(crate) attributes: Value,
    pub(crate) compile_info: Option<Value>,
    /// Labels are below.
    pub(crate) labels: u32,
    pub(crate) code: Vec<Instruction>,
}

/// Module, function (atoms) and arity.
pub(crate) type Import = (u32, u32, u32);

/// A function of the module: its name (an atom), arity, and the label of its entry, which is
/// right behind its `func_info`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Export {
    pub(crate) function: u32,
    pub(crate) arity: u32,
    pub(crate) label: u32,
}

/// A function that terms are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lambda {
    /// Its name, an atom.
    pub(crate) function: u32,
    /// How many arguments it has, with free variables (which are the last of them).
    pub(crate) arity: u32,
    /// Its entry.
    pub(crate) label: u32,
    pub(crate) index: u32,
    /// How many free variables there are.
    pub(crate) free: u32,
    pub(crate) old_uniq: u32,
}

/// Where instructions are from.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(Default))]
pub(crate) struct Lines {
    /// The first is that of the module.
    pub(crate) files: Vec<String>,
    /// By the operand of `line`: a file (its index) and a line. The first is no place: line 0.
    pub(crate) locations: Vec<(u32, u32)>,
}

/// Chunks that are read.
const CHUNKS: [&str; 13] = [
    "AtU8", "Atom", "Code", "ImpT", "ExpT", "FunT", "LitT", "StrT", "LocT", "Line", "Attr", "CInf",
    "Dbgi",
];

/// Where the chunks are.
#[derive(Default)]
struct Chunks<'a>([Option<&'a [u8]>; CHUNKS.len()]);

impl<'a> Chunks<'a> {
    fn read(bytes: &'a [u8]) -> Result<Chunks<'a>, Error> {
        let mut reader = Reader::new("", bytes);
        let not_beam = reader.error(Problem::NotBeam);
        if reader.array("the header").ok() != Some(*b"FOR1") {
            return Err(not_beam);
        }
        let size = reader.u32("the header")? as usize;
        let form = reader.bytes(size, "the file")?;
        // What is behind the form is no part of it.
        let mut reader = Reader::new("", &bytes[..8 + form.len()]);
        reader.bytes(8, "the header")?;
        if reader.array("the header").ok() != Some(*b"BEAM") {
            return Err(not_beam);
        }
        let mut chunks = Chunks::default();
        while reader.left() > 0 {
            let name: [u8; 4] = reader.array("the name of a chunk")?;
            let size = reader.u32("the size of a chunk")? as usize;
            let data = reader.bytes(size, "a chunk")?;
            let padding = (size.next_multiple_of(4) - size).min(reader.left());
            reader.bytes(padding, "a chunk")?;
            // Of several with the same name the last counts, as for OTP.
            if let Some(index) = (CHUNKS.iter()).position(|known| known.as_bytes() == name) {
                chunks.0[index] = Some(data);
            }
        }
        Ok(chunks)
    }

    /// An empty chunk is none.
    fn get(&self, name: &str) -> Option<&'a [u8]> {
        let index = CHUNKS.iter().position(|known| *known == name)?;
        self.0[index].filter(|data| !data.is_empty())
    }

    fn need(&self, name: &'static str) -> Result<&'a [u8], Error> {
        self.get(name).ok_or(Error {
            chunk: name,
            offset: 0,
            problem: Problem::Missing,
        })
    }
}

/// The bytes of a file, which may be compressed.
fn plain(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Error> {
    Ok(match gzip::is_compressed(bytes) {
        true => Cow::Owned(gzip::inflate(bytes, LARGEST)?),
        false => Cow::Borrowed(bytes),
    })
}

/// What the compiler has left for debuggers, if it has.
pub(crate) fn debug_info(bytes: &[u8]) -> Result<Option<Value>, Error> {
    let bytes = plain(bytes)?;
    let chunks = Chunks::read(&bytes)?;
    let info = chunks.get("Dbgi");
    info.map(|bytes| value::decode_in("Dbgi", bytes))
        .transpose()
}

/// Reads a module.
pub(crate) fn read(bytes: &[u8]) -> Result<Module, Error> {
    let bytes = plain(bytes)?;
    let chunks = Chunks::read(&bytes)?;
    let atoms = match (chunks.get("AtU8"), chunks.get("Atom")) {
        (None, Some(old)) => tables::atoms("Atom", old)?,
        _ => tables::atoms("AtU8", chunks.need("AtU8")?)?,
    };
    let name = atoms[1].clone();
    let count = atoms.len();
    let imports = tables::imports(chunks.need("ImpT")?, count)?;
    let exports = tables::exports("ExpT", chunks.need("ExpT")?, count)?;
    let locals = match chunks.get("LocT") {
        Some(bytes) => tables::exports("LocT", bytes, count)?,
        None => Vec::new(),
    };
    let lambdas = match chunks.get("FunT") {
        Some(bytes) => tables::lambdas(bytes, count)?,
        None => Vec::new(),
    };
    let literals = match chunks.get("LitT") {
        Some(bytes) => tables::literals(bytes)?,
        None => Vec::new(),
    };
    let lines = match chunks.get("Line") {
        Some(bytes) => tables::lines(bytes, &name)?,
        None => None,
    };
    let strings = chunks.get("StrT").unwrap_or_default().to_vec();
    let counts = Counts {
        atoms: count,
        imports: imports.len(),
        literals: literals.len(),
        lambdas: lambdas.len(),
        strings: strings.len(),
        lines: lines.as_ref().map(|lines| lines.locations.len()),
    };
    let code = code::read(chunks.need("Code")?, &counts)?;
    let entries = |chunk, entries: &[Export]| {
        for (index, entry) in entries.iter().enumerate() {
            let is_entry = code.check_entry(entry.label, entry.function, entry.arity);
            is_entry.map_err(|problem| Error {
                chunk,
                offset: 4 + 12 * index,
                problem,
            })?;
        }
        Ok(())
    };
    entries("ExpT", &exports)?;
    entries("LocT", &locals)?;
    for (index, lambda) in lambdas.iter().enumerate() {
        let is_entry = code.check_entry(lambda.label, lambda.function, lambda.arity);
        is_entry.map_err(|problem| Error {
            chunk: "FunT",
            offset: 4 + 24 * index,
            problem,
        })?;
    }
    let attributes = match chunks.get("Attr") {
        Some(bytes) => value::decode_in("Attr", bytes)?,
        None => Value::Nil,
    };
    let compile_info = match chunks.get("CInf") {
        Some(bytes) => Some(value::decode_in("CInf", bytes)?),
        None => None,
    };
    Ok(Module {
        lines: lines.unwrap_or_else(|| Lines {
            files: vec![format!("{name}.erl")],
            locations: vec![(0, 0)],
        }),
        name,
        atoms,
        imports,
        exports,
        locals,
        lambdas,
        literals,
        strings,
        attributes,
        compile_info,
        labels: code.labels,
        code: code.instructions,
    })
}
