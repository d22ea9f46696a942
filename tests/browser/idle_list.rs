//! The list of requests to named servers: searched with the same words as that of plans in slots, several selected and changed at once, and linked
//! with the servers' chart in both directions.

use crate::geometry::open_servers;
use crate::harness::{Page, Point, with_page};
use crate::lab::{can_undo_redo, example};
use bookahead::engine::idle::IdleScenario;
use bookahead::state::Example;

fn servers() -> IdleScenario {
    Example::find("eleven-servers").expect("an example").idle().expect("named servers")
}

/// The requests of rows, by place in the source.
fn requests(page: &Page, css: &str) -> Vec<String> {
    let script = "return [...document.querySelectorAll(arguments[0])].map(row => row.dataset.request)";
    let found = page.js(script, &[css.into()]);
    found.as_array().into_iter().flatten().filter_map(|id| id.as_str().map(str::to_string)).collect()
}

fn rows(page: &Page) -> Vec<String> {
    requests(page, ".idle-row")
}

/// How many requests are listed, those out of sight included.
fn count(page: &Page) -> usize {
    page.attribute(".idle-row", "aria-setsize").and_then(|count| count.parse().ok()).unwrap_or(0)
}

fn selected(page: &Page) -> Vec<String> {
    requests(page, ".idle-row[aria-selected=true]")
}

/// Selects the first request, so that the list begins with it.
fn to_the_top(page: &Page) {
    page.focus(".rows");
    page.key("Home");
    page.wait_for_element(".idle-row[data-request='0'][aria-selected=true]");
}

fn search(page: &Page, words: &str) {
    page.focus("#request-search");
    page.key("Control+a");
    page.type_text(words);
}

#[test]
fn words_find_and_survive_another_workbench() {
    with_page("idle-search", |page| {
        open_servers(page, &example("eleven-servers"));
        page.wait_until("all of them", || (count(page) == 15).then_some(()));
        search(page, "rigid");
        let rigid = |row: usize| {
            let arrivals = servers().arrivals().expect("requests");
            arrivals.deadline[row] - arrivals.earliest_start[row] == arrivals.size[row]
        };
        let expected: Vec<String> = (0..15).filter(|&row| rigid(row)).map(|row| row.to_string()).collect();
        assert!(!expected.is_empty() && expected.len() < 15);
        page.wait_until("the rigid ones", || {
            let shown = rows(page);
            let are_some = !shown.is_empty() && expected.windows(shown.len()).any(|part| *part == shown);
            (count(page) == expected.len() && are_some).then_some(())
        });
        page.click("#filter-refused");
        page.wait_for("the tab", "document.querySelector('#filter-refused').ariaPressed === 'true'", &[]);
        // Elsewhere another list stands, with a search of its own; here everything is as it was.
        page.click("#panel-slots");
        page.wait_for("another search", "document.querySelector('#request-search')?.value === ''", &[]);
        search(page, "moved");
        page.click("#panel-idle");
        page.wait_for("the search", "document.querySelector('#request-search')?.value === 'rigid'", &[]);
        assert_eq!(page.attribute("#filter-refused", "aria-pressed").as_deref(), Some("true"));
        page.click("#panel-slots");
        page.wait_for("the other search", "document.querySelector('#request-search')?.value === 'moved'", &[]);
        page.click("#panel-idle");
        page.click("#filter-all");
        search(page, "colour");
        page.wait_for_text("#request-found", "“colour”");
        page.wait_until("nothing left out", || (count(page) == 15).then_some(()));
        page.assert_accessible("the list of servers");
    });
}

#[test]
fn several_are_selected_and_changed_at_once() {
    with_page("idle-marked", |page| {
        open_servers(page, &example("eleven-servers"));
        page.wait_until("all of them", || (count(page) == 15).then_some(()));
        to_the_top(page);
        page.click(".idle-row[data-request='2']");
        page.focus(".rows");
        page.keys("Shift+ArrowDown", 2);
        page.wait_until("three", || (selected(page) == ["2", "3", "4"]).then_some(()));
        page.wait_for_text(".selected-requests h2", "3 requests selected");
        page.wait_for_element("path.marked[d^=M]");
        page.screenshot("idle-marked");
        let before = servers().arrivals().expect("requests");
        page.click("#marked-later");
        let words =
            |row: usize| format!("r {} · l {} · d {}", before.earliest_start[row] + 1, before.size[row], before.deadline[row] + 1);
        for row in [2, 3, 4] {
            page.wait_for_text(&format!(".idle-row[data-request='{row}'] .asked"), &words(row));
        }
        page.click("#undo");
        let first = format!("r {} · l {}", before.earliest_start[2], before.size[2]);
        page.wait_for_text(".idle-row[data-request='2'] .asked", &first);
        assert!(!can_undo_redo(page).0, "one command is one step");
        page.wait_until("still three", || (selected(page).len() == 3).then_some(()));
        page.click("#marked-remove");
        page.wait_until("twelve left", || (count(page) == 12).then_some(()));
        page.assert_accessible("several requests to servers");
    });
}

#[test]
fn list_and_servers_show_each_other_what_is_pointed_at() {
    with_page("idle-hover", |page| {
        open_servers(page, &example("eleven-servers"));
        page.wait_until("all of them", || (count(page) == 15).then_some(()));
        // Of the last request all bars are of decisions before it.
        page.focus(".rows");
        page.key("End");
        page.wait_for_element(".idle-row[data-request='14'][aria-selected=true]");
        page.js("document.querySelector('[data-plane=gantt]').scrollIntoView({block: 'center'})", &[]);
        page.settle();
        page.hover(page.middle_of(".idle-row[data-request='11']"));
        page.wait_for_element("path.pointed[d^=M]");
        // The outline stands where the bar is: pointing there lights the row.
        let [x, y, width, height] = page.rect("path.pointed");
        page.hover(page.middle_of("#request-search"));
        page.wait_for("nothing pointed at", "!document.querySelector('path.pointed, .row.pointed')", &[]);
        page.hover(Point { x: x + width / 2.0, y: y + height / 2.0 });
        page.wait_for_element(".idle-row.pointed[data-request='11']");
    });
}
