//! Random constants, as Erlang writes them.

use super::{TYPES, Type, Writer};

impl Writer {
    /// A term.
    pub(super) fn constant(&mut self, of: Type, depth: u32) -> String {
        match of {
            Type::Integer => self.integer(),
            Type::Float => self.float(),
            Type::Atom => self.atom(),
            Type::Boolean => self.one_of(&["true", "false"]),
            Type::List if depth > 2 => "[]".to_owned(),
            Type::List => self.list(depth),
            Type::Tuple if depth > 2 => "{}".to_owned(),
            Type::Tuple => {
                let items = self.constants(4, Type::Any, depth);
                format!("{{{}}}", items.join(", "))
            }
            Type::Record => match self.random.below(4) {
                0 => "#s{a = 3}".to_owned(),
                1 => "{r, 1, 2}".to_owned(),
                _ => {
                    let (x, z) = (
                        self.constant(Type::Any, depth + 1),
                        self.constant(Type::List, depth + 1),
                    );
                    format!("#r{{x = {x}, z = {z}}}")
                }
            },
            Type::Bits => self.bits(),
            Type::Map if depth > 2 => "#{}".to_owned(),
            Type::Map => {
                let count = self.random.below(5);
                let pairs: Vec<String> = (0..count)
                    .map(|_| {
                        let key = self.key(depth);
                        let value = self.constant(Type::Any, depth + 1);
                        format!("{key} => {value}")
                    })
                    .collect();
                format!("#{{{}}}", pairs.join(", "))
            }
            Type::Function => self.one_of(&[
                "fun erlang:'+'/2",
                "fun lists:reverse/1",
                "fun erlang:length/1",
                "fun nowhere:nothing/1",
                "fun erlang:self/0",
                "fun id/1",
                "fun(X) -> X * 2 end",
                "fun(X) when is_atom(X) -> X; ([_ | T]) -> T end",
                "fun(X, Y) -> {Y, X} end",
                "fun(X, Y) when X > Y -> X - Y end",
                "fun() -> [] end",
                "fun() -> throw(oops) end",
            ]),
            Type::Any => {
                let of = *self.random.pick(&TYPES[..if depth > 2 { 4 } else { 10 }]);
                self.constant(of, depth)
            }
        }
    }

    /// A few terms.
    fn constants(&mut self, most: usize, of: Type, depth: u32) -> Vec<String> {
        let count = self.random.below(most + 1);
        (0..count).map(|_| self.constant(of, depth + 1)).collect()
    }

    pub(super) fn one_of(&mut self, from: &[&str]) -> String {
        (*self.random.pick(from)).to_owned()
    }

    /// A key that maps may have.
    pub(super) fn key(&mut self, depth: u32) -> String {
        match self.random.below(8) {
            // Up to OTP 26, 0.0 and -0.0 are one key, of which the first is kept; here the last.
            0 => self.float().replace("-0.0", "0.0"),
            1 => self.constant(Type::Any, depth + 2),
            2 => self.one_of(&["1", "1.0", "0", "0.0", "{}", "[]", "<<>>", "\"\""]),
            _ => self.one_of(&["a", "b", "c", "1", "2", "{k}"]),
        }
    }

    pub(super) fn integer(&mut self) -> String {
        match self.random.below(8) {
            0 => {
                let edge = *self
                    .random
                    .pick(&[8, 16, 27, 31, 32, 53, 59, 60, 63, 64, 65, 100]);
                let number = (1_i128 << edge) + self.random.below(5) as i128 - 2;
                let is_negative = self.random.percent(50);
                (if is_negative { -number } else { number }).to_string()
            }
            1 => {
                let number = i128::from(self.random.bits()) << self.random.below(60);
                let is_negative = self.random.percent(50);
                (if is_negative { -number } else { number }).to_string()
            }
            2 => (self.random.below(2000) as i64 - 1000).to_string(),
            3 => self.one_of(&["$a", "$\\n", "16#ff", "2#1010", "1_000"]),
            _ => (self.random.below(12) as i64 - 3).to_string(),
        }
    }

    pub(super) fn float(&mut self) -> String {
        match self.random.below(4) {
            // From OTP 27 on, -0.0 is not identical to 0.0.
            0 if self.release >= 27 => self.one_of(&["0.0", "1.0e300", "1.0e-300", "-1.5e308"]),
            0 => self.one_of(&[
                "0.0",
                "-0.0",
                "1.0e300",
                "1.0e-300",
                "-1.5e308",
                "9007199254740993.0",
                "1.0e22",
            ]),
            1 => format!("{}.0", self.random.below(10)),
            _ => format!("{:?}", (self.random.below(20_000) as f64 - 10_000.0) / 64.0),
        }
    }

    pub(super) fn atom(&mut self) -> String {
        self.one_of(&[
            "a",
            "b",
            "c",
            "true",
            "false",
            "undefined",
            "'A b'",
            "error",
            "ok",
            "r",
            "''",
            "infinity",
        ])
    }

    fn list(&mut self, depth: u32) -> String {
        match self.random.below(8) {
            0 => self.one_of(&[
                "\"abc\"",
                "\"\"",
                "\"hello world\"",
                "\"\\x{3bb}x\"",
                "[$a | b]",
                "[1, 2 | <<3>>]",
            ]),
            1 | 2 => format!("[{}]", self.constants(6, Type::Integer, depth).join(", ")),
            3 => format!("[{}]", self.constants(5, Type::Tuple, depth + 1).join(", ")),
            4 => format!("[{}]", self.constants(3, Type::List, depth).join(", ")),
            5 => format!("[{}]", self.constants(5, Type::Atom, depth).join(", ")),
            6 => "[]".to_owned(),
            _ => format!("[{}]", self.constants(5, Type::Any, depth).join(", ")),
        }
    }

    fn bits(&mut self) -> String {
        match self.random.below(6) {
            0 => self.one_of(&[
                "<<>>",
                "<<\"abc\">>",
                "<<\"\u{3bb}x\u{1f600}\"/utf8>>",
                "<<1:1>>",
                "<<5:3>>",
            ]),
            1 => {
                let bytes: Vec<String> = (0..self.random.below(40))
                    .map(|_| self.random.below(256).to_string())
                    .collect();
                format!(
                    "<<{}, {}:{}>>",
                    bytes.join(", "),
                    self.random.below(9),
                    self.random.below(9)
                )
                .replace("<<, ", "<<")
            }
            2 => format!("<<{}/float>>", self.float().replace('-', "")),
            _ => {
                let bytes: Vec<String> = (0..self.random.below(9))
                    .map(|_| self.random.below(256).to_string())
                    .collect();
                format!("<<{}>>", bytes.join(", "))
            }
        }
    }
}
