//! Random arguments for libraries, as Erlang writes them.

use mazurka_random::Random;

/// The names of lists of arguments.
pub(super) const POOLS: &[&str] = &[
    "any",
    "integer",
    "number",
    "atom",
    "list",
    "integers",
    "pairs",
    "lists",
    "text",
    "chardata",
    "binary",
    "bits",
    "tuple",
    "map",
    "count",
    "place",
    "function1",
    "function2",
    "function3",
    "predicate",
    "order",
    "set",
    "gb_set",
    "gb_tree",
    "queue",
    "ordset",
    "orddict",
    "dict",
    "array",
    "date",
    "time",
    "datetime",
    "seconds",
    "format",
    "arguments",
    "encoding",
    "base",
    "tokens",
    "separator",
    "direction",
    "generator",
    "properties",
    "file",
    "key",
    "expression",
    "texts",
    "option",
    "iterator",
];

pub(super) struct Pools {
    pub(super) random: Random,
    pub(super) release: u32,
}

impl Pools {
    fn one_of(&mut self, from: &[&str]) -> String {
        (*self.random.pick(from)).to_owned()
    }

    fn some(&mut self, most: usize, pool: &str, depth: u32) -> String {
        let count = self.random.below(most + 1);
        let items: Vec<String> = (0..count).map(|_| self.item(pool, depth + 1)).collect();
        items.join(", ")
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1) as usize) as i64
    }

    /// An argument.
    pub(super) fn item(&mut self, pool: &str, depth: u32) -> String {
        match pool {
            "any" => {
                let deep = ["list", "pairs", "tuple", "map", "text", "binary", "bits"];
                let simple = ["integer", "number", "atom", "atom", "integer"];
                let pool = match depth < 3 && self.random.percent(50) {
                    true => *self.random.pick(&deep),
                    false => *self.random.pick(&simple),
                };
                self.item(pool, depth + 1)
            }
            "integer" => match self.random.below(8) {
                0 => format!(
                    "{}",
                    i128::from(self.random.bits()) << self.random.below(40)
                ),
                1 => format!(
                    "-{}",
                    i128::from(self.random.bits()) << self.random.below(40)
                ),
                2 => self.number(-1000, 1000).to_string(),
                _ => self.number(-3, 12).to_string(),
            },
            "number" => match self.random.below(3) {
                0 => self.item("integer", depth),
                1 => self.one_of(&[
                    "0.0",
                    "1.0",
                    "2.5",
                    "1.0e22",
                    "-1.0e-10",
                    "1.0e300",
                    "123456.789",
                ]),
                _ => format!("{:?}", self.number(-10_000, 10_000) as f64 / 32.0),
            },
            "atom" => self.one_of(&[
                "a",
                "b",
                "c",
                "true",
                "false",
                "'A b'",
                "undefined",
                "ok",
                "'end'",
            ]),
            // From OTP 26 on, keys that are atoms have an order that no one knows.
            "key" if self.release >= 26 => {
                self.one_of(&["a", "<<\"b\">>", "1", "2", "1.0", "{k}", "\"c\"", "3"])
            }
            "key" => self.one_of(&["a", "b", "1", "2", "1.0", "{k}", "c", "3"]),
            "list" => match self.random.below(10) {
                0 => "[1, 2 | a]".to_owned(),
                1 => "[]".to_owned(),
                2 => format!("[{}]", self.some(40, "key", depth)),
                3 => format!("[{}]", self.some(30, "integer", depth)),
                _ => format!("[{}]", self.some(6, "any", depth)),
            },
            "integers" => format!("[{}]", self.some(9, "integer", depth)),
            "lists" => format!("[{}]", self.some(4, "list", depth + 1)),
            "texts" => format!("[{}]", self.some(4, "text", depth + 1)),
            "pairs" => {
                let count = self.random.below(6);
                let pairs: Vec<String> = (0..count)
                    .map(|_| {
                        format!(
                            "{{{}, {}}}",
                            self.item("key", 0),
                            self.item("any", depth + 2)
                        )
                    })
                    .collect();
                format!("[{}]", pairs.join(", "))
            }
            "tuple" => format!("{{{}}}", self.some(5, "any", depth)),
            "map" => {
                let count = self.random.below(6);
                let pairs: Vec<String> = (0..count)
                    .map(|_| format!("{} => {}", self.item("key", 0), self.item("any", depth + 2)))
                    .collect();
                format!("#{{{}}}", pairs.join(", "))
            }
            "text" => self.one_of(&[
                "\"\"",
                "\"abc\"",
                "\"Hello, World\"",
                "\"  a b  c \"",
                "\"a,b,,c\"",
                "\"ab/cd\"",
                "\"\\x{e4}\\x{3bb}\\x{1f600}e\\x{301}x\"",
                "\"123abc\"",
                "\"-42\"",
                "\"3.25e2\"",
                "\"a\\r\\nb\\n\\tc\"",
                "\"xxabxxabxx\"",
                "\"16#ff\"",
                "[97, 0, 255]",
            ]),
            "chardata" => match self.random.below(4) {
                0 => self.one_of(&[
                    "<<\"abc\">>",
                    "<<\"\\x{3bb}e\\x{301}\"/utf8>>",
                    "<<255, 254>>",
                    "[<<\"a\">>, \"b\", [$c]]",
                ]),
                1 => format!("[{}, {}]", self.item("text", depth), "<<\"x y\"/utf8>>"),
                _ => self.item("text", depth),
            },
            "binary" => match self.random.below(3) {
                // In OTP 27, nothing can be looked for in nothing.
                0 => self.one_of(&[
                    if self.release >= 27 { "<<0>>" } else { "<<>>" },
                    "<<\"abc\">>",
                    "<<\"a,b,,c\">>",
                    "<<\"YWJj\">>",
                    "<<\"\\x{3bb}\"/utf8>>",
                ]),
                _ => {
                    let bytes: Vec<String> = (0..self.random.between(1, 9))
                        .map(|_| self.number(0, 255).to_string())
                        .collect();
                    format!("<<{}>>", bytes.join(", "))
                }
            },
            "bits" => match self.random.below(3) {
                0 => format!("<<{}:{}>>", self.number(0, 500), self.number(0, 20)),
                _ => self.item("binary", depth),
            },
            "count" => match self.random.below(12) {
                0 => self.one_of(&["-1", "a", "1.5"]),
                _ => self.number(0, 9).to_string(),
            },
            "place" => match self.random.below(12) {
                0 => self.one_of(&["-1", "a", "1.5", "100"]),
                _ => self.number(0, 6).to_string(),
            },
            "function1" => self.one_of(&[
                "fun(X) -> {X, x} end",
                "fun(X) -> X end",
                "fun(X) when is_integer(X) -> X + 1 end",
                "fun erlang:is_list/1",
                "fun(_) -> throw(no) end",
                "fun({K, V}) -> {V, K}; (X) -> X end",
                "fun erlang:length/1",
                "fun(X) -> [X, X] end",
            ]),
            "function2" => self.one_of(&[
                "fun(X, Y) -> {X, Y} end",
                "fun(X, Y) -> [X | Y] end",
                "fun(X, _) -> X end",
                "fun(X, Y) when is_integer(X), is_integer(Y) -> X + Y; (_, Y) -> Y end",
                "fun erlang:max/2",
                "fun(_, _) -> true end",
                "fun(X, Y) -> X =< Y end",
                "fun(X, A) -> {[X], A} end",
                "fun(_, _) -> error(bad) end",
            ]),
            "function3" => self.one_of(&[
                "fun(X, Y, Z) -> {X, Y, Z} end",
                "fun(X, _, A) -> [X | A] end",
                "fun(_, V1, V2) -> {V1, V2} end",
                "fun(_, _, A) -> A end",
            ]),
            "predicate" => self.one_of(&[
                "fun erlang:is_atom/1",
                "fun(X) -> X > 2 end",
                "fun(_) -> true end",
                "fun(_) -> false end",
                "fun(X) when is_integer(X) -> X rem 2 =:= 0; (_) -> false end",
                "fun(_) -> maybe_not end",
                "fun(X) -> {true, X} end",
            ]),
            "order" => self.one_of(&[
                "fun(X, Y) -> X =< Y end",
                "fun(X, Y) -> X >= Y end",
                "fun(_, _) -> true end",
                "fun(_, _) -> false end",
            ]),
            "set" => {
                let list = format!("[{}]", self.some(8, "key", 0));
                match self.random.below(2) {
                    0 => format!("sets:from_list({list})"),
                    _ => format!("sets:from_list({list}, [{{version, 2}}])"),
                }
            }
            "gb_set" => format!("gb_sets:from_list([{}])", self.some(12, "key", 0)),
            "gb_tree" => format!(
                "gb_trees:from_orddict(orddict:from_list({}))",
                self.item("pairs", 0)
            ),
            "queue" => match self.random.below(3) {
                0 => format!(
                    "queue:in(x, queue:in(y, queue:from_list([{}])))",
                    self.some(6, "key", 0)
                ),
                _ => format!("queue:from_list([{}])", self.some(6, "any", 1)),
            },
            "ordset" => format!("ordsets:from_list([{}])", self.some(8, "key", 0)),
            "orddict" => format!("orddict:from_list({})", self.item("pairs", 0)),
            "dict" => format!("dict:from_list({})", self.item("pairs", 0)),
            "array" => match self.random.below(3) {
                0 => format!("array:from_list([{}], d)", self.some(14, "key", 0)),
                1 => "array:new(12, {default, 0})".to_owned(),
                _ => format!("array:set({}, v, array:new())", self.number(0, 120)),
            },
            "iterator" => format!(
                "gb_trees:iterator(gb_trees:from_orddict(orddict:from_list({})))",
                self.item("pairs", 0)
            ),
            "date" => match self.random.below(12) {
                0 => self.one_of(&["{2023, 2, 29}", "{2020, 13, 1}", "a", "{-1, 1, 1}"]),
                _ => format!(
                    "{{{}, {}, {}}}",
                    self.number(0, 3000),
                    self.number(1, 12),
                    self.number(1, 28)
                ),
            },
            "time" => format!(
                "{{{}, {}, {}}}",
                self.number(0, 23),
                self.number(0, 59),
                self.number(0, 60)
            ),
            "datetime" => format!("{{{}, {}}}", self.item("date", 0), self.item("time", 0)),
            "seconds" => match self.random.below(3) {
                0 => self.number(0, 100_000).to_string(),
                _ => self.number(0, 99_999_999_999).to_string(),
            },
            "format" => self.one_of(&[
                "\"~w\"",
                "\"~p\"",
                "\"~s\"",
                "\"~ts\"",
                "\"~tp\"",
                "\"~tw\"",
                "\"~W\"",
                "\"~P\"",
                "\"~c\"",
                "\"~tc\"",
                "\"~f\"",
                "\"~.3f\"",
                "\"~10.2f\"",
                "\"~e\"",
                "\"~.4e\"",
                "\"~g\"",
                "\"~.5g\"",
                "\"~b\"",
                "\"~B\"",
                "\"~.16b\"",
                "\"~.16B\"",
                "\"~x\"",
                "\"~.8x\"",
                "\"~#\"",
                "\"~.16#\"",
                "\"~.16+\"",
                "\"~n~~\"",
                "\"~i\"",
                "\"~20w|\"",
                "\"~-20w|\"",
                "\"~20..*w|\"",
                "\"~20p|\"",
                "\"~5s|\"",
                "\"~-10s|\"",
                "\"~10.3s|\"",
                "\"~*w\"",
                "\"~10.5.xs\"",
                "\"~lp\"",
                "\"~0p\"",
                "\"~10p\"",
                "\"~q\"",
                "\"a~wb~pc\"",
                "\"~a\"",
                "\"~3c\"",
                "<<\"~w~n\">>",
                "'~w'",
                "\"plain\"",
                "\"~0tp\"",
                "\"~.0p\"",
            ]),
            "arguments" => match self.random.below(8) {
                0 => format!("[{}, 5]", self.item("any", 0)),
                1 => format!("[{}, x]", self.item("integer", 0)),
                2 => format!("[{}]", self.item("text", 0)),
                3 => format!("[{}]", self.item("number", 0)),
                4 => "[]".to_owned(),
                _ => format!("[{}]", self.item("any", 0)),
            },
            "encoding" => self.one_of(&[
                "utf8",
                "latin1",
                "unicode",
                "utf16",
                "utf32",
                "{utf16, little}",
                "nothing",
            ]),
            "base" => self.one_of(&["2", "8", "10", "16", "36", "1", "37", "a"]),
            "tokens" => {
                let text = self.item("expression", 0);
                format!("element(2, erl_scan:string({text}))")
            }
            "expression" => self.one_of(&[
                "\"X = 1 + 2.\"",
                "\"f(X) -> X.\"",
                "\"[1, {a, \\\"b\\\"} | T].\"",
                "\"case X of 1 -> a; _ when X > 2 -> b end.\"",
                "\"fun(X) -> X end.\"",
                "\"#{a => 1, b := 2}.\"",
                "\"<<1:8, X/binary>>.\"",
                "\"a b c.\"",
                "\"$a + $\\\\n + 16#fF.\"",
                "\"'quoted atom'.\"",
                "\"1.5e10 - -3.\"",
                "\"% comment\\nx.\"",
                "\"[X || X <- L, X > 1].\"",
                "\"\\\"unended\"",
                "\"#r{x = 1}.\"",
                "\"try a catch _:_ -> b end.\"",
                "\"begin a, b end.\"",
                "\"-module(x).\"",
                "\"f() -> ok; g() -> ok.\"",
                "\"1_000.\"",
            ]),
            "separator" => self.one_of(&[
                "\",\"",
                "\"b\"",
                "\" \"",
                "\"ab\"",
                "[$a, $b]",
                "\"\"",
                "<<\",\">>",
                "\"\\x{301}\"",
                "[\"a\", \"b\"]",
                "\"xx\"",
            ]),
            "direction" => self.one_of(&["leading", "trailing", "both", "all", "nowhere"]),
            "generator" => self.one_of(&[
                "rand:seed_s(exsss, 5)",
                "rand:seed_s(exsss, {1, 2, 3})",
                "rand:seed_s(exro928ss, 7)",
                "rand:seed_s(exrop, 9)",
                "rand:seed_s(exsp, {4, 5, 6})",
                "rand:seed_s(exs1024s, 3)",
                "rand:seed_s(exsplus, 3)",
            ]),
            "properties" if self.release >= 26 => self.one_of(&[
                "[a, {a, 3}]",
                "[]",
                "[{a, 1}, {a, [1, 2]}]",
                "[{a, b, c}, {3}]",
            ]),
            "properties" => format!(
                "[{}]",
                self.one_of(&[
                    "a, {b, 2}, {a, 3}",
                    "",
                    "{a, 1}, c, {c, 2}, {a, [1, 2]}",
                    "{a, b, c}, {b}, x",
                    "no_a, {b, false}"
                ])
            ),
            "option" => self.one_of(&["a", "b", "c", "no_a", "x"]),
            "file" => self.one_of(&[
                "\"/a/b/c.erl\"",
                "\"a/../b\"",
                "\"\"",
                "\"/\"",
                "\"c.tar.gz\"",
                "\"../x\"",
                "<<\"/a/b\">>",
                "\"a//b/\"",
                "\"./x\"",
                "abc",
                "\"~/x\"",
                "[\"a\", \"b\"]",
                "\".erl\"",
            ]),
            other => panic!("{other}, {}", self.release),
        }
    }
}
