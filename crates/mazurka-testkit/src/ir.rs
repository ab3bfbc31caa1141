//! A small language of concurrent programs.
//!
//! A program is a list of bodies. The first [`Program::roots`] of them exist
//! from the start, the others are spawned, possibly several times and possibly
//! never. There are no loops, and a body can only spawn bodies that come after
//! it, so every execution is short. Shared variables start at zero, and so do
//! the registers of each process.
//!
//! `Display` prints a program as text that [`crate::parse`] reads back:
//!
//! ```text
//! root 0
//!     r0 = x0
//!     if r0 == 1
//!         spawn 2
//!     else
//!         x1 += 1
//!     end
//!     join 2
//! root 1
//!     r0 = x0 += 1
//!     r1 = cas x1 0 r0 + 1
//!     assert r1 != 2
//! body 2
//!     lock m0
//!     x0 = 2
//!     unlock m0
//! ```

use std::fmt;

/// How many registers a process has.
pub const REGISTERS: usize = 4;
/// How many bodies a program may have: the depth of its spawn tree.
pub const MAX_BODIES: usize = 8;
/// How many spawns (and roots) a body may have.
pub const MAX_CHILDREN: usize = 14;

/// A value that a statement uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A constant.
    Constant(u64),
    /// What a register holds, plus a constant.
    Register {
        /// The register.
        register: usize,
        /// What is added to it.
        plus: u64,
    },
}

impl Value {
    /// The value, given the registers of the process.
    #[must_use]
    pub fn of(self, registers: &[u64; REGISTERS]) -> u64 {
        match self {
            Value::Constant(constant) => constant,
            Value::Register { register, plus } => registers[register].wrapping_add(plus),
        }
    }
}

/// One statement of a body. The first seven are operations, the others local
/// code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// Reads a variable into a register.
    Load {
        /// The variable read.
        variable: usize,
        /// The register that receives its value.
        register: usize,
    },
    /// Writes a variable.
    Store {
        /// The variable written.
        variable: usize,
        /// What it will hold.
        value: Value,
    },
    /// Adds to a variable; the register receives what it held before.
    FetchAdd {
        /// The variable changed.
        variable: usize,
        /// What is added.
        summand: u64,
        /// The register that receives the old value.
        register: usize,
    },
    /// Writes a variable if it holds the expected value; the register receives
    /// what it held before, either way.
    CompareExchange {
        /// The variable that may change.
        variable: usize,
        /// What it must hold to be written.
        expected: Value,
        /// What it will hold then.
        new: Value,
        /// The register that receives the old value.
        register: usize,
    },
    /// Adds to a variable and does not learn its value.
    Add {
        /// The variable changed.
        variable: usize,
        /// What is added.
        summand: u64,
    },
    /// Takes a mutex; blocked while any process, this one too, holds it.
    Lock(usize),
    /// Gives a mutex back; a finding if this process does not hold it.
    Unlock(usize),
    /// Runs one of two blocks.
    If {
        /// The register looked at.
        register: usize,
        /// The value it is compared with.
        equals: u64,
        /// What runs if it is equal.
        then: Vec<Statement>,
        /// What runs otherwise.
        otherwise: Vec<Statement>,
    },
    /// Starts a process that runs this body.
    Spawn(usize),
    /// Waits for the last process with this body that this process spawned and
    /// has not joined yet; does nothing if there is none.
    Join(usize),
    /// Panics unless the comparison holds. The process is then finished, and
    /// the mutexes that it holds stay held.
    Assert {
        /// The register looked at.
        register: usize,
        /// Must it be equal to the value, or differ from it?
        equal: bool,
        /// The value it is compared with.
        value: u64,
    },
}

impl Statement {
    /// Is this an operation, rather than local code?
    #[must_use]
    pub fn is_operation(&self) -> bool {
        !matches!(
            self,
            Statement::If { .. }
                | Statement::Spawn(_)
                | Statement::Join(_)
                | Statement::Assert { .. }
        )
    }

    fn variable(&self) -> Option<usize> {
        match self {
            Statement::Load { variable, .. }
            | Statement::Store { variable, .. }
            | Statement::FetchAdd { variable, .. }
            | Statement::CompareExchange { variable, .. }
            | Statement::Add { variable, .. } => Some(*variable),
            _ => None,
        }
    }

    fn mutex(&self) -> Option<usize> {
        match self {
            Statement::Lock(mutex) | Statement::Unlock(mutex) => Some(*mutex),
            _ => None,
        }
    }

    /// The registers that the statement itself names.
    fn registers(&self) -> Vec<usize> {
        let of = |value: &Value| match value {
            Value::Constant(_) => None,
            Value::Register { register, .. } => Some(*register),
        };
        match self {
            Statement::Load { register, .. }
            | Statement::FetchAdd { register, .. }
            | Statement::If { register, .. }
            | Statement::Assert { register, .. } => vec![*register],
            Statement::Store { value, .. } => of(value).into_iter().collect(),
            Statement::CompareExchange {
                expected,
                new,
                register,
                ..
            } => [Some(*register), of(expected), of(new)]
                .into_iter()
                .flatten()
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// A concurrent program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// How many of the bodies exist from the start.
    pub roots: usize,
    /// What the processes do.
    pub bodies: Vec<Vec<Statement>>,
}

/// Calls `visit` with each statement of a block, also inside branches.
pub fn visit(block: &[Statement], call: &mut dyn FnMut(&Statement)) {
    for statement in block {
        call(statement);
        if let Statement::If {
            then, otherwise, ..
        } = statement
        {
            visit(then, call);
            visit(otherwise, call);
        }
    }
}

impl Program {
    /// Calls `call` with each statement and the body that it is in.
    pub fn visit(&self, call: &mut dyn FnMut(usize, &Statement)) {
        for (body, block) in self.bodies.iter().enumerate() {
            visit(block, &mut |statement| call(body, statement));
        }
    }

    /// How many shared variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |_, s| count = count.max(s.variable().map_or(0, |v| v + 1)));
        count
    }

    /// How many mutexes there are.
    #[must_use]
    pub fn mutexes(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |_, s| count = count.max(s.mutex().map_or(0, |m| m + 1)));
        count
    }

    /// How many statements there are, branches included.
    #[must_use]
    pub fn statements(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |_, _| count += 1);
        count
    }

    /// Is it a program at all?
    ///
    /// # Errors
    /// Says which rule it breaks.
    pub fn validate(&self) -> Result<(), String> {
        let bodies = self.bodies.len();
        if self.roots == 0 || self.roots > bodies || bodies > MAX_BODIES {
            return Err(format!("{} roots and {bodies} bodies", self.roots));
        }
        let mut spawns = vec![0; bodies];
        spawns[0] = self.roots - 1;
        let mut broken = None;
        self.visit(&mut |body, statement| {
            if let Statement::Spawn(child) | Statement::Join(child) = statement
                && (*child <= body || *child < self.roots || *child >= bodies)
            {
                broken = Some(format!("body {body} spawns or joins {child}"));
            }
            if let Statement::Spawn(_) = statement {
                spawns[body] += 1;
            }
            if statement.registers().iter().any(|r| *r >= REGISTERS) {
                broken = Some(format!("no such register: {statement:?}"));
            }
        });
        if spawns.iter().any(|count| *count > MAX_CHILDREN) {
            broken = Some(format!("over {MAX_CHILDREN} spawns in one body"));
        }
        broken.map_or(Ok(()), Err)
    }

    /// The same program with every addition whose result is unused made into
    /// one that learns the old value (in the last register), for front ends
    /// that cannot tell the two apart.
    #[must_use]
    pub fn without_additions(&self) -> Program {
        fn block(statements: &[Statement]) -> Vec<Statement> {
            statements.iter().map(statement).collect()
        }
        fn statement(statement: &Statement) -> Statement {
            match statement {
                Statement::Add { variable, summand } => Statement::FetchAdd {
                    variable: *variable,
                    summand: *summand,
                    register: REGISTERS - 1,
                },
                Statement::If {
                    register,
                    equals,
                    then,
                    otherwise,
                } => Statement::If {
                    register: *register,
                    equals: *equals,
                    then: block(then),
                    otherwise: block(otherwise),
                },
                other => other.clone(),
            }
        }
        Program {
            roots: self.roots,
            bodies: self.bodies.iter().map(|body| block(body)).collect(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Constant(constant) => write!(f, "{constant}"),
            Value::Register { register, plus: 0 } => write!(f, "r{register}"),
            Value::Register { register, plus } => write!(f, "r{register} + {plus}"),
        }
    }
}

/// Prints the statement without its blocks, on one line.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Load { variable, register } => write!(f, "r{register} = x{variable}"),
            Statement::Store { variable, value } => write!(f, "x{variable} = {value}"),
            Statement::FetchAdd {
                variable,
                summand,
                register,
            } => write!(f, "r{register} = x{variable} += {summand}"),
            Statement::CompareExchange {
                variable,
                expected,
                new,
                register,
            } => write!(f, "r{register} = cas x{variable} {expected} {new}"),
            Statement::Add { variable, summand } => write!(f, "x{variable} += {summand}"),
            Statement::Lock(mutex) => write!(f, "lock m{mutex}"),
            Statement::Unlock(mutex) => write!(f, "unlock m{mutex}"),
            Statement::If {
                register, equals, ..
            } => write!(f, "if r{register} == {equals}"),
            Statement::Spawn(body) => write!(f, "spawn {body}"),
            Statement::Join(body) => write!(f, "join {body}"),
            Statement::Assert {
                register,
                equal,
                value,
            } => {
                let relation = if *equal { "==" } else { "!=" };
                write!(f, "assert r{register} {relation} {value}")
            }
        }
    }
}

fn write_block(
    f: &mut fmt::Formatter<'_>,
    block: &[Statement],
    depth: usize,
) -> Result<(), fmt::Error> {
    for statement in block {
        writeln!(f, "{:1$}{statement}", "", depth * 4)?;
        if let Statement::If {
            then, otherwise, ..
        } = statement
        {
            write_block(f, then, depth + 1)?;
            if !otherwise.is_empty() {
                writeln!(f, "{:1$}else", "", depth * 4)?;
                write_block(f, otherwise, depth + 1)?;
            }
            writeln!(f, "{:1$}end", "", depth * 4)?;
        }
    }
    Ok(())
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, body) in self.bodies.iter().enumerate() {
            let word = if index < self.roots { "root" } else { "body" };
            writeln!(f, "{word} {index}")?;
            write_block(f, body, 1)?;
        }
        Ok(())
    }
}
