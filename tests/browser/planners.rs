//! The planners on the papers' examples: who is accepted, who moves, and why not, in words.

use crate::harness::with_page;
use crate::lab::{can_undo_redo, expect_figures, figures, first_example, open_example, open_lab};
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::scenario::{PlannerKind, ShiftRule, SlotsScenario};

fn with_planner(scenario: &SlotsScenario, planner: PlannerKind) -> SlotsScenario {
    let mut scenario = scenario.clone();
    scenario.policy.planner = planner;
    scenario
}

#[test]
fn each_planner_on_the_first_example() {
    with_page("planners", |page| {
        open_lab(page, "");
        // Golden: rigid takes one of the newcomer's three jobs.
        let cases = [
            (PlannerKind::Rigid, "13 of 15", "0", "One of the three jobs accepted", false),
            (PlannerKind::FirstFit, "14 of 15", "0", "Two of the three jobs accepted", false),
            (PlannerKind::FirstFitPhysical, "13 of 15", "0", "One of the three jobs accepted", false),
            (PlannerKind::FcfsLrh, "15 of 15", "1", "All three jobs accepted", true),
            (PlannerKind::FcfsEds, "15 of 15", "1", "All three jobs accepted", true),
        ];
        for (planner, accepted, shifts, verdict, has_rule) in cases {
            let name = planner.name();
            page.click(&format!("#planner-{name}"));
            expect_figures(page, &with_planner(&first_example(), planner));
            let [told, _, moved] = figures(page);
            assert_eq!((told.as_str(), moved.as_str()), (accepted, shifts), "{name}");
            assert_eq!(page.attribute(&format!("#planner-{name}"), "aria-pressed").as_deref(), Some("true"));
            assert_eq!(page.count("[id^=planner-][aria-pressed=true]"), 1);
            assert_eq!(page.text("#verdict h3"), verdict, "{name}");
            assert_eq!(page.count("#shift-rule"), u64::from(has_rule), "{name}: the rule is offered where it matters");
        }
        // With `release` the starts are 12, 14, 13.
        page.js("const s = document.querySelector('#shift-rule'); s.value = 'release'; s.dispatchEvent(new Event('change', {bubbles: true}))", &[]);
        let mut released = first_example();
        released.policy.shift = ShiftRule::Release;
        expect_figures(page, &released);
        page.click("#tables summary");
        page.wait_for_element("#tables tbody tr");
        let script = "return [...document.querySelectorAll('#tables tbody tr')].filter(row => row.innerText.startsWith('11.'))
            .map(row => row.children[5].innerText)";
        page.wait_until("the starts", || (page.js(script, &[]) == serde_json::json!(["12", "14", "13"])).then_some(()));
    });
}

#[test]
fn the_menu_tells_what_each_planner_gives_and_shows_its_plan() {
    with_page("planner-menu", |page| {
        open_lab(page, "");
        let before = page.fragment();
        page.click("#planner-menu");
        page.wait_for_text("#planner-rigid .gives", "13 accepted, 2 refused");
        page.wait_for_text("#planner-fcfs-eds .gives", "15 accepted, 0 refused, 1 move");
        page.wait_for_text("#planner-osp .gives", "accepted");
        page.assert_accessible("the menu of planners");
        page.screenshot("planner-menu");
        // Pointed at, a planner shows its plan and is not chosen.
        page.hover(page.middle_of("#planner-rigid"));
        page.wait_for_text("#figure-accepted", "13 of 15");
        assert_eq!(page.attribute("#planner-fcfs-eds", "aria-pressed").as_deref(), Some("true"));
        page.key("Escape");
        page.wait_for_text("#figure-accepted", "15 of 15");
        page.wait_for("the menu to close", "!document.querySelector('.policy-menu').open", &[]);
        page.settle();
        assert_eq!(page.fragment(), before, "nothing was changed");
        assert_eq!(page.count("#policies-table"), 0, "the table below is as it was");
        // By keyboard alone.
        page.focus("#planner-menu");
        page.key("Enter");
        page.key("Tab");
        page.wait_for_text("#figure-accepted", "13 of 15");
        page.key("Enter");
        page.wait_for("the choice", "document.querySelector('#planner-rigid').getAttribute('aria-pressed') === 'true'", &[]);
        assert_eq!(page.js("return document.activeElement.id", &[]), "planner-menu");
        assert_eq!(can_undo_redo(page), (true, false));
    });
}

#[test]
fn refused_ones_are_listed_with_their_reason() {
    with_page("reasons", |page| {
        open_lab(page, "");
        page.click("#planner-rigid");
        expect_figures(page, &with_planner(&first_example(), PlannerKind::Rigid));
        assert_eq!(page.text("#request-10 .fate"), "1 of 3");
        page.click("#filter-refused");
        page.wait_for("one row", "document.querySelectorAll('.row').length === 1", &[]);
        let reason = page.text("#request-10 .reason");
        assert!(reason.contains("igid reservation tries start 12 only; slot 12 is full"), "{reason}");
        let same = page.text("#verdict").to_lowercase().contains(reason.to_lowercase().trim_end_matches('.'));
        assert!(same, "the inspector says the same: {}", page.text("#verdict"));
        page.screenshot("refused-filter");
        page.click("#filter-moved");
        page.wait_for_text(".rows", "No job was moved.");
        page.click("#planner-fcfs-eds");
        page.wait_for("the moved one", "document.querySelector('.row')?.id === 'request-3'", &[]);
        page.click("#filter-all");
        page.wait_for("all", "document.querySelectorAll('.row').length === 11", &[]);
    });
}

#[test]
fn the_other_examples_show_their_ideas() {
    with_page("examples", |page| {
        open_lab(page, "");
        // Golden 1b: the newcomer starts at 13 and user 4 waits; rigid refuses.
        let mpi = open_example(page, "eleven-requests-mpi");
        let verdict = page.text("#verdict");
        assert!(verdict.starts_with("Accepted") && verdict.contains("starts at 13") && verdict.contains("15 to 16"), "{verdict}");
        page.click("#planner-rigid");
        expect_figures(page, &with_planner(&mpi, PlannerKind::Rigid));
        assert_eq!(page.text("#verdict h3"), "Refused");

        // Golden 2: 5, 5, 7, and no one moves.
        open_example(page, "holes");
        let verdict = page.text("#verdict");
        assert!(
            verdict.contains("12.1 and 12.2 start at 5 and 12.3 starts at 7") && verdict.contains("No one moved."),
            "{verdict}"
        );
        assert_eq!(figures(page)[2], "0");

        // A left hole, which FCFS-EDS has not.
        let left = open_example(page, "left-hole");
        assert!(page.text("#verdict").contains("earlier"), "{}", page.text("#verdict"));
        page.click("#planner-fcfs-eds");
        expect_figures(page, &with_planner(&left, PlannerKind::FcfsEds));
        assert_eq!(page.text("#verdict h3"), "Refused");

        // Room on changing nodes only.
        let changing = open_example(page, "changing-nodes");
        let verdict = page.text("#verdict");
        assert!(verdict.contains("only a logical plan lets a job change nodes"), "{verdict}");
        page.screenshot("changing-nodes");
        page.click("#planner-first-fit");
        expect_figures(page, &with_planner(&changing, PlannerKind::FirstFit));
        assert_eq!(page.text("#verdict h3"), "Accepted");

        // What has begun stays.
        open_example(page, "begun");
        assert!(page.text("#verdict").contains("slot 5 is full: 1.1 has begun"), "{}", page.text("#verdict"));
        page.fill("#field-submitted", "2");
        page.wait_for_text("#verdict h3", "Accepted");

        // All of it can be taken back.
        for _ in 0..9 {
            page.click("#undo");
        }
        expect_figures(page, &first_example());
    });
}

#[test]
fn everything_is_planned_anew_in_the_order_chosen() {
    with_page("replan", |page| {
        open_lab(page, "");
        let choose = |id: &str, value: &str| {
            let script = "const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change', {bubbles: true}))";
            page.js(script, &[id.into(), value.into()]);
        };
        let shown = |name: &str| {
            let planner = PlannerKind::from_name(name).expect("a planner");
            expect_figures(page, &with_planner(&first_example(), planner));
        };
        page.click("#planner-replan");
        shown("first-min-min");
        assert_eq!(page.count("[id^=planner-][aria-pressed=true]"), 1);
        assert_eq!(page.count("#shift-rule") + page.count("#replan-share"), 0);
        for name in ["first-fifo", "first-min-slack", "first-min-max", "first-sufferage", "gelsar", "genetic", "netto-bjf"] {
            choose("replan-order", name);
            shown(name);
        }
        choose("replan-share", "25");
        shown("netto-bjf-25");
        // The share stays with another order of Netto's.
        choose("replan-order", "netto-edf");
        shown("netto-edf-25");
        page.reload();
        shown("netto-edf-25");
        assert_eq!(page.attribute("#planner-replan", "aria-pressed").as_deref(), Some("true"));

        open_example(page, "planned-anew");
        page.wait_for(
            "the words",
            "document.querySelector('#verdict')?.innerText.includes('planned anew in the order of their deadline')",
            &[],
        );
        page.click("#step-through");
        page.wait_for("the step in words", "document.querySelector('main').innerText.includes('1.1 moves from 1 to 4.')", &[]);
    });
}

#[test]
fn reservations_may_overlap() {
    with_page("overlapping", |page| {
        open_lab(page, "");
        page.click("#planner-overlapping");
        expect_figures(page, &with_planner(&first_example(), PlannerKind::Overlapping));
        // Whoever finds no room may overlap others, however probable a violation is.
        let mut bold = with_planner(&first_example(), PlannerKind::Overlapping);
        bold.policy.overlap = OverlapRule { exact_users: 20, ..OverlapRule::rarp(30) };
        for (field, value) in
            [("#field-confidence", "0"), ("#field-free-share", "0"), ("#field-trust", "30"), ("#field-exact-users", "20")]
        {
            page.fill(field, value);
            page.key("Enter");
        }
        expect_figures(page, &bold);
        page.wait_for(
            "the end of the machine",
            "document.querySelector('.gantt-key')?.textContent.includes('the machine’s 5 nodes')",
            &[],
        );
        page.screenshot("overlapping");
        page.assert_accessible("overlapping");
        page.reload();
        expect_figures(page, &bold);
        page.phone();
        page.prefer(true, false);
        page.settle();
        page.assert_fits_width();
        page.screenshot("overlapping-phone-dark");
        page.assert_accessible("overlapping-phone-dark");
    });
}
