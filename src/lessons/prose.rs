//! The texts of a lesson as a small tree. It holds no markup: whoever shows it makes the elements.

/// Paragraphs and lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose(pub Vec<Block>);

/// A paragraph or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list, item by item.
    List(Vec<Vec<Inline>>),
}

/// A piece of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Text as it is.
    Text(String),
    /// Emphasised.
    Emphasis(Vec<Inline>),
    /// Something that is typed, such as a term.
    Code(String),
    /// A link to a page, which nobody follows but the reader.
    Link {
        /// The address; it begins with `https://` or `http://`.
        to: String,
        /// What it says.
        text: Vec<Inline>,
    },
}

impl Prose {
    /// A paragraph of plain text.
    pub fn of(text: impl Into<String>) -> Self {
        Self(vec![Block::Paragraph(vec![Inline::Text(text.into())])])
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text alone; blocks are separated by a space.
    pub fn plain(&self) -> String {
        let lines = self.0.iter().flat_map(|block| match block {
            Block::Paragraph(line) => std::slice::from_ref(line),
            Block::List(items) => items,
        });
        lines.map(|line| plain(line)).collect::<Vec<_>>().join(" ")
    }
}

/// The text of some pieces alone.
fn plain(line: &[Inline]) -> String {
    line.iter()
        .map(|piece| match piece {
            Inline::Text(text) | Inline::Code(text) => text.clone(),
            Inline::Emphasis(inner) | Inline::Link { text: inner, .. } => plain(inner),
        })
        .collect()
}
