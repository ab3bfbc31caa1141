//! What the tests' harness prints: which tests there were, and what those that fail have printed.

/// What became of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Passed,
    Failed,
    Ignored,
}

/// What a line of the harness is.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// An executable begins with that many tests.
    Begin(usize),
    /// A test has ended.
    Test(String, Status),
    /// An executable has ended.
    End,
    /// Something that a person wants to see.
    Shown,
    /// Something that the table says as well.
    Hidden,
}

/// Reads the lines of the harness.
#[derive(Default)]
pub(crate) struct Reader {
    section: Section,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Section {
    /// The list of tests.
    #[default]
    Tests,
    /// What those that failed have printed.
    Failures,
    /// The names of those that failed.
    Names,
}

impl Reader {
    /// What the next line is.
    pub(crate) fn read(&mut self, line: &str) -> Line {
        if let Some(count) = running(line) {
            self.section = Section::Tests;
            return Line::Begin(count);
        }
        if line.starts_with("test result: ") {
            self.section = Section::Tests;
            return Line::End;
        }
        if line == "failures:" {
            self.section = match self.section {
                Section::Tests => Section::Failures,
                _ => Section::Names,
            };
            return Line::Hidden;
        }
        match self.section {
            Section::Tests => match test(line) {
                Some((name, status)) => Line::Test(name, status),
                None if line.is_empty() => Line::Hidden,
                None => Line::Shown,
            },
            Section::Failures => Line::Shown,
            Section::Names => Line::Hidden,
        }
    }
}

/// `running 3 tests`
fn running(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("running ")?;
    let count = rest
        .strip_suffix(" tests")
        .or_else(|| rest.strip_suffix(" test"))?;
    count.parse().ok()
}

/// `test queue::fifo ... ok`
fn test(line: &str) -> Option<(String, Status)> {
    let (name, end) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let status = match end {
        "ok" => Status::Passed,
        "FAILED" => Status::Failed,
        _ if end.starts_with("ignored") => Status::Ignored,
        _ if end.starts_with("ok <") => Status::Passed,
        _ if end.starts_with("FAILED <") => Status::Failed,
        _ => return None,
    };
    let name = name.strip_suffix(" - should panic").unwrap_or(name);
    Some((name.to_owned(), status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harness_is_understood() {
        let text = "\nrunning 3 tests\ntest a::b ... ok\ntest c - should panic ... ok\n\
             test d ... FAILED\n\nfailures:\n\n---- d stdout ----\nit failed\n\nfailures:\n    d\n\n\
             test result: FAILED. 2 passed; 1 failed\n\nrunning 1 test\ntest e ... ignored, slow\n\
             said by a test\n\ntest result: ok. 0 passed\n";
        let mut reader = Reader::default();
        let lines = text.lines().map(|line| (line, reader.read(line)));
        let lines = lines.filter(|(_, line)| *line != Line::Hidden);
        let lines: Vec<(&str, Line)> = lines.collect();
        let tests: Vec<&Line> = lines.iter().map(|(_, line)| line).collect();
        let test = |name: &str, status| Line::Test(name.to_owned(), status);
        let expected = [
            &Line::Begin(3),
            &test("a::b", Status::Passed),
            &test("c", Status::Passed),
            &test("d", Status::Failed),
            &Line::Shown,
            &Line::Shown,
            &Line::Shown,
            &Line::Shown,
            &Line::End,
            &Line::Begin(1),
            &test("e", Status::Ignored),
            &Line::Shown,
            &Line::End,
        ];
        assert_eq!(tests, expected);
        let shown = lines.iter().filter(|(_, line)| *line == Line::Shown);
        let shown: Vec<&str> = shown.map(|(text, _)| *text).collect();
        assert_eq!(
            shown,
            ["", "---- d stdout ----", "it failed", "", "said by a test"]
        );
    }
}
