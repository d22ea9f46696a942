//! Limits, money and forecasts over time: regimes follow a dragged price, updates are pointed at, bars have the colours of classes, a closed class
//! says why.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{
    expect_notice, fragment_of, held_slots, open_lab, reload_lab, shared, slot_px, slot_x, slots_example, take_and_move,
};
use bookahead::chart::kit::palette::{LIGHT, Rgba};
use bookahead::engine::slots::decisions::Obstacle;
use bookahead::engine::slots::revenue::regimes::{Comparison, Regime};
use bookahead::engine::slots::revenue::{DemandSource, Market, Report};
use bookahead::engine::slots::scenario::SlotsScenario;
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::engine::{Outcome, run};
use bookahead::formats::json::write_revenue_csv;
use bookahead::formats::link::{BarColours, Panel, View};
use bookahead::formats::provenance::Provenance;
use bookahead::state::{MarketHandle, moved_market};
use serde_json::json;

/// Title of the scenarios; exported files are called after it.
const TITLE: &str = "Three classes, forty nodes";

/// The example with a forecast every day of twenty-four slots.
fn forecasting() -> SlotsScenario {
    let mut scenario = slots_example("three-classes");
    if let Some(market) = &mut scenario.market {
        (market.demand, market.update_every) = (DemandSource::Forecast, 24);
    }
    scenario
}

fn market_of(scenario: &SlotsScenario) -> Market {
    scenario.market.clone().expect("a market")
}

fn open_money(page: &Page, scenario: &SlotsScenario, view: View) {
    let view = View { panel: Panel::Revenue, ..view };
    open_lab(page, &fragment_of(TITLE, scenario.clone(), view));
    expect_totals(page, scenario);
}

/// What each regime brings, from the engine.
fn totals(scenario: &SlotsScenario) -> Vec<(Regime, u64)> {
    let arrivals = scenario.workload.arrivals().expect("in bounds");
    let mut comparison = Comparison::new(scenario.machine, scenario.policy, &market_of(scenario), &arrivals);
    comparison.finish();
    comparison.regimes().map(|regime| (regime, comparison.report(regime).expect("it ran").total().revenue)).collect()
}

/// Waits until the table of regimes says what the engine says.
#[track_caller]
fn expect_totals(page: &Page, scenario: &SlotsScenario) {
    let expected: Vec<_> =
        totals(scenario).into_iter().map(|(regime, revenue)| json!([regime.name(), revenue.to_string()])).collect();
    page.wait_for(
        &format!("the totals {expected:?}"),
        "arguments[0].every(([name, revenue]) => {
            const row = document.querySelector(`#regime-${name}`);
            return row && !row.classList.contains('stale') && row.children[2].textContent.replace(/[^0-9]/g, '') === revenue;
        })",
        &[json!(expected)],
    );
}

/// Brings an element into view and says where a slot is on it, in its middle.
fn on_plot(page: &Page, css: &str, slot: u32) -> Point {
    page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", &[json!(css)]);
    page.settle();
    Point { x: slot_x(page, slot), y: page.middle_of(css).y }
}

fn outcome_of(scenario: &SlotsScenario) -> Outcome {
    run(scenario).expect("in bounds")
}

/// Number of the first request whose class was closed, and the reason's figures.
fn closed(outcome: &Outcome) -> (u32, Obstacle) {
    let is_closed = |obstacle: &Obstacle| matches!(obstacle, Obstacle::ClassClosed { .. });
    let refusal = outcome.decisions.refusals.iter().find(|refusal| is_closed(&refusal.obstacle)).expect("a class is closed");
    (outcome.arrivals.id[outcome.arrivals.request[refusal.job as usize] as usize], refusal.obstacle)
}

#[test]
fn regimes_follow_a_dragged_price() {
    with_page("money-drag", |page| {
        let scenario = slots_example("three-classes");
        open_money(page, &scenario, View::default());
        page.js("document.querySelector('#littlewood').scrollIntoView({block: 'center'})", &[]);
        let grip = page.middle_of("#handle-lower-price .knob");
        take_and_move(page, Device::Mouse, grip, (0.0, -30.0));
        page.wait_for(
            "another price",
            "document.querySelector('#handle-lower-price').getAttribute('aria-valuenow') !== '60.0'",
            &[],
        );
        let price: f64 = page.attribute("#handle-lower-price", "aria-valuenow").and_then(|v| v.parse().ok()).expect("a price");
        let dearer = moved_market(&market_of(&scenario), 40, 0, MarketHandle::LowerPrice, price);
        let dearer = SlotsScenario { market: Some(dearer), ..scenario.clone() };
        expect_totals(page, &dearer);
        let plan = outcome_of(&dearer).revenue.expect("a market").report.total().revenue;
        let shown = page.text("#revenue-of-plan").replace(|c: char| !c.is_ascii_digit(), "");
        assert_eq!(shown, plan.to_string(), "before the pointer is lifted, in the inspector too");
        page.key("Escape");
        page.release(Device::Mouse);
        expect_totals(page, &scenario);
        page.drag(Device::Mouse, grip, grip.by(0.0, -30.0));
        expect_totals(page, &dearer);
        page.click("#undo");
        expect_totals(page, &scenario);
        page.screenshot("money-totals");
    });
}

#[test]
fn an_update_shows_limits_before_and_after() {
    with_page("money-update", |page| {
        let scenario = forecasting();
        let updates = outcome_of(&scenario).revenue.expect("a market").updates;
        open_money(page, &scenario, View::default());
        let list = |limits: &[u32]| limits.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let says = |i: usize| {
            let update = &updates[i];
            format!("Limits {} since slot {}, {} before.", list(&update.after), update.slot, list(&update.before))
        };
        assert!(updates.len() >= 4 && updates[1].before != updates[1].after, "the example has updates: {updates:?}");
        // A few pixels beside it is near enough.
        let at = on_plot(page, "#limits", updates[1].slot);
        page.hover(at.by(-slot_px(page) / 2.0 - 1.0, 0.0));
        page.wait_for_text("#slot-cursor", &says(1));
        assert_eq!(page.attribute("#slot-cursor", "aria-valuenow"), Some(updates[1].slot.to_string()));
        page.screenshot("money-update");
        // The forecast behind it, confirmed and lost apart.
        let forecast = &updates[1].forecast[2];
        let row = page.texts("#slot-table tbody tr").remove(2);
        let spread = format!("{:.1} ± {:.1}", forecast.demand.mean, forecast.demand.deviation);
        assert!(row.contains(&spread) && row.contains(&format!("{:.1} + {:.1}", forecast.confirmed, forecast.lost)), "{row}");
        // By key.
        page.focus("#slot-cursor");
        page.key("ArrowRight");
        page.wait_for_text("#slot-cursor", &format!("Slot {}.", updates[1].slot + 1));
        page.key("PageUp");
        page.wait_for_text("#slot-cursor", &format!("Slot {}.", updates[2].slot));
        page.key("Home");
        page.wait_for_text("#slot-cursor", &format!("Limits {} from the start.", list(&updates[0].before)));
        assert_eq!(held_slots(page), Some(scenario.clone()), "keys on the chart move no request");
        // The same over the plan: one time axis.
        page.hover(on_plot(page, "#gantt-logical", updates[1].slot + 6));
        page.wait_until("the slot under the pointer", || {
            let slot: u32 = page.attribute("#slot-cursor", "aria-valuenow")?.parse().ok()?;
            // Slots are narrow.
            (slot.abs_diff(updates[1].slot + 6) <= 1).then_some(())
        });
        page.click("#money-tables summary");
        page.wait_for_element("#updates");
        assert_eq!(page.count("#updates tbody tr"), updates.len() as u64);
    });
}

/// How many pixels of the plan have one of these colours.
fn pixels(page: &Page, colours: &[Rgba]) -> u64 {
    let script = "
        const canvas = document.querySelector('#gantt-logical canvas');
        const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const wanted = new Set(arguments[0].map(([r, g, b]) => r << 16 | g << 8 | b));
        let found = 0;
        for (let i = 0; i < data.length; i += 4) found += wanted.has(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
        return found";
    page.js(script, &[json!(colours)]).as_u64().expect("a number")
}

#[test]
fn bars_have_the_colours_of_classes_and_a_closed_class_says_why() {
    with_page("money-classes", |page| {
        let scenario = forecasting();
        let outcome = outcome_of(&scenario);
        let (id, obstacle) = closed(&outcome);
        open_money(page, &scenario, View { selected: Some(id), ..View::default() });
        let classes: Vec<Rgba> = (0..3).map(|class| LIGHT.class_tint(class)).collect();
        let (by_class, by_request) = (pixels(page, &classes), pixels(page, &LIGHT.tints));
        assert!(by_class > 5_000 && by_request < by_class / 50, "{by_class} of classes, {by_request} of requests");
        page.click("#colours-user");
        page.wait_until("the colours in the link", || (shared(page)?.view.colours == BarColours::Request).then_some(()));
        page.settle();
        let (by_class, by_request) = (pixels(page, &classes), pixels(page, &LIGHT.tints));
        assert!(by_request > 5_000 && by_class < by_request / 50, "{by_class} of classes, {by_request} of requests");
        reload_lab(page);
        page.wait_for_element("#colours-user[aria-pressed=true]");
        page.click("#colours-class");
        // In the plan as well, where requests have colours otherwise.
        page.click("#panel-slots");
        page.wait_for_element("#colours-class[aria-pressed=true]");
        page.settle();
        assert!(pixels(page, &classes) > 5_000);
        page.click("#panel-revenue");

        let Obstacle::ClassClosed { class, used, limit, .. } = obstacle else { panic!("a closed class") };
        let row = outcome.arrivals.row_of(id).expect("it is there");
        let price = u64::from(market_of(&scenario).classes[usize::from(class) - 1].price);
        let value = price * u64::from(outcome.arrivals.nodes[row]) * u64::from(outcome.arrivals.duration[row]);
        let reason = format!("class {class} closed");
        page.wait_for_text("#verdict", &format!("{used} of {limit} used"));
        assert!(page.text("#verdict").to_lowercase().contains(&reason), "{}", page.text("#verdict"));
        page.wait_for_text("#price", &format!("would cost {value}"));
        page.wait_for_element("#way");
        // What is out of sight is not laid out, and says nothing.
        page.js("document.querySelector('#way').scrollIntoView()", &[]);
        page.settle();
        let stages = page.texts("#way .stage");
        for (stage, part) in stages.iter().zip(["place found", "class closed", "given up", "lost demand"]) {
            assert!(stage.contains(part), "{part}: {stages:?}");
        }
        // The list of requests is with the plan.
        page.click("#panel-slots");
        page.click("#filter-refused");
        page.wait_for_text(".row.with-reason", "It would have paid ");
    });
}

#[test]
fn the_report_of_a_window_is_a_file() {
    with_page("money-report", |page| {
        let scenario = forecasting();
        let outcome = outcome_of(&scenario);
        open_money(page, &scenario, View::default());
        page.click("#report-update");
        let (name, bytes) = page.wait_for_download(".csv");
        assert_eq!(name, "three-classes-forty-nodes-revenue.csv");
        let market = market_of(&scenario);
        let mut expected = Vec::new();
        let windows = Report::windows(&market, &outcome.arrivals, &outcome.decisions, 24);
        write_revenue_csv(&mut expected, &Provenance::of(&scenario.clone().into()), &market, &windows).expect("into memory");
        assert_eq!(String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&expected));
    });
}

#[test]
fn many_requests_are_counted_behind_the_plan_and_the_newest_wins() {
    with_page("money-many", |page| {
        let generator = Preset { mpi: false, rate: 3, flexible_percent: 50 }.generator(7, 60_000);
        let example = forecasting();
        let scenario = SlotsScenario { workload: Workload::of_generator(generator), ..example };
        let dearer = {
            let mut market = market_of(&scenario);
            market.classes[0].price = 170;
            SlotsScenario { market: Some(market), ..scenario.clone() }
        };
        let view = View { panel: Panel::Revenue, ..View::default() };
        open_lab(page, &fragment_of(TITLE, scenario.clone(), view));
        // At once, while the regimes are being counted.
        page.fill("#class-1-price", "170");
        expect_totals(page, &dearer);
        page.click("#undo");
        expect_totals(page, &scenario);
        // The worker ends while it has nothing to answer: what is known of the money stays, and what comes is counted again.
        let started = page.workers_started();
        page.crash_worker();
        expect_notice(page, "stopped and was started again");
        page.wait_until("another worker", || (page.workers_started() == started + 1).then_some(()));
        expect_totals(page, &scenario);
        page.fill("#class-1-price", "170");
        expect_totals(page, &dearer);
        assert_eq!(page.workers_started(), started + 1);
        // Some browsers say so on the console too.
        if page.errors().iter().any(|text| text.contains("test: crash")) {
            page.expect_errors("test: crash");
        }
    });
}

#[test]
fn it_fits_a_phone_and_every_eye() {
    with_page("money-looks", |page| {
        let scenario = forecasting();
        let (id, _) = closed(&outcome_of(&scenario));
        open_money(page, &scenario, View { selected: Some(id), ..View::default() });
        page.click("#money-tables summary");
        page.click("#class-money summary");
        page.wait_for_element("#slots");
        page.assert_accessible("money over time");
        page.prefer(true, true);
        page.settle();
        page.assert_accessible("money in the dark");
        page.js("document.querySelector('.time-plots').scrollIntoView()", &[]);
        page.screenshot("money-dark");
        page.phone();
        page.settle();
        page.assert_fits_width();
        page.assert_accessible("money on a phone");
        page.js("document.querySelector('.time-plots').scrollIntoView()", &[]);
        page.screenshot("money-phone");
        page.js("document.querySelector('#way').scrollIntoView()", &[]);
        page.screenshot("money-phone-way");
    });
}
