//! Going on when there is an execution that does not end.
//!
//! One such execution says nothing of the others. So the program is explored again with
//! loops that are cut after a few rounds, then after twice as many, and so on: a bug that
//! needs few rounds is found among few executions. A thread that was cut has announced
//! nothing more, whichever way its execution came about, so that explorers analyse the
//! races of what it did like those of any other execution.

use super::finding::Told;
use super::tally::{Found, Tally};
use super::{Options, exploration};
use crate::machine::Knowledge;
use mazurka_explore::Limit;
use mazurka_parallel::Saved;
use mazurka_parallel::exploration::Concluded;

/// How often loops go round at first.
const FIRST: u32 = 2;
/// How often they do at most, unless the user has said when to stop.
const MOST: u32 = 64;
/// How often they do at most if the user has.
const MOST_OF_ALL: u32 = 1 << 16;

/// What is known from the rounds of an exploration before, if it was begun again with
/// loops cut.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Before {
    /// The first execution that did not end.
    pub(super) endless: Found,
    /// What the last round has shown, with the findings of all.
    tally: Tally,
    /// How many executions there were, in all.
    executions: u64,
}

impl Before {
    /// Do the numbers agree? Those of a file may not.
    pub(super) fn is_sound(&self, options: &Options, rounds: u32) -> bool {
        let known = (&*self.tally.findings, self.executions);
        rounds.is_power_of_two()
            && (FIRST..=MOST_OF_ALL).contains(&rounds)
            && self.executions < 1 << 60
            && self.tally.statistics.executions() <= self.executions
            && self.tally.endless.is_none()
            && self.tally.learnt.is_none()
            // Its findings are those of all rounds, so they count as known.
            && self.tally.is_sound(options, known)
            && self.endless.is_sound(options)
    }

    /// The findings of earlier rounds, and how many executions those had.
    pub(super) fn known(&self) -> (&[Found], u64) {
        (&self.tally.findings, self.executions)
    }

    /// How many executions may follow.
    pub(super) fn left_of(before: Option<&Before>, max_executions: Option<u64>) -> Option<u64> {
        let used = before.map_or(0, |before| before.executions);
        max_executions.map(|max| max.saturating_sub(used))
    }

    /// Adds the findings of earlier rounds that the last has not shown.
    pub(super) fn complete(&self, tally: &mut Tally) {
        tally.add_unknown(&self.tally.findings);
        tally.unlisted = tally.unlisted.max(self.tally.unlisted);
    }
}

/// Is the exploration to begin anew, with loops cut after more rounds? Notes so in
/// `knowledge`.
pub(super) fn goes_on(
    options: &Options,
    before: &mut Option<Before>,
    knowledge: &mut Knowledge,
    concluded: &mut Concluded<Tally>,
) -> bool {
    let tally = &mut concluded.tally;
    if exploration::is_decided(options, tally) {
        return false;
    }
    let next = match (knowledge.rounds(), &tally.endless) {
        (None, None) => return false,
        (None, Some(_)) => FIRST,
        (Some(rounds), Some(_)) => {
            // That was one round too many.
            if let Some(before) = before.as_ref().filter(|_| rounds > FIRST) {
                tally.clone_from(&before.tally);
                concluded.left = Saved::default();
                knowledge.set_rounds(rounds / 2);
            }
            return false;
        }
        (Some(_), None) if is_enough(options, tally) => return false,
        (Some(_), None) if !concluded.left.leaves.is_empty() => return false,
        (Some(_), None) if tally.statistics.cut == 0 => return false,
        (Some(rounds), None) => rounds * 2,
    };
    let most = if options.most_endless.is_some() {
        MOST
    } else {
        MOST_OF_ALL
    };
    // What the user cuts anyway is not to be cut later.
    let unroll = options.machine.unroll.unwrap_or(u32::MAX);
    if next > most || next > unroll {
        return false;
    }
    let used = before.as_ref().map_or(0, |before| before.executions);
    let executions = used + tally.statistics.executions();
    if options.max_executions.is_some_and(|max| executions >= max) {
        return false;
    }
    if let Some(before) = before {
        before.complete(tally);
    }
    let known = before.take().map(|before| before.endless);
    let Some(endless) = known.or_else(|| tally.endless.take()) else {
        return false;
    };
    *before = Some(Before {
        endless,
        tally: std::mem::take(tally),
        executions,
    });
    knowledge.set_rounds(next);
    true
}

/// Have enough executions been cut, so that it is time to stop?
pub(super) fn is_enough(options: &Options, tally: &Tally) -> bool {
    let most = options.most_endless;
    most.is_some_and(|most| tally.statistics.cut >= most)
}

/// Why not everything was explored, if there is an execution that does not end.
pub(super) fn words(
    options: &Options,
    endless: &Found,
    knowledge: &Knowledge,
    tally: &Tally,
    stopped: Option<Limit>,
) -> String {
    let first = Told::new(&endless.message).headline();
    let Some(rounds) = knowledge.rounds() else {
        return first;
    };
    let cut = tally.statistics.cut;
    let others = if tally.endless.is_some() {
        "there is such an execution then, too".to_owned()
    } else if is_enough(options, tally) {
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
