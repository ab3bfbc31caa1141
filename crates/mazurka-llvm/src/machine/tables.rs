//! What lives as long as an exploration: nothing in it is taken back when a step is.

use super::Trouble;
use super::graph;
use super::guard::Tried;
use super::knowledge::{Knowledge, Layout};
use super::left_out::LeftOut;
use super::reached::Reached;
use super::report::Note;
use super::text::Text;
use crate::builtin::Builtin;
use mazurka_program::{Interrupt, Names, Step};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More answers than this are not kept in mind: they are found again.
const MOST_ANSWERS: usize = 1 << 20;

/// The identifiers of the cells of an object, by offset.
#[derive(Clone, Debug, Default)]
pub(super) struct CellIds {
    /// By offset: the identifier and one more, or zero.
    pub(super) ids: Vec<u32>,
}

/// The tables of an exploration.
pub(super) struct Tables {
    /// What has been learnt.
    pub(super) knowledge: Knowledge,
    /// Something has been learnt that the tables by site do not know.
    pub(super) is_stale: bool,
    /// Something was learnt in a step: the exploration begins anew when it has been taken.
    pub(super) has_learnt: bool,
    /// What code was reached, if that is wanted.
    pub(super) reached: Option<Reached>,
    /// By site: are its objects shared?
    pub(super) shared: Vec<bool>,
    /// By site: do its objects end while others may access them?
    pub(super) freed: Vec<bool>,
    /// By site: the cells of its objects.
    pub(super) layouts: Vec<Layout>,
    /// By site and offset: how the cell there is used, where memory is the explorer's
    /// ([`super::graph`]).
    pub(super) uses: Vec<Vec<u8>>,
    /// It matters to others when threads end.
    pub(super) notes_ends: bool,
    /// Processes and objects.
    pub(super) names: Names,
    /// The identifiers of cells.
    pub(super) cell_ids: Vec<CellIds>,
    /// By the window of an object: its place in `cell_ids`.
    pub(super) cell_ids_of: FxHashMap<(u32, u32, bool), u32>,
    /// By the number of a guard and a value: can the step be taken?
    pub(super) opened: FxHashMap<(u64, u64), bool>,
    /// The same, where memory is the explorer's: what came of it.
    pub(super) tried: FxHashMap<(u64, u64), Tried>,
    /// What bounds have left out.
    pub(super) left_out: Rc<LeftOut>,
    /// Can steps be undone under these settings?
    pub(super) can_go_back: bool,
    /// It has been started before.
    pub(super) has_run: bool,
    /// How many instructions have been run.
    pub(super) fuel_used: u64,
    /// What a step does that is only tried out: a buffer.
    pub(super) attempted: Step,
    /// Are notes taken?
    pub(super) records: bool,
    /// What happened in this execution beside events.
    pub(super) notes: Vec<Note>,
    /// What the last step saw or did, for people.
    pub(super) told: String,
    /// How allocations ended within the atomic block that it was.
    pub(super) told_in_block: String,
}

impl Tables {
    pub(super) fn new(text: &Text, knowledge: Knowledge) -> Tables {
        let mut tables = Tables {
            knowledge,
            is_stale: true,
            has_learnt: false,
            reached: text.settings.covers.then(|| Reached::new(&text.code)),
            shared: vec![false; text.sites],
            freed: vec![false; text.sites],
            layouts: vec![Layout::default(); text.sites],
            uses: vec![Vec::new(); text.sites],
            notes_ends: text.calls(&[Builtin::ThreadCancel, Builtin::ThreadHasEnded]),
            names: Names::new(),
            cell_ids: Vec::new(),
            cell_ids_of: FxHashMap::default(),
            opened: FxHashMap::default(),
            tried: FxHashMap::default(),
            left_out: Rc::default(),
            can_go_back: true,
            has_run: false,
            fuel_used: 0,
            attempted: Step::default(),
            records: false,
            notes: Vec::new(),
            told: String::new(),
            told_in_block: String::new(),
        };
        tables.refresh();
        tables
    }

    /// Brings the tables by site up to what is known.
    pub(super) fn refresh(&mut self) {
        for site in 0..self.shared.len() {
            let number = site as u32;
            self.shared[site] = self.knowledge.is_shared(number);
            self.freed[site] = self.knowledge.is_freed(number);
            self.layouts[site] = self.knowledge.layout(number);
            graph::settle(&mut self.uses[site], &self.knowledge, number);
        }
        self.notes_ends |= self.knowledge.notes_ends();
        // What comes of a step may be another now.
        self.opened.clear();
        self.tried.clear();
        self.is_stale = false;
    }

    /// Notes that something was learnt: the exploration begins anew.
    pub(super) fn refined(&mut self) -> Trouble {
        self.is_stale = true;
        Trouble::Interrupt(Interrupt::Refined)
    }

    /// Notes that several threads use the objects of a site: the exploration begins anew.
    pub(super) fn share(&mut self, site: u32) -> Trouble {
        self.knowledge.share(site);
        self.refined()
    }

    /// If something was learnt in a step, the exploration begins anew.
    pub(super) fn begin_anew(&mut self) -> Result<(), Interrupt> {
        match std::mem::take(&mut self.has_learnt) {
            true => {
                self.is_stale = true;
                Err(Interrupt::Refined)
            }
            false => Ok(()),
        }
    }

    /// Another execution begins.
    pub(super) fn forget_guards(&mut self) {
        if self.opened.len() >= MOST_ANSWERS {
            self.opened.clear();
            self.tried.clear();
        }
    }

    /// Notes where the cells of an access meet, so that all machines cut it alike, in
    /// whichever order they come to know of the cells. Was that new?
    pub(super) fn learn_cuts(&mut self, site: u32, offset: u64, sizes: &[u8]) -> bool {
        let mut is_new = false;
        let mut end = offset;
        for size in &sizes[..sizes.len() - 1] {
            end += u64::from(*size);
            if !self.layouts[site as usize].is_cut(end) {
                self.knowledge.cut(site, end);
                is_new = true;
            }
        }
        is_new
    }
}
