use mazurka_explore::*;
use mazurka_graph::Options;
use mazurka_llvm::check::build;
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::machine::*;
use mazurka_memory::Model;
use mazurka_program::*;
use std::ops::ControlFlow;
struct Loud(Machine);
impl Program for Loud {
    fn start(&mut self, step: &mut Step) -> std::result::Result<(), Interrupt> {
        println!("-- start");
        self.0.start(step)
    }
    fn status(&self, p: ProcessId) -> Status {
        self.0.status(p)
    }
    fn step(&mut self, turn: Turn, step: &mut Step) -> std::result::Result<(), Interrupt> {
        let event = self.0.event(turn.process).text;
        self.0.record(false);
        let r = self.0.step(turn, step);
        println!(
            "  {:?} {event}: {:?} {:?} {:?}",
            turn,
            step.touches
                .iter()
                .map(|t| (t.object.0, t.access, t.before, t.after))
                .collect::<Vec<_>>(),
            r,
            step.findings
                .iter()
                .map(|f| f.message.lines().next().unwrap().to_owned())
                .collect::<Vec<_>>()
        );
        r
    }
    fn names(&self) -> &Names {
        self.0.names()
    }
    fn names_mut(&mut self) -> &mut Names {
        self.0.names_mut()
    }
    fn opens(&self, n: u64, v: u64) -> Option<bool> {
        let r = self.0.opens(n, v);
        println!("  opens {n:x} {v}: {r:?}");
        r
    }
    fn recall(&mut self, o: ObjectId, w: u32, v: u64) {
        println!("  recall {} {w} = {v}", o.0);
        self.0.recall(o, w, v)
    }
    fn alternatives(&self, p: ProcessId) -> u32 {
        self.0.alternatives(p)
    }
    fn rewind(
        &mut self,
        s: &Script,
        len: usize,
        step: &mut Step,
    ) -> std::result::Result<Option<Rewound>, Interrupt> {
        if std::env::var_os("NOREWIND").is_some() {
            return Ok(None);
        }
        println!("  rewind {len}");
        self.0.rewind(s, len, step)
    }
    fn awaited(&self, p: ProcessId, o: &mut Vec<ObjectId>) {
        self.0.awaited(p, o)
    }
    fn is_discarded(&self, p: ProcessId) -> bool {
        self.0.is_discarded(p)
    }
    fn is_daemon(&self, p: ProcessId) -> bool {
        self.0.is_daemon(p)
    }
    fn describe_wait(&self, p: ProcessId) -> String {
        self.0.describe_wait(p)
    }
}
struct Ends;
impl Observer for Ends {
    fn ended(&mut self, e: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        println!(
            "ENDED {:?} discarded {} findings {:?}",
            e.kind,
            e.is_discarded,
            e.findings
                .iter()
                .map(|f| f.message.lines().next().unwrap().to_owned())
                .collect::<Vec<_>>()
        );
        ControlFlow::Continue(())
    }
}
#[test]
fn debug() {
    let path = std::path::PathBuf::from(std::env::var("FILE").unwrap());
    let flags = std::env::var("FLAGS")
        .unwrap_or_default()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let texts = clang::texts(
        &[path],
        &Compile {
            flags,
            ..Compile::default()
        },
    )
    .unwrap();
    let code = build(&texts).unwrap();
    let model: Model = std::env::var("MODEL")
        .unwrap_or("rc11".into())
        .parse()
        .unwrap();
    let settings = Settings {
        model,
        graphs: true,
        ..Settings::default()
    };
    let mut m = Loud(Machine::new(&code, &settings, Knowledge::default()));
    let mut options = Options::new(model);
    loop {
        let o = mazurka_graph::explore(
            &mut options,
            &mut m,
            &Limits {
                keep_going: true,
                ..Limits::default()
            },
            &mut Ends,
        )
        .unwrap();
        println!("{:?}", o.statistics);
        if o.verdict != Verdict::Refined {
            break;
        }
        println!("REFINED {}", m.0.knowledge());
    }
}
