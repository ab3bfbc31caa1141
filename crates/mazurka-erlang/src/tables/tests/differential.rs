//! Random operations and match specifications, against the real machine.
//!
//! The order of objects in other tables than ordered sets is a table's own: there, lists are
//! compared without it.

use super::World;
use crate::compare;
use crate::heap::Heap;
use crate::match_spec::tests::text::{parse, show};
use crate::match_spec::{Spec, test};
use crate::raise::Raise;
use crate::tables::{Effect, Op, What};
use crate::term::Term;
use mazurka_random::Random;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

/// Runs the cases of a file: one result for a line. In OTP up to 25.2, the objects of a list may
/// be inserted in reverse order; they are inserted one by one then.
const DRIVER: &str = r"
-module(ets_driver).
-export([main/1]).
main([In, Out]) ->
    {ok, Cases} = file:consult(In),
    {ok, F} = file:open(Out, [write, raw, delayed_write]),
    Old = is_old(),
    [ok = file:write(F, io_lib:format('~w~n', [run(C, Old)])) || C <- Cases],
    file:close(F),
    halt().
run({test, Object, Spec}, _) ->
    try erlang:match_spec_test(Object, Spec, table) of
        {ok, R, _, _} -> {ok, R};
        E -> E
    catch _:R -> R end;
run({Kind, KeyPos, Ops}, Old) ->
    T = ets:new(t, [named_table, Kind, {keypos, KeyPos}]),
    R = [try op(KeyPos, Old, Op) catch error:E -> E end || Op <- Ops],
    ets:delete(T),
    R.
is_old() ->
    T = ets:new(x, [bag]),
    ets:insert(T, [{a, 1}, {a, 2}]),
    R = ets:lookup(T, a) =:= [{a, 2}, {a, 1}],
    ets:delete(T),
    R.
op(P, true, {F, [L]}) when F =:= insert, is_list(L); F =:= insert_new, is_list(L) ->
    case lists:all(fun(O) -> is_tuple(O) andalso tuple_size(O) >= P end, L) of
        false -> ets:F(t, L);
        true ->
            New = not lists:any(fun(O) -> ets:member(t, element(P, O)) end, L),
            case F =:= insert orelse New of
                true -> [ets:insert(t, O) || O <- L], true;
                false -> false
            end
    end;
op(_, _, {is_next, [K]}) -> ets:next(t, K), true;
op(_, _, {keys, []}) -> keys(ets:first(t));
op(_, _, {chunks, [F, Spec, N]}) -> chunks(F, ets:F(t, Spec, N));
op(_, _, {F, Args}) -> apply(ets, F, [t | Args]).
keys('$end_of_table') -> [];
keys(K) -> [K | keys(ets:next(t, K))].
chunks(_, '$end_of_table') -> [];
chunks(F, {L, C}) -> [length(L), L | chunks(F, ets:F(C))].
";

/// Makes terms as text.
struct Maker {
    random: Random,
    /// In a body: the real machine forgets to copy variables that `andalso` and `orelse` did
    /// not come to.
    in_body: bool,
    key_position: usize,
    /// The variables of the head, if it was made.
    variables: Vec<String>,
}

impl Maker {
    fn key(&mut self) -> String {
        let keys = [
            "1",
            "2",
            "3",
            "1.0",
            "2.0",
            "a",
            "b",
            "c",
            "{a,1}",
            "[x]",
            "#{a => 1}",
            "<<1>>",
            "18446744073709551616",
            "-1",
            "0.5",
            "[]",
            "{}",
        ];
        let most = if self.random.percent(70) {
            8
        } else {
            keys.len()
        };
        keys[self.random.below(most)].to_owned()
    }

    fn value(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 6 } else { 9 }) {
            0..=3 => self.key(),
            4 => self.random.below(5).to_string(),
            5 => (*self.random.pick(&["true", "false", "x", "'$1'", "'_'"])).to_owned(),
            6 => format!("{{{},{}}}", self.value(depth - 1), self.value(depth - 1)),
            7 => format!("[{},{}]", self.value(depth - 1), self.value(depth - 1)),
            _ => format!("#{{{} => {}}}", self.key(), self.value(depth - 1)),
        }
    }

    fn object(&mut self) -> String {
        match self.random.below(40) {
            0 => "{}".to_owned(),
            1 => "a".to_owned(),
            2..=4 => format!("{{{}}}", self.key()),
            5..=12 => format!("{{{},{},{}}}", self.key(), self.value(1), self.key()),
            13..=28 => format!("{{{},{}}}", self.key(), self.random.below(4)),
            _ => format!("{{{},{}}}", self.key(), self.value(2)),
        }
    }

    /// What can be an object in all tables here.
    fn plain(&mut self) -> String {
        match self.random.percent(60) {
            true => format!("{{{},{}}}", self.key(), self.random.below(4)),
            false => format!("{{{},{}}}", self.key(), self.value(2)),
        }
    }

    fn objects(&mut self) -> String {
        if self.random.percent(60) {
            return self.object();
        }
        let count = self.random.below(4);
        let objects: Vec<String> = (0..count).map(|_| self.object()).collect();
        format!("[{}]", objects.join(","))
    }

    fn variable(&mut self) -> String {
        if !self.variables.is_empty() && self.random.percent(97) {
            return self.random.pick(&self.variables).clone();
        }
        format!("'${}'", self.random.between(1, 3))
    }

    fn pattern(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 8 } else { 12 }) {
            0..=3 => self.variable(),
            4 => "'_'".to_owned(),
            5..=7 => self.key(),
            8 => format!("{{{}}}", self.pattern(depth - 1)),
            9 => format!(
                "{{{},{}}}",
                self.pattern(depth - 1),
                self.pattern(depth - 1)
            ),
            10 => format!("[{}|{}]", self.pattern(depth - 1), self.pattern(depth - 1)),
            _ => format!("#{{{} => {}}}", self.key(), self.pattern(depth - 1)),
        }
    }

    fn head(&mut self) -> String {
        match self.random.below(12) {
            0 => "'_'".to_owned(),
            1 => self.variable(),
            2 => self.pattern(2),
            3 => format!("{{{}}}", self.pattern(1)),
            4 => format!(
                "{{{},{},{}}}",
                self.pattern(1),
                self.pattern(2),
                self.pattern(1)
            ),
            5..=8 => "{'$1','$2'}".to_owned(),
            9 => format!("{{'$1',{}}}", self.pattern(2)),
            _ => format!("{{{},{}}}", self.pattern(1), self.pattern(2)),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        let leaf = depth == 0 || self.random.percent(25);
        if leaf {
            return match self.random.below(20) {
                0..=9 => self.variable(),
                10 => "'$_'".to_owned(),
                11 => "'$$'".to_owned(),
                12 => "true".to_owned(),
                13 => format!("{{const,{}}}", self.value(1)),
                14 => "{node}".to_owned(),
                15 => "{element,1,'$_'}".to_owned(),
                16 => "foo".to_owned(),
                _ => self.random.below(4).to_string(),
            };
        }
        let one = [
            "is_atom",
            "is_float",
            "is_integer",
            "is_list",
            "is_number",
            "is_pid",
            "is_port",
            "is_reference",
            "is_tuple",
            "is_map",
            "is_binary",
            "is_function",
            "not",
            "abs",
            "hd",
            "length",
            "map_size",
            "round",
            "size",
            "tl",
            "trunc",
            "float",
            "bit_size",
            "byte_size",
            "+",
            "-",
            "bnot",
            "node",
        ];
        let two = [
            "+",
            "-",
            "*",
            "/",
            "div",
            "rem",
            "band",
            "bor",
            "bxor",
            "bsl",
            "bsr",
            ">",
            ">=",
            "<",
            "=<",
            "=:=",
            "==",
            "=/=",
            "/=",
            "xor",
            "element",
            "map_get",
            "is_map_key",
            "and",
            "or",
            "andalso",
            "orelse",
            ">",
            "=:=",
            "==",
            "<",
        ];
        match self.random.below(30) {
            0..=8 => {
                let name = *self.random.pick(&one);
                format!("{{'{name}',{}}}", self.expression(depth - 1))
            }
            9..=20 => {
                let name = *self.random.pick(&two);
                let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
                // Shifts are kept small.
                match name {
                    "andalso" | "orelse" if self.in_body => format!("{{'and',{a},{b}}}"),
                    "bsl" => format!("{{'bsl',{a},{}}}", self.random.below(70)),
                    _ => format!("{{'{name}',{a},{b}}}"),
                }
            }
            21 => {
                let name = *self
                    .random
                    .pick(&["and", "or", "andalso", "orelse", "is_record"]);
                let name = match name {
                    "andalso" | "orelse" if self.in_body => "or",
                    name => name,
                };
                let parts = [0, 1, 2].map(|_| self.expression(depth - 1));
                format!("{{'{name}',{}}}", parts.join(","))
            }
            22 => format!("{{is_record,{},a,2}}", self.expression(depth - 1)),
            23..=24 => format!(
                "{{{{{},{}}}}}",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            25 => format!("{{{{{}}}}}", self.expression(depth - 1)),
            26 => format!(
                "[{},{}]",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            27 => format!("#{{a => {}}}", self.expression(depth - 1)),
            28 => format!("{{binary_part,{},0,1}}", self.expression(depth - 1)),
            _ => self.value(1),
        }
    }

    fn clause(&mut self) -> String {
        self.variables.clear();
        let head = self.head();
        let variables = ["'$1'", "'$2'", "'$3'"].into_iter();
        let variables = variables.filter(|variable| head.contains(variable));
        self.variables = variables.map(str::to_owned).collect();
        let guards: Vec<String> = match self.random.below(4) {
            0 | 1 => Vec::new(),
            2 => vec![self.expression(2)],
            _ => vec![self.expression(3), self.expression(1)],
        };
        self.in_body = true;
        let body = match self.random.below(10) {
            0..=2 => "'$_'".to_owned(),
            3 => "'$$'".to_owned(),
            4..=5 => "true".to_owned(),
            6 => format!("{{{{{},{}}}}}", self.variable(), self.expression(1)),
            7 => format!("{},{}", self.expression(1), self.expression(2)),
            _ => self.expression(2),
        };
        self.in_body = false;
        self.variables.clear();
        format!("{{{head},[{}],[{body}]}}", guards.join(","))
    }

    fn spec(&mut self) -> String {
        let count = *self.random.pick(&[1, 1, 1, 1, 2, 2, 3]);
        let clauses: Vec<String> = (0..count).map(|_| self.clause()).collect();
        format!("[{}]", clauses.join(","))
    }

    fn counter(&mut self) -> String {
        let position = self.random.below(4);
        let number = self.random.below(5) as i64 - 2;
        match self.random.below(4) {
            0 | 1 => format!("{{{position},{number}}}"),
            2 => format!("{{{position},{number},{},0}}", self.random.below(6)),
            _ => number.to_string(),
        }
    }

    fn operation(&mut self, ordered: bool) -> String {
        let key = self.key();
        match self.random.below(if ordered { 40 } else { 35 }) {
            0..=5 => format!("{{insert,[{}]}}", self.objects()),
            6..=7 => format!("{{insert_new,[{}]}}", self.objects()),
            8 => format!("{{lookup,[{key}]}}"),
            9 => format!("{{lookup_element,[{key},{}]}}", self.random.below(4)),
            10 => format!("{{member,[{key}]}}"),
            11 => format!("{{take,[{key}]}}"),
            12 => format!("{{delete,[{key}]}}"),
            13 => format!("{{delete_object,[{}]}}", self.object()),
            14 => format!("{{update_counter,[{key},{}]}}", self.counter()),
            15 => format!(
                "{{update_counter,[{key},[{},{}]]}}",
                self.counter(),
                self.counter()
            ),
            16 => {
                // A default without a key may crash the real machine, and one that cannot be
                // updated leaves a key behind.
                let position = 3 - self.key_position;
                let numbers = [0, 1, 2].map(|_| self.random.below(3));
                let [by, first, second] = numbers;
                format!("{{update_counter,[{key},{{{position},{by}}},{{{first},{second}}}]}}")
            }
            17 => {
                let (position, value) = (self.random.below(4), self.value(1));
                format!("{{update_element,[{key},{{{position},{value}}}]}}")
            }
            18..=20 => format!("{{select,[{}]}}", self.spec()),
            21 => format!("{{select_count,[{}]}}", self.spec()),
            22 => format!("{{internal_select_delete,[{}]}}", self.spec()),
            23 => format!("{{select_replace,[{}]}}", self.spec()),
            24 => format!("{{match,[{}]}}", self.head()),
            25 => format!("{{match_object,[{}]}}", self.head()),
            26 => format!("{{select_reverse,[{}]}}", self.spec()),
            27 => {
                let count = self.random.between(1, 3);
                format!("{{chunks,[select,{},{count}]}}", self.spec())
            }
            28 => "{keys,[]}".to_owned(),
            29 => "{info,[size]}".to_owned(),
            30 => match self.random.percent(20) {
                true => "{internal_delete_all,[undefined]}".to_owned(),
                false => "{match_object,['_']}".to_owned(),
            },
            31 => {
                let on = *self.random.pick(&["true", "false"]);
                format!("{{safe_fixtable,[{on}]}}")
            }
            32 => format!("{{is_next,[{key}]}}"),
            33 => {
                let items = [
                    "keypos",
                    "type",
                    "name",
                    "protection",
                    "named_table",
                    "heir",
                    "fixed",
                    "compressed",
                    "foo",
                ];
                format!("{{info,[{}]}}", self.random.pick(&items))
            }
            34 => {
                let name = *self.random.pick(&["match", "match_object"]);
                let (head, count) = (self.head(), self.random.between(1, 3));
                format!("{{chunks,[{name},{head},{count}]}}")
            }
            35 => format!("{{next,[{key}]}}"),
            36 => format!("{{prev,[{key}]}}"),
            37 => "{last,[]}".to_owned(),
            38 => format!("{{slot,[{}]}}", self.random.below(5)),
            _ => format!("{{chunks,[select_reverse,{},2]}}", self.spec()),
        }
    }

    fn case(&mut self) -> String {
        if self.random.percent(50) {
            return format!("{{test,{},{}}}", self.object(), self.spec());
        }
        let kind = *self
            .random
            .pick(&["set", "ordered_set", "bag", "duplicate_bag"]);
        let position = if self.random.percent(85) { 1 } else { 2 };
        self.key_position = position;
        let count = self.random.between(5, 25);
        let operations = (0..count).map(|_| self.operation(kind == "ordered_set"));
        let mut operations: Vec<String> = operations.collect();
        let objects: Vec<String> = (0..6).map(|_| self.plain()).collect();
        operations.insert(0, format!("{{insert,[[{}]]}}", objects.join(",")));
        format!("{{{kind},{position},[{}]}}", operations.join(","))
    }
}

/// What a case gives here. Also judges going back, footprints and what passes.
fn run(world: &mut World, case: Term) -> Vec<Result<Term, Raise>> {
    let parts = world.heap.elements(case).expect("a tuple");
    if world.heap.atom_text(parts[0]) == Some("test") {
        let dialect = world.heap.atom("table");
        let heap = &mut world.heap;
        return vec![test(heap, &[parts[1], parts[2], dialect], 0).map(|result| {
            let elements = heap.elements(result).expect("a tuple");
            heap.tuple(&elements[..2])
        })];
    }
    let position = parts[1].as_small().expect("a number");
    let kind = show(&world.heap, parts[0]);
    let options = format!("[t,[named_table,{kind},{{keypos,{position}}}]]");
    assert_eq!(world.call_as(0, "new", &options), "t");
    let operations = world.heap.as_list(parts[2]).expect("a list");
    operations
        .into_iter()
        .map(|operation| step(world, operation))
        .collect()
}

fn step(world: &mut World, operation: Term) -> Result<Term, Raise> {
    let parts = world.heap.elements(operation).expect("a pair");
    let name = world.heap.atom_text(parts[0]).expect("an atom").to_owned();
    let mut args = world.heap.as_list(parts[1]).expect("a list");
    let table = world.heap.atom("t");
    match name.as_str() {
        "keys" => {
            let mut keys = Vec::new();
            let mut next = world.run("first", &[table], 0)?;
            while next != crate::atoms::END_OF_TABLE {
                keys.push(next);
                next = world.run("next", &[table, next], 0)?;
            }
            return Ok(world.heap.list(&keys));
        }
        "is_next" => {
            world.run("next", &[table, args[0]], 0)?;
            return Ok(crate::atoms::TRUE);
        }
        "chunks" => {
            let name = world.heap.atom_text(args[0]).expect("an atom").to_owned();
            let mut chunks = Vec::new();
            let mut next = world.run(&name, &[table, args[1], args[2]], 0)?;
            while let Some((at, 2)) = world.heap.as_tuple(next) {
                let (chunk, rest) = (world.heap.term_at(at), world.heap.term_at(at + 1));
                let length = world.heap.as_list(chunk).map_or(0, |chunk| chunk.len());
                chunks.extend([Term::small(length as i64), chunk]);
                next = world.run(&name, &[rest], 0)?;
            }
            return Ok(world.heap.list(&chunks));
        }
        _ => {}
    }
    args.insert(0, table);
    let before = dump(world);
    let op = Op::find(&name, args.len()).expect("an operation");
    let footprint = world.tables.footprint(&mut world.heap, op, &args, 0, 0);
    let marks = (world.heap.mark(), world.tables.mark());
    let _ = world.run(&name, &args, 0);
    world.tables.go_back(&marks.1);
    world.heap.go_back(&marks.0);
    assert_eq!(before, dump(world), "going back from {name}");
    if let What::Scan { spec, .. } = footprint.what {
        let compiled = Spec::compile(&world.heap, spec).expect("it is valid");
        for object in objects(world) {
            let passes = compiled.passes(&mut world.heap, object, 0);
            let runs = compiled.run(&mut world.heap, object, 0);
            if !matches!(runs, Err(Raise::Unsupported(_))) {
                assert_eq!(passes, runs.map(|result| result.is_some()));
            }
        }
    }
    let result = world.run(&name, &args, 0);
    let kind = &footprint.what;
    for effect in &world.tables.effects {
        let Effect::Changed {
            key, before, after, ..
        } = effect
        else {
            panic!("{effect:?}");
        };
        assert_ne!(before, after);
        let same = |other: &Term| compare::equal(&world.heap, *key, *other);
        let foreseen = match kind {
            What::Key(key, _) => same(key),
            What::Keys(keys) => keys.iter().any(|(key, _)| same(key)),
            What::Scan { changes, .. } => *changes,
            What::Clear => true,
            _ => false,
        };
        assert!(foreseen, "{name} changed a key, not foreseen by {kind:?}");
    }
    if result.is_err() {
        assert_eq!(before, dump(world), "{name} failed");
    }
    result
}

fn objects(world: &mut World) -> Vec<Term> {
    let table = world.heap.atom("t");
    let all = world.heap.atom("_");
    let list = world.run("match_object", &[table, all], 0).expect("a list");
    world.heap.as_list(list).expect("a list")
}

/// All about the tables, as text.
fn dump(world: &World) -> String {
    let mut text = format!("{:?}{:?}", world.tables.names, world.tables.ids);
    for table in &world.tables.tables {
        let _ = write!(text, "{:?} {}", table.properties, table.size);
        for entry in &table.entries {
            let _ = write!(text, "{:?} {:?}", entry.key, entry.objects);
        }
    }
    text
}

/// Are these the same, but for the order of lists of results?
fn same(heap: &Heap, kind: &str, name: &str, ours: Term, theirs: Term) -> bool {
    if compare::identical(heap, ours, theirs) {
        return true;
    }
    if name == "test" {
        return same_errors(heap, ours, theirs).unwrap_or(false);
    }
    let many = [
        "select",
        "match",
        "match_object",
        "select_reverse",
        "keys",
        "chunks",
    ];
    if kind == "ordered_set" || !many.contains(&name) {
        return false;
    }
    let (Some(mut ours), Some(mut theirs)) = (heap.as_list(ours), heap.as_list(theirs)) else {
        return false;
    };
    if name == "chunks" {
        // All results together, and the lengths of chunks.
        let flat = |chunks: &[Term]| -> Vec<Term> {
            let lists = chunks.iter().skip(1).step_by(2);
            let mut all: Vec<Term> = lists
                .flat_map(|list| heap.as_list(*list).expect("a list"))
                .collect();
            all.extend(chunks.iter().step_by(2));
            all
        };
        (ours, theirs) = (flat(&ours), flat(&theirs));
    }
    let order = |a: &Term, b: &Term| compare::compare_keys(heap, *a, *b);
    ours.sort_by(order);
    theirs.sort_by(order);
    ours.len() == theirs.len()
        && (ours.iter().zip(&theirs)).all(|(a, b)| compare::identical(heap, *a, *b))
}

/// Are these the same messages? Terms in them may be written otherwise, and the real machine
/// tells about mistakes in keys of maps twice.
fn same_errors(heap: &Heap, ours: Term, theirs: Term) -> Option<bool> {
    let messages = |result: Term| {
        let elements = heap.elements(result)?;
        let [crate::atoms::ERROR, errors] = elements[..] else {
            return None;
        };
        let errors = heap.as_list(errors)?.into_iter();
        let texts = errors.map(|error| {
            let text = show(heap, *heap.elements(error)?.get(1)?);
            let wanted = "32,105,115,32,110,101,105,116,104,101,114,32";
            Some(
                text.find(wanted)
                    .map_or(text.clone(), |at| text[at..at + 100].to_owned()),
            )
        });
        let mut texts = texts.collect::<Option<Vec<String>>>()?;
        texts.dedup();
        Some(texts)
    };
    Some(messages(ours)? == messages(theirs)?)
}

impl Maker {
    fn new(seed: u64) -> Maker {
        Maker {
            random: Random::new(seed),
            in_body: false,
            key_position: 1,
            variables: Vec::new(),
        }
    }
}

#[test]
fn random_operations_are_undone_and_foreseen() {
    let mut maker = Maker::new(5);
    for _ in 0..300 {
        let mut world = World::new();
        let case = parse(&mut world.heap, &maker.case());
        run(&mut world, case);
    }
}

#[test]
fn as_the_real_machine() {
    if Command::new("erlc").arg("-help").output().is_err() {
        eprintln!("there is no erlc: tables are not compared with those of Erlang");
        return;
    }
    let number = |name: &str, usual| match std::env::var(name) {
        Ok(value) => value.parse().expect("a number"),
        Err(_) => usual,
    };
    let cases: usize = number("ETS_CASES", 2_000);
    let seed = number("ETS_SEED", 1) as u64;
    let directory = std::env::temp_dir().join(format!("ets-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let mut maker = Maker::new(seed);
    let cases: Vec<String> = (0..cases).map(|_| maker.case()).collect();
    let text: String = cases.iter().map(|case| format!("{case}.\n")).collect();
    std::fs::write(directory.join("in"), text).expect("a file");
    std::fs::write(directory.join("ets_driver.erl"), DRIVER).expect("a file");
    let command = |name: &str, arguments: &[&str]| {
        let mut command = Command::new(name);
        let status = command.args(arguments).current_dir(&directory).status();
        assert!(status.expect("it runs").success(), "{name}");
    };
    command("erlc", &["ets_driver.erl"]);
    let call = "ets_driver:main([\"in\", \"out\"])";
    command("erl", &["-noshell", "-eval", call]);
    let out = std::fs::read_to_string(directory.join("out")).expect("a file");
    std::fs::remove_dir_all(&directory).expect("it was made here");
    let (mut compared, mut unsupported, mut different) = (0, 0, 0);
    // By operation: how many results there were, and how many of them tell something.
    let mut telling: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (case, line) in cases.iter().zip(out.lines()) {
        let mut world = World::new();
        let term = parse(&mut world.heap, case);
        let theirs = parse(&mut world.heap, line);
        let parts = world.heap.elements(term).expect("a tuple");
        let kind = show(&world.heap, parts[0]);
        let ours = run(&mut world, term);
        let (names, theirs) = match kind.as_str() {
            "test" => (vec!["test".to_owned()], vec![theirs]),
            _ => {
                let operations = world.heap.as_list(parts[2]).expect("a list");
                let names = operations.iter().map(|operation| {
                    let parts = world.heap.elements(*operation).expect("a pair");
                    show(&world.heap, parts[0])
                });
                let theirs = world.heap.as_list(theirs).expect("a list");
                (names.collect(), theirs)
            }
        };
        assert_eq!(ours.len(), theirs.len());
        for (i, (ours, theirs)) in ours.into_iter().zip(theirs).enumerate() {
            let ours = match ours {
                Ok(term) | Err(Raise::Error(term)) => term,
                Err(_) => {
                    unsupported += 1;
                    break;
                }
            };
            compared += 1;
            let heap = &world.heap;
            let text = show(heap, ours);
            let trivial = ["badarg", "[]", "0", "{ok,false}", "true", "false"];
            let is_trivial = trivial.contains(&&*text) || text.starts_with("{error,");
            let count = telling.entry(names[i].clone()).or_insert((0, 0));
            count.0 += 1;
            count.1 += usize::from(!is_trivial);
            if !same(heap, &kind, &names[i], ours, theirs) {
                different += 1;
                if different < 20 {
                    let (ours, theirs) = (show(heap, ours), show(heap, theirs));
                    println!(
                        "{case}\n  {i} {}\n  ours   {ours}\n  theirs {theirs}",
                        names[i]
                    );
                }
                break;
            }
        }
    }
    println!("{telling:?}");
    println!("{compared} compared, {different} different, {unsupported} unsupported");
    assert_eq!(different, 0);
}
