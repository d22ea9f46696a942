//! The middle of the page when idle periods are looked at: how it is decided, the planes, the servers over time, figures, and the same as
//! tables.

use super::geometry_planes::GeometryPlanes;
use super::geometry_tables::GeometryTables;
use super::idle_fields::select;
use super::idle_lab::{focus_idle, zoom_idle};
use super::markup::markup;
use super::rest::use_is_due;
use super::revenue_view::named;
use super::session::{Lab, use_lab};
use crate::engine::idle::Strategy;
use crate::share::Plane;
use crate::state::Example;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Idle periods, servers, strategies.
#[component]
pub fn GeometryView() -> Html {
    let lab = use_lab();
    let on_click = {
        let lab = lab.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some((_, what)) = named(&event, "data-geometry") {
                press_button(&lab, &what);
            }
        })
    };
    let on_change = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            let strategy = Strategy::from_name(&select.value());
            match (select.id().as_str(), strategy, lab.servers()) {
                ("idle-other", other, _) => lab.look(|geometry| geometry.other = other),
                ("idle-strategy", Some(strategy), Some(servers)) => {
                    lab.set_servers(crate::engine::idle::IdleScenario { strategy, ..(**servers).clone() });
                }
                _ => {}
            }
        })
    };
    let (is_due, tools) = (use_is_due(&lab, "geometry-tables"), toolbar(&lab));
    let content = match (lab.servers(), &lab.told.servers) {
        (None, _) => nothing(),
        (Some(_), None) => markup!("<p class='hint'>Planning …</p>"),
        (Some(_), Some(_)) => html! {
            <>
                <GeometryPlanes />
                <GeometryTables {lab} {is_due} />
            </>
        },
    };
    html! {
        <section class="plan geometry" aria-label="Geometry" onclick={on_click} onchange={on_change}>
            { tools }
            <div class="charts">{ content }</div>
        </section>
    }
}

fn toolbar(lab: &Lab) -> Html {
    let Some(servers) = lab.servers() else { return Html::default() };
    let names: Vec<(&str, &str)> = Strategy::ALL.iter().map(|strategy| (strategy.name(), strategy.name())).collect();
    let others: Vec<(&str, &str)> = [("", "nothing")].into_iter().chain(names.iter().copied()).collect();
    let geometry = lab.model().view.geometry;
    let plane = |key: &'static str, words: &'static str, is_it: bool| {
        markup!(
            "<button type='button' id=$ data-geometry=$ aria-pressed=$>$</button>",
            format!("plane-{key}"),
            format!("plane {key}"),
            is_it,
            words
        )
    };
    markup!(
        "<div class='toolbar geometry-tools'>
            <label class='pick'>Strategy $</label>
            <label class='pick'>Compare with $</label>
            <div class='segmented' role='group' aria-label='Planes'>$$</div>
            <div class='segmented' role='group' aria-label='Time'>
                <button type='button' id='idle-zoom-out' data-geometry='out' aria-label='Zoom out' title='Zoom out (−)'>−</button>
                <button type='button' id='idle-fit' data-geometry='fit' title='The whole moment (0)'>Fit</button>
                <button type='button' id='idle-focus' data-geometry='focus' title='The selected request (F)'>Focus</button>
                <button type='button' id='idle-zoom-in' data-geometry='in' aria-label='Zoom in' title='Zoom in (+)'>+</button>
            </div>
        </div>",
        select("idle-strategy", &names, servers.strategy.name()),
        select("idle-other", &others, geometry.other.map_or("", Strategy::name)),
        plane("time", "Time plane", geometry.plane == Plane::Time),
        plane("dual", "Primal and dual", geometry.plane == Plane::Dual)
    )
}

/// What stands where there are no servers.
fn nothing() -> Html {
    markup!(
        "<section class='no-market'>
            <h2>No servers yet</h2>
            <p>The plan counts nodes. Here every server has a name: a job takes an idle period of one server, and which one it takes decides what is left for those who come later. Every idle period is a point in the plane of starts and ends.</p>
            <div class='group'>
                <button type='button' id='set-servers' class='strong' data-geometry='set'>Ask named servers for the same jobs</button>
                <button type='button' id='open-servers-example' data-geometry='open'>Open an example: four idle periods, one job</button>
            </div>
        </section>"
    )
}

fn press_button(lab: &Lab, what: &str) {
    match what {
        "set" => lab.servers_of_plan(),
        "open" => Example::find("figure-3-3").into_iter().for_each(|example| lab.open(example.open())),
        "plane time" => lab.look(|geometry| geometry.plane = Plane::Time),
        "plane dual" => lab.look(|geometry| geometry.plane = Plane::Dual),
        "in" => zoom_idle(lab, 1.5),
        "out" => zoom_idle(lab, 1.0 / 1.5),
        "focus" => focus_idle(lab),
        "fit" => lab.look(|geometry| geometry.time = None),
        _ => match what.split_once(' ') {
            Some(("select", id)) => id.parse().into_iter().for_each(|id| lab.select_idle(Some(id))),
            Some(("tree", at)) => {
                let tree = lab
                    .told
                    .servers
                    .as_ref()
                    .and_then(|shown| Some(shown.plan.moment.as_ref()?.trees.get(at.parse::<usize>().ok()?)?.name));
                // Once more closes it.
                lab.look(|geometry| geometry.tree = tree.filter(|_| geometry.tree != tree));
            }
            _ => {}
        },
    }
}
