//! Litmus tests in herd's format, explored under SC, TSO and PSO, and tests in C under RC11.
//!
//! A litmus test is a small concurrent program with a condition on its final
//! states. This front end reads those of [herdtools7](https://github.com/herd/herdtools7)
//! in x86 assembly (`X86`, `X86_64`) and in C (with the atomic operations of C11
//! or of the Linux kernel), and visits all their executions:
//!
//! ```
//! use mazurka_litmus::{Model, Occurrence, Options, check, parse};
//!
//! let test = parse(
//!     "X86 SB
//!      { x=0; y=0; }
//!       P0          | P1          ;
//!       MOV [x],$1  | MOV [y],$1  ;
//!       MOV EAX,[y] | MOV EAX,[x] ;
//!      exists (0:EAX=0 /\\ 1:EAX=0)",
//! )
//! .unwrap();
//! let options = Options {
//!     model: Model::Tso,
//!     ..Options::default()
//! };
//! let report = check(&test, &options, &mut ()).unwrap();
//! assert_eq!(report.condition, Some(Occurrence::Sometimes));
//! assert_eq!(report.states.len(), 4);
//! ```
//!
//! How instructions and memory orders are mapped to the models, which are those
//! of hardware:
//!
//! | | SC | TSO | PSO |
//! |---|---|---|---|
//! | plain, relaxed and `WRITE_ONCE` stores | at once | buffered | buffered |
//! | release stores, `smp_store_release` | at once | buffered | buffered, after a store barrier |
//! | `memory_order_seq_cst` stores | at once | after the buffer is empty, at once | the same |
//! | `XCHG` with memory, `LOCK`, read-modify-writes of any order, also failed | atomic | after the buffer is empty | the same |
//! | `MFENCE`, `smp_mb`, `atomic_thread_fence(memory_order_seq_cst)` | - | empties the buffer | the same |
//! | `SFENCE`, `smp_wmb`, release fences | - | - | store barrier |
//! | `LFENCE`, `smp_rmb`, acquire fences; order of loads | - | - | - |
//! | `synchronize_rcu`, `synchronize_srcu` | waits for sections | the same, and empties the buffer | the same |
//! | `rcu_read_lock`, `srcu_read_lock` | - | - | - |
//! | `rcu_read_unlock`, `srcu_read_unlock` | - | buffered | buffered, after all earlier stores |
//!
//! Under `ra` (release and acquire) and `rc11`, which only execution graphs have, orders are those
//! of C, and tests in C are what is explored: `stdatomic.h`, plain accesses and locks. A test in
//! assembly, or with functions of the Linux kernel, is refused, as its memory model is another one.
//!
//! | | RC11 |
//! |---|---|
//! | `*x` where `x` is a pointer to an atomic type | sequentially consistent, as C has it (herd: not atomic) |
//! | `*x` where it is not | not atomic; a data race is told in [`Report::races`], and nothing is said of the condition, as the behaviour is undefined |
//! | `atomic_..._explicit` | the order that is written; of a compare-exchange also that of failure |
//! | updates that write what was there | writes, as all updates are but a compare-exchange that fails |
//! | release sequences | those of C++20: updates go on with one, other stores end it |
//! | `consume` | acquire |
//! | `mtx_lock`, `mtx_unlock`, `lock`, `unlock` | one order of all, and what came before an unlock is there after the next lock |
//!
//! With [`Algorithm::Graphs`] under SC, TSO and PSO all of this is as without graphs, and so are
//! the numbers of executions; but that updates are always in order, also additions of which
//! nothing looks at the result. Grace periods with sections are refused under TSO and PSO then, and
//! bounds on buffers are.
//!
//! What differs from herd, and what is not there:
//! - Memory consists of cells, not of bytes: a test in which a location is accessed
//!   with different widths, and it matters, is refused.
//! - `X86_64` has the destination last, as herd has it, unless the file itself
//!   shows that it is first: by a constant that stands last, or, if there is no
//!   constant, by neither a `%` nor a parenthesis (`MOV [x],EAX`). The same for
//!   `X86`, the other way round, by constants only.
//! - In C, a declaration must not hide another; `010` is ten. A division by zero, or one
//!   that overflows, is an error with its place: of constants when the file is read,
//!   else when an execution comes to it.
//! - Flags are those of the processor; herd's `JL` also jumps if equal.
//! - Loops are not unrolled. A thread that only looks at memory until something
//!   changes waits for that; executions where it waits for ever end in no state,
//!   and are told in [`Report::findings`]. Any other loop runs until it ends, or
//!   until [`Options::max_events`]: then there is no verdict, unless a state that
//!   was found decides it.
//! - Weak compare-exchanges never fail without a reason.
//! - A read-side section has ended for a grace period when all that its thread has stored
//!   until then is in memory. A grace period within a section of its own domain waits for
//!   ever. A section that is ended twice or never is an error with its place. The index of
//!   a section of SRCU is a number that says which section of which thread it is.
//!   `call_rcu` is refused.
//! - Non-temporal stores and cache flushes are refused, by name.

mod c;
mod check;
mod code;
mod condition;
mod error;
mod header;
mod initial;
#[cfg(feature = "command")]
mod language;
mod lexer;
mod locations;
mod machine;
#[cfg(feature = "command")]
mod sites;
mod states;
mod subject;
mod test;
mod thread;
mod value;
mod x86;

pub use check::{Explored, Occurrence, Options, Report, State, check, explore};
pub use condition::{Condition, Operand, Place, Proposition, Quantifier};
pub use error::ParseError;
pub use header::Architecture;
#[cfg(feature = "command")]
pub use language::{Litmus, Source};
pub use machine::Machine;
pub use mazurka_explore::{Algorithm, Error, Statistics};
pub use mazurka_memory::Model;
pub use states::States;
pub use subject::Subject;
pub use test::{Test, parse, parse_bytes};
pub use value::Value;
