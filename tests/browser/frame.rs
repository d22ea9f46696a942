//! How the window is shared out: the share of the pictures in every study, columns that are hidden, borders that are dragged, and that nothing moves when
//! decisions are stepped through.

use crate::harness::{Device, Page, with_page};
use crate::lab::{open_lab, reload_lab, wait_for_link};
use serde_json::json;

/// Share of the window in percent that pictures cover, and where the first one begins, in CSS px.
const SHARE: &str = "
    const [width, height] = [innerWidth, innerHeight];
    const covered = new Uint8Array(width * height);
    let first = height;
    for (const picture of document.querySelectorAll('canvas, svg, .graph-view')) {
        if (!picture.checkVisibility() || picture.closest('header, .requests, button, .inspector, .legend')) continue;
        const own = picture.getBoundingClientRect();
        if (own.width < 60 || own.height < 24) continue;
        let [left, top, right, bottom] = [Math.max(own.left, 0), Math.max(own.top, 0), Math.min(own.right, width), Math.min(own.bottom, height)];
        for (let part = picture.parentElement; part && part !== document.body; part = part.parentElement) {
            if (getComputedStyle(part).overflow === 'visible') continue;
            const edge = part.getBoundingClientRect();
            [left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
        }
        [left, top, right, bottom] = [left, top, right, bottom].map(Math.round);
        if (right <= left || bottom <= top) continue;
        first = Math.min(first, top);
        for (let y = top; y < bottom; y++) covered.fill(1, y * width + left, y * width + right);
    }
    return [100 * covered.reduce((sum, is) => sum + is, 0) / covered.length, first];";

const STUDIES: [&str; 5] = ["slots", "idle", "revenue", "cluster", "workflow"];

/// Least shares of the five studies in percent.
const WINDOWS: [((u32, u32), f64); 2] = [((1440, 757), 55.0), ((1280, 577), 48.0)];
/// The same with both columns hidden at 1440 × 757, and on a phone.
const ALONE: f64 = 70.0;
const PHONE: f64 = 50.0;
/// The size of a page in a frame of another one, and the share of it.
const EMBEDDED: (u32, u32) = (700, 307);
const EMBEDDED_SHARE: f64 = 80.0;
/// On a phone the picture begins above this, in CSS px.
const PHONE_FIRST_PX: f64 = 130.0;

/// What can be pressed, typed or chosen outside the pictures, and is in sight: one for each button, field, menu and link.
const CONTROLS: &str = "
    return [...document.querySelectorAll('button, select, input, textarea, summary, a[href]')].filter(control => {
        const box = control.getBoundingClientRect();
        const is_seen = control.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !control.matches(':disabled, #skip');
        return is_seen && box.width > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    }).map(control => control.id || control.textContent)";
/// Most controls that are in sight at rest.
const CONTROLS_MOST: usize = 40;

/// Collects what the browser itself calls a shift of the layout, also right after a press, where it would be excused. What is told of a step or of what is selected is another text each time.
const WATCH_SHIFTS: &str = "
    window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries()
        .map(shift => shift.sources.map(source => source.node).filter(node => node?.nodeType === 1 && !node.parentElement?.closest('#stepping, .inspector')))
        .filter(nodes => nodes.length > 0)
        .map(nodes => nodes.map(node => (node.parentElement?.closest('.charts') ? 'picture ' : '') + (node.id || node.className?.baseVal || node.className || node.nodeName)))))
        .observe({type: 'layout-shift'})";

fn share(page: &Page) -> (f64, f64) {
    page.settle();
    let told = page.js(SHARE, &[]);
    (told[0].as_f64().expect("a share"), told[1].as_f64().expect("a place"))
}

/// Opens each study and compares its share with the least.
fn compare(page: &Page, what: &str, least: f64) {
    let mut line = String::new();
    let mut problems = String::new();
    for key in STUDIES {
        page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(key)]);
        page.wait_for("a picture", "document.querySelector('.charts svg, .charts canvas')", &[]);
        let (share, first) = share(page);
        line += &format!(" {share:.1} % from {first} px |");
        if what == "phone" && first >= PHONE_FIRST_PX {
            problems += &format!("{what}, {key}: the picture begins at {first} px\n");
        }
        if share < least {
            problems += &format!("{what}, {key}: pictures cover {share:.1} %, not {least} %\n");
        }
        page.assert_fits_width();
    }
    eprintln!("| {what} |{line}");
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn pictures_have_most_of_the_window() {
    with_page("frame-shares", |page| {
        open_lab(page, "");
        for ((width, height), least) in WINDOWS {
            page.size(width, height);
            let window = format!("{width} × {height}");
            compare(page, &window, least);
            page.js("document.querySelector('#panel-experiments').click()", &[]);
            page.click("[data-card='castillo-3.5'] button");
            page.wait_for_element(".experiment-page .charts svg");
            let (share, first) = share(page);
            eprintln!("| {window}, an experiment | {share:.1} % from {first} px |");
            assert!(share >= least, "{window}, an experiment: pictures cover {share:.1} %, not {least} %");
            // The next window begins with the gallery again.
            page.click("#show-gallery");
            page.click("#panel-slots");
            page.wait_for("a picture", "document.querySelector('.charts svg, .charts canvas')", &[]);
        }
        page.size(1440, 757);
        page.key("[");
        page.key("]");
        compare(page, "both columns hidden", ALONE);
    });
    with_page("frame-phone", |page| {
        page.phone();
        open_lab(page, "");
        compare(page, "phone", PHONE);
    });
    with_page("frame-embedded", |page| {
        for key in STUDIES {
            page.size(1440, 757);
            // What was open before opens again.
            page.open("");
            page.wait_for_element(&format!("#panel-{key}"));
            page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(key)]);
            page.wait_for("a picture", "document.querySelector('.charts svg, .charts canvas')", &[]);
            page.settle();
            wait_for_link(page);
            let hash = page.js("return location.hash", &[]).as_str().map(str::to_string).expect("a link");
            page.size(EMBEDDED.0, EMBEDDED.1);
            page.open(&format!("?embed{hash}"));
            page.wait_for("a picture", "document.querySelector('.charts svg, .charts canvas')", &[]);
            let (share, first) = share(page);
            eprintln!("| a frame of {} × {}, {key} | {share:.1} % from {first} px |", EMBEDDED.0, EMBEDDED.1);
            assert!(share >= EMBEDDED_SHARE, "in a frame, {key}: pictures cover {share:.1} %, not {EMBEDDED_SHARE} %");
        }
    });
}

/// How far the layout may jump while the page comes, as browsers count it: a chart that fits its height to whole rows moves by a few pixels.
const OPENING_SHIFT_MOST: f64 = 0.01;

#[test]
fn nothing_jumps_while_the_page_comes() {
    // How far, and what.
    let jumped = |page: &Page| {
        page.settle();
        let watch = "window.opening = null;
            const named = ({node, previousRect: from, currentRect: to}) => [node && (node.id || node.className || node.nodeName),
                ...[from, to].flatMap(({y, height}) => [y, height])];
            new PerformanceObserver(list => {
                const shifts = list.getEntries().map(shift => [shift.value, shift.startTime, ...shift.sources.map(named)]);
                window.opening = (window.opening ?? []).concat(shifts);
            }).observe({type: 'layout-shift', buffered: true});
            setTimeout(() => { window.opening ??= [] }, 500)";
        page.js(watch, &[]);
        page.wait_for("the shifts so far", "window.opening !== null", &[]);
        let shifts = page.js("return window.opening", &[]);
        let sum: f64 = shifts.as_array().into_iter().flatten().filter_map(|shift| shift[0].as_f64()).sum();
        (sum, shifts)
    };
    with_page("frame-opening", |page| {
        page.size(1440, 757);
        open_lab(page, "");
        let (shift, what) = jumped(page);
        assert!(shift <= OPENING_SHIFT_MOST, "desktop: {shift}: {what}");
    });
    with_page("frame-opening-phone", |page| {
        page.phone();
        open_lab(page, "");
        let (shift, what) = jumped(page);
        assert!(shift <= OPENING_SHIFT_MOST, "phone: {shift}: {what}");
    });
}

#[test]
fn few_controls_are_in_sight_at_rest() {
    with_page("frame-controls", |page| {
        page.size(1440, 757);
        open_lab(page, "");
        let mut line = String::new();
        for key in STUDIES {
            page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(key)]);
            page.wait_for("a picture", "document.querySelector('.charts svg, .charts canvas')", &[]);
            page.settle();
            let controls = page.js(CONTROLS, &[]);
            let number = controls.as_array().map_or(0, Vec::len);
            line += &format!(" {number} |");
            assert!(number <= CONTROLS_MOST, "{key}: {number} controls are in sight: {controls}");
        }
        eprintln!("| controls in sight |{line}");
    });
}

#[test]
fn nothing_shifts() {
    with_page("frame-shifts", |page| {
        page.size(1440, 757);
        open_lab(page, "");
        page.js(WATCH_SHIFTS, &[]);
        for (panel, step, row) in [
            ("slots", Some("#step-through"), "#request-3"),
            ("idle", Some("#idle-step-through"), "[data-request='3']"),
            ("cluster", Some("#cluster-step-through"), "[data-request='2']"),
            ("workflow", None, "[data-request='3']"),
        ] {
            page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(panel)]);
            page.wait_for_element(".inspector section");
            page.settle();
            // In a comparison two pictures stand where one was.
            let still = |what: &str| {
                page.settle();
                let among_pictures = "shift.every(node => node.startsWith('picture '))";
                let excused = if what == "a comparison" { among_pictures } else { "false" };
                let shifts = page.js(&format!("return window.shifts.splice(0).filter(shift => !({excused}))"), &[]);
                assert_eq!(shifts, json!([]), "{panel}: {what}");
            };
            page.js("window.shifts.length = 0", &[]);
            if let Some(step) = step {
                page.click(step);
                page.wait_for_element("#stepping");
                still("the steps begin");
                page.key("ArrowLeft");
                still("a step");
                page.click("#step-close");
                page.wait_for("no steps", "!document.querySelector('#stepping')", &[]);
                still("the steps end");
            }
            page.click(row);
            still("another one is selected");
            let compared = page.js("return document.querySelector('#compare-with').options[1].value", &[]);
            page.js(
                "const s = document.querySelector('#compare-with'); s.value = arguments[0]; s.dispatchEvent(new Event('change', {bubbles: true}))",
                &[compared],
            );
            still("a comparison");
        }
    });
}

#[test]
fn nothing_is_wider_than_a_narrow_window_or_with_text_of_twice_its_size() {
    with_page("frame-narrow", |page| {
        page.size(1440, 757);
        open_lab(page, "");
        page.fill("header .title", &"Long title ".repeat(18));
        for (width, height, text_px) in [(320, 640, 14), (640, 360, 14), (390, 844, 28), (1280, 577, 28), (1440, 757, 32)] {
            page.size(width, height);
            page.js("document.documentElement.style.setProperty('--text-size', `${arguments[0]}px`)", &[json!(text_px)]);
            for key in STUDIES.into_iter().chain(["experiments"]) {
                page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(key)]);
                page.wait_for_element(".charts");
                page.settle();
                page.assert_fits_width();
            }
        }
    });
}

#[test]
fn rows_of_controls_never_wrap() {
    with_page("frame-rows", |page| {
        page.size(1280, 700);
        open_lab(page, "");
        for key in STUDIES.into_iter().chain(["experiments"]) {
            page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(key)]);
            page.wait_for_element(".charts");
            for width in [1024, 1280, 1440, 1920, 2560] {
                page.size(width, 900);
                page.settle();
                let rem = page
                    .js("return parseFloat(getComputedStyle(document.documentElement).fontSize)", &[])
                    .as_f64()
                    .expect("a size");
                let rows = page.js("return [...document.querySelectorAll('header, .tools')].map(row => row.offsetHeight)", &[]);
                let highest = rows.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).fold(0.0, f64::max);
                assert!(highest < 3.6 * rem, "{key} at {width} px: rows of {rows} px with text of {rem} px");
                page.assert_fits_width();
            }
        }
    });
}

#[test]
fn the_picture_is_presented_alone() {
    with_page("frame-present", |page| {
        page.size(1440, 757);
        open_lab(page, "");
        page.settle();
        let zoom = || {
            let script = "return [parseFloat(getComputedStyle(document.documentElement).fontSize),
                parseFloat(getComputedStyle(document.querySelector('#gantt-physical')).zoom)]";
            let told = page.js(script, &[]);
            [0, 1].map(|i| told[i].as_f64().expect("a size"))
        };
        let before = zoom();
        page.key("p");
        page.wait_for("the header to go", "!document.querySelector('header').checkVisibility()", &[]);
        page.wait_until("larger type and strokes", || {
            let now = zoom();
            (0..2).all(|i| (now[i] / before[i] - 1.6).abs() < 0.1).then_some(())
        });
        let url = || page.js("return location.href", &[]).to_string();
        assert!(url().contains("/?present#v"), "{}", url());
        assert!(share(page).0 > 70.0, "{}", share(page).0);
        assert!(page.text(".verdict-line").contains("All three jobs accepted"));
        page.assert_accessible("a presentation");
        // Arrows step; the caption tells of each decision.
        page.key("ArrowLeft");
        page.wait_for_text(".step-words", "11.1 starts at 12");
        page.key("ArrowLeft");
        page.wait_for_text(".step-words", "10.1 starts at 15");
        page.key("ArrowRight");
        page.wait_for_text(".step-words", "11.1 starts at 12");
        page.screenshot("present");
        // The address opens the same, and Escape leads back.
        reload_lab(page);
        assert!(!page.js("return document.querySelector('header').checkVisibility()", &[]).as_bool().unwrap_or(true));
        page.key("Escape");
        page.wait_for("the header", "document.querySelector('header').checkVisibility()", &[]);
        assert!(!url().contains("present"), "{}", url());
        page.key("p");
        page.click("#present-end");
        page.wait_for("the header", "document.querySelector('header').checkVisibility()", &[]);
        page.assert_quiet();
    });
}

#[test]
fn columns_are_hidden_and_borders_dragged() {
    with_page("frame-borders", |page| {
        page.size(1440, 757);
        open_lab(page, "");
        page.settle();
        let width = |css: &str| page.rect(css)[2];
        let picture = width(".charts");
        page.key("[");
        page.wait_for("no list", "!document.querySelector('.requests').checkVisibility()", &[]);
        page.key("]");
        page.wait_for("no inspector", "!document.querySelector('.inspector').checkVisibility()", &[]);
        page.settle();
        assert!(width(".charts") > picture + 350.0, "{} px after {picture}", width(".charts"));
        // This browser remembers it; a click on what is left of a border takes it back.
        reload_lab(page);
        page.wait_for("no list", "!document.querySelector('.requests').checkVisibility()", &[]);
        page.click(".border.of-list");
        page.wait_for("the list", "document.querySelector('.requests').checkVisibility()", &[]);
        page.focus(".border.of-inspector");
        page.key("Enter");
        page.wait_for("the inspector", "document.querySelector('.inspector').checkVisibility()", &[]);
        page.settle();
        // Dragged, by the mouse and by keys.
        let list = width(".requests");
        let at = page.middle_of(".border.of-list");
        page.drag(Device::Mouse, at, at.by(60.0, 0.0));
        page.wait_until("a wider list", || ((width(".requests") - list - 60.0).abs() < 2.0).then_some(()));
        page.focus(".border.of-list");
        page.key("ArrowLeft");
        page.wait_until("a narrower list", || ((width(".requests") - list - 44.0).abs() < 2.0).then_some(()));
        let height = page.rect(".dock")[3];
        let at = page.middle_of(".border.of-dock");
        page.drag(Device::Mouse, at, at.by(0.0, -80.0));
        page.wait_until("a higher dock", || ((page.rect(".dock")[3] - height - 80.0).abs() < 2.0).then_some(()));
        reload_lab(page);
        page.wait_until("the same list", || ((width(".requests") - list - 44.0).abs() < 2.0).then_some(()));
        assert!((page.rect(".dock")[3] - height - 80.0).abs() < 2.0);
        // Drawn to nothing, a column is hidden.
        let at = page.middle_of(".border.of-list");
        page.drag(Device::Mouse, at, at.by(4.0 - at.x, 0.0));
        page.wait_for("no list", "!document.querySelector('.requests').checkVisibility()", &[]);
        // A part that is gone to has room.
        page.click("#go-tables");
        page.wait_until("the table in sight", || {
            let [[_, top, ..], [_, dock, _, height]] = [page.rect("#tables"), page.rect(".dock")];
            (top >= dock && top < dock + height).then_some(())
        });
    });
}

#[test]
fn stepping_moves_nothing() {
    with_page("frame-steps", |page| {
        page.size(1440, 900);
        open_lab(page, "");
        for (panel, button) in [("slots", "#step-through"), ("idle", "#idle-step-through"), ("cluster", "#cluster-step-through")] {
            page.js("document.querySelector(`#panel-${arguments[0]}`).click()", &[json!(panel)]);
            page.wait_for_element(button);
            page.wait_for_element(".inspector section");
            page.settle();
            let places = || {
                let place = "return [...document.querySelectorAll('.charts .plot, .dock, .inspector section, .requests, .explained')].map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width] })";
                page.js(place, &[])
            };
            let before = places();
            page.click(button);
            page.wait_for_element("#stepping");
            page.settle();
            assert_eq!(places(), before, "{panel}: the steps begin");
        }
    });
}
