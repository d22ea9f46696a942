//! The border between the picture and a part of the page: dragged, or moved by keys, it changes the part's size.

use super::panel_sizes::{PanelSizes, Part};
use crate::app::shell::context::use_lab;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// What an arrow key moves it by, and with Shift, in CSS px.
const KEY_PX: (f64, f64) = (16.0, 64.0);

/// Properties of [`Border`].
#[derive(Properties, PartialEq)]
pub struct BorderProps {
    /// Whose border it is.
    pub part: Part,
}

/// A pointer that holds the border.
#[derive(Clone, Copy)]
struct Held {
    pointer: i32,
    /// Where it was pressed, and how large the part was.
    from: f64,
    size: f64,
}

impl Part {
    /// Where a pointer is along the direction in which the part is resized.
    fn place(self, event: &PointerEvent) -> f64 {
        f64::from(if self.is_column() { event.client_x() } else { event.client_y() })
    }

    /// Whether the part grows when its border is moved right or down.
    const fn grows_forward(self) -> bool {
        matches!(self, Self::List)
    }

    /// What is said of the border.
    const fn label(self) -> &'static str {
        match self {
            Self::List => "Width of the list",
            Self::Inspector => "Width of the inspector",
            Self::Dock => "Height of what stands below the picture",
            Self::Nodes => "Height of the nodes",
        }
    }

    /// What the mouse does with it.
    const fn title(self) -> &'static str {
        match self {
            Self::List => "Drag to change the width; [ hides the list",
            Self::Inspector => "Drag to change the width; ] hides the inspector",
            Self::Dock | Self::Nodes => "Drag to change the height; a double-click resets it",
        }
    }

    /// Its size on the screen, in CSS px; 0 while it is hidden.
    fn measured(self) -> f64 {
        let css = match self {
            Self::List => ".requests",
            Self::Inspector => ".beside",
            Self::Dock => ".dock",
            Self::Nodes => ".nodes-room",
        };
        let element = web_sys::window().and_then(|window| window.document()).and_then(|it| it.query_selector(css).ok().flatten());
        let rect = element.map(|element: Element| element.get_bounding_client_rect());
        rect.map_or(0.0, |rect| if self.is_column() { rect.width() } else { rect.height() })
    }
}

/// The border. A double-click gives the part its usual size; a column that is hidden comes back with a click.
#[component]
pub fn Border(&BorderProps { part }: &BorderProps) -> Html {
    let lab = use_lab();
    let held = use_mut_ref(|| None::<Held>);
    // While it is held, it lies over the whole page (www/frame.css), so that it hears of the pointer wherever that is.
    let is_held = use_state_eq(|| false);
    // A drag ends with a click, too.
    let has_moved = use_mut_ref(|| false);
    let sizes = lab.sizes.clone();
    let size = sizes.of(part);
    let set = {
        let sizes = sizes.clone();
        move |next: PanelSizes| sizes.set(next)
    };
    let keep = {
        let set = set.clone();
        move |next: PanelSizes| {
            next.remember();
            set(next);
        }
    };
    let on_down = {
        let (held, has_moved, is_held) = (held.clone(), has_moved.clone(), is_held.clone());
        Callback::from(move |event: PointerEvent| {
            is_held.set(true);
            event.prevent_default();
            *has_moved.borrow_mut() = false;
            *held.borrow_mut() = Some(Held { pointer: event.pointer_id(), from: part.place(&event), size: part.measured() });
        })
    };
    let on_move = {
        let (held, sizes, has_moved) = (held.clone(), sizes.clone(), has_moved.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(held) = held.borrow().filter(|held| held.pointer == event.pointer_id()) else { return };
            let by = part.place(&event) - held.from;
            if by != 0.0 {
                *has_moved.borrow_mut() = true;
                set(sizes.resized(part, held.size + if part.grows_forward() { by } else { -by }));
            }
        })
    };
    let on_up = {
        let (held, sizes, is_held) = (held, sizes.clone(), is_held.clone());
        Callback::from(move |_: PointerEvent| {
            is_held.set(false);
            if held.borrow_mut().take().is_some() {
                sizes.remember();
            }
        })
    };
    let on_double = {
        let (keep, sizes, has_moved) = (keep.clone(), sizes.clone(), has_moved.clone());
        Callback::from(move |_: MouseEvent| {
            if !*has_moved.borrow() {
                keep(sizes.usual(part));
            }
        })
    };
    let on_click = {
        let (keep, sizes) = (keep.clone(), sizes.clone());
        Callback::from(move |_: MouseEvent| {
            if sizes.of(part).is_hidden && !*has_moved.borrow() {
                keep(sizes.toggled(part));
            }
        })
    };
    let on_key = Callback::from(move |event: KeyboardEvent| {
        let by = if event.shift_key() { KEY_PX.1 } else { KEY_PX.0 };
        let by = match (event.key().as_str(), part.is_column()) {
            ("ArrowRight", true) | ("ArrowDown", false) => by,
            ("ArrowLeft", true) | ("ArrowUp", false) => -by,
            ("Enter", true) => {
                event.prevent_default();
                return keep(sizes.toggled(part));
            }
            _ => return,
        };
        event.prevent_default();
        keep(sizes.resized(part, part.measured() + if part.grows_forward() { by } else { -by }));
    });
    let words =
        if size.is_hidden { "hidden".to_string() } else { size.px.map_or_else(|| "usual".to_string(), |px| format!("{px} px")) };
    html! {
        <div class={classes!("border", format!("of-{}", part.name()), is_held.then_some("held"))} role="separator" tabindex="0" aria-label={part.label()} title={part.title()}
            aria-orientation={if part.is_column() { "vertical" } else { "horizontal" }}
            aria-valuenow={size.px.filter(|_| !size.is_hidden).unwrap_or(0.0).to_string()} aria-valuetext={words}
            onpointerdown={on_down} onpointermove={on_move} onpointerup={on_up.clone()} onpointercancel={on_up}
            ondblclick={on_double} onclick={on_click} onkeydown={on_key} />
    }
}
