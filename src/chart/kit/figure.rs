//! A figure to be taken away: a drawing with its title, and the data it was drawn from. In the light theme whatever the page's is: it is meant for paper.

use super::caption::Anchor;
use super::drawing::{Drawing, Escaped, Font, Pen};
use super::palette::{LIGHT, Palette};
use super::scale::TimeScale;
use super::text::{cut_to_width, text_width};
use super::ticks::{FONT_PX, Tick, time_ticks};
use crate::gantt::bar::Rect;
use bookahead_engine::core::time_names::{TimeNames, TimeUnit};
use std::fmt::Write;

/// Colours of all figures.
pub const INK: &Palette = &LIGHT;
/// Width of a figure, in CSS px.
pub const WIDTH_PX: f64 = 960.0;
/// Room left of a plot, for names and numbers.
pub const LEFT_PX: f64 = 64.0;
/// Room right of a plot.
pub const RIGHT_PX: f64 = 20.0;
/// Width of a plot in a figure.
pub const PLOT_PX: f64 = WIDTH_PX - LEFT_PX - RIGHT_PX;
/// Room below a plot, for the axis and its name.
pub const AXIS_PX: f64 = 40.0;
/// Room for a title of one line, its size, and the height of a further line. A title has two lines at most.
const TITLE_PX: f64 = 44.0;
const TITLE_FONT_PX: f64 = 17.0;
const TITLE_LINE_PX: f64 = 22.0;
const TITLE_LINES: usize = 2;
/// How much wider letters of a title are than usual ones: they are bold.
const BOLD: f64 = 1.08;
/// Size of what is written below the drawing.
const NOTE_PX: f64 = 11.0;
/// Height of a line below the drawing.
const LINE_PX: f64 = 16.0;
/// Size of axis names and numbers.
pub const QUIET: Font = Font::new(FONT_PX, INK.ink_quiet);
/// Most lines of a link that is printed; the link itself is whole.
const LINK_LINES: usize = 4;
/// What stands below the beginning of a longer one.
const LINK_SHORTENED: &str = "… (the link is shortened in print; this line leads to the whole of it)";

/// Data as a table, which `formats` writes as CSV.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataTable {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows, each as long as the columns.
    pub rows: Vec<Vec<String>>,
}

impl DataTable {
    /// An empty table.
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }
}

/// From what a figure was made: what stands below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// Title of the scenario; may be empty.
    pub title: String,
    /// Version, hash of the scenario, seed: a line of text.
    pub provenance: String,
    /// The link of the scenario; empty if there is none.
    pub link: String,
}

impl Origin {
    /// The lines that stand above data.
    pub fn lines(&self) -> Vec<String> {
        [&self.title, &self.provenance, &self.link].into_iter().filter(|line| !line.is_empty()).cloned().collect()
    }
}

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What files are called after.
    pub key: &'static str,
    /// What it shows, in few words.
    pub title: String,
    /// How to read it, in one sentence.
    pub explanation: String,
    /// Height of the drawing, in CSS px; all are [`WIDTH_PX`] wide.
    pub height: f64,
    /// The drawing.
    pub drawing: Drawing,
    /// What it was drawn from.
    pub data: DataTable,
}

impl Figure {
    /// The figure as an SVG file of its own.
    pub fn svg(&self, origin: &Origin) -> String {
        let Self { height, drawing, .. } = self;
        let heading = self.heading(origin);
        let mut sheet = Drawing::default();
        sheet.rect(Rect { x: 0.0, y: 0.0, width: WIDTH_PX, height: self.full_height(origin) }, INK.background, None);
        let strong = Font { px: TITLE_FONT_PX, colour: INK.ink, is_strong: true };
        let titles = title_lines(&heading);
        for (line, words) in titles.iter().enumerate() {
            sheet.text((RIGHT_PX, 28.0 + TITLE_LINE_PX * line as f64), Anchor::Start, strong, words);
        }
        let top = title_height(titles.len());
        sheet.place((0.0, top), drawing);
        let quiet = Font::new(NOTE_PX, INK.ink_quiet);
        let mut y = top + height + LINE_PX;
        for line in self.lines_below(origin) {
            sheet.text((RIGHT_PX, y), Anchor::Start, quiet, &line);
            y += LINE_PX;
        }
        let mut svg = String::new();
        let full = self.full_height(origin);
        // Writing to memory cannot fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH_PX}\" height=\"{full}\" viewBox=\"0 0 {WIDTH_PX} {full}\" \
             font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n{}",
            Escaped(&heading),
            Escaped(&[self.explanation.as_str(), &origin.provenance].join(" ")),
            sheet.elements()
        );
        if !origin.link.is_empty() {
            let mut text = Drawing::default();
            for line in link_lines(&origin.link) {
                text.text((RIGHT_PX, y), Anchor::Start, quiet, &line);
                y += LINE_PX;
            }
            let _ = writeln!(svg, "<a href=\"{}\">{}</a>", Escaped(&origin.link), text.elements());
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Width and height of the file's picture, in CSS px.
    pub fn size(&self, origin: &Origin) -> (f64, f64) {
        (WIDTH_PX, self.full_height(origin))
    }

    /// The whole title.
    fn heading(&self, origin: &Origin) -> String {
        if origin.title.is_empty() { self.title.clone() } else { format!("{}: {}", origin.title, self.title) }
    }

    /// What is written below the drawing, without the link.
    fn lines_below(&self, origin: &Origin) -> Vec<String> {
        let mut lines = wrapped(&self.explanation, WIDTH_PX - 2.0 * RIGHT_PX, NOTE_PX);
        lines.extend((!origin.provenance.is_empty()).then(|| origin.provenance.clone()));
        lines
    }

    fn full_height(&self, origin: &Origin) -> f64 {
        let lines = self.lines_below(origin).len() + link_lines(&origin.link).len();
        let top = title_height(title_lines(&self.heading(origin)).len());
        (top + self.height + LINE_PX * lines as f64 + 12.0).ceil()
    }
}

/// A title in as many lines as it may have; what does not fit into them is left out.
fn title_lines(heading: &str) -> Vec<String> {
    let width = (WIDTH_PX - 2.0 * RIGHT_PX) / BOLD;
    let mut lines = wrapped(heading, width, TITLE_FONT_PX);
    if lines.len() > TITLE_LINES {
        let rest = lines.split_off(TITLE_LINES - 1).join(" ");
        lines.push(rest);
    }
    lines.iter().map(|line| cut_to_width(line, width, TITLE_FONT_PX)).collect()
}

/// Room for a title of so many lines.
fn title_height(lines: usize) -> f64 {
    TITLE_PX + TITLE_LINE_PX * lines.saturating_sub(1) as f64
}

/// A link in lines, whole where there is room.
fn link_lines(link: &str) -> Vec<String> {
    let (mut lines, mut used) = (Vec::new(), f64::INFINITY);
    for c in link.chars() {
        let width = text_width(c.encode_utf8(&mut [0; 4]), NOTE_PX);
        if used + width > WIDTH_PX - 2.0 * RIGHT_PX {
            if lines.len() == LINK_LINES {
                lines[LINK_LINES - 1] = LINK_SHORTENED.to_string();
                return lines;
            }
            lines.push(String::new());
            used = 0.0;
        }
        used += width;
        lines.last_mut().into_iter().for_each(|line| line.push(c));
    }
    lines
}

/// A text in lines that are no wider than so many px, broken between words.
fn wrapped(text: &str, width: f64, font_px: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, font_px) + text_width(word, font_px) + font_px <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A number of an axis, without digits that say nothing.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    let text = if value.abs() >= 100.0 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.4}") };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

/// The time axis below a plot of some height: lines across it, and numbers, each below its slot where slots have room for one.
pub fn time_axis(drawing: &mut Drawing, time: &TimeScale, height: f64, names: TimeNames) {
    axis_with(drawing, time, height, names, |tick| Some(tick.x));
}

/// The same for a plot of points in time: numbers stand below their lines, where the slots begin.
pub fn moments_axis(drawing: &mut Drawing, time: &TimeScale, height: f64, names: TimeNames) {
    axis_with(drawing, time, height, names, |tick| Some(tick.x_line).filter(|x| (0.0..=time.width()).contains(x)));
}

fn axis_with(drawing: &mut Drawing, time: &TimeScale, height: f64, names: TimeNames, place: impl Fn(&Tick) -> Option<f64>) {
    let ticks = time_ticks(time, names);
    for tick in ticks.ticks {
        if (0.0..=time.width()).contains(&tick.x_line) {
            drawing.line((tick.x_line, 0.0), (tick.x_line, height), Pen::new(INK.grid, 1.0));
        }
        if let Some(x) = place(&tick) {
            drawing.text((x, height + 16.0), Anchor::Middle, QUIET, &tick.label);
        }
    }
    let name = match (names.unit, names.start) {
        (TimeUnit::Slots, _) => "slot".to_string(),
        (TimeUnit::Clock, None) => "time".to_string(),
        (TimeUnit::Clock, Some(start)) => format!("time, {}", start.zone()),
    };
    drawing.text((time.width(), height + 33.0), Anchor::End, QUIET, &name);
    if let Some(day) = ticks.day {
        drawing.text((0.0, height + 33.0), Anchor::Start, QUIET, &day);
    }
}

/// Lines across a plot with their numbers at its left.
pub fn amounts(drawing: &mut Drawing, width: f64, amounts: impl IntoIterator<Item = (f64, String)>) {
    for (y, words) in amounts {
        drawing.line((0.0, y), (width, y), Pen::new(INK.grid, 1.0));
        drawing.text((-8.0, y + 4.0), Anchor::End, QUIET, &words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> Figure {
        let mut data = DataTable::new(["job", "words"]);
        data.rows.push(vec!["1".to_string(), "a \"b\", c".to_string()]);
        Figure {
            key: "test",
            title: "A & B".to_string(),
            explanation: String::new(),
            height: 100.0,
            drawing: Drawing::default(),
            data,
        }
    }

    #[test]
    fn what_it_was_made_from_stands_below() {
        let link = format!("https://example.org/#{}", "x".repeat(5_000));
        let origin = Origin { title: "<Plan>".to_string(), provenance: "Bookahead 0, scenario 12".to_string(), link: link.clone() };
        let svg = figure().svg(&origin);
        assert!(svg.contains("&lt;Plan&gt;: A &amp; B") && svg.contains(">Bookahead 0, scenario 12<"), "{svg}");
        assert!(
            svg.contains(&format!("href=\"{link}\"")) && !svg.contains(&format!(">{link}<")),
            "whole in the file, cut in print"
        );
        assert!(svg.contains("shortened in print"), "and says so");
        let short = format!("https://example.org/#{}", "y".repeat(200));
        let lines = link_lines(&short);
        assert!(lines.len() == 2 && lines.concat() == short, "whole where it fits: {lines:?}");
        let plain = figure().svg(&Origin::default());
        assert!(!plain.contains("<a ") && figure().size(&origin).1 > figure().size(&Origin::default()).1);
    }

    #[test]
    fn a_long_title_has_two_lines() {
        let words = "What a long title tells stands at its end".repeat(3);
        let long = Figure { title: words.clone(), ..figure() };
        let lines = title_lines(&words);
        assert!(lines.len() == 2 && lines.join(" ") == words, "{lines:?}");
        assert_eq!(long.size(&Origin::default()).1 - figure().size(&Origin::default()).1, TITLE_LINE_PX);
        let longer = title_lines(&words.repeat(5));
        assert!(longer.len() == 2 && longer[1].ends_with('…'), "{longer:?}");
        assert_eq!(title_lines("short"), ["short"]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.5, 12.0, 0.25, 1234.56, f64::NAN].map(number), ["0", "−0.5", "12", "0.25", "1235", "–"]);
        assert_eq!(wrapped("aa bb cc", 30.0, 10.0), ["aa", "bb", "cc"]);
        assert_eq!(wrapped("aa bb cc", 300.0, 10.0), ["aa bb cc"]);
    }
}
