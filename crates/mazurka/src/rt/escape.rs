//! What has escaped from an execution that is left in the middle.
//!
//! Its threads are abandoned where they are: no destructor runs, since the program would not run
//! one there either, and what it would find is half done. Its memory is given back as a whole, so
//! that the next execution has the same addresses. But a block may have found its way to where
//! it outlives the execution: into a static or a thread local of `std`, or into something that was
//! made before the check. It must stay as it is, and so must what it leads to.
//!
//! Which these are is found as a conservative garbage collector finds it. A word that could be an
//! address in a block, whatever it is, keeps the block. It is looked for in
//!
//! - the writable data of the program and its libraries,
//! - the thread-local storage of this OS thread,
//! - the blocks outside of process heaps that outlive executions ([`super::outside`]), among which
//!   are the closure of the check and what it has captured,
//! - the blocks found.
//!
//! Stacks and registers of fibers are what is left, and are not looked at. Nor is what the engine
//! has for itself: it keeps no memory of an execution.

use super::outside::{self, Block};
use super::{heap, observe};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// What has been found so far.
struct Search {
    /// The blocks outside that the execution has made, by their addresses.
    own: Vec<Block>,
    /// Where they lie.
    span: Range<usize>,
    /// Where blocks begin that are kept.
    kept: FxHashSet<usize>,
    /// What is still to be looked through.
    todo: Vec<Todo>,
}

enum Todo {
    Heap(Range<usize>),
    Own(Block),
}

/// What has escaped from an execution.
pub(super) struct Escaped {
    kept: FxHashSet<usize>,
    own: Vec<Block>,
}

impl Escaped {
    /// Has anything escaped?
    pub(super) fn is_any(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Is the block that begins there kept?
    pub(super) fn is_kept(&self, block: usize) -> bool {
        !self.kept.is_empty() && self.kept.contains(&block)
    }

    /// Frees the blocks outside that the execution has made and that have not escaped.
    pub(super) fn free_others(&self) {
        for block in &self.own {
            if !self.is_kept(block.start) {
                outside::free(block);
            }
        }
    }
}

/// Looks for what has escaped from that execution of an exploration, which works on this OS
/// thread; none, where that cannot be known.
pub(super) fn search(exploration: u32, execution: u64) -> Option<Escaped> {
    let mut search = Search {
        own: Vec::new(),
        span: 0..0,
        kept: FxHashSet::default(),
        todo: Vec::new(),
    };
    let is_own = |block: &Block| {
        block.owner.exploration == exploration && block.owner.execution == execution
    };
    outside::for_each(|block| {
        if is_own(block) {
            search.own.push(*block);
        }
    });
    search.own.sort_unstable_by_key(|block| block.start);
    if let (Some(first), Some(last)) = (search.own.first(), search.own.last()) {
        search.span = first.start..last.start + last.size.max(1);
    }
    if !for_each_image(&mut |range| search.look_through(range)) {
        return None;
    }
    outside::for_each(|block| {
        if !is_own(block) {
            search.look_through(block.start..block.start + block.size);
        }
    });
    while let Some(todo) = search.todo.pop() {
        match todo {
            Todo::Heap(block) => search.look_through(block),
            Todo::Own(block) => outside::look(&block, || {
                search.look_through(block.start..block.start + block.size);
            }),
        }
    }
    Some(Escaped {
        kept: search.kept,
        own: search.own,
    })
}

impl Search {
    /// Looks for addresses of blocks in memory that is mapped.
    fn look_through(&mut self, memory: Range<usize>) {
        /// Programs keep marks above addresses, and below them.
        const ADDRESS: u64 = (1 << 48) - 1;
        for at in (memory.start.next_multiple_of(8)..memory.end & !7).step_by(8) {
            // SAFETY: the memory is mapped. Other OS threads may write there; what the program
            // has made is in one place or the other all the same.
            let word = (unsafe { observe::word(at) } & ADDRESS) as usize;
            if heap::contains(word) {
                self.found(word, at);
            } else if self.span.contains(&word) {
                self.found_own(word);
            }
        }
    }

    #[cold]
    fn found(&mut self, address: usize, at: usize) {
        if at == std::ptr::from_ref(heap::base()) as usize {
            return;
        }
        if let Some(block) = heap::block_at(address)
            && self.kept.insert(block.start)
        {
            self.todo.push(Todo::Heap(block));
        }
    }

    #[cold]
    fn found_own(&mut self, address: usize) {
        let after = self.own.partition_point(|block| block.start <= address);
        if let Some(nth) = after.checked_sub(1)
            && address - self.own[nth].start < self.own[nth].size
            && self.kept.insert(self.own[nth].start)
        {
            self.todo.push(Todo::Own(self.own[nth]));
        }
    }
}

/// Tells the writable data of the program and its libraries, and the thread-local storage of this
/// OS thread. False, if that is not known.
#[cfg(target_os = "linux")]
fn for_each_image(f: &mut dyn FnMut(Range<usize>)) -> bool {
    use std::ffi::{c_int, c_void};

    unsafe extern "C" fn image(
        info: *mut libc::dl_phdr_info,
        _size: usize,
        data: *mut c_void,
    ) -> c_int {
        // SAFETY: `dl_iterate_phdr` passes a valid entry, and the pointer it was given, which is
        // to a reference that is borrowed for the call.
        let (info, f) = unsafe { (&*info, &mut *data.cast::<&mut dyn FnMut(Range<usize>)>()) };
        // SAFETY: the entry has that many headers.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
        let headers = headers.iter().map(|header| {
            let start = info.dlpi_addr as usize + header.p_vaddr as usize;
            let range = start..start + header.p_memsz as usize;
            (header.p_type, header.p_flags & libc::PF_W != 0, range)
        });
        // What is not written any more once the program has been linked.
        let fixed = headers
            .clone()
            .find(|(kind, ..)| *kind == libc::PT_GNU_RELRO);
        let fixed = fixed.map_or(0..0, |(.., range)| range);
        for (kind, is_written, data) in headers {
            if kind == libc::PT_LOAD && is_written {
                if fixed.start <= data.start && data.contains(&fixed.end) {
                    f(fixed.end..data.end);
                } else {
                    f(data);
                }
            } else if kind == libc::PT_TLS && !info.dlpi_tls_data.is_null() {
                let start = info.dlpi_tls_data as usize;
                f(start..start + data.len());
            }
        }
        0
    }

    let mut f = f;
    // SAFETY: the callback matches, and `f` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(image), (&raw mut f).cast()) };
    true
}

#[cfg(not(target_os = "linux"))]
fn for_each_image(_: &mut dyn FnMut(Range<usize>)) -> bool {
    false
}
