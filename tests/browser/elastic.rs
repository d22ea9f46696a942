//! Asking for offers: by pointer, by keyboard and by number; an offer booked, undone, linked; on a phone, in the dark, for everyone.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{can_undo_redo, example, held_slots, open_lab, shared};
use crate::page_loads::open;
use bookahead::engine::slots::elastic::{Choice, ElasticQuery, OfferOrder};
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
fn free_nodes_and_the_front_are_saved() {
    with_page("elastic-saved", |page| {
        open_offers(page);
        expect_offers(page, "13 15 2");
        page.click("#save-free-nodes");
        page.click("#save-free-nodes-csv");
        let csv = String::from_utf8(page.wait_for_download("-free-nodes.csv").1).expect("text");
        assert!(csv.contains("\nquery,,11,16,2,2,") && csv.contains("\noffer,1,13,15,2,"), "{csv}");
        page.click("#save-offers-front");
        page.click("#save-offers-front-svg");
        let svg = String::from_utf8(page.wait_for_download("-offers-front.svg").1).expect("text");
        assert!(svg.contains("Pareto front of the offers") && svg.contains("<circle"), "{svg}");
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
        // The machine lists them from the earliest on, and the user takes the first.
        page.js(&choose.replace("offers-choice", "offers-order"), &[json!("earliest")]);
        expect_offers(page, "11 13 1; 13 15 2; 15 16 3");
        page.js(choose, &[json!("first")]);
        page.wait_until("the order in the link", || {
            (asked(page).map(|view| (view.choice, view.order))? == (Choice::First, OfferOrder::Earliest)).then_some(())
        });
        page.reload();
        expect_offers(page, "11 13 1; 13 15 2; 15 16 3");
        page.js(&choose.replace("offers-choice", "offers-order"), &[json!("most")]);
        page.js(choose, &[json!("weighted")]);
        page.wait_for_element("#weight-early");
        page.js("document.querySelector('.offers-prices').open = true", &[]);
        page.fill("#offers-base-cost", "0.10");
        page.key("Enter");
        page.wait_until("the prices", || (held_slots(page)?.tariff.base_cost == 0.1).then_some(()));
        page.wait_for_text("#offers tbody tr", "8");
        page.click("#packing-begin");
        page.wait_for_text("#packing-words", "runs of slots; all slots of a run have the same number of free nodes");
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

#[test]
fn escape_takes_back_a_box_that_is_being_drawn() {
    with_page("elastic", |page| {
        open_offers(page);
        let before = ElasticQuery { from: 11, to: 16, duration: Some(2), nodes: Some(2) };
        expect_query(page, before);
        let [_, top, _, _] = page.rect("#free-nodes");
        let (from, to) = (page.middle_of("#offers-knob-from").x, page.middle_of("#offers-knob-to").x);
        let px = (to - from) / 5.0;
        let at = |slots: f64| Point { x: from + slots * px, y: top + 40.0 };
        page.press_at(Device::Mouse, at(1.2));
        page.move_from_to(Device::Mouse, at(1.2), at(3.7), 6);
        expect_query(page, ElasticQuery { from: 12, to: 15, ..before });
        page.key("Escape");
        expect_query(page, before);
        // Moving on does nothing, nor does letting go; the selection is what it was.
        page.move_from_to(Device::Mouse, at(3.7), at(4.5), 3);
        page.release(Device::Mouse);
        page.settle();
        expect_query(page, before);
        expect_offers(page, "13 15 2");
        // The next box is drawn as ever.
        page.drag(Device::Mouse, at(2.2), at(4.7));
        expect_query(page, ElasticQuery { from: 13, to: 16, ..before });
    });
}

#[test]
fn the_papers_figures_are_computed_in_the_page() {
    use bookahead::papers::experiment::{ExperimentRun, Options};
    with_page("elastic", |page| {
        open_lab(page, "");
        crate::lab::open_experiment(page, "sulistio-4-9");
        page.fill("#experiment-runs", "2");
        page.fill("#experiment-jobs", "150");
        page.fill("#experiment-seed", "5");
        page.click("#run-experiment");
        page.wait_for(
            "the experiment to be done",
            "document.querySelector('#experiment-state')?.innerText.startsWith('Done')",
            &[],
        );
        let mut run = ExperimentRun::new("sulistio-4-9", Options { runs: 2, requests: 150, seed: 5 }).expect("in bounds");
        run.finish().expect("in bounds");
        let verdicts = page.js("return [...document.querySelectorAll('.claims li b')].map(b => b.innerText)", &[]);
        assert_eq!(verdicts, json!(run.results().claims.iter().map(|claim| claim.verdict.words()).collect::<Vec<_>>()));
        page.screenshot("offers-experiment");
        page.assert_accessible("Sulistio's figures");
    });
}

#[test]
fn crowded_offers_are_listed_whole_once_the_pointer_rests() {
    use bookahead::engine::Scenario;
    use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
    use bookahead::engine::slots::workload::{Preset, Workload};
    use bookahead::formats::link::{Shared, View};
    with_page("elastic", |page| {
        let workload = Workload::of_generator(Preset { mpi: false, rate: 3, flexible_percent: 100 }.generator(1, 3_000));
        let policy = Policy { planner: PlannerKind::FirstFit, ..Policy::default() };
        let machine = Machine { nodes: 90, ..Machine::default() };
        let scenario = SlotsScenario { machine, workload, policy, market: None, tariff: Default::default() };
        let query = ElasticQuery { from: 100, to: 900, duration: None, nodes: None };
        let offers = Some(OffersView { query, choice: Choice::PaperUser, order: OfferOrder::default(), step: None });
        let shared = Shared { scenario: Scenario::new("crowded", scenario), view: View { offers, ..View::default() } };
        open(page, &format!("#{}", encode(&shared)));
        page.wait_for_element("#offers tbody tr");
        page.settle();
        // A hundred are told, and the one that the rule takes.
        assert!((100..=101).contains(&page.count("#offers tbody tr")));
        page.wait_for_text("#offers .offers-table .hint", "more");
        let [left, top, width, _] = page.rect("#free-nodes");
        let at = |share: f64| Point { x: left + width * share, y: top + 60.0 };
        page.press_at(Device::Mouse, at(0.3));
        page.move_from_to(Device::Mouse, at(0.3), at(0.7), 5);
        page.wait_until("the rows in sight", || (page.count("#offers tbody tr") == 12).then_some(()));
        page.release(Device::Mouse);
        page.wait_until("all rows again", || (page.count("#offers tbody tr") > 90).then_some(()));
        page.screenshot("offers-crowded");
        page.prefer(true, true);
        page.settle();
        page.assert_accessible("crowded offers in the dark");
        page.screenshot("offers-crowded-dark");
    });
}
