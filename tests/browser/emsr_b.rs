//! EMSR-b step by step beside the market: by pointer and keys, with the values of the example in the thesis; nothing of the picture moves; on a phone, in the dark.

use crate::harness::{Page, with_page};
use crate::lab::{fragment_of, open_lab, slots_example};
use bookahead::engine::slots::revenue::{DemandSource, Method};
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::formats::link::{Panel, View};
use serde_json::json;

/// The example of Umar 5.4.
fn three_classes() -> SlotsScenario {
    let mut scenario = slots_example("three-classes");
    if let Some(market) = &mut scenario.market {
        (market.demand, market.method) = (DemandSource::Given, Method::EmsrB);
    }
    scenario
}

fn open(page: &Page, scenario: SlotsScenario) {
    let view = View { panel: Panel::Revenue, ..View::default() };
    open_lab(page, &fragment_of("Three classes, forty nodes", scenario, view));
}

#[track_caller]
fn expect(page: &Page, line: &str, values: &[(&str, &str)]) {
    page.wait_for(
        "the line",
        "document.querySelector('#algorithm li[aria-current=step]')?.dataset.line === arguments[0]",
        &[json!(line)],
    );
    for (name, value) in values {
        let has = "document.querySelector(`#algorithm dd[data-variable=\"${arguments[0]}\"]`)?.textContent === arguments[1]";
        page.wait_for(&format!("{name} = {value}"), has, &[json!(name), json!(value)]);
    }
}

#[test]
fn the_levels_are_stepped_through_class_by_class() {
    with_page("emsr-b", |page| {
        open(page, three_classes());
        page.wait_for_element("#emsr-b");
        let picture = page.rect(".charts");
        page.focus("#emsr-b");
        page.key("Enter");
        page.wait_for("the focus on the steps", "document.activeElement.id === 'emsr-b-slider'", &[]);
        expect(page, "whole", &[("k", "1"), ("p", "100"), ("q", "60"), ("y", "9.62"), ("level", "9")]);
        page.key("ArrowRight");
        expect(page, "whole", &[("k", "2"), ("μ", "23"), ("σ", "2.27"), ("p", "77.39"), ("y", "22.9"), ("level", "22")]);
        page.wait_for_text("#step-words", "22.90 nodes are worth keeping");
        page.click("#algorithm-back");
        expect(page, "littlewood", &[("y", "22.9"), ("level", "–")]);
        page.click("#emsr-b-on");
        expect(page, "limit", &[("k", "2"), ("level", "22"), ("limit", "18")]);
        page.wait_for_text("#step-words", "may book 18: 40 less 22");
        assert_eq!(page.rect(".charts"), picture, "the picture stays where it is");
        page.assert_accessible("EMSR-b step by step");
        page.screenshot("emsr-b");
        page.prefer(true, false);
        page.screenshot("emsr-b-dark");
        page.click("#emsr-b-close");
        page.wait_for("the focus on the button", "document.activeElement.id === 'emsr-b'", &[]);
        for (width, height) in [(390, 844), (320, 700)] {
            page.size(width, height);
            page.click("#emsr-b");
            page.wait_for_element("#emsr-b-slider");
            page.assert_fits_width();
            page.screenshot(&format!("emsr-b-{width}"));
            page.click("#emsr-b-close");
        }
    });
}

#[test]
fn another_method_has_no_such_steps() {
    with_page("emsr-b-other", |page| {
        let mut scenario = three_classes();
        if let Some(market) = &mut scenario.market {
            market.method = Method::EmsrA;
        }
        open(page, scenario);
        page.wait_for_element("#lab-words");
        assert_eq!(page.count("#emsr-b"), 0);
    });
}
