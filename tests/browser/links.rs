//! Links and saved work: what is shared comes back as it was, and what is damaged changes nothing.

use crate::harness::{Page, with_page};
use crate::lab::{
    self, axis_labels, dismiss_notices, expect_figures, expect_inspected, expect_notice, expect_scenario, first_example, has_link,
    held_slots, newcomer_of, open_lab, open_start, reload_lab, shared, with_newcomer,
};
use bookahead::engine::Scenario;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Preset, Source, Workload};
use bookahead::formats::link::{AxisUnit, Layout, TimeWindow, View};
use bookahead::state::EXAMPLES;
use serde_json::json;

fn fragment_of(scenario: &SlotsScenario, view: View) -> String {
    lab::fragment_of(EXAMPLES[0].title, scenario.clone(), view)
}

fn longer() -> SlotsScenario {
    with_newcomer(|r| r.duration = 4)
}

/// Another tab of the same browser, in front; gives the names of both.
pub fn second_tab(page: &Page, fragment: &str) -> (String, String) {
    let first = page.handle();
    let second = page.post("window/new", &json!({ "type": "tab" }))["handle"].as_str().expect("a tab").to_string();
    to_tab(page, &second);
    page.size(1280, 800);
    open_lab(page, fragment);
    (first, second)
}

/// Brings a tab to the front.
pub fn to_tab(page: &Page, handle: &str) {
    page.post("window", &json!({ "handle": handle }));
}

#[test]
fn scenario_zoom_selection_and_charts_travel_in_the_link() {
    with_page("link", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        page.fill("header .title", "Ein Plan für morgen");
        page.click("#planner-fcfs-lrh");
        page.click("#axis-clock");
        page.click("#zoom-in");
        page.click("#layout-physical");
        page.click("#request-6");
        let mut expected = longer();
        expected.policy.planner = PlannerKind::FcfsLrh;
        let titled = Scenario::new("Ein Plan für morgen", expected.clone());
        let held = page.wait_until("the link to hold everything", || {
            shared(page)
                .filter(|held| held.scenario == titled && held.view.selected == Some(6) && held.view.layout == Layout::Physical)
        });
        assert_eq!(held.view.axis, AxisUnit::Clock);
        assert!(held.view.time.is_some_and(|time| time.slots < 8.0), "{:?}", held.view.time);

        // The dialog gives the same link and its length.
        page.click("#open-share");
        page.wait_for_element("#share-dialog[open]");
        let link = page.value("#share-link");
        assert_eq!(link, page.address());
        let length = page.text("#share-length");
        assert!(length.starts_with(&format!("{} characters. Short enough", link.chars().count())), "{length}");
        page.key("Escape");
        let labels = |page: &Page| axis_labels(page, "#gantt-physical");
        let (axis, words) = (labels(page), page.text("#verdict"));

        // Elsewhere it shows the same.
        let fragment = page.fragment();
        second_tab(page, &fragment);
        expect_scenario(page, &expected);
        assert_eq!(shared(page), Some(held));
        assert_eq!(page.value("header .title"), "Ein Plan für morgen");
        assert_eq!(page.attribute("#layout-physical", "aria-pressed").as_deref(), Some("true"));
        assert_eq!(page.attribute("#axis-clock", "aria-pressed").as_deref(), Some("true"));
        assert_eq!(page.attribute("#request-6", "aria-selected").as_deref(), Some("true"));
        assert_eq!(page.count("#gantt-logical"), 0);
        assert_eq!((labels(page), page.text("#verdict")), (axis, words));
    });
}

#[test]
fn work_survives_reload_and_two_tabs_keep_to_themselves() {
    with_page("autosave", |page| {
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        expect_scenario(page, &longer());
        // Without the fragment, as after typing the bare address.
        page.js("history.replaceState(null, '', location.pathname)", &[]);
        reload_lab(page);
        expect_inspected(page, &newcomer_of(&longer()));
        expect_scenario(page, &longer());

        // A second tab begins afresh, works on something else, and neither disturbs the other.
        let (first, second) = second_tab(page, "");
        expect_inspected(page, &newcomer_of(&first_example()));
        page.click("#planner-rigid");
        let mut rigid = first_example();
        rigid.policy.planner = PlannerKind::Rigid;
        expect_scenario(page, &rigid);
        for (tab, work) in [(&first, longer()), (&second, rigid)] {
            to_tab(page, tab);
            page.js("history.replaceState(null, '', location.pathname)", &[]);
            reload_lab(page);
            expect_scenario(page, &work);
        }
        // What the other tab holds is offered as earlier work.
        open_start(page);
        page.click("#start .entry:not(.open) .entry-title");
        expect_scenario(page, &longer());
        page.click("#undo");
        page.wait_for("its own work", "document.querySelector('#planner-rigid').getAttribute('aria-pressed') === 'true'", &[]);
    });
}

/// Links that are no links, with a word of the reason.
fn damaged() -> Vec<(String, &'static str)> {
    let whole = fragment_of(&longer(), View::default());
    let mut changed = whole.clone().into_bytes();
    let middle = changed.len() / 2;
    changed[middle] = if changed[middle] == b'A' { b'B' } else { b'A' };
    vec![
        (String::from_utf8(changed).expect("ASCII"), "the link is damaged"),
        (whole[..whole.len() - 9].to_string(), "the link is damaged"),
        (whole.replacen("v1.", "v4.", 1), "the link has version v4"),
        ("#v1.".to_string(), "the link is damaged"),
        ("#v1.%00<script>alert(1)</script>".to_string(), "the link is damaged"),
        ("#section-3".to_string(), "this is not a Bookahead link"),
        (format!("#v1.{}", "A".repeat(200_000)), "the link is damaged"),
    ]
}

#[test]
fn damaged_links_change_nothing() {
    with_page("damaged", |page| {
        // At the start: an example instead, and the reason.
        for (fragment, reason) in damaged() {
            page.post("url", &json!({ "url": "about:blank" }));
            open_lab(page, &fragment);
            expect_figures(page, &first_example());
            let notice = expect_notice(page, "cannot be opened");
            assert!(notice.contains(reason) && notice.contains("instead"), "{fragment:.40}: {notice}");
        }
        page.screenshot("damaged-link");

        // In the open page: the work stays, the address bar goes back to it.
        page.js("sessionStorage.clear(); localStorage.clear()", &[]);
        open_lab(page, "");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        expect_scenario(page, &longer());
        for (fragment, reason) in damaged() {
            dismiss_notices(page);
            page.js("location.hash = arguments[0]", &[json!(fragment)]);
            let notice = expect_notice(page, "cannot be opened");
            assert!(notice.contains(reason) && notice.contains("Your work is as it was"), "{fragment:.40}: {notice}");
            expect_inspected(page, &newcomer_of(&longer()));
            expect_scenario(page, &longer());
        }
        // Pasted into the dialog.
        dismiss_notices(page);
        page.click("#open-share");
        page.fill("#paste-link", "https://example.org/ nothing of ours");
        let notice = expect_notice(page, "cannot be opened");
        assert!(notice.contains("not a Bookahead link"), "{notice}");
        // A good one works, as a whole address, and is one step.
        let mut other = first_example();
        other.machine.nodes = 7;
        page.fill("#paste-link", &format!("https://example.org/some/page{}", fragment_of(&other, View::default())));
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        expect_scenario(page, &other);
        page.click("#undo");
        expect_scenario(page, &longer());
        // So does one in the address bar.
        page.js("location.hash = arguments[0]", &[json!(fragment_of(&other, View { selected: Some(2), ..View::default() }))]);
        expect_scenario(page, &other);
        page.wait_for("its selection", "document.querySelector('#request-2').getAttribute('aria-selected') === 'true'", &[]);
    });
}

#[test]
fn a_million_generated_requests_are_a_short_link() {
    with_page("million", |page| {
        let preset = Preset { mpi: false, rate: 3, flexible_percent: 75 };
        let generator: Generator = preset.generator(7, 1_000_000);
        let scenario = SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: Workload::of_generator(generator),
            ..first_example()
        };
        let view = View { time: Some(TimeWindow { first: 1_000.0, slots: 200.0 }), ..View::default() };
        let fragment = lab::fragment_of("A million", scenario, view);
        assert!(fragment.len() < 200, "{} characters", fragment.len());
        open_lab(page, &fragment);
        // Counted as soon as it is planned; the address bar keeps its few characters.
        page.wait_for(
            "a million jobs",
            "document.querySelector('#figure-accepted dd').innerText.replace(/\\D/g, '').endsWith('1000000')",
            &[],
        );
        let held = page.wait_until("the link", || held_slots(page));
        assert!(matches!(held.workload.source, Source::Generator(held) if held == generator));
        assert!(page.fragment().len() < 200, "{}", page.fragment());
        assert!(has_link(page), "the button to share has the length of the link");
        page.screenshot("a-million");
        // One of them changed: still short.
        page.click(".row");
        page.focus("#handle-duration");
        page.key("ArrowRight");
        page.wait_until("the change in the link", || held_slots(page).filter(|held| held.workload.edits.0.len() == 1));
        assert!(page.fragment().len() < 250, "{}", page.fragment());
    });
}
