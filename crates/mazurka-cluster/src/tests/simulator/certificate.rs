//! A checker of exports that is simpler than `mazurka-certify`, which other crates test.

use super::tree::Sums;
use crate::store::{Counts, hexadecimal};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Reads an export, with code of its own: every kid is accounted for, every request granted, every
/// item done once, and the totals are the sums of the reports.
///
/// # Errors
/// What is wrong.
pub(crate) fn certify(export: &str) -> Result<Sums, String> {
    let lines: Vec<Value> = export
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    let [head, records @ .., end] = &lines[..] else {
        return Err("there are no lines".to_owned());
    };
    if end["end"]["records"].as_u64() != Some(records.len() as u64) {
        return Err("records are missing".to_owned());
    }
    let of_kind = |kind: &'static str| records.iter().filter_map(move |line| line.get(kind));
    let number = |value: &Value| value.as_i64().unwrap_or(-1);
    let items: BTreeMap<i64, &Value> = of_kind("item")
        .map(|item| (number(&item["id"]), item))
        .collect();
    let trunks: BTreeMap<i64, &Value> = of_kind("trunk")
        .map(|trunk| (number(&trunk["id"]), trunk))
        .collect();
    let nodes: BTreeMap<i64, &Value> = of_kind("node")
        .map(|node| (number(&node["id"]), node))
        .collect();
    let mut kids: BTreeMap<i64, Vec<&Value>> = BTreeMap::new();
    for kid in of_kind("kid") {
        kids.entry(number(&kid["node"])).or_default().push(kid);
    }
    let mut reached: BTreeSet<i64> = BTreeSet::new();
    for (node, kids) in &kids {
        if !nodes.contains_key(node) {
            return Err(format!("kids of node {node}, which is not there"));
        }
        for (position, kid) in kids.iter().enumerate() {
            if number(&kid["position"]) != position as i64 {
                return Err(format!("node {node}: position {position} is missing"));
            }
            match kid["fate"].as_str() {
                Some("inside") => {}
                Some("way") => {
                    if !nodes.contains_key(&number(&kid["next"])) {
                        return Err(format!("node {node}: the next one is not there"));
                    }
                }
                Some("item") => {
                    let item = number(&kid["item"]);
                    let there = items.get(&item).is_some_and(|item| {
                        number(&item["node"]) == *node
                            && number(&item["position"]) == position as i64
                    });
                    if !there || !reached.insert(item) {
                        return Err(format!("item {item} is not one kid, once"));
                    }
                }
                _ => return Err("a fate is unknown".to_owned()),
            }
        }
        let keys: BTreeSet<&str> = kids.iter().filter_map(|kid| kid["key"].as_str()).collect();
        if keys.len() != kids.len() {
            return Err(format!("node {node} has two kids with one key"));
        }
    }
    let mut sums = Sums::default();
    let mut branches_made = 0;
    let mut branches = 0;
    let mut roots = 0;
    for (id, item) in &items {
        if item["state"] != "done" {
            return Err(format!("item {id} is not done"));
        }
        if item["node"].is_null() {
            if item["start"].is_null() {
                roots += 1;
            } else {
                branches += 1;
            }
        } else if !reached.contains(id) {
            return Err(format!("item {id} is no kid of a node"));
        }
        let text = item["report"].as_str().unwrap_or_default();
        if item["digest"].as_str() != Some(&hexadecimal(text)) {
            return Err(format!("item {id}: the digest is another"));
        }
        let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let count = |name: &str| number(&report["counts"][name]);
        sums.add(Sums {
            counts: Counts {
                complete: count("complete"),
                blocked: count("blocked"),
                events: count("events"),
            },
            hashes: report["results"]
                .as_str()
                .and_then(|hashes| hashes.parse().ok())
                .ok_or("results are not ours")?,
        });
        branches_made += report["branches"].as_array().map_or(0, Vec::len);
        for frame in report["split"]["frames"].as_array().into_iter().flatten() {
            for kid in frame.as_array().into_iter().flatten() {
                let Some(start) = kid["fate"].get("Open") else {
                    continue;
                };
                let made = items
                    .values()
                    .any(|other| number(&other["parent"]) == *id && other["start"] == *start);
                if !made {
                    return Err(format!("item {id}: a kid that it left open is not there"));
                }
            }
        }
        for request in report["requests"].as_array().into_iter().flatten() {
            let depth = request["depth"].as_u64().unwrap_or(u64::MAX) as usize;
            let node = trunks
                .get(&number(&item["trunk"]))
                .map_or(-1, |trunk| number(&trunk["nodes"][depth]));
            let keys: Vec<&Value> = request["steps"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|step| &step["key"])
                .collect();
            let there = kids.get(&node).into_iter().flatten();
            if !there.into_iter().any(|kid| keys.contains(&&kid["key"])) {
                return Err(format!(
                    "item {id}: a request at node {node} is not granted"
                ));
            }
        }
    }
    if roots != 1 || branches != branches_made {
        return Err(format!(
            "{roots} roots, and {branches} of {branches_made} branches"
        ));
    }
    let totals = &head["totals"];
    let same = number(&totals["complete"]) == sums.counts.complete
        && number(&totals["blocked"]) == sums.counts.blocked
        && number(&totals["events"]) == sums.counts.events
        && number(&totals["items"]) == items.len() as i64;
    if !same {
        return Err(format!("the totals are {totals}, and the sums {sums:?}"));
    }
    Ok(sums)
}
