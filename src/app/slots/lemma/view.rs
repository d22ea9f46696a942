//! The lemma of Umar 3.3.3 at work: the logical plan turned into the physical one slot by slot, with the matrices of the step that is being made.

use super::matrices::LemmaMatrices;
use super::picture::LemmaPicture;
use crate::app::kit::fields::number::NumberField;
use crate::app::shell::commands::on_screen::{Offer, bring_into_view, use_offer};
use crate::app::shell::context::{Lab, Newest, use_lab, use_newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::slots::figures::lemma_figure;
use crate::chart::PlanView;
use crate::engine::core::bounds::Bound;
use crate::engine::slots::request::Slot;
use crate::state::{EXAMPLES, SlotsShown};
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Largest machine that is shown slot by slot.
const NODES_MAX: u32 = 64;
/// Time between two steps while it plays, in milliseconds: long enough to read a row.
const STEP_MS: u32 = 1_200;

/// Properties of [`LemmaView`].
#[derive(Properties, PartialEq)]
pub struct LemmaViewProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
}

/// Two neighbouring slots and their matrices (Umar 3.3.3), folded away until asked for.
#[component]
pub fn LemmaView(LemmaViewProps { shown }: &LemmaViewProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let is_open = use_state_eq(|| false);
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| is_open.set(event.target_unchecked_into::<HtmlElement>().has_attribute("open")))
    };
    let nodes = shown.plan().rows();
    use_offer(&lab.offers, (), |()| {
        vec![Offer::new("Why every job can stay on its node: the lemma at work", || {
            open();
            bring_into_view("lemma");
        })]
    });
    html! {
        <details class="twin" id="lemma" ontoggle={toggle}>
            <summary>{ "Why every job can stay on its node" }</summary>
            if *is_open && nodes > NODES_MAX {
                <p class="hint" id="lemma-too-large">{ format!("The mapping is shown slot by slot, with its matrices, for machines of up to {NODES_MAX} nodes; this one has {nodes}. It works in the same way here (Umar 3.3.3), but its rows would not fit. The example “{}” has five nodes.", EXAMPLES[0].title) }</p>
            } else if *is_open {
                <LemmaAtWork shown={Rc::clone(shown)} first={start_of_selected(&lab, &shown.plan())} hover={lab.hover.clone()} lab={newest} />
            }
        </details>
    }
}

/// Unfolds it.
fn open() -> Option<()> {
    // The event that follows tells the component.
    web_sys::window()?.document()?.get_element_by_id("lemma")?.set_attribute("open", "").ok()
}

/// Where the selected request's first accepted job starts.
fn start_of_selected(lab: &Lab, plan: &PlanView) -> Option<Slot> {
    let row = lab.selected_row()?;
    plan.jobs_of(row).find_map(|job| plan.slots_of(job)).map(|slots| slots.start)
}

/// Properties of [`LemmaAtWork`].
#[derive(Properties, PartialEq)]
struct LemmaAtWorkProps {
    shown: Rc<SlotsShown>,
    /// The slot it begins with, if one suggests itself.
    first: Option<Slot>,
    hover: crate::app::shell::pointer::hover::Hover,
    lab: Newest,
}

#[component]
fn LemmaAtWork(LemmaAtWorkProps { shown, first, hover, lab }: &LemmaAtWorkProps) -> Html {
    let chosen = use_state_eq(|| None::<Slot>);
    let is_playing = use_state_eq(|| false);
    let plan = &*shown.plan();
    let busy = plan.busy_slots();
    let bound = Bound { name: "slot", min: busy.start, max: busy.end.saturating_sub(2).max(busy.start) };
    let slot = chosen.or(*first).unwrap_or(busy.start).clamp(bound.min, bound.max);
    {
        let (chosen, playing) = (chosen.clone(), is_playing.clone());
        use_effect_with((slot, *is_playing, bound.max), move |&(slot, is_playing, last)| {
            let next = is_playing
                .then(|| Timeout::new(STEP_MS, move || if slot < last { chosen.set(Some(slot + 1)) } else { playing.set(false) }));
            move || drop(next)
        });
    }
    // The same as long as what is shown is the same, as the button compares it.
    let draw = use_memo((Rc::as_ptr(shown), slot, bound.min, bound.max), |&(_, slot, least, most)| {
        let (lab, shown) = (lab.clone(), Rc::clone(shown));
        Draw::Own(Rc::new(move || lemma_figure(&lab.get(), &shown, (slot, least, most))))
    });
    let go = {
        let (chosen, is_playing) = (chosen.clone(), is_playing.clone());
        Callback::from(move |slot: Slot| {
            is_playing.set(false);
            chosen.set(Some(slot));
        })
    };
    let step = |to: Slot| go.reform(move |_: MouseEvent| to);
    let play = {
        let (chosen, is_playing) = (chosen.clone(), is_playing.clone());
        Callback::from(move |_: MouseEvent| {
            // From the end it begins anew.
            if !*is_playing && slot == bound.max {
                chosen.set(Some(bound.min));
            }
            is_playing.set(!*is_playing);
        })
    };
    html! {
        <div class="stack lemma-at-work">
            <p class="hint">{ "The logical plan only counts nodes, so a job may be in another row in the next slot. Left of the line every job is on a node of the machine; right of it the rows are still only counted. Each step takes over the jobs that go on where they are, and puts the jobs that start on nodes that are free (Umar 3.3.3)." }</p>
            <div class="line lemma-player">
                <NumberField<u32> id="lemma-slot" label="First slot, t" value={slot} {bound} onchange={go.clone()} />
                <div class="segmented" role="group" aria-label="Steps">
                    <button type="button" id="lemma-first" onclick={step(bound.min)} disabled={slot == bound.min}>{ "First" }</button>
                    <button type="button" id="lemma-back" onclick={step(slot.saturating_sub(1).max(bound.min))} disabled={slot == bound.min}>{ "Back" }</button>
                    <button type="button" id="lemma-play" onclick={play} aria-pressed={is_playing.to_string()}>{ if *is_playing { "Pause" } else { "Play" } }</button>
                    <button type="button" id="lemma-step" onclick={step((slot + 1).min(bound.max))} disabled={slot == bound.max}>{ "Step" }</button>
                </div>
                <SaveFigure name="From counted rows to nodes" id="save-lemma" lab={lab.clone()} draw={(*draw).clone()} />
            </div>
            <LemmaPicture shown={Rc::clone(shown)} {slot} least={bound.min} most={bound.max} on_slot={go} hover={hover.clone()} />
            <LemmaMatrices shown={Rc::clone(shown)} {slot} hover={hover.clone()} />
        </div>
    }
}
