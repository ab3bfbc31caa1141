//! What the search has come to, for people.

use super::{Advice, Attempt, Change, SiteKind, Suggestion};
use mazurka_memory::Model;
use mazurka_program::Order;

/// This many attempts that were not exhausted are named.
const MOST_NAMED: usize = 5;

impl Suggestion {
    /// A program with very many sites is given up on. One with a hundred, five of which have to
    /// be changed, needs about a hundred attempts.
    pub const MOST_ATTEMPTS: usize = 1_000;

    /// For people, under that memory model.
    #[must_use]
    pub fn lines(&self, model: Model) -> Vec<String> {
        let mut lines = match &self.advice {
            Advice::Changes {
                changes,
                executions,
            } => self.changes(changes, *executions, model),
            _ => vec![format!("Suggestion: {}", self.refusal(model))],
        };
        lines.extend(self.unexhausted());
        lines
    }

    fn changes(&self, changes: &[Change], executions: u64, model: Model) -> Vec<String> {
        let executions = count(executions, "execution");
        let these = match changes.len() {
            1 => "this change".to_owned(),
            number => format!("these {number} changes"),
        };
        let mut lines = vec![
            format!("Suggestion: with {these} the check passes ({executions}, {model}):"),
            String::new(),
        ];
        lines.extend(changes.iter().map(|change| format!("  {change}")));
        lines.push(String::new());
        let attempts = count(self.attempts as u64, "attempt");
        let (within, among) = match self.unexhausted.is_empty() {
            true => ("I", ""),
            false => ("Within these limits, i", "within these limits, "),
        };
        lines.push(match (&self.ended, changes.len()) {
            (Some(why), _) => format!(
                "The search has ended before all was tried, as {why}: fewer or weaker changes may \
                 do ({attempts})."
            ),
            (None, 1) => format!(
                "{within}t can neither be made weaker nor left out; other changes may do as well \
                 ({attempts})."
            ),
            (None, _) => format!(
                "This is one of possibly several weakest sets: {among}none of these changes alone \
                 can be made weaker, or left out ({attempts})."
            ),
        });
        let is_total = |change: &Change| {
            change.to == Order::SequentiallyConsistent && change.site.kind != SiteKind::Fence
        };
        if changes.iter().any(is_total) {
            lines.push(
                "The alternative to seq_cst accesses is a seq_cst fence between the accesses, in \
                 each thread."
                    .to_owned(),
            );
        }
        lines
    }

    /// Why there are no changes.
    pub(crate) fn refusal(&self, model: Model) -> String {
        match &self.advice {
            Advice::NoBug => "none, as no bug was found".to_owned(),
            Advice::NoSites => "none, as there is no atomic access or fence whose memory order \
                                could be stronger"
                .to_owned(),
            Advice::Never {
                under_sc: Attempt::Fails,
            } => "no memory order helps: the bug is there under sequential consistency as well"
                .to_owned(),
            Advice::Never {
                under_sc: Attempt::Passes(_),
            } => {
                let why = match model {
                    Model::Ra => {
                        "ra takes every access for release or acquire, and no more; \
                                  under rc11 there is seq_cst"
                    }
                    _ => {
                        "something else than the order of an atomic access is at fault, such as \
                          an access that is not atomic"
                    }
                };
                format!(
                    "no memory order helps under {model}, though the bug is not there under \
                     sequential consistency: {why}"
                )
            }
            Advice::Never { under_sc } => {
                let why = match under_sc {
                    Attempt::Unexhausted(why) => why,
                    _ => "it was interrupted",
                };
                format!(
                    "no memory order helps; whether the bug is there under sequential \
                     consistency as well is not known: {why}"
                )
            }
            Advice::Undecided(why) => {
                format!("none was found, and there may be one: {why}")
            }
            Advice::Changes { .. } => String::new(),
        }
    }

    /// Which attempts were not exhausted.
    fn unexhausted(&self) -> Vec<String> {
        let all = &self.unexhausted;
        if all.is_empty() {
            return Vec::new();
        }
        let number = count(all.len() as u64, "attempt");
        let (were, fail) = match all.len() {
            1 => ("was", "counts"),
            _ => ("were", "count"),
        };
        let mut lines = vec![format!(
            "{number} {were} not exhausted, and {fail} as failing (larger limits may show more):"
        )];
        let mut named: Vec<String> = Vec::new();
        for (what, why) in all {
            let line = format!("  {what} ({why})");
            if !named.contains(&line) {
                named.push(line);
            }
        }
        let others = named.len().saturating_sub(MOST_NAMED);
        lines.extend(named.into_iter().take(MOST_NAMED));
        if others > 0 {
            lines.push(format!("  and {others} more"));
        }
        lines
    }
}

fn count(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
