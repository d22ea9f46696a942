//! The workbench of workflows: graph and nodes, dragged and typed, the search stepped through, the parties, graphs dropped on the page.

use crate::harness::{Device, Page, with_page};
use crate::lab::{can_undo_redo, example, open_lab, shared, take_and_move};
use crate::page_loads::open;
use bookahead::engine::Study;
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::policy::Method;
use bookahead::formats::link::{WorkflowPart, encode};
use serde_json::json;

/// The workflow that the address bar holds.
fn held(page: &Page) -> Option<WorkflowScenario> {
    if let Study::Workflow(workflow) = shared(page)?.scenario.study { Some(workflow) } else { None }
}

#[track_caller]
fn expect_held(page: &Page, what: &str, is: impl Fn(&WorkflowScenario) -> bool) {
    page.wait_until(what, || held(page).filter(|workflow| is(workflow)).map(|_| ()));
}

pub(crate) fn open_six(page: &Page) {
    open(page, &format!("#{}", encode(&example("six-tasks"))));
    page.wait_for_element("#workflow-verdict h3");
    page.wait_for_element("#workflow-gantt .task-bar");
    page.settle();
}

#[test]
fn the_workbench_opens_on_the_thesis_example() {
    with_page("workflow", |page| {
        open_lab(page, "");
        page.js("document.activeElement.blur()", &[]);
        page.key("5");
        page.wait_for_text("#workflow-delay dd", "1");
        assert_eq!(page.value("header .title"), "Six tasks, two nodes with other plans");
        assert_eq!(page.text("#workflow-length dd"), "20");
        assert_eq!(page.count("#workflow-graph .task"), 6);
        assert_eq!(page.count("#workflow-graph .task.critical"), 4);
        assert_eq!(page.count("#workflow-gantt .busy"), 2);
        page.screenshot("workflow");
        // One mapping alone is worse.
        page.fill("#workflow-iterations", "1");
        page.key("Enter");
        page.wait_for_text("#workflow-delay dd", "5");
    });
}

#[test]
fn tasks_durations_and_edges_are_dragged_and_all_of_it_taken_back() {
    with_page("workflow-drag", |page| {
        open_six(page);
        let bar = page.middle_of("[data-bar='4'] rect");
        let width = page.rect("[data-bar='4'] rect")[2];
        let before = can_undo_redo(page);
        // Task 4 takes 2: twice its width is 4 ticks later.
        take_and_move(page, Device::Mouse, bar, (2.0 * width, 0.0));
        page.wait_for_element("[data-bar='4'].pinned");
        assert_eq!(can_undo_redo(page), before, "nothing is recorded before the pointer is lifted");
        page.release(Device::Mouse);
        expect_held(page, "a pin", |workflow| workflow.pins.len() == 1 && workflow.pins[0].task == 4);
        page.click("#undo");
        expect_held(page, "no pin", |workflow| workflow.pins.is_empty());
        // The duration by typing.
        page.fill("#task-duration", "8");
        page.key("Enter");
        expect_held(page, "the duration", |workflow| workflow.applications()[0].graph.durations.contains(&8));
        page.click("#undo");
        // An edge by the pointer: from task 1 to task 4.
        let (from, to) = (page.middle_of("[data-edge='1'].edge-dot"), page.middle_of("[data-task='4'] rect"));
        page.drag(Device::Mouse, from, to);
        let has = |workflow: &WorkflowScenario| {
            workflow.applications()[0].graph.edges.iter().any(|edge| (edge.parent, edge.child) == (1, 4))
        };
        expect_held(page, "an edge", has);
        // And away by its button, with the keyboard.
        page.click("[data-request='4']");
        page.focus("[data-edge='1-4'].remove-edge");
        page.key("Enter");
        expect_held(page, "no edge", |workflow| !has(workflow));
        // An edge that would close a cycle is refused, and says why.
        page.click("[data-request='0']");
        page.fill("#add-parent", "T5");
        page.key("Enter");
        page.wait_for_text(".notices", "cycle");
        assert!(held(page).is_some_and(|workflow| workflow.applications()[0].graph.edges.len() == 6));
    });
}

#[test]
fn the_search_is_stepped_through_and_the_link_brings_it_back() {
    with_page("workflow-search", |page| {
        open_six(page);
        page.click("#part-search");
        page.wait_for_text("#search-delay", "delay 1, the best");
        page.wait_for(
            "all curves",
            "document.querySelectorAll('#curves tbody tr').length === arguments[0]",
            &[json!(Method::ALL.len())],
        );
        page.js("const s = document.querySelector('#search-slider'); s.value = '0'; s.dispatchEvent(new Event('input', {bubbles: true}))", &[]);
        page.wait_for_text("#step-words", "Nothing is mapped yet");
        page.click("#search-on");
        page.wait_for_text("#step-words", "T0 is mapped");
        page.wait_for("one task", "document.querySelectorAll('#workflow-gantt .task-bar').length === 1", &[]);
        page.wait_until("the link to hold the step", || {
            let view = shared(page)?.view.workflow;
            (view.part == WorkflowPart::Search && view.step == Some(1)).then_some(())
        });
        page.reload();
        page.wait_for_text("#step-words", "T0 is mapped");
        page.fill("#search-mapping", "2");
        page.key("Enter");
        page.wait_for("another mapping", "document.querySelector('#search-mapping').value === '2'", &[]);
        page.click("#search-best");
        page.wait_for_text("#search-delay", "the best");
    });
}

#[test]
fn the_parties_are_seen_and_a_graph_is_dropped() {
    with_page("workflow-parties", |page| {
        open(page, &format!("#{}", encode(&example("changed-mind"))));
        page.wait_for_element("#part-parties");
        page.click("#part-parties");
        page.wait_for_text("#messages", "changed my mind");
        page.screenshot("workflow-parties");
        page.click("#application-2");
        page.wait_for("no refusal", "!document.querySelector('#messages').textContent.includes('changed my mind')", &[]);
        let drop = "const data = new DataTransfer(); data.items.add(new File([arguments[0]], arguments[1]));
            window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))";
        page.js(drop, &[json!("3\n0 4 0\n1 5 1 0\n2 6 1 0\n"), json!("fork.stg")]);
        page.wait_for("the graph", "document.querySelector('header .title').value === 'fork'", &[]);
        page.js(drop, &[json!("2\n0 4 1 1\n1 5 1 0\n"), json!("bad.stg")]);
        page.wait_for_text(".notices", "the cycle");
        assert_eq!(page.value("header .title"), "fork", "nothing is lost");
    });
}

#[test]
fn the_messages_and_the_curves_of_a_search_are_saved() {
    with_page("workflow-save", |page| {
        open(page, &format!("#{}", encode(&example("changed-mind"))));
        page.wait_for_element("#part-parties");
        page.click("#part-parties");
        page.wait_for_text("#messages", "changed my mind");
        let messages = page.count("#messages tbody tr");
        page.click("#save-messages");
        page.click("#save-messages-csv");
        let (name, csv) = page.wait_for_download(".csv");
        assert!(name.ends_with("-messages.csv"), "{name}");
        let csv = String::from_utf8(csv).expect("text");
        let rows = csv.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count() as u64;
        assert!(rows == messages && csv.contains(",changed my mind\n"), "{csv}");
        page.click("#part-search");
        page.wait_for_text(".search-curves h2", &format!("{0} of {0} methods", Method::ALL.len()));
        page.click("#save-search-curves");
        page.click("#save-search-curves-svg");
        let (name, svg) = page.wait_for_download(".svg");
        assert!(name.ends_with("-search-curves.svg"), "{name}");
        let svg = String::from_utf8(svg).expect("text");
        assert!(svg.contains("Delay against mappings") && svg.contains(">HEFT: "), "{svg}");
    });
}

#[test]
fn workflows_are_seen_on_a_phone_and_in_the_dark() {
    with_page("workflow-access", |page| {
        page.prefer(false, true);
        open_six(page);
        page.js("document.querySelectorAll('#workflow-tables summary').forEach(summary => summary.click())", &[]);
        page.wait_for_element("#tasks tbody tr");
        page.assert_accessible("a workflow");
        page.prefer(true, true);
        page.click("#part-search");
        page.wait_for_element("#search-slider");
        page.settle();
        page.assert_accessible("the search in the dark");
        page.click("#part-parties");
        page.wait_for_element("#messages");
        page.assert_accessible("the parties in the dark");
        page.phone();
        page.click("#part-plan");
        page.settle();
        page.assert_fits_width();
        page.screenshot("workflow-phone");
        page.assert_accessible("a workflow on a dark phone");
    });
}
