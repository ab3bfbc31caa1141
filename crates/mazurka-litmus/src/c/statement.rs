//! Statements.

use super::compile::{Compiler, Loop};
use super::types::CType;
use crate::code::{Compute, Instruction, Source};
use crate::error::ParseError;
use crate::lexer::{Part, Token};

impl Compiler<'_, '_> {
    /// Reads statements up to a closing brace.
    pub(super) fn block(&mut self) -> Result<(), ParseError> {
        self.blocks.push(Vec::new());
        loop {
            if self.take("}")? {
                self.blocks.pop();
                return Ok(());
            }
            if let Token::End | Token::Name("exists" | "forall" | "locations") = self.peek()? {
                return Err(self.expected("`}` or a statement"));
            }
            self.statement()?;
        }
    }

    pub(super) fn statement(&mut self) -> Result<(), ParseError> {
        self.reset_temporaries();
        self.lexer.enter()?;
        match self.peek()? {
            Token::Sign("{") => {
                self.expect("{")?;
                self.block()?;
            }
            Token::Sign(";") => self.expect(";")?,
            Token::Name("if") => self.if_statement()?,
            Token::Name("while") => self.while_statement()?,
            Token::Name("do") => self.do_statement()?,
            Token::Name("for") => {
                self.blocks.push(Vec::new());
                self.for_statement()?;
                self.blocks.pop();
            }
            Token::Name("break") => self.leave_loop(true)?,
            Token::Name("continue") => self.leave_loop(false)?,
            Token::Name("return") => self.return_statement()?,
            Token::Name(word @ ("goto" | "switch" | "case" | "asm" | "__asm__" | "typedef")) => {
                let start = self.lexer.start(Part::C)?;
                let message = format!("`{word}` is not supported");
                return Err(self.lexer.error_at(start, message));
            }
            _ => {
                self.simple_statement()?;
                self.expect(";")?;
            }
        }
        self.lexer.leave();
        Ok(())
    }

    /// A declaration or an expression.
    fn simple_statement(&mut self) -> Result<(), ParseError> {
        if let Some(of) = self.parse_type()? {
            return self.declarators(of);
        }
        self.expression_statement()
    }

    fn expression_statement(&mut self) -> Result<(), ParseError> {
        let expression = self.expression()?;
        self.value(expression)?;
        Ok(())
    }

    /// Refuses a declaration that hides one of a block around it.
    fn check_hidden(&mut self, name: &str, start: usize) -> Result<(), ParseError> {
        let Some((block, around)) = self.blocks.split_last_mut() else {
            return Ok(());
        };
        if around.iter().flatten().any(|known| known == name) {
            let message = format!(
                "`{name}` hides a variable of the same name; the condition could not tell them \
                 apart, so give it another name"
            );
            return Err(self.lexer.error_at(start, message));
        }
        block.push(name.to_owned());
        Ok(())
    }

    /// `r0, r1 = 2, *p`, after the type.
    fn declarators(&mut self, mut of: CType) -> Result<(), ParseError> {
        loop {
            while self.take("*")? {
                of = of.pointer();
            }
            let start = self.lexer.start(Part::C)?;
            let name = self.name("the name of a variable")?;
            self.check_hidden(name, start)?;
            let variable = self.declare(name, of)?;
            if self.take("=")? {
                let expression = self.assignment()?;
                let (value, _) = self.value(expression)?;
                self.compute(variable.slot, Compute::Move, Source::Constant(0), value);
            }
            if !self.take(",")? {
                return Ok(());
            }
            of.stars = 0;
        }
    }

    fn condition(&mut self) -> Result<Source, ParseError> {
        self.expect("(")?;
        let expression = self.expression()?;
        let (condition, _) = self.value(expression)?;
        self.expect(")")?;
        Ok(condition)
    }

    fn if_statement(&mut self) -> Result<(), ParseError> {
        self.lexer.next(Part::C)?;
        let condition = self.condition()?;
        let to_else = self.emit(Instruction::JumpIfZero {
            condition,
            target: 0,
        });
        self.statement()?;
        if self.take_word("else")? {
            let to_end = self.emit(Instruction::Jump(0));
            self.land(to_else);
            self.statement()?;
            self.land(to_end);
        } else {
            self.land(to_else);
        }
        Ok(())
    }

    fn while_statement(&mut self) -> Result<(), ParseError> {
        self.lexer.next(Part::C)?;
        let start = self.here();
        let condition = self.condition()?;
        let exit = self.emit(Instruction::JumpIfZero {
            condition,
            target: 0,
        });
        self.loops.push(Loop::default());
        self.statement()?;
        self.end_round();
        self.emit(Instruction::Jump(start));
        self.land(exit);
        self.end_loop();
        Ok(())
    }

    fn do_statement(&mut self) -> Result<(), ParseError> {
        self.lexer.next(Part::C)?;
        let start = self.here();
        self.loops.push(Loop::default());
        self.statement()?;
        self.end_round();
        if !self.take_word("while")? {
            return Err(self.expected("`while`"));
        }
        self.reset_temporaries();
        let condition = self.condition()?;
        self.expect(";")?;
        self.emit(Instruction::JumpIf {
            condition,
            target: start,
        });
        self.end_loop();
        Ok(())
    }

    /// The step stands before the body in the file and in the code, so that
    /// it is read once; jumps put it after.
    fn for_statement(&mut self) -> Result<(), ParseError> {
        self.lexer.next(Part::C)?;
        self.expect("(")?;
        if self.peek()? != Token::Sign(";") {
            self.simple_statement()?;
        }
        self.expect(";")?;
        self.reset_temporaries();
        let test = self.here();
        let mut exit = None;
        if self.peek()? != Token::Sign(";") {
            let expression = self.expression()?;
            let (condition, _) = self.value(expression)?;
            exit = Some(self.emit(Instruction::JumpIfZero {
                condition,
                target: 0,
            }));
        }
        self.expect(";")?;
        let to_body = self.emit(Instruction::Jump(0));
        let step = self.here();
        self.reset_temporaries();
        if self.peek()? != Token::Sign(")") {
            self.expression_statement()?;
        }
        self.expect(")")?;
        self.emit(Instruction::Jump(test));
        self.land(to_body);
        self.loops.push(Loop::default());
        self.statement()?;
        self.end_round();
        self.emit(Instruction::Jump(step));
        if let Some(exit) = exit {
            self.land(exit);
        }
        self.end_loop();
        Ok(())
    }

    /// What `continue` of the innermost loop jumps to is here.
    fn end_round(&mut self) {
        let inner = self.loops.last_mut().expect("a loop is open");
        for jump in std::mem::take(&mut inner.continues) {
            self.land(jump);
        }
    }

    /// The innermost loop ends here.
    fn end_loop(&mut self) {
        let inner = self.loops.pop().expect("a loop is open");
        for jump in inner.breaks {
            self.land(jump);
        }
    }

    fn leave_loop(&mut self, for_good: bool) -> Result<(), ParseError> {
        if self.loops.is_empty() {
            return Err(self.expected("a statement (there is no loop here)"));
        }
        self.lexer.next(Part::C)?;
        let jump = self.emit(Instruction::Jump(0));
        let inner = self.loops.last_mut().expect("checked above");
        if for_good {
            inner.breaks.push(jump);
        } else {
            inner.continues.push(jump);
        }
        self.expect(";")
    }

    fn return_statement(&mut self) -> Result<(), ParseError> {
        self.lexer.next(Part::C)?;
        if self.peek()? != Token::Sign(";") {
            self.expression_statement()?;
        }
        self.emit(Instruction::Halt);
        self.expect(";")
    }
}
