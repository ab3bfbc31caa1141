//! The instructions, by name.

use crate::code::{Compute, Flag};

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Move,
    /// Writes its destination, with what is computed from both operands.
    Binary(Binary),
    /// Only sets the flags, by a difference.
    Compare,
    /// Only sets the flags, by `and`.
    Test,
    /// Writes its only operand.
    Unary(Unary),
    /// With memory, always locked.
    Exchange,
    /// Not even with memory.
    ExchangeUnlocked,
    ExchangeAdd,
    CompareExchange,
    /// A bit goes to the carry flag, and then becomes what is computed from the
    /// operand and that bit.
    Bit(Option<Compute>),
    LoadAddress,
    /// Moves from this many bits (the operand's, if none) and extends them.
    Extend {
        signed: bool,
        from: Option<u8>,
    },
    /// A load without a destination.
    Read,
    Jump,
    JumpIf(Flag, bool),
    SetIf(Flag, bool),
    MoveIf(Flag, bool),
    /// A full fence.
    MemoryFence,
    StoreFence,
    Nothing,
    Return,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Increment,
    Decrement,
    Negate,
    Not,
}

/// An instruction by its name: what it does, and the number of bits that a
/// suffix of its name says.
pub(crate) fn find(name: &str) -> Option<(Action, Option<u8>)> {
    let name = name.to_ascii_lowercase();
    if let Some(action) = without_size(&name) {
        return Some((action, None));
    }
    if let Some(action) = with_size(&name) {
        return Some((action, None));
    }
    let bits = match name.chars().last()? {
        'b' => 8,
        'w' => 16,
        'l' => 32,
        'q' => 64,
        // Ten bytes: a size that herd knows, and does not heed.
        't' if name == "movt" => return Some((Action::Move, None)),
        _ => return None,
    };
    let base = &name[..name.len() - 1];
    let action = with_size(base).or_else(|| conditional_move(base))?;
    Some((action, Some(bits)))
}

fn with_size(name: &str) -> Option<Action> {
    Some(match name {
        "mov" => Action::Move,
        "add" => Action::Binary(Binary::Add),
        "sub" => Action::Binary(Binary::Subtract),
        "and" => Action::Binary(Binary::And),
        "or" => Action::Binary(Binary::Or),
        "xor" => Action::Binary(Binary::Xor),
        "shl" | "sal" => Action::Binary(Binary::ShiftLeft),
        "shr" => Action::Binary(Binary::ShiftRight),
        "sar" => Action::Binary(Binary::ShiftRightSigned),
        "cmp" => Action::Compare,
        "test" => Action::Test,
        "inc" => Action::Unary(Unary::Increment),
        "dec" => Action::Unary(Unary::Decrement),
        "neg" => Action::Unary(Unary::Negate),
        "not" => Action::Unary(Unary::Not),
        "xchg" => Action::Exchange,
        "uxch" => Action::ExchangeUnlocked,
        "xadd" => Action::ExchangeAdd,
        "cmpxchg" => Action::CompareExchange,
        "bt" => Action::Bit(None),
        "bts" => Action::Bit(Some(Compute::Or)),
        "btr" => Action::Bit(Some(Compute::AndNot)),
        "btc" => Action::Bit(Some(Compute::Xor)),
        "lea" => Action::LoadAddress,
        "nop" => Action::Nothing,
        _ => return None,
    })
}

fn without_size(name: &str) -> Option<Action> {
    let extend = |signed, from| Action::Extend { signed, from };
    Some(match name {
        "jmp" => Action::Jump,
        "mfence" => Action::MemoryFence,
        "sfence" => Action::StoreFence,
        // Loads are never reordered with loads here.
        "lfence" | "pause" | "endbr64" | "endbr32" => Action::Nothing,
        "ret" | "retq" | "retl" | "hlt" => Action::Return,
        "read" => Action::Read,
        "movzx" => extend(false, None),
        "movsx" | "movsxd" => extend(true, None),
        "movzbl" | "movzbq" | "movzbw" => extend(false, Some(8)),
        "movzwl" | "movzwq" => extend(false, Some(16)),
        "movsbl" | "movsbq" | "movsbw" => extend(true, Some(8)),
        "movswl" | "movswq" => extend(true, Some(16)),
        "movslq" => extend(true, Some(32)),
        _ => {
            if let Some((flag, holds)) = name.strip_prefix('j').and_then(condition) {
                Action::JumpIf(flag, holds)
            } else if let Some((flag, holds)) = name.strip_prefix("set").and_then(condition) {
                Action::SetIf(flag, holds)
            } else {
                return conditional_move(name);
            }
        }
    })
}

fn conditional_move(name: &str) -> Option<Action> {
    let (flag, holds) = condition(name.strip_prefix("cmov")?)?;
    Some(Action::MoveIf(flag, holds))
}

/// The condition of a jump; herd has `jlt` for `jl` and `jgt` for `jg`.
fn condition(name: &str) -> Option<(Flag, bool)> {
    Some(match name {
        "e" | "z" => (Flag::Zero, true),
        "ne" | "nz" => (Flag::Zero, false),
        "l" | "lt" | "nge" => (Flag::Less, true),
        "ge" | "nl" => (Flag::Less, false),
        "le" | "ng" => (Flag::LessOrZero, true),
        "g" | "gt" | "nle" => (Flag::LessOrZero, false),
        "b" | "c" | "nae" => (Flag::Carry, true),
        "ae" | "nb" | "nc" => (Flag::Carry, false),
        "be" | "na" => (Flag::CarryOrZero, true),
        "a" | "nbe" => (Flag::CarryOrZero, false),
        "s" => (Flag::Sign, true),
        "ns" => (Flag::Sign, false),
        "o" => (Flag::Overflow, true),
        "no" => (Flag::Overflow, false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sizes() {
        assert_eq!(find("MOV"), Some((Action::Move, None)));
        assert_eq!(find("movl"), Some((Action::Move, Some(32))));
        assert_eq!(find("movq"), Some((Action::Move, Some(64))));
        assert_eq!(
            find("subb"),
            Some((Action::Binary(Binary::Subtract), Some(8)))
        );
        assert_eq!(find("shl"), Some((Action::Binary(Binary::ShiftLeft), None)));
        assert_eq!(find("JL"), Some((Action::JumpIf(Flag::Less, true), None)));
        assert_eq!(
            find("cmovc"),
            Some((Action::MoveIf(Flag::Carry, true), None))
        );
        assert_eq!(
            find("cmovcl"),
            Some((Action::MoveIf(Flag::Carry, true), Some(32)))
        );
        assert_eq!(find("nopl"), Some((Action::Nothing, Some(32))));
        for none in ["", "movnti", "movsd", "clflush", "call", "q"] {
            assert_eq!(find(none), None, "{none}");
        }
    }
}
