//! Files of Erlang's compiler: read, and all that code names looked up.
//!
//! Some cases are cut off: they must be refused. Some have one more chunk, which nobody knows:
//! they must be read.

use crate::case::{Case, Outcome, Places, Target, Wrong};
use crate::corpus::{Corpus, LONGEST};
use crate::text::change_bytes;
use mazurka_erlang::read_beam;
use mazurka_testkit::random::Random;
use std::fs;

pub(crate) struct Beam {
    seeds: Vec<Vec<u8>>,
}

impl Beam {
    /// # Errors
    /// When there are no files.
    pub(crate) fn new(places: &Places) -> Result<Beam, String> {
        let folder = places.root.join("crates/mazurka-erlang/tests/beam");
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let paths = entries.flatten().map(|entry| entry.path());
        let mut paths: Vec<_> = paths.map(|path| path.join("shapes.beam")).collect();
        paths.sort();
        let seeds: Vec<_> = paths
            .iter()
            .filter_map(|path| fs::read(path).ok())
            .collect();
        match seeds.is_empty() {
            true => Err(format!("no BEAM files in {}", folder.display())),
            false => Ok(Beam { seeds }),
        }
    }
}

impl Target for Beam {
    fn extension(&self) -> &'static str {
        "beam"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.seeds.clone()
    }

    fn next(&mut self, random: &mut Random, corpus: &Corpus) -> Case {
        let (input, expect) = match random.below(20) {
            0 => {
                let (_, seed) = corpus.seed(random);
                let cut = random.below(seed.len());
                (seed[..cut].to_vec(), "refused")
            }
            1 => {
                let (_, seed) = corpus.seed(random);
                match chunks(seed) {
                    Some(mut chunks) => {
                        let at = random.below(chunks.len() + 1);
                        let data = (0..random.below(50)).map(|_| random.below(256) as u8);
                        chunks.insert(at, (*b"Zzzz", data.collect()));
                        (file(&chunks), "read")
                    }
                    None => (seed.to_vec(), "read"),
                }
            }
            _ => (mutate(corpus.pick(random), corpus, random), ""),
        };
        Case {
            input,
            variant: 0,
            expect: expect.to_owned(),
        }
    }

    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong> {
        match (read_beam(&case.input), case.expect.as_str()) {
            (Ok(()), "refused") => Err(Wrong::new("cut off and read", "cut off, and yet read")),
            (Err(error), "read") => Err(Wrong::new(
                "another meaning",
                format!("a chunk that nobody knows makes it wrong: {error}"),
            )),
            (Ok(()), _) => Ok(Outcome::new("read", "")),
            (Err(error), _) => Ok(Outcome::new("refused", &error)),
        }
    }
}

type Chunk = ([u8; 4], Vec<u8>);

/// The chunks of a file that is whole, and not compressed.
fn chunks(file: &[u8]) -> Option<Vec<Chunk>> {
    let mut rest = file.strip_prefix(b"FOR1")?.get(4..)?;
    rest = rest.strip_prefix(b"BEAM")?;
    let mut chunks = Vec::new();
    while let Some((name, after)) = rest.split_first_chunk::<4>() {
        let (size, after) = after.split_first_chunk::<4>()?;
        let size = u32::from_be_bytes(*size) as usize;
        chunks.push((*name, after.get(..size)?.to_vec()));
        rest = after.get(size.next_multiple_of(4)..).unwrap_or(&[]);
    }
    (!chunks.is_empty()).then_some(chunks)
}

/// A file with these chunks.
fn file(chunks: &[Chunk]) -> Vec<u8> {
    let mut body = b"BEAM".to_vec();
    for (name, data) in chunks {
        body.extend(name);
        body.extend((data.len() as u32).to_be_bytes());
        body.extend(data);
        body.resize(body.len().next_multiple_of(4), 0);
    }
    let size = (body.len() as u32).to_be_bytes();
    [&b"FOR1"[..], &size, &body].concat()
}

/// Numbers at which something often changes.
const BOUNDARIES: [u32; 12] = [
    0,
    1,
    2,
    0x7f,
    0xff,
    0x100,
    0x3ff,
    0x400,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
];

/// Changes bytes of the file; or of chunks, whose sizes are right then.
fn mutate(input: &[u8], corpus: &Corpus, random: &mut Random) -> Vec<u8> {
    let changes = 1 + random.weighted(&[12, 4, 2, 1, 1]);
    let mut output = match chunks(input) {
        Some(mut chunks) if random.percent(80) => {
            for _ in 0..changes {
                change_chunks(&mut chunks, corpus, random);
            }
            file(&chunks)
        }
        _ => {
            let mut output = input.to_vec();
            for _ in 0..changes {
                change(&mut output, random);
            }
            output
        }
    };
    output.truncate(LONGEST);
    output
}

fn change_chunks(ours: &mut Vec<Chunk>, corpus: &Corpus, random: &mut Random) {
    if ours.is_empty() {
        return;
    }
    let at = random.below(ours.len());
    match random.below(40) {
        0 => drop(ours.remove(at)),
        1 => ours[at].0 = ours[random.below(ours.len())].0,
        // The chunk of another file.
        2 | 3 => {
            let theirs = chunks(corpus.pick(random)).unwrap_or_default();
            let same = theirs.into_iter().find(|(name, _)| *name == ours[at].0);
            if let Some(other) = same {
                ours[at] = other;
            }
        }
        _ => change(&mut ours[at].1, random),
    }
}

fn change(data: &mut Vec<u8>, random: &mut Random) {
    if data.is_empty() || random.percent(60) {
        return change_bytes(data, random);
    }
    let at = random.below(data.len());
    match random.below(4) {
        0 => data[at] = data[at].wrapping_add(1),
        1 => {
            let end = (at + 1 + random.below(16)).min(data.len());
            let copy = data[at..end].to_vec();
            let to = random.below(data.len());
            data.splice(to..to, copy);
        }
        _ => {
            let number = random.pick(&BOUNDARIES).to_be_bytes();
            let at = at / 4 * 4;
            let end = (at + 4).min(data.len());
            data[at..end].copy_from_slice(&number[..end - at]);
        }
    }
}
