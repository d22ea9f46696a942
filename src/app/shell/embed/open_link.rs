//! The way out of a frame: the present state in a page of its own. And the heading that the header would have.

use crate::app::shell::address_bar;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::save_figure::link_of;
use web_sys::HtmlAnchorElement;
use yew::prelude::*;

/// The link. It is made anew when it is pressed: the one that stands there is a moment behind.
pub fn open_link(lab: &Lab) -> Html {
    let follow = {
        let lab = lab.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(link) = event.target_dyn_into::<HtmlAnchorElement>() {
                link.set_href(&page_with(link_of(&lab)));
            }
        })
    };
    let of_before = if lab.link.text.is_empty() { String::new() } else { address_bar::link(&lab.link.text) };
    let title = lab.model().title();
    html! {
        <>
        <h1 class="spoken">{ if title.is_empty() { "Bookahead" } else { title } }</h1>
        <a id="open-in-bookahead" href={page_with(of_before)} target="_blank" rel="noopener" onclick={follow}>{ "Open in Bookahead" }</a>
        </>
    }
}

/// The page that a link opens, or that it begins with where no link can hold the state.
fn page_with(link: String) -> String {
    if link.is_empty() { "./".to_string() } else { link }
}
