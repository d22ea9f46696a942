//! Finding things: search and several requests at once, lists and charts that show each other what is pointed at, the overview, the palette, help
//! and messages above dialogs.

use crate::harness::{Device, Page, with_page};
use crate::lab::{
    bar_of, can_undo_redo, command, expect_figures, expect_notice, expect_scenario, expect_workbench, first_example, open_example,
    open_lab, open_palette, open_start, shared, slots_example,
};
use bookahead::engine::run;
use bookahead::engine::slots::decisions::REFUSED;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{PlannerKind, SlotsScenario};
use bookahead::engine::slots::workload::{Source, Workload};
use bookahead::formats::link::Panel;
use serde_json::json;

/// Opens the example with 4,000 requests, whose figures are told in groups of digits.
fn open_large(page: &Page) {
    open_start(page);
    page.click("#example-parallel-jobs");
    expect_workbench(page);
    page.wait_until("its plan", || (page.text("#filter-all .number").replace('\u{202f}', "") == "4000").then_some(()));
}

/// Types into the search field of the list.
fn search(page: &Page, words: &str) {
    page.focus("#request-search");
    page.key("Control+a");
    if words.is_empty() {
        page.key("Backspace");
    } else {
        page.type_text(words);
    }
}

/// Waits until the search says so.
#[track_caller]
fn expect_found(page: &Page, number: usize) {
    let words = format!("{number} found");
    page.wait_until(&words, || (page.text("#request-found").replace('\u{202f}', "") == words).then_some(()));
}

/// The numbers of the selected rows in the list, as far as they are in view.
fn selected(page: &Page) -> Vec<String> {
    page.texts(".row[aria-selected=true] .name")
}

#[track_caller]
fn expect_selected(page: &Page, numbers: &[&str]) {
    page.wait_until(&format!("{numbers:?} to be selected"), || (selected(page) == numbers).then_some(()));
}

/// The first example with requests changed by their numbers.
fn with_requests(change: impl Fn(u32, &mut Request) -> bool) -> SlotsScenario {
    let scenario = first_example();
    let Source::Requests(given) = &scenario.workload.source else { panic!("a list") };
    let requests = given.iter().copied().filter_map(|mut request| change(request.user, &mut request).then_some(request)).collect();
    SlotsScenario { workload: Workload::of_requests(requests), ..scenario }
}

#[test]
fn requests_are_found_by_number_and_by_words() {
    with_page("find-search", |page| {
        open_lab(page, "");
        search(page, "1");
        expect_found(page, 3);
        assert_eq!(page.texts(".row .name"), ["1", "10", "11"]);
        search(page, "rigid flexible");
        expect_found(page, 0);
        assert_eq!(page.text(".rows .hint"), "No request matches.");
        page.assert_accessible("a search that found nothing");
        search(page, "colour");
        page.wait_for_text("#request-found", "“colour” is not known");
        assert_eq!(page.attribute(".row", "aria-setsize").as_deref(), Some("11"), "what means nothing leaves nothing out");
        // Choices put words in, and combine with them and with the tabs.
        search(page, "");
        page.click(".search summary");
        page.click(".choices [data-word=rigid]");
        page.wait_until("the word in the field", || (page.value("#request-search") == "rigid").then_some(()));
        let plan = run(&first_example()).expect("a plan");
        let arrivals = first_example().workload.arrivals().expect("within bounds");
        let rigid = (0..11).filter(|&row| arrivals.row(row).relax() == 0).count();
        expect_found(page, rigid);
        page.click("#filter-moved");
        let is_moved = |row: usize| {
            (0..plan.decisions.start.len()).any(|job| {
                let (first, now) = (plan.decisions.first_start[job], plan.decisions.start[job]);
                arrivals.request[job] as usize == row && first != now && now != REFUSED
            })
        };
        expect_found(page, (0..11).filter(|&row| is_moved(row) && arrivals.row(row).relax() == 0).count());
        page.click("#filter-all");
        page.click(".choices [data-word=rigid]");
        page.wait_until("all of them", || (page.attribute(".row", "aria-setsize")? == "11").then_some(()));
        // A number and Enter: there it is, in the list and on the chart.
        open_large(page);
        page.click("#zoom-in");
        page.click("#zoom-in");
        page.click("#zoom-in");
        search(page, "3210");
        page.key("Enter");
        expect_selected(page, &["3210"]);
        let scenario = slots_example("parallel-jobs");
        let arrivals = scenario.workload.arrivals().expect("within bounds");
        let row = arrivals.user.iter().position(|&user| user == 3_210).expect("such a request");
        let job = arrivals.first_job[row] as usize;
        let start = run(&scenario).expect("a plan").decisions.start[job];
        let at = if start == REFUSED { arrivals.earliest_start[row] } else { start };
        page.wait_until("the chart to show it", || {
            let time = shared(page)?.view.time?;
            (time.first..time.first + time.slots).contains(&f64::from(at)).then_some(())
        });
        search(page, "mpi -refused");
        page.wait_for("some to be found", "/found/.test(document.querySelector('#request-found').textContent)", &[]);
        page.screenshot("find-many");
    });
}

#[test]
fn several_requests_are_changed_in_one_step() {
    with_page("find-several", |page| {
        open_lab(page, "");
        // By keyboard: from the first one on.
        page.focus(".rows");
        page.key("Home");
        page.keys("Shift+ArrowDown", 3);
        expect_selected(page, &["1", "2", "3", "4"]);
        page.key("Shift+ArrowUp");
        expect_selected(page, &["1", "2", "3"]);
        page.wait_for_text(".selected-requests h2", "3 requests selected");
        page.assert_accessible("several requests");
        let arrivals = first_example().workload.arrivals().expect("within bounds");
        let jobs: u32 = (0..3).map(|row| arrivals.row(row).jobs).sum();
        let node_slots: u32 = (0..3).map(|row| arrivals.row(row)).map(|r| r.jobs * r.nodes * r.duration).sum();
        assert_eq!(page.text("#marked-jobs dd"), jobs.to_string());
        assert_eq!(page.text("#marked-node-slots dd"), node_slots.to_string());
        // By pointer: Control takes one away, and one to them.
        let click = |number: usize| {
            page.js(
                "document.querySelector(`.row[aria-posinset='${arguments[0]}']`).dispatchEvent(new MouseEvent('click', {bubbles: true, ctrlKey: true}))",
                &[json!(number)],
            );
        };
        click(2);
        expect_selected(page, &["1", "3"]);
        click(5);
        expect_selected(page, &["1", "3", "5"]);
        page.screenshot("find-several");
        page.click("#marked-later");
        let is_picked = |user: u32| [1, 3, 5].contains(&user);
        let later = with_requests(|user, request| {
            if is_picked(user) {
                request.earliest_start += 1;
                request.latest_start += 1;
            }
            true
        });
        expect_scenario(page, &later);
        expect_selected(page, &["1", "3", "5"]);
        page.click("#undo");
        expect_scenario(page, &first_example());
        assert_eq!(can_undo_redo(page), (false, true), "one step");
        page.fill("#marked-relax", "6");
        page.click("#marked-flexible");
        expect_scenario(
            page,
            &with_requests(|user, request| {
                if is_picked(user) {
                    request.latest_start = request.earliest_start + 6;
                }
                true
            }),
        );
        page.click("#marked-rigid");
        expect_scenario(
            page,
            &with_requests(|user, request| {
                if is_picked(user) {
                    request.latest_start = request.earliest_start;
                }
                true
            }),
        );
        page.click("#undo");
        page.click("#undo");
        page.click("#marked-remove");
        expect_figures(page, &with_requests(|user, _| !is_picked(user)));
        page.wait_until("none to be selected", || selected(page).is_empty().then_some(()));
        page.click("#undo");
        expect_scenario(page, &first_example());
        // All that match.
        search(page, "moved");
        page.wait_for("some to be found", "/^[1-9]/.test(document.querySelector('#request-found').textContent)", &[]);
        let found = page.texts(".row .name");
        if found.len() > 1 {
            page.click("#select-all");
            page.wait_until("all of them", || (selected(page) == found).then_some(()));
        }
        search(page, "user:1-4");
        page.click("#select-all");
        page.wait_for_text(".selected-requests h2", "4 requests selected");
    });
}

#[test]
fn lists_and_charts_show_each_other_what_is_pointed_at() {
    with_page("find-hover", |page| {
        open_lab(page, "");
        page.hover(bar_of(page, "physical", "4.1"));
        page.wait_until("the row to light up", || (page.texts(".row.pointed .name") == ["4"]).then_some(()));
        let pixels = "return [...document.querySelectorAll('.chart canvas.sheet')].map(canvas => {
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            return data.reduce((sum, value, i) => (sum * 31 + value + i) % 1000000007, 7); })";
        page.hover(page.middle_of(".request-form h2"));
        page.wait_until("it to go out", || (page.count(".row.pointed") == 0).then_some(()));
        let before = page.js(pixels, &[]);
        page.hover(page.middle_of("#request-8"));
        page.wait_for_text(".chart .hovered", "9.1: ");
        page.settle();
        let after = page.js(pixels, &[]);
        for chart in 0..2 {
            assert_ne!(before[chart], after[chart], "chart {chart} shows the request that is pointed at in the list");
        }
        page.hover(page.middle_of(".request-form h2"));
        page.wait_until("the charts as they were", || (page.js(pixels, &[]) == before).then_some(()));
    });
}

#[test]
fn the_overview_moves_and_resizes_what_is_visible() {
    with_page("find-overview", |page| {
        open_lab(page, "");
        open_large(page);
        let charts = page.rect("#gantt-physical");
        let is_whole = || (page.rect("#overview-window")[2] > charts[2] * 0.9).then_some(());
        page.wait_until("everything in view", is_whole);
        page.click("#zoom-in");
        page.click("#zoom-in");
        page.wait_until("the window to rest", || (page.rect("#overview-window")[2] < charts[2] * 0.6).then_some(()));
        assert_eq!(page.rect("#gantt-physical"), charts, "the charts stay where they are");
        page.assert_accessible("the overview");
        let time = || page.wait_until("a stretch of time", || shared(page)?.view.time);
        let before = time();
        page.js("document.querySelector('#overview-window').scrollIntoView({block: 'center'})", &[]);
        page.drag(Device::Mouse, page.middle_of("#overview-window"), page.middle_of("#overview-window").by(100.0, 0.0));
        let moved =
            page.wait_until("the view to follow", || shared(page)?.view.time.filter(|time| time.first > before.first + 1.0));
        assert!((moved.slots - before.slots).abs() < 1e-3, "moved, not resized: {before:?} {moved:?}");
        page.wait_until("the window to rest", || (page.rect("#overview-window")[0] > charts[0] + 60.0).then_some(()));
        page.settle();
        page.drag(Device::Mouse, page.middle_of("#overview-to .knob"), page.middle_of("#overview-to .knob").by(-60.0, 0.0));
        let narrow = page.wait_until("a shorter stretch", || shared(page)?.view.time.filter(|time| time.slots < moved.slots - 1.0));
        assert!((narrow.first - moved.first).abs() < 1.0, "its beginning stays: {moved:?} {narrow:?}");
        page.screenshot("find-overview");
        page.focus("#overview-window");
        page.key("Home");
        page.wait_until("the beginning", || shared(page)?.view.time.filter(|time| time.first < 1.0));
        page.key("Shift+ArrowRight");
        page.wait_until("the next stretch", || {
            shared(page)?.view.time.filter(|time| (time.first - narrow.slots).abs() < narrow.slots * 0.2)
        });
        page.focus("#overview-from");
        page.key("Home");
        page.wait_until("a wider stretch", || shared(page)?.view.time.filter(|time| time.slots > narrow.slots * 1.5));
        page.key("0");
        page.wait_until("all of it", is_whole);
    });
}

#[test]
fn everything_is_found_in_the_palette() {
    with_page("find-palette", |page| {
        open_lab(page, "");
        page.focus("#handle-deadline");
        open_palette(page, "Control+k");
        page.assert_accessible("the palette");
        page.screenshot("find-palette");
        page.type_text("first ph");
        page.wait_for_text("#command-list li[aria-selected=true]", "Planner: First fit, physical");
        page.key("Enter");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        let mut scenario = first_example();
        scenario.policy.planner = PlannerKind::FirstFitPhysical;
        expect_figures(page, &scenario);
        page.wait_for("the focus to return", "document.activeElement.id === 'handle-deadline'", &[]);
        // Every choice by arrows; the field tells which one is meant.
        open_palette(page, "Control+k");
        page.keys("ArrowDown", 4);
        page.wait_for("the fifth", "document.activeElement.getAttribute('aria-activedescendant') === 'command-4'", &[]);
        page.type_text("zzqq");
        page.wait_for_text(".palette .hint", "Nothing fits.");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        // A request by its number.
        open_palette(page, "g");
        page.type_text("4");
        page.wait_for_text("#command-list li[aria-selected=true]", "Go to request 4");
        page.key("Enter");
        expect_selected(page, &["4"]);
        open_palette(page, "g");
        page.type_text("77");
        page.key("Enter");
        expect_notice(page, "There is no request 77");
        // An example of another workbench, and what can be done there.
        command(page, "four idle periods", "Four idle periods");
        page.wait_until("named servers", || {
            matches!(shared(page)?.view.panel, Panel::Study(kind) if kind.key() == "idle").then_some(())
        });
        page.click("#open-commands");
        page.wait_for("the field to have the focus", "document.activeElement?.id === 'command-search'", &[]);
        page.type_text("strategy");
        page.wait_for_text("#command-list li[aria-selected=true]", "Strategy: ");
        // One command leads to another dialog.
        page.key("Control+a");
        page.type_text("share");
        page.key("Enter");
        page.wait_for_element("#share-dialog[open]");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
    });
}

#[test]
fn help_says_what_this_is_and_messages_go_with_their_cause() {
    with_page("find-help", |page| {
        open_lab(page, "");
        page.key("?");
        page.wait_for_text("#help-dialog", "How to read the picture: Plan");
        page.wait_for_text("#help-dialog", "New request");
        page.assert_accessible("the help");
        page.screenshot("find-help");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        page.key("2");
        page.key("?");
        page.wait_for_text("#help-dialog", "How to read the picture: Idle periods");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        page.key("1");
        // A refused link is said once, where it can be seen: in the dialog.
        page.click("#open-share");
        page.wait_for_element("#share-dialog[open]");
        for link in ["v2.AAAA", "v1.BBBB"] {
            page.fill(".open-link input", link);
            expect_notice(page, "This link cannot be opened");
        }
        page.wait_until("one message", || (page.count(".notice") == 1).then_some(()));
        let on_top = "
            const r = document.querySelector('.notice').getBoundingClientRect();
            const e = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
            return Boolean(e?.closest('.notice'))";
        assert_eq!(page.js(on_top, &[]), true, "the message lies above the dialog");
        page.screenshot("find-notice");
        page.assert_accessible("a message above a dialog");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        assert_eq!(page.count(".notice"), 1, "it is still true");
        open_example(page, "holes");
        page.wait_until("the message to go", || (page.count(".notice") == 0).then_some(()));
    });
}
