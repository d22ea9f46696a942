//! Examples with named servers: scenarios that show one idea each, and the changes to try.

use crate::engine::Study;
use crate::engine::convert::idle_from_slots;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use crate::engine::idle::worked::figure_3_3;
use crate::engine::idle::{IdleRequest, IdleScenario, IdleSource, IdleWorkload, Servers, Strategy, Tick};
use crate::engine::slots::scenario::SlotsScenario;

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
    let pareto =
        ParetoWorkload { seed: 3, requests: 60, load: 0.9, mean_size: ParetoWorkload::MEAN_SIZE, tightness: 0.1, book_ahead: 1.0 };
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
