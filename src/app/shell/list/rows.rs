//! The rows of the list of requests. Only visible ones are in the document; one or several of them are selected by pointer and keyboard.

use super::listed::{ListedPlan, RowActions, RowLook};
use crate::app::kit::controls::keys::next_place;
use crate::app::kit::plot::area::use_size;
use crate::app::shell::context::Newest;
use crate::app::shell::pointer::hover::{Hover, use_hovered};
use crate::engine::core::edits::RequestId;
use crate::state::{Action, Listing, ListingTab, Marked, ViewAction, selected_in};
use std::rc::Rc;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// Browsers stop counting pixels somewhere above this; longer lists scroll faster than they are.
const SCROLL_PX_MAX: f64 = 8_000_000.0;

/// Properties of [`Rows`].
#[derive(Properties, PartialEq)]
pub struct RowsProps<P: ListedPlan> {
    /// The plan.
    pub plan: P,
    /// Which requests are listed.
    pub listing: Rc<Listing>,
    /// The selected request.
    pub selected: Option<RequestId>,
    /// Those picked with it.
    pub marked: Marked,
    /// What is pointed at.
    pub hover: Hover,
    /// Of the plots: when it changes, so does the list's size.
    pub width: u64,
    /// The page's state.
    pub lab: Newest,
}

/// Where the list is scrolled to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Scroll {
    top: f64,
    height: f64,
}

/// What is selected in the list, and what a click or a key makes of it.
struct Selecting<P: ListedPlan> {
    lab: Newest,
    plan: P,
    listing: Rc<Listing>,
    /// Where a stretch of requests begins that is selected with Shift.
    anchor: Rc<std::cell::Cell<Option<RequestId>>>,
}

impl<P: ListedPlan> Selecting<P> {
    fn id_at(&self, place: usize) -> Option<RequestId> {
        self.plan.id_at(self.listing.row_at(place)?)
    }

    fn place_of(&self, id: RequestId) -> Option<usize> {
        self.listing.place_of(self.plan.row_of(id)?)
    }

    /// The request that is selected by now: keys may come faster than they are drawn.
    fn selected(&self) -> Option<RequestId> {
        selected_in(&self.lab.get().model().view, self.plan.study().kind())
    }

    fn mark(&self, selected: Option<RequestId>, marked: Marked) {
        self.lab.get().act(Action::View(ViewAction::Mark(self.plan.study().kind(), selected, marked)));
    }

    /// Selects what is in a place alone.
    fn one(&self, place: usize) {
        let Some(id) = self.id_at(place) else { return };
        self.anchor.set(Some(id));
        self.lab.get().act(Action::View(ViewAction::Select(self.plan.study().kind(), Some(id))));
    }

    /// Takes what is in a place to the others, or away from them.
    fn toggle(&self, place: usize) {
        let Some(id) = self.id_at(place) else { return };
        let (selected, marked) = self.lab.get().model().marked.toggled(self.selected(), id);
        self.anchor.set(Some(id));
        self.mark(selected, marked);
    }

    /// Selects everything from where a stretch began to a place.
    fn stretch(&self, place: usize) {
        let Some(id) = self.id_at(place) else { return };
        let selected = self.selected();
        let anchor = self.anchor.get().filter(|anchor| self.place_of(*anchor).is_some()).or(selected).unwrap_or(id);
        self.anchor.set(Some(anchor));
        let from = self.place_of(anchor).unwrap_or(place);
        let marked = (from.min(place)..=from.max(place)).filter_map(|place| self.id_at(place)).collect();
        self.mark(Some(id), marked);
    }

    /// Does what a key stands for; tells whether it stands for anything.
    fn on_key(&self, event: &KeyboardEvent) -> bool {
        let len = self.listing.len();
        let is_command = event.ctrl_key() || event.meta_key();
        let by = match event.key().as_str() {
            "a" | "A" if is_command => {
                self.mark(self.selected(), (0..len).filter_map(|place| self.id_at(place)).collect());
                return true;
            }
            "Delete" | "Backspace" => {
                self.plan.study().remove(&self.lab.get());
                return true;
            }
            _ if is_command => return false,
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            "PageDown" => 10,
            "PageUp" => -10,
            "Home" => i64::from(i32::MIN),
            "End" => i64::from(i32::MAX),
            _ => return false,
        };
        // Within what is listed.
        let selected = self.selected().and_then(|id| self.place_of(id));
        match next_place(len, selected, by) {
            Some(place) if event.shift_key() => self.stretch(place),
            Some(place) => self.one(place),
            None => {}
        }
        true
    }
}

/// The rows.
#[component]
pub fn Rows<P: ListedPlan>(RowsProps { plan, listing, selected, marked, hover, width, lab }: &RowsProps<P>) -> Html {
    let viewport = use_node_ref();
    let spacer = use_node_ref();
    // Asking an element for its place makes the browser lay out the page at once, so nothing is asked before it is laid out anyway.
    let size = use_size(viewport.clone());
    let is_laid_out = size.1 > 0.0;
    let scroll = use_state_eq(Scroll::default);
    let pointed_at = use_hovered(hover);
    let anchor = use_memo((), |()| std::cell::Cell::new(None));
    let len = listing.len();
    let row_px = plan.row_px(listing.tab);
    let full = (len as f64 * row_px).max(1.0);
    let content = full.min(SCROLL_PX_MAX);
    let place_of_selected = selected.and_then(|id| plan.row_of(id)).and_then(|row| listing.place_of(row));

    let measure = {
        let (viewport, scroll) = (viewport.clone(), scroll.clone());
        move || {
            if let Some(element) = viewport.cast::<HtmlElement>() {
                scroll.set(Scroll { top: f64::from(element.scroll_top()), height: f64::from(element.client_height()) });
            }
        }
    };
    {
        let (spacer, measure) = (spacer.clone(), measure.clone());
        use_effect_with((content as u64, *width, size.1 as u64), move |(content, ..)| {
            if let Some(element) = spacer.cast::<HtmlElement>() {
                // Without its height the list cannot be scrolled, but still shows its first rows.
                let _ = element.style().set_property("height", &format!("{content}px"));
            }
            if is_laid_out {
                measure();
            }
        });
    }
    {
        // A selection made elsewhere comes into view.
        let viewport = viewport.clone();
        use_effect_with((place_of_selected.filter(|_| is_laid_out), *selected), move |(place, _)| {
            let (Some(place), Some(element)) = (*place, viewport.cast::<HtmlElement>()) else { return };
            let (top, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
            let at = place as f64 * row_px * (content / full);
            if at < top || at + row_px > top + height {
                element.set_scroll_top((at - height / 2.0 + row_px / 2.0) as i32);
            }
        });
    }
    let on_scroll = Callback::from(move |_: Event| measure());
    let selecting = Rc::new(Selecting { lab: lab.clone(), plan: plan.clone(), listing: Rc::clone(listing), anchor });
    let on_key = {
        let selecting = Rc::clone(&selecting);
        Callback::from(move |event: KeyboardEvent| {
            if selecting.on_key(&event) {
                event.prevent_default();
            }
        })
    };
    let actions = RowActions {
        choose: Callback::from(move |(event, place): (MouseEvent, usize)| {
            if event.shift_key() {
                selecting.stretch(place);
            } else if event.ctrl_key() || event.meta_key() {
                selecting.toggle(place);
            } else {
                selecting.one(place);
            }
        }),
        point: {
            let hover = hover.clone();
            Callback::from(move |job| hover.point(job))
        },
    };
    // Rows start at whole ones, so that the sticky block needs no offset.
    let reach = (full - scroll.height).max(1.0);
    let scrolled = if content < full { scroll.top * reach / (content - scroll.height).max(1.0) } else { scroll.top };
    let first = ((scrolled / row_px) as usize).min(len.saturating_sub(1));
    let visible = (scroll.height / row_px).ceil() as usize + 1;
    let lit = pointed_at.and_then(|job| plan.row_of_job(job));
    let looks = (first..(first + visible).min(len)).filter_map(|place| {
        let row = listing.row_at(place)?;
        let id = plan.id_at(row)?;
        Some(RowLook {
            row,
            place,
            len,
            has_reason: listing.tab == ListingTab::Refused,
            is_selected: *selected == Some(id) || marked.contains(id),
            is_main: *selected == Some(id) && !marked.is_empty(),
            is_pointed_at: lit == Some(row),
        })
    });
    let items = plan.draw(looks.collect(), &actions);
    let active = place_of_selected.map(|_| format!("request-{}", selected.unwrap_or_default()));
    html! {
        <div class="rows" ref={viewport} onscroll={on_scroll} role={if len > 0 { "listbox" } else { "group" }} tabindex="0" aria-label="Requests in order of arrival" aria-multiselectable={(len > 0).then_some("true")} aria-activedescendant={active} onkeydown={on_key}>
            <div class="spacer" ref={spacer} role="presentation">
                <div class="window" role="presentation">{ items }</div>
            </div>
            if listing.is_empty() {
                <p class="hint">{ listing.nothing() }</p>
            }
        </div>
    }
}
