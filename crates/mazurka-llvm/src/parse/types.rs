//! Types.

use super::lexer::{Name, Result, Token};
use super::{MAX_DEPTH, Parser};
use crate::ir::{NamedStruct, Type, TypeId};

/// The widest integer.
const MAX_BITS: u32 = 128;

/// Types that are always there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) void: TypeId,
    pub(super) pointer: TypeId,
    pub(super) bit: TypeId,
    pub(super) other: TypeId,
}

impl Default for Common {
    fn default() -> Common {
        Common {
            void: TypeId(0),
            pointer: TypeId(0),
            bit: TypeId(0),
            other: TypeId(0),
        }
    }
}

/// Does a type begin with this token?
pub(super) fn is_type_start(token: Token<'_>) -> bool {
    match token {
        Token::Local(_) | Token::Mark(b'[' | b'{' | b'<') => true,
        Token::Word(word) => is_type_word(word),
        _ => false,
    }
}

fn is_type_word(word: &[u8]) -> bool {
    simple_type(word).is_some() || int_bits(word).is_some() || word == b"target"
}

/// The digits of `i32`.
fn int_bits(word: &[u8]) -> Option<&[u8]> {
    let digits = word.strip_prefix(b"i")?;
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then_some(digits)
}

fn simple_type(word: &[u8]) -> Option<Type> {
    let ty = match word {
        b"ptr" => Type::Pointer,
        b"void" => Type::Void,
        b"float" => Type::Float,
        b"double" => Type::Double,
        b"half" | b"bfloat" => Type::Half,
        b"x86_fp80" => Type::X86Fp80,
        b"fp128" | b"ppc_fp128" => Type::Fp128,
        b"label" | b"metadata" | b"token" | b"x86_mmx" | b"x86_amx" => Type::Other,
        _ => return None,
    };
    Some(ty)
}

impl<'a> Parser<'a> {
    /// The types that are always there.
    pub(super) fn common_types(&mut self) -> Common {
        Common {
            void: self.intern(Type::Void),
            pointer: self.intern(Type::Pointer),
            bit: self.intern(Type::Int(1)),
            other: self.intern(Type::Other),
        }
    }

    /// The identifier of a type.
    pub(super) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.type_ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.module.types.len() as u32);
        self.module.types.push(ty.clone());
        self.type_ids.insert(ty, id);
        id
    }

    /// A type.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        self.enter()?;
        let start = self.start;
        let mut ty = self.type_without_suffix()?;
        loop {
            match self.token {
                Token::Mark(b'*') => {
                    self.bump()?;
                    ty = self.common.pointer;
                }
                Token::Word(b"addrspace") => {
                    self.bump()?;
                    self.skip_parentheses()?;
                    if !self.eat(b'*')? && ty != self.common.pointer {
                        return self.expected("`*`");
                    }
                    ty = self.common.pointer;
                }
                Token::Mark(b'(') => {
                    self.check_result(start, ty)?;
                    ty = self.function_type(ty)?;
                }
                _ => break,
            }
        }
        self.depth -= 1;
        Ok(ty)
    }

    /// Checks that functions can return this.
    pub(super) fn check_result(&self, start: usize, ty: TypeId) -> Result<()> {
        match self.module.ty(ty) {
            Type::Function { .. } => self.fail_at(start, "a function cannot return this"),
            Type::Other => self.unsupported("values of this type are not supported"),
            _ => Ok(()),
        }
    }

    /// A type that a value can have.
    pub(super) fn value_type(&mut self) -> Result<TypeId> {
        let start = self.start;
        let ty = self.ty()?;
        match self.module.ty(ty) {
            Type::Void | Type::Function { .. } => {
                self.fail_at(start, "values cannot have this type")
            }
            Type::Other => self.unsupported("values of this type are not supported"),
            _ => Ok(ty),
        }
    }

    fn type_without_suffix(&mut self) -> Result<TypeId> {
        match self.token {
            Token::Word(word) => self.type_word(word),
            Token::Local(name) => {
                let start = self.start;
                self.bump()?;
                let named = self.named(name, start);
                Ok(self.intern(Type::Named(named)))
            }
            Token::Mark(b'[') => {
                self.bump()?;
                let (count, element) = self.counted(b']')?;
                Ok(self.intern(Type::Array(count, element)))
            }
            Token::Mark(b'{') => self.fields(false),
            Token::Mark(b'<') => {
                self.bump()?;
                if self.is_mark(b'{') {
                    let ty = self.fields(true)?;
                    self.expect(b'>')?;
                    return Ok(ty);
                }
                self.vector()
            }
            _ => self.expected("a type"),
        }
    }

    fn type_word(&mut self, word: &'a [u8]) -> Result<TypeId> {
        if let Some(ty) = simple_type(word) {
            self.bump()?;
            return Ok(self.intern(ty));
        }
        if let Some(digits) = int_bits(word) {
            let bits = super::lexer::small_number(digits).unwrap_or(u32::MAX);
            if bits == 0 {
                return self.fail("an integer has at least one bit");
            }
            if bits > MAX_BITS {
                return self.unsupported(format!(
                    "integers of more than {MAX_BITS} bits are not supported"
                ));
            }
            self.bump()?;
            return Ok(self.intern(Type::Int(bits)));
        }
        if word == b"target" {
            return self.unsupported("types of some targets are not supported");
        }
        self.expected("a type")
    }

    /// `N x T` and the mark after it.
    fn counted(&mut self, end: u8) -> Result<(u64, TypeId)> {
        let count = self.count()?;
        self.expect_word("x")?;
        let element = self.value_type()?;
        self.expect(end)?;
        Ok((count, element))
    }

    fn vector(&mut self) -> Result<TypeId> {
        if self.is_word("vscale") {
            return self.unsupported("vectors of no fixed length are not supported");
        }
        let start = self.start;
        let (count, element) = self.counted(b'>')?;
        let is_scalar = !matches!(
            self.module.ty(element),
            Type::Array(..) | Type::Vector(..) | Type::Struct { .. } | Type::Named(_)
        );
        if count == 0 || count > super::constant::MAX_VECTOR || !is_scalar {
            return self.fail_at(start, "this is no type of a vector");
        }
        Ok(self.intern(Type::Vector(count, element)))
    }

    /// `{ T, T }`.
    fn fields(&mut self, is_packed: bool) -> Result<TypeId> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        while !self.is_mark(b'}') {
            fields.push(self.value_type()?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(self.intern(Type::Struct { is_packed, fields }))
    }

    /// `(T, T, ...)` after the type of the result.
    fn function_type(&mut self, result: TypeId) -> Result<TypeId> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        while !self.is_mark(b')') {
            if self.token == Token::Dots {
                self.bump()?;
                is_variadic = true;
                break;
            }
            parameters.push(self.ty()?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        Ok(self.intern(Type::Function {
            result,
            parameters,
            is_variadic,
        }))
    }

    /// The place of a named struct.
    fn named(&mut self, name: Name<'a>, start: usize) -> u32 {
        if let Some(&named) = self.named_ids.get(&name) {
            return named;
        }
        let named = self.module.named.len() as u32;
        self.module.named.push(NamedStruct {
            name: name.display(),
            body: None,
        });
        self.named_starts.push(start);
        self.named_ids.insert(name, named);
        named
    }

    /// `%name = type { ... }`.
    pub(super) fn type_definition(&mut self, name: Name<'a>) -> Result<()> {
        let start = self.start;
        self.bump()?;
        self.expect(b'=')?;
        self.expect_word("type")?;
        let named = self.named(name, start) as usize;
        if self.module.named[named].body.is_some() {
            return self.fail_at(
                start,
                format!("the type `%{}` is defined twice", name.display()),
            );
        }
        self.named_starts[named] = start;
        if self.eat_word("opaque")? {
            return Ok(());
        }
        let body = self.ty()?;
        if !matches!(self.module.ty(body), Type::Struct { .. }) {
            return self.fail_at(start, "only structs can have names");
        }
        self.module.named[named].body = Some(body);
        Ok(())
    }

    /// The type itself, or what its name stands for.
    pub(super) fn body_of(&self, ty: TypeId) -> &Type {
        match self.module.ty(ty) {
            Type::Named(named) => match self.module.named[*named as usize].body {
                Some(body) => self.module.ty(body),
                None => self.module.ty(ty),
            },
            other => other,
        }
    }

    /// The types of the parts of an aggregate: a function of the index, or none.
    pub(super) fn part(&self, ty: TypeId, index: u64) -> Option<TypeId> {
        match self.body_of(ty) {
            Type::Array(count, element) | Type::Vector(count, element) => {
                (index < *count).then_some(*element)
            }
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            _ => None,
        }
    }

    /// Is it an integer or a vector of them?
    pub(super) fn is_int(&self, ty: TypeId) -> bool {
        matches!(self.module.ty(self.scalar(ty)), Type::Int(_))
    }

    /// Is it a pointer or a vector of them?
    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.module.ty(self.scalar(ty)), Type::Pointer)
    }

    /// Is it a number or a vector of them?
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        let scalar = self.module.ty(self.scalar(ty));
        matches!(
            scalar,
            Type::Half | Type::Float | Type::Double | Type::X86Fp80 | Type::Fp128
        )
    }

    /// The type of the elements of a vector; that of anything else.
    pub(super) fn scalar(&self, ty: TypeId) -> TypeId {
        match self.module.ty(ty) {
            Type::Vector(_, element) => *element,
            _ => ty,
        }
    }

    /// The type with the shape of the first and the scalars of the second.
    pub(super) fn shaped(&mut self, like: TypeId, scalar: TypeId) -> TypeId {
        match *self.module.ty(like) {
            Type::Vector(count, _) => self.intern(Type::Vector(count, scalar)),
            _ => scalar,
        }
    }

    /// Checks that no struct contains itself, and that none is nested too deep.
    pub(super) fn check_named(&self) -> Result<()> {
        let depths = nesting(&self.module.types, &self.module.named);
        let place = depths.iter().position(|&depth| depth > MAX_DEPTH);
        let Some(place) = place else {
            return Ok(());
        };
        let offset = match self.module.types[place] {
            Type::Named(named) => self.named_starts[named as usize],
            _ => 0,
        };
        let name = match &self.module.types[place] {
            Type::Named(named) => format!("`%{}`", self.module.named[*named as usize].name),
            _ => "a type".to_string(),
        };
        self.fail_at(
            offset,
            format!("{name} contains itself, or is nested deeper than {MAX_DEPTH} levels"),
        )
    }
}

/// How deep each type is nested; more than [`MAX_DEPTH`] if it contains itself.
fn nesting(types: &[Type], named: &[NamedStruct]) -> Vec<u32> {
    let mut depths = vec![0u32; types.len()];
    // Types are in the table before those that contain them, but for structs with
    // names: each round settles at least one more level of those.
    for _ in 0..=MAX_DEPTH + 1 {
        let mut is_settled = true;
        for (place, ty) in types.iter().enumerate() {
            let of = |ty: &TypeId| depths[ty.0 as usize];
            let inner = match ty {
                Type::Array(_, element) | Type::Vector(_, element) => of(element) + 1,
                Type::Struct { fields, .. } => {
                    fields.iter().map(of).max().map_or(1, |depth| depth + 1)
                }
                Type::Named(place) => named[*place as usize].body.map_or(0, |body| of(&body)),
                _ => 0,
            };
            if inner != depths[place] {
                depths[place] = inner;
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
    depths
}
