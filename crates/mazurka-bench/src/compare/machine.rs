//! What figures need beside them: versions, commit, machine, limits.

use super::tool::Tool;
use std::fs;
use std::process::Command;
use std::time::Duration;

/// The lock file says which versions this executable's neighbours were built from.
const LOCK: &str = include_str!("../../../../Cargo.lock");

/// One paragraph on the run.
pub(super) fn describe(tools: &[Tool], limit: Duration) -> String {
    let versions: Vec<_> = tools
        .iter()
        .map(|tool| match version(tool.name()) {
            Some(version) => format!("{tool} {version}"),
            None => tool.to_string(),
        })
        .collect();
    format!(
        "{}; commit {}; {}; time limit {} s\n",
        versions.join(", "),
        commit().unwrap_or_else(|| "unknown".to_owned()),
        machine(),
        limit.as_secs_f64()
    )
}

fn version(name: &str) -> Option<&'static str> {
    let mut lines = LOCK.lines();
    lines.find(|line| line.strip_prefix("name = ") == Some(&format!("\"{name}\"")))?;
    let version = lines.next()?.strip_prefix("version = ")?;
    Some(version.trim_matches('"'))
}

fn commit() -> Option<String> {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty", "--exclude=*"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success()).then(|| text.trim().to_owned())
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    format!("{cores} cores, {model}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_the_lock_file() {
        assert_eq!(version("mazurka"), Some(env!("CARGO_PKG_VERSION")));
        assert!(version("loom").is_some_and(|version| version.starts_with("0.7.")));
        assert_eq!(version("no such crate"), None);
    }
}
