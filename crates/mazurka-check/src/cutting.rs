//! Going on when there is an execution that does not end.
//!
//! One such execution says nothing of the others. So the program is explored again with
//! loops that are cut after a few rounds, then after twice as many, and so on: a bug that
//! needs few rounds is found among few executions. A thread that was cut has announced
//! nothing more, whichever way its execution came about, so that explorers analyse the
//! races of what it did like those of any other execution.

use crate::exploration::{Concluded, TallyOf, has_cut_enough, is_decided};
use crate::finding::Told;
use crate::subject::{Cutting, Knowledge, Known, Outcomes, Subject};
use crate::tally::{Found, Tally};
use mazurka_explore::Limit;
use mazurka_parallel::Saved;

/// How often loops go round at first.
const FIRST: u32 = 2;

/// What is known from the rounds of an exploration before, if it was begun again with
/// loops cut.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Before<K, O> {
    /// The first execution that did not end.
    pub(crate) endless: Found,
    /// What the last round has shown, with the findings of all.
    tally: Tally<K, O>,
    /// How many executions there were, in all.
    executions: u64,
}

impl<K: Knowledge, O: Outcomes> Before<K, O> {
    /// Do the numbers agree? Those of a file may not.
    pub(crate) fn is_sound<S>(&self, subject: &S, rounds: u32) -> bool
    where
        S: Subject<Knowledge = K, Outcomes = O>,
    {
        let known = (&*self.tally.findings, self.executions);
        rounds.is_power_of_two()
            && (FIRST..=Cutting::LONG.most_rounds).contains(&rounds)
            && self.executions < 1 << 60
            && self.tally.statistics.executions() <= self.executions
            && self.tally.endless.is_none()
            && self.tally.learnt.is_none()
            // Its findings are those of all rounds, so they count as known.
            && self.tally.is_sound(subject, known)
            && self.endless.is_sound(subject)
    }

    /// The findings of earlier rounds, and how many executions those had.
    pub(crate) fn known(&self) -> (&[Found], u64) {
        (&self.tally.findings, self.executions)
    }

    /// How many executions may follow.
    pub(crate) fn left_of(before: Option<&Self>, max_executions: Option<u64>) -> Option<u64> {
        let used = before.map_or(0, |before| before.executions);
        max_executions.map(|max| max.saturating_sub(used))
    }

    /// Adds the findings of earlier rounds that the last has not shown.
    pub(crate) fn complete<S: Subject>(&self, tally: &mut Tally<K, O>, subject: &S) {
        tally.add_unknown(&self.tally.findings, subject);
        tally.unlisted = tally.unlisted.max(self.tally.unlisted);
    }
}

/// Is the exploration to begin anew, with loops cut after more rounds? Notes so in `known`.
pub(crate) fn goes_on<S: Subject>(
    subject: &S,
    before: &mut Option<Before<S::Knowledge, S::Outcomes>>,
    known: &mut Known<S::Knowledge>,
    concluded: &mut Concluded<TallyOf<S>>,
) -> bool {
    let options = subject.options();
    let tally = &mut concluded.tally;
    if is_decided(subject, tally) {
        return false;
    }
    let next = match (known.rounds, &tally.endless) {
        (None, None) => return false,
        (None, Some(_)) => FIRST,
        (Some(rounds), Some(_)) => {
            // That was one round too many.
            if let Some(before) = before.as_ref().filter(|_| rounds > FIRST) {
                tally.clone_from(&before.tally);
                concluded.left = Saved::default();
                known.rounds = Some(rounds / 2);
            }
            return false;
        }
        (Some(_), None) if has_cut_enough(subject, tally) => return false,
        (Some(_), None) if !concluded.left.is_empty() => return false,
        (Some(_), None) if tally.statistics.cut == 0 => return false,
        (Some(rounds), None) => rounds * 2,
    };
    // What the user cuts anyway is not to be cut later.
    let unroll = subject.unroll().unwrap_or(u32::MAX);
    if next > options.cutting.most_rounds || next > unroll {
        return false;
    }
    let used = before.as_ref().map_or(0, |before| before.executions);
    let executions = used + tally.statistics.executions();
    if options.max_executions.is_some_and(|max| executions >= max) {
        return false;
    }
    if let Some(before) = before {
        before.complete(tally, subject);
    }
    let first = before.take().map(|before| before.endless);
    let Some(endless) = first.or_else(|| tally.endless.take()) else {
        return false;
    };
    *before = Some(Before {
        endless,
        tally: std::mem::take(tally),
        executions,
    });
    known.rounds = Some(next);
    true
}

/// Why not everything was explored, if there is an execution that does not end.
pub(crate) fn words<S: Subject>(
    subject: &S,
    endless: &Found,
    rounds: Option<u32>,
    tally: &TallyOf<S>,
    stopped: Option<Limit>,
) -> String {
    let first = Told::new(&endless.message).headline();
    let Some(rounds) = rounds else {
        return first;
    };
    let cut = tally.statistics.cut;
    let others = if tally.endless.is_some() {
        "there is such an execution then, too".to_owned()
    } else if has_cut_enough(subject, tally) {
        format!(
            "the exploration stops when {cut} executions were cut (--max-executions N or \
             --max-time SECONDS says when instead)"
        )
    } else {
        match stopped {
            Some(Limit::Observer) => "not all others were explored".to_owned(),
            Some(limit) => limit.to_string(),
            None => "all others were explored (--max-time SECONDS lets loops go round more often)"
                .to_owned(),
        }
    };
    format!("{first}; with loops cut after {rounds} rounds, {others}")
}
