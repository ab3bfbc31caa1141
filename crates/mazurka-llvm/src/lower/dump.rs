//! Code as text, for tests and for people who look for mistakes.

use std::fmt::Write;

use crate::code::{Access, Code, Exchange, Exchanging, FunctionCode, NOT_LIVE, Op, Operands, Src};

impl Code {
    /// The code of all functions and variables as text.
    #[must_use]
    pub fn dump(&self) -> String {
        let mut text = String::new();
        for global in &self.globals {
            let local = if global.is_thread_local {
                " thread-local"
            } else {
                ""
            };
            let constant = if global.is_constant { " constant" } else { "" };
            let (name, size, align) = (&global.name, global.size, global.align);
            let _ = write!(text, "{name}: {size} bytes, align {align}{local}{constant}");
            for byte in global.bytes.iter().take(64) {
                let _ = write!(text, " {byte:02x}");
            }
            text.push_str(if global.bytes.len() > 64 {
                " ...\n"
            } else {
                "\n"
            });
        }
        for function in &self.functions {
            self.dump_function(function, &mut text);
        }
        text
    }

    fn dump_function(&self, function: &FunctionCode, text: &mut String) {
        let more = if function.is_variadic { ", ..." } else { "" };
        let _ = writeln!(
            text,
            "{}({}{more}) -> {}, {} registers{}",
            function.name,
            function.parameters,
            function.results,
            function.registers,
            if function.is_atomic { ", atomic" } else { "" },
        );
        let writer = Writer {
            code: self,
            function,
        };
        for (place, op) in function.ops.iter().enumerate() {
            let _ = writeln!(text, "{place:5}  {}", writer.op(op));
        }
    }
}

struct Writer<'a> {
    code: &'a Code,
    function: &'a FunctionCode,
}

impl Writer<'_> {
    fn src(&self, src: Src) -> String {
        if !src.is_constant() {
            return format!("r{}", src.index());
        }
        let word = self.function.constants[src.index()];
        let global = self
            .code
            .globals
            .iter()
            .find(|global| global.address == word.bits);
        match (
            word.undefined,
            global,
            crate::address::function_at(word.bits),
        ) {
            (0, Some(global), _) => format!("&{}", global.name),
            (0, _, Some(number)) if (number as usize) < self.code.functions.len() => {
                format!("&{}", self.code.functions[number as usize].name)
            }
            (0, ..) if word.bits > 0xffff => format!("{:#x}", word.bits),
            (0, ..) => word.bits.to_string(),
            _ => "undefined".into(),
        }
    }

    fn list(&self, operands: Operands) -> String {
        let range = operands.start as usize..(operands.start + operands.len) as usize;
        let list: Vec<String> = self.function.operands[range]
            .iter()
            .map(|&src| self.src(src))
            .collect();
        list.join(", ")
    }

    fn live(&self, live: u32) -> String {
        if live == NOT_LIVE {
            return String::new();
        }
        let registers = self.function.live[live as usize].iter();
        let registers: Vec<String> = registers.map(|register| format!("r{register}")).collect();
        format!("  live {{{}}}", registers.join(" "))
    }

    fn access(access: Access) -> String {
        let order = access
            .order
            .map_or(String::new(), |order| format!(".{order:?}"));
        let volatile = if access.is_volatile { ".volatile" } else { "" };
        format!("{}{order}{volatile}", access.size)
    }

    fn exchange(exchange: Exchange) -> String {
        let [success, failure] = [true, false].map(|is| exchange.access(is));
        let failure = failure
            .order
            .map_or(String::new(), |order| format!(".{order:?}"));
        let kind = match exchange.kind {
            Exchanging::Strong => "",
            Exchanging::Weak => ".weak",
            Exchanging::Always => ".always",
        };
        format!("{}{failure}{kind}", Writer::access(success))
    }

    fn op(&self, op: &Op) -> String {
        let s = |src: Src| self.src(src);
        let a = Writer::access;
        match *op {
            Op::Move { to, a } => format!("r{to} = {}", s(a)),
            Op::Undefine { to, count } => format!("r{to}..{} = undefined", to + count),
            Op::Add { to, a, b, bits } => format!("r{to} = {} + {} :{bits}", s(a), s(b)),
            Op::Sub { to, a, b, bits } => format!("r{to} = {} - {} :{bits}", s(a), s(b)),
            Op::Mul { to, a, b, bits } => format!("r{to} = {} * {} :{bits}", s(a), s(b)),
            Op::Divide { op, to, a, b, bits } => {
                format!("r{to} = {op:?} {}, {} :{bits}", s(a), s(b))
            }
            Op::Shift { op, to, a, b, bits } => {
                format!("r{to} = {op:?} {}, {} :{bits}", s(a), s(b))
            }
            Op::And { to, a, b } => format!("r{to} = {} & {}", s(a), s(b)),
            Op::Or { to, a, b } => format!("r{to} = {} | {}", s(a), s(b)),
            Op::Xor { to, a, b } => format!("r{to} = {} ^ {}", s(a), s(b)),
            Op::Compare {
                predicate,
                to,
                a,
                b,
                bits,
            } => {
                format!("r{to} = {predicate:?} {}, {} :{bits}", s(a), s(b))
            }
            Op::Wide {
                op,
                to,
                a,
                b,
                bits,
                high,
            } => {
                format!(
                    "r{to}.. = wide {op:?} {}, {}, high {} :{bits}",
                    s(a),
                    s(b),
                    self.list(high)
                )
            }
            Op::CompareWide {
                predicate,
                to,
                a,
                b,
                bits,
                high,
            } => {
                format!(
                    "r{to} = wide {predicate:?} {}, {}, high {} :{bits}",
                    s(a),
                    s(b),
                    self.list(high)
                )
            }
            Op::Truncate { to, a, bits } => format!("r{to} = truncate {} :{bits}", s(a)),
            Op::SignExtend { to, a, from, bits } => {
                format!("r{to} = extend {} :{from} :{bits}", s(a))
            }
            Op::Float {
                op,
                to,
                a,
                b,
                is_double,
            } => {
                format!(
                    "r{to} = float {op:?} {}, {}{}",
                    s(a),
                    s(b),
                    width(is_double)
                )
            }
            Op::CompareFloat {
                predicate,
                to,
                a,
                b,
                is_double,
            } => {
                format!(
                    "r{to} = float {predicate:?} {}, {}{}",
                    s(a),
                    s(b),
                    width(is_double)
                )
            }
            Op::ConvertFloat {
                op,
                to,
                a,
                bits,
                is_double,
            } => {
                format!("r{to} = {op:?} {} :{bits}{}", s(a), width(is_double))
            }
            Op::Select {
                to,
                condition,
                a,
                b,
            } => {
                format!("r{to} = {} ? {} : {}", s(condition), s(a), s(b))
            }
            Op::Freeze { to, a } => format!("r{to} = freeze {}", s(a)),
            Op::Offset { to, a, offset } => format!("r{to} = {} + {offset} bytes", s(a)),
            Op::Index {
                to,
                a,
                index,
                scale,
                offset,
                from,
            } => {
                let more = if offset == 0 {
                    String::new()
                } else {
                    format!(" + {offset}")
                };
                format!(
                    "r{to} = {} + {}:{from} * {scale}{more} bytes",
                    s(a),
                    s(index)
                )
            }
            Op::Bits { op, to, a, bits } => format!("r{to} = {op:?} {} :{bits}", s(a)),
            Op::FusedMultiplyAdd {
                to,
                operands,
                is_double,
            } => {
                format!("r{to} = fma {}{}", self.list(operands), width(is_double))
            }
            Op::Alloca {
                to,
                count,
                size,
                align,
                site,
            } => {
                let name = &self.code.sites[site.0 as usize].name;
                format!(
                    "r{to} = alloca {} * {size}, align {align} `{name}`",
                    s(count)
                )
            }
            Op::Load {
                to,
                address,
                access,
                live,
            } => {
                format!(
                    "r{to} = load.{} {}{}",
                    a(access),
                    s(address),
                    self.live(live)
                )
            }
            Op::LoadBits {
                to,
                address,
                access,
                bits,
                live,
            } => {
                format!(
                    "r{to} = load.{} {} :{bits}{}",
                    a(access),
                    s(address),
                    self.live(live)
                )
            }
            Op::Store {
                a: value,
                address,
                access,
            } => {
                format!("store.{} {} -> {}", a(access), s(value), s(address))
            }
            Op::Rmw {
                op,
                is_unused,
                to,
                address,
                a: value,
                access,
                live,
            } => {
                format!(
                    "{} = rmw.{} {op:?} {}, {}{}",
                    if is_unused {
                        "_".to_owned()
                    } else {
                        format!("r{to}")
                    },
                    a(access),
                    s(address),
                    s(value),
                    self.live(live)
                )
            }
            Op::CompareExchange {
                to,
                address,
                expected,
                new,
                exchange,
                live,
            } => {
                let (address, expected, new) = (s(address), s(expected), s(new));
                format!(
                    "r{to}.. = cmpxchg.{} {address}, {expected}, {new}{}",
                    Writer::exchange(exchange),
                    self.live(live)
                )
            }
            Op::CompareExchangeWide {
                to,
                address,
                operands,
                exchange,
                live,
            } => {
                let (address, operands) = (s(address), self.list(operands));
                format!(
                    "r{to}.. = cmpxchg.{} {address}, {operands}{}",
                    Writer::exchange(exchange),
                    self.live(live)
                )
            }
            Op::Fence { order } => format!("fence {order:?}"),
            Op::Jump { to } => format!("jump {to}"),
            Op::Branch { condition, yes, no } => format!("if {} {yes} else {no}", s(condition)),
            Op::BranchIf {
                predicate,
                a,
                b,
                bits,
                yes,
                no,
            } => {
                format!(
                    "if {predicate:?} {}, {} :{bits} {yes} else {no}",
                    s(a),
                    s(b)
                )
            }
            Op::Switch { a, table } => {
                let switch = &self.function.switches[table as usize];
                let cases: Vec<String> = switch
                    .cases
                    .iter()
                    .map(|(value, to)| format!("{value}: {to}"))
                    .collect();
                format!(
                    "switch {} {{{}}} else {}",
                    s(a),
                    cases.join(", "),
                    switch.otherwise
                )
            }
            Op::Again { rounds, to, live } => format!("again {to} (r{rounds}){}", self.live(live)),
            Op::Call {
                function,
                arguments,
                to,
                live,
            } => {
                let name = &self.code.functions[function.0 as usize].name;
                format!(
                    "r{to} = call {name}({}){}",
                    self.list(arguments),
                    self.live(live)
                )
            }
            Op::CallIndirect {
                arguments,
                to,
                live,
                signature,
            } => {
                let signature = self.code.signatures[signature as usize];
                let (taken, given) = (signature.arguments, signature.results);
                format!(
                    "r{to} = call *({}) {taken} -> {given}{}",
                    self.list(arguments),
                    self.live(live)
                )
            }
            Op::CallBuiltin {
                builtin,
                arguments,
                to,
                live,
            } => {
                let builtin = crate::builtin::Builtin::from_number(builtin);
                let name = crate::builtin::name(builtin);
                format!(
                    "r{to} = builtin {name}({}){}",
                    self.list(arguments),
                    self.live(live)
                )
            }
            Op::CallUnknown { name } => {
                format!("unknown function {}", self.code.unknown[name as usize])
            }
            Op::Return { values } => format!("return {}", self.list(values)),
            Op::Copy {
                target,
                source,
                length,
                may_overlap,
            } => {
                let kind = if may_overlap { "move" } else { "copy" };
                format!("{kind} {} bytes {} -> {}", s(length), s(source), s(target))
            }
            Op::Fill { target, a, length } => {
                format!("fill {} bytes of {} with {}", s(length), s(target), s(a))
            }
            Op::VaStart { address } => format!("va_start {}", s(address)),
            Op::ThreadLocal { to, global } => {
                format!(
                    "r{to} = thread-local &{}",
                    self.code.globals[global as usize].name
                )
            }
            Op::StackSave { to } => format!("r{to} = stack"),
            Op::StackRestore { a } => format!("stack = {}", s(a)),
            Op::Unreachable => "unreachable".into(),
            Op::Unsupported { message } => {
                format!("error: {}", self.code.messages[message as usize])
            }
        }
    }
}

fn width(is_double: bool) -> &'static str {
    if is_double { " :double" } else { " :float" }
}
