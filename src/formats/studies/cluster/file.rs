//! Scenario files of a cluster: version 2.

use super::ranges;
use crate::json_parts::{
    FileContent, Named, RequestForm, Requests, STUDY_VERSION, Whole, WireEdit, WireStart, edits_of, given, given_object, list,
    named, named_as_usual, object, one, to_text,
};
use crate::same_fields::{Written, is_usual, same_fields};
use crate::studies::system::StudyFile;
use bookahead_engine::Scenario;
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::forecast::past::Past;
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::limits::UserLimits;
use bookahead_engine::batch::names::Names;
use bookahead_engine::batch::priority::PriorityWeights;
use bookahead_engine::batch::reservations::{OfferRules, ReservationRule};
use bookahead_engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::elastic::{Choice, OfferOrder};
use bookahead_engine::study::StudyKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Fields that are spread over lines.
const SPREAD: &[&str] = &["workload", "jobs", "edits"];

/// What a workload must have.
const ONE_SOURCE: &str = "an object with one of jobs, lublin";

named_as_usual!(Scheduler);
named_as_usual!(ReservationRule);
named_as_usual!(OfferOrder);

impl Named for Choice {
    const CHOICES: &'static [Self] = &Self::PLAIN;

    fn name_in_file(self) -> &'static str {
        self.name()
    }
}

/// A file of version 2.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireFile {
    version: Whole<u64>,
    study: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(deserialize_with = "object")]
    machine: WireMachine,
    #[serde(deserialize_with = "object")]
    workload: WireWorkload,
    #[serde(default, deserialize_with = "object")]
    policy: WirePolicy,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    past: Option<WirePast>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    names: Option<WireNames>,
}

/// What users and jobs are called, by their numbers.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireNames {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    users: BTreeMap<u32, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    jobs: BTreeMap<u32, String>,
}

/// What is known of earlier jobs.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePast {
    moment: ranges::Time,
    jobs: Requests<WirePastJob>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePastJob {
    submitted: ranges::Time,
    estimate: ranges::Length,
    runtime: ranges::Length,
    #[serde(default = "one")]
    nodes: ranges::Nodes,
}

impl RequestForm for WirePastJob {
    type Request = Job;

    fn into_request(self, position: u32) -> Job {
        Job {
            user: position.saturating_add(1),
            submitted: self.submitted.0,
            estimate: self.estimate.0,
            runtime: self.runtime.0,
            nodes: self.nodes.0,
            ..Job::SMALLEST
        }
    }

    fn of(job: &Job) -> Self {
        let Job { submitted, estimate, runtime, nodes, .. } = *job;
        Self { submitted: Whole(submitted), estimate: Whole(estimate), runtime: Whole(runtime), nodes: Whole(nodes) }
    }
}

impl WirePast {
    fn of(past: &Past) -> Self {
        Self { moment: Whole(past.moment), jobs: Requests(Arc::new(past.rows().collect())) }
    }

    fn value(self) -> Past {
        Past::of(self.moment.0, &self.jobs.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireMachine {
    nodes: ranges::Nodes,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    start: Option<WireStart>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    now: Option<ranges::Time>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WirePolicy {
    #[serde(with = "named")]
    scheduler: Scheduler,
    horizon: ranges::Horizon,
    quantum: ranges::Quantum,
    step: ranges::Step,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    retries: Option<ranges::Retries>,
    #[serde(deserialize_with = "object", skip_serializing_if = "is_usual")]
    backfill: WireBackfill,
    #[serde(deserialize_with = "object", skip_serializing_if = "is_usual")]
    limits: WireLimits,
    #[serde(deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    priority: Option<WirePriority>,
    #[serde(with = "named", skip_serializing_if = "is_default")]
    reservations: ReservationRule,
    #[serde(deserialize_with = "object", skip_serializing_if = "is_usual")]
    offers: WireOffers,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireOffers {
    #[serde(with = "named")]
    choice: Choice,
    #[serde(with = "named")]
    order: OfferOrder,
    half_nodes: bool,
}

impl Default for WireOffers {
    fn default() -> Self {
        Self::of(OfferRules::default())
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireBackfill {
    depth: ranges::Depth,
    window: ranges::Window,
    resolution: ranges::Resolution,
    per_moment: ranges::PerMoment,
    #[serde(skip_serializing_if = "is_unlimited")]
    per_user: ranges::PerUser,
}

fn is_unlimited(per_user: &ranges::PerUser) -> bool {
    per_user.0 == BackfillOptions::default().per_user
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireLimits {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    jobs: Option<ranges::UserJobs>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    nodes: Option<ranges::UserNodes>,
}

impl Default for WireLimits {
    fn default() -> Self {
        Self::of(UserLimits::default())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WirePriority {
    age: ranges::Weight,
    size: ranges::Weight,
    max_age: ranges::Length,
    favours_small: bool,
}

impl Default for WirePriority {
    fn default() -> Self {
        Self::of(PriorityWeights::default())
    }
}

impl Default for WireBackfill {
    fn default() -> Self {
        Self::of(BackfillOptions::default())
    }
}

impl Default for WirePolicy {
    fn default() -> Self {
        Self::of(BatchPolicy::default())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireWorkload {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    jobs: Option<Requests<WireJob>>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    lublin: Option<WireLublin>,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    edits: Vec<WireEdit<WireJob>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireLublin {
    seed: Whole<u64>,
    jobs: ranges::Count,
    load: f64,
    overestimate: f64,
    advance_percent: ranges::Percent,
    #[serde(skip_serializing_if = "is_usual_ahead")]
    ahead: ranges::Ahead,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    window: Option<ranges::StartWindow>,
}

fn is_usual_ahead(ahead: &ranges::Ahead) -> bool {
    ahead.0 == LublinWorkload::default().ahead
}

fn is_default(rule: &ReservationRule) -> bool {
    *rule == ReservationRule::default()
}

impl Default for WireLublin {
    fn default() -> Self {
        Self::of(LublinWorkload::default())
    }
}

same_fields! {
    WirePolicy = BatchPolicy { scheduler, horizon, quantum, step, retries, backfill, limits, priority, reservations, offers }
    WireOffers = OfferRules { choice, order, half_nodes }
    WireBackfill = BackfillOptions { depth, window, resolution, per_moment, per_user }
    WireLimits = UserLimits { jobs, nodes }
    WirePriority = PriorityWeights { age, size, max_age, favours_small }
    WireLublin = LublinWorkload { seed, jobs, load, overestimate, advance_percent, ahead, window }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireJob {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    user: Option<ranges::User>,
    #[serde(default)]
    submitted: ranges::Time,
    estimate: ranges::Length,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    runtime: Option<ranges::Length>,
    #[serde(default = "one")]
    nodes: ranges::Nodes,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    earliest_start: Option<ranges::Time>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    latest_start: Option<ranges::Time>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    first_node: Option<ranges::FirstNode>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    logged_start: Option<ranges::Time>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    owner: Option<ranges::Owner>,
    #[serde(default = "none", skip_serializing_if = "is_none")]
    age: ranges::Age,
}

fn none() -> ranges::Age {
    Whole(0)
}

fn is_none(age: &ranges::Age) -> bool {
    age.0 == 0
}

impl RequestForm for WireJob {
    type Request = Job;

    /// Without a user it is the position, from 1; without a run time the job runs as long as estimated.
    fn into_request(self, position: u32) -> Job {
        Job {
            user: self.user.map_or(position.saturating_add(1), |user| user.0),
            submitted: self.submitted.0,
            estimate: self.estimate.0,
            runtime: self.runtime.map_or(self.estimate.0, |runtime| runtime.0),
            nodes: self.nodes.0,
            earliest_start: self.earliest_start.map(|start| start.0),
            latest_start: self.latest_start.map(|start| start.0),
            first_node: self.first_node.map(|node| node.0),
            logged_start: self.logged_start.map(|start| start.0),
            owner: self.owner.map(|owner| owner.0),
            age: self.age.0,
        }
    }

    fn of(job: &Job) -> Self {
        let Job { user, submitted, estimate, runtime, nodes, earliest_start, latest_start, first_node, logged_start, owner, age } =
            *job;
        Self {
            user: Some(Whole(user)),
            submitted: Whole(submitted),
            estimate: Whole(estimate),
            runtime: Some(Whole(runtime)),
            nodes: Whole(nodes),
            earliest_start: earliest_start.map(Whole),
            latest_start: latest_start.map(Whole),
            first_node: first_node.map(Whole),
            logged_start: logged_start.map(Whole),
            owner: owner.map(Whole),
            age: Whole(age),
        }
    }
}

impl StudyFile for WireFile {
    type Recipe = BatchScenario;

    /// What the file holds; its ranges are checked later.
    fn content(self) -> Result<FileContent, ScenarioError> {
        let Whole(nodes) = self.machine.nodes;
        let place = FieldPath::new("workload");
        let source = match (self.workload.jobs, self.workload.lublin) {
            (Some(Requests(jobs)), None) => BatchSource::Jobs(jobs),
            (None, Some(model)) => BatchSource::Lublin(model.value()),
            (None, None) => return Err(ScenarioError::new(place, "a workload without a source", ONE_SOURCE)),
            (Some(_), Some(_)) => return Err(ScenarioError::new(place, "more than one source", ONE_SOURCE)),
        };
        let edits = edits_of(self.workload.edits, &place.field("edits"), |_, _, _| Ok(()))?;
        let (start, now, policy) = (self.machine.start.value(), self.machine.now.map(|now| now.0), self.policy.value());
        let past = self.past.map(|past| Arc::new(past.value()));
        let names = self.names.map(|WireNames { users, jobs }| Arc::new(Names { users, jobs }));
        let cluster = BatchScenario { nodes, start, now, workload: BatchWorkload { source, edits }, policy, past, names };
        Ok(FileContent::one(Scenario::new(self.title, cluster)))
    }

    /// A file as text, with the edits of a given list written into the list.
    fn text(title: &str, cluster: &BatchScenario) -> String {
        let BatchScenario { nodes, start, now, workload, policy, past, names } = cluster.folded();
        let (jobs, lublin) = match &workload.source {
            BatchSource::Jobs(jobs) => (Some(Requests(Arc::clone(jobs))), None),
            BatchSource::Lublin(lublin) => (None, Some(WireLublin::of(*lublin))),
        };
        let file = WireFile {
            version: Whole(STUDY_VERSION),
            study: StudyKind::Cluster.key().to_string(),
            title: title.to_string(),
            machine: WireMachine { nodes: Whole(nodes), start: Written::of(start), now: now.map(Whole) },
            workload: WireWorkload { jobs, lublin, edits: WireEdit::all(&workload.edits) },
            policy: Written::of(policy),
            past: past.as_deref().map(WirePast::of),
            names: names.as_deref().map(|Names { users, jobs }| WireNames { users: users.clone(), jobs: jobs.clone() }),
        };
        to_text(&file, SPREAD)
    }
}
