//! Programs that are hard to stop, or long.

use std::fs;
use std::path::{Path, PathBuf};

/// Threads that take turns with a mutex: `T` threads, `N` rounds of four events each.
const MUTEX: &str = "\
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;
void *run(void *_) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        shared++;
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}
int main(void) {
    pthread_t threads[T];
    for (int i = 0; i < T; i++)
        pthread_create(&threads[i], 0, run, 0);
    for (int i = 0; i < T; i++)
        pthread_join(threads[i], 0);
    return 0;
}
";

/// Much memory is filled between any two events.
const FILL: &str = "\
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
_Atomic int shared;
void *run(void *_) {
    size_t size = 8 << 20;
    char *buffer = malloc(size);
    for (int i = 0; i < 1000; i++) {
        memset(buffer, i, size);
        shared++;
    }
    free(buffer);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

/// Long loops without an event.
const LOCAL: &str = "\
#include <pthread.h>
_Atomic int shared;
void *run(void *_) {
    for (int i = 0; i < 100; i++) {
        unsigned long sum = 0;
        for (unsigned long j = 0; j < 200000000; j++)
            sum += j * j;
        shared += (int)sum;
    }
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

/// A program for the command: its file, and flags for clang.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) flags: Vec<String>,
    /// The memory models that it is for.
    pub(crate) models: &'static [&'static str],
    /// Options of `check`.
    pub(crate) options: Vec<String>,
}

impl Program {
    fn new(name: &'static str, path: PathBuf, flags: &[&str]) -> Program {
        Program {
            name,
            path,
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
            models: &["sc"],
            options: Vec::new(),
        }
    }

    fn models(mut self, models: &'static [&'static str]) -> Program {
        self.models = models;
        self
    }

    fn options(mut self, options: &[&str]) -> Program {
        self.options
            .extend(options.iter().map(|option| (*option).to_owned()));
        self
    }

    /// The arguments of `mazurka` that check it, with more options.
    pub(crate) fn arguments(&self, more: &[String]) -> Vec<String> {
        let mut arguments = vec!["check".to_owned(), self.path.display().to_string()];
        arguments.extend(self.options.iter().chain(more).cloned());
        if !self.flags.is_empty() {
            arguments.push("--".to_owned());
            arguments.extend(self.flags.iter().cloned());
        }
        arguments
    }
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Writes the programs that are not in the corpus into a folder.
pub(crate) struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn new(folder: &Path) -> Result<Programs, String> {
        let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(fail)?;
        for (name, text) in [("mutex.c", MUTEX), ("fill.c", FILL), ("local.c", LOCAL)] {
            fs::write(folder.join(name), text).map_err(fail)?;
        }
        fs::write(folder.join("many.litmus"), many_threads(61)).map_err(fail)?;
        fs::write(folder.join("large.c"), large()).map_err(fail)?;
        let folder = folder.canonicalize().map_err(fail)?;
        Ok(Programs { folder })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    fn paper(name: &str) -> PathBuf {
        root().join("crates/mazurka-llvm/corpus/papers").join(name)
    }

    pub(crate) fn fib_bench(size: usize) -> Program {
        let flag = format!("-DN={size}");
        Program::new("fib_bench", Self::paper("fib_bench.c"), &[&flag])
            .models(&["tso"])
            .options(&["--model", "tso"])
    }

    /// `events` in all, four in each round.
    pub(crate) fn mutex(&self, threads: usize, events: usize) -> Program {
        let rounds = (events / 4 / threads).max(1);
        let flags = [format!("-DT={threads}"), format!("-DN={rounds}")];
        Program::new(
            "mutex",
            self.folder.join("mutex.c"),
            &[&flags[0], &flags[1]],
        )
        .options(&["--max-events", "1000000"])
    }

    /// Two or more threads, that store to one location in a loop: `events` stores in all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn litmus(&self, threads: usize, events: usize) -> Result<Program, String> {
        let rounds = (events / threads).max(1);
        let path = self.folder.join(format!("loop-{threads}-{rounds}.litmus"));
        let row = |text: &str| vec![text; threads].join(" | ");
        let names: Vec<_> = (0..threads).map(|nth| format!("P{nth}")).collect();
        let text = format!(
            "X86 loops\n{{ x=0; }}\n{} ;\n{} ;\n{} ;\n{} ;\n{} ;\nexists (x=1)\n",
            names.join(" | "),
            row(&format!("MOV ECX,${rounds}")),
            row("L: MOV [x],ECX"),
            row("DEC ECX"),
            row("JNZ L"),
        );
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Program::new("litmus", path, &[]).options(&["--max-events", "1000000"]))
    }

    /// Those that `stop` stops.
    pub(crate) fn to_stop(&self) -> Vec<Program> {
        let in_folder = |name: &str| self.folder.join(name);
        let any = &["sc", "tso", "pso"][..];
        let named = |name, program: Program| Program { name, ..program };
        vec![
            Program::new(
                "fib_bench(5), short executions",
                Self::paper("fib_bench.c"),
                &["-DN=5"],
            )
            .models(any),
            Program::new("fib_bench(7), deep", Self::paper("fib_bench.c"), &["-DN=7"]).models(any),
            Program::new("lastzero(16)", Self::paper("lastzero.c"), &["-DN=16"]).models(any),
            Program::new("readers(16)", Self::paper("readers.c"), &["-DN=16"]).models(any),
            Program::new("large fills of memory", in_folder("fill.c"), &[]),
            Program::new("long local loops", in_folder("local.c"), &[]).models(&["sc", "tso"]),
            named("mutex, 64 threads, 20,000 events", self.mutex(64, 20_000))
                .models(&["sc", "tso"]),
            named("mutex, 2 threads, 100,000 events", self.mutex(2, 100_000))
                .models(&["sc", "tso"]),
            Program::new("litmus, 61 threads", in_folder("many.litmus"), &[]).models(&["tso"]),
            Program::new("a large file for clang", in_folder("large.c"), &[]),
        ]
    }
}

/// A litmus test with many threads, each of which stores and loads.
fn many_threads(threads: usize) -> String {
    let row = |text: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..threads).map(text).collect();
        format!("{} ;\n", cells.join(" | "))
    };
    let mut text = "X86 many\n{ x=0; y=0; }\n".to_owned();
    text.push_str(&row(&|nth| format!("P{nth}")));
    text.push_str(&row(&|nth| {
        format!("MOV [{}],${}", ["x", "y"][nth % 2], nth + 1)
    }));
    text.push_str(&row(&|nth| format!("MOV EAX,[{}]", ["y", "x"][nth % 2])));
    text.push_str("exists (0:EAX=0 /\\ 1:EAX=0)\n");
    text
}

/// C that clang needs some seconds for.
fn large() -> String {
    let mut text = "#include <pthread.h>\n_Atomic int shared;\n".to_owned();
    for nth in 0..20_000 {
        text.push_str(&format!(
            "static int f{nth}(int x) {{ int y = x * {nth}; for (int i = 0; i < x; i++) \
             y ^= i + shared; return y; }}\n"
        ));
    }
    text.push_str("int (*all[])(int) = {");
    for nth in 0..20_000 {
        text.push_str(&format!("f{nth},"));
    }
    text.push_str(
        "};\nvoid *run(void *_) { for (int i = 0; i < 8; i++) shared += all[i](i); return 0; }\n\
         int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); \
         pthread_create(&b, 0, run, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }\n",
    );
    text
}
