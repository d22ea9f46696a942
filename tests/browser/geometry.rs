//! Idle periods as geometry: the request is dragged in every picture, what is pointed at lights up in all of them, keys do what the pointer
//! does, and the link holds what is seen.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{can_undo_redo, example, held_idle, idle_of, shared, take_and_move};
use crate::page_loads::open;
use bookahead::engine::Scenario;
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::idle::explain::idle_verdict;
use bookahead::engine::idle::{IdleRequest, IdleScenario, Moment, MomentQuery, Strategy};
use bookahead::formats::link::{Plane, Shared, encode};
use serde_json::json;

/// The job of Figure 3.3 with time to spare.
pub const JOB: IdleRequest = IdleRequest { submitted: 0, earliest_start: 17, size: 3, deadline: 34 };
/// Its number.
pub const ID: u32 = 8;

/// The example of Figure 3.3 with its job changed.
pub fn figure(request: IdleRequest) -> Shared {
    let Shared { scenario, view } = example("figure-3-3");
    Shared { scenario: Scenario::new(scenario.title, figure_servers(request)), view }
}

/// Its servers.
fn figure_servers(request: IdleRequest) -> IdleScenario {
    let servers = idle_of(example("figure-3-3").scenario).expect("named servers");
    IdleScenario { workload: servers.workload.with_edit(ID, Some(request)), ..servers }
}

/// Opens a scenario with servers and waits for its moment.
pub fn open_servers(page: &Page, shared: &Shared) {
    open(page, &format!("#{}", encode(shared)));
    page.wait_for_element("#idle-verdict h3");
    page.wait_for_element("[data-plane=gantt] .bracket");
    page.settle();
}

pub fn open_figure(page: &Page) {
    open_servers(page, &figure(JOB));
    expect_request(page, &JOB);
}

/// What the engine says of the job of Figure 3.3.
pub fn headline(request: &IdleRequest) -> String {
    headline_of(&figure_servers(*request), ID)
}

/// What the engine says of a request.
pub fn headline_of(servers: &IdleScenario, id: u32) -> String {
    let arrivals = servers.run().expect("in bounds").arrivals;
    let row = arrivals.row_of(id).expect("the request") as u32;
    let mut session = servers.session(servers.strategy, arrivals);
    session.finish();
    let moment = Moment::of(servers, &session, MomentQuery { row, tree: None }).expect("a moment");
    idle_verdict(&servers.servers, &moment, session.decisions(), TimeNames::SLOTS).headline
}

/// Waits until inspector and verdict are those of this request.
#[track_caller]
fn expect_request(page: &Page, request: &IdleRequest) {
    expect_fields(page, request);
    page.wait_for_text("#idle-verdict h3", &headline(request));
}

/// Waits until the inspector is that of this request.
#[track_caller]
pub fn expect_fields(page: &Page, request: &IdleRequest) {
    let IdleRequest { earliest_start, size, deadline, .. } = *request;
    page.wait_for(
        &format!("the inspector to show {request:?}"),
        "['earliest-start', 'size', 'deadline'].every((key, i) => document.querySelector(`#idle-${key}`)?.value === arguments[0][i])",
        &[json!([earliest_start.to_string(), size.to_string(), deadline.to_string()])],
    );
}

/// An axis of a picture: px of the viewport at 0, and px per unit, upwards negative.
pub fn axis(page: &Page, picture: &str, is_upright: bool) -> (f64, f64) {
    let script = "
        const [picture, upright] = arguments;
        const marks = [...document.querySelectorAll(`[data-plane=${picture}] text${upright ? '.row-name' : '[text-anchor=middle]:not([class])'}`)]
            .map(e => [Number(e.textContent.replace('−', '-')), e.getBoundingClientRect()])
            .filter(([number]) => Number.isFinite(number))
            .map(([number, r]) => [number, upright ? r.top + r.height / 2 : r.left + r.width / 2]);
        const [a, b] = [marks[0], marks[marks.length - 1]];
        const unit = (b[1] - a[1]) / (b[0] - a[0]);
        return [a[1] - a[0] * unit, unit]";
    let axis = page.js(script, &[json!(picture), json!(is_upright)]);
    let number = |i: usize| axis[i].as_f64().unwrap_or_else(|| panic!("an axis of {picture}: {axis}"));
    (number(0), number(1))
}

/// Where an idle period stands in the plane of starts and ends.
fn point(page: &Page, start: f64, end: f64) -> Point {
    page.js("document.querySelector('[data-plane=time]').scrollIntoView({block: 'nearest'})", &[]);
    page.settle();
    place(page, start, end)
}

/// The same where the page is scrolled to now.
fn place(page: &Page, start: f64, end: f64) -> Point {
    let ((x, per_x), (y, per_y)) = (axis(page, "time", false), axis(page, "time", true));
    Point { x: x + start * per_x, y: y + end * per_y }
}

fn knob(page: &Page, picture: &str, drag: &str) -> Point {
    let css = format!("[data-plane={picture}] [data-drag={drag}]");
    page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", &[json!(css)]);
    page.settle();
    // The bracket's bar is a knob of its own.
    page.middle_of(&if drag == "whole" { css } else { format!("{css} .knob") })
}

/// Takes hold of a knob and checks that all follows before it is let go, that this is one step, and that it can be taken back.
#[track_caller]
fn drag_and_take_back(page: &Page, device: Device, from: Point, way: (f64, f64), expected: &IdleRequest) {
    let before = can_undo_redo(page);
    take_and_move(page, device, from, way);
    expect_request(page, expected);
    assert_eq!(can_undo_redo(page), before, "nothing is recorded before the pointer is lifted");
    page.release(device);
    expect_request(page, expected);
    page.wait_until("one step to undo", || can_undo_redo(page).0.then_some(()));
    page.click("#undo");
    expect_request(page, &JOB);
}

fn earlier(by: u32) -> IdleRequest {
    IdleRequest { earliest_start: JOB.earliest_start - by, ..JOB }
}

fn later_due(by: u32) -> IdleRequest {
    IdleRequest { deadline: JOB.deadline + by, ..JOB }
}

fn larger(by: u32) -> IdleRequest {
    IdleRequest { size: JOB.size + by, ..JOB }
}

fn moved(by: u32) -> IdleRequest {
    IdleRequest { earliest_start: JOB.earliest_start - by, deadline: JOB.deadline - by, ..JOB }
}

#[test]
fn the_request_is_dragged_in_the_time_plane_and_on_the_servers() {
    with_page("geometry-drag", |page| {
        open_figure(page);
        page.screenshot("geometry-time");
        let (tick, up) = (axis(page, "time", false).1, axis(page, "time", true).1);
        assert!(tick > 5.0 && up < -3.0, "{tick} and {up} px per tick");
        // The cases are chosen so that the verdicts differ.
        assert_ne!(headline(&JOB), headline(&larger(7)));
        for (picture, drag, way, expected) in [
            ("time", "r", (-4.0 * tick, 0.0), earlier(4)),
            ("time", "d", (6.0 * tick, 0.0), later_due(6)),
            // The knob stands in the middle of the segment and moves by half of what the size does.
            ("time", "l", (0.0, 7.0 * up / 2.0), larger(7)),
            ("gantt", "r", (-4.0 * tick, 3.0), earlier(4)),
            ("gantt", "d", (6.0 * tick, 0.0), later_due(6)),
            ("gantt", "l", (7.0 * tick, 0.0), larger(7)),
            ("gantt", "whole", (-3.0 * tick, 0.0), moved(3)),
        ] {
            drag_and_take_back(page, Device::Mouse, knob(page, picture, drag), way, &expected);
        }
        drag_and_take_back(page, Device::Touch, knob(page, "time", "d"), (6.0 * tick, 0.0), &later_due(6));
        // Escape takes it back while the button is down.
        take_and_move(page, Device::Mouse, knob(page, "time", "r"), (-4.0 * tick, 0.0));
        expect_request(page, &earlier(4));
        page.key("Escape");
        expect_request(page, &JOB);
        page.release(Device::Mouse);
        page.settle();
        expect_request(page, &JOB);
        assert!(!can_undo_redo(page).0);
    });
}

#[test]
fn and_in_primal_and_dual_plane() {
    with_page("geometry-dual", |page| {
        open_figure(page);
        page.click("#plane-dual");
        page.wait_for_element("[data-plane=dual] .segment");
        page.settle();
        let (tick, work) = (axis(page, "primal", false).1, axis(page, "primal", true).1);
        let height = axis(page, "dual", true).1;
        drag_and_take_back(page, Device::Mouse, knob(page, "primal", "r"), (-4.0 * tick, 0.0), &earlier(4));
        drag_and_take_back(page, Device::Mouse, knob(page, "primal", "d"), (6.0 * tick, 0.0), &later_due(6));
        drag_and_take_back(page, Device::Mouse, knob(page, "primal", "l"), (0.0, 7.0 * work), &larger(7));
        drag_and_take_back(page, Device::Mouse, knob(page, "dual", "l"), (0.0, -7.0 * height), &larger(7));
        // At the left edge, x = −1.14, the line y = r·x − l rises by 1.14 for every tick less.
        drag_and_take_back(page, Device::Mouse, knob(page, "dual", "r"), (0.0, 4.0 * 1.14 * height), &earlier(4));
    });
}

#[test]
fn any_job_can_be_moved_and_the_gaps_beside_it_follow() {
    with_page("geometry-jobs", |page| {
        open_figure(page);
        let tick = axis(page, "gantt", false).1;
        let script = "
            const name = [...document.querySelectorAll('[data-plane=gantt] .bar-name')].find(e => e.textContent === '1');
            name.scrollIntoView({block: 'center'});
            const r = name.getBoundingClientRect();
            return [r.left + r.width / 2, r.top + r.height / 2]";
        let at = page.js(script, &[]);
        let from = Point { x: at[0].as_f64().expect("x"), y: at[1].as_f64().expect("y") };
        take_and_move(page, Device::Mouse, from, (3.0 * tick, 0.0));
        page.wait_for_text(".idle-row", "r 3 · l 10 · d 13");
        page.release(Device::Mouse);
        page.wait_until("the link to hold it", || {
            let servers = held_idle(page)?;
            let folded = servers.run().ok()?.arrivals;
            (folded.row(0).earliest_start == 3).then_some(())
        });
        assert_eq!(
            page.attribute(".idle-row[aria-selected=true]", "data-request").as_deref(),
            Some("8"),
            "the eye stays on the job"
        );
        // The gap before job 1 begins later now.
        page.focus("[data-plane=time]");
        page.key("Home");
        page.wait_for_text("#lit-words", "Server 0, idle from 0 to 3");
        page.click("#undo");
        page.wait_for_text(".idle-row", "r 0 · l 10 · d 10");
    });
}

#[test]
fn what_is_pointed_at_is_lit_everywhere() {
    with_page("geometry-hover", |page| {
        open_figure(page);
        page.hover(point(page, 14.0, 25.0));
        page.wait_for_text("#lit-words", "Server 2, idle from 14 to 25 (11 long): fits at once: 3 before the job, wait 0.");
        page.wait_for_element("[data-plane=time] .lit");
        page.wait_for_element("[data-plane=gantt] .lit");
        page.screenshot("geometry-lit");
        let gap = page.rect("[data-plane=gantt] rect.lit");
        let tick = axis(page, "gantt", false).1;
        assert!((gap[2] - 11.0 * tick).abs() < 4.0, "the gap is 11 ticks wide: {gap:?}");
        // The other way round: four ticks after its start the gap of server 3 is free of the job.
        page.js("document.querySelector('[data-plane=gantt]').scrollIntoView({block: 'nearest'})", &[]);
        page.settle();
        let rows = page.rect("[data-plane=gantt] .frame");
        let (origin, tick) = axis(page, "gantt", false);
        page.hover(Point { x: origin + 21.5 * tick, y: rows[1] + rows[3] / 8.0 });
        page.wait_for_text("#lit-words", "Server 3, idle from 15 to 23");
        let expected = place(page, 15.0, 23.0);
        let ring = page.middle_of("[data-plane=time] circle.lit");
        assert!((ring.x - expected.x).abs() < 3.0 && (ring.y - expected.y).abs() < 3.0, "{ring:?} {expected:?}");
        // Nothing there.
        page.hover(point(page, 40.0, 55.0));
        page.wait_for("nothing to be lit", "!document.querySelector('.planes .lit')", &[]);
    });
}

#[test]
fn keys_go_from_period_to_period_and_move_handles() {
    with_page("geometry-keys", |page| {
        open_figure(page);
        page.focus("[data-plane=time]");
        for words in ["Server 0, idle from 10 to 19", "Server 1, idle from 14 to 20", "Server 2, idle from 14 to 25"] {
            page.key("ArrowRight");
            page.wait_for_text("#lit-words", words);
        }
        page.key("ArrowLeft");
        page.wait_for_text("#lit-words", "Server 1, idle from 14 to 20");
        page.key("Enter");
        page.wait_for_element(".tree-picture .node.found");
        assert!(page.count(".tree-picture .node.read") >= 1, "{}", page.count(".tree-picture .node"));
        page.screenshot("geometry-tree");
        page.key("Enter");
        page.wait_for("the tree to close", "!document.querySelector('.tree-picture')", &[]);
        page.key("Escape");
        page.wait_for("nothing to be lit", "!document.querySelector('.planes .lit')", &[]);
        page.focus("[data-plane=time] [data-drag=d]");
        page.key("ArrowRight");
        expect_request(page, &later_due(1));
        page.focus("[data-plane=gantt] [data-drag=r]");
        page.key("ArrowLeft");
        expect_request(page, &IdleRequest { earliest_start: 16, ..later_due(1) });
        page.click("#undo");
        page.click("#undo");
        expect_request(page, &JOB);
    });
}

/// Picks from a list, with the events that a user's choice ends with.
pub fn pick(page: &Page, css: &str, value: &str) {
    let script = "const list = document.querySelector(arguments[0]); list.focus(); list.value = arguments[1]; list.dispatchEvent(new Event('change', {bubbles: true}))";
    page.js(script, &[json!(css), json!(value)]);
}

#[test]
fn strategies_are_switched_and_compared() {
    with_page("geometry-strategies", |page| {
        open_figure(page);
        page.wait_for_text("#idle-verdict h3", "Accepted on server 3");
        let mark = || page.texts("text.choice.own");
        assert!(mark().iter().any(|text| text.starts_with("Min-LIP")), "{:?}", mark());
        page.choose_policy("idle-strategy", Strategy::MaxTip.name());
        page.wait_until("the mark of the other strategy", || mark().iter().any(|text| text.starts_with("Max-TIP")).then_some(()));
        page.wait_until("the link to hold the strategy", || (held_idle(page)?.strategy == Strategy::MaxTip).then_some(()));
        page.wait_for(
            "another server",
            "document.querySelector('#idle-verdict h3')?.innerText.includes('server 3') === false",
            &[],
        );
        page.click("#undo");
        page.wait_for_text("#idle-verdict h3", "Accepted on server 3");
        pick(page, "#compare-with", Strategy::MinTip.name());
        page.wait_for_text("#compare-first", "They first differ at request 9");
        page.wait_for_element(".idle-row .parts");
    });
}

#[test]
fn both_tests_pass_and_it_is_too_short() {
    with_page("geometry-deceives", |page| {
        open_servers(page, &example("dual-deceives"));
        page.click("#plane-dual");
        page.wait_for_element("[data-plane=dual] .segment");
        page.focus("[data-plane=dual]");
        page.key("Home");
        let mut said = Vec::new();
        for _ in 0..4 {
            page.settle();
            said.push(page.text("#lit-words"));
            page.key("ArrowRight");
        }
        assert!(said.iter().any(|words| words.contains("rate 1/2, idle from 12 to 18 (6 long): too short after all")), "{said:?}");
        page.screenshot("geometry-deceives");
        // The link holds the plane; a reload shows it again.
        page.wait_until("the link to hold the plane", || (shared(page)?.view.geometry.plane == Plane::Dual).then_some(()));
        page.reload();
        page.wait_for_element("[data-plane=dual] .segment");
        assert_eq!(page.count("[data-plane=time]"), 0);
    });
}

#[test]
fn selection_and_opened_tree_travel_in_the_link() {
    with_page("geometry-link", |page| {
        open_figure(page);
        page.focus("[data-plane=time]");
        page.key("ArrowRight");
        page.key("Enter");
        page.wait_for_element(".tree-picture");
        page.click("#idle-zoom-in");
        let held = page.wait_until("the link to hold tree and time", || {
            shared(page).filter(|held| held.view.geometry.tree.is_some() && held.view.geometry.time.is_some())
        });
        page.reload();
        page.wait_for_element(".tree-picture");
        page.settle();
        assert_eq!(shared(page), Some(held));
        page.click("#idle-fit");
        page.wait_until("the whole moment", || shared(page)?.view.geometry.time.is_none().then_some(()));
        page.click("#idle-focus");
        page.wait_until("the request in the middle", || (shared(page)?.view.geometry.time?.first == 0.0).then_some(()));
    });
}

#[test]
fn on_a_phone_in_the_dark_and_for_the_scanner() {
    with_page("geometry-looks", |page| {
        open_figure(page);
        page.assert_accessible("the time plane");
        // Without motion: the scanner is not to see colours on their way.
        page.prefer(true, true);
        page.settle();
        page.screenshot("geometry-dark");
        page.assert_accessible("the time plane in the dark");
        page.click("#plane-dual");
        page.wait_for_element("[data-plane=dual] .segment");
        page.assert_accessible("the dual plane in the dark");
        page.prefer(false, true);
        page.phone();
        page.settle();
        page.assert_fits_width();
        page.assert_accessible("a phone");
        page.js("document.querySelector('.planes').scrollIntoView()", &[]);
        page.screenshot("geometry-phone");
    });
}
