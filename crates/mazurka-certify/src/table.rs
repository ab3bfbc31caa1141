//! A certificate in memory. Texts are kept as numbers: equal numbers are equal texts.

use crate::Refused;
use crate::format::{self, Fate, FrameFate, Head, Lines, Record, Totals, digest};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::BufRead;
use std::ops::Range;

/// A text, by number.
pub(crate) type TextId = u32;

/// Gives numbers to texts. It keeps their SHA-256, not the texts.
#[derive(Default)]
struct Texts(HashMap<[u8; 32], TextId>);

impl Texts {
    fn id(&mut self, text: &str) -> TextId {
        let next = small(self.0.len());
        *self
            .0
            .entry(Sha256::digest(text.as_bytes()).into())
            .or_insert(next)
    }
}

/// A place in one of the table's lists.
///
/// # Panics
/// With four billion entries: a list of that length has no place in memory.
pub(crate) fn small(place: usize) -> u32 {
    u32::try_from(place).expect("a list is shorter than four billion")
}

pub(crate) struct ItemRow {
    pub(crate) id: i64,
    pub(crate) trunk: Option<i64>,
    pub(crate) node: Option<i64>,
    pub(crate) parent: Option<i64>,
    pub(crate) order: Option<i64>,
    pub(crate) depth: u32,
    pub(crate) position: u32,
    pub(crate) start: Option<TextId>,
    pub(crate) split: Option<SplitRow>,
    pub(crate) branches: Range<u32>,
    pub(crate) requests: Range<u32>,
}

pub(crate) struct SplitRow {
    pub(crate) path: TextId,
    pub(crate) frames: Range<u32>,
}

pub(crate) struct FrameKidRow {
    pub(crate) key: TextId,
    pub(crate) data: TextId,
    pub(crate) fate: Fate,
    /// What an item begins with; zero for the others.
    pub(crate) open: TextId,
}

pub(crate) struct RequestRow {
    pub(crate) depth: u32,
    /// The data of its first step.
    pub(crate) data: TextId,
    pub(crate) keys: Range<u32>,
}

pub(crate) struct TrunkRow {
    pub(crate) id: i64,
    pub(crate) item: i64,
    pub(crate) path: TextId,
    pub(crate) length: u64,
    pub(crate) chain: Chain,
}

pub(crate) struct NodeRow {
    pub(crate) id: i64,
    pub(crate) trunk: i64,
    pub(crate) item: i64,
    pub(crate) depth: u32,
}

pub(crate) struct KidRow {
    pub(crate) node: i64,
    pub(crate) item: Option<i64>,
    pub(crate) next: Option<i64>,
    pub(crate) position: u32,
    pub(crate) key: TextId,
    pub(crate) data: TextId,
    pub(crate) fate: Fate,
}

/// Stands for a list of nodes: the hash of the list without its last node, and of that node. So
/// lists need not be kept, and two of them that begin with the same nodes are compared at once.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Chain([u8; 32]);

impl Chain {
    pub(crate) fn and(self, node: i64) -> Chain {
        let hash = Sha256::new()
            .chain_update(self.0)
            .chain_update(node.to_le_bytes());
        Chain(hash.finalize().into())
    }
}

/// All that the rules look at.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) items: Vec<ItemRow>,
    pub(crate) trunks: Vec<TrunkRow>,
    pub(crate) nodes: Vec<NodeRow>,
    /// In the order of the file.
    pub(crate) kids: Vec<KidRow>,
    /// The frames of all splits, each a part of `frame_kids`.
    pub(crate) frames: Vec<Range<u32>>,
    pub(crate) frame_kids: Vec<FrameKidRow>,
    pub(crate) requests: Vec<RequestRow>,
    /// The keys of all requests.
    pub(crate) keys: Vec<TextId>,
    pub(crate) branches: Vec<TextId>,
    pub(crate) item_at: HashMap<i64, u32>,
    pub(crate) trunk_at: HashMap<i64, u32>,
    pub(crate) node_at: HashMap<i64, u32>,
    /// The sums of all items.
    pub(crate) sums: Totals,
    /// An item whose report ends the round.
    pub(crate) ender: Option<i64>,
    texts: Texts,
}

impl Table {
    /// Reads all lines. Also the first of them, and the SHA-256 of the file.
    pub(crate) fn read(input: impl BufRead) -> Result<(Head, Table, String), Refused> {
        let mut lines = Lines::new(input);
        let head = lines.head()?;
        let mut table = Table::default();
        let end = loop {
            match lines.record()? {
                Record::Trunk(trunk) => table.trunk(&trunk)?,
                Record::Node(node) => table.node(&node)?,
                Record::Kid(kid) => table.kid(&kid),
                Record::Item(item) => table.item(&item)?,
                Record::End(end) => break end,
            }
        };
        let sha256 = lines.finish(&end)?;
        table.texts = Texts::default();
        Ok((head, table, sha256))
    }

    fn trunk(&mut self, trunk: &format::Trunk<'_>) -> Result<(), Refused> {
        fresh(&mut self.trunk_at, trunk.id, self.trunks.len(), "trunk")?;
        let chain = trunk.nodes.iter().fold(Chain::default(), |c, &n| c.and(n));
        self.trunks.push(TrunkRow {
            id: trunk.id,
            item: trunk.item,
            path: self.texts.id(&trunk.path),
            length: trunk.nodes.len() as u64,
            chain,
        });
        Ok(())
    }

    fn node(&mut self, node: &format::Node) -> Result<(), Refused> {
        fresh(&mut self.node_at, node.id, self.nodes.len(), "node")?;
        self.nodes.push(NodeRow {
            id: node.id,
            trunk: node.trunk,
            item: node.item,
            depth: node.depth,
        });
        Ok(())
    }

    fn kid(&mut self, kid: &format::Kid<'_>) {
        self.kids.push(KidRow {
            node: kid.node,
            item: kid.item,
            next: kid.next,
            position: kid.position,
            key: self.texts.id(&kid.key),
            data: self.texts.id(&kid.data),
            fate: kid.fate,
        });
    }

    fn item(&mut self, item: &format::Item<'_>) -> Result<(), Refused> {
        let refused = |reason: String| Refused::new(format!("item {}", item.id), reason);
        fresh(&mut self.item_at, item.id, self.items.len(), "item")?;
        if item.state != "done" {
            return Err(refused(format!("it is not done, but {:?}", item.state)));
        }
        let (Some(text), Some(claimed)) = (&item.report, &item.digest) else {
            return Err(refused("it is done without a report and a digest".into()));
        };
        if digest(text) != **claimed {
            return Err(refused("its digest is not that of its report".into()));
        }
        if item.node.is_some() != item.position.is_some() {
            return Err(refused(
                "it has a node without a position, or a position without a node".into(),
            ));
        }
        let report: format::Report<'_> = serde_json::from_str(text)
            .map_err(|error| refused(format!("its report is not what the format says: {error}")))?;
        self.add(&report.counts).ok_or_else(|| {
            refused("with its counts, the sums are too large for a number".into())
        })?;
        if report.ends {
            self.ender = Some(item.id);
        }
        let row = ItemRow {
            id: item.id,
            trunk: item.trunk,
            node: item.node,
            parent: item.parent,
            order: item.order,
            depth: item.depth,
            position: item.position.unwrap_or(0),
            start: item.start.as_ref().map(|start| self.texts.id(start)),
            split: report.split.as_ref().map(|split| self.split(split)),
            branches: self.branches(&report.branches),
            requests: self
                .requests(&report.requests)
                .map_err(|reason| refused(reason.into()))?,
        };
        self.items.push(row);
        Ok(())
    }

    fn add(&mut self, counts: &format::Counts) -> Option<()> {
        let sums = &self.sums;
        self.sums = Totals {
            complete: sums.complete.checked_add(counts.complete)?,
            blocked: sums.blocked.checked_add(counts.blocked)?,
            events: sums.events.checked_add(counts.events)?,
            items: sums.items.checked_add(1)?,
        };
        Some(())
    }

    fn split(&mut self, split: &format::Split<'_>) -> SplitRow {
        let first = small(self.frames.len());
        for frame in &split.frames {
            let kids = small(self.frame_kids.len());
            for kid in frame {
                let (fate, open) = match &kid.fate {
                    FrameFate::Inside => (Fate::Inside, 0),
                    FrameFate::OnWay => (Fate::Way, 0),
                    FrameFate::Open(start) => (Fate::Item, self.texts.id(start)),
                };
                self.frame_kids.push(FrameKidRow {
                    key: self.texts.id(&kid.step.key),
                    data: self.texts.id(&kid.step.data),
                    fate,
                    open,
                });
            }
            self.frames.push(kids..small(self.frame_kids.len()));
        }
        SplitRow {
            path: self.texts.id(&split.path),
            frames: first..small(self.frames.len()),
        }
    }

    fn branches(&mut self, branches: &[std::borrow::Cow<'_, str>]) -> Range<u32> {
        let first = small(self.branches.len());
        for branch in branches {
            self.branches.push(self.texts.id(branch));
        }
        first..small(self.branches.len())
    }

    fn requests(&mut self, requests: &[format::Request<'_>]) -> Result<Range<u32>, &'static str> {
        let first = small(self.requests.len());
        for request in requests {
            let Some(step) = request.steps.first() else {
                return Err("one of its requests has no steps");
            };
            let keys = small(self.keys.len());
            for step in &request.steps {
                self.keys.push(self.texts.id(&step.key));
            }
            self.requests.push(RequestRow {
                depth: request.depth,
                data: self.texts.id(&step.data),
                keys: keys..small(self.keys.len()),
            });
        }
        Ok(first..small(self.requests.len()))
    }
}

/// Notes where a row is; refused if there is one of that number.
fn fresh(places: &mut HashMap<i64, u32>, id: i64, place: usize, kind: &str) -> Result<(), Refused> {
    match places.insert(id, small(place)) {
        None => Ok(()),
        Some(_) => Err(Refused::new(format!("{kind} {id}"), "it is there twice")),
    }
}

/// The part of a list that a range of the table means.
pub(crate) fn part<'a, T>(list: &'a [T], range: &Range<u32>) -> &'a [T] {
    &list[range.start as usize..range.end as usize]
}
