//! The tokens of textual LLVM IR.
//!
//! Tokens borrow from the text; nothing is copied before it is to be kept.

/// What went wrong, and at which byte of the text.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The byte.
    pub(super) offset: usize,
    /// What to tell people.
    pub(super) message: String,
    /// The text is well formed, but says something that is not supported.
    pub(super) is_unsupported: bool,
}

/// What reading leaves.
pub(super) type Result<T> = std::result::Result<T, Failure>;

/// The name of a value, a type or a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Name<'a> {
    /// It has no name: its number.
    Number(u32),
    /// As it is written, without quotation marks.
    Text(&'a [u8]),
}

impl Name<'_> {
    /// The name as people read it.
    pub(super) fn display(self) -> String {
        match self {
            Name::Number(number) => number.to_string(),
            Name::Text(text) => unescape_text(text),
        }
    }
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// The end of the text.
    End,
    /// A word: `define`, `i32`, `nounwind`.
    Word(&'a [u8]),
    /// A name with a colon: the start of a block, or a field of metadata.
    Label(Name<'a>),
    /// `%name`.
    Local(Name<'a>),
    /// `@name`.
    Global(Name<'a>),
    /// `$name`.
    Comdat,
    /// `#12`.
    AttributeGroup,
    /// `#dbg_declare` and its like, without the sign.
    DebugRecord(&'a [u8]),
    /// `!12`.
    MetadataNumber(u32),
    /// `!name`.
    MetadataName(&'a [u8]),
    /// An exclamation mark before something else.
    Bang,
    /// `"text"`, as it is written between the marks.
    Text(&'a [u8]),
    /// `c"text"`, as it is written between the marks.
    Bytes(&'a [u8]),
    /// A whole number.
    Number(&'a [u8]),
    /// Any other number.
    Float(&'a [u8]),
    /// One of the characters `()[]{}<>,=*|:`.
    Mark(u8),
    /// `...`.
    Dots,
    /// `^12`.
    Summary,
}

/// Reads tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    /// Where the next token is looked for.
    pub(super) position: usize,
    /// Was there the end of a line before the last token?
    pub(super) is_new_line: bool,
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

impl<'a> Lexer<'a> {
    /// Reads a text from some byte on.
    pub(super) fn new(text: &'a [u8], position: usize) -> Lexer<'a> {
        Lexer {
            text,
            position,
            is_new_line: true,
        }
    }

    /// The text.
    pub(super) fn text(&self) -> &'a [u8] {
        self.text
    }

    fn byte(&self, position: usize) -> u8 {
        self.text.get(position).copied().unwrap_or(0)
    }

    fn fail<T>(&self, offset: usize, message: impl Into<String>) -> Result<T> {
        Err(Failure {
            offset,
            message: message.into(),
            is_unsupported: false,
        })
    }

    /// Passes white space and comments.
    fn skip_blanks(&mut self) {
        self.is_new_line = false;
        while let Some(&byte) = self.text.get(self.position) {
            match byte {
                b'\n' => self.is_new_line = true,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    self.skip_line();
                    continue;
                }
                _ => break,
            }
            self.position += 1;
        }
    }

    /// Passes the rest of the line, but not its end.
    pub(super) fn skip_line(&mut self) {
        let rest = &self.text[self.position..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        self.position += length.unwrap_or(rest.len());
    }

    /// The first byte of the token after the last one that was read.
    pub(super) fn next_byte(&self) -> u8 {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        ahead.byte(ahead.position)
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> Result<(Token<'a>, usize)> {
        self.skip_blanks();
        let start = self.position;
        let Some(&byte) = self.text.get(start) else {
            return Ok((Token::End, start));
        };
        let token = match byte {
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b'=' | b'*' | b'|'
            | b':' => {
                self.position += 1;
                Token::Mark(byte)
            }
            b'%' => Token::Local(self.name(start)?),
            b'@' => Token::Global(self.name(start)?),
            b'!' => self.metadata()?,
            b'#' => self.hash(),
            b'"' => self.quoted(start)?,
            b'c' if self.byte(start + 1) == b'"' => {
                self.position += 1;
                Token::Bytes(self.between_marks()?)
            }
            b'.' if self.text[start..].starts_with(b"...") => {
                self.position += 3;
                Token::Dots
            }
            b'$' if !self.is_label() => {
                self.name(start)?;
                Token::Comdat
            }
            b'^' => {
                self.position += 1;
                self.word();
                Token::Summary
            }
            b'0'..=b'9' | b'+' => self.number(),
            b'-' if self.byte(start + 1).is_ascii_digit() && !self.is_label() => self.number(),
            _ if is_word_start(byte) => self.word_or_label(),
            _ => {
                return self.fail(
                    start,
                    format!("unexpected character {:?}", char::from(byte)),
                );
            }
        };
        Ok((token, start))
    }

    /// Passes a word and returns it.
    fn word(&mut self) -> &'a [u8] {
        let start = self.position;
        let rest = &self.text[start..];
        let length = rest.iter().position(|&byte| !is_word_byte(byte));
        self.position += length.unwrap_or(rest.len());
        &self.text[start..self.position]
    }

    /// Is this a word with a colon after it?
    fn is_label(&self) -> bool {
        let mut ahead = self.clone();
        ahead.word();
        ahead.byte(ahead.position) == b':'
    }

    fn word_or_label(&mut self) -> Token<'a> {
        let word = self.word();
        if self.byte(self.position) == b':' {
            self.position += 1;
            return Token::Label(Name::Text(word));
        }
        Token::Word(word)
    }

    /// What is between quotation marks, which begin here.
    fn between_marks(&mut self) -> Result<&'a [u8]> {
        let start = self.position + 1;
        let rest = &self.text[start..];
        match rest.iter().position(|&byte| byte == b'"') {
            Some(length) => {
                self.position = start + length + 1;
                Ok(&rest[..length])
            }
            None => self.fail(
                start - 1,
                "this text has no end: a quotation mark is missing",
            ),
        }
    }

    fn quoted(&mut self, start: usize) -> Result<Token<'a>> {
        self.position = start;
        let text = self.between_marks()?;
        if self.byte(self.position) == b':' {
            self.position += 1;
            return Ok(Token::Label(Name::Text(text)));
        }
        Ok(Token::Text(text))
    }

    /// A name after the sign at `start`.
    fn name(&mut self, start: usize) -> Result<Name<'a>> {
        self.position = start + 1;
        if self.byte(self.position) == b'"' {
            return Ok(Name::Text(self.between_marks()?));
        }
        let word = self.word();
        if word.is_empty() {
            return self.fail(start, "a name is missing here");
        }
        if !word.iter().all(u8::is_ascii_digit) {
            return Ok(Name::Text(word));
        }
        match small_number(word) {
            Some(number) => Ok(Name::Number(number)),
            None => self.fail(start, "this number is too large"),
        }
    }

    fn metadata(&mut self) -> Result<Token<'a>> {
        let start = self.position;
        self.position += 1;
        let byte = self.byte(self.position);
        if byte.is_ascii_digit() {
            let digits = self.word();
            return match small_number(digits) {
                Some(number) => Ok(Token::MetadataNumber(number)),
                None => self.fail(start, "this is no number of metadata"),
            };
        }
        if is_word_start(byte) || byte == b'\\' {
            return Ok(Token::MetadataName(self.metadata_name()));
        }
        Ok(Token::Bang)
    }

    /// Names of metadata may have escapes.
    fn metadata_name(&mut self) -> &'a [u8] {
        let start = self.position;
        let rest = &self.text[start..];
        let length = rest
            .iter()
            .position(|&byte| !is_word_byte(byte) && byte != b'\\');
        self.position += length.unwrap_or(rest.len());
        &self.text[start..self.position]
    }

    fn hash(&mut self) -> Token<'a> {
        self.position += 1;
        let word = self.word();
        if word.first().is_some_and(u8::is_ascii_digit) {
            return Token::AttributeGroup;
        }
        Token::DebugRecord(word)
    }

    /// A number, or a label that looks like one.
    fn number(&mut self) -> Token<'a> {
        let start = self.position;
        if self.byte(start) == b'+' {
            self.position += 1;
        }
        self.word();
        let mut text = &self.text[start..self.position];
        if self.byte(self.position) == b':' {
            self.position += 1;
            return Token::Label(small_number(text).map_or(Name::Text(text), Name::Number));
        }
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) {
            return Token::Number(text);
        }
        // The exponent of `1.5e+10`: a plus sign is in no word.
        if text.last() == Some(&b'e') && self.byte(self.position) == b'+' && !text.contains(&b'x') {
            self.position += 1;
            self.word();
            text = &self.text[start..self.position];
        }
        Token::Float(text)
    }
}

/// A number of at most 31 bits.
pub(super) fn small_number(digits: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok()?;
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| text.parse::<u32>().ok())??;
    (number < 1 << 31).then_some(number)
}

/// The bytes that an escaped text stands for: `\XX` is a byte, `\\` a backslash.
pub(super) fn unescape(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.iter().position(|&byte| byte == b'\\') {
        bytes.extend_from_slice(&rest[..place]);
        rest = &rest[place + 1..];
        match (hex_digit(rest.first()), hex_digit(rest.get(1))) {
            (Some(high), Some(low)) => {
                bytes.push(high << 4 | low);
                rest = &rest[2..];
            }
            _ if rest.first() == Some(&b'\\') => {
                bytes.push(b'\\');
                rest = &rest[1..];
            }
            _ => bytes.push(b'\\'),
        }
    }
    bytes.extend_from_slice(rest);
    bytes
}

/// The same, as text.
pub(super) fn unescape_text(text: &[u8]) -> String {
    if text.contains(&b'\\') {
        String::from_utf8_lossy(&unescape(text)).into_owned()
    } else {
        String::from_utf8_lossy(text).into_owned()
    }
}

fn hex_digit(byte: Option<&u8>) -> Option<u8> {
    char::from(*byte?).to_digit(16).map(|digit| digit as u8)
}
