//! Regular expressions as PCRE has them, in part: what native functions of module `re` are made of.
//!
//! A pattern is parsed into a tree ([`parse`]), made into a program ([`emit`]), and run by
//! backtracking ([`run`]), in the same order as PCRE tries things. What is not understood is refused by its
//! name, and so is whatever PCRE would call an error.

mod characters;
mod emit;
mod parse;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use run::Found;

/// Options of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    pub(crate) unicode: bool,
    pub(crate) properties: bool,
    pub(crate) anchored: bool,
    pub(crate) caseless: bool,
    pub(crate) dollar_endonly: bool,
    pub(crate) dotall: bool,
    pub(crate) extended: bool,
    pub(crate) firstline: bool,
    pub(crate) multiline: bool,
    pub(crate) no_auto_capture: bool,
    pub(crate) ungreedy: bool,
    /// Does a carriage return end a line, too, with or without a newline behind it?
    pub(crate) anycrlf: bool,
}

impl Options {
    const COUNT: usize = 12;

    fn fields(&mut self) -> [&mut bool; Options::COUNT] {
        [
            &mut self.unicode,
            &mut self.properties,
            &mut self.anchored,
            &mut self.caseless,
            &mut self.dollar_endonly,
            &mut self.dotall,
            &mut self.extended,
            &mut self.firstline,
            &mut self.multiline,
            &mut self.no_auto_capture,
            &mut self.ungreedy,
            &mut self.anycrlf,
        ]
    }

    /// As a number.
    pub(crate) fn bits(mut self) -> u16 {
        let fields = self.fields();
        (0..).zip(fields).map(|(i, is)| u16::from(*is) << i).sum()
    }

    /// From such a number.
    pub(crate) fn from_bits(bits: u16) -> Options {
        let mut options = Options::default();
        for (i, field) in (0..).zip(options.fields()) {
            *field = bits >> i & 1 != 0;
        }
        options
    }
}

/// How a pattern is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Search {
    /// Where to begin: a byte.
    pub(crate) offset: usize,
    pub(crate) anchored: bool,
    pub(crate) notbol: bool,
    pub(crate) noteol: bool,
    pub(crate) notempty: bool,
    pub(crate) notempty_atstart: bool,
}

/// A pattern that can be run.
#[derive(Clone, Debug)]
pub(crate) struct Regex {
    options: Options,
    code: Vec<Instr>,
    /// Sets of characters.
    sets: Vec<Set>,
    /// How many loops need to know where their round began.
    loops: usize,
    /// Does the pattern itself have a carriage return or a newline?
    has_line_end: bool,
    /// How many groups there are.
    pub(crate) groups: usize,
    /// Names of groups, sorted.
    pub(crate) names: Vec<(String, usize)>,
}

/// A kind of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Digit,
    Word,
    Space,
    Horizontal,
    Vertical,
    Alpha,
    Lower,
    Upper,
    Alnum,
    Ascii,
    Blank,
    Cntrl,
    Graph,
    Print,
    Punct,
    Xdigit,
}

/// An item of a set: characters from one to another, or a kind, or all but that kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Range(u32, u32),
    Is(Kind),
    IsNot(Kind),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Set {
    items: Vec<Item>,
    is_negative: bool,
    is_caseless: bool,
}

/// A condition on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// `^`, after any newline if so.
    Begin(bool),
    /// `$`, before any newline if so, before none if so.
    End { is_multiline: bool, is_strict: bool },
    /// `\A`
    First,
    /// `\z`
    Last,
    /// `\Z`
    LastLine,
    /// `\G`
    Offset,
    /// `\b`, or `\B`
    Word(bool),
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Instr {
    /// A character, in either case if so.
    Char(u32, bool),
    Set(usize),
    /// Any character but the end of a line.
    Dot,
    Any,
    Place(Place),
    /// Goes on at the first; if that fails, at the second.
    Split(usize, usize),
    Jump(usize),
    /// Notes the place.
    Save(usize),
    /// A group ends here, and begins where that was noted.
    Close(usize),
    /// The same text as that group, in either case if so.
    Back(usize, bool),
    /// A round of a loop begins.
    Round(usize),
    /// A round that took nothing is the last: goes on there.
    Empty(usize, usize),
    /// What follows, up to `Done`, has to match here, or not to; then goes on there.
    Look {
        is_negative: bool,
        next: usize,
    },
    /// The same, and is taken. No other way to match it is tried.
    Atomic {
        next: usize,
    },
    /// That many characters back.
    Behind(usize),
    /// The end of `Look` or `Atomic`.
    Done,
    Match,
}
