//! The workbenches: each is at work at first sight with only what it uses, examples say what they show and do it, and a phone has the shell in one row.

use crate::harness::{Device, Page, with_page};
use crate::lab::{
    FIRST_EXPERIMENT, can_undo_redo, expect_figures, expect_scenario, first_example, held_idle, held_slots, open_experiment,
    open_lab, reload_lab, shared, slot_px, take_and_move,
};
use bookahead::engine::slots::scenario::{PlannerKind, Policy};
use bookahead::formats::link::Panel;
use bookahead::state::{EXAMPLES, Example};
use serde_json::json;

/// Presses a key while no field has the focus.
fn key(page: &Page, key: &str) {
    page.js("document.activeElement.blur()", &[]);
    page.key(key);
}

/// Whether elements are on the page: planners, list, inspector, sentence of an example.
fn parts(page: &Page) -> [bool; 4] {
    [".planner", ".requests", ".inspector", ".example-strip"].map(|css| page.count(css) > 0)
}

#[test]
fn every_study_is_at_work_at_first_sight_with_what_it_uses_alone() {
    with_page("workbenches", |page| {
        open_lab(page, "");
        assert_eq!(parts(page), [true, true, true, true]);
        key(page, "2");
        page.wait_for_element("#idle-verdict h3");
        assert_eq!(parts(page), [false, true, true, true]);
        assert_eq!(page.value("header .title"), "Four idle periods, one job");
        page.wait_until("the link to hold it", || {
            (held_idle(page) == Example::find("figure-3-3").and_then(Example::idle)).then_some(())
        });
        key(page, "3");
        page.wait_for_element("#methods");
        assert_eq!(parts(page), [false, false, true, true]);
        assert!(page.text("#in-force").contains("until slot 48"), "{}", page.text("#in-force"));
        assert!(page.text("#methods-out-of-reach").contains("Littlewood"));
        key(page, "6");
        page.wait_for_element("#gallery-search");
        assert_eq!(parts(page), [false, false, false, false]);
        page.assert_accessible("experiments");
        key(page, "1");
        expect_scenario(page, &first_example());
        assert_eq!(page.value("header .title"), "Eleven requests, five nodes");
        assert_eq!(can_undo_redo(page), (false, false), "nothing was changed");
        // All of it comes back, and what is undone is seen.
        key(page, "2");
        page.wait_for_element("#idle-strategy-menu");
        page.click("#example-try");
        page.wait_for_policy("idle-strategy", "max-lip");
        key(page, "1");
        page.click("#undo");
        page.wait_for_policy("idle-strategy", "min-lip");
    });
}

#[test]
fn an_example_does_what_its_sentence_says_and_leads_to_the_next() {
    with_page("example-strip", |page| {
        open_lab(page, "");
        assert!(page.text(".example-strip p").starts_with("Example 1 of "), "{}", page.text(".example-strip p"));
        page.click("#example-try");
        page.wait_for_text("#verdict h3", "Two of the three jobs accepted");
        assert_eq!(page.text("#example-try"), "Back to the example");
        page.click("#example-try");
        expect_figures(page, &first_example());
        assert_eq!(page.text("#example-try"), EXAMPLES[0].attempt.words);
        page.click("#example-previous");
        let last = EXAMPLES.last().expect("examples");
        page.wait_for_text(".example-strip p", last.idea);
        page.click("#example-next");
        page.wait_for_text(".example-strip p", EXAMPLES[0].idea);
        page.click("#example-next");
        page.wait_for_text(".example-strip p", EXAMPLES[1].idea);
        expect_figures(page, &EXAMPLES[1].slots().expect("a plan in slots"));
        // A scenario under another name is no example.
        page.fill("header .title", "My own");
        page.wait_for("no sentence", "!document.querySelector('.example-strip')", &[]);
        page.click("#planner-rigid");
        let rigid = EXAMPLES[1].slots().map(|slots| {
            let policy = Policy { planner: PlannerKind::Rigid, ..slots.policy };
            bookahead::engine::slots::scenario::SlotsScenario { policy, ..slots }
        });
        page.wait_until("the change in the link", || (held_slots(page) == rigid).then_some(()));
    });
}

#[test]
fn the_first_handle_is_a_few_tab_stops_away() {
    with_page("tab-stops", |page| {
        open_lab(page, "");
        page.key("Tab");
        assert_eq!(page.js("return document.activeElement.id", &[]), "skip");
        page.screenshot("skip");
        page.key("Enter");
        page.wait_for("the first handle to have the focus", "document.activeElement.id === 'handle-whole'", &[]);
        page.key("ArrowRight");
        page.wait_for("the request to move", "document.querySelector('#field-earliest-start').value === '13'", &[]);
    });
}

#[test]
fn a_phone_has_the_shell_in_one_row_and_the_verdict_in_sight() {
    with_page("phone-shell", |page| {
        page.phone();
        open_lab(page, "");
        assert!(page.rect("header")[3] <= 60.0, "{:?}", page.rect("header"));
        let in_sight = || {
            let [_, top, _, height] = page.rect(".verdict-line");
            top >= 0.0 && top + height <= 740.5
        };
        assert!(in_sight() && page.text(".verdict-line").starts_with("Request 11. All three jobs accepted"));
        page.click("#open-menu");
        page.wait_for("the menu", "document.querySelector('#actions').matches(':popover-open')", &[]);
        page.screenshot("phone-menu");
        page.assert_accessible("the menu");
        page.key("Escape");
        // The verdict follows a drag, in sight all the time.
        page.js("document.querySelector('#gantt-physical').scrollIntoView({block: 'center'})", &[]);
        page.settle();
        let bar = crate::lab::bar_of(page, "physical", "11.2");
        take_and_move(page, Device::Touch, bar, (slot_px(page), 0.0));
        page.wait_for(
            "another verdict",
            "!document.querySelector('.verdict-line').innerText.includes('Slot 15 was full for 11.3')",
            &[],
        );
        assert!(in_sight());
        page.release(Device::Touch);
        page.click("#undo");
        // A finger selects first: another request's bar is not dragged, and empty space moves time.
        let other = crate::lab::bar_of(page, "physical", "6.1");
        take_and_move(page, Device::Touch, other, (-2.0 * slot_px(page), 0.0));
        page.release(Device::Touch);
        page.wait_for("time to be moved", "!document.querySelector('#zoom-reset').disabled", &[]);
        expect_scenario(page, &first_example());
        page.click("#zoom-reset");
        let other = crate::lab::bar_of(page, "physical", "6.1");
        page.click_at(Device::Touch, other);
        page.wait_for_text(".request-form h2", "Request 6");
        expect_scenario(page, &first_example());
        // The row of studies is longer than the screen: the one that is open is in sight.
        for key in ["experiments", "cluster", "workflow", "idle", "slots"] {
            page.js("document.querySelector('#panel-' + arguments[0]).click()", &[json!(key)]);
            let in_row = "
                const row = document.querySelector('header .panels').getBoundingClientRect();
                const button = document.querySelector('#panel-' + arguments[0]);
                const { left, right } = button.getBoundingClientRect();
                return button.ariaPressed === 'true' && left >= row.left - 1 && right <= row.right + 1";
            page.wait_until(&format!("{key} in sight"), || (page.js(in_row, &[json!(key)]) == true).then_some(()));
        }
    });
}

#[test]
fn an_experiment_survives_another_panel_and_comes_back_with_its_link() {
    with_page("experiment-survives", |page| {
        open_lab(page, "");
        open_experiment(page, FIRST_EXPERIMENT);
        page.fill("#experiment-runs", "2");
        page.fill("#experiment-jobs", "2000");
        page.fill("#experiment-seed", "3");
        page.click("#run-experiment");
        let done = "document.querySelector('#experiment-state')?.innerText.startsWith('Done')";
        page.wait_for("it to be done", done, &[]);
        let claims = page.texts(".claims li");
        page.click("#panel-slots");
        page.wait_for_element("#gantt-logical");
        page.click("#panel-experiments");
        page.wait_for_element(".claims li");
        assert_eq!(page.texts(".claims li"), claims, "nothing was computed again");
        page.wait_until("the link to hold the size", || {
            let view = shared(page)?.view;
            (view.panel == Panel::Experiments && view.options.is_some_and(|options| options.runs == 2)).then_some(())
        });
        reload_lab(page);
        page.wait_for("the result again", done, &[]);
        assert_eq!((page.texts(".claims li"), page.value("#experiment-seed")), (claims, "3".to_string()));
    });
}

#[test]
fn rows_of_a_large_machine_are_enlarged() {
    with_page("rows", |page| {
        open_lab(page, "");
        crate::lab::open_example(page, "half-a-day");
        let row_names = || page.js("return document.querySelectorAll('.row-slider').length", &[]);
        assert_eq!(row_names(), json!(0));
        page.click("#rows-higher");
        page.wait_for_element("#gantt-physical .row-slider");
        page.screenshot("rows-higher");
        page.assert_accessible("higher rows");
        page.js("const s = document.querySelector('#gantt-physical .row-slider'); s.value = 0; s.dispatchEvent(new Event('input', {bubbles: true}))", &[]);
        let words =
            "document.querySelector('#gantt-physical .row-slider').getAttribute('aria-valuetext').startsWith('from node 0')";
        page.wait_for("the lowest rows", words, &[]);
        page.click("#rows-all");
        page.wait_for("all rows", "!document.querySelector('.row-slider')", &[]);
    });
}
