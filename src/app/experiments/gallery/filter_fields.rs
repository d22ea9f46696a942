//! The fields that say which figures the gallery shows.

use super::before_runs::{OURS, STUDIES};
use super::filters::{Filters, VERDICTS};
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::papers::experiment::Source;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// A search, three lists, and a box to tick.
pub fn filter_fields(filters: &Filters, on_change: &Callback<Filters>) -> Html {
    let on_search = {
        let (old, on_change) = (filters.clone(), on_change.clone());
        move |event: InputEvent| {
            let search = event.target_unchecked_into::<HtmlInputElement>().value();
            on_change.emit(Filters { search, ..old.clone() });
        }
    };
    let on_run = {
        let (old, on_change) = (filters.clone(), on_change.clone());
        move |event: Event| {
            let is_run = event.target_unchecked_into::<HtmlInputElement>().checked();
            on_change.emit(Filters { is_run, ..old.clone() });
        }
    };
    // One of these, or everything.
    let list = |id: &'static str,
                label: &'static str,
                of: &[(&'static str, &'static str)],
                chosen: &'static str,
                set: fn(&mut Filters, &'static str)| {
        let choices = [("", "all")].iter().chain(of).map(|&(value, words)| Choice { key: value, words, value }).collect();
        let (old, on_change) = (filters.clone(), on_change.clone());
        let on_pick = Callback::from(move |value| {
            let mut filters = old.clone();
            set(&mut filters, value);
            on_change.emit(filters);
        });
        html! { <label class="pick">{ label }{ select(id, choices, chosen, on_pick) }</label> }
    };
    let mut papers = Source::ALL.map(|source| (source.words(), source.words())).to_vec();
    papers.push((OURS, "None: ours"));
    let studies = STUDIES.map(|study| (study, study));
    html! {
        <>
            <input id="gallery-search" type="search" autocomplete="off" value={filters.search.clone()} oninput={on_search} aria-label="Search"
                placeholder="Search: 6.18, fairness, retries …" aria-describedby="gallery-count" />
            { list("gallery-paper", "Paper", &papers, filters.paper, |filters, paper| filters.paper = paper) }
            { list("gallery-study", "Study", &studies, filters.study, |filters, study| filters.study = study) }
            { list("gallery-verdict", "Claims", &VERDICTS, filters.verdict, |filters, verdict| filters.verdict = verdict) }
            <label class="check"><input type="checkbox" id="gallery-ran" checked={filters.is_run} onchange={on_run} />{ "What I ran" }</label>
        </>
    }
}
