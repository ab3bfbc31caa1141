//! The reader and the linker, on what clang 14, 16 and 19 wrote (`tests/ir`).

mod compile;
mod dump;
mod hostile;
mod link;
mod text;

use std::path::PathBuf;

use mazurka_llvm::ir::{InstructionKind, Linkage, Module, Symbol, SymbolKind, Type};
use mazurka_llvm::parse::parse;

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ir")
}

fn text_of(file: &str) -> Vec<u8> {
    std::fs::read(directory().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn module(file: &str) -> Module {
    parse(file, &text_of(file)).unwrap_or_else(|error| panic!("{error}"))
}

fn symbol<'m>(module: &'m Module, name: &str) -> &'m Symbol {
    let found = module.symbols.iter().find(|symbol| symbol.name == name);
    found.unwrap_or_else(|| panic!("there is no `{name}`"))
}

fn function<'m>(module: &'m Module, name: &str) -> &'m mazurka_llvm::ir::Function {
    match &symbol(module, name).kind {
        SymbolKind::Function(function) => function,
        other => panic!("`{name}` is {other:?}"),
    }
}

fn variable<'m>(module: &'m Module, name: &str) -> &'m mazurka_llvm::ir::Variable {
    match &symbol(module, name).kind {
        SymbolKind::Variable(variable) => variable,
        other => panic!("`{name}` is {other:?}"),
    }
}

/// Names of the symbols that two modules describe differently.
fn differences(a: &str, b: &str) -> Vec<String> {
    let (a, b) = (module(a), module(b));
    let mut names: Vec<String> = a
        .symbols
        .iter()
        .chain(&b.symbols)
        .map(|symbol| symbol.name.clone())
        .collect();
    names.sort();
    names.dedup();
    let of = |module: &Module, name: &str| {
        let found = module.symbols.iter().find(|symbol| symbol.name == name);
        found.map(|symbol| dump::dump_symbol(module, symbol))
    };
    names.retain(|name| !name.starts_with("llvm.") && of(&a, name) != of(&b, name));
    names
}

#[test]
fn versions_of_clang_agree() {
    assert_eq!(differences("flow.14.O0.ll", "flow.16.O0.ll"), [""; 0]);
    assert_eq!(differences("flow.16.O0.ll", "flow.19.O0.ll"), [""; 0]);
    // A comparison of constants is a constant expression in one, an instruction in the other.
    assert_eq!(differences("data.14.O0.ll", "data.19.O0.ll"), ["use"]);
    // An atomic pointer is stored as an integer by one, as a pointer by the other.
    assert_eq!(
        differences("atomics.14.O0.ll", "atomics.19.O0.ll"),
        ["others"]
    );
    assert_eq!(differences("atomics.14.O0.ll", "atomics.14.O0.ll"), [""; 0]);
}

/// Compares with a file; writes it instead if `UPDATE_EXPECT` is set.
fn golden(name: &str, file: &str) {
    let found = dump::dump(&module(file));
    let path = directory().join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &found).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let expected = String::from_utf8(text_of(name)).expect("text");
    let different = expected
        .lines()
        .zip(found.lines())
        .find(|(expected, found)| expected != found);
    assert_eq!(
        different, None,
        "{name} and {file} differ (UPDATE_EXPECT=1 writes it again)"
    );
    assert_eq!(expected.len(), found.len());
}

#[test]
fn variables_and_their_values() {
    golden("data.txt", "data.19.O0.ll");
}

#[test]
fn atomic_accesses() {
    golden("atomics.txt", "atomics.19.O0.ll");
}

#[test]
fn control_flow() {
    golden("flow.txt", "flow.14.O0.ll");
}

#[test]
fn vectors() {
    golden("vector.txt", "vector.19.O3.ll");
}

#[test]
fn classes() {
    golden("object.txt", "object.19.O0.ll");
}

#[test]
fn all_files_can_be_read() {
    let entries = std::fs::read_dir(directory()).expect("the directory");
    let mut count = 0;
    for entry in entries {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a name");
        if name.ends_with(".ll") {
            let module = module(&name);
            let unsupported = module
                .symbols
                .iter()
                .filter_map(|symbol| match &symbol.kind {
                    SymbolKind::Function(function) => Some(function),
                    _ => None,
                });
            let mut instructions = unsupported
                .flat_map(|function| &function.blocks)
                .flat_map(|block| &block.instructions);
            let found = instructions
                .find(|instruction| matches!(instruction.kind, InstructionKind::Unsupported(_)));
            assert!(found.is_none(), "{name}: {found:?}");
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} files");
}

#[test]
fn what_variables_are() {
    for file in ["data.14.O0.ll", "data.19.O0.ll"] {
        let module = module(file);
        assert!(variable(&module, "own").is_thread_local);
        assert!(variable(&module, "words").is_constant);
        assert_eq!(variable(&module, "large").align, 16);
        assert!(variable(&module, "elsewhere").initial.is_none());
        assert_eq!(symbol(&module, "perhaps").linkage, Linkage::Weak);
        assert!(variable(&module, "perhaps").initial.is_none());
        assert_eq!(symbol(&module, "may_be_replaced").linkage, Linkage::Weak);
        assert_eq!(symbol(&module, "hidden").linkage, Linkage::Internal);
        let (name, location) = variable(&module, "use.calls")
            .source
            .clone()
            .expect("a source");
        let place = module.locations[location.0 as usize];
        assert_eq!((name.as_str(), place.line), ("calls", 49));
        assert_eq!(module.files[place.file as usize], "data.c");
        assert_eq!(module.directories[place.file as usize], ".");
        let names = |symbols: &[mazurka_llvm::ir::SymbolId]| {
            symbols
                .iter()
                .map(|&symbol| module.symbol(symbol).name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&module.constructors), ["early", "late"]);
        assert_eq!(module.constructor_priorities, [101, 65535]);
        assert_eq!(names(&module.destructors), ["done"]);
    }
}

#[test]
fn names_of_the_source() {
    for file in ["object.14.O0.ll", "object.19.O0.ll"] {
        let module = module(file);
        let held = function(&module, "_ZN5space4heldEi");
        assert_eq!(held.source_name.as_deref(), Some("held"));
        let location = module.locations[held.location.expect("a place").0 as usize];
        assert_eq!(location.line, 22);
        assert!(held.local_names.contains(&Some("guard".to_string())));
        assert!(held.local_names.contains(&Some("x".to_string())));
        assert!(variable(&module, "each").is_thread_local);
    }
    for file in ["flow.14.O0.ll", "flow.16.O0.ll", "flow.19.O0.ll"] {
        let module = module(file);
        let names = &function(&module, "shadow").local_names;
        assert_eq!(names.iter().flatten().collect::<Vec<_>>(), ["x", "y", "x"]);
        // What is passed by value is described as a parameter.
        let change = function(&module, "change");
        assert!(change.parameters[1].by_value.is_some());
        assert_eq!(change.local_names[1].as_deref(), Some("big"));
    }
}

#[test]
fn parts_of_variables_have_names() {
    for file in ["data.14.O0.ll", "data.19.O0.ll"] {
        let module = module(file);
        let part = |name: &str, offset: u64, size: u64| {
            let shape = variable(&module, name).shape.expect("a shape");
            format!("{name}{}", module.shapes.part(shape, offset, size))
        };
        assert_eq!(part("items", 0, 4), "items[0].number");
        assert_eq!(part("items", 40 + 24, 8), "items[1].real[2]");
        assert_eq!(part("items", 80 + 32, 4), "items[2].either.i");
        assert_eq!(part("packed", 1, 4), "packed.number");
        assert_eq!(part("second", 8, 8), "second.name");
        assert_eq!(part("large", 400, 4), "large[100]");
        assert_eq!(part("words", 8, 8), "words[1]");
        assert_eq!(part("own", 0, 8), "own");
        assert_eq!(part("bits", 0, 1), "bits.a");
    }
    let module = module("flow.19.O0.ll");
    let main = function(&module, "main");
    let big = main
        .local_names
        .iter()
        .position(|name| name.as_deref() == Some("big"));
    let shape = main.local_shapes[big.expect("a local")].expect("a shape");
    assert_eq!(module.shapes.part(shape, 16, 8), ".values[2]");
}

#[test]
fn locals_have_the_types_that_instructions_leave() {
    let module = module("flow.19.O2.ll");
    for symbol in &module.symbols {
        let SymbolKind::Function(function) = &symbol.kind else {
            continue;
        };
        assert_eq!(function.locals.len(), function.local_names.len());
        let parameters = function.parameters.iter().zip(&function.locals);
        if !function.blocks.is_empty() {
            assert!(function.locals.len() >= function.parameters.len());
            parameters.for_each(|(parameter, local)| assert_eq!(parameter.ty, *local));
        }
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let (InstructionKind::Load { ty, .. }, Some(result)) =
                (&instruction.kind, instruction.result)
            {
                assert_eq!(function.locals[result.0 as usize], *ty);
            }
            if let (InstructionKind::CompareInt(..), Some(result)) =
                (&instruction.kind, instruction.result)
            {
                assert_eq!(*module.ty(function.locals[result.0 as usize]), Type::Int(1));
            }
        }
    }
}
