//! The happens-before graph as a picture: lanes and arrows, drawn here.

use crate::lanes::{ArrowKind, Lanes, arrows, failing, gap, name, of_bug, racing, waits, what};
use crate::{EventKind, Trace, Wait};
use std::collections::HashMap;
use std::fmt::Write as _;

const ROW: usize = 26;
const HEAD: usize = 64;
const GUTTER: usize = 44;
const TRACK: usize = 14;
/// How wide a letter of a label is, with room to spare: fonts differ.
const LETTER: usize = 8;
/// Longer labels are cut; the whole text is in their titles.
const LONGEST: usize = 60;

const STYLE: &str = "\
:root{--paper:#fff;--ink:#1c1e21;--soft:#5d636b;--edge:#9a9fa6;--bug:#c02418;--tint:#fdeeec;\
--t0:#2467b3;--t1:#c06a00;--t2:#0c7f6c;--t3:#8a56c2;--t4:#6f6a00;--t5:#2a96c4;--t6:#b34a86;--t7:#6b4e3d}\
@media(prefers-color-scheme:dark){:root{--paper:#1a1d20;--ink:#e7e8ea;--soft:#a0a6ae;--edge:#6b727b;--bug:#ff8073;--tint:#381e1c;\
--t0:#6fabff;--t1:#f2a650;--t2:#46c8b0;--t3:#bd9bf0;--t4:#cfc652;--t5:#7fd3f5;--t6:#f193c2;--t7:#c9a58d}}\
.paper{fill:var(--paper)}text{font:12px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;fill:var(--ink)}\
.label{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}\
.title{font:600 15px system-ui,sans-serif}.head{font:600 12px system-ui,sans-serif}\
.step,.soft{fill:var(--soft)}.step{font-size:11px;text-anchor:end}\
.lane{stroke-width:2;opacity:.45}.buffer{stroke-dasharray:3 4;stroke-width:1.5;opacity:.8}\
.edge{fill:none;stroke:var(--edge);stroke-width:1.3}.reads{stroke-dasharray:1.5 3;stroke-width:1.7;stroke-linecap:round}\
.tip{fill:var(--edge)}.race,.cycle{stroke:var(--bug);stroke-width:2}.race{stroke-dasharray:5 4}.tip.cycle{fill:var(--bug);stroke:none}\
.band{fill:var(--tint)}.bug{fill:var(--bug);font-weight:700}.label.bug{stroke:var(--tint)}\
.mark{stroke:var(--paper);stroke-width:1.5}.hollow{fill:var(--paper);stroke-width:1.8}.mark.bug{fill:var(--bug)}\
.wait{fill:var(--paper);stroke-width:2}.wait.bug{stroke:var(--bug);fill:var(--tint)}";

impl Trace {
    /// The happens-before graph as an SVG file: a lane for each thread, events from top to bottom,
    /// arrows between them. It needs nothing else, and is the same for the same trace.
    #[must_use]
    pub fn to_svg(&self) -> String {
        Picture::of(self).draw()
    }
}

/// A picture that is being drawn.
struct Picture<'a> {
    trace: &'a Trace,
    lanes: Lanes,
    /// Where each lane begins.
    left: Vec<usize>,
    width: usize,
    waits: &'a [Wait],
    /// For each event: does it belong to the bug?
    of_bug: Vec<bool>,
    /// The event that is the bug.
    failing: Option<usize>,
    /// The row of each event: one more for each place where some are left out.
    rows: Vec<usize>,
    /// How many rows events have.
    count: usize,
    text: String,
}

impl<'a> Picture<'a> {
    fn of(trace: &'a Trace) -> Picture<'a> {
        let lanes = Lanes::of(trace);
        let base = (900 / lanes.lanes.len().max(1)).clamp(110, 260);
        let mut x = GUTTER;
        let mut left = Vec::new();
        for lane in &lanes.lanes {
            left.push(x);
            x += base + TRACK * lane.buffers.len();
        }
        let mut count = 0;
        let rows = trace.events.iter().map(|event| {
            count += 1 + usize::from(event.left_out > 0);
            count - 1
        });
        let rows = rows.collect();
        let mut picture = Picture {
            trace,
            of_bug: of_bug(trace),
            failing: failing(trace),
            rows,
            count,
            lanes,
            left,
            width: x,
            waits: trace.finding.as_ref().map_or(&[], |of| &of.waits),
            text: String::new(),
        };
        picture.width = picture.needed_width();
        picture
    }

    /// Labels reach beyond their lanes.
    fn needed_width(&self) -> usize {
        let events = self
            .trace
            .events
            .iter()
            .map(|event| (event.thread, &event.what));
        let waits = self.waits.iter().map(|wait| (wait.thread, &wait.what));
        let ends = events.chain(waits).map(|(thread, what)| {
            let letters = what.chars().count() + "waits: ".len();
            self.label_x(thread) + LETTER * letters.min(LONGEST)
        });
        ends.max().unwrap_or(0).max(self.width) + 16
    }

    fn x(&self, thread: usize) -> usize {
        let track = self.lanes.track(thread);
        self.left.get(track.lane).copied().unwrap_or(GUTTER) + 10 + TRACK * track.track
    }

    fn label_x(&self, thread: usize) -> usize {
        let lane = self.lanes.track(thread).lane;
        let buffers = self.lanes.lanes.get(lane).map_or(0, |of| of.buffers.len());
        self.left.get(lane).copied().unwrap_or(GUTTER) + 24 + TRACK * buffers
    }

    fn colour(&self, thread: usize) -> String {
        format!("var(--t{})", self.lanes.track(thread).lane % 8)
    }

    fn draw(mut self) -> String {
        let rows = self.count + self.waits.len();
        let (width, height) = (self.width, HEAD + rows * ROW + 16);
        let title = match &self.trace.finding {
            Some(finding) => format!("{}: {}", finding.kind, finding.message),
            None => self.trace.program.name.clone(),
        };
        let _ = write!(
            self.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n\
             <text class=\"title\" x=\"16\" y=\"24\">{}</text>\n",
            escaped(&cut(&title, (width / 9).max(24))),
            title = escaped(&title),
        );
        self.bands();
        self.draw_lanes();
        self.draw_gaps();
        self.draw_arrows();
        self.draw_events();
        self.draw_waits();
        self.text.push_str("</svg>\n");
        self.text
    }

    /// What belongs to the bug stands out.
    fn bands(&mut self) {
        let count = self.count;
        let waits = self.waits.iter().enumerate();
        let of_waits = waits
            .filter(|(_, wait)| wait.in_cycle)
            .map(|(k, _)| count + k);
        let events = self.rows.iter().zip(&self.of_bug);
        let of_events = events.filter(|(_, of_bug)| **of_bug).map(|(row, _)| *row);
        for row in of_events.chain(of_waits).collect::<Vec<_>>() {
            let y = HEAD + row * ROW;
            let width = self.width;
            let _ = writeln!(
                self.text,
                "<rect class=\"band\" y=\"{y}\" width=\"{width}\" height=\"{ROW}\"/>"
            );
        }
    }

    fn draw_lanes(&mut self) {
        for lane in 0..self.lanes.lanes.len() {
            let thread = self.lanes.lanes[lane].thread;
            let next = self.left.get(lane + 1).copied().unwrap_or(self.width);
            let room = (next - self.left[lane] - 22) / LETTER;
            let whole = name(self.trace, thread);
            let (x, colour) = (self.x(thread), self.colour(thread));
            let _ = writeln!(
                self.text,
                "<circle cx=\"{x}\" cy=\"48\" r=\"4.5\" style=\"fill:{colour}\"/>\
                 <text class=\"head\" x=\"{}\" y=\"52\"><title>{}</title>{}</text>",
                x + 12,
                escaped(whole),
                escaped(&cut(whole, room)),
            );
        }
        let mut spans: Vec<Option<(usize, usize)>> = vec![None; self.trace.threads.len()];
        for (event, row) in self.trace.events.iter().zip(&self.rows) {
            let first = spans[event.thread].map_or(*row, |(first, _)| first);
            spans[event.thread] = Some((first, *row));
        }
        for (k, wait) in self.waits.iter().enumerate() {
            if let Some(Some((_, last))) = spans.get_mut(wait.thread) {
                *last = self.count + k;
            }
        }
        for (thread, span) in spans.into_iter().enumerate() {
            let Some((first, last)) = span else {
                continue;
            };
            let kind = match self.lanes.track(thread).track {
                0 => "lane",
                _ => "lane buffer",
            };
            let (x, colour) = (self.x(thread), self.colour(thread));
            let (from, to) = (middle(first), middle(last));
            let _ = writeln!(
                self.text,
                "<path class=\"{kind}\" d=\"M{x} {from}V{to}\" style=\"stroke:{colour}\"/>"
            );
        }
    }

    /// Where events are left out.
    fn draw_gaps(&mut self) {
        for (event, row) in self.trace.events.iter().zip(&self.rows) {
            if event.left_out > 0 {
                let top = HEAD + (row - 1) * ROW + 3;
                let (width, height, y) = (self.width, ROW - 6, top + 14);
                let _ = writeln!(
                    self.text,
                    "<rect class=\"paper\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\
                     <text class=\"soft\" x=\"{GUTTER}\" y=\"{y}\">{}</text>",
                    gap(event),
                );
            }
        }
    }

    /// The middle of the row of an event, from the top.
    fn event_y(&self, event: usize) -> usize {
        middle(self.rows[event])
    }

    fn draw_arrows(&mut self) {
        for arrow in arrows(self.trace) {
            let kind = match arrow.kind {
                ArrowKind::Follows => "",
                ArrowKind::Reads => " reads",
            };
            let thread = |event: usize| self.trace.events[event].thread;
            let (x1, x2) = (self.x(thread(arrow.from)), self.x(thread(arrow.to)));
            let (y1, y2) = (self.event_y(arrow.from), self.event_y(arrow.to) - 7);
            self.curve(x1, y1, x2, y2, kind);
            self.tip(x2, y2, 6, "");
        }
        for pair in racing(self.trace).windows(2) {
            let x = |event: usize| self.x(self.trace.events[event].thread);
            let (x1, x2) = (x(pair[0]), x(pair[1]));
            let (y1, y2) = (self.event_y(pair[0]), self.event_y(pair[1]));
            self.curve(x1, y1, x2, y2, " race");
        }
    }

    /// Along the first lane, and across only at the end.
    fn curve(&mut self, x1: usize, y1: usize, x2: usize, y2: usize, kind: &str) {
        let far = 3 * ROW;
        let path = if x1 == x2 {
            let x = x1.saturating_sub(22);
            format!(
                "M{x1} {y1}C{x} {} {x} {} {x2} {y2}",
                y1 + 12,
                y2.saturating_sub(12)
            )
        } else if y2 > y1 + far + ROW {
            let x = if x2 > x1 { x1 + 4 } else { x1 - 4 };
            format!(
                "M{x1} {y1}Q{x} {} {x} {}V{}C{x} {} {x2} {} {x2} {y2}",
                y1 + 2,
                y1 + 14,
                y2 - far,
                y2 - far / 3,
                y2 - far * 2 / 3,
            )
        } else {
            let y = y1.midpoint(y2);
            format!("M{x1} {y1}C{x1} {y} {x2} {y} {x2} {y2}")
        };
        let _ = writeln!(self.text, "<path class=\"edge{kind}\" d=\"{path}\"/>");
    }

    /// The tip of an arrow that ends there; its length is negative if it comes from below.
    fn tip(&mut self, x: usize, y: usize, length: isize, kind: &str) {
        let (left, right) = (x as f64 - 3.5, x as f64 + 3.5);
        let back = y as isize - length;
        let _ = writeln!(
            self.text,
            "<path class=\"tip{kind}\" d=\"M{left} {back}L{x} {y}L{right} {back}Z\"/>"
        );
    }

    fn draw_events(&mut self) {
        for i in 0..self.trace.events.len() {
            self.draw_event(i);
        }
    }

    fn draw_event(&mut self, i: usize) {
        let event = &self.trace.events[i];
        let (x, y) = (self.x(event.thread), self.event_y(i));
        let colour = self.colour(event.thread);
        let is_bug = self.of_bug[i];
        let bug = if is_bug { " bug" } else { "" };
        if let Some(step) = event.step {
            let _ = write!(
                self.text,
                "<text class=\"step\" x=\"{}\" y=\"{}\">{step}</text>",
                GUTTER - 10,
                y + 4
            );
        }
        let paint = |property: &str| match is_bug {
            true => String::new(),
            false => format!(" style=\"{property}:{colour}\""),
        };
        let (fill, stroke) = (paint("fill"), paint("stroke"));
        let _ = match event.kind {
            EventKind::Flush => write!(
                self.text,
                "<path class=\"mark hollow{bug}\" d=\"M{x} {}l6 6-6 6-6-6Z\"{stroke}/>",
                y - 6
            ),
            EventKind::Buffered => write!(
                self.text,
                "<circle class=\"mark hollow{bug}\" cx=\"{x}\" cy=\"{y}\" r=\"4.5\"{stroke}/>"
            ),
            EventKind::Printed | EventKind::Thread => write!(
                self.text,
                "<circle class=\"mark{bug}\" cx=\"{x}\" cy=\"{y}\" r=\"2.5\"{fill}/>"
            ),
            EventKind::Event | EventKind::Finding => {
                let r = if self.failing == Some(i) { 7 } else { 5 };
                write!(
                    self.text,
                    "<circle class=\"mark{bug}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{fill}/>"
                )
            }
        };
        let soft = match event.kind {
            EventKind::Event | EventKind::Flush | EventKind::Finding => "",
            EventKind::Buffered | EventKind::Printed | EventKind::Thread => " soft",
        };
        let place = match (&event.file, event.line) {
            (Some(file), Some(line)) => format!(" ({file}:{line})"),
            _ => String::new(),
        };
        let what = what(event);
        let title = format!("{}: {what}{place}", name(self.trace, event.thread));
        self.label(
            event.thread,
            y,
            if is_bug { bug } else { soft },
            &what,
            &title,
        );
    }

    fn label(&mut self, thread: usize, y: usize, kind: &str, what: &str, title: &str) {
        let (x, y) = (self.label_x(thread), y + 4);
        let _ = writeln!(
            self.text,
            "<text class=\"label{kind}\" x=\"{x}\" y=\"{y}\"><title>{}</title>{}</text>",
            escaped(title),
            escaped(&cut(what, LONGEST)),
        );
    }

    /// At the end: who waits, and for whom.
    fn draw_waits(&mut self) {
        let count = self.count;
        let all = self.waits;
        let places: HashMap<usize, usize> = (all
            .iter()
            .enumerate()
            .rev()
            .map(|(k, wait)| (wait.thread, k)))
        .collect();
        for (k, wait) in all.iter().enumerate() {
            let on = wait.on.filter(|_| wait.in_cycle);
            let to = on.and_then(|on| places.get(&on).copied());
            let Some((on, to)) = on.zip(to).filter(|&(_, to)| to != k) else {
                continue;
            };
            let (from, to) = (middle(count + k), middle(count + to));
            self.curve(self.x(wait.thread), from, self.x(on), to, " cycle");
            let (y, length) = if from < to { (to - 6, 6) } else { (to + 6, -6) };
            self.tip(self.x(on), y, length, " cycle");
        }
        for (k, wait) in all.iter().enumerate() {
            let (x, y) = (self.x(wait.thread), middle(count + k));
            let bug = if wait.in_cycle { " bug" } else { "" };
            let colour = self.colour(wait.thread);
            let stroke = match wait.in_cycle {
                true => String::new(),
                false => format!(" style=\"stroke:{colour}\""),
            };
            let _ = write!(
                self.text,
                "<rect class=\"wait{bug}\" x=\"{}\" y=\"{}\" width=\"10\" height=\"10\"{stroke}/>",
                x - 5,
                y - 5
            );
            let what = waits(self.trace, wait);
            let title = format!("{} {what}", name(self.trace, wait.thread));
            self.label(wait.thread, y, bug, &what, &title);
        }
    }
}

/// The middle of a row, from the top.
fn middle(row: usize) -> usize {
    HEAD + row * ROW + ROW / 2
}

/// A text, or its beginning.
fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let start: String = text.chars().take(longest.saturating_sub(1)).collect();
    start + "…"
}

/// A text as XML has it, which has no control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{cut, escaped};

    #[test]
    fn texts_stay_texts() {
        assert_eq!(escaped("<a b=\"&\">"), "&lt;a b=&quot;&amp;&quot;&gt;");
        assert_eq!(escaped("\u{0}\n\u{1b}"), "\u{fffd} \u{fffd}");
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äö…");
    }
}
