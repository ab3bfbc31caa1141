//! What is learnt of a program while it is explored.
//!
//! Most programs kill no process, ask for no process's life and delete no table that others use.
//! So operations are taken to touch none of that at first. When an execution shows otherwise, it
//! is noted here, by the names of processes and tables, and the exploration begins anew. Nothing
//! is forgotten, so this ends.

use crate::hexadecimal;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What has been learnt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Knowledge {
    /// Processes that a signal has killed, or that others look into.
    exposed: BTreeSet<String>,
    /// Processes that have ended, and of which others ask whether they live.
    mortal: BTreeSet<String>,
    /// Timers that are cancelled or read.
    timers: BTreeSet<String>,
    /// Tables that are made or deleted while others may use them.
    tables: BTreeSet<String>,
    /// By table: what is asked of many objects at once, in the external term format.
    scans: BTreeMap<String, BTreeSet<String>>,
    /// The program halts: that ends every process.
    halts: bool,
    /// A process asks for all names, or all processes.
    lists: BTreeSet<String>,
    /// Processes of which the order of their messages counts.
    ordered: BTreeSet<String>,
    /// Processes that end by themselves, and to which others link.
    #[cfg_attr(feature = "command", serde(default))]
    linked: BTreeSet<String>,
    /// Processes whose messages others count or read.
    #[cfg_attr(feature = "command", serde(default))]
    counted: BTreeSet<String>,
}

/// The sets of [`Knowledge`], with their letters in replay strings.
const LETTERS: [char; 8] = ['e', 'm', 't', 'T', 'l', 'o', 'k', 'c'];

impl Knowledge {
    fn sets(&self) -> [&BTreeSet<String>; 8] {
        [
            &self.exposed,
            &self.mortal,
            &self.timers,
            &self.tables,
            &self.lists,
            &self.ordered,
            &self.linked,
            &self.counted,
        ]
    }

    fn sets_mut(&mut self) -> [&mut BTreeSet<String>; 8] {
        [
            &mut self.exposed,
            &mut self.mortal,
            &mut self.timers,
            &mut self.tables,
            &mut self.lists,
            &mut self.ordered,
            &mut self.linked,
            &mut self.counted,
        ]
    }

    pub(crate) fn is_exposed(&self, process: &str) -> bool {
        self.halts || self.exposed.contains(process)
    }

    pub(crate) fn is_mortal(&self, process: &str) -> bool {
        self.mortal.contains(process)
    }

    pub(crate) fn is_timer(&self, process: &str) -> bool {
        self.timers.contains(process)
    }

    pub(crate) fn is_table(&self, table: &str) -> bool {
        self.tables.contains(table)
    }

    pub(crate) fn is_ordered(&self, process: &str) -> bool {
        self.ordered.contains(process)
    }

    pub(crate) fn is_linked(&self, process: &str) -> bool {
        self.linked.contains(process)
    }

    pub(crate) fn is_counted(&self, process: &str) -> bool {
        self.counted.contains(process)
    }

    pub(crate) fn is_listed(&self, list: &str) -> bool {
        self.lists.contains(list)
    }

    pub(crate) fn halts(&self) -> bool {
        self.halts
    }

    /// By table: what is asked of many objects at once.
    pub(crate) fn all_scans(&self) -> Vec<(String, Vec<String>)> {
        let scans = self.scans.iter();
        let scans = scans.map(|(table, scans)| (table.clone(), scans.iter().cloned().collect()));
        scans.collect()
    }

    pub(crate) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    pub(crate) fn expose(&mut self, process: String) {
        self.exposed.insert(process);
    }

    pub(crate) fn note_mortal(&mut self, process: String) {
        self.mortal.insert(process);
    }

    pub(crate) fn note_timer(&mut self, process: String) {
        self.timers.insert(process);
    }

    pub(crate) fn note_ordered(&mut self, process: String) {
        self.ordered.insert(process);
    }

    pub(crate) fn note_linked(&mut self, process: String) {
        self.linked.insert(process);
    }

    pub(crate) fn note_counted(&mut self, process: String) {
        self.counted.insert(process);
    }

    pub(crate) fn note_table(&mut self, table: String) {
        self.tables.insert(table);
    }

    pub(crate) fn note_list(&mut self, list: &str) {
        self.lists.insert(list.to_owned());
    }

    pub(crate) fn note_scan(&mut self, table: String, scan: String) {
        self.scans.entry(table).or_default().insert(scan);
    }

    pub(crate) fn note_halt(&mut self) {
        self.halts = true;
    }
}

impl mazurka_check::Knowledge for Knowledge {
    fn merge(&mut self, other: &Knowledge) -> bool {
        let before = self.clone();
        for (own, other) in self.sets_mut().into_iter().zip(other.sets()) {
            own.extend(other.iter().cloned());
        }
        for (table, scans) in &other.scans {
            let own = self.scans.entry(table.clone()).or_default();
            own.extend(scans.iter().cloned());
        }
        self.halts |= other.halts;
        *self != before
    }

    /// Each fact is a letter and a name, in brackets; names are written in hexadecimal where
    /// they have other characters than a process has.
    fn to_text(&self) -> String {
        let mut text = String::new();
        for (letter, set) in LETTERS.into_iter().zip(self.sets()) {
            for name in set {
                write!(text, "[{letter}{}]", encode(name)).expect("strings take all text");
            }
        }
        for (table, scans) in &self.scans {
            for scan in scans {
                write!(text, "[s{}={}]", encode(table), encode(scan))
                    .expect("strings take all text");
            }
        }
        if self.halts {
            text.push_str("[h]");
        }
        text
    }

    fn from_text(text: &str) -> Option<Knowledge> {
        let mut knowledge = Knowledge::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (fact, behind) = rest.strip_prefix('[')?.split_once(']')?;
            rest = behind;
            let letter = fact.chars().next()?;
            let name = &fact[letter.len_utf8()..];
            match letter {
                'h' if name.is_empty() => knowledge.halts = true,
                's' => {
                    let (table, scan) = name.split_once('=')?;
                    knowledge.note_scan(decode(table)?, decode(scan)?);
                }
                _ => {
                    let which = LETTERS.iter().position(|known| *known == letter)?;
                    knowledge.sets_mut()[which].insert(decode(name)?);
                }
            }
        }
        Some(knowledge)
    }
}

fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '~' | '#' | '_'))
}

fn encode(name: &str) -> String {
    match is_plain(name) {
        true => name.to_owned(),
        false => format!("%{}", hexadecimal::to_text(name.as_bytes())),
    }
}

fn decode(text: &str) -> Option<String> {
    match text.strip_prefix('%') {
        None => is_plain(text).then(|| text.to_owned()),
        Some(digits) => String::from_utf8(hexadecimal::from_text(digits)?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka_check::Knowledge as _;

    #[test]
    fn what_is_known_is_read_back() {
        let mut knowledge = Knowledge::default();
        assert_eq!(knowledge.to_text(), "");
        knowledge.expose("0.1".to_owned());
        knowledge.note_mortal("0.2~3".to_owned());
        knowledge.note_table("=a table, or [one]/".to_owned());
        knowledge.note_scan("0#1".to_owned(), "83615f".to_owned());
        knowledge.note_halt();
        let text = knowledge.to_text();
        assert!(!text.contains('/'), "{text}");
        assert_eq!(Knowledge::from_text(&text), Some(knowledge.clone()));
        assert_eq!(Knowledge::from_text(""), Some(Knowledge::default()));
        for bad in [
            "e0", "[e0", "[x0]", "[]", "[h1]", "[s0]", "[e%4]", "[e%zz]", "[eé]",
        ] {
            assert_eq!(Knowledge::from_text(bad), None, "{bad}");
        }
        let mut other = Knowledge::default();
        assert!(other.merge(&knowledge));
        assert!(!other.merge(&knowledge));
    }
}
