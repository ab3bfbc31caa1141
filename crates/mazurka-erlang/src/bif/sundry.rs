//! Native functions that fit nowhere else. None does more than to return something.

use crate::atoms;
use crate::bif::Entry;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "make_fun", 3, |heap, a| {
        let arity = a[2].as_small().filter(|arity| (0..=255).contains(arity));
        let is_name = a[0].as_atom().is_some() && a[1].as_atom().is_some();
        match arity.filter(|_| is_name) {
            Some(arity) => Ok(heap.export(a[0], a[1], arity as u32)),
            None => Err(Raise::BADARG),
        }
    }),
    ("erlang", "node", 1, |heap, a| {
        match a[0].as_pid().is_some() || heap.as_reference(a[0]).is_some() {
            true => Ok(atoms::NONODE),
            false => Err(Raise::BADARG),
        }
    }),
    // Time is in nanoseconds.
    ("erts_internal", "time_unit", 0, |_, _| {
        Ok(Term::small(1_000_000_000))
    }),
    ("erlang", "nif_error", 1, |_, a| Err(Raise::Error(a[0]))),
    ("erlang", "nif_error", 2, |_, a| Err(Raise::Error(a[0]))),
    // `io_lib` asks for these. (The characters that a shell has would be more if it were told so.)
    (
        "io",
        "printable_range",
        0,
        |heap, _| Ok(heap.atom("latin1")),
    ),
    // Processes are started at once, so no request can be given up.
    ("erlang", "spawn_request_abandon", 1, |heap, a| {
        match heap.as_reference(a[0]) {
            Some(_) => Ok(atoms::FALSE),
            None => Err(Raise::BADARG),
        }
    }),
    ("code", "ensure_modules_loaded", 1, |_, _| Ok(atoms::OK)),
    ("file", "native_name_encoding", 0, |heap, _| {
        Ok(heap.atom("utf8"))
    }),
    ("os", "type", 0, |heap, _| {
        let [family, name] = ["unix", "linux"].map(|name| heap.atom(name));
        Ok(heap.tuple(&[family, name]))
    }),
    ("erlang", "bump_reductions", 1, |_, a| {
        match a[0].as_small() {
            Some(0..) => Ok(atoms::TRUE),
            _ => Err(Raise::BADARG),
        }
    }),
    ("erlang", "dt_spread_tag", 1, |_, _| Ok(atoms::TRUE)),
    ("erlang", "dt_restore_tag", 1, |_, _| Ok(atoms::TRUE)),
    ("erlang", "dt_append_vm_tag_data", 1, |_, a| Ok(a[0])),
    ("erlang", "dt_prepend_vm_tag_data", 1, |_, a| Ok(a[0])),
    ("erlang", "dt_get_tag", 0, |_, _| Ok(atoms::UNDEFINED)),
    ("erlang", "dt_get_tag_data", 0, |_, _| Ok(atoms::UNDEFINED)),
    ("error_logger", "warning_map", 0, |_, _| Ok(atoms::WARNING)),
    ("net_kernel", "dflag_unicode_io", 1, |_, a| {
        match a[0].as_pid() {
            Some(_) => Ok(atoms::TRUE),
            None => Err(Raise::BADARG),
        }
    }),
    ("erlang", "universaltime_to_posixtime", 1, |heap, a| {
        let seconds = seconds(heap, a[0])?;
        Ok(heap.integer(seconds))
    }),
    ("erlang", "posixtime_to_universaltime", 1, |heap, a| {
        let seconds = heap
            .as_integer(a[0])
            .and_then(|seconds| i64::try_from(seconds).ok());
        Ok(date_time(heap, seconds.ok_or(Raise::BADARG)?))
    }),
    // Local time is universal time.
    ("erlang", "universaltime_to_localtime", 1, |heap, a| {
        seconds(heap, a[0])?;
        Ok(a[0])
    }),
    ("erlang", "localtime_to_universaltime", 2, |heap, a| {
        seconds(heap, a[0])?;
        match a[1] {
            atoms::TRUE | atoms::FALSE | atoms::UNDEFINED => Ok(a[0]),
            _ => Err(Raise::BADARG),
        }
    }),
];

/// Three small integers in a tuple.
fn three(heap: &Heap, term: Term) -> Option<[i64; 3]> {
    match heap.as_tuple(term)? {
        (at, 3) => {
            let part = |i| heap.term_at(at + i).as_small();
            Some([part(0)?, part(1)?, part(2)?])
        }
        _ => None,
    }
}

/// The seconds from 1970 on to `{{Year, Month, Day}, {Hour, Minute, Second}}`.
fn seconds(heap: &Heap, term: Term) -> Result<i64> {
    let (at, 2) = heap.as_tuple(term).ok_or(Raise::BADARG)? else {
        return Err(Raise::BADARG);
    };
    let date = three(heap, heap.term_at(at)).ok_or(Raise::BADARG)?;
    let time = three(heap, heap.term_at(at + 1)).ok_or(Raise::BADARG)?;
    let ([year, month, day], [hour, minute, second]) = (date, time);
    let is_valid = (0..1 << 30).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_of(year, month)).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..60).contains(&second);
    match is_valid {
        true => Ok((days(year, month, day) * 24 + hour) * 3600 + minute * 60 + second),
        false => Err(Raise::BADARG),
    }
}

fn date_time(heap: &mut Heap, seconds: i64) -> Term {
    let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // The year: the last that does not begin behind that day.
    let mut year = day.div_euclid(365) + 1970;
    loop {
        let first = days(year, 1, 1);
        if first <= day {
            match day - first < 365 + i64::from(is_leap(year)) {
                true => break,
                false => year += 1,
            }
        } else {
            year -= ((first - day) / 366).max(1);
        }
    }
    let mut rest = day - days(year, 1, 1);
    let mut month = 1;
    while rest >= days_of(year, month) {
        rest -= days_of(year, month);
        month += 1;
    }
    let date = [year, month, rest + 1].map(Term::small);
    let time = [second / 3600, second / 60 % 60, second % 60].map(Term::small);
    let (date, time) = (heap.tuple(&date), heap.tuple(&time));
    heap.tuple(&[date, time])
}

fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days from 1970 on.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let leaps = before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    // 477 leap days before 1970.
    let years = (year - 1970) * 365 + leaps - 477;
    let months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    years + months + day - 1
}
