//! Pointer gestures: what is being dragged, and the time axis that is moved. Each system says what its own drags mean.

use super::action::{Action, Change};
use super::model::Model;
use crate::chart::TimeScale;
use std::rc::Rc;

/// Something that is dragged with the pointer.
pub trait Drag {
    /// The change that a place of the pointer makes; `None` if it makes none.
    fn change(&self, model: &Model, reach: Reach) -> Option<Change>;

    /// What a press does that never became a drag.
    fn click(&self) -> Option<Action> {
        None
    }

    /// The time axis that stays as it is until the drag ends: were it fitted to the plan all along, it would run away under the pointer.
    fn held_scale(&self) -> Option<TimeScale> {
        None
    }

    /// The money at the upper edge of a picture that stays as it is until the drag ends.
    fn held_top(&self) -> Option<f64> {
        None
    }
}

/// Where the pointer has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The way from where it was pressed, to the right and down, in CSS px.
    pub way: (f64, f64),
    /// Its place in the window, from the left, in CSS px.
    pub x: f64,
    /// The time axis as it is now.
    pub scale: TimeScale,
}

/// One gesture, from press to release.
#[derive(Clone)]
pub enum Gesture {
    /// Something is dragged.
    Drag {
        /// The pointer that does it.
        pointer: i32,
        /// Where it was pressed, in CSS px of the window.
        from: (f64, f64),
        /// Whether it has moved far enough to count.
        is_live: bool,
        /// What is dragged.
        what: Rc<dyn Drag>,
    },
    /// Time is moved under the pointer.
    Pan {
        /// The pointer that does it.
        pointer: i32,
        /// Where it was pressed, in CSS px of the window.
        from: f64,
        /// The scale as it was.
        origin: TimeScale,
        /// Whether it has moved far enough to count.
        is_live: bool,
        /// What a tap that never became a move does.
        tap: Option<Box<Action>>,
    },
    /// Two fingers move and spread time.
    Pinch {
        /// The two pointers and where they are, in CSS px of the window.
        pointers: [(i32, f64); 2],
        /// Where they were pressed.
        from: [f64; 2],
        /// Left edge of the plot in CSS px of the window.
        plot_left: f64,
        /// The scale as it was.
        origin: TimeScale,
    },
}

impl Gesture {
    /// A press that may become a drag; `from` is its place in CSS px of the window.
    pub fn drag(pointer: i32, from: (f64, f64), what: impl Drag + 'static) -> Self {
        Self::Drag { pointer, from, is_live: false, what: Rc::new(what) }
    }

    /// A press that may move time; `from` is its place in CSS px of the window from the left, `tap` what it does if it does not.
    pub fn pan(pointer: i32, from: f64, origin: TimeScale, tap: Option<Action>) -> Self {
        Self::Pan { pointer, from, origin, is_live: false, tap: tap.map(Box::new) }
    }

    /// Whether this pointer takes part.
    pub fn has(&self, id: i32) -> bool {
        match self {
            Self::Drag { pointer, .. } | Self::Pan { pointer, .. } => *pointer == id,
            Self::Pinch { pointers, .. } => pointers.iter().any(|(pointer, _)| *pointer == id),
        }
    }

    /// What is dragged, if something is.
    pub fn dragged(&self) -> Option<&dyn Drag> {
        if let Self::Drag { what, .. } = self { Some(&**what) } else { None }
    }
}
