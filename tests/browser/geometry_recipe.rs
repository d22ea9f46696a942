//! What is asked of which servers: a request drawn on their chart, groups and rates, the levels of heterogeneity, every source of requests. A
//! value that is not allowed is told of and changes nothing.

use crate::geometry::{JOB, axis, expect_fields, figure, headline_of, open_servers, pick};
use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{
    can_undo_redo, example, expect_scenario, first_example, fragment_of, held_idle, held_slots, open_lab, reload_lab,
    slots_example, take_and_move,
};
use crate::links::second_tab;
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleSource, IdleWorkload, Rate, Servers};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, SlotsScenario};
use bookahead::formats::link::View;
use serde_json::json;
use std::sync::Arc;

/// Waits until the link holds what `look` finds.
#[track_caller]
fn expect_held(page: &Page, what: &str, look: impl Fn(&IdleScenario) -> bool) -> IdleScenario {
    page.wait_until(&format!("the link to hold {what}"), || held_idle(page).filter(|servers| look(servers)))
}

/// Puts a value into a field, with the event that typing it ends with. All at once: the page may draw the field anew between two keys.
fn put(page: &Page, css: &str, text: &str) {
    page.wait_for_element(css);
    let script = "const field = document.querySelector(arguments[0]); field.focus(); field.value = arguments[1]; field.dispatchEvent(new Event('change', {bubbles: true}))";
    page.js(script, &[json!(css), json!(text)]);
}

/// Types a value that is not allowed: it stays in the field with the reason, and nothing else happens.
#[track_caller]
fn refused(page: &Page, field: &str, text: &str, reason: &str) {
    let before = (held_idle(page), can_undo_redo(page), page.text("#idle-verdict h3"));
    put(page, &format!("#{field}"), text);
    page.wait_for_text(&format!("#{field}-note"), reason);
    page.wait_for_text(&format!("#{field}-note"), &format!("“{text}” is not allowed"));
    assert_eq!(
        (page.value(&format!("#{field}")), page.attribute(&format!("#{field}"), "aria-invalid")),
        (text.to_string(), Some("true".to_string()))
    );
    page.settle();
    assert_eq!((held_idle(page), can_undo_redo(page), page.text("#idle-verdict h3")), before, "nothing is lost");
    page.focus(&format!("#{field}"));
    page.key("Escape");
    page.wait_for("the reason to go", "!document.querySelector(arguments[0])", &[json!(format!("#{field}-note"))]);
}

/// Waits until a text of the servers' chart says something.
#[track_caller]
fn wait_for_drawn(page: &Page, css: &str, words: &str) {
    page.wait_for(
        &format!("{css} to say {words}"),
        "[...document.querySelectorAll(arguments[0])].some(text => text.textContent.includes(arguments[1]))",
        &[json!(format!("[data-plane=gantt] {css}")), json!(words)],
    );
}

#[test]
fn a_new_request_is_drawn_on_the_servers() {
    with_page("geometry-draw", |page| {
        open_servers(page, &figure(JOB));
        let place = || {
            page.js("document.querySelector('[data-plane=gantt]').scrollIntoView({block: 'center'})", &[]);
            page.settle();
            let ((origin, tick), rows) = (axis(page, "gantt", false), page.rect("[data-plane=gantt] .frame"));
            // Server 2, the second row from above, is idle from 14 to 25.
            (Point { x: origin + 18.3 * tick, y: rows[1] + rows[3] * 3.0 / 8.0 }, (6.0 * tick, 2.0))
        };
        let drawn = IdleRequest { submitted: 0, earliest_start: 18, size: 3, deadline: 24 };
        for device in [Device::Mouse, Device::Touch] {
            let (from, way) = place();
            take_and_move(page, device, from, way);
            expect_fields(page, &drawn);
            wait_for_drawn(page, ".caption", "request 10: r 18, l 3, d 24");
            assert!(!can_undo_redo(page).0, "nothing is recorded before the pointer is lifted");
            page.release(device);
            page.wait_until("one step to undo", || can_undo_redo(page).0.then_some(()));
            let servers = expect_held(page, "the new request", |servers| servers.workload.next_id() == 10);
            assert_eq!(servers.run().expect("in bounds").arrivals.row(9), drawn);
            page.wait_for_text("#idle-verdict h3", &headline_of(&servers, 9));
            assert_eq!(
                (page.count(".idle-row"), page.attribute(".idle-row[aria-selected=true]", "data-request").as_deref()),
                (10, Some("9"))
            );
            page.click("#undo");
            page.wait_until("it to be gone", || (page.count(".idle-row") == 9).then_some(()));
            page.click(".idle-row[data-request='8']");
            expect_fields(page, &JOB);
        }
        // Escape takes it back while the button is down.
        let (from, way) = place();
        take_and_move(page, Device::Mouse, from, way);
        expect_fields(page, &drawn);
        page.key("Escape");
        page.wait_until("it to be gone", || (page.count(".idle-row") == 9).then_some(()));
        page.release(Device::Mouse);
        page.settle();
        assert_eq!((page.count(".idle-row"), can_undo_redo(page).0), (9, false));
    });
}

#[test]
fn servers_are_added_dropped_and_given_rates() {
    with_page("geometry-groups", |page| {
        open_servers(page, &figure(JOB));
        let groups = || page.count(".server-group");
        let names = || page.count("[data-plane=gantt] .frame ~ text.row-name");
        assert_eq!((groups(), names(), page.count("#remove-group-0")), (1, 4, 0), "the last group cannot go");
        page.click("#add-group");
        page.wait_until("a second group", || (groups() == 2 && names() == 5).then_some(()));
        put(page, "#group-1-servers", "3");
        page.wait_until("three rows more", || (names() == 7).then_some(()));
        put(page, "#group-1-denominator", "4");
        put(page, "#group-1-numerator", "3");
        let servers = expect_held(page, "rates and numbers", |servers| {
            servers.servers.groups.last().is_some_and(|group| group.rate == Rate::new(3, 4))
        });
        assert_eq!((servers.servers.count(), servers.servers.groups.len()), (7, 2));
        wait_for_drawn(page, "text.row-name", "·3/4");
        page.wait_for_text(".idle-machine h2", "work per tick 6.2");
        for (field, text, reason) in [
            ("group-1-numerator", "5", "from 1 to 4"),
            ("group-1-numerator", "0", "from 1 to 4"),
            ("group-1-denominator", "2", "from 3"),
            ("group-0-servers", "0", "from 1"),
            ("group-0-servers", "many", "from 1"),
            ("group-1-servers", "-3", "from 1"),
            ("least-size", "61", "from 1 to 60"),
            ("look-ahead", "0", "from 1"),
        ] {
            refused(page, field, text, reason);
        }
        // Within the field's range, and yet not allowed: the requests look farther ahead.
        let before = held_idle(page);
        put(page, "#look-ahead", "10");
        page.wait_for_text(".notices", "Nothing was changed");
        page.settle();
        assert_eq!(held_idle(page), before);
        page.click("#remove-group-1");
        page.wait_until("one group", || (groups() == 1 && names() == 4).then_some(()));
        expect_held(page, "four servers", |servers| servers.servers.count() == 4);
        page.click("#undo");
        page.wait_until("both groups again", || (groups() == 2 && names() == 7).then_some(()));
    });
}

#[test]
fn servers_are_made_of_a_plan() {
    with_page("geometry-set", |page| {
        let plan = first_example();
        open_lab(page, &fragment_of("", plan.clone(), View::default()));
        set_servers(page);
        let servers = expect_held(page, "servers for the nodes", |_| true);
        // The last deadline is 17, and it is rounded up.
        assert_eq!(servers.servers, Servers::identical(plan.machine.nodes, 100, 1));
        assert_eq!(
            servers.workload.source,
            IdleWorkload::of_requests(one_by_one(&plan)).source,
            "one request for each node of each job"
        );
    });
}

/// Opens the panel of the servers beside a plan and asks for its jobs to be copied.
fn set_servers(page: &Page) {
    page.click("#set-servers");
    page.wait_for_element("[data-plane=gantt] .frame");
}

/// The jobs of a plan as requests for one server each, in arrival order.
fn one_by_one(plan: &SlotsScenario) -> Vec<IdleRequest> {
    let arrivals = plan.workload.arrivals().expect("in bounds");
    let requests = (0..arrivals.requests()).flat_map(|row| {
        let Request { submitted, earliest_start, latest_start, duration, nodes, jobs, .. } = arrivals.row(row);
        let request = IdleRequest { submitted, earliest_start, size: duration, deadline: latest_start + duration };
        std::iter::repeat_n(request, (nodes * jobs) as usize)
    });
    requests.collect()
}

#[test]
fn the_link_holds_what_is_looked_at_and_a_reload_brings_back_both() {
    with_page("geometry-both", |page| {
        // Jobs of two nodes: a request for each.
        let plan = slots_example("eleven-requests-mpi");
        open_lab(page, &fragment_of("Both", plan.clone(), View::default()));
        set_servers(page);
        let servers = expect_held(page, "the servers alone", |_| true);
        assert_eq!(servers.workload.source, IdleWorkload::of_requests(one_by_one(&plan)).source);
        // From now on each goes its own way.
        put(page, "#look-ahead", "300");
        let servers = expect_held(page, "the change", |held| held.servers.look_ahead == 300 && held.workload == servers.workload);
        page.click("#panel-slots");
        page.wait_until("the plan as it was", || (held_slots(page)? == plan).then_some(()));
        page.click("#planner-rigid");
        let rigid = SlotsScenario { policy: Policy { planner: PlannerKind::Rigid, ..plan.policy }, ..plan };
        expect_scenario(page, &rigid);

        reload_lab(page);
        expect_scenario(page, &rigid);
        page.click("#panel-idle");
        page.wait_for_element("[data-plane=gantt] .frame");
        expect_held(page, "the servers as they were", |held| *held == servers);
        page.reload();
        page.wait_for_element("[data-plane=gantt] .frame");
        expect_held(page, "the servers after a reload", |held| *held == servers);
        page.click("#panel-slots");
        expect_scenario(page, &rigid);

        // Whoever gets the link has what was looked at, and nothing else.
        let fragment = page.fragment();
        second_tab(page, &fragment);
        expect_scenario(page, &rigid);
        page.click("#panel-idle");
        page.wait_for_text(".example-strip p", "Three of the four can take it");
    });
}

#[test]
fn levels_of_heterogeneity_stand_in_their_order() {
    with_page("geometry-levels", |page| {
        open_servers(page, &example("pareto-class"));
        page.wait_for_text(".idle-machine", "results are not comparable");
        let held_by = |level: u32, count: u32, like: &Servers| {
            Servers::heterogeneous(level, count, like.look_ahead, like.least_size).expect("a level")
        };
        for level in 0..=4_u32 {
            page.click(&format!("#level-{level}"));
            let servers = expect_held(page, "the level", |servers| servers.servers == held_by(level, 21, &servers.servers));
            page.wait_for_text(
                ".idle-machine",
                &format!("Level {level}: more heterogeneous than every level below it, less than every one above"),
            );
            page.wait_for(
                "this level to be pressed, and no other",
                "[...document.querySelectorAll('.levels button')].every((button, level) => (button.getAttribute('aria-pressed') === 'true') === (level === arguments[0]))",
                &[json!(level)],
            );
            // What the words claim.
            for other in 0..=4 {
                assert_eq!(servers.servers.majorisation(&held_by(other, 21, &servers.servers)), Some(level.cmp(&other)));
            }
            let rates: Vec<String> = (0..3).map(|at| page.value(&format!("#group-{at}-numerator"))).collect();
            assert_eq!(rates, [5 - level, 5, 5 + level].map(|tenths| tenths.to_string()));
        }
        // Between two levels: as heterogeneous as the lower one at least.
        page.click("#level-2");
        page.wait_for_text(".idle-machine", "Level 2:");
        put(page, "#group-0-numerator", "2");
        page.wait_for_text(".idle-machine", "results are not comparable");
        put(page, "#group-1-numerator", "6");
        page.wait_for_text(".idle-machine", "At least as heterogeneous as level 2 (");
    });
}

#[test]
fn every_source_of_requests_can_be_picked() {
    with_page("geometry-sources", |page| {
        let plan = first_example();
        open_lab(page, &fragment_of("", plan.clone(), View::default()));
        set_servers(page);
        let source = |page: &Page| page.value("#idle-source");
        assert_eq!(source(page), "given", "the jobs of the plan are copied");
        page.wait_for_text(".idle-workload", "15 requests.");
        let jobs = |words: &str| page.wait_for_text(".idle-requests h2", words);

        pick(page, "#idle-source", "pareto");
        jobs(": 200, in order of arrival");
        expect_held(page, "requests drawn as in 3.4", |servers| matches!(servers.workload.source, IdleSource::Pareto(_)));
        put(page, "#idle-requests", "150");
        jobs(": 150, in order of arrival");
        put(page, "#idle-mean", "5");
        put(page, "#idle-tightness", "50");
        put(page, "#idle-book-ahead", "25");
        put(page, "#idle-seed", "9");
        expect_held(
            page,
            "the numbers typed",
            |servers| matches!(servers.workload.source, IdleSource::Pareto(pareto) if (pareto.seed, pareto.requests, pareto.mean_size, pareto.tightness, pareto.book_ahead) == (9, 150, 5.0, 0.5, 0.25)),
        );
        for (field, text, reason) in [
            ("idle-load", "301", "from 1 to 300"),
            ("idle-mean", "1.09", "from 1.10 to 12.00"),
            ("idle-tightness", "101", "from 0 to 100"),
            ("idle-seed", "x", "from 0"),
            ("idle-requests", "1e3", "a whole number"),
        ] {
            let before = held_idle(page);
            put(page, &format!("#{field}"), text);
            page.wait_for_text(&format!("#{field}-note"), reason);
            page.settle();
            assert_eq!(held_idle(page), before, "{field} {text}");
        }

        pick(page, "#idle-source", "fortnight");
        jobs(": 300, in order of arrival");
        // The request that was looked at in the plan is the last one: its list is not at its top.
        page.js("document.querySelector('.rows').scrollTop = 0", &[]);
        expect_held(page, "requests drawn as in 4.6", |servers| {
            matches!(servers.workload.source, IdleSource::Fortnight(_)) && servers.servers.groups.len() == 3
        });
        put(page, "#idle-slack", "90");
        put(page, "#idle-load", "50");
        let servers = expect_held(
            page,
            "slack and load",
            |servers| matches!(servers.workload.source, IdleSource::Fortnight(fortnight) if fortnight.slack_minutes == 90 && fortnight.load == 0.5),
        );

        // What was drawn becomes a list that can be changed one by one.
        let arrivals = servers.run().expect("in bounds").arrivals;
        page.wait_for_text(
            ".idle-row",
            &format!("r {} · l {} · d {}", arrivals.earliest_start[0], arrivals.size[0], arrivals.deadline[0]),
        );
        pick(page, "#idle-source", "given");
        page.wait_for_text(".idle-workload", "300 requests.");
        let listed = expect_held(page, "the list", |servers| matches!(servers.workload.source, IdleSource::Requests(_)));
        let IdleSource::Requests(list) = &listed.workload.source else { panic!("a list") };
        assert_eq!((list.len(), list[0]), (300, arrivals.row(0)));

        pick(page, "#idle-source", "slots");
        jobs(": 15, in order of arrival");
        let copied = IdleSource::Requests(Arc::new(one_by_one(&plan)));
        expect_held(page, "the jobs of the plan", |servers| servers.workload.source == copied);
        page.wait_until("a list that says so", || (source(page) == "given").then_some(()));
        page.wait_for_text(".idle-workload", "15 requests.");
    });
}

#[test]
fn the_example_of_named_servers_stands_alone() {
    with_page("geometry-alone", |page| {
        open_servers(page, &example("eleven-servers"));
        page.wait_for_text(".idle-requests h2", ": 15, in order of arrival");
        assert_eq!(page.value("#idle-source"), "given");
        assert_eq!(page.attribute(".idle-row[aria-selected=true]", "data-request").as_deref(), Some("12"));
        let servers = expect_held(page, "the servers", |_| true);
        assert_eq!(
            servers.workload.source,
            IdleWorkload::of_requests(one_by_one(&first_example())).source,
            "it asks for the jobs of the first example"
        );
    });
}
