//! Trace files, changed, and read: refused, or shown in all formats and replayed, with the options
//! that they say, as `mazurka replay` does.

use crate::case::{Case, Outcome, Places, Target, Wrong};
use crate::command::{Checked, built, input, run, table};
use crate::corpus::Corpus;
use crate::text::change_bytes;
use crate::tree;
use mazurka_cli::testing;
use mazurka_testkit::random::Random;
use mazurka_trace::{Checked as Of, LARGEST, Report, Room, Trace};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// What is checked for a start, each with a bug, and options.
const CHECKS: [(Checked, &[&str]); 7] = [
    (("bugs/lost_update.c", &["-g"]), &[]),
    (("bugs/lock_order.c", &["-g"]), &[]),
    (("bugs/double_free_race.c", &["-g0"]), &["--races"]),
    (("bugs/philosophers.c", &["-g0"]), &[]),
    (("models/sb_private_store.c", &["-g0"]), &["--model", "tso"]),
    (("models/mp_fence.c", &["-g0"]), &["--model", "pso"]),
    (("bugs/torn_read.c", &["-g0"]), &["--model", "rc11"]),
];

pub(crate) struct TraceFile {
    seeds: Vec<Value>,
}

impl TraceFile {
    /// # Errors
    /// When there is no command, or it cannot be run.
    pub(crate) fn new(places: &Places) -> Result<TraceFile, String> {
        let command = built(places)?;
        let folder = places.folder.join("seeds");
        let folder = folder.join(format!("traces-{}", std::process::id()));
        let mut seeds = Vec::new();
        for (checked, options) in CHECKS {
            let path = input(places, checked)?;
            let _ = fs::remove_dir_all(&folder);
            let mut check = Command::new(command);
            check.arg("check").arg(&path).args(options);
            check.args(["--quiet", "--workers", "1", "--max-executions", "2000"]);
            run(check.arg("--trace-dir").arg(&folder))?;
            for file in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let text = fs::read(file.path()).map_err(|error| error.to_string())?;
                seeds.push(serde_json::from_slice(&text).map_err(|error| error.to_string())?);
            }
        }
        let _ = fs::remove_dir_all(&folder);
        if seeds.len() < CHECKS.len() / 2 {
            return Err("too few trace files were written".to_owned());
        }
        Ok(TraceFile { seeds })
    }
}

impl Target for TraceFile {
    fn extension(&self) -> &'static str {
        "json"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let seeds = self.seeds.iter();
        seeds.map(|seed| seed.to_string().into_bytes()).collect()
    }

    fn next(&mut self, random: &mut Random, corpus: &Corpus) -> Case {
        let own = &self.seeds[random.below(self.seeds.len())];
        let other = &self.seeds[random.below(self.seeds.len())];
        let picked = serde_json::from_slice(corpus.pick(random)).ok();
        let is_tree = |tree: &Value| tree["program"].is_object() && tree["replay"].is_string();
        let mut tree: Value = picked
            .filter(|tree| random.below(2) == 0 && is_tree(tree))
            .unwrap_or_else(|| own.clone());
        match random.below(4) {
            // Below `program` and `replay` is what is replayed.
            0 => {
                let options = tree["program"]["options"].as_str();
                let options = options.and_then(|text| serde_json::from_str::<Value>(text).ok());
                if let Some(mut options) = options {
                    tree::mutate(&mut options, &own["program"], random);
                    tree["program"]["options"] = options.to_string().into();
                }
            }
            1 => {
                let mut replay = tree["replay"].as_str().unwrap_or("1/").as_bytes().to_vec();
                for _ in 0..=random.below(3) {
                    match random.below(3) {
                        0 => change_bytes(&mut replay, random),
                        1 => replay.extend([&b",r1x9"[..], b",r3x2", b",0.0x7"][random.below(3)]),
                        _ => replay.extend(format!(",0x{}", 1_u64 << random.below(63)).bytes()),
                    }
                }
                tree["replay"] = String::from_utf8_lossy(&replay).into();
            }
            _ => tree::mutate(&mut tree, other, random),
        }
        if random.below(6) == 0 {
            tree::make_hostile(&mut tree, random);
        }
        let mut input = tree.to_string().into_bytes();
        if random.below(12) == 0 {
            change_bytes(&mut input, random);
        }
        Case {
            input,
            variant: random.below(4) as u64,
            expect: String::new(),
        }
    }

    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong> {
        let text = String::from_utf8_lossy(&case.input);
        let trace = match Trace::from_json(&text) {
            Ok(trace) => trace,
            Err(error) => return Ok(Outcome::new("refused", &error.to_string())),
        };
        // What is shown in a browser and by Graphviz has no bytes that these do not take.
        let has_control = |text: &str| text.chars().any(|c| c < ' ' && c != '\n');
        match case.variant {
            0 => {
                let again = Trace::from_json(&trace.to_json());
                if again.as_ref() != Ok(&trace) {
                    return Err(Wrong::new(
                        "not the same",
                        "what is written is read otherwise",
                    ));
                }
                let text = trace.written(false, Trace::to_json);
                if text.len() > LARGEST || Trace::from_json(&text).is_err() {
                    return Err(Wrong::new("folded", "what is folded is not read again"));
                }
            }
            1 => {
                for (name, write) in [
                    ("dot", Trace::to_dot as fn(&Trace) -> String),
                    ("svg", Trace::to_svg),
                ] {
                    let text = trace.written(false, write);
                    if text.len() > LARGEST || has_control(&text) {
                        return Err(Wrong::new(name, format!("a bad picture: {name}")));
                    }
                }
                let _ = (trace.to_text(Room::LARGE), trace.to_text(Room::ALL));
            }
            2 => {
                let report = Report {
                    programs: vec![Of {
                        findings: vec![trace.clone()],
                        ..Of::default()
                    }],
                    ..Report::default()
                };
                let page = report.written(false);
                if page.len() > LARGEST {
                    return Err(Wrong::new("page", "the page is too large"));
                }
            }
            _ => {
                let replayed = testing::replay(trace, table);
                return match replayed {
                    Err(error) if error.contains("internal error") => {
                        Err(Wrong::new("internal error", error))
                    }
                    Err(error) => Ok(Outcome::new("not replayed", &error)),
                    Ok((1, _)) => Ok(Outcome::new("a bug", "")),
                    Ok((3, _)) => Ok(Outcome::new("no bug", "")),
                    Ok((code, said)) => {
                        let message = format!("exit code {code}: {said}");
                        Err(Wrong::new("exit code", message))
                    }
                };
            }
        }
        Ok(Outcome::new("shown", ""))
    }
}
