//! Figures and the formulas they come from, with the numbers of the plan.

use crate::app::kit::text::format::{grouped, percent};
use crate::engine::core::formula::Formula;
use web_sys::Element;
use yew::prelude::*;

/// A number in a formula: whole ones grouped, others with four digits.
pub fn number(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "" };
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return format!("{sign}{}", grouped(value.abs() as u64));
    }
    format!("{sign}{:.4}", value.abs()).trim_end_matches('0').trim_end_matches('.').to_string()
}

/// What a figure comes to: rates also in per cent.
pub fn result(formula: &Formula) -> String {
    let value = formula.expression.value();
    let is_share = matches!(formula.key, "acceptance" | "utilisation" | "fragmentation" | "loss_rate" | "work_loss_rate");
    if is_share { format!("{} = {}", number(value), percent(value)) } else { number(value) }
}

/// A formula in words, then with its numbers and what they come to.
pub fn formula_words(formula: &Formula) -> Html {
    let expression = &formula.expression;
    html! {
        <>
            <span class="formula-words">{ format!("{} = {}", formula.name, expression.in_words()) }</span>
            <span class="formula-numbers">{ formula.in_numbers(&number, &result(formula)) }</span>
        </>
    }
}

/// Properties of [`Formulas`].
#[derive(Properties)]
pub struct FormulasProps {
    /// What it is found by.
    pub id: AttrValue,
    /// Works them out; only while they are to be seen.
    pub make: Callback<(), Vec<Formula>>,
}

/// Drawn anew with whatever it stands in: what it is made of has no cheap comparison.
impl PartialEq for FormulasProps {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// A disclosure with formulas.
#[component]
pub fn Formulas(FormulasProps { id, make }: &FormulasProps) -> Html {
    let is_open = use_state_eq(|| false);
    let on_toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| is_open.set(event.target_unchecked_into::<Element>().has_attribute("open")))
    };
    let formulas = if *is_open { make.emit(()) } else { Vec::new() };
    html! {
        <details class="twin formulas" {id} ontoggle={on_toggle}>
            <summary>{ "Formulas with these numbers" }</summary>
            <ul class="plain">{ for formulas.iter().map(|formula| html! { <li key={formula.key} data-formula={formula.key}>{ formula_words(formula) }</li> }) }</ul>
        </details>
    }
}
