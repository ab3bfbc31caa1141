//! Patterns that are easy to get wrong. `tests/elixir.rs` compares others with a real Elixir.

use super::{Options, Regex, Search};

fn found(pattern: &str, text: &str, options: Options) -> Option<Vec<Option<(usize, usize)>>> {
    let regex = Regex::new(pattern.as_bytes(), options).expect(pattern);
    let search = Search::default();
    regex.find(text.as_bytes(), search).expect(pattern)
}

#[test]
fn places_of_groups() {
    for (pattern, text, expected) in [
        ("b", "abc", Some(vec![Some((1, 2))])),
        ("z", "abc", None),
        ("(a)|(b)", "b", Some(vec![Some((0, 1)), None, Some((0, 1))])),
        ("a*?b", "aab", Some(vec![Some((0, 3))])),
        ("(a*)*b", "aab", Some(vec![Some((0, 3)), Some((2, 2))])),
        ("a++ab", "aaab", None),
        ("(?<=a)b", "ab", Some(vec![Some((1, 2))])),
        ("(?<!a)b", "abb", Some(vec![Some((2, 3))])),
        ("(?=(b))b", "ab", Some(vec![Some((1, 2)), Some((1, 2))])),
        ("(.)\\1", "abb", Some(vec![Some((1, 3)), Some((1, 2))])),
        ("b$", "ab\n", Some(vec![Some((1, 2))])),
        ("a\\Kb", "ab", Some(vec![Some((1, 2))])),
        ("(?i)B(?-i)c", "abc", Some(vec![Some((1, 3))])),
        ("x{2,3}", "xxxx", Some(vec![Some((0, 3))])),
        ("x{,3}", "x{,3}", Some(vec![Some((0, 5))])),
        ("[]a-c]+", "]b-", Some(vec![Some((0, 2))])),
        ("\\Qa.b\\E+", "a.bb", Some(vec![Some((0, 4))])),
    ] {
        assert_eq!(
            found(pattern, text, Options::default()),
            expected,
            "{pattern}"
        );
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    for pattern in [
        "(", "a)", "*", "(?R)", "\\p{L}", "[[.a.]]", "(?<=a*)b", "(*FAIL)", "\\10", "(?|a)",
    ] {
        let regex = Regex::new(pattern.as_bytes(), Options::default());
        assert!(regex.is_err(), "{pattern}");
    }
}
