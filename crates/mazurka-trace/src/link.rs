//! Which events follow which, from their clocks; and who waits for whom in a circle.

use crate::{Finding, Trace};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

impl Trace {
    /// Fills in what each step follows.
    pub fn link(&mut self) {
        // The events of each thread that are steps.
        let mut steps: Vec<Vec<usize>> = vec![Vec::new(); self.threads.len()];
        for i in 0..self.events.len() {
            let event = &self.events[i];
            let (thread, clock) = (event.thread, &event.clock);
            if clock.is_empty() {
                continue;
            }
            let before = steps[thread]
                .last()
                .map(|before| &self.events[*before].clock);
            let known = |other: usize| before.map_or(0, |before| before[other]);
            let is_news = |other: &usize| *other != thread && clock[*other] > known(*other);
            let latest = |other: usize| {
                let of_other = steps[other].get(clock[other] as usize - 1)?;
                Some(*of_other)
            };
            let others = (0..clock.len()).filter(is_news);
            let news: Vec<usize> = others.filter_map(latest).collect();
            let is_before = |a: usize, b: usize| {
                let of = self.events[a].thread;
                a != b && self.events[b].clock[of] >= self.events[a].clock[of]
            };
            let is_last = |a: &&usize| !news.iter().any(|b| is_before(**a, *b));
            let mut follows: Vec<usize> = news.iter().filter(is_last).copied().collect();
            follows.sort_unstable();
            self.events[i].follows = follows;
            steps[thread].push(i);
        }
    }

    /// For each event: does a step of another thread follow it, or does it follow one?
    #[must_use]
    pub fn meets_others(&self) -> Vec<bool> {
        let mut meets = vec![false; self.events.len()];
        for (i, event) in self.events.iter().enumerate() {
            for before in &event.follows {
                meets[i] = true;
                meets[*before] = true;
            }
        }
        meets
    }

    /// How often a thread goes on after another; a store buffer is its thread's.
    #[must_use]
    pub fn switches(&self) -> usize {
        let steps = self.events.iter().filter(|event| event.step.is_some());
        let lane = |thread: usize| self.threads[thread].owner.unwrap_or(thread);
        let lanes: Vec<usize> = steps.map(|event| lane(event.thread)).collect();
        lanes.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }
}

impl Finding {
    /// Finds out which threads wait for one another in a circle.
    pub fn find_cycle(&mut self) {
        let waits = self.waits.iter().rev();
        let next: HashMap<usize, usize> = waits
            .filter_map(|wait| Some((wait.thread, wait.on?)))
            .collect();
        // In which round each thread was come to.
        let mut rounds: HashMap<usize, usize> = HashMap::new();
        let mut circles = HashSet::new();
        for (round, wait) in self.waits.iter().enumerate() {
            let mut at = wait.thread;
            while let Entry::Vacant(entry) = rounds.entry(at) {
                entry.insert(round);
                match next.get(&at) {
                    Some(on) => at = *on,
                    None => break,
                }
            }
            // Back at a thread of this round: those from there on are in a circle.
            while rounds[&at] == round && circles.insert(at) {
                match next.get(&at) {
                    Some(on) => at = *on,
                    None => {
                        circles.remove(&at);
                        break;
                    }
                }
            }
        }
        for wait in &mut self.waits {
            wait.in_cycle = circles.contains(&wait.thread);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Event, Finding, Thread, Trace, Wait};

    fn step(thread: usize, clock: &[u32]) -> Event {
        Event {
            step: Some(1),
            thread,
            clock: clock.to_vec(),
            ..Event::default()
        }
    }

    #[test]
    fn only_the_last_of_others_is_followed() {
        let mut trace = Trace {
            threads: vec![Thread::default(); 3],
            events: vec![
                step(0, &[1, 0, 0]),
                step(1, &[1, 1, 0]),
                // It follows the step of 1, and by way of it that of 0.
                step(2, &[1, 1, 1]),
                // Nothing is new to it.
                step(2, &[1, 1, 2]),
                step(0, &[2, 0, 0]),
                step(2, &[2, 1, 3]),
            ],
            ..Trace::default()
        };
        trace.link();
        let follows: Vec<&[usize]> = trace.events.iter().map(|of| &of.follows[..]).collect();
        assert_eq!(follows, [&[][..], &[0], &[1], &[], &[], &[4]]);
        assert_eq!(trace.meets_others(), [true, true, true, false, true, true]);
        assert_eq!(trace.switches(), 4);
    }

    #[test]
    fn a_circle_is_found_and_who_waits_for_it_is_not_in_it() {
        let wait = |thread, on| Wait {
            thread,
            on,
            ..Wait::default()
        };
        let mut finding = Finding {
            waits: vec![
                wait(0, Some(1)),
                wait(1, Some(2)),
                wait(2, Some(1)),
                wait(3, None),
            ],
            ..Finding::default()
        };
        finding.find_cycle();
        let cycle: Vec<bool> = finding.waits.iter().map(|wait| wait.in_cycle).collect();
        assert_eq!(cycle, [false, true, true, false]);
    }
}
