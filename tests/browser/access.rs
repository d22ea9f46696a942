//! For those who do not see the charts: the accessibility scanner finds nothing, changes are spoken, and tables say the same.

use crate::harness::{Page, with_page};
use crate::lab::{expect_figures, expect_notice, first_example, leave_start, open_lab, open_start};
use bookahead::engine::run;
use bookahead::engine::slots::decisions::REFUSED;
use serde_json::{Value, json};

/// Scans the page once nothing fades any more.
fn scan(page: &Page, what: &str) {
    page.wait_for("colours to settle", "document.getAnimations().length === 0", &[]);
    page.assert_accessible(what);
}

fn close(page: &Page) {
    page.key("Escape");
    page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
}

#[test]
fn the_scanner_finds_nothing() {
    with_page("axe", |page| {
        open_lab(page, "");
        scan(page, "the first view");
        page.click("#planner-rigid");
        page.wait_for_text("#verdict h3", "One of the three jobs accepted");
        page.click("#filter-refused");
        page.wait_for_element(".row .reason");
        scan(page, "the refused ones");
        page.fill("#field-duration", "0");
        page.wait_for_element("#field-duration-note");
        scan(page, "a refused number");
        page.click("#filter-all");
        page.click("#tables summary");
        page.wait_for_element("#tables tbody tr");
        scan(page, "the tables");
        page.click("#open-help");
        page.wait_for_element("#help-dialog[open]");
        scan(page, "the keys");
        close(page);
        page.click("#open-share");
        page.wait_for_element("#share-dialog[open]");
        scan(page, "the link");
        close(page);
        open_start(page);
        scan(page, "the start page");
        page.click("#open-generator");
        page.wait_for_element("#generator-dialog[open]");
        scan(page, "the generator");
        leave_start(page);
        page.drop_file("body", "no.json", b"{");
        expect_notice(page, "no.json cannot be opened");
        scan(page, "a notice");
        page.drop_file("body", "one.swf", b"5 0 10 600 2 -1 -1 2 600 -1 1 1 1 -1 1 -1 -1 -1\n6 0 10\n");
        page.wait_for_element("#log-shaped");
        scan(page, "the options of a log");
    });
}

#[test]
fn nor_in_the_dark_nor_on_a_phone() {
    with_page("axe-dark-phone", |page| {
        // Without motion: the scanner is not to see colours on their way.
        page.prefer(true, true);
        open_lab(page, "");
        scan(page, "the first view in the dark");
        page.click("#planner-rigid");
        page.wait_for_text("#verdict h3", "One of the three jobs accepted");
        scan(page, "a partly refused request in the dark");
        page.fill("#field-nodes", "5");
        page.wait_for_text("#verdict h3", "All three jobs refused");
        scan(page, "a refused request in the dark");
        open_start(page);
        scan(page, "the start page in the dark");
        page.phone();
        page.settle();
        scan(page, "the start page on a dark phone");
        leave_start(page);
        page.settle();
        scan(page, "a dark phone");
        page.prefer(false, true);
        page.settle();
        scan(page, "a phone");
    });
}

#[test]
fn changes_are_spoken() {
    with_page("spoken", |page| {
        open_lab(page, "");
        page.wait_for_text(".spoken", "Request 11. All three jobs accepted.");
        assert_eq!(page.attribute(".spoken", "aria-live").as_deref(), Some("polite"));
        page.click("#planner-rigid");
        page.wait_for_text(".spoken", "Request 11. One of the three jobs accepted.");
        page.focus(".rows");
        page.key("Home");
        page.wait_for_text(".spoken", "Request 1. Both jobs accepted. 1.1 and 1.2 start at 11.");
        page.key("End");
        page.focus("#handle-nodes");
        page.key("Shift+ArrowUp");
        page.wait_for_text(".spoken", "Request 11. All three jobs refused.");
        assert_eq!(page.attribute("#handle-nodes", "aria-valuetext").as_deref(), Some("5 nodes"));
        // A problem is announced at once.
        page.js("location.hash = '#v1.AAAA'", &[]);
        expect_notice(page, "cannot be opened");
        assert_eq!(page.attribute(".notice.problem", "role").as_deref(), Some("alert"));
    });
}

/// Rows of a table of the twin as text.
fn rows(page: &Page, table: usize) -> Vec<Vec<String>> {
    let script = "return [...document.querySelectorAll('#tables table')[arguments[0]].tBodies[0].rows].map(
        row => [...row.cells].map(cell => cell.innerText.trim()))";
    let rows = page.js(script, &[json!(table)]);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    rows.as_array().into_iter().flatten().map(|row| row.as_array().into_iter().flatten().map(word).collect()).collect()
}

#[test]
fn tables_say_what_the_charts_show() {
    with_page("tables", |page| {
        open_lab(page, "");
        page.click("#planner-rigid");
        let mut scenario = first_example();
        scenario.policy.planner = bookahead::engine::slots::scenario::PlannerKind::Rigid;
        expect_figures(page, &scenario);
        page.click("#tables summary");
        page.wait_for_element("#tables tbody tr");
        page.js("document.querySelector('#tables').scrollIntoView()", &[]);
        page.screenshot("tables");
        let outcome = run(&scenario).expect("a plan");
        let decisions = &outcome.decisions;
        let jobs = rows(page, 0);
        assert_eq!(jobs.len(), decisions.start.len());
        let mut busy = std::collections::BTreeMap::<u32, u32>::new();
        for (row, &start) in jobs.iter().zip(&decisions.start) {
            let told = if start == REFUSED { String::new() } else { start.to_string() };
            assert_eq!(row[5], told, "{row:?}");
            assert_eq!(start == REFUSED, row[8].starts_with("refused: "), "{row:?}");
            if start != REFUSED {
                let (duration, nodes): (u32, u32) = (row[3].parse().expect("a duration"), row[4].parse().expect("nodes"));
                assert_eq!(row[6], (start + duration).to_string(), "{row:?}");
                assert!(!row[7].is_empty(), "on which nodes: {row:?}");
                (start..start + duration).for_each(|slot| *busy.entry(slot).or_default() += nodes);
            }
        }
        // Utilisation slot by slot, from the jobs above.
        let mut told = 0;
        for row in rows(page, 1) {
            let slot: u32 = row[0].parse().expect("a slot");
            let nodes = busy.get(&slot).copied().unwrap_or_default();
            assert_eq!(row[1], nodes.to_string(), "{row:?}");
            assert_eq!(row[2].replace('\u{202f}', ""), format!("{}%", nodes * 20), "{row:?}");
            told += nodes;
        }
        assert_eq!(told, busy.values().sum::<u32>(), "every slot of the plan is told");
        // A job's name leads to its request.
        page.click("#tables tbody tr:nth-child(5) button");
        page.wait_for("its request", "document.querySelector('.request-form h2').innerText === 'Request 4'", &[]);
    });
}
