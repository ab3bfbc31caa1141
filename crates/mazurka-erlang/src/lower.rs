//! From the instructions of a `.beam` file to those that the interpreter runs.
//!
//! It is done twice: the first time finds out where labels are.

mod binary;
mod operand;
mod part;

use crate::atoms;
use crate::beam::{self, Arg, Op, value};
use crate::code::instr::{Dst, Float, Instr, Src, Tail, Type};
use crate::code::{Code, Function, Import, Lambda, Loaded};
use crate::heap::Heap;
use crate::raise::Raise;
use crate::term::{MAX_SMALL, MIN_SMALL, Term};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// What is wrong with a module.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

/// Adds the code of a module.
pub(crate) fn lower(code: &mut Code, heap: &mut Heap, module: &beam::Module) -> Result<Loaded> {
    let atoms: Vec<Term> = module.atoms.iter().map(|text| heap.atom(text)).collect();
    let mut install = |value: &beam::Value| {
        let term = value::install(value, heap);
        let term = term.and_then(|term| heap.persist(term));
        term.map_err(|raise| match raise {
            Raise::Unsupported(message) => message,
            _ => "its literals do not fit into memory".to_owned(),
        })
    };
    let literals = module.literals.iter().map(&mut install);
    let literals = literals.collect::<Result<Vec<Term>>>()?;
    let attributes = install(&module.attributes)?;
    let compile = match &module.compile_info {
        Some(info) => install(info)?,
        None => Term::NIL,
    };
    let mut integers = FxHashMap::default();
    for instruction in &module.code {
        install_integers(&instruction.args, heap, &mut integers)?;
    }
    let mut files = Vec::new();
    for file in &module.lines.files {
        let term = heap.text(file);
        files.push(
            heap.persist(term)
                .map_err(|_| "it does not fit into memory")?,
        );
    }
    let mut locations = Vec::new();
    for (file, line) in &module.lines.locations {
        locations.push(match (line, files.get(*file as usize)) {
            (1.., Some(file)) => code.add_location(*file, *line),
            _ => 0,
        });
    }
    let name = heap.atom(&module.name);
    let first_import = code.imports.len() as u32;
    for (of, function, arity) in &module.imports {
        code.imports.push(Import {
            module: atoms[*of as usize],
            function: atoms[*function as usize],
            arity: *arity,
            callee: None,
        });
    }
    let mut places = vec![0; module.labels as usize];
    for (index, instruction) in module.code.iter().enumerate() {
        if let (Op::Label, [Arg::U(label)]) = (instruction.op, &instruction.args[..]) {
            places[*label as usize] = index;
        }
    }
    let first_lambda = code.lambdas.len() as u32;
    let first_function = code.functions.len() as u32;
    let mut lowering = Lowering {
        code,
        heap,
        module,
        atoms,
        literals,
        integers,
        locations,
        first_import,
        first_lambda,
        places,
        labels: vec![0; module.labels as usize],
        live: 0,
        is_replaced: None,
        finish: None,
    };
    let sizes = Sizes::of(lowering.code);
    lowering.pass()?;
    sizes.restore(lowering.code);
    lowering.pass()?;
    let Lowering { labels, atoms, .. } = lowering;
    for (index, lambda) in module.lambdas.iter().enumerate() {
        code.lambdas.push(Lambda {
            name: atoms[lambda.function as usize],
            entry: labels[lambda.label as usize],
            arity: lambda.arity,
            free: lambda.free,
            index: index as u32,
            unique: lambda.old_uniq,
            module: name,
        });
    }
    let exports = module.exports.iter().map(|export| {
        let entry = labels[export.label as usize];
        (atoms[export.function as usize], export.arity, entry)
    });
    Ok(Loaded {
        name,
        lambdas: (first_lambda, module.lambdas.len() as u32),
        exports: exports.collect(),
        functions: (first_function, code.functions.len() as u32 - first_function),
        attributes,
        compile,
    })
}

/// Makes terms of integers that are not small.
fn install_integers(
    args: &[Arg],
    heap: &mut Heap,
    integers: &mut FxHashMap<BigInt, Term>,
) -> Result {
    for arg in args {
        let number: BigInt = match arg {
            Arg::I(number) if !(MIN_SMALL..=MAX_SMALL).contains(number) => (*number).into(),
            Arg::Big(number) => (**number).clone(),
            Arg::List(args) => {
                install_integers(args, heap, integers)?;
                continue;
            }
            _ => continue,
        };
        let term = heap.big(&number);
        let term = heap
            .persist(term)
            .map_err(|_| "its integers do not fit into memory")?;
        integers.insert(number, term);
    }
    Ok(())
}

/// How much code there was before.
struct Sizes([usize; 12]);

impl Sizes {
    fn of(code: &Code) -> Sizes {
        Sizes([
            code.instrs.len(),
            code.operands.len(),
            code.tables.len(),
            code.bifs.len(),
            code.gets.len(),
            code.matchings.len(),
            code.binaries.len(),
            code.puts.len(),
            code.sizes.len(),
            code.strings.len(),
            code.functions.len(),
            code.lines.len(),
        ])
    }

    fn restore(&self, code: &mut Code) {
        let [
            instrs,
            operands,
            tables,
            bifs,
            gets,
            matchings,
            binaries,
            puts,
            sizes,
            strings,
            functions,
            lines,
        ] = self.0;
        code.instrs.truncate(instrs);
        code.operands.truncate(operands);
        code.tables.truncate(tables);
        code.bifs.truncate(bifs);
        code.gets.truncate(gets);
        code.matchings.truncate(matchings);
        code.binaries.truncate(binaries);
        code.puts.truncate(puts);
        code.sizes.truncate(sizes);
        code.strings.truncate(strings);
        code.functions.truncate(functions);
        code.lines.truncate(lines);
    }
}

struct Lowering<'a> {
    code: &'a mut Code,
    heap: &'a mut Heap,
    module: &'a beam::Module,
    atoms: Vec<Term>,
    literals: Vec<Term>,
    /// Those among operands that are not small.
    integers: FxHashMap<BigInt, Term>,
    /// By the number of a line in the module.
    locations: Vec<u32>,
    first_import: u32,
    first_lambda: u32,
    /// By label: where it is in the module's code.
    places: Vec<usize>,
    /// By label: its address.
    labels: Vec<u32>,
    /// How many argument registers the present function uses.
    live: u16,
    /// The native function that is run instead of the present one.
    is_replaced: Option<u32>,
    /// Behind which instruction a binary that is built the old way is complete.
    finish: Option<(usize, Dst)>,
}

impl Lowering<'_> {
    fn emit(&mut self, instr: Instr) {
        self.code.instrs.push(instr);
    }

    fn here(&self) -> u32 {
        self.code.instrs.len() as u32
    }

    fn pass(&mut self) -> Result {
        let module = self.module;
        let mut index = 0;
        while let Some(instruction) = module.code.get(index) {
            let op = instruction.op;
            let used = self.instruction(index, op, &instruction.args);
            let used = used.map_err(|wrong| format!("{op:?}: {wrong}"))?;
            if let Some((last, dst)) = self.finish
                && index >= last
            {
                self.emit(Instr::BinaryFinish { dst });
                self.finish = None;
            }
            index += used;
        }
        Ok(())
    }

    /// The operations of the instructions that follow.
    fn op_at(&self, index: usize) -> Option<(Op, &[Arg])> {
        let instruction = self.module.code.get(index)?;
        Some((instruction.op, &instruction.args))
    }

    /// Lowers an instruction; those behind it may be done with it. Says how many were done.
    fn instruction(&mut self, index: usize, op: Op, args: &[Arg]) -> Result<usize> {
        match op {
            Op::Label => {
                let label = self.number(&args[0])? as usize;
                self.labels[label] = self.here();
                if let Some(native) = self.is_replaced.take() {
                    self.emit(Instr::Native { native });
                }
            }
            Op::FuncInfo => self.func_info(index, args)?,
            Op::Line if self.is_tail_call(index + 1) => {}
            Op::Line | Op::ExecutableLine => self.line(&args[0])?,
            Op::DebugLine => self.line(&args[1])?,
            Op::IntCodeEnd => self.emit(Instr::Nowhere),
            // (What it would load is native, and said to be missing when it is called.)
            Op::OnLoad => {}
            Op::NifStart | Op::TestHeap | Op::Fclearerror | Op::Fcheckerror => {}
            Op::RecvMark | Op::RecvSet | Op::RecvMarkerBind | Op::RecvMarkerClear => {}
            Op::RecvMarkerReserve => {
                // Programs do not look at it, but registers hold terms.
                let dst = self.dst(&args[0])?;
                self.emit(Instr::Move { src: Src::NIL, dst });
            }
            Op::RecvMarkerUse => {}

            Op::Call => {
                let to = self.label(&args[1])?;
                self.emit(Instr::Call { to });
            }
            Op::CallLast => {
                let (to, words) = (self.label(&args[1])?, self.short(&args[2])?);
                self.emit(Instr::CallLast { to, words });
            }
            Op::CallOnly => {
                let to = self.label(&args[1])?;
                self.emit(Instr::CallOnly { to });
            }
            Op::CallExt => self.call_import(&args[1], Tail::No)?,
            Op::CallExtLast => {
                let words = self.short(&args[2])?;
                self.call_import(&args[1], Tail::After(words))?;
            }
            Op::CallExtOnly => self.call_import(&args[1], Tail::After(0))?,
            Op::CallFun => {
                let arity = self.arity(&args[0])?;
                let (tail, used) = self.tail_behind(index)?;
                self.emit(Instr::CallFun { arity, tail });
                return Ok(used);
            }
            Op::CallFun2 => {
                let (arity, fun) = (self.arity(&args[1])?, self.src(&args[2])?);
                let (tail, used) = self.tail_behind(index)?;
                self.emit(Instr::CallFun2 { fun, arity, tail });
                return Ok(used);
            }
            Op::Apply => {
                let arity = self.arity(&args[0])?;
                self.emit(Instr::Apply {
                    arity,
                    tail: Tail::No,
                });
            }
            Op::ApplyLast => {
                let (arity, words) = (self.arity(&args[0])?, self.short(&args[1])?);
                let tail = Tail::After(words);
                self.emit(Instr::Apply { arity, tail });
            }

            Op::Allocate | Op::AllocateHeap | Op::AllocateZero | Op::AllocateHeapZero => {
                let words = self.short(&args[0])?;
                self.emit(Instr::Allocate { words });
            }
            Op::Deallocate => {
                let words = self.short(&args[0])?;
                if matches!(self.op_at(index + 1), Some((Op::Return, _))) {
                    self.emit(Instr::DeallocateReturn { words });
                    return Ok(2);
                }
                self.emit(Instr::Deallocate { words });
            }
            Op::Trim => {
                let words = self.short(&args[0])?;
                self.emit(Instr::Trim { words });
            }
            Op::Init => {
                let items = self.sources(args)?;
                self.emit(Instr::Init { items });
            }
            Op::InitYregs => {
                let items = self.sources(self.list(&args[0])?)?;
                self.emit(Instr::Init { items });
            }
            Op::Return => self.emit(Instr::Return),
            Op::Jump => {
                let to = self.label(&args[0])?;
                self.emit(Instr::Jump { to });
            }

            Op::Send => {
                let send = self.heap.atom("send");
                let native = self.native(atoms::ERLANG, send, 2);
                self.emit(Instr::CallNative { native });
            }
            Op::LoopRec => {
                let fail = self.label(&args[0])?;
                let timeout = self.timeout(&args[0])?;
                self.emit(Instr::LoopRec { fail, timeout });
            }
            Op::LoopRecEnd => {
                let to = self.label(&args[0])?;
                self.emit(Instr::LoopRecEnd { to });
            }
            Op::RemoveMessage => {
                let live = self.live;
                self.emit(Instr::RemoveMessage { live });
            }
            Op::Wait => {
                let (to, is_alone) = (self.label(&args[0])?, self.is_alone(&args[0])?);
                self.emit(Instr::Wait { to, is_alone });
            }
            Op::WaitTimeout => {
                let (to, is_alone) = (self.label(&args[0])?, self.is_alone(&args[0])?);
                let time = self.src(&args[1])?;
                self.emit(Instr::WaitTimeout { to, time, is_alone });
            }
            Op::Timeout => self.emit(Instr::Timeout),

            Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe | Op::IsEqExact | Op::IsNeExact => {
                self.comparison(op, args)?;
            }
            Op::IsInteger => self.test(Type::Integer, args)?,
            Op::IsFloat => self.test(Type::Float, args)?,
            Op::IsNumber => self.test(Type::Number, args)?,
            Op::IsAtom => self.test(Type::Atom, args)?,
            Op::IsPid => self.test(Type::Pid, args)?,
            Op::IsReference => self.test(Type::Reference, args)?,
            Op::IsPort => self.test(Type::Port, args)?,
            Op::IsNil => self.test(Type::Nil, args)?,
            Op::IsBinary => self.test(Type::Binary, args)?,
            Op::IsBitstr => self.test(Type::Bitstring, args)?,
            Op::IsList => self.test(Type::List, args)?,
            Op::IsNonemptyList => self.test(Type::Cons, args)?,
            Op::IsTuple => self.test(Type::Tuple, args)?,
            Op::IsFunction => self.test(Type::Function, args)?,
            Op::IsBoolean => self.test(Type::Boolean, args)?,
            Op::IsMap => self.test(Type::Map, args)?,
            Op::IsFunction2 => {
                let (fail, src) = (self.label(&args[0])?, self.src(&args[1])?);
                let arity = self.src(&args[2])?;
                self.emit(Instr::IsFunction2 { src, arity, fail });
            }
            Op::TestArity => {
                let (fail, src) = (self.label(&args[0])?, self.src(&args[1])?);
                let arity = self.number(&args[2])?;
                self.emit(Instr::TestArity { src, arity, fail });
            }
            Op::IsTaggedTuple => {
                let (fail, src) = (self.label(&args[0])?, self.src(&args[1])?);
                let arity = self.number(&args[2])?;
                let tag = Term(self.src(&args[3])?.0).as_atom();
                let tag = tag.ok_or("a tag is no atom")?;
                self.emit(Instr::TaggedTuple {
                    src,
                    arity,
                    fail,
                    tag,
                });
            }
            Op::SelectVal | Op::SelectTupleArity => self.select(op, args)?,

            Op::Move => {
                let (src, dst) = (self.src(&args[0])?, self.dst(&args[1])?);
                self.emit(Instr::Move { src, dst });
            }
            Op::Swap => {
                let (a, b) = (self.dst(&args[0])?, self.dst(&args[1])?);
                self.emit(Instr::Swap { a, b });
            }
            Op::GetHd => {
                let (src, dst) = (self.src(&args[0])?, self.dst(&args[1])?);
                self.emit(Instr::GetHead { src, dst });
            }
            Op::GetTl => {
                let (src, dst) = (self.src(&args[0])?, self.dst(&args[1])?);
                self.emit(Instr::GetTail { src, dst });
            }
            Op::GetList => {
                let src = self.src(&args[0])?;
                let (head, tail) = (self.dst(&args[1])?, self.dst(&args[2])?);
                self.emit(Instr::GetList { src, head, tail });
            }
            Op::GetTupleElement => {
                let (src, index) = (self.src(&args[0])?, self.number(&args[1])?);
                let dst = self.dst(&args[2])?;
                self.emit(Instr::GetElement { src, index, dst });
            }
            Op::SetTupleElement => {
                let (value, tuple) = (self.src(&args[0])?, self.src(&args[1])?);
                let index = self.number(&args[2])?;
                self.emit(Instr::SetElement {
                    value,
                    tuple,
                    index,
                });
            }
            Op::PutList => {
                let (head, tail) = (self.src(&args[0])?, self.src(&args[1])?);
                let dst = self.dst(&args[2])?;
                self.emit(Instr::PutList { head, tail, dst });
            }
            Op::PutTuple2 => {
                let dst = self.dst(&args[0])?;
                let items = self.sources(self.list(&args[1])?)?;
                self.emit(Instr::PutTuple { items, dst });
            }
            Op::PutTuple => return self.old_tuple(index, args),
            Op::UpdateRecord => {
                let (src, dst) = (self.src(&args[2])?, self.dst(&args[3])?);
                let mut items = Vec::new();
                for pair in self.list(&args[4])?.chunks_exact(2) {
                    let position = self.number(&pair[0])?;
                    items.push(Src::constant(Term::small(position.into())));
                    items.push(self.src(&pair[1])?);
                }
                let items = self.operands(items)?;
                self.emit(Instr::UpdateRecord { src, items, dst });
            }

            Op::HasMapFields | Op::GetMapElements => {
                let (fail, src) = (self.label(&args[0])?, self.src(&args[1])?);
                let items = self.sources(self.list(&args[2])?)?;
                self.emit(match op {
                    Op::HasMapFields => Instr::HasMapFields { src, items, fail },
                    _ => Instr::GetMapElements { src, items, fail },
                });
            }
            Op::PutMapAssoc | Op::PutMapExact => {
                let (fail, src) = (self.label(&args[0])?, self.src(&args[1])?);
                let dst = self.dst(&args[2])?;
                let items = self.sources(self.list(&args[4])?)?;
                self.emit(Instr::PutMap {
                    src,
                    items,
                    fail,
                    dst,
                    is_exact: op == Op::PutMapExact,
                });
            }

            Op::Bif0 => self.bif(&Arg::Label(0), &args[0], &[], &args[1])?,
            Op::Bif1 => self.bif(&args[0], &args[1], &args[2..3], &args[3])?,
            Op::Bif2 => self.bif(&args[0], &args[1], &args[2..4], &args[4])?,
            Op::Bif3 => self.bif(&args[0], &args[1], &args[2..5], &args[5])?,
            Op::GcBif1 => self.bif(&args[0], &args[2], &args[3..4], &args[4])?,
            Op::GcBif2 => self.bif(&args[0], &args[2], &args[3..5], &args[5])?,
            Op::GcBif3 => self.bif(&args[0], &args[2], &args[3..6], &args[6])?,
            Op::Fmove => match (&args[0], &args[1]) {
                (Arg::Float(from), Arg::Float(to)) => {
                    let (from, to) = (*from as u16, *to as u16);
                    self.emit(Instr::CopyFloat { from, to });
                }
                (Arg::Float(from), _) => {
                    let (from, dst) = (*from as u16, self.dst(&args[1])?);
                    self.emit(Instr::StoreFloat { from, dst });
                }
                _ => {
                    let (src, to) = (self.src(&args[0])?, self.float(&args[1])?);
                    self.emit(Instr::LoadFloat { src, to });
                }
            },
            Op::Fconv => match (&args[0], self.float(&args[1])?) {
                (Arg::Float(from), to) => {
                    let from = *from as u16;
                    self.emit(Instr::CopyFloat { from, to });
                }
                (_, to) => {
                    let src = self.src(&args[0])?;
                    self.emit(Instr::ConvertFloat { src, to });
                }
            },
            Op::Fadd => self.float_operation(Float::Add, args)?,
            Op::Fsub => self.float_operation(Float::Subtract, args)?,
            Op::Fmul => self.float_operation(Float::Multiply, args)?,
            Op::Fdiv => self.float_operation(Float::Divide, args)?,
            Op::Fnegate => {
                let (from, to) = (self.float(&args[1])?, self.float(&args[2])?);
                self.emit(Instr::NegateFloat { from, to });
            }

            Op::MakeFun2 => {
                let lambda = self.number(&args[0])?;
                let count = self.module.lambdas[lambda as usize].free;
                let free = (0..count).map(|number| Src::x(number as u16)).collect();
                let free = self.operands(free)?;
                self.make_fun(lambda, free, Dst::X0);
            }
            Op::MakeFun3 => {
                let (lambda, dst) = (self.number(&args[0])?, self.dst(&args[1])?);
                let free = self.sources(self.list(&args[2])?)?;
                if u32::from(free.len) != self.module.lambdas[lambda as usize].free {
                    return Err("a function has other free variables than its table says".into());
                }
                self.make_fun(lambda, free, dst);
            }

            Op::Catch | Op::Try => {
                let (slot, to) = (self.slot(&args[0])?, self.label(&args[1])?);
                self.emit(Instr::Catch { slot, to });
            }
            Op::CatchEnd => {
                let slot = self.slot(&args[0])?;
                self.emit(Instr::CatchEnd { slot });
            }
            Op::TryEnd => {
                let slot = self.slot(&args[0])?;
                self.emit(Instr::TryEnd { slot });
            }
            Op::TryCase => {
                let slot = self.slot(&args[0])?;
                self.emit(Instr::TryCase { slot });
            }
            Op::Raise => {
                let (trace, value) = (self.src(&args[0])?, self.src(&args[1])?);
                self.emit(Instr::Raise { trace, value });
            }
            Op::RawRaise => self.emit(Instr::RawRaise),
            Op::BuildStacktrace => self.emit(Instr::BuildTrace),
            Op::Badmatch => self.error_with(atoms::BADMATCH, args)?,
            Op::CaseEnd => self.error_with(atoms::CASE_CLAUSE, args)?,
            Op::TryCaseEnd => self.error_with(atoms::TRY_CLAUSE, args)?,
            Op::Badrecord => self.error_with(atoms::BADRECORD, args)?,
            Op::IfEnd => {
                let reason = atoms::IF_CLAUSE;
                self.emit(Instr::Error { reason });
            }
            _ => return self.binary(index, op, args),
        }
        Ok(1)
    }

    fn func_info(&mut self, index: usize, args: &[Arg]) -> Result {
        let [module, name] = [&args[0], &args[1]].map(|arg| self.src(arg));
        let (module, name) = (Term(module?.0), Term(name?.0));
        let arity = self.arity(&args[2])?.into();
        self.live = self.registers(index);
        let start = self.here();
        self.code.functions.push(Function {
            start,
            module,
            name,
            arity,
            live: self.live,
        });
        if self.code.lines.last().is_none_or(|(at, _)| *at != start) {
            self.code.lines.push((start, 0));
        }
        self.is_replaced = self.code.native(self.heap, module, name, arity);
        self.emit(Instr::NoClause);
        Ok(())
    }

    /// How many argument registers a function uses.
    fn registers(&self, index: usize) -> u16 {
        fn most(args: &[Arg]) -> u32 {
            let each = args.iter().map(|arg| match arg {
                Arg::X(number) => number + 1,
                Arg::List(args) => most(args),
                _ => 0,
            });
            each.max().unwrap_or(0)
        }
        let body = self.module.code[index + 1..].iter();
        let body = body.take_while(|instruction| instruction.op != Op::FuncInfo);
        let count = body.map(|instruction| most(&instruction.args)).max();
        // Some read their operands without naming them.
        count.unwrap_or(0).max(4) as u16
    }

    /// Is a function called there that is in no stack trace then? OTP keeps no line for it, so
    /// what comes behind has the line before.
    fn is_tail_call(&mut self, index: usize) -> bool {
        let import = match self.op_at(index) {
            Some((Op::CallOnly | Op::CallLast, _)) => return true,
            Some((Op::CallExtOnly | Op::CallExtLast, args)) => self.number(&args[1]),
            _ => return false,
        };
        let Ok(import) = import else {
            return false;
        };
        let import = self.code.imports.get((self.first_import + import) as usize);
        let Some(Import {
            module,
            function,
            arity,
            ..
        }) = import.copied()
        else {
            return false;
        };
        let native = self.code.native(self.heap, module, function, arity);
        native.is_none()
    }

    fn line(&mut self, arg: &Arg) -> Result {
        let location = self.number(arg)?;
        let location = *self.locations.get(location as usize).unwrap_or(&0);
        let here = self.here();
        match self.code.lines.last_mut() {
            Some((at, last)) if *at == here => *last = location,
            _ => self.code.lines.push((here, location)),
        }
        Ok(())
    }
}
