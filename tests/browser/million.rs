//! A million requests: an edit reaches the screen as a change of the plan that is there, and never as a wrong picture.

use crate::harness::{Device, Page, with_page_alone};
use crate::lab::{expect_inspected, figures_of, fragment_of, grip, open_lab, slot_px};
use bookahead::engine::run;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use bookahead::formats::link::{TimeWindow, View};
use serde_json::{Value, json};

/// So many generated requests on a busy machine.
pub fn generated(requests: u32) -> SlotsScenario {
    let generator = Generator {
        seed: 5,
        requests,
        arrivals_per_slot: 5.5,
        duration: Range::new(1, 12),
        book_ahead: Range::new(0, 48),
        relax: Range::new(1, 24),
        flexible_percent: 50,
        nodes: Range::new(1, 4),
        jobs: Range::new(1, 1),
    };
    SlotsScenario {
        machine: Machine { nodes: 100, ..Machine::default() },
        workload: Workload::of_generator(generator),
        policy: Policy { planner: PlannerKind::FirstFit, ..Policy::default() },
        market: None,
        tariff: Default::default(),
    }
}

/// Opens a scenario with a request selected and in view, and writes down from now on what the worker answers.
pub fn open_at(page: &Page, scenario: &SlotsScenario, id: u32) -> Request {
    let arrivals = scenario.workload.arrivals().expect("a legal workload");
    let request = arrivals.row(arrivals.row_of(id).expect("such a request"));
    let time = TimeWindow { first: f64::from(request.earliest_start) - 5.0, slots: 40.0 };
    let view = View { selected: Some(id), time: Some(time), ..View::default() };
    open_lab(page, &fragment_of("many", scenario.clone(), view));
    expect_figures(page, scenario);
    page.js(
        "window.answers = [];
        window.forge = null;
        const worker = window.testWorkers.at(-1);
        const hear = worker.onmessage;
        worker.onmessage = event => {
            // An update (2) of a study (0) in slots (0): what is visible (2), or all of it (3). Numbers are written seven bits to a byte; where all
            // of it is planned, the base comes after the plan's number and a 1, or there is none after a 0.
            const [bytes] = event.data;
            let at = 1;
            const number = () => { let n = 0, shift = 0, b; do { b = bytes[at++]; n += (b & 127) << shift; shift += 7; } while (b > 127); return n; };
            const command = number();
            const [update, study, kind] = [bytes[at++], bytes[at++], bytes[at++]];
            if (bytes[0] === 2 && update === 0 && study === 0 && (kind === 2 || kind === 3)) {
                if (kind === 3) number();
                const hasBase = kind === 2 || bytes[at++] === 1, place = at, base = hasBase ? number() : null;
                const forge = window.forge;
                if (forge && base !== null) { window.forge = null; window.forged = command; forge(event.data, place); }
                window.answers.push({command, base});
            }
            hear.call(worker, event);
        }",
        &[],
    );
    request
}

/// Waits until the figures on screen are those of this scenario; large numbers have spaces in them.
#[track_caller]
pub fn expect_figures(page: &Page, scenario: &SlotsScenario) {
    let expected = figures_of(scenario).map(|figure| figure.replace(' ', ""));
    page.wait_for(
        &format!("the figures {expected:?}"),
        "['accepted', 'delay', 'shifts'].every(
            (key, i) => document.querySelector(`#figure-${key} dd`)?.innerText.replace(/\\s/g, '') === arguments[0][i])",
        &[json!(expected)],
    );
}

/// Start, end and nodes of the first hundred jobs, as the table says.
fn table(page: &Page) -> Vec<Vec<String>> {
    let script = "return [...document.querySelectorAll('#tables table')[0].tBodies[0].rows].map(r => [5, 6, 7].map(i => r.cells[i].innerText))";
    serde_json::from_value(page.js(script, &[])).expect("rows of text")
}

/// The same from the engine, run here.
fn table_of(scenario: &SlotsScenario) -> Vec<Vec<String>> {
    let plan = run(scenario).expect("the scenario can be planned");
    let row = |job: usize| {
        let nodes = plan.nodes.of(job);
        let runs: Vec<String> = nodes
            .chunk_by(|a, b| a + 1 == *b)
            .map(|run| if run.len() == 1 { run[0].to_string() } else { format!("{}–{}", run[0], run[run.len() - 1]) })
            .collect();
        let start = plan.decisions.start[job];
        let end = start.checked_add(plan.arrivals.duration[plan.arrivals.request[job] as usize]);
        [end.map(|_| start), end]
            .map(|slot| slot.map(|slot| slot.to_string()).unwrap_or_default())
            .into_iter()
            .chain([runs.join(", ")])
    };
    (0..100).map(|job| row(job).collect()).collect()
}

pub fn edited(scenario: &SlotsScenario, id: u32, request: Request) -> SlotsScenario {
    SlotsScenario { workload: scenario.workload.with_edit(id, Some(request)), ..scenario.clone() }
}

fn answers(page: &Page) -> Vec<Value> {
    page.js("return window.answers.splice(0)", &[]).as_array().cloned().unwrap_or_default()
}

#[test]
fn an_edit_changes_a_plan_of_a_million_requests_and_undo_restores_it() {
    with_page_alone("million", |page| {
        let scenario = generated(1_000_000);
        let request = open_at(page, &scenario, 40);
        page.click("#tables summary");
        page.wait_for_element("#tables table");
        let before = table(page);
        assert_eq!(before, table_of(&scenario));
        page.focus("#handle-duration");
        page.keys("ArrowRight", 3);
        let longer = Request { duration: request.duration + 3, ..request };
        let after = edited(&scenario, 40, longer);
        expect_inspected(page, &longer);
        expect_figures(page, &after);
        page.settle();
        assert_eq!(table(page), table_of(&after));
        assert_ne!(table(page), before);
        let told = answers(page);
        assert!(!told.is_empty() && told.iter().all(|answer| answer["base"].is_number()), "changes, not a plan: {told:?}");
        for _ in 0..3 {
            page.click("#undo");
        }
        expect_inspected(page, &request);
        expect_figures(page, &scenario);
        page.wait_until("the plan as it was", || (table(page) == before).then_some(()));
        let told = answers(page);
        assert!(told.iter().all(|answer| answer["base"].is_number()), "{told:?}");
    });
}

#[test]
fn the_newest_of_many_positions_wins() {
    with_page_alone("newest-wins", |page| {
        let scenario = generated(200_000);
        let request = open_at(page, &scenario, 1_000);
        let (from, px) = (grip(page, "whole"), slot_px(page));
        page.press_at(Device::Mouse, from);
        page.move_from_to(Device::Mouse, from, from.by(9.0 * px, 0.0), 40);
        page.move_from_to(Device::Mouse, from.by(9.0 * px, 0.0), from.by(3.0 * px, 0.0), 40);
        let there = Request { earliest_start: request.earliest_start + 3, latest_start: request.latest_start + 3, ..request };
        expect_inspected(page, &there);
        expect_figures(page, &edited(&scenario, 1_000, there));
        let told: Vec<u64> = answers(page).iter().filter_map(|answer| answer["command"].as_u64()).collect();
        assert!(told.is_sorted(), "no answer overtakes a newer one: {told:?}");
        page.release(Device::Mouse);
        page.settle();
        expect_figures(page, &edited(&scenario, 1_000, there));
        page.click("#undo");
        expect_figures(page, &scenario);
    });
}

#[test]
fn a_change_that_does_not_fit_leads_to_a_whole_plan() {
    with_page_alone("misfit", |page| {
        let scenario = generated(40_000);
        let mut request = open_at(page, &scenario, 10_000);
        for forgery in ["(data, base) => data[0][base] ^= 7", "data => data[1] = data[1].slice(0, 20)"] {
            page.js(&format!("window.forge = {forgery}; window.forged = 0"), &[]);
            page.focus("#handle-duration");
            page.key("ArrowRight");
            request.duration += 1;
            page.wait_for("the forgery to have happened", "window.forged > 0", &[]);
            expect_figures(page, &edited(&scenario, 10_000, request));
            let told = answers(page);
            // What comes into view may be asked for once more after it, and is told as a change of it.
            let forged = page.js("return window.forged", &[]).as_f64().expect("the number of a command");
            let whole: Vec<f64> =
                told.iter().filter(|answer| answer["base"].is_null()).filter_map(|answer| answer["command"].as_f64()).collect();
            assert!(whole.len() == 1 && whole[0] > forged, "one whole plan, after the forgery in {forged}: {told:?}");
            // And from there on changes again.
            page.key("ArrowRight");
            request.duration += 1;
            expect_figures(page, &edited(&scenario, 10_000, request));
            let told = answers(page);
            assert!(told.iter().all(|answer| answer["base"].is_number()), "{told:?}");
        }
        assert_eq!(page.count(".notice"), 0);
    });
}
