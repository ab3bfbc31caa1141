//! Tables, with results as the real machine has them.

mod differential;

use super::{Caller, Effect, Exit, Footprint, KeyKind, Op, Tables, What};
use crate::heap::Heap;
use crate::match_spec::tests::text::{parse, show};
use crate::raise::Raise;
use crate::term::Term;

/// Tables, and a heap for them. Processes up to 9 are alive.
pub(super) struct World {
    pub(super) heap: Heap,
    pub(super) tables: Tables,
    references: u64,
}

pub(super) fn alive(pid: u32) -> bool {
    pid < 10
}

impl World {
    pub(super) fn new() -> World {
        World {
            heap: Heap::new(1 << 24),
            tables: Tables::default(),
            references: 0,
        }
    }

    /// Runs an operation.
    pub(super) fn run(&mut self, name: &str, args: &[Term], pid: u32) -> Result<Term, Raise> {
        let op = Op::find(name, args.len()).expect("a native function");
        self.references += 1;
        let caller = Caller {
            pid,
            reference: self.references,
            alive: &alive,
        };
        self.tables.run(&mut self.heap, op, args, &caller)
    }

    /// Runs an operation that is written as text: a name, and a list of arguments.
    pub(super) fn call_as(&mut self, pid: u32, name: &str, args: &str) -> String {
        let args = parse(&mut self.heap, args);
        let args = self.heap.as_list(args).expect("a list");
        match self.run(name, &args, pid) {
            Ok(term) => show(&self.heap, term),
            Err(Raise::Error(reason)) => show(&self.heap, reason),
            Err(other) => format!("{other:?}"),
        }
    }

    fn call(&mut self, name: &str, args: &str) -> String {
        self.call_as(0, name, args)
    }

    fn footprint(&mut self, name: &str, args: &str) -> Footprint {
        let args = parse(&mut self.heap, args);
        let args = self.heap.as_list(args).expect("a list");
        let op = Op::find(name, args.len()).expect("a native function");
        let reference = self.references + 1;
        (self.tables).footprint(&mut self.heap, op, &args, 0, reference)
    }
}

#[test]
fn sets() {
    let mut world = World::new();
    assert_eq!(world.call("new", "[t,[named_table]]"), "t");
    assert_eq!(world.call("insert", "[t,{a,1}]"), "true");
    assert_eq!(world.call("insert", "[t,[{b,1},{b,2}]]"), "true");
    assert_eq!(world.call("insert", "[t,[{c,1},d]]"), "badarg");
    assert_eq!(world.call("insert", "[t,[]]"), "true");
    assert_eq!(world.call("lookup", "[t,b]"), "[{b,2}]");
    assert_eq!(world.call("lookup", "[t,c]"), "[]");
    assert_eq!(world.call("insert_new", "[t,[{c,1},{a,2}]]"), "false");
    assert_eq!(world.call("member", "[t,c]"), "false");
    assert_eq!(world.call("lookup_element", "[t,b,2]"), "2");
    assert_eq!(world.call("lookup_element", "[t,b,3]"), "badarg");
    assert_eq!(world.call("lookup_element", "[t,c,2,none]"), "none");
    assert_eq!(world.call("take", "[t,b]"), "[{b,2}]");
    assert_eq!(world.call("info", "[t,size]"), "1");
    assert_eq!(world.call("next", "[t,nokey]"), "badarg");
    assert_eq!(world.call("first", "[t]"), "a");
    assert_eq!(world.call("next", "[t,a]"), "'$end_of_table'");
    assert_eq!(world.call("first_lookup", "[t]"), "{a,[{a,1}]}");
    assert_eq!(world.call("delete", "[t,a]"), "true");
    assert_eq!(world.call("first", "[t]"), "'$end_of_table'");
    assert_eq!(world.call("delete", "[t]"), "true");
    assert_eq!(world.call("delete", "[t]"), "badarg");
    assert_eq!(world.call("lookup", "[t,a]"), "badarg");
    assert_eq!(world.call("info", "[t,size]"), "undefined");
}

#[test]
fn ordered_sets() {
    let mut world = World::new();
    world.call("new", "[o,[named_table,ordered_set]]");
    world.call("insert", "[o,[{1,1},{2,4},{3,9}]]");
    assert_eq!(world.call("lookup", "[o,1.0]"), "[{1,1}]");
    assert_eq!(world.call("match", "[o,{1.0,'$1'}]"), "[]");
    assert_eq!(world.call("insert", "[o,{1.0,z}]"), "true");
    assert_eq!(world.call("first", "[o]"), "1.0");
    assert_eq!(world.call("insert_new", "[o,{1,z}]"), "false");
    assert_eq!(world.call("delete_object", "[o,{1,z}]"), "true");
    assert_eq!(world.call("next", "[o,1]"), "2");
    assert_eq!(world.call("next", "[o,2.5]"), "3");
    assert_eq!(world.call("prev", "[o,2.5]"), "2");
    assert_eq!(world.call("update_counter", "[o,2.0,1]"), "5");
    assert_eq!(world.call("last", "[o]"), "3");
    assert_eq!(world.call("slot", "[o,1]"), "[{2,5}]");
    assert_eq!(world.call("slot", "[o,3]"), "'$end_of_table'");
    assert_eq!(world.call("slot", "[o,4]"), "badarg");
    let reversed = world.call("select_reverse", "[o,[{{'$1','_'},[],['$1']}]]");
    assert_eq!(reversed, "[3,2,1.0]");
}

#[test]
fn bags() {
    let mut world = World::new();
    world.call("new", "[b,[named_table,bag]]");
    world.call("new", "[d,[named_table,duplicate_bag]]");
    for table in ["b", "d"] {
        world.call("insert", &format!("[{table},[{{a,1}},{{a,2}},{{a,1}}]]"));
        world.call("insert", &format!("[{table},{{a,2}}]"));
    }
    assert_eq!(world.call("lookup", "[b,a]"), "[{a,1},{a,2}]");
    assert_eq!(world.call("lookup", "[d,a]"), "[{a,1},{a,2},{a,1},{a,2}]");
    assert_eq!(world.call("info", "[d,size]"), "4");
    assert_eq!(world.call("delete_object", "[d,{a,1}]"), "true");
    assert_eq!(world.call("lookup_element", "[d,a,2]"), "[2,2]");
    assert_eq!(world.call("update_counter", "[b,a,1]"), "badarg");
    assert_eq!(world.call("update_element", "[b,a,[]]"), "badarg");
    assert_eq!(world.call("insert_new", "[b,{a,3}]"), "false");
    assert_eq!(
        world.call("select_replace", "[b,[{'_',[],['$_']}]]"),
        "badarg"
    );
}

#[test]
fn counters_and_elements() {
    let mut world = World::new();
    world.call("new", "[t,[named_table]]");
    world.call("insert", "[t,{k,1,2,x,1.0}]");
    let mut counter = |update: &str| world.call("update_counter", &format!("[t,k,{update}]"));
    assert_eq!(counter("1"), "2");
    assert_eq!(counter("{2,-1}"), "1");
    for wrong in [
        "{1,1}",
        "{4,1}",
        "{6,1}",
        "{0,1}",
        "{2,1.0}",
        "{2,1,1}",
        "[1]",
        "a",
        "[{2,1},{9,1}]",
    ] {
        assert_eq!(counter(wrong), "badarg", "{wrong}");
    }
    assert_eq!(counter("{2,9,9,0}"), "0");
    assert_eq!(counter("{2,-1,0,7}"), "7");
    assert_eq!(counter("[{2,1},{2,1},{3,1}]"), "[8,9,3]");
    assert_eq!(counter("[]"), "[]");
    assert_eq!(counter("{2,18446744073709551616}"), "18446744073709551625");
    assert_eq!(world.call("update_counter", "[t,n,1]"), "badarg");
    assert_eq!(world.call("update_counter", "[t,n,1,{x,5}]"), "6");
    assert_eq!(world.call("update_counter", "[t,m,{3,1},{x,5}]"), "badarg");
    assert_eq!(world.call("lookup", "[t,m]"), "[]");
    assert_eq!(world.call("update_counter", "[t,n,1,a]"), "badarg");
    assert_eq!(world.call("update_counter", "[t,n,1,{}]"), "7");
    assert_eq!(world.call("update_element", "[t,n,{2,z}]"), "true");
    assert_eq!(world.call("update_element", "[t,n,{3,z}]"), "badarg");
    assert_eq!(world.call("update_element", "[t,q,{9,z}]"), "false");
    assert_eq!(world.call("update_element", "[t,q,{2,z},{a,b}]"), "true");
    assert_eq!(world.call("lookup", "[t,q]"), "[{q,z}]");
}

#[test]
fn chunks() {
    let mut world = World::new();
    world.call("new", "[t,[named_table]]");
    world.call("insert", "[t,[{1},{2},{3},{4},{5}]]");
    let mut results = Vec::new();
    let spec = "[{{'$1'},[],['$1']}]";
    let mut next = world.call("select", &format!("[t,{spec},2]"));
    while next != "'$end_of_table'" {
        let chunk = parse(&mut world.heap, &next);
        let parts = world.heap.elements(chunk).expect("a pair");
        results.push(show(&world.heap, parts[0]));
        // What is deleted meanwhile does no harm.
        world.call("delete", "[t,4]");
        let continuation = show(&world.heap, parts[1]);
        next = world.call("select", &format!("[{continuation}]"));
    }
    assert_eq!(results, ["[1,2]", "[3,5]"]);
    assert_eq!(world.call("select", "[foo]"), "badarg");
    assert_eq!(world.call("select", &format!("[t,{spec},0]")), "badarg");
    assert_eq!(world.call("select", "[t,[],1]"), "'$end_of_table'");
    assert_eq!(
        world.call("match_object", "[t,{1},1]"),
        "{[{1}],'$end_of_table'}"
    );
}

#[test]
fn deleting_in_a_fixed_table() {
    let mut world = World::new();
    world.call("new", "[t,[named_table,public]]");
    world.call("insert", "[t,[{1},{2},{3}]]");
    world.call("safe_fixtable", "[t,true]");
    world.call("delete", "[t,2]");
    assert_eq!(world.call("next", "[t,2]"), "3");
    assert_eq!(world.call("info", "[t,size]"), "2");
    assert_eq!(world.call("member", "[t,2]"), "false");
    assert_eq!(world.call("next", "[t,1]"), "3");
    let mark = world.tables.mark();
    world.call("safe_fixtable", "[t,false]");
    assert_eq!(world.call("next", "[t,2]"), "badarg");
    world.tables.go_back(&mark);
    assert_eq!(world.call("next", "[t,2]"), "3");
    world.call_as(1, "safe_fixtable", "[t,true]");
    world.tables.unfix_all(0);
    assert_eq!(world.call("next", "[t,2]"), "3");
    world.tables.unfix_all(1);
    assert_eq!(world.call("next", "[t,2]"), "badarg");
}

#[test]
fn rights() {
    let mut world = World::new();
    world.call("new", "[a,[named_table,public]]");
    world.call("new", "[b,[named_table,protected]]");
    world.call("new", "[c,[named_table,private]]");
    for (table, reads, writes) in [
        ("a", "[]", "true"),
        ("b", "[]", "badarg"),
        ("c", "badarg", "badarg"),
    ] {
        assert_eq!(world.call_as(1, "lookup", &format!("[{table},x]")), reads);
        assert_eq!(world.call_as(1, "insert", &format!("[{table},[]]")), writes);
        assert_eq!(world.call_as(1, "info", &format!("[{table},size]")), "0");
        assert_eq!(
            world.call_as(1, "setopts", &format!("[{table},[]]")),
            "badarg"
        );
    }
    assert_eq!(world.call_as(1, "rename", "[a,z]"), "z");
    assert_eq!(world.call_as(1, "delete", "[z]"), "true");
}

#[test]
fn names() {
    let mut world = World::new();
    assert_eq!(world.call("new", "[a,[]]"), "#Ref<0.1>");
    assert_eq!(world.call("whereis", "[a]"), "undefined");
    assert_eq!(world.call("new", "[a,[named_table]]"), "a");
    assert_eq!(world.call("whereis", "[a]"), "#Ref<0.3>");
    assert_eq!(world.call("new", "[a,[named_table]]"), "badarg");
    assert_eq!(world.call("rename", "[a,a]"), "badarg");
    let mark = world.tables.mark();
    assert_eq!(world.call("rename", "[a,b]"), "b");
    assert_eq!(world.call("whereis", "[a]"), "undefined");
    world.tables.go_back(&mark);
    assert_eq!(world.call("whereis", "[a]"), "#Ref<0.3>");
    for wrong in [
        "[1,[]]",
        "[a,[foo]]",
        "[a,[{keypos,0}]]",
        "[a,[set|a]]",
        "[a,set]",
        "[a,[{heir,a,d}]]",
        "[a,[{heir,none,d}]]",
    ] {
        assert_eq!(world.call("new", wrong), "badarg", "{wrong}");
    }
}

#[test]
fn owners_and_heirs() {
    let mut world = World::new();
    world.call("new", "[t,[named_table]]");
    let table = world.heap.atom("t");
    let data = world.heap.atom("data");
    let (heir, dead) = (Term::pid(1), Term::pid(99));
    let give = |world: &mut World, to: Term| world.run("give_away", &[table, to, data], 0);
    assert!(give(&mut world, dead).is_err());
    assert!(give(&mut world, Term::pid(0)).is_err());
    assert!(give(&mut world, table).is_err());
    let option = world.heap.atom("heir");
    let option = world.heap.tuple(&[option, heir, data]);
    assert!(world.run("setopts", &[table, option], 0).is_ok());
    assert_eq!(world.call("info", "[t,heir]"), "<1>");
    let id = world.tables.owned_by(0)[0];
    let mark = world.tables.mark();
    let exit = world.tables.exit(&mut world.heap, id, 0, &alive);
    assert_eq!(exit, Exit::Inherited);
    let [Effect::GivenAway { to: 1, message, .. }] = world.tables.effects[..] else {
        panic!("{:?}", world.tables.effects);
    };
    assert_eq!(show(&world.heap, message), "{'ETS-TRANSFER',t,<0>,data}");
    assert_eq!(world.tables.owned_by(1), [id]);
    // The heir is its own heir now, and that is none.
    let exit = world.tables.exit(&mut world.heap, id, 1, &alive);
    assert_eq!(exit, Exit::Deleted);
    assert!(world.tables.owned_by(1).is_empty());
    world.tables.go_back(&mark);
    assert_eq!(world.tables.owned_by(0), [id]);
    assert_eq!(world.call("lookup", "[t,x]"), "[]");
    assert!(give(&mut world, heir).is_ok());
    assert_eq!(world.call("info", "[t,owner]"), "<1>");
}

#[test]
fn replacing_keeps_keys() {
    let mut world = World::new();
    world.call("new", "[t,[named_table]]");
    world.call("insert", "[t,[{1,1},{{a,b},2}]]");
    let mut replace = |spec: &str| {
        let mark = world.tables.mark();
        let result = world.call("select_replace", &format!("[t,[{spec}]]"));
        world.tables.go_back(&mark);
        result
    };
    for (spec, result) in [
        ("{{'$1','$2'},[],['$_']}", "2"),
        ("{{'$1','$2'},[],[{{'$1',{'+',1,'$2'}}}]}", "2"),
        ("{{'$1','$2'},[],[{{'$2','$1'}}]}", "badarg"),
        ("{{1,'$2'},[],[{{1,z}}]}", "1"),
        ("{{1,'$2'},[],[{{{const,1},z}}]}", "1"),
        ("{{'$1','$2'},[],[{{{element,1,'$_'},z}}]}", "2"),
        ("{{'$1','$2'},[],[{{{element,2,'$_'},z}}]}", "badarg"),
        ("{{'$1','$2'},[],[{const,{1,z}}]}", "badarg"),
        ("{{1,'$2'},[],[{const,{1,z}}]}", "1"),
        ("{{{a,b},'$2'},[],[{{{a,b},z}}]}", "badarg"),
        ("{{{a,b},'$2'},[],[{{{{a,b}},z}}]}", "1"),
        ("{{{'$3',b},'$2'},[],[{{{{'$3',b}},z}}]}", "1"),
        ("{'_',[],['$_']}", "2"),
        ("{'$1',[],['$1']}", "badarg"),
        ("{{'$1','$2'},[],[true,'$_']}", "badarg"),
        ("{{'_','$2'},[],[{{'_',3}}]}", "badarg"),
        ("{{#{a => 1},'$2'},[],[{{#{a => 1},z}}]}", "badarg"),
    ] {
        assert_eq!(replace(spec), result, "{spec}");
    }
}

#[test]
fn footprints() {
    let mut world = World::new();
    world.call("new", "[t,[named_table]]");
    let id = world.tables.owned_by(0)[0];
    let key = world.heap.atom("k");
    let what = |world: &mut World, name: &str, args: &str| {
        let footprint = world.footprint(name, args);
        assert_eq!(footprint.table, Some(id));
        assert!(footprint.exists);
        footprint.what
    };
    let looked = What::Key(key, KeyKind::Lookup);
    assert_eq!(what(&mut world, "lookup", "[t,k]"), looked);
    let selected = What::Key(key, KeyKind::Select);
    let spec = "[{{k,'_'},[],['$_']}]";
    assert_eq!(what(&mut world, "select", &format!("[t,{spec}]")), selected);
    assert_eq!(what(&mut world, "match_object", "[t,{k,'_'}]"), selected);
    let spec = "[{{k,'_'},[],[true]},{{'$1','_'},[],[true]}]";
    let found = what(&mut world, "internal_select_delete", &format!("[t,{spec}]"));
    assert!(matches!(found, What::Scan { changes: true, .. }));
    assert_eq!(what(&mut world, "insert", "[t,[a]]"), What::Nothing);
    assert_eq!(what(&mut world, "select", "[t,a]"), What::Nothing);
    assert_eq!(what(&mut world, "info", "[t,size]"), What::Size);
    assert_eq!(what(&mut world, "first", "[t]"), What::KeySet);
    let whole = What::Table { writes: true };
    assert_eq!(what(&mut world, "delete", "[t]"), whole);
    let new = world.footprint("new", "[u,[named_table]]");
    assert_eq!((new.table, new.names.len()), (Some((0, 2)), 1));
    let none = world.footprint("lookup", "[u,k]");
    assert_eq!((none.table, none.names.len()), (None, 1));
}
