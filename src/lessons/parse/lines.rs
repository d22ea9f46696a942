//! Where a part of a lesson stands in its text, for those who change the text.

use super::items::{ASKS, Item, OF_TASK, divide};
use super::piece::Piece;
use std::ops::Range;

/// The lines, from 1, of the `solution:` of the task that asks in a line; an empty range before the line where it belongs if there is none. `None` if no task
/// asks in that line.
pub fn solution_lines(text: &str, task_line: usize) -> Option<Range<usize>> {
    // What is wrong elsewhere does not matter.
    let items = divide(text, &mut Vec::new());
    let asks = |item: &Item| matches!(item, Item::Field { name, text, .. } if ASKS.contains(name) && text.at().line == task_line);
    let mut items = items.iter().skip_while(|item| !asks(item));
    let Some(Item::Field { text: asked, .. }) = items.next() else { return None };
    let below = |piece: &Piece| piece.last_line() + 1;
    let mut end = below(asked);
    for item in items {
        match item {
            Item::Field { name: "solution", text, .. } => return Some(text.at().line..below(text)),
            Item::Field { name, text, .. } if OF_TASK.contains(name) => end = below(text),
            Item::Choice(line) => end = below(line),
            _ => break,
        }
    }
    Some(end..end)
}
