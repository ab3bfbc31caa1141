//! Items that stand alone, as [`crate::items`] hands them over.

use super::{Disagreement, Visits, Watched, told};
use crate::ir;
use crate::items::{Explored, explore_items};
use crate::oracle::Judgement;
use mazurka_explore::{Algorithm, Limits, Statistics, explore_with};
use mazurka_parallel::items::Errand;

const ALGORITHM: Algorithm = Algorithm::Hybrid;

/// Explores a program in items, and compares what they visit with the oracle's judgement.
///
/// # Errors
/// When they disagree, or one of them panics.
pub fn compare_items(
    program: &ir::Program,
    judgement: &Judgement,
    seed: u64,
) -> Result<Statistics, Disagreement> {
    told(ALGORITHM, || {
        let mut judged = Judging {
            program,
            judgement,
            visits: Visits::default(),
        };
        let statistics = explore_items(&mut judged, &program.to_string(), seed)?;
        judged.visits.judge(program, judgement, ALGORITHM)?;
        judged.visits.judge_statistics(&statistics)?;
        Ok(statistics)
    })
}

struct Judging<'a> {
    program: &'a ir::Program,
    judgement: &'a Judgement,
    visits: Visits,
}

impl Explored for Judging<'_> {
    type Seen = Visits;

    fn explore(&mut self, work: &mut Errand<'_>) -> Result<(Visits, Statistics), String> {
        let limits = Limits {
            keep_going: true,
            ..Limits::default()
        };
        let mut watched = Watched::new(self.program, self.judgement);
        let outcome =
            watched.run(|named, watch| explore_with(ALGORITHM, named, &limits, watch, work))?;
        Ok((watched.watch.visits, outcome.statistics))
    }

    fn count(&mut self, seen: Visits) {
        self.visits.add(seen);
    }
}
