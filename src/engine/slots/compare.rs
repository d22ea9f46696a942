//! Compares two plans in slots: jobs that only one accepts, jobs at different places, and the request at which the planners first decided differently.
//!
//! The place of a job is its start, with its duration and nodes, which differ where the request itself was edited. On which nodes it runs
//! is no difference: the logical plan decides, and the mapping to nodes may change with every edit.

use super::decisions::{Decisions, REFUSED};
use super::elastic::Tariff;
use super::explain::refusal_explained;
use super::metrics::Metrics;
use super::nodes::quick_node_changes;
use super::overlap::Reality;
use super::request::Slot;
use super::revenue::Report;
use super::run::SlotsRun;
use super::scenario::SlotsScenario;
use super::workload::Arrivals;
use crate::core::compare::{
    Comparable, FigureName, FigureValues, FirstDifference, JobPair, PlanComparison, Unit, differences, figure,
};
use crate::core::edits::RequestId;
use crate::core::error::ScenarioError;
use crate::core::run::{Recipe, StudyRun};
use crate::core::sorting::sort_shared;
use crate::core::time_names::TimeUnit;
use crate::core::words::list;
use std::borrow::Cow;

/// Jobs moved for another that are named one by one.
const NAMED: usize = 3;

/// The figures of a plan in slots, in the order of [`Comparable::figures`].
pub const SLOTS_FIGURES: [FigureName; 26] = [
    figure("requests_whole", "Requests accepted whole", "requests all of whose jobs are accepted", Unit::Count),
    figure("requests_partly", "Requests accepted in part", "requests some of whose jobs are accepted", Unit::Count),
    figure("accepted", "Jobs accepted", "jobs in the plan", Unit::Count),
    figure("acceptance", "Acceptance", "accepted jobs ÷ jobs", Unit::Share),
    figure("busy_node_slots", "Node-slots in use", "Σ nodes × duration of the accepted jobs", Unit::Count),
    figure("first_slot", "First slot in use", "earliest start of an accepted job", Unit::Count),
    figure("last_slot", "Last slot in use", "last slot of the last accepted job", Unit::Count),
    figure("utilisation", "Utilisation", "busy node-slots ÷ (nodes × slots from the first start to the last end)", Unit::Share),
    figure(
        "fragmentation",
        "Fragmentation",
        "free node-slots in holes shorter than the median request ÷ free node-slots, from the first start to the last end",
        Unit::Share,
    ),
    figure("mean_delay", "Mean delay, slots", "mean of start − earliest start over accepted jobs", Unit::Number),
    figure("shifts", "Moves made", "moves of accepted jobs that were kept", Unit::Count),
    figure("moved_jobs", "Jobs moved", "accepted jobs that stand elsewhere than where they were first placed", Unit::Count),
    figure("shifts_put_back", "Attempted moves undone", "moves for jobs that were refused in the end", Unit::Count),
    figure(
        "messages",
        "Messages per accepted job",
        "if each start is told as soon as it is known: (accepted jobs + starts given anew) ÷ accepted jobs",
        Unit::Number,
    ),
    figure(
        "node_messages",
        "Messages of nodes per accepted job",
        "if each node is told as soon as it is known: (accepted jobs + other nodes at the same start) ÷ accepted jobs",
        Unit::Number,
    ),
    figure(
        "all_messages",
        "Messages of starts and nodes per accepted job",
        "if both are told: (accepted jobs + starts given anew + other nodes at the same start) ÷ accepted jobs",
        Unit::Number,
    ),
    figure("smaller_offers", "Smaller offers taken", "requests whose user took less than was asked for", Unit::Count),
    figure("price", "Price of all reservations", "τ · bcost · δ × node-slots in use", Unit::Number),
    figure("revenue", "Revenue, minor units", "Σ price × nodes × duration of the confirmed jobs", Unit::Count),
    figure(
        "closed",
        "Jobs refused because their class was closed",
        "jobs that had a place, but no booking limit left",
        Unit::Count,
    ),
    figure("forgone", "Revenue forgone by closed classes, minor units", "Σ price × nodes × duration of those jobs", Unit::Count),
    figure("spoilage", "Spoilage, node-slots", "Σ over slots: lesser of idle nodes and nodes refused by a limit", Unit::Count),
    figure(
        "dilution",
        "Dilution, node-slots",
        "node-slots that lower classes had when a job was refused that would have fitted with them",
        Unit::Count,
    ),
    figure(
        "violations",
        "Reservations violated",
        "accepted jobs whose nodes are really in use when they are to start",
        Unit::Count,
    ),
    figure("violation_rate", "Violation rate", "violated ÷ accepted jobs", Unit::Share),
    figure(
        "real_utilisation",
        "Utilisation by real durations",
        "Σ nodes × real duration of the jobs that run ÷ (nodes × slots from the first start to the last booked end)",
        Unit::Share,
    ),
];

impl Comparable for SlotsRun {
    fn fork(&self, scenario: SlotsScenario) -> Result<Self, ScenarioError> {
        let mut run = self.undecided();
        run.edit(scenario)?;
        Ok(run)
    }

    fn follow(&mut self, own: &Self) -> bool {
        self.follow_step(own)
    }

    fn compare(&self, b: &Self) -> PlanComparison {
        let (a, b) = (Side::of(self), Side::of(b));
        let mut jobs = pairs(a.arrivals, b.arrivals);
        // While decisions are stepped through, jobs that are not decided yet are in neither plan.
        jobs.retain_mut(|pair| {
            (pair.a, pair.b) = (pair.a.filter(|job| *job < a.decided), pair.b.filter(|job| *job < b.decided));
            pair.a.is_some() || pair.b.is_some()
        });
        let (counts, found) = differences(jobs.iter().map(|pair| pair.with(|job| a.place(job), |job| b.place(job))));
        let first = jobs.iter().find(|pair| decided_otherwise(&a, &b, pair)).map(|pair| first_difference(&a, &b, pair));
        PlanComparison { counts, first, figures: [self.figures(), b.run.figures()], differences: found }
    }

    fn figures(&self) -> FigureValues {
        let session = self.session();
        let (decisions, _) = self.shown_decisions();
        let metrics = Metrics::of(session.arrivals(), &decisions, session.machine());
        let reality = Reality::of(session.arrivals(), &decisions, session.machine(), session.policy());
        let changes = quick_node_changes(session.arrivals(), &decisions, session.machine(), session.policy())
            .filter(|_| metrics.accepted > 0);
        let of_nodes = changes.map(|changes| changes as f64 / f64::from(metrics.accepted));
        let is_used = metrics.end_slot > metrics.first_slot;
        let slot = |slot: Slot| is_used.then_some(f64::from(slot));
        let SlotsScenario { tariff, machine, policy, .. } = self.scenario();
        // At the usual prices a node costs 1 for a slot of five minutes: that is the number of node-slots.
        let has_tariff = session.revenue().is_none() && tariff != Tariff::default();
        let price = metrics.busy_node_slots as f64 * tariff.per_node_slot(machine.slot_seconds);
        let report =
            session.revenue().map(|revenue| Report::of(revenue.market(), session.arrivals(), &decisions, session.machine().nodes));
        let losses = report.as_ref().map(|report| report.losses);
        let money = report.map(|report| report.total());
        vec![
            Some(metrics.requests_whole.into()),
            Some(metrics.requests_partly.into()),
            Some(metrics.accepted.into()),
            Some(metrics.acceptance),
            Some(metrics.busy_node_slots as f64),
            slot(metrics.first_slot),
            slot(metrics.end_slot.saturating_sub(1)),
            Some(metrics.utilisation),
            Some(metrics.fragmentation),
            Some(metrics.mean_delay),
            Some(metrics.shifts.into()),
            Some(metrics.moved_jobs.into()),
            Some(metrics.shifts_put_back as f64),
            Some(metrics.messages),
            of_nodes.map(|more| 1.0 + more),
            of_nodes.map(|more| metrics.messages + more),
            policy.planner.is_elastic().then_some(decisions.taken.len() as f64),
            has_tariff.then_some(price),
            money.map(|money| money.revenue as f64),
            money.map(|money| money.closed.into()),
            money.map(|money| money.forgone as f64),
            losses.map(|losses| losses.spoilage as f64),
            losses.map(|losses| losses.dilution as f64),
            reality.map(|reality| reality.violations.into()),
            reality.map(|reality| reality.violation_rate),
            reality.map(|reality| reality.utilisation),
        ]
    }

    fn figure_names(&self) -> &'static [FigureName] {
        &SLOTS_FIGURES
    }

    fn policies(&self) -> Vec<SlotsScenario> {
        self.scenario().policies().into_iter().map(|(_, scenario)| scenario).collect()
    }
}

/// One of the two plans.
struct Side<'a> {
    run: &'a SlotsRun,
    arrivals: &'a Arrivals,
    /// The decisions that are shown.
    decisions: Cow<'a, Decisions>,
    /// On so many jobs.
    decided: u32,
}

/// What a planner decides on a job when it arrives: where it is placed (start, duration, nodes), and who moves for it: job and places.
type Decision = (Option<(Slot, Slot, u32)>, Vec<(RequestId, u32, Slot, Slot)>);

impl<'a> Side<'a> {
    fn of(run: &'a SlotsRun) -> Self {
        let (decisions, decided) = run.shown_decisions();
        Self { run, arrivals: run.session().arrivals(), decisions, decided }
    }

    fn shaped(&self, job: u32, start: Slot) -> Option<(Slot, Slot, u32)> {
        let row = self.arrivals.request[job as usize] as usize;
        (start != REFUSED).then(|| (start, self.arrivals.duration[row], self.arrivals.nodes[row]))
    }

    /// Where a job stands in the final plan.
    fn place(&self, job: u32) -> Option<(Slot, Slot, u32)> {
        self.shaped(job, self.decisions.start[job as usize])
    }

    /// Where it was placed at first.
    fn first_place(&self, job: u32) -> Option<(Slot, Slot, u32)> {
        self.shaped(job, self.decisions.first_start[job as usize])
    }

    /// The request of a job, and which of its jobs it is.
    fn key(&self, job: u32) -> (RequestId, u32) {
        let row = self.arrivals.request[job as usize] as usize;
        (self.arrivals.id[row], job - self.arrivals.first_job[row])
    }

    fn decision(&self, job: u32) -> Decision {
        let moves = self.decisions.moves_for(job as usize).iter().map(|made| {
            let (request, number) = self.key(made.job);
            (request, number, made.from, made.to)
        });
        (self.first_place(job), moves.collect())
    }

    fn job_name(&self, job: u32) -> String {
        format!("{}.{}", self.arrivals.user[self.arrivals.request[job as usize] as usize], self.arrivals.number[job as usize])
    }

    /// "accepts it at 12 and moves 4.1 from 15 to 16 for it" or "refuses it: …".
    fn words(&self, job: Option<u32>) -> String {
        let Some(job) = job else { return "is not asked for it".to_string() };
        let session = self.run.session();
        let Some((start, ..)) = self.first_place(job) else {
            return match self.decisions.refusal(job as usize) {
                Some(refusal) => {
                    format!(
                        "refuses it: {}",
                        refusal_explained(
                            self.arrivals,
                            session.decisions(),
                            session.machine(),
                            session.policy(),
                            refusal,
                            TimeUnit::Slots
                        )
                    )
                }
                None => "refuses it".to_string(),
            };
        };
        // A job that moved several times is told once: from where it was to where it ended.
        let mut moved: Vec<(u32, Slot, Slot)> = Vec::new();
        for made in self.decisions.moves_for(job as usize) {
            match moved.iter_mut().find(|(job, ..)| *job == made.job) {
                Some((.., to)) => *to = made.to,
                None => moved.push((made.job, made.from, made.to)),
            }
        }
        match moved.len() {
            0 => format!("accepts it at {start}"),
            1..=NAMED => {
                let moves = moved.iter().map(|&(job, from, to)| format!("{} from {from} to {to}", self.job_name(job)));
                format!("accepts it at {start} and moves {} for it", list(&moves.collect::<Vec<_>>()))
            }
            many => format!("accepts it at {start} and moves {many} jobs for it"),
        }
    }
}

/// A job of both workloads: its request and its row in each.
struct Pair {
    request: RequestId,
    a: Option<u32>,
    b: Option<u32>,
}

impl Pair {
    fn with<P>(&self, a: impl Fn(u32) -> Option<P>, b: impl Fn(u32) -> Option<P>) -> JobPair<P> {
        JobPair { request: self.request, a: self.a.map(|job| (job, a(job))), b: self.b.map(|job| (job, b(job))) }
    }
}

/// The jobs of both workloads in order of arrival. Jobs belong together that are the same of the same request.
fn pairs(a: &Arrivals, b: &Arrivals) -> Vec<Pair> {
    if a.id == b.id && a.first_job == b.first_job {
        let request = |job: u32| a.id[a.request[job as usize] as usize];
        return (0..a.jobs() as u32).map(|job| Pair { request: request(job), a: Some(job), b: Some(job) }).collect();
    }
    let by_id = |arrivals: &Arrivals| {
        let mut rows: Vec<(RequestId, usize)> = arrivals.id.iter().copied().zip(0..).collect();
        sort_shared(&mut rows, Ord::cmp);
        rows
    };
    let (rows_a, rows_b) = (by_id(a), by_id(b));
    let (mut rows_a, mut rows_b) = (rows_a.into_iter().peekable(), rows_b.into_iter().peekable());
    // Request, row in A, row in B, and when it is submitted first.
    let mut requests = Vec::with_capacity(a.requests().max(b.requests()));
    loop {
        let (next_a, next_b) = (rows_a.peek().copied(), rows_b.peek().copied());
        let Some(id) = next_a.iter().chain(&next_b).map(|(id, _)| *id).min() else { break };
        let row_a = next_a.filter(|(next, _)| *next == id).map(|(_, row)| row);
        let row_b = next_b.filter(|(next, _)| *next == id).map(|(_, row)| row);
        if row_a.is_some() {
            rows_a.next();
        }
        if row_b.is_some() {
            rows_b.next();
        }
        let submitted = row_a.map(|row| a.submitted[row]).into_iter().chain(row_b.map(|row| b.submitted[row])).min();
        requests.push((submitted, id, row_a, row_b));
    }
    sort_shared(&mut requests, Ord::cmp);
    let jobs =
        |arrivals: &Arrivals, row: Option<usize>| row.map_or(0..0, |row| arrivals.first_job[row]..arrivals.first_job[row + 1]);
    let pairs = requests.into_iter().flat_map(|(_, request, row_a, row_b)| {
        let (of_a, of_b) = (jobs(a, row_a), jobs(b, row_b));
        let most = of_a.len().max(of_b.len()) as u32;
        let job = |jobs: &std::ops::Range<u32>, k: u32| (k < jobs.len() as u32).then(|| jobs.start + k);
        (0..most).map(move |k| Pair { request, a: job(&of_a, k), b: job(&of_b, k) }).collect::<Vec<_>>()
    });
    pairs.collect()
}

/// Whether the planners decided otherwise when the job arrived.
fn decided_otherwise(a: &Side, b: &Side, pair: &Pair) -> bool {
    match (pair.a, pair.b) {
        (Some(one), Some(other)) => {
            // Without moves, which most jobs need none of, nothing is to be listed.
            let has_moves = !a.decisions.moves_for(one as usize).is_empty() || !b.decisions.moves_for(other as usize).is_empty();
            a.first_place(one) != b.first_place(other) || (has_moves && a.decision(one) != b.decision(other))
        }
        (Some(one), None) => a.first_place(one).is_some(),
        (None, Some(other)) => b.first_place(other).is_some(),
        (None, None) => false,
    }
}

fn first_difference(a: &Side, b: &Side, pair: &Pair) -> FirstDifference {
    let of = |side: &Side, job: Option<u32>| {
        let job = job?;
        let row = side.arrivals.request[job as usize] as usize;
        let several = side.arrivals.row(row).jobs > 1;
        let job = if several { format!(" (job {})", side.job_name(job)) } else { String::new() };
        Some(format!("request {}{job}", side.arrivals.user[row]))
    };
    let name = of(a, pair.a).or_else(|| of(b, pair.b)).unwrap_or_default();
    FirstDifference { request: pair.request, name, words: format!("A {}; B {}", a.words(pair.a), b.words(pair.b)) }
}
