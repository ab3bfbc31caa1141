//! Calls.

use super::Parser;
use super::instruction::Parsed;
use super::lexer::{Result, Token};
use super::types::is_type_start;
use crate::ir::{
    Argument, Call, Callee, ConstantKind, InstructionKind, LocalId, Type, TypeId, Typed, Value,
};

/// An operand that is metadata.
#[derive(Clone, Copy, Debug)]
pub(super) enum Metadata {
    /// A value of the function.
    Local(LocalId),
    /// A node.
    Node(u32),
    /// Anything else.
    Other,
}

impl Parser<'_> {
    /// What follows `call`; none if it only describes variables.
    pub(super) fn call(&mut self) -> Result<Option<Parsed>> {
        let Some(call) = self.call_without_blocks()? else {
            return Ok(None);
        };
        while !self.lexer.is_new_line && self.eat_call_attribute()? {}
        if self.is_mark(b'[') {
            self.skip_group()?;
        }
        Ok(Some(self.finish(call)))
    }

    fn finish(&self, call: Call) -> Parsed {
        let ty = (call.result != self.common.void).then_some(call.result);
        (InstructionKind::Call(Box::new(call)), ty)
    }

    /// Passes `#1`, `nounwind` or `"x"="y"`, if it is there.
    fn eat_call_attribute(&mut self) -> Result<bool> {
        match self.token {
            Token::AttributeGroup => self.bump()?,
            Token::Word(word) if word != b"to" => {
                self.bump()?;
                self.skip_parentheses()?;
            }
            Token::Text(_) => {
                self.bump()?;
                if self.eat(b'=')? {
                    self.bump()?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `invoke T @f(...) to label %a unwind label %b`.
    pub(super) fn invoke(&mut self) -> Result<Parsed> {
        let Some(mut call) = self.call_without_blocks()? else {
            return self.fail("this cannot be invoked");
        };
        self.skip_to_blocks()?;
        call.next = Some(self.block_operand()?);
        self.expect_word("unwind")?;
        self.block_operand()?;
        Ok(self.finish(call))
    }

    /// Passes attributes and bundles, and `to`.
    fn skip_to_blocks(&mut self) -> Result<()> {
        while self.eat_call_attribute()? {}
        if self.is_mark(b'[') {
            self.skip_group()?;
        }
        self.expect_word("to")
    }

    /// `callbr T asm "..."(...) to label %a [label %b]`: read, but not supported.
    pub(super) fn call_branch(&mut self) -> Result<Parsed> {
        let call = self.call_without_blocks()?;
        self.skip_to_blocks()?;
        self.block_operand()?;
        self.expect(b'[')?;
        self.block_list()?;
        let ty = call
            .map(|call| call.result)
            .filter(|&ty| ty != self.common.void);
        let text = "jumps out of assembly (`asm goto`) are not supported".to_string();
        Ok((InstructionKind::Unsupported(text), ty))
    }

    /// The type, what is called, and the arguments.
    fn call_without_blocks(&mut self) -> Result<Option<Call>> {
        self.skip_to_type()?;
        let start = self.start;
        let ty = self.ty()?;
        let (result, parameters) = match self.module.ty(ty) {
            Type::Function {
                result,
                parameters,
                is_variadic,
            } => (*result, Some((parameters.len(), *is_variadic))),
            _ => (ty, None),
        };
        self.check_result(start, result)?;
        let callee = self.callee()?;
        let (arguments, metadata) = self.arguments()?;
        if let Some((count, is_variadic)) = parameters {
            let is_right = arguments.len() == count || is_variadic && arguments.len() > count;
            self.check(
                is_right || !metadata.is_empty(),
                "the call has not as many arguments as its type says",
            )?;
        }
        if self.is_description(&callee) {
            self.describe_local(&callee, &metadata);
            self.skip_call_suffix()?;
            return Ok(None);
        }
        let fixed = parameters.and_then(|(count, is_variadic)| is_variadic.then_some(count as u32));
        Ok(Some(Call {
            callee,
            result,
            arguments,
            fixed,
            next: None,
        }))
    }

    fn skip_call_suffix(&mut self) -> Result<()> {
        while !self.lexer.is_new_line && self.eat_call_attribute()? {}
        Ok(())
    }

    fn callee(&mut self) -> Result<Callee> {
        if !self.eat_word("asm")? {
            let pointer = self.common.pointer;
            return self.value(pointer).map(Callee::Value);
        }
        while let Token::Word(_) = self.token {
            self.bump()?;
        }
        let template = self.text()?;
        self.expect(b',')?;
        let constraints = self.text()?;
        Ok(Callee::Assembly {
            template,
            constraints,
        })
    }

    /// `(T attributes value, metadata !1, ...)`.
    fn arguments(&mut self) -> Result<(Vec<Argument>, Vec<Metadata>)> {
        let (mut arguments, mut metadata) = (Vec::new(), Vec::new());
        self.expect(b'(')?;
        while !self.is_mark(b')') {
            if self.token == Token::Dots {
                // `musttail` calls pass on the arguments without names.
                return self.unsupported("passing on `...` is not supported");
            }
            if self.eat_word("metadata")? {
                metadata.push(self.metadata_operand()?);
            } else {
                arguments.push(self.argument()?);
            }
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        Ok((arguments, metadata))
    }

    fn argument(&mut self) -> Result<Argument> {
        let ty = self.value_type()?;
        let attributes = self.parameter_attributes()?;
        let value = self.value(ty)?;
        Ok(Argument {
            value: Typed { ty, value },
            by_value: attributes.by_value,
            element_type: attributes.element_type,
        })
    }

    /// Metadata as an operand: a node, or a value of the program.
    pub(super) fn metadata_operand(&mut self) -> Result<Metadata> {
        if let Token::MetadataNumber(node) = self.token {
            self.bump()?;
            return Ok(Metadata::Node(node));
        }
        if !is_type_start(self.token) {
            self.skip_node()?;
            return Ok(Metadata::Other);
        }
        let ty: TypeId = self.value_type()?;
        match self.value(ty)? {
            Value::Local(local) => Ok(Metadata::Local(local)),
            Value::Constant(_) => Ok(Metadata::Other),
        }
    }

    /// Is it one of the functions that only describe variables?
    fn is_description(&self, callee: &Callee) -> bool {
        self.callee_name(callee).is_some_and(|name| {
            name.starts_with("llvm.dbg.") || name == "llvm.experimental.noalias.scope.decl"
        })
    }

    fn callee_name(&self, callee: &Callee) -> Option<&str> {
        let Callee::Value(Value::Constant(constant)) = callee else {
            return None;
        };
        match self.module.constant(*constant).kind {
            ConstantKind::Symbol(symbol) => Some(&self.module.symbol(symbol).name),
            _ => None,
        }
    }

    /// `llvm.dbg.declare(metadata ptr %x, metadata !12, ...)` names a variable.
    fn describe_local(&mut self, callee: &Callee, metadata: &[Metadata]) {
        let is_declaration = self.callee_name(callee) == Some("llvm.dbg.declare");
        if let [Metadata::Local(local), Metadata::Node(node), ..] = metadata
            && is_declaration
        {
            self.body.described.push((*local, *node));
        }
    }
}
