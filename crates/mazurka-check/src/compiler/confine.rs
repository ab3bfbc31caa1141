//! What a compiler may not do, as far as the system has ways to say so.
//!
//! On Linux: Landlock takes away writing outside of one folder, and signals to others; a filter
//! of system calls takes away sockets. Both hold for all that it starts. A system that knows
//! neither, or only one, runs it all the same.

use super::Limits;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};

/// Has the command give up, before it begins, what it does not need.
pub(super) fn confine(command: &mut Command, folder: &Path, limits: &Limits) {
    let limits = [
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_FSIZE, limits.output),
        (libc::RLIMIT_DATA, limits.memory),
    ];
    #[cfg(target_os = "linux")]
    let writing = linux::Writing::only_to(folder);
    #[cfg(not(target_os = "linux"))]
    let _ = folder;
    let begin = move || {
        // SAFETY: it takes no memory. It fails only for the leader of a group, which a new
        // process is not.
        unsafe { libc::setsid() };
        for (which, most) in limits {
            lower(which, most);
        }
        #[cfg(target_os = "linux")]
        {
            linux::no_new_privileges();
            if let Some(writing) = &writing {
                writing.begin();
            }
            linux::no_sockets();
        }
        Ok(())
    };
    // SAFETY: between fork and exec it makes system calls only: no memory is taken, and no lock.
    unsafe { command.pre_exec(begin) };
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = libc::c_int;

/// Lowers a limit. One that is lower already stays.
fn lower(which: Resource, most: u64) {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: `limit` lives for the call.
    if unsafe { libc::getrlimit(which, &raw mut limit) } != 0 {
        return;
    }
    limit.rlim_cur = limit.rlim_cur.min(most);
    limit.rlim_max = limit.rlim_max.min(most);
    // SAFETY: as above. A limit that the system does not take is no reason to stop.
    unsafe { libc::setrlimit(which, &raw const limit) };
}

/// True if it has ended. It is not waited for, so that its number stays its own.
pub(super) fn is_ended(child: &Child) -> io::Result<bool> {
    // SAFETY: all bytes zero are a `siginfo_t`.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: `info` lives for the call.
    let result = unsafe { libc::waitid(libc::P_PID, child.id(), &raw mut info, flags) };
    match result {
        0 => Ok(info.si_signo != 0),
        _ => match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            error => Err(error),
        },
    }
}

/// Ends all of its group.
pub(super) fn end_group(child: &Child) {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: no memory is passed. The child was not waited for, so the group is its.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
    use std::path::Path;

    // Landlock's rights that write: files, what folders have, and names that move to
    // other folders.
    const WRITE_FILE: u64 = 1 << 1;
    const REMOVE_AND_MAKE: u64 = 0b1_1111_1111 << 4;
    const REFER: u64 = 1 << 13;
    const TRUNCATE: u64 = 1 << 14;
    const SIGNAL: u64 = 1 << 1;

    #[repr(C)]
    struct RulesetAttr {
        handled_access_fs: u64,
        handled_access_net: u64,
        scoped: u64,
    }

    #[repr(C, packed)]
    struct PathBeneathAttr {
        allowed_access: u64,
        parent_fd: i32,
    }

    const CREATE_RULESET_VERSION: u32 = 1;
    const RULE_PATH_BENEATH: libc::c_int = 1;

    /// The right to write to one folder only.
    pub(super) struct Writing(OwnedFd);

    impl Writing {
        /// None if the system has no Landlock.
        pub(super) fn only_to(folder: &Path) -> Option<Writing> {
            // SAFETY: with this flag no memory is read.
            let version = unsafe {
                libc::syscall(
                    libc::SYS_landlock_create_ruleset,
                    std::ptr::null::<RulesetAttr>(),
                    0_usize,
                    CREATE_RULESET_VERSION,
                )
            };
            if version < 1 {
                return None;
            }
            let mut rights = WRITE_FILE | REMOVE_AND_MAKE;
            for (since, right) in [(2, REFER), (3, TRUNCATE)] {
                if version >= since {
                    rights |= right;
                }
            }
            let ruleset = RulesetAttr {
                handled_access_fs: rights,
                handled_access_net: 0,
                scoped: if version >= 6 { SIGNAL } else { 0 },
            };
            // SAFETY: `ruleset` lives for the call, and its size is right. Fields that an older
            // system does not know are zero, which it takes.
            let ruleset = unsafe {
                libc::syscall(
                    libc::SYS_landlock_create_ruleset,
                    &raw const ruleset,
                    size_of::<RulesetAttr>(),
                    0_u32,
                )
            };
            let ruleset = libc::c_int::try_from(ruleset).ok().filter(|fd| *fd >= 0)?;
            // SAFETY: it is new, and nothing else has it.
            let writing = Writing(unsafe { OwnedFd::from_raw_fd(ruleset) });
            writing.allow(folder, rights)?;
            // What is thrown away goes there.
            writing.allow(Path::new("/dev/null"), rights & (WRITE_FILE | TRUNCATE))?;
            Some(writing)
        }

        fn allow(&self, path: &Path, rights: u64) -> Option<()> {
            let file = File::open(path).ok()?;
            let rule = PathBeneathAttr {
                allowed_access: rights,
                parent_fd: file.as_raw_fd(),
            };
            // SAFETY: `rule` lives for the call, and is what this kind of rule is made of.
            let result = unsafe {
                libc::syscall(
                    libc::SYS_landlock_add_rule,
                    self.0.as_raw_fd(),
                    RULE_PATH_BENEATH,
                    &raw const rule,
                    0_u32,
                )
            };
            (result == 0).then_some(())
        }

        /// Holds for this process from now on, and for all that it starts.
        pub(super) fn begin(&self) {
            // SAFETY: no memory is passed.
            unsafe { libc::syscall(libc::SYS_landlock_restrict_self, self.0.as_raw_fd(), 0_u32) };
        }
    }

    const NONE: libc::c_ulong = 0;
    const ONE: libc::c_ulong = 1;

    /// Programs that it starts get no rights that it does not have: what comes next needs that.
    pub(super) fn no_new_privileges() {
        // SAFETY: no memory is passed.
        unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, ONE, NONE, NONE, NONE) };
    }

    #[cfg(target_arch = "x86_64")]
    const ARCHITECTURE: u32 = 0xc000_003e;
    #[cfg(target_arch = "aarch64")]
    const ARCHITECTURE: u32 = 0xc000_00b7;

    /// No sockets, and none by a ring either. A pair of sockets that are joined is none of these.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    pub(super) fn no_sockets() {
        use libc::{
            BPF_ABS, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter,
        };

        const fn step(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
            sock_filter {
                code: code as u16,
                jt,
                jf,
                k,
            }
        }
        const LOAD: u32 = BPF_LD | BPF_W | BPF_ABS;
        const IS: u32 = BPF_JMP | BPF_JEQ | BPF_K;
        const IS_AT_LEAST: u32 = BPF_JMP | BPF_JGE | BPF_K;
        const RETURN: u32 = BPF_RET | BPF_K;
        const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;
        /// Numbers from here on are those of another interface of the same processor.
        const OTHERS: u32 = 0x4000_0000;
        static FILTER: [sock_filter; 8] = [
            // (The architecture is at byte 4 of what is looked at, the number at byte 0.)
            step(LOAD, 0, 0, 4),
            step(IS, 0, 4, ARCHITECTURE),
            step(LOAD, 0, 0, 0),
            step(IS_AT_LEAST, 2, 0, OTHERS),
            step(IS, 1, 0, libc::SYS_socket as u32),
            step(IS, 0, 1, libc::SYS_io_uring_setup as u32),
            step(RETURN, 0, 0, REFUSE),
            step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
        ];
        let program = libc::sock_fprog {
            len: FILTER.len() as u16,
            filter: FILTER.as_ptr().cast_mut(),
        };
        // SAFETY: the filter is static, and is only read.
        unsafe {
            libc::prctl(
                libc::PR_SET_SECCOMP,
                libc::c_ulong::from(libc::SECCOMP_MODE_FILTER),
                &raw const program,
            )
        };
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub(super) fn no_sockets() {}
}
