//! The form for a machine of named servers: groups of equal rate, levels of heterogeneity, look-ahead, strips.

use super::fields::{changed, on_click, recipe_field};
use crate::app::shell::context::Lab;
use crate::engine::core::bounds::Bound;
use crate::engine::core::calendar::ClockStart;
use crate::engine::core::time_names::TimeUnit;
use crate::engine::idle::{IdleScenario, Rate, ServerGroup, Servers, TickClock, bounds, strip_factors};
use yew::prelude::*;

/// Groups, levels, look-ahead, least size, width of strips.
pub fn machine_form(lab: &Lab, scenario: &IdleScenario) -> Html {
    let servers = &scenario.servers;
    let can_remove = servers.groups.len() > 1;
    let groups = servers.groups.iter().enumerate().map(|(place, group)| group_fields(lab, place, group, can_remove));
    let words = format!(": {}, work per tick {:.1}", servers.count(), servers.total_rate());
    html! {
        <section class="machine-form idle-machine">
            <h2>{ "Servers" }<span>{ words }</span></h2>
            { groups.collect::<Html>() }
            <div class="group"><button type="button" id="add-group" onclick={on_click(lab, add_group)}>{ "Add a group" }</button></div>
            <div class="group levels">
                <span class="hint">{ "Three groups, heterogeneity" }</span>
                <div class="segmented" role="group" aria-label="Heterogeneity">{ level_buttons(lab, servers) }</div>
            </div>
            <p class="hint">{ order_words(servers) }</p>
            { look_ahead_field(lab, servers) }
            { least_size_field(lab, servers) }
            { strip_factor_field(lab, scenario) }
            { clock_field(lab, scenario) }
        </section>
    }
}

/// Number and rate of a group of servers, and a button that takes the group away.
fn group_fields(lab: &Lab, place: usize, group: &ServerGroup, can_remove: bool) -> Html {
    let field = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(&mut ServerGroup, u32)| {
        recipe_field(lab, format!("group-{place}-{key}"), label, value, bound, move |next, value| {
            if let Some(group) = next.servers.groups.get_mut(place) {
                set(group, value);
            }
        })
    };
    let Rate { numerator, denominator } = group.rate;
    let words = "Remove this group";
    html! {
        <div class="server-group" role="group" aria-label={format!("Servers of rate {numerator}/{denominator}")}>
            { field("servers", "Servers", group.servers, bounds::SERVERS, |group, value| group.servers = value) }
            { field("numerator", "Rate", numerator, bounds::RATE_PART.up_to(denominator), |group, value| group.rate.numerator = value) }
            { field("denominator", "of", denominator, bounds::RATE_PART.from(numerator), |group, value| group.rate.denominator = value) }
            if can_remove {
                <button type="button" id={format!("remove-group-{place}")} class="quiet" aria-label={words} title={words}
                    onclick={on_click(lab, move |lab| remove_group(lab, place))}>{ "×" }</button>
            }
        </div>
    }
}

fn add_group(lab: &Lab) {
    changed(lab, |next| next.servers.groups.push(ServerGroup { servers: 1, rate: Rate::new(1, 2) }));
}

fn remove_group(lab: &Lab, place: usize) {
    if lab.servers().is_some_and(|servers| place < servers.servers.groups.len()) {
        changed(lab, |next| {
            next.servers.groups.remove(place);
        });
    }
}

/// Buttons that make the machine three groups of so much heterogeneity.
fn level_buttons(lab: &Lab, servers: &Servers) -> Html {
    let button = |level: u32| {
        let is_it = preset(servers, level).is_some_and(|preset| preset.groups == servers.groups);
        let title = format!("Three groups of rates {}, 0.5 and {}", rate_words(5 - level), rate_words(5 + level));
        let take = on_click(lab, move |lab| take_level(lab, level));
        html! { <button type="button" id={format!("level-{level}")} aria-pressed={is_it.to_string()} {title} onclick={take}>{ level }</button> }
    };
    (0..=4).map(button).collect()
}

fn look_ahead_field(lab: &Lab, servers: &Servers) -> Html {
    recipe_field(lab, "look-ahead".to_string(), "Look-ahead L, ticks", servers.look_ahead, bounds::LOOK_AHEAD, |next, value| {
        next.servers.look_ahead = value;
    })
}

fn least_size_field(lab: &Lab, servers: &Servers) -> Html {
    let bound = bounds::SIZE.up_to(servers.look_ahead);
    recipe_field(lab, "least-size".to_string(), "Least size, ticks", servers.least_size, bound, |next, value| {
        next.servers.least_size = value;
        let (least, most) = strip_factors(&next.servers);
        next.strip_factor = next.strip_factor.clamp(least, most);
    })
}

fn strip_factor_field(lab: &Lab, scenario: &IdleScenario) -> Html {
    let (least, most) = strip_factors(&scenario.servers);
    let bound = bounds::STRIP_FACTOR.from(least).up_to(most);
    recipe_field(lab, "strip-factor".to_string(), "Strips of M · 2 · l_min: M", scenario.strip_factor, bound, |next, value| {
        next.strip_factor = value
    })
}

/// How long a tick is, where that is known, and when the first one began.
fn clock_field(lab: &Lab, scenario: &IdleScenario) -> Html {
    let Some(clock) = scenario.clock else { return Html::default() };
    let start = clock.time_names(TimeUnit::Clock);
    html! {
        <>
            { recipe_field(lab, "tick-seconds".to_string(), "Tick length, seconds", clock.tick_seconds, bounds::TICK_SECONDS, |next, value| {
                next.clock = next.clock.map(|clock| TickClock { tick_seconds: value, ..clock });
            }) }
            if let Some(zone) = clock.start.map(ClockStart::zone) {
                <p class="hint">{ format!("Tick 0 begins at {}, {zone}.", start.at(0)) }</p>
            }
        </>
    }
}

fn rate_words(tenths: u32) -> String {
    format!("0.{tenths}")
}

/// The machine with as many servers in three groups; none if they cannot be shared out.
fn preset(servers: &Servers, level: u32) -> Option<Servers> {
    let count = servers.count().next_multiple_of(3);
    Servers::heterogeneous(level, count, servers.look_ahead, servers.least_size).ok()
}

/// How this machine stands in the order of heterogeneity (4.1).
fn order_words(servers: &Servers) -> String {
    let below = (0..=4).rev().find(|&level| {
        preset(servers, level).is_some_and(|other| servers.majorisation(&other).is_some_and(std::cmp::Ordering::is_ge))
    });
    match below {
        Some(level) if preset(servers, level).is_some_and(|other| other.groups == servers.groups) => {
            format!(
                "Level {level}: more heterogeneous than every level below it, less than every one above (majorisation of rates, 4.1)."
            )
        }
        Some(level) => format!("At least as heterogeneous as level {level} (majorisation of rates, 4.1)."),
        None => {
            "This machine’s total speed differs from that of the five levels, so results are not comparable (majorisation, 4.1)."
                .to_string()
        }
    }
}

/// The machine becomes the level's, with as many servers as it has.
fn take_level(lab: &Lab, level: u32) {
    changed(lab, |next| {
        if let Some(preset) = preset(&next.servers, level) {
            next.servers = preset;
        }
    });
}
