//! Where shapes and texts of a figure stand, groups and cut-outs counted in.

use bookahead::chart::kit::text::text_width;
use roxmltree::{Document, Node};

/// An attribute that is a number; 0 if it is not there.
pub fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).map_or(0.0, |text| text.parse().expect(name))
}

/// By how much what is around an element moves it.
pub fn moved_by(node: &Node<'_, '_>) -> (f64, f64) {
    let shift = |node: Node<'_, '_>| match node.attribute("transform") {
        Some(text) => {
            let inner = text.strip_prefix("translate(").and_then(|text| text.strip_suffix(')')).expect("a move");
            let (x, y) = inner.split_once(' ').expect("two numbers");
            (x.parse::<f64>().expect("x"), y.parse::<f64>().expect("y"))
        }
        None if node.has_tag_name(("http://www.w3.org/2000/svg", "svg")) => (number(&node, "x"), number(&node, "y")),
        None => (0.0, 0.0),
    };
    node.ancestors().skip(1).map(shift).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// The texts that lie on another one or leave the picture or the cut-out around them, in words.
pub fn text_faults(document: &Document<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut boxes: Vec<(&str, [f64; 4])> = Vec::new();
    for node in document.descendants().filter(|node| node.tag_name().name() == "text") {
        let (words, (dx, dy), size) = (node.text().unwrap_or_default(), moved_by(&node), number(&node, "font-size"));
        let width = text_width(words, size);
        let left = number(&node, "x") + dx
            - match node.attribute("text-anchor") {
                Some("middle") => width / 2.0,
                Some("end") => width,
                _ => 0.0,
            };
        let baseline = number(&node, "y") + dy;
        let place = [left, baseline - 0.8 * size, left + width, baseline + 0.2 * size];
        for around in node.ancestors().skip(1).filter(|around| around.tag_name().name() == "svg") {
            let (dx, dy) = if around.parent_element().is_some() { moved_by(&around) } else { (0.0, 0.0) };
            let (x, y) = (number(&around, "x") + dx, number(&around, "y") + dy);
            let (right, bottom) = (x + number(&around, "width"), y + number(&around, "height"));
            if place[0] < x || place[1] < y || place[2] > right || place[3] > bottom {
                faults.push(format!("{words} sticks out"));
            }
        }
        for (other, its) in &boxes {
            if place[0] < its[2] && its[0] < place[2] && place[1] < its[3] && its[1] < place[3] {
                faults.push(format!("{words} lies on {other}"));
            }
        }
        boxes.push((words, place));
    }
    faults
}

#[test]
fn texts_that_stick_out_or_lie_on_others_are_found() {
    let text = |x: u32, y: u32, words: &str| format!("<text x=\"{x}\" y=\"{y}\" font-size=\"10\">{words}</text>");
    let of = |inner: String| {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\">{inner}</svg>");
        text_faults(&Document::parse(&svg).expect("XML"))
    };
    assert_eq!(of(text(0, 20, "one") + &text(0, 40, "two")), [""; 0]);
    assert_eq!(of(text(0, 20, "one") + &text(10, 22, "two")), ["two lies on one"]);
    assert_eq!(of(format!("<g transform=\"translate(90 0)\">{}</g>", text(0, 20, "one"))), ["one sticks out"]);
    assert_eq!(of(format!("<svg width=\"9\" height=\"50\">{}</svg>", text(0, 20, "one"))), ["one sticks out"]);
}
