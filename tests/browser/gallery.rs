//! The gallery in the page: browsed, filtered, run, cancelled, opened, exported; by keyboard, on a phone, in the dark.

use crate::harness::{Page, with_page};
use crate::lab::{is_experiment, open_experiment, open_lab, reload_lab, shared};
use bookahead::formats::link::Panel;
use bookahead::papers::experiment::{Card, ExperimentRun, Paper, See, Shown, Source, catalogue, find, gallery};
use bookahead::state::open_named;
use serde_json::json;

const UMAR: &str = "[data-card='umar-6.2']";

fn open_gallery(page: &Page) {
    open_lab(page, "");
    page.click("#panel-experiments");
    page.wait_for_element(UMAR);
}

fn is_done(page: &Page) {
    page.wait_for("the queue to be done", "document.querySelector('#gallery-state')?.innerText.startsWith('Done')", &[]);
}

/// Waits until so many cards are shown.
fn expect_cards(page: &Page, expected: usize) {
    page.wait_for("the cards that pass", "document.querySelectorAll('.gallery-card').length === arguments[0]", &[json!(expected)]);
}

/// Picks from a list of the filters.
fn pick(page: &Page, list: &str, value: &str) {
    let script = "const [list, value] = arguments; const it = document.querySelector(list); it.value = value; it.dispatchEvent(new Event('change', {bubbles: true}))";
    page.js(script, &[json!(list), json!(value)]);
}

/// Runs what a search finds.
fn run_found(page: &Page, search: &str) {
    page.fill("#gallery-search", search);
    page.click("#gallery-run");
    is_done(page);
}

/// Whose figure each card is: those of the papers, then experiments that none of them shows first.
fn sources() -> Vec<String> {
    let cards = gallery();
    let shown: Vec<&String> = cards.iter().filter_map(|card| card.experiments().first()).collect();
    let others =
        catalogue().into_iter().filter(|listed| !shown.contains(&&listed.key)).map(|listed| listed.paper.words().to_string());
    let of_papers = cards.iter().map(|card: &Card| format!("{}, {}", card.source.words(), card.name()));
    of_papers.chain(others).collect()
}

/// Whether a card of Umar belongs to the study of revenue: by what shows it, or by what it leads to.
fn is_of_revenue(card: &Card) -> bool {
    let is_umar = |key: &str| find(key).is_ok_and(|listed| matches!(listed.paper, Paper::Umar | Paper::UmarRate));
    match card.see() {
        Some(See::Example(key)) => open_named(key).is_some_and(|opened| opened.view.panel == Panel::Revenue),
        Some(See::Experiment(key)) => is_umar(key),
        None => card.experiments().iter().any(|key| is_umar(key)),
    }
}

/// Searches for a card until it stands first: cards that leave before it move what is clicked at.
fn search(page: &Page, words: &str, key: &str) {
    page.fill("#gallery-search", words);
    page.wait_for("the card to be first", "document.querySelector('.gallery-card')?.dataset.card === arguments[0]", &[json!(key)]);
}

/// Rows of the grid with a hole: a card that is not as high as its neighbours, or a row before the last with fewer cards than the first.
fn assert_no_holes(page: &Page) {
    let script = "
        const rows = new Map();
        for (const card of document.querySelectorAll('.gallery-card')) {
            const { top, height, width } = card.getBoundingClientRect();
            const row = rows.get(Math.round(top)) ?? [];
            rows.set(Math.round(top), [...row, `${Math.round(width)} × ${Math.round(height)}`]);
        }
        const all = [...rows.values()];
        return [all[0].length, all.filter((row, at) => new Set(row).size > 1 || (at < all.length - 1 && row.length !== all[0].length))];";
    let told = page.js(script, &[]);
    assert_eq!(told[1], json!([]), "rows with holes; the first has {} cards", told[0]);
}

#[test]
fn figures_are_browsed_and_filtered() {
    with_page("gallery-browsed", |page| {
        page.size(1440, 757);
        open_gallery(page);
        page.screenshot("gallery-first");
        let sources = sources();
        assert_eq!(page.count(".gallery-card"), sources.len() as u64);
        page.wait_for_text("#gallery-count", &format!("{0} of {0} figures", sources.len()));
        assert_no_holes(page);
        // Each experiment is there, and so many claims that were not tested.
        let places =
            page.js("return new Set([...document.querySelectorAll('[data-place]')].map(card => card.dataset.place)).size", &[]);
        assert_eq!(places, json!(catalogue().len()));
        assert!(page.text(UMAR).contains("Umar, Figure 6.2") && page.text(&format!("{UMAR} .chips")).ends_with(", not run yet"));
        page.assert_accessible("the gallery");
        let of_sulistio = sources.iter().filter(|source| source.contains("Sulistio")).count();
        for (search, expected) in [("umar 6.18", 1), ("retries", 2), ("SULISTIO", of_sulistio), ("no such figure", 0)] {
            page.fill("#gallery-search", search);
            expect_cards(page, expected);
        }
        assert!(page.js("return document.querySelector('#gallery-run').disabled", &[]) == json!(true), "nothing to run");
        page.wait_for_text("#gallery-none", "No figure passes all filters.");
        page.assert_accessible("a search that finds no figure");
        page.click("#gallery-all");
        expect_cards(page, sources.len());
        assert_eq!((page.value("#gallery-search").as_str(), page.count("#gallery-none")), ("", 0));
        // One filter after the other lets less pass.
        let of_umar = sources.iter().filter(|source| source.contains("Umar")).count();
        pick(page, "#gallery-paper", "Umar");
        expect_cards(page, of_umar);
        pick(page, "#gallery-study", "Revenue");
        let of_revenue: Vec<Card> =
            gallery().into_iter().filter(|card| card.source == Source::Umar && is_of_revenue(card)).collect();
        let revenue = of_revenue.len();
        expect_cards(page, revenue);
        page.wait_for_text("#gallery-count", &format!("{revenue} of {} figures", sources.len()));
        pick(page, "#gallery-verdict", "none");
        expect_cards(page, of_revenue.iter().filter(|card| card.see().is_some()).count());
        assert_no_holes(page);
        // Nothing was run: no claim holds, and nothing is left of what I ran.
        pick(page, "#gallery-verdict", "held");
        expect_cards(page, 0);
        page.click("#gallery-all");
        page.click("#gallery-ran");
        expect_cards(page, 0);
        page.click("#gallery-all");
        // What was asked for stays while something else is looked at.
        pick(page, "#gallery-paper", "Sulistio");
        page.click("#panel-slots");
        page.click("#panel-experiments");
        page.wait_for_element("#gallery-search");
        assert_eq!((page.value("#gallery-paper").as_str(), page.count(".gallery-card")), ("Sulistio", of_sulistio as u64));
    });
}

#[test]
fn cards_have_pictures_before_a_run() {
    with_page("gallery-pictures", |page| {
        open_gallery(page);
        // Worked examples are drawn from plans of their own: the pictures differ from their ground, and those of one plan from one another.
        let examples = gallery().iter().filter(|card| card.chart().is_some()).count();
        assert_eq!(page.count(".gallery-card canvas"), examples as u64);
        let drawn = "((...keys) => {
            const of = key => {
                const canvas = document.querySelector(`[data-card='${key}'] canvas`);
                const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                return new Set(new Uint32Array(data.buffer)).size > 3 ? canvas.toDataURL() : null;
            };
            const all = keys.map(of);
            return all.every(one => one) && new Set(all).size == all.length;
        })(...arguments)";
        let different = [
            "umar-3.12",
            "umar-3.13",
            "umar-3.14",
            "pujiyanta-2",
            "pujiyanta-4",
            "castillo-3.3",
            "castillo-4.3",
            "mondol-2.3",
            "mondol-3.8",
        ];
        page.wait_for("the pictures of examples", drawn, &different.map(|key| json!(key)));
        assert!(page.text("[data-card='pujiyanta-2'] .chips").contains("before the last request"));
        // Experiments have a quick preview, which tells no verdict.
        let curves =
            ["umar-6.2", "umar-6.18", "pujiyanta-9", "castillo-3.5", "castillo-4.8", "castillo-5.3", "sulistio-5", "mondol-4.15"];
        for key in curves {
            page.wait_for_element(&format!("[data-card='{key}'] .small-sweep.preview svg path[d*=L]"));
        }
        assert!(page.text(&format!("{UMAR} .chips")).ends_with(", not run yet"));
        assert!(
            page.js("return document.querySelector('#gallery-export').disabled", &[]) == json!(true),
            "previews are no results"
        );
        assert_no_holes(page);
        page.screenshot("gallery-previews");
        page.assert_accessible("a gallery with previews");
        page.prefer(true, true);
        page.wait_for("the pictures of examples in the dark", drawn, &different.map(|key| json!(key)));
        page.assert_accessible("a gallery with previews, in the dark");
        page.screenshot("gallery-previews-dark");
        // A run takes the place of a preview.
        run_found(page, "umar-6.2");
        page.wait_for_element(&format!("{UMAR} .small-sweep:not(.preview)"));
        assert_eq!(page.count(&format!("{UMAR} .preview")), 0);
        page.phone();
        page.assert_fits_width();
        page.fill("#gallery-search", "");
        assert_no_holes(page);
        page.screenshot("gallery-previews-phone");
    });
}

#[test]
fn cards_without_an_experiment_tell_draw_and_lead_on() {
    with_page("gallery-told", |page| {
        page.size(1440, 757);
        open_gallery(page);
        let told = gallery().iter().filter(|card| matches!(card.shown, Shown::Words(..))).count();
        assert_eq!(page.count(".gallery-card .told"), told as u64);
        // The five reservations in GarQ: a box for each bucket and each entry.
        let Some(Shown::Store(store)) = gallery().into_iter().find(|card| card.key() == "umar-2.9").map(|card| card.shown) else {
            panic!("Figure 2.9 is a store");
        };
        let nodes = store.stage().expect("a stage").picture.nodes.len();
        assert_eq!(page.count("[data-card='umar-2.9'] .store-boxes rect"), nodes as u64);
        assert!(page.count("[data-card='umar-2.9'] .store-boxes .visited") > 0, "the search is seen");
        page.fill("#gallery-search", "umar figure 2");
        assert_no_holes(page);
        page.screenshot("gallery-stores");
        page.assert_accessible("cards of stores");
        page.fill("#gallery-search", "umar figure 5");
        page.screenshot("gallery-told");
        page.assert_accessible("cards that tell");
        page.prefer(true, true);
        page.assert_accessible("cards that tell, in the dark");
        // A sentence is read whole on a phone.
        page.phone();
        page.assert_fits_width();
        assert_no_holes(page);
        let cut = "return [...document.querySelectorAll('.told')].filter(one => one.scrollHeight > one.closest('.card-picture').clientHeight + 1).length";
        assert_eq!(page.js(cut, &[]), json!(0));
        page.screenshot("gallery-told-phone");
        // By keyboard: to an example, to a scenario that only its card opens, to an experiment.
        page.focus("[data-card='umar-5.1'] .open-scenario");
        page.key("Enter");
        page.wait_until("the example to be open", || (shared(page)?.scenario.title == "Three classes, forty nodes").then_some(()));
        page.click("#panel-experiments");
        search(page, "castillo 5.1", "castillo-5.1");
        page.click("[data-card='castillo-5.1'] .open-scenario");
        page.wait_until("the scenario to be open", || {
            let opened = shared(page)?;
            (opened.scenario.title.contains("Castillo, Figure 5.1") && opened.view.cluster.selected == Some(8)).then_some(())
        });
        page.click("#panel-experiments");
        search(page, "umar table 4.3", "umar-table-4.3");
        page.click("[data-card='umar-table-4.3'] .open-experiment");
        is_experiment(page, "stores-length");
    });
}

#[test]
fn a_card_opens_a_page_and_the_way_back_leads_to_it() {
    with_page("gallery-page", |page| {
        page.size(1440, 757);
        open_gallery(page);
        page.fill("#gallery-search", "umar figure 6.");
        page.focus(&format!("{UMAR} .open-experiment"));
        page.key("Enter");
        is_experiment(page, "umar-6.2");
        let focused = || page.js("return document.activeElement?.id", &[]);
        assert_eq!(focused(), json!("show-gallery"));
        // A quick preview says what it is; its figure is large.
        page.wait_for_text("#quick-preview .hint", "A quick preview of 2 runs of 250 requests, seed 1. A verdict needs a run.");
        page.wait_for_element("#quick-preview .sweep.preview svg path[d*=L]");
        let share = || {
            let [_, _, width, height] = page.rect("#experiment-plot-0");
            100.0 * width * height / (1440.0 * 757.0)
        };
        // The figure gets its size once the page knows how much room there is.
        page.wait_until("the preview to take most of the window", || (share() >= 55.0).then_some(()));
        page.screenshot("gallery-page-preview");
        page.click("#run-experiment");
        page.wait_for_text("#experiment-state", "Done");
        assert!(share() >= 55.0, "the figure takes {} % of the window", share());
        page.screenshot("gallery-page");
        page.assert_accessible("the page of a figure");
        // The next one that passes the filters, and back.
        page.click("#experiment-next");
        is_experiment(page, "umar-6.3");
        page.click("#experiment-previous");
        is_experiment(page, "umar-6.2");
        page.wait_for_text("#experiment-state", "Done");
        let verdict = page.text(".claims li b");
        page.focus("#show-gallery");
        page.key("Enter");
        page.wait_for_element(UMAR);
        let card = "document.activeElement?.closest('li')?.dataset.card === 'umar-6.2'";
        page.wait_for("the focus on its card", card, &[]);
        assert!(page.text(&format!("{UMAR} .chips")).contains(&verdict), "{verdict}");
        // It is what I ran.
        page.click("#gallery-ran");
        expect_cards(page, 1);
        page.screenshot("gallery-ran");
        // A reload shows the gallery again, a link the experiment that it names.
        reload_lab(page);
        page.wait_for_element("#gallery-search");
        open_experiment(page, "castillo-3.4");
        reload_lab(page);
        is_experiment(page, "castillo-3.4");
        page.click("#show-gallery");
        page.wait_for_element("#gallery-search");
        // On a phone the figure comes first.
        page.phone();
        open_experiment(page, "castillo-3.4");
        page.wait_for_element("#experiment-plot-0");
        page.assert_fits_width();
        assert!(page.rect("#experiment-plot-0")[1] < page.rect("#experiment")[1]);
        page.screenshot("gallery-page-phone");
    });
}

#[test]
fn a_figure_is_run_by_keyboard_opened_and_exported() {
    with_page("gallery-run", |page| {
        open_gallery(page);
        assert!(page.js("return document.querySelector('#gallery-export').disabled", &[]) == json!(true), "nothing was run");
        page.fill("#gallery-search", "umar-6.2");
        page.focus("#gallery-run");
        page.key("Enter");
        is_done(page);
        page.wait_for_element(&format!("{UMAR} .small-sweep:not(.preview) svg path[d*=L]"));
        page.screenshot("gallery-run");
        // The page finds what the engine finds.
        let mut run = ExperimentRun::new("umar-6.2", find("umar-6.2").unwrap().lecture).unwrap();
        run.finish().unwrap();
        let results = run.results();
        let verdicts = page.text(&format!("{UMAR} .chips"));
        assert!(verdicts.contains(results.claims[0].verdict.words()), "{verdicts}");
        page.assert_accessible("a figure that was run");
        page.prefer(true, true);
        page.assert_accessible("a figure that was run, in the dark");
        page.screenshot("gallery-dark");
        // The report holds what was run, and asks for nothing.
        page.click("#gallery-export");
        let (name, bytes) = page.wait_for_download(".html");
        let report = String::from_utf8(bytes).expect("UTF-8");
        assert!(name.starts_with("bookahead-gallery"), "{name}");
        assert_eq!(report.matches("<article").count(), 1);
        assert!(report.contains("id=\"umar-6.2\"") && report.contains("data:image/svg+xml;base64,") && !report.contains("<script"));
        // Its page has it at once.
        page.click(&format!("{UMAR} .open-experiment"));
        page.wait_for_text("#experiment-state", "Done");
        assert_eq!(page.texts(".claims li").len(), results.claims.len());
        page.click("#show-gallery");
        // Figure 3.4's units tell 3.5 to 3.7 as well.
        run_found(page, "castillo-3.5");
        page.fill("#gallery-search", "castillo figure 3");
        for number in 4..=7 {
            page.wait_for_element(&format!("[data-card='castillo-3.{number}'] .small-sweep:not(.preview)"));
        }
        assert_eq!(page.count("[data-card='castillo-3.8'] .small-sweep:not(.preview)"), 0);
        // The scenario behind an experiment, and an example.
        search(page, "umar-6.2", "umar-6.2");
        page.click(&format!("{UMAR} .open-experiment"));
        page.click(".experiment-side .open-scenario");
        page.wait_until("the scenario to be open", || {
            let opened = shared(page)?;
            (opened.view.panel != Panel::Experiments && opened.scenario.title.contains("Umar, Figure 6.2")).then_some(())
        });
        page.click("#panel-experiments");
        page.click("#show-gallery");
        search(page, "figure 3.12", "umar-3.12");
        page.click("[data-card='umar-3.12'] .open-scenario");
        page.wait_until("the example to be open", || (shared(page)?.scenario.title == "Eleven requests, five nodes").then_some(()));
    });
}

#[test]
fn a_queue_is_cancelled_and_keeps_what_is_done() {
    with_page("gallery-cancelled", |page| {
        page.phone();
        open_gallery(page);
        page.assert_fits_width();
        page.screenshot("gallery-phone");
        page.fill("#gallery-search", "castillo");
        page.click("#gallery-run");
        page.wait_for("something to be found", "document.querySelectorAll('.small-sweep:not(.preview)').length > 0", &[]);
        page.wait_for_element("#gallery-progress");
        page.assert_fits_width();
        page.click("#gallery-cancel");
        page.wait_for_text("#gallery-state", "Cancelled");
        assert_eq!(page.count("#gallery-progress"), 0);
        let state = page.text("#gallery-state");
        let pictures = page.count(".small-sweep:not(.preview)");
        page.settle();
        assert_eq!((page.text("#gallery-state"), page.count(".small-sweep:not(.preview)")), (state, pictures), "nothing goes on");
        assert!(pictures > 0);
        page.assert_accessible("a cancelled queue on a phone");
        // It can be begun again.
        run_found(page, "umar-6.3");
        page.wait_for_element("[data-card='umar-6.3'] .small-sweep:not(.preview)");
    });
}
