//! The menu of a study's policies: what each does, and what it would give here. While one is pointed at, the picture shows its plan.

use crate::app::kit::controls::menu::Menu;
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::engine::study_queue::LOCAL_SIZE_MAX;
use crate::app::shell::notices::Cause;
use crate::engine::Study;
use crate::engine::core::compare::FigureName;
use crate::engine::core::compared::PolicyRow;
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::{Action, Change, CompareAction, Edit, ScenarioEdit};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// With more jobs than this, or where the page does not plan by itself, nothing is told of the other plans: all of them take too long to make for a glance
/// at a menu. Where the page does not plan by itself no plan is shown before it is chosen, either.
const TOLD_JOBS: usize = 500;

/// A policy that can be chosen.
#[derive(Clone, PartialEq)]
pub struct PolicyEntry {
    /// What policies that decide alike are called.
    pub family: &'static str,
    /// What it is found by; unique in its menu.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub idea: &'static str,
}

/// The figure of a plan with a key.
pub type FigureOf<'a> = &'a dyn Fn(&str) -> Option<f64>;

/// The policies of a study as a menu.
#[derive(Clone, Properties)]
pub struct PolicyMenuProps {
    /// The study.
    pub kind: StudyKind,
    /// What the ids of the button (`…-menu`) and of the entries (`…-key`) begin with.
    pub id: &'static str,
    /// What a policy is called in this study.
    pub label: &'static str,
    /// The policies.
    pub entries: Vec<PolicyEntry>,
    /// The key of the one that decides.
    pub chosen: &'static str,
    /// Jobs of the plan.
    pub jobs: usize,
    /// The figures in the study's table of all policies.
    pub figures: &'static [FigureName],
    /// What a plan with these figures is, in a few words.
    pub gives: fn(&Lab, FigureOf) -> Option<String>,
    /// The study under the policy with a key.
    pub under: fn(&Lab, &str) -> Option<Study>,
}

impl PartialEq for PolicyMenuProps {
    /// A study has one menu: the functions of an id are the same.
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.chosen, self.jobs) == (other.id, other.chosen, other.jobs) && self.entries == other.entries
    }
}

/// The menu, with the word before it.
pub fn policy_menu(of: PolicyMenuProps) -> Html {
    // Menus of two studies are two, though they stand in the same place.
    let (key, label) = (of.id, of.label);
    html! { <span class="pick">{ label }{ " " }<PolicyMenu {key} ..of /></span> }
}

#[component]
fn PolicyMenu(props: &PolicyMenuProps) -> Html {
    let &PolicyMenuProps { kind, id, label, ref entries, chosen, jobs, under, .. } = props;
    let lab = use_lab();
    let is_open = use_state_eq(|| false);
    let toggle = |to: bool| {
        let is_open = is_open.clone();
        Callback::from(move |()| is_open.set(to))
    };
    // Only the menu's own draft is taken back, not that of a slider.
    let is_preview = use_mut_ref(|| false);
    let end_preview = {
        let (lab, is_preview) = (lab.clone(), Rc::clone(&is_preview));
        move || {
            if is_preview.take() && lab.model().draft.is_some() && lab.gesture.borrow().is_none() {
                lab.act(Action::Edit(Edit::Cancel));
            }
        }
    };
    let (closing, ending) = (lab.clone(), end_preview.clone());
    // Also when the reader leaves the panel by a key: the menu is gone then, and does not hear that it closes.
    use_effect_with(*is_open, move |&is_open| {
        if is_open && jobs <= TOLD_JOBS && is_light(&closing, kind) {
            closing.compare(CompareAction::Menu(Some(kind)));
        }
        move || {
            if is_open {
                ending();
                closing.compare(CompareAction::Menu(None));
            }
        }
    });
    let rows = if *is_open { told(&lab, kind) } else { None };
    let names: Vec<String> = match (&rows, lab.model().workspace.get(Panel::Study(kind))) {
        (Some(_), Some(study)) => study.policies().into_iter().map(|(name, _)| name).collect(),
        _ => Vec::new(),
    };
    let gives = |key: &str| {
        let name = under(&lab, key)?.policy_name();
        let at = names.iter().position(|listed| *listed == name)?;
        let row = rows.as_ref()?.iter().find(|row| row.policy as usize == at && row.share >= 1.0)?;
        let Some(values) = &row.figures else { return Some("cannot be planned here".to_string()) };
        let figure = |key: &str| values.get(props.figures.iter().position(|figure| figure.key == key)?).copied().flatten();
        (props.gives)(&lab, &figure)
    };
    let draw = |entry: &PolicyEntry| {
        let &PolicyEntry { key, name, idea, .. } = entry;
        let is_chosen = key == chosen;
        let preview = {
            let (lab, end_preview, is_preview) = (lab.clone(), end_preview.clone(), Rc::clone(&is_preview));
            move || {
                end_preview();
                let is_free = || lab.model().draft.is_none() && lab.gesture.borrow().is_none() && is_light(&lab, kind);
                if let Some(study) = under(&lab, key).filter(|_| !is_chosen && is_free()) {
                    is_preview.replace(true);
                    lab.act(Action::Edit(Edit::Draft(Change::of_policy(study))));
                }
            }
        };
        let on_enter = {
            let preview = preview.clone();
            Callback::from(move |_: PointerEvent| preview())
        };
        let on_focus = Callback::from(move |_: FocusEvent| preview());
        let on_leave = {
            let end_preview = end_preview.clone();
            Callback::from(move |_: PointerEvent| end_preview())
        };
        // Also where the focus goes back to the button.
        let on_blur = {
            let end_preview = end_preview.clone();
            Callback::from(move |_: FocusEvent| end_preview())
        };
        let choose = {
            let (lab, end_preview) = (lab.clone(), end_preview.clone());
            Callback::from(move |_: MouseEvent| {
                end_preview();
                if let Some(study) = under(&lab, key).filter(|_| !is_chosen) {
                    lab.notices.settle(Cause::Changing);
                    lab.act(Action::Scenario(ScenarioEdit::Study(Box::new(study), None)));
                }
            })
        };
        html! {
            <button type="button" {key} id={format!("{id}-{key}")} aria-pressed={is_chosen.to_string()} onclick={choose}
                onpointerenter={on_enter} onpointerleave={on_leave} onfocus={on_focus} onblur={on_blur}>
                <b>{ name }</b><span class="gives">{ gives(key) }</span><span class="idea">{ idea }</span>
            </button>
        }
    };
    let mut families: Vec<&str> = Vec::new();
    for entry in entries {
        if !families.contains(&entry.family) {
            families.push(entry.family);
        }
    }
    let families = families.into_iter().map(|family| {
        let members = entries.iter().filter(|entry| entry.family == family).map(draw);
        html! { <div role="group" aria-label={family.to_string()} key={family}><p class="family" aria-hidden="true">{ family }</p>{ for members }</div> }
    });
    let words = entries.iter().find(|entry| entry.key == chosen).map_or("", |entry| entry.name);
    html! {
        <Menu id={format!("{id}-menu")} class="policy-menu" {words} label={AttrValue::from(format!("{label}: {words}"))} on_open={toggle(true)} on_close={toggle(false)}>
            { for families }
        </Menu>
    }
}

/// The figures of all policies on the requests of the plan as it is without a preview, as far as they are known.
fn told(lab: &Lab, kind: StudyKind) -> Option<Rc<Vec<PolicyRow>>> {
    let (of, rows) = lab.engine_state.beside.get(&kind)?.table.as_ref()?;
    let study = lab.model().workspace.get(Panel::Study(kind))?;
    Arc::ptr_eq(of, study).then(|| Rc::clone(rows))
}

/// Whether the page plans the study by itself, in a glance.
fn is_light(lab: &Lab, kind: StudyKind) -> bool {
    lab.model().workspace.get(Panel::Study(kind)).is_some_and(|study| study.size() <= LOCAL_SIZE_MAX)
}
