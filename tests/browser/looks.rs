//! How it looks: on a phone, in the dark, without motion, on paper.

use crate::harness::{Device, Page, with_page};
use crate::lab::{
    expect_figures, expect_inspected, expect_scenario, figures, first_example, grip, leave_start, newcomer_of, open_generator,
    open_lab, open_start, press_in_shell, slot_px, take_and_move, with_newcomer,
};
use serde_json::json;

/// Every control that can be seen or scrolled to lies inside the window's width and is large enough for a finger.
fn assert_controls_within_reach(page: &Page) {
    let script = "
        const out = [];
        for (const e of document.querySelectorAll('button, input, select, summary, [role=slider]')) {
            // In the closed menu, or for the keyboard alone.
            if (!e.checkVisibility({visibilityProperty: true}) || ['skip', 'open-start'].includes(e.id)) continue;
            e.scrollIntoView({block: 'center', inline: 'nearest'});
            const r = (e.matches('.handle') ? e.querySelector('.reach') : e).getBoundingClientRect();
            const name = e.id || e.innerText || e.tagName;
            if (r.width === 0 || r.height === 0) { out.push(`${name} is not shown`); continue; }
            if (r.left < -0.5 || r.right > innerWidth + 0.5) out.push(`${name}: ${Math.round(r.left)}–${Math.round(r.right)} px`);
            if (Math.min(r.width, r.height) < (e.matches('[role=slider]') ? 20 : 24)) out.push(`${name}: ${r.width} × ${r.height} px`);
            const at = document.elementFromPoint(Math.min(r.left + r.width / 2, innerWidth - 1), r.top + r.height / 2);
            if (!at || !(e.contains(at) || at.contains(e) || e.matches('[role=slider]'))) out.push(`${name} lies under ${at?.tagName}.${at?.className}`);
        }
        scrollTo(0, 0);
        return out";
    assert_eq!(page.js(script, &[]), json!([]));
}

#[test]
fn on_a_phone() {
    with_page("phone", |page| {
        page.phone();
        open_lab(page, "");
        expect_figures(page, &first_example());
        page.assert_fits_width();
        page.screenshot("phone");
        assert_controls_within_reach(page);
        for (what, css) in [("list", ".requests"), ("inspector", ".inspector"), ("utilisation", "#utilisation")] {
            page.js("document.querySelector(arguments[0]).scrollIntoView()", &[json!(css)]);
            page.screenshot(&format!("phone-{what}"));
        }
        // Dialogs.
        for button in ["open-help", "open-share"] {
            press_in_shell(page, &format!("#{button}"));
            page.wait_for_element("dialog[open]");
            page.assert_fits_width();
            page.screenshot(&format!("phone-{button}"));
            page.key("Escape");
            page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        }
        open_generator(page);
        page.assert_fits_width();
        page.screenshot("phone-generator");
        let scrolls = "const d = document.querySelector('dialog'); return d.scrollWidth - d.clientWidth";
        assert_eq!(page.js(scrolls, &[]), 0, "the dialog scrolls sideways");
        leave_start(page);
        // A finger drags a handle, and scrolls the page where there is none.
        page.js("document.querySelector('.lane').scrollIntoView({block: 'center'})", &[]);
        let expected = with_newcomer(|r| r.duration = 5);
        take_and_move(page, Device::Touch, grip(page, "duration"), (2.0 * slot_px(page), 0.0));
        expect_inspected(page, &newcomer_of(&expected));
        expect_figures(page, &expected);
        page.release(Device::Touch);
        expect_scenario(page, &expected);
        take_and_move(page, Device::Touch, grip(page, "nodes"), (0.0, 24.0));
        page.release(Device::Touch);
        expect_scenario(page, &with_newcomer(|r| (r.duration, r.nodes) = (5, 3)));
        page.js("document.querySelector('#gantt-logical').scrollIntoView({block: 'center'})", &[]);
        let before = page.js("return scrollY", &[]).as_f64().expect("a place");
        take_and_move(page, Device::Touch, page.middle_of("#gantt-logical rect.ground"), (0.0, -120.0));
        page.release(Device::Touch);
        page.wait_until("the page to scroll", || (page.js("return scrollY", &[]).as_f64()? > before + 40.0).then_some(()));
        page.settle();
        expect_scenario(page, &with_newcomer(|r| (r.duration, r.nodes) = (5, 3)));
    });
}

#[test]
fn at_every_width() {
    with_page("widths", |page| {
        open_lab(page, "");
        for width in [360, 480, 760, 761, 900, 1100, 1101, 1280, 1680, 2560] {
            page.size(width, 800);
            page.settle();
            page.assert_fits_width();
            assert!(page.rect("#gantt-logical rect.ground")[2] > 200.0, "there is room for a chart at {width} px");
            page.screenshot(&format!("width-{width:04}"));
        }
        // The charts follow the window both ways.
        page.size(1280, 800);
        page.wait_until("the chart to fit again", || {
            let [left, _, width, _] = page.rect("#gantt-logical rect.ground");
            (left + width < 1100.0).then_some(())
        });
        let canvas = page.js(
            "const c = document.querySelector('#gantt-logical canvas'); return [c.getBoundingClientRect().width, c.width]",
            &[],
        );
        assert_eq!(canvas[0].as_f64().map(f64::round), canvas[1].as_f64(), "one device pixel to a pixel: {canvas}");
        // A scroll bar that comes or goes moves nothing: its room is kept, or each change of a chart would be laid out twice.
        let bars = || {
            let script = "return ['.dock-body', '.inspector'].map(css => {
                const e = document.querySelector(css);
                return [e.clientWidth, e.scrollHeight > e.clientHeight] })";
            page.js(script, &[])
        };
        let at_800 = bars();
        assert_eq!((&at_800[0][1], &at_800[1][1]), (&json!(true), &json!(true)), "both scroll: {at_800}");
        page.size(1280, 2400);
        page.focus(".border.of-dock");
        page.keys("Shift+ArrowUp", 6);
        page.wait_until("nothing to scroll", || (bars()[0][1] == false && bars()[1][1] == false).then_some(()));
        page.settle();
        let at_2400 = bars();
        assert_eq!((&at_2400[0][0], &at_2400[1][0]), (&at_800[0][0], &at_800[1][0]), "room for the dock and the inspector");
    });
}

/// Luminance of a colour as the browser computes it.
fn lightness(page: &Page, css: &str, property: &str) -> f64 {
    let script = "
        const [r, g, b] = getComputedStyle(document.querySelector(arguments[0]))[arguments[1]].match(/[0-9.]+/g).map(Number);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b";
    page.js(script, &[json!(css), json!(property)]).as_f64().expect("a colour")
}

/// Mean lightness of a chart's pixels.
fn chart_lightness(page: &Page) -> f64 {
    let script = "
        const c = document.querySelector('#gantt-logical canvas');
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        let sum = 0;
        for (let i = 0; i < d.length; i += 4) sum += 0.2126 * d[i] + 0.7152 * d[i + 1] + 0.0722 * d[i + 2];
        return sum * 4 / d.length";
    page.js(script, &[]).as_f64().expect("pixels")
}

#[test]
fn dark_still_and_on_paper() {
    with_page("dark", |page| {
        page.prefer(true, true);
        open_lab(page, "");
        assert!(lightness(page, "body", "backgroundColor") < 60.0 && lightness(page, "body", "color") > 180.0);
        let dark = chart_lightness(page);
        page.screenshot("dark");
        // Nothing moves by itself.
        let moving = "return document.getAnimations().length + [...document.querySelectorAll('*')].filter(e => {
            const s = getComputedStyle(e);
            return s.transitionDuration.split(',').some(t => parseFloat(t) > 0) || s.animationName !== 'none' }).length";
        assert_eq!(page.js(moving, &[]), 0);
        let plan = figures(page);
        // Switched while the page is open: the pixels follow.
        page.prefer(false, false);
        page.wait_until("a light chart", || (chart_lightness(page) > dark + 60.0).then_some(()));
        assert!(lightness(page, "body", "backgroundColor") > 240.0);
        assert_eq!(figures(page), plan);
        page.prefer(true, false);
        page.wait_until("a dark chart", || ((chart_lightness(page) - dark).abs() < 1.0).then_some(()));
        open_start(page);
        page.screenshot("dark-start");
        leave_start(page);

        // On paper: the plan and its figures, without the controls, in dark ink on white.
        page.as_printed(true);
        page.settle();
        page.screenshot("print");
        assert_eq!(page.js("return getComputedStyle(document.querySelector('.toolbar')).display", &[]), "none");
        assert!(page.rect("#gantt-logical")[2] > 200.0);
        assert!(page.text("#figure-accepted").contains("15 of 15"));
        let pdf = page.devtools("Page.printToPDF", json!({ "printBackground": true, "landscape": true }));
        assert!(pdf["data"].as_str().is_some_and(|data| data.len() > 10_000), "a printed page");
    });
}
