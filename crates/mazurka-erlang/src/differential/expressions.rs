//! Random functions, compiled with several options: Erlang's results and the interpreter's.
//!
//! `MAZURKA_ERLANG_FUNCTIONS` says how many functions there are, `MAZURKA_ERLANG_SEED` which.

mod binary;
mod code;
mod constant;
mod pattern;

use super::sequential::{Erlang, Source, setting};
use mazurka_random::Random;
use std::fmt::Write as _;

/// What an expression has, most of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Integer,
    Float,
    Atom,
    Boolean,
    List,
    Tuple,
    Record,
    Bits,
    Map,
    Function,
    Any,
}

const TYPES: [Type; 11] = [
    Type::Integer,
    Type::Float,
    Type::Atom,
    Type::Boolean,
    Type::List,
    Type::Tuple,
    Type::Record,
    Type::Bits,
    Type::Map,
    Type::Function,
    Type::Any,
];

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Integer => "integer",
            Type::Float => "float",
            Type::Atom => "atom",
            Type::Boolean => "boolean",
            Type::List => "list",
            Type::Tuple => "tuple",
            Type::Record => "record",
            Type::Bits => "bits",
            Type::Map => "map",
            Type::Function => "function",
            Type::Any => "any",
        }
    }
}

/// Writes a module.
struct Writer {
    random: Random,
    /// Which release compiles it.
    release: u32,
    /// How many variables there were.
    fresh: u32,
    /// Those that may be used.
    variables: Vec<(String, Type)>,
    /// Functions that may be called, with the types of their arguments.
    leaves: Vec<(String, Vec<Type>)>,
    /// How many expressions the function may still have.
    left: u32,
}

/// Functions that every module has.
const HELPERS: &str = r#"
id(X) -> X.
len([]) -> 0;
len([_ | T]) -> 1 + len(T).
rev(L) -> rev(L, []).
rev([], Acc) -> Acc;
rev([H | T], Acc) -> rev(T, [H | Acc]).
loop(0, Acc, _) -> Acc;
loop(N, Acc, F) -> loop(N - 1, F(Acc), F).
deep(0, F) -> F();
deep(N, F) -> [N | deep(N - 1, F)].
wrap(F) -> X = F(), {wrapped, X}.
clause(a, 1) -> one;
clause(b, [_ | _]) -> two;
clause(#r{x = 1}, _) -> three.
grow(0, B) -> B;
grow(N, B) -> grow(N - 1, <<B/binary, N, (N * 7):16>>).
share(N, X, Y) ->
    B = grow(N, <<>>),
    C = <<B/binary, X/bits>>,
    D = <<B/binary, Y/bits>>,
    E = <<C/bits, 7>>,
    {B, C, D, E, <<D/bits, X/bits>>, <<B/binary, 1>>}.
text(X) ->
    Text = list_to_binary(io_lib:format(FORMAT, [X])),
    case binary:match(Text, <<"sequential">>) of
        nomatch -> Text;
        _ -> <<"a trace">>
    end.
bytes(<<>>) -> [];
bytes(<<B, R/bits>>) -> [B | bytes(R)];
bytes(R) -> R.
"#;

/// A module with N functions, each of which is called N times.
fn module(random: &mut Random, release: u32, name: &str, functions: usize, calls: usize) -> String {
    let mut writer = Writer {
        random: Random::new(random.bits()),
        release,
        fresh: 0,
        variables: Vec::new(),
        leaves: Vec::new(),
        left: 0,
    };
    let mut text = format!("-module({name}).\n-compile([export_all, nowarn_export_all]).\n");
    text.push_str("-record(r, {x = 1, y, z = []}).\n-record(s, {a :: integer(), b = <<>>}).\n");
    // From OTP 26 on maps are written in the order of their keys only if that is asked for.
    let format = if release >= 26 { "\"~kw\"" } else { "\"~w\"" };
    text.push_str(&HELPERS.replace("FORMAT", format));
    let mut all = Vec::new();
    for number in 0..functions {
        let count = writer.random.below(4);
        let types: Vec<Type> = (0..count).map(|_| *writer.random.pick(&TYPES)).collect();
        writer.left = 30;
        let name = format!("f{number}");
        text.push_str(&writer.function(&name, &types, number % 4 != 0));
        if number % 4 == 0 {
            writer.leaves.push((name, types.clone()));
        }
        all.push(types);
    }
    const SIZE: usize = 24;
    let names: Vec<&str> = TYPES.iter().map(|of| of.name()).collect();
    writeln!(text, "pools() -> [{}].", names.join(", ")).expect("a string");
    let pools = TYPES.map(|of| {
        let items: Vec<String> = (0..SIZE).map(|_| writer.constant(of, 0)).collect();
        format!("pool({}) -> [{}]", of.name(), items.join(", "))
    });
    writeln!(text, "{}.", pools.join(";\n")).expect("a string");
    let mut list = Vec::new();
    for (number, types) in all.iter().enumerate() {
        // What has no arguments always does the same.
        for _ in 0..if types.is_empty() { 1 } else { calls } {
            let mut arg = |of: &Type| {
                let of = match writer.random.percent(10) {
                    true => *writer.random.pick(&TYPES),
                    false => *of,
                };
                format!("{{{}, {}}}", of.name(), writer.random.between(1, SIZE))
            };
            let args: Vec<String> = types.iter().map(&mut arg).collect();
            list.push(format!("{{{name}, f{number}, [{}]}}", args.join(", ")));
        }
    }
    writeln!(text, "calls() -> [{}].", list.join(",\n")).expect("a string");
    text
}

/// What the compiler may be told, by release.
fn options(release: u32) -> &'static [&'static str] {
    match release {
        ..26 => &[
            "[]",
            "[no_copt]",
            "[]",
            "[no_ssa_opt]",
            "[r24]",
            "[r22]",
            "[r23]",
            "[no_type_opt, no_bool_opt]",
            "[no_bsm_opt, no_postopt]",
        ],
        26..28 => &[
            "[]",
            "[no_copt]",
            "[]",
            "[no_ssa_opt]",
            "[line_coverage]",
            "[r24]",
            "[r25]",
        ],
        _ => &[
            "[]",
            "[no_copt]",
            "[]",
            "[no_ssa_opt]",
            "[line_coverage]",
            "[r26]",
            "[r27]",
        ],
    }
}

#[test]
fn random_functions() {
    let Some(erlang) = Erlang::find() else {
        return;
    };
    const IN_MODULE: usize = 60;
    let functions = setting("MAZURKA_ERLANG_FUNCTIONS", 1080) as usize;
    let mut random = Random::new(setting("MAZURKA_ERLANG_SEED", 1));
    let options = options(erlang.release);
    let modules: Vec<Source> = (0..functions.div_ceil(IN_MODULE))
        .map(|number| {
            let name = format!("random{number}");
            let text = module(&mut random, erlang.release, &name, IN_MODULE, 30);
            Source {
                name,
                text,
                options: options[number % options.len()],
            }
        })
        .collect();
    erlang.compare("expressions", &modules);
}
