//! The list of requests of any study: which of them, what is searched for, and the rows, of which one or several are selected.

mod rows;
mod search;
mod selected;

use super::context::{Lab, Newest};
use super::study_commands::Study;
use crate::app::kit::words::grouped;
use crate::engine::core::edits::RequestId;
use crate::state::{Action, Listing, ListingTab, Search, ViewAction};
use rows::Rows;
use search::RequestSearch;
pub use selected::SelectedRequests;
use std::rc::Rc;
use yew::prelude::*;

/// A plan whose requests are listed.
pub trait ListedPlan: Clone + PartialEq + 'static {
    /// The system's part of the common commands.
    fn study(&self) -> Study;

    /// The request in a row of the plan.
    fn id_at(&self, row: usize) -> Option<RequestId>;

    /// The row of a request.
    fn row_of(&self, id: RequestId) -> Option<usize>;

    /// The number that people call a request by, by its row.
    fn number_at(&self, row: usize) -> Option<u32>;

    /// The row of the request that a job belongs to.
    fn row_of_job(&self, job: u32) -> Option<usize>;

    /// Height of a row, in CSS px; the style sheet says the same.
    fn row_px(&self, tab: ListingTab) -> f64;

    /// Draws rows that are in view.
    fn draw(&self, rows: Vec<RowLook>, actions: &RowActions) -> Html;
}

/// A row of the list and its place in it.
#[derive(Clone, Copy, PartialEq)]
pub struct RowLook {
    /// Row of the request in the plan.
    pub row: usize,
    /// Place in the list.
    pub place: usize,
    /// Length of the list.
    pub len: usize,
    /// Whether it says why a job was refused.
    pub has_reason: bool,
    /// Whether it is selected, alone or with others.
    pub is_selected: bool,
    /// Whether it is the one of several that handles and words are about.
    pub is_main: bool,
    /// Whether a bar of it is pointed at.
    pub is_pointed_at: bool,
}

/// What a row does.
pub struct RowActions {
    /// It is clicked.
    pub choose: Callback<(MouseEvent, usize)>,
    /// The pointer comes upon it (with the first of its jobs that has a bar) or leaves it.
    pub point: Callback<Option<u32>>,
}

/// What stands in a list.
pub struct ListParts<P: ListedPlan> {
    /// The system's part of the common commands.
    pub study: Study,
    /// The plan, once there is one.
    pub plan: Option<P>,
    /// Which requests are listed.
    pub listing: Rc<Listing>,
    /// The tabs, with how many requests each has.
    pub tabs: Vec<(ListingTab, usize)>,
    /// Words that can be chosen for the search.
    pub words: Vec<String>,
    /// What else can be typed.
    pub hint: &'static str,
}

fn tab_name(tab: ListingTab) -> &'static str {
    match tab {
        ListingTab::All => "All",
        ListingTab::Refused => "Refused",
        ListingTab::Moved => "Moved",
    }
}

/// Tabs, search and rows.
pub fn request_list<P: ListedPlan>(lab: &Lab, newest: &Newest, parts: ListParts<P>) -> Html {
    let ListParts { study, plan, listing, tabs, words, hint } = parts;
    let kind = study.kind();
    let search = lab.model().search(kind);
    let set = {
        let lab = lab.clone();
        move |search: Search| lab.act(Action::View(ViewAction::Search(kind, search)))
    };
    let buttons = tabs.into_iter().map(|(tab, number)| {
        let choose = {
            let (set, text) = (set.clone(), search.text.clone());
            Callback::from(move |_: MouseEvent| set(Search { tab, text: text.clone() }))
        };
        let name = tab_name(tab);
        html! {
            <button type="button" key={name} id={format!("filter-{}", name.to_ascii_lowercase())} aria-pressed={(search.tab == tab).to_string()} onclick={choose}>
                { name }<span class="number">{ grouped(number as u64) }</span>
            </button>
        }
    });
    let on_text = {
        let (set, tab) = (set.clone(), search.tab);
        Callback::from(move |text: AttrValue| set(Search { tab, text: text.to_string() }))
    };
    let selected = crate::state::selected_in(&lab.model().view, kind);
    html! {
        <>
            <div class="segmented" role="group" aria-label="Which requests">{ for buttons }</div>
            <RequestSearch<P> text={search.text.clone()} {on_text} listing={Rc::clone(&listing)} plan={plan.clone()} {words} {hint} lab={newest.clone()} />
            if let Some(plan) = plan {
                <Rows<P> {plan} {listing} {selected} marked={lab.model().marked.clone()} hover={lab.hover.clone()}
                    width={lab.plot_width.get() as u64} lab={newest.clone()} />
            }
        </>
    }
}
