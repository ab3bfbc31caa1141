//! The table of atoms. The first of them are known to the machine, and are constants here.

use crate::term::Term;
use rustc_hash::FxHashMap;

/// Atoms by their numbers. They are never given up: what an execution made is there in the next.
pub(crate) struct Atoms {
    texts: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
}

impl Atoms {
    pub(crate) fn new() -> Atoms {
        let mut atoms = Atoms {
            texts: Vec::new(),
            numbers: FxHashMap::default(),
        };
        for text in KNOWN {
            atoms.intern(text);
        }
        atoms
    }

    /// The atom with that text.
    pub(crate) fn intern(&mut self, text: &str) -> Term {
        Term::atom(match self.numbers.get(text) {
            Some(number) => *number,
            None => {
                let number = u32::try_from(self.texts.len()).expect("under 2^32 atoms");
                self.texts.push(text.into());
                self.numbers.insert(text.into(), number);
                number
            }
        })
    }

    /// The atom with that text, if there is one.
    pub(crate) fn existing(&self, text: &str) -> Option<Term> {
        self.numbers.get(text).map(|number| Term::atom(*number))
    }

    pub(crate) fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }
}

/// Declares the atoms that the machine knows: a constant each, and their texts in order.
macro_rules! known {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name),* }
        $(pub(crate) const $name: Term = Term::atom(Number::$name as u32);)*
        const KNOWN: &[&str] = &[$($text),*];
    };
}

known! {
    TRUE = "true",
    FALSE = "false",
    OK = "ok",
    ERROR = "error",
    EXIT = "exit",
    THROW = "throw",
    UNDEFINED = "undefined",
    NORMAL = "normal",
    KILL = "kill",
    KILLED = "killed",
    BADARG = "badarg",
    BADARITH = "badarith",
    BADMATCH = "badmatch",
    BADFUN = "badfun",
    BADARITY = "badarity",
    BADKEY = "badkey",
    BADMAP = "badmap",
    BADRECORD = "badrecord",
    CASE_CLAUSE = "case_clause",
    IF_CLAUSE = "if_clause",
    TRY_CLAUSE = "try_clause",
    FUNCTION_CLAUSE = "function_clause",
    UNDEF = "undef",
    SYSTEM_LIMIT = "system_limit",
    NOPROC = "noproc",
    NOCATCH = "nocatch",
    INFINITY = "infinity",
    TIMEOUT_VALUE = "timeout_value",
    UNDERSCORE = "_",
    ERLANG = "erlang",
    SHUTDOWN = "shutdown",
    EXIT_UPPER = "EXIT",
    DOWN_UPPER = "DOWN",
    PROCESS = "process",
    NONODE = "nonode@nohost",
    FILE = "file",
    LINE = "line",
    ERROR_INFO = "error_info",
    MODULE = "module",
    ERL_ERTS_ERRORS = "erl_erts_errors",
    ERL_STDLIB_ERRORS = "erl_stdlib_errors",
    CAUSE = "cause",
    NONE = "none",
    ALL = "all",
    UTF8 = "utf8",
    UTF16 = "utf16",
    UTF32 = "utf32",
    LATIN1 = "latin1",
    UNICODE = "unicode",
    BIG = "big",
    LITTLE = "little",
    END_OF_TABLE = "$end_of_table",
    DOLLAR_UNDERSCORE = "$_",
    DOLLAR_DOLLAR = "$$",
    APPLY = "apply",
    PLUS = "+",
    MINUS = "-",
    ERL_KERNEL_ERRORS = "erl_kernel_errors",
    DECIMALS = "decimals",
    SCIENTIFIC = "scientific",
    COMPACT = "compact",
    SHORT = "short",
    ITERATOR = "iterator",
    VALUE = "value",
    NO_FLOAT = "no_float",
    NO_INTEGER = "no_integer",
    NOT_A_LIST = "not_a_list",
    WARNING = "warning",
    BM = "bm",
    AC = "ac",
    SCOPE = "scope",
    NOMATCH = "nomatch",
    GLOBAL = "global",
    TRIM = "trim",
    TRIM_ALL = "trim_all",
    INCOMPLETE = "incomplete",
    SAFE = "safe",
    USED = "used",
    COMPRESSED = "compressed",
    DETERMINISTIC = "deterministic",
    MINOR_VERSION = "minor_version",
    SET = "set",
    ORDERED_SET = "ordered_set",
    BAG = "bag",
    DUPLICATE_BAG = "duplicate_bag",
    PUBLIC = "public",
    PROTECTED = "protected",
    PRIVATE = "private",
    NAMED_TABLE = "named_table",
    KEYPOS = "keypos",
    HEIR = "heir",
    PROTECTION = "protection",
    WRITE_CONCURRENCY = "write_concurrency",
    READ_CONCURRENCY = "read_concurrency",
    DECENTRALIZED_COUNTERS = "decentralized_counters",
    AUTO = "auto",
    SIZE = "size",
    MEMORY = "memory",
    TABLE = "table",
    TRACE = "trace",
    ETS_TRANSFER = "ETS-TRANSFER",
    COMPILED_MATCH_SPEC = "$compiled_match_spec",
    CONST = "const",
    ELEMENT = "element",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_atoms_are_constants() {
        let mut atoms = Atoms::new();
        assert_eq!(atoms.intern("true"), TRUE);
        assert_eq!(atoms.intern("$$"), DOLLAR_DOLLAR);
        let new = atoms.intern("new");
        assert_eq!(atoms.intern("new"), new);
        assert_eq!(atoms.existing("old"), None);
        assert_eq!(atoms.text(new.as_atom().expect("an atom")), "new");
    }
}
