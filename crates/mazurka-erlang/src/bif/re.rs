//! Regular expressions: the native functions of module `re`.
//!
//! A pattern that is compiled is `{re_pattern, Groups, Unicode, 0, Binary}`, as in OTP; the binary
//! is the pattern's own text here. Its version is another than OTP's, so that Elixir compiles
//! anew what it had compiled beforehand.

use crate::bif::Entry;
use crate::bif::iolist;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::regex::{Found, Options, Regex, Search};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("re", "version", 0, |heap, _| {
        Ok(heap.binary(b"8.44 2020-02-12 (Mazurka)"))
    }),
    ("re", "compile", 1, |heap, a| compile(heap, a[0], Term::NIL)),
    ("re", "compile", 2, |heap, a| compile(heap, a[0], a[1])),
    ("re", "run", 2, |heap, a| run(heap, a[0], a[1], Term::NIL)),
    ("re", "run", 3, |heap, a| run(heap, a[0], a[1], a[2])),
    ("re", "internal_run", 4, |heap, a| {
        run(heap, a[0], a[1], a[2])
    }),
    ("re", "inspect", 2, |heap, a| {
        let (regex, _) = compiled(heap, a[0])?.ok_or(Raise::BADARG)?;
        if heap.atom_text(a[1]) != Some("namelist") {
            return Err(Raise::BADARG);
        }
        let names = regex.names.iter();
        let names: Vec<Term> = names
            .map(|(name, _)| heap.binary(name.as_bytes()))
            .collect();
        let names = heap.list(&names);
        Ok(heap.tuple(&[a[1], names]))
    }),
];

/// What the binary of a pattern begins with.
const MAGIC: &[u8] = b"mazurka";

/// What is captured.
enum What {
    All,
    AllButFirst,
    First,
    AllNames,
    Nothing,
    Some(Vec<Term>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum As {
    Index,
    List,
    Binary,
}

/// What a call asks for.
struct Asked {
    options: Options,
    /// Is there one that a compiled pattern does not take?
    compiles: bool,
    search: Search,
    is_global: bool,
    what: What,
    kind: As,
}

fn unsupported<T>(text: &str) -> Result<T> {
    Err(Raise::Unsupported(format!(
        "{text} of regular expressions is not supported"
    )))
}

impl Asked {
    fn read(heap: &Heap, list: Term) -> Result<Asked> {
        let mut asked = Asked {
            options: Options::default(),
            compiles: false,
            search: Search::default(),
            is_global: false,
            what: What::All,
            kind: As::Index,
        };
        for option in heap.as_list(list).ok_or(Raise::BADARG)? {
            match heap.elements(option) {
                Some(parts) => asked.pair(heap, &parts)?,
                None => asked.flag(heap.atom_text(option).ok_or(Raise::BADARG)?)?,
            }
        }
        Ok(asked)
    }

    fn flag(&mut self, name: &str) -> Result<()> {
        let (options, search) = (&mut self.options, &mut self.search);
        let field = match name {
            // These are for both.
            "global" => &mut self.is_global,
            "notbol" => &mut search.notbol,
            "noteol" => &mut search.noteol,
            "notempty" => &mut search.notempty,
            "notempty_atstart" => &mut search.notempty_atstart,
            "anchored" => &mut search.anchored,
            _ => {
                self.compiles = true;
                match name {
                    "unicode" => &mut options.unicode,
                    "ucp" => &mut options.properties,
                    "caseless" => &mut options.caseless,
                    "dollar_endonly" => &mut options.dollar_endonly,
                    "dotall" => &mut options.dotall,
                    "extended" => &mut options.extended,
                    "firstline" => &mut options.firstline,
                    "multiline" => &mut options.multiline,
                    "no_auto_capture" => &mut options.no_auto_capture,
                    "ungreedy" => &mut options.ungreedy,
                    "no_start_optimize" | "never_utf" => return Ok(()),
                    "dupnames" | "bsr_anycrlf" | "bsr_unicode" | "report_errors" => {
                        return unsupported(&format!("the option {name}"));
                    }
                    _ => return Err(Raise::BADARG),
                }
            }
        };
        *field = true;
        Ok(())
    }

    fn pair(&mut self, heap: &Heap, parts: &[Term]) -> Result<()> {
        let (name, rest) = parts.split_first().ok_or(Raise::BADARG)?;
        match (heap.atom_text(*name), rest) {
            (Some("offset"), [offset]) => {
                let offset = offset.as_small().and_then(|of| usize::try_from(of).ok());
                self.search.offset = offset.ok_or(Raise::BADARG)?;
            }
            (Some("capture"), [what]) => self.what = What::read(heap, *what)?,
            (Some("capture"), [what, kind]) => {
                self.what = What::read(heap, *what)?;
                self.kind = match heap.atom_text(*kind) {
                    Some("index") => As::Index,
                    Some("list") => As::List,
                    Some("binary") => As::Binary,
                    _ => return Err(Raise::BADARG),
                };
            }
            (Some("newline"), [kind]) => {
                self.compiles = true;
                match heap.atom_text(*kind) {
                    Some("lf") => self.options.anycrlf = false,
                    Some("anycrlf") => self.options.anycrlf = true,
                    _ => return unsupported("this option newline"),
                }
            }
            (Some("match_limit" | "match_limit_recursion"), [_]) => {
                return unsupported("a limit");
            }
            _ => return Err(Raise::BADARG),
        }
        Ok(())
    }
}

impl What {
    fn read(heap: &Heap, what: Term) -> Result<What> {
        Ok(match heap.atom_text(what) {
            Some("all") => What::All,
            Some("all_but_first") => What::AllButFirst,
            Some("first") => What::First,
            Some("all_names") => What::AllNames,
            Some("none") => What::Nothing,
            Some(_) => return Err(Raise::BADARG),
            None => What::Some(heap.as_list(what).ok_or(Raise::BADARG)?),
        })
    }
}

/// The bytes of a text: of Unicode as UTF-8, else of Latin 1.
fn bytes(heap: &Heap, text: Term, unicode: bool) -> Result<Vec<u8>> {
    if heap.as_bits(text).is_some() || !unicode {
        let bytes = iolist::bytes(heap, text)?;
        return match unicode && std::str::from_utf8(&bytes).is_err() {
            true => Err(Raise::BADARG),
            false => Ok(bytes),
        };
    }
    let mut all = String::new();
    let mut rest = vec![text];
    while let Some(term) = rest.pop() {
        if let Some((head, tail)) = heap.as_cons(term) {
            rest.extend([tail, head]);
        } else if let Some(code) = term.as_small() {
            let char = u32::try_from(code).ok().and_then(char::from_u32);
            all.push(char.ok_or(Raise::BADARG)?);
        } else if !term.is_nil() {
            let bytes = heap.as_bytes(term).ok_or(Raise::BADARG)?;
            all.push_str(std::str::from_utf8(&bytes).map_err(|_| Raise::BADARG)?);
        }
    }
    Ok(all.into_bytes())
}

fn parse(pattern: &[u8], options: Options) -> Result<Regex> {
    Regex::new(pattern, options).map_err(|why| {
        let text = String::from_utf8_lossy(pattern);
        Raise::Unsupported(format!("the regular expression {text:?} {why}"))
    })
}

fn compile(heap: &mut Heap, pattern: Term, list: Term) -> Result {
    let asked = Asked::read(heap, list)?;
    let options = Options {
        anchored: asked.search.anchored,
        ..asked.options
    };
    let pattern = bytes(heap, pattern, options.unicode)?;
    let regex = parse(&pattern, options)?;
    let bits = options.bits().to_be_bytes();
    let binary = heap.binary(&[MAGIC, &bits, &pattern].concat());
    let name = heap.atom("re_pattern");
    let groups = Term::small(regex.groups as i64);
    let unicode = Term::small(i64::from(options.unicode));
    let crlf = Term::small(i64::from(options.anycrlf));
    let compiled = heap.tuple(&[name, groups, unicode, crlf, binary]);
    Ok(heap.tuple(&[crate::atoms::OK, compiled]))
}

/// A pattern that was compiled; none if it is none.
fn compiled(heap: &Heap, term: Term) -> Result<Option<(Regex, Options)>> {
    let Some([name, _, _, _, binary]) = heap
        .elements(term)
        .as_deref()
        .map(|of| of.to_vec())
        .and_then(|of| <[Term; 5]>::try_from(of).ok())
    else {
        return Ok(None);
    };
    if heap.atom_text(name) != Some("re_pattern") {
        return Ok(None);
    }
    let bytes = heap.as_bytes(binary).ok_or(Raise::BADARG)?;
    let Some((&[high, low], pattern)) = bytes
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.split_first_chunk())
    else {
        return unsupported("what another Erlang has compiled");
    };
    let options = Options::from_bits(u16::from_be_bytes([high, low]));
    Ok(Some((parse(pattern, options)?, options)))
}

fn run(heap: &mut Heap, subject: Term, pattern: Term, list: Term) -> Result {
    let asked = Asked::read(heap, list)?;
    let (regex, options) = match compiled(heap, pattern)? {
        Some(_) if asked.compiles => return Err(Raise::BADARG),
        Some(compiled) => compiled,
        None => {
            let pattern = bytes(heap, pattern, asked.options.unicode)?;
            (parse(&pattern, asked.options)?, asked.options)
        }
    };
    let text = bytes(heap, subject, options.unicode)?;
    let offset = asked.search.offset;
    let is_boundary = |at: usize| text.get(at).is_none_or(|byte| byte & 0xc0 != 0x80);
    if offset > text.len() || options.unicode && !is_boundary(offset) {
        return Err(Raise::BADARG);
    }
    let find = |search: Search| {
        let found = regex.find(&text, search);
        found.map_err(|why| {
            Raise::Unsupported(format!(
                "a regular expression {why}, which is not supported"
            ))
        })
    };
    let nomatch = heap.atom("nomatch");
    let is_match = heap.atom("match");
    let answer = Answer {
        regex: &regex,
        text: &text,
        unicode: options.unicode,
        what: &asked.what,
        kind: asked.kind,
    };
    let mut all = Vec::new();
    if !asked.is_global {
        let Some(found) = find(asked.search)? else {
            return Ok(nomatch);
        };
        return match answer.values(heap, &found)? {
            Some(values) => {
                let values = heap.list(&values);
                Ok(heap.tuple(&[is_match, values]))
            }
            None => Ok(is_match),
        };
    }
    // One after the other, as OTP's re:grun/3 does it.
    let mut at = offset;
    while at <= text.len() {
        let search = Search {
            offset: at,
            ..asked.search
        };
        let Some(found) = find(search)? else {
            break;
        };
        let (begin, end) = found[0].expect("the whole is there");
        all.push(found);
        if end > begin {
            at = end;
            continue;
        }
        // Where nothing was taken, is there something else?
        let other = find(Search {
            notempty_atstart: true,
            anchored: true,
            ..search
        })?;
        let step = other.as_ref().and_then(|other| other[0]);
        all.extend(other);
        at = match step {
            Some((from, to)) if to > from => begin + (to - from),
            _ if options.anycrlf && text[begin..].starts_with(b"\r\n") => begin + 2,
            _ => (begin + 1..)
                .find(|at| !options.unicode || is_boundary(*at))
                .unwrap_or(usize::MAX),
        };
    }
    if all.is_empty() {
        return Ok(nomatch);
    }
    let mut lists = Vec::new();
    for found in &all {
        match answer.values(heap, found)? {
            Some(values) => lists.push(heap.list(&values)),
            None => return Ok(is_match),
        }
    }
    let lists = heap.list(&lists);
    Ok(heap.tuple(&[is_match, lists]))
}

/// What is told of a match.
struct Answer<'a> {
    regex: &'a Regex,
    text: &'a [u8],
    unicode: bool,
    what: &'a What,
    kind: As,
}

impl Answer<'_> {
    /// The values; none if there is to be none.
    fn values(&self, heap: &mut Heap, found: &Found) -> Result<Option<Vec<Term>>> {
        // Behind the last group that took part there is none.
        let count = 1 + found.iter().rposition(Option::is_some).unwrap_or(0);
        let groups: Vec<Option<usize>> = match self.what {
            What::Nothing => return Ok(None),
            What::All => (0..count).map(Some).collect(),
            What::AllButFirst => (1..count).map(Some).collect(),
            What::First => vec![Some(0)],
            What::AllNames if self.regex.names.is_empty() => return Ok(None),
            What::AllNames => {
                let names = self.regex.names.iter();
                names.map(|(_, group)| Some(*group)).collect()
            }
            What::Some(list) => {
                let groups = list.iter().map(|of| self.group(heap, *of));
                groups.collect::<Result<_>>()?
            }
        };
        let values = groups.into_iter().map(|group| {
            let place = group.and_then(|group| found.get(group).copied().flatten());
            self.value(heap, place)
        });
        Ok(Some(values.collect()))
    }

    /// The group that a number or a name is of.
    fn group(&self, heap: &Heap, term: Term) -> Result<Option<usize>> {
        if let Some(number) = term.as_small() {
            return Ok(usize::try_from(number).ok());
        }
        let name = match heap.atom_text(term) {
            Some(name) => name.as_bytes().to_vec(),
            None => iolist::bytes(heap, term)?,
        };
        let mut names = self.regex.names.iter();
        let named = names.find(|(known, _)| known.as_bytes() == name);
        Ok(named.map(|(_, group)| *group))
    }

    fn value(&self, heap: &mut Heap, place: Option<(usize, usize)>) -> Term {
        // With \K the beginning may lie behind the end.
        let place = place.map(|(from, to)| (from, to.max(from)));
        let bytes = place.map_or(&[][..], |(from, to)| &self.text[from..to]);
        match self.kind {
            As::Index => {
                let (from, length) = match place {
                    Some((from, to)) => (from as i64, (to - from) as i64),
                    None => (-1, 0),
                };
                heap.tuple(&[Term::small(from), Term::small(length)])
            }
            As::Binary => heap.binary(bytes),
            As::List => {
                let chars: Vec<Term> = match std::str::from_utf8(bytes) {
                    Ok(text) if self.unicode => {
                        text.chars().map(|c| Term::small(c as i64)).collect()
                    }
                    _ => bytes
                        .iter()
                        .map(|byte| Term::small((*byte).into()))
                        .collect(),
                };
                heap.list(&chars)
            }
        }
    }
}
