//! Reservations that adapt: extensions, re-planning and opportunistic jobs, each as a switch or a button that changes the plan on screen.

use crate::geometry::{ID, JOB, axis, figure, open_servers};
use crate::harness::{Page, with_page};
use crate::lab::held_idle;
use bookahead::engine::Scenario;
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::idle::explain::adapted_sentence;
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleWorkload, Servers};
use bookahead::formats::link::Shared;
use serde_json::json;

/// The pixel of the servers' chart at a tick, in the middle of a row; row 0 is the lowest.
fn pixel(page: &Page, tick: f64, row: u32, rows: u32) -> [u64; 3] {
    let (origin, unit) = axis(page, "gantt", false);
    let script = "
        const [x, share] = arguments;
        const canvas = document.querySelector('.plot.gantt canvas');
        const box = canvas.getBoundingClientRect();
        const at = [(x - box.left) * canvas.width / box.width, share * canvas.height].map(Math.floor);
        return [...canvas.getContext('2d').getImageData(...at, 1, 1).data].slice(0, 3)";
    let share = 1.0 - (f64::from(row) + 0.5) / f64::from(rows);
    let colour = page.js(script, &[json!(origin + tick * unit), json!(share)]);
    [0, 1, 2].map(|i| colour[i].as_u64().unwrap_or_else(|| panic!("a colour: {colour}")))
}

/// Waits until the link holds what `is_it` wants and the page tells of that recipe what the engine tells of it.
#[track_caller]
fn expect_happened(page: &Page, what: &str, is_it: impl Fn(&IdleScenario) -> bool) -> Vec<String> {
    let servers = page.wait_until(what, || held_idle(page).filter(|servers| is_it(servers)));
    let outcome = servers.run().expect("in bounds");
    let happened = outcome.adapted.as_ref().map_or(&[][..], |adapted| &adapted.happened);
    let sentence =
        |(at, what): &(u32, _)| adapted_sentence((&outcome.arrivals, &servers.workload.names), *at, what, TimeNames::SLOTS);
    let told: Vec<String> = happened.iter().map(sentence).collect();
    page.wait_for(
        &format!("the page to tell {told:?}"),
        "JSON.stringify([...document.querySelectorAll('#happened li')].map(line => line.textContent)) === JSON.stringify(arguments[0])",
        &[json!(told)],
    );
    page.settle();
    told
}

#[test]
fn a_running_job_that_needs_more_time_goes_on() {
    with_page("geometry-extends", |page| {
        open_servers(page, &figure(JOB));
        page.wait_for_text("#idle-verdict h3", "Accepted on server 3");
        // It runs from 17 to 20; behind it the period is idle.
        let before = pixel(page, 20.5, 3, 4);
        page.click("#extend");
        page.wait_for_text("#events li", "17: request 9 needs 1 more");
        let told = expect_happened(page, "the link to hold the extension", |servers| servers.events.len() == 1);
        assert!(told.iter().any(|line| line.contains("Request 9 goes on to 21 on server 3")), "{told:?}");
        assert_ne!(pixel(page, 20.5, 3, 4), before, "the bar is longer by a tick");
        page.click("#events li button");
        page.wait_for("the event to go", "!document.querySelector('#events li')", &[]);
        page.wait_until("the link without it", || held_idle(page)?.events.is_empty().then_some(()));
        page.settle();
        assert_eq!(pixel(page, 20.5, 3, 4), before);
        // A job that was refused does not run.
        let never = IdleRequest { earliest_start: 17, size: 17, deadline: 34, ..JOB };
        open_servers(page, &figure(never));
        page.wait_for_text("#idle-verdict h3", "Refused");
        page.click("#extend");
        page.wait_for_text(".notices", "a refused job needs no more time");
        assert_eq!(page.count("#events li"), 0);
    });
}

/// One server; the first job may wait, the second may not and comes when the first has its place, from 5 to 15.
fn newcomer() -> Shared {
    let rows = [(5, 10, 40), (4, 5, 10)];
    let request = |(earliest_start, size, deadline)| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let servers = IdleScenario::new(Servers::identical(1, 60, 3), IdleWorkload::of_requests(rows.map(request).to_vec()));
    let Shared { scenario, mut view } = figure(JOB);
    view.geometry.selected = Some(1);
    Shared { scenario: Scenario::new(scenario.title, servers), view }
}

#[test]
fn replanning_makes_room_for_a_newcomer() {
    with_page("geometry-replans", |page| {
        open_servers(page, &newcomer());
        let fate = || page.text(".idle-row[data-request='1'] .fate");
        assert_eq!(fate(), "refused");
        let colours = || [6.0, 13.0, 18.0].map(|tick| pixel(page, tick, 0, 1));
        let before = colours();
        assert_eq!((before[0] == before[1], before[1] == before[2]), (true, false), "one job from 5 to 15");
        assert_eq!(page.attribute("#adapt-replanning", "aria-pressed").as_deref(), Some("false"));
        page.click("#adapt-replanning");
        let told = expect_happened(page, "the link to hold the switch", |servers| servers.adaptability.replanning);
        assert!(told.iter().any(|line| line.contains("equest 2 starts on server 0")), "{told:?}");
        page.wait_for_text(".idle-row[data-request='1'] .fate", "server 0 at");
        assert_eq!(page.attribute("#adapt-replanning", "aria-pressed").as_deref(), Some("true"));
        let after = colours();
        assert!(after != before && after[1] != after[0], "the newcomer first, then the first one: {after:?}");
        page.click("#adapt-replanning");
        page.wait_for_text(".idle-row[data-request='1'] .fate", "refused");
        page.settle();
        assert_eq!((colours(), page.count("#happened")), (before, 0));
    });
}

#[test]
fn opportunistic_jobs_take_what_is_left_and_can_be_switched_off() {
    with_page("geometry-opportunistic", |page| {
        open_servers(page, &figure(JOB));
        let picture = || page.js("return document.querySelector('.plot.gantt canvas').toDataURL()", &[]);
        let before = picture();
        page.click("#add-opportunity");
        page.wait_for_text("#events li", "0: an opportunistic job of size 3 from 17 on");
        assert_eq!(page.attribute("#adapt-opportunistic", "aria-pressed").as_deref(), Some("true"), "the first one turns them on");
        let told = expect_happened(page, "the link to hold the job", |servers| servers.events.len() == 1);
        assert!(told.iter().any(|line| line.to_lowercase().contains("opportunistic job 1 starts on server")), "{told:?}");
        assert_ne!(picture(), before, "it is drawn");
        page.screenshot("geometry-opportunistic");
        // Off they cannot go while there is one.
        page.click("#adapt-opportunistic");
        page.wait_for_text(".notices", "opportunistic jobs are off. Nothing was changed.");
        page.settle();
        assert_eq!((page.count("#events li"), held_idle(page).map(|servers| servers.adaptability.opportunistic)), (1, Some(true)));
        page.click("#events li button");
        page.wait_for(
            "the job to be off the servers",
            "document.querySelector('.plot.gantt canvas').toDataURL() === arguments[0]",
            &[before],
        );
        page.click("#adapt-opportunistic");
        page.wait_until("the link to hold the switch", || (!held_idle(page)?.adaptability.opportunistic).then_some(()));
        assert_eq!(page.count("#happened"), 0, "nothing adapts");
        assert_eq!(page.attribute(&format!(".idle-row[data-request='{ID}']"), "aria-selected").as_deref(), Some("true"));
        page.click("#undo");
        page.wait_until("the switch to be on again", || {
            (page.attribute("#adapt-opportunistic", "aria-pressed").as_deref() == Some("true")).then_some(())
        });
        page.click("#undo");
        page.wait_for_text("#events li", "0: an opportunistic job of size 3 from 17 on");
        page.click("#undo");
        page.wait_for("the job to be gone", "!document.querySelector('#events li')", &[]);
    });
}
