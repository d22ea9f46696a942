//! What several tests need: building scenarios, drawing plans as text, random scenarios.

pub mod gantt;
pub mod jobs;
pub mod random;
pub mod svg;

use bookahead::engine::idle::IdleScenario;
use bookahead::engine::slots::check::{Violation, check_planned};
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario, scenario_of};
use bookahead::engine::{Outcome, Scenario, Study, run};
use bookahead::formats::json::{self, FileContent, FileError};
use bookahead::formats::link::{self, LinkError, Shared};

/// Requests as the papers' tables give them: (user, t_es, t_ls, t_e, nodes per job, jobs), all submitted in slot 0.
pub fn table(rows: &[(u32, Slot, Slot, Slot, u32, u32)]) -> Vec<Request> {
    rows.iter()
        .map(|&(user, earliest_start, latest_start, duration, nodes, jobs)| Request {
            user,
            submitted: 0,
            earliest_start,
            latest_start,
            duration,
            nodes,
            jobs,
        })
        .collect()
}

/// Every planner with every shift rule that matters to it.
pub fn policies() -> Vec<Policy> {
    let rules = |planner: PlannerKind| if planner.has_shift_rule() { &ShiftRule::ALL[..] } else { &ShiftRule::ALL[..1] };
    let of = |planner| rules(planner).iter().map(move |&shift| Policy { planner, shift, ..Policy::default() });
    PlannerKind::usual().into_iter().flat_map(of).collect()
}

/// Those under which an edit is told as a patch. Where requests are queries, what is booked of a request depends on everything before it: a whole plan is
/// told then, which `elastic.rs` compares.
pub fn patched_policies() -> Vec<Policy> {
    policies().into_iter().filter(|policy| !policy.planner.is_elastic()).collect()
}

/// A policy by its names.
pub fn policy(planner: &str, shift: &str) -> Policy {
    Policy {
        planner: PlannerKind::from_name(planner).expect("a planner of this name"),
        shift: ShiftRule::from_name(shift).expect("a shift rule of this name"),
        ..Policy::default()
    }
}

/// The scenario of these requests.
pub fn scenario(nodes: u32, requests: &[Request], policy: Policy) -> SlotsScenario {
    SlotsScenario { policy, ..scenario_of(nodes, requests.to_vec()) }
}

/// The recipe of a plan in slots that a file or link held.
#[track_caller]
pub fn slots_of(scenario: &Scenario) -> &SlotsScenario {
    match &scenario.study {
        Study::Slots(slots) => slots,
        Study::Idle(_) | Study::Cluster(_) | Study::Workflow(_) => panic!("another study, not a plan in slots"),
    }
}

/// The same, to be changed.
#[track_caller]
pub fn slots_mut(scenario: &mut Scenario) -> &mut SlotsScenario {
    match &mut scenario.study {
        Study::Slots(slots) => slots,
        Study::Idle(_) | Study::Cluster(_) | Study::Workflow(_) => panic!("another study, not a plan in slots"),
    }
}

/// The recipe of named servers that a file or link held.
#[track_caller]
pub fn idle_of(scenario: &Scenario) -> &IdleScenario {
    match &scenario.study {
        Study::Slots(_) | Study::Cluster(_) | Study::Workflow(_) => panic!("another study, not one of named servers"),
        Study::Idle(idle) => idle,
    }
}

/// Reads a scenario file that holds one study.
pub fn read_one(text: &str) -> Result<Scenario, FileError> {
    let FileContent { scenario, second } = json::read(text)?;
    assert_eq!(second, None);
    Ok(scenario)
}

/// Reads a link that holds one study.
pub fn decode_one(link: &str) -> Result<Shared, LinkError> {
    let opened = link::decode(link)?;
    assert_eq!(opened.second, None);
    Ok(opened.into_shared())
}

/// Runs the requests and insists that the checker finds nothing.
#[track_caller]
pub fn plan(nodes: u32, requests: &[Request], policy: Policy) -> Outcome {
    let outcome = run(&scenario(nodes, requests, policy)).expect("a scenario within bounds");
    let violations = violations_of(&outcome, nodes, policy);
    assert!(violations.is_empty(), "{policy:?}\n{}\n{}", in_words(&violations), gantt::gantt(&outcome, nodes));
    outcome
}

/// What the checker finds in a plan without overlapping reservations.
pub fn violations(outcome: &Outcome, nodes: u32) -> Vec<Violation> {
    violations_of(outcome, nodes, Policy::default())
}

/// What the checker finds in a plan of this policy.
pub fn violations_of(outcome: &Outcome, nodes: u32, policy: Policy) -> Vec<Violation> {
    let machine = Machine { nodes, ..Machine::default() };
    check_planned(&outcome.arrivals, &outcome.decisions, &outcome.nodes, machine, policy)
}

/// One line for each violation.
pub fn in_words(violations: &[Violation]) -> String {
    violations.iter().map(|violation| format!("violation: {violation}\n")).collect()
}

/// FNV-1a over little-endian words: small, fixed, good enough to notice any change.
pub struct Fnv(pub u64);

impl Fnv {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn words(mut self, words: impl IntoIterator<Item = u32>) -> Self {
        for byte in words.into_iter().flat_map(u32::to_le_bytes) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }
}
