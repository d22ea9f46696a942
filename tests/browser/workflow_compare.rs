//! Two plans of workflows side by side, figures to take away, and formulas with the numbers of the plan.

use crate::harness::{Device, Page, with_page};
use crate::lab::{example, shared};
use crate::page_loads::open;
use bookahead::chart::workflow::compared::TaskCounts;
use bookahead::engine::Study;
use bookahead::engine::core::compare::{Comparable, PlanComparison};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::{WorkflowRun, WorkflowScenario};
use bookahead::formats::link::{CompareLayout, encode};
use serde_json::json;

fn held(page: &Page) -> Option<WorkflowScenario> {
    if let Study::Workflow(workflow) = shared(page)?.scenario.study { Some(workflow) } else { None }
}

fn six() -> WorkflowScenario {
    let Study::Workflow(workflow) = example("six-tasks").scenario.study else { panic!("workflows") };
    workflow
}

fn open_six(page: &Page) {
    open(page, &format!("#{}", encode(&example("six-tasks"))));
    page.wait_for_element("#workflow-verdict h3");
    page.wait_for_element("#workflow-gantt .task-bar");
    page.settle();
}

fn choose(page: &Page, list: &str, value: &str) {
    let script = "const list = document.querySelector(arguments[0]); list.value = arguments[1];
        list.dispatchEvent(new Event('change', {bubbles: true}));";
    page.js(script, &[json!(list), json!(value)]);
}

fn planned(workflow: WorkflowScenario) -> WorkflowRun {
    let mut run = WorkflowRun::open(workflow).expect("in bounds");
    while !run.advance(64).is_done {}
    run
}

fn with_method(workflow: &WorkflowScenario, method: Method) -> WorkflowScenario {
    WorkflowScenario { policy: WorkflowPolicy { method, ..workflow.policy }, ..workflow.clone() }
}

/// The comparison of two plans, as the engine makes it, with the counts that are shown.
fn told(a: &WorkflowScenario, b: &WorkflowScenario) -> (PlanComparison, TaskCounts) {
    let (a, b) = (planned(a.clone()), planned(b.clone()));
    let told = a.compare(&b);
    let counts = TaskCounts::of([&a.outcome(), &b.outcome()], &told.counts, told.differences.iter());
    (told, counts)
}

/// A method whose plan of the six tasks is another one.
fn another() -> Method {
    let differs = |method: &Method| told(&six(), &with_method(&six(), *method)).1.differing() > 0;
    Method::ALL.into_iter().find(differs).expect("not all methods agree")
}

#[track_caller]
fn expect_comparison(page: &Page, a: &WorkflowScenario, b: &WorkflowScenario) {
    let (told, counts) = told(a, b);
    page.wait_for_text("#compare-counts", &format!("{} of {} tasks", counts.differing(), counts.tasks));
    page.wait_for_text("#compare-counts", &format!("{} earlier in B, {} later in B", counts.earlier, counts.later));
    let first = told.first.expect("they differ");
    page.wait_for_text("#compare-first", &format!("They first differ at {}: {}", first.name, first.words));
    let rows = "document.querySelectorAll('#differences tbody tr').length === arguments[0]";
    page.wait_for("the differences as rows", rows, &[json!(counts.differing())]);
}

#[test]
fn two_methods_are_compared_and_an_edit_plans_both_anew() {
    with_page("workflow-compare", |page| {
        open_six(page);
        let method = another();
        choose(page, "#compare-with", method.name());
        expect_comparison(page, &six(), &with_method(&six(), method));
        page.wait_for_element("#workflow-gantt-a .task-bar");
        page.wait_for_element("#workflow-gantt-b .task-bar");
        assert_eq!(page.count("#workflow-gantt-a .task-bar"), 6);
        let headings = page.texts(".compare h2.between");
        assert!(headings.len() == 2 && headings[0].starts_with("A: Slack") && headings[1].starts_with("B: "), "{headings:?}");
        // Both charts have one time axis.
        let (a, b) = (page.rect("#workflow-gantt-a .frame"), page.rect("#workflow-gantt-b .frame"));
        assert_eq!((a[0], a[2]), (b[0], b[2]));
        assert!(page.count("#compare-figures tbody tr") >= 6);
        page.screenshot("workflow-compare");
        // The first difference selects its task.
        page.click("#compare-first button");
        page.wait_until("the task", || shared(page)?.view.workflow.selected);
        // A longer task: both plans follow.
        page.click("[data-request='1']");
        page.wait_for_element("#task-duration");
        page.fill("#task-duration", "9");
        page.key("Enter");
        let longer = page.wait_until("the duration in the link", || {
            held(page).filter(|workflow| workflow.applications()[0].graph.durations[1] == 9)
        });
        if told(&longer, &with_method(&longer, method)).1.differing() > 0 {
            expect_comparison(page, &longer, &with_method(&longer, method));
        }
        page.click("#compare-overlaid");
        page.wait_for_element("#workflow-gantt-overlay .ghost-bars");
        page.wait_until("the link to hold the comparison", || {
            let view = shared(page)?.view;
            (view.workflow.other == Some(method) && view.compare_layout == Some(CompareLayout::Overlaid)).then_some(())
        });
        page.reload();
        page.wait_for_element("#workflow-gantt-overlay .ghost-bars");
        page.click("#compare-b");
        page.wait_for_element("#workflow-gantt-b .task-bar");
        page.wait_for("one chart", "!document.querySelector('#workflow-gantt-a, #workflow-gantt-overlay')", &[]);
        choose(page, "#compare-with", "nothing");
        page.wait_for_element("#workflow-gantt .task-bar");
    });
}

#[test]
fn the_plan_before_an_edit_stays_beside_it() {
    with_page("workflow-before", |page| {
        open_six(page);
        choose(page, "#compare-with", "last-edit");
        page.wait_for_text("#compare-waits", "Nothing was edited yet");
        page.click("[data-request='4']");
        page.wait_for_element("#task-duration");
        page.fill("#task-duration", "8");
        page.key("Enter");
        page.wait_until("the duration in the link", || {
            held(page).filter(|workflow| workflow.applications()[0].graph.durations[4] == 8)
        });
        let now = held(page).expect("workflows");
        expect_comparison(page, &six(), &now);
        assert_eq!(page.texts(".compare h2.between"), ["A: before the last edit", "B: now"]);
        // The former plan cannot be changed; a press selects the task in the present one.
        page.click("#workflow-gantt-a [data-bar='2'] rect");
        page.wait_until("the task", || (shared(page)?.view.workflow.selected == Some(2)).then_some(()));
        assert_eq!(held(page), Some(now));
        // The present one is dragged as ever: it is pinned later.
        page.js("document.querySelector('#workflow-gantt-b').scrollIntoView({block: 'center'})", &[]);
        let bar = page.middle_of("#workflow-gantt-b [data-bar='5'] rect");
        let width = page.rect("#workflow-gantt-b [data-bar='5'] rect")[2];
        page.drag(Device::Mouse, bar, bar.by(2.0 * width, 0.0));
        page.wait_until("a pin", || held(page).filter(|workflow| workflow.pins.iter().any(|pin| pin.task == 5)));
        page.wait_for_text("#compare-counts", "only in B");
    });
}

#[test]
fn graph_and_nodes_are_saved_and_figures_open_their_formulas() {
    with_page("workflow-save", |page| {
        open_six(page);
        let save = |id: &str, form: &str, extension: &str| {
            page.click(&format!("#{id}"));
            page.click(&format!("#{id}-{form}"));
            page.wait_for_download(extension)
        };
        let (name, svg) = save("save-graph", "svg", ".svg");
        assert!(name.ends_with("-graph.svg"), "{name}");
        assert!(String::from_utf8(svg).expect("text").contains("Graph of application 1"));
        let (_, csv) = save("save-nodes", "csv", ".csv");
        let csv = String::from_utf8(csv).expect("text");
        assert!(csv.contains("\ntask,application,node,start,end\n"), "{csv}");
        assert_eq!(csv.lines().filter(|line| line.starts_with('T')).count(), 6, "{csv}");
        let (_, png) = save("save-nodes", "png", ".png");
        assert!(png.starts_with(b"\x89PNG"));
        page.focus("#workflow-delay button");
        page.key("Enter");
        page.wait_for_text("#workflow-formula", "Delay = end of its last task − its start − (duration of T0 + duration of T1");
        let numbers = page.text("#workflow-formula .formula-numbers");
        assert!(numbers.ends_with(&format!("= {}", page.text("#workflow-delay dd"))), "{numbers}");
        assert_eq!(page.attribute("#workflow-delay button", "aria-expanded").as_deref(), Some("true"));
        page.click("#workflow-area button");
        page.wait_for_text("#workflow-formula", "Area bound = ");
    });
}

#[test]
fn a_comparison_is_seen_on_a_phone_and_in_the_dark() {
    with_page("workflow-compare-access", |page| {
        page.prefer(false, true);
        open_six(page);
        choose(page, "#compare-with", another().name());
        page.wait_for_element("#differences tbody tr");
        page.settle();
        page.assert_accessible("two plans of workflows");
        page.prefer(true, true);
        page.settle();
        page.assert_accessible("two plans of workflows in the dark");
        page.phone();
        page.settle();
        // One plan at a time fits it best.
        page.wait_for_element("#workflow-gantt-a .task-bar");
        page.wait_for("one chart", "!document.querySelector('#workflow-gantt-b')", &[]);
        page.assert_fits_width();
        page.screenshot("workflow-compare-phone");
        page.assert_accessible("two plans of workflows on a dark phone");
    });
}

#[test]
fn both_plans_of_a_comparison_are_saved() {
    with_page("workflow-save-both", |page| {
        open_six(page);
        let save = |id: &str, form: &str, extension: &str| {
            page.click(&format!("#{id}"));
            page.click(&format!("#{id}-{form}"));
            page.wait_for_download(extension)
        };
        // Each of the two is saved under its heading, and both as one.
        choose(page, "#compare-with", "heft");
        page.wait_for_element("#workflow-gantt-b");
        let (_, svg) = save("save-nodes-b", "svg", ".svg");
        let svg = String::from_utf8(svg).expect("text");
        assert!(svg.contains("B: HEFT") && svg.contains("same place in both plans"), "{svg}");
        page.click("#compare-overlaid");
        page.wait_for_element("#workflow-gantt-overlay");
        let (_, csv) = save("save-nodes-overlay", "csv", ".csv");
        let csv = String::from_utf8(csv).expect("text");
        assert!(csv.contains("\ntask,application,node,start,end,plan\n"), "{csv}");
        assert_eq!(csv.lines().filter(|line| line.ends_with(",A")).count(), 6, "{csv}");
        assert_eq!(csv.lines().filter(|line| line.ends_with(",B")).count(), 1, "{csv}");
    });
}
