//! The registers of x86, and their parts.

use crate::code::{Rest, Slot};

/// The registers with names of sixteen numbers: `AX` is the first of them.
const BASES: [&str; 16] = [
    "ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
    "r15",
];

/// The number of the flags, which are one register.
pub(crate) const FLAGS: u16 = 16;
/// Registers without parts, that no instruction here uses.
const OTHERS: [&str; 10] = [
    "rip", "eip", "cs", "ds", "es", "fs", "gs", "ss", "rflags", "eflags",
];
/// From this number on, registers have no names of the architecture.
pub(crate) const NAMED: u16 = 17 + OTHERS.len() as u16;

/// The part of a register that a name means, in upper or lower case.
pub(crate) fn find(name: &str) -> Option<Slot> {
    let name = name.to_ascii_lowercase();
    let part = |register: usize, shift, bits| Slot {
        register: u16::try_from(register).expect("few registers"),
        shift,
        bits,
        rest: if bits < 32 { Rest::Kept } else { Rest::Zero },
    };
    if let Some(other) = OTHERS.iter().position(|other| *other == name) {
        return Some(part(usize::from(FLAGS) + 1 + other, 0, 64));
    }
    if let Some(flag) = ["zf", "sf", "cf", "of"]
        .iter()
        .position(|flag| *flag == name)
    {
        return Some(part(
            usize::from(FLAGS),
            u8::try_from(flag).expect("four"),
            1,
        ));
    }
    for (number, base) in BASES.iter().enumerate() {
        if number >= 8 {
            let Some(suffix) = name.strip_prefix(base) else {
                continue;
            };
            let bits = match suffix {
                "" => 64,
                "d" => 32,
                "w" => 16,
                "b" | "l" => 8,
                _ => continue,
            };
            return Some(part(number, 0, bits));
        }
        if name == *base {
            return Some(part(number, 0, 16));
        }
        match name.strip_suffix(base) {
            Some("e") => return Some(part(number, 0, 32)),
            Some("r") => return Some(part(number, 0, 64)),
            _ => {}
        }
        let letter = &base[..1];
        if number < 4 && name.len() == 2 && name.starts_with(letter) {
            match &name[1..] {
                "l" => return Some(part(number, 0, 8)),
                "h" => return Some(part(number, 8, 8)),
                _ => {}
            }
        }
        if number >= 4 && name.strip_suffix('l') == Some(base) {
            return Some(part(number, 0, 8));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts() {
        let part = |name| find(name).map(|slot| (slot.register, slot.shift, slot.bits));
        assert_eq!(part("EAX"), Some((0, 0, 32)));
        assert_eq!(part("rax"), Some((0, 0, 64)));
        assert_eq!(part("AX"), Some((0, 0, 16)));
        assert_eq!(part("AL"), Some((0, 0, 8)));
        assert_eq!(part("BH"), Some((1, 8, 8)));
        assert_eq!(part("RSI"), Some((4, 0, 64)));
        assert_eq!(part("sil"), Some((4, 0, 8)));
        assert_eq!(part("r8"), Some((8, 0, 64)));
        assert_eq!(part("r11d"), Some((11, 0, 32)));
        assert_eq!(part("r15w"), Some((15, 0, 16)));
        assert_eq!(part("ZF"), Some((16, 0, 1)));
        for none in ["x", "y", "a", "al1", "r16", "eaxx", "e", ""] {
            assert_eq!(part(none), None, "{none}");
        }
    }
}
