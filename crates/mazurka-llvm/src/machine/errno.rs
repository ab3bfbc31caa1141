//! What functions of POSIX return if they fail: the codes of Linux.

pub(super) const EPERM: u64 = 1;
pub(super) const ESRCH: u64 = 3;
pub(super) const EAGAIN: u64 = 11;
pub(super) const ENOMEM: u64 = 12;
pub(super) const EBUSY: u64 = 16;
pub(super) const EINVAL: u64 = 22;
pub(super) const EDEADLK: u64 = 35;
pub(super) const ETIMEDOUT: u64 = 110;
pub(super) const EOWNERDEAD: u64 = 130;
pub(super) const ENOTRECOVERABLE: u64 = 131;
