//! Native functions that depend on more than their arguments, or have effects.

/// A native function that depends on more than its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Native {
    Send2,
    Spawn1,
    Spawn3,
    Put2,
    Get1,
    Erase1,
    MakeRef0,
    ProcessFlag2,
    Exit2,
    Whereis1,
    PersistentTermGet1,
    PersistentTermGet2,
    PersistentTermPut2,
}

/// The native function of that name, if there is one.
pub(crate) fn native(module: &str, function: &str, arity: u8) -> Option<Native> {
    Some(match (module, function, arity) {
        ("erlang", "send" | "!", 2) => Native::Send2,
        ("erlang", "spawn", 1) => Native::Spawn1,
        ("erlang", "spawn", 3) => Native::Spawn3,
        ("erlang", "put", 2) => Native::Put2,
        ("erlang", "get", 1) => Native::Get1,
        ("erlang", "erase", 1) => Native::Erase1,
        ("erlang", "make_ref", 0) => Native::MakeRef0,
        ("erlang", "process_flag", 2) => Native::ProcessFlag2,
        ("erlang", "exit", 2) => Native::Exit2,
        ("erlang", "whereis", 1) => Native::Whereis1,
        ("persistent_term", "get", 1) => Native::PersistentTermGet1,
        ("persistent_term", "get", 2) => Native::PersistentTermGet2,
        ("persistent_term", "put", 2) => Native::PersistentTermPut2,
        _ => return None,
    })
}
