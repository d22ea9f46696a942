//! The gallery in the page: browsed, searched, run, cancelled, opened, exported; by keyboard, on a phone, in the dark.

use crate::harness::{Page, with_page};
use crate::lab::{open_lab, shared};
use bookahead::formats::link::Panel;
use bookahead::papers::experiment::{ExperimentRun, find, gallery};
use serde_json::json;

const UMAR: &str = "[data-card='umar-6.2']";

fn open_gallery(page: &Page) {
    open_lab(page, "");
    page.click("#panel-experiments");
    page.wait_for_element("#experiment");
    page.click("#show-gallery");
    page.wait_for_element(UMAR);
}

fn is_done(page: &Page) {
    page.wait_for("the queue to be done", "document.querySelector('#gallery-state')?.innerText.startsWith('Done')", &[]);
}

#[test]
fn figures_are_browsed_and_searched() {
    with_page("gallery-browsed", |page| {
        open_gallery(page);
        page.screenshot("gallery-first");
        let cards = gallery();
        assert_eq!(page.count(".gallery-card"), cards.len() as u64);
        assert_eq!(page.texts(".gallery section h2").len(), 5);
        page.wait_for_text("#gallery-count", &format!("{0} of {0} figures", cards.len()));
        // Claims stand there before anything is run, and say so.
        assert!(
            page.text(UMAR).contains("FCFS-EDS uses the machine") && page.text(&format!("{UMAR} .claims b")).ends_with("not yet")
        );
        page.assert_accessible("the gallery");
        for (search, expected) in [("umar 6.18", 1), ("retries", 1), ("PUJIYANTA", 10), ("no such figure", 0)] {
            page.fill("#gallery-search", search);
            page.wait_for(
                "the cards found",
                "document.querySelectorAll('.gallery-card').length === arguments[0]",
                &[json!(expected)],
            );
        }
        assert!(page.js("return document.querySelector('#gallery-run').disabled", &[]) == json!(true), "nothing to run");
        page.assert_accessible("a search that finds no figure");
        // What was searched for stays while something else is looked at.
        page.fill("#gallery-search", "sulistio");
        page.click("#panel-slots");
        page.click("#panel-experiments");
        page.wait_for_element("#gallery-search");
        assert_eq!((page.value("#gallery-search").as_str(), page.count(".gallery-card")), ("sulistio", 6));
    });
}

#[test]
fn cards_have_pictures_before_a_run() {
    with_page("gallery-pictures", |page| {
        open_gallery(page);
        // Worked examples are drawn from plans of their own: the pictures differ from their ground, and those of one plan from one another.
        let examples = gallery().iter().filter(|card| card.chart().is_some()).count();
        assert_eq!(page.count(".small-example canvas"), examples as u64);
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
        assert!(page.text("[data-card='pujiyanta-2'] figcaption").contains("before the last request"));
        // Experiments have a quick preview, which says what it is and tells no verdict.
        page.wait_for_element(&format!("{UMAR} .small-sweep.preview svg path[d*=L]"));
        page.wait_for_text(
            &format!("{UMAR} .gallery-preview"),
            "A quick preview of 2 runs of 250 requests, seed 1. A verdict needs a run.",
        );
        assert!(page.text(&format!("{UMAR} .claims b")).ends_with("not yet"));
        let curves: Vec<&str> =
            vec!["umar-6.18", "pujiyanta-9", "castillo-3.5", "castillo-4.8", "castillo-5.3", "sulistio-5", "mondol-4.15"];
        for key in curves {
            page.wait_for_element(&format!("[data-card='{key}'] .small-sweep.preview svg path[d*=L]"));
        }
        assert!(
            page.js("return document.querySelector('#gallery-export').disabled", &[]) == json!(true),
            "previews are no results"
        );
        page.screenshot("gallery-previews");
        page.assert_accessible("a gallery with previews");
        page.prefer(true, true);
        page.wait_for("the pictures of examples in the dark", drawn, &different.map(|key| json!(key)));
        page.assert_accessible("a gallery with previews, in the dark");
        page.screenshot("gallery-previews-dark");
        // A run takes the place of a preview.
        page.click(&format!("{UMAR} .run-lecture"));
        is_done(page);
        page.wait_for_element(&format!("{UMAR} .small-sweep:not(.preview)"));
        assert_eq!(page.count(&format!("{UMAR} .preview")), 0);
        page.phone();
        page.assert_fits_width();
        page.screenshot("gallery-previews-phone");
    });
}

#[test]
fn a_figure_is_run_by_keyboard_opened_and_exported() {
    with_page("gallery-run", |page| {
        open_gallery(page);
        assert!(page.js("return document.querySelector('#gallery-export').disabled", &[]) == json!(true), "nothing was run");
        page.focus(&format!("{UMAR} .run-lecture"));
        page.key("Enter");
        is_done(page);
        page.wait_for_element(&format!("{UMAR} .small-sweep:not(.preview) svg path[d*=L]"));
        page.screenshot("gallery-run");
        // The page finds what the engine finds.
        let mut run = ExperimentRun::new("umar-6.2", find("umar-6.2").unwrap().lecture).unwrap();
        run.finish().unwrap();
        let results = run.results();
        let verdict = page.text(&format!("{UMAR} .claims b"));
        assert!(verdict.ends_with(results.claims[0].verdict.words()), "{verdict}");
        assert!(page.text(UMAR).contains("10 runs of 1000 requests, seed 1."));
        assert_eq!(page.count(&format!("{UMAR} .curve-names li")), 2);
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
        // Figure 3.4's units tell 3.5 to 3.7 as well.
        page.fill("#gallery-search", "castillo figure 3.5");
        // Its quick preview makes the card higher.
        page.wait_for_element("[data-card='castillo-3.5'] .small-sweep.preview svg");
        page.click("[data-card='castillo-3.5'] .run-lecture");
        is_done(page);
        page.fill("#gallery-search", "castillo figure 3");
        for number in 4..=7 {
            page.wait_for_element(&format!("[data-card='castillo-3.{number}'] .small-sweep:not(.preview)"));
        }
        assert_eq!(page.count("[data-card='castillo-3.8'] .small-sweep:not(.preview)"), 0);
        // The experiment, and the scenario behind it.
        page.click("[data-card='castillo-3.7'] .open-experiment");
        page.wait_for_element("#experiment");
        assert_eq!(page.value("#experiment"), "castillo-3.7");
        page.click("#show-gallery");
        page.fill("#gallery-search", "umar figure 6.2");
        page.click(&format!("{UMAR} .open-scenario"));
        page.wait_until("the scenario to be open", || {
            let opened = shared(page)?;
            (opened.view.panel != Panel::Experiments && opened.scenario.title.contains("Umar, Figure 6.2")).then_some(())
        });
        page.click("#panel-experiments");
        page.fill("#gallery-search", "figure 3.12");
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
        page.fill("#gallery-search", "umar figure 6.3");
        page.click("[data-card='umar-6.3'] .run-lecture");
        is_done(page);
        page.wait_for_element("[data-card='umar-6.3'] .small-sweep:not(.preview)");
    });
}
