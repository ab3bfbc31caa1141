//! The options of a check: what they are in words, and which of them a file must not say.

use crate::arguments::{Choices, Failures, MOST_MEMORY, parse_allocation, parse_range};
use mazurka_check::command::{self, Again, Command, quoted};
use mazurka_check::words;
use mazurka_explore::Algorithm;
use mazurka_llvm::address::MAX_ALLOCATION;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::fmt::Write;
use std::path::PathBuf;

impl command::Choices for Choices {
    fn is_sound(&self) -> bool {
        let range = |(low, high)| parse_range(&format!("{low}..{high}")).is_ok();
        let is_size = |size: u64| parse_allocation(&size.to_string()).is_ok();
        self.nondet.is_none_or(range)
            && self.max_allocation.is_none_or(is_size)
            && self.malloc_may_fail != Some(Failures::Most(0))
            && self.contradiction().is_none()
            && self.outside.is_sound()
            && self
                .max_memory
                .is_none_or(|most| (1..=MOST_MEMORY).contains(&most))
            && !self.ignore.contains(&FindingKind::EventLimit)
    }

    /// The compiler and its flags.
    fn again(&self) -> Again {
        let mut parts: Vec<&[u8]> = vec![];
        if let Some(clang) = &self.clang {
            parts.extend([b"clang", clang.as_os_str().as_encoded_bytes()]);
        }
        if let Some(erlc) = &self.erlc {
            parts.extend([b"erlc", erlc.as_os_str().as_encoded_bytes()]);
        }
        if let Some(elixirc) = &self.elixirc {
            parts.extend([b"elixirc", elixirc.as_os_str().as_encoded_bytes()]);
        }
        parts.push(b"flags");
        parts.extend(self.flags.iter().map(|flag| flag.as_bytes()));
        Again::new(
            self.compilers_in_words(&|_| true) + &self.flags_in_words(),
            parts,
        )
    }

    fn with_again(&self, of: &Choices) -> Choices {
        Choices {
            clang: of.clang.clone(),
            erlc: of.erlc.clone(),
            elixirc: of.elixirc.clone(),
            flags: of.flags.clone(),
            ..self.clone()
        }
    }
}

impl Choices {
    /// The explorer.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        let usual = match self.model.is_buffered() {
            true => Algorithm::default(),
            false => Algorithm::Graphs,
        };
        let bounded = self.preemptions.map(Algorithm::Preemptions);
        let bounded = bounded.or(self.delays.map(Algorithm::Delays));
        self.algorithm.or(bounded).unwrap_or(usual)
    }

    /// The explorer, if the work is cut into items that stand alone.
    pub(crate) fn algorithm_of_items(&self) -> Result<Algorithm, String> {
        match self.algorithm() {
            Algorithm::Optimal | Algorithm::Hybrid => Ok(Algorithm::Hybrid),
            Algorithm::Graphs => Ok(Algorithm::Graphs),
            other => Err(format!(
                "the algorithm {other} cannot be shared by many machines: leave --algorithm out, or \
                 choose hybrid or graphs"
            )),
        }
    }

    /// The most bytes of memory that one execution may take.
    #[must_use]
    pub fn max_memory(&self) -> Option<u64> {
        self.max_memory.map(|mebibytes| mebibytes << 20)
    }

    /// Go on after a finding?
    #[must_use]
    pub fn keep_going(&self) -> bool {
        self.keep_going.unwrap_or(false)
    }

    /// Are there tests, each a program of its own?
    pub(crate) fn has_tests(&self) -> bool {
        self.eunit || self.ct
    }

    /// What does not go together, if anything does not; for people.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let Choices {
            model,
            buffer_bound,
            ..
        } = self;
        let algorithm = self.algorithm();
        if algorithm != Algorithm::Graphs {
            return (!model.is_buffered()).then(|| {
                format!(
                    "the algorithm {algorithm} cannot explore the memory model {model}, only sc, \
                     tso and pso: leave --algorithm out, or say --algorithm graphs"
                )
            });
        }
        if self.symmetry {
            let why = "--symmetry orders the beginnings of threads, and execution graphs have no \
                       such order: leave it out";
            return Some(why.to_owned());
        }
        buffer_bound.map(|_| {
            let instead = match model.is_buffered() {
                true => "leave it out, or --algorithm graphs",
                false => "leave it out, or choose --model tso or pso",
            };
            format!(
                "--buffer-bound is for store buffers, and execution graphs have none: {instead}"
            )
        })
    }

    /// Why no memory order could be suggested, if so; for people.
    pub(crate) fn has_nothing_to_suggest(&self) -> Option<String> {
        (self.model == Model::Sc).then(|| {
            "--suggest-fences is for weaker memory models, as nothing is stronger than sc: say \
             --model rc11 (or ra, tso, pso), or leave it out"
                .to_owned()
        })
    }

    /// The most bytes that an object of a C program is given.
    #[must_use]
    pub fn max_allocation(&self) -> u64 {
        self.max_allocation
            .map_or(MAX_ALLOCATION, |size| size << 20)
    }

    /// How many allocations fail in each thread of a C program, at most, if any may.
    #[must_use]
    pub fn failures(&self) -> Option<u32> {
        match self.malloc_may_fail? {
            Failures::None => None,
            Failures::Most(most) => Some(most),
            Failures::Any => Some(u32::MAX),
        }
    }

    /// What there is to say of the exploration beside its memory model and algorithm.
    pub(crate) fn more(&self) -> String {
        let spurious = match self.spurious {
            true => ", with one spurious wake-up or failure of each thread at each place",
            false => "",
        };
        let failing = match self.malloc_may_fail {
            Some(Failures::Any) => ", with allocations that may fail".to_owned(),
            Some(Failures::Most(most)) => {
                format!(", with at most {most} failing allocations of each thread")
            }
            Some(Failures::None) | None => String::new(),
        };
        let symmetry = match self.symmetry {
            true => ", with threads of the same function and argument taken to be interchangeable",
            false => "",
        };
        format!("{spurious}{failing}{symmetry}")
    }

    /// Folders that flags name for headers, where sources are that a person has named.
    pub(crate) fn header_folders(&self) -> Vec<PathBuf> {
        const NAMES: [&str; 4] = ["-isystem", "-iquote", "-idirafter", "-I"];
        let mut folders = Vec::new();
        let mut flags = self.flags.iter();
        while let Some(flag) = flags.next() {
            if let Some(rest) = NAMES.iter().find_map(|name| flag.strip_prefix(name)) {
                let folder = match rest {
                    "" => flags.next().map(String::as_str),
                    rest => Some(rest),
                };
                folders.extend(folder.map(PathBuf::from));
            }
        }
        folders
    }

    fn compilers_in_words(&self, is_for: &dyn Fn(&str) -> bool) -> String {
        let mut text = String::new();
        let compilers = [
            ("clang", &self.clang),
            ("erlc", &self.erlc),
            ("elixirc", &self.elixirc),
        ];
        for (name, compiler) in compilers {
            if let Some(compiler) = compiler
                && is_for(name)
            {
                add(
                    &mut text,
                    &format!("--{name} {}", quoted(&compiler.to_string_lossy())),
                );
            }
        }
        text
    }

    fn erlang_in_words(&self) -> String {
        let mut text = String::new();
        if let Some(entry) = &self.entry {
            add(&mut text, &format!("--entry {}", quoted(entry)));
        }
        for (name, folders) in [("pa", &self.pa), ("pz", &self.pz)] {
            for folder in folders {
                let folder = quoted(&folder.to_string_lossy());
                add(&mut text, &format!("--{name} {folder}"));
            }
        }
        for (name, is_on) in [("eunit", self.eunit), ("ct", self.ct)] {
            if is_on {
                add(&mut text, &format!("--{name}"));
            }
        }
        if let Some(least) = self.after_timeout.filter(|least| *least < u64::MAX) {
            add(&mut text, &format!("--after-timeout {least}"));
        }
        if let Some(receive) = self.receive {
            add(&mut text, &format!("--receive {receive}"));
        }
        let booleans = [
            ("instant-delivery", self.instant_delivery),
            ("use-receive-patterns", self.use_receive_patterns),
            ("assertions-only", self.assertions_only),
            ("first-process-errors-only", self.first_process_errors_only),
        ];
        for (name, value) in booleans {
            if let Some(value) = value {
                add(&mut text, &format!("--{name}={value}"));
            }
        }
        if let Some(depth) = self.print_depth {
            add(&mut text, &format!("--print-depth {depth}"));
        }
        if !self.treat_as_normal.is_empty() {
            let reasons = self.treat_as_normal.join(",");
            add(
                &mut text,
                &format!("--treat-as-normal {}", quoted(&reasons)),
            );
        }
        text
    }

    fn flags_in_words(&self) -> String {
        let mut text = String::new();
        if !self.flags.is_empty() {
            text.push_str(" --");
        }
        for flag in &self.flags {
            add(&mut text, &quoted(flag));
        }
        text
    }

    /// The command that checks those files again, or one of their tests: with the options that are
    /// for their language.
    pub(crate) fn command(
        &self,
        paths: &[PathBuf],
        test: Option<&str>,
        is_for: &dyn Fn(&str) -> bool,
    ) -> Command {
        let mut first = String::from("mazurka check");
        for path in paths {
            add(&mut first, &quoted(&path.to_string_lossy()));
        }
        if self.model != Model::Sc && is_for("model") {
            add(&mut first, &format!("--model {}", self.model));
        }
        if self.algorithm() == Algorithm::Graphs && self.model.is_buffered() {
            // Its schedules are others.
            add(&mut first, "--algorithm graphs");
        }
        let numbers = [
            ("buffer-bound", self.buffer_bound.map(u64::from)),
            ("max-events", self.max_events.map(|count| count as u64)),
            ("max-memory", self.max_memory),
            ("unroll", self.unroll.map(u64::from)),
            ("max-allocation", self.max_allocation),
        ];
        for (name, number) in numbers {
            if let Some(number) = number
                && is_for(name)
            {
                add(&mut first, &format!("--{name} {number}"));
            }
        }
        if let Some((low, high)) = self.nondet.filter(|_| is_for("nondet")) {
            add(&mut first, &format!("--nondet {low}..{high}"));
        }
        match self.malloc_may_fail.filter(|_| is_for("malloc-may-fail")) {
            Some(Failures::Any) => add(&mut first, "--malloc-may-fail"),
            Some(Failures::Most(most)) => add(&mut first, &format!("--malloc-may-fail={most}")),
            Some(Failures::None) | None => {}
        }
        let switches = [
            ("races", self.races),
            ("leaks", self.leaks),
            ("spurious", self.spurious),
            ("check-exit", self.check_exit),
            ("check-threads", self.check_threads),
        ];
        for (name, is_on) in switches {
            if is_on && is_for(name) {
                add(&mut first, &format!("--{name}"));
            }
        }
        if !self.ignore.is_empty() && is_for("ignore") {
            // What follows a finding that is ignored is part of the execution.
            let kinds: Vec<String> = self.ignore.iter().map(|kind| words(*kind)).collect();
            add(&mut first, &format!("--ignore {}", kinds.join(",")));
        }
        if is_for("arg") {
            first.push_str(&self.outside.in_words());
        }
        if is_for("entry") {
            first.push_str(&self.erlang_in_words());
        }
        if let Some(test) = test {
            let name = test.split(' ').next().unwrap_or(test);
            add(&mut first, &format!("--test {}", quoted(name)));
        }
        first.push_str(&self.compilers_in_words(is_for));
        Command {
            first,
            last: match is_for("flags") {
                true => self.flags_in_words(),
                false => String::new(),
            },
        }
    }
}

fn add(text: &mut String, word: &str) {
    write!(text, " {word}").expect("strings take all text");
}
