//! The form of the generator: the papers' sixteen workloads as presets, and a field for every range.

use crate::app::kit::fields::number::NumberField;
use crate::app::kit::fields::text::TextInput;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::use_lab;
use crate::engine::core::bounds::{Bound, SEED};
use crate::engine::core::error::FieldPath;
use crate::engine::slots::bounds;
use crate::engine::slots::scenario::Machine;
use crate::engine::slots::workload::{Generator, Preset, Range, Source, Workload};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlSelectElement};
use yew::prelude::*;

/// Requests of a preset when none were asked for yet.
const REQUESTS: u32 = 1_000;

/// What the form holds.
#[derive(Clone, Copy, PartialEq)]
struct Draft {
    machine: Machine,
    generator: Generator,
}

/// What a field does to the form.
type Change = Box<dyn Fn(&mut Draft, u32)>;

/// The generator's form.
#[component]
pub fn GeneratorForm() -> Html {
    let lab = use_lab();
    let draft = {
        let scenario = lab.model().slots().clone();
        use_state_eq(move || match &scenario.workload.source {
            Source::Generator(generator) => Draft { machine: scenario.machine, generator: *generator },
            Source::Requests(_) => Draft {
                machine: Machine { nodes: Preset::NODES, start: None, ..scenario.machine },
                generator: Preset { mpi: false, rate: 2, flexible_percent: 100 }.generator(1, REQUESTS),
            },
        })
    };
    let problem = use_state_eq(|| None::<String>);
    // Text in the rate's field that is no rate.
    let refused_rate = use_state_eq(|| None::<String>);
    let change = |change: Change| {
        let draft = draft.clone();
        Callback::from(move |value: u32| {
            let mut next = *draft;
            change(&mut next, value);
            draft.set(next);
        })
    };
    let number = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(&mut Draft, u32)| {
        html! { <NumberField<u32> id={format!("generator-{key}")} {label} {value} {bound} onchange={change(Box::new(set))} /> }
    };
    let range = |key: &'static str, label: &'static str, of: fn(&mut Draft) -> &mut Range, bound: Bound| {
        let Range { min, max } = *of(&mut (*draft).clone());
        html! {
            <fieldset>
                <legend>{ label }</legend>
                <NumberField<u32> id={format!("generator-{key}-min")} label="from" value={min} bound={bound.up_to(max)} onchange={change(Box::new(move |draft, value| of(draft).min = value))} />
                <NumberField<u32> id={format!("generator-{key}-max")} label="to" value={max} bound={bound.from(min)} onchange={change(Box::new(move |draft, value| of(draft).max = value))} />
            </fieldset>
        }
    };
    let on_preset = {
        let draft = draft.clone();
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some(preset) = value.parse::<usize>().ok().and_then(|i| Preset::all().get(i).copied()) {
                let Draft { machine, generator } = *draft;
                draft.set(Draft {
                    machine: Machine { nodes: Preset::NODES, ..machine },
                    generator: preset.generator(generator.seed, generator.requests),
                });
            }
        })
    };
    let on_seed = {
        let draft = draft.clone();
        Callback::from(move |seed: u64| draft.set(Draft { generator: Generator { seed, ..draft.generator }, ..*draft }))
    };
    let on_rate = {
        let (draft, refused) = (draft.clone(), refused_rate.clone());
        Callback::from(move |text: String| match text.trim().parse::<f64>() {
            Ok(rate) if rate > 0.0 && rate <= bounds::ARRIVALS_PER_SLOT_MAX => {
                refused.set(None);
                draft.set(Draft { generator: Generator { arrivals_per_slot: rate, ..draft.generator }, ..*draft });
            }
            _ => refused.set(Some(text.chars().take(40).collect())),
        })
    };
    let on_generate = {
        let (lab, draft, problem) = (lab.clone(), draft.clone(), problem.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            // A number that was refused is not quietly replaced by the one before it.
            let refused = event.target_unchecked_into::<Element>().query_selector("[aria-invalid=true]").ok().flatten();
            if let Some(field) = refused.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
                let _ = field.focus();
                return;
            }
            let Draft { machine, generator } = *draft;
            match machine.check(&FieldPath::new("machine")).and_then(|()| generator.check(machine.nodes, &FieldPath::new(""))) {
                Ok(()) => {
                    lab.show_workbench();
                    let title = format!(
                        "{}, seed {}",
                        counted(u64::from(generator.requests), "generated request", "generated requests"),
                        generator.seed
                    );
                    lab.begin_workload(title, machine, Workload::of_generator(generator), "the generator".to_string());
                }
                Err(error) => problem.set(Some(error.to_string())),
            }
        })
    };
    let Draft { machine, generator } = *draft;
    let chosen = Preset::all().iter().position(|preset| preset.generator(generator.seed, generator.requests) == generator);
    html! {
        <form class="generator" onsubmit={on_generate}>
            <div class="field">
                <label for="generator-preset">{ "Workload of the papers" }</label>
                <select id="generator-preset" onchange={on_preset}>
                    <option value="" selected={chosen.is_none()}>{ "my own ranges" }</option>
                    { for Preset::all().iter().enumerate().map(|(i, preset)| html! {
                        <option value={i.to_string()} selected={chosen == Some(i)}>
                            { format!("{}, rate {}, {} % flexible", if preset.mpi { "MPI" } else { "parametric" }, preset.rate, preset.flexible_percent) }
                        </option>
                    }) }
                </select>
            </div>
            { number("machine-nodes", "Nodes of the machine", machine.nodes, bounds::NODES, |d, v| d.machine.nodes = v) }
            { number("requests", "Requests", generator.requests, bounds::REQUESTS, |d, v| d.generator.requests = v) }
            <NumberField<u64> id="generator-seed" label="Seed" value={generator.seed} bound={SEED} onchange={on_seed} />
            <div class="field">
                <label for="generator-rate">{ "Arrivals per slot (Poisson mean)" }</label>
                <TextInput id="generator-rate" inputmode="decimal" value={(*refused_rate).clone().unwrap_or_else(|| generator.arrivals_per_slot.to_string())}
                    refusal={refused_rate.is_some().then_some("generator-rate-note")} on_take={on_rate} />
                if refused_rate.is_some() {
                    <p class="problem" id="generator-rate-note" role="alert">{ format!("Arrivals per slot: must be a number above 0, at most {}.", bounds::ARRIVALS_PER_SLOT_MAX) }</p>
                }
            </div>
            { number("flexible", "Flexible requests, per cent", generator.flexible_percent, bounds::PERCENT, |d, v| d.generator.flexible_percent = v) }
            { range("duration", "Duration, slots", |d| &mut d.generator.duration, bounds::DURATION) }
            { range("book-ahead", "Book-ahead, slots", |d| &mut d.generator.book_ahead, bounds::RANGE_SLOTS) }
            { range("relax", "Relax time of flexible requests, slots", |d| &mut d.generator.relax, bounds::RANGE_SLOTS) }
            { range("nodes", "Nodes per job", |d| &mut d.generator.nodes, bounds::JOB_NODES.up_to(machine.nodes)) }
            { range("jobs", "Jobs per request", |d| &mut d.generator.jobs, bounds::JOBS) }
            if let Some(problem) = &*problem {
                <p class="problem" role="alert">{ problem.clone() }</p>
            }
            <button type="submit" id="generate" class="strong">{ "Generate" }</button>
            <p class="hint">{ "The link holds these numbers, not the requests. Changing one range leaves everything else as drawn." }</p>
        </form>
    }
}
