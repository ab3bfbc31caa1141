//! A front end for [`ir::Program`]s: an interpreter whose states can be copied,
//! so that the oracle can branch where an explorer has to replay.
//!
//! Spawning and joining are local code. A child's local code up to its first
//! operation runs in the step that spawned it, and a process that waits in a
//! join goes on inside the step in which its target finishes.

use crate::ir::{self, REGISTERS, Statement};
use mazurka_program::{
    Access, Edge, Effect, Finding, FindingKind, Interrupt, Kind, Names, ObjectId, ObjectName,
    Operation, ProcessId, Program, Status, Step,
};

/// A process in some state of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Process<'a> {
    registers: [u64; REGISTERS],
    /// What is left to do: the rest of the innermost block comes last.
    rest: Vec<&'a [Statement]>,
    /// The process that it waits for.
    joining: Option<ProcessId>,
    finished: bool,
    /// The bodies and names of the processes that it may still join.
    handles: Vec<(usize, ProcessId)>,
    /// How many children it has had.
    children: u32,
}

impl<'a> Process<'a> {
    fn new(body: &'a [Statement], children: u32) -> Process<'a> {
        Process {
            registers: [0; REGISTERS],
            rest: vec![body],
            joining: None,
            finished: false,
            handles: Vec::new(),
            children,
        }
    }

    /// The next statement, if there is one.
    fn peek(&self) -> Option<&'a Statement> {
        self.rest.last()?.first()
    }

    /// Leaves the next statement, and every block that has nothing left.
    fn advance(&mut self) {
        if let Some(block) = self.rest.last_mut() {
            *block = &block[1..];
        }
        self.leave_empty_blocks();
    }

    fn leave_empty_blocks(&mut self) {
        while self.rest.last().is_some_and(|block| block.is_empty()) {
            self.rest.pop();
        }
    }
}

/// A state of an execution: everything that its future depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State<'a> {
    variables: Vec<u64>,
    /// Who holds each mutex.
    holders: Vec<Option<ProcessId>>,
    /// By [`ProcessId::index`]; none where the process does not exist yet.
    processes: Vec<Option<Process<'a>>>,
}

impl State<'_> {
    /// The values of the shared variables.
    #[must_use]
    pub fn variables(&self) -> &[u64] {
        &self.variables
    }

    /// The processes that exist.
    pub fn processes(&self) -> impl Iterator<Item = ProcessId> {
        let exists = |(index, process): (usize, &Option<Process<'_>>)| {
            process.as_ref()?;
            Some(ProcessId(u32::try_from(index).expect("few processes")))
        };
        self.processes.iter().enumerate().filter_map(exists)
    }

    /// The registers of a process that exists.
    #[must_use]
    pub fn registers(&self, process: ProcessId) -> &[u64; REGISTERS] {
        &self.process(process).registers
    }

    fn process(&self, process: ProcessId) -> &Process<'_> {
        self.processes[process.index()]
            .as_ref()
            .expect("the process exists")
    }
}

/// The interpreter: a program, the names in it, and the current state.
pub struct Interpreter<'a> {
    program: &'a ir::Program,
    names: Names,
    /// For each process that `names` knows, its place in the spawn tree.
    places: Vec<u32>,
    /// Kept, since the statements name variables and mutexes by index.
    variables: Vec<ObjectId>,
    mutexes: Vec<ObjectId>,
    state: State<'a>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter that has not started an execution yet.
    ///
    /// # Panics
    /// When the program does not [validate](ir::Program::validate).
    #[must_use]
    pub fn new(program: &'a ir::Program) -> Interpreter<'a> {
        if let Err(error) = program.validate() {
            panic!("not a program: {error}");
        }
        let mut names = Names::new();
        let mut place = 0;
        let mut global = || {
            let name = ObjectName {
                creator: None,
                place,
                generation: 0,
            };
            place += 1;
            names.object(name)
        };
        let variables = (0..program.variables()).map(|_| global()).collect();
        let mutexes = (0..program.mutexes()).map(|_| global()).collect();
        Interpreter {
            program,
            names,
            places: vec![0],
            variables,
            mutexes,
            state: State {
                variables: Vec::new(),
                holders: Vec::new(),
                processes: Vec::new(),
            },
        }
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &State<'a> {
        &self.state
    }

    /// Goes back (or over) to another state of the same program.
    pub fn set_state(&mut self, state: State<'a>) {
        self.state = state;
    }

    /// The process with this name, whether it exists yet or not.
    pub fn parse_process(&mut self, name: &str) -> Option<ProcessId> {
        self.names.parse_process(name)
    }

    /// What an operation does, in the words of the program: for people.
    #[must_use]
    pub fn describe(&self, operation: &Operation) -> String {
        let variable = self.variables.iter().position(|o| *o == operation.object);
        let mutex = self.mutexes.iter().position(|o| *o == operation.object);
        let object = match (variable, mutex) {
            (Some(variable), _) => format!("x{variable}"),
            (None, Some(mutex)) => format!("m{mutex}"),
            (None, None) => format!("{:?}", operation.object),
        };
        match operation.kind {
            Kind::Store | Kind::CompareExchange | Kind::Add => {
                format!("{:?} {object} {}", operation.kind, operation.operand)
            }
            kind => format!("{kind:?} {object}"),
        }
    }

    /// The place of a process in the spawn tree, packed into a number that is
    /// the same in every exploration: four bits for each level.
    ///
    /// # Panics
    /// When the process has never existed.
    #[must_use]
    pub fn place(&self, process: ProcessId) -> u32 {
        self.places[process.index()]
    }

    fn process_mut(&mut self, process: ProcessId) -> &mut Process<'a> {
        self.state.processes[process.index()]
            .as_mut()
            .expect("the process exists")
    }

    /// Brings a process into existence, about to run its local code.
    fn create(&mut self, child: ProcessId, body: usize, children: u32) {
        for index in self.places.len()..=child.index() {
            let known = ProcessId(u32::try_from(index).expect("few processes"));
            self.places.push(place_of(&self.names, known));
        }
        let processes = &mut self.state.processes;
        if processes.len() <= child.index() {
            processes.resize(child.index() + 1, None);
        }
        debug_assert!(processes[child.index()].is_none(), "{child:?} exists");
        processes[child.index()] = Some(Process::new(&self.program.bodies[body], children));
    }

    /// Runs the local code of `process`, and of all whom that lets go on.
    fn run_local(&mut self, process: ProcessId, step: &mut Step) {
        let mut runnable = vec![process];
        while let Some(process) = runnable.pop() {
            self.process_mut(process).leave_empty_blocks();
            self.run_process(process, &mut runnable, step);
        }
    }

    /// Runs the local code of one process up to its next operation, to a join
    /// that must wait, or to its end.
    fn run_process(&mut self, id: ProcessId, runnable: &mut Vec<ProcessId>, step: &mut Step) {
        loop {
            let Some(statement) = self.process_mut(id).peek() else {
                return self.finish(id, runnable, step);
            };
            if statement.is_operation() {
                return;
            }
            self.process_mut(id).advance();
            match statement {
                Statement::If {
                    register,
                    equals,
                    then,
                    otherwise,
                } => {
                    let process = self.process_mut(id);
                    let holds = process.registers[*register] == *equals;
                    process.rest.push(if holds { then } else { otherwise });
                    process.leave_empty_blocks();
                }
                Statement::Spawn(body) => runnable.push(self.spawn(id, *body, step)),
                Statement::Join(body) => {
                    if !self.join(id, *body, step) {
                        return;
                    }
                }
                Statement::Assert {
                    register,
                    equal,
                    value,
                } => {
                    let found = self.state.registers(id)[*register];
                    if (found == *value) != *equal {
                        step.findings.push(Finding {
                            kind: FindingKind::Panic,
                            process: Some(id),
                            message: format!("{statement}: it was {found}"),
                        });
                        return self.finish(id, runnable, step);
                    }
                }
                operation => unreachable!("{operation} is not local code"),
            }
        }
    }

    fn spawn(&mut self, parent: ProcessId, body: usize, step: &mut Step) -> ProcessId {
        let nth = self.process_mut(parent).children;
        let child = self.names.child(parent, nth);
        self.process_mut(parent).children += 1;
        self.process_mut(parent).handles.push((body, child));
        self.create(child, body, 0);
        step.edges.push(Edge::Spawn {
            parent: Some(parent),
            child,
        });
        child
    }

    /// Joins the last child with this body; false if the process must wait.
    fn join(&mut self, id: ProcessId, body: usize, step: &mut Step) -> bool {
        let process = self.process_mut(id);
        let last = process.handles.iter().rposition(|(b, _)| *b == body);
        let Some(last) = last else { return true };
        let (_, target) = process.handles.remove(last);
        if self.state.process(target).finished {
            step.edges.push(Edge::Join {
                process: id,
                target,
            });
            return true;
        }
        self.process_mut(id).joining = Some(target);
        false
    }

    /// Ends a process, and lets whoever waits for it go on.
    fn finish(&mut self, target: ProcessId, runnable: &mut Vec<ProcessId>, step: &mut Step) {
        let process = self.process_mut(target);
        process.finished = true;
        process.rest.clear();
        let waits = |id: &ProcessId| self.state.process(*id).joining == Some(target);
        // Only its parent has a handle to join it by.
        let waiting = self.state.processes().find(waits);
        if let Some(id) = waiting {
            self.process_mut(id).joining = None;
            step.edges.push(Edge::Join {
                process: id,
                target,
            });
            runnable.push(id);
        }
    }

    /// The operation that a statement announces.
    fn announce(&self, statement: &Statement, registers: &[u64; REGISTERS]) -> Operation {
        let on = |kind, object, operand| Operation {
            kind,
            object,
            operand,
        };
        match statement {
            Statement::Load { variable, .. } => on(Kind::Load, self.variables[*variable], 0),
            Statement::Store { variable, value } => {
                on(Kind::Store, self.variables[*variable], value.of(registers))
            }
            Statement::FetchAdd { variable, .. } => {
                on(Kind::ReadModifyWrite, self.variables[*variable], 0)
            }
            Statement::CompareExchange {
                variable, expected, ..
            } => on(
                Kind::CompareExchange,
                self.variables[*variable],
                expected.of(registers),
            ),
            Statement::Add { variable, summand } => {
                on(Kind::Add, self.variables[*variable], *summand)
            }
            Statement::Lock(mutex) => on(Kind::Lock, self.mutexes[*mutex], 0),
            Statement::Unlock(mutex) => on(Kind::Unlock, self.mutexes[*mutex], 0),
            local => unreachable!("{local} is not an operation"),
        }
    }

    /// Runs the operation of `statement` on the shared objects and the
    /// registers of the process.
    fn operate(&mut self, id: ProcessId, statement: &Statement, step: &mut Step) -> Effect {
        let registers = *self.state.registers(id);
        match statement {
            Statement::Load { variable, register } => {
                let held = self.state.variables[*variable];
                self.process_mut(id).registers[*register] = held;
                effect(Access::Read, held, held)
            }
            Statement::Store { variable, value } => {
                self.write(*variable, Access::Write, value.of(&registers))
            }
            Statement::FetchAdd {
                variable,
                summand,
                register,
            } => {
                let held = self.state.variables[*variable];
                self.process_mut(id).registers[*register] = held;
                self.write(*variable, Access::Write, held.wrapping_add(*summand))
            }
            Statement::CompareExchange {
                variable,
                expected,
                new,
                register,
            } => {
                let held = self.state.variables[*variable];
                self.process_mut(id).registers[*register] = held;
                if held == expected.of(&registers) {
                    self.write(*variable, Access::Write, new.of(&registers))
                } else {
                    effect(Access::Read, held, held)
                }
            }
            Statement::Add { variable, summand } => {
                let sum = self.state.variables[*variable].wrapping_add(*summand);
                self.write(*variable, Access::Add, sum)
            }
            Statement::Lock(mutex) => {
                debug_assert!(self.state.holders[*mutex].is_none(), "m{mutex} is held");
                self.state.holders[*mutex] = Some(id);
                effect(Access::Lock, 0, 0)
            }
            Statement::Unlock(mutex) if self.state.holders[*mutex] == Some(id) => {
                self.state.holders[*mutex] = None;
                effect(Access::Unlock, 0, 0)
            }
            Statement::Unlock(mutex) => {
                step.findings.push(Finding {
                    kind: FindingKind::UnlockNotHeld,
                    process: Some(id),
                    message: format!("m{mutex}"),
                });
                effect(Access::None, 0, 0)
            }
            local => unreachable!("{local} is not an operation"),
        }
    }

    fn write(&mut self, variable: usize, access: Access, value: u64) -> Effect {
        let before = std::mem::replace(&mut self.state.variables[variable], value);
        effect(access, before, value)
    }
}

fn place_of(names: &Names, process: ProcessId) -> u32 {
    let mut place = 0;
    for nth in names.path(process) {
        debug_assert!(nth < 15 && place < 1 << 28, "ir::Program::validate");
        place = place << 4 | (nth + 1);
    }
    place
}

fn effect(access: Access, before: u64, after: u64) -> Effect {
    Effect {
        access,
        before,
        after,
    }
}

impl Program for Interpreter<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.state = State {
            variables: vec![0; self.variables.len()],
            holders: vec![None; self.mutexes.len()],
            processes: Vec::new(),
        };
        // The other roots are named as children of the first, which has that
        // many children from the start.
        let others = u32::try_from(self.program.roots - 1).expect("few roots");
        let mut roots = vec![ProcessId::ROOT];
        roots.extend((0..others).map(|nth| self.names.child(ProcessId::ROOT, nth)));
        for (body, root) in roots.iter().enumerate() {
            self.create(*root, body, if body == 0 { others } else { 0 });
            step.edges.push(Edge::Spawn {
                parent: None,
                child: *root,
            });
        }
        for root in roots {
            self.run_local(root, step);
        }
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        let id = process;
        let process = self.state.process(id);
        if let Some(target) = process.joining {
            return Status::Joining(target);
        }
        if process.finished {
            return Status::Finished;
        }
        let statement = process.peek().expect("it is not finished");
        let operation = self.announce(statement, &process.registers);
        match statement {
            Statement::Lock(mutex) if self.state.holders[*mutex].is_some() => {
                Status::Blocked(operation)
            }
            _ => Status::Enabled(operation),
        }
    }

    fn step(&mut self, process: ProcessId, step: &mut Step) -> Result<(), Interrupt> {
        debug_assert!(self.status(process).is_enabled(), "{process:?}");
        let statement = self.process_mut(process).peek().expect("it is enabled");
        step.effect = self.operate(process, statement, step);
        self.process_mut(process).advance();
        self.run_local(process, step);
        Ok(())
    }

    fn names(&self) -> &Names {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts `text` and runs the processes named, one step each; then gives
    /// the edges and findings of the last step.
    fn run<R>(
        text: &str,
        schedule: &[&str],
        then: impl FnOnce(&mut Interpreter<'_>, Step) -> R,
    ) -> R {
        let program: ir::Program = text.parse().expect("a program");
        let mut interpreter = Interpreter::new(&program);
        let mut step = Step::default();
        interpreter.start(&mut step).expect("it starts");
        for name in schedule {
            let process = interpreter.names.parse_process(name).expect("a name");
            step.clear();
            interpreter.step(process, &mut step).expect("it steps");
        }
        then(&mut interpreter, step)
    }

    #[test]
    fn a_joiner_goes_on_inside_the_step_that_finishes_its_target() {
        let text =
            "root 0\n spawn 1\n join 1\n spawn 2\n join 2\n x1 = 1\nbody 1\n x0 = 1\nbody 2\n";
        run(text, &["0.0"], |interpreter, step| {
            let p = |name| interpreter.names.parse_process(name).expect("a name");
            let (main, first, second) = {
                let mut p = p;
                (p("0"), p("0.0"), p("0.1"))
            };
            let edges = [
                Edge::Join {
                    process: main,
                    target: first,
                },
                Edge::Spawn {
                    parent: Some(main),
                    child: second,
                },
                Edge::Join {
                    process: main,
                    target: second,
                },
            ];
            assert_eq!(step.edges, edges);
            assert!(interpreter.status(main).is_enabled());
            assert_eq!(interpreter.status(second), Status::Finished);
        });
    }

    #[test]
    fn locks_block_and_stay_held_when_their_holder_panics() {
        let text = "root 0\n lock m0\n r0 = x0\n assert r0 == 1\n unlock m0\nroot 1\n lock m0\n";
        run(text, &["0", "0"], |interpreter, step| {
            assert_eq!(step.findings.len(), 1);
            assert_eq!(step.findings[0].kind, FindingKind::Panic);
            assert_eq!(step.findings[0].message, "assert r0 == 1: it was 0");
            assert_eq!(interpreter.status(ProcessId::ROOT), Status::Finished);
            let other = interpreter.names.parse_process("0.0").expect("a name");
            assert!(matches!(interpreter.status(other), Status::Blocked(_)));
        });
    }

    #[test]
    fn an_unlock_by_another_process_is_a_finding_and_changes_nothing() {
        let text = "root 0\n lock m0\nroot 1\n unlock m0\n x0 = 7\n";
        run(text, &["0", "0.0"], |interpreter, step| {
            assert_eq!(step.findings[0].kind, FindingKind::UnlockNotHeld);
            assert_eq!(step.effect.access, Access::None);
            assert_eq!(interpreter.state.holders, [Some(ProcessId::ROOT)]);
            let other = interpreter.names.parse_process("0.0").expect("a name");
            assert!(interpreter.status(other).is_enabled());
        });
    }

    #[test]
    fn what_the_operations_do() {
        let text = "root 0\n x0 = 3\n r0 = x0 += 2\n r1 = cas x0 r0 + 2 9\n r2 = cas x0 5 1\n \
                    x0 += 1\n r3 = x0\n";
        run(text, &["0"; 6], |interpreter, step| {
            assert_eq!(step.effect.access, Access::Read);
            assert_eq!(interpreter.state.registers(ProcessId::ROOT), &[3, 5, 9, 10]);
            assert_eq!(interpreter.state.variables, [10]);
        });
        let accesses: Vec<Access> = (1..=6)
            .map(|n| run(text, &vec!["0"; n], |_, step| step.effect.access))
            .collect();
        use Access::{Add, Read, Write};
        assert_eq!(accesses, [Write, Write, Write, Read, Add, Read]);
    }
}
