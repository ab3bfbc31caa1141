//! Kinds and cases of characters: PCRE's tables for Latin 1, as Erlang has them.

use super::{Item, Kind, Set};

/// What a character is asked for that there is no table of.
pub(super) struct Unknown;

fn is_letter(c: u32) -> bool {
    matches!(c, 0x41..=0x5a | 0x61..=0x7a | 0xaa | 0xb5 | 0xba | 0xc0..=0xd6 | 0xd8..=0xf6 | 0xf8..=0xff)
}

fn is_upper(c: u32) -> bool {
    matches!(c, 0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde)
}

fn is_digit(c: u32) -> bool {
    (0x30..=0x39).contains(&c)
}

fn is_punct(c: u32) -> bool {
    matches!(c, 0x21..=0x7e | 0xa0..=0xff) && !is_letter(c) && !is_digit(c)
}

impl Kind {
    /// Is a character of that kind? With properties, digits, words and spaces are Unicode's.
    pub(super) fn has(self, c: u32, properties: bool) -> Result<bool, Unknown> {
        if properties && self != Kind::Horizontal && self != Kind::Vertical && c >= 0x80 {
            return self.has_property(c);
        }
        Ok(match self {
            Kind::Digit => is_digit(c),
            Kind::Word => is_letter(c) || is_digit(c) || c == 0x5f,
            Kind::Space => matches!(c, 9..=13 | 32),
            Kind::Horizontal => {
                matches!(
                    c,
                    9 | 32 | 0xa0 | 0x1680 | 0x180e | 0x2000..=0x200a | 0x202f | 0x205f | 0x3000
                )
            }
            Kind::Vertical => matches!(c, 10..=13 | 0x85 | 0x2028 | 0x2029),
            Kind::Alpha => is_letter(c),
            Kind::Lower => is_letter(c) && !is_upper(c),
            Kind::Upper => is_upper(c),
            Kind::Alnum => is_letter(c) || is_digit(c),
            Kind::Ascii => c < 0x80,
            Kind::Blank => c == 9 || c == 32,
            Kind::Cntrl => c < 0x20 || (0x7f..=0x9f).contains(&c),
            Kind::Graph => matches!(c, 0x21..=0x7e | 0xa0..=0xff),
            Kind::Print => matches!(c, 0x20..=0x7e | 0xa0..=0xff),
            Kind::Punct => is_punct(c),
            Kind::Xdigit => char::from_u32(c).is_some_and(|c| c.is_ascii_hexdigit()),
        })
    }

    /// There is no table of Unicode's categories; below U+0300 the standard library's answers are
    /// the same.
    fn has_property(self, c: u32) -> Result<bool, Unknown> {
        let char = char::from_u32(c).filter(|_| c < 0x300).ok_or(Unknown)?;
        Ok(match self {
            Kind::Digit | Kind::Xdigit | Kind::Ascii => false,
            Kind::Word => char.is_alphanumeric(),
            Kind::Space => c == 0x85 || c == 0xa0,
            _ => return Err(Unknown),
        })
    }
}

/// A character in the other case, of Latin 1 or of Unicode.
pub(super) fn other_cases(c: u32, unicode: bool) -> [u32; 3] {
    if !unicode {
        let other = match c {
            0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde => c + 32,
            0x61..=0x7a | 0xe0..=0xf6 | 0xf8..=0xfe => c - 32,
            _ => c,
        };
        return [other; 3];
    }
    let Some(char) = char::from_u32(c) else {
        return [c; 3];
    };
    [
        fold(c),
        single(char.to_lowercase(), c),
        single(char.to_uppercase(), c),
    ]
}

fn single(mut chars: impl Iterator<Item = char>, c: u32) -> u32 {
    match (chars.next(), chars.next()) {
        (Some(one), None) => one as u32,
        _ => c,
    }
}

/// The same for all cases of a character.
fn fold(c: u32) -> u32 {
    let upper = char::from_u32(c).map_or(c, |char| single(char.to_uppercase(), c));
    char::from_u32(upper).map_or(c, |char| single(char.to_lowercase(), upper))
}

/// Are two characters the same but for their case?
pub(super) fn same(a: u32, b: u32, unicode: bool) -> bool {
    a == b
        || match unicode {
            true => fold(a) == fold(b),
            false => other_cases(a, false)[0] == b,
        }
}

impl Set {
    pub(super) fn has(&self, c: u32, unicode: bool, properties: bool) -> Result<bool, Unknown> {
        let mut has = self.has_exactly(c, properties)?;
        if self.is_caseless && !has {
            for other in other_cases(c, unicode) {
                // Only ranges have cases: a kind is the same with or without.
                has |= self.items.iter().any(|item| match item {
                    Item::Range(low, high) => (*low..=*high).contains(&other),
                    _ => false,
                });
            }
        }
        Ok(has != self.is_negative)
    }

    fn has_exactly(&self, c: u32, properties: bool) -> Result<bool, Unknown> {
        for item in &self.items {
            let has = match item {
                Item::Range(low, high) => (*low..=*high).contains(&c),
                Item::Is(kind) => kind.has(c, properties)?,
                Item::IsNot(kind) => !kind.has(c, properties)?,
            };
            if has {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
