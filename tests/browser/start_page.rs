//! The start page: every example as a picture, the way there and back, the keyboard alone, every width.

use crate::harness::{Page, with_page};
use crate::lab::{
    can_undo_redo, command, expect_figures, expect_scenario, expect_workbench, first_example, is_experiment, leave_start, open_lab,
    open_start, shared, slots_example, with_newcomer,
};
use bookahead::state::EXAMPLES;
use serde_json::json;

/// What has the focus, by its id.
fn expect_focus(page: &Page, id: &str) {
    page.wait_for(&format!("the focus to be on {id}"), "document.activeElement.id === arguments[0]", &[json!(id)]);
}

#[test]
fn the_start_page_shows_every_example_as_a_picture() {
    with_page("start-page", |page| {
        open_lab(page, "");
        page.click("#open-start");
        page.wait_for_element("#start");
        assert_eq!(page.count("canvas.small-picture") as usize, EXAMPLES.len());
        let drawn = "[...document.querySelectorAll('canvas.small-picture')].every(c => {
            const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
            const colours = new Set();
            for (let i = 0; i < d.length; i += 4) colours.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
            return colours.size > 3 })";
        page.wait_for("a picture of each", drawn, &[]);
        page.wait_for(
            "a preview on each card of an experiment",
            "[...document.querySelectorAll('[data-experiment]')].every(card => card.querySelector('svg path[d*=L]'))",
            &[],
        );
        page.screenshot("start-page");
        page.assert_accessible("the start page");
        page.click("[data-experiment='umar-6.5']");
        is_experiment(page, "umar-6.5");
        page.click("#open-start");
        page.click("[data-experiment='castillo-3.4']");
        page.wait_for_element("#gallery-search");
        page.click("#open-start");
        page.click("#example-pareto-class");
        page.wait_for_text(".example-strip p", "Every idle period is a point");
        expect_workbench(page);
        page.wait_until("the link to show its panel", || (shared(page)?.view.panel.key() == "idle").then_some(()));
    });
}

#[test]
fn it_opens_over_the_workbench_and_gives_it_back_as_it_was() {
    with_page("start-and-back", |page| {
        open_lab(page, "");
        assert_eq!(page.count("#start"), 0, "the first visit opens on the example");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        let work = with_newcomer(|r| r.duration = 4);
        expect_scenario(page, &work);
        let (fragment, chart) = (page.fragment(), page.rect("#gantt-logical"));
        for way_back in ["Escape", "button"] {
            page.focus("#open-start");
            page.key("Enter");
            page.wait_for_element("#start");
            expect_focus(page, "start-top");
            page.wait_for(
                "the workbench to be covered",
                "!document.querySelector('#handle-duration').checkVisibility({visibilityProperty: true})",
                &[],
            );
            assert_eq!(page.rect("#gantt-logical"), chart, "it keeps its place and size");
            // Keys of the workbench change nothing that is out of sight.
            for key in ["n", "Delete", "ArrowRight", "Control+z", "Tab"] {
                page.key(key);
            }
            if way_back == "Escape" {
                page.key("Escape");
            } else {
                assert_eq!(page.text("#back-to-workbench"), format!("Back to {}", EXAMPLES[0].title));
                page.click("#back-to-workbench");
            }
            expect_workbench(page);
            expect_focus(page, "open-start");
            expect_scenario(page, &work);
            assert_eq!((page.fragment(), can_undo_redo(page)), (fragment.clone(), (true, false)));
        }
        // A dialog above it leads back to it, and a panel leads into the workbench.
        open_start(page);
        page.key("?");
        page.wait_for_element("#help-dialog[open]");
        page.key("Escape");
        page.wait_for("the start page", "document.querySelector('#start') && !document.querySelector('dialog')", &[]);
        page.key("2");
        expect_workbench(page);
        page.wait_for_element("#panel-idle[aria-pressed=true]");
    });
}

#[test]
fn it_is_reached_and_an_example_is_opened_by_keyboard_alone() {
    with_page("start-keyboard", |page| {
        open_lab(page, "");
        for (typed, words, heading) in
            [("start page", "Start page", "start-top"), ("earlier work", "Open earlier work", "start-earlier")]
        {
            command(page, typed, words);
            page.wait_for_element("#start");
            expect_focus(page, heading);
            page.assert_accessible("the start page");
            leave_start(page);
        }
        page.focus("#open-start");
        page.key("Enter");
        expect_focus(page, "start-top");
        let second = format!("example-{}", EXAMPLES[1].key);
        // The lessons come first.
        for _ in 0..40 {
            if page.js("return document.activeElement.id", &[]) == second.as_str() {
                break;
            }
            page.key("Tab");
        }
        expect_focus(page, &second);
        page.key("Enter");
        expect_workbench(page);
        expect_figures(page, &slots_example(EXAMPLES[1].key));
        page.click("#undo");
        expect_scenario(page, &first_example());
    });
}

#[test]
fn its_cards_are_even_and_nothing_is_wider_than_the_window() {
    with_page("start-widths", |page| {
        open_lab(page, "");
        open_start(page);
        for (width, columns) in [(1440, 4), (1100, 3), (390, 2), (320, 1)] {
            page.size(width, 800);
            page.settle();
            let sticks_out = "
                const start = document.querySelector('#start');
                return [...start.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5).map(e => e.className || e.id || e.tagName)";
            assert_eq!(page.js(sticks_out, &[]), json!([]), "at {width} px");
            page.assert_fits_width();
            // Cards that begin at one height are one row; all of a study are of one size.
            let rows = "
                const boxes = [...document.querySelector('#start .cards').children].map(e => e.firstElementChild.getBoundingClientRect());
                const first = boxes.filter(box => Math.abs(box.top - boxes[0].top) < 1);
                return [first.length, boxes.every(box => Math.abs(box.height - boxes[0].height) < 1 && Math.abs(box.width - boxes[0].width) < 1)]";
            assert_eq!(page.js(rows, &[]), json!([columns, true]), "at {width} px");
            page.screenshot(&format!("start-{width:04}"));
        }
        page.phone();
        page.settle();
        page.key("Escape");
        expect_workbench(page);
        expect_focus(page, "open-menu");
        open_start(page);
        assert_eq!(page.count("#actions:popover-open"), 0, "the menu closes");
        page.click(".ways button:last-child");
        expect_focus(page, "start-earlier");
    });
}
