//! Everything a pointer does, by keyboard alone.

use crate::harness::{Page, with_page};
use crate::lab::{
    aria, can_undo_redo, expect_figures, expect_inspected, expect_scenario, first_example, newcomer_of, open_example, open_lab,
    shared, slot_px, with_newcomer,
};
use bookahead::engine::slots::request::Request;
use serde_json::json;

/// Id of the focused element.
fn focused(page: &Page) -> String {
    page.js("return document.activeElement?.id || document.activeElement?.tagName", &[]).as_str().unwrap_or_default().to_string()
}

/// Whether the focused element can be told from the others: an outline, or a knob drawn differently.
fn focus_is_visible(page: &Page) -> bool {
    let script = "
        const e = document.activeElement, style = getComputedStyle(e);
        if (e.matches(':focus-visible') && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) return true;
        const knob = e.querySelector('.knob');
        return Boolean(knob) && parseFloat(getComputedStyle(knob).strokeWidth) >= 3";
    page.js(script, &[]) == true
}

#[test]
fn tab_reaches_everything_and_shows_where_it_is() {
    with_page("tab", |page| {
        open_lab(page, "");
        let mut seen = Vec::new();
        for _ in 0..80 {
            page.key("Tab");
            let id = focused(page);
            if id == "BODY" || seen.first() == Some(&id) {
                break;
            }
            assert!(focus_is_visible(page), "{id} has the focus and does not show it");
            seen.push(id);
        }
        let place =
            |id: &str| seen.iter().position(|seen| seen == id).unwrap_or_else(|| panic!("Tab does not reach {id}: {seen:?}"));
        for id in ["planner-menu", "shift-rule", "open-workload", "export", "open-help", "open-share", "new-request"] {
            place(id);
        }
        for id in ["view-menu", "zoom-in", "field-duration", "remove-request", "field-machine-nodes", "field-slot-seconds"] {
            place(id);
        }
        let handles = ["whole", "earliest-start", "deadline", "duration", "nodes"].map(|handle| place(&format!("handle-{handle}")));
        assert!(handles.windows(2).all(|two| two[1] == two[0] + 1), "one after the other: {handles:?}");
    });
}

#[test]
fn arrows_move_every_handle() {
    with_page("arrows", |page| {
        open_lab(page, "");
        let cases: [(&str, &str, fn(&mut Request)); 10] = [
            ("earliest-start", "ArrowLeft", |r| r.earliest_start = 11),
            ("earliest-start", "Shift+ArrowLeft", |r| r.earliest_start = 7),
            ("deadline", "ArrowRight", |r| r.latest_start = 15),
            ("deadline", "Shift+ArrowRight", |r| r.latest_start = 19),
            ("duration", "ArrowRight", |r| r.duration = 4),
            ("duration", "Shift+ArrowUp", |r| r.duration = 8),
            ("nodes", "ArrowUp", |r| r.nodes = 2),
            ("nodes", "Shift+ArrowUp", |r| r.nodes = 5),
            ("whole", "ArrowLeft", |r| (r.earliest_start, r.latest_start) = (11, 13)),
            ("whole", "Shift+ArrowLeft", |r| (r.earliest_start, r.latest_start) = (7, 9)),
        ];
        for (handle, chord, change) in cases {
            page.focus(&format!("#handle-{handle}"));
            page.key(chord);
            let expected = with_newcomer(change);
            expect_inspected(page, &newcomer_of(&expected));
            expect_figures(page, &expected);
            assert_eq!(focused(page), format!("handle-{handle}"), "the handle keeps the focus");
            page.key("Control+z");
            expect_inspected(page, &newcomer_of(&first_example()));
        }
        // What the slider says.
        page.focus("#handle-duration");
        let before = aria(page, "duration");
        page.key("ArrowRight");
        page.wait_for(
            "the slider to tell",
            "document.querySelector('#handle-duration').getAttribute('aria-valuetext') === '4 slots'",
            &[],
        );
        assert_eq!(aria(page, "duration"), before + 1);
        page.key("Control+z");

        // Against the stops.
        page.focus("#handle-earliest-start");
        page.key("Shift+ArrowRight");
        expect_inspected(page, &newcomer_of(&with_newcomer(|r| r.earliest_start = 14)));
        assert_eq!(page.attribute("#handle-earliest-start", "aria-valuemax").as_deref(), Some("14"));
    });
}

#[test]
fn undo_and_redo_take_one_step_each() {
    with_page("undo", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        let steps: Vec<_> = (3..=6).map(|duration| with_newcomer(|r| r.duration = duration)).collect();
        for step in &steps[1..] {
            page.key("ArrowRight");
            expect_inspected(page, &newcomer_of(step));
        }
        for step in steps[..3].iter().rev() {
            page.key("Control+z");
            expect_inspected(page, &newcomer_of(step));
        }
        assert_eq!(can_undo_redo(page), (false, true));
        page.key("Control+z");
        for step in &steps[1..] {
            page.key("Control+Shift+Z");
            expect_inspected(page, &newcomer_of(step));
        }
        assert_eq!(can_undo_redo(page), (true, false));
        expect_scenario(page, &steps[3]);
        // Another change after undo makes another future.
        page.key("Control+z");
        page.key("ArrowLeft");
        expect_scenario(page, &steps[1]);
        assert_eq!(can_undo_redo(page), (true, false));
        // Planner, machine and title are undone as well.
        page.click("#planner-rigid");
        let accepted = page.text("#figure-accepted");
        page.fill("#field-machine-nodes", "9");
        page.wait_for(
            "more to fit on nine nodes",
            "document.querySelector('#figure-accepted').textContent !== arguments[0]",
            &[accepted.into()],
        );
        page.fill("header .title", "Mine");
        for _ in 0..3 {
            page.click("#undo");
        }
        expect_scenario(page, &steps[1]);
        assert_eq!(page.value("#field-machine-nodes"), "5");
        page.wait_for(
            "the title to be back",
            "document.querySelector('header .title').value === 'Eleven requests, five nodes'",
            &[],
        );
    });
}

#[test]
fn a_title_being_typed_stays_whatever_else_changes() {
    with_page("title", |page| {
        open_lab(page, "");
        page.focus("header .title");
        page.key("Control+a");
        page.type_text("Half a ti");
        // The wheel changes what is shown, and then the link in the header.
        let (ground, link) = (page.middle_of("#gantt-logical rect.ground"), page.fragment());
        page.wheel(ground, 0, -240, true);
        page.wait_until("the link to be another", || (page.fragment() != link).then_some(()));
        page.settle();
        assert_eq!(page.value("header .title"), "Half a ti");
        page.type_text("tle");
        page.key("Enter");
        page.wait_until("the title to be taken", || (shared(page)?.scenario.title == "Half a title").then_some(()));
        // What was typed and taken back does not hide the title there is.
        page.type_text("!");
        page.key("Backspace");
        page.click("#undo");
        page.wait_for("the old title", "document.querySelector('header .title').value === 'Eleven requests, five nodes'", &[]);
    });
}

#[test]
fn the_list_is_walked_and_requests_come_and_go() {
    with_page("list-keys", |page| {
        open_lab(page, "");
        let selected = |page: &Page, user: u32| {
            page.wait_for(
                &format!("request {user} to be selected"),
                "document.querySelector('.request-form h2')?.innerText === arguments[0]",
                &[json!(format!("Request {user}"))],
            );
        };
        page.focus(".rows");
        for (key, user) in
            [("ArrowUp", 10), ("Home", 1), ("ArrowUp", 1), ("ArrowDown", 2), ("PageDown", 11), ("End", 11), ("ArrowUp", 10)]
        {
            page.key(key);
            selected(page, user);
        }
        assert_eq!(page.attribute(".rows", "aria-activedescendant").as_deref(), Some("request-9"));
        // The selected one goes, comes back, and a new one is made where one looks.
        page.key("Delete");
        page.wait_for("request 10 to be gone", "!document.querySelector('#request-9')", &[]);
        page.key("Control+z");
        expect_scenario(page, &first_example());
        page.key("n");
        selected(page, 12);
        assert_eq!(page.value("#field-nodes"), "1");
        assert_eq!(page.value("#field-duration"), "2");
        page.key("Escape");
        page.wait_for("nothing to be selected", "!document.querySelector('.request-form')", &[]);
        page.key("Control+z");
        expect_scenario(page, &first_example());

        // Without a focus anywhere: arrows move the selected request, letters zoom and pan.
        page.js("document.activeElement.blur()", &[]);
        page.key("Escape");
        page.wait_for("nothing to be selected", "!document.querySelector('.request-form')", &[]);
        page.key("ArrowDown");
        selected(page, 1);
        page.js("document.querySelector('#request-10').click()", &[]);
        selected(page, 11);
        page.key("ArrowRight");
        expect_inspected(page, &newcomer_of(&with_newcomer(|r| (r.earliest_start, r.latest_start) = (13, 15))));
        page.key("Control+z");
        expect_inspected(page, &newcomer_of(&first_example()));
        let px = slot_px(page);
        page.key("w");
        page.wait_until("a larger scale", || (slot_px(page) > px * 1.2).then_some(()));
        page.key("0");
        page.wait_until("the whole plan", || ((slot_px(page) - px).abs() < 0.5).then_some(()));
        page.key("f");
        page.wait_until("the selection", || ((slot_px(page) / px - 1.0).abs() > 0.03).then_some(()));
    });
}

#[test]
fn the_filtered_list_is_walked_within_itself() {
    with_page("filtered-keys", |page| {
        open_lab(page, "");
        open_example(page, "half-a-day");
        page.click("#planner-rigid");
        page.wait_for("refused ones", "Number(document.querySelector('#filter-refused .number').innerText) > 20", &[]);
        let total: usize = page.text("#filter-refused .number").parse().expect("a number");
        page.click("#filter-refused");
        page.wait_for_element(".row.with-reason");
        let ids = page.js("return [...document.querySelectorAll('.row')].map(row => row.id)", &[]);
        let selected = |page: &Page, id: &serde_json::Value| {
            page.wait_for(
                "the row to be selected",
                "document.querySelector('.row[aria-selected=true]')?.id === arguments[0]",
                std::slice::from_ref(id),
            );
        };
        page.focus(".rows");
        // Nothing is selected yet: Home is the first, not the last.
        for (key, place) in [("Home", 0), ("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1)] {
            page.key(key);
            selected(page, &ids[place]);
        }
        page.key("End");
        page.wait_for(
            "the last row",
            "document.querySelector('.row[aria-selected=true]')?.getAttribute('aria-posinset') === arguments[0]",
            &[json!(total.to_string())],
        );
        assert_eq!(page.text("#verdict h3"), "Refused");
    });
}

#[test]
fn help_opens_and_gives_the_focus_back() {
    with_page("dialogs", |page| {
        open_lab(page, "");
        page.focus("#handle-deadline");
        page.key("?");
        page.wait_for_element("#help-dialog[open]");
        assert!(page.text("#help-dialog").contains("New request"));
        // Keys belong to the dialog now.
        page.key("n");
        page.key("Delete");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        expect_scenario(page, &first_example());
        page.wait_until("the focus to return", || (focused(page) == "handle-deadline").then_some(()));
        for (button, dialog) in [("open-help", "help"), ("open-share", "share")] {
            for close in ["Escape", "×"] {
                page.focus(&format!("#{button}"));
                page.key("Enter");
                let dialog = format!("#{dialog}-dialog");
                page.wait_for_element(&format!("{dialog}[open]"));
                page.wait_for(
                    "the focus to be in it",
                    "document.querySelector(arguments[0]).contains(document.activeElement)",
                    &[json!(dialog)],
                );
                if close == "×" {
                    page.click(&format!("{dialog} [aria-label=Close]"))
                } else {
                    page.key(close)
                }
                page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
                page.wait_until(&format!("the focus to return to {button} after {close}"), || {
                    (focused(page) == button).then_some(())
                });
            }
        }
    });
}
