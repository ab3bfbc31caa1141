//! Random programs, put together from [`super::snippets`].

use super::snippets::{ACCESSES, FAMILIES, Family, GLOBALS, INITIALISED};
use crate::random::Random;
use mazurka_memory::Model;
use std::fmt::Write;

/// How many words a thread has for what it notes.
pub(super) const SLOTS: usize = 8;

/// The functions that are no threads of their own, and what is written around them.
const HELPERS: [(&str, &str); 4] = [
    ("void *@child(void *argument) {", "    return argument;\n}"),
    ("int @started(void *argument) {", "    return 7;\n}"),
    ("void @first(void) {", "}"),
    ("void @destructor(void *value) {", "}"),
];

/// A program: the pieces of its threads, the first of which is `main`, and of its other
/// functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// How stores reach memory.
    pub model: Model,
    /// Are data races findings?
    pub races: bool,
    /// Are heap objects that are lost findings?
    pub leaks: bool,
    /// May waits return, and weak compare-exchanges fail, without a reason?
    pub spurious: bool,
    /// Do threads go on after the findings after which they can?
    pub ignores: bool,
    /// How often loops may go round.
    pub unroll: Option<u32>,
    /// The threads.
    pub threads: Vec<Vec<String>>,
    /// The other functions: what a child runs, what a C11 thread runs, what is run once, and
    /// a destructor.
    pub helpers: Vec<Vec<String>>,
}

struct Generator {
    random: Random,
    families: Vec<&'static Family>,
}

/// The program with this seed, under this model if one is given, with pieces of that name if one
/// is given.
#[must_use]
pub fn generate(seed: u64, model: Option<Model>, pieces: Option<&str>) -> Program {
    let mut random = Random::new(seed ^ 0x6272_7574_6500_0000);
    let drawn = Model::BUFFERED[random.weighted(&[4, 2, 2])];
    let mut families = vec![&ACCESSES];
    for _ in 0..random.between(1, 3) {
        families.push(&FAMILIES[random.below(FAMILIES.len())]);
    }
    families.extend(FAMILIES.iter().filter(|family| Some(family.name) == pieces));
    let threads = 2 + random.weighted(&[7, 3]);
    let mut program = Program {
        model: model.unwrap_or(drawn),
        races: random.percent(20),
        leaks: random.percent(20),
        spurious: random.percent(10),
        ignores: random.percent(40),
        unroll: random.percent(20).then_some(1),
        threads: Vec::new(),
        helpers: Vec::new(),
    };
    let mut generator = Generator { random, families };
    for thread in 0..threads {
        let (least, most) = if threads == 2 { (2, 4) } else { (1, 3) };
        let pieces = generator.random.between(least, most);
        let pieces = (0..pieces).map(|_| generator.piece(thread)).collect();
        program.threads.push(pieces);
    }
    for _ in HELPERS {
        // Whatever else they did, they could call themselves.
        program.helpers.push(vec![generator.of(&ACCESSES, 3)]);
    }
    program
}

impl Generator {
    fn piece(&mut self, thread: usize) -> String {
        // Most of what a program does is of its families, which are few.
        let family = match self.random.percent(25) {
            true => self.families[0],
            false => self.families[1 + self.random.below(self.families.len() - 1)],
        };
        let piece = family.pieces[self.random.below(family.pieces.len())];
        let mut text = piece.to_owned();
        while text.contains("$B") {
            let inner = self.simple(thread);
            text = text.replacen("$B", &inner, 1);
        }
        while text.contains("$A") {
            let inner = self.of(&ACCESSES, thread);
            text = text.replacen("$A", &inner, 1);
        }
        self.filled(&text, thread)
    }

    /// One of a family without pieces within pieces.
    fn of(&mut self, family: &Family, thread: usize) -> String {
        let piece = family.pieces[self.random.below(family.pieces.len())];
        self.filled(piece, thread)
    }

    /// A piece with none within it.
    fn simple(&mut self, thread: usize) -> String {
        loop {
            let family = self.families[self.random.below(self.families.len())];
            let piece = family.pieces[self.random.below(family.pieces.len())];
            // Who waits with a lock held, or ends with it, mostly only shows that.
            let is_simple = !piece.contains("$B")
                && !piece.contains("$A")
                && !piece.contains("_wait")
                && family.name != "end";
            if is_simple {
                return self.filled(piece, thread);
            }
            if self.random.percent(50) {
                return self.filled("$x = $k;", thread);
            }
        }
    }

    fn filled(&mut self, piece: &str, thread: usize) -> String {
        let mut text = String::new();
        let mut rest = piece;
        while let Some(place) = rest.find('$') {
            text.push_str(&rest[..place]);
            let kind = rest[place + 1..].chars().next().expect("a letter follows");
            text.push_str(&self.hole(kind, thread));
            rest = &rest[place + 2..];
        }
        text + rest
    }

    fn hole(&mut self, kind: char, thread: usize) -> String {
        let mut one_of = |ways: &[&str]| ways[self.random.below(ways.len())].to_owned();
        match kind {
            'k' => one_of(&["1", "2", "3"]),
            'i' => one_of(&["0", "1", "2", "3"]),
            'x' => one_of(&["@x", "@x", "@y", "@v"]),
            'a' => one_of(&["@a", "@a", "@b"]),
            'h' => one_of(&["@h[1]", "@h[1]", "@h[2]"]),
            'l' => one_of(&[
                "memory_order_relaxed",
                "memory_order_acquire",
                "memory_order_seq_cst",
            ]),
            's' => one_of(&[
                "memory_order_relaxed",
                "memory_order_release",
                "memory_order_seq_cst",
            ]),
            'r' => one_of(&[
                "memory_order_relaxed",
                "memory_order_acquire",
                "memory_order_release",
                "memory_order_acq_rel",
                "memory_order_seq_cst",
            ]),
            'o' => format!("@o{thread}[{}]", self.random.below(SLOTS)),
            other => unreachable!("there is no ${other}"),
        }
    }
}

impl Program {
    /// The text, with names that begin with `p` and the number; the function to begin
    /// with is `main` with that prefix.
    #[must_use]
    pub fn text(&self, number: usize) -> String {
        let prefix = format!("p{number}_");
        (GLOBALS.to_owned() + &self.functions()).replace('@', &prefix)
    }

    /// The functions, without what all programs have.
    #[must_use]
    pub fn functions(&self) -> String {
        let mut text = String::new();
        let mut function = |begin: &str, pieces: &[String], end: &str| {
            writeln!(text, "{begin}").expect("a string has room");
            for piece in pieces {
                writeln!(text, "    {piece}").expect("a string has room");
            }
            writeln!(text, "{end}").expect("a string has room");
        };
        for ((begin, end), pieces) in HELPERS.iter().zip(&self.helpers) {
            function(begin, pieces, end);
        }
        for (thread, pieces) in self.threads.iter().enumerate() {
            let begin = format!("void *@t{thread}(void *argument) {{");
            function(&begin, pieces, "    return NULL;\n}");
        }
        let others = 1..self.threads.len();
        let create = |t| format!("pthread_create(&t{t}, NULL, @t{t}, NULL);");
        let mut main: Vec<String> = others.clone().map(|t| format!("pthread_t t{t};")).collect();
        main.extend(others.clone().map(create));
        if self.cancels() {
            main.extend(others.clone().map(|t| format!("@h[{t}] = t{t};")));
        }
        main.push("@t0(NULL);".to_owned());
        let joined = |t| match self.cancels() {
            true => format!("{{ void *r; pthread_join(t{t}, &r); @o0[{t}] = (uint64_t)r; }}"),
            false => format!("pthread_join(t{t}, NULL);"),
        };
        main.extend(others.map(joined));
        let begin = format!("int @main(void) {{\n{}", INITIALISED.trim_end());
        function(&begin, &main, "    return 0;\n}");
        text
    }

    /// How it is explored, in words.
    #[must_use]
    pub fn options(&self) -> String {
        let flags = [
            (self.races, "races"),
            (self.leaks, "leaks"),
            (self.spurious, "spurious"),
            (self.ignores, "ignores"),
        ];
        let mut words = vec![format!("{:?}", self.model)];
        words.extend(
            flags
                .iter()
                .filter(|(is_on, _)| *is_on)
                .map(|(_, name)| (*name).to_owned()),
        );
        words.extend(self.unroll.map(|rounds| format!("unroll {rounds}")));
        words.join(", ")
    }

    /// Has it atomic blocks?
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        let mut pieces = self.threads.iter().flatten();
        pieces.any(|piece| piece.contains("__VERIFIER_atomic"))
    }

    /// Does it cancel threads?
    fn cancels(&self) -> bool {
        let mut pieces = self.threads.iter().flatten();
        pieces.any(|piece| piece.contains("pthread_cancel("))
    }

    /// Does it depend on what is an event how many traces there are in which a thread is
    /// cancelled? One that may be cancelled anywhere is so before any event, and a request looks
    /// at the condition variables that the thread has waited for, if others know them.
    #[must_use]
    pub fn cancels_by_event(&self) -> bool {
        let depends = |piece: &String| {
            piece.contains("CANCEL_ASYNCHRONOUS")
                || piece.contains("cond_")
                || piece.contains("cnd_")
        };
        self.cancels() && self.threads.iter().flatten().any(depends)
    }

    /// Does it copy or fill memory? In which pieces that is done depends on how memory is
    /// accessed, on both sides, if others can see it.
    #[must_use]
    pub fn copies(&self) -> bool {
        let copies = |piece: &String| {
            ["memcpy", "memmove", "memset", "memcmp"]
                .iter()
                .any(|c| piece.contains(c))
                || piece.contains("struct @pair")
        };
        let structures = |piece: &String| piece.contains("@s = ") || piece.contains("@t = ");
        let mut pieces = self.threads.iter().flatten();
        pieces.any(|piece| copies(piece) || structures(piece))
    }

    /// The smallest program found that still `fails`: with a thread, a piece or a check
    /// less.
    pub fn shrink(&self, mut fails: impl FnMut(&Program) -> bool) -> Program {
        let mut smallest = self.clone();
        'smaller: loop {
            for candidate in smallest.smaller() {
                if fails(&candidate) {
                    smallest = candidate;
                    continue 'smaller;
                }
            }
            return smallest;
        }
    }

    fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        let mut add = |change: &dyn Fn(&mut Program)| {
            let mut program = self.clone();
            change(&mut program);
            all.push(program);
        };
        for t in 1..self.threads.len() {
            add(&|program| drop(program.threads.remove(t)));
        }
        for (t, thread) in self.threads.iter().enumerate() {
            for i in 0..thread.len() {
                add(&|program| drop(program.threads[t].remove(i)));
            }
        }
        for (h, helper) in self.helpers.iter().enumerate() {
            for i in 0..helper.len() {
                add(&|program| drop(program.helpers[h].remove(i)));
            }
        }
        if self.races {
            add(&|program| program.races = false);
        }
        if self.leaks {
            add(&|program| program.leaks = false);
        }
        if self.spurious {
            add(&|program| program.spurious = false);
        }
        all
    }
}
