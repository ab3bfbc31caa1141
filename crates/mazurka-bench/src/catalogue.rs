//! What is known about the programs: their sizes, and how many traces they have.

/// A program of `programs/`.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// What the size counts.
    pub(crate) size_is: &'static str,
    /// The sizes that are measured unless others are asked for, ascending.
    pub(crate) sizes: &'static [usize],
    /// How many executions `optimal` needs, where a formula is known.
    pub(crate) traces: Option<fn(usize) -> u64>,
}

impl Program {
    /// Is there a bug to find?
    pub(crate) fn is_buggy(&self) -> bool {
        self.name.ends_with("_buggy")
    }
}

/// The program of that name.
pub(crate) fn find(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}

const fn program(
    name: &'static str,
    size_is: &'static str,
    sizes: &'static [usize],
    traces: Option<fn(usize) -> u64>,
) -> Program {
    Program {
        name,
        size_is,
        sizes,
        traces,
    }
}

/// The programs, in the order in which they are measured.
pub(crate) const PROGRAMS: &[Program] = &[
    program(
        "readers",
        "readers",
        &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        Some(|n| 1 << n),
    ),
    program(
        "lastzero",
        "threads that write",
        &[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        Some(|n| (1 << (n - 2)) * (n as u64 + 3)),
    ),
    program("writers", "threads", &[3, 4, 5, 6, 7, 8], Some(factorial)),
    program(
        "increments",
        "threads",
        &[3, 4, 5, 6, 7, 8],
        Some(factorial),
    ),
    program("increments_buggy", "threads", &[3, 4, 5, 6, 7, 8], None),
    program(
        "philosophers",
        "threads",
        &[3, 4, 5, 6],
        Some(|n| (1 << n) - 2),
    ),
    program("philosophers_buggy", "threads", &[3, 4, 5, 6], None),
    program("stack", "threads", &[2, 3], None),
    program("stack_buggy", "threads", &[2, 3, 4], None),
    program("queue", "threads", &[2, 3, 4], None),
    program("queue_buggy", "threads", &[3, 4], None),
    program("messages", "threads that send", &[2, 3, 4], Some(messages)),
    program("spinlock", "threads", &[2, 3, 4], Some(spinlock)),
    program("spinlock_buggy", "threads", &[2, 3, 4], None),
    // (How many depends on what the compiler leaves on the stack in a failed round.)
    program("seqlock", "readers", &[1, 2, 3], None),
    program("seqlock_buggy", "readers", &[1, 2, 3], None),
    program("rcu", "readers", &[1, 2, 3], None),
    program("rcu_buggy", "readers", &[1, 2, 3], None),
    program("reference", "threads", &[2, 3, 4], Some(reference)),
    program("reference_buggy", "threads", &[2, 3, 4], None),
];

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// The orders of 2n messages in which the two of each sender stay in order.
fn messages(n: usize) -> u64 {
    factorial(2 * n) >> n
}

/// The orders in which the lock is taken: that it was not free is no event.
fn spinlock(n: usize) -> u64 {
    factorial(n)
}

/// The orders of 3n changes of the count in which the three of a thread stay in order.
fn reference(n: usize) -> u64 {
    factorial(3 * n) / 6_u64.pow(n as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::on_mazurka;
    use crate::protocol::Ended;
    use mazurka::{Algorithm, Checker};
    use std::time::Duration;

    /// Enough for programs that have at most a few thousand traces.
    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn names_are_the_programs_names() {
        for program in PROGRAMS {
            assert!(on_mazurka::find(program.name).is_some(), "{}", program.name);
            assert!(program.sizes.is_sorted(), "{}", program.name);
        }
        let bodies = on_mazurka::programs::BODIES.iter();
        for (name, _) in bodies {
            assert!(find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn small_sizes_have_the_expected_traces() {
        for program in PROGRAMS.iter().filter(|program| !program.is_buggy()) {
            let body = on_mazurka::find(program.name).unwrap();
            let Some(traces) = program.traces else {
                continue;
            };
            for &size in &program.sizes[..2] {
                let measured = on_mazurka::check(body, size, LIMIT);
                let title = format!("{}({size})", program.name);
                assert_eq!(measured.ended, Ended::Verified, "{title}");
                assert_eq!(measured.executions, traces(size), "{title}");
            }
        }
    }

    /// Where there is no formula, another explorer must agree.
    #[test]
    fn other_programs_have_as_many_traces_by_source_sets() {
        for (name, size) in [
            ("stack", 2),
            ("queue", 2),
            ("queue", 3),
            ("seqlock", 1),
            ("seqlock", 2),
            ("rcu", 1),
            ("rcu", 2),
        ] {
            let body = on_mazurka::find(name).unwrap();
            let measured = on_mazurka::check(body, size, LIMIT);
            let report = Checker::new()
                .model(mazurka::Model::Sc)
                .algorithm(Algorithm::Source)
                .check(move || body(size));
            assert!(report.is_verified(), "{name}({size}): {report}");
            let traces = report.statistics().complete;
            assert_eq!(measured.executions, traces, "{name}({size})");
        }
    }

    #[test]
    fn bugs_are_found() {
        for program in PROGRAMS.iter().filter(|program| program.is_buggy()) {
            let body = on_mazurka::find(program.name).unwrap();
            let measured = on_mazurka::check(body, program.sizes[0], LIMIT);
            let is_bug = matches!(measured.ended, Ended::Bug(_));
            assert!(is_bug, "{}: {measured:?}", program.name);
        }
    }
}
