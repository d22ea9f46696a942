//! The help: what this is, how the picture of the open workbench is read, and the keys.

use crate::app::kit::browser::head::head_value;
use crate::app::kit::controls::keys::{KEYS_OF_PARTS, shown_keys};
use crate::app::shell::commands::table::commands;
use crate::app::shell::context::Lab;
use crate::app::workbench::{WORKBENCHES, workbench};
use yew::prelude::*;

/// All of it.
pub fn help(lab: &Lab) -> Html {
    let workbench = workbench(lab);
    let with_keys = commands(workbench).filter(|command| !command.keys.is_empty());
    let with_keys = with_keys.map(|command| (shown_keys(command.keys), command.name));
    let panels = WORKBENCHES.iter().map(|panel| (panel.key.to_string(), panel.name));
    let parts = KEYS_OF_PARTS.iter().map(|(key, meaning)| ((*key).to_string(), *meaning));
    let keys = with_keys.chain(panels).chain(parts);
    html! {
        <div class="stack help">
            <p>{ "Bookahead plans jobs that reserve the nodes of a machine ahead of time, and shows which jobs each decision moved or refused, and what it cost. Everything you see is computed in this page while you drag: when each job may start, which nodes it gets and what it earns. A link holds the whole scenario; nothing leaves this browser until you share it." }</p>
            <h3>{ format!("How to read the picture: {}", workbench.name) }</h3>
            <ul>{ for workbench.reading.iter().map(|line| html! { <li>{ *line }</li> }) }</ul>
            <h3>{ "Keys" }</h3>
            <dl class="keys">
                { for keys.map(|(key, meaning)| html! { <div key={format!("{key}{meaning}")}><dt>{ key }</dt><dd>{ meaning }</dd></div> }) }
            </dl>
            { licences() }
        </div>
    }
}

/// Under which terms all this may be used. The page that is one file, and one that is being developed, have no list of them beside them.
fn licences() -> Html {
    let list = match head_value("licences") {
        Some(address) => {
            html! { <><a id="licences" href={address} target="_blank" rel="noopener">{ "The licences of the libraries in it" }</a>{ "." }</> }
        }
        None => html! { "The licences of the libraries in it stand in licences.txt, which every host of the page has beside it." },
    };
    html! { <p class="hint">{ "Bookahead is free software under the MIT licence or the Apache License, Version 2.0. " }{ list }</p> }
}
