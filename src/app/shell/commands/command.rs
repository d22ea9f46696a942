//! What a command is. Palette, keys and help are all made of the same commands: those of the shell and those of the open workbench.

use crate::app::shell::context::Lab;
use std::rc::Rc;

/// Something that can be done, by its name in the palette or by its keys.
pub struct Command {
    /// What it does, as an order.
    pub name: &'static str,
    /// The keys that do it, as [`chord`](crate::app::kit::controls::keys::chord) writes them; the first ones are shown.
    pub keys: &'static [&'static str],
    /// Whether it can be done now. Where not, its keys stand for something else, or nothing.
    pub is_there: fn(&Lab) -> bool,
    /// Does it.
    pub run: fn(&Lab, Press),
}

/// How a command was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Press {
    /// With Shift: a larger step.
    pub is_coarse: bool,
    /// By a key that is held down: one step for undo with the one before.
    pub is_repeat: bool,
}

/// An entry of the palette that is made for the moment: an example, a planner, a request.
#[derive(Clone)]
pub struct Entry {
    /// What it does.
    pub words: String,
    /// The key that does the same, as it is shown; empty if there is none.
    pub keys: String,
    /// Does it.
    pub run: Rc<dyn Fn(&Lab)>,
}

impl Entry {
    /// An entry without a key.
    pub fn new(words: impl Into<String>, run: impl Fn(&Lab) + 'static) -> Self {
        Self { words: words.into(), keys: String::new(), run: Rc::new(run) }
    }
}

/// For commands that can always be given.
pub fn always(_: &Lab) -> bool {
    true
}
