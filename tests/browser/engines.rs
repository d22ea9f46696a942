//! The page in every browser engine that BOOKAHEAD_BROWSERS names (`scripts/test --browsers` names all three, otherwise it is Chromium): it
//! loads and paints, a drag, a link and a reload do what they should, and so does one action of each study. Nothing here needs more than
//! WebDriver, so that no engine gets a test of its own.

use crate::cluster::{choose, open_four};
use crate::geometry::{ID, JOB, expect_fields, headline_of};
use crate::harness::{Device, Page, with_engines};
use crate::lab::{
    FIRST_EXPERIMENT, aria, can_undo_redo, example, expect_figures, expect_inspected, first_example, fragment_of, grip, held_idle,
    held_slots, newcomer_of, open_experiment, shared, slot_px, slots_example, take_and_move, with_newcomer,
};
use crate::page_loads::open;
use bookahead::engine::Study;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::idle::{IdleRequest, IdleScenario, Strategy};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, SlotsScenario};
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::formats::link::{View, encode};
use bookahead::papers::experiment::{ExperimentRun, Options};
use bookahead::state::EXAMPLES;
use serde_json::json;

/// Waits until the address bar holds what is shown.
fn expect_held(page: &Page, scenario: &SlotsScenario) {
    page.wait_until("the address bar to hold the scenario", || {
        let held = held_slots(page)?;
        (held.workload == scenario.workload && held.policy == scenario.policy).then_some(())
    });
}

/// How many colours the pixels of the canvas at a place among all have, up to a hundred, as a sign that something is painted on it; none where it has
/// no size yet. The canvas is brought into sight.
fn colours(page: &Page, place: u64) -> u64 {
    let script = "
        const canvas = document.querySelectorAll('canvas')[arguments[0]];
        canvas?.scrollIntoView({block: 'nearest'});
        if (!canvas?.width || !canvas.height) return 0;
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        const seen = new Set();
        for (let i = 0; i < data.length && seen.size < 100; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
        return seen.size";
    page.js(script, &[json!(place)]).as_u64().expect("pixels")
}

/// Waits until every canvas is painted, with bars or with names and axes; what is out of sight is painted when it comes into sight. Parts of the page
/// that come later bring canvases of their own, or take the place of others: they are counted anew each time.
fn expect_painted(page: &Page) {
    let canvases = || page.count("canvas");
    assert!(canvases() > 0, "there are canvases");
    let mut place = 0;
    while place < canvases() {
        page.wait_until(&format!("canvas {place} to be painted"), || {
            (place >= canvases() || colours(page, place) > 2).then_some(())
        });
        place += 1;
    }
    page.js("document.querySelector('.charts').scrollTop = 0", &[]);
    page.settle();
}

#[test]
fn a_plan_is_dragged_kept_by_a_reload_and_sent_as_a_link() {
    with_engines("engine-plan", |page| {
        open(page, "");
        expect_figures(page, &first_example());
        page.settle();
        expect_painted(page);
        page.assert_fits_width();
        page.screenshot(&format!("engine-plan-{}", page.engine().name()));

        let longer = with_newcomer(|r| r.duration = 4);
        take_and_move(page, Device::Mouse, grip(page, "duration"), (slot_px(page), 0.0));
        expect_inspected(page, &newcomer_of(&longer));
        expect_figures(page, &longer);
        assert_eq!(can_undo_redo(page), (false, false), "nothing is recorded before the pointer is lifted");
        page.release(Device::Mouse);
        expect_held(page, &longer);
        assert_eq!(can_undo_redo(page), (true, false));
        expect_painted(page);

        // By key, and another planner.
        page.focus("#handle-duration");
        page.key("ArrowLeft");
        expect_figures(page, &first_example());
        page.click("#planner-rigid");
        let mut rigid = first_example();
        rigid.policy.planner = PlannerKind::Rigid;
        expect_figures(page, &rigid);
        expect_held(page, &rigid);

        page.reload();
        expect_figures(page, &rigid);
        assert_eq!(page.attribute("#planner-rigid", "aria-pressed").as_deref(), Some("true"));
        // The link of before, as someone else opens it.
        open(page, &fragment_of(EXAMPLES[0].title, longer.clone(), View { selected: Some(10), ..View::default() }));
        expect_figures(page, &longer);
        assert_eq!(aria(page, "duration"), 4);
        // A damaged one changes nothing and says why.
        page.js("location.hash = '#v3.damaged'", &[]);
        page.wait_for_element(".notice.problem");
        expect_figures(page, &longer);
    });
}

#[test]
fn the_window_may_change_and_lists_may_be_long() {
    with_engines("engine-sizes", |page| {
        let preset = Preset { mpi: false, rate: 3, flexible_percent: 75 };
        let scenario = SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: Workload::of_generator(preset.generator(7, 5_000)),
            ..first_example()
        };
        open(page, &fragment_of("Many", scenario.clone(), View::default()));
        page.wait_for(
            "five thousand jobs",
            "document.querySelector('#figure-accepted dd')?.innerText.replace(/\\D/g, '').endsWith('5000')",
            &[],
        );
        for (width, height) in [(1280, 800), (1024, 730), (1400, 900)] {
            page.size(width, height);
            page.settle();
            page.assert_fits_width();
            let canvas = page.rect("#gantt-logical canvas");
            page.wait_for(
                "the picture to be as wide as its place",
                "Math.abs(document.querySelector('#gantt-logical canvas').clientWidth - document.querySelector('.charts .plot').clientWidth) < 14",
                &[],
            );
            expect_painted(page);
            // The choices above the list keep their height, however long the list is.
            let [.., height] = page.rect(".requests .segmented");
            let [.., button] = page.rect(".requests .segmented button");
            assert!(height >= button && button > 30.0, "{height} px for buttons of {button} px at {width}; {canvas:?}");
        }
        page.screenshot(&format!("engine-long-{}", page.engine().name()));
        // The start page and dialogs open above the page and close.
        page.click("#open-workload");
        page.wait_for_element("#start #example-holes");
        page.click("#open-generator");
        page.wait_for_element("#generator-dialog[open]");
        crate::lab::leave_start(page);
    });
}

#[test]
fn idle_periods_follow_the_point_and_the_strategy() {
    with_engines("engine-idle", |page| {
        let servers = crate::lab::idle_of(example("figure-3-3").scenario).expect("named servers");
        let changed = |strategy: Strategy, request: IdleRequest| IdleScenario {
            strategy,
            workload: servers.workload.with_edit(ID, Some(request)),
            ..servers.clone()
        };
        let mut start = example("figure-3-3");
        start.scenario = bookahead::engine::Scenario::new("Figure", changed(servers.strategy, JOB));
        open(page, &format!("#{}", encode(&start)));
        expect_fields(page, &JOB);
        page.wait_for_element("[data-plane=time] [data-drag=r] .knob");
        page.settle();
        expect_painted(page);
        page.screenshot(&format!("engine-idle-{}", page.engine().name()));
        // P to the left.
        let earlier = IdleRequest { earliest_start: JOB.earliest_start - 4, ..JOB };
        let tick = crate::geometry::axis(page, "time", false).1;
        page.js("document.querySelector('[data-plane=time] [data-drag=r]').scrollIntoView({block: 'center'})", &[]);
        page.settle();
        take_and_move(page, Device::Mouse, page.middle_of("[data-plane=time] [data-drag=r] .knob"), (-4.0 * tick, 0.0));
        page.wait_for_text("#idle-verdict h3", &headline_of(&changed(servers.strategy, earlier), ID));
        page.release(Device::Mouse);
        expect_fields(page, &earlier);
        // Another strategy, from the menu.
        let other = Strategy::ALL.into_iter().find(|strategy| *strategy != servers.strategy).expect("another strategy");
        page.choose_policy("idle-strategy", other.name());
        page.wait_for_text("#idle-verdict h3", &headline_of(&changed(other, earlier), ID));
        page.wait_until("the link to hold both", || {
            let held = held_idle(page)?;
            let arrivals = |servers: &IdleScenario| Some(servers.run().ok()?.arrivals);
            (held.strategy == other && arrivals(&held)? == arrivals(&changed(other, earlier))?).then_some(())
        });
        page.reload();
        expect_fields(page, &earlier);
    });
}

#[test]
fn a_price_changes_the_plan() {
    with_engines("engine-revenue", |page| {
        open(page, &format!("#{}", encode(&example("three-classes"))));
        page.wait_for_element("#methods");
        page.settle();
        expect_painted(page);
        let mut cheaper = slots_example("three-classes");
        cheaper.market.as_mut().expect("a market").classes[1].price = 55;
        page.fill("#class-2-price", "55");
        page.wait_until("the link to hold the price", || (held_slots(page)?.market == cheaper.market).then_some(()));
        page.screenshot(&format!("engine-revenue-{}", page.engine().name()));
        page.wait_for("what the regimes earn", "document.querySelectorAll('#money .total .regime').length > 2", &[]);
        page.reload();
        page.wait_for("the price after a reload", "document.querySelector('#class-2-price')?.value === '55'", &[]);
    });
}

#[test]
fn an_experiment_runs_on_workers_and_finds_what_the_engine_finds() {
    with_engines("engine-experiments", |page| {
        open(page, "");
        expect_figures(page, &first_example());
        open_experiment(page, FIRST_EXPERIMENT);
        page.fill("#experiment-runs", "2");
        page.fill("#experiment-jobs", "2500");
        page.fill("#experiment-seed", "7");
        page.click("#run-experiment");
        page.wait_for(
            "the experiment to be done",
            "document.querySelector('#experiment-state')?.innerText.startsWith('Done')",
            &[],
        );
        page.screenshot(&format!("engine-experiments-{}", page.engine().name()));
        let options = Options { runs: 2, requests: 2_500, seed: 7 };
        let mut run = ExperimentRun::new(FIRST_EXPERIMENT, options).expect("within bounds");
        run.finish().expect("it runs");
        let results = run.results();
        let verdicts = page.js("return [...document.querySelectorAll('.claims li b')].map(b => b.innerText)", &[]);
        assert_eq!(verdicts, json!(results.claims.iter().map(|claim| claim.verdict.words()).collect::<Vec<_>>()));
        page.wait_until("the link to hold the size", || shared(page)?.view.options);
    });
}

#[test]
fn a_queue_is_decided_by_another_scheduler() {
    with_engines("engine-cluster", |page| {
        open_four(page);
        // The list is in sight; of what is not WebKit tells no words.
        page.wait_for_text("#request-2", "waits 26 s");
        expect_painted(page);
        page.screenshot(&format!("engine-cluster-{}", page.engine().name()));
        choose(page, "fcfs");
        page.wait_for_text("#request-3", "waits 28 s");
        page.wait_until("the address bar to hold the scheduler", || {
            let Study::Cluster(cluster) = shared(page)?.scenario.study else { return None };
            (cluster.policy.scheduler == Scheduler::Fcfs).then_some(())
        });
        page.reload();
        page.wait_for_text("#request-3", "waits 28 s");
    });
}
