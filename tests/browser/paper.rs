//! On paper: every figure of the open panel whole, its words and numbers beside it, nothing over anything else, no controls; in portrait and
//! landscape. The printed PDFs are left in `target/screenshots`, to be looked at.

use crate::harness::{Engine, Page, with_engines, with_page};
use crate::lab::{FIRST_EXPERIMENT, example, expect_figures, first_example, fragment_of, open_experiment};
use crate::page_loads::open;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bookahead::formats::link::{View, encode};
use bookahead::state::EXAMPLES;
use serde_json::json;
use std::fs;
use std::path::Path;

/// What an A4 sheet leaves between margins of 12 mm, upright, in CSS px.
const UPRIGHT: (u32, u32) = (703, 1032);
/// The same, across.
const ACROSS: (u32, u32) = (1032, 703);

/// Prints on A4 as the browser's own dialog does, and gives the number of pages if the PDF tells it.
fn printed_pages(page: &Page, name: &str, is_across: bool) -> Option<usize> {
    // Heard after the page's own listeners, when all is drawn for the paper.
    page.js(
        "window.atPrint = null; addEventListener('beforeprint', () => {
            window.atPrint = [...document.querySelectorAll('canvas')].map(canvas => parseFloat(canvas.style.width)) }, {once: true})",
        &[],
    );
    let orientation = if is_across { "landscape" } else { "portrait" };
    let asked = json!({ "orientation": orientation, "background": true, "page": { "width": 21.0, "height": 29.7 },
        "margin": { "top": 1.2, "bottom": 1.2, "left": 1.2, "right": 1.2 }, "shrinkToFit": false });
    let pdf = page.post("print", &asked);
    let bytes = BASE64.decode(pdf.as_str().unwrap_or_default()).expect("a PDF in base64");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("tmp lies in target").join("screenshots");
    fs::create_dir_all(&folder).expect("the folder for pictures");
    fs::write(folder.join(format!("paper-{name}-{orientation}-{}.pdf", page.engine().name())), &bytes).expect("it can be written");
    // The pictures were drawn for the paper before it was printed.
    page.wait_for("it to be printed", "window.atPrint", &[]);
    let widths = page.js("return window.atPrint.filter(width => width > 700.5 || width < 200)", &[]);
    assert_eq!(widths, json!([]), "canvases as wide as the paper allows: {name}, {orientation}");
    let text = String::from_utf8_lossy(&bytes);
    // "/Type /Pages" is the list of them.
    let pages = text.replace("/Type /Pages", "").matches("/Type /Page").count();
    assert!(pages > 0 || page.engine() != Engine::Chromium, "sheets in the PDF");
    // Firefox packs them.
    (pages > 0).then_some(pages)
}

/// Fails if figures and words lie over one another, stick out, are cut off or do not fit on one sheet, or if a control is left.
fn assert_laid_out(page: &Page, what: &str, (width, height): (u32, u32)) {
    // Paper has no scroll bars.
    page.devtools("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
    page.size(width, height);
    page.as_printed(true);
    page.settle();
    page.wait_for("pictures drawn for paper", "[...document.querySelectorAll('canvas')].every(c => c.clientWidth <= 700.5)", &[]);
    page.settle();
    page.assert_fits_width();
    let script = "
        const [width, height] = arguments;
        const seen = e => e.checkVisibility() && e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().height > 0;
        const name = e => `${e.tagName}.${e.getAttribute('class') ?? ''}#${e.id} “${(e.innerText ?? '').slice(0, 30)}”`;
        const found = [];
        // Blocks of words and figures: none lies over another that it is not a part of.
        const blocks = [...document.querySelectorAll('.paper-head, .tools > *, .inspector section, .charts > *, .charts .plot, .charts h2, .charts h3, .charts table, .charts p, .sweep')]
            .filter(seen);
        for (const [i, a] of blocks.entries()) for (const b of blocks.slice(i + 1)) {
            if (a.contains(b) || b.contains(a)) continue;
            const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
            const over = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
            if (over[0] > 2 && over[1] > 2) found.push(`${name(a)} and ${name(b)} overlap by ${over.map(Math.round)}`);
        }
        // Figures: whole, within the sheet, on one sheet.
        const figures = [...document.querySelectorAll('canvas, .plot svg.over, .plot, .lane, .painted, .sweep, .tree-picture, .bins-plot, .verdict, .figures')].filter(seen);
        for (const figure of figures) {
            const r = figure.getBoundingClientRect();
            if (r.left < -1 || r.right > width + 1) found.push(`${name(figure)} reaches from ${r.left} to ${r.right} of ${width}`);
            if (r.height > height) found.push(`${name(figure)} is ${r.height} px high on a sheet of ${height}`);
            for (let e = figure.parentElement; e && e !== document.documentElement; e = e.parentElement) {
                const o = getComputedStyle(e), s = e.getBoundingClientRect();
                if (o.overflowX === 'visible' && o.overflowY === 'visible') continue;
                if (e.namespaceURI.endsWith('svg')) continue;
                if (r.right > s.right + 1.5 || r.bottom > s.bottom + 1.5 || r.left < s.left - 1.5) found.push(`${name(figure)} is cut off by ${name(e)}`);
            }
        }
        // Controls: of a choice only what is chosen.
        const controls = [...document.querySelectorAll('button:not([aria-pressed=true], .link, .figure-value), summary:not(.policy-menu > summary), input[type=range], input[type=file]')].filter(seen);
        found.push(...controls.map(e => `a control is printed: ${name(e)}`));
        if (figures.length < 1) found.push('no figure at all');
        return found";
    let found = page.js(script, &[json!(width), json!(height)]);
    page.screenshot(&format!("paper-{what}-{width}"));
    assert_eq!(found, json!([]), "{what} on paper of {width} × {height} px");
    page.as_printed(false);
    page.devtools("Emulation.setScrollbarsHidden", json!({ "hidden": false }));
    page.size(1280, 800);
    page.settle();
    // Back on screen: as wide as the window allows again.
    page.wait_for(
        "pictures as wide as their place",
        "[...document.querySelectorAll('.plot canvas.sheet')].every(c => Math.abs(c.clientWidth - c.parentElement.clientWidth) < 14)",
        &[],
    );
}

/// Prints a panel in both ways; the most sheets each may take.
fn check(page: &Page, what: &str, upright: usize, across: usize) {
    for (size, is_across, most) in [(UPRIGHT, false, upright), (ACROSS, true, across)] {
        assert_laid_out(page, what, size);
        let pages = printed_pages(page, what, is_across).expect("Chromium tells it");
        assert!((1..=most).contains(&pages), "{what} takes {pages} sheets, across: {is_across}; at most {most} are enough");
    }
}

#[test]
fn a_plan_on_paper() {
    with_page("paper-plan", |page| {
        // Also for those who like it dark.
        page.prefer(true, false);
        open(page, "");
        expect_figures(page, &first_example());
        check(page, "plan", 2, 2);
        page.as_printed(true);
        page.wait_for_text(".paper-title", EXAMPLES[0].title);
        let link = page.attribute(".paper-head a", "href").unwrap_or_default();
        assert_eq!(link, page.address(), "the link that brings it back");
        let ground = page.js("return getComputedStyle(document.body).backgroundColor", &[]);
        assert_eq!(ground, "rgb(255, 255, 255)", "paper is white");
        page.as_printed(false);
        // With its table.
        page.click("#tables summary");
        page.wait_for_element("#tables tbody tr");
        check(page, "plan-table", 3, 3);
    });
}

#[test]
fn idle_periods_on_paper() {
    with_page("paper-idle", |page| {
        open(page, &format!("#{}", encode(&example("figure-3-3"))));
        page.wait_for_element("[data-plane=gantt] .bracket");
        check(page, "idle", 3, 3);
        page.click("#plane-dual");
        page.wait_for_element("[data-plane=dual] .segment");
        check(page, "idle-dual", 3, 3);
    });
}

#[test]
fn revenue_on_paper() {
    with_page("paper-revenue", |page| {
        open(page, &format!("#{}", encode(&example("three-classes"))));
        page.wait_for_element("#methods");
        page.js("document.querySelector('#money')?.scrollIntoView()", &[]);
        page.wait_for("what the regimes earn", "document.querySelectorAll('#money .total .regime').length > 2", &[]);
        check(page, "revenue", 4, 5);
    });
}

#[test]
fn an_experiment_on_paper() {
    with_page("paper-experiments", |page| {
        open(page, "");
        expect_figures(page, &first_example());
        open_experiment(page, FIRST_EXPERIMENT);
        page.fill("#experiment-runs", "2");
        page.fill("#experiment-jobs", "2500");
        page.click("#run-experiment");
        page.wait_for(
            "the experiment to be done",
            "document.querySelector('#experiment-state')?.innerText.startsWith('Done')",
            &[],
        );
        page.as_printed(true);
        page.wait_for_text("#experiment-size", "2 runs of 2\u{202f}500 requests. Bookahead ");
        page.as_printed(false);
        // Two pictures, ten claims, the paper's numbers beside ours.
        check(page, "experiments", 4, 5);
    });
}

#[test]
fn every_engine_prints() {
    with_engines("paper-engines", |page| {
        // WebKitGTK's driver knows no printing.
        if page.engine() == Engine::WebKit {
            return page.open("");
        }
        open(page, &fragment_of(EXAMPLES[0].title, first_example(), View::default()));
        expect_figures(page, &first_example());
        for is_across in [false, true] {
            let pages = printed_pages(page, "plan-engines", is_across);
            assert!(pages.is_none_or(|pages| (1..=2).contains(&pages)), "{pages:?} sheets");
        }
        // And goes on as before.
        page.wait_for("the page's own width again", "document.querySelector('#gantt-logical canvas').clientWidth !== 700", &[]);
        page.key("ArrowRight");
        page.settle();
    });
}
