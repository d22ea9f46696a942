//! The words of the laboratory: what the tests read off the page and do to it, and what the engine says it ought to show.

use crate::harness::{Device, Page, Point};
use crate::page_loads::open;
use bookahead::engine::idle::IdleScenario;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::engine::slots::workload::{Source, Workload};
use bookahead::engine::{Scenario, Study, run};
use bookahead::formats::link::{Opened, Shared, View, decode, encode};
use bookahead::papers::experiment::catalogue;
use bookahead::state::{EXAMPLES, Example};
use serde_json::{Value, json};

/// The request of user 11 in the first example, by its place.
pub const NEWCOMER: u32 = 10;

/// Opens the page and waits for its first plan.
pub fn open_lab(page: &Page, fragment: &str) {
    open(page, fragment);
    is_ready(page);
}

/// Reloads as the user does and waits for the plan.
pub fn reload_lab(page: &Page) {
    page.reload();
    is_ready(page);
}

/// There is a plan, and the address bar has followed.
fn is_ready(page: &Page) {
    page.wait_for_element("#figure-accepted, .experiment-form, #gallery-search");
    wait_for_link(page);
    page.settle();
}

/// The first experiment of the catalogue.
pub const FIRST_EXPERIMENT: &str = "revenue-parametric-1";

/// Opens the page of an experiment by its card in the gallery.
pub fn open_experiment(page: &Page, key: &str) {
    page.click("#panel-experiments");
    page.wait_for_element("#show-gallery, #gallery-search");
    if page.count("#show-gallery") > 0 {
        page.click("#show-gallery");
    }
    let place = catalogue().iter().position(|listed| listed.key == key).expect("it is listed");
    let card = format!("[data-place='{place}'] .open-experiment");
    page.wait_for_element(&card);
    page.click(&card);
    is_experiment(page, key);
}

/// Waits until the page of an experiment is open.
pub fn is_experiment(page: &Page, key: &str) {
    page.wait_for("its page", "document.querySelector('#experiment')?.dataset.key === arguments[0]", &[json!(key)]);
}

/// Waits until the address bar holds the link of what is seen.
pub fn wait_for_link(page: &Page) {
    page.wait_until("the address bar to follow", || has_link(page).then_some(()));
}

/// Whether the page has a link of what is seen: its button has the length then, on narrow pages out of sight.
pub fn has_link(page: &Page) -> bool {
    page.js("return /^#v[123]\\./.test(location.hash) && !!document.querySelector('#open-share .length')", &[]) == true
}

/// The fragment that opens a study with this view.
pub fn fragment_of(title: &str, study: impl Into<Study>, view: View) -> String {
    format!("#{}", encode(&Shared { scenario: Scenario::new(title, study), view }))
}

/// An example as its link holds it.
pub fn example(key: &str) -> Shared {
    Example::find(key).expect("such an example").open().into_shared()
}

/// The recipe of an example that is a plan in slots.
pub fn slots_example(key: &str) -> SlotsScenario {
    Example::find(key).expect("such an example").slots().expect("a plan in slots")
}

/// The recipe of a plan in slots.
pub fn slots_of(scenario: Scenario) -> Option<SlotsScenario> {
    if let Study::Slots(slots) = scenario.study { Some(slots) } else { None }
}

/// The recipe of named servers.
pub fn idle_of(scenario: Scenario) -> Option<IdleScenario> {
    if let Study::Idle(idle) = scenario.study { Some(idle) } else { None }
}

/// The plan the page starts with.
pub fn first_example() -> SlotsScenario {
    EXAMPLES[0].slots().expect("a plan in slots")
}

/// The first example with its newcomer changed.
pub fn with_newcomer(change: impl FnOnce(&mut Request)) -> SlotsScenario {
    let scenario = first_example();
    let Source::Requests(given) = &scenario.workload.source else { panic!("a list") };
    let mut requests = given.to_vec();
    change(&mut requests[NEWCOMER as usize]);
    SlotsScenario { workload: Workload::of_requests(requests), ..scenario }
}

/// Figures of the plan on screen: accepted, mean delay, shifts.
pub fn figures(page: &Page) -> [String; 3] {
    ["accepted", "delay", "shifts"].map(|key| page.text(&format!("#figure-{key} dd")))
}

/// The same from the engine, run here.
pub fn figures_of(scenario: &SlotsScenario) -> [String; 3] {
    let metrics = run(scenario).expect("the scenario can be planned").metrics;
    [format!("{} of {}", metrics.accepted, metrics.jobs), format!("{:.2}", metrics.mean_delay), metrics.shifts.to_string()]
}

/// Waits until the figures on screen are those of this scenario.
#[track_caller]
pub fn expect_figures(page: &Page, scenario: &SlotsScenario) {
    let expected = figures_of(scenario);
    page.wait_for(
        &format!("the figures {expected:?}"),
        "['accepted', 'delay', 'shifts'].every((key, i) => document.querySelector(`#figure-${key} dd`)?.innerText === arguments[0][i])",
        &[json!(expected)],
    );
}

/// What the address bar holds.
pub fn shared(page: &Page) -> Option<Shared> {
    decode(&page.fragment()).ok().map(Opened::into_shared)
}

/// The plan in slots that the address bar holds.
pub fn held_slots(page: &Page) -> Option<SlotsScenario> {
    slots_of(shared(page)?.scenario)
}

/// The named servers that the address bar holds.
pub fn held_idle(page: &Page) -> Option<IdleScenario> {
    idle_of(shared(page)?.scenario)
}

/// Waits until the address bar holds this scenario (edits folded) and the figures are its figures.
#[track_caller]
pub fn expect_scenario(page: &Page, scenario: &SlotsScenario) {
    expect_figures(page, scenario);
    page.wait_until("the address bar to hold the scenario", || {
        let held = held_slots(page)?;
        (held.workload == scenario.workload && held.machine == scenario.machine && held.policy == scenario.policy).then_some(())
    });
}

/// What the inspector says of the selected request: submitted, earliest and latest start, duration, nodes, jobs.
pub fn inspected(page: &Page) -> [String; 6] {
    ["submitted", "earliest-start", "latest-start", "duration", "nodes", "jobs"].map(|key| page.value(&format!("#field-{key}")))
}

/// A request in the inspector's order.
pub fn as_inspected(request: &Request) -> [String; 6] {
    let Request { submitted, earliest_start, latest_start, duration, nodes, jobs, .. } = *request;
    [submitted, earliest_start, latest_start, duration, nodes, jobs].map(|number| number.to_string())
}

/// The newcomer of a scenario made by [`with_newcomer`].
pub fn newcomer_of(scenario: &SlotsScenario) -> Request {
    let Source::Requests(given) = &scenario.workload.source else { panic!("a list") };
    given[NEWCOMER as usize]
}

/// Waits until the inspector shows these numbers.
#[track_caller]
pub fn expect_inspected(page: &Page, request: &Request) {
    let expected = as_inspected(request);
    page.wait_for(
        &format!("the inspector to show {expected:?}"),
        "['submitted', 'earliest-start', 'latest-start', 'duration', 'nodes', 'jobs'].every(
            (key, i) => document.querySelector(`#field-${key}`)?.value === arguments[0][i])",
        &[json!(expected)],
    );
}

/// `aria-valuenow` of a handle in the lane.
pub fn aria(page: &Page, handle: &str) -> u32 {
    let value = page.attribute(&format!("#handle-{handle}"), "aria-valuenow");
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("#handle-{handle} tells its value"))
}

/// Where a handle in the lane is taken hold of.
pub fn grip(page: &Page, handle: &str) -> Point {
    // While the axis moves, handles wait for it to rest.
    page.wait_for("handles in their place", "!document.querySelector('.painted.moving')", &[]);
    if handle == "whole" {
        // The very middle: the knob of the nodes below it must not take it.
        return page.middle_of("#handle-whole");
    }
    page.middle_of(&format!("#handle-{handle} .knob"))
}

/// The labels of a plot's time axis, left to right: x in CSS px of the viewport, and text.
pub fn axis_labels(page: &Page, plot: &str) -> Vec<(f64, String)> {
    let [left, ..] = page.rect(&format!("{plot} canvas[data-ticks]"));
    let ticks = page.attribute(&format!("{plot} canvas[data-ticks]"), "data-ticks").unwrap_or_default();
    // Charts are larger where the text is.
    let zoom = page.js("return parseFloat(document.documentElement.style.getPropertyValue('--text-zoom')) || 1", &[]);
    let zoom = zoom.as_f64().expect("a number");
    let label = |line: &str| {
        let (x, text) = line.split_once(' ').expect("x and text");
        (left + zoom * x.parse::<f64>().expect("a place"), text.to_string())
    };
    ticks.lines().map(label).collect()
}

/// Where the time axis of the upper chart shows slots: CSS px of the viewport at slot 0, CSS px per slot. Works for an axis in slots.
fn axis(page: &Page) -> (f64, f64) {
    let labels = axis_labels(page, ".plot");
    let slot = |text: &str| text.replace(|c: char| !c.is_ascii_digit(), "").parse::<f64>().expect("a slot");
    let [first, last] = [labels.first(), labels.last()].map(|label| label.expect("the axis has labels"));
    let ([x0, x1], [s0, s1]) = ([first.0, last.0], [slot(&first.1), slot(&last.1)]);
    assert!(s1 > s0, "the axis has two labels: {labels:?}");
    let px = (x1 - x0) / (s1 - s0);
    (x0 - s0 * px, px)
}

/// CSS px per slot.
pub fn slot_px(page: &Page) -> f64 {
    axis(page).1
}

/// x of the middle of a slot, where its label stands, in the viewport.
pub fn slot_x(page: &Page, slot: u32) -> f64 {
    let (origin, px) = axis(page);
    origin + f64::from(slot) * px
}

/// The middle of a job's name on a chart.
pub fn bar_of(page: &Page, chart: &str, job: &str) -> Point {
    let script = "
        const name = [...document.querySelectorAll(`#gantt-${arguments[0]} .bar-name`)].find(e => e.textContent === arguments[1]);
        name?.scrollIntoView({block: 'nearest'});
        const r = name?.getBoundingClientRect();
        return r ? [r.left + r.width / 2, r.top + r.height / 2] : null";
    let place = page.wait_until(&format!("a bar {job} on the {chart} chart"), || {
        let place = page.js(script, &[json!(chart), json!(job)]);
        (!place.is_null()).then_some(place)
    });
    point(&place)
}

/// A point from a JavaScript pair.
pub fn point(pair: &Value) -> Point {
    Point { x: pair[0].as_f64().expect("x"), y: pair[1].as_f64().expect("y") }
}

/// Presses, moves `way` and leaves the pointer down.
pub fn take_and_move(page: &Page, device: Device, from: Point, way: (f64, f64)) {
    page.press_at(device, from);
    page.move_from_to(device, from, from.by(way.0, way.1), 6);
}

/// Whether undo and redo are offered.
pub fn can_undo_redo(page: &Page) -> (bool, bool) {
    let is = |css: &str| page.js("return !document.querySelector(arguments[0]).disabled", &[json!(css)]) == true;
    (is("#undo"), is("#redo"))
}

/// Presses a button of the shell, which a phone has in its menu.
pub fn press_in_shell(page: &Page, button: &str) {
    let is_hidden = page.js("return document.querySelector(arguments[0]).checkVisibility() === false", &[json!(button)]);
    if is_hidden == true {
        page.click("#open-menu");
    }
    page.click(button);
}

/// Opens the start page.
pub fn open_start(page: &Page) {
    press_in_shell(page, "#open-workload");
    page.wait_for_element("#start");
}

/// Opens the generator's form.
pub fn open_generator(page: &Page) {
    open_start(page);
    page.click("#open-generator");
    page.wait_for_element("#generator-dialog[open]");
}

/// Waits until neither the start page nor a dialog covers the workbench.
#[track_caller]
pub fn expect_workbench(page: &Page) {
    page.wait_for("the workbench to be uncovered", "!document.querySelector('#start, dialog')", &[]);
}

/// Leaves the start page and any dialog above it.
pub fn leave_start(page: &Page) {
    if page.count("dialog") > 0 {
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
    }
    page.key("Escape");
    expect_workbench(page);
}

/// Opens an example and waits for its plan.
pub fn open_example(page: &Page, key: &str) -> SlotsScenario {
    open_start(page);
    page.click(&format!("#example-{key}"));
    expect_workbench(page);
    let example = slots_example(key);
    expect_figures(page, &example);
    example
}

/// The text of the newest notice, once there is one that contains `part`.
#[track_caller]
pub fn expect_notice(page: &Page, part: &str) -> String {
    page.wait_until(&format!("a notice with {part:?}"), || page.texts(".notice p").into_iter().find(|text| text.contains(part)))
}

/// Dismisses all notices.
pub fn dismiss_notices(page: &Page) {
    while page.count(".notice") > 0 {
        page.click(".notice button");
        page.settle();
    }
}

/// Opens the palette with a key. What is typed before its field has the focus goes elsewhere.
#[track_caller]
pub fn open_palette(page: &Page, key: &str) {
    page.wait_for("the palette to be closed", "!document.querySelector('#commands-dialog')", &[]);
    page.key(key);
    page.wait_for("the field to have the focus", "document.activeElement?.id === 'command-search'", &[]);
}

/// Finds a command by words in the palette and gives it.
#[track_caller]
pub fn command(page: &Page, typed: &str, words: &str) {
    open_palette(page, "Control+k");
    page.type_text(typed);
    page.wait_for_text("#command-list li[aria-selected=true]", words);
    page.key("Enter");
    page.wait_for("the palette to close", "!document.querySelector('#commands-dialog')", &[]);
}
