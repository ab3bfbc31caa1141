//! What a command needs beside the driver: a table of languages, files to go on with later,
//! processes that explore, and what is printed.

mod advice;
mod alarm;
mod checked;
mod cluster;
mod colour;
mod digest;
mod format;
mod growth;
mod json;
mod language;
mod lines;
mod processes;
mod program;
mod progress;
mod resume;
mod source;
mod sources;
mod table;
mod team;
mod terminal;
mod text;
mod worker;

pub use advice::Suggested;
pub use alarm::guarded;
pub use checked::{Cells, Checked, Details, counts};
pub use cluster::{
    Agent, AgentSettings, Attached, Cluster, Connect, Explorer, OnInterrupt, Repeater, Worked,
    explore_items,
};
pub use colour::{Colour, When};
pub use digest::{of as digest_of, of_this_build as build_digest};
pub use format::{Came, Document, Format, annotations, harmless};
pub use json::{Fields, field, object};
pub use language::{
    Attend, FrontEnd, Judged, KnownOf, Language, Listed, Replayed, Share, Unloaded, of_file,
};
pub use program::{Bug, Program};
pub use resume::{
    Again, Choices, Entry, Input, Session, TableOf, Work, free_place, look_at_place, reseal,
    resealed,
};
pub use sources::{Sources, is_repository};
pub use table::{Table, Total};
pub use team::{Kind, Position, Team};
pub use terminal::{quoted, say, tame, unwrapped};
pub use text::{Command, count, replayed};
pub use worker::work;
