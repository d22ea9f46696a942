//! What the chosen planner does, in a sentence: beside the choice where the window has room for it, else on demand.

use yew::prelude::*;

/// Properties of [`PlannerIdea`].
#[derive(Properties, PartialEq)]
pub struct PlannerIdeaProps {
    /// The sentence.
    pub idea: &'static str,
}

/// The sentence, and the button that shows it where there is no room. (`www/room.css` decides which.)
#[component]
pub fn PlannerIdea(&PlannerIdeaProps { idea }: &PlannerIdeaProps) -> Html {
    let is_open = use_state_eq(|| false);
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |_: MouseEvent| is_open.set(!*is_open))
    };
    html! {
        <>
            <button type="button" id="planner-idea-toggle" class="quiet" aria-label="What this planner does" title={idea}
                aria-expanded={is_open.to_string()} aria-controls="planner-idea" onclick={toggle}><span aria-hidden="true">{ "i" }</span></button>
            <p id="planner-idea" class={classes!("planner-idea", is_open.then_some("open"))}>{ idea }</p>
        </>
    }
}
