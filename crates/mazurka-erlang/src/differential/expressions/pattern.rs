//! Random patterns and guards.

use super::{TYPES, Type, Writer};

impl Writer {
    /// A variable that was not there before. It may be used once it is added.
    pub(super) fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("V{}", self.fresh)
    }

    /// A variable that may be used, of that type if there is one.
    pub(super) fn variable(&mut self, of: Type) -> Option<String> {
        let of = match self.random.percent(3) {
            true => Type::Any,
            false => of,
        };
        let fits = self
            .variables
            .iter()
            .filter(|(_, is)| of == Type::Any || *is == of);
        let fits: Vec<&String> = fits.map(|(name, _)| name).collect();
        (!fits.is_empty()).then(|| (*self.random.pick(&fits)).clone())
    }

    /// A pattern for what has that type. Its variables are added to `bound`.
    pub(super) fn pattern(
        &mut self,
        of: Type,
        depth: u32,
        bound: &mut Vec<(String, Type)>,
    ) -> String {
        let of = match of {
            Type::Any => *self.random.pick(&TYPES),
            of => of,
        };
        if depth > 3 || self.random.percent(25) {
            return match self.random.below(4) {
                0 => "_".to_owned(),
                _ => {
                    let name = self.fresh();
                    bound.push((name.clone(), of));
                    name
                }
            };
        }
        if self.random.percent(6)
            && let Some(name) = self.variable(of)
        {
            return name;
        }
        if self.random.percent(8) {
            let inner = self.pattern(of, depth + 1, bound);
            let name = self.fresh();
            bound.push((name.clone(), of));
            return match self.random.below(2) {
                0 => format!("{inner} = {name}"),
                _ => format!("{name} = {inner}"),
            };
        }
        match of {
            Type::Integer | Type::Float | Type::Atom | Type::Boolean => {
                match self.random.below(3) {
                    0 => "_".to_owned(),
                    _ => self.constant(of, 0),
                }
            }
            Type::List => match self.random.below(6) {
                0 => "[]".to_owned(),
                1 => {
                    let name = self.fresh();
                    bound.push((name.clone(), of));
                    format!("\"ab\" ++ {name}")
                }
                2 => {
                    let count = self.random.below(4);
                    let items: Vec<String> = (0..count)
                        .map(|_| self.pattern(Type::Any, depth + 1, bound))
                        .collect();
                    format!("[{}]", items.join(", "))
                }
                _ => {
                    let head = self.pattern(Type::Any, depth + 1, bound);
                    let tail = self.pattern(Type::List, depth + 1, bound);
                    format!("[{head} | {tail}]")
                }
            },
            Type::Tuple => {
                let count = self.random.below(4);
                let items: Vec<String> = (0..count)
                    .map(|_| self.pattern(Type::Any, depth + 1, bound))
                    .collect();
                format!("{{{}}}", items.join(", "))
            }
            Type::Record => match self.random.below(3) {
                0 => "#r{}".to_owned(),
                1 => "#s{a = _}".to_owned(),
                _ => {
                    let x = self.pattern(Type::Any, depth + 1, bound);
                    let z = self.pattern(Type::List, depth + 1, bound);
                    format!("#r{{x = {x}, z = {z}}}")
                }
            },
            Type::Map => {
                let count = self.random.below(3);
                let pairs: Vec<String> = (0..count)
                    .map(|_| {
                        let key = match self.random.percent(20) {
                            true => self.variable(Type::Any),
                            false => None,
                        };
                        let key = match key {
                            Some(key) => key,
                            None => self.key(2),
                        };
                        let key = match key.contains("fun") {
                            true => "a".to_owned(),
                            false => key,
                        };
                        let value = self.pattern(Type::Any, depth + 1, bound);
                        format!("{key} := {value}")
                    })
                    .collect();
                format!("#{{{}}}", pairs.join(", "))
            }
            Type::Bits => self.bits_pattern(bound, "<<"),
            Type::Function | Type::Any => {
                let name = self.fresh();
                bound.push((name.clone(), of));
                name
            }
        }
    }

    /// Nothing, or ` when ` and a guard.
    pub(super) fn when(&mut self) -> String {
        if self.random.percent(60) {
            return String::new();
        }
        format!(" when {}", self.guards())
    }

    /// Alternatives of tests.
    pub(super) fn guards(&mut self) -> String {
        let count = self.random.between(1, 2);
        let alternatives: Vec<String> = (0..count)
            .map(|_| {
                let count = self.random.between(1, 2);
                let tests: Vec<String> = (0..count).map(|_| self.test(0)).collect();
                tests.join(", ")
            })
            .collect();
        alternatives.join("; ")
    }

    /// A test in a guard.
    pub(super) fn test(&mut self, depth: u32) -> String {
        if depth < 2 && self.random.percent(25) {
            let (a, b) = (self.test(depth + 1), self.test(depth + 1));
            let by = self.one_of(&["and", "or", "xor", "andalso", "orelse"]);
            return match self.random.below(4) {
                0 => format!("(not ({a}))"),
                _ => format!("(({a}) {by} ({b}))"),
            };
        }
        match self.random.below(6) {
            0 | 1 => {
                let by = self.one_of(COMPARISONS);
                let of = *self.random.pick(&TYPES);
                format!("{} {by} {}", self.value(of, 0), self.value(of, 0))
            }
            2 | 3 => {
                let test = self.one_of(TESTS);
                format!("{test}({})", self.value(Type::Any, 1))
            }
            4 => match self.random.below(4) {
                0 => format!(
                    "is_function({}, {})",
                    self.value(Type::Function, 1),
                    self.random.below(3)
                ),
                1 => format!("is_record({}, r)", self.value(Type::Record, 1)),
                2 => format!("is_record({}, r, 4)", self.value(Type::Record, 1)),
                _ => format!(
                    "is_map_key({}, {})",
                    self.key(2).replace("fun", "a"),
                    self.value(Type::Map, 1)
                ),
            },
            _ => match self.variable(Type::Boolean) {
                Some(name) => name,
                None => "true".to_owned(),
            },
        }
    }

    /// A value in a guard.
    fn value(&mut self, of: Type, depth: u32) -> String {
        if depth < 3 && self.random.percent(30) {
            return match of {
                Type::Integer | Type::Float => match self.random.below(12) {
                    0 => format!("length({})", self.value(Type::List, depth + 1)),
                    1 => format!("tuple_size({})", self.value(Type::Tuple, depth + 1)),
                    2 => format!("map_size({})", self.value(Type::Map, depth + 1)),
                    3 => format!("bit_size({})", self.value(Type::Bits, depth + 1)),
                    4 => format!("byte_size({})", self.value(Type::Bits, depth + 1)),
                    5 => format!("abs({})", self.value(of, depth + 1)),
                    6 => {
                        let by = self.one_of(&[
                            "trunc", "round", "floor", "ceil", "float", "size", "-", "+", "bnot ",
                        ]);
                        format!("{by}({})", self.value(of, depth + 1))
                    }
                    _ => {
                        let by = self.one_of(&[
                            "+", "-", "*", "/", "div", "rem", "band", "bor", "bxor", "bsr",
                        ]);
                        format!(
                            "({} {by} {})",
                            self.value(of, depth + 1),
                            self.value(of, depth + 1)
                        )
                    }
                },
                Type::List => format!("tl({})", self.value(Type::List, depth + 1)),
                Type::Bits if self.release < 27 => {
                    format!("binary_part({}, 0, 1)", self.value(Type::Bits, depth + 1))
                }
                Type::Any => match self.random.below(4) {
                    0 => format!("hd({})", self.value(Type::List, depth + 1)),
                    1 => format!(
                        "map_get({}, {})",
                        self.key(2).replace("fun", "a"),
                        self.value(Type::Map, depth + 1)
                    ),
                    2 => format!("({})#r.x", self.value(Type::Record, depth + 1)),
                    _ => format!(
                        "element({}, {})",
                        self.random.between(0, 3),
                        self.value(Type::Tuple, depth + 1)
                    ),
                },
                Type::Tuple => format!(
                    "{{{}, {}}}",
                    self.value(Type::Any, depth + 1),
                    self.value(Type::Any, depth + 1)
                ),
                _ => self.value(of, 3),
            };
        }
        if self.random.percent(70)
            && let Some(name) = self.variable(of)
        {
            return name;
        }
        let text = self.constant(of, 2);
        match text.contains("fun") {
            true => "self()".to_owned(),
            false => text,
        }
    }
}

/// How two terms are compared.
pub(super) const COMPARISONS: &[&str] = &["<", "=<", ">", ">=", "==", "/=", "=:=", "=/="];

/// Tests of one term.
pub(super) const TESTS: &[&str] = &[
    "is_integer",
    "is_float",
    "is_number",
    "is_atom",
    "is_boolean",
    "is_list",
    "is_tuple",
    "is_binary",
    "is_bitstring",
    "is_map",
    "is_function",
    "is_pid",
    "is_reference",
    "is_port",
];
