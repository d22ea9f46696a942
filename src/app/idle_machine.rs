//! The machine of named servers: groups of equal rate, the levels of heterogeneity, look-ahead, strips.

use super::idle_fields::{changed, recipe_field};
use super::markup::{all, markup};
use super::session::Lab;
use crate::engine::bounds::Bound;
use crate::engine::idle::{IdleScenario, Rate, ServerGroup, Servers, bounds, strip_factors};
use yew::prelude::*;

/// Groups, levels, look-ahead, least size, width of strips.
pub fn machine_form(lab: &Lab, scenario: &IdleScenario) -> Html {
    let servers = &scenario.servers;
    let groups = servers.groups.iter().enumerate().map(|(at, group)| {
        let of = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(&mut ServerGroup, u32)| {
            recipe_field(lab, format!("group-{at}-{key}"), label, value, bound, move |next, value| {
                if let Some(group) = next.servers.groups.get_mut(at) {
                    set(group, value);
                }
            })
        };
        let Rate { numerator, denominator } = group.rate;
        markup!(
            "<div class='server-group' role='group' aria-label=$>$$$$</div>",
            format!("Servers of rate {numerator}/{denominator}"),
            of("servers", "Servers", group.servers, bounds::SERVERS, |group, value| group.servers = value),
            of("numerator", "Rate", numerator, bounds::RATE_PART.up_to(denominator), |group, value| group.rate.numerator = value),
            of("denominator", "of", denominator, bounds::RATE_PART.from(numerator), |group, value| group.rate.denominator = value),
            (servers.groups.len() > 1).then(|| markup!(
                "<button type='button' class='quiet' data-idle=$ aria-label='Remove this group' title='Remove this group'>×</button>",
                format!("drop {at}")
            ))
        )
    });
    let presets = (0..=4).map(|level: u32| {
        let is_it = preset(servers, level).is_some_and(|preset| preset.groups == servers.groups);
        markup!(
            "<button type='button' id=$ data-idle=$ aria-pressed=$ title=$>$</button>",
            format!("level-{level}"),
            format!("level {level}"),
            is_it,
            format!("Three groups of rates {}, 0.5 and {}", rate_words(5 - level), rate_words(5 + level)),
            level
        )
    });
    let (least, most) = strip_factors(servers);
    markup!(
        "<section class='machine-form idle-machine'>
            <h2>Servers<span>: $, work per tick $</span></h2>
            $
            <div class='group'><button type='button' id='add-group' data-idle='group'>Add a group</button></div>
            <div class='group levels'><span class='hint'>Three groups, heterogeneity</span><div class='segmented' role='group' aria-label='Heterogeneity'>$</div></div>
            <p class='hint'>$</p>
            $
            $
            $
        </section>",
        servers.count(),
        format!("{:.1}", servers.total_rate()),
        all(groups),
        all(presets),
        order_words(servers),
        recipe_field(lab, "look-ahead".to_string(), "Look-ahead L, ticks", servers.look_ahead, bounds::LOOK_AHEAD, |next, value| {
            next.servers.look_ahead = value;
        }),
        recipe_field(
            lab,
            "least-size".to_string(),
            "Least size, ticks",
            servers.least_size,
            bounds::SIZE.up_to(servers.look_ahead),
            |next, value| {
                next.servers.least_size = value;
                let (least, most) = strip_factors(&next.servers);
                next.strip_factor = next.strip_factor.clamp(least, most);
            }
        ),
        recipe_field(
            lab,
            "strip-factor".to_string(),
            "Strips: M",
            scenario.strip_factor,
            bounds::STRIP_FACTOR.from(least).up_to(most),
            |next, value| next.strip_factor = value
        )
    )
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
        None => "Not to be compared with the levels: their total rate is another (majorisation, 4.1).".to_string(),
    }
}

/// The machine becomes the level's, with as many servers as it has.
pub fn take_level(lab: &Lab, level: u32) {
    changed(lab, |next| {
        if let Some(preset) = preset(&next.servers, level) {
            next.servers = preset;
        }
    });
}
