//! Does every `rcu_read_unlock` end something, and is every section ended, as far as that
//! can be seen without running anything?

use crate::code::{Domain, Instruction};
use crate::error::ParseError;
use crate::thread::Place;

/// The least and the most sections that may be open.
type Depth = (u32, u32);

/// More than this is as good as this.
const DEEPEST: u32 = 100;

/// # Errors
/// When an unlock has nothing to end, or a function ends within a section, on every way
/// that leads there.
pub(super) fn check(code: &[Instruction], places: &[(usize, Place)]) -> Result<(), ParseError> {
    let is_rcu = |instruction: &Instruction| {
        matches!(
            instruction,
            Instruction::SectionBegin {
                domain: Domain::Rcu,
                ..
            } | Instruction::SectionEnd {
                domain: Domain::Rcu,
                ..
            }
        )
    };
    if !code.iter().any(is_rcu) {
        return Ok(());
    }
    let depths = depths(code);
    let mut last_begin = 0;
    for (at, (instruction, depth)) in code.iter().zip(&depths).enumerate() {
        match (instruction, depth) {
            (
                Instruction::SectionBegin {
                    domain: Domain::Rcu,
                    ..
                },
                _,
            ) => last_begin = at,
            (
                Instruction::SectionEnd {
                    domain: Domain::Rcu,
                    ..
                },
                Some((_, 0)),
            ) => {
                return Err(error(
                    places,
                    at,
                    "this ends a read-side section, and none has begun",
                ));
            }
            (Instruction::Halt, Some((least, _))) if *least > 0 => {
                let message = "this read-side section is not ended when the function is left";
                return Err(error(places, last_begin, message));
            }
            _ => {}
        }
    }
    Ok(())
}

fn error(places: &[(usize, Place)], at: usize, message: &str) -> ParseError {
    let found = places.iter().find(|(other, _)| *other == at);
    let (line, column) = found.map_or((1, 1), |(_, place)| (place.line, place.column));
    ParseError {
        line,
        column,
        message: message.to_owned(),
    }
}

/// How many sections may be open before each instruction; none where it is never reached.
fn depths(code: &[Instruction]) -> Vec<Option<Depth>> {
    let mut depths: Vec<Option<Depth>> = vec![None; code.len()];
    let mut open = vec![(0, (0, 0))];
    while let Some((at, (least, most))) = open.pop() {
        let joined = match depths[at] {
            Some((a, b)) => (a.min(least), b.max(most)),
            None => (least, most),
        };
        if depths[at] == Some(joined) {
            continue;
        }
        depths[at] = Some(joined);
        let (least, most) = match code[at] {
            Instruction::SectionBegin {
                domain: Domain::Rcu,
                ..
            } => ((joined.0 + 1).min(DEEPEST), (joined.1 + 1).min(DEEPEST)),
            Instruction::SectionEnd {
                domain: Domain::Rcu,
                ..
            } => (joined.0.saturating_sub(1), joined.1.saturating_sub(1)),
            _ => joined,
        };
        open.extend(code[at].target().map(|target| (target, (least, most))));
        if !matches!(code[at], Instruction::Halt | Instruction::Jump(_)) {
            open.push((at + 1, (least, most)));
        }
    }
    depths
}
