//! The wire format of a cluster and of its view: forms 1 to 10 of its part of version 3 of links. Fields and variants are identified by their order: do
//! not reorder, remove or change anything.

use super::Cluster;
use super::link_columns::Columns;
use super::link_named::WireNamed;
use super::link_names::WireNames;
use super::link_offers::WireOffers;
use super::link_users::WireUsers;
use super::link_windows::WireWindows;
use crate::link_parts::{
    AxisUnit, ByNumber, ClusterView, CompareLayout, ForecastView, Packer, ReserveView, Unpacker, View, WireStart, WireTime,
    bounded, numbered,
};
use crate::same_fields::Written;
use crate::studies::system::Linked;
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::cost::Measure;
use bookahead_engine::batch::cost::map::MapAxis;
use bookahead_engine::batch::forecast::past::Past;
use bookahead_engine::batch::forecast::run_times::{RunTimes, WHOLE};
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::core::edits::Edits;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

numbered! {
    Scheduler { CoAllocation = 0, Fcfs = 1, Easy = 2, Conservative = 3, AsLogged = 4, Backfill = 5 }
    Measure { Wait = 0, NodeWait = 1, Delayed = 2, Idle = 3 }
}

#[derive(Serialize, Deserialize)]
struct WireCluster {
    nodes: u32,
    source: WireSource,
    #[serde(deserialize_with = "bounded")]
    edits: Vec<(u32, Option<WireJob>)>,
    scheduler: ByNumber<Scheduler>,
    horizon: u32,
    quantum: u32,
    step: u32,
    retries: Option<u32>,
}

#[derive(Serialize, Deserialize)]
enum WireSource {
    Jobs(Columns),
    Lublin(WireLublin),
}

#[derive(Serialize, Deserialize)]
struct WireJob {
    user: u32,
    submitted: u32,
    estimate: u32,
    runtime: u32,
    nodes: u32,
    earliest_start: Option<u32>,
    logged_start: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct WireLublin {
    seed: u64,
    jobs: u32,
    load: f64,
    overestimate: f64,
    advance_percent: u32,
}

impl Written for WireLublin {
    type Own = LublinWorkload;

    fn of(LublinWorkload { seed, jobs, load, overestimate, advance_percent, ahead: _, window: _ }: LublinWorkload) -> Self {
        Self { seed, jobs, load, overestimate, advance_percent }
    }

    fn value(self) -> LublinWorkload {
        let Self { seed, jobs, load, overestimate, advance_percent } = self;
        LublinWorkload { seed, jobs, load, overestimate, advance_percent, ..LublinWorkload::default() }
    }
}

impl Written for WireJob {
    type Own = Job;

    fn of(job: Job) -> Self {
        // Whose it is, its age, its latest start and the nodes that it names come behind.
        let Job { user, submitted, estimate, runtime, nodes, earliest_start, logged_start, .. } = job;
        Self { user, submitted, estimate, runtime, nodes, earliest_start, logged_start }
    }

    fn value(self) -> Job {
        let Self { user, submitted, estimate, runtime, nodes, earliest_start, logged_start } = self;
        Job { user, submitted, estimate, runtime, nodes, earliest_start, logged_start, ..Job::SMALLEST }
    }
}

impl Written for WireBackfill {
    type Own = BackfillOptions;

    fn of(BackfillOptions { depth, window, resolution, per_moment, per_user: _ }: BackfillOptions) -> Self {
        Self { depth, window, resolution, per_moment }
    }

    fn value(self) -> BackfillOptions {
        let Self { depth, window, resolution, per_moment } = self;
        BackfillOptions { depth, window, resolution, per_moment, ..BackfillOptions::default() }
    }
}

impl WireCluster {
    /// A cluster whose edits are already folded.
    fn new(cluster: &BatchScenario) -> Self {
        let BatchPolicy {
            scheduler,
            horizon,
            quantum,
            step,
            retries,
            backfill: _,
            limits: _,
            priority: _,
            reservations: _,
            offers: _,
        } = cluster.policy;
        let source = match &cluster.workload.source {
            BatchSource::Jobs(jobs) => WireSource::Jobs(Columns::of(jobs)),
            BatchSource::Lublin(lublin) => WireSource::Lublin(Written::of(*lublin)),
        };
        let edits = cluster.workload.edits.0.iter().map(|(id, change)| (*id, change.map(WireJob::of))).collect();
        Self { nodes: cluster.nodes, source, edits, scheduler: ByNumber(scheduler), horizon, quantum, step, retries }
    }

    /// What it stands for, unchecked; `None` if it cannot be the work of the encoder.
    fn into_cluster(self) -> Option<BatchScenario> {
        let source = match self.source {
            WireSource::Jobs(columns) => BatchSource::Jobs(Arc::new(columns.into_jobs()?)),
            WireSource::Lublin(lublin) => BatchSource::Lublin(lublin.value()),
        };
        let ascends = self.edits.is_sorted_by(|(one, _), (next, _)| one < next);
        let edits: Edits<Job> = self.edits.into_iter().map(|(id, change)| (id, change.value())).collect();
        let policy = BatchPolicy {
            scheduler: self.scheduler.0,
            horizon: self.horizon,
            quantum: self.quantum,
            step: self.step,
            retries: self.retries,
            ..BatchPolicy::default()
        };
        let workload = BatchWorkload { source, edits };
        ascends.then_some(BatchScenario::new(self.nodes, workload, policy))
    }
}

/// More of what is seen of a cluster, from form 2 on.
#[derive(Default, Serialize, Deserialize)]
struct WireSeenMore {
    /// The scheduler to compare with.
    other: Option<ByNumber<Scheduler>>,
    /// How two plans are shown.
    layout: Option<ByNumber<CompareLayout>>,
    /// The attempt that is shown.
    attempt: Option<u32>,
    /// The range that is searched.
    range: Option<(u64, u64)>,
    /// Whether time is counted on the clock.
    is_clock: bool,
}

/// What is asked about a reservation, from form 4 on.
#[derive(Serialize, Deserialize)]
struct WireReserve {
    nodes: u32,
    measure: ByNumber<Measure>,
    axis: ByNumber<MapAxis>,
    has_map: bool,
}

/// What is asked about the start of a job, from form 4 on.
#[derive(Serialize, Deserialize)]
struct WireForecast {
    within: u32,
    seed: u64,
    run_times: WireRunTimes,
}

#[derive(Serialize, Deserialize)]
enum WireRunTimes {
    Uniform,
    Ratios(#[serde(deserialize_with = "bounded")] Vec<u16>),
    AsGiven,
}

impl WireReserve {
    fn of(ReserveView { nodes, measure, axis, has_map, latest: _ }: ReserveView) -> Self {
        Self { nodes, measure: ByNumber(measure), axis: ByNumber(axis), has_map }
    }

    fn into_view(self, latest: Option<u32>) -> ReserveView {
        ReserveView { nodes: self.nodes, measure: self.measure.0, axis: self.axis.0, has_map: self.has_map, latest }
    }
}

impl WireForecast {
    fn of(ForecastView { within, seed, run_times }: ForecastView) -> Self {
        let run_times = match run_times {
            RunTimes::Uniform => WireRunTimes::Uniform,
            RunTimes::Ratios(knots) => WireRunTimes::Ratios(knots.to_vec()),
            RunTimes::AsGiven => WireRunTimes::AsGiven,
        };
        Self { within, seed, run_times }
    }

    /// `None` if it cannot be the work of the encoder.
    fn into_view(self) -> Option<ForecastView> {
        let run_times = match self.run_times {
            WireRunTimes::Uniform => RunTimes::Uniform,
            WireRunTimes::Ratios(knots) => {
                let are_shares = knots.is_sorted() && knots.last().is_some_and(|last| *last <= WHOLE);
                RunTimes::Ratios(knots.try_into().ok().filter(|_| are_shares)?)
            }
            WireRunTimes::AsGiven => RunTimes::AsGiven,
        };
        Some(ForecastView { within: self.within, seed: self.seed, run_times })
    }
}

/// More of a cluster, from form 4 on.
#[derive(Default, Serialize, Deserialize)]
struct WireClusterMore {
    /// The present moment.
    now: Option<u32>,
    /// The options of backfilling, if they are not as usual.
    backfill: Option<WireBackfill>,
}

/// What is known of earlier jobs, from form 5 on. A submission counts from the one before it, a run time from its estimate.
#[derive(Serialize, Deserialize)]
struct WirePast {
    moment: u32,
    jobs: Columns,
}

impl WirePast {
    fn of(past: &Past) -> Self {
        // They are numbered one after the other: that takes no room.
        Self { moment: past.moment, jobs: Columns::of(&past.rows().collect::<Vec<Job>>()) }
    }

    /// `None` if it cannot be the work of the encoder.
    fn value(self) -> Option<Past> {
        Some(Past::of(self.moment, &self.jobs.into_jobs()?))
    }
}

#[derive(Serialize, Deserialize)]
struct WireBackfill {
    depth: u32,
    window: u32,
    resolution: u32,
    per_moment: u32,
}

impl Linked for Cluster {
    type Recipe = BatchScenario;
    const LINK_FORM: u32 = 10;

    /// The oldest form that can hold a cluster and a view.
    fn form_of(cluster: &BatchScenario, view: &View) -> u32 {
        let ClusterView { other, attempt, range, step, reserve, forecast, .. } = view.cluster;
        let BatchPolicy { scheduler, backfill, .. } = cluster.policy;
        let backfills =
            scheduler == Scheduler::Backfill || other == Some(Scheduler::Backfill) || backfill != BackfillOptions::default();
        if WireNamed::of(cluster).is_some() {
            return 10;
        }
        if WireOffers::of(cluster).is_some() {
            return 9;
        }
        if WireWindows::of(cluster).is_some() {
            return 8;
        }
        if cluster.names.is_some() {
            return 7;
        }
        if WireUsers::of(cluster).is_some() {
            return 6;
        }
        if cluster.past.is_some() || reserve.is_some_and(|reserve| reserve.latest.is_some()) {
            return 5;
        }
        if cluster.now.is_some() || backfills || reserve.is_some() || forecast.is_some() {
            return 4;
        }
        if step.is_some() {
            return 3;
        }
        let seen_more = other.is_some() || attempt.is_some() || range.is_some() || view.compare_layout.is_some();
        if cluster.start.is_some() || seen_more { 2 } else { 1 }
    }

    /// Packs a cluster whose edits are already folded: from form 2 on also the date of its second 0, from form 4 on the present moment and the
    /// options of backfilling, from form 6 on whose jobs they are and what goes by that, from form 7 on what they are called,
    /// from form 8 on the latest starts of reservations, from form 9 on what is taken of offers, from form 10 on which nodes jobs name.
    fn pack(cluster: &BatchScenario, pieces: &mut Packer) {
        pieces.add(1, &WireCluster::new(cluster));
        pieces.add(2, &cluster.start.map(WireStart::of));
        let backfill = Some(cluster.policy.backfill).filter(|options| *options != BackfillOptions::default());
        pieces.add(4, &WireClusterMore { now: cluster.now, backfill: Written::of(backfill) });
        pieces.add(5, &cluster.past.as_deref().map(WirePast::of));
        pieces.add(6, &WireUsers::of(cluster));
        pieces.add(7, &cluster.names.as_deref().map(WireNames::of));
        pieces.add(8, &WireWindows::of(cluster));
        pieces.add(9, &WireOffers::of(cluster));
        pieces.add(10, &WireNamed::of(cluster));
    }

    fn unpack(pieces: &mut Unpacker<'_>) -> Option<BatchScenario> {
        let cluster = pieces.take::<WireCluster>()?.into_cluster()?;
        let start: Option<WireStart> = pieces.take_since(2)?;
        let WireClusterMore { now, backfill } = pieces.take_since(4)?;
        let policy = BatchPolicy { backfill: backfill.value().unwrap_or_default(), ..cluster.policy };
        let past = match pieces.take_since::<Option<WirePast>>(5)? {
            Some(past) => Some(Arc::new(past.value()?)),
            None => None,
        };
        let cluster = BatchScenario { start: start.value(), now, policy, past, ..cluster };
        let cluster = match pieces.take_since::<Option<WireUsers>>(6)? {
            Some(users) => users.give(cluster)?,
            None => cluster,
        };
        let names = match pieces.take_since::<Option<WireNames>>(7)? {
            Some(names) => Some(Arc::new(names.value()?)),
            None => None,
        };
        let cluster = BatchScenario { names, ..cluster };
        let cluster = match pieces.take_since::<Option<WireWindows>>(8)? {
            Some(windows) => windows.give(cluster)?,
            None => cluster,
        };
        let cluster = match pieces.take_since::<Option<WireOffers>>(9)? {
            Some(offers) => offers.give(cluster)?,
            None => cluster,
        };
        match pieces.take_since::<Option<WireNamed>>(10)? {
            Some(named) => named.give(cluster),
            None => Some(cluster),
        }
    }

    /// Packs what is seen of a cluster: the selected job and the time on screen, in seconds; from form 3 on also how many jobs have
    /// arrived, from form 4 on what is asked about the future, from form 5 on the latest start of the reservation.
    fn pack_view(view: &View, pieces: &mut Packer) {
        let ClusterView { selected, time, other, attempt, range, step, reserve, forecast } = view.cluster;
        pieces.add(1, &(selected, time.map(WireTime::of)));
        let (other, layout) = (other.map(ByNumber), view.compare_layout.map(ByNumber));
        pieces.add(2, &WireSeenMore { other, layout, attempt, range, is_clock: view.axis == AxisUnit::Clock });
        pieces.add(3, &step);
        pieces.add(4, &(reserve.map(WireReserve::of), forecast.map(WireForecast::of)));
        pieces.add(5, &reserve.and_then(|reserve| reserve.latest));
    }

    fn unpack_view(pieces: &mut Unpacker<'_>, view: &mut View) -> Option<()> {
        let (selected, time): (Option<u32>, Option<WireTime>) = pieces.take()?;
        let WireSeenMore { other, layout, attempt, range, is_clock } = pieces.take_since(2)?;
        let step = pieces.take_since(3)?;
        let (reserve, forecast): (Option<WireReserve>, Option<WireForecast>) = pieces.take_since(4)?;
        let latest: Option<u32> = pieces.take_since(5)?;
        if latest.is_some() && reserve.is_none() {
            return None;
        }
        let (time, other, reserve) = (time.value(), other.value(), reserve.map(|reserve| reserve.into_view(latest)));
        let forecast = match forecast {
            Some(forecast) => Some(forecast.into_view()?),
            None => None,
        };
        view.cluster = ClusterView { selected, time, other, attempt, range, step, reserve, forecast };
        view.compare_layout = layout.value();
        view.axis = if is_clock { AxisUnit::Clock } else { AxisUnit::Slots };
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(form: u32, bytes: &[u8]) -> Option<ClusterView> {
        let mut view = View::default();
        Unpacker::whole(form, bytes, |pieces| Cluster::unpack_view(pieces, &mut view))?;
        Some(view.cluster)
    }

    #[test]
    fn links_have_a_latest_start_from_form_5_on() {
        let reserve = ReserveView { nodes: 3, latest: Some(700), ..ReserveView::default() };
        let cluster = |reserve| ClusterView { range: Some((5, 9)), reserve, ..ClusterView::default() };
        let packed = |reserve, form| {
            let mut pieces = Packer::new(form);
            Cluster::pack_view(&View { cluster: cluster(reserve), ..View::default() }, &mut pieces);
            pieces.bytes().unwrap()
        };
        let rigid = cluster(Some(ReserveView { latest: None, ..reserve }));
        let (old, new) = (packed(Some(reserve), 4), packed(Some(reserve), 5));
        assert_eq!((opened(4, &old), opened(5, &old)), (Some(rigid), None));
        assert_eq!((opened(5, &new), opened(4, &new)), (Some(cluster(Some(reserve))), None));
        // A latest start of no reservation is not the work of the encoder.
        let damaged = [packed(None, 4), vec![1, 7]].concat();
        assert_eq!(opened(5, &damaged), None);
    }
}
