//! Divides a lesson into headings, fields, lines to choose from, texts and fenced blocks.

use super::error::{At, LessonError, quoted};
use super::piece::Piece;
use crate::nearest;

/// A part of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `#` or `##` and so on.
    Heading {
        /// How many.
        level: usize,
        /// What stands behind them.
        text: Piece,
    },
    /// A field.
    Field {
        /// Its name.
        name: &'static str,
        /// What stands between its name and the colon, such as the condition of an `if`.
        argument: Piece,
        /// What stands behind the colon.
        text: Piece,
    },
    /// A line to choose from, or to put in order.
    Choice(Piece),
    /// A fenced block.
    Fence(Piece),
    /// Paragraphs and lists.
    Text(Piece),
}

/// The fields of a head.
pub const OF_HEAD: [&str; 5] = ["language", "by", "about", "minutes", "seed"];
/// The fields of a step.
pub const OF_STEP: [&str; 4] = ["scenario", "show", "hide", "allow"];
/// The fields that ask something.
pub const ASKS: [&str; 9] = ["predict", "predict twice", "pick", "place", "number", "order", "do", "bet", "explain"];
/// The fields about a task.
pub const OF_TASK: [&str; 5] = ["answer", "reveal", "if", "hint", "solution"];
/// The fields with something between name and colon.
const WITH_ARGUMENT: [&str; 3] = ["pick", "place", "if"];
/// The fields behind which lines to choose from stand.
const WITH_CHOICES: [&str; 3] = ["predict", "predict twice", "order"];

/// Every field.
pub fn fields() -> impl Iterator<Item = &'static str> {
    OF_HEAD.into_iter().chain(OF_STEP).chain(ASKS).chain(OF_TASK)
}

/// What the lines before have begun.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Nothing, or it has ended.
    Nothing,
    /// A heading.
    Heading,
    /// A field, or a choice behind it; whether lines to choose from may follow.
    Field(bool),
    /// A paragraph.
    Text,
}

/// Divides a lesson.
pub fn divide(text: &str, errors: &mut Vec<LessonError>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut before = Before::Nothing;
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let at = At { line: number, column: 1 };
        let trimmed = line.trim_end();
        if trimmed.trim().is_empty() {
            before = Before::Nothing;
        } else if trimmed.starts_with("```") {
            let mut fence = Piece::default();
            let is_closed = loop {
                match lines.next() {
                    Some((line, _)) if line.trim_end() == "```" => break true,
                    Some((line, number)) => fence.push(At { line: number, column: 1 }, line),
                    None => break false,
                }
            };
            if !is_closed {
                errors.push(LessonError::new(at, "the fenced block that begins here has no end; it ends with a line of ```"));
            }
            items.push(Item::Fence(if fence.text.is_empty() { Piece::new(at, "") } else { fence }));
            before = Before::Field(false);
        } else if let Some(level) = heading(trimmed) {
            let column = trimmed.len() - trimmed[level..].trim_start().len() + 1;
            items.push(Item::Heading { level, text: Piece::new(At { line: number, column }, trimmed[level..].trim()) });
            before = Before::Heading;
        } else if let Some((name, argument, behind)) = field(trimmed) {
            let column = |byte: usize| At { line: number, column: trimmed[..byte].chars().count() + 1 };
            let from = behind + (trimmed[behind..].len() - trimmed[behind..].trim_start().len());
            let argument = Piece::new(column(name.len() + 1), argument);
            items.push(Item::Field { name, argument, text: Piece::new(column(from), trimmed[from..].trim_end()) });
            before = Before::Field(WITH_CHOICES.contains(&name));
        } else if let Some((error, meant)) = mistyped(trimmed, at, before) {
            errors.push(error);
            // What is meant is known: what belongs to it is not wrong, too.
            if let (Some(name), Some((_, text))) = (meant, trimmed.split_once(':')) {
                items.push(Item::Field { name, argument: Piece::new(at, ""), text: Piece::new(at, text.trim()) });
            }
            before = Before::Field(meant.is_some_and(|name| WITH_CHOICES.contains(&name)));
        } else {
            before = go_on(&mut items, before, at, trimmed);
        }
    }
    items
}

/// Takes a line that begins no heading, field or block.
fn go_on(items: &mut Vec<Item>, before: Before, at: At, line: &str) -> Before {
    match (items.last_mut(), line.strip_prefix("- ")) {
        (_, Some(choice)) if before == Before::Field(true) => {
            items.push(Item::Choice(Piece::new(At { column: 3, ..at }, choice.trim())));
            before
        }
        (Some(Item::Field { text, .. } | Item::Choice(text)), _) if matches!(before, Before::Field(_)) => {
            let line = line.trim_start();
            text.push(at, line);
            before
        }
        (Some(Item::Text(text)), _) => {
            if before == Before::Nothing {
                text.push(at, "");
            }
            text.push(at, line);
            Before::Text
        }
        _ => {
            items.push(Item::Text(Piece::new(at, line)));
            Before::Text
        }
    }
}

/// The level of a heading.
fn heading(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let rest = &line[level..];
    (level > 0 && (rest.is_empty() || rest.starts_with(' '))).then_some(level)
}

/// The name of the field that a line begins, what stands between it and the colon, and where the text behind the colon begins.
fn field(line: &str) -> Option<(&'static str, &str, usize)> {
    let (before, _) = line.split_once(':')?;
    let behind = before.len() + 1;
    if let Some(name) = fields().find(|name| *name == before && !WITH_ARGUMENT.contains(name)) {
        return Some((name, "", behind));
    }
    let (first, argument) = before.split_once(' ')?;
    let name = WITH_ARGUMENT.into_iter().find(|name| *name == first)?;
    Some((name, argument.trim(), behind))
}

/// A line that looks like a field and is none: where fields stand, or with a name that nearly is one. Tells which field is meant, if it is one without an argument.
fn mistyped(line: &str, at: At, before: Before) -> Option<(LessonError, Option<&'static str>)> {
    const CHARS_MAX: usize = 20;
    let (name, _) = line.split_once(':')?;
    let is_name = name.len() <= CHARS_MAX
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == ' ');
    let is_place = matches!(before, Before::Heading | Before::Field(_)) && name.split(' ').count() <= 2;
    let first = name.split(' ').next().unwrap_or_default();
    let meant = nearest::of(name, fields()).filter(|near| name.len() > 3 && !WITH_ARGUMENT.contains(near));
    let near = meant.or_else(|| nearest::of(first, WITH_ARGUMENT).filter(|_| name.len() > 3));
    if !is_name || near.is_none() && !is_place {
        return None;
    }
    let names = || format!("; there are {}", fields().collect::<Vec<_>>().join(", "));
    let hint = near.map_or_else(names, |near| format!("; did you mean `{near}`?"));
    Some((LessonError::new(at, format!("there is no field {}{hint}", quoted(name))), meant))
}
