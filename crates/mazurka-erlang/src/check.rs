//! An Erlang program, as the driver explores it.

use crate::code::Loader;
use crate::knowledge::Knowledge;
use crate::library::Library;
use crate::machine::{Machine, Settings};
use mazurka_check::{Afterwards, Cutting, Known, Options as Explore, Outcomes};
use mazurka_explore::{Counterexample, Ended, EndedKind};
use mazurka_program::FindingKind;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A program, and how it is explored.
pub struct Subject {
    library: Arc<Library>,
    settings: Arc<Settings>,
    options: Explore,
    observes: bool,
}

impl Subject {
    /// A program that is explored with those options.
    #[must_use]
    pub fn new(library: Arc<Library>, settings: Settings, options: Explore) -> Subject {
        Subject {
            library,
            settings: Arc::new(settings),
            options: Explore {
                // A loop without end is said to be one.
                cutting: Cutting::NEVER,
                ..options
            },
            observes: false,
        }
    }

    /// Counts the states in which executions end, for those who judge this front end.
    #[must_use]
    pub fn observing(mut self) -> Subject {
        self.observes = true;
        self
    }
}

/// How often executions ended in which state: only if that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Finals {
    /// By state, with the findings of its executions.
    pub states: BTreeMap<String, u64>,
}

impl Outcomes for Finals {
    fn add(&mut self, other: Finals) {
        for (state, count) in other.states {
            *self.states.entry(state).or_default() += count;
        }
    }
}

/// What is seen of a program while it is explored: the state after its last step.
pub type View = Rc<RefCell<String>>;

impl mazurka_check::Subject for Subject {
    type Program<'s> = Machine;
    type View = View;
    type Knowledge = Knowledge;
    type Outcomes = Finals;

    fn options(&self) -> &Explore {
        &self.options
    }

    fn learnt(&self, machine: &mut Machine) -> Knowledge {
        machine.knowledge().clone()
    }

    fn ended(&self, view: &View, ended: &Ended<'_>, outcomes: &mut Finals) {
        if !self.observes || ended.kind != EndedKind::Complete {
            return;
        }
        let mut state = view.borrow().clone();
        let mut findings: Vec<String> = (ended.findings.iter())
            .map(|finding| format!("{}: {}", finding.kind, finding.message))
            .collect();
        findings.sort();
        for finding in findings {
            state.push_str("\n! ");
            state.push_str(finding.lines().next().unwrap_or_default());
        }
        *outcomes.states.entry(state).or_default() += 1;
    }

    fn ignored(&self) -> &[FindingKind] {
        &self.settings.ignore
    }

    /// Processes end as they do; the others go on.
    fn afterwards(&self, kind: FindingKind) -> Afterwards {
        match kind {
            FindingKind::AbnormalExit => Afterwards::GoesOn,
            FindingKind::Deadlock | FindingKind::Livelock | FindingKind::ExitCode => {
                Afterwards::Ends
            }
            _ => Afterwards::Left,
        }
    }

    /// What happened, and where; not which call led there.
    fn essence<'m>(&self, message: &'m str) -> &'m str {
        let mut ends = message.match_indices('\n').map(|(place, _)| place);
        ends.nth(1).map_or(message, |end| &message[..end])
    }

    fn endless(&self, machine: &Machine, left: &Counterexample) -> String {
        match left.finding.process {
            None => left.finding.message.clone(),
            Some(process) => format!(
                "{}, {}: likely a loop without end{}",
                left.finding.message,
                machine.whereabouts(process),
                mazurka_check::Options::way_out(left)
            ),
        }
    }
}

impl mazurka_check::Plain for Subject {
    fn program(&self, known: &Known<Knowledge>, stop: &Arc<AtomicBool>) -> (Machine, View) {
        let library: Arc<dyn Loader> = Arc::clone(&self.library) as Arc<dyn Loader>;
        let mut machine = Machine::new(&self.settings, library, known.knowledge.clone(), stop);
        let view = View::default();
        if self.observes {
            machine.observe(Rc::clone(&view));
        }
        (machine, view)
    }
}
