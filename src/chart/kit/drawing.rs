//! Shapes as SVG that needs nothing beside it: every shape carries its colours and every text its font, so that a picture looks the same in a page, in
//! a file and on paper.

use super::caption::Anchor;
use super::palette::{Rgba, css};
use super::svg::{Px, px};
use crate::gantt::bar::Rect;
use std::fmt::{self, Display, Formatter, Write};

/// Text as it stands between tags and in attributes: markup is escaped, and what XML cannot hold at all is left out.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub colour: Rgba,
    /// Its width, in CSS px.
    pub width: f64,
    /// Lengths of dashes and gaps as SVG has them; empty for a line without.
    pub dashes: &'static str,
}

impl Pen {
    /// A line without dashes.
    pub const fn new(colour: Rgba, width: f64) -> Self {
        Self { colour, width, dashes: "" }
    }

    /// The same with dashes.
    #[must_use]
    pub const fn dashed(self, dashes: &'static str) -> Self {
        Self { dashes, ..self }
    }
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Font {
    /// Its size, in CSS px.
    pub px: f64,
    /// Its colour.
    pub colour: Rgba,
    /// Whether it is semi-bold.
    pub is_strong: bool,
}

impl Font {
    /// An ordinary text.
    pub const fn new(px: f64, colour: Rgba) -> Self {
        Self { px, colour, is_strong: false }
    }
}

/// Shapes, the first ones below. Places are in CSS px from the drawing's upper left corner; writing them to memory cannot fail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    body: String,
}

impl Drawing {
    /// The shapes as SVG elements.
    pub fn elements(&self) -> &str {
        &self.body
    }

    fn put(&mut self, text: fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(text);
    }

    /// An area, with words for whoever points at it.
    pub fn rect(&mut self, Rect { x, y, width, height }: Rect, fill: Rgba, words: Option<&str>) {
        let fill = css(fill);
        self.put(format_args!(r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}""#, Px(x), Px(y), Px(width), Px(height)));
        self.end("rect", words);
    }

    /// The outline of an area.
    pub fn frame(&mut self, Rect { x, y, width, height }: Rect, pen: Pen) {
        self.put(format_args!(r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none""#, Px(x), Px(y), Px(width), Px(height)));
        self.stroke(pen);
        self.end("rect", None);
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), pen: Pen) {
        self.put(format_args!(r#"<line x1="{}" y1="{}" x2="{}" y2="{}""#, Px(from.0), Px(from.1), Px(to.0), Px(to.1)));
        self.stroke(pen);
        self.end("line", None);
    }

    /// The line along path data.
    pub fn path(&mut self, data: &str, pen: Pen) {
        if data.is_empty() {
            return;
        }
        self.put(format_args!(r#"<path d="{}" fill="none""#, Escaped(data)));
        self.stroke(pen);
        self.end("path", None);
    }

    /// The area within path data.
    pub fn area(&mut self, data: &str, fill: Rgba, opacity: f64) {
        if data.is_empty() {
            return;
        }
        self.put(format_args!(r#"<path d="{}" fill="{}" fill-opacity="{opacity}""#, Escaped(data), css(fill)));
        self.end("path", None);
    }

    /// A dot; `pen` draws its edge.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, fill: Option<Rgba>, pen: Option<Pen>) {
        let fill = fill.map_or_else(|| "none".to_string(), css);
        self.put(format_args!(r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}""#, Px(x), Px(y), Px(radius)));
        if let Some(pen) = pen {
            self.stroke(pen);
        }
        self.end("circle", None);
    }

    /// A text; `y` is its baseline.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, font: Font, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if font.is_strong { r#" font-weight="600""# } else { "" };
        let (size, colour) = (Px(font.px), css(font.colour));
        self.put(format_args!(
            r#"<text x="{}" y="{}" text-anchor="{anchor}" font-size="{size}"{weight} fill="{colour}">{}</text>"#,
            Px(x),
            Px(y),
            Escaped(text)
        ));
        self.body.push('\n');
    }

    /// Another drawing at a place.
    pub fn place(&mut self, (x, y): (f64, f64), drawing: &Self) {
        self.put(format_args!("<g transform=\"translate({} {})\">\n{}</g>\n", Px(x), Px(y), drawing.body));
    }

    /// Another drawing at a place, cut off at its size.
    pub fn place_cut(&mut self, Rect { x, y, width, height }: Rect, drawing: &Self) {
        self.put(format_args!(
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" overflow=\"hidden\">\n{}</svg>\n",
            px(x),
            px(y),
            px(width),
            px(height),
            drawing.body
        ));
    }

    fn stroke(&mut self, Pen { colour, width, dashes }: Pen) {
        self.put(format_args!(r#" stroke="{}" stroke-width="{}""#, css(colour), Px(width)));
        if !dashes.is_empty() {
            self.put(format_args!(r#" stroke-dasharray="{dashes}""#));
        }
    }

    fn end(&mut self, name: &str, words: Option<&str>) {
        match words {
            Some(words) => self.put(format_args!("><title>{}</title></{name}>", Escaped(words))),
            None => self.body.push_str("/>"),
        }
        self.body.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;

    #[test]
    fn text_from_outside_never_becomes_markup() {
        let mut drawing = Drawing::default();
        drawing.text((1.0, 2.0), Anchor::End, Font::new(11.0, LIGHT.ink), "<b>\"a\" & b\u{0}</b>");
        drawing.rect(Rect { x: 0.0, y: 0.0, width: 2.0, height: 1.0 }, LIGHT.accent, Some("</title><script>"));
        let text = drawing.elements();
        assert!(
            text.contains("&lt;b&gt;&quot;a&quot; &amp; b&lt;/b&gt;") && text.contains("&lt;/title&gt;&lt;script&gt;"),
            "{text}"
        );
        assert!(!text.contains("<script") && !text.contains('\u{0}'));
    }

    #[test]
    fn shapes_lie_where_they_are_put() {
        let mut inner = Drawing::default();
        inner.rect(Rect { x: 1.25, y: -2.0, width: 3.0, height: 4.0 }, LIGHT.background, None);
        inner.line((0.0, 1.0), (2.0, 3.0), Pen::new(LIGHT.grid, 1.0).dashed("2 3"));
        inner.path("", Pen::new(LIGHT.grid, 1.0));
        let mut outer = Drawing::default();
        outer.place((10.0, 20.0), &inner);
        let expected = "<g transform=\"translate(10.0 20.0)\">\n<rect x=\"1.3\" y=\"-2.0\" width=\"3.0\" height=\"4.0\" fill=\"#ffffff\"/>\n\
            <line x1=\"0.0\" y1=\"1.0\" x2=\"2.0\" y2=\"3.0\" stroke=\"#ebeef2\" stroke-width=\"1.0\" stroke-dasharray=\"2 3\"/>\n</g>\n";
        assert_eq!(outer.elements(), expected);
    }
}
