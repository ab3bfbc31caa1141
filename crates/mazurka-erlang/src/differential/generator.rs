//! Random calls.

use crate::heap::{Bits, Heap};
use crate::map;
use crate::term::Term;
use num_bigint::BigInt;

/// What an argument is, most of the time.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Arg {
    Any,
    Number,
    Integer,
    Shift,
    Place,
    List,
    Pairs,
    Tuple,
    Map,
    LargeMap,
    Key,
    Atom,
    Boolean,
    Text,
    Digits,
    Binary,
    Base,
    Encoding,
    Options,
    Function,
    Range,
    Angle,
    Date,
    Seconds,
}
use Arg::*;

/// The functions and their arguments.
pub(super) const CALLS: &[(&str, &str, &[Arg])] = &[
    ("erlang", "+", &[Number]),
    ("erlang", "-", &[Number]),
    ("erlang", "+", &[Number, Number]),
    ("erlang", "-", &[Number, Number]),
    ("erlang", "*", &[Number, Number]),
    ("erlang", "/", &[Number, Number]),
    ("erlang", "div", &[Integer, Integer]),
    ("erlang", "rem", &[Integer, Integer]),
    ("erlang", "band", &[Integer, Integer]),
    ("erlang", "bor", &[Integer, Integer]),
    ("erlang", "bxor", &[Integer, Integer]),
    ("erlang", "bnot", &[Integer]),
    ("erlang", "bsl", &[Integer, Shift]),
    ("erlang", "bsr", &[Integer, Shift]),
    ("erlang", "abs", &[Number]),
    ("erlang", "float", &[Number]),
    ("erlang", "round", &[Number]),
    ("erlang", "trunc", &[Number]),
    ("erlang", "floor", &[Number]),
    ("erlang", "ceil", &[Number]),
    ("erlang", "min", &[Any, Any]),
    ("erlang", "max", &[Number, Number]),
    ("erlang", "<", &[Number, Number]),
    ("erlang", "<", &[Any, Any]),
    ("erlang", "<", &[List, List]),
    ("erlang", "<", &[Tuple, Tuple]),
    ("erlang", "<", &[Map, Map]),
    ("erlang", "<", &[LargeMap, LargeMap]),
    ("erlang", "<", &[Binary, Binary]),
    ("erlang", "<", &[Atom, Atom]),
    ("erlang", "<", &[Function, Function]),
    ("erlang", "=<", &[Number, Number]),
    ("erlang", ">=", &[Any, Any]),
    ("erlang", ">", &[Any, Any]),
    ("erlang", "==", &[Number, Number]),
    ("erlang", "/=", &[Tuple, Tuple]),
    ("erlang", "=:=", &[Number, Number]),
    ("erlang", "=/=", &[Map, Map]),
    ("erlang", "==", &[Map, Map]),
    ("erts_internal", "cmp_term", &[Any, Any]),
    ("erts_internal", "cmp_term", &[Number, Number]),
    ("erlang", "not", &[Boolean]),
    ("erlang", "and", &[Boolean, Boolean]),
    ("erlang", "or", &[Boolean, Boolean]),
    ("erlang", "xor", &[Boolean, Boolean]),
    ("erlang", "is_atom", &[Any]),
    ("erlang", "is_boolean", &[Atom]),
    ("erlang", "is_integer", &[Any]),
    ("erlang", "is_float", &[Any]),
    ("erlang", "is_number", &[Any]),
    ("erlang", "is_list", &[Any]),
    ("erlang", "is_tuple", &[Any]),
    ("erlang", "is_map", &[Any]),
    ("erlang", "is_pid", &[Any]),
    ("erlang", "is_port", &[Any]),
    ("erlang", "is_reference", &[Any]),
    ("erlang", "is_binary", &[Any]),
    ("erlang", "is_bitstring", &[Any]),
    ("erlang", "is_function", &[Any]),
    ("erlang", "is_function", &[Function, Place]),
    ("erlang", "is_record", &[Tuple, Atom]),
    ("erlang", "is_record", &[Tuple, Atom, Place]),
    ("erlang", "hd", &[List]),
    ("erlang", "tl", &[List]),
    ("erlang", "length", &[List]),
    ("erlang", "++", &[List, List]),
    ("erlang", "--", &[List, List]),
    ("erlang", "append", &[List, Any]),
    ("erlang", "subtract", &[Text, Text]),
    ("lists", "reverse", &[List, Any]),
    ("lists", "member", &[Key, List]),
    ("lists", "keyfind", &[Key, Place, Pairs]),
    ("lists", "keymember", &[Key, Place, Pairs]),
    ("lists", "keysearch", &[Key, Place, Pairs]),
    ("erlang", "element", &[Place, Tuple]),
    ("erlang", "setelement", &[Place, Tuple, Any]),
    ("erlang", "tuple_size", &[Tuple]),
    ("erlang", "size", &[Any]),
    ("erlang", "make_tuple", &[Place, Any]),
    ("erlang", "make_tuple", &[Place, Any, Pairs]),
    ("erlang", "append_element", &[Tuple, Any]),
    ("erlang", "insert_element", &[Place, Tuple, Any]),
    ("erlang", "delete_element", &[Place, Tuple]),
    ("erlang", "tuple_to_list", &[Tuple]),
    ("erlang", "list_to_tuple", &[List]),
    ("erlang", "map_size", &[Map]),
    ("erlang", "map_get", &[Key, Map]),
    ("erlang", "is_map_key", &[Key, Map]),
    ("maps", "get", &[Key, LargeMap]),
    ("maps", "find", &[Key, LargeMap]),
    ("maps", "put", &[Key, Any, LargeMap]),
    ("maps", "update", &[Key, Any, LargeMap]),
    ("maps", "remove", &[Key, LargeMap]),
    ("maps", "take", &[Key, LargeMap]),
    ("maps", "merge", &[LargeMap, LargeMap]),
    ("maps", "keys", &[Map]),
    ("maps", "values", &[Map]),
    ("maps", "from_list", &[Pairs]),
    ("maps", "from_keys", &[List, Any]),
    ("maps", "is_key", &[Key, LargeMap]),
    ("maps", "new", &[]),
    ("erts_internal", "map_next", &[Place, Map, Atom]),
    ("erts_internal", "map_next", &[Place, Map, List]),
    ("erlang", "atom_to_list", &[Atom]),
    ("erlang", "list_to_atom", &[Text]),
    ("erlang", "atom_to_binary", &[Atom]),
    ("erlang", "atom_to_binary", &[Atom, Encoding]),
    ("erlang", "binary_to_atom", &[Binary]),
    ("erlang", "binary_to_atom", &[Binary, Encoding]),
    ("erlang", "integer_to_list", &[Integer]),
    ("erlang", "integer_to_list", &[Integer, Base]),
    ("erlang", "integer_to_binary", &[Integer]),
    ("erlang", "integer_to_binary", &[Integer, Base]),
    ("erlang", "list_to_integer", &[Digits]),
    ("erlang", "list_to_integer", &[Digits, Base]),
    ("erlang", "binary_to_integer", &[Binary]),
    ("erlang", "binary_to_integer", &[Binary, Base]),
    ("erlang", "float_to_list", &[Number]),
    ("erlang", "float_to_list", &[Number, Options]),
    ("erlang", "float_to_list", &[Angle, Options]),
    ("erlang", "float_to_binary", &[Number]),
    ("erlang", "float_to_binary", &[Angle, Options]),
    ("erlang", "list_to_float", &[Digits]),
    ("erlang", "binary_to_float", &[Binary]),
    ("string", "list_to_float", &[Digits]),
    ("string", "list_to_integer", &[Digits]),
    ("erlang", "fun_to_list", &[Function]),
    ("erlang", "make_fun", &[Atom, Atom, Place]),
    ("erlang", "phash2", &[Any]),
    ("erlang", "phash2", &[LargeMap]),
    ("erlang", "phash2", &[Number]),
    ("erlang", "phash2", &[Text]),
    ("erlang", "phash2", &[Binary]),
    ("erlang", "phash2", &[Any, Range]),
    ("erlang", "phash", &[Any, Range]),
    ("erlang", "phash", &[Text, Range]),
    ("erlang", "phash", &[Number, Range]),
    ("erlang", "universaltime_to_posixtime", &[Date]),
    ("erlang", "posixtime_to_universaltime", &[Seconds]),
    ("math", "acos", &[Angle]),
    ("math", "acosh", &[Angle]),
    ("math", "asin", &[Angle]),
    ("math", "asinh", &[Angle]),
    ("math", "atan", &[Angle]),
    ("math", "atanh", &[Angle]),
    ("math", "ceil", &[Number]),
    ("math", "cos", &[Number]),
    ("math", "cosh", &[Angle]),
    ("math", "exp", &[Angle]),
    ("math", "floor", &[Number]),
    ("math", "log", &[Number]),
    ("math", "log10", &[Number]),
    ("math", "log2", &[Number]),
    ("math", "sin", &[Number]),
    ("math", "sinh", &[Angle]),
    ("math", "sqrt", &[Number]),
    ("math", "tan", &[Angle]),
    ("math", "tanh", &[Angle]),
    ("math", "erf", &[Angle]),
    ("math", "erfc", &[Angle]),
    ("math", "atan2", &[Number, Angle]),
    ("math", "pow", &[Angle, Angle]),
    ("math", "fmod", &[Number, Angle]),
];

/// Makes arguments.
pub(super) struct Generator {
    pub(super) state: u64,
    pub(super) heap: Heap,
}

impl Generator {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn small(&mut self, bound: i64) -> Term {
        Term::small(self.below(bound as u64) as i64)
    }

    fn integer(&mut self) -> Term {
        match self.below(4) {
            0 => self.small(10),
            1 => {
                let number = self.below(300) as i64;
                self.heap.integer(number - 150)
            }
            2 => {
                const EDGES: [u32; 14] = [8, 27, 28, 31, 32, 53, 54, 59, 60, 63, 64, 65, 128, 1024];
                let edge = EDGES[self.below(14) as usize];
                let number = (BigInt::from(1) << edge) + (self.below(5) as i64 - 2);
                let is_negative = self.below(2) == 0;
                self.heap.big(&if is_negative { -number } else { number })
            }
            _ => {
                let words: Vec<u32> = (0..self.below(6)).map(|_| self.next() as u32).collect();
                let number = BigInt::new(num_bigint::Sign::Plus, words);
                let is_negative = self.below(2) == 0;
                self.heap.big(&if is_negative { -number } else { number })
            }
        }
    }

    fn float(&mut self) -> f64 {
        const SPECIAL: [f64; 16] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1.5,
            2.5,
            9_007_199_254_740_992.0,
            -9_007_199_254_740_993.0,
            1.152_921_504_606_847e18,
            1e22,
            1e23,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            1.844_674_407_370_955_2e19,
        ];
        match self.below(5) {
            0 => SPECIAL[self.below(16) as usize],
            1 => (self.below(2000) as f64 - 1000.0) / 8.0,
            2 => (self.below(2_000_000) as f64 - 1_000_000.0) / 1000.0,
            3 => (self.below(2_000_000_000) as f64 - 1e9) / 10_f64.powi(self.below(20) as i32),
            _ => loop {
                let number = f64::from_bits(self.next());
                if number.is_finite() {
                    return number;
                }
            },
        }
    }

    fn atom(&mut self) -> Term {
        const TEXTS: [&str; 14] = [
            "a",
            "b",
            "ab",
            "true",
            "false",
            "iterator",
            "undefined",
            "",
            "A b",
            "end",
            "é",
            "λx",
            "zebra",
            "maybe",
        ];
        let text = TEXTS[self.below(14) as usize];
        self.heap.atom(text)
    }

    fn list_of(&mut self, most: u64, arg: Arg, depth: u32) -> Term {
        let count = self.below(most);
        let items: Vec<Term> = (0..count).map(|_| self.arg(arg, depth)).collect();
        let tail = match self.below(12) {
            0 => self.arg(Atom, depth),
            _ => Term::NIL,
        };
        match items.is_empty() {
            true => Term::NIL,
            false => self.heap.list_before(&items, tail),
        }
    }

    fn map(&mut self, most: u64, depth: u32) -> Term {
        let count = self.below(most);
        let pairs = (0..count)
            .map(|_| (self.arg(Key, depth), self.arg(Any, depth + 1)))
            .collect();
        map::from_pairs(&mut self.heap, pairs)
    }

    fn binary(&mut self) -> Term {
        let bytes: Vec<u8> = match self.below(4) {
            0 => {
                let text = self.digits();
                return self.heap.binary(&text);
            }
            1 => {
                let text: String = (0..self.below(20)).map(|_| self.char()).collect();
                return self.heap.binary(text.as_bytes());
            }
            2 => (0..self.below(4)).map(|_| self.below(3) as u8).collect(),
            _ => (0..self.below(40)).map(|_| self.next() as u8).collect(),
        };
        let whole = self.heap.binary(&bytes);
        if bytes.is_empty() || self.below(2) == 0 {
            return whole;
        }
        let offset = self.below(8) as usize;
        let size = self.below((bytes.len() * 8 - offset) as u64 + 1) as usize;
        let bits = self.heap.as_bits(whole).expect("bits");
        self.heap.sub_bits(Bits {
            offset,
            size,
            ..bits
        })
    }

    fn char(&mut self) -> char {
        match self.below(4) {
            0 => char::from(self.below(256) as u8),
            1 => char::from_u32(self.below(0xd000) as u32).expect("a character"),
            _ => char::from(b'a' + self.below(26) as u8),
        }
    }

    fn digits(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        let sign = [&b""[..], b"", b"-", b"+", b" "][self.below(5) as usize];
        text.extend(sign);
        let count = self.below(30);
        text.extend((0..count).map(|_| b'0' + self.below(10) as u8));
        if self.below(2) == 0 {
            text.push(if self.below(6) == 0 { b',' } else { b'.' });
            let count = self.below(20);
            text.extend((0..count).map(|_| b'0' + self.below(10) as u8));
            if self.below(2) == 0 {
                text.push(if self.below(2) == 0 { b'e' } else { b'E' });
                text.extend([&b""[..], b"-", b"+", b"."][self.below(4) as usize]);
                let count = self.below(4);
                text.extend((0..count).map(|_| b'0' + self.below(10) as u8));
            }
        }
        if self.below(6) == 0 {
            text.extend(b"aF x");
        }
        text
    }

    fn option(&mut self) -> Term {
        let count = match self.below(3) {
            0 => self.below(256) as i64,
            _ => self.below(22) as i64,
        };
        let name = ["decimals", "scientific", "compact", "short"][self.below(4) as usize];
        let atom = self.heap.atom(name);
        match name {
            "compact" | "short" => atom,
            _ => self.heap.tuple(&[atom, Term::small(count)]),
        }
    }

    pub(super) fn arg(&mut self, arg: Arg, depth: u32) -> Term {
        let arg = match self.below(14) {
            // Years before the first have other days in OTP.
            0 if arg != Shift && arg != Seconds => Any,
            _ => arg,
        };
        match arg {
            Any => {
                const SIMPLE: [Arg; 6] = [Integer, Number, Atom, Text, Binary, Function];
                const DEEP: [Arg; 4] = [List, Tuple, Map, Pairs];
                let arg = match depth < 3 && self.below(2) == 0 {
                    true => DEEP[self.below(4) as usize],
                    false => SIMPLE[self.below(6) as usize],
                };
                self.arg(arg, depth + 1)
            }
            Number | Angle | Integer if arg == Integer || self.below(3) == 0 => self.integer(),
            Angle => {
                let number = self.below(2_000_001) as f64 / 200_000.0 - 5.0;
                self.heap.float(number)
            }
            Number => {
                let number = self.float();
                self.heap.float(number)
            }
            Shift => match self.below(10) {
                0 => self.heap.integer(100_000_000),
                1 => self.heap.integer(i64::MAX),
                2 => self.heap.integer(i64::MIN),
                3 => self.heap.float(1.0),
                _ => {
                    let places = self.below(300) as i64;
                    Term::small(places - 150)
                }
            },
            Place | Integer => match self.below(10) {
                0 => self.integer(),
                _ => self.small(7),
            },
            Range => match self.below(4) {
                0 => self.integer(),
                1 => Term::small(1 << 32),
                _ => self.small(1 << 33),
            },
            List => match self.below(3) {
                0 => self.list_of(30, Key, depth + 1),
                _ => self.list_of(6, Any, depth + 1),
            },
            Pairs => {
                let count = self.below(6);
                let pairs: Vec<Term> = (0..count)
                    .map(|_| {
                        let mut pair = vec![self.arg(Key, depth + 1), self.arg(Any, depth + 1)];
                        if self.below(9) == 0 {
                            pair.push(Term::NIL);
                        }
                        self.heap.tuple(&pair)
                    })
                    .collect();
                self.heap.list(&pairs)
            }
            Tuple => {
                let count = self.below(6);
                let items: Vec<Term> = (0..count).map(|_| self.arg(Key, depth + 1)).collect();
                self.heap.tuple(&items)
            }
            Map => self.map(6, depth + 1),
            LargeMap => match self.below(2) {
                0 => self.map(10, depth + 2),
                _ => {
                    let size = 26 + self.below(14) as i64;
                    let pairs = (0..size).map(|key| (Term::small(key), Term::small(key % 3)));
                    let base = pairs.collect();
                    let base = map::from_pairs(&mut self.heap, base);
                    let more = self.map(6, depth + 2);
                    map::merge(&mut self.heap, base, more)
                }
            },
            Key => match self.below(8) {
                0 => self.arg(Any, depth + 1),
                1 => self.arg(Number, depth),
                2 => {
                    let number = self.below(5) as f64;
                    self.heap.float(number)
                }
                3 => self.arg(Atom, depth),
                4 if depth < 3 => self.arg(Tuple, depth + 1),
                _ => self.small(40),
            },
            Atom => self.atom(),
            Boolean => {
                let atoms = ["true", "false", "other"];
                let text = atoms[self.below(3) as usize];
                self.heap.atom(text)
            }
            Text => {
                let text: String = (0..self.below(20)).map(|_| self.char()).collect();
                self.heap.text(&text)
            }
            Digits => {
                let text = self.digits();
                let items: Vec<Term> = text
                    .iter()
                    .map(|byte| Term::small((*byte).into()))
                    .collect();
                let tail = match self.below(20) {
                    0 => self.atom(),
                    _ => Term::NIL,
                };
                self.heap.list_before(&items, tail)
            }
            Binary => self.binary(),
            Base => match self.below(10) {
                0 => self.integer(),
                _ => self.small(38),
            },
            Encoding => {
                let atoms = ["utf8", "latin1", "unicode", "other"];
                let text = atoms[self.below(4) as usize];
                self.heap.atom(text)
            }
            Options => {
                let count = self.below(4);
                let items: Vec<Term> = (0..count).map(|_| self.option()).collect();
                self.heap.list(&items)
            }
            Function => {
                let (module, function) = (self.atom(), self.atom());
                let arity = self.below(4) as u32;
                self.heap.export(module, function, arity)
            }
            Seconds => {
                let seconds = self.below(1 << 40) as i64;
                Term::small(seconds - (1 << 35))
            }
            Date => {
                let date = [1900 + self.below(300) as i64, 1 + self.below(12) as i64]
                    .into_iter()
                    .chain([1 + self.below(31) as i64]);
                let date: Vec<Term> = date.map(Term::small).collect();
                let time = [self.small(25), self.small(60), self.small(60)];
                let (date, time) = (self.heap.tuple(&date), self.heap.tuple(&time));
                self.heap.tuple(&[date, time])
            }
        }
    }
}
