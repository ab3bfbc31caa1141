//! Native functions: module `math`. Most are the platform's, as OTP's are.

use crate::bif::Entry;
use crate::heap::Heap;
use crate::number;
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("math", "acos", 1, |heap, a| apply(heap, a, f64::acos)),
    ("math", "acosh", 1, |heap, a| apply(heap, a, acosh)),
    ("math", "asin", 1, |heap, a| apply(heap, a, f64::asin)),
    ("math", "asinh", 1, |heap, a| apply(heap, a, asinh)),
    ("math", "atan", 1, |heap, a| apply(heap, a, f64::atan)),
    ("math", "atanh", 1, |heap, a| apply(heap, a, atanh)),
    ("math", "ceil", 1, |heap, a| apply(heap, a, f64::ceil)),
    ("math", "cos", 1, |heap, a| apply(heap, a, f64::cos)),
    ("math", "cosh", 1, |heap, a| apply(heap, a, f64::cosh)),
    ("math", "erf", 1, |heap, a| apply(heap, a, erf)),
    ("math", "erfc", 1, |heap, a| apply(heap, a, erfc)),
    ("math", "exp", 1, |heap, a| apply(heap, a, f64::exp)),
    ("math", "floor", 1, |heap, a| apply(heap, a, f64::floor)),
    ("math", "log", 1, |heap, a| apply(heap, a, f64::ln)),
    ("math", "log10", 1, |heap, a| apply(heap, a, f64::log10)),
    ("math", "log2", 1, |heap, a| apply(heap, a, f64::log2)),
    ("math", "sin", 1, |heap, a| apply(heap, a, f64::sin)),
    ("math", "sinh", 1, |heap, a| apply(heap, a, f64::sinh)),
    ("math", "sqrt", 1, |heap, a| apply(heap, a, f64::sqrt)),
    ("math", "tan", 1, |heap, a| apply(heap, a, f64::tan)),
    ("math", "tanh", 1, |heap, a| apply(heap, a, f64::tanh)),
    ("math", "atan2", 2, |heap, a| apply_two(heap, a, f64::atan2)),
    ("math", "pow", 2, |heap, a| apply_two(heap, a, f64::powf)),
    ("math", "fmod", 2, |heap, a| {
        apply_two(heap, a, |a, b| a % b)
    }),
    ("math", "pi", 0, |heap, _| {
        Ok(heap.float(std::f64::consts::PI))
    }),
];

/// An argument as a float: what is no number is another error than what is too large.
fn argument(heap: &Heap, term: Term) -> Result<f64> {
    match number::is_number(heap, term) {
        true => number::to_float(heap, term),
        false => Err(Raise::BADARG),
    }
}

fn apply(heap: &mut Heap, a: &[Term], function: fn(f64) -> f64) -> Result {
    let x = argument(heap, a[0])?;
    number::float(heap, function(x))
}

fn apply_two(heap: &mut Heap, a: &[Term], function: fn(f64, f64) -> f64) -> Result {
    let x = argument(heap, a[0])?;
    let y = argument(heap, a[1])?;
    number::float(heap, function(x, y))
}

/// Below this, the square of a number does not count beside 1.
const TINY: f64 = 3.725_290_298_461_914e-9;
/// Above this, 1 does not count beside the square of a number.
const HUGE: f64 = 268_435_456.0;

fn acosh(x: f64) -> f64 {
    match x {
        x if x > HUGE => x.ln() + std::f64::consts::LN_2,
        x if x > 2.0 => (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln(),
        x if x >= 1.0 => {
            let more = x - 1.0;
            (more + (2.0 * more + more * more).sqrt()).ln_1p()
        }
        _ => f64::NAN,
    }
}

fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let result = match size {
        size if size < TINY => return x,
        size if size > HUGE => size.ln() + std::f64::consts::LN_2,
        size if size > 2.0 => (2.0 * size + 1.0 / ((x * x + 1.0).sqrt() + size)).ln(),
        size => {
            let square = x * x;
            (size + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
        }
    };
    result.copysign(x)
}

fn atanh(x: f64) -> f64 {
    let size = x.abs();
    let result = match size {
        size if size < TINY => return x,
        size if size < 0.5 => {
            let double = size + size;
            0.5 * (double + double * size / (1.0 - size)).ln_1p()
        }
        size if size < 1.0 => 0.5 * ((size + size) / (1.0 - size)).ln_1p(),
        _ => return f64::NAN,
    };
    result.copysign(x)
}

/// The sum of two floats: a number with twice the digits.
#[derive(Clone, Copy)]
struct Twofold(f64, f64);

impl Twofold {
    fn sum(a: f64, b: f64) -> Twofold {
        let sum = a + b;
        let of_b = sum - a;
        Twofold(sum, (a - (sum - of_b)) + (b - of_b))
    }

    fn product(a: f64, b: f64) -> Twofold {
        let product = a * b;
        Twofold(product, a.mul_add(b, -product))
    }

    fn add(self, other: Twofold) -> Twofold {
        let high = Twofold::sum(self.0, other.0);
        let low = Twofold::sum(self.1, other.1);
        let high = Twofold::sum(high.0, high.1 + low.0);
        Twofold::sum(high.0, high.1 + low.1)
    }

    fn multiply(self, other: Twofold) -> Twofold {
        let product = Twofold::product(self.0, other.0);
        let cross = self.0.mul_add(other.1, self.1 * other.0);
        Twofold::sum(product.0, product.1 + cross)
    }

    fn divide(self, by: f64) -> Twofold {
        let quotient = self.0 / by;
        let rest = (-quotient).mul_add(by, self.0) + self.1;
        Twofold::sum(quotient, rest / by)
    }

    fn negate(self) -> Twofold {
        Twofold(-self.0, -self.1)
    }
}

/// 2 / sqrt(pi)
const SCALE: Twofold = Twofold(std::f64::consts::FRAC_2_SQRT_PI, 1.533_545_961_316_588e-17);

/// The error function by its series: x - x^3/(3 * 1!) + x^5/(5 * 2!) - ...
fn series(x: f64) -> Twofold {
    let square = Twofold::product(x, x).negate();
    let mut power = Twofold(x, 0.0);
    let mut sum = power;
    for n in 1..400 {
        power = power.multiply(square).divide(f64::from(n));
        sum = sum.add(power.divide(f64::from(2 * n + 1)));
        if power.0.abs() < sum.0.abs() * 1e-34 {
            break;
        }
    }
    sum.multiply(SCALE)
}

fn erf(x: f64) -> f64 {
    match x.abs() < 6.0 {
        true => series(x).0,
        false => 1.0_f64.copysign(x),
    }
}

fn erfc(x: f64) -> f64 {
    if x < -6.0 {
        return 2.0;
    }
    if x < 4.0 {
        return Twofold(1.0, 0.0).add(series(x).negate()).0;
    }
    if x > 28.0 {
        return 0.0;
    }
    // A continued fraction: exp(-x^2) / (sqrt(pi) * (x + (1/2)/(x + 1/(x + (3/2)/(x + ...))))).
    let fraction = (1..100)
        .rev()
        .fold(x, |rest, n| x + f64::from(n) / 2.0 / rest);
    let square = Twofold::product(x, x);
    let power = (-square.0).exp();
    (power - power * square.1) * SCALE.0 / 2.0 / fraction
}
