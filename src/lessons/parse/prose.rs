//! Reads the texts of a lesson, a small part of Markdown.

use super::error::{LessonError, quoted};
use super::piece::Piece;
use crate::prose::{Block, Inline, Prose};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// What may stand in a text.
const ALLOWED: &str = "paragraphs, lists with `- `, `*emphasis*`, `` `code` `` and links";

/// Reads a text. What is not allowed in it is reported and left out.
pub fn read(piece: &Piece, errors: &mut Vec<LessonError>) -> Prose {
    let mut reading = Reading { piece, errors, blocks: Vec::new(), open: Vec::new(), items: None };
    for (event, range) in Parser::new_ext(&piece.text, Options::empty()).into_offset_iter() {
        reading.take(event, range.start);
    }
    Prose(reading.blocks)
}

/// Pieces of a line that something around them will hold.
struct Open {
    pieces: Vec<Inline>,
    /// Where a link leads.
    to: Option<String>,
}

struct Reading<'a> {
    piece: &'a Piece,
    errors: &'a mut Vec<LessonError>,
    blocks: Vec<Block>,
    /// From the outside in; the first one is the line itself.
    open: Vec<Open>,
    /// The items of the list that is read.
    items: Option<Vec<Vec<Inline>>>,
}

impl Reading<'_> {
    fn take(&mut self, event: Event<'_>, byte: usize) {
        match event {
            Event::Start(Tag::Paragraph | Tag::Item) if self.open.is_empty() => self.begin(None),
            // The paragraph in an item of a loose list goes on with the item.
            Event::Start(Tag::Paragraph | Tag::Item) => {}
            Event::End(TagEnd::Paragraph) if self.items.is_none() => {
                let line = self.end_line();
                self.blocks.push(Block::Paragraph(line));
            }
            Event::End(TagEnd::Paragraph) => {}
            Event::End(TagEnd::Item) => {
                let line = self.end_line();
                if let Some(items) = &mut self.items {
                    items.push(line);
                }
            }
            Event::Start(Tag::List(None)) if self.items.is_none() => self.items = Some(Vec::new()),
            Event::End(TagEnd::List(_)) => {
                if let Some(items) = self.items.take() {
                    self.blocks.push(Block::List(items));
                }
            }
            Event::Start(Tag::Emphasis) => self.begin(None),
            Event::End(TagEnd::Emphasis) => {
                if let Some(inner) = self.open.pop() {
                    self.add(Inline::Emphasis(inner.pieces));
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let is_page = dest_url.starts_with("https://") || dest_url.starts_with("http://");
                if !is_page {
                    let what = format!("a link to {} is not allowed; it has to begin with https:// or http://", quoted(&dest_url));
                    self.refuse(byte, &what);
                }
                self.begin(Some(dest_url.to_string()).filter(|_| is_page));
            }
            Event::End(TagEnd::Link) => {
                if let Some(Open { pieces, to }) = self.open.pop() {
                    match to {
                        Some(to) => self.add(Inline::Link { to, text: pieces }),
                        None => pieces.into_iter().for_each(|piece| self.add(piece)),
                    }
                }
            }
            Event::Text(text) => self.add(Inline::Text(text.to_string())),
            Event::Code(code) => self.add(Inline::Code(code.to_string())),
            Event::SoftBreak | Event::HardBreak => self.add(Inline::Text(" ".to_string())),
            Event::Start(tag) => {
                let what = match tag {
                    Tag::Image { .. } => "an image",
                    Tag::HtmlBlock => "HTML",
                    Tag::Heading { .. } => "a heading",
                    Tag::CodeBlock(_) => "a block of code",
                    Tag::BlockQuote(_) => "a quotation",
                    Tag::Strong => "`**strong**`",
                    Tag::List(Some(_)) => "a numbered list",
                    Tag::List(None) => "a list in a list",
                    _ => "this",
                };
                self.refuse(byte, &format!("{what} is not allowed in a text; allowed are {ALLOWED}"));
                if self.open.is_empty() {
                    self.begin(None);
                }
            }
            Event::Html(_) | Event::InlineHtml(_) => {
                self.refuse(byte, &format!("HTML is not allowed in a text; allowed are {ALLOWED}"));
            }
            Event::Rule => self.refuse(byte, &format!("a rule is not allowed in a text; allowed are {ALLOWED}")),
            // The end of what was refused, and what is not switched on.
            _ => {}
        }
    }

    fn refuse(&mut self, byte: usize, what: &str) {
        let error = LessonError::new(self.piece.place(byte), what);
        // A block of HTML comes line by line.
        if self.errors.last().is_none_or(|last| last.what != error.what || last.at.line + 1 < error.at.line) {
            self.errors.push(error);
        }
    }

    fn begin(&mut self, to: Option<String>) {
        self.open.push(Open { pieces: Vec::new(), to });
    }

    fn end_line(&mut self) -> Vec<Inline> {
        let line = self.open.drain(..).flat_map(|open| open.pieces).collect();
        self.open.clear();
        line
    }

    /// Adds a piece; text goes on with text.
    fn add(&mut self, piece: Inline) {
        if self.open.is_empty() {
            self.begin(None);
        }
        let Some(open) = self.open.last_mut() else { return };
        match (open.pieces.last_mut(), piece) {
            (Some(Inline::Text(text)), Inline::Text(more)) => text.push_str(&more),
            (_, piece) => open.pieces.push(piece),
        }
    }
}
