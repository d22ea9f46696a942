//! What lessons have to know of each system. A new one gets a layout and an arm in each match, here and in `view.rs`.

use crate::expr::Name;
use bookahead_engine::Study;
use bookahead_engine::batch::explain::{scheduler_at_work, scheduler_listing};
use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::batch::{BatchOutcome, BatchQuery, BatchRun, BatchScenario, BatchSnapshot};
use bookahead_engine::core::algorithm::{LineAtWork, Listing};
use bookahead_engine::core::edits::RequestId;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::run::{Answer, StudyRun};
use bookahead_engine::core::steps::StepEvents;
use bookahead_engine::core::time_names::TimeUnit;
use bookahead_engine::idle::explain::{strategy_at_work, strategy_listing};
use bookahead_engine::idle::moment::Moment;
use bookahead_engine::idle::run::IdleRun;
use bookahead_engine::idle::{IdleQuery, IdleScenario, IdleSnapshot, IdleSource, IdleWorkload, RequestName, Strategy};
use bookahead_engine::slots::explain::{planner_at_work, planner_listing};
use bookahead_engine::slots::revenue::Method as LimitMethod;
use bookahead_engine::slots::run::SlotsRun;
use bookahead_engine::slots::scenario::{PlannerKind, Policy, ShiftRule};
use bookahead_engine::slots::step::StepReport;
use bookahead_engine::slots::trace::{Planned as PlannedSlots, RequestTrace};
use bookahead_engine::slots::workload::{Source, Workload};
use bookahead_engine::study::StudyKind;
use bookahead_engine::workflow::policy::Method;
use bookahead_engine::workflow::scenario::WorkflowSource;
use bookahead_formats::studies::Planned;

/// Where things stand in the files and plans of a system.
#[derive(Debug)]
pub struct Layout {
    /// The list of requests in a file.
    pub list: &'static str,
    /// The field by which a request of the list is called; else it is called by its place.
    pub number: Option<&'static str>,
    /// The number of the first request that has none.
    pub first: u32,
    /// The fields of a decision with the number of its request and that of its job.
    pub decision: (&'static str, Option<&'static str>),
    /// What the policy is called, and where it stands in a file.
    pub policies: &'static [(&'static str, &'static str)],
    /// Everything that says how is decided stands below it and belongs to the first of the policies, but for the others.
    pub policy: &'static str,
    /// Where the size of the machine stands in a file: all of it, and the number that is changed.
    pub machine: &'static [&'static str],
    /// The fields of a request that are its window.
    pub window: &'static [&'static str],
    /// The classes of the market.
    pub classes: Option<&'static str>,
    /// Seeds of what is drawn.
    pub seeds: &'static [&'static str],
}

/// A study without names for its requests, without a choice of policies, and without what may be drawn or changed.
const PLAIN: Layout = Layout {
    list: "/requests",
    number: None,
    first: 1,
    decision: ("request", None),
    policies: &[],
    policy: "/policy/",
    machine: &[],
    window: &[],
    classes: None,
    seeds: &[],
};
const SLOTS: Layout = Layout {
    list: "/workload/requests",
    number: Some("user"),
    decision: ("user", Some("job")),
    policies: &[
        ("planner", "/policy/planner"),
        ("shift", "/policy/shift"),
        ("method", "/market/method"),
        ("demand", "/market/demand"),
    ],
    machine: &["/machine/nodes"],
    window: &["earliest_start", "latest_start"],
    classes: Some("/market/classes"),
    seeds: &["/workload/generator/seed"],
    ..PLAIN
};
const IDLE: Layout = Layout {
    list: "/servers/workload/requests",
    number: Some("number"),
    decision: ("request", Some("job")),
    policies: &[("strategy", "/servers/strategy")],
    policy: "/servers/strategy",
    machine: &["/servers/count", "/servers/groups/0/servers"],
    window: &["earliest_start", "deadline"],
    seeds: &["/servers/workload/pareto/seed", "/servers/workload/fortnight/seed"],
    ..PLAIN
};
const CLUSTER: Layout = Layout {
    list: "/workload/jobs",
    number: Some("user"),
    decision: ("job", None),
    policies: &[("scheduler", "/policy/scheduler")],
    machine: &["/machine/nodes"],
    window: &["earliest_start"],
    seeds: &["/workload/lublin/seed"],
    ..PLAIN
};
const WORKFLOW: Layout = Layout {
    list: "/tasks",
    first: 0,
    decision: ("task", None),
    policies: &[("method", "/policy/method")],
    machine: &["/providers/0/nodes"],
    seeds: &["/drawn/seed"],
    ..PLAIN
};

/// The names of the shift rules.
pub fn shift_rules() -> Vec<String> {
    ShiftRule::ALL.map(|rule| rule.name().to_string()).into()
}

/// The layout of a system.
pub fn layout(kind: StudyKind) -> &'static Layout {
    match kind {
        StudyKind::Slots => &SLOTS,
        StudyKind::Idle => &IDLE,
        StudyKind::Cluster => &CLUSTER,
        StudyKind::Workflow => &WORKFLOW,
    }
}

/// The kinds of policies of all systems.
pub const POLICY_KINDS: [&str; 5] = ["planner", "shift", "strategy", "scheduler", "method"];

/// The study with its requests in a list: drawn ones are drawn.
///
/// # Errors
/// The generator leads out of bounds.
pub fn listed(study: &Study) -> Result<Study, ScenarioError> {
    let mut study = study.clone();
    match &mut study {
        Study::Slots(slots) => {
            if let Source::Generator(_) = slots.workload.source {
                let drawn = slots.workload.arrivals()?;
                slots.workload = Workload::of_requests((0..drawn.requests()).map(|row| drawn.row(row)).collect());
            }
        }
        Study::Idle(idle) => {
            if !matches!(idle.workload.source, IdleSource::Requests(_)) {
                let drawn = idle.arrivals()?;
                let row = |row: usize| (idle.workload.name_of(drawn.id[row]), drawn.row(row));
                idle.workload = IdleWorkload::of_named(&(0..drawn.jobs()).map(row).collect::<Vec<_>>());
            }
        }
        Study::Cluster(cluster) => {
            if let BatchSource::Lublin(_) = cluster.workload.source {
                let drawn = cluster.workload.arrivals(cluster.nodes)?;
                cluster.workload = BatchWorkload::of_jobs((0..drawn.len()).map(|row| drawn.row(row)).collect());
            }
        }
        Study::Workflow(workflow) => workflow.source = WorkflowSource::Given(workflow.applications()),
    }
    Ok(study)
}

/// The study with the first `count` requests to arrive; workflows are planned as a whole.
///
/// # Errors
/// The generator leads out of bounds.
pub fn first(study: &Study, count: u32) -> Result<Study, ScenarioError> {
    let mut study = study.clone();
    let later = |ids: &[RequestId]| ids.iter().skip(count as usize).copied().collect::<Vec<_>>();
    match &mut study {
        Study::Slots(slots) => {
            let ids = later(&slots.workload.arrivals()?.id);
            slots.workload = slots.workload.with_edits(ids.into_iter().map(|id| (id, None)));
        }
        Study::Idle(idle) => {
            let ids = later(&idle.arrivals()?.id);
            idle.workload = idle.workload.with_edits(ids.into_iter().map(|id| (id, None)));
        }
        Study::Cluster(cluster) => {
            let ids = later(&cluster.workload.arrivals(cluster.nodes)?.id);
            cluster.workload = ids.into_iter().fold(cluster.workload.clone(), |workload, id| workload.with_edit(id, None));
        }
        Study::Workflow(_) => {}
    }
    Ok(study)
}

/// The number by which links and edits know a request.
///
/// # Errors
/// There is no such request, or the generator leads out of bounds.
pub fn id_of(study: &Study, name: Name) -> Result<RequestId, ScenarioError> {
    let found = match study {
        Study::Slots(slots) => {
            let arrivals = slots.workload.arrivals()?;
            arrivals.user.iter().position(|user| *user == name.request).map(|row| arrivals.id[row])
        }
        Study::Idle(idle) => {
            let wanted = RequestName { number: name.request, job: name.job.unwrap_or(0), node: 0 };
            let is_wanted = |found: RequestName| found == wanted || name.job.is_none() && found.number == wanted.number;
            idle.arrivals()?.id.into_iter().find(|id| is_wanted(idle.workload.name_of(*id)))
        }
        Study::Cluster(cluster) => {
            let jobs = cluster.workload.arrivals(cluster.nodes)?;
            jobs.row_called(name.request).map(|row| jobs.id[row])
        }
        Study::Workflow(workflow) => Some(name.request).filter(|task| (*task as usize) < workflow.tasks()),
    };
    found.ok_or_else(|| ScenarioError::new(FieldPath::new("request"), name, "a request of the scenario"))
}

/// The jobs that the last decision moved, in order.
pub fn moves(planned: &Planned) -> Vec<Name> {
    let Planned::Slots(planned) = planned else { return Vec::new() };
    let (arrivals, decisions) = (&planned.1.arrivals, &planned.1.decisions);
    let Some(last) = arrivals.requests().checked_sub(1) else { return Vec::new() };
    let jobs_of = |row: usize| arrivals.request.iter().filter(|of| **of as usize == row).count();
    let name = |job: u32| {
        let row = arrivals.request[job as usize] as usize;
        Name { request: arrivals.user[row], job: (jobs_of(row) > 1).then_some(arrivals.number[job as usize]) }
    };
    let own = (0..arrivals.jobs()).filter(|job| arrivals.request[*job] as usize == last);
    own.flat_map(|job| decisions.moves_for(job)).map(|moved| name(moved.job)).collect()
}

/// The policy of a study in lines, and those that were at work in the decision on its last request; `None` where nothing is decided, and where no order of
/// decisions is: workflows are planned as a whole.
///
/// # Errors
/// The scenario is out of bounds.
pub fn last_decision(study: &Study) -> Result<Option<(Listing, Vec<LineAtWork>)>, ScenarioError> {
    decision_on(study, None)
}

/// The same for the request of a name, or for the last one. `None` too if there is no such request.
///
/// # Errors
/// The scenario is out of bounds.
pub fn decision_on(study: &Study, request: Option<&str>) -> Result<Option<(Listing, Vec<LineAtWork>)>, ScenarioError> {
    match study {
        Study::Slots(slots) => {
            let mut run = SlotsRun::open(slots.clone())?;
            while !run.advance(usize::MAX).is_done {}
            let session = run.session();
            let (arrivals, policy, machine) = (session.arrivals(), session.policy(), session.machine());
            let planned = PlannedSlots { arrivals, decisions: session.decisions(), machine, policy, revenue: session.revenue() };
            let Some(row) = place(request, arrivals.requests(), |row| arrivals.user[row].to_string()) else { return Ok(None) };
            let trace = Some(RequestTrace::of(planned, row));
            let step = row as u32 + 1;
            let told = StepReport { step, trace, events: StepEvents::default(), other_node: Vec::new(), other_node_more: 0 };
            let has_limits = slots.market.as_ref().is_some_and(|market| market.method != LimitMethod::None);
            let at_work = planner_at_work(arrivals, machine, policy, &told, TimeUnit::Slots);
            Ok(Some((planner_listing(policy, has_limits), at_work)))
        }
        Study::Idle(idle) => {
            let Some((run, moment)) = search_of(idle, request)? else { return Ok(None) };
            let at_work = strategy_at_work(idle, &moment, &run.outcome().decisions, idle.time_names(TimeUnit::Slots));
            Ok(Some((strategy_listing(idle, moment.strategy), at_work)))
        }
        Study::Cluster(cluster) => {
            let Some((run, row, snapshot)) = attempts_for(cluster, request, None)? else { return Ok(None) };
            let BatchOutcome { jobs, decisions, .. } = run.outcome();
            let at_work = scheduler_at_work(&jobs, &decisions, cluster.policy, row, &snapshot.attempts);
            Ok(Some((scheduler_listing(cluster.policy), at_work)))
        }
        Study::Workflow(_) => Ok(None),
    }
}

/// The place of a request in a list of so many, by what they are called; that of the last one if none is named.
fn place(wanted: Option<&str>, count: usize, name: impl Fn(usize) -> String) -> Option<usize> {
    match wanted {
        Some(wanted) => (0..count).find(|at| name(*at) == wanted),
        None => count.checked_sub(1),
    }
}

/// A plan of named servers, and the moment before the request of a name, or the last one, was decided. `None` if there is no such request.
///
/// # Errors
/// The scenario is out of bounds.
pub fn search_of(idle: &IdleScenario, request: Option<&str>) -> Result<Option<(IdleRun, Moment)>, ScenarioError> {
    let mut run = IdleRun::open(idle.clone())?;
    while !run.advance(usize::MAX).is_done {}
    run.update();
    let ids = &run.session().arrivals().id;
    let found = place(request, ids.len(), |row| idle.workload.name_of(ids[row]).to_string()).map(|row| ids[row]);
    run.query(IdleQuery { selected: found, tree: None });
    while !run.advance(usize::MAX).is_done {}
    let Answer::Ready(IdleSnapshot { moment, .. }) = run.snapshot(usize::MAX) else { return Ok(None) };
    Ok(moment.map(|moment| (run, moment)))
}

/// A plan of a cluster, the row of the job of a name, or of the last one, and, under co-allocation, the attempts for it with the tree of one of them, from 0,
/// or of the last. `None` if there is no such job.
///
/// # Errors
/// The scenario is out of bounds.
pub fn attempts_for(
    cluster: &BatchScenario,
    request: Option<&str>,
    attempt: Option<u32>,
) -> Result<Option<(BatchRun, usize, BatchSnapshot)>, ScenarioError> {
    let mut run = BatchRun::open(cluster.clone())?;
    while !run.advance(usize::MAX).is_done {}
    run.update();
    let jobs = run.outcome().jobs;
    let Some(row) = place(request, jobs.len(), |row| jobs.number(row).to_string()) else { return Ok(None) };
    run.query(BatchQuery { selected: Some(jobs.id[row]), attempt, ..BatchQuery::default() });
    let snapshot = match run.snapshot(usize::MAX) {
        Answer::Ready(snapshot) => snapshot,
        _ => BatchSnapshot::default(),
    };
    Ok(Some((run, row, snapshot)))
}

/// The names of the policies of a kind; none if it is none of the study's, or stands in its file alone.
pub fn policy_names(study: &Study, kind: &str) -> Vec<&'static str> {
    match (study, kind) {
        (Study::Slots(_), "planner") => PlannerKind::usual().into_iter().map(PlannerKind::name).collect(),
        (Study::Slots(_), "shift") => ShiftRule::ALL.map(ShiftRule::name).to_vec(),
        (Study::Idle(_), "strategy") => Strategy::ALL.map(Strategy::name).to_vec(),
        (Study::Cluster(_), "scheduler") => Scheduler::ALL.map(Scheduler::name).to_vec(),
        (Study::Workflow(_), "method") => Method::ALL.map(Method::name).to_vec(),
        _ => Vec::new(),
    }
}

/// Puts a policy into a study.
///
/// # Errors
/// There is no such policy.
pub fn put_policy(study: &mut Study, kind: &str, name: &str) -> Result<(), ScenarioError> {
    let names = policy_names(study, kind);
    let put = match (study, kind) {
        (Study::Slots(slots), "planner") => policy_like(slots.policy, name).map(|policy| slots.policy = policy),
        (Study::Slots(slots), "shift") => ShiftRule::from_name(name).map(|shift| slots.policy.shift = shift),
        (Study::Idle(idle), "strategy") => Strategy::from_name(name).map(|strategy| idle.strategy = strategy),
        (Study::Cluster(cluster), "scheduler") => Scheduler::from_name(name).map(|other| cluster.policy.scheduler = other),
        (Study::Workflow(workflow), "method") => Method::from_name(name).map(|method| workflow.policy.method = method),
        _ => None,
    };
    put.ok_or_else(|| ScenarioError::new(FieldPath::new(kind), format!("{name:?}"), format!("one of {}", names.join(", "))))
}

/// A policy by its name; options that it does not name stay as they are.
pub fn policy_like(policy: Policy, name: &str) -> Option<Policy> {
    let named = Policy::from_name(name)?;
    Some(if name.contains(':') { named } else { Policy { planner: named.planner, ..policy } })
}
