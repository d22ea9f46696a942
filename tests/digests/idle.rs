//! Runs on named servers: workloads drawn, decisions, refusals, figures to the last bit, on machines of equal and of different rates.

use super::Fingerprint;
use super::moment::moment_words;
use bookahead::engine::idle::adaptive::Adaptability;
use bookahead::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead::engine::idle::metrics::IdleMetrics;
use bookahead::engine::idle::reference::{ReferencePlan, StripName};
use bookahead::engine::idle::{
    IdleArrivals, IdleEvent, IdleObstacle, IdleScenario, IdleSession, IdleSource, IdleWorkload, Moment, MomentQuery, Servers,
    Strategy, TreeName,
};
use bookahead::papers::experiment::Options;
use bookahead::papers::idle::{Figure, Sweep};
use bookahead::state::Example;
use std::sync::Arc;

/// One line for each machine and strategy, for what is shown, for reservations that adapt, and one for a sweep.
pub fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (name, servers, arrivals) in workloads() {
        let (servers, arrivals) = (Arc::new(servers), Arc::new(arrivals));
        let mut fragmentation = Fingerprint::new();
        for strategy in Strategy::ALL {
            let mut session = IdleSession::new(Arc::clone(&servers), strategy, Arc::clone(&arrivals));
            session.finish();
            let accepted = arrivals.jobs() - session.decisions().refusals.len();
            let print = fingerprint(&session);
            lines.push(format!("{name} {} {accepted}/{} {print:016x}", strategy.name(), arrivals.jobs()));
            fragmentation.number(IdleMetrics::of(&session, None).fragmentation.to_bits());
        }
        lines.push(format!("{name} fragmentation {:016x}", fragmentation.0));
    }
    lines.extend(moments());
    lines.extend(adapting());
    lines.push(sweep());
    lines
}

/// What the planes show before requests of the examples, with every strategy's search.
fn moments() -> Vec<String> {
    let mut lines = Vec::new();
    for key in ["figure-3-3", "pareto-class", "three-rates", "dual-deceives"] {
        let servers = Example::find(key).and_then(|example| example.idle()).expect("an example with servers");
        let arrivals = Arc::new(servers.arrivals().expect("in bounds"));
        for strategy in Strategy::ALL {
            let servers = IdleScenario { strategy, ..servers.clone() };
            let mut session = servers.session(strategy, Arc::clone(&arrivals));
            session.finish();
            let (mut print, mut visited) = (Fingerprint::new(), 0);
            for row in (0..arrivals.jobs()).step_by(7).chain([arrivals.jobs() - 1]) {
                let tree = (row % 2 == 0).then_some(TreeName { rate: 0, strip: StripName::Past });
                let moment = Moment::of(&servers, &session, MomentQuery { row: row as u32, tree }).expect("it is decided");
                visited += moment.visited;
                print.column(&moment_words(&moment));
            }
            lines.push(format!("moments-{key} {} {visited} {:016x}", strategy.name(), print.0));
        }
    }
    lines
}

/// Reservations that adapt: extended, planned anew, preempted.
fn adapting() -> Vec<String> {
    let one = |seed: u64| {
        let pareto = ParetoWorkload { seed, requests: 150, load: 1.1, mean_size: 3.28, tightness: 0.2, book_ahead: 1.0 };
        let servers = ParetoWorkload::machine(6);
        let mut scenario = IdleScenario::new(servers, IdleWorkload::of(IdleSource::Pareto(pareto)));
        scenario.adaptability = Adaptability { replanning: true, opportunistic: true };
        let arrivals = scenario.arrivals().expect("in bounds");
        let event = |row: usize| match row % 20 {
            0 => IdleEvent::Extend { submitted: arrivals.earliest_start[row], id: arrivals.id[row], by: arrivals.size[row] / 2 },
            _ => {
                IdleEvent::Opportunity { submitted: arrivals.submitted[row], earliest_start: arrivals.submitted[row], size: 1_500 }
            }
        };
        let mut events: Vec<IdleEvent> = (0..arrivals.jobs()).step_by(10).map(event).collect();
        events.sort_by_key(IdleEvent::submitted);
        scenario.events = Arc::new(events);
        let outcome = scenario.run().expect("in bounds");
        let adapted = outcome.adapted.expect("reservations adapt");
        let mut print = Fingerprint::new();
        print.column(&outcome.decisions.server);
        print.column(&outcome.decisions.start);
        for piece in &adapted.pieces {
            print.column(&[piece.job, piece.server, piece.start, piece.end]);
        }
        print.column(&adapted.happened.iter().map(|(at, _)| *at).collect::<Vec<_>>());
        format!("adapting seed-{seed} {} pieces, {} happenings {:016x}", adapted.pieces.len(), adapted.happened.len(), print.0)
    };
    (1..4).map(one).collect()
}

fn workloads() -> Vec<(&'static str, Servers, IdleArrivals)> {
    let pareto = ParetoWorkload { seed: 1, requests: 5_000, load: 0.9, mean_size: 3.28, tightness: 0.1, book_ahead: 1.0 };
    let fortnight = FortnightWorkload {
        seed: 2,
        requests: 5_000,
        load: 0.8,
        slack_minutes: FortnightWorkload::SLACK_MINUTES,
        due: Due::MeanRate,
    };
    let machine = FortnightWorkload::machine(3, 30, 2 * FortnightWorkload::SLACK_MINUTES + 36 * 60).expect("in bounds");
    let many = ParetoWorkload { seed: 3, load: 1.05, ..pareto };
    let cases = [
        ("idle-pareto-20", ParetoWorkload::machine(20), pareto),
        ("idle-pareto-500", ParetoWorkload::machine(500), ParetoWorkload { requests: 40_000, ..many }),
    ];
    let mut workloads: Vec<(&'static str, Servers, IdleArrivals)> = Vec::new();
    for (name, servers, workload) in cases {
        let arrivals = workload.generate(&servers).expect("in bounds");
        workloads.push((name, servers, arrivals));
    }
    let arrivals = fortnight.generate(&machine).expect("in bounds");
    workloads.push(("idle-fortnight-30", machine, arrivals));
    workloads
}

fn fingerprint(session: &IdleSession) -> u64 {
    let mut print = Fingerprint::new();
    let (arrivals, decisions) = (session.arrivals(), session.decisions());
    let columns = [&arrivals.submitted, &arrivals.earliest_start, &arrivals.size, &arrivals.deadline];
    for column in columns.into_iter().chain([&decisions.server, &decisions.start]) {
        print.column(column);
    }
    for refusal in &decisions.refusals {
        print.column(&[refusal.job]);
        match refusal.obstacle {
            IdleObstacle::TooSlow { fastest } => print.column(&[fastest]),
            IdleObstacle::TooShort { server, from, to, needed } => print.column(&[server, from, to, needed]),
            IdleObstacle::NothingIdle => print.column(&[]),
        }
    }
    let metrics = IdleMetrics::of(session, Some(3.28));
    print.column(&[metrics.jobs, metrics.accepted]);
    let figures =
        [metrics.loss_rate, metrics.work_loss_rate, metrics.utilisation, metrics.mean_delay, metrics.fairness.unwrap_or(-1.0)];
    print.numbers(figures.map(f64::to_bits).into_iter());
    // What the paper's structures read of the first thousand requests.
    let mut shown = ReferencePlan::new(session.servers(), session.strategy(), 1).expect("in bounds");
    for job in 0..1_000 {
        let request = arrivals.row(job);
        shown.expire(request.submitted);
        let trace = shown.search(&request);
        print.number(trace.visited());
        if let Some((period, start, end)) = trace.chosen {
            assert_eq!((period.server, start), (decisions.server[job], decisions.start[job]), "job {job}");
            shown.take(period, start, end);
        }
    }
    print.0
}

fn sweep() -> String {
    let options = Options { runs: 2, requests: 1_000, seed: 4 };
    let results = Sweep::new(Figure::DelayByLoad, options).expect("in bounds").finish().expect("in bounds");
    let mut print = Fingerprint::new();
    for point in results.curves.iter().flat_map(|curve| &curve.points) {
        print.numbers([point.x, point.y.mean, point.y.half].map(f64::to_bits).into_iter());
    }
    for claim in &results.claims {
        print.numbers([claim.measured.mean, claim.measured.half].map(f64::to_bits).into_iter());
    }
    format!("idle-sweep {} {:016x}", results.figure.key(), print.0)
}
