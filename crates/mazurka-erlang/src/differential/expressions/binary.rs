//! Random bit syntax.

use super::{Type, Writer};

impl Writer {
    fn endianness(&mut self) -> String {
        self.one_of(&["", "-big", "-little", "-native"])
    }

    /// A binary that is built.
    pub(super) fn construct(&mut self, depth: u32) -> String {
        let count = self.random.below(5);
        let parts: Vec<String> = (0..count).map(|_| self.segment(depth)).collect();
        format!("<<{}>>", parts.join(", "))
    }

    fn segment(&mut self, depth: u32) -> String {
        let end = self.endianness();
        let value = |writer: &mut Writer, of| format!("({})", writer.expression(of, depth + 1));
        match self.random.below(14) {
            0..5 => {
                let sign = self.one_of(&["", "-signed", "-unsigned"]);
                // A size that is computed may be large: it is kept small.
                let size = match self.random.below(5) {
                    0 => format!("(({}) band 63)", self.expression(Type::Integer, depth + 2)),
                    1 => self.one_of(&[
                        "0", "1", "7", "8", "9", "64", "65", "130", "(id(4))", "(id(-1))",
                        "(id(a))",
                    ]),
                    _ => self.random.below(70).to_string(),
                };
                let unit = match self.random.percent(15) {
                    true => "-unit:3",
                    false => "",
                };
                format!(
                    "{}:{size}/integer{sign}{end}{unit}",
                    value(self, Type::Integer)
                )
            }
            5 => value(self, Type::Integer),
            6 => {
                let size = self.one_of(&["", ":64", ":32", ":16", ":(id(32))", ":(id(15))"]);
                let of = match self.random.percent(70) {
                    true => Type::Float,
                    false => Type::Integer,
                };
                format!("{}{size}/float{end}", value(self, of))
            }
            7 | 8 => format!("{}/bitstring", value(self, Type::Bits)),
            9 => format!("{}/binary", value(self, Type::Bits)),
            10 => {
                let unit = self.one_of(&["", "-unit:1", "-unit:8", "-unit:5"]);
                let size = match self.random.below(3) {
                    0 => format!("(({}) band 7)", self.expression(Type::Integer, depth + 2)),
                    _ => self.random.below(4).to_string(),
                };
                format!("{}:{size}/binary{unit}", value(self, Type::Bits))
            }
            11 => {
                let which =
                    self.one_of(&["utf8", "utf16", "utf32", "utf16-little", "utf32-little"]);
                match self.random.below(3) {
                    0 => format!("\"a\u{3bb}\"/{which}"),
                    1 => format!(
                        "(({}) band 16#fffff)/{which}",
                        self.expression(Type::Integer, depth + 1)
                    ),
                    _ => format!("{}/{which}", value(self, Type::Integer)),
                }
            }
            12 => self.one_of(&["\"abc\"", "\"x\":16", "\"xy\":16/little", "\"hello\""]),
            _ => format!("{}:{}", value(self, Type::Integer), self.random.below(200)),
        }
    }

    /// A pattern of a binary, or one that begins in that way and takes no rest.
    pub(super) fn bits_pattern(&mut self, bound: &mut Vec<(String, Type)>, begin: &str) -> String {
        let is_whole = begin == "<<";
        let count = self.random.between(usize::from(!is_whole), 4);
        let mut parts = Vec::new();
        let mut sizes: Vec<String> = Vec::new();
        for _ in 0..count {
            let end = self.endianness();
            let name = match self.random.below(5) {
                0 => "_".to_owned(),
                _ => self.fresh(),
            };
            let mut add = |of| {
                if name != "_" {
                    bound.push((name.clone(), of));
                }
            };
            match self.random.below(14) {
                0..4 => {
                    add(Type::Integer);
                    let sign = self.one_of(&["", "-signed", "-unsigned"]);
                    let size = match self.random.below(6) {
                        0 if !sizes.is_empty() => self.random.pick(&sizes).clone(),
                        1 => match self.variable(Type::Integer) {
                            Some(name) => name,
                            None => "7".to_owned(),
                        },
                        2 if !sizes.is_empty() => format!("({} + 3)", self.random.pick(&sizes)),
                        3 => self.one_of(&["0", "1", "16", "24", "32", "64", "65", "9"]),
                        _ => self.random.below(20).to_string(),
                    };
                    parts.push(format!("{name}:{size}/integer{sign}{end}"));
                }
                4 | 5 => {
                    add(Type::Integer);
                    if name != "_" {
                        sizes.push(name.clone());
                    }
                    let size = self.random.between(1, 8);
                    parts.push(format!("{name}:{size}"));
                }
                6 => {
                    add(Type::Integer);
                    parts.push(name);
                }
                7 => {
                    add(Type::Float);
                    let size = self.one_of(&["", ":64", ":32", ":16"]);
                    parts.push(format!("{name}{size}/float{end}"));
                }
                8 => {
                    add(Type::Bits);
                    let unit = self.one_of(&["", "-unit:1", "-unit:8", "-unit:3"]);
                    let size = match self.random.below(3) {
                        0 if !sizes.is_empty() => self.random.pick(&sizes).clone(),
                        _ => self.random.below(4).to_string(),
                    };
                    parts.push(format!("{name}:{size}/binary{unit}"));
                }
                9 => {
                    add(Type::Integer);
                    let which = self.one_of(&["utf8", "utf16", "utf32", "utf16-little"]);
                    parts.push(format!("{name}/{which}"));
                }
                10 => {
                    let number = self.random.below(256);
                    parts.push(match self.random.below(4) {
                        0 => format!("{}:{}", number % 8, self.random.between(1, 12)),
                        1 => format!("{}:16/little", number),
                        2 => "-1:8/signed".to_owned(),
                        _ => number.to_string(),
                    });
                }
                11 => parts.push(self.one_of(&["\"abc\"", "\"a\"", "\"h\"", "$a"])),
                12 => match self.variable(Type::Integer) {
                    Some(name) => parts.push(name),
                    None => parts.push("_:1".to_owned()),
                },
                _ => {
                    add(Type::Float);
                    parts.push(format!("{name}:32/float{end}"));
                }
            }
        }
        match self.random.below(4) {
            rest if is_whole && rest > 0 => {
                let name = self.fresh();
                bound.push((name.clone(), Type::Bits));
                let of = match rest {
                    1 => "binary",
                    2 => "bitstring",
                    _ => "bits",
                };
                match self.random.percent(25) {
                    true => {
                        bound.pop();
                        parts.push(format!("_/{of}"));
                    }
                    false => parts.push(format!("{name}/{of}")),
                }
            }
            _ => {}
        }
        format!("{begin}{}>>", parts.join(", "))
    }
}
