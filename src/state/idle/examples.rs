//! Examples with named servers: the papers' figures and scenarios that show one idea each.

use crate::engine::Study;
use crate::engine::convert::idle_from_slots;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use crate::engine::idle::{IdleRequest, IdleScenario, IdleSource, IdleWorkload, Rate, ServerGroup, Servers, Strategy, Tick};
use crate::engine::slots::scenario::SlotsScenario;

/// A request: earliest start, size, deadline; all are submitted at 0.
type Row = (Tick, Tick, Tick);

fn rows(servers: Servers, strategy: Strategy, rows: &[Row]) -> IdleScenario {
    let request = |&(earliest_start, size, deadline): &Row| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let workload = IdleWorkload::of_requests(rows.iter().map(request).collect());
    IdleScenario { strategy, ..IdleScenario::new(servers, workload) }
}

/// Figure 3.3: idle periods X = [10, 19), Y = [14, 20), Z = [14, 25) and V = [15, 23) on four servers, and the job with r = 17, l = 3, d = 20. The
/// requests before it leave just these.
pub fn figure_3_3() -> IdleScenario {
    let before = [(0, 10, 10), (19, 41, 60), (0, 14, 14), (20, 40, 60), (0, 14, 14), (25, 35, 60), (0, 15, 15), (23, 37, 60)];
    let all: Vec<Row> = before.into_iter().chain([(17, 3, 20)]).collect();
    rows(Servers::identical(4, 60, 3), Strategy::MinLip, &all)
}

/// A slow server is idle from 12 to 18. The last job would need eight ticks there: the period ends late enough and starts early enough, and
/// yet it is too short.
pub fn dual_deceives() -> IdleScenario {
    let group = |rate| ServerGroup { servers: 1, rate };
    let servers = Servers { groups: vec![group(Rate::ONE), group(Rate::new(1, 2))], look_ahead: 60, least_size: 1 };
    rows(servers, Strategy::FfHa, &[(0, 6, 12), (18, 8, 40), (0, 5, 5), (8, 4, 24)])
}

/// The same servers with a request of another size.
pub fn with_size(study: &Study, id: RequestId, size: Tick) -> Study {
    let Some(idle) = study.idle() else { return study.clone() };
    let IdleSource::Requests(given) = &idle.workload.source else { return study.clone() };
    let edited = idle.workload.edits.0.get(&id).copied().flatten();
    let Some(request) = edited.or_else(|| given.get(id as usize).copied()) else { return study.clone() };
    let workload = idle.workload.with_edit(id, Some(IdleRequest { size, ..request }));
    IdleScenario { workload, ..idle.clone() }.into()
}

/// The workload of section 3.4, small enough to be looked at one by one.
pub fn pareto_class() -> IdleScenario {
    let pareto = ParetoWorkload { seed: 3, requests: 60, load: 0.9, mean_size: ParetoWorkload::MEAN_SIZE, tightness: 0.1 };
    IdleScenario::new(ParetoWorkload::machine(20), IdleWorkload::of(IdleSource::Pareto(pareto)))
}

/// Three rates, twelve servers, a fortnight of grid jobs (4.6).
pub fn three_rates() -> IdleScenario {
    let slack_minutes = FortnightWorkload::SLACK_MINUTES;
    let fortnight = FortnightWorkload { seed: 1, requests: 600, load: 0.9, slack_minutes, due: Due::MeanRate };
    let machine = FortnightWorkload::machine(3, 12, slack_minutes);
    // The preset is within bounds.
    let machine = machine.unwrap_or_else(|_| Servers::identical(12, FortnightWorkload::FURTHEST * 2, 60));
    let scenario = IdleScenario::new(machine, IdleWorkload::of(IdleSource::Fortnight(fortnight)));
    IdleScenario { strategy: Strategy::FfHaPlus, ..scenario }
}

/// The jobs of a plan in slots on as many named servers as it has nodes.
pub fn of_slots(slots: &SlotsScenario) -> IdleScenario {
    // The examples are within bounds.
    idle_from_slots(slots).unwrap_or_else(|_| figure_3_3())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::idle::check::check_servers;
    use crate::engine::idle::moment::{Moment, MomentQuery};
    use crate::engine::idle::{IdleOutcome, Period};
    use crate::state::Example;

    fn run(key: &str) -> (IdleScenario, IdleOutcome) {
        let servers = Example::find(key).unwrap().idle().unwrap();
        let outcome = servers.run().unwrap();
        assert_eq!(check_servers(&servers, &outcome), []);
        (servers, outcome)
    }

    fn moment(key: &str, row: u32) -> Moment {
        let (servers, outcome) = run(key);
        let mut session = servers.session(servers.strategy, outcome.arrivals);
        session.finish();
        Moment::of(&servers, &session, MomentQuery { row, tree: None }).unwrap()
    }

    #[test]
    fn figure_3_3_leaves_the_periods_of_the_paper_and_takes_v() {
        let moment = moment("figure-3-3", 8);
        let closed: Vec<Period> = moment.periods.iter().filter(|period| !period.is_open()).copied().collect();
        let period = |start, server, end| Period { start, server, end };
        assert_eq!(closed, [period(10, 0, 19), period(14, 1, 20), period(14, 2, 25), period(15, 3, 23)]);
        assert_eq!(moment.tests.feasible, 3);
        assert_eq!(moment.taken().map(|taken| (taken.period, taken.start)), Some((period(15, 3, 23), 17)));
    }

    #[test]
    fn the_dual_test_alone_would_take_a_period_that_is_too_short() {
        let moment = moment("dual-deceives", 3);
        assert_eq!((moment.tests.deceiving, moment.taken().map(|taken| (taken.period.server, taken.start))), (1, Some((0, 8))));
    }

    #[test]
    fn generated_examples_show_what_they_promise() {
        let (_, pareto) = run("pareto-class");
        assert_eq!(pareto.arrivals.jobs(), 60);
        let (_, rates) = run("three-rates");
        assert!(!rates.decisions.refusals.is_empty() && rates.figures.metrics.accepted > 100, "{:?}", rates.figures.metrics);
        let (_, slots) = run("eleven-servers");
        assert_eq!(slots.arrivals.jobs(), 15, "eleven requests for fifteen jobs");
    }
}
