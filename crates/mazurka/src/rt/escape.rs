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
//! - the closure of the check, and the functions that it calls beside,
//! - the blocks found, in process heaps and outside ([`super::outside`]).
//!
//! So it costs what can be reached, and not what else the OS process has. Stacks and registers of fibers are
//! what is left, and are not looked at. Nor is what the engine has for itself: it keeps no memory of an
//! execution.

use super::outside::{self, Block, Owner};
use super::{heap, observe};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// What has been found so far.
struct Search {
    owner: Owner,
    escaped: Escaped,
    /// Where the blocks outside begin that others have made, and that were found.
    others: FxHashSet<usize>,
    /// What is still to be looked through.
    todo: Vec<Todo>,
    /// Words of a block that may be addresses, and where they stand.
    words: Vec<(usize, usize)>,
}

enum Todo {
    Heap(Range<usize>),
    Outside(Block),
}

/// What has escaped from an execution.
pub(super) struct Escaped {
    owner: Owner,
    /// Where the blocks begin.
    kept: FxHashSet<usize>,
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
        let mut others = Vec::new();
        outside::owned(self.owner, |block| {
            if !self.is_kept(block.start) {
                others.push(*block);
            }
        });
        others.iter().for_each(outside::free);
    }
}

/// Looks for what has escaped from an execution of an exploration that works on this OS
/// thread, also by the blocks in which these addresses lie; none, where that cannot be known.
pub(super) fn search(owner: Owner, roots: &[usize]) -> Option<Escaped> {
    let kept = FxHashSet::default();
    let mut search = Search {
        owner,
        escaped: Escaped { owner, kept },
        others: FxHashSet::default(),
        todo: Vec::new(),
        words: Vec::new(),
    };
    if !for_each_image(&mut |range| search.look_through(range)) {
        return None;
    }
    roots.iter().for_each(|root| search.found_outside(*root));
    while let Some(todo) = search.todo.pop() {
        match todo {
            Todo::Heap(block) => search.look_through(block),
            Todo::Outside(block) => search.look_into(&block),
        }
    }
    Some(search.escaped)
}

impl Search {
    /// Looks for addresses of blocks in memory that is mapped.
    fn look_through(&mut self, memory: Range<usize>) {
        for_each_address(memory, |word, at| self.found_at(word, at));
    }

    fn found_at(&mut self, address: usize, at: usize) {
        match heap::contains(address) {
            true => self.found(address, at),
            false => self.found_outside(address),
        }
    }

    /// The same, in a block that may be gone. It is not freed while it is read, and what is found is
    /// looked up later, so that no two locks are held at once.
    fn look_into(&mut self, block: &Block) {
        let mut words = std::mem::take(&mut self.words);
        outside::look(block, || {
            for_each_address(block.start..block.start + block.size, |word, at| {
                words.push((word, at));
            });
        });
        for (word, at) in words.drain(..) {
            self.found_at(word, at);
        }
        self.words = words;
    }

    #[cold]
    fn found(&mut self, address: usize, at: usize) {
        if at == std::ptr::from_ref(heap::base()) as usize {
            return;
        }
        if let Some(block) = heap::block_at(address)
            && self.escaped.kept.insert(block.start)
        {
            self.todo.push(Todo::Heap(block));
        }
    }

    #[cold]
    fn found_outside(&mut self, address: usize) {
        if let Some(block) = outside::block_at(address) {
            let known = match block.owner == self.owner {
                true => &mut self.escaped.kept,
                false => &mut self.others,
            };
            if known.insert(block.start) {
                self.todo.push(Todo::Outside(block));
            }
        }
    }
}

/// Tells the words in memory that is mapped that may be addresses of blocks, and where they stand.
fn for_each_address(memory: Range<usize>, mut f: impl FnMut(usize, usize)) {
    /// Programs keep marks above addresses, and below them.
    const ADDRESS: u64 = (1 << 48) - 1;
    for at in (memory.start.next_multiple_of(8)..memory.end & !7).step_by(8) {
        // SAFETY: the memory is mapped. Other OS threads may write there; what the program
        // has made is in one place or the other all the same.
        let word = (unsafe { observe::word(at) } & ADDRESS) as usize;
        if heap::contains(word) || outside::may_contain(word) {
            f(word, at);
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
