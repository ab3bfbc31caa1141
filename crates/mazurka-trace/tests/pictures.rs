//! Pictures of executions that were put together by hand.

mod samples;

use expect_test::expect;
use mazurka_trace::Trace;
use std::io::Write;
use std::process::{Command, Stdio};

fn traces() -> Vec<Trace> {
    vec![
        samples::lost_update(),
        samples::peterson_tso(),
        samples::philosophers(5),
        samples::actors(),
        samples::data_race(),
        samples::long(300, 60),
        samples::evil(),
        Trace::default(),
    ]
}

#[test]
fn the_same_trace_is_the_same_picture() {
    for (a, b) in traces().into_iter().zip(traces()) {
        assert_eq!(a.to_svg(), b.to_svg());
        assert_eq!(a.to_dot(), b.to_dot());
        let name = a.program.name.clone();
        let page = samples::report([a]).to_html();
        assert_eq!(page, samples::report([b]).to_html(), "{name}");
    }
}

#[test]
fn drawings_are_well_formed() {
    for trace in traces() {
        let svg = trace.to_svg();
        let mut open = Vec::new();
        let mut rest = svg.as_str();
        while let Some((_, tag)) = rest.split_once('<') {
            let (tag, after) = tag.split_once('>').expect("a tag ends");
            rest = after;
            let name = tag.split([' ', '\n']).next().unwrap_or_default();
            if let Some(name) = name.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{svg}");
            } else if !tag.ends_with('/') {
                open.push(name);
            }
            let known = [
                "svg", "title", "style", "rect", "text", "circle", "path", "/svg", "/title",
                "/style", "/text",
            ];
            assert!(known.contains(&name), "<{tag}>");
            assert!(!tag.contains(" on"), "<{tag}>");
        }
        assert!(open.is_empty(), "{open:?}");
    }
}

#[test]
fn drawings_have_what_the_trace_has() {
    let trace = samples::peterson_tso();
    let svg = trace.to_svg();
    assert_eq!(svg.matches("class=\"head\"").count(), 3);
    assert_eq!(svg.matches("class=\"lane buffer\"").count(), 2);
    assert_eq!(svg.matches("class=\"label").count(), trace.events.len());
    assert_eq!(svg.matches("class=\"band\"").count(), 3);
    assert!(svg.contains("prefers-color-scheme:dark"));
    let svg = samples::philosophers(4).to_svg();
    assert_eq!(svg.matches("class=\"wait bug\"").count(), 4);
    assert_eq!(svg.matches("class=\"edge cycle\"").count(), 4);
}

#[test]
fn graphs_have_clusters_and_arrows() {
    let dot = samples::lost_update().to_dot();
    let lines: Vec<&str> = dot
        .lines()
        .map(str::trim)
        .filter(|line| line.contains("->") || line.starts_with("subgraph"))
        .collect();
    expect![[r##"
        subgraph cluster_0 {
        e0 -> e1 [weight=8, arrowhead=none];
        e1 -> e8 [weight=8, arrowhead=none];
        e8 -> e9 [weight=8, arrowhead=none];
        e9 -> e10 [weight=8, arrowhead=none];
        e10 -> e11 [weight=8, arrowhead=none];
        subgraph cluster_1 {
        e2 -> e4 [weight=8, arrowhead=none];
        e4 -> e5 [weight=8, arrowhead=none];
        subgraph cluster_2 {
        e3 -> e6 [weight=8, arrowhead=none];
        e6 -> e7 [weight=8, arrowhead=none];
        e2 -> e3;
        e3 -> e4;
        e4 -> e6;
        e5 -> e8;
        e7 -> e9;
        e3 -> e4 [color="#c02418", style=dashed, dir=none, constraint=false, penwidth=2];
        e4 -> e6 [color="#c02418", style=dashed, dir=none, constraint=false, penwidth=2];"##]]
    .assert_eq(&lines.join("\n"));
}

/// Where Graphviz is installed, it is asked; elsewhere this is skipped.
#[test]
fn graphviz_reads_the_graphs() {
    for trace in traces() {
        let dot = Command::new("dot")
            .arg("-Tsvg")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut dot) = dot else {
            eprintln!("skipped: there is no Graphviz");
            return;
        };
        let text = trace.to_dot();
        // The pipe closes when it is dropped.
        let mut input = dot.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = dot.wait_with_output().expect("an answer");
        writer.join().expect("no panic").expect("all is read");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && complaint.is_empty(),
            "{complaint}"
        );
        let picture = String::from_utf8_lossy(&output.stdout);
        let waits = trace.finding.map_or(0, |finding| finding.waits.len());
        let nodes = trace.events.len() + waits;
        assert_eq!(picture.matches("class=\"node\"").count(), nodes);
        assert!(!picture.contains("<img"));
    }
}
