//! Inputs that were interesting, and the words they consist of.

use crate::text::{Class, tokens};
use mazurka_testkit::random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// More are not kept.
const MOST: usize = 6_000;
/// Longer inputs are not kept.
pub(crate) const LONGEST: usize = 48 << 10;
/// More words of a class are not kept.
const MOST_WORDS: usize = 2_000;

/// Inputs, and words by class.
#[derive(Default)]
pub(crate) struct Corpus {
    pub(crate) inputs: Vec<Vec<u8>>,
    words: BTreeMap<Class, Vec<Vec<u8>>>,
    seeds: usize,
}

impl Corpus {
    pub(crate) fn new(seeds: Vec<Vec<u8>>) -> Corpus {
        let mut words = BTreeMap::<Class, BTreeSet<Vec<u8>>>::new();
        for seed in &seeds {
            for token in tokens(seed) {
                let text = &seed[token.range.clone()];
                let known = words.entry(token.class).or_default();
                if text.len() < 200 && known.len() < MOST_WORDS && !known.contains(text) {
                    known.insert(text.to_vec());
                }
            }
        }
        let words = words
            .into_iter()
            .map(|(class, words)| (class, words.into_iter().collect()));
        Corpus {
            words: words.collect(),
            seeds: seeds.len(),
            inputs: seeds,
        }
    }

    /// Keeps an input; one that was kept before makes room, never a seed.
    pub(crate) fn keep(&mut self, input: &[u8], random: &mut Random) {
        if input.len() > LONGEST {
            return;
        }
        if self.inputs.len() < MOST.max(self.seeds + 1) {
            self.inputs.push(input.to_vec());
        } else {
            let place = random.between(self.seeds, self.inputs.len() - 1);
            self.inputs[place] = input.to_vec();
        }
    }

    /// A seed, often, or something that was found.
    pub(crate) fn pick(&self, random: &mut Random) -> &[u8] {
        let recent = self.inputs.len().saturating_sub(50);
        let place = match random.below(4) {
            0 => random.below(self.seeds),
            1 => random.between(recent, self.inputs.len() - 1),
            _ => random.below(self.inputs.len()),
        };
        &self.inputs[place]
    }

    /// Which of the seeds, and the seed.
    pub(crate) fn seed(&self, random: &mut Random) -> (usize, &[u8]) {
        let place = random.below(self.seeds);
        (place, &self.inputs[place])
    }

    /// A word of a class.
    pub(crate) fn word(&self, class: Class, random: &mut Random) -> Option<&[u8]> {
        let words = self.words.get(&class)?;
        Some(&words[random.below(words.len())])
    }
}
