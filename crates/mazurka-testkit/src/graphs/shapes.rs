//! The classic shapes: small programs, an outcome of each that is not sequentially consistent, and
//! which models allow it.
//!
//! The names are those of *Herding Cats* (Alglave, Maranget, Tautschnig, TOPLAS 2014) and of
//! *Repairing Sequential Consistency in C/C++11* (PLDI 2017), which have the verdicts for RC11. Those
//! for RA are those of RC11 with release stores, acquire loads and seq_cst fences.

use super::brute::{End, executions};
use super::program::Program;
use mazurka_memory::Model;

/// A program, an outcome, and which models allow it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// The program.
    pub program: &'static str,
    /// What each thread reads.
    pub reads: &'static [&'static [u64]],
    /// What memory holds at the end; empty if that does not matter.
    pub memory: &'static [u64],
    /// The models that allow it.
    pub allowed: &'static [Model],
}

use Model::{Pso, Ra, Rc11, Tso};

impl Shape {
    fn shows(&self, end: &End) -> bool {
        let is_read = |(read, wanted): (&Vec<u64>, &&[u64])| read == wanted;
        end.reads.iter().zip(self.reads).all(is_read)
            && (self.memory.is_empty() || end.memory == self.memory)
    }

    /// The models that allow the outcome, by brute force.
    ///
    /// # Panics
    /// When the program is none.
    #[must_use]
    pub fn found(&self) -> Vec<Model> {
        let program: Program = self.program.parse().expect("a program");
        let code = program.code();
        let allows = |model: &Model| {
            let all = executions(&code, *model, 1_000_000).expect("a small program");
            all.values().any(|end| self.shows(end))
        };
        Model::ALL.into_iter().filter(allows).collect()
    }
}

const fn shape(
    name: &'static str,
    program: &'static str,
    reads: &'static [&'static [u64]],
    memory: &'static [u64],
    allowed: &'static [Model],
) -> Shape {
    Shape {
        name,
        program,
        reads,
        memory,
        allowed,
    }
}

/// The shapes.
pub const SHAPES: &[Shape] = &[
    shape(
        "SB, relaxed",
        "0: store x 1 rlx; load y rlx\n1: store y 1 rlx; load x rlx",
        &[&[0], &[0]],
        &[],
        &[Tso, Pso, Ra, Rc11],
    ),
    shape(
        "SB, release and acquire",
        "0: store x 1 rel; load y acq\n1: store y 1 rel; load x acq",
        &[&[0], &[0]],
        &[],
        &[Tso, Pso, Ra, Rc11],
    ),
    shape(
        "SB, seq_cst",
        "0: store x 1 sc; load y sc\n1: store y 1 sc; load x sc",
        &[&[0], &[0]],
        &[],
        &[Ra],
    ),
    shape(
        "SB, seq_cst stores, relaxed loads",
        "0: store x 1 sc; load y rlx\n1: store y 1 sc; load x rlx",
        &[&[0], &[0]],
        &[],
        &[Ra, Rc11],
    ),
    shape(
        "SB, seq_cst fences",
        "0: store x 1 rlx; fence sc; load y rlx\n1: store y 1 rlx; fence sc; load x rlx",
        &[&[0], &[0]],
        &[],
        &[],
    ),
    shape(
        "SB, acq_rel fences",
        "0: store x 1 rlx; fence acqrel; load y rlx\n1: store y 1 rlx; fence acqrel; load x rlx",
        &[&[0], &[0]],
        &[],
        &[Tso, Pso, Ra, Rc11],
    ),
    shape(
        "SB, one seq_cst fence and seq_cst accesses",
        "0: store x 1 rlx; fence sc; load y rlx\n1: store y 1 sc; load x sc",
        &[&[0], &[0]],
        &[],
        &[Ra],
    ),
    shape(
        "SB, updates of the flags",
        "0: add x 1 rlx; load y rlx\n1: add y 1 rlx; load x rlx",
        &[&[0, 0], &[0, 0]],
        &[],
        &[Ra, Rc11],
    ),
    shape(
        "MP, relaxed",
        "0: store x 1 rlx; store y 1 rlx\n1: load y rlx; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[Pso, Rc11],
    ),
    shape(
        "MP, release and acquire",
        "0: store x 1 rlx; store y 1 rel\n1: load y acq; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "MP, release and relaxed",
        "0: store x 1 rlx; store y 1 rel\n1: load y rlx; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[Rc11],
    ),
    shape(
        "MP, relaxed and acquire",
        "0: store x 1 rlx; store y 1 rlx\n1: load y acq; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[Pso, Rc11],
    ),
    shape(
        "MP, fences",
        "0: store x 1 rlx; fence rel; store y 1 rlx\n1: load y rlx; fence acq; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "MP, release fence and acquire",
        "0: store x 1 rlx; fence rel; store y 1 rlx\n1: load y acq; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "MP, acquire fence and release",
        "0: store x 1 rlx; store y 1 rel\n1: load y rlx; fence acq; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "MP, the wrong fences",
        "0: store x 1 rlx; fence acq; store y 1 rlx\n1: load y rlx; fence rel; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[Pso, Rc11],
    ),
    shape(
        "MP, an update goes on with the release sequence",
        "0: store x 1 rlx; store y 1 rel\n1: add y 1 rlx\n2: load y acq; load x rlx",
        &[&[], &[1], &[2, 0]],
        &[],
        &[],
    ),
    shape(
        "MP, a store ends the release sequence",
        "0: store x 1 rlx; store y 1 rel; store y 2 rlx\n1: load y acq; load x rlx",
        &[&[], &[2, 0]],
        &[],
        &[Rc11],
    ),
    shape(
        "MP, a compare-exchange that fails reads as it says: acquire",
        "0: store x 1 rlx; store y 1 rel\n1: cas y 2 3 rlx acq; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "MP, a compare-exchange that fails reads as it says: relaxed",
        "0: store x 1 rlx; store y 1 rel\n1: cas y 2 3 acq rlx; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[Rc11],
    ),
    shape(
        "MP, mutex",
        "0: store x 1 rlx; lock m0 { store y 1 rlx }\n1: lock m0 { load y rlx }; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "LB, relaxed",
        "0: load x rlx; store y 1 rlx\n1: load y rlx; store x 1 rlx",
        &[&[1], &[1]],
        &[],
        &[],
    ),
    shape(
        "IRIW, relaxed",
        "0: store x 1 rlx\n1: store y 1 rlx\n2: load x rlx; load y rlx\n3: load y rlx; load x rlx",
        &[&[], &[], &[1, 0], &[1, 0]],
        &[],
        &[Ra, Rc11],
    ),
    shape(
        "IRIW, release and acquire",
        "0: store x 1 rel\n1: store y 1 rel\n2: load x acq; load y acq\n3: load y acq; load x acq",
        &[&[], &[], &[1, 0], &[1, 0]],
        &[],
        &[Ra, Rc11],
    ),
    shape(
        "IRIW, seq_cst",
        "0: store x 1 sc\n1: store y 1 sc\n2: load x sc; load y sc\n3: load y sc; load x sc",
        &[&[], &[], &[1, 0], &[1, 0]],
        &[],
        &[Ra],
    ),
    shape(
        "IRIW-acq-sc",
        "0: store x 1 sc\n1: store y 1 sc\n2: load x acq; load y sc\n3: load y acq; load x sc",
        &[&[], &[], &[1, 0], &[1, 0]],
        &[],
        &[Ra, Rc11],
    ),
    shape(
        "IRIW, seq_cst fences",
        "0: store x 1 rlx\n1: store y 1 rlx\n2: load x rlx; fence sc; load y rlx\n\
         3: load y rlx; fence sc; load x rlx",
        &[&[], &[], &[1, 0], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "IRIW, acq_rel fences",
        "0: store x 1 rlx\n1: store y 1 rlx\n2: load x rlx; fence acqrel; load y rlx\n\
         3: load y rlx; fence acqrel; load x rlx",
        &[&[], &[], &[1, 0], &[1, 0]],
        &[],
        &[Ra, Rc11],
    ),
    shape(
        "2+2W, relaxed",
        "0: store x 2 rlx; store y 1 rlx\n1: store y 2 rlx; store x 1 rlx",
        &[],
        &[2, 2],
        &[Pso, Ra, Rc11],
    ),
    shape(
        "2+2W, release",
        "0: store x 2 rel; store y 1 rel\n1: store y 2 rel; store x 1 rel",
        &[],
        &[2, 2],
        &[Ra, Rc11],
    ),
    shape(
        "2+2W, seq_cst",
        "0: store x 2 sc; store y 1 sc\n1: store y 2 sc; store x 1 sc",
        &[],
        &[2, 2],
        &[Ra],
    ),
    shape(
        "2+2W, seq_cst fences",
        "0: store x 2 rlx; fence sc; store y 1 rlx\n1: store y 2 rlx; fence sc; store x 1 rlx",
        &[],
        &[2, 2],
        &[],
    ),
    shape(
        "CoRR",
        "0: store x 1 rlx\n1: load x rlx; load x rlx",
        &[&[], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "CoRR, two writers",
        "0: store x 1 rlx\n1: store x 2 rlx\n2: load x rlx; load x rlx\n3: load x rlx; load x rlx",
        &[&[], &[], &[1, 2], &[2, 1]],
        &[],
        &[],
    ),
    shape("CoWW", "0: store x 1 rlx; store x 2 rlx", &[], &[1], &[]),
    shape(
        "CoWR",
        "0: store x 1 rlx; load x rlx\n1: store x 2 rlx",
        &[&[2]],
        &[1],
        &[],
    ),
    shape(
        "CoRW",
        "0: load x rlx; store x 1 rlx\n1: store x 2 rlx",
        &[&[2]],
        &[2],
        &[],
    ),
    shape(
        "WRC, relaxed",
        "0: store x 1 rlx\n1: load x rlx; store y 1 rlx\n2: load y rlx; load x rlx",
        &[&[], &[1], &[1, 0]],
        &[],
        &[Rc11],
    ),
    shape(
        "WRC, release and acquire",
        "0: store x 1 rlx\n1: load x rlx; store y 1 rel\n2: load y acq; load x rlx",
        &[&[], &[1], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "ISA2, relaxed",
        "0: store x 1 rlx; store y 1 rlx\n1: load y rlx; store z 1 rlx\n2: load z rlx; load x rlx",
        &[&[], &[1], &[1, 0]],
        &[],
        &[Pso, Rc11],
    ),
    shape(
        "ISA2, release and acquire",
        "0: store x 1 rlx; store y 1 rel\n1: load y acq; store z 1 rel\n2: load z acq; load x rlx",
        &[&[], &[1], &[1, 0]],
        &[],
        &[],
    ),
    shape(
        "Z6.U",
        "0: store x 1 sc; store y 1 rel\n1: add y 1 sc; load y rlx\n2: store y 3 sc; load x sc",
        &[&[], &[1, 3], &[0]],
        &[],
        &[Ra, Rc11],
    ),
    shape(
        "Z6.U, all seq_cst",
        "0: store x 1 sc; store y 1 sc\n1: add y 1 sc; load y sc\n2: store y 3 sc; load x sc",
        &[&[], &[1, 3], &[0]],
        &[],
        &[Ra],
    ),
    shape(
        "RWC, relaxed",
        "0: store x 1 rlx\n1: load x rlx; load y rlx\n2: store y 1 rlx; load x rlx",
        &[&[], &[1, 0], &[0]],
        &[],
        &[Tso, Pso, Ra, Rc11],
    ),
    shape(
        "RWC, release and acquire",
        "0: store x 1 rel\n1: load x acq; load y acq\n2: store y 1 rel; load x acq",
        &[&[], &[1, 0], &[0]],
        &[],
        &[Tso, Pso, Ra, Rc11],
    ),
    shape(
        "RWC, seq_cst",
        "0: store x 1 sc\n1: load x sc; load y sc\n2: store y 1 sc; load x sc",
        &[&[], &[1, 0], &[0]],
        &[],
        &[Ra],
    ),
    shape(
        "RWC, seq_cst fences",
        "0: store x 1 rlx\n1: load x rlx; fence sc; load y rlx\n2: store y 1 rlx; fence sc; load x rlx",
        &[&[], &[1, 0], &[0]],
        &[],
        &[],
    ),
    shape(
        "W+RWC, seq_cst fences",
        "0: store x 1 rlx; store y 1 rel\n1: load y acq; fence sc; load z rlx\n\
         2: store z 1 rlx; fence sc; load x rlx",
        &[&[], &[1, 0], &[0]],
        &[],
        &[],
    ),
    shape(
        "S, relaxed",
        "0: store x 2 rlx; store y 1 rlx\n1: load y rlx; store x 1 rlx",
        &[&[], &[1]],
        &[2, 1],
        &[Pso, Rc11],
    ),
    shape(
        "S, release and acquire",
        "0: store x 2 rlx; store y 1 rel\n1: load y acq; store x 1 rlx",
        &[&[], &[1]],
        &[2, 1],
        &[],
    ),
    shape(
        "R, relaxed",
        "0: store x 1 rlx; store y 1 rlx\n1: store y 2 rlx; load x rlx",
        &[&[], &[0]],
        &[1, 2],
        &[Tso, Pso, Ra, Rc11],
    ),
    shape(
        "R, seq_cst fences",
        "0: store x 1 rlx; fence sc; store y 1 rlx\n1: store y 2 rlx; fence sc; load x rlx",
        &[&[], &[0]],
        &[1, 2],
        &[],
    ),
    shape(
        "SB, updates of a third location as fences",
        "0: store x 1 rlx; add z 1 acqrel; load y rlx\n1: store y 1 rlx; add z 1 acqrel; load x rlx",
        &[&[0, 0], &[1, 0]],
        &[],
        &[],
    ),
];

/// A program, and how many graphs it has under SC, TSO, PSO, RA and RC11.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Its name.
    pub name: &'static str,
    /// The program.
    pub program: &'static str,
    /// The counts.
    pub counts: [usize; 5],
}

/// Programs whose graphs can be counted by hand.
pub const COUNTED: &[Counted] = &[
    Counted {
        name: "SB: each load reads one of two writes",
        program: "0: store x 1 rlx; load y rlx\n1: store y 1 rlx; load x rlx",
        counts: [3, 4, 4, 4, 4],
    },
    Counted {
        name: "MP: each load reads one of two writes",
        program: "0: store x 1 rlx; store y 1 rlx\n1: load y rlx; load x rlx",
        counts: [3, 3, 4, 3, 4],
    },
    Counted {
        name: "LB: never both",
        program: "0: load x rlx; store y 1 rlx\n1: load y rlx; store x 1 rlx",
        counts: [3, 3, 3, 3, 3],
    },
    Counted {
        name: "IRIW: four loads of one of two writes each",
        program: "0: store x 1 rlx\n1: store y 1 rlx\n2: load x rlx; load y rlx\n\
                  3: load y rlx; load x rlx",
        counts: [15, 15, 15, 16, 16],
    },
    Counted {
        name: "2+2W: two orders of two writes each",
        program: "0: store x 2 rlx; store y 1 rlx\n1: store y 2 rlx; store x 1 rlx",
        counts: [3, 3, 4, 4, 4],
    },
    Counted {
        name: "CoRR: 1 of 2 writes, and then not back",
        program: "0: store x 1 rlx\n1: load x rlx; load x rlx",
        counts: [3, 3, 3, 3, 3],
    },
    Counted {
        name: "three updates in any order",
        program: "0: add x 1 rlx\n1: add x 1 rlx\n2: add x 1 rlx",
        counts: [6, 6, 6, 6, 6],
    },
    Counted {
        name: "three stores in any order",
        program: "0: store x 1 rlx\n1: store x 1 rlx\n2: store x 1 rlx",
        counts: [6, 6, 6, 6, 6],
    },
    Counted {
        name: "exchanges for the same: the second only reads, or writes once more",
        program: "0: swap x 1 rlx\n1: swap x 1 rlx",
        counts: [2, 2, 2, 2, 2],
    },
    Counted {
        name: "exchanges for what is there: reads, or three in any order",
        program: "0: swap x 0 rlx\n1: swap x 0 rlx\n2: swap x 0 rlx",
        counts: [1, 1, 1, 6, 6],
    },
    Counted {
        name: "two mutexes in opposite orders: one after the other, or a deadlock",
        program: "0: lock m0 { lock m1 { } }\n1: lock m1 { lock m0 { } }",
        counts: [3, 3, 3, 3, 3],
    },
    Counted {
        name: "a mutex that is tried: before, between, after",
        program: "0: lock m0 { }\n1: try m0 { }",
        counts: [3, 3, 3, 3, 3],
    },
    Counted {
        name: "waits for a value that comes and goes: reads it, or waits for ever",
        program: "0: store x 1 rlx; store x 2 rlx\n1: load x rlx until 1",
        counts: [2, 2, 2, 2, 2],
    },
    Counted {
        name: "a thread that is joined has done what it did",
        program: "0: spawn 1; load x rlx; join 1; load x rlx\n1: store x 1 rlx",
        counts: [2, 2, 2, 2, 2],
    },
];
