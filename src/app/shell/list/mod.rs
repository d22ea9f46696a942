//! The list of requests of any study: which of them, what is searched for, and the rows, of which one or several are selected.

mod listed;
mod rows;
mod search;
mod selected;
mod two_lines;

use super::commands::study::Study;
use super::context::{Lab, Newest};
use crate::app::kit::text::format::grouped;
use crate::app::shell::panel::form_parts::on_click;
use crate::state::{Action, Listing, ListingTab, Search, ViewAction};
pub use listed::{ListedPlan, RowActions, RowLook};
use rows::Rows;
use search::RequestSearch;
pub use selected::SelectedRequests;
use std::rc::Rc;
pub use two_lines::{RowText, two_lines};
use yew::prelude::*;

/// What stands in a list.
pub struct ListParts<P: ListedPlan> {
    /// Class of the column, where a style is for it.
    pub class: Option<&'static str>,
    /// What is listed.
    pub heading: &'static str,
    /// How many there are, behind the heading.
    pub count: String,
    /// The button that adds one: its element id, what it says, and more about it.
    pub new: (&'static str, &'static str, &'static str),
    /// Another way to add one.
    pub or: Option<&'static str>,
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
    /// What those words are called on their buttons, where that is not the word itself.
    pub names: &'static [(&'static str, &'static str)],
    /// What stands in the empty field, if not the first words.
    pub placeholder: Option<&'static str>,
    /// What else can be typed.
    pub hint: &'static str,
}

fn tab_name(tab: ListingTab) -> &'static str {
    match tab {
        ListingTab::All => "All",
        ListingTab::Refused => "Refused",
        ListingTab::Moved => "Moved",
        ListingTab::Waited => "Waited",
        ListingTab::Backfilled => "Backfilled",
    }
}

/// How many there are, in order of arrival; nobody knows while there is no plan.
pub fn count_in_order(count: Option<usize>) -> String {
    count.map_or_else(|| ": planning …".to_string(), |count| format!(": {}, in order of arrival", grouped(count as u64)))
}

/// The column: heading, tabs, search, rows and what adds one.
pub fn request_list<P: ListedPlan>(lab: &Lab, newest: &Newest, parts: ListParts<P>) -> Html {
    let ListParts { class, heading, count, new: (id, new, title), or, study, plan, listing, tabs, words, names, placeholder, hint } =
        parts;
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
        <aside class={classes!("requests", class)} aria-label={heading}>
            <h2>{ heading }<span>{ count }</span></h2>
            <div class="segmented" role="group" aria-label="Which requests">{ for buttons }</div>
            <RequestSearch<P> text={search.text.clone()} {on_text} listing={Rc::clone(&listing)} plan={plan.clone()} {words} {names} {placeholder} {hint} lab={newest.clone()} />
            if let Some(plan) = plan {
                <Rows<P> {plan} {listing} {selected} marked={lab.model().marked.clone()} hover={lab.hover.clone()}
                    width={lab.plot_width.get() as u64} lab={newest.clone()} />
            }
            <div class="below">
                <button type="button" {id} {title} onclick={on_click(lab, move |lab| study.add(lab))}>{ new }</button>
                if let Some(or) = or {
                    <p class="hint">{ or }</p>
                }
            </div>
        </aside>
    }
}
