//! The widget for notebooks on a page that has the interface of anywidget's model: traits go into the frame and come out of it.

use crate::harness::{Page, copied, with_folder};
use serde_json::{Value, json};

/// Waits until an expression on the notebook's traits is true.
#[track_caller]
fn expect(page: &Page, what: &str, holds: &str) {
    page.wait_for(what, holds, &[]);
}

fn scenario(latest: u32) -> Value {
    json!({ "version": 1, "title": "From Python", "machine": { "nodes": 1 }, "workload": { "requests": [
        { "user": 1, "earliest_start": 2, "duration": 2 },
        { "user": 2, "earliest_start": 2, "latest_start": latest, "duration": 2 },
    ] } })
}

#[test]
fn traits_of_a_notebook_go_into_the_page_and_come_out_of_it() {
    let files = [
        ("notebook.html", include_str!("widget.html")),
        ("bookahead_widget.js", include_str!("../../docs/recipes/bookahead_widget.js")),
    ];
    with_folder(
        "widget",
        |dist| copied(&dist, "widget", |_| false, &files),
        |page| {
            page.post("url", &json!({ "url": format!("{}notebook.html", page.server().address()) }));
            // Without a scenario it tells what the page has.
            expect(page, "the page's own scenario and plan", "window.traits?.scenario?.version === 1 && traits.plan?.decisions");
            page.assert_accessible("a notebook");
            // From Python: planned, and not sent back in other words.
            page.js("window.given = arguments[0]; saved.length = 0; receive({ scenario: given })", &[scenario(2)]);
            expect(page, "the plan", "traits.plan?.decisions.length === 2 && traits.plan.decisions[1].accepted === false");
            assert_eq!(page.js("return [traits.scenario === given, traits.error]", &[]), json!([true, ""]));
            page.js("receive({ scenario: arguments[0] })", &[scenario(9)]);
            expect(page, "the other plan", "traits.plan.decisions[1].start === 4");
            // What is selected goes both ways.
            page.js("receive({ selection: 2 }); setTimeout(() => post({ do: 'view', select: 1 }), 1000)", &[]);
            expect(page, "the user's selection", "traits.selection === 1");
            // What a user changes comes out.
            page.js("post({ do: 'edit', edits: [{ request: 2, duration: 5 }] })", &[]);
            expect(page, "the change", "traits.scenario.workload.requests[1].duration === 5 && traits.plan.decisions[1].end === 9");
            assert!(
                page.js("return saved.flat().sort().filter((name, at, all) => name !== all[at - 1])", &[]).as_array().is_some_and(
                    |names| names.iter().all(|name| ["plan", "scenario", "selection"].contains(&name.as_str().unwrap_or_default()))
                )
            );
            // What is wrong is told, with its place, until something is right.
            page.js("receive({ scenario: { version: 1, machine: { nodes: 0 }, workload: { requests: [] } } })", &[]);
            expect(page, "why it is refused", "traits.error.includes('nodes')");
            page.js("receive({ scenario: arguments[0], height: 300 })", &[scenario(2)]);
            expect(page, "the plan again", "traits.error === '' && traits.plan.decisions[1].accepted === false");
            assert_eq!(page.rect("iframe")[3], 300.0);
            page.screenshot("widget");
            page.size(390, 844);
            page.assert_fits_width();
            // A cell that is run again leaves nothing behind.
            page.js("end()", &[]);
            assert_eq!(page.js("return [document.querySelectorAll('iframe').length, listeners()]", &[]), json!([0, 0]));
        },
    );
}
