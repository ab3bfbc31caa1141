//! The functions that the interpreter knows itself.
//!
//! All that synchronises, allocates or ends a thread is here; the rest of libc is
//! C (see `libc/`). A function that a program defines itself is its own, but for
//! those that verifiers give a meaning to.

macro_rules! builtins {
    ($($variant:ident: $($name:literal)|+,)*) => {
        /// A function that the interpreter knows.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "named after the functions")]
        pub enum Builtin { $($variant,)* }

        /// The function with that name, if the interpreter knows it.
        #[must_use]
        pub fn find(name: &str) -> Option<Builtin> {
            Some(match name {
                $($($name)|+ => Builtin::$variant,)*
                _ => return nondet(name),
            })
        }

        /// The name of a builtin, for people.
        #[must_use]
        pub fn name(builtin: Builtin) -> &'static str {
            match builtin {
                $(Builtin::$variant => [$($name),+][0],)*
            }
        }
    };
}

builtins! {
    // Threads.
    ThreadCreate: "pthread_create",
    ThreadJoin: "pthread_join",
    ThreadHasEnded: "__mazurka_has_ended",
    ThreadDetach: "pthread_detach",
    ThreadExit: "pthread_exit" | "thrd_exit",
    ThreadAtExit: "__cxa_thread_atexit" | "__cxa_thread_atexit_impl",
    UnwindNext: "__pthread_unwind_next",
    CleanupBuffer: "__pthread_register_cancel" | "__pthread_register_cancel_defer",
    CleanupPush: "_pthread_cleanup_push" | "_pthread_cleanup_push_defer",
    CleanupPop: "_pthread_cleanup_pop" | "_pthread_cleanup_pop_restore" | "__pthread_unregister_cancel"
        | "__pthread_unregister_cancel_restore",
    ThreadCancel: "pthread_cancel",
    TestCancel: "pthread_testcancel",
    CancelState: "__mazurka_cancel_state",
    CancelType: "__mazurka_cancel_type",
    SetJump: "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp",
    LongJump: "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk",
    FutexWait: "__mazurka_futex_wait",
    FutexTimedWait: "__mazurka_futex_timedwait",
    FutexWake: "__mazurka_futex_wake",
    Clock: "__mazurka_clock",
    Sleep: "__mazurka_sleep",
    Nanoseconds: "__mazurka_nanoseconds",
    ThreadSelf: "pthread_self" | "thrd_current",
    ThreadEqual: "pthread_equal" | "thrd_equal",
    Yield: "sched_yield" | "pthread_yield" | "thrd_yield" | "__mazurka_yield",
    // Mutexes and spin locks.
    MutexInit: "__mazurka_mutex_init",
    MutexDestroy: "pthread_mutex_destroy",
    MutexLock: "pthread_mutex_lock" | "__pthread_mutex_lock",
    MutexTryLock: "pthread_mutex_trylock" | "__pthread_mutex_trylock",
    MutexTimedLock: "__mazurka_pthread_mutex_timedlock",
    MutexConsistent: "pthread_mutex_consistent" | "pthread_mutex_consistent_np",
    MutexUnlock: "pthread_mutex_unlock" | "__pthread_mutex_unlock",
    SpinInit: "pthread_spin_init",
    SpinDestroy: "pthread_spin_destroy",
    SpinLock: "pthread_spin_lock",
    SpinTryLock: "pthread_spin_trylock",
    SpinUnlock: "pthread_spin_unlock",
    // Read-write locks.
    RwInit: "pthread_rwlock_init",
    RwDestroy: "pthread_rwlock_destroy",
    RwReadLock: "pthread_rwlock_rdlock",
    RwTryReadLock: "pthread_rwlock_tryrdlock",
    RwTimedReadLock: "__mazurka_pthread_rwlock_timedrdlock",
    RwWriteLock: "pthread_rwlock_wrlock",
    RwTryWriteLock: "pthread_rwlock_trywrlock",
    RwTimedWriteLock: "__mazurka_pthread_rwlock_timedwrlock",
    RwUnlock: "pthread_rwlock_unlock",
    // Condition variables.
    CondInit: "pthread_cond_init",
    CondDestroy: "pthread_cond_destroy",
    CondWait: "pthread_cond_wait",
    CondTimedWait: "__mazurka_pthread_cond_timedwait",
    CondSignal: "pthread_cond_signal",
    CondBroadcast: "pthread_cond_broadcast",
    // Barriers.
    BarrierInit: "pthread_barrier_init",
    BarrierDestroy: "pthread_barrier_destroy",
    BarrierWait: "pthread_barrier_wait",
    // Semaphores.
    SemInit: "sem_init",
    SemDestroy: "sem_destroy",
    SemWait: "sem_wait",
    SemTryWait: "sem_trywait",
    SemTimedWait: "__mazurka_sem_timedwait",
    SemPost: "sem_post",
    SemGetValue: "sem_getvalue",
    // Things that happen once, and values of threads.
    Once: "pthread_once",
    GuardAcquire: "__cxa_guard_acquire",
    GuardRelease: "__cxa_guard_release" | "__cxa_guard_abort",
    KeyCreate: "pthread_key_create",
    KeyDelete: "pthread_key_delete",
    GetSpecific: "pthread_getspecific",
    SetSpecific: "pthread_setspecific",
    // Memory.
    Malloc: "malloc",
    Valloc: "valloc" | "pvalloc",
    New: "_Znwm" | "_Znam" | "_ZnwmSt11align_val_t" | "_ZnamSt11align_val_t",
    NewNothrow: "_ZnwmRKSt9nothrow_t" | "_ZnamRKSt9nothrow_t" | "_ZnwmSt11align_val_tRKSt9nothrow_t"
        | "_ZnamSt11align_val_tRKSt9nothrow_t",
    Calloc: "calloc",
    Alloc: "__mazurka_alloc",
    Free: "free" | "cfree" | "_ZdlPv" | "_ZdaPv" | "_ZdlPvm" | "_ZdaPvm",
    Size: "__mazurka_size",
    Memcpy: "memcpy" | "__memcpy_chk",
    Memmove: "memmove" | "__memmove_chk",
    Memset: "memset" | "__memset_chk",
    // The end.
    Abort: "abort",
    Trap: "__mazurka_trap",
    Exit: "exit",
    ExitNow: "_exit" | "_Exit",
    AssertFail: "__assert_fail" | "__assert_perror_fail",
    AssertBsd: "__assert",
    AssertRtn: "__assert_rtn",
    // What our own libc asks for.
    Print: "__mazurka_print",
    Error: "__mazurka_error",
    Fail: "__mazurka_fail",
    Choose: "__mazurka_choose",
    Input: "__mazurka_input",
    Math1: "__mazurka_math1",
    Math2: "__mazurka_math2",
    // Verifiers.
    Assume: "__VERIFIER_assume" | "assume_abort_if_not" | "__nidhugg_assume" | "__builtin_assume"
        | "__CPROVER_assume" | "__ESBMC_assume",
    VerifierAssert: "__VERIFIER_assert" | "assert" | "__CPROVER_assert" | "__ESBMC_assert",
    ReachError: "__VERIFIER_error" | "reach_error" | "__SMACK_error",
    AtomicBegin: "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" | "__ESBMC_atomic_begin",
    AtomicEnd: "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" | "__ESBMC_atomic_end",
    Nothing: "__mazurka_keep" | "__VERIFIER_loop_begin" | "__VERIFIER_loop_bound" | "__VERIFIER_spin_start"
        | "__VERIFIER_spin_end" | "__VERIFIER_annotate_begin" | "__VERIFIER_annotate_end",
    ThreadId: "__VERIFIER_tid" | "__VERIFIER_get_thread_id",
    NondetBool: "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool",
    NondetChar: "__VERIFIER_nondet_char",
    NondetUchar: "__VERIFIER_nondet_uchar" | "__VERIFIER_nondet_u8" | "__VERIFIER_nondet_unsigned_char",
    NondetShort: "__VERIFIER_nondet_short",
    NondetUshort: "__VERIFIER_nondet_ushort" | "__VERIFIER_nondet_u16",
    NondetInt: "__VERIFIER_nondet_int" | "__VERIFIER_nondet_int32_t",
    NondetUint: "__VERIFIER_nondet_uint" | "__VERIFIER_nondet_unsigned" | "__VERIFIER_nondet_u32"
        | "__VERIFIER_nondet_unsigned_int",
    NondetLong: "__VERIFIER_nondet_long" | "__VERIFIER_nondet_longlong" | "__VERIFIER_nondet_loff_t"
        | "__VERIFIER_nondet_ptrdiff_t",
    NondetUlong: "__VERIFIER_nondet_ulong" | "__VERIFIER_nondet_ulonglong" | "__VERIFIER_nondet_size_t"
        | "__VERIFIER_nondet_u64" | "__VERIFIER_nondet_unsigned_long",
    NondetPointer: "__VERIFIER_nondet_pointer" | "__VERIFIER_nondet_charp",
    NondetFloat: "__VERIFIER_nondet_float" | "__VERIFIER_nondet_double",
}

impl Builtin {
    /// Does it make an object on the heap?
    #[must_use]
    pub fn allocates(self) -> bool {
        matches!(
            self,
            Builtin::Malloc
                | Builtin::Valloc
                | Builtin::New
                | Builtin::NewNothrow
                | Builtin::Calloc
                | Builtin::Alloc
        )
    }
}

/// Choices of types that we do not know by name, and those that CBMC and ESBMC know.
fn nondet(name: &str) -> Option<Builtin> {
    if let Some(of) = name.strip_prefix("nondet_") {
        return find(&format!("__VERIFIER_nondet_{of}"));
    }
    name.strip_prefix("__VERIFIER_nondet_")
        .map(|_| Builtin::NondetInt)
}

/// Does the function with that name mean what we know, even if the program defines
/// it?
#[must_use]
pub fn overrides(name: &str) -> bool {
    matches!(
        name,
        "reach_error"
            | "__VERIFIER_error"
            | "__VERIFIER_assume"
            | "assume_abort_if_not"
            | "__VERIFIER_atomic_begin"
            | "__VERIFIER_atomic_end"
    )
}
