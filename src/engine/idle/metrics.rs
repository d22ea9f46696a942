//! The figures of a run on named servers (Castillo 3.4, 4.6), one documented formula each.

use super::Tick;
use super::decisions::NO_START;
use super::generator::{ParetoWorkload, UNIT};
use super::period::Period;
use super::request::IdleArrivals;
use super::servers::Servers;
use super::session::IdleSession;
use crate::core::formula::{Expression, Formula};
use crate::core::fragmentation::{FreeTime, median};
use serde::{Deserialize, Serialize};

/// Figures of a run, over the jobs that were measured.
///
/// A run begins with an empty plan. Jobs submitted in the first L ticks meet a plan that is not yet as full as it will be; where a run is
/// longer than that, they are planned and not measured (ours; in runs of 10⁶ jobs it makes no difference).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IdleMetrics {
    /// Jobs measured.
    pub jobs: u32,
    /// Those of them in the plan.
    pub accepted: u32,
    /// Loss rate: refused ÷ measured jobs.
    pub loss_rate: f64,
    /// Work loss rate: sizes of refused ÷ sizes of measured jobs.
    pub work_loss_rate: f64,
    /// Utilisation: time servers are busy ÷ time they are there, from the first measured submission to the last; where all are submitted
    /// at once, to the last end. Whatever their rates, a server counts as one.
    pub utilisation: f64,
    /// Share of the idle time, in the time that utilisation is measured over, that lies in idle periods between two jobs of a server which the median measured
    /// request would not fit into on that server.
    pub fragmentation: f64,
    /// Mean delay (waiting time) in ticks: start − r over the accepted of the measured jobs.
    pub mean_delay: f64,
    /// Fairness F over 100 size bins, weighted by the distribution of section 3.4; `None` if the workload has another.
    pub fairness: Option<f64>,
}

impl IdleMetrics {
    /// Figures of what is decided so far; `mean_size` (x̄ in units) where the sizes are bounded Pareto and fairness is wanted.
    pub fn of(session: &IdleSession, mean_size: Option<f64>) -> Self {
        let placed = Placed { arrivals: session.arrivals(), start: &session.decisions().start, servers: session.servers() };
        let decisions = session.decisions();
        let spans =
            || (0..session.decided()).filter_map(|job| Some((decisions.server[job], decisions.start[job], session.end(job)?)));
        Self::counted(&placed, spans, mean_size)
    }

    /// The same of jobs placed by whatever means; `spans` are the times in which servers are held: server, start and end.
    pub fn counted<S: Iterator<Item = (u32, Tick, Tick)>>(placed: &Placed, spans: impl Fn() -> S, mean_size: Option<f64>) -> Self {
        let Some(sums) = Sums::of(placed, spans) else { return Self::default() };
        let Sums { jobs, accepted, work, lost, delay, busy, from, to, bins, idle, .. } = &sums;
        Self {
            jobs: *jobs,
            accepted: *accepted,
            loss_rate: share(u64::from(jobs - accepted), u64::from(*jobs)),
            work_loss_rate: share(*lost, *work),
            utilisation: share(*busy, u64::from(to - from) * u64::from(placed.servers.count())),
            fragmentation: idle.fragmentation(),
            mean_delay: share(*delay, u64::from(*accepted)),
            fairness: mean_size.map(|mean| fairness(bins, &pareto_weights(ParetoWorkload::shape(mean)))),
        }
    }
}

/// What the figures are worked out from.
struct Sums {
    jobs: u32,
    accepted: u32,
    /// Sizes of all measured jobs, and of the refused ones.
    work: u64,
    lost: u64,
    /// Σ (start − r).
    delay: u64,
    /// Time servers are busy, from the first measured submission to the end.
    busy: u64,
    from: Tick,
    to: Tick,
    bins: Vec<Bin>,
    /// The idle time, and what of it lies in short periods.
    idle: FreeTime,
    /// The size of the median measured request.
    median: Tick,
}

impl Sums {
    /// `None` without jobs.
    fn of<S: Iterator<Item = (u32, Tick, Tick)>>(placed: &Placed, spans: impl Fn() -> S) -> Option<Self> {
        let Placed { arrivals, start: starts, .. } = *placed;
        let decided = starts.len();
        let (&first, &last) = (arrivals.submitted[..decided].first()?, arrivals.submitted[..decided].last()?);
        let from = placed.first_measured();
        let measured = arrivals.submitted[..decided].partition_point(|&submitted| submitted < from);
        let to = if last > from { last } else { spans().map(|(.., end)| end).max().unwrap_or(first) };
        let busy = spans().map(|(_, start, end)| u64::from(end.min(to).saturating_sub(start.max(from)))).sum();
        let jobs = (decided - measured) as u32;
        let bins = vec![Bin::default(); BINS];
        let median = median(arrivals.size[measured..decided].iter().map(|&size| size.into()).collect()) as Tick;
        let idle = idle_time(placed.servers, spans(), (from, to), busy, median);
        let mut sums = Self { jobs, accepted: 0, work: 0, lost: 0, delay: 0, busy, from, to, bins, idle, median };
        for (job, &start) in starts.iter().enumerate().skip(measured) {
            let (size, is_accepted) = (arrivals.size[job], start != NO_START);
            sums.accepted += u32::from(is_accepted);
            sums.work += u64::from(size);
            if is_accepted {
                sums.delay += u64::from(start - arrivals.earliest_start[job]);
            } else {
                sums.lost += u64::from(size);
            }
            let bin = &mut sums.bins[bin_of(f64::from(size) / f64::from(UNIT))];
            bin.arrived += 1;
            bin.accepted += u32::from(is_accepted);
        }
        Some(sums)
    }
}

/// The idle time of servers from `from` to `to`, in which they are busy for `busy` ticks, and what of it lies in periods between two jobs that a request of size
/// `median` does not fit into. O(n log n).
fn idle_time(
    servers: &Servers,
    spans: impl Iterator<Item = (u32, Tick, Tick)>,
    (from, to): (Tick, Tick),
    busy: u64,
    median: Tick,
) -> FreeTime {
    let rates = servers.rates();
    let all = (u64::from(to - from) * u64::from(servers.count())).saturating_sub(busy);
    // Server and start, and the end.
    let mut held: Vec<(u64, u32)> = spans.map(|(server, start, end)| (u64::from(server) << 32 | u64::from(start), end)).collect();
    held.sort_unstable();
    let server_of = |at: u64| (at >> 32) as usize;
    let short = held.windows(2).filter(|pair| server_of(pair[0].0) == server_of(pair[1].0)).map(|pair| {
        let (begin, end) = (pair[0].1, pair[1].0 as Tick);
        let is_short = u64::from(end.saturating_sub(begin)) < rates[server_of(pair[0].0)].duration(median);
        if is_short { u64::from(end.min(to).saturating_sub(begin.max(from))) } else { 0 }
    });
    FreeTime { all: all.into(), in_short_holes: short.sum::<u64>().into() }
}

/// The figures with their formulas; arguments as in [`IdleMetrics::counted`].
pub fn formulas<S: Iterator<Item = (u32, Tick, Tick)>>(
    placed: &Placed,
    spans: impl Fn() -> S,
    mean_size: Option<f64>,
) -> Vec<Formula> {
    let Some(Sums { jobs, accepted, work, lost, delay, busy, from, to, bins, idle, median }) = Sums::of(placed, spans) else {
        return Vec::new();
    };
    let formula = |key, name, expression| Formula { key, name, expression };
    let refused = Expression::term("measured requests", jobs).less(Expression::term("accepted of them", accepted));
    let time = Expression::term("end of measuring", to).less(Expression::term("begin of measuring", from));
    let mut formulas = vec![
        formula("loss_rate", "Loss rate", refused.over(Expression::term("measured requests", jobs))),
        formula(
            "work_loss_rate",
            "Work loss rate",
            Expression::count("Σ sizes of refused requests", lost).over(Expression::count("Σ sizes of measured requests", work)),
        ),
        formula(
            "utilisation",
            "Utilisation",
            Expression::count("Σ time that servers are busy", busy)
                .over(time.times(Expression::term("servers", placed.servers.count()))),
        ),
        formula("fragmentation", "Fragmentation", idle.expression("ticks", &format!("size {median}"))),
        formula(
            "mean_delay",
            "Mean waiting time, ticks",
            Expression::count("Σ (start − r)", delay).over(Expression::term("accepted requests", accepted)),
        ),
    ];
    if let Some(mean) = mean_size {
        let weights = pareto_weights(ParetoWorkload::shape(mean));
        let known = || bins.iter().zip(&weights).filter(|(bin, _)| bin.arrived > 0);
        let served: f64 = known().map(|(bin, w)| w * f64::from(bin.accepted) / f64::from(bin.arrived)).sum();
        let all: f64 = known().map(|(_, w)| w).sum();
        let share = Expression::term("Σ w × accepted ÷ requests, bin by bin", served)
            .over(Expression::term("Σ w of bins with requests", all));
        formulas.push(formula("fairness", "Fairness", share));
    }
    formulas
}

/// Jobs and where they start.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The requests.
    pub arrivals: &'a IdleArrivals,
    /// The start of each job that is decided, [`NO_START`] of those refused.
    pub start: &'a [Tick],
    /// The machine.
    pub servers: &'a Servers,
}

impl Placed<'_> {
    /// The submission from which on jobs are measured, see [`IdleMetrics`]; 0 where nothing is decided yet.
    pub fn first_measured(&self) -> Tick {
        let submitted = &self.arrivals.submitted[..self.start.len()];
        let (Some(&first), Some(&last)) = (submitted.first(), submitted.last()) else { return 0 };
        let warm = first.saturating_add(self.servers.look_ahead);
        if warm < last { warm } else { first }
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Number of size bins (B).
pub const BINS: usize = 100;

/// Jobs of one size bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// z_i: jobs that came.
    pub arrived: u32,
    /// z'_i: jobs in the plan.
    pub accepted: u32,
}

/// The bin of a size in units: [1, 50] in 100 equal parts; sizes outside fall into the outermost bins.
pub fn bin_of(size: f64) -> usize {
    let at = (size - 1.0) / (ParetoWorkload::LARGEST - 1.0) * BINS as f64;
    (at.max(0.0) as usize).min(BINS - 1)
}

/// w_i: share of the sizes of this shape that fall into each bin.
pub fn pareto_weights(shape: f64) -> Vec<f64> {
    let width = (ParetoWorkload::LARGEST - 1.0) / BINS as f64;
    let below = |i: usize| ParetoWorkload::share_below(1.0 + width * i as f64, shape);
    (0..BINS).map(|i| below(i + 1) - below(i)).collect()
}

/// F = Σ w_i·z'_i/z_i (3.1). Bins without arrivals are dropped and the weights of the others scaled up to make 1; without any arrivals F
/// is 1: nobody was treated worse than another.
pub fn fairness(bins: &[Bin], weights: &[f64]) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (bin, w) in bins.iter().zip(weights) {
        if bin.arrived > 0 {
            sum += w * f64::from(bin.accepted) / f64::from(bin.arrived);
            weight += w;
        }
    }
    if weight > 0.0 { sum / weight } else { 1.0 }
}

/// How many idle periods of which length there are at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lengths {
    /// Open-ended periods.
    pub open: u32,
    /// Periods that end, by octave above the least length: [l, 2l), [2l, 4l), …
    pub octaves: Vec<u32>,
    /// Sum of the lengths of those that end.
    pub total: u64,
}

impl Lengths {
    /// Sorts periods by length; `least` is l_min.
    pub fn of(periods: &[Period], least: Tick) -> Self {
        let mut lengths = Self::default();
        for period in periods {
            if period.is_open() {
                lengths.open += 1;
                continue;
            }
            let octave = (period.length() / least.max(1)).checked_ilog2().unwrap_or(0) as usize;
            if lengths.octaves.len() <= octave {
                lengths.octaves.resize(octave + 1, 0);
            }
            lengths.octaves[octave] += 1;
            lengths.total += u64::from(period.length());
        }
        lengths
    }

    /// Number of periods.
    pub fn count(&self) -> u32 {
        self.open + self.octaves.iter().sum::<u32>()
    }

    /// Mean length of the periods that end; `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        let finite: u32 = self.octaves.iter().sum();
        (finite > 0).then(|| self.total as f64 / f64::from(finite))
    }
}
