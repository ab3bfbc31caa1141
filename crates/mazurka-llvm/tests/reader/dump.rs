//! Writes modules as text: what different versions of clang make of one source looks
//! the same here, but for real differences.

use std::fmt::Write;

use mazurka_llvm::ir::{
    Callee, ConstantId, ConstantKind, Function, Instruction, InstructionKind, LocationId, Module,
    Symbol, SymbolKind, Type, TypeId, Typed, Value,
};

/// All symbols of a module, by name.
pub(crate) fn dump(module: &Module) -> String {
    let mut symbols: Vec<&Symbol> = module.symbols.iter().collect();
    symbols.retain(|symbol| !symbol.name.starts_with("llvm."));
    symbols.sort_by(|a, b| a.name.cmp(&b.name));
    let mut text = String::new();
    for symbol in symbols {
        text += &dump_symbol(module, symbol);
    }
    let names = |symbols: &[mazurka_llvm::ir::SymbolId]| {
        let names = symbols
            .iter()
            .map(|&symbol| module.symbol(symbol).name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(text, "constructors: {}", names(&module.constructors));
    let _ = writeln!(text, "destructors: {}", names(&module.destructors));
    text
}

/// One symbol.
pub(crate) fn dump_symbol(module: &Module, symbol: &Symbol) -> String {
    let mut dump = Dump {
        module,
        locals: Vec::new(),
    };
    let mut text = format!("{} ({:?}): ", symbol.name, symbol.linkage);
    match &symbol.kind {
        SymbolKind::Variable(variable) => {
            let _ = write!(text, "{}", dump.ty(variable.ty));
            for (is_said, word) in [
                (variable.is_constant, "constant"),
                (variable.is_thread_local, "thread-local"),
            ] {
                if is_said {
                    let _ = write!(text, " {word}");
                }
            }
            let _ = write!(text, " align {}", variable.align);
            if let Some(initial) = variable.initial {
                let _ = write!(text, " = {}", dump.constant(initial));
            }
            if let Some((name, location)) = &variable.source {
                let _ = write!(text, "  ; {name} at {}", dump.place(*location));
            }
            text.push('\n');
        }
        SymbolKind::Alias(target) => {
            let _ = writeln!(text, "alias of {}", dump.constant(*target));
        }
        SymbolKind::Function(function) => text += &dump.function(function),
    }
    text
}

struct Dump<'m> {
    module: &'m Module,
    /// The locals, in the order in which they are mentioned.
    locals: Vec<u32>,
}

impl Dump<'_> {
    fn ty(&self, ty: TypeId) -> String {
        match self.module.ty(ty) {
            Type::Int(bits) => format!("i{bits}"),
            Type::Array(count, element) => format!("[{count} x {}]", self.ty(*element)),
            Type::Vector(count, element) => format!("<{count} x {}>", self.ty(*element)),
            Type::Struct { is_packed, fields } => {
                let fields: Vec<String> = fields.iter().map(|&field| self.ty(field)).collect();
                let mark = if *is_packed { "packed " } else { "" };
                format!("{mark}{{{}}}", fields.join(", "))
            }
            Type::Named(named) => format!("%{}", self.module.named[*named as usize].name),
            Type::Function { .. } => "function".to_string(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn constant(&self, constant: ConstantId) -> String {
        let found = self.module.constant(constant);
        let list = |ids: &[ConstantId]| {
            ids.iter()
                .map(|&id| self.constant(id))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let ty = self.ty(found.ty);
        match &found.kind {
            ConstantKind::Int(value) => format!("{ty} {value}"),
            ConstantKind::Float(value) => format!("{ty} {value:?}"),
            ConstantKind::Zero => format!("{ty} zero"),
            ConstantKind::Undefined => format!("{ty} undefined"),
            ConstantKind::Aggregate(elements) => format!("{ty} ({})", list(elements)),
            ConstantKind::Bytes(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
            ConstantKind::Symbol(symbol) => {
                let name = &self.module.symbol(*symbol).name;
                // Names of intrinsic functions tell the types of pointers.
                let short = name.split(".p0").next().unwrap_or_default();
                format!(
                    "@{}",
                    if name.starts_with("llvm.") {
                        short
                    } else {
                        name
                    }
                )
            }
            ConstantKind::BlockAddress(symbol, block) => {
                format!("@{} block {}", self.module.symbol(*symbol).name, block.0)
            }
            ConstantKind::GetElementPtr(_, base, _) => format!("inside {}", self.constant(*base)),
            ConstantKind::Cast(cast, inner) => {
                format!("{cast:?} ({}) to {ty}", self.constant(*inner))
            }
            ConstantKind::Binary(op, a, b) => format!("{op:?} ({})", list(&[*a, *b])),
            ConstantKind::Compare(op, a, b) => format!("{op:?} ({})", list(&[*a, *b])),
            ConstantKind::Select(a, b, c) => format!("select ({})", list(&[*a, *b, *c])),
        }
    }

    fn place(&self, location: LocationId) -> String {
        let place = self.module.locations[location.0 as usize];
        format!("{}:{}", self.module.files[place.file as usize], place.line)
    }

    fn local(&mut self, local: u32) -> String {
        let known = self.locals.iter().position(|&known| known == local);
        let number = known.unwrap_or_else(|| {
            self.locals.push(local);
            self.locals.len() - 1
        });
        format!("%{number}")
    }

    fn value(&mut self, value: Value) -> String {
        match value {
            Value::Local(local) => self.local(local.0),
            Value::Constant(constant) => self.constant(constant),
        }
    }

    fn typed(&mut self, typed: Typed) -> String {
        match typed.value {
            Value::Local(local) => format!("{} {}", self.ty(typed.ty), self.local(local.0)),
            Value::Constant(constant) => self.constant(constant),
        }
    }

    fn function(&mut self, function: &Function) -> String {
        let mut text = String::new();
        let parameters: Vec<String> = (0..)
            .zip(&function.parameters)
            .map(|(number, parameter)| {
                let by_value = parameter
                    .by_value
                    .map_or(String::new(), |ty| format!(" by value {}", self.ty(ty)));
                let name = if function.blocks.is_empty() {
                    String::new()
                } else {
                    format!(" {}", self.local(number))
                };
                format!("{}{by_value}{name}", self.ty(parameter.ty))
            })
            .collect();
        let result = function.result.map_or("void".to_string(), |ty| self.ty(ty));
        let dots = if function.is_variadic { ", ..." } else { "" };
        let _ = write!(text, "{result} ({}{dots})", parameters.join(", "));
        if let Some(name) = &function.source_name {
            let _ = write!(text, " {name}");
        }
        if let Some(location) = function.location {
            let _ = write!(text, "  ; {}", self.place(location));
        }
        text.push('\n');
        for (number, block) in function.blocks.iter().enumerate() {
            let _ = writeln!(text, "  {number}:");
            for instruction in &block.instructions {
                let _ = writeln!(text, "    {}", self.instruction(function, instruction));
            }
        }
        text
    }

    fn instruction(&mut self, function: &Function, instruction: &Instruction) -> String {
        let operation = self.operation(&instruction.kind);
        let mut text = match instruction.result {
            Some(local) => {
                let name = function.local_names[local.0 as usize].as_ref();
                let name = name.map_or(String::new(), |name| format!(" `{name}`"));
                let ty = self.ty(function.locals[local.0 as usize]);
                format!("{}{name}: {ty} = {operation}", self.local(local.0))
            }
            None => operation,
        };
        if let Some(location) = instruction.location {
            let _ = write!(
                text,
                "  ; {}",
                self.module.locations[location.0 as usize].line
            );
        }
        text
    }

    fn operation(&mut self, kind: &InstructionKind) -> String {
        use InstructionKind as I;
        match kind {
            I::Binary(op, a, b) => format!("{op:?} {}, {}", self.typed(*a), self.value(*b)),
            I::CompareInt(op, a, b) => format!("{op:?} {}, {}", self.typed(*a), self.value(*b)),
            I::CompareFloat(op, a, b) => format!("{op:?} {}, {}", self.typed(*a), self.value(*b)),
            I::Cast(cast, a, _) => format!("{cast:?} {}", self.typed(*a)),
            I::Negate(a) => format!("negate {}", self.typed(*a)),
            I::Freeze(a) => format!("freeze {}", self.typed(*a)),
            I::Select(c, a, b) => format!(
                "select {}, {}, {}",
                self.typed(*c),
                self.typed(*a),
                self.value(*b)
            ),
            I::GetElementPtr(ty, base, indices) => {
                let base = self.typed(*base);
                let indices: Vec<String> = indices.iter().map(|&index| self.typed(index)).collect();
                format!("step {} in {}: {}", base, self.ty(*ty), indices.join(", "))
            }
            I::Alloca { ty, count, align } => {
                let count = count.map_or(String::new(), |count| {
                    format!(" times {}", self.typed(count))
                });
                format!("alloca {}{count} align {align}", self.ty(*ty))
            }
            I::Load {
                ty,
                pointer,
                access,
            } => {
                format!(
                    "load {} from {} {access:?}",
                    self.ty(*ty),
                    self.value(*pointer)
                )
            }
            I::Store {
                value,
                pointer,
                access,
            } => {
                format!(
                    "store {} to {} {access:?}",
                    self.typed(*value),
                    self.value(*pointer)
                )
            }
            I::ReadModifyWrite {
                op,
                pointer,
                value,
                order,
                ..
            } => {
                format!(
                    "modify {} {op:?} {} {order:?}",
                    self.value(*pointer),
                    self.typed(*value)
                )
            }
            I::CompareExchange {
                pointer,
                expected,
                new,
                success,
                failure,
                is_weak,
            } => format!(
                "exchange {} {} {} {success:?} {failure:?} weak {is_weak}",
                self.value(*pointer),
                self.typed(*expected),
                self.value(*new)
            ),
            I::Call(call) => {
                let arguments: Vec<String> = call
                    .arguments
                    .iter()
                    .map(|argument| {
                        let by_value = argument.by_value.map_or("", |_| "by value ");
                        let element = argument
                            .element_type
                            .map_or(String::new(), |ty| format!("to {} ", self.ty(ty)));
                        format!("{by_value}{element}{}", self.typed(argument.value))
                    })
                    .collect();
                let callee = match &call.callee {
                    Callee::Value(value) => self.value(*value),
                    Callee::Assembly {
                        template,
                        constraints,
                    } => format!("asm {template:?} {constraints:?}"),
                };
                let next = call
                    .next
                    .map_or(String::new(), |next| format!(" then {}", next.0));
                format!(
                    "call {callee}({}) fixed {:?}{next}",
                    arguments.join(", "),
                    call.fixed
                )
            }
            I::ExtractValue(a, indices) => format!("extract {} {indices:?}", self.typed(*a)),
            I::InsertValue(a, b, indices) => {
                format!("insert {} {} {indices:?}", self.typed(*a), self.typed(*b))
            }
            I::ExtractElement(a, b) => format!("element {} {}", self.typed(*a), self.typed(*b)),
            I::InsertElement(a, b, c) => {
                format!(
                    "set element {} {} {}",
                    self.typed(*a),
                    self.typed(*b),
                    self.typed(*c)
                )
            }
            I::ShuffleVector(a, b, mask) => {
                format!("shuffle {}, {} {mask:?}", self.typed(*a), self.value(*b))
            }
            I::Phi(_, incoming) => {
                let incoming: Vec<String> = incoming
                    .iter()
                    .map(|&(value, block)| format!("{} from {}", self.value(value), block.0))
                    .collect();
                format!("phi {}", incoming.join(", "))
            }
            I::VaArg(list, _) => format!("va_arg {}", self.typed(*list)),
            I::Return(value) => value.map_or("return".to_string(), |value| {
                format!("return {}", self.typed(value))
            }),
            I::Jump(block) => format!("jump {}", block.0),
            I::Branch(condition, yes, no) => {
                format!("branch {} {} {}", self.value(*condition), yes.0, no.0)
            }
            I::Switch(value, otherwise, cases) => {
                let cases: Vec<String> = cases
                    .iter()
                    .map(|&(case, block)| format!("{} {}", self.constant(case), block.0))
                    .collect();
                format!(
                    "switch {} [{}] {}",
                    self.typed(*value),
                    cases.join(", "),
                    otherwise.0
                )
            }
            I::IndirectBranch(address, blocks) => {
                format!("jump to {} {blocks:?}", self.value(*address))
            }
            I::Fence {
                order,
                is_single_thread,
            } => format!("fence {order:?} single thread {is_single_thread}"),
            I::LandingPad => "landing pad".to_string(),
            I::Unreachable => "unreachable".to_string(),
            I::Unsupported(text) => format!("unsupported: {text}"),
        }
    }
}
