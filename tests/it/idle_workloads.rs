//! Workloads, figures and sweeps of Castillo against what they should be: distributions, hand calculations, independent recounts, claims.

use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::statistics::Interval;
use bookahead::engine::idle::generator::{Due, FortnightWorkload, MINUTE, ParetoWorkload, UNIT};
use bookahead::engine::idle::metrics::{self, Bin, IdleMetrics, Lengths};
use bookahead::engine::idle::{IdleArrivals, IdleRequest, IdleSession, NO_SERVER, OPEN, Period, Servers, Strategy};
use bookahead::papers::experiment::{ClaimVerdict, Options};
use bookahead::papers::idle::{Figure, Measure, PAPER_SIZE, Sweep};
use std::sync::Arc;

const PLAIN: ParetoWorkload =
    ParetoWorkload { seed: 7, requests: 60_000, load: 0.9, mean_size: 3.28, tightness: 0.1, book_ahead: 1.0 };

fn fortnight(load: f64, requests: u32) -> FortnightWorkload {
    FortnightWorkload { seed: 3, requests, load, slack_minutes: FortnightWorkload::SLACK_MINUTES, due: Due::FullRate }
}

fn mean(column: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = column.len() as f64;
    column.sum::<f64>() / n
}

#[test]
fn the_papers_shape_belongs_to_the_papers_mean() {
    assert!((ParetoWorkload::shape(3.28) - 1.202_094_065_987_982_4).abs() < 1e-9);
    for mean in [1.1, 1.5, 3.28, 8.0, 12.0] {
        assert!((ParetoWorkload::mean(ParetoWorkload::shape(mean)) - mean).abs() < 1e-9, "{mean}");
    }
    assert!((metrics::pareto_weights(1.2).iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn pareto_requests_are_distributed_as_said() {
    let servers = ParetoWorkload::machine(20);
    let arrivals = PLAIN.generate(&servers).expect("in bounds");
    let rows: Vec<IdleRequest> = (0..arrivals.jobs()).map(|row| arrivals.row(row)).collect();
    for (i, request) in rows.iter().enumerate() {
        request.check(&servers, &FieldPath::new(format!("{i}"))).expect("within bounds");
    }
    assert!(arrivals.submitted.is_sorted());
    let size = mean(rows.iter().map(|r| f64::from(r.size) / f64::from(UNIT)));
    assert!((size / 3.28 - 1.0).abs() < 0.02, "{size}");
    let gap = f64::from(rows[rows.len() - 1].submitted) / rows.len() as f64 / f64::from(UNIT);
    assert!((gap / (3.28 / (0.9 * 20.0)) - 1.0).abs() < 0.02, "{gap}");
    let shape = ParetoWorkload::shape(3.28);
    for border in [1.5, 2.0, 5.0, 20.0] {
        let below = mean(rows.iter().map(|r| f64::from(u8::from(f64::from(r.size) < border * f64::from(UNIT)))));
        assert!((below - ParetoWorkload::share_below(border, shape)).abs() < 0.01, "{border}: {below}");
    }
    // Earliest starts uniform over what the look-ahead leaves; deadlines uniform over a tenth of the rest.
    let ahead = mean(rows.iter().map(|r| f64::from(r.earliest_start - r.submitted) / f64::from(servers.look_ahead - r.size)));
    assert!((ahead - 0.5).abs() < 0.01, "{ahead}");
    let slack = mean(rows.iter().map(|r| {
        let left = servers.look_ahead - r.size - (r.earliest_start - r.submitted);
        f64::from(r.latest_start() - r.earliest_start) / (0.1 * f64::from(left)).max(1.0)
    }));
    assert!((slack - 0.5).abs() < 0.01, "{slack}");
    // In the first quarter of it: the same draws, a quarter as far.
    let near = ParetoWorkload { book_ahead: 0.25, ..PLAIN }.generate(&servers).expect("in bounds");
    assert_eq!((&near.submitted, &near.size), (&arrivals.submitted, &arrivals.size));
    let ahead = |arrivals: &IdleArrivals, row: usize| arrivals.earliest_start[row] - arrivals.submitted[row];
    assert!((0..near.jobs()).all(|row| ahead(&near, row).abs_diff(ahead(&arrivals, row) / 4) <= 1));
    let at_once = ParetoWorkload { book_ahead: 0.0, ..PLAIN }.generate(&servers).expect("in bounds");
    assert_eq!(at_once.earliest_start, at_once.submitted);
    let immediate = ParetoWorkload { tightness: 0.0, ..PLAIN }.generate(&servers).expect("in bounds");
    assert_eq!(
        (&immediate.earliest_start, &immediate.size),
        (&arrivals.earliest_start, &arrivals.size),
        "q changes deadlines only"
    );
    assert!((0..immediate.jobs()).all(|row| immediate.row(row).latest_start() == immediate.earliest_start[row]));
}

#[test]
fn fortnight_requests_are_distributed_as_said() {
    let servers = FortnightWorkload::machine(2, 120, FortnightWorkload::SLACK_MINUTES).expect("in bounds");
    for due in [Due::FullRate, Due::MeanRate] {
        let arrivals = FortnightWorkload { due, ..fortnight(0.7, 50_000) }.generate(&servers).expect("in bounds");
        let rows: Vec<IdleRequest> = (0..arrivals.jobs()).map(|row| arrivals.row(row)).collect();
        for (i, request) in rows.iter().enumerate() {
            request.check(&servers, &FieldPath::new(format!("{i}"))).expect("within bounds");
        }
        let hour = 60.0 * f64::from(MINUTE);
        let size = mean(rows.iter().map(|r| f64::from(r.size) / hour));
        assert!((size / 5.6 - 1.0).abs() < 0.02, "{size}");
        let short = mean(rows.iter().map(|r| f64::from(u8::from(f64::from(r.size) < 4.0 * hour))));
        assert!((short - 0.8).abs() < 0.01, "{short}");
        let gap = f64::from(rows[rows.len() - 1].submitted) / rows.len() as f64 / hour;
        assert!((gap / (5.6 / (0.7 * 60.0)) - 1.0).abs() < 0.02, "{gap}");
        let factor = if due == Due::FullRate { 1.0 } else { 2.0 };
        let slack = mean(rows.iter().map(|r| (f64::from(r.deadline - r.earliest_start) - factor * f64::from(r.size)) / hour));
        assert!((slack - 10.0).abs() < 0.1, "{slack}");
        assert!(rows.iter().all(|r| (MINUTE..=FortnightWorkload::FURTHEST).contains(&(r.earliest_start - r.submitted))));
    }
}

#[test]
fn bad_workloads_are_refused() {
    let servers = ParetoWorkload::machine(20);
    for (workload, expected) in [
        (ParetoWorkload { load: 0.0, ..PLAIN }, "workload.load: 0"),
        (ParetoWorkload { load: f64::NAN, ..PLAIN }, "workload.load: NaN"),
        (ParetoWorkload { mean_size: 60.0, ..PLAIN }, "workload.mean_size: 60"),
        (ParetoWorkload { tightness: 1.5, ..PLAIN }, "workload.tightness: 1.5"),
        (ParetoWorkload { book_ahead: -0.1, ..PLAIN }, "workload.book_ahead: -0.1"),
        (ParetoWorkload { requests: 3_000_000, ..PLAIN }, "workload.requests: 3000000"),
        (ParetoWorkload { load: 1e-7, ..PLAIN }, "a workload that passes tick"),
    ] {
        let message = workload.generate(&servers).expect_err("refused").to_string();
        assert!(message.contains(expected), "{message}");
    }
    let short = Servers::identical(20, 10 * UNIT, UNIT);
    assert!(PLAIN.generate(&short).expect_err("refused").to_string().contains("machine.look_ahead"));
    assert!(fortnight(0.5, 10).generate(&servers).expect_err("refused").to_string().contains("machine"));
}

/// Two servers, four jobs, by hand.
#[test]
fn figures_by_hand() {
    let servers = Servers::identical(2, 1_000 * UNIT, UNIT);
    let request = |submitted: u32, earliest_start: u32, size: u32, slack: u32| IdleRequest {
        submitted: submitted * UNIT,
        earliest_start: earliest_start * UNIT,
        size: size * UNIT,
        deadline: (earliest_start + size + slack) * UNIT,
    };
    let requests = [request(0, 0, 10, 0), request(0, 0, 10, 0), request(1, 4, 6, 6), request(2, 5, 4, 1), request(20, 20, 1, 0)];
    let arrivals = Arc::new(IdleArrivals::new(&requests, &servers).expect("in bounds"));
    let mut session = IdleSession::new(Arc::new(servers), Strategy::FirstFitIdle, arrivals);
    session.finish();
    assert_eq!(session.decisions().start, [0, 0, 10 * UNIT, u32::MAX, 20 * UNIT]);
    let metrics = IdleMetrics::of(&session, None);
    // Busy from 0 to 20: 10 + 10 + 6 of 40. Delay: 6 for the third, over four jobs. Work: 4 of 31 lost.
    let expected = IdleMetrics {
        jobs: 5,
        accepted: 4,
        loss_rate: 0.2,
        work_loss_rate: 4.0 / 31.0,
        utilisation: 26.0 / 40.0,
        // The second server is idle from 10 on and no job follows before the end of measuring.
        fragmentation: 0.0,
        mean_delay: f64::from(6 * UNIT) / 4.0,
        fairness: None,
    };
    assert_eq!(metrics, expected);
    // Three size bins with weights 0.5, 0.3 and 0.2: F = 0.5·3/4 + 0.2·1/2 over 0.7, as the middle one is empty.
    let bins = [(4, 3), (0, 0), (2, 1)].map(|(arrived, accepted)| Bin { arrived, accepted });
    assert!((metrics::fairness(&bins, &[0.5, 0.3, 0.2]) - (0.5 * 0.75 + 0.2 * 0.5) / 0.7).abs() < 1e-15);
    assert_eq!(metrics::fairness(&[Bin::default()], &[1.0]), 1.0);
    assert_eq!([1.0, 1.489, 1.491, 49.999, 50.0, 60.0].map(metrics::bin_of), [0, 0, 1, 99, 99, 99]);
    let period = |start, end| Period { start, server: 0, end };
    let lengths = Lengths::of(&[period(0, 10), period(5, 24), period(0, 40), period(3, OPEN)], 10);
    assert_eq!(lengths, Lengths { open: 1, octaves: vec![2, 0, 1], total: 69 });
    assert_eq!((lengths.count(), lengths.mean()), (4, Some(23.0)));
}

/// Every accepted job stands on one server of the machine within its window for exactly its time, no two on one server at once; figures
/// recounted another way.
#[test]
fn job_accounting() {
    let machines = [ParetoWorkload::machine(7), Servers::heterogeneous(3, 9, 200 * UNIT, UNIT).expect("in bounds")];
    for servers in machines {
        let arrivals = Arc::new(ParetoWorkload { requests: 8_000, ..PLAIN }.generate(&servers).expect("in bounds"));
        let (servers, rates) = (Arc::new(servers.clone()), servers.rates());
        for strategy in Strategy::ALL {
            let mut session = IdleSession::new(servers.clone(), strategy, arrivals.clone());
            // In uneven pieces, as a worker would.
            while !session.is_done() {
                session.advance(777);
            }
            let decisions = session.decisions();
            let mut by_server = vec![Vec::new(); rates.len()];
            let (mut refused, mut delay) = (0_u32, 0.0);
            let warm = arrivals.submitted.partition_point(|&s| s < arrivals.submitted[0] + servers.look_ahead);
            for job in 0..arrivals.jobs() {
                let request = arrivals.row(job);
                let (server, start) = (decisions.server[job], decisions.start[job]);
                assert_eq!(decisions.refusal(job).is_some(), server == NO_SERVER);
                if server == NO_SERVER {
                    refused += u32::from(job >= warm);
                    continue;
                }
                let rate = rates[server as usize];
                let lasts = f64::ceil(f64::from(request.size) * f64::from(rate.denominator) / f64::from(rate.numerator)) as u32;
                assert_eq!(session.end(job), Some(start + lasts));
                assert!(start >= request.earliest_start && start + lasts <= request.deadline, "{} {job}", strategy.name());
                by_server[server as usize].push((start, start + lasts));
                delay += if job >= warm { f64::from(start - request.earliest_start) } else { 0.0 };
            }
            let (from, to) = (arrivals.submitted[0] + servers.look_ahead, arrivals.submitted[arrivals.jobs() - 1]);
            let mut busy = 0.0;
            for jobs in &mut by_server {
                jobs.sort_unstable();
                assert!(jobs.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{}: two jobs at once", strategy.name());
                busy +=
                    jobs.iter().map(|&(s, e)| f64::from(e.min(to)) - f64::from(s.max(from)).min(f64::from(e.min(to)))).sum::<f64>();
            }
            let metrics = IdleMetrics::of(&session, Some(3.28));
            let measured = (arrivals.jobs() - warm) as f64;
            assert_eq!((metrics.jobs, metrics.jobs - metrics.accepted), (measured as u32, refused));
            assert!((metrics.loss_rate - f64::from(refused) / measured).abs() < 1e-12);
            assert!((metrics.mean_delay - delay / f64::from(metrics.accepted)).abs() < 1e-6);
            assert!((metrics.utilisation - busy / (f64::from(to - from) * rates.len() as f64)).abs() < 1e-9, "{}", strategy.name());
            let fairness = metrics.fairness.expect("asked for");
            assert!((0.0..=1.0).contains(&fairness));
        }
    }
}

#[test]
fn a_sweep_can_be_stopped_and_shared_out() {
    let options = Options { runs: 2, requests: 1_000, seed: 5 };
    let whole = Sweep::new(Figure::LossByLoad, options).expect("in bounds").finish().expect("in bounds");
    assert_eq!((whole.progress.done, whole.progress.units), (22, 22));
    let mut shared = Sweep::new(Figure::LossByLoad, options).expect("in bounds");
    // Units in another order, in small pieces; half of them first.
    for (i, index) in (0..22).rev().enumerate() {
        let mut unit = shared.unit(index).expect("a unit");
        while !unit.advance(333).expect("in bounds") {
            let (done, of) = unit.progress();
            assert!(done < of);
        }
        let half_done = unit.into_found();
        shared.take_in(index, half_done);
        if i == 10 {
            let partial = shared.results();
            assert_eq!(partial.progress.done, 11);
            assert!(partial.curves.iter().flat_map(|curve| &curve.points).all(|point| point.y.runs == 1));
            assert!(partial.claims.iter().all(|claim| claim.measured.runs <= 1));
        }
    }
    assert_eq!(shared.results(), whole);
    assert!(shared.unit(22).is_none());
    shared.take_in(99, Vec::new());
    for (options, expected) in [
        (Options { runs: 0, ..options }, "runs: 0"),
        (Options { requests: 5, ..options }, "jobs: 5"),
        (Options { runs: 1_000, requests: 2_000_000, seed: 1 }, "sweep: a sweep of 22000000000 jobs"),
    ] {
        let message = Sweep::new(Figure::LossByLoad, options).expect_err("refused").to_string();
        assert!(message.contains(expected), "{message}");
    }
    assert!(Figure::LossByLoad.check(PAPER_SIZE).is_ok(), "the paper's size is allowed");
}

#[test]
fn figures_have_names_and_curves() {
    for figure in Figure::ALL {
        assert_eq!(Figure::from_key(figure.key()), Some(figure));
        assert!(figure.check(figure.lecture()).is_ok() && !figure.lines().is_empty() && !figure.measures().is_empty());
    }
    for strategy in Strategy::ALL {
        assert_eq!(Strategy::from_name(strategy.name()), Some(strategy));
    }
    let interval = Interval::of([1.0, 2.0, 3.0].into_iter());
    assert!((interval.half - 4.302_652_730 / 3.0_f64.sqrt()).abs() < 1e-9 && interval.mean == 2.0);
}

/// The claims of Figure 3.4 that are clear at a lecture's size, and the large orders of the others.
#[test]
fn clear_claims_hold() {
    for (figure, clear) in [
        (Figure::LossByLoad, &[1, 3, 4][..]),
        (Figure::UtilisationByLoad, &[0, 1]),
        (Figure::DelayByLoad, &[0, 1, 2, 3]),
        (Figure::LossBySize, &[0]),
        (Figure::LossByServers, &[0]),
        (Figure::Awareness, &[2, 3]),
        (Figure::Effort, &[0]),
        (Figure::Levels, &[0]),
    ] {
        let options = Options { requests: if figure.has_rates() { 9_000 } else { 5_000 }, runs: 2, seed: 11 };
        let results = Sweep::new(figure, options).expect("in bounds").finish().expect("in bounds");
        for curve in &results.curves {
            let known = matches!(curve.measure, Measure::Delay | Measure::Effort);
            assert!(curve.points.iter().all(|point| point.y.runs == 2 && (known || (0.0..=1.0).contains(&point.y.mean))));
        }
        for &i in clear {
            let claim = &results.claims[i];
            println!("{}: {} ({:+.4} ± {:.4})", figure.key(), claim.words, claim.measured.mean, claim.measured.half);
            assert!(claim.measured.mean >= 0.0 && claim.verdict != ClaimVerdict::NotHeld, "{}: {}", figure.key(), claim.words);
        }
    }
}
