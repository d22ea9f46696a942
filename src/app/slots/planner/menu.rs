//! The menu of planners: what each does, and what it would give here. While one is pointed at, the picture shows its plan.

use super::names::{planner_idea, planner_name};
use super::replan_picker::replan_of;
use crate::app::kit::controls::menu::Menu;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::{Lab, use_lab};
use crate::engine::core::compared::PolicyRow;
use crate::engine::slots::compare::SLOTS_FIGURES;
use crate::engine::slots::scenario::{PlannerKind, Policy};
use crate::engine::study::StudyKind;
use crate::state::{Action, CompareAction, Edit, policy_change};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// With more jobs than this nothing is told of the other plans: all of them take too long to make for a glance at a menu.
const TOLD_JOBS: usize = 500;

/// Planners that decide alike, and what that is called.
const FAMILIES: [(&str, &[PlannerKind]); 5] = [
    ("Rigid", &[PlannerKind::Rigid]),
    ("First fit", &[PlannerKind::FirstFit, PlannerKind::FirstFitPhysical]),
    ("Moves accepted jobs", &[PlannerKind::FcfsEds, PlannerKind::FcfsLrh]),
    ("Makes offers", &[PlannerKind::Osp, PlannerKind::OspEds]),
    ("Books more than there is", &[PlannerKind::Overlapping]),
];

/// The menu.
#[component]
pub fn PlannerMenu() -> Html {
    let lab = use_lab();
    let is_open = use_state_eq(|| false);
    // The table is that of the plan without a preview; it stays while plans are previewed.
    let kept = use_mut_ref(|| None::<Rc<Vec<PolicyRow>>>);
    let had_table = use_mut_ref(|| false);
    let policy = lab.model().slots().policy;
    let told = told_now(&lab);
    if told.is_some() && lab.model().draft.is_none() {
        kept.borrow_mut().clone_from(&told);
    }
    let rows = kept.borrow().clone().filter(|_| *is_open);
    let on_open = {
        let (lab, is_open, had_table, kept) = (lab.clone(), is_open.clone(), Rc::clone(&had_table), Rc::clone(&kept));
        Callback::from(move |()| {
            *kept.borrow_mut() = None;
            is_open.set(true);
            *had_table.borrow_mut() = lab.model().comparing.tables.contains(&StudyKind::Slots);
            let jobs = lab.engine_state.plans.slots.shown.as_ref().map_or(0, |shown| shown.figures.metrics.jobs as usize);
            if jobs <= TOLD_JOBS {
                lab.compare(CompareAction::Table(StudyKind::Slots, true));
            }
        })
    };
    let on_close = {
        let (lab, is_open, had_table) = (lab.clone(), is_open.clone(), Rc::clone(&had_table));
        Callback::from(move |()| {
            is_open.set(false);
            end_preview(&lab);
            if !*had_table.borrow() {
                lab.compare(CompareAction::Table(StudyKind::Slots, false));
            }
        })
    };
    let entry = |key: &'static str, name: &'static str, idea: &'static str, to: Policy, is_chosen: bool| {
        let preview = {
            let lab = lab.clone();
            move || preview(&lab, to)
        };
        let on_enter = {
            let preview = preview.clone();
            Callback::from(move |_: PointerEvent| preview())
        };
        let on_focus = Callback::from(move |_: FocusEvent| preview());
        let on_leave = {
            let lab = lab.clone();
            Callback::from(move |_: PointerEvent| end_preview(&lab))
        };
        let choose = {
            let lab = lab.clone();
            Callback::from(move |_: MouseEvent| {
                end_preview(&lab);
                if !is_chosen {
                    lab.set_policy(to);
                }
            })
        };
        let gives = rows.as_ref().and_then(|rows| words(rows, to));
        html! {
            <button type="button" {key} id={format!("planner-{key}")} aria-pressed={is_chosen.to_string()} onclick={choose}
                onpointerenter={on_enter} onpointerleave={on_leave} onfocus={on_focus}>
                <b>{ name }</b><span class="gives">{ gives }</span><span class="idea">{ idea }</span>
            </button>
        }
    };
    let families = FAMILIES.iter().map(|(family, planners)| {
        let entries = planners.iter().map(|&planner| {
            entry(
                planner.name(),
                planner_name(planner),
                planner_idea(planner),
                Policy { planner, ..policy },
                planner == policy.planner,
            )
        });
        html! { <div role="group" aria-label={*family} key={*family}><p class="family" aria-hidden="true">{ *family }</p>{ for entries }</div> }
    });
    let replan = replan_of(policy);
    let is_replan = matches!(policy.planner, PlannerKind::Replan(_));
    let anew = "For each newcomer all reservations that have not begun are planned anew; the order is chosen beside this menu.";
    html! {
        <Menu id="planner-menu" class="policy-menu" words={policy_words(policy)} label={AttrValue::from(format!("Planner: {}", policy_words(policy)))} {on_open} {on_close}>
            { for families }
            <div role="group" aria-label="Plans everything anew"><p class="family" aria-hidden="true">{ "Plans everything anew" }</p>
                { entry("replan", "Replan", anew, Policy { planner: PlannerKind::Replan(replan), ..policy }, is_replan) }
            </div>
        </Menu>
    }
}

/// What stands on the menu's button.
fn policy_words(policy: Policy) -> &'static str {
    match policy.planner {
        PlannerKind::Replan(_) => "Replan",
        planner => planner_name(planner),
    }
}

/// The figures of all policies on the requests of the present plan, as far as they are known.
fn told_now(lab: &Lab) -> Option<Rc<Vec<PolicyRow>>> {
    let (of, rows) = lab.engine_state.beside.get(&StudyKind::Slots)?.table.as_ref()?;
    let now = lab.model().effective().planned(lab.model().view.panel);
    Arc::ptr_eq(of, &now).then(|| Rc::clone(rows))
}

/// What a policy gives, in words: "12 accepted, 3 refused, 1 move".
fn words(rows: &[PolicyRow], policy: Policy) -> Option<String> {
    let at = policy.all_like().iter().position(|listed| listed.is_same_as(policy))?;
    let figures = rows.iter().find(|row| row.policy as usize == at)?.figures.as_ref()?;
    let value = |key: &str| {
        let at = SLOTS_FIGURES.iter().position(|figure| figure.key == key)?;
        figures.get(at).copied().flatten()
    };
    let (accepted, share) = (value("accepted")?, value("acceptance")?);
    let jobs = if share > 0.0 { (accepted / share).round() } else { accepted };
    let moves = value("shifts").unwrap_or(0.0) as u64;
    let moved = if moves > 0 { format!(", {}", counted(moves, "move", "moves")) } else { String::new() };
    Some(format!("{} accepted, {} refused{moved}", grouped(accepted as u64), grouped((jobs - accepted) as u64)))
}

/// Shows the plan under a policy without choosing it.
fn preview(lab: &Lab, policy: Policy) {
    let slots = lab.model().slots();
    if slots.policy != policy && lab.gesture.borrow().is_none() {
        lab.act(Action::Edit(Edit::Draft(policy_change(slots, policy))));
    }
}

/// Shows the plan as it is again.
fn end_preview(lab: &Lab) {
    if lab.model().draft.is_some() && lab.gesture.borrow().is_none() {
        lab.act(Action::Edit(Edit::Cancel));
    }
}
