//! The engine's worker crashes or vanishes: the page says so, starts another and keeps the work.

use crate::harness::{Device, Page, with_page};
use crate::lab::{
    dismiss_notices, expect_figures, expect_inspected, expect_notice, expect_scenario, grip, newcomer_of, open_lab, slot_px,
    take_and_move, with_newcomer,
};

fn longer_by_key(page: &Page) {
    open_lab(page, "");
    page.focus("#handle-duration");
    page.key("ArrowRight");
    expect_scenario(page, &with_newcomer(|r| r.duration = 4));
}

fn next_drag_works(page: &Page) {
    let expected = with_newcomer(|r| (r.duration, r.latest_start) = (4, 12));
    take_and_move(page, Device::Mouse, grip(page, "deadline"), (-2.0 * slot_px(page), 0.0));
    expect_inspected(page, &newcomer_of(&expected));
    expect_figures(page, &expected);
    page.release(Device::Mouse);
    expect_scenario(page, &expected);
}

#[test]
fn a_crash_is_told_and_mended() {
    with_page("crash", |page| {
        longer_by_key(page);
        let started = page.workers_started();
        page.crash_worker();
        let notice = expect_notice(page, "stopped and was started again");
        assert!(notice.contains("Your scenario is unchanged"), "{notice}");
        page.wait_until("another worker", || (page.workers_started() == started + 1).then_some(()));
        expect_scenario(page, &with_newcomer(|r| r.duration = 4));
        page.screenshot("engine-restarted");
        dismiss_notices(page);
        next_drag_works(page);
        assert_eq!(page.count(".notice"), 0);
        // It may happen again later, in the middle of a drag.
        take_and_move(page, Device::Mouse, grip(page, "nodes"), (0.0, 12.0));
        page.crash_worker();
        expect_notice(page, "stopped and was started again");
        let expected = with_newcomer(|r| (r.duration, r.latest_start, r.nodes) = (4, 12, 2));
        expect_figures(page, &expected);
        page.release(Device::Mouse);
        expect_scenario(page, &expected);
        quiet_about_the_crash(page);
    });
}

#[test]
fn a_worker_that_vanishes_is_noticed() {
    with_page("vanish", |page| {
        longer_by_key(page);
        page.end_worker();
        // It is missed at the next question only.
        let expected = with_newcomer(|r| r.duration = 5);
        page.key("ArrowRight");
        expect_inspected(page, &newcomer_of(&expected));
        expect_notice(page, "stopped and was started again");
        expect_scenario(page, &expected);
        page.key("ArrowLeft");
        expect_scenario(page, &with_newcomer(|r| r.duration = 4));
        next_drag_works(page);
    });
}

/// The uncaught error of the worker may be on the console or not, as the page handles it.
fn quiet_about_the_crash(page: &Page) {
    if page.errors().iter().any(|text| text.contains("test: crash")) {
        page.expect_errors("test: crash");
    }
}
