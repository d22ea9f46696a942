//! The market and its laboratory: typed, picked, dragged by every device, taken back, sent as a link.

use crate::harness::{Device, Page, with_page};
use crate::lab::{
    can_undo_redo, example, expect_figures, expect_scenario, first_example, held_slots, open_lab, reload_lab, shared,
    slots_example, take_and_move,
};
use bookahead::engine::slots::revenue::{DemandSource, Market, Method};
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::formats::link::{Panel, encode};
use bookahead::state::{MarketHandle, moved_market, with_class};
use serde_json::json;

/// The example with a market.
const EXAMPLE: &str = "three-classes";

fn with_market(market: Market) -> SlotsScenario {
    SlotsScenario { market: Some(market), ..slots_example(EXAMPLE) }
}

fn market() -> Market {
    slots_example(EXAMPLE).market.expect("a market")
}

/// Opens the example on its revenue panel.
fn open_example(page: &Page) {
    open_lab(page, &format!("#{}", encode(&example(EXAMPLE))));
    page.wait_for_element("#methods");
    expect_figures(page, &slots_example(EXAMPLE));
}

/// Waits until the link holds this market and the plan is the plan under it.
#[track_caller]
fn expect_market(page: &Page, market: &Market) {
    let scenario = with_market(market.clone());
    expect_figures(page, &scenario);
    page.wait_until("the address bar to hold the market", || (held_slots(page)?.market.as_ref() == Some(market)).then_some(()));
}

/// The market with a handle moved.
fn moved(handle: MarketHandle, to: f64) -> Market {
    moved_market(&market(), 40, 0, handle, to)
}

/// Waits until a handle tells this value.
#[track_caller]
fn expect_value(page: &Page, handle: &str, value: &str) {
    let css = format!("#handle-{handle}");
    page.wait_for(
        &format!("{css} to say {value}"),
        "document.querySelector(arguments[0])?.getAttribute('aria-valuenow') === arguments[1]",
        &[json!(css), json!(value)],
    );
}

/// CSS px for so many units of a handle, by the marks at the axis of Littlewood's picture that it moves along.
fn way(page: &Page, handle: &str, units: f64) -> f64 {
    let script = "
        const [css, along] = arguments[0].endsWith('price') ? ['[x=\"-10\"]', 'y'] : ['[text-anchor=middle]', 'x'];
        const marks = [...document.querySelectorAll(`#littlewood text.row-name${css}`)];
        const place = mark => Number(mark.getAttribute(along)), value = mark => Number(mark.textContent.replace(/[^0-9.]/g, ''));
        const [first, last] = [marks[0], marks[marks.length - 1]];
        return (place(last) - place(first)) / (value(last) - value(first))";
    let px_per_unit = page.js(script, &[json!(handle)]).as_f64().expect("two marks with numbers");
    units * px_per_unit
}

#[test]
fn a_market_is_set_and_removed() {
    with_page("market-set", |page| {
        open_lab(page, "");
        page.click("#panel-revenue");
        page.wait_for_text(".without-market", "“Eleven requests, five nodes” has no market, so this is an example");
        page.wait_for_element("#methods");
        assert_eq!(can_undo_redo(page), (false, false), "an example that comes by itself is no step");
        page.screenshot("market-none");
        page.click("#set-market");
        page.wait_for_element("#methods");
        let scenario = SlotsScenario { market: Some(Market::umar(5)), ..first_example() };
        expect_scenario(page, &scenario);
        page.wait_until("the link to hold the market", || (held_slots(page)? == scenario).then_some(()));
        assert_eq!(page.count(".class-row:not(.head)"), 3);
        page.click("#add-class");
        let four = with_class(&Market::umar(5), 5).expect("a fourth class");
        page.wait_until("the link to hold four classes", || (held_slots(page)?.market.as_ref() == Some(&four)).then_some(()));
        page.click("#undo");
        page.click("#undo");
        // The plan got its market, so the plan is where it is undone.
        page.wait_for_element("#gantt-physical");
        expect_scenario(page, &first_example());
        assert_eq!(can_undo_redo(page), (false, true));
        page.click("#panel-revenue");
        page.wait_for_element("#set-market");
        // An example with a market takes the place of the plan.
        crate::lab::open_example(page, EXAMPLE);
        page.wait_for_element("#methods");
        expect_market(page, &market());
        page.click("#remove-market");
        page.wait_for_element("#set-market");
        // By key, and back.
        page.js("document.activeElement.blur()", &[]);
        page.key("1");
        page.wait_for_element("#gantt-logical");
        expect_figures(page, &SlotsScenario { market: None, ..slots_example(EXAMPLE) });
        page.key("2");
        page.wait_for_element("[data-plane=gantt] .frame");
        page.key("3");
        page.wait_for_element("#set-market");
    });
}

#[test]
fn what_is_typed_counts_or_says_why_not() {
    with_page("market-typed", |page| {
        open_example(page);
        let before = page.fragment();
        for (field, text, allowed) in [
            ("class-2-price", "100", "“100” is not allowed: a whole number from 1 to 99, below the price of the class before."),
            ("class-1-price", "60", "the price of Business is 60 and must then be a whole number from 1 to 59"),
            ("class-3-limit", "36", "a whole number from 0 to 35; limits never rise from class to class."),
            ("class-1-limit", "41", "a whole number from 0 to 40; the machine has no more nodes."),
            ("class-2-book_ahead_max", "12", "a whole number from 13 to 1000000."),
            ("class-2-deviation", "0", "a number above 0, at most 1000000."),
            ("class-1-mean", "many", "“many” is not allowed: a number from 0 to 1000000."),
            ("level-1", "41", "a whole number from 0 to 40."),
        ] {
            let input = format!("#{field}");
            page.fill(&input, text);
            page.wait_for_text(&format!("{input}-note"), allowed);
            assert_eq!((page.value(&input).as_str(), page.attribute(&input, "aria-invalid").as_deref()), (text, Some("true")));
            assert_eq!(page.attribute(&input, "aria-describedby"), Some(format!("{field}-note")));
            page.key("Escape");
            page.wait_for("the message to go", "!document.querySelector('.problem')", &[]);
            assert_ne!(page.value(&input), text, "what is in force comes back");
        }
        assert_eq!(can_undo_redo(page), (false, false), "nothing was changed");
        assert_eq!(page.fragment(), before);
        expect_figures(page, &slots_example(EXAMPLE));

        let mut cheaper = market();
        cheaper.classes[1].price = 55;
        page.fill("#class-2-price", "55");
        expect_market(page, &cheaper);
        assert_eq!(page.js("return document.activeElement.id", &[]), "class-2-price", "the focus stays");
        page.keys("ArrowDown", 3);
        cheaper.classes[1].price = 52;
        expect_market(page, &cheaper);
        // Methods and sources are picked.
        page.click("#method-optimal");
        expect_market(page, &Market { method: Method::Optimal, ..cheaper.clone() });
        page.wait_for("the row in use", "document.querySelector('#methods tr.used').innerText.startsWith('Optimum')", &[]);
        page.click("#demand-forecast");
        let forecast = Market { method: Method::Optimal, demand: DemandSource::Forecast, ..cheaper };
        expect_market(page, &forecast);
        page.fill("#update-every", "48");
        expect_market(page, &Market { update_every: 48, ..forecast });
    });
}

#[test]
fn a_level_is_dragged_undone_and_given_back_to_its_method() {
    with_page("market-drag", |page| {
        open_example(page);
        let before = page.fragment();
        page.js("document.querySelector('#littlewood').scrollIntoView({block: 'center'})", &[]);
        expect_value(page, "level", "9.0");
        let grip = page.middle_of("#handle-level .knob");
        let seven = (way(page, "level", 7.0), 0.0);
        let fixed = moved(MarketHandle::Level, 16.0);
        take_and_move(page, Device::Mouse, grip, seven);
        expect_value(page, "level", "16.0");
        expect_figures(page, &with_market(fixed.clone()));
        page.screenshot("market-drag");
        assert_eq!(can_undo_redo(page), (false, false), "nothing is recorded before the pointer is lifted");
        assert_eq!(page.fragment(), before, "nor is the link");
        page.key("Escape");
        expect_value(page, "level", "9.0");
        page.release(Device::Mouse);
        expect_market(page, &market());

        page.drag(Device::Mouse, grip, grip.by(seven.0, 0.0));
        expect_market(page, &fixed);
        assert_eq!(fixed.method, Method::Fixed);
        assert_eq!(can_undo_redo(page), (true, false));
        page.wait_for_text("#lab-words", "6 nodes fewer");
        page.click("#undo");
        expect_market(page, &market());
        assert_eq!(can_undo_redo(page), (false, true), "one drag is one step");
        page.click("#redo");
        expect_market(page, &fixed);
        page.wait_for_text(".lab-tools", "fixed by hand");
        page.click(".lab-tools .link");
        // The limits set by hand stay as initial ones, the method's are in force.
        expect_market(page, &Market { method: Method::EmsrB, ..fixed });
        expect_value(page, "level", "9.0");

        // The same handle in the other picture.
        let copy = page.middle_of("#expected-revenue .handle .knob");
        take_and_move(page, Device::Mouse, copy, (way(page, "level", -4.0), 0.0));
        expect_value(page, "level", "5.0");
        page.release(Device::Mouse);
    });
}

#[test]
fn every_handle_by_mouse_finger_and_pen() {
    with_page("market-handles", |page| {
        open_example(page);
        page.js("document.querySelector('#littlewood').scrollIntoView({block: 'center'})", &[]);
        let cases = [
            (MarketHandle::HigherPrice, 130.0),
            (MarketHandle::LowerPrice, 80.0),
            (MarketHandle::Mean, 14.0),
            (MarketHandle::Deviation, 3.5),
            (MarketHandle::Level, 3.0),
        ];
        for device in [Device::Mouse, Device::Touch, Device::Pen] {
            for (handle, to) in cases {
                let key = handle.key();
                let by = way(page, key, to - handle.value(&market(), 40, 0));
                let way = if handle.is_upright() { (0.0, by) } else { (by, 0.0) };
                let grip = page.middle_of(&format!("#handle-{key} .knob"));
                take_and_move(page, device, grip, way);
                page.release(device);
                page.settle();
                let now = page.wait_until("the change in the link", || held_slots(page)?.market.filter(|now| *now != market()));
                let at = handle.value(&now, 40, 0);
                // A pixel is some money and a part of a node.
                assert!((at - to).abs() <= 1.5, "{key} by {device:?}: {at} instead of {to}");
                assert_eq!(now, moved(handle, at), "nothing else changes");
                expect_figures(page, &with_market(now));
                page.click("#undo");
                expect_market(page, &market());
                assert!(!can_undo_redo(page).0);
            }
        }
    });
}

#[test]
fn handles_by_key() {
    with_page("market-keys", |page| {
        open_example(page);
        page.focus("#handle-level");
        page.keys("ArrowRight", 2);
        expect_market(page, &moved(MarketHandle::Level, 11.0));
        page.key("Shift+ArrowLeft");
        expect_market(page, &moved(MarketHandle::Level, 6.0));
        assert_eq!(page.js("return document.activeElement.id", &[]), "handle-level");
        page.click("#method-emsr-b");
        page.focus("#handle-mean");
        page.key("ArrowUp");
        page.wait_for("the mean in the table", "document.querySelector('#class-1-mean').value === '10.1'", &[]);
        page.focus("#handle-higher-price");
        page.key("ArrowDown");
        page.wait_for("the price in the table", "document.querySelector('#class-1-price').value === '99'", &[]);
    });
}

#[test]
fn a_link_brings_back_panel_border_and_market() {
    with_page("market-link", |page| {
        open_example(page);
        page.click("#border-2");
        page.wait_for_text(".lab h2", "classes 1–2 against Economy");
        page.wait_until("the border in the link", || (shared(page)?.view.border == 1).then_some(()));
        let fragment = page.fragment();
        assert!(fragment.starts_with("#v2.") && fragment.len() < 300, "{fragment}");
        page.screenshot("market-border-2");
        reload_lab(page);
        page.wait_for_text(".lab h2", "classes 1–2 against Economy");
        open_lab(page, &fragment);
        page.wait_for_text(".lab h2", "classes 1–2 against Economy");
        expect_market(page, &market());
        assert_eq!(shared(page).map(|shared| shared.view.panel), Some(Panel::Revenue));
        // The optimum beside the paper's method, and the same in the table.
        page.click("#lab-table summary");
        // Its rows are made when it is opened.
        page.wait_for_text("#lab-table", "best");
        let best = page.texts("#lab-table tr").into_iter().find(|row| row.contains("best")).expect("a best level");
        assert!(best.starts_with("23"), "{best}");
    });
}

#[test]
fn it_fits_a_phone_and_every_eye() {
    with_page("market-looks", |page| {
        open_example(page);
        page.click("#lab-table summary");
        page.assert_accessible("the market");
        page.fill("#class-2-price", "100");
        page.wait_for_element("#class-2-price-note");
        page.assert_accessible("a refused price");
        page.screenshot("market-refused");
        page.prefer(true, true);
        page.settle();
        page.assert_accessible("the market in the dark");
        page.screenshot("market-dark");
        page.phone();
        page.settle();
        page.assert_fits_width();
        page.assert_accessible("the market on a phone");
        page.screenshot("market-phone");
        page.prefer(false, false);
        page.js("document.querySelector('#littlewood').scrollIntoView({block: 'center'})", &[]);
        page.settle();
        page.screenshot("market-phone-lab");
        let grip = page.middle_of("#handle-level .knob");
        page.drag(Device::Touch, grip, grip.by(way(page, "level", 4.0), 0.0));
        expect_market(page, &moved(MarketHandle::Level, 13.0));
    });
}
