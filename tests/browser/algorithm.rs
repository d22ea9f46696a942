//! The algorithm beside the steps: which line is at work and with what values, in every study; line by line; folded, on a phone, in the dark.

use crate::cluster::open_four;
use crate::harness::{Page, with_page};
use crate::lab::{example, open_lab, shared};
use crate::page_loads::open;
use crate::workflow::open_six;
use bookahead::formats::link::encode;
use serde_json::json;

/// Waits until this line is at work, and no other.
#[track_caller]
fn expect_line(page: &Page, line: &str) {
    let marked = "JSON.stringify([...document.querySelectorAll('#algorithm li[aria-current=step]')].map(li => li.dataset.line)) === JSON.stringify([arguments[0]])";
    page.wait_for(&format!("the line {line}"), marked, &[json!(line)]);
}

/// Waits until a variable has this value.
#[track_caller]
fn expect_value(page: &Page, variable: &str, value: &str) {
    let has = "document.querySelector(`#algorithm dd[data-variable=\"${arguments[0]}\"]`)?.textContent === arguments[1]";
    page.wait_for(&format!("{variable} = {value}"), has, &[json!(variable), json!(value)]);
}

/// The parts that stay where they are from step to step.
fn places(page: &Page) -> Vec<[f64; 4]> {
    [".charts", "#step-slider", "#algorithm", "#algorithm-lines", "#algorithm .variables"].map(|css| page.rect(css)).to_vec()
}

#[test]
fn the_lines_of_a_planner_are_walked_through_beside_the_picture() {
    with_page("algorithm", |page| {
        open_lab(page, "");
        let picture = page.rect(".charts");
        page.click("#step-through");
        expect_line(page, "accept");
        assert_eq!(page.rect(".charts"), picture, "the picture stays where it is");
        for (variable, value) in [("j", "11.3"), ("nodes", "1"), ("start", "14"), ("b", "–")] {
            expect_value(page, variable, value);
        }
        assert!(page.text("#algorithm h3").contains("FCFS-EDS") && page.text("#algorithm-lines").contains("Umar 3.3.2"));
        // Line by line: the job that moved.
        page.click("#algorithm-back");
        expect_line(page, "enough");
        page.click("#algorithm-back");
        expect_line(page, "move");
        for (variable, value) in [("start", "14"), ("s", "15"), ("free", "0"), ("b", "4.1: 15 → 16")] {
            expect_value(page, variable, value);
        }
        let words = page.js("return document.querySelector('#algorithm-words').textContent", &[]);
        let words = words.as_str().unwrap_or_default();
        assert!(words.starts_with("Line 7 (14 of 16)") && words.contains("b = 4.1: 15 → 16"), "{words}");
        page.click("#algorithm-first");
        expect_line(page, "each");
        expect_value(page, "start", "–");
        page.click("#algorithm-on");
        // Another step begins at its end; nothing moves meanwhile.
        page.settle();
        let before = places(page);
        for (step, line) in [("10", "accept"), ("4", "accept"), ("0", ""), ("11", "accept")] {
            page.fill("#step-number", step);
            page.key("Enter");
            if line.is_empty() {
                page.wait_for_text("#algorithm-words", "No line is at work yet");
                assert_eq!(page.count("#algorithm li[aria-current]"), 0);
            } else {
                expect_line(page, line);
            }
            page.settle();
            assert_eq!(places(page), before, "step {step}");
        }
        page.assert_accessible("the algorithm of a planner");
        // Another planner has other lines, and refuses.
        page.click(".policy-menu > summary");
        page.click("#planner-rigid");
        expect_line(page, "refuse");
        expect_value(page, "j", "11.3");
        expect_value(page, "s", "12");
        page.prefer(true, true);
        page.settle();
        page.assert_accessible("the algorithm in the dark");
        page.screenshot("algorithm-dark");
    });
}

#[test]
fn the_algorithm_is_folded_and_stays_so() {
    with_page("algorithm-fold", |page| {
        open_lab(page, "");
        page.click("#step-through");
        expect_line(page, "accept");
        page.focus("#algorithm-fold");
        page.key("Enter");
        page.wait_for("it is folded", "document.querySelectorAll('#algorithm-lines').length === 0", &[]);
        assert_eq!(page.attribute("#algorithm-fold", "aria-expanded").as_deref(), Some("false"));
        page.settle();
        page.reload();
        page.wait_for_element("#algorithm-fold");
        page.settle();
        assert_eq!(page.count("#algorithm-lines"), 0, "it is folded after loading the page again");
        page.wait_for(
            "the selected request is seen",
            "document.querySelector('#verdict h3').checkVisibility({ visibilityProperty: true })",
            &[],
        );
        page.click("#algorithm-fold");
        expect_line(page, "accept");
        page.wait_for(
            "the selected request is covered",
            "!document.querySelector('#verdict h3').checkVisibility({ visibilityProperty: true })",
            &[],
        );
        // A narrow frame has no room for it. The link is a moment behind.
        page.wait_until("the link of this step", || shared(page)?.view.step.is_some().then_some(()));
        let fragment = page.fragment();
        let address = format!("{}index.html?embed#{}", page.server().address(), fragment.trim_start_matches('#'));
        page.post("url", &json!({ "url": address }));
        page.wait_for_element("#stepping");
        page.settle();
        assert_eq!(page.count("#algorithm"), 0);
    });
}

#[test]
fn on_a_phone_it_is_folded_at_first_and_fits() {
    with_page("algorithm-phone", |page| {
        page.phone();
        open_lab(page, "");
        page.click("#step-through");
        page.wait_for_element("#algorithm-fold");
        assert_eq!(page.count("#algorithm-lines"), 0);
        page.click("#algorithm-fold");
        expect_line(page, "accept");
        page.assert_fits_width();
        page.assert_accessible("the algorithm on a phone");
        page.screenshot("algorithm-phone");
    });
}

#[test]
fn a_strategy_a_scheduler_and_a_method_have_their_lines() {
    with_page("algorithm-studies", |page| {
        open_lab(page, "");
        page.key("2");
        page.wait_for_element("#idle-step-through:not([disabled])");
        page.click("#idle-step-through");
        page.fill("#step-number", "9");
        page.key("Enter");
        expect_line(page, "accept");
        for (variable, value) in [("l", "3"), ("r", "17"), ("d", "20"), ("i", "3"), ("s", "15"), ("start", "17")] {
            expect_value(page, variable, value);
        }
        page.click("#algorithm-back");
        expect_line(page, "found-at-once");
        page.assert_accessible("the algorithm of a strategy");

        open_four(page);
        page.click("#cluster-step-through");
        expect_line(page, "narrow");
        for (variable, value) in [("j", "4"), ("h", "2"), ("shadow", "10 s"), ("extra", "2"), ("n", "2"), ("start", "2 s")] {
            expect_value(page, variable, value);
        }
        page.key(",");
        expect_line(page, "turn");
        expect_value(page, "j", "3");
        page.assert_accessible("the algorithm of a scheduler");
        page.screenshot("algorithm-cluster");

        open_six(page);
        page.click("#part-search");
        expect_line(page, "place");
        page.js("const s = document.querySelector('#search-slider'); s.value = '0'; s.dispatchEvent(new Event('input', {bubbles: true}))", &[]);
        page.wait_for_text("#algorithm-words", "No line is at work yet");
        page.click("#search-on");
        expect_line(page, "place");
        for (variable, value) in [("t", "T0"), ("i", "0"), ("start", "5")] {
            expect_value(page, variable, value);
        }
        page.click("#algorithm-first");
        expect_line(page, "ready");
        page.assert_accessible("the algorithm of a method");
    });
}

#[test]
fn strip_packing_has_its_lines_beside_the_offers() {
    with_page("algorithm-packing", |page| {
        open(page, &format!("#{}", encode(&example("offers"))));
        page.wait_for_element("#packing-begin");
        page.click("#packing-begin");
        page.wait_for_element("#packing-algorithm");
        page.click("#packing-forward");
        let marked = "document.querySelector('#packing-algorithm li[aria-current=step]')?.dataset.line === arguments[0]";
        page.wait_for("a run that is left out", marked, &[json!("skipped")]);
        page.click("#packing-forward");
        page.wait_for("an offer begins", marked, &[json!("begun")]);
        page.assert_accessible("the algorithm beside the offers");
    });
}
