//! The menus of strategies, schedulers and methods: what each policy gives, its plan while it is pointed at, and the choice, by keyboard alone.
//! `planners.rs` has that of planners.

use crate::cluster::open_four;
use crate::geometry::{ID, JOB, figure, headline_of, open_figure};
use crate::harness::{Page, with_page};
use crate::lab::{can_undo_redo, example, shared};
use crate::page_loads::open;
use bookahead::engine::Study;
use bookahead::engine::batch::explain::lasting;
use bookahead::engine::core::compare::Comparable;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::study::AnyRun;
use bookahead::formats::link::encode;
use serde_json::json;

/// The study under the policy with this name.
fn under(study: &Study, name: &str) -> Study {
    study.policies().into_iter().find(|(listed, _)| listed == name).expect("a policy").1
}

/// A figure of a study's plan.
fn figure_of(study: &Study, key: &str) -> f64 {
    let mut run = AnyRun::open(study.clone()).expect("in bounds");
    while !run.advance(64).is_done {}
    let at = run.figure_names().iter().position(|figure| figure.key == key).expect("a figure");
    run.figures()[at].expect("a number")
}

/// A policy in a menu, what is told of it, and an element of the page with its text: now and under the policy.
struct Case {
    menu: &'static str,
    key: &'static str,
    gives: String,
    shown: &'static str,
    now: String,
    then: String,
}

/// Looks at a policy in its menu, takes that back, and chooses it by keyboard alone.
fn look_and_choose(page: &Page, case: &Case) {
    let Case { menu, key, gives, shown, now, then } = case;
    assert_ne!(now, then, "another plan");
    let (button, entry) = (format!("#{menu}-menu"), format!("#{menu}-{key}"));
    let expect = |words: &str| page.wait_until(&format!("{shown} to say {words:?}"), || (page.text(shown) == words).then_some(()));
    let is_closed = || page.wait_for("the menu to close", "!document.querySelector('.policy-menu').open", &[]);
    let is_chosen = || page.attribute(&entry, "aria-pressed").as_deref() == Some("true");
    expect(now);
    let held = || shared(page).map(|shared| shared.scenario);
    let (scenario, undo) = (held(), can_undo_redo(page));
    page.click(&button);
    page.wait_for_text(&format!("{entry} .gives"), gives);
    page.wait_for("all to be told", "[...document.querySelectorAll('.policy-menu .gives')].every(told => told.textContent)", &[]);
    page.assert_accessible(menu);
    page.screenshot(&format!("{menu}-menu"));
    page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'nearest'})", &[json!(entry)]);
    page.hover(page.middle_of(&entry));
    expect(then);
    assert!(!is_chosen(), "{key} is only looked at");
    assert_eq!(can_undo_redo(page), undo, "a look is no step to undo");
    page.key("Escape");
    expect(now);
    is_closed();
    page.settle();
    assert_eq!(held(), scenario, "nothing was changed");
    assert_eq!(page.count(".policies table"), 0, "the table of all policies is as it was");
    // The reader leaves by a key while the menu is open.
    page.hover(page.middle_of("header"));
    page.focus(&button);
    page.key("Enter");
    let place = page.js(
        "return [...document.querySelectorAll('.policy-menu .menu-items button')].findIndex(one => one.id === arguments[0])",
        &[json!(entry.trim_start_matches('#'))],
    );
    let tabs = place.as_u64().expect("an entry") as u32 + 1;
    page.keys("Tab", tabs);
    expect(then);
    page.key("6");
    page.wait_for_element("#gallery-search");
    page.js("document.activeElement.blur()", &[]);
    page.key(match *menu {
        "idle-strategy" => "2",
        "cluster-scheduler" => "4",
        _ => "5",
    });
    page.wait_for_element(&button);
    expect(now);
    // And chooses.
    page.focus(&button);
    page.key("Enter");
    page.keys("Tab", tabs);
    expect(then);
    page.key("Enter");
    page.wait_until("the choice", || is_chosen().then_some(()));
    is_closed();
    assert_eq!(page.js("return document.activeElement.id", &[]), format!("{menu}-menu"));
    expect(then);
    assert_eq!(can_undo_redo(page), (true, undo.1));
    page.click("#undo");
    expect(now);
}

#[test]
fn a_strategy_is_looked_at_and_chosen() {
    with_page("strategy-menu", |page| {
        open_figure(page);
        let study = figure(JOB).scenario.study;
        let other = under(&study, "max-tip");
        let headline = |study: &Study| headline_of(study.idle().expect("named servers"), ID);
        let (jobs, accepted) = (figure_of(&other, "measured"), figure_of(&other, "accepted"));
        look_and_choose(
            page,
            &Case {
                menu: "idle-strategy",
                key: "max-tip",
                gives: format!(
                    "{accepted} accepted, {} refused, mean wait {:.1}",
                    jobs - accepted,
                    figure_of(&other, "mean_delay")
                ),
                shown: "#idle-verdict h3",
                now: headline(&study),
                then: headline(&other),
            },
        );
    });
}

#[test]
fn a_scheduler_is_looked_at_and_chosen() {
    with_page("scheduler-menu", |page| {
        open_four(page);
        let study = example("backfilling").scenario.study;
        let longest = |study: &Study| lasting(figure_of(study, "longest_wait") as u64);
        let mean = |key: &str| format!("mean wait {}, ", lasting(figure_of(&under(&study, key), "mean_wait").round() as u64));
        look_and_choose(
            page,
            &Case {
                menu: "cluster-scheduler",
                key: "fcfs",
                gives: mean("fcfs"),
                shown: "#cluster-longest-wait dd",
                now: longest(&study),
                then: longest(&under(&study, "fcfs")),
            },
        );
        // What was planned for the table is told in the menu, and the table stays.
        page.js("document.querySelector('#schedulers-switch').click()", &[]);
        page.wait_for("all schedulers", "document.querySelectorAll('#schedulers-table tbody tr').length === 5", &[]);
        page.wait_for("their figures", "!document.querySelector('#schedulers-table').textContent.includes('…')", &[]);
        page.click("#cluster-scheduler-menu");
        for key in ["fcfs", "easy", "conservative", "co-allocation"] {
            page.wait_for_text(&format!("#cluster-scheduler-{key} .gives"), &mean(key));
        }
        page.key("Escape");
        page.settle();
        assert_eq!(page.count("#schedulers-table tbody tr"), 5);
    });
}

#[test]
fn a_scheduler_that_cannot_plan_the_jobs_says_so() {
    with_page("scheduler-menu-refuses", |page| {
        // A horizon shorter than a job: co-allocation plans nothing, queues need none.
        let mut opened = example("backfilling");
        let Study::Cluster(cluster) = &mut opened.scenario.study else { panic!("a cluster") };
        (cluster.policy.horizon, cluster.policy.quantum, cluster.policy.step) = (1, 1, 1);
        open(page, &format!("#{}", encode(&opened)));
        page.wait_for_element("#cluster-verdict h3");
        page.click("#cluster-scheduler-menu");
        page.wait_for_text("#cluster-scheduler-co-allocation .gives", "cannot be planned here");
    });
}

#[test]
fn a_method_is_looked_at_and_chosen() {
    with_page("method-menu", |page| {
        let opened = example("six-tasks");
        open(page, &format!("#{}", encode(&opened)));
        page.wait_for_element("#workflow-gantt .task-bar");
        page.settle();
        let study = opened.scenario.study;
        let delay = |study: &Study| figure_of(study, "mean_delay").to_string();
        let key = ["heft", "cpop", "min-min", "max-min", "sufferage", "critical-path", "file-order"]
            .into_iter()
            .find(|key| delay(&under(&study, key)) != delay(&study))
            .expect("a method with another delay");
        let other = under(&study, key);
        look_and_choose(
            page,
            &Case {
                menu: "workflow-method",
                key,
                gives: format!("makespan {}, delay {}", figure_of(&other, "mean_makespan"), delay(&other)),
                shown: "#workflow-delay dd",
                now: delay(&study),
                then: delay(&other),
            },
        );
    });
}
