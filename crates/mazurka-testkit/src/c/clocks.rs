//! The [programs with clocks](crate::clocks) as C and C++.

use super::run::{Compiler, Location, PRELUDE, compile_as, explored, with_main};
use crate::clocks::{Language, NOTE, Program, SLOTS, Statement, generate};
use crate::random::Random;
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Other seeds than those of other programs.
const SEED: u64 = 0x636c_6f63_6b73_0000;
/// The most that executions of a program may come to.
const MOST: u64 = 20_000;

/// The headers that these programs need.
const HEADERS: &str = "\
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - 1577836800) * 1000 + now.tv_nsec / 1000000;
}
static struct timespec after(long milliseconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += (now.tv_nsec / 1000000 + milliseconds) / 1000;
    now.tv_nsec = (now.tv_nsec / 1000000 + milliseconds) % 1000 * 1000000 + now.tv_nsec % 1000000;
    return now;
}
";

/// A program to be judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed that it came from.
    pub seed: u64,
    /// The language.
    pub language: Language,
    /// The memory model. (All stores are sequentially consistent, so it makes no difference.)
    pub model: Model,
    /// The program.
    pub program: Program,
}

/// The same for C++.
const HEADERS_OF_CPP: &str = "\
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <semaphore.h>
#include <thread>
#include <time.h>
using clock_of = std::chrono::steady_clock;
using ms = std::chrono::milliseconds;
static long milliseconds() {
    auto now = clock_of::now().time_since_epoch();
    return std::chrono::duration_cast<ms>(now).count() - 1577836800000;
}
static timespec after(long milliseconds) {
    auto now = std::chrono::system_clock::now().time_since_epoch() + ms(milliseconds);
    long nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    return timespec { nanoseconds / 1000000000, nanoseconds % 1000000000 };
}
";

/// The beginning of programs in that language, after the prelude.
#[must_use]
pub fn headers(language: Language) -> &'static str {
    match language {
        Language::Cpp => HEADERS_OF_CPP,
        _ => HEADERS,
    }
}

/// Compiles programs that are written in that language.
///
/// # Errors
/// What clang or we have to say against it.
pub fn compiled(text: &str, language: Language, compiler: Compiler) -> Result<Code, String> {
    let extension = match language {
        Language::Cpp => "cpp",
        _ => "c",
    };
    let text = format!("{PRELUDE}{}{text}", headers(language));
    compile_as(extension, &text, compiler)
}

/// Writes a statement of a thread as C++; false if it is the same in C.
fn write_cpp(text: &mut String, thread: usize, statement: &Statement) -> bool {
    let note = |slot: &usize| format!("@o{thread}[{slot}] = code * {NOTE}L + milliseconds();");
    let line = match statement {
        Statement::Sleep(milliseconds) => {
            format!("std::this_thread::sleep_for(ms({milliseconds}));")
        }
        Statement::Signal => "@c.notify_one();".to_owned(),
        Statement::Broadcast => "@c.notify_all();".to_owned(),
        Statement::WaitIn(limit, slot) => format!(
            "{{ std::unique_lock<std::mutex> lock(@m0); long code = @c.wait_for(lock, ms({limit})) \
             == std::cv_status::timeout; {} }}",
            note(slot)
        ),
        Statement::WaitFor {
            variable,
            wanted,
            limit,
            slot,
        } => format!(
            "{{ std::unique_lock<std::mutex> lock(@m0); long code = 0; @c.wait_for(lock, \
             ms({limit}), [&] {{ code = @x{variable}; return code == {wanted}; }}); {} }}",
            note(slot)
        ),
        Statement::Locked(mutex, body) => {
            writeln!(text, "    {{ std::lock_guard guard(@m{mutex});").expect("a string has room");
            body.iter()
                .for_each(|statement| write(text, Language::Cpp, thread, statement));
            "}".to_owned()
        }
        Statement::LockedIn(mutex, limit, slot, body) => {
            writeln!(
                text,
                "    {{ std::unique_lock lock(@m{mutex}, std::defer_lock); long code = \
                 !lock.try_lock_for(ms({limit})); {} if (!code) {{",
                note(slot)
            )
            .expect("a string has room");
            body.iter()
                .for_each(|statement| write(text, Language::Cpp, thread, statement));
            "} }".to_owned()
        }
        _ => return false,
    };
    writeln!(text, "    {line}").expect("a string has room");
    true
}

/// Writes a statement of a thread.
fn write(text: &mut String, language: Language, thread: usize, statement: &Statement) {
    if language == Language::Cpp && write_cpp(text, thread, statement) {
        return;
    }
    let note = |slot: &usize, value: &str| format!("@o{thread}[{slot}] = {value};");
    let code = |slot: &usize| note(slot, &format!("code * {NOTE}L + milliseconds()"));
    let mut line = |words: String| writeln!(text, "    {words}").expect("a string has room");
    match statement {
        Statement::Store(variable, value) => line(format!("@x{variable} = {value};")),
        Statement::Load(variable, slot) => line(note(slot, &format!("@x{variable}"))),
        Statement::Sleep(milliseconds) => line(format!("usleep({milliseconds} * 1000);")),
        Statement::Look(slot) => line(note(slot, "milliseconds()")),
        Statement::Post => line("sem_post(&@s);".to_owned()),
        Statement::Signal => line("pthread_cond_signal(&@c);".to_owned()),
        Statement::Broadcast => line("pthread_cond_broadcast(&@c);".to_owned()),
        Statement::TakeIn(limit, slot) => line(format!(
            "{{ struct timespec until = after({limit}); long code = sem_timedwait(&@s, &until) != 0; {} }}",
            code(slot)
        )),
        Statement::WaitIn(limit, slot) => line(format!(
            "{{ pthread_mutex_lock(&@m0); struct timespec until = after({limit}); long code = \
             pthread_cond_timedwait(&@c, &@m0, &until) != 0; {} pthread_mutex_unlock(&@m0); }}",
            code(slot)
        )),
        Statement::Poll {
            variable,
            wanted,
            limit,
            sleep,
            slot,
        } => {
            let pause = match sleep {
                0 => String::new(),
                sleep => format!("usleep({sleep} * 1000);"),
            };
            line(format!(
                "{{ struct timespec now, end = after({limit}); long code; do {{ \
                 clock_gettime(CLOCK_REALTIME, &now); code = @x{variable}; {pause} }} while (code \
                 != {wanted} && (now.tv_sec < end.tv_sec || now.tv_sec == end.tv_sec && \
                 now.tv_nsec < end.tv_nsec)); {} }}",
                code(slot)
            ));
        }
        Statement::WaitFor { .. } | Statement::ParkIn(..) | Statement::Unpark(_) => {
            unreachable!("no statement of C")
        }
        Statement::Locked(mutex, body) => {
            line(format!("pthread_mutex_lock(&@m{mutex});"));
            body.iter()
                .for_each(|statement| write(text, language, thread, statement));
            writeln!(text, "    pthread_mutex_unlock(&@m{mutex});").expect("a string has room");
        }
        Statement::LockedIn(mutex, limit, slot, body) => {
            line(format!(
                "{{ struct timespec until = after({limit}); long code = \
                 pthread_mutex_timedlock(&@m{mutex}, &until) != 0; {} if (!code) {{",
                code(slot)
            ));
            body.iter()
                .for_each(|statement| write(text, language, thread, statement));
            writeln!(text, "    pthread_mutex_unlock(&@m{mutex}); }} }}")
                .expect("a string has room");
        }
    }
}

/// The objects that the threads of a program share, in C.
const C: &str = "\
pthread_mutex_t @m0 = PTHREAD_MUTEX_INITIALIZER, @m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t @c = PTHREAD_COND_INITIALIZER;
sem_t @s;
_Atomic(int) @x0, @x1;
";

/// And in C++.
const CPP: &str = "\
std::mutex @m0;
std::timed_mutex @m1;
std::condition_variable @c;
sem_t @s;
std::atomic<int> @x0, @x1;
";

/// The program as C or C++, its names with that number.
fn emit(program: &Program, language: Language, number: usize) -> String {
    let (mut text, linkage) = match language {
        Language::Cpp => (CPP.to_owned(), "extern \"C\" "),
        _ => (C.to_owned(), ""),
    };
    let mut main = format!("{linkage}int @main(void) {{\n    sem_init(&@s, 0, 0);\n");
    let mut joins = String::new();
    for (thread, statements) in program.threads.iter().enumerate() {
        write!(
            text,
            "uint64_t @o{thread}[{SLOTS}];\nstatic void *@t{thread}(void *argument) {{\n"
        )
        .expect("a string has room");
        for statement in statements {
            self::write(&mut text, language, thread, statement);
        }
        text.push_str("    return argument;\n}\n");
        let (spawn, join) = match language {
            Language::Cpp => (
                format!("std::thread t{thread}(@t{thread}, nullptr);"),
                format!("t{thread}.join();"),
            ),
            _ => (
                format!("pthread_t t{thread}; pthread_create(&t{thread}, NULL, @t{thread}, NULL);"),
                format!("pthread_join(t{thread}, NULL);"),
            ),
        };
        writeln!(main, "    {spawn}").expect("a string has room");
        writeln!(joins, "    {join}").expect("a string has room");
    }
    text.push_str(&main);
    text.push_str(&joins);
    text.push_str("    return 0;\n}\n");
    text.replace('@', &format!("p{number}_"))
}

impl Case {
    /// The program of a seed.
    #[must_use]
    pub fn new(seed: u64, language: Language, model: Option<Model>) -> Case {
        let models = Model::BUFFERED;
        Case {
            seed,
            language,
            model: model.unwrap_or(models[(seed % models.len() as u64) as usize]),
            program: generate(&mut Random::new(seed ^ SEED), language),
        }
    }

    /// The program, its names with that number.
    #[must_use]
    pub fn text(&self, number: usize) -> String {
        emit(&self.program, self.language, number)
    }

    /// Compiles the program by itself.
    ///
    /// # Errors
    /// What clang or we have to say against it.
    pub fn compiled(&self, compiler: Compiler) -> Result<Code, String> {
        compiled(&self.text(0), self.language, compiler)
    }

    /// Are the notes that executions leave behind those that the judge expects? How many traces
    /// there are.
    ///
    /// # Errors
    /// If they are not.
    pub fn compare(
        &self,
        code: &Code,
        number: usize,
        expected: &BTreeSet<Vec<u64>>,
        algorithm: Algorithm,
    ) -> Result<u64, String> {
        let code = with_main(code, &format!("p{number}_main"))?;
        let locations: Vec<_> = (0..self.program.threads.len())
            .flat_map(|thread| {
                (0..SLOTS).map(move |slot| Location {
                    global: format!("p{number}_o{thread}"),
                    is_behind: false,
                    offset: 8 * slot as u64,
                    size: 8,
                })
            })
            .collect();
        let settings = Settings {
            model: self.model,
            ..Settings::default()
        };
        let explored = explored(&code, &settings, algorithm, &locations, MOST)?;
        if let Some((kind, message)) = explored.findings.iter().next() {
            return Err(format!("{kind:?}: {message}"));
        }
        if explored.statistics.blocked > 0 && algorithm == Algorithm::Optimal {
            return Err(format!(
                "{} blocked executions",
                explored.statistics.blocked
            ));
        }
        let seen: BTreeSet<_> = explored.outcomes.into_iter().map(|o| o.memory).collect();
        match seen == *expected {
            true => Ok(explored.statistics.complete),
            false => Err(format!(
                "{} outcomes, not {}; missing {:?}, extra {:?}",
                seen.len(),
                expected.len(),
                expected.difference(&seen).take(2).collect::<Vec<_>>(),
                seen.difference(expected).take(2).collect::<Vec<_>>()
            )),
        }
    }
}
