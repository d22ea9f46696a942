//! What a newcomer sees: the papers' worked example, planned and explained, without anyone else being asked.

use crate::harness::{Page, with_page, with_page_alone};
use crate::lab::{NEWCOMER, aria, expect_figures, figures, first_example, inspected, open_lab};

/// Starts of the newcomer's jobs and of user 4's, as the table says them.
fn starts(page: &Page) -> Vec<(String, String, String)> {
    page.click("#tables summary");
    page.wait_for_element("#tables tbody tr");
    let script = "return [...document.querySelector('#tables table').tBodies[0].rows].map(row => {
        const cell = i => row.children[i].innerText.trim(); return [cell(0), cell(5), cell(8)] })";
    let rows = page.js(script, &[]);
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    rows.as_array().into_iter().flatten().map(|row| (word(&row[0]), word(&row[1]), word(&row[2]))).collect()
}

#[test]
fn the_first_example_is_golden_1a() {
    with_page_alone("first-view", |page| {
        open_lab(page, "");
        expect_figures(page, &first_example());
        assert_eq!(figures(page), ["15 of 15", "0.27", "1"]);
        assert!(page.text("#figure-accepted").replace('\u{202f}', " ").contains("100 %"), "{}", page.text("#figure-accepted"));
        assert_eq!(page.attribute("#planner-fcfs-eds", "aria-pressed").as_deref(), Some("true"));
        assert_eq!(page.value("#shift-rule"), "hold");
        assert_eq!(page.value("#field-machine-nodes"), "5");

        // Selected: the request that made someone wait.
        assert_eq!(page.attribute(&format!("#request-{NEWCOMER}"), "aria-selected").as_deref(), Some("true"));
        assert_eq!(inspected(page), ["0", "12", "14", "3", "1", "3"]);
        assert_eq!(
            [aria(page, "earliest-start"), aria(page, "deadline"), aria(page, "duration"), aria(page, "nodes")],
            [12, 17, 3, 1]
        );
        let verdict = page.text("#verdict");
        assert!(verdict.starts_with("All three jobs accepted"), "{verdict}");
        assert!(verdict.contains("job 4.1 could wait one slot, so it moved from 15 to 16"), "{verdict}");
        assert!(verdict.ends_with("No one else moved."), "{verdict}");

        // The arrow of the job that moved, in both charts; the list tells it too.
        assert_eq!(page.count(".trace[data-job='4.1']"), 2);
        assert_eq!(page.text("#request-3 .fate"), "15 → 16");
        assert_eq!(page.texts("#filter-refused .number"), ["0"]);
        assert_eq!(page.texts("#filter-moved .number"), ["1"]);

        let starts = starts(page);
        let of = |job: &str| starts.iter().find(|(name, ..)| name == job).map(|(_, start, fate)| (start.as_str(), fate.as_str()));
        assert_eq!(starts.len(), 15);
        assert_eq!(of("11.1"), Some(("12", "accepted")));
        assert_eq!(of("11.2"), Some(("13", "accepted")));
        assert_eq!(of("11.3"), Some(("14", "accepted")));
        assert_eq!(of("4.1"), Some(("16", "moved from 15")));
        page.click("#tables summary");
    });
}

#[test]
fn nothing_is_asked_for_once_the_page_is_there() {
    with_page("alone", |page| {
        open_lab(page, "");
        // The page asks for its worker last, when it has nothing else to do.
        page.wait_for_worker();
        let asked = page.asked();
        // A drag, another planner, another workload, the tables: all of it in the tab.
        page.key("ArrowRight");
        page.click("#planner-rigid");
        crate::lab::open_example(page, "half-a-day");
        page.click("#layout-physical");
        page.click("#tables summary");
        page.wait_for_element("#tables tbody tr");
        page.settle();
        assert_eq!(page.asked().len(), asked.len(), "{:?}", &page.asked()[asked.len()..]);
        let resources = page.js("return performance.getEntriesByType('resource').map(e => e.name)", &[]);
        assert!(resources.as_array().is_some_and(|names| !names.is_empty()), "{resources}");
        page.assert_quiet();
    });
}
