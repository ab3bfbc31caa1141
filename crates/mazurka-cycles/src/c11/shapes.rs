//! The classic shapes, whose orders are to be chosen.

/// A program whose orders may be others, and the state at the end that tells them apart.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// Its threads, in short.
    pub threads: &'static [&'static str],
    /// That state.
    pub ends: &'static str,
}

const fn shape(name: &'static str, threads: &'static [&'static str], ends: &'static str) -> Shape {
    Shape {
        name,
        threads,
        ends,
    }
}

/// The classic shapes, all relaxed.
pub const SHAPES: &[Shape] = &[
    shape("SB", &["W x rlx 1; R y rlx", "W y rlx 1; R x rlx"], SB),
    shape("MP", &["W x rlx 1; W y rlx 1", "R y rlx; R x rlx"], MP),
    shape("LB", &["R x rlx; W y rlx 1", "R y rlx; W x rlx 1"], LB),
    shape("S", &["W x rlx 2; W y rlx 1", "R y rlx; W x rlx 1"], S),
    shape("R", &["W x rlx 1; W y rlx 1", "W y rlx 2; R x rlx"], R),
    shape(
        "2+2W",
        &["W x rlx 1; W y rlx 2", "W y rlx 1; W x rlx 2"],
        TWO_TWO_W,
    ),
    shape(
        "CoRR",
        &["W x rlx 1", "R x rlx; R x rlx"],
        "1:r0=1 /\\ 1:r1=0",
    ),
    shape(
        "CoWR",
        &["W x rlx 1; R x rlx", "W x rlx 2"],
        "0:r0=2 /\\ x=1",
    ),
    shape("CoRW1", &["R x rlx; W x rlx 1"], "0:r0=1"),
    shape(
        "CoRW2",
        &["R x rlx; W x rlx 1", "W x rlx 2"],
        "0:r0=2 /\\ x=2",
    ),
    shape("CoWW", &["W x rlx 1; W x rlx 2"], "x=1"),
    shape(
        "WRC",
        &["W x rlx 1", "R x rlx; W y rlx 1", "R y rlx; R x rlx"],
        WRC,
    ),
    shape(
        "IRIW",
        &[
            "W x rlx 1",
            "R x rlx; R y rlx",
            "W y rlx 1",
            "R y rlx; R x rlx",
        ],
        IRIW,
    ),
    shape(
        "RWC",
        &["W x rlx 1", "R x rlx; R y rlx", "W y rlx 1; R x rlx"],
        RWC,
    ),
    shape(
        "WWC",
        &["W x rlx 2", "R x rlx; W y rlx 1", "R y rlx; W x rlx 1"],
        WWC,
    ),
    shape(
        "ISA2",
        &[
            "W x rlx 1; W y rlx 1",
            "R y rlx; W z rlx 1",
            "R z rlx; R x rlx",
        ],
        ISA2,
    ),
    shape(
        "Z6.0",
        &[
            "W x rlx 1; W y rlx 1",
            "R y rlx; W z rlx 1",
            "W z rlx 2; R x rlx",
        ],
        Z6_0,
    ),
    shape(
        "W+RWC",
        &[
            "W x rlx 1; W y rlx 1",
            "R y rlx; R z rlx",
            "W z rlx 1; R x rlx",
        ],
        W_RWC,
    ),
    shape(
        "3.SB",
        &[
            "W x rlx 1; R y rlx",
            "W y rlx 1; R z rlx",
            "W z rlx 1; R x rlx",
        ],
        "0:r0=0 /\\ 1:r0=0 /\\ 2:r0=0",
    ),
    shape(
        "Z6.U",
        &[
            "W x rlx 1; W y rlx 1",
            "A y rlx 1; R y rlx",
            "W y rlx 3; R x rlx",
        ],
        Z6_U,
    ),
    shape(
        "MP+update",
        &["W x rlx 1; W y rlx 1", "A y rlx 1", "R y rlx; R x rlx"],
        MP_UPDATE,
    ),
    shape(
        "SB+updates",
        &["A x rlx 1; R y rlx", "A y rlx 1; R x rlx"],
        SB_UPDATES,
    ),
    shape(
        "MP+failed",
        &["W x rlx 1; W y rlx 1", "C y 0 7 rlx rlx; R x rlx"],
        MP,
    ),
    shape(
        "SB+rfis",
        &["W x rlx 1; R x rlx; R y rlx", "W y rlx 1; R y rlx; R x rlx"],
        SB_RFIS,
    ),
];

pub(super) const SB: &str = "0:r0=0 /\\ 1:r0=0";
pub(super) const MP: &str = "1:r0=1 /\\ 1:r1=0";
pub(super) const LB: &str = "0:r0=1 /\\ 1:r0=1";
pub(super) const S: &str = "1:r0=1 /\\ x=2";
pub(super) const R: &str = "1:r0=0 /\\ y=2";
pub(super) const TWO_TWO_W: &str = "x=1 /\\ y=1";
pub(super) const WRC: &str = "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0";
pub(super) const IRIW: &str = "1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0";
pub(super) const RWC: &str = "1:r0=1 /\\ 1:r1=0 /\\ 2:r0=0";
pub(super) const WWC: &str = "1:r0=2 /\\ 2:r0=1 /\\ x=2";
pub(super) const ISA2: &str = "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0";
pub(super) const Z6_0: &str = "1:r0=1 /\\ 2:r0=0 /\\ z=2";
pub(super) const W_RWC: &str = "1:r0=1 /\\ 1:r1=0 /\\ 2:r0=0";
pub(super) const Z6_U: &str = "1:r0=1 /\\ 1:r1=3 /\\ 2:r0=0";
pub(super) const MP_UPDATE: &str = "1:r0=1 /\\ 2:r0=2 /\\ 2:r1=0";
pub(super) const SB_UPDATES: &str = "0:r1=0 /\\ 1:r1=0";
pub(super) const SB_RFIS: &str = "0:r0=1 /\\ 0:r1=0 /\\ 1:r0=1 /\\ 1:r1=0";
