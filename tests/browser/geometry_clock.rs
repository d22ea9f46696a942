//! Named servers with the dates of the log that their requests come from: axes, sentences, list, handles and link in clock time, or in ticks.

use crate::geometry::{JOB, figure, open_servers};
use crate::harness::{Page, with_page};
use crate::lab::{fragment_of, held_idle, open_lab, shared, slots_example};
use bookahead::engine::core::calendar::ClockStart;
use bookahead::engine::core::time_names::{TimeNames, TimeUnit};
use bookahead::engine::idle::explain::idle_verdict;
use bookahead::engine::idle::{IdleScenario, Moment, MomentQuery};
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::formats::link::{AxisUnit, View};
use serde_json::json;

/// Slot 0 is at 08:00 on the wall.
const START: ClockStart = ClockStart { unix_seconds: 843_458_400, utc_offset: 7_200 };

fn dated() -> SlotsScenario {
    let mut slots = slots_example("eleven-requests");
    slots.machine.start = Some(START);
    slots
}

/// The engine's sentences on the request that is selected, as the page joins them.
fn verdict(servers: &IdleScenario, id: u32, time: TimeNames) -> String {
    let arrivals = servers.run().expect("in bounds").arrivals;
    let row = arrivals.row_of(id).expect("the request") as u32;
    let mut session = servers.session(servers.strategy, arrivals);
    session.finish();
    let moment = Moment::of(servers, &session, MomentQuery { row, tree: None }).expect("a moment");
    idle_verdict(&servers.servers, &moment, session.decisions(), time).sentences.join(" ")
}

/// The texts of a picture's axes, names of rows included.
fn marks(page: &Page, plane: &str) -> Vec<String> {
    let script = "return [...document.querySelectorAll(`[data-plane=${arguments[0]}] text`)].map(text => text.textContent)";
    let texts = page.js(script, &[json!(plane)]);
    texts.as_array().expect("texts").iter().map(|text| text.as_str().unwrap_or_default().to_string()).collect()
}

#[test]
fn servers_of_a_dated_plan_show_clock_time() {
    with_page("geometry-clock", |page| {
        open_lab(page, &fragment_of("Dated", dated(), View { selected: Some(10), ..View::default() }));
        page.click("#set-servers");
        page.wait_for_element("[data-plane=time]");
        let servers = page.wait_until("the servers", || held_idle(page));
        let clock = servers.time_names(TimeUnit::Clock);
        assert!(clock.is_clock() && clock.start == Some(START));
        // The first part of the request that was looked at in the plan is looked at here.
        let id = page.wait_until("a request to be looked at", || shared(page)?.view.geometry.selected);
        assert_eq!(servers.workload.name_of(id).number, 11);
        page.wait_for_element("#idle-verdict");
        if page.attribute("#axis-clock", "aria-pressed").as_deref() != Some("true") {
            page.click("#axis-clock");
        }
        page.wait_for_text("#idle-verdict p", &verdict(&servers, id, clock));
        page.wait_for_text("#idle-on-clock", "Mon 23 Sep 1996");
        page.settle();
        for plane in ["time", "gantt"] {
            let marks = marks(page, plane);
            assert!(marks.iter().any(|text| text == "23 Sep 1996"), "{plane}: {marks:?}");
            assert!(marks.iter().filter(|text| text.len() == 5 && &text[2..3] == ":").count() > 2, "{plane}: {marks:?}");
        }
        let words = page.attribute("[data-plane=gantt] [data-drag=r]", "aria-valuetext").expect("words");
        assert!(words.starts_with("Mon 23 Sep 1996 "), "{words}");
        page.wait_for_text(&format!("#request-{id} .fate"), "at 23 Sep ");
        page.wait_for_text(&format!("#request-{id} .asked"), "23 Sep ");
        page.screenshot("geometry-clock");
        // The link holds it, and a reload keeps it.
        page.wait_until("the link to hold the axis", || (shared(page)?.view.axis == AxisUnit::Clock).then_some(()));
        page.reload();
        page.wait_for_text("#idle-verdict p", &verdict(&servers, id, clock));
        // And back to ticks.
        page.click("#axis-ticks");
        page.wait_for_text("#idle-verdict p", &verdict(&servers, id, TimeNames::SLOTS));
        assert_eq!((page.count("#idle-on-clock"), page.count("[data-plane] .day")), (0, 0));
        assert_eq!(page.attribute("[data-plane=gantt] [data-drag=r]", "aria-valuetext"), None);
        page.wait_until("the link to hold the axis", || (shared(page)?.view.axis == AxisUnit::Slots).then_some(()));
        assert_eq!(held_idle(page).and_then(|servers| servers.clock), servers.clock);
    });
}

#[test]
fn servers_without_a_clock_offer_none() {
    with_page("geometry-no-clock", |page| {
        open_servers(page, &figure(JOB));
        assert_eq!((page.count("#axis-clock"), page.count("#tick-seconds")), (0, 0));
    });
}
