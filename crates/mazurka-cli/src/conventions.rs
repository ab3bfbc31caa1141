//! Options that most commands have: formats, colours, a file with settings, watching.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use mazurka_check::command::{Format, When};
use std::path::PathBuf;

/// How the command behaves, whatever it checks.
#[derive(Args, Clone)]
pub(crate) struct Conventions {
    /// How results are printed. text: for people. json: one JSON object a line for each program.
    /// junit: one XML document with a test case for each program; a bug is a failure, and an error
    /// is what could not be checked, or not to the end. sarif: one SARIF 2.1.0 document, with each
    /// bug and the interleaving that leads there. github: text, and annotations for workflows of
    /// GitHub.
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = format_parser())]
    pub(crate) format: Option<Format>,
    /// Colours: auto, always or never. auto, which is so without this option: on a terminal,
    /// unless NO_COLOR is set; everywhere if CLICOLOR_FORCE is set.
    #[arg(long, value_name = "WHEN", value_parser = colour_parser())]
    pub(crate) color: Option<When>,
    /// Check with the settings of that file. Without it, and without files to check:
    /// mazurka.toml of this folder or the nearest one above that has one, up to the root of the
    /// repository or the home folder. Options of the command
    /// line win, and so do files. `mazurka init` writes such a file.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) config: Option<PathBuf>,
    /// Trust the settings: also those that run or load code, write elsewhere, or send the program
    /// to a cluster. The file is kept in a list, and is trusted from then on until it changes.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) trust_config: bool,
    /// Check again whenever one of the files changes, or a source or header beside them. Ctrl-C
    /// ends it, with the exit code of the last check.
    #[arg(long, conflicts_with_all = ["resume", "resume_file", "replay"])]
    pub(crate) watch: bool,
    /// It is a check of --watch: what is left when it is stopped is not kept.
    #[arg(long, hide = true)]
    pub(crate) watched: bool,
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::word)).try_map(|word| word.parse::<Format>())
}

fn colour_parser() -> impl TypedValueParser<Value = When> {
    PossibleValuesParser::new(When::ALL.map(When::word)).try_map(|word| word.parse::<When>())
}
