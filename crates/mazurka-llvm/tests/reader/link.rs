//! Several modules become one.

use mazurka_llvm::ir::{ConstantKind, InstructionKind, Linkage, Module, SymbolKind, Value};
use mazurka_llvm::link::{link, link_library, unresolved};
use mazurka_llvm::parse::parse;

use crate::{dump, function, module, symbol, variable};

fn read(name: &str, text: &str) -> Module {
    parse(name, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// What the first instruction of a function calls.
fn callee<'m>(module: &'m Module, name: &str) -> &'m str {
    let InstructionKind::Call(call) = &function(module, name).blocks[0].instructions[0].kind else {
        panic!("`{name}` begins with no call");
    };
    let mazurka_llvm::ir::Callee::Value(Value::Constant(constant)) = call.callee else {
        panic!();
    };
    let ConstantKind::Symbol(symbol) = module.constant(constant).kind else {
        panic!();
    };
    &module.symbol(symbol).name
}

fn value(module: &Module, name: &str) -> ConstantKind {
    let initial = variable(module, name).initial.expect("a value");
    module.constant(initial).kind.clone()
}

const A: &str = "
%s = type { i32 }
@x = external global i32
@common = common global i64 0
@weak = weak global i32 1
@own = internal global i32 10
@pointer = global ptr @own
declare void @g()
define void @f() !dbg !1 {
  call void @g(), !dbg !2
  ret void
}
define internal void @helper() {
  ret void
}
!0 = !DIFile(filename: \"a.c\", directory: \"/d\")
!1 = distinct !DISubprogram(name: \"f\", file: !0, line: 4)
!2 = !DILocation(line: 5, column: 3, scope: !1)
";

const B: &str = "
%s = type { i64, %t }
%t = type { ptr }
@x = global i32 7
@common = common global i64 0
@weak = global i32 2
@own = internal global i32 20
@other = global ptr @own
@big = global %s zeroinitializer
declare void @f()
define void @g() !dbg !1 {
  call void @helper(), !dbg !2
  ret void
}
define internal void @helper() {
  call void @f()
  unreachable
}
!0 = !DIFile(filename: \"b.c\", directory: \"/d\")
!1 = distinct !DISubprogram(name: \"g\", file: !0, line: 14)
!2 = !DILocation(line: 15, column: 3, scope: !1)
";

#[test]
fn declarations_meet_definitions() {
    for order in [[A, B], [B, A]] {
        let modules = vec![read("1.ll", order[0]), read("2.ll", order[1])];
        let linked = link(modules).expect("they fit together");
        assert_eq!(linked.name, "1.ll, 2.ll");
        assert_eq!(value(&linked, "x"), ConstantKind::Int(7));
        assert_eq!(value(&linked, "weak"), ConstantKind::Int(2));
        assert_eq!(symbol(&linked, "weak").linkage, Linkage::External);
        assert_eq!(unresolved(&linked).count(), 0);
        assert_eq!(callee(&linked, "f"), "g");
        assert_eq!(callee(&linked, "g"), "helper");
        for name in ["x", "f", "g", "common"] {
            let count = linked
                .symbols
                .iter()
                .filter(|symbol| symbol.name == name)
                .count();
            assert_eq!(count, 1, "{name}");
        }
    }
}

#[test]
fn what_is_internal_stays_apart() {
    let linked = link(vec![read("a.ll", A), read("b.ll", B)]).expect("they fit together");
    let own = |name: &str| {
        let ConstantKind::Symbol(symbol) = value(&linked, name) else {
            panic!("{name}");
        };
        let SymbolKind::Variable(variable) = &linked.symbol(symbol).kind else {
            panic!("{name}");
        };
        linked
            .constant(variable.initial.expect("a value"))
            .kind
            .clone()
    };
    assert_eq!(own("pointer"), ConstantKind::Int(10));
    assert_eq!(own("other"), ConstantKind::Int(20));
    // `%s` of b.ll is not that of a.ll.
    let mazurka_llvm::ir::Type::Named(named) = linked.ty(variable(&linked, "big").ty) else {
        panic!();
    };
    let body = linked.named[*named as usize].body.expect("a body");
    assert!(
        matches!(linked.ty(body), mazurka_llvm::ir::Type::Struct { fields, .. } if fields.len() == 2)
    );
    let place = |name: &str| {
        let location = function(&linked, name).blocks[0].instructions[0]
            .location
            .expect("a place");
        let location = linked.locations[location.0 as usize];
        (linked.files[location.file as usize].clone(), location.line)
    };
    assert_eq!(place("f"), ("a.c".to_string(), 5));
    assert_eq!(place("g"), ("b.c".to_string(), 15));
}

#[test]
fn two_definitions_are_an_error() {
    let one = "define void @f() {\n  ret void\n}";
    let error = link(vec![
        read("a.ll", one),
        read("b.ll", "declare void @f()"),
        read("c.ll", one),
    ])
    .unwrap_err();
    assert_eq!(error.to_string(), "both a.ll and c.ll define `f`");
    let error = link(vec![
        read("a.ll", "@x = global i32 1"),
        read("b.ll", "@x = global i32 1"),
    ])
    .unwrap_err();
    assert_eq!(error.to_string(), "both a.ll and b.ll define `x`");
    assert!(link(Vec::new()).is_err());
    let arm = "target triple = \"aarch64-unknown-linux-gnu\"";
    let x86 = "target triple = \"x86_64-pc-linux-gnu\"";
    let error = link(vec![read("a.ll", arm), read("b.ll", x86)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.ll is for aarch64, but b.ll is for x86_64: compile both for the same target"
    );
}

#[test]
fn constructors_run_by_priority() {
    let structors = |name: &str, priority: u32, function: &str| {
        format!(
            "@llvm.global_{name} = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 {priority}, ptr @{function}, ptr null }}]
             define internal void @{function}() {{
               ret void
             }}\n"
        )
    };
    let a = structors("ctors", 65535, "late") + &structors("dtors", 200, "first");
    let b = structors("ctors", 101, "early") + &structors("dtors", 100, "last");
    let linked = link(vec![read("a.ll", &a), read("b.ll", &b)]).expect("they fit together");
    let names = |symbols: &[mazurka_llvm::ir::SymbolId]| {
        symbols
            .iter()
            .map(|&symbol| linked.symbol(symbol).name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&linked.constructors), ["early", "late"]);
    assert_eq!(names(&linked.destructors), ["first", "last"]);
}

const LIBRARY: &str = "
@state = internal global i32 5
@table = constant [2 x ptr] [ptr @used_by_table, ptr @helper]
@unused_variable = global i32 9
declare void @machine()
define void @wanted() {
  call void @helper()
  store i32 1, ptr @state
  ret void
}
define internal void @helper() {
  call void @overridden()
  %a = load ptr, ptr @table
  ret void
}
define void @used_by_table() {
  call void @machine()
  ret void
}
define void @overridden() {
  call void @unused()
  ret void
}
define void @unused() {
  ret void
}
";

#[test]
fn a_library_gives_what_is_needed() {
    let program = "
        declare void @wanted()
        declare void @nowhere()
        declare void @declared_only()
        define internal void @helper() {
          ret void
        }
        define void @overridden() {
          call void @helper()
          ret void
        }
        define void @main() {
          call void @wanted()
          call void @nowhere()
          ret void
        }";
    let program = read("main.ll", program);
    assert_eq!(
        unresolved(&program).collect::<Vec<_>>(),
        ["wanted", "nowhere"]
    );
    let linked = link_library(program, read("library.ll", LIBRARY));
    assert_eq!(
        unresolved(&linked).collect::<Vec<_>>(),
        ["nowhere", "machine"]
    );
    let has = |name: &str| linked.symbols.iter().any(|symbol| symbol.name == name);
    assert!(has("state") && has("table") && has("used_by_table"));
    assert!(!has("unused") && !has("unused_variable"));
    assert_eq!(callee(&linked, "wanted"), "helper");
    // The helper of the library, which begins with a call, and that of the program.
    let helpers: Vec<_> = linked
        .symbols
        .iter()
        .filter(|symbol| symbol.name == "helper")
        .collect();
    assert_eq!(helpers.len(), 2);
    // What the program defines is meant by the library as well.
    assert_eq!(
        linked
            .symbols
            .iter()
            .filter(|symbol| symbol.name == "overridden")
            .count(),
        1
    );
    assert_eq!(callee(&linked, "overridden"), "helper");
}

#[test]
fn a_library_that_does_not_help_changes_nothing() {
    let program = module("flow.19.O0.ll");
    let before = dump::dump(&program);
    let types = program.types.len();
    let linked = link_library(program, read("library.ll", LIBRARY));
    assert_eq!(dump::dump(&linked), before);
    assert_eq!(linked.types.len(), types);
}

#[test]
fn shapes_come_along() {
    let linked =
        link(vec![module("flow.19.O0.ll"), module("data.19.O0.ll")]).expect("they fit together");
    let shape = variable(&linked, "items").shape.expect("a shape");
    assert_eq!(linked.shapes.part(shape, 64, 8), "[1].real[2]");
}

#[test]
fn linking_changes_only_numbers() {
    let names = ["atomics.14.O0.ll", "flow.19.O0.ll"];
    let linked = link(names.iter().map(|name| module(name)).collect()).expect("they fit together");
    for name in names {
        let alone = module(name);
        for symbol in &alone.symbols {
            let is_shared = symbol.linkage == Linkage::Internal || symbol.name.starts_with("llvm.");
            if !is_shared {
                let found = crate::symbol(&linked, &symbol.name);
                assert_eq!(
                    dump::dump_symbol(&linked, found),
                    dump::dump_symbol(&alone, symbol)
                );
            }
        }
    }
}
