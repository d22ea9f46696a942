//! What stands below the picture: charts on the same axis, figures, tables. Its height is dragged; a row of names leads to each part.

use super::border::Border;
use super::panel_sizes::Part;
use crate::app::shell::commands::on_screen::bring_into_view;
use yew::prelude::*;

/// Properties of [`Dock`].
#[derive(Properties, PartialEq)]
pub struct DockProps {
    /// The parts that can be gone to: element id and name.
    pub names: Vec<(&'static str, &'static str)>,
    /// Those of them that are not there now; their names keep their places.
    #[prop_or_default]
    pub without: &'static [&'static str],
    /// What else stands beside the names: what is changed about the picture above.
    #[prop_or_default]
    pub tools: Html,
    /// All of the parts.
    pub children: Html,
}

/// The dock.
#[component]
pub fn Dock(DockProps { names, without, tools, children }: &DockProps) -> Html {
    let go = |&(id, name): &(&'static str, &'static str)| {
        let go = Callback::from(move |_: MouseEvent| bring_into_view(id));
        html! { <button type="button" key={id} class="quiet" id={format!("go-{id}")} disabled={without.contains(&id)} onclick={go}>{ name }</button> }
    };
    html! {
        <section class="dock" aria-label="Below the picture">
            <Border part={Part::Dock} />
            <div class="dock-names"><div role="group" aria-label="Go to">{ for names.iter().map(go) }</div>{ tools.clone() }</div>
            <div class="dock-body">{ children.clone() }</div>
        </section>
    }
}
