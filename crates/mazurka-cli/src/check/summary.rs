//! The summary of one test, in the words and the order of herd.
//!
//! Before each final state stands the number of executions that end in it, as
//! litmus7 prints it: `*>` if what the condition is about holds there, else `:>`.

use super::colour::Colour;
use super::litmus::{Condition, Details, Final};
use super::{Checked, Choices, Settings, Verdict};
use std::fmt::Write;

pub(super) fn text(
    settings: &Settings,
    checked: &Checked,
    details: &Details,
    colour: Colour,
) -> String {
    let name = &checked.name;
    let mut text = format!("Test {name}");
    if let Some(condition) = &details.condition {
        write!(text, " {}", condition.kind).expect("strings take all text");
    }
    text.push('\n');
    text.push_str(&format!("States {}\n", details.states.len()));
    text.push_str(&states(&details.states, ""));
    match &details.condition {
        Some(condition) => text.push_str(&observed(checked, condition)),
        None => text.push_str("Condition none\n"),
    }
    let seconds = checked.time.as_secs_f64();
    text.push_str(&format!("Time {name} {seconds:.2}\n\n"));
    for finding in &details.findings {
        text.push_str(&format!("Finding: {finding}\n"));
    }
    text.push_str(&verdict(settings, checked, colour));
    text
}

/// What became of the condition.
fn observed(checked: &Checked, condition: &Condition) -> String {
    let holds = match checked.verdict {
        Verdict::Verified => "Ok",
        Verdict::Bug => "No",
        Verdict::Unknown | Verdict::Explored => "??",
    };
    let (positive, negative) = condition.witnesses;
    format!(
        "{holds}\n\
         Witnesses\n\
         Positive: {positive} Negative: {negative}\n\
         Condition {}\n\
         Observation {} {} {} {}\n",
        condition.text,
        checked.name,
        condition.occurrence,
        condition.observed.0,
        condition.observed.1,
    )
}

/// A line for each state.
pub(super) fn states(states: &[Final], indent: &str) -> String {
    let mut text = String::new();
    for Final {
        state,
        executions,
        satisfies,
    } in states
    {
        let mark = if *satisfies { '*' } else { ':' };
        writeln!(text, "{indent}{executions:<6}{mark}>{state}").expect("strings take all text");
    }
    text
}

/// For people, what herd does not say.
fn verdict(settings: &Settings, checked: &Checked, colour: Colour) -> String {
    let verdict = match checked.verdict {
        Verdict::Verified => "Verified",
        Verdict::Explored => "Explored",
        Verdict::Bug => "Bug",
        Verdict::Unknown => "Unknown",
    };
    format!(
        "{}: {} ({}: {})\n",
        colour.paint(Some(checked.verdict), verdict),
        checked.reason,
        described(&settings.choices),
        checked.counts()
    )
}

/// What it means that clang has optimised a program.
pub(super) fn optimised(flag: Option<&str>) -> String {
    flag.map_or_else(String::new, |flag| {
        format!(
            ", of the code as clang optimised it with {flag}: what the optimiser removed was not \
             checked"
        )
    })
}

/// Which exploration it was.
pub(super) fn described(choices: &Choices) -> String {
    let model = choices.model.to_string().to_uppercase();
    let bound = choices
        .buffer_bound
        .map(|bound| format!(", buffer bound {bound}"))
        .unwrap_or_default();
    let spurious = match choices.spurious {
        true => ", with one spurious wake-up or failure of each thread at each place",
        false => "",
    };
    let symmetry = match choices.symmetry {
        true => ", with threads of the same function and argument taken to be interchangeable",
        false => "",
    };
    format!("{model}{bound}, {}{spurious}{symmetry}", choices.algorithm)
}
