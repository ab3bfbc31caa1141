//! Relations between at most 32 events, as bits.

/// A set of events.
pub type Set = u32;

/// A relation: the bits of row `a` are what `a` is related to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relation {
    rows: [u32; 32],
}

impl Relation {
    /// Nothing is related.
    #[must_use]
    pub fn empty() -> Relation {
        Relation { rows: [0; 32] }
    }

    /// The identity on a set.
    #[must_use]
    pub fn identity(set: Set) -> Relation {
        let mut identity = Relation::empty();
        for (a, row) in identity.rows.iter_mut().enumerate() {
            *row = set & (1 << a);
        }
        identity
    }

    /// Adds a pair.
    pub fn add(&mut self, a: usize, b: usize) {
        self.rows[a] |= 1 << b;
    }

    /// Is this pair there?
    #[must_use]
    pub fn has(&self, a: usize, b: usize) -> bool {
        self.rows[a] & (1 << b) != 0
    }

    /// The pairs of either.
    #[must_use]
    pub fn or(mut self, other: Relation) -> Relation {
        for (row, more) in self.rows.iter_mut().zip(other.rows) {
            *row |= more;
        }
        self
    }

    /// The pairs of this one that are not in the other.
    #[must_use]
    pub fn without(mut self, other: Relation) -> Relation {
        for (row, less) in self.rows.iter_mut().zip(other.rows) {
            *row &= !less;
        }
        self
    }

    /// The pairs of both.
    #[must_use]
    pub fn and(mut self, other: Relation) -> Relation {
        for (row, same) in self.rows.iter_mut().zip(other.rows) {
            *row &= same;
        }
        self
    }

    /// `[from] ; self ; [to]`.
    #[must_use]
    pub fn between(mut self, from: Set, to: Set) -> Relation {
        for (a, row) in self.rows.iter_mut().enumerate() {
            *row = if from & (1 << a) != 0 { *row & to } else { 0 };
        }
        self
    }

    /// `self ; other`.
    #[must_use]
    pub fn then(&self, other: &Relation) -> Relation {
        let mut composed = Relation::empty();
        for (row, mut rest) in composed.rows.iter_mut().zip(self.rows) {
            while rest != 0 {
                *row |= other.rows[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        composed
    }

    /// `self?`: with the identity.
    #[must_use]
    pub fn maybe(mut self) -> Relation {
        for (a, row) in self.rows.iter_mut().enumerate() {
            *row |= 1 << a;
        }
        self
    }

    /// `self+`: its transitive closure.
    #[must_use]
    pub fn closed(mut self) -> Relation {
        for b in 0..32 {
            let reached = self.rows[b];
            if reached == 0 {
                continue;
            }
            for row in &mut self.rows {
                if *row & (1 << b) != 0 {
                    *row |= reached;
                }
            }
        }
        self
    }

    /// Is nothing related to itself?
    #[must_use]
    pub fn is_irreflexive(&self) -> bool {
        let mut rows = self.rows.iter().enumerate();
        rows.all(|(a, row)| row & (1 << a) == 0)
    }

    /// Has it no cycle?
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        self.closed().is_irreflexive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closure_and_composition() {
        let mut r = Relation::empty();
        r.add(3, 1);
        r.add(1, 2);
        assert!(r.then(&r).has(3, 2) && !r.then(&r).has(3, 1));
        assert!(r.closed().has(3, 2) && r.is_acyclic());
        r.add(2, 3);
        assert!(!r.is_acyclic() && r.is_irreflexive());
        assert!(r.maybe().then(&r).has(3, 1) && r.between(1 << 1, !0).has(1, 2));
    }
}
