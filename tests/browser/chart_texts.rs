//! Texts of charts: in every example none lies on another or leaves its picture, on a desktop and on a phone.

use crate::harness::{Page, with_page};
use crate::lab::{expect_workbench, open_lab, open_start};
use bookahead::state::EXAMPLES;
use serde_json::json;

/// Texts of the pictures in sight that lie on another one or stick out, in words.
const FAULTS: &str = "
    const faults = new Set();
    for (const picture of document.querySelectorAll('.charts svg')) {
        if (!picture.checkVisibility() || picture.parentElement.closest('svg')) continue;
        const edge = picture.getBoundingClientRect();
        const texts = [...picture.querySelectorAll('text')]
            .filter(text => text.textContent.trim() && text.checkVisibility({opacityProperty: true}))
            .map(text => [text.textContent, text.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && box.right > edge.left && box.left < edge.right && box.bottom > edge.top && box.top < edge.bottom);
        for (const [text, box] of texts)
            if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1) faults.add(`${text} sticks out`);
        texts.forEach(([text, box], i) => texts.slice(i + 1).forEach(([other, its]) => {
            const [wide, high] = [Math.min(box.right, its.right) - Math.max(box.left, its.left), Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)];
            if (wide > 1 && high > 3) faults.add(`${text} lies on ${other}`);
        }));
    }
    return [...faults];";

/// Opens every example and looks at its texts.
fn look_at_all(page: &Page, what: &str) {
    for example in EXAMPLES {
        open_start(page);
        page.js("document.getElementById(arguments[0]).click()", &[json!(format!("example-{}", example.key))]);
        expect_workbench(page);
        page.wait_for("a picture", "document.querySelector('.charts svg')", &[]);
        page.settle();
        assert_eq!(page.js(FAULTS, &[]), json!([]), "{} on a {what}", example.key);
    }
}

#[test]
fn no_text_of_an_example_lies_on_another() {
    with_page("chart-texts", |page| {
        page.size(1440, 757);
        open_lab(page, "");
        look_at_all(page, "desktop");
        page.phone();
        look_at_all(page, "phone");
    });
}
