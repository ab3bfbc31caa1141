//! Where things are: addresses that say which object they belong to.
//!
//! Every object has a *window* of addresses of its own, a megabyte (or, if it is
//! large, 64 gigabytes), and begins a little after the start of it: an address
//! that is computed from another, and misses the object, still says which object
//! was meant. An address is a function of who made the object and how many it had
//! made before, and of nothing else: it is the same in every execution, in every
//! worker and in every process, whatever the others did meanwhile. That is what
//! makes pointers values like others for the explorers.
//!
//! From the lowest bit, for most objects: 20 bits in the window; ten bits for the
//! *arena* (0 for variables of the program, 1 for the stack and heap of `main`, then
//! those of the threads that `main` started, in order); the number of the object in
//! its arena. So most addresses are below 2^47, as programs that hide a tag in
//! pointers expect, and the lowest four bits are free as well. Bit 62 is set for
//! arenas of threads that other threads than `main` started (30 bits for the arena, 12
//! for the number), bit 61 for large objects (36 bits, ten for the arena, twelve for
//! the number), both for functions.

/// The bits of an address within a small window.
pub const WINDOW_BITS: u32 = 20;
/// The bits of an address within a large window.
pub const LARGE_BITS: u32 = 36;
/// Where objects begin in their windows.
pub const LEAD: u64 = 0x1000;
/// The largest object of a small window.
pub const SMALL: u64 = (1 << WINDOW_BITS) - 2 * LEAD;
/// The size that no object of a real machine exceeds.
pub const LARGEST: u64 = i64::MAX as u64;
/// The most bytes that an object is given, unless something else is asked for.
pub const MAX_ALLOCATION: u64 = 256 << 20;
/// The most that can be asked for.
pub const MOST_ALLOCATION: u64 = 1 << 30;
/// The arena of variables of the program.
pub const GLOBALS: u32 = 0;
/// The arena of the first thread.
pub const MAIN: u32 = 1;
/// Arenas from here on are deep.
pub const DEEP: u32 = 1024;
/// How many arenas there are.
const DEEPEST: u64 = 1 << 30;

const DEEP_BIT: u64 = 1 << 62;
const LARGE_BIT: u64 = 1 << 61;
const FUNCTIONS: u64 = DEEP_BIT | LARGE_BIT;
const LABELS: u64 = FUNCTIONS | 1 << 60;

/// A window: the place of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Window {
    /// The arena.
    pub arena: u32,
    /// The number of the object in its arena.
    pub number: u32,
    /// Is it a large window? Those are numbered by themselves.
    pub is_large: bool,
}

impl Window {
    /// Where the object in this window begins; none if there is no such window.
    #[must_use]
    #[inline]
    pub fn address(self) -> Option<u64> {
        let (arena, number) = (u64::from(self.arena), u64::from(self.number));
        let start = match (self.is_large, self.arena < DEEP) {
            (false, true) if number < 1 << 30 => number << 30 | arena << WINDOW_BITS,
            (false, false) if number < 1 << 12 && arena < DEEPEST => {
                DEEP_BIT | number << 50 | arena << WINDOW_BITS
            }
            (true, true) if number < 1 << 12 => LARGE_BIT | number << 46 | arena << LARGE_BITS,
            _ => return None,
        };
        Some(start + LEAD)
    }

    /// The window that an address points into, and how far from the start of the
    /// object that would be there (less than zero before it).
    #[must_use]
    #[inline]
    pub fn of(address: u64) -> Option<(Window, i64)> {
        let (bits, arena, number, is_large) = match address >> 61 {
            0 => (
                WINDOW_BITS,
                (address >> WINDOW_BITS) & 0x3ff,
                address >> 30,
                false,
            ),
            1 => (
                LARGE_BITS,
                (address >> LARGE_BITS) & 0x3ff,
                (address >> 46) & 0xfff,
                true,
            ),
            2 => (
                WINDOW_BITS,
                (address >> WINDOW_BITS) & 0x3fff_ffff,
                (address >> 50) & 0xfff,
                false,
            ),
            _ => return None,
        };
        let window = Window {
            arena: arena as u32,
            number: number as u32,
            is_large,
        };
        let within = address & ((1 << bits) - 1);
        Some((window, within as i64 - LEAD as i64))
    }
}

/// What an object of that size is more than, for people.
#[must_use]
pub fn exceeded(size: u64, most: u64) -> String {
    match size > MOST_ALLOCATION {
        true => format!("a check can give ({} MiB)", MOST_ALLOCATION >> 20),
        false => format!(
            "a check gives ({} MiB): raise that with --max-allocation",
            most >> 20
        ),
    }
}

/// The arena of the `nth` thread (from zero) that the thread of arena `parent`
/// started; none if there are too many. Threads at more than three levels share their
/// arenas with others by chance, though hardly ever: who starts one must look.
#[must_use]
pub fn child_arena(parent: u32, nth: u32) -> Option<u32> {
    if nth >= DEEP - 2 {
        return None;
    }
    if parent == MAIN {
        return Some(nth + 2);
    }
    let arena = u64::from(parent) * 1024 + u64::from(nth) + 1;
    let arena = if arena < DEEPEST {
        arena
    } else {
        const THIRD: u64 = 1 << 20;
        THIRD + scatter(arena) % (DEEPEST - THIRD)
    };
    Some(arena as u32)
}

/// A number that looks like any other (the end of the generator SplitMix64).
fn scatter(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The address of the global variable with that number and size.
#[must_use]
pub fn global(number: u32, size: u64) -> Option<u64> {
    let window = Window {
        arena: GLOBALS,
        number: number + 1,
        is_large: size > SMALL,
    };
    window.address()
}

/// The address of the function with that number.
#[must_use]
pub fn function(number: u32) -> u64 {
    FUNCTIONS + LEAD + u64::from(number) * 16
}

/// The function at an address.
#[must_use]
pub fn function_at(address: u64) -> Option<u32> {
    let offset = address.checked_sub(FUNCTIONS + LEAD)?;
    (offset % 16 == 0 && offset < 1 << 36).then_some((offset / 16) as u32)
}

/// The address of a label: an instruction of a function.
#[must_use]
pub fn label(function: u32, instruction: u32) -> u64 {
    LABELS + (u64::from(function) << 28) + u64::from(instruction)
}

/// The function and instruction whose label has that address.
#[must_use]
pub fn label_at(address: u64) -> Option<(u32, u32)> {
    let offset = address.checked_sub(LABELS)?;
    (offset < 1 << 60).then_some(((offset >> 28) as u32, (offset & 0xfff_ffff) as u32))
}
