//! What the palette offers beyond choices: stepping, comparing, files and figures, the check, the lemma.

use crate::harness::{Page, with_page};
use crate::lab::{command, first_example, open_lab, open_palette, shared};
use bookahead::formats::link::CompareLayout;
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::studies::Planned;

/// Whether the palette offers something of these words.
fn is_offered(page: &Page, words: &str) -> bool {
    open_palette(page, "Control+k");
    page.type_text(words);
    page.settle();
    let is_there = page.texts("#command-list li").iter().any(|entry| entry.contains(words));
    page.key("Escape");
    page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
    is_there
}

#[test]
fn decisions_are_stepped_through_from_the_palette() {
    with_page("palette-steps", |page| {
        open_lab(page, "");
        assert!(!is_offered(page, "Leave the steps"));
        command(page, "step through", "Step through the decisions");
        page.wait_for_element("#stepping");
        page.fill("#step-number", "2");
        page.wait_for("two decided", "document.querySelector('#step-slider').value === '2'", &[]);
        command(page, "next move", "Step on to the next move");
        page.wait_for("the move", "document.querySelector('#step-slider').value === '11'", &[]);
        page.wait_for_text("#step-words", "makes way and moves from 15 to 16");
        assert!(!is_offered(page, "Step on to the next move"), "there is none");
        command(page, "decision back", "Step one decision back");
        page.wait_for("one back", "document.querySelector('#step-slider').value === '10'", &[]);
        command(page, "leave", "Leave the steps: show the whole plan");
        page.wait_for("no scrubber", "!document.querySelector('#stepping')", &[]);
    });
}

#[test]
fn comparisons_are_begun_laid_out_stepped_through_and_ended() {
    with_page("palette-compare", |page| {
        open_lab(page, "");
        command(page, "compare rigid", "Compare with: ");
        page.wait_for_text("#compare-counts", "decisions differ");
        page.click("#compare-overlaid");
        // How it is shown travels with the link and outlives a reload.
        page.wait_until("the link", || {
            let view = shared(page)?.view;
            (view.compare_layout == Some(CompareLayout::Overlaid) && view.compared.is_some()).then_some(())
        });
        page.reload();
        page.wait_for_element("#compare-overlaid[aria-pressed=true]");
        page.click("#compare-stacked");
        // Both plans are stepped through: after four requests nobody was refused yet.
        page.click("#step-through");
        page.fill("#step-number", "4");
        page.wait_for_text("#compare-counts", "Both after 4 of 11 requests: All 5 decisions are the same in A and B.");
        page.screenshot("palette-compare-step");
        page.fill("#step-number", "11");
        page.wait_for_text("#compare-counts", "3 of 15 decisions differ");
        assert!(!page.text("#compare-counts").contains("Both after"), "the last step is the whole plan");
        page.click("#step-close");
        command(page, "end comp", "End the comparison");
        page.wait_for("no comparison", "!document.querySelector('#compare')", &[]);
        assert!(!is_offered(page, "End the comparison"));
        page.wait_until("the link without it", || {
            let view = shared(page)?.view;
            (view.compared.is_none() && view.compare_layout.is_none()).then_some(())
        });
    });
}

#[test]
fn files_figures_the_check_and_the_lemma_are_found() {
    with_page("palette-files", |page| {
        open_lab(page, "");
        command(page, "export evalys", "Export: Jobs for evalys (CSV)");
        let (_, bytes) = page.wait_for_download("evalys.csv");
        let mut expected = Vec::new();
        let planned = Planned::new(first_example().into()).expect("a plan");
        PlanFile::Evalys.write(&mut expected, &planned).expect("memory");
        assert_eq!(String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&expected));
        command(page, "save logical svg", "Save figure: Logical plan, SVG");
        let (_, svg) = page.wait_for_download(".svg");
        assert!(String::from_utf8_lossy(&svg).contains(&planned.provenance().words()));
        command(page, "check this", "Check this plan");
        page.wait_for_text("#check-result", &planned.verify().sentence());
        command(page, "lemma", "Why every job can stay on its node");
        page.wait_for_element("#lemma[open] #lemma-play");
        // What is not on the screen is not offered.
        page.click("#layout-physical");
        assert!(!is_offered(page, "Save figure: Logical plan"));
        assert!(is_offered(page, "Save figure: Physical nodes, PNG"));
        page.click("#panel-experiments");
        assert!(!is_offered(page, "Check this plan"));
        assert!(!is_offered(page, "Step through the decisions"));
    });
}
