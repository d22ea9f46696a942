//! What one request more costs the others in a plan in slots: the map by keyboard, by pointer and as a table; booked and taken back; on a phone, in the dark.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{can_undo_redo, command, example, fragment_of, held_slots, shared};
use crate::page_loads::open;
use bookahead::engine::SlotsScenario;
use bookahead::engine::core::cost_map::MapAxis;
use bookahead::engine::slots::cost::{Measure, Wanted};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, scenario_of};
use bookahead::formats::link::{CostView, View, encode};

/// Two nodes. Job 1 stands in slots 4 and 5 and may start until 8; job 2 stands in slots 10 and 11 on one node and does not move.
fn plan() -> SlotsScenario {
    let request = |user, earliest_start, latest_start, nodes| Request {
        user,
        submitted: 2,
        earliest_start,
        latest_start,
        duration: 2,
        nodes,
        jobs: 1,
    };
    let policy = Policy { planner: PlannerKind::FcfsEds, ..Policy::default() };
    SlotsScenario { policy, ..scenario_of(2, vec![request(1, 4, 8, 2), request(2, 10, 10, 1)]) }
}

/// A request for two slots on both nodes, from slot 4 on.
const FIRST: CostView = CostView {
    submitted: 2,
    wanted: Wanted { start: 4, slots: 2, nodes: 2 },
    relax: 0,
    measure: Measure::Slots,
    axis: MapAxis::Nodes,
};

fn open_cost(page: &Page) {
    open(page, &fragment_of("Two jobs", plan(), View { cost: Some(FIRST), ..View::default() }));
    page.wait_for_element("#cost-map-plot .cost-cells");
    whole_map(page);
}

fn whole_map(page: &Page) {
    page.wait_for("the whole map", "document.querySelector('#cost-map .hint')?.textContent.includes('computed') === false", &[]);
}

/// The request in the address bar.
fn asked(page: &Page) -> Option<CostView> {
    shared(page)?.view.cost
}

#[track_caller]
fn expect_wanted(page: &Page, start: u32, slots: u32, nodes: u32) {
    let wanted = Wanted { start, slots, nodes };
    page.wait_until(&format!("{wanted:?} in the link"), || (asked(page)?.wanted == wanted).then_some(()));
}

#[test]
fn the_map_is_read_by_keyboard_and_as_a_table_and_the_request_is_booked_and_taken_back() {
    with_page("slots-cost", |page| {
        open_cost(page);
        page.wait_for_text("#cost-map-words", "2 slots on 2 nodes from slot 4 on: accepted; one job moved by 2 slots.");
        page.wait_for_text("#cost-verdict h3", "Accepted; one job moved by 2 slots");
        page.wait_for_text("#cost-verdict", "Job 1.1 starts at 6 instead of 4.");
        page.wait_for_element("#gantt-logical .cost-request");
        page.wait_for_element("#gantt-physical .ghost.moved[data-job='1.1']");
        page.assert_accessible("what a request costs");
        page.screenshot("slots-cost");

        // Into the middle of job 1, which does not make room for it then; into job 2, which cannot; and beside it.
        page.focus("#cost-map-plot .handle");
        page.key("ArrowRight");
        page.wait_for_text("#cost-map-words", "2 slots on 2 nodes from slot 5 on: refused.");
        page.keys("ArrowRight", 5);
        page.wait_for_text("#cost-map-words", "2 slots on 2 nodes from slot 10 on: refused.");
        page.wait_for_element("#gantt-logical .cost-request.refused");
        assert_eq!(page.count(".cost-over .ghost"), 0, "nobody moves for it");
        page.key("ArrowDown");
        page.wait_for_text("#cost-map-words", "2 slots on 1 node from slot 10 on: accepted; nobody moves.");
        assert_eq!(page.attribute("#cost-map-plot .handle", "aria-valuetext"), Some(page.text("#cost-map-words")));
        expect_wanted(page, 10, 2, 1);

        // The table has the cheapest start of each row.
        page.click("#cost-map-table summary");
        page.wait_for_element("#cost-map-table tbody tr");
        let rows = page.js("return [...document.querySelectorAll('#cost-map-table tbody tr')].map(row => row.textContent)", &[]);
        assert_eq!(rows, serde_json::json!(["1260 slots", "2260 slots"]));
        page.click("#cost-take-cheapest");
        expect_wanted(page, 6, 2, 1);
        page.wait_for_element("#cost-take-cheapest[aria-disabled='true']:focus");

        // Booked, as it was priced; undone.
        page.wait_for_element("#cost-book[aria-disabled='false']");
        page.focus("#cost-book");
        page.key("Enter");
        let booked = page.wait_until("the booking", || {
            let arrivals = held_slots(page)?.workload.arrivals().ok()?;
            Some(arrivals.row(arrivals.row_of(2)?))
        });
        let expected = Request { user: 3, submitted: 2, earliest_start: 6, latest_start: 6, duration: 2, nodes: 1, jobs: 1 };
        assert_eq!(booked, expected);
        page.wait_for_text("#verdict h3", "Accepted");
        assert_eq!(can_undo_redo(page), (true, false));
        page.click("#undo");
        page.wait_until("no booking", || (held_slots(page)? == plan()).then_some(()));

        // One that comes earlier is decided first: job 1 is refused in its place.
        page.fill("#cost-submitted", "1");
        page.key("Enter");
        for (field, value) in [("#cost-start", "3"), ("#cost-slots", "7"), ("#cost-nodes", "2")] {
            page.fill(field, value);
            page.key("Enter");
        }
        page.wait_for_text("#cost-verdict h3", "Accepted; one job refused instead");
        page.wait_for_text("#cost-verdict", "Job 1.1, which starts at 4 without it, is refused.");
        page.wait_for_element("#gantt-physical .refused-instead[data-job='1.1']");
        page.fill("#cost-start", "0");
        page.key("Enter");
        page.wait_for_text("#cost-start-note", "“0” is not allowed: a whole number from 1 to");
        page.screenshot("slots-cost-refused");

        // Closed by its key and opened by the palette.
        page.js("document.activeElement.blur()", &[]);
        page.key("c");
        page.wait_for("no map", "!document.querySelector('#cost-map')", &[]);
        page.wait_until("the link without it", || shared(page)?.view.cost.is_none().then_some(()));
        command(page, "one request more", "Ask what one request more costs");
        page.wait_for_element("#cost-map-plot");
        page.click("#ask-menu");
        page.click("#ask-for-offers");
        page.wait_for("one question at a time", "document.querySelector('#offers') && !document.querySelector('#cost-map')", &[]);
        page.click("#ask-menu");
        page.click("#ask-for-cost");
        page.wait_for("the other one", "!document.querySelector('#offers') && document.querySelector('#cost-map-plot')", &[]);
        page.click("#cost-close");
        page.wait_for("none", "!document.querySelector('#cost-map')", &[]);
    });
}

#[test]
fn the_map_stands_on_the_time_axis_of_the_plan_and_is_dragged() {
    with_page("slots-cost-drag", |page| {
        open_cost(page);
        let [x, y, width, height] = page.rect("#cost-map-plot .frame");
        // Slots 4 to 11 are asked for, and one on either side is seen.
        let slot = width / 10.0;
        let at = |from: f64| Point { x: x + (from - 3.0) * slot, y: y + 0.75 * height };
        page.drag(Device::Mouse, at(4.5), at(9.5));
        expect_wanted(page, 9, 2, 1);
        page.wait_for_text("#cost-map-words", "from slot 9 on");
        let [band, ..] = page.rect("#gantt-logical .cost-request");
        assert!((band - at(9.0).x).abs() < 2.0, "{band} is not where slot 9 begins, {}", at(9.0).x);
        // Lengths upwards: another map. Steps show other plans: the map is away meanwhile, and there again behind them.
        page.click("#map-length");
        page.wait_until("the axis in the link", || (asked(page)?.axis == MapAxis::Length).then_some(()));
        whole_map(page);
        page.focus("#cost-map-plot .handle");
        page.key("ArrowUp");
        expect_wanted(page, 9, 3, 1);
        page.click("#step-through");
        page.wait_for("no map", "!document.querySelector('#cost-map-plot')", &[]);
        page.click("#step-close");
        page.wait_for_element("#cost-map-plot");
        page.wait_for_text("#cost-map-words", "3 slots on 1 node from slot 9 on: accepted");
        // Zoomed, the map has what is on screen.
        page.click("#zoom-in");
        whole_map(page);
        page.wait_for_text("#cost-map-words", "accepted");
    });
}

#[test]
fn money_is_told_where_there_is_a_market() {
    with_page("slots-cost-market", |page| {
        page.size(1280, 577);
        let mut three = example("three-classes");
        three.view.panel = bookahead::formats::link::Panel::default();
        open(page, &format!("#{}", encode(&three)));
        page.wait_for_element("#ask-menu");
        page.click("#ask-menu");
        page.click("#ask-for-cost");
        page.wait_for_element("#cost-map-plot");
        whole_map(page);
        for (field, value) in [("#cost-nodes", "1"), ("#cost-start", "190")] {
            page.fill(field, value);
            page.key("Enter");
        }
        page.click("#measure-displaced");
        page.wait_until("the measure in the link", || (asked(page)?.measure == Measure::Displaced).then_some(()));
        page.wait_for_text("#cost-verdict", "the bid price is");
        page.wait_for_text("#cost-verdict", "It pays");
        page.wait_for_text("#cost-map-words", "expected revenue displaced: ");
        page.size(1440, 757);
        page.screenshot("slots-cost-market-1440");
        page.assert_accessible("money on the map");
        page.screenshots("slots-cost-market");
    });
}

#[test]
fn on_a_phone_in_the_dark_it_fits() {
    with_page("slots-cost-phone", |page| {
        page.phone();
        page.prefer(true, true);
        open_cost(page);
        page.wait_for_element("#cost-verdict");
        page.assert_fits_width();
        page.screenshot("slots-cost-phone");
        page.assert_accessible("what a request costs, on a phone");
        let at = page.middle_of("#cost-map-plot .frame");
        page.click_at(Device::Touch, at);
        page.wait_until("another start", || (asked(page)?.wanted.start != FIRST.wanted.start).then_some(()));
    });
}
