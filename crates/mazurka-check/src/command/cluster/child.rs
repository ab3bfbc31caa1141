//! A process that explores items. It is told on its standard input what to do, and answers on its
//! standard output, a line of JSON each; it ends when there is no more input.

use crate::command::digest;
use crate::command::language::{FrontEnd, Judged, Language};
use crate::command::lines;
use crate::driver::{ExploredOf, Next, next_round};
use crate::exploration::{Counter, Part, TallyOf, explore_item};
use crate::finding::{Told, words};
use crate::report::Verdict;
use crate::tally::Found;
use mazurka_cluster::{Conclusion, Drained, Finding, Item, Report, Text};
use mazurka_explore::Statistics;
use mazurka_parallel::items::Budget;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What a child is told first.
#[derive(Serialize, Deserialize)]
pub(super) struct Begin {
    /// The options of the check.
    pub(super) options: Box<RawValue>,
    /// The name of the language.
    pub(super) language: String,
    /// The program.
    pub(super) program: Box<RawValue>,
}

/// What it is told then.
#[derive(Serialize, Deserialize)]
pub(super) enum Order {
    /// Explore an item.
    Explore {
        item: Box<Item>,
        /// For how many milliseconds at most,
        budget: u64,
        /// or for this many executions.
        executions: Option<u64>,
    },
    /// End the item that is being explored, and say what is left.
    Split,
    /// Add these results to those of the round.
    Add(Vec<Text>),
    /// The round is over: say how the job goes on.
    Conclude(Drained),
}

/// How often a child says how far it is.
const TELLS: Duration = Duration::from_millis(500);

/// What it answers.
#[derive(Serialize, Deserialize)]
pub(super) enum Answer {
    /// The item that is being explored has come to this many executions.
    Running(u64),
    /// What an item came to.
    Explored {
        report: Box<Report>,
        findings: Vec<Finding>,
        /// In microseconds of processor time, where the system tells.
        micros: Option<i64>,
    },
    /// The results were added.
    Added,
    /// How the job goes on.
    Concluded(Conclusion),
    /// What it was told makes no sense, or is about another program; for people.
    Failed(String),
}

/// Where answers go.
struct Out {
    stdout: io::Stdout,
    /// Is an order being obeyed?
    is_busy: bool,
}

/// The orders that a child gets.
pub struct Orders {
    orders: Receiver<Order>,
    end: Arc<AtomicBool>,
    out: Arc<Mutex<Out>>,
    counter: Arc<Counter>,
}

impl Orders {
    fn next(&mut self) -> Option<Order> {
        let order = self.orders.recv().ok()?;
        self.counter.set(&Statistics::default());
        self.out().is_busy = true;
        Some(order)
    }

    fn out(&self) -> std::sync::MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        let mut out = self.out();
        out.is_busy = false;
        lines::write(&mut out.stdout, answer)
    }

    /// Says how far it is, again and again.
    fn tell(out: &Mutex<Out>, counter: &Counter) {
        loop {
            thread::sleep(TELLS);
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            let running = Answer::Running(counter.executions());
            if out.is_busy && lines::write(&mut out.stdout, &running).is_err() {
                return;
            }
        }
    }
}

/// A language whose items can be explored, whatever its types are.
pub trait Explorer {
    /// Does what it is told about one program.
    ///
    /// # Errors
    /// When there is no program; a message for people.
    fn serve(&self, program: &RawValue, orders: &mut Orders) -> Result<(), String>;
}

/// Explores items that another process has. The table of languages is made from what that tells
/// first.
///
/// # Errors
/// When it makes no sense; a message for people.
pub fn explore<C: DeserializeOwned>(
    table: impl FnOnce(&C) -> Vec<Box<dyn FrontEnd>>,
) -> Result<(), String> {
    let mut input = io::stdin().lock();
    let text = |error: io::Error| error.to_string();
    let Some(begin) = lines::read::<Begin>(&mut input).map_err(text)? else {
        return Ok(());
    };
    drop(input);
    let choices = serde_json::from_str(begin.options.get()).map_err(|error| error.to_string())?;
    let table = table(&choices);
    let mut languages = table.iter();
    let language = languages.find(|language| language.name() == begin.language);
    let (sender, receiver) = channel();
    let end = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&end);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(order)) = lines::read::<Order>(&mut input) {
            let goes_on = match order {
                Order::Split => {
                    told.store(true, Ordering::Relaxed);
                    true
                }
                order => {
                    // What was said before is not about this one.
                    told.store(false, Ordering::Relaxed);
                    sender.send(order).is_ok()
                }
            };
            if !goes_on {
                return;
            }
        }
        // The agent is gone: what is being explored is of no use.
        std::process::exit(0);
    });
    let out = Arc::new(Mutex::new(Out {
        stdout: io::stdout(),
        is_busy: false,
    }));
    let counter = Arc::<Counter>::default();
    let mut orders = Orders {
        orders: receiver,
        end,
        out: Arc::clone(&out),
        counter: Arc::clone(&counter),
    };
    thread::spawn(move || Orders::tell(&out, &counter));
    let served = match language {
        Some(language) => language.serve(&begin.program, &mut orders),
        None => Err(format!("there is no language {}", begin.language)),
    };
    if let Err(message) = served {
        // Whatever it is told, that is the answer.
        while orders.next().is_some() {
            let failed = Answer::Failed(message.clone());
            orders.answer(&failed).map_err(text)?;
        }
    }
    Ok(())
}

fn told<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("{} ({error})", mazurka_cluster::errand::MALFORMED))
}

impl<L: Language> Explorer for L {
    fn serve(&self, program: &RawValue, orders: &mut Orders) -> Result<(), String> {
        let source = told(program.get())?;
        let subject = Arc::new(self.subject(&source, &Default::default())?);
        let mut server = Server {
            language: self,
            subject,
            sum: TallyOf::<L::Subject>::default(),
            error: None,
        };
        while let Some(order) = orders.next() {
            let answer = server.obey(order, orders);
            let answer = answer.unwrap_or_else(Answer::Failed);
            // An agent that is gone needs no answer.
            if orders.answer(&answer).is_err() {
                break;
            }
        }
        Ok(())
    }
}

struct Server<'l, L: Language> {
    language: &'l L,
    subject: Arc<L::Subject>,
    /// The results of a round, so far.
    sum: TallyOf<L::Subject>,
    error: Option<String>,
}

impl<L: Language> Server<'_, L> {
    fn obey(&mut self, order: Order, orders: &Orders) -> Result<Answer, String> {
        match order {
            Order::Explore {
                item,
                budget,
                executions,
            } => {
                let begun = processor_time();
                let state: ExploredOf<L::Subject> = told(&item.state)?;
                let budget = Budget {
                    time: Duration::from_millis(budget),
                    executions,
                    end: &orders.end,
                };
                let (subject, counter) = (&*self.subject, &orders.counter);
                let (report, found) = explore_item(subject, &state.known, &item, budget, counter)?;
                let took = processor_time().zip(begun).map(|(now, begun)| now - begun);
                Ok(Answer::Explored {
                    report: Box::new(report),
                    findings: found.iter().map(finding).collect(),
                    micros: took.and_then(|took| i64::try_from(took.as_micros()).ok()),
                })
            }
            Order::Split => Ok(Answer::Added),
            Order::Add(results) => {
                for text in results {
                    let part: Part<TallyOf<L::Subject>> = told(&text)?;
                    self.sum.add(part.tally, &*self.subject);
                    self.error = self.error.take().or(part.error);
                }
                Ok(Answer::Added)
            }
            Order::Conclude(drained) => self.conclude(&drained).map(Answer::Concluded),
        }
    }

    fn conclude(&mut self, drained: &Drained) -> Result<Conclusion, String> {
        let state: ExploredOf<L::Subject> = told(&drained.state)?;
        let text = |explored: &ExploredOf<L::Subject>| {
            serde_json::to_string(explored).map_err(|error| error.to_string())
        };
        let failed = |message: String| Conclusion::Ended {
            state: drained.state.clone(),
            verdict: "error".to_owned(),
            reason: Some(message),
        };
        let tally = std::mem::take(&mut self.sum);
        if let Some(message) = self.error.take() {
            return Ok(failed(message));
        }
        let next = next_round(&self.subject, state, tally, drained.left > 0);
        Ok(match next {
            Err(error) => failed(error.to_string()),
            Ok(Next::Round(state)) => Conclusion::Round(text(&state)?),
            Ok(Next::Ended(ended)) => {
                let (report, explored) = *ended;
                let unexplored = report.unexplored.clone();
                // What a language says of it is the verdict: a condition that does not hold is a bug.
                let (verdict, reason) = match self.language.judge(&self.subject, report) {
                    Judged::Program(report) => (report.verdict, None),
                    Judged::Other(checked) => (checked.verdict, Some(checked.reason)),
                };
                let is_decided = verdict != Verdict::Unknown;
                let poisoned = (drained.poisoned > 0 && !is_decided).then(|| poisoned(drained));
                Conclusion::Ended {
                    state: text(&explored)?,
                    verdict: verdict.to_string(),
                    reason: poisoned.or(unexplored).or(reason),
                }
            }
        })
    }
}

/// The processor time that this thread has used: what else the machine does counts less.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn poisoned(drained: &Drained) -> String {
    let items = match drained.poisoned {
        1 => "1 item was".to_owned(),
        count => format!("{count} items were"),
    };
    format!(
        "{items} given up after {} attempts each; the agents have said why (if a process was lost: \
         out of memory, or a fault of Mazurka, please report it)",
        mazurka_cluster::MOST_ATTEMPTS
    )
}

fn finding(found: &Found) -> Finding {
    let told = Told::new(&found.message).headline();
    let process = found.process.as_deref().unwrap_or_default();
    Finding {
        // An index of the store takes no long ones.
        key: format!(
            "{} {}",
            words(found.kind),
            digest::of([process.as_bytes(), told.as_bytes()])
        ),
        words: format!("{}: {told}", words(found.kind)),
        replay: found.replay.clone(),
        executions: i64::try_from(found.executions).unwrap_or(i64::MAX),
    }
}
