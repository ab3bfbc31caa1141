//! Options that are for some languages only. One that a person gives is refused if none of the
//! files is in a language that understands it.

use clap::ArgMatches;
use clap::parser::ValueSource;
use mazurka_check::command::FrontEnd;

/// An option of the command line, as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// As languages name it: its long form, or its name if it has none.
    name: String,
    /// For people.
    shown: String,
    /// What it is for.
    what: String,
}

impl Given {
    /// A file of a C program, which is said with an option for all languages.
    pub(crate) fn file() -> Given {
        Given {
            name: "file NAME=PATH".to_owned(),
            shown: "--file NAME=PATH".to_owned(),
            what: "a file that a C program may open under that name".to_owned(),
        }
    }
}

/// The options that a person has given to a subcommand.
pub(crate) fn given(command: &clap::Command, matches: &ArgMatches) -> Vec<Given> {
    let Some((name, matches)) = matches.subcommand() else {
        return Vec::new();
    };
    let command = command.find_subcommand(name);
    let arguments = command.into_iter().flat_map(clap::Command::get_arguments);
    let given = arguments.filter(|argument| {
        let id = argument.get_id().as_str();
        matches.value_source(id) == Some(ValueSource::CommandLine)
    });
    given
        .map(|argument| {
            let id = argument.get_id().as_str();
            let help = argument.get_help().map(ToString::to_string);
            Given {
                name: argument.get_long().unwrap_or(id).to_owned(),
                shown: match argument.get_long() {
                    Some(long) => format!("--{long}"),
                    None => "what comes after --".to_owned(),
                },
                what: in_short(&help.unwrap_or_default()),
            }
        })
        .collect()
}

/// The first words of a help, up to where they might end, for the middle of a sentence.
fn in_short(text: &str) -> String {
    let ends = [". ", ": ", "; ", "? "].map(|end| text.find(end));
    let end = ends.into_iter().flatten().min().unwrap_or(text.len());
    let first = text[..end].trim_end_matches('.');
    let words: Vec<&str> = first.split_whitespace().collect();
    let joined = words.join(" ");
    let mut chars = joined.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().collect::<String>() + &joined[first.len_utf8()..]
        }
        _ => joined,
    }
}

fn knows(language: &dyn FrontEnd, option: &str) -> bool {
    language.options().contains(&option)
}

/// True if a language understands an option. All understand those that no language of the table
/// names.
pub(crate) fn is_for(option: &str, language: &dyn FrontEnd, table: &[Box<dyn FrontEnd>]) -> bool {
    let mut others = table.iter();
    knows(language, option) || !others.any(|other| knows(&**other, option))
}

/// Looks whether each option is understood by one of the languages `of` the files.
///
/// # Errors
/// When one is not; a message for people.
pub(crate) fn refuse(
    given: &[Given],
    table: &[Box<dyn FrontEnd>],
    of: &[&dyn FrontEnd],
) -> Result<(), String> {
    if of.is_empty() {
        // What is wrong with the files is said of each.
        return Ok(());
    }
    for given in given {
        if of
            .iter()
            .any(|language| is_for(&given.name, *language, table))
        {
            continue;
        }
        let knowing = table
            .iter()
            .filter(|language| knows(&***language, &given.name));
        let knowing: Vec<&str> = knowing.map(|language| language.files()).collect();
        let mut here: Vec<&str> = of.iter().map(|language| language.files()).collect();
        here.sort_unstable();
        here.dedup();
        return Err(format!(
            "{} ({}) is for {}, and here are only {}: leave it out",
            given.shown,
            given.what,
            knowing.join(", and for "),
            here.join(", and "),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::in_short;

    #[test]
    fn what_an_option_is_for_in_a_few_words() {
        for (text, first) in [
            ("One thing.", "one thing"),
            ("One thing: these. Another.", "one thing"),
            ("A file\nx.c here", "a file x.c here"),
            ("LLVM IR", "LLVM IR"),
            ("", ""),
        ] {
            assert_eq!(in_short(text), first);
        }
    }
}
