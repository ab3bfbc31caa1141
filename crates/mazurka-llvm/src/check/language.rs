//! C and C++, as a command lists them.

use super::{Options, Subject, build_within};
use crate::address::MAX_ALLOCATION;
use crate::clang::{self, Compile, LoadError, Text};
use crate::machine::Settings;
use crate::outside::Given;
use mazurka_check::command::{Fields, KnownOf, Language, Program, Share, Team, Unloaded, field};
use mazurka_check::{Coverage, Shown, Site, Sought, Until};
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use mazurka_program::Order;
use mazurka_trace::Execution;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// C and C++, by way of LLVM IR.
#[derive(Clone, Debug, Default)]
pub struct C {
    /// How programs are run.
    pub machine: Settings,
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// An execution with more events is taken for endless.
    pub max_events: Option<usize>,
    /// Go on after a finding?
    pub keep_going: bool,
    /// The compiler; without it, the newest that there is.
    pub clang: Option<PathBuf>,
    /// Flags for it.
    pub flags: Vec<String>,
    /// What programs find outside of themselves.
    pub given: Given,
}

/// A program: its files, and what it finds outside of itself.
#[derive(Clone, Serialize, Deserialize)]
pub struct Source {
    parts: Vec<Part>,
    /// LLVM IR as well.
    outside: String,
}

/// A text of LLVM IR: not bytes, since those are longer in JSON. What is no UTF-8 cannot
/// be read anyway.
#[derive(Clone, Serialize, Deserialize)]
struct Part {
    name: String,
    text: String,
}

impl Language for C {
    type Source = Source;
    type Subject = Subject;

    const NAME: &'static str = "program";
    const EXTENSIONS: &'static [&'static str] = &["c", "i", "cc", "cpp", "cxx", "C", "ii", "ll"];
    const FILES: &'static str = "C and C++ programs";
    const OPTIONS: &'static [&'static str] = &[
        "model",
        "buffer-bound",
        "suggest-fences",
        "races",
        "leaks",
        "unroll",
        "max-allocation",
        "malloc-may-fail",
        "nondet",
        "spurious",
        "check-exit",
        "check-threads",
        "symmetry",
        "ignore",
        "arg",
        "env",
        "stdin",
        "file NAME=PATH",
        "clang",
        "flags",
        "coverage",
        "lcov",
        "trace-dir",
        "dot",
        "svg",
        "shorten",
    ];
    const HAS_GRAPHS: bool = true;
    const LINKS: bool = true;
    const CHANGED: &'static str = "the program, or a file that it includes or reads, or the \
                                   compiler has changed since its check was stopped: undo that, \
                                   or check it anew";

    fn load(&self, paths: &[PathBuf], until: &Until) -> Result<Source, Unloaded> {
        let program = paths.first().map_or(Path::new("program"), PathBuf::as_path);
        let outside = self.given.read(program).map_err(Unloaded::Wrong)?;
        let compile = Compile {
            clang: self.clang.clone(),
            flags: self.flags.clone(),
            until: until.clone(),
        };
        let texts = clang::texts(paths, &compile).map_err(|error| match error {
            LoadError::Ended(..) => Unloaded::Ended(error.to_string()),
            error => Unloaded::Wrong(error.to_string()),
        })?;
        let part = |Text { name, text }| Part {
            name,
            text: String::from_utf8_lossy(&text).into_owned(),
        };
        Ok(Source {
            parts: texts.into_iter().map(part).collect(),
            outside: outside.text(),
        })
    }

    fn parts(source: &Source) -> Vec<&[u8]> {
        let texts = source.parts.iter().map(|part| &part.text);
        let texts = texts.chain([&source.outside]);
        texts.map(String::as_bytes).collect()
    }

    fn subject(&self, source: &Source, share: &Share) -> Result<Subject, String> {
        let text = |Part { name, text }: &Part| Text {
            name: name.clone(),
            text: text.clone().into_bytes(),
        };
        let texts: Vec<Text> = source.parts.iter().map(text).collect();
        let usual = Options::default();
        let options = Options {
            machine: self.machine.clone(),
            algorithm: self.algorithm,
            max_events: self.max_events.unwrap_or(usual.max_events),
            max_executions: share.max_executions,
            cutting: share.cutting,
            workers: share.workers,
            keep_going: self.keep_going,
        };
        let code = build_within(&texts, &source.outside, self.machine.max_allocation)?;
        Ok(Subject::new(&code, &options))
    }

    fn show(
        &self,
        subject: &Subject,
        replay: &str,
        bug: Option<Sought<'_>>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Result<Shown, String>> {
        Some(mazurka_check::show(subject, replay, bug, stop))
    }

    fn coverage(&self, subject: &Subject) -> Option<Coverage> {
        subject.coverage()
    }

    fn outline(
        &self,
        subject: &Subject,
        known: &KnownOf<Subject>,
        stop: &Arc<AtomicBool>,
    ) -> Vec<Execution> {
        mazurka_check::outline(subject, known, stop)
    }

    fn sites(&self, subject: &Subject, _: &[PathBuf]) -> Vec<Site> {
        subject.sites()
    }

    fn strengthened(&self, of: &Subject, orders: &[Order], model: Model) -> Option<Subject> {
        of.strengthened(orders, model)
    }

    fn program(&self, paths: &[PathBuf], team: &Team) -> Program {
        let is_compiled = |path: &PathBuf| path.extension().is_some_and(|end| end != "ll");
        let optimised = clang::optimisation(&self.flags);
        let optimised = optimised.filter(|_| paths.iter().any(is_compiled));
        let mut settings = Fields::new();
        if let Some(rounds) = self.machine.unroll {
            settings.push(field("unroll", &rounds));
        }
        if self.machine.max_allocation != MAX_ALLOCATION {
            settings.push(field(
                "max_allocation",
                &(self.machine.max_allocation >> 20),
            ));
        }
        match self.machine.failures {
            Some(u32::MAX) => settings.push(field("malloc_may_fail", &true)),
            Some(most) => settings.push(field("malloc_may_fail", &most)),
            None => {}
        }
        for (name, is_on) in [
            ("spurious", self.machine.spurious),
            ("check_threads", self.machine.check_threads),
            ("symmetry", self.machine.symmetry),
        ] {
            if is_on {
                settings.push(field(name, &true));
            }
        }
        let given = &self.given;
        for (name, texts) in [
            ("arguments", &given.arguments),
            ("environment", &given.environment),
            ("files", &given.files),
        ] {
            if !texts.is_empty() {
                settings.push(field(name, texts));
            }
        }
        if let Some(path) = &given.stdin {
            settings.push(field("stdin", path));
        }
        let mut caveat = String::new();
        if let Some(flag) = optimised {
            settings.push(field("optimised", &flag));
            caveat = format!(
                ", of the code as clang optimised it with {flag}: what the optimiser removed was \
                 not checked"
            );
        }
        Program::new(team).with(caveat, settings)
    }
}
