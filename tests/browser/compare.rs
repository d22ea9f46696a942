//! Two plans side by side: what differs is marked in both and listed, a drag replans both, and the link and a reload bring the comparison back.

use crate::harness::{Device, Page, with_page};
use crate::lab::{bar_of, expect_figures, first_example, open_lab, shared, slot_px, take_and_move, with_newcomer};
use bookahead::engine::core::compare::{Comparable, PlanComparison};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::slots::run::SlotsRun;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, SlotsScenario};
use serde_json::json;

/// What the engine, run here, says of two scenarios.
fn compared(a: &SlotsScenario, b: &SlotsScenario) -> PlanComparison {
    let [a, b] = [a, b].map(|scenario| {
        let mut run = SlotsRun::open(scenario.clone()).expect("in bounds");
        while !run.advance(64).is_done {}
        run
    });
    a.compare(&b)
}

fn under(planner: PlannerKind, scenario: &SlotsScenario) -> SlotsScenario {
    SlotsScenario { policy: Policy { planner, ..scenario.policy }, ..scenario.clone() }
}

/// Chooses what to compare with, as a user does in the list.
fn choose(page: &Page, key: &str) {
    page.js(
        "const list = document.querySelector('#compare-with'); list.value = arguments[0]; list.dispatchEvent(new Event('change', {bubbles: true}));",
        &[json!(key)],
    );
}

/// Waits until the page says of the comparison what the engine says.
#[track_caller]
fn expect_compared(page: &Page, a: &SlotsScenario, b: &SlotsScenario) {
    let told = compared(a, b);
    let counts = match told.counts.differing() {
        0 => format!("All {} decisions are the same in A and B.", told.counts.decisions),
        1 => "1 of ".to_string(),
        n => format!(
            "{n} of {} decisions differ: {} only A, {} only B, {} moved.",
            told.counts.decisions, told.counts.only_a, told.counts.only_b, told.counts.moved
        ),
    };
    page.wait_for_text("#compare-counts", &counts);
    if let Some(first) = &told.first {
        page.wait_for_text("#compare-first", &format!("They first differ at {}", first.name));
        page.wait_for_text("#compare-first", &first.words);
    }
    page.wait_for(
        "as many rows as decisions differ",
        "document.querySelectorAll('#differences tbody tr').length === arguments[0]",
        &[json!(told.counts.differing())],
    );
}

#[test]
fn two_policies_are_compared_and_a_drag_replans_both() {
    with_page("compare", |page| {
        open_lab(page, "");
        choose(page, "rigid");
        let now = first_example();
        expect_compared(page, &now, &under(PlannerKind::Rigid, &now));
        page.wait_for_element("#gantt-a .bar-name");
        page.wait_for_element("#gantt-b .bar-name");
        assert_eq!(page.count("#gantt-b .bar-name") + 2, page.count("#gantt-a .bar-name"), "two jobs are in A only");
        let heads = page.texts("#compare-figures thead th");
        assert_eq!(heads[1..], ["A: FCFS-EDS (keeps place)", "B: Rigid", "B − A"]);
        assert_eq!(page.text("#compare-figures tbody tr:nth-child(3)").replace('\n', "\t"), "Jobs accepted\t15\t13\t−2");
        page.assert_accessible("a comparison");

        // Dragged in one plan, the request is replanned in both.
        let way = slot_px(page) * 2.0;
        page.drag(Device::Mouse, bar_of(page, "b", "11.1"), bar_of(page, "b", "11.1").by(way, 0.0));
        let moved = with_newcomer(|request| (request.earliest_start, request.latest_start) = (14, 16));
        expect_figures(page, &moved);
        expect_compared(page, &moved, &under(PlannerKind::Rigid, &moved));
        page.key("Control+z");
        expect_figures(page, &now);
        expect_compared(page, &now, &under(PlannerKind::Rigid, &now));

        // The list is by kind, and leads to the request.
        page.click("#differs-moved");
        page.wait_for("the moved one", "document.querySelectorAll('#differences tbody tr').length === 1", &[]);
        page.click("#differences tbody button");
        page.wait_until("its request", || (shared(page)?.view.selected == Some(3)).then_some(()));
        page.click("#compare-first button");
        page.wait_until("the first difference", || (shared(page)?.view.selected == Some(10)).then_some(()));

        // One over the other: where B has what A has elsewhere.
        page.click("#compare-overlaid");
        page.wait_for_element("#gantt-overlay .ghost.moved[data-job='4.1']");
        assert_eq!(page.count("#gantt-overlay .ghost"), 1);
        // What is on screen is saved: A with B outlined.
        page.js("document.querySelector('#save-plan-overlay-csv').click()", &[]);
        let (name, bytes) = page.wait_for_download(".csv");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(
            name.contains("plans-overlaid") && text.lines().any(|line| line.starts_with("4.1,") && line.ends_with(",B")),
            "{name}: {text}"
        );

        // Link and reload bring it back.
        page.wait_until("the policy in the link", || {
            (shared(page)?.view.compared.map(|policy| policy.planner) == Some(PlannerKind::Rigid)).then_some(())
        });
        page.reload();
        page.wait_for_element("#compare-counts");
        assert_eq!(page.value("#compare-with"), "rigid");
        expect_compared(page, &now, &under(PlannerKind::Rigid, &now));
        choose(page, "nothing");
        page.wait_for("one plan alone", "!document.querySelector('#compare') && !!document.querySelector('#gantt-logical')", &[]);
        page.assert_quiet();
    });
}

#[test]
fn before_and_after_an_edit_stand_side_by_side() {
    with_page("compare-edit", |page| {
        open_lab(page, "");
        choose(page, "last-edit");
        page.wait_for_text("#compare-waits", "Nothing was edited yet");
        let now = first_example();
        // While something is dragged, A is how it was before.
        take_and_move(page, Device::Mouse, bar_of_plan(page), (slot_px_of(page) * 2.0, 0.0));
        page.release(Device::Mouse);
        page.wait_for_element("#gantt-a .bar-name");
        let told = page.text("#compare-counts");
        assert!(told.contains("decision"), "{told}");
        // A plan is kept, and each edit is compared with it.
        page.key("Control+z");
        expect_figures(page, &now);
        choose(page, "keep");
        expect_compared(page, &now, &now);
        page.click("#planner-rigid");
        expect_compared(page, &now, &under(PlannerKind::Rigid, &now));
        assert_eq!(page.value("#compare-with"), "kept");
        page.wait_for_text("#compare", "the link holds the present plan alone");
        page.assert_quiet();
    });
}

/// Where the lane shows the selected request, while no chart does.
fn bar_of_plan(page: &Page) -> crate::harness::Point {
    page.middle_of("#handle-whole")
}

/// CSS px per slot, by the handles of the selected request: 12 to 17.
fn slot_px_of(page: &Page) -> f64 {
    let [start, end] = ["earliest-start", "deadline"].map(|handle| page.middle_of(&format!("#handle-{handle} .knob")).x);
    (end - start) / 5.0
}

#[test]
fn all_policies_are_planned_in_a_table() {
    with_page("compare-all", |page| {
        open_lab(page, "");
        page.click("#policies-switch");
        let all = Policy::all().len();
        let script = "document.querySelectorAll('#policies-table tbody tr').length === arguments[0] && !document.querySelector('#policies-table').innerText.includes('…')";
        page.wait_for("a row with figures for each policy", script, &[json!(all)]);
        let row = |name: &str| page.texts("#policies-table tbody tr").into_iter().find(|row| row.starts_with(name)).expect("a row");
        assert!(row("FCFS-EDS (keeps place)").contains("(this plan)"));
        page.assert_accessible("the table of all policies");
        // A press on a row compares with it.
        page.click("#policies-table tbody tr:first-child button");
        let now = first_example();
        expect_compared(page, &now, &under(PlannerKind::Rigid, &now));
        page.click("#policies-switch");
        page.wait_for("the table to go", "!document.querySelector('#policies-table')", &[]);
        page.assert_quiet();
    });
}

#[test]
fn on_a_phone_one_plan_at_a_time() {
    with_page("compare-phone", |page| {
        page.phone();
        open_lab(page, "");
        choose(page, "rigid");
        page.wait_for_element("#gantt-a .bar-name");
        assert_eq!(page.count("#gantt-b"), 0);
        page.click("#compare-b");
        page.wait_for_element("#gantt-b .bar-name");
        page.wait_for("A to go", "!document.querySelector('#gantt-a')", &[]);
        page.assert_fits_width();
        page.assert_accessible("a comparison on a phone");
        page.assert_quiet();
    });
}

#[test]
fn a_comparison_is_switched_on_by_keys() {
    with_page("compare-keys", |page| {
        open_lab(page, "");
        page.focus("#compare-with");
        // The first of the list after "nothing" is rigid reservation.
        page.key("ArrowDown");
        page.wait_for_element("#compare-first button");
        page.focus("#compare-overlaid");
        page.key("Enter");
        page.wait_for_element("#gantt-overlay .ghost");
        page.focus("#compare-first button");
        page.key("Enter");
        page.wait_until("the request", || (shared(page)?.view.selected == Some(10)).then_some(()));
        page.assert_quiet();
    });
}
