//! Line plots as SVG.
//!
//! A plot is drawn into a picture of fixed size: the axes to the left, the legend
//! to the right. Colours follow the viewer's scheme, light or dark; every series
//! has a marker of its own as well, so that nothing hangs on colour alone.

use std::fmt::Write;

/// Curves over two axes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    /// Is the axis logarithmic? Points that are not positive are then left out.
    pub(crate) x_log: bool,
    pub(crate) y_log: bool,
    pub(crate) series: Vec<Series>,
}

/// One curve.
#[derive(Clone, Debug, Default)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// From left to right.
    pub(crate) points: Vec<(f64, f64)>,
    /// Is the last point only a lower bound? It is hollow then, with an arrow
    /// that points up.
    pub(crate) open_end: bool,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 56.0;

/// How far the curves stay away from the frame.
const INSET: f64 = 14.0;

const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #24292f; }
text.title { font-size: 16px; font-weight: 600; }
.back { fill: #ffffff; }
.frame { fill: none; stroke: #8c959f; }
.grid { stroke: #8c959f; stroke-opacity: 0.25; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.hollow { fill: #ffffff; }
.s0 { stroke: #0969da; --c: #0969da; } .s1 { stroke: #bc4c00; --c: #bc4c00; }
.s2 { stroke: #1a7f37; --c: #1a7f37; } .s3 { stroke: #8250df; --c: #8250df; }
.s4 { stroke: #bf3989; --c: #bf3989; } .s5 { stroke: #7d6500; --c: #7d6500; }
.full { fill: var(--c); }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.back, .hollow { fill: #0d1117; }
.s0 { stroke: #58a6ff; --c: #58a6ff; } .s1 { stroke: #f0883e; --c: #f0883e; }
.s2 { stroke: #56d364; --c: #56d364; } .s3 { stroke: #bc8cff; --c: #bc8cff; }
.s4 { stroke: #f778ba; --c: #f778ba; } .s5 { stroke: #e3b341; --c: #e3b341; }
}
";

/// As many series as [`STYLE`] has colours; further ones begin again.
const COLOURS: usize = 6;

impl Plot {
    /// The plot as a document of its own.
    pub(crate) fn to_svg(&self) -> String {
        let x = Axis::over(self.x_log, self.shown().map(|(x, _)| x));
        // From zero, so that what is flat looks flat.
        let zero = (!self.y_log).then_some(0.0);
        let y = Axis::over(self.y_log, self.shown().map(|(_, y)| y).chain(zero));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n\
             <title>{}</title>\n<style>\n{STYLE}</style>\n\
             <rect class=\"back\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n",
            escaped(&self.title)
        );
        self.draw_axes(&mut svg, &x, &y);
        for (at, series) in self.series.iter().enumerate() {
            self.draw_series(&mut svg, at, series, &x, &y);
            draw_legend(&mut svg, at, series);
        }
        if self.series.iter().any(|series| series.open_end) {
            let place = legend_place(self.series.len());
            text(&mut svg, place, "start", "", "hollow: lower bound");
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn shown(&self) -> impl Iterator<Item = (f64, f64)> {
        let all = self.series.iter().flat_map(|series| &series.points);
        all.copied().filter(|&point| self.is_shown(point))
    }

    fn is_shown(&self, (x, y): (f64, f64)) -> bool {
        let fits = |value: f64, log: bool| value.is_finite() && (!log || value > 0.0);
        fits(x, self.x_log) && fits(y, self.y_log)
    }

    fn draw_axes(&self, svg: &mut String, x: &Axis, y: &Axis) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in x.ticks() {
            let at = x_place(x, tick);
            line(svg, "grid", (at, TOP), (at, bottom));
            text(svg, (at, bottom + 20.0), "middle", "", &number(tick));
        }
        for tick in y.ticks() {
            let at = y_place(y, tick);
            line(svg, "grid", (LEFT, at), (right, at));
            text(svg, (LEFT - 8.0, at + 4.5), "end", "", &number(tick));
        }
        let (width, height) = (right - LEFT, bottom - TOP);
        put(
            svg,
            format_args!(
                "<rect class=\"frame\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\"/>\n"
            ),
        );
        let (middle, centre) = (LEFT + width / 2.0, TOP + height / 2.0);
        text(svg, (LEFT, 28.0), "start", " class=\"title\"", &self.title);
        text(svg, (middle, HEIGHT - 14.0), "middle", "", &self.x_label);
        let turned = format!(" transform=\"rotate(-90 20 {centre})\"");
        text(svg, (20.0, centre), "middle", &turned, &self.y_label);
    }

    fn draw_series(&self, svg: &mut String, at: usize, series: &Series, x: &Axis, y: &Axis) {
        let shown = series.points.iter().filter(|&&point| self.is_shown(point));
        let places: Vec<_> = shown.map(|&p| (x_place(x, p.0), y_place(y, p.1))).collect();
        let joined: Vec<_> = places
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        if joined.len() > 1 {
            let (colour, joined) = (at % COLOURS, joined.join(" "));
            put(
                svg,
                format_args!("<polyline class=\"line s{colour}\" points=\"{joined}\"/>\n"),
            );
        }
        for (index, &place) in places.iter().enumerate() {
            let open = series.open_end && index + 1 == places.len();
            if open {
                draw_arrow(svg, at, place);
            }
            draw_marker(svg, at, place, open);
        }
    }
}

/// One entry of the legend, beside the frame.
fn draw_legend(svg: &mut String, at: usize, series: &Series) {
    let (left, base) = legend_place(at);
    let (y, class) = (base - 4.5, format!("line s{}", at % COLOURS));
    line(svg, &class, (left, y), (left + 26.0, y));
    draw_marker(svg, at, (left + 13.0, y), false);
    text(svg, (left + 34.0, base), "start", "", &series.name);
}

/// Where the text of an entry stands.
fn legend_place(at: usize) -> (f64, f64) {
    (WIDTH - RIGHT + 18.0, TOP + 16.5 + 22.0 * at as f64)
}

/// That the value is at least this.
fn draw_arrow(svg: &mut String, at: usize, (x, y): (f64, f64)) {
    let class = format!("line s{}", at % COLOURS);
    let tip = y - 18.0;
    line(svg, &class, (x, y), (x, tip));
    line(svg, &class, (x - 4.0, tip + 5.0), (x, tip));
    line(svg, &class, (x + 4.0, tip + 5.0), (x, tip));
}

/// A circle, square, diamond or triangle.
fn draw_marker(svg: &mut String, at: usize, (x, y): (f64, f64), hollow: bool) {
    let fill = if hollow { "hollow" } else { "full" };
    let class = format!("s{} {fill}", at % COLOURS);
    let corners: &[(f64, f64)] = match at % 4 {
        0 => {
            put(
                svg,
                format_args!(
                    "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" stroke-width=\"1.5\"/>\n"
                ),
            );
            return;
        }
        1 => &[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)],
        2 => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
        _ => &[(0.0, -4.8), (4.6, 3.6), (-4.6, 3.6)],
    };
    let corners: Vec<_> = corners
        .iter()
        .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy))
        .collect();
    let corners = corners.join(" ");
    put(
        svg,
        format_args!("<polygon class=\"{class}\" points=\"{corners}\" stroke-width=\"1.5\"/>\n"),
    );
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    put(
        svg,
        format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n"
        ),
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, attributes: &str, text: &str) {
    let text = escaped(text);
    put(
        svg,
        format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{attributes}>{text}</text>\n"
        ),
    );
}

fn put(svg: &mut String, arguments: std::fmt::Arguments<'_>) {
    svg.write_fmt(arguments).expect("a string takes all text");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn x_place(axis: &Axis, value: f64) -> f64 {
    let (from, to) = (LEFT + INSET, WIDTH - RIGHT - INSET);
    from + (to - from) * axis.share(value)
}

fn y_place(axis: &Axis, value: f64) -> f64 {
    // Room for the arrow of a point at the very top.
    let (from, to) = (HEIGHT - BOTTOM - INSET, TOP + INSET + 10.0);
    from + (to - from) * axis.share(value)
}

/// The range of one axis, in logarithms where it is logarithmic.
struct Axis {
    log: bool,
    /// Are there only whole numbers on it? Then labels are.
    whole: bool,
    from: f64,
    to: f64,
}

impl Axis {
    /// The range of these values, or something to show if there are none.
    fn over(log: bool, values: impl Iterator<Item = f64>) -> Axis {
        let mut axis = Axis {
            log,
            whole: true,
            from: f64::INFINITY,
            to: f64::NEG_INFINITY,
        };
        for value in values {
            let scaled = if log { value.log10() } else { value };
            axis.whole &= value.fract() == 0.0;
            axis.from = axis.from.min(scaled);
            axis.to = axis.to.max(scaled);
        }
        if axis.from > axis.to {
            (axis.from, axis.to) = (0.0, 1.0);
        } else if axis.to - axis.from < 1e-9 {
            axis.from -= 0.5;
            axis.to += 0.5;
        }
        axis
    }

    /// Where on the axis a value is, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let scaled = if self.log { value.log10() } else { value };
        (scaled - self.from) / (self.to - self.from)
    }

    /// The values to label, all of them within the range.
    fn ticks(&self) -> Vec<f64> {
        let ticks = match (self.log, self.to - self.from) {
            (true, range) if range >= 2.0 => self.decades(range),
            (true, _) => self.parts_of_decades(),
            (false, range) => self.even_steps(range),
        };
        let inside = |tick: &f64| (-1e-6..=1.0 + 1e-6).contains(&self.share(*tick));
        ticks.into_iter().filter(inside).collect()
    }

    fn decades(&self, range: f64) -> Vec<f64> {
        let every = (range / 8.0).ceil().max(1.0);
        let first = (self.from / every).floor() as i32;
        let last = (self.to / every).ceil() as i32;
        (first..=last)
            .map(|at| 10f64.powi(at * every as i32))
            .collect()
    }

    fn parts_of_decades(&self) -> Vec<f64> {
        let (first, last) = (self.from.floor() as i32, self.to.ceil() as i32);
        (first..=last)
            .flat_map(|decade| [1.0, 2.0, 5.0].map(|part| part * 10f64.powi(decade)))
            .collect()
    }

    /// Steps of 1, 2 or 5 times a power of ten, at most a dozen of them.
    fn even_steps(&self, range: f64) -> Vec<f64> {
        let power = 10f64.powf((range / 12.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|part| part * power)
            .into_iter()
            .find(|step| range / step <= 12.0)
            .unwrap_or(10.0 * power)
            .max(if self.whole { 1.0 } else { 0.0 });
        let first = (self.from / step).floor() as i64;
        let last = (self.to / step).ceil() as i64;
        (first..=last).map(|at| at as f64 * step).collect()
    }
}

/// A short label: plain digits where they are few, else a power of ten.
fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{value:e}");
    }
    // Steps are multiples of short decimals; what the sum of floats adds is noise.
    let rounded = format!("{value:.6}");
    rounded
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: &[(f64, f64)], open_end: bool) -> Series {
        Series {
            name: name.to_owned(),
            points: points.to_vec(),
            open_end,
        }
    }

    fn example() -> Plot {
        Plot {
            title: "readers: time & verdict <log>".to_owned(),
            x_label: "size".to_owned(),
            y_label: "seconds".to_owned(),
            x_log: false,
            y_log: true,
            series: vec![
                series("a", &[(2.0, 0.0001), (3.0, 0.01), (13.0, 10.0)], false),
                series("b", &[(2.0, 0.5), (3.0, 10.0)], true),
                series("none", &[], false),
                series("zero", &[(2.0, 0.0)], false),
            ],
        }
    }

    /// Every tag is closed, in order, and text holds no bare markup.
    fn assert_well_formed(svg: &str) {
        let mut open = Vec::new();
        let mut rest = svg;
        while let Some(start) = rest.find('<') {
            let end = start + rest[start..].find('>').expect("a tag ends");
            let tag = &rest[start + 1..end];
            assert!(!tag.contains('<'), "{tag}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().expect("a tag has a name"));
            }
            rest = &rest[end + 1..];
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn plots_are_well_formed() {
        for (x_log, y_log) in [(false, false), (false, true), (true, false), (true, true)] {
            let plot = Plot {
                x_log,
                y_log,
                ..example()
            };
            let svg = plot.to_svg();
            assert_well_formed(&svg);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
        assert_well_formed(&Plot::default().to_svg());
    }

    #[test]
    fn an_open_end_is_hollow() {
        let svg = example().to_svg();
        assert_eq!(svg.matches("s1 hollow").count(), 1, "{svg}");
        assert!(!svg.contains("s0 hollow"), "{svg}");
    }

    #[test]
    fn what_a_logarithm_cannot_show_is_left_out() {
        let mut plot = example();
        plot.series.truncate(4);
        plot.series.drain(..3);
        // Only the marker of the legend.
        assert_eq!(plot.to_svg().matches("<circle").count(), 1);
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let ticks = |log, from, to| {
            let whole = false;
            Axis {
                log,
                whole,
                from,
                to,
            }
            .ticks()
        };
        assert_eq!(
            ticks(false, 2.0, 13.0),
            (2..=13).map(f64::from).collect::<Vec<_>>()
        );
        assert_eq!(
            ticks(false, 0.0, 30.0),
            [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]
        );
        assert_eq!(ticks(true, -2.5, 1.0), [0.01, 0.1, 1.0, 10.0]);
        assert_eq!(ticks(true, 2.0, 2.5), [100.0, 200.0]);
        let sizes = Axis::over(false, [2.0, 4.0].into_iter());
        assert_eq!(sizes.ticks(), [2.0, 3.0, 4.0]);
    }

    #[test]
    fn labels_are_short() {
        let values = [0.0, 0.001, 0.1, 1.0, 250.0, 100_000.0, 1e6, 1e-5];
        assert_eq!(
            values.map(number),
            ["0", "0.001", "0.1", "1", "250", "100000", "1e6", "1e-5"]
        );
    }
}
