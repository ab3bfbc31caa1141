//! Code as text, for tests and for people who look for mistakes.

use std::fmt::Write;

use crate::code::{
    Access, Code, Exchange, Exchanging, FunctionCode, NOT_LIVE, Op, Operands, SignatureId, Src,
    SwitchId, instructions,
};

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
        let list: Vec<String> = self.function.operands[operands.range()]
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

    fn switch(&self, table: SwitchId) -> String {
        let switch = &self.function.switches[table as usize];
        let cases = switch
            .cases
            .iter()
            .map(|(value, to)| format!("{value}: {to}"));
        let cases: Vec<String> = cases.collect();
        format!("{{{}}} else {}", cases.join(", "), switch.otherwise)
    }

    fn signature(&self, signature: SignatureId) -> String {
        let signature = self.code.signatures[signature as usize];
        format!("{} -> {}", signature.arguments, signature.results)
    }
}

/// A field as it is printed, by its type.
macro_rules! shown {
    ($writer:ident, $field:ident, Src) => {
        $writer.src($field)
    };
    ($writer:ident, $field:ident, Operands) => {
        $writer.list($field)
    };
    ($writer:ident, $field:ident, LiveId) => {
        $writer.live($field)
    };
    ($writer:ident, $field:ident, Access) => {
        Writer::access($field)
    };
    ($writer:ident, $field:ident, Exchange) => {
        Writer::exchange($field)
    };
    ($writer:ident, $field:ident, IsDouble) => {
        if $field { " :double" } else { " :float" }
    };
    ($writer:ident, $field:ident, SwitchId) => {
        $writer.switch($field)
    };
    ($writer:ident, $field:ident, SignatureId) => {
        $writer.signature($field)
    };
    ($writer:ident, $field:ident, Builtin) => {
        crate::builtin::name($field)
    };
    ($writer:ident, $field:ident, SiteId) => {
        &$writer.code.sites[$field.0 as usize].name
    };
    ($writer:ident, $field:ident, FunctionId) => {
        &$writer.code.functions[$field.0 as usize].name
    };
    ($writer:ident, $field:ident, GlobalId) => {
        &$writer.code.globals[$field as usize].name
    };
    ($writer:ident, $field:ident, UnknownId) => {
        &$writer.code.unknown[$field as usize]
    };
    ($writer:ident, $field:ident, MessageId) => {
        &$writer.code.messages[$field as usize]
    };
    ($writer:ident, $field:ident, $other:ident) => {
        $field
    };
}

macro_rules! print {
    ($(
        $(#[$doc:meta])*
        $name:ident $({ $($field:ident: $type:ident),* })?
            => $role:ident $(unless($fails:expr))? $(writes($count:expr))?,
            $text:literal $(, $key:ident = $value:expr)*;
    )*) => {
        impl Writer<'_> {
            fn op(&self, op: &Op) -> String {
                let writer = self;
                match *op {
                    $(Op::$name $({ $($field),* })? => {
                        $($(let $field = shown!(writer, $field, $type);)*)?
                        format!($text $(, $key = $value)*)
                    })*
                }
            }
        }
    };
}

instructions!(print);
