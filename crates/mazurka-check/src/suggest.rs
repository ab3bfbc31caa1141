//! Which memory orders would have to be stronger for a check to pass: the search for a weakest
//! strengthening, by trying.
//!
//! A front end tells the [`Site`]s of a program; what it is to run one again with other orders
//! is said by [`Trial`]. The search begins with every site made stronger, and goes down from
//! there: sites get their own orders back one by one, and then weaker ones. Whatever it ends
//! with was tried, and so was every single step further down. There may be several such ends,
//! of which it has seen two at most.

mod words;

use mazurka_program::Order;
use std::collections::HashMap;
use std::fmt;

/// An atomic access or a fence in the source of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The file; of what is in no known file, what it is in.
    pub file: String,
    /// From one; zero if it is not known.
    pub line: u32,
    /// From one; zero if it is not known.
    pub column: u32,
    /// What it is.
    pub kind: SiteKind,
    /// What the program says of it.
    pub order: Order,
}

/// What stands at a site.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SiteKind {
    /// An atomic load.
    Load,
    /// An atomic store.
    Store,
    /// An atomic read-modify-write; of a compare-exchange, one that exchanges.
    Update,
    /// A compare-exchange that fails, and only reads.
    Failure,
    /// A fence.
    Fence,
}

impl SiteKind {
    /// In a word or two.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            SiteKind::Load => "load",
            SiteKind::Store => "store",
            SiteKind::Update => "update",
            SiteKind::Failure => "failing compare-exchange",
            SiteKind::Fence => "fence",
        }
    }

    /// The orders that it can have, weaker ones first.
    fn orders(self) -> &'static [Order] {
        match self {
            SiteKind::Load | SiteKind::Failure => &[
                Order::Relaxed,
                Order::Acquire,
                Order::SequentiallyConsistent,
            ],
            SiteKind::Store => &[
                Order::Relaxed,
                Order::Release,
                Order::SequentiallyConsistent,
            ],
            SiteKind::Update | SiteKind::Fence => &[
                Order::Relaxed,
                Order::Acquire,
                Order::Release,
                Order::AcquireRelease,
                Order::SequentiallyConsistent,
            ],
        }
    }
}

/// As C calls it, without `memory_order_`.
#[must_use]
pub fn order_in_words(order: Order) -> &'static str {
    match order {
        Order::Plain => "not atomic",
        Order::Relaxed => "relaxed",
        Order::Acquire => "acquire",
        Order::Release => "release",
        Order::AcquireRelease => "acq_rel",
        Order::SequentiallyConsistent => "seq_cst",
    }
}

/// Does the second promise all that the first does, and more?
fn is_weaker(order: Order, than: Order) -> bool {
    order != than
        && match than {
            Order::Plain => false,
            Order::Relaxed => order == Order::Plain,
            Order::Acquire | Order::Release => matches!(order, Order::Plain | Order::Relaxed),
            Order::AcquireRelease => order != Order::SequentiallyConsistent,
            Order::SequentiallyConsistent => true,
        }
}

impl Site {
    /// FILE:LINE:COLUMN, as far as that is known.
    #[must_use]
    pub fn place(&self) -> String {
        match (self.line, self.column) {
            (0, _) => self.file.clone(),
            (line, 0) => format!("{}:{line}", self.file),
            (line, column) => format!("{}:{line}:{column}", self.file),
        }
    }

    /// What it can be made, weaker orders first.
    fn stronger(&self) -> impl Iterator<Item = Order> {
        let orders = self.kind.orders().iter().copied();
        orders.filter(|order| is_weaker(self.order, *order))
    }

    /// What it becomes if all are made stronger, `seq_cst` or only as much as is below that.
    fn raised(&self, is_total: bool) -> Order {
        let is_allowed = |order: &Order| is_total || *order != Order::SequentiallyConsistent;
        // The last one is the strongest of them.
        let strongest = self.stronger().filter(is_allowed).last();
        strongest.unwrap_or(self.order)
    }
}

/// What has become of a check with other orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// It passes, with this many executions.
    Passes(u64),
    /// It does not.
    Fails,
    /// A limit was reached before that was known: which, in words.
    Unexhausted(String),
    /// The user ended it.
    Stopped,
}

/// How a program is checked with other orders.
pub trait Trial {
    /// Checks it, with an order for each site.
    fn check(&mut self, orders: &[Order]) -> Attempt;

    /// Checks it under sequential consistency, with an order for each site.
    fn check_under_sc(&mut self, orders: &[Order]) -> Attempt;
}

/// A site that is made stronger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Which.
    pub site: Site,
    /// Its order then.
    pub to: Order,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = order_in_words(self.site.order);
        let (kind, to) = (self.site.kind.words(), order_in_words(self.to));
        write!(f, "{}: {kind} {from} -> {to}", self.site.place())
    }
}

/// What the search has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// With these changes the check passes.
    Changes {
        /// The changes, by their places.
        changes: Vec<Change>,
        /// How many executions there are then.
        executions: u64,
    },
    /// There is no bug.
    NoBug,
    /// There is nothing that could be made stronger.
    NoSites,
    /// The check fails also with every site `seq_cst`.
    Never {
        /// What becomes of it under sequential consistency.
        under_sc: Attempt,
    },
    /// Whether it passes with every site `seq_cst` is not known: why, in words.
    Undecided(String),
}

/// What the search has come to, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What to do.
    pub advice: Advice,
    /// How many checks it took.
    pub attempts: usize,
    /// Checks that were not exhausted, which count as failing: what was tried, and why.
    pub unexhausted: Vec<(String, String)>,
    /// Why the search ended before nothing was left to try, if so; in words.
    pub ended: Option<String>,
}

impl Suggestion {
    /// Of a program that does not pass with every access `seq_cst`, for which sites need not be
    /// known.
    pub fn without_passing(attempt: Attempt, under_sc: impl FnOnce() -> Attempt) -> Suggestion {
        let advice = match attempt {
            Attempt::Unexhausted(why) => Advice::Undecided(format!(
                "with {ALL_TOTAL} the check was not exhausted: {why}"
            )),
            Attempt::Stopped => Advice::Undecided("it was interrupted".to_owned()),
            Attempt::Fails | Attempt::Passes(_) => Advice::Never {
                under_sc: under_sc(),
            },
        };
        Suggestion {
            advice,
            attempts: 1,
            unexhausted: Vec::new(),
            ended: None,
        }
    }
}

/// What is tried if nothing less helps.
const ALL_TOTAL: &str = "every access seq_cst";

/// Looks for a weakest strengthening, with at most that many checks.
pub fn suggest(sites: &[Site], most_attempts: usize, trial: &mut dyn Trial) -> Suggestion {
    let mut search = Search {
        sites,
        most_attempts,
        trial,
        known: HashMap::new(),
        attempts: 0,
        unexhausted: Vec::new(),
        ended: None,
    };
    let advice = search.run();
    Suggestion {
        advice,
        attempts: search.attempts,
        unexhausted: search.unexhausted,
        ended: search.ended,
    }
}

struct Search<'s> {
    sites: &'s [Site],
    most_attempts: usize,
    trial: &'s mut dyn Trial,
    /// What was tried: the executions, if it passes.
    known: HashMap<Vec<Order>, Option<u64>>,
    attempts: usize,
    unexhausted: Vec<(String, String)>,
    ended: Option<String>,
}

impl Search<'_> {
    fn run(&mut self) -> Advice {
        let sites = self.sites;
        let raised = |is_total| {
            sites
                .iter()
                .map(move |site| site.raised(is_total))
                .collect()
        };
        let (middle, top): (Vec<Order>, Vec<Order>) = (raised(false), raised(true));
        let own: Vec<Order> = sites.iter().map(|site| site.order).collect();
        if top == own {
            return Advice::NoSites;
        }
        // Without `seq_cst`, if that is enough: what is below is weaker in any case.
        if middle != own && self.passes(&middle, || "every access acquire or release".to_owned()) {
            return self.descend(middle);
        }
        if self.passes(&top, || ALL_TOTAL.to_owned()) {
            return self.descend(top);
        }
        if let Some(ended) = &self.ended {
            return Advice::Undecided(ended.clone());
        }
        let mut unexhausted = self.unexhausted.iter();
        if let Some((_, why)) = unexhausted.find(|(what, _)| what == ALL_TOTAL) {
            return Advice::Undecided(format!(
                "with {ALL_TOTAL} the check was not exhausted: {why}"
            ));
        }
        self.attempts += 1;
        Advice::Never {
            under_sc: self.trial.check_under_sc(&top),
        }
    }

    /// From orders with which the check passes to such as cannot be made weaker. Which it
    /// comes to depends on what is given back first, so that is tried from both ends.
    fn descend(&mut self, from: Vec<Order>) -> Advice {
        let mut best = from.clone();
        self.lower(&mut best, false);
        let is_one = self.changed(&best).len() == 1;
        if !is_one && self.ended.is_none() {
            let mut other = from;
            self.lower(&mut other, true);
            // If that could not be brought to its end, there is the first.
            if self.ended.take().is_none() && self.cost(&other) < self.cost(&best) {
                best = other;
            }
        }
        self.advice(&best)
    }

    /// Makes orders weaker as long as one can be, with the first sites first, or the last.
    fn lower(&mut self, orders: &mut Vec<Order>, is_reversed: bool) {
        self.give_back(orders, is_reversed);
        while self.weaken(orders) {}
    }

    /// What is better the less it is: how many changes, how many of them are `seq_cst`, how many
    /// both acquire and release.
    fn cost(&self, orders: &[Order]) -> [usize; 3] {
        let changed = self.changed(orders);
        let with = |order| changed.iter().filter(|nth| orders[**nth] == order).count();
        [
            changed.len(),
            with(Order::SequentiallyConsistent),
            with(Order::AcquireRelease),
        ]
    }

    fn advice(&self, orders: &[Order]) -> Advice {
        let executions = self.known.get(orders).copied().flatten();
        let changed = self.sites.iter().zip(orders);
        let changed = changed.filter(|(site, order)| site.order != **order);
        let mut changes: Vec<Change> = changed
            .map(|(site, to)| Change {
                site: site.clone(),
                to: *to,
            })
            .collect();
        changes.sort_by_key(|change| {
            let Site {
                file, line, column, ..
            } = &change.site;
            (file.clone(), *line, *column)
        });
        Advice::Changes {
            changes,
            executions: executions.unwrap_or(0),
        }
    }

    /// Gives sites their own orders back: first many at once, which saves attempts, at last
    /// one by one.
    fn give_back(&mut self, orders: &mut Vec<Order>, is_reversed: bool) {
        let mut size = self.changed(orders).len() / 2;
        loop {
            size = size.max(1);
            let mut changed = self.changed(orders);
            if is_reversed {
                changed.reverse();
            }
            for part in changed.chunks(size) {
                let mut weaker = orders.clone();
                part.iter()
                    .for_each(|nth| weaker[*nth] = self.sites[*nth].order);
                let what = match part {
                    [nth] => self.tried(*nth, self.sites[*nth].order),
                    part => format!("{} sites as they are", part.len()),
                };
                if self.passes(&weaker, || what) {
                    *orders = weaker;
                }
            }
            if size == 1 {
                return;
            }
            size /= 2;
        }
    }

    /// Makes sites weaker, each as weak as it can be. Was there one?
    fn weaken(&mut self, orders: &mut Vec<Order>) -> bool {
        let mut has_changed = false;
        for nth in self.changed(orders) {
            let site = &self.sites[nth];
            let options = [site.order].into_iter().chain(site.stronger());
            for order in options.filter(|order| is_weaker(*order, orders[nth])) {
                let mut weaker = orders.clone();
                weaker[nth] = order;
                let what = self.tried(nth, order);
                if self.passes(&weaker, || what) {
                    *orders = weaker;
                    has_changed = true;
                    break;
                }
            }
        }
        has_changed
    }

    /// Which sites do not have their own orders?
    fn changed(&self, orders: &[Order]) -> Vec<usize> {
        let sites = self.sites.iter().zip(orders).enumerate();
        let changed = sites.filter(|(_, (site, order))| site.order != **order);
        changed.map(|(nth, _)| nth).collect()
    }

    fn tried(&self, nth: usize, order: Order) -> String {
        let site = &self.sites[nth];
        let (kind, order) = (site.kind.words(), order_in_words(order));
        format!("{}: {kind} {order}", site.place())
    }

    /// Does the check pass with these orders? If not everything was explored, it does not.
    fn passes(&mut self, orders: &[Order], what: impl FnOnce() -> String) -> bool {
        if let Some(known) = self.known.get(orders) {
            return known.is_some();
        }
        if self.ended.is_some() {
            return false;
        }
        if self.attempts == self.most_attempts {
            self.ended = Some(format!("it has tried {} times", self.attempts));
            return false;
        }
        self.attempts += 1;
        let executions = match self.trial.check(orders) {
            Attempt::Passes(executions) => Some(executions),
            Attempt::Fails => None,
            Attempt::Unexhausted(why) => {
                self.unexhausted.push((what(), why));
                None
            }
            Attempt::Stopped => {
                self.ended = Some("it was interrupted".to_owned());
                return false;
            }
        };
        self.known.insert(orders.to_vec(), executions);
        executions.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A check that passes if the orders are at least those of one of these sets.
    struct Sets {
        sets: Vec<Vec<Order>>,
        /// What the attempts are, if they do not pass.
        otherwise: Attempt,
        under_sc: Attempt,
        attempts: usize,
    }

    impl Sets {
        fn new(sets: &[&[Order]]) -> Sets {
            Sets {
                sets: sets.iter().map(|set| set.to_vec()).collect(),
                otherwise: Attempt::Fails,
                under_sc: Attempt::Fails,
                attempts: 0,
            }
        }
    }

    impl Trial for Sets {
        fn check(&mut self, orders: &[Order]) -> Attempt {
            self.attempts += 1;
            let is_enough = |set: &Vec<Order>| {
                let mut pairs = set.iter().zip(orders);
                pairs.all(|(least, order)| least == order || is_weaker(*least, *order))
            };
            match self.sets.iter().any(is_enough) {
                true => Attempt::Passes(7),
                false => self.otherwise.clone(),
            }
        }

        fn check_under_sc(&mut self, _: &[Order]) -> Attempt {
            self.under_sc.clone()
        }
    }

    const RELAXED: Order = Order::Relaxed;
    const TOTAL: Order = Order::SequentiallyConsistent;

    fn site(line: u32, kind: SiteKind, order: Order) -> Site {
        Site {
            file: "a.c".to_owned(),
            line,
            column: 0,
            kind,
            order,
        }
    }

    /// A store, a load, an update, and a fence that releases.
    fn four() -> Vec<Site> {
        vec![
            site(1, SiteKind::Store, RELAXED),
            site(2, SiteKind::Load, RELAXED),
            site(3, SiteKind::Update, RELAXED),
            site(4, SiteKind::Fence, Order::Release),
        ]
    }

    fn changes(suggestion: &Suggestion) -> Vec<String> {
        match &suggestion.advice {
            Advice::Changes {
                changes,
                executions: 7,
            } => changes.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_least_is_found() {
        let least = [Order::Release, Order::Acquire, RELAXED, Order::Release];
        let found = suggest(&four(), 100, &mut Sets::new(&[&least]));
        let expected = [
            "a.c:1: store relaxed -> release",
            "a.c:2: load relaxed -> acquire",
        ];
        assert_eq!(changes(&found), expected);
        assert!(found.unexhausted.is_empty() && found.ended.is_none());
    }

    #[test]
    fn an_update_gets_half_of_it_if_that_is_enough() {
        for (least, words) in [
            (Order::Acquire, "acquire"),
            (Order::Release, "release"),
            (Order::AcquireRelease, "acq_rel"),
            (TOTAL, "seq_cst"),
        ] {
            let least = [RELAXED, RELAXED, least, Order::Release];
            let found = suggest(&four(), 100, &mut Sets::new(&[&least]));
            let expected = format!("a.c:3: update relaxed -> {words}");
            assert_eq!(changes(&found), [expected]);
        }
    }

    #[test]
    fn what_needs_no_total_order_gets_none() {
        // One total site would do, and so would two that are not.
        let total = [TOTAL, RELAXED, RELAXED, Order::Release];
        let others = [RELAXED, Order::Acquire, Order::Release, Order::Release];
        let found = suggest(&four(), 100, &mut Sets::new(&[&total, &others]));
        let expected = [
            "a.c:2: load relaxed -> acquire",
            "a.c:3: update relaxed -> release",
        ];
        assert_eq!(changes(&found), expected);
    }

    #[test]
    fn what_it_ends_with_cannot_be_made_weaker() {
        // Every set of two sites: whichever is left, both are needed, and no more.
        let kinds = [SiteKind::Store, SiteKind::Load, SiteKind::Update];
        let sites: Vec<Site> = (0..30)
            .map(|nth| site(nth + 1, kinds[nth as usize % 3], RELAXED))
            .collect();
        for (first, second) in [(0, 1), (3, 28), (14, 15), (2, 29)] {
            let mut least = vec![RELAXED; sites.len()];
            least[first] = sites[first].raised(false);
            least[second] = sites[second].raised(true);
            let mut sets = Sets::new(&[&least]);
            let found = suggest(&sites, 100, &mut sets);
            assert_eq!(found.attempts, sets.attempts);
            assert!(found.attempts < 60, "{}", found.attempts);
            assert_eq!(changes(&found).len(), 2);
            let Advice::Changes { changes, .. } = found.advice else {
                unreachable!()
            };
            for change in changes {
                assert_eq!(change.to, least[change.site.line as usize - 1]);
            }
        }
    }

    #[test]
    fn fewer_changes_are_better() {
        // Given back from the front, the last two sites are left; from the back, the first.
        let first = [Order::Release, RELAXED, RELAXED, Order::Release];
        let last = [RELAXED, RELAXED, Order::Acquire, Order::AcquireRelease];
        let found = suggest(&four(), 100, &mut Sets::new(&[&last, &first]));
        assert_eq!(changes(&found), ["a.c:1: store relaxed -> release"]);
        // With no attempts left for the second way, there is the first.
        let attempts = (2..=20).find_map(|most| {
            let found = suggest(&four(), most, &mut Sets::new(&[&last, &first]));
            (found.ended.is_none()).then_some((changes(&found).len(), most))
        });
        assert_eq!(attempts.map(|(changes, _)| changes), Some(2));
    }

    #[test]
    fn nothing_helps() {
        let mut sets = Sets::new(&[]);
        let found = suggest(&four(), 100, &mut sets);
        let under_sc = Attempt::Fails;
        assert_eq!(found.advice, Advice::Never { under_sc });
        assert_eq!(found.attempts, 3);
        let sites = [site(1, SiteKind::Store, TOTAL)];
        assert_eq!(suggest(&sites, 100, &mut sets).advice, Advice::NoSites);
        assert_eq!(suggest(&[], 100, &mut sets).advice, Advice::NoSites);
    }

    #[test]
    fn limits_are_told() {
        let least = [Order::Release, Order::Acquire, RELAXED, Order::Release];
        let why = "the limit on executions was reached";
        let mut sets = Sets {
            otherwise: Attempt::Unexhausted(why.to_owned()),
            ..Sets::new(&[&least])
        };
        let found = suggest(&four(), 100, &mut sets);
        assert_eq!(changes(&found).len(), 2);
        let tried: Vec<&str> = found.unexhausted.iter().map(|(what, _)| &**what).collect();
        assert!(tried.contains(&"a.c:1: store relaxed"), "{tried:?}");
        sets.sets.clear();
        let Advice::Undecided(told) = suggest(&four(), 100, &mut sets).advice else {
            panic!("it is not known whether anything helps")
        };
        assert!(told.ends_with(why), "{told}");
        // Few attempts, and none.
        let found = suggest(&four(), 2, &mut Sets::new(&[&least]));
        assert_eq!(found.ended.as_deref(), Some("it has tried 2 times"));
        assert!(changes(&found).len() >= 2);
        let found = suggest(&four(), 0, &mut Sets::new(&[&least]));
        assert!(matches!(found.advice, Advice::Undecided(_)));
        let mut stopped = Sets {
            otherwise: Attempt::Stopped,
            ..Sets::new(&[&least])
        };
        let found = suggest(&four(), 100, &mut stopped);
        assert_eq!(found.ended.as_deref(), Some("it was interrupted"));
    }
}
