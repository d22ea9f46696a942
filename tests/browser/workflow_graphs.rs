//! Graphs by hand from one task on, graphs in links, graphs of ten thousand tasks, and the thesis' tables in the page.

use crate::harness::{Device, Page, with_page};
use crate::lab::{example, open_experiment, open_lab, shared};
use crate::page_loads::open;
use bookahead::engine::Study;
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::generator::GraphGenerator;
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::scenario::WorkflowSource;
use bookahead::formats::link::{Shared, encode};
use serde_json::json;

/// The edges of the first application that the address bar holds, and its tasks.
fn held(page: &Page) -> Option<(usize, Vec<(u32, u32)>)> {
    let Study::Workflow(workflow) = shared(page)?.scenario.study else { return None };
    let applications = workflow.applications();
    let graph = &applications.first()?.graph;
    Some((graph.len(), graph.edges.iter().map(|edge| (edge.parent, edge.child)).collect()))
}

#[track_caller]
fn expect_graph(page: &Page, tasks: usize, edges: &[(u32, u32)]) {
    let what = format!("{tasks} tasks, edges {edges:?}");
    page.wait_until(&what, || held(page).filter(|(count, all)| *count == tasks && all == edges));
    page.wait_for("the tasks", "document.querySelectorAll('#workflow-graph .task').length === arguments[0]", &[json!(tasks)]);
}

/// A link of drawn applications.
fn of_drawn(drawn: GraphGenerator, method: Method) -> Shared {
    let mut shared = example("six-tasks");
    let mut workflow = WorkflowScenario::of(16, WorkflowSource::Drawn(drawn));
    workflow.policy.method = method;
    shared.scenario.study = Study::Workflow(workflow);
    shared.view.workflow.selected = None;
    shared
}

#[test]
fn a_graph_is_drawn_by_hand_from_one_task_on() {
    with_page("workflow-by-hand", |page| {
        open(page, &format!("#{}", encode(&example("six-tasks"))));
        page.wait_for_element("#workflow-gantt .task-bar");
        page.settle();
        page.click("#new-graph");
        expect_graph(page, 1, &[]);
        // With keys: N makes a task behind the selected one.
        page.js("document.activeElement.blur()", &[]);
        page.key("n");
        expect_graph(page, 2, &[(0, 1)]);
        // With the pointer: a double click on the ground makes one that waits for none.
        let [x, y, width, height] = page.rect(".graph-view");
        let double = "const svg = document.querySelector('#workflow-graph');
            svg.dispatchEvent(new MouseEvent('dblclick', {bubbles: true, clientX: arguments[0], clientY: arguments[1]}))";
        page.js(double, &[json!(x + width - 5.0), json!(y + height - 5.0)]);
        expect_graph(page, 3, &[(0, 1)]);
        // An edge with the pointer.
        page.drag(Device::Mouse, page.middle_of("[data-edge='1'].edge-dot"), page.middle_of("[data-task='2'] rect"));
        expect_graph(page, 3, &[(0, 1), (1, 2)]);
        // One with keys, and its removal.
        page.click("[data-request='2']");
        page.fill("#add-parent", "T0");
        page.key("Enter");
        expect_graph(page, 3, &[(0, 1), (0, 2), (1, 2)]);
        page.focus("[data-edge='1-2'].remove-edge");
        page.key("Enter");
        expect_graph(page, 3, &[(0, 1), (0, 2)]);
        // A cross takes one away with the pointer.
        page.click("[data-cross='0-2']");
        expect_graph(page, 3, &[(0, 1)]);
        // The link has all of it.
        page.reload();
        expect_graph(page, 3, &[(0, 1)]);
        // Tasks go with a key, the last one stays, and that is said.
        page.click("[data-request='2']");
        page.js("document.activeElement.blur()", &[]);
        page.key("Delete");
        expect_graph(page, 2, &[(0, 1)]);
        page.click("[data-request='1']");
        page.click("#remove-task");
        expect_graph(page, 1, &[]);
        page.click("[data-request='0']");
        page.click("#remove-task");
        page.wait_for_text(".notices", "Nothing was changed");
        expect_graph(page, 1, &[]);
        page.click("#undo");
        expect_graph(page, 2, &[(0, 1)]);
    });
}

#[test]
fn a_graph_of_ten_thousand_tasks_is_laid_out_moved_and_searched() {
    with_page("workflow-large", |page| {
        let drawn = GraphGenerator { tasks: 10_000, width: 60, edge_percent: 3, ..GraphGenerator::default() };
        open(page, &format!("#{}", encode(&of_drawn(drawn, Method::Heft))));
        page.wait_for_element("#workflow-graph .task");
        page.wait_for_element("#workflow-gantt .crowd path");
        page.settle();
        page.wait_for_text(".workflow-graph h2", "10000 tasks");
        // Only what is in view is there.
        let drawn = page.count("#workflow-graph .task");
        assert!((10..900).contains(&drawn), "{drawn}");
        page.wait_for_text("#task-words", "tasks are in view");
        // Moved by a press on the ground, and back by the wheel.
        let ground = "const view = document.querySelector('.graph-view'), box = view.getBoundingClientRect();
            for (let x = box.left + 40; x < box.right - 40; x += 7) for (let y = box.top + 20; y < box.bottom - 20; y += 7)
                if (document.elementFromPoint(x, y)?.id === 'workflow-graph') return [x, y];";
        let place = page.js(&format!("document.querySelector('.graph-view').scrollTop = 600; {ground}"), &[]);
        let place: Vec<f64> = serde_json::from_value(place).expect("a place on the ground");
        let from = page.middle_of(".graph-view");
        let from = from.by(place[0] - from.x, place[1] - from.y);
        let scroll =
            || page.js("const view = document.querySelector('.graph-view'); return [view.scrollLeft, view.scrollTop]", &[]);
        assert_eq!(scroll(), json!([0, 600]));
        page.drag(Device::Mouse, from, from.by(-30.0, -25.0));
        page.wait_for("the graph to move", "document.querySelector('.graph-view').scrollLeft > 20", &[]);
        // So does a press on the picture of the whole graph below it, whose frame follows.
        let frame = || page.rect(".graph-overview .in-view")[0];
        let (before, overview) = (frame(), page.middle_of(".graph-overview svg"));
        page.drag(Device::Mouse, overview, overview.by(60.0, 0.0));
        let view = "document.querySelector('.graph-view')";
        let middle = format!("({view}.scrollLeft + {view}.clientWidth / 2) / {view}.scrollWidth > 0.5");
        page.wait_for("the second half of the graph", &middle, &[]);
        assert!(frame() > before + 100.0, "{before} {}", frame());
        // A task that is selected elsewhere comes into view.
        page.js("document.activeElement.blur()", &[]);
        page.focus(".requests [role='listbox']");
        page.key("End");
        page.wait_for_element("#workflow-graph [data-task='9999'].selected");
        let task = page.rect("#workflow-graph [data-task='9999'] rect");
        let view = page.rect(".graph-view");
        assert!(task[0] >= view[0] && task[0] + task[2] <= view[0] + view[2], "{task:?} {view:?}");
        // The steps are said to be missing.
        page.click("#part-search");
        page.wait_for_text(".workflow .charts", "up to 1,000 tasks");
        page.click("#part-plan");
        page.wait_for_element("#workflow-graph .task");
        page.screenshot("workflow-large");
        page.assert_accessible("a graph of ten thousand tasks");
    });
}

#[test]
fn time_on_the_nodes_is_moved_by_a_press_on_their_ground() {
    with_page("workflow-pan", |page| {
        open(page, &format!("#{}", encode(&example("six-tasks"))));
        page.wait_for_element("#workflow-gantt .task-bar");
        page.settle();
        page.click("#workflow-zoom-in");
        page.settle();
        let before = shared(page).and_then(|shared| shared.view.workflow.time);
        let axis = "const svg = document.querySelector('#workflow-gantt'), box = svg.getBoundingClientRect();
            for (let x = box.right - 60; x > box.left + 60; x -= 5) for (let y = box.top + 40; y < box.bottom - 40; y += 5) {
                const at = document.elementFromPoint(x, y);
                if (at && at.closest('#workflow-gantt') && !at.closest('.whole-handle, .handle')) return [x, y];
            }";
        let place: Vec<f64> = serde_json::from_value(page.js(axis, &[])).expect("a place on the ground");
        let middle = page.middle_of("#workflow-gantt");
        let from = middle.by(place[0] - middle.x, place[1] - middle.y);
        page.drag(Device::Mouse, from, from.by(-60.0, 0.0));
        page.wait_until("another time in view", || {
            let now = shared(page)?.view.workflow.time;
            (now.is_some() && now != before).then_some(())
        });
    });
}

#[test]
fn the_tables_of_the_thesis_are_computed_in_the_page() {
    with_page("workflow-tables", |page| {
        open_lab(page, "");
        open_experiment(page, "mondol-b.1");
        page.fill("#experiment-runs", "3");
        page.fill("#experiment-jobs", "20");
        page.click("#run-experiment");
        page.wait_for_text("#experiment-state", "Done");
        assert_eq!(page.count(".sweep.chart"), 8);
        page.wait_for_text(".claims", "Slack delays fewer applications");
        page.wait_for_text(".paper-values", "10 nodes, pre-load 75 %: mean delay, Blythe");
        open_experiment(page, "mondol-4.8");
        page.wait_for("the other form", "document.querySelector('#experiment-jobs').value === '100'", &[]);
        page.fill("#experiment-runs", "4");
        page.click("#run-experiment");
        page.wait_for_text("#experiment-state", "Done");
        page.wait_for_text(".claims", "two-tailed paired t-test, p =");
        page.screenshot("workflow-tables");
        page.assert_accessible("a table of the thesis");
    });
}
