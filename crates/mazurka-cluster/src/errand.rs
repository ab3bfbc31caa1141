//! From an item of the store to what an explorer takes, and back to a report.
//!
//! This is all that stores and explorers have to do with one another: the texts that stores keep
//! are written and read here.

use crate::store::{Counts, Fate, Item, Kid, Report, Request, Split, Step, Text};
use mazurka_explore::shared::Published;
use mazurka_explore::trunk::{self, Trunk};
use mazurka_explore::{Packet, Statistics};
use mazurka_graph::Task;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What the store has is not what this program writes.
pub const MALFORMED: &str =
    "what the store has of an item makes no sense, or is of another program";

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("{MALFORMED} ({error})"))
}

fn write(value: &impl Serialize) -> Result<Text, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn sound<T>(result: Result<T, mazurka_explore::Malformed>) -> Result<T, String> {
    result.map_err(|_| MALFORMED.to_owned())
}

/// The way to an item of an execution tree.
///
/// # Errors
/// When the item makes no sense; a message for people.
pub fn trunk(item: &Item) -> Result<Trunk, String> {
    let Some(start) = &item.start else {
        return Ok(Trunk::default());
    };
    let trunk: Trunk = match &item.trunk {
        Some(trunk) => read(trunk)?,
        None => return Err(MALFORMED.to_owned()),
    };
    let elders = item.elders.iter().map(|elder| read(&elder.data));
    let elders = elders.collect::<Result<Vec<Packet>, String>>()?;
    let start: Packet = read(start)?;
    sound(trunk.item(item.depth as usize, &elders, &start))
}

/// The branch of execution graphs that an item is.
///
/// # Errors
/// When the item makes no sense; a message for people.
pub fn task(item: &Item) -> Result<Task, String> {
    item.start
        .as_deref()
        .map_or_else(|| Ok(Task::default()), read)
}

fn counts(statistics: &Statistics) -> Counts {
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    Counts {
        complete: number(statistics.complete),
        blocked: number(statistics.blocked),
        events: number(statistics.events),
    }
}

fn step((key, packet): (String, Packet)) -> Result<Step, String> {
    let data = write(&packet)?;
    Ok(Step { key, data })
}

/// What an item of an execution tree came to: `requests` at nodes above it, by the number of steps
/// before them, and what is `left`.
///
/// # Errors
/// When an explorer has said something that makes no sense.
pub fn tree_report(
    trunk: &Trunk,
    (requests, left): (Vec<(usize, Packet)>, Option<Published>),
    statistics: &Statistics,
    results: Text,
    ends: bool,
) -> Result<Report, String> {
    let request = |(depth, steps): (usize, Packet)| {
        let steps = sound(trunk::steps(&steps))?;
        Ok(Request {
            depth: u32::try_from(depth).map_err(|_| MALFORMED.to_owned())?,
            steps: steps.into_iter().map(step).collect::<Result<_, String>>()?,
        })
    };
    let requests = requests.into_iter().map(request);
    Ok(Report {
        counts: counts(statistics),
        results,
        split: left.map(|left| split(trunk, &left)).transpose()?,
        branches: Vec::new(),
        requests: requests.collect::<Result<_, String>>()?,
        ends,
    })
}

fn split(trunk: &Trunk, left: &Published) -> Result<Split, String> {
    let (path, frames) = sound(trunk.split(left))?;
    let kid = |piece: trunk::Piece| {
        let step = step((piece.key, piece.step))?;
        let fate = match piece.fate {
            trunk::Fate::Inside => Fate::Inside,
            trunk::Fate::OnWay => Fate::OnWay,
            trunk::Fate::Open => Fate::Open(step.data.clone()),
        };
        Ok(Kid { step, fate })
    };
    let kids = |frame: Vec<trunk::Piece>| frame.into_iter().map(kid).collect();
    Ok(Split {
        path: write(&path)?,
        frames: frames
            .into_iter()
            .map(kids)
            .collect::<Result<_, String>>()?,
    })
}

/// What a branch of execution graphs came to, and what is `left` of it.
///
/// # Errors
/// When an explorer has said something that makes no sense.
pub fn graph_report(
    left: &[Task],
    statistics: &Statistics,
    results: Text,
    ends: bool,
) -> Result<Report, String> {
    Ok(Report {
        counts: counts(statistics),
        results,
        split: None,
        branches: left.iter().map(write).collect::<Result<_, String>>()?,
        requests: Vec::new(),
        ends,
    })
}
