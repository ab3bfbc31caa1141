//! `mazurka certify`: is what a job says explored, as far as its records show?

use super::{Address, newest, words};
use crate::check::EXIT_STOPPED;
use clap::Args;
use mazurka_certify::{Checked, Extracted, check, extract, missed};
use mazurka_check::command::{Repeater, build_digest, say};
use mazurka_check::plain;
use mazurka_cluster::{Item, ItemId, JobId, Report, Step, Store};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How many items are explored again.
const SAMPLE: usize = 20;

/// `mazurka certify`.
#[derive(Args)]
pub(crate) struct Certify {
    /// The job; its certificate is read from the store. Without it: the newest.
    #[arg(value_name = "JOB")]
    job: Option<i64>,
    /// The store, as for the other commands.
    #[arg(
        long,
        value_name = "URL",
        env = "MAZURKA_CLUSTER",
        hide_env_values = true,
        required_unless_present = "file"
    )]
    cluster: Option<String>,
    /// Go on with a server that may lose what it has acknowledged (fsync=off).
    #[arg(long)]
    allow_unsafe_store: bool,
    /// Check a certificate that was written before.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["job", "output"])]
    file: Option<PathBuf>,
    /// Keep the certificate there.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Explore N items again, chosen at random: what they came to must be the same. Without it:
    /// 20. It takes the build that explored them.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Choose these items by this number. Without it: by the time.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Exit codes: 0 it holds, 1 it does not, 2 error, 3 it holds, but no items could be explored again.
pub(crate) fn certify(arguments: &Certify) -> Result<ExitCode, String> {
    let place = Place::new(arguments)?;
    let open = || {
        let file = File::open(place.path());
        let file = file.map_err(|error| format!("{}: {error}", place.path().display()))?;
        Ok::<_, String>(BufReader::new(file))
    };
    let checked = match check(open()?) {
        Ok(checked) => checked,
        Err(refused) => {
            println!("refused: {}", plain(&refused.to_string()));
            return Ok(ExitCode::from(1));
        }
    };
    println!("{}", told(&checked));
    let most = arguments.sample.unwrap_or(SAMPLE);
    if most == 0 {
        println!("no item was explored again: --sample N");
        return Ok(ExitCode::from(EXIT_STOPPED));
    }
    let build = build_digest().map_err(|error| format!("cannot read this command: {error}"))?;
    if build != checked.head.build {
        println!(
            "no item was explored again: that takes build {}, and this is {}",
            super::short(&checked.head.build),
            super::short(&build)
        );
        return Ok(ExitCode::from(EXIT_STOPPED));
    }
    let seed = arguments.seed.unwrap_or_else(now);
    let ids = checked.sample(most, seed);
    let items = extract(open()?, &checked, &ids).map_err(|refused| refused.to_string())?;
    let head = &checked.head;
    let mut again = Repeater::new(&head.options, &head.language, &head.program)?;
    for item in &items {
        if let Some(difference) = differs(&mut again, &head.round_state, item)? {
            println!("refused: item {}, explored again: {difference}", item.id);
            return Ok(ExitCode::from(1));
        }
    }
    let items_in_all = checked.items;
    let tenth = items_in_all.div_ceil(10);
    println!(
        "{} of {items_in_all} items explored again (seed {seed}), and they came to the same; if \
         {tenth} of them were forged, this would miss it with a chance of {:.1} %",
        items.len(),
        100.0 * missed(items_in_all, tenth, items.len() as u64)
    );
    Ok(ExitCode::SUCCESS)
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

fn told(checked: &Checked) -> String {
    let head = &checked.head;
    let totals = &head.totals;
    format!(
        "job {}: {}, {}\n{} complete executions, {} blocked, in {} items\n\
         the tree is closed: {} nodes, {} requests, all served; build {}, program {}, round {}",
        head.job,
        plain(&head.name),
        head.verdict.as_deref().unwrap_or("not ended"),
        totals.complete,
        totals.blocked,
        checked.items,
        checked.nodes,
        checked.requests,
        super::short(&head.build),
        super::short(&head.program_sha256),
        head.round,
    )
}

/// How an item differs when it is explored again, if it does.
fn differs(
    again: &mut Repeater,
    state: &str,
    extracted: &Extracted,
) -> Result<Option<String>, String> {
    let report: Report = match serde_json::from_str(&extracted.report) {
        Ok(report) => report,
        Err(error) => return Ok(Some(format!("its report cannot be read: {error}"))),
    };
    let counts = report.counts;
    let executions = u64::try_from(counts.complete + counts.blocked).unwrap_or(0);
    let item = Item {
        id: ItemId(extracted.id),
        job: JobId(0),
        round: 0,
        attempt: 1,
        tag: String::new(),
        job_tag: String::new(),
        trunk: extracted.trunk.clone(),
        depth: extracted.depth,
        elders: extracted
            .elders
            .iter()
            .map(|elder| Step {
                key: elder.key.clone(),
                data: elder.data.clone(),
            })
            .collect(),
        start: extracted.start.clone(),
        state: state.to_owned(),
    };
    let found = again.explore(item, executions)?;
    if found.digest() == extracted.digest {
        return Ok(None);
    }
    let is = found.counts;
    Ok(Some(format!(
        "{} complete and {} blocked executions, where the certificate has {} and {}, or other \
         results",
        is.complete, is.blocked, counts.complete, counts.blocked
    )))
}

/// Where the certificate is; a file that is not asked for is removed.
enum Place {
    Kept(PathBuf),
    Temporary(PathBuf),
}

impl Place {
    fn new(arguments: &Certify) -> Result<Place, String> {
        if let Some(file) = &arguments.file {
            return Ok(Place::Kept(file.clone()));
        }
        let cluster = arguments
            .cluster
            .clone()
            .ok_or("--cluster URL is missing")?;
        let address = Address {
            cluster,
            allow_unsafe_store: arguments.allow_unsafe_store,
        };
        let mut store = address.connect()?;
        let job = match arguments.job {
            Some(job) => JobId(job),
            None => newest(&mut store)?,
        };
        let place = match &arguments.output {
            Some(output) => Place::Kept(output.clone()),
            None => {
                let name = format!("mazurka-certificate-{}.jsonl", std::process::id());
                Place::Temporary(std::env::temp_dir().join(name))
            }
        };
        let wrong = |error: std::io::Error| format!("{}: {error}", place.path().display());
        let mut options = OpenOptions::new();
        options.write(true);
        let file = match &place {
            Place::Kept(path) => options.create(true).truncate(true).open(path),
            Place::Temporary(path) => options.create_new(true).open(path),
        };
        let mut out = BufWriter::new(file.map_err(wrong)?);
        store.export(job, &mut out).map_err(words)?;
        out.flush().map_err(wrong)?;
        if let Place::Kept(path) = &place {
            say(&format!("the certificate is {}", path.display()));
        }
        Ok(place)
    }

    fn path(&self) -> &Path {
        match self {
            Place::Kept(path) | Place::Temporary(path) => path,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Place::Temporary(path) = self {
            // Another command may have removed it.
            let _ = std::fs::remove_file(path);
        }
    }
}
