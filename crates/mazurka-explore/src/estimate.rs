//! How many executions there are, told while they are explored.
//!
//! The estimate goes bottom-up along the present path of the exploration tree (weighted
//! backtracking, after Kilby, Slaney, Thiébaux and Walsh, AAAI 2006): below a node there is what its
//! explored children had, what its present child is estimated to have, and what its open children
//! will have. Three things are learnt from nodes that are done, for those that are not:
//!
//! - how large a child is beside the mean of its elders: sleep sets make younger ones small;
//! - how many more children turn up at a node like that. A wakeup tree and a backtrack set grow
//!   while their first branches are explored;
//! - how far off the estimate of a subtree was, when that many times what had been explored seemed
//!   to be there. This corrects the estimate of the whole, and its spread is the interval.
//!
//! Of several schedulers, the one that began with the root estimates the whole. Of a node that it
//! shares with others it knows how many children there are, and how large those are that it has
//! explored itself. What the others learn of subtrees goes into the correction: see [`View`].

use mazurka_program::Turn;

/// Children with a higher number than this are taken to be as that one.
const CHILDREN: usize = 40;
/// Every node counts as if it had been seen that often with children of equal size.
const PRIOR: f64 = 4.0;
/// How much larger a subtree is when its estimate is kept again.
const GROWTH: f64 = 1.5;
/// Subtrees with fewer executions than this say nothing about the whole.
const LEAST: f64 = 8.0;
/// Larger subtrees say more of the whole, by this power of their executions.
const WEIGHT: f64 = 0.7;
/// Buckets of the record: how many times what was explored there seemed to be.
const CLAIMS: usize = 26;
const CLAIM: f64 = 0.5;
/// How far off that was, either way.
const ERRORS: usize = 41;
const ERROR: f64 = 0.25;
/// Claims that are further apart than this have little to say about one another.
const NEAR: f64 = 1.0;
/// The levels of what is known of children that turn up later.
const MOST: usize = 5;
const SIZES: usize = 8;
/// How many nodes are looked at for each execution, at most.
const STEPS: usize = 64;
/// How many estimates of the recent past are averaged with the present one.
const SMOOTH: usize = 1;
/// How much more there is than it seems, by this power of how many times what was explored it is.
const DRIFT: f64 = 0.05;
/// How much of the growth so far may still come.
const UNREST: f64 = 0.5;

/// A prefix of the present execution, whose subtree is explored.
#[derive(Clone)]
struct Frame {
    /// How many executions there were before it.
    entered: u64,
    /// How many executions there are below the children that are done.
    explored: f64,
    /// How many children are done.
    children: u32,
    /// How many children are known to be open, besides the present one.
    open: u32,
    /// When an estimate is kept next: at that many executions.
    next: f64,
    kept: Vec<Kept>,
}

/// An estimate of a subtree, to be compared with what it comes to.
#[derive(Clone, Copy)]
struct Kept {
    /// How many executions had been explored there.
    executions: f64,
    /// The logarithm of the estimate.
    log: f64,
    children: u32,
    open: u32,
}

impl Frame {
    /// One with an empty list, which may have been used before.
    fn new(entered: u64, kept: Vec<Kept>) -> Frame {
        Frame {
            entered,
            explored: 0.0,
            children: 0,
            open: 0,
            next: 1.0,
            kept,
        }
    }

    /// The estimate, as the mean of the logarithms of the last ones and the present one.
    fn smooth(&self, log: f64, executions: f64) -> f64 {
        let last = self.kept.iter().rev().take(SMOOTH);
        let (mut sum, mut count) = (log, 1.0);
        for kept in last {
            sum += kept.log;
            count += 1.0;
        }
        (sum / count).max(executions.ln())
    }
}

impl Frame {
    /// How fast the estimates have grown lately.
    fn rise(&self) -> f64 {
        let mut last = self.kept.iter().rev();
        let (Some(now), Some(then)) = (last.next(), last.nth(2)) else {
            return 1.0;
        };
        let rise = (now.log - then.log) / (now.executions / then.executions).ln();
        rise.clamp(0.0, 1.0)
    }
}

/// A mean that is learnt.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    weight: f64,
}

/// How large a child is beside the mean of its elders, by its number.
struct Ladder {
    sizes: [Mean; CHILDREN],
    /// The sum of the sizes of the first children, the first being one.
    sums: [f64; CHILDREN],
    is_old: bool,
}

impl Ladder {
    fn new() -> Ladder {
        let mean = Mean {
            sum: PRIOR,
            weight: PRIOR,
        };
        let mut ladder = Ladder {
            sizes: [mean; CHILDREN],
            sums: [0.0; CHILDREN],
            is_old: true,
        };
        ladder.renew();
        ladder
    }

    /// A child of that size came after `elders` others with `explored` executions.
    fn learn(&mut self, elders: u32, explored: f64, size: f64) {
        let elders = elders as usize;
        if (1..CHILDREN).contains(&elders) {
            let mean = &mut self.sizes[elders];
            let all = explored + size;
            if all == 0.0 {
                return;
            }
            mean.sum += size / all;
            mean.weight += explored / elders as f64 / all;
            self.is_old = true;
        }
    }

    fn renew(&mut self) {
        if !std::mem::take(&mut self.is_old) {
            return;
        }
        let mut sum = 1.0;
        self.sums[0] = sum;
        for (i, mean) in self.sizes.iter().enumerate().skip(1) {
            sum += mean.sum / mean.weight * sum / i as f64;
            self.sums[i] = sum;
        }
    }

    /// How many times the size of the first `from` children is that of the first `to`.
    fn growth(&self, from: usize, to: f64) -> f64 {
        self.sum(to) / self.sum(from as f64)
    }

    fn sum(&self, count: f64) -> f64 {
        let last = CHILDREN as f64;
        if count >= last {
            return self.sums[CHILDREN - 1] * count / last;
        }
        let whole = (count.floor() as usize).max(1);
        let rest = count - whole as f64;
        let sum = self.sums[whole - 1];
        match self.sums.get(whole) {
            Some(next) => sum + rest * (next - sum),
            None => sum,
        }
    }
}

/// How many more children turn up at a node.
#[derive(Default)]
struct Arrivals([[[Mean; SIZES]; MOST]; MOST]);

impl Arrivals {
    fn place(children: u32, open: u32, executions: f64) -> (usize, usize, usize) {
        let size = (executions.log2() as usize).min(SIZES - 1);
        let least = |number: u32| (number as usize).min(MOST - 1);
        (least(children), least(open), size)
    }

    fn learn(&mut self, kept: &Kept, all: u32) {
        let (children, open, size) = Arrivals::place(kept.children, kept.open, kept.executions);
        let mean = &mut self.0[children][open][size];
        let weight = kept.executions.powf(WEIGHT);
        mean.sum += weight * (f64::from(all) - f64::from(kept.children + kept.open + 1)).max(0.0);
        mean.weight += weight;
    }

    fn expected(&self, children: u32, open: u32, executions: f64) -> f64 {
        let (children, open, size) = Arrivals::place(children, open, executions);
        let known = self.0[children][open][..=size].iter().rev();
        known
            .take(3)
            .find(|mean| mean.weight > 0.0)
            .map_or(0.0, |mean| mean.sum / (mean.weight + PRIOR))
    }
}

/// How far off estimates of subtrees were: for each claim, the weights of errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Record(Vec<f32>);

impl Default for Record {
    fn default() -> Record {
        Record(vec![0.0; CLAIMS * ERRORS])
    }
}

impl Record {
    fn learn(&mut self, kept: &Kept, size: f64) {
        let claim = (kept.log - kept.executions.ln()).max(0.0) / CLAIM;
        let claim = (claim.round() as usize).min(CLAIMS - 1);
        let middle = (ERRORS / 2) as f64;
        let error = ((size.ln() - kept.log) / ERROR).round();
        let error = (error + middle).clamp(0.0, middle * 2.0) as usize;
        self.0[claim * ERRORS + error] += kept.executions.powf(WEIGHT) as f32;
    }

    fn add(&mut self, other: &Record) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }

    /// The mean error of claims like that, and between what it is mostly. None if there were none.
    fn error(&self, claim: f64, within: f64) -> Option<[f64; 3]> {
        let mut weights = [0.0; ERRORS];
        for (i, errors) in self.0.chunks(ERRORS).enumerate() {
            let far = (i as f64 * CLAIM - claim) / NEAR;
            let near = (-far * far).exp();
            for (weight, error) in weights.iter_mut().zip(errors) {
                *weight += near * f64::from(*error);
            }
        }
        let all: f64 = weights.iter().sum();
        if all < LEAST {
            return None;
        }
        let value = |i: usize| (i as f64 - (ERRORS / 2) as f64) * ERROR;
        let mean = weights
            .iter()
            .enumerate()
            .map(|(i, weight)| value(i) * weight);
        let mean = mean.sum::<f64>() / all;
        let quantile = |part: f64| {
            let mut sum = 0.0;
            let at = weights.iter().position(|weight| {
                sum += weight;
                sum >= part * all
            });
            value(at.unwrap_or(ERRORS - 1))
        };
        let rest = (1.0 - within) / 2.0;
        Some([
            quantile(rest) - ERROR / 2.0,
            mean,
            quantile(1.0 - rest) + ERROR / 2.0,
        ])
    }
}

/// What one scheduler makes of the whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// How many executions it has explored; zero if it cannot tell how many there are.
    executions: u64,
    /// The logarithm of how many there are.
    log: f64,
    /// How fast that has grown with what was explored, on logarithmic scales.
    rise: f64,
    record: Record,
}

impl View {
    /// Becomes like another, in the memory that it has.
    pub fn copy(&mut self, other: &View) {
        let View {
            executions,
            log,
            rise,
            record,
        } = other;
        (self.executions, self.log, self.rise) = (*executions, *log, *rise);
        self.record.0.clone_from(&record.0);
    }
}

/// How many executions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// About this many.
    pub executions: u64,
    /// Probably not fewer than this.
    pub low: u64,
    /// Probably not more.
    pub high: u64,
}

impl Estimate {
    /// In that many of a hundred cases, the number is between [`Estimate::low`] and
    /// [`Estimate::high`].
    pub const CONFIDENCE: u32 = 80;
    /// How much of the record lies between the two.
    const WITHIN: f64 = 0.9;

    /// What schedulers make of it together that have explored that number of `executions`. None if they
    /// have seen too little.
    #[must_use]
    pub fn new<'v>(views: impl IntoIterator<Item = &'v View>, executions: u64) -> Option<Estimate> {
        let mut record = Record::default();
        let (mut sum, mut rise, mut weight) = (0.0, 0.0, 0.0);
        for view in views {
            rise += view.rise * view.executions as f64;
            sum += view.log * view.executions as f64;
            weight += view.executions as f64;
            record.add(&view.record);
        }
        if weight == 0.0 {
            return None;
        }
        let explored = (executions.max(1) as f64).ln();
        let mut log = (sum / weight).max(explored);
        let claim = log - explored;
        let rise = rise / weight * claim;
        log += DRIFT * claim;
        let [low, mean, high] = record.error(log - explored, Estimate::WITHIN)?;
        // While the estimate grows, it may go on to grow.
        let high = high + UNREST * rise;
        let number = |error: f64| (log + error).max(explored).exp().round() as u64;
        Some(Estimate {
            executions: number(mean),
            low: number(low.min(mean)),
            high: number(high.max(mean)),
        })
    }
}

/// Learns how large the exploration tree is that a scheduler goes through.
pub struct Estimator {
    frames: Vec<Frame>,
    /// Lists of frames that are gone, for those to come.
    spare: Vec<Vec<Kept>>,
    executions: u64,
    /// The first frames belong to others, too.
    owned: usize,
    /// Did it begin with what another gave away? It knows too little of the whole then.
    is_part: bool,
    /// When to look at the whole path again.
    due: u64,
    random: u64,
    ladder: Ladder,
    arrivals: Arrivals,
    view: View,
    /// The way to where the exploration was left, if it was.
    rested: Option<Vec<Turn>>,
}

impl Default for Estimator {
    fn default() -> Estimator {
        Estimator {
            frames: vec![Frame::new(0, Vec::new())],
            spare: Vec::new(),
            executions: 0,
            owned: 0,
            is_part: false,
            due: 1,
            random: 1,
            ladder: Ladder::new(),
            arrivals: Arrivals::default(),
            view: View::default(),
            rested: None,
        }
    }
}

impl Estimator {
    /// An execution has ended, after `depth` steps. Is it time to [look](Estimator::look)?
    pub fn ended(&mut self, depth: usize) -> bool {
        let entered = self.executions;
        self.executions += 1;
        for _ in self.frames.len()..=depth {
            let kept = self.spare.pop().unwrap_or_default();
            self.frames.push(Frame::new(entered, kept));
        }
        self.executions >= self.due
    }

    /// The exploration is left after those steps, to be gone on with.
    pub(crate) fn rest(&mut self, steps: Vec<Turn>) {
        self.rested = Some(steps);
    }

    /// It goes on with the leaf after those `steps`, of which it has run the first `common`.
    pub(crate) fn enter(&mut self, common: usize, steps: impl Iterator<Item = Turn>) {
        let common = match self.rested.take() {
            Some(rested) => rested
                .iter()
                .zip(steps)
                .take_while(|(a, b)| **a == *b)
                .count(),
            None => common,
        };
        self.leave(common);
    }

    /// Everything after the first `depth` steps has been explored, by this scheduler or others.
    pub fn leave(&mut self, depth: usize) {
        while self.frames.len() > depth + 1 {
            self.pop();
        }
    }

    /// The first `depth` frames belong to other schedulers, too.
    pub fn share(&mut self, depth: usize) {
        self.is_part |= self.executions == 0 && depth > 0;
        self.owned = depth;
    }

    fn pop(&mut self) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let is_owned = self.frames.len() >= self.owned;
        let executions = (self.executions - frame.entered) as f64;
        let size = match is_owned || frame.children == 0 {
            true => executions,
            false => {
                let known = f64::from(frame.children);
                frame.explored * (known + f64::from(frame.open)) / known
            }
        };
        if is_owned {
            for kept in &frame.kept {
                self.arrivals.learn(kept, frame.children);
            }
            if frame.children > 1 && size >= LEAST {
                for kept in &frame.kept {
                    self.view.record.learn(kept, size);
                }
            }
        }
        frame.kept.clear();
        self.spare.push(frame.kept);
        let Some(parent) = self.frames.last_mut() else {
            return;
        };
        if is_owned && parent.children > 0 {
            self.ladder.learn(parent.children, parent.explored, size);
        }
        parent.children += 1;
        parent.explored += size;
    }

    /// Goes up the present path. `open` tells how many children of the node after that many steps
    /// are open, besides the present one and those that this scheduler has explored, whose number
    /// it is given.
    pub fn look(&mut self, open: impl Fn(usize, u32) -> u32) {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.due = self.executions + 1 + self.random % 31;
        self.ladder.renew();
        let Some((_, inner)) = self.frames.split_last_mut() else {
            return;
        };
        let mut size: f64 = 1.0;
        let mut log = 0.0;
        let mut steps = inner.len();
        for (depth, frame) in inner.iter_mut().enumerate().rev() {
            frame.open = open(depth, frame.children);
            steps += frame.open as usize;
            let executions = (self.executions - frame.entered) as f64;
            let known = f64::from(frame.children + frame.open + 1);
            let more = self
                .arrivals
                .expected(frame.children, frame.open, executions);
            let from = frame.children as usize + 1;
            size += frame.explored;
            if frame.open > 0 || more > 0.0 {
                size *= self.ladder.growth(from, known + more);
            }
            if depth > 0 && executions < frame.next {
                continue;
            }
            log = frame.smooth(size.ln(), executions);
            if executions < frame.next {
                continue;
            }
            frame.next = executions * GROWTH;
            frame.kept.push(Kept {
                executions,
                log,
                children: frame.children,
                open: frame.open,
            });
        }
        // Where that takes long, it is done less often.
        self.due += (steps / STEPS) as u64;
        self.view.log = log;
        self.view.rise = self.frames[0].rise();
        self.view.executions = if self.is_part { 0 } else { self.executions };
    }

    /// What it makes of the whole.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }
}
