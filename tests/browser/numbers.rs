//! Typing numbers: what is allowed is planned, what is not is refused beside the field and changes nothing.

use crate::harness::with_page;
use crate::lab::{
    can_undo_redo, expect_inspected, expect_scenario, figures, first_example, held_slots, newcomer_of, open_lab, with_newcomer,
};
use bookahead::engine::slots::request::Request;

#[test]
fn numbers_that_are_allowed_are_planned() {
    with_page("typed", |page| {
        open_lab(page, "");
        let cases: [(&str, &str, fn(&mut Request)); 6] = [
            ("submitted", "7", |r| r.submitted = 7),
            ("earliest-start", "9", |r| r.earliest_start = 9),
            ("latest-start", "20", |r| r.latest_start = 20),
            ("duration", " 2 ", |r| r.duration = 2),
            ("nodes", "5", |r| r.nodes = 5),
            ("jobs", "6", |r| r.jobs = 6),
        ];
        for (field, text, change) in cases {
            let expected = with_newcomer(change);
            page.fill(&format!("#field-{field}"), text);
            expect_inspected(page, &newcomer_of(&expected));
            expect_scenario(page, &expected);
            page.click("#undo");
            expect_scenario(page, &first_example());
            assert!(!can_undo_redo(page).0, "one number is one step");
        }
        // Arrows in a field, and leaving it by Tab.
        page.focus("#field-duration");
        page.key("ArrowUp");
        page.key("Shift+ArrowUp");
        expect_scenario(page, &with_newcomer(|r| r.duration = 9));
        page.key("Control+a");
        page.type_text("4");
        page.key("Tab");
        expect_scenario(page, &with_newcomer(|r| r.duration = 4));
    });
}

#[test]
fn numbers_that_are_not_allowed_are_refused_in_place() {
    with_page("refused-numbers", |page| {
        open_lab(page, "");
        let plan = figures(page);
        let cases = [
            ("submitted", "13", "a whole number from 0 to 12"),
            ("earliest-start", "15", "a whole number from 0 to 14"),
            ("latest-start", "11", "a whole number from 12 to 4000000"),
            ("latest-start", "4000001", "a whole number from 12 to 4000000"),
            ("duration", "0", "a whole number from 1 to 1000000"),
            ("duration", "-1", "a whole number from 1 to 1000000"),
            ("duration", "3.5", "a whole number from 1 to 1000000"),
            ("duration", "99999999999999999999", "a whole number from 1 to 1000000"),
            ("duration", "soon", "a whole number from 1 to 1000000"),
            ("duration", "NaN", "a whole number from 1 to 1000000"),
            ("duration", "1e3", "a whole number from 1 to 1000000"),
            ("nodes", "6", "a whole number from 1 to 5"),
            ("jobs", "0", "a whole number from 1 to 10000"),
            ("machine-nodes", "0", "a whole number from 1 to 65535"),
            ("machine-nodes", "65536", "a whole number from 1 to 65535"),
            ("slot-seconds", "86401", "a whole number from 1 to 86400"),
        ];
        for (field, text, allowed) in cases {
            let css = format!("#field-{field}");
            page.fill(&css, text);
            page.wait_for_text(&format!("{css}-note"), &format!("“{text}” is not allowed: {allowed}."));
            assert_eq!(page.attribute(&css, "aria-invalid").as_deref(), Some("true"));
            assert_eq!(page.attribute(&css, "aria-describedby"), Some(format!("field-{field}-note")));
            assert_eq!(page.value(&css), text, "what was typed stays to be mended");
            assert_eq!(figures(page), plan);
            assert_eq!(can_undo_redo(page), (false, false));
        }
        page.screenshot("refused-numbers");
        // Mended: the message goes, the number counts.
        page.fill("#field-nodes", "2");
        expect_inspected_nodes(page, "2");
        page.wait_for("the message to go", "!document.querySelector('#field-nodes-note')", &[]);
        assert_eq!(page.attribute("#field-nodes", "aria-invalid").as_deref(), Some("false"));
        page.click("#undo");
        expect_scenario(page, &first_example());

        // A machine smaller than the largest job is refused at the field; the plan stays.
        page.fill("#field-nodes", "5");
        expect_inspected_nodes(page, "5");
        expect_scenario(page, &with_newcomer(|r| r.nodes = 5));
        let plan = figures(page);
        page.fill("#field-machine-nodes", "3");
        page.wait_for_text("#field-machine-nodes-note", "“3” is not allowed: a whole number from 5 to 65535.");
        assert_eq!(figures(page), plan);
        page.screenshot("machine-too-small");
        // Escape brings the number in force back.
        page.focus("#field-machine-nodes");
        page.key("Escape");
        page.wait_for("the number in force", "document.querySelector('#field-machine-nodes').value === '5'", &[]);
        page.wait_for("the message to go", "!document.querySelector('#field-machine-nodes-note')", &[]);
        expect_scenario(page, &with_newcomer(|r| r.nodes = 5));
    });
}

#[test]
fn what_is_half_typed_stays_while_the_page_changes() {
    with_page("half-typed", |page| {
        open_lab(page, "");
        page.focus("#field-machine-nodes");
        page.key("Control+a");
        page.key("1");
        // The page is drawn anew: another view, then another plan.
        for press in ["#zoom-in", "#planner-rigid", "#planner-fcfs-eds"] {
            page.js("document.querySelector(arguments[0]).click()", &[press.into()]);
            page.settle();
            assert_eq!(page.value("#field-machine-nodes"), "1", "{press}");
        }
        page.key("2");
        page.key("Enter");
        page.wait_until("twelve nodes", || (held_slots(page)?.machine.nodes == 12).then_some(()));
        // What undo brings back is in the field as well.
        page.key("7");
        page.js("document.querySelector('#undo').click()", &[]);
        page.wait_for("the nodes before", "document.querySelector('#field-machine-nodes').value === '5'", &[]);
    });
}

fn expect_inspected_nodes(page: &crate::harness::Page, nodes: &str) {
    page.wait_for("the nodes", "document.querySelector('#field-nodes').value === arguments[0]", &[nodes.into()]);
}
