//! Where the focus goes when what had it goes away; what files in the wrong encoding are called; how long a message stays that something cannot be planned.

use crate::harness::{Page, with_page};
use crate::lab::{example, expect_notice, expect_scenario, first_example, fragment_of, open_example, open_lab};
use crate::million;
use crate::page_loads::open;
use bookahead::engine::slots::workload::Source;
use bookahead::formats::link::View;
use serde_json::json;

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
        for (key, button) in
            [("eleven-requests", "remove-request"), ("eleven-servers", "remove-idle"), ("backfilling", "remove-job")]
        {
            let shared = example(key);
            open(page, &fragment_of("mine", shared.scenario.study, shared.view));
            page.wait_for_element(".rows [role=option]");
            page.focus(".rows");
            page.key("Home");
            let heading =
                |page: &Page| if page.count(".request-form h2") == 1 { page.text(".request-form h2") } else { String::new() };
            page.wait_until("a request to be selected", || (!heading(page).is_empty()).then_some(()));
            let first = heading(page);
            page.focus(&format!("#{button}"));
            for _ in 0..2 {
                let before = heading(page);
                page.key("Enter");
                page.wait_until("the next request", || (!heading(page).is_empty() && heading(page) != before).then_some(()));
                expect_focus(page, button);
            }
            // The last one leaves nothing to go on with but the one before.
            page.focus(".rows");
            page.key("End");
            page.focus(&format!("#{button}"));
            let before = heading(page);
            page.key("Enter");
            page.wait_until("the request before", || (!heading(page).is_empty() && heading(page) != before).then_some(()));
            expect_focus(page, button);
            assert_ne!(heading(page), first);
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
        page.screenshots("utf-16");
    });
}

#[test]
fn that_a_scenario_cannot_be_planned_is_said_until_another_is() {
    with_page("unplannable", |page| {
        open_lab(page, "");
        let mut scenario = million::generated(1_000);
        let Source::Generator(generator) = &mut scenario.workload.source else { panic!("it is generated") };
        generator.arrivals_per_slot = 1e-6;
        let link = fragment_of("too rare", scenario, View::default());
        page.js("location.hash = arguments[0]", &[json!(link)]);
        let notice = expect_notice(page, "This cannot be planned");
        assert!(notice.contains("passes slot"), "{notice}");
        page.screenshot("unplannable");
        open_example(page, "holes");
        page.wait_until("the notice to go", || (page.count(".notice") == 0).then_some(()));
    });
}
