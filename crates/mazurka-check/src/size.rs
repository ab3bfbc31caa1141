//! How much there is to explore, for people.

use mazurka_explore::estimate::Estimate;

/// A number with two digits that mean something.
#[must_use]
pub fn rounded(number: u64) -> String {
    let digits = number.max(1).ilog10();
    if digits >= 15 {
        return format!("10^{digits}");
    }
    let unit = 10_u64.pow(digits.saturating_sub(1));
    grouped((number + unit / 2) / unit * unit)
}

/// A number with commas.
#[must_use]
pub fn grouped(number: u64) -> String {
    let text = number.to_string();
    let mut out = String::new();
    for (i, digit) in text.chars().enumerate() {
        if i > 0 && (text.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// How long that many seconds are.
#[must_use]
pub fn duration(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    let units = [
        (YEAR, "year"),
        (86_400.0, "day"),
        (3_600.0, "hour"),
        (60.0, "minute"),
    ];
    if seconds >= 1e6 * YEAR {
        return "more than a million years".to_owned();
    }
    let unit = units.iter().find(|(unit, _)| seconds >= 1.5 * unit);
    let Some((unit, name)) = unit else {
        return format!("{:.0} s", seconds.max(1.0));
    };
    let number = (seconds / unit).round();
    let number = rounded(number as u64);
    format!("{number} {name}s")
}

/// How many executions there are: `about 31,000 executions (26,000 to 40,000)`.
#[must_use]
pub fn executions(estimate: &Estimate) -> String {
    let Estimate {
        executions,
        low,
        high,
    } = *estimate;
    format!(
        "about {} executions ({} to {})",
        rounded(executions),
        rounded(low),
        rounded(high)
    )
}

/// How much of that has been explored, in per cent, as people write it.
#[must_use]
pub fn share(explored: u64, all: u64) -> String {
    let share = 100.0 * explored as f64 / all.max(1) as f64;
    match share {
        // What is left is not nothing.
        _ if share > 99.0 => "99 %".to_owned(),
        _ if share >= 1.0 => format!("{share:.0} %"),
        _ if share >= 0.01 => format!("{share:.2} %"),
        _ => "less than 0.01 %".to_owned(),
    }
}

/// The same with what was done, at a rate of N executions a second: `about 31,000 executions (26,000 to
/// 40,000), 42 % done, 3 s left`.
#[must_use]
pub fn progress(estimate: &Estimate, explored: u64, rate: f64) -> String {
    let mut text = executions(estimate);
    let done = share(explored, estimate.executions);
    text.push_str(&format!(", {done} done"));
    if rate > 0.0 {
        let left = estimate.executions.saturating_sub(explored) as f64 / rate;
        text.push_str(&format!(", {} left", duration(left)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_digits() {
        let numbers = [0, 7, 42, 999, 12_345, 31_499, 1_250_000, u64::MAX];
        let words = [
            "0",
            "7",
            "42",
            "1,000",
            "12,000",
            "31,000",
            "1,300,000",
            "10^19",
        ];
        assert_eq!(numbers.map(rounded), words);
    }

    #[test]
    fn times_are_in_units_that_fit() {
        let times = [0.2, 89.0, 90.0, 7_200.0, 200_000.0, 1e9, 1e20];
        let words = [
            "1 s",
            "89 s",
            "2 minutes",
            "2 hours",
            "2 days",
            "32 years",
            "more than a million years",
        ];
        assert_eq!(times.map(duration), words);
    }

    #[test]
    fn progress_is_one_phrase() {
        let estimate = Estimate {
            executions: 31_000,
            low: 26_000,
            high: 40_000,
        };
        assert_eq!(
            progress(&estimate, 13_000, 6_000.0),
            "about 31,000 executions (26,000 to 40,000), 42 % done, 3 s left"
        );
        assert_eq!(share(1, 1_000_000), "less than 0.01 %");
        assert_eq!(share(999, 1_000), "99 %");
    }
}
