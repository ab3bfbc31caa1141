//! The memory models.

use std::fmt;
use std::str::FromStr;

/// How stores reach the memory that processes share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Model {
    /// Sequential consistency: at once.
    #[default]
    Sc,
    /// Total store order (x86): through one queue for each process.
    Tso,
    /// Partial store order (SPARC): through one queue for each process and
    /// location.
    Pso,
}

impl Model {
    /// All of them, from the strongest to the weakest.
    pub const ALL: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
        })
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(name: &str) -> Result<Model, String> {
        Model::ALL
            .into_iter()
            .find(|model| model.to_string().eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("there is no memory model {name:?}: choose sc, tso or pso"))
    }
}
