//! The arguments of `mazurka check`.

use crate::conventions::Conventions;
use crate::outside::Outside;
use crate::traces::Outputs;
use crate::understood::Given;
use crate::workers;
use clap::Args;
use mazurka_check::command::Format;
use mazurka_erlang::options;
use mazurka_explore::Algorithm;
use mazurka_llvm::address::MOST_ALLOCATION;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Programs are C or C++ files (.c, .i, .cc, .cpp, .cxx), which clang compiles, and LLVM IR
as text (.ll), and Erlang sources (.erl), which erlc compiles, Elixir sources (.ex, .exs),
which elixirc compiles, or BEAM files (.beam).
Files that are named one by one are linked into one program; with --each, and in
directories and lists, every file is a program of its own. Litmus tests (.litmus) are
always checked one by one.

Examples:
  mazurka check queue.c                     every interleaving of one program
  mazurka check queue.c --model tso         the same with the store buffers of x86
  mazurka check queue.c --model rc11        the same with the memory orders of C11 and C++
  mazurka check queue.c --model rc11 --suggest-fences
                                            and which orders are too weak, if one is
  mazurka check main.c queue.c -- -DN=3 -Iinclude
                                            two files, and flags for clang
  mazurka check queue.c --races --leaks     data races and memory leaks are bugs, too
  mazurka check loop.c --unroll 5           loops with events are cut after 5 rounds
  mazurka check input.c --nondet 0..3       what comes from outside is 0, 1, 2 or 3
  mazurka check sort.c --arg -n --arg 3 --env LANG=C --file words=data/words.txt
                                            with arguments, and a file that it may open
  mazurka check queue.c --keep-going        all bugs, not only the first
  mazurka check queue.c --replay 1/0x3,0.0x2
                                            one execution, as a bug report names it
  mazurka check tests/ --json               every file below, one JSON object each

  mazurka check race.erl                    an Erlang program: race:test/0
  mazurka check race.erl --entry race:other/0 --keep-going
  mazurka check ebin/race.beam --pa ebin --after-timeout 1000
                                            no Erlang needed; timeouts from 1 s on never come
  mazurka check race.ex --entry 'MyTest.race/0'
                                            an Elixir program
  mazurka check test/ --eunit               every test of EUnit is a check of its own
  mazurka check test/ --ct --test cases     the same of Common Test; those with that name

  mazurka check SB.litmus --model tso       a litmus test, with its final states
  mazurka check tests/ --model pso          every file below, in a table
  mazurka check tests/@all --json           the files that a list names
  mazurka check SB.litmus --model tso --buffer-bound 1
  mazurka check big.litmus --workers 8      with eight threads
  mazurka check --resume mazurka-resume.json

Kinds of findings, for --ignore: assertion, abort, invalid-access, invalid-free,
uninitialised, arithmetic, unreachable, stack-overflow, misuse, leak, abnormal-exit, exit-code,
deadlock, livelock, data-race, unlock.

Ctrl-C ends the command with what was found so far, exit code 3, and a file with which
`--resume` goes on, to the same result as if nobody had stopped it. A second Ctrl-C ends
it at once.

Exit codes: 0 verified: no execution of a program shows a bug, every condition of a
litmus test holds as written; 1 a bug was found; 2 error; 3 stopped without a verdict.
With several files, the first of 2, 1, 3, 0 that applies to one of them.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// C and C++ files, LLVM IR (.ll), Erlang (.erl, .beam), Elixir (.ex, .exs), litmus tests in
    /// herd's format (X86, X86_64, C), directories of them, or @lists.
    /// Without any, those of mazurka.toml: see --config.
    #[arg(value_name = "FILE|DIR|@LIST")]
    pub(crate) paths: Vec<PathBuf>,
    /// One more file. (As Concuerror has it.) NAME=PATH, unless there is a file that is called
    /// just so: a file that a C program may open under that name, to read it; `stdin` is its
    /// standard input. All of them have at most 16 MiB.
    #[arg(long, short, value_name = "FILE|NAME=PATH", help_heading = "Erlang")]
    pub(crate) file: Vec<PathBuf>,
    /// The module that an Erlang program begins with. Without files, it is looked for in the
    /// folders of --pa and --pz and in this one. (As Concuerror has it.)
    #[arg(
        long,
        short,
        value_name = "M",
        conflicts_with = "entry",
        help_heading = "Erlang"
    )]
    pub(crate) module: Option<String>,
    /// The function of it. (As Concuerror has it.) With --eunit and --ct: the test of that name
    /// (module:function), or tests with that in their names.
    #[arg(long, short, value_name = "F", help_heading = "Erlang")]
    pub(crate) test: Option<String>,
    /// Every file is a program of its own.
    #[arg(long)]
    pub(crate) each: bool,
    /// Print the final states of litmus tests also in a table.
    #[arg(long)]
    pub(crate) states: bool,
    /// Print one JSON object a line for each program: short for --format json.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print only the verdict of a program, and not how its bugs come about.
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Run exactly one execution of a program, and print what it does.
    #[arg(long, value_name = "STRING", conflicts_with_all = [
        "json", "format", "states", "each", "keep_going", "resume_file"
    ])]
    pub(crate) replay: Option<String>,
    /// Go on with checks that were stopped, with the files and options that they were
    /// begun with. Only --clang, --erlc, --elixirc and the flags after `--` have to be given
    /// again.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "paths", "file", "module", "test", "each", "states", "json", "format", "quiet", "replay", "model", "algorithm", "buffer_bound",
        "max_events", "keep_going", "races", "leaks", "unroll", "nondet", "spurious", "check_exit",
        "check_threads", "symmetry", "max_allocation", "malloc_may_fail", "ignore", "entry", "pa", "after_timeout", "instant_delivery",
        "receive", "arg", "env", "stdin",
        "treat_as_normal", "max_memory", "pz", "assertions_only", "first_process_errors_only",
        "use_receive_patterns", "print_depth", "eunit", "ct"
    ])]
    pub(crate) resume: Option<PathBuf>,
    /// If there is a bug: which memory orders would have to be stronger, and how much at least,
    /// for the check to pass. It is found by trying: every attempt is a check of its own, with
    /// the same limits.
    #[arg(long, conflicts_with = "replay")]
    pub(crate) suggest_fences: bool,
    /// Explore and sample for about a second, and say how many executions there are, how long a
    /// full check takes, and which objects and threads make it long.
    #[arg(long, conflicts_with_all = ["replay", "resume", "resume_file", "suggest_fences"])]
    pub(crate) estimate: bool,
    /// Write what is left there, also when a limit was reached; without this option, only
    /// at Ctrl-C, and to mazurka-resume.json (if that is not there yet) or where it was read
    /// from.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume_file: Option<PathBuf>,
    /// Keep what was explored every SECONDS in the resume file, in case that the command or the
    /// machine dies; 0 for never. Without this option, every minute. The file is removed when
    /// the check is done.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) checkpoint: Option<Duration>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) submission: crate::cluster::Submission,
    #[command(flatten)]
    pub(crate) outputs: Outputs,
    #[command(flatten)]
    pub(crate) conventions: Conventions,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// The options that a person has given, and not a file with settings.
    #[arg(skip)]
    pub(crate) given: Vec<Given>,
}

impl Arguments {
    /// How results are printed.
    pub(crate) fn format(&self) -> Format {
        match self.json {
            true => Format::Json,
            false => self.conventions.format.unwrap_or_default(),
        }
    }

    /// Is anything named that could be checked?
    pub(crate) fn names_something(&self) -> bool {
        // NAME=PATH is what a C program reads.
        let is_read = |path: &PathBuf| path.to_string_lossy().contains('=') && !path.exists();
        let is_named = !self.paths.is_empty() || !self.file.iter().all(is_read);
        is_named || self.module.is_some() || self.resume.is_some()
    }
}

/// How each file is explored.
#[derive(Args, Debug, Clone)]
pub(crate) struct Settings {
    #[command(flatten)]
    pub(crate) choices: Choices,
    /// Explore with N threads. Without it: MAZURKA_WORKERS, or one for each
    /// processor.
    #[arg(long, value_name = "N", value_parser = workers::parse_workers)]
    pub(crate) workers: Option<usize>,
    /// Explore with N processes in the place of threads. They may be killed at any
    /// moment: what is lost is explored again.
    #[arg(long, value_name = "N", value_parser = workers::parse_workers, conflicts_with = "workers")]
    pub(crate) processes: Option<usize>,
    /// Stop after N executions of a file (with --resume: N more).
    #[arg(long, short = 'i', alias = "interleaving-bound", value_name = "N",
          value_parser = parse_bound, allow_hyphen_values = true)]
    pub(crate) max_executions: Option<u64>,
    /// Stop after SECONDS with a file.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) max_time: Option<Duration>,
}

/// What decides which executions there are, and what is said of them.
#[derive(Args, Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    /// The memory model: sc (every store is seen at once), tso (x86: one store buffer for each
    /// thread), pso (one for each thread and location), ra (every access is release or
    /// acquire), or rc11 (the orders that C11 and C++ programs say: relaxed, acquire, release,
    /// seq_cst). ra and rc11 are explored as execution graphs, and are for C, C++ and litmus
    /// tests.
    #[arg(long, value_name = "M", default_value_t)]
    #[serde(with = "text")]
    pub model: Model,
    /// The explorer: optimal, hybrid, source, classic or exhaustive, which go through executions
    /// under sc, tso and pso; or graphs, which goes through execution graphs under any model.
    /// Without it: graphs under ra and rc11, else optimal, or hybrid with --cluster. Two more take samples, up to
    /// --max-executions (10000 without it) or --max-time: random:SEED chooses each step at
    /// random, pct:DEPTH:SEED by random priorities. What they do not show is not verified.
    #[arg(long, value_name = "A")]
    #[serde(with = "optional_text")]
    pub algorithm: Option<Algorithm>,
    /// Only executions with at most N preemptions: switches from a thread that could go on.
    /// Those without any come first, then those with one, and so on. One worker explores them.
    #[arg(long, value_name = "N", conflicts_with = "algorithm")]
    #[serde(default)]
    pub preemptions: Option<u32>,
    /// Only executions with at most N delays: threads take turns, each runs as long as it can,
    /// and a delay passes over one.
    #[arg(long, value_name = "N", conflicts_with_all = ["algorithm", "preemptions"])]
    #[serde(default)]
    pub delays: Option<u32>,
    /// The most stores that a store buffer holds; without it, any number.
    #[arg(long, value_name = "K")]
    pub buffer_bound: Option<u32>,
    /// An execution with N events is taken for one without end. Without it: 50000,
    /// for litmus tests 10000. Litmus tests stop there; the other executions of a program
    /// are explored with loops cut, after 2 rounds, then 4, up to 64.
    #[arg(long, short = 'd', alias = "depth-bound", value_name = "N")]
    pub max_events: Option<usize>,
    /// The most memory, in MiB, that one execution may take: what the program has, and what is noted
    /// of its steps. One that takes more is taken for one without end. Without it: 1024.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=MOST_MEMORY))]
    #[serde(default)]
    pub max_memory: Option<u64>,
    /// Go on after a finding. For litmus tests that is always so: their final states are
    /// those of all executions.
    #[arg(long, short, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true")]
    #[serde(default)]
    pub keep_going: Option<bool>,
    /// Is it wanted which lines are reached? (See --coverage and --lcov.)
    #[arg(skip)]
    #[serde(default, skip)]
    pub covers: bool,
    /// Data races of memory that is not atomic are bugs.
    #[arg(long, help_heading = "Programs")]
    pub races: bool,
    /// Memory that is never freed, and that nothing points to at the end, is a bug.
    #[arg(long, help_heading = "Programs")]
    pub leaks: bool,
    /// Cut loops that go on after N rounds in which the thread does something that
    /// others may see (and after a million of any). What is cut is not verified.
    #[arg(long, value_name = "N", help_heading = "Programs")]
    pub unroll: Option<u32>,
    /// What `__VERIFIER_nondet_int()` and its relatives return: every number from LO to
    /// HI, both included.
    #[arg(long, value_name = "LO..HI", value_parser = parse_range, allow_hyphen_values = true,
          help_heading = "Programs")]
    pub nondet: Option<(i64, i64)>,
    /// The largest object that a C or C++ program is given, in MiB, up to 1024. An execution in
    /// which it asks for a larger one ends there, and nothing is verified. Without it: 256.
    #[arg(long, value_name = "MIB", value_parser = parse_allocation, help_heading = "Programs")]
    #[serde(default)]
    pub max_allocation: Option<u64>,
    /// Every allocation of a C or C++ program may fail: both outcomes are explored. With N, at
    /// most N fail in each thread; where more could, nothing is verified.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", value_parser = parse_failures, help_heading = "Programs")]
    #[serde(default)]
    pub malloc_may_fail: Option<Failures>,
    /// Each wait for a condition variable may return, and each weak compare-exchange fail,
    /// without a reason: once in each thread and place of the program.
    #[arg(long, help_heading = "Programs")]
    pub spurious: bool,
    /// It is a bug if the program ends with another exit code than zero.
    #[arg(long, help_heading = "Programs")]
    pub check_exit: bool,
    /// It is a bug (a deadlock or livelock) if a thread waits for ever when `main` has
    /// returned or `exit` was called. Without it, the end of the program ends its wait.
    #[arg(long, help_heading = "Programs")]
    pub check_threads: bool,
    /// Take threads to be interchangeable that a thread creates one right after the other with
    /// the same function and argument. That is for you to know: nothing may tell them apart,
    /// like their ids, what they return, or what is done when one of them was joined.
    #[arg(long, help_heading = "Programs")]
    #[serde(default)]
    pub symmetry: bool,
    /// Kinds of findings that are no bugs: deadlock, livelock, unlock... A thread goes on
    /// after one where that is defined; elsewhere its execution is left, and then nothing
    /// is verified. Concuerror's --ignore-error is this, and its words are known.
    #[arg(long, alias = "ignore-error", value_name = "KIND,...", value_delimiter = ',', value_parser = parse_kind,
          help_heading = "Programs")]
    #[serde(with = "kinds")]
    pub ignore: Vec<FindingKind>,
    /// What a C program finds outside of itself.
    #[command(flatten)]
    #[serde(default)]
    pub outside: Outside,
    /// The clang that compiles; without it `clang`, or the newest `clang-NN`.
    // (A resume file must not say what is to be run.)
    #[arg(long, value_name = "PATH", help_heading = "Programs")]
    #[serde(skip)]
    pub clang: Option<PathBuf>,
    /// Where an Erlang program begins: module:function/0, or a function of the first file; of
    /// an Elixir program also Module.function/0. Without it: test/0 of the first file. Of a
    /// directory, the file of that module.
    #[arg(
        long,
        alias = "entry-point",
        value_name = "M:F/0",
        help_heading = "Erlang"
    )]
    #[serde(default)]
    pub entry: Option<String>,
    /// A folder with .beam files that the program may call, before those of OTP.
    #[arg(long, value_name = "DIR", help_heading = "Erlang")]
    #[serde(default)]
    pub pa: Vec<PathBuf>,
    /// Such a folder, behind those of OTP.
    #[arg(long, value_name = "DIR", help_heading = "Erlang")]
    #[serde(default)]
    pub pz: Vec<PathBuf>,
    /// Every test function of EUnit is a check of its own: *_test/0, and what *_test_/0 generate.
    #[arg(long, conflicts_with_all = ["ct", "entry", "module"], help_heading = "Erlang")]
    #[serde(default)]
    pub eunit: bool,
    /// Every test case of the suites (*_SUITE) of Common Test is a check of its own.
    #[arg(long, conflicts_with_all = ["entry", "module"], help_heading = "Erlang")]
    #[serde(default)]
    pub ct: bool,
    /// An `after` of N milliseconds or more never comes; below, it always may.
    #[arg(long, short = 'a', value_name = "N", value_parser = parse_bound,
          help_heading = "Erlang")]
    #[serde(default)]
    pub after_timeout: Option<u64>,
    /// Is a message in the mailbox as soon as it is sent? If not, it travels: only messages
    /// from one process to another keep their order.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", help_heading = "Erlang")]
    #[serde(default)]
    pub instant_delivery: Option<bool>,
    /// Are messages apart only if a receive could take one for the other? (As Concuerror has it:
    /// true is --receive take, false is --receive ordered.)
    #[arg(long, alias = "observers", value_name = "BOOL", num_args = 0..=1,
          require_equals = true, default_missing_value = "true", help_heading = "Erlang")]
    #[serde(default)]
    pub use_receive_patterns: Option<bool>,
    /// Exits are bugs only if an assertion failed: the reason is {{assert..., _}, _}.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", help_heading = "Erlang")]
    #[serde(default)]
    pub assertions_only: Option<bool>,
    /// Only errors of the first process are bugs.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", help_heading = "Erlang")]
    #[serde(default)]
    pub first_process_errors_only: Option<bool>,
    /// How deep terms are shown; 20 without it. What is deeper is `...`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
          help_heading = "Erlang")]
    #[serde(default)]
    pub print_depth: Option<u32>,
    /// Which executions are the same, as far as messages go: those in which every receive took
    /// the same message (take), or those in which the messages of each mailbox came in the same
    /// order (ordered). Without it: take, with the algorithm optimal; else ordered.
    #[arg(long, value_name = "WHICH", help_heading = "Erlang")]
    #[serde(default)]
    pub receive: Option<mazurka_erlang::Receive>,
    /// Reasons for which a process may exit without that being a bug, as Erlang writes them;
    /// also the first element of a tuple. (normal and shutdown always are.)
    #[arg(
        long,
        value_name = "REASON,...",
        value_delimiter = ',',
        help_heading = "Erlang"
    )]
    #[serde(default)]
    pub treat_as_normal: Vec<String>,
    /// The compiler of Erlang; without it `erlc` on the path.
    #[arg(long, value_name = "PATH", help_heading = "Erlang")]
    #[serde(skip)]
    pub erlc: Option<PathBuf>,
    /// The compiler of Elixir; without it `elixirc` on the path.
    #[arg(long, value_name = "PATH", help_heading = "Erlang")]
    #[serde(skip)]
    pub elixirc: Option<PathBuf>,
    /// Flags for clang, erlc or elixirc, after `--`.
    #[arg(last = true, value_name = "COMPILER FLAGS", help_heading = "Programs")]
    #[serde(skip)]
    pub flags: Vec<String>,
}

/// The most that `--max-memory` may be, in MiB.
pub(crate) const MOST_MEMORY: u64 = 1 << 30;

/// The most numbers that one call may return.
const MOST_NUMBERS: i128 = 1 << 20;

pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

pub(crate) fn parse_range(text: &str) -> Result<(i64, i64), String> {
    let bounds = text.split_once("..").and_then(|(low, high)| {
        let high = high.strip_prefix('=').unwrap_or(high);
        Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
    });
    match bounds {
        Some((low, high)) if low > high => Err(format!("there is no number from {low} to {high}")),
        Some((low, high)) if i128::from(high) - i128::from(low) >= MOST_NUMBERS => {
            Err(format!("these are more than {MOST_NUMBERS} numbers"))
        }
        Some(bounds) => Ok(bounds),
        None => Err(String::from("a range looks like 0..3")),
    }
}

/// How many allocations fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Failures {
    /// None.
    None,
    /// Up to that many of each thread.
    Most(u32),
    /// Any number.
    Any,
}

fn parse_failures(text: &str) -> Result<Failures, String> {
    match text {
        "true" => Ok(Failures::Any),
        "false" => Ok(Failures::None),
        _ => match text.parse() {
            Ok(most) if most > 0 => Ok(Failures::Most(most)),
            _ => Err(String::from("not a number above zero")),
        },
    }
}

pub(crate) fn parse_allocation(text: &str) -> Result<u64, String> {
    let most = MOST_ALLOCATION >> 20;
    let size = text.parse().ok().filter(|size| (1..=most).contains(size));
    size.ok_or_else(|| format!("not a number of MiB from 1 to {most}"))
}

/// A number; `infinity` and -1 are none, as for Concuerror.
fn parse_bound(text: &str) -> Result<u64, String> {
    match text {
        "infinity" | "-1" => Ok(u64::MAX),
        _ => text.parse().map_err(|_| "not a number".to_owned()),
    }
}

fn parse_kind(text: &str) -> Result<FindingKind, String> {
    options::kind_of(text.trim())
}

/// What has words is written in words.
mod text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'d, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'d>,
    {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The same of what may be left out.
mod optional_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = value.as_ref().map(ToString::to_string);
        text.serialize(serializer)
    }

    pub(crate) fn deserialize<'d, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'d>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        let value = text.map(|text| text.parse());
        value.transpose().map_err(D::Error::custom)
    }
}

/// Kinds of findings, in words.
mod kinds {
    use super::{FindingKind, parse_kind};
    use mazurka_check::words;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        kinds: &[FindingKind],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(kinds.iter().map(|kind| words(*kind)))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Vec<FindingKind>, D::Error> {
        let words = Vec::<String>::deserialize(deserializer)?;
        let kinds = words.iter().map(|word| parse_kind(word));
        kinds.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka_check::{KINDS, words};

    #[test]
    fn the_help_names_all_kinds_of_findings() {
        let (_, after) = EXAMPLES.split_once("for --ignore: ").expect("a list");
        let (list, _) = after.split_once('.').expect("an end");
        let listed: Vec<&str> = list.split(',').map(str::trim).collect();
        let kinds: Vec<String> = KINDS.into_iter().map(words).collect();
        assert_eq!(listed, kinds);
    }

    #[test]
    fn seconds_are_read_or_refused() {
        assert_eq!(parse_seconds("1.5"), Ok(Duration::from_millis(1500)));
        for bad in ["", "soon", "-1", "nan", "inf"] {
            assert!(parse_seconds(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn ranges_of_numbers() {
        assert_eq!(parse_range("0..3"), Ok((0, 3)));
        assert_eq!(parse_range("-2..=-1"), Ok((-2, -1)));
        for (text, why) in [
            ("", "looks like"),
            ("3", "looks like"),
            ("a..b", "looks like"),
            ("3..2", "no number from 3 to 2"),
            ("0..9223372036854775807", "more than"),
        ] {
            let error = parse_range(text).expect_err(text);
            assert!(error.contains(why), "{error}");
        }
    }
}
