//! Looks up all that a module's code names, as code that runs it would: for the tests of the
//! reader, which has checked all of it.

use super::{Arg, Module, Op};

/// Counts what was looked up.
///
/// # Panics
/// If something is not there.
pub(crate) fn walk(module: &Module) -> usize {
    let mut found = 0;
    let mut atom = |index: u32| {
        assert!(index > 0, "an atom without a text");
        found += module.atoms[index as usize].len();
    };
    for (name, function, _) in &module.imports {
        atom(*name);
        atom(*function);
    }
    for export in module.exports.iter().chain(&module.locals) {
        atom(export.function);
    }
    for lambda in &module.lambdas {
        atom(lambda.function);
        assert!(lambda.free <= lambda.arity && lambda.arity < 256);
    }
    for (file, _) in &module.lines.locations {
        found += module.lines.files[*file as usize].len();
    }
    let mut labels = vec![0; module.labels as usize];
    for code in &module.code {
        if code.op == Op::Label
            && let [Arg::U(label)] = code.args[..]
        {
            labels[label as usize] += 1;
        }
    }
    assert!(labels.iter().all(|places| *places <= 1));
    let exports = module.exports.iter().chain(&module.locals);
    let entries = exports.map(|export| export.label);
    for label in entries.chain(module.lambdas.iter().map(|lambda| lambda.label)) {
        assert_eq!(labels[label as usize], 1);
    }
    for code in &module.code {
        assert_eq!(code.args.len(), code.op.arity());
        for (kind, arg) in code.op.operands().iter().zip(&code.args) {
            if let Arg::U(number) = arg {
                let index = *number as usize;
                match kind {
                    b'i' => found += module.imports[index].2 as usize,
                    b'h' => found += module.lambdas[index].arity as usize,
                    b'n' => found += module.lines.locations[index].1 as usize,
                    _ => {}
                }
            }
            found += look_up(arg, module, &labels);
        }
        if let (Op::BsPutString, [Arg::U(len), Arg::U(offset)]) = (code.op, &code.args[..]) {
            found += module.strings[*offset as usize..][..*len as usize].len();
        }
    }
    assert_eq!(module.code.last().map(|code| code.op), Some(Op::IntCodeEnd));
    found
}

fn look_up(arg: &Arg, module: &Module, labels: &[usize]) -> usize {
    match arg {
        Arg::Atom(index) => {
            assert!(*index > 0, "an atom without a text");
            module.atoms[*index as usize].len()
        }
        Arg::Literal(index) => {
            let _ = &module.literals[*index as usize];
            1
        }
        Arg::Label(0) => 0,
        Arg::Label(label) => labels[*label as usize],
        Arg::X(number) | Arg::Y(number) | Arg::Float(number) => {
            assert!(*number < 1024);
            1
        }
        Arg::List(args) => args.iter().map(|arg| look_up(arg, module, labels)).sum(),
        _ => 0,
    }
}
