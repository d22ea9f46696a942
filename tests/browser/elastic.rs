//! Asking for offers: by pointer, by keyboard and by number; an offer booked, undone, linked; on a phone, in the dark, for everyone.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{can_undo_redo, example, held_slots, open_lab, shared};
use crate::page_loads::open;
use bookahead::engine::slots::elastic::{Choice, ElasticQuery};
use bookahead::formats::link::{OffersView, encode};
use serde_json::json;

fn open_offers(page: &Page) {
    open(page, &format!("#{}", encode(&example("offers"))));
    page.wait_for_element("#offers tbody tr");
    page.settle();
}

/// The query in the address bar.
fn asked(page: &Page) -> Option<OffersView> {
    shared(page)?.view.offers
}

#[track_caller]
fn expect_query(page: &Page, expected: ElasticQuery) {
    page.wait_until("the query in the link", || (asked(page)?.query == expected).then_some(()));
}

/// The offers of the list: start, end, nodes.
fn offers(page: &Page) -> String {
    let script = "return [...document.querySelectorAll('#offers tbody tr')].map(row => [1, 2, 3].map(i => row.cells[i].textContent).join(' ')).join('; ')";
    page.js(script, &[]).as_str().unwrap_or_default().to_string()
}

#[track_caller]
fn expect_offers(page: &Page, expected: &str) {
    page.wait_until(&format!("the offers {expected}"), || (offers(page) == expected).then_some(()));
}

#[test]
fn the_example_shows_the_solution_and_it_can_be_booked_and_undone() {
    with_page("elastic", |page| {
        open_offers(page);
        expect_offers(page, "13 15 2");
        page.wait_for_text("#offers-summary", "the first is a solution");
        page.screenshot("offers");
        let before = held_slots(page).expect("a plan in slots").workload.next_id();
        page.focus("#offers .book");
        page.key("Enter");
        page.wait_until("the booking", || (held_slots(page)?.workload.next_id() == before + 1).then_some(()));
        let slots = held_slots(page).expect("a plan in slots");
        let booked = slots.workload.edits.0.get(&before).copied().flatten().or_else(|| {
            let arrivals = slots.workload.arrivals().ok()?;
            Some(arrivals.row(arrivals.row_of(before)?))
        });
        let booked = booked.expect("it is there");
        assert_eq!((booked.earliest_start, booked.latest_start, booked.duration, booked.nodes), (13, 13, 2, 2));
        // The free nodes are taken: nothing is as large as asked any more.
        page.wait_for_text("#offers-summary", "none of them as long and as wide as asked");
        page.wait_for_text("#verdict h3", "Accepted");
        assert_eq!(can_undo_redo(page), (true, false));
        page.js("document.activeElement.blur()", &[]);
        page.key("Control+z");
        expect_offers(page, "13 15 2");
        page.assert_accessible("offers");
    });
}

#[test]
fn a_query_is_dragged_moved_by_keys_and_typed() {
    with_page("elastic", |page| {
        open_offers(page);
        // By number: everything is open.
        page.fill("#offers-duration", "0");
        page.key("Enter");
        page.fill("#offers-nodes", "0");
        page.key("Enter");
        expect_offers(page, "13 15 2; 15 16 3; 11 13 1");
        // By keyboard: the end one slot earlier, two nodes wanted.
        page.focus("#offers-knob-to");
        page.key("ArrowLeft");
        expect_query(page, ElasticQuery { from: 11, to: 15, duration: None, nodes: None });
        expect_offers(page, "13 15 2; 11 13 1");
        // By pointer: a flat box leaves the nodes open.
        let [left, top, _, height] = page.rect("#free-nodes");
        let x = |share: &str| page.middle_of(share).x;
        let (from, to) = (x("#offers-knob-from"), x("#offers-knob-to"));
        let px = (to - from) / 4.0;
        assert!(left < from && px > 2.0);
        let y = top + height * 0.25;
        page.drag(Device::Mouse, Point { x: from + 2.2 * px, y }, Point { x: from + 4.7 * px, y });
        expect_query(page, ElasticQuery { from: 13, to: 16, duration: None, nodes: None });
        expect_offers(page, "13 15 2; 15 16 3");
        // What cannot be is refused beside the field.
        page.fill("#offers-nodes", "9");
        page.key("Enter");
        page.wait_for_text(".offers-form", "“9” is not allowed");
    });
}

#[test]
fn rules_choose_prices_count_and_the_algorithm_is_watched() {
    with_page("elastic", |page| {
        open_offers(page);
        page.fill("#offers-duration", "0");
        page.key("Enter");
        page.fill("#offers-nodes", "0");
        page.key("Enter");
        expect_offers(page, "13 15 2; 15 16 3; 11 13 1");
        let choose = "const list = document.querySelector('#offers-choice'); list.value = arguments[0]; list.dispatchEvent(new Event('change', {bubbles: true}));";
        page.js(choose, &[json!("earliest")]);
        page.wait_for_text("#offers tr.chosen", "11");
        page.js(choose, &[json!("weighted")]);
        page.wait_for_element("#weight-early");
        page.js("document.querySelector('.offers-prices').open = true", &[]);
        page.fill("#offers-base-cost", "0.10");
        page.key("Enter");
        page.wait_until("the prices", || (held_slots(page)?.tariff.base_cost == 0.1).then_some(()));
        page.wait_for_text("#offers tbody tr", "8");
        page.click("#packing-begin");
        page.wait_for_text("#packing-words", "runs of slots with as many free nodes");
        page.click("#packing-forward");
        page.wait_for_text("#packing-words", "an offer begins here");
        page.wait_until("the step in the link", || (asked(page)?.step == Some(1)).then_some(()));
        // A link restores all of it.
        page.settle();
        let link = page.fragment();
        open_lab(page, &link);
        page.wait_for_text("#packing-words", "an offer begins here");
        assert!(matches!(asked(page).map(|view| view.choice), Some(Choice::Weighted(_))));
        page.click("#packing-leave");
        page.js("document.activeElement.blur()", &[]);
        page.key("o");
        page.wait_until("nobody asks any more", || (page.count("#offers") == 0).then_some(()));
    });
}

#[test]
fn a_phone_and_the_dark_show_offers_too() {
    with_page("elastic", |page| {
        page.phone();
        open_offers(page);
        expect_offers(page, "13 15 2");
        page.assert_fits_width();
        page.screenshot("offers-phone");
        page.assert_accessible("offers on a phone");
        page.prefer(true, true);
        page.settle();
        page.assert_accessible("offers in the dark");
        page.screenshot("offers-dark");
    });
}
