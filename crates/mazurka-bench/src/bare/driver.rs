//! Fibers that run under a given schedule.
//!
//! A process suspends before each of its operations; the driver resumes whoever
//! the schedule names next. If that is the same process, it may go on without the
//! two switches ([`Switches::Needed`]). Spawns and joins are no steps: the local code of a
//! new process, and of one whose join came true, runs within the step that
//! caused it, in the order of the causes, as it does in `mazurka`.

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::Cell;
use std::collections::VecDeque;
use std::ptr;

/// The size of a fiber's stack in bytes.
const STACK: usize = 64 << 10;

thread_local! {
    /// The driver whose fiber runs on this OS thread.
    static DRIVER: Cell<*mut Driver> = const { Cell::new(ptr::null_mut()) };
}

/// Runs executions of a program, one schedule after the other.
///
/// Stacks are kept from one execution to the next, and nothing else is.
pub(crate) struct Driver {
    switches: Switches,
    /// The schedule, and how many of its steps have begun.
    schedule: *const [u32],
    next: usize,

    /// By process: 0 is the program's closure, then those that it spawns, in the
    /// order of the spawns. Boxed, since fibers run while the list grows.
    #[expect(clippy::vec_box, reason = "a fiber that runs must not move")]
    fibers: Vec<Box<Fiber>>,
    /// How many processes the current execution has.
    begun: usize,
    /// The processes whose local code is still to run within this step.
    ready: VecDeque<usize>,
    /// The process whose code runs.
    current: usize,
    /// The way back from the fiber that runs.
    switch: *const Switch,
}

type Switch = Yielder<(), ()>;

/// When a process gives way before an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Switches {
    /// Always.
    All,
    /// When another process comes next.
    Needed,
}

/// A process and its stack.
struct Fiber {
    /// Nothing when the process has finished; the stack is then below.
    coroutine: Option<Coroutine<(), (), (), DefaultStack>>,
    stack: Option<DefaultStack>,
    switch: *const Switch,
    /// Who waits for the process to finish.
    joiner: Option<usize>,
}

/// Why a schedule does not fit the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Misfit {
    /// The step with that number is of a process that cannot take one.
    Step(usize),
    /// After the last step, this process is not finished.
    End(usize),
}

impl Driver {
    pub(crate) fn new(switches: Switches) -> Driver {
        Driver {
            switches,
            schedule: &[],
            next: 0,
            fibers: Vec::new(),
            begun: 0,
            ready: VecDeque::new(),
            current: 0,
            switch: ptr::null(),
        }
    }

    /// Runs one execution of `program`: the processes of `schedule`, one step
    /// each time, until all have finished.
    ///
    /// # Errors
    /// When the schedule is of another program.
    ///
    /// # Panics
    /// When the program does, and when it locks a mutex that is locked.
    pub(crate) fn run(
        &mut self,
        program: impl FnOnce() + 'static,
        schedule: &[u32],
    ) -> Result<(), Misfit> {
        self.schedule = schedule;
        self.next = 0;
        let driver: *mut Driver = self;
        let _active = Active::new(driver);
        // SAFETY: `self` is borrowed for the whole call, all accesses below and
        // in the fibers go through this pointer, and none holds a reference
        // across a switch.
        let result = unsafe { run(driver, program) };
        if result.is_err() {
            // Unwinds the fibers that are in the middle of something.
            self.fibers.clear();
        }
        self.schedule = &[];
        self.begun = 0;
        self.ready.clear();
        result
    }

    /// Brings a process into the current execution.
    fn begin(&mut self, code: impl FnOnce() + 'static) -> usize {
        let process = self.begun;
        self.begun += 1;
        if process == self.fibers.len() {
            self.fibers.push(Box::new(Fiber::new()));
        }
        let fiber: *mut Fiber = &raw mut *self.fibers[process];
        // SAFETY: the fiber is not running, and its box is not dropped before
        // its coroutine has ended.
        unsafe {
            let stack = (*fiber).stack.take();
            let stack = stack.expect("the process of the execution before has finished");
            (*fiber).joiner = None;
            (*fiber).coroutine = Some(Coroutine::with_stack(stack, move |switch, ()| {
                (*fiber).switch = switch;
                (*DRIVER.get()).switch = switch;
                code();
            }));
        }
        self.ready.push_back(process);
        process
    }

    /// Whose step comes next, if there is one more: that step has then begun.
    #[inline]
    fn take_step(&mut self) -> Option<usize> {
        // SAFETY: the schedule is borrowed for as long as fibers run.
        let process = unsafe { (&*self.schedule).get(self.next)? };
        self.next += 1;
        Some(*process as usize)
    }

    /// May the running process go on with its operation?
    #[inline]
    fn goes_on(&mut self) -> bool {
        if self.switches == Switches::All || !self.ready.is_empty() {
            return false;
        }
        // SAFETY: as in `take_step`.
        let next = unsafe { (&*self.schedule).get(self.next) };
        let goes_on = next.is_some_and(|process| *process as usize == self.current);
        self.next += usize::from(goes_on);
        goes_on
    }

    fn is_finished(&self, process: usize) -> bool {
        self.fibers[process].coroutine.is_none()
    }
}

impl Fiber {
    fn new() -> Fiber {
        let stack = DefaultStack::new(STACK).expect("there is memory for a stack");
        Fiber {
            coroutine: None,
            stack: Some(stack),
            switch: ptr::null(),
            joiner: None,
        }
    }
}

/// The driver of this OS thread, until it is dropped.
struct Active {
    before: *mut Driver,
}

impl Active {
    fn new(driver: *mut Driver) -> Active {
        Active {
            before: DRIVER.replace(driver),
        }
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        DRIVER.set(self.before);
    }
}

/// # Safety
/// `driver` is valid and the active one, and nobody holds a reference into it.
unsafe fn run(driver: *mut Driver, program: impl FnOnce() + 'static) -> Result<(), Misfit> {
    // SAFETY: the caller's contract; references end before fibers run.
    unsafe {
        (*driver).begin(program);
        drain(driver);
        while let Some(process) = (*driver).take_step() {
            if process >= (*driver).begun || (*driver).is_finished(process) {
                return Err(Misfit::Step((*driver).next - 1));
            }
            resume(driver, process);
            drain(driver);
        }
        let unfinished = (0..(*driver).begun).find(|process| !(*driver).is_finished(*process));
        unfinished.map_or(Ok(()), |process| Err(Misfit::End(process)))
    }
}

/// Runs the local code that is left to run in this step.
///
/// # Safety
/// As for [`run`].
#[inline]
unsafe fn drain(driver: *mut Driver) {
    // SAFETY: the caller's contract.
    unsafe {
        while let Some(process) = (*driver).ready.pop_front() {
            resume(driver, process);
        }
    }
}

/// Runs a process until it suspends or ends.
///
/// # Safety
/// As for [`run`]; the process has begun and is not finished.
#[inline]
unsafe fn resume(driver: *mut Driver, process: usize) {
    // SAFETY: the caller's contract; the fiber is boxed, and stays while it runs.
    unsafe {
        let fiber: *mut Fiber = &raw mut *(&mut (*driver).fibers)[process];
        (*driver).current = process;
        (*driver).switch = (*fiber).switch;
        let coroutine = &raw mut (*fiber).coroutine;
        let result = (*coroutine)
            .as_mut()
            .expect("it is not finished")
            .resume(());
        if let CoroutineResult::Return(()) = result {
            (*fiber).stack = (*coroutine).take().map(Coroutine::into_stack);
            if let Some(joiner) = (*fiber).joiner.take() {
                (*driver).ready.push_back(joiner);
            }
        }
    }
}

/// Waits for the next step of the running process.
#[inline]
pub(super) fn operation() {
    let driver = DRIVER.get();
    assert!(!driver.is_null(), "used outside of `Driver::run`");
    // SAFETY: the driver is active and holds no reference into itself; this code
    // runs on one of its fibers, whose way back the switch is.
    unsafe {
        if !(*driver).goes_on() {
            (*(*driver).switch).suspend(());
        }
    }
}

/// Begins a process.
pub(super) fn spawn(code: impl FnOnce() + 'static) -> usize {
    let driver = DRIVER.get();
    assert!(!driver.is_null(), "used outside of `Driver::run`");
    // SAFETY: the driver is active and holds no reference into itself.
    unsafe { (*driver).begin(code) }
}

/// Waits for a process to finish. Each has at most one handle, so one joiner.
pub(super) fn join(process: usize) {
    let driver = DRIVER.get();
    assert!(!driver.is_null(), "used outside of `Driver::run`");
    // SAFETY: as in `spawn`.
    unsafe {
        while !(*driver).is_finished(process) {
            (&mut (*driver).fibers)[process].joiner = Some((*driver).current);
            (*(*driver).switch).suspend(());
        }
    }
}
