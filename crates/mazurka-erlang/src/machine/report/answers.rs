//! What a program asked about the system that it runs in: the answer is not that of a real one.

use super::super::{Done, Machine, Trouble};
use crate::atoms;
use mazurka_check::{Fact, Item, Section};
use mazurka_program::ProcessId;

/// The most that are told.
const MOST: usize = 10;

/// A question, and what the answer was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answered {
    process: ProcessId,
    /// The call and its value: `node() = nonode@nohost`.
    call: String,
    answer: String,
    /// The chain of calls that it is in, the last first.
    stack: Vec<String>,
}

impl Machine {
    /// A process has asked something about the system.
    pub(in crate::machine) fn note_answer(&mut self, place: usize, done: &Result<Done, Trouble>) {
        let Ok(Done::Value(answer)) = done else {
            return;
        };
        let core = &self.process(place).core;
        let caller = core.function(&self.code).map(|(module, ..)| module);
        let is_of_library = caller.is_some_and(|module| self.code.is_library(&self.heap, module));
        let (module, function) = core.native_name(&self.code);
        let text = |atom| self.heap.atom_text(atom).unwrap_or_default();
        // Libraries ask for the one node whatever they do, and for flags that few give.
        let is_usual = match text(function) {
            "node" | "nodes" | "is_alive" => true,
            _ => *answer == atoms::ERROR,
        };
        if is_of_library && is_usual {
            return;
        }
        let arguments: Vec<String> = core.arguments().iter().map(|of| self.show(*of)).collect();
        let frames = self.stack_of(place).take(crate::exception::DEPTH);
        let stack =
            frames.filter_map(|frame| Some(format!("{} in {}", frame.place()?, frame.name)));
        let answered = Answered {
            process: self.id(place),
            call: crate::print::call(&self.heap, text(module), text(function), &arguments),
            answer: self.show(*answer),
            stack: stack.collect(),
        };
        if !self.chronicle.answers.contains(&answered) {
            self.chronicle.answers.push(answered);
        }
    }

    /// What processes asked about the system, if they did.
    pub(super) fn answers(&self) -> Option<Section> {
        let answers = &self.chronicle.answers;
        if answers.is_empty() {
            return None;
        }
        let mut lines = Vec::new();
        for of in answers.iter().take(MOST) {
            let who = self.show_pid(of.process);
            lines.push(format!("{who}  {} = {}", of.call, of.answer));
            for (nth, frame) in of.stack.iter().enumerate() {
                let how = if nth == 0 { "at" } else { "called at" };
                lines.push(format!("  {how} {frame}"));
            }
        }
        if answers.len() > MOST {
            lines.push(format!("and {} more", answers.len() - MOST));
        }
        Some(Section {
            name: "answers",
            title: "What the program was told of the system, which a real one may answer otherwise"
                .to_owned(),
            lines,
            items: answers.iter().map(|of| self.answer_item(of)).collect(),
        })
    }

    fn answer_item(&self, of: &Answered) -> Item {
        vec![
            ("process", Fact::Text(self.show_pid(of.process))),
            ("call", Fact::Text(of.call.clone())),
            ("answer", Fact::Text(of.answer.clone())),
            ("stack", Fact::Texts(of.stack.clone())),
        ]
    }
}
