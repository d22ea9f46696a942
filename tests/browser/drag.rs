//! Dragging: every handle, every device, and the plan that follows before the pointer is lifted.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{
    NEWCOMER, aria, bar_of, can_undo_redo, expect_figures, expect_inspected, expect_scenario, figures_of, first_example, grip,
    newcomer_of, open_lab, reload_lab, slot_px, slot_x, take_and_move, with_newcomer,
};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::engine::slots::workload::{Source, Workload};

/// A way in slots and nodes.
type Way = (f64, f64);

/// Drags from `from`, checks that inspector and figures follow while the pointer is still down, that releasing records one step, and
/// that one undo takes it back.
#[track_caller]
fn drag_and_take_back(page: &Page, device: Device, from: Point, way: Way, expected: &SlotsScenario) {
    let (before, history) = (page.fragment(), can_undo_redo(page));
    let (fresh, request) = (first_example(), newcomer_of(expected));
    take_and_move(page, device, from, way);
    expect_inspected(page, &request);
    expect_figures(page, expected);
    assert_eq!(can_undo_redo(page), history, "nothing is recorded before the pointer is lifted");
    assert_eq!(page.fragment(), before, "nor is the link");
    page.release(device);
    expect_scenario(page, expected);
    assert_eq!(can_undo_redo(page), (true, false));
    page.click("#undo");
    expect_inspected(page, &newcomer_of(&fresh));
    expect_scenario(page, &fresh);
    assert_eq!(can_undo_redo(page), (false, true), "one drag is one step");
    page.click("#redo");
    expect_inspected(page, &request);
    page.click("#undo");
    expect_inspected(page, &newcomer_of(&fresh));
    reload_lab(page);
    assert_eq!(can_undo_redo(page), (false, true), "also after a reload");
}

fn longer(r: &mut Request) {
    r.duration = 5;
}

#[test]
fn each_handle_of_the_lane_by_mouse() {
    with_page("lane", |page| {
        open_lab(page, "");
        let slot = slot_px(page);
        assert!(slot > 30.0, "{slot} px per slot");
        let cases: [(&str, Way, fn(&mut Request)); 6] = [
            ("earliest-start", (-2.0 * slot, 0.0), |r| r.earliest_start = 10),
            ("deadline", (-2.0 * slot, 9.0), |r| r.latest_start = 12),
            ("deadline", (slot, 0.0), |r| r.latest_start = 15),
            ("duration", (2.0 * slot, -3.0), longer),
            ("nodes", (0.0, 24.0), |r| r.nodes = 3),
            ("whole", (-slot, 0.0), |r| (r.earliest_start, r.latest_start) = (11, 13)),
        ];
        let mut outcomes = vec![figures_of(&first_example())];
        for (handle, way, change) in cases {
            let expected = with_newcomer(change);
            drag_and_take_back(page, Device::Mouse, grip(page, handle), way, &expected);
            outcomes.push(figures_of(&expected));
        }
        // The cases are chosen so that the plans differ: a page that keeps showing the old one would fail.
        assert!(outcomes[1..].iter().filter(|outcome| **outcome != outcomes[0]).count() >= 5, "{outcomes:?}");
    });
}

#[test]
fn bars_and_their_handles_on_both_charts() {
    with_page("bars", |page| {
        open_lab(page, "");
        let slot = slot_px(page);
        for chart in ["logical", "physical"] {
            let whole = with_newcomer(|r| (r.earliest_start, r.latest_start) = (14, 16));
            drag_and_take_back(page, Device::Mouse, bar_of(page, chart, "11.1"), (2.0 * slot, 0.0), &whole);
            let knob = |copy: &str| {
                let css = format!("#gantt-{chart} [data-copy={copy}] .knob");
                page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'nearest'})", &[css.clone().into()]);
                page.middle_of(&css)
            };
            drag_and_take_back(page, Device::Mouse, knob("duration"), (2.0 * slot, 0.0), &with_newcomer(longer));
            // A row down is a node more.
            let row = page.rect(&format!("#gantt-{chart} rect.ground"))[3] / 5.0;
            drag_and_take_back(page, Device::Mouse, knob("nodes"), (0.0, row), &with_newcomer(|r| r.nodes = 2));
        }
    });
}

#[test]
fn by_finger_and_by_pen() {
    with_page("touch-and-pen", |page| {
        open_lab(page, "");
        let slot = slot_px(page);
        for device in [Device::Touch, Device::Pen] {
            drag_and_take_back(page, device, grip(page, "duration"), (2.0 * slot, 0.0), &with_newcomer(longer));
            let whole = with_newcomer(|r| (r.earliest_start, r.latest_start) = (11, 13));
            // Where no handle is near: browsers give a finger to what can be pressed beside it.
            drag_and_take_back(page, device, bar_of(page, "physical", "11.2"), (-slot, 0.0), &whole);
        }
    });
}

#[test]
fn escape_takes_a_drag_back() {
    with_page("escape", |page| {
        open_lab(page, "");
        let (slot, fresh, before) = (slot_px(page), first_example(), page.fragment());
        let from = grip(page, "duration");
        take_and_move(page, Device::Mouse, from, (2.0 * slot, 0.0));
        let longer = with_newcomer(longer);
        expect_inspected(page, &newcomer_of(&longer));
        expect_figures(page, &longer);
        page.key("Escape");
        expect_inspected(page, &newcomer_of(&fresh));
        expect_figures(page, &fresh);
        // The button is still down: neither moving on nor lifting it brings the drag back.
        page.move_from_to(Device::Mouse, from.by(2.0 * slot, 0.0), from.by(3.0 * slot, 0.0), 3);
        page.release(Device::Mouse);
        page.settle();
        expect_inspected(page, &newcomer_of(&fresh));
        assert_eq!(can_undo_redo(page), (false, false));
        assert_eq!(page.fragment(), before);
        // A press that hardly moves is a click, not a drag.
        take_and_move(page, Device::Mouse, grip(page, "deadline"), (2.0, 1.0));
        page.release(Device::Mouse);
        page.settle();
        expect_inspected(page, &newcomer_of(&fresh));
        assert_eq!(can_undo_redo(page), (false, false));
    });
}

#[test]
fn a_drag_far_out_of_the_window_stays_inside_what_is_allowed() {
    with_page("far", |page| {
        open_lab(page, "");
        // To the left edge of the window and beyond every bound.
        let from = grip(page, "earliest-start");
        take_and_move(page, Device::Mouse, from, (-from.x + 1.0, 0.0));
        page.wait_for("the earliest start to be early", "Number(document.querySelector('#field-earliest-start').value) < 12", &[]);
        page.move_from_to(Device::Mouse, Point { x: 1.0, ..from }, Point { x: 1279.0, ..from }, 4);
        // It cannot pass the latest start.
        expect_inspected(page, &newcomer_of(&with_newcomer(|r| r.earliest_start = 14)));
        page.release(Device::Mouse);
        expect_scenario(page, &with_newcomer(|r| r.earliest_start = 14));
        // Never more nodes than the machine has.
        take_and_move(page, Device::Mouse, grip(page, "nodes"), (0.0, 400.0));
        page.release(Device::Mouse);
        let all = with_newcomer(|r| (r.earliest_start, r.nodes) = (14, 5));
        expect_scenario(page, &all);
        assert_eq!(aria(page, "nodes"), 5);
        assert_eq!(page.text("#verdict h3"), "All three jobs refused");
    });
}

#[test]
fn a_new_request_is_drawn_and_deleted() {
    with_page("draw", |page| {
        open_lab(page, "");
        // Slot 10 is empty; two rows high.
        let row = page.rect("#gantt-logical rect.ground")[3] / 5.0;
        let top = page.rect("#gantt-logical rect.ground")[1];
        let x = slot_x(page, 10) - slot_px(page) * 0.2;
        let from = Point { x, y: top + row * 0.5 };
        let mut requests = requests_of(&first_example());
        let drawn = Request { user: 12, submitted: 0, earliest_start: 10, latest_start: 10, duration: 1, nodes: 2, jobs: 1 };
        requests.push(drawn);
        let expected = with_requests(requests.clone());
        take_and_move(page, Device::Mouse, from, (slot_px(page) * 0.4, row));
        expect_inspected(page, &drawn);
        expect_figures(page, &expected);
        assert_eq!(can_undo_redo(page), (false, false));
        page.release(Device::Mouse);
        expect_scenario(page, &expected);
        assert_eq!(page.attribute("#request-11", "aria-selected").as_deref(), Some("true"));
        assert!(page.text("#verdict").starts_with("Accepted"), "{}", page.text("#verdict"));

        // By key, undone, by button.
        page.key("Delete");
        expect_scenario(page, &first_example());
        assert_eq!(page.count("#request-11"), 0);
        page.key("Control+z");
        expect_scenario(page, &expected);
        page.click("#request-11");
        page.click("#remove-request");
        expect_scenario(page, &first_example());

        // Escape in the middle of drawing leaves nothing behind.
        take_and_move(page, Device::Mouse, from, (slot_px(page) * 0.4, row));
        page.wait_for_element("#request-11");
        page.key("Escape");
        expect_figures(page, &first_example());
        page.release(Device::Mouse);
        page.settle();
        assert_eq!(page.count("#request-11"), 0);
    });
}

#[test]
fn a_click_selects_and_one_beside_selects_nothing() {
    with_page("select", |page| {
        open_lab(page, "");
        for (chart, job, id) in [("logical", "6.1", 5), ("physical", "4.1", 3)] {
            page.click_at(Device::Mouse, bar_of(page, chart, job));
            page.wait_for(
                &format!("request {id} to be selected"),
                "document.querySelector(`#request-${arguments[0]}`).getAttribute('aria-selected') === 'true'",
                &[id.into()],
            );
            assert_eq!(page.count(".row[aria-selected=true]"), 1);
        }
        // Whatever the pointer is over, pixels and names stay where they are, one above the other.
        let apart = "const [c, g] = ['canvas', 'rect.ground'].map(e => document.querySelector('#gantt-physical ' + e).getBoundingClientRect());
            return [c.left + 48 - g.left, c.top - g.top, c.right - 12 - g.right].map(Math.abs)";
        let apart = page.js(apart, &[]);
        assert!(apart.as_array().is_some_and(|way| way.iter().all(|px| px.as_f64() < Some(1.0))), "canvas and overlay: {apart}");
        let verdict = page.text("#verdict");
        assert!(verdict.contains("Later 4.1 moved from 15 to 16 to make room for 11.3"), "{verdict}");
        let beside = Point { x: slot_x(page, 10), y: page.rect("#gantt-logical rect.ground")[1] + 20.0 };
        page.click_at(Device::Mouse, beside);
        page.wait_for("nothing to be selected", "!document.querySelector('.row[aria-selected=true], #handle-whole')", &[]);
        assert!(page.text(".inspector").contains("No request selected"));
        // From the list.
        page.click(&format!("#request-{NEWCOMER}"));
        expect_inspected(page, &newcomer_of(&first_example()));
        assert_eq!(can_undo_redo(page), (false, false), "selecting is not a step");
    });
}

#[test]
fn time_is_zoomed_and_moved() {
    with_page("zoom", |page| {
        open_lab(page, "");
        let (whole, at) = (slot_px(page), page.middle_of("#gantt-logical rect.ground"));
        let bigger = |than: f64| page.wait_until("a larger scale", || (slot_px(page) > than * 1.05).then(|| slot_px(page)));
        let smaller = |than: f64| page.wait_until("a smaller scale", || (slot_px(page) < than * 0.95).then(|| slot_px(page)));
        page.click("#zoom-in");
        let once = bigger(whole);
        // No slot is wider than 120 px.
        assert!((once - (whole * 1.5).min(120.0)).abs() < 4.0, "{whole} → {once}");
        page.click("#zoom-out");
        smaller(once);
        // The wheel with Control zooms about the pointer: what lies under it stays.
        let under = |page: &Page| (at.x - slot_x(page, 0)) / slot_px(page);
        let slot_under = under(page);
        page.wheel(at, 0, -200, true);
        let nearer = bigger(whole);
        assert!((under(page) - slot_under).abs() < 0.1, "{slot_under} → {}", under(page));
        // Sideways moves time; the wheel alone scrolls the page and leaves time alone.
        page.wheel(at, 120, 0, false);
        page.wait_until("time to move", || (under(page) > slot_under + 0.3).then_some(()));
        assert!((slot_px(page) - nearer).abs() < 0.5);
        page.click("#zoom-reset");
        page.wait_until("the whole plan", || ((slot_px(page) - whole).abs() < 0.5).then_some(()));
        assert_eq!(page.js("return document.querySelector('#zoom-reset').disabled", &[]), true);
        page.click("#zoom-selection");
        bigger(whole * 0.5);
        let [left, right] = [grip(page, "earliest-start").x, grip(page, "deadline").x];
        let [plot, _, width, _] = page.rect("#gantt-logical rect.ground");
        assert!(left > plot && right < plot + width && right - left > width * 0.3, "{left}–{right} in {plot} + {width}");

        // The other unit of the axis and the other charts.
        page.click("#axis-clock");
        page.wait_for(
            "clock times",
            "[...document.querySelectorAll('canvas[data-ticks]')].every(e => e.dataset.ticks.split('\\n').every(line => line.includes(':')))",
            &[],
        );
        page.click("#layout-logical");
        page.wait_for("one chart", "document.querySelector('#gantt-logical') && !document.querySelector('#gantt-physical')", &[]);
        page.click("#layout-physical");
        page.wait_for("the other", "!document.querySelector('#gantt-logical') && document.querySelector('#gantt-physical')", &[]);
    });
}

fn requests_of(scenario: &SlotsScenario) -> Vec<Request> {
    let Source::Requests(given) = &scenario.workload.source else { panic!("a list") };
    given.to_vec()
}

fn with_requests(requests: Vec<Request>) -> SlotsScenario {
    SlotsScenario { workload: Workload::of_requests(requests), ..first_example() }
}
