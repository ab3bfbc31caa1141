//! The rules of the schemas of JUnit and SARIF, for what the command writes.

use serde_json::Value;

/// An element of XML.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) inner: Vec<Element>,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| &**value)
    }
}

/// Reads XML without comments, sections and declarations, and refuses what is not well formed.
fn xml(text: &str) -> Element {
    let is_char = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(text.chars().all(is_char), "a character that XML has not");
    let text = text
        .strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .expect("the first line");
    let mut stack = vec![Element::default()];
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        entities(before);
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let closed = stack.pop().expect("it is open");
            assert_eq!(closed.name, name);
            stack.last_mut().expect("a parent").inner.push(closed);
            continue;
        }
        let is_empty = tag.ends_with('/');
        let mut parts = tag.trim_end_matches('/');
        let name = parts.split(' ').next().expect("a name").to_owned();
        parts = parts[name.len()..].trim_start();
        let mut element = Element {
            name,
            ..Element::default()
        };
        while let Some((key, value)) = parts.split_once("=\"") {
            let (value, more) = value.split_once('"').expect("a value ends");
            entities(value);
            assert!(element.attribute(key).is_none(), "{key} is there twice");
            element.attributes.push((key.to_owned(), value.to_owned()));
            parts = more.trim_start();
        }
        assert_eq!(parts, "");
        match is_empty {
            true => stack.last_mut().expect("a parent").inner.push(element),
            false => stack.push(element),
        }
    }
    assert_eq!(rest.trim(), "");
    assert_eq!(stack.len(), 1, "all is closed");
    let mut top = stack.pop().expect("the document").inner;
    assert_eq!(top.len(), 1);
    top.remove(0)
}

/// Ampersands are of the five entities that XML has.
fn entities(text: &str) {
    for part in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "apos;"];
        assert!(
            known.iter().any(|entity| part.starts_with(entity)),
            "{text}"
        );
    }
    assert!(!text.contains("]]>"));
}

/// The rules of Jenkins' schema for JUnit, as far as the command uses it, and that the numbers
/// are right.
pub(crate) fn check_junit(text: &str) -> Element {
    let allow = |element: &Element, attributes: &[&str], inner: &[&str]| {
        for (name, _) in &element.attributes {
            assert!(attributes.contains(&&**name), "{}: {name}", element.name);
        }
        for within in &element.inner {
            assert!(inner.contains(&&*within.name), "{}", within.name);
        }
    };
    let top = xml(text);
    assert_eq!(top.name, "testsuites");
    allow(&top, &[], &["testsuite"]);
    let [suite] = &top.inner[..] else {
        panic!("one suite");
    };
    let numbers = ["name", "tests", "failures", "errors", "skipped", "time"];
    allow(suite, &numbers, &["testcase"]);
    assert!(numbers.iter().all(|name| suite.attribute(name).is_some()));
    let outcomes = ["skipped", "error", "failure", "system-out"];
    for case in &suite.inner {
        allow(case, &["name", "classname", "time"], &outcomes);
        assert!(case.attribute("name").is_some_and(|name| !name.is_empty()));
        let seconds = case.attribute("time").expect("a time").parse::<f64>();
        assert!(seconds.is_ok());
        assert_eq!(case.inner.len(), 1, "one outcome");
        allow(&case.inner[0], &["type", "message"], &[]);
    }
    let count = |name: &str| {
        let cases = suite.inner.iter();
        cases.filter(|case| case.inner[0].name == name).count()
    };
    let number = |name: &str| suite.attribute(name).and_then(|text| text.parse().ok());
    assert_eq!(number("tests"), Some(suite.inner.len()));
    assert_eq!(number("failures"), Some(count("failure")));
    assert_eq!(number("errors"), Some(count("error")));
    assert_eq!(number("skipped"), Some(count("skipped")));
    top
}

/// The fields that the schema of SARIF 2.1.0 knows, of those objects that the command writes; and
/// which of them it requires.
const SARIF: [(&str, &[&str], &[&str]); 16] = [
    ("log", &["$schema", "version", "runs"], &["version", "runs"]),
    (
        "run",
        &["tool", "invocations", "columnKind", "results"],
        &["tool"],
    ),
    ("tool", &["driver"], &["driver"]),
    (
        "driver",
        &["name", "version", "semanticVersion", "rules"],
        &["name"],
    ),
    (
        "rule",
        &["id", "shortDescription", "defaultConfiguration"],
        &["id"],
    ),
    ("configuration", &["level"], &[]),
    (
        "invocation",
        &[
            "executionSuccessful",
            "exitCode",
            "toolExecutionNotifications",
        ],
        &["executionSuccessful"],
    ),
    (
        "notification",
        &["level", "message", "locations"],
        &["message"],
    ),
    (
        "result",
        &[
            "ruleId",
            "ruleIndex",
            "level",
            "message",
            "locations",
            "partialFingerprints",
            "properties",
            "stacks",
            "codeFlows",
        ],
        &["message"],
    ),
    ("message", &["text"], &["text"]),
    (
        "location",
        &["physicalLocation", "logicalLocations", "message"],
        &[],
    ),
    (
        "physical",
        &["artifactLocation", "region"],
        &["artifactLocation"],
    ),
    ("region", &["startLine", "startColumn"], &["startLine"]),
    ("codeFlow", &["message", "threadFlows"], &["threadFlows"]),
    (
        "threadFlow",
        &["id", "message", "locations"],
        &["locations"],
    ),
    ("step", &["executionOrder", "location"], &["location"]),
];

/// Is it an object with fields that are known, and with those that have to be there?
fn known(kind: &str, value: &Value) {
    let object = value
        .as_object()
        .unwrap_or_else(|| panic!("{kind}: {value}"));
    let rules = SARIF.iter().find(|(known, ..)| *known == kind);
    let (_, fields, required) = rules.expect("a kind of objects");
    for field in object.keys() {
        assert!(fields.contains(&&**field), "{kind}: {field}");
    }
    for field in *required {
        assert!(object.contains_key(*field), "{kind}: no {field}");
    }
    if let Some(message) = object.get("message") {
        known("message", message);
        assert!(
            message["text"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
    }
    if let Some(level) = object.get("level") {
        let level = level.as_str().expect("a word");
        assert!(["none", "note", "warning", "error"].contains(&level));
    }
}

pub(crate) fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    match &value[field] {
        Value::Null => &[],
        list => list.as_array().expect("a list"),
    }
}

fn check_location(location: &Value) {
    known("location", location);
    let physical = &location["physicalLocation"];
    known("physical", physical);
    let uri = physical["artifactLocation"]["uri"].as_str().expect("a URI");
    let is_fine = |c: char| c.is_ascii_alphanumeric() || "-_.~+/%:".contains(c);
    assert!(!uri.is_empty() && uri.chars().all(is_fine), "{uri}");
    if let Some(region) = physical.get("region") {
        known("region", region);
        assert!(region["startLine"].as_u64() > Some(0));
        let column = region.get("startColumn");
        assert!(column.is_none_or(|column| column.as_u64() > Some(0)));
    }
}

/// The rules of the schema, and that what refers to something is right.
pub(crate) fn check_sarif(text: &str) -> Value {
    let log: Value = serde_json::from_str(text).expect("JSON");
    known("log", &log);
    assert_eq!(log["version"], "2.1.0");
    let [run] = list(&log, "runs") else {
        panic!("one run");
    };
    known("run", run);
    known("tool", &run["tool"]);
    let driver = &run["tool"]["driver"];
    known("driver", driver);
    let rules = list(driver, "rules");
    for rule in rules {
        known("rule", rule);
        known("message", &rule["shortDescription"]);
        known("configuration", &rule["defaultConfiguration"]);
        let same = rules.iter().filter(|other| other["id"] == rule["id"]);
        assert_eq!(same.count(), 1, "rules are there once");
    }
    let [invocation] = list(run, "invocations") else {
        panic!("one invocation");
    };
    known("invocation", invocation);
    assert!(invocation["executionSuccessful"].is_boolean());
    for notification in list(invocation, "toolExecutionNotifications") {
        known("notification", notification);
        list(notification, "locations")
            .iter()
            .for_each(check_location);
    }
    for result in list(run, "results") {
        known("result", result);
        let index = result["ruleIndex"].as_u64().expect("a number");
        assert_eq!(rules[index as usize]["id"], result["ruleId"]);
        assert_eq!(list(result, "locations").len(), 1);
        list(result, "locations").iter().for_each(check_location);
        for flow in list(result, "codeFlows") {
            check_flow(flow);
        }
    }
    log
}

/// Every step has its own place in the order of all.
fn check_flow(flow: &Value) {
    known("codeFlow", flow);
    let mut orders = Vec::new();
    assert!(!list(flow, "threadFlows").is_empty());
    for thread in list(flow, "threadFlows") {
        known("threadFlow", thread);
        let mut own = Vec::new();
        for step in list(thread, "locations") {
            known("step", step);
            check_location(&step["location"]);
            own.push(step["executionOrder"].as_u64().expect("a number"));
        }
        assert!(!own.is_empty() && own.is_sorted());
        orders.extend(own);
    }
    orders.sort_unstable();
    let expected: Vec<u64> = (1..=orders.len() as u64).collect();
    assert_eq!(orders, expected);
}
