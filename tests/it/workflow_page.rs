//! What the page shows of workflows: every figure's formula comes to the figure.

use crate::support::random::cases;
use crate::workflows::any_scenario;
use bookahead::engine::workflow::formulas::formulas;
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowScenario};
use proptest::prelude::*;

/// Insists that every formula comes to the figure beside which it is shown, for every application.
#[track_caller]
pub(crate) fn expect_formulas(scenario: &WorkflowScenario, plan: &WorkflowOutcome) {
    let unit = f64::from(scenario.ticks);
    for (at, served) in plan.served.iter().enumerate() {
        let all = formulas(plan, at, scenario.ticks, &|row| format!("T{row}"));
        let metrics = plan.metrics;
        let shown = [
            ("delay", served.delay as f64 / unit),
            ("makespan", served.makespan as f64 / unit),
            ("length", served.length as f64 / unit),
            ("area", served.area as f64 / unit),
            ("utilisation", metrics.utilisation),
            ("reserved", f64::from(metrics.reserved)),
            ("mean_delay", metrics.delay / unit),
        ];
        assert_eq!(all.len(), shown.len());
        for (key, figure) in shown {
            let formula = all.iter().find(|formula| formula.key == key).expect(key);
            let value = formula.expression.value();
            assert!((value - figure).abs() < 1e-9 * figure.abs().max(1.0), "{key} of {at}: {value} for {figure}\n{scenario:?}");
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn formulas_come_to_the_figures(scenario in any_scenario(), ticks in proptest::sample::select(&[1_u32, 10, 1_000][..])) {
        let scenario = WorkflowScenario { ticks, ..scenario };
        expect_formulas(&scenario, &scenario.run().expect("in bounds"));
    }
}
