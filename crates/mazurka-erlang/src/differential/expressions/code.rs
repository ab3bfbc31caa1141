//! Random functions and expressions.

use super::pattern::{COMPARISONS, TESTS};
use super::{TYPES, Type, Writer};

impl Writer {
    /// A function with arguments of these types, and a line behind.
    pub(super) fn function(&mut self, name: &str, types: &[Type], may_call: bool) -> String {
        let leaves = match may_call {
            true => Vec::new(),
            false => std::mem::take(&mut self.leaves),
        };
        let clauses = match types.is_empty() {
            true => 1,
            false => self.random.between(1, 3),
        };
        let mut text = Vec::new();
        for clause in 0..clauses {
            self.variables.clear();
            let mut bound = Vec::new();
            let is_last = clause + 1 == clauses;
            let args: Vec<String> = types
                .iter()
                .map(|of| match is_last && !self.random.percent(15) {
                    true => {
                        let name = self.fresh();
                        bound.push((name.clone(), *of));
                        name
                    }
                    false => self.pattern(*of, 1, &mut bound),
                })
                .collect();
            self.variables = bound;
            let when = match is_last {
                true => String::new(),
                false => self.when(),
            };
            let of = *self.random.pick(&TYPES);
            text.push(format!(
                "{name}({}){when} ->\n{}",
                args.join(", "),
                self.body(of, 0)
            ));
        }
        if !may_call {
            self.leaves = leaves;
        }
        format!("{}.\n", text.join(";\n"))
    }

    /// Expressions, the last of which has the type.
    fn body(&mut self, of: Type, depth: u32) -> String {
        let known = self.variables.len();
        let mut text = String::new();
        for _ in 0..self.random.below(if depth < 2 { 4 } else { 2 }) {
            match self.random.below(6) {
                0 => {
                    let is = *self.random.pick(&TYPES);
                    let value = self.expression(is, depth + 1);
                    let mut bound = Vec::new();
                    let pattern = self.pattern(is, 1, &mut bound);
                    self.variables.extend(bound);
                    text.push_str(&format!("{pattern} = {value},\n"));
                }
                1 => {
                    let key = self.atom();
                    let value = self.expression(Type::Any, depth + 1);
                    text.push_str(&format!("put({key}, {value}),\n"));
                }
                _ => {
                    let is = *self.random.pick(&TYPES);
                    let value = self.expression(is, depth + 1);
                    let name = self.fresh();
                    text.push_str(&format!("{name} = {value},\n"));
                    self.variables.push((name, is));
                }
            }
        }
        text.push_str(&self.expression(of, depth + 1));
        self.variables.truncate(known);
        text
    }

    /// An expression. It needs no parentheses as an operand.
    pub(super) fn expression(&mut self, of: Type, depth: u32) -> String {
        let of = match self.random.percent(2) {
            true => *self.random.pick(&TYPES),
            false => of,
        };
        if depth > 6 || self.left == 0 || depth > 1 && self.random.percent(25) {
            if self.random.percent(75)
                && let Some(name) = self.variable(of)
            {
                return name;
            }
            let text = self.constant(of, 1);
            return match text.starts_with('-') {
                true => format!("({text})"),
                false => text,
            };
        }
        self.left -= 1;
        if self.random.percent(30) {
            return self.control(of, depth);
        }
        let a = |writer: &mut Writer, of| writer.expression(of, depth + 1);
        match of {
            Type::Integer => self.number(depth),
            Type::Float => match self.random.below(4) {
                0 => format!("float({})", a(self, Type::Integer)),
                _ => {
                    let by = self.one_of(&["+", "-", "*", "/"]);
                    let other = *self.random.pick(&[Type::Integer, Type::Float]);
                    format!("({} {by} {})", a(self, Type::Float), a(self, other))
                }
            },
            Type::Atom => match self.random.below(3) {
                0 => format!("element({}, {{a, b, c}})", self.random.between(0, 4)),
                1 => format!("hd([{}])", a(self, Type::Atom)),
                _ => format!("list_to_atom(atom_to_list({}))", a(self, Type::Atom)),
            },
            Type::Boolean => self.boolean(depth),
            Type::List => self.list_expression(depth),
            Type::Tuple => match self.random.below(6) {
                5 => format!(
                    "share({}, {}, {})",
                    self.random.below(60),
                    a(self, Type::Bits),
                    a(self, Type::Bits)
                ),
                0 => format!("list_to_tuple({})", a(self, Type::List)),
                1 => format!(
                    "setelement({}, {}, {})",
                    self.random.below(4),
                    a(self, Type::Tuple),
                    a(self, Type::Any)
                ),
                2 => format!(
                    "erlang:append_element({}, {})",
                    a(self, Type::Tuple),
                    a(self, Type::Any)
                ),
                3 => self.expression(Type::Record, depth + 1),
                _ => {
                    let count = self.random.below(5);
                    let items: Vec<String> = (0..count).map(|_| a(self, Type::Any)).collect();
                    format!("{{{}}}", items.join(",\n "))
                }
            },
            Type::Record => match self.random.below(4) {
                0 => format!(
                    "#r{{x = {}, y = {}}}",
                    a(self, Type::Any),
                    a(self, Type::Integer)
                ),
                1 => format!(
                    "#s{{a = {}, _ = {}}}",
                    a(self, Type::Integer),
                    a(self, Type::Any)
                ),
                2 => format!(
                    "({})#r{{z = {}}}",
                    a(self, Type::Record),
                    a(self, Type::List)
                ),
                _ => format!(
                    "({})#r{{y = {}, x = {}}}",
                    a(self, Type::Record),
                    a(self, Type::Any),
                    a(self, Type::Any)
                ),
            },
            Type::Bits => match self.random.below(7) {
                0 => self.bits_comprehension(depth),
                1 => format!("text({})", a(self, Type::Any)),
                2 => format!(
                    "loop({}, <<>>, fun(Acc{d}) -> <<Acc{d}/bits, ({}):5>> end)",
                    self.random.below(20),
                    a(self, Type::Integer),
                    d = self.fresh
                ),
                // (Up to OTP 26 it takes bits that are no bytes.)
                3 => format!(
                    "binary:part(text({}), {}, {})",
                    a(self, Type::Any),
                    self.random.below(3),
                    self.random.below(3)
                ),
                _ => self.construct(depth),
            },
            Type::Map => self.map_expression(depth),
            Type::Function => self.function_expression(depth),
            Type::Any => match self.random.below(8) {
                0 => format!(
                    "element({}, {})",
                    a(self, Type::Integer),
                    a(self, Type::Tuple)
                ),
                1 => format!("hd({})", a(self, Type::List)),
                2 => format!("map_get({}, {})", self.key(1), a(self, Type::Map)),
                3 => format!(
                    "({})#r.{}",
                    a(self, Type::Record),
                    self.one_of(&["x", "y", "z"])
                ),
                4 => format!(
                    "maps:get({}, {}, {})",
                    self.key(1),
                    a(self, Type::Map),
                    a(self, Type::Any)
                ),
                _ => {
                    let of = *self.random.pick(&TYPES[..10]);
                    self.expression(of, depth + 1)
                }
            },
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let a = |writer: &mut Writer, of| writer.expression(of, depth + 1);
        match self.random.below(18) {
            0 => format!("length({})", a(self, Type::List)),
            1 => format!("byte_size({})", a(self, Type::Bits)),
            2 => format!("bit_size({})", a(self, Type::Bits)),
            3 => format!("tuple_size({})", a(self, Type::Tuple)),
            4 => format!("map_size({})", a(self, Type::Map)),
            5 => {
                let by = self.one_of(&["trunc", "round", "floor", "ceil", "abs"]);
                format!("{by}({})", a(self, Type::Float))
            }
            6 => {
                let by = self.one_of(&["-", "+", "bnot "]);
                format!("({by}({}))", a(self, Type::Integer))
            }
            7 => {
                let by = self.one_of(&["bsl", "bsr"]);
                format!(
                    "({} {by} {})",
                    a(self, Type::Integer),
                    self.random.below(80) as i64 - 10
                )
            }
            8 => format!("len({})", a(self, Type::List)),
            9 => format!("lists:sum({})", a(self, Type::List)),
            10 => {
                let by = self.one_of(&["min", "max"]);
                format!(
                    "{by}({}, {})",
                    a(self, Type::Integer),
                    a(self, Type::Integer)
                )
            }
            11 => format!(
                "lists:foldl({}, {}, {})",
                a(self, Type::Function),
                a(self, Type::Integer),
                a(self, Type::List)
            ),
            _ => {
                let by =
                    self.one_of(&["+", "-", "*", "+", "-", "div", "rem", "band", "bor", "bxor"]);
                format!(
                    "({} {by}\n {})",
                    a(self, Type::Integer),
                    a(self, Type::Integer)
                )
            }
        }
    }

    fn boolean(&mut self, depth: u32) -> String {
        let a = |writer: &mut Writer, of| writer.expression(of, depth + 1);
        match self.random.below(8) {
            0 => {
                let by = self.one_of(&["and", "or", "xor", "andalso", "orelse"]);
                format!(
                    "({} {by} {})",
                    a(self, Type::Boolean),
                    a(self, Type::Boolean)
                )
            }
            1 => format!("(not {})", a(self, Type::Boolean)),
            2 => {
                let test = self.one_of(TESTS);
                format!("{test}({})", a(self, Type::Any))
            }
            3 => match self.random.below(3) {
                0 => format!(
                    "is_function({}, {})",
                    a(self, Type::Function),
                    a(self, Type::Integer)
                ),
                1 => format!("is_map_key({}, {})", a(self, Type::Any), a(self, Type::Map)),
                _ => format!("is_record({}, r)", a(self, Type::Record)),
            },
            4 => format!(
                "lists:member({}, {})",
                a(self, Type::Any),
                a(self, Type::List)
            ),
            _ => {
                let by = self.one_of(COMPARISONS);
                let of = *self.random.pick(&TYPES);
                format!("({} {by} {})", a(self, of), a(self, of))
            }
        }
    }

    fn list_expression(&mut self, depth: u32) -> String {
        let a = |writer: &mut Writer, of| writer.expression(of, depth + 1);
        match self.random.below(15) {
            0 => format!("({} ++ {})", a(self, Type::List), a(self, Type::List)),
            1 => format!("({} -- {})", a(self, Type::List), a(self, Type::List)),
            2 => format!("tl({})", a(self, Type::List)),
            3 => format!(
                "lists:map({}, {})",
                a(self, Type::Function),
                a(self, Type::List)
            ),
            4 => format!("tuple_to_list({})", a(self, Type::Tuple)),
            5 => format!("lists:sort({})", a(self, Type::List)),
            6 => format!("bytes({})", a(self, Type::Bits)),
            7 => format!("rev({})", a(self, Type::List)),
            8 => format!("lists:seq(1, {})", self.random.below(7)),
            9 => format!("lists:sort(maps:to_list({}))", a(self, Type::Map)),
            10 => format!("[{} | {}]", a(self, Type::Any), a(self, Type::List)),
            11 => "lists:sort(get())".to_owned(),
            _ => {
                let known = self.variables.len();
                let qualifiers = self.qualifiers(depth);
                let of = *self.random.pick(&TYPES);
                let item = self.expression(of, depth + 1);
                self.variables.truncate(known);
                format!("[{item} ||\n {qualifiers}]")
            }
        }
    }

    /// Generators and filters. Their variables stay.
    fn qualifiers(&mut self, depth: u32) -> String {
        let mut parts = Vec::new();
        for number in 0..self.random.between(1, 3) {
            if number > 0 && self.random.percent(50) {
                parts.push(match self.random.percent(50) {
                    true => self.test(0),
                    false => self.expression(Type::Boolean, depth + 2),
                });
                continue;
            }
            let mut bound = Vec::new();
            let is_strict = self.release >= 28 && self.random.percent(30);
            parts.push(
                match self.random.below(if self.release >= 26 { 4 } else { 3 }) {
                    0 => {
                        let source = self.expression(Type::Bits, depth + 2);
                        // It has to take something, or it never ends.
                        let pattern = self.bits_pattern(&mut bound, "<<_:5, ");
                        let arrow = if is_strict { "<:=" } else { "<=" };
                        format!("{pattern} {arrow} {source}")
                    }
                    3 => {
                        let source = self.expression(Type::Map, depth + 2);
                        let (key, value) = (self.fresh(), self.pattern(Type::Any, 2, &mut bound));
                        bound.push((key.clone(), Type::Any));
                        format!("{key} := {value} <- {source}")
                    }
                    _ => {
                        let source = self.expression(Type::List, depth + 2);
                        let pattern = self.pattern(Type::Any, 2, &mut bound);
                        let arrow = if is_strict { "<:-" } else { "<-" };
                        format!("{pattern} {arrow} {source}")
                    }
                },
            );
            self.variables.extend(bound);
        }
        parts.join(",\n ")
    }

    fn bits_comprehension(&mut self, depth: u32) -> String {
        let known = self.variables.len();
        let qualifiers = self.qualifiers(depth);
        let item = self.construct(depth + 1);
        self.variables.truncate(known);
        format!("<< {item} || {qualifiers} >>")
    }

    fn map_expression(&mut self, depth: u32) -> String {
        let a = |writer: &mut Writer, of| writer.expression(of, depth + 1);
        match self.random.below(8) {
            0 => format!(
                "maps:put({}, {}, {})",
                self.key(1),
                a(self, Type::Any),
                a(self, Type::Map)
            ),
            1 => format!("maps:merge({}, {})", a(self, Type::Map), a(self, Type::Map)),
            2 => format!("maps:remove({}, {})", self.key(1), a(self, Type::Map)),
            3 | 4 => {
                let key = match self.random.below(2) {
                    0 => self.key(1),
                    _ => a(self, Type::Any),
                };
                let by = self.one_of(&["=>", ":="]);
                format!(
                    "({})#{{{key} {by} {}, b => {}}}",
                    a(self, Type::Map),
                    a(self, Type::Any),
                    a(self, Type::Any)
                )
            }
            5 if self.release >= 26 => {
                let known = self.variables.len();
                let qualifiers = self.qualifiers(depth);
                let (key, value) = (a(self, Type::Any), a(self, Type::Any));
                self.variables.truncate(known);
                format!("#{{{key} => {value} || {qualifiers}}}")
            }
            _ => {
                let count = self.random.below(4);
                let pairs: Vec<String> = (0..count)
                    .map(|_| format!("{} => {}", self.key(1), a(self, Type::Any)))
                    .collect();
                format!("#{{{}}}", pairs.join(", "))
            }
        }
    }

    fn function_expression(&mut self, depth: u32) -> String {
        let count = self.random.below(3);
        let clauses: Vec<String> = (0..self.random.between(1, 2))
            .map(|_| self.clause(count, depth))
            .collect();
        match self.random.below(5) {
            0 => {
                let name = self.fresh();
                let clauses = clauses.iter().map(|clause| format!("{name}{clause}"));
                let clauses: Vec<String> = clauses.collect();
                format!("fun {} end", clauses.join(";\n"))
            }
            1 => self.constant(Type::Function, 0),
            _ => format!("fun {} end", clauses.join(";\n")),
        }
    }

    fn clause(&mut self, count: usize, depth: u32) -> String {
        let known = self.variables.len();
        let mut bound = Vec::new();
        let args: Vec<String> = (0..count)
            .map(|_| self.pattern(Type::Any, 2, &mut bound))
            .collect();
        self.variables.extend(bound);
        let when = self.when();
        let body = self.body(Type::Any, depth + 2);
        self.variables.truncate(known);
        format!("({}){when} ->\n{body}", args.join(", "))
    }

    /// Clauses of a `case` and the like.
    fn clauses(&mut self, is: Type, of: Type, depth: u32, is_total: bool) -> String {
        let count = self.random.between(1, 3);
        let mut text = Vec::new();
        for _ in 0..count {
            let known = self.variables.len();
            let mut bound = Vec::new();
            let pattern = self.pattern(is, 1, &mut bound);
            self.variables.extend(bound);
            let when = self.when();
            let body = self.body(of, depth + 1);
            self.variables.truncate(known);
            text.push(format!("{pattern}{when} ->\n{body}"));
        }
        if is_total {
            text.push(format!("_ ->\n{}", self.body(of, depth + 2)));
        }
        text.join(";\n")
    }

    /// What may have any type.
    fn control(&mut self, of: Type, depth: u32) -> String {
        let a = |writer: &mut Writer, of| writer.expression(of, depth + 1);
        match self.random.below(24) {
            0..5 => {
                let is = *self.random.pick(&TYPES);
                let value = a(self, is);
                let is_total = self.random.percent(80);
                format!(
                    "case {value} of\n{}\nend",
                    self.clauses(is, of, depth, is_total)
                )
            }
            5 | 6 => {
                let count = self.random.between(1, 2);
                let mut clauses: Vec<String> = (0..count)
                    .map(|_| format!("{} ->\n{}", self.guards(), self.body(of, depth + 1)))
                    .collect();
                if self.random.percent(75) {
                    clauses.push(format!("true ->\n{}", self.body(of, depth + 1)));
                }
                format!("if {}\nend", clauses.join(";\n"))
            }
            7..11 => self.attempt(of, depth),
            11 => format!("(catch {})", a(self, of)),
            12 => format!("begin\n{}\nend", self.body(of, depth + 1)),
            13 => {
                let known = self.variables.len();
                let name = self.fresh();
                let is = *self.random.pick(&TYPES);
                self.variables.push((name.clone(), is));
                let body = self.body(of, depth + 1);
                self.variables.truncate(known);
                format!("(fun({name}) ->\n{body} end)({})", a(self, is))
            }
            14 => {
                let arg = a(self, Type::Any);
                let function = a(self, Type::Function);
                // An atom would be the name of a function.
                match function.starts_with(|c: char| c.is_lowercase() || c == '\'') {
                    true => format!("(id({function}))({arg})"),
                    false => format!("({function})({arg})"),
                }
            }
            15 => match self.random.below(5) {
                0 => format!(
                    "apply({}, {})",
                    a(self, Type::Function),
                    a(self, Type::List)
                ),
                1 => format!(
                    "apply(lists, {}, [{}])",
                    self.one_of(&["reverse", "sort", "nothing"]),
                    a(self, Type::List)
                ),
                2 => format!("(id(lists)):reverse({})", a(self, Type::List)),
                3 => format!(
                    "apply({}, reverse, [{}])",
                    a(self, Type::Atom),
                    a(self, Type::List)
                ),
                _ => format!(
                    "?MODULE:(id(clause))({}, {})",
                    a(self, Type::Any),
                    a(self, Type::Any)
                ),
            },
            16 => match self.random.below(7) {
                0 => format!("throw({})", a(self, Type::Any)),
                1 => format!("exit({})", a(self, Type::Any)),
                2 => format!("error({})", a(self, Type::Any)),
                3 => format!("error({}, {})", a(self, Type::Any), a(self, Type::List)),
                4 => format!("clause({}, {})", a(self, Type::Any), a(self, Type::Any)),
                5 => format!(
                    "erlang:raise({}, {}, [{{m, f, 1, []}}])",
                    self.one_of(&["error", "exit", "throw", "none"]),
                    a(self, Type::Any)
                ),
                _ => format!("nowhere:nothing({})", a(self, Type::Any)),
            },
            17 => format!("id({})", a(self, of)),
            18 => format!("wrap(fun() ->\n{} end)", self.body(of, depth + 1)),
            19 => format!(
                "deep({}, fun() ->\n{} end)",
                self.random.below(12),
                self.body(of, depth + 1)
            ),
            20 => match self.random.below(4) {
                0 => format!(
                    "receive {} -> {} after 0 -> {} end",
                    "never",
                    a(self, of),
                    a(self, of)
                ),
                1 => format!("get({})", self.atom()),
                2 => format!("erase({})", self.atom()),
                _ => format!("put({}, {})", self.atom(), a(self, Type::Any)),
            },
            21 if self.release >= 27 => self.perhaps(of, depth),
            _ => {
                if self.leaves.is_empty() {
                    return a(self, of);
                }
                let (name, types) = self.random.pick(&self.leaves).clone();
                let args: Vec<String> = types.iter().map(|of| a(self, *of)).collect();
                format!("{name}({})", args.join(", "))
            }
        }
    }

    /// A `try`.
    fn attempt(&mut self, of: Type, depth: u32) -> String {
        let is = *self.random.pick(&TYPES);
        let body = self.body(is, depth + 1);
        let mut text = format!("try\n{body}");
        if self.random.percent(30) {
            let is_total = self.random.percent(70);
            let clauses = self.clauses(is, of, depth + 1, is_total);
            text.push_str(&format!("\nof {clauses}"));
        }
        let has_catch = self.random.percent(85);
        if has_catch {
            let mut clauses = Vec::new();
            for _ in 0..self.random.between(1, 2) {
                let known = self.variables.len();
                let class = self.one_of(&["error:", "exit:", "throw:", "", "_:"]);
                let mut bound = Vec::new();
                let pattern = match self.random.below(5) {
                    0 => self.pattern(Type::Any, 2, &mut bound),
                    1 => self.one_of(&[
                        "badarg",
                        "badarith",
                        "{badmatch, _}",
                        "function_clause",
                        "{case_clause, _}",
                        "undef",
                    ]),
                    _ => {
                        let name = self.fresh();
                        bound.push((name.clone(), Type::Any));
                        name
                    }
                };
                self.variables.extend(bound);
                let when = self.when();
                let trace = self.fresh();
                let result = self.body(of, depth + 2);
                let clause = match !class.is_empty() && self.random.percent(60) {
                    true => {
                        format!(
                            "{class}{pattern}:{trace}{when} ->\n{{{trace}, begin\n{result} end}}"
                        )
                    }
                    false => format!("{class}{pattern}{when} ->\n{result}"),
                };
                self.variables.truncate(known);
                clauses.push(clause);
            }
            if self.random.percent(70) {
                let names: Vec<String> = (0..3).map(|_| self.fresh()).collect();
                let (class, reason, trace) = (&names[0], &names[1], &names[2]);
                clauses.push(match self.random.below(6) {
                    0 => format!("{class}:{reason}:{trace} -> erlang:raise({class}, {{again, {reason}}}, {trace})"),
                    1 => format!("{class}:{reason} -> {{{class}, {reason}}}"),
                    _ => format!("{class}:{reason}:{trace} -> {{{class}, {reason}, {trace}}}"),
                });
            }
            text.push_str(&format!("\ncatch {}", clauses.join(";\n")));
        }
        if !has_catch || self.random.percent(20) {
            text.push_str(&format!("\nafter {}", self.body(Type::Any, depth + 2)));
        }
        format!("{text}\nend")
    }

    /// A `maybe`.
    fn perhaps(&mut self, of: Type, depth: u32) -> String {
        let known = self.variables.len();
        let mut text = String::from("maybe\n");
        for _ in 0..self.random.between(1, 3) {
            let is = *self.random.pick(&TYPES);
            let value = self.expression(is, depth + 1);
            let mut bound = Vec::new();
            let pattern = self.pattern(is, 1, &mut bound);
            self.variables.extend(bound);
            text.push_str(&format!("{pattern} ?= {value},\n"));
        }
        text.push_str(&self.expression(of, depth + 1));
        self.variables.truncate(known);
        if self.random.percent(60) {
            let is_total = self.random.percent(60);
            let clauses = self.clauses(Type::Any, of, depth + 1, is_total);
            text.push_str(&format!("\nelse {clauses}"));
        }
        format!("{text}\nend")
    }
}
