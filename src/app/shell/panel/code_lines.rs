//! The lines of an algorithm and the values of its variables. The line at work stands out; where a line is asked for, each can be chosen.

use crate::engine::core::algorithm::{CodeLine, LineAtWork, Listing, Role};
use yew::prelude::*;

/// A line is asked for.
#[derive(Clone, PartialEq)]
pub struct Asked {
    /// The number of the line that is chosen, from 1.
    pub chosen: Option<u32>,
    /// Chooses a line.
    pub choose: Callback<u32>,
}

/// The lines. Those that were at work so far look different from the others; the last of them is at work now.
pub fn code_lines(id: &str, listing: &Listing, so_far: &[LineAtWork], asked: Option<&Asked>) -> Html {
    let now = so_far.last().map(|line| line.line);
    let line = |(line, number): (&CodeLine, u32)| {
        let is_now = now == Some(line.id);
        let was = so_far.iter().any(|at| at.line == line.id);
        let role = match line.role {
            Role::Works => None,
            Role::Accepts => Some("accepts"),
            Role::Refuses => Some("refuses"),
            Role::Waits => Some("waits"),
        };
        let depth = ["depth-0", "depth-1", "depth-2", "depth-3"][usize::from(line.depth).min(3)];
        let class = classes!(depth, role, was.then_some("was"));
        let text = match asked {
            None => html! { <span>{ line.text.clone() }</span> },
            Some(Asked { chosen, choose }) => {
                let choose = choose.clone();
                html! {
                    <label>
                        <input type="radio" name={format!("{id}-line")} id={format!("{id}-line-{number}")} checked={*chosen == Some(number)} onchange={move |_: Event| choose.emit(number)} />
                        <span>{ line.text.clone() }</span>
                    </label>
                }
            }
        };
        html! { <li key={line.id} data-line={line.id} {class} aria-current={is_now.then_some("step")}>{ text }</li> }
    };
    // What can be chosen takes the focus itself.
    let (role, tabindex) = if asked.is_some() { ("radiogroup", None) } else { ("group", Some("0")) };
    html! {
        <div class="lines-of-code" id={format!("{id}-lines")} {tabindex} {role} aria-label={format!("Lines of {}", listing.name)}>
            <ol class="plain">{ for listing.lines.iter().zip(1..).map(line) }</ol>
            <p>{ listing.source }</p>
        </div>
    }
}

/// All variables, so that nothing moves when one has no value.
pub fn variables(listing: &Listing, at: Option<&LineAtWork>) -> Html {
    let value = |(name, meaning): &(&'static str, &'static str)| {
        let value = at.and_then(|at| at.value(name)).unwrap_or("–").to_string();
        html! {
            <div key={*name} title={format!("{name}: {meaning}")}>
                <dt>{ *name }<span class="spoken">{ format!(", {meaning}") }</span></dt><dd data-variable={*name}>{ value }</dd>
            </div>
        }
    };
    html! { <dl class="variables" aria-label="Variables">{ for listing.variables.iter().map(value) }</dl> }
}
