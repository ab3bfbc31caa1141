//! From the text of a pattern to its tree.

use super::{Instr, Item, Kind, Options, Place, Regex, Set};

/// The most groups within one another.
const DEEPEST: usize = 200;

#[derive(Clone, Debug)]
pub(super) enum Node {
    Char(u32, bool),
    Set(Set),
    Dot,
    Any,
    Place(Place),
    Concat(Vec<Node>),
    Alternate(Vec<Node>),
    Capture(Box<Node>, usize),
    Repeat {
        node: Box<Node>,
        least: u32,
        most: Option<u32>,
        is_greedy: bool,
    },
    Back(Reference, bool),
    Look {
        node: Box<Node>,
        is_behind: bool,
        is_negative: bool,
    },
    Atomic(Box<Node>),
    /// `\K`
    Keep,
}

#[derive(Clone, Debug)]
pub(super) enum Reference {
    Number(usize),
    Name(String),
}

pub(super) type Parsed<T = Node> = Result<T, String>;

pub(super) fn refused<T>(what: &str) -> Parsed<T> {
    Err(format!("has {what}, which is not supported"))
}

struct Parser {
    chars: Vec<u32>,
    at: usize,
    options: Options,
    groups: usize,
    names: Vec<(String, usize)>,
    depth: usize,
    /// Behind `\Q`?
    is_quoted: bool,
}

impl Regex {
    /// Reads a pattern. With `unicode` it is UTF-8, else Latin 1.
    pub(crate) fn new(pattern: &[u8], options: Options) -> Result<Regex, String> {
        let chars = match options.unicode {
            true => {
                let text = std::str::from_utf8(pattern).map_err(|_| "is no UTF-8".to_owned())?;
                text.chars().map(u32::from).collect()
            }
            false => pattern.iter().map(|byte| u32::from(*byte)).collect(),
        };
        let mut parser = Parser {
            chars,
            at: 0,
            options,
            groups: 0,
            names: Vec::new(),
            depth: 0,
            is_quoted: false,
        };
        let node = parser.alternatives()?;
        if parser.at < parser.chars.len() {
            return refused("a `)` without its `(`");
        }
        let Parser {
            groups, mut names, ..
        } = parser;
        names.sort();
        if names.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return refused("two groups of one name");
        }
        let mut regex = Regex {
            options,
            code: Vec::new(),
            sets: Vec::new(),
            loops: 0,
            has_line_end: false,
            groups,
            names,
        };
        regex.emit(&node)?;
        regex.code.push(Instr::Match);
        Ok(regex)
    }
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).and_then(|c| char::from_u32(*c))
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += usize::from(c.is_some());
        c
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = &self.chars[self.at..];
        let is_it = text.chars().count() <= rest.len()
            && text.chars().zip(rest).all(|(a, b)| a as u32 == *b);
        if is_it {
            self.at += text.chars().count();
        }
        is_it
    }

    /// What is before a character, which is taken as well.
    fn until(&mut self, end: char) -> Parsed<String> {
        let mut text = String::new();
        loop {
            match self.take() {
                Some(c) if c == end => return Ok(text),
                Some(c) => text.push(c),
                None => return refused("no end of a name or comment"),
            }
        }
    }

    /// Passes over what does not count.
    fn skip(&mut self) {
        loop {
            if self.takes("\\E") {
                self.is_quoted = false;
                continue;
            }
            if self.is_quoted {
                return;
            }
            if self.takes("\\Q") {
                self.is_quoted = true;
                continue;
            }
            if self.options.extended {
                match self.peek() {
                    Some(' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r') => {
                        self.at += 1;
                        continue;
                    }
                    Some('#') => {
                        while self.take().is_some_and(|c| c != '\n') {}
                        continue;
                    }
                    _ => {}
                }
            }
            if self.takes("(?#") {
                while self.take().is_some_and(|c| c != ')') {}
                continue;
            }
            return;
        }
    }

    fn alternatives(&mut self) -> Parsed {
        let mut all = vec![self.sequence()?];
        while !self.is_quoted && self.peek() == Some('|') {
            self.at += 1;
            all.push(self.sequence()?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Node::Alternate(all),
        })
    }

    fn sequence(&mut self) -> Parsed {
        let mut nodes = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                None => break,
                Some('|' | ')') if !self.is_quoted => break,
                _ => {}
            }
            if let Some(node) = self.atom()? {
                let node = self.quantified(node)?;
                nodes.push(node);
            }
        }
        Ok(Node::Concat(nodes))
    }

    fn quantified(&mut self, mut node: Node) -> Parsed {
        loop {
            self.skip();
            if self.is_quoted {
                return Ok(node);
            }
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => match self.bounds()? {
                    Some(bounds) => bounds,
                    None => return Ok(node),
                },
                _ => return Ok(node),
            };
            if self.peek() != Some('{') {
                self.at += 1;
            } else {
                self.until('}')?;
            }
            if matches!(node, Node::Place(_) | Node::Keep | Node::Look { .. }) {
                return refused("a repeated condition");
            }
            let is_lazy = self.takes("?");
            let is_possessive = !is_lazy && self.takes("+");
            node = Node::Repeat {
                node: Box::new(node),
                least,
                most,
                is_greedy: is_possessive || is_lazy == self.options.ungreedy,
            };
            if is_possessive {
                node = Node::Atomic(Box::new(node));
            }
        }
    }

    /// The numbers of `{2,3}`, if it is one. It is not taken.
    fn bounds(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let rest = self.chars[self.at + 1..].iter();
        let inner: String = rest
            .map(|c| char::from_u32(*c).unwrap_or(' '))
            .take_while(|c| c.is_ascii_digit() || *c == ',')
            .collect();
        let end = self.at + 1 + inner.len();
        if self.chars.get(end) != Some(&u32::from('}')) {
            return Ok(None);
        }
        let number = |text: &str| match text.parse::<u32>() {
            Ok(number) if number < 65_536 => Ok(number),
            _ => Err("has too large a number".to_owned()),
        };
        let bounds = match inner.split_once(',') {
            None if inner.is_empty() => return Ok(None),
            None => (number(&inner)?, Some(number(&inner)?)),
            Some(("", _)) => return Ok(None),
            Some((least, "")) => (number(least)?, None),
            Some((_, most)) if most.contains(',') => return Ok(None),
            Some((least, most)) => (number(least)?, Some(number(most)?)),
        };
        match bounds {
            (least, Some(most)) if least > most => refused("bounds that are out of order"),
            bounds => Ok(Some(bounds)),
        }
    }

    fn char(&self, c: u32) -> Node {
        Node::Char(c, self.options.caseless)
    }

    fn kind(&self, kind: Kind, is_it: bool) -> Node {
        let item = match is_it {
            true => Item::Is(kind),
            false => Item::IsNot(kind),
        };
        Node::Set(Set {
            items: vec![item],
            is_negative: false,
            is_caseless: false,
        })
    }

    /// One item. None if it only sets options.
    fn atom(&mut self) -> Parsed<Option<Node>> {
        let c = self.take().expect("it was looked at");
        if self.is_quoted {
            return Ok(Some(self.char(c.into())));
        }
        Ok(Some(match c {
            '.' if self.options.dotall => Node::Any,
            '.' => Node::Dot,
            '^' => Node::Place(Place::Begin(self.options.multiline)),
            '$' => Node::Place(Place::End {
                is_multiline: self.options.multiline,
                is_strict: self.options.dollar_endonly,
            }),
            '[' => self.class()?,
            '(' => return self.group(),
            '*' | '+' | '?' => return refused("nothing to repeat"),
            '\\' => self.escape()?,
            c => self.char(c.into()),
        }))
    }

    fn group(&mut self) -> Parsed<Option<Node>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return refused("too many groups within one another");
        }
        let options = self.options;
        let look = |is_behind, is_negative| Some((is_behind, is_negative));
        let mut looks = None;
        let mut capture = None;
        let mut is_atomic = false;
        if self.takes("*") {
            return refused("a verb `(*`");
        }
        if !self.takes("?") {
            if !options.no_auto_capture {
                self.groups += 1;
                capture = Some(self.groups);
            }
        } else if self.takes(":") {
        } else if self.takes("=") {
            looks = look(false, false);
        } else if self.takes("!") {
            looks = look(false, true);
        } else if self.takes("<=") {
            looks = look(true, false);
        } else if self.takes("<!") {
            looks = look(true, true);
        } else if self.takes(">") {
            is_atomic = true;
        } else if self.takes("P=") {
            let name = self.until(')')?;
            self.depth -= 1;
            return Ok(Some(self.back(Reference::Name(name))));
        } else if self.takes("P<") || self.takes("<") || self.peek() == Some('\'') {
            let end = match self.takes("'") {
                true => '\'',
                false => '>',
            };
            let name = self.until(end)?;
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if !name.chars().all(is_name) || name.is_empty() || name.len() > 32 {
                return refused("a strange name of a group");
            }
            self.groups += 1;
            capture = Some(self.groups);
            self.names.push((name, self.groups));
        } else {
            let mut is_on = true;
            loop {
                let field = match self.take() {
                    Some('i') => &mut self.options.caseless,
                    Some('m') => &mut self.options.multiline,
                    Some('s') => &mut self.options.dotall,
                    Some('x') => &mut self.options.extended,
                    Some('U') => &mut self.options.ungreedy,
                    Some('-') if is_on => {
                        is_on = false;
                        continue;
                    }
                    Some(')') => {
                        // They count up to the end of the group around.
                        self.depth -= 1;
                        return Ok(None);
                    }
                    Some(':') => break,
                    c => return refused(&format!("`(?{}`", c.unwrap_or(' '))),
                };
                *field = is_on;
            }
        }
        let inner = self.alternatives()?;
        if self.is_quoted || !self.takes(")") {
            return refused("a `(` without its `)`");
        }
        self.options = options;
        self.depth -= 1;
        let node = Box::new(inner);
        Ok(Some(match (looks, capture) {
            (Some((is_behind, is_negative)), _) => Node::Look {
                node,
                is_behind,
                is_negative,
            },
            (None, Some(group)) => {
                let name = self.names.iter().find(|(_, of)| *of == group);
                let is_own = node.refers(group, name.map(|(name, _)| name.as_str()));
                let capture = Node::Capture(node, group);
                // A group with a reference to itself is tried in one way only.
                match is_own {
                    true => Node::Atomic(Box::new(capture)),
                    false => capture,
                }
            }
            (None, None) if is_atomic => Node::Atomic(node),
            (None, None) => Node::Alternate(vec![*node]),
        }))
    }

    fn back(&self, to: Reference) -> Node {
        Node::Back(to, self.options.caseless)
    }

    fn escape(&mut self) -> Parsed {
        let Some(c) = self.take() else {
            return refused("a `\\` at its end");
        };
        Ok(match c {
            'd' => self.kind(Kind::Digit, true),
            'D' => self.kind(Kind::Digit, false),
            'w' => self.kind(Kind::Word, true),
            'W' => self.kind(Kind::Word, false),
            's' => self.kind(Kind::Space, true),
            'S' => self.kind(Kind::Space, false),
            'h' => self.kind(Kind::Horizontal, true),
            'H' => self.kind(Kind::Horizontal, false),
            'v' => self.kind(Kind::Vertical, true),
            'V' => self.kind(Kind::Vertical, false),
            'N' if self.peek() != Some('{') || self.bounds()?.is_some() => Node::Dot,
            'K' => Node::Keep,
            'A' => Node::Place(Place::First),
            'z' => Node::Place(Place::Last),
            'Z' => Node::Place(Place::LastLine),
            'G' => Node::Place(Place::Offset),
            'b' => Node::Place(Place::Word(true)),
            'B' => Node::Place(Place::Word(false)),
            '1'..='9' => {
                if self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    return refused("a `\\` with several digits");
                }
                self.back(Reference::Number(c as usize - '0' as usize))
            }
            'g' | 'k' => {
                let end = match self.take() {
                    Some('{') => '}',
                    Some('<') if c == 'k' => '>',
                    Some('\'') if c == 'k' => '\'',
                    Some(digit @ '1'..='9') if c == 'g' => {
                        return Ok(self.back(Reference::Number(digit as usize - '0' as usize)));
                    }
                    _ => return refused(&format!("`\\{c}`")),
                };
                let name = self.until(end)?;
                let group = match (name.parse::<isize>(), c) {
                    (Ok(number), 'g') if number > 0 => Some(number.unsigned_abs()),
                    (Ok(number), 'g') if number < 0 => {
                        (self.groups + 1).checked_sub(number.unsigned_abs())
                    }
                    (Ok(_), _) => None,
                    (Err(_), _) => return Ok(self.back(Reference::Name(name))),
                };
                match group.filter(|group| *group > 0) {
                    Some(group) => self.back(Reference::Number(group)),
                    None => return refused("a reference to a group that is not there"),
                }
            }
            c => {
                let c = self.literal_escape(c)?;
                self.char(c)
            }
        })
    }

    /// An escape that stands for a character.
    fn literal_escape(&mut self, c: char) -> Parsed<u32> {
        Ok(match c {
            'a' => 7,
            'e' => 27,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            '0' => {
                let mut value = 0;
                for _ in 0..2 {
                    if let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) {
                        value = value * 8 + digit;
                        self.at += 1;
                    }
                }
                value
            }
            'x' => {
                let text = match self.takes("{") {
                    true => self.until('}')?,
                    false => {
                        let mut text = String::new();
                        while text.len() < 2
                            && let Some(c) = self.peek().filter(char::is_ascii_hexdigit)
                        {
                            text.push(c);
                            self.at += 1;
                        }
                        text
                    }
                };
                let value = match text.is_empty() {
                    true => Ok(0),
                    false => u32::from_str_radix(&text, 16),
                };
                let most = if self.options.unicode {
                    0x10_ffff
                } else {
                    0xff
                };
                match value {
                    Ok(value) if value <= most => value,
                    _ => return refused("a strange `\\x`"),
                }
            }
            c if c.is_ascii_alphanumeric() => return refused(&format!("`\\{c}`")),
            c => c.into(),
        })
    }

    fn class(&mut self) -> Parsed {
        let is_negative = self.takes("^");
        let is_caseless = self.options.caseless;
        let mut items = Vec::new();
        let mut is_first = true;
        loop {
            if self.takes("\\E") || self.takes("\\Q") {
                return refused("`\\Q` or `\\E` in a class");
            }
            let Some(c) = self.take() else {
                return refused("a `[` without its `]`");
            };
            if c == ']' && !is_first {
                break;
            }
            is_first = false;
            let low = match c {
                '[' if matches!(self.peek(), Some(':' | '.' | '=')) => match self.posix()? {
                    Some(item) => {
                        items.push(item);
                        self.no_range()?;
                        continue;
                    }
                    None => u32::from('['),
                },
                '\\' => match self.class_escape()? {
                    Ok(c) => c,
                    Err(item) => {
                        items.push(item);
                        self.no_range()?;
                        continue;
                    }
                },
                c => c.into(),
            };
            let is_range = self.peek() == Some('-')
                && self
                    .chars
                    .get(self.at + 1)
                    .is_some_and(|c| *c != u32::from(']'));
            if !is_range {
                items.push(Item::Range(low, low));
                continue;
            }
            self.at += 1;
            let high = match self.take() {
                Some('\\') => match self.class_escape()? {
                    Ok(c) => c,
                    Err(_) => return refused("a range to a kind of characters"),
                },
                Some('[') if matches!(self.peek(), Some(':' | '.' | '=')) => {
                    return refused("a range to a kind of characters");
                }
                Some(c) => c.into(),
                None => return refused("a `[` without its `]`"),
            };
            if high < low {
                return refused("a range that is out of order");
            }
            items.push(Item::Range(low, high));
        }
        Ok(Node::Set(Set {
            items,
            is_negative,
            is_caseless,
        }))
    }

    /// A kind of characters begins no range.
    fn no_range(&self) -> Parsed<()> {
        let is_range = self.peek() == Some('-')
            && self
                .chars
                .get(self.at + 1)
                .is_some_and(|c| *c != u32::from(']'));
        match is_range {
            true => refused("a range from a kind of characters"),
            false => Ok(()),
        }
    }

    fn class_escape(&mut self) -> Parsed<Result<u32, Item>> {
        let Some(c) = self.take() else {
            return refused("a `\\` at its end");
        };
        let kind = match c.to_ascii_lowercase() {
            'd' => Some(Kind::Digit),
            'w' => Some(Kind::Word),
            's' => Some(Kind::Space),
            'h' => Some(Kind::Horizontal),
            'v' => Some(Kind::Vertical),
            _ => None,
        };
        Ok(match kind {
            Some(kind) if c.is_ascii_lowercase() => Err(Item::Is(kind)),
            Some(kind) => Err(Item::IsNot(kind)),
            None if c == 'b' => Ok(8),
            None => Ok(self.literal_escape(c)?),
        })
    }

    /// `[:alpha:]` and the like, behind the first bracket; none if it is no such thing.
    fn posix(&mut self) -> Parsed<Option<Item>> {
        let rest: String = (self.chars[self.at..].iter())
            .map_while(|c| char::from_u32(*c))
            .take(20)
            .collect();
        let Some((inner, _)) = rest[1..].split_once(":]") else {
            return match rest.starts_with(':') {
                true => Ok(None),
                false => refused("`[.` or `[=`"),
            };
        };
        if !rest.starts_with(':') {
            return refused("`[.` or `[=`");
        }
        let name = inner.strip_prefix('^').unwrap_or(inner);
        let is_caseless = self.options.caseless;
        let kind = match name {
            "alpha" => Kind::Alpha,
            "lower" | "upper" if is_caseless => Kind::Alpha,
            "lower" => Kind::Lower,
            "upper" => Kind::Upper,
            "alnum" => Kind::Alnum,
            "ascii" => Kind::Ascii,
            "blank" => Kind::Blank,
            "cntrl" => Kind::Cntrl,
            "digit" => Kind::Digit,
            "graph" => Kind::Graph,
            "print" => Kind::Print,
            "punct" => Kind::Punct,
            "space" => Kind::Space,
            "word" => Kind::Word,
            "xdigit" => Kind::Xdigit,
            _ => return refused("a kind of characters that there is not"),
        };
        self.at += 1 + inner.chars().count() + 2;
        Ok(Some(match inner.starts_with('^') {
            true => Item::IsNot(kind),
            false => Item::Is(kind),
        }))
    }
}
