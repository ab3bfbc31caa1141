//! Writes pages and pictures of executions that were put together by hand, to look at them.

#[path = "../tests/samples/mod.rs"]
mod samples;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let folder = Path::new(&folder);
    let traces = [
        samples::lost_update(),
        samples::peterson_tso(),
        samples::philosophers(5),
        samples::actors(),
        samples::data_race(),
    ];
    for trace in &traces {
        std::fs::write(
            folder.join(format!("{}.svg", trace.program.name)),
            trace.to_svg(),
        )?;
        std::fs::write(
            folder.join(format!("{}.dot", trace.program.name)),
            trace.to_dot(),
        )?;
    }
    let mut all = traces.to_vec();
    all.push(samples::evil());
    let pages = [
        ("report.html", samples::report(all)),
        ("long.html", samples::report([samples::long(5000, 8)])),
        ("wide.html", samples::report([samples::long(400, 60)])),
        ("one.html", samples::report([samples::long(300, 1)])),
    ];
    for (name, report) in pages {
        std::fs::write(folder.join(name), report.to_html())?;
    }
    Ok(())
}
