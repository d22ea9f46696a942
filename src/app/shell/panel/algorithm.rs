//! The algorithm beside the words of a step: its lines, which of them is at work, and the values of its variables then. The lines at work in one decision are
//! walked through without another step being taken.

use super::code_lines::{code_lines, variables};
use crate::app::kit::plot::area::is_one_column;
use crate::app::shell::context::use_lab;
use crate::app::shell::embed::is_embedded;
use crate::engine::core::algorithm::{LineAtWork, Listing};
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`Algorithm`].
#[derive(Properties, PartialEq)]
pub struct AlgorithmProps {
    /// The algorithm.
    pub listing: Listing,
    /// The lines at work in what is shown, first to last.
    pub at_work: Vec<LineAtWork>,
    /// Which decision of which plan that is: for another one the last line is shown again.
    pub decision: AttrValue,
    /// What the names of its parts begin with; unique on the page.
    #[prop_or("algorithm")]
    pub id: &'static str,
    /// Whether the lines are walked through here; not where each of them is a step of its own.
    #[prop_or(true)]
    pub is_walked: bool,
}

/// The algorithm, to be folded. A narrow frame has no room for it.
#[component]
pub fn Algorithm(props: &AlgorithmProps) -> Html {
    let lab = use_lab();
    let part = use_node_ref();
    let walked = use_state_eq(|| (AttrValue::default(), 0_usize));
    let AlgorithmProps { listing, at_work, decision, id, is_walked } = props;
    {
        // Whoever comes back to a decision sees its end again.
        let walked = walked.clone();
        use_effect_with(decision.clone(), move |_| walked.set((AttrValue::default(), 0)));
    }
    let last = at_work.len().checked_sub(1);
    let shown = last.map(|last| if walked.0 == *decision { walked.1.min(last) } else { last });
    let is_open = lab.sizes.algorithm().unwrap_or_else(|| !is_one_column());
    {
        let part = part.clone();
        use_effect_with((shown, decision.clone(), is_open), move |_| {
            if let Some(part) = part.cast::<Element>() {
                bring_into_view(&part);
            }
        });
    }
    if is_embedded() {
        return Html::default();
    }
    let toggle = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| {
            let sizes = lab.sizes.with_algorithm(!is_open);
            sizes.remember();
            lab.sizes.set(sizes);
        })
    };
    html! {
        <section ref={part} class={classes!("algorithm", is_open.then_some("open"))} id={*id} aria-label="Algorithm">
            <h3>
                <button type="button" class="quiet" id={format!("{id}-fold")} onclick={toggle} aria-expanded={is_open.to_string()}>{ "Algorithm" }</button>
                <span>{ listing.name }</span>
            </h3>
            if is_open {
                <div class="lines-walked">
                    if *is_walked {
                        { walk(id, at_work.len(), shown, &walked, decision) }
                    }
                    { words(id, listing, at_work, shown) }
                </div>
                { code_lines(id, listing, shown.map_or(&[][..], |shown| &at_work[..=shown]), None) }
                { variables(listing, shown.and_then(|shown| at_work.get(shown))) }
            }
        </section>
    }
}

/// One line at work back and on.
fn walk(id: &str, count: usize, shown: Option<usize>, walked: &UseStateHandle<(AttrValue, usize)>, decision: &AttrValue) -> Html {
    let first = shown.filter(|shown| *shown > 0).map(|_| 0);
    let back = shown.and_then(|shown| shown.checked_sub(1));
    let on = shown.map(|shown| shown + 1).filter(|next| *next < count);
    let button = |name: &str, place: Option<usize>, sign: &'static str, label: &'static str| {
        let (walked, decision) = (walked.clone(), decision.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(place) = place {
                walked.set((decision.clone(), place));
            }
        });
        html! { <button type="button" id={format!("{id}-{name}")} {onclick} disabled={place.is_none()} aria-label={label} title={label}>{ sign }</button> }
    };
    html! {
        <div class="segmented" role="group" aria-label="Lines at work">
            { button("first", first, "«", "First line at work in this decision") }
            { button("back", back, "‹", "One line back") }
            { button("on", on, "›", "One line on") }
        </div>
    }
}

/// Which line is at work, in brief; a screen reader is told the line and the values as well.
fn words(id: &str, listing: &Listing, at_work: &[LineAtWork], shown: Option<usize>) -> Html {
    let now = shown.and_then(|shown| Some((shown, at_work.get(shown)?)));
    let id = format!("{id}-words");
    let Some((shown, line)) = now else { return html! { <p {id} role="status">{ "No line is at work yet" }</p> } };
    let number = listing.place_of(line.line).map_or(0, |place| place + 1);
    let left_out = if line.left_out > 0 { format!(", {} before it not listed", line.left_out) } else { String::new() };
    let text = listing.line(line.line).map_or("", |line| &line.text);
    let values: Vec<String> = line.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    html! {
        <p {id} role="status">
            { format!("Line {number} ({} of {}{left_out})", shown + 1, at_work.len()) }
            <span class="spoken">{ format!(" at work: {text}. {}.", values.join(", ")) }</span>
        </p>
    }
}

/// Scrolls the lines, and nothing else, as far as the one at work needs it.
fn bring_into_view(part: &Element) {
    let find = |selector: &str| part.query_selector(selector).ok().flatten();
    let Some((list, line)) = find(".lines-of-code").zip(find("[aria-current]")) else { return };
    let (room, place) = (list.get_bounding_client_rect(), line.get_bounding_client_rect());
    let by = (place.bottom() - room.bottom()).max(0.0) - (room.top() - place.top()).max(0.0);
    if by != 0.0 {
        list.set_scroll_top(list.scroll_top() + by.round() as i32);
    }
}
