//! The choice of what the plan is compared with, and of how the two plans are shown.

use crate::app::shell::command::Entry;
use crate::app::shell::context::Lab;
use crate::app::slots::words::policy_name;
use crate::engine::Study;
use crate::engine::slots::scenario::{Policy, SlotsScenario};
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::{Action, Before, CompareAction, ViewAction};
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

impl Lab {
    /// Changes what is compared.
    pub fn compare(&self, action: CompareAction) {
        self.act(Action::View(ViewAction::Compare(action)));
    }

    /// Compares the plan with that of another policy.
    pub fn compare_with_policy(&self, policy: Policy) {
        let other = SlotsScenario { policy, ..self.model().slots().clone() };
        self.compare(CompareAction::Policy(Arc::new(Study::from(other))));
    }

    /// Keeps the plan as it is now: it is plan A from now on.
    pub fn keep_plan(&self) {
        if let Some(now) = self.model().workspace.get(Panel::Study(StudyKind::Slots)) {
            self.compare(CompareAction::Before(Before::Kept(Arc::clone(now))));
        }
    }

    /// Does what a choice in the list stands for.
    fn choose_other(&self, key: &str) {
        match key {
            NOTHING => self.compare(CompareAction::Stop),
            LAST_EDIT => self.compare(CompareAction::Before(Before::LastEdit)),
            KEEP => self.keep_plan(),
            _ => {
                if let Some(policy) = Policy::from_name(key) {
                    self.compare_with_policy(policy);
                }
            }
        }
    }
}

/// Something the plan can be compared with.
struct Other {
    /// What [`Lab::choose_other`] calls it.
    key: String,
    /// What it is.
    words: String,
}

/// What the plan can be compared with: other policies, and plans from before an edit.
struct Others {
    /// What it is compared with now.
    chosen: String,
    policies: Vec<Other>,
    before: Vec<Other>,
}

impl Others {
    fn new(lab: &Lab) -> Self {
        let model = lab.model();
        let own = model.slots().policy;
        let chosen = match (&model.comparing.before, model.view.compared) {
            (Some(Before::LastEdit), _) => LAST_EDIT.to_string(),
            (Some(Before::Kept(_)), _) => KEPT.to_string(),
            (None, Some(policy)) => policy.name(),
            (None, None) => NOTHING.to_string(),
        };
        let policies = Policy::all().into_iter().filter(|policy| !policy.is_same_as(own) || chosen == policy.name());
        let policies = policies.map(|policy| Other { key: policy.name(), words: policy_name(policy) }).collect();
        let is_kept = chosen == KEPT;
        let kept = (KEPT, "the plan that was kept");
        let keep = (KEEP, if is_kept { "the plan as it is now (keep it instead)" } else { "the plan as it is now (keep it)" });
        let before = [Some((LAST_EDIT, "the plan before the last edit")), Some(kept).filter(|_| is_kept), Some(keep)];
        let before = before.into_iter().flatten().map(|(key, words)| Other { key: key.to_string(), words: words.to_string() });
        Self { chosen, policies, before: before.collect() }
    }
}

/// The same as entries of the palette.
pub fn compare_choices(lab: &Lab) -> Vec<Entry> {
    let Others { chosen, policies, before } = Others::new(lab);
    let ends = (chosen != NOTHING).then(|| Entry::new("End the comparison", |lab| lab.choose_other(NOTHING)));
    let others = policies.into_iter().chain(before).filter(|other| other.key != chosen);
    let entries =
        others.map(|Other { key, words }| Entry::new(format!("Compare with: {words}"), move |lab| lab.choose_other(&key)));
    ends.into_iter().chain(entries).collect()
}

/// The list of what the plan can be compared with.
pub fn compare_bar(lab: &Lab) -> Html {
    let Others { chosen, policies, before } = Others::new(lab);
    let on_choose = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
                lab.choose_other(&select.value());
            }
        })
    };
    let option = |key: &str, words: &str| {
        html! { <option key={key.to_string()} value={key.to_string()} selected={chosen == key}>{ words.to_string() }</option> }
    };
    let options = |others: &[Other]| others.iter().map(|other| option(&other.key, &other.words)).collect::<Html>();
    html! {
        <label class="pick compare-pick">
            { "Compare with " }
            <select id="compare-with" onchange={on_choose}>
                { option(NOTHING, "nothing") }
                <optgroup label="Another policy">{ options(&policies) }</optgroup>
                <optgroup label="Before an edit">{ options(&before) }</optgroup>
            </select>
        </label>
    }
}
