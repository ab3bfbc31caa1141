//! The function under the attribute: its parts, and the test they become.

use crate::arguments::Arguments;
use crate::{Error, identifier, source};
use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use std::iter::Peekable;

/// A function without arguments, in parts.
pub(crate) struct Function {
    /// Its other attributes.
    attributes: TokenStream,
    /// `pub` and the like.
    visibility: TokenStream,
    name: Ident,
    /// `()`
    parameters: TokenTree,
    /// `-> Result<(), E>`
    output: TokenStream,
    body: TokenTree,
}

type Tokens = Peekable<proc_macro::token_stream::IntoIter>;

const USAGE: &str = "`#[mazurka::test]` goes on a function, as `#[test]` does";

impl Function {
    pub(crate) fn parse(item: TokenStream) -> Result<Function, Error> {
        let mut tokens = item.into_iter().peekable();
        let attributes = attributes(&mut tokens)?;
        let visibility = visibility(&mut tokens);
        let name = name(&mut tokens)?;
        let parameters = parameters(&mut tokens)?;
        let (output, body) = output_and_body(&mut tokens, &name)?;
        Ok(Function {
            attributes,
            visibility,
            name,
            parameters,
            output,
            body,
        })
    }

    /// A test of the same name, which runs the function, now inside it, under
    /// the `Checker`.
    pub(crate) fn into_test(self, arguments: &Arguments) -> TokenStream {
        let here = Span::call_site();
        let name = TokenTree::Ident(self.name);
        let mut inner = TokenStream::from(identifier("fn", here));
        inner.extend([name.clone(), self.parameters.clone()]);
        inner.extend(self.output);
        inner.extend([self.body]);
        inner.extend(source("::mazurka::Checker::new()", here));
        inner.extend(arguments.calls.clone());
        let call = Group::new(
            Delimiter::Parenthesis,
            [name.clone(), self.parameters.clone()]
                .into_iter()
                .collect(),
        );
        let mut closure = source("|| ::mazurka::private::outcome", here);
        closure.extend([TokenTree::Group(call)]);
        inner.extend(source(".run", here));
        inner.extend([
            TokenTree::Group(Group::new(Delimiter::Parenthesis, closure)),
            TokenTree::Punct(proc_macro::Punct::new(';', proc_macro::Spacing::Alone)),
        ]);

        let mut test = source("#[::core::prelude::v1::test]", here);
        test.extend(self.attributes);
        test.extend(self.visibility);
        test.extend([identifier("fn", here), name, self.parameters]);
        test.extend([TokenTree::Group(Group::new(Delimiter::Brace, inner))]);
        test
    }
}

/// The attributes in front of the item.
fn attributes(tokens: &mut Tokens) -> Result<TokenStream, Error> {
    let mut attributes = TokenStream::new();
    while let Some(TokenTree::Punct(hash)) = tokens.peek() {
        if hash.as_char() != '#' {
            break;
        }
        let hash = tokens.next().expect("just seen");
        let Some(attribute) = tokens.next() else {
            return Err(Error::new(hash.span(), USAGE));
        };
        if attribute.to_string().replace(' ', "") == "[test]" {
            return Err(Error::new(
                attribute.span(),
                "`#[mazurka::test]` is a `#[test]` already: remove this one",
            ));
        }
        attributes.extend([hash, attribute]);
    }
    Ok(attributes)
}

/// `pub`, `pub(crate)`, or nothing.
fn visibility(tokens: &mut Tokens) -> TokenStream {
    let mut visibility = TokenStream::new();
    if matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word.to_string() == "pub") {
        visibility.extend(tokens.next());
        if matches!(tokens.peek(), Some(TokenTree::Group(_))) {
            visibility.extend(tokens.next());
        }
    }
    visibility
}

/// The name after `fn`.
fn name(tokens: &mut Tokens) -> Result<Ident, Error> {
    let word = match tokens.next() {
        Some(TokenTree::Ident(word)) => word,
        Some(other) => return Err(Error::new(other.span(), USAGE)),
        None => return Err(Error::new(Span::call_site(), USAGE)),
    };
    match word.to_string().as_str() {
        "fn" => {}
        "async" => {
            return Err(Error::new(
                word.span(),
                "`#[mazurka::test]` cannot run an `async fn`: make it a plain function",
            ));
        }
        "const" | "unsafe" | "extern" => {
            let message = format!("`#[mazurka::test]` cannot be on a `{word} fn`");
            return Err(Error::new(word.span(), message));
        }
        _ => return Err(Error::new(word.span(), USAGE)),
    }
    match tokens.next() {
        Some(TokenTree::Ident(name)) => Ok(name),
        _ => Err(Error::new(word.span(), USAGE)),
    }
}

/// The empty parentheses.
fn parameters(tokens: &mut Tokens) -> Result<TokenTree, Error> {
    match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            if let Some(first) = group.stream().into_iter().next() {
                return Err(Error::new(
                    first.span(),
                    "a test takes no arguments: create what it shares inside it",
                ));
            }
            Ok(TokenTree::Group(group))
        }
        Some(TokenTree::Punct(open)) if open.as_char() == '<' => Err(Error::new(
            open.span(),
            "a test cannot be generic: nobody says for which type to run it",
        )),
        Some(other) => Err(Error::new(other.span(), USAGE)),
        None => Err(Error::new(Span::call_site(), USAGE)),
    }
}

/// The return type, and the braces that end the item.
fn output_and_body(tokens: &mut Tokens, name: &Ident) -> Result<(TokenStream, TokenTree), Error> {
    let mut output = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Brace && tokens.peek().is_none() =>
            {
                return Ok((output, TokenTree::Group(group)));
            }
            other => output.extend([other]),
        }
    }
    Err(Error::new(name.span(), "a test needs a body"))
}
