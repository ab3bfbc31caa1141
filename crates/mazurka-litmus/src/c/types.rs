//! Types of C, as far as they matter: widths, signs and what points where.

use crate::error::ParseError;
use crate::lexer::{Lexer, Part, Token};
use crate::value::Type;

/// A number, or a pointer of some depth to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CType {
    pub(super) base: Type,
    pub(super) stars: u8,
    /// Is what has the base type atomic?
    pub(super) is_atomic: bool,
}

impl CType {
    pub(super) const INT: CType = CType {
        base: Type::INT,
        stars: 0,
        is_atomic: false,
    };
    pub(super) const LONG: CType = CType {
        base: Type::LONG,
        stars: 0,
        is_atomic: false,
    };

    /// How values of this type are held.
    pub(super) fn held(self) -> Type {
        if self.stars > 0 {
            Type::POINTER
        } else {
            self.base
        }
    }

    /// Is a place of this type one that is accessed atomically, also without a function?
    pub(super) fn is_atomic(self) -> bool {
        self.is_atomic && self.stars == 0
    }

    pub(super) fn is_pointer(self) -> bool {
        self.stars > 0
    }

    /// What a pointer of this type points to.
    pub(super) fn pointee(self) -> CType {
        CType {
            stars: self.stars.saturating_sub(1),
            ..self
        }
    }

    pub(super) fn pointer(self) -> CType {
        CType {
            stars: self.stars.saturating_add(1),
            ..self
        }
    }
}

/// Is this a word of which types consist?
pub(super) fn is_type_word(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "__int128",
        "__uint128",
        "_Atomic",
        "_Bool",
        "auto",
        "bool",
        "char",
        "const",
        "extern",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "short",
        "signed",
        "static",
        "struct",
        "unsigned",
        "void",
        "volatile",
    ];
    WORDS.contains(&word) || word.ends_with("_t") || is_atomic_word(word)
}

/// Is this the name of an atomic type of C?
fn is_atomic_word(word: &str) -> bool {
    const ATOMIC: &[&str] = &[
        "bool", "char", "flag", "int", "llong", "long", "schar", "short", "uchar", "uint",
        "ullong", "ulong", "ushort",
    ];
    let atomic = word.strip_prefix("atomic_");
    atomic.is_some_and(|word| ATOMIC.contains(&word))
}

/// Reads a type, if one is next; `is_variable` says which words are none.
pub(super) fn parse(
    lexer: &mut Lexer<'_>,
    is_variable: impl Fn(&str) -> bool,
) -> Result<Option<CType>, ParseError> {
    let mut words = Vec::new();
    let mut is_atomic = false;
    while let Token::Name(word) = lexer.peek(Part::C)? {
        if !is_type_word(word) || is_variable(word) {
            break;
        }
        lexer.next(Part::C)?;
        words.push(word);
        is_atomic |= word == "_Atomic" || is_atomic_word(word);
        if word == "struct"
            && let Token::Name(_) = lexer.peek(Part::C)?
        {
            lexer.next(Part::C)?;
        }
        // `_Atomic(int)`
        if word == "_Atomic" && lexer.take(Part::C, "(")? {
            while let Token::Name(word) = lexer.peek(Part::C)? {
                lexer.next(Part::C)?;
                words.push(word);
            }
            let inner_stars = stars(lexer)?;
            lexer.expect(Part::C, ")")?;
            if inner_stars > 0 {
                words = vec!["uintptr_t"];
            }
        }
    }
    if words.is_empty() {
        return Ok(None);
    }
    let stars = stars(lexer)?;
    Ok(Some(CType {
        base: Type::of_words(words),
        stars,
        is_atomic,
    }))
}

/// Reads the stars of a pointer, and what may stand between them.
fn stars(lexer: &mut Lexer<'_>) -> Result<u8, ParseError> {
    let mut stars: u8 = 0;
    loop {
        match lexer.peek(Part::C)? {
            Token::Sign("*") => stars = stars.saturating_add(1),
            Token::Name("const" | "volatile" | "restrict" | "_Atomic") => {}
            _ => return Ok(stars),
        }
        lexer.next(Part::C)?;
    }
}
