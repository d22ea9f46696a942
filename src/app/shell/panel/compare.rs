//! The choice of what a plan is compared with, and of how the two plans are shown: common to all studies.

use crate::app::kit::tables::table::{Column, Table, row};
use crate::app::kit::text::comparison::{change_text, figure_text};
use crate::app::shell::commands::command::Entry;
use crate::app::shell::context::Lab;
use crate::engine::core::compare::{FigureName, FirstDifference, PlanComparison};
use crate::engine::study::StudyKind;
use crate::formats::link::{CompareLayout, Panel};
use crate::state::{Action, Before, CompareAction, ViewAction};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What is chosen to compare with nothing, with the plan before the last edit, and with the plan as it is now.
const NOTHING: &str = "nothing";
const LAST_EDIT: &str = "last-edit";
const KEEP: &str = "keep";
/// What stands there once a plan is kept.
const KEPT: &str = "kept";

/// What the marks mean where requests are accepted or refused.
pub const MARKS: [(&str, &str); 4] =
    [("same", "same in both"), ("only-a", "only A"), ("only-b", "only B"), ("moved", "in both, elsewhere")];

impl Lab {
    /// Changes what is compared.
    pub fn compare(&self, action: CompareAction) {
        self.act(Action::View(ViewAction::Compare(action)));
    }

    /// Keeps the plan as it is now: it is plan A from now on.
    pub fn keep_plan(&self, kind: StudyKind) {
        if let Some(now) = self.model().workspace.get(Panel::Study(kind)) {
            self.compare(CompareAction::Before(Before::Kept(Arc::clone(now))));
        }
    }
}

/// Another policy that a plan can be compared with.
pub struct OtherPolicy {
    /// What it is found by.
    pub key: String,
    /// What it is.
    pub words: String,
}

/// What a plan can be compared with: other policies, and plans from before an edit.
#[derive(Clone)]
pub struct Others {
    kind: StudyKind,
    /// What it is compared with now.
    chosen: String,
    policies: Rc<Vec<OtherPolicy>>,
    before: Rc<Vec<(&'static str, &'static str)>>,
    pick: fn(&Lab, &str),
}

impl Others {
    /// Those of a study: its policies but its own, the one that is compared, and what picking one does.
    pub fn new(lab: &Lab, kind: StudyKind, policies: Vec<OtherPolicy>, compared: Option<String>, pick: fn(&Lab, &str)) -> Self {
        let chosen = match (&lab.model().comparing.before, compared) {
            (Some(Before::LastEdit), _) => LAST_EDIT.to_string(),
            (Some(Before::Kept(_)), _) => KEPT.to_string(),
            (None, Some(policy)) => policy,
            (None, None) => NOTHING.to_string(),
        };
        let is_kept = chosen == KEPT;
        let keep = if is_kept { "the plan as it is now (keep it instead)" } else { "the plan as it is now (keep it)" };
        let kept = is_kept.then_some((KEPT, "the plan that was kept"));
        let before = [Some((LAST_EDIT, "the plan before the last edit")), kept, Some((KEEP, keep))].into_iter().flatten();
        Self { kind, chosen, policies: Rc::new(policies), before: Rc::new(before.collect()), pick }
    }

    /// Does what a choice in the list stands for.
    fn choose(&self, lab: &Lab, key: &str) {
        match key {
            NOTHING => lab.compare(CompareAction::Stop),
            LAST_EDIT => lab.compare(CompareAction::Before(Before::LastEdit)),
            KEEP => lab.keep_plan(self.kind),
            KEPT => {}
            _ => (self.pick)(lab, key),
        }
    }

    /// The same as entries of the palette.
    pub fn choices(&self) -> Vec<Entry> {
        let entry = |words: String, key: &str| {
            let (others, key) = (self.clone(), key.to_string());
            Entry::new(words, move |lab| others.choose(lab, &key))
        };
        let ends = (self.chosen != NOTHING).then(|| entry("End the comparison".to_string(), NOTHING));
        let policies = self.policies.iter().map(|policy| (policy.key.as_str(), policy.words.as_str()));
        let others = policies.chain(self.before.iter().copied()).filter(|(key, _)| *key != self.chosen);
        ends.into_iter().chain(others.map(|(key, words)| entry(format!("Compare with: {words}"), key))).collect()
    }

    /// The list of what the plan can be compared with.
    pub fn bar(&self, lab: &Lab) -> Html {
        let on_choose = {
            let (lab, others) = (lab.clone(), self.clone());
            Callback::from(move |event: Event| {
                if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
                    others.choose(&lab, &select.value());
                }
            })
        };
        let option = |key: &str, words: &str| {
            html! { <option key={key.to_string()} value={key.to_string()} selected={self.chosen == key}>{ words.to_string() }</option> }
        };
        html! {
            <label class="pick compare-pick">
                { "Compare with " }
                <select id="compare-with" onchange={on_choose}>
                    { option(NOTHING, "nothing") }
                    <optgroup label="Another policy">{ for self.policies.iter().map(|policy| option(&policy.key, &policy.words)) }</optgroup>
                    <optgroup label="Before an edit">{ for self.before.iter().map(|(key, words)| option(key, words)) }</optgroup>
                </select>
            </label>
        }
    }
}

/// What plans A and B are called, given the names of their policies.
pub fn side_names(lab: &Lab, [a, b]: [String; 2]) -> [String; 2] {
    match &lab.model().comparing.before {
        None => [format!("A: {a}"), format!("B: {b}")],
        Some(before) => {
            let was = if *before == Before::LastEdit { "before the last edit" } else { "the plan that was kept" };
            let is_other = a != b;
            let [a, b] = [a, b].map(|policy| if is_other { format!(", {policy}") } else { String::new() });
            [format!("A: {was}{a}"), format!("B: now{b}")]
        }
    }
}

/// Why there is nothing to be compared yet.
pub fn why_nothing(lab: &Lab, kind: StudyKind) -> &'static str {
    let model = lab.model();
    if model.beside(kind).other.is_some() {
        return "Planning the other policy …";
    }
    match model.comparing.before {
        Some(Before::LastEdit) => "Nothing was edited yet. Drag a request: plan A is how it was before, plan B how it becomes.",
        Some(Before::Kept(_)) => {
            "The plan that was kept has other requests. Keep the current plan instead, or compare with a policy."
        }
        None => "There is nothing to compare with.",
    }
}

/// How the plans are shown, and what the marks mean: class of a mark, and words.
pub fn layout_bar(lab: &Lab, layout: CompareLayout, keys: &[(&'static str, &'static str)]) -> Html {
    let buttons = [
        (CompareLayout::Stacked, "stacked", "A above B"),
        (CompareLayout::Overlaid, "overlaid", "Overlaid"),
        (CompareLayout::OnlyA, "a", "A"),
        (CompareLayout::OnlyB, "b", "B"),
    ]
    .map(|(to, id, name)| {
        let lab = lab.clone();
        let onclick = Callback::from(move |_: MouseEvent| lab.compare(CompareAction::Layout(to)));
        html! { <button type="button" key={id} id={format!("compare-{id}")} aria-pressed={(to == layout).to_string()} {onclick}>{ name }</button> }
    });
    html! {
        <div class="line compare-head">
            <div class="segmented" role="group" aria-label="How the two plans are shown">{ for buttons }</div>
            if !keys.is_empty() {
                <ul class="plain legend" aria-label="Marks">
                    { for keys.iter().map(|(key, words)| html! { <li key={*key}><span class={classes!("mark", *key)} />{ *words }</li> }) }
                </ul>
            }
        </div>
    }
}

/// Where two plans first differ; the name selects the request.
pub fn first_difference(lab: &Lab, kind: StudyKind, first: Option<&FirstDifference>) -> Html {
    let Some(first) = first else { return Html::default() };
    let (lab, id) = (lab.clone(), first.request);
    let select = Callback::from(move |_: MouseEvent| lab.act(Action::View(ViewAction::Select(kind, Some(id)))));
    html! {
        <p id="compare-first">{ "They first differ at " }<button type="button" class="link" onclick={select}>{ first.name.clone() }</button>{ format!(": {}.", first.words) }</p>
    }
}

/// All figures of both plans, and how they differ.
pub fn compared_figures(comparison: &PlanComparison, names: &[FigureName], headings: &[String; 2]) -> Html {
    let ([of_a, of_b], change) = (&comparison.figures, comparison.change());
    let rows = names.iter().enumerate().filter_map(|(at, figure)| {
        let [a, b] = [of_a, of_b].map(|values| values.get(at).copied().flatten());
        let change = change.get(at).copied().flatten();
        (a.is_some() || b.is_some()).then(|| {
            let name = html! { <span title={figure.formula}>{ figure.name }</span> };
            row(name, [figure_text(a, figure.unit), figure_text(b, figure.unit), change_text(change, figure.unit)])
        })
    });
    let columns = Column::all(["Figure".to_string(), headings[0].clone(), headings[1].clone(), "B − A".to_string()]);
    html! {
        <Table label="Figures of both plans" id="compare-figures" caption="Figures of both plans" {columns}>{ for rows }</Table>
    }
}
