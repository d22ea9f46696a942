//! Where the focus goes when what had it goes away; what files in the wrong encoding are called; how long a message stays that something cannot be planned.

use crate::harness::{Page, with_page};
use crate::lab::{example, expect_notice, expect_scenario, first_example, fragment_of, open_example, open_lab};
use bookahead::engine::study::Study;
use bookahead::formats::link::View;
use bookahead::state::EXAMPLES;

/// What has the focus.
fn focused(page: &Page) -> String {
    let script = "const e = document.activeElement; return e.id || e.textContent.trim() || e.tagName";
    page.js(script, &[]).as_str().unwrap_or_default().to_string()
}

#[track_caller]
fn expect_focus(page: &Page, id: &str) {
    page.wait_until(&format!("the focus on {id}, not on {}", focused(page)), || (focused(page) == id).then_some(()));
}

#[test]
fn undo_by_its_button_leaves_the_focus_on_redo_and_back() {
    with_page("focus-undo", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        page.focus("#undo");
        page.key("Enter");
        expect_scenario(page, &first_example());
        expect_focus(page, "redo");
        page.key("Enter");
        expect_focus(page, "undo");
    });
}

#[test]
fn removing_by_its_button_goes_to_the_next_request() {
    with_page("focus-remove", |page| {
        for (key, button) in [(EXAMPLES[0].key, "remove-request"), ("holes", "remove-request"), ("figure-3.2", "remove-idle")] {
            let Some(found) = EXAMPLES.iter().find(|example| example.key == key) else { continue };
            let shared = example(found.key);
            open_lab(page, &fragment_of("mine", shared.scenario.study.clone(), View { selected: Some(2), ..shared.view }));
            if matches!(shared.scenario.study, Study::Idle(_)) {
                page.click(".row");
            } else {
                page.click("#request-2");
            }
            page.focus(&format!("#{button}"));
            let before = page.text(".request-form h2");
            page.key("Enter");
            page.wait_until("the next request", || {
                let now = page.text(".request-form h2");
                (page.count(".request-form") == 1 && now != before).then_some(())
            });
            expect_focus(page, button);
            page.key("Enter");
            page.settle();
            assert_ne!(focused(page), "BODY");
        }
    });
}

#[test]
fn text_in_utf_16_is_called_so() {
    with_page("utf-16", |page| {
        open_lab(page, "");
        let text = r#"{"version":1}"#;
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(little.iter().copied()).collect();
        for (name, bytes) in [("marked.json", marked), ("little.json", little), ("big.swf", big)] {
            page.drop_file("main", name, &bytes);
            let notice = expect_notice(page, name);
            assert!(notice.contains("is text in UTF-16; save it as UTF-8. Your work is as it was."), "{notice}");
            assert_eq!(page.count("dialog"), 0);
        }
        page.assert_accessible("a file in UTF-16");
        for (look, phone, dark) in
            [("light", false, false), ("dark", false, true), ("phone-light", true, false), ("phone-dark", true, true)]
        {
            if phone {
                page.phone();
            }
            page.prefer(dark, true);
            page.settle();
            page.screenshot(&format!("utf-16-{look}"));
        }
    });
}
