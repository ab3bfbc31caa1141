//! A hash that is the same in every execution and every run, to name parts of
//! objects by what people call them.

use std::hash::{Hash, Hasher};

/// FNV-1a, of 64 bits.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The number of the part that stands for a value: the highest bit is set, so
/// that small numbers are left for other parts.
pub(super) fn stable_hash<K: Hash + ?Sized>(key: &K) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    key.hash(&mut hasher);
    // Short keys fill the lower bits; the highest would be lost.
    hasher.finish().rotate_left(1) | 1 << 63
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn different_keys_have_different_hashes() {
        let numbers = (0..10_000_u32).map(|n| stable_hash(&n));
        let pairs = (0..10_000_u64).map(|n| stable_hash(&(n % 100, n / 100)));
        let words = (0..10_000).map(|n| stable_hash(&format!("key {n}")));
        let all: BTreeSet<_> = numbers.chain(pairs).chain(words).collect();
        assert_eq!(all.len(), 30_000);
        assert!(all.iter().all(|hash| hash >> 63 == 1));
    }

    #[test]
    fn hashes_are_the_same_in_every_run() {
        assert_eq!(
            stable_hash("printer"),
            stable_hash(&String::from("printer"))
        );
        // FNV-1a of the eight bytes of zero, rotated.
        let mut expected = 0xcbf2_9ce4_8422_2325_u64;
        for _ in 0..8 {
            expected = expected.wrapping_mul(0x0000_0100_0000_01b3);
        }
        assert_eq!(stable_hash(&0_u64), expected.rotate_left(1) | 1 << 63);
    }
}
