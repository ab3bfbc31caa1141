//! The attribute `#[mazurka::test]`, re-exported by the crate `mazurka`.
//!
//! A plain rewrite of tokens: the attribute has to know where the signature of
//! a function ends, not what its body means, so no parser of Rust is needed
//! and the crate builds at once.

use proc_macro::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

mod arguments;
mod function;

use arguments::Arguments;
use function::Function;

/// Makes a function a test whose body is explored under every schedule.
///
/// ```ignore
/// #[mazurka::test]
/// fn increments_are_not_lost() {
///     let n = Arc::new(AtomicUsize::new(0));
///     let m = n.clone();
///     let t = mazurka::thread::spawn(move || m.fetch_add(1, Ordering::Relaxed));
///     n.fetch_add(1, Ordering::Relaxed);
///     t.join().unwrap();
///     assert_eq!(n.load(Ordering::Relaxed), 2);
/// }
/// ```
///
/// The function takes no arguments, and returns nothing or a `Result<(), E>`
/// with `E: Debug`, which fails on `Err`. Other attributes (`#[should_panic]`,
/// `#[ignore]`, `#[cfg(..)]`) keep their meaning.
///
/// Arguments set up the `Checker`, and the environment overrides them:
///
/// | argument | value |
/// |---|---|
/// | `algorithm` | `"exhaustive"`, `"classic"`, `"source"`, `"optimal"` or `"graphs"` |
/// | `model` | `"sc"`, `"tso"`, `"pso"`, `"ra"` or `"rc11"` |
/// | `buffer_bound`, `max_events`, `max_memory` (in MiB), `unroll`, `max_executions`, `stack_size`, `spurious_wakeups`, `spurious_polls`, `weak_failures` | a number |
/// | `workers` | a number, at least one |
/// | `max_time`, `max_local_time` | a number of seconds, such as `10` or `0.5` |
/// | `keep_going`, `writers_first` | `true` or `false` |
/// | `name`, `replay` | a string |
///
/// ```ignore
/// #[mazurka::test(algorithm = "source", max_events = 1000)]
/// fn a_test() {}
/// ```
#[proc_macro_attribute]
pub fn test(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(arguments, item).unwrap_or_else(Error::into_tokens)
}

fn expand(arguments: TokenStream, item: TokenStream) -> Result<TokenStream, Error> {
    let arguments = Arguments::parse(arguments)?;
    let function = Function::parse(item)?;
    Ok(function.into_test(&arguments))
}

/// A mistake in the use of the attribute, told where it was made.
struct Error {
    span: Span,
    message: String,
}

impl Error {
    fn new(span: Span, message: impl Into<String>) -> Error {
        Error {
            span,
            message: message.into(),
        }
    }

    /// `::core::compile_error! { "message" }` at the place of the mistake.
    fn into_tokens(self) -> TokenStream {
        let mut message = Literal::string(&self.message);
        message.set_span(self.span);
        let body = TokenStream::from(TokenTree::Literal(message));
        let mut tokens = source("::core::compile_error!", self.span);
        let mut braces = Group::new(Delimiter::Brace, body);
        braces.set_span(self.span);
        tokens.extend([TokenTree::Group(braces)]);
        tokens
    }
}

/// The tokens of a piece of Rust, as if they stood at `span` but with names
/// resolved where the attribute stands.
fn source(text: &str, span: Span) -> TokenStream {
    let tokens: TokenStream = text.parse().expect("well-formed Rust");
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span.resolved_at(Span::call_site()));
            token
        })
        .collect()
}

/// An identifier with the span of another token.
fn identifier(text: &str, span: Span) -> TokenTree {
    TokenTree::Ident(Ident::new(text, span))
}
