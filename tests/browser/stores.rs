//! How a slot store works, in the page: the picture opened, another store chosen, a request stepped through by keyboard and pointer, bad input, on a phone
//! and in the dark.

use crate::harness::{Device, Page, with_page};
use crate::lab::{open_experiment, open_lab};
use bookahead::papers::experiment::{Paper, catalogue};
use bookahead::papers::slots::store::experiment::Axis;
use bookahead::papers::slots::store::{Extent, Operation, StoreKind, Walk, Wanted, small_plan, walk};
use serde_json::json;

const EXTENT: Extent = Extent { nodes: 8, slots: 64, ahead: 64 };
const FIRST: Wanted = Wanted { earliest: 10, latest: 40, duration: 6, nodes: 4 };

fn walked(kind: StoreKind, wanted: Wanted) -> Walk {
    walk(kind, EXTENT, &small_plan(EXTENT, 20, 1), wanted)
}

fn choose(page: &Page, list: &str, place: usize) {
    let script = "const [list, place] = arguments; const it = document.querySelector(list); it.selectedIndex = place; it.dispatchEvent(new Event('change', {bubbles: true}))";
    page.js(script, &[json!(list), json!(place)]);
}

/// An experiment on stores.
fn of_stores(place: usize) -> String {
    catalogue().into_iter().filter(|listed| listed.paper == Paper::Stores).nth(place).expect("it is listed").key
}

fn open_stores(page: &Page) {
    open_lab(page, "");
    open_experiment(page, &of_stores(0));
    page.wait_for_element("#store-picture");
    // It stands above and moves what is below.
    page.wait_for_text("#quick-preview .hint", "A verdict needs a run.");
}

/// Nodes that are lit: visited before, and now.
fn lit(page: &Page) -> (usize, usize) {
    (page.count("#store-picture .visited") as usize, page.count("#store-picture .now") as usize)
}

#[test]
fn a_request_is_stepped_through_by_keyboard_and_pointer() {
    with_page("stores", |page| {
        open_stores(page);
        let garq = walked(StoreKind::Garq, FIRST);
        assert_eq!(page.count("#store-picture rect") as usize, garq.stages[0].picture.nodes.len());
        page.wait_for_text("#store-words", &garq.words(0));
        assert_eq!(lit(page), (0, 1));
        page.screenshot("stores");
        // By pointer: one on.
        page.click("#store-forward");
        page.wait_for_text("#store-words", &garq.words(1));
        assert_eq!(lit(page), (1, 1));
        // By keyboard, on the slider: two more, and to the end.
        page.focus("#store-slider");
        page.key("ArrowRight");
        page.key("ArrowRight");
        page.wait_for_text("#store-words", &garq.words(3));
        page.key("End");
        page.wait_for_text("#store-words", &garq.words(garq.steps() - 1));
        assert_eq!(page.js("return document.querySelector('#store-delete').ariaPressed", &[]), json!("true"));
        // To an operation, and back over its border.
        page.click("#store-add");
        let add = garq.first_of(Operation::Add).expect("it is added");
        page.wait_for_text("#store-words", &garq.words(add));
        page.click("#store-back");
        page.wait_for_text("#store-words", "Found: it can start in slot");
        assert_eq!(lit(page).1, 0);
        // The table says the same.
        page.click("#store-walk .twin summary");
        assert_eq!(page.count("#store-table tbody tr") as usize, garq.stages[0].picture.nodes.len());
        let visits = "return [...document.querySelectorAll('#store-table tbody tr')].map(row => parseInt(row.cells[2].textContent) || 0).reduce((a, b) => a + b)";
        assert_eq!(page.js(visits, &[]), json!(garq.stages[0].visits.len()));
        // Played.
        page.click("#store-search");
        page.click("#store-play");
        page.wait_for("it to go on by itself", "document.querySelector('#store-slider').value >= 2", &[]);
        page.click("#store-play");
        page.wait_for_text("#store-play", "Play");
        page.assert_accessible("stores");
    });
}

#[test]
fn a_step_is_saved_with_its_nodes() {
    with_page("stores-saved", |page| {
        open_stores(page);
        let garq = walked(StoreKind::Garq, FIRST);
        page.click("#store-forward");
        page.wait_for_text("#store-words", &garq.words(1));
        page.click("#save-store");
        page.click("#save-store-csv");
        let (name, bytes) = page.wait_for_download(".csv");
        assert_eq!(name, "store.csv");
        let csv = String::from_utf8(bytes).expect("text");
        let rows = csv.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(rows, garq.stages[0].picture.nodes.len() + 1, "a heading and a line for each node");
        assert_eq!((csv.matches(",visited now,2").count(), csv.matches(",visited before,1").count()), (1, 1), "{csv}");
    });
}

#[test]
fn every_store_finds_the_same_and_bad_input_is_told() {
    with_page("stores-kinds", |page| {
        open_stores(page);
        let start = walked(StoreKind::Array, FIRST).start.expect("there is room");
        for (place, kind) in StoreKind::ALL.into_iter().enumerate() {
            choose(page, "#store-kind", place);
            let walk = walked(kind, FIRST);
            page.wait_for_text("#store-words", &walk.words(0));
            assert_eq!(page.count("#store-picture rect") as usize, walk.stages[0].picture.nodes.len(), "{}", kind.key());
            page.click("#store-add");
            page.click("#store-back");
            page.wait_for_text("#store-words", &format!("it can start in slot {start}."));
            page.screenshot(&format!("stores-{}", kind.key()));
        }
        // A number that is not allowed leaves the request as it is.
        let before = page.text("#store-words");
        page.fill("#store-nodes", "9");
        page.key("Enter");
        page.wait_for_text("#store-nodes-problem", "A whole number from 1 to 8.");
        assert_eq!(page.text("#store-words"), before);
        // One that finds no start is neither added nor deleted.
        page.fill("#store-latest", "10");
        page.key("Enter");
        page.fill("#store-nodes", "8");
        page.key("Enter");
        let none = walked(StoreKind::ALL[StoreKind::ALL.len() - 1], Wanted { latest: 10, nodes: 8, ..FIRST });
        assert_eq!(none.start, None);
        page.wait_for_text("#store-words", &none.words(0));
        assert_eq!(page.text("#store-nodes-problem"), "");
        assert_eq!(page.js("return document.querySelector('#store-add').disabled", &[]), json!(true));
    });
}

#[test]
fn times_are_measured_in_the_browser() {
    with_page("stores-times", |page| {
        open_stores(page);
        assert_eq!(page.count("#store-times svg"), 0);
        page.click("#measure-times");
        page.wait_for_text("#times-state", "Done.");
        // Two pictures, each with a curve of every store, and their tables with a number in every cell.
        assert_eq!(page.count("#store-times figure"), 2);
        page.js("document.querySelectorAll('#store-times .twin summary').forEach(summary => summary.click())", &[]);
        let cells = "return [...document.querySelectorAll('#store-times .twin td')].filter(cell => parseFloat(cell.textContent) >= 0).length";
        let per_table = StoreKind::ALL.len() * Axis::Slots.places(1).len();
        page.wait_until("a number in every cell", || (page.js(cells, &[]) == json!(2 * per_table)).then_some(()));
        page.js("document.querySelector('#store-times').scrollIntoView()", &[]);
        page.settle();
        page.screenshot("stores-times");
        page.assert_accessible("stores-times");
        page.phone();
        page.prefer(true, false);
        page.settle();
        page.assert_fits_width();
        page.js("document.querySelector('#store-times').scrollIntoView()", &[]);
        page.screenshot("stores-times-phone-dark");
        // Another axis begins with an empty sheet.
        open_experiment(page, &of_stores(1));
        page.wait_for("an empty sheet", "document.querySelectorAll('#store-times figure').length === 0", &[]);
    });
}

#[test]
fn on_a_phone_and_in_the_dark() {
    with_page("stores-phone", |page| {
        page.phone();
        page.prefer(true, false);
        open_stores(page);
        // The picture scrolls in its own region.
        page.assert_fits_width();
        page.js("document.querySelector('#store-forward').scrollIntoView({block: 'center'})", &[]);
        page.settle();
        page.click_at(Device::Touch, page.middle_of("#store-forward"));
        page.wait_for_text("#store-words", &walked(StoreKind::Garq, FIRST).words(1));
        page.screenshot("stores-phone");
        page.assert_accessible("stores-phone");
    });
}
