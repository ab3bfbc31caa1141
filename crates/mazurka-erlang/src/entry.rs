//! Where a program begins, as people write it: `module:function/0` in Erlang's spelling,
//! `Module.function/0` in Elixir's, or a function alone.

use crate::print::PREFIX;

/// A function without arguments, and its module if it is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) module: Option<String>,
    pub(crate) function: String,
}

impl Entry {
    /// Reads it.
    pub(crate) fn parse(text: &str) -> Result<Entry, String> {
        let name = match text.rsplit_once('/') {
            Some((name, "0")) => name,
            Some((_, arity)) if arity.parse::<u32>().is_ok() => {
                return Err(format!(
                    "--entry {text}: a program begins with a function without arguments"
                ));
            }
            _ => text,
        };
        // Erlang's modules have a colon before them in Elixir.
        if let Some(name) = name.strip_prefix(':') {
            return Ok(match name.rsplit_once('.') {
                Some((module, function)) => Entry::new(Some(plain(module)), function),
                None => Entry::new(None, name),
            });
        }
        if let Some((module, function)) = name.split_once(':') {
            return Ok(Entry::new(Some(plain(module)), function));
        }
        let of_elixir = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
        Ok(match name.rsplit_once('.') {
            Some((module, function)) if of_elixir(module) => {
                let module = module.strip_prefix(PREFIX).unwrap_or(module);
                Entry::new(Some(format!("{PREFIX}{module}")), function)
            }
            _ => Entry::new(None, name),
        })
    }

    fn new(module: Option<String>, function: &str) -> Entry {
        Entry {
            module,
            function: plain(function),
        }
    }
}

/// A name without its quotes.
fn plain(name: &str) -> String {
    let quotes = ['\'', '"'].into_iter();
    let mut inner = quotes.filter_map(|quote| name.strip_prefix(quote)?.strip_suffix(quote));
    inner.next().unwrap_or(name).to_owned()
}

/// A module, as its language writes it, with its quotes if it needs some.
pub(crate) fn module_in_words(module: &str) -> String {
    match module.strip_prefix(PREFIX) {
        Some(name) => name.to_owned(),
        None => crate::print::atom(module),
    }
}

/// The function of an entry, as its language writes it.
pub(crate) fn in_words(module: &str, function: &str) -> String {
    let dot = match module.starts_with(PREFIX) {
        true => '.',
        false => ':',
    };
    format!("{}{dot}{function}/0", module_in_words(module))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings() {
        for (text, module, function) in [
            ("race:test/0", Some("race"), "test"),
            ("race:test", Some("race"), "test"),
            ("test/0", None, "test"),
            ("test", None, "test"),
            ("MyTest.race/0", Some("Elixir.MyTest"), "race"),
            ("MyTest.race", Some("Elixir.MyTest"), "race"),
            ("My.Test.race", Some("Elixir.My.Test"), "race"),
            ("Elixir.MyTest.race/0", Some("Elixir.MyTest"), "race"),
            ("'Elixir.MyTest':race/0", Some("Elixir.MyTest"), "race"),
            ("Elixir.MyTest:race", Some("Elixir.MyTest"), "race"),
            (":race.test/0", Some("race"), "test"),
            ("MyTest.\"a b\"/0", Some("Elixir.MyTest"), "a b"),
            ("'a b':'c'/0", Some("a b"), "c"),
            ("race?", None, "race?"),
        ] {
            let entry = Entry::parse(text).expect("it is one");
            assert_eq!(entry.module.as_deref(), module, "{text}");
            assert_eq!(entry.function, function, "{text}");
        }
        assert!(Entry::parse("MyTest.race/2").is_err());
    }
}
