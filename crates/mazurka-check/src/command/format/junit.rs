//! A document of JUnit's form: one suite, with a case for each program or test.
//!
//! A bug is a failure. What could not be checked is an error, and so is a program that was not
//! explored to the end: that is no success, and not the program's fault either.

use super::Item;
use super::problem::{NOT_EXHAUSTED, problems};
use crate::command::checked::Checked;
use crate::report::Verdict;
use mazurka_trace::{is_wild, plain, write_out};
use std::fmt::Write;
use std::time::Duration;

/// The document.
pub(super) fn document(items: &[Item<'_>]) -> String {
    let mut models: Vec<&str> = items.iter().filter_map(|item| item.model).collect();
    models.dedup();
    let several = models.len() > 1;
    let cases: Vec<String> = items.iter().map(|item| case(item, several)).collect();
    let count = |is: fn(&Item<'_>) -> bool| items.iter().filter(|item| is(item)).count();
    let time: Duration = items.iter().filter_map(checked).map(|of| of.time).sum();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    writeln!(
        text,
        "<testsuites>\n  <testsuite name=\"mazurka\" tests=\"{}\" failures=\"{}\" errors=\"{}\" \
         skipped=\"{}\" time=\"{}\">",
        items.len(),
        count(is_bug),
        count(is_error),
        count(|item| item.result.is_none()),
        seconds(time),
    )
    .expect("strings take all text");
    text.push_str(&cases.concat());
    text + "  </testsuite>\n</testsuites>\n"
}

fn checked<'a>(item: &Item<'a>) -> Option<&'a Checked> {
    item.result?.ok()
}

fn is_bug(item: &Item<'_>) -> bool {
    checked(item).is_some_and(|checked| checked.verdict == Verdict::Bug)
}

fn is_error(item: &Item<'_>) -> bool {
    match item.result {
        None => false,
        Some(Err(_)) => true,
        Some(Ok(checked)) => checked.verdict == Verdict::Unknown,
    }
}

/// With thousandths, as the schemas have it.
fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// One program. Where there are several memory models, its name says which.
fn case(item: &Item<'_>, several: bool) -> String {
    let model = item.model.filter(|_| several);
    let model = model.map_or_else(String::new, |model| format!(" ({model})"));
    let head = format!(
        "    <testcase name=\"{}\" classname=\"{}\" time=\"{}\"",
        escaped(&format!("{}{model}", item.name)),
        escaped(&plain(&item.file())),
        seconds(checked(item).map_or(Duration::ZERO, |checked| checked.time)),
    );
    let inner = match item.result {
        None => {
            let why = "the command was stopped before it was the turn of this program";
            format!("      <skipped message=\"{why}\"/>\n")
        }
        Some(Err(message)) => element("error", "error", first_line(message), message),
        Some(Ok(checked)) => of_checked(checked, item.text),
    };
    format!("{head}>\n{inner}    </testcase>\n")
}

fn of_checked(checked: &Checked, text: &str) -> String {
    let problems = problems(checked);
    let Some(first) = problems.first() else {
        return format!("      <system-out>{}</system-out>\n", escaped(text));
    };
    let message = match problems.len() {
        1 => first.message.clone(),
        count => format!("{} (and {} more)", first.message, count - 1),
    };
    match first.is_unknown() {
        true => element("error", NOT_EXHAUSTED, &message, text),
        false => element("failure", first.kind, &message, text),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn element(name: &str, kind: &str, message: &str, text: &str) -> String {
    format!(
        "      <{name} type=\"{}\" message=\"{}\">{}</{name}>\n",
        escaped(kind),
        escaped(message),
        escaped(text)
    )
}

/// The text as XML has it, in an element or an attribute. Characters that XML has no way to write
/// are written out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | ' '..='\u{7e}' => out.push(c),
            c if is_wild(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => write_out(&mut out, c),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_have_is_written_out() {
        assert_eq!(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
        assert_eq!(
            escaped("\x1b[2J\0\r\u{ffff}\u{202e}"),
            "\\u{1b}[2J\\u{0}\\u{d}\\u{ffff}\\u{202e}"
        );
        assert_eq!(escaped("one\n\ttwo é 日 ]]>"), "one\n\ttwo é 日 ]]&gt;");
    }

    #[test]
    fn a_document_without_programs_is_whole() {
        assert_eq!(
            document(&[]),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite \
             name=\"mazurka\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" \
             time=\"0.000\">\n  </testsuite>\n</testsuites>\n"
        );
    }
}
