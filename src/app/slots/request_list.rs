//! The left column: all requests in arrival order, or those that are searched for.

use super::request_rows::Rows;
use super::request_search::RequestSearch;
use crate::app::kit::words::grouped;
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::slots::commands::add_request;
use crate::chart::PlanView;
use crate::engine::slots::revenue::Market;
use crate::state::{FilterError, RequestFilter};
use std::rc::Rc;
use yew::prelude::*;

/// Which requests are listed at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// All.
    #[default]
    All,
    /// Those of which a job was refused.
    Refused,
    /// Those of which a job was moved.
    Moved,
}

/// The requests that are listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Those of which are looked through.
    pub tab: Tab,
    /// Whether some are left out by what is searched for.
    pub is_searched: bool,
    /// What is searched for, if it means nothing; then nothing is left out.
    pub problem: Option<FilterError>,
    /// Request rows that are listed, ascending; `None` for all.
    rows: Option<Vec<u32>>,
    all: usize,
}

/// Request rows of a tab; `None` for all.
fn rows_of(plan: &PlanView, tab: Tab) -> Option<Vec<u32>> {
    match tab {
        Tab::All => None,
        Tab::Refused => Some(plan.refused_rows()),
        Tab::Moved => Some(plan.moved_rows()),
    }
}

impl Listing {
    fn new(plan: Option<&PlanView>, market: Option<&Market>, tab: Tab, text: &str) -> Self {
        let (filter, problem) = match RequestFilter::read(text) {
            Ok(filter) => (filter, None),
            Err(error) => (RequestFilter::default(), Some(error)),
        };
        let Some(plan) = plan else { return Self { tab, is_searched: false, problem, rows: None, all: 0 } };
        let all = plan.arrivals().requests();
        let is_searched = !filter.is_empty();
        let mut rows = rows_of(plan, tab);
        if is_searched {
            let admits = |row: &u32| filter.admits(plan, market, *row as usize);
            rows = Some(match rows {
                None => (0..all as u32).filter(admits).collect(),
                Some(rows) => rows.into_iter().filter(admits).collect(),
            });
        }
        Self { tab, is_searched, problem, rows, all }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.as_ref().map_or(self.all, Vec::len)
    }

    /// The request row in a place of the list.
    pub fn row_at(&self, place: usize) -> Option<usize> {
        match &self.rows {
            None => (place < self.all).then_some(place),
            Some(rows) => rows.get(place).map(|&row| row as usize),
        }
    }

    /// The place of a request row in the list.
    pub fn place_of(&self, row: usize) -> Option<usize> {
        match &self.rows {
            None => (row < self.all).then_some(row),
            Some(rows) => rows.binary_search(&(row as u32)).ok(),
        }
    }

    /// Whether some requests may be left out.
    pub fn rows_are_some(&self) -> bool {
        self.rows.is_some()
    }

    /// Why none is listed.
    pub fn nothing(&self) -> &'static str {
        match self.tab {
            _ if self.is_searched => "No request matches.",
            Tab::All => "No requests yet.",
            Tab::Refused => "No job was refused.",
            Tab::Moved => "No job was moved.",
        }
    }
}

/// The list of requests.
#[component]
pub fn RequestList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let tab = use_state_eq(Tab::default);
    let text = use_state_eq(|| AttrValue::from(""));
    let shown = lab.engine_state.plans.slots.shown.as_ref();
    let plan_key = shown.map(Rc::as_ptr);
    let counts = use_memo(plan_key, |_| {
        [Tab::All, Tab::Refused, Tab::Moved].map(|tab| {
            let plan = shown.map(|shown| shown.plan());
            plan.map_or(0, |plan| rows_of(&plan, tab).map_or(plan.arrivals().requests(), |rows| rows.len()))
        })
    });
    let listing = use_memo((plan_key, *tab, (*text).clone()), |(_, tab, text)| {
        let plan = shown.map(|shown| shown.plan());
        Listing::new(plan.as_deref(), shown.and_then(|shown| shown.scenario().market.as_ref()), *tab, text)
    });
    let tabs = [(Tab::All, "All"), (Tab::Refused, "Refused"), (Tab::Moved, "Moved")].into_iter().zip(*counts).map(|((kind, name), number)| {
        let choose = {
            let tab = tab.clone();
            Callback::from(move |_: MouseEvent| tab.set(kind))
        };
        html! {
            <button type="button" key={name} id={format!("filter-{}", name.to_ascii_lowercase())} aria-pressed={(*tab == kind).to_string()} onclick={choose}>
                { name }<span class="number">{ grouped(number as u64) }</span>
            </button>
        }
    });
    let on_new = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| add_request(&lab))
    };
    let on_servers = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.servers_of_plan())
    };
    let on_text = {
        let text = text.clone();
        Callback::from(move |typed: AttrValue| text.set(typed))
    };
    let classes = lab.model().market().map_or(0, Market::count);
    html! {
        <aside class="requests" aria-label="Requests">
            <h2>{ "Requests" }<span>{ " in order of arrival" }</span></h2>
            <div class="segmented" role="group" aria-label="Which requests">{ for tabs }</div>
            <RequestSearch text={(*text).clone()} {on_text} listing={Rc::clone(&listing)} {classes} lab={newest.clone()} />
            if let Some(shown) = shown {
                <Rows shown={Rc::clone(shown)} {listing} selected={lab.model().view.selected} marked={lab.model().marked.clone()} hover={lab.hover.clone()}
                    width={lab.plot_width.get() as u64} lab={newest} />
            }
            <div class="below">
                <button type="button" id="new-request" onclick={on_new} title="New request (N)">{ "New request" }</button>
                <button type="button" id="set-servers" class="link" onclick={on_servers}>{ "Plan the same jobs on named servers" }</button>
                <p class="hint">{ "or draw one on the plan; drop a workload log (SWF) or a scenario anywhere." }</p>
            </div>
        </aside>
    }
}
