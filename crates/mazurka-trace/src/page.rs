//! The report as a page: one file of HTML that loads nothing.
//!
//! The data is in the page as JSON, and its script puts it there as text only.

use crate::Report;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The parts of the script, in order.
const SCRIPT: [&str; 5] = [
    include_str!("page/model.js"),
    include_str!("page/lanes.js"),
    include_str!("page/panels.js"),
    include_str!("page/print.js"),
    include_str!("page/page.js"),
];

/// What the page may do: run this one script and use this one style, by their hashes.
const POLICY: &str = include_str!("page/policy.txt");

impl Report {
    /// The report as one HTML file. It loads nothing, and is the same for the same report.
    #[must_use]
    pub fn to_html(&self) -> String {
        // In JSON this character is only in texts, and a text cannot end the script then.
        let data = self.to_json().replace('<', "\\u003c");
        filled(PAGE, |name| match name {
            "policy" => POLICY.trim().to_owned(),
            "style" => STYLE.to_owned(),
            "script" => script(),
            "data" => data.clone(),
            name => unreachable!("the page has no {name}"),
        })
    }
}

/// The script of the page: its parts in a block of their own.
fn script() -> String {
    format!("\"use strict\";\n{{\n{}}}\n", SCRIPT.join("\n"))
}

/// A page with something for each `{{name}}`. What is put in is not looked at again.
fn filled(page: &str, value: impl Fn(&str) -> String) -> String {
    let mut pieces = page.split("{{");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once("}}") {
            Some((name, rest)) => {
                text.push_str(&value(name));
                text.push_str(rest);
            }
            None => text.push_str(piece),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Checked, Event, Finding, Thread, Trace};
    use expect_test::expect_file;
    use sha2::{Digest, Sha256};

    const EVIL: &str = "</script><img src=x onerror=alert(1)> {{script}} <!-- \u{2028} \"\\";

    fn evil() -> Report {
        let text = || EVIL.to_owned();
        let trace = Trace {
            finding: Some(Finding {
                kind: text(),
                message: text(),
                ..Finding::default()
            }),
            threads: vec![Thread {
                id: text(),
                name: text(),
                owner: None,
            }],
            events: vec![Event {
                what: text(),
                ..Event::default()
            }],
            ..Trace::default()
        };
        Report {
            mazurka: text(),
            command: text(),
            programs: vec![Checked {
                name: text(),
                verdict: text(),
                statistics: vec![(text(), text())],
                findings: vec![trace],
                ..Checked::default()
            }],
        }
    }

    #[test]
    fn texts_of_programs_are_no_markup() {
        let page = evil().to_html();
        assert!(!page.contains("<img"));
        assert!(page.contains("\\u003c/script>\\u003cimg src=x onerror=alert(1)> {{script}}"));
        let ends = |page: &str| page.matches("</script>").count();
        assert_eq!(ends(&page), ends(&Report::default().to_html()));
    }

    #[test]
    fn the_data_is_json_that_comes_back() {
        let page = evil().to_html();
        let (_, data) = page.split_once("id=\"data\">").expect("data");
        let (data, _) = data.split_once("</script>").expect("its end");
        let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
        let program = &data["programs"][0];
        for text in [
            &data["command"],
            &program["name"],
            &program["statistics"][0][1],
            &program["findings"][0]["finding"]["message"],
            &program["findings"][0]["events"][0]["what"],
        ] {
            assert_eq!(text.as_str(), Some(EVIL));
        }
    }

    #[test]
    fn the_same_report_is_the_same_page() {
        assert_eq!(evil().to_html(), evil().to_html());
    }

    #[test]
    fn the_page_names_nothing_to_load() {
        let page = Report::default().to_html();
        for word in [
            "http:",
            "https:",
            "@import",
            "<link",
            "url(\"",
            "innerHTML",
            "eval(",
        ] {
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains(word), "the page has {word}");
        }
    }

    /// `UPDATE_EXPECT=1 cargo test -p mazurka-trace policy` writes the hashes again.
    #[test]
    fn the_policy_has_the_hashes_of_script_and_style() {
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
             form-action 'none'\n",
            base64(&Sha256::digest(script())),
            base64(&Sha256::digest(STYLE)),
        );
        expect_file!["page/policy.txt"].assert_eq(&policy);
    }

    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for three in bytes.chunks(3) {
            let bits = (0..3).fold(0, |bits, i| {
                bits << 8 | u32::from(*three.get(i).unwrap_or(&0))
            });
            for i in 0..4 {
                let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize];
                text.push(if i > three.len() {
                    '='
                } else {
                    char::from(digit)
                });
            }
        }
        text
    }
}
