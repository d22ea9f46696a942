//! Two plans of named servers side by side: the pictures, what differs, and what is saved; a drag replans both, and the link brings the comparison back.

use crate::geometry::{ID, JOB, figure, open_figure, open_servers, pick};
use crate::harness::{Device, Page, with_page};
use crate::lab::{held_idle, idle_of, shared, take_and_move};
use bookahead::engine::core::compare::{Comparable, PlanComparison};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::idle::run::IdleRun;
use bookahead::engine::idle::{IdleScenario, Strategy};
use bookahead::formats::link::CompareLayout;
use serde_json::json;

/// What the engine, run here, says of two scenarios.
fn compared(a: &IdleScenario, b: &IdleScenario) -> PlanComparison {
    let [a, b] = [a, b].map(|scenario| {
        let mut run = IdleRun::open(scenario.clone()).expect("in bounds");
        while !run.advance(64).is_done {}
        run
    });
    a.compare(&b)
}

fn under(strategy: Strategy, idle: &IdleScenario) -> IdleScenario {
    IdleScenario { strategy, ..idle.clone() }
}

fn servers() -> IdleScenario {
    idle_of(figure(JOB).scenario).expect("named servers")
}

/// Waits until the link holds the job with such a deadline, and gives the scenario that it holds.
fn wait_for_deadline(page: &Page, is_meant: impl Fn(u32) -> bool) -> IdleScenario {
    page.wait_until("another deadline in the link", || {
        let idle = held_idle(page)?;
        let arrivals = idle.run().expect("in bounds").arrivals;
        let row = arrivals.row_of(ID)?;
        is_meant(arrivals.deadline[row]).then_some(idle)
    })
}

/// Waits until the page says of the comparison what the engine says.
#[track_caller]
fn expect_compared(page: &Page, a: &IdleScenario, b: &IdleScenario) {
    let told = compared(a, b);
    let counts = match told.counts.differing() {
        0 => format!("All {} decisions are the same in A and B.", told.counts.decisions),
        n => format!(
            "{n} of {} decisions {}: {} only A, {} only B, {} moved.",
            told.counts.decisions,
            if n == 1 { "differs" } else { "differ" },
            told.counts.only_a,
            told.counts.only_b,
            told.counts.moved
        ),
    };
    page.wait_for_text("#compare-counts", &counts);
    if let Some(first) = &told.first {
        page.wait_for_text("#compare-first", &format!("They first differ at {}: {}", first.name, first.words));
    }
    let rows = "document.querySelectorAll('#differences tbody tr').length === arguments[0]";
    page.wait_for("as many rows as decisions differ", rows, &[json!(told.counts.differing())]);
}

#[test]
fn two_strategies_are_compared_in_pictures_and_a_drag_replans_both() {
    with_page("idle-compare", |page| {
        open_figure(page);
        pick(page, "#compare-with", Strategy::MinTip.name());
        expect_compared(page, &servers(), &under(Strategy::MinTip, &servers()));
        page.wait_for_element("#idle-gantt-a .frame");
        page.wait_for_element("#idle-gantt-b .frame");
        assert_eq!(page.count("[data-plane=gantt]"), 0, "the comparison stands in place of the one picture");
        assert_eq!(page.texts(".compare h2.between"), ["A: Min-LIP", "B: Min-TIP"]);
        let figures = page.texts("#compare-figures thead th");
        assert!(figures.last().is_some_and(|last| last.contains("B − A")), "{figures:?}");
        page.wait_for_element(".idle-row .parts");
        page.wait_for_element("#idle-figures");
        page.wait_for_text("#idle-lengths", "A: Min-LIP");
        page.assert_accessible("two strategies of named servers");
        page.js("document.querySelector('#compare').scrollIntoView()", &[]);
        page.screenshot("idle-compare");
        // The picture of B has the same handles, and both plans follow.
        page.focus("#idle-gantt-b [data-drag=d]");
        page.key("ArrowRight");
        let now = wait_for_deadline(page, |deadline| deadline > JOB.deadline);
        expect_compared(page, &now, &under(Strategy::MinTip, &now));
        page.click("#undo");
        expect_compared(page, &servers(), &under(Strategy::MinTip, &servers()));
        // One over the other: where B has what A has elsewhere. The link brings both back.
        page.click("#compare-overlaid");
        page.wait_for_element("#idle-gantt-overlay .ghost-bars");
        page.wait_until("the link to hold the comparison", || {
            let view = shared(page)?.view;
            (view.geometry.other == Some(Strategy::MinTip) && view.compare_layout == Some(CompareLayout::Overlaid)).then_some(())
        });
        page.reload();
        page.wait_for_element("#idle-gantt-overlay .ghost-bars");
        assert_eq!(page.value("#compare-with"), Strategy::MinTip.name());
        // The first difference selects its request.
        page.click("#compare-first button");
        let first = compared(&servers(), &under(Strategy::MinTip, &servers())).first.expect("they differ");
        page.wait_until("the request", || (shared(page)?.view.geometry.selected == Some(first.request)).then_some(()));
        pick(page, "#compare-with", "nothing");
        page.wait_for(
            "one plan alone",
            "!document.querySelector('#compare') && !!document.querySelector('[data-plane=gantt] .frame')",
            &[],
        );
        page.assert_quiet();
    });
}

#[test]
fn servers_before_and_after_an_edit_stand_side_by_side() {
    with_page("idle-compare-edit", |page| {
        open_figure(page);
        pick(page, "#compare-with", "last-edit");
        page.wait_for_text("#compare-waits", "Nothing was edited yet");
        pick(page, "#compare-with", "keep");
        expect_compared(page, &servers(), &servers());
        assert_eq!(page.count("#idle-gantt-a [data-drag]"), 0, "a plan that was kept has no handles");
        page.focus("#idle-gantt-b [data-drag=d]");
        page.key("Shift+ArrowLeft");
        let now = wait_for_deadline(page, |deadline| deadline < JOB.deadline);
        expect_compared(page, &servers(), &now);
        assert_eq!(page.value("#compare-with"), "kept");
        assert_eq!(page.texts(".compare h2.between"), ["A: the plan that was kept", "B: now"]);
        page.wait_for_text("#compare", "the link holds the present plan alone");
        // By the pointer, while A is how it was before the drag.
        pick(page, "#compare-with", "last-edit");
        page.wait_for_element("#idle-gantt-b [data-drag=whole]");
        page.js("document.querySelector('#idle-gantt-b').scrollIntoView({block: 'center'})", &[]);
        page.settle();
        take_and_move(page, Device::Mouse, page.middle_of("#idle-gantt-b [data-drag=whole]"), (40.0, 0.0));
        page.wait_for_text(".compare h2.between", "before the last edit");
        page.release(Device::Mouse);
        page.wait_for_text("#compare-counts", "decisions");
        page.assert_quiet();
    });
}

#[test]
fn while_decisions_are_stepped_through_both_pictures_pale_later_jobs() {
    with_page("idle-compare-steps", |page| {
        open_figure(page);
        pick(page, "#compare-with", Strategy::MinTip.name());
        page.wait_for_element("#idle-gantt-b .frame");
        page.settle();
        let picture = |side: &str| {
            let id = json!(format!("idle-gantt-{side}"));
            page.js("return document.getElementById(arguments[0]).previousElementSibling.toDataURL()", &[id])
        };
        let whole = ["a", "b"].map(picture);
        page.click("#idle-step-through");
        page.wait_for_element("#step-slider");
        page.focus("#step-slider");
        page.key("Home");
        page.wait_for_text("#compare-step", "after 0 requests: jobs decided later are faint");
        let differs = |from: &[_; 2]| {
            let now = ["a", "b"].map(picture);
            (now[0] != from[0] && now[1] != from[1]).then_some(now)
        };
        let pale = page.wait_until("both pictures to be paler", || differs(&whole));
        page.assert_accessible("a comparison of named servers, stepped through");
        page.screenshot("idle-compare-steps");
        page.js("document.querySelector('#save-gantt-b-csv').click()", &[]);
        let (_, bytes) = page.wait_for_download(".csv");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut rows = text.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(rows.next(), Some("request,server,start,end,is_later"));
        assert!(rows.all(|row| row.ends_with(",true")), "{text}");
        page.click("#step-close");
        page.wait_until("the whole plans", || differs(&pale));
        assert_eq!(page.count("#compare-step"), 0);
        page.assert_quiet();
    });
}

#[test]
fn compared_servers_are_saved_as_figures() {
    with_page("idle-compare-save", |page| {
        open_figure(page);
        pick(page, "#compare-with", Strategy::MinTip.name());
        page.wait_for_element("#idle-gantt-b .frame");
        page.js("document.querySelector('#save-gantt-b-svg').click()", &[]);
        let (name, bytes) = page.wait_for_download(".svg");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(name.contains("servers-b") && text.contains("B: Min-TIP"), "{name}");
        page.click("#compare-overlaid");
        page.wait_for_element("#idle-gantt-overlay .ghost-bars");
        page.js("document.querySelector('#save-gantt-overlay-csv').click()", &[]);
        let (name, bytes) = page.wait_for_download(".csv");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(name.contains("servers-overlaid") && text.contains("request,server,start,end,plan"), "{name}: {text}");
        let of_b = text.lines().filter(|line| line.ends_with(",B")).count();
        let told = compared(&servers(), &under(Strategy::MinTip, &servers())).counts;
        assert!(of_b <= (told.moved + told.only_b) as usize && of_b > 0, "{text}");
        page.assert_quiet();
    });
}

#[test]
fn on_a_phone_one_plan_of_servers_at_a_time() {
    with_page("idle-compare-phone", |page| {
        page.phone();
        page.prefer(true, true);
        open_servers(page, &figure(JOB));
        // The sentence about the strategy is read without scrolling sideways.
        let wide = "const idea = document.querySelector('.policy-idea').getBoundingClientRect(); return idea.right <= innerWidth && idea.left >= 0";
        assert_eq!(page.js(wide, &[]), json!(true), "the sentence wraps");
        pick(page, "#compare-with", Strategy::MinTip.name());
        page.wait_for_element("#idle-gantt-a .frame");
        assert_eq!(page.count("#idle-gantt-b"), 0);
        page.click("#compare-b");
        page.wait_for_element("#idle-gantt-b .frame");
        page.wait_for("A to go", "!document.querySelector('#idle-gantt-a')", &[]);
        page.assert_fits_width();
        page.assert_accessible("a comparison of named servers on a dark phone");
        page.screenshot("idle-compare-phone");
        page.assert_quiet();
    });
}
