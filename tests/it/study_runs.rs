//! Studies at work, through the one interface that all systems have: edits in small steps, going back, and what is told end as a run from start to end.

use bookahead::engine::Scenario;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead::engine::batch::{BatchPlan, BatchQuery, BatchScenario};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::idle::{IdlePlan, IdleQuery, Strategy};
use bookahead::engine::slots::decisions::Decisions;
use bookahead::engine::slots::nodes::NodeTable;
use bookahead::engine::slots::plan_columns::PlanAssembly;
use bookahead::engine::slots::update::{SlotsQuery, SlotsUpdate};
use bookahead::engine::slots::workload::Arrivals;
use bookahead::engine::study::{AnyRun, Study, StudyMetrics, StudyOutcome, StudyQuery, StudyUpdate};
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowQuery};
use bookahead::state::{EXAMPLES, Handle, IdleHandle, WorkflowEdit, moved, moved_idle, workflow_with};

/// Whoever holds a copy of a plan and takes in what is told.
#[derive(Default)]
pub struct PlanCopy {
    /// Of a plan in slots.
    pub slots: (Arrivals, Decisions, NodeTable),
    /// Of a plan of named servers.
    pub idle: IdlePlan,
    /// Of a plan of a cluster.
    pub cluster: BatchPlan,
    /// Of a plan of workflows.
    pub workflow: WorkflowOutcome,
    number: u32,
    assembly: Option<PlanAssembly>,
    /// How many whole plans have come.
    pub whole: usize,
    /// Rows of named servers that stayed at the last update.
    pub kept: u32,
}

impl PlanCopy {
    /// Takes in a part of what changed; whether the plan is complete.
    pub fn take(&mut self, update: StudyUpdate) -> bool {
        let change = match update {
            StudyUpdate::Idle(update) => {
                self.kept = update.kept;
                self.idle.take(*update).unwrap();
                return true;
            }
            StudyUpdate::Cluster(update) => {
                self.kept = update.kept;
                self.cluster.take(*update).unwrap();
                return true;
            }
            StudyUpdate::Workflow(update) => {
                self.workflow = update.plan;
                return true;
            }
            StudyUpdate::Slots(SlotsUpdate::Outline(outline)) => {
                self.assembly = Some(PlanAssembly::new(outline));
                return false;
            }
            StudyUpdate::Slots(SlotsUpdate::Piece(numbers)) => {
                self.assembly.as_mut().unwrap().add(&numbers).unwrap();
                return false;
            }
            StudyUpdate::Slots(SlotsUpdate::Planned { number, change: None, .. }) => {
                self.slots = self.assembly.take().unwrap().finish();
                self.number = number;
                self.whole += 1;
                return true;
            }
            StudyUpdate::Slots(SlotsUpdate::Visible(change)) => (change, false),
            StudyUpdate::Slots(SlotsUpdate::Planned { change: Some(change), .. }) => (change, true),
        };
        let (change, is_complete) = change;
        assert_eq!(change.base, self.number);
        self.number = change.number;
        let (arrivals, decisions, nodes) = &mut self.slots;
        change.patch.apply(arrivals, decisions, nodes).unwrap();
        is_complete
    }

    /// The copy is that of a run from start to end.
    #[track_caller]
    pub fn expect_outcome(&self, study: &Study) {
        match Scenario::new("", study.clone()).run().unwrap() {
            StudyOutcome::Slots(fresh) => {
                assert_eq!((&self.slots.0, &self.slots.1, &self.slots.2), (&fresh.arrivals, &fresh.decisions, &fresh.nodes));
            }
            StudyOutcome::Idle(fresh) => {
                assert_eq!((&self.idle.arrivals, &self.idle.decisions), (&*fresh.arrivals, &fresh.decisions));
                assert_eq!(self.idle.figures, fresh.figures);
            }
            StudyOutcome::Cluster(fresh) => {
                let BatchPlan { jobs, decisions, nodes, metrics } = &self.cluster;
                assert_eq!((jobs, decisions), (&*fresh.jobs, &fresh.decisions));
                assert_eq!((nodes, metrics), (&fresh.nodes, &fresh.metrics));
            }
            StudyOutcome::Workflow(fresh) => assert_eq!(self.workflow, *fresh),
        }
    }
}

/// Works on a run until all is told, in pieces of so many jobs.
pub fn finish(run: &mut AnyRun, copy: &mut PlanCopy, jobs: usize) {
    loop {
        let is_done = run.advance(jobs).is_done;
        let mut is_complete = false;
        while let Some(update) = run.update() {
            is_complete = copy.take(update);
        }
        if is_done {
            assert!(is_complete, "the last part completes the plan");
            assert!(run.update().is_none(), "nothing is told twice");
            return;
        }
    }
}

/// The study with the request of a row moved, some of the time removed.
fn edited(study: &Study, round: u32) -> Study {
    let mut study = study.clone();
    match &mut study {
        Study::Slots(slots) => {
            let arrivals = slots.workload.arrivals().unwrap();
            let id = (round * 7919) % slots.workload.source.len();
            let Some(row) = arrivals.row_of(id) else { return study };
            let request = moved(arrivals.row(row), Handle::ALL[round as usize % 5], 2, slots.machine.nodes);
            slots.workload = slots.workload.with_edit(id, (round % 4 != 3).then_some(request));
        }
        Study::Idle(idle) => {
            let arrivals = idle.arrivals().unwrap();
            let row = (round as usize * 7919) % arrivals.jobs();
            let request = moved_idle(arrivals.row(row), IdleHandle::ALL[round as usize % 4], 2, &idle.servers);
            if round % 5 == 4 && !idle.is_adaptive() {
                idle.strategy = Strategy::ALL[round as usize % Strategy::ALL.len()];
            }
            idle.workload = idle.workload.with_edit(arrivals.id[row], (round % 4 != 3).then_some(request));
        }
        Study::Cluster(cluster) => {
            let jobs = cluster.workload.arrivals(cluster.nodes).unwrap();
            let row = (round as usize * 7919) % jobs.len();
            let job = Job { estimate: 40 + round * 90, nodes: 1 + round % cluster.nodes, ..jobs.row(row) };
            cluster.workload = cluster.workload.with_edit(jobs.id[row], (round % 4 != 3).then_some(job));
            if round % 5 == 4 {
                cluster.policy.scheduler = Scheduler::ALL[round as usize % 4];
            }
        }
        Study::Workflow(workflow) => {
            let task = (round * 7919) % workflow.tasks() as u32;
            let edit = match round % 4 {
                0 => WorkflowEdit::Duration { task, node: 0, duration: 1 + round },
                1 => WorkflowEdit::Pin(task, Some((0, round))),
                2 => WorkflowEdit::AddTask(0, round, Some(0)),
                _ => WorkflowEdit::RemoveTask(task),
            };
            *workflow = workflow_with(workflow, edit).unwrap();
            workflow.policy.method = Method::ALL[round as usize % Method::ALL.len()];
        }
    }
    study
}

fn query(study: &Study, round: u32) -> StudyQuery {
    match study {
        Study::Slots(_) => StudyQuery::Slots(SlotsQuery { visible: round * 3, ..SlotsQuery::default() }),
        Study::Idle(_) => StudyQuery::Idle(IdleQuery { selected: Some(round % 3), tree: None }),
        Study::Cluster(_) => StudyQuery::Cluster(BatchQuery {
            selected: Some(round),
            attempt: (round > 1).then_some(0),
            range: Some((u64::from(round), u64::from(round) + 900)),
            ..BatchQuery::default()
        }),
        Study::Workflow(_) => {
            StudyQuery::Workflow(WorkflowQuery { selected: Some(round), search: Some((0, Some(round))), curves: Some(0) })
        }
    }
}

/// Generated jobs on a cluster, some of them reservations.
pub fn cluster_sample(scheduler: Scheduler) -> Study {
    let lublin = LublinWorkload { jobs: 120, load: 1.1, advance_percent: 15, window: Some(1_800), ..LublinWorkload::default() };
    let policy = BatchPolicy { horizon: 30 * 86_400, quantum: 7_200, ..BatchPolicy::of(scheduler) };
    BatchScenario::new(16, BatchWorkload::of(BatchSource::Lublin(lublin)), policy).into()
}

/// The page's examples and, as it has none of a cluster, a cluster under every scheduler.
fn samples() -> Vec<(&'static str, Study)> {
    let examples = EXAMPLES.iter().map(|example| (example.key, example.open().scenario.study));
    let schedulers = [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Conservative, Scheduler::CoAllocation];
    examples.chain(schedulers.map(|scheduler| (scheduler.name(), cluster_sample(scheduler)))).collect()
}

#[test]
fn edits_in_small_steps_lead_to_the_plan_of_a_fresh_run() {
    for (key, study) in samples() {
        let mut study = study;
        let mut run = AnyRun::open(study.clone()).unwrap();
        let mut copy = PlanCopy::default();
        let mut kept = Vec::new();
        let mut kept_most = 0;
        for round in 0..14 {
            if round >= 9 {
                // Undone again.
                study = kept.pop().unwrap();
            } else if round > 0 {
                kept.push(study.clone());
                study = edited(&study, round);
            }
            if round > 0 {
                run.edit(study.clone().without_list()).unwrap();
                run.query(query(&study, round));
                // A newer edit comes between: the older one's work is dropped.
                run.advance(3);
                run.edit(study.clone().without_list()).unwrap();
            }
            run.query(query(&study, round));
            finish(&mut run, &mut copy, 50);
            copy.expect_outcome(&study);
            // Where requests are queries, an edit is told as a whole plan.
            let makes_offers = study.slots().is_some_and(|slots| slots.policy.planner.is_elastic());
            assert!(copy.whole <= 1 || makes_offers, "{}: the whole plan travels once", key);
            kept_most = kept_most.max(copy.kept);
            assert_eq!(run.verify().violations, Vec::<String>::new(), "{} at {round}", key);
        }
        if study.idle().is_some_and(|idle| !idle.is_adaptive()) {
            assert!(kept_most > 0, "{}: what comes before the edit is not told again", key);
        }
    }
}

#[test]
fn going_back_and_on_again_leads_to_the_same_plan() {
    for (key, study) in samples() {
        let mut run = AnyRun::open(study.clone()).unwrap();
        finish(&mut run, &mut PlanCopy::default(), usize::MAX);
        let jobs = run.advance(0).jobs as usize;
        for at in [0, 1, jobs / 3, jobs / 2, jobs.saturating_sub(1), jobs] {
            run.rewind(at);
            let progress = run.advance(0);
            assert!(progress.decided as usize >= at || progress.is_done, "{}: {progress:?} at {at}", key);
            let mut copy = PlanCopy::default();
            if study.slots().is_none() {
                // Only what was taken back is told again.
                finish(&mut AnyRun::open(study.clone()).unwrap(), &mut copy, usize::MAX);
            }
            finish(&mut run, &mut copy, 7);
            copy.expect_outcome(&study);
        }
    }
}

#[test]
fn figures_words_and_checks_are_those_of_the_plan() {
    for (key, study) in samples() {
        let mut run = AnyRun::open(study.clone()).unwrap();
        run.query(StudyQuery::nothing(study.kind()));
        finish(&mut run, &mut PlanCopy::default(), usize::MAX);
        match (run.metrics(), Scenario::new("", study.clone()).run().unwrap()) {
            (StudyMetrics::Slots(metrics), StudyOutcome::Slots(fresh)) => assert_eq!(metrics, fresh.metrics),
            (StudyMetrics::Idle(figures), StudyOutcome::Idle(fresh)) => assert_eq!(*figures, fresh.figures),
            (StudyMetrics::Cluster(metrics), StudyOutcome::Cluster(fresh)) => assert_eq!(metrics, fresh.metrics),
            (StudyMetrics::Workflow(metrics), StudyOutcome::Workflow(fresh)) => assert_eq!(metrics, fresh.metrics),
            _ => panic!("figures of another system"),
        }
        for id in 0..study.next_request().min(40) {
            let verdict = run.explain(id).unwrap();
            assert!(!verdict.headline.is_empty() && !verdict.headline.contains("Not decided"), "{key}: {id}");
        }
        assert_eq!(run.explain(study.next_request()), None);
    }
}

#[test]
fn a_study_of_another_system_is_no_edit_and_a_query_about_one_no_query() {
    let studies: Vec<Study> = EXAMPLES.iter().map(|example| example.open().scenario.study).collect();
    let slots = studies.iter().find(|study| study.slots().is_some()).unwrap();
    let idle = studies.iter().find(|study| study.idle().is_some()).unwrap();
    for (one, other) in [(slots, idle), (idle, slots)] {
        let mut run = AnyRun::open(one.clone()).unwrap();
        let error = run.edit(other.clone()).unwrap_err();
        assert_eq!((error.place.as_str(), error.found.as_str()), ("study", other.kind().key()));
        run.query(StudyQuery::nothing(other.kind()));
        finish(&mut run, &mut PlanCopy::default(), 100);
        assert_eq!(run.snapshot(100), Answer::Nothing);
        assert!(!one.has_source_of(other));
    }
}
