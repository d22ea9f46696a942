//! Markup with holes: a view written as text that is read while the page runs, once.
//!
//! `html!` turns every element into some hundred bytes of program. A view of many small shapes is far shorter as text, and what fills its
//! holes never becomes markup: a hole is an attribute's value or a child.

use super::plot::px;
use std::sync::OnceLock;
use std::vec::IntoIter;
use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, VTag};

/// What fills a hole.
enum Fill {
    /// Text, as a child or an attribute.
    Text(AttrValue),
    /// Elements.
    Node(Html),
    /// Nothing: an attribute is left out, a child is empty.
    Nothing,
}

/// What can fill a hole. Nothing of it is inlined: there are some hundred holes, and each is one call.
pub trait Fills {
    /// Becomes the next fill.
    fn put(self, markup: &mut Markup);
}

impl Fills for &'static str {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        markup.fills.push(Fill::Text(AttrValue::Static(self)));
    }
}

impl Fills for String {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        markup.fills.push(Fill::Text(self.into()));
    }
}

impl Fills for &String {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        self.clone().put(markup);
    }
}

/// A length in CSS px.
impl Fills for f64 {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        px(self).put(markup);
    }
}

impl Fills for u32 {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        self.to_string().put(markup);
    }
}

/// For the states of accessible elements, which are said both ways.
impl Fills for bool {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        if self { "true" } else { "false" }.put(markup);
    }
}

impl Fills for Html {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        markup.fills.push(Fill::Node(self));
    }
}

impl<T: Fills> Fills for Option<T> {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        match self {
            Some(fill) => fill.put(markup),
            None => markup.fills.push(Fill::Nothing),
        }
    }
}

/// A template, read once: where it stands in the program.
pub struct Template {
    text: &'static str,
    steps: OnceLock<Box<[Step]>>,
}

/// What a template makes, in order.
enum Step {
    /// An element begins. Its keys are the same list every time, by which Yew sees at once that only values can differ.
    Open { name: &'static str, keys: Box<[&'static str]>, values: Box<[(Shown, Part)]> },
    /// The innermost element ends.
    Close,
    /// A child.
    Child(Part),
}

/// What a value is of an element.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Attribute,
    /// What a field shows is a property, not an attribute.
    Value,
}

/// A value or a child.
#[derive(Clone, Copy)]
enum Part {
    Text(&'static str),
    Hole,
}

/// A template whose holes are being filled.
pub struct Markup {
    template: &'static Template,
    fills: Vec<Fill>,
}

/// `markup!("<p class='hint'>$ nodes</p>", 9_u32)`: markup whose holes (`$`) are filled in order.
macro_rules! markup {
    ($template:expr $(, $fill:expr)* $(,)?) => {{
        static TEMPLATE: $crate::app::markup::Template = $crate::app::markup::Template::new($template);
        #[allow(unused_mut)]
        let mut markup = $crate::app::markup::Markup::new(&TEMPLATE);
        $($crate::app::markup::Fills::put($fill, &mut markup);)*
        markup.fill()
    }};
}
pub(super) use markup;

/// Elements in a row.
pub fn all(nodes: impl IntoIterator<Item = Html>) -> Html {
    row(nodes.into_iter().collect())
}

#[inline(never)]
fn row(nodes: Vec<Html>) -> Html {
    nodes.into_iter().collect()
}

impl Template {
    /// A template that is read at its first use.
    pub const fn new(text: &'static str) -> Self {
        Self { text, steps: OnceLock::new() }
    }

    /// Reads the template. It is a subset of XML: elements, attributes in single quotes or as holes, text, holes; line breaks with the blanks
    /// around them count for nothing. A template is part of the program; where it is wrong, what follows is left out.
    fn read(&self) -> Box<[Step]> {
        let mut steps = Vec::new();
        let mut rest = self.text;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix("</") {
                rest = after.split_once('>').map_or("", |(_, rest)| rest);
                steps.push(Step::Close);
            } else if let Some(after) = rest.strip_prefix('<') {
                let (open, is_empty, after) = element(after);
                steps.push(open);
                if is_empty {
                    steps.push(Step::Close);
                }
                rest = after;
            } else if let Some(after) = rest.strip_prefix('$') {
                steps.push(Step::Child(Part::Hole));
                rest = after;
            } else {
                let (text, after) = rest.split_at(rest.find(['<', '$']).unwrap_or(rest.len()));
                let text = if text.contains('\n') { text.trim_matches(['\n', ' ']) } else { text };
                if !text.is_empty() {
                    steps.push(Step::Child(Part::Text(text)));
                }
                rest = after;
            }
        }
        steps.into()
    }
}

/// The start of an element, whether it ends there, and what follows.
fn element(template: &'static str) -> (Step, bool, &'static str) {
    let (name, mut rest) = template.split_at(template.find([' ', '/', '>']).unwrap_or(template.len()));
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    let is_empty = loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            rest = after;
            break true;
        }
        let (Some((key, after)), false) = (rest.split_once('='), rest.starts_with('>')) else {
            rest = rest.get(1..).unwrap_or("");
            break false;
        };
        let part;
        if let Some(after) = after.strip_prefix('$') {
            (part, rest) = (Part::Hole, after);
        } else {
            let mut parts = after.splitn(3, '\'').skip(1);
            part = Part::Text(parts.next().unwrap_or(""));
            rest = parts.next().unwrap_or("");
        }
        if key == "value" && name != "option" {
            values.push((Shown::Value, part));
        } else {
            keys.push(key);
            values.push((Shown::Attribute, part));
        }
    };
    (Step::Open { name, keys: keys.into(), values: values.into() }, is_empty, rest)
}

impl Markup {
    /// No hole is filled yet.
    #[inline(never)]
    pub fn new(template: &'static Template) -> Self {
        Self { template, fills: Vec::new() }
    }

    /// Makes the elements.
    #[inline(never)]
    pub fn fill(self) -> Html {
        let mut fills = self.fills.into_iter();
        let mut open = vec![(VTag::new("g"), Vec::new())];
        for step in self.template.steps.get_or_init(|| self.template.read()) {
            match step {
                Step::Open { name, keys, values } => {
                    let mut tag = VTag::new(*name);
                    let mut attributes = Vec::with_capacity(keys.len());
                    for &(shown, part) in values {
                        let text = text_of(part, &mut fills);
                        match shown {
                            Shown::Attribute => attributes.push(text.map(AttributeOrProperty::Attribute)),
                            Shown::Value => text.into_iter().for_each(|text| tag.set_value(text)),
                        }
                    }
                    tag.set_attributes(Attributes::Dynamic { keys, values: attributes.into() });
                    open.push((tag, Vec::new()));
                }
                Step::Close => close(&mut open),
                Step::Child(Part::Text(text)) => add(&mut open, Html::from(AttrValue::Static(text))),
                Step::Child(Part::Hole) => add(
                    &mut open,
                    match fills.next() {
                        Some(Fill::Text(text)) => Html::from(text),
                        Some(Fill::Node(node)) => node,
                        // Something stands in its place, so that its neighbours stay the same elements.
                        _ => Html::default(),
                    },
                ),
            }
        }
        debug_assert!(fills.next().is_none() && open.len() == 1, "a template with too few holes or ends: {}", self.template.text);
        all(open.pop().into_iter().flat_map(|(_, children)| children))
    }
}

/// What an attribute says; none where its hole is filled with nothing.
fn text_of(part: Part, fills: &mut IntoIter<Fill>) -> Option<AttrValue> {
    match part {
        Part::Text(text) => Some(AttrValue::Static(text)),
        Part::Hole => match fills.next() {
            Some(Fill::Text(text)) => Some(text),
            _ => None,
        },
    }
}

type Open = Vec<(VTag, Vec<Html>)>;

fn add(open: &mut Open, child: Html) {
    if let Some((_, children)) = open.last_mut() {
        children.push(child);
    }
}

/// The innermost element is complete.
fn close(open: &mut Open) {
    if open.len() > 1
        && let Some((mut tag, children)) = open.pop()
    {
        tag.add_children(children);
        add(open, tag.into());
    }
}
