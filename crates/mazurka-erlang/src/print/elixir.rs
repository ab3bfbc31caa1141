//! Terms as text, as Elixir writes them.

use super::{How, PREFIX, float, is_trace, path};
use crate::heap::{Bits, Heap, Kind};
use crate::map;
use crate::term::{Tag, Term};
use std::fmt::Write as _;

/// A term as `inspect` writes it, on one line; of deep and long terms only so much that about
/// `most` characters are written, and `...` for the rest. Structs are written as such, but for
/// ranges and sets.
pub(super) fn pretty(heap: &Heap, term: Term, how: &How<'_>) -> String {
    let mut printer = Printer {
        heap,
        text: String::new(),
        most: how.most,
        depth: how.depth,
        level: 0,
        name: how.name,
        hides_traces: how.hides_traces,
        work: vec![Work::Term(term)],
    };
    while let Some(work) = printer.work.pop() {
        printer.step(work);
    }
    printer.text
}

/// An atom: `:name`, a module without its prefix, `nil`, `true` and `false`.
pub(super) fn atom(text: &str) -> String {
    if matches!(text, "nil" | "true" | "false" | "Elixir") {
        return text.to_owned();
    }
    match alias(text) {
        Some(name) => name.to_owned(),
        None if is_identifier(text) || OPERATORS.contains(&text) => format!(":{text}"),
        None => format!(":{}", quoted(text, '"')),
    }
}

/// A function: `Module.name/1`, `:module.name/1`, or `anonymous fn/1 in Module.name/1`.
pub(super) fn function(module: &str, name: &str, arity: &str) -> String {
    let module = atom(module);
    // `-name/arity-fun-number-`, perhaps of one that is itself anonymous.
    if let Some((outer, _)) = name
        .strip_prefix('-')
        .and_then(|name| name.split_once("-fun-"))
        && let Some((outer, outer_arity)) = outer.rsplit_once('/')
    {
        let outer = local(outer);
        return format!("anonymous fn/{arity} in {module}.{outer}/{outer_arity}");
    }
    format!("{module}.{}/{arity}", local(name))
}

/// The name of a function behind its module.
fn local(name: &str) -> String {
    match is_identifier(name) || OPERATORS.contains(&name) {
        true => name.to_owned(),
        false => quoted(name, '"'),
    }
}

/// The name of an Elixir module, if an atom is one.
fn alias(text: &str) -> Option<&str> {
    let name = text.strip_prefix(PREFIX)?;
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    name.split('.').all(is_part).then_some(name)
}

const OPERATORS: &[&str] = &[
    "!", "!=", "!==", "%", "%{}", "&", "&&", "&&&", "*", "**", "+", "++", "+++", "-", "--", "---",
    "->", "..", "...", "..//", "/", "<", "<-", "<<<", "<<>>", "<<~", "<=", "<>", "<|>", "<~",
    "<~>", "=", "==", "===", "=~", ">", ">=", ">>>", "@", "^", "^^^", "{}", "|", "|>", "||", "|||",
    "~>", "~>>", "~~~",
];

fn is_identifier(text: &str) -> bool {
    let inner = text.strip_suffix(['?', '!']).unwrap_or(text);
    let mut chars = inner.chars();
    let is_first = |c: char| c.is_alphabetic() || c == '_';
    chars.next().is_some_and(is_first) && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '@')
}

/// A text in quotes.
fn quoted(text: &str, quote: char) -> String {
    let mut written = String::from(quote);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\x0b' => written.push_str("\\v"),
            '\x08' => written.push_str("\\b"),
            '\x0c' => written.push_str("\\f"),
            '\x1b' => written.push_str("\\e"),
            '\x07' => written.push_str("\\a"),
            '\x7f' => written.push_str("\\d"),
            '\0' => written.push_str("\\0"),
            '#' if chars.peek() == Some(&'{') => written.push_str("\\#"),
            c if c == quote => written.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(written, "\\x{{{:X}}}", c as u32);
            }
            c => written.push(c),
        }
    }
    written.push(quote);
    written
}

/// Is it a character of texts?
fn is_printable(c: char) -> bool {
    !c.is_control()
        || matches!(
            c,
            '\n' | '\r' | '\t' | '\x0b' | '\x08' | '\x0c' | '\x1b' | '\x07' | '\x7f'
        )
}

/// What is still to be written.
enum Work {
    Term(Term),
    Text(&'static str),
    /// A key of a map or a list of pairs, which is an atom.
    Key(Term),
    /// The rest of a list, one element of which was written.
    Rest(Term),
    /// The rest of a list of pairs whose keys are atoms; the first of them if so.
    Keywords(Term, bool),
    /// Elements of a tuple from a place on, N; the first of all if so.
    Elements(usize, usize, bool),
    /// Pairs of a map, from a place on.
    Pairs {
        map: Term,
        place: usize,
        is_first: bool,
        /// Are all keys atoms?
        has_keys: bool,
        /// What follows the last.
        end: &'static str,
    },
    /// Keys of a map, from a place on.
    Members(Term, usize),
    /// A list, tuple or map ends.
    Leave,
}

struct Printer<'a> {
    heap: &'a Heap,
    text: String,
    most: usize,
    depth: usize,
    /// How deep what is written now is.
    level: usize,
    name: Option<&'a dyn Fn(u32) -> String>,
    hides_traces: bool,
    work: Vec<Work>,
}

impl Printer<'_> {
    fn is_full(&self) -> bool {
        self.text.len() >= self.most
    }

    /// Before an element that is not the first. Is there no room for it?
    fn comma(&mut self, is_first: bool, end: &str) -> bool {
        if !is_first {
            self.text.push_str(", ");
        }
        let is_full = self.is_full();
        if is_full {
            self.text.push_str("...");
            self.text.push_str(end);
        }
        is_full
    }

    fn step(&mut self, work: Work) {
        match work {
            Work::Text(text) => self.text.push_str(text),
            Work::Leave => self.level -= 1,
            Work::Key(key) => {
                let text = self.heap.atom_text(key).unwrap_or_default();
                match is_identifier(text) {
                    true => self.text.push_str(text),
                    false => self.text.push_str(&quoted(text, '"')),
                }
                self.text.push_str(": ");
            }
            Work::Term(_) if self.is_full() => self.text.push_str("..."),
            Work::Term(term) => self.term(term),
            Work::Rest(Term::NIL) => self.text.push(']'),
            Work::Rest(rest) => match self.heap.as_cons(rest) {
                Some((head, tail)) => {
                    if !self.comma(false, "]") {
                        self.work.extend([Work::Rest(tail), Work::Term(head)]);
                    }
                }
                None => {
                    self.text.push_str(" | ");
                    self.work.extend([Work::Text("]"), Work::Term(rest)]);
                }
            },
            Work::Keywords(rest, is_first) => {
                let Some((pair, tail)) = self.heap.as_cons(rest) else {
                    self.text.push(']');
                    return;
                };
                if self.comma(is_first, "]") {
                    return;
                }
                if let Some([key, value]) = self.heap.elements(pair).as_deref() {
                    self.work.extend([
                        Work::Keywords(tail, false),
                        Work::Term(*value),
                        Work::Key(*key),
                    ]);
                }
            }
            Work::Elements(_, 0, _) => self.text.push('}'),
            Work::Elements(at, count, is_first) => {
                if !self.comma(is_first, "}") {
                    self.work.extend([
                        Work::Elements(at + 1, count - 1, false),
                        Work::Term(self.heap.term_at(at)),
                    ]);
                }
            }
            Work::Pairs {
                map,
                place,
                is_first,
                has_keys,
                end,
            } => {
                let Some((key, value)) = map::nth(self.heap, map, place) else {
                    self.text.push_str(end);
                    return;
                };
                let rest = |is_first| Work::Pairs {
                    map,
                    place: place + 1,
                    is_first,
                    has_keys,
                    end,
                };
                let is_hidden = matches!(
                    self.heap.atom_text(key),
                    Some("__struct__" | "__exception__")
                );
                if is_hidden && has_keys && self.struct_name(map).is_some() {
                    self.work.push(rest(is_first));
                    return;
                }
                if self.comma(is_first, end) {
                    return;
                }
                self.work.extend([rest(false), Work::Term(value)]);
                match has_keys {
                    true => self.work.push(Work::Key(key)),
                    false => self.work.extend([Work::Text(" => "), Work::Term(key)]),
                }
            }
            Work::Members(map, place) => {
                let Some((key, _)) = map::nth(self.heap, map, place) else {
                    self.text.push_str("])");
                    return;
                };
                if !self.comma(place == 0, "])") {
                    self.work
                        .extend([Work::Members(map, place + 1), Work::Term(key)]);
                }
            }
        }
    }

    /// What is written next is within a list, tuple or map.
    fn enter(&mut self) {
        self.level += 1;
        self.work.push(Work::Leave);
    }

    fn term(&mut self, term: Term) {
        match term.tag() {
            Tag::Int(number) => {
                let _ = write!(self.text, "{number}");
            }
            Tag::Atom(number) => self.text.push_str(&atom(self.heap.atoms.text(number))),
            Tag::Pid(number) => {
                let name = match self.name {
                    Some(name) => name(number),
                    None => super::pid(self.heap, number),
                };
                let _ = write!(self.text, "#PID{name}");
            }
            Tag::Nil => self.text.push_str("[]"),
            Tag::Other => self.text.push_str("#None"),
            Tag::Cons(index) => {
                if let Some(text) = self.charlist(term) {
                    self.text.push_str(&text);
                    return;
                }
                if self.level >= self.depth {
                    self.text.push_str("[...]");
                    return;
                }
                self.enter();
                self.text.push('[');
                if self.is_keyword(term) {
                    self.work.push(Work::Keywords(term, true));
                    return;
                }
                let (head, tail) = (self.heap.term_at(index), self.heap.term_at(index + 1));
                self.work.extend([Work::Rest(tail), Work::Term(head)]);
            }
            Tag::Boxed(index) => self.boxed(term, index),
        }
    }

    fn boxed(&mut self, term: Term, index: usize) {
        let heap = self.heap;
        let (kind, size) = heap.header(index);
        match kind {
            Kind::Tuple if self.level >= self.depth => self.text.push_str("{...}"),
            Kind::Tuple
                if self.hides_traces && size == 2 && is_trace(heap, heap.term_at(index + 2)) =>
            {
                self.enter();
                self.text.push('{');
                let first = heap.term_at(index + 1);
                self.work
                    .extend([Work::Text(", [...]}"), Work::Term(first)]);
            }
            Kind::Tuple => {
                self.enter();
                self.text.push('{');
                self.work.push(Work::Elements(index + 1, size, true));
            }
            Kind::Float => {
                let number = heap.as_float(term).unwrap_or(0.0);
                self.text.push_str(&float(number));
            }
            // Numbers look the same in all languages.
            Kind::Positive | Kind::Negative => {
                let number = super::erlang(heap, term, self.most);
                self.text.push_str(&number);
            }
            Kind::Ref => {
                let (creator, number) = heap.as_reference(term).unwrap_or_default();
                let _ = write!(self.text, "#Reference<{}.{number}>", path(heap, creator));
            }
            Kind::Fun => {
                if let Some((fun, _, _)) = heap.as_fun(term) {
                    let module = atom(heap.atom_text(fun.module).unwrap_or_default());
                    let _ = write!(
                        self.text,
                        "#Function<{}/{} in {module}>",
                        fun.index, fun.arity
                    );
                }
            }
            Kind::Export => {
                if let Some((module, name, arity)) = heap.as_export(term) {
                    let text = |atom| heap.atom_text(atom).unwrap_or_default();
                    let arity = arity.to_string();
                    let _ = write!(self.text, "&{}", function(text(module), text(name), &arity));
                }
            }
            Kind::Binary | Kind::Bits => self.bits(term),
            Kind::FlatMap | Kind::TreeMap => self.map(term),
            Kind::Node | Kind::Match | Kind::Buffer => self.text.push_str("#Match"),
        }
    }

    /// The name of a struct's module.
    fn struct_name(&self, map: Term) -> Option<&str> {
        alias(self.heap.atom_text(self.field(map, "__struct__")?)?)
    }

    fn field(&self, map: Term, name: &str) -> Option<Term> {
        map::get(self.heap, map, self.heap.atoms.existing(name)?)
    }

    fn map(&mut self, map: Term) {
        let has_keys = (0..)
            .map_while(|place| map::nth(self.heap, map, place))
            .all(|(key, _)| self.is_key(key));
        let name = self
            .struct_name(map)
            .filter(|_| has_keys)
            .map(str::to_owned);
        match name.as_deref() {
            Some("Range") => {
                let part = |name| self.field(map, name);
                if let (Some(first), Some(last)) = (part("first"), part("last")) {
                    if let Some(step) = part("step").filter(|step| *step != Term::small(1)) {
                        self.work.extend([Work::Term(step), Work::Text("//")]);
                    }
                    self.work
                        .extend([Work::Term(last), Work::Text(".."), Work::Term(first)]);
                    return;
                }
            }
            Some("MapSet") => {
                if let Some(members) = self.field(map, "map")
                    && map::size(self.heap, members).is_some()
                {
                    self.text.push_str("MapSet.new([");
                    self.work.push(Work::Members(members, 0));
                    return;
                }
            }
            _ => {}
        }
        let _ = write!(self.text, "%{}{{", name.unwrap_or_default());
        if self.level >= self.depth {
            self.text.push_str("...}");
            return;
        }
        self.enter();
        self.work.push(Work::Pairs {
            map,
            place: 0,
            is_first: true,
            has_keys,
            end: "}",
        });
    }

    /// Can it be written as `key:`?
    fn is_key(&self, term: Term) -> bool {
        let text = self.heap.atom_text(term);
        text.is_some_and(|text| !text.starts_with(PREFIX))
    }

    fn is_keyword(&self, list: Term) -> bool {
        let mut rest = list;
        while let Some((pair, tail)) = self.heap.as_cons(rest) {
            let Some((at, 2)) = self.heap.as_tuple(pair) else {
                return false;
            };
            if !self.is_key(self.heap.term_at(at)) {
                return false;
            }
            rest = tail;
        }
        rest.is_nil()
    }

    /// A list that is a text, as one. What is too long for the limit is cut.
    fn charlist(&self, list: Term) -> Option<String> {
        let mut text = String::new();
        let mut rest = list;
        let room = self.most.saturating_sub(self.text.len()).max(1);
        while let Some((head, tail)) = self.heap.as_cons(rest) {
            let c = u8::try_from(head.as_small()?).ok().map(char::from)?;
            if !c.is_ascii() || !is_printable(c) {
                return None;
            }
            if text.len() == room {
                return Some(format!("~c{}...", quoted(&text, '"')));
            }
            text.push(c);
            rest = tail;
        }
        rest.is_nil().then(|| format!("~c{}", quoted(&text, '"')))
    }

    fn bits(&mut self, term: Term) {
        let Some(all) = self.heap.as_bits(term) else {
            return;
        };
        // No more than may be shown: at least one character for each byte.
        let room = self.most.saturating_sub(self.text.len()).max(1);
        let shown = all.size.min(room.saturating_mul(8).saturating_add(32));
        let is_cut = shown < all.size;
        let bytes = self.heap.bits_to_bytes(Bits { size: shown, ..all });
        let dots = if is_cut { "..." } else { "" };
        if all.size.is_multiple_of(8) {
            let text = match std::str::from_utf8(&bytes) {
                Ok(text) => Some(text),
                // A character may have been cut.
                Err(error) if is_cut && error.valid_up_to() + 4 > bytes.len() => {
                    std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()
                }
                Err(_) => None,
            };
            if let Some(text) = text
                && text.chars().all(is_printable)
            {
                let _ = write!(self.text, "{}{dots}", quoted(text, '"'));
                return;
            }
        }
        self.text.push_str("<<");
        for (i, byte) in bytes.iter().enumerate() {
            if self.comma(i == 0, "") {
                break;
            }
            let last = shown - i * 8;
            let _ = match last < 8 {
                true => write!(self.text, "{}::size({last})", byte >> (8 - last)),
                false => write!(self.text, "{byte}"),
            };
        }
        self.text.push_str(">>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (text, written) in [
            ("ok", ":ok"),
            ("nil", "nil"),
            ("Elixir.My.Mod", "My.Mod"),
            ("Elixir.my", ":\"Elixir.my\""),
            ("Foo", ":Foo"),
            ("ok?", ":ok?"),
            ("a b", ":\"a b\""),
            ("+", ":+"),
            ("", ":\"\""),
        ] {
            assert_eq!(atom(text), written);
        }
        let of = |module, name| function(module, name, "1");
        assert_eq!(of("Elixir.My", "run"), "My.run/1");
        assert_eq!(of("gen_server", "call"), ":gen_server.call/1");
        let anonymous = of("Elixir.My", "-run/2-fun-0-");
        assert_eq!(anonymous, "anonymous fn/1 in My.run/2");
        assert_eq!(of("Elixir.My", "a b"), "My.\"a b\"/1");
    }

    #[test]
    fn terms() {
        let mut heap = Heap::new(10_000);
        heap.name_pid(4, &[1, 2]);
        let one = Term::small(1);
        let (a, b) = (heap.atom("a"), heap.atom("b"));
        let map = map::from_pairs(&mut heap, vec![(a, one), (b, Term::NIL)]);
        let mixed = map::from_pairs(&mut heap, vec![(a, one), (one, a)]);
        let pairs = [heap.tuple(&[a, one]), heap.tuple(&[b, a])];
        let module = heap.atom("Elixir.My");
        let key = heap.atom("__struct__");
        let of_struct = map::from_pairs(&mut heap, vec![(key, module), (a, one)]);
        let range = heap.atom("Elixir.Range");
        let names = ["first", "last", "step"].map(|name| heap.atom(name));
        let mut fields = vec![(key, range)];
        fields.extend(names.map(|name| (name, one)));
        let all = [
            heap.atom("nil"),
            heap.text("a\"b"),
            heap.binary("é\n#{".as_bytes()),
            heap.binary(&[1, 255]),
            heap.binary(b""),
            heap.reference(4, 7),
            map,
            mixed,
            heap.list(&pairs),
            heap.export(module, a, 2),
            heap.cons(one, Term::small(2)),
            of_struct,
            map::from_pairs(&mut heap, fields),
            Term::pid(4),
        ];
        let tuple = heap.tuple(&all);
        let expected = "{nil, ~c\"a\\\"b\", \"é\\n\\#{\", <<1, 255>>, \"\", #Reference<P.1.2.7>, \
                        %{a: 1, b: []}, %{1 => :a, :a => 1}, [a: 1, b: :a], &My.a/2, [1 | 2], \
                        %My{a: 1}, 1..1, #PID<P.1.2>}";
        assert_eq!(pretty(&heap, tuple, &How::plain(1000)), expected);
        assert_eq!(pretty(&heap, tuple, &How::plain(6)), "{nil, ...}");
        assert_eq!(
            pretty(&heap, tuple, &How::plain(8)),
            "{nil, ~c\"a\\\"\"..., ...}"
        );
        let long: Vec<Term> = (0..1000).map(Term::small).collect();
        let long = heap.list(&long);
        assert_eq!(pretty(&heap, long, &How::plain(8)), "[0, 1, 2, ...]");
    }
}
