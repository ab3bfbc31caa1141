//! Options of a check as Erlang people know them from Concuerror 0.21: from the command line, and
//! from the attributes `-concuerror_options` and `-concuerror_options_forced` of the module that a
//! program begins with.
//!
//! [`FOREIGN`] lists the options that mean nothing here. `docs/guide/src/from-concuerror.md` has the table of all.

use crate::beam::{Module, Value};
use mazurka_explore::Algorithm;
use mazurka_program::FindingKind;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// What can be said on the command line and in attributes. None: it was not said.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The function that the program begins with.
    pub test: Option<String>,
    /// Go on after a finding?
    pub keep_going: Option<bool>,
    /// An execution with more events is taken for endless.
    pub max_events: Option<usize>,
    /// Stop after this many executions.
    pub max_executions: Option<u64>,
    /// An `after` of this many milliseconds or more never comes.
    pub after_timeout: Option<u64>,
    /// Is a message in the mailbox when it is sent, or does it travel?
    pub instant_delivery: Option<bool>,
    /// Are only those messages apart that a receive could take one for the other?
    pub use_receive_patterns: Option<bool>,
    /// Is an exit a bug only if an assertion did not hold?
    pub assertions_only: Option<bool>,
    /// Do only errors of the first process count?
    pub first_process_errors_only: Option<bool>,
    /// How deep terms are shown.
    pub print_depth: Option<usize>,
    /// Reasons to exit that are no bugs. Those of all places count.
    pub treat_as_normal: Vec<String>,
    /// Kinds of findings that are ignored, in words. Those of all places count.
    pub ignore: Vec<String>,
}

impl Options {
    /// These, and `others` where these say nothing.
    #[must_use]
    pub fn or(&self, others: &Options) -> Options {
        let all = |mine: &[String], others: &[String]| {
            let mut all = mine.to_vec();
            all.extend(others.iter().filter(|one| !mine.contains(one)).cloned());
            all
        };
        Options {
            test: self.test.clone().or_else(|| others.test.clone()),
            keep_going: self.keep_going.or(others.keep_going),
            max_events: self.max_events.or(others.max_events),
            max_executions: self.max_executions.or(others.max_executions),
            after_timeout: self.after_timeout.or(others.after_timeout),
            instant_delivery: self.instant_delivery.or(others.instant_delivery),
            use_receive_patterns: self.use_receive_patterns.or(others.use_receive_patterns),
            assertions_only: self.assertions_only.or(others.assertions_only),
            first_process_errors_only: (self.first_process_errors_only)
                .or(others.first_process_errors_only),
            print_depth: self.print_depth.or(others.print_depth),
            treat_as_normal: all(&self.treat_as_normal, &others.treat_as_normal),
            ignore: all(&self.ignore, &others.ignore),
        }
    }

    /// The kinds of findings that are ignored.
    #[must_use]
    pub fn ignored(&self) -> Vec<FindingKind> {
        let kinds = self.ignore.iter();
        kinds.filter_map(|word| kind_of(word).ok()).collect()
    }

    /// In words, for people: the first line of what is said of an exploration.
    #[must_use]
    pub fn caveat(&self) -> String {
        let mut text = String::new();
        if let Some(least) = self.after_timeout.filter(|least| *least < u64::MAX) {
            let _ = write!(text, ", where an `after` of {least} ms or more never comes");
        }
        if self.assertions_only == Some(true) {
            text.push_str(", where exits count only if an assertion fails");
        }
        if self.first_process_errors_only == Some(true) {
            text.push_str(", where only errors of the first process count");
        }
        text
    }
}

/// The kind of finding that a word stands for, also in Concuerror's words.
///
/// # Errors
/// When there is none; a message for people.
pub fn kind_of(word: &str) -> Result<FindingKind, String> {
    match word {
        "abnormal_halt" => Ok(FindingKind::ExitCode),
        "crash" => Ok(FindingKind::AbnormalExit),
        "depth_bound" => Ok(FindingKind::EventLimit),
        _ => mazurka_check::kind_of(&word.replace('_', "-")),
    }
}

/// What an option of Concuerror without a meaning here takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A word, or a number.
    Value,
    /// `true` or `false`, or nothing.
    Boolean,
}

/// What becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is accepted: why it changes nothing.
    Note(&'static str),
    /// It is an error, unless it has the value that there is nothing else here: what to do.
    Refused(&'static str, &'static str),
}

/// An option of Concuerror that means nothing here.
pub struct Foreign {
    /// Its name, with underscores.
    pub name: &'static str,
    /// Its letter.
    pub short: Option<char>,
    /// What it takes.
    pub takes: Takes,
    /// What becomes of it.
    pub fate: Fate,
}

const fn note(name: &'static str, short: Option<char>, takes: Takes, why: &'static str) -> Foreign {
    Foreign {
        name,
        short,
        takes,
        fate: Fate::Note(why),
    }
}

const fn refused(
    name: &'static str,
    short: Option<char>,
    takes: Takes,
    unless: &'static str,
    why: &'static str,
) -> Foreign {
    Foreign {
        name,
        short,
        takes,
        fate: Fate::Refused(unless, why),
    }
}

/// Options of Concuerror that mean nothing here.
pub const FOREIGN: &[Foreign] = &[
    note(
        "assume_racing",
        None,
        Takes::Boolean,
        "what a function touches is always known here, or it is refused by name",
    ),
    refused(
        "disable_sleep_sets",
        None,
        Takes::Boolean,
        "false",
        "say --algorithm exhaustive for every interleaving",
    ),
    note(
        "exclude_module",
        Some('x'),
        Takes::Value,
        "nothing is instrumented: all modules are interpreted",
    ),
    refused(
        "graph",
        Some('g'),
        Takes::Value,
        "",
        "--dot FILE writes the graph of a finding, --svg FILE a picture of it",
    ),
    refused(
        "log_all",
        None,
        Takes::Boolean,
        "false",
        "only findings are told; --replay STRING shows any one execution",
    ),
    note(
        "no_output",
        None,
        Takes::Boolean,
        "no report file is written: all is printed",
    ),
    note(
        "non_racing_system",
        None,
        Takes::Value,
        "output and the servers of the system are no processes here, and never race",
    ),
    refused(
        "output",
        Some('o'),
        Takes::Value,
        "",
        "the report is printed: send it to a file with > FILE, or say --json",
    ),
    refused(
        "scheduling_bound",
        Some('b'),
        Takes::Value,
        "",
        "the bounds here are --preemptions N and --delays N",
    ),
    refused(
        "scheduling_bound_type",
        Some('c'),
        Takes::Value,
        "none",
        "the bounds here are --preemptions N and --delays N",
    ),
    note(
        "scheduling",
        None,
        Takes::Value,
        "which execution comes first is no option; the set of all is the same",
    ),
    note(
        "show_races",
        None,
        Takes::Boolean,
        "races are not listed; a finding is told by the interleaving that leads there",
    ),
    note(
        "strict_scheduling",
        None,
        Takes::Boolean,
        "which execution comes first is no option; the set of all is the same",
    ),
    note(
        "symbolic_names",
        Some('s'),
        Takes::Boolean,
        "processes always have symbolic names, like <P.1/server>",
    ),
    note(
        "timeout",
        None,
        Takes::Value,
        "a loop without end is noticed by its length, not by the clock",
    ),
    note(
        "verbosity",
        Some('v'),
        Takes::Value,
        "there is one kind of report; --quiet prints only the verdict",
    ),
];

/// The option of that name, with underscores.
#[must_use]
pub fn foreign(name: &str) -> Option<&'static Foreign> {
    FOREIGN.iter().find(|option| option.name == name)
}

/// The algorithm that `--dpor` names.
///
/// # Errors
/// When there is none; a message for people.
pub fn dpor(word: &str) -> Result<Algorithm, String> {
    match word {
        "optimal" => Ok(Algorithm::Optimal),
        "source" => Ok(Algorithm::Source),
        "persistent" => Ok(Algorithm::Classic),
        "none" => Ok(Algorithm::Exhaustive),
        _ => Err(format!(
            "--dpor {word}: there are optimal, source, persistent and none"
        )),
    }
}

/// Options that attributes must not have, as in Concuerror.
const ELSEWHERE: [&str; 7] = [
    "module",
    "file",
    "pa",
    "pz",
    "help",
    "version",
    "entry_point",
];

const USUAL: &str = "concuerror_options";
const FORCED: &str = "concuerror_options_forced";

/// What the attributes of a module say.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attributes {
    /// The command line wins over these.
    pub(crate) usual: Options,
    /// These win over the command line.
    pub(crate) forced: Options,
}

impl Attributes {
    /// Reads them.
    ///
    /// # Errors
    /// When an option is not known, or has a value that it cannot have; a message for people.
    pub(crate) fn of(module: &Module, algorithm: Algorithm) -> Result<Attributes, String> {
        let mut read = Vec::new();
        let usual = options(module, USUAL, algorithm, &mut read)?;
        let forced = options(module, FORCED, algorithm, &mut read)?;
        Ok(Attributes { usual, forced })
    }
}

/// The options of one attribute. `read` are those that there were, if only one of them may be.
fn options(
    module: &Module,
    attribute: &str,
    algorithm: Algorithm,
    read: &mut Vec<String>,
) -> Result<Options, String> {
    let mut options = Options::default();
    let attributes = items(&module.attributes);
    let values = attributes.iter().filter_map(|pair| match pair {
        Value::Tuple(pair) => match &pair[..] {
            [Value::Atom(name), value] if name == attribute => Some(value),
            _ => None,
        },
        _ => None,
    });
    for option in values.flat_map(items) {
        let (name, value) = match option {
            Value::Atom(name) => (name, Value::Atom("true".to_owned())),
            Value::Tuple(pair) => match &pair[..] {
                [Value::Atom(name), value] => (name, value.clone()),
                _ => return Err(wrong(module, attribute, &format!("{option} is no option"))),
            },
            _ => return Err(wrong(module, attribute, &format!("{option} is no option"))),
        };
        let is_list = ["ignore_error", "treat_as_normal", "non_racing_system"];
        if !is_list.contains(&&**name) {
            if read.contains(name) {
                let text = format!("the option {name} is there twice");
                return Err(wrong(module, attribute, &text));
            }
            read.push(name.clone());
        }
        set(&mut options, name, &value, algorithm)
            .map_err(|text| wrong(module, attribute, &text))?;
    }
    Ok(options)
}

fn wrong(module: &Module, attribute: &str, text: &str) -> String {
    format!("-{attribute} of module {}: {text}", module.name)
}

fn items(value: &Value) -> &[Value] {
    match value {
        Value::List(items, _) => items,
        _ => &[],
    }
}

fn set(
    options: &mut Options,
    name: &str,
    value: &Value,
    algorithm: Algorithm,
) -> Result<(), String> {
    let cannot = || format!("the option {name} cannot be {value}");
    let boolean = || match value {
        Value::Atom(word) if word == "true" => Ok(Some(true)),
        Value::Atom(word) if word == "false" => Ok(Some(false)),
        _ => Err(cannot()),
    };
    let number = || match value {
        Value::Integer(number @ 0..) => Ok(Some(number.unsigned_abs())),
        Value::Integer(-1) => Ok(Some(u64::MAX)),
        Value::Atom(word) if word == "infinity" => Ok(Some(u64::MAX)),
        // An option without a value.
        Value::Atom(word) if word == "true" => Ok(Some(1)),
        _ => Err(cannot()),
    };
    let size = || {
        let number = number()?.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        match number {
            Some(0) => Err(cannot()),
            number => Ok(number),
        }
    };
    let word = || match value {
        Value::Atom(word) => Ok(word.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        _ => Err(cannot()),
    };
    let words = || match value {
        Value::Atom(word) => Ok(vec![word.clone()]),
        Value::List(..) | Value::Nil => items(value)
            .iter()
            .map(|item| match item {
                Value::Atom(word) => Ok(word.clone()),
                _ => Err(cannot()),
            })
            .collect(),
        _ => Err(cannot()),
    };
    match name {
        "test" => options.test = Some(word()?),
        "keep_going" => options.keep_going = boolean()?,
        "depth_bound" => options.max_events = size()?,
        "interleaving_bound" => options.max_executions = number()?,
        "after_timeout" => options.after_timeout = number()?,
        "instant_delivery" => options.instant_delivery = boolean()?,
        "use_receive_patterns" | "observers" => options.use_receive_patterns = boolean()?,
        "assertions_only" => options.assertions_only = boolean()?,
        "first_process_errors_only" => options.first_process_errors_only = boolean()?,
        "print_depth" => options.print_depth = size()?,
        "quiet" => {
            boolean()?;
        }
        // As Erlang writes them, which is how they are compared.
        "treat_as_normal" => {
            let words = words()?;
            let reasons = words.iter().map(|word| crate::print::atom(word));
            options.treat_as_normal.extend(reasons);
        }
        "ignore_error" => {
            for word in words()? {
                if kind_of(&word).map_err(|_| format!("there is no kind of error {word}"))?
                    != FindingKind::EventLimit
                {
                    options.ignore.push(word);
                }
            }
        }
        "dpor" | "optimal" => {
            let wanted = match (name, &*word()?) {
                ("optimal", "true") => Algorithm::Optimal,
                ("optimal", "false") => Algorithm::Source,
                (_, word) => dpor(word)?,
            };
            if wanted != algorithm {
                return Err(format!(
                    "the option {name} asks for the algorithm {wanted}, and this is {algorithm}: \
                     say --algorithm {wanted} on the command line"
                ));
            }
        }
        _ if ELSEWHERE.contains(&name) => {
            return Err(format!("the option {name} is only for the command line"));
        }
        _ => match foreign(name) {
            None => return Err(format!("there is no option {name}")),
            Some(option) => {
                if let Fate::Refused(unless, why) = option.fate
                    && word().ok().as_deref() != Some(unless)
                {
                    return Err(format!("the option {name} is not supported: {why}"));
                }
            }
        },
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(attributes: Vec<(&str, Vec<Value>)>) -> Module {
        let pair = |(name, values): (&str, Vec<Value>)| {
            let values = Value::List(values, Box::new(Value::Nil));
            Value::Tuple(vec![Value::Atom(name.to_owned()), values])
        };
        let pairs = attributes.into_iter().map(pair).collect();
        Module {
            name: "m".to_owned(),
            attributes: Value::List(pairs, Box::new(Value::Nil)),
            ..Module::default()
        }
    }

    fn option(name: &str, value: Value) -> Value {
        Value::Tuple(vec![Value::Atom(name.to_owned()), value])
    }

    fn atom(text: &str) -> Value {
        Value::Atom(text.to_owned())
    }

    fn read(attributes: Vec<(&str, Vec<Value>)>) -> Result<Attributes, String> {
        Attributes::of(&module(attributes), Algorithm::Optimal)
    }

    #[test]
    fn attributes_are_read() {
        let usual = vec![
            atom("keep_going"),
            option("after_timeout", Value::Integer(100)),
            option(
                "treat_as_normal",
                Value::List(vec![atom("a"), atom("B")], Box::new(Value::Nil)),
            ),
            option("treat_as_normal", atom("c")),
            option("ignore_error", atom("depth_bound")),
            option("ignore_error", atom("abnormal_halt")),
        ];
        let forced = vec![option("instant_delivery", atom("false"))];
        let of = read(vec![(USUAL, usual), (FORCED, forced)]).expect("all are known");
        assert_eq!(of.usual.keep_going, Some(true));
        assert_eq!(of.usual.after_timeout, Some(100));
        assert_eq!(of.usual.treat_as_normal, ["a", "'B'", "c"]);
        assert_eq!(of.usual.ignored(), [FindingKind::ExitCode]);
        assert_eq!(of.forced.instant_delivery, Some(false));
        let line = Options {
            after_timeout: Some(7),
            instant_delivery: Some(true),
            ..Options::default()
        };
        let all = of.forced.or(&line).or(&of.usual);
        assert_eq!(all.after_timeout, Some(7));
        assert_eq!(all.instant_delivery, Some(false));
        assert_eq!(all.keep_going, Some(true));
    }

    #[test]
    fn what_is_not_known_is_said() {
        let wrong = [
            (option("sleep", atom("true")), "there is no option sleep"),
            (option("pa", atom("x")), "only for the command line"),
            (option("keep_going", Value::Integer(1)), "cannot be 1"),
            (option("graph", atom("x")), "not supported: --dot FILE"),
            (option("dpor", atom("source")), "--algorithm source"),
            (
                option("ignore_error", atom("rain")),
                "no kind of error rain",
            ),
            (Value::Integer(1), "1 is no option"),
        ];
        for (option, text) in wrong {
            let error = read(vec![(USUAL, vec![option])]).expect_err(text);
            assert!(
                error.starts_with("-concuerror_options of module m: "),
                "{error}"
            );
            assert!(error.contains(text), "{error}");
        }
        let twice = vec![
            (USUAL, vec![atom("keep_going")]),
            (FORCED, vec![atom("keep_going")]),
        ];
        let error = read(twice).expect_err("it is there twice");
        assert!(error.contains("keep_going is there twice"), "{error}");
    }

    #[test]
    fn what_changes_nothing_is_accepted() {
        let fine = ["assume_racing", "show_races", "scheduling"];
        let fine = fine.map(|name| option(name, atom("true"))).to_vec();
        read(vec![(USUAL, fine)]).expect("they change nothing");
        let fine = vec![option("scheduling_bound_type", atom("none"))];
        read(vec![(USUAL, fine)]).expect("there is no bound");
    }
}
