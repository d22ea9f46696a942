//! One request has one number in every study, and a log's dates are on the axis, in the words and in the tables.

use crate::harness::{Page, with_page};
use crate::lab::open_lab;

/// Three jobs with gaps in their numbers, from 23 September 1996, 14:00:31 by the clock on the wall.
const LOG: &str = "\
; Computer: Dated Machine
; MaxProcs: 4
; UnixStartTime: 843480031
; StartTime: Mon Sep 23 14:00:31 CEST 1996
150 0 0 600 1 -1 -1 1 600 -1 1 1 1 1 1 1 -1 -1
152 300 0 900 3 -1 -1 3 900 -1 1 1 1 1 1 1 -1 -1
9000 9000 0 300 1 -1 -1 1 300 -1 1 1 1 1 1 1 -1 -1
";

/// The names of those that a search finds.
fn found(page: &Page, words: &str) -> Vec<String> {
    page.fill("#request-search", words);
    page.settle();
    page.texts(".idle-row .name")
}

#[test]
fn a_request_has_the_same_number_among_idle_periods() {
    with_page("same_number", |page| {
        open_lab(page, "");
        page.click("#set-servers");
        page.wait_for_element(".idle-row");
        assert_eq!(page.attribute(".idle-row", "aria-setsize").as_deref(), Some("15"));
        assert_eq!(found(page, "11"), ["11.1", "11.2", "11.3"]);
        assert_eq!(found(page, "11.2"), ["11.1", "11.2", "11.3"]);
        page.focus("#request-search");
        page.key("Enter");
        page.wait_for_text(".inspector .request-form h2", "Request 11.2");
        assert_eq!(page.text(".idle-row[aria-selected=true] .name"), "11.2");
        // What it leaves idle is the same in the words and in the table.
        page.wait_for_element("#choices");
        let words = page.text("#idle-verdict");
        let row = page.js(
            "return [...document.querySelectorAll('#choices tbody tr')].map(row => [...row.children].map(cell => cell.textContent))",
            &[],
        );
        let taken =
            row.as_array().and_then(|rows| rows.iter().find(|row| row[0] == "Min-LIP")).expect("the strategy's row").clone();
        let before = taken[4].as_str().expect("a cell").to_string();
        let told = if before == "0" { "leaves nothing".to_string() } else { format!("leaves {}", before.replace(", dropped", "")) };
        assert!(words.contains(&told), "{taken} / {words}");
    });
}

#[test]
fn a_log_has_its_dates_on_the_axis_and_in_words() {
    with_page("dates", |page| {
        open_lab(page, "");
        page.drop_file("main", "dated.swf", LOG.as_bytes());
        page.wait_for_text("#log-shaped", "3 requests on 4 nodes");
        page.click("#use-log");
        page.wait_for_element("#request-2");
        assert_eq!(page.attribute("#axis-clock", "aria-pressed").as_deref(), Some("true"), "dates come first where there are some");
        page.click("#request-1");
        page.wait_for_text("#verdict", "152.1 starts at Mon 23 Sep 1996 14:05");
        page.wait_for(
            "the date on the axis",
            "document.querySelector('#gantt-logical canvas[data-ticks]').dataset.ticks.includes('23 Sep 1996')",
            &[],
        );
        let window = || page.attribute("svg.lane", "aria-label").unwrap_or_default();
        page.wait_until("the bracket in clock time", || {
            window().contains("request 152 may start Mon 23 Sep 1996 14:05 – ").then_some(())
        });
        let handle = page.attribute("#handle-deadline", "aria-valuetext").unwrap_or_default();
        assert!(handle.contains("23 Sep 1996"), "{handle}");
        page.click("#tables summary");
        page.wait_for_text("#tables table", "Mon 23 Sep 1996 14:00");
        // In slots nothing has a date; the link keeps what was chosen.
        page.click("#axis-slots");
        page.wait_for_text("#verdict", "152.1 starts at 1, its earliest start");
        page.wait_until("the bracket in slots", || window().contains("request 152 may start in 1–").then_some(()));
        assert!(!page.text("#tables table").contains("1996"));
        page.wait_for("the link", "location.hash.startsWith('#v3.')", &[]);
        page.reload();
        page.wait_for_text("#verdict", "152.1 starts at 1, its earliest start");
        page.click("#axis-clock");
        page.wait_for_text("#verdict", "152.1 starts at Mon 23 Sep 1996 14:05");
        // The same jobs on named servers keep the log's numbers.
        page.click("#set-servers");
        page.wait_for_element(".idle-row");
        assert_eq!(found(page, ""), ["150", "152.1.1", "152.1.2", "152.1.3", "9000"]);
    });
}

#[test]
fn an_edit_tells_whose_nodes_change() {
    with_page("other_nodes", |page| {
        open_lab(page, "");
        // Another duration of the first request: those after it move over.
        let mut told = false;
        for request in 0..6 {
            page.click(&format!("#request-{request}"));
            for duration in ["2", "1", "3"] {
                page.fill("#field-duration", duration);
                page.key("Enter");
                page.wait_until("the duration", || (page.value("#field-duration") == duration).then_some(()));
                let words = page.js("return document.querySelector('#other-nodes')?.textContent ?? ''", &[]);
                let words = words.as_str().unwrap_or_default();
                assert!(
                    words.is_empty()
                        || words.contains("keep their time on other nodes")
                        || words.contains("keeps its time on another"),
                    "{words}"
                );
                told |= !words.is_empty();
            }
        }
        assert!(told, "some edit changes nodes");
    });
}
