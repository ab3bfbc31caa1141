//! The arguments of the attribute: `name = value`, each a setting of the
//! `Checker`.

use crate::{Error, source};
use proc_macro::{Ident, Literal, Span, TokenStream, TokenTree, token_stream::IntoIter};

const ALGORITHMS: [(&str, &str); 5] = [
    ("exhaustive", "Exhaustive"),
    ("classic", "Classic"),
    ("source", "Source"),
    ("optimal", "Optimal"),
    ("graphs", "Graphs"),
];

const MODELS: [(&str, &str); 5] = [
    ("sc", "Sc"),
    ("tso", "Tso"),
    ("pso", "Pso"),
    ("ra", "Ra"),
    ("rc11", "Rc11"),
];

const KNOWN: &str = "algorithm, model, buffer_bound, max_events, max_memory, unroll, max_executions, max_time, \
                     max_local_time, workers, stack_size, keep_going, spurious_wakeups, \
                     spurious_polls, weak_failures, writers_first, leaks, tracked_leaks, allow_panics, \
                     name, replay, preemptions, delays, require_exhausted";

/// The calls that set up a `Checker`.
pub(crate) struct Arguments {
    /// `.max_events(1000).keep_going(true)`
    pub(crate) calls: TokenStream,
}

impl Arguments {
    pub(crate) fn parse(tokens: TokenStream) -> Result<Arguments, Error> {
        let mut tokens = tokens.into_iter();
        let mut calls = TokenStream::new();
        let mut seen: Vec<String> = Vec::new();
        while let Some(token) = tokens.next() {
            let TokenTree::Ident(name) = token else {
                let message = format!("expected an argument of the form `name = value`: {KNOWN}");
                return Err(Error::new(token.span(), message));
            };
            if seen.contains(&name.to_string()) {
                return Err(Error::new(name.span(), format!("`{name}` is given twice")));
            }
            seen.push(name.to_string());
            let value = value(&name, &mut tokens)?;
            calls.extend(call(&name, &value)?);
            match tokens.next() {
                None => break,
                Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {}
                Some(other) => return Err(Error::new(other.span(), "expected `,`")),
            }
        }
        Ok(Arguments { calls })
    }
}

/// The token after `name =`.
fn value(name: &Ident, tokens: &mut IntoIter) -> Result<TokenTree, Error> {
    let message = || format!("expected `{name} = value`");
    match tokens.next() {
        Some(TokenTree::Punct(equals)) if equals.as_char() == '=' => {}
        Some(other) => return Err(Error::new(other.span(), message())),
        None => return Err(Error::new(name.span(), message())),
    }
    tokens
        .next()
        .ok_or_else(|| Error::new(name.span(), message()))
}

/// The call of the `Checker`'s method for one argument.
fn call(name: &Ident, value: &TokenTree) -> Result<TokenStream, Error> {
    let text = match name.to_string().as_str() {
        "algorithm" => one_of(name, value, "Algorithm", &ALGORITHMS)?,
        "model" => one_of(name, value, "Model", &MODELS)?,
        "buffer_bound" | "max_events" | "max_memory" | "unroll" | "max_executions"
        | "stack_size" | "spurious_wakeups" | "spurious_polls" | "weak_failures"
        | "preemptions" | "delays" => number(name, value, false)?,
        "workers" => at_least_one(name, value)?,
        "max_time" | "max_local_time" => {
            let seconds = number(name, value, true)?;
            format!("::core::time::Duration::from_secs_f64({seconds} as f64)")
        }
        "keep_going" | "writers_first" | "leaks" | "tracked_leaks" | "allow_panics"
        | "require_exhausted" => boolean(name, value)?,
        "name" | "replay" => string(name, value)?,
        _ => {
            let message = format!("unknown argument `{name}`; there are: {KNOWN}");
            return Err(Error::new(name.span(), message));
        }
    };
    Ok(source(&format!(".{name}({text})"), Span::call_site()))
}

/// The variant of an enum of the library that a string names.
fn one_of(
    name: &Ident,
    value: &TokenTree,
    of: &str,
    variants: &[(&str, &str)],
) -> Result<String, Error> {
    let wanted = literal(value).map(|literal| literal.to_string());
    let quoted = |(text, _): &(&str, &str)| format!("{text:?}");
    variants
        .iter()
        .find(|variant| wanted == Some(quoted(variant)))
        .map(|(_, variant)| format!("::mazurka::{of}::{variant}"))
        .ok_or_else(|| {
            let known: Vec<String> = variants.iter().map(quoted).collect();
            let message = format!("`{name}` is one of {}", known.join(", "));
            Error::new(value.span(), message)
        })
}

/// A number literal; its suffix, if any, must fit what the method takes.
fn number(name: &Ident, value: &TokenTree, fraction: bool) -> Result<String, Error> {
    let text = literal(value).map(|literal| literal.to_string());
    match text {
        Some(text)
            if text.starts_with(|c: char| c.is_ascii_digit())
                && (fraction || !text.contains('.')) =>
        {
            Ok(text)
        }
        _ => {
            let kind = if fraction {
                "number of seconds"
            } else {
                "whole number"
            };
            Err(Error::new(value.span(), format!("`{name}` is a {kind}")))
        }
    }
}

/// A whole number that is not zero.
fn at_least_one(name: &Ident, value: &TokenTree) -> Result<String, Error> {
    let text = number(name, value, false)?;
    let digits = text.trim_end_matches("usize").replace('_', "");
    match digits.parse() {
        Ok(0_u64) => Err(Error::new(
            value.span(),
            format!("`{name}` is at least one"),
        )),
        _ => Ok(text),
    }
}

fn boolean(name: &Ident, value: &TokenTree) -> Result<String, Error> {
    match value.to_string().as_str() {
        text @ ("true" | "false") => Ok(text.to_owned()),
        _ => Err(Error::new(
            value.span(),
            format!("`{name}` is `true` or `false`"),
        )),
    }
}

fn string(name: &Ident, value: &TokenTree) -> Result<String, Error> {
    literal(value)
        .map(|literal| literal.to_string())
        .filter(|text| text.starts_with('"') || text.starts_with('r'))
        .ok_or_else(|| Error::new(value.span(), format!("`{name}` is a string")))
}

/// The literal that the token is; one that came through `macro_rules!` may
/// stand in an invisible group.
fn literal(token: &TokenTree) -> Option<Literal> {
    match token {
        TokenTree::Literal(literal) => Some(literal.clone()),
        TokenTree::Group(group) if group.delimiter() == proc_macro::Delimiter::None => {
            let mut inner = group.stream().into_iter();
            let first = inner.next()?;
            inner.next().is_none().then(|| literal(&first))?
        }
        _ => None,
    }
}
