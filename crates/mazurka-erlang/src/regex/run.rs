//! Running a pattern: what can be matched is tried in PCRE's order, one after the other.

use super::characters::{Unknown, same};
use super::{Instr, Kind, Place, Regex, Search};

/// How many instructions may be tried.
const MOST_STEPS: u64 = 20_000_000;

/// What was found: where each group begins and ends; the first is the whole.
pub(crate) type Found = Vec<Option<(usize, usize)>>;

/// What can be undone.
enum Undo {
    /// Another way, from that instruction and place.
    Branch(usize, usize),
    /// A place that was noted before.
    Slot(usize, Option<usize>),
    /// A beginning of a round.
    Round(usize, Option<usize>),
}

struct Runner<'a> {
    regex: &'a Regex,
    text: &'a [u8],
    search: Search,
    slots: Vec<Option<usize>>,
    rounds: Vec<Option<usize>>,
    undo: Vec<Undo>,
    steps: u64,
}

impl Regex {
    /// Looks for the pattern in bytes; if it is for Unicode, they have to be UTF-8.
    pub(crate) fn find(&self, text: &[u8], search: Search) -> Result<Option<Found>, String> {
        let mut runner = Runner {
            regex: self,
            text,
            search,
            slots: Vec::new(),
            rounds: Vec::new(),
            undo: Vec::new(),
            steps: 0,
        };
        let is_anchored = self.options.anchored || search.anchored;
        let mut start = search.offset;
        loop {
            runner.slots = vec![None; 3 * (self.groups + 1)];
            runner.rounds = vec![None; self.loops];
            runner.undo.clear();
            runner.slots[0] = Some(start);
            if let Some(end) = runner.run(0, start)? {
                runner.slots[1] = Some(end);
                let pairs = runner.slots[..2 * (self.groups + 1)].chunks_exact(2);
                let pairs = pairs.map(|pair| Some((pair[0]?, pair[1]?)));
                return Ok(Some(pairs.collect()));
            }
            let Some((c, next)) = runner.next(start) else {
                return Ok(None);
            };
            let ends_line = runner.line_end(start).is_some();
            if is_anchored || self.options.firstline && ends_line {
                return Ok(None);
            }
            // The two characters that end a line are passed at once.
            let is_pair = self.options.anycrlf && c == 13 && text.get(next) == Some(&10);
            start = next + usize::from(is_pair && !self.has_line_end);
        }
    }
}

impl Runner<'_> {
    /// The character at a place, and where the next is.
    fn next(&self, at: usize) -> Option<(u32, usize)> {
        let first = *self.text.get(at)?;
        if !self.regex.options.unicode || first < 0x80 {
            return Some((first.into(), at + 1));
        }
        let length = match first {
            0xf0.. => 4,
            0xe0.. => 3,
            _ => 2,
        };
        let text = std::str::from_utf8(self.text.get(at..at + length)?).ok()?;
        Some((text.chars().next()? as u32, at + length))
    }

    /// The character before a place, and where it is.
    fn previous(&self, at: usize) -> Option<(u32, usize)> {
        let mut before = at.checked_sub(1)?;
        while self.regex.options.unicode && before > 0 && self.text[before] & 0xc0 == 0x80 {
            before -= 1;
        }
        Some((self.next(before)?.0, before))
    }

    /// How long the end of a line is that is at a place, if there is one.
    fn line_end(&self, at: usize) -> Option<usize> {
        match (self.text.get(at)?, self.text.get(at + 1)) {
            (13, Some(10)) if self.regex.options.anycrlf => Some(2),
            (13, _) if self.regex.options.anycrlf => Some(1),
            (10, _) => Some(1),
            _ => None,
        }
    }

    /// Is a place behind the end of a line?
    fn is_behind_line(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|at| self.text[at]);
        before == Some(10) || before == Some(13) && self.regex.options.anycrlf
    }

    fn set(&mut self, slot: usize, value: usize) {
        let old = self.slots[slot].replace(value);
        self.undo.push(Undo::Slot(slot, old));
    }

    /// Goes back to the last branch above a height of the stack.
    fn back(&mut self, height: usize) -> Option<(usize, usize)> {
        while self.undo.len() > height {
            match self.undo.pop()? {
                Undo::Branch(pc, at) => return Some((pc, at)),
                Undo::Slot(slot, old) => self.slots[slot] = old,
                Undo::Round(round, old) => self.rounds[round] = old,
            }
        }
        None
    }

    /// Runs from an instruction on, up to `Match` or `Done`. Where that is, if it is reached.
    fn run(&mut self, pc: usize, at: usize) -> Result<Option<usize>, String> {
        let height = self.undo.len();
        let (mut pc, mut at) = (pc, at);
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err("takes too many steps".to_owned());
            }
            let next = match self.regex.code[pc].clone() {
                Instr::Done => return Ok(Some(at)),
                Instr::Match => {
                    let is_empty = self.slots[0] == Some(at);
                    let search = self.search;
                    let is_refused = is_empty
                        && (search.notempty || search.notempty_atstart && at == search.offset);
                    match is_refused {
                        true => None,
                        false => return Ok(Some(at)),
                    }
                }
                Instr::Char(wanted, is_caseless) => self.next(at).and_then(|(c, next)| {
                    let unicode = self.regex.options.unicode;
                    let is_it = c == wanted || is_caseless && same(c, wanted, unicode);
                    is_it.then_some((pc + 1, next))
                }),
                Instr::Set(set) => match self.next(at) {
                    Some((c, next)) => self.is_in(set, c)?.then_some((pc + 1, next)),
                    None => None,
                },
                Instr::Dot => match self.line_end(at) {
                    Some(_) => None,
                    None => self.next(at).map(|(_, next)| (pc + 1, next)),
                },
                Instr::Any => self.next(at).map(|(_, next)| (pc + 1, next)),
                Instr::Place(place) => self.is_at(place, at)?.then_some((pc + 1, at)),
                Instr::Split(first, second) => {
                    self.undo.push(Undo::Branch(second, at));
                    Some((first, at))
                }
                Instr::Jump(to) => Some((to, at)),
                Instr::Save(slot) => {
                    self.set(slot, at);
                    Some((pc + 1, at))
                }
                Instr::Close(group) => {
                    let begin = self.slots[2 * (self.regex.groups + 1) + group];
                    self.set(2 * group, begin.unwrap_or(at));
                    self.set(2 * group + 1, at);
                    Some((pc + 1, at))
                }
                Instr::Back(group, is_caseless) => self
                    .same_text(group, at, is_caseless)
                    .map(|end| (pc + 1, end)),
                Instr::Round(round) => {
                    let old = self.rounds[round].replace(at);
                    self.undo.push(Undo::Round(round, old));
                    Some((pc + 1, at))
                }
                Instr::Empty(round, out) => match self.rounds[round] == Some(at) {
                    true => Some((out, at)),
                    false => Some((pc + 1, at)),
                },
                Instr::Look { is_negative, next } => {
                    let before = self.undo.len();
                    let found = self.run(pc + 1, at)?;
                    match (found.is_some(), is_negative) {
                        (true, false) => {
                            self.commit(before);
                            Some((next, at))
                        }
                        (true, true) => {
                            while self.back(before).is_some() {}
                            None
                        }
                        (false, true) => Some((next, at)),
                        (false, false) => None,
                    }
                }
                Instr::Atomic { next } => {
                    let before = self.undo.len();
                    let end = self.run(pc + 1, at)?;
                    if end.is_some() {
                        self.commit(before);
                    }
                    end.map(|end| (next, end))
                }
                Instr::Behind(count) => {
                    let mut place = Some(at);
                    for _ in 0..count {
                        place = place.and_then(|at| Some(self.previous(at)?.1));
                    }
                    place.map(|at| (pc + 1, at))
                }
            };
            match next.or_else(|| self.back(height)) {
                Some(next) => (pc, at) = next,
                None => return Ok(None),
            }
        }
    }

    /// Forgets other ways above a height, but not what they would have to restore.
    fn commit(&mut self, height: usize) {
        let above = self.undo.split_off(height);
        let kept = above.into_iter();
        self.undo
            .extend(kept.filter(|undo| !matches!(undo, Undo::Branch(..))));
    }

    fn is_in(&self, set: usize, c: u32) -> Result<bool, String> {
        let options = self.regex.options;
        let has = self.regex.sets[set].has(c, options.unicode, options.properties);
        has.map_err(|Unknown| format!("asks for a property of the character U+{c:04X}"))
    }

    fn same_text(&self, group: usize, at: usize, is_caseless: bool) -> Option<usize> {
        let (mut from, to) = (self.slots[2 * group]?, self.slots[2 * group + 1]?);
        let unicode = self.regex.options.unicode;
        let mut at = at;
        while from < to {
            let (wanted, after) = self.next(from)?;
            let (c, next) = self.next(at)?;
            if c != wanted && !(is_caseless && same(c, wanted, unicode)) {
                return None;
            }
            (from, at) = (after, next);
        }
        Some(at)
    }

    fn is_word(&self, c: Option<(u32, usize)>) -> Result<bool, String> {
        let Some((c, _)) = c else {
            return Ok(false);
        };
        let has = Kind::Word.has(c, self.regex.options.properties);
        has.map_err(|Unknown| format!("asks for a property of the character U+{c:04X}"))
    }

    fn is_at(&self, place: Place, at: usize) -> Result<bool, String> {
        let end = self.text.len();
        let is_last_newline = self.line_end(at).is_some_and(|length| at + length == end);
        Ok(match place {
            Place::Begin(is_multiline) => {
                at == 0 && !self.search.notbol
                    || is_multiline && at < end && self.is_behind_line(at)
            }
            Place::End {
                is_multiline: true, ..
            } => match at == end {
                true => !self.search.noteol,
                false => self.line_end(at).is_some(),
            },
            Place::End { is_strict, .. } => {
                !self.search.noteol && (at == end || !is_strict && is_last_newline)
            }
            Place::First => at == 0,
            Place::Last => at == end,
            Place::LastLine => at == end || is_last_newline,
            Place::Offset => at == self.search.offset,
            Place::Word(is_boundary) => {
                let before = self.is_word(self.previous(at))?;
                let after = self.is_word(self.next(at))?;
                (before != after) == is_boundary
            }
        })
    }
}
