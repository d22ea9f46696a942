//! Markup with holes: a view written as text that is read while the page runs.
//!
//! `html!` turns every element into some hundred bytes of program. A view of many small shapes is far shorter as text, and what fills its
//! holes never becomes markup: a hole is an attribute's value or a child.

use super::plot::px;
use std::vec::IntoIter;
use yew::prelude::*;
use yew::virtual_dom::VTag;

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

/// A template whose holes are being filled.
pub struct Markup {
    template: &'static str,
    fills: Vec<Fill>,
}

/// `markup!("<p class='hint'>$ nodes</p>", 9_u32)`: markup whose holes (`$`) are filled in order.
macro_rules! markup {
    ($template:expr $(, $fill:expr)* $(,)?) => {{
        #[allow(unused_mut)]
        let mut markup = $crate::app::markup::Markup::new($template);
        $($crate::app::markup::Fills::put($fill, &mut markup);)*
        markup.read()
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

impl Markup {
    /// No hole is filled yet.
    #[inline(never)]
    pub fn new(template: &'static str) -> Self {
        Self { template, fills: Vec::new() }
    }

    /// Reads the template. It is a subset of XML: elements, attributes in single quotes or as holes, text, holes; line breaks with the blanks
    /// around them count for nothing. A template is part of the program; where it is wrong, what follows is left out.
    #[inline(never)]
    pub fn read(self) -> Html {
        let mut fills = self.fills.into_iter();
        let mut open = vec![(VTag::new("g"), Vec::new())];
        let mut rest = self.template;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix("</") {
                rest = after.split_once('>').map_or("", |(_, rest)| rest);
                close(&mut open);
            } else if let Some(after) = rest.strip_prefix('<') {
                let (tag, is_empty, after) = element(after, &mut fills);
                open.push((tag, Vec::new()));
                if is_empty {
                    close(&mut open);
                }
                rest = after;
            } else if let Some(after) = rest.strip_prefix('$') {
                let child = match fills.next() {
                    Some(Fill::Text(text)) => Html::from(text),
                    Some(Fill::Node(node)) => node,
                    // Something stands in its place, so that its neighbours stay the same elements.
                    _ => Html::default(),
                };
                add(&mut open, child);
                rest = after;
            } else {
                let (text, after) = rest.split_at(rest.find(['<', '$']).unwrap_or(rest.len()));
                let text = if text.contains('\n') { text.trim_matches(['\n', ' ']) } else { text };
                if !text.is_empty() {
                    add(&mut open, Html::from(AttrValue::Static(text)));
                }
                rest = after;
            }
        }
        debug_assert!(fills.next().is_none() && open.len() == 1, "a template with too few holes or ends: {}", self.template);
        all(open.pop().into_iter().flat_map(|(_, children)| children))
    }
}

/// An element without its children: its start, whether it ends there, and what follows.
fn element(template: &'static str, fills: &mut IntoIter<Fill>) -> (VTag, bool, &'static str) {
    let (name, mut rest) = template.split_at(template.find([' ', '/', '>']).unwrap_or(template.len()));
    let mut tag = VTag::new(name);
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            return (tag, true, after);
        }
        let (Some((key, after)), false) = (rest.split_once('='), rest.starts_with('>')) else {
            return (tag, false, rest.get(1..).unwrap_or(""));
        };
        let value;
        if let Some(after) = after.strip_prefix('$') {
            rest = after;
            value = match fills.next() {
                Some(Fill::Text(text)) => Some(text),
                _ => None,
            };
        } else {
            let mut parts = after.splitn(3, '\'').skip(1);
            value = parts.next().map(AttrValue::Static);
            rest = parts.next().unwrap_or("");
        }
        match value {
            // What a field shows is a property, not an attribute.
            Some(value) if key == "value" => tag.set_value(value),
            Some(value) => tag.add_attribute(key, value),
            None => {}
        }
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
