//! C that clang takes otherwise than other tools do, and how to have it take it.

use rustc_hash::FxHashSet;

/// Types that gcc knows, and that are in files which its preprocessor has seen.
pub(super) const GCC_TYPES: &[&str] = &[
    "-D_Float32=float",
    "-D_Float32x=double",
    "-D_Float64=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// Functions that are `inline` and nothing else are defined here, and not only for
/// those who want to inline them.
pub(super) const PLAIN_INLINE: &[&str] = &["-fgnu89-inline"];

/// Does clang not know types that gcc does?
pub(super) fn lacks_gcc_types(diagnostics: &[u8]) -> bool {
    find(diagnostics, b"unknown type name '_Float").is_some()
}

/// The names that lines of LLVM IR begin to define or declare, as the first word says.
pub(super) fn names<'a>(text: &'a [u8], word: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    text.split(|&byte| byte == b'\n').filter_map(move |line| {
        let line = line.strip_prefix(word)?;
        let name = &line[line.iter().position(|&byte| byte == b'@')? + 1..];
        let length = name.iter().position(|&byte| !is_name_byte(byte))?;
        Some(&name[..length])
    })
}

/// Does a source file define a function, `inline` and not `static`, that its LLVM IR
/// only declares, and that nobody else defines?
pub(super) fn lacks_inline(source: &[u8], text: &[u8], defined: &FxHashSet<&[u8]>) -> bool {
    if find(source, b"inline").is_none() {
        return false;
    }
    let missing = names(text, b"declare ").filter(|name| !defined.contains(name));
    defines_inline(source, &missing.collect())
}

/// Does it define one of these, `inline` and not `static`?
fn defines_inline(source: &[u8], names: &FxHashSet<&[u8]>) -> bool {
    let mut end = 0;
    for word in source.split(|&byte| !is_name_byte(byte)) {
        let start = end;
        // One byte is between two words.
        end = start + word.len() + 1;
        let is_known = !word.is_empty() && names.contains(word);
        let after = start + word.len();
        if is_known && is_definition(&source[after..]) && is_plain_inline(&source[..start]) {
            return true;
        }
    }
    false
}

/// Is this `(parameters) {`?
fn is_definition(after: &[u8]) -> bool {
    let after = after.trim_ascii_start();
    if after.first() != Some(&b'(') {
        return false;
    }
    let mut depth = 0u32;
    for (place, byte) in after.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' | b'{' => return false,
            _ => {}
        }
        if depth == 0 {
            return after[place + 1..].trim_ascii_start().first() == Some(&b'{');
        }
    }
    false
}

/// Do the words before a name say `inline`, but not `static`?
fn is_plain_inline(before: &[u8]) -> bool {
    let end = before.iter().rposition(|byte| b";{}#/".contains(byte));
    let words = &before[end.map_or(0, |end| end + 1)..];
    find(words, b"inline").is_some() && find(words, b"static").is_none()
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte == b'.'
}

pub(super) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_llvm_ir() {
        let text = b"declare i32 @f(i32) #1\ndefine void @g() {\n  call void @h()\n}\ndeclare void @\"x y\"()\n";
        assert_eq!(names(text, b"declare ").next(), Some(&b"f"[..]));
        assert_eq!(names(text, b"define ").collect::<Vec<_>>(), [b"g"]);
    }

    #[test]
    fn inline_functions_of_c() {
        let names = FxHashSet::from_iter([&b"f"[..]]);
        let plain = |text: &str| defines_inline(text.as_bytes(), &names);
        assert!(plain(
            "int x;\ninline int f(int (*g)(void), int y)\n{ return y; }"
        ));
        assert!(plain("void g(void) { }\n__inline__ void\nf (void) {}"));
        assert!(plain("// what it does\ninline void f() {"));
        assert!(!plain("static inline int f(void) { return 1; }"));
        assert!(!plain("inline int f(void);\nint g(void) { return f(); }"));
        assert!(!plain("inline int off(void) { return 1; }"));
        assert!(!plain("int f(void) { return 1; }"));
        assert!(!plain("inline int f("));
    }

    #[test]
    fn what_others_define_is_not_missing() {
        let source = b"inline int f(void) { return 1; }";
        let text = b"declare i32 @f()\n";
        let mut defined = FxHashSet::default();
        assert!(lacks_inline(source, text, &defined));
        defined.insert(&b"f"[..]);
        assert!(!lacks_inline(source, text, &defined));
    }
}
