//! Litmus tests from critical cycles, as diy makes them.
//!
//! A *critical cycle* goes through the threads by communication edges (a read
//! reads from a write of another thread, `Rfe`; a read comes before the write
//! of another thread that overwrites what it read, `Fre`; a write before that of
//! another thread, `Wse`) and inside a thread by at most one edge of program
//! order, to another location. An execution with such a cycle is not
//! sequentially consistent, and every execution that is not has one: so these
//! are the tests that tell memory models apart. The condition of a test holds
//! exactly if its cycle is there.
//!
//! Hence the verdict: the cycle can be there if the model does not keep one of its
//! edges of program order. SC keeps all; TSO does not keep a store before a load
//! of another location, whether or not the store was read back in between; PSO
//! does not keep a store before any access of another location; and a fence
//! keeps everything.
//!
//! [`corpus`] has all of up to four threads and six edges, with a fence at every
//! subset of their edges of program order, with the thread's own store read back
//! at every subset (`Rfi`), and the small cycles at one location that every
//! model forbids. Names of families and tests are those of diy.

use super::print::{Dialect, print};
use super::program::{Condition, Observable, Program, Proposition, Quantifier, Statement};
use std::collections::BTreeMap;

/// How many edges a cycle has at most.
const MAX_EDGES: usize = 6;

/// How many threads it goes through at most.
const MAX_THREADS: usize = 4;

/// A litmus test made from a cycle.
#[derive(Clone, Debug)]
pub struct CycleTest {
    /// Its name, like `SB+mfence+po`.
    pub name: String,
    /// Its edges, like `MFencedWR Fre PodWR Fre`.
    pub edges: String,
    /// The test as a file in the `X86` format.
    pub text: String,
    /// The same as a program, with the condition.
    pub program: Program,
    /// Can the cycle be there under SC, TSO and PSO?
    pub verdict: [bool; 3],
}

/// All tests, in a fixed order: the fewest threads first, then by family.
#[must_use]
pub fn corpus() -> Vec<CycleTest> {
    let mut cycles = BTreeMap::new();
    for threads in 2..=MAX_THREADS {
        for communications in words(&Communication::ALL, threads) {
            for cycle in critical(&communications) {
                let cycle = normalised(&cycle);
                let family = (cycle.len(), shapes(&cycle));
                cycles.insert((family, cycle.clone()), cycle);
            }
        }
    }
    let critical = cycles.into_values();
    critical
        .chain(coherence())
        .map(|cycle| test(&cycle))
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Read,
    Write,
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::Read => 'R',
            Kind::Write => 'W',
        }
    }
}

/// An edge from one thread to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Communication {
    Rfe,
    Fre,
    Wse,
}

impl Communication {
    const ALL: [Communication; 3] = [Communication::Rfe, Communication::Fre, Communication::Wse];

    fn source(self) -> Kind {
        match self {
            Communication::Fre => Kind::Read,
            Communication::Rfe | Communication::Wse => Kind::Write,
        }
    }

    fn target(self) -> Kind {
        match self {
            Communication::Rfe => Kind::Read,
            Communication::Fre | Communication::Wse => Kind::Write,
        }
    }
}

/// What lies between the first and the last access of a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Link {
    /// They are one and the same.
    None,
    /// A fence; the locations differ, as with all below but the last.
    Fenced,
    /// Nothing.
    Plain,
    /// A load of what the first, a store, wrote.
    Forwarded,
    /// Nothing, and the location is the same.
    SameLocation,
}

impl Link {
    /// How many edges it is.
    fn edges(self) -> usize {
        match self {
            Link::None => 0,
            Link::Fenced | Link::Plain | Link::SameLocation => 1,
            Link::Forwarded => 2,
        }
    }

    /// What test names call it.
    fn name(self) -> &'static str {
        match self {
            Link::None | Link::SameLocation => "",
            Link::Fenced => "mfence",
            Link::Plain => "po",
            Link::Forwarded => "rfi-po",
        }
    }
}

/// A thread of a cycle, with the edge that leaves it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Segment {
    first: Kind,
    link: Link,
    last: Kind,
    out: Communication,
}

impl Segment {
    /// The kinds of its accesses, as family names are made of.
    fn shape(&self) -> &'static str {
        match (self.link, self.first, self.last) {
            (Link::None, Kind::Write, _) => "W",
            (Link::None, Kind::Read, _) => "R",
            (_, Kind::Write, Kind::Write) => "WW",
            (_, Kind::Read, Kind::Read) => "RR",
            (_, Kind::Read, Kind::Write) => "RW",
            (_, Kind::Write, Kind::Read) => "WR",
        }
    }

    /// Where diy puts a thread of this shape: families begin with the lowest.
    fn rank(&self) -> usize {
        let order = ["W", "WW", "RR", "RW", "WR", "R"];
        let place = order.iter().position(|shape| *shape == self.shape());
        place.expect("all shapes are listed")
    }
}

fn shapes(cycle: &[Segment]) -> Vec<usize> {
    cycle.iter().map(Segment::rank).collect()
}

/// All words of that length.
fn words<T: Copy>(letters: &[T], length: usize) -> Vec<Vec<T>> {
    let extend = |words: Vec<Vec<T>>, _| {
        let longer = |word: &Vec<T>, letter: &T| [&word[..], &[*letter]].concat();
        let words = words.iter();
        words
            .flat_map(|word| letters.iter().map(move |letter| longer(word, letter)))
            .collect()
    };
    (0..length).fold(vec![Vec::new()], extend)
}

/// The critical cycles with these edges between the threads.
fn critical(communications: &[Communication]) -> Vec<Vec<Segment>> {
    let links = [Link::None, Link::Fenced, Link::Plain, Link::Forwarded];
    let threads = communications.len();
    let choices = words(&links, threads).into_iter();
    let cycles = choices.map(|links| segments(communications, &links));
    cycles.filter(|cycle| is_critical(cycle)).collect()
}

/// The threads between these edges, the first of which leaves the first thread.
fn segments(communications: &[Communication], links: &[Link]) -> Vec<Segment> {
    let threads = communications.len();
    let segment = |thread: usize| {
        let into = communications[(thread + threads - 1) % threads];
        Segment {
            first: into.target(),
            link: links[thread],
            last: communications[thread].source(),
            out: communications[thread],
        }
    };
    (0..threads).map(segment).collect()
}

fn is_critical(cycle: &[Segment]) -> bool {
    let edges: usize = cycle.iter().map(|segment| 1 + segment.link.edges()).sum();
    let locations = cycle.iter().filter(|s| s.link != Link::None).count();
    let fits = |segment: &Segment| match segment.link {
        // One access with an edge in and an edge out: unless the edge out is a
        // reads-from, the two together are one shorter edge.
        Link::None => segment.first == segment.last && segment.out == Communication::Rfe,
        Link::Forwarded => segment.first == Kind::Write,
        _ => true,
    };
    edges <= MAX_EDGES && locations >= 2 && cycle.iter().all(fits)
}

/// The rotation that diy takes: by shapes, then by links, fences first.
fn normalised(cycle: &[Segment]) -> Vec<Segment> {
    let rotation = |by: usize| [&cycle[by..], &cycle[..by]].concat();
    let rotations = (0..cycle.len()).map(rotation);
    let smallest = rotations.min_by_key(|cycle| (shapes(cycle), cycle.clone()));
    smallest.expect("cycles are not empty")
}

/// The cycles at one location: each has one edge of program order.
fn coherence() -> Vec<Vec<Segment>> {
    use Communication::{Fre, Rfe, Wse};
    let cycle = |out, back| segments(&[out, back], &[Link::SameLocation, Link::None]);
    vec![
        cycle(Fre, Rfe),
        cycle(Wse, Rfe),
        cycle(Fre, Wse),
        cycle(Rfe, Fre),
    ]
}

fn edges(cycle: &[Segment]) -> String {
    let mut edges = Vec::new();
    for segment in cycle {
        let (first, last) = (segment.first.letter(), segment.last.letter());
        match segment.link {
            Link::None => (),
            Link::Fenced => edges.push(format!("MFenced{first}{last}")),
            Link::Plain => edges.push(format!("Pod{first}{last}")),
            Link::Forwarded => edges.push(format!("Rfi PodR{last}")),
            Link::SameLocation => edges.push(format!("Pos{first}{last}")),
        }
        edges.push(format!("{:?}", segment.out));
    }
    edges.join(" ")
}

/// The name of a family that has one.
fn family(shapes: &str) -> &str {
    match shapes {
        "WW+RR" => "MP",
        "WR+WR" => "SB",
        "RW+RW" => "LB",
        "WW+WR" => "R",
        "WW+RW" => "S",
        "WW+WW" => "2+2W",
        "W+RW+RR" => "WRC",
        "W+RR+WR" => "RWC",
        "W+RW+WR" => "WRW+WR",
        "W+RR+WW" => "WRR+2W",
        "W+RW+RW" => "WWC",
        "W+RW+WW" => "WRW+2W",
        "WR+WR+WR" => "3.SB",
        "RW+RW+RW" => "3.LB",
        "WW+WW+WW" => "3.2W",
        "WW+RR+WR" => "W+RWC",
        "WW+RW+RR" => "ISA2",
        "WW+RW+WR" => "Z6.0",
        "WW+WW+RW" => "Z6.1",
        "WW+RW+RW" => "Z6.2",
        "WW+WW+RR" => "Z6.3",
        "WW+WR+WR" => "Z6.4",
        "WW+WW+WR" => "Z6.5",
        "W+RR+W+RR" => "IRIW",
        "W+RR+W+RW" => "IRRWIW",
        "W+RW+W+RW" => "IRWIW",
        other => other,
    }
}

fn name(cycle: &[Segment]) -> String {
    if cycle.iter().any(|s| s.link == Link::SameLocation) {
        return match edges(cycle).as_str() {
            "PosRR Fre Rfe" => "CoRR".to_string(),
            "PosRW Wse Rfe" => "CoRW2".to_string(),
            "PosWR Fre Wse" => "CoWR".to_string(),
            other => other.replace(' ', "+"),
        };
    }
    let shapes: Vec<&str> = cycle.iter().map(Segment::shape).collect();
    let shapes = shapes.join("+");
    let family = family(&shapes);
    let links = cycle.iter().filter(|s| s.link != Link::None);
    let links: Vec<&str> = links.map(|segment| segment.link.name()).collect();
    if links.iter().any(|link| *link != links[0]) {
        format!("{family}+{}", links.join("+"))
    } else if links[0] == Link::Plain.name() {
        family.to_string()
    } else {
        format!("{family}+{}s", links[0])
    }
}

fn test(cycle: &[Segment]) -> CycleTest {
    let name = name(cycle);
    let edges = edges(cycle);
    let program = Builder::build(&name, cycle);
    let text = print(&program, Dialect::X86);
    let (head, rest) = text.split_once('\n').expect("the first line is the name");
    CycleTest {
        text: format!("{head}\n\"{edges}\"\n{rest}"),
        verdict: verdict(cycle),
        name,
        edges,
        program,
    }
}

/// Is there an edge of program order that SC, TSO, PSO do not keep?
fn verdict(cycle: &[Segment]) -> [bool; 3] {
    let from_store = |segment: &&Segment| {
        matches!(segment.link, Link::Plain | Link::Forwarded) && segment.first == Kind::Write
    };
    let tso = |segment: &Segment| segment.last == Kind::Read;
    let mut not_kept = cycle.iter().filter(from_store);
    let pso = not_kept.clone().next().is_some();
    [false, not_kept.any(tso), pso]
}

/// Makes the program of a cycle.
///
/// The accesses of one location follow one another along the cycle, from where
/// an edge of program order enters the location to where one leaves it; and the
/// edges between say that its writes follow one another in coherence order. So
/// the writes of a location are numbered from one along the cycle, and a read
/// must see as many writes as lie before it.
struct Builder {
    threads: Vec<Vec<Statement>>,
    atoms: Vec<Proposition>,
    /// For each location, how many writes it has had.
    writes: Vec<u64>,
    /// How many registers the current thread has.
    registers: usize,
}

impl Builder {
    fn build(name: &str, cycle: &[Segment]) -> Program {
        let links = cycle.iter().filter(|s| s.link != Link::None);
        let locations = links.count();
        let mut builder = Builder {
            threads: vec![Vec::new(); cycle.len()],
            atoms: Vec::new(),
            writes: vec![0; locations],
            registers: 0,
        };
        // A walk that begins where a location is entered and goes round once:
        // the last access of the first thread that has two, and so on to the
        // first access of that thread.
        let start = cycle.iter().position(|s| s.link != Link::None);
        let start = start.expect("there is an edge of program order");
        let entered = |thread: usize| cycle[..=thread].iter().filter(|s| s.link != Link::None);
        let after = |thread: usize| entered(thread).count() % locations;
        let mut values = vec![(0, 0); cycle.len()];
        let mut location = after(start);
        values[start].1 = builder.number(cycle[start].last, location);
        for thread in (start + 1..cycle.len()).chain(0..=start) {
            values[thread].0 = builder.number(cycle[thread].first, location);
            if thread != start {
                if cycle[thread].link == Link::None {
                    values[thread].1 = values[thread].0;
                } else {
                    location = after(thread);
                    values[thread].1 = builder.number(cycle[thread].last, location);
                }
            }
        }
        let mut location = 0;
        for (thread, segment) in cycle.iter().enumerate() {
            builder.thread(thread, segment, location, after(thread), values[thread]);
            location = after(thread);
        }
        builder.finish(name)
    }

    /// The number of the next access of `location`: a write's own, or that of
    /// the last write before a read.
    fn number(&mut self, kind: Kind, location: usize) -> u64 {
        if kind == Kind::Write {
            self.writes[location] += 1;
        }
        self.writes[location]
    }

    fn thread(
        &mut self,
        thread: usize,
        segment: &Segment,
        from: usize,
        to: usize,
        values: (u64, u64),
    ) {
        self.registers = 0;
        self.access(thread, segment.first, from, values.0);
        match segment.link {
            Link::None => return,
            Link::Plain | Link::SameLocation => (),
            Link::Fenced => self.threads[thread].push(Statement::Fence),
            Link::Forwarded => self.access(thread, Kind::Read, from, values.0),
        }
        self.access(thread, segment.last, to, values.1);
    }

    fn access(&mut self, thread: usize, kind: Kind, location: usize, value: u64) {
        let block = &mut self.threads[thread];
        match kind {
            Kind::Write => block.push(Statement::store(location, value)),
            Kind::Read => {
                let register = self.registers;
                self.registers += 1;
                block.push(Statement::load(register, location));
                let observable = Observable::Register { thread, register };
                self.atoms.push(Proposition::Equals(observable, value));
            }
        }
    }

    /// Two writes are in the order of their numbers if the last of them stays.
    fn finish(mut self, name: &str) -> Program {
        for (location, writes) in self.writes.iter().enumerate() {
            if *writes > 1 {
                let location = Observable::Location(location);
                self.atoms.push(Proposition::Equals(location, *writes));
            }
        }
        let mut program = Program::new(name, self.writes.len(), self.threads);
        program.condition = Condition {
            quantifier: Quantifier::Exists,
            proposition: Proposition::And(self.atoms),
        };
        program
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_enough_and_no_two_are_the_same() {
        let corpus = corpus();
        let names: BTreeSet<&str> = corpus.iter().map(|test| test.name.as_str()).collect();
        let programs: BTreeSet<String> = corpus
            .iter()
            .map(|test| format!("{:?} {:?}", test.program.threads, test.program.condition))
            .collect();
        assert_eq!(names.len(), corpus.len());
        assert_eq!(programs.len(), corpus.len());
        let critical = corpus.iter().filter(|t| !t.edges.contains("Pos"));
        let plain = critical.clone().filter(|t| !t.edges.contains("Rfi"));
        assert_eq!(plain.count(), 131);
        assert_eq!(corpus.len() - critical.count(), 4);
    }

    #[test]
    fn tests_look_as_those_of_diy() {
        let corpus = corpus();
        let found = corpus.iter().find(|test| test.name == "R+po+mfence");
        let text = &found.expect("in the corpus").text;
        assert_eq!(
            text,
            r#"X86 R+po+mfence
"PodWW Wse MFencedWR Fre"
{ x=0; y=0; }
 P0         | P1          ;
 MOV [x],$1 | MOV [y],$2  ;
 MOV [y],$1 | MFENCE      ;
            | MOV EBX,[x] ;
locations [1:EBX; x; y;]
exists (1:EBX=0 /\ y=2)
"#
        );
    }

    /// The verdicts that the literature gives.
    #[test]
    fn known_verdicts() {
        let corpus = corpus();
        for (names, verdict) in [
            (
                "SB R RWC 3.SB SB+rfi-pos SB+mfence+po R+mfence+po",
                [false, true, true],
            ),
            (
                "MP S 2+2W ISA2 R+po+mfence MP+po+mfence",
                [false, false, true],
            ),
            (
                "LB IRIW WRC WWC CoRR CoWR SB+mfences MP+mfence+po R+mfences",
                [false; 3],
            ),
        ] {
            for name in names.split(' ') {
                let test = corpus.iter().find(|test| test.name == name);
                assert_eq!(test.expect("in the corpus").verdict, verdict, "{name}");
            }
        }
    }
}
