//! What a front end tells of the end of an execution that shows a bug.

/// One part of it, as lines for people and as objects for scripts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The name of its field in JSON.
    pub name: &'static str,
    /// What it is, for people.
    pub title: String,
    /// For people; none if there is nothing new for them.
    pub lines: Vec<String>,
    /// For scripts.
    pub items: Vec<Item>,
}

/// An object for scripts: names and what they have, in order.
pub type Item = Vec<(&'static str, Fact)>;

/// What is in such an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Nothing is known.
    None,
    /// A truth.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// Several texts.
    Texts(Vec<String>),
    /// Objects.
    Items(Vec<Item>),
}

impl From<Option<String>> for Fact {
    fn from(text: Option<String>) -> Fact {
        text.map_or(Fact::None, Fact::Text)
    }
}

#[cfg(feature = "command")]
mod json {
    use super::{Fact, Item, Section};
    use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

    /// An object, as it is written.
    struct Object<'a>(&'a Item);

    impl Serialize for Object<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(self.0.len()))?;
            for (name, fact) in self.0 {
                map.serialize_entry(name, fact)?;
            }
            map.end()
        }
    }

    fn list<S: Serializer>(items: &[Item], serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(items.len()))?;
        for item in items {
            list.serialize_element(&Object(item))?;
        }
        list.end()
    }

    impl Serialize for Fact {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Fact::None => serializer.serialize_none(),
                Fact::Flag(flag) => serializer.serialize_bool(*flag),
                Fact::Number(number) => serializer.serialize_u64(*number),
                Fact::Text(text) => serializer.serialize_str(text),
                Fact::Texts(texts) => texts.serialize(serializer),
                Fact::Items(items) => list(items, serializer),
            }
        }
    }

    /// The parts, by their names.
    pub(crate) fn serialize<S: Serializer>(
        sections: &&[Section],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(sections.len()))?;
        for section in *sections {
            map.serialize_entry(section.name, &Fact::Items(section.items.clone()))?;
        }
        map.end()
    }
}

#[cfg(feature = "command")]
pub(crate) use json::serialize;
