//! Programs that clang optimises, because a flag of the user says so, or that have it inline
//! functions even without.
//!
//! Some functions mean something by their names: atomic sections (`__VERIFIER_atomic_*`),
//! and those that a verifier knows even if the program defines them (`reach_error`...). An
//! optimiser that sees their bodies takes them for what C says: it inlines them, or takes
//! calls out of loops since they only read. So clang writes LLVM IR without optimising it
//! first, these functions are made *weak*, and clang optimises that text. A weak function may
//! be replaced by another when programs are linked, so that optimisers conclude nothing
//! from its body: a call is as opaque as one of another file. What others refer to is there
//! as before in the end, with the linkage that it had.

use super::lenient::find;
use crate::builtin;
use crate::lower::is_atomic;

/// Has clang write LLVM IR as it is before all optimisation.
pub(super) const UNOPTIMISED: &[&str] = &["-Xclang", "-disable-llvm-passes"];

/// How much clang is to optimise: the last flag that says so, if it does not say 0.
#[must_use]
pub fn optimisation(flags: &[String]) -> Option<String> {
    let mut level = None;
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        if let "-Xclang" | "-mllvm" | "-Xlinker" | "-Xpreprocessor" = flag.as_str() {
            flags.next();
        } else if let Some(rest) = flag.strip_prefix("-O") {
            level = Some(rest);
        } else if let Some(rest) = flag.strip_prefix("--optimize") {
            level = Some(rest.trim_start_matches('='));
        }
    }
    level
        .filter(|level| *level != "0")
        .map(|level| format!("-O{level}"))
}

/// Does a source file have atomic sections, and functions that are inlined even where clang
/// optimises nothing? They may be the same.
pub(super) fn inlines_sections(source: &[u8]) -> bool {
    find(source, b"always_inline").is_some() && find(source, b"__VERIFIER_atomic_").is_some()
}

/// Does a function mean something by its name?
fn is_special(name: &str) -> bool {
    is_atomic(name) || builtin::overrides(name) || name == "__VERIFIER_assert"
}

/// Functions that were made weak: names, and the words for their linkage.
pub(super) type Weakened = Vec<(String, String)>;

/// Makes the functions weak that mean something by their names.
pub(super) fn weaken(text: &str) -> (String, Weakened) {
    let mut weakened = Weakened::new();
    let mut groups: Vec<String> = Vec::new();
    let mut result = String::with_capacity(text.len() + 1024);
    for line in text.split_inclusive('\n') {
        match Definition::read(line).filter(|definition| is_special(definition.name)) {
            None => result.push_str(line),
            Some(Definition {
                name,
                linkage,
                rest,
            }) => {
                weakened.push((name.to_owned(), linkage.to_owned()));
                result.push_str("define weak ");
                match group(rest) {
                    None => result.push_str(rest),
                    Some((before, number, after)) => {
                        result.push_str(&format!("{before} #{}{after}", other(number)));
                        groups.push(number.to_owned());
                    }
                }
            }
        }
    }
    groups.sort();
    groups.dedup();
    for number in groups {
        let begin = format!("attributes #{number} = {{");
        let Some(group) = text.lines().find_map(|line| line.strip_prefix(&begin)) else {
            continue;
        };
        // Such functions would be inlined all the same.
        let group = group.replace(" alwaysinline", "");
        result.push_str(&format!("\nattributes #{} = {{{group}\n", other(&number)));
    }
    (result, weakened)
}

/// The number of a group of attributes like another, for functions that were made weak.
fn other(number: &str) -> String {
    format!("1{number:0>8}")
}

/// Gives functions the linkage that they had.
pub(super) fn restore(text: &str, weakened: &Weakened) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let definition = Definition::read(line);
        let known = definition.and_then(|definition| {
            let mut known = weakened.iter();
            let (_, linkage) = known.find(|(name, _)| name == definition.name)?;
            Some((linkage.as_str(), definition.rest))
        });
        match known {
            // One that is only there to be inlined is weak for a linker.
            None | Some(("available_externally", _)) => result.push_str(line),
            Some(("", rest)) => result.push_str(&format!("define {rest}")),
            Some((linkage, rest)) => result.push_str(&format!("define {linkage} {rest}")),
        }
    }
    result
}

/// The first line of a function.
struct Definition<'t> {
    name: &'t str,
    /// How it is linked, if the line says so.
    linkage: &'t str,
    /// What comes after.
    rest: &'t str,
}

/// The words for linkage.
const LINKAGES: [&str; 9] = [
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "linkonce_odr",
    "weak",
    "weak_odr",
    "common",
    "external",
];

impl Definition<'_> {
    fn read(line: &str) -> Option<Definition<'_>> {
        let rest = line.strip_prefix("define ")?;
        let (_, name) = rest.split_once('@')?;
        let (name, _) = name.split_once('(')?;
        let (word, after) = rest.split_once(' ')?;
        let (linkage, rest) = match LINKAGES.contains(&word) {
            true => (word, after),
            false => ("", rest),
        };
        Some(Definition {
            name,
            linkage,
            rest,
        })
    }
}

/// The group of attributes of a function: what is before it, its number, what is after it.
fn group(rest: &str) -> Option<(&str, &str, &str)> {
    let parameters = rest.find('(')?;
    for (place, _) in rest.match_indices(" #") {
        let number = &rest[place + 2..];
        let length = number.bytes().take_while(u8::is_ascii_digit).count();
        if place > parameters && length > 0 {
            let (number, after) = number.split_at(length);
            return Some((&rest[..place], number, after));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_flag_counts() {
        let level = |flags: &[&str]| {
            let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
            optimisation(&flags)
        };
        assert_eq!(level(&[]), None);
        assert_eq!(level(&["-DO2", "-Iinclude"]), None);
        assert_eq!(level(&["-O"]).as_deref(), Some("-O"));
        assert_eq!(level(&["-O3", "-Og"]).as_deref(), Some("-Og"));
        assert_eq!(level(&["-O3", "-O0"]), None);
        assert_eq!(level(&["-O0", "-Ofast"]).as_deref(), Some("-Ofast"));
        assert_eq!(level(&["-O1", "-Xclang", "-O0"]).as_deref(), Some("-O1"));
        assert_eq!(level(&["--optimize=2"]).as_deref(), Some("-O2"));
    }

    #[test]
    fn functions_are_weak_for_a_while() {
        let text = "\
define dso_local i32 @main() #0 !dbg !3 {
define internal void @__VERIFIER_atomic_f(ptr byval(%s) %0) #1 !dbg !4 {
define dso_local void @reach_error() {
define available_externally i32 @__VERIFIER_atomic_g() #1 {
attributes #1 = { alwaysinline nounwind \"x\" }
";
        let (weak, weakened) = weaken(text);
        assert_eq!(
            weak,
            "\
define dso_local i32 @main() #0 !dbg !3 {
define weak void @__VERIFIER_atomic_f(ptr byval(%s) %0) #100000001 !dbg !4 {
define weak dso_local void @reach_error() {
define weak i32 @__VERIFIER_atomic_g() #100000001 {
attributes #1 = { alwaysinline nounwind \"x\" }

attributes #100000001 = { nounwind \"x\" }
"
        );
        let restored = restore(&weak, &weakened);
        assert!(restored.contains("define internal void @__VERIFIER_atomic_f("));
        assert!(restored.contains("define dso_local void @reach_error() {"));
        assert!(restored.contains("define weak i32 @__VERIFIER_atomic_g() "));
    }
}
