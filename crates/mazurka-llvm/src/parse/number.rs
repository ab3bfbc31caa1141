//! Numbers as LLVM writes them: decimal, or the bits of some format in hexadecimal.

/// The value of an integer of `bits` bits, up to 128, or none if it is no integer or
/// too large for any.
pub(super) fn integer(text: &[u8], bits: u32) -> Option<u128> {
    let text = std::str::from_utf8(text).ok()?;
    let value = if let Some(digits) = text.strip_prefix("u0x").or(text.strip_prefix("s0x")) {
        u128::from_str_radix(digits, 16).ok()?
    } else if let Some(digits) = text.strip_prefix('-') {
        digits.parse::<u128>().ok()?.wrapping_neg()
    } else {
        text.parse::<u128>().ok()?
    };
    Some(value & mask(bits))
}

/// The lowest bits set.
fn mask(bits: u32) -> u128 {
    if bits >= 128 {
        u128::MAX
    } else {
        (1 << bits) - 1
    }
}

/// The value of a number, rounded to a `double` if it is longer.
pub(super) fn float(text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?;
    let Some(hex) = text.strip_prefix("0x") else {
        // Rust would also take `inf`, `nan` and `1e`: LLVM never writes those.
        let is_plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        return is_plain.then(|| text.parse().ok())?;
    };
    let digits = hex.trim_start_matches(|letter| "KLMHR".contains(letter));
    if digits.is_empty() || digits.len() > 32 || hex.len() - digits.len() > 1 {
        return None;
    }
    let bits = u128::from_str_radix(digits, 16).ok()?;
    match hex.as_bytes()[0] {
        b'K' => Some(from_parts(
            bits >> 79,
            (bits >> 64) & 0x7fff,
            16383,
            (bits & u128::from(u64::MAX)) << 64,
        )),
        b'L' => {
            // The low half is written first.
            let bits = bits.rotate_left(64);
            let (exponent, fraction) = ((bits >> 112) & 0x7fff, bits & mask(112));
            Some(from_fraction(bits >> 127, exponent, 16383, fraction, 112))
        }
        // A pair of doubles; the first is the nearest to the sum.
        b'M' => Some(f64::from_bits((bits >> 64) as u64)),
        b'H' => Some(from_fraction(
            bits >> 15,
            (bits >> 10) & 0x1f,
            15,
            bits & mask(10),
            10,
        )),
        b'R' => Some(f64::from(f32::from_bits((bits as u32) << 16))),
        _ => u64::try_from(bits).ok().map(f64::from_bits),
    }
}

/// A number whose leading one is not stored.
fn from_fraction(sign: u128, exponent: u128, bias: i32, fraction: u128, bits: u32) -> f64 {
    let leading = u128::from(exponent != 0) << 127;
    let significand = leading | fraction << (127 - bits);
    let exponent = exponent.max(1);
    from_parts(sign, exponent, bias, significand)
}

/// A number by its sign, its biased exponent and its significand, of which the
/// highest bit is the one before the point.
fn from_parts(sign: u128, exponent: u128, bias: i32, significand: u128) -> f64 {
    let is_negative = sign & 1 == 1;
    let is_special = exponent as i32 == 2 * bias + 1;
    let magnitude = if is_special && significand << 1 == 0 {
        f64::INFINITY
    } else if is_special {
        f64::NAN
    } else {
        scale(round_to_odd(significand), exponent as i32 - bias - 63)
    };
    if is_negative { -magnitude } else { magnitude }
}

/// The highest 64 bits; the last is set if any below is, so that rounding once more
/// is as good as rounding once.
fn round_to_odd(significand: u128) -> u64 {
    (significand >> 64) as u64 | u64::from(significand as u64 != 0)
}

/// `significand * 2^power`, rounded once.
fn scale(significand: u64, power: i32) -> f64 {
    if significand == 0 {
        return 0.0;
    }
    let shift = significand.leading_zeros() as i32;
    let (significand, power) = (significand << shift, power - shift);
    // The exponent of the leading bit.
    let exponent = power + 63;
    if exponent > 1023 {
        return f64::INFINITY;
    }
    // How many bits a double has room for, fewer if it is subnormal.
    let room = (53 + (exponent + 1022).min(0)).max(-1);
    let dropped = 64 - room;
    let (kept, rest) = match dropped {
        65.. => (0, significand >> 1 | 1),
        64 => (0, significand),
        _ => (significand >> dropped, significand << (64 - dropped)),
    };
    let half = 1 << 63;
    let is_up = rest > half && dropped < 65 || rest == half && kept & 1 == 1;
    let kept = kept + u64::from(is_up);
    // `kept` has at most 53 bits, and the result is exact: two factors, as one alone
    // might be too small for a double.
    let power = power + dropped;
    kept as f64 * two_to(power / 2) * two_to(power - power / 2)
}

fn two_to(power: i32) -> f64 {
    2f64.powi(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_to_their_width() {
        assert_eq!(integer(b"-1", 8), Some(255));
        assert_eq!(integer(b"300", 8), Some(44));
        assert_eq!(integer(b"-1", 128), Some(u128::MAX));
        assert_eq!(integer(b"u0xFF", 32), Some(255));
        assert_eq!(integer(b"12a", 32), None);
        assert_eq!(
            integer(b"999999999999999999999999999999999999999999", 32),
            None
        );
    }

    #[test]
    fn numbers_of_every_format() {
        assert_eq!(float(b"1.500000e+00"), Some(1.5));
        assert_eq!(float(b"-2.5"), Some(-2.5));
        assert_eq!(float(b"0x3FF8000000000000"), Some(1.5));
        assert_eq!(float(b"0xK3FFFC000000000000000"), Some(1.5));
        assert_eq!(float(b"0xKC0008000000000000000"), Some(-2.0));
        assert_eq!(float(b"0xK7FFF8000000000000000"), Some(f64::INFINITY));
        assert!(float(b"0xK7FFFC000000000000000").unwrap().is_nan());
        assert_eq!(float(b"0xK00000000000000000000"), Some(0.0));
        assert_eq!(float(b"0xL00000000000000003FFF800000000000"), Some(1.5));
        assert_eq!(float(b"0xH3E00"), Some(1.5));
        assert_eq!(float(b"0xH0001"), Some(2f64.powi(-24)));
        assert_eq!(float(b"0xH7C00"), Some(f64::INFINITY));
        assert_eq!(float(b"0xR3FC0"), Some(1.5));
        assert_eq!(float(b"0x"), None);
        assert_eq!(float(b"0xKZZ"), None);
        assert_eq!(float(b"inf"), None);
    }

    #[test]
    fn long_numbers_are_rounded_to_the_nearest() {
        // One and the smallest step of an x86_fp80, which a double does not have.
        assert_eq!(float(b"0xK3FFF8000000000000001"), Some(1.0));
        // Exactly between two doubles: to the even one.
        assert_eq!(float(b"0xK3FFF8000000000000400"), Some(1.0));
        assert_eq!(float(b"0xK3FFF8000000000000401"), Some(1.0 + f64::EPSILON));
        assert_eq!(
            float(b"0xK3FFF8000000000000C00"),
            Some(1.0 + 2.0 * f64::EPSILON)
        );
        // Too large, too small, and the smallest that there is.
        assert_eq!(float(b"0xK7FFE8000000000000000"), Some(f64::INFINITY));
        assert_eq!(float(b"0xK00018000000000000000"), Some(0.0));
        assert_eq!(float(b"0xK3BCD8000000000000000"), Some(f64::from_bits(1)));
    }
}
