//! What is learnt of a program while it is explored.
//!
//! At first every object is taken to belong to one thread, and every variable to be
//! accessed always in the same pieces. When an execution shows otherwise, that is
//! noted here for all objects that come from the same place in the program, and the
//! exploration begins anew: what was local code is an event from then on. Nothing
//! is forgotten, so this ends.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// No object that is freed is accessed beyond this number of bytes.
const MOST_BYTES: u64 = 1 << 30;

/// What has been learnt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Knowledge {
    /// The sites whose objects more than one thread accesses.
    shared: BTreeSet<u32>,
    /// By site: the offsets at which accesses begin or end within others.
    cuts: BTreeMap<u32, BTreeSet<u64>>,
    /// By site whose objects are freed while others may access them: the offsets and
    /// sizes of all accesses. To free one is to touch all its cells.
    freed: BTreeMap<u32, BTreeSet<(u64, u8)>>,
    /// By the instruction that begins an atomic block: how many values each of the
    /// choices within it has. They are made before it.
    choices: BTreeMap<u32, Vec<u64>>,
    /// A barrier is used by more threads than it is for.
    crowded: bool,
    /// The instructions that begin steps which may come to nothing.
    guarded: BTreeSet<u32>,
    /// The loads that are one step with the compare-exchange after them, where that comes to
    /// nothing if it fails.
    paired: BTreeSet<u32>,
    /// By site: the offsets of cells that are accessed atomically and not, where accesses that
    /// are not are no events otherwise.
    mixed: BTreeMap<u32, BTreeSet<u64>>,
    /// By site: the offsets of cells that are accessed as memory and by what synchronises.
    strong: BTreeMap<u32, BTreeSet<u64>>,
    /// An atomic block joins a thread, so that it matters when that ends.
    ends: bool,
    /// There are executions without end: loops are cut when they have gone round this
    /// often. (Not in replay strings, which need no bound.)
    rounds: Option<u32>,
}

impl Knowledge {
    /// Adds what the other knows. Was any of it new?
    pub fn merge(&mut self, other: &Knowledge) -> bool {
        let before = self.clone();
        self.shared.extend(&other.shared);
        for (site, cuts) in &other.cuts {
            self.cuts.entry(*site).or_default().extend(cuts);
        }
        for (site, accesses) in &other.freed {
            self.freed.entry(*site).or_default().extend(accesses);
        }
        for (block, counts) in &other.choices {
            for (nth, count) in counts.iter().enumerate() {
                self.choose(*block, nth, *count);
            }
        }
        self.crowded |= other.crowded;
        self.guarded.extend(&other.guarded);
        self.paired.extend(&other.paired);
        for (mine, theirs) in [
            (&mut self.mixed, &other.mixed),
            (&mut self.strong, &other.strong),
        ] {
            for (site, offsets) in theirs {
                mine.entry(*site).or_default().extend(offsets);
            }
        }
        self.ends |= other.ends;
        self.rounds = self.rounds.max(other.rounds);
        *self != before
    }

    /// Can it be about a program with that number of sites and instructions? What comes from a file
    /// may say anything.
    pub(crate) fn is_sound(&self, sites: usize, instructions: usize) -> bool {
        let is_site = |site: &u32| (*site as usize) < sites;
        let is_instruction = |instruction: &u32| (*instruction as usize) < instructions;
        let is_access = |access: &(u64, u8)| access.0 < MOST_BYTES && matches!(access.1, 1..=8);
        let is_offset = |offset: &u64| *offset < MOST_BYTES;
        let is_count = |count: &u64| (1..=u64::from(u32::MAX)).contains(count);
        let is_choice = |counts: &Vec<u64>| !counts.is_empty() && counts.iter().all(is_count);
        let ends = self.freed.values().filter_map(BTreeSet::last);
        let bytes = ends.fold(0_u64, |sum, (offset, _)| sum.saturating_add(*offset));
        self.shared.iter().all(is_site)
            && self.cuts.keys().all(is_site)
            && self.freed.keys().all(is_site)
            && self.freed.values().flatten().all(is_access)
            && bytes < MOST_BYTES
            && self.mixed.keys().chain(self.strong.keys()).all(is_site)
            && self.mixed.values().flatten().all(is_offset)
            && self.strong.values().flatten().all(is_offset)
            && self.choices.keys().all(is_instruction)
            && self.choices.values().all(is_choice)
            && self.guarded.iter().all(is_instruction)
            && self.paired.iter().all(is_instruction)
    }

    /// The cells of a site that are accessed atomically and not.
    pub(crate) fn mixed(&self, site: u32) -> impl Iterator<Item = u64> + '_ {
        self.mixed.get(&site).into_iter().flatten().copied()
    }

    pub(crate) fn mix(&mut self, site: u32, offset: u64) {
        self.mixed.entry(site).or_default().insert(offset);
    }

    /// The cells of a site that are accessed as memory and by what synchronises.
    pub(crate) fn strong(&self, site: u32) -> impl Iterator<Item = u64> + '_ {
        self.strong.get(&site).into_iter().flatten().copied()
    }

    pub(crate) fn strengthen(&mut self, site: u32, offset: u64) {
        self.strong.entry(site).or_default().insert(offset);
    }

    /// Is a barrier used by more threads than it is for?
    pub(crate) fn is_crowded(&self) -> bool {
        self.crowded
    }

    pub(crate) fn set_crowded(&mut self) {
        self.crowded = true;
    }

    /// May a step that begins with this instruction come to nothing?
    pub(crate) fn is_guarded(&self, instruction: u32) -> bool {
        self.guarded.contains(&instruction)
    }

    pub(crate) fn has_guards(&self) -> bool {
        !self.guarded.is_empty()
    }

    pub(crate) fn guard(&mut self, instruction: u32) {
        self.guarded.insert(instruction);
    }

    /// May a load be one step with the compare-exchange after it?
    pub(crate) fn is_paired(&self, instruction: u32) -> bool {
        self.paired.contains(&instruction)
    }

    pub(crate) fn pair(&mut self, instruction: u32) {
        self.paired.insert(instruction);
    }

    /// Does an atomic block join a thread?
    pub(crate) fn notes_ends(&self) -> bool {
        self.ends
    }

    pub(crate) fn note_ends(&mut self) {
        self.ends = true;
    }

    /// How often loops may go round, if there are executions without end.
    pub(crate) fn rounds(&self) -> Option<u32> {
        self.rounds
    }

    pub(crate) fn set_rounds(&mut self, rounds: Option<u32>) {
        self.rounds = rounds;
    }

    pub(crate) fn is_shared(&self, site: u32) -> bool {
        self.shared.contains(&site)
    }

    pub(crate) fn share(&mut self, site: u32) {
        self.shared.insert(site);
    }

    pub(crate) fn cut(&mut self, site: u32, offset: u64) {
        self.cuts.entry(site).or_default().insert(offset);
    }

    /// Are objects of this site freed while others may access them?
    pub(crate) fn is_freed(&self, site: u32) -> bool {
        self.freed.contains_key(&site)
    }

    /// Notes that they are, and how they are accessed.
    pub(crate) fn free(&mut self, site: u32, accesses: impl IntoIterator<Item = (u64, u8)>) {
        self.freed.entry(site).or_default().extend(accesses);
    }

    /// Notes that the `nth` choice within an atomic block has `count` values.
    pub(crate) fn choose(&mut self, block: u32, nth: usize, count: u64) {
        let counts = self.choices.entry(block).or_default();
        if counts.len() <= nth {
            counts.resize(nth + 1, 1);
        }
        counts[nth] = counts[nth].max(count);
    }

    /// How many values each of the choices within an atomic block has.
    pub(crate) fn choices(&self, block: u32) -> &[u64] {
        self.choices.get(&block).map_or(&[], Vec::as_slice)
    }

    /// What is known of how the objects of a site are accessed.
    pub(crate) fn layout(&self, site: u32) -> Layout {
        let mut layout = Layout {
            cells: Vec::new(),
            cuts: self.cuts.get(&site).cloned().unwrap_or_default(),
        };
        for (offset, size) in self.freed.get(&site).into_iter().flatten() {
            // (What must be cut more finely is noticed at the next access.)
            layout.access(*offset, *size);
        }
        layout
    }
}

/// For replay strings: `s` and the shared sites, for each site with cuts `c`, the site
/// and the cuts, for each that is freed `f`, the site, offsets and sizes, and for each
/// atomic block with choices `n`, the block and how many values they have; `g` and the
/// instructions that begin steps which may come to nothing; `p` and the loads that may be one
/// step with what comes after them; for each site with cells that are accessed atomically and not
/// `a`, with cells that are accessed by what synchronises as well `l`, the site and the offsets;
/// `w1` if a barrier is used by more
/// threads than it is for; `w2` if an atomic block joins a thread. Numbers are kept apart by
/// dots.
impl fmt::Display for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, site) in self.shared.iter().enumerate() {
            write!(f, "{}{site}", if i == 0 { 's' } else { '.' })?;
        }
        for (site, cuts) in &self.cuts {
            write!(f, "c{site}")?;
            cuts.iter().try_for_each(|cut| write!(f, ".{cut}"))?;
        }
        for (site, accesses) in &self.freed {
            write!(f, "f{site}")?;
            accesses
                .iter()
                .try_for_each(|(offset, size)| write!(f, ".{offset}.{size}"))?;
        }
        for (block, counts) in &self.choices {
            write!(f, "n{block}")?;
            counts.iter().try_for_each(|count| write!(f, ".{count}"))?;
        }
        for (i, instruction) in self.guarded.iter().enumerate() {
            write!(f, "{}{instruction}", if i == 0 { 'g' } else { '.' })?;
        }
        for (i, instruction) in self.paired.iter().enumerate() {
            write!(f, "{}{instruction}", if i == 0 { 'p' } else { '.' })?;
        }
        for (letter, cells) in [('a', &self.mixed), ('l', &self.strong)] {
            for (site, offsets) in cells {
                write!(f, "{letter}{site}")?;
                offsets.iter().try_for_each(|at| write!(f, ".{at}"))?;
            }
        }
        if self.crowded {
            write!(f, "w1")?;
        }
        if self.ends {
            write!(f, "w2")?;
        }
        Ok(())
    }
}

impl FromStr for Knowledge {
    type Err = String;

    fn from_str(text: &str) -> Result<Knowledge, String> {
        let mut knowledge = Knowledge::default();
        let mut rest = text;
        while let Some(kind) = rest.chars().next() {
            let end = rest[kind.len_utf8()..].find(|c: char| c.is_ascii_alphabetic());
            let end = end.map_or(rest.len(), |end| end + kind.len_utf8());
            let part = &rest[kind.len_utf8()..end];
            rest = &rest[end..];
            let wrong = || format!("{kind}{part}: not something that is known of a program");
            let numbers = part.split('.').map(str::parse::<u64>);
            let numbers: Result<Vec<u64>, _> = numbers.collect();
            match (kind, numbers) {
                ('s', Ok(sites)) => {
                    for site in sites {
                        knowledge.share(u32::try_from(site).map_err(|_| wrong())?);
                    }
                }
                ('c', Ok(numbers)) => {
                    let site = u32::try_from(numbers[0]).map_err(|_| wrong())?;
                    for cut in &numbers[1..] {
                        knowledge.cut(site, *cut);
                    }
                }
                ('f', Ok(numbers)) => {
                    let site = u32::try_from(numbers[0]).map_err(|_| wrong())?;
                    let accesses = numbers[1..].chunks(2).map(|access| match access {
                        [offset, size @ 1..=8] if *offset < MOST_BYTES => {
                            Ok((*offset, *size as u8))
                        }
                        _ => Err(wrong()),
                    });
                    let accesses: Result<Vec<_>, _> = accesses.collect();
                    knowledge.free(site, accesses?);
                }
                ('n', Ok(numbers)) => {
                    let block = u32::try_from(numbers[0]).map_err(|_| wrong())?;
                    for (nth, count) in numbers[1..].iter().enumerate() {
                        knowledge.choose(block, nth, *count);
                    }
                }
                ('g', Ok(instructions)) => {
                    for instruction in instructions {
                        knowledge.guard(u32::try_from(instruction).map_err(|_| wrong())?);
                    }
                }
                ('p', Ok(instructions)) => {
                    for instruction in instructions {
                        knowledge.pair(u32::try_from(instruction).map_err(|_| wrong())?);
                    }
                }
                ('a' | 'l', Ok(numbers)) => {
                    let site = u32::try_from(numbers[0]).map_err(|_| wrong())?;
                    for offset in &numbers[1..] {
                        match kind {
                            'a' if *offset < MOST_BYTES => knowledge.mix(site, *offset),
                            'l' if *offset < MOST_BYTES => knowledge.strengthen(site, *offset),
                            _ => return Err(wrong()),
                        }
                    }
                }
                ('w', Ok(numbers)) if numbers == [1] => knowledge.set_crowded(),
                ('w', Ok(numbers)) if numbers == [2] => knowledge.note_ends(),
                _ => return Err(wrong()),
            }
        }
        Ok(knowledge)
    }
}

/// How the objects of a site are cut into cells: pieces that are only accessed as
/// wholes. Known as far as they have been accessed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// For each byte: the size of the cell that begins there, [`INSIDE`] if it is
    /// within one, zero if it has never been accessed.
    cells: Vec<u8>,
    /// Where cells must end.
    cuts: BTreeSet<u64>,
}

const INSIDE: u8 = 0xff;

/// How an access relates to cells.
pub(crate) enum Cells {
    /// It is one cell.
    One,
    /// It is several, one after the other: their sizes.
    Several(Vec<u8>),
    /// Some cell must be cut at these offsets.
    Cut(Vec<u64>),
}

impl Layout {
    /// Is it known that accesses begin or end there within others?
    pub(crate) fn is_cut(&self, offset: u64) -> bool {
        self.cuts.contains(&offset)
    }

    /// The offsets and sizes of all cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u64, u8)> {
        let cells = (0..).zip(&self.cells);
        cells.filter_map(|(offset, size)| match *size {
            0 | INSIDE => None,
            size => Some((offset, size)),
        })
    }

    /// The size of the cell that begins at an offset.
    pub(crate) fn cell_at(&self, offset: u64) -> u8 {
        self.cells[offset as usize]
    }

    /// Is this access of cells that are known?
    pub(crate) fn knows(&self, offset: u64, size: u8) -> bool {
        let end = offset + u64::from(size);
        (offset..end).all(|byte| self.cells.get(byte as usize).is_some_and(|cell| *cell != 0))
    }

    /// The cells of an access of `size` bytes at `offset`.
    #[inline]
    pub(crate) fn access(&mut self, offset: u64, size: u8) -> Cells {
        if self.cells.get(offset as usize) == Some(&size) {
            return Cells::One;
        }
        self.find(offset, size)
    }

    #[cold]
    fn find(&mut self, offset: u64, size: u8) -> Cells {
        let end = offset + u64::from(size);
        if self.cells.len() < end as usize {
            self.cells.resize(end as usize, 0);
        }
        let mut missing = Vec::new();
        if self.cells[offset as usize] == INSIDE {
            missing.push(offset);
        }
        if self.cells.get(end as usize) == Some(&INSIDE) {
            missing.push(end);
        }
        if !missing.is_empty() {
            return Cells::Cut(missing);
        }
        let mut sizes = Vec::new();
        let mut at = offset;
        while at < end {
            if self.cells[at as usize] == 0 {
                self.make(at, end);
            }
            let cell = self.cells[at as usize];
            sizes.push(cell);
            at += u64::from(cell);
        }
        match sizes.as_slice() {
            [_] => Cells::One,
            _ => Cells::Several(sizes),
        }
    }

    /// Makes a cell of what has not been accessed, from `at` up to `end`, the next
    /// cut, the next cell or eight bytes.
    fn make(&mut self, at: u64, end: u64) {
        let end = end.min(at + 8);
        let cut = self.cuts.range(at + 1..end).next();
        let end = cut.copied().unwrap_or(end);
        let known = (at..end).find(|byte| self.cells[*byte as usize] != 0);
        let end = known.unwrap_or(end);
        self.cells[at as usize] = (end - at) as u8;
        self.cells[at as usize + 1..end as usize].fill(INSIDE);
    }

    /// How many bytes to access at once from `offset` on, out of at most `size`, if
    /// it does not matter how many: up to the next cut. Cells do not count: which of them
    /// are known depends on what this machine has run, and cuts are known to all.
    pub(crate) fn piece(&self, offset: u64, size: u64) -> u8 {
        // As far as to the next multiple of eight, aligned as it comes.
        let most = size.min(8 - offset % 8);
        let piece = 1 << (63 - most.leading_zeros());
        let next = self.cuts.range(offset + 1..offset + piece).next();
        next.map_or(piece, |cut| cut - offset) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(cells: Cells) -> Vec<u8> {
        match cells {
            Cells::One => vec![0],
            Cells::Several(sizes) => sizes,
            Cells::Cut(cuts) => cuts.iter().map(|cut| *cut as u8 + 100).collect(),
        }
    }

    #[test]
    fn what_is_known_can_be_written_and_read() {
        let mut knowledge = Knowledge::default();
        assert_eq!(knowledge.to_string(), "");
        assert_eq!("".parse(), Ok(knowledge.clone()));
        knowledge.share(7);
        knowledge.share(2);
        knowledge.cut(2, 8);
        knowledge.cut(2, 4);
        knowledge.cut(9, 1);
        knowledge.choose(3, 0, 2);
        knowledge.choose(3, 1, 4);
        assert_eq!(knowledge.to_string(), "s2.7c2.4.8c9.1n3.2.4");
        assert_eq!("s2.7c2.4.8c9.1n3.2.4".parse(), Ok(knowledge.clone()));
        knowledge.set_crowded();
        assert_eq!(knowledge.to_string(), "s2.7c2.4.8c9.1n3.2.4w1");
        assert_eq!("s2.7c2.4.8c9.1n3.2.4w1".parse(), Ok(knowledge.clone()));
        knowledge.guard(5);
        knowledge.guard(4);
        knowledge.note_ends();
        assert_eq!(knowledge.to_string(), "s2.7c2.4.8c9.1n3.2.4g4.5w1w2");
        assert_eq!(
            "s2.7c2.4.8c9.1n3.2.4g4.5w1w2".parse(),
            Ok(knowledge.clone())
        );
        knowledge.mix(7, 4);
        knowledge.strengthen(2, 0);
        knowledge.strengthen(2, 8);
        let text = "s2.7c2.4.8c9.1n3.2.4g4.5a7.4l2.0.8w1w2";
        assert_eq!(knowledge.to_string(), text);
        assert_eq!(text.parse(), Ok(knowledge.clone()));
        let mut other = Knowledge::default();
        assert!(other.merge(&knowledge));
        assert_eq!(other, knowledge);
        for text in [
            "x",
            "s",
            "s1.",
            "s-1",
            "c",
            "b1",
            "w3",
            "s4294967296",
            "1",
            "é",
        ] {
            assert!(text.parse::<Knowledge>().is_err(), "{text}");
        }
    }

    #[test]
    fn accesses_are_unions_of_cells() {
        let mut layout = Layout::default();
        assert_eq!(sizes(layout.access(0, 4)), [0]);
        assert_eq!(sizes(layout.access(0, 4)), [0]);
        assert_eq!(sizes(layout.access(0, 8)), [4, 4]);
        assert_eq!(sizes(layout.access(2, 2)), [102]);
        assert_eq!(sizes(layout.access(6, 4)), [106]);
        let mut knowledge = Knowledge::default();
        knowledge.cut(0, 2);
        knowledge.cut(0, 6);
        let mut layout = knowledge.layout(0);
        assert_eq!(sizes(layout.access(0, 8)), [2, 4, 2]);
        assert_eq!(sizes(layout.access(0, 2)), [0]);
        assert_eq!(sizes(layout.access(2, 4)), [0]);
        assert_eq!(sizes(layout.access(1, 1)), [101]);
    }

    #[test]
    fn an_end_within_a_cell_is_a_cut() {
        let mut layout = Layout::default();
        assert_eq!(sizes(layout.access(0, 8)), [0]);
        assert_eq!(sizes(layout.access(0, 4)), [104]);
        assert_eq!(sizes(layout.access(8, 4)), [0]);
        assert_eq!(sizes(layout.access(2, 2)), [102, 104]);
    }

    #[test]
    fn pieces_end_at_cuts() {
        let mut layout = Layout::default();
        assert_eq!(layout.piece(0, 20), 8);
        assert_eq!(layout.piece(16, 4), 4);
        assert_eq!(layout.piece(3, 20), 4);
        layout.access(4, 4);
        assert_eq!(layout.piece(0, 20), 8);
        let mut knowledge = Knowledge::default();
        knowledge.cut(0, 4);
        let layout = knowledge.layout(0);
        assert_eq!(layout.piece(0, 20), 4);
        assert_eq!(layout.piece(4, 20), 4);
    }
}
