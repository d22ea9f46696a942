//! Forms of workflows that are folded at rest: what fails, when a provider takes part, given orders, the broker. With real keys and clicks.

use crate::harness::{Page, with_page};
use crate::lab::{example, shared};
use crate::page_loads::open;
use crate::workflow::open_six;
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::scenario::{FailedPlace, Failure, Hours};
use bookahead::engine::workflow::worked::two_mappings;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::link::{Shared, View, encode};
use bookahead::state::show_mapping;

#[track_caller]
fn expect_held(page: &Page, what: &str, is: impl Fn(&WorkflowScenario) -> bool) {
    page.wait_until(what, || match shared(page)?.scenario.study {
        Study::Workflow(workflow) if is(&workflow) => Some(()),
        _ => None,
    });
}

/// Unfolds a form with the keyboard.
#[track_caller]
fn unfold(page: &Page, form: &str) {
    page.focus(&format!("{form} summary"));
    page.key("Enter");
    page.wait_for_element(&format!("{form}[open]"));
}

#[track_caller]
fn press(page: &Page, button: &str) {
    page.focus(button);
    page.key("Enter");
}

#[test]
fn what_fails_is_typed_and_taken_back() {
    with_page("workflow-failures", |page| {
        open_six(page);
        assert!(page.text("#failures-form summary").contains("none"), "folded at rest");
        unfold(page, "#failures-form");
        press(page, "#new-failure");
        expect_held(page, "a failure", |workflow| workflow.failures.len() == 1);
        page.fill("#failure-1-place", "1");
        page.fill("#failure-1-at", "12");
        let failure = |place, at, until| move |workflow: &WorkflowScenario| *workflow.failures == [Failure { place, at, until }];
        expect_held(page, "node 1 at 12", failure(FailedPlace::Node(1), 12, None));
        page.click("[data-request='1']");
        page.wait_for_text("#workflow-verdict", "that node failed at 12");
        // It cannot be back before it fails.
        page.fill("#failure-1-until", "12");
        page.wait_for_text("#failures-form .problem", "from 13");
        page.fill("#failure-1-until", "20");
        expect_held(page, "it comes back", failure(FailedPlace::Node(1), 12, Some(20)));
        press(page, "#failure-1-all");
        expect_held(page, "its provider", failure(FailedPlace::Provider(1), 12, Some(20)));
        page.screenshot("workflow-failures");
        page.assert_accessible("the form of failures");
        // The provider goes, and what fails with it.
        press(page, "[aria-label='Remove provider 2']");
        expect_held(page, "no failure", |workflow| workflow.failures.is_empty() && workflow.providers.len() == 1);
        page.click("#undo");
        expect_held(page, "both are back", |workflow| workflow.failures.len() == 1 && workflow.providers.len() == 2);
        (0..3).for_each(|_| page.click("#undo"));
        expect_held(page, "the failure as it was at 12", |workflow| workflow.failures.iter().all(|failure| failure.at != 20));
        press(page, "[aria-label='Remove failure 1']");
        expect_held(page, "nothing fails", |workflow| workflow.failures.is_empty());
    });
}

#[test]
fn the_hours_of_a_provider_are_typed_and_taken_back() {
    with_page("workflow-hours", |page| {
        open_six(page);
        unfold(page, "#provider-1-times");
        press(page, "#provider-1-hours");
        let hours = |from, length, period| {
            move |workflow: &WorkflowScenario| workflow.providers[0].hours == Some(Hours { from, length, period })
        };
        expect_held(page, "hours", hours(8, 10, 24));
        page.fill("#provider-1-open", "25");
        page.wait_for_text("#provider-1-times .problem", "to 24");
        page.fill("#provider-1-open", "5");
        expect_held(page, "shorter hours", hours(8, 5, 24));
        page.fill("#provider-1-until", "90");
        expect_held(page, "an end", |workflow| workflow.providers[0].until == Some(90));
        page.wait_for_text("#provider-1-times summary", "from 0 to 90, 8 to 13 of every 24");
        page.fill("#provider-1-until", "never");
        expect_held(page, "no end", |workflow| workflow.providers[0].until.is_none());
        page.screenshot("workflow-hours");
        (0..4).for_each(|_| page.click("#undo"));
        expect_held(page, "no hours", |workflow| workflow.providers[0].hours.is_none());
    });
}

#[test]
fn orders_are_given_and_what_cannot_be_is_told() {
    with_page("workflow-orders", |page| {
        open_six(page);
        page.fill("#workflow-iterations", "1");
        unfold(page, "#orders-form");
        press(page, "#new-order");
        expect_held(page, "an order", |workflow| workflow.orders.len() == 1);
        assert!(page.value("#order-1").starts_with("T0, "), "{}", page.value("#order-1"));
        // The order of the thesis' first mapping.
        page.fill("#order-1", "T0 T2 T1 T3 T4 T5");
        expect_held(page, "another order", |workflow| *workflow.orders == [vec![0, 2, 1, 3, 4, 5]]);
        page.wait_for("the field", "document.querySelector('#order-1').value === 'T0, T2, T1, T3, T4, T5'", &[]);
        page.fill("#order-1", "T1 T0 T2 T3 T4 T5");
        page.wait_for_text(".notices", "a task behind its parents");
        page.wait_for("the old order", "document.querySelector('#order-1').value === 'T0, T2, T1, T3, T4, T5'", &[]);
        page.fill("#order-1", "T0, X");
        page.wait_for_text(".notices", "“X” is not allowed");
        page.screenshot("workflow-orders");
        page.assert_accessible("the form of orders");
        press(page, "[aria-label='Remove the order of mapping 1']");
        expect_held(page, "no order", |workflow| workflow.orders.is_empty());
        page.click("#undo");
        expect_held(page, "the order again", |workflow| workflow.orders.len() == 1);
    });
}

#[test]
fn requests_wait_for_the_broker() {
    with_page("workflow-broker", |page| {
        open(page, &format!("#{}", encode(&example("changed-mind"))));
        page.wait_for_element("#workflow-gantt .task-bar");
        unfold(page, "#broker-form");
        page.fill("#mapping-ticks", "20");
        expect_held(page, "the broker's time", |workflow| workflow.policy.mapping_ticks == 20);
        page.wait_for_element("#workflow-broker-wait");
        page.click("#application-2");
        page.fill("#least-iterations", "5");
        expect_held(page, "mappings by load", |workflow| workflow.policy.least_iterations == Some(5));
        // Drawn requests come when they are to start; this one comes earlier now.
        page.fill("#application-asked", "4");
        expect_held(page, "a later request", |workflow| workflow.applications()[1].asked == 4);
        page.screenshot("workflow-broker");
        page.click("#part-parties");
        page.wait_for_text("#messages", "the broker is busy");
        page.wait_for_text("#messages", "may make");
        page.wait_for_text("#broker-words", "The request came at 4, waited");
        page.wait_for_text("#broker-words", "mappings were allowed");
        page.screenshot("workflow-broker-parties");
        page.assert_accessible("requests that wait");
        (0..3).for_each(|_| page.click("#undo"));
        let is_usual = |workflow: &WorkflowScenario| {
            let second = &workflow.applications()[1];
            workflow.policy.mapping_ticks == 0 && second.asked == second.start
        };
        expect_held(page, "as usual", is_usual);
    });
}

#[test]
fn a_mapping_that_ends_late_is_seen_to_its_end() {
    with_page("workflow-late-mapping", |page| {
        let scenario = Scenario::new("Two mappings", two_mappings());
        let mut view = View::first(&scenario);
        show_mapping(&mut view, 0, 6);
        open(page, &format!("#{}", encode(&Shared { scenario, view })));
        page.wait_for_text("#search-delay", "delay 5");
        page.wait_for_element("[data-bar='5'] rect");
        page.settle();
        let (bar, chart) = (page.rect("[data-bar='5'] rect"), page.rect("#workflow-gantt"));
        assert!(bar[2] > 10.0 && bar[0] + bar[2] <= chart[0] + chart[2], "task 5 ends at 30, in the chart: {bar:?} in {chart:?}");
        page.screenshot("workflow-late-mapping");
    });
}
