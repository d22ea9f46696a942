//! An engine crashes or vanishes: the page says so, starts another and keeps the work.

use crate::harness::{Device, Page, with_page};
use crate::lab::{
    dismiss_notices, expect_figures, expect_inspected, expect_notice, expect_scenario, grip, newcomer_of, open_lab, slot_px,
    take_and_move, with_newcomer,
};
use crate::million;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::SlotsScenario;

/// Too many for the page: a worker plans them.
const REQUESTS: u32 = 40_000;
/// The request that is edited.
const EDITED: u32 = 20_000;

/// Opens a scenario that a worker plans and makes a request longer by key.
fn longer_by_key(page: &Page) -> (SlotsScenario, Request) {
    let scenario = million::generated(REQUESTS);
    let request = million::open_at(page, &scenario, EDITED);
    page.focus("#handle-duration");
    page.key("ArrowRight");
    let longer = Request { duration: request.duration + 1, ..request };
    expect_plan(page, &scenario, longer);
    (scenario, longer)
}

fn expect_plan(page: &Page, scenario: &SlotsScenario, request: Request) {
    expect_inspected(page, &request);
    million::expect_figures(page, &million::edited(scenario, EDITED, request));
}

fn next_drag_works(page: &Page, scenario: &SlotsScenario, request: Request) -> Request {
    let later = Request { earliest_start: request.earliest_start + 2, latest_start: request.latest_start + 2, ..request };
    take_and_move(page, Device::Mouse, grip(page, "whole"), (2.0 * slot_px(page), 0.0));
    expect_plan(page, scenario, later);
    page.release(Device::Mouse);
    expect_plan(page, scenario, later);
    later
}

#[test]
fn a_crash_is_told_and_mended() {
    with_page("crash", |page| {
        let (scenario, longer) = longer_by_key(page);
        let started = page.workers_started();
        page.crash_worker();
        let notice = expect_notice(page, "stopped and was started again");
        assert!(notice.contains("Your scenario is unchanged"), "{notice}");
        page.wait_until("another worker", || (page.workers_started() == started + 1).then_some(()));
        expect_plan(page, &scenario, longer);
        page.screenshot("engine-restarted");
        dismiss_notices(page);
        let later = next_drag_works(page, &scenario, longer);
        assert_eq!(page.count(".notice"), 0);
        // It may happen again later, in the middle of a drag.
        take_and_move(page, Device::Mouse, grip(page, "whole"), (slot_px(page), 0.0));
        page.crash_worker();
        expect_notice(page, "stopped and was started again");
        let later = Request { earliest_start: later.earliest_start + 1, latest_start: later.latest_start + 1, ..later };
        expect_plan(page, &scenario, later);
        page.release(Device::Mouse);
        expect_plan(page, &scenario, later);
        quiet_about_the_crash(page);
    });
}

#[test]
fn a_worker_that_vanishes_is_noticed() {
    with_page("vanish", |page| {
        let (scenario, request) = longer_by_key(page);
        page.end_worker();
        // It is missed at the next question only.
        let longer = Request { duration: request.duration + 1, ..request };
        page.key("ArrowRight");
        expect_inspected(page, &longer);
        expect_notice(page, "stopped and was started again");
        expect_plan(page, &scenario, longer);
        page.key("ArrowLeft");
        expect_plan(page, &scenario, request);
        next_drag_works(page, &scenario, request);
    });
}

#[test]
fn the_page_outlives_its_own_engine() {
    with_page("near-crash", |page| {
        open_lab(page, "");
        page.wait_for_worker();
        assert_eq!(page.workers_started(), 1, "started while there was nothing to do");
        page.focus("#handle-duration");
        // The engine looks at the clock at work, right after its question was noted with the time: there it fails, as a panic makes it.
        page.js(
            "const own = Performance.prototype.now;
            let calls = 0;
            Performance.prototype.now = function () {
                calls += 1;
                if (calls === 2) { Performance.prototype.now = own; window.crashed = true; throw new Error('test: crash'); }
                return own.call(this);
            }",
            &[],
        );
        page.key("ArrowRight");
        page.wait_for("the engine to fail", "window.crashed === true", &[]);
        let notice = expect_notice(page, "stopped and was started again");
        assert!(notice.contains("Your scenario is unchanged"), "{notice}");
        let longer = with_newcomer(|r| r.duration = 4);
        expect_figures(page, &longer);
        expect_scenario(page, &longer);
        assert_eq!(page.workers_started(), 1, "the worker goes on");
        dismiss_notices(page);
        let expected = with_newcomer(|r| (r.duration, r.latest_start) = (4, 12));
        take_and_move(page, Device::Mouse, grip(page, "deadline"), (-2.0 * slot_px(page), 0.0));
        expect_inspected(page, &newcomer_of(&expected));
        expect_figures(page, &expected);
        page.release(Device::Mouse);
        expect_scenario(page, &expected);
        assert_eq!(page.count(".notice"), 0);
        quiet_about_the_crash(page);
    });
}

/// The uncaught error of the engine may be on the console or not, as the page handles it.
fn quiet_about_the_crash(page: &Page) {
    if page.errors().iter().any(|text| text.contains("test: crash")) {
        page.expect_errors("test: crash");
    }
}
