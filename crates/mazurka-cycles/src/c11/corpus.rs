//! Programs with names, and what is known of them.
//!
//! The verdicts are those of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential
//! consistency in C/C++11, PLDI 2017), with the release sequences of C++20: only updates go on
//! with one. That paper has `SB+rfis`, `IRIW-acq-sc`, `Z6.U`, `RWC+syncs` and `W+RWC`.

use super::shapes::{
    IRIW, ISA2, LB, MP, MP_UPDATE, R, RWC, S, SB, SB_RFIS, SB_UPDATES, TWO_TWO_W, W_RWC, WRC, WWC,
    Z6_0, Z6_U,
};

/// Can an execution of a program end so?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It can.
    Allowed,
    /// It cannot.
    Forbidden,
}

/// A program, and whether it can end so under RC11.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// Its threads, in short.
    pub threads: &'static [&'static str],
    /// A state at the end, as conditions write it.
    pub ends: &'static str,
    /// Under RC11.
    pub rc11: Verdict,
}

use Verdict::{Allowed, Forbidden};

const fn case(
    name: &'static str,
    threads: &'static [&'static str],
    ends: &'static str,
    rc11: Verdict,
) -> Case {
    Case {
        name,
        threads,
        ends,
        rc11,
    }
}

/// Cases with a name and a known verdict.
pub const CORPUS: &[Case] = &[
    case(
        "SB+rlxs",
        &["W x rlx 1; R y rlx", "W y rlx 1; R x rlx"],
        SB,
        Allowed,
    ),
    case(
        "SB+rel+acq",
        &["W x rel 1; R y acq", "W y rel 1; R x acq"],
        SB,
        Allowed,
    ),
    case(
        "SB+scs",
        &["W x sc 1; R y sc", "W y sc 1; R x sc"],
        SB,
        Forbidden,
    ),
    case(
        "SB+sc+acq",
        &["W x sc 1; R y acq", "W y sc 1; R x acq"],
        SB,
        Allowed,
    ),
    case(
        "SB+rel+sc",
        &["W x rel 1; R y sc", "W y rel 1; R x sc"],
        SB,
        Allowed,
    ),
    case(
        "SB+scs+rlxs",
        &["W x sc 1; R y sc", "W y rlx 1; R x rlx"],
        SB,
        Allowed,
    ),
    case(
        "SB+Fscs",
        &["W x rlx 1; F sc; R y rlx", "W y rlx 1; F sc; R x rlx"],
        SB,
        Forbidden,
    ),
    case(
        "SB+Fsc+Far",
        &["W x rlx 1; F sc; R y rlx", "W y rlx 1; F ar; R x rlx"],
        SB,
        Allowed,
    ),
    case(
        "SB+Fars",
        &["W x rel 1; F ar; R y acq", "W y rel 1; F ar; R x acq"],
        SB,
        Allowed,
    ),
    case(
        "SB+Fsc+scs",
        &["W x rlx 1; F sc; R y rlx", "W y sc 1; R x sc"],
        SB,
        Forbidden,
    ),
    case(
        "SB+updates-ar",
        &["A x ar 1; R y acq", "A y ar 1; R x acq"],
        SB_UPDATES,
        Allowed,
    ),
    case(
        "SB+updates-sc",
        &["A x sc 1; R y sc", "A y sc 1; R x sc"],
        SB_UPDATES,
        Forbidden,
    ),
    case(
        "SB+rfis",
        &["W x rlx 1; R x sc; R y sc", "W y rlx 1; R y sc; R x sc"],
        SB_RFIS,
        Allowed,
    ),
    case(
        "MP+rlxs",
        &["W x rlx 1; W y rlx 1", "R y rlx; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+rel+acq",
        &["W x rlx 1; W y rel 1", "R y acq; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "MP+rel+rlx",
        &["W x rlx 1; W y rel 1", "R y rlx; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+rlx+acq",
        &["W x rlx 1; W y rlx 1", "R y acq; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+scs",
        &["W x sc 1; W y sc 1", "R y sc; R x sc"],
        MP,
        Forbidden,
    ),
    case(
        "MP+sc+rlx",
        &["W x rlx 1; W y sc 1", "R y rlx; R x sc"],
        MP,
        Allowed,
    ),
    case(
        "MP+Frel+acq",
        &["W x rlx 1; F rel; W y rlx 1", "R y acq; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "MP+rel+Facq",
        &["W x rlx 1; W y rel 1", "R y rlx; F acq; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "MP+Frel+Facq",
        &["W x rlx 1; F rel; W y rlx 1", "R y rlx; F acq; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "MP+Fscs",
        &["W x rlx 1; F sc; W y rlx 1", "R y rlx; F sc; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "MP+Facq+acq",
        &["W x rlx 1; F acq; W y rlx 1", "R y acq; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+rel+Frel",
        &["W x rlx 1; W y rel 1", "R y rlx; F rel; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+after+Frel",
        &["W x rlx 1; W y rlx 1; F rel", "R y acq; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+rel+before",
        &["W x rlx 1; W y rel 1", "F acq; R y rlx; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+exchanges",
        &["W x rlx 1; X y rel 1", "X y acq 2; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "MP+failed-acq",
        &["W x rlx 1; W y rel 1", "C y 0 7 rlx acq; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "MP+failed-rlx",
        &["W x rlx 1; W y rel 1", "C y 0 7 rlx rlx; R x rlx"],
        MP,
        Allowed,
    ),
    case(
        "MP+taken",
        &["W x rlx 1; W y rel 1", "C y 1 7 acq rlx; R x rlx"],
        MP,
        Forbidden,
    ),
    case(
        "LB+rlxs",
        &["R x rlx; W y rlx 1", "R y rlx; W x rlx 1"],
        LB,
        Forbidden,
    ),
    case(
        "LB+scs",
        &["R x sc; W y sc 1", "R y sc; W x sc 1"],
        LB,
        Forbidden,
    ),
    case(
        "S+rlxs",
        &["W x rlx 2; W y rlx 1", "R y rlx; W x rlx 1"],
        S,
        Allowed,
    ),
    case(
        "S+rel+acq",
        &["W x rlx 2; W y rel 1", "R y acq; W x rlx 1"],
        S,
        Forbidden,
    ),
    case(
        "S+rel+rlx",
        &["W x rlx 2; W y rel 1", "R y rlx; W x rlx 1"],
        S,
        Allowed,
    ),
    case(
        "S+Frel+Facq",
        &["W x rlx 2; F rel; W y rlx 1", "R y rlx; F acq; W x rlx 1"],
        S,
        Forbidden,
    ),
    case(
        "R+rlxs",
        &["W x rlx 1; W y rlx 1", "W y rlx 2; R x rlx"],
        R,
        Allowed,
    ),
    case(
        "R+rel+acq",
        &["W x rel 1; W y rel 1", "W y rel 2; R x acq"],
        R,
        Allowed,
    ),
    case(
        "R+scs",
        &["W x sc 1; W y sc 1", "W y sc 2; R x sc"],
        R,
        Forbidden,
    ),
    case(
        "R+Fscs",
        &["W x rlx 1; F sc; W y rlx 1", "W y rlx 2; F sc; R x rlx"],
        R,
        Forbidden,
    ),
    case(
        "R+Frel+Fsc",
        &["W x rlx 1; F rel; W y rlx 1", "W y rlx 2; F sc; R x rlx"],
        R,
        Allowed,
    ),
    case(
        "2+2W+rlxs",
        &["W x rlx 1; W y rlx 2", "W y rlx 1; W x rlx 2"],
        TWO_TWO_W,
        Allowed,
    ),
    case(
        "2+2W+rels",
        &["W x rel 1; W y rel 2", "W y rel 1; W x rel 2"],
        TWO_TWO_W,
        Allowed,
    ),
    case(
        "2+2W+scs",
        &["W x sc 1; W y sc 2", "W y sc 1; W x sc 2"],
        TWO_TWO_W,
        Forbidden,
    ),
    case(
        "2+2W+scs+rels",
        &["W x sc 1; W y sc 2", "W y rel 1; W x rel 2"],
        TWO_TWO_W,
        Allowed,
    ),
    case(
        "2+2W+Fscs",
        &["W x rlx 1; F sc; W y rlx 2", "W y rlx 1; F sc; W x rlx 2"],
        TWO_TWO_W,
        Forbidden,
    ),
    case(
        "CoRR",
        &["W x rlx 1", "R x rlx; R x rlx"],
        "1:r0=1 /\\ 1:r1=0",
        Forbidden,
    ),
    case(
        "CoRR2",
        &[
            "W x rlx 1",
            "W x rlx 2",
            "R x rlx; R x rlx",
            "R x rlx; R x rlx",
        ],
        "2:r0=1 /\\ 2:r1=2 /\\ 3:r0=2 /\\ 3:r1=1",
        Forbidden,
    ),
    case("CoWR", &["W x rlx 1; R x rlx"], "0:r0=0", Forbidden),
    case(
        "CoWR2",
        &["W x rlx 1; R x rlx", "W x rlx 2"],
        "0:r0=2 /\\ x=1",
        Forbidden,
    ),
    case("CoRW1", &["R x rlx; W x rlx 1"], "0:r0=1", Forbidden),
    case(
        "CoRW2",
        &["R x rlx; W x rlx 1", "W x rlx 2"],
        "0:r0=2 /\\ x=2",
        Forbidden,
    ),
    case("CoWW", &["W x rlx 1; W x rlx 2"], "x=1", Forbidden),
    case(
        "WRC+rlxs",
        &["W x rlx 1", "R x rlx; W y rlx 1", "R y rlx; R x rlx"],
        WRC,
        Allowed,
    ),
    case(
        "WRC+rel+acq",
        &["W x rel 1", "R x acq; W y rel 1", "R y acq; R x acq"],
        WRC,
        Forbidden,
    ),
    // By coherence of the two reads.
    case(
        "WRC+rlx+rel+acq",
        &["W x rlx 1", "R x rlx; W y rel 1", "R y acq; R x rlx"],
        WRC,
        Forbidden,
    ),
    case(
        "WRC+rel+acq+rlx",
        &["W x rel 1", "R x acq; W y rlx 1", "R y acq; R x rlx"],
        WRC,
        Allowed,
    ),
    case(
        "IRIW+rlxs",
        &[
            "W x rlx 1",
            "R x rlx; R y rlx",
            "W y rlx 1",
            "R y rlx; R x rlx",
        ],
        IRIW,
        Allowed,
    ),
    case(
        "IRIW+rel+acq",
        &[
            "W x rel 1",
            "R x acq; R y acq",
            "W y rel 1",
            "R y acq; R x acq",
        ],
        IRIW,
        Allowed,
    ),
    case(
        "IRIW+scs",
        &["W x sc 1", "R x sc; R y sc", "W y sc 1", "R y sc; R x sc"],
        IRIW,
        Forbidden,
    ),
    case(
        "IRIW-acq-sc",
        &["W x sc 1", "R x acq; R y sc", "W y sc 1", "R y acq; R x sc"],
        IRIW,
        Allowed,
    ),
    case(
        "IRIW+Fscs",
        &[
            "W x rlx 1",
            "R x rlx; F sc; R y rlx",
            "W y rlx 1",
            "R y rlx; F sc; R x rlx",
        ],
        IRIW,
        Forbidden,
    ),
    case(
        "IRIW+Fsc+acq",
        &[
            "W x rel 1",
            "R x acq; F sc; R y acq",
            "W y rel 1",
            "R y acq; R x acq",
        ],
        IRIW,
        Allowed,
    ),
    case(
        "RWC+rel+acq",
        &["W x rel 1", "R x acq; R y acq", "W y rel 1; R x acq"],
        RWC,
        Allowed,
    ),
    case(
        "RWC+scs",
        &["W x sc 1", "R x sc; R y sc", "W y sc 1; R x sc"],
        RWC,
        Forbidden,
    ),
    case(
        "RWC+syncs",
        &[
            "W x rlx 1",
            "R x rlx; F sc; R y rlx",
            "W y rlx 1; F sc; R x rlx",
        ],
        RWC,
        Forbidden,
    ),
    case(
        "WWC+rlxs",
        &["W x rlx 2", "R x rlx; W y rlx 1", "R y rlx; W x rlx 1"],
        WWC,
        Allowed,
    ),
    case(
        "WWC+rel+acq",
        &["W x rel 2", "R x acq; W y rel 1", "R y acq; W x rel 1"],
        WWC,
        Forbidden,
    ),
    case(
        "ISA2+rlxs",
        &[
            "W x rlx 1; W y rlx 1",
            "R y rlx; W z rlx 1",
            "R z rlx; R x rlx",
        ],
        ISA2,
        Allowed,
    ),
    case(
        "ISA2+rel+acq",
        &[
            "W x rlx 1; W y rel 1",
            "R y acq; W z rel 1",
            "R z acq; R x rlx",
        ],
        ISA2,
        Forbidden,
    ),
    case(
        "ISA2+rel+acq+rlx",
        &[
            "W x rlx 1; W y rel 1",
            "R y acq; W z rlx 1",
            "R z acq; R x rlx",
        ],
        ISA2,
        Allowed,
    ),
    case(
        "Z6.0+rel+acq",
        &[
            "W x rel 1; W y rel 1",
            "R y acq; W z rel 1",
            "W z rel 2; R x acq",
        ],
        Z6_0,
        Allowed,
    ),
    case(
        "Z6.0+scs",
        &["W x sc 1; W y sc 1", "R y sc; W z sc 1", "W z sc 2; R x sc"],
        Z6_0,
        Forbidden,
    ),
    case(
        "Z6.0+rel+acq+Fscs",
        &[
            "W x rlx 1; W y rel 1",
            "R y acq; F sc; W z rlx 1",
            "W z rlx 2; F sc; R x rlx",
        ],
        Z6_0,
        Forbidden,
    ),
    case(
        "Z6.U",
        &[
            "W x sc 1; W y rel 1",
            "A y sc 1; R y rlx",
            "W y sc 3; R x sc",
        ],
        Z6_U,
        Allowed,
    ),
    case(
        "Z6.U+scs",
        &["W x sc 1; W y sc 1", "A y sc 1; R y sc", "W y sc 3; R x sc"],
        Z6_U,
        Forbidden,
    ),
    case(
        "W+RWC",
        &[
            "W x rlx 1; W y rel 1",
            "R y acq; F sc; R z rlx",
            "W z rlx 1; F sc; R x rlx",
        ],
        W_RWC,
        Forbidden,
    ),
    case(
        "W+RWC+Far",
        &[
            "W x rlx 1; W y rel 1",
            "R y acq; F ar; R z rlx",
            "W z rlx 1; F sc; R x rlx",
        ],
        W_RWC,
        Allowed,
    ),
    // Release sequences.
    case(
        "MP+update-rlx",
        &["W x rlx 1; W y rel 1", "A y rlx 1", "R y acq; R x rlx"],
        MP_UPDATE,
        Forbidden,
    ),
    case(
        "MP+update-rlx-Frel",
        &[
            "W x rlx 1; F rel; W y rlx 1",
            "A y rlx 1",
            "R y acq; R x rlx",
        ],
        MP_UPDATE,
        Forbidden,
    ),
    case(
        "MP+update-rlx-rlx",
        &["W x rlx 1; W y rlx 1", "A y rlx 1", "R y acq; R x rlx"],
        MP_UPDATE,
        Allowed,
    ),
    case(
        "MP+two-updates",
        &[
            "W x rlx 1; W y rel 1",
            "A y rlx 1; A y rlx 1",
            "R y acq; R x rlx",
        ],
        "1:r0=1 /\\ 2:r0=3 /\\ 2:r1=0",
        Forbidden,
    ),
    // C++20 has ended these: a store, also of the same thread, ends a release sequence.
    case(
        "MP+own-store",
        &["W x rlx 1; W y rel 1; W y rlx 2", "R y acq; R x rlx"],
        "1:r0=2 /\\ 1:r1=0",
        Allowed,
    ),
    case(
        "MP+other-store",
        &[
            "W x rlx 1; W y rel 1",
            "R y rlx; W y rlx 2",
            "R y acq; R x rlx",
        ],
        "1:r0=1 /\\ 2:r0=2 /\\ 2:r1=0",
        Allowed,
    ),
    case(
        "MP+own-store-Frel",
        &["W x rlx 1; F rel; W y rlx 1; W y rlx 2", "R y acq; R x rlx"],
        "1:r0=2 /\\ 1:r1=0",
        Forbidden,
    ),
    // Atomicity.
    case(
        "updates",
        &["A x rlx 1", "A x rlx 1"],
        "0:r0=0 /\\ 1:r0=0",
        Forbidden,
    ),
    case(
        "exchanges",
        &["X x rlx 1", "X x rlx 2"],
        "0:r0=0 /\\ 1:r0=0",
        Forbidden,
    ),
    case(
        "compare-exchanges",
        &["C x 0 1 rlx rlx", "C x 0 2 rlx rlx"],
        "0:r0=0 /\\ 1:r0=0",
        Forbidden,
    ),
    case(
        "update+store",
        &["A x rlx 10", "W x rlx 1"],
        "0:r0=0 /\\ x=11",
        Forbidden,
    ),
    case(
        "update+store-2",
        &["A x rlx 10", "W x rlx 1"],
        "0:r0=1 /\\ x=11",
        Allowed,
    ),
    // An update that writes what was there is a write: it releases.
    case(
        "MP+idle",
        &["W x rlx 1; A y rel 0", "R y acq; R x rlx"],
        "1:r0=0 /\\ 1:r1=0",
        Allowed,
    ),
    case(
        "SB+idle",
        &[
            "W x rlx 1; A z ar 0; R y rlx",
            "W y rlx 1; A z ar 0; R x rlx",
        ],
        "0:r1=0 /\\ 1:r1=0",
        Forbidden,
    ),
];
