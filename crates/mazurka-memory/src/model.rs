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
    /// Release and acquire: every access is at least that, and no more.
    Ra,
    /// The memory model of C11, C++ and Rust, as RC11 has repaired it.
    Rc11,
}

impl Model {
    /// All of them.
    pub const ALL: [Model; 5] = [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::Rc11];

    /// Those that store buffers make, from the strongest to the weakest.
    pub const BUFFERED: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];

    /// Can store buffers make it? If not, only execution graphs can.
    #[must_use]
    pub fn is_buffered(self) -> bool {
        Model::BUFFERED.contains(&self)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::Ra => "ra",
            Model::Rc11 => "rc11",
        })
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(name: &str) -> Result<Model, String> {
        Model::ALL
            .into_iter()
            .find(|model| model.to_string().eq_ignore_ascii_case(name))
            .ok_or_else(|| {
                format!("there is no memory model {name:?}: choose sc, tso, pso, ra or rc11")
            })
    }
}
