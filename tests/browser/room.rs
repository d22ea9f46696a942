//! Room for the picture: how much stands above it on usual screens, what comes first on a phone, and how charts grow with the text.

use crate::harness::{Device, Page, with_page};
use crate::lab::{expect_figures, expect_scenario, first_example, grip, open_lab, slot_px, slot_x, take_and_move, with_newcomer};

/// Upper and lower edge of an element in the window, in CSS px.
fn edges(page: &Page, css: &str) -> (f64, f64) {
    let [_, top, _, height] = page.rect(css);
    (top, top + height)
}

#[test]
fn the_picture_has_most_of_the_first_screen() {
    with_page("room", |page| {
        for (width, height) in [(1280, 800), (1400, 900), (1920, 1080)] {
            page.size(width, height);
            open_lab(page, "");
            page.settle();
            let text = page.js("return parseFloat(getComputedStyle(document.documentElement).fontSize) / 14", &[]);
            let text = text.as_f64().expect("a size");
            let header = edges(page, "header").1;
            let ((lane, _), (chart, _)) = (edges(page, ".painted"), edges(page, "#gantt-logical"));
            assert!(lane - header <= 130.0 * text, "{width} × {height}: {} px above the bracket", lane - header);
            assert!(chart - header <= 235.0 * text, "{width} × {height}: {} px above the chart", chart - header);
            // Both charts are whole, and take more of the height than all that stands above them.
            let (_, end) = edges(page, "#gantt-physical");
            assert!(end <= f64::from(height), "{width} × {height}: the charts end at {end}");
            assert!(end - chart > chart, "{width} × {height}: the charts are {} px high from {chart} on", end - chart);
            page.assert_fits_width();
            page.screenshot(&format!("room-{width}"));
        }
        // The planner's sentence stands beside the picture.
        page.size(1280, 800);
        page.settle();
        assert!(page.text("#policy-idea").starts_with("First fit; if nothing fits"), "{}", page.text("#policy-idea"));
        // What is compared is told above the plan, also right after it was chosen.
        page.js(
            "const s = document.querySelector('#compare-with'); s.value = 'keep'; s.dispatchEvent(new Event('change', {bubbles: true}))",
            &[],
        );
        page.wait_until("the choice", || (page.value("#compare-with") == "kept").then_some(()));
    });
}

#[test]
fn on_a_phone_the_chart_comes_before_the_words() {
    with_page("room-phone", |page| {
        page.phone();
        open_lab(page, "");
        page.js("document.querySelector('#step-through').click()", &[]);
        page.wait_until("the step", || (page.value("#step-slider") == "11" && page.count("#step-words li") > 0).then_some(()));
        page.settle();
        page.assert_fits_width();
        let screen = page.js("return innerHeight", &[]).as_f64().expect("a height");
        let (top, bottom) = edges(page, "#gantt-logical");
        // The steps are a sheet from below, in place of the line with the verdict.
        let (sheet, end) = edges(page, ".stepping");
        assert!(bottom <= sheet, "the chart stands at {top}–{bottom}, the steps at {sheet}");
        assert!((end - screen).abs() < 1.0, "the steps end at {end}, the screen at {screen}");
        assert_eq!(page.count("#step-words"), 1);
        // Before and after stepping as well, the chart begins on the first screen.
        page.js("document.querySelector('#step-close').click()", &[]);
        page.wait_for("no scrubber", "!document.querySelector('#stepping')", &[]);
        page.settle();
        assert_eq!(edges(page, "#gantt-logical"), (top, bottom), "nothing moved");
        let (line, _) = edges(page, ".verdict-line");
        assert!(bottom <= line && line < screen, "the line stands at {line}");
    });
}

#[test]
fn charts_grow_with_the_text() {
    with_page("room-large", |page| {
        page.size(1280, 800);
        open_lab(page, "");
        let margin = |page: &Page| {
            let [left, ..] = page.rect("#gantt-logical rect.ground");
            left - page.rect("#gantt-logical")[0]
        };
        assert_eq!(margin(page), 48.0);
        page.size(2560, 1440);
        page.settle();
        page.wait_until("larger charts", || (margin(page) == 60.0).then_some(()));
        page.settle();
        // The canvas has one px of the device to a px of its own, so text and lines are sharp.
        let canvas = "const c = document.querySelector('#gantt-logical canvas'); return [c.getBoundingClientRect().width, c.width]";
        let canvas = page.js(canvas, &[]);
        assert_eq!(canvas[0].as_f64().map(f64::round), canvas[1].as_f64(), "{canvas}");
        page.screenshot("room-large");
        // What is dragged stays under the pointer.
        expect_figures(page, &first_example());
        take_and_move(page, Device::Mouse, grip(page, "duration"), (2.0 * slot_px(page), 0.0));
        page.release(Device::Mouse);
        expect_scenario(page, &with_newcomer(|r| r.duration = 5));
        // On paper all is as large as on every paper.
        page.as_printed(true);
        page.settle();
        assert_eq!(margin(page), 48.0);
        page.as_printed(false);
    });
}

#[test]
fn moved_jobs_show_where_they_were() {
    with_page("room-moves", |page| {
        open_lab(page, "");
        // The selected request is the one that made 4.1 wait.
        page.wait_for_element("#gantt-physical .trace[data-job='4.1'] rect.first-place");
        let [left, _, width, _] = page.rect("#gantt-physical .trace[data-job='4.1'] rect.first-place");
        let was = slot_x(page, 15);
        assert!((left + width / 2.0 - was).abs() < 3.0, "{left} + {width}: slot 15 is at {was}");
        // Another selected: no outline, until the job itself is pointed at or selected.
        page.js("document.querySelector('#request-0').click()", &[]);
        page.wait_for("no outline", "!document.querySelector('rect.first-place')", &[]);
        page.js("document.querySelector('#request-3').click()", &[]);
        page.wait_for_element("#gantt-physical .trace[data-job='4.1'] rect.first-place");
    });
}
