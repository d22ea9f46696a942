//! The figures of every policy of a study on the same workload, as they come.

use super::table::{Column, Table};
use crate::app::kit::text::comparison::figure_text;
use crate::engine::core::compare::FigureName;
use crate::engine::core::compared::PolicyRow;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`PolicyTable`].
#[derive(Properties, PartialEq)]
pub struct PolicyTableProps {
    /// Element id of the section.
    pub id: &'static str,
    /// What a policy is called in this study: "policies", "strategies".
    pub plural: &'static str,
    /// The names of the policies, in the engine's order.
    pub names: Vec<String>,
    /// What the figures are.
    pub figures: &'static [FigureName],
    /// How far each policy has come.
    pub rows: Option<Rc<Vec<PolicyRow>>>,
    /// Whether they are being planned.
    pub is_on: bool,
    /// Whether the rows belong to an earlier plan.
    pub is_stale: bool,
    /// The study's own policy, and the one it is compared with: places in `names`.
    pub own: Option<usize>,
    /// See `own`.
    pub other: Option<usize>,
    /// What picking a policy does, as a sentence.
    #[prop_or("Pick one to compare with it.")]
    pub pick: &'static str,
    /// Starts or stops.
    pub on_switch: Callback<bool>,
    /// Compares the plan with that of a policy.
    pub on_pick: Callback<usize>,
}

/// The table, and the button that has it computed.
#[component]
pub fn PolicyTable(props: &PolicyTableProps) -> Html {
    let PolicyTableProps { id, plural, names, figures, rows, is_on, is_stale, own, other, pick: pick_words, on_switch, on_pick } =
        props;
    let rows: &[PolicyRow] = rows.as_ref().map_or(&[], |rows| rows);
    let row_of = |policy: usize| rows.iter().find(|row| row.policy as usize == policy);
    let done = names.iter().enumerate().filter(|(policy, _)| row_of(*policy).is_some_and(|row| row.share >= 1.0)).count();
    let share: f64 = rows.iter().map(|row| row.share).sum();
    let is_running = *is_on && (done < names.len() || *is_stale);
    let is_shown =
        |at: usize| rows.iter().any(|row| row.figures.as_ref().is_some_and(|figures| figures.get(at).is_some_and(Option::is_some)));
    let shown: Vec<usize> = (0..figures.len()).filter(|&at| is_shown(at)).collect();
    let switch = {
        let (on_switch, to) = (on_switch.clone(), !is_on);
        Callback::from(move |_: MouseEvent| on_switch.emit(to))
    };
    let lines = names.iter().enumerate().map(|(policy, name)| {
        let row = row_of(policy);
        let cells = shown.iter().map(|&at| {
            let figures_of = row.and_then(|row| row.figures.as_ref());
            let value = figures_of.map(|values| values.get(at).copied().flatten());
            html! { <td>{ value.map_or_else(|| "…".to_string(), |value| figure_text(value, figures[at].unit)) }</td> }
        });
        let role = match policy {
            policy if Some(policy) == *own => " (this plan)",
            policy if Some(policy) == *other => " (compared)",
            _ => "",
        };
        let pick = on_pick.reform(move |_: MouseEvent| policy);
        html! {
            <tr key={name.clone()} aria-current={(Some(policy) == *other).then_some("true")}>
                <th scope="row">
                    if Some(policy) == *own { { name.clone() } } else { <button type="button" class="link" onclick={pick} title={*pick_words}>{ name.clone() }</button> }
                    { role }
                </th>
                { for cells }
            </tr>
        }
    });
    let columns =
        std::iter::once(Column::new("Policy")).chain(shown.iter().map(|&at| Column::new(figures[at].name))).collect::<Vec<_>>();
    let state = match (is_running, *is_on) {
        (true, _) => format!("{done} of {} planned", names.len()),
        (false, true) => (*pick_words).to_string(),
        (false, false) => format!("Plans the same requests under all {} {plural}.", names.len()),
    };
    html! {
        <section class="chart policies" aria-label={format!("All {plural}")} id={*id}>
            <h2>{ format!("All {plural} on these requests") }</h2>
            <div class="line policies-head">
                <button type="button" id={format!("{id}-switch")} aria-pressed={is_on.to_string()} onclick={switch}>
                    { if is_running { "Stop".to_string() } else if *is_on { "Put away".to_string() } else { format!("Plan all {plural}") } }
                </button>
                if is_running {
                    <progress max="1" value={(share / names.len().max(1) as f64).to_string()} aria-label={format!("Planning all {plural}")} />
                }
                <span class="hint">{ state }</span>
            </div>
            if *is_on && !rows.is_empty() {
                <div class={classes!(is_stale.then_some("stale"))}>
                    <Table label={format!("Figures of all {plural}")} id={format!("{id}-table")} {columns}>{ for lines }</Table>
                </div>
            }
        </section>
    }
}
