//! The processes of a runtime, and which of them runs.
//!
//! Operations ask for the running process again and again, so it is kept as a pointer. The
//! allocator has a pointer to its heap. Both are pointers into what [`Processes`] owns, so that
//! must not be a box, which claims to be the only way to what is in it. It is a pointer as well,
//! the same one, and only methods of this module follow it.

use super::heap::Heap;
use super::state::Process;
use mazurka_program::ProcessId;
use std::ops::{Index, IndexMut};
use std::ptr::NonNull;

/// The processes of a runtime, kept from one execution to the next.
#[derive(Default)]
pub(super) struct Processes {
    /// By identifier. Each was made by a box that was leaked, and is freed by `drop` only.
    list: Vec<NonNull<Process>>,
    /// One of the list: the process whose code runs, or ran last.
    current: Option<NonNull<Process>>,
}

impl Processes {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn push(&mut self, process: Process) {
        self.list.push(NonNull::from(Box::leak(Box::new(process))));
    }

    pub(super) fn get(&self, id: ProcessId) -> Option<&Process> {
        let process = self.list.get(id.index())?;
        // SAFETY: it is alive until `self` is dropped. `self` is borrowed for as long as the
        // result is, so no method gives a mutable reference meanwhile. The allocator does not
        // use the heap meanwhile: engine code, which calls this, allocates elsewhere.
        Some(unsafe { process.as_ref() })
    }

    pub(super) fn get_mut(&mut self, id: ProcessId) -> Option<&mut Process> {
        let process = self.list.get_mut(id.index())?;
        // SAFETY: it is alive until `self` is dropped. `self` is borrowed mutably for as long
        // as the result is, so no method gives another reference meanwhile. The allocator does
        // not use the heap meanwhile: engine code, which calls this, allocates elsewhere.
        Some(unsafe { process.as_mut() })
    }

    /// From now on, that one is the running process.
    pub(super) fn set_current(&mut self, id: ProcessId) {
        self.current = Some(self.list[id.index()]);
    }

    /// Has a process run?
    pub(super) fn have_current(&self) -> bool {
        self.current.is_some()
    }

    /// The running process; there is one.
    #[inline]
    pub(super) fn current(&mut self) -> &mut Process {
        let process = self.current.as_mut().expect("a process runs, or ran last");
        // SAFETY: it is one of the list, so it is alive until `self` is dropped. `self` is
        // borrowed mutably for as long as the result is, so no method gives another reference
        // meanwhile. The allocator does not use the heap meanwhile: engine code, which calls
        // this, allocates elsewhere.
        unsafe { process.as_mut() }
    }

    /// Where the stack of the running process's own code begins; zero if none runs. For a signal
    /// handler, which must not borrow.
    pub(super) fn current_base(&self) -> usize {
        // SAFETY: it is one of the list, so it is alive until `self` is dropped. One word of it
        // is read, by no reference.
        self.current
            .map_or(0, |process| unsafe { (*process.as_ptr()).base })
    }

    /// The running process, for a signal handler.
    pub(super) fn running(&self) -> Option<&Process> {
        // SAFETY: it is one of the list, so it is alive until `self` is dropped.
        self.current.map(|process| unsafe { process.as_ref() })
    }

    /// The heap of a process, for the allocator.
    ///
    /// The allocator uses it while code of that process runs. No reference from the other
    /// methods is held then.
    #[inline]
    pub(super) fn heap(&mut self, id: ProcessId) -> *mut Heap {
        let process = self.list[id.index()];
        // SAFETY: the process is alive. Only the address of a field is taken.
        unsafe { &raw mut (*process.as_ptr()).heap }
    }
}

impl Index<ProcessId> for Processes {
    type Output = Process;

    #[inline]
    fn index(&self, id: ProcessId) -> &Process {
        self.get(id).expect("a process of this exploration")
    }
}

impl IndexMut<ProcessId> for Processes {
    #[inline]
    fn index_mut(&mut self, id: ProcessId) -> &mut Process {
        self.get_mut(id).expect("a process of this exploration")
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.current = None;
        for process in self.list.drain(..) {
            // SAFETY: `push` leaked a box to make the pointer, and nothing has freed it. `self`
            // is borrowed mutably, so no reference from the other methods is left. No code of
            // the process runs, so the allocator has no pointer to its heap.
            drop(unsafe { Box::from_raw(process.as_ptr()) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{heap, next_exploration};
    use super::*;

    /// For Miri above all: no pointer to a process ends the life of another.
    #[test]
    fn a_process_and_its_heap_are_used_in_turns() {
        heap::reserve().unwrap();
        let exploration = next_exploration();
        let mut processes = Processes::default();
        for id in 0..3 {
            processes.push(Process::new(ProcessId(id), exploration));
        }
        let id = ProcessId(1);
        processes.set_current(id);
        processes[id].heap.begin(1);
        let heap = processes.heap(id);
        for _ in 0..4 {
            processes.current().steps += 1;
            processes[id].steps += 1;
            processes.push(Process::new(ProcessId(processes.len() as u32), exploration));
            // SAFETY: the process is alive, and nothing of it is borrowed.
            let block = unsafe { (*heap).allocate(40, 8) }.unwrap();
            // SAFETY: the block has that many bytes.
            unsafe { block.write_bytes(7, 40) };
            assert_eq!(heap::free(block, 40), heap::Given::Freed);
        }
        assert_eq!((processes[id].steps, processes.len()), (8, 7));
        processes[id].heap.end();
    }
}
